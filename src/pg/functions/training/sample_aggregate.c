/*
 * sample_aggregate.c
 *		Decisions of aer_suggest about columns: the aggregate _aer_column_decisions over
 *		a sample of rows, and _aer_in_sample, which draws the rows of the sample.
 *
 * The columns, expressions of many types, come as a record.  The state keeps them as the
 * kernel's sampled columns, so that memory depends only on the numbers of columns and rows.
 * sql/suggesting.sql makes a design from the decisions.
 */
#include "pg/aer.h"

#include "access/detoast.h"
#include "access/htup_details.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "kernel/columns/sampled_gain.h"
#include "miscadmin.h"
#include "pg/arguments.h"
#include "pg/kernel_call.h"
#include "pg/numbers.h"
#include "pg/options/attribute_name.h"
#include "pg/options/json_parts.h"
#include "pg/result_row.h"
#include "pg/rows/features.h"
#include "pg/state.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

PG_FUNCTION_INFO_V1(aer_in_sample);
PG_FUNCTION_INFO_V1(aer_sampled_text);
PG_FUNCTION_INFO_V1(aer_column_decisions_transition);
PG_FUNCTION_INFO_V1(aer_column_decisions_final);

/* Arguments of the transition function; the record has the target and other columns. */
#define ARG_STATE 0
#define ARG_ROWS 1
#define ARG_SOURCE_ROWS 2
#define ARG_CURVES 3
#define ARG_DOCUMENTS 4
#define ARG_RANKED 5
#define ARG_NULL_CATEGORIES 6
#define ARG_WEIGHT 7
#define ARG_COLUMNS 8

#define MOST_ROWS 1000000

/* A text whose stored form has more bytes is not a category. */
#define LONGEST_STORED 1000

/* The least share of rows in listed categories, up to rounding. */
#define LEAST_LISTED (0.25 - 1e-9)

/* Knots have years of four digits. */
#define YEAR_1 (-730119 * USECS_PER_DAY)
#define YEAR_10000 (INT64CONST(2921940) * USECS_PER_DAY)

/* The mark of a text that is too long; no text contains this byte. */
static const char too_long[1] = {'\0'};

typedef struct SampleInput
{
	Oid			type;			/* base type */
	IntegerReader integer;		/* or NULL */
	NumberReader number;		/* or NULL */
	bool		is_long;		/* there was a value of more than LONGEST_STORED bytes */
	bool		null_is_known;	/* null_category is set; if not, two NULLs make a category */
	bool		null_category;
	SampledColumn column;
} SampleInput;

typedef struct SampleState
{
	StateKind	kind;			/* STATE_OF_SAMPLE */
	uint32		room;			/* rows of the sample, at most */
	uint32		rows;
	double	   *weight;			/* [room] of each row, above 0 */
	double		source_rows;
	bool		curves;			/* numbers may get knots */
	bool		documents;		/* columns are keys of documents */
	bool		ranked;			/* decisions say what columns explain of the target */
	TupleDesc	desc;
	Datum	   *value;			/* [n] values of a row */
	bool	   *is_null;		/* [n] */
	int			n;				/* target and other columns */
	SampleInput input[FLEXIBLE_ARRAY_MEMBER];	/* [n] the target first */
} SampleState;

static bool
is_text(Oid type)
{
	return type == TEXTOID || type == VARCHAROID || type == BPCHAROID;
}

static SampledKind
sampled_kind(const SampleInput *input)
{
	switch (input->type)
	{
		case BOOLOID:
			return SAMPLED_BOOLEAN;
		case DATEOID:
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
			return SAMPLED_TIME;
		default:
			if (input->integer)
				return SAMPLED_INTEGER;
			return input->number ? SAMPLED_NUMBER : SAMPLED_CATEGORY;
	}
}

static void
input_init(SampleInput *input, Oid type, uint32 room)
{
	SampledKind kind;

	input->type = getBaseType(type);
	input->integer = integer_reader(input->type);
	input->number = number_reader(input->type);
	input->is_long = input->null_is_known = input->null_category = false;
	kind = sampled_kind(input);
	if (kind == SAMPLED_CATEGORY && !is_text(input->type) && !type_is_enum(input->type))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("a column of type %s cannot be an attribute", format_type_be(type)),
				 errhint("Cast it to a number, or to text.")));
	sampled_column_init(kernel_work(), &input->column, kind, room);
}

