/*
 * levels.c
 *		The effect of each level of a column.
 */
#include "kernel/columns/levels.h"

#include <float.h>

/* Sums over the rows of a level, or of a fold. */
typedef struct Sum
{
	double		weight;
	double		residual;
} Sum;

static Sum
cell_of(const LevelSums *sums, uint32 level, uint32 fold)
{
	size_t		at = (size_t) level * sums->folds + fold;

	return (Sum) {sums->weight[at], sums->residual[at]};
}

static Sum
sum_of_level(const LevelSums *sums, uint32 level)
{
	Sum			sum = {0};

	for (uint32 f = 0; f < sums->folds; f++)
	{
		sum.weight += cell_of(sums, level, f).weight;
		sum.residual += cell_of(sums, level, f).residual;
	}
	return sum;
}

static Sum
sum_of_fold(const LevelSums *sums, uint32 fold)
{
	Sum			sum = {0};

	for (uint32 l = 0; l < sums->levels; l++)
	{
		sum.weight += cell_of(sums, l, fold).weight;
		sum.residual += cell_of(sums, l, fold).residual;
	}
	return sum;
}

static Sum
sum_of_all(const LevelSums *sums)
{
	Sum			sum = {0};

	for (uint32 f = 0; f < sums->folds; f++)
	{
		Sum			fold = sum_of_fold(sums, f);

		sum.weight += fold.weight;
		sum.residual += fold.residual;
	}
	return sum;
}

/*
 * Sets the components of variance, by Henderson's first method.  scale: makes weights count
 * effective rows.
 */
static void
set_variances(const LevelSums *sums, Sum all, double scale, LevelEffects *effects)
{
	double		mean = all.residual / all.weight;
	double		n = all.weight * scale;
	double		explained = 0;
	double		sizes = 0;
	double		within;
	double		between;

	effects->kappa = INFINITY;
	effects->correlation = 0;
	for (uint32 l = 0; l < sums->levels; l++)
	{
		Sum			level = sum_of_level(sums, l);
		double		s = level.residual - mean * level.weight;

		explained += level.weight > 0 ? s * s / level.weight : 0;
		sizes += level.weight * level.weight;
	}
	if (!(n > sums->levels))
		return;
	explained *= scale;
	within = (scale * (sums->squares - mean * all.residual) - explained) / (n - sums->levels);
	between = (explained - sums->levels * within) / (n - scale * scale * sizes / n);
	if (!(between > 0 && within > 0))
		return;
	effects->kappa = within / between;
	effects->correlation = between / (between + within);
}

/* A level and its weight. */
typedef struct Listed
{
	double		weight;
	uint32		level;
} Listed;

static int
compare_listed(const void *a, const void *b)
{
	const Listed *x = a;
	const Listed *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return x->level < y->level ? -1 : 1;
}

/* Returns listed[levels], true for the most frequent ones. */
static bool *
list_levels(Work *work, const LevelSums *sums)
{
	Listed	   *order = WORK_ARRAY(work, sums->levels, Listed);
	bool	   *listed = WORK_ARRAY(work, sums->levels, bool);

	for (uint32 l = 0; l < sums->levels; l++)
		order[l] = (Listed) {sum_of_level(sums, l).weight, l};
	qsort(order, sums->levels, sizeof(Listed), compare_listed);
	for (uint32 k = 0; k < sums->levels; k++)
		listed[order[k].level] = k < MOST_LEVELS;
	return listed;
}

/* Returns the shrunken mean of a level's residuals, less the mean of all. */
static double
shrink(Sum level, double mean, double scale, double kappa)
{
	return scale * (level.residual - mean * level.weight) / (scale * level.weight + kappa);
}

