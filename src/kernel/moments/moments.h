/*
 * moments.h
 *		Moments: the sufficient statistics of a linear model under a sampling design.
 *
 * Rows are dealt into folds.  Rows are kept as they were read (rows.h) while that takes
 * less room than sums.  After that, each fold has sums only:
 *		the number of rows, and sum y and sum y^2 of each target (TargetSums);
 *		for each attribute, over the rows where it was seen, AttributeSums, and a
 *		TargetCell for each target;
 *		for each pair of attributes seen together, a PairCell.
 * Moments are complete if every attribute of every row was seen.  Complete moments have
 * the sums of all products (Gram) in place of pairs.  They can be merged into moments that
 * are not complete, as pairs that were seen in every row.
 *
 * Sums add up, so moments merge by addition, and any split of the rows gives the same
 * sums up to rounding.  Sums are of x - shift, where the shift is fixed beforehand: running
 * means would differ between workers.
 *
 * Rows may have weights.  Then all sums are of w times the numbers above, and the number of rows
 * becomes the sum of w; the sum of w^2, the rows of a fold and the rows where each attribute was
 * seen are kept beside them.  moments_effective() makes sums that can be estimated from.
 *
 * A numeric target is one target.  A target of K classes is K targets, the indicators of
 * the classes, which share all sums of attributes and pairs.  Functions that need one
 * target use the class that moments_read_class() chose.
 *
 * Moments also have, over all folds, the extremes of y, a bound of |x - shift| of each
 * attribute, how often each attribute was asked for and missing, and how often each look
 * had a value of an unknown category.
 *
 * Moments can be subtracted from others (subtract.h).  The difference remembers how large
 * its sums of squares ever were and how many rows went into them, as these bound the
 * rounding error.
 *
 * Rows become sums in blocks, so a few rows wait beside the sums.
 *
 * Moments take memory from their Work as they see more: 12 bytes for each value of a row;
 * later 24 bytes for each attribute of a fold that has rows, as many for each target, and
 * up to 16 d^2 bytes a fold (8 d^2 if complete).  More rows do not take more.
 */
#ifndef AER_MOMENTS_H
#define AER_MOMENTS_H

#include "kernel/looks.h"
#include "kernel/moments/design.h"
#include "kernel/moments/rows.h"

/* Sums over the rows where one attribute was seen. */
typedef struct AttributeSums
{
	double		n;				/* rows, or their weights */
	double		x;
	double		xx;
} AttributeSums;

/* Sums of one target over the rows where one attribute was seen. */
typedef struct TargetCell
{
	double		y;
	double		yy;
	double		xy;
} TargetCell;

/* Sums of one target over the rows of a fold.  The indicator of a class has y^2 = y. */
typedef struct TargetSums
{
	double		y;
	double		yy;
	double	   *xy;				/* [d] of complete moments, else NULL */
	TargetCell *cell;			/* [d] of other moments; NULL, as xy: no attribute was seen with this target */
} TargetSums;

/*
 * Sums over the rows in which two attributes i < j were seen together.  The four numbers are
 * adjacent, because a row of K values touches K (K - 1) / 2 cells scattered over the table.
 */
typedef struct PairCell
{
	double		n;				/* rows, or their weights */
	double		product;		/* sum of x_i x_j */
	double		first;			/* sum of x_i */
	double		second;			/* sum of x_j */
} PairCell;

/* An index of rows by fold and attribute, in the order of the rows. */
typedef struct RowOrder
{
	uint32	   *entry;			/* [room] entries of attribute i in fold f begin at head[f d + i] */
	double	   *weight;			/* [room] their weights; NULL if rows have no weights */
	uint32	   *head;			/* [folds * d + 2] */
	size_t		room;
} RowOrder;

/*
 * Sums of products over rows that are read in full.  A row is copied to a block, as d
 * values and a 1, whose products are the sums of x.  A full block goes into the sums by one
 * symmetric rank-k update, at the speed of the BLAS.
 */
