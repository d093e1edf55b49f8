/*
 * features_jsonb.c
 *		Reads attributes from the keys of a jsonb object.
 *
 * The keys of attributes and roles are known beforehand.  If many keys are read, one pass over the
 * object, beside the keys in the same order, finds all of them.  If few are read, each is searched
 * for among the keys of the object, which jsonb keeps sorted.  Only values that were asked for are
 * looked at.  A key that is absent counts as not read, and JSON null as NULL: both are missing
 * values, unless NULL is a category of the column.
 */
#include "pg/rows/features.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "pg/notice.h"
#include "pg/numerics.h"
#include "pg/options/json_parts.h"
#include "pg/rows/document.h"
#include "utils/fmgrprotos.h"

/*
 * An absent key is not an error, so a misspelt one would go unnoticed.  A WARNING names
 * at most MOST_NAMED keys that no row had and that MANY_ROWS rows or more lacked: a single
 * inserted record may have keys that are filled in later.
 */
#define MOST_NAMED 10
#define MANY_ROWS 10
#define KEY_SEEN PG_UINT8_MAX

/* A key to search for. */
typedef struct JsonbKey
{
	const char *name;
	int			length;
	uint32		first;			/* index in JsonbFeatures.key of its first attribute */
	const ColumnLook *look;		/* at a key with several attributes, else NULL */
	uint8	   *missed;			/* rows that lacked the key, up to MANY_ROWS; KEY_SEEN: a row had it */
} JsonbKey;

/* The value that a pass found at a key. */
typedef struct JsonbFound
{
	bool		there;
	JsonbValue	value;
} JsonbFound;

typedef struct JsonbFeatures
{
	Features	base;
	uint32		d;
	JsonbKey   *key;			/* [d + ROLES] of each attribute, then of each role; name NULL: no key has the role */
	JsonbContainer *opened;
	uint8	   *missed;			/* [looks.bought + ROLES] JsonbKey.missed */
	bool		passes;			/* the last row asked for so many keys that a pass was made */
	bool		passed;			/* a pass over the opened row was made */
	uint32		keys;			/* distinct keys */
	uint32	   *order;			/* [keys] indexes of keys, in the order of jsonb; NULL before the first pass */
	uint32		dotted;			/* distinct keys like "a.b", which may be in an object in the object */
	uint32	   *dotted_order;	/* [dotted] indexes of the dotted keys, in the order of their bytes */
	JsonbFound *found;			/* [d + ROLES] values that the pass found */
} JsonbFeatures;

/* Keys that a pass goes over in the time of one search, measured with objects of 50 and 200 keys. */
#define PASSED_PER_SEARCH 8

static JsonbKey
make_key(const char *name)
{
	return (JsonbKey) {.name = name, .length = name ? strlen(name) : 0};
}

static uint32
jsonb_open(Features *features, Datum value)
{
	JsonbFeatures *jf = (JsonbFeatures *) features;

	jf->opened = &DatumGetJsonbP(value)->root;
	jf->passed = false;
	return jf->d;
}

/* Makes the cell of a value, which is NULL if the key is absent. */
static void
make_cell(const JsonbValue *value, Cell *cell)
{
	*cell = (Cell) {.kind = CELL_ABSENT};
	if (value == NULL)
		return;
	switch (value->type)
	{
		case jbvNull:
			cell->kind = CELL_NONE;
			break;
		case jbvNumeric:
			cell->kind = CELL_NUMBER;
			cell->number = numeric_to_double(NumericGetDatum(value->val.numeric));
			break;
		case jbvBool:
			cell->kind = CELL_BOOLEAN;
			cell->number = value->val.boolean ? 1 : 0;
			break;
		case jbvString:
			cell->kind = CELL_TEXT;
			cell->text = value->val.string.val;
			cell->length = value->val.string.len;
			break;
		default:
			cell->kind = CELL_OTHER;
			cell->text = value->type == jbvBinary && JsonContainerIsArray(value->val.binary.data) ?
				"array" : "object";
	}
}

/*
 * Adds the text of its level to the cell of a number: the number without zeros after the point, so
 * that an integer is its digits.
 */
static void
add_level(const JsonbValue *value, Cell *cell)
{
	if (cell->kind != CELL_NUMBER)
		return;
	cell->text = numeric_normalize(value->val.numeric);
	cell->length = strlen(cell->text);
}

static void
check_object(const JsonbFeatures *jf)
{
	if (!JsonContainerIsObject(jf->opened))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the features%s are not a JSON object", features_of_row(&jf->base)),
				 errhint("Pass an object whose keys are the names of the attributes: {\"age\": 63, \"smoker\": true}.")));
}

