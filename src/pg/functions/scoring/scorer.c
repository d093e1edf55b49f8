/*
 * scorer.c
 *		Predictions of a model that is parsed once, not for every row.
 */
#include "pg/functions/scoring/scorer.h"

#include "access/parallel.h"
#include "kernel/score/sampled_error.h"
#include "kernel/score/score.h"
#include "pg/arguments.h"
#include "pg/kernel_call.h"

struct Scorer
{
	CallCache	cache;
	CachedArgument kept;
	char	   *target;			/* the target column asked for, or NULL */
	uint32		outputs;		/* linear predictions */
	const Output *output;		/* [outputs] weights and intercepts */
	Link		link;
	double		rows;			/* rows that the model was learned from */
	uint32		d;
	bool		by_name;		/* the model was learned from whole rows */
	bool		by_word;		/* the target of the model is a word */
	uint32	   *attribute;		/* [n] the attributes that have a weight or are of any use, ascending */
	uint32		n;
	uint32		looks;			/* the looks that these take */
	LookCounter *counter;		/* NULL: each attribute is one */
	double	   *value;			/* [n] */
	ObservedSubset *set;		/* of a model that predicts from whatever is known, else NULL.
								 * Weights, link and looks are those of the row scored last */
	ClassModel	class_model;	/* of several outputs */
	char	  **class_name;		/* [nclasses] of models of classes and of two-valued ones, else NULL */
	uint32		nclasses;
	double		probability[MOST_CLASSES];	/* [nclasses] of the row scored last */
	ObservationReader reader;	/* of rows with a target; starts at the first of them */
	SampledError *sampler;		/* NULL until a sampled error is asked for */
	uint32	   *drawn_from;		/* those with a weight where all is known */
	uint32	   *sampled;		/* [budget] the attributes drawn */
	Features   *features;
};

/* Those of a model that predicts from all alone which have a weight. */
static void
list_weights(Scorer *scorer, const ModelParts *parts)
{
	for (uint32 i = 0; i < parts->fit.d; i++)
	{
		bool		any = false;

		for (uint32 k = 0; k < parts->fit.outputs && !any; k++)
			any = parts->fit.output[k].weight[i] != 0;
		if (any)
			scorer->attribute[scorer->n++] = i;
	}
}

/* Score by the weights, link and looks of the set at hand. */
static void
take_plain(Scorer *scorer)
{
	const PlainModel *plain = scorer->set->plain;

	scorer->output = plain->output;
	scorer->link = plain->link;
	scorer->looks = plain->looks;
}

static void
take_all(Scorer *scorer)
{
	if (scorer->set == NULL || scorer->output == scorer->set->all.output)
		return;
	observed_subset_take_all(scorer->set);
	take_plain(scorer);
}

/* The words for the classes of a model that knows of any. */
static void
name_classes(Scorer *scorer, const ModelParts *parts)
{
	if (parts->class_name)
	{
		scorer->class_name = parts->class_name;
		scorer->nclasses = parts->classes;
	}
	else if (parts->fit.link.two_valued)
	{
		bool		boolean = parts->target == TARGET_BOOLEAN;

		scorer->class_name = palloc(2 * sizeof(char *));
		scorer->class_name[0] = boolean ? "false" : psprintf("%.15g", parts->fit.link.low);
		scorer->class_name[1] = boolean ? "true" : psprintf("%.15g", parts->fit.link.high);
		scorer->nclasses = 2;
	}
}

static bool
same_target(const char *a, const char *b)
{
	return a == NULL ? b == NULL : (b != NULL && strcmp(a, b) == 0);
}