typedef struct Gram
{
	uint32		d;
	uint32		order;			/* d + 1 */
	double	   *sum;			/* [order * order], (i, j), j >= i, at i * order + j; or NULL */
	double	   *block;			/* [block_rows * order] rows not yet in sum; NULL: no row was added */
	uint32		rows;			/* rows in the block */
	uint32		block_rows;		/* rows that the block has room for */
} Gram;

typedef struct FoldSums
{
	double		rows;			/* or their weights */
	double		counted;		/* rows, if they have weights, else 0 */
	double		squares;		/* of their weights */
	double	   *seen;			/* [d] rows where each attribute was seen; NULL without weights, or complete */
	TargetSums *target;			/* [target_room], in one array with those of the other folds */
	AttributeSums *attribute;	/* [d]; NULL: nothing was added, or the moments are complete */
	PairCell   *table;			/* [d (d - 1) / 2], by i, then j > i; NULL: no pairs yet, or complete */
	uint64		pairs;			/* pairs seen in the table when it was measured (serialized.h) */
	uint32		number;			/* the fold's number in rows */
	Gram		gram;			/* of complete moments */
} FoldSums;

/*
 * The smallest and the largest target, and the rows that have them, whatever their weights;
 * infinite without rows.
 * They remain as bounds when rows are subtracted.
 */
typedef struct Extremes
{
	double		low;
	double		high;
	double		n_low;
	double		n_high;
} Extremes;

/* The coding of a class as a numeric target; sums are 0 until a class is chosen. */
typedef enum ClassReading
{
	READS_NO_CLASS,
	READS_INDICATOR,			/* 1 in the rows of the class, else 0 */
	READS_SIGN					/* 1 in the rows of the class, else -1 */
} ClassReading;

typedef struct Moments
{
	Work	   *work;			/* owns the memory of the moments */
	uint32		d;				/* attributes */
	uint32		folds;
	bool		complete;		/* every attribute of every row was seen */
	bool		of_classes;		/* y of a row is the number of its class */
	bool		no_room_for_pairs;	/* a table of pairs would be too large */
	uint32		targets;		/* targets in the sums: 1, or the classes seen so far; 0 without sums */
	uint32		target_room;	/* targets that each fold has room for */
	ClassReading class_reading;
	uint32		class_read;		/* the class that is read, if any */
	bool		summed;			/* some rows are in the sums alone */
	const double *shift;		/* [d] subtracted from each value; NULL: 0.  Borrowed */
	double		fold_words;		/* 64-bit words of the sums of a fold; infinite: rows stay rows */
	Rows		rows;			/* rows whose products are not in the sums yet */
	size_t		counted;		/* entries of rows that are in all other sums */
	size_t		paired;			/* entries of rows that are in the tables, while a block is added */
	RowOrder	order;			/* index of the rows, if pairs are read from them */
	size_t		ordered;		/* entries of rows in the index */
	FoldSums   *fold;			/* [folds]; NULL, like the arrays below, until a row is counted */
	Extremes	target;
	double	   *largest;		/* [d] bound of |x - shift|, which never falls */
	double	   *missing;		/* [d] times that the attribute was asked for and missing */
	double	   *unknown;		/* [d] times that the look that begins here had an unknown category */
	double		turnover;		/* rows ever added or subtracted; 0: none was subtracted */
	double		peak_yy;		/* largest remembered sum of y^2 (subtract.h) */
	double	   *peak_xx;		/* [d] largest remembered sum of (x - shift)^2 */
	double	   *scratch;		/* [d] */
} Moments;

/* Initializes empty moments, which live in the Work.  The shift must outlive them. */
extern void moments_init(Work *work, Moments *moments, uint32 d, uint32 folds, bool complete,
						 const double *shift);

/*
 * Makes moments stay rows, unless they are complete, because a table of all pairs of
 * attributes would be too large.  Only rows may be merged into them, and nothing may be
 * subtracted.
 */
