/*
 * judgments.c
 *		The repeated judgments of one attribute of one object.
 *
 * Running means after Welford (1962), merged after Chan, Golub and LeVeque
 * (1979): equal judgments have a variance of exactly 0, whatever their size.
 */
#include "kernel/judgments/judgments.h"

void
judgments_add(Judgments *judgments, double value)
{
	double		delta = value - judgments->mean;

	judgments->count++;
	judgments->mean += delta / (double) judgments->count;
	judgments->ss += delta * (value - judgments->mean);
}

void
judgments_merge(Judgments *judgments, const Judgments *other)
{
	double		delta = other->mean - judgments->mean;
	double		share;

	if (other->count == 0)
		return;
	share = (double) other->count / (double) (judgments->count + other->count);
	judgments->ss += other->ss + delta * delta * share * (double) judgments->count;
	judgments->mean += delta * share;
	judgments->count += other->count;
}

double
judgments_variance(const Judgments *judgments)
{
	Assert(judgments->count > 1);
	return judgments->ss / (double) (judgments->count - 1);
}
