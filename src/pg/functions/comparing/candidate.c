/*
 * candidate.c
 *		Something to be compared: trained on some rows, then scored on others.
 *
 * It is a learner, or a design: then its moments are collected, and fitted by
 * aer_fit_ridge's way, with its choice of penalty, when they are to be scored.
 */
#include "pg/functions/comparing/candidate.h"

#include "pg/functions/moments/moments_fit.h"
#include "pg/functions/moments/row_source.h"
#include "pg/functions/scoring/scorer.h"
#include "pg/functions/training/training.h"
#include "pg/options/numbers.h"
#include "utils/float.h"

struct Candidate
{
	Training   *training;		/* of a learner, else NULL */
	RowMoments *moments;		/* of a design, else NULL */
	Features   *features;
	bool		are_rows;		/* features are whole rows */
	const char *target;			/* their target column */
	bool		diverged;		/* or cannot be solved */
	int64		row;			/* rows shown, for messages */
};

struct Contender
{
	Scorer	   *scorer;
	bool		are_rows;
	uint64		rows;
	uint64		reads;
	int64		row;			/* rows scored or left out, for messages */
	Evaluation	evaluation;
};

/*
 * Moments to be collected.  A learned design cannot make use of the query's
 * key, which may be there for the folds' sake.
 */
static RowMoments *
create_moments(Jsonb *design, const QueryRows *rows)
{
	RowMoments *moments = row_moments_create(CurrentMemoryContext);
	MemoryContext old = MemoryContextSwitchTo(moments->object.header.eoh_context);
	DesignOptions *options = design_options_parse(design);

	row_source_init(palloc0(sizeof(RowSource)), moments, options, design,
					query_rows_are_rows(rows), query_rows_target(rows),
					query_rows_have_key(rows) && options->sampling != DESIGN_LEARNED);
	MemoryContextSwitchTo(old);
	return moments;
}

Candidate *
candidate_create(Jsonb *learner, const QueryRows *rows)
{
	Candidate  *candidate = palloc0(sizeof(Candidate));

	candidate->are_rows = query_rows_are_rows(rows);
	candidate->target = query_rows_target(rows);
	if (is_design(learner))
	{
		candidate->moments = create_moments(learner, rows);
		candidate->features = candidate->moments->source->features;
	}
	else
	{
		candidate->training = training_create(CurrentMemoryContext, learner, NULL);
		candidate->features = training_features(candidate->training, candidate->are_rows,
												candidate->target);
	}
	features_take_target(candidate->features, query_rows_target_type(rows));
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
	bool		usable;

	candidate->row++;
	if (candidate->diverged && candidate->training)
		return;
	usable = open_row(candidate->features, candidate->are_rows, row, &target, candidate->row, &d);
	if (candidate->moments)
	{
		candidate->moments->source->row = candidate->row;
		if (usable)
			row_source_add(candidate->moments, d, target, row->key);
		else
			candidate->moments->skipped++;
	}
	else if (!usable)
		training_skip(candidate->training);
	else if (!training_row(candidate->training, candidate->features, d, target, candidate->row))
		candidate->diverged = true;
}

/* NULL if it has seen no row. */
static AerModel *
candidate_model(Candidate *candidate)
{
	AerModel   *model;

	if (candidate->moments == NULL)
		return training_model(candidate->training, candidate->features);
	if (candidate->moments->d == 0)
		return NULL;
	row_moments_sum(candidate->moments);
	model = moments_fit_ridge(candidate->moments);
	/* more rows may help, so moments go on */
	candidate->diverged = model == NULL;
	return model;
}

/* Moments may be large, so free them; a learner's state is small. */
void
candidate_release(Candidate *candidate)
{
	if (candidate->moments)
		DeleteExpandedObject(row_moments_datum(candidate->moments));
	candidate->moments = NULL;
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

	if (candidate->diverged && candidate->training)
		return NULL;
	model = candidate_model(candidate);
	if (model == NULL)
		return NULL;
	model_unpack(model, &parts);
	contender = palloc0(sizeof(Contender));
	contender->are_rows = candidate->are_rows;
	contender->rows = parts.state.rows;
	contender->reads = parts.state.reads;
	contender->scorer = scorer_create(CurrentMemoryContext, PointerGetDatum(model),
									  candidate->are_rows, candidate->target);
	pfree(model);
	return contender;
}

void
contender_predict(Contender *contender, const QueryRow *row, double *prediction, double *target)
{
	Features   *features = scorer_features(contender->scorer);
	int64		row_number = ++contender->row;

	*prediction = 0;
	*target = row->target;
	scorer_open(contender->scorer, row->features);
	if (contender->are_rows && !features_target(features, target, row_number))
		*target = NAN;
	else if (!scorer_predict(contender->scorer, prediction, BAD_VALUE_MISSING, row_number))
		*prediction = NAN;
}

void
contender_add(Contender *contender, double prediction, double target)
{
	evaluation_add(&contender->evaluation, prediction, target);
}

const Evaluation *
contender_evaluation(const Contender *contender)
{
	return &contender->evaluation;
}

void
put_errors(Datum *value, bool *null, const Contender *contender, bool diverged)
{
	const Evaluation *evaluation = contender ? &contender->evaluation : NULL;
	bool		scored = contender && evaluation->rows > 0;
	double		none = diverged && !contender ? get_float8_infinity() : NAN;

	value[0] = number_or_null(scored ? evaluation_mse(evaluation) : none, &null[0]);
	value[1] = number_or_null(scored ? evaluation_sign_error(evaluation) : NAN, &null[1]);
	value[2] = number_or_null(scored ? evaluation_mse_se(evaluation) : NAN, &null[2]);
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
