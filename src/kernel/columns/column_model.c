/*
 * column_model.c
 *		A model that predicts from whatever columns are known, in coordinates.
 */
#include "kernel/columns/column_model.h"

/* The partial model of each output, one after the other. */
static bool
view_models(ColumnPredictor *predictor, const double *words, size_t count)
{
	for (uint32 k = 0; k < predictor->outputs; k++)
	{
		PartialHead head;
		size_t		size;

		if (count < partial_model_words(0, 0))
			return false;
		memcpy(&head, words, sizeof(head));
		if (!(head.rank >= 0 && head.rank <= WHOLE_RANK))
			return false;
		size = partial_model_words(coordinates_count(&predictor->coordinates), (uint32) head.rank);
		if (size > count || !partial_model_view(&predictor->model[k], words, size))
			return false;
		words += size;
		count -= size;
	}
	return count == 0;
}

bool
column_predictor_init(Work *work, ColumnPredictor *predictor, const Columns *columns, uint32 outputs,
					  const double *words, size_t count)
{
	uint32		d = columns->looks.d;
	size_t		before;

	coordinates_init(work, &predictor->coordinates, columns);
	predictor->outputs = outputs;
	predictor->model = WORK_ARRAY(work, outputs, PartialModel);
	before = coordinates_load(&predictor->coordinates, words, count);
	if (before == 0 || !view_models(predictor, words + before, count - before))
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

Status
column_predictor_restrict(ColumnPredictor *predictor, double *weight, double *intercept, Link *link)
{
	Status		status = KERNEL_OK;

	for (uint32 k = 0; k < predictor->outputs && status == KERNEL_OK; k++)
	{
		status = predictor_restrict(&predictor->predictor[k], predictor->omega, &intercept[k], link);
		intercept[k] += coordinates_weights(&predictor->coordinates, predictor->omega,
											weight + (size_t) k * coordinates_attributes(&predictor->coordinates));
		if (!isfinite(intercept[k]))
			status = KERNEL_SINGULAR;
	}
	return status;
}
