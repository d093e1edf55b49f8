/*
 * asking.c
 *		aer_ask: the next look at a row of which some attributes are known, and whether it is
 *		worth its price.
 */
#include "pg/functions/scoring/near_record.h"

#include "kernel/near/near_path.h"
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
#define ARG_NEAR 8
#define ARG_AHEAD 9

/* If "confidence" is NULL. */
#define DEFAULT_SURE 0.95

/* The unpacked model and prices, kept from call to call, and scratch for a row. */
typedef struct Asker
{
	CallCache	cache;
	CachedArgument model;
	bool		has_prices;		/* the call has the argument "prices" */
	CachedArgument prices_argument;
	Scorer	   *scorer;
	Columns		columns;
	Prices		prices;
	bool	   *no_price;		/* [looks] looks without a price */
	bool	   *unpriced;		/* [looks] useful looks without a price */
	bool	   *unpriced_open;	/* [looks] looks of unpriced that are open in the row */
	Search		search;
	bool	   *unavailable;	/* [looks] */
	uint8	   *given;			/* [looks] of LookState, as the model sees them */
	uint8	   *given_near;		/* [looks] of LookState, as remembered rows see them */
} Asker;

/* The next looks at a record. */
typedef struct Answer
{
	const SearchStep *step;		/* [steps] */
	uint32		steps;
	AskStop		stop;			/* the reason to stop after these steps */
	double		confidence;		/* probability that the decision stands; NaN: none */
	double	   *sd;				/* [steps + 1] standard deviation of the error after each step, and now as the last */
} Answer;

static const char *const stop_name[] = {
	[ASK_DECIDED] = "decided",
	[ASK_WORTH] = "not worth it",
	[ASK_BUDGET] = "budget",
	[ASK_NOTHING_LEFT] = "nothing left"
};

/*
 * Finds the prices: from the argument, otherwise from the design of the model's moments, otherwise 1
 * for each look.  Marks looks without a price.
 */
static void
find_prices(const ModelParts *parts, struct varlena *argument, bool *unpriced, Prices *prices)
{
	Jsonb	   *learner = json_from_text(parts->learner);
	JsonbValue	value;
	JsonbContainer *design = NULL;

	if (json_find(&learner->root, "design", &value) && value.type == jbvBinary)
		design = value.val.binary.data;
	if (!price_list_in_force(design, (Jsonb *) argument, parts->columns.looks.bought,
							 column_names(&parts->columns), unpriced, prices))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the model was trained with different prices"),
				 errhint("Pass the prices: aer_ask(model, features, prices => prices).")));
}

/* Unmarks looks that are useless, alone and in interactions: they are never asked for. */
static void
leave_out_useless(const ObservedSubset *subset, bool *unpriced)
{
	const Looks *looks = &subset->looks;
	bool	   *useful = WORK_ARRAY(kernel_work(), looks->n, bool);

	memcpy(useful, subset->useful, sizeof(bool) * looks->n);
	for (uint32 l = looks->bought; l < looks->n; l++)
	{
		const LookPair *pair = &looks->pair[l - looks->bought];

		if (useful[l])
			useful[pair->a] = useful[pair->b] = true;
	}
	for (uint32 l = 0; l < looks->bought; l++)
		unpriced[l] &= useful[l];
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
	asker->has_prices = !PG_ARGISNULL(ARG_PRICES);
	if (asker->has_prices)
		argument_keep(&asker->prices_argument, context, PG_GETARG_DATUM(ARG_PRICES));
	asker->scorer = scorer_create(context, PointerGetDatum(asker->model.plain), kind, NULL);
	model_unpack_any(model_from_datum(PointerGetDatum(asker->model.plain)), &parts);
	asker->columns = parts.columns;
	n = asker->columns.looks.bought;
	asker->no_price = WORK_ARRAY(work, n, bool);
	asker->unpriced = WORK_ARRAY(work, n, bool);
	asker->unpriced_open = WORK_ARRAY(work, n, bool);
	find_prices(&parts, asker->prices_argument.plain, asker->no_price, &asker->prices);
	memcpy(asker->unpriced, asker->no_price, sizeof(bool) * n);
	if (asker->scorer->subset == NULL)
		refuse_plain_model();
	leave_out_useless(asker->scorer->subset, asker->unpriced);
	columns = asker->scorer->subset->columns;
	search_init(work, &asker->search, columns->outputs,
				coordinates_count(&columns->coordinates), &columns->coordinates.looks,
				&asker->prices);
	asker->unavailable = WORK_ARRAY(work, asker->columns.looks.n, bool);
	asker->given = WORK_ARRAY(work, n, uint8);
	asker->given_near = WORK_ARRAY(work, n, uint8);
	MemoryContextSwitchTo(old);
	return asker;
}

