/*
 * moments_market.c
 *		What there is to buy: the looks that moments are of, and their prices.
 */
#include "pg/functions/moments/moments_market.h"

#include "kernel/spending/pair_classes.h"
#include "pg/kernel_call.h"
#include "pg/options/price_list.h"
#include "utils/fmgrprotos.h"

/* One a look. */
static Prices
one_each(uint32 looks)
{
	int64	   *cost = kernel_memory(sizeof(int64) * looks);

	for (uint32 look = 0; look < looks; look++)
		cost[look] = 1000;
	return (Prices) {.looks = looks, .cost = cost};
}

/* The prices that the design of moments has, or several had in common. */
static PriceList
list_of_design(const RowMoments *object, bool *several)
{
	PriceList	list = {0};
	JsonbValue	value;
	Jsonb	   *design;

	*several = false;
	if (object->design[0] == '\0')
		return list;
	design = DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(object->design)));
	if (!JB_ROOT_IS_OBJECT(design) ||
		!getKeyJsonValueFromContainer(&design->root, "prices", strlen("prices"), &value))
		return list;
	*several = value.type == jbvString;
	if (value.type == jbvBinary && JsonContainerIsObject(value.val.binary.data))
		price_list_read(value.val.binary.data, &list);
	return list;
}

bool
moments_prices(const RowMoments *object, const Looks *looks, char *const *look_name,
			   Jsonb *given, Prices *prices)
{
	bool		several = false;
	PriceList	list = given ? price_list_of(given) : list_of_design(object, &several);

	*prices = list.n == 0 ? one_each(looks->n) : price_list_resolve(&list, looks->n, look_name);
	return !several;
}

void
moments_market(const RowMoments *object, MomentsMarket *market)
{
	uint32	   *class_of = kernel_memory(sizeof(uint32) * object->d);
	uint32	   *scratch;

	market->looks = row_moments_looks(object);
	market->look_name = row_look_names(&market->looks, object->name, object->type);
	(void) moments_prices(object, &market->looks, market->look_name, NULL, &market->prices);
	scratch = kernel_memory(sizeof(uint32) * ((Size) market->prices.panels + 2));
	market->spending = (SpendingOptions) {
		.own_units = object->own_units,
		.lambda = NAN,
		.classes = pair_classes(&market->looks, &market->prices, class_of, scratch),
		.class_of = class_of
	};
	pfree(scratch);
}
