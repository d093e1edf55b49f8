/*
 * literal.c
 *		Constants: tame ones that suit the tame tables, and wild ones.
 */
#include <string.h>

#include "generate.h"
#include "mutate.h"
#include "random.h"

void
quoted(Buffer *out, const char *text)
{
	add_text(out, " E'");
	for (; *text; text++)
	{
		if (*text == '\'' || *text == '\\')
			add_char(out, *text);
		add_char(out, *text);
	}
	add_char(out, '\'');
}

static const char *const sources[] = {"people", "points", "parts", "wild", "documents", "visits", "visits", "visit_documents"};

static const char *
number(Oid type)
{
	static const char *const tame[] = {"0", "1", "2", "3", "0.5", "0.1", "-1", "1.5", "4", "10", "0.25", "60"};
	static const char *const odd[] = {"NaN", "Infinity", "-Infinity", "-0", "5e-324", "-2.2250738585072014e-308", "1.7976931348623157e308", "1e308", "-1e308",
	"1e-300", "1e150", "-1e160", "1e15", "9007199254740993", "1e-17", "4294967296", "1e12", "1e38", "0.0005", "0.9999999999999999"};
	static const char *const tame_whole[] = {"1", "2", "3", "4", "1", "2", "5", "10", "7", "0"};
	static const char *const odd_whole[] = {"0", "-1", "2147483647", "-2147483648", "65535", "65536", "100", "101", "1000", "20000", "16777216", "32767"};
	static const char *const odd_long[] = {"0", "-1", "9223372036854775807", "-9223372036854775808", "4294967296", "1000000", "2147483648", "9007199254740993"};

	switch (type)
	{
		case INT2:
		case INT4:
			return wild() ? PICK(odd_whole) : PICK(tame_whole);
		case INT8:
			return wild() ? PICK(odd_long) : PICK(tame_whole);
		default:
			return wild() ? PICK(odd) : PICK(tame);
	}
}

/* What runs a query is given one of these. */
static void
query(Buffer *out)
{
	static const char *const tame[] = {"SELECT features, target FROM points", "SELECT features, label FROM points ORDER BY key", "SELECT p, 'target' FROM people p",
		"SELECT features, target FROM documents", "SELECT features, target FROM wide", "SELECT p, 'label'::text FROM people p WHERE key > 3", "SELECT bits, label FROM points",
		"SELECT v, 'target' FROM visits v", "SELECT features, 'target' FROM visit_documents"};
	static const char *const odd[] = {"SELECT features, target FROM wild", "", "SELECT", "SELECT 1", "SELECT NULL, NULL", "SELECT features, target, 1 FROM points",
		"SELECT w, 'target' FROM wild w", "SELECT features, target FROM points WHERE false", "SELECT 1; SELECT 2", "UPDATE points SET target = 1 RETURNING features, target",
		"WITH RECURSIVE r AS (SELECT 1 UNION ALL SELECT * FROM r) SELECT features, target FROM points, r", "SELECT e, 'target' FROM empty e", "SELECT n, 'x' FROM nothing n",
	"SELECT object, target FROM wild", "SELECT features, 1/0 FROM points", "VALUES (ARRAY[1], 1)", "SELECT features, target::text FROM points", "BEGIN", "SELECT singles, whole FROM wild"};
	const char *text = wild() ? PICK(odd) : PICK(tame);

	quoted(out, text);
}

