/*
 * test_subtract.c
 *		Rows that were added are taken back from plain sums.
 *
 * The oracle adds the rows that remain, and nothing else, as __float128.  What
 * rounding may have eaten up is said; what is not said is right to the tolerance
 * that moments_lost() keeps.
 */
#include "test.h"

#include "kernel/moments/subtract.h"
#include "kernel/rng.h"
#include "moment_state.h"

#define D 5
#define FOLDS 2

/* A row: what was seen of it, and its target. */
typedef struct Row
{
	uint32		fold;
	uint32		n;
	uint32		attribute[D];
	double		value[D];
	double		y;
} Row;

static void
add(Moments *m, const Row *row)
{
	state_add(m, row->fold, row->attribute, row->value, row->n, row->y);
}

/* A row with some of the attributes, or all of them, about an offset. */
static Row
draw(Rng *rng, bool all, double offset)
{
	Row			row = {.fold = rng_below(rng, FOLDS), .y = normal(rng) + 1};

	for (uint32 i = 0; i < D; i++)
		if (all || rng_below(rng, 2) == 0)
		{
			row.attribute[row.n] = i;
			row.value[row.n++] = normal(rng) + offset;
		}
	return row;
}

/* The covariance of two attributes over the rows where both are, or of one and y (j = D). */
static double
oracle_covariance(const Row *row, size_t rows, uint32 i, uint32 j)
{
	__float128	sum[3] = {0, 0, 0};
	double		n = 0;

	for (size_t r = 0; r < rows; r++)
	{
		double		value[2] = {0};
		uint32		found = 0;

		for (uint32 k = 0; k < row[r].n; k++)
		{
			if (row[r].attribute[k] == i)
				value[0] = row[r].value[k], found |= 1;
			if (row[r].attribute[k] == j)
				value[1] = row[r].value[k], found |= 2;
		}
		if (j == D)
			value[1] = row[r].y, found |= 2;
		if (found != 3)
			continue;
		n++;
		sum[0] += (__float128) value[0] * value[1];
		sum[1] += value[0];
		sum[2] += value[1];
	}
	return (double) ((sum[0] - sum[1] * sum[2] / n) / n);
}

/* The same of moments. */
static double
covariance(const Moments *m, uint32 i, uint32 j)
{
	AttributeSums one = moments_attribute(m, i, FOLDS);
	TargetCell	cell_of_one = moments_cell(m, i, FOLDS);
	PairCell	sum = {0};

	if (j == D)
		return (cell_of_one.xy - one.x * cell_of_one.y / one.n) / one.n;
	if (i == j)
		return (one.xx - one.x * one.x / one.n) / one.n;
	for (uint32 f = 0; f < FOLDS; f++)
	{
		FoldWalk	walk;
		const PairCell *cell = NULL;

		fold_walk_init(m->work, &walk, D);
		fold_walk_start(&walk, m, f);
		for (uint32 k = 0; k <= i; k++)
			cell = fold_walk_row(&walk, k);
		sum.n += cell[j - i - 1].n;
		sum.product += cell[j - i - 1].product;
		sum.first += cell[j - i - 1].first;
		sum.second += cell[j - i - 1].second;
	}
	return (sum.product - sum.first * sum.second / sum.n) / sum.n;
}

/*
 * Many rows, some of them with a typing error, of which the first ones stay.  In
 * one part that is taken back, or in many.
 */
