/*
 * mnist_moments.c
 *		The moment learner on MNIST "3 vs 5": test squared error by budget.
 *
 *		mnist_moments DIR [splits [share [budget ...]]]
 *
 * DIR holds train-images-idx3-ubyte.gz and train-labels-idx1-ubyte.gz.  Rows
 * are split 90/10 at random (fixed seeds); each test row is read in full to
 * measure the error, and nothing but the planned pixels of the training rows
 * is used otherwise.  share: of the training rows that are used (1).  Pixels
 * are divided by 255; labels are -1 (3) and +1 (5).
 */
#include "kernel/moments/fit.h"
#include "work.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define D 784
#define FOLDS 5

static double *pixels;
static double *labels;
static uint32 rows;

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static void *
allocate(size_t size)
{
	void	   *memory = malloc(size);

	if (memory == NULL)
		exit(1);
	return memory;
}

static FILE *
open_gzip(const char *directory, const char *name, int header)
{
	char		command[1200];
	FILE	   *file;

	snprintf(command, sizeof(command), "gzip -dc '%s/%s'", directory, name);
	file = popen(command, "r");
	for (int i = 0; i < header; i++)
		if (getc(file) == EOF)
		{
			fprintf(stderr, "cannot read %s/%s\n", directory, name);
			exit(1);
		}
	return file;
}

static void
read_mnist(const char *directory, int minus, int plus)
{
	FILE	   *images = open_gzip(directory, "train-images-idx3-ubyte.gz", 16);
	FILE	   *digits = open_gzip(directory, "train-labels-idx1-ubyte.gz", 8);
	unsigned char image[D];
	int			digit;

	pixels = allocate(sizeof(double) * D * 13000);
	labels = allocate(sizeof(double) * 13000);
	while ((digit = getc(digits)) != EOF && fread(image, 1, D, images) == D)
		if (digit == minus || digit == plus)
		{
			for (int i = 0; i < D; i++)
				pixels[(size_t) rows * D + i] = image[i] / 255.0;
			labels[rows++] = digit == plus ? 1 : -1;
		}
	pclose(images);
	pclose(digits);
}

typedef enum Mode
{
	LEARNED, KNOWN, KEYED
} Mode;

static const char *const mode_name[] = {"learned", "known", "keyed"};

/* Train on rows order[0 .. n - 1]; returns seconds per row. */
static double
train(Moments *moments, Mode mode, uint32 budget, const uint32 *order, uint32 n,
	  const double *spread, uint64 seed)
{
	Design		design;
	uint32		plan[D];
	double		x[D];
	double	   *running = allocate(sizeof(double) * D);
	uint32		refresh = Max(D / Max(budget, 1), 1);
	Rng			rng;
	double		start = now();

	design_init(test_work(), &design, D, budget, FOLDS, seed);
	if (mode == KNOWN)
		design_set_spread(&design, spread);
	rng_seed(&rng, seed);
	moments_init(new_work(NULL), moments, D, FOLDS, design_reads_all(&design), NULL);
	for (uint32 t = 0; t < n; t++)
	{
		const double *row = pixels + (size_t) order[t] * D;
		uint32		fold;

		if (mode == LEARNED && t > 0 && t % refresh == 0)
		{
			moments_spread(moments, running);
			design_set_spread(&design, running);
		}
		if (mode == KEYED)
		{
			design_plan_key(&design, order[t], plan);
			fold = design_fold_key(&design, order[t]);
		}
		else
		{
			design_plan(&design, &rng, plan);
			fold = design_fold_row(&design, t);
		}
		for (uint32 k = 0; k < design.budget; k++)
			x[k] = row[plan[k]];
		moments_add(moments, fold, labels[order[t]], plan, design.budget, plan, x, design.budget);
	}
	moments_settle(moments);
	start = now() - start;
	free(running);
	return start / n;
}

