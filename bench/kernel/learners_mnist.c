/*
 * learners_mnist.c
 *		The streaming learners on pairs of MNIST digits: test error after one
 *		pass, looks, and time per row.
 *
 *	learners_mnist FOLDER [SPLITS]
 *
 * FOLDER holds train-images-idx3-ubyte.gz and train-labels-idx1-ubyte.gz
 * (LeCun, Cortes and Burges).  Each split trains once on a random 95 % of the
 * rows and tests on the others.  Pixels are divided by the largest row norm for the
 * learners in the l2 ball and by 255 for those in the l1 ball; "centred"
 * subtracts their means over the training rows, about which the second moments
 * are taken then.  No intercept.
 */
#include "kernel/stream/learner.h"
#include "mnist.h"
#include "work.h"

#include <time.h>

typedef struct Setting
{
	const char *name;
	LearnerOptions options;
	int			minus;
	int			plus;
} Setting;

#define RIDGE .method = &ridge_method, .radius = 30, .seed = 1
#define LASSO .method = &lasso_method, .seed = 1
#define EVEN57 .budget = 57, .inner_draws = 29
#define MOMENTS .sampling = SAMPLING_MOMENTS
#define TWO_PHASE .sampling = SAMPLING_TWO_PHASE

static const Setting settings[] = {
	{"AERR b=57, k'=1, eta .01", {RIDGE, .budget = 57, .inner_draws = 1, .step = 0.01}, 3, 5},
	{"AERR b=57 even, eta .03", {RIDGE, EVEN57, .step = 0.03}, 3, 5},
	{"DDAERR b=57 even, eta .07", {RIDGE, EVEN57, .step = 0.07, MOMENTS}, 3, 5},
	{"two-phase DDAERR b=57, eta .07", {RIDGE, EVEN57, .step = 0.07, TWO_PHASE}, 3, 5},
	{"the same, warm-up's centre", {RIDGE, EVEN57, .step = 0.07, TWO_PHASE, .warmup_center = true}, 3, 5},
	{"SVR biased b=57 even, eta .07", {.method = &svr_method, .radius = 30, .seed = 1, EVEN57,
	.step = 0.07, .biased = true, .insensitivity = 0.1, .smoothing = 1}, 3, 5},
	{"AELR b=5, B 10, eta .001", {LASSO, .radius = 10, .budget = 5, .inner_draws = 1, .step = 0.001}, 3, 5},
	{"DDAELR b=5, B 3, eta .003", {LASSO, .radius = 3, .budget = 5, .inner_draws = 1, .step = 0.003, MOMENTS}, 3, 5},
	{"DDAELR b=5 even, B 3, eta .003", {LASSO, .radius = 3, .budget = 5, .inner_draws = 3, .step = 0.003, MOMENTS}, 3, 5},
	{"two-phase DDAELR b=5, B 3", {LASSO, .radius = 3, .budget = 5, .inner_draws = 1, .step = 0.003, TWO_PHASE}, 3, 5},
	{"AER b=4, B 4, lambda 10", {.method = &pegasos_method, .seed = 1, .radius = 4, .budget = 4, .lambda = 10}, 3, 5},
	{"AER b=4, 1 vs 7", {.method = &pegasos_method, .seed = 1, .radius = 4, .budget = 4, .lambda = 10}, 1, 7},
	{"AER b=57, B 4, lambda 10", {.method = &pegasos_method, .seed = 1, .radius = 4, .budget = 57, .lambda = 10}, 3, 5},
	{"Baseline b=4, B 4", {.method = &baseline_method, .seed = 1, .radius = 4, .budget = 4}, 3, 5},
	{"online ridge, eta 1", {RIDGE, .step = 1}, 3, 5},
	{"online lasso, B 10, eta .3", {LASSO, .radius = 10, .step = 0.3}, 3, 5},
	{"averaged perceptron", {.method = &perceptron_method, .averaged = true}, 3, 5},
	{"balanced winnow, rate .1", {.method = &winnow_method, .balanced = true, .rate = 0.1}, 3, 5},
};

/* What a run of one setting on one split gave. */
typedef struct Outcome
{
	double		mse;
	double		errors;			/* share of wrong signs */
	double		draws;			/* per row */
	double		nanoseconds;	/* per row */
} Outcome;

static double
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec * 1e-9;
}

static bool
in_l2_ball(const LearnerMethod *method)
{
	return method == &ridge_method || method == &svr_method || method == &perceptron_method;
}

