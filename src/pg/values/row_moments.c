/*
 * row_moments.c
 *		Moments as expanded objects: adds rows, adds and subtracts values.
 */
#include "pg/values/row_moments.h"

#include "kernel/moments/subtract.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "pg/arguments.h"
#include "pg/kernel_call.h"
#include "pg/options/attribute_name.h"
#include "pg/options/json_parts.h"

PG_FUNCTION_INFO_V1(aer_moments_merge);
PG_FUNCTION_INFO_V1(aer_add);
PG_FUNCTION_INFO_V1(aer_subtract);

uint32
row_moments_class(RowMoments *object, const char *name)
{
	return class_names_add(object->classes, name, strlen(name));
}

static int
compare_classes(const void *a, const void *b, void *names)
{
	char	   *const *name = names;

	return strcmp(name[*(const uint32 *) a], name[*(const uint32 *) b]);
}

/* Renumbers the object's classes, and leaves out classes whose new number is NO_CLASS. */
static void
renumber_classes(RowMoments *object, const uint32 *number, uint32 n)
{
	ClassNames *names = object->classes;
	ClassNames	before = *names;

	moments_renumber_classes(&object->moments, number, n);
	for (uint32 c = 0; c < before.n; c++)
		if (number[c] != NO_CLASS)
			names->name[number[c]] = before.name[c];
	names->n = n;
}

/* Brings the object's classes into the order of their bytes. */
static void
sort_classes(RowMoments *object)
{
	uint32		order[MOST_CLASS_NAMES];
	uint32		number[MOST_CLASS_NAMES];
	bool		sorted = true;

	for (uint32 c = 0; object->classes && c < object->classes->n; c++)
	{
		order[c] = c;
		sorted = sorted && (c == 0 || strcmp(object->classes->name[c - 1], object->classes->name[c]) < 0);
	}
	if (sorted)
		return;
	qsort_arg(order, object->classes->n, sizeof(uint32), compare_classes, object->classes->name);
	for (uint32 c = 0; c < object->classes->n; c++)
		number[order[c]] = c;
	renumber_classes(object, number, object->classes->n);
}

/* Leaves out the classes all of whose rows were subtracted. */
static void
drop_empty_classes(RowMoments *object)
{
	const Moments *moments = &object->moments;
	uint32		number[MOST_CLASS_NAMES];
	uint32		left = 0;

	for (uint32 c = 0; c < object->classes->n; c++)
		number[c] = c < moments->targets && moments_class_rows(moments, c, moments->folds) > 0 ? left++ : NO_CLASS;
	if (left < object->classes->n)
		renumber_classes(object, number, left);
}

/* Returns the most bytes that the sums of moments of this shape can take. */
static Size
most_bytes(uint32 d, uint32 folds, bool complete, bool pairs)
{
	if (d == 0)
		return 0;
	if (d > MAX_ATTRIBUTES / 16)
		return SIZE_MAX;
	return sizeof(uint64) * serialized_most_words(d, folds, complete, pairs);
}

static void
check_bytes(uint32 d, uint32 folds, Size bytes)
{
	if (!AllocSizeIsValid(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("the moments of %u attributes in %u folds may take %zu bytes, more than a value can hold",
						d, folds, bytes),
				 errdetail("The limit is %zu bytes.", (Size) MaxAllocSize),
				 errhint("Use a design with a \"budget\", fewer \"folds\", fewer attributes, or a learner that keeps no covariances: aer_train() with aer_ridge().")));
}

/* Raises an error if moments of this shape could outgrow a value, even without sums of pairs. */
static void
check_size(uint32 d, uint32 folds, bool complete)
{
	check_bytes(d, folds, most_bytes(d, folds, complete, false));
}

void
row_moments_check_pairs(uint32 d, uint32 folds)
{
	check_bytes(d, folds, most_bytes(d, folds, false, true));
}

static bool
has_room_for_pairs(uint32 d, uint32 folds)
{
	return AllocSizeIsValid(most_bytes(d, folds, false, true));
}

