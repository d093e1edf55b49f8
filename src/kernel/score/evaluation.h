/*
 * evaluation.h
 *		Sums that say how good predictions are; they merge by addition.
 *
 * The whole structure is doubles, so that a float8[] can hold it.  Means and
 * sums of squared deviations are kept as by Youngs and Cramer (1971) and
 * merged as by Chan, Golub and LeVeque (1983): no cancellation.
 */
#ifndef AER_EVALUATION_H
#define AER_EVALUATION_H

#include "kernel/link.h"

/* Mean and spread of a stream of numbers. */
typedef struct Spread
{
	double		mean;
	double		squares;		/* sum of squared deviations from the mean */
} Spread;

typedef struct Evaluation
{
	double		rows;
	double		skipped;		/* rows without features or target */
	double		reads;			/* attribute values read */
	double		sampled_rows;	/* rows of which the squared error is an estimate */
	double		signed_rows;	/* rows whose target is one of a model's two values, -1 or +1, or a class */
	double		wrong;			/* of these, predictions nearer to the other value, or as near, or of another class */
	double		absolute;		/* sum of |prediction - target| */
	double		class_rows;		/* rows whose probability and class are known */
	double		log_loss;		/* sum of -ln P(class) */
	double		brier;			/* sum of (P(high) - [high])^2 */
	double		ordered_rows;	/* rows that evaluation_order() took */
	Spread		squared;		/* (prediction - target)^2 */
	Spread		target;
} Evaluation;

extern void evaluation_add(Evaluation *evaluation, double prediction, double target);

/*
 * The same of a linear prediction and the link of a model that was learned
 * from so many rows; and, where the target is one of the model's two values,
 * what its probability is worth.
 */
extern void evaluation_add_score(Evaluation *evaluation, const Link *link, double learned,
								 double score, double target);

/*
 * Is the row, added just now, one of a class, so that a ranking (ranking.h) can
 * keep it?  The two values of the model, or -1 and +1 where it knows none.  After
 * a row that is not, no other is: then there is no ranking.
 */
extern bool evaluation_order(Evaluation *evaluation, const Link *link, double score,
							 double target, double *order, bool *high);

/*
 * Add a row with probabilities of classes, of which actual came (actual =
 * classes: none of them).  Its errors are those of predicting 1 for the class
 * that came and 0 for the others, all classes together.
 */
extern void evaluation_add_classes(Evaluation *evaluation, const double *probability,
								   uint32 classes, uint32 actual);

/* Add a row with a linear prediction for a target of -1 and 1, where something else came. */
extern void evaluation_add_unseen(Evaluation *evaluation, const Link *link, double score);

/* The same where only an unbiased estimate of the squared error is known. */
extern void evaluation_add_sampled(Evaluation *evaluation, double squared_error, double target);

extern void evaluation_merge(Evaluation *evaluation, const Evaluation *other);

/*
 * The results; NaN where they are not defined: from estimates of the squared
 * error, neither mae nor wrong is.
 */
extern double evaluation_mse(const Evaluation *evaluation);
extern double evaluation_mse_se(const Evaluation *evaluation);
extern double evaluation_mae(const Evaluation *evaluation);

/* 1 - mse / variance of the target. */
extern double evaluation_r2(const Evaluation *evaluation);

/* Only where every target is one of a model's two values, -1 or +1, or a class. */
extern double evaluation_wrong(const Evaluation *evaluation);

/* Only where the probability of every row is known. */
extern double evaluation_log_loss(const Evaluation *evaluation);
extern double evaluation_brier(const Evaluation *evaluation);

/* Does the ranking of these rows have all of them? */
extern bool evaluation_ordered(const Evaluation *evaluation);

#endif							/* AER_EVALUATION_H */
