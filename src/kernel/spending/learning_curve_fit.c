/*
 * learning_curve_fit.c
 *		How the error of ridge falls with the number of rows.
 */
#include "kernel/spending/learning_curve_fit.h"

#include "kernel/moments/lambda_search.h"

/* The power of the rows with which the error falls. */
#define POWER_COMPLETE 1.0
#define POWER_FEW_LOOKS 0.5

/* The standard error of the curve's fall beyond the points, as a share of it. */
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

/* Fits a straight line in rows^(-power); slope and intercept are at least 0. */
void
curve_fit(Curve *curve, double power, const CurvePoint *point, uint32 count)
{
	double		weight = 0;
	double		x_mean = 0;
	double		mean = 0;
	double		xx = 0;
	double		xy = 0;
	double		x_squares = 0;
	double		x_products = 0;

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

		x_squares += counts * off * off;
		x_products += counts * off * (point[k].error - mean);
	}
	curve->power = power;
	curve->rise = Max(x_products / x_squares, 0);
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
	uint32		groups;
	uint32		grid;			/* lambdas tried */
	uint32		standing;		/* point of the default grid, if one lambda is tried */
	double		y_mean;
	LambdaSearch search;
	uint32		first[LEARNING_CURVE_FIT_GROUPS + 1];	/* first fold of each group */
	FoldSums   *some;			/* [folds] those of the current fit */
	FoldMeasure *measure;		/* [groups * grid] means over the fits of one size, not divided by V */
	double	   *loss;			/* [grid] of the weights before shrinkage */
	Work	   *work;
} CurveFitter;

bool
learning_curve_fit_possible(const Moments *moments)
{
	return moments->folds >= LEARNING_CURVE_FIT_LEAST_FOLDS && fold_judge_possible(moments);
}

static void
start(CurveFitter *fitter, Moments *moments, bool own_units, const PairClasses *classes,
	  const Looks *looks)
{
	uint32		folds = moments->folds;
	double		rows = moments_rows(moments);

	fitter->moments = moments;
	fitter->groups = Min(folds, LEARNING_CURVE_FIT_GROUPS);
	for (uint32 g = 0; g <= fitter->groups; g++)
		fitter->first[g] = g * folds / fitter->groups;
	fitter->standing = lambda_search_default(moments, PENALTY_RIDGE);
	fitter->grid = moments->complete ? lambda_search_points(moments, PENALTY_RIDGE) : 1;
	fitter->y_mean = 0;
	for (uint32 f = 0; f < folds; f++)
		fitter->y_mean += moments_fold_target(moments, f).y / rows;
	fitter->some = WORK_ARRAY(fitter->work, folds, FoldSums);
	fitter->measure = WORK_ARRAY(fitter->work, fitter->groups * fitter->grid, FoldMeasure);
	fitter->loss = WORK_ARRAY(fitter->work, fitter->grid, double);
	lambda_search_init(fitter->work, &fitter->search, moments, PENALTY_RIDGE, own_units, classes, looks,
					   fitter->grid);
	fold_judge_count(&fitter->search.judge);
}

/* Returns true if the fit that starts at group r uses this group. */
static inline bool
uses_group(const CurveFitter *fitter, uint32 r, uint32 size, uint32 group)
{
	return (group + fitter->groups - r) % fitter->groups < size;
}

/* Fits to "size" groups from group r on.  Folds are added in their order, as for a model. */
static void
fit_part(CurveFitter *fitter, uint32 r, uint32 size)
{
	LambdaSearch *search = &fitter->search;
	FoldJudge  *judge = &search->judge;
	Moments		some = *fitter->moments;

	some.fold = fitter->some;
	some.folds = 0;
	for (uint32 group = 0; group < fitter->groups; group++)
		for (uint32 f = fitter->first[group]; f < fitter->first[group + 1]; f++)
			if (uses_group(fitter, r, size, group))
				some.fold[some.folds++] = fitter->moments->fold[f];
	estimate_moments(fitter->work, judge->estimate, &some, some.folds, judge->own_units);
	for (uint32 g = 0; g < fitter->grid; g++)
		search->lambda[g] = lambda_search_lambda(search, fitter->grid > 1 ? g : fitter->standing);
	lambda_search_weights(search, search->lambda, fitter->grid, 0, judge->weight);
}

