/*
 * high_dimensional_fit.h
 *		Fits ridge to moments of very many attributes.
 *
 * Memory and time are in proportion to the observed values.  The direction of the weights
 * comes from high_dimensional_direction.h, and the shrinkage from cross-validation, as in
 * fit_moments() (shrinkage.h).
 */
#ifndef AER_HIGH_DIMENSIONAL_FIT_H
#define AER_HIGH_DIMENSIONAL_FIT_H

#include "kernel/moments/fit.h"

/* Fits ridge without a radius to moments that are rows. */
extern void high_dimensional_fit(Work *work, Moments *moments, const FitOptions *options,
								 Output *output);

#endif							/* AER_HIGH_DIMENSIONAL_FIT_H */
