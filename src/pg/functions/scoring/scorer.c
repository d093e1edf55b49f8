/*
 * scorer.c
 *		A model that predicts rows one after another.
 */
#include "pg/functions/scoring/scorer.h"

#include "kernel/score/score.h"
#include "pg/kernel_call.h"

/* Lists the attributes that have a weight. */
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

static void
use_plain_model(Scorer *scorer)
{
	const PlainModel *plain = scorer->subset->plain;

	scorer->output = plain->output;
	scorer->link = plain->link;
	scorer->class_model = plain->classes;
	scorer->looks = plain->looks;
}

void
scorer_use_all(Scorer *scorer)
{
	if (scorer->subset == NULL || scorer->output == scorer->subset->all.output)
		return;
	observed_subset_select(scorer->subset, NULL);
	use_plain_model(scorer);
}

static void
name_classes(Scorer *scorer, const ModelParts *parts)
{
	if (parts->class_name)
	{
		scorer->class_name = parts->class_name;
		scorer->classes = parts->classes;
	}
	else if (parts->fit.link.two_valued)
	{
		bool		boolean = parts->target == TARGET_BOOLEAN;

		scorer->class_name = palloc(2 * sizeof(char *));
		scorer->class_name[0] = boolean ? "false" : psprintf("%.15g", parts->fit.link.low);
		scorer->class_name[1] = boolean ? "true" : psprintf("%.15g", parts->fit.link.high);
		scorer->classes = 2;
	}
}

static bool
is_same_name(const char *a, const char *b)
{
	return a == NULL ? b == NULL : (b != NULL && strcmp(a, b) == 0);
}

static void
hold_later_times(Features *features, const ModelParts *parts)
{
	for (uint32 l = 0; l < parts->columns.looks.bought; l++)
	{
		double		held_at = model_parts_held_at(parts, l);

		if (held_at < INFINITY)
		{
			features_hold(features, l, held_at);
			features->hold.on = true;
		}
	}
}

Scorer *
scorer_create(MemoryContext context, Datum model, FeaturesKind kind, const char *target_name)
{
	Scorer	   *scorer = call_cache_create(context, sizeof(Scorer));
	MemoryContext old = MemoryContextSwitchTo(context);
	ModelParts	parts;
	Looks		looks;

	argument_keep(&scorer->model, context, model);
	model_unpack_any(model_from_datum(PointerGetDatum(scorer->model.plain)), &parts);
	model_check_learned(&parts);
	scorer->outputs = parts.fit.outputs;
	scorer->output = parts.fit.output;
	scorer->class_model = parts.fit.combiner;
	scorer->measured = parts.measured;
	scorer->link = parts.fit.link;
	scorer->rows = parts.state.rows;
	scorer->d = parts.fit.d;
	scorer->named = parts.columns.column != NULL;
	scorer->target_name = target_name ? pstrdup(target_name) : NULL;
	scorer->attribute = MemoryContextAllocHuge(context, sizeof(uint32) * parts.fit.d);
	scorer->value = MemoryContextAllocHuge(context, sizeof(double) * parts.fit.d);
	name_classes(scorer, &parts);
	if (parts.fit.known)
	{
		scorer->subset = observed_subset_create(&parts);
		scorer->n = scorer->subset->n;
		memcpy(scorer->attribute, scorer->subset->attribute, sizeof(uint32) * scorer->n);
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
	{
		scorer->features = features_create_named(context, kind, scorer->target_name, &parts.columns);
		hold_later_times(scorer->features, &parts);
	}
	else
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the model was trained on arrays and cannot score %s",
						kind == FEATURES_ROW ? "rows" : "jsonb"),
				 errhint("Pass the array itself, as in aer_predict(model, t.x), or build one from the row's %s, in the order of the model's attributes. Functions of a table take its column as \"features\".",
						 kind == FEATURES_ROW ? "columns" : "values")));
	scorer->features->of_model = true;
	scorer->features->null_hint = "Models of a design predict from the known attributes: aer_train(features, target, aer_design(budget => 5)), for arrays aer_fit_ridge(moments, partial => true). Or fill in missing values, for example with COALESCE.";
	if (scorer->subset && target_name == NULL)
		scorer->features->absent_hint = "If the column is not known, pass to_jsonb(t) for the row t: a missing key counts as not known.";
	scorer->features->target = parts.target;
	scorer->categorical = parts.target == TARGET_CLASS;
	MemoryContextSwitchTo(old);
	return scorer;
}

/*
 * Returns true if the scorer gives the model's scores.  A model from a subquery comes with each row
 * and is compared each time.
 */
static bool
scores_like(const Scorer *scorer, Datum model)
{
	const struct varlena *value = (const struct varlena *) DatumGetPointer(model);

	return VARATT_IS_4B_U(value) ?
		model_scores_alike((const AerModel *) scorer->model.plain, value) :
		argument_is_same(&scorer->model, model);
}

Scorer *
scorer_get(FunctionCallInfo fcinfo, int model_argno, FeaturesKind kind, const char *target_name)
{
	Scorer	   *scorer = CALL_CACHE(fcinfo);
	Datum		model = PG_GETARG_DATUM(model_argno);

	if (scorer == NULL || !is_same_name(scorer->target_name, target_name) ||
		!(argument_is_constant(fcinfo, model_argno) || scores_like(scorer, model)))
	{
		scorer = scorer_create(call_cache_context(fcinfo), model, kind, target_name);
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
				 errmsg_plural("the row has %u attribute, but the model has %u",
							   "the row has %u attributes, but the model has %u", d, d, scorer->d),
				 scorer->named ?
				 errhint("The model was trained on whole rows: pass such rows, or arrays of its attributes in the order of aer_weights().") : 0));
}

