/*
 * test_measurement.c
 *		What predictions are worth, against numbers that numpy and scipy gave of the same
 *		rows, against closed forms and brute force; and the same bits in any order.
 */
#include "test.h"

#include "kernel/score/calibration.h"
#include "kernel/score/group_errors.h"
#include "kernel/score/measurement.h"
#include "near.h"
#include "work.h"

#define LEARNED 1000
#define ROWS 300
#define CLASS_ROWS 400
#define CLASSES 4
#define WIDTH 5					/* numbers of a row that has one score */

/* Numbers that the program of the reference drew too. */
static uint64 drawn;

static double
unit(void)
{
	drawn = (drawn * 1103515245 + 12345) % (UINT64CONST(1) << 31);
	return drawn / (double) (UINT64CONST(1) << 31);
}

static void
shuffle(HeldOutRows *rows)
{
	size_t		width = held_out_width(rows->scores);

	for (size_t i = rows->n; i > 1; i--)
		for (size_t j = (size_t) (unit() * i), k = 0; k < width; k++)
		{
			double		kept = rows->number[(i - 1) * width + k];

			rows->number[(i - 1) * width + k] = rows->number[j * width + k];
			rows->number[j * width + k] = kept;
		}
}

/* Scores of 64 values, and targets of -1 and 1. */
static HeldOutRows
rows_of_two_values(Work *work)
{
	HeldOutRows rows = {.number = WORK_ARRAY(work, ROWS * WIDTH, double), .n = ROWS, .scores = 1};

	drawn = 20260101;
	for (int i = 0; i < ROWS; i++)
	{
		double		z = rint((4 * unit() - 2) * 16) / 16;

		rows.number[WIDTH * i] = i % 5;
		rows.number[WIDTH * i + 1] = z;
		rows.number[WIDTH * i + 2] = unit() < logistic(2 * z - 0.5) ? 1 : -1;
		rows.number[WIDTH * i + 3] = i;
		rows.number[WIDTH * i + 4] = 1;
	}
	return rows;
}

/* Rows that are measured. */
typedef struct Trial
{
	Work	   *work;
	HeldOutRows rows;
	Link		link;
	Measured measured;
} Trial;

static Trial
trial_of_two_values(void)
{
	Work	   *work = new_work(NULL);

	return (Trial) {.work = work,.rows = rows_of_two_values(work)};
}

static void
measure_two_values(Trial *trial)
{
	trial->link = (Link) {.low = -1,.high = 1,.two_valued = true};
	measure_scores(trial->work, &trial->rows, LEARNED, &trial->link, &trial->measured);
}

/* The standard error of the area by its definition: every pair of a high and a low row. */
static double
area_se(const HeldOutRows *rows, double area)
{
	double		of_target[2] = {0};
	double		of_group[ROWS] = {0};
	double		squares = 0;
	int			groups = 0;

	for (size_t i = 0; i < rows->n; i++)
		of_target[held_out_target(rows, i) > 0] += held_out_weight(rows, i);
	for (size_t i = 0; i < rows->n; i++)
	{
		bool		high = held_out_target(rows, i) > 0;
		double		wins = 0;

		for (size_t j = 0; j < rows->n; j++)
		{
			double		difference = held_out_scores(rows, i)[0] - held_out_scores(rows, j)[0];

			if ((held_out_target(rows, j) > 0) == high)
				continue;
			wins += held_out_weight(rows, j) *
				(difference == 0 ? 0.5 : (difference > 0) == high ? 1 : 0);
		}
		of_group[(int) held_out_group(rows, i)] += held_out_weight(rows, i) *
			(wins / of_target[!high] - area) / of_target[high];
	}
	for (int g = 0; g < ROWS; g++)
	{
		squares += of_group[g] * of_group[g];
		groups += of_group[g] != 0;
	}
	return sqrt(squares * groups / (groups - 1));
}

/*
 * The rarer value by the definitions: the precision at each of its rows is that of all rows that
 * score as high or higher.  Its share of the likeliest rows: ties are mixed.
 */
