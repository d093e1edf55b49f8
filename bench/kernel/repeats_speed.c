/*
 * repeats_speed.c
 *		Seconds that the choice of repeats takes, by its parts.
 *
 * HeldOutLoss objects are random: attributes share five latent values, and two
 * judgments of each are noisy.  With fewer objects than attributes the outer
 * covariance is not positive semidefinite, which costs its eigenvalues.
 */
#include "kernel/judgments/repeats.h"
#include "kernel/psd.h"
#include "kernel/rng.h"
#include "work.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec * 1e-9;
}

static void
run(int d, int objects, RepeatMethod method, const char *name, double budget)
{
	Judgments  *object = malloc(d * sizeof(Judgments));
	JudgmentMoments moments;
	JudgmentEstimates estimates;
	Repeats		repeats;
	RepeatStep	step;
	Work	   *work = new_work(NULL);
	double		added = 0,
				start,
				estimated,
				prepared;
	int			room;
	Rng			rng;

	rng_seed(&rng, 1);
	judgment_moments_init(work, &moments, d);
	for (int i = 0; i < objects; i++)
	{
		double		latent[5],
					label = rng_unit(&rng);

		for (int l = 0; l < 5; l++)
			label += latent[l] = rng_unit(&rng);
		memset(object, 0, d * sizeof(Judgments));
		for (int a = 0; a < d; a++)
		{
			double		z = latent[a % 5] * (a % 7) + rng_unit(&rng);

			for (int j = 0; j < 2; j++)
				judgments_add(&object[a], z + (a % 3) * rng_unit(&rng));
		}
		start = seconds();
		judgment_moments_add(&moments, object, label);
		added += seconds() - start;
	}
	start = seconds();
	judgment_moments_flush(&moments);
	judgment_estimates_init(work, &estimates, d);
	if (judgment_estimates_compute(&estimates, &moments) != KERNEL_OK)
		exit(1);
	estimated = seconds();
	if (repeats_prepare(work, &estimates, method) != KERNEL_OK)
		exit(1);
	prepared = seconds();
	room = repeats_room(&moments, method, NULL, budget);
	repeats_init(work, &repeats, method, &moments, &estimates, NULL, budget, room);
	do
		repeats_step(work, &repeats, &step);
	while (step.attribute >= 0);
	printf("%-8s %6d %8d %7.0f %8d %9.3f %9.3f %9.3f %9.3f\n", name, d, objects, budget,
		   method == REPEATS_SCORING ? 0 : repeats.chosen, added, estimated - start,
		   prepared - estimated, seconds() - prepared);
	fflush(stdout);
	free(object);
	work_end(work);
}

int
main(void)
{
	printf("%-8s %6s %8s %7s %8s %9s %9s %9s %9s\n", "method", "d", "objects", "budget",
		   "chosen", "add", "estimate", "prepare", "search");
	run(500, 5000, REPEATS_FULL, "full", 200);
	run(2000, 20000, REPEATS_FULL, "full", 200);
	run(2000, 1000, REPEATS_FULL, "full", 200);
	run(2000, 1000, REPEATS_FULL, "full", 5000);
	run(2000, 1000, REPEATS_SCORING, "scoring", 5000);
	run(2000, 1000, REPEATS_COPIES, "copies", 200);
	run(2000, 1000, REPEATS_AVERAGES, "averages", 200);
	return 0;
}
