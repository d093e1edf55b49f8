/*
 * features_row.c
 *		The attributes of a row given as a whole row.
 *
 * The first row's type decides which columns are the attributes.  Any later
 * row may be of another type: its columns are found by name, once per type.
 * Deforming a tuple only finds where its columns stand; no value is looked at
 * until features_read() asks for it.  A tuple of fixed-width columns without
 * NULLs is not even deformed: their places are the same in all of them.
 */
#include "pg/rows/features.h"

#include "access/htup_details.h"
#include "access/parallel.h"
#include "access/xact.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "optimizer/optimizer.h"
#include "pg/options/near_name.h"
#include "pg/options/numbers.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/* Where an attribute or the target stands in rows of the type mapped last. */
typedef struct RowColumn
{
	int			number;			/* from 0 */
	uint32		place;			/* offset in the tuple's data, of fixed rows */
	int16		length;			/* of the type */
	bool		by_value;
	NumberReader reader;
} RowColumn;

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
	RowColumn  *column;			/* [d] */
	RowColumn	target;
	bool		fixed;			/* all columns are of fixed width */
	const char *data;			/* of the opened row, or NULL: deformed */
	Datum	   *values;
	bool	   *nulls;
} RowFeatures;

bool
column_is_chosen(const RowColumns *columns, const char *name)
{
	return !(columns->target && strcmp(name, columns->target) == 0) &&
		!name_list_has(&columns->exclude, name) &&
		(columns->include.n == 0 || name_list_has(&columns->include, name));
}

/* The first column of that name from a number on; -1: there is none. */
static int
find_column(TupleDesc desc, const char *name, int from)
{
	for (int i = from; i < desc->natts; i++)
	{
		Form_pg_attribute column = TupleDescAttr(desc, i);

		if (!column->attisdropped && strcmp(NameStr(column->attname), name) == 0)
			return i;
	}
	return -1;
}

static void
no_such_column(const char *name, TupleDesc desc, const char *what)
{
	NearName	near;

	near_name_init(&near, name, strlen(name));
	for (int i = 0; i < desc->natts; i++)
		if (!TupleDescAttr(desc, i)->attisdropped)
			near_name_offer(&near, NameStr(TupleDescAttr(desc, i)->attname));
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("the row has no column \"%s\"", name),
			 errdetail("%s", what),
			 near.nearest ? near_name_hint(&near) :
			 errhint("If another row was meant: where table t has a column t, t alone is that column, and t.* the row.")));
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
		CHECK_FOR_INTERRUPTS();
		if (find_column(desc, columns->include.name[i], 0) < 0)
			no_such_column(columns->include.name[i], desc, "It is listed in \"include\".");
		if (columns->target && strcmp(columns->include.name[i], columns->target) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("column \"%s\" cannot be both target and attribute", columns->target)));
	}
	for (int i = 0; i < columns->exclude.n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (find_column(desc, columns->exclude.name[i], 0) < 0)
			no_such_column(columns->exclude.name[i], desc, "It is listed in \"exclude\".");
	}
}

/*
 * Say which columns are left out, once for a statement, however many groups,
 * partitions, learners and workers read such rows.  The leader speaks for its
 * workers, and the first of them where it reads no rows itself.
 */
static void
notice_left_out(const char *columns)
{
	static MemoryContext context = NULL;
	static TimestampTz statement = 0;
	static List *given = NIL;
	MemoryContext old;
	ListCell   *cell;

	if (IsParallelWorker() && (parallel_leader_participation || ParallelWorkerNumber > 0))
		return;
	if (context == NULL)
		context = AllocSetContextCreate(TopMemoryContext, "aer notices", ALLOCSET_SMALL_SIZES);
	if (statement != GetCurrentStatementStartTimestamp())
	{
		MemoryContextReset(context);
		given = NIL;
		statement = GetCurrentStatementStartTimestamp();
	}
	foreach(cell, given)
		if (strcmp(lfirst(cell), columns) == 0)
			return;
	old = MemoryContextSwitchTo(context);
	given = lappend(given, pstrdup(columns));
	MemoryContextSwitchTo(old);
	ereport(NOTICE,
			(errmsg("columns that are not numbers are left out: %s", columns)));
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

		CHECK_FOR_INTERRUPTS();
		if (column->attisdropped || !column_is_chosen(columns, column_name))
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
				 errmsg("the row has no column of numbers, booleans or dates to learn from"),
				 columns->target ? errdetail("The target \"%s\" is not an attribute.", columns->target) : 0));
	if (left_out.len > 0)
		notice_left_out(left_out.data);
	pfree(left_out.data);

	rf->base.name = name;
	rf->base.type = type;
	rf->d = d;
}

/*
 * Where each column stands in tuples without NULLs; NULL if they are not all
 * of fixed width.
 */
