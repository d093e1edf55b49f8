/*
 * test_choose.c
 *		Which looks to buy: against a search by elimination anew at every step;
 *		honest forecasts; pairs that were never seen together; asking.
 */
#include "test.h"

#include "dense_solve.h"
#include "kernel/moments/lambda_search.h"
#include "kernel/spending/ask.h"
#include "kernel/spending/choose.h"
#include "kernel/spending/pair_classes.h"
#include "kernel/spending/partial_model.h"
#include "known_model.h"
#include "spending_data.h"
#include "work.h"

#define D 18
#define LOOKS 12
#define PANELS 3
#define PAIRS 3
#define WITH_PAIRS (D + 4)

static const FitOptions common = {.lambda = NAN};

/* Looks of one to three attributes, some in panels, some free; perhaps with pairs of them. */
typedef struct Market
{
	uint32		start[LOOKS + PAIRS + 1];
	uint32		pairs;
	uint32		d;
	int64		cost[LOOKS];
	uint32		panel[LOOKS];
	int64		fee[PANELS];
	uint8		given[LOOKS];
	Looks		looks;
	Prices		prices;
} Market;

static bool
has_pairs(int kind)
{
	return kind % 3 == 1;
}

static void
costs(Market *m, Rng *rng, int kind)
{
	static const LookPair pair[PAIRS] = {{0, 5}, {2, 1}, {6, 9}};
	uint32		at = 0;

	for (uint32 i = 0; i < LOOKS; i++)
	{
		m->start[i] = at;
		at += i % 4 == 1 ? 3 : 1;
		m->cost[i] = kind % 3 == 0 ? 1000 : rng_below(rng, 6) * 700;
		m->panel[i] = rng_below(rng, PANELS + 2);
		if (m->panel[i] >= PANELS || kind % 4 == 0)
			m->panel[i] = NO_PANEL;
		m->given[i] = kind % 5 == 0 ? LOOK_OPEN : rng_below(rng, 8) == 0 ? LOOK_KNOWN :
			rng_below(rng, 8) == 0 ? LOOK_UNAVAILABLE : LOOK_OPEN;
	}
	m->start[LOOKS] = D;		/* the last look has one, too */
	for (uint32 p = 0; p < PANELS; p++)
		m->fee[p] = rng_below(rng, 4) * 2500;
	m->pairs = has_pairs(kind) ? PAIRS : 0;
	for (uint32 p = 0; p < m->pairs; p++)
		m->start[LOOKS + p + 1] = m->start[LOOKS + p] + (p == 1 ? 2 : 1);
	m->d = m->start[LOOKS + m->pairs];
	m->looks = (Looks) {LOOKS + m->pairs, LOOKS, m->d, m->start, m->pairs > 0 ? pair : NULL};
	m->prices = (Prices) {LOOKS, PANELS, m->cost, m->panel, m->fee};
}

/* q of the attributes of some looks, by elimination. */
static double
plain_q(const Factors *f, const Market *m, const bool *in)
{
	uint32		set[WITH_PAIRS];
	double		a[WITH_PAIRS * WITH_PAIRS];
	double		x[WITH_PAIRS];
	double		q = 0;
	uint32		s = 0;

	for (uint32 look = 0; look < LOOKS + m->pairs; look++)
	{
		const LookPair *pair = look < LOOKS ? NULL : &m->looks.pair[look - LOOKS];
		bool		known = pair == NULL ? in[look] : in[pair->a] && in[pair->b];

		for (uint32 k = m->start[look]; known && k < m->start[look + 1]; k++)
			if (factors_live(f, k))
				set[s++] = k;
	}
	for (uint32 p = 0; p < s; p++)
	{
		x[p] = f->cross[set[p]];
		for (uint32 o = 0; o < s; o++)
		{
			a[p * s + o] = p == o ? f->rest[set[p]] + 0.25 * f->lambda : 0;
			for (uint32 k = 0; k < f->rank; k++)
				a[p * s + o] += f->factor[set[p] * f->across + k * f->down] *
					f->factor[set[o] * f->across + k * f->down];
		}
	}
	dense_solve(a, x, s);
	for (uint32 p = 0; p < s; p++)
		q += x[p] * f->cross[set[p]];
	return q / f->variance;
}

/* What some looks explain of all outputs. */
static double
plain_explained(const Factors *f, uint32 outputs, const Market *m, const bool *in)
{
	double		explained = 0;

	for (uint32 o = 0; o < outputs; o++)
	{
		double		q = plain_q(&f[o], m, in);

		explained += f[o].variance * (f[o].whole ? q : q / (1 + q));
	}
	return explained;
}

/* How much more these looks would explain than those, if what they add to q were small. */
static double
plain_slope(const Factors *f, uint32 outputs, const Market *m, const bool *these, const bool *those)
{
	double		slope = 0;

	for (uint32 o = 0; o < outputs; o++)
	{
		double		q = plain_q(&f[o], m, those);

		slope += f[o].variance * (plain_q(&f[o], m, these) - q) / (f[o].whole ? 1 : (1 + q) * (1 + q));
	}
	return slope;
}