static Asker *
get_asker(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	Asker	   *asker = CALL_CACHE(fcinfo);

	if (asker != NULL && argument_is_same(&asker->model, PG_GETARG_DATUM(ARG_MODEL)) &&
		asker->has_prices == !PG_ARGISNULL(ARG_PRICES) &&
		(!asker->has_prices || argument_is_same(&asker->prices_argument, PG_GETARG_DATUM(ARG_PRICES))))
		return asker;
	asker = create_asker(fcinfo, kind);
	call_cache_keep(fcinfo, asker);
	return asker;
}

/* Returns a number argument, or the default for NULL.  Raises an error unless it is within bounds. */
static double
bounded_argument(FunctionCallInfo fcinfo, int argno, const char *name, bool inside,
				 const char *bounds, double default_value)
{
	if (PG_ARGISNULL(argno))
		return default_value;
	if (!inside)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"%s\" must be %s", name, bounds),
				 errdetail("It is %g.", PG_GETARG_FLOAT8(argno))));
	return PG_GETARG_FLOAT8(argno);
}

pg_noreturn static void
refuse_threshold(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("\"threshold\" needs a model with a numeric target or with two classes"),
			 errdetail("This model has a score for each of three or more classes, and one threshold cannot decide among them."),
			 errhint("Use \"budget\" or \"worth\", or train a model of one class against the rest, with the target 'column=value'.")));
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
											  "a probability between 0 and 1, because the target takes two values",
											  NAN);
	else
	{
		options->threshold = bounded_argument(fcinfo, ARG_THRESHOLD, "threshold",
											  isfinite(threshold), "a finite number", NAN);
		if (!isnan(options->threshold))
			notice_once(psprintf("the threshold of %g applies to predictions, not to probabilities, because the target is a number",
								 threshold));
	}
	options->confidence = bounded_argument(fcinfo, ARG_SURE, "confidence", sure >= 0.5 && sure <= 1,
									 "from 0.5 to 1", DEFAULT_SURE);
	options->worth = 1000 * bounded_argument(fcinfo, ARG_WORTH, "worth",
											 isfinite(worth) && worth >= 0,
											 "a finite number, 0 or more", NAN);
}

/* Finds for each look whether it is known, open or unavailable.  Open looks need a price. */
static void
fill_given(Asker *asker, const ObservedSubset *subset)
{
	uint32		n = asker->columns.looks.bought;

	for (uint32 look = 0; look < n; look++)
	{
		asker->given[look] = subset->known[look] ? LOOK_KNOWN :
			asker->unavailable[look] ? LOOK_UNAVAILABLE : LOOK_OPEN;
		asker->unpriced_open[look] = asker->unpriced[look] && asker->given[look] == LOOK_OPEN;
	}
	price_list_refuse_lacking(n, column_names(&asker->columns), asker->unpriced_open,
							  "name those that must not be asked for in \"unavailable\"");
}

/* Asks for the looks that the model's search finds. */
static Answer
ask_by_model(Asker *asker, const ObservedSubset *subset, const AskOptions *options)
{
	const Search *search = &asker->search;
	AskResult	result;
	Answer		answer;

	/* scorer_read_subset() has solved the predictor, so this cannot fail */
	(void) ask(subset->columns->predictor, &asker->search, options, subset->columns->known,
			   subset->columns->u, &result);
	answer = (Answer)
	{
		search->path + result.first, result.end - result.first, result.stop, result.confidence,
			WORK_ARRAY(kernel_work(), result.end - result.first + 1, double)
	};
	for (uint32 k = 0; k <= answer.steps; k++)
		(void) ask_sd(subset->columns->predictor, search, result.first + Min(k + 1, answer.steps),
					  subset->columns->known, &answer.sd[k]);
	return answer;
}

/*
 * A column with an unlisted category was read: the remembered rows differ from it.  The model, which
 * does not know the category, must not ask again.
 */
static void
fill_given_near(Asker *asker, const NearRecord *record)
{
	for (uint32 look = 0; look < asker->columns.looks.bought; look++)
	{
		asker->given_near[look] = record->known[look] ? LOOK_KNOWN :
			asker->unavailable[look] || asker->no_price[look] ? LOOK_UNAVAILABLE : LOOK_OPEN;
		if (record->known[look] && asker->given[look] == LOOK_OPEN)
			asker->given[look] = LOOK_UNAVAILABLE;
	}
}

