/*
 * study.c
 *		What a study is, as the arguments of its triggers.
 */
#include "pg/functions/studies/study.h"

#include "catalog/namespace.h"
#include "catalog/partition.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "pg/options/option_values.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

Study
study_of_trigger(const Trigger *trigger)
{
	char	  **argument = trigger->tgargs;

	return (Study)
	{
		.log = argument[0],.target = argument[1],.design = argument[2],.key = argument[3],
			.features = argument[4],.fingerprint = argument[5],.shape = argument[6]
	};
}

Study
study_copy(const Study *study)
{
	return (Study)
	{
		.log = pstrdup(study->log),.target = pstrdup(study->target),
			.design = pstrdup(study->design),.key = pstrdup(study->key),
			.features = pstrdup(study->features),.fingerprint = pstrdup(study->fingerprint),
			.shape = pstrdup(study->shape)
	};
}

void
study_arguments(const Study *study, const char **argument)
{
	argument[0] = study->log;
	argument[1] = study->target;
	argument[2] = study->design;
	argument[3] = study->key;
	argument[4] = study->features;
	argument[5] = study->fingerprint;
	argument[6] = study->shape;
}

bool
study_same(const Study *a, const Study *b)
{
	const char *left[STUDY_ARGUMENTS];
	const char *right[STUDY_ARGUMENTS];

	study_arguments(a, left);
	study_arguments(b, right);
	for (int i = 0; i < STUDY_ARGUMENTS; i++)
		if (strcmp(left[i], right[i]) != 0)
			return false;
	return true;
}

bool
study_asks_same(const Study *a, const Study *b)
{
	Study		known = *b;

	known.log = a->log;
	known.fingerprint = a->fingerprint;
	known.shape = a->shape;
	return study_same(a, &known);
}

/* What a shape has at a key; false: nothing. */
static bool
find(const Jsonb *shape, const char *key, JsonbValue *value)
{
	return getKeyJsonValueFromContainer(unconstify(JsonbContainer *, &shape->root), key, strlen(key),
										value) != NULL;
}

StudyShape
study_shape(const Study *study)
{
	Jsonb	   *json = DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(study->shape)));
	StudyShape	shape = {.kind = FEATURES_JSONB};
	JsonbValue	value;
	bool		object = JB_ROOT_IS_OBJECT(json);

	if (object && find(json, "boolean", &value) && value.type == jbvBool)
		shape.target = value.val.boolean ? TARGET_BOOLEAN : TARGET_NUMBER;
	if (object && find(json, "target", &value) && value.type == jbvBool)
		shape.target_inside = value.val.boolean;
	if (object && find(json, "length", &value) && value.type == jbvNumeric)
	{
		shape.kind = FEATURES_ARRAY;
		shape.length = DatumGetInt32(DirectFunctionCall1(numeric_int4,
														 NumericGetDatum(value.val.numeric)));
	}
	if (object && find(json, "columns", &value) && value.type == jbvBinary &&
		JsonContainerIsArray(value.val.binary.data))
	{
		shape.kind = FEATURES_ROW;
		shape.columns = JsonContainerSize(value.val.binary.data);
		shape.column = palloc(sizeof(char *) * shape.columns);
		for (int i = 0; i < shape.columns; i++)
		{
			JsonbValue *name = getIthJsonbValueFromContainer(value.val.binary.data, i);

			/* nothing is called so: what is no name will be missed */
			shape.column[i] = name->type != jbvString ? pstrdup("") :
				pnstrdup(name->val.string.val, name->val.string.len);
		}
	}
	return shape;
}

static void
push_bool(JsonbParseState **state, const char *name, bool value)
{
	JsonbValue	json = {.type = jbvBool,.val.boolean = value};

	json_push_key(state, name);
	pushJsonbValue(state, WJB_VALUE, &json);
}

char *
study_shape_text(const StudyShape *shape)
{
	JsonbParseState *state = NULL;
	JsonbValue	value;
	Jsonb	   *json;

	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	if (shape->target != TARGET_UNKNOWN)
		push_bool(&state, "boolean", shape->target == TARGET_BOOLEAN);
	if (shape->kind == FEATURES_JSONB)
		push_bool(&state, "target", shape->target_inside);
	if (shape->kind == FEATURES_ARRAY)
	{
		value.type = jbvNumeric;
		value.val.numeric = int64_to_numeric(shape->length);
		json_push_key(&state, "length");
		pushJsonbValue(&state, WJB_VALUE, &value);
	}
	if (shape->kind == FEATURES_ROW)
	{
		json_push_key(&state, "columns");
		json_push_strings(&state, shape->column, shape->columns);
	}
	json = JsonbValueToJsonb(pushJsonbValue(&state, WJB_END_OBJECT, NULL));
	return JsonbToCString(NULL, &json->root, VARSIZE(json));
}

Oid
study_moments_type(FunctionCallInfo fcinfo)
{
	return GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("aer_moments"),
						   ObjectIdGetDatum(get_func_namespace(fcinfo->flinfo->fn_oid)));
}

char *
study_relation_name(Relation relation)
{
	return quote_qualified_identifier(get_namespace_name(RelationGetNamespace(relation)),
									  RelationGetRelationName(relation));
}

RangeVar *
study_log_name(const char *name)
{
	List	   *parts;

	if (!SplitIdentifierString(pstrdup(name), '.', &parts) ||
		list_length(parts) < 1 || list_length(parts) > 2)
		return makeRangeVar(NULL, pstrdup(name), -1);
	return makeRangeVar(list_length(parts) == 2 ? linitial(parts) : NULL, llast(parts), -1);
}

Oid
study_root(Oid relation)
{
	return get_rel_relispartition(relation) ? llast_oid(get_partition_ancestors(relation)) : relation;
}

Oid
study_log(const RangeVar *name, Oid relation)
{
	Oid			log = get_relname_relid(name->relname, get_rel_namespace(study_root(relation)));

	if (!OidIsValid(log) && name->schemaname)
	{
		Oid			schema = get_namespace_oid(name->schemaname, true);

		if (OidIsValid(schema))
			log = get_relname_relid(name->relname, schema);
	}
	return log;
}
