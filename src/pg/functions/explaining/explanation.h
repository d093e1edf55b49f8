/*
 * explanation.h
 *		Parts that the functions share which explain a model look by look: the model, the columns of
 *		its interactions, and bars of text.
 */
#ifndef AER_EXPLANATION_H
#define AER_EXPLANATION_H

#include "pg/functions/spending/listed_looks.h"
#include "pg/result_row.h"
#include "pg/values/model.h"

/*
 * Unpacks a model.  Raises an error, which names the SQL function, if the model lacks the means of
 * its attributes.
 */
extern void explanation_model(Datum model, const char *function, ModelParts *parts);

/*
 * Returns the class to explain, from 0: the one that argument argno names if the model has three
 * or more, otherwise 0.  Raises an error if the argument is missing or does not fit the model.
 */
extern uint32 explanation_class(FunctionCallInfo fcinfo, int argno, const char *function,
								const ModelParts *parts);

/* Adds the two columns of an interaction to the row, as two texts; two NULLs for any other look. */
extern void explanation_pair(ResultRow *row, const ModelParts *parts, uint32 look);

/* The common scale of several bars; {0} before the first number. */
typedef struct BarScale
{
	double		least;			/* smallest number, at most 0 */
	double		largest;		/* largest number, at least 0 */
} BarScale;

/* Extends the scale to a number; infinity and NaN are ignored. */
extern void bar_scale_extend(BarScale *scale, double number);

/*
 * Returns a bar from 0 to a number; the whole scale is BAR_WIDTH characters wide.  A line marks 0
 * if the scale has negative numbers.  UTF-8 databases get blocks, others # and |.
 */
#define BAR_WIDTH 20
extern const char *bar_text(const BarScale *scale, double number);

#endif							/* AER_EXPLANATION_H */
