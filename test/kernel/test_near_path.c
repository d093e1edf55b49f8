/*
 * test_near_path.c
 *		The order of looks by near rows, with prices, panels and budgets, and its comparison with a
 *		model's own order.
 */
#include "test.h"

#include "kernel/near/near_path.h"
#include "near.h"
#include "near_table.h"

#define MOST_COLUMNS 12
#define MOST_PANELS 3

/* A record, its rows, and what looks cost. */
typedef struct Trial
{
	Work	   *work;
	Rng			rng;
	NearRows	rows;
	Near		near;
	double		model[3];
	int64		cost[MOST_COLUMNS];
	uint32		panel[MOST_COLUMNS];
	int64		fee[MOST_PANELS];
	uint8		look_state[MOST_COLUMNS];
	Prices		prices;
	NearLimits	limits;
	double		gain[MOST_COLUMNS];
} Trial;

static void
begin_trial(Trial *trial, uint64 seed, bool panels)
{
	uint32		classes = seed % 2 * 3;
	NearTable	table;
	NearValue  *record;

	print_message("# seed " UINT64_FORMAT "\n", seed);
	trial->work = new_work(NULL);
	rng_seed(&trial->rng, seed);
	table = random_table(trial->work, &trial->rng, 10 + rng_below(&trial->rng, 90),
						 1 + rng_below(&trial->rng, MOST_COLUMNS), classes, false);
	trial->rows = near_rows_create(trial->work, &table);
	near_init(trial->work, &trial->near, &trial->rows);
	record = random_record(trial->work, &trial->rng, &trial->rows, 0.3);
	random_model(&trial->rng, classes, trial->model);
	near_weigh(&trial->near, record, NULL, 0);
	for (uint32 j = 0; j < table.columns; j++)
	{
		trial->cost[j] = rng_below(&trial->rng, 5) * 700;
		trial->panel[j] = rng_unit(&trial->rng) < 0.3 ? NO_PANEL : rng_below(&trial->rng, MOST_PANELS);
		trial->look_state[j] = record[j].known ? LOOK_KNOWN :
			rng_unit(&trial->rng) < 0.1 ? LOOK_UNAVAILABLE : LOOK_OPEN;
		trial->gain[j] = near_gain(&trial->near, trial->model, j).gain;
	}
	for (uint32 p = 0; p < MOST_PANELS; p++)
		trial->fee[p] = p * 2000;
	trial->prices = (Prices) {table.columns, panels ? MOST_PANELS : 0, trial->cost,
		panels ? trial->panel : NULL, panels ? trial->fee : NULL};
	trial->limits = (NearLimits) {trial->look_state, &trial->prices, NO_BUDGET, false};
}

/* Returns the gain for its price; what costs nothing comes before everything else. */
static double
value_of(double gain, int64 price)
{
	if (gain <= 0)
		return gain * (price + 1);
	return price > 0 ? gain / price : 1e100 * gain;
}

static double
value_of_look(const Trial *trial, uint32 j)
{
	return value_of(trial->gain[j], trial->cost[j]);
}

/* Returns true if a look at the panel's columns was made, or the panel has no fee. */
static bool
is_paid(const Trial *trial, uint32 panel)
{
	bool		paid = trial->fee[panel] == 0;

	for (uint32 j = 0; j < trial->rows.columns; j++)
		paid |= trial->panel[j] == panel && trial->look_state[j] != LOOK_OPEN;
	return paid;
}

