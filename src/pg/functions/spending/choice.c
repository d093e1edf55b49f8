/*
 * choice.c
 *		aer_choose: the looks to buy for predictions, their costs, and the error to expect after
 *		each of them.
 */
#include "pg/aer.h"

#include "kernel/spending/choose.h"
#include "pg/functions/moments/moments_fit.h"
#include "pg/functions/spending/listed_looks.h"
#include "pg/kernel_call.h"
#include "pg/options/price_list.h"
#include "pg/result_row.h"

PG_FUNCTION_INFO_V1(aer_choose);

#define ARG_MOMENTS 0
#define ARG_BUDGET 1
#define ARG_PRICES 2
#define ARG_KNOWN 3
#define ARG_LAMBDA 4

/* Returns the LookState of each look, [looks.bought]: the listed looks are known beforehand. */
static uint8 *
known_argument(FunctionCallInfo fcinfo, Work *work, const RowMoments *object)
{
	const Looks *looks = &object->columns.looks;
	bool	   *listed = WORK_ARRAY(work, looks->n, bool);
	uint8	   *given = WORK_ARRAY(work, looks->bought, uint8);

	listed_looks(fcinfo, ARG_KNOWN, "known", &object->columns, listed);
	for (uint32 look = 0; look < looks->bought; look++)
		given[look] = listed[look] ? LOOK_KNOWN : LOOK_OPEN;
	return given;
}

/* Warns of the step whose forecast depends most on attributes that were never seen together. */
static void
warn_of_unseen(const ChooseStep *step, uint32 count)
{
	uint32		worst = 0;

	for (uint32 k = 1; k < count; k++)
		if (step[k].unseen > step[worst].unseen)
			worst = k;
	if (step[worst].unseen > CHOOSE_UNSEEN)
		ereport(WARNING,
				(errmsg("forecasts rest on attributes that were never observed together"),
				 errdetail("At step %u the effects of such pairs amount to %.2f times the explained variance; see the column \"unseen\".",
						   worst, step[worst].unseen),
				 errhint("Collect moments under a design with \"deep_budget\", which reads more columns of some records.")));
}

static void
put_step(ResultRow *row, const Columns *columns, uint32 k, const ChooseStep *step,
		 double before)
{
	bool		mean = step->step.look == NO_LOOK;

	result_int32(row, k);
	result_int32(row, mean ? 0 : looks_first(&columns->looks, step->step.look) + 1);
	result_null_if(row, mean);
	result_text(row, mean || columns->column == NULL ? NULL : columns->column[step->step.look].name);
	result_number(row, price_number(mean ? 0 : step->step.price));
	result_number(row, price_number(mean ? 0 : step->step.spent));
	result_number(row, step->forecast);
	result_number(row, step->forecast_se);
	result_number(row, before - step->forecast);
	result_number(row, step->unseen);
	result_bool(row, !mean);
	result_put(row);
}

Datum
aer_choose(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	RowMoments *object;
	Prices		prices;
	Work	   *work;
	Moments   **target;
	ChooseOptions options;
	ChooseStep *step;
	uint32		outputs;
	uint32		count;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(ARG_MOMENTS))
		return (Datum) 0;
	object = PG_GETARG_EFFECTIVE_MOMENTS(ARG_MOMENTS);
	if (moments_classes(&object->moments) <= 2)
		object = row_moments_one_target(object, "aer_choose");
	moments_fit_check(object);
	moments_fit_refuse_high_dimensional(object, "aer_choose");
	work = work_begin(moments_fit_work());
	options.fit = moments_fit_options(object);
	options.fit.lambda = moments_fit_number(fcinfo, ARG_LAMBDA, "lambda", true, NAN);
	outputs = fit_outputs_count(&object->moments, &options.fit);
	/* before the options get other prices: how often pairs were seen depends on those of the design */
	target = fit_targets(work, &object->moments, &options.fit);
	if (options.fit.looks == NULL)
		options.fit.looks = &object->columns.looks;
	if (!moments_prices(object, PG_ARGISNULL(ARG_PRICES) ? NULL : PG_GETARG_JSONB_P(ARG_PRICES),
						&prices))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("these moments were collected with different prices"),
				 errhint("Pass the prices: aer_choose(moments, prices => prices).")));
	options.prices = &prices;
	options.look_state = PG_ARGISNULL(ARG_KNOWN) ? NULL : known_argument(fcinfo, work, object);
	options.budget = budget_thousandths(moments_fit_number(fcinfo, ARG_BUDGET, "budget", true,
														   INFINITY));
	options.most = PG_UINT32_MAX;

	step = WORK_ARRAY(work, (Size) object->columns.looks.bought + 1, ChooseStep);
	count = choose_looks(work, target, outputs, &options, step);
	count = choose_gaining(step, count, options.look_state);
	for (uint32 k = 0; k < count; k++)
		put_step(&row, &object->columns, k, &step[k], k > 0 ? step[k - 1].forecast : NAN);
	warn_of_unseen(step, count);
	work_end(work);
	return (Datum) 0;
}
