/*
 * judgment_moments.c
 *		Sums over judged objects, from which repeats are chosen.
 */
#include "kernel/judgments/judgment_moments.h"

#include <cblas.h>

/* A standard deviation below this share of the mean is rounding error. */
#define CONSTANT_SD 1e-12

void
judgment_moments_init(Work *work, JudgmentMoments *moments, int d)
{
	size_t		n = (size_t) d + 1;
	double	   *number = WORK_ARRAY(work, n + n * n + 2 * (size_t) d + (JUDGMENT_MOMENTS_BLOCK + 1) * n, double);
	int64	   *count = WORK_ARRAY(work, 3 * (size_t) d, int64);

	/* two allocations for all arrays: a memory context rounds small ones up to powers of two */
	moments->d = d;
	moments->pending = 0;
	moments->objects = 0;
	moments->mean = number;
	moments->gram = moments->mean + n;
	moments->inner = moments->gram + n * n;
	moments->inner_share = moments->inner + d;
	moments->block = moments->inner_share + d;
	moments->judgments = count;
	moments->repeated = moments->judgments + d;
	moments->fewest = moments->repeated + d;
}

void
judgment_moments_clear(JudgmentMoments *moments)
{
	size_t		d = moments->d;

	moments->pending = 0;
	moments->objects = 0;
	memset(moments->mean, 0, (d + 1) * sizeof(double));
	memset(moments->gram, 0, (d + 1) * (d + 1) * sizeof(double));
	memset(moments->inner, 0, d * sizeof(double));
	memset(moments->inner_share, 0, d * sizeof(double));
	memset(moments->judgments, 0, d * sizeof(int64));
	memset(moments->repeated, 0, d * sizeof(int64));
	memset(moments->fewest, 0, d * sizeof(int64));
}

int64
judgment_moments_objects(const JudgmentMoments *moments)
{
	return moments->objects + moments->pending;
}

/* Adds one row of means and label to the block. */
static void
add_row(JudgmentMoments *moments, const double *row)
{
	size_t		n = (size_t) moments->d + 1;

	if (moments->pending == JUDGMENT_MOMENTS_BLOCK)
		judgment_moments_flush(moments);
	memcpy(moments->block + moments->pending * n, row, n * sizeof(double));
	moments->pending++;
}

void
judgment_moments_add(JudgmentMoments *moments, const Judgments *object, double label)
{
	int			d = moments->d;
	bool		first = judgment_moments_objects(moments) == 0;
	double	   *row;
	int			a;

	if (moments->pending == JUDGMENT_MOMENTS_BLOCK)
		judgment_moments_flush(moments);
	row = moments->block + moments->pending * ((size_t) d + 1);
	for (a = 0; a < d; a++)
	{
		int64		count = object[a].count;

		Assert(count > 0);
		row[a] = object[a].mean;
		moments->judgments[a] += count;
		if (count > 1)
		{
			double		variance = judgments_variance(&object[a]);

			moments->inner[a] += variance;
			moments->inner_share[a] += variance / (double) count;
			moments->repeated[a]++;
		}
		if (first || count < moments->fewest[a])
			moments->fewest[a] = count;
	}
	row[d] = label;
	moments->pending++;
}

/*
 * Centres the block about its own mean.  A last row has the scaled distance between
 * the two means: the sum of products of n objects with mean a and k objects with mean
 * b has the cross term n k / (n + k) (b - a)(b - a)'.
 */
void
judgment_moments_flush(JudgmentMoments *moments)
{
	int			n = moments->d + 1;
	int			k = moments->pending;
	double		before = (double) moments->objects;
	double		share = k / (before + k);
	double		scale = sqrt(before * share);
	double	   *last = moments->block + (size_t) k * n;
	int			i,
				a;

	if (k == 0)
		return;

	for (a = 0; a < n; a++)
	{
		double		mean = 0,
					rest = 0;

		for (i = 0; i < k; i++)
			mean += moments->block[(size_t) i * n + a];
		mean /= k;
		/* after a second pass the mean of equal values is exact */
		for (i = 0; i < k; i++)
			rest += moments->block[(size_t) i * n + a] - mean;
		mean += rest / k;
		for (i = 0; i < k; i++)
			moments->block[(size_t) i * n + a] -= mean;
		last[a] = scale * (mean - moments->mean[a]);
		moments->mean[a] += share * (mean - moments->mean[a]);
	}
	cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, n, k + 1,
				1.0, moments->block, n, 1.0, moments->gram, n);
	moments->objects += k;
	moments->pending = 0;
}

