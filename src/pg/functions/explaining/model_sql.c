/*
 * model_sql.c
 *		aer_sql: a model as one SQL expression.
 *
 * A value that the model needs and a row lacks makes aer_predict() raise an error: NULL where NULL
 * is neither a category nor a level, and a category that is not listed.  One condition before the
 * expression tests for these, so its parts need not be NULL themselves.  GREATEST and LEAST never meet
 * NULL: PostgreSQL ignores it, and other databases return it, as max and min of SQLite do.
 *
 * A model of one score is one expression.  With three or more classes the scores are needed several
 * times; nested scalar subqueries name them, and each next step of class_model.c.  Every subquery
 * is DISTINCT, so that planners do not merge them, which would repeat the scores for each use of each
 * step.
 */
#include "pg/functions/explaining/explanation.h"

#include "common/keywords.h"
#include "common/shortest_dec.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "nodes/pg_list.h"
#include "pg/functions/scoring/scorer.h"
#include "pg/kernel_call.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(aer_sql);

typedef enum SqlDialect
{
	SQL_STANDARD,
	SQL_SQLITE
} SqlDialect;

/* Texts that one pair of parentheses joins. */
#define JOINED_TOGETHER 32

static void
append_quoted(StringInfo out, const char *text, char quote)
{
	appendStringInfoChar(out, quote);
	for (const char *c = text; *c; c++)
	{
		if (*c == quote)
			appendStringInfoChar(out, quote);
		appendStringInfoChar(out, *c);
	}
	appendStringInfoChar(out, quote);
}

static const char *
quoted(const char *text, char quote)
{
	StringInfoData out;

	initStringInfo(&out);
	append_quoted(&out, text, quote);
	return out.data;
}

/*
 * Returns a name, in quotes unless it is a plain word.  SQLite takes an unknown name in double quotes
 * for a string, but not one in backticks, and has keywords of its own; so its names are always quoted.
 */
static const char *
sql_identifier(SqlDialect dialect, const char *name)
{
	if (dialect == SQL_SQLITE)
		return quoted(name, '`');
	if (((name[0] >= 'a' && name[0] <= 'z') || name[0] == '_') &&
		name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0' &&
		ScanKeywordLookup(name, &ScanKeywords) < 0)
		return name;
	return quoted(name, '"');
}

/* Returns a string literal, in which a backslash stands for itself. */
static const char *
sql_literal(const char *text)
{
	return quoted(text, '\'');
}

/* Writes the shortest text that is read as exactly this number; raises an error if it is not finite. */
static void
write_number(double number, char text[DOUBLE_SHORTEST_DECIMAL_LEN])
{
	if (!isfinite(number))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("a number of the expression is too large"),
				 errdetail("The product of a weight and the effect of a level exceeds the largest double.")));
	double_to_shortest_decimal_buf(number, text);
}

static const char *
sql_number(double number)
{
	char	   *text = palloc(DOUBLE_SHORTEST_DECIMAL_LEN);

	write_number(number, text);
	return text;
}

/* Return an expression plus or minus a number; the expression alone if the number is 0. */
static const char *
sql_plus(const char *expression, double number)
{
	if (number == 0)
		return expression;
	return psprintf("%s %c %s", expression, number < 0 ? '-' : '+', sql_number(fabs(number)));
}

static const char *
sql_minus(const char *expression, double number)
{
	return sql_plus(expression, -number);
}

/* Joins texts from .. to - 1 of a list. */
static char *
join_some(const List *texts, int from, int to, const char *between)
{
	StringInfoData out;

	initStringInfo(&out);
	for (int i = from; i < to; i++)
		appendStringInfo(&out, "%s%s", i > from ? between : "", (const char *) list_nth(texts, i));
	return out.data;
}

/* Joins a list of texts by commas. */
static const char *
sql_list(const List *texts)
{
	return join_some(texts, 0, list_length(texts), ", ");
}