/* Notes whether a row had the key. */
static void
note_key(const JsonbKey *key, bool present)
{
	if (present)
		*key->missed = KEY_SEEN;
	else if (*key->missed < MANY_ROWS)
		(*key->missed)++;
}

/* jsonb sorts keys by length first. */
static int
compare_keys(const char *a, int a_length, const char *b, int b_length)
{
	return a_length != b_length ? (a_length < b_length ? -1 : 1) : memcmp(a, b, a_length);
}

static int
compare_indexes(const void *a, const void *b, void *features)
{
	const JsonbKey *key = ((JsonbFeatures *) features)->key;
	const JsonbKey *left = &key[*(const uint32 *) a];
	const JsonbKey *right = &key[*(const uint32 *) b];

	return compare_keys(left->name, left->length, right->name, right->length);
}

static int
compare_dotted(const void *a, const void *b, void *features)
{
	const JsonbKey *key = ((JsonbFeatures *) features)->key;

	return strcmp(key[*(const uint32 *) a].name, key[*(const uint32 *) b].name);
}

static void
prepare_pass(JsonbFeatures *jf)
{
	uint32		n = jf->d + ROLES;
	uint32		dotted = 0;

	jf->order = MemoryContextAllocHuge(jf->base.context, sizeof(uint32) * n);
	jf->dotted_order = MemoryContextAllocHuge(jf->base.context, sizeof(uint32) * Max(jf->dotted, 1));
	jf->found = MemoryContextAllocHuge(jf->base.context, sizeof(JsonbFound) * n);
	for (uint32 i = 0; i < n; i++)
	{
		if (jf->key[i].name == NULL || jf->key[i].first != i)
			continue;
		jf->order[jf->keys++] = i;
		if (strchr(jf->key[i].name, '.'))
			jf->dotted_order[dotted++] = i;
	}
	qsort_arg(jf->order, jf->keys, sizeof(uint32), compare_indexes, jf);
	qsort_arg(jf->dotted_order, jf->dotted, sizeof(uint32), compare_dotted, jf);
}

/*
 * Finds the keys "a.b" in the value of the key "a".  jsonb has shorter keys first, so a value
 * found through a longer key replaces one found before, as document_find() prefers it.
 */
static void
find_dotted(JsonbFeatures *jf, const JsonbValue *prefix, const JsonbValue *value)
{
	const char *a = prefix->val.string.val;
	int			length = prefix->val.string.len;
	uint32		low = 0;
	uint32		high = jf->dotted;

	while (low < high)
	{
		uint32		middle = low + (high - low) / 2;
		const char *name = jf->key[jf->dotted_order[middle]].name;
		int			order = strncmp(name, a, length);

		if (order < 0 || (order == 0 && (unsigned char) name[length] < '.'))
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < jf->dotted; low++)
	{
		uint32		index = jf->dotted_order[low];
		const JsonbKey *key = &jf->key[index];
		JsonbFound	inner = {.there = true};

		if (strncmp(key->name, a, length) != 0 || key->name[length] != '.')
			break;
		if (document_find(value->val.binary.data, key->name + length + 1, key->length - length - 1, &inner.value))
			jf->found[index] = inner;
	}
}

/* Finds all keys of the opened object in one pass over it. */
static void
find_all(JsonbFeatures *jf)
{
	JsonbIterator *it = JsonbIteratorInit(jf->opened);
	JsonbValue	name;
	JsonbValue	value;
	uint32		at = 0;

	if (jf->order == NULL)
		prepare_pass(jf);
	for (uint32 k = 0; k < jf->keys; k++)
		jf->found[jf->order[k]].there = false;
	while (json_next_key(&it, &name, &value))
	{
		for (; at < jf->keys; at++)
		{
			const JsonbKey *key = &jf->key[jf->order[at]];
			int			order = compare_keys(key->name, key->length, name.val.string.val,
											 name.val.string.len);

			if (order > 0)
				break;
			if (order == 0)
				jf->found[jf->order[at]] = (JsonbFound) {true, value};
		}
		if (jf->dotted > 0 && document_is_object(&value))
			find_dotted(jf, &name, &value);
	}
	jf->passed = true;
}

/* Returns the value at a key of the opened object, perhaps in *room; NULL if the key is absent. */
static JsonbValue *
find_value(JsonbFeatures *jf, const JsonbKey *key, JsonbValue *room)
{
	if (!jf->passed)
		return document_find(jf->opened, key->name, key->length, room);
	return jf->found[key->first].there ? &jf->found[key->first].value : NULL;
}

/* Finds the value of a role with a name like "key=value", and sets its column and value. */
static JsonbValue *
find_before_equals(JsonbFeatures *jf, Role role, JsonbValue *room)
{
	const char *name = jf->base.role[role].name;
	Size		end = strlen(name);
	JsonbValue *value = NULL;
	char	   *key;

	while (value == NULL && (key = target_before_equals(name, &end)) != NULL)
	{
		value = document_find(jf->opened, key, strlen(key), room);
		jf->base.role[role].column = key;
		jf->base.role[role].value = name + end + 1;
	}
	return value;
}

