/*
 * fold_scorers.c
 *		A model with its fold models, each of which scores the rows that it was not trained on.
 */
#include "pg/functions/scoring/fold_scorers.h"

#include "pg/numbers.h"
#include "pg/options/design_options.h"
#include "pg/options/json_parts.h"
#include "utils/jsonb.h"

#define ARG_MODEL 1

Jsonb *
fold_scorers_design(const ModelParts *parts)
{
	Jsonb	   *learner = json_from_text(parts->learner);
	JsonbValue	found;

	if (!json_find(&learner->root, "design", &found) || found.type != jbvBinary)
		return NULL;
	return JsonbValueToJsonb(&found);
}

#define FOLD_MODELS_HINT "Pass the whole result of aer_fold_models(moments), in its order, and the model of the same moments: aer_fit_ridge(moments)."

/*
 * Returns true if two models have the same columns in the same order.  Effects of levels may differ, and
 * so may interactions, which the fit of each fold chooses.
 */
static bool
same_columns(const Columns *a, const Columns *b)
{
	if (a->looks.bought != b->looks.bought || (a->column == NULL) != (b->column == NULL))
		return false;
	for (uint32 l = 0; l < a->looks.bought; l++)
		if (looks_size(&a->looks, l) != looks_size(&b->looks, l) ||
			(a->column && strcmp(a->column[l].name, b->column[l].name) != 0))
			return false;
	return true;
}

/* Raises an error unless parts is the model of fold f that goes with the model and its design. */
static void
check_fold_model(const FoldScorers *scorers, Jsonb *design, int f, const ModelParts *parts)
{
	Jsonb	   *fold_design = fold_scorers_design(parts);

	if (parts->fit.folds != scorers->folds || parts->fit.fold != f + 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("element %d of \"fold_models\" is not the model of fold %d of %d", f + 1, f + 1,
						scorers->folds),
				 parts->fit.folds == 0 ? errdetail("It is not the model of a fold.") :
				 errdetail("It is the model of fold " UINT64_FORMAT " of " UINT64_FORMAT ".",
						   parts->fit.fold, parts->fit.folds),
				 errhint(FOLD_MODELS_HINT)));
	if (fold_design == NULL || compareJsonbContainers(&fold_design->root, &design->root) != 0 ||
		parts->target != scorers->parts.target || !model_parts_same_classes(parts, &scorers->parts) ||
		!same_columns(&parts->columns, &scorers->parts.columns))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"fold_models\" and the model have different designs"),
				 errhint(FOLD_MODELS_HINT)));
}

/* Returns the design of the model; raises an error if it has none. */
static Jsonb *
require_design(const ModelParts *parts)
{
	Jsonb	   *design = fold_scorers_design(parts);

	if (design == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the model was not fitted to moments under a design"),
				 errhint(FOLD_MODELS_HINT)));
	return design;
}

/* Makes the scorers of the fold models, and checks that they belong to the model. */
static void
create_scorers(FoldScorers *scorers, MemoryContext context, FunctionCallInfo fcinfo, FeaturesKind kind,
			   const char *target_name, Jsonb *design)
{
	Datum	   *element;

	argument_keep(&scorers->fold_models, context, PG_GETARG_DATUM(scorers->fold_models_argno));
	element = array_elements((ArrayType *) scorers->fold_models.plain, "\"fold_models\"", &scorers->folds);
	if (scorers->folds != scorers->roles.design->folds)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"fold_models\" has %d models, but the design of the model has %u folds",
						scorers->folds, scorers->roles.design->folds),
				 errhint(FOLD_MODELS_HINT)));
	scorers->scorer = palloc(sizeof(Scorer *) * scorers->folds);
	for (int f = 0; f < scorers->folds; f++)
	{
		ModelParts	parts;

		model_unpack_any(model_from_datum(element[f]), &parts);
		check_fold_model(scorers, design, f, &parts);
		scorers->scorer[f] = scorer_create(AllocSetContextCreate(context, "aer fold model", ALLOCSET_SMALL_SIZES),
										   element[f], kind, target_name);
	}
}

void
fold_scorers_init(FoldScorers *scorers, MemoryContext context, FunctionCallInfo fcinfo, FeaturesKind kind,
				  const char *target_name, int fold_models_argno, int roles_argno)
{
	Jsonb	   *design;

	argument_keep(&scorers->model, context, PG_GETARG_DATUM(ARG_MODEL));
	scorers->fold_models_argno = fold_models_argno;
	scorers->features_argno = Max(ARG_MODEL, fold_models_argno) + 1;
	scorers->target_name = target_name ? pstrdup(target_name) : NULL;
	model_unpack_any(model_from_datum(PointerGetDatum(scorers->model.plain)), &scorers->parts);
	design = require_design(&scorers->parts);
	scorers->roles = role_reader_create(design_options_parse(design), roles_argno ? FEATURES_ROW : kind,
										roles_argno ? roles_argno : scorers->features_argno,
										scorers->features_argno + 2,
										"Pass the key with which the moments were collected: it decides which of the models was not trained on the row.");
	if (fold_models_argno)
		create_scorers(scorers, context, fcinfo, kind, target_name, design);
	else
	{
		scorers->folds = 1;
		scorers->scorer = palloc(sizeof(Scorer *));
		scorers->scorer[0] = scorer_create(context, PointerGetDatum(scorers->model.plain), kind, target_name);
	}
}

static bool
is_same_argument(const CachedArgument *argument, FunctionCallInfo fcinfo, int argno)
{
	return aggregate_argument_is_constant(fcinfo, argno) || argument_is_same(argument, PG_GETARG_DATUM(argno));
}

bool
fold_scorers_serve(const FoldScorers *scorers, FunctionCallInfo fcinfo, const char *target_name)
{
	return is_same_argument(&scorers->model, fcinfo, ARG_MODEL) &&
		(scorers->fold_models_argno == 0 ||
		 is_same_argument(&scorers->fold_models, fcinfo, scorers->fold_models_argno)) &&
		(target_name == NULL || strcmp(target_name, scorers->target_name) == 0);
}

pg_noreturn static void
refuse_target(const char *target, int64 row)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("the target %s of row " INT64_FORMAT " did not occur in training", target, row),
			 errhint("Train on all rows first, then measure the same rows.")));
}

double
fold_scorers_target(const FoldScorers *scorers, const Observation *observation)
{
	const ModelParts *parts = &scorers->parts;
	const char *name = observation_class(observation);
	double		target = observation->target;
	uint32		class;

	if (name == NULL)
	{
		if (parts->fit.link.two_valued && target != parts->fit.link.low && target != parts->fit.link.high)
			refuse_target(psprintf("%.15g", target), observation->row);
		return target;
	}
	class = class_names_search(parts->class_name, parts->classes, name);
	if (class == parts->classes)
		refuse_target(psprintf("\"%s\"", name), observation->row);
	if (parts->fit.outputs > 1)
		return class;
	return class + 1 == parts->classes ? 1 : -1;
}
