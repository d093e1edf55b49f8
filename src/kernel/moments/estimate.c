/*
 * estimate.c
 *		Means and covariances, estimated from moments.
 */
#include "kernel/moments/estimate.h"

#include <float.h>

#include "kernel/eigen.h"

#include <cblas.h>

/* Prior weight of the variances, in rows. */
#define VARIANCE_PRIOR 2.0

/* Share of the mean variance that the metric adds to each variance. */
#define METRIC_FLOOR 0.02

/* Each entry of the diagonal is at least this share of the mean. */
#define REST_FLOOR 1e-12

/* Eigenvalues of an exact covariance below this share of the sum of squares are rounding. */
#define ROUNDING (8 * DBL_EPSILON)

/* The penalty as a share of the edge; without pairs, of the variances. */
#define PENALTY_SHARE 0.25
#define PENALTY_NO_PAIRS 2.0

Estimate *
estimate_create_vectors(Work *work, uint32 d)
{
	Estimate   *estimate = WORK_ARRAY(work, 1, Estimate);

	estimate->d = d;
	estimate->unit = WORK_ARRAY(work, d, double);
	estimate->centre = WORK_ARRAY(work, d, double);
	estimate->slope = WORK_ARRAY(work, d, double);
	estimate->metric = WORK_ARRAY(work, d, double);
	estimate->cross = WORK_ARRAY(work, d, double);
	estimate->rest = WORK_ARRAY(work, d, double);
	estimate->eigenvalue = WORK_ARRAY(work, d, double);
	estimate->variance = WORK_ARRAY(work, d, double);
	estimate->seen = WORK_ARRAY(work, d, double);
	estimate->count = WORK_ARRAY(work, d, double);
	estimate->moved = WORK_ARRAY(work, d, double);
	estimate->scratch = WORK_ARRAY(work, 2 * (size_t) d, double);
	estimate->constant = WORK_ARRAY(work, d, bool);
	return estimate;
}

Estimate *
estimate_create(Work *work, uint32 d, uint32 folds)
{
	Estimate   *estimate = estimate_create_vectors(work, d);

	estimate->factor = WORK_ARRAY(work, (size_t) d * d, double);
	estimate->square = WORK_ARRAY(work, (size_t) d * d, double);
	estimate->square2 = WORK_ARRAY(work, (size_t) d * d, double);
	estimate->walk = WORK_ARRAY(work, folds, FoldWalk);
	for (uint32 f = 0; f < folds; f++)
		fold_walk_init(work, &estimate->walk[f], d);
	return estimate;
}

double
estimate_variance(double variance, double mean_square)
{
	return variance > CONSTANT_SHARE * mean_square ? variance : 0;
}

/* Estimates rows, mean and variance of the target. */
static void
estimate_target(Estimate *estimate, const Moments *moments, uint32 omit)
{
	double		rows = 0;
	double		y = 0;
	double		yy = 0;

	for (uint32 f = 0; f < moments->folds; f++)
		if (f != omit)
		{
			TargetSums	target = moments_fold_target(moments, f);

			rows += moments->fold[f].rows;
			y += target.y;
			yy += target.yy;
		}
	estimate->rows = rows;
	estimate->y_mean = rows > 0 ? y / rows : 0;
	estimate->y_variance = rows > 0 ?
		estimate_variance(yy / rows - estimate->y_mean * estimate->y_mean, yy / rows) : 0;
}

/*
 * Estimates each attribute by itself.  Leaves in seen[] the rows, in variance[] the squared
 * deviations in the fit's units, in cross[] the covariance with the target.
 */
