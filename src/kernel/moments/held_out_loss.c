/*
 * held_out_loss.c
 *		The loss of weights on a fold that they were not fitted to.
 *
 * The training covariance is M = R + V beta beta'.  R = D (L L' + diag psi) D is the part that
 * the target does not explain, and V the variance of the target in the fold.  Of complete moments
 * R is the covariance itself.
 */
#include "kernel/moments/held_out_loss.h"

#include "kernel/moments/solve.h"

#include <cblas.h>

/* A pair seen at least so often is weighted by its own count, not by the expected one. */
#define MANY_PAIRS 100

void
held_out_init_counts(Work *work, HeldOut *held_out, uint32 d, uint32 folds, const PairClasses *classes)
{
	bool		several = classes != NULL && classes->n > 1;

	memset(held_out, 0, sizeof(HeldOut));
	held_out->d = d;
	held_out->folds = folds;
	held_out->classes = several ? classes->n : 1;
	held_out->class_of = several ? classes->class_of : NULL;
	held_out->partners = WORK_ARRAY(work, (size_t) d * held_out->classes, double);
	held_out->possible = WORK_ARRAY(work, (size_t) held_out->classes * held_out->classes, double);
	held_out->pairs = WORK_ARRAY(work, folds, double);
}

void
held_out_init(Work *work, HeldOut *held_out, uint32 d, uint32 folds, uint32 most,
			  const PairClasses *classes)
{
	held_out_init_counts(work, held_out, d, folds, classes);
	held_out->linear = WORK_ARRAY(work, d, double);
	held_out->explained = WORK_ARRAY(work, d, double);
	held_out->product = WORK_ARRAY(work, (size_t) Min(most, HELD_OUT_PRODUCTS) * d, double);
}

/* Returns true if attributes of more than one class were read. */
static bool
several_classes_read(const HeldOut *held_out, const Moments *moments)
{
	uint32		first = held_out->classes;

	for (uint32 i = 0; i < held_out->d; i++)
	{
		if (moments_attribute(moments, i, moments->folds).n == 0)
			continue;
		if (first == held_out->classes)
			first = held_out_class(held_out, i);
		if (held_out_class(held_out, i) != first)
			return true;
	}
	return false;
}

/* Returns true if any two attributes of different classes were seen together. */
static bool
pairs_across_classes(const HeldOut *held_out)
{
	for (uint32 i = 0; i < held_out->d; i++)
		for (uint32 q = 0; q < held_out->classes; q++)
			if (q != held_out_class(held_out, i) && held_out->partners[(size_t) i * held_out->classes + q] > 0)
				return true;
	return false;
}

/*
 * Let R_i(Q) count how often i was seen with attributes of class Q, and T_PQ be its sum over the
 * class P.  A pair of i in P and j in Q is expected
 *		R_i(Q) R_j(P) / T_PQ
 * times.  Within a class, T_PP leaves out the pairs of i with itself.  possible[] is the divisor
 * of R_i(Q) R_j(P) for a fold that has all pairs.
 *
 * If one look is made at each row, all pairs are within looks.  They say nothing about how looks
 * go together, so the shrinkage has no pairs to rely on (apart).
 */
void
held_out_count_possible(HeldOut *held_out, const Moments *moments)
{
	uint32		classes = held_out->classes;
	double	   *total = held_out->possible;

	memset(total, 0, (size_t) classes * classes * sizeof(double));
	for (uint32 i = 0; i < held_out->d; i++)
		for (uint32 q = 0; q < classes; q++)
			total[(size_t) held_out_class(held_out, i) * classes + q] +=
				held_out->partners[(size_t) i * classes + q];
	for (uint32 p = 0; p < classes; p++)
	{
		double		squares = 0;
		double		own = total[(size_t) p * classes + p];

		for (uint32 i = 0; i < held_out->d; i++)
			if (held_out_class(held_out, i) == p)
			{
				double		partners = held_out->partners[(size_t) i * classes + p];

				squares += partners * partners;
			}
		for (uint32 q = 0; q < classes; q++)
			total[(size_t) p * classes + q] *= held_out->all_pairs;
		if (own > 0)
			total[(size_t) p * classes + p] = (own * own - squares) * (held_out->all_pairs / own);
	}
	held_out->apart = several_classes_read(held_out, moments) && !pairs_across_classes(held_out);
}

