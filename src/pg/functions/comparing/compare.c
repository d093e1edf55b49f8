/*
 * compare.c
 *		aer_cross_validate and aer_learning_curve: many learners over the rows
 *		of a query, in one scan that trains them all and one that scores them.
 *
 * Each batch of rows is shown to one learner after the other, so that a
 * learner's state stays in the processor's cache.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "kernel/rng.h"
#include "miscadmin.h"
#include "pg/functions/comparing/candidate.h"
#include "pg/options/numbers.h"
#include "pg/options/options.h"
#include "utils/float.h"

PG_FUNCTION_INFO_V1(aer_cross_validate);
PG_FUNCTION_INFO_V1(aer_learning_curve);

static void
no_rows(const char *argument)
{
	ereport(ERROR,
			(errcode(ERRCODE_NO_DATA_FOUND),
			 errmsg("%s returned no row with features and target", argument)));
}

/* The last columns of both relations: mse, sign_error, mse_se. */
static void
put_errors(Datum *value, bool *null, const Evaluation *evaluation)
{
	bool		scored = evaluation->rows > 0;

	value[0] = number_or_null(scored ? evaluation_mse(evaluation) : NAN, &null[0]);
	value[1] = number_or_null(scored ? evaluation_sign_error(evaluation) : NAN, &null[1]);
	value[2] = number_or_null(scored ? evaluation_mse_se(evaluation) : NAN, &null[2]);
}

/* No model: it diverged, so its error is infinite, or there was no row to learn from. */
static void
put_no_model(Datum *value, bool *null, bool diverged)
{
	value[0] = number_or_null(diverged ? get_float8_infinity() : NAN, &null[0]);
	null[1] = true;
	null[2] = true;
}

/* Which fold each row is in: the same for all learners, and for ever. */
static void
set_folds(QueryRow *row, int n, uint64 seed, int folds)
{
	for (int i = 0; i < n; i++)
		row[i].fold = (int) (rng_mix(seed, row[i].key) % folds);
}

#define NO_FOLD (-1)

/*
 * What reading a row leaves behind, such as the working memory of numerics, is
 * gone when a batch has been shown to one learner: as in an aggregate, nothing
 * that lasts is allocated in the current memory context.
 */
static MemoryContext
reading_context(void)
{
	return AllocSetContextCreate(CurrentMemoryContext, "aer row reading",
								 ALLOCSET_DEFAULT_SIZES);
}

/* Show a candidate the rows that are not in a fold. */
static void
train_on(Candidate *candidate, const QueryRow *row, int n, int but_fold, MemoryContext reading)
{
	MemoryContext old = MemoryContextSwitchTo(reading);

	CHECK_FOR_INTERRUPTS();
	for (int i = 0; i < n; i++)
		if (row[i].fold != but_fold)
			candidate_train(candidate, &row[i]);
	MemoryContextSwitchTo(old);
	MemoryContextReset(reading);
}

/* Score a contender on the rows of a fold. */
static void
score_on(Contender *contender, const QueryRow *row, int n, int fold, MemoryContext reading)
{
	MemoryContext old = MemoryContextSwitchTo(reading);

	CHECK_FOR_INTERRUPTS();
	for (int i = 0; contender && i < n; i++)
		if (row[i].fold == fold)
			contender_score(contender, &row[i]);
	MemoryContextSwitchTo(old);
	MemoryContextReset(reading);
}

/* Train every (learner, fold) on the rows outside its fold. */
static Candidate **
train_folds(QueryRows *rows, Jsonb **learner, int learners, int folds, uint64 seed)
{
	Candidate **candidate = palloc(sizeof(Candidate *) * learners * folds);
	MemoryContext reading = reading_context();
	QueryRow   *row;
	int			n;
	uint64		usable = 0;

	while (query_rows_fetch(rows, PG_INT32_MAX, &row, &n))
	{
		if (usable == 0 && n > 0)
			for (int c = 0; c < learners * folds; c++)
				candidate[c] = candidate_create(learner[c / folds], rows);
		usable += n;
		set_folds(row, n, seed, folds);
		for (int c = 0; c < learners * folds; c++)
			train_on(candidate[c], row, n, c % folds, reading);
	}
	if (usable == 0)
		no_rows("query");
	if (usable < folds)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("there are fewer rows than folds"),
				 errdetail("The query returned " UINT64_FORMAT " rows with features and target, for %d folds.",
						   usable, folds)));
	return candidate;
}

