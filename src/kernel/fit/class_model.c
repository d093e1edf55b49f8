/*
 * class_model.c
 *		Probabilities of several classes from one score for each.
 */
#include "kernel/fit/class_model.h"

#include <cblas.h>
#include <float.h>

#include "kernel/eigen.h"
#include "kernel/psd.h"
#include "kernel/rng.h"

#include <lapacke.h>

/* The variance of scores within classes is raised by this share of the largest eigenvalue. */
#define LEAST_WITHIN 0.05

/* Simulated rows of an error rate, over all classes; its standard error is .004 or less. */
#define ERROR_DRAWS 20000

/* Divides numbers, whose sum must be above 0, by their sum. */
static void
divide_by_sum(double *number, uint32 n)
{
	double		sum = 0;

	for (uint32 c = 0; c < n; c++)
		sum += number[c];
	for (uint32 c = 0; c < n; c++)
		number[c] /= sum;
}

static void
gaussian_probabilities(const ClassModel *model, const double *prediction, double *probability)
{
	uint32		classes = model->classes;
	double		largest = -INFINITY;

	for (uint32 c = 0; c < classes; c++)
	{
		const double *direction = model->direction + (size_t) c * classes;

		probability[c] = model->constant[c];
		for (uint32 k = 0; k < classes; k++)
			probability[c] += (prediction[k] - model->share[k]) * direction[k];
		largest = Max(largest, probability[c]);
	}
	for (uint32 c = 0; c < classes; c++)
		probability[c] = exp(probability[c] - largest);
	divide_by_sum(probability, classes);
}

void
class_model_probabilities(const ClassModel *model, const double *prediction, double *probability)
{
	uint32		classes = model->classes;
	double		against_rest[MOST_CLASSES];

	for (uint32 c = 0; c < classes; c++)
		against_rest[c] = Min(Max(prediction[c], Min(CLASS_LEAST_AGAINST_REST, model->share[c])), 1);
	divide_by_sum(against_rest, classes);
	if (model->direction != NULL)
	{
		gaussian_probabilities(model, prediction, probability);
		for (uint32 c = 0; c < classes; c++)
			probability[c] = pow(against_rest[c], 1 - CLASS_GAUSSIAN_SHARE) *
				pow(Max(probability[c], CLASS_LEAST_GAUSSIAN), CLASS_GAUSSIAN_SHARE);
		divide_by_sum(probability, classes);
	}
	else
		memcpy(probability, against_rest, classes * sizeof(double));
	if (model->link.offset != NULL)
		class_link_apply(&model->link, classes, probability);
}

/* Working memory for the estimation of Gaussian classes. */
typedef struct Gauss
{
	double	   *mean;			/* [classes * classes] mean scores of class c in row c */
	double	   *within;			/* [classes * classes] covariance within classes */
	double	   *eigenvalue;		/* [classes] of the covariance of all scores; scratch before */
	double	   *vectors;		/* [classes * classes] */
} Gauss;

static void
make_symmetric(double *matrix, uint32 n)
{
	for (size_t a = 0; a < n; a++)
		for (size_t b = a + 1; b < n; b++)
			matrix[a * n + b] = matrix[b * n + a] = (matrix[a * n + b] + matrix[b * n + a]) / 2;
}

/*
 * With few rows cross and square are noisy.  Covariances with the classes are reduced to those
 * that a posterior of the same fits expects, and variances are raised to them.
 */
static void
limit_to_expected(Work *work, Gauss *gauss, uint32 n, double *cross, double *square,
				 const double *expected)
{
	double	   *root = gauss->eigenvalue;	/* scratch */

	make_symmetric(cross, n);
	make_symmetric(square, n);
	work_check(work, psd_make(work, cross, (int) n));
	for (size_t c = 0; c < n; c++)
	{
		double		own = cross[c * n + c];

		root[c] = own > 0 ? sqrt(Min(1, expected[c] / own)) : 0;
		square[c * n + c] = Max(square[c * n + c], expected[c]);
	}
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			cross[a * n + b] *= root[a] * root[b];
}

/* Finds the means of classes, less that of all rows, and the covariance within classes. */
static void
find_within(Work *work, Gauss *gauss, uint32 n, const double *cross, const double *square,
			const double *share, double largest)
{
	double	   *mean = gauss->mean;
	double	   *within = gauss->within;

	for (size_t k = 0; k < n; k++)
	{
		double		center = 0;

		for (size_t c = 0; c < n; c++)
			center += cross[k * n + c];
		for (size_t c = 0; c < n; c++)
			mean[c * n + k] = share[c] > 0 ? cross[k * n + c] / share[c] - center : 0;
	}
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
		{
			within[a * n + b] = square[a * n + b];
			for (size_t c = 0; c < n; c++)
				within[a * n + b] -= share[c] * mean[c * n + a] * mean[c * n + b];
		}
	make_symmetric(within, n);
	work_check(work, psd_make(work, within, (int) n));
	for (size_t a = 0; a < n; a++)
		within[a * n + a] += LEAST_WITHIN * largest;
}

