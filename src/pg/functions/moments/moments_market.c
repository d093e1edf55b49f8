/*
 * moments_market.c
 *		What there is to buy: the looks that moments are of, and their prices.
 */
#include "pg/functions/moments/moments_market.h"

#include "kernel/spending/pair_classes.h"
#include "pg/kernel_call.h"
#include "pg/options/price_list.h"
#include "pg/values/look_columns.h"
#include "utils/fmgrprotos.h"

bool
moments_prices(const RowMoments *object, const Looks *looks, char *const *look_name,
			   Jsonb *given, Prices *prices)
{
	JsonbContainer *design = NULL;

	if (object->design[0] != '\0')
		design = &DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(object->design)))->root;
	return price_list_in_force(design, given, looks->n, look_name, prices);
}

void
moments_market(const RowMoments *object, MomentsMarket *market)
{
	uint32	   *class_of = kernel_memory(sizeof(uint32) * object->d);
	uint32	   *scratch;

	market->columns = look_columns(object->d, object->name, object->type);
	market->looks = market->columns.looks;
	market->look_name = row_look_names(&market->looks, object->name, object->type);
	(void) moments_prices(object, &market->looks, market->look_name, NULL, &market->prices);
	scratch = kernel_memory(sizeof(uint32) * ((Size) market->prices.panels + 2));
	market->classes.n = pair_classes(&market->looks, &market->prices, class_of, scratch);
	market->classes.of = class_of;
	market->classes.memory = kernel_memory(held_out_classes_size(object->d, market->classes.n));
	market->spending = (SpendingOptions) {object->own_units, NAN, &market->classes};
	pfree(scratch);
	market->in_coordinates = object->name != NULL && !row_moments_wide(object);
}
