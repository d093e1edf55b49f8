/*
 * test_pair_screen.c
 *		Pairs that are found: against products one by one, the recorded answers of an
 *		implementation in another language, and the table that they are found in.
 */
#include "test.h"

#include <stdio.h>

#include "kernel/columns/pair_screen.h"
#include "kernel/rng.h"
#include "near.h"
#include "work.h"

#define MOST_FACTORS 400
#define MOST_LOOKS 100
#define FOLDS 5

/* A table as it is built, column by column. */
typedef struct Table
{
	Work	   *work;
	SampledTable sample;
	PairScreen	screen;
	LookFactors factors;
	uint32		first[MOST_LOOKS + 1];
	Factor		factor[MOST_FACTORS];
	uint32		copies[MOST_LOOKS];
} Table;

static Table *
create(uint32 rows, uint32 d, uint32 outputs)
{
	Work	   *work = new_work(NULL);
	Table	   *table = WORK_ARRAY(work, 1, Table);

	table->work = work;
	table->sample = (SampledTable) {rows, d, WORK_ARRAY(work, (size_t) rows * d, double),
		outputs, WORK_ARRAY(work, (size_t) rows * outputs, double), NULL,
		WORK_ARRAY(work, rows, uint32), FOLDS};
	for (uint32 i = 0; i < rows; i++)
		table->sample.fold[i] = (i + i / 7) % FOLDS;
	table->factors = (LookFactors) {0, table->first, table->factor};
	table->screen = (PairScreen) {&table->sample, &table->factors, 200, 0, INFINITY, rows, table->copies, 60};
	return table;
}

/* Begin a look. */
static void
add_look(Table *table)
{
	LookFactors *factors = &table->factors;

	table->first[factors->looks + 1] = table->first[factors->looks];
	factors->looks++;
	table->screen.columns++;
	table->copies[factors->looks - 1] = 1;
}

static void
add_factor(Table *table, uint32 attribute, double origin)
{
	table->factor[table->first[table->factors.looks]++] = (Factor) {attribute, origin};
}

static double *
value(Table *table, uint32 row, uint32 attribute)
{
	return &table->sample.value[row * table->sample.d + attribute];
}

/* Looks of so many factors, of attributes that follow each other. */
static void
add_looks(Table *table, uint32 n, uint32 factors)
{
	for (uint32 l = 0; l < n; l++)
	{
		uint32		before = table->first[table->factors.looks];

		add_look(table);
		for (uint32 a = 0; a < factors; a++)
			add_factor(table, before + a, 0.25 * a);
	}
}

static void
fill(Table *table, uint64 seed)
{
	Rng			rng;

	rng_seed(&rng, seed);
	for (size_t i = 0; i < (size_t) table->sample.rows * table->sample.d; i++)
		table->sample.value[i] = rng_unit(&rng) - 0.5;
	for (size_t i = 0; i < (size_t) table->sample.rows * table->sample.outputs; i++)
		table->sample.target[i] = rng_unit(&rng) - 0.5;
}

static uint32
found(const Table *table, ScreenedPair *pair)
{
	return pair_screen(table->work, &table->screen, pair);
}

/* Solve a symmetric positive definite system of k by Gauss, in place. */
static void
solve(double *a, double *x, uint32 k)
{
	for (uint32 i = 0; i < k; i++)
		for (uint32 j = i + 1; j < k; j++)
		{
			double		by = a[j * k + i] / a[i * k + i];

			for (uint32 l = i; l < k; l++)
				a[j * k + l] -= by * a[i * k + l];
			x[j] -= by * x[i];
		}
	for (uint32 i = k; i-- > 0;)
	{
		for (uint32 j = i + 1; j < k; j++)
			x[i] -= a[i * k + j] * x[j];
		x[i] /= a[i * k + i];
	}
}

