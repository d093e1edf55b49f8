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

/* Rows that a new buffer holds. */
#define FIRST_ROWS 4

void
gram_init(Gram *gram, uint32 d)
{
	gram->d = d;
	gram->order = d + 2;
	gram->sum = NULL;
	gram->packed = NULL;
	gram->buffer = NULL;
	gram->rows = 0;
	gram->capacity = 0;
}

void
gram_view(Gram *gram, uint32 d, const double *packed)
{
	gram_init(gram, d);
	gram->packed = packed;
}

/* The sums of products of attribute i with itself and those after it; NULL: none yet. */
static const double *
products_of(const Gram *gram, uint32 i)
{
	size_t		d = gram->d;

	if (gram->packed != NULL)
		return gram->packed + 2 * d + i * (2 * d - i + 1) / 2;
	return gram->sum != NULL ? gram->sum + (size_t) i * gram->order + i : NULL;
}

/* Those of x_i and x_i y, where there are products. */
static const double *
alone_of(const Gram *gram, uint32 i)
{
	return gram->packed != NULL ? gram->packed + 2 * (size_t) i :
		gram->sum + (size_t) i * gram->order + gram->d;
}

static uint32
block_rows(const Gram *gram)
{
	return Min(Max(gram->order, LEAST_ROWS), MOST_ROWS);
}

/* Rows of the next buffer while there are no sums. */
static uint32
next_capacity(const Gram *gram)
{
	return gram->capacity == 0 ? FIRST_ROWS : 2 * gram->capacity;
}

/* Is it time for the sums, rather than a buffer of half their size or more? */
static bool
sums_pay(const Gram *gram)
{
	return 2 * next_capacity(gram) >= gram->order + block_rows(gram);
}

static double *
take_rows(Work *work, const Gram *gram, size_t rows)
{
	return WORK_ARRAY(work, rows * gram->order, double);
}

/* target += sign * products of the first n numbers of the buffered rows */
static void
add_rows(const Gram *gram, uint32 n, double sign, double *target, uint32 stride)
{
	if (gram->rows > 0)
		cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, n, gram->rows,
					sign, gram->buffer, gram->order, 1.0, target, stride);
}

void
gram_have_sums(Work *work, Gram *gram)
{
	double	   *sum;
	double	   *buffer;

	if (gram->sum != NULL)
		return;
	sum = take_rows(work, gram, gram->order);
	buffer = take_rows(work, gram, block_rows(gram));
	add_rows(gram, gram->order, 1, sum, gram->order);
	work_release(work, gram->buffer);
	gram->sum = sum;
	gram->buffer = buffer;
	gram->rows = 0;
	gram->capacity = block_rows(gram);
}

/* A larger buffer. */
static void
grow_buffer(Work *work, Gram *gram)
{
	uint32		capacity = next_capacity(gram);
	double	   *buffer = take_rows(work, gram, capacity);

	if (gram->rows > 0)
		memcpy(buffer, gram->buffer, (size_t) gram->rows * gram->order * sizeof(double));
	work_release(work, gram->buffer);
	gram->buffer = buffer;
	gram->capacity = capacity;
}

void
gram_settle(Gram *gram)
{
	add_rows(gram, gram->order, 1, gram->sum, gram->order);
	gram->rows = 0;
}

double *
gram_next_row(Work *work, Gram *gram, double y)
{
	double	   *row;

	if (gram->rows == gram->capacity)
	{
		if (gram->sum != NULL)
			gram_settle(gram);
		else if (sums_pay(gram))
			gram_have_sums(work, gram);
		else
			grow_buffer(work, gram);
	}
	row = gram->buffer + (size_t) gram->rows++ * gram->order;
	row[gram->d] = 1;
	row[gram->d + 1] = y;
	return row;
}

/* target += sign * the sums of products of two attributes */
static void
add_products(const Gram *gram, double sign, double *target, uint32 stride)
{
	uint32		d = gram->d;

	if (products_of(gram, 0) == NULL)
		return;
	for (uint32 i = 0; i < d; i++)
	{
		const double *product = products_of(gram, i) - i;

		for (uint32 j = i; j < d; j++)
			target[(size_t) i * stride + j] += sign * product[j];
	}
}

void
gram_add_to(const Gram *gram, double *target, uint32 stride)
{
	add_products(gram, 1, target, stride);
	add_rows(gram, gram->d, 1, target, stride);
}

void
gram_add_row_to(const Gram *gram, uint32 i, double *target)
{
	const double *product = products_of(gram, i);
	uint32		after = gram->d - i - 1;

	if (product != NULL)
		for (uint32 j = 0; j < after; j++)
			target[j] += product[j + 1];
	for (uint32 r = 0; r < gram->rows; r++)
	{
		const double *row = gram->buffer + (size_t) r * gram->order + i;

		for (uint32 j = 0; j < after; j++)
			target[j] += row[0] * row[j + 1];
	}
}

void
gram_merge(Gram *target, const Gram *source, double sign)
{
	uint32		d = target->d;

	add_products(source, sign, target->sum, target->order);
	for (uint32 i = 0; i < d && products_of(source, 0) != NULL; i++)
	{
		double	   *sum = target->sum + (size_t) i * target->order + d;

		sum[0] += sign * alone_of(source, i)[0];
		sum[1] += sign * alone_of(source, i)[1];
	}
	add_rows(source, source->order, sign, target->sum, target->order);
}

void
gram_marginal(const Gram *gram, uint32 i, double *x, double *xx, double *xy)
{
	const double *product = products_of(gram, i);

	*x = *xx = *xy = 0;
	if (product != NULL)
	{
		*x = alone_of(gram, i)[0];
		*xx = product[0];
		*xy = alone_of(gram, i)[1];
	}
	for (uint32 r = 0; r < gram->rows; r++)
	{
		const double *row = gram->buffer + (size_t) r * gram->order;

		*x += row[i];
		*xx += row[i] * row[i];
		*xy += row[i] * row[gram->d + 1];
	}
}

void
gram_add_to_table(const Gram *gram, double rows, double sign, PairCell *table, double *x)
{
	uint32		d = gram->d;

	for (uint32 i = 0; i < d; i++)
	{
		double		xx;
		double		xy;

		gram_marginal(gram, i, &x[i], &xx, &xy);
		x[i] *= sign;
	}
	for (uint32 i = 0, n = d - 1; i + 1 < d; i++, table += n--)
	{
		const double *product = products_of(gram, i);

		pair_cells_add_rows(table, n, sign * rows, x[i], x + i + 1);
		if (product != NULL)
			pair_cells_add_products(table, n, sign, product + 1);
		for (uint32 r = 0; r < gram->rows; r++)
		{
			const double *row = gram->buffer + (size_t) r * gram->order;

			pair_cells_add_products(table, n, sign * row[i], row + i + 1);
		}
	}
}