static void
check_rarer_value(const Trial *trial)
{
	const HeldOutRows *rows = &trial->rows;
	double		all = 0;
	double		high = 0;
	double		precision = 0;
	double		top = 0;
	bool		rarer;

	for (size_t i = 0; i < rows->n; i++)
	{
		all += held_out_weight(rows, i);
		high += (held_out_target(rows, i) > 0) * held_out_weight(rows, i);
	}
	rarer = high <= all / 2;
	for (size_t i = 0; i < rows->n; i++)
	{
		double		above = 0;
		double		equal = 0;
		double		found = 0;

		if ((held_out_target(rows, i) > 0) != rarer)
			continue;
		for (size_t j = 0; j < rows->n; j++)
		{
			double		ahead = (held_out_scores(rows, j)[0] - held_out_scores(rows, i)[0]) *
				(rarer ? 1 : -1);

			above += (ahead > 0) * held_out_weight(rows, j);
			equal += (ahead == 0) * held_out_weight(rows, j);
			found += (ahead >= 0) * ((held_out_target(rows, j) > 0) == rarer) * held_out_weight(rows, j);
		}
		precision += held_out_weight(rows, i) * found / (above + equal);
		top += held_out_weight(rows, i) * Min(Max(TOP_ROWS * all - above, 0) / equal, 1);
	}
	assert_near(trial->measured.high_share, high / all, 1e-14);
	assert_near(trial->measured.average_precision, precision / (rarer ? high : all - high), 1e-12);
	assert_near(trial->measured.top_share, top / (TOP_ROWS * all), 1e-12);
}

/* Either value may be the rarer one. */
static void
test_rarer_value(void **state)
{
	for (int rare = -1; rare <= 1; rare += 2)
	{
		Trial		trial = trial_of_two_values();

		for (int i = 0; i < ROWS; i++)
		{
			if (i % 3 > 0)
				trial.rows.number[WIDTH * i + 2] = -rare;
			trial.rows.number[WIDTH * i + 4] = 1 + i % 7;
		}
		measure_two_values(&trial);
		assert_true((trial.measured.high_share < 0.5) == (rare == 1));
		check_rarer_value(&trial);
		work_end(trial.work);
	}
}

/* Groups of several rows, with weights, by the definitions. */
static void
test_groups(void **state)
{
	Trial		trial = trial_of_two_values();
	double		weight = 0;
	double		loss = 0;
	double		squares = 0;

	for (int i = 0; i < ROWS; i++)
	{
		trial.rows.number[WIDTH * i + 3] = i * i % 37;
		trial.rows.number[WIDTH * i + 4] = 1 + i % 3;
	}
	measure_two_values(&trial);
	assert_near(trial.measured.auc_se, area_se(&trial.rows, trial.measured.auc), 1e-12);
	for (int g = 0; g < 37; g++)
	{
		double		sum = 0;

		for (size_t i = 0; i < ROWS; i++)
		{
			double		error = link_expect(&trial.link, held_out_scores(&trial.rows, i)[0]) -
				held_out_target(&trial.rows, i);

			if (held_out_group(&trial.rows, i) == g)
				sum += held_out_weight(&trial.rows, i) * (error * error - trial.measured.mse);
			if (g > 0)
				continue;
			weight += held_out_weight(&trial.rows, i);
			loss += held_out_weight(&trial.rows, i) * error * error;
		}
		squares += sum * sum;
	}
	assert_near(trial.measured.mse, loss / weight, 1e-12);
	/* 19 squares modulo 37 */
	assert_near(trial.measured.mse_se, sqrt(19.0 / 18 * squares) / weight, 1e-12);
	work_end(trial.work);
}

/* Slices of time have whole times, and as many rows each as these allow. */
static void
test_slices_of_time(void **state)
{
	Trial		trial = trial_of_two_values();
	int			rows[20] = {0};

	for (int i = 0; i < ROWS; i++)
		trial.rows.number[WIDTH * i + 3] = 1000 - i / 2 * 2;
	shuffle(&trial.rows);
	group_times(trial.work, &trial.rows, 20);
	for (int i = 0; i < ROWS; i++)
		rows[(int) held_out_group(&trial.rows, i) - 1]++;
	for (int g = 0; g < 20; g++)
		assert_true(rows[g] >= 14 && rows[g] <= 16);
	work_end(trial.work);
}

/*
 * Returns the squared standard error of the mean of loss[2 * slices], two rows a slice, by the
 * definition; covariances: with those of neighbours.
 */
