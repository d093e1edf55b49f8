/*
 * levels.h
 *		The effect of each level of a column: a category, or an identifier, of any number of them.
 *
 * The residuals r of a model that does not know the column are averaged by level, and shrunk
 * as the best linear predictor of a random intercept is: with S_l the sum of r - mean over the
 * n_l rows of level l, its effect is
 *
 *		m_l = S_l / (n_l + kappa),	kappa = s_w^2 / s_b^2,
 *
 * where the variances within and between levels come from a one-way analysis of variance.  A row
 * of fold f takes the effect m_lf that the rows of the other folds give, so that it never enters
 * its own effect.  Rows count by their weights, scaled to sum to (sum w)^2 / sum w^2.
 */
#ifndef AER_LEVELS_H
#define AER_LEVELS_H

#include "kernel/columns.h"

/* Sums over the rows of each level l in each fold f, at [l * folds + f]. */
typedef struct LevelSums
{
	uint32		levels;
	uint32		folds;
	double	   *weight;			/* [levels * folds] */
	double	   *residual;		/* [levels * folds] weight times residual */
	double		squares;		/* of all rows: weight times residual^2 */
	double		weight_squares; /* of all rows: weight^2 */
} LevelSums;

typedef struct LevelEffects
{
	double		kappa;			/* INFINITY: levels do not differ, and all effects are 0 */
	double		correlation;	/* s_b^2 / (s_b^2 + s_w^2), the intraclass correlation */
	double	   *of_fold;		/* [levels * folds] m_lf */
	double	   *of_new_rows;	/* [levels] m_l */
} LevelEffects;

/* Computes the effects in the Work. */
extern LevelEffects level_effects(Work *work, const LevelSums *sums);

/* Rows with K residuals each: one number, or the indicators of K classes. */
typedef struct LevelRows
{
	size_t		n;
	uint32		levels;
	uint32		folds;
	uint32		outputs;		/* K */
	const uint32 *level;		/* [n] */
	const uint32 *fold;			/* [n] */
	const double *weight;		/* [n] above 0 */
	const double *residual;		/* [outputs * n] */
} LevelRows;

typedef struct LevelStatistics
{
	double		rows;			/* effective rows */
	double		kappa;			/* of the first output */
	double		correlation;	/* the largest of all outputs */
	double		share;			/* of the squares of all residuals, explained by of_fold */
	double		alike;			/* z: do residuals of a level share a sign more often than by chance, given
								 * their sizes; the largest of all outputs */
	double		sure;			/* the mean gain in squares over its standard error by level */
} LevelStatistics;

/* Finds the share of residuals that the effects of levels explain. */
extern LevelStatistics level_statistics(Work *work, const LevelRows *rows);

/*
 * Returns r^2 of a straight line over levels that are numbers, number[levels], NaN where a level
 * is none.  Rows without a number, and all residuals but the first, do not count.  NaN if the
 * numbers do not differ.
 */
extern double level_line(const LevelRows *rows, const double *number);

/* Returns true if levels predict new rows well enough to be used. */
extern bool levels_predict(const LevelStatistics *statistics);

/* Returns true if rows of a level are so much alike that new levels are predicted worse. */
extern bool levels_are_alike(const LevelStatistics *statistics);

#endif							/* AER_LEVELS_H */