static void
estimate_marginals(Estimate *estimate, const Moments *moments, uint32 omit)
{
	double		y_variance = estimate->y_variance;

	for (uint32 i = 0; i < estimate->d; i++)
	{
		AttributeSums sum = moments_attribute(moments, i, omit);
		TargetCell	cell = moments_cell(moments, i, omit);
		double		mean = sum.n > 0 ? sum.x / sum.n : 0;
		double		y_mean = sum.n > 0 ? cell.y / sum.n : 0;
		double		squares = sum.n > 1 ? sum.xx - sum.x * mean : 0;
		double		slope = 0;
		double		y_square;

		estimate->constant[i] = sum.n < 2 || squares <= CONSTANT_SHARE * sum.xx;
		if (estimate->constant[i])
			squares = 0;
		estimate->unit[i] = 1;
		if (estimate->own_units && !estimate->constant[i])
			estimate->unit[i] = sqrt(squares / (sum.n - 1));
		if (!estimate->constant[i] && y_variance > 0)
		{
			y_square = cell.yy / sum.n - y_mean * y_mean;
			if (!estimate->complete)
				y_square = Max(y_square, 0) + y_variance / sum.n;
			slope = (cell.xy / sum.n - mean * y_mean) / y_square;
		}
		estimate->slope[i] = slope;
		estimate->centre[i] = mean;
		estimate->moved[i] = slope * (estimate->y_mean - y_mean);
		estimate->variance[i] = squares / (estimate->unit[i] * estimate->unit[i]);
		/* with own units the variance of a constant is unknown, not 0 */
		estimate->seen[i] = estimate->own_units && estimate->constant[i] ? 0 : sum.n;
		estimate->count[i] = sum.n;
		estimate->cross[i] = y_variance * slope;
	}
}

/*
 * Computes variances with a prior of two rows (with own units all are 1: an estimate from few rows
 * would be too small), and the metric
 *		D_i^2 = (v_i + 0.02 v) / (n_i + 1), scaled to mean 1,
 * in the fit's units for now.  Returns the mean before scaling, which is
 * (v_i + 0.02 v) / (n_i + 1) / D_i^2 for every i.
 */
static double
estimate_metric(Estimate *estimate)
{
	uint32		d = estimate->d;
	double		squares = 0;
	double		seen = 0;
	double		mean;
	double		scale = 0;

	for (uint32 i = 0; i < d; i++)
	{
		squares += estimate->variance[i];
		seen += estimate->seen[i];
	}
	mean = estimate->own_units ? 1 : seen > 0 ? squares / seen : 0;
	for (uint32 i = 0; i < d; i++)
	{
		double		n = estimate->seen[i];

		if (estimate->own_units)
			estimate->variance[i] = 1;
		else
			estimate->variance[i] = (estimate->variance[i] + VARIANCE_PRIOR * mean) /
				(n + VARIANCE_PRIOR);
		estimate->metric[i] = (estimate->variance[i] + METRIC_FLOOR * mean) / (n + 1);
		scale += estimate->metric[i] / d;
	}
	for (uint32 i = 0; i < d; i++)
		estimate->metric[i] = scale > 0 ? sqrt(estimate->metric[i] / scale) : 1;
	return scale;
}

/*
 * Computes the covariance of every pair in the metric, without the part that the target explains,
 * in square[] (j > i at i * d + j), and the edge of its noise:
 *		2 sqrt(mean_i sum_j (v_i + 0.02 v)(v_j + 0.02 v) N / ((N + 2)^2 D_i^2 D_j^2)).
 * centre[] still has the plain means.  Returns false if no informative pair was seen.
 */
