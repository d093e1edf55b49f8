/*
 * option_values.h
 *		Options as jsonb: types, ranges, and how they are read into a structure.
 *
 * Whoever takes options has a table of OptionSpec; a new option is one line
 * there.  Used for learners (options.c) and sampling designs (design.c).
 */
#ifndef AER_OPTION_VALUES_H
#define AER_OPTION_VALUES_H

#include "pg/aer.h"

/* A number for all attributes, one for each, or some by attribute name. */
typedef struct NumberList
{
	uint32		n;				/* 0: not given */
	double	   *value;			/* [n] */
	char	  **name;			/* [n], or NULL where given without names */
} NumberList;

/* A list of column names. */
typedef struct NameList
{
	int			n;				/* 0: not given */
	char	  **name;			/* [n] sorted, as pg_qsort_strcmp() does */
} NameList;

typedef enum OptionType
{
	OPTION_UINT32,				/* a whole number */
	OPTION_UINT64,				/* a whole number */
	OPTION_SEED,				/* any bigint, kept as 64 bits */
	OPTION_DOUBLE,				/* a finite number */
	OPTION_BOOL,
	OPTION_NUMBERS,				/* a NumberList */
	OPTION_NAMES,				/* a NameList */
	OPTION_CHOICE				/* one of some words, as an int: its place among them */
} OptionType;

/* Where the range of numbers begins. */
typedef enum LowerBound
{
	NO_BOUND,
	AT_LEAST,					/* >= least */
	ABOVE						/* > least */
} LowerBound;

typedef struct OptionSpec
{
	const char *name;
	OptionType	type;
	int			users;			/* a set of bits: who takes it */
	size_t		offset;			/* within the structure of all options */
	LowerBound	bound;
	double		least;			/* numbers are at least, or above, this */
	const char *const *choice;	/* the words, ended by NULL */
} OptionSpec;

/*
 * Read every key of a jsonb object into a structure that holds the defaults.
 * NULL values leave them.  users: the bit of who is asking; owner: what to call
 * it in the error of an unknown key; skip: a key that is none of the options.
 */
extern void option_values_read(const OptionSpec *specs, int nspecs, int users,
							   const char *owner, const char *skip, Jsonb *json,
							   void *options);

/* A value as it is shown in error messages. */
extern const char *json_value_text(const JsonbValue *value);

extern bool name_list_has(const NameList *list, const char *name);

/*
 * A list as one number for each attribute, or one for all, or none: sets *n to
 * d, 1 or 0.  names: of the attributes, or NULL; otherwise: for attributes that
 * a list by name leaves out.
 */
extern void number_list_resolve(const NumberList *list, const char *option, double otherwise,
								uint32 d, char *const *names, uint32 *n, const double **value);

#endif							/* AER_OPTION_VALUES_H */
