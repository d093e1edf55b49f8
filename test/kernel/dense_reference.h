/*
 * dense_reference.h
 *		The learners as the papers write them: dense vectors, every weight
 *		changed on every row, long double, nothing kept lazily.
 *
 * It shares with the learner under test the plans.  What each draw in them is
 * worth it computes from its own weights and compares, but it goes on with the
 * learner's number: w_i / p_i grows as w_i falls, so that the rounding errors
 * of two runs would otherwise grow exponentially with the rows.
 */
#ifndef TEST_DENSE_REFERENCE_H
#define TEST_DENSE_REFERENCE_H

#include "learner.h"

#define REFERENCE_MAX 128

typedef long double Real;

typedef struct Reference
{
	const LearnerOptions *options;
	int			d;
	Real		w[REFERENCE_MAX];
	Real		log_plus[REFERENCE_MAX];	/* lasso: log z+ */
	Real		log_minus[REFERENCE_MAX];	/* lasso: log z- */
	Real		sum[REFERENCE_MAX]; /* of w, over rows */
	Real		intercept;
	Real		intercept_sum;
	Real		target_sum;
	uint64		rows;
	Real		largest_mismatch;	/* of a draw count from a whole number */
	uint64		draws;
} Reference;

static inline Real
reference_center(const LearnerOptions *o, int i)
{
	return o->ncenter == 0 ? 0 : o->center[o->ncenter == 1 ? 0 : i];
}

static inline Real
reference_scale(const LearnerOptions *o, int i)
{
	return o->nscale == 0 ? 1 : o->scale[o->nscale == 1 ? 0 : i];
}

/* w = B (z+ - z-) / (|z+| + |z-|), by logarithms. */
static inline void
reference_lasso_weights(Reference *ref)
{
	Real		largest = 0;
	Real		total = 0;

	for (int i = 0; i < ref->d; i++)
	{
		if (ref->log_plus[i] > largest)
			largest = ref->log_plus[i];
		if (ref->log_minus[i] > largest)
			largest = ref->log_minus[i];
	}
	for (int i = 0; i < ref->d; i++)
		total += expl(ref->log_plus[i] - largest) + expl(ref->log_minus[i] - largest);
	for (int i = 0; i < ref->d; i++)
		ref->w[i] = ref->options->radius *
			(expl(ref->log_plus[i] - largest) - expl(ref->log_minus[i] - largest)) / total;
}

static inline void
reference_init(Reference *ref, const LearnerOptions *options, int d)
{
	memset(ref, 0, sizeof(*ref));
	ref->options = options;
	ref->d = d;
}

/* A row x[d] in the user's units, with the plan that the learner made for it. */
static inline void
reference_row(Reference *ref, const ReadPlan *plan, const double *x, double y)
{
	const LearnerOptions *o = ref->options;
	int			d = ref->d;
	Real		value[REFERENCE_MAX];
	Real		data[REFERENCE_MAX] = {0};
	Real		gradient[REFERENCE_MAX] = {0};
	Real		norm = 0;
	Real		product = 0;
	Real		slope;
	Real		step;
	int			outer = o->budget - o->inner_draws;
	bool		lasso = o->kind == LEARNER_LASSO;

	ref->rows++;
	for (int i = 0; i < d; i++)
	{
		value[i] = (x[i] - reference_center(o, i)) / reference_scale(o, i);
		norm += lasso ? fabsl(ref->w[i]) : ref->w[i] * ref->w[i];
	}

	/* the step of the paper */
	step = o->step;
	if (step == 0)
	{
		Real		k = o->budget == 0 ? d : outer;
		Real		m = o->rows > 0 ? o->rows : ref->rows;

		if (lasso && o->rows == 0 && m < ceill(logl(2.0L * d)))
			m = ceill(logl(2.0L * d));
		step = lasso ? sqrtl(k * logl(2.0L * d) / (10 * d * m)) / (2 * o->radius) :
			sqrtl(k / (2 * d * m));
	}

	if (o->budget == 0)
	{
		ref->draws += d;
		for (int i = 0; i < d; i++)
		{
			data[i] = value[i];
			product += ref->w[i] * value[i];
		}
	}
	else
		for (uint32 s = 0; s < plan->n; s++)
		{
			int			i = plan->attribute[s];
			Real		times = roundl(plan->data_weight[s] * outer / d);

			if (fabsl(plan->data_weight[s] * outer / d - times) > ref->largest_mismatch)
				ref->largest_mismatch = fabsl(plan->data_weight[s] * outer / d - times);
			ref->draws += (uint64) times;
			data[i] = times / outer * d * value[i];

			/* each draw of i is worth w_i / p_i over the number of draws */
			if (plan->product_weight[s] != 0)
			{
				Real		p = (lasso ? fabsl(ref->w[i]) : ref->w[i] * ref->w[i]) / norm;
				Real		worth = ref->w[i] / p / o->inner_draws;

				times = roundl(plan->product_weight[s] / worth);
				if (fabsl(plan->product_weight[s] / worth - times) > ref->largest_mismatch)
					ref->largest_mismatch = fabsl(plan->product_weight[s] / worth - times);
				ref->draws += (uint64) times;
				product += plan->product_weight[s] * value[i];
			}
		}

	ref->target_sum += y;
	if (lasso && o->intercept)
		ref->intercept = ref->target_sum / ref->rows;
	for (int i = 0; i < d; i++)
		ref->sum[i] += ref->w[i];
	ref->intercept_sum += ref->intercept;

	slope = product + ref->intercept - y;
	for (int i = 0; i < d; i++)
		gradient[i] = slope * data[i];
	if (lasso)
	{
		for (int i = 0; i < d; i++)
		{
			Real		g = gradient[i];

			if (g > 1 / step)
				g = 1 / step;
			if (g < -1 / step)
				g = -1 / step;
			ref->log_plus[i] -= step * g;
			ref->log_minus[i] += step * g;
		}
		reference_lasso_weights(ref);
	}
	else
	{
		norm = 0;
		for (int i = 0; i < d; i++)
		{
			ref->w[i] -= step * gradient[i];
			norm += ref->w[i] * ref->w[i];
		}
		norm = sqrtl(norm);
		if (norm > o->radius)
			for (int i = 0; i < d; i++)
				ref->w[i] *= o->radius / norm;
		if (o->intercept)
			ref->intercept -= step * slope;
	}
}

/* The largest present weight. */
static inline Real
reference_size(const Reference *ref)
{
	Real		size = 0;

	for (int i = 0; i < ref->d; i++)
		size = Max(size, fabsl(ref->w[i]));
	return size;
}

/* The mean iterate in the user's units. */
static inline void
reference_weights(const Reference *ref, Real *weight, Real *intercept)
{
	const LearnerOptions *o = ref->options;

	*intercept = 0;
	if (o->intercept)
		*intercept = (o->kind == LEARNER_LASSO ? ref->target_sum : ref->intercept_sum) / ref->rows;
	for (int i = 0; i < ref->d; i++)
	{
		weight[i] = ref->sum[i] / ref->rows / reference_scale(o, i);
		*intercept -= weight[i] * reference_center(o, i);
	}
}

#endif							/* TEST_DENSE_REFERENCE_H */
