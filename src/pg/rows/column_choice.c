/*
 * column_choice.c
 *		Chooses the columns of a row that are attributes, and describes them.
 */
#include "pg/rows/column_choice.h"

#include "access/sysattr.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "parser/parse_coerce.h"
#include "pg/notice.h"
#include "pg/kernel_call.h"
#include "pg/near_name.h"
#include "pg/numbers.h"
#include "pg/options/attribute_name.h"
#include "pg/options/column_list.h"
#include "pg/options/option_lists.h"
#include "pg/options/range_list.h"
#include "pg/rows/column_look.h"
#include "pg/rows/class_names.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

/* Columns that a hint lists. */
#define MOST_NAMED 10

bool
column_is_chosen(const ColumnChoice *choice, const char *name)
{
	return !(choice->target && strcmp(name, choice->target) == 0) &&
		!(choice->groups && strcmp(name, choice->groups) == 0) &&
		!(choice->weight && strcmp(name, choice->weight) == 0) &&
		!name_list_has(&choice->exclude, name) &&
		(choice->include.n == 0 ? choice->key == NULL || strcmp(name, choice->key) != 0 :
		 name_list_has(&choice->include, name));
}

/* Returns the first column of that name, from a number on; -1 if there is none. */
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

/* Returns true if the row is of a composite type, not of a table: it was a value in a column. */
static bool
is_composite_value(TupleDesc desc)
{
	Oid			relation = get_typ_typrelid(desc->tdtypeid);

	return OidIsValid(relation) && get_rel_relkind(relation) == RELKIND_COMPOSITE_TYPE;
}

/* Returns a hint with the first columns, and with a remedy if keys of a document are meant. */
static const char *
hint_columns(TupleDesc desc)
{
	StringInfoData names;
	const char *document = NULL;
	int			n = 0;

	initStringInfo(&names);
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute column = TupleDescAttr(desc, i);

		if (column->attisdropped)
			continue;
		if (n++ < MOST_NAMED)
			appendStringInfo(&names, "%s\"%s\"", n > 1 ? ", " : "", NameStr(column->attname));
		if (document == NULL && column->atttypid == JSONBOID)
			document = NameStr(column->attname);
	}
	if (n > MOST_NAMED)
		appendStringInfo(&names, " and %d more", n - MOST_NAMED);
	if (document)
		appendStringInfo(&names, ". For keys of \"%s\", pass that column itself; functions of a table take it as \"features\"", document);
	return n == 0 ? "The row has no columns." : psprintf("It has %s.", names.data);
}

void
row_refuse_absent(TupleDesc desc, const char *name, const char *reason, const char *remedy)
{
	NearName	near;
	const char *hint;

	near_name_init(&near, name, strlen(name));
	near_name_offer_columns(&near, desc);
	if (is_composite_value(desc))
		hint = psprintf("The row is a value of type %s. If table t has a column t, then t means that column; write t.* for the row.",
						format_type_be(desc->tdtypeid));
	else if (find_column(desc, pnstrdup(name, strcspn(name, " =<>:")), 0) >= 0)
		hint = "Give the name of a column, or 'column=value' without spaces. For any other expression, create a view.";
	else if (name[0] == '"')
		hint = psprintf("Write the name without quotes: %s.", pnstrdup(name + 1, strcspn(name + 1, "\"")));
	else
		hint = near.nearest ? psprintf("Did you mean \"%s\"?", near.nearest) : hint_columns(desc);
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("the row has no column \"%s\"", name),
			 errdetail("%s", reason),
			 errhint("%s%s%s", hint, remedy ? " " : "", remedy ? remedy : "")));
}

bool
row_has_column(TupleDesc desc, const char *name)
{
	return find_column(desc, name, 0) >= 0;
}

int
row_column_number(TupleDesc desc, const char *name, const char *reason)
{
	int			number = find_column(desc, name, 0);

	if (number < 0)
		row_refuse_absent(desc, name, reason, NULL);
	if (find_column(desc, name, number + 1) >= 0)
		ereport(ERROR,
				(errcode(ERRCODE_AMBIGUOUS_COLUMN),
				 errmsg("ambiguous column \"%s\"", name),
				 errdetail("The row has more than one column with this name. %s", reason),
				 errhint("Give one of them another name with AS, or leave it out of the rows.")));
	return number;
}

