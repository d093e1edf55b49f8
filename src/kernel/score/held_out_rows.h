/*
 * held_out_rows.h
 *		Rows with the scores of models that were not trained on them.
 */
#ifndef AER_HELD_OUT_ROWS_H
#define AER_HELD_OUT_ROWS_H

#include "kernel/kernel.h"

/* All numbers are doubles, so that processes can exchange rows. */
typedef struct HeldOutRows
{
	double	   *number;			/* [n * (scores + 2)] fold, scores and target of each row */
	size_t		n;				/* rows */
	uint32		scores;			/* of each row */
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
