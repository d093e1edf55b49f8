/*
 * features_jsonb.c
 *		The attributes of a row given as a jsonb object.
 *
 * The attributes are keys, named beforehand.  A key that is asked for is searched
 * for among those of the object, which jsonb keeps sorted; where many are, one pass
 * over the object, beside the keys in the same order, finds them all.  No value is
 * looked at that was not asked for.  A key that is not there, or has JSON null, is
 * NULL.  A key of words is as many attributes as it has values but one.
 */
#include "pg/rows/features.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "pg/options/numerics.h"
#include "pg/rows/category_reader.h"

/* A key to search for. */
typedef struct JsonbKey
{
	const char *name;
	int			length;
	CategoryLook *category;		/* of words, else NULL */
} JsonbKey;

typedef struct JsonbFeatures
{
	Features	base;
	uint32		d;
	JsonbKey   *key;			/* [d] */
	JsonbKey	target;			/* its name NULL: not one of the keys */
	JsonbContainer *opened;
	uint64		row;			/* rows opened */
	uint32		numbers;		/* attributes that are not of words */
	uint32	   *order;			/* [numbers] these, as jsonb sorts keys; NULL: not yet */
	JsonbValue *found;			/* [d] what one pass found, jbvNull: nothing */
} JsonbFeatures;

/*
 * How many keys of an object, and attributes, one pass goes over while one search
 * is made: of objects of 50 and 200 keys.
 */
#define PASSED_PER_SEARCH 8

static JsonbKey
make_key(const char *name)
{
	return (JsonbKey) {name, name ? strlen(name) : 0, NULL};
}

static uint32
jsonb_open(Features *features, Datum value)
{
	JsonbFeatures *jf = (JsonbFeatures *) features;

	jf->opened = &DatumGetJsonbP(value)->root;
	jf->row++;
	features->unknowns = 0;
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
	if (value->type == jbvNumeric)
		return "number";
	if (value->type == jbvBool)
		return "boolean";
	return value->type == jbvBinary && JsonContainerIsArray(value->val.binary.data) ? "array" : "object";
}

static void
check_object(const JsonbFeatures *jf)
{
	if (!JsonContainerIsObject(jf->opened))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the features%s are no JSON object", of_row(&jf->base)),
				 errhint("Their keys are the names of the attributes: {\"age\": 63, \"smoker\": true}.")));
}

/* What the opened object has at a key; false if it has nothing or null. */
static bool
find_value(const JsonbFeatures *jf, const JsonbKey *key, JsonbValue *value)
{
	check_object(jf);
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

/* Does the key of words have this attribute's value? */
static double
read_category(JsonbFeatures *jf, const JsonbKey *key, uint32 attribute, bool *null)
{
	CategoryLook *look = key->category;
	JsonbValue	value;

	if (look->row != jf->row)
	{
		look->row = jf->row;
		look->value = CATEGORY_NULL;
		if (find_value(jf, key, &value))
		{
			if (value.type != jbvString)
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("key \"%s\"%s holds a JSON %s, which is no string", key->name,
								of_row(&jf->base), type_name(&value)),
						 errdetail("It is listed in \"categories\".")));
			look->value = category_read_text(look->reader, value.val.string.val, value.val.string.len);
		}
		if (look->value == CATEGORY_UNKNOWN)
			jf->base.unknown[jf->base.unknowns++] = look->first;
	}
	return category_look_value(look, attribute, null);
}

/* jsonb sorts keys by length first. */
static int
compare_keys(const char *a, int a_length, const char *b, int b_length)
{
	return a_length != b_length ? (a_length < b_length ? -1 : 1) : memcmp(a, b, a_length);
}

static int
compare_attributes(const void *a, const void *b, void *features)
{
	const JsonbKey *key = ((JsonbFeatures *) features)->key;
	const JsonbKey *left = &key[*(const uint32 *) a];
	const JsonbKey *right = &key[*(const uint32 *) b];

	return compare_keys(left->name, left->length, right->name, right->length);
}

static void
prepare_pass(JsonbFeatures *jf)
{
	jf->order = MemoryContextAllocHuge(jf->base.context, sizeof(uint32) * jf->d);
	jf->found = MemoryContextAllocHuge(jf->base.context, sizeof(JsonbValue) * jf->d);
	for (uint32 i = 0; i < jf->d; i++)
		if (jf->key[i].category == NULL)
			jf->order[jf->numbers++] = i;
	qsort_arg(jf->order, jf->numbers, sizeof(uint32), compare_attributes, jf);
}

