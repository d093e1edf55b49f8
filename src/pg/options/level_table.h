/*
 * level_table.h
 *		Tables of the effects of levels as jsonb: in the option "columns" of a design, and in the
 *		text of a model.
 *
 * A table is an object with the effects of each level; those of NULL are separate:
 *
 *		{"Austin": EFFECTS, "Dallas": EFFECTS}
 *
 * The EFFECTS of a design are an array with a number for the rows of each fold and one for new
 * rows, or one such array for each of K - 1 effects if the target has K >= 3 classes.  Those of a
 * model, which has one set of effects, are a number or an array of K - 1 numbers.
 */
#ifndef AER_LEVEL_TABLE_H
#define AER_LEVEL_TABLE_H

#include "pg/aer.h"

#include "kernel/columns.h"
#include "lib/stringinfo.h"

/*
 * Reads a table, palloc'd.  null_effects: EFFECTS of NULL, or NULL if it is no level.  Sets *levels
 * and returns NULL, or returns the problem, as in "are an empty object".
 */
extern const char *level_table_read(const JsonbValue *table, const JsonbValue *null_effects,
									bool of_model, const Levels **levels);

/* Append the table of a model, and the effects of NULL. */
extern void level_table_put(StringInfo out, const Levels *levels);
extern void level_table_put_null(StringInfo out, const Levels *levels);

#endif							/* AER_LEVEL_TABLE_H */
