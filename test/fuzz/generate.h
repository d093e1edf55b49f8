/*
 * generate.h
 *		Statements whose types are right, and whose values need not be.
 */
#ifndef FUZZ_GENERATE_H
#define FUZZ_GENERATE_H

#include "buffer.h"
#include "catalog.h"

/* literal.c: a constant for a parameter of a type and a name, "" if it has none. */
extern void literal(Buffer *out, Oid type, const char *name);
extern void quoted(Buffer *out, const char *text);

/* json.c: what a parameter of that name may be given, as text of JSON. */
extern void json_for(Buffer *out, const char *name);

/* expression.c */

/* The tables that a query reads, with names for its expressions to use. */
extern void from_tables(Buffer *out);
extern void leave_from(void);

/* While not 0, values of this type are the statement's parameter. */
extern Oid	parameter_type;

extern void expression(Buffer *out, Oid type, const char *name, int depth);

/* A call; an aggregate's is of the tables of the innermost from_tables(). */
extern void call(Buffer *out, const Function *f, int depth);

/* statement.c */

/* Any function, but seldom one that is an error wherever it is called. */
extern Function *any_function(void);

/* Any statement but calls, and what begins and ends transactions. */
extern void statement(Buffer *out);

/* A query of a call of a function. */
extern void statement_of(Buffer *out, const Function *f);

#endif							/* FUZZ_GENERATE_H */
