/*
 * quality.h
 *		How well ridge from moments learns and forecasts: one cell of the table
 *		that bench/quality keeps, and the generated data of it.
 *
 * Used by bench/kernel/quality.c, which writes the table, and test_quality.c,
 * which holds its generated part.
 */
#ifndef TEST_QUALITY_H
#define TEST_QUALITY_H

#include <stdio.h>

#include "kernel/fit/fit_outputs.h"
#include "moment_state.h"
#include "work.h"

#define QUALITY_FOLDS 5
#define QUALITY_MOST_TESTED 4000

/* Rows of numbers, and a target of each. */
typedef struct QualityData
{
	const char *name;
	uint32		d;
	uint32		rows;
	double	   *x;				/* [rows * d] */
	double	   *y;				/* [rows] */
	bool		columns;		/* measured in coordinates, drawn evenly; else an array's elements
								 * with one unit, by what was seen */
} QualityData;

/* What splits of the data say; errors are over the target's variance. */
typedef struct QualityCell
{
	double		error;
	double		error_se;
	double		bias;			/* forecast less error */
	double		rms;			/* the same, root mean square */
	double		within;			/* share within 2 standard errors */
	double		log_loss;		/* of probabilities, two-valued targets only, else NaN */
	double		brier;
} QualityCell;

/* Generated data, and what is asked of it. */
typedef struct QualityQuestion
{
	const char *name;
	uint32		budget;
	uint32		rows;			/* learned from */
	int			splits;
} QualityQuestion;

static const QualityQuestion quality_questions[] = {
	{"independent", 5, 200, 10}, {"independent", 5, 2000, 10}, {"independent", 60, 400, 10},
	{"factors", 1, 1000, 10}, {"factors", 3, 60, 20}, {"factors", 3, 400, 20}, {"factors", 3, 4000, 10},
	{"classes", 3, 60, 20}, {"classes", 3, 400, 20}, {"classes", 3, 4000, 10}, {"classes", 20, 400, 20},
	{"rare class", 5, 2000, 10}, {"lognormal noise", 5, 1000, 20}, {"heavy tails", 5, 1000, 20},
	{"units unlike", 5, 1000, 10}, {"nothing", 5, 100, 20}, {"nothing", 5, 2000, 10}
};

static inline double
quality_normal(Rng *rng)
{
	return sqrt(-2 * log(1 - rng_unit(rng))) * cos(2 * M_PI * rng_unit(rng));
}

/*
 * Attributes with a few factors in common (none: independent), and a target
 * that is a sum of them with noise of a fifth of its variance.
 */
static inline void
quality_generate(QualityData *data, const char *name, uint32 rows, uint64 seed)
{
	bool		independent = strcmp(name, "independent") == 0;
	uint32		d = independent ? 60 : 20;
	int			factors = independent ? 0 : 3;
	double		load[60][3];
	double		weight[60];
	double		size = 0;
	Rng			rng;

	rng_seed(&rng, seed);
	data->name = name;
	data->d = d;
	data->rows = rows;
	data->columns = true;
	data->x = malloc(sizeof(double) * d * rows);
	data->y = malloc(sizeof(double) * rows);
	for (uint32 i = 0; i < d; i++)
	{
		weight[i] = independent ? 1 / (i + 1.0) : quality_normal(&rng);
		for (int k = 0; k < factors; k++)
			load[i][k] = quality_normal(&rng);
	}
	for (uint32 t = 0; t < rows; t++)
	{
		double	   *x = data->x + (size_t) t * d;
		double		common[3];
		double		y = 0;

		for (int k = 0; k < factors; k++)
			common[k] = quality_normal(&rng);
		for (uint32 i = 0; i < d; i++)
		{
			x[i] = quality_normal(&rng);
			for (int k = 0; k < factors; k++)
				x[i] += common[k] * load[i][k];
			y += weight[i] * x[i];
			if (strcmp(name, "heavy tails") == 0 && i < 3)
				x[i] = copysign(exp(fabs(x[i])), x[i]);
		}
		data->y[t] = y;
		size += y * y / rows;
	}
	for (uint32 t = 0; t < rows; t++)
	{
		double		noise = quality_normal(&rng);
		double		y = data->y[t] / sqrt(size);

		if (strcmp(name, "nothing") == 0)
			y = noise;
		else if (strcmp(name, "lognormal noise") == 0)
			y += (exp(1.5 * noise) - exp(1.125)) / 6;
		else
			y += 0.5 * noise;
		if (strcmp(name, "classes") == 0)
			y = y > 0 ? 1 : -1;
		if (strcmp(name, "rare class") == 0)
			y = y > 1.8 ? 1 : -1;
		data->y[t] = y;
		for (uint32 i = 0; i < d && strcmp(name, "units unlike") == 0; i++)
			data->x[(size_t) t * d + i] *= pow(10, (double) (i % 7) - 3);
	}
}

