/*
 * attribute_name.c
 *		The names of the attributes that a column is.
 */
#include "pg/options/attribute_name.h"

#include "common/shortest_dec.h"

#define NONE " is null"

static bool
needs_quotes(const char *column)
{
	return column[0] == '"' || strpbrk(column, "=>") != NULL;
}

char *
attribute_name(const char *column, AttributeType type, const char *text)
{
	bool		quotes;
	Size		length = strlen(column);
	char	   *name;
	char	   *to;

	if (type == ATTRIBUTE_NUMBER || type == ATTRIBUTE_BOOLEAN)
		return pstrdup(column);
	quotes = needs_quotes(column);
	if (type == ATTRIBUTE_NONE)
		text = NONE;
	name = to = palloc((quotes ? 2 * length + 2 : length) + 1 + strlen(text) + 1);
	if (quotes)
		*to++ = '"';
	for (const char *c = column; *c; c++)
	{
		if (quotes && *c == '"')
			*to++ = '"';
		*to++ = *c;
	}
	if (quotes)
		*to++ = '"';
	if (type != ATTRIBUTE_NONE)
		*to++ = type == ATTRIBUTE_WORD ? '=' : '>';
	strcpy(to, text);
	return name;
}

/* Where the column ends that a name begins with, or NULL; the column, palloc'd. */
static const char *
split_column(const char *name, AttributeType type, char **column)
{
	const char *end;
	char	   *to;

	if (name[0] != '"')
	{
		Size		length = strlen(name);

		if (type == ATTRIBUTE_NONE)
			end = length > strlen(NONE) ? name + length - strlen(NONE) : NULL;
		else
			end = strchr(name, type == ATTRIBUTE_WORD ? '=' : '>');
		if (end)
			*column = pnstrdup(name, end - name);
		return end;
	}
	*column = to = palloc(strlen(name));
	for (end = name + 1; *end && (*end != '"' || end[1] == '"'); end++)
	{
		if (*end == '"')
			end++;
		*to++ = *end;
	}
	*to = '\0';
	return *end ? end + 1 : NULL;
}

bool
attribute_split(char *name, AttributeType type, char **column, const char **text)
{
	const char *rest;

	*text = NULL;
	*column = name;
	if (type == ATTRIBUTE_NUMBER || type == ATTRIBUTE_BOOLEAN)
		return true;
	rest = split_column(name, type, column);
	if (rest == NULL || (*column)[0] == '\0')
		return false;
	if (type == ATTRIBUTE_NONE)
		return strcmp(rest, NONE) == 0;
	*text = rest + 1;
	return rest[0] == (type == ATTRIBUTE_WORD ? '=' : '>');
}

char *
knot_text(double knot)
{
	char	   *text = palloc(DOUBLE_SHORTEST_DECIMAL_LEN);

	double_to_shortest_decimal_buf(knot, text);
	return text;
}

bool
knot_is_number(const char *text, double *knot)
{
	char	   *end;

	/* no blanks, no infinity, no hexadecimal digits: what a double is written as */
	if (text[0] == '\0' || text[strspn(text, "0123456789+-.eE")] != '\0')
		return false;
	*knot = strtod(text, &end);
	return *end == '\0' && isfinite(*knot);
}

bool
knot_is_time(const char *text)
{
	Size		digits = strspn(text, "0123456789");

	return digits >= 4 && text[digits] == '-' && strspn(text + digits + 1, "0123456789") == 2 &&
		text[digits + 3] == '-';
}