/*
 * Stores which columns have NULL as a category.  `flags`: booleans for the columns after the
 * target; NULL where the sample decides.
 */
static void
set_null_categories(SampleState *state, ArrayType *flags)
{
	Datum	   *element;
	bool	   *null;
	int			n;

	deconstruct_array(flags, BOOLOID, 1, true, TYPALIGN_CHAR, &element, &null, &n);
	for (int i = 0; i < n && i + 1 < state->n; i++)
	{
		state->input[i + 1].null_is_known = !null[i];
		state->input[i + 1].null_category = !null[i] && DatumGetBool(element[i]);
	}
}

/* Creates the state in the current memory context. */
static SampleState *
create_state(FunctionCallInfo fcinfo, HeapTupleHeader row)
{
	TupleDesc	desc = lookup_rowtype_tupdesc_copy(HeapTupleHeaderGetTypeId(row), HeapTupleHeaderGetTypMod(row));
	int			n = desc->natts;
	int32		room = PG_ARGISNULL(ARG_ROWS) ? 0 : PG_GETARG_INT32(ARG_ROWS);
	SampleState *state;

	if (room < 1 || room > MOST_ROWS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the rows of a sample must be between 1 and %d", MOST_ROWS)));
	/* a table's rows may have columns that were dropped, which have no type */
	if (n == 0 || desc->tdtypeid != RECORDOID)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("rows of a sample must be records: ROW(target, ...)")));
	state = palloc(offsetof(SampleState, input) + sizeof(SampleInput) * n);
	state->kind = STATE_OF_SAMPLE;
	state->room = room;
	state->rows = 0;
	state->weight = palloc(sizeof(double) * room);
	state->source_rows = PG_ARGISNULL(ARG_SOURCE_ROWS) ? room : PG_GETARG_FLOAT8(ARG_SOURCE_ROWS);
	state->curves = !PG_ARGISNULL(ARG_CURVES) && PG_GETARG_BOOL(ARG_CURVES);
	state->documents = !PG_ARGISNULL(ARG_DOCUMENTS) && PG_GETARG_BOOL(ARG_DOCUMENTS);
	state->ranked = !PG_ARGISNULL(ARG_RANKED) && PG_GETARG_BOOL(ARG_RANKED);
	state->desc = desc;
	state->value = palloc(sizeof(Datum) * n);
	state->is_null = palloc(sizeof(bool) * n);
	state->n = n;
	for (int i = 0; i < n; i++)
		input_init(&state->input[i], TupleDescAttr(desc, i)->atttypid, room);
	if (!PG_ARGISNULL(ARG_NULL_CATEGORIES))
		set_null_categories(state, PG_GETARG_ARRAYTYPE_P(ARG_NULL_CATEGORIES));
	return state;
}

static void
input_add_text(SampleInput *input, Datum value)
{
	const char *text;
	Size		length;
	uint64		hash = 0;

	if (!is_text(input->type))
	{
		text = DatumGetCString(DirectFunctionCall1(enum_out, value));
		length = strlen(text);
	}
	else
	{
		struct varlena *plain = PG_DETOAST_DATUM_PACKED(value);

		text = VARDATA_ANY(plain);
		length = VARSIZE_ANY_EXHDR(plain);
		if (input->type == BPCHAROID)
			length = bpchartruelen(unconstify(char *, text), length);
	}
	if (length > 0 && *text == *too_long)
		text = NULL;
	else
		hash = hash_bytes_extended((const unsigned char *) text, (int) length, 0);
	/* a compressed text may be longer than its stored form */
	if (text == NULL || length > LONGEST_CATEGORY)
	{
		input->is_long = true;
		text = NULL;
	}
	sampled_column_category(&input->column, hash, text, (uint32) length);
}

