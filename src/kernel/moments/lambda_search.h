/*
 * lambda_search.h
 *		Penalties, and the choice among them by cross-validation.
 *
 * Ridge under a sampling design has one default penalty, and its weights are shrunk as the folds
 * suggest.  The penalties of the lasso, and of ridge from complete moments, are chosen from a
 * grid by the forecast of the squared error.
 */
#ifndef AER_LAMBDA_SEARCH_H
#define AER_LAMBDA_SEARCH_H

#include "kernel/l1.h"
#include "kernel/moments/fold_judge.h"

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
	double		cv_mse;			/* forecast of the squared error on new rows */
	double		cv_se;			/* its standard error, from the folds */
	double		alpha;			/* factor of the weights */
	uint32		nonzero;		/* nonzero weights, or looks with any, in the fit to all folds */
	bool		chosen;
} PathPoint;

/* The most points of a default grid. */
#define LAMBDA_SEARCH_DEFAULT_POINTS 24

/*
 * Statistics of the folds that ridge of one target leaves for fits of several targets to the same
 * attributes: how scores vary, and how they covary with the other targets, on folds that they were
 * not fitted to.  Weights are scaled to w'beta = 1, or are 0 if there is no score.
 */
typedef struct FoldScores
{
	uint32		d;				/* attributes of the fit */
	double	   *weight;			/* [folds * d] of the fits to the other folds */
	double	   *linear;			/* [folds * d] t of this target (held_out_loss.c) */
	double	   *product;		/* [folds * d] Q w */
	double		expected;		/* expected covariance of score and target, E Lambda */
	Decomposition *shared;		/* [folds + 1] for all targets of complete moments; NULL for other moments */
} FoldScores;

/* Allocates scores for at most as many attributes and folds as the moments have. */
extern void fold_scores_init(Work *work, FoldScores *scores, const Moments *moments);

/* Forgets the shared decompositions, before targets of other attributes. */
extern void fold_scores_restart(FoldScores *scores, uint32 folds);

/* Sets the scores from what the judge kept of one of a series, and from its shrinkage. */
extern void fold_scores_set(FoldScores *scores, const FoldJudge *judge, uint32 g,
							const Shrinkage *shrinkage);

typedef struct LambdaSearch
{
	FoldJudge	judge;
	Penalty		penalty;
	double	   *lambda;			/* [count] of the fit at hand */
	const double *judged;		/* [count] lambdas to judge; NULL: those of the default grid */
	uint32		first;			/* the first point of the grid to judge */
} LambdaSearch;

/*
 * Initializes a search among count lambdas.  classes: of pairs (held_out_loss.h), or NULL; looks:
 * groups of attributes that the lasso uses as a whole, or NULL.
 */
extern void lambda_search_init(Work *work, LambdaSearch *search, Moments *moments, Penalty penalty,
							   bool own_units, const PairClasses *classes, const Looks *looks,
							   uint32 count);

/* Returns the number of points of the default grid. */
extern uint32 lambda_search_points(const Moments *moments, Penalty penalty);

/* Returns the lambda of a point: a multiple of the scale of the estimate at hand. */
extern double lambda_search_lambda(const LambdaSearch *search, uint32 point);

/* Returns the default point, which is used without tuning. */
extern uint32 lambda_search_default(const Moments *moments, Penalty penalty);

/*
 * Judges lambdas[count] on every fold or, if lambdas is NULL, count points of the default grid
 * from the point first on.  Cross-validation must be possible.
 */
extern void lambda_search_folds(LambdaSearch *search, const double *lambdas, uint32 first);

/*
 * Forecasts the error of every lambda that was judged, and chooses one.  standing: the point that
 * is kept unless another one is clearly better.  Fills in all of point[] but lambda and nonzero.
 */
extern void lambda_search_choose(LambdaSearch *search, uint32 standing, PathPoint *point);

/* Returns the index of the lambda nearest to this one, in logarithms. */
extern uint32 lambda_search_nearest(const double *lambdas, uint32 count, double lambda);

/* Solves for the weights of a series of lambdas, from the estimate at hand. */
extern void lambda_search_weights(LambdaSearch *search, const double *lambda, uint32 count,
								  double tolerance, double *weight);

/* Returns the default lambda of ridge from an estimate with factors. */
extern double lambda_search_ridge_lambda(const Estimate *estimate);

#endif							/* AER_LAMBDA_SEARCH_H */