/* The search as it is described; returns the looks in order, and what they explain in the end. */
static uint32
plain_search(const Factors *f, uint32 outputs, const Market *m, int64 budget, bool ratio,
			 uint32 *order, int64 *spent, double *explained)
{
	bool		in[LOOKS] = {false};
	bool		out[LOOKS] = {false};
	bool		open[PANELS] = {false};
	int64		sum = 0;
	uint32		n = 0;
	double		total = 0;

	for (uint32 o = 0; o < outputs; o++)
		total += f[o].variance;
	for (uint32 i = 0; i < LOOKS; i++)
		if (m->given[i] != LOOK_OPEN)
		{
			in[i] = m->given[i] == LOOK_KNOWN;
			out[i] = true;
			if (m->panel[i] != NO_PANEL)
				open[m->panel[i]] = true;
			if (in[i])
			{
				spent[n] = 0;
				order[n++] = i;
			}
		}
	for (;;)
	{
		double		before = plain_explained(f, outputs, m, in);
		double		best = 0;
		double		best_free = -1;
		uint32		buy[LOOKS];
		uint32		count = 0;
		uint32		free_one = LOOKS;
		bool		any = false;

#define NOW(i) (m->cost[i] + (m->panel[i] != NO_PANEL && !open[m->panel[i]] ? m->fee[m->panel[i]] : 0))
#define GAIN(set) (plain_explained(f, outputs, m, set) - before)
		for (uint32 i = 0; i < LOOKS; i++)
		{
			double		gain;
			double		score;

			if (out[i])
				continue;
			in[i] = true;
			gain = GAIN(in);
			in[i] = false;
			any |= gain > 1e-9 * total;
			if (NOW(i) == 0 && gain > best_free)
			{
				best_free = gain;
				free_one = i;
			}
			score = ratio ? gain / NOW(i) : gain;
			if (NOW(i) > 0 && sum + NOW(i) <= budget && gain > 1e-9 * total && score > best)
			{
				best = score;
				buy[0] = i;
				count = 1;
			}
		}
		for (uint32 p = 0; p < m->pairs; p++)
		{
			uint32		one = m->looks.pair[p].a;
			uint32		two = m->looks.pair[p].b;
			bool		shared = m->panel[one] != NO_PANEL && m->panel[one] == m->panel[two];
			int64		price = NOW(one) + (shared ? m->cost[two] : NOW(two));
			double		gain;
			double		score;

			if (out[one] || out[two])
				continue;
			in[one] = in[two] = true;
			gain = GAIN(in);
			in[one] = in[two] = false;
			any |= gain > 1e-9 * total;
			score = ratio ? gain / price : gain;
			if (price > 0 && sum + price <= budget && gain > 1e-9 * total && score > best * (1 + 1e-12))
			{
				best = score;
				buy[0] = one;
				buy[1] = two;
				count = 2;
			}
		}
		if (!any)
			break;
		if (free_one < LOOKS)
		{
			buy[0] = free_one;
			count = 1;
		}
		for (uint32 p = 0; p < PANELS && free_one == LOOKS; p++)
		{
			bool		bundle[LOOKS];
			int64		price = m->fee[p];
			uint32		list[LOOKS];
			uint32		length = 0;
			int			members = 0;

			memcpy(bundle, in, sizeof(in));
			for (uint32 i = 0; i < LOOKS; i++)
				members += !out[i] && m->panel[i] == p;
			if (open[p] || m->fee[p] == 0 || members < 2)
				continue;
			for (;;)
			{
				bool		now[LOOKS];
				double		most = 0;
				bool		free_member = false;
				uint32		next = LOOKS;
				double		score;

				memcpy(now, bundle, sizeof(now));
				for (uint32 i = 0; i < LOOKS; i++)
				{
					double		added;

					if (out[i] || bundle[i] || m->panel[i] != p)
						continue;
					bundle[i] = true;
					added = plain_slope(f, outputs, m, bundle, now);
					bundle[i] = false;
					if (m->cost[i] == 0 ? !free_member || added > most :
						!free_member && added / m->cost[i] > most)
					{
						free_member = m->cost[i] == 0;
						most = free_member ? added : added / m->cost[i];
						next = i;
					}
				}
				if (next == LOOKS || sum + price + m->cost[next] > budget)
					break;
				price += m->cost[next];
				bundle[next] = true;
				list[length++] = next;
				score = GAIN(bundle) / (ratio ? price : 1);
				if (score > best * (1 + 1e-12))
				{
					best = score;
					count = length;
					memcpy(buy, list, sizeof(list));
				}
			}
		}
		if (count == 0)
			break;
		for (uint32 k = 0; k < count; k++)
		{
			sum += NOW(buy[k]);
			in[buy[k]] = out[buy[k]] = true;
			if (m->panel[buy[k]] != NO_PANEL)
				open[m->panel[buy[k]]] = true;
			spent[n] = sum;
			order[n++] = buy[k];
		}
	}
	*explained = plain_explained(f, outputs, m, in);
	return n;
}

/* The estimate of all folds, as factors. */
static void
factors_of_all(Work *work, const Moments *m, Factors *factors)
{
	Estimate   *estimate = estimate_create(work, m->d, m->folds);

	estimate->factors = true;
	estimate_moments(work, estimate, m, m->folds, false);
	factors_of_estimate(factors, estimate, lambda_search_ridge_lambda(estimate));
}

