/*
 * moments.h
 *		Sufficient statistics of a linear model under a sampling design.
 *
 * Rows are dealt into folds.  They are kept as they were read (rows.h) as long as
 * that is shorter than sums of them; then for each fold only sums are kept, so that
 * states merge by addition and any split of the rows gives the same statistics up to
 * the rounding of sums:
 *		rows, and for each target sum y and sum y^2 (target_sums.h);
 *		for each attribute, over the rows where it was seen, its AttributeSums, and
 *		for each target its TargetCell;
 *		for each pair seen together, its PairCell (pairs.h); where every
 *		attribute of every row was seen, the sums of products alone (gram.h).
 * These are complete moments.  They say as much as pairs would, each seen in
 * every row, so merged into moments that are not complete they are added as such.
 * Sums are of x - shift with a shift fixed beforehand, never of running means,
 * which would differ between workers.
 *
 * A target that is a number is one target.  A target of K classes is K targets, the
 * indicators of the classes, which share all sums that no target enters.  Functions that
 * need one target read the class that moments_read_class() chose.
 *
 * Besides, over all folds: the extremes of y with the rows there, how far each
 * attribute was ever from its shift, how often it was asked for and missing, and
 * how often a look that begins with it had a value of no known word.
 *
 * Moments can be taken back from others (subtract.h).  From then on these
 * remember how large their sums of squares ever were and how many rows went into
 * them, which tells how far rounding may have come.
 *
 * Rows become sums by the block: those that are not in the sums of products yet are
 * a window beside them.  Sums of one attribute can be had beside rows, too.
 *
 * Moments live in a Work, from which they take more with what is seen: 12 bytes for
 * each value of a row, then 24 bytes per attribute of a fold that has rows, as many for
 * each target, and up to 16 d^2 bytes a fold (8 d^2 where everything is read), and no more
 * with more rows.
 */
#ifndef AER_MOMENTS_H
#define AER_MOMENTS_H

#include "kernel/looks.h"
#include "kernel/moments/design.h"
#include "kernel/moments/gram.h"
#include "kernel/moments/pairs.h"
#include "kernel/moments/target_sums.h"

/* Sums over the rows where one attribute was seen. */
typedef struct AttributeSums
{
	double		n;
	double		x;
	double		xx;
} AttributeSums;

typedef struct FoldSums
{
	double		rows;
	TargetSums *target;			/* [target_room], those of all folds one after another */
	AttributeSums *attribute;	/* [d], or NULL: not started; never if complete */
	PairCell   *table;			/* [d (d - 1) / 2] unless complete, or NULL: no products yet */
	uint64		pairs;			/* seen in the table, when it was measured (serialized.h) */
	uint32		number;			/* of the fold in rows */
	Gram		gram;			/* if complete */
} FoldSums;

/*
 * The smallest and largest target, and the rows that have them: bounds which
 * stay when rows are taken back.  Where there are no rows, infinite.
 */
typedef struct Extremes
{
	double		low;
	double		high;
	double		n_low;
	double		n_high;
} Extremes;

/* How the target is read where it is a class: until one is chosen, as 0. */
typedef enum ClassReading
{
	READS_NO_CLASS,
	READS_INDICATOR,			/* 1 in the rows of the class, else 0 */
	READS_SIGN					/* 1 in the rows of the class, else -1 */
} ClassReading;

