/*
 * attribute_name.c
 *		Prints the names of attributes.
 */
#include "pg/options/attribute_name.h"

#include "catalog/pg_type.h"
#include "common/shortest_dec.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pg/numbers.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/json.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"

char *
value_text(bool time, double number)
{
	char		text[Max(MAXDATELEN, DOUBLE_SHORTEST_DECIMAL_LEN) + 1];
	double		microseconds = rint(number * USECS_PER_DAY);

	if (time && microseconds >= MIN_TIMESTAMP && microseconds < END_TIMESTAMP)
	{
		Timestamp	stamp = (Timestamp) microseconds;
		bool		midnight = stamp % USECS_PER_DAY == 0;

		JsonEncodeDateTime(text, midnight ? DateADTGetDatum((DateADT) (stamp / USECS_PER_DAY)) :
						   TimestampGetDatum(stamp), midnight ? DATEOID : TIMESTAMPOID, NULL);
	}
	else
		double_to_shortest_decimal_buf(number, text);
	return pstrdup(text);
}

bool
text_is_time(const char *text)
{
	Size		digits = strspn(text, "0123456789");

	return digits >= 4 && text[digits] == '-' && strspn(text + digits + 1, "0123456789") == 2 &&
		text[digits + 3] == '-';
}

/* A point in time as text, for the context of an error. */
typedef struct TimeText
{
	const char *noun;			/* "knot" or "value" */
	const char *column;
	const char *text;
} TimeText;

/* Adds the place of the text to PostgreSQL's error about a point in time. */
static void
name_time(void *arg)
{
	const TimeText *time = arg;

	errcontext("%s \"%s\" of \"%s\"", time->noun, time->text, time->column);
}

double
time_of_text(const char *noun, const char *column, Oid type, const char *text)
{
	Oid			base = getBaseType(type);
	const char *clock = strpbrk(text, "T ");
	TimeText	where = {noun, column, text};
	ErrorContextCallback callback = {.previous = error_context_stack, .callback = name_time, .arg = &where};
	double		time;
	Oid			input;
	Oid			parameter;

	if (!text_is_time(text))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s \"%s\" of \"%s\" is not a point in time", noun, text, column),
				 errhint("Write it in ISO 8601 format, for example \"2024-01-31\".")));
	if (base == TIMESTAMPTZOID && (clock == NULL || strpbrk(clock + 1, "+-Zz") == NULL))
		text = psprintf("%s%s", text, clock ? "Z" : " 00:00Z");
	getTypeInputInfo(base, &input, &parameter);
	error_context_stack = &callback;
	time = number_reader(base) (OidInputFunctionCall(input, unconstify(char *, text), parameter, -1));
	error_context_stack = callback.previous;
	return time;
}

static void
append_name(StringInfo text, const char *name, bool quotes)
{
	if (!quotes)
	{
		appendStringInfoString(text, name);
		return;
	}
	appendStringInfoChar(text, '"');
	for (const char *c = name; *c; c++)
	{
		if (*c == '"')
			appendStringInfoChar(text, '"');
		appendStringInfoChar(text, *c);
	}
	appendStringInfoChar(text, '"');
}

/* Characters of a column that need quotes in the name of the effect of its levels. */
#define LEVEL_CHARACTERS "(),\""

/* Returns the name of an effect of levels, from 0. */
static const char *
name_of_effect(const Column *column, uint32 effect)
{
	StringInfoData text;

	initStringInfo(&text);
	appendStringInfoString(&text, "level(");
	append_name(&text, column->name, strpbrk(column->name, LEVEL_CHARACTERS) != NULL);
	if (column_effects(column) > 1)
		appendStringInfo(&text, ", %u", effect + 1);
	appendStringInfoChar(&text, ')');
	return text.data;
}

/* Returns the name of attribute number i, from 0, of a column. */
static const char *
name_in_column(const Column *column, uint32 i)
{
	uint32		value = column->kind == COLUMN_CATEGORIES ? i : i - 1;
	StringInfoData text;

	if (i >= column_values(column))
		return name_of_effect(column, i - column_values(column));
	if (i == 0 && column->kind != COLUMN_CATEGORIES)
		return column->name;
	initStringInfo(&text);
	append_name(&text, column->name, column->name[0] == '"' || strpbrk(column->name, "=>") != NULL);
	if (value == column->n)
		appendStringInfoString(&text, " is null");
	else if (column->kind == COLUMN_CATEGORIES)
		appendStringInfo(&text, "=%s", column->category[value]);
	else
		appendStringInfo(&text, ">%s", value_text(column->kind == COLUMN_TIME, column->knot[value]));
	return text.data;
}

