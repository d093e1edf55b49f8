/*
 * test_column_quality.c
 *		What columns in coordinates are worth, on made-up tables: bends where there
 *		are any, lines where there are none, words and NULL that mean something or
 *		nothing.
 *
 * Errors are those of new rows, over the variance of their target. Seeds are
 * fixed.
 */
#include "test.h"

#include <stdio.h>

#include "kernel/fit/fit_outputs.h"
#include "moment_state.h"
#include "work.h"

#define MOST_COLUMNS 30
#define MOST_ATTRIBUTES 160
#define FOLDS 5
#define TEST_ROWS 4000

/* What a row is: numbers, or the number of a word; NaN: NULL. */
typedef double (*Maker) (Rng *rng, double *v);

typedef struct Kind
{
	uint32		words;			/* 0: a number */
	bool		null;			/* told apart */
	uint32		knots;
	double		knot[3];
} Kind;

typedef struct Experiment
{
	Maker		make;			/* a record, and its target */
	uint32		columns;
	const Kind *kind;			/* [columns] */
	bool		holes;			/* NULL may be in columns where it is not told apart */
	uint32		looks;			/* at each row */
	uint32		rows;
	Bends		bends;
} Experiment;

typedef struct Result
{
	double		error;			/* of new rows, over V */
	bool		bends;
	double		forecast;		/* over V */
} Result;

static uint32
read_value(const Kind *kind, double v, double *x)
{
	double		middle = kind->knots > 0 ? kind->knot[(kind->knots - 1) / 2] : 0;
	uint32		n = 0;

	for (uint32 w = 0; w < kind->words; w++)
		x[n++] = v == w;
	if (kind->words == 0)
		x[n++] = isnan(v) ? middle : v;
	for (uint32 k = 0; k < kind->knots; k++)
		x[n++] = Max((isnan(v) ? middle : v) - kind->knot[k], 0);
	if (kind->null)
		x[n++] = isnan(v);
	return n;
}

/* The attributes of those looks that found something. */
static uint32
read_row(const Experiment *e, const uint32 *first, const double *v, const bool *look,
		 uint32 *attribute, double *value)
{
	uint32		n = 0;

	for (uint32 l = 0; l < e->columns; l++)
		if (look[l] && (e->kind[l].null || !isnan(v[l])))
		{
			uint32		count = read_value(&e->kind[l], v[l], value + n);

			for (uint32 i = 0; i < count; i++)
				attribute[n + i] = first[l] + i;
			n += count;
		}
	return n;
}

static void
draw_looks(Rng *rng, uint32 columns, uint32 looks, bool *look)
{
	uint32		left = looks;

	/* one after the other, each with the share that is left */
	for (uint32 l = 0; l < columns; l++)
	{
		look[l] = rng_unit(rng) * (columns - l) < left;
		left -= look[l];
	}
}

