/*
 * follow_rename.c
 *		A study after its columns were renamed.
 */
#include "pg/functions/studies/follow_rename.h"

#include "pg/options/option_values.h"

typedef struct Names
{
	Jsonb	   *json;
	bool	   *used;			/* [pairs of json], in its order */
} Names;

/* The new name of what has this one now. */
static char *
renamed(Names *names, const char *name, int length)
{
	JsonbIterator *iterator = JsonbIteratorInit(&names->json->root);
	JsonbIteratorToken token;
	JsonbValue	key;
	JsonbValue	value;

	for (int pair = 0; (token = JsonbIteratorNext(&iterator, &key, true)) != WJB_DONE;)
	{
		if (token != WJB_KEY)
			continue;
		(void) JsonbIteratorNext(&iterator, &value, true);
		if (key.val.string.len == length && memcmp(key.val.string.val, name, length) == 0)
		{
			names->used[pair] = true;
			return pnstrdup(value.val.string.val, value.val.string.len);
		}
		pair++;
	}
	return pnstrdup(name, length);
}

/*
 * What the strings below an option of a design are, by where they stand: names of
 * columns are the elements of "include" and "exclude", the keys of "categories",
 * "spread" and "center", those of "cost" in "prices", and the elements of
 * "attributes" of its "panels".
 */
static bool
keys_are_columns(char *const *path, int depth)
{
	if (depth == 1)
		return strcmp(path[0], "categories") == 0 || strcmp(path[0], "spread") == 0 ||
			strcmp(path[0], "center") == 0;
	return depth == 2 && strcmp(path[0], "prices") == 0 && strcmp(path[1], "cost") == 0;
}

static bool
elements_are_columns(char *const *path, int depth)
{
	if (depth == 1)
		return strcmp(path[0], "include") == 0 || strcmp(path[0], "exclude") == 0;
	return depth == 4 && strcmp(path[0], "prices") == 0 && strcmp(path[1], "panels") == 0 &&
		strcmp(path[3], "attributes") == 0;
}

/* Names of columns stand nowhere deeper. */
#define DEEPEST 4

static JsonbValue *
rename_all(Names *names, Jsonb *design)
{
	JsonbIterator *iterator = JsonbIteratorInit(&design->root);
	JsonbParseState *state = NULL;
	JsonbIteratorToken token;
	JsonbValue	value;
	JsonbValue *result = NULL;
	char	   *path[DEEPEST] = {NULL};
	int			depth = -1;		/* of the object or array; 0: the design */

	while ((token = JsonbIteratorNext(&iterator, &value, false)) != WJB_DONE)
	{
		bool		text = (token == WJB_KEY || token == WJB_ELEM) && value.type == jbvString;
		bool		begins = token == WJB_BEGIN_OBJECT || token == WJB_BEGIN_ARRAY;

		depth += begins;
		if (token == WJB_KEY && depth < DEEPEST)
			path[depth] = pnstrdup(value.val.string.val, value.val.string.len);
		if (text && (token == WJB_KEY ? keys_are_columns(path, depth) : elements_are_columns(path, depth)))
			value = json_string(renamed(names, value.val.string.val, value.val.string.len));
		result = pushJsonbValue(&state, token, begins || token == WJB_END_ARRAY ||
								token == WJB_END_OBJECT ? NULL : &value);
		if (token == WJB_END_OBJECT || token == WJB_END_ARRAY)
			depth--;
	}
	return result;
}

/* Names must be strings, and all of them of something. */
static void
check_names(const Names *names, bool after)
{
	JsonbIterator *iterator = JsonbIteratorInit(&names->json->root);
	JsonbIteratorToken token;
	JsonbValue	key;
	JsonbValue	value;
	int			pair = 0;

	if (!JB_ROOT_IS_OBJECT(names->json))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"rename\" must be a jsonb object of new names"),
				 errhint("For example {\"old\": \"new\"}.")));
	while ((token = JsonbIteratorNext(&iterator, &key, true)) != WJB_DONE)
	{
		if (token != WJB_KEY)
			continue;
		(void) JsonbIteratorNext(&iterator, &value, true);
		if (value.type != jbvString)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("\"rename\" gives \"%s\" no name, but %s",
							pnstrdup(key.val.string.val, key.val.string.len), json_value_text(&value))));
		if (after && !names->used[pair])
			ereport(ERROR,
					(errcode(ERRCODE_UNDEFINED_COLUMN),
					 errmsg("\"rename\" names \"%s\", which the study does not look at",
							pnstrdup(key.val.string.val, key.val.string.len))));
		pair++;
	}
}

Study
follow_rename(const Study *study, Jsonb *json)
{
	Names		names = {.json = json,.used = palloc0(sizeof(bool) * (JB_ROOT_COUNT(json) + 1))};
	Study		result = study_copy(study);
	Jsonb	   *design = DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(study->design)));

	check_names(&names, false);
	design = JsonbValueToJsonb(rename_all(&names, design));
	result.design = JsonbToCString(NULL, &design->root, VARSIZE(design));
	result.target = renamed(&names, study->target, strlen(study->target));
	result.key = renamed(&names, study->key, strlen(study->key));
	result.features = renamed(&names, study->features, strlen(study->features));
	check_names(&names, true);
	return result;
}