static void
input_add(SampleInput *input, Datum value)
{
	if (input->integer)
		sampled_column_integer(&input->column, input->integer(value));
	else if (input->type == BOOLOID)
		sampled_column_integer(&input->column, DatumGetBool(value));
	else if (input->type == DATEOID)
	{
		/* days, because a timestamp cannot hold all dates */
		DateADT		date = DatumGetDateADT(value);

		sampled_column_integer(&input->column, DATE_IS_NOBEGIN(date) ? PG_INT64_MIN :
							   DATE_IS_NOEND(date) ? PG_INT64_MAX : date);
	}
	else if (input->column.kind == SAMPLED_TIME)
		sampled_column_integer(&input->column, DatumGetTimestamp(value));
	else if (input->number)
		sampled_column_number(&input->column, input->number(value));
	else
		input_add_text(input, value);
}

/* Returns a text, or the mark of one that is too long: a record would read all of it. */
Datum
aer_sampled_text(PG_FUNCTION_ARGS)
{
	if (toast_datum_size(PG_GETARG_DATUM(0)) <= LONGEST_STORED)
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	PG_RETURN_TEXT_P(cstring_to_text_with_len(too_long, 1));
}

Datum
aer_column_decisions_transition(PG_FUNCTION_ARGS)
{
	MemoryContext context = aggregate_context(fcinfo);
	HeapTupleHeader row;
	HeapTupleData tuple;
	SampleState *state;

	if (PG_ARGISNULL(ARG_COLUMNS) || PG_ARGISNULL(ARG_WEIGHT))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("arguments of _aer_column_decisions must not be NULL")));
	row = PG_GETARG_HEAPTUPLEHEADER(ARG_COLUMNS);
	if (PG_ARGISNULL(ARG_STATE))
	{
		MemoryContext old = MemoryContextSwitchTo(context);

		state = create_state(fcinfo, row);
		MemoryContextSwitchTo(old);
	}
	else
		state = state_internal(fcinfo, STATE_OF_SAMPLE);
	/* a view may have more rows than it had when they were counted */
	if (state->rows == state->room)
		PG_RETURN_POINTER(state);
	if (HeapTupleHeaderGetTypeId(row) != state->desc->tdtypeid || HeapTupleHeaderGetTypMod(row) != state->desc->tdtypmod)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("rows of _aer_column_decisions must be of one type")));
	tuple = (HeapTupleData) {.t_len = HeapTupleHeaderGetDatumLength(row), .t_data = row};
	heap_deform_tuple(&tuple, state->desc, state->value, state->is_null);
	if (state->n == 0 || state->is_null[0])
		PG_RETURN_POINTER(state);
	for (int i = 0; i < state->n; i++)
	{
		SampleInput *input = &state->input[i];

		if (state->is_null[i])
			sampled_column_null(&input->column);
		else
			input_add(input, state->value[i]);
	}
	state->weight[state->rows++] = PG_GETARG_FLOAT8(ARG_WEIGHT);
	PG_RETURN_POINTER(state);
}

/*
 * Writes the most frequent categories of a column to list[LISTED_CATEGORIES].  Returns the
 * reason why they do not describe the column, or NULL if they do.
 */
static const char *
list_categories(const SampledColumn *column, const double *weight, ListedCategory *list, uint32 *n)
{
	bool		repeated;
	double		share = 0;

	*n = sampled_column_categories(kernel_work(), column, weight, list, &repeated);
	for (uint32 i = 0; i < *n; i++)
		share += list[i].share;
	if (!repeated)
		return "all values differ";
	return share < LEAST_LISTED ? "too many categories" : NULL;
}

/* Returns true if a design would read all these categories of a key as points in time. */
static bool
all_are_times(const ListedCategory *list, uint32 n)
{
	for (uint32 i = 0; i < n; i++)
		if (!text_is_time(pnstrdup(list[i].text, list[i].length)))
			return false;
	return n > 0;
}

/*
 * Returns the reason why a column is left out, or NULL if it can be an attribute.  Writes
 * its categories to list[LISTED_CATEGORIES].
 */
