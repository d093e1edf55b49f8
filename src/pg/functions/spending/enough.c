/*
 * enough.c
 *		aer_enough: the error to expect after more rows, and the rows needed for an error.
 */
#include "pg/aer.h"

#include "kernel/fit/class_curve.h"
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
				 errmsg("too few folds to estimate how the error falls with the number of rows"),
				 errdetail("These moments have %u folds, and at least %d are needed.", object->folds,
						   LEARNING_CURVE_FIT_LEAST_FOLDS),
				 errhint("Collect them under a design with more \"folds\", such as the default of 5.")));
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("too few rows to estimate how the error falls with the number of rows"),
			 errdetail("These moments contain %.0f rows in %u folds. Each fold must have rows, and two on average.",
					   rows, object->folds),
			 errhint("Try again when there are more rows.")));
}

/* The forecasts of one call.  The error rate is NaN unless there are three or more classes. */
typedef struct Forecasts
{
	LearningCurveFit growth;
	bool		classes;
	double		rate[LEARNING_CURVE_FIT_GROUPS];	/* [growth.count] */
	Curve		rate_curve;
	double		counted;		/* rows for each effective row */
	double		needed;			/* effective rows; NaN or infinite: unknown or never */
} Forecasts;

static void
put_error(ResultRow *row, const Forecasts *forecasts, double rows, double error, double se,
		  double rate)
{
	double		needed = forecasts->counted * forecasts->needed;

	result_int64(row, (int64) rint(forecasts->counted * rows));
	result_number(row, error);
	result_number(row, se);
	result_int64(row, isfinite(needed) ? (int64) needed : 0);
	result_null_if(row, !isfinite(needed));
	result_number(row, rate);
	result_put(row);
}

/* Returns the number of rows for each requested error; NaN for an error that was not requested. */
static double
rows_needed(const Forecasts *forecasts, double mse, double error_rate)
{
	double		for_mse = isnan(mse) ? NAN : learning_curve_fit_rows(&forecasts->growth, mse);
	double		for_rate = isnan(error_rate) ? NAN :
		curve_rows_within(&forecasts->rate_curve, error_rate, forecasts->growth.rows);

	return fmax(for_mse, for_rate);
}

Datum
aer_enough(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	RowMoments *object;
	FitOptions	options;
	Work	   *work;
	Moments   **target;
	double		mse;
	double		error_rate;
	Forecasts	forecasts = {.classes = false};
	LearningCurveFit *growth = &forecasts.growth;
	uint32		outputs;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	object = PG_GETARG_EFFECTIVE_MOMENTS(0);
	if (moments_classes(&object->moments) <= 2)
		object = row_moments_one_target(object, "aer_enough");
	moments_fit_check(object);
	moments_fit_refuse_high_dimensional(object, "aer_enough");
	mse = moments_fit_number(fcinfo, 1, "mse", false, NAN);
	error_rate = moments_fit_number(fcinfo, 2, "error_rate", false, NAN);
	if (!learning_curve_fit_possible(&object->moments))
		refuse_impossible(object);
	work = work_begin(moments_fit_work());
	options = moments_fit_options(object);
	outputs = fit_outputs_count(&object->moments, &options);
	forecasts.classes = outputs > 1;
	if (!forecasts.classes && !isnan(error_rate))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"error_rate\" needs moments of three or more classes"),
				 errhint("Pass \"mse\". For a target of 0 and 1 it is the Brier score; for a boolean target or two classes, which count as -1 and 1, it is four times the Brier score.")));
	target = fit_targets(work, &object->moments, &options);
	learning_curve_fit_find(work, target, outputs, options.own_units, options.classes,
							options.looks, growth);
	if (forecasts.classes)
		class_curve_find(work, target[0], &options, forecasts.rate, &forecasts.rate_curve);
	work_end(work);

	forecasts.counted = moments_count_rows(&object->moments, object->folds) / growth->rows;
	forecasts.needed = rows_needed(&forecasts, mse, error_rate);
	for (uint32 k = 0; k < growth->count; k++)
		put_error(&row, &forecasts, growth->point[k].rows, growth->point[k].error, growth->se[k],
				  forecasts.classes ? forecasts.rate[k] : NAN);
	for (size_t k = 0; k < lengthof(multiple); k++)
	{
		double		rows = growth->rows * multiple[k];
		double		se;
		double		forecast = learning_curve_fit_error(growth, rows, &se);

		put_error(&row, &forecasts, rows, forecast, se,
				  forecasts.classes ? curve_error(&forecasts.rate_curve, rows) : NAN);
	}
	return (Datum) 0;
}