void
held_out_count(Work *work, HeldOut *held_out, const Moments *moments, Estimate *estimate)
{
	uint32		classes = held_out->classes;

	held_out->reads = moments_reads(moments);
	held_out->all_pairs = 0;
	held_out->apart = false;
	if (moments->complete && !estimate->factors)
		return;
	held_out->together = WORK_ARRAY(work, pairs_table_cells(held_out->d), double);
	for (uint32 f = 0; f < moments->folds; f++)
	{
		FoldWalk   *walk = &estimate->walk[0];
		double	   *together = held_out->together;

		held_out->pairs[f] = 0;
		fold_walk_start(walk, moments, f);
		for (uint32 i = 0; i + 1 < held_out->d; i++)
		{
			const PairCell *row = fold_walk_row(walk, i);

			work_poll(work);
			for (uint32 j = 0; j < held_out->d - i - 1; j++)
			{
				uint32		other = i + 1 + j;

				*together++ += row[j].n;
				held_out->partners[(size_t) i * classes + held_out_class(held_out, other)] += row[j].n;
				held_out->partners[(size_t) other * classes + held_out_class(held_out, i)] += row[j].n;
				held_out->pairs[f] += 2 * row[j].n;
			}
		}
		held_out->all_pairs += held_out->pairs[f];
	}
	held_out_count_possible(held_out, moments);
}

/* Returns the share of all reads that fell into a fold. */
static double
share_of_reads(const HeldOut *held_out, const Moments *moments, uint32 fold)
{
	double		reads = 0;

	for (uint32 i = 0; i < held_out->d; i++)
		reads += moments_fold_attribute(moments, fold, i).n;
	return held_out->reads > 0 ? reads / held_out->reads : 0;
}

/* Returns the slope of an attribute in the model, shrunk by the prior. */
static double
model_slope(const Estimate *estimate, uint32 i, double prior)
{
	double		n = estimate->count[i];

	return prior > 0 ? estimate->slope[i] * (n / (n + prior)) : estimate->slope[i];
}

/* Returns the variance of the target about the training mean. */
static double
held_out_variance(const Estimate *estimate, const Moments *moments, uint32 fold)
{
	double		y_mean = estimate->y_mean;
	double		rows = moments->fold[fold].rows;
	TargetSums	target = moments_fold_target(moments, fold);

	return estimate_variance((target.yy - 2 * y_mean * target.y) / rows + y_mean * y_mean,
							 target.yy / rows);
}

/*
 * Computes the vector t with w't = E w'(x - a)(y - y_mean).  With
 * r_i = x_i - a_i - beta_i (y - y_mean),
 *		t_i = beta_i V + sum r_i (y - y_mean) / E_i
 * over the rows where i was seen; E_i is how often that was expected in this fold.
 */
static void
held_out_linear(HeldOut *held_out, const Moments *moments, const Estimate *estimate, uint32 fold,
				double prior, double variance)
{
	double		y_mean = estimate->y_mean;
	double		share = share_of_reads(held_out, moments, fold);

	for (uint32 i = 0; i < held_out->d; i++)
	{
		AttributeSums m = moments_fold_attribute(moments, fold, i);
		TargetCell	cell = moments_fold_cell(moments, fold, i);
		double		a = estimate->centre[i];
		double		beta = model_slope(estimate, i, prior);
		double		expected = moments_attribute(moments, i, moments->folds).n * share;
		double		xy = cell.xy - a * cell.y - y_mean * m.x + m.n * a * y_mean;
		double		yy = cell.yy - 2 * y_mean * cell.y + m.n * y_mean * y_mean;

		held_out->linear[i] = beta * variance;
		if (expected > 0)
			held_out->linear[i] += (xy - beta * yy) / expected;
	}
}

/*
 * Computes the matrix Q with w'Qw = E (w'(x - a))^2 in matrix[], which has R at first, from M and
 * the sums of the fold:
 *		Q_ij = M_ij + (X_ij - N_ij M_ij) / pi_ij,	Q_ii the same with n_i, E_i.
 * pi_ij is how often the pair was expected: from the row sums of N over all folds, or N_ij itself
 * if that is large.
 */