static double
slices_variance(const double *loss, int slices, bool covariances)
{
	double		sum[20];
	double		mean = 0;
	double		variance = 0;

	for (int i = 0; i < 2 * slices; i++)
		mean += loss[i] / (2 * slices);
	for (int g = 0; g < slices; g++)
		sum[g] = loss[2 * g] + loss[2 * g + 1] - 2 * mean;
	for (int g = 0; g < slices; g++)
		for (int h = 0; h < slices; h++)
			if (g == h || (covariances && abs(g - h) <= 2))
				variance += sum[g] * sum[h] * (1 - abs(g - h) / 3.0);
	return variance * slices / (slices - 1.0) / (4.0 * slices * slices);
}

/* Neighbours in time are alike, which makes standard errors larger and never smaller. */
static void
test_neighbours_in_time(void **state)
{
	enum {SLICES = 20, TIMES = 40};

	for (int alternating = 0; alternating < 2; alternating++)
	{
		Work	   *work = new_work(NULL);
		HeldOutRows rows = {.number = WORK_ARRAY(work, TIMES * WIDTH, double), .n = TIMES, .scores = 1};
		Link		link = {.low = -100, .high = 100};
		double		loss[TIMES];
		Measured	measured;

		for (int i = 0; i < TIMES; i++)
		{
			double		target = alternating ? 1 + i / 2 % 2 : 1 + i / 20.0;

			memcpy(rows.number + i * WIDTH, (double[]) {0, 0, target, i, 1}, WIDTH * sizeof(double));
			loss[i] = target * target;
		}
		shuffle(&rows);
		group_times(work, &rows, SLICES);
		assert_int_equal(rows.lags, 2);
		measure_scores(work, &rows, LEARNED, &link, &measured);
		assert_true(measured.groups == SLICES);
		assert_true((slices_variance(loss, SLICES, true) > slices_variance(loss, SLICES, false)) == !alternating);
		assert_near(measured.mse_se, sqrt(slices_variance(loss, SLICES, !alternating)), 1e-12);
		work_end(work);
	}
}

/* The error in the next block of time is as uncertain as errors differed from block to block. */
static void
test_blocks_of_time(void **state)
{
	static const double loss[] = {4, 1, 2};
	static const double se[] = {0.8, 0.1, 0.6};
	double		within = (0.2 * 0.2 + 0.1 * 0.1 + 0.3 * 0.3) / 3;
	double		between = (log(4) * log(4) + log(2) * log(2)) / 2;

	assert_near(block_error_se(loss, se, 3), 2 * sqrt(between - within), 1e-15);
	/* what slices explain is not counted twice */
	assert_near(block_error_se((double[]) {1, 1.01, 2}, (double[]) {0.6, 0.7, 1}, 3),
				2 * sqrt((0.36 + 0.49 / (1.01 * 1.01) + 0.25) / 3), 1e-15);
	assert_near(block_error_se(loss, se, 1), 0.8, 0);
	assert_near(block_error_se((double[]) {0, 2}, (double[]) {0, 0.6}, 2), 0.6, 0);
	assert_true(isnan(block_error_se((double[]) {1, 2}, (double[]) {0.1, NAN}, 2)));
	assert_true(isnan(block_error_se(loss, se, 0)));
}

