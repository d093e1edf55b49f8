/*
 * enough.c
 *		What aer_enough expects of more rows, against what more rows gave, as CSV.
 *
 *		enough forecasts|stops [DIR]
 *
 * Of generated data always, and of the real data below DIR, as far as they are
 * there (datasets.h).  For each split of the rows the growth is found from the
 * moments of the first of them; then ridge is fitted to these, and to two and four
 * times as many under the same design, and predicts the rows that were put aside.
 * Errors are over the target's variance there, means over splits.  "same" is how
 * far off it is to think that the error stays where it is.  "needed" are the rows
 * that splits think are needed for the error that so many rows gave in the mean,
 * over these rows: quartiles; Infinity is never.
 *
 * Stops: a study doubles its rows until the next doubling is expected to take less
 * than a twentieth off the error, or all are there.  The errors are those where it
 * stopped, after twice these rows, and with all.
 */
#include "kernel/spending/learning_curve_fit.h"

#include <cblas.h>

#include "datasets.h"
#include "learning.h"
#include "work.h"

#define MOST_TIMES 3
static const uint32 times[MOST_TIMES] = {1, 2, 4};

/* A study stops when a doubling would take less of the error. */
#define WORTH 0.05

/* What one split says. */
typedef struct Answer
{
	LearningCurveFit		growth;
	double		variance;		/* of the target in the rows put aside */
	double		error[MOST_TIMES];	/* after so many times the rows */
	double		error_se[MOST_TIMES];	/* of the sample that it is of */
} Answer;

/* A split at hand. */
typedef struct Split
{
	const QualityData *data;
	Learning	learning;
	double	   *spread;
	int		   *order;
	uint32		tested;
	double		variance;
} Split;

static void
test(const QualityData *data, Moments *m, const uint32 *order, uint32 n, double *error,
	 double *error_se)
{
	double		square = 0;
	double		fourth = 0;
	Output	fit;

	fit.weight = malloc(sizeof(double) * data->d);
	quality_solve(data, m, &fit);
	for (uint32 t = 0; t < n; t++)
	{
		double		z = fit.intercept + cblas_ddot(data->d, fit.weight, 1,
												   data->x + (size_t) order[t] * data->d, 1);
		double		miss = link_expect(&fit.link, z) - data->y[order[t]];

		square += miss * miss / n;
		fourth += miss * miss * miss * miss / n;
	}
	*error = square;
	*error_se = sqrt((fourth - square * square) / n);
	free(fit.weight);
}

static void
split_new(Split *split, const QualityData *data, uint32 looks)
{
	split->data = data;
	split->learning = (Learning) {data, one_each(data->d), 1000 * (int64) looks, false};
	split->tested = Min(Max(data->rows / 10, 60), QUALITY_MOST_TESTED);
	split->order = malloc(sizeof(int) * data->rows);
	split->spread = malloc(sizeof(double) * data->d);
	known_spread(data, split->spread);
}

static void
split_free(Split *split)
{
	free(split->order);
	free(split->spread);
}

static void
split_draw(Split *split, int seed)
{
	Rng			rng;

	rng_seed(&rng, 1000 + seed);
	mnist_shuffle(split->order, split->data->rows, &rng);
	split->variance = variance_of(split->data, (uint32 *) split->order, split->tested);
}

static void
find_growth(Split *split, Moments *m, LearningCurveFit *growth)
{
	QualityColumns it = quality_columns_new(m->d);
	Work	   *work = new_work(NULL);
	const ColumnShape lines = column_shape_plain(false);
	Moments    *moments = m;

	if (split->data->columns)
		moments = &in_coordinates_create(work, m, &it.columns, &it.prices, &lines)->moments;
	if (!learning_curve_fit_possible(moments))
		abort();
	learning_curve_fit_find(work, &moments, 1, false, NULL, NULL, growth);
	quality_columns_free(&it);
	work_end(work);
}

/* The error after so many rows, and their growth if wanted. */
static void
split_ask(Split *split, uint32 rows, int seed, LearningCurveFit *growth, double *error, double *error_se)
{
	Moments		m;

	collect(&split->learning, split->spread, (uint32 *) split->order + split->tested, rows, seed + 1,
			&m);
	if (growth != NULL)
		find_growth(split, &m, growth);
	test(split->data, &m, (uint32 *) split->order, split->tested, error, error_se);
	state_free(&m);
}

static int
compare(const void *a, const void *b)
{
	double		left = *(const double *) a;
	double		right = *(const double *) b;

	return left < right ? -1 : left > right;
}

/* One of the times. */
static void
print(const Answer *answer, int splits, int k)
{
	double	   *needed = malloc(sizeof(double) * splits);
	double		reached = 0;
	double		error = 0;
	double		expected = 0;
	double		expected_se = 0;
	double		rms = 0;
	double		same = 0;
	double		within = 0;

	for (int s = 0; s < splits; s++)
	{
		const Answer *a = &answer[s];
		double		rows = a->growth.rows;
		double		se;
		double		now = learning_curve_fit_error(&a->growth, rows, &se);
		double		forecast = learning_curve_fit_error(&a->growth, times[k] * rows, &se);
		double		miss = (forecast - a->error[k]) / a->variance;

		reached += a->error[k] / splits;
		error += a->error[k] / a->variance / splits;
		expected += forecast / a->variance / splits;
		expected_se += se / a->variance / splits;
		rms += miss * miss / splits;
		same += pow((now - a->error[k]) / a->variance, 2) / splits;
		within += (fabs(miss) <= 2 * hypot(se, a->error_se[k]) / a->variance) / (double) splits;
	}
	for (int s = 0; s < splits; s++)
		needed[s] = learning_curve_fit_rows(&answer[s].growth, reached) / (times[k] * answer[s].growth.rows);
	qsort(needed, splits, sizeof(double), compare);
	printf("%u,%.4f,%.4f,%.2f,%.4f,%.4f,%.4f,%.2f", times[k], error, expected, expected / error,
		   sqrt(rms), sqrt(same), expected_se, within);
	for (int q = 1; q < 4; q++)
		printf(",%.2f", needed[q * (splits - 1) / 4]);
	printf("\n");
	free(needed);
}

