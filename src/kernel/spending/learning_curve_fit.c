/*
 * learning_curve_fit.c
 *		How the error of ridge falls with rows: from fits to parts of the rows.
 */
#include "kernel/spending/learning_curve_fit.h"

#include "kernel/moments/lambda_search.h"

/* By which power of the rows the error falls. */
#define POWER_COMPLETE 1.0
#define POWER_FEW_LOOKS 0.5

/* What share of the curve's fall beyond the points is doubted. */
#define DOUBT 1.0

double
curve_error(const Curve *curve, double rows)
{
	return curve->floor + curve->rise * pow(rows, -curve->power);
}

double
curve_rows(const Curve *curve, double error)
{
	if (error < curve->floor || (error == curve->floor && curve->rise > 0))
		return INFINITY;
	if (curve->rise == 0)
		return 0;
	return pow(curve->rise / (error - curve->floor), 1 / curve->power);
}

/* A straight line in rows^(-power), whose ends are kept from below 0. */
void
curve_fit(Curve *curve, double power, const CurvePoint *point, uint32 count)
{
	double		weight = 0;
	double		x_mean = 0;
	double		mean = 0;
	double		xx = 0;
	double		xy = 0;
	double		about = 0;
	double		with = 0;

	for (uint32 k = 0; k < count; k++)
	{
		double		counts = point[k].rows * point[k].rows;
		double		x = pow(point[k].rows, -power);

		weight += counts;
		x_mean += counts * x;
		mean += counts * point[k].error;
		xx += counts * x * x;
		xy += counts * x * point[k].error;
	}
	x_mean /= weight;
	mean /= weight;
	for (uint32 k = 0; k < count; k++)
	{
		double		counts = point[k].rows * point[k].rows;
		double		off = pow(point[k].rows, -power) - x_mean;

		about += counts * off * off;
		with += counts * off * (point[k].error - mean);
	}
	curve->power = power;
	curve->rise = Max(with / about, 0);
	curve->floor = mean - curve->rise * x_mean;
	if (curve->floor < 0)
	{
		curve->floor = 0;
		curve->rise = xy / xx;
	}
}

typedef struct CurveFitter
{
	const Moments *moments;
	bool		own_units;
	uint32		groups;
	uint32		grid;			/* lambdas tried */
	uint32		standing;		/* the one of the default grid where it is one */
	double		rows;
	double		y_mean;
	double		kappa;
	LambdaSearch lambdas_tried;	/* lends all but its tables */
	uint32		first[LEARNING_CURVE_FIT_GROUPS + 1];	/* folds of the groups */
	FoldSums   *some;			/* [folds] those that a fit takes */
	FoldMeasure *measure;		/* [groups * grid] of a size: means, not over V */
	double	   *loss;			/* [grid] of the weights before they are scaled */
	double	   *lin;			/* [grid] of one fold */
	double	   *square;
	double	   *reduced;
	Work	   *work;
} CurveFitter;

/* The memory of the search for lambda comes first. */
static size_t
lay_out(CurveFitter *fitter, void *memory, uint32 d, uint32 folds)
{
	Chunk		chunk = {memory, 0};

	chunk_take(&chunk, lambda_search_size(d, folds, LAMBDA_SEARCH_DEFAULT_POINTS));
	fitter->some = TAKE_ARRAY(&chunk, folds, FoldSums);
	fitter->measure = TAKE_ARRAY(&chunk, LEARNING_CURVE_FIT_GROUPS * LAMBDA_SEARCH_DEFAULT_POINTS, FoldMeasure);
	fitter->loss = TAKE_ARRAY(&chunk, LAMBDA_SEARCH_DEFAULT_POINTS, double);
	fitter->lin = TAKE_ARRAY(&chunk, LAMBDA_SEARCH_DEFAULT_POINTS, double);
	fitter->square = TAKE_ARRAY(&chunk, LAMBDA_SEARCH_DEFAULT_POINTS, double);
	fitter->reduced = TAKE_ARRAY(&chunk, LAMBDA_SEARCH_DEFAULT_POINTS, double);
	return chunk.taken;
}

size_t
learning_curve_fit_scratch(uint32 d, uint32 folds)
{
	CurveFitter	fitter;

	return lay_out(&fitter, NULL, d, folds);
}

bool
learning_curve_fit_possible(const Moments *moments)
{
	return moments->folds >= LEARNING_CURVE_FIT_LEAST_FOLDS && lambda_search_possible(moments);
}

