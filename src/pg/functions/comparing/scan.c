/*
 * scan.c
 *		A scan of a query's rows, which many candidates learn from or many
 *		contenders are scored on.
 */
#include "pg/functions/comparing/scan.h"

#include "miscadmin.h"

/*
 * What reading a row leaves behind, such as the working memory of numerics, is
 * gone when a batch has been shown to one learner: as in an aggregate, nothing
 * that lasts is allocated in the current memory context.
 */
void
scan_begin(QueryScan *scan, QueryRows *rows, SharedFeatures *shared, Progress *progress,
		   const char *doing, uint64 total)
{
	memset(scan, 0, sizeof(QueryScan));
	scan->rows = rows;
	scan->shared = shared;
	scan->reading = AllocSetContextCreate(CurrentMemoryContext, "aer row reading",
										  ALLOCSET_DEFAULT_SIZES);
	scan->progress = progress;
	progress_phase(progress, doing, "rows", total);
}

bool
scan_next(QueryScan *scan, int most)
{
	if (!query_rows_fetch(scan->rows, most, &scan->row, &scan->n))
		return false;
	progress_tell(scan->progress, query_rows_count(scan->rows));
	scan->usable += scan->n;
	shared_features_keep(scan->shared, scan->n);
	return true;
}

void
scan_train(QueryScan *scan, Candidate *candidate, int but_fold)
{
	MemoryContext old = MemoryContextSwitchTo(scan->reading);

	CHECK_FOR_INTERRUPTS();
	for (int i = 0; i < scan->n; i++)
		if (scan->row[i].fold != but_fold)
			candidate_train(candidate, i, &scan->row[i]);
	MemoryContextSwitchTo(old);
	MemoryContextReset(scan->reading);
}

/* The linear predictions of one contender; those of other folds stay as they are. */
static void
score_batch(QueryScan *scan, Contender *contender, int fold, double *score, double *target)
{
	MemoryContext old = MemoryContextSwitchTo(scan->reading);

	CHECK_FOR_INTERRUPTS();
	for (int i = 0; i < scan->n; i++)
		if (scan->row[i].fold == fold)
			contender_score(contender, i, &scan->row[i], &score[i], &target[i]);
	MemoryContextSwitchTo(old);
	MemoryContextReset(scan->reading);
}

void
scan_score(QueryScan *scan, Contender **contender, int n, int folds)
{
	double	   *score = palloc(sizeof(double) * Max(scan->n, 1) * n);
	double	   *target = palloc(sizeof(double) * Max(scan->n, 1));

	for (int c = 0; c < n * folds; c++)
		if (contender[c])
			score_batch(scan, contender[c], c % folds, score + (Size) (c / folds) * scan->n, target);
	for (int i = 0; i < scan->n; i++)
	{
		int			fold = scan->row[i].fold;
		bool		scored = true;

		for (int k = 0; k < n; k++)
			if (contender[k * folds + fold] && isnan(score[(Size) k * scan->n + i]))
				scored = false;
		for (int k = 0; k < n && scored; k++)
			if (contender[k * folds + fold] && !isnan(target[i]))
				contender_add(contender[k * folds + fold], score[(Size) k * scan->n + i], target[i]);
		scan->left_out += !scored;
	}
	pfree(score);
	pfree(target);
}

void
scan_notice_left_out(uint64 rows)
{
	if (rows > 0)
		ereport(NOTICE,
				(errmsg_plural(UINT64_FORMAT " row is not scored", UINT64_FORMAT " rows are not scored",
							   rows, rows),
				 errdetail("An attribute that has a weight in one of the models is NULL there; all learners are scored on the same rows.")));
}

void
scan_no_rows(const char *argument)
{
	ereport(ERROR,
			(errcode(ERRCODE_NO_DATA_FOUND),
			 errmsg("%s returned no row with features and target", argument)));
}
