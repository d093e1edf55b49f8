/*
 * log_space.c
 *		Lets new rows of a log reuse the space of folded rows.
 *
 * A log with many writes has thousands of folded rows before autovacuum comes, which is once
 * a minute at most.  PostgreSQL clears deleted rows from the pages that it reads, but only
 * VACUUM records the free space in the free space map.
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

/* Removes rows that no transaction can see any more from a page, and returns its free space. */
static Size
clear_page(Relation relation, BlockNumber block)
{
	Buffer		buffer = ReadBuffer(relation, block);
	Page		page = BufferGetPage(buffer);
	Size		space;

	LockBuffer(buffer, BUFFER_LOCK_EXCLUSIVE);
	/* heap_page_prune_opt() skips pages with a tenth of their space free, unless they have this hint */
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
 * _aer_reuse_space(log regclass): frees the space of a log and its TOAST table.  Does nothing,
 * and takes no lock, if the user may not delete its rows.
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
