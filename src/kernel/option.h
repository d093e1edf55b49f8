/*
 * option.h
 *		Options as tables: what can be chosen, for whoever reads the choices,
 *		writes them, checks them or explains them.
 *
 * A structure of options has a table of Option, one line for each field, ended
 * by a line without a name.  An option that is not given has its default.
 * Where that is no value but a rule ("the paper's"), it is unset: its field is
 * 0, empty or CHOICE_OPEN, which lies outside the range, or infinite.
 */
#ifndef AER_OPTION_H
#define AER_OPTION_H

#include "kernel/columns.h"
#include "kernel/prices.h"

/* Numbers of attributes: one for all, one for each, or some by name. */
typedef struct NumberList
{
	uint32		n;				/* 0: not given */
	const double *value;		/* [n] */
	char	  **name;			/* [n], or NULL where given without names */
} NumberList;

/* The number of attribute i, of a list without names; "otherwise" if none is given. */
static inline double
number_of(const NumberList *list, uint32 i, double otherwise)
{
	return list->n == 0 ? otherwise : list->value[list->n == 1 ? 0 : i];
}

/* A list of column names. */
typedef struct NameList
{
	int			n;				/* 0: not given */
	char	  **name;			/* [n] sorted by their bytes */
	char	  **written;		/* [n] as they were written */
} NameList;

/*
 * What is known of several columns.  Points in time are categories as long as the type of
 * their column is not known.
 */
typedef struct ColumnList
{
	int			n;				/* 0: not given */
	Column	   *column;			/* [n] sorted by the bytes of their names */
} ColumnList;

/* Two columns whose products are attributes, too. */
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

/* What looks cost, by name; see prices.h. */
typedef struct PriceList
{
	uint32		n;				/* 0: not given */
	char	  **name;			/* [n] sorted by their bytes */
	int64	   *cost;			/* [n] */
	uint32	   *panel;		/* [n] below panels, or NO_PANEL */
	uint32		panels;
	char	  **panel_name; /* [panels] */
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
	OPTION_NUMBERS,				/* a NumberList */
	OPTION_NAMES,				/* a NameList */
	OPTION_COLUMNS,				/* a ColumnList */
	OPTION_PAIRS,				/* a PairList */
	OPTION_PRICES,				/* a PriceList */
	OPTION_CHOICE				/* one of some words, as an int: its place among them */
} OptionKind;

/* A choice that is unset. */
#define CHOICE_OPEN (-1)

/* What bounds the numbers of an option: a set of bits. */
#define AT_LEAST 1				/* >= least */
#define ABOVE 2					/* > least */
#define AT_MOST 4				/* <= most */
#define BELOW 8					/* < most */

typedef struct Option
{
	const char *name;
	OptionKind	kind;
	size_t		offset;			/* of its field in the structure of all options */
	int			bounds;			/* AT_LEAST, ... (of names: how many there are) */
	double		least;
	double		most;
	const char *const *choice;	/* the words, ended by NULL */
	double		preset;			/* the default (a choice: its place), or */
	const char *unset;			/* what it means to leave the option unset */
	const char *text;			/* what it is, in one line */
	const char *hint;			/* the remedy for a bad value, or NULL */
} Option;

/* An option that does not go with the others; problem NULL: all go together. */
typedef struct OptionProblem
{
	const char *option;
	const char *problem;		/* as in "must be below the budget" */
	const char *other;			/* another whose value matters, or NULL */
	const char *hint;			/* the remedy, or NULL */
} OptionProblem;

/* Give every option its default. */
extern void options_preset(const Option *table, void *options);

extern bool option_in_bounds(const Option *option, double value);

/* Has it a value, given or by default? */
extern bool option_is_set(const Option *option, const void *options);

#endif							/* AER_OPTION_H */
