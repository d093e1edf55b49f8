/*
 * lambda_search.h
 *		Penalties, and what the folds say of them at no further looks.
 *
 * For each fold a model is estimated from the other folds and judged on the
 * sums of this one (held_out_loss.h).  Ridge under a sampling design has one penalty,
 * and its weights get their length from what the folds say of them (shrinkage.h).
 * The penalties of the lasso, and of ridge from complete moments, are chosen
 * among a grid by the forecast of the test error.
 */
#ifndef AER_LAMBDA_SEARCH_H
#define AER_LAMBDA_SEARCH_H

#include "kernel/l1.h"
#include "kernel/moments/held_out_loss.h"
#include "kernel/moments/shrinkage.h"

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
	uint32		nonzero;		/* weights, or looks with any, in the fit to all folds */
	bool		chosen;
} PathPoint;

/* The most points of a path that is not the caller's. */
#define LAMBDA_SEARCH_DEFAULT_POINTS 24

/*
 * What ridge leaves of its folds for those who fit several targets to the same
 * attributes: how scores vary, and follow the other targets, where they were not
 * fitted.  A score is one whose w'beta is 1, or 0 where nothing was found.
 */
typedef struct FoldScores
{
	uint32		d;				/* of the fit */
	double	   *weight;			/* [folds * d] fitted to the other folds */
	double	   *linear;			/* [folds * d] t of this target (held_out_loss.c) */
	double	   *product;		/* [folds * d] Q w */
	double		expected;		/* covariance of score and target, E Lambda */
} FoldScores;

/* For at most as many attributes and folds as the moments have. */
extern void fold_scores_init(Work *work, FoldScores *scores, const Moments *moments);

/* Scratch and results of tuning. */
typedef struct LambdaSearch
{
	uint32		d;
	uint32		folds;
	uint32		capacity;		/* points that fit */
	Estimate   *estimate;
	const Looks *lasso_looks;	/* of the lasso (fit.h), or NULL; the caller's to set */
	FoldScores *scores;			/* to be filled by ridge, or NULL; the caller's to set */
	HeldOut		held_out;
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

	double	   *fold_weight;	/* [folds * count * d] of all that is judged, or NULL; the caller's to set */
	double	   *tried;			/* [2 * folds * count * d] of it weights and products, if scores are */
	FoldMeasure *measure;		/* [folds] */
} LambdaSearch;

/* classes: of pairs (held_out_loss.h), or NULL */
extern void lambda_search_init(Work *work, LambdaSearch *lambdas_tried, const Moments *moments,
							   uint32 points, const PairClasses *classes);

/* Are there rows and folds enough? */
extern bool lambda_search_possible(const Moments *moments);

/* How many points the default grid has. */
extern uint32 lambda_search_points(const Moments *moments, Penalty penalty);

/* The same multiples of its own scale are tried for each fit; see lambda_search.c. */
extern double lambda_search_lambda(const LambdaSearch *lambdas_tried, Penalty penalty, uint32 point);

/* The point that stands without tuning. */
extern uint32 lambda_search_default(const Moments *moments, Penalty penalty);

/*
 * Judge lambdas[count] on every fold or, if lambdas is NULL, count points of the
 * default grid, from the point first on.  Possible moments only.
 */
extern void lambda_search_folds(Work *work, LambdaSearch *lambdas_tried, const Moments *moments,
								Penalty penalty, bool own_units, const double *lambdas, uint32 first,
								uint32 count);

/*
 * Forecasts for all that was judged, and the choice among it by them; standing:
 * the point that it takes evidence to leave.  Fills in everything of point[]
 * but lambda and nonzero.
 */
extern void lambda_search_choose(LambdaSearch *lambdas_tried, bool complete, uint32 count, uint32 standing,
								 PathPoint *point);

/*
 * The length that the folds give to point g of count judged.  found: does the
 * fit to all folds have a score?
 */
extern void lambda_search_scale(Work *work, LambdaSearch *lambdas_tried, const Moments *moments,
								uint32 count, uint32 g, double y_mean, bool found,
								Shrinkage *shrinkage);

/* Of what was kept in scores, leave those of point g of count judged. */
extern void lambda_search_keep(LambdaSearch *lambdas_tried, uint32 count, uint32 g,
							   const Shrinkage *shrinkage);

/* The point nearest to a lambda, in the logarithm. */
extern uint32 lambda_search_nearest(const double *lambdas, uint32 count, double lambda);

/* Weights for a series of lambdas from an estimate. */
extern void lambda_search_weights(Work *work, LambdaSearch *lambdas_tried, Penalty penalty,
								  const double *lambda, uint32 count, double tolerance,
								  double *weight);

/*
 * While judging ridge, slopes are shrunk as if an attribute had been seen in so
 * many rows more and done nothing there.
 */
#define LAMBDA_SEARCH_SLOPE_PRIOR 20.0

/* The default lambda of ridge from an estimate with factors. */
extern double lambda_search_ridge_lambda(const Estimate *estimate);

/* (looks)^2 per pair of looks; NaN without pairs.  held_out: after held_out_count(). */
extern double lambda_search_kappa(const HeldOut *held_out, double rows, bool complete);

/* What looking at some attributes only adds to the variance of w'(x - a). */
extern double lambda_search_looks(const Estimate *estimate, const double *weight);

/*
 * From what was measured of weights, rest being w'Rw, to a measure of the score
 * that they are when stretched; sparsity: that of the other folds' pairs.
 */
extern void lambda_search_measure(FoldMeasure *measure, double stretch, double sparsity,
								  double explained);

/*
 * The factor by which weights become a score: w'beta = 1, or 0 where the
 * marginals know of no covariance with the target.
 */
extern double lambda_search_stretch(const Estimate *estimate, const double *weight);

#endif							/* AER_LAMBDA_SEARCH_H */
