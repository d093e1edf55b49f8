/*
 * categories_aggregate.c
 *		The aggregate aer_categories: the values of columns of words, as the
 *		option "categories" takes them.
 */
#include "pg/aer.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "pg/functions/moments/value_set.h"
#include "pg/options/arguments.h"
#include "pg/state.h"
#include "pg/options/numbers.h"
#include "pg/options/option_values.h"
#include "pg/rows/features.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

PG_FUNCTION_INFO_V1(aer_categories_transition);
PG_FUNCTION_INFO_V1(aer_categories_jsonb_transition);
PG_FUNCTION_INFO_V1(aer_categories_final);

typedef struct CategoriesState
{
	StateKind	kind;			/* STATE_OF_CATEGORIES */
	KeptArgument columns;
	int			n;
	char	  **column;			/* [n] */
	ValueSet   *set;			/* [n] */
	int		   *number;			/* [n] where the columns stand, from 1 */
	uint64		row_type;		/* that they were found in; 0: none */
} CategoriesState;

static CategoriesState *
create_state(FunctionCallInfo fcinfo, MemoryContext context)
{
	MemoryContext old = MemoryContextSwitchTo(context);
	CategoriesState *state = palloc0(sizeof(CategoriesState));

	state->kind = STATE_OF_CATEGORIES;
	argument_keep_aggregate(&state->columns, context, fcinfo, 2, "columns");
	state->column = text_array_strings((ArrayType *) state->columns.plain, "\"columns\"", &state->n);
	state->set = palloc0(sizeof(ValueSet) * Max(state->n, 1));
	state->number = palloc(sizeof(int) * Max(state->n, 1));
	MemoryContextSwitchTo(old);
	return state;
}

/* Find the columns in a row type. */
static void
find_columns(CategoriesState *state, MemoryContext context, TupleDesc desc)
{
	for (int c = 0; c < state->n; c++)
	{
		ValueSet   *set = &state->set[c];
		Oid			type;

		state->number[c] = row_column_number(desc, state->column[c], "It is listed in \"columns\".") + 1;
		type = TupleDescAttr(desc, state->number[c] - 1)->atttypid;
		check_category_type(state->column[c], type);
		if (!OidIsValid(set->type))
		{
			MemoryContext old = MemoryContextSwitchTo(context);

			value_set_init(set, type);
			MemoryContextSwitchTo(old);
		}
		else if (set->type != getBaseType(type))
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("column \"%s\" is of type %s", state->column[c], format_type_be(type)),
					 errdetail("In the rows before it was of type %s.", format_type_be(set->type))));
	}
}

static void
add_value(CategoriesState *state, int c, Datum value)
{
	if (!value_set_add(&state->set[c], value))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("column \"%s\" has more than %d values", state->column[c], MOST_CATEGORIES),
				 errhint("Leave the column out, or make fewer values of it, with one for all that are rare.")));
}

static void
add_row(CategoriesState *state, MemoryContext context, HeapTupleHeader row)
{
	Oid			type = HeapTupleHeaderGetTypeId(row);
	int32		typmod = HeapTupleHeaderGetTypMod(row);
	uint64		row_type = assign_record_type_identifier(type, typmod);
	TupleDesc	desc = lookup_rowtype_tupdesc(type, typmod);
	HeapTupleData tuple = {.t_len = HeapTupleHeaderGetDatumLength(row), .t_data = row};

	if (row_type != state->row_type)
	{
		state->row_type = 0;
		find_columns(state, context, desc);
		state->row_type = row_type;
	}
	for (int c = 0; c < state->n; c++)
	{
		bool		null;
		Datum		value = heap_getattr(&tuple, state->number[c], desc, &null);

		if (!null)
			add_value(state, c, value);
	}
	ReleaseTupleDesc(desc);
}

/* Of jsonb the columns are keys, whose values are strings. */
static void
add_object(CategoriesState *state, MemoryContext context, Jsonb *json)
{
	for (int c = 0; c < state->n; c++)
	{
		JsonbValue	value;

		if (!OidIsValid(state->set[c].type))
		{
			MemoryContext old = MemoryContextSwitchTo(context);

			value_set_init(&state->set[c], TEXTOID);
			MemoryContextSwitchTo(old);
		}
		if (!JB_ROOT_IS_OBJECT(json) ||
			getKeyJsonValueFromContainer(&json->root, state->column[c], strlen(state->column[c]),
										 &value) == NULL || value.type == jbvNull)
			continue;
		if (value.type != jbvString)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("key \"%s\" holds %s, which is no string", state->column[c],
							json_value_text(&value))));
		add_value(state, c, PointerGetDatum(cstring_to_text_with_len(value.val.string.val,
																	 value.val.string.len)));
	}
}

static Datum
transition(FunctionCallInfo fcinfo, bool rows)
{
	MemoryContext context = aggregate_context(fcinfo);
	CategoriesState *state;

	if (PG_ARGISNULL(0))
		state = create_state(fcinfo, context);
	else
	{
		state = state_internal(fcinfo, STATE_OF_CATEGORIES);
		argument_check(&state->columns, fcinfo, 2, "columns");
	}
	if (PG_ARGISNULL(1))
		PG_RETURN_POINTER(state);
	if (rows)
		add_row(state, context, PG_GETARG_HEAPTUPLEHEADER(1));
	else
		add_object(state, context, PG_GETARG_JSONB_P(1));
	PG_RETURN_POINTER(state);
}

Datum
aer_categories_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, true);
}

Datum
aer_categories_jsonb_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, false);
}

/* No rows: NULL. */
Datum
aer_categories_final(PG_FUNCTION_ARGS)
{
	CategoriesState *state;
	JsonbParseState *json = NULL;

	(void) aggregate_context(fcinfo);
	state = state_internal(fcinfo, STATE_OF_CATEGORIES);
	pushJsonbValue(&json, WJB_BEGIN_OBJECT, NULL);
	for (int c = 0; c < state->n; c++)
	{
		JsonbValue	key = json_string(state->column[c]);

		pushJsonbValue(&json, WJB_KEY, &key);
		value_set_write(&state->set[c], &json);
	}
	PG_RETURN_JSONB_P(JsonbValueToJsonb(pushJsonbValue(&json, WJB_END_OBJECT, NULL)));
}
