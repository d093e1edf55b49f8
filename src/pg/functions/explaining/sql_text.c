/*
 * sql_text.c
 *		Pieces of SQL that databases other than PostgreSQL understand, too.
 *
 * GREATEST and LEAST ignore NULL in PostgreSQL and return NULL elsewhere, as max and min of SQLite
 * do.  So callers pass no NULL.
 */
#include "pg/functions/explaining/sql_text.h"

#include "common/keywords.h"
#include "common/shortest_dec.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"

/* Texts that one pair of parentheses joins. */
#define JOINED_TOGETHER 32

static const char *
quoted(const char *text, char quote)
{
	StringInfoData out;

	initStringInfo(&out);
	appendStringInfoChar(&out, quote);
	for (const char *c = text; *c; c++)
	{
		if (*c == quote)
			appendStringInfoChar(&out, quote);
		appendStringInfoChar(&out, *c);
	}
	appendStringInfoChar(&out, quote);
	return out.data;
}

/*
 * SQLite takes an unknown name in double quotes for a string, but not one in backticks, and has
 * keywords of its own; so its names are always quoted.
 */
const char *
sql_identifier(SqlDialect dialect, const char *name)
{
	if (dialect == SQL_SQLITE)
		return quoted(name, '`');
	if (((name[0] >= 'a' && name[0] <= 'z') || name[0] == '_') &&
		name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0' &&
		ScanKeywordLookup(name, &ScanKeywords) < 0)
		return name;
	return quoted(name, '"');
}

const char *
sql_literal(const char *text)
{
	return quoted(text, '\'');
}

const char *
sql_number(double number)
{
	char		text[DOUBLE_SHORTEST_DECIMAL_LEN];

	if (!isfinite(number))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("a number of the expression is too large"),
				 errdetail("Products of the model's weights and effects of levels, or the range of its target, exceed the largest double.")));
	double_to_shortest_decimal_buf(number, text);
	return pstrdup(text);
}

const char *
sql_plus(const char *expression, double number)
{
	if (number == 0)
		return expression;
	return psprintf("%s %c %s", expression, number < 0 ? '-' : '+', sql_number(fabs(number)));
}

const char *
sql_minus(const char *expression, double number)
{
	return sql_plus(expression, -number);
}

/* Joins texts from .. to - 1 of a list. */
static char *
join_some(const List *texts, int from, int to, const char *between)
{
	StringInfoData out;

	initStringInfo(&out);
	for (int i = from; i < to; i++)
		appendStringInfo(&out, "%s%s", i > from ? between : "", (const char *) list_nth(texts, i));
	return out.data;
}

const char *
sql_list(const List *texts)
{
	return join_some(texts, 0, list_length(texts), ", ");
}

const char *
sql_join(const List *texts, const char *between)
{
	int			n = list_length(texts);
	List	   *groups = NIL;

	if (n <= JOINED_TOGETHER)
		return join_some(texts, 0, n, between);
	for (int i = 0; i < n; i += JOINED_TOGETHER)
	{
		CHECK_FOR_INTERRUPTS();
		groups = lappend(groups, psprintf("(%s)", join_some(texts, i, Min(i + JOINED_TOGETHER, n), between)));
	}
	return sql_join(groups, between);
}

/* max() of one argument is an aggregate in SQLite. */
const char *
sql_greatest(SqlDialect dialect, const List *expressions)
{
	return list_length(expressions) == 1 ? linitial(expressions) :
		psprintf("%s(%s)", dialect == SQL_SQLITE ? "max" : "GREATEST", sql_list(expressions));
}

const char *
sql_clip(SqlDialect dialect, const char *expression, double low, double high)
{
	bool		sqlite = dialect == SQL_SQLITE;

	if (low > -INFINITY)
		expression = psprintf("%s(%s, %s)", sqlite ? "max" : "GREATEST", expression, sql_number(low));
	if (high < INFINITY)
		expression = psprintf("%s(%s, %s)", sqlite ? "min" : "LEAST", expression, sql_number(high));
	return expression;
}
