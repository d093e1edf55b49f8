/*
 * growth.c
 *		How the error of ridge falls with rows: from fits to parts of the rows.
 */
#include "kernel/spending/growth.h"

#include "kernel/moments/tune.h"

/* By which power of the rows the error falls. */
#define POWER_COMPLETE 1.0
#define POWER_FEW_LOOKS 0.5

/* What share of the curve's fall beyond the points is doubted. */
#define DOUBT 1.0

typedef struct Grower
{
	const Moments *moments;
	bool		own_units;
	uint32		groups;
	uint32		grid;			/* lambdas tried */
	uint32		standing;		/* the one of the default grid where it is one */
	double		rows;
	double		y_mean;
	double		kappa;
	Tuner		tuner;			/* lends all but its tables */
	uint32		first[GROWTH_GROUPS + 1];	/* folds of the groups */
	FoldSums   *some;			/* [folds] those that a fit takes */
	FoldMeasure *measure;		/* [groups * grid] of a size: means, not over V */
	double	   *loss;			/* [grid] of the weights before they are scaled */
	double	   *lin;			/* [grid] of one fold */
	double	   *square;
	double	   *reduced;
	Poll		poll;
} Grower;

/* The tuner's memory comes first. */
static size_t
lay_out(Grower *grower, void *memory, uint32 d, uint32 folds)
{
	Chunk		chunk = {memory, 0};

	chunk_take(&chunk, tune_size(d, folds, TUNE_DEFAULT_POINTS));
	grower->some = TAKE_ARRAY(&chunk, folds, FoldSums);
	grower->measure = TAKE_ARRAY(&chunk, GROWTH_GROUPS * TUNE_DEFAULT_POINTS, FoldMeasure);
	grower->loss = TAKE_ARRAY(&chunk, TUNE_DEFAULT_POINTS, double);
	grower->lin = TAKE_ARRAY(&chunk, TUNE_DEFAULT_POINTS, double);
	grower->square = TAKE_ARRAY(&chunk, TUNE_DEFAULT_POINTS, double);
	grower->reduced = TAKE_ARRAY(&chunk, TUNE_DEFAULT_POINTS, double);
	return chunk.taken;
}

size_t
growth_scratch(uint32 d, uint32 folds)
{
	Grower		grower;

	return lay_out(&grower, NULL, d, folds);
}

bool
growth_possible(const Moments *moments)
{
	return moments->folds >= GROWTH_LEAST_FOLDS && tune_possible(moments);
}

static void
start(Grower *grower, void *scratch, Moments *moments, const PairClasses *classes)
{
	Tuner	   *tuner = &grower->tuner;
	uint32		folds = moments->folds;

	lay_out(grower, scratch, moments->d, folds);
	grower->moments = moments;
	grower->groups = Min(folds, GROWTH_GROUPS);
	for (uint32 g = 0; g <= grower->groups; g++)
		grower->first[g] = g * folds / grower->groups;
	grower->standing = tune_default(moments, PENALTY_RIDGE);
	grower->grid = moments->complete ? tune_points(moments, PENALTY_RIDGE) : 1;
	grower->rows = moments_rows(moments);
	grower->y_mean = 0;
	for (uint32 f = 0; f < folds; f++)
		grower->y_mean += moments->fold[f].y / grower->rows;

	tune_init(tuner, scratch, moments->d, folds, TUNE_DEFAULT_POINTS);
	judge_set_classes(&tuner->judge, classes);
	moments_settle(moments);
	judge_count(&tuner->judge, moments, &tuner->estimate, grower->poll);
	grower->kappa = tune_kappa(&tuner->judge, grower->rows, moments->complete);
}

/* Is a group among those of the fit that begins with group r? */
static inline bool
takes(const Grower *grower, uint32 r, uint32 size, uint32 group)
{
	return (group + grower->groups - r) % grower->groups < size;
}

/* Fit to the folds of these groups, in their order, as a model adds them up. */
static Status
fit_part(Grower *grower, uint32 r, uint32 size)
{
	Tuner	   *tuner = &grower->tuner;
	Moments		some = *grower->moments;
	Status		status;

	some.fold = grower->some;
	some.folds = 0;
	for (uint32 group = 0; group < grower->groups; group++)
		for (uint32 f = grower->first[group]; f < grower->first[group + 1]; f++)
			if (takes(grower, r, size, group))
				some.fold[some.folds++] = grower->moments->fold[f];
	status = estimate_moments(&tuner->estimate, &some, some.folds, grower->own_units,
							  grower->poll);
	if (status != KERNEL_OK)
		return status;
	for (uint32 g = 0; g < grower->grid; g++)
		tuner->lambda[g] = tune_lambda(&tuner->estimate, PENALTY_RIDGE,
									   grower->grid > 1 ? g : grower->standing);
	return tune_weights(tuner, PENALTY_RIDGE, tuner->lambda, grower->grid, 0, tuner->weight,
						grower->poll);
}