typedef struct Moments
{
	Work	   *work;			/* in which they live and grow */
	uint32		d;
	uint32		folds;
	bool		complete;		/* every attribute of every row was seen */
	bool		of_classes;		/* a row's y is the number of its class */
	bool		no_room_for_pairs;	/* a table of them is out of the question */
	uint32		targets;		/* in the sums: classes seen so far, or 1; 0 without sums */
	uint32		target_room;	/* targets that each fold has room for */
	ClassReading reads;			/* what is read in place of the class */
	uint32		reading;		/* the class that is read then, else 0 */
	bool		summed;			/* sums have rows that are not among those below */
	const double *shift;		/* [d] taken off each value; NULL: 0.  Borrowed */
	double		fold_words;		/* what the sums of a fold take; infinite: they stay rows */
	Rows		rows;			/* those that are in no sums of products */
	size_t		counted;		/* entries of theirs that are in all other sums */
	size_t		taken;			/* and in these, too: while a block of them is */
	RowOrder	order;			/* of the rows, where they are read in place of a table */
	size_t		ordered;		/* entries that it is of */
	FoldSums   *fold;			/* [folds]; NULL, as all that follows: nothing was counted yet */
	Extremes	target;
	double	   *largest;		/* [d] of |x - shift|: a bound, never falls */
	double	   *missing;		/* [d] times that it was asked for and not there */
	double	   *unknown;		/* [d] times that its look had no known value */
	double		turnover;		/* rows that were added and taken; 0: none was ever taken */
	double		most_yy;		/* the largest sum of y^2 that was remembered (subtract.h) */
	double	   *most;			/* [d] the same of (x - shift)^2 */
	double	   *scratch;		/* [d] */
} Moments;

extern void moments_init(Work *work, Moments *moments, uint32 d, uint32 folds, bool complete,
						 const double *shift);

/*
 * There are so many attributes that a table of all pairs is out of the question: unless the
 * moments are complete, they stay rows.  Nothing but rows is merged into them then, and none
 * are taken.
 */
extern void moments_keep_rows(Moments *moments);

/* Returns true if they do. */
static inline bool
moments_stay_rows(const Moments *moments)
{
	return isinf(moments->fold_words);
}

/* Returns what is taken off the values of an attribute. */
static inline double
moments_shift(const Moments *moments, uint32 i)
{
	return moments->shift != NULL ? moments->shift[i] : 0;
}

/* Have what all folds need before anything is added to sums, and what one needs. */
extern void moments_start_sums(Moments *moments);
extern void moments_start(Moments *moments, uint32 fold);

/* Complete moments are no longer, and say the same. */
extern void moments_break_complete(Moments *moments);

/*
 * Add a row to a fold, of which plan[n] was asked for and present[m] was there:
 * ascending attribute numbers, their values, the target; all finite.  Complete
 * moments take all d in order.  m = 0 is a row of which only the target is known.
 */
extern void moments_add(Moments *moments, uint32 fold, double y, const uint32 *plan, uint32 n,
						const uint32 *present, const double *value, uint32 m);

/*
 * Those looks of the row added last that begin with these attributes had values of no
 * known word.
 */
extern void moments_add_unknown(Moments *moments, const uint32 *first, uint32 n);

/* Rows become sums, though they be shorter. */
extern void moments_sum(Moments *moments);

/*
 * Bring rows that are not sums in an order that does not depend on how they came: then
 * sums of them do not, either.
 */
extern void moments_sort(Moments *moments);

/*
 * Merging: target += sign * source, where sign is 1 or -1.  Both must have the same
 * d, folds and shift, and the source must be complete if the target is; and settled,
 * unless its rows are added as rows.  number: [targets] which class of the target a class of
 * the source is; NULL if they are the same.  After sign -1 the target is no moments until
 * moments_close() (subtract.h).
 */
extern void moments_merge(Moments *target, const Moments *source, double sign,
						  const uint32 *number);

/* Numbers the classes anew.  Classes whose number is NO_CLASS have no rows and are left out. */
#define NO_CLASS PG_UINT32_MAX

extern void moments_renumber_classes(Moments *moments, const uint32 *number, uint32 classes);

/* Remember the sums of squares as they are, before something is taken (subtract.h). */
extern void moments_remember(Moments *moments);

/* The largest sum of (x - shift)^2 of an attribute that there ever was. */
extern double moments_most(const Moments *moments, uint32 i);
extern double moments_most_target(const Moments *moments);

/*
 * Moments can be read afterwards: all rows are in the sums; few rows of many attributes but
 * in those of products, which can be walked nonetheless.
 */
extern void moments_settle(Moments *moments);

/* Returns the number of classes, 0 if the target is a number. */
static inline uint32
moments_classes(const Moments *moments)
{
	return moments->of_classes ? moments->targets : 0;
}

/* Makes the number of targets at least this. */
extern void moments_add_targets(Moments *moments, uint32 targets);

