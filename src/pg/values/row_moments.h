/*
 * row_moments.h
 *		The type aer_moments: sums over rows, looked at under a design.
 *
 * While an aggregate runs, and in functions that take it, the value is an
 * expanded object; stored, it is one flat varlena (sums_form.h) with what
 * was seen and nothing else.  row_moments_load() is the one way from the flat
 * to the expanded form, and checks everything.
 *
 * The object's moments are rows until sums of them take less (kernel/moments/moments.h).
 * So is a value stored: as its rows, sorted, or as sums.  Where attributes are too many for
 * these they stay rows (moments_stay_rows).
 *
 * Where the target is a word, a row's y is the place of its class in the object's list,
 * which grows as classes are found; in the order of arrival while rows come in, and in
 * that of their bytes once a function, or the stored form, asks for them.
 *
 * Where the design asks for everything, moments are complete until the first
 * hole: a row that lacks something, or moments that do.  Sums of products then
 * become pairs, which say the same.
 */
#ifndef AER_ROW_MOMENTS_H
#define AER_ROW_MOMENTS_H

#include "pg/rows/features.h"
#include "kernel/moments/serialized.h"
#include "pg/state.h"
#include "pg/values/sums_form.h"
#include "pg/values/panel_visits.h"

typedef struct RowSource RowSource;

typedef struct RowMoments
{
	StateObject object;			/* STATE_OF_ROWS */
	Work	   *work;			/* in the object's context: what is seen lives in it */
	uint32		d;				/* attributes; 0: no row was seen yet */
	uint32		folds;
	bool		own_units;		/* how fits measure attributes by default */
	bool		keyed;			/* plan and fold follow from each row's key */
	uint64		skipped;		/* rows left out for NULL features or target */
	const char *design;			/* JSON text; empty: none; of several: their prices */
	const char *block;			/* [block_bytes] the columns (kernel/columns.h); of arrays NULL */
	Size		block_bytes;
	Columns		columns;		/* the same, once row_moments_read_columns() has read them */
	TargetType	target;
	ClassNames *classes;		/* where the target is a word, else NULL */
	Moments		moments;		/* once there are attributes */
	PanelVisits visits;
	RowSource  *source;			/* where rows come from, while they come */
} RowMoments;

/*
 * Returns a context for an object and all that its header points to.  It begins with a block of
 * that size: ALLOCSET_SMALL_INITSIZE for states of aggregates, of which there is one for each
 * group, ALLOCSET_DEFAULT_INITSIZE for a value that is loaded, so that its context is used again.
 */
extern MemoryContext row_moments_context(MemoryContext parent, Size block);

/*
 * Returns moments that have seen nothing, in a context of their own.  The header is moments of
 * which d, folds, own_units, keyed, design, columns or their block, visits, target, classes (NULL:
 * none yet), moments.complete and moments.shift are read.  What these point to is not copied and
 * lives as long as the object.  NULL: moments of no rows, whose d is 0.  An error if sums of so many
 * attributes might outgrow a value.
 *
 * Of so many attributes that the sums of all pairs would outgrow a value the moments stay the
 * rows as they were looked at, unless they are complete (moments_stay_rows).  Of 100,000
 * attributes five looks at a row hardly ever meet a pair again: the sums of its ten pairs would
 * take 400 bytes, its looks 72.
 */
extern RowMoments *row_moments_create(MemoryContext context, const RowMoments *header);

/* The first row, or the first moments that are added, give moments of no rows their header. */
extern void row_moments_begin(RowMoments *object, const RowMoments *header);

/* Returns the most attributes in so many folds whose sums of pairs have room in a value. */
extern uint32 row_moments_most_narrow(uint32 folds);

/* An error if sums of pairs of so many attributes might outgrow a value. */
extern void row_moments_check_pairs(uint32 d, uint32 folds);

/*
 * Add a row of which plan[n] was asked for, and present[m] was there with these
 * values.
 */
extern void row_moments_add(RowMoments *object, uint32 fold, double y, const uint32 *plan,
							uint32 n, const uint32 *present, const double *value, uint32 m);

/* An error where rounding has eaten up what a fit needs. */
extern void row_moments_check_precision(const RowMoments *object);

/* The error where a sum is not finite. */
pg_noreturn extern void row_moments_not_finite(void);

/*
 * The moments as those of one target, for whoever fits no classes: of two, which of them
 * (-1, 1); of one, 1.  Palloc'd where the target is a word; else themselves.  An error
 * that names the function if there are more.
 */
extern RowMoments *row_moments_one_target(RowMoments *object, const char *function);

/* Have moments that can be read, unless d is 0. */
extern void row_moments_sum(RowMoments *object);

/* The place of a class in the object, which has classes. */
extern uint32 row_moments_class(RowMoments *object, const char *name);

/* Bring rows and classes in the order in which they are stored. */
extern void row_moments_settle(RowMoments *object);

/*
 * target += sign (1 or -1) times moments of the same d, folds and centre, of these classes;
 * settled unless their rows are added.
 */
extern void row_moments_add_moments(RowMoments *target, const Moments *source,
									const ClassNames *classes, int sign);

/* Asserts that the object is what it must be. */
#ifdef USE_ASSERT_CHECKING
extern void row_moments_assert_valid(const RowMoments *object);
#else
#define row_moments_assert_valid(object) ((void) (object))
#endif

/* The moments in a Datum, or made from flat ones in a child of parent, with their sums. */
extern RowMoments *row_moments_from_datum(Datum value, MemoryContext parent);

/* The object in a Datum that may be changed in place, or NULL. */
extern RowMoments *row_moments_writable(Datum value);

/* The moments as a value that may be changed in place. */
extern Datum row_moments_datum(RowMoments *moments);

#define PG_GETARG_ROW_MOMENTS(n) row_moments_from_datum(PG_GETARG_DATUM(n), CurrentMemoryContext)

/*
 * Reads columns from the block, once.  Values that are only merged compare blocks instead.
 * sqlstate: of the error if the block is malformed.
 */
extern void row_moments_read_columns(RowMoments *object, int sqlstate);

/*
 * Checks a flat value, but for its columns, and makes an object of it.  sqlstate: of the error that a malformed value
 * raises, which depends on the way it came in.
 */
extern RowMoments *row_moments_load(const SumsForm *flat, MemoryContext parent, int sqlstate);

extern const ExpandedObjectMethods row_moments_flat_methods;

#endif							/* AER_ROW_MOMENTS_H */
