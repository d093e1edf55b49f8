/*
 * repeats_mnist.c
 *		The simulated experiment of Sabato and Kalai (2013) on MNIST.
 *
 *	repeats_mnist FOLDER [SPLITS [OBJECTS]]
 *
 * FOLDER holds train-images-idx3-ubyte.gz and train-labels-idx1-ubyte.gz
 * (LeCun, Cortes and Burges).  As in the paper, an attribute is a group of
 * values of which a judgment is one at random: here the 49 blocks of 4 x 4
 * pixels.  "3" is to be told from "5" (labels -1 and 1).  A split takes
 * OBJECTS training images (2000) and 3000 others for the test, both at random;
 * each attribute of a training image is judged twice.  Repeats are chosen for
 * each budget, further judgments are collected up to them, and least squares
 * on the mean judgments gives the predictor, which sees new judgments of the
 * test images.
 *
 * Besides the four methods: "projected", the repeats of Full with the
 * predictor from the projected moments, for which nothing is collected; and
 * "copies, fixed", in which the two judgments of all images are numbered once
 * and for all, as in the paper, in place of an average over all numberings.
 *
 * A second table (figure 8 of the paper) spends the same number of judgments
 * on many images or on many judgments of few; budget 40, Full.
 */
#include "kernel/judgments/repeats.h"
#include "kernel/judgments/repeats_fit.h"
#include "kernel/psd.h"
#include "mnist.h"
#include "work.h"

#define BLOCKS 49
#define PIXELS_OF_BLOCK 16
#define JUDGED 2
#define TEST 3000
#define MOST 80

static const int budgets[] = {5, 10, 20, 30, 40, 60, MOST};

#define BUDGETS ((int) lengthof(budgets))

typedef enum Contestant
{
	FULL,
	SCORING,
	AVERAGES,
	COPIES,
	COPIES_FIXED,
	PROJECTED,
	CONTESTANTS
} Contestant;

static const char *const contestant_name[] =
{"full", "scoring", "averages", "copies", "copies,fixed", "projected"};

/* The images of the two digits. */
static Mnist data;

static void
die(const char *what)
{
	fprintf(stderr, "repeats_mnist: %s\n", what);
	exit(1);
}

/* One judgment: a random pixel of the block. */
static double
judge(Rng *rng, int i, int block)
{
	int			pixel = rng_below(rng, PIXELS_OF_BLOCK);
	int			y = block / 7 * 4 + pixel / 4;
	int			x = block % 7 * 4 + pixel % 4;

	return data.pixel[(size_t) i * MNIST_PIXELS + y * 28 + x] / 255;
}

/* Moments, estimates and search over d attributes. */
typedef struct Selection
{
	int			d;
	JudgmentMoments moments;
	JudgmentEstimates estimates;
	Repeats		repeats;
	Work	   *work;
} Selection;

static void
selection_init(Selection *s, int d)
{
	s->d = d;
	s->work = new_work(NULL);
	judgment_moments_init(s->work, &s->moments, d);
	judgment_estimates_init(s->work, &s->estimates, d);
}

static void
selection_free(Selection *s)
{
	work_end(s->work);
}

static void
estimate(Selection *s)
{
	judgment_moments_flush(&s->moments);
	if (judgment_estimates_compute(&s->estimates, &s->moments) != KERNEL_OK)
		die("no estimates");
}

/* The repeats that a method chooses for a budget. */
static void
choose_repeats(Selection *s, RepeatMethod method, const double *costs, double budget, int64 *r)
{
	RepeatStep	step;

	estimate(s);
	if (repeats_prepare(test_work(), &s->estimates, method) != KERNEL_OK)
		die("no search");
	repeats_init(s->work, &s->repeats, method, &s->moments, &s->estimates,
				 costs, budget, repeats_room(&s->moments, method, costs, budget));
	do
		repeats_step(test_work(), &s->repeats, &step);
	while (step.attribute >= 0);
	for (int a = 0; a < s->d; a++)
		r[a] = repeats_of(&s->repeats, a);
}

