/*
 * moments_market.c
 *		What there is to buy: the looks that moments are of, and their prices.
 */
#include "pg/functions/moments/moments_market.h"

#include "kernel/spending/pair_classes.h"
#include "pg/kernel_call.h"
#include "pg/options/price_list.h"
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

/* What each look sees, by the types of its attributes. */
static void
set_columns(const RowMoments *object, MomentsMarket *market)
{
	const Looks *looks = &market->looks;
	Column	   *column = kernel_memory(sizeof(Column) * looks->n);

	for (uint32 l = 0; l < looks->n; l++)
		column[l] = (Column)
	{
		object->type[looks_first(looks, l)] == ATTRIBUTE_WORD,
			object->type[looks_first(looks, l + 1) - 1] == ATTRIBUTE_NONE
	};
	market->columns = (Columns) {*looks, column};
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
	market->classes.n = pair_classes(&market->looks, &market->prices, class_of, scratch);
	market->classes.of = class_of;
	market->classes.memory = kernel_memory(held_out_classes_size(object->d, market->classes.n));
	market->spending = (SpendingOptions) {object->own_units, NAN, &market->classes};
	pfree(scratch);
	market->in_coordinates = object->name != NULL && !row_moments_wide(object);
	if (market->in_coordinates)
		set_columns(object, market);
}
