/*
 * sampled_gain.c
 *		The share of the target that the attributes of one column of a sample explain.
 *
 * The attributes of a row are few: most are 0.  Their products are added up, and the Cholesky
 * factor of these gives sequential sums of squares: what each attribute explains beyond those
 * before it.
 */
#include "kernel/columns/sampled_gain.h"

/* An attribute adds nothing if those before it leave less than this share of its variance. */
#define LEAST_PIVOT 1e-9

/* Distance of the fences from the outer knots, in distances between these. */
#define FENCE_WIDTHS 3

/* The constant, the value, the value between fences, three knots and NULL. */
#define MOST_IN_ROW 7

/* The attributes of one row that are not 0. */
typedef struct SparseRow
{
	uint32		n;
	uint32		place[MOST_IN_ROW];
	double		value[MOST_IN_ROW];
} SparseRow;

typedef struct LeastSquares
{
	const SampledTarget *target;
	uint32		n;				/* the constant, and the attributes */
	double	   *product;		/* [n * n] the lower triangle */
	double	   *with_target;	/* [n * outputs] */
} LeastSquares;

/* Returns the weights, divided by their mean. */
static double *
with_mean_1(Work *work, const double *weight, uint32 n)
{
	double	   *scaled = WORK_ARRAY(work, n, double);
	double		sum = 0;

	for (uint32 i = 0; i < n; i++)
		sum += weight[i];
	for (uint32 i = 0; i < n; i++)
		scaled[i] = weight[i] * n / sum;
	return scaled;
}

void
sampled_target_init(Work *work, SampledTarget *target, const SampledColumn *column,
					const double *weight)
{
	ListedCategory list[LISTED_CATEGORIES];
	double		times[LISTED_CATEGORIES + 1] = {0};
	double		mean = 0;
	double		y;
	bool		repeated;

	*target = (SampledTarget) {.rows = column->rows,.outputs = 1};
	target->weight = with_mean_1(work, weight, target->rows);
	if (column->kind == SAMPLED_CATEGORY)
	{
		target->outputs = sampled_column_categories(work, column, weight, list, &repeated);
		target->category = sampled_column_places(work, column, list, target->outputs);
		for (uint32 i = 0; i < target->rows; i++)
		{
			times[target->category[i]] += target->weight[i];
			target->usable += target->category[i] > 0 ? target->weight[i] : 0;
		}
		for (uint32 k = 1; k <= target->outputs; k++)
			target->total += times[k] * (1 - times[k] / target->usable);
		return;
	}
	target->number = WORK_ARRAY(work, target->rows, double);
	for (uint32 i = 0; i < target->rows; i++)
	{
		bool		usable = sampled_column_measured(column, i, &y);

		target->number[i] = usable ? y : NAN;
		target->usable += usable ? target->weight[i] : 0;
		mean += usable ? target->weight[i] * (y - mean) / target->usable : 0;
	}
	for (uint32 i = 0; i < target->rows; i++)
	{
		target->number[i] -= mean;
		if (!isnan(target->number[i]))
			target->total += target->weight[i] * target->number[i] * target->number[i];
	}
}

static void
least_squares_init(Work *work, LeastSquares *sums, const SampledTarget *target, uint32 n)
{
	*sums = (LeastSquares) {.target = target,.n = n};
	sums->product = WORK_ARRAY(work, (size_t) n * n, double);
	sums->with_target = WORK_ARRAY(work, (size_t) n * target->outputs, double);
}

static void
sparse_row_add(SparseRow *row, uint32 place, double value)
{
	if (value == 0)
		return;
	row->place[row->n] = place;
	row->value[row->n++] = value;
}

/* Adds a row of the sample.  The places of its attributes ascend. */
static void
least_squares_add(LeastSquares *sums, uint32 i, const SparseRow *row)
{
	const SampledTarget *target = sums->target;
	uint32		output = target->category != NULL ? target->category[i] - 1 : 0;
	double		y = target->category != NULL ? 1 : target->number[i];
	double		weight = target->weight[i];

	if (isnan(y) || output >= target->outputs)
		return;
	for (uint32 a = 0; a < row->n; a++)
	{
		double	   *product = sums->product + (size_t) row->place[a] * sums->n;

		for (uint32 b = 0; b <= a; b++)
			product[row->place[b]] += weight * row->value[a] * row->value[b];
		sums->with_target[(size_t) row->place[a] * target->outputs + output] += weight * row->value[a] * y;
	}
}

/*
 * Replaces row i of the products by that of the Cholesky factor, and those with the target by their
 * part that is new.  Returns false if the attributes before it leave nothing of the attribute.
 */
