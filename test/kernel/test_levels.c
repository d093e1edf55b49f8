/*
 * test_levels.c
 *		Effects of levels, against answers that numpy gave of the same rows, and what they say of
 *		rows that have none.
 */
#include "test.h"

#include "kernel/columns/levels.h"
#include "near.h"
#include "work.h"

#define ROWS 1500
#define FOLDS 5

static uint64 drawn;

static double
unit(void)
{
	drawn = (drawn * 1103515245 + 12345) % (UINT64CONST(1) << 31);
	return drawn / (double) (UINT64CONST(1) << 31);
}

/* The rows of one column. */
typedef struct Trial
{
	Work	   *work;
	uint32		level[ROWS];
	uint32		fold[ROWS];
	double		weight[ROWS];
	double		residual[2 * ROWS];
	LevelRows	rows;
} Trial;

/* Numbers levels by their first row, as the reference does. */
static uint32
number_levels(uint32 *level)
{
	uint32		number[ROWS] = {0};
	uint32		n = 0;

	for (int i = 0; i < ROWS; i++)
	{
		if (number[level[i]] == 0)
			number[level[i]] = ++n;
		level[i] = number[level[i]] - 1;
	}
	return n;
}

/* voucher: of levels that have no effect. */
static void
make_trial(Trial *trial, bool voucher, bool weighted)
{
	trial->work = new_work(NULL);
	drawn = 20261128;
	for (int i = 0; i < ROWS; i++)
	{
		double		u = unit();
		int			effect = (int) (60 * u * u);
		int			other = (int) (300 * unit());

		trial->level[i] = voucher ? other : effect;
		trial->fold[i] = i % FOLDS;
		trial->residual[i] = (effect * 37 % 11 - 5) / 5.0 + unit();
		trial->residual[i] += unit();
		trial->residual[i] += unit() - 1.5;
		trial->weight[i] = weighted ? 1 + i % 3 : 1;
	}
	trial->rows = (LevelRows) {
		.n = ROWS,
		.levels = number_levels(trial->level),
		.folds = FOLDS,
		.outputs = 1,
		.level = trial->level,
		.fold = trial->fold,
		.weight = trial->weight,
		.residual = trial->residual
	};
}

static LevelEffects
effects_of(const Trial *trial)
{
	size_t		cells = (size_t) trial->rows.levels * FOLDS;
	LevelSums	sums = {
		.levels = trial->rows.levels,
		.folds = FOLDS,
		.weight = WORK_ARRAY(trial->work, cells, double),
		.residual = WORK_ARRAY(trial->work, cells, double)
	};

	memset(sums.weight, 0, sizeof(double) * cells);
	memset(sums.residual, 0, sizeof(double) * cells);
	for (int i = 0; i < ROWS; i++)
	{
		size_t		at = trial->level[i] * FOLDS + trial->fold[i];

		sums.weight[at] += trial->weight[i];
		sums.residual[at] += trial->weight[i] * trial->residual[i];
		sums.squares += trial->weight[i] * trial->residual[i] * trial->residual[i];
		sums.weight_squares += trial->weight[i] * trial->weight[i];
	}
	return level_effects(trial->work, &sums);
}

typedef struct Known
{
	bool		voucher;
	bool		weighted;
	double		kappa;
	double		correlation;
	double		share;
	double		alike;
	double		sure;
	double		effect[4];		/* of level 0 for new rows and in fold 2, of level 7 and in fold 4 */
} Known;

static const Known known[] = {
	{false, false, 0.5097235577547764, 0.66237291911055241, 0.61196907278868617, 125.6366826914728,
		5.0184881077470855,
	{0.64056771576623206, 0.63473523526038156, 0.77479350736468833, 0.71466745167730228}},
	{false, true, 0.50489675933877254, 0.66449741073227098, 0.61444006824153186, 105.55347179642649,
		4.9086449792608748,
	{0.69161713053734664, 0.70436312468615048, 0.72051748695402618, 0.65223043650485424}},
	{true, false, 842.14658229087058, 0.0011860333908760574, -9.9028083053509519e-05,
		-0.045870967405448299, -0.58702455289642219,
	{0.0012178614643681715, 0.0012349041597587373, 0.0007617129598142461, 0.00040892257636788505}}
};

