/*
 * column_list.h
 *		The options "columns" and "interactions": the values of columns, or of keys of
 *		jsonb, and which two are multiplied.
 *
 *		{"region": ["north", "south", null], "age": [30, 45, 60], "day": ["2024-01-01"]}
 *
 * Strings are the categories of a column, or knots of points in time: the column's type
 * tells which, if it is known.  null makes NULL its own category; the word "open" among knots
 * says that no fences clip the number (column_look.h).
 *
 *		[["age", "smoker"], ["lat", "long"]]
 *
 * Of pairs the best stands first.
 */
#ifndef AER_COLUMN_LIST_H
#define AER_COLUMN_LIST_H

#include "pg/aer.h"

#include "kernel/looks.h"
#include "kernel/option.h"

/* The most categories of a column in the option. */
#define MOST_CATEGORIES 100

/* Among knots: no fences clip the number.  Among categories it is one of them. */
#define OPEN_WORD "open"

/* From and to jsonb; an error, which names the column, if there is something wrong. */
extern void column_list_read(const char *option, JsonbValue *json, ColumnList *list);
extern void column_list_write(const ColumnList *list, JsonbParseState **state);

/* The same of pairs, from jsonb. */
extern void pair_list_read(const char *option, const JsonbValue *json, PairList *list);

/* Returns the column of a name, or NULL if the list does not have it. */
extern const Column *column_list_find(const ColumnList *list, const char *name);

/* Raises an error unless the knots of a column are finite, ascending and not too many. */
extern void check_knots(const Column *column);

#endif							/* AER_COLUMN_LIST_H */
