/*
 * exact.h
 *		Moments whose sums are in two words: what was added can be taken back.
 *
 * The same statistics as Moments (kernel/moments/moments.h), each sum an
 * ExactSum.  Rows are added with sign 1 and taken back with sign -1, in any
 * order; so are other moments.  Counts (rows, those of attributes, pairs,
 * missing and unknown values, rows at the extremes) fall with what is taken
 * back and may be negative in between; exact_close() says whether one still is.
 * Bounds (the extremes of the target, the largest |x - shift|) only widen.  Nor
 * do the looks at each attribute fall: they were paid for.
 *
 * After plain moments were added or taken back, the sums are as good as those
 * and no better: then rounded is set.
 *
 * Whoever fits or shows moments takes plain ones: exact_view().
 *
 * Memory: exact_size() at once; beyond that it grows with what is seen, in
 * chunks that stay where they are until all is thrown away: for a fold 96 bytes
 * an attribute, then for an attribute that was seen with one after it 56 bytes
 * for each of those after it; of complete moments 8 d^2 bytes a fold.  Before a
 * row is added the caller makes room:
 *
 *		if ((size = exact_wanted(e, fold, attribute, n)) > 0)
 *			exact_grow(e, fold, attribute, n, allocate(size));
 *		exact_add_row(e, fold, attribute, value, n, y, sign);
 */
#ifndef AER_EXACT_H
#define AER_EXACT_H

#include "kernel/exact/exact_sum.h"
#include "kernel/moments/moments.h"

/* As Marginal and PairCell. */
typedef struct ExactMarginal
{
	double		n;
	ExactSum	x;
	ExactSum	xx;
	ExactSum	y;
	ExactSum	yy;
	ExactSum	xy;
} ExactMarginal;

typedef struct ExactCell
{
	double		n;
	ExactSum	product;
	ExactSum	first;
	ExactSum	second;
} ExactCell;

typedef struct ExactFold
{
	double		rows;
	ExactSum	y;
	ExactSum	yy;
	ExactMarginal *marginal;	/* [d], or NULL: not started; never if complete */
	ExactCell **row;			/* [d] of pairs (i, j), j > i, from j = i + 1, or NULL */
	ExactSum   *x;				/* [d] if complete: sums of x_i, or NULL: not started */
	ExactSum   *xy;				/* [d] of x_i y */
	ExactSum   *product;		/* [d (d + 1) / 2] of x_i x_j, j >= i, by i, then j */
} ExactFold;

/* Was anything ever added to a fold? */
static inline bool
exact_started(const ExactFold *sums)
{
	return sums->marginal != NULL || sums->x != NULL;
}

/* Of a complete fold, the products of attribute i with itself and those after it. */
static inline ExactSum *
exact_products(const ExactFold *sums, uint32 d, uint32 i)
{
	return sums->product + (size_t) i * (2 * (size_t) d - i + 1) / 2;
}

typedef struct Exact
{
	uint32		d;
	uint32		folds;
	bool		complete;		/* every attribute of every row was seen */
	bool		rounded;		/* plain sums have entered */
	const double *shift;		/* [d] taken off each value; NULL: 0.  Borrowed */
	ExactFold  *fold;			/* [folds] */
	Extremes	target;
	double		ever;			/* rows that ever came in */
	double	   *largest;		/* [d] as of Moments */
	double	   *missing;		/* [d] */
	double	   *unknown;		/* [d] */
	double	   *looks;			/* [d] times that a value was found and paid for */
	double	   *shifted;		/* [d] scratch */
} Exact;

extern size_t exact_size(uint32 d, uint32 folds);
extern void exact_init(Exact *exact, void *memory, uint32 d, uint32 folds, bool complete,
					   const double *shift);

/*
 * The bytes that a fold needs before it is added to, where of these attributes
 * pairs with those after them were seen (0: none), and those bytes.
 */
extern size_t exact_wanted(const Exact *exact, uint32 fold, const uint32 *attribute, uint32 n);
extern void exact_grow(Exact *exact, uint32 fold, const uint32 *attribute, uint32 n, void *chunk);

/* As moments_add(): a row with sign 1, or one less with sign -1. */
extern void exact_add_row(Exact *exact, uint32 fold, const uint32 *attribute,
						  const double *value, uint32 n, double y, double sign);

/* As moments_add_missing() and moments_add_unknown(). */
extern void exact_add_missing(Exact *exact, const uint32 *plan, uint32 n,
							  const uint32 *present, uint32 m, double sign);
extern void exact_add_unknown(Exact *exact, const uint32 *first, uint32 n, double sign);

/* Looks at each of these attributes. */
extern void exact_add_looks(Exact *exact, const uint32 *attribute, uint32 n, double looks);

/*
 * Merging: first what is not kept by folds, then target += sign * source for
 * each fold of the source that was started, after exact_grow() for the attributes
 * that exact_touched() finds there.   Both have the same d, folds and shift, and the source is complete if
 * the target is.
 */
extern void exact_merge_common(Exact *target, const Exact *source, double sign);
extern uint32 exact_touched(const Exact *source, uint32 fold, uint32 *attribute);
extern void exact_merge(Exact *target, const Exact *source, uint32 fold, double sign);

/* The same of plain moments.  scratch: exact_merge_scratch_size() bytes. */
extern size_t exact_merge_scratch_size(uint32 d);
extern void exact_merge_moments_common(Exact *target, const Moments *source, double sign);
extern uint32 exact_touched_moments(const Moments *source, uint32 fold, uint32 *attribute);
extern void exact_merge_moments(Exact *target, const Moments *source, uint32 fold, double sign,
								void *scratch);

/* target += sign * extremes, which only widen */
extern void exact_add_extremes(Exact *target, const Extremes *extremes, double sign);

/* Rows of all folds. */
extern double exact_rows(const Exact *exact);

typedef enum ExactState
{
	EXACT_SOUND,
	EXACT_NEGATIVE,				/* more was taken back than was there */
	EXACT_NOT_FINITE			/* a sum is infinite or NaN */
} ExactState;

/* All was added and taken back: sums of nothing become 0. */
extern ExactState exact_close(Exact *exact);

/*
 * A plain view of sound moments: view is initialised with the same d, folds,
 * form and shift; what is not kept by folds, then fold by fold in a chunk of
 * exact_view_size() bytes.  Squares are no less than the mean demands, nor
 * products more than the squares allow.
 */
extern void exact_view_common(const Exact *exact, Moments *view);
extern size_t exact_view_size(const Exact *exact, uint32 fold);
extern void exact_view(const Exact *exact, uint32 fold, Moments *view, void *chunk);

/*
 * Has rounding eaten up what a fit needs to know?  Then the first attribute of
 * which it has (d: the target), else d + 1.  view is the plain view; *bound is
 * set to the largest value that there ever was, about the shift.
 */
extern uint32 exact_lost(const Exact *exact, const Moments *view, double *bound);

#endif							/* AER_EXACT_H */