static void
start(CurveFitter *fitter, void *scratch, Moments *moments, const PairClasses *classes)
{
	LambdaSearch *lambdas_tried = &fitter->lambdas_tried;
	uint32		folds = moments->folds;

	lay_out(fitter, scratch, moments->d, folds);
	fitter->moments = moments;
	fitter->groups = Min(folds, LEARNING_CURVE_FIT_GROUPS);
	for (uint32 g = 0; g <= fitter->groups; g++)
		fitter->first[g] = g * folds / fitter->groups;
	fitter->standing = lambda_search_default(moments, PENALTY_RIDGE);
	fitter->grid = moments->complete ? lambda_search_points(moments, PENALTY_RIDGE) : 1;
	fitter->rows = moments_rows(moments);
	fitter->y_mean = 0;
	for (uint32 f = 0; f < folds; f++)
		fitter->y_mean += moments->fold[f].y / fitter->rows;

	lambda_search_init(lambdas_tried, scratch, moments->d, folds, LAMBDA_SEARCH_DEFAULT_POINTS);
	held_out_set_classes(&lambdas_tried->held_out, classes);
	moments_settle(moments);
	held_out_count(fitter->work, &lambdas_tried->held_out, moments, &lambdas_tried->estimate);
	fitter->kappa = lambda_search_kappa(&lambdas_tried->held_out, fitter->rows, moments->complete);
}

/* Is a group among those of the fit that begins with group r? */
static inline bool
takes(const CurveFitter *fitter, uint32 r, uint32 size, uint32 group)
{
	return (group + fitter->groups - r) % fitter->groups < size;
}

/* Fit to the folds of these groups, in their order, as a model adds them up. */
static Status
fit_part(CurveFitter *fitter, uint32 r, uint32 size)
{
	LambdaSearch *lambdas_tried = &fitter->lambdas_tried;
	Moments		some = *fitter->moments;
	Status		status;

	some.fold = fitter->some;
	some.folds = 0;
	for (uint32 group = 0; group < fitter->groups; group++)
		for (uint32 f = fitter->first[group]; f < fitter->first[group + 1]; f++)
			if (takes(fitter, r, size, group))
				some.fold[some.folds++] = fitter->moments->fold[f];
	status = estimate_moments(fitter->work, &lambdas_tried->estimate, &some, some.folds,
							  fitter->own_units);
	if (status != KERNEL_OK)
		return status;
	for (uint32 g = 0; g < fitter->grid; g++)
		lambdas_tried->lambda[g] = lambda_search_lambda(lambdas_tried, PENALTY_RIDGE,
														fitter->grid > 1 ? g : fitter->standing);
	return lambda_search_weights(fitter->work, lambdas_tried, PENALTY_RIDGE, lambdas_tried->lambda,
								 fitter->grid, 0, lambdas_tried->weight);
}

/* Judge the fit at hand in a fold of a group, in which so many fits are judged. */
static void
held_out_part(CurveFitter *fitter, uint32 group, uint32 fold, double rows, uint32 fits)
{
	LambdaSearch *lambdas_tried = &fitter->lambdas_tried;
	Estimate   *estimate = &lambdas_tried->estimate;
	HeldOutLoss	judged = {fitter->lin, fitter->square, fitter->reduced, 0};
	double		share = fitter->moments->fold[fold].rows / rows / fits;

	held_out_start(fitter->work, &lambdas_tried->held_out, fitter->moments, estimate, fold,
				   LAMBDA_SEARCH_SLOPE_PRIOR);
	held_out_weights(fitter->work, &lambdas_tried->held_out, estimate, lambdas_tried->weight,
					 fitter->grid, &judged);
	for (uint32 g = 0; g < fitter->grid; g++)
	{
		const double *weight = lambdas_tried->weight + (size_t) g * lambdas_tried->d;
		FoldMeasure *mean = &fitter->measure[group * fitter->grid + g];
		FoldMeasure one = {0, judged.variance, false, judged.lin[g], judged.square[g],
		judged.reduced[g], lambda_search_looks(estimate, weight)};

		fitter->loss[g] += share * rows * (one.square - 2 * one.lin);
		lambda_search_measure(&one, lambda_search_stretch(estimate, weight),
							  held_out_sparsity(&lambdas_tried->held_out, estimate),
							  estimate->complete ? estimate->y_variance : 0);
		mean->found = mean->found || one.found;
		mean->variance += share * one.variance;
		mean->lin += share * one.lin;
		mean->square += share * one.square;
		mean->rest += share * one.rest;
		mean->looks += share * one.looks;
	}
}

