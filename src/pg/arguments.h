/*
 * arguments.h
 *		What is known of a call's arguments beside their values, and those that
 *		have to stay the same from row to row.
 *
 * An aggregate's options come with every row.  They must not change within
 * one call, and must not be parsed for every row.  Their address says nothing
 * (the next row's value is often built at the same place), so the bytes are
 * kept and compared.
 */
#ifndef AER_ARGUMENTS_H
#define AER_ARGUMENTS_H

#include "pg/aer.h"

typedef struct CachedArgument
{
	bool		constant;		/* the query says so: no need to compare */
	struct varlena *raw;		/* as it came, perhaps a toast pointer */
	struct varlena *plain;		/* detoasted */
} CachedArgument;

/*
 * Keep a varlena argument in a memory context.  Its detoasted form is
 * argument->plain.
 */
extern void argument_keep(CachedArgument *argument, MemoryContext context, Datum value);

/*
 * The same for an aggregate's argument: note whether it is a constant.  An error
 * that calls it by name if it is NULL.
 */
extern void argument_keep_aggregate(CachedArgument *argument, MemoryContext context,
									FunctionCallInfo fcinfo, int argno, const char *name);

/* Is this the value that was kept? */
extern bool argument_is_same(const CachedArgument *argument, Datum value);

/*
 * Within an aggregate: raise an error unless the argument is what was kept.
 * hint: the remedy; NULL: a group for each value.
 */
extern void argument_check(const CachedArgument *argument, FunctionCallInfo fcinfo,
						   int argno, const char *name, const char *hint);

/*
 * What a function makes of arguments that seldom change is kept from call to
 * call: a struct that begins with this.
 */
typedef struct CallCache
{
	MemoryContext context;		/* of the struct and all that belongs to it */
} CallCache;

/*
 * Let go of what the call keeps; its memory context, or a new one, is for
 * what will be kept next.
 */
extern MemoryContext call_cache_context(FunctionCallInfo fcinfo);

/* A cache of so many bytes, zeroed, in a memory context of its own. */
extern void *call_cache_create(MemoryContext context, Size size);

/* Keep it once it is complete; until then it goes with the present context. */
extern void call_cache_keep(FunctionCallInfo fcinfo, void *cache);

/* What is kept, or NULL. */
#define CALL_CACHE(fcinfo) ((fcinfo)->flinfo->fn_extra)

/*
 * Does the query give the argument of a plain function as a constant?  A
 * parameter is none, whatever get_fn_expr_arg_stable() says: a PL/pgSQL
 * expression keeps fn_extra while its variables change.
 */
extern bool argument_is_constant(FunctionCallInfo fcinfo, int argno);

/* The type of an argument of the running function; an error if nobody says. */
extern Oid	argument_type(FunctionCallInfo fcinfo, int argno);

/* Is an aggregate's argument a constant?  Argument 0 is the state. */
extern bool aggregate_argument_is_constant(FunctionCallInfo fcinfo, int argno);

/*
 * For aggregates with optional arguments: agg(x ORDER BY id, option) is taken
 * for agg(x), sorted by two expressions.  An error, which shows the call with
 * these arguments, if one of them is a constant or jsonb, by which nobody sorts.
 */
extern void aggregate_check_order(FunctionCallInfo fcinfo, const char *arguments);

/* The memory context of the aggregate's state; an error outside aggregates. */
extern MemoryContext aggregate_context(FunctionCallInfo fcinfo);

#endif							/* AER_ARGUMENTS_H */
