/*
 * column_fit.c
 *		Linear models of columns: fitted in coordinates, told in attributes.
 */
#include "kernel/columns/column_fit.h"

#include "kernel/moments/jackknife.h"

/* Bends must be better by this share of the target's variance, over sqrt(rows). */
#define MARGIN 0.5

typedef struct ColumnFitter
{
	InCoordinates in;
	void	   *memory;			/* of in */
	void	   *fit;			/* of fit_moments() */
	double	   *omega;			/* [d] weights of coordinates */
	double	   *of_fold;		/* [folds] of one attribute */
	double	   *other;			/* [d] weights of attributes */
	double	   *error;			/* [d] standard errors of these */
	double	   *other_error;	/* [d] */
	double	   *chosen;			/* [d] the same, of a path's fit */
} ColumnFitter;

static size_t
lay_out(ColumnFitter *fitter, void *memory, const Moments *moments, const ColumnOptions *columns,
		uint32 points)
{
	Chunk		chunk = {memory, 0};

	/* first: column_fit() leaves it alone in a path's memory */
	fitter->chosen = TAKE_ARRAY(&chunk, moments->d, double);
	fitter->memory = chunk_take(&chunk, in_coordinates_size(moments, columns->columns, columns->prices));
	fitter->fit = chunk_take(&chunk, fit_scratch_size(moments->d, moments->folds, points));
	fitter->omega = TAKE_ARRAY(&chunk, moments->d, double);
	fitter->of_fold = TAKE_ARRAY(&chunk, moments->folds, double);
	fitter->other = TAKE_ARRAY(&chunk, moments->d, double);
	fitter->error = TAKE_ARRAY(&chunk, moments->d, double);
	fitter->other_error = TAKE_ARRAY(&chunk, moments->d, double);
	return chunk.taken;
}

size_t
column_fit_scratch(const Moments *moments, const ColumnOptions *columns)
{
	ColumnFitter fitter;

	return lay_out(&fitter, NULL, moments, columns, 0);
}

/* Variances are pooled where they are alike, in coordinates. */
static void
find_errors(const ColumnFitter *fitter, uint32 folds, const double *fold_omega, double *error)
{
	const Coordinates *coordinates = &fitter->in.coordinates;
	const Looks *looks = &coordinates->columns.looks;
	uint32		d = coordinates_count(coordinates);
	double		pooled = jackknife_pooled(fold_omega, folds, d, NULL);

	for (uint32 l = 0; l < looks->n; l++)
		for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
		{
			TransformRow row = coordinates_transform(coordinates, l, i);
			double		length = 0;

			memset(fitter->of_fold, 0, folds * sizeof(double));
			for (uint32 k = 0; k < row.count; k++)
			{
				length = hypot(length, row.t[k]);
				for (uint32 f = 0; f < folds; f++)
					fitter->of_fold[f] += row.t[k] * fold_omega[(size_t) f * d + row.from + k];
			}
			error[i] = jackknife_error(fitter->of_fold, 1, folds, pooled * length);
		}
}

/* With bends or without, to weight[], and if tuned error[]. */
static Status
fit_once(Work *work, ColumnFitter *fitter, const Moments *moments, FitOptions options, bool bends,
		 double *weight, double *error, Fit *fit)
{
	InCoordinates *in = &fitter->in;
	Status		status = in_coordinates_find(work, in, moments, bends);

	if (status != KERNEL_OK)
		return status;
	options.own_units = false;
	options.classes = &in->classes;
	options.looks = &in->lasso;
	fit->weight = fitter->omega;
	status = fit_moments(work, &in->moments, &options, fitter->fit, fit);
	fit->weight = weight;
	if (status != KERNEL_OK)
		return status;
	fit->intercept += coordinates_weights(&in->coordinates, fitter->omega, weight);
	if (fit->tuned)
		find_errors(fitter, moments->folds, fit->fold_weight, error);
	fit->fold_weight = NULL;
	return KERNEL_OK;
}

Status
column_fit(Work *work, const Moments *moments, const ColumnOptions *columns, const FitOptions *options,
		   void *scratch, ColumnFit *fit)
{
	double	   *weight = fit->fit.weight;
	bool		both = columns->bends == BENDS_BY_FOLDS && columns_bend(columns->columns) &&
		isinf(options->radius) && lambda_search_possible(moments);
	ColumnFitter fitter;
	Fit			lines;
	Status		status;

	lay_out(&fitter, scratch, moments, columns, 0);
	in_coordinates_init(&fitter.in, fitter.memory, moments, columns->columns, columns->prices);
	fit->bends = both || (columns->bends == BENDS_ALWAYS && columns_bend(columns->columns));
	fit->forecast_lines = fit->forecast_bends = NAN;
	status = fit_once(work, &fitter, moments, *options, fit->bends, weight, fitter.error, &fit->fit);
	if (status != KERNEL_OK)
		return status;
	fit->error = fit->fit.tuned ? fitter.error : NULL;
	*(fit->bends ? &fit->forecast_bends : &fit->forecast_lines) = fit->fit.forecast;
	if (!both)
		return KERNEL_OK;

	status = fit_once(work, &fitter, moments, *options, false, fitter.other, fitter.other_error,
					  &lines);
	if (status != KERNEL_OK)
		return status;
	fit->forecast_lines = lines.forecast;
	fit->bends = fit->forecast_lines - fit->forecast_bends >
		MARGIN * lines.variance / sqrt(moments_rows(moments));
	if (!fit->bends)
	{
		memcpy(weight, fitter.other, moments->d * sizeof(double));
		fit->error = lines.tuned ? fitter.other_error : NULL;
		lines.weight = weight;
		fit->fit = lines;
	}
	return KERNEL_OK;
}

size_t
column_path_scratch(const Moments *moments, const ColumnOptions *columns, uint32 points)
{
	ColumnFitter fitter;

	return lay_out(&fitter, NULL, moments, columns, points);
}

Status
column_path(Work *work, const Moments *moments, const ColumnOptions *columns, Penalty penalty,
			const double *lambdas, uint32 count, void *scratch, PathPoint *point, bool *bends)
{
	const FitOptions options = {penalty, false, NAN, INFINITY, NULL, NULL};
	InCoordinates *in;
	ColumnFitter fitter;
	ColumnFit	chosen;
	Status		status;

	lay_out(&fitter, scratch, moments, columns, count);
	in = &fitter.in;
	chosen.fit.weight = fitter.chosen;
	status = column_fit(work, moments, columns, &options, scratch, &chosen);
	if (status != KERNEL_OK)
		return status;
	*bends = chosen.bends;
	in_coordinates_init(in, fitter.memory, moments, columns->columns, columns->prices);
	status = in_coordinates_find(work, in, moments, *bends);
	if (status != KERNEL_OK)
		return status;
	return fit_path(work, &in->moments, penalty, false, &in->classes, &in->lasso, lambdas, count,
					fitter.fit, point);
}