LevelEffects
level_effects(Work *work, const LevelSums *sums)
{
	Sum			all = sum_of_all(sums);
	double		scale = all.weight / sums->weight_squares;
	LevelEffects effects = {
		.of_fold = WORK_ARRAY(work, (size_t) sums->levels * sums->folds, double),
		.of_new_rows = WORK_ARRAY(work, sums->levels, double)
	};
	Work	   *scratch = work_begin(work);
	bool	   *listed = list_levels(scratch, sums);
	double	   *mean = WORK_ARRAY(scratch, sums->folds, double);

	memset(effects.of_fold, 0, sizeof(double) * sums->levels * sums->folds);
	memset(effects.of_new_rows, 0, sizeof(double) * sums->levels);
	set_variances(sums, all, scale, &effects);
	for (uint32 f = 0; f < sums->folds; f++)
	{
		Sum			fold = sum_of_fold(sums, f);

		mean[f] = (all.residual - fold.residual) / (all.weight - fold.weight);
	}
	for (uint32 l = 0; l < sums->levels && isfinite(effects.kappa); l++)
	{
		Sum			level = sum_of_level(sums, l);

		work_poll_step(work, l);
		if (!listed[l])
			continue;
		effects.of_new_rows[l] = shrink(level, all.residual / all.weight, scale, effects.kappa);
		for (uint32 f = 0; f < sums->folds; f++)
		{
			Sum			cell = cell_of(sums, l, f);
			Sum			others = {level.weight - cell.weight, level.residual - cell.residual};

			/* a level that no other fold has, up to rounding */
			if (others.weight > level.weight * DBL_EPSILON)
				effects.of_fold[(size_t) l * sums->folds + f] = shrink(others, mean[f], scale, effects.kappa);
		}
	}
	work_end(scratch);
	return effects;
}

/* Returns the sums of one residual of rows. */
static LevelSums
sum_rows(Work *work, const LevelRows *rows, const double *residual)
{
	size_t		cells = (size_t) rows->levels * rows->folds;
	LevelSums	sums = {
		.levels = rows->levels,
		.folds = rows->folds,
		.weight = WORK_ARRAY(work, cells, double),
		.residual = WORK_ARRAY(work, cells, double)
	};

	memset(sums.weight, 0, sizeof(double) * cells);
	memset(sums.residual, 0, sizeof(double) * cells);
	for (size_t i = 0; i < rows->n; i++)
	{
		size_t		at = (size_t) rows->level[i] * rows->folds + rows->fold[i];
		double		w = rows->weight[i];

		sums.weight[at] += w;
		sums.residual[at] += w * residual[i];
		sums.squares += w * residual[i] * residual[i];
		sums.weight_squares += w * w;
	}
	return sums;
}

/*
 * Returns z.  If residuals of a level have independent signs, the expectation of S_l^2 is the
 * sum Q_l of their squares, and its variance 2 (Q_l^2 - R_l), with R_l the sum of fourth powers.
 */
static double
find_alike(Work *work, const LevelRows *rows, const double *residual, double mean)
{
	Work	   *scratch = work_begin(work);
	double	   *s = WORK_ARRAY(scratch, rows->levels, double);
	double	   *q = WORK_ARRAY(scratch, rows->levels, double);
	double		excess = 0;
	double		variance = 0;

	memset(s, 0, sizeof(double) * rows->levels);
	memset(q, 0, sizeof(double) * rows->levels);
	for (size_t i = 0; i < rows->n; i++)
	{
		double		r = rows->weight[i] * (residual[i] - mean);

		s[rows->level[i]] += r;
		q[rows->level[i]] += r * r;
		variance -= r * r * r * r;
	}
	for (uint32 l = 0; l < rows->levels; l++)
	{
		excess += s[l] * s[l] - q[l];
		variance += q[l] * q[l];
	}
	work_end(scratch);
	return variance > 0 ? excess / sqrt(2 * variance) : 0;
}

