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
	gram->block = NULL;
	gram->rows = 0;
	gram->block_rows = Min(Max(gram->order, LEAST_ROWS), MOST_ROWS);
}

double *
gram_products(const Gram *gram, uint32 i)
{
	Assert(gram->rows == 0);
	return gram->sum != NULL ? gram->sum + (size_t) i * gram->order + i : NULL;
}

double *
gram_sum_of(const Gram *gram, uint32 i)
{
	return gram->sum + (size_t) i * gram->order + gram->d;
}

void
gram_have_sums(Work *work, Gram *gram)
{
	if (gram->sum == NULL)
		gram->sum = WORK_ARRAY(work, (size_t) gram->order * gram->order, double);
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
gram_next_row(Work *work, Gram *gram)
{
	double	   *row;

	if (gram->block == NULL)
		gram->block = WORK_ARRAY(work, (size_t) gram->block_rows * gram->order, double);
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

	if (source->sum == NULL)
		return;
	add_products(source, sign, target->sum, target->order);
	for (uint32 i = 0; i < d; i++)
		*gram_sum_of(target, i) += sign * *gram_sum_of(source, i);
}

void
gram_sums(const Gram *gram, uint32 i, double *x, double *xx)
{
	const double *product = gram_products(gram, i);

	*x = *xx = 0;
	if (product == NULL)
		return;
	*x = *gram_sum_of(gram, i);
	*xx = product[0];
}
