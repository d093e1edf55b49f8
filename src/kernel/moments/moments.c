/*
 * moments.c
 *		Sufficient statistics of a linear model under a sampling design.
 */
#include "kernel/moments/moments.h"

void
moments_init(Work *work, Moments *moments, uint32 d, uint32 folds, bool complete,
			 const double *shift)
{
	memset(moments, 0, sizeof(Moments));
	moments->work = work;
	moments->d = d;
	moments->folds = folds;
	moments->complete = complete;
	moments->shift = shift;
	moments->fold = WORK_ARRAY(work, folds, FoldSums);
	moments->target = (Extremes) {INFINITY, -INFINITY, 0, 0};
	/* one array cut up, of as many numbers as the last part needs at most */
	moments->largest = WORK_ARRAY(work, 5 * (size_t) d + d / 2 + 1, double);
	moments->missing = moments->largest + d;
	moments->unknown = moments->missing + d;
	moments->most = moments->unknown + d;
	moments->shifted = moments->most + d;
	moments->head = (uint32 *) (moments->shifted + d);
	for (uint32 f = 0; f < folds; f++)
	{
		pairs_init(&moments->fold[f].pairs, d);
		gram_init(&moments->fold[f].gram, d);
	}
}

void
moments_keep_rows(Moments *moments)
{
	for (uint32 f = 0; f < moments->folds; f++)
		moments->fold[f].pairs.only_rows = true;
}

void
moments_start(Moments *moments, uint32 fold)
{
	FoldSums   *sums = &moments->fold[fold];

	if (!moments->complete && sums->marginal == NULL)
		sums->marginal = WORK_ARRAY(moments->work, moments->d, Marginal);
}

/* rows more with this target */
static inline void
extremes_add(Extremes *target, double low, double rows_low, double high, double rows_high)
{
	if (low < target->low)
	{
		target->low = low;
		target->n_low = 0;
	}
	if (low == target->low)
		target->n_low += rows_low;
	if (high > target->high)
	{
		target->high = high;
		target->n_high = 0;
	}
	if (high == target->high)
		target->n_high += rows_high;
}

void
moments_add_extremes(Extremes *target, const Extremes *source, double sign)
{
	extremes_add(target, source->low, sign * source->n_low, source->high, sign * source->n_high);
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
	const double *shift = moments->shift;
	double	   *largest = moments->largest;
	bool		complete = moments->complete;
	double	   *x = moments->shifted;
	Marginal   *marginal;

	if (complete)
	{
		gram_have_sums(moments->work, &sums->gram);
		x = gram_next_row(&sums->gram, y);
	}
	else
	{
		moments_start(moments, fold);
		pairs_make_room(moments->work, &sums->pairs, n, moments->head);
	}
	marginal = sums->marginal;
	if (moments->turnover > 0)
		moments->turnover += 1;
	sums->rows += 1;
	sums->y += y;
	sums->yy += y * y;
	if (shift == NULL)
		memcpy(x, value, n * sizeof(double));
	else
		for (uint32 k = 0; k < n; k++)
			x[k] = value[k] - shift[complete ? k : attribute[k]];

	extremes_add(&moments->target, y, 1, y, 1);

	if (complete)
		for (uint32 i = 0; i < n; i++)
			largest[i] = Max(largest[i], fabs(x[i]));
	else
	{
		for (uint32 k = 0; k < n; k++)
		{
			uint32		i = attribute[k];

			marginal_add(&marginal[i], x[k], y);
			largest[i] = Max(largest[i], fabs(x[k]));
		}
		pairs_add(&sums->pairs, attribute, x, n, moments->head);
	}
}

void
moments_add_missing(Moments *moments, const uint32 *plan, uint32 n, const uint32 *present,
					uint32 m)
{
	for (uint32 p = 0, k = 0; p < n; p++)
		if (k < m && present[k] == plan[p])
			k++;
		else
			moments->missing[plan[p]]++;
}

