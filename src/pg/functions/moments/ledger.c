/*
 * ledger.c
 *		aer_attributes: what moments say of each attribute, as a relation;
 *		aer_spent: what all looks together have cost.
 *
 * Both are of what is in the sums, and fall when rows are taken back.  A look that
 * found nothing costs nothing; a panel's fee is due at each record where
 * something was found in it.
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

/* How often something was found at an attribute, or, the same, at its look. */
static double
found(const RowMoments *object, uint32 attribute)
{
	return moments_attribute(&object->moments, attribute, object->folds).n;
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
		bool		begins;			/* a look */
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
		begins = i == looks_first(&looks, look) && look < looks.bought;
		result_int32(&row, i + 1);
		result_text(&row, object->columns.column ? attribute_name(&object->columns, i) : NULL);
		result_int64(&row, (int64) found(object, i));
		result_int64(&row, (int64) object->moments.missing[i]);
		result_number(&row, mean);
		result_number(&row, deviation);
		result_number(&row, correlation);
		result_int64(&row, (int64) object->moments.unknown[looks_first(&looks, look)]);
		/* there it tells what it cost */
		result_number(&row, priced && begins ? price_number(prices.cost[look]) : NAN);
		result_number(&row, priced && begins ? (double) prices.cost[look] * found(object, i) / 1000 : NAN);
		result_bool(&row, look >= looks.bought);
		result_put(&row);
	}
	return (Datum) 0;
}

/* The panel of an attribute's look. */
static uint32
panel_at(const Prices *prices, const Looks *looks, uint32 attribute, uint32 *look)
{
	while (looks_first(looks, *look + 1) <= attribute)
		(*look)++;
	return *look < looks->bought ? prices_panel(prices, *look) : NO_PANEL;
}

/* Has a panel of these prices the same attributes as one whose visits were counted? */
static bool
same_members(const RowMoments *object, const Prices *prices, const Looks *looks, uint32 panel,
			 uint32 counted)
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

/* At how many records was something found in a panel? */
static double
visits_of(const RowMoments *object, const Prices *prices, const Looks *looks, uint32 panel)
{
	double		most = 0;
	double		sum = 0;

	for (uint32 l = 0; l < looks->bought; l++)
	{
		double		n = found(object, looks_first(looks, l));

		CHECK_FOR_INTERRUPTS();
		if (prices->panel[l] != panel)
			continue;
		most = Max(most, n);
		sum += n;
	}
	/* found once at each record, or never more than one of them */
	if (most == moments_rows(&object->moments) || most == sum)
		return most;
	for (uint32 p = 0; p < object->visits.panels; p++)
		if (same_members(object, prices, looks, panel, p))
			return object->visits.visits[p];
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("how often a panel was visited is not known"),
			 errdetail("The moments were collected under a design without these panels, or under several."),
			 errhint("Give the prices of the design, or ask the moments of each design.")));
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
				 errmsg("these moments were collected under several prices"),
				 errhint("Say what looks cost: aer_spent(moments, prices).")));
	for (uint32 l = 0; l < looks.bought; l++)
	{
		CHECK_FOR_INTERRUPTS();
		spent += (double) prices.cost[l] * found(object, looks_first(&looks, l));
	}
	for (uint32 p = 0; p < prices.panels; p++)
		if (prices.fee[p] > 0)
			spent += (double) prices.fee[p] * visits_of(object, &prices, &looks, p);
	PG_RETURN_FLOAT8(spent / 1000);
}
