/*
 * test_quality.c
 *		The generated part of bench/quality.csv: no cell has become worse.
 *
 * Seeds are fixed, so a cell changes only if the statistics do (or, in the last
 * digits, the LAPACK).  Worse is an error that is more than three of its standard
 * errors above the one that was accepted, or forecasts that are off by half as
 * much again.  After a change that is meant, bench/quality writes the table anew.
 */
#include "test.h"

#include "quality.h"

/* The accepted cell of a question. */
static QualityCell
accepted(const QualityQuestion *question)
{
	FILE	   *file = fopen("bench/quality.csv", "r");
	char		line[200];
	char		key[100];
	QualityCell cell;

	if (file == NULL)
		fail_msg("there is no bench/quality.csv here");
	snprintf(key, sizeof(key), "%s,%u,%u,%d,", question->name, question->budget, question->rows,
			 question->splits);
	while (fgets(line, sizeof(line), file) != NULL)
		if (strncmp(line, key, strlen(key)) == 0)
		{
			fclose(file);
			cell.log_loss = cell.brier = NAN;
			assert_int_equal(sscanf(line + strlen(key), "%lf,%lf,%lf,%lf,%lf", &cell.error,
									&cell.error_se, &cell.bias, &cell.rms, &cell.within), 5);
			return cell;
		}
	fclose(file);
	fail_msg("bench/quality.csv has no line %s...", key);
	return (QualityCell) {0};
}

static void
not_worse(void **state)
{
	bool		quick = getenv("AER_QUICK") != NULL;
	int			worse = 0;

	for (size_t k = 0; k < (quick ? 1 : lengthof(quality_questions)); k++)
	{
		const QualityQuestion *question = &quality_questions[k];
		QualityCell was = accepted(question);
		QualityCell is = quality_ask(question);

		if (is.error <= was.error + 3 * was.error_se && is.rms <= 1.5 * was.rms + 0.01)
			continue;
		worse++;
		print_error("was: ");
		quality_print(stderr, question->name, question->budget, question->rows, question->splits, was);
		print_error("is:  ");
		quality_print(stderr, question->name, question->budget, question->rows, question->splits, is);
	}
	if (worse > 0)
		fail_msg("%d cells of bench/quality.csv are worse", worse);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(not_worse),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