static bool
estimate_pairs(Work *work, Estimate *estimate, const Moments *moments, uint32 omit)
{
	uint32		d = estimate->d;
	double		y_sd = sqrt(estimate->y_variance);
	double		noise = 0;
	double		effective = 0;
	bool		any = false;

	for (uint32 f = 0; f < moments->folds; f++)
		if (f != omit)
			fold_walk_start(&estimate->walk[f], moments, f);
	for (uint32 i = 0; i + 1 < d; i++)
	{
		double	   *target = estimate->square + (size_t) i * d + i + 1;
		double	   *n = estimate->square2;
		double		mean = estimate->centre[i];
		const double *mean2 = estimate->centre + i + 1;
		uint32		partners = d - i - 1;

		work_poll(work);
		for (uint32 j = 0; j < partners; j++)
			target[j] = n[j] = 0;
		for (uint32 f = 0; f < moments->folds; f++)
		{
			const PairCell *row;

			if (f == omit)
				continue;
			row = fold_walk_row(&estimate->walk[f], i);
			for (uint32 j = 0; j < partners; j++)
			{
				n[j] += row[j].n;
				target[j] += row[j].product - mean2[j] * row[j].first -
					mean * row[j].second + row[j].n * mean * mean2[j];
			}
		}
		for (uint32 j = 0; j < partners; j++)
		{
			uint32		k = i + 1 + j;
			double		weight = 1 / (n[j] + ESTIMATE_PAIR_PRIOR);

			effective += n[j] * weight;
			if (n[j] == 0 || estimate->seen[i] == 0 || estimate->seen[k] == 0)
			{
				target[j] = 0;
				continue;
			}
			any = true;
			target[j] -= n[j] * (estimate->slope[i] * y_sd) *
				(estimate->slope[k] * y_sd);
			target[j] *= weight / (estimate->metric[i] * estimate->metric[k]);
			noise += (estimate->seen[i] + 1) * (estimate->seen[k] + 1) * n[j] * weight * weight;
		}
	}
	if (effective > 0)
		estimate_noise(estimate, noise, effective);
	return any;
}

/*
 * Computes the eigenvectors of square[] whose eigenvalues exceed the bound, in factor[].  Rows that
 * are 0 off the diagonal are eigenvectors already.  They are left out, unless diagonal includes
 * those that are not 0 on the diagonal.
 */
static void
estimate_eigenvectors(Work *work, Estimate *estimate, bool diagonal, double bound)
{
	uint32		d = estimate->d;
	double	   *square = estimate->square;
	bool	   *any = (bool *) estimate->square2;
	uint32	   *live = (uint32 *) estimate->scratch;
	uint32		count = 0;

	for (uint32 i = 0; i < d; i++)
		any[i] = diagonal && square[(size_t) i * d + i] != 0;
	for (uint32 i = 0; i < d; i++)
		for (uint32 j = i + 1; j < d; j++)
			if (square[(size_t) i * d + j] != 0)
				any[i] = any[j] = true;
	for (uint32 i = 0; i < d; i++)
		if (any[i])
			live[count++] = i;
	estimate->rank = 0;
	if (count == 0)
		return;

	for (uint32 a = 0; a < count; a++)
		for (uint32 b = a; b < count; b++)
			square[(size_t) a * count + b] = square[(size_t) live[a] * d + live[b]];
	work_check(work, eigen_above(work, square, count, bound, count, estimate->eigenvalue,
								 estimate->factor, &estimate->rank));
	if (count == d)
		return;

	/* expand columns to d numbers in place, the last one first */
	for (uint32 k = estimate->rank; k-- > 0;)
	{
		double	   *column = estimate->factor + (size_t) k * d;

		memmove(column, estimate->factor + (size_t) k * count, count * sizeof(double));
		for (uint32 i = d, a = count; i-- > 0;)
			column[i] = a > 0 && live[a - 1] == i ? column[--a] : 0;
	}
}

/*
 * Keeps the eigenvectors that stand out from the noise, each reduced by half the edge, and leaves
 * the rest of the variance on the diagonal.
 */
static void
estimate_factors(Work *work, Estimate *estimate)
{
	uint32		d = estimate->d;
	double		floor = 0;

	for (uint32 i = 0; i < d; i++)
	{
		estimate->square[(size_t) i * d + i] = estimate->rest[i];
		floor += REST_FLOOR * estimate->rest[i] / d;
	}
	estimate_eigenvectors(work, estimate, false, Max(estimate->edge / 2, floor));
	for (uint32 k = 0; k < estimate->rank; k++)
	{
		double		scale = sqrt(estimate->eigenvalue[k] - estimate->edge / 2);
		double	   *column = estimate->factor + (size_t) k * d;

		for (uint32 i = 0; i < d; i++)
		{
			column[i] *= scale;
			estimate->rest[i] -= column[i] * column[i];
		}
	}
	for (uint32 i = 0; i < d; i++)
		estimate->rest[i] = Max(estimate->rest[i], floor);
}

