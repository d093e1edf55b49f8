/*
 * known_model.h
 *		A partial model of one target beside its ridge fit, for tests of the kernel.
 */
#ifndef TEST_KNOWN_MODEL_H
#define TEST_KNOWN_MODEL_H

#include "kernel/spending/partial_model.h"

typedef struct KnownModel
{
	Output		fit;
	double	   *shared;			/* [common] */
	size_t		common;
	PartialHead head;
	double	   *number;			/* [count] */
	size_t		count;
} KnownModel;

/* Fits all folds. */
static inline void
known_model_fit(Work *work, Moments *m, const FitOptions *options, KnownModel *known)
{
	FitOptions	ridge = *options;

	ridge.penalty = PENALTY_RIDGE;
	ridge.radius = INFINITY;
	known->fit = (Output) {.weight = WORK_ARRAY(work, m->d, double)};
	fit_moments(work, m, &ridge, NULL, &known->fit);
	known->shared = partial_shared(work, m, options, m->folds, &known->common);
	known->number = partial_fit(work, m, options, m->folds, &known->fit, known->shared, &known->head,
								&known->count);
}

static inline bool
known_model_view(const KnownModel *known, PartialModel *model)
{
	return partial_model_view(model, &known->head, known->shared, known->number, known->count);
}

#endif							/* TEST_KNOWN_MODEL_H */