extern void moments_keep_rows(Moments *moments);

/* Gives the rows of empty moments weights. */
extern void moments_have_weights(Moments *moments);

static inline bool
moments_weighted(const Moments *moments)
{
	return moments->rows.weighted;
}

/* Returns true if moments_keep_rows() is in force. */
static inline bool
moments_stay_rows(const Moments *moments)
{
	return isinf(moments->fold_words);
}

/* Returns the number that is subtracted from the values of an attribute. */
static inline double
moments_shift(const Moments *moments, uint32 i)
{
	return moments->shift != NULL ? moments->shift[i] : 0;
}

/* Allocates the arrays that all folds need before anything is added to sums. */
extern void moments_start_sums(Moments *moments);

/* Turns complete moments into moments that are not complete and say the same. */
extern void moments_break_complete(Moments *moments);

/*
 * Adds a row to a fold.  plan[n] are the attributes that were asked for, present[m] those that
 * had a value[m]; both ascending, all values finite.  Complete moments take all d attributes.
 * If m is 0, the row contributes its target only.
 */
extern void moments_add(Moments *moments, uint32 fold, double y, const uint32 *plan, uint32 n,
						const uint32 *present, const double *value, uint32 m);

/* The same for a row of a weight above 0, which is 1 unless rows have weights. */
extern void moments_add_weighted(Moments *moments, uint32 fold, double weight, double y,
								 const uint32 *plan, uint32 n, const uint32 *present,
								 const double *value, uint32 m);

/*
 * Counts looks of the row added last that had a value of an unknown category, or NULL that was
 * replaced: first[n] are the attributes that these looks begin with.
 */
extern void moments_add_unknown(Moments *moments, const uint32 *first, uint32 n);

/* Adds all rows to the sums, even if rows would take less room. */
extern void moments_sum(Moments *moments);

/*
 * Sorts rows that are not in sums, so that neither they nor later sums depend on the order in
 * which they came.
 */
extern void moments_sort(Moments *moments);

/*
 * Adds factor * source to the target; the factor is -1 or above 0, and 1 unless the source is
 * summed.  Both have the same d, folds and shift, and weights or not.  The source must be complete if the target is, and settled unless it is all rows.  number:
 * [targets] the target's number of each class of the source; NULL if the numbers are the same.
 * After factor -1, call moments_close() (subtract.h) before anything else.
 */
extern void moments_merge(Moments *target, const Moments *source, double factor,
						  const uint32 *number);

/*
 * Initializes settled moments from settled moments with weights, all of whose sums are multiplied
 * by sum w / sum w^2.  So rows become effective rows, (sum w)^2 / sum w^2, and the unit of the
 * weights does not matter.  Raises KERNEL_BAD_VALUE if that is not a finite number above 0.
 */
extern void moments_effective(Work *work, Moments *effective, const Moments *source);

/*
 * Makes a view of the first folds of a source, at least one, which is settled for it.  Bounds that
 * are not kept by fold remain those of all rows.
 */
extern void moments_first_folds(Moments *first, Moments *source, uint32 folds);

/* Renumbers the classes, and drops those whose new number is NO_CLASS, which must have no rows. */
#define NO_CLASS PG_UINT32_MAX

extern void moments_renumber_classes(Moments *moments, const uint32 *number, uint32 classes);

/* Remembers how large the sums of squares are, before something is subtracted (subtract.h). */
extern void moments_remember(Moments *moments);

/* Return the largest sum of (x - shift)^2 of an attribute, and of y^2, that there ever was. */
extern double moments_peak_xx(const Moments *moments, uint32 i);
extern double moments_peak_yy(const Moments *moments);

/*
 * Makes moments readable: adds all rows to the sums.  Few rows of many attributes are added
 * to all sums but those of pairs, which fold walks then compute from the rows.
 */
extern void moments_settle(Moments *moments);