static void
test_known_answers(void **state)
{
	for (size_t k = 0; k < lengthof(known); k++)
	{
		Trial		trial;
		LevelStatistics statistics;
		LevelEffects effects;

		make_trial(&trial, known[k].voucher, known[k].weighted);
		statistics = level_statistics(trial.work, &trial.rows);
		effects = effects_of(&trial);
		assert_near(statistics.kappa, known[k].kappa, 1e-8 * known[k].kappa);
		assert_near(statistics.correlation, known[k].correlation, 1e-10);
		assert_near(statistics.share, known[k].share, 1e-10);
		assert_near(statistics.alike, known[k].alike, 1e-8);
		assert_near(statistics.sure, known[k].sure, 1e-8);
		assert_near(effects.of_new_rows[0], known[k].effect[0], 1e-10);
		assert_near(effects.of_fold[2], known[k].effect[1], 1e-10);
		assert_near(effects.of_new_rows[7], known[k].effect[2], 1e-10);
		assert_near(effects.of_fold[7 * FOLDS + 4], known[k].effect[3], 1e-10);
		assert_true(levels_predict(&statistics) == !known[k].voucher);
		assert_true(levels_are_alike(&statistics) == !known[k].voucher);
		work_end(trial.work);
	}
}

/* The unit of weights and of residuals has no say. */
static void
test_units(void **state)
{
	Trial		trial;
	LevelEffects effects;
	LevelEffects again;

	make_trial(&trial, false, true);
	effects = effects_of(&trial);
	for (int i = 0; i < ROWS; i++)
	{
		trial.weight[i] *= 7.3;
		trial.residual[i] *= 1000;
	}
	again = effects_of(&trial);
	assert_near(again.kappa, effects.kappa, 1e-12);
	for (uint32 l = 0; l < trial.rows.levels; l++)
		assert_near(again.of_new_rows[l], 1000 * effects.of_new_rows[l], 1e-9);
	work_end(trial.work);
}

/* Two outputs: shares of squares add up. */
static void
test_two_outputs(void **state)
{
	Trial		trial;
	LevelStatistics one;
	LevelStatistics two;

	make_trial(&trial, false, false);
	one = level_statistics(trial.work, &trial.rows);
	for (int i = 0; i < ROWS; i++)
		trial.residual[ROWS + i] = -2 * trial.residual[i];
	trial.rows.outputs = 2;
	two = level_statistics(trial.work, &trial.rows);
	assert_near(two.share, one.share, 1e-12);
	assert_near(two.alike, one.alike, 1e-9);
	assert_near(two.sure, one.sure, 1e-9);
	work_end(trial.work);
}

/* Residuals 1 above and 1 below a line; the level that is no number does not count. */
static void
test_line(void **state)
{
	uint32		level[] = {0, 0, 1, 1, 2, 2, 3, 3, 4};
	uint32		fold[9] = {0};
	double		weight[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
	double		residual[] = {-1, 1, 2, 4, 5, 7, 8, 10, 1000};
	double		number[] = {0, 1, 2, 3, NAN};
	LevelRows	rows = {.n = 9, .levels = 5, .folds = 1, .outputs = 1, .level = level, .fold = fold,
	.weight = weight, .residual = residual};

	/* sums of squares: 2 * (1.5^2 + .5^2) * 2 = 10 for x, 9 * 10 + 8 for y; of products 3 * 10 */
	assert_near(level_line(&rows, number), 30.0 * 30 / (10 * 98), 1e-14);
	for (int i = 0; i < 8; i += 2)
	{
		weight[i] = 3;
		residual[i] = residual[i + 1];
	}
	assert_near(level_line(&rows, number), 1, 1e-14);
	number[0] = number[1] = number[2] = number[3] = 7;
	assert_true(isnan(level_line(&rows, number)));
}

/* As many levels as rows, one level, and residuals that are all 0 have no effect. */
static void
test_nothing_to_find(void **state)
{
	Trial		trial;

	make_trial(&trial, false, false);
	for (int round = 0; round < 3; round++)
	{
		LevelStatistics statistics;

		for (int i = 0; i < ROWS; i++)
		{
			trial.level[i] = round == 0 ? i : 0;
			trial.residual[i] = round == 2 ? 0 : unit();
		}
		trial.rows.levels = round == 0 ? ROWS : 1;
		statistics = level_statistics(trial.work, &trial.rows);
		assert_false(levels_predict(&statistics));
		assert_false(levels_are_alike(&statistics));
		assert_true(statistics.share == 0 && isinf(statistics.kappa));
	}
	work_end(trial.work);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_known_answers),
		cmocka_unit_test(test_units),
		cmocka_unit_test(test_two_outputs),
		cmocka_unit_test(test_line),
		cmocka_unit_test(test_nothing_to_find)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
