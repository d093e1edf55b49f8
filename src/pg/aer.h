/*
 * aer.h
 *		What every file of src/pg shares.
 *
 * Data flows one way: a file here reads what the kernel's plan asks for, the
 * kernel computes, a file here wraps the result.  No mathematics lives here.
 */
#ifndef AER_H
#define AER_H

#include "postgres.h"

#include <math.h>

#include "pg/compat.h"
#include "fmgr.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"

/* Sizes of kernel memory and counts are taken for 64 bits wide everywhere. */
StaticAssertDecl(sizeof(void *) == 8 && sizeof(size_t) == 8, "aer is for 64-bit machines only");

/* The largest number of attributes: numbered by int4 in SQL. */
#define MAX_ATTRIBUTES ((uint32) (MaxAllocSize / sizeof(double)))

#endif							/* AER_H */
