/*
 * option.h
 *		Tables of options, from which options are read, written, checked and
 *		explained.
 *
 * A structure of options has a table of Option with one line for each field; a line
 * without a name ends the table.  An option that is not specified has its default.
 * If the default is a rule ("the paper's") and not a value, the option is unset: its
 * field is 0, empty, CHOICE_OPEN or infinite, which lies outside its range.
 */
#ifndef AER_OPTION_H
#define AER_OPTION_H

#include "kernel/columns.h"
#include "kernel/prices.h"

/* Numbers for attributes: one for all, one for each, or some by name. */
typedef struct NumberList
{
	uint32		n;				/* 0: not given */
	const double *value;		/* [n] */
	char	  **name;			/* [n], or NULL for numbers without names */
} NumberList;

/* Returns the number of attribute i in a list without names, or fallback if the list is empty. */
static inline double
number_of(const NumberList *list, uint32 i, double fallback)
{
	return list->n == 0 ? fallback : list->value[list->n == 1 ? 0 : i];
}

/* A list of column names. */
typedef struct NameList
{
	int			n;				/* 0: not given */
	char	  **name;			/* [n] sorted by their bytes */
	char	  **written;		/* [n] as they were written */
} NameList;

/*
 * Descriptions of some columns.  A point in time counts as categorical until the type of its
 * column is known.
 */
typedef struct ColumnList
{
	int			n;				/* 0: not given */
	Column	   *column;			/* [n] sorted by the bytes of their names */
} ColumnList;

/* The range of a column, by name. */
typedef struct NamedRange
{
	const char *name;			/* must be the first field, for pg_qsort_strcmp() */
	ColumnRange range;
} NamedRange;

typedef struct RangeList
{
	int			n;				/* 0: not given */
	NamedRange *range;			/* [n] sorted by the bytes of their names */
} RangeList;

/* An interaction of two columns, by name. */
typedef struct NamedPair
{
	char	   *a;
	char	   *b;
} NamedPair;

typedef struct PairList
{
	int			n;				/* 0: not given */
	NamedPair  *pair;			/* [n] the best first */
} PairList;

/* Prices of looks by name; see prices.h. */
typedef struct PriceList
{
	uint32		n;				/* 0: not given */
	char	  **name;			/* [n] sorted by their bytes */
	int64	   *cost;			/* [n] */
	uint32	   *panel;			/* [n] below panels, or NO_PANEL */
	uint32		panels;
	char	  **panel_name;		/* [panels] */
	int64	   *fee;			/* [panels] */
} PriceList;

static inline Prices
price_list_prices(const PriceList *list)
{
	return (Prices) {list->n, list->panels, list->cost, list->panel, list->fee};
}

typedef enum OptionKind
{
	OPTION_UINT32,				/* a whole number */
	OPTION_UINT64,				/* a whole number */
	OPTION_SEED,				/* any bigint, kept as 64 bits */
	OPTION_DOUBLE,				/* a finite number */
	OPTION_BOOL,
	OPTION_NAME,				/* the name of a column, a string */
	OPTION_NUMBERS,				/* a NumberList */
	OPTION_NAMES,				/* a NameList */
	OPTION_COLUMNS,				/* a ColumnList */
	OPTION_RANGES,				/* a RangeList */
	OPTION_PAIRS,				/* a PairList */
	OPTION_PRICES,				/* a PriceList */
	OPTION_CHOICE				/* one of a list of words, as an int: its index in the list */
} OptionKind;

/* A choice that is unset. */
#define CHOICE_OPEN (-1)

/* The bounds that the numbers of an option have: a set of bits. */
#define AT_LEAST 1				/* >= least */
#define ABOVE 2					/* > least */
#define AT_MOST 4				/* <= most */
#define BELOW 8					/* < most */

typedef struct Option
{
	const char *name;
	OptionKind	kind;
	size_t		offset;			/* of its field in the structure of all options */
	int			bounds;			/* AT_LEAST, ...; for names, of their number */
	double		least;
	double		most;
	const char *const *choice;	/* the words, ended by NULL */
	double		preset;			/* default (of a choice: its index), used if unset is NULL */
	const char *unset;			/* meaning of an unset option; NULL if preset is the default */
	const char *text;			/* description in one line */
	const char *hint;			/* remedy for a bad value, or NULL */
} Option;

/* A conflict between options; problem is NULL if there is none. */
typedef struct OptionProblem
{
	const char *option;
	const char *problem;		/* as in "must be below the budget" */
	const char *other;			/* the option that it conflicts with, or NULL */
	const char *hint;			/* remedy, or NULL */
} OptionProblem;

/* Sets every option to its default. */
extern void options_preset(const Option *table, void *options);

extern bool option_in_bounds(const Option *option, double value);

/* Returns true if the option has a value, specified or by default. */
extern bool option_is_set(const Option *option, const void *options);

#endif							/* AER_OPTION_H */
