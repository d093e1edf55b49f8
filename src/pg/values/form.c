/*
 * form.c
 *		Checks that the stored forms of all types have in common.
 */
#include "pg/values/form.h"

#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pg/options/attribute_name.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

/* Raises the error of a value that only a later release can read. */
pg_noreturn static void
needs_later_release(const char *type, const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("this value of %s was written by a later release of aer", type),
			 errdetail("%s", detail),
			 errhint("Install that release or a later one.")));
}

void
form_check(const char *type, uint32 format, uint32 flags, uint32 known_flags)
{
	if (format < NEWEST_FORMAT)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("%s of format %u cannot be read", type, format),
				 errdetail("It was written before the first release of aer."),
				 errhint("Create it again from its rows.")));
	if (format > NEWEST_FORMAT)
		needs_later_release(type, psprintf("It has format %u; this release reads format %u.",
										   format, NEWEST_FORMAT));
	if ((flags & ~known_flags) != 0)
		needs_later_release(type, psprintf("It has parts that this release does not know (flags 0x%x).",
										   flags & ~known_flags));
}

void
form_malformed(const char *type, int sqlstate, const char *detail,...)
{
	StringInfoData text;
	va_list		arguments;
	int			needed;

	initStringInfo(&text);
	do
	{
		va_start(arguments, detail);
		needed = appendStringInfoVA(&text, detail, arguments);
		va_end(arguments);
		enlargeStringInfo(&text, needed);
	} while (needed > 0);
	ereport(ERROR,
			(errcode(sqlstate),
			 errmsg("malformed %s", type),
			 errdetail_internal("%s", text.data)));
}

void
form_check_names(const char *type, int sqlstate, char **name, uint32 n)
{
	char	  **sorted = palloc(sizeof(char *) * n);

	memcpy(sorted, name, sizeof(char *) * n);
	qsort(sorted, n, sizeof(char *), pg_qsort_strcmp);
	if (sorted[0][0] == '\0')
		form_malformed(type, sqlstate, "The name of an attribute is empty.");
	for (uint32 i = 1; i < n; i++)
		if (strcmp(sorted[i - 1], sorted[i]) == 0)
			form_malformed(type, sqlstate, "Two attributes are named \"%s\".", sorted[i]);
	pfree(sorted);
}

void
form_check_columns(const char *type, int sqlstate, const Columns *columns)
{
	char	  **name;

	if (columns->column == NULL)
		return;
	for (uint32 l = 0; l < columns->looks.bought; l++)
	{
		const Column *column = &columns->column[l];

		CHECK_FOR_INTERRUPTS();
		pg_verifymbstr(column->name, strlen(column->name), false);
		for (uint32 k = 0; column->kind == COLUMN_CATEGORIES && k < column->n; k++)
			pg_verifymbstr(column->category[k], strlen(column->category[k]), false);
		for (uint32 k = 0; column->levels && k < column->levels->n; k++)
			pg_verifymbstr(column->levels->name[k], strlen(column->levels->name[k]), false);
	}
	name = attribute_names(columns);
	form_check_names(type, sqlstate, name, columns->looks.d);
	pfree(name);
}
