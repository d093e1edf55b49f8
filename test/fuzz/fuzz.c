/*
 * fuzz.c
 *		Values, options and statements at random against a server, for a time given.
 *
 *	fuzz CONNINFO SECONDS SEED [SESSION]
 *
 * The database has what tables.sql makes.  All that a session does follows from
 * the seed and its number; SESSION does one alone, FUZZ_TRACE=1 shows its
 * statements.  FUZZ_PATIENCE: seconds of work within which a statement must obey
 * its time limit (1).  The last line of the output is the report.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "generate.h"
#include "mutate.h"
#include "random.h"
#include "server.h"

static Buffer *text;
static Buffer *bytes;

static bool
takes(const Function *f, Oid type)
{
	for (int i = 0; i < f->n; i++)
		if (f->argument[i].type == type)
			return true;
	return false;
}

/* A query of a call, and whether it succeeded. */
static void
run_call(Function *f, Oid type, const char *parameter, int length, bool binary_result)
{
	PGresult   *result;

	buffer_clear(text);
	statement_of(text, f);
	result = server_run(text->data, type, parameter, length, true, binary_result);
	f->calls++;
	f->successes += PQresultStatus(result) == PGRES_TUPLES_OK;
	PQclear(result);
}

static void
run_and_forget(const char *query, bool binary_result)
{
	PQclear(server_run(query, 0, NULL, -1, false, binary_result));
}

/* The same again after a round trip: its bytes are kept as they are, and its text is equal. */
static bool
is_stable(const Kind *kind, const PGresult *first)
{
	char		query[400];
	PGresult   *again;
	bool		stable = true;

	snprintf(query, sizeof(query), "SELECT v, v = v::text::%s FROM (SELECT $1::%s AS v OFFSET 0) s", kind->name, kind->name);
	again = server_run(query, kind->oid, PQgetvalue(first, 0, 0), PQgetlength(first, 0, 0), true, true);
	if (PQresultStatus(again) == PGRES_TUPLES_OK)
		stable = PQgetlength(again, 0, 0) == PQgetlength(first, 0, 0) &&
			memcmp(PQgetvalue(again, 0, 0), PQgetvalue(first, 0, 0), PQgetlength(again, 0, 0)) == 0 && *PQgetvalue(again, 0, 1) == 1;
	else if (again && strcmp(PQresultErrorField(again, PG_DIAG_SQLSTATE), "57014") != 0)
		stable = false;
	if (!stable)
		server_problem(&tally.unstable, "a value that was accepted is not the same after a round trip");
	PQclear(again);
	return stable;
}

/* What is accepted is given to every function that takes the type. */
static void
try_value(const Kind *kind)
{
	bool		binary = one_in(2);
	char		query[200];
	PGresult   *first;

	buffer_clear(bytes);
	if (binary)
		mutate_binary(kind, bytes);
	else
		mutate_text(kind, bytes);
	tally.values++;
	snprintf(query, sizeof(query), "SELECT $1::%s", kind->name);
	first = server_run(query, kind->oid, bytes->data, (int) bytes->len, binary, true);
	if (PQresultStatus(first) == PGRES_TUPLES_OK)
	{
		tally.accepted++;
		is_stable(kind, first);
		parameter_type = kind->oid;
		for (int i = 0; i < n_functions; i++)
			if (takes(&functions[i], kind->oid) && (!functions[i].step || one_in(20)))
				run_call(&functions[i], kind->oid, PQgetvalue(first, 0, 0), PQgetlength(first, 0, 0), one_in(2));
		parameter_type = 0;
	}
	PQclear(first);
}

/* A call that is given options. */
static void
try_options(void)
{
	Function   *f;

	do
		f = any_function();
	while (f->result != JSONB && !takes(f, JSONB) && !takes(f, JSONB_ARRAY));
	run_call(f, 0, NULL, -1, false);
}

/* Statements in one transaction, each in a savepoint, which is then taken back. */
static void
try_statements(void)
{
	run_and_forget("BEGIN", false);
	for (int n = 1 + (int) below(20); n > 0; n--)
	{
		run_and_forget("SAVEPOINT s", false);
		if (one_in(2))
			run_call(any_function(), 0, NULL, -1, one_in(3));
		else
		{
			buffer_clear(text);
			statement(text);
			run_and_forget(text->data, one_in(3));
		}
		if (PQtransactionStatus(server_connection()) == PQTRANS_INERROR)
			run_and_forget("ROLLBACK TO s", false);
		else if (one_in(4))
			run_and_forget("RELEASE s", false);
	}
	run_and_forget("ROLLBACK", false);
	run_and_forget("DEALLOCATE ALL", false);
}

static void
run_session(void)
{
	static const int limits[] = {10, 100, 500, 500};

	random_start(seed, session);
	server_limit(PICK(limits));
	switch (below(3))
	{
		case 0:
			for (int n = 0; n < 10; n++)
				try_value(&kinds[below(n_kinds)]);
			break;
		case 1:
			for (int n = 0; n < 10; n++)
				try_options();
			break;
		case 2:
			try_statements();
			break;
	}
}

int
main(int argc, char **argv)
{
	double		seconds = argc > 2 ? atof(argv[2]) : 0;
	const char *patience = getenv("FUZZ_PATIENCE");
	struct timespec start;
	struct timespec now;

	if (argc < 4)
	{
		fprintf(stderr, "usage: fuzz CONNINFO SECONDS SEED [SESSION]\n");
		return 2;
	}
	text = buffer_new();
	bytes = buffer_new();
	seed = strtoull(argv[3], NULL, 10);
	session = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
	server_connect(argv[1], patience ? atof(patience) : 1);
	catalog_read(server_connection());
	clock_gettime(CLOCK_MONOTONIC, &start);
	do
	{
		run_session();
		session++;
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (argc <= 4 && (double) (now.tv_sec - start.tv_sec) < seconds);
	for (int i = 0; i < n_functions; i++)
		if (functions[i].successes == 0 && !functions[i].step)
			printf("never succeeded: %s, %d arguments, %d calls\n", functions[i].name, functions[i].n, functions[i].calls);
	printf("slowest to be cancelled: %s\n", tally.slowest);
	printf("seed %llu sessions %llu functions %d values %llu accepted %llu statements %llu succeeded %llu cancelled %llu no_memory %llu "
		   "crashes %llu internal %llu unstable %llu hangs %llu cancel_wall %.3f cancel_busy %.3f\n",
		   (unsigned long long) seed, (unsigned long long) session, n_functions,
		   (unsigned long long) tally.values, (unsigned long long) tally.accepted,
		   (unsigned long long) tally.statements, (unsigned long long) tally.succeeded,
		   (unsigned long long) tally.cancelled, (unsigned long long) tally.no_memory,
		   (unsigned long long) tally.crashes, (unsigned long long) tally.internal,
		   (unsigned long long) tally.unstable, (unsigned long long) tally.hangs,
		   tally.cancel_wall, tally.cancel_busy);
	return 0;
}
