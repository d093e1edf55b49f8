/*
 * followed_rows.c
 *		The one reader of rows of a followed table.
 */
#include "pg/functions/studies/followed_rows.h"

#include "access/table.h"
#include "access/tableam.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "executor/tuptable.h"
#include "miscadmin.h"
#include "pg/progress.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/* Of 2^50 rows, more than will ever be, the sum of squares is finite. */
#define LARGEST_VALUE 1e140

/* A column of the relation whose rows come. */
typedef struct Place
{
	int			number;			/* 1-based; 0: none */
	Oid			type;			/* without domains */
} Place;

struct FollowedRows
{
	RowSource	source;			/* first: the model points to it */
	RowMoments *model;			/* of no rows; its context is that of all this */
	Study		study;
	StudyShape	shape;
	uint64		row_type;		/* of the relation's rows; 0: none yet */
	Oid			row_type_oid;
	Place		key;
	IntegerReader key_reader;
	Place		features;
	Place		target;
	NumberReader target_reader; /* of a column that is not in the features */
};

FollowedRows *
followed_rows_create(MemoryContext parent, const Study *study)
{
	RowMoments *model = row_moments_create(parent);
	MemoryContext old = MemoryContextSwitchTo(model->object.header.eoh_context);
	FollowedRows *rows = palloc0(sizeof(FollowedRows));
	Jsonb	   *design;
	StudyShape	shape;

	rows->model = model;
	rows->study = study_copy(study);
	rows->shape = shape = study_shape(&rows->study);
	design = DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(study->design)));
	row_source_init(&rows->source, model, design_options_parse(design), design, shape.kind,
					shape.kind == FEATURES_ROW || shape.target_inside ? rows->study.target : NULL, true);
	if (shape.kind == FEATURES_ROW)
		features_order_columns(rows->source.features, shape.column, shape.columns);
	features_take_target(rows->source.features, shape.target);
	model->exact = true;
	MemoryContextSwitchTo(old);
	return rows;
}

void
followed_rows_delete(FollowedRows *rows)
{
	MemoryContextDelete(rows->model->object.header.eoh_context);
}

static Place
find(TupleDesc desc, const char *name, const char *what)
{
	Place		place;

	place.number = row_column_number(desc, name, what) + 1;
	place.type = getBaseType(TupleDescAttr(desc, place.number - 1)->atttypid);
	return place;
}

void
followed_rows_relation(FollowedRows *rows, Relation relation)
{
	TupleDesc	desc = RelationGetDescr(relation);
	Oid			type = desc->tdtypeid;
	uint64		row_type = assign_record_type_identifier(type, -1);
	const StudyShape *shape = &rows->shape;

	if (rows->row_type == row_type && rows->row_type_oid == type)
		return;
	rows->row_type = 0;
	rows->key = find(desc, rows->study.key, "It is the key.");
	rows->key_reader = integer_reader(rows->key.type);
	if (rows->key_reader == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("key column \"%s\" is of type %s, which is no integer", rows->study.key,
						format_type_be(rows->key.type)),
				 errhint("Text and uuid keys need a column GENERATED ALWAYS AS (hashtextextended(%s::text COLLATE \"C\", 0)) STORED, with a unique index.",
						 quote_identifier(rows->study.key))));
	if (shape->kind != FEATURES_ROW)
	{
		rows->features = find(desc, rows->study.features, "It is named as the features.");
		if (shape->kind == FEATURES_JSONB ? rows->features.type != JSONBOID :
			!OidIsValid(get_element_type(rows->features.type)))
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("features column \"%s\" is of type %s, which is neither an array nor jsonb, or not what it was",
							rows->study.features, format_type_be(rows->features.type))));
	}
	if (shape->kind != FEATURES_ROW && !shape->target_inside)
	{
		TargetType	given;

		rows->target = find(desc, rows->study.target, "It is named as the target.");
		rows->target_reader = target_reader(rows->target.type, &given);
		if (rows->target_reader == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("target column \"%s\" is of type %s, which is neither a number nor boolean",
							rows->study.target, format_type_be(rows->target.type))));
		features_take_target(rows->source.features, given);
	}
	rows->row_type = row_type;
	rows->row_type_oid = type;
}

char *
followed_rows_fingerprint(const FollowedRows *rows)
{
	return psprintf("%016llx", (unsigned long long) rows->model->fingerprint);
}