/*
 * Asks for the looks that the remembered rows suggest.  Whether a decision stands is the model's
 * judgment.  Squared errors of classes are in units of probabilities, those of a binary target in its own.
 */
static Answer
ask_by_rows(Asker *asker, NearRecord *record, const ObservedSubset *subset, const AskOptions *options,
			bool ahead)
{
	const Link *link = &asker->scorer->link;
	double		range = link->high - link->low;
	double		unit = link->two_valued ? range * range / 2 : 1;
	bool		decides = record->rows.classes == 2 || !isnan(options->threshold);
	Answer		answer = decides ? ask_by_model(asker, subset, options) : (Answer) {.confidence = NAN};
	NearLimits	limits = {asker->given_near, &asker->prices, options->budget, ahead};
	NearPath	path;
	double		error;

	record->near.work = kernel_work();
	path = near_path(&record->near, record->model, &limits);
	error = record->rows.classes > 0 ? near_error(&record->near, record->model) :
		pow(near_number(&record->near, record->model[0], record->model_sd).sd, 2);
	answer.step = path.step;
	answer.steps = path.steps;
	if (decides && answer.stop == ASK_DECIDED)
		answer.steps = 0;
	else
	{
		answer.stop = path.unfinished ? ASK_BUDGET : ASK_NOTHING_LEFT;
		if (!isnan(options->worth))
			answer.steps = ask_worth_steps(path.step, path.steps, 0, unit * options->worth);
		if (answer.steps < path.steps)
			answer.stop = ASK_WORTH;
	}
	answer.sd = WORK_ARRAY(kernel_work(), answer.steps + 1, double);
	for (uint32 k = 0; k <= answer.steps; k++)
	{
		uint32		after = Min(k + 1, answer.steps);

		answer.sd[k] = sqrt(unit * Max(error - (after > 0 ? path.step[after - 1].explained : 0), 0));
	}
	return answer;
}

/* Returns a row for each step, and a last row for the state in which asking stops. */
static void
put_answer(ResultRow *row, const Columns *columns, const Answer *answer)
{
	for (uint32 k = 0; k <= answer->steps; k++)
	{
		const SearchStep *step = &answer->step[k];
		bool		last = k == answer->steps;

		result_int32(row, last ? 0 : step->bundle - answer->step[0].bundle + 1);
		result_null_if(row, last);
		result_int32(row, last ? 0 : looks_first(&columns->looks, step->look) + 1);
		result_null_if(row, last);
		result_text(row, last || columns->column == NULL ? NULL : columns->column[step->look].name);
		result_number(row, last ? NAN : price_number(step->price));
		result_number(row, last ? NAN : step->gain);
		result_number(row, answer->sd[k]);
		result_number(row, answer->confidence);
		result_text(row, last ? stop_name[answer->stop] : NULL);
		result_put(row);
	}
}

static Datum
ask_about_row(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	ResultRow	row;
	Asker	   *asker;
	NearRecord *record;
	ObservedSubset *subset;
	AskOptions	options;
	Answer		answer;
	bool		ahead = !PG_ARGISNULL(ARG_AHEAD) && PG_GETARG_BOOL(ARG_AHEAD);
	NearUse		near;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(ARG_MODEL) || PG_ARGISNULL(ARG_FEATURES))
		return (Datum) 0;
	asker = get_asker(fcinfo, kind);
	near = near_argument(fcinfo, ARG_NEAR);
	record = near_record_of(asker->scorer, ahead && near == NEAR_IF_BETTER ? NEAR_ALWAYS : near);
	scorer_open(asker->scorer, PG_GETARG_DATUM(ARG_FEATURES));
	if (record)
		near_record_read(record);
	subset = scorer_read_subset(asker->scorer);
	read_options(fcinfo, subset->columns, &options);
	listed_looks(fcinfo, ARG_UNAVAILABLE, "unavailable", &asker->columns, asker->unavailable);
	fill_given(asker, subset);
	options.look_state = asker->given;
	if (record)
	{
		fill_given_near(asker, record);
		answer = ask_by_rows(asker, record, subset, &options, ahead);
	}
	else
		answer = ask_by_model(asker, subset, &options);
	put_answer(&row, &asker->columns, &answer);
	return (Datum) 0;
}

FUNCTIONS_OF_KINDS(aer_ask, ask_about_row(fcinfo, kind))