/* The same covariance, L L' + diag psi, kept exactly. */
static void
keep_exactly(Work *work, const Factors *factors, Factors *exact)
{
	uint32		d = factors->d;
	double	   *deviation = WORK_ARRAY(work, d, double);
	double	   *correlation = WORK_ARRAY(work, packed_correlations(d), double);
	double		row[2][WITH_PAIRS];

	*exact = *factors;
	exact->rank = 0;
	exact->rest = NULL;
	exact->deviation = deviation;
	exact->correlation = correlation;
	for (uint32 i = 0; i < d; i++)
		deviation[i] = sqrt(factors_variance(factors, i));
	for (uint32 i = 0; i < d; i++)
		for (uint32 j = 0; j < i; j++)
		{
			double		covariance = 0;

			factors_row(factors, i, row[0]);
			factors_row(factors, j, row[1]);
			for (uint32 k = 0; k < factors->rank; k++)
				covariance += row[0][k] * row[1][k];
			packed_correlation_set(correlation, i, j, covariance / (deviation[i] * deviation[j]));
		}
}

/* Of an exact covariance the search buys the same looks; what is explained differs by the raised diagonal. */
static void
assert_same_path(Work *work, Search *search, const Market *shop, int64 budget, const Factors *factors)
{
	SearchStep	path[LOOKS];
	uint32		count = search->steps;
	Factors    *exact = WORK_ARRAY(work, search->outputs, Factors);

	memcpy(path, search->path, sizeof(SearchStep) * count);
	for (uint32 o = 0; o < search->outputs; o++)
	{
		keep_exactly(work, &factors[o], &exact[o]);
		search->factors[o] = &exact[o];
	}
	search_run(search, shop->given, budget, LOOKS);
	assert_int_equal(search->steps, count);
	for (uint32 k = 0; k < count; k++)
	{
		assert_int_equal(search->path[k].look, path[k].look);
		assert_int_equal(search->path[k].spent, path[k].spent);
		assert_true(fabs(search->path[k].explained - path[k].explained) < 1e-4 * search->variance);
		assert_true(fabs(search->path[k].gain - path[k].gain) < 1e-4 * search->variance);
	}
}

/* By one output, or by what is explained of several together; of a covariance without the target's part or with it. */
static void
search(void **state)
{
	int			rounds = getenv("AER_QUICK") != NULL ? 12 : 80;
	int			bundles = 0;
	Rng			rng;

	rng_seed(&rng, 8);
	for (int round = 0; round < rounds; round++)
	{
		enum
		{
			MOST = 3
		};
		uint32		outputs = round % 4 == 3 ? MOST : round % 4 == 2 ? 2 : 1;
		Moments		m[MOST];
		Market		shop;
		Factors		factors[MOST];
		Work	   *work = new_work(NULL);
		Search		s;
		int64		budget;
		uint32		order[2][LOOKS];
		int64		spent[2][LOOKS];
		double		explained[2];
		uint32		n[2];
		int			kept;

		costs(&shop, &rng, round);
		search_init(work, &s, outputs, shop.d, &shop.looks, &shop.prices);
		for (uint32 o = 0; o < outputs; o++)
		{
			data_moments(&m[o], shop.d, 300, round % 7 == 0 ? 1 : 0.4, TARGET_LINEAR, 100 + round + 1000 * o, NULL);
			factors_of_all(work, &m[o], &factors[o]);
			if (round % 5 == 4)
			{
				/* as if they were those of the covariance with the part of a target that varies more */
				factors[o].whole = true;
				factors[o].variance *= 16;
			}
			s.factors[o] = &factors[o];
		}
		budget = round % 6 == 0 ? NO_BUDGET : (int64) (prices_of_all(&shop.prices) * rng_unit(&rng));
		search_run(&s, shop.given, budget, LOOKS);

		for (int gain = 0; gain < 2; gain++)
			n[gain] = plain_search(factors, outputs, &shop, budget, gain == 0, order[gain], spent[gain],
								   &explained[gain]);
		kept = explained[1] > explained[0] * (1 + 1e-9);
		assert_int_equal(s.steps, n[kept]);
		for (uint32 k = 0; k < s.steps; k++)
		{
			assert_int_equal(s.path[k].look, order[kept][k]);
			assert_true(s.path[k].spent == spent[kept][k] && s.path[k].spent <= budget);
			bundles += k > 0 && s.path[k].bundle == s.path[k - 1].bundle;
		}
		if (s.steps > 0)
			assert_true(fabs(s.path[s.steps - 1].explained - explained[kept]) < 1e-12 * s.variance);
		if (round % 5 == 4)
			assert_same_path(work, &s, &shop, budget, factors);
		work_end(work);
		for (uint32 o = 0; o < outputs; o++)
			state_free(&m[o]);
	}
	assert_true(bundles > rounds / 8);
}

static ChooseStep steps[D + 1];

static uint32
choose(Moments *m, const ChooseOptions *options)
{
	return choose_looks(test_work(), &m, 1, options, steps);
}

/*
 * When everything is known the forecast is that of the model of all; without
 * anything, the variance.
 */
