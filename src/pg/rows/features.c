/*
 * features.c
 *		Reads attributes and targets: what arrays, rows and jsonb objects have in common.
 */
#include "pg/rows/features.h"

#include "pg/options/attribute_name.h"

Features *
features_create_listed(MemoryContext context, FeaturesKind kind, const ColumnChoice *choice)
{
	return kind == FEATURES_JSONB ? features_create_jsonb(context, choice) :
		features_create_row(context, choice);
}

/* Raises an error if the target is an attribute of the model: the caller has mistaken the column. */
static void
check_target_not_learned(FeaturesKind kind, const char *target, const Columns *columns)
{
	for (uint32 i = 0; target != NULL && i < columns->looks.d; i++)
		if (strcmp(attribute_name(columns, i), target) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("%s \"%s\" cannot be both target and attribute",
							kind == FEATURES_JSONB ? "key" : "column", target),
					 errdetail("The model uses it as an attribute."),
					 errhint("Name the target that the model was trained on.")));
}

Features *
features_create_named(MemoryContext context, FeaturesKind kind, const char *target,
					  const Columns *columns)
{
	check_target_not_learned(kind, target, columns);
	return kind == FEATURES_JSONB ? features_create_jsonb_named(context, target, columns) :
		features_create_row_named(context, target, columns);
}

Features *
features_create_roles(MemoryContext context, FeaturesKind kind, const char *const *role)
{
	return kind == FEATURES_JSONB ? features_create_jsonb_roles(context, role) :
		features_create_row_roles(context, role);
}

uint32
features_open(Features *features, Datum value)
{
	return features->methods->open(features, value);
}

void
features_end(FunctionCallInfo fcinfo, Features *features)
{
	if (features->methods->warn_missing && AggCheckCallContext(fcinfo, NULL) == AGG_CONTEXT_AGGREGATE)
		features->methods->warn_missing(features);
}

void
check_target(double target, int64 row_number)
{
	if (!isfinite(target))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("target must be a finite number"),
				 errdetail("The target of row " INT64_FORMAT " is NaN or infinite.", row_number),
				 errhint("Filter out such rows, or set their target to NULL, so that they are skipped and counted.")));
}

void
check_no_columns_chosen(const ColumnChoice *choice)
{
	if (choice->include.n > 0 || choice->exclude.n > 0 || choice->values.n > 0 || choice->pairs.n > 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 choice->pairs.n > 0 ? errmsg("option \"interactions\" needs whole rows or jsonb") :
				 errmsg("options \"include\", \"exclude\" and \"columns\" need whole rows or jsonb"),
				 errdetail("The features are an array, whose elements have no names.")));
}

const char *
features_of_row(const Features *features)
{
	return features->row_number == 0 ? "" : psprintf(" of row " INT64_FORMAT, features->row_number);
}

/* Returns true if an unknown category of the attribute counts as NULL. */
static bool
has_unknown_as_null(const Features *features, uint32 attribute)
{
	const Columns *columns = &features->columns;
	uint32		look;

	if (!features->of_model || columns->column == NULL)
		return false;
	look = looks_of(&columns->looks, attribute);
	return look < columns->looks.bought && columns->column[look].kind == COLUMN_CATEGORIES;
}

/* Names an attribute for an error message, by the column of the row if it belongs to one. */
static const char *
describe_attribute(const Features *features, uint32 attribute)
{
	const Columns *columns = &features->columns;
	uint32		look;

	if (columns->column == NULL)
		return psprintf("%u", attribute + 1);
	look = looks_of(&columns->looks, attribute);
	return psprintf("%u (\"%s\")", attribute + 1,
					look < columns->looks.bought ? columns->column[look].name : attribute_name(columns, attribute));
}

void
features_hold(Features *features, uint32 look, double most)
{
	const Columns *columns = &features->columns;
	const Column *column = &columns->column[look];

	features->hold.first = looks_first(&columns->looks, look);
	features->hold.n = 1 + column_knots(column);
	features->hold.most = MemoryContextAlloc(features->context, sizeof(double) * features->hold.n);
	features->hold.most[0] = most;
	for (uint32 k = 1; k < features->hold.n; k++)
		features->hold.most[k] = Max(most - column->knot[k - 1], 0);
}