const char *
row_target_column(TupleDesc desc, const char *target, const char **value)
{
	Size		end = strlen(target);
	char	   *column;

	*value = NULL;
	if (find_column(desc, target, 0) >= 0)
		return target;
	while ((column = target_before_equals(target, &end)) != NULL)
		if (find_column(desc, column, 0) >= 0)
		{
			*value = target + end + 1;
			return column;
		}
	return target;
}

ColumnKind
plain_kind(Oid type)
{
	return getBaseType(type) == BOOLOID ? COLUMN_BOOLEAN : time_type(type) ? COLUMN_TIME : COLUMN_NUMBER;
}

static void
check_role_not_included(const ColumnChoice *choice, const char *column, const char *role)
{
	if (column && name_list_has(&choice->include, column) && !name_list_has(&choice->exclude, column))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"%s\" cannot be both \"%s\" and attribute", column, role),
				 errhint("Leave it out of \"include\".")));
}

void
check_roles_not_included(const ColumnChoice *choice)
{
	check_role_not_included(choice, choice->groups, "groups");
	check_role_not_included(choice, choice->weight, "weight");
}

/* Raises an error if a listed name is not a column: with a typo, the wrong columns would be used. */
static void
check_listed_columns(const ColumnChoice *choice, TupleDesc desc)
{
	check_roles_not_included(choice);
	for (int i = 0; i < choice->include.n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (find_column(desc, choice->include.name[i], 0) < 0)
			row_refuse_absent(desc, choice->include.name[i], "It is listed in \"include\".", NULL);
		if (choice->target && strcmp(choice->include.name[i], choice->target) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("column \"%s\" cannot be both target and attribute", choice->target)));
	}
	for (int i = 0; i < choice->exclude.n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (find_column(desc, choice->exclude.name[i], 0) < 0)
			row_refuse_absent(desc, choice->exclude.name[i], "It is listed in \"exclude\".", NULL);
	}
	for (int i = 0; i < choice->values.n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (find_column(desc, choice->values.column[i].name, 0) < 0)
			row_refuse_absent(desc, choice->values.column[i].name, "It is listed in \"columns\".", NULL);
	}
}

/* Returns the table's primary key, if rows are of a table's type and the key is one column; else NULL. */
static const char *
primary_key(TupleDesc desc)
{
	Oid			table = OidIsValid(desc->tdtypeid) ? get_typ_typrelid(desc->tdtypeid) : InvalidOid;
	Oid			constraint;
	int			number;

	if (!OidIsValid(table) ||
		!bms_get_singleton_member(get_primary_key_attnos(table, true, &constraint), &number))
		return NULL;
	return get_attname(table, number + FirstLowInvalidHeapAttributeNumber, false);
}

Column
named_column(const ColumnChoice *choice, const char *name)
{
	const Column *values = column_list_find(&choice->values, name);

	return values ? column_of_values(values, InvalidOid) : (Column) {.name = name};
}

/* Returns the number of a column of an interaction. */
static uint32
interaction_column(const Columns *columns, const NamedPair *pair, const char *name)
{
	NearName	near;

	near_name_init(&near, name, strlen(name));
	for (uint32 look = 0; look < columns->looks.bought; look++)
	{
		if (strcmp(columns->column[look].name, name) == 0)
			return look;
		near_name_offer(&near, columns->column[look].name);
	}
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("\"%s\" is not an attribute", name),
			 errdetail("The interaction of \"%s\" and \"%s\" is listed in \"interactions\".", pair->a, pair->b),
			 near.nearest ? near_name_hint(&near) :
			 errhint("Include both columns of the interaction, or leave the interaction out.")));
	return 0;					/* keep the compiler quiet */
}

/* Returns the centre that the option has for a plain number, which is that attribute. */
static double
find_centre(const NumberList *center, const char *name, uint32 attribute)
{
	if (center->name == NULL)
		return attribute < center->n || center->n == 1 ? number_of(center, attribute, 0) : 0;
	for (uint32 k = 0; k < center->n; k++)
		if (strcmp(center->name[k], name) == 0)
			return center->value[k];
	return 0;
}

