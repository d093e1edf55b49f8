/*
 * wide_matrix.c
 *		The covariances of pairs under a sampling design, as a product with
 *		vectors.
 */
#include "kernel/wide/wide_matrix.h"

size_t
wide_matrix_size(uint32 d)
{
	return 4 * ARRAY_SIZE(d, double);
}

void
wide_matrix_init(WideMatrix *matrix, void *memory, uint32 d)
{
	Chunk		chunk = {memory, 0};

	matrix->d = d;
	matrix->mean = TAKE_ARRAY(&chunk, d, double);
	matrix->factor = TAKE_ARRAY(&chunk, d, double);
	matrix->explained = TAKE_ARRAY(&chunk, d, double);
	matrix->diagonal = TAKE_ARRAY(&chunk, d, double);
}

/* Pairs of looks at a row, i < j. */
static double
pairs_of_looks(const Moments *moments, uint32 omit)
{
	double		sum = 0;

	for (uint32 f = 0; f < moments->folds; f++)
	{
		const Pairs *pairs = &moments->fold[f].pairs;

		Assert(pairs_only_rows(pairs));
		for (size_t e = 0, end; f != omit && e < pairs->used; e = end)
		{
			end = pairs_row_end(pairs, e);
			sum += (double) (end - e) * (end - e - 1) / 2;
		}
	}
	return sum;
}

/*
 * Take what rows add to the diagonal, which is known far better, off diagonal[];
 * and tell the estimate how noisy all pairs are.
 */
static void
count_rows(WideMatrix *matrix, Estimate *estimate, Poll poll)
{
	const Moments *moments = matrix->moments;
	double		noise = 0;
	double		telling = 0;

	for (uint32 f = 0; f < moments->folds; f++)
	{
		const Pairs *pairs = &moments->fold[f].pairs;

		poll_now(poll);
		for (size_t e = 0; f != matrix->omit && e < pairs->used;)
		{
			size_t		end = pairs_row_end(pairs, e);
			double		weights = 0;
			double		loads = 0;

			/* over the pairs of each with those before it: nothing cancels */
			for (; e < end; e++)
			{
				uint32		i = pairs->attribute[e] & ~PAIRS_ROW_END;
				double		weight = matrix->factor[i] * estimate->metric[i];
				double		load = (estimate->seen[i] + 1) * weight * weight;
				double		x = (pairs->value[e] - matrix->mean[i]) * matrix->factor[i];

				noise += loads * load;
				telling += weights * weight;
				loads += load;
				weights += weight;
				matrix->diagonal[i] -= x * x - matrix->explained[i] * matrix->explained[i];
			}
		}
	}
	if (telling > 0)
		estimate_noise(estimate, noise, telling);
}

void
wide_matrix_estimate(WideMatrix *matrix, Estimate *estimate, const Moments *moments,
					 uint32 omit, bool own_units, Poll poll)
{
	double		together = pairs_of_looks(moments, omit);
	double		looks = 0;
	double		y_deviation;

	matrix->moments = moments;
	matrix->omit = omit;
	estimate_alone(estimate, moments, omit, own_units);
	y_deviation = sqrt(estimate->y_variance);
	for (uint32 i = 0; i < matrix->d; i++)
		looks += estimate->count[i];
	for (uint32 i = 0; i < matrix->d; i++)
	{
		double		share = looks > 0 ? estimate->count[i] / looks : 0;
		double		weight = 1 / sqrt(2 * together * share * share + ESTIMATE_PAIR_PRIOR);

		matrix->mean[i] = estimate->centre[i];
		matrix->factor[i] = estimate->seen[i] > 0 ? weight / estimate->metric[i] : 0;
		matrix->explained[i] = matrix->factor[i] * estimate->slope[i] * y_deviation;
		matrix->diagonal[i] = estimate->rest[i];
	}
	count_rows(matrix, estimate, poll);
	estimate_centre(estimate);
}

void
wide_matrix_multiply(const WideMatrix *matrix, const double *vector, double *result, Poll poll)
{
	const Moments *moments = matrix->moments;
	const double *mean = matrix->mean;
	const double *factor = matrix->factor;
	const double *explained = matrix->explained;

	for (uint32 i = 0; i < matrix->d; i++)
		result[i] = matrix->diagonal[i] * vector[i];
	for (uint32 f = 0; f < moments->folds; f++)
	{
		const Pairs *pairs = &moments->fold[f].pairs;

		poll_now(poll);
		for (size_t e = 0; f != matrix->omit && e < pairs->used;)
		{
			size_t		end = pairs_row_end(pairs, e);
			double		along = 0;
			double		along_explained = 0;

			for (size_t k = e; k < end; k++)
			{
				uint32		i = pairs->attribute[k] & ~PAIRS_ROW_END;

				along += (pairs->value[k] - mean[i]) * factor[i] * vector[i];
				along_explained += explained[i] * vector[i];
			}
			for (; e < end; e++)
			{
				uint32		i = pairs->attribute[e] & ~PAIRS_ROW_END;

				result[i] += (pairs->value[e] - mean[i]) * factor[i] * along -
					explained[i] * along_explained;
			}
		}
	}
}
