/*
 * class_fit.c
 *		From moments to a model of classes.
 */
#include "kernel/classes/class_fit.h"

#include <cblas.h>

/* Each class in turn as the target: of attributes as they are, or in coordinates. */
typedef struct ClassTarget
{
	Moments		moments;
	InCoordinates *in;			/* NULL: as they are */
} ClassTarget;

/* One regression for each class, all with one shape. */
typedef struct ClassSet
{
	double	   *weight;			/* [classes * d] */
	double	   *intercept;		/* [classes] */
	uint32	   *point;			/* [classes] of the default grid of lambdas */
	double	   *error;			/* [classes * d] of the weights, where it was tuned */
	double	   *drop;			/* [looks] what goes with each of all variances; NULL: not told */
	double	   *alpha;			/* [classes] length of the scores */
	double	   *expected;		/* [classes] covariance of score and class, in that length */
	uint32		u;				/* coordinates; of arrays attributes */
	double	   *along;			/* [folds * classes * u] weights fitted to the other folds, in that length */
	double	   *linear;			/* [folds * classes * u] */
	double	   *product;		/* [folds * classes * u] */
	bool		tuned;
	ShapeForecast forecast;
	double		squared_error;	/* of what is told */
	double		variance;
} ClassSet;

typedef struct ClassFitter
{
	uint32		classes;
	Moments    *moments;
	const ClassFitOptions *options;
	FoldScores	scores;
	ClassSet   *set[2];			/* fits with two shapes (column_shape.h) */
	Work	   *work;
} ClassFitter;

static void
target_init(Work *work, ClassTarget *target, const ClassFitter *fitter,
			const ColumnShape *shape)
{
	const ColumnOptions *columns = fitter->options->columns;

	target->in = columns == NULL ? NULL :
		in_coordinates_create(work, fitter->moments, columns->columns, columns->prices, shape);
	moments_settle(fitter->moments);
	target->moments = columns == NULL ? *fitter->moments : target->in->moments;
}

static void
set_init(Work *work, ClassSet *set, const Moments *moments, uint32 classes, bool judged)
{
	size_t		numbers = (size_t) classes * moments->d;

	set->weight = WORK_ARRAY(work, numbers, double);
	set->intercept = WORK_ARRAY(work, classes, double);
	set->point = WORK_ARRAY(work, classes, uint32);
	set->error = WORK_ARRAY(work, numbers, double);
	set->alpha = WORK_ARRAY(work, classes, double);
	if (!judged)
		return;
	set->expected = WORK_ARRAY(work, classes, double);
	set->along = WORK_ARRAY(work, moments->folds * numbers, double);
	set->linear = WORK_ARRAY(work, moments->folds * numbers, double);
	set->product = WORK_ARRAY(work, moments->folds * numbers, double);
}

/* What the fit of all has said of class c. */
static Fit
fit_of_all(const ClassWithout *without, uint32 c)
{
	const ClassSet *set = without->all->set;
	Fit			fit = {.point = set->point[c], .alpha = set->alpha[c], .tuned = set->tuned};

	link_init(&fit.link);
	return fit;
}

/* The regression of class c, which becomes the target, and the errors of its weights. */
static void
fit_class(Work *work, ClassFitter *fitter, ClassTarget *target, uint32 c, Fit *fit,
		  double *error)
{
	const ClassWithout *without = fitter->options->without;
	FitOptions	options = fitter->options->fit;
	Moments    *moments = &target->moments;
	InCoordinates *in = target->in;
	double	   *weight = fit->weight;
	Fit			all;
	FitWithout	of_class;

	moments_read_class(moments, c);
	if (without != NULL)
	{
		all = fit_of_all(without, c);
		of_class = (FitWithout) {without->fold, &all};
		options.without = &of_class;
	}
	if (in != NULL)
	{
		options.own_units = false;
		options.classes = &in->classes;
		options.looks = &in->coordinates.looks;
		fit->weight = WORK_ARRAY(work, moments->d, double);
	}
	fit_with_scores(work, moments, &options, &fitter->scores, fit);
	if (in != NULL)
		fit->intercept += coordinates_weights(&in->coordinates, fit->weight, weight);
	fit->weight = weight;
	if (fit->tuned && in != NULL)
		column_errors(work, &in->coordinates, moments->folds, fit->fold_weight, error);
	else if (fit->tuned)
		fit_errors(work, moments, options.own_units, fit, error);
}