/* Take the mean off numbers, which are 0 then if that is all but rounding; their variance. */
static double
center(double *x, uint32 n)
{
	double		mean = 0;
	double		variance = 0;

	for (uint32 i = 0; i < n; i++)
		mean += x[i] / n;
	for (uint32 i = 0; i < n; i++)
	{
		x[i] = fabs(x[i] - mean) < 1e-12 * fabs(mean) ? 0 : x[i] - mean;
		variance += x[i] * x[i] / n;
	}
	return variance;
}

/* A factor less its mean, [rows]. */
static double *
factor_column(const Table *table, uint32 f)
{
	const SampledTable *sample = &table->sample;
	double	   *x = WORK_ARRAY(table->work, sample->rows, double);

	for (uint32 i = 0; i < sample->rows; i++)
		x[i] = factor_value(&table->factor[f], table->sample.value + (size_t) i * sample->d);
	(void) center(x, sample->rows);
	return x;
}

/* Find the k products of a pair that vary, each less its mean and divided by its deviation. */
static uint32
find_products(const Table *table, uint32 a, uint32 b, double **product)
{
	uint32		n = table->sample.rows;
	uint32		k = 0;

	for (uint32 i = table->first[a]; i < table->first[a + 1]; i++)
		for (uint32 j = table->first[b]; j < table->first[b + 1]; j++)
		{
			double	   *x = factor_column(table, i);
			const double *y = factor_column(table, j);
			double		largest = 0;
			double		deviation;

			for (uint32 r = 0; r < n; r++)
				x[r] *= y[r];
			deviation = sqrt(center(x, n));
			for (uint32 r = 0; r < n; r++)
				largest = Max(largest, fabs(x[r]));
			for (uint32 r = 0; r < n && deviation > 0; r++)
				x[r] /= deviation;
			if (deviation > 1e-6 * largest)
				product[k++] = x;
		}
	return k;
}

/*
 * What coefficients of the rows outside a fold explain in it, times its share of the rows; the
 * residuals r are centred.
 */
static double
gain_in_fold(const Table *table, double *const *product, uint32 k, const double *r, uint32 fold)
{
	uint32		n = table->sample.rows;
	double		inside[16] = {0};
	double		outside[16] = {0};
	double		g[256];
	double		v[16];
	double		x[16];
	double		gain = 0;
	uint32		m = 0;

	for (uint32 t = 0; t < n; t++)
		m += table->sample.fold[t] == fold;
	if (m == 0 || m == n)
		return 0;
	for (uint32 i = 0; i < k; i++)
	{
		for (uint32 t = 0; t < n; t++)
		{
			if (table->sample.fold[t] == fold)
				inside[i] += product[i][t] * r[t] / m;
			else
				outside[i] += product[i][t] * r[t] / (n - m);
		}
		for (uint32 j = 0; j < k; j++)
		{
			g[i * k + j] = i == j ? .02 : 0;
			for (uint32 t = 0; t < n; t++)
				g[i * k + j] += product[i][t] * product[j][t] / n;
		}
	}
	for (uint32 i = 0; i < k; i++)
	{
		v[i] = outside[i];
		x[i] = 2 * inside[i] - outside[i];
	}
	solve(g, v, k);
	for (uint32 i = 0; i < k; i++)
		gain += x[i] * v[i];
	return gain * m / n;
}

/* The gain of a pair as it is defined; false: it has no product. */
static bool
gain_of(const Table *table, uint32 a, uint32 b, double *gain)
{
	const SampledTable *sample = &table->sample;
	uint32		n = sample->rows;
	double	   *product[16];
	uint32		k = find_products(table, a, b, product);

	*gain = 0;
	for (uint32 o = 0; o < sample->outputs && k > 0; o++)
	{
		double	   *r = WORK_ARRAY(table->work, n, double);

		memcpy(r, table->sample.target + (size_t) o * n, sizeof(double) * n);
		(void) center(r, n);
		for (uint32 f = 0; f < sample->folds; f++)
			*gain += gain_in_fold(table, product, k, r, f);
	}
	return k > 0;
}

