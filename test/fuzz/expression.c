/*
 * expression.c
 *		Expressions of a type: columns of the tables read, constants, calls.
 */
#include <stdlib.h>
#include <string.h>

#include "generate.h"
#include "random.h"

#define DEEPEST 3
#define MOST_READ 16

typedef struct Read
{
	const Table *table;
	int			alias;
} Read;

static Read reads[MOST_READ];
static int	n_reads;
static int	first_read;			/* of the innermost query */
static int	aliases;
Oid			parameter_type;

/* Queries within queries remember where theirs begin. */
static int	begins[MOST_READ];
static int	n_begins;

void
from_tables(Buffer *out)
{
	const Table *table = &tables[below(n_tables)];

	if (n_begins == MOST_READ || n_reads + 2 >= MOST_READ)
		abort();
	begins[n_begins++] = first_read;
	first_read = n_reads;
	reads[n_reads++] = (Read) {table, ++aliases};
	add(out, " FROM %s t%d", table->name, aliases);
	if (one_in(6))
	{
		table = &tables[below(n_tables)];
		reads[n_reads++] = (Read) {table, ++aliases};
		add(out, ", (SELECT * FROM %s LIMIT %u) t%d", table->name, 1 + below(3), aliases);
	}
}

void
leave_from(void)
{
	n_reads = first_read;
	first_read = begins[--n_begins];
	if (n_begins == 0)
		aliases = 0;
}

/* A column of what is read; mostly the one of the parameter's name, if there is one. */
static bool
column(Buffer *out, Oid type, const char *name)
{
	int			alias = 0;
	const char *found = NULL;
	int			seen = 0;
	bool		called = false;

	for (int i = one_in(10) ? 0 : first_read; i < n_reads; i++)
		for (int k = 0; k < reads[i].table->columns; k++)
		{
			const Argument *c = &reads[i].table->column[k];

			if (c->type != type || called)
				continue;
			called = strcmp(c->name, name) == 0 && !one_in(8);
			if (one_in(++seen) || called)
			{
				found = c->name;
				alias = reads[i].alias;
			}
		}
	if (found)
		add(out, "t%d.%s", alias, found);
	return found != NULL;
}

static void
record(Buffer *out, int depth)
{
	const Table *table;

	if (n_reads > first_read && !one_in(8))
		add(out, "t%d", reads[first_read + below(n_reads - first_read)].alias);
	else if (one_in(2))
	{
		add_text(out, "ROW(");
		for (int n = (int) below(4); n >= 0; n--)
		{
			expression(out, one_in(2) ? FLOAT8 : one_in(2) ? BOOL : TEXT, "", depth + 1);
			add_text(out, n > 0 ? ", " : ")");
		}
	}
	else
	{
		table = &tables[below(n_tables)];
		add(out, one_in(4) ? "NULL::%s" : "(SELECT r FROM %s r LIMIT 1)", table->name);
	}
}

/* One of the types that such a parameter takes. */
static Oid
concrete(Oid type)
{
	static const Oid arrays[] = {FLOAT8_ARRAY, FLOAT8_ARRAY, FLOAT8_ARRAY, FLOAT8_ARRAY, FLOAT4_ARRAY, INT4_ARRAY, INT2_ARRAY, INT8_ARRAY, BOOL_ARRAY, NUMERIC_ARRAY};
	static const Oid odd_arrays[] = {TEXT_ARRAY, JSONB_ARRAY};
	static const Oid targets[] = {FLOAT8, FLOAT8, FLOAT8, BOOL, INT4, NUMERIC, FLOAT4, INT8};
	static const Oid odd_targets[] = {TEXT, JSONB, BYTEA, REGCLASS};
	static const Oid any[] = {FLOAT8, FLOAT8_ARRAY, TEXT_ARRAY, INT4_ARRAY, JSONB, TEXT, INT4, NUMERIC_ARRAY};

	switch (type)
	{
		case ANYARRAY:
			return wild() ? PICK(odd_arrays) : PICK(arrays);
		case ANYCOMPATIBLENONARRAY:
			return wild() ? PICK(odd_targets) : PICK(targets);
		case ANY:
			return PICK(any);
		default:
			return type;
	}
}

/* The statement's parameter; of an aggregate's rows, some have others. */
static void
parameter(Buffer *out, bool among_others, const char *name, int depth)
{
	if (among_others)
	{
		add_text(out, "CASE WHEN ");
		expression(out, BOOL, "", depth + 1);
		add_text(out, " THEN ");
		expression(out, parameter_type, name, depth + 1);
		add_text(out, " ELSE ");
	}
	add(out, "$1::%s%s", type_name(parameter_type), among_others ? " END" : "");
}

