/*
 * scorer.h
 *		Predictions of a model that is parsed once, not for every row.
 */
#ifndef AER_SCORER_H
#define AER_SCORER_H

#include "pg/aer.h"

#include "kernel/score/evaluation.h"
#include "pg/functions/scoring/observed_subset.h"
#include "pg/rows/observation.h"
#include "pg/values/model.h"

typedef struct Scorer Scorer;

/*
 * A scorer in a memory context of features of a kind.  target: the name of the
 * target's column or key, or NULL.
 */
extern Scorer *scorer_create(MemoryContext context, Datum model, FeaturesKind kind,
							 const char *target);

/* The scorer of this call's model argument, beside which the features stand, made anew when the model changes. */
extern Scorer *scorer_get(FunctionCallInfo fcinfo, int model_argno, FeaturesKind kind,
						  const char *target);

/* Take a row; an error if it does not have the model's attributes. */
extern void scorer_open(Scorer *scorer, Datum features);

/*
 * Takes the row of an aggregate's call with its target, whose arguments are not NULL;
 * returns false if the target is NULL in the row.
 */
extern bool scorer_observe(Scorer *scorer, FunctionCallInfo fcinfo, int features_argno,
						   FeaturesKind kind, int64 row, Observation *observation);

/*
 * Does the same with the scorer of this call's model, which stands before the features;
 * returns NULL if model, features or target are NULL.
 */
extern Scorer *scorer_get_observing(FunctionCallInfo fcinfo, int model_argno, FeaturesKind kind,
									int64 row, Observation *observation);

/*
 * The opened row's linear prediction.  Attributes of weight 0 are not looked at.  A
 * model that predicts from whatever is known takes what the row has; of others a NULL
 * is an error, and so are NaN and infinity; where row_number is not 0 errors name it.
 */
extern double scorer_score(Scorer *scorer, int64 row_number);

/*
 * The same of a row of which some is not known, where the link of what is known says so:
 * the linear prediction of a row known in full that has the same log-odds.
 */
extern double scorer_score_in_full(Scorer *scorer, int64 row_number);

/*
 * What that linear prediction is the sum of: the intercept, and of attributes that
 * are known value times weight.
 */
typedef struct ScoreTerms
{
	double		intercept;
	const double *weight;		/* [d]; 0 of what is not known */
	const uint32 *attribute;	/* [n] ascending: those that the model looks at */
	const double *value;		/* [n] of them; of a look that is not known, anything */
	const bool *known;			/* [looks]; NULL: all */
	uint32		n;
} ScoreTerms;

/* c: which of the model's linear predictions: of three or more classes one for each. */
extern void scorer_terms(Scorer *scorer, uint32 c, ScoreTerms *terms);

/* An error if the row just read has NaN or infinity. */
extern void scorer_check_finite(const Scorer *scorer);

/*
 * From that prediction: the expected target; and the probability of the
 * higher value of a target that takes two (an error if the model's target
 * does not).
 */
extern double scorer_probability(Scorer *scorer, int64 row_number);
extern double scorer_predict(Scorer *scorer, int64 row_number);

/*
 * The words for the classes that the model tells apart, of two-valued models their two
 * values; an error if there are none.  And the probability of each.
 */
extern char *const *scorer_class_names(const Scorer *scorer, uint32 *n);
extern const double *scorer_probabilities(Scorer *scorer, int64 row_number);

/* Raises an error if the model is a classifier and the target is not categorical, or the other way round. */
extern void scorer_check_target(const Scorer *scorer, const Observation *observation);

/*
 * Adds the model's error on the row to an evaluation.  Returns true if a ranking can keep
 * the row, by *order and *high (evaluation_order()).
 */
extern bool scorer_evaluate(Scorer *scorer, Evaluation *evaluation, const Observation *observation,
							double *order, bool *high);

/* How many looks scoring takes at each row; with a partial model, at the row scored last. */
extern uint32 scorer_reads(const Scorer *scorer);

/* The set of the row scored last; an error unless the model predicts from whatever is known. */
extern ObservedSubset *scorer_set(Scorer *scorer);

/*
 * The set of what the opened row has, with its values; an error of a model that is
 * no partial one.
 */
extern ObservedSubset *scorer_observed_subset(Scorer *scorer);

/*
 * Returns the squared error of the row's linear prediction, estimated without bias from
 * "budget" attributes drawn for the number of the row; *reads is how many were read.
 * *target is the target as the model takes it: -1 or 1 for a class.
 */
extern double scorer_sampled_error(Scorer *scorer, uint32 budget, const Observation *observation,
								   double *target, uint32 *reads);

#endif							/* AER_SCORER_H */
