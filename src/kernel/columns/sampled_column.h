/*
 * sampled_column.h
 *		One column of a sample of rows: its values, in bounded memory, and what
 *		they say of the column, by itself and beside that of the target.
 *
 * Values are kept as 64 bits in their order, of words a hash (two of 20,000 words
 * are one in 10^11 samples).  Of words those are counted, and the text is kept of
 * those that are there twice; if that is too much, three times, and so on, so that
 * the texts never take more than WORD_BYTES.
 */
#ifndef AER_SAMPLED_COLUMN_H
#define AER_SAMPLED_COLUMN_H

#include "kernel/rng.h"

typedef enum SampledKind
{
	SAMPLED_NUMBER,				/* a double */
	SAMPLED_INTEGER,
	SAMPLED_TIME,				/* a count of some unit; the ends of int64 are infinite */
	SAMPLED_TRUTH,				/* 0 or 1 */
	SAMPLED_WORD
} SampledKind;

/* Words that are listed, and bytes of a text that is kept. */
#define LISTED_WORDS 100
#define LONGEST_WORD 8192
#define WORD_BYTES 1500000

typedef struct CountedWord
{
	uint64		hash;
	uint32		times;			/* 0: nobody is here */
	uint32		text;			/* where its text is, plus 1; 0: it is not kept */
} CountedWord;

typedef struct SampledColumn
{
	SampledKind kind;
	uint32		room;			/* rows that there is room for */
	uint32		rows;
	uint32		values;			/* rows that have one */
	uint64	   *key;			/* [room] */
	bool	   *there;			/* [room] */

	/* of words */
	uint32		slots;			/* a power of 2 */
	CountedWord *word;			/* [slots] */
	char	   *texts;			/* [bytes] a slot, a length and as many bytes, each */
	uint32		bytes;
	uint32		used;
	uint32		least;			/* times that a word is there whose text is kept */
} SampledColumn;

/* As the column's kind is: a number, of integers too, or a time. */
typedef union SampledPoint
{
	double		number;
	int64		time;
} SampledPoint;

typedef struct SampledFacts
{
	uint32		different;		/* values */
	bool		finite;			/* all values; of words true */
	bool		says;			/* the target */
	double		correlation;	/* with the target, without its sign; of words 0 */
	bool		threshold;		/* the target takes two values, one below a point, one above it */
	bool		numbers;		/* the rows: an integer that rises from each to the next, or is another in each */

	/* of finite numbers, integers and times that are there */
	SampledPoint low;
	SampledPoint high;
	SampledPoint median;
	bool		bends;			/* there are more than ten values, and quartiles: */
	SampledPoint quartile[3];	/* where one is low or high, or all are the same, of what is beside */
} SampledFacts;

typedef struct ListedWord
{
	const char *text;
	uint32		length;
	uint32		times;
} ListedWord;

extern void sampled_column_init(Work *work, SampledColumn *column, SampledKind kind, uint32 room);

/* The value of the next row, for which there must be room. */
extern void sampled_column_none(SampledColumn *column);
extern void sampled_column_number(SampledColumn *column, double value);
extern void sampled_column_integer(SampledColumn *column, int64 value);

/* text NULL: a word that is counted nowhere; else at most LONGEST_WORD bytes. */
extern void sampled_column_word(SampledColumn *column, uint64 hash, const char *text, uint32 length);

/*
 * What it says, beside the target's column of the same rows, which has a value in each;
 * source_rows: of what that is a sample.
 */
extern void sampled_column_facts(Work *work, const SampledColumn *column,
								 const SampledColumn *target, double source_rows,
								 SampledFacts *facts);

/*
 * The LISTED_WORDS most frequent words, of those that are there twice, the most
 * frequent first, and in the order of their bytes.  How many; repeated: is any there twice?
 */
extern uint32 sampled_column_words(const SampledColumn *column, ListedWord *list, bool *repeated);

/* Which rows of so many are a sample of "wanted": all sets of rows are equally likely. */
typedef struct SampledRows
{
	Rng			rng;
	uint64		left;
	uint64		wanted;
} SampledRows;

extern void sampled_rows_init(SampledRows *sample, uint64 wanted, uint64 rows);

/* Is the next row in it? */
extern bool sampled_rows_take(SampledRows *sample);

#endif							/* AER_SAMPLED_COLUMN_H */
