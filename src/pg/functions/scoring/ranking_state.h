/*
 * ranking_state.h
 *		A Ranking at the end of a float8[], which is an aggregate's state: a real type,
 *		so that parallel and distributed plans can pass it on.
 */
#ifndef AER_RANKING_STATE_H
#define AER_RANKING_STATE_H

#include "pg/aer.h"

#include "kernel/score/ranking.h"
#include "utils/array.h"

/* Is that a float8[] of so many other numbers, and perhaps a Ranking behind them? */
extern bool ranking_state_valid(ArrayType *state, int before);

/* The Ranking behind so many other numbers of a valid state, or NULL. */
extern Ranking *ranking_state_of(ArrayType *state, int before);

/* The state with room for so many rows more in its ranking: itself, or a larger one. */
extern ArrayType *ranking_state_grow(ArrayType *state, int before, size_t more);

/* A copy of the Ranking, for a final function may run again and the kernel sorts it; or NULL. */
extern Ranking *ranking_state_copy(ArrayType *state, int before);

#endif							/* AER_RANKING_STATE_H */
