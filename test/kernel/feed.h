/*
 * feed.h
 *		Making a learner in a test, and giving it rows.
 */
#ifndef TEST_FEED_H
#define TEST_FEED_H

#include "kernel/stream/learner.h"
#include "work.h"

#include <stdlib.h>

/* A learner in a Work of its own. */
static inline Learner *
new_learner(const LearnerOptions *options, uint32 d)
{
	return learner_create(new_work(NULL), options, d);
}

static inline void
end_learner(Learner *learner)
{
	work_end(learner->work);
}

/* Give the learner what it asks for of the row x, and nothing else. */
static inline Status
feed_row(Learner *learner, const double *x, double y)
{
	const ReadPlan *plan = learner_plan(learner);
	double	   *seen = malloc(sizeof(double) * (plan->n + 1));
	Status		status;

	for (uint32 s = 0; s < plan->n; s++)
		seen[s] = x[plan->attribute[s]];
	status = learner_update(learner, seen, y);
	free(seen);
	return status;
}

#endif							/* TEST_FEED_H */