static double
variance_of(const Table *table)
{
	uint32		n = table->sample.rows;
	double		variance = 0;

	for (uint32 o = 0; o < table->sample.outputs; o++)
	{
		double	   *r = WORK_ARRAY(table->work, n, double);

		memcpy(r, table->sample.target + (size_t) o * n, sizeof(double) * n);
		variance += center(r, n);
	}
	return variance;
}

/* The list is that of the gains as they are defined. */
static uint32
check_list(const Table *table)
{
	const double variance = variance_of(table);
	const double tolerance = 1e-10 * variance;
	uint32		looks = table->factors.looks;
	ScreenedPair pair[MOST_PAIRS];
	uint32		n = found(table, pair);
	double		gain;
	uint32		above = 0;
	uint32		candidates = 0;
	double		least;

	for (uint32 a = 0; a < looks; a++)
		for (uint32 b = a + 1; b < looks; b++)
			candidates += gain_of(table, a, b, &gain);
	least = 2 * log(Max(candidates, 2)) * variance / table->sample.rows;
	for (uint32 a = 0; a < looks; a++)
		for (uint32 b = a + 1; b < looks; b++)
			above += gain_of(table, a, b, &gain) && gain > least;
	assert_int_equal(n, above);
	for (uint32 p = 0; p < n; p++)
	{
		assert_true(pair[p].a < pair[p].b);
		assert_true(gain_of(table, pair[p].a, pair[p].b, &gain));
		assert_near(pair[p].gain, gain, tolerance);
		assert_true(p == 0 || pair[p].gain < pair[p - 1].gain ||
					(pair[p].gain < pair[p - 1].gain + 2e-9 * variance &&
					 (pair[p - 1].a < pair[p].a || (pair[p - 1].a == pair[p].a && pair[p - 1].b < pair[p].b))));
	}
	return n;
}

static void
test_as_defined(void **state)
{
	for (uint64 seed = 1; seed <= 5; seed++)
	{
		Table	   *table = create(150 + 10 * seed, 24, 1 + seed % 3);
		uint32		n = table->sample.rows;

		fill(table, seed);
		add_looks(table, 4, 1);	/* attributes 0 to 3 */
		add_looks(table, 3, 2); /* 4 to 9 */
		add_looks(table, 2, 4); /* 10 to 17 */
		add_look(table);		/* nothing */
		add_looks(table, 6, 1); /* 18 to 23 */
		for (uint32 i = 0; i < n; i++)
		{
			*value(table, i, 3) = *value(table, i, 2);	/* a copy */
			for (uint32 w = 0; w < 4; w++)	/* words */
				*value(table, i, 10 + w) = i % 5 == w;
			*value(table, i, 18) = 0.1; /* constants */
			*value(table, i, 19) = 1e9;
			*value(table, i, 20) = i % 2;	/* of which the product is one */
			*value(table, i, 21) = 1 - i % 2;
			*value(table, i, 22) += 1e5;
			table->sample.target[i] += *value(table, i, 0) * *value(table, i, 22) * 1e-5 * 3 + 7;
			for (uint32 o = 0; o < table->sample.outputs; o++)
				table->sample.target[o * n + i] += 6 * *value(table, i, 1) * *value(table, i, 2) +
					8 * *value(table, i, 4) * *value(table, i, 10);
		}
		/* of the copy both pairs are there */
		assert_true(check_list(table) >= 3);
		work_end(table->work);
	}
}

/* A generator that is written in a line anywhere. */
static double
draw(uint64 *state)
{
	*state = *state * UINT64CONST(6364136223846793005) + UINT64CONST(1442695040888963407);
	return (*state >> 11) * 0x1p-53;
}

#define ANSWER_ROWS 400