static const char *
reason_against_column(const SampleState *state, const SampleInput *input,
					  const SampledFacts *facts, bool null_category,
					  ListedCategory *list, uint32 *n)
{
	const SampledColumn *column = &input->column;

	if (input->is_long)
		return psprintf("values of more than %d bytes", LONGEST_STORED);
	if (column->values == 0)
		return "all NULL";
	if (!facts->finite)
		return "NaN or infinite values; set them to NULL";
	/* one row alone cannot show that a column is constant */
	if (facts->distinct == 1 && !null_category && state->rows > 1)
		return state->documents && column->values < state->rows ?
			"constant wherever the key is present; only an explicit null would be a category" :
			"constant";
	if (column->kind == SAMPLED_CATEGORY)
	{
		const char *reason = list_categories(column, state->weight, list, n);

		if (reason)
			return reason;
		if (state->documents && all_are_times(list, *n))
			return "only some values are points in time";
	}
	if (facts->numbers_rows)
		return "numbers the rows";
	return facts->determines_target ? "repeats the target" : NULL;
}

/* Returns the reason why interactions are not screened for this target, or NULL if they are. */
static const char *
reason_against_target(const SampleInput *target, const SampledFacts *facts)
{
	if (facts->distinct == 1)
		return "constant";
	if (!facts->finite)
		return "NaN or infinite values";
	if (target->column.kind == SAMPLED_CATEGORY &&
		(target->is_long || facts->distinct > MOST_CLASS_NAMES))
		return "too many categories";
	return NULL;
}

/* Returns a sign that a column becomes known only with the target, or NULL. */
static const char *
suspicion(const SampledFacts *facts)
{
	double		r2 = rint(1000 * facts->correlation * facts->correlation) / 1000;

	if (facts->threshold)
		return "the target is a threshold of it";
	/* if r2 is larger, the fit gives a warning */
	return r2 >= 0.95 && r2 <= 0.99 ? psprintf("r2 of %.3f alone", r2) : NULL;
}

/*
 * Knots, medians and ranges are rounded: numbers to a thousandth of the range of the column,
 * points in time to days or seconds if the range has at least a thousand of them.  The
 * range is at most ten times the distance of the outer points, because a typo must not
 * widen it.  SQL's numeric rounds 15 digits of a double as a reader would.
 */
static Datum
numeric_of(double number)
{
	return DirectFunctionCall1(float8_numeric, Float8GetDatum(number));
}

static bool
numeric_less(Datum a, Datum b)
{
	return DatumGetBool(DirectFunctionCall2(numeric_lt, a, b));
}

/* Finds the number of decimals to round to.  Returns false if all numbers are the same. */
static bool
find_decimals(const SampledFacts *facts, const SampledPoint *point, int n, int32 *decimals)
{
	Datum		ten = numeric_of(10);
	Datum		range = DirectFunctionCall2(numeric_sub, numeric_of(facts->high.number),
											numeric_of(facts->low.number));
	Datum		middle = DirectFunctionCall2(numeric_sub, numeric_of(point[n - 1].number),
											 numeric_of(point[0].number));
	Datum		magnitude;

	middle = DirectFunctionCall2(numeric_mul, ten, middle);
	if (numeric_less(numeric_of(0), middle) && numeric_less(middle, range))
		range = middle;
	if (!numeric_less(numeric_of(0), range))
		return false;
	magnitude = DirectFunctionCall1(numeric_floor, DirectFunctionCall2(numeric_log, ten, range));
	*decimals = 3 - DatumGetInt32(DirectFunctionCall1(numeric_int4, magnitude));
	return true;
}

/*
 * Writes n points, ascending, to rounded[n] as numeric, each value once, and returns their
 * number.  `inside`: only points between the lowest and the highest value.
 */