static Result
run(const Experiment *e, uint64 seed)
{
	Column		column[MOST_COLUMNS];
	uint32		first[MOST_COLUMNS + 1] = {0};
	int64		cost[MOST_COLUMNS];
	double		v[MOST_COLUMNS];
	bool		look[MOST_COLUMNS];
	uint32		attribute[MOST_ATTRIBUTES];
	double		value[MOST_ATTRIBUTES];
	const double *weight;
	Columns		columns;
	Prices		prices = {e->columns, 0, cost, NULL, NULL};
	FitOptions	options = {
		.lambda = NAN,.radius = INFINITY,.columns = &columns,.prices = &prices,.bends = e->bends
	};
	Fit			fit;
	Moments		m;
	Result		result;
	double		y = 0;
	double		yy = 0;
	double		wrong = 0;
	Rng			rng;

	for (uint32 l = 0; l < e->columns; l++)
	{
		column[l] = (Column) {.kind = e->kind[l].words > 0 ? COLUMN_CATEGORIES : COLUMN_NUMBER, .null = e->kind[l].null};
		cost[l] = 1000;
		first[l + 1] = first[l] + read_value(&e->kind[l], 0, value);
	}
	assert_true(first[e->columns] <= MOST_ATTRIBUTES);
	columns = (Columns) {{e->columns, e->columns, first[e->columns], first, NULL}, column, false};
	rng_seed(&rng, seed);

	state_new(&m, first[e->columns], FOLDS, e->looks == e->columns && !e->holes, NULL);
	for (uint32 t = 0; t < e->rows; t++)
	{
		double		target = e->make(&rng, v);
		uint32		n;

		draw_looks(&rng, e->columns, e->looks, look);
		n = read_row(e, first, v, look, attribute, value);
		state_add(&m, t % FOLDS, attribute, value, n, target);
	}
	moments_settle(&m);
	fit_outputs(test_work(), &m, &options, &fit);
	weight = fit.output[0].weight;
	state_free(&m);
	for (uint32 t = 0; t < TEST_ROWS; t++)
	{
		double		target = e->make(&rng, v);
		double		z = fit.output[0].intercept;

		for (uint32 l = 0; l < e->columns; l++)
		{
			uint32		n = read_value(&e->kind[l], v[l], value);

			/* columns with holes have the mean 0 */
			for (uint32 i = 0; i < n && (e->kind[l].null || !isnan(v[l])); i++)
				z += weight[first[l] + i] * value[i];
		}
		z = link_expect(&fit.link, z) - target;
		wrong += z * z / TEST_ROWS;
		y += target / TEST_ROWS;
		yy += target * target / TEST_ROWS;
	}
	result.error = wrong / (yy - y * y);
	result.forecast = fit.forecast / (yy - y * y);
	result.bends = fit.choice.shape.curves;
	return result;
}

/* The mean over seeds; *bends: how often it had them. */
static double
mean_error(Experiment e, Bends bends, int seeds, int *bent)
{
	double		sum = 0;

	e.bends = bends;
	*bent = 0;
	for (int seed = 1; seed <= seeds; seed++)
	{
		Result		result = run(&e, seed);

		sum += result.error / seeds;
		*bent += result.bends;
	}
	return sum;
}

static double
uniform(Rng *rng)
{
	return 2 * rng_unit(rng) - 1;
}

#define BENDING {0, false, 3, {-0.5, 0, 0.5}}
#define STRAIGHT {0, false, 0, {0}}
#define MISSING {0, true, 1, {0}}

static double
make_v(Rng *rng, double *v)
{
	for (int l = 0; l < 4; l++)
		v[l] = uniform(rng);
	return fabs(v[0]) + 0.05 * normal(rng);
}

/* Two levels, and one between them. */
static double
make_stair(Rng *rng, double *v)
{
	for (int l = 0; l < 4; l++)
		v[l] = uniform(rng);
	return (v[0] < -0.5 ? 0 : v[0] < 0.4 ? 1 : 0.3) + 0.1 * normal(rng);
}

/* One bends, the other does not. */
static double
make_two(Rng *rng, double *v)
{
	for (int l = 0; l < 4; l++)
		v[l] = uniform(rng);
	return fabs(v[0]) + v[1] + 0.05 * normal(rng);
}

static double
make_straight(Rng *rng, double *v)
{
	for (int l = 0; l < 4; l++)
		v[l] = uniform(rng);
	return v[0] - 0.5 * v[1] + 0.5 * normal(rng);
}

static const Kind four[4] = {BENDING, BENDING, BENDING, BENDING};

/* Where there are bends they are chosen, and say what lines cannot. */
static void
bends(void **state)
{
	static const struct
	{
		Maker		make;
		double		with;		/* at most, with all looks: noise, and what three knots miss */
		double		without;	/* at least */
	}			table[] = {{make_v, 0.05, 0.9}, {make_stair, 0.35, 0.9}, {make_two, 0.02, 0.18}};

	for (uint32 t = 0; t < lengthof(table); t++)
		for (uint32 looks = 2; looks <= 4; looks += 2)
		{
			Experiment	e = {table[t].make, 4, four, false, looks, 2000, BENDS_NEVER};
			int			bent;
			double		lines = mean_error(e, BENDS_NEVER, 3, &bent);
			double		chosen = mean_error(e, BENDS_BY_FOLDS, 3, &bent);

			assert_int_equal(bent, 3);
			assert_true(chosen < (looks == 4 ? table[t].with : table[t].without - 0.1));
			assert_true(lines > table[t].without);
		}
}