/* Judges the current fit on a fold of a group, on which so many fits are judged. */
static void
judge_part(CurveFitter *fitter, uint32 group, uint32 fold, double rows, uint32 fits)
{
	FoldJudge  *judge = &fitter->search.judge;
	double		share = fitter->moments->fold[fold].rows / rows / fits;

	fold_judge_weights(judge, fold, fitter->grid);
	for (uint32 g = 0; g < fitter->grid; g++)
	{
		size_t		at = (size_t) fold * fitter->grid + g;
		FoldMeasure *mean = &fitter->measure[group * fitter->grid + g];
		FoldMeasure one;

		fitter->loss[g] += share * rows * (judge->square[at] - 2 * judge->lin[at]);
		fold_judge_measure(judge, fold, g, &one);
		mean->found = mean->found || one.found;
		mean->variance += share * one.variance;
		mean->lin += share * one.lin;
		mean->square += share * one.square;
		mean->rest += share * one.rest;
		mean->looks += share * one.looks;
		mean->terms += share * one.terms;
	}
}

/* Measures all fits to "size" groups. */
static void
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
			fitter->measure[group * fitter->grid + g].share = rows[group] / fitter->search.judge.rows;
	}
	for (uint32 r = 0; r < fitter->groups; r++)
	{
		fit_part(fitter, r, size);
		for (uint32 group = 0; group < fitter->groups; group++)
			for (uint32 f = fitter->first[group]; f < fitter->first[group + 1]; f++)
				if (!uses_group(fitter, r, size, group))
					judge_part(fitter, group, f, rows[group], fitter->groups - size);
	}
}

/* Forecasts the error from the measures, with the lambda that is best for this size. */
static void
forecast(CurveFitter *fitter, double *error, double *se)
{
	FoldMeasure fold[LEARNING_CURVE_FIT_GROUPS];
	uint32		chosen = 0;
	bool		found = false;
	Shrinkage	shrinkage;

	for (uint32 g = 1; g < fitter->grid; g++)
		if (fitter->loss[g] < fitter->loss[chosen])
			chosen = g;
	for (uint32 group = 0; group < fitter->groups; group++)
	{
		fold[group] = fitter->measure[group * fitter->grid + chosen];
		found = found || fold[group].found;
	}
	fold_measures_shrinkage(fitter->work, fold, fitter->moments, fitter->groups,
							fitter->search.judge.kappa, fitter->y_mean, found, &shrinkage);
	*error = shrinkage.forecast;
	*se = shrinkage.forecast_se;
}

/* Adds the forecasts for one target to the points. */
static void
add_target(Work *work, Moments *moments, bool own_units, const PairClasses *classes,
		   const Looks *looks, LearningCurveFit *fit)
{
	CurveFitter	fitter = {.work = work_begin(work)};

	start(&fitter, moments, own_units, classes, looks);
	fit->count = fitter.groups - 1;
	for (uint32 k = 0; k < fit->count; k++)
	{
		double		error;
		double		se;

		measure(&fitter, k + 1);
		forecast(&fitter, &error, &se);
		fit->point[k].error += error;
		fit->se[k] = hypot(fit->se[k], se);
		fit->point[k].rows = fit->rows * (k + 1) / fitter.groups;
	}
	work_end(fitter.work);
}

void
learning_curve_fit_find(Work *work, Moments *const *target, uint32 targets, bool own_units,
						const PairClasses *classes, const Looks *looks,
						LearningCurveFit *fit)
{
	*fit = (LearningCurveFit) {.rows = moments_rows(target[0])};
	for (uint32 t = 0; t < targets; t++)
		add_target(work, target[t], own_units, classes, looks, fit);
	curve_fit(&fit->curve, target[0]->complete ? POWER_COMPLETE : POWER_FEW_LOOKS, fit->point,
			  fit->count);
}

double
learning_curve_fit_error(const LearningCurveFit *fit, double rows, double *se)
{
	uint32		last = fit->count - 1;
	double		error = curve_error(&fit->curve, rows);

	*se = hypot(fit->se[last],
				DOUBT * (curve_error(&fit->curve, fit->point[last].rows) - error));
	return error;
}

double
curve_rows_within(const Curve *curve, double error, double rows)
{
	double		needed = ceil(curve_rows(curve, error));

	return needed > LEARNING_CURVE_FIT_HORIZON * rows ? INFINITY : Max(needed, 1);
}

double
learning_curve_fit_rows(const LearningCurveFit *fit, double error)
{
	return curve_rows_within(&fit->curve, error, fit->rows);
}
