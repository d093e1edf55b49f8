/*
 * models.c
 *		What can be done with a trained model besides scoring: read it, trim it,
 *		average it, cast it.
 */
#include "aer.h"

#include "arguments.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "model.h"
#include "numbers.h"
#include "utils/fmgrprotos.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(aer_weights);
PG_FUNCTION_INFO_V1(aer_summary);
PG_FUNCTION_INFO_V1(aer_trim);
PG_FUNCTION_INFO_V1(aer_average_transition);
PG_FUNCTION_INFO_V1(aer_model_to_jsonb);
PG_FUNCTION_INFO_V1(aer_model_to_float8_array);

/* One row for each attribute, the intercept first as attribute 0. */
Datum
aer_weights(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	ModelParts	parts;
	char	  **name;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	model_unpack(PG_GETARG_MODEL(0), &parts);
	name = parts.name;
	if (!PG_ARGISNULL(1))
	{
		int			n;

		name = text_array_strings(PG_GETARG_ARRAYTYPE_P(1), "names", &n);
		if (n != parts.d)
			ereport(ERROR,
					(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
					 errmsg("\"names\" has %d names, the model has %u attributes", n, parts.d)));
	}

	for (uint32 attribute = 0; attribute <= parts.d; attribute++)
	{
		Datum		value[3];
		bool		null[3] = {false};

		CHECK_FOR_INTERRUPTS();
		value[0] = Int32GetDatum(attribute);
		null[1] = attribute > 0 && name == NULL;
		if (!null[1])
			value[1] = CStringGetTextDatum(attribute == 0 ? "(intercept)" : name[attribute - 1]);
		value[2] = Float8GetDatum(attribute == 0 ? parts.intercept : parts.weight[attribute - 1]);
		tuplestore_putvalues(result->setResult, result->setDesc, value, null);
		if (!null[1])
			pfree(DatumGetPointer(value[1]));
	}
	return (Datum) 0;
}

/* One row: what the model is and what it cost. */
Datum
aer_summary(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	ModelParts	parts;
	Datum		value[10];
	bool		null[10] = {false};

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	model_unpack(PG_GETARG_MODEL(0), &parts);
	value[0] = DirectFunctionCall1(jsonb_in, CStringGetDatum(parts.learner));
	value[1] = Int32GetDatum(parts.d);
	value[2] = Int64GetDatum(parts.state.rows);
	value[3] = Int64GetDatum(parts.skipped);
	value[4] = Int64GetDatum(parts.state.draws);
	value[5] = Int64GetDatum(parts.state.reads);
	value[6] = BoolGetDatum(parts.nvectors > 0);
	value[7] = Float8GetDatum(parts.expected_mse);
	null[7] = isnan(parts.expected_mse);
	value[8] = Float8GetDatum(parts.expected_se);
	null[8] = isnan(parts.expected_se);
	value[9] = Int64GetDatum(parts.state.mistakes);
	Assert(result->setDesc->natts == lengthof(value));
	tuplestore_putvalues(result->setResult, result->setDesc, value, null);
	return (Datum) 0;
}

/* Keep what scoring and the ledger need. */
static void
drop_state(ModelParts *parts)
{
	LearnerState ledger = {.rows = parts->state.rows, .draws = parts->state.draws,
	.reads = parts->state.reads, .mistakes = parts->state.mistakes};

	parts->state = ledger;
	parts->nvectors = 0;
}

Datum
aer_trim(PG_FUNCTION_ARGS)
{
	ModelParts	parts;

	model_unpack(PG_GETARG_MODEL(0), &parts);
	drop_state(&parts);
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_DATA_EXCEPTION));
}

static void
check_averageable(const ModelParts *a, const ModelParts *b)
{
	if (a->d != b->d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("models of different attributes cannot be averaged"),
				 errdetail("One has %u attributes, another %u.", a->d, b->d)));
	if ((a->name == NULL) != (b->name == NULL))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("models trained on rows and on arrays cannot be averaged")));
	for (uint32 i = 0; a->name && i < a->d; i++)
		if (strcmp(a->name[i], b->name[i]) != 0)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("models of different attributes cannot be averaged"),
					 errdetail("Attribute %u is \"%s\" in one and \"%s\" in another.",
							   i + 1, a->name[i], b->name[i])));
}

/*
 * The mean of two models, weighted by their rows.  It is its own combine
 * function: a mean of means, weighted by rows, is the mean.
 */
Datum
aer_average_transition(PG_FUNCTION_ARGS)
{
	ModelParts	mean;
	ModelParts	next;
	double	   *weight;
	double		share;

	(void) aggregate_context(fcinfo);
	if (PG_ARGISNULL(1))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	}
	model_unpack(PG_GETARG_MODEL(1), &next);
	if (PG_ARGISNULL(0))
		mean = next;
	else
	{
		model_unpack(PG_GETARG_MODEL(0), &mean);
		check_averageable(&mean, &next);
		weight = palloc(sizeof(double) * mean.d);
		/* models of no rows (written by hand) count nothing */
		share = next.state.rows == 0 ? 0 :
			(double) next.state.rows / ((double) mean.state.rows + next.state.rows);
		for (uint32 i = 0; i < mean.d; i++)
			weight[i] = mean.weight[i] + share * (next.weight[i] - mean.weight[i]);
		mean.weight = weight;
		mean.intercept += share * (next.intercept - mean.intercept);
		mean.state.rows += next.state.rows;
		mean.state.draws += next.state.draws;
		mean.state.reads += next.state.reads;
		mean.skipped += next.skipped;
		mean.expected_mse = NAN;
		mean.expected_se = NAN;
	}
	drop_state(&mean);
	/* not in the state's context: the executor copies it there */
	PG_RETURN_POINTER(model_pack(&mean, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE));
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