/* Returns the mean of weighted gains over its standard error by level. */
static double
find_sure(Work *work, const LevelRows *rows, const double *gain)
{
	Work	   *scratch = work_begin(work);
	double	   *part = WORK_ARRAY(scratch, rows->levels, double);
	double		weight = 0;
	double		sum = 0;
	double		squares = 0;

	memset(part, 0, sizeof(double) * rows->levels);
	for (size_t i = 0; i < rows->n; i++)
	{
		weight += rows->weight[i];
		sum += rows->weight[i] * gain[i];
	}
	for (size_t i = 0; i < rows->n; i++)
		part[rows->level[i]] += rows->weight[i] * (gain[i] - sum / weight);
	for (uint32 l = 0; l < rows->levels; l++)
		squares += part[l] * part[l];
	work_end(scratch);
	return squares > 0 ? sum / sqrt(squares * rows->levels / (rows->levels - 1.0)) : 0;
}

/* Adds to gain[n] how much each squared residual falls; returns the weighted sum of squares. */
static double
add_gains(const LevelRows *rows, const double *residual, const LevelEffects *effects, double *gain)
{
	double		squares = 0;

	for (size_t i = 0; i < rows->n; i++)
	{
		double		left = residual[i] - effects->of_fold[(size_t) rows->level[i] * rows->folds + rows->fold[i]];

		gain[i] += residual[i] * residual[i] - left * left;
		squares += rows->weight[i] * residual[i] * residual[i];
	}
	return squares;
}

LevelStatistics
level_statistics(Work *work, const LevelRows *rows)
{
	Work	   *scratch = work_begin(work);
	double	   *gain = WORK_ARRAY(scratch, rows->n, double);
	LevelStatistics statistics = {.kappa = INFINITY, .alike = -INFINITY};
	double		squares = 0;
	double		gained = 0;
	double		weight = 0;
	double		weight_squares = 0;
	bool		differ = false;

	memset(gain, 0, sizeof(double) * rows->n);
	for (uint32 o = 0; o < rows->outputs; o++)
	{
		const double *residual = rows->residual + o * rows->n;
		LevelSums	sums = sum_rows(scratch, rows, residual);
		LevelEffects effects = level_effects(scratch, &sums);
		Sum			all = sum_of_all(&sums);

		work_poll(work);
		if (o == 0)
			statistics.kappa = effects.kappa;
		differ = differ || isfinite(effects.kappa);
		statistics.correlation = Max(statistics.correlation, effects.correlation);
		statistics.alike = Max(statistics.alike, find_alike(scratch, rows, residual, all.residual / all.weight));
		squares += add_gains(rows, residual, &effects, gain);
	}
	for (size_t i = 0; i < rows->n; i++)
	{
		gained += rows->weight[i] * gain[i];
		weight += rows->weight[i];
		weight_squares += rows->weight[i] * rows->weight[i];
	}
	statistics.rows = weight * (weight / weight_squares);
	statistics.share = differ && squares > 0 ? gained / squares : 0;
	statistics.sure = differ ? find_sure(scratch, rows, gain) : 0;
	work_end(scratch);
	return statistics;
}

double
level_line(const LevelRows *rows, const double *number)
{
	double		w = 0;
	double		x = 0;
	double		y = 0;
	double		xx = 0;
	double		xy = 0;
	double		yy = 0;

	for (size_t i = 0; i < rows->n; i++)
	{
		double		at = number[rows->level[i]];
		double		weight = rows->weight[i];
		double		dx = at - x;
		double		dy = rows->residual[i] - y;

		if (isnan(at))
			continue;
		/* Means and sums of products about them, by West's updates (1979). */
		w += weight;
		x += dx * weight / w;
		y += dy * weight / w;
		xx += weight * dx * (at - x);
		xy += weight * dx * (rows->residual[i] - y);
		yy += weight * dy * (rows->residual[i] - y);
	}
	return xx > 0 && yy > 0 ? xy * xy / (xx * yy) : NAN;
}

bool
levels_predict(const LevelStatistics *statistics)
{
	return statistics->share >= Max(0.002, 4 / statistics->rows) && statistics->alike >= 3 &&
		(statistics->rows >= 1000 || statistics->sure >= 2);
}

bool
levels_are_alike(const LevelStatistics *statistics)
{
	return statistics->correlation > 0.05 && statistics->share >= 0.02 && statistics->alike >= 3;
}
