/*
 * score_expression.h
 *		The linear predictor of a model as an SQL expression over the columns of its rows.
 */
#ifndef AER_SCORE_EXPRESSION_H
#define AER_SCORE_EXPRESSION_H

#include "pg/functions/explaining/sql_text.h"
#include "pg/functions/scoring/scorer.h"

typedef struct ScoreExpression ScoreExpression;

/*
 * Prepares the expressions of a model that scores complete rows.  parts: of that model; scorer: says
 * which attributes it reads; array: the name of the column of arrays, in quotes if it needs them.
 * Both are borrowed.
 */
extern ScoreExpression *score_expression_create(SqlDialect dialect, const ModelParts *parts,
												const Scorer *scorer, const char *array);

/*
 * Returns a condition that is true for rows with all values that the model needs; it may be NULL for
 * others.  Returns NULL if all rows have them.
 */
extern const char *score_expression_condition(const ScoreExpression *expression);

/*
 * Returns a sum, of type double precision, for rows that meet the condition: the linear predictor of
 * one output.
 */
extern const char *score_expression_sum(const ScoreExpression *expression, const Output *output);

#endif							/* AER_SCORE_EXPRESSION_H */
