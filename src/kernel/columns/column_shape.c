/*
 * column_shape.c
 *		Which bends and pairs a fit of columns uses.
 */
#include "kernel/columns/column_shape.h"

/* What is tried must be better by this share of the forecast, over sqrt(rows). */
#define BENDS_MARGIN 0.5
#define PAIRS_MARGIN 1.0

/* Of fewer rows there are no pairs. */
#define LEAST_ROWS 50

/* How often a pair must have been seen with another column where rows are seen in part. */
#define LEAST_TOGETHER 100

/* The lengths of the list that are tried before all of it. */
static const uint32 shorter[] = {3, 10};

const bool	no_pairs[MOST_PAIRS];

const ShapeChoice no_choice = {
	.pairs = NAN,.forecast_lines = NAN,.forecast_bends = NAN,.forecast_pairs = NAN
};

ColumnShape
column_shape_plain(bool bends)
{
	ColumnShape shape = {.bends = bends};

	return shape;
}

bool
column_shapes_differ(const Columns *columns)
{
	return columns->looks.n > columns->looks.bought || columns_bend(columns);
}

/* The first pairs of the list. */
static ColumnShape
with_first(ColumnShape shape, uint32 pairs)
{
	for (uint32 p = 0; p < pairs; p++)
		shape.pair[p] = true;
	return shape;
}

static uint32
count_pairs(const ColumnShape *shape)
{
	uint32		count = 0;

	for (uint32 p = 0; p < MOST_PAIRS; p++)
		count += shape->pair[p];
	return count;
}

/*
 * In how many rows each pair was seen with each look that is bought, and with each later
 * pair: [pairs * looks].
 */
static double *
seen_together(Work *work, const Moments *moments, const Looks *looks)
{
	double	   *n = WORK_ARRAY(work, (size_t) (looks->n - looks->bought) * looks->n, double);
	FoldWalk	walk;

	fold_walk_init(work, &walk, looks->d);
	for (uint32 f = 0; f < moments->folds; f++)
	{
		if (moments->fold[f].rows == 0)
			continue;
		fold_walk_start(&walk, moments, f);
		for (uint32 l = 0; l + 1 < looks->n; l++)
			for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
			{
				const PairCell *row = fold_walk_row(&walk, i);

				work_poll_step(work, i);
				for (uint32 p = Max(looks->bought, l + 1); i == looks_first(looks, l) && p < looks->n; p++)
				{
					double		rows = row[looks_first(looks, p) - i - 1].n;

					if (l < looks->bought)
						n[(size_t) (p - looks->bought) * looks->n + l] += rows;
					else
						n[(size_t) (l - looks->bought) * looks->n + p] += rows;
				}
			}
	}
	return n;
}

/* Was a pair seen often enough with all columns, and with the pairs used already? */
static bool
is_usable(const double *together, const Looks *looks, const ColumnShape *shape, uint32 pair)
{
	for (uint32 l = 0; l < looks->bought; l++)
		if (together[(size_t) pair * looks->n + l] < LEAST_TOGETHER)
			return false;
	for (uint32 p = 0; p < pair; p++)
		if (shape->pair[p] && together[(size_t) p * looks->n + looks->bought + pair] < LEAST_TOGETHER)
			return false;
	return true;
}

/* The first usable pairs, up to most. */
static ColumnShape
with_usable(ColumnShape shape, const double *together, const Looks *looks, uint32 most)
{
	uint32		count = 0;

	for (uint32 p = 0; p < looks->n - looks->bought && count < most; p++)
		if (is_usable(together, looks, &shape, p))
		{
			shape.pair[p] = true;
			count++;
		}
	return shape;
}

