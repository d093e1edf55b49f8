/*
 * held_out_rows.h
 *		Rows that were predicted by models which have not learned from them.
 */
#ifndef AER_HELD_OUT_ROWS_H
#define AER_HELD_OUT_ROWS_H

#include "kernel/kernel.h"

/* All doubles, so that rows can be sent from process to process. */
typedef struct HeldOutRows
{
	double	   *number;			/* [n * (scores + 2)] of each row its fold, its scores and its target */
	size_t		n;
	uint32		scores;			/* a row */
} HeldOutRows;

static inline size_t
held_out_width(const HeldOutRows *rows)
{
	return (size_t) rows->scores + 2;
}

static inline const double *
held_out_scores(const HeldOutRows *rows, size_t i)
{
	return rows->number + i * held_out_width(rows) + 1;
}

static inline double
held_out_target(const HeldOutRows *rows, size_t i)
{
	return held_out_scores(rows, i)[rows->scores];
}

#endif							/* AER_HELD_OUT_ROWS_H */