void
moments_add_unknown(Moments *moments, const uint32 *first, uint32 n)
{
	for (uint32 k = 0; k < n; k++)
		moments->unknown[first[k]]++;
}

void
moments_target_sums(const Moments *moments, double *y, double *yy)
{
	*y = *yy = 0;
	for (uint32 f = 0; f < moments->folds; f++)
	{
		*y += moments->fold[f].y;
		*yy += moments->fold[f].yy;
	}
}

double
moments_most(const Moments *moments, uint32 i)
{
	return Max(moments->most[i], moments_marginal(moments, i, moments->folds).xx);
}

double
moments_most_target(const Moments *moments)
{
	double		y;
	double		yy;

	moments_target_sums(moments, &y, &yy);
	return Max(moments->most_yy, yy);
}

void
moments_remember(Moments *moments)
{
	if (moments->turnover == 0)
		moments->turnover = moments_rows(moments);
	for (uint32 i = 0; i < moments->d; i++)
		moments->most[i] = moments_most(moments, i);
	moments->most_yy = moments_most_target(moments);
}

static void
merge_common(Moments *target, const Moments *source, double sign)
{
	if (sign < 0 || source->turnover > 0)
		moments_remember(target);
	if (sign < 0 || source->turnover > 0 || target->turnover > 0)
		target->turnover += source->turnover > 0 ? source->turnover : moments_rows(source);
	target->most_yy = Max(target->most_yy, source->most_yy);
	moments_add_extremes(&target->target, &source->target, sign);
	for (uint32 i = 0; i < target->d; i++)
	{
		target->largest[i] = Max(target->largest[i], source->largest[i]);
		target->missing[i] += sign * source->missing[i];
		target->unknown[i] += sign * source->unknown[i];
		target->most[i] = Max(target->most[i], source->most[i]);
	}
}

void
moments_settle(Moments *moments)
{
	for (uint32 f = 0; f < moments->folds; f++)
	{
		pairs_settle(&moments->fold[f].pairs, moments->head);
		gram_settle(&moments->fold[f].gram);
	}
}

void
moments_add_marginal(Marginal *target, const Marginal *source, double sign)
{
	target->n += sign * source->n;
	target->x += sign * source->x;
	target->xx += sign * source->xx;
	target->y += sign * source->y;
	target->yy += sign * source->yy;
	target->xy += sign * source->xy;
}

/* Have what the target needs for the merge of a fold that has rows. */
static void
prepare_merge(Moments *target, const Moments *source, uint32 fold, double sign)
{
	FoldSums   *sums = &target->fold[fold];

	moments_start(target, fold);
	if (target->complete)
		gram_have_sums(target->work, &sums->gram);
	else if (source->complete)
		pairs_have_table(target->work, &sums->pairs, target->head);
	else
		pairs_prepare_merge(target->work, &sums->pairs, &source->fold[fold].pairs, sign, target->head);
}

static void
merge_fold(Moments *target, const Moments *source, uint32 fold, double sign, PairWalk *walk)
{
	FoldSums   *sums = &target->fold[fold];
	const FoldSums *more = &source->fold[fold];

	sums->rows += sign * more->rows;
	sums->y += sign * more->y;
	sums->yy += sign * more->yy;
	if (target->complete)
	{
		gram_merge(&sums->gram, &more->gram, sign);
		return;
	}
	for (uint32 i = 0; i < target->d; i++)
	{
		Marginal	marginal = moments_fold_marginal(source, fold, i);

		moments_add_marginal(&sums->marginal[i], &marginal, sign);
	}
	if (source->complete)
		gram_add_to_table(&more->gram, more->rows, sign, sums->pairs.table, target->shifted);
	else
		pairs_merge(&sums->pairs, &more->pairs, sign, target->head, walk);
}

