/*
 * repeats.h
 *		Chooses how many judgments of each attribute to buy, by greedy search.
 *
 * Sabato and Kalai (2013).  With r[a] judgments of attribute a, label
 * covariance b, outer covariance S and inner variance v, the best linear
 * predictor from mean judgments lowers the squared error by
 *		obj(r) = sub(b)' sub(S + Diag(v / r))^-1 sub(b),
 * where sub keeps the attributes with r > 0.  The search starts at r = 0.  Each step
 * buys the affordable judgment that raises obj most per unit of cost.  Free judgments
 * come first as long as they raise obj, but at most as many as every object has, as
 * no more are known to exist.
 *
 * The four methods are one search over different numbers:
 *		full		S positive semidefinite
 *		scoring		only the diagonal of S, negative elements raised to 0
 *		averages	forward regression on the observed mean judgments: an
 *					attribute is bought once, with all its judgments
 *		copies		forward regression with every judgment a regressor
 * As judgments have no order, copies averages over all orders: two copies of an
 * attribute have the covariance S_aa, and a copy has the variance S_aa + v_a.
 * Regression on r such copies is regression on their mean.  So this is the search with
 * the estimated S, and with r at most the number of judgments that every object has.
 * Up to that number S + Diag(v / r) is positive semidefinite by itself.
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
	int			attribute;		/* the attribute bought; -1 at the end of the search */
	int64		repeats;		/* judgments of it bought so far */
	double		cost;			/* money spent so far */
	double		objective;		/* obj(r) after this step */
} RepeatStep;

typedef struct Repeats
{
	int			d;				/* attributes */
	RepeatMethod method;
	double		budget;
	double		spent;
	double		objective;		/* obj(r) of the purchases so far */
	const double *sigma;		/* [d * d] S of the method */
	const double *b;			/* [d] */
	double	   *v;				/* [d] inner variances of the method */
	double	   *cost;			/* [d] cost of one purchase */
	int64	   *unit;			/* [d] judgments in one purchase */
	int64	   *limit;			/* [d] largest number of purchases */
	int64	   *bought;			/* [d] purchases so far */

	/* of the attributes not chosen; for scoring, h is the outer variance */
	double	   *g;				/* [d] b_a - S_aS w, covariance with the residual */
	double	   *h;				/* [d] S_aa + v_a - S_aS P S_Sa, variance of a that
								 * the chosen attributes do not explain */

	/* of the chosen attributes, in the order of their choice */
	int			chosen;			/* number of chosen attributes */
	int			room;			/* largest number of chosen attributes */
	int			since_refresh;	/* steps since everything was computed afresh */
	int		   *order;			/* [room] numbers of the chosen attributes */
	int		   *position;		/* [d] index in order; -1 if not chosen */
	double	   *l;				/* [room * room] rows of L: M = S_SS + Diag(v / r)
								 * = L L', P = M^-1 */
	double	   *z;				/* [room * d] rows of Z = L^-1 S_S* */
	double	   *y;				/* [room] L^-1 b_S */
	double	   *w;				/* [room] P b_S */
	double	   *p;				/* [room] diagonal of P */
	double	   *column;			/* [room] scratch */
	double	   *other;			/* [room] scratch */
	double	   *change;			/* [d] scratch */
	double	   *factor;			/* [room * room] scratch */
} Repeats;

/*
 * Prepares estimates for a method: sigma becomes positive semidefinite for full,
 * and the covariance of the mean judgments for averages.
 */
extern Status repeats_prepare(Work *work, JudgmentEstimates *estimates, RepeatMethod method);

/* Returns the largest number of attributes that can be chosen; NULL costs are all 1. */
extern int	repeats_room(const JudgmentMoments *moments, RepeatMethod method,
						 const double *costs, double budget);

/*
 * Begins a search over estimates from repeats_prepare(), which must live as long as
 * the search.  costs[d], of one judgment each, are >= 0; NULL costs are all 1.
 */
extern void repeats_init(Work *work, Repeats *repeats, RepeatMethod method,
						 const JudgmentMoments *moments,
						 const JudgmentEstimates *estimates,
						 const double *costs, double budget, int room);

/* Makes the next purchase. */
extern void repeats_step(Work *work, Repeats *repeats, RepeatStep *step);

/* Returns the number of judgments of an attribute that the search has bought. */
extern int64 repeats_of(const Repeats *repeats, int a);

/*
 * Writes the repeats[d] that a complete search over estimates from repeats_prepare() chooses;
 * 0 if the budget buys nothing.  Returns obj(repeats).
 */
extern double repeats_choose(Work *work, RepeatMethod method, const JudgmentMoments *moments,
							 const JudgmentEstimates *estimates, const double *costs, double budget,
							 int64 *repeats);

#endif							/* AER_REPEATS_H */
