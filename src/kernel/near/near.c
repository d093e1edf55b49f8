/*
 * near.c
 *		Predictions from the remembered rows that are near a record.
 */
#include "kernel/near/near.h"

/* The term of two categories that differ, and of NULL and another value. */
#define DIFFERENT (2 * NEAR_SCORE_UNITS * NEAR_SCORE_UNITS)

/* Probabilities are not smaller, so that their product has a logarithm. */
#define LEAST_PROBABILITY 1e-12

/* The look after the next considers this many rows, whose weight is above LEAST_WEIGHT. */
#define MOST_SECOND_ROWS 2000
#define LEAST_WEIGHT 1e-3

/* A bin counts if it has this share of the weight. */
#define LEAST_SHARE 1e-6

/* Of as many classes as this, at most, an uncertain share is subtracted. */
#define MOST_UNCERTAIN_CLASSES 8

static double
x_log_x(double x)
{
	return x > 0 ? x * log(x) : 0;
}

static double
row_weight(const NearRows *rows, uint32 row)
{
	return rows->weight ? rows->weight[row] : 1;
}

/* Counts the bins of each class, with one more row of the uniform distribution. */
static void
count_shares(Near *near)
{
	const NearRows *rows = near->rows;
	double	   *total = WORK_ARRAY(near->work, rows->classes, double);

	for (uint32 i = 0; i < rows->n; i++)
		total[rows->class[i]] += row_weight(rows, i);
	for (uint32 j = 0; j < rows->columns; j++)
	{
		uint32		bins = rows->column[j].bins;
		double	   *share = near->share + (size_t) near->first[j] * rows->classes;

		work_poll(near->work);
		for (uint32 i = 0; i < rows->n; i++)
			share[rows->class[i] * bins + rows->bin[(size_t) j * rows->n + i]] += row_weight(rows, i);
		for (uint32 c = 0; c < rows->classes; c++)
			for (uint32 b = 0; b < bins; b++)
				share[c * bins + b] = (share[c * bins + b] + 1.0 / bins) / (total[c] + 1);
	}
}

void
near_init(Work *work, Near *near, const NearRows *rows)
{
	uint32		most = 0;

	*near = (Near) {.work = work, .rows = rows};
	near->first = WORK_ARRAY(work, (size_t) rows->columns + 1, uint32);
	for (uint32 j = 0; j < rows->columns; j++)
	{
		near->first[j + 1] = near->first[j] + rows->column[j].bins;
		most = Max(most, rows->column[j].bins);
	}
	near->distance = WORK_ARRAY(work, rows->n, int64);
	near->w = WORK_ARRAY(work, rows->n, double);
	near->near = WORK_ARRAY(work, rows->n, uint32);
	near->mass = WORK_ARRAY(work, Max(rows->classes, 1), double);
	near->joint = WORK_ARRAY(work, (size_t) most * Max(rows->classes, 3), double);
	if (rows->classes > 0)
	{
		near->share = WORK_ARRAY(work, (size_t) near->first[rows->columns] * rows->classes, double);
		count_shares(near);
	}
}

/* Adds the distances in one column. */
static void
add_distances(Near *near, uint32 j, NearValue value)
{
	const NearRows *rows = near->rows;
	const uint8 *bin = rows->bin + (size_t) j * rows->n;
	const int8 *score = rows->score + (size_t) j * rows->n;
	uint8		null = rows->column[j].bins - 1;
	bool		number = rows->column[j].categories == 0 && value.bin != null;

	for (uint32 i = 0; i < rows->n; i++)
	{
		int32		difference = score[i] - value.score;

		if (number && bin[i] != null)
			near->distance[i] += difference * difference;
		else if (bin[i] != value.bin)
			near->distance[i] += DIFFERENT;
	}
}

/* Adds up the targets of the weighted rows. */
static void
add_targets(Near *near)
{
	const NearRows *rows = near->rows;
	double		squares = 0;

	memset(near->mass, 0, sizeof(double) * Max(rows->classes, 1));
	near->mean = 0;
	for (uint32 k = 0; k < near->count; k++)
	{
		uint32		i = near->near[k];

		if (rows->classes > 0)
			near->mass[rows->class[i]] += near->w[i];
		else
			near->mean += near->w[i] / near->sum * rows->target[i];
	}
	for (uint32 k = 0; k < near->count && rows->classes == 0; k++)
	{
		double		difference = rows->target[near->near[k]] - near->mean;

		squares += near->w[near->near[k]] / near->sum * difference * difference;
	}
	near->variance = squares;
}