/*
 * Joins a list of texts by an operator that is associative.  Parentheses keep the depth of the
 * expression logarithmic, because databases limit it: SQLite allows 1000.
 */
static const char *
sql_join(const List *texts, const char *between)
{
	int			n = list_length(texts);
	List	   *groups = NIL;

	if (n <= JOINED_TOGETHER)
		return join_some(texts, 0, n, between);
	for (int i = 0; i < n; i += JOINED_TOGETHER)
	{
		CHECK_FOR_INTERRUPTS();
		groups = lappend(groups, psprintf("(%s)", join_some(texts, i, Min(i + JOINED_TOGETHER, n), between)));
	}
	return sql_join(groups, between);
}

/* Returns the largest of expressions, none of which may be NULL.  max() of one is an aggregate in SQLite. */
static const char *
sql_greatest(SqlDialect dialect, const List *expressions)
{
	return list_length(expressions) == 1 ? linitial(expressions) :
		psprintf("%s(%s)", dialect == SQL_SQLITE ? "max" : "GREATEST", sql_list(expressions));
}

/* Clips an expression, which must not be NULL; an infinite end is left out. */
static const char *
sql_clip(SqlDialect dialect, const char *expression, double low, double high)
{
	bool		sqlite = dialect == SQL_SQLITE;

	if (low > -INFINITY)
		expression = psprintf("%s(%s, %s)", sqlite ? "max" : "GREATEST", expression, sql_number(low));
	if (high < INFINITY)
		expression = psprintf("%s(%s, %s)", sqlite ? "min" : "LEAST", expression, sql_number(high));
	return expression;
}

/* Points in time count days from 2000-01-01: seconds from 1970 until then, and its Julian day. */
#define EPOCH_SECONDS "946684800"
#define SECONDS_PER_DAY "86400"
#define EPOCH_JULIAN "2451544.5"

typedef struct ScoreExpression
{
	SqlDialect	dialect;
	const Columns *columns;
	const char *array;
	bool	   *used;			/* [looks.bought] the model reads the column */
	const char **name;			/* [looks.bought] the column in SQL */
	const char **number;		/* [looks.bought] its number, clipped; NULL unless the column is a number */
	LookFactors factors;		/* if there are interactions */
} ScoreExpression;

/* Returns the number of a column, clipped as the model clips it, where it is not a missing value. */
static const char *
number_of_column(SqlDialect dialect, const Columns *columns, uint32 l, const char *name, double held_at)
{
	const Column *column = &columns->column[l];
	ColumnLook	look;
	const char *number;

	column_look_init(&look, InvalidOid, columns, l);
	if (column->kind != COLUMN_TIME)
		number = psprintf("CAST(%s AS double precision)", name);
	else if (dialect == SQL_SQLITE)
		number = psprintf("(julianday(%s) - " EPOCH_JULIAN ")", name);
	else
		number = psprintf("(CAST(EXTRACT(EPOCH FROM %s) - " EPOCH_SECONDS " AS double precision) / " SECONDS_PER_DAY ")",
						  name);
	if (column->null)
		number = psprintf("COALESCE(%s, %s)", number, sql_number(column->knot[column_middle(column)]));
	return sql_clip(dialect, number, look.fenced ? look.low : -INFINITY,
					Min(look.fenced ? look.high : INFINITY, held_at));
}

static const char *
name_of_column(const ScoreExpression *e, uint32 l)
{
	return e->columns->column ? sql_identifier(e->dialect, e->columns->column[l].name) :
		psprintf("%s[%u]", e->array, l + 1);
}

