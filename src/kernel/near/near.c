/*
 * near.c
 *		Predictions from the remembered rows that are near a record.
 */
#include "kernel/near/near.h"

/* The term of two categories that differ, and of NULL and another value. */
#define DIFFERENT (2 * NEAR_SCORE_UNITS * NEAR_SCORE_UNITS)

/* Probabilities are not smaller, so that their product has a logarithm. */
#define LEAST_PROBABILITY 1e-12

/* Rows that are so much farther than the nearest one that exp(-FARTHEST) remains of them get no weight. */
#define FARTHEST 40

/* The look after the next considers this many rows, whose weight is above LEAST_WEIGHT. */
#define MOST_SECOND_ROWS 2000
#define LEAST_WEIGHT 1e-3

/* A smaller difference between gains of second columns is rounding; in nats, or as a share of the variance. */
#define LEAST_DIFFERENCE 1e-12

/* A bin counts if it has this share of the weight. */
#define LEAST_SHARE 1e-6

/* The most classes for which an uncertain share is subtracted. */
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
	work_release(near->work, total);
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
		double		exponent = (near->distance[i] - nearest) / unit;

		near->w[i] = 0;
		if (near->distance[i] == NEAR_LEFT_OUT || exponent > FARTHEST)
			continue;
		near->w[i] = row_weight(rows, i) * exp(-exponent);
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

/* Sums of one bin. */
typedef struct NumberBin
{
	double		sum;			/* of w */
	double		product;		/* of w and the difference between y and its mean */
	double		square;			/* of w^2 */
} NumberBin;

