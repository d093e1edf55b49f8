/*
 * pair_screen.c
 *		Finds interactions in a sample of rows.
 */
#include "kernel/columns/pair_screen.h"

#include <cblas.h>
#include <lapacke.h>

/* With fewer rows no pair is listed. */
#define LEAST_ROWS 50

/* The most products of all pairs times rows. */
#define MOST_PRODUCTS 2e8

#define RIDGE 0.02

/* A product is constant if its standard sd is at most this share of its root mean square. */
#define LEAST_SD 1e-6

/* A column is constant if its standard sd is at most this share of its mean. */
#define ROUNDING 1e-12

/* Gains are rounded to this share of the residuals' variance. */
#define SAME_GAIN 1e-9

/* The fewest rows in which the columns of a pair must be seen together with others. */
#define LEAST_TOGETHER 100

/* A budget of fewer looks than LEAST_SEEN gets no interactions, others get at most ten. */
#define LEAST_SEEN 4
#define MOST_PAIRS_OF_BUDGET 10

/* The most products of two looks. */
#define PRODUCTS_OF_PAIR 16

/* Rows that are summed in one call of BLAS. */
#define BLOCK 256

typedef struct Product
{
	uint32		a;				/* its factors, one of each look */
	uint32		b;
	double		mean;
	double		sd;
} Product;

typedef struct Candidate
{
	uint32		a;				/* looks */
	uint32		b;
	uint32		k;				/* products that vary */
	Product    *product;		/* [k] */
	double	   *factor;			/* [k * k] Cholesky factor of G */
	double		gain;
	double		explained;
} Candidate;

typedef struct Screen
{
	const PairScreen *input;
	uint32		n;				/* rows used, one fold after the other */
	uint32	   *row;			/* [n] their index in the table */
	uint32	   *start;			/* [folds + 1] first row of each fold, then n */
	double		rows;			/* effective rows: the sum of all root^2 */
	double	   *rows_of;		/* [folds] the same of each fold */
	double	   *root;			/* [n] square root of each row's weight */
	uint32		looks;
	const uint32 *first;		/* [looks + 1] first factor of each look */
	uint32	   *square;			/* [looks + 1] first product of two factors of each look ("square") */
	double	   *value;			/* [factors][n] centred factors, times root */
	double	   *residual;		/* [outputs][n] centred residuals */
	double		variance;		/* of the residuals, summed over outputs */
	double	   *two;			/* [factors][factors] sums of products of two factors */
	double	   *two_residual;	/* [folds][factors][factors] the same of a fold, times the
								 * residuals of one output */
	double	   *mean_residual;	/* [folds] of that output */
	double		(*whitened)[PRODUCTS_OF_PAIR];	/* [folds] scratch */
	double	   *four;			/* [squares][squares] sums of products of two squares */
	double	   *block;			/* scratch: [Max(factors, squares)][BLOCK] */
	Candidate  *candidate;
	uint32		candidates;		/* pairs with a product that varies */
} Screen;

/* Returns true if the design reads only some of the columns. */
static bool
has_budget(const PairScreen *input)
{
	return input->seen < input->columns;
}

/* Returns the index of the product of factors a and b of look l, both counted within the look. */
static uint32
square_of(const Screen *screen, uint32 l, uint32 a, uint32 b)
{
	return screen->square[l] + (a > b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a);
}

/* Returns how many rows can be used. */
static uint32
rows_used(const Screen *screen)
{
	double		products = 0;

	for (uint32 l = 1; l < screen->looks; l++)
		products += (double) screen->first[l] * look_factors_count(screen->input->factors, l);
	return (uint32) Min(screen->input->table->rows, MOST_PRODUCTS / Max(products, 1));
}

/* Chooses the rows used, spread evenly over the table, and sorts them by fold. */
static void
choose_rows(Screen *screen)
{
	const SampledTable *table = screen->input->table;
	uint32		n = 0;

	for (uint32 f = 0; f < table->folds; f++)
	{
		screen->start[f] = n;
		for (uint32 i = 0; i < screen->n; i++)
		{
			uint32		row = (uint64) i * table->rows / screen->n;

			if (table->fold[row] == f)
				screen->row[n++] = row;
		}
	}
	screen->start[table->folds] = n;
}

