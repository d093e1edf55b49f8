/*
 * start.c
 *		aer_start, which makes a model that has seen no row; and aer_next, which
 *		returns the looks that a model plans for the coming row.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "pg/arguments.h"
#include "pg/functions/training/training.h"
#include "pg/numbers.h"
#include "pg/options/design_options.h"
#include "pg/result_row.h"
#include "pg/rows/chosen_names.h"
#include "utils/lsyscache.h"

PG_FUNCTION_INFO_V1(aer_start);
PG_FUNCTION_INFO_V1(aer_next);

static ArrayType *
read_literal(char *literal, int64 *number)
{
	Oid			input;
	Oid			element;

	if (literal[strspn(literal, " \t\n")] != '{')
	{
		*number = DatumGetInt64(DirectFunctionCall1(int8in, CStringGetDatum(literal)));
		return NULL;
	}
	getTypeInputInfo(TEXTARRAYOID, &input, &element);
	return DatumGetArrayTypeP(OidInputFunctionCall(input, literal, element, -1));
}

/* Returns the names of the attributes, or NULL if the argument is their number, which it sets. */
static ArrayType *
read_attributes(Oid type, Datum value, int64 *number)
{
	Oid			element = get_element_type(type);
	IntegerReader reader = integer_reader(type);

	if (type == UNKNOWNOID)
		return read_literal(DatumGetCString(value), number);
	if (element == TEXTOID || element == VARCHAROID)
		return DatumGetArrayTypeP(value);
	if (reader == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("attributes must be an integer or an array of text, not %s",
						format_type_be(type)),
				 errdetail("Give the number of elements of an array, or the names of columns or keys.")));
	*number = reader(value);
	return NULL;
}

static void
check_can_stream(Jsonb *learner)
{
	if (is_design(learner))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a design cannot be trained row by row"),
				 errdetail("It chooses the columns of each record by its key alone, and collects moments instead of a model."),
				 errhint("Call aer_plan() for the columns of a record and aer_worklist() for those still missing, or start a streaming learner, such as aer_ridge(budget => 5).")));
}

Datum
aer_start(PG_FUNCTION_ARGS)
{
	Jsonb	   *learner = PG_GETARG_JSONB_P(0);
	ArrayType  *names;
	int64		number = 0;
	Training   *training;
	ColumnChoice choice;
	Columns		columns;

	check_can_stream(learner);
	names = read_attributes(getBaseType(argument_type(fcinfo, 1)), PG_GETARG_DATUM(1), &number);
	training = training_create(CurrentMemoryContext, learner, names != NULL, NULL);
	choice = training_choice(training);
	if (names)
	{
		int			n;
		char	  **name = text_array_strings(names, "\"attributes\"", &n);

		columns = choose_names(&choice, name, n);
		check_attribute_count(columns.looks.d);
	}
	else
	{
		check_no_columns_chosen(&choice);
		check_attribute_count(number);
		columns = columns_of_array((uint32) number);
	}
	training_start(training, &columns);
	PG_RETURN_POINTER(training_model(training, NULL));
}

/*
 * Returns one row for each look, so that it can be joined with prices.  Several
 * attributes of a column may be planned; they are one look, which has the number of the
 * column's first attribute.
 */
Datum
aer_next(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	const AerModel *model = PG_GETARG_MODEL(0);
	Training   *training = training_resume(CurrentMemoryContext, model);
	ModelParts	parts;
	const Looks *looks;
	uint32		n;
	uint32	   *attribute = training_next(training, &n);
	uint32		look = 0;
	uint32		after = 0;		/* attributes before this one belong to looks already put */

	result_begin(&row, fcinfo);
	model_unpack(model, &parts);
	looks = &parts.columns.looks;
	for (uint32 i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (attribute[i] < after)
			continue;
		while (looks_first(looks, look + 1) <= attribute[i])
			look++;
		after = looks_first(looks, look + 1);
		result_int32(&row, looks_first(looks, look) + 1);
		result_text(&row, parts.columns.column ? parts.columns.column[look].name : NULL);
		result_put(&row);
	}
	return (Datum) 0;
}
