/*
 * fold_models.c
 *		aer_fold_models: the models without each fold of moments; aer_fit_folds: these and the
 *		model of all rows, from one fit.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "pg/functions/moments/moments_fit.h"
#include "pg/kernel_call.h"
#include "utils/array.h"
#include "utils/lsyscache.h"

PG_FUNCTION_INFO_V1(aer_fold_models);
PG_FUNCTION_INFO_V1(aer_fit_folds);

/* The least average number of rows in a fold. */
#define LEAST_ROWS 2

static void
check_folds(const RowMoments *object)
{
	double		rows = moments_rows(&object->moments);

	if (!object->keyed)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("moments without a row key have no fold models"),
				 errdetail("Only the key tells which fold a row belongs to."),
				 errhint("Collect them with a key: aer_moments(features, target, design, key).")));
	if (object->folds == 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("moments with only one fold have no fold models"),
				 errhint("Collect them under a design with several folds, for example the default: aer_design(folds => 5).")));
	if (rows < LEAST_ROWS * (double) object->folds)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("too few rows for fold models"),
				 errdetail("There are %.0f, and at least %u are needed for %u folds.", floor(rows),
						   LEAST_ROWS * object->folds, object->folds)));
	for (uint32 f = 0; f < object->folds; f++)
		if (object->moments.fold[f].rows == rows)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("all rows are in fold %u, so that none is left to train its model", f + 1),
					 errhint("Collect them with a key that differs from row to row.")));
	moments_fit_refuse_high_dimensional(object, "aer_fold_models");
}

/* Returns the moments of argument 0.  Raises an error if they cannot have fold models. */
static RowMoments *
moments_with_folds(FunctionCallInfo fcinfo)
{
	RowMoments *object = PG_GETARG_EFFECTIVE_MOMENTS(0);

	moments_fit_check(object);
	check_folds(object);
	return object;
}

static Datum
models_array(FunctionCallInfo fcinfo, AerModel **model, int n)
{
	Oid			type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));

	PG_RETURN_ARRAYTYPE_P(construct_array((Datum *) model, n, type, -1, false, TYPALIGN_DOUBLE));
}

Datum
aer_fold_models(PG_FUNCTION_ARGS)
{
	RowMoments *object;
	FitOptions	options;
	AerModel  **model;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	object = moments_with_folds(fcinfo);
	options = moments_fit_options(object);
	options.lambda = moments_fit_number(fcinfo, 1, "lambda", true, NAN);
	if (!PG_ARGISNULL(2))
		options.bends = PG_GETARG_BOOL(2) ? BENDS_ALWAYS : BENDS_NEVER;
	if (!PG_ARGISNULL(3))
		options.known_part = PG_GETARG_BOOL(3);
	model = palloc(sizeof(AerModel *) * object->folds);
	(void) moments_fit_ridge(object, &options, true, model, options.known_part);
	return models_array(fcinfo, model, object->folds);
}

/*
 * Returns the model of all rows, followed by those of the folds, which are measured on the same
 * rows: if all were known in full, there is nothing to predict from the known columns alone.
 */
Datum
aer_fit_folds(PG_FUNCTION_ARGS)
{
	RowMoments *object = moments_with_folds(fcinfo);
	const FitOptions options = moments_fit_options(object);
	AerModel  **model = palloc(sizeof(AerModel *) * (object->folds + 1));

	model[0] = moments_fit_ridge(object, &options, PG_GETARG_BOOL(1), model + 1,
								 options.known_part && !moments_fit_knows_rows(object));
	return models_array(fcinfo, model, object->folds + 1);
}
