/*
 * features_row.c
 *		The attributes of a row given as a whole row.
 *
 * The first row's type decides which columns are the attributes.  Any later
 * row may be of another type: its columns are found by name, once per type.
 * Deforming a tuple only finds where its columns stand; no value is looked at
 * until features_read() asks for it.  A tuple of fixed-width columns without
 * NULLs is not even deformed: their places are the same in all of them.
 *
 * A column of which more is known than that it is a number is several attributes
 * (column_look.h).  It is read once for all of them that are asked for side by side.
 */
#include "pg/rows/features.h"

#include "access/htup_details.h"
#include "pg/numbers.h"
#include "utils/typcache.h"

/* Where an attribute or a role stands in rows of the type mapped last. */
typedef struct ColumnPlace
{
	int			number;			/* from 0 */
	uint32		place;			/* offset in the tuple's data, of fixed rows */
	int16		length;			/* of the type */
	bool		by_value;
	CellReader	reader;
	const ColumnLook *look;		/* of several attributes, or NULL */
} ColumnPlace;

typedef struct RowFeatures
{
	Features	base;
	ColumnChoice choice;		/* what the caller wants, until columns are known */
	uint32		d;				/* attributes; 0: no row seen yet */
	uint64		row_type;		/* identifies the row type mapped last */
	Oid			type;			/* its OID */
	const TypeCacheEntry *type_entry;	/* of a named type, else NULL */
	TupleDesc	desc;			/* its columns (our copy) */
	MemoryContext map_context;	/* holds what belongs to that row type */
	ColumnPlace *column;		/* [d] those of pairs are not used */
	ColumnPlace	role[ROLES];
	bool		fixed;			/* all columns are of fixed width */
	const char *data;			/* of the opened row, or NULL: deformed, and then */
	Datum	   *values;			/* [columns] */
	bool	   *nulls;
} RowFeatures;

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

/* Find a column by name; returns its type. */
static Oid
map_column(ColumnPlace *column, TupleDesc desc, const uint32 *place, const char *name,
		   const char *what)
{
	Form_pg_attribute attribute;

	column->number = row_column_number(desc, name, what);
	attribute = TupleDescAttr(desc, column->number);
	column->place = place ? place[column->number] : 0;
	column->length = attribute->attlen;
	column->by_value = attribute->attbyval;
	return attribute->atttypid;
}

static const char *const of_rows_learned = "It is an attribute of the rows learned from.";

/* Let the first row say which plain columns are boolean. */
static void
find_kinds(RowFeatures *rf, TupleDesc desc)
{
	Columns    *columns = &rf->base.columns;
	uint32		n = columns->looks.bought;
	Column	   *column = MemoryContextAllocHuge(rf->base.context, sizeof(Column) * n);

	memcpy(column, columns->column, sizeof(Column) * n);
	for (uint32 l = 0; l < n; l++)
		if (column_is_plain(&column[l]))
			column[l].kind = plain_kind(TupleDescAttr(desc, row_column_number(desc, column[l].name, of_rows_learned))->atttypid);
	columns->column = column;
}

/* Find the column of a look. */
static void
map_look(RowFeatures *rf, TupleDesc desc, const uint32 *place, uint32 of)
{
	Features   *base = &rf->base;
	const Columns *columns = &base->columns;
	const Column *its = &columns->column[of];
	ColumnPlace	column = {0};
	Oid			type = map_column(&column, desc, place, its->name, of_rows_learned);

	if (!column_is_plain(its))
	{
		ColumnLook *look = &base->look[base->looks++];

		column_look_init(look, type, columns, of);
		column.look = look;
	}
	if ((!cell_reader_init(&column.reader, type) || column.reader.kind == CELL_TEXT ||
		 (plain_kind(type) == COLUMN_BOOLEAN) != (its->kind == COLUMN_BOOLEAN)) &&
		its->kind != COLUMN_CATEGORIES)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" is of type %s", its->name, format_type_be(type)),
				 errdetail("In the rows learned from it was %s.",
						   its->kind == COLUMN_BOOLEAN ? "boolean" : "a number")));
	for (uint32 i = looks_first(&columns->looks, of); i < looks_first(&columns->looks, of + 1); i++)
		rf->column[i] = column;
}

/* Finds the column of a role, if one is named, and how to read it. */
static void
map_role(RowFeatures *rf, TupleDesc desc, const uint32 *place, Role role)
{
	static const char *const nouns[] = {[ROLE_TARGET] = "target"};
	Features   *base = &rf->base;
	CellReader *reader = &rf->role[role].reader;
	const char *column;
	Oid			type;

	if (base->role[role].name == NULL)
		return;
	column = row_target_column(desc, base->role[role].name, &base->role[role].word);
	base->role[role].column = column;
	type = map_column(&rf->role[role], desc, place, column,
					  psprintf("It is named as the %s.", nouns[role]));
	if (base->role[role].word)
		cell_reader_init_text(reader, type);
	else if (!cell_reader_init(reader, type))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("%s column \"%s\" is of type %s, which is not a number, a boolean or text",
						nouns[role], column, format_type_be(type))));
}