/* Prepares the expressions of a model that scores complete rows.  scorer: says which attributes it reads. */
static ScoreExpression *
score_expression_create(SqlDialect dialect, const ModelParts *parts, const Scorer *scorer, const char *array)
{
	ScoreExpression *e = palloc0(sizeof(ScoreExpression));
	const Columns *columns = &parts->columns;
	const Looks *looks = &columns->looks;
	uint32		n = looks->bought;

	e->dialect = dialect;
	e->columns = columns;
	e->array = array;
	e->used = WORK_ARRAY(kernel_work(), n, bool);
	e->name = WORK_ARRAY(kernel_work(), n, const char *);
	e->number = WORK_ARRAY(kernel_work(), n, const char *);
	if (looks->pair)
		e->factors = columns_factors(kernel_work(), columns);
	for (uint32 k = 0; k < scorer->n; k++)
	{
		uint32		look = looks_of(looks, scorer->attribute[k]);

		if (look < n)
			e->used[look] = true;
		else
			e->used[looks->pair[look - n].a] = e->used[looks->pair[look - n].b] = true;
	}
	for (uint32 l = 0; l < n; l++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!e->used[l])
			continue;
		e->name[l] = name_of_column(e, l);
		if (columns->column == NULL)
			e->number[l] = psprintf("CAST(%s AS double precision)", e->name[l]);
		else if (column_is_number(&columns->column[l]))
			e->number[l] = number_of_column(dialect, columns, l, e->name[l], model_parts_held_at(parts, l));
	}
	return e;
}

/*
 * SQLite has no booleans: those of a column of categories are 1 and 0 there.  Returns that number, or
 * NULL.
 */
static const char *
number_of_boolean(SqlDialect dialect, const char *category)
{
	return dialect != SQL_SQLITE ? NULL : strcmp(category, "true") == 0 ? "1" :
		strcmp(category, "false") == 0 ? "0" : NULL;
}

/* Returns the condition that a column has a value that the model knows; NULL if it always has. */
static const char *
condition_of_column(const ScoreExpression *e, uint32 l)
{
	const Column *column = e->columns->column ? &e->columns->column[l] : NULL;
	const char *name = e->name[l];
	StringInfoData out;

	if (column == NULL || (column->kind != COLUMN_CATEGORIES && column->kind != COLUMN_LEVELS && !column->null))
		return psprintf("%s IS NOT NULL", name);
	if (column->kind != COLUMN_CATEGORIES)
		return NULL;
	initStringInfo(&out);
	appendStringInfo(&out, "%s%s IN (", column->null ? "(" : "", name);
	for (uint32 k = 0; k < column->n; k++)
	{
		const char *number = number_of_boolean(e->dialect, column->category[k]);

		appendStringInfo(&out, "%s%s", k > 0 ? ", " : "", sql_literal(column->category[k]));
		if (number)
			appendStringInfo(&out, ", %s", number);
	}
	appendStringInfoChar(&out, ')');
	if (column->null)
		appendStringInfo(&out, " OR %s IS NULL)", name);
	return out.data;
}

/*
 * Returns a condition that is true for rows with all values that the model needs; it may be NULL for
 * others.  Returns NULL if all rows have them.
 */
static const char *
score_expression_condition(const ScoreExpression *e)
{
	List	   *conditions = NIL;

	for (uint32 l = 0; l < e->columns->looks.bought; l++)
	{
		const char *condition = e->used[l] ? condition_of_column(e, l) : NULL;

		if (condition)
			conditions = lappend(conditions, unconstify(char *, condition));
	}
	return conditions == NIL ? NULL : sql_join(conditions, " AND ");
}

/* Returns true for the name of a level as PostgreSQL writes an integer. */
static bool
is_integer(const char *name)
{
	const char *digits = name + (name[0] == '-');
	Size		n = strspn(digits, "0123456789");

	return n > 0 && digits[n] == '\0' && (digits[0] != '0' || strcmp(name, "0") == 0);
}

/*
 * Appends the branch of a CASE for category or level k of a column; nothing for a level that no integer
 * is, if the column is an integer.
 */
