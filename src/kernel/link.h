/*
 * link.h
 *		From a linear prediction to the expected target; probabilities of classes that agree
 *		with what came.
 *
 * A target between low and high is expected there too, so a linear prediction z
 * is clamped.  For a target that takes the two values only there is a better
 * one where its link is known:
 *		low + (high - low) P,	P = 1 / (1 + exp(-(offset + slope z))).
 */
#ifndef AER_LINK_H
#define AER_LINK_H

#include "kernel/kernel.h"

typedef struct Link
{
	double		low;			/* -INFINITY: not known */
	double		high;			/* INFINITY: not known */
	bool		two_valued;		/* the target takes the values low and high only */
	bool		logistic;		/* slope and offset are known */
	double		slope;
	double		offset;
} Link;

/* No range, no link: the linear prediction is the prediction. */
extern void link_init(Link *link);

/* 1 / (1 + exp(-x)) */
extern double logistic(double x);

/* The expected target; NaN of NaN. */
extern double link_expect(const Link *link, double z);

/*
 * The probability of high, of a two-valued target that was seen in so many
 * rows: never surer than one row more of each kind would leave it.
 */
extern double link_probability(const Link *link, double z, double rows);

/* The same as log-odds. */
extern double link_log_odds(const Link *link, double z, double rows);

/*
 * The number by which predictions of a two-valued target are ordered, those
 * of other links among them: log-odds without that bound, or else where z
 * lies between low and high.
 */
extern double link_order(const Link *link, double z);

/*
 * Of three or more classes probabilities are made to agree with what came: ln p_c becomes
 * temperature ln p_c + offset_c, normalised.  What is impossible stays so.
 */
typedef struct ClassLink
{
	double		temperature;	/* greater than 0 */
	const double *offset;		/* [classes] */
} ClassLink;

extern void class_link_apply(const ClassLink *link, uint32 classes, double *probability);

#endif							/* AER_LINK_H */
