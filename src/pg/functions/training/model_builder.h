/*
 * model_builder.h
 *		What learns from rows as they come: a learner, or the moments of a design.
 *
 * Moments are fitted as by aer_fit_ridge(), with its own choices, when a model
 * is asked for.
 */
#ifndef AER_MODEL_BUILDER_H
#define AER_MODEL_BUILDER_H

#include "pg/functions/training/training.h"

typedef struct ModelBuilder ModelBuilder;

/* How the rows come. */
typedef struct RowForm
{
	FeaturesKind kind;
	const char *target;			/* the column or key of the target, or NULL: it comes beside the features */
	TargetType	type;			/* the type of the target, where that is known already */
	const ClassNames *classes;	/* the words of a target beside the features, which is a place among them */
	bool		keyed;			/* they come with a key, for designs */
	SharedFeatures *shared;		/* shared by the learners among the model builders, or NULL */
} RowForm;

/* The options and the form's target must live in context. */
extern ModelBuilder *model_builder_create(MemoryContext context, Jsonb *learner, const RowForm *form);

/* The same for a training of a learner that was created or resumed. */
extern ModelBuilder *model_builder_of_training(MemoryContext context, Training *training,
											   const RowForm *form);

/*
 * Show it a row, the i-th of those that shared features keep, and its target,
 * unless that stands in the row.  A row without a target is skipped.  After an
 * error the model builder must not be used any more.
 */
extern void model_builder_row(ModelBuilder *model_builder, int i, Datum row, double target, uint64 key,
							  int64 row_number);

/* The features by which its rows are read. */
extern Features *model_builder_features(ModelBuilder *model_builder);

/* Count a row that was left out. */
extern void model_builder_skip(ModelBuilder *model_builder);

/*
 * The model so far; NULL if it has learned from no row.  Moments that cannot be solved
 * may be when more rows have come.
 */
extern AerModel *model_builder_model(ModelBuilder *model_builder);

#endif							/* AER_MODEL_BUILDER_H */
