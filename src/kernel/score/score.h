/*
 * score.h
 *		Linear predictors: the inner product of weights and a row.
 *
 * Attribute i is added to partial sum i mod 8, and the eight sums are added in a fixed
 * order.  This is fast, and all functions give the same bits.
 */
#ifndef AER_SCORE_H
#define AER_SCORE_H

#include "kernel/kernel.h"

/* Return the linear predictor of d float4 or float8 values, which may be unaligned. */
extern double score_float4(const char *data, const double *weight, uint32 d);
extern double score_float8(const char *data, const double *weight, uint32 d);

/* Returns the linear predictor of value[n], of attribute[n] in ascending order. */
extern double score_values(const double *value, const uint32 *attribute, uint32 n,
						   const double *weight);

#endif							/* AER_SCORE_H */
