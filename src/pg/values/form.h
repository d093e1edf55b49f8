/*
 * form.h
 *		What the stored forms of all types have in common.
 *
 * Each type has a header that describes what it stores and nothing else
 * (model_form.h, moments_form.h, judgments_form.h): numbers of fixed width, at
 * offsets that static assertions hold, first of all
 *		int32	vl_len_		of every varlena
 *		uint16	format		2; 1 was that of a snapshot before the first release
 *		uint16	reserved	0
 *		uint32	flags		which of its optional parts a value has
 * Text and binary have the same numbers.  A part that a value does not have
 * takes no bytes, and flags that a release does not know are refused by it, so
 * parts can be added without another format.  docs/formats.md has the offsets
 * and examples.
 */
#ifndef AER_FORM_H
#define AER_FORM_H

#include "pg/aer.h"

#include "kernel/columns.h"
#include "lib/stringinfo.h"

/* What is written now, of every type. */
#define NEWEST_FORMAT 2

/* An error unless the format is known, and all of the flags are. */
extern void form_check(const char *type, uint32 format, uint32 flags, uint32 known_flags);

/* What was given is no value of the type: detail is a sentence. */
pg_noreturn extern void form_malformed(const char *type, int sqlstate, const char *detail,...)
			pg_attribute_printf(3, 4);

/* An error unless every one of n attributes has a name of its own. */
extern void form_check_names(const char *type, int sqlstate, char **name, uint32 n);

/*
 * Raises an error unless the texts of columns that came in are of the server's encoding, and
 * every attribute has a name of its own.
 */
extern void form_check_columns(const char *type, int sqlstate, const Columns *columns);

#endif							/* AER_FORM_H */
