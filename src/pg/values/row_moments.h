/*
 * row_moments.h
 *		Values of type aer_moments that are of rows, looked at under a design.
 *
 * While an aggregate runs, and in functions that take it, the value is an
 * expanded object around the kernel's Moments; stored, it is one flat varlena
 * with what was seen and nothing else.  row_moments_load() is the one way from
 * the flat to the expanded form, and checks everything.  What aer_moments()
 * returns is sums and nothing else; only on the way between the processes of a
 * parallel plan may a value hold rows as they were seen.
 */
#ifndef AER_ROW_MOMENTS_H
#define AER_ROW_MOMENTS_H

#include "pg/rows/features.h"
#include "kernel/moments/moments.h"
#include "pg/values/moments_value.h"

typedef struct RowSource RowSource;

typedef struct RowMoments
{
	MomentsObject object;		/* of kind MOMENTS_OF_ROWS */
	uint32		d;				/* attributes; 0: no row was seen yet */
	uint32		folds;
	bool		complete;		/* every attribute of every row was read */
	bool		own_units;		/* how fits measure attributes by default */
	uint64		skipped;		/* rows left out for NULL features or target */
	char	   *design;			/* JSON text; empty: merged from several designs */
	char	  **name;			/* [d] of row attributes, else NULL */
	AttributeType *type;		/* [d] with name */
	TargetType	target;
	double	   *center;			/* [d] sums are of x - center; NULL: 0 */
	Moments		moments;		/* unless d is 0 */
	uint64	   *cells;			/* [folds] between get_flat_size and flatten_into */
	bool		partial;		/* to be merged: rows may travel as they are */
	RowSource  *source;			/* where rows come from, while they come */
} RowMoments;

/* A stored value: the texts follow the words. */
typedef struct FlatRowMoments
{
	AerMoments	start;			/* of kind MOMENTS_OF_ROWS */
	uint32		d;
	uint16		folds;
	uint16		flags;			/* FLAT_... */
	uint32		design_bytes;	/* of JSON text, its NUL included */
	uint32		names_bytes;	/* d types of one byte, then d strings; or 0 */
	uint64		skipped;
	uint64		words;
	uint64		word[FLEXIBLE_ARRAY_MEMBER];
} FlatRowMoments;

#define FLAT_COMPLETE 1
#define FLAT_OWN_UNITS 2
#define FLAT_CENTER 4
#define FLAT_FLAGS 31
#define FLAT_TARGET_SHIFT 3		/* two bits: TargetType */

/* The stored format. */
#define ROW_MOMENTS_FORMAT 1

/* More rows than will ever be; the reads of so many still fit an int64. */
#define MOST_ROWS (UINT64CONST(1) << 50)

/* An empty object whose memory is a child of parent. */
extern RowMoments *row_moments_create(MemoryContext parent);

/*
 * Make room for d attributes (design, names, complete, folds and centre are
 * set already); an error if the statistics might outgrow a value.
 */
extern void row_moments_start(RowMoments *object, uint32 d);

/*
 * The moments in a Datum, or made from flat ones in a child of parent; an
 * error that names the function if they are of another kind.
 */
extern RowMoments *row_moments_from_datum(Datum value, MemoryContext parent,
										  const char *function);

/* The object in a Datum that may be changed in place, or NULL. */
extern RowMoments *row_moments_writable(Datum value);

/*
 * Check and take apart; sqlstate is that of the error that a malformed value
 * raises: it depends on which way it came in.
 */
extern RowMoments *row_moments_load(const FlatRowMoments *flat, MemoryContext parent, int sqlstate);

/* The same in two steps: all but the sums, and object += the sums. */
extern RowMoments *row_moments_load_header(const FlatRowMoments *flat, MemoryContext parent,
										   int sqlstate);
extern void row_moments_add_sums(RowMoments *object, const FlatRowMoments *flat, int sqlstate);

/* Moments of no rows that those given can be added to. */
extern RowMoments *row_moments_create_like(const RowMoments *model, MemoryContext parent);

/* Raise that error. */
extern void row_moments_malformed(int sqlstate, const char *detail);

#define PG_GETARG_ROW_MOMENTS(n, function) \
	row_moments_from_datum(PG_GETARG_DATUM(n), CurrentMemoryContext, function)

/* The moments as a value that may be changed in place. */
extern Datum row_moments_datum(RowMoments *moments);

/* The binary form: see MomentsMethods. */
extern void row_moments_send(StringInfo buffer, const AerMoments *flat);
extern AerMoments *row_moments_receive(StringInfo buffer, int sqlstate);

#endif							/* AER_ROW_MOMENTS_H */
