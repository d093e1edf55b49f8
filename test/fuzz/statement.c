/*
 * statement.c
 *		Queries of calls, and what changes tables, columns and settings under them.
 */
#include <string.h>

#include "generate.h"
#include "random.h"

static void
some_columns(Buffer *out)
{
	static const Oid types[] = {FLOAT8, INT4, INT8, BOOL, TEXT, JSONB, FLOAT8_ARRAY, TEXT_ARRAY, BYTEA};

	for (int n = (int) below(3); n >= 0; n--)
	{
		expression(out, one_in(2) ? kinds[below(n_kinds)].oid : PICK(types), "", 0);
		add_text(out, n > 0 ? ", " : "");
	}
}

/* SELECT ... FROM tables, rows one by one. */
static void
select_rows(Buffer *out, const Function *f)
{
	Buffer *from = buffer_new();

	from_tables(from);
	add_text(out, one_in(10) ? "SELECT DISTINCT " : "SELECT ");
	if (f)
		call(out, f, 0);
	else
		some_columns(out);
	add_text(out, from->data);
	if (one_in(5))
	{
		add_text(out, " WHERE ");
		expression(out, BOOL, "", 0);
	}
	add(out, " LIMIT %u", 1 + below(12));
	leave_from();
	buffer_free(from);
}

static void
select_aggregate(Buffer *out, const Function *f)
{
	Buffer *from = buffer_new();
	bool		window = one_in(8);

	from_tables(from);
	add_text(out, "SELECT ");
	call(out, f, 0);
	if (window)
		add_text(out, one_in(2) ? " OVER (ORDER BY ctid ROWS 5 PRECEDING)" : " OVER (ORDER BY 1::int)");
	add_text(out, from->data);
	if (one_in(6))
	{
		add_text(out, " WHERE ");
		expression(out, BOOL, "", 0);
	}
	if (!window && one_in(5))
	{
		add_text(out, one_in(3) ? " GROUP BY GROUPING SETS ((), (" : " GROUP BY ((");
		expression(out, one_in(2) ? INT4 : BOOL, "g", 1);
		add_text(out, "))");
	}
	leave_from();
	buffer_free(from);
}

static void
select_from_call(Buffer *out, const Function *f)
{
	Buffer *from = buffer_new();

	from_tables(from);
	add(out, "SELECT r.*%s, ", from->data);
	call(out, f, 0);
	add(out, " r LIMIT %u", 1 + below(200));
	leave_from();
	buffer_free(from);
}

void
statement_of(Buffer *out, const Function *f)
{
	if (f->aggregate)
		select_aggregate(out, f);
	else if (f->n == 0 || ((f->set || f->columns > 0) && !one_in(6)))
		select_from_call(out, f);
	else
		select_rows(out, f);
}