/* Where there are none, lines are chosen. */
static void
no_bends(void **state)
{
	Experiment	e = {make_straight, 4, four, false, 4, 2000, BENDS_NEVER};
	int			bent;
	double		lines = mean_error(e, BENDS_NEVER, 3, &bent);
	double		chosen = mean_error(e, BENDS_BY_FOLDS, 3, &bent);

	assert_int_equal(bent, 0);
	assert_true(chosen == lines);
}

/* Of 40 words three matter: the noise is .08 of the variance. */
static double
make_words(Rng *rng, double *v)
{
	for (int l = 0; l < 2; l++)
		v[l] = (double) rng_below(rng, 40);
	v[2] = uniform(rng);
	return (v[0] == 3 ? 4 : v[0] == 7 ? -4 : v[0] == 11 ? 3 : 0) + 0.3 * normal(rng);
}

/* NULL says more than any value: the noise is .04 of the variance. */
static double
make_meaning(Rng *rng, double *v)
{
	double		y;

	v[0] = rng_unit(rng) < 0.3 ? NAN : uniform(rng);
	v[1] = uniform(rng);
	y = isnan(v[0]) ? 2 : 0.5 * v[0];
	return y + 0.2 * normal(rng);
}

/* NULL is an accident: the value that was there counts. */
static double
make_accident(Rng *rng, double *v)
{
	double		y;

	for (int l = 0; l < 4; l++)
		v[l] = uniform(rng);
	y = v[0] + v[1] + 0.5 * v[2] + 0.3 * normal(rng);
	for (int l = 0; l < 4; l++)
		if (rng_unit(rng) < 0.2)
			v[l] = NAN;
	return y;
}

/* All that varies is whether something is written there: the noise is .14. */
static double
make_constant(Rng *rng, double *v)
{
	v[0] = rng_unit(rng) < 0.4 ? NAN : 0;
	v[1] = uniform(rng);
	return isnan(v[0]) + 0.2 * normal(rng);
}

static void
words_and_null(void **state)
{
	static const Kind words[] = {{40, false, 0, {0}}, {40, false, 0, {0}}, STRAIGHT};
	static const Kind missing[] = {MISSING, MISSING, MISSING, MISSING};
	static const Kind left_out[] = {STRAIGHT, STRAIGHT, STRAIGHT, STRAIGHT};
	const struct
	{
		Experiment	experiment;
		double		most;
	}			meant[] = {
		{{make_words, 3, words, false, 3, 2000, BENDS_NEVER}, 0.1},
		{{make_meaning, 2, missing, false, 2, 2000, BENDS_NEVER}, 0.05},
		{{make_constant, 2, missing, false, 2, 2000, BENDS_NEVER}, 0.16}
	};
	int			bent;

	for (uint32 k = 0; k < lengthof(meant); k++)
		assert_true(mean_error(meant[k].experiment, BENDS_NEVER, 3, &bent) < meant[k].most);
	for (uint32 rows = 300; rows <= 2000; rows += 1700)
	{
		Experiment	told = {make_accident, 4, missing, false, 4, rows, BENDS_NEVER};
		Experiment	out = {make_accident, 4, left_out, true, 4, rows, BENDS_NEVER};

		assert_true(mean_error(told, BENDS_NEVER, 10, &bent) <
					mean_error(out, BENDS_NEVER, 10, &bent) + (rows == 2000 ? 0.01 : 0.05));
	}
}

/* All columns say nearly the same; most of the target nobody knows. */
static double
make_alike(Rng *rng, double *v)
{
	double		common = uniform(rng);

	for (int l = 0; l < 8; l++)
		v[l] = common + 0.03 * normal(rng);
	return common + normal(rng);
}

