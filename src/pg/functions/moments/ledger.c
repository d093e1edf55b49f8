/*
 * ledger.c
 *		aer_attributes: what moments say of each attribute, as a relation;
 *		aer_spent: what all looks together have cost.
 *
 * Both are of what is in the sums, and fall when rows are taken back.  A look that
 * found nothing costs nothing; a cost group's fee is due at each record where
 * something was found in it.
 */
#include "pg/aer.h"

#include "funcapi.h"
#include "kernel/moments/subtract.h"
#include "miscadmin.h"
#include "pg/functions/moments/acquisition_costs.h"
#include "pg/numbers.h"
#include "pg/options/price_list.h"

PG_FUNCTION_INFO_V1(aer_attributes);
PG_FUNCTION_INFO_V1(aer_spent);

/* How often something was found at an attribute, or, the same, at its look. */
static double
found(const RowMoments *object, uint32 attribute)
{
	return moments_marginal(&object->moments, attribute, object->folds).n;
}

Datum
aer_attributes(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	const RowMoments *object;
	Looks		looks;
	Prices		prices;
	bool		priced;
	bool		target_lost;
	uint32		look = 0;

	InitMaterializedSRF(fcinfo, 0);
	object = PG_GETARG_ROW_MOMENTS(0, "aer_attributes");
	looks = object->columns.looks;
	priced = moments_prices(object, NULL, &prices);
	target_lost = moments_target_lost(&object->moments);
	for (uint32 i = 0; i < object->d; i++)
	{
		Datum		value[11];
		bool		null[11] = {false};
		double		mean;
		double		deviation;
		double		correlation;

		CHECK_FOR_INTERRUPTS();
		moments_attribute(&object->moments, i, &mean, &deviation, &correlation);
		if (moments_attribute_lost(&object->moments, i))
			mean = deviation = correlation = NAN;
		else if (target_lost)
			correlation = NAN;
		value[0] = Int32GetDatum(i + 1);
		null[1] = object->columns.name == NULL;
		if (!null[1])
			value[1] = CStringGetTextDatum(object->columns.name[i]);
		value[2] = Int64GetDatum((int64) found(object, i));
		value[3] = Int64GetDatum((int64) object->moments.missing[i]);
		value[4] = number_or_null(mean, &null[4]);
		value[5] = number_or_null(deviation, &null[5]);
		value[6] = number_or_null(correlation, &null[6]);
		if (i == looks_first(&looks, look + 1))
			look++;
		value[7] = Int64GetDatum((int64) object->moments.unknown[looks_first(&looks, look)]);
		/* the first attribute of a look tells what it cost */
		null[8] = null[9] = !priced || look >= looks.bought || i != looks_first(&looks, look);
		if (!null[8])
		{
			value[8] = Float8GetDatum(price_number(prices.cost[look]));
			value[9] = Float8GetDatum((double) prices.cost[look] * found(object, i) / 1000);
		}
		value[10] = BoolGetDatum(look >= looks.bought);
		Assert(result->setDesc->natts == lengthof(value));
		tuplestore_putvalues(result->setResult, result->setDesc, value, null);
	}
	return (Datum) 0;
}

/* The cost group of an attribute's look. */
static uint32
cost_group_at(const Prices *prices, const Looks *looks, uint32 attribute, uint32 *look)
{
	while (looks_first(looks, *look + 1) <= attribute)
		(*look)++;
	return *look < looks->bought ? prices_cost_group(prices, *look) : NO_COST_GROUP;
}

/* Has a cost group of these prices the same attributes as one whose visits were counted? */
static bool
same_members(const RowMoments *object, const Prices *prices, const Looks *looks, uint32 cost_group,
			 uint32 counted)
{
	uint32		look = 0;

	for (uint32 i = 0; i < object->d; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if ((cost_group_at(prices, looks, i, &look) == cost_group) != (object->visits.cost_group[i] == counted))
			return false;
	}
	return true;
}

/* At how many records was something found in a cost group? */
static double
visits_of(const RowMoments *object, const Prices *prices, const Looks *looks, uint32 cost_group)
{
	double		most = 0;
	double		sum = 0;

	for (uint32 l = 0; l < looks->bought; l++)
	{
		double		n = found(object, looks_first(looks, l));

		CHECK_FOR_INTERRUPTS();
		if (prices->cost_group[l] != cost_group)
			continue;
		most = Max(most, n);
		sum += n;
	}
	/* found once at each record, or never more than one of them */
	if (most == moments_rows(&object->moments) || most == sum)
		return most;
	for (uint32 p = 0; p < object->visits.cost_groups; p++)
		if (same_members(object, prices, looks, cost_group, p))
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
	object = PG_GETARG_ROW_MOMENTS(0, "aer_spent");
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
	for (uint32 p = 0; p < prices.cost_groups; p++)
		if (prices.fee[p] > 0)
			spent += (double) prices.fee[p] * visits_of(object, &prices, &looks, p);
	PG_RETURN_FLOAT8(spent / 1000);
}
