/*
 * price_list.h
 *		Prices of looks, as jsonb:
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

/* Reads and checks a price list, in the current memory context. */
extern void price_list_read(JsonbContainer *json, PriceList *list);

/* Returns the price list of a jsonb argument. */
extern PriceList price_list_of(Jsonb *json);

/* Converts a price into thousandths.  Errors name its kind ("cost") and the look. */
extern int64 price_read(const char *kind, const char *name, double price);

/* Returns the index of a look in the list, or -1 if it has no price. */
extern int	price_list_find(const PriceList *list, const char *name);

/*
 * Raises an error that names the looks marked in lacking[n], if there are any.  name: [n],
 * NULL for elements of arrays.  remedy: what to do if an attribute shall have no price, for the hint.
 */
extern void price_list_refuse_lacking(uint32 n, char *const *name, const bool *lacking,
									  const char *remedy);

/*
 * Returns the prices of n looks with these names, in their order, in the current memory
 * context.  Looks without a price are marked in lacking[n] and cost nothing; if `lacking` is
 * NULL, they are an error.  Prices without a look give a notice; panels without looks are
 * left out.
 */
extern Prices price_list_resolve(const PriceList *list, uint32 n, char *const *name, bool *lacking);

/*
 * Gives a NOTICE of looks that alone cost more than a budget, so that they are never
 * taken.  Looks that `include` (empty: all) or `exclude` leaves out do not count.
 */
extern void price_list_notice_unaffordable(const PriceList *list, int64 budget,
										   const NameList *include, const NameList *exclude);

/*
 * Sets the prices of n looks with these names: the user's, else those of a design's jsonb,
 * else 1 a look; both sources may be NULL.  Returns false if designs with different prices
 * were merged, which also gives 1 a look.  `lacking`: as in price_list_resolve().
 */
extern bool price_list_in_force(JsonbContainer *design, Jsonb *user_prices, uint32 n,
								char *const *name, bool *lacking, Prices *prices);

/*
 * Converts a budget, 0 or more, into thousandths, rounded down; NO_BUDGET if it is infinite.
 */
extern int64 budget_thousandths(double budget);

/* Converts thousandths into a number of SQL. */
static inline double
price_number(int64 thousandths)
{
	return (double) thousandths / 1000;
}

#endif							/* AER_PRICE_LIST_H */