static void
come_and_go(size_t many, size_t stay, double typo, double offset, bool complete, size_t parts,
			double tolerance)
{
	Row		   *row = malloc(many * sizeof(Row));
	const uint64 seed = 17;
	Moments		whole;
	Rng			rng;
	bool		lost;

	rng_seed(&rng, seed);
	state_new(&whole, D, FOLDS, complete, NULL);
	for (size_t r = 0; r < many; r++)
	{
		row[r] = draw(&rng, complete, offset);
		if (r == stay && row[r].n > 0)
			row[r].value[0] = typo == 1 ? row[r].value[0] : typo;
		add(&whole, &row[r]);
	}
	for (size_t p = 0; p < parts; p++)
	{
		Moments		part;

		state_new(&part, D, FOLDS, complete, NULL);
		for (size_t r = stay + p; r < many; r += parts)
			add(&part, &row[r]);
		moments_settle(&part);
		moments_merge(&whole, &part, -1, NULL);
		assert_int_equal(moments_close(&whole), SUBTRACT_SOUND);
		state_free(&part);
	}
	assert_true(moments_valid(&whole));
	assert_true(moments_rows(&whole) == stay);
	assert_true(whole.turnover == 2 * many - stay);
	lost = moments_lost(&whole) <= D;
	if (lost != (tolerance == 0))
		fail_msg("%zu of %zu rows stay, typo %g, offset %g: lost %d", stay, many, typo, offset, lost);
	for (uint32 i = 0; i < D && !lost; i++)
		for (uint32 j = i; j <= D; j++)
		{
			double		got = covariance(&whole, i, j);
			double		want = oracle_covariance(row, stay, i, j);

			if (!(fabs(got - want) <= tolerance))
				fail_msg("seed %lu, typo %g, offset %g: covariance %u %u is %.17g, not %.17g",
						 (unsigned long) seed, typo, offset, i, j, got, want);
		}
	state_free(&whole);
	free(row);
}

static void
rows_come_and_go(void **unused)
{
	size_t		million = getenv("AER_QUICK") ? 10000 : 1000000;

	for (int complete = 0; complete < 2; complete++)
	{
		come_and_go(million, 100, 1, 0, complete, 1, 1e-7);
		come_and_go(million, 100, 1, 10, complete, 7, 1e-7);
		for (size_t parts = 1; parts < 900; parts = 20 * parts + 1)
		{
			come_and_go(1000, 900, 1e3, 0, complete, Min(parts, 100), 1e-9);
			come_and_go(1000, 900, 1e6, 0, complete, Min(parts, 100), 1e-5);
		}
		come_and_go(1000, 900, 1e9, 0, complete, 1, 0);
		come_and_go(1000, 900, 1e15, 0, complete, 1, 0);
		come_and_go(1000, 900, 1e100, 0, complete, 1, 0);
		/* 1e6 +- 1 is a warning with any moments; the rest is as good as those */
		come_and_go(1000, 900, 1, 1e6, complete, 1, 5e-2);
		come_and_go(1000, 900, 1, 1e4, complete, 1, 1e-6);
	}
}

/* Where rounding is worse than what is left: the attribute, the target, or none. */
static void
lost_to_rounding(void **unused)
{
	static const struct
	{
		const char *what;
		double		offset;		/* of the rows that stay */
		double		spread;
		double		gone;		/* a value that came and went */
		bool		in_target;
		bool		lost;
		double		turnover;	/* 0: what it was */
	}			cases[] = {
		{"nothing", 0, 1, 1, false, false, 0},
		{"an offset", 1e6, 1, 1e6, false, false, 0},
		{"a constant", 1e6, 0, 1e6, false, false, 0},
		{"a constant that most had who are gone", 1e6, 0, 1e6, false, false, 1e6},
		{"a constant and what is 200 times as large", 5, 0, 1e3, false, false, 0},
		{"a constant and what eats it up", 5, 0, 1e6, false, true, 0},
		{"an indicator", 0, 0, 1, false, false, 0},
		{"an indicator that is not 1", 0, 0, 0.7, false, false, 0},
		{"zeros, or what was eaten up", 0, 0, 1e16, false, true, 0},
		{"a small error", 0, 1, 1e3, false, false, 0},
		{"a large error", 0, 1, 1e6, false, false, 0},
		{"the same, and more rows than there are", 0, 1, 1e6, false, true, 1e5},
		{"a larger one", 0, 1, 1e7, false, true, 0},
		{"one that eats up all", 0, 1, 1e15, false, true, 0},
		{"a large error of a target", 0, 1, 1e6, true, false, 0},
		{"a larger one", 0, 1, 1e7, true, true, 0},
		{"one that eats up all", 0, 1, 1e15, true, true, 0}
	};

	for (size_t k = 0; k < lengthof(cases); k++)
	{
		Moments		m;
		Moments		gone;
		Rng			rng;
		uint32		lost;
		Row			row = {.n = 1};

		rng_seed(&rng, 5);
		state_new(&m, D, FOLDS, false, NULL);
		state_new(&gone, D, FOLDS, false, NULL);
		for (uint32 r = 0; r <= 100; r++)
		{
			double		value = r == 50 ? cases[k].gone : cases[k].offset + cases[k].spread * normal(&rng);

			row.value[0] = cases[k].in_target ? r : value;
			row.y = cases[k].in_target ? value : r;
			add(&m, &row);
			if (r == 50)
				add(&gone, &row);
		}
		moments_settle(&m);
		assert_int_equal(moments_lost(&m), D + 1);	/* of nothing that was taken */
		moments_settle(&gone);
		moments_merge(&m, &gone, -1, NULL);
		assert_int_equal(moments_close(&m), SUBTRACT_SOUND);
		if (cases[k].turnover > 0)
			m.turnover = cases[k].turnover;
		lost = moments_lost(&m);
		if (lost != (!cases[k].lost ? D + 1 : cases[k].in_target ? D : 0))
			fail_msg("%s: %u", cases[k].what, lost);
		state_free(&m);
		state_free(&gone);
	}
}

