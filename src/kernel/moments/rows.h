/*
 * rows.h
 *		Rows as they were read, as a list of values.
 *
 * A few rows take less room than their sums.  An entry is a value and a label.  A row
 * begins with its target, labelled with the fold.  The attributes that were asked for
 * follow in ascending order, as x - shift, labelled with their numbers.  A missing value is 0
 * with a mark.  A look that had a value of an unknown category has a mark at its first
 * attribute.  If rows have weights, the weight follows the target, labelled ROW_WEIGHT.
 */
#ifndef AER_ROWS_H
#define AER_ROWS_H

#include "kernel/kernel.h"

/* Marks in a label; the other bits are a fold or the number of an attribute. */
#define ROW_START ((uint32) 1 << 31)
#define ROW_MISSING ((uint32) 1 << 30)
#define ROW_UNKNOWN ((uint32) 1 << 29)
#define ROW_LABEL (ROW_UNKNOWN - 1)

/* The label of a weight.  Loops over the attributes that have a value skip it, as it is marked. */
#define ROW_WEIGHT (ROW_MISSING | ROW_UNKNOWN)

typedef struct Rows
{
	double	   *value;			/* [capacity] */
	uint32	   *label;			/* [capacity + 1], in the same memory, after the values */
	size_t		used;			/* entries in use */
	size_t		capacity;		/* entries that there is room for */
	double		rows;
	bool		weighted;		/* rows have weights */
	bool		missing;		/* some value is marked as missing */
	bool		unknown;		/* some look is marked as of an unknown category */
	bool		sorted;			/* the rows are in the order of rows_sort() */
} Rows;

/* One row of the list, whose arrays belong to the list. */
typedef struct KeptRow
{
	uint32		fold;
	double		y;
	double		weight;			/* 1 if rows have no weights */
	uint32		head;			/* entries before the attributes */
	uint32		n;				/* attributes asked for */
	const uint32 *label;		/* [n] their numbers, with marks */
	const double *value;		/* [n] */
} KeptRow;

/* Makes room for so many more entries, in the Work that the rows live in. */
extern void rows_make_room(Work *work, Rows *rows, size_t entries);

/* Returns the entries of a row before its attributes. */
static inline uint32
rows_head(const Rows *rows)
{
	return rows->weighted ? 2 : 1;
}

/*
 * Adds a row, for whose rows_head() + n entries there is room.  weight: 1 if rows have no weights.
 * plan[n] are the attributes that were asked for, present[m] those that had a value[m]; the shift
 * (NULL: 0) is subtracted from the values.
 */
extern void rows_add(Rows *rows, uint32 fold, double weight, double y, const uint32 *plan, uint32 n,
					 const uint32 *present, const double *value, uint32 m, const double *shift);

/*
 * Marks looks of the row added last as having an unknown category; attribute[n], ascending,
 * are the attributes that the looks begin with.
 */
extern void rows_mark_unknown(Rows *rows, const uint32 *attribute, uint32 n);

/*
 * Adds the rows of source, for which there is room.  number: the target's number of each class of
 * the source; NULL if the numbers are the same, or if targets are numeric.
 */
extern void rows_append(Rows *target, const Rows *source, const uint32 *number);

/* Renumbers the classes of the rows from an entry on. */
extern void rows_renumber_classes(Rows *rows, size_t from, const uint32 *number);

/* Multiplies all weights. */
extern void rows_scale(Rows *rows, double factor);

/* Removes all rows and releases their memory. */
extern void rows_clear(Work *work, Rows *rows);

/*
 * Returns true if the weighted squares of all values have a finite sum, and so all other sums are
 * finite.
 */
extern bool rows_finite(const Rows *rows);

/* Sorts the rows by their contents, so that the same rows are always the same list. */
extern void rows_sort(Work *work, Rows *rows);

/* Puts the label of a new row after the last one, where loops over the labels of a row end. */
static inline void
rows_end(Rows *rows)
{
	if (rows->used > 0)
		rows->label[rows->used] = ROW_START;
}

/* Gives the row at entry *at and moves *at to the next row; returns false after the last row. */
static inline bool
rows_next(const Rows *rows, size_t *at, KeptRow *row)
{
	uint32		head = rows_head(rows);
	size_t		end = *at + head;

	if (*at >= rows->used)
		return false;
	while (end < rows->used && !(rows->label[end] & ROW_START))
		end++;
	row->fold = rows->label[*at] & ROW_LABEL;
	row->y = rows->value[*at];
	row->weight = rows->weighted ? rows->value[*at + 1] : 1;
	row->head = head;
	row->n = (uint32) (end - *at - head);
	row->label = rows->label + *at + head;
	row->value = rows->value + *at + head;
	*at = end;
	return true;
}

/* Returns the number of attributes that had a value. */
static inline uint32
kept_row_present(const KeptRow *row)
{
	uint32		m = 0;

	for (uint32 k = 0; k < row->n; k++)
		m += !(row->label[k] & ROW_MISSING);
	return m;
}

#endif							/* AER_ROWS_H */
