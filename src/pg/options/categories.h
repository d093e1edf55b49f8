/*
 * categories.h
 *		The option "categories": columns of words, each with its values, and the
 *		names of the attributes that these are.
 *
 * A column of n values is n - 1 attributes, which tell its values from the
 * first one: {"region": ["north", "south", "west"]} is "region=south" and
 * "region=west".  A column whose name has an equals sign, or begins with a
 * quote, stands in quotes, so that a name always says column and value.
 */
#ifndef AER_CATEGORIES_H
#define AER_CATEGORIES_H

#include "pg/aer.h"

#include "kernel/option.h"

/* The most values of a column. */
#define MOST_CATEGORIES 100

/* From and to jsonb; an error, which names the column, if there is something wrong. */
extern void categories_read(const char *option, JsonbValue *json, CategoryList *list);
extern void categories_write(const CategoryList *list, JsonbParseState **state);

/* That of a column; NULL: it is none. */
extern const Category *category_of(const CategoryList *list, const char *column);

/* The name of the attribute that is 1 where the column has the value. */
extern char *category_name(const char *column, const char *value);

/* Column and value, which points into the name; false: no such name. */
extern bool category_split(const char *name, char **column, const char **value);

#endif							/* AER_CATEGORIES_H */