/* Make the design for rows of d attributes, and see whether they are the study's. */
static void
start(FollowedRows *rows, uint32 d)
{
	if (rows->shape.kind == FEATURES_ARRAY && rows->shape.length > 0 && rows->shape.length != d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("row " INT64_FORMAT " has %u attributes, the rows before it have %u",
						rows->source.row, d, rows->shape.length)));
	row_source_start(rows->model, d);
	if (rows->study.fingerprint[0] != '\0' &&
		strcmp(followed_rows_fingerprint(rows), rows->study.fingerprint) != 0)
	{
		rows->source.planner = NULL;	/* the next row is told the same */
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the attributes are not those that the log was begun with"),
				 errdetail("A column of numbers became boolean, or the other way round.")));
	}
}

void
followed_rows_start(FollowedRows *rows, Relation relation)
{
	TupleTableSlot *slot;

	followed_rows_relation(rows, relation);
	if (rows->shape.kind == FEATURES_ARRAY || rows->source.planner != NULL)
		return;
	if (rows->shape.kind == FEATURES_JSONB)
	{
		start(rows, features_open(rows->source.features,
								  DirectFunctionCall1(jsonb_in, CStringGetDatum("{}"))));
		return;
	}
	slot = MakeSingleTupleTableSlot(RelationGetDescr(relation), &TTSOpsVirtual);
	start(rows, features_open_slot(rows->source.features, ExecStoreAllNullTuple(slot)));
	ExecDropSingleTupleTableSlot(slot);
}

const RowMoments *
followed_rows_model(const FollowedRows *rows)
{
	return rows->source.planner ? rows->model : NULL;
}

RowMoments *
followed_rows_moments(FollowedRows *rows, MemoryContext parent)
{
	RowMoments *moments = row_moments_create_like(rows->model, parent);

	moments->exact = true;
	moments->source = &rows->source;
	return moments;
}

static uint64
key_of(const FollowedRows *rows, TupleTableSlot *slot)
{
	bool		null;
	Datum		key = slot_getattr(slot, rows->key.number, &null);

	if (null)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the key \"%s\" of a row is NULL", rows->study.key)));
	return (uint64) rows->key_reader(key);
}

/*
 * Sums of squares of what is larger might be infinite, and would be so for ever:
 * nothing can be taken back from them.
 */
static void
check_size(double value, const char *what, int64 row)
{
	if (fabs(value) > LARGEST_VALUE)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("%s of row " INT64_FORMAT " is too large to be added up", what, row),
				 errdetail("It is %g; a followed table may have numbers up to %g.", value, LARGEST_VALUE)));
}

static void
check_sizes(const RowMoments *model, const FollowedRow *row)
{
	check_size(row->y, "the target", (int64) row->key);
	for (uint32 k = 0; k < row->m; k++)
		if (fabs(row->value[k]) > LARGEST_VALUE)
			check_size(row->value[k], model->name ? psprintf("attribute \"%s\"", model->name[row->found[k]]) :
					   psprintf("attribute %u", row->found[k] + 1), (int64) row->key);
}

void
followed_rows_read(FollowedRows *rows, TupleTableSlot *slot, FollowedRow *row)
{
	RowSource  *source = &rows->source;
	bool		null = false;
	Datum		target;
	uint32		d;

	row->counted = false;
	row->key = key_of(rows, slot);
	source->row = (int64) row->key;
	if (rows->target_reader)
	{
		target = slot_getattr(slot, rows->target.number, &null);
		if (null)
			return;
		row->y = rows->target_reader(target);
		check_target(row->y, source->row);
	}
	if (rows->shape.kind == FEATURES_ROW)
		d = features_open_slot(source->features, slot);
	else
	{
		Datum		features = slot_getattr(slot, rows->features.number, &null);

		if (null)
			return;
		d = features_open(source->features, features);
	}
	if (rows->target_reader == NULL && !features_target(source->features, &row->y, source->row))
		return;
	if (source->planner == NULL)
		start(rows, d);
	row->fold = row_source_read(rows->model, d, row->key);
	row->plan = source->plan;
	row->n = source->n;
	row->found = source->found;
	row->value = source->value;
	row->m = source->m;
	row->unknown = source->features->unknown;
	row->unknowns = source->features->unknowns;
	check_sizes(rows->model, row);
	row->counted = true;
}

static void *
copied(const void *array, Size size)
{
	return size == 0 ? NULL : memcpy(palloc(size), array, size);
}

FollowedRow
followed_row_copy(const FollowedRow *row)
{
	FollowedRow copy = *row;

	if (row->counted)
	{
		copy.plan = copied(row->plan, sizeof(uint32) * row->n);
		copy.found = copied(row->found, sizeof(uint32) * row->m);
		copy.value = copied(row->value, sizeof(double) * row->m);
		copy.unknown = copied(row->unknown, sizeof(uint32) * row->unknowns);
	}
	return copy;
}