/* Finds the roots of the weights of the rows used, in effective rows. */
static void
read_weights(Screen *screen)
{
	const double *weight = screen->input->table->weight;
	double		sum = 0;
	double		squares = 0;

	for (uint32 i = 0; i < screen->n; i++)
	{
		double		w = weight != NULL ? weight[screen->row[i]] : 1;

		sum += w;
		squares += w * w;
		screen->root[i] = w;
	}
	for (uint32 i = 0; i < screen->n; i++)
		screen->root[i] = sqrt(screen->root[i] * (sum / squares));
	screen->rows = sum * (sum / squares);
	for (uint32 f = 0; f < screen->input->table->folds; f++)
		for (uint32 i = screen->start[f]; i < screen->start[f + 1]; i++)
			screen->rows_of[f] += screen->root[i] * screen->root[i];
}

/* Centres the numbers of all rows and returns their variance. */
static double
center(const Screen *screen, double *value)
{
	const double *root = screen->root;
	double		mean = 0;
	double		squares = 0;

	for (uint32 i = 0; i < screen->n; i++)
		mean += root[i] * root[i] * value[i];
	mean /= screen->rows;
	for (uint32 i = 0; i < screen->n; i++)
	{
		value[i] -= mean;
		squares += root[i] * value[i] * (root[i] * value[i]);
	}
	if (sqrt(squares / screen->rows) > ROUNDING * fabs(mean))
		return squares / screen->rows;
	memset(value, 0, sizeof(double) * screen->n);
	return 0;
}

static void
read_factors(Work *work, Screen *screen)
{
	const PairScreen *input = screen->input;

	for (uint32 f = 0; f < screen->first[screen->looks]; f++)
	{
		double	   *value = screen->value + (size_t) f * screen->n;

		work_poll(work);
		for (uint32 i = 0; i < screen->n; i++)
			value[i] = factor_value(&input->factors->factor[f],
									input->table->value + (size_t) screen->row[i] * input->table->d);
		(void) center(screen, value);
		for (uint32 i = 0; i < screen->n; i++)
			value[i] *= screen->root[i];
	}
}

static void
read_residuals(Work *work, Screen *screen)
{
	for (uint32 o = 0; o < screen->input->table->outputs; o++)
	{
		const double *target = screen->input->table->target + (size_t) o * screen->input->table->rows;
		double	   *residual = screen->residual + (size_t) o * screen->n;

		work_poll(work);
		for (uint32 i = 0; i < screen->n; i++)
			residual[i] = target[screen->row[i]];
		screen->variance += center(screen, residual);
	}
}

static Screen *
create(Work *work, const PairScreen *input)
{
	Screen	   *screen = WORK_ARRAY(work, 1, Screen);
	uint32		folds = input->table->folds;
	size_t		factors;
	size_t		squares;

	screen->input = input;
	screen->looks = input->factors->looks;
	screen->first = input->factors->first;
	screen->square = WORK_ARRAY(work, screen->looks + 1, uint32);
	for (uint32 l = 0; l < screen->looks; l++)
	{
		uint32		k = look_factors_count(input->factors, l);

		screen->square[l + 1] = screen->square[l] + k * (k + 1) / 2;
	}
	screen->n = rows_used(screen);
	factors = screen->first[screen->looks];
	squares = screen->square[screen->looks];
	screen->row = WORK_ARRAY(work, screen->n, uint32);
	screen->start = WORK_ARRAY(work, folds + 1, uint32);
	choose_rows(screen);
	screen->root = WORK_ARRAY(work, screen->n, double);
	screen->rows_of = WORK_ARRAY(work, folds, double);
	read_weights(screen);
	screen->value = WORK_ARRAY(work, factors * screen->n, double);
	screen->residual = WORK_ARRAY(work, (size_t) input->table->outputs * screen->n, double);
	screen->two = WORK_ARRAY(work, factors * factors, double);
	screen->two_residual = WORK_ARRAY(work, folds * factors * factors, double);
	screen->mean_residual = WORK_ARRAY(work, folds, double);
	screen->whitened = (double (*)[PRODUCTS_OF_PAIR]) WORK_ARRAY(work, folds * PRODUCTS_OF_PAIR, double);
	screen->four = WORK_ARRAY(work, squares * squares, double);
	screen->block = WORK_ARRAY(work, Max(factors, squares) * BLOCK, double);
	screen->candidate = WORK_ARRAY(work, (size_t) screen->looks * screen->looks / 2, Candidate);
	return screen;
}

