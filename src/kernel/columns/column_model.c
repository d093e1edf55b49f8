/*
 * column_model.c
 *		Predictions from the known columns of a row, in coordinates.
 */
#include "kernel/columns/column_model.h"

/* Loads coordinates that equal the attributes: centres 0, one coordinate each, T 1. */
static void
load_plain_coordinates(Work *work, Coordinates *coordinates, uint32 d)
{
	double	   *plain = WORK_ARRAY(work, 3 * (size_t) d, double);

	for (uint32 i = d; i < 3 * d; i++)
		plain[i] = 1;
	(void) coordinates_load(coordinates, plain, 3 * (size_t) d);
}

/* Views the partial models of all outputs.  Returns false if they do not fill the numbers exactly. */
static bool
view_models(ColumnPredictor *predictor, const PartialHead *heads, const double *numbers, size_t count)
{
	uint32		d = coordinates_count(&predictor->coordinates);
	size_t		common = heads[0].rank == SHARED_RANK ? partial_shared_numbers(d) : 0;
	const double *shared = common > 0 ? numbers : NULL;

	if (common > count)
		return false;
	numbers += common;
	count -= common;
	for (uint32 k = 0; k < predictor->outputs; k++)
	{
		PartialHead head = heads[k];
		size_t		size;

		if (!(head.rank >= 0 && head.rank <= SHARED_RANK))
			return false;
		head.d = d;
		size = partial_model_numbers(d, (uint32) head.rank);
		if (size > count || !partial_model_view(&predictor->model[k], &head, shared, numbers, size))
			return false;
		numbers += size;
		count -= size;
	}
	return count == 0;
}

bool
column_predictor_init(Work *work, ColumnPredictor *predictor, const Columns *columns,
					  bool in_coordinates, uint32 outputs, const PartialHead *head,
					  const double *numbers, size_t count)
{
	uint32		d = columns->looks.d;
	size_t		before = 0;

	coordinates_init(work, &predictor->coordinates, columns);
	predictor->outputs = outputs;
	predictor->model = WORK_ARRAY(work, outputs, PartialModel);
	if (in_coordinates)
		before = coordinates_load(&predictor->coordinates, numbers, count);
	else
		load_plain_coordinates(work, &predictor->coordinates, d);
	if ((in_coordinates && before == 0) ||
		!view_models(predictor, head, numbers + before, count - before))
		return false;
	predictor->known = WORK_ARRAY(work, d, bool);
	predictor->u = WORK_ARRAY(work, d, double);
	predictor->omega = WORK_ARRAY(work, d, double);
	predictor->predictor = WORK_ARRAY(work, outputs, Predictor);
	for (uint32 k = 0; k < outputs; k++)
		predictor_init(work, &predictor->predictor[k], &predictor->model[k]);
	return true;
}

void
column_predictor_set(ColumnPredictor *predictor, const bool *known, const double *x)
{
	coordinates_row(&predictor->coordinates, known, x, predictor->u, predictor->known);
}

Status
column_predictor_solve(ColumnPredictor *predictor)
{
	Status		status = KERNEL_OK;

	for (uint32 k = 0; k < predictor->outputs && status == KERNEL_OK; k++)
		status = predictor_solve(&predictor->predictor[k], predictor->known);
	return status;
}

/*
 * The weights w of a target with the covariance b and the penalty c lambda in the metric D solve
 * M w = b, where M = Sigma + c lambda D^2.  So the covariance of the predictions of targets k and c,
 * w_k' Sigma w_c, is w_k'b_c - c lambda w_k'D^2 w_c.
 */
static void
covariances_of(const ColumnPredictor *predictor, uint32 k, double *cross, double *square)
{
	const Predictor *own = &predictor->predictor[k];

	memset(predictor->omega, 0, coordinates_count(&predictor->coordinates) * sizeof(double));
	for (uint32 a = 0; a < own->known; a++)
		predictor->omega[own->attribute[a]] = own->length * own->weight[a];
	for (uint32 c = 0; c < predictor->outputs; c++)
	{
		const Predictor *other = &predictor->predictor[c];
		const Factors *factors = &predictor->model[c].factors;
		double		penalty = factors_penalty(factors, other->known);

		cross[c] = square[c] = 0;
		for (uint32 a = 0; a < other->known; a++)
		{
			uint32		i = other->attribute[a];
			double		metric = factors->metric[i];

			cross[c] += predictor->omega[i] * metric * factors->cross[i];
			square[c] += predictor->omega[i] * metric * other->length *
				(factors->cross[i] - penalty * metric * other->weight[a]);
		}
	}
}

double
column_predictor_scores(const ColumnPredictor *predictor, double *cross, double *square,
						double *expected)
{
	uint32		n = predictor->outputs;
	double		explained = 0;
	double		by_all = 0;

	for (uint32 k = 0; k < n; k++)
	{
		const Predictor *own = &predictor->predictor[k];

		covariances_of(predictor, k, cross + (size_t) k * n, square + (size_t) k * n);
		expected[k] = predictor_covariance(own);
		explained += own->explained;
		by_all += own->explained_by_all;
	}
	return by_all > 0 ? Min(explained / by_all, 1) : 0;
}

Status
column_predictor_restrict(ColumnPredictor *predictor, Output *output)
{
	Status		status = KERNEL_OK;

	for (uint32 k = 0; k < predictor->outputs && status == KERNEL_OK; k++)
	{
		Output	   *to = &output[k];

		status = predictor_restrict(&predictor->predictor[k], predictor->omega, &to->intercept, &to->link);
		to->intercept += coordinates_weights(&predictor->coordinates, predictor->omega, to->weight);
		if (!isfinite(to->intercept))
			status = KERNEL_SINGULAR;
	}
	return status;
}
