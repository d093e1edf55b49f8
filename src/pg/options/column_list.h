/*
 * column_list.h
 *		The options "columns" and "interactions".  "columns" has the categories or knots
 *		of columns, or of keys of jsonb:
 *
 *		{"region": ["north", "south", null], "age": [30, 45, 60], "day": ["2024-01-01"]}
 *
 * Strings are categories, or knots of points in time; the column's type decides, if it is
 * known.  null makes NULL its own category.  "open" among knots means that no fences clip the
 * number (column_look.h).
 *
 * A column with levels is an object.  "levels" has the effects of each level, and "null_level" those
 * of NULL (level_table.h):
 *
 *		{"city": {"levels": {"Austin": [0.3, 0.2, 0.4], "Dallas": [-1, -2, -1]}, "null_level": [0, 0, 0.1]},
 *		 "store": {"knots": [1, 5, 9, null], "levels": {"1": [0.3, 0.2, 0.4]}}}
 *
 * "knots" has the knots of the number that a column is in addition to its levels; if there are
 * none, the number is a straight line.  Without "knots" the column's type decides whether it is a
 * number, too; a key of jsonb is not.
 *
 * "interactions" has pairs of columns whose products are attributes, the best first:
 *
 *		[["age", "smoker"], ["lat", "long"]]
 */
#ifndef AER_COLUMN_LIST_H
#define AER_COLUMN_LIST_H

#include "pg/aer.h"

#include "kernel/looks.h"
#include "kernel/option.h"

/* The most categories that the option can have for a column. */
#define MOST_CATEGORIES 100

/* Among knots, this word means that there are no fences; among categories, it is a category. */
#define OPEN_WORD "open"

/* Read and write "columns"; errors of the reader name the column. */
extern void column_list_read(const char *option, JsonbValue *json, ColumnList *list);
extern void column_list_write(const ColumnList *list, JsonbParseState **state);

/* Reads "interactions". */
extern void pair_list_read(const char *option, const JsonbValue *json, PairList *list);

/* Returns the column of a name, or NULL if the list has none. */
extern const Column *column_list_find(const ColumnList *list, const char *name);

/*
 * Raises an error unless levels have a set of effects for each fold and one for new rows, and are
 * not too many.
 */
extern void column_list_check_levels(const ColumnList *list, uint32 folds);

/* Returns true if a column of the list has levels. */
extern bool column_list_has_levels(const ColumnList *list);

/*
 * Writes the value of the option, as it is but without levels.  A column with levels that is no
 * number, or that is a number without knots, is left out.
 */
extern void column_list_push_without_levels(const JsonbValue *json, JsonbParseState **state);

/* Raises an error unless the knots of a column are finite, ascending and not too many. */
extern void check_knots(const Column *column);

#endif							/* AER_COLUMN_LIST_H */
