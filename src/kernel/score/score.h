/*
 * score.h
 *		The inner product of weights and a row.
 *
 * Eight partial sums, attribute i into sum i mod 8, added up in a fixed order:
 * fast, and the same bits whichever of the functions computes it.
 */
#ifndef AER_SCORE_H
#define AER_SCORE_H

#include "kernel/kernel.h"

/* All d attributes stand in place as float4 or float8, perhaps unaligned. */
extern double score_float4(const char *data, const double *weight, uint32 d);
extern double score_float8(const char *data, const double *weight, uint32 d);

/* value[i] is that of attribute[i]; attributes ascend. */
extern double score_values(const double *value, const uint32 *attribute, uint32 n,
						   const double *weight);

#endif							/* AER_SCORE_H */