static void
append_branch(StringInfo out, const ScoreExpression *e, const Column *column, uint32 k, double value)
{
	const char *name = column->levels ? column->levels->name[k] : column->category[k];
	const char *boolean = column->levels ? NULL : number_of_boolean(e->dialect, name);
	char		number[DOUBLE_SHORTEST_DECIMAL_LEN];

	if (column->kind == COLUMN_NUMBER && !is_integer(name))
		return;
	write_number(value, number);
	appendStringInfoString(out, " WHEN ");
	if (column->kind == COLUMN_NUMBER)
		appendStringInfoString(out, name);
	else
		append_quoted(out, name, '\'');
	appendStringInfo(out, " THEN %s", number);
	if (boolean)
		appendStringInfo(out, " WHEN %s THEN %s", boolean, number);
}

/*
 * Returns an expression that has value[k] at category or level k of a column, value[n] at NULL, and 0
 * elsewhere; NULL if all values are 0.
 */
static const char *
values_of_column(const ScoreExpression *e, uint32 l, uint32 n, const double *value)
{
	const char *name = e->name[l];
	StringInfoData out;
	int			start;

	initStringInfo(&out);
	if (value[n] != 0)
		appendStringInfo(&out, "CASE WHEN %s IS NULL THEN %s ELSE ", name, sql_number(value[n]));
	appendStringInfo(&out, "CASE %s", name);
	start = out.len;
	for (uint32 k = 0; k < n; k++)
	{
		CHECK_FOR_INTERRUPTS();
		if (value[k] != 0)
			append_branch(&out, e, &e->columns->column[l], k, value[k]);
	}
	if (out.len == start)
		return value[n] == 0 ? NULL : psprintf("CASE WHEN %s IS NULL THEN %s ELSE 0 END", name, sql_number(value[n]));
	appendStringInfoString(&out, value[n] != 0 ? " ELSE 0 END END" : " ELSE 0 END");
	return out.data;
}

/* Returns what the effects of levels add, by their weights; NULL if nothing. */
static const char *
effects_of_column(const ScoreExpression *e, uint32 l, const double *weight)
{
	const Levels *levels = e->columns->column[l].levels;
	double	   *value = palloc0(sizeof(double) * (levels->n + 1));

	for (uint32 k = 0; k < levels->n + levels->null; k++)
	{
		const double *effect = levels_effects(levels, k, 0);

		for (uint32 i = 0; i < levels->effects; i++)
			value[k] += weight[i] * effect[i];
	}
	return values_of_column(e, l, levels->n, value);
}

/* Returns a knot's attribute: how far the number is above it. */
static const char *
above_knot(const ScoreExpression *e, uint32 l, double knot)
{
	return sql_clip(e->dialect, sql_minus(e->number[l], knot), 0, INFINITY);
}

static List *
add_term(List *terms, double weight, const char *expression)
{
	return weight == 0 ? terms :
		lappend(terms, weight == 1 ? pstrdup(expression) : psprintf("%s * %s", sql_number(weight), expression));
}

/* Adds the terms of a number, or of an element of an array. */
static List *
add_number(const ScoreExpression *e, List *terms, uint32 l, const double *weight)
{
	const Column *column = e->columns->column ? &e->columns->column[l] : NULL;

	terms = add_term(terms, weight[0], e->number[l]);
	if (column == NULL)
		return terms;
	for (uint32 k = 0; k < column->n; k++)
		terms = add_term(terms, weight[1 + k], above_knot(e, l, column->knot[k]));
	if (column->null && weight[column->n + 1] != 0)
		terms = lappend(terms, psprintf("CASE WHEN %s IS NULL THEN %s ELSE 0 END", e->name[l],
										sql_number(weight[column->n + 1])));
	return terms;
}

