/*
 * model.c
 *		The type aer_model: layout, and the one check that all ways in share.
 */
#include "pg/values/model.h"

#include "pg/options/options.h"
#include "pg/values/form.h"
#include "pg/values/model_form.h"
#include "pg/values/model_partial.h"

#define LEDGER(name, optional) \
	{#name, false, PART_LEDGER, optional, offsetof(LearnerState, name), offsetof(AerModel, name)}
#define INTEGER(name, field) \
	{#name, false, PART_STATE, false, offsetof(LearnerState, field), offsetof(ModelStateForm, name)}
#define REAL(name, optional) \
	{#name, true, PART_STATE, optional, offsetof(LearnerState, name), offsetof(ModelStateForm, name)}
#define MEASURE(name) \
	{#name, true, PART_MEASURES, true, offsetof(LearnerState, name), offsetof(ModelMeasuresForm, name)}
#define SUM(block, name) \
	{#block "_" #name, true, PART_MEASURES, true, offsetof(LearnerState, length.block.name), \
	offsetof(ModelMeasuresForm, length) + offsetof(StreamShrinkage, block.name)}
#define SUMS(block) \
	SUM(block, rows), SUM(block, square), SUM(block, linear), SUM(block, linear_square), \
	SUM(block, product), SUM(block, product_square), SUM(block, diagonal), \
	SUM(block, mean_square), SUM(block, excess), SUM(block, excess_square)

const StateField model_state_fields[] = {
	LEDGER(rows, false),
	LEDGER(draws, false),
	LEDGER(reads, false),
	LEDGER(mistakes, true),
	INTEGER(generator_0, rng.s0),
	INTEGER(generator_1, rng.s1),
	INTEGER(unsettled, unsettled),
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
	MEASURE(target_low),
	MEASURE(target_high),
	MEASURE(target_unit),
	MEASURE(gradients),
	SUMS(now),
	SUMS(before),
};

StaticAssertDecl(sizeof(LearnerState) == lengthof(model_state_fields) * sizeof(uint64),
				 "a field of LearnerState is not in the table of what is stored");

const int	model_state_field_count = lengthof(model_state_fields);

void
model_parts_init(ModelParts *parts)
{
	memset(parts, 0, sizeof(*parts));
	parts->expected_mse = NAN;
	parts->expected_se = NAN;
	link_init(&parts->link);
	parts->loss = (LearnerLoss)
	{
		NAN, NAN, NAN
	};
}

void
model_check_learned(const ModelParts *parts)
{
	if (parts->state.rows == 0 && parts->nvectors > 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the model has not learned from any row yet"),
				 errdetail("It was made by aer_start()."),
				 errhint("Show it rows: aer_continue(features, target, model).")));
}

void
model_parts_trim(ModelParts *parts)
{
	LearnerState ledger = {0};

	for (int i = 0; i < model_state_field_count; i++)
		if (model_state_fields[i].part == PART_LEDGER)
			memcpy((char *) &ledger + model_state_fields[i].offset,
				   (char *) &parts->state + model_state_fields[i].offset, sizeof(uint64));
	parts->state = ledger;
	parts->nvectors = 0;
}

#define malformed(sqlstate, ...) form_malformed("aer_model", sqlstate, __VA_ARGS__)

static void
check_finite(const double *number, uint32 n, const char *what, int sqlstate)
{
	for (uint32 i = 0; i < n; i++)
		if (!isfinite(number[i]))
			malformed(sqlstate, "Number %u of %s is NaN or infinite.", i + 1, what);
}

/* The options of a model that can be continued; learner: NULL, or those of its text. */
static const LearnerOptions *
resolved_options(const ModelParts *parts, Jsonb *learner)
{
	LearnerOptions *options;

	if (learner == NULL)
		return parts->options;
	options = options_parse(learner);
	options_settle(options, false);
	options_resolve(options, parts->d, parts->name);
	return options;
}

static bool
has_range(const Link *link)
{
	return link->low != -INFINITY || link->high != INFINITY;
}

static void
check_link(const Link *link, int sqlstate)
{
	const double number[] = {link->low, link->high, link->high - link->low};
	const double of_link[] = {link->slope, link->offset};

	if (has_range(link))
		check_finite(number, lengthof(number), "the range", sqlstate);
	if (link->low > link->high)
		malformed(sqlstate, "The range is from %g to %g.", link->low, link->high);
	if (link->two_valued && !(has_range(link) && link->low < link->high))
		malformed(sqlstate, "The target takes two values, but there are not two.");
	if (!link->logistic)
		return;
	if (!link->two_valued)
		malformed(sqlstate, "There is a link, but the target does not take two values.");
	check_finite(of_link, lengthof(of_link), "the link", sqlstate);
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
		else if (field->part == PART_LEDGER &&
				 *(const uint64 *) ((const char *) state + field->offset) > PG_INT64_MAX)
			malformed(sqlstate, "%s is negative.", field->name);
	}
	if (parts->nvectors > 0)
	{
		uint32		vectors = learner_vectors(resolved_options(parts, learner), parts->d);

		if (parts->nvectors != vectors)
			malformed(sqlstate, "The learner needs %u state vectors, found %u.",
					  vectors, parts->nvectors);
		/* a generator of all zeros would stay there for ever */
		if (!pg_prng_seed_check(&rng) || rng.s0 != state->rng.s0 || rng.s1 != state->rng.s1)
			malformed(sqlstate, "The generator's state is zero.");
		if (state->factor < 0 || state->settled_factor < 0 || state->factor_sum < 0 ||
			state->target_max < 0 || state->threshold < 0 || state->target_unit < 0 ||
			state->gradients < 0 || state->length.now.rows < 0 || state->length.before.rows < 0)
			malformed(sqlstate, "A factor is negative.");
	}
	for (uint32 v = 0; v < parts->nvectors; v++)
		check_finite(parts->vectors + (Size) v * parts->d, parts->d, "the state", sqlstate);
}

static void
check_parts(const ModelParts *parts, int sqlstate)
{
	Jsonb	   *learner = NULL;

	if (parts->d == 0 || parts->weight == NULL)
		malformed(sqlstate, "There are no weights.");
	if (parts->learner == NULL)
		malformed(sqlstate, "There is no learner.");
	if (parts->options == NULL)
	{
		learner = DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(parts->learner)));
		if (!JB_ROOT_IS_OBJECT(learner))
			malformed(sqlstate, "The learner is no JSON object.");
	}
	if (parts->target > TARGET_BOOLEAN)
		malformed(sqlstate, "The type of the target is unknown.");
	if (parts->skipped > PG_INT64_MAX)
		malformed(sqlstate, "skipped is negative.");
	check_finite(parts->weight, parts->d, "the weights", sqlstate);
	check_finite(&parts->intercept, 1, "the intercept", sqlstate);
	if (isinf(parts->expected_mse) || isinf(parts->expected_se))
		malformed(sqlstate, "The expected error is infinite.");
	check_link(&parts->link, sqlstate);
	if (!isnan(parts->loss.mse))
	{
		const double loss[] = {parts->loss.mse, parts->loss.mean_mse, parts->loss.se};

		check_finite(loss, lengthof(loss), "the progressive error", sqlstate);
	}
	if (parts->name)
		form_check_names("aer_model", sqlstate, parts->name, parts->d);
	for (uint32 i = 0; parts->name && i < parts->d; i++)
		if (!row_attribute_valid(parts->name[i], parts->type[i]))
			malformed(sqlstate, "The type of attribute %u is unknown.", i + 1);
	check_state(parts, learner, sqlstate);
	if (parts->partial)
		model_partial_check(parts, sqlstate);
}

