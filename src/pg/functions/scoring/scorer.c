/*
 * scorer.c
 *		Predictions of a model that is parsed once, not for every row.
 */
#include "pg/functions/scoring/scorer.h"

#include "access/parallel.h"
#include "kernel/score/sampled_error.h"
#include "kernel/score/score.h"
#include "pg/options/arguments.h"

struct Scorer
{
	CallCache	cache;
	CachedArgument kept;
	char	   *target;			/* the target column asked for, or NULL */
	const double *weight;
	double		intercept;
	Link		link;
	double		rows;			/* that it was learned from */
	uint32		d;
	bool		by_name;		/* it was learned from whole rows */
	uint32	   *attribute;		/* [n] those with a weight, or of any use, ascending */
	uint32		n;
	uint32		looks;			/* that these take */
	LookCounter *counter;		/* NULL: each attribute is one */
	double	   *value;			/* [n] */
	ObservedSubset   *set;			/* of a model that predicts from whatever is known, else NULL.
								 * Weights, link and looks are those of the row scored last */
	SampledError *sampler;		/* NULL until a sampled error is asked for */
	uint32	   *drawn_from;		/* those with a weight where all is known */
	uint32	   *sampled;		/* [budget] the attributes drawn */
	Features   *features;
};

/* Take weights, link and looks of the set at hand. */
static void
take_plain(Scorer *scorer)
{
	const PlainModel *plain = scorer->set->plain;

	scorer->weight = plain->weight;
	scorer->intercept = plain->intercept;
	scorer->link = plain->link;
	scorer->looks = plain->looks;
}

static void
take_all(Scorer *scorer)
{
	if (scorer->set == NULL || scorer->weight == scorer->set->all.weight)
		return;
	observed_subset_take_all(scorer->set);
	take_plain(scorer);
}

static bool
same_target(const char *a, const char *b)
{
	return a == NULL ? b == NULL : (b != NULL && strcmp(a, b) == 0);
}

Scorer *
scorer_create(MemoryContext context, Datum model, FeaturesKind kind, const char *target,
			  SharedFeatures *shared)
{
	Scorer	   *scorer = call_cache_create(context, sizeof(Scorer));
	MemoryContext old = MemoryContextSwitchTo(context);
	ModelParts	parts;
	Looks		looks;

	argument_keep(&scorer->kept, context, model);
	model_unpack(model_from_datum(PointerGetDatum(scorer->kept.plain)), &parts);
	model_check_learned(&parts);
	scorer->weight = parts.weight;
	scorer->intercept = parts.intercept;
	scorer->link = parts.link;
	scorer->rows = parts.state.rows;
	scorer->d = parts.d;
	scorer->by_name = parts.name != NULL;
	scorer->target = target ? pstrdup(target) : NULL;
	scorer->attribute = MemoryContextAllocHuge(context, sizeof(uint32) * parts.d);
	scorer->value = MemoryContextAllocHuge(context, sizeof(double) * parts.d);
	if (parts.partial)
	{
		scorer->set = observed_subset_create(&parts);
		scorer->n = scorer->set->n;
		memcpy(scorer->attribute, scorer->set->attribute, sizeof(uint32) * scorer->n);
	}
	else
		for (uint32 i = 0; i < parts.d; i++)
			if (parts.weight[i] != 0)
				scorer->attribute[scorer->n++] = i;
	looks = row_looks(parts.d, parts.name, parts.type);
	scorer->looks = looks_taken(&looks, scorer->attribute, scorer->n);
	if (looks.first)
	{
		scorer->counter = palloc(sizeof(LookCounter));
		look_counter_init(scorer->counter,
						  MemoryContextAllocHuge(context, look_counter_size(&looks)), &looks);
	}

	if (kind == FEATURES_ARRAY)
		scorer->features = shared ? shared_features_array(shared) :
			features_create_array(context, scorer->n);
	else if (parts.name)
		scorer->features = shared ?
			shared_features_named(shared, kind, scorer->target, parts.d, parts.name, parts.type) :
			features_create_named(context, kind, scorer->target, parts.d, parts.name, parts.type);
	else
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the model was trained on arrays and cannot score %s",
						kind == FEATURES_ROW ? "rows" : "jsonb"),
				 errhint("Make an array of the row's %s, in the order of the model's attributes.",
						 kind == FEATURES_ROW ? "columns" : "values")));
	scorer->features->words_known = true;
	scorer->features->absent_is_usual = scorer->set != NULL;
	scorer->features->target = parts.target;
	MemoryContextSwitchTo(old);
	return scorer;
}

