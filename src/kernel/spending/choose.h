/*
 * choose.h
 *		Which looks to buy when predicting, and what error to expect.
 *
 * The path is that of search.h on the fit to all folds; the forecast of a step
 * comes from paths that each fold's others would have chosen for the same
 * money (nested_cv.h).  The model of a step is the partial one with the other
 * attributes unknown.
 *
 * Of several targets of the same attributes one path serves all: what is explained, and
 * what is forecast, is of all together.
 */
#ifndef AER_CHOOSE_H
#define AER_CHOOSE_H

#include "kernel/spending/nested_cv.h"
#include "kernel/spending/search.h"

/*
 * A step.  The first one predicts the mean: nothing is bought, and its look is
 * NO_LOOK.
 */
typedef struct ChooseStep
{
	SearchStep	step;
	double		forecast;		/* of the squared error, of all targets; NaN without folds */
	double		forecast_se;
	double		unseen;			/* U: share of the gain on pairs never seen together */
} ChooseStep;

/* A share of the gain from which the forecast does not cover it. */
#define CHOOSE_UNSEEN 0.2

typedef struct ChooseOptions
{
	FitOptions	fit;			/* of the targets, with their looks */
	const Prices *prices;		/* checked */
	const uint8 *given;			/* [looks] of Given, or NULL */
	int64		budget;			/* or NO_BUDGET: the whole front */
	uint32		most;			/* looks bought, at most */
} ChooseOptions;

/*
 * Fills in step[looks + 1]; returns how many.  target[targets]: moments that differ in their
 * target alone.
 */
extern uint32 choose_looks(Work *work, Moments *const *target, uint32 targets,
						   const ChooseOptions *options, ChooseStep *step);

/*
 * How many of these steps gain: the later ones bring the forecast no lower than it was.  What is
 * known beforehand (given, or NULL) stays, and all do without forecasts.
 */
extern uint32 choose_gaining(const ChooseStep *step, uint32 count, const uint8 *given);

#endif							/* AER_CHOOSE_H */