void
scorer_open(Scorer *scorer, Datum features)
{
	scorer->given = false;
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
	scorer->given = false;
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

/* Raises an error if the model has several outputs. */
static void
refuse_outputs(const Scorer *scorer)
{
	if (scorer->outputs > 1)
		model_refuse_classes(scorer->class_name, scorer->classes);
}

void
scorer_read(Scorer *scorer, int64 row_number)
{
	bool		takes_null = scorer->subset != NULL;
	BadValue	bad;

	if (scorer->given)
		return;
	bad = row_number == 0 ?
		(takes_null ? BAD_VALUE_RETURN : BAD_VALUE_NULL) :
		(takes_null ? BAD_VALUE_MISSING : BAD_VALUE_ERROR);

	if (features_read(scorer->features, scorer->attribute, scorer->n, scorer->value, bad, row_number))
		scorer_use_all(scorer);
	else
	{
		observed_subset_select(scorer->subset, scorer->features->null);
		use_plain_model(scorer);
	}
}

void
scorer_give(Scorer *scorer, const double *value, const bool *null)
{
	memcpy(scorer->value, value, sizeof(double) * scorer->n);
	features_set_null(scorer->features, null, scorer->n);
	scorer->given = true;
	observed_subset_select(scorer->subset, null);
	use_plain_model(scorer);
}

/*
 * Raises an error if a value is NaN or infinite, or if products overflowed to a sum that is NaN.  A
 * score that is infinite for finite values passes.
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
			 errhint("Divide very large attributes by a constant, and train again.")));
}

double
scorer_score(Scorer *scorer, int64 row_number)
{
	const Features *features = scorer->features;
	double		score;

	refuse_outputs(scorer);
	if (features->floats != NULL && !scorer->given)
	{
		double		product;

		scorer_use_all(scorer);
		product = features->float_width == sizeof(float4) ?
			score_float4(features->floats, scorer->output[0].weight, scorer->d) :
			score_float8(features->floats, scorer->output[0].weight, scorer->d);

		/* a NaN or infinity may come from an attribute with weight 0 */
		if (isfinite(product))
			return product + scorer->output[0].intercept;
	}
	scorer_read(scorer, row_number);
	score = score_values(scorer->value, scorer->attribute, scorer->n, scorer->output[0].weight) +
		scorer->output[0].intercept;
	check_score(scorer, score);
	return score;
}

void
scorer_check_finite(const Scorer *scorer)
{
	features_check_finite(scorer->features, scorer->attribute, scorer->n, scorer->value);
}

double
scorer_predict(Scorer *scorer, int64 row_number)
{
	double		score = scorer_score(scorer, row_number);

	return link_expect(&scorer->link, score);
}

pg_noreturn static void
refuse_no_probabilities(const Scorer *scorer)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("the model gives no probabilities"),
			 scorer->link.low == -INFINITY ?
			 errdetail("It does not know which values its target takes.") :
			 errdetail("Its target took more than two values, or only one."),
			 scorer->link.low == -INFINITY ?
			 errhint("Fit a link with aer_calibrate, or fit moments of a target that takes two values.") :
			 errhint("Fit moments of a binary target, for example a boolean, or of a categorical one: target::text.")));
}

double
scorer_probability(Scorer *scorer, int64 row_number)
{
	refuse_outputs(scorer);
	if (!scorer->link.two_valued)
		refuse_no_probabilities(scorer);
	return link_probability(&scorer->link, scorer_score(scorer, row_number), scorer->rows);
}

char *const *
scorer_class_names(const Scorer *scorer, uint32 *n)
{
	if (scorer->class_name == NULL)
		refuse_no_probabilities(scorer);
	*n = scorer->classes;
	return scorer->class_name;
}

static void
combine_outputs(Scorer *scorer, int64 row_number)
{
	double		prediction[MOST_CLASSES];

	scorer_read(scorer, row_number);
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
		refuse_no_probabilities(scorer);
	if (scorer->outputs > 1)
		combine_outputs(scorer, row_number);
	else if (scorer->classes == 1)
		scorer->probability[0] = 1;
	else
	{
		scorer->probability[1] = scorer_probability(scorer, row_number);
		scorer->probability[0] = 1 - scorer->probability[1];
	}
	return scorer->probability;
}

const char *
scorer_class(Scorer *scorer, int64 row_number)
{
	const double *probability = scorer_probabilities(scorer, row_number);
	uint32		best = 0;

	for (uint32 c = 1; c < scorer->classes; c++)
		if (probability[c] > probability[best])
			best = c;
	return scorer->class_name[best];
}

void
scorer_check_target(const Scorer *scorer, const Observation *observation)
{
	const ClassNames *classes = observation->classes;

	if (scorer->categorical != (classes != NULL))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the target is categorical only %s", classes ? "in these rows, not in the model" : "in the model, not in these rows")));
}

ObservedSubset *
scorer_read_subset(Scorer *scorer)
{
	if (scorer->subset == NULL)
		refuse_plain_model();
	scorer_read(scorer, 0);
	scorer_check_finite(scorer);
	observed_subset_set_values(scorer->subset, scorer->value);
	return scorer->subset;
}

double
coverage_argument(FunctionCallInfo fcinfo, int argno)
{
	double		coverage = PG_GETARG_FLOAT8(argno);

	if (!(coverage > 0 && coverage <= MOST_COVERAGE))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"coverage\" must be above 0 and at most %g", MOST_COVERAGE),
				 errdetail("It is %g.", coverage)));
	return coverage;
}
