/*
 * judgment_folds.h
 *		Moments of judged objects, dealt into folds for cross-validation.
 *
 * Objects have no key, so they are dealt in turn: each run of JUDGMENT_FOLDS
 * objects gives one to each fold.  A hash of the run's number chooses the fold that
 * begins, as data may be periodic.  Merging shifts the folds of one part so that its
 * first object follows the last one of the other part.  So folds have nearly equal
 * sizes, even if every part has one object.
 *
 * A hash of the object's values would not depend on the order of objects.  But it
 * would put equal objects into one fold, and the errors of models that never saw
 * such objects would be larger than those on new objects.
 */
#ifndef AER_JUDGMENT_FOLDS_H
#define AER_JUDGMENT_FOLDS_H

#include "kernel/judgments/judgment_moments.h"

/* Part of the stored form, which has the sums of each fold. */
#define JUDGMENT_FOLDS 5

typedef struct JudgmentFolds
{
	int			d;				/* attributes */
	JudgmentMoments *part[JUDGMENT_FOLDS];	/* NULL for a fold without objects */
} JudgmentFolds;

/* Returns the number of objects in all folds, pending ones included. */
extern int64 judgment_folds_objects(const JudgmentFolds *folds);

/* Returns the fold of the next object. */
extern int	judgment_folds_next(const JudgmentFolds *folds);

/* Returns the fold into which fold f of another part, which has objects, is merged. */
extern int	judgment_folds_match(const JudgmentFolds *folds, int f);

/*
 * Sets sum, which must be initialised, to the moments of all folds without fold
 * omit, or of all folds if omit < 0.
 */
extern void judgment_folds_sum(const JudgmentFolds *folds, int omit, JudgmentMoments *sum);

#endif							/* AER_JUDGMENT_FOLDS_H */
