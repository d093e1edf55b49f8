/*
 * link.c
 *		Links: from a linear predictor to the expected target, and calibrated
 *		probabilities of classes.
 */
#include "kernel/link.h"

void
link_init(Link *link)
{
	memset(link, 0, sizeof(*link));
	link->low = -INFINITY;
	link->high = INFINITY;
}

/* The sign of x decides, so that nothing overflows or is lost near 0. */
double
logistic(double x)
{
	double		power = exp(-fabs(x));

	return x >= 0 ? 1 / (1 + power) : power / (1 + power);
}

/* NaN stays NaN. */
static double
clamp(double x, double low, double high)
{
	return x < low ? low : x > high ? high : x;
}

/* With a slope of 0 even an infinite z does not matter. */
static double
log_odds(const Link *link, double z)
{
	return link->slope == 0 && !isnan(z) ? link->offset : link->offset + link->slope * z;
}

double
link_expect(const Link *link, double z)
{
	double		p;

	if (!link->logistic)
		return clamp(z, link->low, link->high);
	p = logistic(log_odds(link, z));
	return (1 - p) * link->low + p * link->high;
}

double
link_probability(const Link *link, double z, double rows)
{
	double		least = 1 / (rows + 2);
	double		p = link->logistic ? logistic(log_odds(link, z)) :
		(link_expect(link, z) - link->low) / (link->high - link->low);

	return clamp(p, least, 1 - least);
}

double
link_log_odds(const Link *link, double z, double rows)
{
	double		most = log(rows + 1);
	double		p;

	if (link->logistic)
		return clamp(log_odds(link, z), -most, most);
	p = link_probability(link, z, rows);
	return log(p / (1 - p));
}

double
link_order(const Link *link, double z)
{
	return link->logistic ? log_odds(link, z) : (z - link->low) / (link->high - link->low);
}

void
class_link_apply(const ClassLink *link, uint32 classes, double *probability)
{
	double		largest = -INFINITY;
	double		sum = 0;

	for (uint32 c = 0; c < classes; c++)
	{
		probability[c] = link->temperature * log(probability[c]) + link->offset[c];
		largest = Max(largest, probability[c]);
	}
	for (uint32 c = 0; c < classes; c++)
	{
		probability[c] = exp(probability[c] - largest);
		sum += probability[c];
	}
	for (uint32 c = 0; c < classes; c++)
		probability[c] /= sum;
}