static void
jsonb_role(Features *features, Role role, Cell *cell)
{
	JsonbFeatures *jf = (JsonbFeatures *) features;
	const JsonbKey *key = &jf->key[jf->d + role];
	JsonbValue	room;
	JsonbValue *value;

	check_object(jf);
	if (jf->passes)
		find_all(jf);
	features->role[role].column = key->name;
	features->role[role].value = NULL;
	value = find_value(jf, key, &room);
	if (value == NULL && role == ROLE_TARGET)
		value = find_before_equals(jf, role, &room);
	note_key(key, value != NULL);
	make_cell(value, cell);
	if (features->role[role].value && cell->kind == CELL_NUMBER)
	{
		cell->kind = CELL_TEXT;
		cell->text = DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(value->val.numeric)));
		cell->length = strlen(cell->text);
	}
}

/*
 * Returns the cost of a pass, in keys.  A dotted key costs half a search, because its object is found
 * already.
 */
static uint64
pass_cost(const JsonbFeatures *jf)
{
	return (uint64) jf->d + JsonContainerSize(jf->opened) + (uint64) jf->dotted * PASSED_PER_SEARCH / 2;
}

static void
jsonb_read(Features *features, const uint32 *attribute, uint32 n,
		   double *value, bool *null)
{
	JsonbFeatures *jf = (JsonbFeatures *) features;

	check_object(jf);
	jf->passes = (uint64) n * PASSED_PER_SEARCH > pass_cost(jf);
	if (jf->passes && !jf->passed)
		find_all(jf);
	for (uint32 i = 0; i < n;)
	{
		const JsonbKey *key = &jf->key[attribute[i]];
		uint32		run = key->look ? column_look_run(key->look, attribute + i, n - i) : 1;
		JsonbValue	room;
		const JsonbValue *found = find_value(jf, key, &room);
		Cell		cell;

		make_cell(found, &cell);
		if (key->look && key->look->column->levels)
			add_level(found, &cell);
		note_key(key, cell.kind != CELL_ABSENT);
		if (key->look)
			memset(null + i, !features_cell_attributes(&jf->base, key->look, &cell, attribute + i, run, value + i),
				   sizeof(bool) * run);
		else
		{
			null[i] = cell.kind <= CELL_NONE;
			value[i] = null[i] ? 0 : features_cell_number(features, key->name, &cell);
		}
		i += run;
	}
}

/* Warns once a statement, because each of many groups may lack other keys. */
static void
jsonb_warn_missing(Features *features)
{
	const JsonbFeatures *jf = (const JsonbFeatures *) features;
	uint32		n = features->columns.looks.bought;
	StringInfoData names;
	int			missed = 0;

	initStringInfo(&names);
	for (uint32 l = 0; l < n + ROLES; l++)
		if (jf->missed[l] == MANY_ROWS && missed++ < MOST_NAMED)
			appendStringInfo(&names, "%s\"%s\"", names.len ? ", " : "",
							 l < n ? features->columns.column[l].name : features->role[l - n].name);
	if (missed > MOST_NAMED)
		appendStringInfo(&names, " and %d more", missed - MOST_NAMED);
	if (missed > 0 && notice_is_new("no row has a key"))
		ereport(WARNING,
				(errmsg_plural("no row has the key %s", "no row has the keys %s", missed, names.data),
				 jf->missed[n + ROLE_TARGET] == MANY_ROWS ? errdetail("A row without its target is skipped.") :
				 errdetail("A key that a row lacks counts as a column that was not read.")));
	pfree(names.data);
}

static const FeaturesMethods jsonb_methods = {
	.open = jsonb_open,
	.role = jsonb_role,
	.read = jsonb_read,
	.warn_missing = jsonb_warn_missing
};