/* Adds the terms of a column; weight: that of its first attribute and those behind it. */
static List *
add_column(const ScoreExpression *e, List *terms, uint32 l, const double *weight)
{
	const Column *column = e->columns->column ? &e->columns->column[l] : NULL;
	const char *values = NULL;

	if (column == NULL || column_is_number(column))
		terms = add_number(e, terms, l, weight);
	else if (column->kind == COLUMN_BOOLEAN && weight[0] != 0)
		values = psprintf("CASE WHEN %s THEN %s ELSE 0 END", e->name[l], sql_number(weight[0]));
	else if (column->kind == COLUMN_CATEGORIES)
	{
		double	   *value = palloc0(sizeof(double) * (column->n + 1));

		memcpy(value, weight, sizeof(double) * column_values(column));
		values = values_of_column(e, l, column->n, value);
	}
	if (values)
		terms = lappend(terms, unconstify(char *, values));
	if (column && column->levels)
	{
		values = effects_of_column(e, l, weight + column_values(column));
		if (values)
			terms = lappend(terms, unconstify(char *, values));
	}
	return terms;
}

/*
 * Returns the terms of a column in an interaction: the sum of its factors by weight[], where the factors
 * of categories and of levels are one CASE each.
 */
static List *
factors_of_column(const ScoreExpression *e, uint32 l, const double *weight)
{
	const Column *column = &e->columns->column[l];
	const Factor *factor = &e->factors.factor[e->factors.first[l]];
	uint32		values = column_values(column);
	double	   *by_attribute = palloc0(sizeof(double) * (looks_size(&e->columns->looks, l) + 1));
	const char *cases[2] = {NULL, NULL};
	List	   *terms = NIL;

	for (uint32 k = 0; k < look_factors_count(&e->factors, l); k++)
	{
		uint32		i = factor[k].attribute - looks_first(&e->columns->looks, l);

		by_attribute[i] = weight[k];
		if (i >= values || column->kind == COLUMN_CATEGORIES)
			continue;
		if (column->kind == COLUMN_BOOLEAN)
			terms = add_term(terms, weight[k], psprintf("CASE WHEN %s THEN 1 ELSE 0 END", e->name[l]));
		else
			terms = add_term(terms, weight[k], i > 0 ? above_knot(e, l, column->knot[i - 1]) :
							 psprintf("(%s)", sql_minus(e->number[l], factor[k].origin)));
	}
	if (column->kind == COLUMN_CATEGORIES)
		cases[0] = values_of_column(e, l, column->n, by_attribute);
	if (column->levels)
		cases[1] = effects_of_column(e, l, by_attribute + values);
	for (int k = 0; k < 2; k++)
		if (cases[k])
			terms = lappend(terms, psprintf("CAST(%s AS double precision)", cases[k]));
	return terms;
}

/*
 * Adds an interaction: for each factor of a, a product with the weighted sum of the factors of b.  They
 * are doubles, because many databases round products of decimals.
 */
static List *
add_interaction(const ScoreExpression *e, List *terms, const LookPair *pair, const double *weight)
{
	uint32		n_a = look_factors_count(&e->factors, pair->a);
	uint32		n_b = look_factors_count(&e->factors, pair->b);

	for (uint32 i = 0; i < n_a; i++, weight += n_b)
	{
		double		only[MOST_FACTORS] = {0};
		List	   *sum = factors_of_column(e, pair->b, weight);
		List	   *factor;

		only[i] = 1;
		factor = sum == NIL ? NIL : factors_of_column(e, pair->a, only);
		if (factor != NIL)
			terms = lappend(terms, psprintf("%s * (%s)", (const char *) linitial(factor), sql_join(sum, " + ")));
	}
	return terms;
}

/*
 * Returns a sum, of type double precision, for rows that meet the condition: the linear predictor of
 * one output.
 */
static const char *
score_expression_sum(const ScoreExpression *e, const Output *output)
{
	const Looks *looks = &e->columns->looks;
	/* the cast makes a double of a sum of categories */
	List	   *terms = list_make1(psprintf("CAST(%s AS double precision)", sql_number(output->intercept)));

	for (uint32 l = 0; l < looks->n; l++)
	{
		const double *weight = output->weight + looks_first(looks, l);

		CHECK_FOR_INTERRUPTS();
		if (l >= looks->bought)
			terms = add_interaction(e, terms, &looks->pair[l - looks->bought], weight);
		else if (e->used[l])
			terms = add_column(e, terms, l, weight);
	}
	return sql_join(terms, " + ");
}

