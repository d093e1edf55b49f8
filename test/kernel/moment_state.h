/*
 * moment_state.h
 *		Moments with memory from malloc, for the kernel tests.
 */
#ifndef TEST_MOMENT_STATE_H
#define TEST_MOMENT_STATE_H

#include <stdlib.h>

#include "kernel/moments/fit.h"
#include "kernel/moments/serialized.h"
#include "kernel/moments/subtract.h"

static inline void
state_new(Moments *m, uint32 d, uint32 folds, bool complete, const double *shift)
{
	moments_init(m, malloc(moments_size(d, folds)), d, folds, complete, shift);
}

static inline void
state_free(Moments *m)
{
	for (uint32 f = 0; f < m->folds; f++)
	{
		free(m->fold[f].marginal);
		free(m->fold[f].pairs.chunk);
		free(m->fold[f].gram.chunk);
	}
	free(m->fold);
}

/* Have a settled table, in new memory where there is none yet. */
static inline void
state_settle(Pairs *pairs, uint32 *head)
{
	void	   *chunk = pairs->table == NULL ? malloc(pairs_full_size(pairs->d)) : NULL;

	free(pairs_settled_table(pairs, chunk, head));
}

static inline void
state_start(Moments *m, uint32 fold)
{
	size_t		size = moments_start_size(m, fold);

	if (size > 0)
		moments_start(m, fold, malloc(size));
}

/* Add a row, growing by exactly what is asked for. */
static inline void
state_add(Moments *m, uint32 fold, const uint32 *attribute, const double *value, uint32 n,
		  double y)
{
	size_t		size;

	state_start(m, fold);
	size = moments_wanted(m, fold, n);
	if (size > 0)
		free(moments_grow(m, fold, n, malloc(size)));
	moments_add(m, fold, attribute, value, n, y);
	Assert(moments_valid(m));
}

/* target += sign * source, which is not closed */
static inline void
state_merge_signed(Moments *target, const Moments *source, double sign)
{
	void	   *scratch = malloc(moments_merge_scratch_size(target->d));

	moments_merge_common(target, source, sign);
	for (uint32 f = 0; f < target->folds; f++)
	{
		size_t		size;

		if (source->fold[f].rows == 0)
			continue;
		state_start(target, f);
		size = moments_merge_wanted(target, source, f, sign);
		free(moments_merge(target, source, f, sign, size, size > 0 ? malloc(size) : NULL, scratch));
	}
	free(scratch);
}

static inline void
state_merge(Moments *target, const Moments *source)
{
	state_merge_signed(target, source, 1);
	Assert(moments_valid(target));
}

/* Moments as words. */
typedef struct Words
{
	uint64	   *word;
	size_t		n;
	SerializedShape	shape;
} Words;

/* They are words.n words, and every one of them is written. */
static inline Words
state_write(const Moments *m)
{
	Words		words = {.shape = serialized_shape(m)};
	uint64	   *cells = malloc(m->folds * sizeof(uint64));
	void	   *scratch = malloc(serialized_scratch_size(m));
	SerializedStatus status = serialized_measure(NULL, m, &words.n, cells, scratch);

	Assert(status == SERIALIZED_OK);
	(void) status;
	words.word = malloc(words.n * sizeof(uint64));
	memset(words.word, 0x55, words.n * sizeof(uint64));
	serialized_write(NULL, m, words.word, cells, scratch);
	free(cells);
	free(scratch);
	return words;
}

/* target += sign * words */
static inline void
state_add_words(Moments *target, const Words *words, double sign)
{
	void	   *memory = malloc(serialized_view_size(&words->shape));
	Moments		view;

	serialized_view(&view, memory, words->word, &words->shape);
	state_merge_signed(target, &view, sign);
	free(memory);
}

/* Add row t of a data set under a keyed design. */
static inline void
state_add_planned(Moments *m, const Design *design, uint64 key, const double *row, double y)
{
	uint32	   *plan = malloc(sizeof(uint32) * design->d);
	uint32	   *scratch = malloc(sizeof(uint32) * design_scratch(design));
	double	   *value = malloc(sizeof(double) * design->d);

	design_plan_key(design, key, plan, scratch);
	for (uint32 k = 0; k < design->budget; k++)
		value[k] = row[plan[k]];
	state_add(m, design_fold_key(design, key), plan, value, design->budget, y);
	free(plan);
	free(scratch);
	free(value);
}

/* A standard normal number, near enough: the sum of twelve uniform ones. */
static inline double
normal(Rng *rng)
{
	double		sum = -6;

	for (int i = 0; i < 12; i++)
		sum += rng_unit(rng);
	return sum;
}

#endif							/* TEST_MOMENT_STATE_H */
