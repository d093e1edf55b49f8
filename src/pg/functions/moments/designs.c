/*
 * designs.c
 *		aer_plan: what a keyed design looks at in a record, before anybody does;
 *		aer_deep; aer_design_summary: what it can never look at.
 *
 * As a relation over all records plans are the work list of what to measure, so
 * the design is prepared once per query.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "pg/options/arguments.h"
#include "pg/options/look_planner.h"
#include "pg/options/near_name.h"
#include "pg/options/numbers.h"
#include "pg/options/price_list.h"
#include "pg/rows/features.h"

PG_FUNCTION_INFO_V1(aer_plan_numbers);
PG_FUNCTION_INFO_V1(aer_plan_names);
PG_FUNCTION_INFO_V1(aer_deep);
PG_FUNCTION_INFO_V1(aer_design_summary_numbers);
PG_FUNCTION_INFO_V1(aer_design_summary_names);

typedef struct PlanCache
{
	CallCache	cache;
	KeptArgument json;
	KeptArgument name_array;	/* if by name */
	char	  **name;			/* of the looks, if by name */
	uint32		d;				/* attributes */
	const DesignOptions *options;
	Looks		looks;
	LookPlanner *planner;
	Datum	   *element;		/* the result's */
} PlanCache;

static void
no_such_name(const char *wanted, const char *option, char *const *name, int n)
{
	NearName	near;

	near_name_init(&near, wanted, strlen(wanted));
	for (int i = 0; i < n; i++)
		near_name_offer(&near, name[i]);
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("there is no column \"%s\" among the names", wanted),
			 errdetail("It is listed in \"%s\".", option),
			 near_name_hint(&near)));
}

static void
check_name(const RowColumns *columns, const char *wanted, const char *option, char *const *sorted,
		   int n)
{
	CHECK_FOR_INTERRUPTS();
	if (bsearch(&wanted, sorted, n, sizeof(char *), pg_qsort_strcmp) == NULL &&
		column_is_chosen(columns, wanted))
		no_such_name(wanted, option, sorted, n);
}

/*
 * The names of a row's columns become those of its looks, in place, as they do
 * where rows are read.
 */
static int
choose_columns(const DesignOptions *options, char **name, int n)
{
	RowColumns	columns = {.include = options->include, .exclude = options->exclude,
		.categories = options->categories};
	char	  **sorted = palloc(sizeof(char *) * Max(n, 1));
	int			d = 0;

	memcpy(sorted, name, sizeof(char *) * n);
	qsort(sorted, n, sizeof(char *), pg_qsort_strcmp);
	for (int k = 0; k < columns.include.n; k++)
		check_name(&columns, columns.include.name[k], "include", sorted, n);
	for (int k = 0; k < columns.categories.n; k++)
		check_name(&columns, columns.categories.category[k].column, "categories", sorted, n);
	for (int i = 1; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (strcmp(sorted[i], sorted[i - 1]) == 0 && column_is_chosen(&columns, sorted[i]))
			ereport(ERROR,
					(errcode(ERRCODE_AMBIGUOUS_COLUMN),
					 errmsg("ambiguous column \"%s\" among the names", sorted[i]),
					 errdetail("It stands there more than once."),
					 errhint("Give each column that is an attribute once, in the order of the rows' columns.")));
	}
	for (int i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (column_is_chosen(&columns, name[i]))
			name[d++] = name[i];
	}
	pfree(sorted);
	return d;
}

/* The attributes of those columns; whether one is boolean makes no difference here. */
static RowAttributes
attributes_of(const DesignOptions *options, char *const *name, int n)
{
	RowAttributes attributes;

	row_attributes_init(&attributes, n);
	for (int i = 0; i < n; i++)
	{
		const Category *category = category_of(&options->categories, name[i]);

		CHECK_FOR_INTERRUPTS();
		if (category)
			row_attributes_add_category(&attributes, category);
		else
			row_attributes_add(&attributes, name[i], ATTRIBUTE_NUMBER);
	}
	row_attributes_check(&attributes);
	return attributes;
}

static PlanCache *
prepare(FunctionCallInfo fcinfo, bool by_name)
{
	PlanCache  *cache = call_cache_create(call_cache_context(fcinfo), sizeof(PlanCache));
	MemoryContext context = cache->cache.context;
	MemoryContext old = MemoryContextSwitchTo(context);
	DesignOptions *options;
	RowAttributes attributes = {0};
	int			d;

	argument_keep(&cache->json, context, PG_GETARG_DATUM(0));
	options = design_options_parse((Jsonb *) cache->json.plain);
	(void) design_options_sampling(options, true, false);
	if (by_name)
	{
		argument_keep(&cache->name_array, context, PG_GETARG_DATUM(1));
		cache->name = text_array_strings((ArrayType *) cache->name_array.plain, "\"names\"", &d);
		d = choose_columns(options, cache->name, d);
		attributes = attributes_of(options, cache->name, d);
		d = attributes.d;
	}
	else
	{
		check_no_columns_listed(&options->include, &options->exclude, &options->categories);
		d = PG_GETARG_INT32(1);
	}
	if (d < 1 || d > MAX_ATTRIBUTES)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the number of attributes must be from 1 to %u", MAX_ATTRIBUTES),
				 errdetail("It is %d.", d)));
	cache->d = d;
	cache->options = options;
	cache->looks = row_looks(d, attributes.name, attributes.type);
	cache->planner = look_planner_create(options, &cache->looks, cache->name, attributes.name);
	cache->element = palloc_extended(sizeof(Datum) * Max(cache->planner->most, 1), MCXT_ALLOC_HUGE);
	MemoryContextSwitchTo(old);
	return cache;
}

