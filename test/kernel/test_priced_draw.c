/*
 * test_priced_draw.c
 *		Prices, and plans in money: known answers, the law as it is written,
 *		the budget, what a budget can reach.
 */
#include "kernel/priced_draw.h"

#include "test.h"

#include "work.h"

#define MOST 1200
#define MOST_PANELS 12

/* A price list with memory of its own. */
typedef struct List
{
	int64		cost[MOST];
	uint32		panel[MOST];
	int64		fee[MOST_PANELS];
	double		spread[MOST];
	Prices		prices;
	Work	   *work;
	PricedDraw *draw;
} List;

static List list;
static uint32 plan[MOST];
static uint32 plain[MOST];

static void
list_start(List *l, uint32 looks, uint32 panels, const double *spread)
{
	l->prices = (Prices) {looks, panels, l->cost, l->panel, l->fee};
	l->work = new_work(NULL);
	l->draw = priced_draw_create(l->work, &l->prices);
	priced_draw_set_spread(l->draw, spread);
}

static void
list_end(List *l)
{
	work_end(l->work);
}

/* Prices of many kinds; every panel has a look. */
static void
random_list(List *l, uint32 looks, Rng *rng, int kind)
{
	uint32		panels = Min(kind % 3 == 0 ? 0 : 1 + rng_below(rng, MOST_PANELS), looks);

	for (uint32 i = 0; i < looks; i++)
	{
		l->cost[i] = kind % 4 == 0 ? 1000 * (1 + (int64) rng_below(rng, 10)) :
			kind % 4 == 1 ? (int64) rng_below(rng, 3) * 500 :
			kind % 4 == 2 ? (int64) rng_below(rng, 1000000) : rng_below(rng, 5) == 0 ? 100000 : 7;
		l->panel[i] = i < panels ? i : rng_below(rng, panels + 2);
		if (l->panel[i] >= panels)
			l->panel[i] = NO_PANEL;
		l->spread[i] = kind % 5 == 0 ? rng_below(rng, 4) : pow(rng_unit(rng), 1 + kind % 7);
	}
	for (uint32 p = 0; p < panels; p++)
		l->fee[p] = (int64) rng_below(rng, 4) * (kind % 2 == 0 ? 700 : 90000);
	list_start(l, looks, panels, kind % 6 == 0 ? NULL : l->spread);
}

/*
 * The law as it is written: two walks over all looks for each draw.  Weights
 * are made here again.
 */
static uint32
plan_by_walks(const List *l, bool weighted, Rng *rng, int64 budget)
{
	const Prices *p = &l->prices;
	static uint64 weight[MOST];
	static bool gone[MOST];
	static bool taken[MOST];
	bool		open[MOST_PANELS] = {false};
	double		total = 0;
	int			charged = 0;
	int64		left = budget;
	uint32		n = 0;

	for (uint32 i = 0; i < p->looks; i++)
	{
		double		alone = l->cost[i];

		if (p->panels > 0 && l->panel[i] != NO_PANEL)
			alone += l->fee[l->panel[i]];
		gone[i] = taken[i] = alone == 0;
		if (alone > 0)
		{
			total += (weighted ? l->spread[i] : 1) / sqrt(alone);
			charged++;
		}
	}
	for (uint32 i = 0; i < p->looks; i++)
		if (!gone[i])
		{
			double		alone = l->cost[i];
			double		u;

			if (p->panels > 0 && l->panel[i] != NO_PANEL)
				alone += l->fee[l->panel[i]];
			u = total > 0 ? 0.98 * ((weighted ? l->spread[i] : 1) / sqrt(alone) / total) +
				0.02 / charged : 1.0 / charged;
			weight[i] = (uint64) floor(u * 4294967296.0);
			if (weight[i] == 0)
				weight[i] = 1;
		}
	for (;;)
	{
		uint64		sum = 0;
		uint64		point;
		uint32		i;

		for (i = 0; i < p->looks; i++)
		{
			int64		now = l->cost[i];

			if (gone[i])
				continue;
			if (p->panels > 0 && l->panel[i] != NO_PANEL && !open[l->panel[i]])
				now += l->fee[l->panel[i]];
			if (now > left)
				gone[i] = true;
			else
				sum += weight[i];
		}
		if (sum == 0)
			break;
		point = rng_below_wide(rng, sum);
		for (i = 0;; i++)
			if (!gone[i])
			{
				if (point < weight[i])
					break;
				point -= weight[i];
			}
		taken[i] = gone[i] = true;
		left -= l->cost[i];
		if (p->panels > 0 && l->panel[i] != NO_PANEL && !open[l->panel[i]])
		{
			open[l->panel[i]] = true;
			left -= l->fee[l->panel[i]];
		}
	}
	assert_true(left >= 0);
	for (uint32 i = 0; i < p->looks; i++)
		if (taken[i])
			plain[n++] = i;
	return n;
}

