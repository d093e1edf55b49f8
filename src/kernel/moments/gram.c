/*
 * gram.c
 *		Sums of products over rows that are read in full.
 */
#include "kernel/moments/gram.h"

#include <cblas.h>

/*
 * Rows of one rank-k update: enough for the BLAS to block well, and no more than
 * the sums of few attributes take, as there may be many such moments at a time.
 */
#define MOST_ROWS 128
#define LEAST_ROWS 16

void
gram_init(Gram *gram, uint32 d)
{
	gram->d = d;
	gram->order = d + 1;
	gram->sum = NULL;
	gram->packed = NULL;
	gram->block = NULL;
	gram->rows = 0;
	gram->block_rows = Min(Max(gram->order, LEAST_ROWS), MOST_ROWS);
}

void
gram_view(Gram *gram, uint32 d, const double *packed)
{
	gram_init(gram, d);
	gram->packed = packed;
}

const double *
gram_products(const Gram *gram, uint32 i)
{
	size_t		d = gram->d;

	Assert(gram->rows == 0);
	if (gram->packed != NULL)
		return gram->packed + 2 * d + i * (2 * d - i + 1) / 2;
	return gram->sum != NULL ? gram->sum + (size_t) i * gram->order + i : NULL;
}

/* Returns the sum of x_i of a gram that has sums. */
static double
sum_of(const Gram *gram, uint32 i)
{
	return gram->packed != NULL ? gram->packed[2 * (size_t) i] :
		gram->sum[(size_t) i * gram->order + gram->d];
}

void
gram_have_sums(Work *work, Gram *gram)
{
	double	   *block;

	if (gram->sum != NULL)
		return;
	block = WORK_ARRAY(work, (size_t) gram->block_rows * gram->order, double);
	gram->sum = WORK_ARRAY(work, (size_t) gram->order * gram->order, double);
	gram->block = block;
}

void
gram_settle(Gram *gram)
{
	if (gram->rows > 0)
		cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, gram->order, gram->rows,
					1.0, gram->block, gram->order, 1.0, gram->sum, gram->order);
	gram->rows = 0;
}

double *
gram_next_row(Gram *gram)
{
	double	   *row;

	if (gram->rows == gram->block_rows)
		gram_settle(gram);
	row = gram->block + (size_t) gram->rows++ * gram->order;
	row[gram->d] = 1;
	return row;
}

/* target += sign * the sums of products of two attributes */
static void
add_products(const Gram *gram, double sign, double *target, uint32 stride)
{
	uint32		d = gram->d;

	for (uint32 i = 0; i < d && gram_products(gram, 0) != NULL; i++)
	{
		const double *product = gram_products(gram, i) - i;

		for (uint32 j = i; j < d; j++)
			target[(size_t) i * stride + j] += sign * product[j];
	}
}

void
gram_add_to(const Gram *gram, double *target, uint32 stride)
{
	add_products(gram, 1, target, stride);
}

void
gram_merge(Gram *target, const Gram *source, double sign)
{
	uint32		d = target->d;

	add_products(source, sign, target->sum, target->order);
	for (uint32 i = 0; i < d && gram_products(source, 0) != NULL; i++)
		target->sum[(size_t) i * target->order + d] += sign * sum_of(source, i);
}

void
gram_sums(const Gram *gram, uint32 i, double *x, double *xx)
{
	const double *product = gram_products(gram, i);

	*x = *xx = 0;
	if (product == NULL)
		return;
	*x = sum_of(gram, i);
	*xx = product[0];
}