/* Judge the fit at hand in a fold of a group, which so many fits are judged in. */
static void
judge_part(Grower *grower, uint32 group, uint32 fold, double rows, uint32 fits)
{
	Tuner	   *tuner = &grower->tuner;
	Estimate   *estimate = &tuner->estimate;
	Judged		judged = {grower->lin, grower->square, grower->reduced, 0};
	double		share = grower->moments->fold[fold].rows / rows / fits;

	judge_start(&tuner->judge, grower->moments, estimate, fold, TUNE_SLOPE_PRIOR, grower->poll);
	judge_weights(&tuner->judge, estimate, tuner->weight, grower->grid, &judged);
	for (uint32 g = 0; g < grower->grid; g++)
	{
		const double *weight = tuner->weight + (size_t) g * tuner->d;
		FoldMeasure *mean = &grower->measure[group * grower->grid + g];
		FoldMeasure one = {0, judged.variance, false, judged.lin[g], judged.square[g],
		judged.reduced[g], tune_looks(estimate, weight)};

		grower->loss[g] += share * rows * (one.square - 2 * one.lin);
		tune_measure(&one, tune_stretch(estimate, weight),
					 estimate->complete ? 1 : estimate->sparsity,
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
measure(Grower *grower, uint32 size)
{
	double		rows[GROWTH_GROUPS];

	memset(grower->measure, 0, grower->groups * grower->grid * sizeof(FoldMeasure));
	memset(grower->loss, 0, grower->grid * sizeof(double));
	for (uint32 group = 0; group < grower->groups; group++)
	{
		rows[group] = 0;
		for (uint32 f = grower->first[group]; f < grower->first[group + 1]; f++)
			rows[group] += grower->moments->fold[f].rows;
		for (uint32 g = 0; g < grower->grid; g++)
			grower->measure[group * grower->grid + g].share = rows[group] / grower->rows;
	}
	for (uint32 r = 0; r < grower->groups; r++)
	{
		Status		status = fit_part(grower, r, size);

		if (status != KERNEL_OK)
			return status;
		for (uint32 group = 0; group < grower->groups; group++)
			for (uint32 f = grower->first[group]; f < grower->first[group + 1]; f++)
				if (!takes(grower, r, size, group))
					judge_part(grower, group, f, rows[group], grower->groups - size);
	}
	return KERNEL_OK;
}

/* What was measured forecasts, with the lambda that is best for the size. */
static Status
forecast(Grower *grower, double *error, double *se)
{
	FoldMeasure fold[GROWTH_GROUPS];
	double		unit = 0;
	uint32		chosen = 0;
	bool		found = false;
	Scale		scale;
	Status		status;

	for (uint32 g = 1; g < grower->grid; g++)
		if (grower->loss[g] < grower->loss[chosen])
			chosen = g;
	for (uint32 group = 0; group < grower->groups; group++)
	{
		fold[group] = grower->measure[group * grower->grid + chosen];
		unit += fold[group].share * fold[group].variance;
		found = found || fold[group].found;
	}
	for (uint32 group = 0; group < grower->groups && unit > 0; group++)
	{
		fold[group].variance /= unit;
		fold[group].lin /= unit;
		fold[group].square /= unit;
		fold[group].rest /= unit;
		fold[group].looks /= unit;
	}
	status = scale_find(fold, grower->groups, unit, grower->rows, grower->kappa,
						&grower->moments->target, grower->y_mean, found, grower->tuner.posterior,
						&scale);
	*error = scale.forecast;
	*se = scale.forecast_se;
	return status;
}

Status
growth_find(Moments *moments, bool own_units, const PairClasses *classes, void *scratch,
			Growth *growth, Poll poll)
{
	Grower		grower;

	grower.own_units = own_units;
	grower.poll = poll;
	start(&grower, scratch, moments, classes);
	growth->rows = grower.rows;
	growth->count = grower.groups - 1;
	for (uint32 k = 0; k < growth->count; k++)
	{
		Status		status = measure(&grower, k + 1);

		if (status == KERNEL_OK)
			status = forecast(&grower, &growth->point[k].error, &growth->se[k]);
		if (status != KERNEL_OK)
			return status;
		growth->point[k].rows = grower.rows * (k + 1) / grower.groups;
	}
	curve_fit(&growth->curve, moments->complete ? POWER_COMPLETE : POWER_FEW_LOOKS, growth->point,
			  growth->count);
	return KERNEL_OK;
}

double
growth_error(const Growth *growth, double rows, double *se)
{
	uint32		last = growth->count - 1;
	double		error = curve_error(&growth->curve, rows);

	*se = hypot(growth->se[last],
				DOUBT * (curve_error(&growth->curve, growth->point[last].rows) - error));
	return error;
}

double
growth_rows(const Growth *growth, double error)
{
	double		rows = ceil(curve_rows(&growth->curve, error));

	return rows > GROWTH_HORIZON * growth->rows ? INFINITY : Max(rows, 1);
}
