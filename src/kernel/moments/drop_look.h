/*
 * drop_look.h
 *		How much of r2 goes with a look, where the rest is fitted anew.
 *
 * Ridge in the metric is x = A^-1 c, A = X + lambda.  Without the attributes J, at the same
 * lambda, it is by one down-date
 *		x - A^-1_J u,	u = (A^-1_JJ)^-1 x_J,
 * so that c'x falls by x_J'u, and all that a fit without J tells follows from three blocks of
 * A^-1 and A^-2.  With r2 the square of the correlation that the sums expect between score
 * and target, R what is expected of the fit on new rows, and s the variance that this leaves,
 *		R (1 - r2 without J / r2) - 2 s (df - df without J) / (n v_y)
 * goes with J: what is not needed to explain a few rows is worth less than nothing there, by
 * Mallows (Some comments on C_p, 1973).  df = tr(X A^-1), which only complete moments have;
 * else the last term is left out.
 */
#ifndef AER_DROP_LOOK_H
#define AER_DROP_LOOK_H

#include "kernel/looks.h"
#include "kernel/moments/estimate.h"

/*
 * To drop[looks], of a column with its pairs, and of a pair alone; expected: R.  False: it is
 * not told, as lambda is 0, or as it would take long beside a fit: the squares of the sizes
 * of all J add up to more than the square of the attributes.
 */
extern bool drop_looks(Work *work, const Estimate *estimate, const Looks *looks, double lambda,
					   double expected, double *drop);

#endif							/* AER_DROP_LOOK_H */