/* What changes tables; everything is rolled back at the session's end. */
static void
change_table(Buffer *out)
{
	const Table *table;
	const Argument *column;

	do
		table = &tables[below(n_tables)];
	while (table->columns == 0 || (table->view && !wild()));
	column = &table->column[below(table->columns)];
	switch (below(17))
	{
		case 0:
			add(out, "INSERT INTO %s SELECT * FROM %s LIMIT %u", table->name, table->name, below(5));
			break;
		case 1:
		case 2:
			add(out, "INSERT INTO %s (%s) VALUES (", table->name, column->name);
			literal(out, column->type, column->name);
			add_text(out, ")");
			break;
		case 3:
			add(out, "INSERT INTO %s (key, target) SELECT 1000 + i, i / 8.0 FROM generate_series(%u, %u) i ON CONFLICT DO NOTHING", table->name, below(9), below(40));
			break;
		case 4:
		case 5:
		case 6:
			add(out, "UPDATE %s SET %s = ", table->name, column->name);
			literal(out, column->type, column->name);
			add(out, " WHERE key %% %u = 0", 1 + below(9));
			break;
		case 7:
			add(out, "UPDATE %s SET key = key + %u WHERE key > %u", table->name, 50 + below(5000), below(30));
			break;
		case 8:
		case 9:
			add(out, "DELETE FROM %s WHERE key %% %u = 0", table->name, 1 + below(9));
			break;
		case 10:
			add(out, "TRUNCATE %s", table->name);
			break;
		case 11:
			add(out, "ALTER TABLE %s DROP COLUMN %s", table->name, column->name);
			break;
		case 12:
			add(out, "ALTER TABLE %s ALTER %s TYPE %s", table->name, column->name,
							  one_in(3) ? "text" : one_in(2) ? "real USING NULL" : "numeric");
			break;
		case 13:
			add(out, one_in(2) ? "ALTER TABLE %s RENAME %s TO renamed" : "ALTER TABLE %s ADD more float8 DEFAULT 'NaN', ALTER %s DROP DEFAULT", table->name, column->name);
			break;
		case 14:
			add(out, "MERGE INTO %s t USING generate_series(%u, %u) i ON t.key = i WHEN MATCHED AND i %% 3 = 0 THEN DELETE "
				"WHEN MATCHED THEN UPDATE SET %s = ", table->name, below(20), below(60), column->name);
			literal(out, column->type, column->name);
			add_text(out, " WHEN NOT MATCHED THEN INSERT (key) VALUES (i)");
			break;
		case 15:
			add(out, "WITH d AS (DELETE FROM %s WHERE key < %u RETURNING *), i AS (INSERT INTO %s SELECT * FROM d RETURNING *) SELECT count(*) FROM i",
				table->name, below(40), table->name);
			break;
		case 16:
			add(out, "INSERT INTO %s (key, %s) SELECT i, ", table->name, column->name);
			literal(out, column->type, column->name);
			add(out, " FROM generate_series(%u, %u) i ON CONFLICT (key) DO UPDATE SET target = 7", below(30), below(60));
			break;
	}
}

static void
change_setting(Buffer *out)
{
	static const char *const settings[] = {"max_parallel_workers_per_gather = 2", "max_parallel_workers_per_gather = 0", "work_mem = '64kB'", "work_mem = '64MB'",
		"enable_hashagg = off", "enable_sort = off", "jit = on", "jit_above_cost = 0", "plan_cache_mode = force_generic_plan", "parallel_leader_participation = off",
		"extra_float_digits = 0", "search_path = ''", "row_security = off", "session_replication_role = replica", "constraint_exclusion = on", "DateStyle = 'SQL, DMY'",
	"transaction_read_only = on", "client_encoding = 'LATIN1'"};

	add(out, "SET LOCAL %s", PICK(settings));
}

/* Queries around queries. */
static void
wrapped(Buffer *out, const char *query)
{
	switch (below(9))
	{
		case 0:
			add(out, "CREATE TABLE made_%u AS %s", below(3), query);
			break;
		case 1:
			add(out, "CREATE TEMP VIEW view_%u AS %s", below(3), query);
			break;
		case 2:
			add(out, "EXPLAIN (VERBOSE, COSTS OFF) %s", query);
			break;
		case 3:
			add(out, "EXPLAIN ANALYZE %s", query);
			break;
		case 4:
			add(out, "DECLARE c%u SCROLL CURSOR FOR %s", below(3), query);
			break;
		case 5:
			add(out, one_in(2) ? "FETCH ALL c%u" : "FETCH BACKWARD 3 c%u", below(3));
			break;
		case 6:
			add(out, "PREPARE p%u AS %s", below(3), query);
			break;
		case 7:
			add(out, "EXECUTE p%u", below(3));
			break;
		case 8:
			add(out, "WITH q AS MATERIALIZED (%s) SELECT DISTINCT q.*, q::text FROM q", query);
			break;
	}
}

/* Any, but seldom one that is an error wherever it is called. */
Function *
any_function(void)
{
	Function   *f;

	do
		f = &functions[below(n_functions)];
	while (f->step && !one_in(20));
	return f;
}

void
statement(Buffer *out)
{
	Buffer	   *query;

	switch (below(10))
	{
		case 0:
		case 1:
		case 2:
			change_table(out);
			return;
		case 3:
			change_setting(out);
			return;
		case 4:
		case 5:
			select_rows(out, NULL);
			return;
		default:
			query = buffer_new();
			statement_of(query, any_function());
			wrapped(out, query->data);
			buffer_free(query);
	}
}
