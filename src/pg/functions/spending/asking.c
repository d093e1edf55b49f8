/*
 * asking.c
 *		aer_ask: for one row, of which some attributes are known, what to look
 *		at next, and whether it is worth it.
 */
#include "pg/functions/scoring/scorer.h"

#include "kernel/spending/ask.h"
#include "pg/arguments.h"
#include "pg/functions/spending/listed_looks.h"
#include "pg/kernel_call.h"
#include "pg/notice.h"
#include "pg/options/attribute_name.h"
#include "pg/options/json_parts.h"
#include "pg/options/price_list.h"
#include "pg/result_row.h"

#define ARG_MODEL 0
#define ARG_FEATURES 1
#define ARG_PRICES 2
#define ARG_BUDGET 3
#define ARG_THRESHOLD 4
#define ARG_SURE 5
#define ARG_WORTH 6
#define ARG_UNAVAILABLE 7

/* Where "confidence" is NULL. */
#define DEFAULT_SURE 0.95

/* What is made of constant arguments, and room for a row. */
typedef struct Asker
{
	CallCache	cache;
	CachedArgument model;
	bool		priced;			/* prices were given */
	CachedArgument prices_given;
	Scorer	   *scorer;
	Columns		columns;
	Prices		prices;
	bool	   *lacking;		/* [looks] may one be asked for, and has no price? */
	bool	   *lacked;			/* [looks] of these, the open ones of a row */
	Search		search;
	bool	   *unavailable;	/* [looks] */
	uint8	   *given;			/* [looks] of Given */
} Asker;

static const char *const stop_name[] = {
	[ASK_DECIDED] = "decided",
	[ASK_WORTH] = "not worth it",
	[ASK_BUDGET] = "budget",
	[ASK_NOTHING_LEFT] = "nothing left"
};

/* Find the prices: those given, else those of the design that the model was fitted under, else 1 a look. */
static void
find_prices(const ModelParts *parts, struct varlena *given, bool *lacking, Prices *prices)
{
	Jsonb	   *learner = json_from_text(parts->learner);
	JsonbValue	value;
	JsonbContainer *design = NULL;

	if (json_find(&learner->root, "design", &value) && value.type == jbvBinary)
		design = value.val.binary.data;
	if (!price_list_in_force(design, (Jsonb *) given, parts->columns.looks.bought, column_names(&parts->columns),
							 lacking, prices))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the model was learned under several prices"),
				 errhint("Say what looks cost: aer_ask(model, features, prices => prices).")));
}

/* What tells nothing, neither by itself nor with another look, is never asked for: it needs no price. */
static void
leave_out_useless(const ObservedSubset *set, bool *lacking)
{
	const Looks *looks = &set->looks;
	bool	   *of_use = WORK_ARRAY(kernel_work(), looks->n, bool);

	memcpy(of_use, set->of_use, sizeof(bool) * looks->n);
	for (uint32 l = looks->bought; l < looks->n; l++)
	{
		const LookPair *pair = &looks->pair[l - looks->bought];

		if (of_use[l])
			of_use[pair->a] = of_use[pair->b] = true;
	}
	for (uint32 l = 0; l < looks->bought; l++)
		lacking[l] &= of_use[l];
}

static Asker *
create_asker(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	Asker	   *asker = call_cache_create(call_cache_context(fcinfo), sizeof(Asker));
	MemoryContext context = asker->cache.context;
	MemoryContext old = MemoryContextSwitchTo(context);
	Work	   *work = kernel_work();
	const ColumnPredictor *columns;
	ModelParts	parts;
	uint32		n;

	argument_keep(&asker->model, context, PG_GETARG_DATUM(ARG_MODEL));
	asker->priced = !PG_ARGISNULL(ARG_PRICES);
	if (asker->priced)
		argument_keep(&asker->prices_given, context, PG_GETARG_DATUM(ARG_PRICES));
	asker->scorer = scorer_create(context, PointerGetDatum(asker->model.plain), kind, NULL);
	model_unpack_any(model_from_datum(PointerGetDatum(asker->model.plain)), &parts);
	asker->columns = parts.columns;
	n = asker->columns.looks.bought;
	asker->lacking = WORK_ARRAY(work, n, bool);
	asker->lacked = WORK_ARRAY(work, n, bool);
	find_prices(&parts, asker->prices_given.plain, asker->lacking, &asker->prices);
	leave_out_useless(scorer_set(asker->scorer), asker->lacking);
	columns = scorer_set(asker->scorer)->columns;
	search_init(work, &asker->search, columns->outputs,
				coordinates_count(&columns->coordinates), &columns->coordinates.looks,
				&asker->prices);
	asker->unavailable = WORK_ARRAY(work, asker->columns.looks.n, bool);
	asker->given = WORK_ARRAY(work, n, uint8);
	MemoryContextSwitchTo(old);
	return asker;
}

static Asker *
get_asker(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	Asker	   *asker = CALL_CACHE(fcinfo);

	if (asker != NULL && argument_is_same(&asker->model, PG_GETARG_DATUM(ARG_MODEL)) &&
		asker->priced == !PG_ARGISNULL(ARG_PRICES) &&
		(!asker->priced || argument_is_same(&asker->prices_given, PG_GETARG_DATUM(ARG_PRICES))))
		return asker;
	asker = create_asker(fcinfo, kind);
	call_cache_keep(fcinfo, asker);
	return asker;
}