static void
ask_forecasts(const QualityData *data, uint32 looks, uint32 rows, int splits)
{
	Answer	   *answer = malloc(sizeof(Answer) * splits);
	Split		split;

	split_new(&split, data, looks);
	for (int s = 0; s < splits; s++)
	{
		split_draw(&split, s);
		answer[s].variance = split.variance;
		for (int k = 0; k < MOST_TIMES; k++)
			split_ask(&split, times[k] * rows, s, k == 0 ? &answer[s].growth : NULL,
					  &answer[s].error[k], &answer[s].error_se[k]);
	}
	for (int k = 0; k < MOST_TIMES; k++)
	{
		printf("%s,%u,%u,%d,", data->name, looks, rows, splits);
		print(answer, splits, k);
	}
	fflush(stdout);
	split_free(&split);
	free(answer);
}

/* Where a split stops, of rows, twice as many and so on, below most. */
static uint32
find_stop(Split *split, uint32 rows, uint32 most, int seed)
{
	for (; rows < most; rows *= 2)
	{
		LearningCurveFit		growth;
		double		error;
		double		se;

		split_ask(split, rows, seed, &growth, &error, &se);
		if (learning_curve_fit_error(&growth, 2 * rows, &se) > (1 - WORTH) * learning_curve_fit_error(&growth, rows, &se))
			break;
	}
	return rows;
}

/* A quarter of the splits: most rows are 16 times as many, or fewer. */
static void
ask_stops(const QualityData *data, uint32 looks, uint32 rows, int splits)
{
	double		mean_rows = 0;
	double		mean[3] = {0, 0, 0};
	uint32		most = rows;
	Split		split;

	split_new(&split, data, looks);
	splits /= 4;
	while (most < 16 * rows && 2 * most <= data->rows - split.tested)
		most *= 2;
	for (int s = 0; s < splits; s++)
	{
		uint32		stop;

		split_draw(&split, s);
		stop = find_stop(&split, rows, most, s);
		mean_rows += (double) stop / splits;
		for (int k = 0; k < 3; k++)
		{
			double		error;
			double		error_se;

			split_ask(&split, k == 0 ? stop : k == 1 ? Min(2 * stop, most) : most, s, NULL, &error,
					  &error_se);
			mean[k] += error / split.variance / splits;
		}
	}
	printf("%s,%u,%u,%u,%d,%.0f,%.2f,%.4f,%.4f,%.4f\n", data->name, looks, rows, most, splits,
		   mean_rows, 1 - mean_rows / most, mean[0], mean[1], mean[2]);
	fflush(stdout);
	split_free(&split);
}

typedef void (*Ask) (const QualityData *data, uint32 looks, uint32 rows, int splits);

static void
ask_generated(Ask ask, const char *name, uint32 looks, uint32 rows)
{
	QualityData data;

	quality_generate(&data, name, (ask == ask_stops ? 16 : 4) * rows + 4000, 1);
	ask(&data, looks, rows, 200);
	quality_free(&data);
}

static void
ask_real(Ask ask, const char *folder)
{
	QualityData data;

	if (is_there(folder, HEART))
	{
		read_heart(&data, folder);
		ask(&data, 3, 58, 200);
		ask(&data, 13, 58, 200);
		quality_free(&data);
	}
	if (is_there(folder, DIABETES))
	{
		read_table(&data, folder, DIABETES, "\t", 1, 10, 1000);
		data.name = "diabetes";
		ask(&data, 3, 95, 200);
		ask(&data, 10, 95, 200);
		quality_free(&data);
	}
	if (is_there(folder, COVERTYPE))
	{
		read_covertype(&data, folder);
		ask(&data, 5, 250, 100);
		ask(&data, 5, 2000, 100);
		ask(&data, 54, 500, 100);
		quality_free(&data);
	}
	if (is_there(folder, MNIST))
	{
		read_mnist(&data, folder);
		ask(&data, 20, 300, 20);
		ask(&data, 20, 1800, 20);
		quality_free(&data);
	}
}

int
main(int argc, char **argv)
{
	bool		stops = argc > 1 && strcmp(argv[1], "stops") == 0;
	Ask			ask = stops ? ask_stops : ask_forecasts;

	if (!stops && (argc < 2 || strcmp(argv[1], "forecasts") != 0))
	{
		fprintf(stderr, "usage: enough forecasts|stops [DIR]\n");
		return 1;
	}
	printf(stops ? "data,looks,rows,most,splits,stopped,saved,error,error_of_twice,error_of_all\n" :
		   "data,looks,rows,splits,times,error,expected,ratio,rms,same,se,within,"
		   "needed_25,needed_50,needed_75\n");
	ask_generated(ask, "factors", 20, 100);
	ask_generated(ask, "factors", 3, 100);
	ask_generated(ask, "factors", 3, 400);
	ask_generated(ask, "independent", 60, 200);
	ask_generated(ask, "independent", 5, 400);
	ask_generated(ask, "independent", 5, 2000);
	ask_generated(ask, "classes", 20, 100);
	ask_generated(ask, "classes", 3, 100);
	ask_generated(ask, "nothing", 5, 200);
	if (argc > 2)
		ask_real(ask, argv[2]);
	return 0;
}
