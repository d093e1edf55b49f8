/*
 * learning.h
 *		Moments learned within a budget for each row, and the partial model of
 *		them.
 */
#ifndef BENCH_LEARNING_H
#define BENCH_LEARNING_H

#include "kernel/priced_draw.h"
#include "kernel/spending/choose.h"
#include "kernel/spending/pair_classes.h"
#include "kernel/spending/partial_model.h"

#include "known_model.h"
#include "quality.h"
#include "work.h"

typedef struct Learning
{
	const QualityData *data;
	Prices		prices;
	int64		budget;			/* of a row, in thousandths */
	bool		blind;			/* looks are drawn as if all cost the same */
} Learning;

/*
 * What a design draws by: the deviation of each attribute over all rows, as if
 * it was known, or 1 each of columns.
 */
static inline void
known_spread(const QualityData *data, double *spread)
{
	for (uint32 i = 0; i < data->d; i++)
	{
		double		sum = 0;
		double		square = 0;

		for (uint32 t = 0; t < data->rows; t++)
		{
			double		x = data->x[(size_t) t * data->d + i];

			sum += x / data->rows;
			square += x * x / data->rows;
		}
		spread[i] = data->columns ? 1 : sqrt(Max(square - sum * sum, 0));
	}
}

/* Of the target in rows order[0 .. n - 1]. */
static inline double
variance_of(const QualityData *data, const uint32 *order, uint32 n)
{
	double		sum = 0;
	double		square = 0;

	for (uint32 t = 0; t < n; t++)
	{
		sum += data->y[order[t]] / n;
		square += data->y[order[t]] * data->y[order[t]] / n;
	}
	return square - sum * sum;
}

/* Learn from rows order[0 .. n - 1]. */
static inline void
collect(const Learning *learning, const double *spread, const uint32 *order, uint32 n,
		uint64 seed, Moments *m)
{
	const QualityData *data = learning->data;
	uint32		d = data->d;
	uint32	   *plan = malloc(sizeof(uint32) * d);
	double	   *value = malloc(sizeof(double) * d);
	double	   *drawn = malloc(sizeof(double) * d);
	Work	   *work = new_work(NULL);
	int64		cost;
	bool		alike = prices_alike(&learning->prices, &cost);
	bool		complete = learning->budget >= prices_of_all(&learning->prices);
	Design		design;
	PricedDraw *draw = NULL;

	if (alike)
	{
		design_init(work, &design, d, (uint32) (learning->budget / cost), QUALITY_FOLDS, seed);
		design_set_spread(&design, spread);
	}
	else
	{
		for (uint32 i = 0; i < d; i++)
			drawn[i] = spread[i] * (learning->blind ? sqrt((double) prices_with_fee(&learning->prices, i)) : 1);
		draw = priced_draw_create(work, &learning->prices);
		priced_draw_set_spread(draw, drawn);
	}
	state_new(m, d, QUALITY_FOLDS, complete, NULL);
	for (uint32 t = 0; t < n; t++)
	{
		const double *x = data->x + (size_t) order[t] * d;
		uint32		count;

		if (alike)
		{
			design_plan_key(&design, t, plan);
			count = design.budget;
		}
		else
			count = priced_draw_plan_key(draw, seed, t, learning->budget, plan);
		for (uint32 k = 0; k < count; k++)
			value[k] = x[plan[k]];
		state_add(m, t % QUALITY_FOLDS, plan, value, count, data->y[order[t]]);
	}
	moments_settle(m);
	work_end(work);
	free(plan);
	free(value);
	free(drawn);
}

/* The partial model of a split's moments, and what it takes to choose from them. */
typedef struct Learned
{
	Moments    *moments;		/* of columns in coordinates */
	QualityColumns columns;
	InCoordinates *in;			/* NULL: these are no columns */
	Looks		looks;			/* over the moments' attributes */
	Prices		prices;
	PairClasses classes;
	ChooseOptions options;		/* without a budget */
	ChooseStep *step;			/* [looks + 1] of choose_looks() */
	PartialModel model;
	Predictor	predictor;
	Work	   *work;
	bool	   *known;			/* [d] of the row at hand, as its predictor takes it */
	double	   *x;
} Learned;

static inline void
learned_in_coordinates(Learned *learned, Moments *m)
{
	const ColumnShape lines = column_shape_plain(false);

	learned->in = in_coordinates_create(learned->work, m, &learned->columns.columns,
										&learned->prices, &lines);
	learned->moments = &learned->in->moments;
	learned->looks = learned->in->coordinates.looks;
}

/* learned must stay where it is. */
static inline void
learned_new(Learned *learned, Moments *m, const Learning *learning)
{
	uint32		d = learning->data->d;
	KnownModel	known;

	learned->moments = m;
	learned->columns = quality_columns_new(d);
	learned->work = new_work(NULL);
	learned->in = NULL;
	learned->looks = (Looks) {d, d, d, NULL, NULL};
	learned->prices = learning->prices;
	if (learning->data->columns)
		learned_in_coordinates(learned, m);
	pair_classes(learned->work, &learned->looks, &learned->prices, &learned->classes);
	learned->options = (ChooseOptions) {
		{.lambda = NAN,.classes = &learned->classes,.looks = &learned->looks},
		&learned->prices, NULL, NO_BUDGET, PG_UINT32_MAX
	};
	learned->step = malloc(sizeof(ChooseStep) * (d + 1));
	learned->known = malloc(sizeof(bool) * d);
	learned->x = malloc(sizeof(double) * d);
	known_model_fit(learned->work, learned->moments, &learned->options.fit, &known);
	if (!known_model_view(&known, &learned->model))
		abort();
	predictor_init(learned->work, &learned->predictor, &learned->model);
}

/* Choose for a budget; returns how many steps there are. */
static inline uint32
learned_choose(Learned *learned, int64 budget)
{
	learned->options.budget = budget;
	return choose_looks(test_work(), &learned->moments, 1, &learned->options, learned->step);
}

/* Have a row at hand, of which these looks are known. */
static inline void
learned_row(Learned *learned, const bool *known, const double *x)
{
	if (learned->in != NULL)
		coordinates_row(&learned->in->coordinates, known, x, learned->x, learned->known);
	else
	{
		memcpy(learned->known, known, learned->looks.d * sizeof(bool));
		memcpy(learned->x, x, learned->looks.d * sizeof(double));
	}
}

static inline PartialPrediction
learned_predict(Learned *learned, const bool *known, const double *x)
{
	PartialPrediction prediction;

	learned_row(learned, known, x);
	if (predictor_predict(&learned->predictor, learned->known, learned->x, &prediction) != KERNEL_OK)
		abort();
	return prediction;
}

static inline void
learned_free(Learned *learned)
{
	quality_columns_free(&learned->columns);
	free(learned->step);
	free(learned->known);
	free(learned->x);
	work_end(learned->work);
}

#endif							/* BENCH_LEARNING_H */
