/*
 * evaluation.h
 *		Errors of predictions: sums over rows, which merge, and estimates of squared
 *		errors from a few attributes of each row.
 *
 * Each row has a weight above 0, which is 1 unless the user gives weights.  Rows are independent
 * of one another unless evaluation_unite() makes a group of them.
 *
 * Evaluation consists of doubles only, so that a float8[] can hold it.  Means and
 * sums of squared deviations are updated as by Youngs and Cramer (1971) and merged
 * as by Chan, Golub and LeVeque (1983), which avoids cancellation.
 */
#ifndef AER_EVALUATION_H
#define AER_EVALUATION_H

#include "kernel/alias.h"
#include "kernel/link.h"
#include "kernel/plan.h"

/* Weighted mean and spread of a stream of numbers. */
typedef struct Spread
{
	double		mean;
	double		squares;		/* weighted sum of squared deviations from the mean */
} Spread;

typedef struct Evaluation
{
	double		rows;
	double		weight;			/* of the rows */
	double		skipped;		/* rows without features, target or weight */
	double		reads;			/* attribute values read */
	double		sampled_rows;	/* rows whose squared error is an estimate */
	double		classified_rows;	/* rows whose target is one of a model's two values, -1 or +1, or a class */
	double		misclassified;	/* weight of those whose prediction is another class, or no nearer to the target
								 * than to the other value */
	double		absolute;		/* weighted sum of |prediction - target| */
	double		class_rows;		/* rows with a class and its probability */
	double		log_loss;		/* weighted sum of -ln P(class) */
	double		brier;			/* weighted sum of (P(high) - [high])^2 */
	double		ordered_rows;	/* rows for which evaluation_order() returned true */
	Spread		squared;		/* (prediction - target)^2 */
	Spread		target;
	double		groups;			/* of rows; a row without group is one */
	double		group_squares;	/* sum of the squares of the groups' weights */
	Spread		group_squared;	/* mean of (prediction - target)^2 in a group, weighted by these squares */
} Evaluation;

/* Adds a row with a prediction. */
extern void evaluation_add(Evaluation *evaluation, double prediction, double target, double weight);

/*
 * Adds a row with a linear predictor, score, and the link of a model that was
 * trained on so many rows.  If the target is one of the model's two values, its
 * probability is evaluated, too.
 */
extern void evaluation_add_score(Evaluation *evaluation, const Link *link, double training_rows,
								 double score, double target, double weight);

/*
 * Returns true if a ranking (ranking.h) can use the row that was added last, and sets
 * its position *order and whether its target is *high.  The target must be one of the
 * model's two values, or -1 or +1 if the model has none.  After a row that does not
 * qualify no other row does, as there is no ranking then.
 */
extern bool evaluation_order(Evaluation *evaluation, const Link *link, double score,
							 double target, double *order, bool *high);

/*
 * Adds a row with probability[classes] and its actual class; actual = classes if the
 * class is unknown to the model.  The errors are those of predicting 1 for the actual
 * class and 0 for the others, summed over classes.
 */
extern void evaluation_add_classes(Evaluation *evaluation, const double *probability,
								   uint32 classes, uint32 actual, double weight);

/* Adds a row of a model for targets -1 and 1 whose actual target is neither. */
extern void evaluation_add_unseen(Evaluation *evaluation, const Link *link, double score,
								  double weight);

/* Adds a row with an unbiased estimate of its squared error, from sampled_error(). */
extern void evaluation_add_sampled(Evaluation *evaluation, double squared_error, double target);

/* Makes one group of all rows so far, whose errors are then not independent of one another. */
extern void evaluation_unite(Evaluation *evaluation);

extern void evaluation_merge(Evaluation *evaluation, const Evaluation *other);

/*
 * The following functions return a result, or NaN if it is not defined.  With
 * estimated squared errors neither the mean absolute error nor the error rate is.
 */
extern double evaluation_mse(const Evaluation *evaluation);

/* The standard error by group; NaN if there is only one group. */
extern double evaluation_mse_se(const Evaluation *evaluation);
extern double evaluation_mae(const Evaluation *evaluation);

/* 1 - mse / variance of the target. */
extern double evaluation_r2(const Evaluation *evaluation);

/* Defined if every target is one of a model's two values, -1 or +1, or a class. */
extern double evaluation_error_rate(const Evaluation *evaluation);

/* Defined if every row has a class and its probability. */
extern double evaluation_log_loss(const Evaluation *evaluation);
extern double evaluation_brier(const Evaluation *evaluation);

/* Returns true if the ranking has all rows. */
extern bool evaluation_ordered(const Evaluation *evaluation);

/*
 * Samples attributes to estimate squared errors.  With attributes i_1 .. i_b drawn
 * from p with replacement and the terms t_r = w[i_r] x[i_r] / p[i_r], every t_r is
 * unbiased for <w,x>, and so is t_r t_s for <w,x>^2 if r and s differ.  With
 * c = intercept - y,
 *		c^2 + 2 c mean(t) + mean over r != s of t_r t_s
 * is unbiased for (<w,x> + c)^2.  p is proportional to |w|.  A single estimate may be
 * negative, but the mean over rows is unbiased.
 */
typedef struct ErrorSampler
{
	uint32		budget;			/* draws per row, at least 2 */
	AliasTable	table;			/* over the n attributes that have a weight */
	ReadPlan	plan;			/* data_weight: draws of each slot */
	const double *weight;		/* [n] borrowed */
} ErrorSampler;

/* Initialises a sampler for weight[n], all other than 0, which is borrowed. */
extern void error_sampler_init(Work *work, ErrorSampler *sampler, const double *weight, uint32 n,
							   uint32 budget);

/* Draws the attributes, of n, to read of the next row. */
extern const ReadPlan *error_sampler_plan(ErrorSampler *sampler, Rng *rng);

/*
 * Estimates the squared error of a row.  x[i] is the value of plan.attribute[i];
 * offset is intercept - y.
 */
extern double sampled_error(const ErrorSampler *sampler, const double *x, double offset);

#endif							/* AER_EVALUATION_H */
