/*
 * sampled_table.h
 *		Rows of a sample, all attributes of each, and what is to be learned of them.
 */
#ifndef AER_SAMPLED_TABLE_H
#define AER_SAMPLED_TABLE_H

#include "kernel/looks.h"

typedef struct SampledTable
{
	uint32		rows;
	uint32		d;				/* attributes of a row */
	double	   *value;			/* [rows * d] */
	uint32		outputs;		/* one for a number, of classes one for each */
	double	   *target;			/* [outputs * rows] */
} SampledTable;

/*
 * Mark in chosen[looks->n] so many looks: those of which one attribute alone explains
 * most of the target, a linear function of it.  How many they are.
 */
extern uint32 sampled_table_choose(Work *work, const SampledTable *table, const Looks *looks,
								   uint32 most, bool *chosen);

/* Of each row the attributes of these looks; of the same targets. */
extern SampledTable sampled_table_some(Work *work, const SampledTable *table, const Looks *looks,
									   const bool *chosen);

/*
 * Take off an output's target what a linear model with these weights, over attributes less
 * their means, says of it: what is left is the residuals, but for a constant.
 */
extern void sampled_table_residuals(Work *work, SampledTable *table, uint32 output,
									const double *mean, const double *weight);

#endif							/* AER_SAMPLED_TABLE_H */
