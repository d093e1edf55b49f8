/*
 * gram_speed.c
 *		What exact least squares costs where nothing has to be read.
 *
 * Symmetric rank-k updates of a 784 x 784 matrix with rows that are in memory,
 * straight from the BLAS: the yardstick for aer_moments over rows that are read
 * in full.  Prints the least microseconds a row of several runs.
 */
#include "kernel/kernel.h"

#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "kernel/rng.h"

#define D 784
#define BLOCK 512
#define BLOCKS 20
#define RUNS 5

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

int
main(void)
{
	double	   *rows = malloc(sizeof(double) * BLOCK * D);
	double	   *sum = calloc((size_t) D * D, sizeof(double));
	double		least = INFINITY;
	Rng			rng;

	rng_seed(&rng, 1);
	for (size_t i = 0; i < (size_t) BLOCK * D; i++)
		rows[i] = rng_unit(&rng);
	for (int run = 0; run < RUNS; run++)
	{
		double		start = now();

		for (int block = 0; block < BLOCKS; block++)
			cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, D, BLOCK,
						1.0, rows, D, 1.0, sum, D);
		least = Min(least, now() - start);
	}
	printf("rank-k updates from memory, d = %d: %.1f microseconds a row\n", D,
		   1e6 * least / (BLOCK * BLOCKS));
	return 0;
}
