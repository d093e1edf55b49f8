/*
 * catalog.h
 *		What there is to call and to call it with, as the catalog of the server says:
 *		functions and aggregates of aer and of schema fuzz, the tables there, options.
 */
#ifndef FUZZ_CATALOG_H
#define FUZZ_CATALOG_H

#include <libpq-fe.h>
#include <stdbool.h>

/* Types of PostgreSQL that are spoken of, by their numbers in pg_type.dat. */
enum
{
	BOOL = 16, BYTEA = 17, INT8 = 20, INT2 = 21, INT4 = 23, TEXT = 25, FLOAT4 = 700, FLOAT8 = 701,
	BOOL_ARRAY = 1000, INT2_ARRAY = 1005, INT4_ARRAY = 1007, TEXT_ARRAY = 1009, INT8_ARRAY = 1016,
	FLOAT4_ARRAY = 1021, FLOAT8_ARRAY = 1022, NUMERIC_ARRAY = 1231, NUMERIC = 1700, REGCLASS = 2205,
	RECORD = 2249, CSTRING = 2275, ANY = 2276, ANYARRAY = 2277, ANYCOMPATIBLENONARRAY = 5079,
	JSONB = 3802, JSONB_ARRAY = 3807
};

typedef struct Argument
{
	char	   *name;			/* "" if it has none */
	Oid			type;
} Argument;

typedef struct Function
{
	char	   *name;			/* quoted, with its schema */
	bool		aggregate;
	bool		set;
	bool		step;			/* of an aggregate, and not to be called */
	Oid			result;
	int			n;
	int			needed;			/* those after have defaults */
	Argument   *argument;		/* [n] */
	int			columns;		/* of a result of several */
	Argument   *column;			/* [columns] */
	int			calls;			/* queries of a call of it */
	int			successes;
} Function;

typedef struct Table
{
	char	   *name;
	bool		view;			/* nothing can be written to */
	int			columns;
	Argument   *column;			/* [columns]; names are quoted */
} Table;

/* A type whose values are mutated, and real ones. */
typedef struct Kind
{
	Oid			oid;
	char	   *name;
	char	   *table;			/* of real values, with columns n and name */
	char	   *column;
	int			values;
	char	  **binary;			/* [values] */
	int		   *length;			/* [values] */
	char	  **text;			/* [values] */
} Kind;

/* An option of a learner or a design. */
typedef struct Choice
{
	char	   *of;
	char	   *name;
	char	   *type;
	char	   *range;			/* in words: its numbers and quoted words are picked from it */
} Choice;

extern Function *functions;
extern int	n_functions;
extern Table *tables;
extern int	n_tables;
extern Kind *kinds;
extern int	n_kinds;
extern Choice *choices;
extern int	n_choices;

/* Ends the program if the catalog cannot be read. */
extern void catalog_read(PGconn *conn);

extern const char *type_name(Oid type);

/* Of an array's elements, or 0. */
extern Oid	type_element(Oid type);

extern Kind *kind_of(Oid type);

#endif							/* FUZZ_CATALOG_H */
