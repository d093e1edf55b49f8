/*
 * shrinkage.h
 *		The length of the weights, the link, and the forecast of the error.
 *
 * The direction of the weights is worth something long before their length is
 * known.  So the fit gives a score w'(x - a), which by the marginals alone rises
 * by one with each one of y, and the prediction is y_mean + alpha score, with
 * the alpha that the folds' posterior expects to be best (posterior.h); or, for
 * a two-valued target, the expected target if the score is normal given y.
 *
 * No score is quite normal, and one of few terms is so the least.  Of what the link
 * promises beyond the linear prediction, e1 - e2, a part is therefore kept back, and counted
 * as doubt: f = 8 / m, within 1/5 and 1, of a score that rests on m looks
 * (score_terms()),
 *		e = e2 + f max(e1 - e2, 0).
 * The shares of rows that are wrong, and of pairs in the wrong order, which are those of
 * normal scores, grow with it by e / e2: to no more than the rarer value has of the rows, and
 * to 1/2.  Without a link e is e1; that is larger than e2 also because the linear prediction
 * is worse, so the shares grow by the root of e1 / e2 alone.
 */
#ifndef AER_SHRINKAGE_H
#define AER_SHRINKAGE_H

#include "kernel/link.h"
#include "kernel/moments/moments.h"

/* What was measured on one fold, by the fit to the others; over V. */
typedef struct FoldMeasure
{
	double		share;			/* of all rows */
	double		variance;		/* of the target */
	bool		found;			/* is there a score? */
	double		lin;
	double		square;
	double		rest;			/* of the score, not explained by the target: a guess */
	double		looks;			/* variance that looking at a few adds */
	double		terms;			/* looks that the score rests on (fold_judge.h) */
} FoldMeasure;

typedef struct Shrinkage
{
	double		alpha;			/* factor of the score */
	double		forecast;		/* of the squared error */
	double		forecast_se;
	double		compared;		/* the same with the least doubt, whatever the score rests on: scores
								 * of the same target are compared by it */
	double		covariance;		/* of score and target, as expected; over V */
	double		square;			/* of the score, as expected; over V */
	double		wrong;			/* expected share of rows on the wrong side of probability 1/2 */
	double		auc;			/* expected chance that of two rows that of the higher target has the
								 * higher score; both NaN unless the target has two values and a score */
	bool		linked;			/* has these, for the linear prediction (link.h): */
	double		slope;
	double		offset;
} Shrinkage;

/* Does a target take two values only? */
extern bool shrinkage_two_valued(const Extremes *target, double rows);

/*
 * From the folds' measures in units of V (0: nothing to explain), with kappa
 * (NaN: no pair was seen); y_mean and found are those of the fit to all folds.
 */
extern void shrinkage_find(Work *work, const FoldMeasure *fold, uint32 folds, double v, double rows,
						   double kappa, const Extremes *target, double y_mean, bool found,
						   Shrinkage *shrinkage);

#endif							/* AER_SHRINKAGE_H */
