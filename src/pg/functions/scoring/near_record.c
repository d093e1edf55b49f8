/*
 * near_record.c
 *		Columns as remembered rows take them, and records that are predicted by these rows.
 */
#include "pg/functions/scoring/near_record.h"

#include "pg/kernel_call.h"

void
raw_columns_init(RawColumns *raw, const Columns *columns)
{
	Work	   *work = kernel_work();

	raw->columns = *columns;
	raw->n = looks_main(&columns->looks);
	raw->attribute = WORK_ARRAY(work, raw->n, uint32);
	raw->value = WORK_ARRAY(work, raw->n, double);
	raw->raw = WORK_ARRAY(work, columns->looks.bought, double);
	for (uint32 i = 0; i < raw->n; i++)
		raw->attribute[i] = i;
}

/* Returns true if the last reading found an unknown category in the column with that first attribute. */
static bool
is_unlisted(const Features *features, uint32 first)
{
	for (uint32 k = 0; k < features->unknowns; k++)
		if (features->unknown[k] == first)
			return true;
	return false;
}

/* Returns the value of a column from its attributes, value[0] being the first. */
static double
raw_value(const Column *column, const double *value)
{
	uint32		values = column_values(column);

	if (column->null && value[values - 1] == 1)
		return NAN;
	if (column->kind != COLUMN_CATEGORIES)
		return value[0];
	for (uint32 k = 0; k < column->n; k++)
		if (value[k] == 1)
			return k;
	return NAN;
}

void
raw_columns_read(RawColumns *raw, Features *features, int64 row_number)
{
	const Looks *looks = &raw->columns.looks;

	(void) features_read(features, raw->attribute, raw->n, raw->value, BAD_VALUE_MISSING, row_number);
	for (uint32 l = 0; l < looks->bought; l++)
	{
		uint32		first = looks_first(looks, l);

		if (features->unknowns > 0 && is_unlisted(features, first))
			raw->raw[l] = NEAR_UNLISTED;
		else if (features->null[first])
			raw->raw[l] = NAN;
		else
			raw->raw[l] = raw->columns.column ? raw_value(&raw->columns.column[l], raw->value + first) :
				raw->value[first];
	}
}

/* Returns the reader of a scorer's records; NULL if the model remembers no rows. */
static NearRecord *
create_record(Scorer *scorer)
{
	Work	   *work = kernel_work();
	NearRecord *record;
	ModelParts	parts;

	model_unpack_any(model_from_datum(PointerGetDatum(scorer->model.plain)), &parts);
	if (parts.remembered.bytes == 0)
		return NULL;
	record = palloc0(sizeof(NearRecord));
	record->scorer = scorer;
	record->rows = model_remembered(&parts);
	near_init(work, &record->near, &record->rows);
	raw_columns_init(&record->raw, &parts.columns);
	record->known = WORK_ARRAY(work, record->rows.columns, bool);
	record->value = WORK_ARRAY(work, record->rows.columns, NearValue);
	record->scored = WORK_ARRAY(work, scorer->n, double);
	record->unknown = WORK_ARRAY(work, scorer->n, bool);
	record->model = WORK_ARRAY(work, Max(record->rows.classes, 1), double);
	return record;
}

NearUse
near_argument(FunctionCallInfo fcinfo, int argno)
{
	return PG_ARGISNULL(argno) ? NEAR_IF_BETTER : PG_GETARG_BOOL(argno) ? NEAR_ALWAYS : NEAR_NEVER;
}

NearRecord *
near_record_of(Scorer *scorer, NearUse use)
{
	if (!scorer->near_is_set)
	{
		MemoryContext old = MemoryContextSwitchTo(scorer->cache.context);

		scorer->near = create_record(scorer);
		scorer->near_is_set = true;
		MemoryContextSwitchTo(old);
	}
	if (use == NEAR_ALWAYS && scorer->near == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the model remembers no rows"),
				 errhint("Train one that does: aer_learn(source, target, keep_rows => 5000). Or use the aggregate aer_remember().")));
	return scorer->near && (use == NEAR_IF_BETTER ? scorer->near->rows.use : use == NEAR_ALWAYS) ? scorer->near : NULL;
}

void
near_unknown_attributes(const Scorer *scorer, const bool *known, bool *null)
{
	const Looks *looks = &scorer->subset->looks;
	uint32		look = 0;

	for (uint32 k = 0; k < scorer->n; k++)
	{
		const LookPair *pair;

		while (scorer->attribute[k] >= looks_first(looks, look + 1))
			look++;
		pair = look < looks->bought ? NULL : &looks->pair[look - looks->bought];
		if (pair ? !(known[pair->a] && known[pair->b]) : !known[look])
			null[k] = true;
	}
}

void
near_model_prediction(Scorer *scorer, uint32 classes, double *prediction)
{
	if (classes > 0)
		memcpy(prediction, scorer_probabilities(scorer, 0), sizeof(double) * classes);
	else
		prediction[0] = scorer_predict(scorer, 0);
}

/* Returns the standard deviation of the error of the scorer's prediction, a number. */
static double
model_sd(Scorer *scorer)
{
	const ObservedSubset *subset = scorer_read_subset(scorer);
	PartialPrediction prediction;

	(void) predictor_predict(&subset->columns->predictor[0], subset->columns->known, subset->columns->u,
							 &prediction);
	return prediction.sd;
}

void
near_record_read(NearRecord *record)
{
	Scorer	   *scorer = record->scorer;
	Features   *features = scorer->features;

	raw_columns_read(&record->raw, features, 0);
	for (uint32 l = 0; l < record->rows.columns; l++)
	{
		double		raw = record->raw.raw[l];
		uint32		first = looks_first(&record->raw.columns.looks, l);

		/* an unlisted category is known; so is NULL, if it is a category */
		record->known[l] = !isnan(raw) || !features->null[first];
		record->value[l] = record->known[l] ? near_value(&record->rows.column[l], raw) : (NearValue) {false};
	}
	(void) features_read(features, scorer->attribute, scorer->n, record->scored, BAD_VALUE_MISSING, 0);
	memcpy(record->unknown, features->null, sizeof(bool) * scorer->n);
	near_unknown_attributes(scorer, record->known, record->unknown);
	scorer_give(scorer, record->scored, record->unknown);
	near_model_prediction(scorer, record->rows.classes, record->model);
	if (record->rows.classes == 0)
		record->model_sd = model_sd(scorer);
	near_weigh(&record->near, record->value, NULL, 0);
}
