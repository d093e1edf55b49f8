/*
 * known_part.c
 *		The part of a model that predicts from whatever is known of a row.
 */
#include "pg/functions/moments/known_part.h"

#include "kernel/columns/column_model.h"
#include "pg/kernel_call.h"

/* Coordinates, then a partial model of them; *before: how many numbers the coordinates are. */
static Status
fit_coordinates(RowMoments *object, const AcquisitionCosts *costs, bool bends,
				const SpendingOptions *options, double **words, size_t *count, size_t *before)
{
	const ColumnOptions columns = {&costs->columns, &costs->prices, BENDS_BY_FOLDS};
	Coordinates coordinates;
	void	   *scratch = kernel_memory(column_model_scratch(&object->moments, &columns));
	Status		status;

	*words = kernel_memory(column_model_most_words(&costs->columns) * sizeof(double));
	status = column_model_fit(&object->moments, &columns, bends, options, scratch, *words, count,
							  kernel_poll);
	pfree(scratch);
	coordinates_init(&coordinates, kernel_memory(coordinates_size(&costs->columns)),
					 &costs->columns);
	if (status == KERNEL_OK)
		*before = coordinates_load(&coordinates, *words, *count);
	return status == KERNEL_OK && *before == 0 ? KERNEL_SINGULAR : status;
}

static Status
fit_attributes(RowMoments *object, const SpendingOptions *options, double **words, size_t *count)
{
	void	   *scratch = kernel_memory(partial_fit_scratch(object->d, object->folds));
	Status		status;

	*words = kernel_memory(partial_fit_words(object->d) * sizeof(double));
	status = partial_fit(&object->moments, options, scratch, *words, count, kernel_poll);
	pfree(scratch);
	return status;
}

Status
known_part_fit(RowMoments *object, const AcquisitionCosts *costs, bool bends, double lambda,
			   ModelParts *parts)
{
	SpendingOptions options = costs->spending;
	PartialModel model;
	double	   *words;
	size_t		before = 0;
	size_t		count;
	size_t		arrays;
	Status		status;

	options.lambda = lambda;
	status = costs->in_coordinates ?
		fit_coordinates(object, costs, bends, &options, &words, &count, &before) :
		fit_attributes(object, &options, &words, &count);
	if (status != KERNEL_OK)
		return status;
	if (!partial_model_view(&model, words + before, count - before))
		return KERNEL_SINGULAR;
	/* what stands between coordinates and arrays, parts have by themselves */
	arrays = count - before - partial_model_words(0, 0);
	memmove(words + before, words + count - arrays, arrays * sizeof(double));
	parts->partial = words;
	parts->npartial = before + arrays;
	parts->partial_head = model.head;
	return KERNEL_OK;
}