Scorer *
scorer_create(MemoryContext context, Datum model, FeaturesKind kind, const char *target)
{
	Scorer	   *scorer = call_cache_create(context, sizeof(Scorer));
	MemoryContext old = MemoryContextSwitchTo(context);
	ModelParts	parts;
	Looks		looks;

	argument_keep(&scorer->kept, context, model);
	model_unpack_any(model_from_datum(PointerGetDatum(scorer->kept.plain)), &parts);
	model_check_learned(&parts);
	scorer->outputs = parts.fit.outputs;
	scorer->output = parts.fit.output;
	scorer->class_model = parts.fit.combiner;
	scorer->link = parts.fit.link;
	scorer->rows = parts.state.rows;
	scorer->d = parts.fit.d;
	scorer->by_name = parts.columns.column != NULL;
	scorer->target = target ? pstrdup(target) : NULL;
	scorer->attribute = MemoryContextAllocHuge(context, sizeof(uint32) * parts.fit.d);
	scorer->value = MemoryContextAllocHuge(context, sizeof(double) * parts.fit.d);
	name_classes(scorer, &parts);
	if (parts.fit.known)
	{
		scorer->set = observed_subset_create(&parts);
		scorer->n = scorer->set->n;
		memcpy(scorer->attribute, scorer->set->attribute, sizeof(uint32) * scorer->n);
	}
	else
		list_weights(scorer, &parts);
	looks = parts.columns.looks;
	scorer->looks = looks_taken(&looks, scorer->attribute, scorer->n);
	if (looks.first)
	{
		scorer->counter = palloc(sizeof(LookCounter));
		look_counter_init(kernel_work_in(context), scorer->counter, &looks);
	}

	if (kind == FEATURES_ARRAY)
		scorer->features = features_create_array(context, scorer->n);
	else if (parts.columns.column)
		scorer->features = features_create_named(context, kind, scorer->target, &parts.columns);
	else
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the model was trained on arrays and cannot score %s",
						kind == FEATURES_ROW ? "rows" : "jsonb"),
				 errhint("Give the array itself, as in aer_predict(model, t.x), of a table its column as \"features\", or make one of the row's %s, in the order of the model's attributes.",
						 kind == FEATURES_ROW ? "columns" : "values")));
	scorer->features->of_model = true;
	scorer->features->null_hint = "Models of a design predict from whatever is known: aer_train(features, target, aer_design(budget => 5)), of arrays aer_fit_ridge(moments, partial => true). Or fill in what is not known, for example with COALESCE.";
	scorer->features->target = parts.target;
	scorer->by_word = parts.target == TARGET_CLASS;
	MemoryContextSwitchTo(old);
	return scorer;
}

/*
 * Does the scorer score as this model does?  A model that a subquery has made
 * comes with each row, and costs a comparison each time.
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
		scorer = scorer_create(call_cache_context(fcinfo), model, kind, target);
		call_cache_keep(fcinfo, scorer);
	}
	return scorer;
}

static void
check_attributes(const Scorer *scorer, uint32 d)
{
	if (d != scorer->d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg_plural("the row has %u attribute, the model has %u",
							   "the row has %u attributes, the model has %u", d, d, scorer->d),
				 scorer->by_name ?
				 errhint("The model was trained on whole rows: give such rows, or arrays of its attributes in the order of aer_weights().") : 0));
}

void
scorer_open(Scorer *scorer, Datum features)
{
	check_attributes(scorer, features_open(scorer->features, features));
}

bool
scorer_observe(Scorer *scorer, FunctionCallInfo fcinfo, int features_argno, FeaturesKind kind,
			   int64 row, Observation *observation)
{
	ObservationReader *reader = &scorer->reader;

	if (reader->features == NULL)
	{
		observation_reader_init(reader, scorer->cache.context, fcinfo, kind, features_argno);
		reader->features = scorer->features;
	}
	if (!observation_read(reader, fcinfo, row, observation))
		return false;
	check_attributes(scorer, observation->attributes);
	return true;
}

Scorer *
scorer_get_observing(FunctionCallInfo fcinfo, int model_argno, FeaturesKind kind, int64 row,
					 Observation *observation)
{
	int			features_argno = model_argno + 1;
	Scorer	   *scorer;

	if (PG_ARGISNULL(model_argno) || PG_ARGISNULL(features_argno) || PG_ARGISNULL(features_argno + 1))
		return NULL;
	scorer = scorer_get(fcinfo, model_argno, kind, observation_target_name(fcinfo, features_argno + 1, kind));
	return scorer_observe(scorer, fcinfo, features_argno, kind, row, observation) ? scorer : NULL;
}

/* Most functions take one linear prediction. */
static void
refuse_outputs(const Scorer *scorer)
{
	if (scorer->outputs > 1)
		model_refuse_classes(scorer->class_name, scorer->nclasses);
}

/*
 * Read the opened row's attributes to scorer->value; false if some are not known, of a
 * model that predicts from whatever is.
 */
static bool
read_values(Scorer *scorer, int64 row_number)
{
	bool		some = scorer->set != NULL;
	BadValue	bad = row_number == 0 ?
		(some ? BAD_VALUE_RETURN : BAD_VALUE_NULL) :
		(some ? BAD_VALUE_MISSING : BAD_VALUE_ERROR);

	return features_read(scorer->features, scorer->attribute, scorer->n, scorer->value, bad, row_number);
}