static uint32 *
fixed_places(TupleDesc desc)
{
	uint32	   *place = palloc(sizeof(uint32) * desc->natts);
	uint32		end = 0;

	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute column = TupleDescAttr(desc, i);

		if (column->attlen <= 0)
			return NULL;
		place[i] = att_align_nominal(end, column->attalign);
		end = place[i] + column->attlen;
	}
	return place;
}

/*
 * Find a column by name; returns its type.  A row of a join may have two of
 * one name; that matters only where it is asked for.
 */
static Oid
map_column(RowColumn *column, TupleDesc desc, const uint32 *place, const char *name,
		   const char *what)
{
	Form_pg_attribute attribute;

	column->number = find_column(desc, name, 0);
	if (column->number < 0)
		no_such_column(name, desc, what);
	if (find_column(desc, name, column->number + 1) >= 0)
		ereport(ERROR,
				(errcode(ERRCODE_AMBIGUOUS_COLUMN),
				 errmsg("ambiguous column \"%s\"", name),
				 errdetail("The row has more than one column of this name. %s", what),
				 errhint("Give one of them another name with AS, or leave it out of the rows.")));
	attribute = TupleDescAttr(desc, column->number);
	column->place = place ? place[column->number] : 0;
	column->length = attribute->attlen;
	column->by_value = attribute->attbyval;
	return attribute->atttypid;
}

/* Find the attributes and the target by name in a row type. */
static void
map_row_type(RowFeatures *rf, Oid type, int32 typmod)
{
	TupleDesc	desc = lookup_rowtype_tupdesc(type, typmod);
	MemoryContext old;
	uint32	   *place;

	if (rf->map_context)
		MemoryContextReset(rf->map_context);
	else
		rf->map_context = AllocSetContextCreate(rf->base.context, "aer row type",
												ALLOCSET_SMALL_SIZES);
	rf->desc = NULL;			/* no half-made map survives an error */

	old = MemoryContextSwitchTo(rf->map_context);
	rf->values = palloc(sizeof(Datum) * desc->natts);
	rf->nulls = palloc(sizeof(bool) * desc->natts);

	place = fixed_places(desc);
	rf->fixed = place != NULL;
	if (rf->columns.target)
	{
		Oid			column_type = map_column(&rf->target, desc, place, rf->columns.target,
											 "It is named as the target.");

		TargetType	given;

		rf->target.reader = target_reader(column_type, &given);
		if (rf->target.reader == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("target column \"%s\" is of type %s, which is neither a number nor boolean",
							rf->columns.target, format_type_be(column_type))));
		features_take_target(&rf->base, given);
	}

	if (rf->d == 0)
		choose_attributes(rf, desc);
	rf->column = palloc(sizeof(RowColumn) * rf->d);
	for (uint32 i = 0; i < rf->d; i++)
	{
		const char *name = rf->base.name[i];
		Oid			column_type = map_column(&rf->column[i], desc, place, name,
											 "It is an attribute of the rows learned from.");

		rf->column[i].reader = number_reader(column_type);
		if (rf->column[i].reader == NULL || attribute_type(column_type) != rf->base.type[i])
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("column \"%s\" is of type %s", name, format_type_be(column_type)),
					 errdetail("In the rows learned from it was %s.",
							   rf->base.type[i] == ATTRIBUTE_BOOLEAN ? "boolean" : "a number")));
	}
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
	if (rf->fixed && (header->t_infomask & HEAP_HASNULL) == 0 &&
		HeapTupleHeaderGetNatts(header) >= rf->desc->natts)
		rf->data = (const char *) header + header->t_hoff;
	else
	{
		HeapTupleData tuple = {.t_len = HeapTupleHeaderGetDatumLength(header), .t_data = header};

		heap_deform_tuple(&tuple, rf->desc, rf->values, rf->nulls);
		rf->data = NULL;
	}
	return rf->d;
}

/* The number in a column, 0 if it is NULL. */
static double
read_column(const RowFeatures *rf, const RowColumn *column, bool *null)
{
	Datum		datum;

	*null = rf->data == NULL && rf->nulls[column->number];
	if (*null)
		return 0;
	datum = rf->data ? fetch_att(rf->data + column->place, column->by_value, column->length) :
		rf->values[column->number];
	return column->reader(datum);
}

static bool
row_target(Features *features, double *target, int64 row_number)
{
	RowFeatures *rf = (RowFeatures *) features;
	bool		null;

	*target = read_column(rf, &rf->target, &null);
	if (null)
		return false;
	check_target(*target, row_number);
	return true;
}

static void
row_read(Features *features, const uint32 *attribute, uint32 n,
		 double *value, bool *null)
{
	RowFeatures *rf = (RowFeatures *) features;

	for (uint32 i = 0; i < n; i++)
		value[i] = read_column(rf, &rf->column[attribute[i]], &null[i]);
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
