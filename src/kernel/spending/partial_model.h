/*
 * partial_model.h
 *		One model that predicts from any set of known attributes.
 *
 * It keeps the means and the covariance of the attributes as a few factors plus
 * a diagonal (factors.h), so that what is not known is left out by conditioning
 * on the rest, not filled in.  As a head and a flat block of numbers it can be stored.
 *
 * Lengths, and the link of a two-valued target, were judged for all attributes;
 * a set of s of d has the power sqrt(s / d) of the factor of all.
 */
#ifndef AER_PARTIAL_MODEL_H
#define AER_PARTIAL_MODEL_H

#include "kernel/link.h"
#include "kernel/moments/fit.h"
#include "kernel/spending/factors.h"

/* The most columns of L that a model keeps: the largest. */
#define PARTIAL_RANK 64

/* A model of so many has those of the covariance with the target's part. */
#define WHOLE_RANK (PARTIAL_RANK + 1)

/* What a model has beside its arrays. */
typedef struct PartialHead
{
	double		d;
	double		rank;
	double		rows;			/* that it was fitted to */
	double		y_mean;
	double		y_variance;
	double		lambda;
	double		length;			/* alpha', of all attributes */
	double		gap;			/* kappa_delta: factor of the classes' distance */
	double		spread;			/* kappa_sigma: of the variance within classes */
	double		low;			/* of the target */
	double		high;
	double		two_valued;		/* 0 or 1: the target is low or high */
	double		linked;			/* 0 or 1: has a link that may be used */
	double		slope;			/* of the log-odds: 1 until calibrated */
	double		offset;			/* 0 until calibrated */
	double		forecast;		/* of the squared error from all; NaN: unknown */
	double		forecast_se;
} PartialHead;

/* A view of head and arrays. */
typedef struct PartialModel
{
	PartialHead head;
	Factors		factors;
	const double *centre;		/* [d] */
} PartialModel;

/* How many numbers the arrays are. */
extern size_t partial_model_numbers(uint32 d, uint32 rank);

/* Where the arrays of a model stand among its numbers. */
typedef struct PartialArrays
{
	double	   *centre;			/* [d] a, in the user's units with the shift */
	double	   *metric;			/* [d] D; 0: constant */
	double	   *cross;			/* [d] b / D */
	double	   *rest;			/* [d] psi */
	double	   *factor;			/* [d * rank] rows of L */
} PartialArrays;

extern void partial_model_arrays(double *numbers, uint32 d, PartialArrays *arrays);

/* View a head and the arrays that belong to it; false if they are no model. */
extern bool partial_model_view(PartialModel *model, const PartialHead *head,
							   const double *numbers, size_t count);

/*
 * The squared error (without a link) that is expected where so many live
 * attributes are known, and explain this much.
 */
extern double partial_model_error(const PartialModel *model, double explained, uint32 known);

/* What is expected of a row. */
typedef struct PartialPrediction
{
	uint32		known;			/* attributes of use among those known */
	double		linear;			/* y_mean + length z */
	double		prediction;		/* the expected target */
	double		deviation;		/* of the error, given what is known */
	double		log_odds;		/* of high, if two-valued, without calibration; else NaN */
	double		probability;	/* of high, if two-valued; else NaN */
} PartialPrediction;

/*
 * Predicting: the weights of the set of known attributes are kept, as rows
 * often share it.
 */
typedef struct Predictor
{
	const PartialModel *model;
	uint32		known;			/* attributes of use */
	bool		solved;
	uint32	   *attribute;		/* [known] ascending */
	uint32	   *given;			/* [d] scratch */
	double	   *weight;			/* [known] before its length */
	FactorsScratch scratch;
	double		q;
	double		length;
	double		explained;		/* E_S */
	double		gap;			/* delta, of a two-valued target */
	double		spread;			/* sigma^2 */
} Predictor;

extern void predictor_init(Work *work, Predictor *predictor, const PartialModel *model);

/* Weights for those of the d attributes that are known. */
extern Status predictor_solve(Predictor *predictor, const bool *known);

/* Predict from x[d], of which the known ones are looked at. */
extern Status predictor_predict(Predictor *predictor, const bool *known, const double *x,
								PartialPrediction *result);

/* z = w'(x - a) of the set at hand, before its length. */
extern double predictor_score(const Predictor *predictor, const double *x);

/*
 * The score z* at which a decision turns: where the probability of high is this,
 * of a two-valued target, else the prediction.  Works without attributes, too.
 */
extern double predictor_turning_point(const Predictor *predictor, double threshold);

/*
 * The set at hand as a plain linear model: weight[d], 0 elsewhere.  The link is
 * that of the linear prediction.  KERNEL_SINGULAR if a number overflows.
 */
extern Status predictor_restrict(const Predictor *predictor, double *weight, double *intercept,
								 Link *link);

/* What the folds say of the model of all attributes. */
typedef struct PartialScale
{
	bool		judged;
	Shrinkage	shrinkage;
	double		unit;			/* V (fold_judge.h) */
} PartialScale;

/*
 * The head and the arrays, which are *count numbers, of the model of all folds, which sets *scale,
 * or of all but one (omit < folds), which takes that scale.
 */
extern double *partial_fit(Work *work, Moments *moments, const FitOptions *options,
						   uint32 omit, PartialScale *scale, PartialHead *head, size_t *count);

#endif							/* AER_PARTIAL_MODEL_H */
