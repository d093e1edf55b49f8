/*
 * candidate.c
 *		Something to be compared: trained on some rows, then scored on others.
 */
#include "candidate.h"

#include "scorer.h"
#include "training.h"

struct Candidate
{
	Training   *training;
	Features   *features;
	bool		are_rows;		/* features are whole rows */
	const char *target;			/* their target column */
	bool		diverged;
	int64		row;			/* rows shown, for messages */
};

struct Contender
{
	Scorer	   *scorer;
	bool		are_rows;
	uint64		rows;
	uint64		reads;
	Evaluation	evaluation;
};

Candidate *
candidate_create(Jsonb *learner, const QueryRows *rows, bool quiet)
{
	Candidate  *candidate = palloc0(sizeof(Candidate));

	candidate->are_rows = query_rows_are_rows(rows);
	candidate->target = query_rows_target(rows);
	candidate->training = training_create(CurrentMemoryContext, learner);
	candidate->features = training_features(candidate->training, candidate->are_rows,
											candidate->target, quiet);
	return candidate;
}

/* Open a row and find its target; false if that is NULL. */
static bool
open_row(Features *features, bool are_rows, const QueryRow *row, double *target,
		 int64 row_number, uint32 *d)
{
	*d = features_open(features, row->features);
	*target = row->target;
	return !are_rows || features_target(features, target, row_number);
}

void
candidate_train(Candidate *candidate, const QueryRow *row)
{
	double		target;
	uint32		d;

	candidate->row++;
	if (candidate->diverged)
		return;
	if (!open_row(candidate->features, candidate->are_rows, row, &target, candidate->row, &d))
		training_skip(candidate->training);
	else if (!training_row(candidate->training, candidate->features, d, target, candidate->row))
		candidate->diverged = true;
}

bool
candidate_diverged(const Candidate *candidate)
{
	return candidate->diverged;
}

Contender *
candidate_contender(Candidate *candidate)
{
	AerModel   *model;
	Contender  *contender;
	ModelParts	parts;

	if (candidate->diverged)
		return NULL;
	model = training_model(candidate->training, candidate->features);
	if (model == NULL)
		return NULL;
	model_unpack(model, &parts);
	contender = palloc0(sizeof(Contender));
	contender->are_rows = candidate->are_rows;
	contender->rows = parts.state.rows;
	contender->reads = parts.state.reads;
	contender->scorer = scorer_create(CurrentMemoryContext, model, candidate->are_rows,
									  candidate->target);
	pfree(model);
	return contender;
}

void
contender_score(Contender *contender, const QueryRow *row)
{
	Features   *features = scorer_features(contender->scorer);
	int64		row_number = (int64) contender->evaluation.rows + 1;
	double		prediction;
	double		target = row->target;

	scorer_open(contender->scorer, row->features);
	if (contender->are_rows && !features_target(features, &target, row_number))
		return;
	(void) scorer_predict(contender->scorer, &prediction, BAD_VALUE_ERROR, row_number);
	evaluation_add(&contender->evaluation, prediction, target);
}

const Evaluation *
contender_evaluation(const Contender *contender)
{
	return &contender->evaluation;
}

uint64
contender_rows(const Contender *contender)
{
	return contender->rows;
}

uint64
contender_reads(const Contender *contender)
{
	return contender->reads;
}
