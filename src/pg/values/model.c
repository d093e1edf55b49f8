/*
 * model.c
 *		The type aer_model: its fields, its stored form, and the one check of values from every
 *		way in.
 */
#include "pg/values/model_form.h"

#include "pg/kernel_call.h"
#include "pg/options/json_parts.h"
#include "pg/options/options.h"
#include "pg/values/form.h"
#include "port/pg_bitutils.h"
#include "utils/builtins.h"

#define FIELD(object, key, kind, size0, size1, lack, part, member) \
	{object, key, FIELD_##kind, {SIZE_##size0, SIZE_##size1}, LACK_##lack, part, \
		offsetof(ModelParts, member), 0, 0, NULL}
#define WORD(object, key, part, member, words) \
	{object, key, FIELD_WORD, {SIZE_ONE, SIZE_ONE}, LACK_ZERO, part, \
		offsetof(ModelParts, member), 0, 0, words}
#define OUTPUT(object, key, size, part, array, type, member) \
	{object, key, FIELD_REAL, {SIZE_OUTPUTS, SIZE_##size}, LACK_NEVER, part, \
		offsetof(ModelParts, fit.array), sizeof(type), offsetof(type, member), NULL}
#define ONE(object, key, kind, lack, part, member) \
	FIELD(object, key, kind, ONE, ONE, lack, part, member)
#define STATE(name, kind, lack, member) \
	ONE("state", #name, kind, lack, MODEL_STATE, state.member)
#define MEASURE(key, member) \
	ONE("state", key, REAL, ZERO, MODEL_STATE | MODEL_MEASURES, state.member)
#define SUM(block, name) MEASURE(#block "_" #name, shrinkage.block.name)
#define SUMS(block) \
	SUM(block, rows), SUM(block, square), SUM(block, linear), SUM(block, linear_square), \
	SUM(block, product), SUM(block, product_square), SUM(block, diagonal), \
	SUM(block, mean_square), SUM(block, excess), SUM(block, excess_square)
#define MEASURED(key, lack, name) \
	ONE("measured", key, REAL, lack, MODEL_MEASURED, measured.name)
#define FOUND(key, member) \
	ONE("fit", key, REAL, UNKNOWN, MODEL_FIT, fit.member)
#define SELDOM(key, kind, member) \
	ONE("seldom_together", key, kind, NEVER, MODEL_FIT | MODEL_SELDOM, member)
#define FACT(key, part, name) \
	FIELD("facts", key, REAL, ONE, ATTRIBUTES, NEVER, MODEL_FACTS | part, fit.name)
#define PARTIAL(name) \
	OUTPUT("partial", #name, ONE, MODEL_PARTIAL, head, PartialHead, name)
#define CLASSES(key, size0, size1, part, name) \
	FIELD("probabilities", key, REAL, size0, size1, NEVER, MODEL_CLASSES | part, fit.combiner.name)

static const char *const target_names[] = {
	[TARGET_NUMBER] = "number",
	[TARGET_BOOLEAN] = "boolean",
	[TARGET_CLASS] = "class",
	NULL
};

static const char *const bends_names[] = {
	[BENDS_NEVER] = "lines",
	[BENDS_ALWAYS] = "curves",
	NULL
};

StaticAssertDecl(sizeof(TargetType) == sizeof(uint32) && sizeof(Bends) == sizeof(uint32),
				 "words are read and written as uint32");

const ModelField model_fields[] = {
	OUTPUT(NULL, "weights", ATTRIBUTES, 0, output, Output, weight),
	OUTPUT(NULL, "intercept", ONE, 0, output, Output, intercept),
	ONE(NULL, "columns", COLUMNS, NEVER, MODEL_COLUMNS, columns),
	ONE(NULL, "interactions", INTERACTIONS, ZERO, MODEL_COLUMNS, columns),
	WORD(NULL, "target", 0, target, target_names),
	FIELD(NULL, "classes", STRING, CLASSES, ONE, NEVER, MODEL_CLASS_NAMES, class_name),
	ONE(NULL, "learner", OBJECT, NEVER, 0, learner),
	ONE(NULL, "rows", COUNT, NEVER, 0, state.rows),
	ONE(NULL, "draws", COUNT, NEVER, 0, state.draws),
	ONE(NULL, "reads", COUNT, NEVER, 0, state.reads),
	ONE(NULL, "mistakes", COUNT, ZERO, 0, state.mistakes),
	ONE(NULL, "skipped", COUNT, NEVER, 0, skipped),
	ONE(NULL, "expected_mse", REAL, UNKNOWN, MODEL_FORECAST, fit.forecast),
	ONE(NULL, "expected_se", REAL, UNKNOWN, MODEL_FORECAST, fit.forecast_se),
	ONE(NULL, "expected_error_rate", REAL, UNKNOWN, MODEL_FORECAST, fit.error_rate),
	ONE(NULL, "expected_auc", REAL, UNKNOWN, MODEL_FORECAST, fit.auc),
	OUTPUT("fit", "lambda", ONE, MODEL_FIT, output, Output, lambda),
	OUTPUT("fit", "shrinkage", ONE, MODEL_FIT, output, Output, alpha),
	FOUND("target_variance", variance),
	WORD("fit", "shape", MODEL_FIT, fit.choice.curves, bends_names),
	FOUND("mse_of_lines", choice.forecast_lines),
	FOUND("mse_of_curves", choice.forecast_curves),
	FOUND("interactions", choice.pairs),
	FOUND("mse_of_interactions", choice.forecast_pairs),
	SELDOM("first", STRING, seldom[0]),
	SELDOM("second", STRING, seldom[1]),
	SELDOM("rows", REAL, fit.seldom.rows),
	MEASURED("rows", NEVER, rows),
	MEASURED("mse", NEVER, mse),
	MEASURED("mse_se", UNKNOWN, mse_se),
	MEASURED("r2", UNKNOWN, r2),
	MEASURED("error_rate", UNKNOWN, error_rate),
	MEASURED("error_rate_se", UNKNOWN, error_rate_se),
	MEASURED("auc", UNKNOWN, auc),
	MEASURED("auc_se", UNKNOWN, auc_se),
	MEASURED("log_loss", UNKNOWN, log_loss),
	MEASURED("groups", NEVER, groups),
	MEASURED("horizon", UNKNOWN, horizon),
	MEASURED("horizon_in_days", UNKNOWN, horizon_in_days),
	MEASURED("high_share", UNKNOWN, high_share),
	MEASURED("average_precision", UNKNOWN, average_precision),
	MEASURED("top_share", UNKNOWN, top_share),
	FIELD("measured", "bins", REAL, BINS, ONE, NEVER, MODEL_MEASURED, measured.bin),
	FIELD("measured", "spread", REAL, SPREAD, ONE, NEVER, MODEL_MEASURED | MODEL_SPREAD,
		  measured.spread),
	ONE("later_times", "column", STRING, NEVER, MODEL_LATER, later.column),
	ONE("later_times", "held_at", REAL, UNKNOWN, MODEL_LATER, later.held_at),
	ONE("later_times", "mse_of_other", REAL, NEVER, MODEL_LATER, later.other_mse),
	ONE(NULL, "remembered", BLOCK, NEVER, MODEL_REMEMBERED, remembered),
	ONE("fold", "number", COUNT, NEVER, MODEL_FOLD, fit.fold),
	ONE("fold", "of", COUNT, NEVER, MODEL_FOLD, fit.folds),
	ONE(NULL, "target_min", REAL, NEVER, MODEL_RANGE, fit.link.low),
	ONE(NULL, "target_max", REAL, NEVER, MODEL_RANGE, fit.link.high),
	ONE(NULL, "two_valued", FLAG, NEVER, MODEL_TWO_VALUES, fit.link.two_valued),
	ONE("link", "slope", REAL, NEVER, MODEL_LINK, fit.link.slope),
	ONE("link", "offset", REAL, NEVER, MODEL_LINK, fit.link.offset),
	ONE(NULL, "progressive_mse", REAL, NEVER, MODEL_LOSS, loss.mse),
	ONE(NULL, "progressive_se", REAL, NEVER, MODEL_LOSS, loss.se),
	ONE(NULL, "mse_of_mean", REAL, NEVER, MODEL_LOSS, loss.mean_mse),
	FACT("means", 0, facts.mean),
	FACT("deviations", 0, facts.sd),
	FACT("parts", 0, facts.part),
	FACT("drops", MODEL_DROPS, drop),
	OUTPUT("facts", "errors", ATTRIBUTES, MODEL_FACTS | MODEL_ERRORS, output, Output, error),
	STATE(generator_0, BITS, NEVER, rng.s0),
	STATE(generator_1, BITS, NEVER, rng.s1),
	STATE(unsettled, COUNT, NEVER, unsettled),
	STATE(factor, REAL, NEVER, factor),
	STATE(factor_sum, REAL, NEVER, factor_sum),
	STATE(settled_factor, REAL, NEVER, settled_factor),
	STATE(offset, REAL, NEVER, offset),
	STATE(intercept, REAL, NEVER, intercept),
	STATE(intercept_sum, REAL, NEVER, intercept_sum),
	STATE(target_mean, REAL, NEVER, target_mean),
	STATE(target_max, REAL, NEVER, target_max),
	STATE(threshold, REAL, ZERO, threshold),
	STATE(threshold_sum, REAL, ZERO, threshold_sum),
	MEASURE("target_low", target_low),
	MEASURE("target_high", target_high),
	MEASURE("target_unit", target_unit),
	MEASURE("gradients", gradients),
	SUMS(now),
	SUMS(before),
	FIELD("state", "vectors", REAL, VECTORS, ATTRIBUTES, NEVER, MODEL_STATE, vectors),
	PARTIAL(y_mean),
	PARTIAL(y_variance),
	PARTIAL(lambda),
	PARTIAL(length),
	PARTIAL(gap),
	PARTIAL(spread),
	PARTIAL(linked),
	PARTIAL(slope),
	PARTIAL(offset),
	PARTIAL(rank),
	FIELD("partial", "numbers", REAL, VECTORS, ONE, NEVER, MODEL_PARTIAL, fit.known),
	CLASSES("shares", OUTPUTS, ONE, 0, share),
	CLASSES("directions", OUTPUTS, OUTPUTS, MODEL_GAUSSIAN, direction),
	CLASSES("constants", OUTPUTS, ONE, MODEL_GAUSSIAN, constant),
	CLASSES("temperature", ONE, ONE, MODEL_CLASS_LINK, link.temperature),
	CLASSES("offsets", OUTPUTS, ONE, MODEL_CLASS_LINK, link.offset)
};

const int	model_field_count = lengthof(model_fields);

/* Four counts of every model, 13 numbers to continue from, 24 measures. */
StaticAssertDecl(sizeof(LearnerState) == (4 + 13 + 24) * sizeof(uint64),
				 "a field of LearnerState is not in the table of what is stored");

#define malformed(sqlstate, ...) form_malformed("aer_model", sqlstate, __VA_ARGS__)

void
model_parts_init(ModelParts *parts, uint32 outputs)
{
	memset(parts, 0, sizeof(*parts));
	parts->fit.outputs = outputs;
	parts->fit.output = palloc0(sizeof(Output) * outputs);
	for (uint32 k = 0; k < outputs; k++)
		parts->fit.output[k].lambda = NAN;
	parts->fit.head = palloc0(sizeof(PartialHead) * outputs);
	parts->fit.variance = NAN;
	parts->fit.choice = no_choice;
	parts->later.held_at = NAN;
	model_parts_forget_errors(parts);
	link_init(&parts->fit.link);
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
				 errmsg("the model has not been trained on any row yet"),
				 errdetail("It was made by aer_start()."),
				 errhint("Train it on rows: SELECT aer_continue(features, target, model) FROM ....")));
}

void
model_parts_forget_errors(ModelParts *parts)
{
	parts->fit.forecast = NAN;
	parts->fit.forecast_se = NAN;
	parts->fit.error_rate = NAN;
	parts->fit.auc = NAN;
	parts->measured = (Measured)
	{
		.mse_se = NAN, .r2 = NAN, .error_rate = NAN, .error_rate_se = NAN, .auc = NAN, .auc_se = NAN,
			.log_loss = NAN, .horizon = NAN, .horizon_in_days = NAN,
			.high_share = NAN, .average_precision = NAN, .top_share = NAN
	};
}

double
model_parts_held_at(const ModelParts *parts, uint32 look)
{
	const LaterTimes *later = &parts->later;

	if (later->column == NULL || isnan(later->held_at) || look >= parts->columns.looks.bought ||
		!column_is_number(&parts->columns.column[look]) ||
		strcmp(parts->columns.column[look].name, later->column) != 0)
		return INFINITY;
	return later->held_at;
}

bool
model_parts_same_classes(const ModelParts *a, const ModelParts *b)
{
	if (a->classes != b->classes)
		return false;
	for (uint32 c = 0; c < a->classes; c++)
		if (strcmp(a->class_name[c], b->class_name[c]) != 0)
			return false;
	return true;
}

void
model_parts_trim(ModelParts *parts)
{
	parts->state = (LearnerState)
	{
		.rows = parts->state.rows, .draws = parts->state.draws,
			.reads = parts->state.reads, .mistakes = parts->state.mistakes
	};
	parts->nvectors = 0;
	model_parts_forget_known(parts);
}

void
model_parts_forget_known(ModelParts *parts)
{
	parts->fit.known = NULL;
	parts->remembered.bytes = 0;
}

/* Parts whose numbers header.vectors counts; a model has at most one of them. */
#define MODEL_COUNTED (MODEL_STATE | MODEL_PARTIAL)

Size
model_numbers(const AerModel *header, int sqlstate)
{
	uint32		flags = header->flags;
	Size		numbers = 0;

	if ((header->vectors > 0) != (pg_popcount32(flags & MODEL_COUNTED) == 1) ||
		pg_popcount32(flags & MODEL_COUNTED) > 1)
		malformed(sqlstate, "There are %u vectors, and flags 0x%x.", header->vectors, flags);
	if (header->classes > MOST_CLASS_NAMES ||
		(header->classes > 0) != ((flags & MODEL_CLASS_NAMES) != 0) ||
		(header->classes > 2) != ((flags & MODEL_CLASSES) != 0) ||
		((flags & MODEL_CLASSES) && (flags & MODEL_STATE)))
		malformed(sqlstate, "There are %u classes, and flags 0x%x.", header->classes, flags);
	if ((flags & MODEL_GAUSSIAN) && !(flags & MODEL_CLASSES))
		malformed(sqlstate, "There are Gaussian classes, but no classes.");
	if ((flags & MODEL_CLASS_LINK) && !(flags & MODEL_CLASSES))
		malformed(sqlstate, "There is a link of classes, but no classes.");
	if ((flags & MODEL_MEASURES) && !(flags & MODEL_STATE))
		malformed(sqlstate, "There are measures, but no state.");
	if ((flags & MODEL_SPREAD) && !(flags & MODEL_MEASURED))
		malformed(sqlstate, "There is a spread of errors, but no measured error.");
	if ((flags & (MODEL_ERRORS | MODEL_DROPS)) && !(flags & MODEL_FACTS))
		malformed(sqlstate, "There are errors of weights, but no facts about attributes.");
	if ((flags & MODEL_LATER) && !(flags & MODEL_COLUMNS))
		malformed(sqlstate, "There is a column of times, but no columns.");
	if ((flags & MODEL_REMEMBERED) && !(flags & MODEL_PARTIAL))
		malformed(sqlstate, "There are remembered rows, but no partial model.");
	if (((flags & MODEL_FIT) && (flags & MODEL_STATE)) ||
		((flags & MODEL_SELDOM) && !(flags & MODEL_FIT)))
		malformed(sqlstate, "Results of a fit contradict flags 0x%x.", flags);
	/* within these limits 64 bits hold the product */
	if (header->d > MAX_ATTRIBUTES ||
		(header->vectors > MAX_ATTRIBUTES && (flags & MODEL_STATE)))
		malformed(sqlstate, "There are %u vectors of %u numbers.", header->vectors, header->d);
	for (int i = 0; i < model_field_count; i++)
		if (field_is_number(&model_fields[i]))
			numbers += model_items(header, &model_fields[i]);
	return numbers;
}

/* Makes the pointers of a field lead to its items, which are one array. */
static void
point_to(ModelParts *parts, const ModelField *field, const void *items)
{
	char	   *at = (char *) parts + field->offset;

	if (field->structure == 0)
		*(const void **) at = items;
	for (uint32 k = 0; k < parts->fit.outputs && field->structure > 0; k++)
		*(const double **) (*(char **) at + k * field->structure + field->member) =
			(const double *) items + (Size) k * parts->fit.d;
}

void *
model_make_items(ModelParts *parts, const AerModel *header, const ModelField *field)
{
	Size		bytes = field->kind == FIELD_WORD ? sizeof(uint32) : sizeof(uint64);

	if (field_has_pointer(field) && !field_in_structures(field))
		point_to(parts, field, palloc_extended(bytes * model_items(header, field), MCXT_ALLOC_HUGE));
	return unconstify(void *, model_field_at(parts, field));
}

void
model_start_parts(ModelParts *parts, const AerModel *header)
{
	model_parts_init(parts, model_size(header, SIZE_OUTPUTS));
	parts->fit.d = header->d;
	parts->classes = header->classes;
	parts->columns = columns_of_array(parts->fit.d);
	parts->fit.link.two_valued = (header->flags & MODEL_TWO_VALUES) != 0;
	parts->fit.link.logistic = (header->flags & MODEL_LINK) != 0;
	if (header->flags & MODEL_STATE)
		parts->nvectors = header->vectors;
	if (header->flags & MODEL_PARTIAL)
		parts->fit.count = header->vectors;
	if (header->flags & MODEL_CLASSES)
		parts->fit.combiner.classes = header->classes;
}

const uint64 *
model_point_to_numbers(ModelParts *parts, const AerModel *header, const uint64 *number)
{
	model_start_parts(parts, header);
	for (int i = 0; i < model_field_count; i++)
	{
		const ModelField *field = &model_fields[i];
		Size		n = field_is_number(field) ? model_items(header, field) : 0;
		Size		stride = field_stride(field);
		char	   *item;

		if (n == 0)
			continue;
		if (field_has_pointer(field) && !field_in_structures(field))
			point_to(parts, field, number);
		else
		{
			item = unconstify(void *, model_field_at(parts, field));
			for (Size k = 0; k < n; k++)
				*(uint64 *) (item + k * stride) = number[k];
		}
		number += n;
	}
	return number;
}

static bool
has_range(const Link *link)
{
	return link->low != -INFINITY || link->high != INFINITY;
}

static bool
has_measures(const ModelParts *parts)
{
	for (int i = 0; i < model_field_count; i++)
		if ((model_fields[i].part & MODEL_MEASURES) &&
			*(const double *) model_field_at(parts, &model_fields[i]) != 0)
			return true;
	return false;
}

/* Makes the header: flags of the parts, and the lengths of arrays. */
static void
make_header(const ModelParts *parts, AerModel *header)
{
	memset(header, 0, sizeof(*header));
	header->format = NEWEST_FORMAT;
	header->d = parts->fit.d;
	header->vectors = parts->fit.known ? parts->fit.count : parts->nvectors;
	header->classes = parts->classes;
	if (!isnan(parts->fit.forecast) || !isnan(parts->fit.forecast_se) ||
		!isnan(parts->fit.error_rate) || !isnan(parts->fit.auc))
		header->flags |= MODEL_FORECAST;
	if (!isnan(parts->fit.output[0].lambda))
		header->flags |= MODEL_FIT;
	if (parts->seldom[0])
		header->flags |= MODEL_SELDOM;
	if (parts->measured.rows > 0)
		header->flags |= MODEL_MEASURED;
	if (parts->measured.spread.bins != 0)
		header->flags |= MODEL_SPREAD;
	if (parts->later.column)
		header->flags |= MODEL_LATER;
	if (parts->remembered.bytes > 0)
		header->flags |= MODEL_REMEMBERED;
	if (parts->fit.folds > 0)
		header->flags |= MODEL_FOLD;
	if (has_range(&parts->fit.link))
		header->flags |= MODEL_RANGE;
	if (parts->fit.link.two_valued)
		header->flags |= MODEL_TWO_VALUES;
	if (parts->fit.link.logistic)
		header->flags |= MODEL_LINK;
	if (!isnan(parts->loss.mse))
		header->flags |= MODEL_LOSS;
	if (parts->nvectors > 0)
		header->flags |= MODEL_STATE;
	if (parts->nvectors > 0 && has_measures(parts))
		header->flags |= MODEL_MEASURES;
	if (parts->fit.known)
		header->flags |= MODEL_PARTIAL;
	if (parts->fit.combiner.share)
		header->flags |= MODEL_CLASSES;
	if (parts->fit.combiner.direction)
		header->flags |= MODEL_GAUSSIAN;
	if (parts->fit.combiner.link.offset)
		header->flags |= MODEL_CLASS_LINK;
	if (parts->fit.facts.mean)
		header->flags |= MODEL_FACTS;
	if (parts->fit.output[0].error)
		header->flags |= MODEL_ERRORS;
	if (parts->fit.drop)
		header->flags |= MODEL_DROPS;
	if (parts->columns.column)
		header->flags |= MODEL_COLUMNS;
	if (parts->class_name)
		header->flags |= MODEL_CLASS_NAMES;
}

/*
 * Returns the heads of the partial models, with the values that are stored with the model: range and
 * forecast of a single output.  The range of a class is from 0 to 1.
 */
static PartialHead *
complete_heads(const ModelParts *parts)
{
	const Fit  *fit = &parts->fit;
	PartialHead *head = palloc(sizeof(PartialHead) * fit->outputs);
	bool		one = fit->outputs == 1;

	memcpy(head, fit->head, sizeof(PartialHead) * fit->outputs);
	for (uint32 k = 0; k < fit->outputs; k++)
	{
		head[k].rows = parts->state.rows;
		head[k].low = one ? fit->link.low : 0;
		head[k].high = one ? fit->link.high : 1;
		head[k].two_valued = one && fit->link.two_valued;
		head[k].forecast = one ? fit->forecast : NAN;
		head[k].forecast_se = one ? fit->forecast_se : NAN;
	}
	return head;
}

static ColumnPredictor *
make_predictor(const ModelParts *parts, int sqlstate)
{
	const Fit  *fit = &parts->fit;
	ColumnPredictor *predictor = palloc(sizeof(ColumnPredictor));

	if (!column_predictor_init(kernel_work(), predictor, &parts->columns, parts->columns.column != NULL,
							   fit->outputs, complete_heads(parts), fit->known, fit->count))
		malformed(sqlstate, "Its partial model is impossible.");
	return predictor;
}

ColumnPredictor *
model_predictor(const ModelParts *parts)
{
	return make_predictor(parts, ERRCODE_DATA_CORRUPTED);
}

/* Returns true if remembered rows have the columns and the target of the model. */
static bool
remembered_suit(const NearRows *rows, const ModelParts *parts)
{
	const Columns *columns = &parts->columns;
	uint32		classes = parts->classes > 0 ? parts->classes : parts->fit.link.two_valued ? 2 : 0;

	if (rows->columns != columns->looks.bought || rows->classes != classes)
		return false;
	for (uint32 l = 0; l < rows->columns; l++)
	{
		const Column *column = columns->column ? &columns->column[l] : NULL;

		if (rows->column[l].categories != (column && column->kind == COLUMN_CATEGORIES ? column->n : 0))
			return false;
	}
	return true;
}

static NearRows
read_remembered(const ModelParts *parts, int sqlstate)
{
	NearRows	rows;

	if (!near_rows_read(kernel_work(), parts->remembered.data, parts->remembered.bytes, &rows) ||
		!remembered_suit(&rows, parts))
		malformed(sqlstate, "The rows that it remembers are impossible.");
	return rows;
}

NearRows
model_remembered(const ModelParts *parts)
{
	return read_remembered(parts, ERRCODE_DATA_CORRUPTED);
}

static void
check_numbers(const ModelParts *parts, const AerModel *header, int sqlstate)
{
	for (int i = 0; i < model_field_count; i++)
	{
		const ModelField *field = &model_fields[i];
		const char *item = model_field_at(parts, field);
		Size		stride = field_stride(field);
		Size		n = model_items(header, field);

		if (n == 0 || (field->kind != FIELD_COUNT && field->kind != FIELD_REAL))
			continue;
		if (field->kind == FIELD_COUNT)
		{
			if (*(const uint64 *) item > PG_INT64_MAX)
				malformed(sqlstate, "%s is negative.", field->key);
			continue;
		}
		for (Size k = 0; k < n; k++)
		{
			double		value = *(const double *) (item + k * stride);

			if (!isfinite(value) && !(isnan(value) && field->lack == LACK_UNKNOWN))
				malformed(sqlstate, "Number %zu of %s is NaN or infinite.", k + 1, field->key);
		}
	}
}

static void
check_facts(const Fit *fit, int sqlstate)
{
	for (uint32 i = 0; fit->facts.mean && i < fit->d; i++)
		if (fit->facts.sd[i] < 0 || fit->facts.part[i] < 0)
			malformed(sqlstate, "A deviation of attribute %u is negative.", i + 1);
	for (uint32 k = 0; k < fit->outputs; k++)
		for (uint32 i = 0; fit->output[k].error && i < fit->d; i++)
			if (fit->output[k].error[i] < 0)
				malformed(sqlstate, "A deviation of attribute %u is negative.", i + 1);
}

#define MOST_ROWS 9007199254740992.0	/* as far as a float8 counts */

/* Returns true for a number from 0 to most, and for NaN, which is unknown. */
static bool
is_within(double number, double most)
{
	return isnan(number) || (number >= 0 && number <= most);
}

/* Checks the results of a fit of moments. */
static void
check_found(const ModelParts *parts, int sqlstate)
{
	const Fit  *fit = &parts->fit;
	const ShapeChoice *choice = &fit->choice;

	for (uint32 k = 0; k < fit->outputs; k++)
		if (!is_within(fit->output[k].lambda, INFINITY))
			malformed(sqlstate, "A penalty is negative.");
	if (choice->curves > BENDS_ALWAYS || !is_within(fit->variance, INFINITY) ||
		!is_within(choice->forecast_lines, INFINITY) || !is_within(choice->forecast_curves, INFINITY) ||
		!is_within(choice->forecast_pairs, INFINITY) || !is_within(choice->pairs, MOST_PAIRS) ||
		(parts->seldom[0] && !is_within(fit->seldom.rows, MOST_ROWS)))
		malformed(sqlstate, "The results of the fit are impossible.");
}

static void
check_measured(const ModelParts *parts, int sqlstate)
{
	const Measured *measured = &parts->measured;
	bool		number = parts->fit.outputs == 1 && !parts->fit.link.two_valued;

	if (!is_within(measured->rows, MOST_ROWS) ||
		measured->mse < 0 || measured->mse_se < 0 || measured->r2 > 1 ||
		!is_within(measured->error_rate, 1) || !is_within(measured->auc, 1) || measured->error_rate_se < 0 ||
		measured->auc_se < 0 || measured->log_loss < 0 ||
		(measured->rows > 0 && measured->groups < 1) || measured->groups > measured->rows ||
		measured->horizon < 0 ||
		isnan(measured->horizon) != isnan(measured->horizon_in_days) ||
		!is_within(measured->high_share, 1) || !is_within(measured->average_precision, 1) ||
		!is_within(measured->top_share, 1))
		malformed(sqlstate, "A measured error is impossible.");
	for (int b = 0; b < MEASURED_BINS; b++)
	{
		const MeasuredBin *bin = &measured->bin[b];

		if (bin->rows < 0 || bin->rows > measured->rows || bin->low > bin->high || bin->se < 0)
			malformed(sqlstate, "Bin %d of the measured rows is impossible.", b + 1);
	}
	if (measured->spread.bins != 0 && !(number && error_spread_is_valid(&measured->spread)))
		malformed(sqlstate, "The spread of errors is impossible.");
}

static void
check_link(const Link *link, int sqlstate)
{
	if (link->low > link->high)
		malformed(sqlstate, "The range is from %g to %g.", link->low, link->high);
	if (has_range(link) && !isfinite(link->high - link->low))
		malformed(sqlstate, "The width of the range from %g to %g is not finite.", link->low, link->high);
	if (link->two_valued && !(has_range(link) && link->low < link->high))
		malformed(sqlstate, "The target takes two values, but the range does not have two.");
	if (link->logistic && !link->two_valued)
		malformed(sqlstate, "There is a link, but the target does not take two values.");
}

static void
check_classes(const ModelParts *parts, int sqlstate)
{
	double		seen = 0;

	if ((parts->class_name != NULL) != (parts->target == TARGET_CLASS) ||
		(parts->class_name != NULL && (parts->classes == 0 || parts->classes > MOST_CLASS_NAMES)) ||
		(parts->classes > 2 ? parts->fit.outputs != parts->classes : parts->fit.outputs > 1))
		malformed(sqlstate, "Its classes and its target contradict each other.");
	for (uint32 a = 0; a < parts->classes; a++)
		for (uint32 b = a + 1; b < parts->classes; b++)
			if (strcmp(parts->class_name[a], parts->class_name[b]) == 0)
				malformed(sqlstate, "Two classes are named \"%s\".", parts->class_name[a]);
	if (parts->classes == 2 && !parts->fit.link.two_valued)
		malformed(sqlstate, "There are two classes, but the target does not take two values.");
	for (uint32 c = 0; c < parts->fit.combiner.classes; c++)
		seen += parts->fit.combiner.share[c];
	for (uint32 c = 0; c < parts->fit.combiner.classes; c++)
	{
		double		share = parts->fit.combiner.share[c];

		/* the model of a fold knows classes that it has not seen */
		if (!(share >= 0 && share <= 1) || (share == 0 && (parts->fit.folds == 0 || seen == 0)))
			malformed(sqlstate, "The share of class %u is impossible.", c + 1);
	}
}

/* Checks what the kernel assumes when a model is continued. */
static void
check_state(const ModelParts *parts, const LearnerOptions *options, int sqlstate)
{
	const LearnerState *state = &parts->state;
	Rng			rng = state->rng;
	uint32		vectors = learner_vectors(options, parts->fit.d);

	if (parts->nvectors != vectors)
		malformed(sqlstate, "The learner needs %u state vectors, found %u.",
				  vectors, parts->nvectors);
	/* a generator of all zeros would stay there for ever */
	if (!pg_prng_seed_check(&rng) || rng.s0 != state->rng.s0 || rng.s1 != state->rng.s1)
		malformed(sqlstate, "The generator's state is zero.");
	if (state->factor < 0 || state->settled_factor < 0 || state->factor_sum < 0 ||
		state->target_max < 0 || state->threshold < 0 || state->target_unit < 0 ||
		state->gradients < 0 || state->shrinkage.now.rows < 0 || state->shrinkage.before.rows < 0)
		malformed(sqlstate, "A factor is negative.");
}

/* Checks parts from every way in, and makes the header.  Returns the number of numbers. */
static Size
check_parts(const ModelParts *parts, AerModel *header, int sqlstate)
{
	const LearnerOptions *options = parts->options;
	Size		numbers;

	if (parts->fit.d == 0 || parts->fit.output[0].weight == NULL)
		malformed(sqlstate, "There are no weights.");
	if (parts->target > TARGET_CLASS)
		malformed(sqlstate, "The type of the target is unknown.");
	if (parts->fit.known && parts->nvectors > 0)
		malformed(sqlstate, "A partial model cannot be continued.");
	make_header(parts, header);
	numbers = model_numbers(header, sqlstate);
	check_numbers(parts, header, sqlstate);
	check_link(&parts->fit.link, sqlstate);
	check_facts(&parts->fit, sqlstate);
	check_found(parts, sqlstate);
	check_measured(parts, sqlstate);
	if (parts->later.column && parts->later.other_mse < 0)
		malformed(sqlstate, "The error with other later times is impossible.");
	if (parts->fit.fold > parts->fit.folds || (parts->fit.folds > 0 && parts->fit.fold == 0))
		malformed(sqlstate, "Fold " UINT64_FORMAT " of " UINT64_FORMAT " is impossible.",
				  parts->fit.fold, parts->fit.folds);
	form_check_columns("aer_model", sqlstate, &parts->columns);
	if (parts->columns.looks.d != parts->fit.d || parts->columns.copies)
		malformed(sqlstate, "Its columns do not have as many attributes as there are weights.");
	if (columns_sets(&parts->columns) > 1)
		malformed(sqlstate, "Its levels have effects for several folds.");
	if (parts->nvectors > 0)
	{
		if (options == NULL)
		{
			LearnerOptions *parsed = options_parse(json_from_text(parts->learner));

			options_settle(parsed, false);
			options_resolve(parsed, &parts->columns);
			options = parsed;
		}
		check_state(parts, options, sqlstate);
	}
	if (parts->fit.known)
		(void) make_predictor(parts, sqlstate);
	if (parts->remembered.bytes > 0)
		(void) read_remembered(parts, sqlstate);
	check_classes(parts, sqlstate);
	return numbers;
}

/* Writes the numbers of a field; returns their end. */
static char *
put_numbers(char *at, const ModelField *field, const char *items, Size n)
{
	Size		stride = field_stride(field);

	if (field->kind != FIELD_REAL)
		memcpy(at, items, sizeof(uint64) * n);
	else
		for (Size i = 0; i < n; i++)
		{
			double		number = *(const double *) (items + i * stride);

			/* one NaN for all, and 0 for -0: equal models have equal bytes, also if read from text */
			((double *) at)[i] = isnan(number) ? NAN : number + 0.0;
		}
	return at + sizeof(uint64) * n;
}

/* Returns the number of bytes of item i of a field that is no number. */
static Size
text_bytes(const ModelField *field, const void *items, Size i)
{
	return field->kind == FIELD_WORD ? 1 :
		field->kind == FIELD_COLUMNS ? sizeof(uint32) + columns_write(items, NULL) :
		field->kind == FIELD_BLOCK ? sizeof(uint32) + ((const Block *) items)->bytes :
		strlen(((char *const *) items)[i]) + 1;
}

static Size
all_text_bytes(const ModelParts *parts, const AerModel *header)
{
	Size		bytes = 0;

	for (int f = 0; f < model_field_count; f++)
	{
		const ModelField *field = &model_fields[f];
		Size		n = field_is_text(field) ? model_items(header, field) : 0;

		for (Size i = 0; i < n; i++)
			bytes += text_bytes(field, model_field_at(parts, field), i);
	}
	return bytes;
}

static char *
put_texts(char *at, const ModelField *field, const void *items, Size n)
{
	for (Size i = 0; i < n; i++)
	{
		Size		bytes = text_bytes(field, items, i);

		if (field->kind == FIELD_WORD)
			*at = (char) ((const uint32 *) items)[i];
		else if (field->kind == FIELD_COLUMNS)
		{
			uint32		block = (uint32) columns_write(items, at + sizeof(uint32));

			memcpy(at, &block, sizeof(block));
		}
		else if (field->kind == FIELD_BLOCK)
		{
			const Block *block = items;

			memcpy(at, &block->bytes, sizeof(uint32));
			memcpy(at + sizeof(uint32), block->data, block->bytes);
		}
		else
			memcpy(at, ((char *const *) items)[i], bytes);
		at += bytes;
	}
	return at;
}

AerModel *
model_pack(const ModelParts *parts, int sqlstate)
{
	AerModel	header;
	Size		numbers = check_parts(parts, &header, sqlstate);
	Size		bytes = offsetof(AerModel, number) + sizeof(uint64) * numbers +
		all_text_bytes(parts, &header);
	AerModel   *model;
	char	   *at;
	char	   *text;

	if (!AllocSizeIsValid(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("a model of %u attributes takes %zu bytes, more than a value can hold",
						parts->fit.d, bytes),
				 errdetail("The limit is %zu bytes.", (Size) MaxAllocSize)));
	model = palloc(bytes);
	*model = header;
	SET_VARSIZE(model, bytes);

	at = (char *) model->number;
	text = (char *) (model->number + numbers);
	for (int i = 0; i < model_field_count; i++)
	{
		const ModelField *field = &model_fields[i];
		const void *items = model_field_at(parts, field);
		Size		n = model_items(&header, field);

		if (field_is_number(field))
			at = put_numbers(at, field, items, n);
		else if (field_is_text(field))
			text = put_texts(text, field, items, n);
	}
	Assert(text == (char *) model + bytes);
	return model;
}

/* Returns the length of the header and all numbers. */
static Size
bytes_of_numbers(const AerModel *model)
{
	return offsetof(AerModel, number) +
		sizeof(uint64) * model_numbers(model, ERRCODE_DATA_CORRUPTED);
}

AerModel *
model_from_datum(Datum value)
{
	AerModel   *model = (AerModel *) PG_DETOAST_DATUM(value);

	if (VARSIZE(model) < offsetof(AerModel, number))
		malformed(ERRCODE_DATA_CORRUPTED, "It has %u bytes.", VARSIZE(model));
	form_check("aer_model", model->format, model->flags, MODEL_FLAGS);
	if (VARSIZE(model) < bytes_of_numbers(model))
		malformed(ERRCODE_DATA_CORRUPTED, "It has %u bytes, too few for its numbers.", VARSIZE(model));
	return model;
}

void
model_refuse_classes(char *const *class_name, uint32 classes)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("the model has %u classes: %s", classes, class_names_list(class_name, classes)),
			 errdetail("This function needs a model with a numeric target or with two classes."),
			 errhint("Name the class, as in aer_probability(model, features, %s), or use aer_class() or aer_probabilities(). Or train a model of one class against the rest, with the target 'column=value'.",
					 quote_literal_cstr(class_name[0]))));
}

