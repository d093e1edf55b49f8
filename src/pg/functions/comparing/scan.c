/*
 * scan.c
 *		What is compared, and a scan of a query's rows that it learns from or is
 *		scored on.
 *
 * One that fails does not stop the others: it is shown a batch in a subtransaction,
 * and with an error it is out.
 */
#include "pg/functions/comparing/scan.h"

#include "miscadmin.h"
#include "pg/attempt.h"

Trial *
trial_create(Jsonb *learner, const QueryRows *rows, SharedFeatures *shared)
{
	Trial	   *trial = palloc0(sizeof(Trial));
	const RowForm form = {
		.kind = rows->kind, .target = rows->target, .type = rows->target_reader.type,
		.classes = rows->target_reader.classes, .keyed = rows->key_column > 0, .shared = shared
	};

	trial->kind = rows->kind;
	trial->target = rows->target;
	trial->model_builder = model_builder_create(CurrentMemoryContext, learner, &form);
	return trial;
}

typedef struct MakingContender
{
	Trial	   *trial;
	SharedFeatures *shared;
	Contender  *contender;
} MakingContender;

static void
make_contender(void *arg)
{
	MakingContender *making = arg;
	Trial	   *trial = making->trial;
	Contender  *contender = making->contender;
	AerModel   *model = model_builder_model(trial->model_builder, true);
	ModelParts	parts;

	if (model == NULL)
	{
		contender->problem = pstrdup("there was no row to learn from");
		return;
	}
	model_unpack_any(model, &parts);
	contender->named = trial->target != NULL;
	contender->rows = parts.state.rows;
	contender->reads = parts.state.reads;
	contender->scorer = scorer_create(CurrentMemoryContext, PointerGetDatum(model),
									  trial->kind, trial->target, making->shared);
	pfree(model);
}

Contender *
trial_contender(Trial *trial, SharedFeatures *shared)
{
	Contender  *contender = palloc0(sizeof(Contender));
	MakingContender making = {trial, shared, contender};
	char	   *problem = trial->problem ? trial->problem : attempt(make_contender, &making);

	if (problem)
		contender->problem = problem;
	else
		features_say_missing(model_builder_features(trial->model_builder));
	return contender;
}

/* The ranking with room for one row more. */
static Ranking *
with_room(Ranking *ranking)
{
	size_t		room = ranking_wanted(ranking, 1);
	Ranking    *larger;

	if (room == ranking->room)
		return ranking;
	larger = MemoryContextAlloc(GetMemoryChunkContext(ranking), RANKING_NUMBERS(room) * sizeof(double));
	ranking_init(larger, room, ranking);
	pfree(ranking);
	return larger;
}

/* Score the opened row, to the contender's evaluation and its ranking. */
static void
contender_add(Contender *contender, double target, const ClassNames *classes, int64 row_number)
{
	double		order;
	bool		high;

	if (scorer_evaluate(contender->scorer, &contender->evaluation, target, classes, row_number,
						&order, &high) &&
		contender->ranking)
	{
		*contender->ranking = with_room(*contender->ranking);
		ranking_add(*contender->ranking, order, high);
	}
}

void
contenders_warn(Contender *const *contender, int n)
{
	const char *first = NULL;
	int			failed = 0;

	for (int c = 0; c < n; c++)
		if (contender[c]->problem)
		{
			failed++;
			first = first ? first : contender[c]->problem;
		}
	if (failed > 0)
		ereport(WARNING,
				(errmsg("%d of %d models could not be trained or scored", failed, n),
				 errdetail_internal("%s", first),
				 errhint("The column \"problem\" of the result says of each why.")));
}

void
put_errors(ResultRow *row, const Contender *contender)
{
	const Evaluation *evaluation = &contender->evaluation;
	bool		scored = contender->problem == NULL && evaluation->rows > 0;

	result_number(row, scored ? evaluation_mse(evaluation) : NAN);
	result_number(row, scored ? evaluation_wrong(evaluation) : NAN);
	result_number(row, scored ? evaluation_mse_se(evaluation) : NAN);
	result_text(row, contender->problem);
	result_put(row);
}