uint32
row_moments_most_narrow(uint32 folds)
{
	uint32		low = 0;
	uint32		high = MAX_ATTRIBUTES;

	while (high - low > 1)
	{
		uint32		d = low + (high - low) / 2;

		if (has_room_for_pairs(d, folds))
			low = d;
		else
			high = d;
	}
	return low;
}

/* Raises an error if the rows of high-dimensional moments, with new entries, do not fit a value. */
static void
check_list(const RowMoments *object, Size entries)
{
	Size		bytes = sizeof(uint64) * serialized_row_words(object->moments.rows.used + entries);

	if (!AllocSizeIsValid(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("these rows of %u attributes take more than a value can hold", object->d),
				 errdetail("With so many attributes, moments store the rows themselves: %.0f rows so far. The limit is %zu bytes.",
						   object->moments.rows.rows, (Size) MaxAllocSize),
				 errhint("Use fewer rows, a smaller \"budget\", or moments of at most %u attributes.",
						 row_moments_most_narrow(object->folds))));
}

/* Writes the columns to a block, as they are stored. */
static void
write_block(RowMoments *object)
{
	char	   *block;

	object->block_bytes = columns_write(&object->columns, NULL);
	block = MemoryContextAllocHuge(object->object.header.eoh_context, object->block_bytes);
	(void) columns_write(&object->columns, block);
	object->block = block;
}

void
row_moments_begin(RowMoments *object, const RowMoments *header)
{
	object->d = header->d;
	object->folds = header->folds;
	object->own_units = header->own_units;
	object->keyed = header->keyed;
	object->design = header->design;
	object->columns = header->columns;
	object->block = header->block;
	object->block_bytes = header->block_bytes;
	if (object->columns.column && object->block == NULL)
		write_block(object);
	object->visits = header->visits;
	object->target = header->target;
	object->classes = header->classes;
	if (object->target == TARGET_CLASS && object->classes == NULL)
		object->classes = class_names_create(object->object.header.eoh_context);
	if (object->d == 0)
		return;
	check_size(object->d, object->folds, header->moments.complete);
	moments_init(object->work, &object->moments, object->d, object->folds, header->moments.complete,
				 header->moments.shift);
	object->moments.of_classes = object->classes != NULL;
	if (moments_weighted(&header->moments))
		moments_have_weights(&object->moments);
	if (!has_room_for_pairs(object->d, object->folds))
		moments_keep_rows(&object->moments);
}

MemoryContext
row_moments_context(MemoryContext parent, Size block)
{
	return AllocSetContextCreate(parent, "aer moments", ALLOCSET_SMALL_MINSIZE, block,
								 ALLOCSET_SMALL_MAXSIZE);
}

RowMoments *
row_moments_create(MemoryContext context, const RowMoments *header)
{
	static const RowMoments of_no_rows = {.folds = 1, .design = ""};
	RowMoments *object = MemoryContextAllocZero(context, sizeof(RowMoments));

	EOH_init_header(&object->object.header, &row_moments_flat_methods, context);
	object->object.kind = STATE_OF_ROWS;
	object->work = kernel_work_in(context);
	row_moments_begin(object, header != NULL ? header : &of_no_rows);
	return object;
}

#ifdef USE_ASSERT_CHECKING
void
row_moments_assert_valid(const RowMoments *object)
{
	const Moments *moments = &object->moments;

	Assert(object->object.kind == STATE_OF_ROWS);
	Assert((object->classes != NULL) == (object->target == TARGET_CLASS));
	if (object->d == 0)
		return;
	Assert(moments->d == object->d && moments->folds == object->folds);
	Assert(moments->of_classes == (object->classes != NULL));
	Assert(moments_valid(moments));
}
#endif

void
row_moments_sum(RowMoments *object)
{
	row_moments_settle(object);
	if (object->d > 0)
		moments_settle(&object->moments);
}

