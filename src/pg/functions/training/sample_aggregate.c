/*
 * sample_aggregate.c
 *		What aer_suggest asks of a sample of rows: the aggregate _aer_sampled_facts,
 *		and _aer_take, which says which rows are in the sample.
 *
 * The columns, expressions of many types, come as a record, and are kept as the kernel's
 * sampled columns, so that memory goes by the number of columns and of rows alone; each
 * comes out as a jsonb object, by which sql/moments.sql decides.
 */
#include "pg/aer.h"

#include "access/detoast.h"
#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "common/shortest_dec.h"
#include "kernel/columns/sampled_column.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "pg/arguments.h"
#include "pg/kernel_call.h"
#include "pg/numbers.h"
#include "pg/state.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/fmgrprotos.h"
#include "utils/json.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

PG_FUNCTION_INFO_V1(aer_take);
PG_FUNCTION_INFO_V1(aer_sampled_word);
PG_FUNCTION_INFO_V1(aer_sampled_facts_transition);
PG_FUNCTION_INFO_V1(aer_sampled_facts_final);

/* The transition function's arguments; the record has the target and other columns */
#define ARG_STATE 0
#define ARG_ROWS 1
#define ARG_SOURCE_ROWS 2
#define ARG_COLUMNS 3

#define MOST_ROWS 1000000

/* A text that takes more bytes, as it is stored, counts as no word. */
#define LONGEST_STORED 1000

/* stands for it: no text has this byte */
static const char no_word[1] = {'\0'};

typedef struct SampleInput
{
	Oid			type;			/* the base type */
	IntegerReader integer;		/* or NULL */
	NumberReader number;		/* or NULL */
	bool		is_long;		/* values of more than LONGEST_STORED bytes were there */
	SampledColumn column;
} SampleInput;

typedef struct SampleState
{
	StateKind	kind;			/* STATE_OF_SAMPLE */
	uint32		room;			/* rows that are wanted */
	uint32		rows;
	double		source_rows;
	TupleDesc	desc;
	Datum	   *value;			/* [n] of the row */
	bool	   *none;			/* [n] */
	int			n;
	SampleInput input[FLEXIBLE_ARRAY_MEMBER];	/* the target first */
} SampleState;

static bool
is_text(Oid type)
{
	return type == TEXTOID || type == VARCHAROID || type == BPCHAROID;
}

static SampledKind
kind_of(const SampleInput *input)
{
	switch (input->type)
	{
		case BOOLOID:
			return SAMPLED_TRUTH;
		case DATEOID:
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
			return SAMPLED_TIME;
		default:
			if (input->integer)
				return SAMPLED_INTEGER;
			return input->number ? SAMPLED_NUMBER : SAMPLED_WORD;
	}
}

static void
input_init(SampleInput *input, Oid type, uint32 room)
{
	SampledKind kind;

	input->type = getBaseType(type);
	input->integer = integer_reader(input->type);
	input->number = number_reader(input->type);
	input->is_long = false;
	kind = kind_of(input);
	if (kind == SAMPLED_WORD && !is_text(input->type) && !type_is_enum(input->type))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("a column of type %s cannot be an attribute", format_type_be(type)),
				 errhint("Cast it to a number, or to text.")));
	sampled_column_init(kernel_work(), &input->column, kind, room);
}

/* In the current context. */
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
	state->source_rows = PG_ARGISNULL(ARG_SOURCE_ROWS) ? room : PG_GETARG_FLOAT8(ARG_SOURCE_ROWS);
	state->desc = desc;
	state->value = palloc(sizeof(Datum) * n);
	state->none = palloc(sizeof(bool) * n);
	state->n = n;
	for (int i = 0; i < n; i++)
		input_init(&state->input[i], TupleDescAttr(desc, i)->atttypid, room);
	return state;
}