/* The argument of EXP is clipped to this and its negative. */
#define MOST_EXPONENT 700

/* Stands for 0 in LN. */
#define NEXT_TO_ZERO 1e-300

typedef enum SqlResult
{
	RESULT_PREDICTION,
	RESULT_PROBABILITY,
	RESULT_SCORE
} SqlResult;

static const char *const results[] = {"prediction", "probability", "score", NULL};
static const char *const dialects[] = {"standard", "sqlite", NULL};

/* Returns the number of a word among the words of an argument. */
static int
word_number(const char *argument, const text *value, const char *const *words)
{
	const char *word = text_to_cstring(value);
	StringInfoData list;

	initStringInfo(&list);
	for (int i = 0; words[i]; i++)
	{
		if (strcmp(word, words[i]) == 0)
			return i;
		appendStringInfo(&list, "%s\"%s\"", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("argument \"%s\" must be %s, not \"%s\"", argument, list.data, word)));
}

/* Returns EXP of an expression that is not NULL. */
static const char *
exponential(SqlDialect dialect, const char *expression)
{
	return psprintf("EXP(%s)", sql_clip(dialect, expression, -MOST_EXPONENT, MOST_EXPONENT));
}

/*
 * Returns low + (high - low) P for a sum z, where P is the probability of the high value: logistic or
 * linear, see link.h.
 */
static const char *
linked(SqlDialect dialect, const Link *link, const char *z, double low, double high)
{
	double		width = high - low;
	const char *expression;

	if (link->logistic)
		expression = psprintf("%s / (1 + %s)", sql_number(width),
							  exponential(dialect, sql_plus(psprintf("%s * (%s)", sql_number(-link->slope), z),
															-link->offset)));
	else
		expression = psprintf("(%s) / %s", sql_minus(z, link->low), sql_number((link->high - link->low) / width));
	return low == 0 ? expression : psprintf("%s + %s", sql_number(low), expression);
}

/* Returns the expression of a model of one score. */
static const char *
single_output(SqlDialect dialect, SqlResult result, const Scorer *scorer, const char *z, const char *class)
{
	const Link *link = &scorer->link;
	double		least = 1 / (scorer->rows + 2);
	char	   *const *names;
	uint32		n;
	uint32		number;

	if (result == RESULT_SCORE)
		return z;
	if (result == RESULT_PREDICTION)
		return link->logistic ? linked(dialect, link, z, link->low, link->high) :
			sql_clip(dialect, z, link->low, link->high);
	names = scorer_class_names(scorer, &n);
	number = class ? class_names_find(names, n, class) : n - 1;
	if (n == 1)
		return "1";
	return sql_clip(dialect, number == 1 ? linked(dialect, link, z, 0, 1) : linked(dialect, link, z, 1, 0),
					least, 1 - least);
}

/* Subqueries around each other: each step computes columns from those of the step before. */
typedef struct Steps
{
	SqlDialect	dialect;
	const char *query;			/* the last complete step; NULL: none */
	List	   *columns;		/* of the step that is being written */
	uint32		classes;
} Steps;

static void
add_step_column(Steps *steps, const char *name, const char *expression)
{
	steps->columns = lappend(steps->columns, psprintf("%s AS %s", expression, name));
}

static void
end_step(Steps *steps)
{
	const char *list = sql_list(steps->columns);

	steps->query = steps->query ? psprintf("SELECT DISTINCT %s FROM (%s) t", list, steps->query) :
		psprintf("SELECT DISTINCT %s", list);
	steps->columns = NIL;
}

/* Returns the column of a class, from 0, in the steps: a letter and its number. */
static char *
class_column(char letter, uint32 class)
{
	return psprintf("%c%u", letter, class + 1);
}