/* Completes the estimate under a sampling design, as if no pair had been seen. */
static void
estimate_diagonal(Estimate *estimate)
{
	uint32		d = estimate->d;
	double		y_sd = sqrt(estimate->y_variance);
	double		ratio = 0;

	estimate->scale = estimate_metric(estimate);
	for (uint32 i = 0; i < d; i++)
	{
		double		squared = estimate->metric[i] * estimate->metric[i];
		double		explained = estimate->slope[i] / estimate->unit[i] * y_sd;
		double		rest = estimate->variance[i] - explained * explained;

		ratio += estimate->variance[i] / squared / d;
		estimate->rest[i] = Max(rest, 0) / squared;
		estimate->metric[i] *= estimate->unit[i];
	}
	estimate->rank = 0;
	estimate->edge = 0;
	estimate->sparsity = ESTIMATE_SPARSITY_NO_PAIRS;
	estimate->penalty = PENALTY_NO_PAIRS * ratio;
	for (uint32 i = 0; i < d; i++)
		estimate->cross[i] /= estimate->metric[i];
}

void
estimate_noise(Estimate *estimate, double noise, double effective)
{
	uint32		d = estimate->d;

	estimate->edge = 2 * estimate->scale * sqrt(2 * noise / d);
	estimate->sparsity = (double) d * (d - 1) / (2 * effective);
	if (noise > 0)
		estimate->penalty = PENALTY_SHARE * estimate->edge;
}

void
estimate_centre(Estimate *estimate)
{
	for (uint32 i = 0; i < estimate->d; i++)
		estimate->centre[i] += estimate->moved[i];
}

void
estimate_vectors(Estimate *estimate, const Moments *moments, uint32 omit, bool own_units)
{
	estimate->own_units = own_units;
	estimate_target(estimate, moments, omit);
	estimate_marginals(estimate, moments, omit);
	estimate_diagonal(estimate);
}

/* Estimates the covariance under a sampling design. */
static void
estimate_sampled(Work *work, Estimate *estimate, const Moments *moments, uint32 omit)
{
	bool		pairs;

	estimate_diagonal(estimate);
	pairs = estimate_pairs(work, estimate, moments, omit);
	estimate_centre(estimate);
	work_poll(work);
	if (pairs && estimate->y_variance > 0)
		estimate_factors(work, estimate);
}

/*
 * Computes the exact covariance in the fit's units, j >= i at i * d + j, and its trace.  Returns the
 * sum of squares before centring.
 */
static double
exact_covariance(Work *work, Estimate *estimate, const Moments *moments, uint32 omit, double *square)
{
	uint32		d = estimate->d;
	double		rows = Max(estimate->rows, 1);
	double		squares = 0;

	estimate->trace = 0;
	memset(square, 0, (size_t) d * d * sizeof(double));
	for (uint32 f = 0; f < moments->folds; f++)
		if (f != omit)
		{
			work_poll(work);
			gram_add_to(&moments->fold[f].gram, square, d);
		}
	for (uint32 i = 0; i < d; i++)
	{
		double	   *row = square + (size_t) i * d;

		for (uint32 j = i; j < d; j++)
		{
			if (j == i)
				squares += row[j] / rows / (estimate->unit[i] * estimate->unit[i]);
			row[j] = row[j] / rows - estimate->centre[i] * estimate->centre[j];
			row[j] /= estimate->unit[i] * estimate->unit[j];
			if (estimate->constant[i] || estimate->constant[j])
				row[j] = 0;
		}
		estimate->trace += row[i];
	}
	work_poll(work);
	return squares;
}

