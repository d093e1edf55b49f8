/*
 * row_list.h
 *		Rows as they were read, before anything is made of them.
 *
 * Few rows take less room so than as sums, and can be added to any state of the
 * same design.  An entry is a value and a label: a row begins with its target,
 * labelled with its fold; the attributes that were asked for follow, ascending,
 * those that were not there with value 0 and a mark; a look that had a value of
 * no known word has a mark at its first attribute, whose value is 0, too.
 */
#ifndef AER_ROW_LIST_H
#define AER_ROW_LIST_H

#include "kernel/kernel.h"

/* Marks in a label: the others are a fold, or an attribute's number. */
#define ROW_START ((uint32) 1 << 31)
#define ROW_MISSING ((uint32) 1 << 30)
#define ROW_UNKNOWN ((uint32) 1 << 29)
#define ROW_LABEL (ROW_UNKNOWN - 1)

typedef struct RowList
{
	double	   *value;			/* [capacity] */
	uint32	   *label;			/* [capacity] behind them */
	size_t		used;			/* entries */
	size_t		capacity;
	double		rows;
	bool		missing;		/* is something marked as not there? */
	bool		unknown;		/* is something marked as of no known word? */
} RowList;

/* One of them. */
typedef struct ListedRow
{
	uint32		fold;
	double		y;
	uint32		n;				/* attributes asked for */
	const uint32 *label;		/* [n] their numbers, perhaps marked */
	const double *value;		/* [n] */
} ListedRow;

/* Have room for so many entries more, in the Work in which the list lives. */
extern void row_list_make_room(Work *work, RowList *list, size_t entries);

/*
 * Add a row of which plan[n] was asked for, and present[m] of it was there with
 * these values: n + 1 entries.
 */
extern void row_list_add(Work *work, RowList *list, uint32 fold, double y, const uint32 *plan,
						 uint32 n, const uint32 *present, const double *value, uint32 m);

/*
 * Mark n attributes of the row added last, ascending, as those that looks of no known
 * word begin with.
 */
extern void row_list_mark_unknown(RowList *list, const uint32 *attribute, uint32 n);

/* target += source */
extern void row_list_append(Work *work, RowList *target, const RowList *source);

/* Give its memory back: there are no rows. */
extern void row_list_clear(Work *work, RowList *list);

/* Are the squares of all values finite, and so every sum of theirs? */
extern bool row_list_finite(const RowList *list);

/*
 * Bring the rows in an order that does not depend on how they came, so that the same
 * rows are the same list.
 */
extern void row_list_sort(Work *work, RowList *list);

/* The row at *at, which moves on from 0; false: there are no more. */
extern bool row_list_next(const RowList *list, size_t *at, ListedRow *row);

/* Take a row apart into plan[n], present[m] and value[m]; returns m. */
extern uint32 listed_row_split(const ListedRow *row, uint32 *plan, uint32 *present,
							   double *value);

/* Those that are marked as not known into first[]; returns how many. */
extern uint32 listed_row_unknown(const ListedRow *row, uint32 *first);

#endif							/* AER_ROW_LIST_H */
