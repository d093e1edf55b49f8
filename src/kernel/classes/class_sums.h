/*
 * class_sums.h
 *		Sums by class, beside moments: every class is a target of the same pairs.
 *
 * Where the target is a class, moments have sums of a target that is always 0, and
 * here stands, for each class and fold, how many rows it has, and for each attribute
 * in how many of these it was seen and the sum of x - shift there.  With y = 1 in the
 * class, else 0, these are sum y = sum y^2 and sum x y, so that moments become those of
 * this target without a second sum over pairs.
 *
 * Classes are numbered by the caller.  16 d bytes a class and fold.
 */
#ifndef AER_CLASS_SUMS_H
#define AER_CLASS_SUMS_H

#include "kernel/moments/moments.h"

typedef struct ClassCell
{
	double		n;
	double		x;
} ClassCell;

typedef struct ClassSums
{
	uint32		d;
	uint32		folds;
	uint32		classes;		/* 0: none; then there are no arrays */
	double	   *rows;			/* [classes * folds], by class */
	ClassCell  *cell;			/* [classes * folds * d], by class, then fold */
} ClassSums;

/* As one array of doubles, rows before cells: how many, and a view of them. */
extern size_t class_sums_numbers(uint32 d, uint32 folds, uint32 classes);
extern void class_sums_view(ClassSums *sums, double *numbers, uint32 d, uint32 folds,
							uint32 classes);

/* Add a row of a class: its attributes (NULL: all of them), their values, and the shift or NULL. */
extern void class_sums_add(ClassSums *sums, uint32 class, uint32 fold, const uint32 *attribute,
						   const double *value, uint32 n, const double *shift);

/* target += sign * source, whose class c is the target's place[c]; NO_CLASS: left out. */
#define NO_CLASS PG_UINT32_MAX

extern void class_sums_merge(ClassSums *target, const ClassSums *source, const uint32 *place,
							 double sign);

/*
 * Something was taken back: sums of no rows are 0.  False if a count is negative, or the
 * classes' are not together those of the moments.
 */
extern bool class_sums_close(ClassSums *sums, const Moments *moments);

/* Are all sums finite, and all counts possible, together those of the moments? */
extern bool class_sums_valid(const ClassSums *sums, const Moments *moments);

/* Of a class and fold the rows, and what is known of an attribute in them. */
extern double class_sums_fold_rows(const ClassSums *sums, uint32 class, uint32 fold);
extern ClassCell class_sums_cell(const ClassSums *sums, uint32 class, uint32 fold, uint32 i);

/* Rows of a class in all folds. */
extern double class_sums_rows(const ClassSums *sums, uint32 class);

/*
 * Moments whose target can be changed: a copy of all but the pairs, which are those of
 * the moments, as these are (and so settled).
 */
extern void class_target_init(Work *work, Moments *target, Moments *moments);

/*
 * Make a class its target: 1 in its rows, else 0, of which a fit does not know that there
 * are no other values, and so makes no link; or, as of booleans, else -1.
 */
extern void class_target_set(Moments *target, const ClassSums *sums, uint32 class);
extern void class_target_set_signs(Moments *target, const ClassSums *sums, uint32 class);

#endif							/* AER_CLASS_SUMS_H */
