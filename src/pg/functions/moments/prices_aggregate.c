/*
 * prices_aggregate.c
 *		aer_prices: collects prices from a table with a row for each attribute; aer_cost: the
 *		cost of several attributes.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "pg/arguments.h"
#include "pg/state.h"
#include "pg/near_name.h"
#include "pg/numbers.h"
#include "pg/options/json_parts.h"
#include "pg/options/price_list.h"

PG_FUNCTION_INFO_V1(aer_prices_name_transition);
PG_FUNCTION_INFO_V1(aer_prices_number_transition);
PG_FUNCTION_INFO_V1(aer_prices_final);
PG_FUNCTION_INFO_V1(aer_cost_names);
PG_FUNCTION_INFO_V1(aer_cost_numbers);

typedef struct PricedName
{
	char	   *name;			/* comes first, for pg_qsort_strcmp() */
	double		cost;
	char	   *panel;			/* NULL: none */
	double		fee;			/* the panel's fee */
} PricedName;

typedef struct PricesState
{
	StateKind	kind;			/* STATE_OF_PRICES */
	int			n;
	int			size;
	PricedName *price;			/* [size] */
} PricesState;

/* The transition function's arguments */
#define ARG_STATE 0
#define ARG_ATTRIBUTE 1
#define ARG_COST 2
#define ARG_PANEL 3
#define ARG_FEE 4

static void
check_not_null(FunctionCallInfo fcinfo, int argno, const char *name)
{
	if (PG_ARGISNULL(argno))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("%s must not be NULL", name),
				 errhint("Give an attribute and its cost in each row and, if the attribute is in a panel, the fee of the panel.")));
}

static Datum
transition(FunctionCallInfo fcinfo, bool by_name)
{
	MemoryContext old = MemoryContextSwitchTo(aggregate_context(fcinfo));
	PricesState *state = PG_ARGISNULL(ARG_STATE) ? NULL : state_internal(fcinfo, STATE_OF_PRICES);
	PricedName *price;
	bool		has_panel = PG_NARGS() > ARG_PANEL && !PG_ARGISNULL(ARG_PANEL);

	check_not_null(fcinfo, ARG_ATTRIBUTE, "the attribute");
	check_not_null(fcinfo, ARG_COST, "the cost");
	if (has_panel)
		check_not_null(fcinfo, ARG_FEE, "the fee of a panel");
	if (state == NULL)
	{
		state = palloc(sizeof(PricesState));
		*state = (PricesState) {STATE_OF_PRICES, 0, 64, palloc(sizeof(PricedName) * 64)};
	}
	if (state->n == state->size)
	{
		state->size *= 2;
		state->price = repalloc_huge(state->price, sizeof(PricedName) * state->size);
	}
	price = &state->price[state->n++];
	if (by_name)
		price->name = TextDatumGetCString(PG_GETARG_DATUM(ARG_ATTRIBUTE));
	else if (PG_GETARG_INT32(ARG_ATTRIBUTE) < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("attributes are numbered from 1"),
				 errdetail("There is a price for number %d.", PG_GETARG_INT32(ARG_ATTRIBUTE))));
	else
		price->name = psprintf("%d", PG_GETARG_INT32(ARG_ATTRIBUTE));
	price->cost = price_number(price_read("cost", price->name, PG_GETARG_FLOAT8(ARG_COST)));
	price->panel = has_panel ? TextDatumGetCString(PG_GETARG_DATUM(ARG_PANEL)) : NULL;
	price->fee = has_panel ? price_number(price_read("fee", price->panel, PG_GETARG_FLOAT8(ARG_FEE))) : 0;
	if (PG_NARGS() > ARG_PANEL && !has_panel && !PG_ARGISNULL(ARG_FEE) && PG_GETARG_FLOAT8(ARG_FEE) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("attribute \"%s\" has a fee but no panel", price->name),
				 errhint("Name the panel whose fee it is, or add the fee to the cost.")));
	MemoryContextSwitchTo(old);
	PG_RETURN_POINTER(state);
}

Datum
aer_prices_name_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, true);
}

Datum
aer_prices_number_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, false);
}

/* Sorts by panel and name; attributes without a panel come first. */
static int
compare_panels(const void *a, const void *b)
{
	const PricedName *x = a;
	const PricedName *y = b;
	int			order;

	if (x->panel == NULL || y->panel == NULL)
		order = (x->panel != NULL) - (y->panel != NULL);
	else
		order = strcmp(x->panel, y->panel);
	return order != 0 ? order : strcmp(x->name, y->name);
}

static void
push_number(JsonbParseState **state, double number)
{
	JsonbValue	value = json_number(number);

	pushJsonbValue(state, WJB_VALUE, &value);
}

