/*
 * training.c
 *		A learner that is trained on a stream of rows.
 */
#include "pg/functions/training/training.h"

#include "pg/kernel_call.h"
#include "pg/options/json_parts.h"

struct Training
{
	MemoryContext context;
	const char *learner_text;	/* options as the model stores them */
	LearnerOptions *options;
	Learner    *learner;		/* NULL before the first row */
	double	   *value;			/* values of the planned attributes of a row */
	uint64		skipped;
	uint32		d;				/* 0 before the first row */
	bool		resumed;		/* there was a model before the first row */
	Columns		columns;		/* columns of that model, or else of the rows */
	TargetType	target;			/* target of that model */
};

Training *
training_create(MemoryContext context, Jsonb *learner, bool named, const char *text)
{
	MemoryContext old = MemoryContextSwitchTo(context);
	Training   *training = palloc0(sizeof(Training));

	training->context = context;
	training->options = options_parse(learner);
	options_settle(training->options, named);
	training->learner_text = text ? pstrdup(text) : options_text(training->options);
	MemoryContextSwitchTo(old);
	return training;
}

const char *
training_text(const Training *training)
{
	return training->learner_text;
}

/* Returns the counter of looks, or NULL if each attribute is a look. */
static LookCounter *
look_counter(Work *work, const Looks *looks)
{
	LookCounter *counter;

	if (looks->first == NULL)
		return NULL;
	counter = WORK_ARRAY(work, 1, LookCounter);
	look_counter_init(work, counter, looks);
	return counter;
}

/* Creates the learner once the columns are known, which live as long as the training. */
static void
start_learner(Training *training, const Columns *columns, TargetType target)
{
	MemoryContext old = MemoryContextSwitchTo(training->context);
	const LearnerOptions *options = training->options;
	uint32		d = columns->looks.d;
	Work	   *work = kernel_work();
	Learner    *learner;
	Size		bytes;
	uint32		vectors;

	Assert(d <= MAX_ATTRIBUTES);
	options_resolve(training->options, columns);
	vectors = learner_vectors(options, d);
	bytes = (Size) d * sizeof(double) * (1 + (Size) vectors);
	if (!AllocSizeIsValid(bytes) || vectors > PG_UINT16_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("a model of %u attributes takes %zu bytes, more than a value can hold", d, bytes),
				 errdetail("The limit is %zu bytes.", (Size) MaxAllocSize)));

	learner = learner_create(work, options, d);
	learner->looks = look_counter(work, &columns->looks);
	learner->signs = target == TARGET_BOOLEAN;
	training->value = WORK_ARRAY(work, learner->plan.capacity, double);
	training->d = d;
	training->columns = *columns;
	training->learner = learner;
	MemoryContextSwitchTo(old);
}

static void
cannot_continue(Jsonb *learner)
{
	bool		streaming = is_learner(learner);

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("the training of this model cannot be continued"),
			 streaming ?
			 errdetail("It was trimmed, and has only its weights.") :
			 errdetail("It was fitted to moments, as the model of a design is, and has only its weights."),
			 streaming ?
			 errhint("Continue from the model that aer_train() returned.") :
			 errhint("Store moments instead of the model: aer_moments(moments) merges those of more rows, and aer_fit_ridge() fits them again. For the columns that a design reads, call aer_plan().")));
}

void
training_start(Training *training, const Columns *columns)
{
	training->resumed = true;
	start_learner(training, columns, TARGET_UNKNOWN);
}

Training *
training_resume(MemoryContext context, const AerModel *model)
{
	MemoryContext old = MemoryContextSwitchTo(context);
	ModelParts	parts;
	Training   *training;
	Jsonb	   *json;

	model_unpack(model, &parts);
	json = json_from_text(parts.learner);
	if (parts.nvectors == 0)
		cannot_continue(json);
	training = training_create(context, json, false, NULL);
	training->resumed = true;
	training->skipped = parts.skipped;
	training->target = parts.target;
	start_learner(training, &parts.columns, parts.target);
	training->learner->state = parts.state;
	memcpy(training->learner->vector[0], parts.vectors, sizeof(double) * parts.fit.d * parts.nvectors);
	learner_restore(training->learner);
	MemoryContextSwitchTo(old);
	return training;
}

ColumnChoice
training_choice(const Training *training)
{
	return COLUMN_CHOICE(training->options);
}

static Features *
create_features(const Training *training, FeaturesKind kind, const char *target)
{
	const LearnerOptions *options = training->options;
	ColumnChoice choice = training_choice(training);

	if (kind == FEATURES_ARRAY)
	{
		check_no_columns_chosen(&choice);
		return features_create_array(training->context, options->budget > 0 ?
									 options->budget : READS_UNKNOWN);
	}
	choice.target = target;
	if (training->columns.column)
		return features_create_named(training->context, kind, target, &training->columns);
	if (training->learner)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the model was trained on arrays and cannot be continued on %s",
						kind == FEATURES_ROW ? "rows" : "jsonb"),
				 errhint("Pass the array itself, as in aer_continue(t.x, t.y, model), or build one from the row's %s, in the order of the model's attributes.",
						 kind == FEATURES_ROW ? "columns" : "values")));
	return features_create_listed(training->context, kind, &choice);
}

Features *
training_features(Training *training, FeaturesKind kind, const char *target)
{
	Features   *features = create_features(training, kind, target);

	features->target = training->target;
	features->types_open = training->learner != NULL && training->learner->state.rows == 0;
	features->null_hint = "The option \"missing\" => 'skip' leaves such rows out and counts them; "
		"a design takes missing values: aer_train(features, target, aer_design(budget => 5)).";
	return features;
}