/* Of everything that stands before the text. */
static Size
bytes_of_numbers(const AerModel *model)
{
	return model_head_bytes(model) + sizeof(double) * model->d * (Size) model->vectors +
		(model->flags & MODEL_STATE ? sizeof(ModelStateForm) : 0) +
		(model->flags & MODEL_MEASURES ? sizeof(ModelMeasuresForm) : 0) +
		(model->flags & MODEL_PARTIAL ? sizeof(ModelPartialForm) : 0);
}

static Size
bytes_of(const AerModel *model)
{
	return bytes_of_numbers(model) + model->learner_bytes + model->names_bytes;
}

/* Is any of them not 0? */
static bool
has_measures(const LearnerState *state)
{
	for (int i = 0; i < model_state_field_count; i++)
		if (model_state_fields[i].part == PART_MEASURES &&
			*(const double *) ((const char *) state + model_state_fields[i].offset) != 0)
			return true;
	return false;
}

/* The numbers of LearnerState that a part keeps, into it or out of it. */
static void
put_part(char *at, const LearnerState *state, StatePart part)
{
	for (int i = 0; i < model_state_field_count; i++)
		if (model_state_fields[i].part == part)
			memcpy(at + model_state_fields[i].stored,
				   (const char *) state + model_state_fields[i].offset, sizeof(uint64));
}