/* Writes the panel of n attributes from price on. */
static void
push_panel(JsonbParseState **json, const PricedName *price, int n)
{
	json_push_key(json, price->panel);
	pushJsonbValue(json, WJB_BEGIN_OBJECT, NULL);
	json_push_key(json, "fee");
	push_number(json, price->fee);
	json_push_key(json, "attributes");
	pushJsonbValue(json, WJB_BEGIN_ARRAY, NULL);
	for (int i = 0; i < n; i++)
	{
		JsonbValue	name = json_string(price[i].name);

		CHECK_FOR_INTERRUPTS();
		if (price[i].fee != price->fee)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("panel \"%s\" has two fees", price->panel),
					 errdetail("It is %g for \"%s\" and %g for \"%s\".", price->fee, price->name,
							   price[i].fee, price[i].name)));
		pushJsonbValue(json, WJB_ELEM, &name);
	}
	pushJsonbValue(json, WJB_END_ARRAY, NULL);
	pushJsonbValue(json, WJB_END_OBJECT, NULL);
}

Datum
aer_prices_final(PG_FUNCTION_ARGS)
{
	const PricesState *state = state_internal(fcinfo, STATE_OF_PRICES);
	PricedName *sorted = MemoryContextAllocHuge(CurrentMemoryContext, sizeof(PricedName) * state->n);
	JsonbParseState *json = NULL;
	Jsonb	   *result;
	int			first = 0;

	memcpy(sorted, state->price, sizeof(PricedName) * state->n);
	qsort(sorted, state->n, sizeof(PricedName), pg_qsort_strcmp);
	pushJsonbValue(&json, WJB_BEGIN_OBJECT, NULL);
	json_push_key(&json, "cost");
	pushJsonbValue(&json, WJB_BEGIN_OBJECT, NULL);
	for (int i = 0; i < state->n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i > 0 && strcmp(sorted[i].name, sorted[i - 1].name) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("attribute \"%s\" has two prices", sorted[i].name),
					 errhint("Give each attribute one row.")));
		json_push_key(&json, sorted[i].name);
		push_number(&json, sorted[i].cost);
	}
	pushJsonbValue(&json, WJB_END_OBJECT, NULL);

	qsort(sorted, state->n, sizeof(PricedName), compare_panels);
	while (first < state->n && sorted[first].panel == NULL)
		first++;
	if (first < state->n)
	{
		json_push_key(&json, "panels");
		pushJsonbValue(&json, WJB_BEGIN_OBJECT, NULL);
		for (int end; first < state->n; first = end)
		{
			end = first + 1;
			while (end < state->n && strcmp(sorted[end].panel, sorted[first].panel) == 0)
				end++;
			push_panel(&json, &sorted[first], end - first);
		}
		pushJsonbValue(&json, WJB_END_OBJECT, NULL);
	}
	result = JsonbValueToJsonb(pushJsonbValue(&json, WJB_END_OBJECT, NULL));
	(void) price_list_of(result);
	PG_RETURN_JSONB_P(result);
}

/* Returns the cost of looks with these names; names that occur twice are paid once. */
static Datum
cost_of(Jsonb *json, char *const *name, int n)
{
	PriceList	list = price_list_of(json);
	Prices		prices = price_list_prices(&list);
	bool	   *counted = palloc0(sizeof(bool) * list.n);
	uint32	   *look = palloc(sizeof(uint32) * list.n);
	uint32		looks = 0;

	for (int k = 0; k < n; k++)
	{
		int			i = price_list_find(&list, name[k]);
		NearName	near;

		CHECK_FOR_INTERRUPTS();
		if (i < 0)
		{
			near_name_init(&near, name[k], strlen(name[k]));
			for (uint32 j = 0; j < list.n; j++)
				near_name_offer(&near, list.name[j]);
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("attribute \"%s\" has no price", name[k]),
					 near_name_hint(&near)));
		}
		if (!counted[i])
			look[looks++] = i;
		counted[i] = true;
	}
	PG_RETURN_FLOAT8(price_number(prices_of(&prices, look, looks,
											palloc(sizeof(bool) * Max(list.panels, 1)))));
}

Datum
aer_cost_names(PG_FUNCTION_ARGS)
{
	int			n;
	char	  **name = text_array_strings(PG_GETARG_ARRAYTYPE_P(1), "\"attributes\"", &n);

	return cost_of(PG_GETARG_JSONB_P(0), name, n);
}

Datum
aer_cost_numbers(PG_FUNCTION_ARGS)
{
	int			n;
	Datum	   *element = array_elements(PG_GETARG_ARRAYTYPE_P(1), "\"attributes\"", &n);
	char	  **name = palloc(sizeof(char *) * Max(n, 1));

	for (int i = 0; i < n; i++)
		name[i] = psprintf("%d", DatumGetInt32(element[i]));
	return cost_of(PG_GETARG_JSONB_P(0), name, n);
}
