/*
 * moments.c
 *		Sufficient statistics of a linear model under a sampling design.
 */
#include "kernel/moments/moments.h"

size_t
moments_size(uint32 d, uint32 folds)
{
	return ARRAY_SIZE(folds, FoldSums) + folds * ARRAY_SIZE(d, Marginal) +
		ARRAY_SIZE((size_t) d + 1, uint32) + ARRAY_SIZE(d, double);
}

void
moments_init(Moments *moments, void *memory, uint32 d, uint32 folds, bool complete,
			 const double *shift)
{
	Marginal   *marginal;

	memset(memory, 0, moments_size(d, folds));
	moments->d = d;
	moments->folds = folds;
	moments->complete = complete;
	moments->shift = shift;
	moments->fold = memory;
	marginal = (Marginal *) (moments->fold + folds);
	moments->shifted = (double *) (marginal + (size_t) folds * d);
	moments->head = (uint32 *) (moments->shifted + d);
	for (uint32 f = 0; f < folds; f++)
	{
		moments->fold[f].marginal = marginal + (size_t) f * d;
		pairs_init(&moments->fold[f].pairs, d);
		gram_init(&moments->fold[f].gram, d);
	}
}

size_t
moments_full_size(uint32 d, uint32 folds, bool complete)
{
	return moments_size(d, folds) + folds * (complete ? gram_full_size(d) : pairs_full_size(d));
}

size_t
moments_wanted(const Moments *moments, uint32 fold, uint32 n)
{
	return moments->complete ? gram_wanted(&moments->fold[fold].gram) :
		pairs_wanted(&moments->fold[fold].pairs, n);
}

void *
moments_grow(Moments *moments, uint32 fold, uint32 n, void *chunk)
{
	return moments->complete ? gram_grow(&moments->fold[fold].gram, chunk) :
		pairs_grow(&moments->fold[fold].pairs, n, chunk, moments->head);
}

static inline void
marginal_add(Marginal *marginal, double x, double y)
{
	marginal->n += 1;
	marginal->x += x;
	marginal->xx += x * x;
	marginal->y += y;
	marginal->yy += y * y;
	marginal->xy += x * y;
}

void
moments_add(Moments *moments, uint32 fold, const uint32 *attribute, const double *value,
			uint32 n, double y)
{
	/* in locals, as the compiler must think that the sums may overlap them */
	FoldSums   *sums = &moments->fold[fold];
	Marginal   *marginal = sums->marginal;
	const double *shift = moments->shift;
	bool		complete = moments->complete;
	double	   *x = complete ? gram_next_row(&sums->gram, y) : moments->shifted;

	sums->rows += 1;
	sums->y += y;
	sums->yy += y * y;
	if (shift == NULL)
		memcpy(x, value, n * sizeof(double));
	else
		for (uint32 k = 0; k < n; k++)
			x[k] = value[k] - shift[complete ? k : attribute[k]];

	if (complete)
		return;
	for (uint32 k = 0; k < n; k++)
		marginal_add(&marginal[attribute[k]], x[k], y);
	pairs_add(&sums->pairs, attribute, x, n, moments->head);
}

size_t
moments_merge_scratch_size(uint32 d)
{
	return 2 * pairs_walk_size(d);
}

size_t
moments_merge_wanted(const Moments *target, const Moments *source, uint32 fold, void *scratch)
{
	const FoldSums *sums = &target->fold[fold];

	if (!target->complete)
		return pairs_merge_size(&sums->pairs, &source->fold[fold].pairs, scratch,
								(char *) scratch + pairs_walk_size(target->d));
	return sums->gram.sum == NULL && source->fold[fold].rows > 0 ?
		gram_full_size(target->d) : 0;
}

void
moments_add_marginal(Marginal *target, const Marginal *source)
{
	target->n += source->n;
	target->x += source->x;
	target->xx += source->xx;
	target->y += source->y;
	target->yy += source->yy;
	target->xy += source->xy;
}

