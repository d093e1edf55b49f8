/*
 * features_row.c
 *		Reads attributes from the columns of a whole row.
 *
 * The type of the first row decides which columns are attributes.  A later row may be of another
 * type: its columns are found by name, once per type.  Deforming a tuple only finds the offsets of
 * its columns; no value is looked at until features_read() asks for it.  A tuple of fixed-width
 * columns without NULLs is not even deformed, because the offsets are the same in all such tuples.
 *
 * A column with knots, categories or levels may have several attributes (column_look.h).  It is
 * read once for all of its attributes that follow each other in a request.
 */
#include "pg/rows/features.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "pg/numbers.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#define COLUMN_ABSENT -1

/* The column of an attribute or a role, in rows of the type that was mapped last. */
typedef struct RowColumn
{
	int			number;			/* from 0; COLUMN_ABSENT: the row has no such column */
	uint32		offset;			/* in the data of a tuple, if all columns are of fixed width */
	int16		length;			/* bytes of the type */
	bool		by_value;
	CellReader	reader;
	const ColumnLook *look;		/* at a column that is absent or has several attributes, else NULL */
} RowColumn;

typedef struct RowFeatures
{
	Features	base;
	ColumnChoice choice;		/* decides at the first row which columns are attributes */
	uint32		d;				/* attributes */
	bool		chosen;			/* the columns are known */
	uint64		row_type;		/* identifies the row type mapped last */
	Oid			type;			/* OID of that type */
	const TypeCacheEntry *type_entry;	/* of that type if it has a name, else NULL */
	TupleDesc	desc;			/* columns of that type, our copy */
	MemoryContext map_context;	/* holds what belongs to that row type */
	RowColumn *column;		/* [d]; not used for attributes of interactions */
	RowColumn	role[ROLES];
	bool		fixed;			/* all columns are of fixed width */
	const char *data;			/* of the opened row; NULL if it was deformed into: */
	Datum	   *values;			/* [columns] */
	bool	   *nulls;
} RowFeatures;

/* Returns the offset of each column in tuples without NULLs; NULL if a column has no fixed width. */
static uint32 *
fixed_offsets(TupleDesc desc)
{
	uint32	   *offset = palloc(sizeof(uint32) * desc->natts);
	uint32		end = 0;

	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute column = TupleDescAttr(desc, i);

		if (column->attlen <= 0)
			return NULL;
		offset[i] = att_align_nominal(end, column->attalign);
		end = offset[i] + column->attlen;
	}
	return offset;
}

/* Finds a column by name; returns its type. */
static Oid
map_column(RowColumn *column, TupleDesc desc, const uint32 *offset, const char *name,
		   const char *reason)
{
	Form_pg_attribute attribute;

	column->number = row_column_number(desc, name, reason);
	attribute = TupleDescAttr(desc, column->number);
	column->offset = offset ? offset[column->number] : 0;
	column->length = attribute->attlen;
	column->by_value = attribute->attbyval;
	return attribute->atttypid;
}

static const char *const trained_column = "It is an attribute of the model.";

/* Decides by the first row which plain columns are boolean, and which are points in time. */
static void
find_kinds(RowFeatures *rf, TupleDesc desc)
{
	Columns    *columns = &rf->base.columns;
	uint32		n = columns->looks.bought;
	Column	   *column = MemoryContextAllocHuge(rf->base.context, sizeof(Column) * n);

	memcpy(column, columns->column, sizeof(Column) * n);
	for (uint32 l = 0; l < n; l++)
		if (column_is_plain(&column[l]))
			column[l].kind = plain_kind(TupleDescAttr(desc, row_column_number(desc, column[l].name, trained_column))->atttypid);
	columns->column = column;
}

/* Returns a column that may be absent as long as no attribute of it is read. */
static RowColumn
absent_column(const Column *described)
{
	ColumnLook *look = palloc0(sizeof(ColumnLook));

	look->column = described;
	return (RowColumn) {.number = COLUMN_ABSENT, .look = look};
}

/* Finds the column of a look in rows of the type. */
static RowColumn
find_look(RowFeatures *rf, TupleDesc desc, const uint32 *offset, uint32 l)
{
	Features   *base = &rf->base;
	const Columns *columns = &base->columns;
	const Column *described = &columns->column[l];
	RowColumn	column = {0};
	Oid			type;

	if (base->of_model && !row_has_column(desc, described->name))
		return absent_column(described);
	type = map_column(&column, desc, offset, described->name, trained_column);
	if (!column_is_plain(described))
	{
		ColumnLook *look = &base->look[base->looks++];

		column_look_init(look, type, columns, l);
		column.look = look;
	}
	if (described->levels)
		cell_reader_init_levels(&column.reader, type, described);
	else if ((!cell_reader_init(&column.reader, type) || column.reader.kind == CELL_TEXT ||
		 (plain_kind(type) == COLUMN_BOOLEAN) != (described->kind == COLUMN_BOOLEAN)) &&
		described->kind != COLUMN_CATEGORIES)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" is of type %s", described->name, format_type_be(type)),
				 errdetail("In training it was %s.",
						   described->kind == COLUMN_BOOLEAN ? "boolean" : "a number")));
	return column;
}

/* Finds the column of a look by name, for each of its attributes. */
static void
map_look(RowFeatures *rf, TupleDesc desc, const uint32 *offset, uint32 l)
{
	const Looks *looks = &rf->base.columns.looks;
	RowColumn	column = find_look(rf, desc, offset, l);

	for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
		rf->column[i] = column;
}

/*
 * Finds the column of a role, if one is named, and how to read it.  Groups are compared by
 * their text, whatever their type is: as numbers, large identifiers would lose digits.
 */
