/*
 * near.h
 *		Predictions from the remembered rows that are near a record, and the information of another
 *		column of the record.
 *
 * The distance of a row is D = sum over the known columns of (z_row - z_record)^2, with the scores z of
 * numbers; for categories and NULL the term is 0 if both are equal and 2 otherwise.  The weight of a
 * row is w = exp(-(D - min D) / 2 h^2) with h = NEAR_WIDTH, times the row's own weight.
 *
 * The model counts as NEAR_MODEL_ROWS rows.  Its "model" argument has the probabilities of the
 * classes, or the expected target if this is a number, from the known columns.
 */
#ifndef AER_NEAR_H
#define AER_NEAR_H

#include "kernel/near/near_rows.h"

#define NEAR_WIDTH 0.4
#define NEAR_MODEL_ROWS 5

typedef struct Near
{
	Work	   *work;
	const NearRows *rows;
	uint32	   *first;			/* [columns + 1] bins of the columns before */
	double	   *share;			/* [bins of all columns * classes] P(bin | class) */
	int64	   *distance;		/* [n] D in units of the scores; NEAR_LEFT_OUT */
	double	   *w;				/* [n] */
	uint32	   *near;			/* [count] rows with a weight */
	uint32		count;
	double		sum;			/* W, the sum of w */
	double		squares;		/* the sum of w^2 */
	double	   *mass;			/* [classes] w of each class */
	double		mean;			/* of the target, if it is a number */
	double		variance;
	double	   *joint;			/* scratch: sums for each class and bin of a column */
} Near;

#define NEAR_LEFT_OUT PG_INT64_MAX

/* Prepares for records; rows must live as long. */
extern void near_init(Work *work, Near *near, const NearRows *rows);

/*
 * Weighs the rows for a record[columns].
 *
 * group: [n] the group of each row; the rows of group "left_out" get no weight.  NULL: all count.
 */
extern void near_weigh(Near *near, const NearValue *record, const double *group, double left_out);

/*
 * Writes the probabilities of the classes: the rows' and the model's together, and then the geometric
 * mean with the model's, normalised.
 */
extern void near_probabilities(const Near *near, const double *model, double *probability);

/* The target, if it is a number. */
typedef struct NearNumber
{
	double		prediction;		/* mean of the weighted rows and the model */
	double		sd;				/* standard deviation of the same */
} NearNumber;

/* sd: standard deviation of the model's error. */
extern NearNumber near_number(const Near *near, double model, double sd);

/* Returns a quantile of the weighted rows and the model, whose error is normal. */
extern double near_quantile(const Near *near, double model, double sd, double probability);

/* The gain of a look at one more column. */
typedef struct NearGain
{
	double		gain;			/* information in nats; for a number, explained variance */
	double		error;			/* expected squared error then, over all classes; NaN for a number */
} NearGain;

extern NearGain near_gain(Near *near, const double *model, uint32 column);

/* Returns the squared error that is expected now, over all classes. */
extern double near_error(const Near *near, const double *model);

/*
 * The look after the next: for each open column the gain of the best second column, averaged over the
 * bins of the first by their weight.
 */
typedef struct NearSecond
{
	double		gain;
	double		price;			/* of the second columns, averaged in the same way */
} NearSecond;

/* open: [columns]; price: [columns] in any unit; second: [columns], set for open columns. */
extern void near_second(Near *near, const bool *open, const double *price, NearSecond *second);

#endif							/* AER_NEAR_H */