static void
test_two_values(void **state)
{
	Trial		trial = trial_of_two_values();
	double		counted = 0;
	double		told = 0;
	double		came = 0;
	double		variance = 0;
	double		all = 0;

	measure_two_values(&trial);
	for (int i = 0; i < ROWS; i++)
	{
		double		p = 1 / (1 + exp(-trial.link.offset - trial.link.slope * held_out_scores(&trial.rows, i)[0]));

		all += p * (1 - p);
	}
	assert_true(trial.link.logistic && trial.measured.spread.bins == 0);
	assert_near(trial.link.slope, 1.83297021258, 1e-7);
	assert_near(trial.link.offset, -0.448204877067, 1e-7);
	assert_true(trial.measured.rows == ROWS);
	assert_near(trial.measured.mse, 0.508069873534, 1e-9);
	assert_near(trial.measured.mse_se, 0.0478781792416, 1e-9);
	assert_near(trial.measured.r2, 0.480760712459, 1e-9);
	assert_near(trial.measured.error_rate, 0.18, 1e-15);
	assert_near(trial.measured.error_rate_se, 0.0221810730128 * sqrt(ROWS / (ROWS - 1.0)), 1e-12);
	assert_near(trial.measured.auc, 0.893804505814, 1e-12);
	assert_near(trial.measured.auc_se, area_se(&trial.rows, trial.measured.auc), 1e-12);
	assert_near(trial.measured.log_loss, 0.407069103577, 1e-9);
	for (int b = 0; b < MEASURED_BINS; b++)
	{
		const MeasuredBin *bin = &trial.measured.bin[b];

		counted += bin->rows;
		told += bin->rows * bin->predicted;
		came += bin->rows * bin->observed;
		/* a tenth of the variance up to each bin, and at most the 12 or so of which the same was told */
		variance += bin->rows * bin->se * bin->rows * bin->se;
		assert_true(variance >= (b + 1) * (1 - 1e-9) / MEASURED_BINS * all &&
					variance <= (b + 1.0) / MEASURED_BINS * all + 12 * 0.25);
		assert_true(bin->low <= bin->predicted && bin->predicted <= bin->high);
		assert_true(b == 0 || bin->low > trial.measured.bin[b - 1].high);
		if (fabs(bin->observed - bin->predicted) > 4 * bin->se)
			fail_msg("bin %d: %g came and %g was told", b, bin->observed, bin->predicted);
	}
	assert_true(counted == ROWS && came == 128);
	/* Platt's targets are held off 0 and 1 by about a row of each */
	assert_near(told, came, 1);
	work_end(trial.work);
}

static void
test_any_order(void **state)
{
	Trial		trial = trial_of_two_values();
	Trial		first;

	measure_two_values(&trial);
	first = trial;
	for (int round = 0; round < 5; round++)
	{
		shuffle(&trial.rows);
		measure_two_values(&trial);
		assert_memory_equal(&trial.measured, &first.measured, sizeof(Measured));
		assert_true(trial.link.slope == first.link.slope && trial.link.offset == first.link.offset);
	}
	work_end(trial.work);
}

/* The link of scores that say the opposite, that say nothing, and of too few trial.rows. */
static void
test_links_not_fitted(void **state)
{
	Trial		trial = trial_of_two_values();

	for (int i = 0; i < ROWS; i++)
		trial.rows.number[WIDTH * i + 1] *= -1;
	measure_two_values(&trial);
	assert_true(trial.link.logistic && trial.link.slope == 0);
	assert_near(trial.link.offset, log(129.0 / 173), 1e-15);
	assert_near(trial.measured.auc, 0.5, 1e-15);
	assert_near(trial.measured.auc_se, 0, 1e-15);
	assert_near(trial.measured.error_rate, 128.0 / ROWS, 1e-15);
	/* one bin, for the same was told of all */
	assert_true(trial.measured.bin[0].rows == ROWS && trial.measured.bin[1].rows == 0);
	assert_near(trial.measured.bin[0].se, sqrt(129.0 / 302 * (173.0 / 302) / ROWS), 1e-12);

	/* 49 rows */
	trial.rows.n = 49;
	measure_two_values(&trial);
	assert_false(trial.link.logistic);

	/* 50 rows, or all, of which 4 or 5 have one value */
	for (size_t rows = 50; rows <= ROWS; rows += ROWS - 50)
		for (int few = 4; few <= 5; few++)
			for (int value = -1; value <= 1; value += 2)
			{
				trial.rows.n = rows;
				for (int i = 0; i < ROWS; i++)
					trial.rows.number[WIDTH * i + 2] = i < few ? value : -value;
				measure_two_values(&trial);
				assert_true(trial.link.logistic == (few == 5));
			}
	work_end(trial.work);
}

/* All rows of a target that a score separates: a finite slope, and no error that is 0. */
static void
test_separable(void **state)
{
	Trial		trial = trial_of_two_values();

	for (int i = 0; i < ROWS; i++)
		trial.rows.number[WIDTH * i + 2] = trial.rows.number[WIDTH * i + 1] > 0 ? 1 : -1;
	measure_two_values(&trial);
	assert_true(isfinite(trial.link.slope) && trial.link.slope > 1);
	assert_true(trial.measured.error_rate == 0 && trial.measured.auc == 1 && trial.measured.auc_se == 0);
	assert_true(trial.measured.mse > 0 && trial.measured.log_loss >= log1p(1.0 / (LEARNED + 1)));
	work_end(trial.work);
}

