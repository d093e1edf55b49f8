/*
 * train.c
 *		The aggregates aer_train and aer_continue, and aer_next.
 *
 * The state depends on the order of rows, so there is no combine function.
 * Rows arrive as (features array, target number) or (whole row, name of the
 * target column); options as a learner's jsonb or as a model to go on from.
 */
#include "aer.h"

#include "arguments.h"
#include "catalog/pg_type.h"
#include "numbers.h"
#include "training.h"

PG_FUNCTION_INFO_V1(aer_train_array_transition);
PG_FUNCTION_INFO_V1(aer_train_row_transition);
PG_FUNCTION_INFO_V1(aer_continue_array_transition);
PG_FUNCTION_INFO_V1(aer_continue_row_transition);
PG_FUNCTION_INFO_V1(aer_train_final);
PG_FUNCTION_INFO_V1(aer_next);

typedef struct TrainState
{
	Training   *training;
	Features   *features;
	KeptArgument origin;		/* the learner or the model */
	KeptArgument target_name;	/* of rows */
	NumberReader target_reader; /* of arrays */
	int64		row;			/* rows that came, for messages */
} TrainState;

/* Positions of the arguments in every transition function. */
#define ARG_STATE 0
#define ARG_FEATURES 1
#define ARG_TARGET 2
#define ARG_ORIGIN 3

static TrainState *
create_state(FunctionCallInfo fcinfo, MemoryContext context, bool rows, bool resume)
{
	TrainState *state = MemoryContextAllocZero(context, sizeof(TrainState));
	char	   *target = NULL;

	if (PG_ARGISNULL(ARG_ORIGIN))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the %s must not be NULL", resume ? "model" : "learner")));
	argument_keep_aggregate(&state->origin, context, fcinfo, ARG_ORIGIN);
	if (resume)
		state->training = training_resume(context, model_from_datum(PointerGetDatum(state->origin.plain)));
	else
		state->training = training_create(context, (Jsonb *) state->origin.plain);

	if (rows)
	{
		if (PG_ARGISNULL(ARG_TARGET))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("the name of the target column must not be NULL")));
		argument_keep_aggregate(&state->target_name, context, fcinfo, ARG_TARGET);
		target = MemoryContextStrdup(context, TextDatumGetCString(PointerGetDatum(state->target_name.plain)));
	}
	else
	{
		Oid			type = get_fn_expr_argtype(fcinfo->flinfo, ARG_TARGET);

		state->target_reader = target_reader(type);
		if (state->target_reader == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("the target must be a number or boolean, not %s", format_type_be(type))));
	}
	state->features = training_features(state->training, rows, target);
	return state;
}

static Datum
transition(FunctionCallInfo fcinfo, bool rows, bool resume)
{
	MemoryContext context = aggregate_context(fcinfo);
	TrainState *state;
	double		target;
	uint32		d;

	if (PG_ARGISNULL(ARG_STATE))
		state = create_state(fcinfo, context, rows, resume);
	else
	{
		state = (TrainState *) PG_GETARG_POINTER(ARG_STATE);
		argument_check(&state->origin, fcinfo, ARG_ORIGIN, resume ? "model" : "learner");
		if (rows)
			argument_check(&state->target_name, fcinfo, ARG_TARGET, "target column");
	}

	state->row++;
	if (PG_ARGISNULL(ARG_FEATURES) || (!rows && PG_ARGISNULL(ARG_TARGET)))
	{
		training_skip(state->training);
		PG_RETURN_POINTER(state);
	}
	d = features_open(state->features, PG_GETARG_DATUM(ARG_FEATURES));
	if (!rows)
	{
		target = state->target_reader(PG_GETARG_DATUM(ARG_TARGET));
		check_target(target, state->row);
	}
	else if (!features_target(state->features, &target, state->row))
	{
		training_skip(state->training);
		PG_RETURN_POINTER(state);
	}
	training_row(state->training, state->features, d, target, state->row);
	PG_RETURN_POINTER(state);
}

Datum
aer_train_array_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, false, false);
}

Datum
aer_train_row_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, true, false);
}

Datum
aer_continue_array_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, false, true);
}

Datum
aer_continue_row_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, true, true);
}

/* Changes nothing: with window frames the state is used again. */
Datum
aer_train_final(PG_FUNCTION_ARGS)
{
	TrainState *state;
	AerModel   *model;

	(void) aggregate_context(fcinfo);
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = (TrainState *) PG_GETARG_POINTER(0);
	model = training_model(state->training, state->features);
	if (model == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(model);
}

Datum
aer_next(PG_FUNCTION_ARGS)
{
	Training   *training = training_resume(CurrentMemoryContext, PG_GETARG_MODEL(0));
	uint32		n;
	uint32	   *attribute = training_next(training, &n);
	Datum	   *number = palloc(sizeof(Datum) * n);

	for (uint32 i = 0; i < n; i++)
		number[i] = Int32GetDatum(attribute[i] + 1);
	PG_RETURN_ARRAYTYPE_P(construct_array(number, n, INT4OID, sizeof(int32), true, TYPALIGN_INT));
}
