/*
 * ranking_state.h
 *		A Ranking at the end of a float8[], the state of an aggregate.
 *
 * `before` is the number of other numbers, which precede the ranking.
 */
#ifndef AER_RANKING_STATE_H
#define AER_RANKING_STATE_H

#include "pg/aer.h"

#include "kernel/score/ranking.h"
#include "utils/array.h"

/* Returns true if a value is a float8[] of the other numbers, perhaps followed by a Ranking. */
extern bool ranking_state_valid(ArrayType *state, int before);

/* Returns the Ranking in a valid state, or NULL. */
extern Ranking *ranking_state_of(ArrayType *state, int before);

/* Returns the state, or a larger copy, with room for more rows in its ranking. */
extern ArrayType *ranking_state_grow(ArrayType *state, int before, size_t more);

/* Returns a copy of the Ranking, which the kernel may sort; NULL if there is none. */
extern Ranking *ranking_state_copy(ArrayType *state, int before);

#endif							/* AER_RANKING_STATE_H */