/* Returns the columns of that letter, of all classes. */
static List *
class_columns(const Steps *steps, char letter)
{
	List	   *list = NIL;

	for (uint32 c = 0; c < steps->classes; c++)
		list = lappend(list, class_column(letter, c));
	return list;
}

/* Adds columns that the step before has. */
static void
keep_columns(Steps *steps, const List *columns)
{
	steps->columns = list_concat(steps->columns, columns);
}

/*
 * Turns columns of that letter into e1, ...: EXP of their differences from the largest, so that none
 * overflows.  The columns of the list are kept.
 */
static void
exponentiate(Steps *steps, char letter, const List *kept)
{
	List	   *columns = class_columns(steps, letter);

	keep_columns(steps, kept);
	keep_columns(steps, columns);
	add_step_column(steps, "m", sql_greatest(steps->dialect, columns));
	end_step(steps);
	keep_columns(steps, kept);
	for (uint32 c = 0; c < steps->classes; c++)
		add_step_column(steps, class_column('e', c),
						exponential(steps->dialect, psprintf("%s - m", class_column(letter, c))));
	end_step(steps);
}

/* Writes the scores s1, ..., then a1, ..., clipped for one against the rest, and g1, ... of Gaussian classes. */
static void
write_scores(Steps *steps, const ScoreExpression *expression, const Scorer *scorer, const ClassModel *model)
{
	for (uint32 c = 0; c < steps->classes; c++)
		add_step_column(steps, class_column('s', c), score_expression_sum(expression, &scorer->output[c]));
	end_step(steps);
	for (uint32 c = 0; c < steps->classes; c++)
		add_step_column(steps, class_column('a', c),
						sql_clip(steps->dialect, class_column('s', c), Min(CLASS_LEAST_AGAINST_REST, model->share[c]), 1));
	for (uint32 c = 0; model->direction && c < steps->classes; c++)
	{
		const double *direction = model->direction + (size_t) c * steps->classes;
		List	   *sum = list_make1(unconstify(char *, sql_number(model->constant[c])));

		for (uint32 k = 0; k < steps->classes; k++)
			if (direction[k] != 0)
				sum = lappend(sum, psprintf("%s * (%s)", sql_number(direction[k]),
											sql_minus(class_column('s', k), model->share[k])));
		add_step_column(steps, class_column('g', c), sql_join(sum, " + "));
	}
	end_step(steps);
}

/*
 * Writes the logarithms u1, ... of the mixture, calibrated.  They lack a constant that all classes have
 * in common, which normalising takes away.
 */
static void
write_logarithms(Steps *steps, const ClassModel *model)
{
	const ClassLink *link = &model->link;
	double		temperature = link->offset ? link->temperature : 1;
	double		gaussian = model->direction ? CLASS_GAUSSIAN_SHARE : 0;

	if (model->direction)
	{
		List	   *clipped = class_columns(steps, 'a');
		List	   *exponentials = class_columns(steps, 'e');

		exponentiate(steps, 'g', clipped);
		keep_columns(steps, clipped);
		keep_columns(steps, exponentials);
		add_step_column(steps, "n", sql_join(exponentials, " + "));
		end_step(steps);
	}
	for (uint32 c = 0; c < steps->classes; c++)
	{
		/* a class without rows may have 0 */
		const char *sum = psprintf("%s * LN(%s)", sql_number(temperature * (1 - gaussian)),
								   sql_clip(steps->dialect, class_column('a', c),
											model->share[c] > 0 ? -INFINITY : NEXT_TO_ZERO, INFINITY));

		if (model->direction)
			sum = psprintf("%s + %s * LN(%s)", sum, sql_number(temperature * gaussian),
						   sql_clip(steps->dialect, psprintf("%s / n", class_column('e', c)),
									CLASS_LEAST_GAUSSIAN, INFINITY));
		add_step_column(steps, class_column('u', c), link->offset ? sql_plus(sum, link->offset[c]) : sum);
	}
	end_step(steps);
}