static void
law(void **state)
{
	static const uint32 widths[] = {1, 2, 5, 31, 32, 33, 200, 1025, MOST};
	Rng			rng;
	int			rounds = getenv("AER_QUICK") != NULL ? 8 : 120;
	double		bought = 0;

	rng_seed(&rng, 3);
	for (size_t w = 0; w < lengthof(widths); w++)
		for (int round = 0; round < rounds; round++)
		{
			Rng			one;
			Rng			two;
			int64		budget;
			uint32		n;

			random_list(&list, widths[w], &rng, round);
			budget = (int64) (list.draw->all * pow(rng_unit(&rng), 1 + round % 6));
			rng_seed(&one, round);
			rng_seed(&two, round);
			n = priced_draw_plan(list.draw, &one, budget, plan);
			assert_int_equal(n, plan_by_walks(&list, round % 6 != 0, &two, budget));
			for (uint32 k = 0; k < n; k++)
				assert_int_equal(plan[k], plain[k]);
			if (budget < list.draw->all)
				assert_int_equal(pg_prng_uint64(&one), pg_prng_uint64(&two));
			bought += n;
			list_end(&list);
		}
	assert_true(bought > 1000);
}

/* 10,000 keys and 100 lists: no plan costs more than the budget. */
static void
budget_holds(void **state)
{
	Rng			rng;
	int			keys = getenv("AER_QUICK") != NULL ? 100 : 10000;
	bool		opened[MOST_PANELS];

	rng_seed(&rng, 4);
	for (int kind = 0; kind < 100; kind++)
	{
		int64		budget;
		int64		most = 0;

		random_list(&list, 1 + rng_below(&rng, 40), &rng, kind);
		budget = (int64) (list.draw->all * 0.7 * rng_unit(&rng));
		for (int key = 0; key < keys; key++)
		{
			uint32		n = priced_draw_plan_key(list.draw, 7, key, budget, plan);
			int64		spent = prices_of(&list.prices, plan, n, opened);

			assert_true(spent <= budget);
			most = Max(most, spent);
			for (uint32 k = 0; k < n; k++)
			{
				assert_true(plan[k] < list.prices.looks && (k == 0 || plan[k] > plan[k - 1]));
				assert_true(prices_with_fee(&list.prices, plan[k]) <= budget);
				for (uint32 m = 0; m < k; m++)
					assert_true(prices_together(&list.prices, plan[m], plan[k]) <= budget);
			}
		}
		assert_true(most <= list.draw->all);
		list_end(&list);
	}
}

/* Plans must stay what they are for ever. */
static void
known_answers(void **state)
{
	static const int64 cost[10] = {5170, 3100, 1000, 1000, 0, 15500, 100900, 0, 7000, 2500};
	static const uint32 panel[10] = {0, 0, 1, 1, NO_PANEL, NO_PANEL, NO_PANEL, 1, NO_PANEL, NO_PANEL};
	static const int64 fee[2] = {2100, 101900};
	static const double spread[10] = {1, 2, 3, 4, 5, 6, 70, 8, 0, 9};
	static const uint64 keys[3] = {17, 0, UINT64CONST(0xFFFFFFFFFFFFFFFF)};
	static const int64 budgets[3] = {9000, 30000, 110000};
	static const char *const plans[2][3][3] = {
		{{"149", "04", "149"}, {"1458", "01489", "01489"}, {"468", "014589", "014589"}},
		{{"149", "04", "149"}, {"01459", "01459", "01459"}, {"1469", "1469", "014589"}},
	};

	memcpy(list.cost, cost, sizeof(cost));
	memcpy(list.panel, panel, sizeof(panel));
	memcpy(list.fee, fee, sizeof(fee));
	for (int weighted = 0; weighted < 2; weighted++)
		for (int b = 0; b < 3; b++)
			for (int k = 0; k < 3; k++)
			{
				char		digits[11] = {0};
				uint32		n;

				list_start(&list, 10, 2, weighted ? spread : NULL);
				n = priced_draw_plan_key(list.draw, 42, keys[k], budgets[b], plan);
				for (uint32 j = 0; j < n; j++)
					digits[j] = (char) ('0' + plan[j]);
				assert_string_equal(digits, plans[weighted][b][k]);
				list_end(&list);
			}
}

/* What everything costs buys everything; next to nothing, what is free. */
static void
ends(void **state)
{
	uint32		n;
	int64		alike;

	memcpy(list.cost, ((int64[]) {0, 2, 0, 5}), 4 * sizeof(int64));
	memcpy(list.panel, ((uint32[]) {NO_PANEL, NO_PANEL, 0, 0}), 4 * sizeof(uint32));
	list.fee[0] = 3;
	list_start(&list, 4, 1, NULL);
	assert_int_equal(list.draw->all, 10);
	n = priced_draw_plan_key(list.draw, 1, 1, 10, plan);
	assert_int_equal(n, 4);
	for (int64 budget = 0; budget < 2; budget++)
	{
		assert_int_equal(priced_draw_plan_key(list.draw, 1, 1, budget, plan), 1);
		assert_int_equal(plan[0], 0);
	}
	/* a look at price 0 takes part at its panel's fee */
	for (uint64 key = 0; key < 100; key++)
	{
		n = priced_draw_plan_key(list.draw, 1, key, 3, plan);
		assert_int_equal(n, 2);
		assert_true(plan[1] == 1 || plan[1] == 2);
	}
	assert_false(prices_alike(&list.prices, &alike));
	list_end(&list);

	for (int i = 0; i < 3; i++)
	{
		list.cost[i] = 250;
		list.panel[i] = i == 2 ? 0 : NO_PANEL;
	}
	list.fee[0] = 0;
	list_start(&list, 3, 1, NULL);
	assert_true(prices_alike(&list.prices, &alike));
	assert_int_equal(alike, 250);
	list_end(&list);
	list.prices = (Prices) {0, 0, NULL, NULL, NULL};
	assert_false(prices_alike(&list.prices, &alike));
	assert_int_equal(prices_check(&list.prices, plan), PRICES_VALID);
}

