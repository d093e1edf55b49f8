/*
 * coordinates.c
 *		Coordinates of each look, in which curves, categories and interactions are fitted.
 */
#include "kernel/columns/coordinates.h"

#include "kernel/columns/pair_block.h"
#include "kernel/eigen.h"
#include "kernel/moments/estimate.h"

/* A direction of hinges needs this share of the number's variance to get a coordinate. */
#define LEAST_CURVE 1e-4

/*
 * A direction of an interaction needs this share of a product's variance to get a coordinate.
 * The share is larger if rows are seen in part, because covariances are then less accurate.
 */
#define LEAST_PAIR 1e-4
#define LEAST_PAIR_IN_PART 1e-3

/* Standard deviations of the largest coordinate of the hinges, and of "is NULL" beside a number. */
#define CURVE_SD 0.5
#define NULL_SD 0.7

/* The most attributes of a number: its value, hinges and "is NULL". */
#define MOST_OF_NUMBER (MOST_KNOTS + 2)

static bool
is_pair(const Columns *columns, uint32 look)
{
	return look >= columns->looks.bought;
}

static const LookPair *
pair_of(const Columns *columns, uint32 look)
{
	return &columns->looks.pair[look - columns->looks.bought];
}

static bool
is_categorical(const Columns *columns, uint32 look)
{
	return !is_pair(columns, look) && columns->column != NULL &&
		columns->column[look].kind == COLUMN_CATEGORIES;
}

/* Returns the number of attributes of both columns of an interaction. */
static uint32
mains_of(const Columns *columns, uint32 look)
{
	const LookPair *pair = pair_of(columns, look);

	return looks_size(&columns->looks, pair->a) + looks_size(&columns->looks, pair->b);
}

static bool
is_used(const Columns *columns, const ColumnShape *shape, uint32 look)
{
	return !is_pair(columns, look) || shape->pair[look - columns->looks.bought];
}

static uint32
products_of(const Columns *columns, uint32 look)
{
	return looks_size(&columns->looks, look) - (columns->copies ? mains_of(columns, look) : 0);
}

static uint32
terms_of(const Columns *columns, uint32 look)
{
	return looks_size(&columns->looks, look) +
		(is_pair(columns, look) && !columns->copies ? mains_of(columns, look) : 0);
}

/* Returns the number of effects of levels, which are the last attributes of a column. */
static uint32
effects_of(const Columns *columns, uint32 look)
{
	return columns->column == NULL ? 0 : column_effects(&columns->column[look]);
}

static uint32
hinges_of(const Columns *columns, uint32 look)
{
	return is_pair(columns, look) || columns->column == NULL || !column_is_number(&columns->column[look]) ? 0 :
		looks_size(&columns->looks, look) - 1 - columns->column[look].null - effects_of(columns, look);
}

/* Returns the most numbers that T of a look can have. */
static size_t
block_most(const Columns *columns, uint32 look)
{
	size_t		a = looks_size(&columns->looks, look);

	return is_categorical(columns, look) ? 1 :
		is_pair(columns, look) ? (size_t) products_of(columns, look) *
		terms_of(columns, look) : a * a;
}

static size_t
blocks_most(const Columns *columns)
{
	size_t		sum = 0;

	for (uint32 l = 0; l < columns->looks.n; l++)
		sum += block_most(columns, l);
	return sum;
}

uint32
columns_used(const Columns *columns, const ColumnShape *shape, uint32 *attribute)
{
	const Looks *looks = &columns->looks;
	uint32		n = 0;

	for (uint32 l = 0; l < looks->n; l++)
	{
		uint32		count = is_pair(columns, l) ? products_of(columns, l) :
			looks_size(looks, l);

		for (uint32 k = 0; is_used(columns, shape, l) && k < count; k++)
			attribute[n++] = looks_first(looks, l) + k;
	}
	return n;
}

bool
columns_have_knots(const Columns *columns)
{
	bool		any = false;

	for (uint32 l = 0; l < columns->looks.n; l++)
		any |= hinges_of(columns, l) > 0;
	return any;
}

static uint32
add_terms(const Looks *looks, uint32 look, uint32 *term, uint32 n)
{
	for (uint32 i = looks_first(looks, look); i < looks_first(looks, look + 1); i++)
		term[n++] = i;
	return n;
}

