/*
 * high_dimensional_direction.c
 *		The direction of ridge's weights for very many attributes.
 */
#include "kernel/high_dimensional/high_dimensional_direction.h"

#include "kernel/eigen.h"

#include <cblas.h>

void
high_dimensional_matrix_init(Work *work, HighDimensionalMatrix *matrix, uint32 d)
{
	matrix->d = d;
	matrix->mean = WORK_ARRAY(work, d, double);
	matrix->factor = WORK_ARRAY(work, d, double);
	matrix->explained = WORK_ARRAY(work, d, double);
	matrix->diagonal = WORK_ARRAY(work, d, double);
}

/* Returns the number of pairs of attributes that were observed in one row, over all rows by weight. */
static double
pairs_of_looks(const Moments *moments, uint32 omit)
{
	double		sum = 0;
	size_t		at = 0;
	KeptRow		row;

	Assert(!moments->summed && !moments->complete);
	while (rows_next(&moments->rows, &at, &row))
	{
		double		n = kept_row_present(&row);

		if (row.fold != omit)
			sum += row.weight * n * (n - 1) / 2;
	}
	return sum;
}

/*
 * Subtracts the contribution of the rows from diagonal[], as the diagonal itself is
 * known far better.  Sets the noise of all pairs in the estimate.
 */
static void
subtract_rows(Work *work, HighDimensionalMatrix *matrix, Estimate *estimate)
{
	double		noise = 0;
	double		signal = 0;
	size_t		at = 0;
	KeptRow		row;

	for (size_t step = 0; rows_next(&matrix->moments->rows, &at, &row); step++)
	{
		double		weights = 0;
		double		loads = 0;

		work_poll_step(work, step);
		if (row.fold == matrix->omit)
			continue;
		/* sums over the pairs of each attribute with those before it do not cancel */
		for (uint32 k = 0; k < row.n; k++)
		{
			uint32		i = row.label[k] & ROW_LABEL;
			double		weight = matrix->factor[i] * estimate->metric[i];
			double		load = (estimate->seen[i] + 1) * weight * weight;
			double		x = (row.value[k] - matrix->mean[i]) * matrix->factor[i];

			if (row.label[k] & ROW_MISSING)
				continue;
			noise += row.weight * loads * load;
			signal += row.weight * weights * weight;
			loads += load;
			weights += weight;
			matrix->diagonal[i] -= row.weight * (x * x - matrix->explained[i] * matrix->explained[i]);
		}
	}
	if (signal > 0)
		estimate_noise(estimate, noise, signal);
}

void
high_dimensional_matrix_estimate(Work *work, HighDimensionalMatrix *matrix, Estimate *estimate,
								 const Moments *moments, uint32 omit, bool own_units)
{
	double		together = pairs_of_looks(moments, omit);
	double		looks = 0;
	double		y_sd;

	matrix->moments = moments;
	matrix->omit = omit;
	estimate_vectors(estimate, moments, omit, own_units);
	y_sd = sqrt(estimate->y_variance);
	for (uint32 i = 0; i < matrix->d; i++)
		looks += estimate->count[i];
	for (uint32 i = 0; i < matrix->d; i++)
	{
		double		share = looks > 0 ? estimate->count[i] / looks : 0;
		double		weight = 1 / sqrt(2 * together * share * share + ESTIMATE_PAIR_PRIOR);

		matrix->mean[i] = estimate->centre[i];
		matrix->factor[i] = estimate->seen[i] > 0 ? weight / estimate->metric[i] : 0;
		matrix->explained[i] = matrix->factor[i] * estimate->slope[i] * y_sd;
		matrix->diagonal[i] = estimate->rest[i];
	}
	subtract_rows(work, matrix, estimate);
	estimate_centre(estimate);
}

/* Computes result = Y vector. */
static void
multiply(Work *work, const HighDimensionalMatrix *matrix, const double *vector, double *result)
{
	const double *mean = matrix->mean;
	const double *factor = matrix->factor;
	const double *explained = matrix->explained;
	size_t		at = 0;
	KeptRow		row;

	for (uint32 i = 0; i < matrix->d; i++)
		result[i] = matrix->diagonal[i] * vector[i];
	for (size_t step = 0; rows_next(&matrix->moments->rows, &at, &row); step++)
	{
		double		along = 0;
		double		along_explained = 0;

		work_poll_step(work, step);
		if (row.fold == matrix->omit)
			continue;
		for (uint32 k = 0; k < row.n; k++)
		{
			uint32		i = row.label[k] & ROW_LABEL;

			if (row.label[k] & ROW_MISSING)
				continue;
			along += (row.value[k] - mean[i]) * factor[i] * vector[i];
			along_explained += explained[i] * vector[i];
		}
		for (uint32 k = 0; k < row.n; k++)
		{
			uint32		i = row.label[k] & ROW_LABEL;

			if (!(row.label[k] & ROW_MISSING))
				result[i] += row.weight * ((row.value[k] - mean[i]) * factor[i] * along -
										   explained[i] * along_explained);
		}
	}
}

/* The largest number of steps of Lanczos' method, which also ends after d steps. */
#define HIGH_DIMENSIONAL_STEPS 48

/* A vector that is shorter than this share of the original one is rounding error. */
#define ROUNDING 1e-10

