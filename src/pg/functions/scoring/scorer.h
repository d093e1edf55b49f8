/*
 * scorer.h
 *		A model that predicts rows one after another; it is unpacked once, not for every row.
 */
#ifndef AER_SCORER_H
#define AER_SCORER_H

#include "pg/aer.h"

#include "kernel/score/evaluation.h"
#include "pg/arguments.h"
#include "pg/functions/scoring/observed_subset.h"
#include "pg/rows/observation.h"
#include "pg/values/model.h"

typedef struct NearRecord NearRecord;

typedef struct Scorer
{
	CallCache	cache;
	CachedArgument model;
	char	   *target_name;	/* column or key of the target; NULL: no name is needed */
	double		rows;			/* rows that the model was trained on */
	uint32		d;
	bool		named;			/* the model's attributes have names */
	bool		categorical;	/* the model's target is categorical */
	uint32		classes;
	char	  **class_name;		/* [classes] also the two values of a binary target; NULL: neither */
	ClassModel	class_model;	/* combines several outputs */
	Measured	measured;		/* on held-out rows; rows is 0 if nothing was measured */

	/* how to predict the row scored last; these vary only if subset is not NULL */
	uint32		outputs;
	const Output *output;		/* [outputs] weights and intercepts */
	Link		link;
	uint32		looks;			/* looks that scoring takes */
	NearRecord *near;			/* set by near_record_of() */
	bool		near_is_set;
	ObservedSubset *subset;		/* NULL unless the model predicts from any known attributes */

	/* the row */
	Features   *features;
	ObservationReader reader;	/* initialized by the first row with a target */
	uint32	   *attribute;		/* [n] attributes that scoring may read, ascending */
	uint32		n;
	LookCounter *counter;		/* NULL: each attribute is a look */
	double	   *value;			/* [n] */
	bool		given;			/* scorer_give() has set the values */
	double		probability[MOST_CLASSES];	/* [classes] */

	/* of evaluations with a budget */
	ErrorSampler *sampler;		/* NULL until it is needed */
	uint32	   *sampler_attribute;	/* attributes that the sampler draws from */
	uint32	   *sampled;		/* attributes that were drawn */
} Scorer;

/*
 * Creates a scorer in a memory context.
 * target_name: the column or key of the target; NULL if rows have no target or it has no name.
 */
extern Scorer *scorer_create(MemoryContext context, Datum model, FeaturesKind kind,
							 const char *target_name);

/* Returns the scorer of the call's model argument, which lives until the model changes. */
extern Scorer *scorer_get(FunctionCallInfo fcinfo, int model_argno, FeaturesKind kind,
						  const char *target_name);

/* Opens a row.  Raises an error unless it has as many attributes as the model. */
extern void scorer_open(Scorer *scorer, Datum features);

/*
 * Opens the row of an aggregate's call and reads its target.  The arguments must not be NULL.
 * Returns false if the row's target is NULL.
 */
extern bool scorer_observe(Scorer *scorer, FunctionCallInfo fcinfo, int features_argno,
						   FeaturesKind kind, int64 row, Observation *observation);

/*
 * Does the same with the scorer of the call's model argument, which is followed by the features.
 * Returns NULL if model, features or target are NULL.
 */
extern Scorer *scorer_get_observing(FunctionCallInfo fcinfo, int model_argno, FeaturesKind kind,
									int64 row, Observation *observation);

/*
 * Reads the opened row's attributes, and chooses output, link and looks for it.  A missing value is
 * an error unless the model predicts from any known attributes.  row_number: for messages; 0: the
 * row has none, and infinity and NaN are read as such (scorer_check_finite()).
 */
extern void scorer_read(Scorer *scorer, int64 row_number);

/*
 * Takes value[n] and null[n], which is true for unknown attributes, in place of those of the opened row,
 * until the next row is opened.  The model must predict from any known attributes.
 */
extern void scorer_give(Scorer *scorer, const double *value, const bool *null);

/* Raises an error if the row just read has infinity or NaN. */
extern void scorer_check_finite(const Scorer *scorer);

/* Chooses output, link and looks for rows without missing values. */
extern void scorer_use_all(Scorer *scorer);

/*
 * Read the opened row and return its linear prediction, the expected target, or the probability of
 * the higher value of a binary target.
 */
extern double scorer_score(Scorer *scorer, int64 row_number);
extern double scorer_predict(Scorer *scorer, int64 row_number);
extern double scorer_probability(Scorer *scorer, int64 row_number);

/* Returns the names [n] of the classes.  Raises an error if the model gives no probabilities. */
extern char *const *scorer_class_names(const Scorer *scorer, uint32 *n);

/* Returns the probability of each class for the opened row, valid until the next row. */
extern const double *scorer_probabilities(Scorer *scorer, int64 row_number);

/* Returns the name of the most probable class of the opened row, the first if several are. */
extern const char *scorer_class(Scorer *scorer, int64 row_number);

/*
 * Raises an error if the model is a classifier and the target is not categorical, or the other way
 * round.
 */
extern void scorer_check_target(const Scorer *scorer, const Observation *observation);

/*
 * Reads the opened row and returns its known attributes with their values, which are finite.
 * Raises an error unless the model predicts from any known attributes.
 */
extern ObservedSubset *scorer_read_subset(Scorer *scorer);

/* Returns the coverage of an interval that an argument names.  Raises an error if it is out of range. */
extern double coverage_argument(FunctionCallInfo fcinfo, int argno);

#endif							/* AER_SCORER_H */