/* Characters that need quotes in a factor: anywhere, and before a centre. */
#define PRODUCT_CHARACTERS "*"
#define CENTRE_CHARACTERS "*+-()\""

/* Appends factor number `factor`, from 0, of a column. */
static void
append_factor(StringInfo text, const Column *column, uint32 factor)
{
	uint32		attribute[MOST_FACTORS];
	const char *name;
	bool		centred = factor == 0 && column->centre != 0;

	(void) column_factors(column, attribute);
	name = name_in_column(column, attribute[factor]);
	if (centred)
		appendStringInfoChar(text, '(');
	append_name(text, name, name[0] == '"' || name[0] == '(' ||
				strpbrk(name, centred ? CENTRE_CHARACTERS : PRODUCT_CHARACTERS) != NULL);
	if (centred)
		appendStringInfo(text, "%c%s)", column->centre > 0 ? '-' : '+', value_text(false, fabs(column->centre)));
}

/* Returns the name of attribute number i, from 0, of an interaction. */
static char *
name_in_pair(const Columns *columns, uint32 look, uint32 i)
{
	const Looks *looks = &columns->looks;
	const LookPair *pair = &looks->pair[look - looks->bought];
	const Column *a = &columns->column[pair->a];
	const Column *b = &columns->column[pair->b];
	uint32		factors_b = column_factors(b, NULL);
	uint32		products = column_factors(a, NULL) * factors_b;
	StringInfoData text;

	initStringInfo(&text);
	if (i < products)
	{
		append_factor(&text, a, i / factors_b);
		appendStringInfoChar(&text, '*');
		append_factor(&text, b, i % factors_b);
	}
	else
	{
		bool		copy_of_a = i - products < looks_size(looks, pair->a);

		appendStringInfo(&text, "%s with %s", attribute_name(columns, looks_original(looks, pair, i - products)),
						 copy_of_a ? b->name : a->name);
	}
	return text.data;
}

const char *
attribute_name(const Columns *columns, uint32 attribute)
{
	const Looks *looks = &columns->looks;
	uint32		look = looks_of(looks, attribute);
	uint32		i = attribute - looks_first(looks, look);

	return look < looks->bought ? name_in_column(&columns->column[look], i) :
		name_in_pair(columns, look, i);
}

const char *
look_label(const Columns *columns, uint32 look)
{
	const Looks *looks = &columns->looks;
	const LookPair *pair;

	if (columns->column == NULL)
		return psprintf("%u", looks_first(looks, look) + 1);
	if (look < looks->bought)
		return columns->column[look].name;
	pair = &looks->pair[look - looks->bought];
	return psprintf("%s %s %s", columns->column[pair->a].name,
					GetDatabaseEncoding() == PG_UTF8 ? "\xc3\x97" : "*", columns->column[pair->b].name);
}

char **
attribute_names(const Columns *columns)
{
	char	  **name;
	Size		bytes = 0;

	if (columns->column == NULL)
		return NULL;
	name = palloc_extended(sizeof(char *) * columns->looks.d, MCXT_ALLOC_HUGE);
	for (uint32 i = 0; i < columns->looks.d; i++)
	{
		CHECK_FOR_INTERRUPTS();
		name[i] = unconstify(char *, attribute_name(columns, i));
		bytes += strlen(name[i]);
		/* each category repeats its column's name, so a small value could take all memory */
		if (!AllocSizeIsValid(bytes))
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("names of attributes take more than %zu bytes", (Size) MaxAllocSize),
					 errhint("Give columns and categories shorter names.")));
	}
	return name;
}

char **
column_names(const Columns *columns)
{
	char	  **name;

	if (columns->column == NULL)
		return NULL;
	name = palloc_extended(sizeof(char *) * columns->looks.bought, MCXT_ALLOC_HUGE);
	for (uint32 l = 0; l < columns->looks.bought; l++)
		name[l] = unconstify(char *, columns->column[l].name);
	return name;
}