static void
get_part(const char *at, LearnerState *state, StatePart part)
{
	for (int i = 0; i < model_state_field_count; i++)
		if (model_state_fields[i].part == part)
			memcpy((char *) state + model_state_fields[i].offset,
				   at + model_state_fields[i].stored, sizeof(uint64));
}

/* What is there, how many of it. */
static void
make_header(const ModelParts *parts, AerModel *header)
{
	memset(header, 0, sizeof(*header));
	header->format = NEWEST_FORMAT;
	header->d = parts->d;
	header->vectors = parts->partial ? model_partial_vectors(parts) : parts->nvectors;
	header->target = parts->target;
	header->learner_bytes = strlen(parts->learner) + 1;
	header->skipped = parts->skipped;
	header->intercept = parts->intercept;
	if (!isnan(parts->expected_mse) || !isnan(parts->expected_se))
		header->flags |= MODEL_FORECAST;
	if (has_range(&parts->link))
		header->flags |= MODEL_RANGE;
	if (parts->link.two_valued)
		header->flags |= MODEL_TWO_VALUES;
	if (parts->link.logistic)
		header->flags |= MODEL_LINK;
	if (!isnan(parts->loss.mse))
		header->flags |= MODEL_LOSS;
	if (parts->nvectors > 0)
		header->flags |= MODEL_STATE;
	if (parts->nvectors > 0 && has_measures(&parts->state))
		header->flags |= MODEL_MEASURES;
	if (parts->partial)
		header->flags |= MODEL_PARTIAL;
	if (parts->name)
	{
		Size		bytes = parts->d;

		header->flags |= MODEL_NAMES;
		for (uint32 i = 0; i < parts->d; i++)
			bytes += strlen(parts->name[i]) + 1;
		/* more than an uint32 holds is more than a value does */
		header->names_bytes = Min(bytes, MaxAllocSize);
	}
}

/* Put down some bytes, and where the next ones stand. */
static char *
put(char *at, const void *from, Size bytes)
{
	memcpy(at, from, bytes);
	return at + bytes;
}

static double
plain_nan(double value)
{
	return isnan(value) ? NAN : value;
}

AerModel *
model_pack(const ModelParts *parts, int sqlstate)
{
	AerModel	header;
	Size		bytes;
	AerModel   *model;
	char	   *at;

	check_parts(parts, sqlstate);
	make_header(parts, &header);
	bytes = bytes_of(&header);
	if (!AllocSizeIsValid(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("a model of %u attributes takes %zu bytes, more than a value can have",
						parts->d, bytes),
				 errdetail("The limit is %zu bytes.", (Size) MaxAllocSize)));

	model = palloc(bytes);
	*model = header;
	SET_VARSIZE(model, bytes);
	put_part((char *) model, &parts->state, PART_LEDGER);

	at = put((char *) model->weight, parts->weight, sizeof(double) * parts->d);
	if (header.flags & MODEL_FORECAST)
	{
		ModelForecastForm forecast = {plain_nan(parts->expected_mse), plain_nan(parts->expected_se)};

		at = put(at, &forecast, sizeof(forecast));
	}
	if (header.flags & MODEL_RANGE)
	{
		ModelRangeForm range = {parts->link.low, parts->link.high};

		at = put(at, &range, sizeof(range));
	}
	if (header.flags & MODEL_LINK)
	{
		ModelLinkForm link = {parts->link.slope, parts->link.offset};

		at = put(at, &link, sizeof(link));
	}
	if (header.flags & MODEL_LOSS)
	{
		ModelLossForm loss = {parts->loss.mse, parts->loss.mean_mse, parts->loss.se};

		at = put(at, &loss, sizeof(loss));
	}
	if (header.flags & MODEL_STATE)
	{
		put_part(at, &parts->state, PART_STATE);
		at += sizeof(ModelStateForm);
		if (header.flags & MODEL_MEASURES)
		{
			put_part(at, &parts->state, PART_MEASURES);
			at += sizeof(ModelMeasuresForm);
		}
		at = put(at, parts->vectors, sizeof(double) * parts->d * parts->nvectors);
	}
	if (header.flags & MODEL_PARTIAL)
	{
		model_partial_put(parts, (double *) at);
		at += sizeof(ModelPartialForm);
		at = put(at, model_partial_numbers(parts), sizeof(double) * parts->d * header.vectors);
	}
	at = put(at, parts->learner, header.learner_bytes);
	if (header.flags & MODEL_NAMES)
	{
		for (uint32 i = 0; i < parts->d; i++)
			*at++ = (char) parts->type[i];
		for (uint32 i = 0; i < parts->d; i++)
			at = put(at, parts->name[i], strlen(parts->name[i]) + 1);
	}
	Assert(at == (char *) model + bytes);
	return model;
}