void
row_moments_settle(RowMoments *object)
{
	Moments    *moments = &object->moments;

	sort_classes(object);
	if (moments->summed)
		moments_settle(moments);
	else if (moments->rows.used == 0 || moments_stay_rows(moments))
		return;
	else if (rows_finite(&moments->rows))
		moments_sort(moments);
	else
		moments_sum(moments);	/* the sums show it, or are finite */
}

/* Turns complete moments into sums of pairs, because a value is missing. */
static void
break_complete(RowMoments *object)
{
	if (!object->moments.complete)
		return;
	if (object->moments.summed)
		row_moments_check_pairs(object->d, object->folds);
	else
		check_size(object->d, object->folds, false);
	moments_break_complete(&object->moments);
}

void
row_moments_add(RowMoments *object, uint32 fold, double weight, double y, const uint32 *plan,
				uint32 n, const uint32 *present, const double *value, uint32 m)
{
	if (m < n)
		break_complete(object);
	panel_visits_add(&object->visits, present, m);
	check_list(object, (Size) n + rows_head(&object->moments.rows));
	moments_add_weighted(&object->moments, fold, weight, y, plan, n, present, value, m);
	row_moments_assert_valid(object);
}

/*
 * target += sign * source, with the same d, folds and centre.  Both are settled, unless rows are
 * added; a source that is subtracted is summed first.
 */
static void
add_sums(RowMoments *target, RowMoments *source, int sign)
{
	const ClassNames *classes = source->classes;
	uint32		number[MOST_CLASS_NAMES];

	if (sign < 0)
		row_moments_sum(source);
	for (uint32 c = 0; classes && c < classes->n; c++)
		number[c] = row_moments_class(target, classes->name[c]);
	if (!source->moments.complete)
		break_complete(target);
	if (!target->moments.complete && (source->moments.summed || sign < 0))
		row_moments_check_pairs(target->d, target->folds);
	moments_merge(&target->moments, &source->moments, sign, number);
}

/* Gives moments without rows the header of other moments, so that the latter can be added. */
static void
begin_like(RowMoments *object, const RowMoments *other)
{
	MemoryContext old = MemoryContextSwitchTo(object->object.header.eoh_context);
	RowMoments	header = *other;

	header.design = pstrdup(other->design);
	header.columns = columns_of_array(other->d);
	if (other->block)
		header.block = memcpy(palloc(other->block_bytes), other->block, other->block_bytes);
	header.classes = NULL;
	panel_visits_init(&header.visits, other->d, other->visits.panels, other->visits.panel);
	if (other->moments.shift)
		header.moments.shift = memcpy(palloc(sizeof(double) * other->d), other->moments.shift, sizeof(double) * other->d);
	row_moments_begin(object, &header);
	MemoryContextSwitchTo(old);
}

Datum
row_moments_datum(RowMoments *moments)
{
	return EOHPGetRWDatum(&moments->object.header);
}

RowMoments *
row_moments_writable(Datum value)
{
	if (!VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value)))
		return NULL;
	return state_object(value, STATE_OF_ROWS);
}

RowMoments *
row_moments_one_target(RowMoments *object, const char *function)
{
	RowMoments *result;
	uint32		classes = moments_classes(&object->moments);

	if (classes == 0)
		return object;
	if (classes > 2)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s does not accept moments of more than two classes", function),
				 errdetail("These moments have %u classes: %s.", classes, class_names_list(object->classes->name, classes)),
				 errhint("Use aer_fit_ridge() without a radius, or collect moments of one class against the rest, with the target 'column=value' or a boolean.")));
	result = palloc(sizeof(RowMoments));
	*result = *object;
	moments_read_sign(&result->moments, classes - 1);
	return result;
}

static void
raise_weights(Status status)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("weights are so small or so large that their squares are 0 or infinite"),
			 errhint("Multiply all weights by a constant; only their ratios matter.")));
}

RowMoments *
row_moments_effective(RowMoments *object)
{
	const Moments *moments = &object->moments;
	RowMoments *result;

	if (object->d == 0 || !moments_weighted(moments) || moments_rows(moments) == 0)
		return object;
	result = palloc(sizeof(RowMoments));
	*result = *object;
	moments_effective(kernel_work_raising(raise_weights), &result->moments, moments);
	return result;
}