/* Fails unless the path is what can be paid, at the right prices, and nothing is bought twice. */
static void
check_path(Trial *trial, const NearPath *path)
{
	bool		bought[MOST_COLUMNS] = {false};
	bool		paid[MOST_PANELS];
	double		error = trial->rows.classes > 0 ? near_error(&trial->near, trial->model) : trial->near.variance;
	double		explained = 0;
	int64		spent = 0;
	uint32		left = 0;

	for (uint32 p = 0; p < MOST_PANELS; p++)
		paid[p] = is_paid(trial, p);
	for (uint32 k = 0; k < path->steps; k++)
	{
		const SearchStep *step = &path->step[k];
		uint32		panel = trial->prices.panels > 0 ? trial->panel[step->look] : NO_PANEL;
		int64		price = trial->cost[step->look];
		NearGain	gain = near_gain(&trial->near, trial->model, step->look);

		assert_true(trial->look_state[step->look] == LOOK_OPEN && !bought[step->look]);
		bought[step->look] = true;
		if (panel != NO_PANEL && !paid[panel])
		{
			price += trial->fee[panel];
			paid[panel] = true;
		}
		spent += price;
		assert_true(step->price == price && step->spent == spent);
		assert_int_equal(step->bundle, k == 0 ? 0 : path->step[k - 1].bundle +
						 (step->bundle != path->step[k - 1].bundle));
		/* the share of what the looks before leave */
		if (error > 0)
			explained += (error - explained) *
				fmin(fmax((trial->rows.classes > 0 ? error - gain.error : gain.gain) / error, 0), 1);
		assert_near(step->explained, explained, 1e-12);
		assert_near(step->gain, gain.gain, 1e-12);
	}
	assert_true(spent <= trial->limits.budget);
	for (uint32 j = 0; j < trial->rows.columns; j++)
	{
		uint32		panel = trial->prices.panels > 0 ? trial->panel[j] : NO_PANEL;
		int64		fee = panel != NO_PANEL && !paid[panel] ? trial->fee[panel] : 0;

		if (trial->look_state[j] != LOOK_OPEN || bought[j])
			continue;
		left++;
		assert_true(trial->cost[j] + fee > trial->limits.budget - spent);
	}
	assert_int_equal(path->unfinished, left > 0);
}

/* Fails unless each step from the first one on is the affordable look with the largest gain for its price. */
static void
check_order(const Trial *trial, const NearPath *path, uint32 first)
{
	bool		bought[MOST_COLUMNS] = {false};
	int64		spent = 0;

	for (uint32 k = 0; k < path->steps; k++)
	{
		uint32		look = path->step[k].look;

		assert_int_equal(path->step[k].bundle, k);
		for (uint32 j = 0; j < trial->rows.columns && k >= first; j++)
			if (trial->look_state[j] == LOOK_OPEN && !bought[j] &&
				spent + trial->cost[j] <= trial->limits.budget)
				assert_true(value_of_look(trial, j) <= value_of_look(trial, look));
		bought[look] = true;
		spent += trial->cost[look];
	}
}

static void
single_looks(void **state)
{
	for (uint64 seed = 1; seed <= 80; seed++)
	{
		Trial		trial = {0};
		NearPath	path;

		begin_trial(&trial, seed, false);
		if (seed % 3 > 0)
			trial.limits.budget = rng_below(&trial.rng, 8000);
		path = near_path(&trial.near, trial.model, &trial.limits);
		check_path(&trial, &path);
		check_order(&trial, &path, 0);
		work_end(trial.work);
	}
}

/*
 * Returns the largest gain for its price of a first purchase, tried for each look whose fee is paid, and
 * for each set of the looks of a panel.
 */
static double
best_purchase(const Trial *trial)
{
	double		best = -INFINITY;

	for (uint32 set = 1; set < 1u << trial->rows.columns; set++)
	{
		uint32		panel = NO_PANEL;
		bool		possible = true;
		int64		price = 0;
		double		gain = 0;
		uint32		members = 0;

		for (uint32 j = 0; j < trial->rows.columns; j++)
		{
			uint32		its = trial->panel[j] != NO_PANEL && !is_paid(trial, trial->panel[j]) ?
				trial->panel[j] : NO_PANEL;

			if ((set >> j & 1) == 0)
				continue;
			possible &= trial->look_state[j] == LOOK_OPEN && (members == 0 || (its == panel && its != NO_PANEL));
			panel = its;
			price += trial->cost[j];
			gain += trial->gain[j];
			members++;
		}
		if (possible)
			best = fmax(best, value_of(gain, price + (panel != NO_PANEL ? trial->fee[panel] : 0)));
	}
	return best;
}

