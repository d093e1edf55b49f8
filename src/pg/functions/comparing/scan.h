/*
 * scan.h
 *		A scan of a query's rows, which many candidates learn from or many
 *		contenders are scored on.
 *
 * Each batch of rows is shown to one after the other, so that a learner's state
 * stays in the processor's cache; what one has read of a row is there for the others.
 */
#ifndef AER_SCAN_H
#define AER_SCAN_H

#include "pg/aer.h"

#include "pg/functions/comparing/candidate.h"
#include "pg/progress.h"

typedef struct QueryScan
{
	QueryRows  *rows;
	SharedFeatures *shared;		/* by those who are shown the rows */
	QueryRow   *row;			/* [n] the present batch */
	int			n;
	uint64		usable;			/* rows so far, those without features or target left out */
	uint64		left_out;		/* rows so far that a contender could not score */
	MemoryContext reading;
	Progress   *progress;
} QueryScan;

/* total: the query's rows where they are known, else 0. */
extern void scan_begin(QueryScan *scan, QueryRows *rows, SharedFeatures *shared,
					   Progress *progress, const char *doing, uint64 total);

/* The next batch, of at most so many rows; false at the end. */
extern bool scan_next(QueryScan *scan, int most);

/* Show a candidate the rows of the batch that are not in a fold. */
#define NO_FOLD (-1)
extern void scan_train(QueryScan *scan, Candidate *candidate, int but_fold);

/*
 * Score each row of the batch by the contenders of its fold: contender[i * folds
 * + fold] for i below n, where it is not NULL.  A row that one of them cannot
 * score, because an attribute that has a weight is NULL, is left out for all.
 */
extern void scan_score(QueryScan *scan, Contender **contender, int n, int folds);

/* Where no column of the result says how many were left out, a notice does. */
extern void scan_notice_left_out(uint64 rows);

/* Raise the error of a query without rows that can be used. */
extern void scan_no_rows(const char *argument);

#endif							/* AER_SCAN_H */
