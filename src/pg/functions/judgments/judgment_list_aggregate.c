/*
 * judgment_list_aggregate.c
 *		aer_judgments(attribute, value): the judgments of one object.
 */
#include "pg/aer.h"

#include "pg/arguments.h"
#include "pg/values/judgment_list.h"

PG_FUNCTION_INFO_V1(aer_judgments_number_transition);
PG_FUNCTION_INFO_V1(aer_judgments_name_transition);
PG_FUNCTION_INFO_V1(aer_judgments_combine);
PG_FUNCTION_INFO_V1(aer_judgments_final);

/* Raises an error if some attributes of an object have names and others have numbers. */
static void
check_kind(const AerJudgments *state, bool named)
{
	if (judgments_named(state) != named)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("attributes of one object must all have numbers or all have names")));
}

/* Adds a judgment.  A NULL leaves the state as it is. */
static Datum
transition(FunctionCallInfo fcinfo, bool named)
{
	AerJudgments *state = NULL;
	const char *name = NULL;
	int32		attribute = 0;
	double		value;

	(void) aggregate_context(fcinfo);
	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	}
	if (named)
		name = text_to_cstring(PG_GETARG_TEXT_PP(1));
	else
		attribute = PG_GETARG_INT32(1);
	value = PG_GETARG_FLOAT8(2);
	if (!isfinite(value))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("a judgment of attribute %s is NaN or infinite",
						name ? psprintf("\"%s\"", name) : psprintf("%d", attribute)),
				 errhint("Filter out such judgments, or set them to NULL, which leaves them out.")));
	if (name ? name[0] == '\0' : attribute < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 name ? errmsg("the name of an attribute must not be empty") :
				 errmsg("attribute numbers begin with 1, not %d", attribute)));
	if (!PG_ARGISNULL(0))
	{
		/* the state is flat and aligned, because this function returned it */
		state = PG_GETARG_JUDGMENTS(0);
		check_kind(state, named);
	}
	PG_RETURN_POINTER(judgments_put(state, attribute, name, value));
}

Datum
aer_judgments_number_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, false);
}

Datum
aer_judgments_name_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, true);
}

static int
compare_parts(const JudgmentPart *a, const JudgmentPart *b)
{
	if (a->name)
		return strcmp(a->name, b->name);
	return a->attribute < b->attribute ? -1 : a->attribute > b->attribute;
}

/* Merges two ordered lists. */
Datum
aer_judgments_combine(PG_FUNCTION_ARGS)
{
	JudgmentParts a;
	JudgmentParts b;
	JudgmentParts all;
	int			i = 0;
	int			j = 0;

	(void) aggregate_context(fcinfo);
	judgments_unpack(PG_GETARG_JUDGMENTS(0), &a);
	judgments_unpack(PG_GETARG_JUDGMENTS(1), &b);
	check_kind(PG_GETARG_JUDGMENTS(0), b.named);
	all.named = b.named;
	all.n = 0;
	all.part = palloc(sizeof(JudgmentPart) * (a.n + b.n));
	while (i < a.n || j < b.n)
	{
		int			order = i == a.n ? 1 : j == b.n ? -1 :
			compare_parts(&a.part[i], &b.part[j]);
		JudgmentPart *part = &all.part[all.n++];

		*part = order <= 0 ? a.part[i++] : b.part[j++];
		if (order == 0)
			judgments_merge(&part->judgments, &b.part[j++].judgments);
	}
	PG_RETURN_POINTER(judgments_pack(&all, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE));
}

/* Returns the list without its free space. */
Datum
aer_judgments_final(PG_FUNCTION_ARGS)
{
	(void) aggregate_context(fcinfo);
	PG_RETURN_POINTER(judgments_close(PG_GETARG_JUDGMENTS(0)));
}
