/*
 * score_expression.c
 *		The linear predictor of a model as an SQL expression over the columns of its rows.
 *
 * A value that the model needs and a row lacks makes aer_predict() raise an error: NULL where NULL
 * is neither a category nor a level, and a category that is not listed.  One condition before
 * the sum tests for these, so the terms of the sum need not be NULL themselves, and GREATEST and
 * LEAST never meet NULL.
 */
#include "pg/functions/explaining/score_expression.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "pg/kernel_call.h"

/* Points in time count days from 2000-01-01: seconds from 1970 until then, and its Julian day. */
#define EPOCH_SECONDS "946684800"
#define SECONDS_PER_DAY "86400"
#define EPOCH_JULIAN "2451544.5"

struct ScoreExpression
{
	SqlDialect	dialect;
	const Columns *columns;
	const char *array;
	bool	   *used;			/* [looks.bought] the model reads the column */
	const char **name;			/* [looks.bought] the column in SQL */
	const char **number;		/* [looks.bought] its number, clipped; NULL unless the column is a number */
	LookFactors factors;		/* if there are interactions */
};

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

ScoreExpression *
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

const char *
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
 * Returns the literals [2] that stand for value k of a column with categories or levels; both are
 * NULL for a level that no integer is.
 */
static void
literals_of_value(const ScoreExpression *e, const Column *column, uint32 k, const char **literal)
{
	const char *value = column->levels ? column->levels->name[k] : column->category[k];
	bool		integer = column->kind == COLUMN_NUMBER;

	literal[0] = !integer ? sql_literal(value) : is_integer(value) ? value : NULL;
	literal[1] = column->levels ? NULL : number_of_boolean(e->dialect, value);
}

/*
 * Returns an expression that has value[n] at the categories or levels of a column, value[n] at NULL,
 * and 0 elsewhere; NULL if all values are 0.
 */
static const char *
values_of_column(const ScoreExpression *e, uint32 l, uint32 n, const double *value)
{
	const Column *column = &e->columns->column[l];
	const char *name = e->name[l];
	StringInfoData out;
	bool		any = false;

	initStringInfo(&out);
	if (value[n] != 0)
		appendStringInfo(&out, "CASE WHEN %s IS NULL THEN %s ELSE ", name, sql_number(value[n]));
	appendStringInfo(&out, "CASE %s", name);
	for (uint32 k = 0; k < n; k++)
	{
		const char *literal[2];

		CHECK_FOR_INTERRUPTS();
		if (value[k] == 0)
			continue;
		literals_of_value(e, column, k, literal);
		for (int i = 0; i < 2; i++)
			if (literal[i])
			{
				appendStringInfo(&out, " WHEN %s THEN %s", literal[i], sql_number(value[k]));
				any = true;
			}
	}
	if (!any)
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
		lappend(terms, psprintf("%s * %s", sql_number(weight), expression));
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

/* Returns a factor of a column in interactions, from 0; NULL if it is always 0. */
static const char *
factor_of_column(const ScoreExpression *e, uint32 l, uint32 number)
{
	const Column *column = &e->columns->column[l];
	const Factor *factor = &e->factors.factor[e->factors.first[l] + number];
	uint32		i = factor->attribute - looks_first(&e->columns->looks, l);
	uint32		values = column_values(column);

	if (i >= values)
	{
		double	   *weight = palloc0(sizeof(double) * column_effects(column));

		weight[i - values] = 1;
		return effects_of_column(e, l, weight);
	}
	if (column->kind == COLUMN_CATEGORIES)
	{
		double	   *value = palloc0(sizeof(double) * (column->n + 1));

		value[i] = 1;
		return values_of_column(e, l, column->n, value);
	}
	if (column->kind == COLUMN_BOOLEAN)
		return psprintf("CASE WHEN %s THEN 1 ELSE 0 END", e->name[l]);
	return i > 0 ? above_knot(e, l, column->knot[i - 1]) :
		psprintf("(%s)", sql_minus(e->number[l], factor->origin));
}

/* Adds an interaction: for each factor of a, a product with the weighted sum of the factors of b. */
static List *
add_interaction(const ScoreExpression *e, List *terms, const LookPair *pair, const double *weight)
{
	uint32		n_a = look_factors_count(&e->factors, pair->a);
	uint32		n_b = look_factors_count(&e->factors, pair->b);

	for (uint32 i = 0; i < n_a; i++, weight += n_b)
	{
		List	   *sum = NIL;
		const char *factor;

		for (uint32 j = 0; j < n_b; j++)
			if (weight[j] != 0 && (factor = factor_of_column(e, pair->b, j)) != NULL)
				sum = add_term(sum, weight[j], factor);
		if (sum != NIL && (factor = factor_of_column(e, pair->a, i)) != NULL)
			terms = lappend(terms, psprintf(list_length(sum) > 1 ? "%s * (%s)" : "%s * %s", factor, sql_join(sum, " + ")));
	}
	return terms;
}

const char *
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
