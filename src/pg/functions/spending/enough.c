/*
 * enough.c
 *		aer_enough: the error to expect after more rows, and the rows needed for an error.
 */
#include "pg/aer.h"

#include "kernel/spending/learning_curve_fit.h"
#include "pg/functions/moments/moments_fit.h"
#include "pg/kernel_call.h"
#include "pg/result_row.h"

PG_FUNCTION_INFO_V1(aer_enough);

/* Multiples of the rows for which the error is forecast. */
static const double multiple[] = {1, 2, 4};

static void
refuse_impossible(const RowMoments *object)
{
	double		rows = moments_rows(&object->moments);

	if (object->folds < LEARNING_CURVE_FIT_LEAST_FOLDS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("there are too few folds to see how the error falls with rows"),
				 errdetail("These moments have %u, and it takes %d.", object->folds,
						   LEARNING_CURVE_FIT_LEAST_FOLDS),
				 errhint("Collect them under a design with more \"folds\", such as the default of 5.")));
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("there are too few rows to see how the error falls with them"),
			 errdetail("These moments are of %.0f rows in %u folds: each must have some, and two on average.",
					   rows, object->folds),
			 errhint("Ask again when there are more.")));
}

static void
put_error(ResultRow *row, double rows, double error, double se, double needed)
{
	result_int64(row, (int64) rint(rows));
	result_number(row, error);
	result_number(row, se);
	result_int64(row, isfinite(needed) ? (int64) needed : 0);
	result_null_if(row, !isfinite(needed));
	result_put(row);
}

Datum
aer_enough(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	RowMoments *object;
	FitOptions	options;
	Work	   *work;
	Moments   **target;
	double		error;
	double		counted;		/* rows for each effective row */
	double		needed;
	LearningCurveFit growth;
	uint32		outputs;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	object = PG_GETARG_EFFECTIVE_MOMENTS(0);
	if (moments_classes(&object->moments) <= 2)
		object = row_moments_one_target(object, "aer_enough");
	moments_fit_check(object);
	moments_fit_refuse_high_dimensional(object, "aer_enough");
	error = moments_fit_number(fcinfo, 1, "mse", false, NAN);
	if (!learning_curve_fit_possible(&object->moments))
		refuse_impossible(object);
	work = work_begin(moments_fit_work());
	options = moments_fit_options(object);
	outputs = fit_outputs_count(&object->moments, &options);
	target = fit_targets(work, &object->moments, &options);
	learning_curve_fit_find(work, target, outputs, options.own_units, options.classes,
							options.looks, &growth);
	work_end(work);

	counted = moments_count_rows(&object->moments, object->folds) / growth.rows;
	needed = isnan(error) ? NAN : counted * learning_curve_fit_rows(&growth, error);
	for (uint32 k = 0; k < growth.count; k++)
		put_error(&row, counted * growth.point[k].rows, growth.point[k].error, growth.se[k], needed);
	for (size_t k = 0; k < lengthof(multiple); k++)
	{
		double		rows = growth.rows * multiple[k];
		double		se;
		double		forecast = learning_curve_fit_error(&growth, rows, &se);

		put_error(&row, counted * rows, forecast, se, needed);
	}
	return (Datum) 0;
}
