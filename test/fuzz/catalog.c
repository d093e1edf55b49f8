/*
 * catalog.c
 *		Read once, in an order that is the same in every run.
 */
#include "catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Type
{
	Oid			oid;
	char	   *name;
	Oid			element;
} Type;

Function   *functions;
int			n_functions;
Table	   *tables;
int			n_tables;
Kind	   *kinds;
int			n_kinds;
Choice	   *choices;
int			n_choices;
static Type *types;
static int	n_types;

static PGresult *
rows_of(PGconn *conn, const char *query, int format)
{
	PGresult   *rows = PQexecParams(conn, query, 0, NULL, NULL, NULL, NULL, format);

	if (PQresultStatus(rows) != PGRES_TUPLES_OK)
	{
		fprintf(stderr, "%s: %s", query, PQerrorMessage(conn));
		exit(2);
	}
	return rows;
}

static char *
text_at(PGresult *rows, int i, int column)
{
	return strdup(PQgetvalue(rows, i, column));
}

static Oid
oid_at(PGresult *rows, int i, int column)
{
	return (Oid) strtoul(PQgetvalue(rows, i, column), NULL, 10);
}

static void *
array_of(PGresult *rows, int *n, size_t size)
{
	*n = PQntuples(rows);
	return calloc(*n + 1, size);
}

static void
read_types(PGconn *conn)
{
	PGresult   *rows = rows_of(conn, "SELECT oid, format_type(oid, NULL), CASE WHEN typcategory = 'A' THEN typelem ELSE 0 END "
							   "FROM pg_type ORDER BY oid", 0);

	types = array_of(rows, &n_types, sizeof(Type));
	for (int i = 0; i < n_types; i++)
		types[i] = (Type) {oid_at(rows, i, 0), text_at(rows, i, 1), oid_at(rows, i, 2)};
	PQclear(rows);
}

static Type *
type_of(Oid oid)
{
	for (int i = 0; i < n_types; i++)
		if (types[i].oid == oid)
			return &types[i];
	fprintf(stderr, "there is no type %u\n", oid);
	exit(2);
}

const char *
type_name(Oid type)
{
	return type_of(type)->name;
}

Oid
type_element(Oid type)
{
	return type_of(type)->element;
}

Kind *
kind_of(Oid type)
{
	for (int i = 0; i < n_kinds; i++)
		if (kinds[i].oid == type)
			return &kinds[i];
	return NULL;
}

/* What SQL cannot call, or what is called by something else, is left out. */
#define CALLABLE \
	"p.prokind IN ('f', 'a') AND NOT ('internal'::regtype = ANY (p.proargtypes::oid[])) " \
	"AND p.prorettype NOT IN ('internal'::regtype, 'trigger'::regtype, 'event_trigger'::regtype) " \
	"AND (p.pronamespace = 'fuzz'::regnamespace OR EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass " \
	"AND objid = p.oid AND deptype = 'e' AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'aer')))"

static void
read_functions(PGconn *conn)
{
	PGresult   *rows = rows_of(conn,
							   "SELECT format('%I.%I', pronamespace::regnamespace, proname), prokind = 'a', proretset, prorettype, pronargs - pronargdefaults, "
							   "(SELECT count(*) FROM pg_attribute WHERE attrelid = typrelid AND attnum > 0) + "
							   "(SELECT count(*) FROM unnest(proargmodes) m WHERE m IN ('o', 't')), pronargs, "
							   "EXISTS (SELECT FROM pg_aggregate WHERE aggtransfn = p.oid) "
							   "FROM pg_proc p JOIN pg_type t ON t.oid = prorettype WHERE " CALLABLE
							   " ORDER BY proname, proargtypes::regtype[]::text", 0);
	PGresult   *arguments = rows_of(conn,
									"SELECT mode IN ('o', 't', 'c'), name, type FROM (SELECT proname, proargtypes::regtype[]::text AS types, coalesce(mode, 'i') AS mode, "
									"coalesce(quote_ident(nullif(name, '')), '') AS name, type, n "
									"FROM pg_proc p, unnest(coalesce(proallargtypes, proargtypes::oid[]), proargmodes, proargnames) WITH ORDINALITY u(type, mode, name, n) WHERE " CALLABLE
									" UNION ALL SELECT proname, proargtypes::regtype[]::text, 'c', quote_ident(attname), atttypid, 1000 + attnum "
									"FROM pg_proc p JOIN pg_type t ON t.oid = prorettype JOIN pg_attribute ON attrelid = typrelid AND attnum > 0 WHERE " CALLABLE
									") s ORDER BY proname, types, n", 0);
	int			next = 0;

	functions = array_of(rows, &n_functions, sizeof(Function));
	for (int i = 0; i < n_functions; i++)
	{
		Function   *f = &functions[i];
		int			columns = (int) oid_at(rows, i, 5);
		int			n = (int) oid_at(rows, i, 6);

		f->name = text_at(rows, i, 0);
		f->aggregate = *PQgetvalue(rows, i, 1) == 't';
		f->set = *PQgetvalue(rows, i, 2) == 't';
		f->result = oid_at(rows, i, 3);
		f->step = *PQgetvalue(rows, i, 7) == 't';
		f->needed = (int) oid_at(rows, i, 4);
		f->argument = calloc(n + 1, sizeof(Argument));
		f->column = calloc(columns + 1, sizeof(Argument));
		for (int k = 0; k < n + columns; k++, next++)
		{
			Argument	a = {text_at(arguments, next, 1), oid_at(arguments, next, 2)};

			if (*PQgetvalue(arguments, next, 0) == 't')
				f->column[f->columns++] = a;
			else
				f->argument[f->n++] = a;
		}
	}
	PQclear(rows);
	PQclear(arguments);
}

