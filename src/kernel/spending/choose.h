/*
 * choose.h
 *		The looks to buy for predictions, and the error to expect.
 *
 * The path is that of search.h on the fit to all folds.  The forecast of a step is nested
 * (nested_cv.h): without each fold another path is chosen for the same money, and judged on
 * that fold.  A step predicts with the partial model of the attributes bought so far.
 *
 * Several targets of the same attributes share one path; their explained variances and
 * forecasts are added up.
 */
#ifndef AER_CHOOSE_H
#define AER_CHOOSE_H

#include "kernel/spending/nested_cv.h"
#include "kernel/spending/search.h"

/* One step.  The first predicts the mean; it buys nothing, and its look is NO_LOOK. */
typedef struct ChooseStep
{
	SearchStep	step;
	double		forecast;		/* of the squared error, summed over targets; NaN without folds */
	double		forecast_se;
	double		unseen;			/* what may rest on pairs never seen together, in explained
								 * variances; may exceed 1 (choose.c) */
} ChooseStep;

/* If unseen is at least this, the forecast is not reliable. */
#define CHOOSE_UNSEEN 0.2

typedef struct ChooseOptions
{
	FitOptions	fit;			/* of the targets, with their looks */
	const Prices *prices;		/* checked */
	const uint8 *look_state;	/* [looks] of LookState; NULL: all open */
	int64		budget;			/* NO_BUDGET: buy all that gains */
	uint32		most;			/* looks bought, at most */
} ChooseOptions;

/*
 * Writes the path to step[looks + 1] and returns the number of steps.
 * target: [targets] moments of the same rows with different targets.
 */
extern uint32 choose_looks(Work *work, Moments *const *target, uint32 targets,
						   const ChooseOptions *options, ChooseStep *step);

/*
 * Returns how many steps to keep: the steps after them do not lower the forecast.  Known
 * columns (look_state, may be NULL) are always kept, and so are all steps without forecasts.
 */
extern uint32 choose_gaining(const ChooseStep *step, uint32 count, const uint8 *look_state);

#endif							/* AER_CHOOSE_H */
