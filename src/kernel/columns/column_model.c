/*
 * column_model.c
 *		A model that predicts from whatever columns are known, in coordinates.
 */
#include "kernel/columns/column_model.h"

double *
column_model_fit(Work *work, const Moments *moments, const ColumnOptions *columns, bool bends,
				 const SpendingOptions *options, size_t *count)
{
	Work	   *scratch = work_begin(work);
	InCoordinates *in = in_coordinates_create(scratch, moments, columns->columns, columns->prices,
											  bends);
	size_t		before = coordinates_words(&in->coordinates);
	SpendingOptions spending = *options;
	const double *known;
	double	   *words;

	spending.own_units = false;
	spending.classes = &in->classes;
	known = partial_fit(scratch, &in->moments, &spending, count);
	words = WORK_ARRAY(work, before + *count, double);
	coordinates_store(&in->coordinates, words);
	memcpy(words + before, known, *count * sizeof(double));
	work_end(scratch);
	*count += before;
	return words;
}

bool
column_predictor_init(Work *work, ColumnPredictor *predictor, const Columns *columns,
					  const double *words, size_t count)
{
	uint32		d = columns->looks.d;
	size_t		before;

	coordinates_init(work, &predictor->coordinates, columns);
	before = coordinates_load(&predictor->coordinates, words, count);
	if (before == 0 || !partial_model_view(&predictor->model, words + before, count - before) ||
		predictor->model.factors.d != predictor->coordinates.looks.d)
		return false;
	predictor->known = WORK_ARRAY(work, d, bool);
	predictor->u = WORK_ARRAY(work, d, double);
	predictor->omega = WORK_ARRAY(work, d, double);
	predictor_init(work, &predictor->predictor, &predictor->model);
	return true;
}

void
column_predictor_set(ColumnPredictor *predictor, const bool *known, const double *x)
{
	coordinates_row(&predictor->coordinates, known, x, predictor->u, predictor->known);
}

Status
column_predictor_restrict(ColumnPredictor *predictor, double *weight, double *intercept, Link *link)
{
	Status		status = predictor_restrict(&predictor->predictor, predictor->omega, intercept, link);

	*intercept += coordinates_weights(&predictor->coordinates, predictor->omega, weight);
	return status == KERNEL_OK && !isfinite(*intercept) ? KERNEL_SINGULAR : status;
}
