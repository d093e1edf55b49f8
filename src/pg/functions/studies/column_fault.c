/*
 * column_fault.c
 *		Is a column of a followed table as it was when aer_follow looked at it?
 *
 * Asked of each column at each statement: in SQL, of pg_attribute and pg_enum, that would take
 * ten times as long.
 */
#include "pg/aer.h"

#include "access/htup_details.h"
#include "access/xlog.h"
#include "catalog/pg_attribute.h"
#include "catalog/pg_enum.h"
#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

PG_FUNCTION_INFO_V1(aer_cluster);
PG_FUNCTION_INFO_V1(aer_column_fault);

/* OIDs and numbers of columns are those of one cluster: what was restored has others. */
Datum
aer_cluster(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT64((int64) GetSystemIdentifier());
}

/* Has an enum those labels, in their order?  Others may have come to stand between them. */
static bool
has_labels(Oid type, ArrayType *labels)
{
	Datum	   *label;
	bool	   *is_null;
	int			n;
	float4		last = 0;

	deconstruct_array(labels, TEXTOID, -1, false, TYPALIGN_INT, &label, &is_null, &n);
	for (int i = 0; i < n; i++)
	{
		HeapTuple	tuple = is_null[i] ? NULL :
			SearchSysCache2(ENUMTYPOIDNAME, ObjectIdGetDatum(type), CStringGetDatum(TextDatumGetCString(label[i])));
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

/*
 * _aer_column_fault(relation oid, name text, type text, number smallint, labels text[]):
 * why a column is not as it was; NULL: it is.  type: as format_type has it; number NULL:
 * a partition may have it in another place; labels NULL: it is no enum.
 */
Datum
aer_column_fault(PG_FUNCTION_ARGS)
{
	char	   *name;
	char	   *now;
	HeapTuple	tuple;
	FormData_pg_attribute column;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2))
		PG_RETURN_NULL();
	name = text_to_cstring(PG_GETARG_TEXT_PP(1));
	tuple = SearchSysCacheAttName(PG_GETARG_OID(0), name);
	if (!HeapTupleIsValid(tuple))
		PG_RETURN_TEXT_P(cstring_to_text(psprintf("Column \"%s\" is missing.", name)));
	column = *(Form_pg_attribute) GETSTRUCT(tuple);
	ReleaseSysCache(tuple);
	now = format_type_with_typemod(column.atttypid, column.atttypmod);
	if (strcmp(now, text_to_cstring(PG_GETARG_TEXT_PP(2))) != 0)
		PG_RETURN_TEXT_P(cstring_to_text(psprintf("Column \"%s\" is of type %s now.", name, now)));
	if (!PG_ARGISNULL(3) && column.attnum != PG_GETARG_INT16(3))
		PG_RETURN_TEXT_P(cstring_to_text(psprintf("Column \"%s\" was dropped and made again.", name)));
	if (!PG_ARGISNULL(4) && !has_labels(getBaseType(column.atttypid), PG_GETARG_ARRAYTYPE_P(4)))
		PG_RETURN_TEXT_P(cstring_to_text(psprintf("Values of the enum of column \"%s\" were renamed.", name)));
	PG_RETURN_NULL();
}