/* Returns a scalar subquery: the likeliest class, or the probability of one. */
static const char *
several_outputs(SqlDialect dialect, SqlResult result, const ScoreExpression *expression, const Scorer *scorer,
				uint32 class)
{
	const ClassModel *model = &scorer->class_model;
	char		letter = 'a';
	Steps		steps = {.dialect = dialect, .classes = scorer->classes};
	StringInfoData out;

	write_scores(&steps, expression, scorer, model);
	if (model->direction || model->link.offset)
	{
		write_logarithms(&steps, model);
		exponentiate(&steps, 'u', NIL);
		letter = 'e';
	}
	if (result == RESULT_PROBABILITY)
		return psprintf("(SELECT %s / (%s) FROM (%s) t)", class_column(letter, class),
						sql_join(class_columns(&steps, letter), " + "), steps.query);
	initStringInfo(&out);
	appendStringInfo(&out, "(SELECT CASE %s", sql_greatest(dialect, class_columns(&steps, letter)));
	for (uint32 c = 0; c < steps.classes; c++)
		appendStringInfo(&out, " WHEN %s THEN %s", class_column(letter, c), sql_literal(scorer->class_name[c]));
	appendStringInfo(&out, " END FROM (%s) t)", steps.query);
	return out.data;
}

/* Raises an error if there is a class, and the result is about none. */
static void
check_class(FunctionCallInfo fcinfo, SqlResult result, const ModelParts *parts)
{
	if (PG_ARGISNULL(2) || result == RESULT_PROBABILITY || (result == RESULT_SCORE && parts->fit.outputs > 1))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("argument \"class\" cannot be combined with \"%s\"", results[result]),
			 errhint("Leave it out, or ask for its probability: what => 'probability'.")));
}

static void
check_arrays(SqlDialect dialect, const ModelParts *parts)
{
	if (dialect == SQL_SQLITE && parts->columns.column == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("the model was trained on arrays, which SQLite does not have"),
				 errhint("Train a model on rows with a column for each attribute.")));
}

Datum
aer_sql(PG_FUNCTION_ARGS)
{
	ModelParts	parts;
	SqlResult	result;
	SqlDialect	dialect;
	Scorer	   *scorer;
	ScoreExpression *expression;
	const char *condition;
	const char *value;
	const char *class = PG_ARGISNULL(2) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(2));

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(3) || PG_ARGISNULL(4))
		PG_RETURN_NULL();
	result = (SqlResult) word_number("what", PG_GETARG_TEXT_PP(1), results);
	dialect = (SqlDialect) word_number("dialect", PG_GETARG_TEXT_PP(3), dialects);
	model_unpack_any(PG_GETARG_MODEL(0), &parts);
	model_check_learned(&parts);
	check_class(fcinfo, result, &parts);
	check_arrays(dialect, &parts);
	model_parts_trim(&parts);
	scorer = scorer_create(CurrentMemoryContext, PointerGetDatum(model_pack(&parts, ERRCODE_DATA_EXCEPTION)),
						   FEATURES_ARRAY, NULL);
	expression = score_expression_create(dialect, &parts, scorer,
										 sql_identifier(dialect, text_to_cstring(PG_GETARG_TEXT_PP(4))));
	if (scorer->outputs == 1)
		value = single_output(dialect, result, scorer, score_expression_sum(expression, &scorer->output[0]), class);
	else
	{
		uint32		number = result == RESULT_PREDICTION ? 0 : explanation_class(fcinfo, 2, "aer_sql", &parts);

		value = result == RESULT_SCORE ? score_expression_sum(expression, &scorer->output[number]) :
			several_outputs(dialect, result, expression, scorer, number);
	}
	condition = score_expression_condition(expression);
	if (condition)
		value = psprintf("CASE WHEN %s THEN %s END", condition, value);
	PG_RETURN_TEXT_P(cstring_to_text(value));
}
