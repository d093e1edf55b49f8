/*
 * draws_speed.c
 *		Draws in place of whole rows, where rows are in memory anyway: the time
 *		to a given test error.
 *
 *	draws_speed [FOLDER]
 *
 * Online ridge, which reads every attribute, against DDAERR with as many draws
 * as sampling_draws() says, as published (one more for the inner product) and
 * with as many again for the inner product (Kukliansky & Shamir 2015).  Data are
 * "3 vs 5" of the MNIST digits in FOLDER (mnist.h), about their means, and
 * generated rows of 10,000 attributes, those of Kukliansky & Shamir 2015, section 5.1:
 * each is 0 or 1, with means that fall as i^alpha, and the target is their inner product
 * with weights of -1 or 1.
 *
 * Rows are learned from as often as it takes, each pass in another order.  A
 * learner's step is the best of its grid for each error, so neither side has to
 * know it.  Time is that of planning, gathering and learning alone: rows to the
 * error times the least time of a row, for other programs only add to that.
 */
#include "kernel/stream/learner.h"
#include "mnist.h"
#include "seconds.h"
#include "work.h"

#define LEVELS 5
#define MOST_SECONDS 12			/* of one learner with one step */
#define MORE_ROWS 1.25			/* from one look at the error to the next */

typedef struct Rows
{
	const char *name;
	uint32		d;
	int			train;
	int			test;
	float	   *x;				/* [train + test][d], |x|_2 at most about 1 */
	double	   *y;
	double		radius;
	double		level[LEVELS];	/* test errors, over that of predicting 0; falling */
} Rows;

typedef struct Reached
{
	double		rows[LEVELS];	/* INFINITY: not within the time */
	double		nanoseconds;	/* per row */
	double		reads;			/* per row */
} Reached;

static const double steps[] = {0.01, 0.03, 0.1, 0.3, 1, 2};

static double
test_error(const Rows *data, const Learner *learner, double *weight)
{
	double		error = 0;
	double		zero = 0;
	double		intercept;

	if (learner_weights(learner->work, learner, weight, &intercept) != KERNEL_OK)
		return INFINITY;
	for (int t = data->train; t < data->train + data->test; t++)
	{
		const float *x = data->x + (size_t) t * data->d;
		double		z = intercept - data->y[t];

		for (uint32 i = 0; i < data->d; i++)
			z += weight[i] * x[i];
		error += z * z;
		zero += data->y[t] * data->y[t];
	}
	return error / zero;
}

/* One learner with one step: where it comes sooner than those before, note it. */
static void
learn(const Rows *data, const LearnerOptions *options, Reached *reached)
{
	uint32		d = data->d;
	Learner    *learner = learner_create(new_work(NULL), options, d);
	double	   *weight = malloc(sizeof(double) * d);
	double	   *seen = malloc(sizeof(double) * d);
	int		   *order = malloc(sizeof(int) * data->train);
	double		spent = 0;
	double		rows = 0;
	double		next = 64;
	int			level = 0;
	Rng			rng;

	rng_seed(&rng, 11);
	while (level < LEVELS && spent < MOST_SECONDS)
	{
		double		begun = rows;
		double		start;
		double		error;

		start = seconds();
		for (; rows < next; rows++)
		{
			uint32		place = (uint32) fmod(rows, data->train);
			const ReadPlan *plan = learner_plan(learner);
			const float *x;

			if (place == 0)
				mnist_shuffle(order, data->train, &rng);
			x = data->x + (size_t) order[place] * d;
			for (uint32 s = 0; s < plan->n; s++)
				seen[s] = x[plan->attribute[s]];
			if (learner_update(learner, seen, data->y[order[place]]) != KERNEL_OK)
				goto done;		/* the step is too long */
		}
		start = seconds() - start;
		spent += start;
		if (start > 1e-3)
			reached->nanoseconds = Min(reached->nanoseconds, start / (rows - begun) * 1e9);
		reached->reads = learner->state.reads / rows;
		next = ceil(rows * MORE_ROWS);
		error = test_error(data, learner, weight);
		for (; level < LEVELS && error <= data->level[level]; level++)
			reached->rows[level] = Min(reached->rows[level], rows);
	}
done:
	work_end(learner->work);
	free(weight);
	free(seen);
	free(order);
}

