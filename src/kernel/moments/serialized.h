/*
 * serialized.h
 *		Moments as 64-bit words, as they are stored and sent, and back.
 *
 * A part that is not used takes no words.  In this order, each number a double unless
 * it says otherwise:
 *
 *	sums:	centre		[d]; if there is one
 *			extremes	low, high, n_low, n_high of the target; if there are rows.  If
 *						something was ever subtracted (subtract.h), the turnover and
 *						the largest sum of y^2 follow
 *			attributes	how many were ever asked for (integer), then for each
 *						its number (integer), the largest |x - centre|, and, if
 *						anything was missing, how often it was, and, if anything
 *						was of no known word, how often the look was that
 *						begins with it, and, if something was subtracted, the
 *						largest sum of (x - centre)^2
 *			and for each fold
 *				rows, and for each target sum y and, unless targets are classes, y^2
 *				complete: unless rows is 0, for each attribute sum x and, for each
 *				target, x y; then sums of x_i x_j for j >= i, row by row
 *				else: how many attributes were seen (integer), then for each its
 *				number (integer) and, over the rows where it was seen, n, sum x, x^2,
 *				and for each target y, unless targets are classes y^2, and x y;
 *				then how many pairs were seen (integer), and for each
 *				i << 32 | j (integer, i < j) and n, sum x_i x_j, x_i, x_j over
 *				the rows where both were seen; or, if that is no longer,
 *				2^64 - 1 (integer) and those four numbers of all d (d - 1) / 2
 *				pairs in order
 *
 *	rows:	centre		[d]; if there is one
 *			the values of Rows (rows.h), then their labels (integers of
 *			32 bits, two to a word, the first one in the higher half)
 *
 * Numbers of attributes are ascending and begin at 0, pairs ascending.  Counts
 * are doubles too, as they enter sums, but those said to be integers.
 */
#ifndef AER_SERIALIZED_H
#define AER_SERIALIZED_H

#include "kernel/moments/moments.h"

/* More rows than will ever be; the reads of so many still fit an int64. */
#define MOST_ROWS ((double) (UINT64CONST(1) << 50))

/* Stands in place of the number of pairs if the sums of all pairs follow in order. */
#define SERIALIZED_TABLE PG_UINT64_MAX

typedef enum SerializedStatus
{
	SERIALIZED_OK,
	SERIALIZED_SHORT,			/* they end too early */
	SERIALIZED_LONG,			/* something follows them */
	SERIALIZED_NOT_FINITE,		/* a number is NaN or infinite */
	SERIALIZED_BAD_COUNT,		/* no whole number, or more than the rows */
	SERIALIZED_BAD_SUM,			/* a sum of squares is negative, or a sum over no rows is not 0 */
	SERIALIZED_BAD_EXTREMES,	/* of the target */
	SERIALIZED_BAD_SEEN,		/* how many attributes were seen */
	SERIALIZED_BAD_ATTRIBUTE,	/* out of order, or too large, or unknown */
	SERIALIZED_BAD_PAIR,		/* the same of a pair */
	SERIALIZED_BAD_CLASS,		/* counts of classes that are not those of the folds, or a class without rows */
	SERIALIZED_BAD_ROW			/* of rows as they were read */
} SerializedStatus;

/* What else must be known to read words. */
typedef struct SerializedShape
{
	uint32		d;
	uint32		folds;
	uint32		classes;		/* 0: the target is a number */
	bool		complete;
	bool		rows;			/* rows in place of sums */
	bool		center;			/* which of the parts are there */
	bool		extremes;
	bool		missing;
	bool		unknown;
	bool		reduced;		/* something was subtracted; then there are extremes */
} SerializedShape;

/* A double that stands in a word. */
static inline double
serialized_number(const uint64 *word)
{
	double		value;

	memcpy(&value, word, sizeof(double));
	return value;
}

/*
 * The shape of moments that are to be written: their rows, unless they were summed.  Rows must
 * be finite (rows_finite()), and sums settled.
 */
extern SerializedShape serialized_shape(const Moments *moments);

/* Counts the words; SERIALIZED_NOT_FINITE if a sum is infinite, so that it cannot be read again. */
extern SerializedStatus serialized_measure(Moments *moments, size_t *words);

/* Writes the words that were measured, and returns where they end. */
extern uint64 *serialized_write(Moments *moments, uint64 *word);

/*
 * Reads words of that shape, and checks all of them.  moments: initialized with its d, folds
 * and form, and empty; undefined after an error.
 */
extern SerializedStatus serialized_read(Moments *moments, const uint64 *word, size_t words,
										const SerializedShape *shape);

/* Words of so many entries of rows. */
extern size_t serialized_of_rows(size_t entries);

/* The most words that sums of one target take, with those of pairs or without. */
extern size_t serialized_most(uint32 d, uint32 folds, bool complete, bool pairs);

#endif							/* AER_SERIALIZED_H */
