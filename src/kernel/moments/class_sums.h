/*
 * class_sums.h
 *		Sums by class, beside those of a target: every class is a target of the same pairs.
 *
 * Where the target is a class, moments have sums of a target that is always 0, and
 * here stands, for each class and fold, how many rows it has, and for each attribute
 * in how many of these it was seen and the sum of x - shift there.  With y = 1 in the
 * class, else 0, these are sum y = sum y^2 and sum x y, so that moments become those of
 * this target without a second sum over pairs (kernel/classes/class_target.h).
 *
 * Classes are numbered by the caller.  16 d bytes a class and fold.
 */
#ifndef AER_CLASS_SUMS_H
#define AER_CLASS_SUMS_H

#include "kernel/kernel.h"

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

/* Have sums of so many classes at least, in the Work in which they live. */
extern void class_sums_extend(Work *work, ClassSums *sums, uint32 d, uint32 folds, uint32 classes);

/* Count a row of a class; returns the cells of its fold, to which its attributes are to be added. */
extern ClassCell *class_sums_add(ClassSums *sums, uint32 class, uint32 fold);

/* target += sign * source, whose class c is the target's place[c]; NO_CLASS: left out. */
#define NO_CLASS PG_UINT32_MAX

extern void class_sums_merge(ClassSums *target, const ClassSums *source, const uint32 *place,
							 double sign);

/* Number the classes anew; of those left out nothing is left. */
extern void class_sums_place(Work *work, ClassSums *sums, const uint32 *place, uint32 classes);

/* Of a class and fold the rows, and what is known of an attribute in them. */
extern double class_sums_fold_rows(const ClassSums *sums, uint32 class, uint32 fold);
extern ClassCell class_sums_cell(const ClassSums *sums, uint32 class, uint32 fold, uint32 i);

/* Rows of a class in all folds. */
extern double class_sums_rows(const ClassSums *sums, uint32 class);

#endif							/* AER_CLASS_SUMS_H */
