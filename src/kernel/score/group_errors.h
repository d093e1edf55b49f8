/*
 * group_errors.h
 *		Means over held-out rows, and their standard errors by group.
 *
 * Rows of one group are alike, so their errors do not cancel as those of different rows do.
 * With the loss e, the weight w and G groups, the mean is L = sum w e / sum w, and
 *
 *		se^2 = G / (G - 1) * sum_g (sum of w (e - L) over the rows of g)^2 / (sum w)^2.
 *
 * If every row is a group of its own, this is the usual standard error of a mean.
 *
 * Slices of time that follow each other are alike, too.  With s_g the sum of slice g above, they add
 *
 *		2 sum over l = 1 .. m of (1 - l / (m + 1)) sum_g s_g s_g-l
 *
 * to sum_g s_g^2 (Newey and West 1987), unless that is negative; m = 4 (G / 100)^(2/9), rounded down
 * (Newey and West 1994).
 */
#ifndef AER_GROUP_ERRORS_H
#define AER_GROUP_ERRORS_H

#include "kernel/score/held_out_rows.h"

typedef struct RowGroups
{
	const HeldOutRows *rows;
	size_t	   *row;			/* [n] the rows, ordered by group */
	size_t		groups;
	double		weight;			/* of all rows */
} RowGroups;

/* Finds the groups of rows; lives in the Work, and as long as the rows stay as they are. */
extern RowGroups row_groups(Work *work, const HeldOutRows *rows);

/*
 * Makes the times that rows have as groups into at most so many groups: consecutive ones of
 * about as many rows, each of which has whole times.  Sets rows->lags.
 */
extern void group_times(Work *work, HeldOutRows *rows, size_t groups);

/*
 * Returns the standard error of the error in the last of n consecutive blocks of time, as a forecast of
 * the error in the next block.  loss[n] are mean errors of blocks that were predicted from the blocks
 * before; se[n] are their standard errors within the blocks.  As few slices of time have heavy tails,
 * the relative standard errors are pooled.  If the logarithms of successive errors differ more than
 * these explain, errors drift, and the excess is added:
 *
 *		within = mean over b of (se_b / L_b)^2,
 *		between = mean over b of (ln L_b+1 - ln L_b)^2,
 *		se^2 = L_n^2 (within + max(between - 2 within, 0)).
 *
 * With one block, or if this is not defined, it is se_n; NaN without a block.
 */
extern double block_error_se(const double *loss, const double *se, size_t n);

/* A row, and the number by which rows are ordered. */
typedef struct OrderedRow
{
	double		order;
	size_t		row;
} OrderedRow;

/* Returns the n rows sorted by order[n], ascending; lives in the Work. */
extern OrderedRow *order_held_out_rows(Work *work, const double *order, size_t n);

/* Returns the mean of loss[n]. */
extern double group_mean(const RowGroups *groups, const double *loss);

/* Returns the standard error of the mean of loss[n]; NaN if there is one group only. */
extern double group_mean_se(Work *work, const RowGroups *groups, const double *loss, double mean);

/*
 * Returns the area under the ROC curve of order[n], by which rows are ordered, where high[n]
 * says which rows have the high target: the share of pairs of a high and a low row in which the
 * high one comes later, ties being worth a half.  *se becomes its standard error by group
 * (Obuchowski 1997): of each row the share of pairs that it wins, less the area, over the weight
 * of the rows of its target.  A group adds those of both targets before they are squared.  NaN
 * if there are fewer than two rows of a target.
 */
extern double group_area(Work *work, const RowGroups *groups, const double *order,
						 const bool *high, double *se);

#endif							/* AER_GROUP_ERRORS_H */
