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

#include "kernel/stream/learner.h"

#define REFERENCE_MAX 128
#define REFERENCE_ROWS 10000

typedef long double Real;

typedef struct Reference
{
	const LearnerOptions *options;
	int			d;
	Real		w[REFERENCE_MAX];
	Real		log_plus[REFERENCE_MAX];	/* lasso, winnow: log z+ */
	Real		log_minus[REFERENCE_MAX];	/* lasso, winnow: log z- */
	Real		sum[REFERENCE_MAX]; /* of w, over rows */
	Real		intercept;
	Real		intercept_sum;
	Real		target_sum;
	uint64		rows;
	uint64		mistakes;
	Real		largest_mismatch;	/* of a draw count from a whole number */
	uint64		draws;

	/* sampling by moments */
	bool		weighted;
	Real		moment[REFERENCE_MAX];	/* E x^2 */
	Real		seen[REFERENCE_MAX];	/* in the warm-up: times, squares, values */
	Real		squares[REFERENCE_MAX];
	Real		values[REFERENCE_MAX];
	Real		center[REFERENCE_MAX];	/* the warm-up's */
	Real		epsilon;

	/* own units: sums of looks less the first one, then place and deviation */
	uint64		warmup;			/* rows */
	Real		first[REFERENCE_MAX];
	Real		place[REFERENCE_MAX];
	Real		deviation[REFERENCE_MAX];
	Real		target_squares; /* about the first target, in the warm-up */
	Real		target_first;
	Real		target_unit;

	Real		gradients;		/* of an adaptive step */

	/* of each row learned from, what its length is judged by */
	Real		square[REFERENCE_ROWS];
	Real		linear[REFERENCE_ROWS];
	Real		product[REFERENCE_ROWS];
	Real		diagonal[REFERENCE_ROWS];
} Reference;

static inline Real
reference_center(const LearnerOptions *o, int i)
{
	return o->center.n == 0 ? 0 : o->center.value[o->center.n == 1 ? 0 : i];
}

static inline Real
reference_scale(const LearnerOptions *o, int i)
{
	return o->scale.n == 0 ? 1 : o->scale.value[o->scale.n == 1 ? 0 : i];
}

/* w = B (z+ - z-) / (|z+| + |z-|), by logarithms; without balance z- = 0. */
static inline void
reference_lasso_weights(Reference *ref, Real radius, bool balanced)
{
	Real		largest = 0;
	Real		total = 0;

	for (int i = 0; i < ref->d; i++)
	{
		largest = Max(largest, ref->log_plus[i]);
		largest = Max(largest, ref->log_minus[i]);
	}
	for (int i = 0; i < ref->d; i++)
	{
		Real		plus = expl(ref->log_plus[i] - largest);
		Real		minus = balanced ? expl(ref->log_minus[i] - largest) : 0;

		ref->w[i] = radius * (plus - minus);
		total += plus + minus;
	}
	for (int i = 0; i < ref->d; i++)
		ref->w[i] /= total;
}

static inline void
reference_init(Reference *ref, const LearnerOptions *options, int d)
{
	memset(ref, 0, sizeof(*ref));
	ref->options = options;
	ref->d = d;
	if (options->budget > 0 && options->sampling == SAMPLING_MOMENTS)
	{
		ref->weighted = true;
		for (int i = 0; i < d; i++)
			ref->moment[i] = options->second_moments.value[i] /
				(reference_scale(options, i) * reference_scale(options, i));
	}
	ref->target_unit = 1;
	if (options->units == UNITS_OWN)
	{
		ref->warmup = options->warmup_rows;
		if (ref->warmup == 0)
			ref->warmup = options->budget == 0 ? 200 :
				Max(200, ((uint64) 20 * d + options->budget - 1) / options->budget);
	}
	if (options->method == &winnow_method)
		reference_lasso_weights(ref, 1, options->balanced);
	if (options->method == &majority_method)
		for (int i = 0; i < d; i++)
			ref->w[i] = 1.0L / d;
}