/* The plan of the call's key, in the cache. */
static PlanCache *
plan_key(FunctionCallInfo fcinfo, bool by_name)
{
	PlanCache  *cache = CALL_CACHE(fcinfo);

	if (cache == NULL || !argument_is_same(&cache->json, PG_GETARG_DATUM(0)) ||
		(by_name ? !argument_is_same(&cache->name_array, PG_GETARG_DATUM(1)) :
		 cache->d != (uint32) PG_GETARG_INT32(1)))
	{
		cache = prepare(fcinfo, by_name);
		call_cache_keep(fcinfo, cache);
	}
	look_planner_key(cache->planner, PG_GETARG_INT64(2));
	return cache;
}

Datum
aer_plan_numbers(PG_FUNCTION_ARGS)
{
	PlanCache  *cache = plan_key(fcinfo, false);
	uint32		n = cache->planner->n;

	for (uint32 k = 0; k < n; k++)
		cache->element[k] = Int32GetDatum(cache->planner->look[k] + 1);
	PG_RETURN_ARRAYTYPE_P(construct_array(cache->element, n, INT4OID, sizeof(int32), true,
										  TYPALIGN_INT));
}

Datum
aer_plan_names(PG_FUNCTION_ARGS)
{
	PlanCache  *cache = plan_key(fcinfo, true);
	uint32		n = cache->planner->n;

	for (uint32 k = 0; k < n; k++)
		cache->element[k] = CStringGetTextDatum(cache->name[cache->planner->look[k]]);
	PG_RETURN_ARRAYTYPE_P(construct_array(cache->element, n, TEXTOID, -1, false, TYPALIGN_INT));
}

/* Is the record of that key one of those that a design looks at deeply? */
Datum
aer_deep(PG_FUNCTION_ARGS)
{
	const DesignOptions *options = design_options_parse(PG_GETARG_JSONB_P(0));

	PG_RETURN_BOOL(design_is_deep(options, PG_GETARG_INT64(1)));
}

static const char *
look_text(const PlanCache *cache, uint32 look)
{
	return cache->name ? cache->name[look] : psprintf("%u", look + 1);
}

/* The looks that a budget never pays for together with this one. */
static ArrayType *
never_with(const PlanCache *cache, const Prices *prices, uint32 look, int64 budget, int64 dearest)
{
	ArrayBuildState *names = initArrayResult(TEXTOID, CurrentMemoryContext, false);

	for (uint32 other = 0; other < prices->looks; other++)
	{
		CHECK_FOR_INTERRUPTS();
		if (prices_alone(prices, look) + dearest <= budget)
			break;				/* none can be too much */
		if (other != look && prices_together(prices, look, other) > budget)
			names = accumArrayResult(names, CStringGetTextDatum(look_text(cache, other)), false,
									 TEXTOID, CurrentMemoryContext);
	}
	return DatumGetArrayTypeP(makeArrayResult(names, CurrentMemoryContext));
}

static Datum
summarize(FunctionCallInfo fcinfo, bool by_name)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	PlanCache  *cache;
	const PriceList *list;
	Prices		prices;
	int64		budget = NO_BUDGET;
	int64		dearest = 0;

	InitMaterializedSRF(fcinfo, 0);
	cache = prepare(fcinfo, by_name);
	list = &cache->options->prices;
	prices = look_planner_prices(cache->planner);
	if (cache->options->budget > 0)
		(void) price_thousandths(Max(cache->options->budget, cache->options->deep_budget), &budget);
	for (uint32 look = 0; look < prices.looks; look++)
		dearest = Max(dearest, prices_alone(&prices, look));
	for (uint32 look = 0; look < prices.looks; look++)
	{
		Datum		value[6];
		bool		null[6] = {false};
		int			at = list->n > 0 ? price_list_find(list, look_text(cache, look)) : -1;
		bool		reachable = prices_alone(&prices, look) <= budget;

		value[0] = Int32GetDatum(looks_first(&cache->looks, look) + 1);
		null[1] = cache->name == NULL;
		if (cache->name)
			value[1] = CStringGetTextDatum(cache->name[look]);
		value[2] = Float8GetDatum(price_number(prices.cost[look]));
		null[3] = at < 0 || list->panel[at] == NO_PANEL;
		if (!null[3])
			value[3] = CStringGetTextDatum(list->panel_name[list->panel[at]]);
		value[4] = BoolGetDatum(reachable);
		null[5] = !reachable;
		if (reachable)
			value[5] = PointerGetDatum(never_with(cache, &prices, look, budget, dearest));
		Assert(result->setDesc->natts == lengthof(value));
		tuplestore_putvalues(result->setResult, result->setDesc, value, null);
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