/* What is remembered goes with the moments, and never falls. */
static void
remembered(void **unused)
{
	for (int complete = 0; complete < 2; complete++)
	{
		Moments		m;
		Moments		typo;
		Moments		rest;
		Moments		sum;
		Row			row;
		Rng			rng;

		rng_seed(&rng, 6);
		state_new(&m, D, FOLDS, complete, NULL);
		state_new(&typo, D, FOLDS, complete, NULL);
		state_new(&rest, D, FOLDS, complete, NULL);
		state_new(&sum, D, FOLDS, false, NULL);
		for (uint32 r = 0; r < 100; r++)
		{
			row = draw(&rng, true, 0);
			add(&m, &row);
			add(&rest, &row);
		}
		row.value[2] = 1e9;
		add(&m, &row);
		add(&typo, &row);
		moments_settle(&typo);
		moments_merge(&m, &typo, -1, NULL);
		assert_int_equal(moments_close(&m), SUBTRACT_SOUND);
		assert_int_equal(moments_lost(&m), 2);
		assert_true(m.largest[2] == 1e9 && moments_peak_xx(&m, 2) >= 1e18);
		assert_true(m.turnover == 102);

		/* merged into others, and those into pairs; however many rows come */
		state_merge(&rest, &m);
		assert_int_equal(moments_lost(&rest), 2);
		assert_true(rest.turnover == 202);
		row = draw(&rng, true, 0);
		add(&rest, &row);
		moments_settle(&rest);
		assert_true(rest.turnover == 203);
		state_merge(&sum, &rest);
		assert_int_equal(moments_lost(&sum), 2);
		assert_true(sum.turnover == 203 && moments_peak_xx(&sum, 2) >= 1e18);
		state_free(&m);
		state_free(&typo);
		state_free(&rest);
		state_free(&sum);
	}
}

