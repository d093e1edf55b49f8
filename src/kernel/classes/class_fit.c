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
	InCoordinates in;			/* of named attributes */
	FoldScores	scores;
	ClassSet	set[2];
	double	   *omega;			/* [d] weights of coordinates */
	double	   *cross;			/* [classes * classes] */
	double	   *square;			/* [classes * classes] */
	void	   *of_target;		/* memory of these */
	void	   *of_in;
	void	   *of_scores;
	void	   *of_fit;
	void	   *of_known;
	Work	   *work;
} ClassFitter;

static void
lay_out_set(ClassSet *set, Chunk *chunk, const Moments *moments, uint32 classes)
{
	size_t		numbers = (size_t) classes * moments->d;

	set->weight = TAKE_ARRAY(chunk, numbers, double);
	set->intercept = TAKE_ARRAY(chunk, classes, double);
	set->alpha = TAKE_ARRAY(chunk, classes, double);
	set->expected = TAKE_ARRAY(chunk, classes, double);
	set->along = TAKE_ARRAY(chunk, moments->folds * numbers, double);
	set->linear = TAKE_ARRAY(chunk, moments->folds * numbers, double);
	set->product = TAKE_ARRAY(chunk, moments->folds * numbers, double);
}

static size_t
lay_out(ClassFitter *fitter, void *memory, const Moments *moments, uint32 classes,
		const ClassFitOptions *options)
{
	const ColumnOptions *columns = options->columns;
	size_t		square = (size_t) classes * classes;
	Chunk		chunk = {memory, 0};

	for (int k = 0; k < (columns != NULL ? 2 : 1); k++)
		lay_out_set(&fitter->set[k], &chunk, moments, classes);
	fitter->omega = TAKE_ARRAY(&chunk, moments->d, double);
	fitter->cross = TAKE_ARRAY(&chunk, square, double);
	fitter->square = TAKE_ARRAY(&chunk, square, double);
	fitter->of_target = chunk_take(&chunk, class_target_size(moments));
	fitter->of_scores = chunk_take(&chunk, fold_scores_size(moments));
	fitter->of_fit = chunk_take(&chunk, fit_scratch_size(moments->d, moments->folds, 0));
	if (columns != NULL)
		fitter->of_in = chunk_take(&chunk, in_coordinates_size(moments, columns->columns, columns->prices));
	if (options->known_part)
		fitter->of_known = chunk_take(&chunk, columns != NULL ? column_model_scratch(moments, columns) :
									  partial_fit_scratch(moments->d, moments->folds));
	return chunk.taken;
}

size_t
class_fit_scratch(const Moments *moments, uint32 classes, const ClassFitOptions *options)
{
	ClassFitter fitter;

	return lay_out(&fitter, NULL, moments, classes, options);
}

static size_t
most_known(uint32 d, const ClassFitOptions *options)
{
	return options->columns != NULL ? column_model_most_words(options->columns->columns) :
		partial_fit_words(d);
}

size_t
class_fit_most_numbers(uint32 d, uint32 classes, const ClassFitOptions *options)
{
	return class_model_numbers(classes, d) +
		(options->known_part ? classes * (1 + most_known(d, options)) : 0);
}

