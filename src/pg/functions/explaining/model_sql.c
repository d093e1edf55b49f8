/*
 * model_sql.c
 *		aer_sql: a model as one SQL expression.
 *
 * A model of one score is one expression.  With three or more classes the scores are needed several
 * times; nested scalar subqueries name them, and each next step of class_model.c.  Every subquery
 * is DISTINCT, so that planners do not merge them, which would repeat the scores for each use of each
 * step.
 */
#include "pg/functions/explaining/explanation.h"

#include "pg/functions/explaining/score_expression.h"
#include "pg/functions/explaining/sql_text.h"
#include "kernel/fit/class_model.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(aer_sql);

/* The argument of EXP is clipped to this and its negative. */
#define MOST_EXPONENT 700

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
	const bool *possible;		/* [classes] the class had rows */
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

/* Returns the columns of that letter, of all classes or of the possible ones. */
static List *
class_columns(const Steps *steps, char letter, bool all)
{
	List	   *list = NIL;

	for (uint32 c = 0; c < steps->classes; c++)
		if (all || steps->possible[c])
			list = lappend(list, class_column(letter, c));
	return list;
}

/* Adds columns that the step before has. */
static void
keep_columns(Steps *steps, List *columns)
{
	steps->columns = list_concat(steps->columns, columns);
}

/*
 * Turns columns of that letter into e1, ...: EXP of their differences from the largest, which are the
 * exponents less a constant.  Columns a1, ... are kept.
 */
static void
exponentiate(Steps *steps, char letter, bool all)
{
	keep_columns(steps, class_columns(steps, 'a', false));
	keep_columns(steps, class_columns(steps, letter, all));
	add_step_column(steps, "m", sql_greatest(steps->dialect, class_columns(steps, letter, all)));
	end_step(steps);
	keep_columns(steps, class_columns(steps, 'a', false));
	for (uint32 c = 0; c < steps->classes; c++)
		if (all || steps->possible[c])
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
		if (steps->possible[c])
			add_step_column(steps, class_column('a', c),
							sql_clip(steps->dialect, class_column('s', c), CLASS_LEAST_AGAINST_REST, 1));
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
		exponentiate(steps, 'g', true);
		keep_columns(steps, class_columns(steps, 'a', false));
		keep_columns(steps, class_columns(steps, 'e', false));
		add_step_column(steps, "n", sql_join(class_columns(steps, 'e', true), " + "));
		end_step(steps);
	}
	keep_columns(steps, class_columns(steps, 'a', false));
	for (uint32 c = 0; c < steps->classes; c++)
	{
		const char *sum = psprintf("%s * LN(%s)", sql_number(temperature * (1 - gaussian)), class_column('a', c));

		if (!steps->possible[c])
			continue;
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
	bool		possible[MOST_CLASSES];
	char		letter = 'a';
	Steps		steps = {.dialect = dialect, .possible = possible, .classes = scorer->classes};
	StringInfoData out;

	for (uint32 c = 0; c < steps.classes; c++)
		possible[c] = model->share[c] > 0;
	if (result == RESULT_PROBABILITY && !possible[class])
		return "0";
	write_scores(&steps, expression, scorer, model);
	if (model->direction || model->link.offset)
	{
		write_logarithms(&steps, model);
		exponentiate(&steps, 'u', false);
		letter = 'e';
	}
	if (result == RESULT_PROBABILITY)
		return psprintf("(SELECT %s / (%s) FROM (%s) t)", class_column(letter, class),
						sql_join(class_columns(&steps, letter, false), " + "), steps.query);
	initStringInfo(&out);
	appendStringInfo(&out, "(SELECT CASE %s", sql_greatest(dialect, class_columns(&steps, letter, false)));
	for (uint32 c = 0; c < steps.classes; c++)
		if (possible[c])
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
			 errmsg("argument \"class\" does not go with \"%s\"", results[result]),
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
