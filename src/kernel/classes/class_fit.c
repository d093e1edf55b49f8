/*
 * class_fit.c
 *		From moments and sums by class to a model of classes.
 */
#include "kernel/classes/class_fit.h"

#include <cblas.h>

/* Bends must be better by this share of the targets' variance, over sqrt(rows): as in column_fit.c. */
#define MARGIN 0.5

/* One regression for each class: lines, or bends. */
typedef struct ClassSet
{
	double	   *weight;			/* [classes * d] */
	double	   *intercept;		/* [classes] */
	double	   *alpha;			/* [classes] length of the scores */
	double	   *expected;		/* [classes] covariance of score and class, in that length */
	uint32		u;				/* coordinates; of arrays attributes */
	double	   *along;			/* [folds * classes * u] weights fitted to the other folds, in that length */
	double	   *linear;			/* [folds * classes * u] */
	double	   *product;		/* [folds * classes * u] */
	bool		tuned;
	double		forecast;
	double		squared_error;	/* of the forecast */
	double		variance;
} ClassSet;

typedef struct ClassFitter
{
	uint32		classes;
	uint32		d;
	const ClassFitOptions *options;
	Moments		target;			/* the class at hand */
	FoldScores	scores;
	Work	   *work;			/* what all classes need */
} ClassFitter;

static void
set_init(Work *work, ClassSet *set, const Moments *moments, uint32 classes)
{
	size_t		numbers = (size_t) classes * moments->d;

	set->weight = WORK_ARRAY(work, numbers, double);
	set->intercept = WORK_ARRAY(work, classes, double);
	set->alpha = WORK_ARRAY(work, classes, double);
	set->expected = WORK_ARRAY(work, classes, double);
	set->along = WORK_ARRAY(work, moments->folds * numbers, double);
	set->linear = WORK_ARRAY(work, moments->folds * numbers, double);
	set->product = WORK_ARRAY(work, moments->folds * numbers, double);
	set->forecast = set->squared_error = set->variance = 0;
}

/* The regression of the class that is the target. */
static void
fit_class(Work *work, ClassFitter *fitter, bool bends, Fit *fit)
{
	const ClassFitOptions *options = fitter->options;
	const ColumnOptions *columns = options->columns;
	FitOptions	wanted = options->fit;
	Moments    *moments = &fitter->target;
	InCoordinates *in = NULL;
	double	   *weight = fit->weight;

	if (columns != NULL)
	{
		in = in_coordinates_create(work, moments, columns->columns, columns->prices, bends);
		wanted.own_units = false;
		wanted.classes = &in->classes;
		wanted.looks = &in->coordinates.looks;
		moments = &in->moments;
		fit->weight = WORK_ARRAY(work, moments->d, double);
	}
	fit_with_scores(work, moments, &wanted, &fitter->scores, fit);
	if (in != NULL)
		fit->intercept += coordinates_weights(&in->coordinates, fit->weight, weight);
	fit->weight = weight;
}

/* Keep what the folds say of the scores of class c. */
static void
keep_scores(const ClassFitter *fitter, ClassSet *set, uint32 c)
{
	const FoldScores *scores = &fitter->scores;
	uint32		folds = fitter->target.folds;

	set->u = scores->d;
	set->expected[c] = set->alpha[c] * scores->expected;
	for (uint32 f = 0; f < folds; f++)
	{
		size_t		to = ((size_t) f * fitter->classes + c) * set->u;
		size_t		from = (size_t) f * set->u;

		memcpy(set->linear + to, scores->linear + from, set->u * sizeof(double));
		for (uint32 i = 0; i < set->u; i++)
		{
			set->along[to + i] = set->alpha[c] * scores->weight[from + i];
			set->product[to + i] = set->alpha[c] * scores->product[from + i];
		}
	}
}

static void
fit_set(ClassFitter *fitter, const ClassSums *sums, ClassSet *set, bool bends)
{
	set_init(fitter->work, set, &fitter->target, fitter->classes);
	for (uint32 c = 0; c < fitter->classes; c++)
	{
		Fit			fit = {.weight = set->weight + (size_t) c * fitter->d};
		Work	   *scratch = work_begin(fitter->work);

		class_target_set(&fitter->target, sums, c);
		fit_class(scratch, fitter, bends, &fit);
		set->intercept[c] = fit.intercept;
		set->alpha[c] = fit.alpha;
		set->tuned = fit.tuned;
		set->forecast += fit.forecast;
		set->squared_error += fit.forecast_se * fit.forecast_se;
		set->variance += fit.variance;
		if (fit.tuned)
			keep_scores(fitter, set, c);
		work_end(scratch);
	}
}

