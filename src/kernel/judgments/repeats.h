/*
 * repeats.h
 *		How many judgments of each attribute to buy: greedy search.
 *
 * Sabato and Kalai (2013).  With r[a] judgments of attribute a, label
 * covariance b, outer covariance S and inner variance v, the best linear
 * predictor from mean judgments lowers the squared error by
 *		obj(r) = sub(b)' sub(S + Diag(v / r))^-1 sub(b),
 * sub keeping the attributes with r > 0.  From r = 0 on, buy what raises obj
 * most per unit of cost among what is still affordable.  What costs nothing
 * comes first, as long as it raises obj at all, but at most as often as every
 * object has been judged: only that many judgments are known to be there.
 *
 * The four methods are one search over different numbers:
 *		full		S positive semidefinite
 *		scoring		only the diagonal of S, negative entries raised to 0
 *		averages	forward regression on the mean judgments as they are: an
 *					attribute is bought once, with all its judgments
 *		copies		forward regression with every judgment a regressor
 * Copies here averages over all orders in which an object's judgments could
 * have been numbered, as they have none: two copies of an attribute have the
 * covariance S_aa, a copy has the variance S_aa + v_a.  Regression on r such
 * copies is regression on their mean, so this is the search with S as it
 * stands and r at most the number of judgments that every object has.  Up to
 * there S + Diag(v / r) is positive semidefinite by itself.
 */
#ifndef AER_REPEATS_H
#define AER_REPEATS_H

#include "kernel/judgments/judgment_moments.h"

typedef enum RepeatMethod
{
	REPEATS_FULL,
	REPEATS_SCORING,
	REPEATS_AVERAGES,
	REPEATS_COPIES
} RepeatMethod;

/* One step of the search. */
typedef struct RepeatStep
{
	int			attribute;		/* what was bought; -1: nothing, the end */
	int64		repeats;		/* judgments of it now */
	double		cost;			/* spent so far */
	double		objective;		/* obj(r) now */
} RepeatStep;

typedef struct Repeats
{
	int			d;				/* attributes */
	RepeatMethod method;
	double		budget;			/* what may be spent */
	double		spent;			/* what is */
	double		objective;		/* obj(repeats) */
	const double *sigma;		/* d * d: covariance that the search sees */
	const double *b;			/* d */
	double	   *v;				/* d: inner variances that the search sees */
	double	   *cost;			/* d: cost of one purchase */
	int64	   *unit;			/* d: judgments in one purchase */
	int64	   *limit;			/* d: the most purchases */
	int64	   *bought;			/* d: purchases so far */

	/* of the attributes not chosen; for scoring, h is the outer variance */
	double	   *g;				/* d: b_a - S_aS w, covariance with the residual */
	double	   *h;				/* d: S_aa + v_a - S_aS P S_Sa, what the chosen
								 * ones leave unexplained of a */

	/* of the chosen attributes, in the order of their choice */
	int			chosen;			/* how many */
	int			room;			/* how many there can be */
	int			since_refresh;	/* steps since all was computed afresh */
	int		   *order;			/* room: their numbers */
	int		   *place;			/* d: place in order, -1: not chosen */
	double	   *l;				/* room * room, by rows: M = S_SS + Diag(v / r)
								 * = L L', P = M^-1 */
	double	   *z;				/* room * d, by rows: Z = L^-1 S_S* */
	double	   *y;				/* room: L^-1 b_S */
	double	   *w;				/* room: P b_S */
	double	   *p;				/* room: diagonal of P */
	double	   *column;			/* room: working memory */
	double	   *other;			/* room: working memory */
	double	   *change;			/* d: working memory */
	double	   *factor;			/* room * room: working memory */
} Repeats;

/*
 * Make estimates ready for a method: for full, sigma becomes positive
 * semidefinite; for averages, it becomes the covariance of the mean judgments.
 */
extern Status repeats_prepare(Work *work, JudgmentEstimates *estimates, RepeatMethod method);

/* The most attributes that can be chosen; costs NULL: all are 1. */
extern int	repeats_room(const JudgmentMoments *moments, RepeatMethod method,
						 const double *costs, double budget);

/*
 * Begin a search from nothing bought, over estimates that repeats_prepare()
 * has seen; they are read until the search ends.  costs (per judgment) are
 * 0 or more, or NULL.
 */
extern void repeats_init(Work *work, Repeats *repeats, RepeatMethod method,
						 const JudgmentMoments *moments,
						 const JudgmentEstimates *estimates,
						 const double *costs, double budget, int room);

/* Buy once more. */
extern void repeats_step(Work *work, Repeats *repeats, RepeatStep *step);

/* Judgments of an attribute that the search has bought so far. */
extern int64 repeats_of(const Repeats *repeats, int a);

#endif							/* AER_REPEATS_H */
