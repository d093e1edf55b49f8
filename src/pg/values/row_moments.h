/*
 * row_moments.h
 *		The type aer_moments: sums over rows that were read under a design.
 *
 * In aggregates and in functions, a value is an expanded object; stored, it is a flat varlena
 * (sums_form.h).  row_moments_load() is the only way from the flat to the expanded form, and checks
 * everything.
 *
 * Moments keep rows until sums take less space (kernel/moments/moments.h), and so does the stored
 * form, where rows are sorted.  With too many attributes for sums of all pairs, they keep rows for
 * good (moments_stay_rows).
 *
 * If the target is categorical, the y of a row is the number of its class in the object's list.
 * Classes are numbered as rows come in, and by the order of their bytes once a function or the
 * stored form needs them.
 *
 * If the design reads everything, moments are complete until the first missing value, of a row or of
 * other moments.  Then sums of products become sums of pairs, which say the same.
 */
#ifndef AER_ROW_MOMENTS_H
#define AER_ROW_MOMENTS_H

#include "pg/rows/features.h"
#include "kernel/moments/serialized.h"
#include "kernel/prices.h"
#include "pg/state.h"
#include "pg/values/sums_form.h"

typedef struct RowSource RowSource;

/* For each panel of prices, the number of records in which one of its looks found a value. */
typedef struct PanelVisits
{
	uint32		panels;			/* 0: there are none, or their visits are unknown */
	uint32	   *panel;			/* [d] panel of each attribute, or NO_PANEL */
	double	   *visits;			/* [panels] */
	uint32	   *found;			/* [panels] attributes found in the last record */
} PanelVisits;

typedef struct RowMoments
{
	StateObject object;			/* STATE_OF_ROWS */
	Work	   *work;			/* in the object's context, with the sums */
	uint32		d;				/* attributes; 0 before the first row */
	uint32		folds;
	bool		own_units;		/* fits standardize attributes by default */
	bool		keyed;			/* plan and fold follow from each row's key */
	uint64		skipped;		/* rows left out for NULL features or target */
	const char *design;			/* JSON text; empty without a design; merged designs leave the prices that they share */
	const char *block;			/* [block_bytes] columns as a block (kernel/columns.h); NULL for arrays */
	Size		block_bytes;
	Columns		columns;		/* read from the block by row_moments_read_columns() */
	TargetType	target;
	ClassNames *classes;		/* of a categorical target, else NULL */
	Moments		moments;		/* initialised unless d is 0 */
	PanelVisits visits;
	RowSource  *source;			/* reads the rows of an aggregate; else NULL */
} RowMoments;

/*
 * Returns a context for an object and everything that its header points to.  block: size of the
 * first block: ALLOCSET_SMALL_INITSIZE for states of aggregates, one for each group, and
 * ALLOCSET_DEFAULT_INITSIZE for loaded values, so that PostgreSQL uses their contexts again.
 */
extern MemoryContext row_moments_context(MemoryContext parent, Size block);

/*
 * Returns empty moments in the context.  Of the header it reads d, folds, own_units, keyed, design,
 * columns or their block, visits, target, classes (NULL: none yet), moments.complete,
 * moments.shift and whether rows have weights.  What these point to is not copied, and must live as long as the object.  A NULL
 * header makes moments of no rows, whose d is 0.  Raises an error if sums of so many attributes
 * could outgrow a value.
 *
 * If the sums of all pairs could outgrow a value, the moments keep rows for good, unless they are
 * complete (moments_stay_rows).  With 100,000 attributes, two rows of five looks hardly share a
 * pair: the sums of a row's ten pairs would take 400 bytes, its looks take 72.
 */
extern RowMoments *row_moments_create(MemoryContext context, const RowMoments *header);

/* Gives moments of no rows their header, at the first row or the first moments that are added. */
extern void row_moments_begin(RowMoments *object, const RowMoments *header);

/* Returns the most attributes whose sums of pairs, kept for each fold, fit into a value. */
extern uint32 row_moments_most_narrow(uint32 folds);

/* Raises an error if the sums of pairs of d attributes could outgrow a value. */
extern void row_moments_check_pairs(uint32 d, uint32 folds);

