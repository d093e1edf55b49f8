/*
 * model_builder.c
 *		What learns from rows as they come: a learner, or the moments of a design.
 */
#include "pg/functions/training/model_builder.h"

#include "pg/functions/moments/moments_fit.h"
#include "pg/functions/moments/row_source.h"

struct ModelBuilder
{
	Training   *training;		/* of a learner, else NULL */
	RowMoments *moments;		/* of a design, else NULL */
	Features   *features;
	bool		named;			/* the target is a column or key of the features */
	const ClassNames *classes;	/* the words of any other target, which is a place among them */
};

ModelBuilder *
model_builder_of_training(MemoryContext context, Training *training, const RowForm *form)
{
	ModelBuilder *model_builder = MemoryContextAllocZero(context, sizeof(ModelBuilder));

	model_builder->training = training;
	model_builder->features = training_features(training, form->kind, form->target, form->shared);
	model_builder->named = form->target != NULL;
	model_builder->classes = form->classes;
	features_take_target(model_builder->features, form->type);
	return model_builder;
}

/* A learned design makes no use of a key; other learners of a list may need one. */
static ModelBuilder *
model_builder_of_design(MemoryContext context, Jsonb *design, const RowForm *form)
{
	ModelBuilder *model_builder = MemoryContextAllocZero(context, sizeof(ModelBuilder));
	RowMoments *moments = row_moments_create(context);
	MemoryContext old = MemoryContextSwitchTo(moments->object.header.eoh_context);
	DesignOptions *options = design_options_parse(design);

	row_source_init(palloc0(sizeof(RowSource)), moments, options, design, form->kind,
					form->target, form->keyed && options->sampling != DESIGN_LEARNED);
	MemoryContextSwitchTo(old);
	model_builder->moments = moments;
	model_builder->features = moments->source->features;
	model_builder->named = form->target != NULL;
	model_builder->classes = form->classes;
	features_take_target(model_builder->features, form->type);
	return model_builder;
}

ModelBuilder *
model_builder_create(MemoryContext context, Jsonb *learner, const RowForm *form)
{
	if (is_design(learner))
		return model_builder_of_design(context, learner, form);
	return model_builder_of_training(context, training_create(context, learner, form->kind != FEATURES_ARRAY, NULL),
									 form);
}

void
model_builder_row(ModelBuilder *model_builder, int i, Datum row, double target, uint64 key, int64 row_number)
{
	Features   *features = model_builder->features;
	uint32		d = features_turn(features, i, row);

	if (model_builder->named && !features_target(features, &target, row_number))
		model_builder_skip(model_builder);
	else if (model_builder->moments)
	{
		model_builder->moments->source->row = row_number;
		model_builder->moments->source->classes = model_builder->named ? features->class_names : model_builder->classes;
		row_source_add(model_builder->moments, d, target, key);
	}
	else
		training_row(model_builder->training, features, d, target, row_number);
}

Features *
model_builder_features(ModelBuilder *model_builder)
{
	return model_builder->features;
}

void
model_builder_skip(ModelBuilder *model_builder)
{
	if (model_builder->moments)
		model_builder->moments->skipped++;
	else
		training_skip(model_builder->training);
}

AerModel *
model_builder_model(ModelBuilder *model_builder)
{
	RowMoments *moments = model_builder->moments;

	if (moments == NULL)
		return training_model(model_builder->training, model_builder->features);
	if (moments->d == 0)
		return NULL;
	row_moments_sum(moments);
	return moments_fit_ridge(moments);
}