/* Fills the block with the squares of all looks in m rows, times root. */
static void
square_block(Screen *screen, uint32 from, uint32 m)
{
	double	   *block = screen->block;

	for (uint32 l = 0; l < screen->looks; l++)
		for (uint32 a = screen->first[l]; a < screen->first[l + 1]; a++)
			for (uint32 b = screen->first[l]; b <= a; b++, block += BLOCK)
			{
				const double *x = screen->value + (size_t) a * screen->n + from;
				const double *y = screen->value + (size_t) b * screen->n + from;

				for (uint32 i = 0; i < m; i++)
					block[i] = x[i] * y[i] / screen->root[from + i];
			}
}

static void
sum_products(Work *work, Screen *screen)
{
	int			factors = (int) screen->first[screen->looks];
	int			squares = (int) screen->square[screen->looks];
	int			n = (int) screen->n;

	for (int from = 0; from < n; from += BLOCK)
	{
		int			m = Min(BLOCK, n - from);

		work_poll(work);
		square_block(screen, from, m);
		cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, squares, m, 1.0, screen->block, BLOCK,
					1.0, screen->four, squares);
		cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, factors, m, 1.0, screen->value + from, n,
					1.0, screen->two, factors);
	}
}

/* Returns the sums of a fold, times the residuals. */
static double *
sums_of_fold(const Screen *screen, uint32 fold)
{
	size_t		factors = screen->first[screen->looks];

	return screen->two_residual + fold * factors * factors;
}

/* Adds the rows from "from" to "to" of one fold to its sums. */
static void
add_block(Screen *screen, uint32 fold, const double *residual, uint32 from, uint32 to)
{
	int			factors = (int) screen->first[screen->looks];
	int			n = (int) screen->n;
	int			m = (int) (to - from);

	for (int f = 0; f < factors; f++)
		for (int i = 0; i < m; i++)
			screen->block[f * BLOCK + i] = screen->value[(size_t) f * n + from + i] * residual[from + i];
	cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, factors, factors, m,
				1.0, screen->value + from, n, screen->block, BLOCK,
				1.0, sums_of_fold(screen, fold), factors);
}

/* Finds two_residual[] and mean_residual[] of an output. */
static void
sum_with_residuals(Work *work, Screen *screen, uint32 output)
{
	uint32		folds = screen->input->table->folds;
	size_t		factors = screen->first[screen->looks];
	const double *residual = screen->residual + (size_t) output * screen->n;

	memset(screen->two_residual, 0, sizeof(double) * folds * factors * factors);
	for (uint32 f = 0; f < folds; f++)
	{
		uint32		end = screen->start[f + 1];
		double		sum = 0;

		for (uint32 i = screen->start[f]; i < end; i++)
			sum += screen->root[i] * screen->root[i] * residual[i];
		screen->mean_residual[f] = sum / Max(screen->rows_of[f], 1);
		for (uint32 from = screen->start[f]; from < end; from += BLOCK)
		{
			work_poll(work);
			add_block(screen, f, residual, from, Min(from + BLOCK, end));
		}
	}
}

/* Returns the mean of the product of two products of a pair. */
static double
mean_of_four(const Screen *screen, const Candidate *pair, const Product *x, const Product *y)
{
	uint32		a = screen->first[pair->a];
	uint32		b = screen->first[pair->b];
	size_t		column = square_of(screen, pair->a, x->a - a, y->a - a);

	return screen->four[column * screen->square[screen->looks] +
						square_of(screen, pair->b, x->b - b, y->b - b)] / screen->rows;
}

/* Finds mean and standard sd of a product.  Returns true if it varies. */
static bool
measure(const Screen *screen, const Candidate *pair, Product *product)
{
	double		square = mean_of_four(screen, pair, product, product);

	product->mean = screen->two[(size_t) product->a * screen->first[screen->looks] + product->b] / screen->rows;
	product->sd = sqrt(Max(square - product->mean * product->mean, 0));
	return product->sd > LEAST_SD * sqrt(square);
}