/* Finds the directions P m_c and the constants. */
static void
find_directions(Work *work, Gauss *gauss, uint32 n, const double *share, double *direction,
				double *constant)
{
	memcpy(direction, gauss->mean, (size_t) n * n * sizeof(double));
	if (LAPACKE_dposv_work(LAPACK_COL_MAJOR, 'L', (int) n, (int) n, gauss->within, (int) n,
						   direction, (int) n) != 0)
		work->raise(work, KERNEL_SINGULAR);
	for (size_t c = 0; c < n; c++)
	{
		double		norm = 0;

		for (size_t k = 0; k < n; k++)
			norm += gauss->mean[c * n + k] * direction[c * n + k];
		constant[c] = log(Max(share[c], DBL_MIN)) - norm / 2;
		if (!isfinite(constant[c]))
			work->raise(work, KERNEL_SINGULAR);
	}
}

/*
 * Adds Gaussian classes to a model with shares, unless no score varies.
 *
 * cross: covariance of score c with class k at c * classes + k.
 * square: [classes * classes] covariance of scores.  Both arrays are destroyed.
 * expected: [classes] covariance of each score with its own class that a posterior expects.
 */
static void
class_gauss(Work *work, ClassModel *model, double *cross, double *square, const double *expected)
{
	uint32		classes = model->classes;
	size_t		n = classes;
	double	   *direction = WORK_ARRAY(work, n * n, double);
	double	   *constant = WORK_ARRAY(work, n, double);
	Work	   *scratch = work_begin(work);
	Gauss		gauss = {
		.mean = WORK_ARRAY(scratch, n * n, double),
		.within = WORK_ARRAY(scratch, n * n, double),
		.eigenvalue = WORK_ARRAY(scratch, n, double),
		.vectors = WORK_ARRAY(scratch, n * n, double)
	};
	double		largest;

	limit_to_expected(scratch, &gauss, classes, cross, square, expected);
	memcpy(gauss.vectors, square, n * n * sizeof(double));
	work_check(scratch, eigen_all(scratch, gauss.vectors, classes, gauss.eigenvalue));
	largest = gauss.eigenvalue[n - 1];
	if (largest > 0)
	{
		find_within(scratch, &gauss, classes, cross, square, model->share, largest);
		find_directions(scratch, &gauss, classes, model->share, direction, constant);
		model->direction = direction;
		model->constant = constant;
	}
	work_end(scratch);
}

void
class_model_known(Work *work, const ClassModel *all, const ColumnPredictor *predictor,
				  ClassModel *known)
{
	size_t		n = all->classes;
	Work	   *scratch = work_begin(work);
	double	   *cross = WORK_ARRAY(scratch, n * n, double);
	double	   *square = WORK_ARRAY(scratch, n * n, double);
	double	   *expected = WORK_ARRAY(scratch, n, double);
	double		share = column_predictor_scores(predictor, cross, square, expected);

	*known = (ClassModel) {.classes = all->classes,.share = all->share};
	if (all->direction != NULL)
		class_gauss(work, known, cross, square, expected);
	if (all->link.offset != NULL)
	{
		double	   *offset = WORK_ARRAY(work, n, double);

		for (size_t c = 0; c < n; c++)
			offset[c] = share * all->link.offset[c];
		known->link = (ClassLink) {1 + (all->link.temperature - 1) * share, offset};
	}
	work_end(scratch);
}

ClassScores *
class_scores_create(Work *work, const Moments *moments, uint32 classes)
{
	size_t		numbers = (size_t) moments->folds * classes * moments->d;
	ClassScores *scores = WORK_ARRAY(work, 1, ClassScores);

	scores->classes = classes;
	scores->expected = WORK_ARRAY(work, classes, double);
	scores->along = WORK_ARRAY(work, numbers, double);
	scores->linear = WORK_ARRAY(work, numbers, double);
	scores->product = WORK_ARRAY(work, numbers, double);
	return scores;
}

void
class_scores_set(ClassScores *scores, uint32 folds, uint32 c, double alpha, const FoldScores *from)
{
	uint32		u = scores->u = from->d;

	scores->expected[c] = alpha * from->expected;
	for (uint32 f = 0; f < folds; f++)
	{
		size_t		to = ((size_t) f * scores->classes + c) * u;
		size_t		of_fold = (size_t) f * u;

		memcpy(scores->linear + to, from->linear + of_fold, u * sizeof(double));
		for (uint32 i = 0; i < u; i++)
		{
			scores->along[to + i] = alpha * from->weight[of_fold + i];
			scores->product[to + i] = alpha * from->product[of_fold + i];
		}
	}
}

/*
 * Adds the covariances of scores with classes to cross, and with each other to square, both
 * [classes * classes].  The covariance of the score of class a with class b is w_a't_b on a
 * held-out fold; that with the score of b is w_a'Q_b w_b.  Folds are averaged by their rows.
 */