/* The radius, where it is a rule. */
static inline Real
reference_radius(const LearnerOptions *o)
{
	if (o->radius > 0 || o->units != UNITS_OWN)
		return o->radius;
	return o->method == &lasso_method ? 2 : 1;
}

static inline bool
reference_l1(const LearnerOptions *o)
{
	return o->method == &lasso_method || o->method == &pegasos_method;
}

/* q, and what p is proportional to. */
static inline void
reference_distributions(const Reference *ref, Real *q, Real *p)
{
	const LearnerOptions *o = ref->options;
	int			d = ref->d;
	Real		total = 0;
	Real		mean_root = 0;

	for (int i = 0; i < d; i++)
	{
		Real		m = ref->moment[i] + 13 * ref->epsilon / 6;

		q[i] = reference_l1(o) ? m : sqrtl(m);
		total += q[i];
		mean_root += sqrtl(ref->moment[i]) / d;
	}
	for (int i = 0; i < d; i++)
	{
		q[i] = ref->weighted ? 0.99L * q[i] / total + 0.01L / d : 1.0L / d;
		p[i] = reference_l1(o) ? fabsl(ref->w[i]) : ref->w[i] * ref->w[i];
		if (ref->weighted && o->inner_draws > 1)
			p[i] = fabsl(ref->w[i]) * Max(sqrtl(ref->moment[i]), 0.01L * mean_root);
	}
	total = 0;
	for (int i = 0; i < d; i++)
		total += p[i];
	for (int i = 0; i < d; i++)
		p[i] /= total;
}

static inline Real
reference_half_norm(const Real *moment, int d)
{
	Real		roots = 0;

	for (int i = 0; i < d; i++)
		roots += sqrtl(moment[i]);
	return roots * roots;
}

/* The papers' steps; algorithms as in the comments of ridge.c and lasso.c. */
static inline Real
reference_step(const Reference *ref, int outer)
{
	const LearnerOptions *o = ref->options;
	Real		d = ref->d;
	Real		k = o->budget == 0 ? d : outer;
	Real		m = (o->rows > 0 ? o->rows : ref->rows) - ref->warmup;
	Real		b = reference_radius(o);
	Real		sum = 0;
	bool		two_phase = o->budget > 0 && o->sampling == SAMPLING_TWO_PHASE;
	Real		smoothed[REFERENCE_MAX];
	Real		a;

	if (o->step > 0)
		return o->step;
	if (two_phase && ref->weighted)
		m -= o->warmup_rows;
	if (two_phase && !ref->weighted)
		m = o->warmup_rows;
	else if (reference_l1(o) && o->rows == 0)
		m = Max(m, ceill(logl(2 * d)));
	for (int i = 0; i < ref->d; i++)
	{
		sum += ref->moment[i];
		smoothed[i] = 2 * ref->moment[i] + 10 * ref->epsilon / 3;
	}
	if (!ref->weighted)
		return reference_l1(o) ? sqrtl(k * logl(2 * d) / (10 * d * m)) / (2 * b) :
			sqrtl(k / (2 * d * m));
	if (!two_phase)
		return reference_l1(o) ? sqrtl(logl(2 * d) / (5 * m * (sum / k + 1))) / (2 * b) :
			1 / sqrtl(m * (reference_half_norm(ref->moment, ref->d) / k + 1));
	if (reference_l1(o))
		return sqrtl(k * logl(2 * d) /
					 (20 * b * b * m * (8 * sum + 20 * d * ref->epsilon + k)));
	a = reference_half_norm(smoothed, ref->d);
	/* 5 d^3 log(2d/delta) / (3 (k+1) m_1) = 5/3 d^2 epsilon */
	return Max(sqrtl(k / (6 * d * m)),
			   sqrtl(k / m / (2 * a + 2 * sqrtl(5.0L / 3 * d * d * ref->epsilon * a) + k)));
}

