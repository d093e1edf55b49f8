/*
 * server.c
 *		One connection, which is made again when the server went down.
 */
#include "server.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "random.h"

#define MOST_REASONS 200
#define LONGEST_SHOWN 4000

Tally		tally;
uint64_t	seed;
uint64_t	session;
static PGconn *conn;
static const char *conninfo;
static double patience;
static int	limit;
static const char *running;
static const char *running_parameter;
static int	running_length;

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

/* For how long the backend has been on a processor; 0 where the system does not say. */
static double
busy(void)
{
	char		name[64];
	FILE	   *file;
	unsigned long long spent = 0;

	snprintf(name, sizeof(name), "/proc/%d/schedstat", PQbackendPID(conn));
	file = fopen(name, "r");
	if (file && fscanf(file, "%llu", &spent) != 1)
		spent = 0;
	if (file)
		fclose(file);
	return (double) spent / 1e9;
}

/* Numbers in a message are not what makes it another reason. */
static bool
is_new(const char *reason)
{
	static char *known[MOST_REASONS];
	static int	n;
	char	   *plain = strdup(reason);
	char	   *to = plain;

	for (const char *from = reason; *from; from++)
		if (*from < '0' || *from > '9')
			*to++ = *from;
	*to = '\0';
	for (int i = 0; i < n; i++)
		if (strcmp(known[i], plain) == 0)
		{
			free(plain);
			return false;
		}
	if (n < MOST_REASONS)
		known[n++] = plain;
	return true;
}

void
server_problem(uint64_t *count, const char *reason)
{
	++*count;
	if (!is_new(reason))
		return;
	printf("PROBLEM seed %llu session %llu: %s\n\t%.*s\n", (unsigned long long) seed, (unsigned long long) session, reason,
		   LONGEST_SHOWN, running ? running : "");
	if (running_length > 0)
	{
		printf("\twith $1 = ");
		for (int i = 0; i < running_length; i++)
			printf("%02x", (unsigned char) running_parameter[i]);
		printf("\n");
	}
	fflush(stdout);
}

static void
notice(void *unused, const PGresult *result)
{
	const char *text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);

	(void) unused;
	if (text && (strstr(text, "leak") || strstr(text, "problem in alloc") || strstr(text, "not closed") || strstr(text, "still referenced")))
		server_problem(&tally.internal, text);
}

static void
set_limit(void)
{
	char		query[80];

	snprintf(query, sizeof(query), "SET statement_timeout = %d", limit);
	PQclear(PQexec(conn, query));
}

void
server_connect(const char *info, double server_patience)
{
	double		start = now();

	conninfo = info;
	patience = server_patience;
	do
	{
		PQfinish(conn);
		conn = PQconnectdb(conninfo);
		if (PQstatus(conn) == CONNECTION_OK)
		{
			PQsetNoticeReceiver(conn, notice, NULL);
			PQclear(PQexec(conn, "SET search_path = fuzz, public; SET lock_timeout = '2s'; SET client_min_messages = warning; SET jit = off; "
						   "SET max_parallel_workers_per_gather = 0; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0"));
			if (limit > 0)
				set_limit();
			return;
		}
		usleep(100000);
	} while (now() - start < 60);
	printf("PROBLEM seed %llu session %llu: no connection: %s", (unsigned long long) seed, (unsigned long long) session, PQerrorMessage(conn));
	exit(2);
}

PGconn *
server_connection(void)
{
	return conn;
}

void
server_limit(int milliseconds)
{
	limit = milliseconds;
	set_limit();
}

/* Wait for the answer for so long; false: it has not come. */
static bool
wait_until(double until)
{
	struct pollfd poll_for = {PQsocket(conn), POLLIN, 0};

	for (;;)
	{
		double		left = until - now();

		if (!PQconsumeInput(conn) || !PQisBusy(conn))
			return true;
		if (left <= 0)
			return false;
		poll(&poll_for, 1, (int) (left * 1000) + 1);
	}
}

/* Wait, and see how long it takes beyond the limit. */
static void
wait_for_answer(void)
{
	double		due = now() + limit / 1000.0;
	double		busy_then;
	double		wall;
	double		worked;

	if (limit == 0 || wait_until(due))
		return;
	busy_then = busy();
	while (!wait_until(now() + 1) && busy() - busy_then < patience && now() - due < 60 * patience)
		;
	wall = now() - due;
	worked = busy() - busy_then;
	if (PQisBusy(conn))
	{
		char		kill[100];

		server_problem(&tally.hangs, "not cancelled in time");
		snprintf(kill, sizeof(kill), "kill -QUIT %d", PQbackendPID(conn));
		if (system(kill) != 0)
			exit(2);
		wait_until(now() + 60);
	}
	if (wall > tally.cancel_wall)
		tally.cancel_wall = wall;
	if (worked > tally.cancel_busy)
	{
		tally.cancel_busy = worked;
		snprintf(tally.slowest, sizeof(tally.slowest), "session %llu: %s", (unsigned long long) session, running);
	}
}

static void
judge(const PGresult *result)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	char		reason[1000];

	if (PQresultStatus(result) != PGRES_FATAL_ERROR)
		tally.succeeded++;
	else if (state == NULL)
		return;
	else if (strncmp(state, "XX", 2) == 0)
	{
		snprintf(reason, sizeof(reason), "%s %s", state, PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
		server_problem(&tally.internal, reason);
	}
	else if (strcmp(state, "57014") == 0)
		tally.cancelled++;
	else if (strcmp(state, "53200") == 0)
		tally.no_memory++;
}

PGresult *
server_run(const char *statement, Oid type, const char *parameter, int length, bool binary_parameter, bool binary_result)
{
	PGresult   *result = NULL;
	PGresult   *next;
	int			format = binary_parameter;

	running = statement;
	running_parameter = parameter;
	running_length = length;
	tally.statements++;
	if (getenv("FUZZ_TRACE"))
		printf("%s;\n", statement);
	if (PQsendQueryParams(conn, statement, length >= 0, &type, &parameter, &length, &format, binary_result))
	{
		wait_for_answer();
		while ((next = PQgetResult(conn)))
		{
			PQclear(result);
			result = next;
			judge(result);
			if (PQresultStatus(result) == PGRES_COPY_IN || PQresultStatus(result) == PGRES_COPY_OUT)
				break;
		}
	}
	if (getenv("FUZZ_TRACE") && result)
		printf("-- %s %s", PQresStatus(PQresultStatus(result)), PQresultErrorMessage(result));
	if (PQstatus(conn) != CONNECTION_OK)
	{
		char		reason[1000];

		snprintf(reason, sizeof(reason), "the server went down: %.900s", PQerrorMessage(conn));
		server_problem(&tally.crashes, reason);
		PQclear(result);
		server_connect(conninfo, patience);
		return NULL;
	}
	return result;
}