static void
compare(const Rows *data)
{
	double	   *moment = calloc(data->d, sizeof(double));
	double		draws;

	for (int t = 0; t < data->train; t++)
		for (uint32 i = 0; i < data->d; i++)
			moment[i] += pow(data->x[(size_t) t * data->d + i], 2) / data->train;
	draws = sampling_draws(sampling_gain(moment, data->d).ridge, data->d);
	printf("\n%s: %d rows of %u attributes, as good as %g draws\n", data->name, data->train, data->d, draws);
	printf("%-22s %7s %7s", "learner", "reads", "us/row");
	for (int l = 0; l < LEVELS; l++)
		printf("   rows, ms to %-6g", data->level[l]);
	printf("\n");
	for (int which = 0; which < 3; which++)
	{
		static const char *const name[] = {"online ridge", "DDAERR", "DDAERR, even"};
		LearnerOptions options = {.method = &ridge_method, .radius = data->radius, .seed = 7};
		Reached		reached = {.nanoseconds = INFINITY};

		if (which > 0)
		{
			options.inner_draws = which == 1 ? 1 : draws;
			options.budget = draws + options.inner_draws;
			options.sampling = SAMPLING_MOMENTS;
			options.second_moments = (NumberList) {.n = data->d, .value = moment};
		}
		for (int l = 0; l < LEVELS; l++)
			reached.rows[l] = INFINITY;
		for (int s = 0; s < (int) lengthof(steps); s++)
		{
			options.step = steps[s];
			learn(data, &options, &reached);
		}
		printf("%-22s %7.1f %7.2f", name[which], reached.reads, reached.nanoseconds / 1e3);
		for (int l = 0; l < LEVELS; l++)
			printf(" %10.0f %10.2f", reached.rows[l], reached.rows[l] * reached.nanoseconds / 1e6);
		printf("\n");
		fflush(stdout);
	}
	free(moment);
}

static void
compare_digits(const char *folder)
{
	Mnist		mnist = mnist_load(folder, 3, 5);
	int		   *order = malloc(sizeof(int) * mnist.rows);
	double	   *mean = calloc(MNIST_PIXELS, sizeof(double));
	double		longest = 0;
	Rows		data = {"MNIST 3 vs 5", MNIST_PIXELS, mnist.rows * 0.9, mnist.rows - (int) (mnist.rows * 0.9),
		malloc(sizeof(float) * MNIST_PIXELS * mnist.rows), malloc(sizeof(double) * mnist.rows), 30,
	{0.6, 0.45, 0.35, 0.3, 0.27}};
	Rng			rng;

	rng_seed(&rng, 3);
	mnist_shuffle(order, mnist.rows, &rng);
	for (int t = 0; t < data.train; t++)
		for (int i = 0; i < MNIST_PIXELS; i++)
			mean[i] += mnist.pixel[(size_t) order[t] * MNIST_PIXELS + i] / data.train;
	for (int t = 0; t < mnist.rows; t++)
	{
		double		square = 0;

		for (int i = 0; i < MNIST_PIXELS; i++)
		{
			double		x = mnist.pixel[(size_t) order[t] * MNIST_PIXELS + i] - mean[i];

			data.x[(size_t) t * MNIST_PIXELS + i] = x;
			square += x * x;
		}
		longest = Max(longest, sqrt(square));
		data.y[t] = mnist.label[order[t]];
	}
	for (size_t i = 0; i < (size_t) mnist.rows * MNIST_PIXELS; i++)
		data.x[i] /= longest;
	compare(&data);
}

static void
compare_generated(double alpha)
{
	enum
	{
		D = 10000, TRAIN = 4000, TEST = 400
	};
	char		name[64];
	double	   *mean = malloc(sizeof(double) * D);
	double	   *weight = malloc(sizeof(double) * D);
	Rows		data = {name, D, TRAIN, TEST, malloc(sizeof(float) * (size_t) D * (TRAIN + TEST)),
		malloc(sizeof(double) * (TRAIN + TEST)), sqrt(D),
	{0.5, 0.2, 0.1, 0.05, 0.02}};
	double		squares = 0;
	Rng			rng;

	snprintf(name, sizeof(name), "generated, alpha = %g", alpha);
	rng_seed(&rng, 1);
	for (int i = 0; i < D; i++)
	{
		mean[i] = pow(i + 1, alpha);
		squares += mean[i] * mean[i];
		weight[i] = rng_below(&rng, 2) ? 1 : -1;
	}
	for (int i = 0; i < D; i++)
		mean[i] /= Max(sqrt(squares), 1);
	for (int t = 0; t < TRAIN + TEST; t++)
	{
		float	   *x = data.x + (size_t) t * D;

		data.y[t] = 0;
		for (int i = 0; i < D; i++)
		{
			x[i] = rng_unit(&rng) < mean[i];
			data.y[t] += x[i] * weight[i];
		}
	}
	compare(&data);
	free(mean);
	free(weight);
	free(data.x);
	free(data.y);
}

int
main(int argc, char **argv)
{
	if (argc > 1)
		compare_digits(argv[1]);
	compare_generated(-2);
	compare_generated(-1);
	return 0;
}
