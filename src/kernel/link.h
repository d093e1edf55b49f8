/*
 * link.h
 *		Links: from a linear predictor to the expected target, and calibrated
 *		probabilities of classes.
 *
 * If the target lies between low and high, the linear predictor z is clipped to
 * that range.  If the target takes only these two values and the logistic link is
 * known, the expected target is
 *		low + (high - low) P,	P = 1 / (1 + exp(-(offset + slope z))).
 */
#ifndef AER_LINK_H
#define AER_LINK_H

#include "kernel/kernel.h"

typedef struct Link
{
	double		low;			/* smallest target; -INFINITY: not known */
	double		high;			/* largest target; INFINITY: not known */
	bool		two_valued;		/* the target takes the values low and high only */
	bool		logistic;		/* slope and offset are known */
	double		slope;
	double		offset;
} Link;

/* Initialises the identity: the prediction is the linear predictor. */
extern void link_init(Link *link);

/* Returns 1 / (1 + exp(-x)). */
extern double logistic(double x);

/* Returns the expected target, or NaN if z is NaN. */
extern double link_expect(const Link *link, double z);

/*
 * Returns the probability of the high value of a two-valued target.  It is kept
 * within the range that remains possible after one more row of each value, for a
 * model that was trained on this many rows.
 */
extern double link_probability(const Link *link, double z, double rows);

/* Returns the log-odds of link_probability(). */
extern double link_log_odds(const Link *link, double z, double rows);

/*
 * Returns a number that ranks predictions of a two-valued target, also across
 * links: the log-odds without the bound of link_probability() if the link is
 * logistic, else the position of z between low and high.
 */
extern double link_order(const Link *link, double z);

/*
 * Calibrates multiclass probabilities: ln p_c becomes temperature ln p_c + offset_c,
 * normalised.  A probability of 0 stays 0.
 */
typedef struct ClassLink
{
	double		temperature;	/* greater than 0 */
	const double *offset;		/* [classes] */
} ClassLink;

extern void class_link_apply(const ClassLink *link, uint32 classes, double *probability);

#endif							/* AER_LINK_H */