/* The shapes with pairs that are to be tried, beside one without; how many. */
static uint32
list_shapes(Work *work, const Moments *moments, const FitOptions *options, ColumnShape plain,
			ColumnShape *shape)
{
	const Columns *columns = options->columns;
	const Looks *looks = &columns->looks;
	uint32		pairs = looks->n - looks->bought;
	uint32		count = 0;

	if (columns->copies)
	{
		Work	   *scratch = work_begin(work);
		const double *together = seen_together(scratch, moments, looks);
		uint32		before = 0;

		for (uint32 k = 0; k < lengthof(shorter); k++)
		{
			uint32		usable;

			shape[count] = with_usable(plain, together, looks, shorter[k]);
			usable = count_pairs(&shape[count]);
			count += usable > before;
			before = usable;
		}
		work_end(scratch);
		return count;
	}
	for (uint32 k = 0; k < lengthof(shorter); k++)
		if (shorter[k] < pairs)
			shape[count++] = with_first(plain, shorter[k]);
	shape[count++] = with_first(plain, pairs);
	return count;
}

/* Lines and bends, without pairs, in two places; returns the place of the better, which is best. */
static int
try_bends(ShapeFit fit, void *context, double margin, ShapeChoice *choice, ShapeForecast *best)
{
	ShapeForecast bends;
	ShapeForecast lines;

	choice->shape.bends = true;
	bends = fit(context, &choice->shape, 0);
	choice->shape.bends = false;
	lines = fit(context, &choice->shape, 1);
	choice->forecast_bends = bends.told;
	choice->forecast_lines = lines.told;
	choice->shape.bends = lines.compared - bends.compared > BENDS_MARGIN * margin * lines.compared;
	*best = choice->shape.bends ? bends : lines;
	return choice->shape.bends ? 0 : 1;
}

/* More and more pairs, beside the best fit so far, which is in a place; returns that of the best. */
static int
try_pairs(Work *work, const Moments *moments, const FitOptions *options, ShapeFit fit,
		  void *context, double margin, ShapeChoice *choice, ShapeForecast best, int place)
{
	ColumnShape shape[lengthof(shorter) + 1];
	uint32		count = list_shapes(work, moments, options, choice->shape, shape);
	bool		used = false;

	for (uint32 k = 0; k < count; k++)
	{
		ShapeForecast forecast = fit(context, &shape[k], 1 - place);

		if (!used && !(choice->forecast_pairs <= forecast.told))
			choice->forecast_pairs = forecast.told;
		if (forecast.compared < best.compared - PAIRS_MARGIN * margin * best.compared)
		{
			choice->shape = shape[k];
			choice->forecast_pairs = forecast.told;
			used = true;
			best = forecast;
			place = 1 - place;
		}
	}
	return place;
}

int
column_shape_choose(Work *work, const Moments *moments, const FitOptions *options, bool judged,
					ShapeFit fit, void *context, ShapeChoice *choice)
{
	const Columns *columns = options->columns;
	/* where rows are seen in part and there are no copies, a pair is not told from its columns */
	uint32		listed = columns->looks.n - columns->looks.bought;
	uint32		pairs = columns->copies || moments->complete ? listed : 0;
	bool		bend = columns_bend(columns);
	bool		both = judged && bend && options->bends == BENDS_BY_FOLDS;
	double		margin = 1 / sqrt(moments_rows(moments));
	ShapeForecast best = {NAN, NAN};
	int			place = 0;

	*choice = no_choice;
	choice->shape.bends = bend && options->bends == BENDS_ALWAYS;
	if (both)
		place = try_bends(fit, context, margin, choice, &best);
	if (options->pair != NULL)
		memcpy(choice->shape.pair, options->pair, pairs * sizeof(bool));
	if (!both || count_pairs(&choice->shape) > 0)
	{
		best = fit(context, &choice->shape, place);
		if (count_pairs(&choice->shape) == 0)
			*(choice->shape.bends ? &choice->forecast_bends : &choice->forecast_lines) = best.told;
	}
	if (options->pair == NULL && pairs > 0 && judged && moments_rows(moments) >= LEAST_ROWS)
		place = try_pairs(work, moments, options, fit, context, margin, choice, best, place);
	if (bend)
		choice->bends = choice->shape.bends ? BENDS_ALWAYS : BENDS_NEVER;
	if (listed > 0)
		choice->pairs = count_pairs(&choice->shape);
	return place;
}