/* Returns the number of classes, 0 if the target is numeric. */
static inline uint32
moments_classes(const Moments *moments)
{
	return moments->of_classes ? moments->targets : 0;
}

/* Makes the number of targets at least this. */
extern void moments_add_targets(Moments *moments, uint32 targets);

/*
 * Choose the class that settled moments read as their target, usually on a copy that shares
 * all sums.  The indicator is 1 in the rows of the class and 0 in all others; its extremes
 * have no rows, so a fit makes no link.  The sign is 1 and -1, like a boolean target.
 */
extern void moments_read_class(Moments *moments, uint32 class);
extern void moments_read_sign(Moments *moments, uint32 class);

/* Returns the rows of a class in one fold, or in all folds (fold >= folds). */
extern double moments_class_rows(const Moments *moments, uint32 class, uint32 fold);

/* Returns the sums of y and y^2 of the target that is read, in one fold. */
extern TargetSums moments_fold_target(const Moments *moments, uint32 fold);

/* Gives the same sums over all folds. */
extern void moments_target_sums(const Moments *moments, double *y, double *yy);

/* Return the rows of all folds, or their weights, and the values read in them. */
extern double moments_rows(const Moments *moments);
extern double moments_reads(const Moments *moments);

/*
 * Return numbers of rows, whatever their weights, in all folds but one (omit >= folds: in all
 * folds): all rows, those where an attribute was seen, and those where each look was taken,
 * together.
 */
extern double moments_count_rows(const Moments *moments, uint32 omit);
extern double moments_count_seen(const Moments *moments, uint32 i, uint32 omit);
extern double moments_count_looks(const Moments *moments, const Looks *looks, uint32 omit);

/* Returns true if every attribute of every row was asked for, even if some were missing. */
extern bool moments_asked_all(const Moments *moments);

/* Returns true if a look of a row was counted by moments_add_unknown(). */
extern bool moments_have_unknown(const Moments *moments);

/* Return the sums of an attribute in one fold, alone and with the target that is read. */
extern AttributeSums moments_fold_attribute(const Moments *moments, uint32 fold, uint32 i);
extern TargetCell moments_fold_cell(const Moments *moments, uint32 fold, uint32 i);

/* Return the same over all folds but one (omit >= folds: over all folds). */
extern AttributeSums moments_attribute(const Moments *moments, uint32 i, uint32 omit);
extern TargetCell moments_cell(const Moments *moments, uint32 i, uint32 omit);

/*
 * A walk over the pairs of one fold, in whatever form they are stored.  In complete moments
 * every pair was seen in every row.
 */
typedef struct FoldWalk
{
	const Moments *moments;
	uint32		fold;
	PairCell   *row;			/* [d] the current row of pairs, unless a table has it */
	double	   *x;				/* [d] sums of the attributes */
} FoldWalk;

/* Allocate a walk over d attributes, and begin to walk a fold of moments of as many. */
extern void fold_walk_init(Work *work, FoldWalk *walk, uint32 d);
extern void fold_walk_start(FoldWalk *walk, const Moments *moments, uint32 fold);

/* Returns the cells (i, i + 1) .. (i, d - 1); the next call may overwrite them. */
extern const PairCell *fold_walk_row(FoldWalk *walk, uint32 i);

/* Returns true if attributes of two different looks were ever seen in the same row. */
extern bool moments_paired(Work *work, const Moments *moments, const Looks *looks);

/*
 * Gives an attribute's mean, its standard deviation (divisor n - 1) and its correlation with
 * the target, over the rows of all folds where it was seen; NaN if too little was seen.
 */
extern void moments_describe(const Moments *moments, uint32 i, double *mean, double *sd,
							 double *correlation);

/*
 * Gives running standard deviations of the attributes, for a learned design,
 *		v_i = (SS_i + v / 2) / (max(n_i - 1, 0) + 1/2),  v = sum SS / sum n.
 * Pass them to design_set_spread() every d / K rows.  Not for complete moments.
 */
extern void moments_spread(Moments *moments, double *spread);

