/*
 * partial_model.h
 *		A model that predicts from any set of known attributes, and its fit.
 *
 * The model keeps the means of the attributes and their covariance (factors.h).  Predictions are
 * conditioned on the known attributes; unknown ones are not imputed.  The model is stored as a head
 * and a flat block of numbers.
 *
 * If every row was read in full, the covariance is that of the rows, the same for all targets, and
 * stored once for all of them: exactly, if there are at most MOST_EXACT attributes, otherwise as
 * factors of the whole covariance.  With all attributes known the model predicts like the fit.
 *
 * Shrinkage, and the link of a two-valued target, are cross-validated with all attributes
 * known.  With s of d attributes known, the factor of all is raised to the power sqrt(s / d).  A
 * calibration counts in proportion to the variance that the known attributes explain of what all
 * do: without any, the probability is the share of the value.
 */
#ifndef AER_PARTIAL_MODEL_H
#define AER_PARTIAL_MODEL_H

#include "kernel/link.h"
#include "kernel/moments/fit.h"
#include "kernel/spending/factors.h"

/* The most columns of L that a model keeps; these are the largest. */
#define PARTIAL_RANK 64

/* A model with this rank keeps factors of the whole covariance (factors.h). */
#define WHOLE_RANK (PARTIAL_RANK + 1)

/* A model with this rank shares its covariance with the models of other targets. */
#define SHARED_RANK (PARTIAL_RANK + 2)

/* The most attributes whose covariance is kept exactly: half a megabyte. */
#define MOST_EXACT 500

/* The single numbers of a model. */
typedef struct PartialHead
{
	double		d;
	double		rank;			/* columns of L, or SHARED_RANK */
	double		rows;			/* fitted rows */
	double		y_mean;
	double		y_variance;
	double		lambda;
	double		length;			/* alpha', shrinkage with all attributes known */
	double		gap;			/* kappa_delta: factor of the distance between the classes */
	double		spread;			/* kappa_sigma: factor of the variance within classes */
	double		low;			/* of the target */
	double		high;
	double		two_valued;		/* 0 or 1: the target is low or high */
	double		linked;			/* 0 or 1: the folds found a link */
	double		slope;			/* of the log-odds if all attributes are known: 1 until calibrated */
	double		offset;			/* 0 until calibrated */
	double		forecast;		/* of the squared error with all attributes known; NaN: unknown */
	double		forecast_se;
} PartialHead;

/* A view of a model: a copy of its head, pointers into its numbers. */
typedef struct PartialModel
{
	PartialHead head;
	Factors		factors;
	const double *centre;		/* [d] */
} PartialModel;

/* Return the length of the arrays of a model together, and of those that several models share. */
extern size_t partial_model_numbers(uint32 d, uint32 rank);
extern size_t partial_shared_numbers(uint32 d);

/*
 * The arrays of a model, in the order in which they are stored: all of them are its own, or all but
 * cross are shared.
 */
typedef struct PartialArrays
{
	double	   *centre;			/* [d] a, in the user's units with the shift */
	double	   *metric;			/* [d] D; 0: constant */
	double	   *cross;			/* [d] b / D */
	double	   *rest;			/* [d] psi, or the deviations of an exact covariance */
	double	   *factor;			/* [d * rank] rows of L, or the correlations of an exact covariance */
} PartialArrays;

/* shared: of several models; NULL: numbers has all arrays. */
extern void partial_model_arrays(double *shared, double *numbers, uint32 d, PartialArrays *arrays);

/*
 * Views a head and its numbers.  shared: [partial_shared_numbers()] if the rank is SHARED_RANK.
 * Returns false if they are not a valid model.
 */
extern bool partial_model_view(PartialModel *model, const PartialHead *head, const double *shared,
							   const double *numbers, size_t count);

/*
 * Returns the expected squared error (without a link) if "known" live attributes explain the
 * variance "explained".
 */
extern double partial_model_error(const PartialModel *model, double explained, uint32 known);

/* The prediction for a row. */
typedef struct PartialPrediction
{
	uint32		known;			/* known attributes that are not constant */
	double		linear;			/* y_mean + length z */
	double		prediction;		/* the expected target */
	double		sd;				/* standard deviation of the error, given the known attributes */
	double		log_odds;		/* of the high value, before calibration; NaN unless two-valued */
	double		probability;	/* of the high value; NaN unless two-valued */
} PartialPrediction;

/* Keeps the weights for a set of known attributes, because rows often share one. */
typedef struct Predictor
{
	const PartialModel *model;
	uint32		known;			/* known attributes that are not constant */
	bool		solved;
	uint32	   *attribute;		/* [known] ascending */
	uint32	   *requested;		/* [d] scratch */
	double	   *weight;			/* [known] before shrinkage */
	FactorsScratch scratch;
	double		q;				/* see factors_weights() */
	double		length;			/* shrinkage for this set */
	double		explained;		/* E_S, explained variance */
	double		explained_by_all;	/* the same of all attributes; NaN before anything was solved */
	double		gap;			/* delta, of a two-valued target */
	double		spread;			/* sigma^2, variance within classes */
	double		slope;			/* of the calibrated log-odds, for this set */
	double		offset;
} Predictor;

extern void predictor_init(Work *work, Predictor *predictor, const PartialModel *model);

/* Finds the weights for the known attributes, [d], unless the last call had the same. */
extern Status predictor_solve(Predictor *predictor, const bool *known);

/* Predicts from x[d]; unknown elements are not read. */
extern Status predictor_predict(Predictor *predictor, const bool *known, const double *x,
								PartialPrediction *result);

/* Returns the share of the variance that the current set explains in what all explain, 0 .. 1. */
extern double predictor_explained_share(const Predictor *predictor);

/*
 * Returns the covariance of the prediction with the target that is expected on new rows: that of the
 * training, less what the folds found it to lose with all attributes known.
 */
extern double predictor_covariance(const Predictor *predictor);

/* Returns z = w'(x - a) with the current weights, before shrinkage. */
extern double predictor_score(const Predictor *predictor, const double *x);

/*
 * Returns the score z* at which a decision turns: there the prediction equals the threshold, or
 * the probability of the high value does if the target is two-valued.
 */
extern double predictor_turning_point(const Predictor *predictor, double threshold);

/*
 * Writes the current weights as a plain linear model, with weight[d] 0 for other attributes and
 * a link of the linear prediction.  Returns KERNEL_SINGULAR if a number overflows.
 */
extern Status predictor_restrict(const Predictor *predictor, double *weight, double *intercept,
								 Link *link);

/*
 * Returns the arrays that models of several targets share, fitted to all folds but one (omit >=
 * folds: to all), and their length; NULL and 0 if not every row was read in full.
 */
extern double *partial_shared(Work *work, Moments *moments, const FitOptions *options, uint32 omit,
							  size_t *count);

/*
 * Fits a model beside the fit of the same target to the same folds, by ridge without a radius, which
 * gives lambda, shrinkage and link.  shared: of partial_shared() for the same folds.  Of the options
 * it uses own_units.  Returns *count numbers and sets *head.
 *
 * With all attributes known the model predicts like the fit, except for columns of L beyond
 * PARTIAL_RANK.
 */
extern double *partial_fit(Work *work, Moments *moments, const FitOptions *options, uint32 omit,
						   const Output *fit, double *shared, PartialHead *head, size_t *count);

#endif							/* AER_PARTIAL_MODEL_H */