/*
 * Make settled moments of classes, usually a copy that shares all sums, read this class as
 * their target.  As an indicator the target is 1 in the rows of the class and 0 in all
 * others; the extremes have no rows then, and so a fit makes no link.  As a sign it is 1 and
 * -1, with their rows, as of a boolean target.
 */
extern void moments_read_class(Moments *moments, uint32 class);
extern void moments_read_sign(Moments *moments, uint32 class);

/* Returns the rows of a class in one fold, or in all folds (fold >= folds). */
extern double moments_class_rows(const Moments *moments, uint32 class, uint32 fold);

/* Returns the sums of y and y^2 of a fold, of the target that is read. */
extern TargetSums moments_fold_target(const Moments *moments, uint32 fold);

/* The same over all folds. */
extern void moments_target_sums(const Moments *moments, double *y, double *yy);

/* Rows of all folds, values read, and looks that these took, in all folds but one (omit >= folds: none). */
extern double moments_rows(const Moments *moments);
extern double moments_reads(const Moments *moments);
extern double moments_looks(const Moments *moments, const Looks *looks, uint32 omit);

/* Was every attribute of every row asked for, if not seen? */
extern bool moments_asked_all(const Moments *moments);

/*
 * Return the sums of an attribute in one fold, alone and with the target that is read; of
 * complete moments from the sums of rows and of products.
 */
extern AttributeSums moments_fold_attribute(const Moments *moments, uint32 fold, uint32 i);
extern TargetCell moments_fold_cell(const Moments *moments, uint32 fold, uint32 i);

/* The same over all folds but one (omit >= folds: over all folds). */
extern AttributeSums moments_attribute(const Moments *moments, uint32 i, uint32 omit);
extern TargetCell moments_cell(const Moments *moments, uint32 i, uint32 omit);

/*
 * A walk over the pairs of one fold in whatever form they are: of complete moments
 * every pair was seen in every row.
 */
typedef struct FoldWalk
{
	const Moments *moments;
	uint32		fold;
	PairCell   *row;			/* [d] the current row where it must be put together */
	double	   *x;				/* [d] sums */
} FoldWalk;

/* A walk of so many attributes, and the beginning of one over a fold of as many. */
extern void fold_walk_init(Work *work, FoldWalk *walk, uint32 d);
extern void fold_walk_start(FoldWalk *walk, const Moments *moments, uint32 fold);

/*
 * The cells (i, i + 1) .. (i, d - 1).  They may be overwritten by the next call.
 */
extern const PairCell *fold_walk_row(FoldWalk *walk, uint32 i);

/* Were attributes of two looks ever seen in the same row? */
extern bool moments_paired(Work *work, const Moments *moments, const Looks *looks);

/*
 * What is known of an attribute over all folds: its mean, its standard
 * deviation (divisor n - 1), and its correlation with the target over the rows
 * where it was seen; NaN where too little was seen.
 */
extern void moments_describe(const Moments *moments, uint32 i, double *mean,
							 double *deviation, double *correlation);

/*
 * Running standard deviations for a learned design,
 *		v_i = (SS_i + v / 2) / (max(n_i - 1, 0) + 1/2),  v = sum SS / sum n,
 * to be given to design_set_spread() every d / K rows.  Not of complete moments.
 */
extern void moments_spread(Moments *moments, double *spread);

/*
 * Do these agree?  Counts are whole, none negative, and none more than the rows
 * that it is of; no square is negative.  Sums need not be finite: whoever stores
 * them sees to that.
 */
static inline bool
count_valid(double n, double most)
{
	/* from 2^53 on there is nothing but whole numbers; floor() is a call on many machines */
	return n >= 0 && n <= most && (n >= (double) (UINT64CONST(1) << 53) || n == (double) (int64) n);
}

extern bool extremes_valid(const Extremes *target, double rows);

/*
 * Returns true if the sums of classes are finite, their counts are possible, and the counts of
 * all classes together are those of the fold and of its attributes.
 */
extern bool moments_classes_valid(const Moments *moments);

/* Is no sum infinite or NaN?  Values may be too large for their squares. */
extern bool moments_finite(const Moments *moments);

/* Is the state what it must be?  Asserted wherever it was changed. */
extern bool moments_valid(const Moments *moments);

#endif							/* AER_MOMENTS_H */
