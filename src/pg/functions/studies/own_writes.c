/*
 * own_writes.c
 *		Finds what the transaction that asks has written itself.
 *
 * A new partition may be read alone if it was attached by this transaction, which since then
 * wrote nothing through the partitioned table.  SQL shows neither.
 */
#include "pg/aer.h"

#include "access/table.h"
#include "access/xact.h"
#include "pgstat.h"
#include "utils/rel.h"

PG_FUNCTION_INFO_V1(aer_own_row);
PG_FUNCTION_INFO_V1(aer_own_writes);

/* _aer_own_row(version xid): true if a row with that xmin was written by this transaction. */
Datum
aer_own_row(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(TransactionIdIsCurrentTransactionId(PG_GETARG_TRANSACTIONID(0)));
}

/*
 * _aer_own_writes(relation oid): true if this transaction inserted, updated or deleted rows of
 * a table, or if nobody counts (track_counts).
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
