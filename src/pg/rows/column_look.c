/*
 * column_look.c
 *		The attributes that one look at a column gives.
 */
#include "pg/rows/column_look.h"

#include "catalog/pg_type.h"
#include "pg/numbers.h"
#include "pg/options/column_list.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

static bool
time_type(Oid type)
{
	Oid			base = getBaseType(type);

	return base == DATEOID || base == TIMESTAMPOID || base == TIMESTAMPTZOID;
}

/* Is a column of that type one of numbers, which may bend? */
static bool
bending_type(Oid type)
{
	return getBaseType(type) != BOOLOID && number_reader(type) != NULL;
}

static void
bad_values(const char *column, Oid type, const char *are, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("column \"%s\" is of type %s, and its values in \"columns\" are %s", column,
					format_type_be(type), are),
			 errhint("%s", hint)));
}

/* A point in time that is written somewhere. */
typedef struct TimeText
{
	const char *what;			/* a knot, or a value */
	const char *column;
	const char *text;
} TimeText;

/* What is wrong with a point in time, PostgreSQL says, but not where it stands. */
static void
name_time(void *arg)
{
	const TimeText *time = arg;

	errcontext("%s \"%s\" of \"%s\"", time->what, time->text, time->column);
}

/*
 * A point in time as the number that columns of its type are.  A time zone that is
 * not written is UTC, so that the session's has no say.
 */
static double
read_time(const char *what, const char *column, Oid type, const char *text)
{
	Oid			base = getBaseType(type);
	const char *clock = strpbrk(text, "T ");
	TimeText	where = {what, column, text};
	ErrorContextCallback callback = {.previous = error_context_stack, .callback = name_time, .arg = &where};
	double		time;
	Oid			input;
	Oid			parameter;

	if (!knot_is_time(text))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s \"%s\" of \"%s\" is no point in time", what, text, column),
				 errhint("Write it as ISO 8601 has it, for example \"2024-01-31\".")));
	if (base == TIMESTAMPTZOID && (clock == NULL || strpbrk(clock + 1, "+-Zz") == NULL))
		text = psprintf("%s%s", text, clock ? "Z" : " 00:00Z");
	getTypeInputInfo(base, &input, &parameter);
	error_context_stack = &callback;
	time = number_reader(base) (OidInputFunctionCall(input, unconstify(char *, text), parameter, -1));
	error_context_stack = callback.previous;
	return time;
}

/*
 * The knots of a column as the numbers that columns of its type are.  Those of a key of jsonb
 * that are points in time are of a type that has all of these: all such types count days,
 * in UTC.
 */
static const double *
read_knots(const NamedColumn *column, Oid type)
{
	bool		times = !OidIsValid(type) || time_type(type);
	double	   *knot;

	if (column->knot && !(OidIsValid(type) && times))
		return column->knot;
	if (!times)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("knots of \"%s\" are points in time, and it is a number", column->name),
				 errhint("Cast it to what it was in the rows learned from.")));
	knot = palloc(sizeof(double) * column->n);
	for (int k = 0; k < column->n; k++)
		knot[k] = read_time("knot", column->name, OidIsValid(type) ? type : TIMESTAMPTZOID,
							column->word[k]);
	return knot;
}

/* How many times as far as the last knot is from the first one fences are. */
#define FENCE_WIDTHS 3

void
column_look_init(ColumnLook *look, Oid type, const RowColumns *columns, uint32 of)
{
	const NamedColumn *column = &columns->column[of];
	uint32		first = looks_first(&columns->looks, of);

	*look = (ColumnLook) {.column = column, .first = first, .n = looks_size(&columns->looks, of),
		.none = column->none};
	if (columns->type[first] == ATTRIBUTE_WORD)
	{
		if (OidIsValid(type) && getBaseType(type) != BOOLOID && !cell_text_type(type))
			bad_values(column->name, type, "categories",
					   "Cast it to text, or to what it was in the rows learned from.");
		look->words = palloc(sizeof(Size) * column->n);
		for (int k = 0; k < column->n; k++)
			look->words[k] = strlen(column->word[k]);
		return;
	}
	if (OidIsValid(type) && !bending_type(type))
		bad_values(column->name, type, "knots of numbers",
				   "Cast it to what it was in the rows learned from.");
	look->knots = column->n;
	look->knot = read_knots(column, type);
	look->times = !OidIsValid(type) && column->knot == NULL;
	if (look->knots > 1 && !column->open)
	{
		double		last = look->knot[look->knots - 1];
		double		width = FENCE_WIDTHS * (last - look->knot[0]);

		look->fenced = true;
		look->low = look->knot[0] - width;
		look->high = last + width;
	}
}

double
column_look_time(const ColumnLook *look, const Cell *text)
{
	char	   *written = pnstrdup(text->text, text->length);
	double		time = read_time("value", look->column->name, TIMESTAMPTZOID, written);

	pfree(written);
	return time;
}

