/*
 * ledger.c
 *		aer_attributes: counts, means and costs of each attribute in moments; aer_spent: the cost
 *		of all looks together.
 *
 * Both are computed from the sums, so they fall when rows are subtracted.  A look that found no
 * value costs nothing.  The fee of a panel is paid for each row in which one of its looks found a
 * value.
 */
#include "pg/aer.h"

#include "kernel/moments/subtract.h"
#include "miscadmin.h"
#include "pg/functions/moments/moments_fit.h"
#include "pg/options/attribute_name.h"
#include "pg/options/price_list.h"
#include "pg/result_row.h"

PG_FUNCTION_INFO_V1(aer_attributes);
PG_FUNCTION_INFO_V1(aer_spent);

/* Returns the number of values of an attribute, which all attributes of a look share. */
static double
values_found(const RowMoments *object, uint32 attribute)
{
	return moments_count_seen(&object->moments, attribute, object->folds);
}

Datum
aer_attributes(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	const RowMoments *object;
	Looks		looks;
	Prices		prices;
	bool		priced;
	bool		target_lost;
	uint32		look = 0;

	result_begin(&row, fcinfo);
	object = PG_GETARG_ROW_MOMENTS(0);
	looks = object->columns.looks;
	priced = moments_prices(object, NULL, &prices);
	target_lost = moments_target_lost(&object->moments);
	for (uint32 i = 0; i < object->d; i++)
	{
		bool		has_cost;		/* only the first attribute of a look */
		double		mean;
		double		deviation;
		double		correlation;

		CHECK_FOR_INTERRUPTS();
		moments_describe(&object->moments, i, &mean, &deviation, &correlation);
		if (moments_attribute_lost(&object->moments, i))
			mean = deviation = correlation = NAN;
		else if (target_lost)
			correlation = NAN;
		if (i == looks_first(&looks, look + 1))
			look++;
		has_cost = priced && i == looks_first(&looks, look) && look < looks.bought;
		result_int32(&row, i + 1);
		result_text(&row, object->columns.column ? attribute_name(&object->columns, i) : NULL);
		result_int64(&row, (int64) values_found(object, i));
		result_int64(&row, (int64) object->moments.missing[i]);
		result_number(&row, mean);
		result_number(&row, deviation);
		result_number(&row, correlation);
		result_int64(&row, (int64) object->moments.unknown[looks_first(&looks, look)]);
		result_number(&row, has_cost ? price_number(prices.cost[look]) : NAN);
		result_number(&row, has_cost ? (double) prices.cost[look] * values_found(object, i) / 1000 : NAN);
		result_bool(&row, look >= looks.bought);
		result_put(&row);
	}
	return (Datum) 0;
}

/*
 * Returns the panel of an attribute.  *look: the look of an earlier attribute; moves on to the look
 * of this one.
 */
static uint32
panel_at(const Prices *prices, const Looks *looks, uint32 attribute, uint32 *look)
{
	while (looks_first(looks, *look + 1) <= attribute)
		(*look)++;
	return *look < looks->bought ? prices_panel(prices, *look) : NO_PANEL;
}

/* Returns true if a panel of the prices has the attributes of a panel whose visits were counted. */
static bool
has_same_attributes(const RowMoments *object, const Prices *prices, const Looks *looks,
					uint32 panel, uint32 counted)
{
	uint32		look = 0;

	for (uint32 i = 0; i < object->d; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if ((panel_at(prices, looks, i, &look) == panel) != (object->visits.panel[i] == counted))
			return false;
	}
	return true;
}

/* Returns the number of rows in which a look of the panel found a value. */
static double
panel_visits(const RowMoments *object, const Prices *prices, const Looks *looks, uint32 panel)
{
	double		most = 0;
	double		sum = 0;

	for (uint32 l = 0; l < looks->bought; l++)
	{
		double		n = values_found(object, looks_first(looks, l));

		CHECK_FOR_INTERRUPTS();
		if (prices->panel[l] != panel)
			continue;
		most = Max(most, n);
		sum += n;
	}
	/* one look found a value in every row, or only one look found any */
	if (most == moments_count_rows(&object->moments, object->folds) || most == sum)
		return most;
	for (uint32 p = 0; p < object->visits.panels; p++)
		if (has_same_attributes(object, prices, looks, panel, p))
			return object->visits.visits[p];
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("the number of visits to a panel is not known"),
			 errdetail("The moments were collected under a design without these panels, or under several designs."),
			 errhint("Pass the prices of the design, or call the function for the moments of each design.")));
	return 0;
}

Datum
aer_spent(PG_FUNCTION_ARGS)
{
	const RowMoments *object;
	Looks		looks;
	Prices		prices;
	double		spent = 0;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	object = PG_GETARG_ROW_MOMENTS(0);
	looks = object->columns.looks;
	if (!moments_prices(object, PG_ARGISNULL(1) ? NULL : PG_GETARG_JSONB_P(1), &prices))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("these moments were collected with different prices"),
				 errhint("Pass the prices: aer_spent(moments, prices).")));
	for (uint32 l = 0; l < looks.bought; l++)
	{
		CHECK_FOR_INTERRUPTS();
		spent += (double) prices.cost[l] * values_found(object, looks_first(&looks, l));
	}
	for (uint32 p = 0; p < prices.panels; p++)
		if (prices.fee[p] > 0)
			spent += (double) prices.fee[p] * panel_visits(object, &prices, &looks, p);
	PG_RETURN_FLOAT8(spent / 1000);
}