/* A number of three knots and one of none, words, a switch, NULL told apart, and one word. */
static Table *
answer_table(uint32 outputs)
{
	Table	   *table = create(ANSWER_ROWS, 19, outputs);
	uint64		state = 20261125;

	add_look(table);			/* 0 to 3 */
	add_factor(table, 0, 0.5);
	add_factor(table, 2, 0);
	add_look(table);			/* 4 */
	add_factor(table, 4, 3);
	add_look(table);			/* 5 to 9 */
	for (uint32 w = 0; w < 4; w++)
		add_factor(table, 5 + w, 0);
	add_look(table);			/* 10, 11 */
	add_factor(table, 10, 0);
	add_factor(table, 11, 0);
	add_look(table);			/* 12 to 15 */
	add_factor(table, 12, -1);
	add_factor(table, 13, 0);
	add_look(table);			/* 16 */
	add_factor(table, 16, 0);
	for (uint32 i = 0; i < ANSWER_ROWS; i++)
	{
		double		u[8];
		double		truth;
		double		x;
		double		residual[3];

		for (int k = 0; k < 8; k++)
			u[k] = draw(&state);
		for (int k = 0; k < 4; k++)
			*value(table, i, k) = k == 0 ? u[0] : Max(u[0] - 0.25 * k, 0);
		*value(table, i, 4) = floor(6 * u[1]);
		*value(table, i, 5 + (int) (5 * u[2] * u[2])) = 1;
		truth = u[3] < 0.3;
		*value(table, i, truth ? 10 : 11) = 1;
		/* NULL is read as the lower of both knots */
		x = u[4] < 0.1 ? -1 : 4 * u[5] - 2;
		*value(table, i, 12) = x;
		*value(table, i, 13) = Max(x + 1, 0);
		*value(table, i, 14) = Max(x - 1, 0);
		*value(table, i, 15) = u[4] < 0.1;
		*value(table, i, 16) = 1;
		residual[0] = (u[0] - 0.5) * (floor(6 * u[1]) - 2.5) + (truth - 0.3) * (u[4] < 0.1 ? 0 : x) + (u[6] - 0.5);
		residual[1] = *value(table, i, 6) * Max(u[0] - 0.5, 0) * 2 + (u[7] - 0.5) * 0.5;
		residual[2] = u[6] * u[7];
		for (uint32 o = 0; o < outputs; o++)
			table->sample.target[o * ANSWER_ROWS + i] = residual[o];
	}
	return table;
}

static void
check_answer(uint32 outputs, const ScreenedPair *answer, uint32 answers)
{
	Table	   *table = answer_table(outputs);
	ScreenedPair pair[MOST_PAIRS];

	assert_int_equal(found(table, pair), answers);
	for (uint32 p = 0; p < answers; p++)
	{
		assert_int_equal(pair[p].a, answer[p].a);
		assert_int_equal(pair[p].b, answer[p].b);
		assert_near(pair[p].gain, answer[p].gain, 1e-8 * answer[p].gain);
	}
	assert_int_equal(check_list(table), answers);
	work_end(table->work);
}

static void
test_known_answers(void **state)
{
	static const ScreenedPair one[] = {
		{0, 1, 0.20722177245808474, 0},
		{3, 4, 0.19544376793223409, 0},
	};
	static const ScreenedPair three[] = {
		{0, 1, 0.20663479918940569, 0},
		{3, 4, 0.19550577876425623, 0},
	};

	check_answer(1, one, lengthof(one));
	check_answer(3, three, lengthof(three));
}

/* What a pair alone says of the residuals. */
static void
test_explained(void **state)
{
	Table	   *table = create(200, 6, 2);
	ScreenedPair pair[MOST_PAIRS];

	fill(table, 3);
	add_looks(table, 3, 2);
	for (uint32 i = 0; i < 200; i++)
		for (uint32 o = 0; o < 2; o++)
			table->sample.target[o * 200 + i] = *value(table, i, 0) * *value(table, i, 2 + 2 * o);
	assert_true(found(table, pair) >= 2);
	/* one output each */
	assert_near(pair[0].explained, 0.5, 0.06);
	assert_near(pair[1].explained, 0.5, 0.06);
	table->sample.outputs = 1;
	assert_true(found(table, pair) >= 1);
	assert_true(pair[0].explained > 0.995 && pair[0].explained <= 1 + 1e-12);
	work_end(table->work);
}

