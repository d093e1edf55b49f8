/*
 * features_row.c
 *		The attributes of a row given as a whole row.
 *
 * The first row's type decides which columns are the attributes.  Any later
 * row may be of another type: its columns are found by name, once per type.
 * Deforming a tuple only finds where its columns stand; no value is looked at
 * until features_read() asks for it.  A tuple of fixed-width columns without
 * NULLs is not even deformed: their places are known.
 */
#include "features.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "numbers.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

typedef struct RowFeatures
{
	Features	base;
	RowColumns	columns;		/* what the caller wants, until names are known */
	uint32		d;				/* attributes; 0: no row seen yet */
	uint64		row_type;		/* identifies the row type mapped last */
	Oid			type;			/* its OID */
	const TypeCacheEntry *type_entry;	/* of a named type, else NULL */
	TupleDesc	desc;			/* its columns (our copy) */
	MemoryContext map_context;	/* holds what belongs to that row type */
	int		   *column;			/* [d] where each attribute stands */
	NumberReader *reader;		/* [d] */
	int			target_column;	/* where the target stands, or -1 */
	NumberReader target_reader;
	bool		fixed;			/* all columns are of fixed width */
	HeapTupleData tuple;		/* the opened row */
	bool		deformed;		/* into values and nulls */
	Datum	   *values;
	bool	   *nulls;
} RowFeatures;

static int
find_string(const char *wanted, char *const *list, int n)
{
	for (int i = 0; i < n; i++)
		if (strcmp(list[i], wanted) == 0)
			return i;
	return -1;
}

static int
find_column(TupleDesc desc, const char *name)
{
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute column = TupleDescAttr(desc, i);

		if (!column->attisdropped && strcmp(NameStr(column->attname), name) == 0)
			return i;
	}
	return -1;
}

static void
no_such_column(const char *name, const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("the row has no column \"%s\"", name),
			 errdetail("%s", what)));
}

static AttributeType
attribute_type(Oid type)
{
	return getBaseType(type) == BOOLOID ? ATTRIBUTE_BOOLEAN : ATTRIBUTE_NUMBER;
}

/* Every name in include and exclude must be a column: a typo learns wrongly. */
static void
check_listed_columns(const RowColumns *columns, TupleDesc desc)
{
	for (int i = 0; i < columns->include.n; i++)
	{
		if (find_column(desc, columns->include.name[i]) < 0)
			no_such_column(columns->include.name[i], "It is listed in \"include\".");
		if (columns->target && strcmp(columns->include.name[i], columns->target) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("column \"%s\" cannot be both target and attribute", columns->target)));
	}
	for (int i = 0; i < columns->exclude.n; i++)
		if (find_column(desc, columns->exclude.name[i]) < 0)
			no_such_column(columns->exclude.name[i], "It is listed in \"exclude\".");
}

/* The first row: its type decides names and types of the attributes. */
static void
choose_attributes(RowFeatures *rf, TupleDesc desc)
{
	const RowColumns *columns = &rf->columns;
	char	  **name;
	AttributeType *type;
	StringInfoData left_out;
	uint32		d = 0;

	check_listed_columns(columns, desc);
	name = MemoryContextAlloc(rf->base.context, sizeof(char *) * Max(desc->natts, 1));
	type = MemoryContextAlloc(rf->base.context, sizeof(AttributeType) * Max(desc->natts, 1));
	initStringInfo(&left_out);
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute column = TupleDescAttr(desc, i);
		char	   *column_name = NameStr(column->attname);

		if (column->attisdropped ||
			(columns->target && strcmp(column_name, columns->target) == 0) ||
			find_string(column_name, columns->exclude.name, columns->exclude.n) >= 0 ||
			(columns->include.n > 0 &&
			 find_string(column_name, columns->include.name, columns->include.n) < 0))
			continue;
		if (number_reader(column->atttypid) == NULL)
		{
			if (columns->include.n > 0)
				ereport(ERROR,
						(errcode(ERRCODE_DATATYPE_MISMATCH),
						 errmsg("column \"%s\" is of type %s, which is no number",
								column_name, format_type_be(column->atttypid))));
			appendStringInfo(&left_out, "%s\"%s\"", left_out.len ? ", " : "", column_name);
			continue;
		}
		name[d] = MemoryContextStrdup(rf->base.context, column_name);
		type[d] = attribute_type(column->atttypid);
		d++;
	}
	if (d == 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the row has no numeric, integer or boolean column to learn from"),
				 columns->target ? errdetail("The target \"%s\" is not an attribute.", columns->target) : 0));
	if (left_out.len > 0 && !columns->quiet)
		ereport(NOTICE,
				(errmsg("columns that are not numbers are left out: %s", left_out.data)));
	pfree(left_out.data);

	rf->base.name = name;
	rf->base.type = type;
	rf->d = d;
}