/* Finds G and its Cholesky factor. */
static void
factor(Work *work, const Screen *screen, Candidate *pair)
{
	uint32		k = pair->k;

	pair->factor = WORK_ARRAY(work, k * k, double);
	for (uint32 j = 0; j < k; j++)
	{
		const Product *y = &pair->product[j];

		pair->factor[j * k + j] = 1 + RIDGE;
		for (uint32 i = j + 1; i < k; i++)
		{
			const Product *x = &pair->product[i];

			pair->factor[j * k + i] = (mean_of_four(screen, pair, x, y) - x->mean * y->mean) /
				(x->sd * y->sd);
		}
	}
	if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', (int) k, pair->factor, (int) k) != 0)
		work->raise(work, KERNEL_SINGULAR);
}

/* Makes two looks a candidate if any of their products varies. */
static void
add_pair(Work *work, Screen *screen, uint32 a, uint32 b)
{
	Candidate  *pair = &screen->candidate[screen->candidates];

	*pair = (Candidate) {.a = a, .b = b};
	pair->product = WORK_ARRAY(work, pair_products_count(screen->input->factors, a, b), Product);
	for (uint32 i = screen->first[a]; i < screen->first[a + 1]; i++)
		for (uint32 j = screen->first[b]; j < screen->first[b + 1]; j++)
		{
			pair->product[pair->k] = (Product) {i, j, 0, 0};
			pair->k += measure(screen, pair, &pair->product[pair->k]);
		}
	if (pair->k == 0)
		return;
	factor(work, screen, pair);
	screen->candidates++;
}

static void
add_pairs(Work *work, Screen *screen)
{
	for (uint32 a = 0; a < screen->looks; a++)
		for (uint32 b = a + 1; b < screen->looks; b++)
		{
			work_poll_step(work, (size_t) a * screen->looks + b);
			add_pair(work, screen, a, b);
		}
}

/* Finds u = L^-1 c of the products in the rows of one fold, L the Cholesky factor of G. */
static void
whiten_fold(const Screen *screen, const Candidate *pair, uint32 fold, double *u)
{
	const double *sum = sums_of_fold(screen, fold);
	int			k = (int) pair->k;

	for (int i = 0; i < k; i++)
	{
		const Product *product = &pair->product[i];
		double		mean = sum[(size_t) product->a * screen->first[screen->looks] + product->b] /
			screen->rows_of[fold];

		u[i] = (mean - product->mean * screen->mean_residual[fold]) / product->sd;
	}
	cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, k, pair->factor, k, u, 1);
}

/* Adds what coefficients found in the other folds explain of each fold, for the current output. */
static void
add_gain(const Screen *screen, Candidate *pair)
{
	uint32		folds = screen->input->table->folds;
	int			k = (int) pair->k;
	double		all[PRODUCTS_OF_PAIR] = {0};

	for (uint32 f = 0; f < folds; f++)
	{
		if (screen->rows_of[f] == 0)
			continue;
		whiten_fold(screen, pair, f, screen->whitened[f]);
		cblas_daxpy(k, screen->rows_of[f] / screen->rows, screen->whitened[f], 1, all, 1);
	}
	for (uint32 f = 0; f < folds; f++)
	{
		double		share = screen->rows_of[f] / screen->rows;

		for (int i = 0; i < k && share > 0 && share < 1; i++)
		{
			double		u = screen->whitened[f][i];
			double		others = (all[i] - share * u) / (1 - share);

			pair->gain += share * others * (2 * u - others);
		}
	}
	/* coefficients v = G^-1 c explain 2 c'v - v'(G - ridge)v = c'v + ridge v'v */
	pair->explained += cblas_ddot(k, all, 1, all, 1);
	cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, k, pair->factor, k, all, 1);
	pair->explained += RIDGE * cblas_ddot(k, all, 1, all, 1);
}

static void
find_gains(Work *work, Screen *screen)
{
	for (uint32 o = 0; o < screen->input->table->outputs; o++)
	{
		sum_with_residuals(work, screen, o);
		for (uint32 p = 0; p < screen->candidates; p++)
			add_gain(screen, &screen->candidate[p]);
	}
}

typedef struct Ranked
{
	double		steps;			/* the gain, rounded */
	const Candidate *pair;
} Ranked;