void
training_skip(Training *training)
{
	training->skipped++;
}

/* Raises the error of a learner that diverged at a row. */
static void
refuse_diverged(const Training *training, int64 row_number)
{
	const LearnerOptions *options = training->options;

	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("the learner diverged at row " INT64_FORMAT, row_number),
			 options->step > 0 ?
			 errdetail("A weight became infinite with step %g.", options->step) :
			 errdetail("A weight became infinite with the step of the %s formula.",
					   options->step_rule == STEP_PAPER ? "paper's" : "adaptive"),
			 errhint("Use a smaller \"step\", or a \"scale\" (and \"center\") that brings the attributes to a size of about 1.")));
}

/* Raises the error of a categorical target: streaming learners have one set of weights. */
static void
refuse_class(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("this learner does not accept a categorical target"),
			 errdetail("It predicts a number, or one class against the rest."),
			 errhint("Predict one class, with 'column=class' or a boolean as the target, or all of them with a design: aer_train(features, target, aer_design(budget => 5)).")));
}

/* Raises the error of a row that the learner cannot use. */
static void
refuse_row(const Training *training, Status status, const Observation *observation)
{
	const LearnerMethod *method = training->learner->method;

	if (status == KERNEL_BAD_TARGET)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the target of row " INT64_FORMAT " is not a label of this learner", observation->row),
				 errdetail("It is %g and must be %s.", observation->target,
						   method->labels == LABELS_SIGNS ? "-1 or 1" : "0 or 1"),
				 errhint("A boolean target counts as -1 and 1, which every learner of labels accepts.")));
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("row " INT64_FORMAT " has an attribute other than 0 and 1", observation->row),
			 errdetail("The attributes of this learner are the predictions of experts.")));
}

void
training_row(Training *training, const Observation *observation)
{
	Features   *features = observation->features;
	uint32		d = observation->attributes;
	const ReadPlan *plan;
	Status		status;

	if (observation->type == TARGET_CLASS)
		refuse_class();
	if (training->learner == NULL)
	{
		const Columns array = columns_of_array(d);

		start_learner(training, features->columns.column ? &features->columns : &array, observation->type);
	}
	if (d != training->d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("row " INT64_FORMAT " has %u attributes, expected %u",
						observation->row, d, training->d)));

	/* for a model that was only started, the first row decides the type of the target */
	if (training->learner->state.rows == 0)
		training->learner->signs = observation->type == TARGET_BOOLEAN;
	/* a plan stays until a row has all of it; otherwise draws would depend on missing values */
	plan = learner_plan(training->learner);
	if (!features_read(features, plan->attribute, plan->n, training->value,
					   training->options->missing == MISSING_SKIPS_ROW ?
					   BAD_VALUE_MISSING : BAD_VALUE_ERROR, observation->row))
	{
		training_skip(training);
		return;
	}
	status = learner_update(training->learner, training->value, observation->target);
	if (status == KERNEL_BAD_TARGET || status == KERNEL_BAD_VALUE)
		refuse_row(training, status, observation);
	if (status != KERNEL_OK)
		refuse_diverged(training, observation->row);
}

/* Computes the weights, which some learners solve for only now. */
static void
solve_weights(const Training *training, double *weight, double *intercept)
{
	const Learner *learner = training->learner;
	Status		status = learner_weights(kernel_work(), learner, weight, intercept);

	if (status == KERNEL_DIVERGED)
		refuse_diverged(training, learner->state.rows);
	if (status != KERNEL_OK)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("the search for the weights did not converge"),
				 errdetail("It searched within the radius %g.", learner->radius),
				 errhint("Use a smaller \"radius\", or a \"scale\" (and \"center\") that brings the attributes to a size of about 1.")));
}

AerModel *
training_model(const Training *training, const Features *features)
{
	Learner    *learner = training->learner;
	Learner		saved;
	ModelParts	parts;
	double	   *weight;
	double		intercept;

	if (learner == NULL || (learner->state.rows == 0 && !training->resumed))
		return NULL;
	weight = palloc(sizeof(double) * training->d);
	model_parts_init(&parts, 1);
	parts.fit.d = training->d;
	solve_weights(training, weight, &intercept);
	for (uint32 i = 0; i < training->d; i++)
		if (!isfinite(weight[i]))
			refuse_diverged(training, learner->state.rows);
	parts.fit.output[0].weight = weight;
	parts.fit.output[0].intercept = intercept;
	parts.learner = training->learner_text;
	parts.options = training->options;
	parts.skipped = training->skipped;
	parts.target = features ? features->target : training->target;
	parts.columns = features && features->columns.column ? features->columns : training->columns;

	/* a final function may run again, so the learner must not change */
	saved = *learner;
	learner_save(&saved);
	parts.state = saved.state;
	parts.loss = learner_loss(learner);
	if (learner->options.units == UNITS_OWN && saved.state.rows > 0)
	{
		parts.fit.link.low = saved.state.target_low;
		parts.fit.link.high = saved.state.target_high;
	}
	parts.nvectors = learner_vectors(training->options, training->d);
	parts.vectors = learner->vector[0];
	return model_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE);
}

uint32 *
training_next(Training *training, uint32 *n)
{
	const ReadPlan *plan = learner_plan(training->learner);
	uint32	   *attribute = palloc(sizeof(uint32) * plan->n);

	*n = plan->n;
	memcpy(attribute, plan->attribute, sizeof(uint32) * plan->n);
	qsort(attribute, plan->n, sizeof(uint32), compare_uint32);
	return attribute;
}
