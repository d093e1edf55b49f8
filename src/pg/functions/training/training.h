/*
 * training.h
 *		A learner that is trained on a stream of rows: from options or from a model,
 *		on arrays or on rows.
 */
#ifndef AER_TRAINING_H
#define AER_TRAINING_H

#include "pg/values/model.h"
#include "pg/options/options.h"
#include "pg/rows/observation.h"

typedef struct Training Training;

/*
 * Creates a training that has seen no row.  `learner`: options, which must live as long as
 * context; `named`: the attributes are named columns; `text`: training_text() of another
 * training of the same learner, or NULL.
 */
extern Training *training_create(MemoryContext context, Jsonb *learner, bool named,
								 const char *text);

/* Returns the learner's options as its model stores them. */
extern const char *training_text(const Training *training);

/*
 * Fixes the columns before the first row.  They must live as long as the training.
 * The first row decides whether a column of numbers is boolean.
 */
extern void training_start(Training *training, const Columns *columns);

/* Creates a training that continues a model.  Raises an error if the model was trimmed or fitted. */
extern Training *training_resume(MemoryContext context, const AerModel *model);

/* Returns the choice of columns in the options. */
extern ColumnChoice training_choice(const Training *training);

/* Creates the reader of rows, from the options and the columns of the model. */
extern Features *training_features(Training *training, FeaturesKind kind, const char *target);

/*
 * Trains on a row, or skips it if an attribute is missing and the options say so.  After an error,
 * such as a learner that diverged, the training must not be used again.
 */
extern void training_row(Training *training, const Observation *observation);

/* Counts a row that was left out. */
extern void training_skip(Training *training);

/*
 * Returns the model so far, or NULL if the training has seen no row and was neither resumed
 * nor started.  `features`: the reader of the rows; NULL if there were none.
 */
extern AerModel *training_model(const Training *training, const Features *features);

/* Returns the planned attributes of the next row, ascending, from 0, palloc'd. */
extern uint32 *training_next(Training *training, uint32 *n);

#endif							/* AER_TRAINING_H */
