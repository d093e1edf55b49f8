/*
 * sql_text.h
 *		Pieces of SQL that databases other than PostgreSQL understand, too.  All texts are palloc'd.
 */
#ifndef AER_SQL_TEXT_H
#define AER_SQL_TEXT_H

#include "pg/aer.h"

#include "nodes/pg_list.h"

typedef enum SqlDialect
{
	SQL_STANDARD,
	SQL_SQLITE
} SqlDialect;

/* Returns a name, in quotes unless it is a plain word. */
extern const char *sql_identifier(SqlDialect dialect, const char *name);

/* Returns a string literal, in which a backslash stands for itself. */
extern const char *sql_literal(const char *text);

/* Returns the shortest text that is read as exactly this number; raises an error if it is not finite. */
extern const char *sql_number(double number);

/* Return an expression plus or minus a number; the expression alone if the number is 0. */
extern const char *sql_plus(const char *expression, double number);
extern const char *sql_minus(const char *expression, double number);

/* Joins a list of texts by commas. */
extern const char *sql_list(const List *texts);

/*
 * Joins a list of texts by an operator that is associative.  Parentheses keep the depth of the
 * expression logarithmic, because databases limit it: SQLite allows 1000.
 */
extern const char *sql_join(const List *texts, const char *between);

/* Returns the largest of a list of expressions, none of which may be NULL. */
extern const char *sql_greatest(SqlDialect dialect, const List *expressions);

/* Clips an expression, which must not be NULL; an infinite end is left out. */
extern const char *sql_clip(SqlDialect dialect, const char *expression, double low, double high);

#endif							/* AER_SQL_TEXT_H */
