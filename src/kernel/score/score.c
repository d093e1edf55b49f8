/*
 * score.c
 *		The inner product of weights and a row.
 */
#include "kernel/score/score.h"

#define LANES 8

static double
add_lanes(const double *lane)
{
	return ((lane[0] + lane[1]) + (lane[2] + lane[3])) +
		((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

/* One body for both widths: memcpy of a constant size is a plain load. */
#define SCORE_IN_PLACE(name, type) \
double \
name(const char *data, const double *weight, uint32 d) \
{ \
	double		lane[LANES] = {0}; \
	type		x[LANES]; \
	uint32		i = 0; \
\
	for (; i + LANES <= d; i += LANES) \
	{ \
		memcpy(x, data + (size_t) i * sizeof(type), sizeof(x)); \
		for (int l = 0; l < LANES; l++) \
			lane[l] += weight[i + l] * x[l]; \
	} \
	for (; i < d; i++) \
	{ \
		memcpy(x, data + (size_t) i * sizeof(type), sizeof(type)); \
		lane[i % LANES] += weight[i] * x[0]; \
	} \
	return add_lanes(lane); \
}

SCORE_IN_PLACE(score_float4, float)
SCORE_IN_PLACE(score_float8, double)

double
score_values(const double *value, const uint32 *attribute, uint32 n, const double *weight)
{
	double		lane[LANES] = {0};

	for (uint32 i = 0; i < n; i++)
		lane[attribute[i] % LANES] += weight[attribute[i]] * value[i];
	return add_lanes(lane);
}