void
row_moments_not_finite(const RowMoments *object)
{
	for (uint32 f = 0; f < object->moments.folds; f++)
		if (!isfinite(object->moments.fold[f].squares))
			raise_weights(KERNEL_BAD_VALUE);
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("attributes or targets are so large that their squares are infinite"),
			 errhint("Divide them by a constant.")));
}

void
row_moments_check_precision(const RowMoments *object)
{
	uint32		lost = moments_lost(&object->moments);
	const char *what;
	double		most;

	if (lost > object->d)
		return;
	what = lost == object->d ? "the target" : object->columns.column == NULL ? psprintf("attribute %u", lost + 1) :
		psprintf("attribute %u (\"%s\")", lost + 1, attribute_name(&object->columns, lost));
	most = lost == object->d ? Max(fabs(object->moments.target.low), fabs(object->moments.target.high)) :
		object->moments.largest[lost];
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("these moments have lost %s to rounding", what),
			 errdetail("Values of up to %g were added and subtracted again. The values that remain are smaller than the rounding error of the sum of their squares.", most),
			 errhint("Collect the moments again from the current rows: aer_refollow() for a log, aer_moments() otherwise.")));
}

static void
cannot_merge(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("these moments cannot be merged"),
			 errdetail("%s", detail)));
}

/* Returns how the levels of two columns differ, to follow "Column "x""; NULL if they are equal. */
static const char *
levels_difference(const Levels *a, const Levels *b)
{
	if (a == NULL && b == NULL)
		return NULL;
	if (a == NULL || b == NULL)
		return "has levels in only one of them";
	if (a->n != b->n)
		return psprintf("has %u levels in one of them and %u in another", a->n, b->n);
	for (uint32 k = 0; k < a->n; k++)
		if (strcmp(a->name[k], b->name[k]) != 0)
			return psprintf("has level \"%s\" in one of them where \"%s\" is in another", a->name[k], b->name[k]);
	if (a->null != b->null)
		return "has NULL as a level in only one of them";
	if (a->sets != b->sets || a->effects != b->effects ||
		memcmp(a->effect, b->effect, sizeof(double) * a->sets * a->effects * (a->n + a->null)) != 0)
		return "has other effects of its levels in one of them than in another";
	return NULL;
}

/* Returns true if two ranges, each perhaps NULL, differ. */
static bool
ranges_differ(const ColumnRange *a, const ColumnRange *b)
{
	return a == NULL || b == NULL ? a != b : a->all != b->all || a->n != b->n ||
		memcmp(a->value, b->value, sizeof(double) * a->n) != 0;
}

/* Returns how two columns of one name differ, to follow "Column "x""; NULL if they are equal. */
static const char *
column_difference(const Column *a, const Column *b)
{
	static const char *const kind[] = {
		[COLUMN_NUMBER] = "a number",
		[COLUMN_BOOLEAN] = "boolean",
		[COLUMN_CATEGORIES] = "categorical",
		[COLUMN_TIME] = "a point in time",
		[COLUMN_LEVELS] = "a column of levels"
	};

	if (a->kind != b->kind)
		return psprintf("is %s in one of them and %s in another", kind[a->kind], kind[b->kind]);
	if ((a->n > 0) != (b->n > 0))
		return "has knots in only one of them";
	if (a->n != b->n)
		return psprintf("has %u %s in one of them and %u in another", a->n,
						a->kind == COLUMN_CATEGORIES ? "categories" : "knots", b->n);
	for (uint32 k = 0; k < a->n; k++)
	{
		if (a->kind == COLUMN_CATEGORIES && strcmp(a->category[k], b->category[k]) != 0)
			return psprintf("has category \"%s\" in one of them where \"%s\" is in another", a->category[k], b->category[k]);
		if (a->kind != COLUMN_CATEGORIES && a->knot[k] != b->knot[k])
			return psprintf("has knot %s in one of them where %s is in another",
							value_text(a->kind == COLUMN_TIME, a->knot[k]), value_text(a->kind == COLUMN_TIME, b->knot[k]));
	}
	return a->null != b->null ? "has NULL as a category in only one of them" :
		a->open != b->open ? "is \"open\" in only one of them" :
		a->centre != b->centre ? psprintf("has center %s in one of them and %s in another",
										  value_text(false, a->centre), value_text(false, b->centre)) :
		ranges_differ(a->range, b->range) ? "has a different \"range\" in each" :
		levels_difference(a->levels, b->levels);
}

