/*
 * judgment_moments_aggregate.c
 *		aer_judgment_moments(judgments, target, attributes): moments of the
 *		judgments of all objects.
 */
#include "aer.h"

#include "arguments.h"
#include "features.h"
#include "judgment_list.h"
#include "judgment_state.h"
#include "numbers.h"

PG_FUNCTION_INFO_V1(aer_judgment_moments_number_transition);
PG_FUNCTION_INFO_V1(aer_judgment_moments_name_transition);

/* The third argument, parsed once; lives in fn_extra. */
typedef struct AttributeOptions
{
	MemoryContext context;		/* of what it points to */
	KeptArgument kept;			/* names as they were given */
	int			d;				/* attributes */
	char	  **name;			/* [d] in the user's order, or NULL */
	int		   *sorted;			/* [d] the same in bytewise order */
	Judgments  *object;			/* [d] working memory: the present object */
	uint64		serial;			/* rises with every change */
} AttributeOptions;

static AttributeOptions *
get_options(FunctionCallInfo fcinfo)
{
	AttributeOptions *options = fcinfo->flinfo->fn_extra;

	if (options == NULL)
	{
		options = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(AttributeOptions));
		options->context = AllocSetContextCreate(fcinfo->flinfo->fn_mcxt, "aer attributes",
												 ALLOCSET_SMALL_SIZES);
		fcinfo->flinfo->fn_extra = options;
	}
	return options;
}

static void
begin_options(AttributeOptions *options, int d)
{
	MemoryContextReset(options->context);
	options->serial++;
	options->name = NULL;
	options->d = d;
	options->object = MemoryContextAllocHuge(options->context, sizeof(Judgments) * (Size) d);
}

static int
compare_names(const void *a, const void *b, void *name)
{
	return strcmp(((char **) name)[*(const int *) a], ((char **) name)[*(const int *) b]);
}

static AttributeOptions *
number_options(FunctionCallInfo fcinfo)
{
	AttributeOptions *options = get_options(fcinfo);
	int			d;

	if (PG_ARGISNULL(3))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the number of attributes must not be NULL")));
	d = PG_GETARG_INT32(3);
	if (d < 1 || d > (int) MAX_ATTRIBUTES)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the number of attributes must be between 1 and %u, not %d",
						MAX_ATTRIBUTES, d)));
	if (options->d != d)
		begin_options(options, d);
	return options;
}

static AttributeOptions *
name_options(FunctionCallInfo fcinfo)
{
	AttributeOptions *options = get_options(fcinfo);
	MemoryContext old;
	char	  **name;
	int			d;

	if (PG_ARGISNULL(3))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the names of the attributes must not be NULL")));
	if (options->name &&
		(options->kept.constant || argument_is_same(&options->kept, PG_GETARG_DATUM(3))))
		return options;

	name = text_array_strings(PG_GETARG_ARRAYTYPE_P(3), "attributes", &d);
	if (d == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("there must be at least one attribute")));
	begin_options(options, d);
	argument_keep_aggregate(&options->kept, options->context, fcinfo, 3);
	old = MemoryContextSwitchTo(options->context);
	options->sorted = palloc(sizeof(int) * d);
	options->name = palloc(sizeof(char *) * d);
	for (int a = 0; a < d; a++)
	{
		options->name[a] = pstrdup(name[a]);
		options->sorted[a] = a;
	}
	MemoryContextSwitchTo(old);
	qsort_arg(options->sorted, d, sizeof(int), compare_names, options->name);
	for (int i = 0; i < d; i++)
	{
		const char *this = name[options->sorted[i]];

		if (this[0] == '\0' || (i > 0 && strcmp(name[options->sorted[i - 1]], this) == 0))
		{
			options->name = NULL;
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 this[0] == '\0' ? errmsg("the name of an attribute must not be empty") :
					 errmsg("attribute \"%s\" is named twice", this)));
		}
	}
	return options;
}

/* Put the judgments of the listed attributes into options->object. */
static void
place_judgments(AttributeOptions *options, const AerJudgments *judgments, int64 row_number)
{
	JudgmentParts parts;
	int			next = 0;

	judgments_unpack(judgments, &parts);
	if (parts.named != (options->name != NULL))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 parts.named ? errmsg("the judgments are of attributes with names") :
				 errmsg("the judgments are of attributes with numbers"),
				 parts.named ? errhint("Give the names of the attributes, not their number.") :
				 errhint("Give the number of attributes, not names.")));
	memset(options->object, 0, sizeof(Judgments) * options->d);
	for (int i = 0; i < parts.n; i++)
	{
		const JudgmentPart *part = &parts.part[i];
		int			order = 1;

		if (!parts.named)
		{
			if (part->attribute > options->d)
				ereport(ERROR,
						(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
						 errmsg("row " INT64_FORMAT " has judgments of attribute %d, but there are %d attributes",
								row_number, part->attribute, options->d)));
			options->object[part->attribute - 1] = part->judgments;
			continue;
		}
		/* both are sorted; what is not listed is left out */
		while (next < options->d &&
			   (order = strcmp(options->name[options->sorted[next]], part->name)) < 0)
			next++;
		if (next < options->d && order == 0)
			options->object[options->sorted[next]] = part->judgments;
	}
}

static Datum
transition(FunctionCallInfo fcinfo, AttributeOptions *options)
{
	MemoryContext context = aggregate_context(fcinfo);
	JudgmentState *state;
	int64		row_number;
	double		target;

	if (PG_ARGISNULL(0))
		state = judgment_state_create(context, options->d, options->name);
	else
	{
		moments_require(PG_GETARG_DATUM(0), MOMENTS_OF_JUDGMENTS, "aer_judgment_moments");
		state = judgment_state_write(context, PG_GETARG_DATUM(0));
		if (state->options != options->serial)
			judgment_state_check_attributes(state, options->d, options->name);
	}
	state->options = options->serial;

	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
	{
		state->skipped++;
		PG_RETURN_DATUM(EOHPGetRWDatum(&state->object.header));
	}
	row_number = judgment_moments_objects(&state->moments) + state->skipped + 1;
	target = PG_GETARG_FLOAT8(2);
	check_target(target, row_number);
	place_judgments(options, PG_GETARG_JUDGMENTS(1), row_number);
	for (int a = 0; a < options->d; a++)
		if (options->object[a].count == 0)
			ereport(ERROR,
					(errcode(ERRCODE_DATA_EXCEPTION),
					 errmsg("attribute %s of row " INT64_FORMAT " was never judged",
							judgment_state_describe(state, a), row_number),
					 errhint("Leave out such objects, or list the names of other attributes only.")));
	judgment_moments_add(&state->moments, options->object, target);
	PG_RETURN_DATUM(EOHPGetRWDatum(&state->object.header));
}

Datum
aer_judgment_moments_number_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, number_options(fcinfo));
}

Datum
aer_judgment_moments_name_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, name_options(fcinfo));
}
