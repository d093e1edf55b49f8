/*
 * partial_model.c
 *		A model that predicts from any set of known attributes.
 *
 * With r = E_S / v_y, the classes of a two-valued target are delta apart in the
 * score z and have the variance sigma^2 within,
 *		delta = (high - low) r kappa_delta^sqrt(s/d),
 *		sigma^2 = v_y r (1 - r) kappa_sigma^sqrt(s/d),
 * and as M is the covariance within classes, linear discriminant analysis is a
 * straight line in z: with p = (y_mean - low) / (high - low)
 *		log-odds = ln(p / (1 - p)) + delta / sigma^2 (z - (1/2 - p) delta).
 *
 * E_S is the variance explained by weights with the penalty lambda.  With the shrinkage alpha' the
 * weights of all attributes explain alpha E[Lambda] = E_all alpha' kappa_delta.  If the folds
 * find this to be more than E_all, the factor of a set has the power sqrt(s/d), too, and its
 * error is v_y - E_S (alpha' kappa_delta)^sqrt(s/d).  If it is less, every set has the whole
 * factor.  The power, which falls as s grows, would otherwise raise the error for an attribute
 * without information.  Such an attribute may still raise it a little, because lambda grows
 * with s and reduces E_S.
 */
#include "kernel/spending/partial_model.h"

#include <float.h>

/* More attributes than any table has columns or any array elements. */
#define MOST_ATTRIBUTES (1 << 30)

size_t
partial_model_numbers(uint32 d, uint32 rank)
{
	return rank == SHARED_RANK ? d : (size_t) d * (4 + (size_t) rank);
}

size_t
partial_shared_numbers(uint32 d)
{
	return 3 * (size_t) d +
		(d <= MOST_EXACT ? packed_correlations(d) : (size_t) d * PARTIAL_RANK);
}

void
partial_model_arrays(double *shared, double *numbers, uint32 d, PartialArrays *arrays)
{
	arrays->centre = shared != NULL ? shared : numbers;
	arrays->metric = arrays->centre + d;
	arrays->cross = shared != NULL ? numbers : arrays->metric + d;
	arrays->rest = shared != NULL ? arrays->metric + d : arrays->cross + d;
	arrays->factor = arrays->rest + d;
}

static bool
head_valid(const PartialHead *head)
{
	return isfinite(head->y_mean) && head->rows >= 0 && isfinite(head->rows) &&
		head->y_variance >= 0 && isfinite(head->y_variance) &&
		head->lambda >= 0 && isfinite(head->lambda) &&
		head->length >= 0 && isfinite(head->length) &&
		isfinite(head->gap) && head->gap >= 0 &&
		isfinite(head->spread) && head->spread > 0 &&
		head->low <= head->high &&
		(head->two_valued == 0 || head->two_valued == 1) &&
		(head->linked == 0 || head->linked == 1) &&
		(head->two_valued == 1 ? isfinite(head->low) && isfinite(head->high) &&
		 head->low < head->high && head->low <= head->y_mean && head->y_mean <= head->high :
		 head->linked == 0) &&
		isfinite(head->slope) && isfinite(head->offset) &&
		/* their products must not overflow for any set */
		isfinite(head->length * head->gap) && isfinite(head->y_variance * head->spread) &&
		(head->two_valued == 0 || isfinite((head->high - head->low) * Max(head->gap, 1))) &&
		!(head->forecast < 0) && !(head->forecast_se < 0);
}

/* Returns true if a number holds two correlations. */
static bool
correlations_valid(double pair)
{
	const int64 mask = (INT64CONST(1) << CORRELATION_BITS) - 1;

	return pair >= 0 && pair < ldexp(1, 2 * CORRELATION_BITS) && pair == floor(pair) &&
		((int64) pair & mask) <= 2 * CORRELATION_ONE &&
		(int64) pair >> CORRELATION_BITS <= 2 * CORRELATION_ONE;
}

/* Returns true if the arrays are valid; counts live attributes. */
static bool
arrays_valid(const PartialArrays *arrays, Factors *factors)
{
	bool		exact = factors->correlation != NULL;
	size_t		cells = exact ? packed_correlations(factors->d) : (size_t) factors->d * factors->rank;

	factors->live = 0;
	for (uint32 i = 0; i < factors->d; i++)
	{
		if (!(isfinite(arrays->centre[i]) && isfinite(arrays->cross[i]) &&
			  isfinite(arrays->metric[i]) && arrays->metric[i] >= 0 &&
			  isfinite(arrays->rest[i]) && arrays->rest[i] >= 0))
			return false;
		factors->live += arrays->metric[i] > 0;
	}
	for (size_t k = 0; k < cells; k++)
		if (!(exact ? correlations_valid(arrays->factor[k]) : isfinite(arrays->factor[k])))
			return false;
	return true;
}

