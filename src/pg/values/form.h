/*
 * form.h
 *		What the stored forms of all types have in common.
 *
 * Each type has a header with its stored form alone (model_form.h, sums_form.h, judgments_form.h):
 * numbers of fixed width, at offsets that static assertions check.  Every form begins with
 *		int32	vl_len_		length, of every varlena
 *		uint32	format		2; format 1 belonged to snapshots before the first release
 *		uint32	flags		the optional parts that the value has
 * The text and the binary form have the same numbers.  A part that a value does not have takes no
 * bytes, and a release refuses flags that it does not know.  So later releases can add parts
 * without a new format.  docs/formats.md has the offsets and examples.
 */
#ifndef AER_FORM_H
#define AER_FORM_H

#include "pg/aer.h"

#include "kernel/columns.h"

/* The format of all types, which this release writes and reads. */
#define NEWEST_FORMAT 2

/* Raises an error if the format or a flag is unknown. */
extern void form_check(const char *type, uint32 format, uint32 flags, uint32 known_flags);

/* Raises the error of a malformed value; detail: a sentence, and its arguments. */
pg_noreturn extern void form_malformed(const char *type, int sqlstate, const char *detail,...)
			pg_attribute_printf(3, 4);

/* Raises an error if a name of n attributes is empty or occurs twice. */
extern void form_check_names(const char *type, int sqlstate, char **name, uint32 n);

/*
 * Checks columns that came in: raises an error if a text is not in the server's encoding, or if a
 * name of an attribute is empty or occurs twice.
 */
extern void form_check_columns(const char *type, int sqlstate, const Columns *columns);

#endif							/* AER_FORM_H */
