/*
 * judge.h
 *		What the sums of a fold left out say of weights fitted to the others.
 *
 * The squared error of y_mean + w'(x - a) needs two numbers,
 *		lin = E w'(x - a)(y - y_mean) and square = E (w'(x - a))^2,
 * and both are sums over attributes and pairs that can be estimated without
 * bias from K looks at each row, whatever the training covariance M was, by
 * adding what the fold's pairs say against M, weighted by the inverse of how
 * often a pair was to be seen.  Complete moments give both exactly.
 */
#ifndef AER_JUDGE_H
#define AER_JUDGE_H

#include "kernel/moments/estimate.h"

typedef struct Judge
{
	uint32		d;
	uint32		folds;
	double		reads;			/* of all folds */
	double		all_pairs;		/* twice the pairs seen, in all folds */
	double	   *partners;		/* [d] times seen with any other attribute */
	double	   *pairs;			/* [folds] twice the pairs seen */
	double	   *together;		/* [d (d - 1) / 2] N over all folds, by i, then j > i */
	double	   *linear;			/* [d] scratch */
	double	   *product;		/* [most * d] scratch */
} Judge;

/* One series of weights on one fold: the weights' numbers, and the fold's. */
typedef struct Judged
{
	double	   *lin;			/* [count] */
	double	   *square;			/* [count] */
	double	   *reduced;		/* [count] w'Rw, R the training covariance (judge.c) */
	double		variance;		/* of the target, about the training mean */
} Judged;

/* most: weights judged at a time */
extern size_t judge_size(uint32 d, uint32 folds, uint32 most);
extern void judge_init(Judge *judge, void *memory, uint32 d, uint32 folds);

/* Count reads and pairs; the estimate lends its scratch. */
extern void judge_count(Judge *judge, const Moments *moments, Estimate *estimate, Poll poll);

/*
 * Judge weight[count * d] on a fold, by the estimate from the others (whose
 * scratch it takes).  prior: what the model's slopes are shrunk by, as rows in
 * which an attribute was seen and did nothing; 0: not at all.
 */
extern void judge_fold(Judge *judge, const Moments *moments, Estimate *estimate, uint32 fold,
					   double prior, const double *weight, uint32 count, Judged *judged,
					   Poll poll);

#endif							/* AER_JUDGE_H */