static void
add_word(SampleInput *input, Datum value)
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
	if (length > 0 && *text == *no_word)
		text = NULL;
	else
		hash = hash_bytes_extended((const unsigned char *) text, (int) length, 0);
	/* one that was compressed well may be longer than it is stored */
	if (text == NULL || length > LONGEST_WORD)
	{
		input->is_long = true;
		text = NULL;
	}
	sampled_column_word(&input->column, hash, text, (uint32) length);
}

static void
add_value(SampleInput *input, Datum value)
{
	if (input->integer)
		sampled_column_integer(&input->column, input->integer(value));
	else if (input->type == BOOLOID)
		sampled_column_integer(&input->column, DatumGetBool(value));
	else if (input->type == DATEOID)
	{
		/* days: not all are points in time */
		DateADT		date = DatumGetDateADT(value);

		sampled_column_integer(&input->column, DATE_IS_NOBEGIN(date) ? PG_INT64_MIN :
							   DATE_IS_NOEND(date) ? PG_INT64_MAX : date);
	}
	else if (input->column.kind == SAMPLED_TIME)
		sampled_column_integer(&input->column, DatumGetTimestamp(value));
	else if (input->number)
		sampled_column_number(&input->column, input->number(value));
	else
		add_word(input, value);
}

/* Records hold their values, and would read what takes long. */
Datum
aer_sampled_word(PG_FUNCTION_ARGS)
{
	if (toast_datum_size(PG_GETARG_DATUM(0)) <= LONGEST_STORED)
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	PG_RETURN_TEXT_P(cstring_to_text_with_len(no_word, 1));
}

Datum
aer_sampled_facts_transition(PG_FUNCTION_ARGS)
{
	MemoryContext context = aggregate_context(fcinfo);
	HeapTupleHeader row;
	HeapTupleData tuple;
	SampleState *state;

	if (PG_ARGISNULL(ARG_COLUMNS))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("arguments of _aer_sampled_facts must not be NULL")));
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
				 errmsg("rows of _aer_sampled_facts must be of one type")));
	tuple = (HeapTupleData) {.t_len = HeapTupleHeaderGetDatumLength(row), .t_data = row};
	heap_deform_tuple(&tuple, state->desc, state->value, state->none);
	if (state->n == 0 || state->none[0])
		PG_RETURN_POINTER(state);
	for (int i = 0; i < state->n; i++)
	{
		SampleInput *input = &state->input[i];

		if (state->none[i])
			sampled_column_none(&input->column);
		else
			add_value(input, state->value[i]);
	}
	state->rows++;
	PG_RETURN_POINTER(state);
}

static void
put_truth(StringInfo json, const char *name, bool value)
{
	appendStringInfo(json, ", \"%s\": %s", name, value ? "true" : "false");
}

/* Put a number, or a point in time as ISO 8601 has it; false: no timestamp can hold it. */
static bool
put_point(StringInfo json, const SampleInput *input, SampledPoint point)
{
	char		text[Max(DOUBLE_SHORTEST_DECIMAL_LEN, MAXDATELEN + 1)];

	if (input->column.kind != SAMPLED_TIME)
	{
		double_to_shortest_decimal_buf(point.number, text);
		appendStringInfoString(json, text);
		return true;
	}
	if (input->type == DATEOID)
	{
		int			overflow;

		point.time = date2timestamp_opt_overflow((DateADT) point.time, &overflow);
		if (overflow != 0)
			return false;
	}
	appendStringInfo(json, "\"%s\"", JsonEncodeDateTime(text, TimestampGetDatum(point.time), TIMESTAMPOID, NULL));
	return true;
}

/* Put a list of points; put nothing if one of them is beyond what a timestamp can be. */
static void
put_points(StringInfo json, const SampleInput *input, const char *name, const SampledPoint *point, int n)
{
	int			before = json->len;

	appendStringInfo(json, ", \"%s\": [", name);
	for (int i = 0; i < n; i++)
	{
		if (i > 0)
			appendStringInfoString(json, ", ");
		if (!put_point(json, input, point[i]))
		{
			json->len = before;
			json->data[before] = '\0';
			return;
		}
	}
	appendStringInfoChar(json, ']');
}

