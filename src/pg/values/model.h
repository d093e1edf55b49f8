/*
 * model.h
 *		The type aer_model: a trained model as a value.
 *
 * Stored, it is a flat varlena (model_form.h).  Every way in (training, text, binary) fills
 * ModelParts, which model_pack() checks and makes a value of; every way out reads ModelParts.
 */
#ifndef AER_MODEL_H
#define AER_MODEL_H

#include "pg/aer.h"
#include "pg/rows/features.h"
#include "kernel/columns/column_model.h"
#include "kernel/fit/fit_outputs.h"
#include "kernel/near/near_rows.h"
#include "kernel/score/measurement.h"
#include "kernel/stream/learner.h"

typedef struct AerModel AerModel;

/* A block of bytes. */
typedef struct Block
{
	uint32		bytes;
	const char *data;			/* [bytes] */
} Block;

/*
 * The treatment of times after the training rows, by a model that has its time column among its
 * features.
 */
typedef struct LaterTimes
{
	char	   *column;			/* NULL: it has none, or nothing was measured */
	double		held_at;		/* later times count as this; NaN: the line of the column is extrapolated */
	double		other_mse;		/* mean squared error of the other version on the last block */
} LaterTimes;

/*
 * A model taken apart: a fit with its columns, and what training and measuring found.  Models store
 * these members of the fit: outputs; d; weight, error, intercept, lambda (NaN unless moments were
 * fitted) and alpha of each output; the forecasts; variance; link; choice except its shape; drop;
 * facts; seldom except its looks; combiner; head; known; and fold.  The other members belong to a fit
 * that was just made.  The weights of all outputs are one array, and so are their errors.  Pointers
 * lead into the packed model or into the caller's memory, and are not written through.
 */
typedef struct ModelParts
{
	Fit			fit;
	const char *learner;		/* the learner's options, as json_object_text() writes them */
	const LearnerOptions *options;	/* the same options, resolved; NULL: to be read from the text */
	Columns		columns;		/* without copies in interactions */
	TargetType	target;			/* type of the target */
	char	  **class_name;		/* [classes] of a categorical target, else NULL.  The second of two classes
								 * counts as 1 and the first as -1; one class alone counts as 1 */
	uint32		classes;
	uint64		skipped;		/* rows left out for NULL features or target */
	char	   *seldom[2];		/* names of the columns of fit.seldom, numbers for arrays; NULL if no two
								 * columns were seldom observed together */
	Measured	measured;		/* on held-out rows; rows is 0 if nothing was measured */
	LaterTimes	later;			/* chosen on the rows of "measured" */
	Block		remembered;		/* rows that the model remembers (kernel/near/near_rows.h); no bytes: none */
	LearnerLoss loss;			/* of predictions made while training; NaN if unknown */
	LearnerState state;			/* rows, draws, reads and mistakes of every model; the rest for aer_continue */
	uint32		nvectors;		/* 0 if the model cannot be continued */
	const double *vectors;		/* [nvectors * d] */
} ModelParts;

/* Makes an empty model with memory for its outputs; the caller fills it. */
extern void model_parts_init(ModelParts *parts, uint32 outputs);

/*
 * Drops the state for continuing, the partial model and remembered rows.  What remains scores rows
 * whose columns are all known, and has the counts of rows and reads.
 */
extern void model_parts_trim(ModelParts *parts);

/* Drops the parts that predict from some of the columns: the partial model and remembered rows. */
extern void model_parts_forget_known(ModelParts *parts);

/* Drops forecasts and measures of the error. */
extern void model_parts_forget_errors(ModelParts *parts);

/*
 * Returns the number in the column of a look from which on the model holds its predictions constant;
 * infinity for all other columns.
 */
extern double model_parts_held_at(const ModelParts *parts, uint32 look);

/* Returns true if two models have the same classes; models of other targets have none. */
extern bool model_parts_same_classes(const ModelParts *a, const ModelParts *b);

/*
 * Checks everything (the learner's options only if the model can be continued) and makes the value.
 * sqlstate: of the error if the parts are malformed; it depends on the way in.
 */
extern AerModel *model_pack(const ModelParts *parts, int sqlstate);

/* Takes a model apart; raises an error if it has three or more classes, as most functions must. */
extern void model_unpack(const AerModel *model, ModelParts *parts);

/* Raises that error. */
pg_noreturn extern void model_refuse_classes(char *const *class_name, uint32 classes);

/* Takes any model apart. */
extern void model_unpack_any(const AerModel *model, ModelParts *parts);

/* Raises an error if the model was only started (aer_start) and has seen no row. */
extern void model_check_learned(const ModelParts *parts);

/*
 * Returns the predictor from any known columns, palloc'd, of parts that have a partial model.  For
 * arrays, coordinates are the attributes themselves.
 */
extern ColumnPredictor *model_predictor(const ModelParts *parts);

/*
 * Reads the remembered rows of parts that have some, and checks that they are of the model's columns
 * and target.
 */
extern NearRows model_remembered(const ModelParts *parts);

/* Detoasts a model and checks its header; the result is aligned. */
extern AerModel *model_from_datum(Datum value);

/*
 * Returns true if another model, plain and in one piece, differs at most in the state that continuing
 * needs, which is the larger part of a model that can be continued.
 */
extern bool model_scores_alike(const AerModel *model, const struct varlena *other);

extern Datum aer_model_in(PG_FUNCTION_ARGS);
extern Datum aer_model_out(PG_FUNCTION_ARGS);

#define PG_GETARG_MODEL(n) model_from_datum(PG_GETARG_DATUM(n))

#endif							/* AER_MODEL_H */
