/*
 * server.h
 *		Runs statements, and judges what comes back.
 */
#ifndef FUZZ_SERVER_H
#define FUZZ_SERVER_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

/* What the report says. */
typedef struct Tally
{
	uint64_t	values;
	uint64_t	accepted;
	uint64_t	statements;
	uint64_t	succeeded;
	uint64_t	cancelled;
	uint64_t	no_memory;
	uint64_t	crashes;
	uint64_t	internal;		/* errors of class XX, warnings of leaks */
	uint64_t	unstable;		/* values that are not what they were after a round trip */
	uint64_t	hangs;			/* not cancelled within the server's patience */
	double		cancel_wall;	/* the longest from the time limit to the answer, in seconds */
	double		cancel_busy;	/* and of the time that the backend worked in between */
	char		slowest[4000];	/* which statement that was */
} Tally;

extern Tally tally;

/* Where we are, for messages. */
extern uint64_t seed;
extern uint64_t session;

extern void server_connect(const char *conninfo, double patience);
extern PGconn *server_connection(void);

/* The time limit of the statements that follow. */
extern void server_limit(int milliseconds);

/* A statement with a parameter or (length -1) none; the result, to be cleared by the caller, or NULL where the server went down. */
extern PGresult *server_run(const char *statement, Oid type, const char *parameter, int length, bool binary_parameter, bool binary_result);

/* Something that is wrong: printed, once for each reason, with what leads to it. */
extern void server_problem(uint64_t *count, const char *reason);

#endif							/* FUZZ_SERVER_H */
