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

/* Sums, or rows, as words. */
typedef struct Words
{
	uint64	   *word;
	size_t		n;
	SerializedShape	shape;
	bool		of_classes;
} Words;

/* They are words.n words, and every one of them is written. */
static inline Words
state_write(Moments *m)
{
	Words		words;
	uint64	   *end;
	SerializedStatus status;

	moments_sum(m);
	words.shape = serialized_shape(m);
	words.of_classes = m->of_classes;
	status = serialized_measure(m, &words.n);
	Assert(status == SERIALIZED_OK);
	(void) status;
	words.word = malloc(words.n * sizeof(uint64));
	memset(words.word, 0x55, words.n * sizeof(uint64));
	end = serialized_write(m, words.word);
	Assert(end == words.word + words.n);
	(void) end;
	return words;
}

/* Reads words into new moments, in a Work that is a child of work. */
static inline SerializedStatus
state_read(Work *work, Moments *m, const Words *words)
{
	const SerializedShape *shape = &words->shape;

	moments_init(work_begin(work), m, shape->d, shape->folds, shape->complete, NULL);
	m->of_classes = words->of_classes;
	return serialized_read(m, words->word, words->n, shape);
}

/* target += sign * words; number: as moments_merge() has it */
static inline void
state_add_words(Moments *target, const Words *words, double sign, const uint32 *number)
{
	Moments		source;
	SerializedStatus status = state_read(test_work(), &source, words);

	Assert(status == SERIALIZED_OK && moments_valid(&source));
	(void) status;
	moments_merge(target, &source, sign, number);
	state_free(&source);
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