static void
panels(void **state)
{
	uint32		bundles = 0;

	for (uint64 seed = 1; seed <= 80; seed++)
	{
		Trial		trial = {0};
		NearPath	path;
		int64		price = 0;
		double		gain = 0;
		uint32		first = 0;

		begin_trial(&trial, seed, true);
		path = near_path(&trial.near, trial.model, &trial.limits);
		check_path(&trial, &path);
		assert_false(path.unfinished);
		for (; first < path.steps && path.step[first].bundle == 0; first++)
		{
			price += path.step[first].price;
			gain += trial.gain[path.step[first].look];
		}
		bundles += first > 1;
		if (first > 0)
		{
			double		best = best_purchase(&trial);

			assert_near(value_of(gain, price), best, 1e-12 * fabs(best));
		}
		for (int k = 0; k < 5; k++)
		{
			trial.limits.budget = rng_below(&trial.rng, 9000);
			path = near_path(&trial.near, trial.model, &trial.limits);
			check_path(&trial, &path);
		}
		work_end(trial.work);
	}
	assert_true(bundles > 5);
}

/* A budget that is spent already buys nothing, not even what costs nothing. */
static void
spent_budget(void **state)
{
	Trial		trial = {0};
	NearPath	path;

	begin_trial(&trial, 3, true);
	trial.limits.budget = -1;
	path = near_path(&trial.near, trial.model, &trial.limits);
	assert_true(path.steps == 0 && path.unfinished);
	work_end(trial.work);
}

/* Returns true if the look can be bought with another one. */
static bool
can_be_followed(const Trial *trial, uint32 i)
{
	bool		can = false;

	for (uint32 j = 0; j < trial->rows.columns; j++)
		can |= j != i && trial->look_state[j] == LOOK_OPEN &&
			trial->cost[i] + trial->cost[j] <= trial->limits.budget;
	return can;
}

/* Returns the value of a look together with the look after it, if that can be paid. */
static double
value_ahead(const Trial *trial, const NearSecond *second, uint32 j)
{
	if (!can_be_followed(trial, j) || second[j].gain == 0)
		return value_of_look(trial, j);
	return (fmax(trial->gain[j], 0) + second[j].gain) / (trial->cost[j] + second[j].price);
}

static void
looks_ahead(void **state)
{
	uint32		differ = 0;

	for (uint64 seed = 1; seed <= 60; seed++)
	{
		Trial		trial = {0};
		bool		open[MOST_COLUMNS];
		double		price[MOST_COLUMNS];
		NearSecond	second[MOST_COLUMNS];
		NearPath	path;

		begin_trial(&trial, seed, false);
		for (uint32 j = 0; j < trial.rows.columns; j++)
		{
			trial.cost[j] += 100;
			open[j] = trial.look_state[j] == LOOK_OPEN;
			price[j] = trial.cost[j];
		}
		near_second(&trial.near, open, price, second);
		for (int k = 0; k < 10; k++)
		{
			trial.limits.ahead = true;
			trial.limits.budget = k == 0 ? NO_BUDGET : rng_below(&trial.rng, 4000);
			path = near_path(&trial.near, trial.model, &trial.limits);
			check_path(&trial, &path);
			check_order(&trial, &path, 1);
			for (uint32 j = 0; j < trial.rows.columns && path.steps > 0; j++)
				if (open[j] && trial.cost[j] <= trial.limits.budget)
					assert_true(value_ahead(&trial, second, j) <= value_ahead(&trial, second, path.step[0].look));
			trial.limits.ahead = false;
			if (path.steps > 0)
				differ += near_path(&trial.near, trial.model, &trial.limits).step[0].look != path.step[0].look;
		}
		work_end(trial.work);
	}
	assert_true(differ > 20);
}

/*
 * The target is the exclusive or of two columns, and a third one tells a little.  One step ahead the
 * third column is best; two steps ahead one of the two, unless a fee makes the other one dear.
 */
