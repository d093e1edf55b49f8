/*
 * designs.c
 *		aer_plan: the looks that a design plans for the row of a key; aer_deep: whether that row
 *		gets the deep budget; aer_fold: its fold; aer_design_summary: the looks that a budget
 *		never buys.
 *
 * Plans are computed for all rows of a table, as a list of what to measure, so the design is
 * prepared once for a query.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "pg/arguments.h"
#include "pg/options/attribute_name.h"
#include "pg/options/look_planner.h"
#include "pg/numbers.h"
#include "pg/options/price_list.h"
#include "pg/result_row.h"
#include "pg/rows/observation.h"
#include "pg/rows/chosen_names.h"

PG_FUNCTION_INFO_V1(aer_plan_numbers);
PG_FUNCTION_INFO_V1(aer_plan_names);
PG_FUNCTION_INFO_V1(aer_deep);
PG_FUNCTION_INFO_V1(aer_fold);
PG_FUNCTION_INFO_V1(aer_design_summary_numbers);
PG_FUNCTION_INFO_V1(aer_design_summary_names);

typedef struct PlanCache
{
	CallCache	cache;
	CachedArgument json;
	CachedArgument name_array;	/* if columns have names */
	Columns		columns;
	const DesignOptions *options;
	LookPlanner *planner;
	Datum	   *element;		/* [planner->most] scratch for names in the result */
} PlanCache;

/* by_name: attributes have the names in the second argument; NULL: those that the design includes. */
static PlanCache *
create_cache(FunctionCallInfo fcinfo, bool by_name)
{
	PlanCache  *cache = call_cache_create(call_cache_context(fcinfo), sizeof(PlanCache));
	MemoryContext context = cache->cache.context;
	MemoryContext old = MemoryContextSwitchTo(context);
	DesignOptions *options;
	ColumnChoice choice;

	argument_keep(&cache->json, context, PG_GETARG_DATUM(0));
	options = design_options_parse((Jsonb *) cache->json.plain);
	(void) design_options_sampling(options, true, false);
	choice = DESIGN_CHOICE(options);
	if (by_name)
	{
		char	  **name = options->include.written;
		int			n = options->include.n;

		if (!PG_ARGISNULL(1))
		{
			argument_keep(&cache->name_array, context, PG_GETARG_DATUM(1));
			name = text_array_strings((ArrayType *) cache->name_array.plain, "\"names\"", &n);
		}
		else if (n == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("the design does not list its attributes in \"include\""),
					 errhint("Give their names or their number: aer_design_summary(design, '{age,smoker}'::text[]) or aer_design_summary(design, 10).")));
		cache->columns = choose_names(&choice, name, n);
		check_attribute_count(cache->columns.looks.d);
	}
	else
	{
		check_no_columns_chosen(&choice);
		check_attribute_count(PG_GETARG_INT32(1));
		cache->columns = columns_of_array(PG_GETARG_INT32(1));
	}
	cache->options = options;
	cache->planner = look_planner_create(options, &cache->columns);
	if (by_name)
		cache->element = palloc_extended(sizeof(Datum) * Max(cache->planner->most, 1), MCXT_ALLOC_HUGE);
	MemoryContextSwitchTo(old);
	return cache;
}

/* Plans the row of the call's key and returns the cache whose planner has the plan. */
static PlanCache *
plan_key(FunctionCallInfo fcinfo, bool by_name)
{
	PlanCache  *cache = CALL_CACHE(fcinfo);

	if (cache == NULL || !argument_is_same(&cache->json, PG_GETARG_DATUM(0)) ||
		(by_name ? !argument_is_same(&cache->name_array, PG_GETARG_DATUM(1)) :
		 cache->columns.looks.d != (uint32) PG_GETARG_INT32(1)))
	{
		cache = create_cache(fcinfo, by_name);
		call_cache_keep(fcinfo, cache);
	}
	look_planner_key(cache->planner, PG_GETARG_INT64(2));
	return cache;
}

Datum
aer_plan_numbers(PG_FUNCTION_ARGS)
{
	PlanCache  *cache = plan_key(fcinfo, false);

	PG_RETURN_ARRAYTYPE_P(attribute_numbers(cache->planner->look, cache->planner->n));
}

Datum
aer_plan_names(PG_FUNCTION_ARGS)
{
	PlanCache  *cache = plan_key(fcinfo, true);
	uint32		n = cache->planner->n;

	for (uint32 k = 0; k < n; k++)
	{
		CHECK_FOR_INTERRUPTS();
		cache->element[k] = CStringGetTextDatum(cache->columns.column[cache->planner->look[k]].name);
	}
	PG_RETURN_ARRAYTYPE_P(construct_array(cache->element, n, TEXTOID, -1, false, TYPALIGN_INT));
}

typedef struct DesignCache
{
	CallCache	cache;
	CachedArgument json;
	const DesignOptions *options;
} DesignCache;

/* Returns the design in the first argument, which is parsed once for a query. */
static const DesignOptions *
parsed_design(FunctionCallInfo fcinfo)
{
	DesignCache *cache = CALL_CACHE(fcinfo);

	if (cache == NULL || !argument_is_same(&cache->json, PG_GETARG_DATUM(0)))
	{
		MemoryContext old;

		cache = call_cache_create(call_cache_context(fcinfo), sizeof(DesignCache));
		old = MemoryContextSwitchTo(cache->cache.context);
		argument_keep(&cache->json, cache->cache.context, PG_GETARG_DATUM(0));
		cache->options = design_options_parse((Jsonb *) cache->json.plain);
		MemoryContextSwitchTo(old);
		call_cache_keep(fcinfo, cache);
	}
	return cache->options;
}