static double
test(const Fit *fit, const uint32 *order, uint32 n, double *wrong)
{
	double		sum = 0;

	*wrong = 0;
	for (uint32 t = 0; t < n; t++)
	{
		const double *row = pixels + (size_t) order[t] * D;
		double		p = fit->intercept;

		for (int i = 0; i < D; i++)
			p += fit->weight[i] * row[i];
		p = link_expect(&fit->link, p);
		sum += (p - labels[order[t]]) * (p - labels[order[t]]);
		*wrong += p * labels[order[t]] <= 0;
	}
	*wrong /= n;
	return sum / n;
}

/* One line of the table. */
static void
measure(Mode mode, uint32 budget, Penalty penalty, int splits, double part)
{
	double		mse = 0;
	double		square = 0;
	double		wrong = 0;
	double		forecast = 0;
	double		lambda = 0;
	double		add_time = 0;
	double		fit_time = 0;
	uint32	   *order = allocate(sizeof(uint32) * rows);
	double		weight[D];
	double		spread[D];

	for (int i = 0; i < D; i++)
	{
		double		s = 0;
		double		ss = 0;

		for (uint32 t = 0; t < rows; t++)
		{
			s += pixels[(size_t) t * D + i];
			ss += pixels[(size_t) t * D + i] * pixels[(size_t) t * D + i];
		}
		spread[i] = sqrt(Max(ss / rows - s / rows * s / rows, 0));
	}
	for (int split = 0; split < splits; split++)
	{
		Rng			rng;
		Moments		moments;
		FitOptions	options = {penalty, false, NAN, INFINITY, NULL, NULL, NULL};
		Fit			fit;
		uint32		held = rows / 10;
		uint32		n = (uint32) ((rows - held) * part);
		double		error;
		double		sign;
		double		start;

		fit.weight = weight;
		for (uint32 t = 0; t < rows; t++)
			order[t] = t;
		rng_seed(&rng, 1000 + split);
		for (uint32 t = rows - 1; t > 0; t--)
		{
			uint32		u = rng_below(&rng, t + 1);
			uint32		swap = order[t];

			order[t] = order[u];
			order[u] = swap;
		}
		add_time += train(&moments, mode, budget, order + held, n, spread, split + 1);
		start = now();
		fit_moments(moments.work, &moments, &options, &fit);
		fit_time += now() - start;
		error = test(&fit, order, held, &sign);
		mse += error;
		square += error * error;
		wrong += sign;
		forecast += fit.forecast;
		lambda += log(fit.lambda);
		work_end(moments.work);
	}
	printf("%-7s %-5s K=%-3u rows*%.2f mse %.4f (sd %.4f) wrong %.4f forecast %.4f "
		   "log lambda %.2f  %.2f us/row, fit %.2f s\n",
		   mode_name[mode], penalty == PENALTY_RIDGE ? "ridge" : "lasso", budget, part,
		   mse / splits, sqrt(Max(square / splits - mse / splits * mse / splits, 0)),
		   wrong / splits, forecast / splits, lambda / splits,
		   add_time / splits * 1e6, fit_time / splits);
	fflush(stdout);
	free(order);
}

int
main(int argc, char **argv)
{
	static const int budgets[] = {D, 57, 20, 10, 5, 4};
	int			splits = argc > 2 ? atoi(argv[2]) : 10;
	double		share = argc > 3 ? atof(argv[3]) : 1;
	int			count = argc > 4 ? argc - 4 : (int) lengthof(budgets);

	if (argc < 2)
	{
		fprintf(stderr, "usage: %s DIR [splits [share [budget ...]]]\n", argv[0]);
		return 2;
	}
	read_mnist(argv[1], 3, 5);
	printf("%u rows\n", rows);
	for (int k = 0; k < count; k++)
	{
		int			budget = argc > 4 ? atoi(argv[4 + k]) : budgets[k];

		/* with all pixels the designs are one and the same */
		for (Mode mode = budget < D ? LEARNED : KEYED; mode <= KEYED; mode++)
			for (Penalty penalty = PENALTY_RIDGE; penalty <= PENALTY_LASSO; penalty++)
				measure(mode, budget, penalty, splits, share);
	}
	return 0;
}
