/*
 * exact.c
 *		Moments whose sums are in two words: rows and other moments come and go.
 */
#include "kernel/exact/exact.h"

size_t
exact_size(uint32 d, uint32 folds)
{
	return ARRAY_SIZE(folds, ExactFold) + 5 * ARRAY_SIZE(d, double);
}

void
exact_init(Exact *exact, void *memory, uint32 d, uint32 folds, bool complete,
		   const double *shift)
{
	memset(memory, 0, exact_size(d, folds));
	memset(exact, 0, sizeof(Exact));
	exact->d = d;
	exact->folds = folds;
	exact->complete = complete;
	exact->shift = shift;
	exact->fold = memory;
	exact->target = (Extremes) {INFINITY, -INFINITY, 0, 0};
	exact->largest = (double *) (exact->fold + folds);
	exact->missing = exact->largest + d;
	exact->unknown = exact->missing + d;
	exact->looks = exact->unknown + d;
	exact->shifted = exact->looks + d;
}

/* What a fold takes before anything is added to it. */
static size_t
start_size(const Exact *exact)
{
	size_t		d = exact->d;

	return exact->complete ? ARRAY_SIZE(2 * d + d * (d + 1) / 2, ExactSum) :
		ARRAY_SIZE(d, ExactMarginal) + ARRAY_SIZE(d, ExactCell *);
}

/* Bytes of the pairs of attribute i. */
static size_t
row_size(const Exact *exact, uint32 i)
{
	return (exact->d - 1 - i) * sizeof(ExactCell);
}

size_t
exact_wanted(const Exact *exact, uint32 fold, const uint32 *attribute, uint32 n)
{
	const ExactFold *sums = &exact->fold[fold];
	size_t		size = exact_started(sums) ? 0 : start_size(exact);

	for (uint32 k = 0; k < n && !exact->complete; k++)
		if (sums->row == NULL || sums->row[attribute[k]] == NULL)
			size += row_size(exact, attribute[k]);
	return size;
}

void
exact_grow(Exact *exact, uint32 fold, const uint32 *attribute, uint32 n, void *memory)
{
	ExactFold  *sums = &exact->fold[fold];
	uint32		d = exact->d;
	Chunk		chunk = {memory, 0};

	memset(memory, 0, exact_wanted(exact, fold, attribute, n));
	if (!exact_started(sums) && exact->complete)
	{
		sums->x = TAKE_ARRAY(&chunk, d, ExactSum);
		sums->xy = TAKE_ARRAY(&chunk, d, ExactSum);
		sums->product = TAKE_ARRAY(&chunk, (size_t) d * (d + 1) / 2, ExactSum);
	}
	else if (!exact_started(sums))
	{
		sums->marginal = TAKE_ARRAY(&chunk, d, ExactMarginal);
		sums->row = TAKE_ARRAY(&chunk, d, ExactCell *);
	}
	for (uint32 k = 0; k < n && !exact->complete; k++)
		if (sums->row[attribute[k]] == NULL && attribute[k] + 1 < d)
			sums->row[attribute[k]] = chunk_take(&chunk, row_size(exact, attribute[k]));
}

void
exact_add_extremes(Exact *target, const Extremes *extremes, double sign)
{
	Extremes	more = *extremes;

	more.n_low *= sign;
	more.n_high *= sign;
	moments_add_extremes(&target->target, &more);
}

/* The products of a row that has everything. */
static void
add_complete(ExactFold *sums, const double *x, uint32 d, double y, double sign)
{
	ExactSum   *product = sums->product;

	for (uint32 i = 0; i < d; i++)
	{
		double		factor = sign * x[i];

		exact_sum_add(&sums->x[i], factor);
		exact_sum_add(&sums->xy[i], factor * y);
		for (uint32 j = i; j < d; j++)
			exact_sum_add(product++, factor * x[j]);
	}
}

static void
add_pairs(ExactFold *sums, const uint32 *attribute, const double *x, uint32 n, double y,
		  double sign)
{
	for (uint32 k = 0; k < n; k++)
	{
		uint32		i = attribute[k];
		ExactMarginal *marginal = &sums->marginal[i];
		double		factor = sign * x[k];

		marginal->n += sign;
		exact_sum_add(&marginal->x, factor);
		exact_sum_add(&marginal->xx, factor * x[k]);
		exact_sum_add(&marginal->y, sign * y);
		exact_sum_add(&marginal->yy, sign * (y * y));
		exact_sum_add(&marginal->xy, factor * y);
		for (uint32 l = k + 1; l < n; l++)
		{
			ExactCell  *cell = &sums->row[i][attribute[l] - i - 1];

			cell->n += sign;
			exact_sum_add(&cell->product, factor * x[l]);
			exact_sum_add(&cell->first, factor);
			exact_sum_add(&cell->second, sign * x[l]);
		}
	}
}

