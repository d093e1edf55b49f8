/*
 * moments_market.c
 *		What there is to buy: the looks that moments are of, and their prices.
 */
#include "pg/functions/moments/moments_market.h"

#include "kernel/spending/pair_classes.h"
#include "pg/kernel_call.h"
#include "pg/options/design_options.h"
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

static Prices
prices_of_design(const RowMoments *object, const MomentsMarket *market)
{
	DesignOptions *options;

	if (object->design[0] == '\0')
		return one_each(market->looks.n);
	options = design_options_parse(DatumGetJsonbP(DirectFunctionCall1(jsonb_in,
																	   CStringGetDatum(object->design))));
	return options->prices.n == 0 ? one_each(market->looks.n) :
		price_list_resolve(&options->prices, market->looks.n, market->look_name);
}

void
moments_market(const RowMoments *object, MomentsMarket *market)
{
	uint32	   *class_of = kernel_memory(sizeof(uint32) * object->d);
	uint32	   *scratch;

	market->looks = row_moments_looks(object);
	market->look_name = row_look_names(&market->looks, object->name, object->type);
	market->prices = prices_of_design(object, market);
	scratch = kernel_memory(sizeof(uint32) * ((Size) market->prices.panels + 2));
	market->spending = (SpendingOptions) {
		.own_units = object->own_units,
		.lambda = NAN,
		.classes = pair_classes(&market->looks, &market->prices, class_of, scratch),
		.class_of = class_of
	};
	pfree(scratch);
}