int
column_look_find(const ColumnLook *look, const Cell *cell)
{
	const char *text = cell_word(cell);
	Size		length = cell->kind == CELL_BOOLEAN ? strlen(text) : cell->length;
	char	  **word = look->column->word;

	for (int k = 0; k < look->column->n; k++)
		if (look->words[k] == length && memcmp(word[k], text, length) == 0)
			return k;
	return WORD_UNKNOWN;
}

/* The column, whose words are points in time, which no list can tell, with "open" taken out. */
static NamedColumn
times_of(const NamedColumn *values)
{
	NamedColumn	times = *values;

	times.n = 0;
	times.word = palloc(sizeof(char *) * values->n);
	for (int i = 0; i < values->n; i++)
	{
		if (strcmp(values->word[i], OPEN_WORD) == 0)
			times.open = true;
		else
			times.word[times.n++] = values->word[i];
	}
	return times;
}

/* Knots of points in time. */
static void
check_times(const NamedColumn *values, Oid type)
{
	double	   *knot = palloc(sizeof(double) * values->n);

	for (int i = 0; i < values->n; i++)
		knot[i] = read_time("knot", values->name, type, values->word[i]);
	check_knots(values->name, knot, values->n);
	pfree(knot);
}

/* Does what is known of a column's values go with its type? */
static void
check_type(const NamedColumn *values, Oid type)
{
	if (getBaseType(type) == BOOLOID)
	{
		for (int i = 0; i < values->n; i++)
			if (values->word == NULL ||
				(strcmp(values->word[i], "true") != 0 && strcmp(values->word[i], "false") != 0))
				bad_values(values->name, type, values->word ? "other categories" : "numbers",
						   "Its categories are \"true\" and \"false\".");
	}
	else if (time_type(type))
	{
		if (values->word == NULL || times_of(values).n == 0)
			bad_values(values->name, type, values->word ? "none" : "numbers",
					   "Write knots as ISO 8601 has them, for example \"2024-01-31\".");
	}
	else if (number_reader(type))
	{
		if (values->word)
			bad_values(values->name, type, "categories",
					   psprintf("Write knots without quotes, or cast the column, %s::text, if its numbers are names.",
								quote_identifier(values->name)));
	}
	else if (!cell_text_type(type))
		bad_values(values->name, type, values->word ? "categories" : "numbers",
				   psprintf("Cast it to a number, or to text: %s::text.", quote_identifier(values->name)));
	else if (values->word == NULL)
		bad_values(values->name, type, "numbers",
				   "Write categories in quotes, or cast the column to a number.");
}

/* Are these points in time?  Then a key of jsonb is one. */
static bool
are_times(char *const *text, int n)
{
	int			times = 0;

	for (int i = 0; i < n; i++)
	{
		if (knot_is_time(text[i]))
			times++;
		else if (strcmp(text[i], OPEN_WORD) != 0)
			return false;
	}
	return times > 0;
}

void
column_look_add(RowColumns *columns, const NamedColumn *column, Oid type)
{
	NamedColumn	times;
	bool		are_words = column->word != NULL;

	if (OidIsValid(type))
		check_type(column, type);
	if (are_words && (OidIsValid(type) ? time_type(type) : are_times(column->word, column->n)))
	{
		times = times_of(column);
		check_times(&times, OidIsValid(type) ? type : TIMESTAMPTZOID);
		column = &times;
		are_words = false;
	}
	row_columns_add(columns, column, are_words ? ATTRIBUTE_WORD : ATTRIBUTE_NUMBER);
}

void
column_look_number(const ColumnLook *look, double number, const uint32 *attribute, uint32 n,
				   double *value)
{
	uint32		knots = look->knots;

	/* what is not finite is an error for whoever reads, whichever attribute it is */
	if (!isfinite(number))
		knots = 0;
	else if (look->fenced)
		number = Min(Max(number, look->low), look->high);
	for (uint32 k = 0; k < n; k++)
	{
		uint32		a = attribute[k] - look->first;

		if (a - 1 < knots)
			value[k] = Max(number - look->knot[a - 1], 0);
		else
			value[k] = a > look->knots ? 0 : number;
	}
}

void
column_look_word(const ColumnLook *look, int word, const uint32 *attribute, uint32 n, double *value)
{
	for (uint32 k = 0; k < n; k++)
		value[k] = (int) (attribute[k] - look->first) == word ? 1 : 0;
}

bool
column_look_none(const ColumnLook *look, const uint32 *attribute, uint32 n, double *value)
{
	if (!look->none)
	{
		memset(value, 0, sizeof(double) * n);
		return false;
	}
	if (look->words)
		column_look_word(look, (int) look->n - 1, attribute, n, value);
	else
	{
		column_look_number(look, column_look_middle(look), attribute, n, value);
		for (uint32 k = 0; k < n; k++)
			if (attribute[k] - look->first == look->n - 1)
				value[k] = 1;
	}
	return true;
}