/*
 * What reading a row leaves behind, such as the working memory of numerics,
 * goes when a batch has been shown to one learner.  As in an aggregate,
 * nothing that lasts is allocated in the current memory context.
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
	{
		shared_features_say_missing(scan->shared);
		return false;
	}
	progress_tell(scan->progress, scan->rows->count);
	scan->usable += scan->n;
	shared_features_keep(scan->shared, scan->n);
	return true;
}

/* A batch that is shown to one trial or contender, in a subtransaction. */
typedef struct Batch
{
	QueryScan  *scan;
	Trial	   *trial;			/* to be trained, or */
	Contender  *contender;		/* to be scored */
	int			fold;			/* the fold to be left out in training, or to be scored */
	uint64		untargeted;		/* rows whose named target is NULL */
} Batch;

static char *
attempt_batch(void (*work) (void *batch), Batch *batch)
{
	char	   *problem;

	CHECK_FOR_INTERRUPTS();
	problem = attempt(work, batch);
	MemoryContextReset(batch->scan->reading);
	return problem;
}

static void
train_batch(void *arg)
{
	const Batch *batch = arg;
	const QueryScan *scan = batch->scan;
	Trial	   *trial = batch->trial;

	MemoryContextSwitchTo(scan->reading);
	for (int i = 0; i < scan->n; i++)
		if (scan->row[i].fold != batch->fold)
			model_builder_row(trial->model_builder, i, scan->row[i].features,
							  scan->row[i].target, scan->row[i].key, scan->row[i].number);
}

void
scan_train(QueryScan *scan, Trial *trial, int but_fold)
{
	Batch		batch = {.scan = scan, .trial = trial, .fold = but_fold};

	if (trial->problem == NULL)
		trial->problem = attempt_batch(train_batch, &batch);
}

static void
score_batch(void *arg)
{
	Batch	   *batch = arg;
	const QueryScan *scan = batch->scan;
	Contender  *contender = batch->contender;

	MemoryContextSwitchTo(scan->reading);
	for (int i = 0; i < scan->n; i++)
	{
		const QueryRow *row = &scan->row[i];
		double		target = row->target;

		if (row->fold != batch->fold)
			continue;
		scorer_turn(contender->scorer, i, row->features);
		if (contender->named && !features_target(scorer_features(contender->scorer), &target, row->number))
			batch->untargeted++;
		else
			contender_add(contender, target, contender->named ?
						  scorer_features(contender->scorer)->class_names : scan->rows->target_reader.classes,
						  row->number);
	}
}

void
scan_score(QueryScan *scan, Contender **contender, int n, int folds)
{
	uint64		most = 0;

	for (int k = 0; k < n; k++)
	{
		uint64		untargeted = 0;

		for (int fold = 0; fold < folds; fold++)
		{
			Batch		batch = {.scan = scan, .contender = contender[k * folds + fold], .fold = fold};

			if (batch.contender->problem == NULL)
				batch.contender->problem = attempt_batch(score_batch, &batch);
			untargeted += batch.untargeted;
		}
		most = Max(most, untargeted);
	}
	scan->untargeted += most;
}

void
scan_notice_left_out(const QueryScan *scan)
{
	uint64		rows = scan->rows->count - scan->usable + scan->untargeted;

	if (rows > 0)
		ereport(NOTICE,
				(errmsg_plural(UINT64_FORMAT " row without features or target is left out",
							   UINT64_FORMAT " rows without features or target are left out",
							   rows, rows)));
}

void
scan_no_rows(const char *argument)
{
	ereport(ERROR,
			(errcode(ERRCODE_NO_DATA_FOUND),
			 errmsg("%s returned no row with features and target", argument)));
}