/* Of a number by the definitions; predictions are held to the range. */
static void
test_number(void **state)
{
	Work	   *work = new_work(NULL);
	static double number[] = {0, 5, 3, 1, 1, 1, 12, 9, 2, 1, 0, -1, 1, 3, 1, 1, 4, 4, 4, 1};
	HeldOutRows rows = {.number = number, .n = 4, .scores = 1};
	Link		link = {.low = 0, .high = 10};
	Measured measured;

	measure_scores(work, &rows, LEARNED, &link, &measured);
	/* 5 for 3, 10 for 9, 0 for 1, 4 for 4 */
	assert_near(measured.mse, 6.0 / 4, 1e-15);
	assert_near(measured.mse_se, sqrt((2.5 * 2.5 + 0.5 * 0.5 * 2 + 1.5 * 1.5) / 3 / 4), 1e-15);
	assert_near(measured.r2, 1 - 6 / 34.75, 1e-15);
	assert_true(isnan(measured.error_rate) && isnan(measured.auc) && isnan(measured.log_loss));
	assert_true(isnan(measured.high_share) && isnan(measured.average_precision) &&
				isnan(measured.top_share));
	assert_true(measured.bin[3].rows == 1 && measured.bin[4].rows == 0);
	assert_near(measured.bin[3].predicted, 10, 0);
	assert_near(measured.bin[3].observed, 9, 0);
	assert_near(measured.bin[3].se, 1, 1e-15);
	assert_false(link.logistic);
	work_end(work);
}

/* Rows of a number whose error is the larger, the larger the prediction is; some are equal. */
static HeldOutRows
rows_of_number(Work *work)
{
	HeldOutRows rows = {.number = WORK_ARRAY(work, ROWS * WIDTH, double), .n = ROWS, .scores = 1};

	drawn = 20260102;
	for (int i = 0; i < ROWS; i++)
	{
		double		z = rint(unit() * 64) / 8;

		rows.number[WIDTH * i] = i % 5;
		rows.number[WIDTH * i + 1] = z;
		rows.number[WIDTH * i + 2] = z + (unit() - 0.5) * (1 + z);
		rows.number[WIDTH * i + 3] = i;
		rows.number[WIDTH * i + 4] = 1 + i % 3;
	}
	return rows;
}

/* The spread is that of the weighted rows in canonical order, whatever order they come in. */
static void
test_spread(void **state)
{
	Work	   *work = new_work(NULL);
	HeldOutRows rows = rows_of_number(work);
	Link		link = {.low = 0,.high = 10};
	Measured	measured;
	Measured	shuffled;
	ErrorSpread spread;
	SpreadRow	row[ROWS];

	measure_scores(work, &rows, LEARNED, &link, &measured);
	for (int i = 0; i < ROWS; i++)
		row[i] = (SpreadRow) {
			held_out_scores(&rows, i)[0], held_out_target(&rows, i), held_out_weight(&rows, i)
		};
	error_spread_find(work, row, ROWS, &spread);
	assert_memory_equal(&measured.spread, &spread, sizeof(spread));
	shuffle(&rows);
	measure_scores(work, &rows, LEARNED, &link, &shuffled);
	assert_memory_equal(&measured, &shuffled, sizeof(measured));
	/*
	 * In a block of time errors have both signs, so intervals reach as far below a prediction as above,
	 * up to the distance of neighbouring errors: a group of rows may hold one of the two of an error.
	 */
	rows.lags = 1;
	measure_scores(work, &rows, LEARNED, &link, &measured);
	for (double z = 0.1; z < 2; z += 0.3)
	{
		double		low = error_spread_quantile(&measured.spread, z, 0.05);

		assert_near(error_spread_quantile(&measured.spread, z, 0.95), -low, 0.02);
		assert_true(low < -1);
	}
	work_end(work);
}

static void
assert_interval(const Measured *measured, const Link *link, double prediction, double sd,
				bool complete, double coverage, double low, double high)
{
	TargetInterval interval = measured_interval(measured, link, prediction, sd, complete, coverage);

	assert_near(interval.low, low, 1e-12);
	assert_near(interval.high, high, 1e-12);
}