static void
exclusive_or(void **state)
{
	double		value[4 * 200];
	double		target[200];
	static const uint32 categories[] = {2, 2, 2, 2};
	static const int64 cost[] = {1000, 1000, 1000, 1000};
	static const uint32 panel[] = {NO_PANEL, 0, NO_PANEL, 0};
	uint8		look_state[4] = {LOOK_OPEN, LOOK_OPEN, LOOK_OPEN, LOOK_OPEN};
	const double model[] = {0.5, 0.5};
	int64		fee = 0;
	Prices		prices = {4, 1, cost, panel, &fee};
	NearLimits	limits = {look_state, &prices, NO_BUDGET, true};
	NearValue	record[4] = {{false}};
	Work	   *work = new_work(NULL);
	NearTable	table = {200, 4, categories, value, 2, target, NULL};
	NearRows	rows;
	NearPath	path;
	Near		near;

	for (uint32 i = 0; i < 200; i++)
	{
		value[i] = i % 2;
		value[200 + i] = i / 2 % 2;
		target[i] = (i + i / 2) % 2;
		value[400 + i] = i % 5 == 0 ? 1 - target[i] : target[i];
		value[600 + i] = i / 4 % 2;
	}
	rows = near_rows_create(work, &table);
	near_init(work, &near, &rows);
	near_weigh(&near, record, NULL, 0);
	path = near_path(&near, model, &limits);
	assert_true(path.step[0].look < 2);
	limits.budget = 1999;
	path = near_path(&near, model, &limits);
	assert_int_equal(path.step[0].look, 2);
	limits.budget = 2000;
	path = near_path(&near, model, &limits);
	assert_true(path.step[0].look < 2 && path.steps == 2 && path.unfinished);
	/* column 1, behind a fee, is no longer worth asking for after column 0 */
	fee = 1000000;
	limits.budget = NO_BUDGET;
	path = near_path(&near, model, &limits);
	assert_int_equal(path.step[0].look, 2);
	/* columns 1 and 3 pay it once */
	fee = 1000;
	look_state[0] = look_state[2] = LOOK_UNAVAILABLE;
	limits.budget = 3000;
	path = near_path(&near, model, &limits);
	assert_true(path.steps == 2 && path.step[1].spent == 3000 && !path.unfinished);
	work_end(work);
}

/* What a made-up model predicts: it depends on the trial and on what is known. */
typedef struct Model
{
	const NearRows *rows;
	uint32		orders[20][MOST_COLUMNS];
	double		share;			/* of the truth in what is predicted */
} Model;

static void
predict(void *context, uint32 trial, const bool *known, double *prediction)
{
	const Model *model = context;
	const NearRows *rows = model->rows;
	double		sum = 0;
	uint64		hash = trial;
	Rng			rng;

	for (uint32 j = 0; j < rows->columns; j++)
		hash = rng_mix(hash, known[j]);
	rng_seed(&rng, hash);
	if (rows->classes == 0)
		prediction[0] = model->share * rows->target[trial] + (1 - model->share) * 6 * rng_unit(&rng);
	for (uint32 c = 0; c < rows->classes; c++)
		sum += prediction[c] = 0.01 + rng_unit(&rng) + 20 * model->share * (rows->class[trial] == c);
	for (uint32 c = 0; c < rows->classes; c++)
		prediction[c] /= sum;
}

static const uint32 *
order_of(void *context, uint32 trial)
{
	return ((const Model *) context)->orders[trial];
}

static double
loss_of(const NearRows *rows, uint32 row, const double *prediction)
{
	if (rows->classes > 0)
		return -log(fmax(prediction[rows->class[row]], 1e-6));
	return pow(prediction[0] - rows->target[row], 2);
}

/* Returns the mean loss of a trial: looks are chosen by the gains, predictions are by the definition. */
static double
near_loss(Work *work, const NearRows *rows, const NearTrials *trials, uint32 trial, uint32 looks)
{
	NearValue	record[MOST_COLUMNS] = {{false}};
	bool		known[MOST_COLUMNS] = {false};
	double	   *w = WORK_ARRAY(work, rows->n, double);
	double		model[3];
	double		prediction[3];
	double		loss = 0;
	Near		near;

	near_init(work, &near, rows);
	for (uint32 k = 0; k < looks; k++)
	{
		uint32		best = NO_LOOK;
		double		most = -INFINITY;

		predict(trials->context, trial, known, model);
		near_weigh(&near, record, trials->group, trials->group[trial]);
		for (uint32 j = 0; j < rows->columns; j++)
		{
			double		gain = near_gain(&near, model, j).gain;

			if (!known[j] && gain > most)
			{
				most = gain;
				best = j;
			}
		}
		known[best] = true;
		record[best] = near_row_value(rows, trial, best);
		predict(trials->context, trial, known, model);
		weigh_by_definition(rows, record, trials->group, trials->group[trial], w);
		predict_by_definition(rows, w, model, prediction);
		loss += loss_of(rows, trial, prediction) / looks;
	}
	return loss;
}

