/*
 * near_table.h
 *		Random tables for the tests of kernel/near, and sums over their rows by the definitions.
 */
#ifndef TEST_NEAR_TABLE_H
#define TEST_NEAR_TABLE_H

#include "kernel/near/near.h"
#include "kernel/rng.h"
#include "work.h"

/* Columns of different kinds, in turn. */
#define TABLE_KINDS 8

/* Draws a value of a column; most numbers of few values have bins of their own. */
static inline double
table_value(Rng *rng, uint32 kind, double centre)
{
	double		u = rng_unit(rng);

	if (kind % 2 == 1 && rng_unit(rng) < 0.1)
		return NAN;
	switch (kind)
	{
		case 0:
			return centre + u;
		case 1:
			return u < 0.4 ? 0 : floor(10 * (centre + u)) / 4;
		case 2:
			return floor(3 * u);	/* a category, as 3 and 7 */
		case 3:
			return floor(30 * u * u);
		case 4:
			return floor(3 * (centre + u) / 2);
		case 5:
			return NAN;
		case 6:
			return 7;
		default:
			return u < 0.02 ? NEAR_UNLISTED : floor(4 * (centre + u) / 2);
	}
}

static inline uint32
table_categories(uint32 kind)
{
	return kind == 2 ? 4 : kind == 3 ? 30 : kind == 7 ? 4 : 0;
}

static inline NearTable
random_table(Work *work, Rng *rng, uint32 n, uint32 columns, uint32 classes, bool weighted)
{
	uint32	   *categories = WORK_ARRAY(work, columns, uint32);
	double	   *value = WORK_ARRAY(work, (size_t) columns * n, double);
	double	   *target = WORK_ARRAY(work, n, double);
	double	   *weight = WORK_ARRAY(work, n, double);

	for (uint32 i = 0; i < n; i++)
	{
		double		centre = rng_unit(rng);

		target[i] = classes > 0 ? rng_below(rng, classes) : 10 * centre - 3 + rng_unit(rng);
		if (classes > 0 && rng_unit(rng) < 0.5)
			target[i] = floor(centre * classes);
		weight[i] = 0.2 + 2 * rng_unit(rng);
		for (uint32 j = 0; j < columns; j++)
			value[(size_t) j * n + i] = table_value(rng, j % TABLE_KINDS, centre);
	}
	for (uint32 j = 0; j < columns; j++)
		categories[j] = table_categories(j % TABLE_KINDS);
	return (NearTable) {n, columns, categories, value, classes, target, weighted ? weight : NULL};
}

/* Returns a record that resembles a row: each column is known with this probability. */
static inline NearValue *
random_record(Work *work, Rng *rng, const NearRows *rows, double share)
{
	NearValue  *record = WORK_ARRAY(work, rows->columns, NearValue);
	uint32		row = rng_below(rng, rows->n);

	for (uint32 j = 0; j < rows->columns; j++)
	{
		uint32		other = rng_unit(rng) < 0.7 ? row : rng_below(rng, rows->n);

		if (rng_unit(rng) < share)
			record[j] = near_row_value(rows, other, j);
		if (record[j].known && rows->column[j].categories > 0 && rng_unit(rng) < 0.05)
			record[j].bin = NEAR_UNSEEN;
	}
	return record;
}

/* Writes probabilities, or one number. */
static inline void
random_model(Rng *rng, uint32 classes, double *model)
{
	double		sum = 0;

	model[0] = 4 * rng_unit(rng) - 1;
	for (uint32 c = 0; c < classes; c++)
		sum += model[c] = 0.01 + rng_unit(rng);
	for (uint32 c = 0; c < classes; c++)
		model[c] /= sum;
}

static inline double
its_weight(const NearRows *rows, uint32 row)
{
	return rows->weight ? rows->weight[row] : 1;
}

/* Returns the distance between a row and a record in one column. */
static inline double
distance_in(const NearRows *rows, uint32 row, NearValue value, uint32 j)
{
	NearValue	its = near_row_value(rows, row, j);
	uint8		null = rows->column[j].bins - 1;
	bool		numbers = rows->column[j].categories == 0 && its.bin != null && value.bin != null;

	if (!value.known)
		return 0;
	if (numbers)
		return pow((its.score - value.score) / (double) NEAR_SCORE_UNITS, 2);
	return its.bin == value.bin ? 0 : 2;
}

/* Writes the weights of the rows, w[n]. */
static inline void
weigh_by_definition(const NearRows *rows, const NearValue *record, const double *group, double left_out,
					double *w)
{
	double		nearest = INFINITY;

	for (uint32 i = 0; i < rows->n; i++)
	{
		w[i] = 0;
		for (uint32 j = 0; j < rows->columns; j++)
			w[i] += distance_in(rows, i, record[j], j);
		if (group == NULL || group[i] != left_out)
			nearest = fmin(nearest, w[i]);
	}
	for (uint32 i = 0; i < rows->n; i++)
		w[i] = group && group[i] == left_out ? 0 :
			exp(-(w[i] - nearest) / (2 * 0.4 * 0.4)) * its_weight(rows, i);
}

/* Returns the sum of w[n] over the rows of a class, or of all; and with a bin of a column, if bin >= 0. */
static inline double
sum_of(const NearRows *rows, const double *w, int class, uint32 j, int bin)
{
	double		sum = 0;

	for (uint32 i = 0; i < rows->n; i++)
		if ((class < 0 || rows->class[i] == class) && (bin < 0 || near_row_value(rows, i, j).bin == bin))
			sum += w[i];
	return sum;
}

/* Writes the prediction of the rows and the model: probabilities, or one number. */
static inline void
predict_by_definition(const NearRows *rows, const double *w, const double *model, double *prediction)
{
	double		all = sum_of(rows, w, -1, 0, -1);
	double		sum = 0;

	prediction[0] = 5 * model[0];
	for (uint32 i = 0; i < rows->n && rows->classes == 0; i++)
		prediction[0] += w[i] * rows->target[i];
	prediction[0] /= all + 5;
	for (uint32 c = 0; c < rows->classes; c++)
		sum += prediction[c] = sqrt((sum_of(rows, w, c, 0, -1) + 5 * model[c]) / (all + 5) * model[c]);
	for (uint32 c = 0; c < rows->classes; c++)
		prediction[c] /= sum;
}

#endif							/* TEST_NEAR_TABLE_H */