void *
moments_merge(Moments *target, const Moments *source, uint32 fold, size_t size,
			  void *chunk, void *scratch)
{
	FoldSums   *sums = &target->fold[fold];
	const FoldSums *more = &source->fold[fold];
	void	   *old = NULL;

	sums->rows += more->rows;
	sums->y += more->y;
	sums->yy += more->yy;
	if (!target->complete)
	{
		for (uint32 i = 0; i < target->d; i++)
			moments_add_marginal(&sums->marginal[i], &more->marginal[i]);
		return pairs_merge(&sums->pairs, &more->pairs, size, chunk, scratch,
						   (char *) scratch + pairs_walk_size(target->d));
	}
	if (size > 0)
		old = gram_grow_full(&sums->gram, chunk);
	if (more->rows > 0)
		gram_merge(&sums->gram, &more->gram);
	return old;
}

Marginal
moments_fold_marginal(const Moments *moments, uint32 fold, uint32 i)
{
	const FoldSums *sums = &moments->fold[fold];
	Marginal	marginal;

	if (!moments->complete)
		return sums->marginal[i];
	marginal.n = sums->rows;
	marginal.y = sums->y;
	marginal.yy = sums->yy;
	gram_marginal(&sums->gram, i, &marginal.x, &marginal.xx, &marginal.xy);
	return marginal;
}

double
moments_rows(const Moments *moments)
{
	double		rows = 0;

	for (uint32 f = 0; f < moments->folds; f++)
		rows += moments->fold[f].rows;
	return rows;
}

double
moments_reads(const Moments *moments)
{
	double		reads = 0;

	if (moments->complete)
		return moments_rows(moments) * moments->d;
	for (uint32 f = 0; f < moments->folds; f++)
		for (uint32 i = 0; i < moments->d; i++)
			reads += moments->fold[f].marginal[i].n;
	return reads;
}

Marginal
moments_marginal(const Moments *moments, uint32 i, uint32 omit)
{
	Marginal	sum = {0, 0, 0, 0, 0, 0};

	for (uint32 f = 0; f < moments->folds; f++)
		if (f != omit)
		{
			Marginal	marginal = moments_fold_marginal(moments, f, i);

			moments_add_marginal(&sum, &marginal);
		}
	return sum;
}

void
moments_attribute(const Moments *moments, uint32 i, double *mean, double *deviation,
				  double *correlation)
{
	Marginal	sum = moments_marginal(moments, i, moments->folds);
	double		xx = Max(sum.xx - sum.x * sum.x / sum.n, 0);
	double		yy = Max(sum.yy - sum.y * sum.y / sum.n, 0);
	double		xy = sum.xy - sum.x * sum.y / sum.n;

	*mean = sum.x / sum.n + (moments->shift != NULL ? moments->shift[i] : 0);
	*deviation = sum.n > 1 ? sqrt(xx / (sum.n - 1)) : NAN;
	*correlation = xx > 0 && yy > 0 ? Max(Min(xy / sqrt(xx * yy), 1), -1) : NAN;
}

void
moments_spread(const Moments *moments, double *spread)
{
	double	   *count = moments->shifted;	/* scratch */
	double		squares = 0;
	double		seen = 0;

	/* refreshed every few rows: only what it needs is summed over the folds */
	for (uint32 i = 0; i < moments->d; i++)
	{
		double		n = 0;
		double		x = 0;
		double		xx = 0;

		for (uint32 f = 0; f < moments->folds; f++)
		{
			const Marginal *marginal = &moments->fold[f].marginal[i];

			n += marginal->n;
			x += marginal->x;
			xx += marginal->xx;
		}
		count[i] = n;
		spread[i] = n > 1 ? Max(xx - x * x / n, 0) : 0;
		squares += spread[i];
		seen += n;
	}
	for (uint32 i = 0; i < moments->d; i++)
		spread[i] = seen > 0 ?
			sqrt((spread[i] + 0.5 * squares / seen) / (Max(count[i] - 1, 0) + 0.5)) : 0;
}