/*
 * Adds a row: plan[n] was asked for, and present[m] was observed, with value[m].  weight: 1 unless
 * rows have weights.
 */
extern void row_moments_add(RowMoments *object, uint32 fold, double weight, double y,
							const uint32 *plan, uint32 n, const uint32 *present,
							const double *value, uint32 m);

/* Raises an error if subtraction has left nothing but rounding errors of a sum that a fit needs. */
extern void row_moments_check_precision(const RowMoments *object);

/* Raises the error of a sum that is not finite. */
pg_noreturn extern void row_moments_not_finite(const RowMoments *object);

/*
 * Returns the moments as those of one number, for fits that know no classes: -1 and 1 for two
 * classes, 1 for a single one.  The result is palloc'd if the target is categorical, else the object
 * itself.  Raises an error with the function's name if there are more classes.
 */
extern RowMoments *row_moments_one_target(RowMoments *object, const char *function);

/*
 * Returns the moments that are estimated from: of effective rows, if rows have weights, else the
 * object itself (moments_effective).  They are palloc'd, and must be summed.
 */
extern RowMoments *row_moments_effective(RowMoments *object);

/* Turns rows into sums, which can be read, unless d is 0. */
extern void row_moments_sum(RowMoments *object);

/* Returns the number of a class, and adds it if it is new.  The object must have classes. */
extern uint32 row_moments_class(RowMoments *object, const char *name);

/* Brings rows and classes into the order in which they are stored. */
extern void row_moments_settle(RowMoments *object);

/* Asserts that the object is sound. */
#ifdef USE_ASSERT_CHECKING
extern void row_moments_assert_valid(const RowMoments *object);
#else
#define row_moments_assert_valid(object) ((void) (object))
#endif

/* Returns the moments in a value, summed; a flat value is loaded into a child of parent. */
extern RowMoments *row_moments_from_datum(Datum value, MemoryContext parent);

/* Returns the object in a value that may be changed in place, or NULL. */
extern RowMoments *row_moments_writable(Datum value);

/* Returns the moments as a value that may be changed in place. */
extern Datum row_moments_datum(RowMoments *moments);

#define PG_GETARG_ROW_MOMENTS(n) row_moments_from_datum(PG_GETARG_DATUM(n), CurrentMemoryContext)
#define PG_GETARG_EFFECTIVE_MOMENTS(n) row_moments_effective(PG_GETARG_ROW_MOMENTS(n))

/*
 * Reads the columns from the block, unless they are read.  Merging needs only the blocks.
 * sqlstate: of the error if the block is malformed.
 */
extern void row_moments_read_columns(RowMoments *object, int sqlstate);

/*
 * Checks a flat value, except for its columns, and makes an object in a child of parent.
 * sqlstate: of the error if the value is malformed; it depends on the way in.
 */
extern RowMoments *row_moments_load(const SumsForm *flat, MemoryContext parent, int sqlstate);

extern const ExpandedObjectMethods row_moments_flat_methods;

/* Visits of panels (panel_visits.c).  panel: [d], copied into the current memory context. */
extern void panel_visits_init(PanelVisits *visits, uint32 d, uint32 panels, const uint32 *panel);

/* Counts a record in which present[m] was found. */
extern void panel_visits_add(PanelVisits *visits, const uint32 *present, uint32 m);

/* target += sign (1 or -1) * source.  If their panels differ, the visits become unknown. */
extern void panel_visits_merge(PanelVisits *target, const PanelVisits *source, uint32 d, int sign);

/* Returns false if a number of visits is impossible, as it may be after subtraction. */
extern bool panel_visits_valid(const PanelVisits *visits);

/* Return the number of stored words, and write them. */
extern Size panel_visits_words(const PanelVisits *visits, uint32 d);
extern void panel_visits_write(const PanelVisits *visits, uint32 d, uint64 *word);

/* Reads stored words; returns false if they are malformed. */
extern bool panel_visits_read(PanelVisits *visits, uint32 d, const uint64 *word, Size words);

#endif							/* AER_ROW_MOMENTS_H */
