/*
 * cross_validate.c
 *		aer_cross_validate, and its folds put together by aer_compare: many
 *		learners over the rows of a query, in one scan that trains them all and
 *		one that scores them.
 */
#include "pg/aer.h"

#include "executor/spi.h"
#include "kernel/rng.h"
#include "pg/functions/comparing/scan.h"
#include "pg/options/options.h"
#include "utils/float.h"

PG_FUNCTION_INFO_V1(aer_cross_validate);
PG_FUNCTION_INFO_V1(aer_compare);

typedef struct Validation
{
	int			learners;
	Jsonb	  **learner;
	int			folds;
	uint64		seed;
	Trial	  **trial;			/* [learners * folds] */
	Contender **contender;		/* [learners * folds] */
	Ranking   **ranking;		/* [learners] of all folds; NULL: not wanted */
	Progress	progress;
} Validation;

/* Set the fold of each row: the same for all learners, and for ever. */
static void
set_folds(const Validation *validation, QueryScan *scan)
{
	for (int i = 0; i < scan->n; i++)
		scan->row[i].fold = (int) (rng_mix(validation->seed, scan->row[i].key) % validation->folds);
}

/* Train every (learner, fold) on the rows outside its fold. */
static void
train_folds(Validation *validation, QueryRows *rows)
{
	int			folds = validation->folds;
	int			trials = validation->learners * folds;
	QueryScan	scan;

	scan_begin(&scan, rows, shared_features_create(CurrentMemoryContext), &validation->progress,
			   "learning", 0);
	while (scan_next(&scan, PG_INT32_MAX))
	{
		if (scan.usable == scan.n && scan.n > 0)
			for (int c = 0; c < trials; c++)
				validation->trial[c] = trial_create(validation->learner[c / folds], rows,
													scan.shared);
		set_folds(validation, &scan);
		for (int c = 0; c < trials; c++)
			scan_train(&scan, validation->trial[c], c % folds);
	}
	if (scan.usable == 0)
		scan_no_rows("query");
	if (scan.usable < folds)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("there are fewer rows than folds"),
				 errdetail("The query returned " UINT64_FORMAT " rows with features and target, for %d folds.",
						   scan.usable, folds)));
}

static void
make_contenders(Validation *validation, SharedFeatures *shared)
{
	int			trials = validation->learners * validation->folds;

	progress_phase(&validation->progress, "making models", "models", trials);
	for (int c = 0; c < trials; c++)
	{
		progress_tell(&validation->progress, c);
		validation->contender[c] = trial_contender(validation->trial[c], shared);
		model_builder_release(validation->trial[c]->model_builder);
		if (validation->ranking)
			validation->contender[c]->ranking = &validation->ranking[c / validation->folds];
	}
}

/* Score every row by the contenders of its fold. */
static void
score_folds(Validation *validation, QueryRows *rows, SharedFeatures *shared)
{
	uint64		count = rows->count;
	uint64		hash = rows->hash;
	QueryScan	scan;

	query_rows_rewind(rows);
	scan_begin(&scan, rows, shared, &validation->progress, "scoring", count);
	while (scan_next(&scan, PG_INT32_MAX))
	{
		set_folds(validation, &scan);
		scan_score(&scan, validation->contender, validation->learners, validation->folds);
	}
	if (rows->count != count || rows->hash != hash)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the query returned other rows, or in another order, when it ran again"),
				 errhint("Return a column \"key\" that names each row, or fix the order with ORDER BY.")));
	scan_notice_left_out(&scan);
	contenders_warn(validation->contender, validation->learners * validation->folds);
}

