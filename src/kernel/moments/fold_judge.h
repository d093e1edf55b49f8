/*
 * fold_judge.h
 *		Cross-validation of a series of weights, by sums alone.
 *
 * For each fold a series of weights is fitted to the other folds: the weights of several
 * penalties, of the steps of a path, or of subsets of the rows.  The sums of the fold measure the
 * loss of each (held_out_loss.h).  All folds together estimate the shrinkage of one weight vector
 * of the series, and its error on new rows:
 *
 *		fold_judge_init(work, &judge, moments, count, ...);
 *		fold_judge_count(&judge);
 *		fold_judge_folds(&judge, series, context);
 *		fold_judge_shrinkage(&judge, g, y_mean, found, &shrinkage);
 *
 * Shrinkage: the direction of the weights is worth something long before their length is known.
 * So the fit gives a score w'(x - a), which by the marginals alone rises by one with each one of
 * y.  The prediction is y_mean + alpha score, with the alpha that is best under the posterior
 * (posterior.h).  For a two-valued target the prediction is the expected target if the score is
 * normal given y.
 *
 * No score is quite normal, least of all a score of few terms.  So a part of the gain that the
 * link promises over the linear prediction, e1 - e2, is held back and counted as doubt,
 *		e = e2 + f max(e1 - e2, 0),
 * with f = 8 / m clipped to 1/5 .. 1 for a score that rests on m looks (score_terms()).  The error
 * rate and the share of pairs of rows in the wrong order are those of normal scores times e / e2.
 * They are clipped to the share of the rarer value, and to 1/2.  Without a link e is e1.  As e1 is
 * larger than e2 also because the linear prediction is worse, the factor is then the root of
 * e1 / e2.
 */
#ifndef AER_FOLD_JUDGE_H
#define AER_FOLD_JUDGE_H

#include "kernel/link.h"
#include "kernel/moments/held_out_loss.h"

/* In source[]: predict the mean for every row. */
#define FOLD_JUDGE_MEAN PG_UINT32_MAX

/*
 * While ridge is judged, slopes are shrunk as if each attribute had been seen in so many more rows
 * and had no effect there.
 */
#define FOLD_JUDGE_PRIOR 20.0

/* The measures of one score on one fold, by the fit to the other folds, over V. */
typedef struct FoldMeasure
{
	double		share;			/* of all rows */
	double		variance;		/* of the target */
	bool		found;			/* the fit has a score */
	double		lin;			/* as in HeldOutLoss */
	double		square;			/* as in HeldOutLoss */
	double		rest;			/* guess at the variance of the score that the target does not explain */
	double		looks;			/* variance of the score that reading only some attributes adds */
	double		terms;			/* looks that the score rests on (score_terms()) */
} FoldMeasure;

/* The estimates for a score from all folds together. */
typedef struct Shrinkage
{
	double		alpha;			/* factor of the score */
	double		forecast;		/* expected squared error on new rows */
	double		forecast_se;	/* its standard error */
	double		compared;		/* the same with the least doubt f = 1/5, to compare scores of one target */
	double		covariance;		/* expected covariance of score and target, over V */
	double		square;			/* expected squared score, over V */
	double		error_rate;		/* expected share of rows on the wrong side of probability 1/2 */
	double		auc;			/* expected area under the ROC curve; as error_rate, NaN unless the
								 * target has two values and there is a score */
	bool		linked;			/* there is a link (link.h), with this slope and offset */
	double		slope;
	double		offset;
} Shrinkage;

typedef struct FoldJudge
{
	Work	   *work;
	const Moments *moments;
	bool		own_units;
	double		prior;			/* prior rows of slopes while judging (held_out_loss.h); callers may set it */
	const Looks *looks;			/* groups of attributes, set by the caller; NULL: one look each */
	uint32		d;
	uint32		folds;
	uint32		count;			/* weight vectors of the series */
	double		rows;
	double		kappa;			/* (looks)^2 per pair of looks; NaN without pairs */
	double		unit;			/* V: the target's variance, mean over folds by rows */
	Estimate   *estimate;		/* of the fit at hand */
	HeldOut		held_out;
	double	   *weight;			/* [count * d] of the fit at hand */
	uint32	   *source;			/* [count] where weight[] has each of the series: at its own position, or at
								 * an earlier one that the series sets, or FOLD_JUDGE_MEAN */

	/* measured on each fold, for the fit to the others */
	double	   *share;			/* [folds] of all rows */
	double	   *sparsity;		/* [folds] gamma of the other folds (estimate.h) */
	double	   *penalty;		/* [folds] unit of the default lambdas of the other folds (estimate.h) */
	double	   *variance;		/* [folds] of the target about the training mean */
	double	   *explained;		/* [folds] part of reduced that the target explains */
	double	   *lin;			/* [folds * count] as in HeldOutLoss */
	double	   *square;			/* [folds * count] as in HeldOutLoss */
	double	   *reduced;		/* [folds * count] as in HeldOutLoss */
	double	   *added;			/* [folds * count] variance that reading only some attributes adds */
	double	   *stretch;		/* [folds * count] 1 / w'beta; 0: no score was found */
	double	   *terms;			/* [folds * count] looks that the score rests on */
	FoldMeasure *measure;		/* [folds] scratch, of one of the series */

	/* kept of all folds if fold_judge_keep() was called, else NULL */
	double	   *fold_weight;	/* [folds * count * d] */
	double	   *product;		/* [folds * count * d] Q w */
	double	   *linear;			/* [folds * d] t (held_out_loss.c) */
} FoldJudge;

