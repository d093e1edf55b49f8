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
#include "pg/functions/scoring/scorer.h"
#include "pg/functions/training/model_builder.h"
#include "pg/progress.h"
#include "pg/result_row.h"
#include "pg/rows/query_rows.h"
#include "pg/rows/shared_features.h"

/* Something to be compared: trained on some rows, then scored on others. */
typedef struct Trial
{
	ModelBuilder *model_builder;	/* to be released when the trial is not used any more */
	FeaturesKind kind;
	const char *target;			/* its column or key, or NULL */
	char	   *problem;		/* what was wrong, or NULL */
} Trial;

/* learner: as for aer_train, or a design.  shared: by all trials. */
extern Trial *trial_create(Jsonb *learner, const QueryRows *rows, SharedFeatures *shared);

/* The model that a trial had, or why it had none. */
typedef struct Contender
{
	char	   *problem;		/* what was wrong in training or in scoring, or NULL */
	Scorer	   *scorer;			/* NULL with a problem in training */
	bool		named;			/* the target */
	uint64		rows;			/* learned from */
	uint64		reads;			/* attribute values read in training */
	Evaluation	evaluation;
	Ranking   **ranking;		/* shared, grows where it was allocated; NULL: none is wanted */
} Contender;

/* shared: by all contenders. */
extern Contender *trial_contender(Trial *trial, SharedFeatures *shared);

/* A WARNING if any of n has a problem. */
extern void contenders_warn(Contender *const *contender, int n);

/* The last columns of a row of the result: mse, wrong, mse_se and problem. */
extern void put_errors(ResultRow *row, const Contender *contender);

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