static double
model_loss(const NearRows *rows, const Model *model, uint32 trial, uint32 looks)
{
	bool		known[MOST_COLUMNS] = {false};
	double		prediction[3];
	double		loss = 0;
	bool		ended = false;

	for (uint32 k = 0; k < looks; k++)
	{
		ended |= model->orders[trial][k] == NO_LOOK;
		if (!ended)
			known[model->orders[trial][k]] = true;
		predict((void *) model, trial, known, prediction);
		loss += loss_of(rows, trial, prediction) / looks;
	}
	return loss;
}

static void
compare(void **state)
{
	uint32		used = 0;
	uint32		repeats = 40;

	for (uint64 seed = 1; seed <= repeats; seed++)
	{
		Work	   *work = new_work(NULL);
		Model		model;
		NearTable	table;
		NearRows	rows;
		NearTrials	trials;
		double	   *group;
		double		loss = 0;
		double		loss_of_model = 0;
		double		weights = 0;
		uint32		looks;
		Rng			rng;

		print_message("# seed " UINT64_FORMAT "\n", seed);
		rng_seed(&rng, seed);
		table = random_table(work, &rng, 20 + rng_below(&rng, 50), 1 + rng_below(&rng, MOST_COLUMNS),
							 seed % 2 * 3, seed % 3 == 0);
		rows = near_rows_create(work, &table);
		model = (Model) {.rows = &rows,.share = rng_unit(&rng)};
		group = WORK_ARRAY(work, table.n, double);
		for (uint32 i = 0; i < table.n; i++)
			group[i] = seed % 4 == 0 ? i : rng_below(&rng, 10);
		for (uint32 t = 0; t < 20; t++)
			for (uint32 k = 0; k < table.columns; k++)
				model.orders[t][k] = seed % 5 == 0 && k >= t % 6 ? NO_LOOK : (k + t) % table.columns;
		trials = (NearTrials) {20, 1 + rng_below(&rng, 10), group, predict, order_of, &model};
		near_compare(work, &rows, &trials);
		looks = Min(trials.looks, table.columns);
		for (uint32 t = 0; t < 20; t++)
		{
			weights += its_weight(&rows, t);
			loss += its_weight(&rows, t) * near_loss(work, &rows, &trials, t, looks);
			loss_of_model += its_weight(&rows, t) * model_loss(&rows, &model, t, looks);
		}
		assert_near(rows.loss, loss / weights, 1e-9);
		assert_near(rows.loss_of_model, loss_of_model / weights, 1e-9);
		assert_int_equal(rows.use, rows.loss < rows.loss_of_model);
		used += rows.use;
		work_end(work);
	}
	assert_true(used > 5 && used < repeats - 5);
}

/*
 * The class is the same for all 20 rows of a group, which are alike, and nothing else tells it: only
 * rows of the same group would predict it.
 */
static void
groups_are_left_out(void **state)
{
	Work	   *work = new_work(NULL);
	uint32		categories[] = {0, 0, 0, 0};
	double		value[4 * 400];
	double		target[400];
	double		group[400];
	Model		model = {.share = 0};
	NearTable	table = {400, 4, categories, value, 2, target, NULL};
	NearRows	rows;
	NearTrials	trials = {20, 4, group, predict, order_of, &model};
	Rng			rng;

	rng_seed(&rng, 6);
	for (uint32 i = 0; i < 400; i++)
	{
		bool		first = i < 20;

		for (uint32 j = 0; j < 4; j++)
			value[j * 400 + i] = first ? rng_unit(&rng) : value[j * 400 + i % 20];
		target[i] = first ? i % 2 : target[i % 20];
		group[i] = -3.5 * (i % 20);
	}
	rows = near_rows_create(work, &table);
	model.rows = &rows;
	near_compare(work, &rows, &trials);
	assert_true(rows.loss > 0.69);
	for (uint32 i = 0; i < 400; i++)
		group[i] = i;
	near_compare(work, &rows, &trials);
	assert_true(rows.loss < 0.6);
	work_end(work);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(single_looks),
		cmocka_unit_test(panels),
		cmocka_unit_test(spent_budget),
		cmocka_unit_test(looks_ahead),
		cmocka_unit_test(exclusive_or),
		cmocka_unit_test(compare),
		cmocka_unit_test(groups_are_left_out)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