/* What both functions do; they have the same arguments.  It leaves SPI connected. */
static void
validate(Validation *validation, FunctionCallInfo fcinfo, const char *function, bool ranked,
		 ResultRow *row)
{
	char	   *query = text_to_cstring(PG_GETARG_TEXT_PP(0));
	int64		folds = PG_GETARG_INT64(2);
	Size		trials;
	QueryRows  *rows;
	SharedFeatures *shared;

	validation->learner = learner_list(PG_GETARG_ARRAYTYPE_P(1), "compare", &validation->learners);
	validation->seed = PG_GETARG_INT64(3);
	if (folds < 2 || folds > 1000)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"folds\" must be between 2 and 1000"),
				 errdetail("It is " INT64_FORMAT ".", folds)));
	validation->folds = (int) folds;
	result_begin(row, fcinfo);
	SPI_connect();

	trials = (Size) validation->learners * validation->folds;
	validation->trial = palloc(sizeof(Trial *) * trials);
	validation->contender = palloc(sizeof(Contender *) * trials);
	validation->ranking = ranked ? palloc(sizeof(Ranking *) * validation->learners) : NULL;
	for (int l = 0; ranked && l < validation->learners; l++)
	{
		validation->ranking[l] = palloc(RANKING_NUMBERS(0) * sizeof(double));
		ranking_init(validation->ranking[l], 0, NULL);
	}
	progress_begin(&validation->progress, function);
	rows = query_rows_open(query, "query");
	train_folds(validation, rows);
	shared = shared_features_create(CurrentMemoryContext);
	make_contenders(validation, shared);
	score_folds(validation, rows, shared);
	query_rows_close(rows);
}

Datum
aer_cross_validate(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	Validation	validation;

	validate(&validation, fcinfo, "aer_cross_validate", false, &row);
	for (int c = 0; c < validation.learners * validation.folds; c++)
	{
		const Contender *contender = validation.contender[c];

		result_datum(&row, JsonbPGetDatum(validation.learner[c / validation.folds]));
		result_int32(&row, c % validation.folds + 1);
		result_int64(&row, (int64) contender->evaluation.rows);
		result_null_if(&row, contender->problem != NULL);
		result_int64(&row, contender->reads);
		result_null_if(&row, contender->problem != NULL);
		put_errors(&row, contender);
	}
	SPI_finish();
	return (Datum) 0;
}

/* A learner in all of its folds. */
typedef struct Standing
{
	Jsonb	   *learner;
	int			place;			/* in the list of learners */
	const char *problem;		/* of the first fold that has one, or NULL */
	double		rows;			/* learned from */
	double		reads;
	double		mse;			/* NaN: it has a problem */
	Evaluation	evaluation;
} Standing;

static Standing
standing(const Validation *validation, int l)
{
	Standing	sum = {.learner = validation->learner[l], .place = l};

	for (int c = l * validation->folds; c < (l + 1) * validation->folds; c++)
	{
		const Contender *contender = validation->contender[c];

		if (sum.problem == NULL)
			sum.problem = contender->problem;
		sum.rows += contender->rows;
		sum.reads += contender->reads;
		evaluation_merge(&sum.evaluation, &contender->evaluation);
	}
	sum.mse = sum.problem == NULL && sum.evaluation.rows > 0 ? evaluation_mse(&sum.evaluation) : NAN;
	return sum;
}

/* The best first, NaN last; of equals the one that was listed first. */
static int
compare_standings(const void *a, const void *b)
{
	const Standing *left = a;
	const Standing *right = b;
	int			order = float8_cmp_internal(left->mse, right->mse);

	return order != 0 ? order : left->place - right->place;
}

Datum
aer_compare(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	Validation	validation;
	Standing   *table;

	validate(&validation, fcinfo, "aer_compare", true, &row);
	table = palloc(sizeof(Standing) * validation.learners);
	for (int l = 0; l < validation.learners; l++)
		table[l] = standing(&validation, l);
	qsort(table, validation.learners, sizeof(Standing), compare_standings);

	for (int l = 0; l < validation.learners; l++)
	{
		const Evaluation *evaluation = &table[l].evaluation;
		bool		known = !isnan(table[l].mse);
		bool		ordered = known && evaluation_ordered(evaluation);

		result_datum(&row, JsonbPGetDatum(table[l].learner));
		result_number(&row, known ? table[l].reads / table[l].rows : NAN);
		result_number(&row, table[l].mse);
		result_number(&row, known ? evaluation_mse_se(evaluation) : NAN);
		result_number(&row, known ? evaluation_r2(evaluation) : NAN);
		result_number(&row, known ? evaluation_wrong(evaluation) : NAN);
		result_number(&row, ordered ? ranking_area(validation.ranking[table[l].place]) : NAN);
		result_int64(&row, (int64) evaluation->rows);
		result_null_if(&row, table[l].problem != NULL);
		result_text(&row, table[l].problem);
		result_put(&row);
	}
	SPI_finish();
	return (Datum) 0;
}
