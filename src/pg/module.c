/*
 * module.c
 *		What makes the library a module of PostgreSQL.
 */
#include "pg/aer.h"

#include "pg/progress.h"

PG_MODULE_MAGIC_EXT(.name = "aer", .version = AER_VERSION);

void
_PG_init(void)
{
	progress_define_setting();
}
