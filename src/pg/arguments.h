/*
 * arguments.h
 *		Types of arguments, constant arguments, and arguments that must not change from row to
 *		row.
 *
 * An aggregate gets its options with every row.  They must not change within one aggregate, and
 * parsing them for every row would be slow.  Equal addresses do not prove equal values (the next
 * row's value is often built at the same place), so the bytes are kept and compared.
 */
#ifndef AER_ARGUMENTS_H
#define AER_ARGUMENTS_H

#include "pg/aer.h"

typedef struct CachedArgument
{
	bool		constant;		/* a constant of the query, which need not be compared */
	struct varlena *raw;		/* copy of the value as passed, perhaps a TOAST pointer */
	struct varlena *plain;		/* the value detoasted */
} CachedArgument;

/* Copies a varlena argument into a memory context. */
extern void argument_keep(CachedArgument *argument, MemoryContext context, Datum value);

/*
 * Copies an argument of an aggregate and notes whether it is a constant.  Raises an error with
 * the argument's name if it is NULL.
 */
extern void argument_keep_aggregate(CachedArgument *argument, MemoryContext context,
									FunctionCallInfo fcinfo, int argno, const char *name);

/* Returns true if the value equals the one that was kept. */
extern bool argument_is_same(const CachedArgument *argument, Datum value);

/*
 * Raises an error if an aggregate's argument differs from the one that was kept.  hint: the
 * remedy; NULL suggests GROUP BY.
 */
extern void argument_check(const CachedArgument *argument, FunctionCallInfo fcinfo,
						   int argno, const char *name, const char *hint);

/*
 * Begins a struct that a function computes from arguments that seldom change, and keeps from call
 * to call.
 */
typedef struct CallCache
{
	MemoryContext context;		/* of the struct and everything that belongs to it */
} CallCache;

/*
 * Drops what the calls keep, and returns an empty memory context, below the current one, for a
 * new cache.
 */
extern MemoryContext call_cache_context(FunctionCallInfo fcinfo);

/* Returns a zeroed cache of that size, which owns the memory context. */
extern void *call_cache_create(MemoryContext context, Size size);

/* Keeps a cache that is complete; until then it ends with the context that was current. */
extern void call_cache_keep(FunctionCallInfo fcinfo, void *cache);

/* The cache that the calls keep, or NULL. */
#define CALL_CACHE(fcinfo) ((fcinfo)->flinfo->fn_extra)

/*
 * Returns true if the query passes a constant as argument of a plain function.  A parameter is
 * not a constant, whatever get_fn_expr_arg_stable() says: a PL/pgSQL expression keeps fn_extra
 * while its variables change.
 */
extern bool argument_is_constant(FunctionCallInfo fcinfo, int argno);

/* Returns the type of an argument of the running function; raises an error if it is unknown. */
extern Oid	argument_type(FunctionCallInfo fcinfo, int argno);

/* Returns true if an aggregate's argument is a constant.  Argument 0 is the state. */
extern bool aggregate_argument_is_constant(FunctionCallInfo fcinfo, int argno);

/*
 * Checks ORDER BY of an aggregate with optional arguments: agg(x ORDER BY id, option) would
 * silently be agg(x), sorted by two expressions.  Raises an error, which shows the call with
 * these arguments, if a sort expression is a constant or jsonb.
 */
extern void aggregate_check_order(FunctionCallInfo fcinfo, const char *arguments);

/* Returns the memory context of the aggregate's state; raises an error outside aggregates. */
extern MemoryContext aggregate_context(FunctionCallInfo fcinfo);

#endif							/* AER_ARGUMENTS_H */