/* All fits to so many groups. */
static Status
measure(CurveFitter *fitter, uint32 size)
{
	double		rows[LEARNING_CURVE_FIT_GROUPS];

	memset(fitter->measure, 0, fitter->groups * fitter->grid * sizeof(FoldMeasure));
	memset(fitter->loss, 0, fitter->grid * sizeof(double));
	for (uint32 group = 0; group < fitter->groups; group++)
	{
		rows[group] = 0;
		for (uint32 f = fitter->first[group]; f < fitter->first[group + 1]; f++)
			rows[group] += fitter->moments->fold[f].rows;
		for (uint32 g = 0; g < fitter->grid; g++)
			fitter->measure[group * fitter->grid + g].share = rows[group] / fitter->rows;
	}
	for (uint32 r = 0; r < fitter->groups; r++)
	{
		Status		status = fit_part(fitter, r, size);

		if (status != KERNEL_OK)
			return status;
		for (uint32 group = 0; group < fitter->groups; group++)
			for (uint32 f = fitter->first[group]; f < fitter->first[group + 1]; f++)
				if (!takes(fitter, r, size, group))
					held_out_part(fitter, group, f, rows[group], fitter->groups - size);
	}
	return KERNEL_OK;
}

/* What was measured forecasts, with the lambda that is best for the size. */
static Status
forecast(CurveFitter *fitter, double *error, double *se)
{
	FoldMeasure fold[LEARNING_CURVE_FIT_GROUPS];
	double		unit = 0;
	uint32		chosen = 0;
	bool		found = false;
	Shrinkage	shrinkage;
	Status		status;

	for (uint32 g = 1; g < fitter->grid; g++)
		if (fitter->loss[g] < fitter->loss[chosen])
			chosen = g;
	for (uint32 group = 0; group < fitter->groups; group++)
	{
		fold[group] = fitter->measure[group * fitter->grid + chosen];
		unit += fold[group].share * fold[group].variance;
		found = found || fold[group].found;
	}
	for (uint32 group = 0; group < fitter->groups && unit > 0; group++)
	{
		fold[group].variance /= unit;
		fold[group].lin /= unit;
		fold[group].square /= unit;
		fold[group].rest /= unit;
		fold[group].looks /= unit;
	}
	status = shrinkage_find(fold, fitter->groups, unit, fitter->rows, fitter->kappa,
							&fitter->moments->target, fitter->y_mean, found, fitter->lambdas_tried.posterior,
							&shrinkage);
	*error = shrinkage.forecast;
	*se = shrinkage.forecast_se;
	return status;
}

Status
learning_curve_fit_find(Work *work, Moments *moments, bool own_units, const PairClasses *classes,
						void *scratch, LearningCurveFit *growth)
{
	CurveFitter	fitter;

	fitter.own_units = own_units;
	fitter.work = work;
	start(&fitter, scratch, moments, classes);
	growth->rows = fitter.rows;
	growth->count = fitter.groups - 1;
	for (uint32 k = 0; k < growth->count; k++)
	{
		Status		status = measure(&fitter, k + 1);

		if (status == KERNEL_OK)
			status = forecast(&fitter, &growth->point[k].error, &growth->se[k]);
		if (status != KERNEL_OK)
			return status;
		growth->point[k].rows = fitter.rows * (k + 1) / fitter.groups;
	}
	curve_fit(&growth->curve, moments->complete ? POWER_COMPLETE : POWER_FEW_LOOKS, growth->point,
			  growth->count);
	return KERNEL_OK;
}

double
learning_curve_fit_error(const LearningCurveFit *growth, double rows, double *se)
{
	uint32		last = growth->count - 1;
	double		error = curve_error(&growth->curve, rows);

	*se = hypot(growth->se[last],
				DOUBT * (curve_error(&growth->curve, growth->point[last].rows) - error));
	return error;
}

double
learning_curve_fit_rows(const LearningCurveFit *growth, double error)
{
	double		rows = ceil(curve_rows(&growth->curve, error));

	return rows > LEARNING_CURVE_FIT_HORIZON * growth->rows ? INFINITY : Max(rows, 1);
}