static void
arguments(Buffer *out, const Function *f, int depth)
{
	bool		named = f->n > 0 && *f->argument[0].name && (f->n > 6 || (f->needed < f->n && one_in(2)));
	const char *before = "";
	/* the first of the parameter's type is the parameter */
	bool		given = false;

	for (int i = 0; i < f->n; i++)
	{
		const Argument *a = &f->argument[i];

		if (i >= f->needed && (named ? !one_in(f->n > 6 ? 5 : 2) : one_in(3)))
		{
			if (named)
				continue;
			break;
		}
		add_text(out, before);
		before = ", ";
		if (named)
			add(out, "%s => ", a->name);
		if (parameter_type && a->type == parameter_type && depth <= 1 && (!given || one_in(2)))
		{
			parameter(out, f->aggregate && one_in(2), a->name, depth);
			given = true;
		}
		else if (a->type == RECORD)
			record(out, depth);
		else
			expression(out, concrete(a->type), a->name, depth + 1);
	}
}

void
call(Buffer *out, const Function *f, int depth)
{
	add(out, "%s(", f->name);
	if (f->aggregate && one_in(12))
		add_text(out, "ALL ");
	arguments(out, f, depth);
	if (f->aggregate && one_in(3))
		add(out, " ORDER BY t%d::text%s", reads[first_read].alias, one_in(2) ? "" : " DESC");
	add_char(out, ')');
	if (f->aggregate && one_in(10))
	{
		add_text(out, " FILTER (WHERE ");
		expression(out, BOOL, "", depth + 1);
		add_char(out, ')');
	}
}

/* A call whose result is of the type, or has a column of it. */
static bool
call_of(Buffer *out, Oid type, int depth)
{
	const Function *found = NULL;
	const char *found_column = NULL;
	int			seen = 0;

	for (int i = 0; i < n_functions; i++)
	{
		const Function *f = &functions[i];

		if (f->columns == 0)
		{
			if (f->result == type && !f->step && one_in(++seen))
				found = f, found_column = NULL;
		}
		else
			for (int k = 0; k < f->columns; k++)
				if (f->column[k].type == type && one_in(1 + (seen += one_in(4))))
					found = f, found_column = f->column[k].name;
	}
	if (found == NULL)
		return false;
	if (found->aggregate)
	{
		Buffer *from = buffer_new();

		from_tables(from);
		add_text(out, found_column ? "(SELECT (" : "(SELECT ");
		call(out, found, depth + 1);
		if (found_column)
			add(out, ").%s", found_column);
		add(out, "%s)", from->data);
		leave_from();
		buffer_free(from);
	}
	else if (found->set || found_column)
	{
		add(out, "(SELECT %s FROM ", found_column ? found_column : "r");
		call(out, found, depth + 1);
		add(out, " r LIMIT 1%s)", one_in(4) ? " OFFSET 1" : "");
	}
	else
		call(out, found, depth + 1);
	return true;
}

/* A few ways of PostgreSQL's own to change a value. */
static bool
changed(Buffer *out, Oid type, const char *name, int depth)
{
	const char *format;

	switch (type)
	{
		case FLOAT8_ARRAY:
			format = one_in(2) ? "array_append(%s, random_number)" : "(%s)[2:3]";
			break;
		case BYTEA:
			format = one_in(2) ? "set_byte(%s, 3, 255)" : "substr(%s, 2)";
			break;
		case JSONB:
			format = one_in(2) ? "(%s - 'a')" : "jsonb_set(%s, '{budget}', '2')";
			break;
		case FLOAT8:
			format = one_in(2) ? "(- %s)" : "(%s * 3)";
			break;
		default:
			return false;
	}
	for (const char *at = format; *at; at++)
		if (strncmp(at, "%s", 2) == 0)
		{
			expression(out, type, name, depth + 1);
			at++;
		}
		else if (strncmp(at, "random_number", 13) == 0)
		{
			literal(out, FLOAT8, "");
			at += 12;
		}
		else
			add_char(out, *at);
	return true;
}

void
expression(Buffer *out, Oid type, const char *name, int depth)
{
	bool		deep = depth >= DEEPEST || n_begins >= MOST_READ - 2 || n_reads >= MOST_READ - 4;

	/* states of aggregates, whose steps have no names for them */
	if ((type == BYTEA || type == FLOAT8_ARRAY) && *name == '\0' && !deep && one_in(2) && call_of(out, type, depth))
		return;
	switch (below(12))
	{
		case 0:
		case 1:
		case 2:
			if (!deep && call_of(out, type, depth))
				return;
			break;
		case 3:
			if (!deep && changed(out, type, name, depth))
				return;
			break;
		case 4:
			if (deep || !wild())
				break;
			add_text(out, "CASE WHEN ");
			expression(out, BOOL, "", depth + 1);
			add_text(out, " THEN ");
			expression(out, type, name, depth + 1);
			add_text(out, " END");
			return;
		case 5:
			literal(out, type, name);
			return;
	}
	if (!column(out, type, name))
		literal(out, type, name);
}
