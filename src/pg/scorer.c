/*
 * scorer.c
 *		Predictions of a model that is parsed once, not for every row.
 */
#include "scorer.h"

#include "arguments.h"
#include "kernel/score.h"

struct Scorer
{
	MemoryContext context;		/* holds everything below; reset by a new model */
	KeptArgument kept;
	char	   *target;			/* the target column asked for, or NULL */
	const double *weight;
	double		intercept;
	uint32		d;
	uint32	   *attribute;		/* [n] those with a weight, ascending */
	uint32		n;
	double	   *value;			/* [n] */
	Features   *features;
};

static bool
same_target(const char *a, const char *b)
{
	return a == NULL ? b == NULL : (b != NULL && strcmp(a, b) == 0);
}

/* Make the scorer of a model. */
static void
prepare(Scorer *scorer, Datum model_datum, bool rows, const char *target)
{
	MemoryContext old;
	const AerModel *model;
	ModelParts	parts;

	scorer->features = NULL;	/* nothing half-made survives an error */
	MemoryContextReset(scorer->context);
	old = MemoryContextSwitchTo(scorer->context);
	argument_keep(&scorer->kept, scorer->context, model_datum);
	model = model_from_datum(PointerGetDatum(scorer->kept.plain));
	model_unpack(model, &parts);
	scorer->weight = parts.weight;
	scorer->intercept = parts.intercept;
	scorer->d = parts.d;
	scorer->target = target ? pstrdup(target) : NULL;
	scorer->attribute = MemoryContextAllocHuge(scorer->context, sizeof(uint32) * parts.d);
	scorer->value = MemoryContextAllocHuge(scorer->context, sizeof(double) * parts.d);
	scorer->n = 0;
	for (uint32 i = 0; i < parts.d; i++)
		if (parts.weight[i] != 0)
			scorer->attribute[scorer->n++] = i;

	if (!rows)
		scorer->features = features_create_array(scorer->context);
	else if (parts.name)
		scorer->features = features_create_named(scorer->context, scorer->target, parts.d,
												 parts.name, parts.type);
	else
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the model was trained on arrays and cannot score rows"),
				 errhint("Make an array of the row's columns, in the order of the model's attributes.")));
	MemoryContextSwitchTo(old);
}

Scorer *
scorer_get(FunctionCallInfo fcinfo, int model_argno, bool rows, const char *target)
{
	Scorer	   *scorer = fcinfo->flinfo->fn_extra;
	Datum		model = PG_GETARG_DATUM(model_argno);

	if (scorer == NULL)
	{
		scorer = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(Scorer));
		scorer->context = AllocSetContextCreate(fcinfo->flinfo->fn_mcxt, "aer scorer",
												ALLOCSET_DEFAULT_SIZES);
		fcinfo->flinfo->fn_extra = scorer;
	}
	if (scorer->features == NULL || !same_target(scorer->target, target) ||
		!(get_fn_expr_arg_stable(fcinfo->flinfo, model_argno) ||
		  argument_is_same(&scorer->kept, model)))
		prepare(scorer, model, rows, target);
	return scorer;
}

void
scorer_open(Scorer *scorer, Datum features)
{
	uint32		d = features_open(scorer->features, features);

	if (d != scorer->d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("the row has %u attributes, the model has %u", d, scorer->d)));
}

Features *
scorer_features(Scorer *scorer)
{
	return scorer->features;
}

bool
scorer_predict(Scorer *scorer, double *prediction, BadValue bad, int64 row_number)
{
	const char *data = scorer->features->floats;

	if (data != NULL)
	{
		double		product = scorer->features->float_width == sizeof(float4) ?
		score_float4(data, scorer->weight, scorer->d) :
		score_float8(data, scorer->weight, scorer->d);

		/* NaN or infinity may have come in through a weight of 0 */
		if (isfinite(product))
		{
			*prediction = product + scorer->intercept;
			return true;
		}
	}
	if (!features_read(scorer->features, scorer->attribute, scorer->n, scorer->value,
					   bad, row_number))
		return false;
	*prediction = score_values(scorer->value, scorer->attribute, scorer->n, scorer->weight) +
		scorer->intercept;
	return true;
}
