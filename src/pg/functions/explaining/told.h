/*
 * told.h
 *		A model of which something is told, by look.
 */
#ifndef AER_TOLD_H
#define AER_TOLD_H

#include "pg/functions/spending/listed_looks.h"
#include "pg/result_row.h"
#include "pg/values/model.h"

/* Unpack the model; an error that names the function if nothing can be told of it. */
extern void told_model(Datum model, const char *function, ModelParts *parts);

/*
 * The class that is told of, in a model of three or more: argument argno of
 * function names it, or an error is raised.  In other models 0, and an error
 * if a class is named.
 */
extern uint32 told_class(FunctionCallInfo fcinfo, int argno, const char *function,
						 const ModelParts *parts);

/* What a look is called: the number of an attribute of arrays, of a pair "age × smoker". */
extern const char *told_name(const ModelParts *parts, uint32 look);

/* Add the columns of a pair, as two of text; NULL where the look is a column. */
extern void told_pair(ResultRow *row, const ModelParts *parts, uint32 look);

/* What bars of several numbers have in common: from the least of them, or 0, to the largest. */
typedef struct BarScale
{
	double		least;			/* 0 at most */
	double		largest;		/* 0 at least */
} BarScale;

/* A number that may be an end of the scale. */
extern void bar_scale_take(BarScale *scale, double number);

/*
 * A bar from 0 to a number of the scale, in the full width of which are BAR_WIDTH characters; where
 * there are negative numbers a line at 0.  In UTF-8 of blocks, else of # and |.
 */
#define BAR_WIDTH 20
extern const char *told_bar(const BarScale *scale, double number);

#endif							/* AER_TOLD_H */
