/*
 * learning_curve.c
 *		aer_learning_curve: the error of many learners after so many rows.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "pg/functions/comparing/scan.h"
#include "pg/options/options.h"

PG_FUNCTION_INFO_V1(aer_learning_curve);

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
	qsort(point, *n, sizeof(int), compare_uint32);
	for (int i = 0; i < *n; i++)
		if (i == 0 || point[i] != point[i - 1])
			point[distinct++] = point[i];
	*n = distinct;
	return point;
}

/* Keep what the learners are at point p as contender[p * learners + learner]. */
static void
keep_contenders(Trial **trial, int learners, int p, Contender **contender, SharedFeatures *shared)
{
	for (int l = 0; l < learners; l++)
		contender[p * learners + l] = trial_contender(trial[l], shared);
}

/*
 * Train the learners and keep a contender of each at every point; the last
 * point is cut to the rows that there are.  Returns the points reached.
 */
static int
train_to_points(QueryScan *scan, Jsonb **learner, int learners,
				int *point, int points, Contender **contender, SharedFeatures *shared)
{
	Trial	  **trial = palloc(sizeof(Trial *) * learners);
	int			reached = 0;

	while (reached < points && scan_next(scan, point[reached] - (int) scan->usable))
	{
		if (scan->usable == scan->n && scan->n > 0)
			for (int l = 0; l < learners; l++)
				trial[l] = trial_create(learner[l], scan->rows, scan->shared);
		for (int l = 0; l < learners; l++)
			scan_train(scan, trial[l], NO_FOLD);
		if (scan->usable == point[reached])
			keep_contenders(trial, learners, reached++, contender, shared);
	}
	if (scan->usable == 0)
		scan_no_rows("train_query");
	if (reached < points && (reached == 0 || scan->usable > point[reached - 1]))
	{
		point[reached] = (int) scan->usable;
		keep_contenders(trial, learners, reached++, contender, shared);
	}
	return reached;
}

Datum
aer_learning_curve(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	char	   *train_query = text_to_cstring(PG_GETARG_TEXT_PP(0));
	char	   *test_query = text_to_cstring(PG_GETARG_TEXT_PP(1));
	int			learners;
	Jsonb	  **learner = learner_list(PG_GETARG_ARRAYTYPE_P(2), "compare", &learners);
	int			points;
	int		   *point = get_points(PG_GETARG_ARRAYTYPE_P(3), &points);
	Contender **contender = palloc(sizeof(Contender *) * learners * points);
	QueryRows  *train_rows;
	QueryRows  *test_rows;
	SharedFeatures *shared = shared_features_create(CurrentMemoryContext);
	Progress	progress;
	QueryScan	scan;
	int			reached;

	result_begin(&row, fcinfo);
	SPI_connect();
	progress_begin(&progress, "aer_learning_curve");
	train_rows = query_rows_open(train_query, "train_query");
	test_rows = query_rows_open(test_query, "test_query");
	if (train_rows->kind != test_rows->kind)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("train_query and test_query must return features of one kind: arrays, whole rows or jsonb")));
	if (train_rows->target_reader.type != test_rows->target_reader.type)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the targets of train_query and test_query must both be boolean or both be numbers"),
				 errdetail("A boolean target counts as -1 and 1.")));
	scan_begin(&scan, train_rows, shared_features_create(CurrentMemoryContext), &progress,
			   "learning", 0);
	reached = train_to_points(&scan, learner, learners, point, points, contender, shared);
	scan_notice_left_out(&scan);
	query_rows_close(train_rows);

	scan_begin(&scan, test_rows, shared, &progress, "scoring", 0);
	while (scan_next(&scan, PG_INT32_MAX))
		scan_score(&scan, contender, learners * reached, 1);
	query_rows_close(test_rows);
	if (scan.usable == 0)
		scan_no_rows("test_query");

	for (int l = 0; l < learners; l++)
		for (int p = 0; p < reached; p++)
		{
			const Contender *shown = contender[p * learners + l];
			bool		failed = shown->problem != NULL;

			result_datum(&row, JsonbPGetDatum(learner[l]));
			result_int64(&row, failed ? point[p] : (int64) shown->rows);
			result_int64(&row, shown->reads);
			result_null_if(&row, failed);
			put_errors(&row, shown);
		}
	scan_notice_left_out(&scan);
	contenders_warn(contender, learners * reached);
	SPI_finish();
	return (Datum) 0;
}