/* Arrays of nothing have no address. */
static bool
same(const void *a, const void *b, Size size)
{
	return size == 0 || memcmp(a, b, size) == 0;
}

bool
followed_row_same(const FollowedRow *a, const FollowedRow *b)
{
	if (a->key != b->key || a->counted != b->counted)
		return false;
	return !a->counted ||
		(a->y == b->y && a->m == b->m && a->unknowns == b->unknowns &&
		 same(a->found, b->found, sizeof(uint32) * a->m) &&
		 same(a->value, b->value, sizeof(double) * a->m) &&
		 same(a->unknown, b->unknown, sizeof(uint32) * a->unknowns));
}

void
followed_rows_put(RowMoments *moments, const FollowedRow *row)
{
	if (!row->counted)
	{
		moments->skipped++;
		return;
	}
	row_moments_add(moments, row->fold, row->y, row->plan, row->n, row->found, row->value, row->m);
	if (row->unknowns > 0)
		row_moments_add_unknown(moments, row->unknown, row->unknowns);
}

/* Does a row have a look that begins with an attribute marked as of no known category? */
static bool
is_unknown(const FollowedRow *row, uint32 first)
{
	for (uint32 i = 0; i < row->unknowns; i++)
		if (row->unknown[i] == first)
			return true;
	return false;
}

/* A look is known before if all of its attributes are. */
void
followed_rows_mark_known(RowMoments *moments, const FollowedRow *row, const FollowedRow *before)
{
	const Looks *looks = &moments->source->looks;
	uint32	   *known = palloc(sizeof(uint32) * Max(row->m, 1));
	uint32		n = 0;
	uint32		j = 0;
	uint32		look = 0;

	if (!row->counted || !before->counted)
		return;
	for (uint32 i = 0; i < row->m;)
	{
		uint32		first = row->found[i];
		uint32		end;
		bool		same = true;
		uint32		begin = n;

		if (looks->first)
			while (looks_first(looks, look + 1) <= first)
				look++;
		end = looks->first ? looks_first(looks, look + 1) : first + 1;
		for (; i < row->m && row->found[i] < end; i++)
		{
			while (j < before->m && before->found[j] < row->found[i])
				j++;
			same = same && j < before->m && before->found[j] == row->found[i] &&
				before->value[j] == row->value[i];
			known[n++] = row->found[i];
		}
		if (!same || is_unknown(row, first) != is_unknown(before, first))
			n = begin;
	}
	if (n > 0)
		row_moments_mark_known(moments, known, n);
	pfree(known);
}

/* The rows of a relation that has rows. */
static void
scan(FollowedRows *rows, Relation relation, Snapshot snapshot, MemoryContext parent,
	 RowMoments **moments, Progress *progress, uint64 *count)
{
	TupleTableSlot *slot = table_slot_create(relation, NULL);
	TableScanDesc scan = table_beginscan(relation, snapshot, 0, NULL);
	MemoryContext row_context = AllocSetContextCreate(CurrentMemoryContext, "aer followed row",
													  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(row_context);
	uint64		skipped = 0;

	followed_rows_relation(rows, relation);
	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		FollowedRow row;

		CHECK_FOR_INTERRUPTS();
		followed_rows_read(rows, slot, &row);
		if (!row.counted)
			skipped++;
		else
		{
			if (*moments == NULL)
				*moments = followed_rows_moments(rows, parent);
			followed_rows_put(*moments, &row);
		}
		MemoryContextReset(row_context);
		progress_tell(progress, ++*count);
	}
	MemoryContextSwitchTo(old);
	if (skipped > 0)
	{
		if (*moments == NULL)
			*moments = followed_rows_moments(rows, parent);
		(*moments)->skipped += skipped;
	}
	MemoryContextDelete(row_context);
	table_endscan(scan);
	ExecDropSingleTupleTableSlot(slot);
}

void
followed_rows_scan(FollowedRows *rows, Relation relation, Snapshot snapshot,
				   MemoryContext parent, RowMoments **moments, const char *function)
{
	List	   *members = find_all_inheritors(RelationGetRelid(relation), NoLock, NULL);
	Progress	progress;
	uint64		count = 0;
	ListCell   *cell;

	progress_begin(&progress, function);
	progress_phase(&progress, "reading", "rows", 0);
	foreach(cell, members)
	{
		Relation	member = table_open(lfirst_oid(cell), AccessShareLock);

		if (member->rd_rel->relkind != RELKIND_PARTITIONED_TABLE)
			scan(rows, member, snapshot, parent, moments, &progress, &count);
		table_close(member, NoLock);
	}
	list_free(members);
}