/* Makes the keys of the attributes, one for all attributes of a look, and the keys of the roles. */
static void
make_keys(JsonbFeatures *jf)
{
	const Columns *columns = &jf->base.columns;
	uint32		n = columns->looks.bought;
	uint32		looks = 0;

	for (uint32 l = 0; l < n; l++)
		looks += !column_is_plain(&columns->column[l]);
	jf->base.look = palloc(sizeof(ColumnLook) * looks);
	jf->base.unknown = palloc(sizeof(uint32) * looks);
	jf->missed = palloc0(sizeof(uint8) * ((Size) n + ROLES));
	for (uint32 l = 0; l < n; l++)
	{
		uint32		first = looks_first(&columns->looks, l);
		uint32		end = looks_first(&columns->looks, l + 1);
		JsonbKey	key = make_key(columns->column[l].name);

		CHECK_FOR_INTERRUPTS();
		key.first = first;
		if (!column_is_plain(&columns->column[l]))
		{
			ColumnLook *look = &jf->base.look[jf->base.looks++];

			column_look_init(look, InvalidOid, columns, l);
			key.look = look;
		}
		key.missed = &jf->missed[l];
		jf->dotted += strchr(key.name, '.') != NULL;
		for (uint32 i = first; i < end; i++)
			jf->key[i] = key;
	}
	for (Role role = 0; role < ROLES; role++)
	{
		JsonbKey   *key = &jf->key[jf->d + role];

		*key = make_key(jf->base.role[role].name);
		key->first = jf->d + role;
		key->missed = &jf->missed[n + role];
		jf->dotted += key->name && strchr(key->name, '.');
	}
}

static Features *
create_jsonb(MemoryContext context, const char *const *role, const Columns *columns)
{
	MemoryContext old = MemoryContextSwitchTo(context);
	JsonbFeatures *jf = palloc0(sizeof(JsonbFeatures));

	jf->base.methods = &jsonb_methods;
	jf->base.context = context;
	jf->base.columns = *columns;
	jf->d = columns->looks.d;
	for (Role r = 0; r < ROLES; r++)
		jf->base.role[r].name = role[r];
	jf->key = MemoryContextAllocExtended(context, sizeof(JsonbKey) * ((Size) jf->d + ROLES),
										 MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
	make_keys(jf);
	features_map_pairs(&jf->base);
	MemoryContextSwitchTo(old);
	return &jf->base;
}

Features *
features_create_jsonb_named(MemoryContext context, const char *target, const Columns *columns)
{
	const char *const role[ROLES] = {[ROLE_TARGET] = target};

	return create_jsonb(context, role, columns);
}

Features *
features_create_jsonb_roles(MemoryContext context, const char *const *role)
{
	Columns		none = {0};

	return create_jsonb(context, role, &none);
}

/* Raises an error if a name is not listed in "include": with a typo, other keys would be used. */
static void
check_included(const ColumnChoice *choice, const char *name, const char *option)
{
	CHECK_FOR_INTERRUPTS();
	if (!name_list_has(&choice->include, name) &&
		!(choice->target && strcmp(name, choice->target) == 0))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("there is no attribute \"%s\"", name),
				 errdetail("It is listed in \"%s\" but not in \"include\".", option)));
}

/* Raises an error if the key of the target is an attribute. */
static void
check_target_listed(const ColumnChoice *choice, const char *key)
{
	if (name_list_has(&choice->include, key) && !name_list_has(&choice->exclude, key))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("key \"%s\" cannot be both target and attribute", key),
				 errhint("List it in \"exclude\", or leave it out of \"include\": aer_names(features - '%s').", key)));
}

static void
check_lists(const ColumnChoice *choice)
{
	check_roles_not_included(choice);
	if (choice->include.n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("features of type jsonb need a list of their attributes"),
				 errdetail("Each row may have different keys."),
				 errhint("Name them in the option \"include\", for example aer_design(include => (SELECT aer_names(features) FROM samples)), or use the design of aer_suggest('samples', target, features => 'features').")));
	if (choice->include.name[0][0] == '\0')	/* the list is sorted */
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the name of an attribute must not be empty")));
	for (int i = 0; i < choice->exclude.n; i++)
		check_included(choice, choice->exclude.name[i], "exclude");
	for (int i = 0; i < choice->values.n; i++)
		check_included(choice, choice->values.column[i].name, "columns");
	if (choice->target == NULL)
		return;
	check_target_listed(choice, choice->target);
	for (Size end = strlen(choice->target);;)
	{
		char	   *key = target_before_equals(choice->target, &end);

		if (key == NULL)
			break;
		check_target_listed(choice, key);
	}
}

Features *
features_create_jsonb(MemoryContext context, const ColumnChoice *choice)
{
	const NameList *include = &choice->include;
	const char *before = NULL;
	MemoryContext old = MemoryContextSwitchTo(context);
	Column	   *column;
	uint32		n = 0;
	Columns		columns;

	check_lists(choice);
	column = palloc_extended(sizeof(Column) * include->n, MCXT_ALLOC_HUGE);
	for (int i = 0; i < include->n; i++)
	{
		const char *name = include->name[i];

		/* repeated names are neighbours */
		if (!column_is_chosen(choice, name) || (before && strcmp(name, before) == 0))
			continue;
		before = name;
		column[n++] = named_column(choice, name);
	}
	if (n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("options \"include\" and \"exclude\" leave no attribute to train on")));
	columns = choose_interactions(column, n, choice);
	MemoryContextSwitchTo(old);
	return features_create_jsonb_named(context, choice->target, &columns);
}
