/*
 * training.h
 *		One learner being trained on a stream of rows.
 *
 * Shared by everything that trains: from options or from a model, on arrays
 * or on rows.
 */
#ifndef AER_TRAINING_H
#define AER_TRAINING_H

#include "pg/values/model.h"
#include "pg/options/options.h"
#include "pg/rows/observation.h"

typedef struct Training Training;

/*
 * Start afresh.  learner: the options' jsonb, which must live in context.  text:
 * training_text() of another training of the same learner, or NULL.  named: the
 * attributes are named columns.
 */
extern Training *training_create(MemoryContext context, Jsonb *learner, bool named,
								 const char *text);

/* The learner's options as its model carries them. */
extern const char *training_text(const Training *training);

/*
 * Fix the columns before the first row; they must live as long as the
 * training.  The first row says whether a column of numbers is boolean.
 */
extern void training_start(Training *training, const Columns *columns);

/* Go on from a model; an error if it cannot be continued. */
extern Training *training_resume(MemoryContext context, const AerModel *model);

/* What the options say of columns. */
extern ColumnChoice training_choice(const Training *training);

/* Features that read by those options and by the names that a model remembers. */
extern Features *training_features(Training *training, FeaturesKind kind, const char *target);

/*
 * Learns from a row, or skips it if an attribute is missing and the options say so.
 * After an error, such as a learner that diverged, the training must not be used again.
 */
extern void training_row(Training *training, const Observation *observation);

/* Count a row that was left out. */
extern void training_skip(Training *training);

/*
 * The model so far; NULL if it has learned from no row, unless it was resumed or
 * started.  features: of the rows, NULL where there were none.
 */
extern AerModel *training_model(const Training *training, const Features *features);

/* The attributes of the next row, ascending, 0-based; palloc'd. */
extern uint32 *training_next(Training *training, uint32 *n);

#endif							/* AER_TRAINING_H */