void
exact_add_row(Exact *exact, uint32 fold, const uint32 *attribute, const double *value,
			  uint32 n, double y, double sign)
{
	ExactFold  *sums = &exact->fold[fold];
	Extremes	extremes = {y, y, 1, 1};
	const double *x = exact->shift ? exact->shifted : value;

	Assert(!exact->complete || n == exact->d);
	for (uint32 k = 0; k < n; k++)
	{
		uint32		i = exact->complete ? k : attribute[k];

		if (exact->shift)
			exact->shifted[k] = value[k] - exact->shift[i];
		exact->largest[i] = Max(exact->largest[i], fabs(x[k]));
	}
	sums->rows += sign;
	exact_sum_add(&sums->y, sign * y);
	exact_sum_add(&sums->yy, sign * (y * y));
	exact_add_extremes(exact, &extremes, sign);
	if (sign > 0)
		exact->ever += 1;
	if (exact->complete)
		add_complete(sums, x, n, y, sign);
	else
		add_pairs(sums, attribute, x, n, y, sign);
}

void
exact_add_missing(Exact *exact, const uint32 *plan, uint32 n, const uint32 *present,
				  uint32 m, double sign)
{
	for (uint32 p = 0, k = 0; p < n; p++)
		if (k < m && present[k] == plan[p])
			k++;
		else
			exact->missing[plan[p]] += sign;
}

void
exact_add_unknown(Exact *exact, const uint32 *first, uint32 n, double sign)
{
	for (uint32 k = 0; k < n; k++)
		exact->unknown[first[k]] += sign;
}

void
exact_add_looks(Exact *exact, const uint32 *attribute, uint32 n, double looks)
{
	for (uint32 k = 0; k < n; k++)
		exact->looks[attribute[k]] += looks;
}

/* Of attribute i, so many looks where rows were added. */
static void
merge_attribute(Exact *target, uint32 i, double largest, double missing, double unknown,
				double looks, double sign)
{
	target->largest[i] = Max(target->largest[i], largest);
	target->missing[i] += sign * missing;
	target->unknown[i] += sign * unknown;
	target->looks[i] += sign > 0 ? looks : 0;
}

void
exact_merge_common(Exact *target, const Exact *source, double sign)
{
	exact_add_extremes(target, &source->target, sign);
	target->rounded = target->rounded || source->rounded;
	if (sign > 0)
		target->ever += source->ever;
	for (uint32 i = 0; i < target->d; i++)
		merge_attribute(target, i, source->largest[i], source->missing[i], source->unknown[i],
						source->looks[i], sign);
}

void
exact_merge_moments_common(Exact *target, const Moments *source, double sign)
{
	double		rows = moments_rows(source);

	exact_add_extremes(target, &source->target, sign);
	target->rounded = target->rounded || rows > 0;
	if (sign > 0)
		target->ever += rows;
	for (uint32 i = 0; i < target->d; i++)
		merge_attribute(target, i, source->largest[i], source->missing[i], source->unknown[i],
						moments_marginal(source, i, source->folds).n, sign);
}

uint32
exact_touched(const Exact *source, uint32 fold, uint32 *attribute)
{
	const ExactFold *sums = &source->fold[fold];
	uint32		n = 0;

	for (uint32 i = 0; i < source->d && exact_started(sums); i++)
		if (source->complete || sums->row[i] != NULL)
			attribute[n++] = i;
	return n;
}

uint32
exact_touched_moments(const Moments *source, uint32 fold, uint32 *attribute)
{
	uint32		n = 0;

	for (uint32 i = 0; i < source->d; i++)
		if (moments_fold_marginal(source, fold, i).n > 0)
			attribute[n++] = i;
	return n;
}

static void
merge_marginal(ExactMarginal *target, const ExactMarginal *source, double sign)
{
	target->n += sign * source->n;
	exact_sum_merge(&target->x, &source->x, sign);
	exact_sum_merge(&target->xx, &source->xx, sign);
	exact_sum_merge(&target->y, &source->y, sign);
	exact_sum_merge(&target->yy, &source->yy, sign);
	exact_sum_merge(&target->xy, &source->xy, sign);
}