/* Intervals of complete rows, of rows with missing values, at the ends of the range, and normal. */
static void
test_intervals(void **state)
{
	Work	   *work = new_work(NULL);
	HeldOutRows rows = rows_of_number(work);
	Link		link = {.low = -INFINITY,.high = INFINITY};
	Measured	measured;
	double		sd;
	double		low;
	double		high;

	measure_scores(work, &rows, LEARNED, &link, &measured);
	sd = sqrt(error_spread_variance(&measured.spread, 3));
	low = error_spread_quantile(&measured.spread, 3, 0.1);
	high = error_spread_quantile(&measured.spread, 3, 0.9);
	assert_interval(&measured, &link, 3, 7, true, 0.8, 3 + low * sd, 3 + high * sd);
	sd *= 7 / sqrt(measured.mse);
	assert_interval(&measured, &link, 3, 7, false, 0.8, 3 + low * sd, 3 + high * sd);
	link = (Link) {.low = 2.5,.high = 3.25};
	assert_interval(&measured, &link, 3, 7, false, 0.8, 2.5, 3.25);
	measured.mse = 0;
	link.low = -100;
	assert_interval(&measured, &link, 3, 7, false, 0.8, 3 + low * 7, 3.25);
	measured.spread.bins = 0;
	assert_interval(&measured, &link, 3, 7, true, 0.9, 3 - 7 * 1.6448536269514722, 3.25);
	work_end(work);
}

/* The models of fold 0 have not seen the last class. */
static HeldOutRows
rows_of_classes(Work *work)
{
	HeldOutRows rows = {.number = WORK_ARRAY(work, CLASS_ROWS * held_out_width(CLASSES), double), .n = CLASS_ROWS, .scores = CLASSES};

	for (int i = 0; i < CLASS_ROWS; i++)
	{
		double	   *row = rows.number + i * held_out_width(CLASSES);
		double		p[CLASSES];
		double		sum = 0;
		double		left;
		double		of_known = 0;
		int			known = i % 5 == 0 ? CLASSES - 1 : CLASSES;
		int			class = 0;

		row[0] = i % 5;
		for (int c = 0; c < CLASSES; c++)
		{
			row[1 + c] = 3 * unit() + (c == 1 ? 0.5 : 0);
			p[c] = exp(2 * row[1 + c]) * (c == 0 ? 1.5 : 1);
			sum += p[c];
		}
		left = unit();
		while (class < CLASSES - 1 && left >= p[class] / sum)
			left -= p[class++] / sum;
		for (int c = 0; c < known; c++)
			of_known += exp(row[1 + c]);
		for (int c = 0; c < CLASSES; c++)
			row[1 + c] = c < known ? row[1 + c] - log(of_known) : -INFINITY;
		row[1 + CLASSES] = class;
		row[2 + CLASSES] = i;
		row[3 + CLASSES] = 1;
	}
	return rows;
}

static void
test_classes(void **state)
{
	static const double expected[] = {0.0826139943154, -0.0895975093634, -0.269571593019, 0};
	Work	   *work = new_work(NULL);
	HeldOutRows rows;
	Measured first;
	double		temperature = 1;
	double		offset[CLASSES] = {0};

	(void) rows_of_two_values(work);	/* the reference drew these before */
	rows = rows_of_classes(work);
	measure_classes(work, &rows, LEARNED, &temperature, offset, &first);
	assert_near(temperature, 2.1405946774, 1e-6);
	for (int c = 0; c < CLASSES; c++)
		assert_near(offset[c], expected[c], 1e-6);
	assert_true(first.rows == CLASS_ROWS);
	assert_near(first.mse, 0.476437441505, 1e-7);
	assert_near(first.mse_se, 0.0256765943753, 1e-7);
	assert_near(first.error_rate, 0.34, 1e-15);
	assert_near(first.error_rate_se, 0.0236854385647 * sqrt(CLASS_ROWS / (CLASS_ROWS - 1.0)), 1e-12);
	assert_near(first.log_loss, 1.00209400083, 1e-7);
	assert_true(isnan(first.r2) && isnan(first.auc));
	for (int round = 0; round < 3; round++)
	{
		double		t = 1;
		double		b[CLASSES] = {0};
		Measured measured;

		shuffle(&rows);
		measure_classes(work, &rows, LEARNED, &t, b, &measured);
		assert_memory_equal(&measured, &first, sizeof(measured));
		assert_true(t == temperature);
		assert_memory_equal(b, offset, sizeof(b));
	}
	rows.n = 49;
	temperature = 3;
	measure_classes(work, &rows, LEARNED, &temperature, offset, &first);
	assert_true(temperature == 3);
	work_end(work);
}

