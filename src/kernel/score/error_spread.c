/*
 * error_spread.c
 *		The distance of targets from predictions.
 */
#include "kernel/score/error_spread.h"

#include <float.h>

#define ROWS_OF_GROUP 200

static const double probability[SPREAD_QUANTILES] = {
	0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975, 0.99, 0.995
};

/* A row and its place, which decides between equal predictions. */
typedef struct PlacedRow
{
	SpreadRow	row;
	size_t		place;
} PlacedRow;

static int
compare_predictions(const void *a, const void *b)
{
	const PlacedRow *x = a;
	const PlacedRow *y = b;

	if (x->row.prediction != y->row.prediction)
		return x->row.prediction < y->row.prediction ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

static void
sort_rows(Work *work, SpreadRow *row, size_t n)
{
	Work	   *scratch = work_begin(work);
	PlacedRow  *placed = WORK_ARRAY(scratch, n, PlacedRow);

	for (size_t i = 0; i < n; i++)
		placed[i] = (PlacedRow) {row[i], i};
	qsort(placed, n, sizeof(PlacedRow), compare_predictions);
	for (size_t i = 0; i < n; i++)
		row[i] = placed[i].row;
	work_end(scratch);
}

/* Returns the first row of a part, of so many parts of n rows. */
static size_t
first_of(size_t part, size_t parts, size_t n)
{
	return (part * n + parts - 1) / parts;
}

/* Returns a mean, which rounding may have led beyond its numbers. */
static double
mean_within(double mean, double smallest, double largest)
{
	return Min(Max(mean, smallest), largest);
}

static void
find_variances(const SpreadRow *row, size_t n, ErrorSpread *spread)
{
	size_t		bins = Min(SPREAD_BINS, n);

	spread->bins = bins;
	for (size_t b = 0; b < bins; b++)
	{
		double		weight = 0;
		double		squares = 0;
		double		predictions = 0;

		for (size_t i = first_of(b, bins, n); i < first_of(b + 1, bins, n); i++)
		{
			double		error = row[i].target - row[i].prediction;

			weight += row[i].weight;
			predictions += row[i].weight * row[i].prediction;
			squares += row[i].weight * error * error;
		}
		spread->at[b] = mean_within(predictions / weight, row[first_of(b, bins, n)].prediction,
									row[first_of(b + 1, bins, n) - 1].prediction);
		spread->variance[b] = Max(squares / weight, DBL_MIN);
	}
}

/* A number that occurs with a weight. */
typedef struct Weighted
{
	double		number;
	double		weight;
} Weighted;

static int
compare_numbers(const void *a, const void *b)
{
	double		x = ((const Weighted *) a)->number;
	double		y = ((const Weighted *) b)->number;

	return x < y ? -1 : x > y;
}

/*
 * Writes the quantiles of n sorted numbers.  The distance between neighbours is half of their
 * weights; if these are equal, the quantile of probability p is at place (n - 1) p.
 */
static void
find_quantiles(const Weighted *number, size_t n, double *quantile)
{
	double		length = 0;
	double		before = 0;
	size_t		i = 0;

	for (size_t k = 1; k < n; k++)
		length += (number[k - 1].weight + number[k].weight) / 2;
	for (int q = 0; q < SPREAD_QUANTILES; q++)
	{
		double		at = probability[q] * length;
		double		step;

		while (i + 2 < n && before + (number[i].weight + number[i + 1].weight) / 2 <= at)
		{
			before += (number[i].weight + number[i + 1].weight) / 2;
			i++;
		}
		step = n == 1 ? 0 : (at - before) / ((number[i].weight + number[i + 1].weight) / 2);
		quantile[q] = n == 1 ? number[0].number :
			Min(number[i].number + (number[i + 1].number - number[i].number) * step,
				number[i + 1].number);
	}
}

static void
find_groups(Work *work, const SpreadRow *row, size_t n, ErrorSpread *spread)
{
	Work	   *scratch = work_begin(work);
	size_t		groups = Max(Min(SPREAD_GROUPS, n / ROWS_OF_GROUP), 1);
	Weighted   *unit = WORK_ARRAY(scratch, n, Weighted);

	spread->groups = groups;
	for (size_t g = 0; g < groups; g++)
	{
		size_t		first = first_of(g, groups, n);
		size_t		rows = first_of(g + 1, groups, n) - first;
		double		weight = 0;
		double		predictions = 0;

		work_poll(work);
		for (size_t k = 0; k < rows; k++)
		{
			const SpreadRow *its = &row[first + k];

			unit[k].number = (its->target - its->prediction) /
				sqrt(error_spread_variance(spread, its->prediction));
			unit[k].weight = its->weight;
			weight += its->weight;
			predictions += its->weight * its->prediction;
		}
		spread->group_at[g] = mean_within(predictions / weight, row[first].prediction,
										  row[first + rows - 1].prediction);
		qsort(unit, rows, sizeof(Weighted), compare_numbers);
		find_quantiles(unit, rows, spread->quantile[g]);
	}
	work_end(scratch);
}

void
error_spread_find(Work *work, SpreadRow *row, size_t n, ErrorSpread *spread)
{
	memset(spread, 0, sizeof(*spread));
	sort_rows(work, row, n);
	find_variances(row, n, spread);
	find_groups(work, row, n, spread);
	if (!error_spread_is_valid(spread))
		work->raise(work, KERNEL_BAD_VALUE);
}

/* Returns how far x lies between at[*i] and at[*i + 1], from 0 to 1; beyond the n points 0. */
static double
find_between(const double *at, size_t n, double x, size_t *i)
{
	*i = 0;
	if (!(x > at[0]))
		return 0;
	while (*i + 1 < n && x >= at[*i + 1])
		(*i)++;
	return *i + 1 == n ? 0 : (x - at[*i]) / (at[*i + 1] - at[*i]);
}

/* Interpolates linearly between y[i] and y[i + 1]; share 0: y[i], which may be the last one. */
static double
between(const double *y, size_t i, double share)
{
	return share == 0 ? y[i] : y[i] + share * (y[i + 1] - y[i]);
}

double
error_spread_variance(const ErrorSpread *spread, double prediction)
{
	size_t		i;
	double		share = find_between(spread->at, (size_t) spread->bins, prediction, &i);

	return between(spread->variance, i, share);
}

double
error_spread_quantile(const ErrorSpread *spread, double prediction, double share)
{
	size_t		q;
	double		of_probability = find_between(probability, SPREAD_QUANTILES, share, &q);
	size_t		g;
	double		of_group = find_between(spread->group_at, (size_t) spread->groups, prediction, &g);
	double		low = between(spread->quantile[g], q, of_probability);

	return of_group == 0 ? low :
		low + of_group * (between(spread->quantile[g + 1], q, of_probability) - low);
}

/* Newton's method on the distribution, which is concave above 0: it comes from below. */
double
normal_quantile(double share)
{
	double		within = fabs(2 * share - 1);
	double		quantile = 0;
	double		step;

	do
	{
		step = (within - erf(quantile * M_SQRT1_2)) /
			(M_2_SQRTPI * M_SQRT1_2 * exp(-quantile * quantile / 2));
		quantile += step;
	} while (step > 1e-14 * quantile);
	return share < 0.5 ? -quantile : quantile;
}

/* Returns true if n numbers are finite, and no one is below the one before. */
static bool
is_ascending(const double *number, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(number[i]) || (i > 0 && number[i] < number[i - 1]))
			return false;
	return true;
}

static bool
is_count(double number, double most)
{
	return number >= 1 && number <= most && number == rint(number);
}

bool
error_spread_is_valid(const ErrorSpread *spread)
{
	if (!is_count(spread->bins, SPREAD_BINS) || !is_count(spread->groups, SPREAD_GROUPS) ||
		!is_ascending(spread->at, (size_t) spread->bins) ||
		!is_ascending(spread->group_at, (size_t) spread->groups))
		return false;
	for (int b = 0; b < spread->bins; b++)
		if (!(spread->variance[b] > 0 && isfinite(spread->variance[b])))
			return false;
	for (int g = 0; g < spread->groups; g++)
		if (!is_ascending(spread->quantile[g], SPREAD_QUANTILES))
			return false;
	return true;
}
