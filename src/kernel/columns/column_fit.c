/*
 * column_fit.c
 *		Linear models of columns: fitted in coordinates, told in attributes.
 */
#include "kernel/columns/column_fit.h"

#include "kernel/moments/jackknife.h"

/* Variances are pooled where they are alike, in coordinates. */
void
column_errors(Work *work, const Coordinates *coordinates, uint32 folds, const double *fold_omega,
			  double *error)
{
	uint32		d = coordinates_count(coordinates);
	uint32		attributes = coordinates_attributes(coordinates);
	double		pooled = jackknife_pooled(fold_omega, folds, d, NULL);
	double	   *of_fold = WORK_ARRAY(work, (size_t) attributes * folds, double);	/* weights */
	double	   *square = WORK_ARRAY(work, attributes, double);	/* of a row of T */

	for (uint32 l = 0; l < coordinates->looks.n; l++)
		for (uint32 t = coordinates->first_term[l]; t < coordinates->first_term[l + 1]; t++)
		{
			TransformRow row = coordinates_transform(coordinates, l, t);
			uint32		i = coordinates->told[t];

			for (uint32 k = 0; k < row.count; k++)
			{
				square[i] = hypot(square[i], row.t[k]);
				for (uint32 f = 0; f < folds; f++)
					of_fold[(size_t) i * folds + f] += row.t[k] *
						fold_omega[(size_t) f * d + row.from + k];
			}
		}
	for (uint32 i = 0; i < attributes; i++)
		error[i] = jackknife_error(of_fold + (size_t) i * folds, 1, folds, pooled * square[i]);
}

/* A fit with one shape. */
static void
fit_once(Work *work, const Moments *moments, const ColumnOptions *columns, FitOptions options,
		 const ColumnShape *shape, ColumnFit *result)
{
	Work	   *scratch = work_begin(work);
	InCoordinates *in = in_coordinates_create(scratch, moments, columns->columns, columns->prices,
											  shape);
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
		column_errors(scratch, &in->coordinates, moments->folds, fit->fold_weight, result->error);
	fit->fold_weight = NULL;
	if (fit->drop != NULL)
	{
		size_t		looks = in->coordinates.looks.n;

		fit->drop = memcpy(WORK_ARRAY(work, looks, double), fit->drop, looks * sizeof(double));
	}
	work_end(scratch);
}

/* What fit_shape() is given. */
typedef struct ColumnFitter
{
	Work	   *work;
	const Moments *moments;
	const ColumnOptions *columns;
	const FitOptions *options;
	ColumnFit	place[2];
} ColumnFitter;

static ShapeForecast
fit_shape(void *context, const ColumnShape *shape, int place)
{
	ColumnFitter *fitter = context;
	ColumnFit  *fit = &fitter->place[place];

	fit_once(fitter->work, fitter->moments, fitter->columns, *fitter->options, shape, fit);
	return (ShapeForecast) {fit->fit.forecast, fit->fit.compared};
}

void
column_fit(Work *work, const Moments *moments, const ColumnOptions *columns, const FitOptions *options,
		   ColumnFit *fit)
{
	bool		judged = isinf(options->radius) && fold_judge_possible(moments);
	ColumnOptions wanted = *columns;
	ColumnFitter fitter = {.work = work,.moments = moments,.columns = &wanted,.options = options};
	double	   *weight = fit->fit.weight;
	ColumnFit  *chosen;
	ShapeChoice choice;

	if (options->penalty != PENALTY_RIDGE)
		wanted.pair = no_pairs;
	for (int place = 0; place < 2; place++)
	{
		fitter.place[place].fit.weight = WORK_ARRAY(work, moments->d, double);
		fitter.place[place].error = WORK_ARRAY(work, moments->d, double);
	}
	chosen = &fitter.place[column_shape_choose(work, moments, &wanted, judged, fit_shape, &fitter,
											   &choice)];
	memcpy(weight, chosen->fit.weight, moments->d * sizeof(double));
	*fit = *chosen;
	fit->fit.weight = weight;
	fit->choice = choice;
	if (!fit->fit.tuned)
		fit->error = NULL;
}

bool
column_path(Work *work, const Moments *moments, const ColumnOptions *columns, Penalty penalty,
			const double *lambdas, uint32 count, PathPoint *point)
{
	const FitOptions options = {penalty, false, NAN, INFINITY, NULL, NULL, NULL};
	Work	   *scratch = work_begin(work);
	ColumnFit	chosen = {.fit.weight = WORK_ARRAY(scratch, moments->d, double)};
	ColumnOptions plain = *columns;
	InCoordinates *in;

	plain.pair = no_pairs;
	column_fit(scratch, moments, &plain, &options, &chosen);
	in = in_coordinates_create(scratch, moments, columns->columns, columns->prices,
							   &chosen.choice.shape);
	fit_path(scratch, &in->moments, penalty, false, &in->classes, &in->coordinates.looks, lambdas,
			 count, point);
	work_end(scratch);
	return chosen.choice.shape.bends;
}
