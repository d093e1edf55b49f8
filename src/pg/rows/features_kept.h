/*
 * features_kept.h
 *		The values of a batch of rows, kept for all who read the same features.
 */
#ifndef AER_FEATURES_KEPT_H
#define AER_FEATURES_KEPT_H

#include "pg/rows/features.h"

/*
 * n rows are going to be read, by several and in any order: what is read of them
 * is kept until this is called again.  From the first call on, rows are taken by
 * features_turn() only.
 */
extern void features_keep(Features *features, int n);

/*
 * Take the i-th of them, as features_open() does, whose value is always the same;
 * of features that keep nothing, i does not matter.
 */
extern uint32 features_turn(Features *features, int i, Datum value);

/*
 * The values of the row in place, as floats of a width, or NULL; those that were
 * not read yet, or are NULL, are NaN.
 */
extern const char *features_in_place(const Features *features, int *width);

/* What features.c calls where values are kept. */
extern bool features_kept_target(Features *features, double *target, int64 row_number);
extern void features_kept_read(Features *features, const uint32 *attribute, uint32 n,
							   double *value, bool *null);

#endif							/* AER_FEATURES_KEPT_H */