/* The best first; equal ones in the order of candidates, which is that of looks. */
static int
compare_gains(const void *a, const void *b)
{
	const Ranked *x = a;
	const Ranked *y = b;

	if (x->steps != y->steps)
		return x->steps > y->steps ? -1 : 1;
	return x->pair < y->pair ? -1 : 1;
}

static const Ranked *
rank(Work *work, const Screen *screen)
{
	Ranked	   *ranked = WORK_ARRAY(work, screen->candidates, Ranked);

	for (uint32 p = 0; p < screen->candidates; p++)
	{
		const Candidate *pair = &screen->candidate[p];

		ranked[p] = (Ranked) {rint(pair->gain / (SAME_GAIN * screen->variance)), pair};
	}
	qsort(ranked, screen->candidates, sizeof(Ranked), compare_gains);
	return ranked;
}

/* Returns the expected rows in which so many columns are seen together. */
static double
rows_together(const PairScreen *input, uint32 columns)
{
	double		rows = input->source_rows;

	if (!has_budget(input))
		return INFINITY;
	for (uint32 i = 0; i < columns; i++)
		rows *= Max(input->seen - i, 0) / (input->columns - i);
	return rows;
}

/* Returns true if the pair is seen often enough with every other column and every listed pair. */
static bool
seen_together(const PairScreen *input, const ScreenedPair *pair, const ScreenedPair *list, uint32 n)
{
	if (rows_together(input, 3) < LEAST_TOGETHER)
		return false;
	for (uint32 i = 0; i < n; i++)
	{
		bool		share = pair->a == list[i].a || pair->a == list[i].b ||
			pair->b == list[i].a || pair->b == list[i].b;

		if (!share && rows_together(input, 4) < LEAST_TOGETHER)
			return false;
	}
	return true;
}

/* Returns the number of attributes of a pair in moments of the design. */
static uint32
pair_attributes(const PairScreen *input, const ScreenedPair *pair)
{
	return pair_products_count(input->factors, pair->a, pair->b) +
		(has_budget(input) ? input->copies[pair->a] + input->copies[pair->b] : 0);
}

static uint32
list_pairs(Work *work, const Screen *screen, ScreenedPair *pair)
{
	const PairScreen *input = screen->input;
	const Ranked *ranked = rank(work, screen);
	double		least = 2 * log(Max(screen->candidates, 2)) * screen->variance / screen->rows;
	uint32		most = has_budget(input) ? MOST_PAIRS_OF_BUDGET : MOST_PAIRS;
	uint32		attributes = 0;
	uint32		n = 0;

	for (uint32 p = 0; p < screen->candidates && n < most && ranked[p].pair->gain > least; p++)
	{
		const Candidate *found = ranked[p].pair;

		pair[n] = (ScreenedPair) {found->a, found->b, found->gain,
			found->explained / screen->variance};
		if (!seen_together(input, &pair[n], pair, n) ||
			(has_budget(input) && pair_attributes(input, &pair[n]) > input->most_with_copies))
			continue;
		attributes += pair_attributes(input, &pair[n]);
		if (attributes > input->most_attributes)
			break;
		n++;
	}
	return n;
}

uint32
pair_screen(Work *work, const PairScreen *input, ScreenedPair *pair)
{
	Work	   *scratch;
	Screen	   *screen;
	uint32		n = 0;

	if (input->table->rows < LEAST_ROWS || input->factors->first[input->factors->looks] == 0 ||
		(has_budget(input) && input->seen < LEAST_SEEN))
		return 0;
	scratch = work_begin(work);
	screen = create(scratch, input);
	read_residuals(scratch, screen);
	if (screen->variance > 0)
	{
		read_factors(scratch, screen);
		sum_products(scratch, screen);
		add_pairs(scratch, screen);
		find_gains(scratch, screen);
		n = list_pairs(scratch, screen, pair);
	}
	work_end(scratch);
	return n;
}

/* Sums over rows, for each attribute by itself. */
typedef struct MarginalSums
{
	double	   *mean;			/* [d] */
	double	   *squares;		/* [d] about the mean */
	double	   *products;		/* [outputs][d] with the target */
} MarginalSums;

static double
weight_of(const SampledTable *table, uint32 i)
{
	return table->weight != NULL ? table->weight[i] : 1;
}