static void
add_covariances(Work *work, const Moments *moments, uint32 omit, const ClassScores *scores,
				double rows, double *cross, double *square)
{
	uint32		n = scores->classes;
	uint32		u = scores->u;

	for (uint32 f = 0; f < moments->folds; f++)
	{
		size_t		at = (size_t) f * n * u;
		double		share = moments->fold[f].rows / rows;

		if (f == omit)
			continue;
		work_poll(work);
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, u, share, scores->along + at,
					u, scores->linear + at, u, 1.0, cross, n);
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, u, share, scores->along + at,
					u, scores->product + at, u, 1.0, square, n);
	}
}

/* Finds Gaussian classes. */
static void
find_gaussian(Work *work, const Moments *moments, uint32 omit, const ClassScores *scores,
			  double rows, ClassModel *model)
{
	size_t		n = model->classes;
	Work	   *scratch = work_begin(work);
	double	   *cross = WORK_ARRAY(scratch, n * n, double);
	double	   *square = WORK_ARRAY(scratch, n * n, double);

	add_covariances(scratch, moments, omit, scores, rows, cross, square);
	class_gauss(work, model, cross, square, scores->expected);
	work_end(scratch);
}

void
class_fit(Work *work, const Moments *moments, uint32 omit, const ClassScores *scores,
		  ClassModel *model)
{
	uint32		n = moments_classes(moments);
	double	   *share = WORK_ARRAY(work, n, double);
	double		rows = 0;

	for (uint32 c = 0; c < n; c++)
	{
		share[c] = moments_class_rows(moments, c, moments->folds) -
			(omit < moments->folds ? moments_class_rows(moments, c, omit) : 0);
		rows += share[c];
	}
	for (uint32 c = 0; c < n; c++)
		share[c] /= rows;
	*model = (ClassModel) {.classes = n,.share = share};
	if (scores != NULL)
		find_gaussian(work, moments, omit, scores, rows, model);
}

/* Two independent standard normal numbers (Box and Muller 1958). */
static void
draw_normal(Rng *rng, double *pair)
{
	double		length = sqrt(-2 * log(1 - rng_unit(rng)));
	double		angle = 2 * M_PI * rng_unit(rng);

	pair[0] = length * cos(angle);
	pair[1] = length * sin(angle);
}

/*
 * Returns the error rate on rows with normal scores of covariance root root' about the mean of
 * their class.  All classes share their draws, and calls share the seed, so that errors are
 * comparable.
 */
static double
simulate_errors(Work *work, const ClassModel *model, const double *mean, const double *root)
{
	size_t		n = model->classes;
	size_t		draws = ERROR_DRAWS / n;
	double	   *normal = WORK_ARRAY(work, n + 1, double);
	double	   *noise = WORK_ARRAY(work, n, double);
	double	   *prediction = WORK_ARRAY(work, n, double);
	double	   *probability = WORK_ARRAY(work, n, double);
	double		wrong = 0;
	Rng			rng;

	rng_seed(&rng, 0);
	for (size_t t = 0; t < draws; t++)
	{
		work_poll(work);
		for (size_t k = 0; k < n; k += 2)
			draw_normal(&rng, normal + k);
		cblas_dgemv(CblasRowMajor, CblasNoTrans, (int) n, (int) n, 1.0, root, (int) n, normal, 1, 0.0,
					noise, 1);
		for (size_t c = 0; c < n; c++)
		{
			size_t		likeliest = 0;

			for (size_t k = 0; k < n; k++)
				prediction[k] = model->share[k] + mean[c * n + k] + noise[k];
			class_model_probabilities(model, prediction, probability);
			for (size_t k = 1; k < n; k++)
				if (probability[k] > probability[likeliest])
					likeliest = k;
			wrong += likeliest != c ? model->share[c] : 0;
		}
	}
	return wrong / (double) draws;
}

double
class_error_rate(Work *work, const Moments *moments, const ClassScores *scores,
				 const ClassModel *model)
{
	size_t		n = model->classes;
	Work	   *scratch = work_begin(work);
	double	   *cross = WORK_ARRAY(scratch, n * n, double);
	double	   *square = WORK_ARRAY(scratch, n * n, double);
	Gauss		gauss = {
		.mean = WORK_ARRAY(scratch, n * n, double),
		.within = WORK_ARRAY(scratch, n * n, double),
		.eigenvalue = WORK_ARRAY(scratch, n, double)
	};
	double	   *root = WORK_ARRAY(scratch, n * n, double);
	double		error;

	add_covariances(scratch, moments, moments->folds, scores, moments_rows(moments), cross, square);
	limit_to_expected(scratch, &gauss, (uint32) n, cross, square, scores->expected);
	find_within(scratch, &gauss, (uint32) n, cross, square, model->share, 0);
	work_check(scratch, eigen_all(scratch, gauss.within, (uint32) n, gauss.eigenvalue));
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			root[a * n + b] = gauss.within[b * n + a] * sqrt(Max(gauss.eigenvalue[b], 0));
	error = simulate_errors(scratch, model, gauss.mean, root);
	work_end(scratch);
	return error;
}
