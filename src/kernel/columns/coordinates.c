/*
 * coordinates.c
 *		What one look sees, measured in coordinates of its own.
 */
#include "kernel/columns/coordinates.h"

#include "kernel/eigen.h"
#include "kernel/moments/estimate.h"

/* Bends with less than this share of the number's variance are none. */
#define LEAST_BEND 1e-4

/* The deviations of the largest bend, and of "is null" beside a number. */
#define BEND_DEVIATION 0.5
#define NULL_DEVIATION 0.7

/* The attributes of a number are at most its value, hinges and "is null". */
#define MOST_OF_NUMBER (COLUMN_MOST_KNOTS + 2)

static uint32
hinges_of(const Columns *columns, uint32 look)
{
	const Column *column = &columns->column[look];

	return column->words ? 0 : looks_size(&columns->looks, look) - 1 - column->null;
}

/* The most numbers that T of a look takes. */
static size_t
block_most(const Columns *columns, uint32 look)
{
	size_t		a = looks_size(&columns->looks, look);

	return columns->column[look].words ? 1 : a * a;
}

/* Numbers of T, for all looks. */
static size_t
blocks_most(const Columns *columns)
{
	size_t		sum = 0;

	for (uint32 l = 0; l < columns->looks.n; l++)
		sum += block_most(columns, l);
	return sum;
}

bool
columns_bend(const Columns *columns)
{
	bool		any = false;

	for (uint32 l = 0; l < columns->looks.n; l++)
		any |= hinges_of(columns, l) > 0;
	return any;
}

void
coordinates_init(Work *work, Coordinates *coordinates, const Columns *columns)
{
	coordinates->columns = *columns;
	coordinates->first = WORK_ARRAY(work, (size_t) columns->looks.n + 1, uint32);
	coordinates->at = WORK_ARRAY(work, columns->looks.n, uint32);
	coordinates->shift = NULL;
	coordinates->centre = WORK_ARRAY(work, columns->looks.d, double);
	coordinates->block = WORK_ARRAY(work, blocks_most(columns), double);
	coordinates->looks = (Looks) {columns->looks.n, 0, coordinates->first};
}

/* Numbers of T of the looks before this one. */
static uint32
blocks_before(const Coordinates *coordinates, uint32 look)
{
	const Columns *columns = &coordinates->columns;
	uint32		last = look - 1;

	if (look == 0)
		return 0;
	return coordinates->at[last] + (columns->column[last].words ? 1 :
									(coordinates->first[look] - coordinates->first[last]) *
									looks_size(&columns->looks, last));
}

/*
 * Look by look T is filled in where open_look() says, and closed with the number
 * of its coordinates.
 */
static double *
open_look(Coordinates *coordinates, uint32 look)
{
	coordinates->at[look] = blocks_before(coordinates, look);
	return coordinates->block + coordinates->at[look];
}

static void
close_look(Coordinates *coordinates, uint32 look, uint32 count)
{
	coordinates->first[look + 1] = coordinates->first[look] + count;
	coordinates->looks.d = coordinates->first[look + 1];
}

/* What is to be known of the attributes of one look. */
typedef struct LookSums
{
	double		n;
	double	   *variance;		/* [a], divisor n - 1; 0: constant */
	double	   *covariance;		/* [a * a] of a number with hinges, both triangles */
} LookSums;

/* Add the products within looks of numbers of one fold, as T stands, above the diagonal. */
static void
add_products(Work *work, const Columns *columns, const Moments *moments, uint32 fold, FoldWalk *walk,
			 double *product)
{
	fold_walk_start(walk, moments, fold);
	for (uint32 l = 0; l < columns->looks.n; l++)
	{
		uint32		first = looks_first(&columns->looks, l);
		uint32		a = looks_size(&columns->looks, l);

		for (uint32 i = 0; i < a; i++)
		{
			const PairCell *row;

			work_poll_step(work, first + i);
			if (first + i + 1 == columns->looks.d)
				break;
			row = fold_walk_row(walk, first + i);
			for (uint32 j = i + 1; hinges_of(columns, l) > 0 && j < a; j++)
				product[i * a + j] += row[j - i - 1].product;
		}
		product += block_most(columns, l);
	}
}

/*
 * Means and variances of a look's attributes, and from products to covariances.
 */
