/*
 * constructors.c
 *		The SQL functions that make the jsonb of a learner or a sampling design
 *		from named arguments.
 *
 * All of them share one body: the keys are the names of the SQL function's arguments,
 * NULL arguments are left out, and the result is checked like a value written by hand.
 * The functions are in C and IMMUTABLE, so that the planner makes a constant of the call.
 */
#include "pg/aer.h"

#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "pg/options/json_parts.h"
#include "pg/options/design_options.h"
#include "pg/notice.h"
#include "pg/numbers.h"
#include "pg/options/options.h"
#include "pg/options/price_list.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

/* Adds a scalar to an object (as a value) or to an array (as an element). */
static void
push_scalar(JsonbParseState **state, JsonbIteratorToken token, const char *name, Oid type, Datum datum)
{
	JsonbValue	value;
	NumberReader reader = number_reader(type);

	if (type == BOOLOID)
	{
		value.type = jbvBool;
		value.val.boolean = DatumGetBool(datum);
	}
	else if (type == INT4OID || type == INT8OID || type == INT2OID || type == NUMERICOID)
	{
		Oid			output;
		bool		varlena;

		getTypeOutputInfo(type, &output, &varlena);
		value.type = jbvNumeric;
		value.val.numeric = DatumGetNumeric(DirectFunctionCall3(numeric_in,
																CStringGetDatum(OidOutputFunctionCall(output, datum)),
																ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1)));
	}
	else if (reader != NULL)
	{
		double		number = reader(datum);

		if (!isfinite(number))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" must be finite", name),
					 errdetail("It is NaN or infinite.")));
		value.type = jbvNumeric;
		value.val.numeric = DatumGetNumeric(exact_numeric(number));
	}
	else if (type == TEXTOID)
		value = json_string(TextDatumGetCString(datum));
	else
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("option \"%s\" must be a number or an array of numbers, not %s",
						name, format_type_be(type))));
	pushJsonbValue(state, token, &value);
}

static void
push_array(JsonbParseState **state, const char *name, ArrayType *array)
{
	int			n;
	Datum	   *element = array_elements(array, psprintf("option \"%s\"", name), &n);

	pushJsonbValue(state, WJB_BEGIN_ARRAY, NULL);
	for (int i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		push_scalar(state, WJB_ELEM, name, ARR_ELEMTYPE(array), element[i]);
	}
	pushJsonbValue(state, WJB_END_ARRAY, NULL);
}

/* Adds a jsonb argument, such as numbers by attribute name, as it is. */
static void
push_jsonb(JsonbParseState **state, Jsonb *json)
{
	JsonbValue	value;

	if (JB_ROOT_IS_SCALAR(json))
	{
		(void) JsonbExtractScalar(&json->root, &value);
		pushJsonbValue(state, WJB_VALUE, &value);
		return;
	}
	value.type = jbvBinary;
	value.val.binary.data = &json->root;
	value.val.binary.len = VARSIZE(json) - VARHDRSZ;
	pushJsonbValue(state, WJB_VALUE, &value);
}

/*
 * Adds an untyped literal for an argument of type "any": a JSON object if it has a
 * colon, an array if it begins with a brace, else a number.
 */
static void
push_literal(JsonbParseState **state, const char *name, char *literal)
{
	if (strchr(literal, ':') != NULL)
		push_jsonb(state, json_from_text(literal));
	else if (literal[strspn(literal, " \t\n")] == '{')
	{
		Oid			input;
		Oid			element;

		getTypeInputInfo(FLOAT8ARRAYOID, &input, &element);
		push_array(state, name,
				   DatumGetArrayTypeP(OidInputFunctionCall(input, literal, element, -1)));
	}
	else
		push_scalar(state, WJB_VALUE, name, FLOAT8OID,
					DirectFunctionCall1(float8in, CStringGetDatum(literal)));
}

static void
push_argument(JsonbParseState **state, const char *name, Oid type, Datum datum)
{
	Oid			base = getBaseType(type);

	json_push_key(state, name);
	if (base == JSONBOID)
		push_jsonb(state, DatumGetJsonbP(datum));
	else if (base == UNKNOWNOID)
		push_literal(state, name, DatumGetCString(datum));
	else if (OidIsValid(get_element_type(base)))
		push_array(state, name, DatumGetArrayTypeP(datum));
	else
		push_scalar(state, WJB_VALUE, name, base, datum);
}

/* Returns the names of the arguments of the SQL function that was called. */
static char **
argument_names(FunctionCallInfo fcinfo, int expected)
{
	HeapTuple	proc = SearchSysCache1(PROCOID, ObjectIdGetDatum(fcinfo->flinfo->fn_oid));
	Oid		   *types;
	char	  **names;
	char	   *modes;
	int			n;

	if (!HeapTupleIsValid(proc))
		elog(ERROR, "cache lookup failed for function %u", fcinfo->flinfo->fn_oid);
	n = get_func_arg_info(proc, &types, &names, &modes);
	ReleaseSysCache(proc);
	if (n != expected || names == NULL)
		elog(ERROR, "function %u has no argument names", fcinfo->flinfo->fn_oid);
	return names;
}

static Datum
construct(FunctionCallInfo fcinfo, char *learner, void (*check) (Jsonb *))
{
	JsonbParseState *state = NULL;
	JsonbValue	kind = json_string(learner);
	char	  **name = argument_names(fcinfo, PG_NARGS());
	Jsonb	   *json;

	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	json_push_key(&state, "learner");
	pushJsonbValue(&state, WJB_VALUE, &kind);
	for (int i = 0; i < PG_NARGS(); i++)
		if (!PG_ARGISNULL(i))
			push_argument(&state, name[i], get_fn_expr_argtype(fcinfo->flinfo, i), PG_GETARG_DATUM(i));
	json = JsonbValueToJsonb(pushJsonbValue(&state, WJB_END_OBJECT, NULL));
	check(json);
	PG_RETURN_JSONB_P(json);
}

static void
check_learner(Jsonb *json)
{
	(void) options_parse(json);
}

/* Gives a WARNING if the budget buys nothing, and a NOTICE of looks that it can never buy. */
static void
warn_of_budget(const DesignOptions *options)
{
	Prices		prices = price_list_prices(&options->prices);
	double		most = Max(options->budget, options->deep_budget);
	int64		budget;
	int64		least = PG_INT64_MAX;

	if (prices.looks == 0 || most == 0 || !price_thousandths(most, &budget))
		return;
	for (uint32 i = 0; i < prices.looks; i++)
		if (prices_with_fee(&prices, i) > 0)
			least = Min(least, prices_with_fee(&prices, i));
	if (budget < least && least < PG_INT64_MAX)
		warning_once(psprintf("a budget of %g buys nothing, because the cheapest attribute costs %g; only free attributes will be read",
							  most, least / 1000.0));
	else
		price_list_notice_unaffordable(&options->prices, budget, &options->include, &options->exclude);
}

static void
check_design(Jsonb *json)
{
	warn_of_budget(design_options_parse(json));
}

#define CONSTRUCTOR(function, learner, check) \
PG_FUNCTION_INFO_V1(function); \
Datum \
function(PG_FUNCTION_ARGS) \
{ \
	return construct(fcinfo, learner, check); \
}

#define LEARNER(name) CONSTRUCTOR(aer_##name, #name, check_learner)
#include "kernel/stream/learner_list.h"
#undef LEARNER

CONSTRUCTOR(aer_design, "design", check_design)
