/*
 * near_rows.h
 *		Rows that a model remembers, to predict from rows that are near a record.
 *
 * Each value of a row is kept as a bin and, for numbers, as a score, in one byte each.
 *
 *		score: the normal quantile of the share of kept rows below the value plus half of the share
 *				equal to it, in units of 1 / NEAR_SCORE_UNITS
 *		bins of a number: one for each value that more than a sixth of the rows have, and
 *				quantiles of the other values for the rest of NEAR_NUMBER_BINS
 *		bins of a categorical column: one for each of its NEAR_CATEGORIES most frequent
 *				categories, and one for the others
 *
 * The last bin of a column is that of NULL.
 */
#ifndef AER_NEAR_ROWS_H
#define AER_NEAR_ROWS_H

#include "kernel/kernel.h"

#define NEAR_MOST_ROWS 20000
#define NEAR_MOST_BYTES (32 * 1024 * 1024)
#define NEAR_NUMBER_BINS 6
#define NEAR_CATEGORIES 20
#define NEAR_SCORE_UNITS 30
#define NEAR_MOST_SCORE 127

/* The bin of a category that no kept row has: it differs from every value. */
#define NEAR_UNSEEN PG_UINT8_MAX

/* The value of a category that the model does not list. */
#define NEAR_UNLISTED (-1)

typedef struct NearColumn
{
	uint32		bins;
	uint32		categories;		/* categories that the model lists; 0: a number */
	const uint8 *bin_of;		/* [categories] */
	uint32		owns;
	const double *own;			/* [owns] values with a bin of their own, the first bins */
	uint32		cuts;
	const double *cut;			/* [cuts] ascending; a value on a cut belongs to the bin above it */
	uint32		steps;
	const double *step;			/* [steps] ascending, the smallest value of each score */
	const int8 *score;			/* [steps] ascending; that of smaller values than all is the first */
} NearColumn;

typedef struct NearRows
{
	uint32		n;
	uint32		columns;
	uint32		classes;		/* of the target; 0: it is a number */
	const NearColumn *column;	/* [columns] */
	const uint8 *bin;			/* [columns * n] the values of a column are adjacent */
	const int8 *score;			/* [columns * n] 0 for categories and NULL */
	const uint8 *class;			/* [n]; NULL if the target is a number */
	const double *target;		/* [n]; NULL if there are classes */
	const double *weight;		/* [n]; NULL: all are 1 */
	bool		use;			/* rows are asked and predicted by near rows */
	double		loss;			/* mean loss by near rows on held-out rows (near_compare.h); NaN: unknown */
	double		loss_of_model;	/* the same by the model */
} NearRows;

/* The rows to keep.  The values of a column are adjacent. */
typedef struct NearTable
{
	uint32		n;				/* at most NEAR_MOST_ROWS */
	uint32		columns;
	const uint32 *categories;	/* [columns] as in NearColumn */
	const double *value;		/* [columns * n] finite numbers, or numbers of categories; NaN: NULL */
	uint32		classes;		/* at most 255; 0: the target is a number */
	const double *target;		/* [n] a finite number, or the number of a class */
	const double *weight;		/* [n] above 0; NULL: all are 1 */
} NearTable;

/* Keeps rows, which are used by default. */
extern NearRows near_rows_create(Work *work, const NearTable *table);

/*
 * Returns an upper bound on the bytes of n rows with these columns, apart from the description of the
 * columns.  It is exact if the target is a number.
 */
extern size_t near_rows_bytes(size_t n, size_t columns, bool has_weights);

/* One value of a record. */
typedef struct NearValue
{
	bool		known;
	uint8		bin;
	int8		score;
} NearValue;

/* Returns a known value.  value: a number, the number of a category, NEAR_UNLISTED, or NaN for NULL. */
extern NearValue near_value(const NearColumn *column, double value);

/* Returns a value of a kept row. */
static inline NearValue
near_row_value(const NearRows *rows, uint32 row, uint32 column)
{
	size_t		at = (size_t) column * rows->n + row;

	return (NearValue) {true, rows->bin[at], rows->score[at]};
}

/*
 * The stored form is a block of bytes (block.h).  near_rows_write() returns its length, and only counts
 * if to is NULL.  near_rows_read() checks everything; it returns false if the bytes are not a valid
 * block.  Bins, scores and classes point into the block.
 */
extern size_t near_rows_write(const NearRows *rows, char *to);
extern bool near_rows_read(Work *work, const char *block, size_t bytes, NearRows *rows);

#endif							/* AER_NEAR_ROWS_H */
