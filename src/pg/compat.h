/*
 * compat.h
 *		All differences between the majors of PostgreSQL that aer serves: 15 to 18.
 *
 * The code is written for the newest; here the older ones are given what they
 * lack, under the newest one's name and with its arguments.  A difference of
 * behaviour that no name shows: from 17 on CurrentMemoryContext may be a bump
 * context, which cannot free or enlarge a chunk, when a value is flattened
 * (a sort keeps its tuples in one).  See row_moments.c.
 */
#ifndef COMPAT_H
#define COMPAT_H

#if PG_VERSION_NUM < 150000
#error "aer needs PostgreSQL 15 or later"
#endif

#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#else
#include "fmgr.h"
#endif

/* A name that cannot be one is an error. */
#if PG_VERSION_NUM < 160000
#include "utils/regproc.h"

#define stringToQualifiedNameList(string, context) stringToQualifiedNameList(string)
#endif

#if PG_VERSION_NUM < 170000
#include "libpq/pqformat.h"

/* The length counted itself if this argument said so. */
#define pq_sendcountedtext(buffer, text, length) \
	pq_sendcountedtext(buffer, text, length, false)
#endif

#if PG_VERSION_NUM < 180000
#define pg_noreturn pg_attribute_noreturn()
#define PG_MODULE_MAGIC_EXT(...) PG_MODULE_MAGIC
#endif

#endif							/* COMPAT_H */
