/*
 * log_space.c
 *		Lets new rows of a log take the room of those that were folded.
 *
 * A log that is written to often has thousands of folded rows before autovacuum comes, once
 * a minute at most.  PostgreSQL clears pages of deleted rows when it reads them, but only
 * VACUUM writes into the free space map that there is room.
 */
#include "pg/aer.h"

#include "access/heapam.h"
#include "access/table.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/bufpage.h"
#include "storage/freespace.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

PG_FUNCTION_INFO_V1(aer_reuse_space);

/* Clears a page of rows that nobody can see any more, and returns its free space. */
static Size
clear_page(Relation relation, BlockNumber block)
{
	Buffer		buffer = ReadBuffer(relation, block);
	Page		page = BufferGetPage(buffer);
	Size		space;

	LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
	/* a hint: heap_page_prune_opt passes over pages that have a tenth of their space free */
	if (!PageIsNew(page) && TransactionIdIsValid(((PageHeader) page)->pd_prune_xid))
		PageSetFull(page);
	LockBuffer(buffer, BUFFER_LOCK_UNLOCK);
	heap_page_prune_opt(relation, buffer);
	LockBuffer(buffer, BUFFER_LOCK_SHARE);
	space = PageIsNew(page) ? 0 : PageGetHeapFreeSpace(page);
	UnlockReleaseBuffer(buffer);
	return space;
}

static void
reuse_space(Relation relation)
{
	BlockNumber blocks = RelationGetNumberOfBlocks(relation);

	for (BlockNumber block = 0; block < blocks; block++)
	{
		CHECK_FOR_INTERRUPTS();
		RecordPageWithFreeSpace(relation, block, clear_page(relation, block));
	}
	FreeSpaceMapVacuumRange(relation, 0, blocks);
}

/*
 * _aer_reuse_space(log regclass): for a table, and what is stored beside it, of which one may
 * delete rows.  Who may not does not lock it.
 */
Datum
aer_reuse_space(PG_FUNCTION_ARGS)
{
	bool		missing = false;
	Relation	log;

	PreventCommandDuringRecovery("_aer_reuse_space()");
	if (pg_class_aclcheck_ext(PG_GETARG_OID(0), GetUserId(), ACL_DELETE, &missing) != ACLCHECK_OK)
		PG_RETURN_VOID();
	log = try_table_open(PG_GETARG_OID(0), RowExclusiveLock);
	if (log == NULL)
		PG_RETURN_VOID();
	if (log->rd_rel->relkind == RELKIND_RELATION && log->rd_tableam == GetHeapamTableAmRoutine())
	{
		reuse_space(log);
		if (OidIsValid(log->rd_rel->reltoastrelid))
		{
			Relation	toast = table_open(log->rd_rel->reltoastrelid, RowExclusiveLock);

			reuse_space(toast);
			table_close(toast, NoLock);
		}
	}
	table_close(log, NoLock);
	PG_RETURN_VOID();
}
