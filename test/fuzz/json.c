/*
 * json.c
 *		Options, prices, documents: JSON for the parameters that take it.
 */
#include <ctype.h>
#include <string.h>

#include "generate.h"
#include "mutate.h"
#include "random.h"

static const char *const names[] = {"a", "B \\\"b", "ü", "d", "kind", "site", "town", "1", "2", "3", "4", "ä1", "ä2", "kind=k0", "key", "target", "w1", "w7"};
static const char *const odd_values[] = {"null", "true", "false", "\"\"", "\"a\"", "[]", "{}", "-0", "-1", "1e308", "1e400", "1e-400", "5e-324", "0.001", "0.0005", "1e12",
	"1000000000001", "2147483647", "2147483648", "-9223372036854775808", "18446744073709551616", "[null]", "[[1]]", "\"NaN\"", "\"infinity\"", "1.0", "0.50",
"[1,1,1,1]", "[\"a\",\"a\"]", "{\"a\":1}", "\"\\u0001\""};

static void
number(Buffer *out)
{
	static const char *const tame[] = {"1", "2", "3", "0.5", "4", "0.1", "10", "0"};

	add_text(out, wild() ? PICK(odd_values) : PICK(tame));
}

/* One of the numbers in a range, or next to it; otherwise one of the others. */
static void
number_of_range(Buffer *out, const char *range)
{
	static const char *const near[] = {"", "", ".0", ".5", "e0", "0", "e-17", "000001e-6"};
	const char *at = range + below((uint32_t) strlen(range) + 1);

	while (*at && !isdigit((unsigned char) *at))
		at++;
	if (*at == '\0' || one_in(3))
	{
		number(out);
		return;
	}
	if (wild())
		add_char(out, '-');
	add_bytes(out, at, strspn(at, "0123456789"));
	if (wild())
		add_text(out, PICK(near));
}

/* One of the quoted words of a range. */
static void
word_of_range(Buffer *out, const char *range)
{
	const char *word = NULL;
	int			seen = 0;

	for (const char *at = strchr(range, '"'); at; at = strchr(strchr(at + 1, '"') + 1, '"'))
		if (one_in(++seen))
			word = at;
	if (word == NULL)
		add_text(out, PICK(odd_values));
	else
		add_bytes(out, word, strchr(word + 1, '"') - word + 1);
}

static void
list_of_names(Buffer *out)
{
	const char *before = "";

	add_char(out, '[');
	for (int n = (int) below(5); n >= 0; n--, before = ", ")
		add(out, "%s\"%s\"", before, PICK(names));
	add_char(out, ']');
}

/* Numbers by place, by name, or one for all. */
static void
numbers(Buffer *out)
{
	uint32_t	how = below(3);
	const char *before = "";

	if (how == 0)
	{
		number(out);
		return;
	}
	add_char(out, how == 1 ? '[' : '{');
	for (int n = wild() ? (int) below(7) : 4; n > 0; n--, before = ", ")
	{
		add_text(out, before);
		if (how == 2)
			add(out, "\"%s\": ", wild() ? PICK(names) : names[n - 1]);
		number(out);
	}
	add_char(out, how == 1 ? ']' : '}');
}

static void
columns(Buffer *out)
{
	static const char *const good[] = {
		"{\"kind\": [\"k0\", \"k=\", \"k2\"]}",
		"{\"kind\": [\"k0\", null], \"a\": [-0.5, 0, 2.5]}",
		"{\"a\": [0.25, null], \"b\": [1e300]}",
		"{\"kind\": {\"levels\": {\"k1\": [1, 0, -1, 2, 0.5, 0.5], \"k2\": [0, 0, 0, 0, 0, 1e-3]}, \"null_level\": [1, 1, 1, 1, 1, 1]}}",
		"{\"site\": {\"knots\": [1010, 1020], \"levels\": {\"1001\": [1, 2, 3, 4, 5, 3], \"1002\": [-1, -2, -3, -4, -5, -3]}}}",
		"{\"town\": {\"levels\": {\"town1\": [[1, 0, -1, 2, 0.5, 0.5], [0, 1, 2, 3, 4, 5]]}}, \"site\": [1010, null]}"
	};
	static const char *const bad[] = {
		"{\"kind\": [\"k0\", \"k0\"]}", "{\"kind\": [1]}", "{\"a\": [null]}", "{\"a\": [2, 1]}",
		"{\"site\": {\"levels\": {\"1001\": [1, 2, 3]}}}", "{\"site\": {\"levels\": []}}", "{\"site\": {\"levels\": {}}}", "{\"site\": {\"knots\": [1]}}",
		"{\"site\": {\"levels\": {\"1001\": [1, 2, 3, 4, 5, 1e400]}}}", "{\"site\": {\"levels\": {\"1001\": [1e308, -1e308, 1e308, 0, 0, 1e308]}}}",
		"{\"site\": {\"levels\": {\"1001\": [1, 2, 3, 4, 5, null]}, \"null_level\": 1}}", "{\"kind\": {\"levels\": {\"\": [[1, 1, 1, 1, 1, 1]], \"k1\": [1, 1, 1, 1, 1, 1]}}}",
		"{\"town\": {\"levels\": {\"town1\": [[[1]]]}}}", "{\"kind\": {\"knots\": [1], \"levels\": {\"k1\": [0, 0, 0, 0, 0, 0]}}}",
		"{\"a\": [\"2024-01-01\"]}", "{\"kind\": []}", "{\"mood\": [\"low\", 3, null, true]}"
	};

	add_text(out, wild() ? PICK(bad) : PICK(good));
}

