/*
 * models.c
 *		What can be done with a trained model besides scoring: read it, trim it,
 *		cast it.
 */
#include "pg/aer.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "pg/numbers.h"
#include "pg/values/model.h"
#include "utils/fmgrprotos.h"

PG_FUNCTION_INFO_V1(aer_weights);
PG_FUNCTION_INFO_V1(aer_summary);
PG_FUNCTION_INFO_V1(aer_trim);
PG_FUNCTION_INFO_V1(aer_model_to_jsonb);
PG_FUNCTION_INFO_V1(aer_model_to_float8_array);

/*
 * Put one row for the intercept, as attribute 0, and one for each attribute; class NULL:
 * the model has a single output.
 */
static void
put_weights(ReturnSetInfo *result, const ModelParts *parts, char **name, double intercept,
			const double *weight, const double *error, const char *class)
{
	uint32		d = parts->d;
	uint32		main = looks_main(&parts->columns.looks);

	for (uint32 attribute = 0; attribute <= d; attribute++)
	{
		Datum		value[6];
		bool		null[6] = {false};

		CHECK_FOR_INTERRUPTS();
		value[0] = Int32GetDatum(attribute);
		null[1] = attribute > 0 && name == NULL;
		if (!null[1])
			value[1] = CStringGetTextDatum(attribute == 0 ? "(intercept)" : name[attribute - 1]);
		value[2] = Float8GetDatum(attribute == 0 ? intercept : weight[attribute - 1]);
		null[3] = attribute == 0 || error == NULL;
		if (!null[3])
			value[3] = Float8GetDatum(error[attribute - 1]);
		null[4] = class == NULL;
		if (class)
			value[4] = CStringGetTextDatum(class);
		value[5] = BoolGetDatum(attribute > main);
		Assert(result->setDesc->natts == lengthof(value));
		tuplestore_putvalues(result->setResult, result->setDesc, value, null);
		if (!null[1])
			pfree(DatumGetPointer(value[1]));
		if (class)
			pfree(DatumGetPointer(value[4]));
	}
}

Datum
aer_weights(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	ModelParts	parts;
	char	  **name;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	model_unpack_any(PG_GETARG_MODEL(0), &parts);
	name = parts.columns.name;
	if (!PG_ARGISNULL(1))
	{
		int			n;

		name = text_array_strings(PG_GETARG_ARRAYTYPE_P(1), "\"names\"", &n);
		if (n != parts.d)
			ereport(ERROR,
					(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
					 errmsg("\"names\" has %d names, the model has %u attributes", n, parts.d)));
	}

	for (uint32 k = 0; k < parts.outputs; k++)
	{
		Size		first = (Size) k * parts.d;

		put_weights(result, &parts, name, parts.intercept[k], parts.weight + first,
					parts.facts.error ? parts.facts.error + first : NULL,
					parts.outputs > 1 ? parts.class_name[k] : NULL);
	}
	return (Datum) 0;
}

/* What the learner's text says by true or false; false: it says nothing. */
static bool
learner_boolean(Jsonb *learner, const char *key, bool *value)
{
	JsonbValue	found;

	if (getKeyJsonValueFromContainer(&learner->root, key, strlen(key), &found) == NULL ||
		found.type != jbvBool)
		return false;
	*value = found.val.boolean;
	return true;
}

/* One row: what the model is and what it cost. */
Datum
aer_summary(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	ModelParts	parts;
	Datum		value[30];
	bool		null[30] = {false};
	bool		bends = false;

	InitMaterializedSRF(fcinfo, 0);
	model_unpack_any(PG_GETARG_MODEL(0), &parts);
	value[0] = DirectFunctionCall1(jsonb_in, CStringGetDatum(parts.learner));
	value[1] = Int32GetDatum(parts.d);
	value[2] = Int64GetDatum(parts.state.rows);
	value[3] = Int64GetDatum(parts.skipped);
	value[4] = Int64GetDatum(parts.state.draws);
	null[4] = parts.state.draws < parts.state.reads;	/* moments do not count them */
	value[5] = Int64GetDatum(parts.state.reads);
	value[6] = BoolGetDatum(parts.nvectors > 0);
	value[7] = number_or_null(parts.expected_mse, &null[7]);
	value[8] = number_or_null(parts.expected_se, &null[8]);
	value[9] = Int64GetDatum(parts.state.mistakes);
	value[10] = Float8GetDatum(parts.link.low);
	value[11] = Float8GetDatum(parts.link.high);
	null[10] = null[11] = parts.link.low == -INFINITY;
	value[12] = Float8GetDatum(parts.link.slope);
	value[13] = Float8GetDatum(parts.link.offset);
	null[12] = null[13] = !parts.link.logistic;
	value[14] = number_or_null(parts.loss.mse, &null[14]);
	value[15] = number_or_null(parts.loss.se, &null[15]);
	value[16] = number_or_null(parts.loss.mean_mse, &null[16]);
	value[17] = BoolGetDatum(loss_is_worse(&parts.loss));
	null[17] = null[14];
	null[18] = !learner_boolean(DatumGetJsonbP(value[0]), "bends", &bends);
	value[18] = BoolGetDatum(bends);
	value[19] = Int32GetDatum(parts.columns.looks.bought);
	value[20] = number_or_null(parts.expected_wrong, &null[20]);
	value[21] = number_or_null(parts.expected_auc, &null[21]);
	value[22] = Int64GetDatum((int64) parts.measured.rows);
	null[22] = null[23] = parts.measured.rows == 0;
	value[23] = Float8GetDatum(parts.measured.mse);
	value[24] = number_or_null(parts.measured.mse_se, &null[24]);
	value[25] = number_or_null(parts.measured.wrong, &null[25]);
	value[26] = number_or_null(parts.measured.wrong_se, &null[26]);
	value[27] = number_or_null(parts.measured.auc, &null[27]);
	value[28] = number_or_null(parts.measured.auc_se, &null[28]);
	value[29] = number_or_null(parts.measured.log_loss, &null[29]);
	Assert(result->setDesc->natts == lengthof(value));
	tuplestore_putvalues(result->setResult, result->setDesc, value, null);
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
	PG_RETURN_ARRAYTYPE_P(make_float8_array(parts.weight, parts.d));
}