/* Finds the attributes and the roles by name in a row type. */
static void
map_row_type(RowFeatures *rf, Oid type, int32 typmod)
{
	TupleDesc	desc = lookup_rowtype_tupdesc(type, typmod);
	MemoryContext old;
	uint32	   *place;
	uint32		n;

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
	for (Role role = 0; role < ROLES; role++)
		map_role(rf, desc, place, role);
	if (rf->d == 0)
	{
		rf->choice.target = rf->base.role[ROLE_TARGET].column;
		MemoryContextSwitchTo(rf->base.context);
		rf->base.columns = choose_columns(&rf->choice, desc);
		MemoryContextSwitchTo(rf->map_context);
		rf->d = rf->base.columns.looks.d;
	}
	n = rf->base.columns.looks.bought;
	rf->column = palloc(sizeof(ColumnPlace) * rf->d);
	rf->base.looks = 0;
	rf->base.look = palloc(sizeof(ColumnLook) * n);
	rf->base.unknown = palloc(sizeof(uint32) * n);
	if (rf->base.types_open)
		find_kinds(rf, desc);
	rf->base.types_open = false;
	for (uint32 l = 0; l < n; l++)
		map_look(rf, desc, place, l);
	features_map_pairs(&rf->base);
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

/* A row of that type is opened. */
static void
begin_row(RowFeatures *rf, Oid type, int32 typmod)
{
	if (!is_mapped(rf, type, typmod))
	{
		map_row_type(rf, type, typmod);
		rf->row_type = assign_record_type_identifier(type, typmod);
		rf->type = type;
		rf->type_entry = type == RECORDOID ? NULL : lookup_type_cache(type, TYPECACHE_TUPDESC);
	}
}

static uint32
row_open(Features *features, Datum value)
{
	RowFeatures *rf = (RowFeatures *) features;
	HeapTupleHeader header = DatumGetHeapTupleHeader(value);

	begin_row(rf, HeapTupleHeaderGetTypeId(header), HeapTupleHeaderGetTypMod(header));
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

/* What stands in a column; false if it is NULL.  data: rf->data, which a loop keeps in a register. */
static inline bool
fetch_column(const RowFeatures *rf, const char *data, const ColumnPlace *column, Datum *datum)
{
	if (data == NULL && rf->nulls[column->number])
		return false;
	*datum = data ? fetch_att(data + column->place, column->by_value, column->length) :
		rf->values[column->number];
	return true;
}

static inline void
read_column(const RowFeatures *rf, const ColumnPlace *column, Cell *cell)
{
	Datum		datum;

	if (fetch_column(rf, rf->data, column, &datum))
		cell_read(&column->reader, datum, cell);
	else
		cell->kind = CELL_NONE;
}

static void
row_role(Features *features, Role role, Cell *cell)
{
	const RowFeatures *rf = (const RowFeatures *) features;

	read_column(rf, &rf->role[role], cell);
}

/*
 * Reads the attributes of one look that stand first in attribute[]; returns how many they are.
 * Apart from row_read(), whose loop over plain columns would lose its registers to it.
 */
static pg_noinline uint32
read_look(RowFeatures *rf, const uint32 *attribute, uint32 n, double *value, bool *null)
{
	const ColumnPlace *column = &rf->column[attribute[0]];
	uint32		run = column_look_run(column->look, attribute, n);
	Cell		cell;

	read_column(rf, column, &cell);
	memset(null, !features_take_cell(&rf->base, column->look, &cell, attribute, run, value),
		   sizeof(bool) * run);
	return run;
}

static void
row_read(Features *features, const uint32 *attribute, uint32 n,
		 double *value, bool *null)
{
	RowFeatures *rf = (RowFeatures *) features;
	const ColumnPlace *columns = rf->column;
	const char *data = rf->data;

	for (uint32 i = 0; i < n;)
	{
		const ColumnPlace *column = &columns[attribute[i]];
		Datum		datum;

		if (column->look)
		{
			i += read_look(rf, attribute + i, n - i, value + i, null + i);
			continue;
		}
		null[i] = !fetch_column(rf, data, column, &datum);
		value[i] = null[i] ? 0 : column->reader.number(datum);
		i++;
	}
}

static const FeaturesMethods row_methods = {
	.open = row_open,
	.role = row_role,
	.read = row_read
};

Features *
features_create_row(MemoryContext context, const ColumnChoice *choice)
{
	RowFeatures *rf = MemoryContextAllocZero(context, sizeof(RowFeatures));

	rf->base.methods = &row_methods;
	rf->base.context = context;
	rf->choice = *choice;
	rf->base.role[ROLE_TARGET].name = choice->target;
	return &rf->base;
}

Features *
features_create_row_named(MemoryContext context, const char *target, const Columns *columns)
{
	ColumnChoice choice = {.target = target};
	Features   *features = features_create_row(context, &choice);

	features->columns = *columns;
	((RowFeatures *) features)->d = columns->looks.d;
	return features;
}
