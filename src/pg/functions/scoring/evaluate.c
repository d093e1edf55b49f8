/*
 * evaluate.c
 *		The aggregate aer_evaluate: how good a model's predictions are.
 *
 * Its state is a float8[] that holds the kernel's Evaluation, and behind it a
 * Ranking once there is a row whose order counts: a real type, so that parallel
 * and distributed plans can pass it on.
 */
#include "pg/aer.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "kernel/score/ranking.h"
#include "pg/arguments.h"
#include "pg/functions/scoring/scorer.h"
#include "pg/numbers.h"

PG_FUNCTION_INFO_V1(aer_evaluate_combine);
PG_FUNCTION_INFO_V1(aer_evaluate_final);

#define ARG_TARGET 3

/* The fourth argument after the state, where there is one. */
#define ARG_BUDGET 4

#define EVALUATION_NUMBERS (sizeof(Evaluation) / sizeof(double))

/* The Ranking within a state that was checked, or NULL. */
static Ranking *
ranking_of(ArrayType *state)
{
	return ARR_DIMS(state)[0] == EVALUATION_NUMBERS ? NULL :
		(Ranking *) ((double *) ARR_DATA_PTR(state) + EVALUATION_NUMBERS);
}

static bool
is_state(ArrayType *state)
{
	const Ranking *ranking;
	Size		numbers;

	if (ARR_NDIM(state) != 1 || ARR_HASNULL(state) || ARR_ELEMTYPE(state) != FLOAT8OID ||
		ARR_DIMS(state)[0] < EVALUATION_NUMBERS)
		return false;
	ranking = ranking_of(state);
	if (ranking == NULL)
		return true;
	numbers = ARR_DIMS(state)[0] - EVALUATION_NUMBERS;
	return numbers >= RANKING_NUMBERS(0) && ranking->room >= 0 && ranking->room <= RANKING_MOST &&
		RANKING_NUMBERS(ranking->room) == numbers &&
		ranking->n >= 0 && ranking->n <= ranking->room && ranking->n == rint(ranking->n);
}

/* The Evaluation within a state; users can pass any float8[]. */
static Evaluation *
evaluation_of(ArrayType *state)
{
	if (!is_state(state))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("this is no state of aer_evaluate")));
	return (Evaluation *) ARR_DATA_PTR(state);
}

/* The state with room for so many rows more in its ranking: itself, or a larger one. */
static ArrayType *
with_room(ArrayType *state, size_t more)
{
	const Ranking *ranking = ranking_of(state);
	size_t		room = ranking_wanted(ranking, more);
	Size		numbers = EVALUATION_NUMBERS + RANKING_NUMBERS(room);
	Size		bytes = ARR_OVERHEAD_NONULLS(1) + numbers * sizeof(double);
	ArrayType  *larger;

	if (ranking && room == ranking->room)
		return state;
	larger = palloc0(bytes);
	memcpy(larger, state, ARR_OVERHEAD_NONULLS(1) + sizeof(Evaluation));
	SET_VARSIZE(larger, bytes);
	ARR_DIMS(larger)[0] = numbers;
	ranking_init(ranking_of(larger), room, ranking);
	return larger;
}

/*
 * Score the opened row in full, or from as many attributes as the caller says.
 * Returns the state, or a larger one in its place.
 */
static ArrayType *
score_row(ArrayType *state, Scorer *scorer, double target, const ClassNames *classes,
		  FunctionCallInfo fcinfo, int64 row)
{
	Evaluation *evaluation = (Evaluation *) ARR_DATA_PTR(state);
	double		order;
	bool		high;
	bool		ordered;
	uint32		reads = scorer_reads(scorer);
	int32		budget;

	if (PG_NARGS() > ARG_BUDGET && !PG_ARGISNULL(ARG_BUDGET))
	{
		if (PG_GETARG_INT32(ARG_BUDGET) < 2)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("the budget of an evaluation must be at least 2"),
					 errdetail("The square of a sum cannot be estimated without bias from one attribute."),
					 errhint("Make it NULL to read every attribute that has a weight.")));
		budget = PG_GETARG_INT32(ARG_BUDGET);
		if (budget < reads)
		{
			double		squared_error = scorer_sampled_error(scorer, budget, &target, classes, row, &reads);

			evaluation_add_sampled(evaluation, squared_error, target);
			evaluation->reads += reads;
			return state;
		}
	}
	ordered = scorer_evaluate(scorer, evaluation, target, classes, row, &order, &high);
	evaluation->reads += scorer_reads(scorer);
	if (ordered)
	{
		state = with_room(state, 1);
		ranking_add(ranking_of(state), order, high);
	}
	return state;
}

