/*
 * given_table.c
 *		Tables that a user gives as regclass.
 */
#include "pg/given_table.h"

#include "access/table.h"

Relation
given_table_open(Oid table, LOCKMODE mode)
{
	Relation	relation = try_table_open(table, mode);

	if (relation == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("there is no table with OID %u", table),
				 errhint("It may have been dropped since the statement began.")));
	return relation;
}
