/*
 * explain.c
 *		aer_explain: what each column and each interaction adds to the prediction of one row,
 *		and the value of each column as text.
 */
#include "pg/functions/explaining/explanation.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "pg/functions/scoring/scorer.h"
#include "pg/options/attribute_name.h"
#include "utils/builtins.h"
#include "utils/json.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

PG_FUNCTION_INFO_V1(aer_column_text);

static void
put_look(ResultRow *row, const ModelParts *parts, uint32 look, double effect)
{
	result_text(row, look_label(&parts->columns, look));
	result_int32(row, looks_first(&parts->columns.looks, look) + 1);
	result_number(row, effect);
	explanation_pair(row, parts, look);
	result_text(row, NULL);
	result_put(row);
}

static void
put_mean(ResultRow *row, double mean, const char *class_name)
{
	result_text(row, NULL);
	result_number(row, NAN);
	result_number(row, mean);
	result_text(row, NULL);
	result_text(row, NULL);
	result_text(row, class_name);
	result_put(row);
}

/* Returns the class that the third argument names, or else the predicted class of the opened row. */
static uint32
explained_class(FunctionCallInfo fcinfo, const ModelParts *parts, Scorer *scorer)
{
	if (PG_ARGISNULL(2) && parts->fit.outputs > 1)
		return class_names_find(parts->class_name, parts->classes, scorer_class(scorer, 0));
	return explanation_class(fcinfo, 2, "aer_explain", parts);
}

/*
 * Returns a row for each known look, with its label and first attribute; and a row without a label,
 * which has the prediction for a row whose known looks are all at their means, and the class.
 */
static Datum
effects(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	ResultRow	row;
	ModelParts	parts;
	Scorer	   *scorer;
	const Output *output;
	uint32		class;
	double		mean;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		return (Datum) 0;
	explanation_model(PG_GETARG_DATUM(0), "aer_explain", &parts);
	scorer = scorer_create(CurrentMemoryContext, PG_GETARG_DATUM(0), kind, NULL);
	scorer_open(scorer, PG_GETARG_DATUM(1));
	class = explained_class(fcinfo, &parts, scorer);
	scorer_read(scorer, 0);
	scorer_check_finite(scorer);
	output = &scorer->output[class];
	mean = output->intercept;
	for (uint32 l = 0, k = 0; l < parts.columns.looks.n; l++)
	{
		uint32		end = looks_first(&parts.columns.looks, l + 1);
		bool		known = scorer->subset == NULL || scorer->subset->known[l];
		double		effect = 0;
		uint32		before = k;

		for (; k < scorer->n && scorer->attribute[k] < end; k++)
		{
			uint32		i = scorer->attribute[k];

			if (!known)
				continue;
			effect += output->weight[i] * (scorer->value[k] - parts.fit.facts.mean[i]);
			mean += output->weight[i] * parts.fit.facts.mean[i];
		}
		if (k > before && known)
			put_look(&row, &parts, l, effect);
	}
	put_mean(&row, mean, parts.fit.outputs > 1 ? parts.class_name[class] : NULL);
	return (Datum) 0;
}

FUNCTIONS_OF_KINDS(aer_effects, effects(fcinfo, kind))

/*
 * Returns a value as text as JSON has it, so that dates do not depend on DateStyle.  Unlike
 * to_jsonb(), it does not run casts to json that a user has defined, only output functions.
 */
static char *
datum_as_text(Datum value, Oid type)
{
	Oid			output;
	bool		is_varlena;

	switch (getBaseType(type))
	{
		case BOOLOID:
			return DatumGetBool(value) ? "true" : "false";
		case DATEOID:
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
			return JsonEncodeDateTime(NULL, value, getBaseType(type), NULL);
	}
	getTypeOutputInfo(type, &output, &is_varlena);
	return OidOutputFunctionCall(output, value);
}

Datum
aer_column_text(PG_FUNCTION_ARGS)
{
	HeapTupleHeader header = PG_GETARG_HEAPTUPLEHEADER(0);
	const char *name = text_to_cstring(PG_GETARG_TEXT_PP(1));
	TupleDesc	columns = lookup_rowtype_tupdesc_copy(HeapTupleHeaderGetTypeId(header), HeapTupleHeaderGetTypMod(header));
	HeapTupleData tuple = {.t_len = HeapTupleHeaderGetDatumLength(header), .t_data = header};

	for (int i = 0; i < columns->natts; i++)
	{
		Form_pg_attribute column = TupleDescAttr(columns, i);
		bool		is_null;
		Datum		value;

		if (column->attisdropped || strcmp(NameStr(column->attname), name) != 0)
			continue;
		value = heap_getattr(&tuple, i + 1, columns, &is_null);
		if (is_null)
			PG_RETURN_NULL();
		PG_RETURN_TEXT_P(cstring_to_text(datum_as_text(value, column->atttypid)));
	}
	PG_RETURN_NULL();
}