/* Mean of r judgments, the first of which may be there already. */
static double
collect(Rng *rng, int i, int block, const double *have, int there, int64 r)
{
	double		sum = 0;

	for (int64 j = 0; j < r; j++)
		sum += j < there ? have[j] : judge(rng, i, block);
	return sum / (double) r;
}

/* Mean squared error on new judgments of the test images. */
static double
test_error(Rng *rng, const int *order, const int64 *r, const double *w, double intercept)
{
	double		sum = 0;

	for (int t = 0; t < TEST; t++)
	{
		double		prediction = intercept;

		for (int b = 0; b < BLOCKS; b++)
			if (r[b] > 0)
				prediction += w[b] * collect(rng, order[t], b, NULL, 0, r[b]);
		sum += (prediction - data.label[order[t]]) * (prediction - data.label[order[t]]);
	}
	return sum / TEST;
}

/*
 * Least squares on the means of r judgments of the training images.  A mean is
 * entered as if it were two equal judgments, so that nothing is taken for
 * noise.
 */
static void
least_squares(Rng *rng, const int *order, int objects, int judged, const double *have,
			  const int64 *r, double *w, double *intercept)
{
	Selection	s;
	Judgments	object[BLOCKS];
	int64		once[BLOCKS];

	selection_init(&s, BLOCKS);
	for (int b = 0; b < BLOCKS; b++)
		once[b] = r[b] > 0;
	for (int i = 0; i < objects; i++)
	{
		for (int b = 0; b < BLOCKS; b++)
			object[b] = (Judgments) {2, r[b] == 0 ? 0 :
				collect(rng, order[i], b, have + ((size_t) i * BLOCKS + b) * judged, judged, r[b]), 0};
		judgment_moments_add(&s.moments, object, data.label[order[i]]);
	}
	estimate(&s);
	if (repeats_fit(test_work(), &s.estimates, once, 0, w, intercept) != KERNEL_OK)
		die("no fit");
	selection_free(&s);
}

/*
 * HeldOut the first objects of a random order; entered as attributes judged so
 * many times and, if fixed is not NULL, as so many attributes judged once
 * each.
 */
static double *
held_out_training(Rng *rng, const int *order, int objects, int judged,
			   Selection *s, Selection *fixed)
{
	double	   *have = malloc(sizeof(double) * objects * BLOCKS * judged);

	for (int i = 0; i < objects; i++)
	{
		Judgments	object[BLOCKS];
		Judgments	copies[BLOCKS * JUDGED];

		memset(object, 0, sizeof(object));
		for (int b = 0; b < BLOCKS; b++)
			for (int j = 0; j < judged; j++)
			{
				double		value = judge(rng, order[i], b);

				have[((size_t) i * BLOCKS + b) * judged + j] = value;
				judgments_add(&object[b], value);
				if (fixed)
					copies[b * JUDGED + j] = (Judgments) {2, value, 0};
			}
		judgment_moments_add(&s->moments, object, data.label[order[i]]);
		if (fixed)
			judgment_moments_add(&fixed->moments, copies, data.label[order[i]]);
	}
	return have;
}

static int *
random_order(Rng *rng)
{
	int		   *order = malloc(data.rows * sizeof(int));

	mnist_shuffle(order, data.rows, rng);
	return order;
}