/* The same, and take the set of what is known. */
static void
read_row(Scorer *scorer, int64 row_number)
{
	if (read_values(scorer, row_number))
		take_all(scorer);
	else
	{
		observed_subset_take(scorer->set, scorer->features->null);
		take_plain(scorer);
	}
}

/*
 * An error unless the score is a number, or too large for one: it is neither where
 * a value is not, and products of finite numbers can be infinite, and sums of these NaN.
 */
static void
check_score(const Scorer *scorer, double score)
{
	if (isfinite(score))
		return;
	scorer_check_finite(scorer);
	if (!isnan(score))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("the prediction%s is too large for a number", features_of_row(scorer->features)),
			 errhint("Divide attributes that are very large by a constant, and learn anew.")));
}

double
scorer_score(Scorer *scorer, int64 row_number)
{
	const Features *features = scorer->features;
	double		score;

	refuse_outputs(scorer);
	if (features->floats != NULL)
	{
		double		product;

		take_all(scorer);
		product = features->float_width == sizeof(float4) ?
			score_float4(features->floats, scorer->output[0].weight, scorer->d) :
			score_float8(features->floats, scorer->output[0].weight, scorer->d);

		/* NaN or infinity may have come in through a weight of 0 */
		if (isfinite(product))
			return product + scorer->output[0].intercept;
	}
	read_row(scorer, row_number);
	score = score_values(scorer->value, scorer->attribute, scorer->n, scorer->output[0].weight) +
		scorer->output[0].intercept;
	check_score(scorer, score);
	return score;
}

double
scorer_score_in_full(Scorer *scorer, int64 row_number)
{
	double		score = scorer_score(scorer, row_number);
	const ObservedSubset *set = scorer->set;

	if (set && set->plain != &set->all && scorer->link.logistic && set->all.link.logistic &&
		set->all.link.slope > 0)
		return (link_order(&scorer->link, score) - set->all.link.offset) / set->all.link.slope;
	return score;
}

void
scorer_check_finite(const Scorer *scorer)
{
	features_check_finite(scorer->features, scorer->attribute, scorer->n, scorer->value);
}

void
scorer_terms(Scorer *scorer, uint32 c, ScoreTerms *terms)
{
	read_row(scorer, 0);
	scorer_check_finite(scorer);
	*terms = (ScoreTerms)
	{
		scorer->output[c].intercept, scorer->output[c].weight, scorer->attribute,
			scorer->value, scorer->set ? scorer->set->known : NULL, scorer->n
	};
}

double
scorer_predict(Scorer *scorer, int64 row_number)
{
	double		score = scorer_score(scorer, row_number);

	return link_expect(&scorer->link, score);
}

/* The error of a target that does not take two values, or takes values that are not known. */
pg_noreturn static void
refuse_values(const Scorer *scorer)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("the model gives no probabilities"),
			 scorer->link.low == -INFINITY ?
			 errdetail("It does not know which values its target takes.") :
			 errdetail("Its target took more than two values, or one only."),
			 scorer->link.low == -INFINITY ?
			 errhint("Give it a link by aer_calibrate, or fit moments of a target that takes two values.") :
			 errhint("Fit moments of a binary target, for example a boolean, or of a categorical one: target::text.")));
}

double
scorer_probability(Scorer *scorer, int64 row_number)
{
	refuse_outputs(scorer);
	if (!scorer->link.two_valued)
		refuse_values(scorer);
	return link_probability(&scorer->link, scorer_score(scorer, row_number), scorer->rows);
}

char *const *
scorer_class_names(const Scorer *scorer, uint32 *n)
{
	if (scorer->class_name == NULL)
		refuse_values(scorer);
	*n = scorer->nclasses;
	return scorer->class_name;
}

/* Of several outputs. */
static void
find_probabilities(Scorer *scorer, int64 row_number)
{
	double		prediction[MOST_CLASSES];

	read_row(scorer, row_number);
	scorer_check_finite(scorer);
	for (uint32 c = 0; c < scorer->outputs; c++)
		prediction[c] = scorer->output[c].intercept +
			score_values(scorer->value, scorer->attribute, scorer->n,
						 scorer->output[c].weight);
	class_model_probabilities(&scorer->class_model, prediction, scorer->probability);
}

