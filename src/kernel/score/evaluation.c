/*
 * evaluation.c
 *		Errors of predictions.
 */
#include "kernel/score/evaluation.h"

#include "kernel/score/platt.h"

/* The probability of a class that is unknown to the model. */
#define UNSEEN 1e-6

/* Adds a value; rows includes its row. */
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

static void
add_error(Evaluation *evaluation, double prediction, double target)
{
	double		residual = prediction - target;

	add_squared_error(evaluation, residual * residual, target);
	evaluation->absolute += fabs(residual);
}

static void
count_class(Evaluation *evaluation, bool correct)
{
	evaluation->classified_rows++;
	evaluation->misclassified += !correct;
}

void
evaluation_add(Evaluation *evaluation, double prediction, double target)
{
	add_error(evaluation, prediction, target);
	if (fabs(target) == 1)
		count_class(evaluation, prediction * target > 0);
}

static bool
is_class(const Link *link, double target)
{
	return link->two_valued && (target == link->low || target == link->high);
}

void
evaluation_add_score(Evaluation *evaluation, const Link *link, double training_rows,
					 double score, double target)
{
	double		prediction = link_expect(link, score);

	if (is_class(link, target))
	{
		bool		high = target == link->high;
		double		middle = link->low / 2 + link->high / 2;
		double		log_odds = link_log_odds(link, score, training_rows);
		double		miss = logistic(log_odds) - high;

		add_error(evaluation, prediction, target);
		count_class(evaluation, (prediction > middle) == high);
		evaluation->class_rows++;
		evaluation->log_loss += log_loss(log_odds, high);
		evaluation->brier += miss * miss;
	}
	else
		evaluation_add(evaluation, prediction, target);
}

void
evaluation_add_classes(Evaluation *evaluation, const double *probability, uint32 classes,
					   uint32 actual)
{
	double		squared = actual == classes ? 1 : 0;
	uint32		likeliest = 0;

	for (uint32 c = 0; c < classes; c++)
	{
		double		miss = probability[c] - (c == actual);

		squared += miss * miss;
		evaluation->absolute += fabs(miss);
		if (probability[c] > probability[likeliest])
			likeliest = c;
	}
	if (actual == classes)
		evaluation->absolute += 1;
	add_squared_error(evaluation, squared, 0);
	count_class(evaluation, likeliest == actual);
	evaluation->class_rows++;
	evaluation->log_loss -= log(actual == classes ? UNSEEN : probability[actual]);
	evaluation->brier += squared;
}

void
evaluation_add_unseen(Evaluation *evaluation, const Link *link, double score)
{
	double		prediction = link_expect(link, score);

	evaluation_add(evaluation, prediction, prediction > 0 ? -1 : 1);
	evaluation->class_rows++;
	evaluation->log_loss -= log(UNSEEN);
	evaluation->brier += 1;
}

bool
evaluation_order(Evaluation *evaluation, const Link *link, double score,
				 double target, double *order, bool *high)
{
	if (evaluation->ordered_rows != evaluation->rows - 1)
		return false;
	if (is_class(link, target))
	{
		*order = link_order(link, score);
		*high = target == link->high;
	}
	else if (!link->two_valued && fabs(target) == 1)
	{
		*order = score;
		*high = target > 0;
	}
	else
		return false;
	evaluation->ordered_rows++;
	return true;
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
	evaluation->classified_rows += other->classified_rows;
	evaluation->misclassified += other->misclassified;
	evaluation->absolute += other->absolute;
	evaluation->class_rows += other->class_rows;
	evaluation->log_loss += other->log_loss;
	evaluation->brier += other->brier;
	evaluation->ordered_rows += other->ordered_rows;
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
evaluation_error_rate(const Evaluation *evaluation)
{
	if (evaluation->classified_rows != evaluation->rows)
		return NAN;
	return evaluation->misclassified / evaluation->rows;
}

static double
class_mean(const Evaluation *evaluation, double sum)
{
	return evaluation->class_rows == evaluation->rows ? sum / evaluation->rows : NAN;
}

double
evaluation_log_loss(const Evaluation *evaluation)
{
	return class_mean(evaluation, evaluation->log_loss);
}

double
evaluation_brier(const Evaluation *evaluation)
{
	return class_mean(evaluation, evaluation->brier);
}

bool
evaluation_ordered(const Evaluation *evaluation)
{
	return evaluation->ordered_rows == evaluation->rows;
}

void
error_sampler_init(Work *work, ErrorSampler *sampler, const double *weight, uint32 n, uint32 budget)
{
	Work	   *scratch = work_begin(work);
	double	   *size = WORK_ARRAY(scratch, n, double);
	double		total = 0;

	sampler->budget = budget;
	sampler->weight = weight;
	alias_init(work, &sampler->table, n);
	plan_init(work, &sampler->plan, n, Min(n, budget));

	/* a hundredth is spread evenly, so that the quantised table can draw every weight */
	for (uint32 i = 0; i < n; i++)
		total += fabs(weight[i]);
	for (uint32 i = 0; i < n; i++)
		size[i] = 0.99 * fabs(weight[i]) / total + 0.01 / n;
	alias_build(&sampler->table, size, WORK_ARRAY(scratch, n, uint32));
	work_end(scratch);
}

const ReadPlan *
error_sampler_plan(ErrorSampler *sampler, Rng *rng)
{
	plan_clear(&sampler->plan);
	for (uint32 r = 0; r < sampler->budget; r++)
	{
		uint32		slot = plan_draw(&sampler->plan, alias_draw(&sampler->table, rng));

		sampler->plan.data_weight[slot]++;
	}
	return &sampler->plan;
}

double
sampled_error(const ErrorSampler *sampler, const double *x, double offset)
{
	const ReadPlan *plan = &sampler->plan;
	double		b = sampler->budget;
	double		sum = 0;
	double		squares = 0;

	for (uint32 s = 0; s < plan->n; s++)
	{
		uint32		i = plan->attribute[s];
		double		term = sampler->weight[i] * x[s] / alias_probability(&sampler->table, i);

		sum += plan->data_weight[s] * term;
		squares += plan->data_weight[s] * term * term;
	}
	return offset * offset + 2 * offset * sum / b + (sum * sum - squares) / (b * (b - 1));
}