/* Returns a sentence about how the interactions of equal columns differ. */
static const char *
pair_difference(const Columns *a, const Columns *b)
{
	uint32		of_a = a->looks.n - a->looks.bought;
	uint32		of_b = b->looks.n - b->looks.bought;

	for (uint32 p = 0; p < Max(of_a, of_b); p++)
	{
		const Columns *longer = of_a > p ? a : b;
		const LookPair *pair = &longer->looks.pair[p];

		if (p >= Min(of_a, of_b) || memcmp(&a->looks.pair[p], &b->looks.pair[p], sizeof(LookPair)) != 0)
			return psprintf("Their interactions differ from that of \"%s\" and \"%s\" on.",
							longer->column[pair->a].name, longer->column[pair->b].name);
	}
	return "Only one of them has a budget, under which interactions keep sums of both columns, too.";
}

/* Returns a sentence about the first column that differs. */
static const char *
columns_difference(const Columns *a, const Columns *b)
{
	uint32		least = Min(a->looks.bought, b->looks.bought);

	for (uint32 l = 0; l < least; l++)
	{
		const char *how;

		if (strcmp(a->column[l].name, b->column[l].name) != 0)
			return psprintf("Column %u is \"%s\" in one of them and \"%s\" in another.",
							l + 1, a->column[l].name, b->column[l].name);
		how = column_difference(&a->column[l], &b->column[l]);
		if (how)
			return psprintf("Column \"%s\" %s.", a->column[l].name, how);
	}
	if (a->looks.bought != b->looks.bought)
		return psprintf("Only one of them has a column \"%s\".",
						(a->looks.bought > least ? a : b)->column[least].name);
	return pair_difference(a, b);
}

static void
check_mergeable(RowMoments *a, RowMoments *b)
{
	if ((a->block == NULL) != (b->block == NULL))
		cannot_merge("One is of whole rows, another of arrays.");
	if (a->block_bytes != b->block_bytes || (a->block && memcmp(a->block, b->block, a->block_bytes) != 0))
	{
		row_moments_read_columns(a, ERRCODE_DATA_CORRUPTED);
		row_moments_read_columns(b, ERRCODE_DATA_CORRUPTED);
		cannot_merge(columns_difference(&a->columns, &b->columns));
	}
	if (a->d != b->d)
		cannot_merge(psprintf("One has %u attributes, another %u.", a->d, b->d));
	if (a->folds != b->folds)
		cannot_merge(psprintf("One has %u folds, another %u.", a->folds, b->folds));
	if (a->own_units != b->own_units)
		cannot_merge("One has standardized units, the other common units.");
	if (moments_weighted(&a->moments) != moments_weighted(&b->moments))
		cannot_merge("Only one of them has weights.");
	if ((a->classes == NULL) != (b->classes == NULL))
		cannot_merge("The target is categorical in only one of them.");
	if (a->target != b->target && a->target != TARGET_UNKNOWN && b->target != TARGET_UNKNOWN)
		cannot_merge("The target is boolean in one and a number in another.");
	for (uint32 i = 0; i < a->d; i++)
		if (moments_shift(&a->moments, i) != moments_shift(&b->moments, i))
			cannot_merge(psprintf("Their centers differ at attribute %u.", i + 1));
}