static void
find_sums(Coordinates *coordinates, const Moments *moments, uint32 look, double *product,
		  LookSums *sums)
{
	const Columns *columns = &coordinates->columns;
	uint32		first = looks_first(&columns->looks, look);
	uint32		a = looks_size(&columns->looks, look);
	double	   *mean = coordinates->centre + first;

	for (uint32 i = 0; i < a; i++)
	{
		Marginal	sum = moments_marginal(moments, first + i, moments->folds);
		double		squares;

		sums->n = sum.n;
		mean[i] = sum.n > 0 ? sum.x / sum.n : 0;
		squares = sum.xx - sum.x * mean[i];
		sums->variance[i] = sum.n > 1 && squares > CONSTANT_SHARE * sum.xx ?
			squares / (sum.n - 1) : 0;
	}
	sums->covariance = product;
	for (uint32 i = 0; hinges_of(columns, look) > 0 && i < a; i++)
	{
		product[i * a + i] = sums->variance[i];
		for (uint32 j = i + 1; j < a; j++)
		{
			product[i * a + j] = (product[i * a + j] - sums->n * mean[i] * mean[j]) / (sums->n - 1);
			product[j * a + i] = product[i * a + j];
		}
	}
}

/*
 * The bends of a number: hinges over its deviation, less their regression on it,
 * along the eigenvectors of their covariance.  To t[][], one coordinate each;
 * returns how many.
 */
static uint32
find_bends(Work *work, const LookSums *sums, uint32 hinges, uint32 a,
		   double (*t)[MOST_OF_NUMBER])
{
	const double *c = sums->covariance;
	double		variance = sums->variance[0];
	double		deviation = sqrt(variance);
	double		e[COLUMN_MOST_KNOTS * COLUMN_MOST_KNOTS];
	double		eigenvalue[COLUMN_MOST_KNOTS];
	double		scale;
	uint32		count = 0;

	for (uint32 i = 0; i < hinges; i++)
		for (uint32 j = 0; j < hinges; j++)
		{
			e[i * hinges + j] = (c[(i + 1) * a + j + 1] - c[i + 1] * (c[j + 1] / variance)) / variance;
			if (!isfinite(e[i * hinges + j]))
				work->raise(work, KERNEL_SINGULAR);
		}
	if (eigen_all(work, e, hinges, eigenvalue) != KERNEL_OK)
		work->raise(work, KERNEL_SINGULAR);
	scale = BEND_DEVIATION / sqrt(Max(eigenvalue[hinges - 1], LEAST_BEND)) / deviation;
	for (uint32 k = hinges; k-- > 0 && eigenvalue[k] > LEAST_BEND; count++)
	{
		double		along = 0;

		memset(t[count], 0, sizeof(t[count]));
		for (uint32 i = 0; i < hinges; i++)
		{
			t[count][i + 1] = e[k * hinges + i] * scale;
			along += t[count][i + 1] * (c[i + 1] / variance);
		}
		t[count][0] = -along;
	}
	return count;
}

static void
find_number(Work *work, Coordinates *coordinates, const LookSums *sums, bool bends, uint32 look)
{
	const Columns *columns = &coordinates->columns;
	uint32		a = looks_size(&columns->looks, look);
	uint32		hinges = hinges_of(columns, look);
	double		t[MOST_OF_NUMBER][MOST_OF_NUMBER] = {{0}};
	double	   *block = open_look(coordinates, look);
	uint32		count = 0;

	Assert(a <= MOST_OF_NUMBER);
	if (sums->n > 1 && sums->variance[0] > 0)
	{
		t[count++][0] = 1 / sqrt(sums->variance[0]);
		if (bends && hinges > 0)
			count += find_bends(work, sums, hinges, a, t + count);
	}
	if (columns->column[look].null && sums->variance[a - 1] > 0)
		t[count++][a - 1] = NULL_DEVIATION / sqrt(sums->variance[a - 1]);
	for (uint32 i = 0; i < a; i++)
		for (uint32 k = 0; k < count; k++)
			block[i * count + k] = t[k][i];
	close_look(coordinates, look, count);
}

static void
find_words(Coordinates *coordinates, const LookSums *sums, uint32 look)
{
	uint32		a = looks_size(&coordinates->columns.looks, look);
	double	   *block = open_look(coordinates, look);
	double		variance = 0;

	for (uint32 i = 0; i < a; i++)
		variance += sums->variance[i];
	block[0] = variance > 0 ? 1 / sqrt(variance) : 0;
	close_look(coordinates, look, variance > 0 ? a : 0);
}

/* One that is always 0, of the first look. */
static void
have_one(Coordinates *coordinates)
{
	const Columns *columns = &coordinates->columns;
	uint32		a = looks_size(&columns->looks, 0);
	uint32		count = columns->column[0].words ? a : 1;
	double	   *block = open_look(coordinates, 0);

	memset(block, 0, (columns->column[0].words ? 1 : a) * sizeof(double));
	close_look(coordinates, 0, count);
	for (uint32 l = 1; l < columns->looks.n; l++)
	{
		*open_look(coordinates, l) = 0;
		close_look(coordinates, l, 0);
	}
}

