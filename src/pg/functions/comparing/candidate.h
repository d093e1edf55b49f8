/*
 * candidate.h
 *		Something to be compared: trained on some rows, then scored on others.
 */
#ifndef AER_CANDIDATE_H
#define AER_CANDIDATE_H

#include "pg/aer.h"

#include "kernel/score/evaluation.h"
#include "kernel/score/ranking.h"
#include "pg/rows/query_rows.h"
#include "pg/rows/shared_features.h"

typedef struct Candidate Candidate;

/* learner: as for aer_train, or a design.  shared: by all candidates. */
extern Candidate *candidate_create(Jsonb *learner, const QueryRows *rows, SharedFeatures *shared);

/* Show it row i of a batch; after it has diverged, that does nothing. */
extern void candidate_train(Candidate *candidate, int i, const QueryRow *row);

/*
 * A model as of now; NULL if the candidate has diverged or seen no row.  shared: by
 * all contenders.
 */
typedef struct Contender Contender;
extern Contender *candidate_contender(Candidate *candidate, SharedFeatures *shared);

/* No more is wanted of it but candidate_diverged(): free what is large. */
extern void candidate_release(Candidate *candidate);

extern bool candidate_diverged(const Candidate *candidate);

/*
 * The linear prediction for row i of a batch: NaN where an attribute that has a weight is
 * NULL.  The target, NaN where that is NULL.
 */
extern void contender_score(Contender *contender, int i, const QueryRow *row,
							double *score, double *target);

/* Let several contenders share a ranking, which grows where it was allocated. */
extern void contender_rank(Contender *contender, Ranking **ranking);

/* Add a linear prediction to the contender's evaluation, and to its ranking. */
extern void contender_add(Contender *contender, double score, double target);

extern const Evaluation *contender_evaluation(const Contender *contender);

/*
 * The columns mse, sign_error and mse_se.  No contender: its error is infinite if
 * the candidate diverged, else there was no row to learn from.
 */
extern void put_errors(Datum *value, bool *null, const Contender *contender, bool diverged);

/* What training cost: rows learned from, attribute values read. */
extern uint64 contender_rows(const Contender *contender);
extern uint64 contender_reads(const Contender *contender);

#endif							/* AER_CANDIDATE_H */