static void
forecast_of_all(void **state)
{
	static int64 cost[D];
	static uint8 given[D];
	Looks		looks = {D, D, D, NULL, NULL};
	Prices		prices = {D, 0, cost, NULL, NULL};
	ChooseOptions options = {{.lambda = NAN, .looks = &looks}, &prices, given, NO_BUDGET, PG_UINT32_MAX};

	memset(given, LOOK_KNOWN, sizeof(given));
	for (int kind = 0; kind < 4; kind++)
	{
		Moments		m;
		Work	   *work = new_work(NULL);
		KnownModel	model;
		const PartialHead *head = &model.head;
		double		near;
		uint32		count;

		data_moments(&m, D, 500, kind == 3 ? 1 : 0.4, kind % 2 == 0 ? TARGET_LINEAR :
					 TARGET_TWO_VALUED, 200 + kind, NULL);
		options.fit.own_units = kind == 2;
		known_model_fit(work, &m, &options.fit, &model);
		count = choose(&m, &options);
		assert_int_equal(count, D + 1);
		/* a choice takes complete moments as factors, too, with another penalty */
		near = kind == 3 ? 0.05 : 1e-9;
		assert_true(fabs(steps[D].forecast / head->forecast - 1) < near);
		assert_true(fabs(steps[D].forecast_se / head->forecast_se - 1) < near);
		assert_true(fabs(steps[0].forecast / head->y_variance - 1) < 0.03);
		assert_int_equal(steps[0].step.look, NO_LOOK);
		work_end(work);
		state_free(&m);
	}
}

/*
 * Of several targets forecasts add up: the same one twice is chosen for as once; where all is
 * known those of different ones are those of each alone.
 */
static void
several_targets(void **state)
{
	static int64 cost[D];
	static uint8 given[D];
	Looks		looks = {D, D, D, NULL, NULL};
	Prices		prices = {D, 0, cost, NULL, NULL};
	ChooseOptions options = {{.lambda = NAN, .looks = &looks}, &prices, NULL, 7000, PG_UINT32_MAX};
	ChooseStep	one[D + 1];
	ChooseStep	all[D + 1];
	Work	   *work = new_work(NULL);
	Moments		m[2];
	Moments    *target[2] = {&m[0], &m[0]};
	uint32		count;
	double		forecast = 0;
	double		squares = 0;

	for (uint32 i = 0; i < D; i++)
		cost[i] = 1000 + 500 * (i % 3);
	data_moments(&m[0], D, 400, 0.4, TARGET_LINEAR, 300, NULL);
	data_moments(&m[1], D, 400, 0.4, TARGET_TWO_VALUED, 300, NULL);
	count = choose_looks(work, target, 1, &options, one);
	assert_true(count > 3);
	assert_int_equal(choose_looks(work, target, 2, &options, all), count);
	for (uint32 k = 0; k < count; k++)
	{
		assert_int_equal(all[k].step.look, one[k].step.look);
		assert_true(fabs(all[k].step.gain - 2 * one[k].step.gain) <= 1e-9 * one[0].forecast);
		assert_true(fabs(all[k].forecast / (2 * one[k].forecast) - 1) < 1e-9);
		assert_true(fabs(all[k].forecast_se / (sqrt(2) * one[k].forecast_se) - 1) < 1e-9);
		assert_true(fabs(all[k].unseen - one[k].unseen) < 1e-9);
	}

	memset(given, LOOK_KNOWN, sizeof(given));
	options.look_state = given;
	for (int t = 0; t < 2; t++)
	{
		target[0] = &m[t];
		count = choose_looks(work, target, 1, &options, one);
		forecast += one[count - 1].forecast;
		squares += one[count - 1].forecast_se * one[count - 1].forecast_se;
	}
	target[0] = &m[0];
	target[1] = &m[1];
	count = choose_looks(work, target, 2, &options, all);
	assert_true(fabs(all[count - 1].forecast / forecast - 1) < 1e-9);
	assert_true(fabs(all[count - 1].forecast_se / sqrt(squares) - 1) < 1e-9);
	work_end(work);
	state_free(&m[0]);
	state_free(&m[1]);
}

/*
 * Nothing can be learned, but of many attributes some seem to tell: the model
 * believes in a gain, the forecast does not.
 */
static void
no_trap(void **state)
{
	static int64 cost[DATA_MOST];
	Looks		looks = {DATA_MOST, DATA_MOST, DATA_MOST, NULL, NULL};
	Prices		prices = {DATA_MOST, 0, cost, NULL, NULL};
	ChooseOptions options = {{.lambda = NAN, .looks = &looks}, &prices, NULL, 8000, PG_UINT32_MAX};
	ChooseStep *front = malloc(sizeof(ChooseStep) * (DATA_MOST + 1));
	double		promised = 0;
	double		forecast = 0;
	int			runs = getenv("AER_QUICK") != NULL ? 3 : 30;

	for (uint32 i = 0; i < DATA_MOST; i++)
		cost[i] = 1000;
	for (int run = 0; run < runs; run++)
	{
		Moments		m;
		uint32		count;

		data_moments(&m, DATA_MOST, 150, 0.3, TARGET_NOISE, 300 + run, NULL);
		count = choose_looks(test_work(), (Moments *[]) {&m}, 1, &options, front);
		assert_int_equal(count, 9);
		promised += front[8].step.explained / front[0].forecast / runs;
		forecast += front[8].forecast / front[0].forecast / runs;
		state_free(&m);
	}
	assert_true(promised > 0.1);
	assert_true(forecast > 0.97 && forecast < 1.1);
	free(front);
}