static void
map_role(RowFeatures *rf, TupleDesc desc, const uint32 *offset, Role role)
{
	static const char *const nouns[] = {
		[ROLE_TARGET] = "target",
		[ROLE_GROUPS] = "groups",
		[ROLE_TIME] = "time",
		[ROLE_WEIGHT] = "weight"
	};
	Features   *base = &rf->base;
	CellReader *reader = &rf->role[role].reader;
	const char *column;
	Oid			type;

	if (base->role[role].name == NULL)
		return;
	column = role != ROLE_TARGET ? base->role[role].name :
		row_target_column(desc, base->role[role].name, &base->role[role].value);
	base->role[role].column = column;
	type = map_column(&rf->role[role], desc, offset, column,
					  psprintf("It is named as the %s.", nouns[role]));
	base->role[role].point = time_type(type);
	if (base->role[role].value || (role == ROLE_GROUPS && !time_type(type)))
		cell_reader_init_text(reader, type);
	else if (!cell_reader_init(reader, type) || (role == ROLE_TIME && reader->kind != CELL_NUMBER) ||
			 (role == ROLE_WEIGHT && (reader->kind == CELL_TEXT || time_type(type))))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("%s column \"%s\" is of type %s, which is not %s", nouns[role], column, format_type_be(type),
						role == ROLE_TIME ? "a number or a point in time" : role == ROLE_WEIGHT ? "a number" :
						"a number, a boolean or text")));
}

/* Finds the attributes and the roles by name in a row type. */
static void
map_row_type(RowFeatures *rf, Oid type, int32 typmod)
{
	TupleDesc	desc = lookup_rowtype_tupdesc(type, typmod);
	MemoryContext old;
	uint32	   *offset;
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

	offset = fixed_offsets(desc);
	rf->fixed = offset != NULL;
	for (Role role = 0; role < ROLES; role++)
		map_role(rf, desc, offset, role);
	if (!rf->chosen)
	{
		rf->choice.target = rf->base.role[ROLE_TARGET].column;
		MemoryContextSwitchTo(rf->base.context);
		rf->base.columns = choose_columns(&rf->choice, desc);
		MemoryContextSwitchTo(rf->map_context);
		rf->d = rf->base.columns.looks.d;
		rf->chosen = true;
	}
	n = rf->base.columns.looks.bought;
	rf->column = palloc(sizeof(RowColumn) * rf->d);
	rf->base.looks = 0;
	rf->base.look = palloc(sizeof(ColumnLook) * n);
	rf->base.unknown = palloc(sizeof(uint32) * n);
	if (rf->base.types_open)
		find_kinds(rf, desc);
	rf->base.types_open = false;
	for (uint32 l = 0; l < n; l++)
		map_look(rf, desc, offset, l);
	features_map_pairs(&rf->base);
	/* with the values of columns added later, which old tuples lack */
	rf->desc = CreateTupleDescCopyConstr(desc);
	MemoryContextSwitchTo(old);
	ReleaseTupleDesc(desc);
}

/*
 * Returns true if this row type was mapped last.  Unlike the OID, the identifier of a type changes
 * if its table is altered; for a named type, the type cache has it without a look-up for every row.
 */
static bool
is_mapped(const RowFeatures *rf, Oid type, int32 typmod)
{
	if (rf->desc == NULL || type != rf->type)
		return false;
	return rf->row_type == (rf->type_entry ? rf->type_entry->tupDesc_identifier :
							assign_record_type_identifier(type, typmod));
}

/* Maps the type of a row that is opened, if it is new. */
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

/* Fetches a value; returns false if it is NULL.  data: rf->data, which a loop keeps in a register. */
static inline bool
fetch_column(const RowFeatures *rf, const char *data, const RowColumn *column, Datum *datum)
{
	if (data == NULL && rf->nulls[column->number])
		return false;
	*datum = data ? fetch_att(data + column->offset, column->by_value, column->length) :
		rf->values[column->number];
	return true;
}

static inline void
read_column(const RowFeatures *rf, const RowColumn *column, Cell *cell)
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
 * Reads the attributes of one look at the beginning of attribute[]; returns their number.  A function
 * of its own, so that the loop of row_read() over plain columns keeps its registers.
 */
static pg_noinline uint32
read_look(RowFeatures *rf, const uint32 *attribute, uint32 n, double *value, bool *null)
{
	const RowColumn *column = &rf->column[attribute[0]];
	uint32		run = column_look_run(column->look, attribute, n);
	Cell		cell;

	if (column->number == COLUMN_ABSENT)
		row_refuse_absent(rf->desc, column->look->column->name, trained_column, rf->base.absent_hint);
	read_column(rf, column, &cell);
	memset(null, !features_cell_attributes(&rf->base, column->look, &cell, attribute, run, value),
		   sizeof(bool) * run);
	return run;
}

static void
row_read(Features *features, const uint32 *attribute, uint32 n,
		 double *value, bool *null)
{
	RowFeatures *rf = (RowFeatures *) features;
	const RowColumn *columns = rf->column;
	const char *data = rf->data;

	for (uint32 i = 0; i < n;)
	{
		const RowColumn *column = &columns[attribute[i]];
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
	((RowFeatures *) features)->chosen = true;
	return features;
}

Features *
features_create_row_roles(MemoryContext context, const char *const *role)
{
	Columns		none = {0};
	Features   *features = features_create_row_named(context, role[ROLE_TARGET], &none);

	for (Role r = 0; r < ROLES; r++)
		features->role[r].name = role[r];
	return features;
}
