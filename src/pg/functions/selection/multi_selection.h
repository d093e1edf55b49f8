/*
 * multi_selection.h
 *		What the choice of repeats and the fit to them share.
 */
#ifndef AER_MULTI_SELECTION_H
#define AER_MULTI_SELECTION_H

#include "pg/values/judgments/judgment_state.h"
#include "kernel/repeats/repeats.h"
#include "utils/array.h"

/* How users call the methods. */
#define REPEAT_METHODS (REPEATS_COPIES + 1)
extern const char *const repeat_method_name[REPEAT_METHODS];

/* Raise what the kernel reports. */
extern void selection_check(Status status);

/* Elements of an array, one for each attribute, none of them NULL. */
extern Datum *selection_array(ArrayType *array, const char *argument, int d);

/*
 * What one judgment of each attribute costs, by the arguments "costs", which is
 * that number, and "prices", which is the next; NULL: 1 each.
 */
extern double *selection_costs(FunctionCallInfo fcinfo, int number, const JudgmentState *state);

/*
 * The moments argument, and the sum of its folds; an error unless something
 * can be estimated from it.
 */
extern const JudgmentState *selection_moments(Datum value, const char *function,
											  JudgmentMoments *sum);

extern void selection_init_moments(JudgmentMoments *moments, int d);
extern void selection_init_estimates(JudgmentEstimates *estimates, int d);
extern void selection_estimate(JudgmentEstimates *estimates, const JudgmentMoments *moments);

/*
 * Begin a search; false: the budget buys nothing.  The memory that it takes is
 * the present context's.
 */
extern bool selection_begin(Repeats *repeats, const JudgmentMoments *moments,
							RepeatMethod method, const double *costs, double budget);

#endif							/* AER_MULTI_SELECTION_H */
