/*
 * cell.c
 *		What stands in a column of a row, or at a key of jsonb.
 */
#include "pg/rows/cell.h"

#include "catalog/pg_type.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"

/* Labels of an enum whose text is kept. */
#define MOST_LABELS 100

struct TextReader
{
	MemoryContext context;
	Oid			type;			/* without domains */
	bool		is_enum;
	bool		is_text;		/* of neither values are written as such */
	uint32		n;				/* labels of an enum met so far; of others the struct ends here */
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

/* The text of the first labels is looked for once. */
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
