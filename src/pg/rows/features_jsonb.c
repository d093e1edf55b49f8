/*
 * features_jsonb.c
 *		The attributes of a row given as a jsonb object.
 *
 * The attributes are keys, named beforehand.  A key that is asked for is searched
 * for among those of the object, which jsonb keeps sorted; no other value of the
 * object is looked at.  A key that is not there, or has JSON null, is NULL.
 */
#include "pg/rows/features.h"

#include "miscadmin.h"
#include "pg/options/numerics.h"

/* A key to search for. */
typedef struct JsonbKey
{
	const char *name;
	int			length;
} JsonbKey;

typedef struct JsonbFeatures
{
	Features	base;
	uint32		d;
	JsonbKey   *key;			/* [d] */
	JsonbKey	target;			/* its name NULL: not one of the keys */
	JsonbContainer *opened;
} JsonbFeatures;

static JsonbKey
make_key(const char *name)
{
	return (JsonbKey) {name, name ? strlen(name) : 0};
}

static uint32
jsonb_open(Features *features, Datum value)
{
	JsonbFeatures *jf = (JsonbFeatures *) features;

	jf->opened = &DatumGetJsonbP(value)->root;
	return jf->d;
}

/* " of row 3", or nothing where rows are not counted. */
static const char *
of_row(const Features *features)
{
	return features->row_number == 0 ? "" : psprintf(" of row " INT64_FORMAT, features->row_number);
}

static const char *
type_name(const JsonbValue *value)
{
	if (value->type == jbvString)
		return "string";
	return value->type == jbvBinary && JsonContainerIsArray(value->val.binary.data) ? "array" : "object";
}

/* What the opened object has at a key; false if it has nothing or null. */
static bool
find_value(const JsonbFeatures *jf, const JsonbKey *key, JsonbValue *value)
{
	if (!JsonContainerIsObject(jf->opened))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the features%s are no JSON object", of_row(&jf->base)),
				 errhint("Their keys are the names of the attributes: {\"age\": 63, \"smoker\": true}.")));
	return getKeyJsonValueFromContainer(jf->opened, key->name, key->length, value) != NULL &&
		value->type != jbvNull;
}

/* The number at a key, which is one or a boolean. */
static double
to_number(const JsonbFeatures *jf, const JsonbKey *key, const JsonbValue *value)
{
	if (value->type == jbvNumeric)
		return numeric_to_double(NumericGetDatum(value->val.numeric));
	if (value->type == jbvBool)
		return value->val.boolean ? 1 : 0;
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("key \"%s\"%s holds a JSON %s, which is no number", key->name,
					of_row(&jf->base), type_name(value)),
			 errhint("Attributes and targets are JSON numbers or booleans, numbers without quotes. "
					 "Leave other keys out of \"include\".")));
	return 0;					/* keep the compiler quiet */
}

static bool
jsonb_target(Features *features, double *target, int64 row_number)
{
	JsonbFeatures *jf = (JsonbFeatures *) features;
	JsonbValue	value;

	if (!find_value(jf, &jf->target, &value))
		return false;
	*target = to_number(jf, &jf->target, &value);
	if (value.type == jbvBool)
		*target = 2 * *target - 1;
	features_take_target(features, value.type == jbvBool ? TARGET_BOOLEAN : TARGET_NUMBER);
	check_target(*target, row_number);
	return true;
}

static void
jsonb_read(Features *features, const uint32 *attribute, uint32 n,
		   double *value, bool *null)
{
	const JsonbFeatures *jf = (const JsonbFeatures *) features;
	JsonbValue	found;

	for (uint32 i = 0; i < n; i++)
	{
		const JsonbKey *key = &jf->key[attribute[i]];

		null[i] = !find_value(jf, key, &found);
		value[i] = null[i] ? 0 : to_number(jf, key, &found);
	}
}

static const FeaturesMethods jsonb_methods = {
	.open = jsonb_open,
	.target = jsonb_target,
	.read = jsonb_read
};

static void
refuse_categories(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("categorical attributes cannot be read from jsonb"),
			 errhint("Give whole rows, with a column for each: features ->> 'region' AS region.")));
}

Features *
features_create_jsonb_named(MemoryContext context, const char *target, uint32 d,
							char **name, AttributeType *type)
{
	JsonbFeatures *jf = MemoryContextAllocZero(context, sizeof(JsonbFeatures));

	jf->base.methods = &jsonb_methods;
	jf->base.context = context;
	jf->base.name = name;
	jf->base.type = type;
	jf->d = d;
	jf->key = MemoryContextAllocHuge(context, sizeof(JsonbKey) * d);
	for (uint32 i = 0; i < d; i++)
	{
		if (type[i] == ATTRIBUTE_CATEGORY)
			refuse_categories();
		jf->key[i] = make_key(name[i]);
	}
	jf->target = make_key(target);
	return &jf->base;
}

/* Every name excluded must be one of those included: a typo learns wrongly. */
static void
check_lists(const RowColumns *columns)
{
	if (columns->categories.n > 0)
		refuse_categories();
	if (columns->include.n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("features of type jsonb need a list of their attributes"),
				 errdetail("Each row may have other keys."),
				 errhint("Name them in the option \"include\", for example aer_design(include => (SELECT aer_names(features) FROM samples)).")));
	if (columns->include.name[0][0] == '\0')	/* the list is sorted */
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the name of an attribute must not be empty")));
	for (int i = 0; i < columns->exclude.n; i++)
	{
		const char *name = columns->exclude.name[i];

		CHECK_FOR_INTERRUPTS();
		if (!name_list_has(&columns->include, name) &&
			!(columns->target && strcmp(name, columns->target) == 0))
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("there is no attribute \"%s\"", name),
					 errdetail("It is listed in \"exclude\" and not in \"include\".")));
	}
	if (columns->target && name_list_has(&columns->include, columns->target) &&
		!name_list_has(&columns->exclude, columns->target))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("key \"%s\" cannot be both target and attribute", columns->target),
				 errhint("List it in \"exclude\", or not in \"include\": aer_names(features - '%s').",
						 columns->target)));
}

Features *
features_create_jsonb(MemoryContext context, const RowColumns *columns)
{
	const NameList *include = &columns->include;
	char	  **name;
	AttributeType *type;
	uint32		d = 0;

	check_lists(columns);
	name = MemoryContextAlloc(context, sizeof(char *) * include->n);
	type = MemoryContextAlloc(context, sizeof(AttributeType) * include->n);
	/* what the list has twice stands side by side */
	for (int i = 0; i < include->n; i++)
	{
		if (!column_is_chosen(columns, include->name[i]) ||
			(d > 0 && strcmp(include->name[i], name[d - 1]) == 0))
			continue;
		name[d] = include->name[i];
		type[d++] = ATTRIBUTE_NUMBER;
	}
	if (d == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("options \"include\" and \"exclude\" leave no attribute to learn from")));
	return features_create_jsonb_named(context, columns->target, d, name, type);
}
