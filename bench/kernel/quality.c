/*
 * quality.c
 *		How well ridge from moments learns and forecasts, as CSV.
 *
 *		quality [DIR]
 *
 * Of generated data always (test/kernel/quality.h); and of the real data below
 * DIR, as far as they are there (datasets.h).  Errors are of new rows, over the
 * target's variance.
 */
#include "quality.h"

#include "datasets.h"

static void
ask(const QualityData *data, uint32 budget, uint32 rows, int splits)
{
	quality_print(stdout, data->name, budget, rows, splits, quality_cell(data, budget, rows, splits));
}

static void
ask_mnist(const char *folder)
{
	QualityData data;

	read_mnist(&data, folder);
	for (uint32 budget = 5; budget <= 57; budget += 52)
	{
		ask(&data, budget, 62, 12);
		ask(&data, budget, 250, 12);
		ask(&data, budget, 1000, 10);
		ask(&data, budget, 2500, 10);
		ask(&data, budget, 10397, 6);
	}
	ask(&data, 1, 10397, 6);
	ask(&data, MNIST_PIXELS, 250, 6);
	ask(&data, MNIST_PIXELS, 2500, 3);
	quality_free(&data);
}

static void
ask_tables(const char *folder)
{
	QualityData data;

	if (is_there(folder, HEART))
	{
		read_table(&data, folder, HEART, ",", 0, 13, 1000);
		data.name = "heart";
		for (uint32 t = 0; t < data.rows; t++)
			data.y[t] = data.y[t] > 0 ? 1 : -1;
		for (uint32 rows = 40; rows <= 240; rows *= rows == 40 ? 3 : 2)
			ask(&data, 3, rows, 30);
		quality_free(&data);
	}
	if (is_there(folder, DIABETES))
	{
		read_table(&data, folder, DIABETES, "\t", 1, 10, 1000);
		data.name = "diabetes";
		ask(&data, 3, 60, 30);
		ask(&data, 3, 200, 30);
		ask(&data, 3, 380, 30);
		quality_free(&data);
	}
	if (is_there(folder, COVERTYPE))
	{
		read_table(&data, folder, COVERTYPE, ",", 1, 54, 100000);
		data.name = "Covertype 2";
		for (uint32 t = 0; t < data.rows; t++)
			data.y[t] = data.y[t] == 2 ? 1 : -1;
		ask(&data, 5, 250, 12);
		ask(&data, 5, 1000, 12);
		ask(&data, 5, 20000, 6);
		quality_free(&data);
	}
}

int
main(int argc, char **argv)
{
	printf("data,looks,rows,splits,error,error_se,forecast_bias,forecast_rms,forecast_within,log_loss,brier\n");
	for (size_t k = 0; k < lengthof(quality_questions); k++)
	{
		const QualityQuestion *question = &quality_questions[k];

		quality_print(stdout, question->name, question->budget, question->rows, question->splits,
					  quality_ask(question));
	}
	if (argc > 1)
	{
		ask_tables(argv[1]);
		if (is_there(argv[1], MNIST))
			ask_mnist(argv[1]);
	}
	return 0;
}
