/*
 * evaluation.c
 *		Errors of predictions.
 */
#include "kernel/score/evaluation.h"

#include "kernel/score/platt.h"

/* The probability of a class that is unknown to the model. */
#define UNSEEN 1e-6

/* Adds a value with a weight; total includes this weight. */
static void
spread_add(Spread *spread, double value, double weight, double total)
{
	double		change = value - spread->mean;

	spread->mean += change * weight / total;
	spread->squares += weight * change * (value - spread->mean);
}

static void
spread_merge(Spread *spread, double weight, const Spread *other, double other_weight)
{
	double		change = other->mean - spread->mean;
	double		total = weight + other_weight;

	spread->mean += change * other_weight / total;
	spread->squares += other->squares + change * change * weight * other_weight / total;
}

static void
add_squared_error(Evaluation *evaluation, double squared_error, double target, double weight)
{
	double		square = weight * weight;

	evaluation->rows++;
	evaluation->weight += weight;
	evaluation->groups++;
	evaluation->group_squares += square;
	spread_add(&evaluation->squared, squared_error, weight, evaluation->weight);
	spread_add(&evaluation->target, target, weight, evaluation->weight);
	spread_add(&evaluation->group_squared, squared_error, square, evaluation->group_squares);
}

void
evaluation_add_sampled(Evaluation *evaluation, double squared_error, double target)
{
	add_squared_error(evaluation, squared_error, target, 1);
	evaluation->sampled_rows++;
}

static void
add_error(Evaluation *evaluation, double prediction, double target, double weight)
{
	double		residual = prediction - target;

	add_squared_error(evaluation, residual * residual, target, weight);
	evaluation->absolute += weight * fabs(residual);
}

static void
count_class(Evaluation *evaluation, bool correct, double weight)
{
	evaluation->classified_rows++;
	evaluation->misclassified += correct ? 0 : weight;
}

void
evaluation_add(Evaluation *evaluation, double prediction, double target, double weight)
{
	add_error(evaluation, prediction, target, weight);
	if (fabs(target) == 1)
		count_class(evaluation, prediction * target > 0, weight);
}

static bool
is_class(const Link *link, double target)
{
	return link->two_valued && (target == link->low || target == link->high);
}

void
evaluation_add_score(Evaluation *evaluation, const Link *link, double training_rows,
					 double score, double target, double weight)
{
	double		prediction = link_expect(link, score);

	if (is_class(link, target))
	{
		bool		high = target == link->high;
		double		middle = link->low / 2 + link->high / 2;
		double		log_odds = link_log_odds(link, score, training_rows);
		double		miss = logistic(log_odds) - high;

		add_error(evaluation, prediction, target, weight);
		count_class(evaluation, (prediction > middle) == high, weight);
		evaluation->class_rows++;
		evaluation->log_loss += weight * log_loss(log_odds, high);
		evaluation->brier += weight * miss * miss;
	}
	else
		evaluation_add(evaluation, prediction, target, weight);
}

void
evaluation_add_classes(Evaluation *evaluation, const double *probability, uint32 classes,
					   uint32 actual, double weight)
{
	double		squared = actual == classes ? 1 : 0;
	uint32		likeliest = 0;

	for (uint32 c = 0; c < classes; c++)
	{
		double		miss = probability[c] - (c == actual);

		squared += miss * miss;
		evaluation->absolute += weight * fabs(miss);
		if (probability[c] > probability[likeliest])
			likeliest = c;
	}
	if (actual == classes)
		evaluation->absolute += weight;
	add_squared_error(evaluation, squared, 0, weight);
	count_class(evaluation, likeliest == actual, weight);
	evaluation->class_rows++;
	evaluation->log_loss -= weight * log(actual == classes ? UNSEEN : probability[actual]);
	evaluation->brier += weight * squared;
}

void
evaluation_add_unseen(Evaluation *evaluation, const Link *link, double score, double weight)
{
	double		prediction = link_expect(link, score);

	evaluation_add(evaluation, prediction, prediction > 0 ? -1 : 1, weight);
	evaluation->class_rows++;
	evaluation->log_loss -= weight * log(UNSEEN);
	evaluation->brier += weight;
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
evaluation_unite(Evaluation *evaluation)
{
	if (evaluation->rows == 0)
		return;
	evaluation->groups = 1;
	evaluation->group_squares = evaluation->weight * evaluation->weight;
	evaluation->group_squared = (Spread) {evaluation->squared.mean, 0};
}

void
evaluation_merge(Evaluation *evaluation, const Evaluation *other)
{
	if (other->rows > 0)
	{
		spread_merge(&evaluation->squared, evaluation->weight, &other->squared, other->weight);
		spread_merge(&evaluation->target, evaluation->weight, &other->target, other->weight);
		spread_merge(&evaluation->group_squared, evaluation->group_squares,
					 &other->group_squared, other->group_squares);
	}
	evaluation->rows += other->rows;
	evaluation->weight += other->weight;
	evaluation->groups += other->groups;
	evaluation->group_squares += other->group_squares;
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

/* The sum over groups of (weight * (mean squared error of the group - that of all rows))^2 is needed. */
double
evaluation_mse_se(const Evaluation *evaluation)
{
	double		groups = evaluation->groups;
	double		shift = evaluation->group_squared.mean - evaluation->squared.mean;
	double		sum = evaluation->group_squared.squares + evaluation->group_squares * shift * shift;

	return groups > 1 ?
		sqrt(sum / (groups - 1) / (evaluation->weight * evaluation->weight / groups)) : NAN;
}

double
evaluation_mae(const Evaluation *evaluation)
{
	return evaluation->sampled_rows > 0 ? NAN : evaluation->absolute / evaluation->weight;
}

double
evaluation_r2(const Evaluation *evaluation)
{
	if (!(evaluation->target.squares > 0))
		return NAN;
	return 1 - evaluation->squared.mean * evaluation->weight / evaluation->target.squares;
}

double
evaluation_error_rate(const Evaluation *evaluation)
{
	if (evaluation->classified_rows != evaluation->rows)
		return NAN;
	return evaluation->misclassified / evaluation->weight;
}

static double
class_mean(const Evaluation *evaluation, double sum)
{
	return evaluation->class_rows == evaluation->rows ? sum / evaluation->weight : NAN;
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