/*
 * How often pairs were to be seen, by classes, against sums over the pairs; and
 * how much rests on those that never were.
 */
static void
never_together(void **state)
{
	enum
	{
		WIDTH = 12
	};
	uint32		class_of[WIDTH];
	PairClasses three = {3, class_of};
	FitOptions	spending = {.lambda = NAN, .classes = &three};
	static int64 cost[WIDTH];
	static uint8 given[WIDTH];
	Looks		looks = {WIDTH, WIDTH, WIDTH, NULL, NULL};
	Prices		prices = {WIDTH, 0, cost, NULL, NULL};
	ChooseOptions options = {{.lambda = NAN, .classes = &three, .looks = &looks}, &prices, given, NO_BUDGET, PG_UINT32_MAX};
	double		n[WIDTH][WIDTH] = {{0}};
	double		sums[3][3] = {{0}};
	double		together = 0;
	double		expected = 0;
	double		explained = 0;
	Moments		m;
	NestedCV		nested;
	Factors    *factors = &nested.factors;
	double		x[WIDTH];
	double		weight[WIDTH];
	FactorsScratch scratch;
	uint32		all[WIDTH];
	double		q;
	Rng			rng;

	/* two panels that never fit together, and four attributes with either */
	rng_seed(&rng, 9);
	state_new(&m, WIDTH, 5, false, NULL);
	for (uint32 i = 0; i < WIDTH; i++)
	{
		class_of[i] = i / 4;
		given[i] = LOOK_KNOWN;
		all[i] = i;
	}
	for (uint32 t = 0; t < 400; t++)
	{
		double		y = data_row(&rng, WIDTH, TARGET_LINEAR, x);
		double		value[WIDTH];
		uint32		seen[WIDTH];
		uint32		panel = rng_below(&rng, 2);
		uint32		count = 0;

		for (uint32 i = 0; i < WIDTH; i++)
			if ((class_of[i] == 2 || class_of[i] == panel) && rng_below(&rng, 3) > 0)
			{
				value[count] = x[i];
				seen[count++] = i;
			}
		for (uint32 a = 0; a < count; a++)
			for (uint32 b = 0; b < count; b++)
				if (a != b)
				{
					n[seen[a]][seen[b]]++;
					sums[class_of[seen[a]]][class_of[seen[b]]]++;
				}
		state_add(&m, t % 5, seen, value, count, y);
	}
	moments_settle(&m);
	nested_cv_init(test_work(), &nested, &m, 1, &spending);
	for (uint32 p = 0; p < 3; p++)
		for (uint32 c = 0; c < 3; c++)
		{
			double		of_pairs = 0;

			for (uint32 i = 0; i < WIDTH; i++)
				for (uint32 j = 0; j < WIDTH; j++)
					if (i != j && class_of[i] == p && class_of[j] == c)
					{
						of_pairs += held_out_expected_pairs(&nested.judge.held_out, i, j);
						assert_true(held_out_together(&nested.judge.held_out, i, j) == n[i][j]);
						assert_int_equal(held_out_never(&nested.judge.held_out, i, j), p + c == 1);
					}
			assert_true(fabs(of_pairs - sums[p][c]) < 1e-9 * (1 + sums[p][c]));
			together += sums[p][c];
			expected += of_pairs;
		}
	assert_true(fabs(expected - together) < 1e-6 && sums[0][1] == 0);

	/* U of everything, from the weights */
	nested_cv_fold(&nested, 5);
	factors_scratch_init(test_work(), &scratch, factors);
	assert_int_equal(factors_weights(factors, all, WIDTH, &scratch, weight, &q), KERNEL_OK);
	for (uint32 i = 0; i < WIDTH; i++)
		explained += weight[i] * factors->cross[i] * factors->metric[i];
	{
		double		unseen = 0;
		uint32		count;

		for (uint32 i = 0; i < 4; i++)
			for (uint32 j = 4; j < 8; j++)
				unseen += fabs(weight[i] * weight[j]) *
					sqrt(nested.judge.estimate->variance[i] * nested.judge.estimate->variance[j]);
		count = choose(&m, &options);
		assert_int_equal(count, WIDTH + 1);
		assert_true(fabs(steps[WIDTH].unseen - unseen / explained) < 1e-10);
		assert_true(steps[WIDTH].unseen > 0.01);
		assert_true(steps[4].unseen == 0);
	}
	state_free(&m);
}

/*
 * The only member of a panel never fits the budget beside attribute 1, but beside others of the
 * class of 1: the class expects no pair of both, and yet it was never seen.
 */