/* A number argument, which must be inside its bounds; NULL means "otherwise". */
static double
bounded_argument(FunctionCallInfo fcinfo, int argno, const char *name, bool inside,
				 const char *bounds, double otherwise)
{
	if (PG_ARGISNULL(argno))
		return otherwise;
	if (!inside)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"%s\" must be %s", name, bounds),
				 errdetail("It is %g.", PG_GETARG_FLOAT8(argno))));
	return PG_GETARG_FLOAT8(argno);
}

/* A threshold decides about one prediction; three or more classes have several. */
pg_noreturn static void
refuse_threshold(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("\"threshold\" is of models of a number, or of two classes"),
			 errdetail("This model has a linear prediction for each of three or more classes, and no one decision."),
			 errhint("Stop by \"budget\" or \"worth\", or learn one class against the rest: 'column=value' as target.")));
}

static void
read_options(FunctionCallInfo fcinfo, const ColumnPredictor *columns, AskOptions *options)
{
	bool		two_valued = columns->model[0].head.two_valued == 1;
	double		budget = PG_ARGISNULL(ARG_BUDGET) ? 0 : PG_GETARG_FLOAT8(ARG_BUDGET);
	double		threshold = PG_ARGISNULL(ARG_THRESHOLD) ? 0 : PG_GETARG_FLOAT8(ARG_THRESHOLD);
	double		sure = PG_ARGISNULL(ARG_SURE) ? 0 : PG_GETARG_FLOAT8(ARG_SURE);
	double		worth = PG_ARGISNULL(ARG_WORTH) ? 0 : PG_GETARG_FLOAT8(ARG_WORTH);

	budget = bounded_argument(fcinfo, ARG_BUDGET, "budget", isfinite(budget) && budget >= 0,
							  "a finite number, 0 or more", INFINITY);
	options->budget = budget_thousandths(budget);
	if (columns->outputs > 1 && !PG_ARGISNULL(ARG_THRESHOLD))
		refuse_threshold();
	if (two_valued)
		options->threshold = bounded_argument(fcinfo, ARG_THRESHOLD, "threshold",
											  threshold > 0 && threshold < 1,
											  "a probability between 0 and 1, of a target that takes two values",
											  NAN);
	else
	{
		options->threshold = bounded_argument(fcinfo, ARG_THRESHOLD, "threshold",
											  isfinite(threshold), "a finite number", NAN);
		if (!isnan(options->threshold))
			notice_once(psprintf("the threshold of %g is one of predictions: the target is a number, not one of two values",
								 threshold));
	}
	options->sure = bounded_argument(fcinfo, ARG_SURE, "confidence", sure >= 0.5 && sure <= 1,
									 "from 0.5 to 1", DEFAULT_SURE);
	options->worth = 1000 * bounded_argument(fcinfo, ARG_WORTH, "worth",
											 isfinite(worth) && worth >= 0,
											 "a finite number, 0 or more", NAN);
}

/* Say of each look whether it is known, open or not to be had; those that are open need a price. */
static void
fill_given(Asker *asker, const ObservedSubset *set)
{
	uint32		n = asker->columns.looks.bought;

	for (uint32 look = 0; look < n; look++)
	{
		asker->given[look] = set->known[look] ? LOOK_KNOWN :
			asker->unavailable[look] ? LOOK_UNAVAILABLE : LOOK_OPEN;
		asker->lacked[look] = asker->lacking[look] && asker->given[look] == LOOK_OPEN;
	}
	price_list_refuse_lacking(n, column_names(&asker->columns), asker->lacked);
}

static void
put_answer(ResultRow *row, const Asker *asker, const ObservedSubset *set, const Answer *answer)
{
	const Search *search = &asker->search;

	for (uint32 k = answer->first; k <= answer->end; k++)
	{
		const SearchStep *step = &search->path[k];
		bool		last = k == answer->end;
		double		deviation;

		result_int32(row, last ? 0 : step->bundle - search->given + 1);
		result_null_if(row, last);
		result_int32(row, last ? 0 : looks_first(&asker->columns.looks, step->look) + 1);
		result_null_if(row, last);
		result_text(row, last || asker->columns.column == NULL ? NULL : asker->columns.column[step->look].name);
		result_number(row, last ? NAN : price_number(step->price));
		result_number(row, last ? NAN : step->gain);
		(void) ask_deviation(set->columns->predictor, search, last ? k : k + 1, set->columns->known,
							 &deviation);
		result_number(row, deviation);
		result_number(row, answer->decided);
		result_text(row, last ? stop_name[answer->stop] : NULL);
		result_put(row);
	}
}

static Datum
answer_row(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	ResultRow	row;
	Asker	   *asker;
	ObservedSubset *set;
	AskOptions	options;
	Answer		answer;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(ARG_MODEL) || PG_ARGISNULL(ARG_FEATURES))
		return (Datum) 0;
	asker = get_asker(fcinfo, kind);
	scorer_open(asker->scorer, PG_GETARG_DATUM(ARG_FEATURES));
	set = scorer_observed_subset(asker->scorer);
	read_options(fcinfo, set->columns, &options);
	listed_looks(fcinfo, ARG_UNAVAILABLE, "unavailable", &asker->columns, asker->unavailable);
	fill_given(asker, set);
	options.given = asker->given;
	(void) ask(set->columns->predictor, &asker->search, &options, set->columns->known,
			   set->columns->u, &answer);	/* the predictor has solved this set */
	put_answer(&row, asker, set, &answer);
	return (Datum) 0;
}

FUNCTIONS_OF_KINDS(aer_ask, answer_row(fcinfo, kind))
