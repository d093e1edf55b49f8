/*
 * average.c
 *		The mean of models that were trained on parts of the rows.
 *
 * Weights are in the user's units, so a mean of them says what each of them
 * says only if they are answers to one question: same learner, same options
 * but those that may suit the part, same attributes.
 */
#include "pg/aer.h"

#include "pg/arguments.h"
#include "pg/options/json_parts.h"
#include "pg/values/model.h"

PG_FUNCTION_INFO_V1(aer_average_transition);

/*
 * What may be another thing for each part: how its attributes are drawn, how
 * fast and how cautiously it is learned from.  The columns that "include" and
 * "exclude" leave are compared by name.
 */
static const char *const may_differ[] = {
	"budget", "inner_draws", "sampling", "second_moments", "warmup_rows", "warmup_center",
	"smooth_moments", "step", "step_rule", "length", "rows", "seed", "lambda", "include", "exclude",
	/* of models fitted to moments */
	"alpha", "tuned", "target_variance", "design", "bends", "mse_of_lines", "mse_of_bends", "mse_of_pairs",
	"seldom_together"
};

pg_noreturn static void
different_attributes(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("models of different attributes cannot be averaged"),
			 errdetail("%s", detail)));
}

static void
check_same_attributes(const ModelParts *a, const ModelParts *b)
{
	if (a->d != b->d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("models of different attributes cannot be averaged"),
				 errdetail("One has %u attributes, another %u.", a->d, b->d)));
	if ((a->columns.name == NULL) != (b->columns.name == NULL))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("models trained on rows and on arrays cannot be averaged")));
	if (a->target != b->target && a->target != TARGET_UNKNOWN && b->target != TARGET_UNKNOWN)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("models of different targets cannot be averaged"),
				 errdetail("The target of one was boolean, that of another a number.")));
	if (!model_parts_same_classes(a, b))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("models of different classes cannot be averaged"),
				 errdetail("The words that the target of one took are not those of another.")));
	for (uint32 i = 0; a->columns.name && i < a->d; i++)
	{
		if (strcmp(a->columns.name[i], b->columns.name[i]) != 0)
			different_attributes(psprintf("Attribute %u is \"%s\" in one and \"%s\" in another.",
										  i + 1, a->columns.name[i], b->columns.name[i]));
		if (a->columns.type[i] != b->columns.type[i])
			different_attributes(psprintf("Attribute \"%s\" is boolean in one and a number in another.",
										  a->columns.name[i]));
	}
}

static bool
option_may_differ(const JsonbValue *key)
{
	for (int i = 0; i < lengthof(may_differ); i++)
		if (strlen(may_differ[i]) == key->val.string.len &&
			memcmp(may_differ[i], key->val.string.val, key->val.string.len) == 0)
			return true;
	return false;
}

/* Not given and null are one thing. */
static void
check_option(const char *key, int length, Jsonb *a, Jsonb *b)
{
	JsonbValue	none = {.type = jbvNull};
	JsonbValue	room[2];
	JsonbValue *one = getKeyJsonValueFromContainer(&a->root, key, length, &room[0]);
	JsonbValue *another = getKeyJsonValueFromContainer(&b->root, key, length, &room[1]);
	Jsonb	   *mine = JsonbValueToJsonb(one ? one : &none);
	Jsonb	   *others = JsonbValueToJsonb(another ? another : &none);

	if (compareJsonbContainers(&mine->root, &others->root) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("models of different learners cannot be averaged"),
				 errdetail("\"%.*s\" is %s in one and %s in another.", length, key,
						   JsonbToCString(NULL, &mine->root, VARSIZE(mine)),
						   JsonbToCString(NULL, &others->root, VARSIZE(others))),
				 errhint("Average the models of each learner by themselves, with GROUP BY.")));
}

/* Every option of a must be the same in b. */
static void
check_options_in(Jsonb *a, Jsonb *b)
{
	JsonbIterator *iterator = JsonbIteratorInit(&a->root);
	JsonbValue	key;
	JsonbValue	value;

	while (json_next_key(&iterator, &key, &value))
		if (!option_may_differ(&key))
			check_option(key.val.string.val, key.val.string.len, a, b);
}