void
high_dimensional_direction_init(Work *work, HighDimensionalDirection *direction, uint32 d)
{
	direction->d = d;
	direction->steps = 0;
	direction->basis = WORK_ARRAY(work, (size_t) HIGH_DIMENSIONAL_STEPS * d, double);
	direction->next = WORK_ARRAY(work, d, double);
	direction->along = WORK_ARRAY(work, HIGH_DIMENSIONAL_STEPS, double);
	direction->main = WORK_ARRAY(work, HIGH_DIMENSIONAL_STEPS, double);
	direction->side = WORK_ARRAY(work, HIGH_DIMENSIONAL_STEPS, double);
	direction->eigenvector = WORK_ARRAY(work, HIGH_DIMENSIONAL_STEPS * HIGH_DIMENSIONAL_STEPS, double);
	direction->eigenvalue = WORK_ARRAY(work, HIGH_DIMENSIONAL_STEPS, double);
}

/* Makes next[] orthogonal to the basis, in two passes because of rounding. */
static void
orthogonalise(HighDimensionalDirection *direction, uint32 steps)
{
	uint32		d = direction->d;

	for (int pass = 0; pass < 2; pass++)
	{
		cblas_dgemv(CblasColMajor, CblasTrans, d, steps, 1.0, direction->basis, d,
					direction->next, 1, 0.0, direction->along, 1);
		cblas_dgemv(CblasColMajor, CblasNoTrans, d, steps, -1.0, direction->basis, d,
					direction->along, 1, 1.0, direction->next, 1);
	}
}

/* Builds the basis from c, whose norm is start, and Y in the basis. */
static void
find_basis(Work *work, HighDimensionalDirection *direction, const HighDimensionalMatrix *matrix,
		   const double *cross, double start)
{
	uint32		d = direction->d;
	double		largest = 0;

	for (uint32 i = 0; i < d; i++)
		direction->basis[i] = cross[i] / start;
	direction->steps = 0;
	while (direction->steps < Min(HIGH_DIMENSIONAL_STEPS, d))
	{
		uint32		m = direction->steps++;
		double	   *current = direction->basis + (size_t) m * d;
		double		length;

		multiply(work, matrix, current, direction->next);
		direction->main[m] = cblas_ddot(d, current, 1, direction->next, 1);
		orthogonalise(direction, m + 1);
		length = cblas_dnrm2(d, direction->next, 1);
		largest = Max(largest, fabs(direction->main[m]) + length);
		direction->side[m] = length;
		if (!(length > ROUNDING * largest))
			return;				/* the basis spans all that Y makes of c */
		if (direction->steps < Min(HIGH_DIMENSIONAL_STEPS, d))
			for (uint32 i = 0; i < d; i++)
				current[d + i] = direction->next[i] / length;
	}
}

/* Finds the eigenvectors of Y in the basis. */
static void
find_eigenvectors(Work *work, HighDimensionalDirection *direction)
{
	uint32		m = direction->steps;

	memset(direction->eigenvector, 0, (size_t) m * m * sizeof(double));
	for (uint32 k = 0; k < m; k++)
	{
		direction->eigenvector[k * m + k] = direction->main[k];
		if (k + 1 < m)
			direction->eigenvector[k * m + k + 1] = direction->side[k];
	}
	work_check(work, eigen_all(work, direction->eigenvector, m, direction->eigenvalue));
}

void
high_dimensional_direction_solve(Work *work, HighDimensionalDirection *direction,
								 const HighDimensionalMatrix *matrix, const Estimate *estimate,
								 double lambda, double *weight, double *reduced)
{
	uint32		d = direction->d;
	double		start = cblas_dnrm2(d, estimate->cross, 1);
	double		rest = 0;
	double		scale;

	*reduced = 0;
	memset(weight, 0, d * sizeof(double));
	if (estimate->y_variance == 0 || start == 0)
		return;
	for (uint32 i = 0; i < d; i++)
		rest += estimate->rest[i] / d;

	find_basis(work, direction, matrix, estimate->cross, start);
	find_eigenvectors(work, direction);
	memset(direction->along, 0, direction->steps * sizeof(double));
	for (uint32 k = 0; k < direction->steps; k++)
	{
		const double *vector = direction->eigenvector + (size_t) k * direction->steps;
		double		kept = Max(direction->eigenvalue[k] - estimate->edge / 2, 0) + rest;
		double		part = start * vector[0] / (kept + lambda);

		*reduced += part * kept * part;
		for (uint32 j = 0; j < direction->steps; j++)
			direction->along[j] += part * vector[j];
	}
	cblas_dgemv(CblasColMajor, CblasNoTrans, d, direction->steps, 1.0, direction->basis, d,
				direction->along, 1, 0.0, weight, 1);

	/* accounts for the part that the target explains (solve.c) */
	scale = 1 / (1 + cblas_ddot(d, weight, 1, estimate->cross, 1) / estimate->y_variance);
	*reduced *= scale * scale;
	for (uint32 i = 0; i < d; i++)
	{
		weight[i] = estimate->constant[i] ? 0 : weight[i] * scale / estimate->metric[i];
		if (!isfinite(weight[i]))
			work->raise(work, KERNEL_SINGULAR);
	}
}