static void
run_split(int split, int objects, double error[CONTESTANTS][BUDGETS])
{
	static const RepeatMethod method_of[] =
	{REPEATS_FULL, REPEATS_SCORING, REPEATS_AVERAGES, REPEATS_COPIES, REPEATS_AVERAGES, REPEATS_FULL};
	Selection	s,
				fixed;
	double		half[BLOCKS * JUDGED];
	int		   *order;
	double	   *have;
	Rng			rng;

	rng_seed_key(&rng, 1, split);
	order = random_order(&rng);
	selection_init(&s, BLOCKS);
	selection_init(&fixed, BLOCKS * JUDGED);
	have = held_out_training(&rng, order, objects, JUDGED, &s, &fixed);
	/* averages buys two at a time of what is a single copy here */
	for (int c = 0; c < BLOCKS * JUDGED; c++)
		half[c] = 0.5;

	for (int c = 0; c < CONTESTANTS; c++)
		for (int k = 0; k < BUDGETS; k++)
		{
			int64		r[BLOCKS * JUDGED];
			double		w[BLOCKS];
			double		intercept;

			if (c == COPIES_FIXED)
			{
				choose_repeats(&fixed, method_of[c], half, budgets[k], r);
				for (int b = 0; b < BLOCKS; b++)
					r[b] = (r[b * JUDGED] + r[b * JUDGED + 1]) / 2;
			}
			else
				choose_repeats(&s, method_of[c], NULL, budgets[k], r);
			if (c != PROJECTED)
				least_squares(&rng, order, objects, JUDGED, have, r, w, &intercept);
			else if (repeats_fit(test_work(), &s.estimates, r, 0, w, &intercept) != KERNEL_OK)
				die("no fit");
			error[c][k] = test_error(&rng, order + data.rows - TEST, r, w, intercept);
		}
	free(have);
	free(order);
	selection_free(&s);
	selection_free(&fixed);
}

/* Full at budget 40 from judged judgments of each attribute of objects. */
static double
run_trade(int split, int objects, int judged)
{
	Selection	s;
	int64		r[BLOCKS];
	double		w[BLOCKS];
	double		intercept,
				error;
	int		   *order;
	double	   *have;
	Rng			rng;

	rng_seed_key(&rng, 2, split);
	order = random_order(&rng);
	selection_init(&s, BLOCKS);
	have = held_out_training(&rng, order, objects, judged, &s, NULL);
	choose_repeats(&s, REPEATS_FULL, NULL, 40, r);
	least_squares(&rng, order, objects, judged, have, r, w, &intercept);
	error = test_error(&rng, order + data.rows - TEST, r, w, intercept);
	free(have);
	free(order);
	selection_free(&s);
	return error;
}

static void
print_mean(const char *before, double sum, double squares, int n)
{
	double		mean = sum / n;

	printf("%s%.4f %.4f", before, mean,
		   n > 1 ? sqrt(fmax(squares / n - mean * mean, 0) / (n - 1)) : 0);
}

int
main(int argc, char **argv)
{
	int			splits = argc > 2 ? atoi(argv[2]) : 8;
	int			objects = argc > 3 ? atoi(argv[3]) : 2000;
	double		sum[CONTESTANTS][BUDGETS] = {{0}};
	double		squares[CONTESTANTS][BUDGETS] = {{0}};

	if (argc < 2 || splits < 1 || objects < 2)
		die("usage: repeats_mnist FOLDER [SPLITS [OBJECTS]]");
	data = mnist_load(argv[1], 3, 5);
	if (objects > data.rows - TEST)
		die("there are not so many images");

	for (int t = 0; t < splits; t++)
	{
		double		error[CONTESTANTS][BUDGETS];

		run_split(t, objects, error);
		for (int c = 0; c < CONTESTANTS; c++)
			for (int k = 0; k < BUDGETS; k++)
			{
				sum[c][k] += error[c][k];
				squares[c][k] += error[c][k] * error[c][k];
			}
	}
	printf("# test squared error and its standard error; %d splits, %d training images\n"
		   "# budget", splits, objects);
	for (int c = 0; c < CONTESTANTS; c++)
		printf(" %s se", contestant_name[c]);
	printf("\n");
	for (int k = 0; k < BUDGETS; k++)
	{
		printf("%d", budgets[k]);
		for (int c = 0; c < CONTESTANTS; c++)
			print_mean(" ", sum[c][k], squares[c][k], splits);
		printf("\n");
	}

	printf("\n\n# the same number of judgments in all, Full at budget 40\n"
		   "# judgments images error se\n");
	for (int judged = 2; judged <= 16; judged *= 2)
	{
		double		total = 0,
					total_squares = 0;
		char		before[40];

		for (int t = 0; t < splits; t++)
		{
			double		error = run_trade(t, objects * 2 / judged, judged);

			total += error;
			total_squares += error * error;
		}
		snprintf(before, sizeof(before), "%d %d ", judged, objects * 2 / judged);
		print_mean(before, total, total_squares, splits);
		printf("\n");
	}
	return 0;
}