static void
ranges(Buffer *out)
{
	static const char *const good[] = {
		"{\"a\": [-2, 2.5], \"d\": {\"values\": [0, 1, 2]}}", "{\"kind\": [0, 1]}", "{\"day\": [\"2024-01-01\", \"2024-03-31\"]}", "{}"
	};
	static const char *const bad[] = {
		"{\"a\": [2, 1]}", "{\"a\": [1]}", "{\"a\": [1, 1e400]}", "{\"a\": {\"values\": []}}", "{\"a\": {\"values\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]}}",
		"{\"a\": {\"value\": [1]}}", "{\"a\": {}}", "{\"a\": null}", "{\"day\": [\"2024-01-01\", \"x\"]}", "[1, 2]"
	};

	add_text(out, wild() ? PICK(bad) : PICK(good));
}

static void
pairs(Buffer *out)
{
	static const char *const good[] = {
		"[[\"a\", \"d\"]]", "[[\"a\", \"kind\"]]", "[[\"d\", \"kind\"], [\"a\", \"d\"]]", "[]"
	};
	static const char *const bad[] = {
		"[[\"a\", \"a\"]]", "[[\"a\", \"d\"], [\"d\", \"a\"]]", "[[\"a\"]]", "[\"a\", \"d\"]", "[[\"a\", 1]]",
		"[[\"a\", \"target\"]]", "[[\"1\", \"2\"]]", "[[\"a\", \"\"]]", "[[\"a\", null]]"
	};

	add_text(out, wild() ? PICK(bad) : PICK(good));
}

/* Columns or keys that are no attributes, and cuts of the times of the visits. */
static void
roles(Buffer *out)
{
	static const char *const good[] = {
		", \"groups\": \"patient\"", ", \"groups\": \"kind\"", ", \"weight\": \"w\"", ", \"weight\": \"counts\"",
		", \"groups\": \"site\", \"weight\": \"w\"", ", \"time_column\": \"day\", \"time_cuts\": [8787, 8809, 8831, 8853]",
		", \"time_column\": \"key\", \"time_cuts\": [8, 16, 24, 32], \"weight\": \"d\""
	};
	static const char *const bad[] = {
		", \"groups\": \"target\"", ", \"groups\": \"patient\", \"weight\": \"patient\"", ", \"weight\": \"a\"", ", \"weight\": \"day\"", ", \"weight\": \"town\"",
		", \"time_column\": \"day\"", ", \"time_column\": \"kind\", \"time_cuts\": [1, 2, 3, 4]", ", \"time_column\": \"a\", \"time_cuts\": [1e400, 2, 3, 4]",
		", \"time_column\": \"a\", \"time_cuts\": [4, 3, 2, 1]", ", \"time_column\": \"a\", \"time_cuts\": [0], \"folds\": 2", ", \"time_cuts\": []"
	};

	add_text(out, wild() ? PICK(bad) : PICK(good));
}

