/*
 * attribute_name.c
 *		The names of the attributes that a column is.
 */
#include "pg/options/attribute_name.h"

#include "common/shortest_dec.h"
#include "lib/stringinfo.h"

#define NONE " is null"
#define WITH " with "

static bool
needs_quotes(const char *column)
{
	return column[0] == '"' || strpbrk(column, "=>") != NULL;
}

/* Is an attribute of that type called as its column? */
static bool
is_column(AttributeType type)
{
	return type == ATTRIBUTE_NUMBER || type == ATTRIBUTE_OPEN || type == ATTRIBUTE_BOOLEAN;
}

char *
attribute_name(const char *column, AttributeType type, const char *text)
{
	bool		quotes;
	Size		length = strlen(column);
	char	   *name;
	char	   *to;

	if (is_column(type))
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

/* What stands in the quotes that a name begins with, to to[]; returns where they end, or NULL. */
static const char *
unquote(const char *name, char *to)
{
	const char *end;

	for (end = name + 1; *end && (*end != '"' || end[1] == '"'); end++)
	{
		if (*end == '"')
			end++;
		*to++ = *end;
	}
	*to = '\0';
	return *end ? end + 1 : NULL;
}

/* Where the column ends that a name begins with, or NULL; the column, palloc'd. */
static const char *
split_column(const char *name, AttributeType type, char **column)
{
	const char *end;

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
	*column = palloc(strlen(name));
	return unquote(name, *column);
}

bool
attribute_split(char *name, AttributeType type, char **column, const char **text)
{
	const char *rest;

	*text = NULL;
	*column = name;
	if (is_column(type))
		return true;
	rest = split_column(name, type, column);
	if (rest == NULL || (*column)[0] == '\0')
		return false;
	if (type == ATTRIBUTE_NONE)
		return strcmp(rest, NONE) == 0;
	*text = rest + 1;
	return rest[0] == (type == ATTRIBUTE_WORD ? '=' : '>');
}

/* What has a meaning in the name of a product, anywhere and before a centre. */
#define OF_PRODUCTS "*"
#define OF_CENTERS "*+-()\""

static void
append_factor(StringInfo name, const NamedFactor *factor)
{
	const char *attribute = factor->attribute;
	bool		centered = factor->center != 0;
	bool		quotes = attribute[0] == '"' || attribute[0] == '(' ||
		strpbrk(attribute, centered ? OF_CENTERS : OF_PRODUCTS) != NULL;

	if (centered)
		appendStringInfoChar(name, '(');
	if (quotes)
		appendStringInfoChar(name, '"');
	for (const char *c = attribute; *c; c++)
	{
		if (quotes && *c == '"')
			appendStringInfoChar(name, '"');
		appendStringInfoChar(name, *c);
	}
	if (quotes)
		appendStringInfoChar(name, '"');
	if (centered)
		appendStringInfo(name, "%c%s)", factor->center > 0 ? '-' : '+', knot_text(fabs(factor->center)));
}

char *
product_name(const NamedFactor *a, const NamedFactor *b)
{
	StringInfoData name;

	initStringInfo(&name);
	append_factor(&name, a);
	appendStringInfoChar(&name, '*');
	append_factor(&name, b);
	return name.data;
}

char *
copy_name(const char *attribute, const char *other)
{
	return psprintf("%s" WITH "%s", attribute, other);
}

bool
copy_split(const char *name, NamedFactor *attribute, NamedFactor *other)
{
	const char *with = strstr(name, WITH);

	if (with == NULL)
		return false;
	*attribute = (NamedFactor) {pnstrdup(name, with - name), 0};
	*other = (NamedFactor) {pstrdup(with + strlen(WITH)), 0};
	return true;
}

/* Take the factor that a name begins with; returns where it ends, or NULL. */
static const char *
take_factor(const char *name, NamedFactor *factor)
{
	bool		centered = name[0] == '(';
	const char *end;
	char	   *after;

	if (centered)
		name++;
	if (name[0] == '"')
	{
		factor->attribute = palloc(strlen(name));
		end = unquote(name, factor->attribute);
		if (end == NULL)
			return NULL;
	}
	else
	{
		end = name + strcspn(name, centered ? OF_CENTERS : OF_PRODUCTS);
		factor->attribute = pnstrdup(name, end - name);
	}
	factor->center = 0;
	if (!centered)
		return end;
	if (*end != '+' && *end != '-')
		return NULL;
	factor->center = (*end == '-' ? 1 : -1) * strtod(end + 1, &after);
	return isfinite(factor->center) && *after == ')' ? after + 1 : NULL;
}

bool
product_split(const char *name, NamedFactor *a, NamedFactor *b)
{
	name = take_factor(name, a);
	if (name == NULL || *name != '*')
		return false;
	name = take_factor(name + 1, b);
	return name != NULL && *name == '\0';
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
