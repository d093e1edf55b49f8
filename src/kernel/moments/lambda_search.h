/*
 * lambda_search.h
 *		Penalties, and the choice among them by what the folds say.
 *
 * Ridge under a sampling design has one penalty, and its weights get their length
 * from what the folds say of them.  The penalties of the lasso, and of ridge from
 * complete moments, are chosen among a grid by the forecast of the test error.
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
	Decomposition *kept;		/* [folds + 1] what all targets of complete moments share; NULL of others */
} FoldScores;

/* For at most as many attributes and folds as the moments have. */
extern void fold_scores_init(Work *work, FoldScores *scores, const Moments *moments);

/* Forget what targets of the same attributes share: others come now. */
extern void fold_scores_restart(FoldScores *scores, uint32 folds);

/* What was kept of one of a series, with the length that the folds gave to it. */
extern void fold_scores_set(FoldScores *scores, const FoldJudge *judge, uint32 g,
							const Shrinkage *shrinkage);

typedef struct LambdaSearch
{
	FoldJudge	judge;
	Penalty		penalty;
	double	   *lambda;			/* [count] of the fit at hand */
	const double *given;		/* [count] lambdas to be judged, or NULL: */
	uint32		first;			/* those of the default grid, from this on */
} LambdaSearch;

/*
 * For so many lambdas at a time; classes: of pairs (held_out_loss.h), looks: which the lasso
 * uses as a whole; or NULL.
 */
extern void lambda_search_init(Work *work, LambdaSearch *search, Moments *moments, Penalty penalty,
							   bool own_units, const PairClasses *classes, const Looks *looks,
							   uint32 count);

/* How many points the default grid has. */
extern uint32 lambda_search_points(const Moments *moments, Penalty penalty);

/* The same multiples of its own scale are tried for each fit; see lambda_search.c. */
extern double lambda_search_lambda(const LambdaSearch *search, uint32 point);

/* The point that stands without tuning. */
extern uint32 lambda_search_default(const Moments *moments, Penalty penalty);

/*
 * Judge lambdas[count] on every fold or, if lambdas is NULL, count points of the
 * default grid, from the point first on.  Possible moments only.
 */
extern void lambda_search_folds(LambdaSearch *search, const double *lambdas, uint32 first);

/*
 * Forecasts for all that was judged, and the choice among it by them; standing:
 * the point that it takes evidence to leave.  Fills in everything of point[]
 * but lambda and nonzero.
 */
extern void lambda_search_choose(LambdaSearch *search, uint32 standing, PathPoint *point);

/* The point nearest to a lambda, in the logarithm. */
extern uint32 lambda_search_nearest(const double *lambdas, uint32 count, double lambda);

/* Weights for a series of lambdas from the estimate at hand. */
extern void lambda_search_weights(LambdaSearch *search, const double *lambda, uint32 count,
								  double tolerance, double *weight);

/* The default lambda of ridge from an estimate with factors. */
extern double lambda_search_ridge_lambda(const Estimate *estimate);

#endif							/* AER_LAMBDA_SEARCH_H */
