/*
 * changed_column.c
 *		Finds a column of a followed table that is not as its study describes it.
 *
 * Every statement on a followed table calls this.  Queries on pg_attribute and pg_enum would
 * take ten times as long.
 */
#include "pg/aer.h"

#include "access/htup_details.h"
#include "access/xlog.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_enum.h"
#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"
#include "utils/syscache.h"

PG_FUNCTION_INFO_V1(aer_cluster);
PG_FUNCTION_INFO_V1(aer_changed_column);

/* Returns the identifier of the cluster.  After a restore, OIDs and column numbers are different. */
Datum
aer_cluster(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64((int64) GetSystemIdentifier());
}

/*
 * Returns the string or, for any other value, "", which is not the name of any column, type or
 * label.
 */
static char *
text_of(const JsonbValue *value)
{
	if (value == NULL || value->type != jbvString)
		return "";
	return pnstrdup(value->val.string.val, value->val.string.len);
}

static JsonbValue *
field(JsonbContainer *object, const char *key)
{
	return getKeyJsonValueFromContainer(object, key, strlen(key), NULL);
}

/* Returns true if an enum has the labels in this order; there may be new ones between them. */
static bool
has_labels(Oid type, JsonbContainer *labels)
{
	float4		last = 0;

	if (!JsonContainerIsArray(labels))
		return false;
	for (uint32 i = 0; i < JsonContainerSize(labels); i++)
	{
		char	   *label = text_of(getIthJsonbValueFromContainer(labels, i));
		HeapTuple	tuple = SearchSysCache2(ENUMTYPOIDNAME, ObjectIdGetDatum(type), CStringGetDatum(label));
		float4		order;

		if (!HeapTupleIsValid(tuple))
			return false;
		order = ((Form_pg_enum) GETSTRUCT(tuple))->enumsortorder;
		ReleaseSysCache(tuple);
		if (i > 0 && order <= last)
			return false;
		last = order;
	}
	return true;
}

/* Compares a column with {"name", "type", "number", "labels"}; the type is printed as format_type does. */
static bool
is_unchanged(Oid relation, JsonbContainer *column, bool numbers)
{
	HeapTuple	tuple = SearchSysCacheAttName(relation, text_of(field(column, "name")));
	JsonbValue *number = field(column, "number");
	JsonbValue *labels = field(column, "labels");
	FormData_pg_attribute now;

	if (!HeapTupleIsValid(tuple))
		return false;
	now = *(Form_pg_attribute) GETSTRUCT(tuple);
	ReleaseSysCache(tuple);
	if (strcmp(format_type_with_typemod(now.atttypid, now.atttypmod), text_of(field(column, "type"))) != 0)
		return false;
	if (numbers && (number == NULL || number->type != jbvNumeric || now.attnum !=
					DatumGetInt32(DirectFunctionCall1(numeric_int4, NumericGetDatum(number->val.numeric)))))
		return false;
	return labels == NULL || labels->type != jbvBinary || has_labels(getBaseType(now.atttypid), labels->val.binary.data);
}

/*
 * _aer_changed_column(relation oid, columns jsonb, numbers boolean): the name of the first
 * column that is not as the study describes it, or NULL.  `numbers`: false if column numbers
 * may differ, as in a partition or after a restore.
 */
Datum
aer_changed_column(PG_FUNCTION_ARGS)
{
	JsonbContainer *columns = &PG_GETARG_JSONB_P(1)->root;

	if (!JsonContainerIsArray(columns))
		PG_RETURN_TEXT_P(cstring_to_text(""));
	for (uint32 i = 0; i < JsonContainerSize(columns); i++)
	{
		JsonbValue *column = getIthJsonbValueFromContainer(columns, i);

		if (column->type != jbvBinary || !JsonContainerIsObject(column->val.binary.data))
			PG_RETURN_TEXT_P(cstring_to_text(""));
		if (!is_unchanged(PG_GETARG_OID(0), column->val.binary.data, PG_GETARG_BOOL(2)))
			PG_RETURN_TEXT_P(cstring_to_text(text_of(field(column->val.binary.data, "name"))));
	}
	PG_RETURN_NULL();
}
