/*
 * exact_words.h
 *		Sums in two words as they are stored and sent, and back: kernel/moments/words.h
 *		has their form and words_check(), which trusts nothing.
 */
#ifndef AER_EXACT_WORDS_H
#define AER_EXACT_WORDS_H

#include "kernel/exact/exact.h"
#include "kernel/moments/words.h"

extern WordsShape exact_words_shape(const Exact *exact);

/*
 * How many words closed moments take, and writing them.  cells: [folds], of
 * exact_words_measure() for exact_words_write().
 */
extern size_t exact_words_measure(const Exact *exact, uint64 *cells, Poll poll);
extern void exact_words_write(const Exact *exact, uint64 *word, const uint64 *cells, Poll poll);

/*
 * Adding checked words with sign 1, or taking them back with -1: what comes
 * before the folds, then fold by fold, after exact_grow() for the attributes
 * that exact_words_touched() finds:
 *
 *		word = exact_words_common(word, &shape, e, sign);
 *		for (f = 0; f < e->folds; f++)
 *		{
 *			word = exact_words_fold(word, &shape, &fold);
 *			(if fold.rows > 0)
 *			n = exact_words_touched(&shape, &fold, attribute);
 *			(make room in fold f of e for these)
 *			exact_words_merge(e, f, &shape, &fold, sign);
 *		}
 */
typedef struct ExactFoldWords
{
	double		rows;
	const uint64 *sums;			/* of the fold, from the rows on */
	const uint64 *complete;		/* words_of_complete() sums, or NULL */
	uint64		seen;			/* else: */
	const uint64 *marginal;		/* of those seen */
	uint64		cells;			/* or WORDS_TABLE */
	const uint64 *cell;
} ExactFoldWords;

extern const uint64 *exact_words_common(const uint64 *word, const WordsShape *shape,
										Exact *target, double sign);
extern const uint64 *exact_words_fold(const uint64 *word, const WordsShape *shape,
									  ExactFoldWords *fold);
extern uint32 exact_words_touched(const WordsShape *shape, const ExactFoldWords *fold,
								  uint32 *attribute);
extern void exact_words_merge(Exact *target, uint32 f, const WordsShape *shape,
							  const ExactFoldWords *fold, double sign);

#endif							/* AER_EXACT_WORDS_H */