/*
 * Does the scorer score as this model does?  A model that a subquery has made comes
 * as it is with each row, and costs what there is to compare.
 */
static bool
scores_as(const Scorer *scorer, Datum model)
{
	const struct varlena *given = (const struct varlena *) DatumGetPointer(model);

	return VARATT_IS_4B_U(given) ?
		model_scores_alike((const AerModel *) scorer->kept.plain, given) :
		argument_is_same(&scorer->kept, model);
}

Scorer *
scorer_get(FunctionCallInfo fcinfo, int model_argno, FeaturesKind kind, const char *target)
{
	Scorer	   *scorer = CALL_CACHE(fcinfo);
	Datum		model = PG_GETARG_DATUM(model_argno);

	if (scorer == NULL || !same_target(scorer->target, target) ||
		!(argument_is_constant(fcinfo, model_argno) || scores_as(scorer, model)))
	{
		scorer = scorer_create(call_cache_context(fcinfo), model, kind, target, NULL);
		call_cache_keep(fcinfo, scorer);
	}
	return scorer;
}

/* The row must have the model's attributes. */
static void
check_width(const Scorer *scorer, uint32 d)
{
	if (d != scorer->d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("the row has %u attributes, the model has %u", d, scorer->d),
				 scorer->by_name ?
				 errhint("The model was trained on whole rows: give such rows, or arrays of its attributes in the order of aer_weights().") : 0));
}

void
scorer_open(Scorer *scorer, Datum features)
{
	check_width(scorer, features_open(scorer->features, features));
}

void
scorer_turn(Scorer *scorer, int i, Datum features)
{
	check_width(scorer, features_turn(scorer->features, i, features));
}

Features *
scorer_features(Scorer *scorer)
{
	return scorer->features;
}

/* Read the opened row's attributes to scorer->value, and take the set of what is known. */
static void
read_row(Scorer *scorer, int64 row_number)
{
	BadValue	bad = row_number == 0 ?
		(scorer->set ? BAD_VALUE_RETURN : BAD_VALUE_NULL) :
		(scorer->set ? BAD_VALUE_MISSING : BAD_VALUE_ERROR);

	/* others may share the features */
	scorer->features->null_hint = "Models of a design predict from whatever is known: aer_train(features, target, aer_design(budget => 5)), of arrays aer_fit_ridge(moments, partial => true). Or fill in what is not known, for example with COALESCE.";
	if (features_read(scorer->features, scorer->attribute, scorer->n, scorer->value, bad, row_number))
		take_all(scorer);
	else
	{
		observed_subset_take(scorer->set, scorer->features->null);
		take_plain(scorer);
	}
}

double
scorer_score(Scorer *scorer, int64 row_number)
{
	int			width;
	const char *data = features_in_place(scorer->features, &width);

	if (data != NULL)
	{
		double		product;

		take_all(scorer);
		product = width == sizeof(float4) ? score_float4(data, scorer->weight, scorer->d) :
			score_float8(data, scorer->weight, scorer->d);

		/* NaN or infinity may have come in through a weight of 0, or nobody has read it yet */
		if (isfinite(product))
			return product + scorer->intercept;
	}
	read_row(scorer, row_number);
	return score_values(scorer->value, scorer->attribute, scorer->n, scorer->weight) +
		scorer->intercept;
}

void
scorer_terms(Scorer *scorer, ScoreTerms *terms)
{
	read_row(scorer, 0);
	*terms = (ScoreTerms)
	{
		scorer->intercept, scorer->weight, scorer->attribute, scorer->value,
			scorer->set ? scorer->set->known : NULL, scorer->n
	};
}