/* Euclidean projection onto |w|_1 <= radius, by sorting (Duchi et al. 2008). */
static inline void
reference_project(Real *w, int d, Real radius)
{
	Real		sorted[REFERENCE_MAX];
	Real		sum = 0;
	Real		threshold = 0;

	for (int i = 0; i < d; i++)
	{
		int			j = i;

		for (; j > 0 && sorted[j - 1] < fabsl(w[i]); j--)
			sorted[j] = sorted[j - 1];
		sorted[j] = fabsl(w[i]);
	}
	for (int i = 0; i < d; i++)
	{
		sum += sorted[i];
		if (sorted[i] > (sum - radius) / (i + 1))
			threshold = (sum - radius) / (i + 1);
	}
	if (sum <= radius)
		return;
	for (int i = 0; i < d; i++)
		w[i] = copysignl(Max(fabsl(w[i]) - threshold, 0), w[i]);
}

/* The first phase is over: moments and centres from its data-point draws. */
static inline void
reference_finish_warmup(Reference *ref, int outer)
{
	const LearnerOptions *o = ref->options;
	Real		largest = 0;

	for (int i = 0; i < ref->d; i++)
		if (ref->seen[i] > 0)
		{
			Real		mean = ref->values[i] / ref->seen[i];

			ref->moment[i] = ref->squares[i] / ref->seen[i];
			if (o->warmup_center)
			{
				ref->center[i] = mean;
				ref->moment[i] -= mean * mean;
				if (o->intercept && !reference_l1(o))
					ref->intercept += ref->w[i] * mean;
				ref->intercept_sum += ref->sum[i] * mean;
			}
			largest = Max(largest, ref->moment[i]);
		}
	for (int i = 0; i < ref->d; i++)
		if (ref->seen[i] == 0)
			ref->moment[i] = largest;
	if (o->smooth_moments)
		ref->epsilon = ref->d * logl(2 * ref->d / 0.05L) / ((outer + 1) * (Real) o->warmup_rows);
	if (reference_l1(o))
		ref->epsilon = Min(ref->epsilon, 1);
	ref->weighted = true;
}

/* The smoothing of the SVR; by default the most that |<w,x>| + B + delta can be. */
static inline Real
reference_smoothing(const LearnerOptions *o)
{
	return o->smoothing > 0 ? o->smoothing : 2 * reference_radius(o) + o->insensitivity;
}

/* Weighted majority's beta, by default for so many mistakes (Cesa-Bianchi et al. 1997). */
static inline Real
reference_rate(const LearnerOptions *o, int d)
{
	Real		z = sqrtl(logl(d) / o->rows);

	return o->rate > 0 ? (Real) o->rate : 1 / (1 + 2 * z + z * z / logl(2));
}

static inline void
reference_record(Reference *ref)
{
	for (int i = 0; i < ref->d; i++)
		ref->sum[i] += ref->w[i];
	ref->intercept_sum += ref->intercept;
}

static inline void
reference_note(Reference *ref, Real times)
{
	ref->largest_mismatch = Max(ref->largest_mismatch, fabsl(times - roundl(times)));
	ref->draws += (uint64) roundl(times);
}

/* A row of the warm-up for units. */
static inline void
reference_warm_up(Reference *ref, const ReadPlan *plan, const double *x, double y)
{
	Real		n = ref->rows;

	for (uint32 s = 0; s < plan->n; s++)
	{
		int			i = plan->attribute[s];

		if (ref->seen[i]++ == 0)
			ref->first[i] = x[i];
		ref->values[i] += x[i] - ref->first[i];
		ref->squares[i] += (x[i] - ref->first[i]) * (x[i] - ref->first[i]);
		ref->draws++;
	}
	if (ref->rows == 1)
		ref->target_first = y;
	ref->target_sum += y;
	ref->target_squares += (y - ref->target_first) * (y - ref->target_first);
	if (ref->rows < ref->warmup)
		return;
	for (int i = 0; i < ref->d; i++)
	{
		Real		mean = ref->values[i] / ref->seen[i];

		ref->place[i] = ref->first[i] + mean;
		ref->deviation[i] = ref->seen[i] > 1 ?
			sqrtl((ref->squares[i] - ref->seen[i] * mean * mean) / (ref->seen[i] - 1)) : 0;
	}
	ref->target_unit = sqrtl((ref->target_squares -
							  (ref->target_sum / n - ref->target_first) * (ref->target_sum / n - ref->target_first) * n) / (n - 1));
}

