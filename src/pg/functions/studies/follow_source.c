/*
 * follow_source.c
 *		Which tables can be followed, and what is followed of them.
 */
#include "pg/functions/studies/follow_source.h"

#include "access/htup_details.h"
#include "catalog/pg_index.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "pg/options/design_options.h"
#include "pg/options/near_name.h"
#include "pg/options/option_values.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "utils/relcache.h"
#include "utils/rls.h"
#include "utils/syscache.h"

static void
cannot_follow(Relation relation, const char *detail, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("%s cannot be followed", study_relation_name(relation)),
			 errdetail("%s", detail),
			 hint ? errhint("%s", hint) : 0));
}

void
follow_source_check_owner(Form_pg_class table)
{
	if (!has_privs_of_role(GetUserId(), table->relowner))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("must be owner of table %s", NameStr(table->relname)),
				 errdetail("It gets triggers, and its log has the same owner.")));
}

void
follow_source_check(Relation source)
{
	Oid			owner = source->rd_rel->relowner;
	char		kind = source->rd_rel->relkind;

	if (kind == RELKIND_VIEW || kind == RELKIND_MATVIEW)
		cannot_follow(source, "It is a view, whose rows change where no trigger sees it.",
					  "Follow the table below it.");
	if (kind == RELKIND_FOREIGN_TABLE)
		cannot_follow(source, "It is a foreign table, whose rows change where no trigger sees it.",
					  "Follow it where it is stored.");
	if (kind != RELKIND_RELATION && kind != RELKIND_PARTITIONED_TABLE)
		cannot_follow(source, "It is no table.", NULL);
	if (source->rd_rel->relispartition)
		cannot_follow(source, "It is a partition: statements on the partitioned table change its rows, and fire other triggers.",
					  "Follow the partitioned table.");
	if (has_superclass(RelationGetRelid(source)) ||
		(kind == RELKIND_RELATION && has_subclass(RelationGetRelid(source)) &&
		 find_inheritance_children(RelationGetRelid(source), AccessShareLock) != NIL))
		cannot_follow(source, "It inherits from a table, or tables inherit from it: statements on one change rows of another.",
					  "A partitioned table can be followed.");
	if (check_enable_rls(RelationGetRelid(source), owner, true) == RLS_ENABLED)
		cannot_follow(source, "Row-level security is forced on its owner, and would hide rows.",
					  "ALTER TABLE ... NO FORCE ROW LEVEL SECURITY.");
}

void
follow_source_check_partition(Relation partition, Oid root, Oid owner)
{
	if (partition->rd_rel->relkind != RELKIND_RELATION &&
		partition->rd_rel->relkind != RELKIND_PARTITIONED_TABLE)
		cannot_follow(partition, "It is a foreign table, and a partition of what is to be followed.", NULL);
	if (partition->rd_rel->relowner != owner)
		cannot_follow(partition, "It is a partition of what is to be followed, and has another owner.",
					  "ALTER TABLE ... OWNER TO that of the partitioned table.");
	if (partition->rd_rel->relpersistence != get_rel_persistence(root))
		cannot_follow(partition, "It is a partition of what is to be followed, and only one of them is unlogged.",
					  "ALTER TABLE ... SET LOGGED.");
	if (check_enable_rls(RelationGetRelid(partition), owner, true) == RLS_ENABLED)
		cannot_follow(partition, "Row-level security is forced on its owner, and would hide rows.",
					  "ALTER TABLE ... NO FORCE ROW LEVEL SECURITY.");
}

/*
 * Does an index tell the rows apart by the key: alone, or as it must be with
 * columns of the partition key?
 */
static bool
is_of_key(Form_pg_index index, AttrNumber key, PartitionKey partition)
{
	bool		has_key = false;

	for (int i = 0; i < index->indnkeyatts; i++)
	{
		AttrNumber	column = index->indkey.values[i];
		bool		partitions = false;

		for (int j = 0; partition && j < get_partition_natts(partition); j++)
			partitions = partitions || get_partition_col_attnum(partition, j) == column;
		if (column != key && (column == 0 || !partitions))
			return false;
		has_key = has_key || column == key;
	}
	return has_key;
}

/*
 * Is there a unique index of the key?  That records of several partitions may
 * have the same does no harm to sums: they have the same plan.
 */
