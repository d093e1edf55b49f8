/*
 * score.c
 *		Linear predictors: the inner product of weights and a row.
 */
#include "kernel/score/score.h"

#define LANES 8

static inline double
add_lanes(const double *lane)
{
	return ((lane[0] + lane[1]) + (lane[2] + lane[3])) +
		((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

/*
 * One body serves both types, as memcpy of a constant size is a plain load.  After the
 * loops are unrolled, every index of lane is a constant.  So the compiler keeps the sums
 * in vector registers; in memory they take four times as long, as each addition waits
 * for the store of the one before.
 *
 * The body is compiled again for processors with vectors of four doubles.  The order of
 * additions is the same, and products are rounded before they are added (no FMA), so the
 * bits are the same.
 */
#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_AVX2 __builtin_cpu_supports("avx2")
#define FOR_AVX2 __attribute__((target("avx2")))
#else
#define HAS_AVX2 0
#define FOR_AVX2
#endif

#define SCORE_IN_PLACE(name, type) \
static inline __attribute__((always_inline)) double \
name##_body(const char *data, const double *weight, uint32 d) \
{ \
	double		lane[LANES] = {0}; \
	int			rest = d % LANES; \
	const double *end = weight + (d - rest); \
	type		x; \
\
	for (; weight < end; weight += LANES, data += LANES * sizeof(type)) \
	{ \
		_Pragma("GCC unroll 8") \
		for (int l = 0; l < LANES; l++) \
		{ \
			memcpy(&x, data + l * sizeof(type), sizeof(type)); \
			lane[l] += weight[l] * x; \
		} \
	} \
	_Pragma("GCC unroll 8") \
	for (int l = 0; l < LANES; l++) \
		if (l < rest) \
		{ \
			memcpy(&x, data + l * sizeof(type), sizeof(type)); \
			lane[l] += weight[l] * x; \
		} \
	return add_lanes(lane); \
} \
\
FOR_AVX2 static double \
name##_avx2(const char *data, const double *weight, uint32 d) \
{ \
	return name##_body(data, weight, d); \
} \
\
double \
name(const char *data, const double *weight, uint32 d) \
{ \
	return HAS_AVX2 ? name##_avx2(data, weight, d) : name##_body(data, weight, d); \
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