/* Where there is nothing to be found. */
static void
test_nothing(void **state)
{
	ScreenedPair pair[MOST_PAIRS];
	Table	   *table;
	int			listed = 0;

	for (uint64 seed = 1; seed <= 300; seed++)
	{
		table = create(60, 8, 1);
		fill(table, seed);
		add_looks(table, 8, 1);
		listed += found(table, pair) > 0;
		work_end(table->work);
	}
	/* a gain above 2 ln 28 needs a chi-square above 8.9, which one of 28 exceeds in 7 of 100 tables */
	assert_true(listed >= 5 && listed <= 40);

	table = create(60, 8, 1);
	add_looks(table, 8, 1);
	for (uint32 i = 0; i < 60; i++)
	{
		*value(table, i, 0) = i % 2;
		*value(table, i, 1) = i % 4 < 2;
		table->sample.target[i] = (i % 2) ^ (i % 4 < 2);
	}
	/* all other columns are constant */
	assert_int_equal(found(table, pair), 1);
	assert_true(pair[0].a == 0 && pair[0].b == 1);
	/* 50 rows, and fewer */
	table->sample.rows = 50;
	assert_int_equal(found(table, pair), 1);
	table->sample.rows = 49;
	assert_int_equal(found(table, pair), 0);
	table->sample.rows = 60;
	/* residuals that are a constant, and one column */
	memset(table->sample.target, 0, sizeof(double) * 60);
	assert_int_equal(found(table, pair), 0);
	table->factors.looks = 1;
	assert_int_equal(found(table, pair), 0);
	work_end(table->work);
}

/* What only two rows or only one fold say is no interaction, however much it explains. */
static void
test_few_rows(void **state)
{
	for (uint64 seed = 1; seed <= 20; seed++)
	{
		Table	   *table = create(500, 6, 1);
		ScreenedPair pair[MOST_PAIRS];
		double	   *target = table->sample.target;

		fill(table, seed);
		add_looks(table, 6, 1);
		/* both columns are 1 in two rows, of two folds, and the target is far off in one */
		for (uint32 i = 0; i < 500; i++)
			*value(table, i, 0) = *value(table, i, 1) = i >= 498;
		target[499] += 10;
		for (uint32 i = 0; i < 500; i++)
			if (table->sample.fold[i] == 2)
				target[i] += 2 * (*value(table, i, 2) - 0.5) * (*value(table, i, 3) - 0.5);
		assert_int_equal(found(table, pair), 0);
		/* the same in all rows */
		for (uint32 i = 0; i < 500; i++)
			if (table->sample.fold[i] != 2)
				target[i] += 2 * (*value(table, i, 2) - 0.5) * (*value(table, i, 3) - 0.5);
		target[499] -= 10;
		assert_int_equal(found(table, pair), 1);
		assert_true(pair[0].a == 2 && pair[0].b == 3);
		work_end(table->work);
	}
}

/* Columns of two values, of which the products of the first two looks are constants; of the second look two. */
static Table *
two_valued_table(uint64 seed, bool exact)
{
	Table	   *table = create(100, 5, 1);
	Rng			rng;

	fill(table, seed);
	add_looks(table, 1, 1);
	add_look(table);			/* of both attributes as they are */
	add_factor(table, 1, 0);
	add_factor(table, 2, 0);
	add_looks(table, 2, 1);
	rng_seed(&rng, seed);
	for (uint32 a = 0; a < 3; a++)
	{
		double		low = exact ? 0 : rng_unit(&rng);
		double		high = exact ? 1 : low + rng_unit(&rng);

		for (uint32 i = 0; i < 100; i++)
			*value(table, i, a) = i % 2 ? high : low;
	}
	for (uint32 i = 0; i < 100; i++)
		table->sample.target[i] += 3 * (i % 2 ? 1 : -1) * *value(table, i, 3);
	return table;
}

