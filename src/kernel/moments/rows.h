/*
 * rows.h
 *		Rows as they were read, before anything is made of them.
 *
 * Few rows take less room so than as sums, and can be added to any state of the
 * same design.  An entry is a value and a label: a row begins with its target,
 * labelled with its fold; the attributes that were asked for follow, ascending,
 * as x - shift; those that were not there with value 0 and a mark; a look that had a
 * value of no known word has a mark at its first attribute.
 */
#ifndef AER_ROWS_H
#define AER_ROWS_H

#include "kernel/kernel.h"

/* Marks in a label: the others are a fold, or an attribute's number. */
#define ROW_START ((uint32) 1 << 31)
#define ROW_MISSING ((uint32) 1 << 30)
#define ROW_UNKNOWN ((uint32) 1 << 29)
#define ROW_LABEL (ROW_UNKNOWN - 1)

typedef struct Rows
{
	double	   *value;			/* [capacity] */
	uint32	   *label;			/* [capacity + 1] behind them */
	size_t		used;			/* entries */
	size_t		capacity;
	double		rows;
	bool		missing;		/* is something marked as not there? */
	bool		unknown;		/* is something marked as of no known word? */
	bool		sorted;			/* are they in the order of rows_sort()? */
} Rows;

/* One of them. */
typedef struct KeptRow
{
	uint32		fold;
	double		y;
	uint32		n;				/* attributes asked for */
	const uint32 *label;		/* [n] their numbers, perhaps marked */
	const double *value;		/* [n] */
} KeptRow;

/* Have room for so many entries more, in the Work in which the rows live. */
extern void rows_make_room(Work *work, Rows *rows, size_t entries);

/*
 * Add a row of which plan[n] was asked for, and present[m] of it was there with
 * these values less the shift (NULL: 0), for whose n + 1 entries there is room.
 */
extern void rows_add(Rows *rows, uint32 fold, double y, const uint32 *plan, uint32 n,
					 const uint32 *present, const double *value, uint32 m, const double *shift);

/*
 * Mark n attributes of the row added last, ascending, as those that looks of no known
 * word begin with.
 */
extern void rows_mark_unknown(Rows *rows, const uint32 *attribute, uint32 n);

/*
 * target += source, for which there is room.  number: which class of the target a class of the
 * source is; NULL if they are the same, or if targets are numbers.
 */
extern void rows_append(Rows *target, const Rows *source, const uint32 *number);

/* Numbers the classes of the rows from an entry on anew. */
extern void rows_renumber_classes(Rows *rows, size_t from, const uint32 *number);

/* Give their memory back: there are no rows. */
extern void rows_clear(Work *work, Rows *rows);

/* Are the squares of all values finite, and so every sum of theirs? */
extern bool rows_finite(const Rows *rows);

/*
 * Bring the rows in an order that does not depend on how they came, so that the same
 * rows are the same list.
 */
extern void rows_sort(Work *work, Rows *rows);

/* After the last label stands one that begins a row: what walks over a row ends there. */
static inline void
rows_end(Rows *rows)
{
	if (rows->used > 0)
		rows->label[rows->used] = ROW_START;
}

/* The row at *at, which moves on from 0; false: there are no more. */
static inline bool
rows_next(const Rows *rows, size_t *at, KeptRow *row)
{
	size_t		end = *at + 1;

	if (*at >= rows->used)
		return false;
	while (end < rows->used && !(rows->label[end] & ROW_START))
		end++;
	row->fold = rows->label[*at] & ROW_LABEL;
	row->y = rows->value[*at];
	row->n = (uint32) (end - *at - 1);
	row->label = rows->label + *at + 1;
	row->value = rows->value + *at + 1;
	*at = end;
	return true;
}

/* How many attributes were there. */
static inline uint32
kept_row_present(const KeptRow *row)
{
	uint32		m = 0;

	for (uint32 k = 0; k < row->n; k++)
		m += !(row->label[k] & ROW_MISSING);
	return m;
}

#endif							/* AER_ROWS_H */
