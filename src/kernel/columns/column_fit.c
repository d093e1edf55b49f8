/*
 * column_fit.c
 *		Linear models of columns: fitted in coordinates, told in attributes.
 */
#include "kernel/columns/column_fit.h"

#include "kernel/moments/jackknife.h"

/* Bends must be better by this share of the target's variance, over sqrt(rows). */
#define MARGIN 0.5

/* Variances are pooled where they are alike, in coordinates. */
void
column_errors(Work *work, const Coordinates *coordinates, uint32 folds, const double *fold_omega,
			  double *error)
{
	const Looks *looks = &coordinates->columns.looks;
	uint32		d = coordinates_count(coordinates);
	double		pooled = jackknife_pooled(fold_omega, folds, d, NULL);
	double	   *of_fold = WORK_ARRAY(work, folds, double);	/* of one attribute */

	for (uint32 l = 0; l < looks->n; l++)
		for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
		{
			TransformRow row = coordinates_transform(coordinates, l, i);
			double		length = 0;

			memset(of_fold, 0, folds * sizeof(double));
			for (uint32 k = 0; k < row.count; k++)
			{
				length = hypot(length, row.t[k]);
				for (uint32 f = 0; f < folds; f++)
					of_fold[f] += row.t[k] * fold_omega[(size_t) f * d + row.from + k];
			}
			error[i] = jackknife_error(of_fold, 1, folds, pooled * length);
		}
}

/* With bends or without. */
static void
fit_once(Work *work, const Moments *moments, const ColumnOptions *columns, FitOptions options,
		 bool bends, ColumnFit *result)
{
	double	   *error = WORK_ARRAY(work, moments->d, double);
	Work	   *scratch = work_begin(work);
	InCoordinates *in = in_coordinates_create(scratch, moments, columns->columns, columns->prices,
											  bends);
	uint32		d = coordinates_count(&in->coordinates);
	double	   *omega = WORK_ARRAY(scratch, d, double);
	double	   *weight = result->fit.weight;
	Fit		   *fit = &result->fit;

	options.own_units = false;
	options.classes = &in->classes;
	options.looks = &in->coordinates.looks;
	fit->weight = omega;
	fit_moments(scratch, &in->moments, &options, fit);
	fit->weight = weight;
	fit->intercept += coordinates_weights(&in->coordinates, omega, weight);
	if (fit->tuned)
		column_errors(scratch, &in->coordinates, moments->folds, fit->fold_weight, error);
	result->error = fit->tuned ? error : NULL;
	fit->fold_weight = NULL;
	work_end(scratch);
}

void
column_fit(Work *work, const Moments *moments, const ColumnOptions *columns, const FitOptions *options,
		   ColumnFit *fit)
{
	bool		both = columns->bends == BENDS_BY_FOLDS && columns_bend(columns->columns) &&
		isinf(options->radius) && fold_judge_possible(moments);
	ColumnFit	lines = {.fit.weight = NULL};

	fit->bends = both || (columns->bends == BENDS_ALWAYS && columns_bend(columns->columns));
	fit->forecast_lines = fit->forecast_bends = NAN;
	fit_once(work, moments, columns, *options, fit->bends, fit);
	*(fit->bends ? &fit->forecast_bends : &fit->forecast_lines) = fit->fit.forecast;
	if (!both)
		return;

	lines.fit.weight = WORK_ARRAY(work, moments->d, double);
	fit_once(work, moments, columns, *options, false, &lines);
	fit->forecast_lines = lines.fit.forecast;
	fit->bends = fit->forecast_lines - fit->forecast_bends >
		MARGIN * lines.fit.variance / sqrt(moments_rows(moments));
	if (!fit->bends)
	{
		memcpy(fit->fit.weight, lines.fit.weight, moments->d * sizeof(double));
		lines.fit.weight = fit->fit.weight;
		fit->fit = lines.fit;
		fit->error = lines.error;
	}
}

bool
column_path(Work *work, const Moments *moments, const ColumnOptions *columns, Penalty penalty,
			const double *lambdas, uint32 count, PathPoint *point)
{
	const FitOptions options = {penalty, false, NAN, INFINITY, NULL, NULL};
	Work	   *scratch = work_begin(work);
	ColumnFit	chosen = {.fit.weight = WORK_ARRAY(scratch, moments->d, double)};
	InCoordinates *in;

	column_fit(scratch, moments, columns, &options, &chosen);
	in = in_coordinates_create(scratch, moments, columns->columns, columns->prices, chosen.bends);
	fit_path(scratch, &in->moments, penalty, false, &in->classes, &in->coordinates.looks, lambdas,
			 count, point);
	work_end(scratch);
	return chosen.bends;
}
