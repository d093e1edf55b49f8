/*
 * datasets.h
 *		Real data below a folder of data, as QualityData, and what a look costs
 *		there:
 *			mnist/train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz
 *			medical_costs/heart/processed.cleveland.data
 *			diabetes/diabetes.tab.txt
 *			covertype/covtype_sample_92962.csv.gz
 */
#ifndef BENCH_DATASETS_H
#define BENCH_DATASETS_H

#include "kernel/prices.h"

#include "mnist.h"
#include "tables.h"

#define HEART "medical_costs/heart/processed.cleveland.data"
#define COVERTYPE "covertype/covtype_sample_92962.csv.gz"
#define DIABETES "diabetes/diabetes.tab.txt"
#define MNIST "mnist/train-images-idx3-ubyte.gz"

/* Is the patient ill (1) or not (0)? */
static inline void
read_heart(QualityData *data, const char *folder)
{
	read_table(data, folder, HEART, ",", 0, 13, 1000);
	data->name = "heart";
	for (uint32 t = 0; t < data->rows; t++)
		data->y[t] = data->y[t] > 0 ? 1 : 0;
}

/* Is it lodgepole pine? */
static inline void
read_covertype(QualityData *data, const char *folder)
{
	read_table(data, folder, COVERTYPE, ",", 1, 54, 100000);
	data->name = "Covertype 2";
	for (uint32 t = 0; t < data->rows; t++)
		data->y[t] = data->y[t] == 2 ? 1 : 0;
}

/* Is it a 5 (1) or a 3 (-1)?  Pixels from 0 to 1. */
static inline void
read_mnist(QualityData *data, const char *folder)
{
	char		path[4096];
	Mnist		mnist;

	snprintf(path, sizeof(path), "%s/mnist", folder);
	mnist = mnist_load(path, 3, 5);
	*data = (QualityData) {"MNIST 3 vs 5", MNIST_PIXELS, mnist.rows, mnist.pixel, mnist.label, false};
	for (size_t k = 0; k < (size_t) data->rows * data->d; k++)
		data->x[k] /= 255;
}

/* The prices and panels of Turney for heart, in thousandths of a dollar. */
static inline Prices
heart_prices(void)
{
	static const int64 cost[] = {1000, 1000, 1000, 1000, 5170, 3100, 15500, 1000, 1000, 1000, 1000,
	100900, 1000};
	static const uint32 panel[] = {NO_PANEL, NO_PANEL, NO_PANEL, NO_PANEL, 0, 0, NO_PANEL, 1, 2, 2, 2,
	NO_PANEL, 1};
	static const int64 fee[] = {2100, 101900, 86300};

	return (Prices) {13, 3, cost, panel, fee};
}

/* One a look; a static array is enough for all. */
static inline Prices
one_each(uint32 d)
{
	static int64 cost[MNIST_PIXELS];

	for (uint32 i = 0; i < d; i++)
		cost[i] = 1000;
	return (Prices) {d, 0, cost, NULL, NULL};
}

#endif							/* BENCH_DATASETS_H */