/* The mean log loss plus sum of squares over rows, by its definition. */
static double
loss(const HeldOutRows *rows, double temperature, const double *offset)
{
	ClassLink	link = {temperature, offset};
	double		sum = 0;

	for (size_t i = 0; i < rows->n; i++)
	{
		const double *row = rows->number + i * held_out_width(CLASSES);
		double		p[CLASSES];

		if (!isfinite(row[1 + (int) row[1 + CLASSES]]))
			continue;
		for (int c = 0; c < CLASSES; c++)
			p[c] = exp(row[1 + c]);
		class_link_apply(&link, CLASSES, p);
		sum -= log(p[(int) row[1 + CLASSES]]);
	}
	for (int c = 0; c < CLASSES; c++)
		sum += offset[c] * offset[c];
	return sum;
}

/*
 * At a bound of the temperature, where nothing near is better: probabilities that are far
 * too sure, far too unsure, and of which all are alike.  Nor is it better where the first
 * class is the one that a fold has not seen.
 */
static void
test_bounds_of_temperature(void **state)
{
	static const double factor[] = {20, 0.05, 1, 1};
	static const double bound[] = {0.25, 4};
	Work	   *work = new_work(NULL);

	for (int round = 0; round < 4; round++)
	{
		HeldOutRows rows;
		double		temperature;
		double		offset[CLASSES];
		double		least;

		drawn = 20260102;
		rows = rows_of_classes(work);
		for (int i = 0; i < CLASS_ROWS; i++)
		{
			double	   *score = rows.number + i * held_out_width(CLASSES) + 1;
			double		sum = 0;

			for (int c = 0; c < CLASSES; c++)
				sum += exp(factor[round] * score[c]);
			for (int c = 0; c < CLASSES; c++)
				score[c] = round == 2 ? -log(CLASSES) : factor[round] * score[c] - log(sum);
			if (round == 3)
			{
				double		first = score[0];

				score[0] = score[CLASSES - 1];
				score[CLASSES - 1] = first;
				score[CLASSES] = (int) (score[CLASSES] + 1) % CLASSES;
			}
		}
		calibrate_classes(work, &rows, &temperature, offset);
		assert_true(offset[CLASSES - 1] == 0);
		if (round < 2)
			assert_true(temperature == bound[round]);
		least = loss(&rows, temperature, offset);
		for (int c = 0; c < CLASSES - 1; c++)
			for (int sign = -1; sign <= 1; sign += 2)
			{
				offset[c] += sign * 0.01;
				assert_true(loss(&rows, temperature, offset) > least);
				offset[c] -= sign * 0.01;
			}
		assert_true(loss(&rows, Min(temperature + 0.01, 4), offset) >= least - 1e-9);
		assert_true(loss(&rows, Max(temperature - 0.01, 0.25), offset) >= least - 1e-9);
	}
	work_end(work);
}

/* Nothing is impossible that was not, and nothing possible that was. */
static void
test_class_link(void **state)
{
	static const double offset[] = {1, 0, -1};
	double		p[] = {0, 0.25, 0.75};
	double		sum = 0.0625 + 0.5625 * exp(-1);
	ClassLink	link = {2, offset};

	class_link_apply(&link, 3, p);
	assert_true(p[0] == 0);
	assert_near(p[1], 0.0625 / sum, 1e-15);
	assert_near(p[2], 0.5625 * exp(-1) / sum, 1e-15);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two_values),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_rarer_value),
		cmocka_unit_test(test_slices_of_time),
		cmocka_unit_test(test_neighbours_in_time),
		cmocka_unit_test(test_blocks_of_time),
		cmocka_unit_test(test_any_order),
		cmocka_unit_test(test_links_not_fitted),
		cmocka_unit_test(test_separable),
		cmocka_unit_test(test_number),
		cmocka_unit_test(test_spread),
		cmocka_unit_test(test_intervals),
		cmocka_unit_test(test_classes),
		cmocka_unit_test(test_bounds_of_temperature),
		cmocka_unit_test(test_class_link),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
