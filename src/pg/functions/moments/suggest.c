/*
 * suggest.c
 *		aer_suggest: a first design from the table itself.
 *
 * One scan, of the columns that might be attributes, with the caller's rights.
 */
#include "pg/aer.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_index.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "pg/functions/moments/value_set.h"
#include "pg/given_table.h"
#include "pg/options/categories.h"
#include "pg/options/design_options.h"
#include "pg/options/numbers.h"
#include "pg/options/options.h"
#include "pg/rows/category_reader.h"
#include "pg/rows/features.h"
#include "pg/rows/scan_query.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

PG_FUNCTION_INFO_V1(aer_suggest);

/*
 * When a column of integers numbers the rows: each is larger than the one before
 * (but once, for a scan that joins another's begins in the middle), of as many
 * rows at least, and their range is at most so many times as wide as they are many.
 */
#define NUMBERED_ROWS 20
#define NUMBERED_GAPS 10

/* A column, and what its values are so far. */
typedef struct Candidate
{
	char	   *name;
	const char *left_out;		/* why it is no attribute, or NULL */
	bool		scanned;		/* the query has it: nothing was against it before */
	NumberReader reader;		/* NULL: words */
	ValueSet	words;
	bool		seen;			/* there is a value that is not NULL */
	bool		varies;			/* and one that is another */
	double		number;			/* the first one, of a column of numbers */
	bool		whole;			/* it is of an integer type */
	uint64		values;
	uint64		not_larger;		/* than the value before */
	double		last;
	double		low;
	double		high;
} Candidate;

typedef struct Suggestion
{
	char	   *source;			/* quoted */
	NumberReader target;
	int			n;				/* columns but the target */
	Candidate  *candidate;		/* [n] in their order */
} Suggestion;

/* Is it the only column of a unique index, or of the primary key? */
static bool
is_key(Relation relation, int16 number)
{
	List	   *indexes = RelationGetIndexList(relation);
	ListCell   *cell;
	bool		found = false;

	foreach(cell, indexes)
	{
		HeapTuple	tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(lfirst_oid(cell)));
		Form_pg_index index;

		if (!HeapTupleIsValid(tuple))
			continue;
		index = (Form_pg_index) GETSTRUCT(tuple);
		if (index->indisunique && index->indisvalid && heap_attisnull(tuple, Anum_pg_index_indpred, NULL))
			for (int i = 0; i < index->indnkeyatts && (index->indisprimary || index->indnkeyatts == 1); i++)
				found = found || index->indkey.values[i] == number;
		ReleaseSysCache(tuple);
	}
	list_free(indexes);
	return found;
}

static Candidate
make_candidate(Relation relation, Form_pg_attribute column)
{
	Candidate	candidate = {.name = pstrdup(NameStr(column->attname))};

	candidate.reader = number_reader(column->atttypid);
	candidate.whole = integer_reader(column->atttypid) != NULL;
	if (is_key(relation, column->attnum))
		candidate.left_out = "key";
	else if (candidate.reader == NULL && !category_type(column->atttypid))
		candidate.left_out = psprintf("%s is no number", format_type_be(column->atttypid));
	else if (candidate.reader == NULL)
		value_set_init(&candidate.words, column->atttypid);
	return candidate;
}

static void
describe(Suggestion *suggestion, Oid source, const char *target)
{
	Relation	relation = given_table_open(source, AccessShareLock);
	TupleDesc	desc = RelationGetDescr(relation);
	int			target_number = row_column_number(desc, target, "It is named as the target.");
	Oid			type = TupleDescAttr(desc, target_number)->atttypid;
	TargetType	target_type;

	suggestion->target = target_reader(type, &target_type);
	if (suggestion->target == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("target column \"%s\" is of type %s, which is neither a number nor boolean",
						target, format_type_be(type))));
	suggestion->source = quote_qualified_identifier(get_namespace_name(RelationGetNamespace(relation)),
													RelationGetRelationName(relation));
	suggestion->candidate = palloc(sizeof(Candidate) * desc->natts);
	for (int i = 0; i < desc->natts; i++)
		if (i != target_number && !TupleDescAttr(desc, i)->attisdropped)
			suggestion->candidate[suggestion->n++] = make_candidate(relation, TupleDescAttr(desc, i));
	table_close(relation, NoLock);
}

/* The target and the columns that might be attributes, in their order. */
static char *
query_of(const Suggestion *suggestion, const char *target)
{
	StringInfoData query;

	initStringInfo(&query);
	appendStringInfo(&query, "SELECT %s", quote_identifier(target));
	for (int c = 0; c < suggestion->n; c++)
		if (suggestion->candidate[c].left_out == NULL)
			appendStringInfo(&query, ", %s", quote_identifier(suggestion->candidate[c].name));
	appendStringInfo(&query, " FROM %s", suggestion->source);
	return query.data;
}

/* A number of a column. */
static void
take_number(Candidate *candidate, double number)
{
	if (!isfinite(number))
		candidate->left_out = "NaN or infinite values";
	if (!candidate->seen)
		candidate->number = candidate->low = candidate->high = number;
	else if (number <= candidate->last)
		candidate->not_larger++;
	candidate->varies = candidate->varies || number != candidate->number;
	candidate->values++;
	candidate->last = number;
	candidate->low = Min(candidate->low, number);
	candidate->high = Max(candidate->high, number);
}

/* Does the column number the rows, as a key does that nobody declared? */
static bool
numbers_rows(const Candidate *candidate)
{
	return candidate->whole && candidate->values >= NUMBERED_ROWS && candidate->not_larger <= 1 &&
		candidate->high - candidate->low < (double) NUMBERED_GAPS * candidate->values;
}