void
moments_merge(Moments *target, const Moments *source, double sign)
{
	PairWalk	walk;

	Assert(source->complete || !target->complete);
	moments_settle(target);
	for (uint32 f = 0; f < target->folds; f++)
		if (source->fold[f].rows > 0)
		{
			work_poll(target->work);
			prepare_merge(target, source, f, sign);
		}
	pairs_walk_init(target->work, &walk, target->d);
	merge_common(target, source, sign);
	for (uint32 f = 0; f < target->folds; f++)
		if (source->fold[f].rows > 0)
			merge_fold(target, source, f, sign, &walk);
	pairs_walk_release(target->work, &walk);
}

static void
release_fold(Work *work, FoldSums *sums)
{
	work_release(work, sums->marginal);
	work_release(work, sums->pairs.table);
	work_release(work, sums->pairs.value);
	work_release(work, sums->gram.sum);
	work_release(work, sums->gram.block);
}

void
moments_break_complete(Moments *moments)
{
	Moments		broken;

	moments_settle(moments);
	moments_init(moments->work, &broken, moments->d, moments->folds, false, moments->shift);
	moments_merge(&broken, moments, 1);
	for (uint32 f = 0; f < moments->folds; f++)
		release_fold(moments->work, &moments->fold[f]);
	work_release(moments->work, moments->fold);
	work_release(moments->work, moments->largest);
	*moments = broken;
}

void
moments_drop_fold(Moments *moments, uint32 fold)
{
	FoldSums   *sums = &moments->fold[fold];
	Extremes   *target = &moments->target;
	double		rows = moments_rows(moments);

	if (target->low == target->high)
		target->n_low = target->n_high = rows - sums->rows;
	else if (target->n_low + target->n_high == rows)
	{
		double		high = rint((sums->y - target->low * sums->rows) / (target->high - target->low));

		target->n_low -= sums->rows - high;
		target->n_high -= high;
		if (target->n_low == 0 || target->n_high == 0)
		{
			if (target->n_low == 0)
				target->low = target->high;
			else
				target->high = target->low;
			target->n_low = target->n_high = rows - sums->rows;
		}
	}
	else
		target->n_low = target->n_high = 0; /* in which folds they were, nobody knows */
	release_fold(moments->work, sums);
	moments->folds--;
	memmove(sums, sums + 1, (moments->folds - fold) * sizeof(*sums));
}

Marginal
moments_fold_marginal(const Moments *moments, uint32 fold, uint32 i)
{
	const FoldSums *sums = &moments->fold[fold];
	Marginal	marginal = {0, 0, 0, 0, 0, 0};

	if (!moments->complete)
		return sums->marginal != NULL ? sums->marginal[i] : marginal;
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
		for (uint32 i = 0; moments->fold[f].marginal != NULL && i < moments->d; i++)
			reads += moments->fold[f].marginal[i].n;
	return reads;
}

double
moments_looks(const Moments *moments, const Looks *looks)
{
	double		taken = 0;

	if (looks->first == NULL)
		return moments_reads(moments);
	for (uint32 l = 0; l < looks->bought; l++)
		taken += moments_marginal(moments, looks->first[l], moments->folds).n;
	return taken;
}

bool
moments_asked_all(const Moments *moments)
{
	double		rows = moments_rows(moments);

	for (uint32 i = 0; i < moments->d; i++)
		if (moments_marginal(moments, i, moments->folds).n + moments->missing[i] < rows)
			return false;
	return true;
}

Marginal
moments_marginal(const Moments *moments, uint32 i, uint32 omit)
{
	Marginal	sum = {0, 0, 0, 0, 0, 0};

	for (uint32 f = 0; f < moments->folds; f++)
		if (f != omit)
		{
			Marginal	marginal = moments_fold_marginal(moments, f, i);

			moments_add_marginal(&sum, &marginal, 1);
		}
	return sum;
}

void
fold_walk_init(Work *work, FoldWalk *walk, uint32 d)
{
	pairs_walk_init(work, &walk->pairs, d);
	walk->x = WORK_ARRAY(work, d, double);
}