static void
never_together_in_class(void **state)
{
	enum
	{
		WIDTH = 4
	};
	static const uint32 class_of[WIDTH] = {0, 1, 1, 1};
	static const uint32 unseen_pair[2] = {0, 1};
	static const uint32 plan[2][3] = {{0, 2, 3}, {1, 2, 3}};
	PairClasses two = {2, class_of};
	static int64 cost[WIDTH];
	static const uint8 given[WIDTH] = {LOOK_KNOWN, LOOK_KNOWN, LOOK_KNOWN, LOOK_KNOWN};
	Looks		looks = {WIDTH, WIDTH, WIDTH, NULL, NULL};
	Prices		prices = {WIDTH, 0, cost, NULL, NULL};
	ChooseOptions options = {{.lambda = NAN, .classes = &two, .looks = &looks}, &prices, given, NO_BUDGET, PG_UINT32_MAX};
	Rng			rng;

	rng_seed(&rng, 10);
	for (uint32 rows = 4; rows <= 400; rows *= 100)
	{
		Moments		m;
		NestedCV	nested;
		Factors    *factors = &nested.factors;
		FactorsScratch scratch;
		double		weight[2];
		double		explained = 0;
		double		unseen;
		double		q;

		state_new(&m, WIDTH, 2, false, NULL);
		for (uint32 t = 0; t < rows; t++)
		{
			double		x[WIDTH];
			double		value[3];
			double		y = data_row(&rng, WIDTH, TARGET_LINEAR, x);

			for (uint32 a = 0; a < 3; a++)
				value[a] = x[plan[t % 2][a]];
			state_add(&m, t / 2 % 2, plan[t % 2], value, 3, y);
		}
		moments_settle(&m);
		assert_int_equal(choose(&m, &options), WIDTH + 1);
		if (rows == 4)
		{
			/* a pair of four rows may be absent by chance */
			assert_true(steps[WIDTH].unseen == 0);
			state_free(&m);
			continue;
		}

		nested_cv_init(test_work(), &nested, &m, 1, &options.fit);
		nested_cv_fold(&nested, 2);
		factors_scratch_init(test_work(), &scratch, factors);
		assert_int_equal(factors_weights(factors, unseen_pair, 2, &scratch, weight, &q), KERNEL_OK);
		for (uint32 i = 0; i < 2; i++)
			explained += weight[i] * factors->cross[i] * factors->metric[i];
		unseen = fabs(weight[0] * weight[1]) *
			sqrt(nested.judge.estimate->variance[0] * nested.judge.estimate->variance[1]) / explained;
		assert_true(steps[1].unseen == 0 && unseen > 0.01);
		assert_true(fabs(steps[2].unseen - unseen) < 1e-10 * unseen);
		state_free(&m);
	}
}

/* Columns of several attributes, panels, free looks and the rest. */
static void
classes(void **state)
{
	static const uint32 first[] = {0, 1, 4, 5, 6, 7, 8, 10, 11};
	static const int64 cost[] = {5, 5, 0, 0, 2, 3, 9, 0};
	static const uint32 panel[] = {NO_PANEL, NO_PANEL, NO_PANEL, 1, 1, 0, NO_PANEL, NO_PANEL};
	static const int64 fee[] = {0, 7};
	static const uint32 expected[] = {0, 1, 1, 1, 2, 3, 3, 0, 4, 4, 2};
	Looks		looks = {8, 8, 11, first, NULL};
	Prices		prices = {8, 2, cost, panel, fee};
	PairClasses made;

	/* the first panel has no fee, so it is none */
	pair_classes(test_work(), &looks, &prices, &made);
	assert_int_equal(made.n, 5);
	assert_memory_equal(made.class_of, expected, sizeof(expected));
	looks_init(&looks, 3);
	prices = (Prices) {3, 0, cost + 4, NULL, NULL};
	pair_classes(test_work(), &looks, &prices, &made);
	assert_int_equal(made.n, 1);
}