void
near_weigh(Near *near, const NearValue *record, const double *group, double left_out)
{
	const NearRows *rows = near->rows;
	const double unit = 2 * NEAR_WIDTH * NEAR_WIDTH * NEAR_SCORE_UNITS * NEAR_SCORE_UNITS;
	int64		nearest = NEAR_LEFT_OUT;

	memset(near->distance, 0, sizeof(int64) * rows->n);
	for (uint32 j = 0; j < rows->columns; j++)
		if (record[j].known)
			add_distances(near, j, record[j]);
	for (uint32 i = 0; i < rows->n; i++)
	{
		if (group && group[i] == left_out)
			near->distance[i] = NEAR_LEFT_OUT;
		nearest = Min(nearest, near->distance[i]);
	}
	near->count = 0;
	near->sum = near->squares = 0;
	for (uint32 i = 0; i < rows->n; i++)
	{
		near->w[i] = near->distance[i] == NEAR_LEFT_OUT ? 0 :
			row_weight(rows, i) * exp((nearest - near->distance[i]) / unit);
		if (near->w[i] == 0)
			continue;
		near->near[near->count++] = i;
		near->sum += near->w[i];
		near->squares += near->w[i] * near->w[i];
	}
	add_targets(near);
}

/* Returns the probability of a class, of the weighted rows and the model. */
static double
class_probability(const Near *near, const double *model, uint32 c)
{
	return (near->mass[c] + NEAR_MODEL_ROWS * model[c]) / (near->sum + NEAR_MODEL_ROWS);
}

void
near_probabilities(const Near *near, const double *model, double *probability)
{
	uint32		classes = near->rows->classes;
	double		sum = 0;

	for (uint32 c = 0; c < classes; c++)
	{
		probability[c] = sqrt(Max(class_probability(near, model, c), LEAST_PROBABILITY) *
							  Max(model[c], LEAST_PROBABILITY));
		sum += probability[c];
	}
	for (uint32 c = 0; c < classes; c++)
		probability[c] /= sum;
}

NearNumber
near_number(const Near *near, double model, double sd)
{
	double		sum = near->sum + NEAR_MODEL_ROWS;
	double		prediction = (near->sum * near->mean + NEAR_MODEL_ROWS * model) / sum;
	double		of_rows = near->mean - prediction;
	double		of_model = model - prediction;

	return (NearNumber)
	{
		prediction,
			sqrt((near->sum * (near->variance + of_rows * of_rows) +
				  NEAR_MODEL_ROWS * (sd * sd + of_model * of_model)) / sum)
	};
}

/* Returns the share of the weighted rows and the model at or below a target. */
static double
share_below(const Near *near, double model, double sd, double target)
{
	double		below = 0;

	for (uint32 k = 0; k < near->count; k++)
		if (near->rows->target[near->near[k]] <= target)
			below += near->w[near->near[k]];
	below += NEAR_MODEL_ROWS * (sd > 0 ? 0.5 * erfc((model - target) / sd / M_SQRT2) : target >= model);
	return below / (near->sum + NEAR_MODEL_ROWS);
}

/* Steps of a bisection. */
#define HALVINGS 50

