/*
 * second_moments.c
 *		aer_second_moments: second moments of attributes; aer_sampling: the looks that learners
 *		save if they draw by them.
 */
#include "pg/aer.h"

#include "kernel/stream/sampler.h"
#include "pg/numbers.h"
#include "pg/result_row.h"
#include "pg/values/row_moments.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(aer_second_moments);
PG_FUNCTION_INFO_V1(aer_sampling);

/*
 * Returns the second moment of each attribute, about its mean or about 0, for the option
 * "second_moments".  Attributes with too few values get the largest one.
 */
Datum
aer_second_moments(PG_FUNCTION_ARGS)
{
	const RowMoments *object = PG_GETARG_EFFECTIVE_MOMENTS(0);
	bool		centered = PG_GETARG_BOOL(1);
	double	   *moment = palloc_array(double, object->d);
	double		largest = 0;

	row_moments_check_precision(object);
	for (uint32 i = 0; i < object->d; i++)
	{
		double		mean;
		double		deviation;
		double		correlation;

		moments_describe(&object->moments, i, &mean, &deviation, &correlation);
		moment[i] = deviation * deviation + (centered ? 0 : mean * mean);
		if (moment[i] > largest)
			largest = moment[i];
	}
	for (uint32 i = 0; i < object->d; i++)
		if (isnan(moment[i]))
			moment[i] = largest;
	PG_RETURN_ARRAYTYPE_P(make_float8_array(moment, object->d));
}

/* Returns the share of looks that each learner needs; *d is the number of second moments. */
static SamplingGain
gain_of_argument(FunctionCallInfo fcinfo, int *d)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(0);
	const double *moment = (const double *) ARR_DATA_PTR(array);

	if (ARR_NDIM(array) != 1)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("\"second_moments\" must be a one-dimensional array that is not empty")));
	if (array_contains_nulls(array))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("\"second_moments\" must not contain NULL")));
	*d = ARR_DIMS(array)[0];
	for (int i = 0; i < *d; i++)
		if (!(moment[i] >= 0 && isfinite(moment[i])))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("\"second_moments\" must be finite numbers of at least 0"),
					 errdetail("Element %d is %g.", i + 1, moment[i])));
	return sampling_gain(moment, *d);
}

/* Returns a row for each learner that can draw by second moments. */
Datum
aer_sampling(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	int			d;
	SamplingGain gain = gain_of_argument(fcinfo, &d);
	const struct
	{
		const char *learner;
		double		share;
	}			line[] = {{"ridge", gain.ridge}, {"lasso", gain.lasso}};

	result_begin(&row, fcinfo);
	for (int i = 0; i < lengthof(line); i++)
	{
		result_text(&row, line[i].learner);
		result_number(&row, line[i].share);
		result_int32(&row, isnan(line[i].share) ? 0 : (int32) sampling_draws(line[i].share, d));
		result_null_if(&row, isnan(line[i].share));
		result_put(&row);
	}
	return (Datum) 0;
}
