/*
 * sampled_table.c
 *		Rows of a sample, all attributes of each, and what is to be learned of them.
 */
#include "kernel/columns/sampled_table.h"

/* What the attributes of a row say of the outputs alone, as sums over rows. */
typedef struct Alone
{
	double	   *mean;			/* [d] */
	double	   *squares;		/* [d] about it */
	double	   *with;			/* [outputs][d] products with the target */
} Alone;

static void
sum_alone(Work *work, const SampledTable *table, Alone *alone)
{
	uint32		d = table->d;

	for (uint32 i = 0; i < table->rows; i++)
	{
		work_poll_step(work, i);
		for (uint32 j = 0; j < d; j++)
			alone->mean[j] += table->value[(size_t) i * d + j];
	}
	for (uint32 j = 0; j < d; j++)
		alone->mean[j] /= table->rows;
	for (uint32 i = 0; i < table->rows; i++)
	{
		const double *row = table->value + (size_t) i * d;

		work_poll_step(work, i);
		for (uint32 j = 0; j < d; j++)
			alone->squares[j] += (row[j] - alone->mean[j]) * (row[j] - alone->mean[j]);
		for (uint32 o = 0; o < table->outputs; o++)
			for (uint32 j = 0; j < d; j++)
				alone->with[(size_t) o * d + j] += (row[j] - alone->mean[j]) *
					table->target[(size_t) o * table->rows + i];
	}
}

typedef struct Worth
{
	double		explained;		/* by the attribute of the look that explains most */
	uint32		look;
} Worth;

/* The largest first, the same in their order. */
static int
compare_worths(const void *a, const void *b)
{
	const Worth *x = a;
	const Worth *y = b;

	if (x->explained != y->explained)
		return x->explained > y->explained ? -1 : 1;
	return x->look < y->look ? -1 : 1;
}

uint32
sampled_table_choose(Work *work, const SampledTable *table, const Looks *looks, uint32 most,
					 bool *chosen)
{
	Work	   *scratch = work_begin(work);
	uint32		d = table->d;
	Worth	   *worth = WORK_ARRAY(scratch, looks->n, Worth);
	Alone		alone;

	alone.mean = WORK_ARRAY(scratch, d, double);
	alone.squares = WORK_ARRAY(scratch, d, double);
	alone.with = WORK_ARRAY(scratch, (size_t) table->outputs * d, double);
	sum_alone(scratch, table, &alone);
	for (uint32 l = 0; l < looks->n; l++)
	{
		worth[l].look = l;
		for (uint32 j = looks_first(looks, l); j < looks_first(looks, l + 1); j++)
		{
			double		explained = 0;

			for (uint32 o = 0; o < table->outputs && alone.squares[j] > 0; o++)
				explained += alone.with[(size_t) o * d + j] * alone.with[(size_t) o * d + j] / alone.squares[j];
			worth[l].explained = Max(worth[l].explained, explained);
		}
	}
	qsort(worth, looks->n, sizeof(Worth), compare_worths);
	most = Min(most, looks->n);
	memset(chosen, 0, sizeof(bool) * looks->n);
	for (uint32 l = 0; l < most; l++)
		chosen[worth[l].look] = true;
	work_end(scratch);
	return most;
}

SampledTable
sampled_table_some(Work *work, const SampledTable *table, const Looks *looks, const bool *chosen)
{
	SampledTable some = *table;
	double	   *to;

	some.d = 0;
	for (uint32 l = 0; l < looks->n; l++)
		some.d += chosen[l] ? looks_size(looks, l) : 0;
	some.value = to = WORK_ARRAY(work, (size_t) table->rows * some.d, double);
	for (uint32 i = 0; i < table->rows; i++)
	{
		work_poll_step(work, i);
		for (uint32 l = 0; l < looks->n; l++)
			for (uint32 j = looks_first(looks, l); chosen[l] && j < looks_first(looks, l + 1); j++)
				*to++ = table->value[(size_t) i * table->d + j];
	}
	return some;
}

void
sampled_table_residuals(Work *work, SampledTable *table, uint32 output, const double *mean,
						const double *weight)
{
	double	   *target = table->target + (size_t) output * table->rows;

	for (uint32 i = 0; i < table->rows; i++)
	{
		const double *row = table->value + (size_t) i * table->d;
		double		score = 0;

		work_poll_step(work, i);
		for (uint32 j = 0; j < table->d; j++)
			score += weight[j] * (row[j] - mean[j]);
		target[i] -= score;
	}
}