static void
check_same_learner(const ModelParts *a, const ModelParts *b)
{
	Jsonb	   *one;
	Jsonb	   *another;

	if (strcmp(a->learner, b->learner) == 0)
		return;
	one = json_from_text(a->learner);
	another = json_from_text(b->learner);
	check_option("learner", strlen("learner"), one, another);
	check_options_in(one, another);
	check_options_in(another, one);
}

/* What was read and done for the one and for the other. */
static void
add_ledgers(ModelParts *sum, const ModelParts *next)
{
	sum->state.rows += next->state.rows;
	sum->state.draws += next->state.draws;
	sum->state.reads += next->state.reads;
	sum->state.mistakes += next->state.mistakes;
	sum->skipped += next->skipped;
}

/*
 * The range of both, unknown where one is; the link of the mean where both have
 * one between the same values.
 */
static void
average_link(Link *mean, const Link *next, double share)
{
	bool		same = mean->low == next->low && mean->high == next->high;

	mean->two_valued = mean->two_valued && next->two_valued && same;
	mean->logistic = mean->logistic && next->logistic && mean->two_valued;
	mean->low = Min(mean->low, next->low);
	mean->high = Max(mean->high, next->high);
	mean->slope += share * (next->slope - mean->slope);
	mean->offset += share * (next->offset - mean->offset);
}

/* The mean of n numbers each; NULL where one has none. */
static const double *
average_numbers(const double *mean, const double *next, Size n, double share)
{
	double	   *result;

	if (mean == NULL || next == NULL)
		return NULL;
	result = palloc(sizeof(double) * n);
	for (Size i = 0; i < n; i++)
		result[i] = mean[i] + share * (next[i] - mean[i]);
	return result;
}

/* Scores add up, and so does what is made of them before it becomes probabilities. */
static void
average_classes(ClassModel *mean, const ClassModel *next, double share)
{
	uint32		n = mean->classes;

	mean->share = average_numbers(mean->share, next->share, n, share);
	mean->direction = average_numbers(mean->direction, next->direction, (Size) n * n, share);
	mean->constant = average_numbers(mean->constant, next->constant, n, share);
	mean->link.temperature += share * (next->link.temperature - mean->link.temperature);
	mean->link.offset = average_numbers(mean->link.offset, next->link.offset, n, share);
}

/*
 * The mean of two models, weighted by their rows.  It is its own combine
 * function: a mean of means, weighted by rows, is the mean.
 */
Datum
aer_average_transition(PG_FUNCTION_ARGS)
{
	ModelParts	mean;
	ModelParts	next;
	double		share;

	(void) aggregate_context(fcinfo);
	if (PG_ARGISNULL(1))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	}
	model_unpack_any(PG_GETARG_MODEL(1), &next);
	model_check_learned(&next);
	if (PG_ARGISNULL(0))
		mean = next;
	else
	{
		model_unpack_any(PG_GETARG_MODEL(0), &mean);
		check_same_attributes(&mean, &next);
		check_same_learner(&mean, &next);
		/* models of no rows (written by hand) count nothing */
		share = next.state.rows == 0 ? 0 :
			(double) next.state.rows / ((double) mean.state.rows + next.state.rows);
		mean.weight = average_numbers(mean.weight, next.weight, (Size) mean.outputs * mean.d, share);
		mean.intercept = average_numbers(mean.intercept, next.intercept, mean.outputs, share);
		average_link(&mean.link, &next.link, share);
		if (mean.outputs > 1)
			average_classes(&mean.class_model, &next.class_model, share);
		add_ledgers(&mean, &next);
		if (mean.target != next.target)
			mean.target = TARGET_UNKNOWN;
		model_parts_forget_errors(&mean);
		mean.fold = mean.folds = 0;
		mean.facts = (ModelFacts) {NULL};
		mean.loss = next.loss;
		mean.loss.mse = NAN;
	}
	model_parts_trim(&mean);
	/* not in the state's context: the executor copies it there */
	PG_RETURN_POINTER(model_pack(&mean, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE));
}