static Outcome
run(const Setting *setting, const Mnist *data, const int *order, bool centered)
{
	const int	d = MNIST_PIXELS;
	LearnerOptions options = setting->options;
	static double center[MNIST_PIXELS];
	static double moment[MNIST_PIXELS];
	static double weight[MNIST_PIXELS];
	static double seen[MNIST_PIXELS];
	const int	train = data->rows * 19 / 20;
	double		scale = 255;
	double		intercept;
	Outcome		outcome = {0};
	Work	   *work = new_work(NULL);
	Learner    *learner;

	if (in_l2_ball(options.method))
	{
		scale = 0;
		for (int r = 0; r < data->rows; r++)
		{
			double		square = 0;

			for (int j = 0; j < d; j++)
				square += data->pixel[(size_t) r * d + j] * data->pixel[(size_t) r * d + j];
			scale = Max(scale, sqrt(square));
		}
	}
	memset(center, 0, sizeof(center));
	memset(moment, 0, sizeof(moment));
	for (int t = 0; centered && t < train; t++)
		for (int j = 0; j < d; j++)
			center[j] += data->pixel[(size_t) order[t] * d + j] / train;
	for (int t = 0; t < train; t++)
		for (int j = 0; j < d; j++)
		{
			double		x = data->pixel[(size_t) order[t] * d + j] - center[j];

			moment[j] += x * x / train;
		}
	options.scale = (NumberList) {.n = 1, .value = &scale};
	options.center = (NumberList) {.n = centered ? d : 0, .value = center};
	options.second_moments = (NumberList) {.n = d, .value = moment};
	options.warmup_rows = train / 10;

	learner = learner_create(work, &options, d);
	outcome.nanoseconds = -seconds();
	for (int t = 0; t < train; t++)
	{
		const double *row = data->pixel + (size_t) order[t] * d;
		const ReadPlan *plan = learner_plan(learner);

		for (uint32 s = 0; s < plan->n; s++)
			seen[s] = row[plan->attribute[s]];
		if (learner_update(learner, seen, data->label[order[t]]) != KERNEL_OK)
		{
			fprintf(stderr, "%s: failed at row %d\n", setting->name, t);
			exit(1);
		}
	}
	outcome.nanoseconds = (outcome.nanoseconds + seconds()) / train * 1e9;
	outcome.draws = (double) learner->state.draws / train;
	if (learner_weights(work, learner, weight, &intercept) != KERNEL_OK)
	{
		fprintf(stderr, "%s: no weights\n", setting->name);
		exit(1);
	}
	for (int t = train; t < data->rows; t++)
	{
		const double *row = data->pixel + (size_t) order[t] * d;
		double		y = data->label[order[t]];
		double		value = intercept;

		for (int j = 0; j < d; j++)
			value += weight[j] * row[j];
		outcome.mse += (value - y) * (value - y) / (data->rows - train);
		outcome.errors += (double) (value * y <= 0) / (data->rows - train);
	}
	work_end(work);
	return outcome;
}

int
main(int argc, char **argv)
{
	int			splits = argc > 2 ? atoi(argv[2]) : 5;
	Mnist		data = {0};
	int			minus = -1;

	if (argc < 2 || splits < 1)
	{
		fprintf(stderr, "usage: learners_mnist FOLDER [SPLITS]\n");
		return 2;
	}
	printf("%-32s %6s   %-26s %-26s\n", "", "", "raw", "centred");
	printf("%-32s %6s   %6s %6s %6s %6s %6s %6s %6s %6s\n", "learner", "draws",
		   "mse", "+-", "wrong", "ns/row", "mse", "+-", "wrong", "ns/row");
	for (int s = 0; s < (int) lengthof(settings); s++)
	{
		double		draws = 0;
		int		   *order;

		if (settings[s].minus && settings[s].minus != minus)
		{
			minus = settings[s].minus;
			free(data.pixel);
			free(data.label);
			data = mnist_load(argv[1], minus, settings[s].plus);
		}
		order = malloc(sizeof(int) * data.rows);
		printf("%-32s", settings[s].name);
		for (int centered = 0; centered <= 1; centered++)
		{
			double		mse = 0;
			double		square = 0;
			double		errors = 0;
			double		nanoseconds = 0;

			for (int split = 0; split < splits; split++)
			{
				Outcome		outcome;
				Rng			rng;

				rng_seed(&rng, 100 + split);
				mnist_shuffle(order, data.rows, &rng);
				outcome = run(&settings[s], &data, order, centered);
				mse += outcome.mse / splits;
				square += outcome.mse * outcome.mse / splits;
				errors += outcome.errors / splits;
				nanoseconds += outcome.nanoseconds / splits;
				draws = outcome.draws;
			}
			if (!centered)
				printf(" %6.1f  ", draws);
			printf(" %6.3f %6.3f %6.3f %6.0f", mse,
				   splits > 1 ? sqrt(Max(square - mse * mse, 0) / (splits - 1)) : 0.0,
				   errors, nanoseconds);
		}
		printf("\n");
		fflush(stdout);
		free(order);
	}
	return 0;
}