static void
add_pairs(Columns *columns, Column *column, const ColumnChoice *choice)
{
	PairFit		fit = PAIR_FITS;

	for (int p = 0; p < choice->pairs.n && fit != PAIRS_TOO_MANY; p++)
	{
		const NamedPair *pair = &choice->pairs.pair[p];
		uint32		look[2] = {interaction_column(columns, pair, pair->a), interaction_column(columns, pair, pair->b)};

		fit = columns_add_pair(kernel_work(), columns, look[0], look[1], choice->copies);
		if (fit == PAIR_TOO_LARGE)
			notice_once(psprintf("the interaction of \"%s\" and \"%s\" is left out, because with a budget it would need more than %d attributes",
								 pair->a, pair->b, MOST_WITH_COPIES));
		else if (fit == PAIRS_TOO_MANY)
			notice_once(psprintf("interactions from \"%s\" and \"%s\" on are left out, because they would need more than %d attributes",
								 pair->a, pair->b, MOST_OF_PAIRS));
		for (int k = 0; fit == PAIR_FITS && k < 2; k++)
			if (column_is_number(&column[look[k]]) && column[look[k]].n == 0)
				column[look[k]].centre = find_centre(&choice->center, column[look[k]].name,
													  looks_first(&columns->looks, look[k]));
	}
}

/* An attribute and its printed name. */
typedef struct PrintedName
{
	const char *name;			/* first, where pg_qsort_strcmp() looks */
	uint32		attribute;
} PrintedName;

/* Returns true if the name of an attribute is not that of its column. */
static bool
has_own_name(const Columns *columns, uint32 attribute)
{
	uint32		look = looks_of(&columns->looks, attribute);

	return look >= columns->looks.bought || columns->column[look].kind == COLUMN_CATEGORIES ||
		columns->column[look].kind == COLUMN_LEVELS ||
		attribute > looks_first(&columns->looks, look);
}

/* Raises an error if two attributes have one name; columns of one name are checked elsewhere. */
static void
check_names(const Columns *columns)
{
	uint32		d = columns->looks.d;
	MemoryContext context;
	MemoryContext old;
	char	  **name;
	PrintedName *sorted;
	bool		any = false;

	for (uint32 i = 0; i < d && !any; i++)
		any = has_own_name(columns, i);
	if (!any)
		return;
	context = AllocSetContextCreate(CurrentMemoryContext, "aer names", ALLOCSET_DEFAULT_SIZES);
	old = MemoryContextSwitchTo(context);
	name = attribute_names(columns);
	sorted = palloc_extended(sizeof(PrintedName) * d, MCXT_ALLOC_HUGE);
	for (uint32 i = 0; i < d; i++)
		sorted[i] = (PrintedName) {name[i], i};
	qsort(sorted, d, sizeof(PrintedName), pg_qsort_strcmp);
	for (uint32 i = 1; i < d; i++)
	{
		uint32		last = Max(sorted[i].attribute, sorted[i - 1].attribute);

		if (strcmp(sorted[i - 1].name, sorted[i].name) == 0 &&
			(has_own_name(columns, sorted[i].attribute) || has_own_name(columns, sorted[i - 1].attribute)))
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_COLUMN),
					 errmsg("two attributes are named \"%s\"", sorted[i].name),
					 last >= looks_main(&columns->looks) ?
					 errdetail("A column and an attribute of an interaction in \"interactions\" have this name.") :
					 errdetail("A column and an attribute of a column in \"columns\" have this name."),
					 errhint("Leave one of them out with \"exclude\", or give the column another name with AS.")));
	}
	MemoryContextSwitchTo(old);
	MemoryContextDelete(context);
}

Columns
choose_interactions(Column *column, uint32 n, const ColumnChoice *choice)
{
	Columns		columns = columns_create(kernel_work(), column, n);

	for (uint32 look = 0; look < n; look++)
		if (column_is_number(&column[look]))
			column[look].range = range_list_find(&choice->range, column[look].name);
	add_pairs(&columns, column, choice);
	check_names(&columns);
	return columns;
}