double
near_quantile(const Near *near, double model, double sd, double probability)
{
	double		low = model - 10 * sd;
	double		high = model + 10 * sd;

	for (uint32 k = 0; k < near->count; k++)
	{
		low = Min(low, near->rows->target[near->near[k]]);
		high = Max(high, near->rows->target[near->near[k]]);
	}
	for (int k = 0; k < HALVINGS; k++)
	{
		double		middle = low + (high - low) / 2;

		if (share_below(near, model, sd, middle) < probability)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* J_cb = (sum of the w of class c in bin b + m pi_c P(b | c)) / (W + m); the gain is H(J_c) less E H(c | b). */
static NearGain
class_gain(Near *near, const double *model, uint32 j)
{
	const NearRows *rows = near->rows;
	uint32		classes = rows->classes;
	uint32		bins = rows->column[j].bins;
	const uint8 *bin = rows->bin + (size_t) j * rows->n;
	const double *share = near->share + (size_t) near->first[j] * classes;
	double	   *joint = near->joint;
	NearGain	result = {0, 1};

	memset(joint, 0, sizeof(double) * classes * bins);
	for (uint32 k = 0; k < near->count; k++)
	{
		uint32		i = near->near[k];

		joint[rows->class[i] * bins + bin[i]] += near->w[i];
	}
	for (uint32 c = 0; c < classes; c++)
		result.gain -= x_log_x(class_probability(near, model, c));
	for (uint32 b = 0; b < bins; b++)
	{
		double		of_bin = 0;
		double		squares = 0;

		for (uint32 c = 0; c < classes; c++)
		{
			double		together = (joint[c * bins + b] + NEAR_MODEL_ROWS * model[c] * share[c * bins + b]) /
				(near->sum + NEAR_MODEL_ROWS);

			result.gain += x_log_x(together);
			of_bin += together;
			squares += together * together;
		}
		result.gain -= x_log_x(of_bin);
		if (of_bin > 0)
			result.error -= squares / of_bin;
	}
	return result;
}

/* Sums of w, w y and w^2 for each bin. */
static void
sum_bins(const Near *near, uint32 j, double *sum, double *product, double *square)
{
	const NearRows *rows = near->rows;
	uint32		bins = rows->column[j].bins;
	const uint8 *bin = rows->bin + (size_t) j * rows->n;

	memset(sum, 0, sizeof(double) * bins);
	memset(product, 0, sizeof(double) * bins);
	memset(square, 0, sizeof(double) * bins);
	for (uint32 k = 0; k < near->count; k++)
	{
		uint32		i = near->near[k];

		sum[bin[i]] += near->w[i];
		product[bin[i]] += near->w[i] * (rows->target[i] - near->mean);
		square[bin[i]] += near->w[i] * near->w[i];
	}
}

/* The part of the variance that the bins explain, less what they would explain of pure noise. */
static NearGain
number_gain(Near *near, uint32 j)
{
	uint32		bins = near->rows->column[j].bins;
	double	   *sum = near->joint;
	double	   *product = sum + bins;
	double	   *square = product + bins;
	double		explained = 0;
	double		noise = 0;

	if (near->sum == 0)
		return (NearGain) {0, NAN};
	sum_bins(near, j, sum, product, square);
	for (uint32 b = 0; b < bins; b++)
		if (sum[b] > 0)
		{
			explained += product[b] * product[b] / sum[b] / near->sum;
			noise += square[b] / sum[b] / near->sum;
		}
	noise -= near->squares / near->sum / near->sum;
	return (NearGain) {explained - near->variance * noise, NAN};
}

NearGain
near_gain(Near *near, const double *model, uint32 column)
{
	return near->rows->classes > 0 ? class_gain(near, model, column) : number_gain(near, column);
}

double
near_error(const Near *near, const double *model)
{
	double		error = 1;

	for (uint32 c = 0; c < near->rows->classes; c++)
	{
		double		probability = class_probability(near, model, c);

		error -= probability * probability;
	}
	return error;
}

/* The rows and tables of near_second(). */
typedef struct SecondRows
{
	const Near *near;
	uint32		n;
	uint32	   *row;			/* [n] */
	double		sum;			/* of their weights */
	double	   *table;			/* [most bins] of the second column: sums of w, and of w for each class or of w y */
	uint32	   *start;			/* [most bins + 1] rows of each bin of the first column */
	uint32	   *sorted;			/* [n] rows by their bin */
} SecondRows;

static SecondRows
choose_second_rows(Near *near)
{
	SecondRows	second = {.near = near};
	uint32		heavy = 0;

	second.row = WORK_ARRAY(near->work, near->count, uint32);
	for (uint32 k = 0; k < near->count; k++)
		if (near->w[near->near[k]] > LEAST_WEIGHT)
			second.row[heavy++] = near->near[k];
	second.n = Min(heavy, MOST_SECOND_ROWS);
	for (uint32 k = 0; k < second.n; k++)
		second.row[k] = second.row[(size_t) ((double) k * heavy / second.n)];
	for (uint32 k = 0; k < second.n; k++)
		second.sum += near->w[second.row[k]];
	second.sorted = WORK_ARRAY(near->work, second.n, uint32);
	second.start = WORK_ARRAY(near->work, PG_UINT8_MAX + 2, uint32);
	second.table = WORK_ARRAY(near->work, (PG_UINT8_MAX + 1) * (size_t) (near->rows->classes + 2), double);
	return second;
}

/* Sorts the rows by their bin in a column. */
static void
sort_by_bin(SecondRows *second, uint32 j)
{
	const NearRows *rows = second->near->rows;
	const uint8 *bin = rows->bin + (size_t) j * rows->n;
	uint32		bins = rows->column[j].bins;

	memset(second->start, 0, sizeof(uint32) * (bins + 2));
	for (uint32 k = 0; k < second->n; k++)
		second->start[bin[second->row[k]] + 1]++;
	for (uint32 b = 0; b < bins; b++)
		second->start[b + 1] += second->start[b];
	for (uint32 k = 0; k < second->n; k++)
		second->sorted[second->start[bin[second->row[k]]]++] = second->row[k];
	memmove(second->start + 1, second->start, sizeof(uint32) * bins);
	second->start[0] = 0;
}

/* Sums of the rows of one bin of the first column. */
typedef struct BinSums
{
	const uint32 *row;
	uint32		n;
	double		sum;			/* of w */
	double		effective;		/* (sum of w)^2 / sum of w^2 */
	double		mean;			/* of the target, if it is a number */
	double		variance;
	double		entropy;		/* sum of x log x of the weights of the classes, if there are any */
} BinSums;

static BinSums
sum_bin(const SecondRows *second, uint32 b)
{
	const Near *near = second->near;
	const NearRows *rows = near->rows;
	BinSums		sums = {.row = second->sorted + second->start[b], .n = second->start[b + 1] - second->start[b]};
	double	   *mass = second->table;
	double		squares = 0;

	memset(mass, 0, sizeof(double) * rows->classes);
	for (uint32 k = 0; k < sums.n; k++)
	{
		uint32		i = sums.row[k];

		sums.sum += near->w[i];
		squares += near->w[i] * near->w[i];
		if (rows->classes > 0)
			mass[rows->class[i]] += near->w[i];
		else
			sums.mean += near->w[i] * rows->target[i];
	}
	if (sums.n == 0)
		return sums;
	sums.effective = sums.sum * sums.sum / squares;
	sums.mean /= sums.sum;
	for (uint32 c = 0; c < rows->classes; c++)
		sums.entropy += x_log_x(mass[c]);
	for (uint32 k = 0; k < sums.n && rows->classes == 0; k++)
	{
		double		difference = rows->target[sums.row[k]] - sums.mean;

		sums.variance += near->w[sums.row[k]] / sums.sum * difference * difference;
	}
	return sums;
}

/* Returns what the second column tells in a bin of the first, less what it would tell of pure noise. */
static double
gain_in_bin(const SecondRows *second, const BinSums *sums, uint32 j)
{
	const Near *near = second->near;
	const NearRows *rows = near->rows;
	const uint8 *bin = rows->bin + (size_t) j * rows->n;
	uint32		bins = rows->column[j].bins;
	uint32		classes = rows->classes;
	double	   *total = second->table;
	double	   *part = total + bins;
	uint32		counted = 0;
	double		gain = 0;

	memset(total, 0, sizeof(double) * bins * (1 + Max(classes, 1)));
	for (uint32 k = 0; k < sums->n; k++)
	{
		uint32		i = sums->row[k];

		total[bin[i]] += near->w[i];
		if (classes > 0)
			part[bin[i] * classes + rows->class[i]] += near->w[i];
		else
			part[bin[i]] += near->w[i] * (rows->target[i] - sums->mean);
	}
	for (uint32 b = 0; b < bins; b++)
	{
		if (total[b] == 0)
			continue;
		counted += total[b] > LEAST_SHARE * sums->sum;
		if (classes == 0)
			gain += part[b] * part[b] / total[b];
		else
			gain -= x_log_x(total[b]);
		for (uint32 c = 0; c < classes; c++)
			gain += x_log_x(part[b * classes + c]);
	}
	if (classes > 0)
		return (gain - (sums->entropy - x_log_x(sums->sum))) / sums->sum -
			(Min(classes, MOST_UNCERTAIN_CLASSES) - 1) * (counted - 1.0) / (2 * sums->effective);
	return gain / sums->sum - (counted - 1.0) * sums->variance / sums->effective;
}

static NearSecond
second_after(SecondRows *second, uint32 i, const bool *open, const double *price)
{
	const NearRows *rows = second->near->rows;
	NearSecond	result = {0, 0};

	sort_by_bin(second, i);
	for (uint32 b = 0; b < rows->column[i].bins; b++)
	{
		BinSums		sums = sum_bin(second, b);
		double		best = 0;
		double		its_price = 0;

		for (uint32 j = 0; j < rows->columns && sums.n > 0; j++)
		{
			double		gain = open[j] && j != i ? gain_in_bin(second, &sums, j) : 0;

			if (gain > best)
			{
				best = gain;
				its_price = price[j];
			}
		}
		result.gain += best * sums.sum / second->sum;
		result.price += its_price * sums.sum / second->sum;
	}
	return result;
}

void
near_second(Near *near, const bool *open, const double *price, NearSecond *second)
{
	SecondRows	rows = choose_second_rows(near);

	for (uint32 i = 0; i < near->rows->columns; i++)
	{
		work_poll(near->work);
		second[i] = (NearSecond) {0, 0};
		if (open[i] && rows.n > 0)
			second[i] = second_after(&rows, i, open, price);
	}
	work_release(near->work, rows.row);
	work_release(near->work, rows.table);
	work_release(near->work, rows.start);
	work_release(near->work, rows.sorted);
}