/* A look in the learner's units, held to so many deviations of its own. */
static inline Real
reference_look(const Reference *ref, int i, Real x, Real reach)
{
	const LearnerOptions *o = ref->options;

	if (ref->warmup == 0)
		return (x - reference_center(o, i)) / reference_scale(o, i) - ref->center[i];
	if (ref->deviation[i] == 0)
		return 0;
	return fminl(fmaxl((x - ref->place[i]) / ref->deviation[i], -reach), reach);
}

/* The mean of the constants, which stand beside the mean weights. */
static inline Real
reference_constant(const Reference *ref)
{
	if (ref->options->intercept && reference_l1(ref->options))
		return 0;
	return ref->intercept_sum / Max(ref->rows - ref->warmup, 1);
}

/* What the weights are to be multiplied by: mean, errors and bounds of the later rows. */
static inline Real
reference_factor(const Reference *ref)
{
	int			rows = ref->rows > ref->warmup ? (int) (ref->rows - ref->warmup) : 0;
	int			from = 1;
	Real		n;
	Real		v = 0;
	Real		l = 0;
	Real		q = 0;
	Real		g = 0;
	Real		l_error = 0;
	Real		q_error = 0;

	if (ref->options->shrinkage != SHRINKAGE_PROGRESSIVE)
		return 1;
	while (4 * from <= rows)
		from *= 2;
	if (rows < 2)
		return 0;
	n = rows - from + 1;		/* rows are counted from 1 */
	if (n < 30)
		return 0;
	for (int t = from - 1; t < rows; t++)
	{
		v += ref->square[t] / n;
		l += ref->linear[t] / n;
		q += ref->product[t] / n;
		g += ref->diagonal[t] / n;
	}
	for (int t = from - 1; t < rows; t++)
	{
		l_error += (ref->linear[t] - l) * (ref->linear[t] - l);
		q_error += (ref->product[t] - q) * (ref->product[t] - q);
	}
	l_error = sqrtl(l_error / (n * (n - 1)));
	q_error = sqrtl(q_error / (n * (n - 1)));
	if (l <= l_error)
		return 0;
	return fminl((l - l_error) / fmaxl(fmaxl(q + q_error, l * l / v), g), 1.5L);
}

/*
 * What the mean weights say of a row, by the draws for the inner product, each
 * worth (mean w)_j / p_j, and by those of the data point.
 */
static inline void
reference_held_out(Reference *ref, const ReadPlan *plan, const Real *value, Real residual)
{
	int			t = (int) (ref->rows - ref->warmup);
	Real		inner = reference_constant(ref);
	Real		data = inner;

	for (uint32 s = 0; s < plan->n; s++)
	{
		int			i = plan->attribute[s];
		Real		mean = ref->sum[i] / t * value[i];

		data += plan->data_weight[s] * mean;
		ref->diagonal[t - 1] += plan->data_weight[s] * mean * mean;
		if (plan->product_weight[s] != 0)
			inner += plan->product_weight[s] * mean / ref->w[i];
	}
	if (ref->options->budget == 0)
		inner = data;
	ref->square[t - 1] = residual * residual;
	ref->linear[t - 1] = residual * (inner + data) / 2;
	ref->product[t - 1] = inner * data;
}

