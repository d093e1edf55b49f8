/*
 * model.c
 *		The type aer_model: layout, and the one check that all ways in share.
 */
#include "pg/values/model.h"

#include "mb/pg_wchar.h"
#include "pg/options/options.h"

struct AerModel
{
	int32		vl_len_;
	uint16		format;			/* MODEL_FORMAT */
	uint16		nvectors;		/* arrays of d numbers after the weights */
	uint32		d;
	uint32		learner_bytes;	/* of JSON text, its NUL included */
	uint32		names_bytes;	/* d types of one byte, then d strings; or 0 */
	uint32		target;			/* TargetType */
	uint64		skipped;
	double		intercept;
	double		expected_mse;
	double		expected_se;
	LearnerState state;
	double		number[FLEXIBLE_ARRAY_MEMBER];	/* weights, vectors; then text */
};

#define INTEGER(name, ledger, optional) \
	{#name, false, ledger, optional, offsetof(LearnerState, name)}
#define REAL(name, optional) {#name, true, false, optional, offsetof(LearnerState, name)}

const StateField model_state_fields[] = {
	INTEGER(rows, true, false),
	INTEGER(draws, true, false),
	INTEGER(reads, true, false),
	{"generator_0", false, false, false, offsetof(LearnerState, rng.s0)},
	{"generator_1", false, false, false, offsetof(LearnerState, rng.s1)},
	INTEGER(unsettled, false, false),
	REAL(factor, false),
	REAL(factor_sum, false),
	REAL(settled_factor, false),
	REAL(offset, false),
	REAL(intercept, false),
	REAL(intercept_sum, false),
	REAL(target_mean, false),
	REAL(target_max, false),
	REAL(threshold, true),
	REAL(threshold_sum, true),
	INTEGER(mistakes, true, true),
};

const int	model_state_field_count = lengthof(model_state_fields);

void
model_parts_init(ModelParts *parts)
{
	memset(parts, 0, sizeof(*parts));
	parts->expected_mse = NAN;
	parts->expected_se = NAN;
}

void
model_parts_trim(ModelParts *parts)
{
	LearnerState ledger = {0};

	for (int i = 0; i < model_state_field_count; i++)
		if (model_state_fields[i].ledger)
			memcpy((char *) &ledger + model_state_fields[i].offset,
				   (char *) &parts->state + model_state_fields[i].offset, sizeof(uint64));
	parts->state = ledger;
	parts->nvectors = 0;
}

static void
malformed(int sqlstate, const char *detail)
{
	ereport(ERROR,
			(errcode(sqlstate),
			 errmsg("malformed aer_model"),
			 errdetail("%s", detail)));
}

static void
check_finite(const double *number, uint32 n, const char *what, int sqlstate)
{
	for (uint32 i = 0; i < n; i++)
		if (!isfinite(number[i]))
			malformed(sqlstate, psprintf("Number %u of %s is NaN or infinite.", i + 1, what));
}

static void
check_names(const ModelParts *parts, int sqlstate)
{
	for (uint32 i = 0; i < parts->d; i++)
	{
		if (parts->name[i][0] == '\0')
			malformed(sqlstate, psprintf("The name of attribute %u is empty.", i + 1));
		if (parts->type[i] != ATTRIBUTE_NUMBER && parts->type[i] != ATTRIBUTE_BOOLEAN)
			malformed(sqlstate, psprintf("The type of attribute %u is unknown.", i + 1));
	}
}

/* What the kernel takes for granted when a model is continued. */
static void
check_state(const ModelParts *parts, Jsonb *learner, int sqlstate)
{
	const LearnerState *state = &parts->state;
	Rng			rng = state->rng;

	for (int i = 0; i < model_state_field_count; i++)
	{
		const StateField *field = &model_state_fields[i];

		if (field->real)
			check_finite((const double *) ((const char *) state + field->offset), 1,
						 field->name, sqlstate);
		else if (field->ledger &&
				 *(const uint64 *) ((const char *) state + field->offset) > PG_INT64_MAX)
			malformed(sqlstate, psprintf("%s is negative.", field->name));
	}
	if (parts->nvectors > 0)
	{
		Options    *options = options_parse(learner);
		uint32		vectors;

		options_resolve(options, parts->d, parts->name);
		vectors = learner_vectors(&options->learner, parts->d);
		if (parts->nvectors != vectors)
			malformed(sqlstate, psprintf("The learner needs %u state vectors, found %u.",
										 vectors, parts->nvectors));
		/* a generator of all zeros would stay there for ever */
		if (!pg_prng_seed_check(&rng) || rng.s0 != state->rng.s0 || rng.s1 != state->rng.s1)
			malformed(sqlstate, "The generator's state is zero.");
		if (state->factor < 0 || state->settled_factor < 0 || state->factor_sum < 0 ||
			state->target_max < 0 || state->threshold < 0)
			malformed(sqlstate, "A factor is negative.");
	}
	for (uint32 v = 0; v < parts->nvectors; v++)
		check_finite(parts->vectors + (Size) v * parts->d, parts->d, "the state", sqlstate);
}

static void
check_parts(const ModelParts *parts, int sqlstate)
{
	Jsonb	   *learner;

	if (parts->d == 0 || parts->weight == NULL)
		malformed(sqlstate, "There are no weights.");
	if (parts->learner == NULL)
		malformed(sqlstate, "There is no learner.");
	learner = DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(parts->learner)));
	if (!JB_ROOT_IS_OBJECT(learner))
		malformed(sqlstate, "The learner is no JSON object.");
	if (parts->target > TARGET_BOOLEAN)
		malformed(sqlstate, "The type of the target is unknown.");
	if (parts->skipped > PG_INT64_MAX)
		malformed(sqlstate, "skipped is negative.");
	check_finite(parts->weight, parts->d, "the weights", sqlstate);
	check_finite(&parts->intercept, 1, "the intercept", sqlstate);
	if (isinf(parts->expected_mse) || isinf(parts->expected_se))
		malformed(sqlstate, "The expected error is infinite.");
	if (parts->name)
		check_names(parts, sqlstate);
	check_state(parts, learner, sqlstate);
}