/* Computes eigenvectors and eigenvalues of the exact covariance, in the fit's units. */
static void
decompose_covariance(Work *work, Estimate *estimate, const Moments *moments, uint32 omit)
{
	double		squares = exact_covariance(work, estimate, moments, omit, estimate->square);

	/* the sums are rounded in proportion to the squares before centring */
	estimate_eigenvectors(work, estimate, true, ROUNDING * squares);
}

/* Copies the shared decomposition, which the first target makes. */
static void
copy_decomposition(Work *work, Estimate *estimate, const Moments *moments, uint32 omit)
{
	Decomposition *shared = &estimate->shared[Min(omit, moments->folds)];
	size_t		d = estimate->d;

	if (!shared->made)
	{
		decompose_covariance(work, estimate, moments, omit);
		shared->rank = estimate->rank;
		shared->trace = estimate->trace;
		memcpy(shared->eigenvalue, estimate->eigenvalue, shared->rank * sizeof(double));
		memcpy(shared->factor, estimate->factor, shared->rank * d * sizeof(double));
		shared->made = true;
	}
	estimate->rank = shared->rank;
	estimate->trace = shared->trace;
	memcpy(estimate->eigenvalue, shared->eigenvalue, shared->rank * sizeof(double));
	memcpy(estimate->factor, shared->factor, shared->rank * d * sizeof(double));
}

/* The metric of complete moments is the unit of each attribute. */
static void
use_units(Estimate *estimate)
{
	for (uint32 i = 0; i < estimate->d; i++)
	{
		estimate->metric[i] = estimate->unit[i];
		estimate->cross[i] /= estimate->unit[i];
		estimate->rest[i] = 0;
	}
}

static void
estimate_complete(Work *work, Estimate *estimate, const Moments *moments, uint32 omit)
{
	uint32		d = estimate->d;

	if (estimate->shared != NULL)
		copy_decomposition(work, estimate, moments, omit);
	else
		decompose_covariance(work, estimate, moments, omit);
	use_units(estimate);
	estimate->edge = 0;
	estimate->penalty = 0.5 * estimate->trace / sqrt(d * Max(estimate->rows, 1));
}

void
estimate_moments(Work *work, Estimate *estimate, const Moments *moments, uint32 omit, bool own_units)
{
	estimate->complete = moments->complete && !estimate->factors;
	estimate->own_units = own_units;
	estimate_target(estimate, moments, omit);
	estimate_marginals(estimate, moments, omit);
	if (estimate->complete)
		estimate_complete(work, estimate, moments, omit);
	else
		estimate_sampled(work, estimate, moments, omit);
	work_poll(work);
}

void
estimate_exact(Work *work, Estimate *estimate, const Moments *moments, uint32 omit, bool own_units,
			   double *covariance)
{
	estimate->complete = true;
	estimate->own_units = own_units;
	estimate_target(estimate, moments, omit);
	estimate_marginals(estimate, moments, omit);
	if (covariance != NULL)
		(void) exact_covariance(work, estimate, moments, omit, covariance);
	use_units(estimate);
}

void
estimate_covariance(const Estimate *estimate, double *matrix)
{
	uint32		d = estimate->d;
	const double *factor = estimate->factor;

	if (estimate->complete)
	{
		for (uint32 k = 0; k < estimate->rank; k++)
		{
			double		scale = sqrt(estimate->eigenvalue[k]);

			for (uint32 i = 0; i < d; i++)
				estimate->square2[(size_t) k * d + i] = factor[(size_t) k * d + i] * scale;
		}
		factor = estimate->square2;
	}
	if (estimate->rank > 0)
		cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, d, estimate->rank, 1.0, factor,
					d, 0.0, matrix, d);
	else
		memset(matrix, 0, (size_t) d * d * sizeof(double));
	for (uint32 i = 0; i < d; i++)
	{
		double	   *row = matrix + (size_t) i * d;

		row[i] += estimate->rest[i];
		for (uint32 j = i; j < d; j++)
			row[j] *= estimate->metric[i] * estimate->metric[j];
	}
}
