/*
 * scan.c
 *		What is compared, and a scan of a query's rows that it learns from or is
 *		scored on.
 */
#include "pg/functions/comparing/scan.h"

#include "miscadmin.h"
#include "pg/functions/scoring/scorer.h"
#include "pg/functions/training/model_builder.h"
#include "pg/options/numbers.h"
#include "utils/float.h"

struct Trial
{
	ModelBuilder    *model_builder;
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

Trial *
trial_create(Jsonb *learner, const QueryRows *rows, SharedFeatures *shared)
{
	Trial  *trial = palloc0(sizeof(Trial));
	RowForm		form;

	trial->kind = query_rows_kind(rows);
	trial->target = query_rows_target(rows);
	form.kind = trial->kind;
	form.target = trial->target;
	form.type = query_rows_target_type(rows);
	form.keyed = query_rows_have_key(rows);
	form.shared = shared;
	trial->model_builder = model_builder_create(CurrentMemoryContext, learner, &form);
	return trial;
}

/* Show it row i of a batch; after it has diverged, that does nothing. */
static void
trial_train(Trial *trial, int i, const QueryRow *row)
{
	(void) model_builder_row(trial->model_builder, i, row->features, row->target, row->key, ++trial->row);
}

void
trial_release(Trial *trial)
{
	model_builder_release(trial->model_builder);
}

bool
trial_diverged(const Trial *trial)
{
	return trial->diverged;
}

Contender *
trial_contender(Trial *trial, SharedFeatures *shared)
{
	AerModel   *model;
	Contender  *contender;
	ModelParts	parts;

	model = model_builder_model(trial->model_builder, &trial->diverged);
	if (model == NULL)
		return NULL;
	model_unpack(model, &parts);
	contender = palloc0(sizeof(Contender));
	contender->named = trial->target != NULL;
	contender->rows = parts.state.rows;
	contender->reads = parts.state.reads;
	contender->scorer = scorer_create(CurrentMemoryContext, PointerGetDatum(model),
									  trial->kind, trial->target, shared);
	pfree(model);
	return contender;
}

/*
 * The linear prediction for row i of a batch: NaN where an attribute that has a weight is
 * NULL.  The target, NaN where that is NULL.
 */
static void
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

/* Add a linear prediction to the contender's evaluation, and to its ranking. */
static void
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
scan_train(QueryScan *scan, Trial *trial, int but_fold)
{
	MemoryContext old = MemoryContextSwitchTo(scan->reading);

	CHECK_FOR_INTERRUPTS();
	for (int i = 0; i < scan->n; i++)
		if (scan->row[i].fold != but_fold)
			trial_train(trial, i, &scan->row[i]);
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