static double
make_words_alike(Rng *rng, double *v)
{
	double		y = make_alike(rng, v);

	for (int l = 0; l < 8; l++)
		v[l] = v[l] < -0.5 ? 0 : v[l] < 0 ? 1 : v[l] < 0.5 ? 2 : 3;
	return y;
}

/*
 * With one look a row no two columns are seen together, however many attributes a look
 * has: were they taken for unrelated, predictions would be several times as long as
 * they may be.  What can be known is .25 of the variance.
 */
static void
one_look(void **state)
{
	static const Kind numbers[] = {BENDING, BENDING, BENDING, BENDING, BENDING, BENDING, BENDING, BENDING};
	static const Kind words[] = {{4, false, 0, {0}}, {4, false, 0, {0}}, {4, false, 0, {0}}, {4, false, 0, {0}},
	{4, false, 0, {0}}, {4, false, 0, {0}}, {4, false, 0, {0}}, {4, false, 0, {0}}};
	const Experiment of_numbers = {make_alike, 8, numbers, false, 1, 2000, BENDS_ALWAYS};
	const Experiment of_words = {make_words_alike, 8, words, false, 1, 2000, BENDS_NEVER};
	int			bent;

	assert_true(mean_error(of_numbers, BENDS_ALWAYS, 3, &bent) < 0.9);
	assert_true(mean_error(of_words, BENDS_NEVER, 3, &bent) < 0.9);
}

static double
make_nothing(Rng *rng, double *v)
{
	for (int l = 0; l < MOST_COLUMNS; l++)
		v[l] = uniform(rng);
	return normal(rng);
}

/*
 * Nothing to learn: the choice may cost a little, the less the more rows there
 * are. A few seeds in a hundred bend, and hardly any of them loses much: of 30
 * numbers, 3 looks and 2,000 rows one in a hundred loses .25, of 60 rows three, so
 * that many seeds are needed. Of 60 rows of 30 numbers the mean is .027.
 */
static void
nothing(void **state)
{
	static const struct
	{
		uint32		columns;
		uint32		looks;
		uint32		rows;
		int			seeds;
		double		most;
	}			sizes[] = {
		{8, 3, 60, 40, 0.02}, {8, 3, 300, 40, 0.01}, {8, 3, 2000, 10, 0.005},
		{8, 8, 60, 40, 0.02}, {8, 8, 300, 40, 0.01}, {8, 8, 2000, 10, 0.005},
		{30, 3, 60, 100, 0.03}, {30, 3, 300, 40, 0.01}, {30, 3, 2000, 100, 0.005},
		{30, 30, 60, 40, 0.02}, {30, 30, 300, 40, 0.01}, {30, 30, 2000, 10, 0.005}
	};
	bool		whole = getenv("AER_WHOLE") != NULL;
	Kind		kind[MOST_COLUMNS];

	for (int l = 0; l < MOST_COLUMNS; l++)
		kind[l] = (Kind) BENDING;
	/* all of them take half as long as all other kernel tests together */
	for (uint32 s = whole ? 0 : 1; s < lengthof(sizes); s += whole ? 1 : 4)
	{
		Experiment	e = {make_nothing, sizes[s].columns, kind, false, sizes[s].looks, sizes[s].rows, BENDS_NEVER};
		int			bent;
		double		lines = mean_error(e, BENDS_NEVER, sizes[s].seeds, &bent);
		double		chosen = mean_error(e, BENDS_BY_FOLDS, sizes[s].seeds, &bent);

		if (!(chosen - lines <= sizes[s].most))
			fail_msg("%u columns, %u looks, %u rows: %g worse than lines, %d of %d bend", e.columns,
					 e.looks, e.rows, chosen - lines, bent, sizes[s].seeds);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bends),
		cmocka_unit_test(no_bends),
		cmocka_unit_test(words_and_null),
		cmocka_unit_test(one_look),
		cmocka_unit_test(nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