AerModel *
model_from_datum(Datum value)
{
	AerModel   *model = (AerModel *) PG_DETOAST_DATUM(value);

	if (VARSIZE(model) < offsetof(AerModel, intercept))
		form_malformed("aer_model", ERRCODE_DATA_CORRUPTED, "It has %u bytes.", VARSIZE(model));
	form_check("aer_model", model->format, model->flags, MODEL_FLAGS);
	if (VARSIZE(model) != bytes_of(model) || model->learner_bytes == 0)
		form_malformed("aer_model", ERRCODE_DATA_CORRUPTED, "It has %u bytes, and %zu by what it says.",
					   VARSIZE(model), bytes_of(model));
	return model;
}

void
model_unpack(const AerModel *model, ModelParts *parts)
{
	char	   *at = (char *) (model->weight + model->d);

	model_parts_init(parts);
	parts->d = model->d;
	parts->weight = model->weight;
	parts->intercept = model->intercept;
	parts->target = (TargetType) model->target;
	parts->skipped = model->skipped;
	if (model->flags & MODEL_FORECAST)
	{
		const ModelForecastForm *forecast = (const ModelForecastForm *) at;

		parts->expected_mse = forecast->mse;
		parts->expected_se = forecast->se;
		at += sizeof(*forecast);
	}
	parts->link.two_valued = (model->flags & MODEL_TWO_VALUES) != 0;
	if (model->flags & MODEL_RANGE)
	{
		const ModelRangeForm *range = (const ModelRangeForm *) at;

		parts->link.low = range->low;
		parts->link.high = range->high;
		at += sizeof(*range);
	}
	if (model->flags & MODEL_LINK)
	{
		const ModelLinkForm *link = (const ModelLinkForm *) at;

		parts->link.logistic = true;
		parts->link.slope = link->slope;
		parts->link.offset = link->offset;
		at += sizeof(*link);
	}
	if (model->flags & MODEL_LOSS)
	{
		const ModelLossForm *loss = (const ModelLossForm *) at;

		parts->loss = (LearnerLoss)
		{
			loss->mse, loss->mean_mse, loss->se
		};
		at += sizeof(*loss);
	}
	get_part((const char *) model, &parts->state, PART_LEDGER);
	if (model->flags & MODEL_STATE)
	{
		parts->nvectors = model->vectors;
		get_part(at, &parts->state, PART_STATE);
		at += sizeof(ModelStateForm);
		if (model->flags & MODEL_MEASURES)
		{
			get_part(at, &parts->state, PART_MEASURES);
			at += sizeof(ModelMeasuresForm);
		}
		parts->vectors = (const double *) at;
	}
	else if (model->flags & MODEL_PARTIAL)
		model_partial_get(parts, model->vectors, (const double *) at);

	at = (char *) model + bytes_of_numbers(model);
	parts->learner = at;
	at += model->learner_bytes;
	if (model->flags & MODEL_NAMES)
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