/* Products that are constants but for rounding are none: pairs are those of values that make them exact. */
static void
test_constant_products(void **state)
{
	int			listed = 0;

	for (uint64 seed = 1; seed <= 500; seed++)
	{
		Table	   *exact = two_valued_table(seed, true);
		Table	   *rounded = two_valued_table(seed, false);
		ScreenedPair expected[MOST_PAIRS];
		ScreenedPair pair[MOST_PAIRS];
		uint32		m = found(exact, expected);
		uint32		n = found(rounded, pair);

		assert_int_equal(n, m);
		for (uint32 p = 0; p < n; p++)
		{
			assert_true(pair[p].a == expected[p].a && pair[p].b == expected[p].b);
			assert_near(pair[p].gain, expected[p].gain, 1e-10);
		}
		listed += n;
		work_end(exact->work);
		work_end(rounded->work);
	}
	assert_true(listed > 500);
}

/* Pairs that gain the same, up to last bits, are in the order of looks. */
static void
test_same_gain(void **state)
{
	for (int divisor = 2; divisor < 40; divisor++)
	{
		Table	   *table = create(200, 3, 1);
		ScreenedPair pair[MOST_PAIRS];

		fill(table, 8);
		add_looks(table, 3, 1);
		for (uint32 i = 0; i < 200; i++)
		{
			*value(table, i, 2) = *value(table, i, 1) / divisor;
			table->sample.target[i] = *value(table, i, 0) * *value(table, i, 1);
		}
		assert_true(found(table, pair) >= 2);
		assert_true(pair[0].a == 0 && pair[0].b == 1 && pair[1].a == 0 && pair[1].b == 2);
		work_end(table->work);
	}
}

/* The first l looks act together, each two of them, some more than others. */
static void
act_together(Table *table, uint32 l)
{
	fill(table, 77);
	memset(table->sample.target, 0, sizeof(double) * table->sample.rows);
	for (uint32 i = 0; i < table->sample.rows; i++)
		for (uint32 a = 0; a < l; a++)
			for (uint32 b = a + 1; b < l; b++)
				table->sample.target[i] += *value(table, i, table->first[a]) * *value(table, i, table->first[b]) *
					(a + b);
}

static void
test_limits(void **state)
{
	ScreenedPair pair[MOST_PAIRS];
	Table	   *table = create(4000, 12, 1);

	/* pairs, 66 of them */
	add_looks(table, 12, 1);
	act_together(table, 12);
	assert_int_equal(found(table, pair), 30);
	/* a budget: so many rows that everything meets, pairs that share a column, nothing */
	table->screen.seen = 5;
	table->screen.source_rows = 1e6;
	assert_int_equal(found(table, pair), 10);
	assert_true(pair[0].b == 11);
	/* copies of attributes: too many of a pair, and of all of them */
	table->copies[11] = 59;
	assert_int_equal(found(table, pair), 10);
	for (uint32 p = 0; p < 10; p++)
		assert_true(pair[p].b < 11);
	table->screen.most_attributes = 16;
	assert_int_equal(found(table, pair), 5);
	table->screen.most_attributes = 200;
	table->copies[11] = 1;
	/* of three columns 0.045, of four 0.010 */
	table->screen.source_rows = 3000;
	{
		uint32		n = found(table, pair);

		assert_true(n >= 2 && n <= 10);
		for (uint32 p = 1; p < n; p++)
			for (uint32 q = 0; q < p; q++)
				assert_true(pair[p].a == pair[q].a || pair[p].a == pair[q].b ||
							pair[p].b == pair[q].a || pair[p].b == pair[q].b);
	}
	table->screen.source_rows = 2000;
	assert_int_equal(found(table, pair), 0);
	table->screen.seen = 3;
	table->screen.source_rows = 1e9;
	assert_int_equal(found(table, pair), 0);
	work_end(table->work);

	/* products, 16 a pair: the list ends before the one that would be too many */
	table = create(4000, 32, 1);
	add_looks(table, 8, 4);
	act_together(table, 8);
	assert_int_equal(found(table, pair), 12);
	work_end(table->work);
}

