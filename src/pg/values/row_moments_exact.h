/*
 * row_moments_exact.h
 *		Moments of rows whose sums are in two words: for row_moments.c alone.
 */
#ifndef AER_ROW_MOMENTS_EXACT_H
#define AER_ROW_MOMENTS_EXACT_H

#include "pg/values/row_moments.h"

/* Sums of no rows. */
extern void exact_object_start(RowMoments *object);

/* A row more or less; the looks at what was there are the caller's to count. */
extern void exact_object_add(RowMoments *object, uint32 fold, double y, const uint32 *plan,
							 uint32 n, const uint32 *present, const double *value, uint32 m,
							 int sign);

/* Listed rows, their looks too. */
extern void exact_object_add_list(RowMoments *object, const RowList *list, int sign);

/* What another object has in its sums, plain or in two words, or checked words have. */
extern void exact_object_add_sums(RowMoments *target, const RowMoments *source, int sign);
extern void exact_object_add_words(RowMoments *target, const uint64 *word,
								   const WordsShape *shape, int sign);

/* From complete sums to pairs; complete is false already. */
extern void exact_object_break(RowMoments *object);

/* Have the view of the sums in object->moments, or let go of it. */
extern void exact_object_view(RowMoments *object);
extern void exact_object_changed(RowMoments *object);

#endif							/* AER_ROW_MOMENTS_EXACT_H */
