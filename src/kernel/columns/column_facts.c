/*
 * column_facts.c
 *		Facts about the columns of a linear model, from the sums it was fitted to.
 */
#include "kernel/columns/column_facts.h"

#include "kernel/moments/estimate.h"

typedef struct Scratch
{
	double	   *mean;			/* [attributes] after the shift */
	double	   *square;			/* [looks] sum over rows of (w'(x - mean))^2 */
	uint32	   *look;			/* [attributes] the look of each attribute */
	FoldWalk	walk;
} Scratch;

/* Finds means and standard deviations, and adds the squares of attributes to those of looks. */
static void
add_attributes(const Moments *moments, const Looks *looks, const double *weight, Scratch *scratch,
		  ColumnFacts *facts)
{
	for (uint32 l = 0; l < looks->n; l++)
	{
		scratch->square[l] = 0;
		for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
		{
			AttributeSums sum = moments_attribute(moments, i, moments->folds);
			double		mean = sum.n > 0 ? sum.x / sum.n : 0;
			double		squares = sum.xx - sum.x * mean;
			double		adds;

			/* rounding errors alone make a constant, as in fits */
			if (!(squares > CONSTANT_SHARE * sum.xx))
				squares = 0;
			scratch->look[i] = l;
			scratch->mean[i] = mean;
			/* the square of a weight might overflow */
			adds = weight[i] * sqrt(squares);
			scratch->square[l] += adds * adds;
			facts->mean[i] = sum.n > 0 && moments->shift != NULL ? mean + moments->shift[i] : mean;
			facts->sd[i] = sum.n > 1 ? sqrt(squares / (sum.n - 1)) : 0;
			facts->part[i] = 0;
		}
	}
}

/* Adds the products of two attributes of a look, over the rows of one fold. */
static void
add_pairs(Work *work, const Moments *moments, uint32 fold, const Looks *looks, const double *weight,
		  Scratch *scratch)
{
	fold_walk_start(&scratch->walk, moments, fold);
	for (uint32 i = 0; i + 1 < looks->d; i++)
	{
		uint32		l = scratch->look[i];
		const PairCell *row;

		work_poll_step(work, i);
		row = fold_walk_row(&scratch->walk, i);
		for (uint32 j = i + 1; j < looks_first(looks, l + 1); j++)
		{
			const PairCell *cell = &row[j - i - 1];

			double		products = cell->product - scratch->mean[j] * cell->first -
				scratch->mean[i] * cell->second + cell->n * scratch->mean[i] * scratch->mean[j];

			scratch->square[l] += 2 * (weight[i] * products) * weight[j];
		}
	}
}

/* Adds the same products over rows kept as rows, of all folds. */
static void
add_pairs_of_rows(Work *work, const Rows *rows, const Looks *looks, const double *weight,
				  Scratch *scratch)
{
	size_t		at = 0;
	KeptRow		row;

	while (rows_next(rows, &at, &row))
		for (uint32 k = 0; k < row.n; k++)
		{
			uint32		i = row.label[k] & ROW_LABEL;
			uint32		end = looks_first(looks, scratch->look[i] + 1);
			double		own = row.weight * (weight[i] * (row.value[k] - scratch->mean[i]));

			work_poll_step(work, at - k);
			if (row.label[k] & ROW_MISSING)
				continue;
			for (uint32 l = k + 1; l < row.n && (row.label[l] & ROW_LABEL) < end; l++)
			{
				uint32		j = row.label[l] & ROW_LABEL;

				if (!(row.label[l] & ROW_MISSING))
					scratch->square[scratch->look[i]] += 2 * own *
						(weight[j] * (row.value[l] - scratch->mean[j]));
			}
		}
}

void
column_facts(Work *work, const Moments *moments, const Looks *looks, const double *weight,
			 ColumnFacts *facts)
{
	Work	   *memory = work_begin(work);
	Scratch		scratch = {
		.mean = WORK_ARRAY(memory, looks->d, double),
		.square = WORK_ARRAY(memory, looks->n, double),
		.look = WORK_ARRAY(memory, looks->d, uint32)
	};

	fold_walk_init(memory, &scratch.walk, looks->d);
	add_attributes(moments, looks, weight, &scratch, facts);
	if (looks->n < looks->d)
	{
		add_pairs_of_rows(work, &moments->rows, looks, weight, &scratch);
		for (uint32 f = 0; f < moments->folds && (moments->summed || moments->complete); f++)
			if (moments->fold[f].rows > 0)
				add_pairs(work, moments, f, looks, weight, &scratch);
	}
	for (uint32 l = 0; l < looks->n; l++)
	{
		uint32		first = looks_first(looks, l);
		double		n = moments_attribute(moments, first, moments->folds).n;

		if (n > 1 && scratch.square[l] > 0)
			facts->part[first] = sqrt(scratch.square[l] / (n - 1));
	}
	work_end(memory);
}

/* Lists the looks that might leave enough unknown together with another.  Returns their number. */
static uint32
important_looks(const Moments *moments, const Looks *looks, const double *part, double mse,
				uint32 *important)
{
	double		most = 0;
	uint32		n = 0;

	for (uint32 l = 0; l < looks->bought; l++)
		most = Max(most, part[looks_first(looks, l)]);
	for (uint32 l = 0; l < looks->bought; l++)
	{
		uint32		first = looks_first(looks, l);

		if (part[first] > 0 && 2 * part[first] * most > SELDOM_SHARE * mse &&
			moments_attribute(moments, first, moments->folds).n >= SELDOM_ROWS)
			important[n++] = l;
	}
	return n;
}

/* Adds, for each two of n looks, the rows of a fold that have seen both; above the diagonal of count. */
static void
count_together(Work *work, FoldWalk *walk, const Looks *looks, const uint32 *look, uint32 n,
			   double *count)
{
	for (uint32 a = 0; a + 1 < n; a++)
	{
		uint32		i = looks_first(looks, look[a]);
		const PairCell *row = fold_walk_row(walk, i);

		work_poll_step(work, a);
		for (uint32 b = a + 1; b < n; b++)
			count[(size_t) a * n + b] += row[looks_first(looks, look[b]) - i - 1].n;
	}
}

bool
column_facts_seldom(Work *work, const Moments *moments, const Looks *looks, const double *part,
					double mse, SeldomTogether *found)
{
	Work	   *memory = work_begin(work);
	uint32	   *look = WORK_ARRAY(memory, looks->bought, uint32);
	uint32		n = moments->complete ? 0 : important_looks(moments, looks, part, mse, look);
	double	   *count = WORK_ARRAY(memory, (size_t) n * n, double);
	double		most = SELDOM_SHARE * mse;
	bool		seldom = false;
	FoldWalk	walk;

	fold_walk_init(memory, &walk, moments->d);
	for (uint32 f = 0; f < moments->folds && n > 1; f++)
		if (moments->fold[f].rows > 0)
		{
			fold_walk_start(&walk, moments, f);
			count_together(memory, &walk, looks, look, n, count);
		}
	for (uint32 a = 0; a + 1 < n; a++)
	{
		work_poll_step(memory, a);
		for (uint32 b = a + 1; b < n; b++)
		{
			double		rows = count[(size_t) a * n + b];
			double		unknown = 2 * part[looks_first(looks, look[a])] *
				part[looks_first(looks, look[b])] / sqrt(Max(rows, 1));

			if (rows < SELDOM_ROWS && unknown > most)
			{
				most = unknown;
				*found = (SeldomTogether) {look[a], look[b], rows};
				seldom = true;
			}
		}
	}
	work_end(memory);
	return seldom;
}
