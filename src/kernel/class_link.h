/*
 * class_link.h
 *		Probabilities of three or more classes, made to agree with what came.
 *
 *		ln p_c becomes temperature ln p_c + offset_c, normalised.
 * What is impossible stays so.
 */
#ifndef AER_CLASS_LINK_H
#define AER_CLASS_LINK_H

#include "kernel/kernel.h"

typedef struct ClassLink
{
	double		temperature;	/* greater than 0 */
	const double *offset;		/* [classes] */
} ClassLink;

extern void class_link_apply(const ClassLink *link, uint32 classes, double *probability);

#endif							/* AER_CLASS_LINK_H */