/* Appends the terms of an interaction that follow its products: the attributes of both columns. */
static uint32
add_mains(const Columns *columns, uint32 look, uint32 *term, uint32 n)
{
	n = add_terms(&columns->looks, pair_of(columns, look)->a, term, n);
	return add_terms(&columns->looks, pair_of(columns, look)->b, term, n);
}

static void
find_terms(Work *work, Coordinates *coordinates)
{
	const Columns *columns = &coordinates->columns;
	const Looks *looks = &columns->looks;
	uint32		n = 0;

	coordinates->first_term = WORK_ARRAY(work, (size_t) looks->n + 1, uint32);
	for (uint32 l = 0; l < looks->n; l++)
		coordinates->first_term[l + 1] = coordinates->first_term[l] + terms_of(columns, l);
	coordinates->term = WORK_ARRAY(work, coordinates->first_term[looks->n], uint32);
	coordinates->reported = WORK_ARRAY(work, coordinates->first_term[looks->n], uint32);
	for (uint32 l = 0; l < looks->n; l++)
	{
		uint32		before = n;

		n = add_terms(looks, l, coordinates->term, n);
		if (is_pair(columns, l) && !columns->copies)
			n = add_mains(columns, l, coordinates->term, n);
		memcpy(coordinates->reported + before, coordinates->term + before, (n - before) * sizeof(uint32));
		if (is_pair(columns, l))
			(void) add_mains(columns, l, coordinates->reported,
							 before + products_of(columns, l));
	}
}

static uint32
count_terms(const Coordinates *coordinates)
{
	return coordinates->first_term[coordinates->looks.n];
}

void
coordinates_init(Work *work, Coordinates *coordinates, const Columns *columns)
{
	coordinates->columns = *columns;
	coordinates->first = WORK_ARRAY(work, (size_t) columns->looks.n + 1, uint32);
	coordinates->at = WORK_ARRAY(work, columns->looks.n, uint32);
	coordinates->shift = NULL;
	coordinates->looks = columns->looks;
	coordinates->looks.d = 0;
	coordinates->looks.first = coordinates->first;
	find_terms(work, coordinates);
	coordinates->centre = WORK_ARRAY(work, count_terms(coordinates), double);
	coordinates->block = WORK_ARRAY(work, blocks_most(columns), double);
}

/* Returns the length of T of all looks before this one. */
static uint32
blocks_before(const Coordinates *coordinates, uint32 look)
{
	const Columns *columns = &coordinates->columns;
	uint32		last = look - 1;

	if (look == 0)
		return 0;
	return coordinates->at[last] + (is_categorical(columns, last) ? 1 :
									(coordinates->first[look] - coordinates->first[last]) *
									terms_of(columns, last));
}

/*
 * T is filled look by look: the caller writes it where open_look() returns and then calls
 * close_look() with the number of coordinates.
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

/* Sums over the terms of one look. */
typedef struct LookSums
{
	double		n;
	double	   *variance;		/* [a], divisor n - 1; 0: constant */
	double	   *square;			/* [a] mean squares */
	double	   *covariance;		/* [a * a] both triangles; NULL: not needed */
} LookSums;

/* The working memory of coordinates_find(). */
typedef struct Finder
{
	double	  **product;		/* [looks] sums of products of the terms of a look; NULL: not needed */
	LookSums	sums;
} Finder;

/* Adds the products of term r of a look with its terms that are later attributes. */
static void
add_row(const Coordinates *coordinates, uint32 look, uint32 r, const PairCell *row, double *product)
{
	const uint32 *term = coordinates->term + coordinates->first_term[look];
	uint32		terms = terms_of(&coordinates->columns, look);

	for (uint32 s = 0; s < terms; s++)
		if (term[s] > term[r])
			product[(size_t) r * terms + s] += row[term[s] - term[r] - 1].product;
}

/* Adds the products of the terms of each look, over one fold. */
static void
add_products(Work *work, const Coordinates *coordinates, const Finder *finder, const Moments *moments,
			 uint32 fold, FoldWalk *walk)
{
	const Columns *columns = &coordinates->columns;
	const Looks *looks = &columns->looks;

	fold_walk_start(walk, moments, fold);
	for (uint32 l = 0; l < looks->n; l++)
		for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
		{
			const PairCell *row;

			work_poll_step(work, i);
			if (i + 1 == looks->d)
				break;
			row = fold_walk_row(walk, i);
			if (finder->product[l] != NULL)
				add_row(coordinates, l, i - looks_first(looks, l), row, finder->product[l]);
			for (uint32 p = looks->bought; !columns->copies && l < looks->bought && p < looks->n; p++)
			{
				const LookPair *pair = pair_of(columns, p);
				uint32		r = looks_size(looks, p) + i - looks_first(looks, l);

				if (finder->product[p] == NULL)
					continue;
				if (pair->a == l)
					add_row(coordinates, p, r, row, finder->product[p]);
				else if (pair->b == l)
					add_row(coordinates, p, r + looks_size(looks, pair->a), row, finder->product[p]);
			}
		}
}