static bool
is_unique(Relation source, AttrNumber key, PartitionKey partition)
{
	List	   *indexes = RelationGetIndexList(source);
	bool		found = false;
	ListCell   *cell;

	foreach(cell, indexes)
	{
		HeapTuple	tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(lfirst_oid(cell)));
		Form_pg_index index;

		if (!HeapTupleIsValid(tuple))
			continue;
		index = (Form_pg_index) GETSTRUCT(tuple);
		found = found || (index->indisunique && index->indisvalid && index->indimmediate &&
						  is_of_key(index, key, partition) &&
						  heap_attisnull(tuple, Anum_pg_index_indpred, NULL));
		ReleaseSysCache(tuple);
	}
	list_free(indexes);
	return found;
}

static bool
has_column(Relation source, const char *name)
{
	return get_attnum(RelationGetRelid(source), name) > 0;
}

/* An error, which says what it is asked for, if the table has no column of that name. */
static void
check_column(Relation source, const char *name, const char *what)
{
	NearName	near;

	if (has_column(source, name))
		return;
	near_name_init(&near, name, strlen(name));
	near_name_offer_columns(&near, RelationGetDescr(source));
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("table %s has no column \"%s\"", study_relation_name(source), name),
			 errdetail("%s", what), near_name_hint(&near)));
}

/* A column that is asked for in every row: triggers see what is stored. */
static Form_pg_attribute
stored_column(Relation source, const char *name, const char *what)
{
	Form_pg_attribute column;

	check_column(source, name, what);
	column = TupleDescAttr(RelationGetDescr(source), get_attnum(RelationGetRelid(source), name) - 1);
	if (column->attgenerated != '\0' && column->attgenerated != ATTRIBUTE_GENERATED_STORED)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("column \"%s\" is generated and not stored", name),
				 errdetail("Triggers do not see its values.")));
	return column;
}

/* The columns that a unique index of the key needs. */
static char *
key_columns(Relation source, const char *key, PartitionKey partition)
{
	StringInfoData columns;

	initStringInfo(&columns);
	appendStringInfoString(&columns, quote_identifier(key));
	for (int i = 0; partition && i < get_partition_natts(partition); i++)
	{
		AttrNumber	column = get_partition_col_attnum(partition, i);
		const char *name = column ? get_attname(RelationGetRelid(source), column, false) : NULL;

		if (name && strcmp(name, key) != 0)
			appendStringInfo(&columns, ", %s", quote_identifier(name));
	}
	return columns.data;
}

static void
check_key(Relation source, const char *key)
{
	Form_pg_attribute column = stored_column(source, key, "It is the key.");
	PartitionKey partition = RelationGetPartitionKey(source);

	if (!column_never_null(source, column->attnum))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("key column \"%s\" may be NULL", key),
				 errdetail("The key decides what is looked at, and tells the rows apart."),
				 errhint("ALTER TABLE %s ALTER COLUMN %s SET NOT NULL.", study_relation_name(source),
						 quote_identifier(key))));
	if (!is_unique(source, column->attnum, partition))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("key column \"%s\" is not unique", key),
				 partition ?
				 errdetail("There is no unique index on this column alone or with columns of the partition key, valid, not partial and not deferrable.") :
				 errdetail("There is no unique index on this column alone, valid, not partial and not deferrable."),
				 errhint("CREATE UNIQUE INDEX ON %s (%s).", study_relation_name(source),
						 key_columns(source, key, partition))));
}

/* The design with its attributes written out. */
static char *
written_out(Jsonb *design, char *const *include, int n)
{
	JsonbParseState *state = NULL;
	JsonbIterator *iterator = JsonbIteratorInit(&design->root);
	JsonbIteratorToken token;
	JsonbValue	key;
	JsonbValue	value;
	Jsonb	   *json;

	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	while ((token = JsonbIteratorNext(&iterator, &key, true)) != WJB_DONE)
	{
		char	   *name;

		if (token != WJB_KEY)
			continue;
		(void) JsonbIteratorNext(&iterator, &value, true);
		name = pnstrdup(key.val.string.val, key.val.string.len);
		if (strcmp(name, "include") == 0 || strcmp(name, "exclude") == 0)
			continue;
		pushJsonbValue(&state, WJB_KEY, &key);
		pushJsonbValue(&state, WJB_VALUE, &value);
	}
	json_push_key(&state, "include");
	json_push_strings(&state, include, n);
	json = JsonbValueToJsonb(pushJsonbValue(&state, WJB_END_OBJECT, NULL));
	return JsonbToCString(NULL, &json->root, VARSIZE(json));
}