static void
read_tables(PGconn *conn)
{
	PGresult   *rows = rows_of(conn,
							   "SELECT c.oid, quote_ident(relname), relkind IN ('v', 'm') FROM pg_class c "
							   "WHERE relnamespace = 'fuzz'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') ORDER BY relname COLLATE \"C\"", 0);
	PGresult   *columns = rows_of(conn,
								  "SELECT attrelid, quote_ident(attname), atttypid FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped ORDER BY attrelid, attnum", 0);

	tables = array_of(rows, &n_tables, sizeof(Table));
	for (int i = 0; i < n_tables; i++)
	{
		tables[i].name = text_at(rows, i, 1);
		tables[i].view = *PQgetvalue(rows, i, 2) == 't';
		tables[i].column = calloc(PQntuples(columns) + 1, sizeof(Argument));
		for (int k = 0; k < PQntuples(columns); k++)
			if (oid_at(columns, k, 0) == oid_at(rows, i, 0))
				tables[i].column[tables[i].columns++] = (Argument) {text_at(columns, k, 1), oid_at(columns, k, 2)};
	}
	PQclear(rows);
	PQclear(columns);
}

static void
read_values(PGconn *conn, Kind *kind)
{
	char		query[500];
	PGresult   *binary;
	PGresult   *text;

	snprintf(query, sizeof(query), "SELECT %s FROM %s ORDER BY n", kind->column, kind->table);
	binary = rows_of(conn, query, 1);
	text = rows_of(conn, query, 0);
	kind->values = PQntuples(binary);
	kind->binary = calloc(kind->values, sizeof(char *));
	kind->text = calloc(kind->values, sizeof(char *));
	kind->length = calloc(kind->values, sizeof(int));
	for (int i = 0; i < kind->values; i++)
	{
		kind->length[i] = PQgetlength(binary, i, 0);
		kind->binary[i] = malloc(kind->length[i]);
		memcpy(kind->binary[i], PQgetvalue(binary, i, 0), kind->length[i]);
		kind->text[i] = text_at(text, i, 0);
	}
	PQclear(binary);
	PQclear(text);
}

/* Every base type of aer has a table of values, or we are not told of one. */
static void
read_kinds(PGconn *conn)
{
	PGresult   *rows = rows_of(conn,
							   "SELECT t.oid, typname, 'values_' || regexp_replace(typname, '^aer_', ''), regexp_replace(typname, '^aer_', '') "
							   "FROM pg_type t JOIN pg_depend d ON d.classid = 'pg_type'::regclass AND d.objid = t.oid AND deptype = 'e' "
							   "WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'aer') AND typtype = 'b' AND typcategory <> 'A' ORDER BY typname", 0);

	kinds = array_of(rows, &n_kinds, sizeof(Kind));
	for (int i = 0; i < n_kinds; i++)
	{
		kinds[i] = (Kind) {oid_at(rows, i, 0), text_at(rows, i, 1), text_at(rows, i, 2), text_at(rows, i, 3)};
		read_values(conn, &kinds[i]);
	}
	PQclear(rows);
}

static void
read_choices(PGconn *conn)
{
	PGresult   *rows = rows_of(conn, "SELECT learner, option, type, range FROM aer_options()", 0);

	choices = array_of(rows, &n_choices, sizeof(Choice));
	for (int i = 0; i < n_choices; i++)
		choices[i] = (Choice) {text_at(rows, i, 0), text_at(rows, i, 1), text_at(rows, i, 2), text_at(rows, i, 3)};
	PQclear(rows);
}

void
catalog_read(PGconn *conn)
{
	read_types(conn);
	read_functions(conn);
	read_tables(conn);
	read_kinds(conn);
	read_choices(conn);
}