/* Finds means, variances and, from products, covariances of the terms of a look. */
static void
find_sums(Coordinates *coordinates, Finder *finder, const Moments *moments, uint32 look)
{
	const uint32 *term = coordinates->term + coordinates->first_term[look];
	uint32		a = terms_of(&coordinates->columns, look);
	double	   *mean = coordinates->centre + coordinates->first_term[look];
	double	   *product = finder->product[look];
	LookSums   *sums = &finder->sums;

	for (uint32 i = 0; i < a; i++)
	{
		AttributeSums sum = moments_attribute(moments, term[i], moments->folds);
		double		squares;

		if (i == 0)
			sums->n = sum.n;
		mean[i] = sum.n > 0 ? sum.x / sum.n : 0;
		squares = sum.xx - sum.x * mean[i];
		sums->variance[i] = sum.n > 1 && squares > CONSTANT_SHARE * sum.xx ?
			squares / (sum.n - 1) : 0;
		sums->square[i] = sum.n > 0 ? sum.xx / sum.n : 0;
	}
	sums->covariance = product;
	for (uint32 i = 0; product != NULL && i < a; i++)
	{
		product[i * a + i] = sums->variance[i];
		for (uint32 j = i + 1; j < a; j++)
		{
			/* only one of both has the sum */
			product[i * a + j] = (product[i * a + j] + product[j * a + i] -
								  sums->n * mean[i] * mean[j]) / (sums->n - 1);
			product[j * a + i] = product[i * a + j];
		}
	}
}

/*
 * Finds the coordinates of the hinges of a number, as the header says.  Writes a row of t[][]
 * for each and returns their number.
 */