/* Returns true if a value of the type can hold all attributes: an array of numbers, jsonb, an embedding. */
static bool
holds_attributes(Oid type)
{
	Oid			base = getBaseType(type);
	Oid			element = get_element_type(base);
	Oid			cast;

	if (OidIsValid(element))
		return number_reader(element) != NULL;
	return base == JSONBOID ||
		find_coercion_pathway(FLOAT4ARRAYOID, base, COERCION_EXPLICIT, &cast) == COERCION_PATH_FUNC;
}

/* Gives ereport() a hint about the first column that can hold all attributes. */
static int
hint_one_column(const ColumnChoice *choice, TupleDesc desc)
{
	Oid			relation = get_typ_typrelid(desc->tdtypeid);
	char	   *table = OidIsValid(relation) ? get_rel_name(relation) : NULL;

	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute column = TupleDescAttr(desc, i);
		const char *name = NameStr(column->attname);

		if (column->attisdropped || (choice->target && strcmp(name, choice->target) == 0) || !holds_attributes(column->atttypid))
			continue;
		return table && choice->target ?
			errhint("If one column holds all attributes, name it: aer_learn(%s, %s, features => %s).",
					quote_literal_cstr(quote_identifier(table)),
					quote_literal_cstr(choice->target), quote_literal_cstr(name)) :
			errhint("Pass the column %s instead of the row.", quote_identifier(name));
	}
	return 0;
}

/*
 * Describes a column of a row, in the current memory context; returns false if it is neither a
 * number nor listed in "columns".
 */
static bool
describe_column(const ColumnChoice *choice, TupleDesc desc, int number, Column *column)
{
	Form_pg_attribute attribute = TupleDescAttr(desc, number);
	char	   *name = NameStr(attribute->attname);
	const Column *values = column_list_find(&choice->values, name);

	if (values)
	{
		(void) row_column_number(desc, name, "It is listed in \"columns\".");
		*column = column_of_values(values, attribute->atttypid);
		return true;
	}
	if (number_reader(attribute->atttypid) != NULL)
	{
		*column = (Column) {.name = pstrdup(name), .kind = plain_kind(attribute->atttypid)};
		return true;
	}
	if (choice->include.n > 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"%s\" is of type %s, which is not a number",
						name, format_type_be(attribute->atttypid)),
				 cell_text_type(attribute->atttypid) ?
				 errhint("Give its categories in the option \"columns\", as aer_suggest() does.") : 0));
	return false;
}

/*
 * Describes the chosen columns of a row at column[]; returns their number.  Appends the names of
 * columns that are not numbers to left_out.
 */
static uint32
describe_columns(const ColumnChoice *choice, TupleDesc desc, Column *column, StringInfo left_out)
{
	const char *key = choice->include.n == 0 ? primary_key(desc) : NULL;
	uint32		n = 0;

	for (int i = 0; i < desc->natts; i++)
	{
		char	   *name = NameStr(TupleDescAttr(desc, i)->attname);

		CHECK_FOR_INTERRUPTS();
		if (TupleDescAttr(desc, i)->attisdropped || !column_is_chosen(choice, name))
			continue;
		if (key && strcmp(name, key) == 0)
			notice_once(psprintf("primary key \"%s\" is left out; list it in \"include\" to use it", key));
		else if (describe_column(choice, desc, i, &column[n]))
			n++;
		else
			appendStringInfo(left_out, "%s\"%s\"", left_out->len ? ", " : "", name);
	}
	return n;
}

Columns
choose_columns(const ColumnChoice *choice, TupleDesc desc)
{
	Column	   *column = palloc(sizeof(Column) * Max(desc->natts, 1));
	StringInfoData left_out;
	uint32		n;
	Columns		columns;

	check_listed_columns(choice, desc);
	initStringInfo(&left_out);
	n = describe_columns(choice, desc, column, &left_out);
	if (n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the row has no column of numbers, booleans or dates to train on"),
				 choice->target ? errdetail("The target \"%s\" is not an attribute.", choice->target) : 0,
				 hint_one_column(choice, desc)));
	columns = choose_interactions(column, n, choice);
	if (left_out.len > 0)
		notice_once(psprintf("columns that are not numbers are left out: %s", left_out.data));
	pfree(left_out.data);
	return columns;
}