/* Returns true if a count is a whole number from 0 to most. */
static inline bool
count_valid(double n, double most)
{
	/* from 2^53 on there is nothing but whole numbers; floor() is a call on many machines */
	return n >= 0 && n <= most && (n >= (double) (UINT64CONST(1) << 53) || n == (double) (int64) n);
}

/*
 * Returns true if a sum of weights, or without weights a count, is possible beside a larger one.
 * Other sums of the same weights may be rounded otherwise.
 */
static inline bool
weight_valid(const Moments *moments, double n, double most)
{
	return moments_weighted(moments) ? n >= 0 && n <= most * (1 + 1e-6) : count_valid(n, most);
}

/* Returns true if these can be the extremes of a target in so many rows. */
extern bool extremes_valid(const Extremes *target, double rows);

/*
 * Returns true if the sums of classes are finite, their counts are possible, and the counts of
 * all classes together are those of the fold and of its attributes.
 */
extern bool moments_classes_valid(const Moments *moments);

/* Returns true if all sums are finite: the squares of large values may not be. */
extern bool moments_finite(const Moments *moments);

/* Returns true if counts and sums agree with each other.  For assertions, after every change. */
extern bool moments_valid(const Moments *moments);

/* The parts of sums, for functions that fill in moments themselves. */

/* Allocates the sums of a target with d attributes, unless it has them. */
extern void target_sums_start(Work *work, TargetSums *sums, uint32 d, bool complete);

/* Returns the sums over the rows where attribute i was seen; of complete moments, over all rows. */
static inline TargetCell
target_sums_cell(const TargetSums *sums, uint32 i)
{
	if (sums->cell != NULL)
		return sums->cell[i];
	if (sums->xy != NULL)
		return (TargetCell) {sums->y, sums->yy, sums->xy[i]};
	return (TargetCell) {0};
}

/* target += sign * source */
static inline void
attribute_sums_add(AttributeSums *target, AttributeSums source, double sign)
{
	target->n += sign * source.n;
	target->x += sign * source.x;
	target->xx += sign * source.xx;
}

/* target += sign * source */
static inline void
target_cell_add(TargetCell *target, TargetCell source, double sign)
{
	target->y += sign * source.y;
	target->yy += sign * source.yy;
	target->xy += sign * source.xy;
}

/* Returns the number of cells in a table of pairs. */
static inline size_t
pairs_table_cells(uint32 d)
{
	return (size_t) d * (d - 1) / 2;
}

/* Returns the position of cell (i, i + 1) in the table. */
static inline size_t
pairs_table_row(uint32 d, uint32 i)
{
	return (size_t) i * (2 * (size_t) d - i - 1) / 2;
}

/* Returns the sums of a pair for x_i + first and x_j + second. */
static inline PairCell
pair_cell_shifted(PairCell cell, double first, double second)
{
	cell.product += second * cell.first + first * (cell.second + cell.n * second);
	cell.first += cell.n * first;
	cell.second += cell.n * second;
	return cell;
}

/*
 * Adds the pairs (i, j), j > i, of a fold's rows to row[], which starts with (i, i + 1).  The
 * rows must be in the index.
 */
extern void pairs_add(PairCell *row, const Rows *rows, const RowOrder *order, uint32 fold,
					  uint32 d, uint32 i);

/* Allocates the sums of products, unless there are any. */
extern void gram_start(Work *work, Gram *gram);

/* Adds all products of two attributes to target[], (i, j), j >= i, at i * stride + j. */
extern void gram_add_to(const Gram *gram, double *target, uint32 stride);

/*
 * Returns the products of attribute i with itself and those after it; NULL without rows.  The
 * block must be empty, as it is in settled moments.
 */
extern double *gram_products(const Gram *gram, uint32 i);

/* Returns the sum of x_i of a gram that has sums. */
extern double *gram_sum_of(const Gram *gram, uint32 i);

#endif							/* AER_MOMENTS_H */
