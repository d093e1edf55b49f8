/*
 * column_look.h
 *		Reads values of columns, and from them the attributes of a look.
 *
 * A cell is the value of a column of a row, or of a key of jsonb: a number, a boolean or text,
 * whatever it is used for.  A look reads one cell, whichever attributes of its column are asked
 * for (kernel/columns.h).
 *
 * A number with two knots or more is clipped to the outer fences of Tukey (1977), as if its first
 * and last knot were quartiles: three times as far from them as they are from each other.  So a
 * typo, or a tail, weighs no more than a value there.  A column that is "open" is not clipped.
 */
#ifndef AER_COLUMN_LOOK_H
#define AER_COLUMN_LOOK_H

#include "pg/aer.h"

#include "kernel/columns.h"
#include "kernel/option.h"
#include "pg/numbers.h"

typedef enum CellKind
{
	CELL_ABSENT,				/* the object lacks the key */
	CELL_NONE,					/* NULL */
	CELL_NUMBER,
	CELL_BOOLEAN,
	CELL_TEXT,
	CELL_OTHER					/* of jsonb: an array or an object, as text says */
} CellKind;

typedef struct Cell
{
	CellKind	kind;
	double		number;			/* 0 or 1 for a boolean */
	const char *text;			/* [length], not ended by NUL; NULL for a number, unless digits are read */
	Size		length;
} Cell;

typedef struct TextReader TextReader;

/* Makes cells of the values of one type. */
typedef struct CellReader
{
	CellKind	kind;			/* of all cells but NULL */
	NumberReader number;		/* for numbers and booleans, else NULL */
	IntegerReader integer;		/* to read the digits of an integer, too; else NULL */
	TextReader *text;			/* for text, else NULL */
} CellReader;

/*
 * Prepares a reader, in the current memory context.  Returns false if values of the type are
 * neither numbers, booleans nor text.
 */
extern bool cell_reader_init(CellReader *reader, Oid type);

/* Prepares a reader that makes text of everything but booleans. */
extern void cell_reader_init_text(CellReader *reader, Oid type);

/* Prepares a reader of the values of a column with levels: their numbers and digits, or their text. */
extern void cell_reader_init_levels(CellReader *reader, Oid type, const Column *column);

/* Returns true for text, varchar, enums, and char(n), whose trailing blanks do not count. */
extern bool cell_text_type(Oid type);

/* Returns true for date, timestamp and timestamptz, whose text depends on settings. */
extern bool time_type(Oid type);

/* Reads the digits of an integer, into the current memory context. */
extern void cell_read_digits(const CellReader *reader, Datum datum, Cell *cell);

/* Reads text, which lasts as long as the value and the current memory context. */
extern void cell_read_text(TextReader *reader, Datum datum, Cell *cell);

static inline void
cell_read(const CellReader *reader, Datum datum, Cell *cell)
{
	cell->kind = reader->kind;
	if (reader->number)
		cell->number = reader->number(datum);
	else
		cell_read_text(reader->text, datum, cell);
	if (reader->integer)
		cell_read_digits(reader, datum, cell);
}

typedef struct ColumnLook
{
	const Column *column;
	uint32		first;			/* first attribute of the column */
	uint32		n;				/* attributes of the column */
	Size	   *length;			/* [column->n] bytes of each category; NULL unless categorical */
	bool		fenced;			/* numbers are clipped to low and high */
	double		low;
	double		high;
	bool		time_as_text;	/* a key of jsonb that is a point in time */
} ColumnLook;

/*
 * Prepares looks at column `number`, whose values have that type; InvalidOid: the column is a key
 * of jsonb.  Raises an error if the type does not suit the column.  The columns must live as long
 * as the look.
 */
extern void column_look_init(ColumnLook *look, Oid type, const Columns *columns, uint32 number);

/*
 * Returns a column of the type, with the values that the option "columns" lists.  Raises an error
 * if they do not suit the type.
 */
extern Column column_of_values(const Column *values, Oid type);

/* Returns how many of n attributes, counted from the first, belong to the look. */
static inline uint32
column_look_run(const ColumnLook *look, const uint32 *attribute, uint32 n)
{
	uint32		k = 1;

	while (k < n && attribute[k] - look->first < look->n)
		k++;
	return k;
}

/* Reads a point in time from text at a key of jsonb. */
extern double column_look_time(const char *name, const Cell *text);

#define CATEGORY_UNKNOWN (-1)

/* Returns the number of the category, from 0, or CATEGORY_UNKNOWN, of text or a boolean. */
extern int	column_look_find(const ColumnLook *look, const Cell *cell);

/*
 * Write value[n]: n attributes of the look, for a number, a category or NULL; the effects of levels
 * become 0.  column_look_null() returns false, and writes zeros, if NULL is a missing value there.
 */
extern void column_look_number(const ColumnLook *look, double number, const uint32 *attribute,
							   uint32 n, double *value);
extern void column_look_category(const ColumnLook *look, int category, const uint32 *attribute,
								 uint32 n, double *value);
extern bool column_look_null(const ColumnLook *look, const uint32 *attribute, uint32 n,
							 double *value);

/* Returns the number of the level, from 0, of text, of digits or of NULL; LEVEL_UNKNOWN if it has no effect. */
#define LEVEL_UNKNOWN PG_UINT32_MAX
extern uint32 column_look_level(const ColumnLook *look, const Cell *cell);

/*
 * Writes the effects of a level for rows of a fold, from 1 (0: new rows), to those of value[n] that
 * belong to levels.
 */
extern void column_look_effects(const ColumnLook *look, uint32 level, uint32 fold,
								const uint32 *attribute, uint32 n, double *value);

#endif							/* AER_COLUMN_LOOK_H */
