/*
 * aer.h
 *		Included first by every file of src/pg: PostgreSQL's basic headers, and the differences
 *		between its major versions.
 *
 * Data flows one way: code here reads the attributes that the kernel's plan names, the kernel
 * computes, and code here makes SQL values of the results.
 */
#ifndef AER_H
#define AER_H

#include "postgres.h"

#include <math.h>

#include "fmgr.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"

/*
 * The code is written for PostgreSQL 18.  The following gives 15 to 17 what they lack, under the
 * names and with the arguments of 18.  One difference has no name: from 17 on,
 * CurrentMemoryContext may be a bump context, which cannot free or enlarge a chunk, while a value
 * is flattened (a sort keeps its tuples in one).  See row_moments_flat.c.
 */
#if PG_VERSION_NUM < 150000
#error "aer needs PostgreSQL 15 or later"
#endif

#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

/* Raises an error if the name is malformed; later versions can return NULL instead. */
#if PG_VERSION_NUM < 160000
#include "utils/regproc.h"

#define stringToQualifiedNameList(string, context) stringToQualifiedNameList(string)
#endif

#if PG_VERSION_NUM < 170000
#include "libpq/pqformat.h"

/* The last argument asked to count the four bytes of the length, too. */
#define pq_sendcountedtext(buffer, text, length) \
	pq_sendcountedtext(buffer, text, length, false)
#endif

#if PG_VERSION_NUM < 180000
#define pg_noreturn pg_attribute_noreturn()
#define PG_MODULE_MAGIC_EXT(...) PG_MODULE_MAGIC
#endif

/* Sizes of kernel memory and counts are 64 bits wide everywhere. */
StaticAssertDecl(sizeof(void *) == 8 && sizeof(size_t) == 8, "aer is for 64-bit machines only");

/* The largest number of attributes, which int4 numbers in SQL. */
#define MAX_ATTRIBUTES ((uint32) (MaxAllocSize / sizeof(double)))

#endif							/* AER_H */
