/*
 * tune.h
 *		Penalties, and what the folds say of them at no further looks.
 *
 * For each fold a model is estimated from the other folds and judged on the
 * sums of this one (judge.h).  Ridge under a sampling design has one penalty,
 * and its weights get their length from what the folds say of them (scale.h).
 * The penalties of the lasso, and of ridge from complete moments, are chosen
 * among a grid by the forecast of the test error.
 */
#ifndef AER_TUNE_H
#define AER_TUNE_H

#include "kernel/moments/judge.h"
#include "kernel/moments/scale.h"

typedef enum Penalty
{
	PENALTY_RIDGE,
	PENALTY_LASSO,
	PENALTY_NONE				/* least squares: complete moments only */
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
	Judge		judge;
	double	   *weight;			/* [capacity * d] of the fit at hand */
	double	   *lambda;			/* [capacity] of the fit at hand */
	double		unit;			/* V: the target's variance, by rows */
	double		kappa;			/* (looks)^2 per pair of looks; NaN without pairs */
	double	   *share;			/* [folds] of all rows */
	double	   *sparsity;		/* [folds] gamma, of the other folds */

	/* in units of V */
	double	   *variance;		/* [folds] of the target about the training mean */
	double	   *explained;		/* [folds] part of reduced that the target explains */
	double	   *lin;			/* [folds * capacity] */
	double	   *square;			/* [folds * capacity] */
	double	   *reduced;		/* [folds * capacity] w'Rw */
	double	   *looks;			/* [folds * capacity] variance that looking adds */
	double	   *stretch;		/* [folds * capacity] 1 / w'beta; 0: nothing found */

	FoldMeasure *measure;		/* [folds] */
	Posterior  *posterior;
	void	   *lasso_memory;
} Tuner;

extern size_t tune_size(uint32 d, uint32 folds, uint32 points);
extern void tune_init(Tuner *tuner, void *memory, uint32 d, uint32 folds, uint32 points);

/* Are there rows and folds enough? */
extern bool tune_possible(const Moments *moments);

/* How many points the default grid has. */
extern uint32 tune_points(const Moments *moments, Penalty penalty);

/* The same multiples of its own scale are tried for each fit; see tune.c. */
extern double tune_lambda(const Estimate *estimate, Penalty penalty, uint32 point);

/* The point that stands without tuning. */
extern uint32 tune_default(const Moments *moments, Penalty penalty);

/*
 * Judge lambdas[count] on every fold, or if NULL count points of the default
 * grid from the point first on.  Possible moments only.
 */
extern Status tune_judge(Tuner *tuner, const Moments *moments, Penalty penalty,
						 bool own_units, const double *lambdas, uint32 first, uint32 count,
						 Poll poll);

/*
 * Forecasts for all that was judged, and the choice among it by them; standing:
 * the point that it takes evidence to leave.  Fills in everything of point[]
 * but lambda and nonzero.
 */
extern void tune_choose(Tuner *tuner, bool complete, uint32 count, uint32 standing,
						PathPoint *point);

/*
 * The length that the folds give to point g of count judged.  found: does the
 * fit to all folds have a score?
 */
extern Status tune_scale(Tuner *tuner, const Moments *moments, uint32 count, uint32 g,
						 double y_mean, bool found, Scale *scale);

/* The point nearest to a lambda, in the logarithm. */
extern uint32 tune_nearest(const double *lambdas, uint32 count, double lambda);

/* Weights for a series of lambdas from an estimate. */
extern Status tune_weights(Tuner *tuner, Penalty penalty, const double *lambda,
						   uint32 count, double tolerance, double *weight, Poll poll);

/*
 * While judging ridge, slopes are shrunk as if an attribute had been seen in so
 * many rows more and done nothing there.
 */
#define TUNE_SLOPE_PRIOR 20.0

/* The default lambda of ridge from an estimate with factors. */
extern double tune_ridge_lambda(const Estimate *estimate);

/* (looks)^2 per pair of looks; NaN without pairs.  judge: counted. */
extern double tune_kappa(const Judge *judge, double rows, bool complete);

/* What looking at some attributes only adds to the variance of w'(x - a). */
extern double tune_looks(const Estimate *estimate, const double *weight);

/*
 * From what was measured of weights, rest being w'Rw, to a measure of the score
 * that they are when stretched; sparsity: that of the other folds' pairs.
 */
extern void tune_measure(FoldMeasure *measure, double stretch, double sparsity,
						 double explained);

/*
 * The factor by which weights become a score: w'beta = 1, or 0 where the
 * marginals know of no covariance with the target.
 */
extern double tune_stretch(const Estimate *estimate, const double *weight);

#endif							/* AER_TUNE_H */
