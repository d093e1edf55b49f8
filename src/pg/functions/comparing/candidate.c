/*
 * candidate.c
 *		Something to be compared: trained on some rows, then scored on others.
 */
#include "pg/functions/comparing/candidate.h"

#include "pg/functions/scoring/scorer.h"
#include "pg/functions/training/trainee.h"
#include "pg/options/numbers.h"
#include "utils/float.h"

struct Candidate
{
	Trainee    *trainee;
	FeaturesKind kind;
	const char *target;			/* its column or key, or NULL */
	bool		diverged;		/* or cannot be solved */
	int64		row;			/* rows shown, for messages */
};

struct Contender
{
	Scorer	   *scorer;
	bool		named;			/* the target */
	uint64		rows;
	uint64		reads;
	int64		row;			/* rows scored or left out, for messages */
	Evaluation	evaluation;
	Ranking   **ranking;		/* shared, or NULL: none is wanted */
};

Candidate *
candidate_create(Jsonb *learner, const QueryRows *rows, SharedFeatures *shared)
{
	Candidate  *candidate = palloc0(sizeof(Candidate));
	RowForm		form;

	candidate->kind = query_rows_kind(rows);
	candidate->target = query_rows_target(rows);
	form.kind = candidate->kind;
	form.target = candidate->target;
	form.type = query_rows_target_type(rows);
	form.keyed = query_rows_have_key(rows);
	form.shared = shared;
	candidate->trainee = trainee_create(CurrentMemoryContext, learner, &form);
	return candidate;
}

void
candidate_train(Candidate *candidate, int i, const QueryRow *row)
{
	(void) trainee_row(candidate->trainee, i, row->features, row->target, row->key, ++candidate->row);
}

void
candidate_release(Candidate *candidate)
{
	trainee_release(candidate->trainee);
}

bool
candidate_diverged(const Candidate *candidate)
{
	return candidate->diverged;
}

Contender *
candidate_contender(Candidate *candidate, SharedFeatures *shared)
{
	AerModel   *model;
	Contender  *contender;
	ModelParts	parts;

	model = trainee_model(candidate->trainee, &candidate->diverged);
	if (model == NULL)
		return NULL;
	model_unpack(model, &parts);
	contender = palloc0(sizeof(Contender));
	contender->named = candidate->target != NULL;
	contender->rows = parts.state.rows;
	contender->reads = parts.state.reads;
	contender->scorer = scorer_create(CurrentMemoryContext, PointerGetDatum(model),
									  candidate->kind, candidate->target, shared);
	pfree(model);
	return contender;
}

void
contender_score(Contender *contender, int i, const QueryRow *row, double *score, double *target)
{
	Features   *features = scorer_features(contender->scorer);
	int64		row_number = ++contender->row;

	*score = 0;
	*target = row->target;
	scorer_turn(contender->scorer, i, row->features);
	if (contender->named && !features_target(features, target, row_number))
		*target = NAN;
	else if (!scorer_score(contender->scorer, score, BAD_VALUE_MISSING, row_number))
		*score = NAN;
}

void
contender_rank(Contender *contender, Ranking **ranking)
{
	contender->ranking = ranking;
}

/* The ranking with room for one row more. */
static Ranking *
with_room(Ranking *ranking)
{
	size_t		room = ranking_wanted(ranking, 1);
	Ranking    *larger;

	if (room == ranking->room)
		return ranking;
	larger = MemoryContextAlloc(GetMemoryChunkContext(ranking), ranking_size(room));
	ranking_init(larger, room, ranking);
	pfree(ranking);
	return larger;
}

void
contender_add(Contender *contender, double score, double target)
{
	double		order;
	bool		high;

	if (scorer_evaluate(contender->scorer, &contender->evaluation, score, target, &order, &high) &&
		contender->ranking)
	{
		*contender->ranking = with_room(*contender->ranking);
		ranking_add(*contender->ranking, order, high);
	}
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