double
scorer_predict(Scorer *scorer, int64 row_number)
{
	double		score = scorer_score(scorer, row_number);

	return link_expect(&scorer->link, score);
}

double
scorer_probability(Scorer *scorer, int64 row_number)
{
	double		score;

	if (!scorer->link.two_valued)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the model gives no probabilities"),
				 scorer->link.low == -INFINITY ?
				 errdetail("It does not know which values its target takes.") :
				 errdetail("Its target took more than two values, or one only."),
				 scorer->link.low == -INFINITY ?
				 errhint("Give it a link by aer_calibrate, or fit moments of a target that takes two values.") :
				 errhint("Fit moments of a target that takes two values, for example a boolean.")));
	score = scorer_score(scorer, row_number);
	return link_probability(&scorer->link, score, scorer->rows);
}

bool
scorer_evaluate(const Scorer *scorer, Evaluation *evaluation, double score, double target,
				double *order, bool *high)
{
	evaluation_add_score(evaluation, &scorer->link, scorer->rows, score, target);
	return evaluation_order(evaluation, &scorer->link, score, target, order, high);
}

ObservedSubset *
scorer_set(Scorer *scorer)
{
	if (scorer->set == NULL)
		refuse_plain_model();
	return scorer->set;
}

ObservedSubset *
scorer_observed_subset(Scorer *scorer)
{
	ObservedSubset   *set = scorer_set(scorer);

	read_row(scorer, 0);
	observed_subset_fill(set, scorer->value);
	return set;
}

uint32
scorer_reads(const Scorer *scorer)
{
	return scorer->looks;
}

static void
prepare_sampler(Scorer *scorer, uint32 budget)
{
	MemoryContext old = MemoryContextSwitchTo(scorer->cache.context);
	SampledError *sampler = palloc(sizeof(SampledError));
	double	   *weight = MemoryContextAllocHuge(scorer->cache.context, sizeof(double) * scorer->n);
	uint32	   *scratch = MemoryContextAllocHuge(scorer->cache.context, sizeof(uint32) * scorer->n);
	uint32		n = 0;

	scorer->drawn_from = MemoryContextAllocHuge(scorer->cache.context, sizeof(uint32) * scorer->n);
	for (uint32 i = 0; i < scorer->n; i++)
	{
		uint32		attribute = scorer->attribute[i];

		if (scorer->weight[attribute] == 0)
			continue;
		weight[n] = scorer->weight[attribute];
		scorer->drawn_from[n++] = attribute;
	}
	sampled_error_init(sampler,
					   MemoryContextAllocHuge(scorer->cache.context, sampled_error_size(n, budget)),
					   weight, n, budget, scratch);
	scorer->sampled = palloc(sizeof(uint32) * sampler->plan.capacity);
	scorer->sampler = sampler;
	MemoryContextSwitchTo(old);
}

double
scorer_sampled_error(Scorer *scorer, uint32 budget, double target, int64 row_number, uint32 *reads)
{
	const ReadPlan *plan;
	Rng			rng;

	take_all(scorer);
	if (scorer->sampler == NULL || scorer->sampler->budget != budget)
		prepare_sampler(scorer, budget);

	/* each parallel worker counts its own rows */
	rng_seed_key(&rng, (uint64) (ParallelWorkerNumber + 1), (uint64) row_number);
	plan = sampled_error_plan(scorer->sampler, &rng);
	for (uint32 s = 0; s < plan->n; s++)
		scorer->sampled[s] = scorer->drawn_from[plan->attribute[s]];
	scorer->features->null_hint = "Without \"budget\" a model of a design leaves out what is not known: aer_evaluate(model, features, target).";
	(void) features_read(scorer->features, scorer->sampled, plan->n, scorer->value,
						 BAD_VALUE_ERROR, row_number);
	*reads = scorer->counter ? look_counter_count(scorer->counter, scorer->sampled, plan->n) : plan->n;
	return sampled_error(scorer->sampler, scorer->value, scorer->intercept - target);
}
