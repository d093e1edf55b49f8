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
	double	   *number;			/* [n * held_out_width()] fold, scores, target, group and weight of each row */
	size_t		n;				/* rows */
	uint32		scores;			/* of each row */
	uint32		lags;			/* groups that are so far apart, or less, are alike: set by group_times(); else 0 */
} HeldOutRows;

/* Returns the numbers of a row that has so many scores. */
static inline size_t
held_out_width(uint32 scores)
{
	return (size_t) scores + 4;
}

/* Returns the scores of row i, followed by its target, group and weight. */
static inline double *
held_out_scores(const HeldOutRows *rows, size_t i)
{
	return rows->number + i * held_out_width(rows->scores) + 1;
}

static inline double
held_out_target(const HeldOutRows *rows, size_t i)
{
	return held_out_scores(rows, i)[rows->scores];
}

/* Returns a number that the rows of one group have in common. */
static inline double
held_out_group(const HeldOutRows *rows, size_t i)
{
	return held_out_scores(rows, i)[rows->scores + 1];
}

static inline double
held_out_weight(const HeldOutRows *rows, size_t i)
{
	return held_out_scores(rows, i)[rows->scores + 2];
}

/* Returns sum w / sum w^2, by which weights become effective rows; 1 if all weights are 1. */
static inline double
held_out_effective(const HeldOutRows *rows)
{
	double		sum = 0;
	double		squares = 0;

	for (size_t i = 0; i < rows->n; i++)
	{
		double		weight = held_out_weight(rows, i);

		sum += weight;
		squares += weight * weight;
	}
	return sum / squares;
}

#endif							/* AER_HELD_OUT_ROWS_H */
