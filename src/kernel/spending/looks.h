/*
 * looks.h
 *		Which attributes come with each look.
 *
 * Prices and plans count looks, the covariance counts attributes; a look at a
 * categorical column brings all its indicators.
 */
#ifndef AER_LOOKS_H
#define AER_LOOKS_H

#include "kernel/kernel.h"

/* start NULL: look i is attribute i. */
typedef struct Looks
{
	uint32		looks;
	const uint32 *start;		/* [looks + 1] of attribute[] */
	const uint32 *attribute;
} Looks;

/* How many attributes, and the k'th of them. */
static inline uint32
look_attributes(const Looks *looks, uint32 look)
{
	return looks->start != NULL ? looks->start[look + 1] - looks->start[look] : 1;
}

static inline uint32
look_attribute(const Looks *looks, uint32 look, uint32 k)
{
	return looks->start != NULL ? looks->attribute[looks->start[look] + k] : look;
}

#endif							/* AER_LOOKS_H */