static uint32
find_curve(Work *work, const LookSums *sums, uint32 hinges, uint32 a,
		   double (*t)[MOST_OF_NUMBER])
{
	const double *c = sums->covariance;
	double		variance = sums->variance[0];
	double		sd = sqrt(variance);
	double		e[MOST_KNOTS * MOST_KNOTS];
	double		eigenvalue[MOST_KNOTS];
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
	scale = CURVE_SD / sqrt(Max(eigenvalue[hinges - 1], LEAST_CURVE)) / sd;
	for (uint32 k = hinges; k-- > 0 && eigenvalue[k] > LEAST_CURVE; count++)
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

/*
 * Finds the coordinates of a number, without its levels.  Writes a row of t[][] for each and
 * returns their number.
 */
static uint32
find_number(Work *work, const Coordinates *coordinates, const LookSums *sums, bool curves, uint32 look,
			double (*t)[MOST_OF_NUMBER])
{
	const Columns *columns = &coordinates->columns;
	uint32		hinges = hinges_of(columns, look);
	uint32		count = 0;

	Assert(hinges <= MOST_KNOTS);
	if (sums->n > 1 && sums->variance[0] > 0)
	{
		t[count++][0] = 1 / sqrt(sums->variance[0]);
		if (curves && hinges > 0)
			count += find_curve(work, sums, hinges, looks_size(&columns->looks, look), t + count);
	}
	if (columns->column[look].null && sums->variance[1 + hinges] > 0)
		t[count++][1 + hinges] = NULL_SD / sqrt(sums->variance[1 + hinges]);
	return count;
}

/* Finds the coordinates of a number, and one for each effect of levels that is not constant. */
static void
find_column(Work *work, Coordinates *coordinates, const LookSums *sums, bool curves, uint32 look)
{
	const Columns *columns = &coordinates->columns;
	uint32		a = looks_size(&columns->looks, look);
	uint32		values = a - effects_of(columns, look);
	double		t[MOST_OF_NUMBER][MOST_OF_NUMBER] = {{0}};
	double	   *block = open_look(coordinates, look);
	uint32		numbers = values > 0 ? find_number(work, coordinates, sums, curves, look, t) : 0;
	uint32		count = numbers;

	for (uint32 i = values; i < a; i++)
		count += sums->variance[i] > 0;
	memset(block, 0, sizeof(double) * a * count);
	for (uint32 i = 0; i < values; i++)
		for (uint32 k = 0; k < numbers; k++)
			block[i * count + k] = t[k][i];
	for (uint32 i = values, k = numbers; i < a; i++)
		if (sums->variance[i] > 0)
			block[i * count + k++] = 1 / sqrt(sums->variance[i]);
	close_look(coordinates, look, count);
}

static void
find_categories(Coordinates *coordinates, const LookSums *sums, uint32 look)
{
	uint32		a = looks_size(&coordinates->columns.looks, look);
	double	   *block = open_look(coordinates, look);
	double		variance = 0;

	for (uint32 i = 0; i < a; i++)
		variance += sums->variance[i];
	block[0] = variance > 0 ? 1 / sqrt(variance) : 0;
	close_look(coordinates, look, variance > 0 ? a : 0);
}

static void
find_pair(Work *work, Coordinates *coordinates, const LookSums *sums, uint32 look)
{
	const Columns *columns = &coordinates->columns;
	double	   *block = open_look(coordinates, look);
	uint32		count = 0;

	if (sums->n > 1)
		count = pair_block_find(work, sums->covariance, sums->square,
								products_of(columns, look),
								terms_of(columns, look),
								columns->copies ? LEAST_PAIR_IN_PART : LEAST_PAIR, block);
	close_look(coordinates, look, count);
}

static void
skip_look(Coordinates *coordinates, uint32 look)
{
	*open_look(coordinates, look) = 0;
	close_look(coordinates, look, 0);
}

/* Gives the first look a coordinate (or one for each category) that is always 0. */
static void
add_zero_coordinate(Coordinates *coordinates)
{
	const Columns *columns = &coordinates->columns;
	uint32		a = looks_size(&columns->looks, 0);
	uint32		count = is_categorical(columns, 0) ? a : 1;
	double	   *block = open_look(coordinates, 0);

	memset(block, 0, (is_categorical(columns, 0) ? 1 : a) * sizeof(double));
	close_look(coordinates, 0, count);
	for (uint32 l = 1; l < columns->looks.n; l++)
		skip_look(coordinates, l);
}

void
coordinates_find(Work *work, Coordinates *coordinates, const Moments *moments,
				 const ColumnShape *shape)
{
	const Columns *columns = &coordinates->columns;
	uint32		looks = columns->looks.n;
	Work	   *scratch = work_begin(work);
	Finder		finder = {.product = WORK_ARRAY(scratch, looks, double *)};
	FoldWalk	walk;
	bool		curves = shape->curves && columns_have_knots(columns);
	bool		any = false;

	fold_walk_init(scratch, &walk, columns->looks.d);
	Assert(columns->looks.d == moments->d);
	coordinates->shift = moments->shift;
	coordinates->shape = *shape;
	finder.sums.variance = WORK_ARRAY(scratch, count_terms(coordinates), double);
	finder.sums.square = WORK_ARRAY(scratch, count_terms(coordinates), double);
	for (uint32 l = 0; l < looks; l++)
		if (is_pair(columns, l) ? is_used(columns, shape, l) : curves && hinges_of(columns, l) > 0)
		{
			size_t		terms = terms_of(columns, l);

			finder.product[l] = WORK_ARRAY(scratch, terms * terms, double);
			any = true;
		}
	for (uint32 f = 0; any && f < moments->folds; f++)
		if (moments->fold[f].rows > 0)
			add_products(work, coordinates, &finder, moments, f, &walk);
	for (uint32 l = 0; l < looks; l++)
	{
		work_poll_step(work, l);
		find_sums(coordinates, &finder, moments, l);
		if (!is_used(columns, shape, l))
			skip_look(coordinates, l);
		else if (is_pair(columns, l))
			find_pair(scratch, coordinates, &finder.sums, l);
		else if (is_categorical(columns, l))
			find_categories(coordinates, &finder.sums, l);
		else
			find_column(scratch, coordinates, &finder.sums, curves, l);
	}
	work_end(scratch);
	if (coordinates->looks.d == 0)
		add_zero_coordinate(coordinates);
}

TransformRow
coordinates_transform(const Coordinates *coordinates, uint32 look, uint32 term)
{
	uint32		within = term - coordinates->first_term[look];
	uint32		from = coordinates->first[look];
	uint32		count = coordinates->first[look + 1] - from;
	const double *block = coordinates->block + coordinates->at[look];

	if (is_categorical(&coordinates->columns, look))
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
				bool *known_u)
{
	const Columns *columns = &coordinates->columns;

	for (uint32 l = 0; l < columns->looks.n; l++)
	{
		bool		seen = is_pair(columns, l) ?
			known[pair_of(columns, l)->a] && known[pair_of(columns, l)->b] : known[l];

		for (uint32 k = coordinates->first[l]; k < coordinates->first[l + 1]; k++)
		{
			known_u[k] = seen;
			if (seen)
				u[k] = 0;
		}
		for (uint32 t = coordinates->first_term[l]; seen && t < coordinates->first_term[l + 1]; t++)
		{
			TransformRow row = coordinates_transform(coordinates, l, t);
			uint32		i = coordinates->term[t];
			double		from_mean = x[i] - shift_of(coordinates, i) - coordinates->centre[t];

			for (uint32 k = 0; k < row.count; k++)
				u[row.from + k] += row.t[k] * from_mean;
		}
	}
}

double
coordinates_weights(const Coordinates *coordinates, const double *omega, double *weight)
{
	double		constant = 0;

	memset(weight, 0, coordinates_attributes(coordinates) * sizeof(double));
	for (uint32 l = 0; l < coordinates->looks.n; l++)
		for (uint32 t = coordinates->first_term[l]; t < coordinates->first_term[l + 1]; t++)
		{
			TransformRow row = coordinates_transform(coordinates, l, t);
			double		w = 0;

			for (uint32 k = 0; k < row.count; k++)
				w += row.t[k] * omega[row.from + k];
			weight[coordinates->reported[t]] += w;
			if (w != 0)
				constant -= w * (coordinates->centre[t] + shift_of(coordinates, coordinates->term[t]));
		}
	return constant;
}

/* Counts the looks that are used.  Sets *terms to the number of their terms. */
static uint32
count_used(const Coordinates *coordinates, uint32 *terms)
{
	uint32		used = 0;

	*terms = 0;
	for (uint32 l = 0; l < coordinates->looks.n; l++)
		if (is_used(&coordinates->columns, &coordinates->shape, l))
		{
			used++;
			*terms += terms_of(&coordinates->columns, l);
		}
	return used;
}

size_t
coordinates_numbers(const Coordinates *coordinates)
{
	uint32		terms;
	uint32		used = count_used(coordinates, &terms);

	return (size_t) terms + used + blocks_before(coordinates, coordinates->looks.n);
}

void
coordinates_store(const Coordinates *coordinates, double *numbers)
{
	uint32		terms;
	uint32		used = count_used(coordinates, &terms);
	double	   *count = numbers + terms;

	for (uint32 l = 0; l < coordinates->looks.n; l++)
		if (is_used(&coordinates->columns, &coordinates->shape, l))
		{
			for (uint32 t = coordinates->first_term[l]; t < coordinates->first_term[l + 1]; t++)
				*numbers++ = coordinates->centre[t] + shift_of(coordinates, coordinates->term[t]);
			*count++ = looks_size(&coordinates->looks, l);
		}
	memcpy(numbers + used, coordinates->block,
		   blocks_before(coordinates, coordinates->looks.n) * sizeof(double));
}

size_t
coordinates_load(Coordinates *coordinates, const double *numbers, size_t count)
{
	const Columns *columns = &coordinates->columns;
	uint32		d = count_terms(coordinates);
	uint32		looks = columns->looks.n;
	size_t		size;

	if (count < (size_t) d + looks)
		return 0;
	memset(&coordinates->shape, true, sizeof(coordinates->shape));
	for (uint32 l = 0; l < looks; l++)
	{
		double		most = is_pair(columns, l) ? products_of(columns, l) :
			looks_size(&columns->looks, l);
		double		has = numbers[d + l];

		if (!(has >= 0 && has <= most && has == floor(has)) ||
			(is_categorical(columns, l) && has != 0 && has != most))
			return 0;
		(void) open_look(coordinates, l);
		close_look(coordinates, l, (uint32) has);
	}
	size = coordinates_numbers(coordinates);
	if (coordinates->looks.d == 0 || size > count)
		return 0;
	for (size_t k = 0; k < size; k++)
		if (!isfinite(numbers[k]))
			return 0;
	coordinates->shift = NULL;
	memcpy(coordinates->centre, numbers, d * sizeof(double));
	memcpy(coordinates->block, numbers + d + looks, (size - d - looks) * sizeof(double));
	return size;
}