static void
prices(Buffer *out)
{
	bool		by_name = one_in(2);
	const char *before = "";

	add_text(out, "{\"cost\": {");
	for (int i = 0; i < 4; i++, before = ", ")
	{
		if (wild())
			continue;
		add(out, "%s\"%s\": ", before, names[by_name ? i : i + 5]);
		number(out);
	}
	add_text(out, "}");
	if (one_in(3))
	{
		add_text(out, ", \"panels\": {\"p\": {\"fee\": ");
		number(out);
		add_text(out, ", \"attributes\": ");
		if (wild())
			list_of_names(out);
		else
			add_text(out, by_name ? "[\"a\", \"d\"]" : "[\"1\", \"4\"]");
		add_text(out, "}}");
	}
	add_text(out, wild() ? ", \"more\": 1}" : "}");
}

static void
option_value(Buffer *out, const Choice *option)
{
	if (wild())
		add_text(out, PICK(odd_values));
	else if (strcmp(option->name, "columns") == 0)
		columns(out);
	else if (strcmp(option->name, "interactions") == 0)
		pairs(out);
	else if (strcmp(option->name, "range") == 0)
		ranges(out);
	else if (strcmp(option->name, "prices") == 0)
		prices(out);
	else if (strcmp(option->type, "text[]") == 0)
		list_of_names(out);
	else if (strcmp(option->type, "\"any\"") == 0)
		numbers(out);
	else if (strcmp(option->type, "text") == 0)
		word_of_range(out, option->range);
	else if (strcmp(option->type, "boolean") == 0)
		add_text(out, one_in(2) ? "true" : "false");
	else
		number_of_range(out, option->range);
}

/* A learner, or the design. */
static void
options(Buffer *out, bool design)
{
	const char *of;

	do
		of = choices[below(n_choices)].of;
	while ((strcmp(of, "design") == 0) != design);
	add_text(out, "{\"learner\": \"");
	if (wild())
		mutate_words(of, out);
	else
		add_text(out, of);
	add_char(out, '"');
	for (int n = (int) below(one_in(4) ? 12 : 4); n > 0; n--)
	{
		const Choice *option;

		do
			option = &choices[below(n_choices)];
		while (strcmp(option->of, of) != 0 && !wild());
		add_text(out, ", \"");
		if (wild())
			mutate_words(option->name, out);
		else
			add_text(out, option->name);
		add_text(out, "\": ");
		option_value(out, option);
	}
	if (design && one_in(4))
		roles(out);
	add_char(out, '}');
}

static void
document(Buffer *out)
{
	const char *before = "";

	add_char(out, '{');
	for (int i = 0; i < 5; i++)
	{
		if (one_in(4))
			continue;
		add(out, "%s\"%s\": ", before, names[i]);
		before = ", ";
		if (i == 4)
			add_text(out, one_in(2) ? "\"k0\"" : "\"k2\"");
		else if (i == 2)
			add_text(out, one_in(2) ? "true" : "false");
		else
			number(out);
	}
	add_char(out, '}');
}

static void
anything(Buffer *out, int depth)
{
	uint32_t	how = depth > 0 ? below(4) : 0;

	if (one_in(200))
	{
		for (int i = 0; i < 2000; i++)
			add_char(out, '[');
		for (int i = 0; i < 2000; i++)
			add_char(out, ']');
	}
	else if (how < 2)
		add_text(out, PICK(odd_values));
	else
	{
		add_char(out, how == 2 ? '[' : '{');
		for (int i = 0, n = (int) below(4); i < n; i++)
		{
			if (how == 3)
				add(out, "%s\"%s\": ", i > 0 ? ", " : "", PICK(names));
			else if (i > 0)
				add_text(out, ", ");
			anything(out, depth - 1);
		}
		add_char(out, how == 2 ? ']' : '}');
	}
}

void
json_for(Buffer *out, const char *name)
{
	static const char *const known[] = {"learner", "design", "prices", "columns", "interactions", "range", "features", "rename"};

	if (wild() && one_in(2))
		name = one_in(4) ? "" : PICK(known);
	if (strcmp(name, "learner") == 0 || strcmp(name, "learners") == 0)
		options(out, false);
	else if (strcmp(name, "design") == 0)
		options(out, true);
	else if (strcmp(name, "prices") == 0)
		prices(out);
	else if (strcmp(name, "columns") == 0)
		columns(out);
	else if (strcmp(name, "interactions") == 0)
		pairs(out);
	else if (strcmp(name, "range") == 0)
		ranges(out);
	else if (strcmp(name, "features") == 0)
		document(out);
	else if (strcmp(name, "rename") == 0)
		add(out, "{\"%s\": \"%s\"}", PICK(names), PICK(names));
	else
		anything(out, 4);
}