static void
merge_cell(ExactCell *target, const ExactCell *source, double sign)
{
	target->n += sign * source->n;
	exact_sum_merge(&target->product, &source->product, sign);
	exact_sum_merge(&target->first, &source->first, sign);
	exact_sum_merge(&target->second, &source->second, sign);
}

static void
merge_fold(ExactFold *target, const ExactFold *source, double sign)
{
	target->rows += sign * source->rows;
	exact_sum_merge(&target->y, &source->y, sign);
	exact_sum_merge(&target->yy, &source->yy, sign);
}

/* Complete sums as marginals and pairs, each seen in every row. */
static void
merge_as_pairs(ExactFold *target, const ExactFold *source, uint32 d, double sign)
{
	const ExactSum *product = source->product;

	for (uint32 i = 0; i < d; i++)
	{
		ExactMarginal marginal = {source->rows, source->x[i], *product++, source->y, source->yy, source->xy[i]};

		merge_marginal(&target->marginal[i], &marginal, sign);
		for (uint32 j = i + 1; j < d; j++)
		{
			ExactCell	cell = {source->rows, *product++, source->x[i], source->x[j]};

			merge_cell(&target->row[i][j - i - 1], &cell, sign);
		}
	}
}

void
exact_merge(Exact *target, const Exact *source, uint32 fold, double sign)
{
	ExactFold  *sums = &target->fold[fold];
	const ExactFold *more = &source->fold[fold];
	uint32		d = target->d;

	Assert(source->complete || !target->complete);
	if (!exact_started(more))
		return;
	merge_fold(sums, more, sign);
	if (source->complete && !target->complete)
		merge_as_pairs(sums, more, d, sign);
	else if (target->complete)
	{
		for (uint32 i = 0; i < d; i++)
		{
			exact_sum_merge(&sums->x[i], &more->x[i], sign);
			exact_sum_merge(&sums->xy[i], &more->xy[i], sign);
		}
		for (size_t k = 0; k < (size_t) d * (d + 1) / 2; k++)
			exact_sum_merge(&sums->product[k], &more->product[k], sign);
	}
	else
		for (uint32 i = 0; i < d; i++)
		{
			merge_marginal(&sums->marginal[i], &more->marginal[i], sign);
			for (uint32 j = i + 1; j < d && more->row[i] != NULL; j++)
				merge_cell(&sums->row[i][j - i - 1], &more->row[i][j - i - 1], sign);
		}
}

size_t
exact_merge_scratch_size(uint32 d)
{
	return fold_walk_size(d);
}

/* A plain sum as one of two words. */
static inline ExactSum
plain(double sum)
{
	return (ExactSum) {sum, 0};
}

void
exact_merge_moments(Exact *target, const Moments *source, uint32 fold, double sign, void *scratch)
{
	ExactFold  *sums = &target->fold[fold];
	const FoldSums *more = &source->fold[fold];
	uint32		d = target->d;
	FoldWalk	walk;

	Assert(source->complete || !target->complete);
	if (more->rows == 0)
		return;
	sums->rows += sign * more->rows;
	exact_sum_add(&sums->y, sign * more->y);
	exact_sum_add(&sums->yy, sign * more->yy);
	fold_walk_start(&walk, scratch, source, fold);
	for (uint32 i = 0; i < d; i++)
	{
		Marginal	m = moments_fold_marginal(source, fold, i);
		ExactMarginal marginal = {m.n, plain(m.x), plain(m.xx), plain(m.y), plain(m.yy), plain(m.xy)};
		const PairCell *cell = i + 1 < d ? fold_walk_row(&walk, i) : NULL;
		ExactSum   *product = target->complete ? exact_products(sums, d, i) : NULL;

		if (product != NULL)
		{
			exact_sum_add(&sums->x[i], sign * m.x);
			exact_sum_add(&sums->xy[i], sign * m.xy);
			exact_sum_add(product++, sign * m.xx);
			for (uint32 k = 0; k < d - i - 1; k++)
				exact_sum_add(&product[k], sign * cell[k].product);
			continue;
		}
		merge_marginal(&sums->marginal[i], &marginal, sign);
		for (uint32 k = 0; k < d - i - 1 && sums->row[i] != NULL; k++)
		{
			ExactCell	more_cell = {cell[k].n, plain(cell[k].product), plain(cell[k].first),
			plain(cell[k].second)};

			if (cell[k].n > 0)
				merge_cell(&sums->row[i][k], &more_cell, sign);
		}
	}
}

double
exact_rows(const Exact *exact)
{
	double		rows = 0;

	for (uint32 f = 0; f < exact->folds; f++)
		rows += exact->fold[f].rows;
	return rows;
}
