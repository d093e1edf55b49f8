/*
 * model.h
 *		The type aer_model: a trained model as a value.
 *
 * Stored, it is one flat varlena (model_form.h); taken apart, it is ModelParts,
 * which every way in (training, text, binary) fills and model_pack() checks, and
 * every way out reads.
 */
#ifndef AER_MODEL_H
#define AER_MODEL_H

#include "pg/aer.h"
#include "pg/rows/features.h"
#include "kernel/fit/fit_outputs.h"
#include "kernel/score/measurement.h"
#include "kernel/stream/learner.h"

typedef struct AerModel AerModel;

/*
 * A model taken apart: a fit with its columns, and what learning and measuring tell.  Of the fit a
 * model has outputs, d, of each output weight, error, intercept, lambda (NaN if it was not made of
 * moments) and alpha, the forecasts, variance, link, choice but for its shape, drop, facts, seldom
 * but for its looks, combiner, head and known, and fold; the rest is of a fit that was just made.
 * The weights of outputs stand one after another, and so do their errors.  Pointers are into the
 * packed model or the caller's memory, and not written through.
 */
typedef struct ModelParts
{
	Fit			fit;
	const char *learner;		/* the learner's options, as json_object_text() writes them */
	const LearnerOptions *options;	/* whose text that is, resolved; NULL: they
									 * are read from the text */
	Columns		columns;		/* whose d attributes they are, without copies */
	TargetType	target;			/* what it learned to predict */
	char	  **class_name;		/* [classes] where that is a word, else NULL; of two, the second is 1 and
								 * the first -1; of one, it is 1 */
	uint32		classes;
	uint64		skipped;		/* rows left out for NULL features or target */
	char	   *seldom[2];		/* names of the columns of fit.seldom, numbers of arrays; NULL: there are
								 * none */
	Measured	measured;		/* what its predictions were worth, of rows that were held out; of
								 * none: nothing was measured */
	LearnerLoss loss;			/* of predictions made while learning; NaN: unknown */
	LearnerState state;			/* rows, draws and reads always; the rest to continue */
	uint32		nvectors;		/* 0: cannot be continued */
	const double *vectors;		/* [nvectors * d] */
} ModelParts;

/* An empty model of so many outputs, with memory for these, to be filled. */
extern void model_parts_init(ModelParts *parts, uint32 outputs);

/*
 * Keep what scoring rows of which all is known needs, and the ledger; drop what
 * continuing needs, and what predicts from less.
 */
extern void model_parts_trim(ModelParts *parts);

/* Of predictions that nothing has forecast the error of, nor measured. */
extern void model_parts_forget_errors(ModelParts *parts);

/* Do two models tell the same classes apart?  Those of other targets have none. */
extern bool model_parts_same_classes(const ModelParts *a, const ModelParts *b);

/*
 * Check everything (the learner's options only if the model can be continued) and
 * make the value.  sqlstate is that of the error that a malformed model raises: it
 * depends on which way the parts came in.
 */
extern AerModel *model_pack(const ModelParts *parts, int sqlstate);

/* An error of a model of three or more classes, which most functions cannot take. */
extern void model_unpack(const AerModel *model, ModelParts *parts);

/* That error. */
pg_noreturn extern void model_refuse_classes(char *const *class_name, uint32 classes);

/* The same of any model. */
extern void model_unpack_any(const AerModel *model, ModelParts *parts);

/* An error that a model which was only started (aer_start) cannot be used yet. */
extern void model_check_learned(const ModelParts *parts);

/*
 * What predicts from whatever is known, of parts that have such a part, palloc'd; of
 * arrays coordinates are the attributes themselves.
 */
extern ColumnPredictor *model_predictor(const ModelParts *parts);

/* Detoasts; the result is aligned. */
extern AerModel *model_from_datum(Datum value);

/*
 * Is a value of the type, in one plain piece, the same but for what only continuing
 * needs?  That is most of a model that can be continued.
 */
extern bool model_scores_alike(const AerModel *model, const struct varlena *other);

extern Datum aer_model_in(PG_FUNCTION_ARGS);
extern Datum aer_model_out(PG_FUNCTION_ARGS);

#define PG_GETARG_MODEL(n) model_from_datum(PG_GETARG_DATUM(n))

#endif							/* AER_MODEL_H */
