/*
 * scan.h
 *		What is compared, and a scan of a query's rows that it learns from or is
 *		scored on.
 *
 * Each batch of rows is shown to one after the other, so that a learner's state
 * stays in the processor's cache; what one has read of a row is there for the others.
 */
#ifndef AER_SCAN_H
#define AER_SCAN_H

#include "pg/aer.h"

#include "kernel/score/evaluation.h"
#include "kernel/score/ranking.h"
#include "pg/progress.h"
#include "pg/result_row.h"
#include "pg/rows/query_rows.h"
#include "pg/rows/shared_features.h"

/* Something to be compared: trained on some rows, then scored on others. */
typedef struct Trial Trial;

/* learner: as for aer_train, or a design.  shared: by all trials. */
extern Trial *trial_create(Jsonb *learner, const QueryRows *rows, SharedFeatures *shared);

/* The model that a trial has so far, or why it has none.  shared: by all contenders. */
typedef struct Contender Contender;
extern Contender *trial_contender(Trial *trial, SharedFeatures *shared);

/* The trial is not used any more: free what is large. */
extern void trial_release(Trial *trial);

/* Why a contender has no result: what was wrong in training or in scoring; NULL: nothing was. */
extern const char *contender_problem(const Contender *contender);

/* Let several contenders share a ranking, which grows where it was allocated. */
extern void contender_rank(Contender *contender, Ranking **ranking);

extern const Evaluation *contender_evaluation(const Contender *contender);

/* A WARNING if any of n has a problem. */
extern void contenders_warn(Contender *const *contender, int n);

/* The columns mse, sign_error, mse_se and problem. */
extern void put_errors(ResultRow *row, const Contender *contender);

/* What training cost: rows learned from, attribute values read. */
extern uint64 contender_rows(const Contender *contender);
extern uint64 contender_reads(const Contender *contender);

typedef struct QueryScan
{
	QueryRows  *rows;
	SharedFeatures *shared;		/* shared by all that are shown the rows */
	QueryRow   *row;			/* [n] the present batch */
	int			n;
	uint64		usable;			/* rows so far, those without features or target left out */
	uint64		untargeted;		/* of these, those scored whose named target is NULL */
	MemoryContext reading;
	Progress   *progress;
} QueryScan;

/* total: the query's rows where they are known, else 0. */
extern void scan_begin(QueryScan *scan, QueryRows *rows, SharedFeatures *shared,
					   Progress *progress, const char *doing, uint64 total);

/* The next batch, of at most so many rows; false at the end. */
extern bool scan_next(QueryScan *scan, int most);

/* Train a trial on the rows of the batch that are not in a fold. */
#define NO_FOLD (-1)
extern void scan_train(QueryScan *scan, Trial *trial, int but_fold);

/*
 * Score each row of the batch by the contenders of its fold: contender[i * folds
 * + fold] for i below n, as long as it has no problem.
 */
extern void scan_score(QueryScan *scan, Contender **contender, int n, int folds);

/* A NOTICE that counts the rows that nobody was scored on, after all were fetched. */
extern void scan_notice_left_out(const QueryScan *scan);

/* Raise the error of a query without rows that can be used. */
extern void scan_no_rows(const char *argument);

#endif							/* AER_SCAN_H */