static int
round_numbers(const SampledFacts *facts, const SampledPoint *point, int n, bool inside,
			  Datum *rounded)
{
	int32		decimals;
	bool		differ = find_decimals(facts, point, n, &decimals);
	int			left = 0;

	for (int i = 0; i < n; i++)
	{
		/* a column with one value must not differ from its knot by rounding */
		Datum		knot = facts->low.number == facts->high.number ? exact_numeric(point[i].number) :
			numeric_of(point[i].number);
		double		number;

		if (differ)
			knot = DirectFunctionCall2(numeric_round, knot, Int32GetDatum(decimals));
		number = DatumGetFloat8(DirectFunctionCall1(numeric_float8, knot));
		if (inside && !(number > facts->low.number && number < facts->high.number))
			continue;
		if (left == 0 || numeric_less(rounded[left - 1], knot))
			rounded[left++] = DirectFunctionCall1(numeric_trim_scale, knot);
	}
	return left;
}

/* Returns false if a timestamp cannot hold the point. */
static bool
timestamp_of(const SampleInput *input, SampledPoint point, Timestamp *time)
{
	int			overflow = 0;

	*time = input->type == DATEOID ?
		date2timestamp_opt_overflow((DateADT) point.time, &overflow) : point.time;
	return overflow == 0;
}

/* Returns a point in time, rounded down to a unit of microseconds. */
static Timestamp
truncate_time(Timestamp time, int64 unit)
{
	int64		beyond = time % unit;

	return time - beyond - (beyond < 0 ? unit : 0);
}

/* Rounds points in time like round_numbers(), without years that do not have four digits. */
static int
round_times(const SampleInput *input, const SampledFacts *facts, const SampledPoint *point,
			int n, bool inside, Timestamp *rounded, int64 *unit)
{
	Timestamp	time[MOST_LISTED_VALUES];
	Timestamp	low;
	Timestamp	high;
	double		range;
	double		middle;
	bool		days = true;
	int			left = 0;

	Assert(n <= MOST_LISTED_VALUES);
	if (!timestamp_of(input, facts->low, &low) || !timestamp_of(input, facts->high, &high))
		return 0;
	for (int i = 0; i < n; i++)
	{
		(void) timestamp_of(input, point[i], &time[i]);
		days = days && time[i] == truncate_time(time[i], USECS_PER_DAY);
	}
	range = (double) high - (double) low;
	middle = 10 * ((double) time[n - 1] - (double) time[0]);
	if (middle > 0)
		range = Min(range, middle);
	*unit = days || range >= 1000.0 * USECS_PER_DAY ? USECS_PER_DAY :
		range >= 1000.0 * USECS_PER_SEC ? USECS_PER_SEC : 1;
	for (int i = 0; i < n; i++)
	{
		Timestamp	knot = truncate_time(time[i], *unit);

		if ((inside && !(knot > low && knot < high)) || knot < YEAR_1 || knot >= YEAR_10000)
			continue;
		if (left == 0 || rounded[left - 1] < knot)
			rounded[left++] = knot;
	}
	return left;
}

/* Writes rounded points to knot[n], in the form that a design has; returns their number. */
static int
write_knots(const SampleInput *input, const SampledFacts *facts, const SampledPoint *point,
			int n, bool inside, JsonbValue *knot)
{
	Datum		number[MOST_LISTED_VALUES];
	Timestamp	time[MOST_LISTED_VALUES];
	int64		unit;
	int			left;

	if (input->column.kind != SAMPLED_TIME)
	{
		left = round_numbers(facts, point, n, inside, number);
		for (int i = 0; i < left; i++)
		{
			knot[i].type = jbvNumeric;
			knot[i].val.numeric = DatumGetNumeric(number[i]);
		}
		return left;
	}
	left = round_times(input, facts, point, n, inside, time, &unit);
	for (int i = 0; i < left; i++)
	{
		const char *format = unit == USECS_PER_DAY ? "YYYY-MM-DD" :
			unit == USECS_PER_SEC ? "YYYY-MM-DD HH24:MI:SS" : "YYYY-MM-DD HH24:MI:SS.US";
		Datum		written = DirectFunctionCall2Coll(timestamp_to_char, C_COLLATION_OID,
												   TimestampGetDatum(time[i]),
												   CStringGetTextDatum(format));

		knot[i] = json_string(TextDatumGetCString(written));
	}
	return left;
}

/*
 * Returns the entry of a column in the option "columns" of the design: its categories or
 * knots, and null if NULL is its own category.  NULL: a straight line or a boolean, which
 * need no entry.
 */
