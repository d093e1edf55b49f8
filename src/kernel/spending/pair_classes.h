/*
 * pair_classes.h
 *		Which attributes were looked at together by design.
 */
#ifndef AER_PAIR_CLASSES_H
#define AER_PAIR_CLASSES_H

#include "kernel/looks.h"
#include "kernel/moments/held_out_loss.h"
#include "kernel/prices.h"

/*
 * The classes of held_out_loss.h, from the looks and the prices that the moments were
 * collected with (not those of a choice): each look of several attributes, each
 * panel, what is free and so always looked at, and the rest.  There is one with a
 * plain design.
 */
extern void pair_classes(Work *work, const Looks *looks, const Prices *prices,
						 PairClasses *classes);

#endif							/* AER_PAIR_CLASSES_H */
