/*
 * judgment_folds.c
 *		Moments of judged objects, dealt into folds for cross-validation.
 */
#include "kernel/judgments/judgment_folds.h"

#include "kernel/rng.h"

int64
judgment_folds_objects(const JudgmentFolds *folds)
{
	int64		objects = 0;
	int			f;

	for (f = 0; f < JUDGMENT_FOLDS; f++)
		if (folds->part[f])
			objects += judgment_moments_objects(folds->part[f]);
	return objects;
}

/* Returns the fold of object n, from 0. */
static int
fold_of(int64 n)
{
	uint64		first = rng_mix(0, (uint64) (n / JUDGMENT_FOLDS)) % JUDGMENT_FOLDS;

	return (int) ((first + (uint64) (n % JUDGMENT_FOLDS)) % JUDGMENT_FOLDS);
}

int
judgment_folds_next(const JudgmentFolds *folds)
{
	return fold_of(judgment_folds_objects(folds));
}

int
judgment_folds_match(const JudgmentFolds *folds, int f)
{
	return (f + JUDGMENT_FOLDS - fold_of(0) + judgment_folds_next(folds)) % JUDGMENT_FOLDS;
}

void
judgment_folds_sum(const JudgmentFolds *folds, int omit, JudgmentMoments *sum)
{
	int			f;

	judgment_moments_clear(sum);
	for (f = 0; f < JUDGMENT_FOLDS; f++)
		if (f != omit && folds->part[f])
			judgment_moments_merge(sum, folds->part[f]);
	judgment_moments_flush(sum);
}
