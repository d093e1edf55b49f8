/*
 * trainee.c
 *		What learns from rows as they come: a learner, or the moments of a design.
 */
#include "pg/functions/training/trainee.h"

#include "pg/functions/moments/moments_fit.h"
#include "pg/functions/moments/row_source.h"

struct Trainee
{
	Training   *training;		/* of a learner, else NULL */
	RowMoments *moments;		/* of a design, else NULL */
	Features   *features;
	bool		named;			/* the target is a column or key of the features */
	bool		diverged;
};

Trainee *
trainee_of_training(MemoryContext context, Training *training, const RowForm *form)
{
	Trainee    *trainee = MemoryContextAllocZero(context, sizeof(Trainee));

	trainee->training = training;
	trainee->features = training_features(training, form->kind, form->target, form->shared);
	trainee->named = form->target != NULL;
	features_take_target(trainee->features, form->type);
	return trainee;
}

/*
 * A learned design cannot make use of a key, which may be there for the sake of
 * others.
 */
static Trainee *
trainee_of_design(MemoryContext context, Jsonb *design, const RowForm *form)
{
	Trainee    *trainee = MemoryContextAllocZero(context, sizeof(Trainee));
	RowMoments *moments = row_moments_create(context);
	MemoryContext old = MemoryContextSwitchTo(moments->object.header.eoh_context);
	DesignOptions *options = design_options_parse(design);

	row_source_init(palloc0(sizeof(RowSource)), moments, options, design, form->kind,
					form->target, form->keyed && options->sampling != DESIGN_LEARNED);
	MemoryContextSwitchTo(old);
	trainee->moments = moments;
	trainee->features = moments->source->features;
	trainee->named = form->target != NULL;
	features_take_target(trainee->features, form->type);
	return trainee;
}

Trainee *
trainee_create(MemoryContext context, Jsonb *learner, const RowForm *form)
{
	if (is_design(learner))
		return trainee_of_design(context, learner, form);
	return trainee_of_training(context, training_create(context, learner, form->kind != FEATURES_ARRAY, NULL),
							   form);
}

bool
trainee_row(Trainee *trainee, int i, Datum row, double target, uint64 key, int64 row_number)
{
	Features   *features = trainee->features;
	uint32		d;

	if (trainee->diverged)
		return false;
	d = features_turn(features, i, row);
	if (trainee->named && !features_target(features, &target, row_number))
		trainee_skip(trainee);
	else if (trainee->moments)
	{
		trainee->moments->source->row = row_number;
		row_source_add(trainee->moments, d, target, key);
	}
	else
		trainee->diverged = !training_row(trainee->training, features, d, target, row_number);
	return !trainee->diverged;
}

void
trainee_diverged(const Trainee *trainee, int64 row_number)
{
	training_diverged(trainee->training, row_number);
}

void
trainee_skip(Trainee *trainee)
{
	if (trainee->moments)
		trainee->moments->skipped++;
	else
		training_skip(trainee->training);
}

AerModel *
trainee_model(Trainee *trainee, bool *failed)
{
	RowMoments *moments = trainee->moments;
	AerModel   *model;

	if (failed)
		*failed = trainee->diverged;
	if (trainee->diverged || (moments && moments->d == 0))
		return NULL;
	if (moments == NULL)
		return training_model(trainee->training, trainee->features);
	row_moments_sum(moments);
	model = moments_fit_ridge(moments, failed != NULL);
	if (failed)
		*failed = model == NULL;
	return model;
}

void
trainee_release(Trainee *trainee)
{
	/* a learner's state is small */
	if (trainee->moments)
		DeleteExpandedObject(row_moments_datum(trainee->moments));
	trainee->moments = NULL;
}