/* The part of the variance that the bins explain, less what they would explain of pure noise. */
static NearGain
number_gain(Near *near, uint32 j)
{
	const NearRows *rows = near->rows;
	uint32		bins = rows->column[j].bins;
	const uint8 *bin = rows->bin + (size_t) j * rows->n;
	NumberBin  *joint = (NumberBin *) near->joint;
	double		explained = 0;
	double		noise = 0;

	if (near->sum == 0)
		return (NearGain) {0, NAN};
	memset(joint, 0, sizeof(NumberBin) * bins);
	for (uint32 k = 0; k < near->count; k++)
	{
		uint32		i = near->near[k];
		NumberBin  *its = &joint[bin[i]];

		its->sum += near->w[i];
		its->product += near->w[i] * (rows->target[i] - near->mean);
		its->square += near->w[i] * near->w[i];
	}
	for (uint32 b = 0; b < bins; b++)
		if (joint[b].sum > 0)
		{
			explained += joint[b].product * joint[b].product / joint[b].sum / near->sum;
			noise += joint[b].square / joint[b].sum / near->sum;
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

/* A bin of a column, among the rows of near_second(). */
typedef struct SecondBin
{
	double		sum;			/* of w */
	double		effective;		/* (sum of w)^2 / sum of w^2 */
	double		mean;			/* of the target, if it is a number */
	double		variance;
	double		entropy;		/* -W H(class), if there are classes */
	double		best;			/* gain of the best second column */
	double		price;			/* of this column; of equal ones the cheapest */
} SecondBin;

/*
 * The rows and tables of near_second().  Two columns have one table for both orders: each of its cells
 * has one sum of w for each class, or the sums of w and w y.
 */
typedef struct SecondRows
{
	const Near *near;
	uint32		n;
	uint32	   *row;			/* [n] */
	double	   *w;				/* [n] */
	double		sum;			/* of w */
	uint8	   *bin;			/* [columns * n] the values of a column are adjacent */
	uint32		parts;			/* of a cell */
	double	   *cell;			/* [most bins * most bins * parts] */
	double	   *total;			/* [most bins * most bins] sum of w */
	double	   *inner;			/* [most bins * most bins] sum of w y, or -W H(class) of a cell */
	SecondBin  *of_bin;			/* [bins of all columns] */
} SecondRows;

static void
choose_second_rows(Work *work, SecondRows *second)
{
	const Near *near = second->near;
	uint32		heavy = 0;

	second->row = WORK_ARRAY(work, near->count, uint32);
	for (uint32 k = 0; k < near->count; k++)
		if (near->w[near->near[k]] > LEAST_WEIGHT)
			second->row[heavy++] = near->near[k];
	second->n = Min(heavy, MOST_SECOND_ROWS);
	second->w = WORK_ARRAY(work, second->n, double);
	for (uint32 k = 0; k < second->n; k++)
	{
		second->row[k] = second->row[(size_t) k * heavy / second->n];
		second->w[k] = near->w[second->row[k]];
		second->sum += second->w[k];
	}
}

static SecondRows
second_begin(Work *work, const Near *near)
{
	const NearRows *rows = near->rows;
	SecondRows	second = {.near = near,.parts = rows->classes > 0 ? rows->classes : 2};
	size_t		most = 0;

	choose_second_rows(work, &second);
	second.bin = WORK_ARRAY(work, (size_t) rows->columns * second.n, uint8);
	for (uint32 j = 0; j < rows->columns; j++)
	{
		most = Max(most, rows->column[j].bins);
		for (uint32 k = 0; k < second.n; k++)
			second.bin[(size_t) j * second.n + k] = rows->bin[(size_t) j * rows->n + second.row[k]];
	}
	second.cell = WORK_ARRAY(work, most * most * second.parts, double);
	second.total = WORK_ARRAY(work, most * most, double);
	second.inner = WORK_ARRAY(work, most * most, double);
	second.of_bin = WORK_ARRAY(work, near->first[rows->columns], SecondBin);
	return second;
}

/* Sets the sums of the bins of a column. */
static void
sum_second_bins(SecondRows *second, uint32 j)
{
	const NearRows *rows = second->near->rows;
	SecondBin  *of_bin = second->of_bin + second->near->first[j];
	const uint8 *bin = second->bin + (size_t) j * second->n;
	double	   *mass = second->cell;

	memset(mass, 0, sizeof(double) * rows->column[j].bins * rows->classes);
	for (uint32 k = 0; k < second->n; k++)
	{
		of_bin[bin[k]].sum += second->w[k];
		of_bin[bin[k]].effective += second->w[k] * second->w[k];
		if (rows->classes > 0)
			mass[bin[k] * rows->classes + rows->class[second->row[k]]] += second->w[k];
		else
			of_bin[bin[k]].mean += second->w[k] * rows->target[second->row[k]];
	}
	for (uint32 b = 0; b < rows->column[j].bins; b++)
	{
		double		sum = of_bin[b].sum;

		if (sum == 0)
			continue;
		of_bin[b].effective = sum * sum / of_bin[b].effective;
		of_bin[b].mean /= sum;
		of_bin[b].entropy = -x_log_x(sum);
		for (uint32 c = 0; c < rows->classes; c++)
			of_bin[b].entropy += x_log_x(mass[b * rows->classes + c]);
	}
	for (uint32 k = 0; k < second->n && rows->classes == 0; k++)
	{
		SecondBin  *its = &of_bin[bin[k]];
		double		difference = rows->target[second->row[k]] - its->mean;

		its->variance += second->w[k] / its->sum * difference * difference;
	}
}

/* Sets the table of two columns. */
static void
sum_second_cells(SecondRows *second, uint32 i, uint32 j)
{
	const NearRows *rows = second->near->rows;
	const uint8 *bin_i = second->bin + (size_t) i * second->n;
	const uint8 *bin_j = second->bin + (size_t) j * second->n;
	uint32		bins = rows->column[j].bins;
	uint32		cells = rows->column[i].bins * bins;

	memset(second->cell, 0, sizeof(double) * cells * second->parts);
	for (uint32 k = 0; k < second->n; k++)
	{
		double	   *cell = second->cell + (bin_i[k] * bins + bin_j[k]) * second->parts;

		if (rows->classes > 0)
			cell[rows->class[second->row[k]]] += second->w[k];
		else
		{
			cell[0] += second->w[k];
			cell[1] += second->w[k] * (rows->target[second->row[k]] - second->near->mean);
		}
	}
	for (uint32 b = 0; b < cells; b++)
	{
		const double *cell = second->cell + b * second->parts;

		second->total[b] = rows->classes > 0 ? 0 : cell[0];
		second->inner[b] = rows->classes > 0 ? 0 : cell[1];
		for (uint32 c = 0; c < rows->classes; c++)
		{
			second->total[b] += cell[c];
			second->inner[b] += x_log_x(cell[c]);
		}
		if (rows->classes > 0)
			second->inner[b] -= x_log_x(second->total[b]);
	}
}

/*
 * Returns the information of a second column in a bin of the first, less that of pure noise.  The
 * cells of this bin are bins cells from "cell" on, "step" apart.
 */
static double
gain_in_bin(const SecondRows *second, const SecondBin *first, uint32 cell, uint32 step, uint32 bins)
{
	uint32		classes = second->near->rows->classes;
	double		mean = first->mean - second->near->mean;
	double		counted = 0;
	double		gain = 0;

	for (uint32 b = 0; b < bins; b++, cell += step)
	{
		double		total = second->total[cell];
		double		difference = second->inner[cell] - mean * total;

		if (total == 0)
			continue;
		counted += total > LEAST_SHARE * first->sum;
		gain += classes > 0 ? second->inner[cell] : difference * difference / total;
	}
	if (classes > 0)
		return (gain - first->entropy) / first->sum -
			(Min(classes, MOST_UNCERTAIN_CLASSES) - 1) * (counted - 1) / (2 * first->effective);
	return gain / first->sum - (counted - 1) * first->variance / first->effective;
}

/* Tries column j, at a price, as the second one after i; the cells of bin b of i begin at b * from. */
static void
try_second(SecondRows *second, uint32 i, uint32 from, uint32 j, uint32 step, double price)
{
	const Near *near = second->near;
	double		least = LEAST_DIFFERENCE * (near->rows->classes > 0 ? 1 : near->variance);

	for (uint32 b = 0; b < near->rows->column[i].bins; b++)
	{
		SecondBin  *first = &second->of_bin[near->first[i] + b];
		double		gain;

		if (first->sum == 0)
			continue;
		gain = gain_in_bin(second, first, b * from, step, near->rows->column[j].bins);
		if (gain > first->best + least || (gain > first->best - least && price < first->price))
		{
			first->best = gain;
			first->price = price;
		}
	}
}

void
near_second(Near *near, const bool *open, const double *price, NearSecond *second)
{
	const NearRows *rows = near->rows;
	Work	   *work = work_begin(near->work);
	SecondRows	chosen = second_begin(work, near);

	for (uint32 i = 0; i < rows->columns; i++)
		if (open[i])
			sum_second_bins(&chosen, i);
	for (uint32 i = 0; i < rows->columns; i++)
	{
		work_poll(work);
		for (uint32 j = i + 1; j < rows->columns && open[i]; j++)
		{
			if (!open[j])
				continue;
			sum_second_cells(&chosen, i, j);
			try_second(&chosen, i, rows->column[j].bins, j, 1, price[j]);
			try_second(&chosen, j, 1, i, rows->column[j].bins, price[i]);
		}
	}
	for (uint32 i = 0; i < rows->columns; i++)
	{
		second[i] = (NearSecond) {0, 0};
		for (uint32 b = near->first[i]; b < near->first[i + 1] && open[i] && chosen.n > 0; b++)
		{
			second[i].gain += chosen.of_bin[b].best * chosen.of_bin[b].sum / chosen.sum;
			second[i].price += chosen.of_bin[b].price * chosen.of_bin[b].sum / chosen.sum;
		}
	}
	work_end(work);
}