static Jsonb *
describe_column(const SampleState *state, const SampleInput *input, const SampledFacts *facts,
		 bool null_category, const ListedCategory *list, uint32 categories)
{
	SampledKind kind = input->column.kind;
	JsonbValue	element[LISTED_CATEGORIES + 1];
	JsonbParseState *json = NULL;
	int			n = 0;

	for (uint32 i = 0; i < categories; i++)
		element[n++] = json_string(pnstrdup(list[i].text, list[i].length));
	if (n == 0 && state->curves && facts->curved)
		n = write_knots(input, facts, facts->quartile, 3, true, element);
	if (n == 0 && null_category && kind == SAMPLED_BOOLEAN)
	{
		element[n++] = json_string("true");
		element[n++] = json_string("false");
	}
	/* without a knot a key would not be a point in time */
	if (n == 0 && kind != SAMPLED_BOOLEAN &&
		(null_category || (state->documents && kind == SAMPLED_TIME)))
		n = write_knots(input, facts, &facts->median, 1, false, element);
	if (n == 0)
		return NULL;
	if (null_category)
		element[n++].type = jbvNull;
	pushJsonbValue(&json, WJB_BEGIN_ARRAY, NULL);
	for (int i = 0; i < n; i++)
		pushJsonbValue(&json, WJB_ELEM, &element[i]);
	return JsonbValueToJsonb(pushJsonbValue(&json, WJB_END_ARRAY, NULL));
}

/*
 * Sets the centre of a column to its rounded median, in days if it is a point in time.
 * Returns false if the column has no centre.
 */
static bool
find_center(const SampleInput *input, const SampledFacts *facts, Datum *center)
{
	Timestamp	time;
	int64		unit;

	switch (input->column.kind)
	{
		case SAMPLED_BOOLEAN:
		case SAMPLED_CATEGORY:
			return false;
		case SAMPLED_TIME:
			if (round_times(input, facts, &facts->median, 1, false, &time, &unit) == 0)
				return false;
			*center = DirectFunctionCall2(numeric_div,
										  NumericGetDatum(int64_div_fast_to_numeric(time, 6)),
										  numeric_of(SECS_PER_DAY));
			*center = DirectFunctionCall1(numeric_trim_scale, *center);
			return true;
		default:
			return round_numbers(facts, &facts->median, 1, false, center) > 0;
	}
}

/*
 * Returns the entry of a column in the option "range" of the design: all values if they are listed,
 * or the smallest and the largest.  NULL: the column is not a number.
 */
static Jsonb *
describe_range(const SampleInput *input, const SampledFacts *facts)
{
	SampledPoint end[2] = {facts->low, facts->high};
	bool		all = facts->listed > 0;
	JsonbParseState *json = NULL;
	JsonbValue *result;
	JsonbValue	value[MOST_LISTED_VALUES];
	int			n;

	if (input->column.kind == SAMPLED_BOOLEAN || input->column.kind == SAMPLED_CATEGORY)
		return NULL;
	n = write_knots(input, facts, all ? facts->value : end, all ? (int) facts->listed : 2, false, value);
	/* years that do not have four digits are left out */
	if (n < (all ? 1 : 2))
		return NULL;
	if (all)
	{
		pushJsonbValue(&json, WJB_BEGIN_OBJECT, NULL);
		json_push_key(&json, "values");
	}
	pushJsonbValue(&json, WJB_BEGIN_ARRAY, NULL);
	for (int i = 0; i < n; i++)
		pushJsonbValue(&json, WJB_ELEM, &value[i]);
	result = pushJsonbValue(&json, WJB_END_ARRAY, NULL);
	if (all)
		result = pushJsonbValue(&json, WJB_END_OBJECT, NULL);
	return JsonbValueToJsonb(result);
}