const double *
scorer_probabilities(Scorer *scorer, int64 row_number)
{
	if (scorer->class_name == NULL)
		refuse_values(scorer);
	if (scorer->outputs > 1)
		find_probabilities(scorer, row_number);
	else if (scorer->nclasses == 1)
		scorer->probability[0] = 1;
	else
	{
		scorer->probability[1] = scorer_probability(scorer, row_number);
		scorer->probability[0] = 1 - scorer->probability[1];
	}
	return scorer->probability;
}

/* The place of a class among those of the model; as many as there are: it is none of them. */
static uint32
find_class(const Scorer *scorer, const char *name)
{
	for (uint32 c = 0; c < scorer->nclasses; c++)
		if (strcmp(scorer->class_name[c], name) == 0)
			return c;
	return scorer->nclasses;
}

void
scorer_check_target(const Scorer *scorer, const Observation *observation)
{
	const ClassNames *classes = observation->classes;

	if (scorer->by_word != (classes != NULL))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the target is categorical only %s", classes ? "here, not in the model" : "in the model, not here")));
}

/* The target of a model of one or two classes, by the name of its class; NaN: it is none of them. */
static double
class_sign(const Scorer *scorer, const char *name)
{
	uint32		place = find_class(scorer, name);

	return place == scorer->nclasses ? NAN : place + 1 == scorer->nclasses ? 1 : -1;
}

bool
scorer_evaluate(Scorer *scorer, Evaluation *evaluation, const Observation *observation,
				double *order, bool *high)
{
	const char *name = observation_class(observation);
	double		target = observation->target;
	double		score;

	scorer_check_target(scorer, observation);
	if (scorer->outputs > 1)
	{
		evaluation_add_classes(evaluation, scorer_probabilities(scorer, observation->row), scorer->nclasses,
							   find_class(scorer, name));
		return false;
	}
	score = scorer_score(scorer, observation->row);
	if (name)
		target = class_sign(scorer, name);
	if (isnan(target))
	{
		evaluation_add_unseen(evaluation, &scorer->link, score);
		return false;
	}
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
	ObservedSubset *set = scorer_set(scorer);

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
	uint32		n = 0;

	scorer->drawn_from = MemoryContextAllocHuge(scorer->cache.context, sizeof(uint32) * scorer->n);
	for (uint32 i = 0; i < scorer->n; i++)
	{
		uint32		attribute = scorer->attribute[i];

		if (scorer->output[0].weight[attribute] == 0)
			continue;
		weight[n] = scorer->output[0].weight[attribute];
		scorer->drawn_from[n++] = attribute;
	}
	sampled_error_init(kernel_work(), sampler, weight, n, budget);
	scorer->sampled = palloc(sizeof(uint32) * sampler->plan.capacity);
	scorer->sampler = sampler;
	MemoryContextSwitchTo(old);
}

static void
refuse_unseen(const Scorer *scorer)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("a class that the model has not seen has no squared error"),
			 errdetail("The model knows %s.", class_names_list(scorer->class_name, scorer->nclasses)),
			 errhint("Leave the budget out, and such rows count as wrong.")));
}

double
scorer_sampled_error(Scorer *scorer, uint32 budget, const Observation *observation,
					 double *target, uint32 *reads)
{
	const ReadPlan *plan;
	Rng			rng;

	refuse_outputs(scorer);
	scorer_check_target(scorer, observation);
	*target = observation->target;
	if (scorer->by_word)
	{
		*target = class_sign(scorer, observation_class(observation));
		if (isnan(*target))
			refuse_unseen(scorer);
	}
	take_all(scorer);
	if (scorer->sampler == NULL || scorer->sampler->budget != budget)
		prepare_sampler(scorer, budget);

	/* each parallel worker counts its own rows */
	rng_seed_key(&rng, (uint64) (ParallelWorkerNumber + 1), (uint64) observation->row);
	plan = sampled_error_plan(scorer->sampler, &rng);
	for (uint32 s = 0; s < plan->n; s++)
		scorer->sampled[s] = scorer->drawn_from[plan->attribute[s]];
	scorer->features->null_hint = "Without \"budget\" a model of a design leaves out what is not known: aer_evaluate(model, features, target).";
	(void) features_read(scorer->features, scorer->sampled, plan->n, scorer->value,
						 BAD_VALUE_ERROR, observation->row);
	*reads = scorer->counter ? look_counter_count(scorer->counter, scorer->sampled, plan->n) : plan->n;
	return sampled_error(scorer->sampler, scorer->value, scorer->output[0].intercept - *target);
}