Datum
aer_cross_validate(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	char	   *query = text_to_cstring(PG_GETARG_TEXT_PP(0));
	int			learners;
	Jsonb	  **learner = learner_list(PG_GETARG_ARRAYTYPE_P(1), "compare", &learners);
	int			folds = PG_GETARG_INT32(2);
	uint64		seed = PG_GETARG_INT64(3);
	QueryRows  *rows;
	Candidate **candidate;
	Contender **contender;
	MemoryContext reading;
	QueryRow   *row;
	int			n;
	uint64		count;
	uint64		hash;

	if (folds < 2 || folds > 1000)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"folds\" must be between 2 and 1000"),
				 errdetail("It is %d.", folds)));
	InitMaterializedSRF(fcinfo, 0);
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");

	rows = query_rows_open(query, "query");
	candidate = train_folds(rows, learner, learners, folds, seed);
	count = query_rows_count(rows);
	hash = query_rows_hash(rows);
	contender = palloc(sizeof(Contender *) * learners * folds);
	for (int c = 0; c < learners * folds; c++)
	{
		contender[c] = candidate_contender(candidate[c]);
		candidate_release(candidate[c]);
	}

	query_rows_rewind(rows);
	reading = reading_context();
	while (query_rows_fetch(rows, PG_INT32_MAX, &row, &n))
	{
		set_folds(row, n, seed, folds);
		for (int c = 0; c < learners * folds; c++)
			score_on(contender[c], row, n, c % folds, reading);
	}
	if (query_rows_count(rows) != count || query_rows_hash(rows) != hash)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the query returned other rows, or in another order, when it ran again"),
				 errhint("Return a column \"key\" that names each row, or fix the order with ORDER BY.")));
	query_rows_close(rows);

	for (int c = 0; c < learners * folds; c++)
	{
		Datum		value[7];
		bool		null[7] = {false};

		value[0] = JsonbPGetDatum(learner[c / folds]);
		value[1] = Int32GetDatum(c % folds + 1);
		null[2] = null[3] = contender[c] == NULL;
		if (contender[c])
		{
			value[2] = Int64GetDatum((int64) contender_evaluation(contender[c])->rows);
			value[3] = Int64GetDatum(contender_reads(contender[c]));
			put_errors(&value[4], &null[4], contender_evaluation(contender[c]));
		}
		else
			put_no_model(&value[4], &null[4], candidate_diverged(candidate[c]));
		tuplestore_putvalues(result->setResult, result->setDesc, value, null);
	}
	SPI_finish();
	return (Datum) 0;
}

static int
compare_int(const void *a, const void *b)
{
	int			left = *(const int *) a;
	int			right = *(const int *) b;

	return left < right ? -1 : left > right;
}

/* The numbers of rows to stop at: ascending, each once. */
static int *
get_points(ArrayType *array, int *n)
{
	Datum	   *element;
	bool	   *null;
	int		   *point;
	int			distinct = 0;

	deconstruct_array(array, INT4OID, sizeof(int32), true, TYPALIGN_INT, &element, &null, n);
	if (*n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"points\" must not be empty")));
	point = palloc(sizeof(int) * *n);
	for (int i = 0; i < *n; i++)
	{
		if (null[i] || DatumGetInt32(element[i]) < 1)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("\"points\" must be numbers of rows of at least 1"),
					 null[i] ? errdetail("Element %d is NULL.", i + 1) :
					 errdetail("Element %d is %d.", i + 1, DatumGetInt32(element[i]))));
		point[i] = DatumGetInt32(element[i]);
	}
	qsort(point, *n, sizeof(int), compare_int);
	for (int i = 0; i < *n; i++)
		if (i == 0 || point[i] != point[i - 1])
			point[distinct++] = point[i];
	*n = distinct;
	return point;
}

