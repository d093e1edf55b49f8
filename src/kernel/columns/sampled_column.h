/*
 * sampled_column.h
 *		One column of a sample of rows: its values, in bounded memory, and facts about them
 *		and their relation to the target.
 *
 * A value is kept as 64 bits that sort like the values.  A category is kept as a hash; in one
 * of 10^11 samples two of 20,000 categories have the same.  Categories are counted, and the
 * text of a category is kept once it was seen twice.  If these texts exceed CATEGORY_BYTES,
 * the limit rises to three times, and so on.
 */
#ifndef AER_SAMPLED_COLUMN_H
#define AER_SAMPLED_COLUMN_H

#include "kernel/columns.h"
#include "kernel/rng.h"

typedef enum SampledKind
{
	SAMPLED_NUMBER,				/* a double */
	SAMPLED_INTEGER,
	SAMPLED_TIME,				/* a count of some unit; the least and greatest int64 are infinite */
	SAMPLED_BOOLEAN,			/* 0 or 1 */
	SAMPLED_CATEGORY
} SampledKind;

/* Limits: categories listed, bytes of one text, bytes of all texts. */
#define LISTED_CATEGORIES 100
#define LONGEST_CATEGORY 8192
#define CATEGORY_BYTES 1500000

typedef struct CountedCategory
{
	uint64		hash;
	uint32		times;			/* 0: the slot is empty */
	uint32		text;			/* position of its text in texts[], plus 1; 0: not kept */
} CountedCategory;

typedef struct SampledColumn
{
	SampledKind kind;
	uint32		room;			/* capacity in rows */
	uint32		rows;
	uint32		values;			/* rows that are not NULL */
	uint64	   *key;			/* [room] */
	bool	   *there;			/* [room] false: NULL */

	/* of categories */
	uint32		slots;			/* a power of 2 */
	CountedCategory *category;	/* [slots] hash table */
	char	   *texts;			/* [bytes] for each text its slot, its length and its bytes */
	uint32		bytes;
	uint32		used;
	uint32		least;			/* a text is kept if its category was seen so many times */
} SampledColumn;

/* A value of a column: a number, also of integers, or a time. */
typedef union SampledPoint
{
	double		number;
	int64		time;
} SampledPoint;

typedef struct SampledFacts
{
	uint32		distinct;		/* distinct values */
	bool		finite;			/* all values are; true for categories */
	bool		determines_target;
	double		correlation;	/* with the target, absolute; 0 for categories */
	bool		threshold;		/* the target has two values, one below a point and one above it */
	bool		numbers_rows;	/* an integer that rises from row to row, or differs in every row */

	/* of finite numbers, integers and times */
	SampledPoint low;
	SampledPoint high;
	SampledPoint median;
	bool		curved;			/* more than MOST_LISTED_VALUES distinct values, and quartiles exist */
	SampledPoint quartile[3];	/* if one is low or high, or all are equal: of the other values */

	/*
	 * All distinct values, if there are at most MOST_LISTED_VALUES and at least two rows have each
	 * value between low and high: one row alone is not to be recognized.
	 */
	uint32		listed;			/* 0: not listed */
	SampledPoint value[MOST_LISTED_VALUES];	/* [listed] ascending */
} SampledFacts;

typedef struct ListedCategory
{
	const char *text;			/* in the column's memory, without an end */
	uint32		length;
	double		share;			/* its weight, of the weight of all rows that are not NULL */
} ListedCategory;

extern void sampled_column_init(Work *work, SampledColumn *column, SampledKind kind, uint32 room);

/* Add the value of the next row, for which there must be room. */
extern void sampled_column_null(SampledColumn *column);
extern void sampled_column_number(SampledColumn *column, double value);
extern void sampled_column_integer(SampledColumn *column, int64 value);

/* text: at most LONGEST_CATEGORY bytes; NULL: a category that is neither counted nor listed. */
extern void sampled_column_category(SampledColumn *column, uint64 hash, const char *text, uint32 length);

/*
 * Finds the facts about a column.  Quantiles and the correlation are weighted; in other units the
 * weights give the same quantiles.
 *
 * target: the column of the target in the same rows, without NULL.
 * weight: [rows] of each row, above 0; 1 if rows have no weights.
 * source_rows: rows of the table from which the sample was drawn.
 */
extern void sampled_column_facts(Work *work, const SampledColumn *column,
								 const SampledColumn *target, const double *weight,
								 double source_rows, SampledFacts *facts);

/*
 * Lists the categories of the largest weight, at most LISTED_CATEGORIES, that were seen in at
 * least two rows: the largest first, equal ones in byte order.  Returns their number.
 * weight: as above.  Sets *repeated to true if any category was seen twice.
 */
extern uint32 sampled_column_categories(Work *work, const SampledColumn *column,
										const double *weight, ListedCategory *list,
										bool *repeated);

/*
 * Returns [rows] the place of each row's category in a list of n, from 1; 0 if it is not listed or
 * NULL.  list: from sampled_column_categories().
 */
extern uint32 *sampled_column_places(Work *work, const SampledColumn *column,
									 const ListedCategory *list, uint32 n);

/* Finds the value of a row as a number.  Returns false if it is NULL, infinite or too large. */
extern bool sampled_column_measured(const SampledColumn *column, uint32 row, double *number);

/* A sample of rows without replacement; all sets of rows are equally likely. */
typedef struct SampledRows
{
	Rng			rng;
	uint64		left;			/* rows still to come */
	uint64		wanted;			/* rows of the sample still to be drawn */
} SampledRows;

/* Prepares to draw "size" of "rows" rows. */
extern void sampled_rows_init(SampledRows *sample, uint64 size, uint64 rows);

/* Returns true if the next row belongs to the sample. */
extern bool sampled_rows_next(SampledRows *sample);

#endif							/* AER_SAMPLED_COLUMN_H */
