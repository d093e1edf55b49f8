/*
 * subtract.c
 *		Moments from which others were subtracted: repairs, and limits of rounding.
 */
#include "kernel/moments/subtract.h"

#include "kernel/moments/estimate.h"

#include <float.h>

/*
 * A fit needs squared deviations to a relative error of KNOWN_SHARE.  Deviations of less than
 * LEAST_DEVIATION of the squares count as that much.  For a constant, as a fit sees it, an error of
 * LEAST_DEVIATION of the squares is allowed.
 */
#define KNOWN_SHARE 1e-4
#define LEAST_DEVIATION 1e-10

/*
 * If squares are 0 now, they may be whole numbers that were lost to rounding beside a value above
 * 2^53, whose square this is.
 */
#define LARGEST_EXACT_SQUARE 0x1p106

/* Raises a sum of squares to the square of the sum over n, its least possible value. */
static double
raised_squares(double squares, double sum, double n)
{
	return Max(squares, sum * (sum / n));
}

/* Clips a sum of products to the bound that the squares a and b set. */
static double
clipped_products(double products, double a, double b)
{
	double		most = sqrt(a) * sqrt(b) * (1 + 4 * DBL_EPSILON);

	return most > 0 ? Max(Min(products, most), -most) : 0;
}

static void
close_gram(FoldSums *sums, uint32 d)
{
	Gram	   *gram = &sums->gram;
	uint32		order = gram->order;

	if (gram->sum == NULL)		/* no row was ever here */
		return;
	if (sums->rows == 0)
	{
		memset(gram->sum, 0, (size_t) order * order * sizeof(double));
		return;
	}
	for (uint32 i = 0; i < d; i++)
	{
		double	   *sum = gram->sum + (size_t) i * order;

		sum[i] = raised_squares(sum[i], sum[d], sums->rows);
	}
	for (uint32 i = 0; i < d; i++)
		for (uint32 j = i + 1; j < d; j++)
		{
			double	   *sum = gram->sum + (size_t) i * order;

			sum[j] = clipped_products(sum[j], sum[i], gram->sum[(size_t) j * order + j]);
		}
}

static bool
close_attribute(AttributeSums *m, double rows)
{
	if (!count_valid(m->n, rows))
		return false;
	if (m->n == 0)
		*m = (AttributeSums) {0};
	else
		m->xx = raised_squares(m->xx, m->x, m->n);
	return true;
}

/* Repairs the sums of a numeric target. */
static void
close_target(FoldSums *sums, uint32 d)
{
	TargetSums *target = &sums->target[0];

	if (sums->rows == 0)
		target->y = target->yy = 0;
	else
		target->yy = raised_squares(target->yy, target->y, sums->rows);
	for (uint32 i = 0; target->xy != NULL && i < d; i++)
		target->xy[i] = clipped_products(target->xy[i], sums->gram.sum[(size_t) i * sums->gram.order + i],
								target->yy);
	for (uint32 i = 0; target->cell != NULL && i < d; i++)
	{
		TargetCell *cell = &target->cell[i];
		const AttributeSums *m = &sums->attribute[i];

		if (m->n == 0)
			*cell = (TargetCell) {0};
		else
		{
			cell->yy = raised_squares(cell->yy, cell->y, m->n);
			cell->xy = clipped_products(cell->xy, m->xx, cell->yy);
		}
	}
}

/* Sets the sums of a class over no rows to 0, as only its counts are exact. */
static void
close_class(TargetSums *class, uint32 d)
{
	for (uint32 i = 0; class->xy != NULL && class->y == 0 && i < d; i++)
		class->xy[i] = 0;
	for (uint32 i = 0; class->cell != NULL && i < d; i++)
		if (class->cell[i].y == 0)
			class->cell[i].xy = 0;
}

/* Repairs the sums of a pair, by the squares of its attributes in all rows of the fold. */
static bool
close_cell(PairCell *cell, double rows, double xx, double xx2)
{
	if (!count_valid(cell->n, rows))
		return false;
	if (cell->n == 0)
		*cell = (PairCell) {0};
	cell->product = clipped_products(cell->product, xx, xx2);
	return true;
}

static bool
close_pairs(FoldSums *sums, uint32 d)
{
	const AttributeSums *m = sums->attribute;
	PairCell   *cell = sums->table;

	for (uint32 i = 0; cell != NULL && i + 1 < d; i++)
		for (uint32 j = i + 1; j < d; j++, cell++)
			if (!close_cell(cell, sums->rows, m[i].xx, m[j].xx))
				return false;
	return true;
}

static bool
close_fold(const Moments *moments, uint32 f)
{
	FoldSums   *sums = &moments->fold[f];
	uint32		d = moments->d;

	if (!count_valid(sums->rows, INFINITY))
		return false;
	if (moments->complete)
		close_gram(sums, d);
	for (uint32 i = 0; sums->attribute != NULL && i < d; i++)
		if (!close_attribute(&sums->attribute[i], sums->rows))
			return false;
	for (uint32 t = 0; t < moments->targets; t++)
		if (moments->of_classes)
			close_class(&sums->target[t], d);
		else
			close_target(sums, d);
	return sums->attribute == NULL || close_pairs(sums, d);
}

SubtractStatus
moments_close(Moments *moments)
{
	moments_settle(moments);
	if (!moments_finite(moments))
		return SUBTRACT_NOT_FINITE;
	for (uint32 i = 0; i < moments->d; i++)
		if (!count_valid(moments->missing[i], INFINITY) || !count_valid(moments->unknown[i], INFINITY))
			return SUBTRACT_TOO_MUCH;
	for (uint32 f = 0; f < moments->folds; f++)
		if (!close_fold(moments, f))
			return SUBTRACT_TOO_MUCH;
	if (moments->of_classes && !moments_classes_valid(moments))
		return SUBTRACT_TOO_MUCH;
	return extremes_valid(&moments->target, moments_rows(moments)) ? SUBTRACT_SOUND : SUBTRACT_TOO_MUCH;
}

/*
 * Returns true if the rounding error may exceed the error that a fit allows in the deviations.
 * Rounding is a random walk, with steps of at most half a unit of the last digit of the largest sum.
 */
static bool
lost(double n, double sum, double squares, double peak, double turnover)
{
	double		deviations;
	double		known;

	if (n < 2)
		return false;
	if (squares == 0)
		return peak > LARGEST_EXACT_SQUARE;
	deviations = Max(squares - sum * (sum / n), 0);
	known = deviations <= CONSTANT_SHARE * squares ? LEAST_DEVIATION * squares :
		KNOWN_SHARE * Max(deviations, LEAST_DEVIATION * squares);
	return 0.5 * DBL_EPSILON * sqrt(turnover) * peak > known;
}

bool
moments_attribute_lost(const Moments *moments, uint32 i)
{
	AttributeSums m;

	if (moments->turnover == 0)
		return false;
	m = moments_attribute(moments, i, moments->folds);
	return lost(m.n, m.x, m.xx, moments_peak_xx(moments, i), moments->turnover);
}

bool
moments_target_lost(const Moments *moments)
{
	double		y;
	double		yy;

	if (moments->turnover == 0)
		return false;
	moments_target_sums(moments, &y, &yy);
	return lost(moments_rows(moments), y, yy, moments_peak_yy(moments), moments->turnover);
}

uint32
moments_lost(const Moments *moments)
{
	for (uint32 i = 0; i < moments->d; i++)
		if (moments_attribute_lost(moments, i))
			return i;
	return moments_target_lost(moments) ? moments->d : moments->d + 1;
}
