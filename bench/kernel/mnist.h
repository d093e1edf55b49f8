/*
 * mnist.h
 *		Two digits of MNIST (LeCun, Cortes and Burges) in memory, from the
 *		gzipped IDX files of the training images and labels.
 */
#ifndef BENCH_MNIST_H
#define BENCH_MNIST_H

#include "kernel/rng.h"

#include <stdio.h>
#include <stdlib.h>

#define MNIST_PIXELS 784
#define MNIST_IMAGES 60000

typedef struct Mnist
{
	int			rows;
	double	   *pixel;			/* [rows][MNIST_PIXELS], 0 .. 255 */
	double	   *label;			/* [rows] -1 and +1 */
} Mnist;

static inline void
mnist_read(const char *folder, const char *name, size_t header, unsigned char *bytes, size_t n)
{
	char		command[4096];
	FILE	   *pipe;
	unsigned char skipped[16];

	snprintf(command, sizeof(command), "gzip -dc '%s/%s'", folder, name);
	pipe = popen(command, "r");
	if (pipe == NULL || fread(skipped, 1, header, pipe) != header ||
		fread(bytes, 1, n, pipe) != n)
	{
		fprintf(stderr, "cannot read %s of folder %s\n", name, folder);
		exit(1);
	}
	pclose(pipe);
}

/* The rows of two digits, the first labelled -1, in the file's order. */
static inline Mnist
mnist_load(const char *folder, int minus, int plus)
{
	unsigned char *pixels = malloc((size_t) MNIST_IMAGES * MNIST_PIXELS);
	unsigned char *labels = malloc(MNIST_IMAGES);
	Mnist		data = {0};

	mnist_read(folder, "train-images-idx3-ubyte.gz", 16, pixels, (size_t) MNIST_IMAGES * MNIST_PIXELS);
	mnist_read(folder, "train-labels-idx1-ubyte.gz", 8, labels, MNIST_IMAGES);
	for (int i = 0; i < MNIST_IMAGES; i++)
		data.rows += labels[i] == minus || labels[i] == plus;
	data.pixel = malloc(sizeof(double) * MNIST_PIXELS * data.rows);
	data.label = malloc(sizeof(double) * data.rows);
	data.rows = 0;
	for (int i = 0; i < MNIST_IMAGES; i++)
	{
		if (labels[i] != minus && labels[i] != plus)
			continue;
		for (int j = 0; j < MNIST_PIXELS; j++)
			data.pixel[(size_t) data.rows * MNIST_PIXELS + j] = pixels[(size_t) i * MNIST_PIXELS + j];
		data.label[data.rows++] = labels[i] == plus ? 1 : -1;
	}
	free(pixels);
	free(labels);
	return data;
}

/* A random order of n rows. */
static inline void
mnist_shuffle(int *order, int n, Rng *rng)
{
	for (int i = 0; i < n; i++)
		order[i] = i;
	for (int i = n - 1; i > 0; i--)
	{
		int			j = rng_below(rng, i + 1);
		int			other = order[i];

		order[i] = order[j];
		order[j] = other;
	}
}

#endif							/* BENCH_MNIST_H */
