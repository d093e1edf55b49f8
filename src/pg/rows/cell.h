/*
 * cell.h
 *		What stands in a column of a row, or at a key of jsonb, whatever it is taken for.
 */
#ifndef AER_CELL_H
#define AER_CELL_H

#include "pg/aer.h"

#include "pg/numbers.h"

typedef enum CellKind
{
	CELL_ABSENT,				/* a key that is not there */
	CELL_NONE,					/* NULL */
	CELL_NUMBER,
	CELL_BOOLEAN,
	CELL_TEXT,
	CELL_OTHER					/* of jsonb: a list or an object, as text says */
} CellKind;

typedef struct Cell
{
	CellKind	kind;
	double		number;			/* of a boolean 0 or 1 */
	const char *text;			/* [length] without a NUL at its end */
	Size		length;
} Cell;

/* How values of a type become cells. */
typedef struct TextReader TextReader;

typedef struct CellReader
{
	CellKind	kind;			/* what they are */
	NumberReader number;		/* of numbers and booleans */
	TextReader *text;			/* of text */
} CellReader;

/* In the current memory context.  False: values of that type are no cells. */
extern bool cell_reader_init(CellReader *reader, Oid type);

/* The same, but what is neither boolean nor text is written as text. */
extern void cell_reader_init_text(CellReader *reader, Oid type);

/* Is it text, varchar, char(n), which is without the blanks at its end, or an enum? */
extern bool cell_text_type(Oid type);

extern void cell_read_text(TextReader *reader, Datum datum, Cell *cell);

static inline void
cell_read(const CellReader *reader, Datum datum, Cell *cell)
{
	cell->kind = reader->kind;
	if (reader->number)
		cell->number = reader->number(datum);
	else
		cell_read_text(reader->text, datum, cell);
}

/* Returns the text of a cell that is text or a boolean; text does not end with NUL. */
static inline const char *
cell_word(const Cell *cell)
{
	return cell->kind != CELL_BOOLEAN ? cell->text : cell->number != 0 ? "true" : "false";
}

#endif							/* AER_CELL_H */
