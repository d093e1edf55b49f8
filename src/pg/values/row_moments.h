/*
 * row_moments.h
 *		Values of type aer_moments that are of rows, looked at under a design.
 *
 * While an aggregate runs, and in functions that take it, the value is an
 * expanded object; stored, it is one flat varlena (moments_form.h) with what
 * was seen and nothing else.  row_moments_load() is the one way from the flat
 * to the expanded form, and checks everything.
 *
 * The object lists its rows as they were read while they are few, which takes
 * less memory and time than sums.  They become sums when they are many, and
 * when a function asks for them.  What aer_moments() returns is sums and nothing
 * else; only on the way between the processes of a parallel plan, in lean form,
 * and where attributes are too many (row_moments_wide), does a value hold rows.
 *
 * Where the design asks for everything, moments are complete until the first
 * hole: a row that lacks something, or moments that do.  Sums of products then
 * become pairs, which say the same.
 */
#ifndef AER_ROW_MOMENTS_H
#define AER_ROW_MOMENTS_H

#include "pg/rows/features.h"
#include "kernel/exact/exact_words.h"
#include "pg/hand_over.h"
#include "pg/values/moments_form.h"
#include "pg/values/moments_value.h"
#include "pg/values/panel_visits.h"

typedef struct RowSource RowSource;

typedef struct RowMoments
{
	StateObject object;			/* STATE_OF_ROWS */
	uint32		d;				/* attributes; 0: no row was seen yet */
	uint32		folds;
	bool		complete;		/* every attribute of every row was seen */
	bool		own_units;		/* how fits measure attributes by default */
	bool		keyed;			/* plan and fold follow from each row's key */
	bool		lean;			/* design, names, types and center are not known */
	uint64		fingerprint;	/* of these; 0 if d is */
	uint64		skipped;		/* rows left out for NULL features or target */
	char	   *design;			/* JSON text; empty: none; of several: their prices */
	char	  **name;			/* [d] of row attributes, else NULL */
	AttributeType *type;		/* [d] with name */
	TargetType	target;
	double	   *center;			/* [d] sums are of x - center; NULL: 0 */
	bool		exact;			/* sums are in two words, so that they can be taken back */
	bool		summed;			/* the rows are in moments or two_words, else in list */
	Moments		moments;		/* if exact or wide a view, where it was asked for */
	MemoryContext view;			/* the memory of that view, or NULL */
	Exact		two_words;		/* if exact and summed */
	RowList		list;
	RowList		taken;			/* of lean moments: rows taken back */
	PanelVisits visits;			/* of what was ever found; never falls */
	HandOver   *way;			/* of a partial state through a parallel plan, or NULL */
	bool		partial;		/* to be merged: listed rows may be stored as they are */
	RowSource  *source;			/* where rows come from, while they come */

	/* between get_flat_size and flatten_into */
	MemoryContext shown_context;	/* of shown, where that was made for it */
	Moments    *shown;			/* what is written; NULL: the list */
	uint64	   *cells;			/* [folds] of words_measure() */
} RowMoments;

/* An empty object whose memory is a child of parent. */
extern RowMoments *row_moments_create(MemoryContext parent);

/*
 * Moments of so many attributes that the sums of all pairs would outgrow a value
 * are wide: they stay the rows as they were looked at, and sums are made of these
 * while a function needs them.  Neither complete, exact nor lean moments are.
 */
extern bool row_moments_wide(const RowMoments *object);

/* The most attributes in so many folds that are not wide. */
extern uint32 row_moments_most_narrow(uint32 folds);

/* Have the sums of wide moments as a view. */
extern void row_moments_wide_view(RowMoments *object);

/*
 * An error if such moments might outgrow a value; if wide, if their sums of
 * attributes alone would.
 */
extern void row_moments_check_size(uint32 d, uint32 folds, bool complete, bool exact);

/* An error if pairs of so many attributes might. */
extern void row_moments_check_pairs(uint32 d, uint32 folds);

/* An error if the rows of wide moments would, with so many entries more. */
extern void row_moments_check_list(const RowMoments *object, Size entries);

/*
 * There are d attributes; design, names, complete, folds and centre are set
 * already.  The same error.
 */
extern void row_moments_start(RowMoments *object, uint32 d);

/*
 * Add a row of which plan[n] was asked for, and present[m] was there with these
 * values.
 */
extern void row_moments_add(RowMoments *object, uint32 fold, double y, const uint32 *plan,
							uint32 n, const uint32 *present, const double *value, uint32 m);

/*
 * Those looks of the row added last whose first attributes these n are had values
 * of no known word.
 */
extern void row_moments_add_unknown(RowMoments *object, const uint32 *first, uint32 n);

/*
 * Of the row added last to lean or exact moments, these n attributes had their
 * values before, and were paid for then: they enter sums and are no new looks.
 */
extern void row_moments_mark_known(RowMoments *object, const uint32 *attribute, uint32 n);