void
features_read_columns(Features *features, const uint32 *attribute, uint32 n, double *value, bool *null)
{
	features->methods->read(features, attribute, n, value, null);
	if (!features->hold.on)
		return;
	for (uint32 i = 0; i < n; i++)
	{
		uint32		k = attribute[i] - features->hold.first;

		/* the caller reports infinity */
		if (k < features->hold.n && isfinite(value[i]))
			value[i] = Min(value[i], features->hold.most[k]);
	}
}

static void
reserve_null(Features *features, uint32 n)
{
	if (features->null != NULL && n <= features->null_size)
		return;
	if (features->null)
		pfree(features->null);
	/* a model without weights asks for none, and memset() takes no NULL */
	features->null = MemoryContextAlloc(features->context, Max(n, 1) * sizeof(bool));
	features->null_size = n;
}

void
features_set_null(Features *features, const bool *null, uint32 n)
{
	reserve_null(features, n);
	memcpy(features->null, null, sizeof(bool) * n);
}

/* Reads attributes into value[] and features->null[]. */
static void
read_values(Features *features, const uint32 *attribute, uint32 n, double *value,
			int64 row_number)
{
	features->row_number = row_number;
	features->unknowns = 0;
	reserve_null(features, n);
	if (features->columns.looks.pair)
		features_pairs_read(features, attribute, n, value, features->null);
	else
		features_read_columns(features, attribute, n, value, features->null);
}

/*
 * Returns true if all values are finite: NaN and infinity times 0 give NaN.  There are two sums,
 * because each addition waits for the one before it.
 */
static bool
all_finite(const double *value, uint32 n)
{
	double		even = 0;
	double		odd = 0;
	uint32		i;

	for (i = 0; i + 1 < n; i += 2)
	{
		even += value[i] * 0;
		odd += value[i + 1] * 0;
	}
	if (i < n)
		even += value[i] * 0;
	return even + odd == 0;
}

static void
check_finite(const Features *features, uint32 attribute, double value)
{
	if (!isfinite(value))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("attribute %s%s is NaN or infinite",
						describe_attribute(features, attribute), features_of_row(features)),
				 errhint("Filter out such rows, or replace the value.")));
}

void
features_check_finite(const Features *features, const uint32 *attribute, uint32 n, const double *value)
{
	for (uint32 i = 0; i < n; i++)
		if (!features->null[i])
			check_finite(features, attribute[i], value[i]);
}

bool
features_read(Features *features, const uint32 *attribute, uint32 n,
			  double *value, BadValue bad, int64 row_number)
{
	bool		whole = true;
	bool		any = bad == BAD_VALUE_NULL || bad == BAD_VALUE_RETURN;

	read_values(features, attribute, n, value, row_number);
	if (memchr(features->null, true, n) == NULL &&
		(any || all_finite(value, n)))
		return true;
	for (uint32 i = 0; i < n; i++)
	{
		if (features->null[i])
		{
			if (bad == BAD_VALUE_ERROR || bad == BAD_VALUE_NULL)
				ereport(ERROR,
						(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						 errmsg("attribute %s%s is NULL%s", describe_attribute(features, attribute[i]),
								features_of_row(features), has_unknown_as_null(features, attribute[i]) ? ", or not a category that the model knows" : ""),
						 errhint("%s", features->null_hint ? features->null_hint :
								 "Filter out such rows, or fill in the attribute, for example with COALESCE.")));
			whole = false;
		}
		else if (!any)
			check_finite(features, attribute[i], value[i]);
	}
	return whole;
}

/* Raises an error about the type of a cell.  It is at a key of jsonb, because columns have types. */
static void
refuse_cell(const Features *features, const char *name, const Cell *cell, const char *expected,
			const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("key \"%s\"%s holds a JSON %s, which is not a %s", name, features_of_row(features),
					cell->kind == CELL_NUMBER ? "number" : cell->kind == CELL_BOOLEAN ? "boolean" :
					cell->kind == CELL_TEXT ? "string" : cell->text, expected),
			 errhint("%s", hint)));
}

