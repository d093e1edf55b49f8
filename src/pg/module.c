/*
 * module.c
 *		The magic block by which PostgreSQL loads the library.
 */
#include "pg/aer.h"

PG_MODULE_MAGIC_EXT(.name = "aer", .version = AER_VERSION);