/* Forget the rows of a list, to begin anew with all else as it is. */
extern void row_moments_clear_list(RowMoments *object);

/*
 * target += sign (1 or -1) times what moments of rows of the same design have
 * seen, whatever form they are in.  A target of no attributes becomes one like
 * them first; it may be lean until the first value in full comes.  Counts may
 * be negative in between: when all is added up, row_moments_check_counts() is an
 * error if one still is, and sums of nothing become 0.
 */
extern void row_moments_take(RowMoments *target, Datum value, int sign);
extern void row_moments_check_counts(RowMoments *object);

/* An error where rounding has eaten up what a fit needs; there is a view. */
extern void row_moments_check_precision(const RowMoments *object);

/* The error where a sum is not finite. */
pg_noreturn extern void row_moments_not_finite(void);

/* How often a value of an attribute was found and paid for, ever. */
extern double row_moments_paid(const RowMoments *object, uint32 attribute);

/* The looks that the attributes are, palloc'd, and how many looks at rows there were. */
extern Looks row_moments_looks(const RowMoments *object);
extern double row_moments_reads(const RowMoments *object);

/* Have sums, in object->moments, unless d is 0. */
extern void row_moments_sum(RowMoments *object);

/* The sums of an object's list, made in a context. */
extern void row_moments_sum_list(const RowMoments *object, Moments *moments,
								 MemoryContext context);

/* Have sums, but of exact moments no view of them. */
extern void row_moments_have_sums(RowMoments *object);

/* Have sums in two words from now on. */
extern void row_moments_make_exact(RowMoments *object);

/* Something was not seen, or will not be: complete no longer. */
extern void row_moments_break(RowMoments *object);

/*
 * target += sign times what source has seen, of the same d, folds and centre;
 * with sign -1 the target is exact.
 */
extern void row_moments_add_seen(RowMoments *target, const RowMoments *source, int sign);

/* The same of checked words; those of plain sums are added to a plain target alone. */
extern void row_moments_add_words(RowMoments *target, const uint64 *word,
								  const WordsShape *shape, int sign);

/* Design, names, types and centre, copied. */
extern void row_moments_copy_header(RowMoments *object, const RowMoments *model);

/* Moments of no rows that those given can be added to; those of no attributes become such. */
extern void row_moments_become_like(RowMoments *object, const RowMoments *model);
extern RowMoments *row_moments_create_like(const RowMoments *model, MemoryContext parent);

/* Asserts that the object is what it must be. */
#ifdef USE_ASSERT_CHECKING
extern void row_moments_assert_valid(const RowMoments *object);
#else
#define row_moments_assert_valid(object) ((void) (object))
#endif

/*
 * The moments in a Datum, or made from flat ones in a child of parent, with
 * their sums; an error that names the function if they are of another kind, or
 * lean.
 */
extern RowMoments *row_moments_from_datum(Datum value, MemoryContext parent,
										  const char *function);

/* The object in a Datum that may be changed in place, or NULL; an error if it is of another kind. */
extern RowMoments *row_moments_writable(Datum value);

/* The moments as a value that may be changed in place. */
extern Datum row_moments_datum(RowMoments *moments);

#define PG_GETARG_ROW_MOMENTS(n, function) \
	row_moments_from_datum(PG_GETARG_DATUM(n), CurrentMemoryContext, function)

/*
 * Check a flat value and take it apart; sqlstate is that of the error that a
 * malformed value raises: it depends on which way it came in.
 */
extern RowMoments *row_moments_load(const RowMomentsForm *flat, MemoryContext parent, int sqlstate);

/* The same without the sums, which row_moments_add_flat() adds to target. */
extern RowMoments *row_moments_load_header(const RowMomentsForm *flat, MemoryContext parent,
										   int sqlstate);
extern void row_moments_add_flat(RowMoments *target, RowMoments *header,
								 const RowMomentsForm *flat, int sign);

/*
 * The same of a flat lean value into an object that the caller has zeroed, whose
 * list he keeps; its memory grows in a context.
 */
extern void row_moments_load_lean(RowMoments *object, const RowMomentsForm *flat,
								  MemoryContext context, int sqlstate);

/* How many words a flat value has, whose size was checked. */
extern Size row_moments_words(const RowMomentsForm *flat);

/* The flat value, in so many bytes. */
extern Size row_moments_flat_size(RowMoments *object);
extern void row_moments_flatten(RowMoments *object, RowMomentsForm *flat, Size size);

extern const ExpandedObjectMethods row_moments_flat_methods;

/* What the fingerprint of these moments is. */
extern uint64 row_moments_fingerprint(const RowMoments *object);

/* The binary form: see MomentsMethods. */
extern void row_moments_send(StringInfo buffer, const AerMoments *flat);
extern AerMoments *row_moments_receive(StringInfo buffer, int sqlstate);

#endif							/* AER_ROW_MOMENTS_H */