bool
partial_model_view(PartialModel *model, const PartialHead *head, const double *shared,
				   const double *numbers, size_t count)
{
	Factors    *factors = &model->factors;
	PartialArrays arrays;
	bool		exact;

	model->head = *head;
	if (!(head->d >= 1 && head->d <= MOST_ATTRIBUTES && head->d == floor(head->d) &&
		  head->rank >= 0 && head->rank == floor(head->rank) &&
		  (shared != NULL ? head->rank == SHARED_RANK : head->rank <= Min(WHOLE_RANK, head->d))))
		return false;
	factors->d = (uint32) head->d;
	if (count != partial_model_numbers(factors->d, (uint32) head->rank) || !head_valid(head))
		return false;

	exact = shared != NULL && factors->d <= MOST_EXACT;
	partial_model_arrays((double *) shared, (double *) numbers, factors->d, &arrays);
	model->centre = arrays.centre;
	factors->rank = exact ? 0 : shared != NULL ? PARTIAL_RANK : (uint32) head->rank;
	factors->variance = head->y_variance;
	factors->lambda = head->lambda;
	factors->factor = exact ? NULL : arrays.factor;
	factors->across = factors->rank;
	factors->down = 1;
	factors->rest = exact ? NULL : arrays.rest;
	factors->correlation = exact ? arrays.factor : NULL;
	factors->deviation = exact ? arrays.rest : NULL;
	factors->cross = arrays.cross;
	factors->metric = arrays.metric;
	factors->constant = NULL;
	factors->complete = shared != NULL;
	factors->whole = factors->complete || factors->rank == WHOLE_RANK;
	return arrays_valid(&arrays, factors);
}

void
predictor_init(Work *work, Predictor *predictor, const PartialModel *model)
{
	uint32		d = model->factors.d;

	predictor->model = model;
	predictor->known = 0;
	predictor->solved = false;
	predictor->explained_by_all = NAN;
	predictor->attribute = WORK_ARRAY(work, d, uint32);
	predictor->requested = WORK_ARRAY(work, d, uint32);
	predictor->weight = WORK_ARRAY(work, d, double);
	factors_scratch_init(work, &predictor->scratch, &model->factors);
}

/* Returns the factor x of all attributes for a set of this size: x^sqrt(s / d). */
static double
of_size(const PartialModel *model, uint32 known, double x)
{
	uint32		live = model->factors.live;

	if (known == 0)
		return 1;
	return known == live ? x : pow(x, sqrt((double) known / live));
}

double
partial_model_error(const PartialModel *model, double explained, uint32 known)
{
	const PartialHead *head = &model->head;
	double		factor = head->length * head->gap;

	if (factor > 1)
		factor = of_size(model, known, factor);
	return Max(head->y_variance - explained * factor, 0);
}

/* Finds what all attributes explain; destroys what was solved. */
static Status
explain_by_all(Predictor *predictor)
{
	const Factors *factors = &predictor->model->factors;
	uint32		n = 0;
	double		q;
	Status		status;

	for (uint32 i = 0; i < factors->d; i++)
		if (factors_live(factors, i))
			predictor->attribute[n++] = i;
	status = factors_weights(factors, predictor->attribute, n, &predictor->scratch, predictor->weight,
							 &q);
	if (status == KERNEL_OK)
		predictor->explained_by_all = factors_explained(factors, q);
	return status;
}

double
predictor_explained_share(const Predictor *predictor)
{
	return predictor->explained_by_all > 0 ?
		Min(predictor->explained / predictor->explained_by_all, 1) : 0;
}

Status
predictor_solve(Predictor *predictor, const bool *known)
{
	const PartialHead *head = &predictor->model->head;
	const Factors *factors = &predictor->model->factors;
	uint32		n = 0;
	double		r;
	double		share;
	Status		status;

	for (uint32 i = 0; i < factors->d; i++)
		if (known[i] && factors_live(factors, i))
			predictor->requested[n++] = i;
	if (predictor->solved && n == predictor->known &&
		memcmp(predictor->requested, predictor->attribute, n * sizeof(uint32)) == 0)
		return KERNEL_OK;

	predictor->solved = false;
	if (isnan(predictor->explained_by_all))
	{
		status = explain_by_all(predictor);
		if (status != KERNEL_OK)
			return status;
	}
	predictor->known = n;
	memcpy(predictor->attribute, predictor->requested, n * sizeof(uint32));
	status = factors_weights(factors, predictor->attribute, n, &predictor->scratch,
							 predictor->weight, &predictor->q);
	if (status != KERNEL_OK)
		return status;
	r = factors_share(factors, predictor->q);
	predictor->explained = factors_explained(factors, predictor->q);
	predictor->length = of_size(predictor->model, n, head->length);
	predictor->gap = head->two_valued ?
		(head->high - head->low) * r * of_size(predictor->model, n, head->gap) : 0;
	predictor->spread = head->y_variance * r * (1 - r) *
		of_size(predictor->model, n, head->spread);
	if (!isfinite(partial_model_error(predictor->model, predictor->explained, n) +
				  predictor->gap + predictor->spread))
		return KERNEL_SINGULAR;
	share = predictor_explained_share(predictor);
	predictor->slope = 1 + (head->slope - 1) * share;
	predictor->offset = head->offset * share;
	predictor->solved = true;
	return KERNEL_OK;
}