/* Returns true if two designs are equal as jsonb (0.5 equals 0.50). */
static bool
same_design(const char *a, const char *b)
{
	Jsonb	   *left;
	Jsonb	   *right;

	if (strcmp(a, b) == 0)
		return true;
	if (a[0] == '\0' || b[0] == '\0')
		return false;
	left = json_from_text(a);
	right = json_from_text(b);
	return compareJsonbContainers(&left->root, &right->root) == 0;
}

/* Finds the prices of a design; returns prices, or NULL if there are none. */
static JsonbValue *
prices_of_design(const char *design, JsonbValue *prices)
{
	Jsonb	   *json;

	if (design[0] == '\0')
		return NULL;
	json = json_from_text(design);
	if (!JB_ROOT_IS_OBJECT(json) ||
		!json_find(&json->root, "prices", prices) ||
		prices->type == jbvNull)
		return NULL;
	return prices;
}

/*
 * Returns what two designs share: their prices.  If the prices differ, the result only says that there
 * were several.
 */
static char *
common_design(const char *a, const char *b)
{
	JsonbValue	left;
	JsonbValue	right;
	JsonbValue *of_a = prices_of_design(a, &left);
	JsonbValue *of_b = prices_of_design(b, &right);
	StringInfoData text;

	initStringInfo(&text);
	if (of_a == NULL && of_b == NULL)
		return text.data;
	if (of_a == NULL || of_b == NULL || left.type != jbvBinary || right.type != jbvBinary ||
		compareJsonbContainers(left.val.binary.data, right.val.binary.data) != 0)
		appendStringInfoString(&text, "{\"prices\": \"several\"}");
	else
	{
		appendStringInfoString(&text, "{\"prices\": ");
		(void) JsonbToCString(&text, left.val.binary.data, left.val.binary.len);
		appendStringInfoChar(&text, '}');
	}
	return text.data;
}

/* Merges everything but the sums. */
static void
merge_headers(RowMoments *target, RowMoments *source, int sign)
{
	check_mergeable(target, source);
	target->keyed = target->keyed && source->keyed;
	if (!same_design(target->design, source->design))
	{
		MemoryContext old = MemoryContextSwitchTo(target->object.header.eoh_context);

		target->design = common_design(target->design, source->design);
		MemoryContextSwitchTo(old);
	}
	panel_visits_merge(&target->visits, &source->visits, target->d, sign);
	if (target->target != source->target)
		target->target = TARGET_UNKNOWN;
}

/*
 * Raises an error unless the same rows, read under the same plans, can be subtracted: both moments
 * must have keys and the same design.
 */
static void
check_subtractable(const RowMoments *target, const RowMoments *next)
{
	if (!target->keyed || !next->keyed)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("moments without a row key cannot be subtracted"),
				 errdetail("Without a row key, other columns of the same row may be read each time."),
				 errhint("Collect them with a key: aer_moments(features, target, design, key).")));
	if (moments_weighted(&target->moments) || moments_weighted(&next->moments))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("moments with weights cannot be subtracted"),
				 errdetail("Their counts are sums of weights, whose rounding errors would remain."),
				 errhint("Collect moments of parts, for example of each month, and add up those that remain.")));
	if (!same_design(target->design, next->design))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("moments of another design cannot be subtracted"),
				 errdetail("One has the design %s, the other %s.", target->design, next->design),
				 errhint("Subtract moments of the same design.")));
}

/* Adds or subtracts everything but the sums. */
static void
add_header(RowMoments *target, RowMoments *next, int sign)
{
	if (target->d == 0 && next->d > 0)
		begin_like(target, next);
	target->skipped += sign > 0 ? next->skipped : -next->skipped;
	if (next->d == 0)
		return;
	if (sign < 0)
		check_subtractable(target, next);
	merge_headers(target, next, sign);
}

static void
check_rows(const RowMoments *object)
{
	if ((object->moments.summed && moments_count_rows(&object->moments, object->folds) > MOST_ROWS) ||
		(object->skipped > MOST_ROWS && (int64) object->skipped > 0))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("more than 2^50 rows cannot be counted")));
}