/* Find all keys that are not of words in one pass over the opened object. */
static void
find_all(JsonbFeatures *jf)
{
	JsonbIterator *it = JsonbIteratorInit(jf->opened);
	JsonbValue	token;
	JsonbIteratorToken what;
	uint32		at = 0;

	if (jf->order == NULL)
		prepare_pass(jf);
	for (uint32 i = 0; i < jf->d; i++)
		jf->found[i].type = jbvNull;
	while ((what = JsonbIteratorNext(&it, &token, true)) != WJB_DONE)
	{
		int			order = -1;

		CHECK_FOR_INTERRUPTS();
		if (what != WJB_KEY)
			continue;
		while (at < jf->numbers)
		{
			const JsonbKey *key = &jf->key[jf->order[at]];

			order = compare_keys(key->name, key->length, token.val.string.val, token.val.string.len);
			if (order >= 0)
				break;
			at++;
		}
		(void) JsonbIteratorNext(&it, &token, true);
		if (at < jf->numbers && order == 0)
			jf->found[jf->order[at++]] = token;
	}
}

static void
jsonb_read(Features *features, const uint32 *attribute, uint32 n,
		   double *value, bool *null)
{
	JsonbFeatures *jf = (JsonbFeatures *) features;
	bool		all;

	check_object(jf);
	all = (uint64) n * PASSED_PER_SEARCH > (uint64) jf->d + JsonContainerSize(jf->opened);
	if (all)
		find_all(jf);
	for (uint32 i = 0; i < n; i++)
	{
		const JsonbKey *key = &jf->key[attribute[i]];
		JsonbValue	found;

		if (key->category)
		{
			value[i] = read_category(jf, key, attribute[i], &null[i]);
			continue;
		}
		if (all)
			found = jf->found[attribute[i]];
		null[i] = all ? found.type == jbvNull : !find_value(jf, key, &found);
		value[i] = null[i] ? 0 : to_number(jf, key, &found);
	}
}

static const FeaturesMethods jsonb_methods = {
	.open = jsonb_open,
	.target = jsonb_target,
	.read = jsonb_read
};

/* Keys of words: first to last of the attributes that belong to one share a look. */
static void
make_categories(JsonbFeatures *jf, const CategoryList *known)
{
	for (uint32 i = 0; i < jf->d; i++)
	{
		char	   *name;
		const char *value;
		CategoryLook *look;

		if (jf->base.type[i] != ATTRIBUTE_CATEGORY)
			continue;
		if (jf->base.unknown == NULL)
			jf->base.unknown = palloc(sizeof(uint32) * jf->d);
		(void) category_split(jf->base.name[i], &name, &value);
		look = category_look_create(TEXTOID, name, known, i, jf->d, jf->base.name, jf->base.type);
		for (uint32 k = 0; k < look->n; k++)
		{
			jf->key[i + k] = make_key(name);
			jf->key[i + k].category = look;
		}
		i += look->n - 1;
	}
}

static Features *
create(MemoryContext context, const char *target, const CategoryList *known, uint32 d,
	   char **name, AttributeType *type)
{
	MemoryContext old = MemoryContextSwitchTo(context);
	JsonbFeatures *jf = palloc0(sizeof(JsonbFeatures));

	jf->base.methods = &jsonb_methods;
	jf->base.context = context;
	jf->base.name = name;
	jf->base.type = type;
	jf->d = d;
	jf->key = MemoryContextAllocHuge(context, sizeof(JsonbKey) * d);
	for (uint32 i = 0; i < d; i++)
		jf->key[i] = make_key(name[i]);
	make_categories(jf, known);
	jf->target = make_key(target);
	MemoryContextSwitchTo(old);
	return &jf->base;
}

Features *
features_create_jsonb_named(MemoryContext context, const char *target, uint32 d,
							char **name, AttributeType *type)
{
	const CategoryList unknown = {0};

	return create(context, target, &unknown, d, name, type);
}

/* A name in another list must be one of those included: a typo learns wrongly. */
static void
check_included(const RowColumns *columns, const char *name, const char *option)
{
	CHECK_FOR_INTERRUPTS();
	if (!name_list_has(&columns->include, name) &&
		!(columns->target && strcmp(name, columns->target) == 0))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("there is no attribute \"%s\"", name),
				 errdetail("It is listed in \"%s\" and not in \"include\".", option)));
}

static void
check_lists(const RowColumns *columns)
{
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
		check_included(columns, columns->exclude.name[i], "exclude");
	for (int i = 0; i < columns->categories.n; i++)
		check_included(columns, columns->categories.category[i].column, "categories");
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
	const char *before = NULL;
	RowAttributes attributes;
	MemoryContext old;

	check_lists(columns);
	old = MemoryContextSwitchTo(context);
	row_attributes_init(&attributes, include->n);
	MemoryContextSwitchTo(old);
	for (int i = 0; i < include->n; i++)
	{
		const char *name = include->name[i];
		const Category *category = category_of(&columns->categories, name);

		/* what the list has twice stands side by side */
		if (!column_is_chosen(columns, name) || (before && strcmp(name, before) == 0))
			continue;
		before = name;
		if (category)
			row_attributes_add_category(&attributes, category);
		else
			row_attributes_add(&attributes, name, ATTRIBUTE_NUMBER);
	}
	row_attributes_check(&attributes);
	if (attributes.d == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("options \"include\" and \"exclude\" leave no attribute to learn from")));
	return create(context, columns->target, &columns->categories, attributes.d, attributes.name,
				  attributes.type);
}
