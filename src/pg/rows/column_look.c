/*
 * column_look.c
 *		Reads values of columns, and from them the attributes of a look.
 */
#include "pg/rows/column_look.h"

#include "catalog/pg_type.h"
#include "pg/options/attribute_name.h"
#include "pg/options/column_list.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"

/* Labels of an enum whose text a reader keeps. */
#define MOST_LABELS 100

struct TextReader
{
	MemoryContext context;
	Oid			type;			/* without domains */
	bool		is_enum;
	bool		is_text;		/* neither: values are written by the output function of the type */
	uint32		n;				/* labels of the enum kept so far; for other types the struct ends here */
	Oid			label[MOST_LABELS];
	char	   *name[MOST_LABELS];
};

bool
cell_text_type(Oid type)
{
	Oid			base = getBaseType(type);

	return base == TEXTOID || base == VARCHAROID || base == BPCHAROID || type_is_enum(base);
}

void
cell_reader_init_text(CellReader *reader, Oid type)
{
	Oid			base = getBaseType(type);

	memset(reader, 0, sizeof(*reader));
	if (base == BOOLOID)
	{
		reader->kind = CELL_BOOLEAN;
		reader->number = number_reader(base);
		return;
	}
	reader->kind = CELL_TEXT;
	reader->text = palloc0(type_is_enum(base) ? sizeof(TextReader) : offsetof(TextReader, label));
	reader->text->context = CurrentMemoryContext;
	reader->text->type = base;
	reader->text->is_enum = type_is_enum(base);
	reader->text->is_text = !reader->text->is_enum && cell_text_type(base);
}

bool
cell_reader_init(CellReader *reader, Oid type)
{
	NumberReader number = number_reader(type);

	if (number == NULL || getBaseType(type) == BOOLOID)
	{
		cell_reader_init_text(reader, type);
		return number != NULL || cell_text_type(type);
	}
	*reader = (CellReader) {.kind = CELL_NUMBER, .number = number};
	return true;
}

/* Returns true if a column with levels can have this type, which is not an integer. */
static bool
level_text_type(Oid type)
{
	return cell_text_type(type) || getBaseType(type) == UUIDOID;
}

void
cell_reader_init_levels(CellReader *reader, Oid type, const Column *column)
{
	if (column->kind == COLUMN_LEVELS)
		cell_reader_init_text(reader, type);
	else
	{
		(void) cell_reader_init(reader, type);
		reader->integer = integer_reader(type);
	}
}

void
cell_read_digits(const CellReader *reader, Datum datum, Cell *cell)
{
	char	   *digits = palloc(MAXINT8LEN + 1);

	cell->length = pg_lltoa(reader->integer(datum), digits);
	cell->text = digits;
}

/* Returns the text of a label; that of the first MOST_LABELS labels is looked up once. */
static const char *
label_text(TextReader *reader, Oid label)
{
	char	   *name;

	for (uint32 i = 0; i < reader->n; i++)
		if (reader->label[i] == label)
			return reader->name[i];
	name = DatumGetCString(DirectFunctionCall1(enum_out, ObjectIdGetDatum(label)));
	if (reader->n < MOST_LABELS)
	{
		reader->name[reader->n] = MemoryContextStrdup(reader->context, name);
		reader->label[reader->n++] = label;
	}
	return name;
}

void
cell_read_text(TextReader *reader, Datum datum, Cell *cell)
{
	Oid			output;
	bool		ignored;
	struct varlena *text;

	if (reader->is_text)
	{
		text = PG_DETOAST_DATUM_PACKED(datum);
		cell->text = VARDATA_ANY(text);
		cell->length = reader->type == BPCHAROID ?
			bpchartruelen(VARDATA_ANY(text), VARSIZE_ANY_EXHDR(text)) : VARSIZE_ANY_EXHDR(text);
		return;
	}
	if (reader->is_enum)
		cell->text = label_text(reader, DatumGetObjectId(datum));
	else
	{
		getTypeOutputInfo(reader->type, &output, &ignored);
		cell->text = OidOutputFunctionCall(output, datum);
	}
	cell->length = strlen(cell->text);
}

static const char *
boolean_text(const Cell *cell)
{
	return cell->number != 0 ? "true" : "false";
}

bool
time_type(Oid type)
{
	Oid			base = getBaseType(type);

	return base == DATEOID || base == TIMESTAMPOID || base == TIMESTAMPTZOID;
}

/* Returns true if a column of the type can have knots. */
static bool
has_knots_type(Oid type)
{
	return getBaseType(type) != BOOLOID && number_reader(type) != NULL;
}

static void
bad_values(const char *column, Oid type, const char *are, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("column \"%s\" is of type %s, but its values in \"columns\" are %s", column,
					format_type_be(type), are),
			 errhint("%s", hint)));
}