static void
thousandths(void **state)
{
	static const double bad[] = {NAN, INFINITY, -INFINITY, -1, -1e-300, 1e-300, 1e300, 0.0005,
	1.2345, 1.0000000000001e12, 0.1 + 0.2};
	int64		m;
	uint32		where;

	for (size_t k = 0; k < lengthof(bad); k++)
		assert_false(price_thousandths(bad[k], &m));
	assert_true(price_thousandths(0, &m) && m == 0);
	assert_true(price_thousandths(5.17, &m) && m == 5170);
	assert_true(price_thousandths(100.9, &m) && m == 100900);
	assert_true(price_thousandths(0.001, &m) && m == 1);
	assert_true(price_thousandths(1e12, &m) && m == INT64CONST(1000000000000000));

	/* sums beyond an int64, a panel without a look */
	for (uint32 i = 0; i < MOST; i++)
	{
		list.cost[i] = PG_INT64_MAX / MOST + 1;
		list.panel[i] = NO_PANEL;
	}
	list.prices = (Prices) {MOST, 0, list.cost, NULL, NULL};
	assert_int_equal(prices_check(&list.prices, &where), PRICES_TOO_MUCH);
	list.fee[0] = list.fee[1] = list.fee[2] = 1;
	list.panel[0] = 0;
	list.panel[1] = 2;
	list.prices = (Prices) {2, 3, list.cost, list.panel, list.fee};
	assert_int_equal(prices_check(&list.prices, &where), PRICES_EMPTY_PANEL);
	assert_int_equal(where, 1);
	list.panel[2] = 1;
	list.prices.looks = 3;
	assert_int_equal(prices_check(&list.prices, &where), PRICES_VALID);
	list.fee[2] = PG_INT64_MAX;
	assert_int_equal(prices_check(&list.prices, &where), PRICES_TOO_MUCH);
}

/* Shares and means of uneven budgets; known answers. */
static void
uneven(void **state)
{
	static const int64 cases[][3] = {{30000, 324000, 0}, {60000, 324000, 0}, {60000, 60000, 0},
	{5, 57, 1}, {2500, 28500, 500}, {1, 1000, 1}};
	static const int64 known[12] = {2, 1, 1, 2, 1, 20, 2, 2, 1, 1, 20, 1};
	UnevenBudget uneven;
	int			keys = getenv("AER_QUICK") != NULL ? 2000 : 200000;

	for (size_t c = 0; c < lengthof(cases); c++)
	{
		double		b = cases[c][0];
		double		t = cases[c][1];
		double		f = 0.75 * b / t;
		double		sum = 0;
		double		squares = 0;
		int			deep = 0;

		uneven_budget_init(&uneven, 11, cases[c][0], cases[c][1], cases[c][2]);
		for (int key = 0; key < keys; key++)
		{
			double		may = uneven_budget_of(&uneven, key);

			deep += uneven_budget_is_deep(&uneven, key);
			sum += may;
			squares += (may - b) * (may - b);
			if (uneven_budget_is_deep(&uneven, key))
				assert_true(may == t);
			else if (cases[c][2] == 0)
				assert_true(may == floor(b * t / (4 * t - 3 * b)));
			else
				assert_true(fmod(may, cases[c][2]) == 0 &&
							fabs(may - 0.25 * b / (1 - f)) < cases[c][2]);
		}
		assert_true(fabs(deep / (double) keys - f) < 5 * sqrt(f * (1 - f) / keys));
		assert_true(fabs(sum / keys - b) < 5 * sqrt(squares / keys / keys) + 1);
	}
	/* where a second look of 2 would be more than a deep record's 3.2 */
	uneven_budget_init(&uneven, 11, 3000, 3200, 2000);
	for (int key = 0; key < 1000; key++)
		assert_int_equal(uneven_budget_of(&uneven, key), uneven_budget_is_deep(&uneven, key) ? 3200 : 2000);
	uneven_budget_init(&uneven, 42, 5, 20, 1);
	for (int key = 0; key < 12; key++)
		assert_int_equal(uneven_budget_of(&uneven, key), known[key]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_answers),
		cmocka_unit_test(law),
		cmocka_unit_test(budget_holds),
		cmocka_unit_test(ends),
		cmocka_unit_test(thousandths),
		cmocka_unit_test(uneven),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