static bool
add_to_factor(LeastSquares *sums, uint32 i)
{
	uint32		n = sums->n;
	uint32		outputs = sums->target->outputs;
	double	   *row = sums->product + (size_t) i * n;
	double	   *y = sums->with_target + (size_t) i * outputs;
	double		square = row[i];

	for (uint32 j = 0; j < i; j++)
	{
		const double *before = sums->product + (size_t) j * n;

		for (uint32 k = 0; k < j; k++)
			row[j] -= row[k] * before[k];
		row[j] = before[j] > 0 ? row[j] / before[j] : 0;
		row[i] -= row[j] * row[j];
	}
	if (!(row[i] > LEAST_PIVOT * square))
	{
		memset(row, 0, (i + 1) * sizeof(double));
		memset(y, 0, outputs * sizeof(double));
		return false;
	}
	row[i] = sqrt(row[i]);
	for (uint32 c = 0; c < outputs; c++)
	{
		for (uint32 j = 0; j < i; j++)
			y[c] -= row[j] * sums->with_target[(size_t) j * outputs + c];
		y[c] /= row[i];
	}
	return true;
}

/* Each attribute explains 1 / (rows - 1) of a target that is noise. */
static void
least_squares_gain(LeastSquares *sums, SampledGain *gain)
{
	const SampledTarget *target = sums->target;

	gain->first = gain->others = 0;
	if (!(target->total > 0))
		return;
	for (uint32 i = 0; i < sums->n; i++)
	{
		double	   *part = i == 1 ? &gain->first : &gain->others;

		/* the constant explains nothing of the squares about the mean */
		if (!add_to_factor(sums, i) || i == 0)
			continue;
		*part -= 1 / (target->usable - 1);
		for (uint32 c = 0; c < target->outputs; c++)
		{
			double		y = sums->with_target[(size_t) i * target->outputs + c];

			*part += y * y / target->total;
		}
	}
}

static double
as_number(SampledKind kind, SampledPoint point)
{
	return kind == SAMPLED_TIME ? (double) point.time : point.number;
}

void
sampled_gain_number(Work *work, const SampledColumn *column, const SampledFacts *facts,
					const SampledPoint *knot, uint32 n, bool null_category,
					const SampledTarget *target, SampledGain *gain)
{
	Work	   *scratch = work_begin(work);
	double		median = as_number(column->kind, facts->median);
	double		range = as_number(column->kind, facts->high) - as_number(column->kind, facts->low);
	double		unit = range > 0 ? range : 1;
	double		low = -INFINITY;
	double		high = INFINITY;
	double		at[3] = {0};
	LeastSquares sums;

	Assert(n <= lengthof(at));
	for (uint32 k = 0; k < n; k++)
		at[k] = (as_number(column->kind, knot[k]) - median) / unit;
	if (n > 1 && at[0] < at[n - 1])
	{
		low = at[0] - FENCE_WIDTHS * (at[n - 1] - at[0]);
		high = at[n - 1] + FENCE_WIDTHS * (at[n - 1] - at[0]);
	}
	least_squares_init(scratch, &sums, target, MOST_IN_ROW);
	for (uint32 i = 0; i < column->rows; i++)
	{
		SparseRow	row = {1, {0}, {1}};
		double		x;
		double		clipped;

		x = sampled_column_measured(column, i, &x) ? (x - median) / unit : 0;
		clipped = Min(Max(x, low), high);
		sparse_row_add(&row, 1, x);
		sparse_row_add(&row, 2, clipped - x);
		for (uint32 k = 0; k < n; k++)
			sparse_row_add(&row, 3 + k, Max(clipped - at[k], 0));
		sparse_row_add(&row, MOST_IN_ROW - 1, null_category && !column->there[i]);
		least_squares_add(&sums, i, &row);
	}
	least_squares_gain(&sums, gain);
	work_end(scratch);
}

void
sampled_gain_categories(Work *work, const SampledColumn *column, const ListedCategory *list,
						uint32 n, bool null_category, const SampledTarget *target,
						SampledGain *gain)
{
	Work	   *scratch = work_begin(work);
	const uint32 *place = sampled_column_places(scratch, column, list, n);
	LeastSquares sums;

	least_squares_init(scratch, &sums, target, n + 2);
	for (uint32 i = 0; i < column->rows; i++)
	{
		SparseRow	row = {1, {0}, {1}};

		sparse_row_add(&row, place[i], place[i] > 0);
		sparse_row_add(&row, n + 1, null_category && !column->there[i]);
		least_squares_add(&sums, i, &row);
	}
	least_squares_gain(&sums, gain);
	work_end(scratch);
}
