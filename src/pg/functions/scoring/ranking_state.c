/*
 * ranking_state.c
 *		A Ranking at the end of a float8[], the state of an aggregate.
 */
#include "pg/functions/scoring/ranking_state.h"

#include "catalog/pg_type.h"

Ranking *
ranking_state_of(ArrayType *state, int before)
{
	return ARR_DIMS(state)[0] == before ? NULL : (Ranking *) ((double *) ARR_DATA_PTR(state) + before);
}

bool
ranking_state_valid(ArrayType *state, int before)
{
	const Ranking *ranking;
	Size		numbers;

	if (ARR_NDIM(state) != 1 || ARR_HASNULL(state) || ARR_ELEMTYPE(state) != FLOAT8OID ||
		ARR_DIMS(state)[0] < before)
		return false;
	ranking = ranking_state_of(state, before);
	if (ranking == NULL)
		return true;
	numbers = ARR_DIMS(state)[0] - before;
	return numbers >= RANKING_NUMBERS(0) && ranking->room >= 0 && ranking->room <= RANKING_MOST &&
		RANKING_NUMBERS(ranking->room) == numbers &&
		ranking->n >= 0 && ranking->n <= ranking->room && ranking->n == rint(ranking->n);
}

ArrayType *
ranking_state_grow(ArrayType *state, int before, size_t more)
{
	const Ranking *ranking = ranking_state_of(state, before);
	size_t		room = ranking_room_for(ranking, more);
	Size		bytes;
	ArrayType  *larger;

	if (ranking && room == ranking->room)
		return state;
	bytes = ARR_OVERHEAD_NONULLS(1) + sizeof(double) * (before + RANKING_NUMBERS(room));
	larger = palloc0(bytes);
	memcpy(larger, state, ARR_OVERHEAD_NONULLS(1) + sizeof(double) * before);
	SET_VARSIZE(larger, bytes);
	ARR_DIMS(larger)[0] = (bytes - ARR_OVERHEAD_NONULLS(1)) / sizeof(double);
	ranking_init(ranking_state_of(larger, before), room, ranking);
	return larger;
}

Ranking *
ranking_state_copy(ArrayType *state, int before)
{
	const Ranking *ranking = ranking_state_of(state, before);
	Ranking    *copy;

	if (ranking == NULL)
		return NULL;
	copy = palloc(sizeof(double) * RANKING_NUMBERS(ranking->n));
	ranking_init(copy, (size_t) ranking->n, ranking);
	return copy;
}
