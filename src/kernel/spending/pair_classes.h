/*
 * pair_classes.h
 *		Which attributes were looked at together by design.
 */
#ifndef AER_PAIR_CLASSES_H
#define AER_PAIR_CLASSES_H

#include "kernel/looks.h"
#include "kernel/prices.h"

/*
 * The classes of held_out_loss.h, from the looks and the prices that the moments were
 * collected with (not those of a choice): each look of several attributes, each
 * panel, what is free and so always looked at, and the rest.  Fills in
 * class_of[looks->d]; returns how many there are, 1 with a plain design.
 * scratch: [cost_groups + 2].
 */
extern uint32 pair_classes(const Looks *looks, const Prices *prices, uint32 *class_of,
						   uint32 *scratch);

#endif							/* AER_PAIR_CLASSES_H */