/* Find the attributes and the target by name in a row type. */
static void
map_row_type(RowFeatures *rf, Oid type, int32 typmod)
{
	TupleDesc	desc = lookup_rowtype_tupdesc(type, typmod);
	MemoryContext old;

	if (rf->map_context)
		MemoryContextReset(rf->map_context);
	else
		rf->map_context = AllocSetContextCreate(rf->base.context, "aer row type",
												ALLOCSET_SMALL_SIZES);
	rf->desc = NULL;			/* no half-made map survives an error */

	old = MemoryContextSwitchTo(rf->map_context);
	rf->values = palloc(sizeof(Datum) * desc->natts);
	rf->nulls = palloc(sizeof(bool) * desc->natts);

	rf->target_column = -1;
	if (rf->columns.target)
	{
		Oid			column_type;

		rf->target_column = find_column(desc, rf->columns.target);
		if (rf->target_column < 0)
			no_such_column(rf->columns.target, "It is named as the target.");
		column_type = TupleDescAttr(desc, rf->target_column)->atttypid;
		rf->target_reader = target_reader(column_type);
		if (rf->target_reader == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("target column \"%s\" is of type %s, which is neither a number nor boolean",
							rf->columns.target, format_type_be(column_type))));
	}

	if (rf->d == 0)
		choose_attributes(rf, desc);
	rf->column = palloc(sizeof(int) * rf->d);
	rf->reader = palloc(sizeof(NumberReader) * rf->d);
	for (uint32 i = 0; i < rf->d; i++)
	{
		const char *name = rf->base.name[i];
		Oid			column_type;

		rf->column[i] = find_column(desc, name);
		if (rf->column[i] < 0)
			no_such_column(name, "It is an attribute of the rows learned from.");
		column_type = TupleDescAttr(desc, rf->column[i])->atttypid;
		rf->reader[i] = number_reader(column_type);
		if (rf->reader[i] == NULL || attribute_type(column_type) != rf->base.type[i])
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("column \"%s\" is of type %s", name, format_type_be(column_type)),
					 errdetail("In the rows learned from it was %s.",
							   rf->base.type[i] == ATTRIBUTE_BOOLEAN ? "boolean" : "a number")));
	}
	rf->fixed = true;
	for (int i = 0; i < desc->natts; i++)
		rf->fixed &= TupleDescAttr(desc, i)->attlen > 0;
	/* with the values of columns added later, which old tuples lack */
	rf->desc = CreateTupleDescCopyConstr(desc);
	MemoryContextSwitchTo(old);
	ReleaseTupleDesc(desc);
}

/*
 * Is this the row type that was mapped last?  Unlike its OID, its identifier
 * changes when the table is altered; that of a named type is watched in the
 * type cache, which spares a look-up for every row.
 */
static bool
is_mapped(const RowFeatures *rf, Oid type, int32 typmod)
{
	if (rf->desc == NULL || type != rf->type)
		return false;
	return rf->row_type == (rf->type_entry ? rf->type_entry->tupDesc_identifier :
							assign_record_type_identifier(type, typmod));
}

static uint32
row_open(Features *features, Datum value)
{
	RowFeatures *rf = (RowFeatures *) features;
	HeapTupleHeader header = DatumGetHeapTupleHeader(value);
	Oid			type = HeapTupleHeaderGetTypeId(header);
	int32		typmod = HeapTupleHeaderGetTypMod(header);

	if (!is_mapped(rf, type, typmod))
	{
		map_row_type(rf, type, typmod);
		rf->row_type = assign_record_type_identifier(type, typmod);
		rf->type = type;
		rf->type_entry = type == RECORDOID ? NULL : lookup_type_cache(type, TYPECACHE_TUPDESC);
	}
	rf->tuple.t_len = HeapTupleHeaderGetDatumLength(header);
	ItemPointerSetInvalid(&rf->tuple.t_self);
	rf->tuple.t_tableOid = InvalidOid;
	rf->tuple.t_data = header;
	rf->deformed = !rf->fixed || HeapTupleHasNulls(&rf->tuple);
	if (rf->deformed)
		heap_deform_tuple(&rf->tuple, rf->desc, rf->values, rf->nulls);
	return rf->d;
}

static Datum
column_value(RowFeatures *rf, int column, bool *null)
{
	if (!rf->deformed)
		return heap_getattr(&rf->tuple, column + 1, rf->desc, null);
	*null = rf->nulls[column];
	return rf->values[column];
}

static bool
row_target(Features *features, double *target, int64 row_number)
{
	RowFeatures *rf = (RowFeatures *) features;
	bool		null;
	Datum		datum = column_value(rf, rf->target_column, &null);

	if (null)
		return false;
	*target = rf->target_reader(datum);
	check_target(*target, row_number);
	return true;
}

static void
row_read(Features *features, const uint32 *attribute, uint32 n,
		 double *value, bool *null)
{
	RowFeatures *rf = (RowFeatures *) features;

	for (uint32 i = 0; i < n; i++)
	{
		Datum		datum = column_value(rf, rf->column[attribute[i]], &null[i]);

		value[i] = null[i] ? 0 : rf->reader[attribute[i]] (datum);
	}
}

static const FeaturesMethods row_methods = {
	.open = row_open,
	.target = row_target,
	.read = row_read
};

Features *
features_create_row(MemoryContext context, const RowColumns *columns)
{
	RowFeatures *rf = MemoryContextAllocZero(context, sizeof(RowFeatures));

	rf->base.methods = &row_methods;
	rf->base.context = context;
	rf->columns = *columns;
	return &rf->base;
}

Features *
features_create_named(MemoryContext context, const char *target, uint32 d,
					  char **name, AttributeType *type)
{
	RowColumns	columns = {.target = target};
	Features   *features = features_create_row(context, &columns);

	features->name = name;
	features->type = type;
	((RowFeatures *) features)->d = d;
	return features;
}