/* Checks and completes sums from which something was subtracted. */
static void
close_sums(RowMoments *object)
{
	Moments    *moments = &object->moments;
	SubtractStatus status = moments->summed ? moments_close(moments) : SUBTRACT_SOUND;

	if (status == SUBTRACT_NOT_FINITE)
		row_moments_not_finite(object);
	if (status == SUBTRACT_TOO_MUCH || (int64) object->skipped < 0 || !panel_visits_valid(&object->visits))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("cannot subtract rows that were never added"),
				 errdetail("A count of rows or of values would be less than zero."),
				 errhint("Subtract only moments of rows that were added with the same design and key.")));
	if (moments->summed && object->classes)
		drop_empty_classes(object);
}

static RowMoments *
load(Datum value, MemoryContext parent)
{
	SumsForm *flat = (SumsForm *) PG_DETOAST_DATUM(value);
	RowMoments *object = row_moments_load(flat, parent, ERRCODE_DATA_CORRUPTED);

	if ((Pointer) flat != DatumGetPointer(value))
		pfree(flat);
	return object;
}

static void
add_object(RowMoments *target, RowMoments *next, int sign)
{
	add_header(target, next, sign);
	if (next->d > 0)
		add_sums(target, next, sign);
}

/*
 * Returns moments whose rows may become sums: a copy if others may hold the object, because their
 * stored value must keep its rows.
 */
static RowMoments *
private_rows(Datum value, MemoryContext parent)
{
	RowMoments *object = state_object(value, STATE_OF_ROWS);
	RowMoments *copy;

	if (object->moments.summed || row_moments_writable(value) != NULL)
		return object;
	copy = row_moments_create(row_moments_context(parent, ALLOCSET_SMALL_INITSIZE), NULL);
	row_moments_settle(object);
	add_object(copy, object, 1);
	return copy;
}

/* target += sign (1 or -1) * value, of the same design. */
static void
add_value(RowMoments *target, Datum value, int sign)
{
	bool		expanded = VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value));
	RowMoments *next = !expanded ? load(value, CurrentMemoryContext) :
		sign < 0 ? private_rows(value, CurrentMemoryContext) : state_object(value, STATE_OF_ROWS);

	if (expanded)
		row_moments_settle(next);
	add_object(target, next, sign);
	if (!expanded)
		DeleteExpandedObject(row_moments_datum(next));
	if (sign < 0)
		close_sums(target);
	check_rows(target);
	row_moments_assert_valid(target);
}

RowMoments *
row_moments_from_datum(Datum value, MemoryContext parent)
{
	RowMoments *object = VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)) ?
		private_rows(value, parent) : load(value, parent);

	row_moments_read_columns(object, ERRCODE_DATA_CORRUPTED);
	row_moments_sum(object);
	return object;
}

/*
 * Adds a value to the state: the transition and combine function of aggregates of moments.  Moments
 * of no rows, which have no attributes yet, count only skipped rows.
 */
Datum
aer_moments_merge(PG_FUNCTION_ARGS)
{
	MemoryContext context = aggregate_context(fcinfo);
	RowMoments *target = row_moments_writable(PG_GETARG_DATUM(0));

	if (target == NULL)
		target = load(PG_GETARG_DATUM(0), context);
	add_value(target, PG_GETARG_DATUM(1), 1);
	PG_RETURN_DATUM(row_moments_datum(target));
}

/* Returns the first value plus sign times the second. */
static Datum
sum(FunctionCallInfo fcinfo, int sign)
{
	RowMoments *result = row_moments_create(row_moments_context(CurrentMemoryContext, ALLOCSET_SMALL_INITSIZE), NULL);

	add_value(result, PG_GETARG_DATUM(0), 1);
	add_value(result, PG_GETARG_DATUM(1), sign);
	return row_moments_datum(result);
}

Datum
aer_add(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(sum(fcinfo, 1));
}

Datum
aer_subtract(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(sum(fcinfo, -1));
}
