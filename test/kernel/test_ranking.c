/*
 * test_ranking.c
 *		The area under the curve: by all pairs while it is exact, within what
 *		bins can hide beyond.
 */
#include "test.h"

#include "kernel/link.h"
#include "kernel/rng.h"
#include "kernel/score/ranking.h"

#define SEED 20260101

/* Add a row as the callers do, growing by what is wanted. */
static Ranking *
grown(Ranking *ranking, size_t more)
{
	size_t		room = ranking_room_for(ranking, more);
	Ranking    *larger;

	if (ranking != NULL && room == ranking->room)
		return ranking;
	larger = malloc(RANKING_NUMBERS(room) * sizeof(double));
	ranking_init(larger, room, ranking);
	free(ranking);
	return larger;
}

static Ranking *
add(Ranking *ranking, double score, bool high)
{
	ranking = grown(ranking, 1);
	ranking_add(ranking, score, high, 1);
	return ranking;
}

/* Every pair of a high and a low row, in parts that are merged. */
static void
test_pairs(void **state)
{
	enum
	{
		ROWS = 400
	};
	static double score[ROWS];
	static bool high[ROWS];
	Rng			rng;

	rng_seed(&rng, SEED);
	for (int round = 0; round < (getenv("AER_QUICK") != NULL ? 8 : 40); round++)
	{
		int			rows = 2 + rng_below(&rng, ROWS - 1);
		Ranking    *part[3] = {grown(NULL, 1), NULL, grown(NULL, 1)};
		double		pairs = 0;
		double		right = 0;

		for (int i = 0; i < rows; i++)
		{
			int			p = rng_below(&rng, 2);

			score[i] = 6 * rng_unit(&rng) - 3;
			high[i] = rng_unit(&rng) < logistic(score[i]);
			if (round % 2)
				score[i] = floor(score[i] * (1 + round % 3));
			part[p] = add(part[p], score[i], high[i]);
		}
		if (part[1])
		{
			part[0] = grown(part[0], (size_t) part[1]->n);
			ranking_merge(part[0], part[1]);
		}
		ranking_merge(part[0], part[2]);
		for (int i = 0; i < rows; i++)
			for (int j = 0; j < rows; j++)
				if (high[i] && !high[j])
				{
					pairs++;
					right += score[i] > score[j] ? 1 : score[i] == score[j] ? 0.5 : 0;
				}
		assert_int_equal(part[0]->n, rows);
		if (pairs == 0)
			assert_true(isnan(ranking_area(part[0])));
		else if (fabs(ranking_area(part[0]) - right / pairs) > 1e-12)
			fail_msg("seed %d, round %d", SEED, round);
		for (int p = 0; p < 3; p++)
			free(part[p]);
	}
}

/*
 * Beyond RANKING_MOST rows: every row counts, and the area is that of all rows,
 * which a sort of them tells.  A bin hides pairs among 1/4096 of the rows, which
 * count a half each: 1 in 8192 at most of all pairs were they all wrong, and a
 * twentieth of that where both kinds are in every bin.  The second half of the
 * rows is of another order of size, so that bins of the first are no use for it.
 */
static void
test_bins(void **state)
{
	enum
	{
		LEVELS = 1 << 20,
		ROWS = 2 * RANKING_MOST + 12345
	};
	static double count[2][2 * LEVELS];
	Ranking    *ranking = NULL;
	double		low = 0;
	double		area = 0;
	double		total[2] = {0, 0};
	Rng			rng;

	rng_seed(&rng, SEED);
	for (int i = 0; i < ROWS; i++)
	{
		int			level = rng_below(&rng, LEVELS);
		bool		high = rng_unit(&rng) < 0.1 + 0.8 * level / LEVELS;

		if (i > ROWS / 2)
			level += LEVELS;
		ranking = add(ranking, level < LEVELS ? 1e-6 * level - 5 : level, high);
		count[high][level]++;
		total[high]++;
	}
	for (int level = 0; level < 2 * LEVELS; level++)
	{
		area += count[1][level] * (low + count[0][level] / 2);
		low += count[0][level];
	}
	area /= total[0] * total[1];
	assert_true(ranking->room == RANKING_MOST);
	assert_true(ranking->n <= RANKING_MOST);
	if (fabs(ranking_area(ranking) - area) > 1e-5)
		fail_msg("seed %d: %.9f, not %.9f", SEED, ranking_area(ranking), area);
	low = 0;
	for (size_t i = 0; i < ranking->n; i++)
		low += ranking->entry[i].low;
	assert_true(low == total[0]);
	free(ranking);
}

/* Infinite scores are the largest, and a state that makes no sense does no harm. */
static void
test_odd_scores(void **state)
{
	Ranking    *ranking = NULL;

	ranking = add(ranking, INFINITY, true);
	ranking = add(ranking, 1, false);
	ranking = add(ranking, -INFINITY, false);
	assert_true(ranking_area(ranking) == 1);
	ranking->entry[0].score = NAN;
	ranking->entry[1].low = NAN;
	(void) ranking_area(ranking);
	free(ranking);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_bins),
		cmocka_unit_test(test_odd_scores),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