static inline void
quality_free(QualityData *data)
{
	free(data->x);
	free(data->y);
}

/* Plain numbers at one price. */
typedef struct QualityColumns
{
	Columns		columns;
	Prices		prices;
} QualityColumns;

static inline QualityColumns
quality_columns_new(uint32 d)
{
	QualityColumns it = {0};
	int64	   *cost = malloc(sizeof(int64) * d);

	for (uint32 i = 0; i < d; i++)
		cost[i] = 1000;
	looks_init(&it.columns.looks, d);
	it.columns.column = calloc(d, sizeof(Column));
	it.prices = (Prices) {d, 0, cost, NULL, NULL};
	return it;
}

static inline void
quality_columns_free(QualityColumns *it)
{
	free((void *) it->columns.column);
	free((void *) it->prices.cost);
}

/* Ridge from moments, to fit->weight[d]. */
static inline void
quality_solve(const QualityData *data, Moments *m, Output *fit)
{
	FitOptions	options = {.penalty = PENALTY_RIDGE, .lambda = NAN, .radius = INFINITY};
	QualityColumns it = quality_columns_new(data->d);
	Fit			of_columns;
	double	   *weight = fit->weight;
	Work	   *work = new_work(NULL);

	moments_settle(m);
	if (data->columns)
	{
		options.columns = &it.columns;
		options.prices = &it.prices;
		options.bends = BENDS_NEVER;
		fit_outputs(work, m, &options, &of_columns);
		*fit = of_columns.output[0];
		fit->weight = memcpy(weight, fit->weight, m->d * sizeof(double));
	}
	else
		fit_moments(work, m, &options, NULL, fit);
	quality_columns_free(&it);
	work_end(work);
}

/* Learn from rows order[0 .. n - 1]. */
static inline void
quality_fit(const QualityData *data, uint32 budget, const uint32 *order, uint32 n, uint64 seed,
			Output *fit)
{
	uint32		d = data->d;
	uint32	   *plan = malloc(sizeof(uint32) * d);
	double	   *value = malloc(sizeof(double) * d);
	double	   *spread = malloc(sizeof(double) * d);
	uint32		refresh = Max(d / budget, 1);
	Work	   *work = work_begin(test_work());
	Design		design;
	Moments		m;
	Rng			rng;

	design_init(work, &design, d, budget, QUALITY_FOLDS, seed);
	rng_seed(&rng, seed);
	state_new(&m, d, QUALITY_FOLDS, design_reads_all(&design), NULL);
	for (uint32 t = 0; t < n; t++)
	{
		const double *x = data->x + (size_t) order[t] * d;

		if (!data->columns && !m.complete && t > 0 && t % refresh == 0)
		{
			moments_spread(&m, spread);
			design_set_spread(&design, spread);
		}
		design_plan(&design, &rng, plan);
		for (uint32 k = 0; k < design.budget; k++)
			value[k] = x[plan[k]];
		state_add(&m, t % design.folds, plan, value, design.budget, data->y[order[t]]);
	}
	moments_settle(&m);
	quality_solve(data, &m, fit);
	state_free(&m);
	work_end(work);
	free(plan);
	free(value);
	free(spread);
}

