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
#include "kernel/link.h"
#include "kernel/spending/partial_model.h"
#include "kernel/stream/learner.h"

typedef struct AerModel AerModel;

/* Pointers are into the packed model or the caller's memory. */
typedef struct ModelParts
{
	uint32		d;				/* attributes */
	const double *weight;		/* [d] in the user's units */
	double		intercept;
	const char *learner;		/* the learner's options, JSON text */
	const LearnerOptions *options;	/* whose text that is, resolved; NULL: the
									 * text comes from outside */
	char	  **name;			/* [d] where trained on rows, else NULL */
	AttributeType *type;		/* [d] with name */
	TargetType	target;			/* what it learned to predict */
	uint64		skipped;		/* rows left out for NULL features or target */
	double		expected_mse;	/* forecast of the test error; NaN: none */
	double		expected_se;	/* its standard error; NaN: none */
	Link		link;			/* from the linear prediction to the expected target */
	LearnerLoss loss;			/* of predictions made while learning; NaN: unknown */
	LearnerState state;			/* rows, draws and reads always; the rest to continue */
	uint32		nvectors;		/* 0: cannot be continued */
	const double *vectors;		/* [nvectors * d] */

	/*
	 * Of a model that predicts from any known attributes, whose weights above are
	 * those of all; NULL: it is a plain linear one.  The arrays of PartialModel, one
	 * after another, and of its head what nothing else here says.
	 */
	const double *partial;		/* [npartial * d] */
	uint32		npartial;		/* MODEL_PARTIAL_ARRAYS and the rank */
	PartialHead partial_head;
} ModelParts;

/* Centre, metric, covariances with the target, and what L leaves of variances. */
#define MODEL_PARTIAL_ARRAYS 4

/* An empty model of d attributes, to be filled. */
extern void model_parts_init(ModelParts *parts);

/* Keep what scoring and the ledger need, and drop what continuing needs. */
extern void model_parts_trim(ModelParts *parts);

/*
 * Check everything (the learner's text only if it comes from outside) and make
 * the value.  sqlstate is that of the error that a malformed model raises: it
 * depends on which way the parts came in.
 */
extern AerModel *model_pack(const ModelParts *parts, int sqlstate);

extern void model_unpack(const AerModel *model, ModelParts *parts);

/* An error that a model which was only started (aer_start) cannot be used yet. */
extern void model_check_learned(const ModelParts *parts);

/* View the partial model that the parts have, in memory of its own. */
extern void model_view_partial(const ModelParts *parts, PartialModel *model);

/* Detoasts; the result is aligned. */
extern AerModel *model_from_datum(Datum value);

/*
 * Is a value of the type, in one plain piece, the same but for what only continuing
 * needs?  That is most of a model that can be continued.
 */
extern bool model_scores_alike(const AerModel *model, const struct varlena *other);

extern Datum aer_model_out(PG_FUNCTION_ARGS);

#define PG_GETARG_MODEL(n) model_from_datum(PG_GETARG_DATUM(n))

#endif							/* AER_MODEL_H */
