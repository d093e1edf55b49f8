/*
 * own_writes.c
 *		Finds the writes of the current transaction.
 *
 * A new partition may be read alone if the current transaction has attached it and has since
 * then written nothing through the partitioned table.  SQL shows neither.
 */
#include "pg/aer.h"

#include "access/table.h"
#include "access/xact.h"
#include "pgstat.h"
#include "utils/rel.h"

PG_FUNCTION_INFO_V1(aer_own_row);
PG_FUNCTION_INFO_V1(aer_own_writes);

/* _aer_own_row(version xid): true if this transaction has written the row with that xmin. */
Datum
aer_own_row(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(TransactionIdIsCurrentTransactionId(PG_GETARG_TRANSACTIONID(0)));
}

/*
 * _aer_own_writes(relation oid): true if this transaction has inserted, updated or deleted rows
 * of a table, or if that is unknown because track_counts is off.
 */
Datum
aer_own_writes(PG_FUNCTION_ARGS)
{
	Relation	relation = try_table_open(PG_GETARG_OID(0), AccessShareLock);
	bool		writes = false;

	if (relation == NULL)
		PG_RETURN_BOOL(false);
	if (RELKIND_HAS_STORAGE(relation->rd_rel->relkind))
		writes = !pgstat_should_count_relation(relation) || relation->pgstat_info->trans != NULL;
	table_close(relation, AccessShareLock);
	PG_RETURN_BOOL(writes);
}
