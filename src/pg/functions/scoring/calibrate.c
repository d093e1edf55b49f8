/*
 * calibrate.c
 *		The aggregate aer_calibrate: fits a model's link to rows with known outcomes.
 *
 * Its state is the model and the score and class of each row.  It does not run in parallel, because
 * a few hundred rows are enough.
 */
#include "pg/aer.h"

#include "kernel/score/calibration.h"
#include "pg/functions/scoring/relink.h"
#include "pg/kernel_call.h"
#include "pg/arguments.h"
#include "pg/state.h"
#include "pg/numbers.h"
#include "pg/rows/observation.h"
#include "pg/values/model.h"

PG_FUNCTION_INFO_V1(aer_calibrate_boolean_transition);
PG_FUNCTION_INFO_V1(aer_calibrate_number_transition);
PG_FUNCTION_INFO_V1(aer_calibrate_final);

/* Fewer rows fit slope and offset so badly that no link is better. */
#define LEAST_ROWS 50

#define FIRST_ROOM 256

typedef struct CalibrateState
{
	StateKind	kind;			/* STATE_OF_CALIBRATION */
	CachedArgument model;
	TargetType	type;
	double		value[2];		/* [values] of the target, in the order of first occurrence */
	int			values;
	ScoredTarget *scored;		/* [room] scored rows; high: the target is value[1] */
	Size		room;
	Size		n;
	int64		row;			/* rows so far, skipped ones included, for messages */
} CalibrateState;

static CalibrateState *
create_state(FunctionCallInfo fcinfo, MemoryContext context, TargetType type)
{
	CalibrateState *state = MemoryContextAllocZero(context, sizeof(CalibrateState));

	state->kind = STATE_OF_CALIBRATION;
	argument_keep_aggregate(&state->model, context, fcinfo, 1, "model");
	state->type = type;
	state->room = FIRST_ROOM;
	state->scored = MemoryContextAlloc(context, sizeof(ScoredTarget) * state->room);
	return state;
}

/* Returns true if the target is the second of its two values; remembers values that are new. */
static bool
is_second_value(CalibrateState *state, double target)
{
	for (int v = 0; v < state->values; v++)
		if (target == state->value[v])
			return v == 1;
	if (state->values == lengthof(state->value))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the target takes more than two values"),
				 errdetail("It is %g in row " INT64_FORMAT ", and was %g and %g before.",
						   target, state->row, state->value[0], state->value[1]),
				 errhint("A model is calibrated for a target of two values, for example a boolean.")));
	state->value[state->values++] = target;
	return state->values == 2;
}

static Datum
transition(FunctionCallInfo fcinfo, TargetType type)
{
	MemoryContext context = aggregate_context(fcinfo);
	CalibrateState *state;
	ScoredTarget next;
	double		target;

	if (PG_ARGISNULL(0))
		state = create_state(fcinfo, context, type);
	else
	{
		state = state_internal(fcinfo, STATE_OF_CALIBRATION);
		argument_check(&state->model, fcinfo, 1, "model", NULL);
	}
	state->row++;
	if (PG_ARGISNULL(2) || PG_ARGISNULL(3))
		PG_RETURN_POINTER(state);

	next.score = PG_GETARG_FLOAT8(2);
	if (!isfinite(next.score))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("a score must be a finite number"),
				 errdetail("That of row " INT64_FORMAT " is %g.", state->row, next.score)));
	target = type == TARGET_NUMBER ? PG_GETARG_FLOAT8(3) : PG_GETARG_BOOL(3) ? 1 : -1;
	check_target(target, state->row);
	next.weight = 1;
	next.high = is_second_value(state, target);
	if (state->n == state->room)
	{
		state->room *= 2;
		state->scored = repalloc_huge(state->scored, sizeof(ScoredTarget) * state->room);
	}
	state->scored[state->n++] = next;
	PG_RETURN_POINTER(state);
}

Datum
aer_calibrate_boolean_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, TARGET_BOOLEAN);
}

Datum
aer_calibrate_number_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, TARGET_NUMBER);
}

/* Sets the two values of the link: the model's if they are known, otherwise those observed. */
static void
set_values(const CalibrateState *state, const ModelParts *parts, Link *link)
{
	double		low = Min(state->value[0], state->value[1]);
	double		high = Max(state->value[0], state->value[1]);

	if (state->type == TARGET_BOOLEAN && link->two_valued)
		return;
	if (link->low != -INFINITY && (!link->two_valued || low != link->low || high != link->high))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the values of the target differ from those in training"),
				 link->two_valued ?
				 errdetail("It takes %g and %g; in training it took %g and %g.",
						   low, high, link->low, link->high) :
				 errdetail("In training it took values from %g to %g, not only two.",
						   link->low, link->high),
				 link->two_valued ?
				 errhint("Pass it as a boolean that is true for the larger value.") :
				 errhint("Fit moments of a target that takes two values, for example a boolean.")));
	check_target_type(state->type, parts->target);
	link->low = low;
	link->high = high;
	link->two_valued = true;
}

static void
raise_too_large(Status status)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("the scores are too large to calibrate a model")));
}

static void
refuse_classes(const ModelParts *parts)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("aer_calibrate needs a model with a numeric target or with two classes"),
			 errdetail("This model has %u classes: %s.", parts->classes,
					   class_names_list(parts->class_name, parts->classes)),
			 errhint("aer_measure(model, fold_models, features, target, key) calibrates probabilities of classes on held-out rows.")));
}

/* Does not change the state, because a window calls this function more than once. */
Datum
aer_calibrate_final(PG_FUNCTION_ARGS)
{
	const CalibrateState *state;
	ScoredTarget *scored;
	ModelParts	parts;
	Link		link;

	(void) aggregate_context(fcinfo);
	state = state_internal(fcinfo, STATE_OF_CALIBRATION);
	if (state->n < LEAST_ROWS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("too few rows to calibrate a model"),
				 errdetail("There are %zu rows with score and target, and at least %d are needed.",
						   state->n, LEAST_ROWS),
				 errhint("Calibrate with about 200 rows or more; with fewer, use the probabilities of the model as they are.")));
	if (state->values < 2)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the target takes only one value"),
				 errdetail("It is %g in all %zu rows.", state->value[0], state->n),
				 errhint("Include rows of both values, in their natural proportion.")));
	model_unpack_any(model_from_datum(PointerGetDatum(state->model.plain)), &parts);
	if (parts.fit.outputs > 1)
		refuse_classes(&parts);

	scored = WORK_ARRAY(kernel_work(), state->n, ScoredTarget);
	memcpy(scored, state->scored, sizeof(ScoredTarget) * state->n);
	if (state->value[1] < state->value[0])
		for (Size i = 0; i < state->n; i++)
			scored[i].high = !scored[i].high;
	link = parts.fit.link;
	set_values(state, &parts, &link);
	calibrate_link(kernel_work_raising(raise_too_large), scored, state->n, &link);
	relink(&parts, &link);
	/* forecast errors belong to the old link's predictions */
	model_parts_forget_errors(&parts);
	/* the rows may belong to the fold that was left out */
	parts.fit.fold = parts.fit.folds = 0;
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE));
}