static Datum
transition(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	bool		named = target_is_named(fcinfo, ARG_TARGET, kind);
	ArrayType  *state;
	Evaluation *evaluation;
	Scorer	   *scorer;
	char	   *target_name = NULL;
	double		target;
	const ClassNames *classes;
	int64		row;

	(void) aggregate_context(fcinfo);
	if (PG_ARGISNULL(0))
	{
		double		zero[EVALUATION_NUMBERS] = {0};

		aggregate_check_order(fcinfo, "model, features, target, budget");
		/* the executor copies it into the state's context */
		state = make_float8_array(zero, EVALUATION_NUMBERS);
	}
	else
		state = PG_GETARG_ARRAYTYPE_P(0);
	evaluation = evaluation_of(state);
	row = (int64) (evaluation->rows + evaluation->skipped) + 1;

	if (PG_ARGISNULL(1) || PG_ARGISNULL(2) || PG_ARGISNULL(ARG_TARGET))
	{
		evaluation->skipped++;
		PG_RETURN_ARRAYTYPE_P(state);
	}
	if (named)
		target_name = text_to_cstring(PG_GETARG_TEXT_PP(ARG_TARGET));
	scorer = scorer_get(fcinfo, 1, kind, target_name);
	scorer_open(scorer, PG_GETARG_DATUM(2));
	if (named)
	{
		if (!features_target(scorer_features(scorer), &target, row))
		{
			evaluation->skipped++;
			PG_RETURN_ARRAYTYPE_P(state);
		}
		classes = scorer_features(scorer)->class_names;
	}
	else
	{
		TargetReader *reader = scorer_target_reader(scorer, fcinfo, ARG_TARGET);

		target = target_read(reader, PG_GETARG_DATUM(ARG_TARGET), row);
		classes = reader->classes;
	}
	/* a larger state than before: the executor copies it into the state's context */
	PG_RETURN_ARRAYTYPE_P(score_row(state, scorer, target, classes, fcinfo, row));
}

TRANSITIONS_OF_KINDS(aer_evaluate, transition(fcinfo, kind))

/* STRICT: a lone state is taken as it is. */
Datum
aer_evaluate_combine(PG_FUNCTION_ARGS)
{
	ArrayType  *state;
	ArrayType  *other;

	(void) aggregate_context(fcinfo);
	state = PG_GETARG_ARRAYTYPE_P(0);
	other = PG_GETARG_ARRAYTYPE_P(1);
	evaluation_merge(evaluation_of(state), evaluation_of(other));
	if (ranking_of(other))
	{
		state = with_room(state, (size_t) ranking_of(other)->n);
		ranking_merge(ranking_of(state), ranking_of(other));
	}
	PG_RETURN_ARRAYTYPE_P(state);
}

/* The area under the curve; a copy is sorted, for a final function may run again. */
static double
area(ArrayType *state)
{
	const Ranking *ranking = ranking_of(state);
	Ranking    *copy;

	if (ranking == NULL || !evaluation_ordered((const Evaluation *) ARR_DATA_PTR(state)))
		return NAN;
	copy = palloc(RANKING_NUMBERS(ranking->n) * sizeof(double));
	ranking_init(copy, (size_t) ranking->n, ranking);
	return ranking_area(copy);
}

Datum
aer_evaluate_final(PG_FUNCTION_ARGS)
{
	const Evaluation *evaluation;
	TupleDesc	desc;
	ArrayType  *state;
	Datum		value[11];
	bool		null[11] = {false};

	(void) aggregate_context(fcinfo);
	state = PG_GETARG_ARRAYTYPE_P(0);
	evaluation = evaluation_of(state);
	if (evaluation->rows == 0)
		PG_RETURN_NULL();
	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE ||
		desc->natts != lengthof(value))
		elog(ERROR, "aer_evaluate must return aer_evaluation");

	value[0] = Int64GetDatum((int64) evaluation->rows);
	value[1] = number_or_null(evaluation_mse(evaluation), &null[1]);
	value[2] = number_or_null(evaluation_mae(evaluation), &null[2]);
	value[3] = number_or_null(evaluation_r2(evaluation), &null[3]);
	value[4] = number_or_null(evaluation_sign_error(evaluation), &null[4]);
	value[5] = number_or_null(evaluation_mse_se(evaluation), &null[5]);
	value[6] = Int64GetDatum((int64) evaluation->skipped);
	value[7] = Int64GetDatum((int64) evaluation->reads);
	value[8] = number_or_null(evaluation_log_loss(evaluation), &null[8]);
	value[9] = number_or_null(evaluation_brier(evaluation), &null[9]);
	value[10] = number_or_null(area(state), &null[10]);
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), value, null)));
}