/* Keep what the folds say of the scores of class c. */
static void
keep_scores(const ClassFitter *fitter, ClassSet *set, uint32 c)
{
	const FoldScores *scores = &fitter->scores;

	set->u = scores->d;
	set->expected[c] = set->alpha[c] * scores->expected;
	for (uint32 f = 0; f < fitter->moments->folds; f++)
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

/* Looks; of arrays, attributes. */
static uint32
looks_of_fit(const ClassFitter *fitter)
{
	const ColumnOptions *columns = fitter->options->columns;

	return columns != NULL ? columns->columns->looks.n : fitter->moments->d;
}

/* Add what goes with each look of the variance of a class; not told of one, not told of all. */
static void
add_drops(const ClassFitter *fitter, const Fit *fit, ClassSet *set, bool first)
{
	uint32		looks = looks_of_fit(fitter);

	if (first && fit->drop != NULL)
		set->drop = WORK_ARRAY(fitter->work, looks, double);
	if (fit->drop == NULL)
		set->drop = NULL;
	for (uint32 l = 0; l < looks && set->drop != NULL; l++)
		set->drop[l] += fit->variance * fit->drop[l];
}

static ShapeForecast
fit_set(void *context, const ColumnShape *shape, int place)
{
	ClassFitter *fitter = context;
	ClassSet   *set = fitter->set[place];
	Work	   *scratch = work_begin(fitter->work);
	ClassTarget target;

	set->forecast = (ShapeForecast) {0, 0};
	set->squared_error = set->variance = 0;
	set->drop = NULL;
	target_init(scratch, &target, fitter, shape);
	for (uint32 c = 0; c < fitter->classes; c++)
	{
		size_t		at = (size_t) c * fitter->moments->d;
		Fit			fit = {.weight = set->weight + at};
		Work	   *of_class = work_begin(scratch);

		fit_class(of_class, fitter, &target, c, &fit, set->error + at);
		set->intercept[c] = fit.intercept;
		set->point[c] = fit.point;
		set->alpha[c] = fit.alpha;
		set->tuned = fit.tuned;
		set->forecast.told += fit.forecast;
		set->forecast.compared += fit.compared;
		set->squared_error += fit.forecast_se * fit.forecast_se;
		set->variance += fit.variance;
		if (fit.tuned)
			keep_scores(fitter, set, c);
		add_drops(fitter, &fit, set, c == 0);
		work_end(of_class);
	}
	work_end(scratch);
	return set->forecast;
}

/* With the shape of columns that is best for all classes together. */
static const ClassSet *
choose_set(ClassFitter *fitter, ClassFit *result)
{
	const ColumnOptions *columns = fitter->options->columns;
	const ColumnShape arrays = column_shape_plain(false);
	int			place = 0;

	for (int p = 0; p < (columns != NULL ? 2 : 1); p++)
	{
		fitter->set[p] = WORK_ARRAY(fitter->work, 1, ClassSet);
		set_init(fitter->work, fitter->set[p], fitter->moments, fitter->classes,
				 fitter->options->without == NULL);
	}
	result->choice = (ShapeChoice) {.forecast_lines = NAN,.forecast_bends = NAN};
	if (columns == NULL)
		(void) fit_set(fitter, &arrays, place);
	else
		place = column_shape_choose(fitter->work, fitter->moments, columns,
									fold_judge_possible(fitter->moments), fit_set, fitter,
									&result->choice);
	return fitter->set[place];
}

/* The rows of a class, of all folds or all but one. */
static double
class_rows(const ClassFitter *fitter, uint32 c)
{
	const ClassWithout *without = fitter->options->without;

	return moments_class_rows(fitter->moments, c, fitter->moments->folds) -
		(without != NULL ? moments_class_rows(fitter->moments, c, without->fold) : 0);
}

/*
 * Gaussian classes, from what is, over folds by rows, of the score of class a with class b,
 * as the fold that neither was fitted to says, w_a't_b, and with the score of b, w_a'Q_b w_b.
 */
static void
find_gaussian(Work *work, const ClassFitter *fitter, const ClassSet *set, double rows,
			  ClassModel *model)
{
	const ClassWithout *without = fitter->options->without;
	uint32		n = fitter->classes;
	Work	   *scratch = work_begin(work);
	double	   *cross = WORK_ARRAY(scratch, (size_t) n * n, double);
	double	   *square = WORK_ARRAY(scratch, (size_t) n * n, double);

	for (uint32 f = 0; f < fitter->moments->folds; f++)
	{
		size_t		at = (size_t) f * n * set->u;
		double		share = fitter->moments->fold[f].rows / rows;

		if (without != NULL && f == without->fold)
			continue;
		work_poll(scratch);
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, set->u, share, set->along + at,
					set->u, set->linear + at, set->u, 1.0, cross, n);
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, set->u, share, set->along + at,
					set->u, set->product + at, set->u, 1.0, square, n);
	}
	class_gauss(work, model, cross, square, set->expected);
	work_end(scratch);
}

