/*
 * features.h
 *		The attributes of a row, given as an array, a whole row or a jsonb object.
 *
 * Features hides which of the three it is.  features_open() takes the row's
 * value without looking at any attribute; features_read() looks at those that
 * it is told to, and at no others.
 */
#ifndef AER_FEATURES_H
#define AER_FEATURES_H

#include "pg/aer.h"

#include "pg/numbers.h"
#include "pg/options/option_lists.h"
#include "pg/rows/column_look.h"
#include "pg/rows/class_names.h"
#include "pg/rows/column_choice.h"

typedef struct Features Features;

typedef struct PairReader PairReader;

typedef enum FeaturesKind
{
	FEATURES_ARRAY,
	FEATURES_ROW,
	FEATURES_JSONB
} FeaturesKind;

/*
 * The functions of SQL that differ only in how features come: name_array, name_row and
 * name_jsonb.  What they return is told as an expression of fcinfo and kind.
 */
#define FUNCTION_OF_KIND(name, of_kind, result) \
PG_FUNCTION_INFO_V1(name); \
Datum \
name(PG_FUNCTION_ARGS) \
{ \
	const FeaturesKind kind = of_kind; \
	return result; \
}
#define FUNCTIONS_OF_KINDS(name, result) \
	FUNCTION_OF_KIND(name##_array, FEATURES_ARRAY, result) \
	FUNCTION_OF_KIND(name##_row, FEATURES_ROW, result) \
	FUNCTION_OF_KIND(name##_jsonb, FEATURES_JSONB, result)

/* The same of aggregates: name_array_transition, name_row_transition, name_jsonb_transition. */
#define TRANSITIONS_OF_KINDS(name, result) \
	FUNCTION_OF_KIND(name##_array_transition, FEATURES_ARRAY, result) \
	FUNCTION_OF_KIND(name##_row_transition, FEATURES_ROW, result) \
	FUNCTION_OF_KIND(name##_jsonb_transition, FEATURES_JSONB, result)

/* What to do about a NULL, NaN or infinite value that was asked for. */
typedef enum BadValue
{
	BAD_VALUE_ERROR,			/* raise, naming row and attribute */
	BAD_VALUE_NULL,				/* NULL: raise; NaN, infinity: pass on */
	BAD_VALUE_MISSING,			/* NULL: return false; NaN, infinity: raise */
	BAD_VALUE_RETURN			/* NULL: return false; NaN, infinity: pass on */
} BadValue;

/* What a column or key is for a row, other than an attribute of it.  A role never changes what is read. */
typedef enum Role
{
	ROLE_TARGET,
	ROLES						/* how many there are */
} Role;

/* What they do differently; see features_array.c, features_row.c, features_jsonb.c. */
typedef struct FeaturesMethods
{
	uint32		(*open) (Features *features, Datum value);

	/* find the role's cell in the opened row, and set the role's column and word; arrays: NULL */
	void		(*role) (Features *features, Role role, Cell *cell);

	/* write value[] and null[], in the order of attribute[] */
	void		(*read) (Features *features, const uint32 *attribute, uint32 n,
						 double *value, bool *null);

	/* of jsonb alone, else NULL: features_end() */
	void		(*say_missing) (Features *features);
} FeaturesMethods;

struct Features
{
	const FeaturesMethods *methods;
	MemoryContext context;		/* lives as long as the features */
	Columns		columns;		/* of arrays none */
	bool		types_open;		/* numbers may be booleans: the first row says */
	struct
	{
		const char *name;		/* a column or key, or "column=word"; NULL: no column has the role */
		const char *column;		/* its column or key in the opened row */
		const char *word;		/* the word behind "=", else NULL */
	}			role[ROLES];
	TargetType	target;			/* of the model, or of the rows so far */
	ClassNames *class_names;	/* that named targets are places in, where these are words; else NULL */
	const char *floats;			/* opened float4 or float8 array in place, or NULL; then read() needs
								 * no more */
	int			float_width;	/* bytes of one of them */
	bool	   *null;			/* [null_size] scratch of features_read() */
	uint32		null_size;
	ColumnLook *look;			/* [looks] once a row was opened: of columns that are not plain */
	uint32		looks;
	bool		of_model;		/* a model's attributes are read, for which a word that is not listed is
								 * NULL, not none of those listed */
	uint32	   *unknown;		/* [unknowns] the first attributes of the looks at words in
								 * which the last reading found none of these */
	uint32		unknowns;
	const char *null_hint;		/* the remedy for a NULL that is an error */
	PairReader *pairs;			/* of columns that have pairs; see features_pairs.c; or NULL */
	int64		row_number;		/* what the caller calls the row, for messages; 0: nothing */
};

/*
 * Features given as arrays.  How many attributes of a row will be read, where
 * that is known before the first one, else READS_UNKNOWN.
 */
#define READS_UNKNOWN PG_UINT32_MAX
extern Features *features_create_array(MemoryContext context, uint32 reads);

/*
 * Features given as rows or as jsonb objects: the columns are the first row's numeric
 * and boolean ones, and those of which more is known, of jsonb the keys that are
 * included, which must be listed; or those of a trained model, which must live as long.
 */
extern Features *features_create_listed(MemoryContext context, FeaturesKind kind,
										const ColumnChoice *choice);
extern Features *features_create_named(MemoryContext context, FeaturesKind kind,
									   const char *target, const Columns *columns);

/* What those two call. */
extern Features *features_create_row(MemoryContext context, const ColumnChoice *choice);
extern Features *features_create_row_named(MemoryContext context, const char *target,
										   const Columns *columns);
extern Features *features_create_jsonb(MemoryContext context, const ColumnChoice *choice);
extern Features *features_create_jsonb_named(MemoryContext context, const char *target,
											 const Columns *columns);

/* For messages: " of row 3", or nothing where rows are not counted. */
extern const char *features_of_row(const Features *features);

/*
 * The values of n attributes of a look, from what stands in its column; false: it is NULL,
 * or none of the words, where that is NULL.
 */
extern bool features_take_cell(Features *features, const ColumnLook *look, const Cell *cell,
							   const uint32 *attribute, uint32 n, double *value);

/* The number that a cell is, of a column or key of that name. */
extern double features_cell_number(const Features *features, const char *name, const Cell *cell);

/* Arrays have no names to include or exclude: raise the error if any are given. */
extern void check_no_columns_chosen(const ColumnChoice *choice);

/*
 * Take the coming row's value.  Returns its number of attributes: for arrays
 * the length, else the number of names, the same for every row.
 */
extern uint32 features_open(Features *features, Datum value);

/*
 * Read the n attributes at attribute[] of the opened row.  row_number goes
 * into the error message.  Returns false only of a NULL.
 */
extern bool features_read(Features *features, const uint32 *attribute, uint32 n,
						  double *value, BadValue bad, int64 row_number);

/* Of values that features_read() has just read: an error at the first that is NaN or infinite. */
extern void features_check_finite(const Features *features, const uint32 *attribute, uint32 n,
								  const double *value);

/*
 * The same, but leave out those that are NULL: writes the others to present[]
 * and value[] and returns how many there are.  NaN and infinity are errors.
 */
extern uint32 features_read_present(Features *features, const uint32 *attribute, uint32 n,
									uint32 *present, double *value, int64 row_number);

/*
 * At the end of an aggregate: warns of the keys of jsonb that were searched for and that no
 * row had, once a statement.  Not in a window, where rows may follow; nor of sums of parallel
 * workers, which are merged without their rows, so nobody can tell.
 */
extern void features_end(FunctionCallInfo fcinfo, Features *features);

/* Raise the error of a target that is NaN or infinite. */
extern void check_target(double target, int64 row_number);

/* features_pairs.c: products of pairs, from the attributes of the same row. */

/* Where columns have pairs: the looks at them are found, or others are (features_row.c). */
extern void features_map_pairs(Features *features);

/* What features.c calls where columns have pairs: any attributes, products among them. */
extern void features_pairs_read(Features *features, const uint32 *attribute, uint32 n,
								double *value, bool *null);

#endif							/* AER_FEATURES_H */