static void
bad_levels(const Column *column, Oid type)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("column \"%s\" is of type %s, which has no levels", column->name, format_type_be(type)),
			 column->kind == COLUMN_LEVELS ?
			 errhint("Cast it to text, or to an integer.") :
			 errhint("Its levels are integers: cast it to bigint.")));
}

/* Distance of the fences from the outer knots, in distances between these. */
#define FENCE_WIDTHS 3

/* Raises an error if the type does not suit the column. */
static void
check_column(const Column *column, Oid type)
{
	static const char *const learned = "Cast it to the type that it had in training.";

	if (column->levels)
	{
		if (integer_reader(type) == NULL && (column->kind == COLUMN_NUMBER || !level_text_type(type)))
			bad_levels(column, type);
	}
	else if (column->kind == COLUMN_CATEGORIES)
	{
		if (getBaseType(type) != BOOLOID && !cell_text_type(type))
			bad_values(column->name, type, "categories",
					   "Cast it to text, or to the type that it had in training.");
	}
	else if (!has_knots_type(type) || (time_type(type) && column->kind != COLUMN_TIME))
		bad_values(column->name, type, "knots of numbers", learned);
	else if (column->kind == COLUMN_TIME && !time_type(type))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("knots of \"%s\" are points in time, but the column is a number", column->name),
				 errhint("%s", learned)));
}

void
column_look_init(ColumnLook *look, Oid type, const Columns *columns, uint32 number)
{
	const Column *column = &columns->column[number];

	if (OidIsValid(type))
		check_column(column, type);
	*look = (ColumnLook) {.column = column, .first = looks_first(&columns->looks, number),
		.n = looks_size(&columns->looks, number), .time_as_text = !OidIsValid(type) && column->kind == COLUMN_TIME};
	if (column->kind == COLUMN_CATEGORIES)
	{
		look->length = palloc(sizeof(Size) * column->n);
		for (uint32 k = 0; k < column->n; k++)
			look->length[k] = strlen(column->category[k]);
	}
	else if (column->n > 1 && !column->open)
	{
		double		last = column->knot[column->n - 1];
		double		width = FENCE_WIDTHS * (last - column->knot[0]);

		look->fenced = true;
		look->low = column->knot[0] - width;
		look->high = last + width;
	}
}

double
column_look_time(const char *name, const Cell *text)
{
	char	   *written = pnstrdup(text->text, text->length);
	double		time = time_of_text("value", name, TIMESTAMPTZOID, written);

	pfree(written);
	return time;
}

int
column_look_find(const ColumnLook *look, const Cell *cell)
{
	const char *text = cell->kind == CELL_BOOLEAN ? boolean_text(cell) : cell->text;
	Size		length = cell->kind == CELL_BOOLEAN ? strlen(text) : cell->length;

	for (uint32 k = 0; k < look->column->n; k++)
		if (look->length[k] == length && memcmp(look->column->category[k], text, length) == 0)
			return k;
	return CATEGORY_UNKNOWN;
}

/* Makes knots of texts that are points in time, among which "open" may stand. */
static Column
read_times(const Column *values, Oid type)
{
	Column		times = {.name = values->name, .kind = COLUMN_TIME, .null = values->null};
	double	   *knot = palloc(sizeof(double) * values->n);

	for (uint32 i = 0; i < values->n; i++)
	{
		if (strcmp(values->category[i], OPEN_WORD) == 0)
			times.open = true;
		else
			knot[times.n++] = time_of_text("knot", values->name, type, values->category[i]);
	}
	times.knot = knot;
	check_knots(&times);
	return times;
}

/* Returns true if the list has a text other than "open". */
static bool
has_knot(const Column *values)
{
	return values->kind == COLUMN_CATEGORIES && (values->n > 1 || strcmp(values->category[0], OPEN_WORD) != 0);
}

/* Raises an error if the values in "columns" do not suit the type of their column. */
static void
check_values(const Column *values, Oid type)
{
	bool		categories = values->kind == COLUMN_CATEGORIES;

	if (getBaseType(type) == BOOLOID)
	{
		for (uint32 i = 0; i < values->n; i++)
			if (!categories ||
				(strcmp(values->category[i], "true") != 0 && strcmp(values->category[i], "false") != 0))
				bad_values(values->name, type, categories ? "other categories" : "numbers",
						   "Its categories are \"true\" and \"false\".");
	}
	else if (time_type(type))
	{
		if (!has_knot(values))
			bad_values(values->name, type, categories ? "none" : "numbers",
					   "Write knots in ISO 8601 format, for example \"2024-01-31\".");
	}
	else if (number_reader(type))
	{
		if (categories)
			bad_values(values->name, type, "categories",
					   psprintf("Write knots without quotes. If the numbers are labels, cast the column: %s::text.",
								quote_identifier(values->name)));
	}
	else if (!cell_text_type(type))
		bad_values(values->name, type, categories ? "categories" : "numbers",
				   psprintf("Cast it to a number, or to text: %s::text.", quote_identifier(values->name)));
	else if (!categories)
		bad_values(values->name, type, "numbers",
				   "Write categories in quotes, or cast the column to a number.");
}

