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

/*
 * One body for both widths: memcpy of a constant size is a plain load.  The sums
 * are to stay in registers, of which the compiler makes vectors: so every index
 * of lane is a constant once the loops are unrolled.  In memory they take four
 * times as long, as each addition waits for the one before it to be stored.
 */
#define SCORE_IN_PLACE(name, type) \
static inline double \
name##_at(const char *data, int i) \
{ \
	type		x; \
\
	memcpy(&x, data + i * sizeof(type), sizeof(type)); \
	return x; \
} \
\
double \
name(const char *data, const double *weight, uint32 d) \
{ \
	double		lane[LANES] = {0}; \
	int			rest = d % LANES; \
	const double *end = weight + (d - rest); \
\
	for (; weight < end; weight += LANES, data += LANES * sizeof(type)) \
	{ \
		_Pragma("GCC unroll 8") \
		for (int l = 0; l < LANES; l++) \
			lane[l] += weight[l] * name##_at(data, l); \
	} \
	_Pragma("GCC unroll 8") \
	for (int l = 0; l < LANES; l++) \
		if (l < rest) \
			lane[l] += weight[l] * name##_at(data, l); \
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