/* Of many products some of the rows; not under valgrind, where that takes minutes. */
static void
test_many(void **state)
{
	ScreenedPair pair[MOST_PAIRS];
	ScreenedPair thinned[MOST_PAIRS];
	Table	   *table;
	Table	   *all;
	uint32		n;

	if (getenv("AER_QUICK") != NULL)
		return;
	all = create(5050, 400, 1);
	table = create(2525, 400, 1);
	add_looks(all, 100, 4);
	add_looks(table, 100, 4);
	fill(all, 6);
	for (uint32 i = 0; i < 5050; i++)
		all->sample.target[i] = *value(all, i, 3) * *value(all, i, 8) + *value(all, i, 90) * *value(all, i, 20);
	for (uint32 i = 0; i < 2525; i++)
	{
		all->sample.fold[2 * i] = all->sample.fold[2 * i + 1] = table->sample.fold[i];
		memcpy(value(table, i, 0), value(all, 2 * i, 0), sizeof(double) * 400);
		table->sample.target[i] = all->sample.target[2 * i];
	}
	n = found(all, pair);
	assert_int_equal(found(table, thinned), n);
	assert_true(n >= 2);
	assert_memory_equal(pair, thinned, sizeof(ScreenedPair) * n);
	work_end(table->work);
	work_end(all->work);
}

/* Columns that say most of the target, and what is left of it. */
static void
test_table(void **state)
{
	static const uint32 first[] = {0, 1, 3, 4};
	const Looks looks = {.n = 3, .d = 4, .first = first};
	const double mean[] = {1e9, 0.5};
	const double weight[] = {2, -1};
	double		value[6][4];
	double		target[2][6];
	SampledTable table = {6, 4, value[0], 2, target[0], NULL, NULL, 0};
	bool		chosen[3];

	for (int i = 0; i < 6; i++)
	{
		value[i][0] = 7;
		value[i][1] = i % 3;
		value[i][2] = i % 2;
		value[i][3] = 1e9 + i;
		target[0][i] = i % 2;
		target[1][i] = i == 3;
	}
	assert_int_equal(sampled_table_choose(test_work(), &table, &looks, 9, chosen), 3);
	assert_true(chosen[0] && chosen[1] && chosen[2]);
	assert_int_equal(sampled_table_choose(test_work(), &table, &looks, 2, chosen), 2);
	assert_true(!chosen[0] && chosen[1] && chosen[2]);
	assert_int_equal(sampled_table_choose(test_work(), &table, &looks, 1, chosen), 1);
	assert_true(!chosen[0] && chosen[1] && !chosen[2]);

	chosen[1] = false;
	chosen[0] = chosen[2] = true;
	table = sampled_table_some(test_work(), &table, &looks, chosen);
	assert_int_equal(table.d, 2);
	for (int i = 0; i < 6; i++)
	{
		assert_true(table.value[2 * i] == 7);
		assert_true(table.value[2 * i + 1] == 1e9 + i);
		table.value[2 * i + 1] = table.value[2 * i];
		table.value[2 * i] = 1e9 + i;
	}
	sampled_table_residuals(test_work(), &table, 1, mean, weight);
	for (int i = 0; i < 6; i++)
	{
		assert_true(table.target[i] == i % 2);
		assert_true(table.target[6 + i] == (i == 3) - 2 * i + 6.5);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_as_defined),
		cmocka_unit_test(test_known_answers),
		cmocka_unit_test(test_explained),
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_few_rows),
		cmocka_unit_test(test_constant_products),
		cmocka_unit_test(test_same_gain),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