/*
 * Put the most frequent words: null if no word is there twice, an empty list
 * if these words make up less than a quarter of its values.
 */
static void
put_words(StringInfo json, const SampledColumn *column)
{
	ListedWord	list[LISTED_WORDS];
	bool		repeated;
	uint32		n = sampled_column_words(column, list, &repeated);
	uint64		times = 0;

	appendStringInfoString(json, ", \"words\": ");
	if (!repeated)
	{
		appendStringInfoString(json, "null");
		return;
	}
	for (uint32 i = 0; i < n; i++)
		times += list[i].times;
	appendStringInfoChar(json, '[');
	for (uint32 i = 0; i < n && 4 * times >= column->values; i++)
	{
		char	   *text = pnstrdup(list[i].text, list[i].length);

		if (i > 0)
			appendStringInfoString(json, ", ");
		escape_json(json, text);
		pfree(text);
	}
	appendStringInfoChar(json, ']');
}

static void
put_facts(StringInfo json, const SampleInput *input, const SampledFacts *facts)
{
	SampledKind kind = input->column.kind;

	appendStringInfo(json, "{\"values\": %u, \"different\": %u", input->column.values, facts->different);
	if (input->column.values > 0)
	{
		put_truth(json, "finite", facts->finite);
		put_truth(json, "says", facts->says);
		put_truth(json, "threshold", facts->threshold);
		appendStringInfo(json, ", \"r2\": %.3f", facts->correlation * facts->correlation);
		put_truth(json, "numbers", facts->numbers);
		put_truth(json, "long", input->is_long);
		if (kind == SAMPLED_WORD)
			put_words(json, &input->column);
		else if (kind != SAMPLED_TRUTH && facts->finite)
		{
			SampledPoint range[2] = {facts->low, facts->high};

			put_points(json, input, "range", range, 2);
			put_points(json, input, "median", &facts->median, 1);
			if (facts->bends)
				put_points(json, input, "quartiles", facts->quartile, 3);
		}
	}
	appendStringInfoChar(json, '}');
}

/* An object for the target and for each column, in their order. */
Datum
aer_sampled_facts_final(PG_FUNCTION_ARGS)
{
	const SampleState *state = state_internal(fcinfo, STATE_OF_SAMPLE);
	Work	   *work = kernel_work();
	StringInfoData json;

	(void) aggregate_context(fcinfo);
	initStringInfo(&json);
	appendStringInfoChar(&json, '[');
	for (int i = 0; i < state->n; i++)
	{
		SampledFacts facts;

		CHECK_FOR_INTERRUPTS();
		sampled_column_facts(work, &state->input[i].column, &state->input[0].column,
							 state->source_rows, &facts);
		if (i > 0)
			appendStringInfoString(&json, ", ");
		put_facts(&json, &state->input[i], &facts);
	}
	appendStringInfoChar(&json, ']');
	PG_RETURN_DATUM(DirectFunctionCall1(jsonb_in, CStringGetDatum(json.data)));
}

/*
 * Is this row one of "wanted" of so many?  The n-th call of a query is always
 * answered alike, and all sets of rows are equally likely.
 */
Datum
aer_take(PG_FUNCTION_ARGS)
{
	SampledRows *sample = fcinfo->flinfo->fn_extra;

	if (sample == NULL)
	{
		sample = MemoryContextAlloc(fcinfo->flinfo->fn_mcxt, sizeof(SampledRows));
		sampled_rows_init(sample, (uint64) Max(PG_GETARG_INT64(0), 0), (uint64) Max(PG_GETARG_INT64(1), 0));
		fcinfo->flinfo->fn_extra = sample;
	}
	PG_RETURN_BOOL(sampled_rows_take(sample));
}
