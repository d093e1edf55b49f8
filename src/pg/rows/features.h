/*
 * features.h
 *		Reads attributes and the target of a row: an array, a whole row or a jsonb object.
 *
 * features_open() takes the value of a row without looking at any attribute; features_read() looks
 * at the attributes that it is asked for, and at no others.
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
 * Defines the three functions of SQL that differ only in the kind of their features: name_array,
 * name_row and name_jsonb.  result: their result, an expression of fcinfo and kind.
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

/* Defines the transition functions of an aggregate: name_array_transition and so on. */
#define TRANSITIONS_OF_KINDS(name, result) \
	FUNCTION_OF_KIND(name##_array_transition, FEATURES_ARRAY, result) \
	FUNCTION_OF_KIND(name##_row_transition, FEATURES_ROW, result) \
	FUNCTION_OF_KIND(name##_jsonb_transition, FEATURES_JSONB, result)

/* The treatment of NULL, NaN and infinite values by features_read(). */
typedef enum BadValue
{
	BAD_VALUE_ERROR,			/* raises an error that names row and attribute */
	BAD_VALUE_NULL,				/* raises an error for NULL; returns NaN and infinity */
	BAD_VALUE_MISSING,			/* returns false for NULL; raises an error for NaN and infinity */
	BAD_VALUE_RETURN			/* returns false for NULL; returns NaN and infinity */
} BadValue;

/* Uses of a column or key other than as attributes.  A role never changes which attributes are read. */
typedef enum Role
{
	ROLE_TARGET,
	ROLE_GROUPS,
	ROLE_TIME,
	ROLE_WEIGHT,
	ROLES						/* the number of roles */
} Role;

/* The functions of a kind of features (features_array.c, features_row.c, features_jsonb.c). */
typedef struct FeaturesMethods
{
	uint32		(*open) (Features *features, Datum value);

	/* finds the role's cell in the opened row and sets the role's column and value; NULL for arrays */
	void		(*role) (Features *features, Role role, Cell *cell);

	/* writes value[n] and null[n], in the order of attribute[n] */
	void		(*read) (Features *features, const uint32 *attribute, uint32 n,
						 double *value, bool *null);

	/* does what features_end() says; NULL unless jsonb */
	void		(*warn_missing) (Features *features);
} FeaturesMethods;

struct Features
{
	const FeaturesMethods *methods;
	MemoryContext context;		/* of everything that lives as long as the features */
	Columns		columns;		/* none for arrays */
	bool		types_open;		/* the first row decides which plain columns are boolean */
	struct
	{
		const char *name;		/* a column or key, or "column=value"; NULL: no column has the role */
		const char *column;		/* column or key in the opened row */
		const char *value;		/* value after "=", else NULL */
		bool		point;		/* the cell is a point in time, as a number of days */
	}			role[ROLES];
	TargetType	target;			/* of the model, or of the rows so far */
	ClassNames *class_names;	/* classes so far of a categorical target, else NULL */
	const char *floats;			/* elements of the opened row in place, if it is a float4 or float8 array
								 * without NULL; else NULL */
	int			float_width;	/* bytes of one of them */
	bool	   *null;			/* [null_size] scratch of features_read() */
	uint32		null_size;
	ColumnLook *look;			/* [looks] at columns that are not plain, once a row was opened */
	uint32		looks;
	uint32		fold;			/* of the opened row, from 1, which decides the effects of its levels; 0: a new
								 * row */
	bool		of_model;		/* attributes of a model are read: an unknown category is NULL */
	uint32	   *unknown;		/* [unknowns] first attributes of the looks in which the last reading found
								 * an unknown category */
	uint32		unknowns;
	const char *null_hint;		/* the remedy for a NULL that is an error */
	const char *absent_hint;	/* the remedy for a row without a column; NULL: none */
	PairReader *pairs;			/* NULL without interactions; see features_pairs.c */
	int64		row_number;		/* number of the row in messages, from 1; 0: rows are not counted */
	struct
	{
		bool		on;
		uint32		first;		/* attribute */
		uint32		n;
		double	   *most;		/* [n] larger values are read as these */
	}			hold;			/* set by features_hold(); "on" by its caller */
};

/*
 * Creates a reader of arrays.  reads: the number of attributes that will be read of each row;
 * READS_UNKNOWN if it is not known yet.
 */
#define READS_UNKNOWN PG_UINT32_MAX
extern Features *features_create_array(MemoryContext context, uint32 reads);

/*
 * Creates a reader of rows or jsonb objects whose columns follow from the choice: the numeric and
 * boolean columns of the first row and those with categories or knots; for jsonb, the keys that
 * "include" lists.
 */
extern Features *features_create_listed(MemoryContext context, FeaturesKind kind,
										const ColumnChoice *choice);

/* Creates a reader of the columns of a trained model, which must live as long. */
extern Features *features_create_named(MemoryContext context, FeaturesKind kind,
									   const char *target, const Columns *columns);

/*
 * Makes features without attributes, which read the roles that have a name in role[ROLES].  The
 * names must live as long.
 */
extern Features *features_create_roles(MemoryContext context, FeaturesKind kind,
									   const char *const *role);
extern Features *features_create_row_roles(MemoryContext context, const char *const *role);
extern Features *features_create_jsonb_roles(MemoryContext context, const char *const *role);

/* Called by these two. */
extern Features *features_create_row(MemoryContext context, const ColumnChoice *choice);
extern Features *features_create_row_named(MemoryContext context, const char *target,
										   const Columns *columns);
extern Features *features_create_jsonb(MemoryContext context, const ColumnChoice *choice);
extern Features *features_create_jsonb_named(MemoryContext context, const char *target,
											 const Columns *columns);

/* Returns " of row 3" for a message, or "" if rows are not counted. */
extern const char *features_of_row(const Features *features);

/*
 * Writes value[n], attributes of a look, from the cell of its column.  Returns false if the cell
 * is NULL, or an unknown category that counts as NULL.
 */
extern bool features_cell_attributes(Features *features, const ColumnLook *look, const Cell *cell,
							   const uint32 *attribute, uint32 n, double *value);

/* Returns the number in a cell; raises an error, with the name of its key, if it is not a number. */
extern double features_cell_number(const Features *features, const char *name, const Cell *cell);

/* Raises an error if a choice for arrays, whose elements have no names, names columns. */
extern void check_no_columns_chosen(const ColumnChoice *choice);

/*
 * Opens the next row.  Returns its number of attributes: the length of an array, else the same
 * number for every row.
 */
extern uint32 features_open(Features *features, Datum value);

/*
 * Reads attribute[n] of the opened row into value[n].  row_number is for error messages.  Returns
 * false only if a value is NULL.
 */
extern bool features_read(Features *features, const uint32 *attribute, uint32 n,
						  double *value, BadValue bad, int64 row_number);

/* Makes null[n] the missing values, as if features_read() had just found them. */
extern void features_set_null(Features *features, const bool *null, uint32 n);

/* Raises an error if one of the values that features_read() has just read is NaN or infinite. */
extern void features_check_finite(const Features *features, const uint32 *attribute, uint32 n,
								  const double *value);

/*
 * Reads the attributes that are not NULL, and writes them to present[] and their values to value[],
 * with room for n each.  Returns their number.  NaN and infinity are errors.
 */
extern uint32 features_read_present(Features *features, const uint32 *attribute, uint32 n,
									uint32 *present, double *value, int64 row_number);

/*
 * While features->hold.on is set, a number above most in the column of a look is read as most, also in
 * interactions.
 */
extern void features_hold(Features *features, uint32 look, double most);

/*
 * Ends an aggregate: warns, once a statement, of keys of jsonb that were searched for and that no
 * row had.  A window does not warn, since rows may follow, nor do sums of parallel workers, which
 * are merged without their rows.
 */
extern void features_end(FunctionCallInfo fcinfo, Features *features);

/* Raises an error if the target is NaN or infinite. */
extern void check_target(double target, int64 row_number);

/* Prepares reading of interactions (features_pairs.c), once the columns are known. */
extern void features_map_pairs(Features *features);

/* Reads attributes of columns, not of interactions. */
extern void features_read_columns(Features *features, const uint32 *attribute, uint32 n,
								  double *value, bool *null);

/* Reads attributes of columns and interactions; called by features.c if there are interactions. */
extern void features_pairs_read(Features *features, const uint32 *attribute, uint32 n,
								double *value, bool *null);

#endif							/* AER_FEATURES_H */