/*
 * "include" in the order of draws (look_planner.h): as it was written, or the
 * columns by their bytes.  Returns how many names there are.
 */
static int
draw_order(const DesignOptions *options, char *const *column, int columns, char **include)
{
	int			n = 0;

	for (int i = 0; i < options->include.n; i++)
	{
		char	   *name = options->include.written[i];
		bool		listed = false;

		for (int j = 0; j < n && !listed; j++)
			listed = strcmp(include[j], name) == 0;
		for (int j = 0; j < columns && !listed; j++)
			if (strcmp(column[j], name) == 0)
			{
				include[n++] = name;
				break;
			}
	}
	if (options->include.n == 0)
	{
		memcpy(include, column, sizeof(char *) * columns);
		n = columns;
		qsort(include, n, sizeof(char *), pg_qsort_strcmp);
	}
	return n;
}

/* Of whole rows: which columns the attributes come from, and the design with them. */
static char *
choose_columns(Relation source, const DesignOptions *options, Jsonb *design, const char *target,
			   const char *key, const Study *known, StudyShape *shape)
{
	RowColumns	columns = {.target = target,.key = key,.include = options->include,
	.exclude = options->exclude,.categories = options->categories};
	RowAttributes chosen;
	Looks		looks;
	char	  **include;

	if (known && options->include.n == 0)
	{
		StudyShape	before = study_shape(known);

		columns.order = before.column;
		columns.ordered = before.columns;
	}
	for (int i = 0; i < options->include.n; i++)
		check_column(source, options->include.name[i], "It is listed in \"include\".");
	for (int i = 0; i < options->exclude.n; i++)
		check_column(source, options->exclude.name[i], "It is listed in \"exclude\".");
	for (int i = 0; i < options->categories.n; i++)
		check_column(source, options->categories.category[i].column, "It is listed in \"categories\".");
	chosen = row_attributes_choose(&columns, RelationGetDescr(source), CurrentMemoryContext);
	looks = row_looks(chosen.d, chosen.name, chosen.type);
	shape->columns = looks.n;
	shape->column = row_look_names(&looks, chosen.name, chosen.type);
	for (int i = 0; i < shape->columns; i++)
		(void) stored_column(source, shape->column[i], "It is an attribute.");
	include = palloc(sizeof(char *) * shape->columns);
	return written_out(design, include, draw_order(options, shape->column, shape->columns, include));
}

/* What the target column is. */
static TargetType
check_target_column(Relation source, const char *target)
{
	Form_pg_attribute column = stored_column(source, target, "It is named as the target.");
	TargetType	type;

	if (target_reader(column->atttypid, &type) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("target column \"%s\" is of type %s, which is neither a number nor boolean",
						target, format_type_be(column->atttypid))));
	return type;
}

Study
follow_source_study(Relation source, const char *log, const char *target, Jsonb *design,
					const char *key, const char *features, const Study *known)
{
	DesignOptions *options = design_options_parse(design);
	StudyShape	shape = {.kind = FEATURES_ROW};
	Study		study;

	(void) design_options_sampling(options, true, true);	/* a learned one has no key */
	check_key(source, key);
	if (strcmp(target, key) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("column \"%s\" cannot be both target and key", target)));
	study.design = JsonbToCString(NULL, &design->root, VARSIZE(design));
	if (features)
	{
		Form_pg_attribute column = stored_column(source, features, "It is named as the features.");
		Oid			type = getBaseType(column->atttypid);

		if (type != JSONBOID && !OidIsValid(get_element_type(type)))
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("features column \"%s\" is of type %s, which is neither an array nor jsonb",
							features, format_type_be(type)),
					 type == JSONOID ? errhint("Make it jsonb.") :
					 errhint("Leave \"features\" out to follow whole rows.")));
		shape.kind = type == JSONBOID ? FEATURES_JSONB : FEATURES_ARRAY;
		shape.target_inside = type == JSONBOID && !has_column(source, target);
	}
	else
		study.design = choose_columns(source, options, design, target, key, known, &shape);
	/* what a key of jsonb holds only rows can tell */
	shape.target = shape.target_inside ? TARGET_UNKNOWN : check_target_column(source, target);
	study.log = pstrdup(log);
	study.target = pstrdup(target);
	study.key = pstrdup(key);
	study.features = pstrdup(features ? features : "");
	study.fingerprint = pstrdup("");
	study.shape = study_shape_text(&shape);
	return study;
}
