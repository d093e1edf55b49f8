/*
 * pair_classes.h
 *		Classes of attributes that the design reads together.
 */
#ifndef AER_PAIR_CLASSES_H
#define AER_PAIR_CLASSES_H

#include "kernel/looks.h"
#include "kernel/moments/held_out_loss.h"
#include "kernel/prices.h"

/*
 * Finds the classes of held_out_loss.h from the looks and prices with which the moments were
 * collected (not those of a later choice).  There is a class for each look with several
 * attributes, each panel, the free looks, which are always made, and the rest.  A plain
 * design has one class.
 */
extern void pair_classes(Work *work, const Looks *looks, const Prices *prices,
						 PairClasses *classes);

#endif							/* AER_PAIR_CLASSES_H */