void
model_unpack(const AerModel *model, ModelParts *parts)
{
	model_unpack_any(model, parts);
	if (parts->fit.outputs > 1)
		model_refuse_classes(parts->class_name, parts->classes);
}

/* Returns the block at *at, and moves *at past it. */
static Block
read_block(char **at, const char *end, const ModelField *field)
{
	Block		block;

	if ((Size) (end - *at) < sizeof(block.bytes))
		malformed(ERRCODE_DATA_CORRUPTED, "It ends within %s.", field->key);
	memcpy(&block.bytes, *at, sizeof(block.bytes));
	block.data = *at + sizeof(block.bytes);
	if (block.bytes > end - block.data)
		malformed(ERRCODE_DATA_CORRUPTED, "It ends within %s.", field->key);
	*at = unconstify(char *, block.data) + block.bytes;
	return block;
}

/* Reads the items of a field that is no number; returns their end. */
static char *
read_texts(char *at, const char *end, const ModelField *field, void *items, Size n)
{
	for (Size i = 0; i < n; i++)
	{
		const char *last = field->kind == FIELD_WORD ? at : memchr(at, '\0', end - at);

		if (at == end || last == NULL)
			malformed(ERRCODE_DATA_CORRUPTED, "It ends within %s.", field->key);
		if (field->kind == FIELD_WORD)
			((uint32 *) items)[i] = (uint8) *at;
		else
			((char **) items)[i] = at;
		at += last + 1 - at;
	}
	return at;
}