/* What the learners are at point p. */
static void
keep_contenders(Candidate **candidate, int learners, int points, int p,
				Contender **contender, bool *diverged)
{
	for (int l = 0; l < learners; l++)
	{
		contender[l * points + p] = candidate_contender(candidate[l]);
		diverged[l * points + p] = candidate_diverged(candidate[l]);
	}
}

/*
 * Train the learners and keep a contender of each at every point; the last
 * point is cut to the rows that there are.  Returns the points reached.
 */
static int
train_to_points(QueryRows *rows, Jsonb **learner, int learners,
				int *point, int points, Contender **contender, bool *diverged)
{
	Candidate **candidate = palloc(sizeof(Candidate *) * learners);
	MemoryContext reading = reading_context();
	QueryRow   *row;
	int			n;
	int			seen = 0;
	int			reached = 0;

	while (reached < points && query_rows_fetch(rows, point[reached] - seen, &row, &n))
	{
		if (seen == 0 && n > 0)
			for (int l = 0; l < learners; l++)
				candidate[l] = candidate_create(learner[l], rows);
		seen += n;
		for (int l = 0; l < learners; l++)
			train_on(candidate[l], row, n, NO_FOLD, reading);
		if (seen == point[reached])
			keep_contenders(candidate, learners, points, reached++, contender, diverged);
	}
	if (seen == 0)
		no_rows("train_query");
	if (reached < points && (reached == 0 || seen > point[reached - 1]))
	{
		point[reached] = seen;
		keep_contenders(candidate, learners, points, reached++, contender, diverged);
	}
	return reached;
}

Datum
aer_learning_curve(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	char	   *train_query = text_to_cstring(PG_GETARG_TEXT_PP(0));
	char	   *test_query = text_to_cstring(PG_GETARG_TEXT_PP(1));
	int			learners;
	Jsonb	  **learner = learner_list(PG_GETARG_ARRAYTYPE_P(2), "compare", &learners);
	int			points;
	int		   *point = get_points(PG_GETARG_ARRAYTYPE_P(3), &points);
	Contender **contender = palloc0(sizeof(Contender *) * learners * points);
	bool	   *diverged = palloc0(sizeof(bool) * learners * points);
	QueryRows  *train_rows;
	QueryRows  *test_rows;
	MemoryContext reading;
	QueryRow   *row;
	int			n;
	int			reached;
	bool		tested = false;

	InitMaterializedSRF(fcinfo, 0);
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");

	train_rows = query_rows_open(train_query, "train_query");
	test_rows = query_rows_open(test_query, "test_query");
	if (query_rows_are_rows(train_rows) != query_rows_are_rows(test_rows))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("train_query and test_query must both return arrays or both return whole rows")));
	if (query_rows_target_type(train_rows) != query_rows_target_type(test_rows))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the targets of train_query and test_query must both be boolean or both be numbers"),
				 errdetail("A boolean target counts as -1 and 1.")));
	reached = train_to_points(train_rows, learner, learners, point, points, contender, diverged);
	query_rows_close(train_rows);

	reading = reading_context();
	while (query_rows_fetch(test_rows, PG_INT32_MAX, &row, &n))
	{
		tested |= n > 0;
		for (int c = 0; c < learners * points; c++)
			score_on(contender[c], row, n, 0, reading);
	}
	query_rows_close(test_rows);
	if (!tested)
		no_rows("test_query");

	for (int l = 0; l < learners; l++)
		for (int p = 0; p < reached; p++)
		{
			const Contender *shown = contender[l * points + p];
			Datum		value[6];
			bool		null[6] = {false};

			value[0] = JsonbPGetDatum(learner[l]);
			value[1] = Int64GetDatum(shown ? (int64) contender_rows(shown) : point[p]);
			null[2] = shown == NULL;
			if (shown)
			{
				value[2] = Int64GetDatum(contender_reads(shown));
				put_errors(&value[3], &null[3], contender_evaluation(shown));
			}
			else
				put_no_model(&value[3], &null[3], diverged[l * points + p]);
			tuplestore_putvalues(result->setResult, result->setDesc, value, null);
		}
	SPI_finish();
	return (Datum) 0;
}
