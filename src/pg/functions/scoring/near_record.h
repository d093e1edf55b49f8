/*
 * near_record.h
 *		Columns as remembered rows take them, and records that are predicted by these rows.
 */
#ifndef AER_NEAR_RECORD_H
#define AER_NEAR_RECORD_H

#include "pg/aer.h"

#include "kernel/near/near.h"
#include "pg/functions/scoring/scorer.h"

/* Reads all columns of rows, also those that the model gives no weight. */
typedef struct RawColumns
{
	Columns		columns;
	uint32		n;				/* attributes of all columns, without interactions */
	uint32	   *attribute;		/* [n] */
	double	   *value;			/* [n] values of the row read last */
	double	   *raw;			/* [columns] as near_value() takes them; NaN: NULL, or not known */
} RawColumns;

extern void raw_columns_init(RawColumns *raw, const Columns *columns);

/* Reads the columns of the opened row.  NaN and infinity are errors. */
extern void raw_columns_read(RawColumns *raw, Features *features, int64 row_number);

struct NearRecord
{
	Scorer	   *scorer;
	RawColumns	raw;
	NearRows	rows;
	Near		near;			/* weighed for the record read last */
	bool	   *known;			/* [columns] */
	NearValue  *value;			/* [columns] */
	double	   *scored;			/* [scorer->n] */
	bool	   *unknown;		/* [scorer->n] */
	double	   *model;			/* [classes], or one number: what the model predicts */
	double		model_sd;		/* standard deviation of the model's error, if the target is a number */
};

/* The use of the remembered rows in a call. */
typedef enum NearUse
{
	NEAR_IF_BETTER,				/* if they were found to predict better than the model alone */
	NEAR_ALWAYS,
	NEAR_NEVER
} NearUse;

/* Converts the boolean argument "near"; NULL uses the rows if they were found to be better. */
extern NearUse near_argument(FunctionCallInfo fcinfo, int argno);

/*
 * Returns the reader of a scorer's records, which lives as long as the scorer, or NULL if remembered rows
 * are not to be used.  Raises an error if they are wanted always and the model remembers none.
 */
extern NearRecord *near_record_of(Scorer *scorer, NearUse use);

/*
 * Reads the opened record, lets the model predict from its known columns, and weighs the remembered rows.
 * As for the model, NULL is known only if it is a category of its column; but so is an unlisted category.
 */
extern void near_record_read(NearRecord *record);

/*
 * Sets null[scorer->n] for the attributes of columns that are not known, and for their interactions.
 * known: [columns].
 */
extern void near_unknown_attributes(const Scorer *scorer, const bool *known, bool *null);

/* Writes what the scorer predicts for its row: the probability of each class, or the expected target. */
extern void near_model_prediction(Scorer *scorer, uint32 classes, double *prediction);

#endif							/* AER_NEAR_RECORD_H */
