/*
 * gram.c
 *		Sums of products over rows that are read in full.
 */
#include "gram.h"

#include <cblas.h>

/* Rows of one rank-k update: enough for the BLAS to block well. */
#define BLOCK_ROWS 128

/* Rows that a new buffer holds. */
#define FIRST_ROWS 4

void
gram_init(Gram *gram, uint32 d)
{
	gram->d = d;
	gram->chunk = NULL;
	gram->sum = NULL;
	gram->buffer = NULL;
	gram->rows = 0;
	gram->capacity = 0;
}

static size_t
rows_size(uint32 d, size_t rows)
{
	return rows * d * sizeof(double);
}

size_t
gram_full_size(uint32 d)
{
	return rows_size(d, d) + rows_size(d, BLOCK_ROWS);
}

/* Rows of the next buffer while there are no sums. */
static uint32
next_capacity(const Gram *gram)
{
	return gram->capacity == 0 ? FIRST_ROWS : 2 * gram->capacity;
}

size_t
gram_wanted(const Gram *gram)
{
	if (gram->sum != NULL || gram->rows < gram->capacity)
		return 0;
	return Min(rows_size(gram->d, next_capacity(gram)), gram_full_size(gram->d));
}

/* target += buffered rows' products */
static void
add_rows(const Gram *gram, double *target)
{
	if (gram->rows > 0)
		cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, gram->d, gram->rows,
					1.0, gram->buffer, gram->d, 1.0, target, gram->d);
}

void *
gram_grow_full(Gram *gram, void *chunk)
{
	void	   *old = gram->chunk;
	double	   *sum = chunk;

	memset(sum, 0, rows_size(gram->d, gram->d));
	gram_add_to(gram, sum);
	gram->chunk = chunk;
	gram->sum = sum;
	gram->buffer = sum + (size_t) gram->d * gram->d;
	gram->rows = 0;
	gram->capacity = BLOCK_ROWS;
	return old;
}

void *
gram_grow(Gram *gram, void *chunk)
{
	void	   *old = gram->chunk;

	if (rows_size(gram->d, next_capacity(gram)) >= gram_full_size(gram->d))
		return gram_grow_full(gram, chunk);
	if (old != NULL)
		memcpy(chunk, gram->buffer, rows_size(gram->d, gram->rows));
	gram->chunk = chunk;
	gram->buffer = chunk;
	gram->capacity = next_capacity(gram);
	return old;
}

double *
gram_next_row(Gram *gram)
{
	if (gram->rows == gram->capacity)
	{
		add_rows(gram, gram->sum);
		gram->rows = 0;
	}
	return gram->buffer + (size_t) gram->rows++ * gram->d;
}

void
gram_add_to(const Gram *gram, double *target)
{
	if (gram->sum != NULL)
		for (uint32 i = 0; i < gram->d; i++)
			for (size_t k = (size_t) i * gram->d + i; k < (size_t) (i + 1) * gram->d; k++)
				target[k] += gram->sum[k];
	add_rows(gram, target);
}