static void
held_out_square(Work *work, HeldOut *held_out, const Moments *moments, Estimate *estimate, uint32 fold,
				double prior, double variance, double *matrix)
{
	uint32		d = held_out->d;
	double		sd = sqrt(variance);
	uint32		classes = held_out->classes;
	double		share = share_of_reads(held_out, moments, fold);
	double	   *explained = held_out->explained;
	const double *n = held_out->together;
	FoldWalk   *walk = &estimate->walk[0];

	for (uint32 i = 0; i < d; i++)
		explained[i] = model_slope(estimate, i, prior) * sd;
	fold_walk_start(walk, moments, fold);
	for (uint32 i = 0; i < d; i++)
	{
		double	   *row = matrix + (size_t) i * d;
		double		a = estimate->centre[i];
		AttributeSums m = moments_fold_attribute(moments, fold, i);
		double		expected = moments_attribute(moments, i, moments->folds).n * share;
		uint32		p = held_out_class(held_out, i);
		const PairCell *cell;

		work_poll(work);
		row[i] += explained[i] * explained[i];
		if (expected > 0)
			row[i] += (m.xx - 2 * a * m.x + m.n * a * a - m.n * row[i]) / expected;
		if (i + 1 == d)
			break;

		cell = fold_walk_row(walk, i);
		for (uint32 j = i + 1; j < d; j++, n++, cell++)
		{
			double		a2 = estimate->centre[j];
			double		x = cell->product - a2 * cell->first - a * cell->second + cell->n * a * a2;
			uint32		q = held_out_class(held_out, j);
			double		expected_pairs;

			row[j] += explained[i] * explained[j];
			if (cell->n == 0)
				continue;
			if (*n >= MANY_PAIRS)
				expected_pairs = *n * (held_out->pairs[fold] / held_out->all_pairs);
			else
				expected_pairs = held_out->partners[(size_t) i * classes + q] *
					held_out->partners[(size_t) j * classes + p] *
					(held_out->pairs[fold] / held_out->possible[(size_t) p * classes + q]);
			row[j] += (x - cell->n * row[j]) / expected_pairs;
		}
	}
}

/* Computes Q for complete moments: the mean over the fold's rows. */
static void
held_out_complete(Work *work, const HeldOut *held_out, const Moments *moments, const Estimate *estimate,
				  uint32 fold, double *matrix)
{
	const FoldSums *sums = &moments->fold[fold];
	uint32		d = held_out->d;
	double	   *x = held_out->explained;	/* sums of the attributes */

	memset(matrix, 0, (size_t) d * d * sizeof(double));
	gram_add_to(&sums->gram, matrix, d);
	work_poll(work);
	for (uint32 i = 0; i < d; i++)
		x[i] = moments_fold_attribute(moments, fold, i).x;
	for (uint32 i = 0; i < d; i++)
		for (uint32 j = i; j < d; j++)
		{
			double	   *cell = &matrix[(size_t) i * d + j];

			*cell = (*cell - estimate->centre[j] * x[i] - estimate->centre[i] * x[j]) / sums->rows +
				estimate->centre[i] * estimate->centre[j];
		}
}

/* Gives result[g] = w_g' matrix w_g. */
static void
quadratic(Work *work, HeldOut *held_out, const double *matrix, const double *weight, uint32 count,
		  double *result)
{
	uint32		d = held_out->d;

	for (uint32 first = 0; first < count; first += HELD_OUT_PRODUCTS)
	{
		uint32		n = Min(count - first, HELD_OUT_PRODUCTS);
		const double *w = weight + (size_t) first * d;

		work_poll(work);
		cblas_dsymm(CblasColMajor, CblasLeft, CblasLower, d, n, 1.0, matrix, d, w, d, 0.0,
					held_out->product, d);
		for (uint32 g = 0; g < n; g++)
			result[first + g] = cblas_ddot(d, w + (size_t) g * d, 1,
										   held_out->product + (size_t) g * d, 1);
	}
}

void
held_out_start(Work *work, HeldOut *held_out, const Moments *moments, Estimate *estimate, uint32 fold,
			   double prior)
{
	double	   *matrix = estimate->square;

	work_poll(work);
	held_out->variance = held_out_variance(estimate, moments, fold);
	held_out_linear(held_out, moments, estimate, fold, prior, held_out->variance);
	if (estimate->complete)
		held_out_complete(work, held_out, moments, estimate, fold, matrix);
	else
	{
		estimate_covariance(estimate, matrix);
		held_out_square(work, held_out, moments, estimate, fold, prior, held_out->variance, matrix);
	}
}

void
held_out_weights(Work *work, HeldOut *held_out, Estimate *estimate, const double *weight, uint32 count,
				 HeldOutLoss *loss)
{
	loss->variance = held_out->variance;
	for (uint32 g = 0; g < count; g++)
		loss->lin[g] = cblas_ddot(held_out->d, weight + (size_t) g * held_out->d, 1,
									held_out->linear, 1);
	solve_quadratic(work, estimate, weight, count, loss->reduced);
	quadratic(work, held_out, estimate->square, weight, count, loss->square);
}