void
model_unpack_any(const AerModel *model, ModelParts *parts)
{
	char	   *text = (char *) model_point_to_numbers(parts, model, model->number);
	const char *end = (const char *) model + VARSIZE(model);

	for (int i = 0; i < model_field_count; i++)
	{
		const ModelField *field = &model_fields[i];
		Size		n = field_is_text(field) ? model_items(model, field) : 0;

		if (n == 0)
			continue;
		if (field->kind == FIELD_COLUMNS)
		{
			Block		block = read_block(&text, end, field);

			if (!columns_read(kernel_work(), block.data, block.bytes, &parts->columns))
				malformed(ERRCODE_DATA_CORRUPTED, "Its columns are impossible.");
		}
		else if (field->kind == FIELD_BLOCK)
			*(Block *) model_make_items(parts, model, field) = read_block(&text, end, field);
		else
			text = read_texts(text, end, field, model_make_items(parts, model, field), n);
	}
	if (text != end)
		malformed(ERRCODE_DATA_CORRUPTED, "It has %u bytes, more than its fields.", VARSIZE(model));
}

bool
model_scores_alike(const AerModel *model, const struct varlena *other)
{
	Size		head = offsetof(AerModel, number);
	Size		rest = head;

	if (VARSIZE(other) != VARSIZE(model))
		return false;
	if (!(model->flags & MODEL_STATE))
		return memcmp(other, model, VARSIZE(model)) == 0;
	/* the numbers that continuing needs come last */
	for (int i = 0; i < model_field_count; i++)
	{
		const ModelField *field = &model_fields[i];
		Size		bytes = field_is_number(field) ? sizeof(uint64) * model_items(model, field) : 0;

		rest += bytes;
		if (!(field->part & MODEL_STATE))
			head += bytes;
	}
	return memcmp(other, model, head) == 0 &&
		memcmp((const char *) other + rest, (const char *) model + rest, VARSIZE(model) - rest) == 0;
}