/* Returns true if there are enough rows and folds to cross-validate. */
extern bool fold_judge_possible(const Moments *moments);

/*
 * Initializes a judge of series of count weight vectors; settles the moments.  factors: estimate
 * complete moments as factors, too (estimate.h); classes: of pairs (held_out_loss.h), or NULL.
 */
extern void fold_judge_init(Work *work, FoldJudge *judge, Moments *moments, uint32 count,
							bool own_units, bool factors, const PairClasses *classes);

/* Makes the judge keep the weights of all folds and, with scores, also product[] and linear[]. */
extern void fold_judge_keep(FoldJudge *judge, bool scores);

/* Counts reads and pairs.  Call it once, before anything is judged. */
extern void fold_judge_count(FoldJudge *judge);

/*
 * Writes the series for the estimate at hand, which leaves out one fold, to judge->weight[].
 * Returns the number of different weight vectors that it wrote.
 */
typedef uint32 (*FoldSeries) (FoldJudge *judge, void *context);

/* Judges a series on every fold.  Cross-validation must be possible. */
extern void fold_judge_folds(FoldJudge *judge, FoldSeries series, void *context);

/*
 * The steps of fold_judge_folds(), for series that depend on each other: estimate without one fold
 * (fold = folds: from all), judge the first `written` weight vectors of judge->weight[] on that
 * fold, and after the last fold divide all measures by V.
 */
extern void fold_judge_estimate(FoldJudge *judge, uint32 fold);
extern void fold_judge_weights(FoldJudge *judge, uint32 fold, uint32 written);
extern void fold_judge_finish(FoldJudge *judge);

/* Gives the measures of one of the series on a fold, as a score. */
extern void fold_judge_measure(const FoldJudge *judge, uint32 fold, uint32 g, FoldMeasure *measure);

/* Gives the shrinkage of one of the series.  found: the fit to all folds has a score. */
extern void fold_judge_shrinkage(FoldJudge *judge, uint32 g, double y_mean, bool found,
								 Shrinkage *shrinkage);

/* Gives the shrinkage from measures in the target's units, and divides these by V. */
extern void fold_measures_shrinkage(Work *work, FoldMeasure *measure, const Moments *moments,
									uint32 folds, double kappa, double y_mean, bool found,
									Shrinkage *shrinkage);

/*
 * Turns measures of weights, where rest is w'Rw, into measures of the score that the weights are
 * after stretching.  sparsity: gamma of the other folds; explained: as in FoldJudge.
 */
extern void fold_measure_stretch(FoldMeasure *measure, double stretch, double sparsity,
								 double explained);

/* Returns the factor that makes weights a score, w'beta = 1; 0 if w'beta is no more than rounding. */
extern double score_stretch(const Estimate *estimate, const double *weight);

/*
 * Returns the number of looks that a score rests on, m = (sum p)^2 / sum p^2.  p of a look is the
 * sum of w^2 v over its attributes.  looks: NULL: one look for each attribute.
 */
extern double score_terms(const Estimate *estimate, const Looks *looks, const double *weight);

/* Returns (looks)^2 per pair of looks, from what was counted; NaN without pairs. */
extern double looks_per_pair(const HeldOut *held_out, double rows);

/* Returns true if the target takes exactly two values. */
extern bool shrinkage_two_valued(const Extremes *target, double rows);

/*
 * Gives the shrinkage from the folds' measures in units of V = v (0: nothing to explain).  kappa is
 * NaN if no pair was seen; y_mean and found are of the fit to all folds.
 */
extern void shrinkage_find(Work *work, const FoldMeasure *fold, uint32 folds, double v, double rows,
						   double kappa, const Extremes *target, double y_mean, bool found,
						   Shrinkage *shrinkage);

#endif							/* AER_FOLD_JUDGE_H */
