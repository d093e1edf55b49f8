/*
 * high_dimensional_fit.h
 *		From moments of very many attributes to a ridge model.
 *
 * As fit_moments(), in memory and time of what was looked at: the direction of the
 * weights by high_dimensional_direction.h, their length from the folds as ever (shrinkage.h).
 */
#ifndef AER_HIGH_DIMENSIONAL_FIT_H
#define AER_HIGH_DIMENSIONAL_FIT_H

#include "kernel/moments/fit.h"

/*
 * Fit ridge without a radius to moments that are rows.
 */
extern void high_dimensional_fit(Work *work, Moments *moments, const FitOptions *options,
								 Output *output);

#endif							/* AER_HIGH_DIMENSIONAL_FIT_H */
