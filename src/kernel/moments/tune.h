/*
 * tune.h
 *		Choosing the penalty from the folds, at no further looks.
 *
 * For each fold a model is estimated from the other folds and judged on the
 * sums of this one, which hold a few attributes of each row only.  Squared
 * error needs two numbers, E w'(x - a)(y - y_mean) and E (w'(x - a))^2, and
 * both are sums over attributes and pairs that can be estimated without bias
 * whatever the training covariance M was, by adding what the pairs of the fold
 * say against M, weighted by the inverse of how often a pair was to be seen.
 *
 * The same estimates tell by which factor alpha the weights should be scaled,
 * and what the test error will be.
 */
#ifndef AER_TUNE_H
#define AER_TUNE_H

#include "kernel/moments/estimate.h"

typedef enum Penalty
{
	PENALTY_RIDGE,
	PENALTY_LASSO
} Penalty;

/* One lambda of a path. */
typedef struct PathPoint
{
	double		lambda;
	double		cv_mse;			/* forecast of the test squared error */
	double		cv_se;			/* its standard error, from the folds */
	double		alpha;			/* the factor that goes with it */
	uint32		nonzero;		/* weights, in the fit to all folds */
	bool		chosen;
} PathPoint;

/* The most points of a path that is not the caller's. */
#define TUNE_DEFAULT_POINTS 24

/* Scratch and results of tuning. */
typedef struct Tuner
{
	uint32		d;
	uint32		folds;
	uint32		capacity;		/* points that fit */
	Estimate	estimate;
	double	   *weight;			/* [capacity * d] of the fold at hand */
	double	   *product;		/* [capacity * d] scratch */
	double	   *linear;			/* [d] scratch */
	double	   *partners;		/* [d] times seen with any other attribute */
	double	   *pairs;			/* [folds] twice the pairs seen */
	double	   *share;			/* [folds] of all rows */
	double	   *variance;		/* [folds] of the target about the training mean */
	double	   *lin;			/* [folds * capacity] */
	double	   *square;			/* [folds * capacity] */
	double	   *reduced;		/* [folds * capacity] w'Rw: explained by no target */
	double	   *lambda;			/* [capacity] */
	void	   *lasso_memory;
} Tuner;

extern size_t tune_size(uint32 d, uint32 folds, uint32 points);
extern void tune_init(Tuner *tuner, void *memory, uint32 d, uint32 folds, uint32 points);

/* Are there rows and folds enough? */
extern bool tune_possible(const Moments *moments);

/* How many points tune_path() gives by itself. */
extern uint32 tune_points(const Moments *moments, Penalty penalty);

/* The same multiples of its own scale are tried for each fit; see tune.c. */
extern double tune_lambda(const Estimate *estimate, Penalty penalty, uint32 point);

/* The point that stands without tuning. */
extern uint32 tune_default(const Moments *moments, Penalty penalty);

/*
 * Judge lambdas[count], or the default grid if NULL (then count is
 * tune_points()).  Fills in everything of point[] but nonzero, and lambda if
 * lambdas is NULL.  Possible moments only.
 */
extern Status tune_path(Tuner *tuner, const Moments *moments, Penalty penalty,
						bool own_units, const double *lambdas, uint32 count,
						PathPoint *point, Poll poll);

/* Weights for a series of lambdas from an estimate. */
extern Status tune_weights(Tuner *tuner, Penalty penalty, const double *lambda,
						   uint32 count, double tolerance, double *weight, Poll poll);

#endif							/* AER_TUNE_H */