/* A value of a column that is not NULL. */
static void
take_value(Candidate *candidate, Datum value)
{
	if (candidate->reader == NULL)
	{
		if (!value_set_add(&candidate->words, value))
			candidate->left_out = "more than " CppAsString2(MOST_CATEGORIES) " values";
		candidate->varies = candidate->words.n > 1;
	}
	else
		take_number(candidate, candidate->reader(value));
	candidate->seen = true;
}

/* A row of the scan; false: it has no target, and nobody will learn from it. */
static bool
take_row(void *state, HeapTuple tuple, TupleDesc desc)
{
	Suggestion *suggestion = state;
	bool		null;
	int			column = 1;

	(void) SPI_getbinval(tuple, desc, column, &null);
	if (null)
		return false;
	for (int c = 0; c < suggestion->n; c++)
	{
		Datum		value;

		if (!suggestion->candidate[c].scanned)
			continue;
		value = SPI_getbinval(tuple, desc, ++column, &null);
		if (!null && suggestion->candidate[c].left_out == NULL)
			take_value(&suggestion->candidate[c], value);
	}
	return true;
}

/* Go through the rows; returns how many have a target. */
static uint64
scan(Suggestion *suggestion, const char *target)
{
	char	   *query = query_of(suggestion, target);
	Progress	progress;

	for (int c = 0; c < suggestion->n; c++)
		suggestion->candidate[c].scanned = suggestion->candidate[c].left_out == NULL;
	progress_begin(&progress, "aer_suggest");
	progress_phase(&progress, "reading", "rows", 0);
	return scan_query(query, InvalidOid, 0, true, take_row, suggestion, &progress);
}

/* Say which columns are left out, and why; returns how many are not. */
static int
notice_left_out(Suggestion *suggestion)
{
	StringInfoData text;
	int			kept = 0;

	initStringInfo(&text);
	for (int c = 0; c < suggestion->n; c++)
	{
		Candidate  *candidate = &suggestion->candidate[c];

		if (candidate->left_out == NULL && !candidate->varies)
			candidate->left_out = candidate->seen ? "constant" : "all NULL";
		if (candidate->left_out == NULL && numbers_rows(candidate))
			candidate->left_out = "numbers the rows";
		if (candidate->left_out == NULL)
			kept++;
		else
			appendStringInfo(&text, "%s\"%s\" (%s)", text.len ? ", " : "", candidate->name,
							 candidate->left_out);
	}
	if (text.len > 0)
		ereport(NOTICE, (errmsg("columns that are left out: %s", text.data)));
	return kept;
}

static void
push_names(const Suggestion *suggestion, JsonbParseState **state)
{
	json_push_key(state, "include");
	pushJsonbValue(state, WJB_BEGIN_ARRAY, NULL);
	for (int c = 0; c < suggestion->n; c++)
	{
		JsonbValue	name = json_string(suggestion->candidate[c].name);

		if (suggestion->candidate[c].left_out == NULL)
			pushJsonbValue(state, WJB_ELEM, &name);
	}
	pushJsonbValue(state, WJB_END_ARRAY, NULL);
}

static void
push_categories(Suggestion *suggestion, JsonbParseState **state)
{
	bool		any = false;

	for (int c = 0; c < suggestion->n; c++)
	{
		Candidate  *candidate = &suggestion->candidate[c];

		if (candidate->left_out != NULL || candidate->reader != NULL)
			continue;
		if (!any)
		{
			json_push_key(state, "categories");
			pushJsonbValue(state, WJB_BEGIN_OBJECT, NULL);
		}
		any = true;
		json_push_key(state, candidate->name);
		value_set_write(&candidate->words, state);
	}
	if (any)
		pushJsonbValue(state, WJB_END_OBJECT, NULL);
}

/* suggestion, budget: NULL where there is none (yet) */
static Jsonb *
make_design(Suggestion *suggestion, const double *budget)
{
	JsonbParseState *state = NULL;
	JsonbValue	value = json_string(pstrdup("design"));
	Jsonb	   *design;

	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	json_push_key(&state, LEARNER_KEY);
	pushJsonbValue(&state, WJB_VALUE, &value);
	if (budget)
	{
		value.type = jbvNumeric;
		value.val.numeric = DatumGetNumeric(exact_numeric(*budget));
		json_push_key(&state, "budget");
		pushJsonbValue(&state, WJB_VALUE, &value);
	}
	if (suggestion)
	{
		push_names(suggestion, &state);
		push_categories(suggestion, &state);
	}
	design = JsonbValueToJsonb(pushJsonbValue(&state, WJB_END_OBJECT, NULL));
	(void) design_options_parse(design);
	return design;
}

/* A budget that no design can have is told before the table is read. */
static void
check_budget(double budget)
{
	if (!isfinite(budget))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be finite", "budget"),
				 errdetail("It is NaN or infinite.")));
	(void) make_design(NULL, &budget);
}

Datum
aer_suggest(PG_FUNCTION_ARGS)
{
	Suggestion	suggestion = {0};
	double		budget = PG_ARGISNULL(2) ? 0 : PG_GETARG_FLOAT8(2);
	char	   *target;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the source and the target must not be NULL")));
	if (!PG_ARGISNULL(2))
		check_budget(budget);
	target = text_to_cstring(PG_GETARG_TEXT_PP(1));
	describe(&suggestion, PG_GETARG_OID(0), target);
	if (scan(&suggestion, target) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_NO_DATA_FOUND),
				 errmsg("%s has no row whose target is known", suggestion.source)));
	if (notice_left_out(&suggestion) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("no column of %s can be an attribute", suggestion.source),
				 errhint("Write the list by hand, in the option \"include\" of aer_design().")));
	PG_RETURN_JSONB_P(make_design(&suggestion, PG_ARGISNULL(2) ? NULL : &budget));
}