/*
 * Returns a column with levels of the type.  An integer is a number, too; other types are not.  The
 * type of a key of jsonb is not known, so the option decides.
 */
static Column
column_of_levels(const Column *values, Oid type)
{
	Column		column = *values;
	bool		integer = OidIsValid(type) && integer_reader(type) != NULL;

	if (integer)
		column.kind = COLUMN_NUMBER;
	else if (OidIsValid(type) && !level_text_type(type))
		bad_levels(values, type);
	else if (OidIsValid(type) && values->kind == COLUMN_NUMBER)
		bad_values(values->name, type, "numbers", "Leave \"knots\" out: a text column has levels only.");
	if (column.kind == COLUMN_NUMBER && column.levels->null && !column.null)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("column \"%s\" has \"null_level\", but its knots do not include null", column.name),
				 errhint("Add null to its knots, or leave \"null_level\" out.")));
	return column;
}

/* Returns true if texts are points in time, which makes a key of jsonb one. */
static bool
are_times(const Column *values)
{
	for (uint32 i = 0; i < values->n; i++)
		if (!text_is_time(values->category[i]) && strcmp(values->category[i], OPEN_WORD) != 0)
			return false;
	return has_knot(values);
}

Column
column_of_values(const Column *values, Oid type)
{
	if (values->levels)
		return column_of_levels(values, type);
	if (OidIsValid(type))
		check_values(values, type);
	if (values->kind == COLUMN_CATEGORIES && (OidIsValid(type) ? time_type(type) : are_times(values)))
		return read_times(values, OidIsValid(type) ? type : TIMESTAMPTZOID);
	return *values;
}

void
column_look_number(const ColumnLook *look, double number, const uint32 *attribute, uint32 n,
				   double *value)
{
	const Column *column = look->column;
	bool		finite = isfinite(number);

	if (finite && look->fenced)
		number = Min(Max(number, look->low), look->high);
	for (uint32 k = 0; k < n; k++)
	{
		uint32		a = attribute[k] - look->first;

		/* the caller reports a number that is not finite, whichever attribute it is */
		if (finite && a - 1 < column->n)
			value[k] = Max(number - column->knot[a - 1], 0);
		else
			value[k] = a > column->n ? 0 : number;
	}
}

void
column_look_category(const ColumnLook *look, int category, const uint32 *attribute, uint32 n,
					 double *value)
{
	for (uint32 k = 0; k < n; k++)
		value[k] = (int) (attribute[k] - look->first) == category ? 1 : 0;
}

bool
column_look_null(const ColumnLook *look, const uint32 *attribute, uint32 n, double *value)
{
	const Column *column = look->column;

	if (!column->null)
	{
		memset(value, 0, sizeof(double) * n);
		return false;
	}
	if (column->kind == COLUMN_CATEGORIES)
		column_look_category(look, (int) look->n - 1, attribute, n, value);
	else
	{
		column_look_number(look, column->knot[column_middle(column)], attribute, n, value);
		for (uint32 k = 0; k < n; k++)
			if (attribute[k] - look->first == column->n + 1)
				value[k] = 1;
	}
	return true;
}

/* Compares the name of a level with text[length], which has no NUL. */
static int
compare_level(const char *name, const char *text, Size length)
{
	int			order = strncmp(name, text, length);

	return order != 0 ? order : name[length] != '\0';
}

uint32
column_look_level(const ColumnLook *look, const Cell *cell)
{
	const Levels *levels = look->column->levels;
	uint32		low = 0;
	uint32		high = levels->n;

	if (cell->kind == CELL_NONE)
		return levels->null ? levels->n : LEVEL_UNKNOWN;
	while (low < high)
	{
		uint32		middle = low + (high - low) / 2;
		int			order = compare_level(levels->name[middle], cell->text, cell->length);

		if (order == 0)
			return middle;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return LEVEL_UNKNOWN;
}

void
column_look_effects(const ColumnLook *look, uint32 level, uint32 fold, const uint32 *attribute, uint32 n,
					double *value)
{
	const Levels *levels = look->column->levels;
	uint32		values = column_values(look->column);
	const double *effect = level == LEVEL_UNKNOWN ? NULL : levels_effects(levels, level, fold);

	for (uint32 k = 0; k < n; k++)
	{
		uint32		a = attribute[k] - look->first;

		if (a >= values)
			value[k] = effect ? effect[a - values] : 0;
	}
}
