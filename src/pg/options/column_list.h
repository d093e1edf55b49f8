/*
 * column_list.h
 *		The options "columns" and "pairs": what is known of the values of columns, or of
 *		keys of jsonb, and of which two the products are attributes, too.
 *
 *		{"region": ["north", "south", null], "age": [30, 45, 60], "day": ["2024-01-01"]}
 *
 * Strings are the words of a column, or knots of points in time: that the column's
 * type says, where one is known.  null says that NULL is told apart; the word "open"
 * among knots that no fences hold the number (column_look.h).  One column is one look,
 * whatever attributes it becomes (attribute_name.h).
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

/* The most words, and knots, of a column. */
#define MOST_WORDS 100
#define MOST_KNOTS 8

/* Among knots: no fences hold the number.  Among words it is one of them. */
#define OPEN_WORD "open"

/* From and to jsonb; an error, which names the column, if there is something wrong. */
extern void column_list_read(const char *option, JsonbValue *json, ColumnList *list);
extern void column_list_write(const ColumnList *list, JsonbParseState **state);

/* The same of pairs, from jsonb. */
extern void pair_list_read(const char *option, const JsonbValue *json, PairList *list);

/* What is known of a column's values; NULL: nothing. */
extern const NamedColumn *column_list_find(const ColumnList *list, const char *column);

/* An error unless these knots of the column are not too many, finite and ascending. */
extern void check_knots(const char *column, const double *knot, int n);

#endif							/* AER_COLUMN_LIST_H */