void
judgment_moments_merge(JudgmentMoments *moments, const JudgmentMoments *other)
{
	int			d = moments->d;
	int			n = d + 1;
	bool		first = judgment_moments_objects(moments) == 0;
	int			i,
				a;

	Assert(other->d == d);
	if (judgment_moments_objects(other) == 0)
		return;

	judgment_moments_flush(moments);
	if (other->objects > 0)
	{
		double		before = (double) moments->objects;
		double		share = (double) other->objects / (before + (double) other->objects);
		double	   *distance = moments->block;

		for (a = 0; a < n; a++)
			distance[a] = other->mean[a] - moments->mean[a];
		for (a = 0; a < n; a++)
		{
			double	   *into = moments->gram + (size_t) a * n;
			const double *from = other->gram + (size_t) a * n;

			for (i = 0; i <= a; i++)
				into[i] += from[i];
		}
		cblas_dsyr(CblasRowMajor, CblasLower, n, before * share,
				   distance, 1, moments->gram, n);
		for (a = 0; a < n; a++)
			moments->mean[a] += share * distance[a];
		moments->objects += other->objects;
	}
	for (i = 0; i < other->pending; i++)
		add_row(moments, other->block + (size_t) i * n);

	for (a = 0; a < d; a++)
	{
		moments->inner[a] += other->inner[a];
		moments->inner_share[a] += other->inner_share[a];
		moments->judgments[a] += other->judgments[a];
		moments->repeated[a] += other->repeated[a];
		if (first || other->fewest[a] < moments->fewest[a])
			moments->fewest[a] = other->fewest[a];
	}
}

int
judgment_moments_unrepeated(const JudgmentMoments *moments)
{
	int			a;

	for (a = 0; a < moments->d; a++)
		if (moments->repeated[a] == 0)
			return a;
	return -1;
}

void
judgment_estimates_init(Work *work, JudgmentEstimates *estimates, int d)
{
	estimates->d = d;
	estimates->mean = WORK_ARRAY(work, d, double);
	estimates->b = WORK_ARRAY(work, d, double);
	estimates->v = WORK_ARRAY(work, d, double);
	estimates->share = WORK_ARRAY(work, d, double);
	estimates->sigma = WORK_ARRAY(work, (size_t) d * d, double);
}

/* Returns true if a variance is only rounding error, so that nothing may be divided by it. */
static bool
is_constant(double variance, double mean)
{
	double		least = CONSTANT_SD * mean;

	return variance <= least * least;
}

Status
judgment_estimates_compute(JudgmentEstimates *estimates, const JudgmentMoments *moments)
{
	int			d = moments->d;
	size_t		n = (size_t) d + 1;
	double		objects = (double) moments->objects;
	const double *label = moments->gram + d * n;
	double		sum = 0;
	bool		label_constant;
	int			i,
				j;

	Assert(moments->pending == 0 && moments->objects > 0);

	estimates->objects = moments->objects;
	estimates->label_mean = moments->mean[d];
	estimates->label_variance = label[d] / objects;
	label_constant = is_constant(estimates->label_variance, estimates->label_mean);
	if (label_constant)
		estimates->label_variance = 0;

	for (i = 0; i < d; i++)
	{
		double	   *row = estimates->sigma + (size_t) i * d;
		double		repeated = (double) moments->repeated[i];
		double		v = moments->inner[i] / repeated;

		/* an object judged once counts with the mean variance of the others */
		estimates->v[i] = v;
		estimates->share[i] = (moments->inner_share[i] + (objects - repeated) * v) / objects;
		estimates->mean[i] = moments->mean[i];
		estimates->b[i] = label_constant ? 0 : label[i] / objects;
		for (j = 0; j <= i; j++)
			row[j] = moments->gram[i * n + j] / objects;
		/* by Cauchy-Schwarz the diagonal bounds the other elements */
		sum += row[i] + v + fabs(estimates->b[i]) + fabs(estimates->mean[i]);
	}
	if (!isfinite(sum + estimates->label_variance))
		return KERNEL_DIVERGED;

	for (i = 0; i < d; i++)
	{
		double	   *row = estimates->sigma + (size_t) i * d;
		bool		constant = is_constant(row[i] + estimates->v[i], estimates->mean[i]);

		row[i] -= estimates->share[i];
		if (constant)
		{
			estimates->b[i] = estimates->v[i] = estimates->share[i] = 0;
			for (j = 0; j <= i; j++)
				row[j] = 0;
			for (j = i + 1; j < d; j++)
				estimates->sigma[(size_t) j * d + i] = 0;
		}
	}
	for (i = 0; i < d; i++)
		for (j = 0; j < i; j++)
			estimates->sigma[(size_t) j * d + i] = estimates->sigma[(size_t) i * d + j];
	return KERNEL_OK;
}