/* Finds what the attributes of a column, as describe_column() chooses them, explain of the target. */
static void
find_gain(Work *work, const SampleState *state, const SampleInput *input,
		  const SampledFacts *facts, bool null_category, const ListedCategory *list,
		  uint32 categories, const SampledTarget *target, SampledGain *gain)
{
	bool		curved = state->curves && facts->curved;
	bool		median = !curved && input->column.kind != SAMPLED_BOOLEAN &&
		(null_category || (state->documents && input->column.kind == SAMPLED_TIME));

	if (categories > 0)
		sampled_gain_categories(work, &input->column, list, categories, null_category, target, gain);
	else
		sampled_gain_number(work, &input->column, facts, curved ? facts->quartile : &facts->median,
							curved ? 3 : median, null_category, target, gain);
}

/*
 * Puts the decision about a column; column 0 is the target.  target: its values, if columns are
 * ranked.
 */
static void
put_decision(Work *work, ResultRow *row, const SampleState *state, int i,
			 const SampledFacts *facts, const SampledTarget *target)
{
	const SampleInput *input = &state->input[i];
	bool		null_category = input->null_is_known ? input->null_category :
		state->rows - input->column.values > 1;
	ListedCategory	list[LISTED_CATEGORIES];
	uint32		n = 0;
	const char *reason = i == 0 ? reason_against_target(input, facts) :
		reason_against_column(state, input, facts, null_category, list, &n);
	bool		used = i > 0 && reason == NULL;
	bool		ranked = used && state->ranked;
	Jsonb	   *description = used ? describe_column(state, input, facts, null_category, list, n) : NULL;
	Jsonb	   *range = used ? describe_range(input, facts) : NULL;
	SampledGain gain = {NAN, NAN};
	Datum		center = 0;

	result_int32(row, state->rows);
	result_text(row, reason);
	result_text(row, used ? suspicion(facts) : NULL);
	result_datum(row, JsonbPGetDatum(description));
	result_null_if(row, description == NULL);
	/* a column that is ranked may lose its knots */
	used = used && (ranked || description == NULL) && find_center(input, facts, &center);
	result_datum(row, center);
	result_null_if(row, !used);
	result_datum(row, JsonbPGetDatum(range));
	result_null_if(row, range == NULL);
	if (ranked)
		find_gain(work, state, input, facts, null_category, list, n, target, &gain);
	result_number(row, gain.first);
	result_number(row, gain.others);
}

/* Returns an array of _aer_column_decision for the target and each column, in their order. */
Datum
aer_column_decisions_final(PG_FUNCTION_ARGS)
{
	const SampleState *state = state_internal(fcinfo, STATE_OF_SAMPLE);
	Oid			type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	Work	   *work = kernel_work();
	Datum	   *decision = palloc(sizeof(Datum) * state->n);
	SampledTarget target;
	ResultRow	row;

	(void) aggregate_context(fcinfo);
	if (state->ranked)
		sampled_target_init(work, &target, &state->input[0].column, state->weight);
	result_begin_composite(&row, type);
	for (int i = 0; i < state->n; i++)
	{
		SampledFacts facts;

		CHECK_FOR_INTERRUPTS();
		sampled_column_facts(work, &state->input[i].column, &state->input[0].column,
							 state->weight, state->source_rows, &facts);
		put_decision(work, &row, state, i, &facts, &target);
		decision[i] = result_composite(&row);
	}
	PG_RETURN_ARRAYTYPE_P(construct_array(decision, state->n, type, -1, false, TYPALIGN_DOUBLE));
}

/*
 * _aer_in_sample(rows of the sample, rows of the source): true if this row is in the sample.
 * All sets of rows are equally likely, and the n-th call of a query always has the same
 * result.
 */
Datum
aer_in_sample(PG_FUNCTION_ARGS)
{
	SampledRows *sample = fcinfo->flinfo->fn_extra;

	if (sample == NULL)
	{
		sample = MemoryContextAlloc(fcinfo->flinfo->fn_mcxt, sizeof(SampledRows));
		sampled_rows_init(sample, (uint64) Max(PG_GETARG_INT64(0), 0), (uint64) Max(PG_GETARG_INT64(1), 0));
		fcinfo->flinfo->fn_extra = sample;
	}
	PG_RETURN_BOOL(sampled_rows_next(sample));
}
