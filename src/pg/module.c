/*
 * module.c
 *		What makes the library a module of PostgreSQL.
 */
#include "pg/aer.h"

PG_MODULE_MAGIC_EXT(.name = "aer", .version = AER_VERSION);