AerModel *
model_pack(const ModelParts *parts, int sqlstate)
{
	Size		numbers = (Size) parts->d * (1 + parts->nvectors);
	Size		learner_bytes;
	Size		names_bytes = 0;
	Size		bytes;
	AerModel   *model;
	char	   *at;

	check_parts(parts, sqlstate);
	learner_bytes = strlen(parts->learner) + 1;
	if (parts->name)
		for (uint32 i = 0; i < parts->d; i++)
			names_bytes += 1 + strlen(parts->name[i]) + 1;
	bytes = offsetof(AerModel, number) + numbers * sizeof(double) + learner_bytes + names_bytes;
	if (!AllocSizeIsValid(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("a model of %u attributes takes %zu bytes, more than a value can have",
						parts->d, bytes),
				 errdetail("The limit is %zu bytes.", (Size) MaxAllocSize)));

	model = palloc0(bytes);
	SET_VARSIZE(model, bytes);
	model->format = MODEL_FORMAT;
	model->nvectors = parts->nvectors;
	model->d = parts->d;
	model->learner_bytes = learner_bytes;
	model->names_bytes = names_bytes;
	model->target = parts->target;
	model->skipped = parts->skipped;
	model->intercept = parts->intercept;
	model->expected_mse = parts->expected_mse;
	model->expected_se = parts->expected_se;
	model->state = parts->state;
	memcpy(model->number, parts->weight, parts->d * sizeof(double));
	if (parts->nvectors > 0)
		memcpy(model->number + parts->d, parts->vectors,
			   (Size) parts->d * parts->nvectors * sizeof(double));

	at = (char *) (model->number + numbers);
	memcpy(at, parts->learner, learner_bytes);
	at += learner_bytes;
	if (parts->name)
	{
		for (uint32 i = 0; i < parts->d; i++)
			*at++ = (char) parts->type[i];
		for (uint32 i = 0; i < parts->d; i++)
		{
			Size		length = strlen(parts->name[i]) + 1;

			memcpy(at, parts->name[i], length);
			at += length;
		}
	}
	return model;
}

AerModel *
model_from_datum(Datum value)
{
	AerModel   *model = (AerModel *) PG_DETOAST_DATUM(value);

	if (VARSIZE(model) < offsetof(AerModel, number) || model->format != MODEL_FORMAT)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("unknown format of aer_model"),
				 errhint("It may have been written by a later release of aer.")));
	if (VARSIZE(model) != offsetof(AerModel, number) +
		(Size) model->d * (1 + model->nvectors) * sizeof(double) +
		model->learner_bytes + model->names_bytes)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("aer_model has the wrong size")));
	return model;
}

void
model_unpack(const AerModel *model, ModelParts *parts)
{
	char	   *at = (char *) (model->number + (Size) model->d * (1 + model->nvectors));

	model_parts_init(parts);
	parts->d = model->d;
	parts->weight = model->number;
	parts->intercept = model->intercept;
	parts->learner = at;
	parts->target = (TargetType) model->target;
	parts->skipped = model->skipped;
	parts->expected_mse = model->expected_mse;
	parts->expected_se = model->expected_se;
	parts->state = model->state;
	parts->nvectors = model->nvectors;
	parts->vectors = model->number + model->d;

	at += model->learner_bytes;
	if (model->names_bytes > 0)
	{
		parts->name = palloc(sizeof(char *) * model->d);
		parts->type = palloc(sizeof(AttributeType) * model->d);
		for (uint32 i = 0; i < model->d; i++)
			parts->type[i] = (AttributeType) *at++;
		for (uint32 i = 0; i < model->d; i++)
		{
			parts->name[i] = at;
			at += strlen(at) + 1;
		}
	}
}

uint32
model_attributes(const AerModel *model)
{
	return model->d;
}

const double *
model_weights(const AerModel *model, double *intercept)
{
	*intercept = model->intercept;
	return model->number;
}