static void
word(Buffer *out, const char *name)
{
	static const char *const columns[] = {"target", "label", "a", "d", "kind", "features", "key", "ü", "B \"b"};
	static const char *const attributes[] = {"a", "B \"b", "ü", "d", "ä1", "ä2", "ä3", "w1", "w2", "kind", "kind=k0"};
	static const char *const odd[] = {"", "x", " a", "A", "\t", "nul", "gone", "........pg.dropped.1........", "ctid", "tableoid", "b'", "k\\0", "öäüßéèàçñøåæœþðđħŋ", "a=b"};
	Buffer *text;

	if (strstr(name, "query"))
	{
		query(out);
		return;
	}
	if (!wild())
	{
		if (strcmp(name, "target") == 0)
			quoted(out, columns[below(one_in(6) ? 9 : 2)]);
		else if (strcmp(name, "key") == 0)
			quoted(out, one_in(6) ? PICK(columns) : "key");
		else if (strcmp(name, "log") == 0)
			quoted(out, one_in(2) ? "log_1" : "another_log");
		else if (strcmp(name, "source") == 0)
			quoted(out, PICK(sources));
		else if (strcmp(name, "features") == 0)
			quoted(out, "features");
		else if (strcmp(name, "groups") == 0)
			quoted(out, one_in(2) ? "patient" : "kind");
		else if (strcmp(name, "time_column") == 0)
			quoted(out, one_in(2) ? "day" : "key");
		else if (strcmp(name, "weight") == 0)
			quoted(out, one_in(2) ? "w" : "counts");
		else if (strcmp(name, "method") == 0)
			quoted(out, one_in(2) ? "full" : "diagonal");
		else
			quoted(out, PICK(attributes));
	}
	else if (one_in(2))
		quoted(out, PICK(odd));
	else
	{
		/* a word of the options, changed */
		const Choice *choice = &choices[below(n_choices)];

		text = buffer_new();
		mutate_words(one_in(2) ? choice->name : choice->range, text);
		quoted(out, text->data);
		buffer_free(text);
	}
}

/* Of a type of aer: a real one, or the text of one that was changed. */
static void
value(Buffer *out, const Kind *kind)
{
	Buffer *text;

	if (!wild())
	{
		add(out, "(SELECT %s FROM %s WHERE n = %u)", kind->column, kind->table, 1 + below(kind->values));
		return;
	}
	text = buffer_new();
	mutate_text(kind, text);
	quoted(out, text->data);
	buffer_free(text);
}

static void
table(Buffer *out, const char *name)
{
	static const char *const odd[] = {"pg_class", "points_pkey", "another_log", "seen", "log_1_id_seq"};
	static const char *const logs[] = {"log_1", "log_2", "log_3", "another_log"};

	quoted(out, wild() ? PICK(odd) : strcmp(name, "log") == 0 ? PICK(logs) :
		   one_in(2) ? PICK(sources) : tables[below(n_tables)].name);
}

static void
array(Buffer *out, Oid type, const char *name)
{
	Oid			element = type_element(type);
	int			n = wild() ? (int) below(7) : element == TEXT ? 1 + (int) below(4) : 4;

	if (wild())
	{
		static const char *const odd[] = {"'{}'", "'{NULL}'", "NULL", "'{NULL,NULL,NULL,NULL}'", "'[5:8]={1,2,0,1}'", "'[-1:2]={1,1,0,1}'", "'{{1,0},{0,1}}'",
		"'{{{1}}}'", "array_fill(1, '{1000}')", "array_fill(0, '{2,2}', '{7,7}')", "'[2147483644:2147483647]={1,0,0,1}'", "'{1}'", "'{1,2,3}'"};

		add_text(out, element == JSONB || kind_of(element) ? "NULL" : PICK(odd));
	}
	else if (n == 0)
		add_text(out, "'{}'");
	else
	{
		add_text(out, "ARRAY[");
		for (int i = 0; i < n; i++)
		{
			add_text(out, i > 0 ? ", " : "");
			literal(out, element, name);
		}
		add_char(out, ']');
	}
}

void
literal(Buffer *out, Oid type, const char *name)
{
	Buffer *text;

	add_char(out, '(');
	if (wild() && one_in(4))
		add_text(out, "NULL");
	else if (kind_of(type))
		value(out, kind_of(type));
	else if (type_element(type) != 0)
		array(out, type, name);
	else
		switch (type)
		{
			case BOOL:
				add_text(out, one_in(2) ? "true" : "false");
				break;
			case INT2:
			case INT4:
			case INT8:
			case FLOAT4:
			case FLOAT8:
			case NUMERIC:
				quoted(out, number(type));
				break;
			case TEXT:
				word(out, name);
				break;
			case CSTRING:
				text = buffer_new();
				mutate_text(&kinds[below(n_kinds)], text);
				quoted(out, text->data);
				buffer_free(text);
				break;
			case JSONB:
				text = buffer_new();
				json_for(text, name);
				quoted(out, text->data);
				buffer_free(text);
				break;
			case BYTEA:
				add(out, "'\\x%016llx%08x'", (unsigned long long) random_bits(), below(256));
				break;
			case REGCLASS:
				table(out, name);
				break;
			default:
				add_text(out, "NULL");
		}
	add(out, ")::%s", type_name(type));
}