/* Returns true if the row of the key gets the deep budget. */
Datum
aer_deep(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(design_is_deep(parsed_design(fcinfo), PG_GETARG_INT64(1)));
}

/* Returns the fold, from 1, of the row of the key. */
Datum
aer_fold(PG_FUNCTION_ARGS)
{
	const DesignOptions *options = parsed_design(fcinfo);

	if (options->groups || options->time_column)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("under this design the fold depends on \"%s\", not only on the key",
						options->groups ? options->groups : options->time_column),
				 errhint("Pass the whole row: SELECT aer_fold(design, t, key) FROM %s t.", "table_name")));

	PG_RETURN_INT32(design_options_fold(options, PG_GETARG_INT64(1)) + 1);
}

typedef struct FoldCache
{
	CallCache	cache;
	CachedArgument json;
	RoleReader	roles;
} FoldCache;

/* Returns the fold, from 1, of a row and its key; NULL if the row is left out. */
static Datum
fold_of_row(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	FoldCache  *cache = CALL_CACHE(fcinfo);
	Observation observation = {0};

	if (cache == NULL || !argument_is_same(&cache->json, PG_GETARG_DATUM(0)))
	{
		MemoryContext old;

		cache = call_cache_create(call_cache_context(fcinfo), sizeof(FoldCache));
		argument_keep(&cache->json, cache->cache.context, PG_GETARG_DATUM(0));
		old = MemoryContextSwitchTo(cache->cache.context);
		cache->roles = role_reader_create(design_options_parse((Jsonb *) cache->json.plain), kind, 1, 2, NULL);
		MemoryContextSwitchTo(old);
		call_cache_keep(fcinfo, cache);
	}
	if (!observation_read_roles(&cache->roles, fcinfo, 0, &observation))
		PG_RETURN_NULL();
	PG_RETURN_INT32(observation.fold + 1);
}

FUNCTION_OF_KIND(aer_fold_row, FEATURES_ROW, fold_of_row(fcinfo, kind))
FUNCTION_OF_KIND(aer_fold_jsonb, FEATURES_JSONB, fold_of_row(fcinfo, kind))

/* Returns the looks that cost more than the budget together with this one. */
static ArrayType *
never_with(const PlanCache *cache, const Prices *prices, uint32 look, int64 budget, int64 dearest)
{
	ArrayBuildState *names = initArrayResult(TEXTOID, CurrentMemoryContext, false);

	for (uint32 other = 0; other < prices->looks; other++)
	{
		CHECK_FOR_INTERRUPTS();
		if (prices_with_fee(prices, look) + dearest <= budget)
			break;				/* none can be too much */
		if (other != look && prices_together(prices, look, other) > budget)
			names = accumArrayResult(names, CStringGetTextDatum(look_label(&cache->columns, other)), false,
									 TEXTOID, CurrentMemoryContext);
	}
	return DatumGetArrayTypeP(makeArrayResult(names, CurrentMemoryContext));
}

static Datum
summarize(FunctionCallInfo fcinfo, bool by_name)
{
	ResultRow	row;
	PlanCache  *cache;
	const PriceList *list;
	Prices		prices;
	int64		budget = NO_BUDGET;
	int64		shallow;		/* the budget of rows that are not deep */
	int64		dearest = 0;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	cache = create_cache(fcinfo, by_name);
	list = &cache->options->prices;
	prices = look_planner_prices(cache->planner);
	if (cache->options->budget > 0)
		(void) price_thousandths(Max(cache->options->budget, cache->options->deep_budget), &budget);
	/* if all looks have one price, rows that are not deep get each of them now and then */
	shallow = cache->planner->uneven && cache->planner->look_price == 0 ?
		cache->planner->uneven->shallow : budget;
	for (uint32 look = 0; look < prices.looks; look++)
	{
		CHECK_FOR_INTERRUPTS();
		dearest = Max(dearest, prices_with_fee(&prices, look));
	}
	for (uint32 look = 0; look < prices.looks; look++)
	{
		int			at = list->n > 0 ? price_list_find(list, look_label(&cache->columns, look)) : -1;
		bool		reachable = prices_with_fee(&prices, look) <= budget;

		CHECK_FOR_INTERRUPTS();
		result_int32(&row, looks_first(&cache->columns.looks, look) + 1);
		result_text(&row, cache->columns.column ? cache->columns.column[look].name : NULL);
		result_number(&row, price_number(prices.cost[look]));
		result_text(&row, at < 0 || list->panel[at] == NO_PANEL ? NULL :
					list->panel_name[list->panel[at]]);
		result_bool(&row, reachable);
		result_datum(&row, reachable ? PointerGetDatum(never_with(cache, &prices, look, budget, dearest)) : 0);
		result_null_if(&row, !reachable);
		result_bool(&row, reachable && prices_with_fee(&prices, look) > shallow);
		result_put(&row);
	}
	return (Datum) 0;
}

Datum
aer_design_summary_numbers(PG_FUNCTION_ARGS)
{
	return summarize(fcinfo, false);
}

Datum
aer_design_summary_names(PG_FUNCTION_ARGS)
{
	return summarize(fcinfo, true);
}
