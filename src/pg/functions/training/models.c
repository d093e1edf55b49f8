/*
 * models.c
 *		Functions of a trained model other than scoring: they read it, trim it and
 *		cast it.
 */
#include "pg/aer.h"

#include "miscadmin.h"
#include "pg/numbers.h"
#include "pg/options/attribute_name.h"
#include "pg/options/json_parts.h"
#include "pg/result_row.h"
#include "pg/values/model.h"
#include "utils/fmgrprotos.h"

PG_FUNCTION_INFO_V1(aer_weights);
PG_FUNCTION_INFO_V1(aer_summary);
PG_FUNCTION_INFO_V1(aer_trim);
PG_FUNCTION_INFO_V1(aer_model_to_jsonb);
PG_FUNCTION_INFO_V1(aer_model_to_float8_array);

/*
 * Puts one row for the intercept, as attribute 0, and one for each attribute.  `class`: NULL
 * if the model has a single output.
 */
static void
put_weights(ResultRow *row, const ModelParts *parts, char **name, const Output *output,
			const char *class)
{
	uint32		d = parts->fit.d;
	uint32		main = looks_main(&parts->columns.looks);

	for (uint32 attribute = 0; attribute <= d; attribute++)
	{
		CHECK_FOR_INTERRUPTS();
		result_int32(row, attribute);
		result_text(row, attribute == 0 ? "(intercept)" : name ? name[attribute - 1] : NULL);
		result_number(row, attribute == 0 ? output->intercept : output->weight[attribute - 1]);
		result_number(row, attribute == 0 || output->error == NULL ? NAN : output->error[attribute - 1]);
		result_text(row, class);
		result_bool(row, attribute > main);
		result_put(row);
	}
}

Datum
aer_weights(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	ModelParts	parts;
	char	  **name;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	model_unpack_any(PG_GETARG_MODEL(0), &parts);
	name = attribute_names(&parts.columns);
	if (!PG_ARGISNULL(1))
	{
		int			n;

		name = text_array_strings(PG_GETARG_ARRAYTYPE_P(1), "\"names\"", &n);
		if (n != parts.fit.d)
			ereport(ERROR,
					(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
					 errmsg("\"names\" has %d names, but the model has %u attributes", n, parts.fit.d)));
	}

	for (uint32 k = 0; k < parts.fit.outputs; k++)
		put_weights(&row, &parts, name, &parts.fit.output[k],
					parts.fit.outputs > 1 ? parts.class_name[k] : NULL);
	return (Datum) 0;
}

/* Returns one row of facts about a model and its training. */
Datum
aer_summary(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	ModelParts	parts;
	bool		ranged;

	result_begin(&row, fcinfo);
	model_unpack_any(PG_GETARG_MODEL(0), &parts);
	ranged = parts.fit.link.low != -INFINITY;
	result_datum(&row, JsonbPGetDatum(json_from_text(parts.learner)));
	result_int32(&row, parts.fit.d);
	result_int64(&row, parts.state.rows);
	result_int64(&row, parts.skipped);
	result_int64(&row, parts.state.draws);
	result_null_if(&row, parts.state.draws < parts.state.reads);	/* moments do not count draws */
	result_int64(&row, parts.state.reads);
	result_bool(&row, parts.nvectors > 0);
	result_number(&row, parts.fit.forecast);
	result_number(&row, parts.fit.forecast_se);
	result_int64(&row, parts.state.mistakes);
	result_number(&row, ranged ? parts.fit.link.low : NAN);
	result_number(&row, ranged ? parts.fit.link.high : NAN);
	result_number(&row, parts.fit.link.logistic ? parts.fit.link.slope : NAN);
	result_number(&row, parts.fit.link.logistic ? parts.fit.link.offset : NAN);
	result_number(&row, parts.loss.mse);
	result_number(&row, parts.loss.se);
	result_number(&row, parts.loss.mean_mse);
	result_bool(&row, loss_is_worse(&parts.loss));
	result_null_if(&row, isnan(parts.loss.mse));
	result_bool(&row, parts.fit.choice.curves == BENDS_ALWAYS);
	result_null_if(&row, parts.fit.choice.curves == BENDS_BY_FOLDS);
	result_int32(&row, parts.columns.looks.bought);
	result_number(&row, parts.fit.error_rate);
	result_number(&row, parts.fit.auc);
	result_int64(&row, (int64) parts.measured.rows);
	result_null_if(&row, parts.measured.rows == 0);
	result_number(&row, parts.measured.rows > 0 ? parts.measured.mse : NAN);
	result_number(&row, parts.measured.mse_se);
	result_number(&row, parts.measured.error_rate);
	result_number(&row, parts.measured.error_rate_se);
	result_number(&row, parts.measured.auc);
	result_number(&row, parts.measured.auc_se);
	result_number(&row, parts.measured.log_loss);
	result_put(&row);
	return (Datum) 0;
}

Datum
aer_trim(PG_FUNCTION_ARGS)
{
	ModelParts	parts;

	model_unpack_any(PG_GETARG_MODEL(0), &parts);
	model_check_learned(&parts);
	model_parts_trim(&parts);
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_DATA_EXCEPTION));
}

Datum
aer_model_to_jsonb(PG_FUNCTION_ARGS)
{
	Datum		text = DirectFunctionCall1(aer_model_out, PG_GETARG_DATUM(0));

	PG_RETURN_DATUM(DirectFunctionCall1(jsonb_in, text));
}

Datum
aer_model_to_float8_array(PG_FUNCTION_ARGS)
{
	ModelParts	parts;

	model_unpack(PG_GETARG_MODEL(0), &parts);
	PG_RETURN_ARRAYTYPE_P(make_float8_array(parts.fit.output[0].weight, parts.fit.d));
}
