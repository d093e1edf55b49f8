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
	uint32		d = coordinates_count(&in->coordinates);
	size_t		before = coordinates_words(&in->coordinates);
	double	   *words = WORK_ARRAY(work, before + partial_fit_words(d), double);
	SpendingOptions spending = *options;

	spending.own_units = false;
	spending.classes = &in->classes;
	coordinates_store(&in->coordinates, words);
	work_check(scratch, partial_fit(scratch, &in->moments, &spending,
									WORK_ARRAY(scratch, partial_fit_scratch(d, moments->folds), char),
									words + before, count));
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
