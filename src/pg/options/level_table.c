/*
 * level_table.c
 *		Tables of the effects of levels as jsonb.
 */
#include "pg/options/level_table.h"

#include "pg/numerics.h"
#include "pg/options/attribute_name.h"
#include "pg/options/json_parts.h"
#include "utils/json.h"

/* A level of the object, before levels are sorted. */
typedef struct NamedEffects
{
	const char *name;			/* first, where pg_qsort_strcmp() looks */
	JsonbValue	effects;
} NamedEffects;

static bool
is_array(const JsonbValue *json)
{
	return json->type == jbvBinary && JsonContainerIsArray(json->val.binary.data);
}

/* Returns the number of elements of an array; 1 for any other value. */
static uint32
length_of(const JsonbValue *json)
{
	return is_array(json) ? JsonContainerSize(json->val.binary.data) : 1;
}

/* Returns an element of an array; any other value is its own element. */
static JsonbValue
element_of(const JsonbValue *json, uint32 i)
{
	return is_array(json) ? *getIthJsonbValueFromContainer(json->val.binary.data, i) : *json;
}

/* The form in which the effects of a level are written. */
typedef enum EffectsForm
{
	EFFECTS_OF_MODEL,			/* a number, or one for each effect */
	EFFECTS_FLAT,				/* of a design: an array with a number for each set */
	EFFECTS_NESTED				/* of a design: such an array for each effect */
} EffectsForm;

/* Finds the form and the number of effects from those of one level. */
static EffectsForm
find_form(const JsonbValue *json, bool of_model, Levels *levels)
{
	JsonbValue	first;

	levels->sets = 1;
	levels->effects = length_of(json);
	if (of_model || levels->effects == 0)
		return EFFECTS_OF_MODEL;
	first = element_of(json, 0);
	if (is_array(&first))
	{
		levels->sets = length_of(&first);
		return EFFECTS_NESTED;
	}
	levels->sets = levels->effects;
	levels->effects = 1;
	return EFFECTS_FLAT;
}

/* Reads the numbers of one effect, one of each set, to effect[0], effect[stride], ... */
static bool
read_sets(const JsonbValue *json, uint32 sets, double *effect, uint32 stride)
{
	if (length_of(json) != sets)
		return false;
	for (uint32 s = 0; s < sets; s++)
	{
		JsonbValue	number = element_of(json, s);
		double	   *to = &effect[s * stride];

		if (number.type != jbvNumeric)
			return false;
		*to = numeric_to_double(NumericGetDatum(number.val.numeric)) + 0.0;	/* -0 is 0 */
		if (!isfinite(*to))
			return false;
	}
	return true;
}

/* Reads the effects of one level to effect[sets * effects]; returns false if they are malformed. */
static bool
read_effects(const JsonbValue *json, const Levels *levels, EffectsForm form, double *effect)
{
	if (form == EFFECTS_FLAT)
		return is_array(json) && read_sets(json, levels->sets, effect, 1);
	if (length_of(json) != levels->effects)
		return false;
	for (uint32 e = 0; e < levels->effects; e++)
	{
		JsonbValue	sets = element_of(json, e);

		if (is_array(&sets) != (form == EFFECTS_NESTED) ||
			!read_sets(&sets, levels->sets, effect + e, levels->effects))
			return false;
	}
	return true;
}

/* Returns the problem of a level whose effects are not written like those of the first. */
static const char *
other_effects(const Levels *levels, EffectsForm form, const char *name)
{
	const char *numbers = form == EFFECTS_OF_MODEL && levels->effects == 1 ? "a finite number" :
		form == EFFECTS_NESTED ? psprintf("%u arrays of %u finite numbers", levels->effects, levels->sets) :
		psprintf("an array of %u finite numbers", levels->sets * levels->effects);

	return psprintf("need %s at %s", numbers, name ? psprintf("\"%s\"", name) : "NULL");
}

/* Returns the levels of an object in the order of their bytes. */
static NamedEffects *
sort_levels(JsonbContainer *object, uint32 n)
{
	NamedEffects *sorted = palloc(sizeof(NamedEffects) * n);
	JsonbIterator *iterator = JsonbIteratorInit(object);
	JsonbValue	key;

	for (uint32 k = 0; json_next_key(&iterator, &key, &sorted[k].effects); k++)
		sorted[k].name = pnstrdup(key.val.string.val, key.val.string.len);
	qsort(sorted, n, sizeof(NamedEffects), pg_qsort_strcmp);
	return sorted;
}

const char *
level_table_read(const JsonbValue *table, const JsonbValue *null_effects, bool of_model,
				 const Levels **result)
{
	Levels	   *levels = palloc0(sizeof(Levels));
	NamedEffects *sorted;
	const char **name;
	double	   *effect;
	EffectsForm form;
	Size		stride;

	if (table->type != jbvBinary || !JsonContainerIsObject(table->val.binary.data))
		return "are not an object";
	levels->n = JsonContainerSize(table->val.binary.data);
	if (levels->n == 0)
		return "are an empty object";
	if (levels->n > MOST_LEVELS)
		return psprintf("are more than %d", MOST_LEVELS);
	sorted = sort_levels(table->val.binary.data, levels->n);
	form = find_form(&sorted[0].effects, of_model, levels);
	if (levels->sets == 0 || levels->effects == 0)
		return psprintf("have no numbers at \"%s\"", sorted[0].name);
	if (levels->effects > MOST_EFFECTS || levels->sets > PG_UINT16_MAX)
		return psprintf("have too many numbers at \"%s\"", sorted[0].name);
	levels->null = null_effects != NULL;
	stride = (Size) levels->sets * levels->effects;
	name = palloc(sizeof(char *) * levels->n);
	effect = palloc_extended(sizeof(double) * stride * (levels->n + 1), MCXT_ALLOC_HUGE);
	for (uint32 k = 0; k < levels->n; k++)
	{
		name[k] = sorted[k].name;
		if (!read_effects(&sorted[k].effects, levels, form, effect + k * stride))
			return other_effects(levels, form, name[k]);
	}
	if (null_effects && !read_effects(null_effects, levels, form, effect + levels->n * stride))
		return other_effects(levels, form, NULL);
	pfree(sorted);
	levels->name = name;
	levels->effect = effect;
	*result = levels;
	return NULL;
}

/* Appends the effects of level k of a model. */
static void
put_effects(StringInfo out, const Levels *levels, uint32 k)
{
	const double *effect = levels_effects(levels, k, 0);

	for (uint32 e = 0; e < levels->effects; e++)
	{
		if (levels->effects > 1)
			appendStringInfoChar(out, e == 0 ? '[' : ',');
		appendStringInfoString(out, value_text(false, effect[e]));
	}
	if (levels->effects > 1)
		appendStringInfoChar(out, ']');
}

void
level_table_put(StringInfo out, const Levels *levels)
{
	for (uint32 k = 0; k < levels->n; k++)
	{
		CHECK_FOR_INTERRUPTS();
		appendStringInfoChar(out, k == 0 ? '{' : ',');
		escape_json(out, levels->name[k]);
		appendStringInfoChar(out, ':');
		put_effects(out, levels, k);
	}
	appendStringInfoChar(out, '}');
}

void
level_table_put_null(StringInfo out, const Levels *levels)
{
	put_effects(out, levels, levels->n);
}
