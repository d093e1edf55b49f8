/*
 * calibration_aggregate.c
 *		The aggregate aer_calibration: predicted probabilities and observed frequencies in bins;
 *		and the bins of the held-out rows that a model was measured on.
 *
 * The aggregate's state is a float8[] of the kernel's bins, which can be merged.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "kernel/score/calibration.h"
#include "pg/arguments.h"
#include "pg/numbers.h"
#include "pg/result_row.h"
#include "pg/values/model.h"
#include "utils/lsyscache.h"

PG_FUNCTION_INFO_V1(aer_calibration_transition);
PG_FUNCTION_INFO_V1(aer_calibration_combine);
PG_FUNCTION_INFO_V1(aer_calibration_final);
PG_FUNCTION_INFO_V1(aer_calibration_of_model);

/* missing in aer_calibration(probability, target) */
#define ARG_BINS 3
#define DEFAULT_BINS 10
#define MOST_BINS 1000

#define BIN_NUMBERS (sizeof(CalibrationBin) / sizeof(double))

/* Returns the bins of a state, which is checked because users can pass any float8[]. */
static CalibrationBin *
bins_of(ArrayType *state, int *bins)
{
	*bins = ARR_NDIM(state) == 1 ? ARR_DIMS(state)[0] / BIN_NUMBERS : 0;
	if (*bins < 1 || *bins > MOST_BINS || ARR_DIMS(state)[0] % BIN_NUMBERS != 0 ||
		ARR_HASNULL(state) || ARR_ELEMTYPE(state) != FLOAT8OID)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("this is not a state of aer_calibration")));
	return (CalibrationBin *) ARR_DATA_PTR(state);
}

static int
bins_argument(FunctionCallInfo fcinfo)
{
	int			bins = DEFAULT_BINS;

	if (PG_NARGS() > ARG_BINS)
		bins = PG_ARGISNULL(ARG_BINS) ? 0 : PG_GETARG_INT32(ARG_BINS);
	if (bins < 1 || bins > MOST_BINS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"bins\" must be between 1 and %d", MOST_BINS)));
	return bins;
}

Datum
aer_calibration_transition(PG_FUNCTION_ARGS)
{
	ArrayType  *state;
	CalibrationBin *bin;
	int			bins = bins_argument(fcinfo);
	int			before;
	double		probability;

	(void) aggregate_context(fcinfo);
	if (PG_ARGISNULL(0))
	{
		double	   *zero = palloc0(sizeof(CalibrationBin) * bins);

		aggregate_check_order(fcinfo, "probability, target, bins");
		/* the executor copies it into the state's context */
		state = make_float8_array(zero, bins * BIN_NUMBERS);
	}
	else
		state = PG_GETARG_ARRAYTYPE_P(0);
	bin = bins_of(state, &before);
	if (before != bins)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the number of bins must not change from row to row"),
				 errdetail("It was %d and is %d.", before, bins)));
	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
		PG_RETURN_ARRAYTYPE_P(state);

	probability = PG_GETARG_FLOAT8(1);
	if (!(probability >= 0 && probability <= 1))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("a probability must be between 0 and 1"),
				 errdetail("It is %g.", probability),
				 errhint("Pass the result of aer_probability(), not that of aer_predict() or aer_score().")));
	calibration_add(bin, bins, probability, PG_GETARG_BOOL(2));
	PG_RETURN_ARRAYTYPE_P(state);
}

/* STRICT: a single state is the result. */
Datum
aer_calibration_combine(PG_FUNCTION_ARGS)
{
	ArrayType  *state;
	CalibrationBin *bin;
	CalibrationBin *other;
	int			bins;
	int			others;

	(void) aggregate_context(fcinfo);
	state = PG_GETARG_ARRAYTYPE_P(0);
	bin = bins_of(state, &bins);
	other = bins_of(PG_GETARG_ARRAYTYPE_P(1), &others);
	if (bins != others)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the number of bins must not change from row to row"),
				 errdetail("It was %d and is %d.", bins, others)));
	calibration_merge(bin, other, bins);
	PG_RETURN_ARRAYTYPE_P(state);
}

/* Returns the bins that have rows, as an array of aer_calibration_bin. */
Datum
aer_calibration_final(PG_FUNCTION_ARGS)
{
	const CalibrationBin *bin;
	int			bins;
	int			n = 0;
	Datum	   *element;
	Oid			type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	ResultRow	row;

	(void) aggregate_context(fcinfo);
	bin = bins_of(PG_GETARG_ARRAYTYPE_P(0), &bins);
	element = palloc(sizeof(Datum) * bins);
	result_begin_composite(&row, type);
	for (int b = 0; b < bins; b++)
	{
		if (!(bin[b].rows > 0))
			continue;
		result_number(&row, (double) b / bins);
		result_number(&row, (b + 1.0) / bins);
		result_int64(&row, (int64) bin[b].rows);
		result_number(&row, bin[b].predicted / bin[b].rows);
		result_number(&row, bin[b].high / bin[b].rows);
		result_number(&row, sqrt(bin[b].variance) / bin[b].rows);
		element[n++] = result_composite(&row);
	}
	if (n == 0)
		PG_RETURN_NULL();
	PG_RETURN_ARRAYTYPE_P(construct_array(element, n, type, -1, false, TYPALIGN_DOUBLE));
}

/* Returns the bins of a measured model. */
Datum
aer_calibration_of_model(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	ModelParts	parts;

	result_begin(&row, fcinfo);
	model_unpack_any(PG_GETARG_MODEL(0), &parts);
	for (int b = 0; b < MEASURED_BINS && parts.measured.bin[b].rows > 0; b++)
	{
		const MeasuredBin *bin = &parts.measured.bin[b];

		result_number(&row, bin->low);
		result_number(&row, bin->high);
		result_int64(&row, (int64) bin->rows);
		result_number(&row, bin->predicted);
		result_number(&row, bin->observed);
		result_number(&row, bin->se);
		result_put(&row);
	}
	return (Datum) 0;
}
