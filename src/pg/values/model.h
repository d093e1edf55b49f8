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
#include "kernel/fit/class_model.h"
#include "kernel/link.h"
#include "kernel/columns/column_model.h"
#include "kernel/score/measurement.h"
#include "kernel/stream/learner.h"

typedef struct AerModel AerModel;

/* What is told of the attributes of a model from moments. */
typedef struct ModelFacts
{
	const double *mean;			/* [d] over the rows in which they were seen; NULL: nothing is told */
	const double *deviation;	/* [d] */
	const double *part;			/* [d] of the look that begins here, the deviation of what it adds to
								 * the prediction; else 0 */
	const double *drop;			/* [d] of the look that begins here, how much of r2 goes with it
								 * (drop_look.h); else 0; NULL: not known */
	const double *error;		/* [outputs * d] standard errors of the weights (jackknife.h); NULL:
								 * not known */
} ModelFacts;

/* Of the heads of partial models (PartialHead) what nothing else in a model says: [outputs] each. */
typedef struct PartialHeads
{
	const double *y_mean;
	const double *y_variance;
	const double *lambda;
	const double *length;
	const double *gap;
	const double *spread;
	const double *linked;
	const double *slope;
	const double *offset;
	const double *rank;
} PartialHeads;

/* Pointers are into the packed model or the caller's memory. */
typedef struct ModelParts
{
	uint32		d;				/* attributes */
	uint32		outputs;		/* linear predictions: one, or of three or more classes one for each */
	const double *weight;		/* [outputs * d] in the user's units */
	const double *intercept;	/* [outputs] */
	const char *learner;		/* the learner's options, JSON text */
	const LearnerOptions *options;	/* whose text that is, resolved; NULL: the
									 * text comes from outside */
	RowColumns	columns;		/* whose d attributes they are; of arrays without names */
	TargetType	target;			/* what it learned to predict */
	char	  **class_name;		/* [classes] where that is a word, else NULL; of two, the second is 1 and
								 * the first -1; of one, it is 1 */
	uint32		classes;
	ClassModel	class_model;	/* of several outputs: what is made of them */
	uint64		skipped;		/* rows left out for NULL features or target */
	double		expected_mse;	/* forecast of the test error; NaN: none */
	double		expected_se;	/* its standard error; NaN: none */
	double		expected_wrong; /* forecasts of the share wrong, and of the area under the ROC curve */
	double		expected_auc;	/* (shrinkage.h); NaN: none */
	Measured	measured;		/* what its predictions were worth, of rows that were held out; of
								 * none: nothing was measured */
	uint64		fold;			/* of a model that has learned from all rows but those of one fold: */
	uint64		folds;			/* which, from 1, of how many; else 0 */
	Link		link;			/* from the linear prediction to the expected target */
	LearnerLoss loss;			/* of predictions made while learning; NaN: unknown */
	ModelFacts	facts;
	LearnerState state;			/* rows, draws and reads always; the rest to continue */
	uint32		nvectors;		/* 0: cannot be continued */
	const double *vectors;		/* [nvectors * d] */

	/*
	 * Of a model that predicts from whatever is known, whose weights above are for
	 * rows of which all is; NULL: it is a plain linear one.  Of named attributes the
	 * coordinates (coordinates_store()); then for each output the arrays of a
	 * PartialModel of these, one after another.
	 */
	const double *partial;		/* [npartial] */
	uint32		npartial;
	PartialHeads partial_heads;
} ModelParts;

/* An empty model of one output, to be filled. */
extern void model_parts_init(ModelParts *parts);

/*
 * What predicts from whatever is known, as fits make it: words of a column model
 * (column_model.h), but of arrays without coordinates.  False if these are no numbers.
 */
extern bool model_parts_take_known(ModelParts *parts, const double *words, Size count);

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
 * Check everything (the learner's text only if it comes from outside) and make
 * the value.  sqlstate is that of the error that a malformed model raises: it
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