/* Both in set[], where the folds can say which is better; returns that which is. */
static const ClassSet *
choose_set(ClassFitter *fitter, const ClassSums *sums, ClassSet *set, ClassFit *result)
{
	const ColumnOptions *columns = fitter->options->columns;
	bool		bend = columns != NULL && columns_bend(columns->columns);
	bool		both = bend && columns->bends == BENDS_BY_FOLDS &&
		lambda_search_possible(&fitter->target);

	result->bends = both || (bend && columns->bends == BENDS_ALWAYS);
	result->forecast_lines = result->forecast_bends = NAN;
	fit_set(fitter, sums, &set[0], result->bends);
	*(result->bends ? &result->forecast_bends : &result->forecast_lines) = set[0].forecast;
	if (!both)
		return &set[0];
	fit_set(fitter, sums, &set[1], false);
	result->forecast_lines = set[1].forecast;
	result->bends = result->forecast_lines - result->forecast_bends >
		MARGIN * set[1].variance / sqrt(moments_rows(&fitter->target));
	return &set[result->bends ? 0 : 1];
}

/*
 * Gaussian classes, from what is, over folds by rows, of the score of class a with class b,
 * as the fold that neither was fitted to says, w_a't_b, and with the score of b, w_a'Q_b w_b.
 */
static bool
find_gaussian(ClassFitter *fitter, const ClassSet *set, const ClassArrays *arrays)
{
	uint32		n = fitter->classes;
	double		rows = moments_rows(&fitter->target);
	double	   *cross = WORK_ARRAY(fitter->work, (size_t) n * n, double);
	double	   *square = WORK_ARRAY(fitter->work, (size_t) n * n, double);

	for (uint32 f = 0; f < fitter->target.folds; f++)
	{
		size_t		at = (size_t) f * n * set->u;
		double		share = fitter->target.fold[f].rows / rows;

		work_poll(fitter->work);
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, set->u, share, set->along + at,
					set->u, set->linear + at, set->u, 1.0, cross, n);
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, set->u, share, set->along + at,
					set->u, set->product + at, set->u, 1.0, square, n);
	}
	return class_gauss(fitter->work, n, cross, square, set->expected, arrays);
}

/* The partial model of class c, to words[*count]. */
static double *
fit_known(ClassFitter *fitter, const ClassSums *sums, uint32 c, bool bends, size_t *count)
{
	const ClassFitOptions *options = fitter->options;
	const SpendingOptions spending = {options->fit.own_units, options->fit.lambda, options->fit.classes};
	Work	   *work = fitter->work;
	Moments    *target = &fitter->target;
	double	   *words;

	class_target_set(target, sums, c);
	if (options->columns != NULL)
		words = column_model_fit(work, target, options->columns, bends, &spending, count);
	else
		words = partial_fit(work, target, &spending, count);
	/* a forecast that nothing could judge; nobody asks for that of one class */
	for (size_t k = 0; k < *count; k++)
		if (isnan(words[k]))
			words[k] = 0;
	return words;
}

/* Both parts one after the other; of the known part for each class how many numbers follow. */
static double *
join(Work *work, const double *numbers, size_t before, double *const *known, const size_t *words,
	 uint32 classes, size_t *count)
{
	double	   *all;

	*count = before;
	for (uint32 c = 0; c < classes; c++)
		*count += 1 + words[c];
	all = WORK_ARRAY(work, *count, double);
	memcpy(all, numbers, before * sizeof(double));
	for (uint32 c = 0; c < classes; c++)
	{
		all[before] = (double) words[c];
		memcpy(all + before + 1, known[c], words[c] * sizeof(double));
		before += 1 + words[c];
	}
	return all;
}

double *
class_fit(Work *work, Moments *moments, const ClassSums *sums, const ClassFitOptions *options,
		  size_t *count, ClassFit *result)
{
	uint32		n = sums->classes;
	Work	   *scratch = work_begin(work);
	ClassFitter fitter = {.classes = n,.d = moments->d,.options = options,.work = scratch};
	size_t		before = class_model_numbers(n, moments->d);
	double	   *numbers = WORK_ARRAY(work, before, double);
	ClassArrays arrays;
	ClassSet	sets[2];
	const ClassSet *set;

	class_target_init(scratch, &fitter.target, moments);
	fold_scores_init(scratch, &fitter.scores, moments);
	set = choose_set(&fitter, sums, sets, result);
	result->tuned = set->tuned;
	result->forecast = set->forecast;
	result->forecast_se = sqrt(set->squared_error);
	result->variance = set->variance;

	class_model_start(numbers, n, fitter.d, &arrays);
	for (uint32 c = 0; c < n; c++)
		arrays.share[c] = class_sums_rows(sums, c) / moments_rows(moments);
	memcpy(arrays.intercept, set->intercept, n * sizeof(double));
	memcpy(arrays.weight, set->weight, (size_t) n * fitter.d * sizeof(double));
	result->gaussian = set->tuned && find_gaussian(&fitter, set, &arrays);
	class_model_set(numbers, result->gaussian, options->known_part);
	*count = before;
	if (options->known_part)
	{
		double	  **known = WORK_ARRAY(scratch, n, double *);
		size_t	   *words = WORK_ARRAY(scratch, n, size_t);

		for (uint32 c = 0; c < n; c++)
			known[c] = fit_known(&fitter, sums, c, result->bends, &words[c]);
		numbers = join(work, numbers, before, known, words, n, count);
	}
	work_end(scratch);
	return numbers;
}
