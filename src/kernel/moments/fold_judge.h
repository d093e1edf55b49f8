/*
 * fold_judge.h
 *		What fits say of the rows that they have not seen.
 *
 * Without each fold a model is estimated, which gives a series of weights: of
 * several penalties, of the steps of a path, of parts of the rows.  The sums of
 * that fold judge them (held_out_loss.h), and all folds together tell the length
 * of one of the series and the error that is to be expected (shrinkage.h):
 *
 *		fold_judge_init(work, &judge, moments, count, ...);
 *		fold_judge_count(&judge);
 *		fold_judge_folds(&judge, series, of);
 *		fold_judge_shrinkage(&judge, g, y_mean, found, &shrinkage);
 */
#ifndef AER_FOLD_JUDGE_H
#define AER_FOLD_JUDGE_H

#include "kernel/moments/held_out_loss.h"
#include "kernel/moments/shrinkage.h"

/* In which[]: the mean is predicted, whatever the row. */
#define FOLD_JUDGE_MEAN PG_UINT32_MAX

typedef struct FoldJudge
{
	Work	   *work;
	const Moments *moments;
	bool		own_units;
	double		prior;			/* of slopes while judging (held_out_loss.h); the caller's to change */
	const Looks *looks;			/* of the attributes; NULL: each for itself.  The caller's to set */
	uint32		d;
	uint32		folds;
	uint32		count;			/* of the series */
	double		rows;
	double		kappa;			/* (looks)^2 per pair of looks; NaN without pairs */
	double		unit;			/* V: the target's variance, by rows */
	Estimate   *estimate;		/* of the folds at hand */
	HeldOut		held_out;
	double	   *weight;			/* [count * d] of the fit at hand */
	uint32	   *which;			/* [count] where one of the series is in weight[]: at its own place
								 * unless the series says so, but never beyond */

	/* of each fold, by the fit to the others */
	double	   *share;			/* [folds] of all rows */
	double	   *sparsity;		/* [folds] gamma, of the other folds */
	double	   *variance;		/* [folds] of the target about the training mean */
	double	   *explained;		/* [folds] part of reduced that the target explains */
	double	   *lin;			/* [folds * count] */
	double	   *square;			/* [folds * count] */
	double	   *reduced;		/* [folds * count] w'Rw */
	double	   *added;			/* [folds * count] variance that looking adds */
	double	   *stretch;		/* [folds * count] 1 / w'beta; 0: nothing found */
	double	   *terms;			/* [folds * count] looks that it rests on */
	FoldMeasure *measure;		/* [folds] of one of the series */

	/* what is kept of all folds, or NULL */
	double	   *kept;			/* [folds * count * d] the weights */
	double	   *product;		/* [folds * count * d] Q w */
	double	   *linear;			/* [folds * d] t (held_out_loss.c) */
} FoldJudge;

/* Are there rows and folds enough? */
extern bool fold_judge_possible(const Moments *moments);

/*
 * Settles the moments.  factors: of complete moments, too (estimate.h); classes: of
 * pairs (held_out_loss.h), or NULL.
 */
extern void fold_judge_init(Work *work, FoldJudge *judge, Moments *moments, uint32 count,
							bool own_units, bool factors, const PairClasses *classes);

/* Keep the weights of all folds; scores: and what else tells of their scores. */
extern void fold_judge_keep(FoldJudge *judge, bool scores);

/* Count reads and pairs, before anything is judged. */
extern void fold_judge_count(FoldJudge *judge);

/*
 * The weights of the series by the estimate at hand, which is that without a fold, to
 * judge->weight[]; returns how many there are.
 */
typedef uint32 (*FoldSeries) (FoldJudge *judge, void *of);

/* Judge a series on every fold of possible moments. */
extern void fold_judge_folds(FoldJudge *judge, FoldSeries series, void *of);

/*
 * The same in steps, where several series need each other: estimate without each fold
 * (folds: from all), judge so many weights at hand on it, and in the end have all sums
 * in units of V.
 */
extern void fold_judge_estimate(FoldJudge *judge, uint32 fold);
extern void fold_judge_on(FoldJudge *judge, uint32 fold, uint32 made);
extern void fold_judge_finish(FoldJudge *judge);

/* What a fold says of one of the series, as a score. */
extern void fold_judge_measure(const FoldJudge *judge, uint32 fold, uint32 g, FoldMeasure *measure);

/*
 * The length that the folds give to one of the series.  found: does the fit to all
 * folds have a score?
 */
extern void fold_judge_shrinkage(FoldJudge *judge, uint32 g, double y_mean, bool found,
								 Shrinkage *shrinkage);

/* The same from measures in the target's units, which are divided by V. */
extern void fold_measures_shrinkage(Work *work, FoldMeasure *measure, const Moments *moments,
									uint32 folds, double kappa, double y_mean, bool found,
									Shrinkage *shrinkage);

/*
 * From what was measured of weights, rest being w'Rw, to a measure of the score
 * that they are when stretched; sparsity: that of the other folds' pairs.
 */
extern void fold_measure_stretch(FoldMeasure *measure, double stretch, double sparsity,
								 double explained);

/*
 * The factor by which weights become a score: w'beta = 1, or 0 where the
 * marginals know of no covariance with the target.
 */
extern double score_stretch(const Estimate *estimate, const double *weight);

/*
 * The number of looks that a score rests on, m = (sum p)^2 / sum p^2, p of a look the sum of
 * w^2 v over its attributes.  looks: NULL, each attribute for itself.
 */
extern double score_terms(const Estimate *estimate, const Looks *looks, const double *weight);

/* (looks)^2 per pair of looks, of what was counted. */
extern double looks_per_pair(const HeldOut *held_out, double rows);

/*
 * While ridge is judged, slopes are shrunk as if an attribute had been seen in so
 * many rows more and done nothing there.
 */
#define FOLD_JUDGE_PRIOR 20.0

#endif							/* AER_FOLD_JUDGE_H */