static void
sum_marginals(Work *work, const SampledTable *table, MarginalSums *sums)
{
	uint32		d = table->d;
	double		weights = 0;

	for (uint32 i = 0; i < table->rows; i++)
	{
		work_poll_step(work, i);
		weights += weight_of(table, i);
		for (uint32 j = 0; j < d; j++)
			sums->mean[j] += weight_of(table, i) * table->value[(size_t) i * d + j];
	}
	for (uint32 j = 0; j < d; j++)
		sums->mean[j] /= weights;
	for (uint32 i = 0; i < table->rows; i++)
	{
		const double *row = table->value + (size_t) i * d;
		double		weight = weight_of(table, i);

		work_poll_step(work, i);
		for (uint32 j = 0; j < d; j++)
			sums->squares[j] += weight * ((row[j] - sums->mean[j]) * (row[j] - sums->mean[j]));
		for (uint32 o = 0; o < table->outputs; o++)
			for (uint32 j = 0; j < d; j++)
				sums->products[(size_t) o * d + j] += weight * ((row[j] - sums->mean[j]) *
																table->target[(size_t) o * table->rows + i]);
	}
}

typedef struct Worth
{
	double		explained;		/* by the best attribute of the look */
	uint32		look;
} Worth;

/* The largest first, equal ones in the order of looks. */
static int
compare_worths(const void *a, const void *b)
{
	const Worth *x = a;
	const Worth *y = b;

	if (x->explained != y->explained)
		return x->explained > y->explained ? -1 : 1;
	return x->look < y->look ? -1 : 1;
}

uint32
sampled_table_choose(Work *work, const SampledTable *table, const Looks *looks, uint32 most,
					 bool *chosen)
{
	Work	   *scratch = work_begin(work);
	uint32		d = table->d;
	Worth	   *worth = WORK_ARRAY(scratch, looks->n, Worth);
	MarginalSums sums;

	sums.mean = WORK_ARRAY(scratch, d, double);
	sums.squares = WORK_ARRAY(scratch, d, double);
	sums.products = WORK_ARRAY(scratch, (size_t) table->outputs * d, double);
	sum_marginals(scratch, table, &sums);
	for (uint32 l = 0; l < looks->n; l++)
	{
		worth[l].look = l;
		for (uint32 j = looks_first(looks, l); j < looks_first(looks, l + 1); j++)
		{
			double		explained = 0;

			for (uint32 o = 0; o < table->outputs && sums.squares[j] > 0; o++)
			{
				double		product = sums.products[(size_t) o * d + j];

				explained += product * product / sums.squares[j];
			}
			worth[l].explained = Max(worth[l].explained, explained);
		}
	}
	qsort(worth, looks->n, sizeof(Worth), compare_worths);
	most = Min(most, looks->n);
	memset(chosen, 0, sizeof(bool) * looks->n);
	for (uint32 l = 0; l < most; l++)
		chosen[worth[l].look] = true;
	work_end(scratch);
	return most;
}

SampledTable
sampled_table_some(Work *work, const SampledTable *table, const Looks *looks, const bool *chosen)
{
	SampledTable some = *table;
	double	   *to;

	some.d = 0;
	for (uint32 l = 0; l < looks->n; l++)
		some.d += chosen[l] ? looks_size(looks, l) : 0;
	some.value = to = WORK_ARRAY(work, (size_t) table->rows * some.d, double);
	for (uint32 i = 0; i < table->rows; i++)
	{
		work_poll_step(work, i);
		for (uint32 l = 0; l < looks->n; l++)
			for (uint32 j = looks_first(looks, l); chosen[l] && j < looks_first(looks, l + 1); j++)
				*to++ = table->value[(size_t) i * table->d + j];
	}
	return some;
}

void
sampled_table_residuals(Work *work, SampledTable *table, uint32 output, const double *mean,
						const double *weight)
{
	double	   *target = table->target + (size_t) output * table->rows;

	for (uint32 i = 0; i < table->rows; i++)
	{
		const double *row = table->value + (size_t) i * table->d;
		double		score = 0;

		work_poll_step(work, i);
		for (uint32 j = 0; j < table->d; j++)
			score += weight[j] * (row[j] - mean[j]);
		target[i] -= score;
	}
}
