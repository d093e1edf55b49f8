/*
 * evaluation.c
 *		Sums that say how good predictions are.
 */
#include "kernel/score/evaluation.h"

/* rows counts the new number already. */
static void
spread_add(Spread *spread, double value, double rows)
{
	double		change = value - spread->mean;

	spread->mean += change / rows;
	spread->squares += change * (value - spread->mean);
}

static void
spread_merge(Spread *spread, double rows, const Spread *other, double other_rows)
{
	double		change = other->mean - spread->mean;
	double		total = rows + other_rows;

	spread->mean += change * other_rows / total;
	spread->squares += other->squares + change * change * rows * other_rows / total;
}

static void
add_squared_error(Evaluation *evaluation, double squared_error, double target)
{
	evaluation->rows++;
	spread_add(&evaluation->squared, squared_error, evaluation->rows);
	spread_add(&evaluation->target, target, evaluation->rows);
}

void
evaluation_add_sampled(Evaluation *evaluation, double squared_error, double target)
{
	add_squared_error(evaluation, squared_error, target);
	evaluation->sampled_rows++;
}

void
evaluation_add(Evaluation *evaluation, double prediction, double target)
{
	double		residual = prediction - target;

	add_squared_error(evaluation, residual * residual, target);
	evaluation->absolute += fabs(residual);
	if (fabs(target) == 1)
	{
		evaluation->signed_rows++;
		if (!(prediction * target > 0))
			evaluation->sign_errors++;
	}
}

void
evaluation_merge(Evaluation *evaluation, const Evaluation *other)
{
	if (other->rows > 0)
	{
		spread_merge(&evaluation->squared, evaluation->rows, &other->squared, other->rows);
		spread_merge(&evaluation->target, evaluation->rows, &other->target, other->rows);
	}
	evaluation->rows += other->rows;
	evaluation->skipped += other->skipped;
	evaluation->reads += other->reads;
	evaluation->sampled_rows += other->sampled_rows;
	evaluation->signed_rows += other->signed_rows;
	evaluation->sign_errors += other->sign_errors;
	evaluation->absolute += other->absolute;
}

double
evaluation_mse(const Evaluation *evaluation)
{
	return evaluation->squared.mean;
}

double
evaluation_mse_se(const Evaluation *evaluation)
{
	double		rows = evaluation->rows;

	return rows > 1 ? sqrt(evaluation->squared.squares / (rows - 1) / rows) : NAN;
}

double
evaluation_mae(const Evaluation *evaluation)
{
	return evaluation->sampled_rows > 0 ? NAN : evaluation->absolute / evaluation->rows;
}

double
evaluation_r2(const Evaluation *evaluation)
{
	if (!(evaluation->target.squares > 0))
		return NAN;
	return 1 - evaluation->squared.mean * evaluation->rows / evaluation->target.squares;
}

double
evaluation_sign_error(const Evaluation *evaluation)
{
	if (evaluation->signed_rows != evaluation->rows)
		return NAN;
	return evaluation->sign_errors / evaluation->rows;
}
