/*
 * judgment_folds.h
 *		Moments of judged objects, dealt into folds for a forecast.
 *
 * Objects have no key, so they are dealt in turn: of every JUDGMENT_FOLDS that
 * follow each other one goes to each fold, beginning with a fold that is drawn
 * from how many there were, as data may have a period.  Merging shifts the
 * folds of one part, so that its first object is the next of the other: folds
 * stay of much the same size, even of parts of one object each.  (A hash of the
 * object's own numbers would depend on no order, but would throw all objects
 * that are alike into one fold; a model of the others has then never met their
 * like, which makes its errors larger than those of new objects.)
 */
#ifndef AER_JUDGMENT_FOLDS_H
#define AER_JUDGMENT_FOLDS_H

#include "kernel/judgments/judgment_moments.h"

/* Part of every stored value: the sums of each fold stand in it. */
#define JUDGMENT_FOLDS 5

typedef struct JudgmentFolds
{
	int			d;				/* attributes */
	JudgmentMoments *part[JUDGMENT_FOLDS];	/* NULL: no object yet */
} JudgmentFolds;

/* Objects of all folds, waiting ones included. */
extern int64 judgment_folds_objects(const JudgmentFolds *folds);

/* The fold of the next object. */
extern int	judgment_folds_next(const JudgmentFolds *folds);

/* The fold that takes what is in fold f of another part, which has objects. */
extern int	judgment_folds_match(const JudgmentFolds *folds, int f);

/*
 * Moments of the objects of all folds but one (omit < 0: of all) into sum,
 * which is initialised.
 */
extern void judgment_folds_sum(const JudgmentFolds *folds, int omit, JudgmentMoments *sum);

#endif							/* AER_JUDGMENT_FOLDS_H */
