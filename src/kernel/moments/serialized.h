/*
 * serialized.h
 *		The stored form of moments: 64-bit words.
 *
 * The words follow in this order.  Each is a double unless it is called an integer.  A part that is
 * not used takes no words.
 *
 *	sums:	center		[d]; if there is one
 *			extremes	low, high, n_low, n_high of the target; if there are rows.  If anything was
 *						ever subtracted (subtract.h), the turnover and the largest sum of y^2 follow
 *			attributes	how many were ever asked for (integer), then for each of them: its number
 *						(integer); the largest |x - center|; if any value was missing, how often
 *						this one was; if any category was unknown, how often that of the look that
 *						begins here was; if anything was subtracted, the largest sum of
 *						(x - center)^2
 *			and for each fold
 *				rows (with weights: the sum of weights, the rows, and the sum of squared weights),
 *				and for each target sum y and, unless targets are classes, sum y^2
 *				complete, unless rows is 0: for each attribute sum x and, for each target, sum x y;
 *				then sums of x_i x_j for j >= i, row by row
 *				not complete: how many attributes were seen (integer), then for each its number
 *				(integer) and, over the rows where it was seen, n, sums of x and x^2, with weights
 *				the number of these rows, and for each target sums of y, unless targets are classes y^2, and x y;
 *				then how many pairs were seen (integer), and for each i << 32 | j (integer, i < j)
 *				and, over the rows where both were seen, n and sums of x_i x_j, x_i, x_j;
 *				or, if that takes no more words, 2^64 - 1 (integer) and the same four numbers of
 *				all d (d - 1) / 2 pairs in order
 *
 *	rows:	center		[d]; if there is one
 *			the values of Rows (rows.h), then their labels (integers of 32 bits, two in a word, the
 *			first one in the higher half)
 *
 * Numbers of attributes begin at 0.  Attributes and pairs are in ascending order.  Counts are
 * doubles, because they are added like sums, except the integers above.  If rows have weights, all
 * sums and n are of w times the number; the other counts are of rows.
 */
#ifndef AER_SERIALIZED_H
#define AER_SERIALIZED_H

#include "kernel/moments/moments.h"

/* Limit of the number of rows; the reads of so many rows fit an int64. */
#define MOST_ROWS ((double) (UINT64CONST(1) << 50))

/* The number of pairs, if the sums of all pairs follow in order. */
#define SERIALIZED_TABLE PG_UINT64_MAX

typedef enum SerializedStatus
{
	SERIALIZED_OK,
	SERIALIZED_SHORT,			/* the words end too early */
	SERIALIZED_LONG,			/* words are left over */
	SERIALIZED_NOT_FINITE,		/* a number is NaN or infinite */
	SERIALIZED_BAD_COUNT,		/* a count is not whole, or exceeds the rows */
	SERIALIZED_BAD_SUM,			/* a sum of squares is negative, or a sum over no rows is not 0 */
	SERIALIZED_BAD_EXTREMES,	/* extremes of the target are impossible */
	SERIALIZED_BAD_SEEN,		/* impossible number of attributes seen */
	SERIALIZED_BAD_ATTRIBUTE,	/* an attribute is out of order, too large, or was never asked for */
	SERIALIZED_BAD_PAIR,		/* a pair is out of order, or too large */
	SERIALIZED_BAD_CLASS,		/* classes do not add up to the folds, or a class has no rows */
	SERIALIZED_BAD_ROW			/* a label of rows is impossible */
} SerializedStatus;

/* Facts that are needed to read the words, and are stored outside of them. */
typedef struct SerializedShape
{
	uint32		d;
	uint32		folds;
	uint32		classes;		/* 0: the target is a number */
	bool		complete;
	bool		rows;			/* rows in place of sums */
	bool		weighted;		/* rows have weights */
	bool		center;			/* center, extremes, .. reduced: the parts that are present */
	bool		extremes;
	bool		missing;
	bool		unknown;
	bool		reduced;		/* something was subtracted; only with extremes */
} SerializedShape;

/* Returns the double in a word. */
static inline double
serialized_number(const uint64 *word)
{
	double		value;

	memcpy(&value, word, sizeof(double));
	return value;
}

/*
 * Returns the shape in which moments are written: as rows, unless they were summed.  Rows must be
 * finite (rows_finite()), sums must be settled.
 */
extern SerializedShape serialized_shape(const Moments *moments);

/* Counts the words.  Returns SERIALIZED_NOT_FINITE if a sum is infinite and could not be read again. */
extern SerializedStatus serialized_measure(Moments *moments, size_t *words);

/* Writes the words that were counted last, and returns their end. */
extern uint64 *serialized_write(Moments *moments, uint64 *word);

/*
 * Reads words of this shape and checks all of them.  moments: empty, and initialized with the d,
 * folds and form of the shape; undefined after an error.
 */
extern SerializedStatus serialized_read(Moments *moments, const uint64 *word, size_t words,
										const SerializedShape *shape);

/* Returns the words of so many entries of rows. */
extern size_t serialized_row_words(size_t entries);

/* Returns the most words that sums of one target take, with or without pairs. */
extern size_t serialized_most_words(uint32 d, uint32 folds, bool complete, bool pairs);

#endif							/* AER_SERIALIZED_H */