void
coordinates_find(Work *work, Coordinates *coordinates, const Moments *moments, bool bends)
{
	const Columns *columns = &coordinates->columns;
	Work	   *scratch = work_begin(work);
	double	   *product = WORK_ARRAY(scratch, blocks_most(columns), double);
	double	   *variance = WORK_ARRAY(scratch, columns->looks.d, double);
	FoldWalk	walk;

	fold_walk_init(scratch, &walk, columns->looks.d);
	Assert(columns->looks.d == moments->d);
	coordinates->shift = moments->shift;
	bends = bends && columns_bend(columns);
	for (uint32 f = 0; bends && f < moments->folds; f++)
		if (moments->fold[f].rows > 0)
			add_products(work, columns, moments, f, &walk, product);
	for (uint32 l = 0; l < columns->looks.n; l++)
	{
		LookSums	sums = {0, variance, NULL};

		work_poll_step(work, l);
		find_sums(coordinates, moments, l, product, &sums);
		if (columns->column[l].words)
			find_words(coordinates, &sums, l);
		else
			find_number(scratch, coordinates, &sums, bends, l);
		product += block_most(columns, l);
	}
	work_end(scratch);
	if (coordinates->looks.d == 0)
		have_one(coordinates);
}

TransformRow
coordinates_transform(const Coordinates *coordinates, uint32 look, uint32 i)
{
	uint32		within = i - looks_first(&coordinates->columns.looks, look);
	uint32		from = coordinates->first[look];
	uint32		count = coordinates->first[look + 1] - from;
	const double *block = coordinates->block + coordinates->at[look];

	if (coordinates->columns.column[look].words)
		return (TransformRow) {from + within, count > 0, block};
	return (TransformRow) {from, count, block + within * count};
}

static double
shift_of(const Coordinates *coordinates, uint32 i)
{
	return coordinates->shift != NULL ? coordinates->shift[i] : 0;
}

void
coordinates_row(const Coordinates *coordinates, const bool *known, const double *x, double *u,
				bool *of)
{
	const Looks *looks = &coordinates->columns.looks;

	for (uint32 l = 0; l < looks->n; l++)
	{
		for (uint32 k = coordinates->first[l]; k < coordinates->first[l + 1]; k++)
		{
			of[k] = known[l];
			if (known[l])
				u[k] = 0;
		}
		for (uint32 i = looks_first(looks, l); known[l] && i < looks_first(looks, l + 1); i++)
		{
			TransformRow row = coordinates_transform(coordinates, l, i);
			double		from_mean = x[i] - shift_of(coordinates, i) - coordinates->centre[i];

			for (uint32 k = 0; k < row.count; k++)
				u[row.from + k] += row.t[k] * from_mean;
		}
	}
}

double
coordinates_weights(const Coordinates *coordinates, const double *omega, double *weight)
{
	const Looks *looks = &coordinates->columns.looks;
	double		constant = 0;

	for (uint32 l = 0; l < looks->n; l++)
		for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
		{
			TransformRow row = coordinates_transform(coordinates, l, i);

			weight[i] = 0;
			for (uint32 k = 0; k < row.count; k++)
				weight[i] += row.t[k] * omega[row.from + k];
			if (weight[i] != 0)
				constant -= weight[i] * (coordinates->centre[i] + shift_of(coordinates, i));
		}
	return constant;
}

size_t
coordinates_words(const Coordinates *coordinates)
{
	uint32		looks = coordinates->looks.n;

	return coordinates_attributes(coordinates) + looks + blocks_before(coordinates, looks);
}

void
coordinates_store(const Coordinates *coordinates, double *words)
{
	uint32		d = coordinates_attributes(coordinates);
	uint32		looks = coordinates->looks.n;

	for (uint32 i = 0; i < d; i++)
		words[i] = coordinates->centre[i] + shift_of(coordinates, i);
	for (uint32 l = 0; l < looks; l++)
		words[d + l] = coordinates->first[l + 1] - coordinates->first[l];
	memcpy(words + d + looks, coordinates->block, blocks_before(coordinates, looks) * sizeof(double));
}

size_t
coordinates_load(Coordinates *coordinates, const double *words, size_t count)
{
	const Columns *columns = &coordinates->columns;
	uint32		d = columns->looks.d;
	uint32		looks = columns->looks.n;
	size_t		size;

	if (count < (size_t) d + looks)
		return 0;
	for (uint32 l = 0; l < looks; l++)
	{
		double		most = looks_size(&columns->looks, l);
		double		has = words[d + l];

		if (!(has >= 0 && has <= most && has == floor(has)) ||
			(columns->column[l].words && has != 0 && has != most))
			return 0;
		(void) open_look(coordinates, l);
		close_look(coordinates, l, (uint32) has);
	}
	size = coordinates_words(coordinates);
	if (coordinates->looks.d == 0 || size > count)
		return 0;
	for (size_t k = 0; k < size; k++)
		if (!isfinite(words[k]))
			return 0;
	coordinates->shift = NULL;
	memcpy(coordinates->centre, words, d * sizeof(double));
	memcpy(coordinates->block, words + d + looks, (size - d - looks) * sizeof(double));
	return size;
}
