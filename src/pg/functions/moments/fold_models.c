/*
 * fold_models.c
 *		aer_fold_models: for each fold of moments the model that has not learned from it.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "pg/functions/moments/moments_fit.h"
#include "pg/kernel_call.h"
#include "utils/array.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"

PG_FUNCTION_INFO_V1(aer_fold_models);

/* A fold has so many rows at least, in the mean. */
#define LEAST_ROWS 2

static void
refuse(const RowMoments *object)
{
	double		rows = moments_rows(&object->moments);

	if (!object->keyed)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("moments without a row key have no fold models"),
				 errdetail("Only a key tells in which fold a row is."),
				 errhint("Collect them with one: aer_moments(features, target, design, key).")));
	if (object->folds == 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("moments of one fold have no fold models"),
				 errhint("Collect them under a design of several, which is what it has by default: aer_design(folds => 5).")));
	if (rows < LEAST_ROWS * (double) object->folds)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("too few rows for fold models"),
				 errdetail("There are %.0f, and at least %u are needed for %u folds.", rows,
						   LEAST_ROWS * object->folds, object->folds)));
	moments_fit_refuse_high_dimensional(object, "aer_fold_models");
}

/* The classes' points, without those of classes that all have their rows in the fold left out. */
static const uint32 *
points_of(const RowMoments *all, const RowMoments *object, const FitChoice *choice)
{
	uint32		classes = object->class_sums.classes;
	uint32	   *point;
	uint32		at = 0;

	if (choice->outputs == 1)
		return choice->point;
	if (classes <= 2)
		return NULL;			/* another question */
	point = palloc(sizeof(uint32) * classes);
	for (uint32 c = 0; c < choice->outputs && at < classes; c++)
		if (strcmp(all->classes->name[c], object->classes->name[at]) == 0)
			point[at++] = choice->point[c];
	return point;
}

/* The model of all rows but those of a fold. */
static AerModel *
fit_without(Datum value, const RowMoments *all, uint32 fold, double lambda, bool known_part,
			FitChoice choice)
{
	RowMoments *object = row_moments_without_fold(value, CurrentMemoryContext, fold);

	choice.point = points_of(all, object, &choice);
	return moments_fit_chosen(object, lambda, known_part, &choice);
}

/* A model as that of a fold. */
static Datum
mark(const AerModel *model, uint32 fold, uint32 folds)
{
	ModelParts	parts;

	model_unpack_any(model, &parts);
	parts.fold = fold + 1;
	parts.folds = folds;
	return PointerGetDatum(model_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE));
}

Datum
aer_fold_models(PG_FUNCTION_ARGS)
{
	RowMoments *object;
	AerModel   *model;			/* of all rows */
	Datum	   *element;
	double		lambda;
	Bends		bends;
	bool		known_part;
	FitChoice	choice;
	Oid			type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	object = PG_GETARG_ROW_MOMENTS(0, "aer_fold_models");
	moments_fit_check(object);
	refuse(object);
	lambda = moments_fit_number(fcinfo, 1, "lambda", true, NAN);
	bends = PG_ARGISNULL(2) ? BENDS_BY_FOLDS : PG_GETARG_BOOL(2) ? BENDS_ALWAYS : BENDS_NEVER;
	known_part = PG_ARGISNULL(3) ? object->columns.name != NULL : PG_GETARG_BOOL(3);
	model = moments_fit_choosing(object, lambda, bends, known_part, &choice);
	element = palloc(sizeof(Datum) * object->folds);
	for (uint32 f = 0; f < object->folds; f++)
	{
		MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "aer_fold_models",
													  ALLOCSET_DEFAULT_SIZES);
		MemoryContext old = MemoryContextSwitchTo(context);
		AerModel   *its = object->moments.fold[f].rows == 0 ? model :
			fit_without(PG_GETARG_DATUM(0), object, f, lambda, known_part, choice);
		Datum		marked = mark(its, f, object->folds);

		MemoryContextSwitchTo(old);
		element[f] = datumCopy(marked, false, -1);
		MemoryContextDelete(context);
	}
	PG_RETURN_ARRAYTYPE_P(construct_array(element, object->folds, type, -1, false, TYPALIGN_DOUBLE));
}