double
predictor_covariance(const Predictor *predictor)
{
	const PartialHead *head = &predictor->model->head;

	return predictor->explained * predictor->length *
		of_size(predictor->model, predictor->known, head->gap);
}

double
predictor_score(const Predictor *predictor, const double *x)
{
	double		z = 0;

	for (uint32 a = 0; a < predictor->known; a++)
	{
		uint32		i = predictor->attribute[a];

		z += predictor->weight[a] * (x[i] - predictor->model->centre[i]);
	}
	return z;
}

/* Returns the share of rows with the higher target value, kept away from 0 and 1. */
static double
high_share(const PartialHead *head)
{
	double		least = 1 / (head->rows + 2);
	double		share = (head->y_mean - head->low) / (head->high - head->low);

	return Min(Max(share, least), 1 - least);
}

/* Finds the line of the log-odds: slope z + offset. */
static void
log_odds_line(const Predictor *predictor, double *slope, double *offset)
{
	double		p = high_share(&predictor->model->head);

	*slope = predictor->spread > 0 ? predictor->gap / predictor->spread : 0;
	if (!isfinite(*slope * predictor->gap))
		*slope = 0;				/* the spread underflowed */
	*offset = log(p / (1 - p)) - *slope * (0.5 - p) * predictor->gap;
}

/* Returns true if the probability comes from the log-odds, not from the clipped prediction. */
static bool
by_log_odds(const PartialHead *head)
{
	return head->two_valued == 1 && head->linked == 1;
}

static Link
link_of_range(const PartialHead *head)
{
	Link		link;

	link_init(&link);
	link.low = head->low;
	link.high = head->high;
	link.two_valued = head->two_valued == 1;
	return link;
}

Status
predictor_predict(Predictor *predictor, const bool *known, const double *x,
				  PartialPrediction *result)
{
	const PartialHead *head = &predictor->model->head;
	Link		link = link_of_range(head);
	Status		status = predictor_solve(predictor, known);
	double		z;

	if (status != KERNEL_OK)
		return status;
	z = predictor_score(predictor, x);
	result->known = predictor->known;
	result->linear = head->y_mean + predictor->length * z;
	result->log_odds = result->probability = NAN;
	result->prediction = link_expect(&link, result->linear);
	result->sd = sqrt(partial_model_error(predictor->model, predictor->explained,
												 predictor->known));
	if (link.two_valued)
	{
		double		slope;
		double		offset;
		double		at = result->linear;

		log_odds_line(predictor, &slope, &offset);
		result->log_odds = slope * z + offset;
		if (by_log_odds(head))
		{
			double		p;

			/* this link applies to the log-odds, not to the linear prediction */
			link.logistic = true;
			link.slope = predictor->slope;
			link.offset = predictor->offset;
			at = result->log_odds;
			p = logistic(link.offset + link.slope * at);
			result->prediction = link_expect(&link, at);
			result->sd = (head->high - head->low) * sqrt(p * (1 - p));
		}
		result->probability = link_probability(&link, at, head->rows);
	}
	return isfinite(result->linear) ? KERNEL_OK : KERNEL_BAD_VALUE;
}

double
predictor_turning_point(const Predictor *predictor, double threshold)
{
	const PartialHead *head = &predictor->model->head;
	double		share = high_share(head);
	double		odds = log(threshold / (1 - threshold));
	double		width = (head->high - head->low) * share * (1 - share);

	if (!by_log_odds(head))
	{
		if (head->two_valued == 1)
			threshold = head->low + threshold * (head->high - head->low);
		return (threshold - head->y_mean) / Max(predictor->length, DBL_MIN);
	}
	if (predictor->slope > 0)
		odds = (odds - predictor->offset) / predictor->slope;
	if (predictor->gap > 0)
		width = predictor->spread / predictor->gap;
	return (0.5 - share) * predictor->gap + width * (odds - log(share / (1 - share)));
}

Status
predictor_restrict(const Predictor *predictor, double *weight, double *intercept, Link *link)
{
	const PartialHead *head = &predictor->model->head;
	const Factors *factors = &predictor->model->factors;

	*link = link_of_range(head);
	*intercept = head->y_mean;
	memset(weight, 0, factors->d * sizeof(double));
	for (uint32 a = 0; a < predictor->known; a++)
	{
		uint32		i = predictor->attribute[a];

		weight[i] = predictor->length * predictor->weight[a];
		*intercept -= weight[i] * predictor->model->centre[i];
	}
	if (by_log_odds(head) && predictor->length > 0)
	{
		double		slope;
		double		offset;

		log_odds_line(predictor, &slope, &offset);
		link->logistic = true;
		link->slope = predictor->slope * slope / predictor->length;
		link->offset = predictor->slope * offset + predictor->offset - link->slope * head->y_mean;
	}
	/* a sum is finite only if its terms are */
	return isfinite(*intercept + link->slope + link->offset) ? KERNEL_OK : KERNEL_SINGULAR;
}
