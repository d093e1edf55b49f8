/*
 * price_list.h
 *		What looks cost, as jsonb:
 *			{"cost": {"chol": 5.17, "fbs": 3.1, "age": 0},
 *			 "panels": {"blood": {"fee": 2.1, "attributes": ["chol", "fbs"]}}}
 * or, without panels, the costs alone: {"chol": 5.17, "fbs": 3.1, "age": 0}.
 *
 * Looks are columns by name, or elements of arrays by number, as text.
 */
#ifndef AER_PRICE_LIST_H
#define AER_PRICE_LIST_H

#include "pg/aer.h"

#include "kernel/looks.h"
#include "kernel/option.h"

/* Read and check all of it, in the current memory context. */
extern void price_list_read(JsonbContainer *json, PriceList *list);

/* The price list of a jsonb argument. */
extern PriceList price_list_of(Jsonb *json);

/* A price in thousandths.  If it is none, an error names its kind ("cost") and its name. */
extern int64 price_read(const char *kind, const char *name, double price);

/* The number of a look in the list; -1: it has no price. */
extern int	price_list_find(const PriceList *list, const char *name);

/* An error that names the looks, of n with these names (NULL: elements of arrays), that lack a price, if any does. */
extern void price_list_refuse_lacking(uint32 n, char *const *name, const bool *lacking);

/*
 * The prices of n looks with these names, in that order, in the current memory
 * context.  Looks without a price are marked in lacking[n] and cost nothing, or
 * are an error if it is NULL; prices without a look are a notice; panels
 * without looks are left out.
 */
extern Prices price_list_resolve(const PriceList *list, uint32 n, char *const *name, bool *lacking);

/*
 * A NOTICE of what alone costs more than a budget, so that it is never looked at; prices
 * that include (of none: all), or exclude, leave out are no matter.
 */
extern void price_list_tell_beyond(const PriceList *list, int64 budget, const NameList *include,
								   const NameList *exclude);

/*
 * The prices of n looks with these names: those given, else those of a design's
 * jsonb, else (both may be NULL) 1 a look, as they are where designs of several
 * prices were merged: then false.  lacking: as in price_list_resolve().
 */
extern bool price_list_in_force(JsonbContainer *design, Jsonb *given, uint32 n,
								char *const *name, bool *lacking, Prices *prices);

/*
 * A budget, 0 or more, in thousandths; infinite: NO_BUDGET.  Money finer than
 * thousandths buys nothing.
 */
extern int64 budget_thousandths(double budget);

/* An amount of thousandths as a number of SQL. */
static inline double
price_number(int64 thousandths)
{
	return (double) thousandths / 1000;
}

#endif							/* AER_PRICE_LIST_H */
