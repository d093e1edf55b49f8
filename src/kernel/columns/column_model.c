/*
 * column_model.c
 *		A model that predicts from whatever columns are known, in coordinates.
 */
#include "kernel/columns/column_model.h"

static size_t
lay_out(void *memory, const Moments *moments, const ColumnOptions *columns, void **in, void **fit)
{
	Chunk		chunk = {memory, 0};

	*in = chunk_take(&chunk, in_coordinates_size(moments, columns->columns, columns->prices));
	*fit = chunk_take(&chunk, partial_fit_scratch(moments->d, moments->folds));
	return chunk.taken;
}

size_t
column_model_scratch(const Moments *moments, const ColumnOptions *columns)
{
	void	   *in;
	void	   *fit;

	return lay_out(NULL, moments, columns, &in, &fit);
}

size_t
column_model_most_words(const Columns *columns)
{
	return coordinates_most_words(columns) + partial_fit_words(columns->looks.d);
}

Status
column_model_fit(Work *work, const Moments *moments, const ColumnOptions *columns, bool bends,
				 const SpendingOptions *options, void *scratch, double *words, size_t *count)
{
	InCoordinates in;
	SpendingOptions spending = *options;
	void	   *memory;
	void	   *fit;
	size_t		before;
	Status		status;

	lay_out(scratch, moments, columns, &memory, &fit);
	in_coordinates_init(&in, memory, moments, columns->columns, columns->prices);
	status = in_coordinates_find(work, &in, moments, bends);
	if (status != KERNEL_OK)
		return status;
	spending.own_units = false;
	spending.classes = &in.classes;
	before = coordinates_words(&in.coordinates);
	coordinates_store(&in.coordinates, words);
	status = partial_fit(work, &in.moments, &spending, fit, words + before, count);
	*count += before;
	return status;
}

bool
column_predictor_init(Work *work, ColumnPredictor *predictor, const Columns *columns,
					  const double *words, size_t count)
{
	uint32		d = columns->looks.d;
	size_t		before;

	coordinates_init(&predictor->coordinates, WORK_ARRAY(work, coordinates_size(columns), char), columns);
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