double
features_cell_number(const Features *features, const char *name, const Cell *cell)
{
	if (cell->kind != CELL_NUMBER && cell->kind != CELL_BOOLEAN)
		refuse_cell(features, name, cell, "number",
					features->of_model ? "The model expects a JSON number (without quotes), true or false." :
					"Attributes and targets must be JSON numbers (without quotes) or booleans. Leave other keys out of \"include\".");
	return cell->number;
}

/* Does the same for a column with levels.  An unknown level and NULL are not missing values. */
static bool
cell_levels(Features *features, const ColumnLook *look, const Cell *cell, const uint32 *attribute, uint32 n,
			double *value)
{
	const Column *column = look->column;

	memset(value, 0, sizeof(double) * n);
	if (cell->kind == CELL_ABSENT)
		return false;
	if (cell->kind == CELL_BOOLEAN || cell->kind == CELL_OTHER ||
		(cell->kind == CELL_TEXT && column->kind == COLUMN_NUMBER))
		refuse_cell(features, column->name, cell, column->kind == COLUMN_NUMBER ? "number" : "string",
					column->kind == COLUMN_NUMBER ? "The levels of this key are integers." :
					"The levels of this key are texts or integers.");
	if (column->kind == COLUMN_NUMBER && cell->kind == CELL_NUMBER)
		column_look_number(look, cell->number, attribute, n, value);
	else if (column->kind == COLUMN_NUMBER && !column_look_null(look, attribute, n, value))
		return false;
	column_look_effects(look, column_look_level(look, cell), features->fold, attribute, n, value);
	return true;
}

bool
features_cell_attributes(Features *features, const ColumnLook *look, const Cell *cell,
				   const uint32 *attribute, uint32 n, double *value)
{
	int			category;

	if (look->column->levels)
		return cell_levels(features, look, cell, attribute, n, value);
	if (cell->kind == CELL_NUMBER && look->length == NULL && !look->time_as_text)
	{
		column_look_number(look, cell->number, attribute, n, value);
		return true;
	}
	if (cell->kind == CELL_NONE)
		return column_look_null(look, attribute, n, value);
	if (cell->kind == CELL_ABSENT)
	{
		memset(value, 0, sizeof(double) * n);
		return false;
	}
	if (look->length == NULL)
	{
		if (look->time_as_text && cell->kind != CELL_TEXT)
			refuse_cell(features, look->column->name, cell, "point in time",
						"Its knots are points in time: write it as text, for example \"2024-01-31\".");
		column_look_number(look, look->time_as_text ? column_look_time(look->column->name, cell) :
						   features_cell_number(features, look->column->name, cell), attribute, n, value);
		return true;
	}
	if (cell->kind != CELL_TEXT && cell->kind != CELL_BOOLEAN)
		refuse_cell(features, look->column->name, cell, "string",
					features->of_model ? "The model has categories for this key: write one of them in quotes." :
					"The option \"columns\" lists categories for this key: write one of them in quotes. For numbers, list knots or leave the key out of \"columns\".");
	category = column_look_find(look, cell);
	column_look_category(look, category, attribute, n, value);
	if (category != CATEGORY_UNKNOWN)
		return true;
	/* plans without order may ask for a look more than once */
	if (features->unknowns < features->looks)
		features->unknown[features->unknowns++] = look->first;
	return !features->of_model;
}

uint32
features_read_present(Features *features, const uint32 *attribute, uint32 n,
					  uint32 *present, double *value, int64 row_number)
{
	uint32		found = 0;

	read_values(features, attribute, n, value, row_number);
	if (memchr(features->null, true, n) == NULL && all_finite(value, n))
	{
		memcpy(present, attribute, n * sizeof(uint32));
		return n;
	}
	for (uint32 i = 0; i < n; i++)
	{
		if (features->null[i])
			continue;
		check_finite(features, attribute[i], value[i]);
		present[found] = attribute[i];
		value[found++] = value[i];
	}
	return found;
}