/* The regression of the class that is the target. */
static Status
fit_class(ClassFitter *fitter, bool bends, Fit *fit)
{
	const ClassFitOptions *options = fitter->options;
	InCoordinates *in = &fitter->in;
	FitOptions	of_coordinates = options->fit;
	double	   *weight = fit->weight;
	Status		status;

	if (options->columns == NULL)
		return fit_with_scores(fitter->work, &fitter->target, &options->fit, &fitter->scores,
							   fitter->of_fit, fit);
	status = in_coordinates_find(fitter->work, in, &fitter->target, bends);
	if (status != KERNEL_OK)
		return status;
	of_coordinates.own_units = false;
	of_coordinates.classes = &in->classes;
	of_coordinates.looks = &in->lasso;
	fit->weight = fitter->omega;
	status = fit_with_scores(fitter->work, &in->moments, &of_coordinates, &fitter->scores,
							 fitter->of_fit, fit);
	fit->weight = weight;
	if (status == KERNEL_OK)
		fit->intercept += coordinates_weights(&in->coordinates, fitter->omega, weight);
	return status;
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

static Status
fit_set(ClassFitter *fitter, const ClassSums *sums, ClassSet *set, bool bends)
{
	set->forecast = set->squared_error = set->variance = 0;
	for (uint32 c = 0; c < fitter->classes; c++)
	{
		Fit			fit = {.weight = set->weight + (size_t) c * fitter->d};
		Status		status;

		class_target_set(&fitter->target, sums, c);
		status = fit_class(fitter, bends, &fit);
		if (status != KERNEL_OK)
			return status;
		set->intercept[c] = fit.intercept;
		set->alpha[c] = fit.alpha;
		set->tuned = fit.tuned;
		set->forecast += fit.forecast;
		set->squared_error += fit.forecast_se * fit.forecast_se;
		set->variance += fit.variance;
		if (fit.tuned)
			keep_scores(fitter, set, c);
	}
	return KERNEL_OK;
}

/* Both, where the folds can say which is better. */
static Status
choose_set(ClassFitter *fitter, const Moments *moments, const ClassSums *sums, ClassFit *result,
		   ClassSet **chosen)
{
	const ColumnOptions *columns = fitter->options->columns;
	bool		bend = columns != NULL && columns_bend(columns->columns);
	bool		both = bend && columns->bends == BENDS_BY_FOLDS && lambda_search_possible(moments);
	ClassSet   *lines = &fitter->set[1];
	Status		status;

	*chosen = &fitter->set[0];
	result->bends = both || (bend && columns->bends == BENDS_ALWAYS);
	result->forecast_lines = result->forecast_bends = NAN;
	status = fit_set(fitter, sums, *chosen, result->bends);
	if (status != KERNEL_OK)
		return status;
	*(result->bends ? &result->forecast_bends : &result->forecast_lines) = (*chosen)->forecast;
	if (!both)
		return KERNEL_OK;
	status = fit_set(fitter, sums, lines, false);
	if (status != KERNEL_OK)
		return status;
	result->forecast_lines = lines->forecast;
	result->bends = result->forecast_lines - result->forecast_bends >
		MARGIN * lines->variance / sqrt(moments_rows(moments));
	if (!result->bends)
		*chosen = lines;
	return KERNEL_OK;
}

/*
 * Over folds, by rows: of the score of class a with class b, as the fold that neither
 * was fitted to says, w_a't_b, and with the score of b, w_a'Q_b w_b.
 */
static void
gather(ClassFitter *fitter, const ClassSet *set)
{
	uint32		n = fitter->classes;
	double		rows = moments_rows(&fitter->target);

	memset(fitter->cross, 0, (size_t) n * n * sizeof(double));
	memset(fitter->square, 0, (size_t) n * n * sizeof(double));
	for (uint32 f = 0; f < fitter->target.folds; f++)
	{
		size_t		at = (size_t) f * n * set->u;
		double		share = fitter->target.fold[f].rows / rows;

		work_poll(fitter->work);
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, set->u, share, set->along + at,
					set->u, set->linear + at, set->u, 1.0, fitter->cross, n);
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, set->u, share, set->along + at,
					set->u, set->product + at, set->u, 1.0, fitter->square, n);
	}
}

/* Partial models of all classes to numbers[]; returns how many these are in *count. */
static Status
fit_known(ClassFitter *fitter, const ClassSums *sums, bool bends, double *numbers, size_t *count)
{
	const ClassFitOptions *options = fitter->options;
	const SpendingOptions spending = {options->fit.own_units, options->fit.lambda, options->fit.classes};

	*count = 0;
	for (uint32 c = 0; c < fitter->classes; c++)
	{
		double	   *to = numbers + *count + 1;
		size_t		words;
		Status		status;

		class_target_set(&fitter->target, sums, c);
		status = options->columns != NULL ?
			column_model_fit(fitter->work, &fitter->target, options->columns, bends, &spending,
							 fitter->of_known, to, &words) :
			partial_fit(fitter->work, &fitter->target, &spending, fitter->of_known, to, &words);
		if (status != KERNEL_OK)
			return status;
		/* a forecast that nothing could judge; nobody asks for that of one class */
		for (size_t k = 0; k < words; k++)
			if (isnan(to[k]))
				to[k] = 0;
		to[-1] = (double) words;
		*count += 1 + words;
	}
	return KERNEL_OK;
}

Status
class_fit(Work *work, Moments *moments, const ClassSums *sums, const ClassFitOptions *options,
		  void *scratch, double *numbers, size_t *count, ClassFit *result)
{
	uint32		n = sums->classes;
	ClassFitter fitter;
	ClassArrays arrays;
	ClassSet   *set;
	size_t		known = 0;
	Status		status;

	lay_out(&fitter, scratch, moments, n, options);
	fitter.classes = n;
	fitter.d = moments->d;
	fitter.options = options;
	fitter.work = work;
	class_target_init(&fitter.target, fitter.of_target, moments);
	fold_scores_init(&fitter.scores, fitter.of_scores, moments);
	if (options->columns != NULL)
		in_coordinates_init(&fitter.in, fitter.of_in, moments, options->columns->columns,
							options->columns->prices);
	status = choose_set(&fitter, moments, sums, result, &set);
	if (status != KERNEL_OK)
		return status;
	result->tuned = set->tuned;
	result->forecast = set->forecast;
	result->forecast_se = sqrt(set->squared_error);
	result->variance = set->variance;

	class_model_start(numbers, n, fitter.d, &arrays);
	for (uint32 c = 0; c < n; c++)
		arrays.share[c] = class_sums_rows(sums, c) / moments_rows(moments);
	memcpy(arrays.intercept, set->intercept, n * sizeof(double));
	memcpy(arrays.weight, set->weight, (size_t) n * fitter.d * sizeof(double));
	result->gaussian = false;
	if (set->tuned)
	{
		gather(&fitter, set);
		status = class_gauss(work, n, fitter.cross, fitter.square, set->expected, &arrays,
							 &result->gaussian);
	}
	if (status == KERNEL_OK && options->known_part)
		status = fit_known(&fitter, sums, result->bends, numbers + class_model_numbers(n, fitter.d), &known);
	class_model_set(numbers, result->gaussian, options->known_part);
	*count = class_model_numbers(n, fitter.d) + known;
	return status;
}