/* Where nothing is left sums are 0; what cannot be is said. */
static void
impossible(void **unused)
{
	for (int complete = 0; complete < 2; complete++)
	{
		Moments		m;
		Moments		gone;
		Moments		other;
		Moments		large;
		Row			row;
		Rng			rng;

		rng_seed(&rng, 7);
		state_new(&m, D, FOLDS, complete, NULL);
		state_new(&gone, D, FOLDS, complete, NULL);
		state_new(&large, D, FOLDS, complete, NULL);
		for (uint32 r = 0; r < 100; r++)
		{
			row = draw(&rng, complete, 1.0 / 3);
			add(r < 50 ? &m : &gone, &row);
		}
		state_merge(&m, &gone);
		moments_merge(&m, &gone, -1, NULL);
		assert_int_equal(moments_close(&m), SUBTRACT_SOUND);
		for (uint32 f = 0; f < FOLDS; f++)
			for (uint32 i = 0; i < D; i++)
				assert_true(moments_fold_attribute(&m, f, i).xx >= 0);

		/* what was never there */
		moments_merge(&m, &gone, -1, NULL);
		assert_int_equal(moments_close(&m), SUBTRACT_TOO_MUCH);

		/* all of it, in another order than it came, so that rounding leaves something */
		state_free(&m);
		state_new(&m, D, FOLDS, complete, NULL);
		state_new(&other, D, FOLDS, complete, NULL);
		for (uint32 r = 0; r < 50; r++)
		{
			row = draw(&rng, complete, 1.0 / 7);
			add(&other, &row);
		}
		state_merge(&m, &gone);
		state_merge(&m, &other);
		moments_merge(&m, &gone, -1, NULL);
		moments_merge(&m, &other, -1, NULL);
		state_free(&other);
		assert_int_equal(moments_close(&m), SUBTRACT_SOUND);
		for (uint32 f = 0; f < FOLDS; f++)
		{
			assert_true(m.fold[f].rows == 0 && moments_fold_target(&m, f).y == 0 && moments_fold_target(&m, f).yy == 0);
			for (uint32 i = 0; i < D; i++)
			{
				AttributeSums sum = moments_fold_attribute(&m, f, i);

				assert_true(sum.n == 0 && sum.x == 0 && sum.xx == 0 && moments_fold_cell(&m, f, i).xy == 0);
			}
		}

		/* sums that are infinite stay so */
		row = draw(&rng, true, 0);
		row.value[1] = 1e200;
		add(&large, &row);
		state_merge(&m, &large);
		moments_merge(&m, &large, -1, NULL);
		assert_int_equal(moments_close(&m), SUBTRACT_NOT_FINITE);
		state_free(&m);
		state_free(&gone);
		state_free(&large);
	}
}

/* What rounding leaves of squares and products is put right. */
static void
put_right(void **unused)
{
	Moments		all;
	Moments		gone;
	AttributeSums *m;
	TargetCell *cell;
	uint32		attribute[] = {0, 1};

	state_new(&all, D, FOLDS, false, NULL);
	state_new(&gone, D, FOLDS, false, NULL);
	for (uint32 r = 0; r < 40; r++)
	{
		double		value[2] = {r < 30 ? 1e8 + r / 3.0 : r / 7.0, r < 30 ? 3e8 - r / 7.0 : 1 - r / 3.0};

		state_add(&all, 0, attribute, value, 2, r < 30 ? 1e8 / 3 * r : r / 3.0);
		if (r < 30)
			state_add(&gone, 0, attribute, value, 2, 1e8 / 3 * r);
	}
	moments_settle(&gone);
	moments_merge(&all, &gone, -1, NULL);
	assert_int_equal(moments_close(&all), SUBTRACT_SOUND);
	m = all.fold[0].attribute;
	cell = all.fold[0].target[0].cell;
	for (uint32 i = 0; i < 2; i++)
	{
		assert_true(m[i].n == 10);
		assert_true(m[i].xx >= m[i].x * m[i].x / m[i].n && cell[i].yy >= cell[i].y * cell[i].y / m[i].n);
		assert_true(fabs(cell[i].xy) <= sqrt(m[i].xx * cell[i].yy) * (1 + 1e-14));
	}
	assert_int_equal(moments_lost(&all), 0);

	/* products that the squares do not allow */
	m[0] = (AttributeSums) {.n = 10, .x = 10, .xx = 4};
	m[1] = (AttributeSums) {.n = 10, .xx = 10};
	cell[0] = (TargetCell) {.yy = 1, .xy = -7};
	cell[1] = (TargetCell) {.yy = 1};
	all.fold[0].table[0].product = 100;
	assert_int_equal(moments_close(&all), SUBTRACT_SOUND);
	assert_true(m[0].xx == 10 && fabs(cell[0].xy + sqrt(10)) < 1e-14);
	assert_true(fabs(all.fold[0].table[0].product - 10) < 1e-13);
	state_free(&all);
	state_free(&gone);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_come_and_go),
		cmocka_unit_test(lost_to_rounding),
		cmocka_unit_test(remembered),
		cmocka_unit_test(impossible),
		cmocka_unit_test(put_right),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
