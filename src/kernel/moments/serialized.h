/*
 * serialized.h
 *		Moments as 64-bit words, as they are stored and sent, and back.
 *
 * What is not used takes no words.  In this order, each number a double unless
 * it says otherwise:
 *
 *	sums:	centre		[d]; if there is one
 *			extremes	low, high, n_low, n_high of the target; if there are rows.  If
 *						something was ever taken back (subtract.h), the turnover and
 *						the largest sum of y^2 follow
 *			attributes	how many were ever asked for (integer), then for each
 *						its number (integer), the largest |x - centre|, and, if
 *						anything was missing, how often it was, and, if anything
 *						was of no known word, how often the look was that
 *						begins with it, and, if something was taken back, the
 *						largest sum of (x - centre)^2
 *			and for each fold
 *				rows, sum y, sum y^2
 *				complete: unless rows is 0, for each attribute sum x and x y;
 *				then sums of x_i x_j for j >= i, row by row
 *				else: how many attributes were seen (integer), then for each its
 *				number (integer) and n, sum x, x^2, y, y^2, x y over the rows
 *				where it was seen;
 *				then how many pairs were seen (integer), and for each
 *				i << 32 | j (integer, i < j) and n, sum x_i x_j, x_i, x_j over
 *				the rows where both were seen; or, where that is no longer,
 *				2^64 - 1 (integer) and those four numbers of all d (d - 1) / 2
 *				pairs in order
 *
 *	rows:	centre		[d]; if there is one
 *			the values of Rows (rows.h), then their labels (integers of
 *			32 bits, two to a word, the first one in the higher half)
 *
 * Numbers of attributes are ascending and begin at 0, pairs ascending.  Counts
 * are doubles too, as they enter sums, but those said to be integers.
 *
 * Words are checked once, by serialized_check() or serialized_read_rows(), and then
 * trusted.
 */
#ifndef AER_SERIALIZED_H
#define AER_SERIALIZED_H

#include "kernel/moments/moments.h"

/* More rows than will ever be; the reads of so many still fit an int64. */
#define MOST_ROWS ((double) (UINT64CONST(1) << 50))

typedef enum SerializedStatus
{
	SERIALIZED_OK,
	SERIALIZED_SHORT,			/* they end too early */
	SERIALIZED_LONG,			/* something follows them */
	SERIALIZED_NOT_FINITE,		/* a number is NaN or infinite */
	SERIALIZED_BAD_COUNT,		/* no whole number, or more than the rows */
	SERIALIZED_BAD_SUM,			/* a sum of squares is negative */
	SERIALIZED_BAD_EXTREMES,	/* of the target */
	SERIALIZED_BAD_SEEN,		/* how many attributes were seen */
	SERIALIZED_BAD_ATTRIBUTE,	/* out of order, or too large, or unknown */
	SERIALIZED_BAD_PAIR,		/* the same of a pair */
	SERIALIZED_BAD_ROW			/* of rows as they were read */
} SerializedStatus;

/* What else must be known to read words. */
typedef struct SerializedShape
{
	uint32		d;
	uint32		folds;
	bool		complete;
	bool		center;			/* which of the parts are there */
	bool		extremes;
	bool		missing;
	bool		unknown;
	bool		reduced;		/* was something taken back?  Then there are extremes */
} SerializedShape;

/*
 * How many words things take: rows, y and y^2 of a fold; an attribute that was seen with its
 * number, and a pair with its two.
 */
#define SERIALIZED_OF_EXTREMES 4
#define SERIALIZED_OF_FOLD 3
#define SERIALIZED_OF_SEEN 7
#define SERIALIZED_OF_CELL 4
#define SERIALIZED_OF_PAIR 5

static inline size_t
serialized_of_extremes(const SerializedShape *shape)
{
	return (shape->extremes ? SERIALIZED_OF_EXTREMES : 0) + (shape->reduced ? 2 : 0);
}

/* In the place of the number of pairs: all of them follow. */
#define SERIALIZED_TABLE PG_UINT64_MAX

/* An attribute that was ever asked for. */
static inline size_t
serialized_of_attribute(const SerializedShape *shape)
{
	return 2 + shape->missing + shape->unknown + shape->reduced;
}

/* Sums of a complete fold that has rows: two for each attribute, and the products. */
static inline size_t
serialized_of_complete(uint32 d)
{
	return 2 * (size_t) d + (size_t) d * ((size_t) d + 1) / 2;
}

/* A double that stands in a word. */
static inline double
serialized_number(const uint64 *word)
{
	double		value;

	memcpy(&value, word, sizeof(double));
	return value;
}

/* Write what is words in memory, or an integer; returns the place after it. */
static inline uint64 *
serialized_put(uint64 *at, const void *what, size_t bytes)
{
	memcpy(at, what, bytes);
	return at + bytes / sizeof(uint64);
}

static inline uint64 *
serialized_put_integer(uint64 *at, uint64 value)
{
	*at = value;
	return at + 1;
}

/* The sums of an attribute that was seen, whose number is the first word. */
static inline AttributeSums
serialized_attribute(const uint64 *word)
{
	return (AttributeSums) {serialized_number(word + 1), serialized_number(word + 2),
		serialized_number(word + 3)};
}

static inline TargetCell
serialized_cell(const uint64 *word)
{
	return (TargetCell) {serialized_number(word + 4), serialized_number(word + 5),
		serialized_number(word + 6)};
}

static inline Extremes
serialized_extremes(const uint64 *word)
{
	Extremes	target;

	target.low = serialized_number(word);
	target.high = serialized_number(word + 1);
	target.n_low = serialized_number(word + 2);
	target.n_high = serialized_number(word + 3);
	return target;
}

extern SerializedShape serialized_shape(const Moments *moments);

/*
 * How many words the sums take; SERIALIZED_NOT_FINITE if they cannot be stored.
 * cells: [folds], to be handed to serialized_write(), which writes the words and returns
 * where they end.
 */
extern SerializedStatus serialized_measure(Work *work, const Moments *moments, size_t *words,
										   uint64 *cells);
extern uint64 *serialized_write(Work *work, const Moments *moments, uint64 *word, const uint64 *cells);

/* Are these the words of sums of that shape, all of them? */
extern SerializedStatus serialized_check(Work *work, const uint64 *word, size_t words,
										 const SerializedShape *shape);

/*
 * Checked words as moments: to be read, and to be merged into others, as long as the
 * words stay.
 */
extern void serialized_view(Work *work, Moments *view, const uint64 *word, const SerializedShape *shape);

/* Sums of classes, which stand behind all others: how many words, writing and reading them. */
extern size_t serialized_of_classes(uint32 d, uint32 folds, uint32 classes);
extern void serialized_write_classes(const Moments *moments, uint64 *word);
extern void serialized_read_classes(Work *work, Moments *view, const uint64 *word, uint32 classes);

/*
 * Rows: how many words so many entries take, writing them, and reading them where there
 * are none, in that Work: what is unknown is 0 there, less the centre or not.
 */
extern size_t serialized_of_rows(size_t entries);
extern void serialized_write_rows(const Rows *list, uint64 *word);
extern SerializedStatus serialized_read_rows(Work *work, const uint64 *word, size_t words,
											 const SerializedShape *shape, const double *center,
											 Rows *list);

#endif							/* AER_SERIALIZED_H */