/* Coordinates, and a partial model of each class. */
static void
fit_known(Work *work, const ClassFitter *fitter, ClassFit *result)
{
	const ClassWithout *without = fitter->options->without;
	uint32		omit = without != NULL ? without->fold : fitter->moments->folds;
	uint32		classes = fitter->classes;
	Work	   *scratch = work_begin(work);
	SpendingOptions options = {fitter->options->fit.own_units, fitter->options->fit.lambda,
	fitter->options->fit.classes};
	double	  **words = WORK_ARRAY(scratch, classes, double *);
	size_t	   *count = WORK_ARRAY(scratch, classes, size_t);
	ClassTarget target;
	size_t		at = 0;

	target_init(scratch, &target, fitter, &result->choice.shape);
	if (target.in != NULL)
	{
		options.own_units = false;
		options.classes = &target.in->classes;
		at = coordinates_words(&target.in->coordinates);
	}
	result->count = at;
	result->scale = without != NULL ? without->all->scale : WORK_ARRAY(work, classes, PartialScale);
	for (uint32 c = 0; c < classes; c++)
	{
		moments_read_class(&target.moments, c);
		words[c] = partial_fit(scratch, &target.moments, &options, omit, &result->scale[c], &count[c]);
		result->count += count[c];
	}
	result->words = WORK_ARRAY(work, result->count, double);
	if (target.in != NULL)
		coordinates_store(&target.in->coordinates, result->words);
	for (uint32 c = 0; c < classes; c++)
	{
		memcpy(result->words + at, words[c], count[c] * sizeof(double));
		at += count[c];
	}
	work_end(scratch);
}

/* The same over the variance of all classes. */
static double *
drops_of_variance(Work *work, const ClassFitter *fitter, const ClassSet *set)
{
	uint32		looks = looks_of_fit(fitter);
	double	   *drop = set->drop != NULL ? WORK_ARRAY(work, looks, double) : NULL;

	for (uint32 l = 0; l < looks && drop != NULL; l++)
		drop[l] = set->variance > 0 ? set->drop[l] / set->variance : 0;
	return drop;
}

void
class_fit(Work *work, Moments *moments, const ClassFitOptions *options, ClassFit *result)
{
	uint32		n = moments_classes(moments);
	Work	   *scratch = work_begin(work);
	ClassFitter fitter = {n, moments, options, .work = work};
	double	   *share = WORK_ARRAY(work, n, double);
	double		rows = 0;
	const ClassSet *set;
	const ClassSet *judged;		/* by the folds */

	fold_scores_init(scratch, &fitter.scores, moments);
	set = choose_set(&fitter, result);
	judged = options->without != NULL ? options->without->all->set : set;
	result->tuned = set->tuned;
	result->forecast = set->forecast.told;
	result->forecast_se = sqrt(set->squared_error);
	result->variance = set->variance;
	result->weight = set->weight;
	result->intercept = set->intercept;
	result->error = set->tuned ? set->error : NULL;
	result->drop = drops_of_variance(work, &fitter, set);
	result->set = set;
	for (uint32 c = 0; c < n; c++)
		rows += class_rows(&fitter, c);
	for (uint32 c = 0; c < n; c++)
		share[c] = class_rows(&fitter, c) / rows;
	result->model = (ClassModel) {.classes = n,.share = share};
	if (judged->tuned)
		find_gaussian(work, &fitter, judged, rows, &result->model);
	result->words = NULL;
	result->count = 0;
	if (options->known_part)
		fit_known(work, &fitter, result);
	work_end(scratch);
}

/* What of the columns class_fit() uses. */
static ColumnShape
shape_of(Work *work, Moments *moments, const ClassFitOptions *options)
{
	Work	   *scratch;
	ClassFit	fit;

	if (options->columns == NULL || !column_shapes_differ(options->columns->columns))
		return column_shape_plain(false);
	scratch = work_begin(work);
	class_fit(scratch, moments, options, &fit);
	work_end(scratch);
	return fit.choice.shape;
}

InCoordinates *
class_targets(Work *work, Moments *moments, const ClassFitOptions *options, Moments **target)
{
	const ClassFitter fitter = {moments_classes(moments), moments, options, .work = work};
	const ColumnShape shape = shape_of(work, moments, options);
	ClassTarget one;

	target_init(work, &one, &fitter, &shape);
	for (uint32 c = 0; c < fitter.classes; c++)
	{
		target[c] = WORK_ARRAY(work, 1, Moments);
		*target[c] = one.moments;
		moments_read_class(target[c], c);
	}
	return one.in;
}