/* Random splits: at most 4,000 rows, or a tenth, are tested on, the next learned from. */
static inline QualityCell
quality_cell(const QualityData *data, uint32 budget, uint32 rows, int splits)
{
	uint32	   *order = malloc(sizeof(uint32) * data->rows);
	double	   *weight = malloc(sizeof(double) * data->d);
	uint32		tested = Min(Max(data->rows / 10, 60), QUALITY_MOST_TESTED);
	double		square = 0;
	QualityCell cell = {0};

	for (int split = 0; split < splits; split++)
	{
		double		sums[6] = {0, 0, 0, 0, NAN, NAN};
		double		learned = Min(rows, data->rows - tested);
		double		variance;
		double		error;
		double		forecast;
		double		error_of_forecast;
		Output	fit;
		Rng			rng;

		rng_seed(&rng, 1000 + split);
		for (uint32 t = 0; t < data->rows; t++)
			order[t] = t;
		for (uint32 t = data->rows - 1; t > 0; t--)
		{
			uint32		u = rng_below(&rng, t + 1);
			uint32		swap = order[t];

			order[t] = order[u];
			order[u] = swap;
		}
		fit.weight = weight;
		quality_fit(data, budget, order + tested, learned, split + 1, &fit);
		if (fit.link.two_valued)
			sums[4] = sums[5] = 0;
		for (uint32 t = 0; t < tested; t++)
		{
			const double *x = data->x + (size_t) order[t] * data->d;
			double		y = data->y[order[t]];
			double		z = fit.intercept;
			double		miss;
			double		p;

			for (uint32 i = 0; i < data->d; i++)
				z += weight[i] * x[i];
			miss = link_expect(&fit.link, z) - y;
			sums[0] += y / tested;
			sums[1] += y * y / tested;
			sums[2] += miss * miss / tested;
			sums[3] += miss * miss * miss * miss / tested;
			if (!fit.link.two_valued)
				continue;
			p = link_probability(&fit.link, z, learned);
			sums[4] -= log(y == fit.link.high ? p : 1 - p) / tested;
			sums[5] += pow((y == fit.link.high) - p, 2) / tested;
		}
		variance = sums[1] - sums[0] * sums[0];
		error = sums[2] / variance;
		forecast = fit.forecast / variance;
		error_of_forecast = sqrt(fit.forecast_se * fit.forecast_se +
								 (sums[3] - sums[2] * sums[2]) / tested) / variance;
		cell.error += error / splits;
		square += error * error / splits;
		cell.bias += (forecast - error) / splits;
		cell.rms += (forecast - error) * (forecast - error) / splits;
		cell.log_loss += sums[4] / splits;
		cell.brier += sums[5] / splits;
		cell.within += (fabs(forecast - error) <= 2 * error_of_forecast) / (double) splits;
	}
	cell.error_se = sqrt(Max(square - cell.error * cell.error, 0) / (splits - 1));
	cell.rms = sqrt(cell.rms);
	free(order);
	free(weight);
	return cell;
}

/* One line of the table. */
static inline void
quality_print(FILE *file, const char *name, uint32 budget, uint32 rows, int splits, QualityCell cell)
{
	fprintf(file, "%s,%u,%u,%d,%.4f,%.4f,%.4f,%.4f,%.2f,", name, budget, rows, splits, cell.error,
			cell.error_se, cell.bias, cell.rms, cell.within);
	if (isnan(cell.log_loss))
		fprintf(file, ",\n");
	else
		fprintf(file, "%.4f,%.4f\n", cell.log_loss, cell.brier);
	fflush(file);
}

/* A cell of the generated part: data enough for the rows and the test. */
static inline QualityCell
quality_ask(const QualityQuestion *question)
{
	QualityData data;
	QualityCell cell;

	quality_generate(&data, question->name, question->rows + 2000, 1);
	cell = quality_cell(&data, question->budget, question->rows, question->splits);
	quality_free(&data);
	return cell;
}

#endif							/* TEST_QUALITY_H */
