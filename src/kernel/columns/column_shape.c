/*
 * column_shape.c
 *		The choice of curves and interactions by cross-validation.
 */
#include "kernel/columns/column_shape.h"

/* An alternative must be better by this share of the forecast, over sqrt(rows). */
#define CURVES_MARGIN 0.5
#define PAIRS_MARGIN 1.0

/* With fewer rows there are no interactions. */
#define LEAST_ROWS 50

/* Rows in which an interaction must be seen with another column, if rows are seen in part. */
#define LEAST_TOGETHER 100

/* Numbers of interactions that are tried before the whole list. */
static const uint32 shorter[] = {3, 10};

const bool	no_pairs[MOST_PAIRS];

const ShapeChoice no_choice = {
	.pairs = NAN,.forecast_lines = NAN,.forecast_curves = NAN,.forecast_pairs = NAN
};

ColumnShape
column_shape_plain(bool curves)
{
	ColumnShape shape = {.curves = curves};

	return shape;
}

bool
column_shapes_differ(const Columns *columns)
{
	return columns->looks.n > columns->looks.bought || columns_have_knots(columns);
}

/* Returns the shape with the first interactions of the list. */
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
 * Returns [pairs * looks] the number of rows in which each interaction was seen together with
 * each column and with each later interaction.
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

/*
 * Returns true if the interaction was observed together with every column, and with every
 * interaction already used, at least LEAST_TOGETHER times.
 */
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

/* Returns the shape with the first usable interactions, at most "most". */
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

/* Lists the shapes with interactions that are to be tried.  Returns their number. */
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

/* Tries lines and curves without interactions.  Returns the slot of the better one and its forecast. */
static int
try_curves(ShapeFit fit, void *context, double margin, ShapeChoice *choice, ShapeForecast *best)
{
	ShapeForecast curves;
	ShapeForecast lines;

	choice->shape.curves = true;
	curves = fit(context, &choice->shape, 0);
	choice->shape.curves = false;
	lines = fit(context, &choice->shape, 1);
	choice->forecast_curves = curves.reported;
	choice->forecast_lines = lines.reported;
	choice->shape.curves = lines.compared - curves.compared > CURVES_MARGIN * margin * lines.compared;
	*best = choice->shape.curves ? curves : lines;
	return choice->shape.curves ? 0 : 1;
}

/* Tries more and more interactions.  slot: that of the best fit so far; returns the new one. */
static int
try_pairs(Work *work, const Moments *moments, const FitOptions *options, ShapeFit fit,
		  void *context, double margin, ShapeChoice *choice, ShapeForecast best, int slot)
{
	ColumnShape shape[lengthof(shorter) + 1];
	uint32		count = list_shapes(work, moments, options, choice->shape, shape);
	bool		used = false;

	for (uint32 k = 0; k < count; k++)
	{
		ShapeForecast forecast = fit(context, &shape[k], 1 - slot);

		if (!used && !(choice->forecast_pairs <= forecast.reported))
			choice->forecast_pairs = forecast.reported;
		if (forecast.compared < best.compared - PAIRS_MARGIN * margin * best.compared)
		{
			choice->shape = shape[k];
			choice->forecast_pairs = forecast.reported;
			used = true;
			best = forecast;
			slot = 1 - slot;
		}
	}
	return slot;
}

int
column_shape_choose(Work *work, const Moments *moments, const FitOptions *options, bool judged,
					ShapeFit fit, void *context, ShapeChoice *choice)
{
	const Columns *columns = options->columns;
	/* in rows seen in part an interaction cannot be separated from its columns without copies */
	uint32		listed = columns->looks.n - columns->looks.bought;
	uint32		pairs = columns->copies || moments->complete ? listed : 0;
	bool		any_knots = columns_have_knots(columns);
	bool		both = judged && any_knots && options->bends == BENDS_BY_FOLDS;
	double		margin = 1 / sqrt(moments_rows(moments));
	ShapeForecast best = {NAN, NAN};
	int			slot = 0;

	*choice = no_choice;
	choice->shape.curves = any_knots && options->bends == BENDS_ALWAYS;
	if (both)
		slot = try_curves(fit, context, margin, choice, &best);
	if (options->pair != NULL)
		memcpy(choice->shape.pair, options->pair, pairs * sizeof(bool));
	if (!both || count_pairs(&choice->shape) > 0)
	{
		best = fit(context, &choice->shape, slot);
		if (count_pairs(&choice->shape) == 0)
			*(choice->shape.curves ? &choice->forecast_curves : &choice->forecast_lines) = best.reported;
	}
	if (options->pair == NULL && pairs > 0 && judged && moments_rows(moments) >= LEAST_ROWS)
		slot = try_pairs(work, moments, options, fit, context, margin, choice, best, slot);
	if (any_knots)
		choice->curves = choice->shape.curves ? BENDS_ALWAYS : BENDS_NEVER;
	if (listed > 0)
		choice->pairs = count_pairs(&choice->shape);
	return slot;
}