/* Asking: its four ends, and the chance that a decision stands. */
static void
asking(void **state)
{
	enum
	{
		ROUNDS = 40
	};
	int			stops[4] = {0};
	Rng			rng;

	rng_seed(&rng, 10);
	for (int round = 0; round < ROUNDS; round++)
	{
		bool		two_valued = round % 2 == 0;
		KnownModel	known_part;
		AskOptions	options = {NULL, NO_BUDGET, NAN, 0.9, NAN};
		AskResult	answer;
		AskResult	plain;
		Market		shop;
		Moments		m;
		PartialModel model;
		Predictor	predictor;
		PartialPrediction now;
		Work	   *work = new_work(NULL);
		uint32		d = D + (has_pairs(round) ? WITH_PAIRS - D : 0);
		Search		s;
		double		x[WITH_PAIRS];
		bool		known[WITH_PAIRS] = {false};
		bool		then[WITH_PAIRS];
		bool		after[WITH_PAIRS];
		double		moves;
		double		turn;

		data_moments(&m, d, 400, 0.5, two_valued ? TARGET_TWO_VALUED : TARGET_LINEAR, 400 + round,
					 NULL);
		data_row(&rng, d, TARGET_LINEAR, x);
		known_model_fit(work, &m, &common, &known_part);
		assert_true(known_model_view(&known_part, &model));
		predictor_init(work, &predictor, &model);
		costs(&shop, &rng, round);
		for (uint32 i = 0; i < LOOKS; i++)
		{
			if (shop.given[i] == LOOK_KNOWN)
				for (uint32 k = shop.start[i]; k < shop.start[i + 1]; k++)
					known[k] = true;
		}
		for (uint32 p = 0; p < shop.pairs; p++)
			for (uint32 k = shop.start[LOOKS + p]; k < shop.start[LOOKS + p + 1]; k++)
				known[k] = shop.given[shop.looks.pair[p].a] == LOOK_KNOWN &&
					shop.given[shop.looks.pair[p].b] == LOOK_KNOWN;
		search_init(work, &s, 1, d, &shop.looks, &shop.prices);
		options.look_state = shop.given;
		if (round % 4 > 1)
			options.budget = prices_of_all(&shop.prices) / 3;

		/* no reason to stop but money */
		assert_int_equal(ask(&predictor, &s, &options, known, x, &plain), KERNEL_OK);
		assert_true(plain.first == s.known_steps && plain.end == s.steps);
		assert_true(plain.stop == (options.budget == NO_BUDGET ? ASK_NOTHING_LEFT : plain.stop));
		stops[plain.stop]++;
		assert_int_equal(isnan(plain.confidence), !two_valued);
		/* the deviation of a step is that of a prediction from what is known then */
		memcpy(then, known, sizeof(known));
		for (uint32 k = 0; k < s.steps; k++)
		{
			double		deviation;

			assert_int_equal(ask_sd(&predictor, &s, k + 1, then, &deviation), KERNEL_OK);
			for (uint32 i = 0; i < d; i++)
			{
				uint32		look = 0;
				uint32		bought = 0;

				while (shop.start[look + 1] <= i)
					look++;
				for (uint32 t = 0; t <= k; t++)
					bought += look < LOOKS ? s.path[t].look == look :
						s.path[t].look == shop.looks.pair[look - LOOKS].a ||
						s.path[t].look == shop.looks.pair[look - LOOKS].b;
				after[i] = known[i] || bought == (look < LOOKS ? 1 : 2);
			}
			assert_int_equal(predictor_predict(&predictor, after, x, &now), KERNEL_OK);
			if (model.head.linked == 0)
				assert_true(deviation == now.sd);
			assert_true(deviation > 0);
		}

		/* a threshold: Phi of how far z is from it over how far it may move */
		assert_int_equal(predictor_predict(&predictor, known, x, &now), KERNEL_OK);
		moves = s.steps == 0 ? 0 : s.path[s.steps - 1].explained -
			(s.known_steps > 0 ? s.path[s.known_steps - 1].explained : 0);
		options.threshold = two_valued ? 0.3 : model.head.y_mean + 0.2;
		assert_int_equal(ask(&predictor, &s, &options, known, x, &answer), KERNEL_OK);
		if (moves > 0)
		{
			double		z = predictor_score(&predictor, x);

			/* where the log-odds cross those of the threshold */
			if (!two_valued)
				turn = 0.2 / predictor.length;
			else if (predictor.gap > 0)
				turn = z - (now.log_odds - log(0.3 / 0.7)) * predictor.spread / predictor.gap;
			else
				turn = (log(0.3 / 0.7) - now.log_odds) * 5 * (model.head.y_mean - 2) / 5 *
					(7 - model.head.y_mean) / 5;
			assert_true(fabs(answer.confidence - 0.5 * (1 + erf(fabs(z - turn) / sqrt(2 * moves)))) < 1e-9);
		}
		assert_int_equal(answer.stop == ASK_DECIDED, answer.confidence >= 0.9 && s.steps > s.known_steps);
		assert_int_equal(answer.end, answer.stop == ASK_DECIDED ? answer.first : plain.end);
		stops[answer.stop]++;

		/* worth: up to the first bundle that costs more than it brings */
		options.threshold = NAN;
		options.worth = 2e4;
		assert_int_equal(ask(&predictor, &s, &options, known, x, &answer), KERNEL_OK);
		for (uint32 k = answer.first; k < s.steps; k++)
		{
			int64		before = k > 0 ? s.path[k].spent - s.path[k].price : 0;
			uint32		end = k;

			if (k > answer.first && s.path[k].bundle == s.path[k - 1].bundle)
				continue;
			while (end + 1 < s.steps && s.path[end + 1].bundle == s.path[k].bundle)
				end++;
			if (options.worth * s.path[end].gain < s.path[end].spent - before)
			{
				assert_int_equal(answer.end, k);
				assert_int_equal(answer.stop, ASK_WORTH);
				break;
			}
			assert_true(answer.end > end);
		}
		stops[answer.stop]++;
		work_end(work);
		state_free(&m);
	}
	for (int k = 0; k < 4; k++)
		assert_true(stops[k] > 1);
}