/* A row x[d] in the user's units, with the plan that the learner made for it. */
static inline void
reference_row(Reference *ref, const ReadPlan *plan, const double *x, double y)
{
	const LearnerOptions *o = ref->options;
	int			d = ref->d;
	Real		value[REFERENCE_MAX];
	Real		data[REFERENCE_MAX] = {0};
	Real		q[REFERENCE_MAX];
	Real		p[REFERENCE_MAX];
	Real		product = 0;
	Real		slope;
	Real		step;
	bool		pegasos = o->method == &pegasos_method;
	int			inner = pegasos ? o->budget - o->budget / 2 : o->inner_draws;
	int			outer = o->budget - inner;
	Real		constant;		/* added to the product */
	Real		residual;		/* the target less the mean of those before */

	ref->rows++;
	if (ref->rows <= ref->warmup)
	{
		reference_warm_up(ref, plan, x, y);
		return;
	}
	for (int i = 0; i < d; i++)
		value[i] = reference_look(ref, i, x[i], 4);
	step = reference_step(ref, outer);
	if (o->budget == 0 && o->method == &ridge_method && o->step == 0)
	{
		Real		square = o->intercept;

		for (int i = 0; i < d; i++)
			square += value[i] * value[i];
		step = Min(step, 1 / square);
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
	{
		reference_distributions(ref, q, p);
		for (uint32 s = 0; s < plan->n; s++)
		{
			int			i = plan->attribute[s];

			/* a subset's attributes stand for d / |C|, draws for 1 / (k q) */
			reference_note(ref, plan->data_weight[s] * outer * (pegasos ? 1.0L / d : q[i]));
			data[i] = plan->data_weight[s] * value[i];
			if (plan->product_weight[s] != 0)
			{
				reference_note(ref, plan->product_weight[s] / (ref->w[i] / p[i] / inner));
				product += plan->product_weight[s] * value[i];
			}
			if (o->sampling == SAMPLING_TWO_PHASE && !ref->weighted && plan->data_weight[s] > 0)
			{
				ref->seen[i] += 1;
				ref->squares[i] += value[i] * value[i];
				ref->values[i] += value[i];
			}
		}
	}

	residual = y / ref->target_unit;
	if (o->intercept && ref->rows > 1)
		residual -= ref->target_sum / (ref->rows - 1) / ref->target_unit;
	ref->target_sum += y;
	constant = ref->intercept;
	if (o->intercept && o->method != &perceptron_method)
		constant += ref->target_sum / ref->rows / ref->target_unit;
	if (!pegasos)
		reference_record(ref);
	if (o->shrinkage == SHRINKAGE_PROGRESSIVE)
	{
		Real		far[REFERENCE_MAX];

		for (int i = 0; i < d; i++)
			far[i] = reference_look(ref, i, x[i], 40);
		reference_held_out(ref, plan, far, residual);
	}
	y /= ref->target_unit;

	slope = product + constant - y;
	if (o->step_rule == STEP_ADAPTIVE && o->step == 0)
	{
		Real		used = slope;
		Real		size = 0;
		Real		largest = 0;

		if (o->method == &svr_method)
			used = erfl((slope - o->insensitivity) / reference_smoothing(o)) / 2 +
				erfl((slope + o->insensitivity) / reference_smoothing(o)) / 2;
		if (o->intercept && ref->warmup == 0 && !reference_l1(o))
			size = used * used;
		for (int i = 0; i < d; i++)
		{
			size += used * used * data[i] * data[i];
			largest = fmaxl(largest, used * used * data[i] * data[i]);
		}
		ref->gradients += reference_l1(o) ? largest : size;
		step = ref->gradients == 0 ? 0 : reference_l1(o) ? sqrtl(logl(2 * d) / ref->gradients) :
			reference_radius(o) / sqrtl(2 * ref->gradients);
	}
	if (o->method == &lasso_method && step > 0)
	{
		for (int i = 0; i < d; i++)
		{
			Real		g = Max(Min(slope * data[i], 1 / step), -1 / step);

			ref->log_plus[i] -= step * g;
			ref->log_minus[i] += step * g;
		}
		reference_lasso_weights(ref, reference_radius(o), true);
	}
	else if (pegasos)
	{
		Real		k = o->budget > 0 ? (Real) o->budget : d;
		Real		m = Max(o->rows > 0 ? o->rows : ref->rows, 2);
		Real		t = ref->rows;
		Real		lambda = o->lambda > 0 ? o->lambda :
			(o->radius + 1) * d / o->radius * sqrtl(logl(m) / (m * k));

		for (int i = 0; i < d; i++)
			ref->w[i] = (1 - 1 / t) * ref->w[i] - 2 / (lambda * t) * slope * data[i];
		reference_project(ref->w, d, o->radius);
	}
	else if (o->method == &winnow_method)
	{
		if (y * product <= 0)
		{
			ref->mistakes++;
			for (int i = 0; i < d; i++)
			{
				ref->log_plus[i] += o->rate * y * value[i];
				ref->log_minus[i] -= o->rate * y * value[i];
			}
			reference_lasso_weights(ref, 1, o->balanced);
		}
	}
	else if (o->method == &majority_method)
	{
		Real		total = 0;

		for (int i = 0; i < d; i++)
		{
			if (value[i] != (y > 0))
				ref->w[i] *= reference_rate(o, d);
			total += ref->w[i];
		}
		for (int i = 0; i < d; i++)
			ref->w[i] /= total;
	}
	else
	{
		Real		radius = reference_radius(o);
		Real		norm = 0;

		if (o->method == &svr_method)
			slope = erfl((slope - o->insensitivity) / reference_smoothing(o)) / 2 +
				erfl((slope + o->insensitivity) / reference_smoothing(o)) / 2;
		else if (o->method == &perceptron_method)
		{
			step = 1;
			slope = y * (product + ref->intercept) <= 0 ? -y : 0;
			ref->mistakes += slope != 0;
			radius = INFINITY;
		}
		for (int i = 0; i < d; i++)
		{
			ref->w[i] -= step * slope * data[i];
			norm += ref->w[i] * ref->w[i];
		}
		norm = sqrtl(norm);
		if (norm > radius)
			for (int i = 0; i < d; i++)
				ref->w[i] *= radius / norm;
		if (o->intercept && ref->warmup == 0)
			ref->intercept -= step * slope;
	}
	if (pegasos)
		reference_record(ref);
	if (o->sampling == SAMPLING_TWO_PHASE && o->budget > 0 && ref->rows == o->warmup_rows)
		reference_finish_warmup(ref, outer);
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

/* Is the model the last iterate? */
static inline bool
reference_last(const LearnerOptions *o)
{
	return !o->averaged && (o->method == &perceptron_method ||
							o->method == &winnow_method || o->method == &majority_method);
}

/* The model in the user's units: the mean iterate, or the last. */
static inline void
reference_weights(const Reference *ref, Real *weight, Real *intercept)
{
	const LearnerOptions *o = ref->options;
	bool		last = reference_last(o);

	Real		factor = reference_factor(ref) * ref->target_unit;

	*intercept = last ? ref->intercept : factor * reference_constant(ref);
	if (o->intercept && o->method != &perceptron_method)
		*intercept += ref->target_sum / ref->rows;
	for (int i = 0; i < ref->d; i++)
	{
		Real		mean = last ? ref->w[i] : factor * ref->sum[i] / Max(ref->rows - ref->warmup, 1);

		if (ref->warmup > 0)
		{
			weight[i] = ref->deviation[i] > 0 ? mean / ref->deviation[i] : 0;
			*intercept -= weight[i] * ref->place[i];
			continue;
		}
		weight[i] = mean / reference_scale(o, i);
		*intercept -= weight[i] * reference_center(o, i) + mean * ref->center[i];
	}
}

#endif							/* TEST_DENSE_REFERENCE_H */
