/*
 * class_link.c
 *		Probabilities of three or more classes, made to agree with what came.
 */
#include "kernel/class_link.h"

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
