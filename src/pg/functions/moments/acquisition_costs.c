/*
 * acquisition_costs.c
 *		What there is to buy: the looks that moments are of, and their prices.
 */
#include "pg/functions/moments/acquisition_costs.h"

#include "kernel/spending/pair_classes.h"
#include "pg/kernel_call.h"
#include "pg/options/json_parts.h"
#include "pg/options/price_list.h"
#include "pg/values/look_columns.h"

bool
moments_prices(const RowMoments *object, Jsonb *given, Prices *prices)
{
	JsonbContainer *design = NULL;

	if (object->design[0] != '\0')
		design = &json_from_text(object->design)->root;
	return price_list_in_force(design, given, object->columns.looks.bought, object->columns.look_name, NULL, prices);
}

void
acquisition_costs(const RowMoments *object, AcquisitionCosts *costs)
{
	costs->columns = look_columns(&object->columns);
	costs->looks = costs->columns.looks;
	(void) moments_prices(object, NULL, &costs->prices);
	pair_classes(kernel_work(), &costs->looks, &costs->prices, &costs->classes);
	costs->spending = (SpendingOptions) {object->own_units, NAN, &costs->classes};
	costs->in_coordinates = object->columns.name != NULL && !row_moments_high_dimensional(object);
}
