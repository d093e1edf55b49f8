/*
 * moment_state.h
 *		Moments in a Work of their own, for the kernel tests.
 */
#ifndef TEST_MOMENT_STATE_H
#define TEST_MOMENT_STATE_H

#include <stdlib.h>

#include "kernel/moments/fit.h"
#include "kernel/moments/serialized.h"
#include "kernel/moments/subtract.h"
#include "work.h"

static inline void
state_new(Moments *m, uint32 d, uint32 folds, bool complete, const double *shift)
{
	moments_init(new_work(NULL), m, d, folds, complete, shift);
}

static inline void
state_free(Moments *m)
{
	work_end(m->work);
}

/* attribute: NULL where all are there */
static inline void
state_add(Moments *m, uint32 fold, const uint32 *attribute, const double *value, uint32 n,
		  double y)
{
	uint32		all[64];

	for (uint32 i = 0; i < n && attribute == NULL; i++)
		all[i] = i;
	if (attribute == NULL)
		attribute = all;
	moments_add(m, fold, y, attribute, n, attribute, value, n);
	Assert(moments_valid(m));
}

static inline void
state_merge(Moments *target, Moments *source)
{
	moments_settle(source);
	moments_merge(target, source, 1, NULL);
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
state_write(Moments *m)
{
	Words		words;
	uint64	   *cells = malloc(m->folds * sizeof(uint64));
	SerializedStatus status;

	moments_settle(m);
	words.shape = serialized_shape(m);
	status = serialized_measure(test_work(), m, &words.n, cells);
	Assert(status == SERIALIZED_OK);
	(void) status;
	words.word = malloc(words.n * sizeof(uint64));
	memset(words.word, 0x55, words.n * sizeof(uint64));
	serialized_write(test_work(), m, words.word, cells);
	free(cells);
	return words;
}

/* target += sign * words */
static inline void
state_add_words(Moments *target, const Words *words, double sign)
{
	Work	   *work = work_begin(test_work());
	Moments		view;

	serialized_view(work, &view, words->word, &words->shape);
	moments_merge(target, &view, sign, NULL);
	work_end(work);
}

/* Add row t of a data set under a keyed design. */
static inline void
state_add_planned(Moments *m, const Design *design, uint64 key, const double *row, double y)
{
	uint32	   *plan = malloc(sizeof(uint32) * design->d);
	double	   *value = malloc(sizeof(double) * design->d);

	design_plan_key(design, key, plan);
	for (uint32 k = 0; k < design->budget; k++)
		value[k] = row[plan[k]];
	state_add(m, design_fold_key(design, key), plan, value, design->budget, y);
	free(plan);
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
