/*
 * wide_fit.h
 *		From moments of very many attributes to a ridge model.
 *
 * As fit_moments(), in memory and time of what was looked at: the direction of the
 * weights by wide_direction.h, their length from the folds as ever (shrinkage.h).
 */
#ifndef AER_WIDE_FIT_H
#define AER_WIDE_FIT_H

#include "kernel/moments/fit.h"

/* Bytes of scratch. */
extern size_t wide_fit_scratch_size(uint32 d, uint32 folds);

/*
 * Fit ridge without a radius to moments that are kept sparse and were added to row
 * by row.
 */
extern Status wide_fit(Moments *moments, const FitOptions *options, void *scratch,
					   Fit *fit, Poll poll);

#endif							/* AER_WIDE_FIT_H */