/* Nothing to learn from: an empty path, the variance forecast, no NaN. */
static void
guards(void **state)
{
	static const TargetKind kinds[] = {TARGET_LINEAR, TARGET_CONSTANT, TARGET_LINEAR, TARGET_LINEAR};
	static const uint32 rows[] = {0, 100, 7, 60};
	static const double shares[] = {0.5, 0.5, 0.5, 0};
	static int64 cost[D];
	static uint8 given[D] = {LOOK_KNOWN, LOOK_UNAVAILABLE};
	Looks		looks = {D, D, D, NULL, NULL};
	Prices		prices = {D, 0, cost, NULL, NULL};
	ChooseOptions options = {{.lambda = NAN, .looks = &looks}, &prices, given, NO_BUDGET, PG_UINT32_MAX};

	for (size_t c = 0; c < lengthof(rows); c++)
	{
		Moments		m;
		uint32		count;

		data_moments(&m, D, rows[c], shares[c], kinds[c], 500 + c, NULL);
		count = choose(&m, &options);
		assert_true(count >= 2);
		for (uint32 t = 0; t < count; t++)
		{
			assert_int_equal(isnan(steps[t].forecast), rows[c] < 10);
			if (kinds[c] == TARGET_CONSTANT)
				assert_true(steps[t].forecast == 0 && steps[t].unseen == 0);
			assert_true(isfinite(steps[t].unseen) && isfinite(steps[t].step.explained));
		}
		if (c != 2)
			assert_int_equal(count, 2);
		state_free(&m);
	}
}

/*
 * Of an exclusive or neither look gains anything by itself: both are bought at once, and
 * where one is known the other gains.
 */
static void
exclusive_or(void **state)
{
	static const uint32 first[] = {0, 1, 2, 3, 4};
	static const LookPair pair = {0, 1};
	static const int64 cost[] = {1000, 1000, 1000};
	const Looks looks = {4, 3, 4, first, &pair};
	const Prices prices = {3, 0, cost, NULL, NULL};
	Work	   *work = new_work(NULL);
	ChooseOptions options = {{.lambda = NAN, .looks = &looks}, &prices, NULL, NO_BUDGET, PG_UINT32_MAX};
	ChooseStep	step[4];
	uint8		given[3] = {LOOK_KNOWN, LOOK_OPEN, LOOK_OPEN};
	Moments		m;
	Moments    *target = &m;
	Rng			rng;

	rng_seed(&rng, 77);
	state_new(&m, 4, 5, true, NULL);
	for (int t = 0; t < 800; t++)
	{
		double		a = rng_unit(&rng) < 0.5 ? -1 : 1;
		double		b = rng_unit(&rng) < 0.5 ? -1 : 1;
		double		x[4] = {a, b, normal(&rng), a * b};

		state_add(&m, t % 5, NULL, x, 4, a * b + 0.3 * x[2] + 0.2 * normal(&rng));
	}
	moments_settle(&m);
	assert_int_equal(choose_looks(work, &target, 1, &options, step), 4);
	assert_int_equal(step[1].step.look + step[2].step.look, 1);
	assert_int_equal(step[1].step.bundle, step[2].step.bundle);
	assert_int_equal(step[3].step.look, 2);
	assert_true(step[1].step.explained < 0.02 && step[2].step.explained > 0.9);
	/* the folds say the same: the variance of the target is 1.13 */
	assert_true(step[1].forecast > 1 && step[2].forecast < 0.25);

	options.look_state = given;
	assert_int_equal(choose_looks(work, &target, 1, &options, step), 4);
	assert_int_equal(step[1].step.look, 0);
	assert_int_equal(step[2].step.look, 1);
	assert_true(step[2].step.gain > 0.9);

	/* what is not to be had brings nothing, nor what only goes with it */
	given[0] = LOOK_UNAVAILABLE;
	assert_int_equal(choose_looks(work, &target, 1, &options, step), 3);
	assert_int_equal(step[1].step.look, 2);
	assert_true(step[2].step.gain < 0.02);
	work_end(work);
	state_free(&m);
}

/* A path ends where no later step brings the forecast lower; what is known stays. */
static void
gaining(void **state)
{
	static const double forecast[] = {3, 2, 2.5, 1, 1.2, 1};
	uint8		given[6] = {0};
	ChooseStep	step[6];

	for (uint32 k = 0; k < 6; k++)
		step[k] = (ChooseStep) {.step = {.look = k == 0 ? NO_LOOK : k}, .forecast = forecast[k]};
	assert_int_equal(choose_gaining(step, 6, NULL), 4);
	assert_int_equal(choose_gaining(step, 6, given), 4);
	assert_int_equal(choose_gaining(step, 3, NULL), 2);
	assert_int_equal(choose_gaining(step, 1, NULL), 1);
	given[4] = LOOK_KNOWN;
	assert_int_equal(choose_gaining(step, 6, given), 6);
	given[5] = LOOK_UNAVAILABLE;
	given[4] = LOOK_OPEN;
	assert_int_equal(choose_gaining(step, 6, given), 4);
	step[0].forecast = NAN;
	assert_int_equal(choose_gaining(step, 6, NULL), 6);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(search),
		cmocka_unit_test(exclusive_or),
		cmocka_unit_test(forecast_of_all),
		cmocka_unit_test(several_targets),
		cmocka_unit_test(no_trap),
		cmocka_unit_test(never_together),
		cmocka_unit_test(never_together_in_class),
		cmocka_unit_test(classes),
		cmocka_unit_test(asking),
		cmocka_unit_test(guards),
		cmocka_unit_test(gaining),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