void
fold_walk_start(FoldWalk *walk, const Moments *moments, uint32 fold)
{
	const FoldSums *sums = &moments->fold[fold];

	walk->gram = moments->complete ? &sums->gram : NULL;
	if (!moments->complete)
	{
		pairs_walk_start(&walk->pairs, &sums->pairs);
		return;
	}
	walk->rows = sums->rows;
	for (uint32 i = 0; i < moments->d; i++)
		walk->x[i] = moments_fold_marginal(moments, fold, i).x;
}

const PairCell *
fold_walk_row(FoldWalk *walk, uint32 i)
{
	PairCell   *row = walk->pairs.row;
	const double *product;

	if (walk->gram == NULL)
		return pairs_walk_row(&walk->pairs, i);
	product = gram_products(walk->gram, i);
	for (uint32 j = 1; j < walk->gram->d - i; j++)
		row[j - 1] = (PairCell) {walk->rows, product != NULL ? product[j] : 0, walk->x[i], walk->x[i + j]};
	return row;
}

/* The same in one fold. */
static bool
fold_paired(FoldWalk *walk, const Looks *looks)
{
	for (uint32 i = 0, look = 0; i < looks_main(looks); i++)
	{
		const PairCell *row = fold_walk_row(walk, i);
		uint32		end;

		while ((end = looks_first(looks, look + 1)) <= i)
			look++;
		for (uint32 j = end; j < looks_main(looks); j++)
			if (row[j - i - 1].n > 0)
				return true;
	}
	return false;
}

bool
moments_paired(Work *work, const Moments *moments, const Looks *looks)
{
	Work	   *scratch = work_begin(work);
	bool		paired = false;
	FoldWalk	walk;

	fold_walk_init(scratch, &walk, moments->d);
	for (uint32 f = 0; f < moments->folds && !paired; f++)
		if (moments->fold[f].rows > 0)
		{
			fold_walk_start(&walk, moments, f);
			paired = fold_paired(&walk, looks);
		}
	work_end(scratch);
	return paired;
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
			const Marginal *marginal = moments->fold[f].marginal;

			if (marginal == NULL)
				continue;
			marginal += i;
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

bool
marginal_valid(const Marginal *marginal, double rows)
{
	return count_valid(marginal->n, rows) && !(marginal->xx < 0) && !(marginal->yy < 0);
}

bool
extremes_valid(const Extremes *target, double rows)
{
	return count_valid(target->n_low, rows) && count_valid(target->n_high, rows) &&
		(rows == 0 || target->low <= target->high) &&
		(target->low != target->high || target->n_low == target->n_high);
}

bool
moments_finite(const Moments *moments)
{
	for (uint32 f = 0; f < moments->folds; f++)
	{
		const FoldSums *sums = &moments->fold[f];

		if (!isfinite(sums->y) || !isfinite(sums->yy))
			return false;
		for (uint32 i = 0; i < moments->d && sums->rows > 0; i++)
		{
			Marginal	m = moments_fold_marginal(moments, f, i);

			/* sums over pairs are no larger than the sums of squares */
			if (!isfinite(m.x) || !isfinite(m.xx) || !isfinite(m.y) || !isfinite(m.yy) || !isfinite(m.xy))
				return false;
		}
	}
	for (uint32 i = 0; i < moments->d; i++)
		if (!isfinite(moments->most[i]))
			return false;
	return isfinite(moments->most_yy);
}

bool
moments_valid(const Moments *moments)
{
	for (uint32 f = 0; f < moments->folds; f++)
	{
		const FoldSums *sums = &moments->fold[f];

		if (!count_valid(sums->rows, INFINITY) || sums->yy < 0)
			return false;
		if (!moments->complete && sums->rows > 0 && sums->marginal == NULL)
			return false;
		for (uint32 i = 0; sums->marginal != NULL && i < moments->d; i++)
			if (!marginal_valid(&sums->marginal[i], sums->rows))
				return false;
	}
	for (uint32 i = 0; i < moments->d; i++)
		if (!(moments->largest[i] >= 0) || !count_valid(moments->missing[i], INFINITY) ||
			(moments->complete && moments->missing[i] > 0))
			return false;
	return extremes_valid(&moments->target, moments_rows(moments));
}
