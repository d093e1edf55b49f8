/*
 * menu_rows.h
 *		Rows of named columns for known answers: every machine and language makes the
 *		same.
 *
 * They come of a linear congruential generator, by additions and multiplications
 * alone.  Columns, drawn in this order:
 *
 *		0	a number, the sum of three uniform ones, knots 1, 1.5, 2
 *		1	four times a uniform one, NULL in .15, told apart, knots 1, 2, 3
 *		2	half the first and a uniform one
 *		3	words a to e, and f, which is unknown
 *		4	words a to c, NULL in .2, told apart
 *		5	the third and a uniform one; NULL in .1 are holes
 *		6	a uniform one, NULL in .3, told apart, a knot at .5
 *		7	1 in .05, else 0
 *		8	a uniform one, knots .2, .21 and 5: one bend of three
 *
 * then the noise, then the looks by Fisher and Yates. Row t is in fold t % 5.
 */
#ifndef TEST_MENU_ROWS_H
#define TEST_MENU_ROWS_H

#include "kernel/fit/fit_outputs.h"
#include "moment_state.h"

#define MOST_COLUMNS 9
#define MOST_ATTRIBUTES 28

typedef enum TargetRule
{
	TARGET_BENT,
	TARGET_TWO,					/* 7 where the same is above 1.9, else 2 */
	TARGET_STRAIGHT,
	TARGET_NOTHING,
	TARGET_TOGETHER,			/* bent, and what two columns say together */
	TARGET_TWO_TOGETHER			/* 7 where the same is above 2.2, else 2 */
} TargetRule;

typedef struct Menu
{
	Column		column;
	uint32		n;				/* knots or words */
	double		knot[3];
} Menu;

static const Menu menu[MOST_COLUMNS] = {
	{.n = 3, .knot = {1, 1.5, 2}},
	{{.null = true}, 3, {1, 2, 3}},
	{.n = 0},
	{{.kind = COLUMN_CATEGORIES}, 5, {0}},
	{{.kind = COLUMN_CATEGORIES, .null = true}, 3, {0}},
	{.n = 0},
	{{.null = true}, 1, {0.5}},
	{.n = 0},
	{.n = 3, .knot = {0.2, 0.21, 5}}
};

static inline double
unit(uint64 *state)
{
	*state = *state * UINT64CONST(6364136223846793005) + UINT64CONST(1442695040888963407);
	return (double) (*state >> 40) / 16777216.0;
}

/* One record: numbers, or the number of a word; NaN: NULL. */
static inline void
draw_record(uint64 *state, double *v)
{
	double		a;
	double		b;

	v[0] = unit(state);
	v[0] += unit(state);
	v[0] += unit(state);
	a = unit(state);
	b = 4 * unit(state);
	v[1] = a < 0.15 ? NAN : b;
	v[2] = 0.5 * v[0] + unit(state);
	a = unit(state);
	v[3] = floor(a * a * 6);
	a = unit(state);
	b = unit(state);
	v[4] = a < 0.2 ? NAN : floor(b * 3);
	a = unit(state);
	b = unit(state);
	v[5] = a < 0.1 ? NAN : v[2] + b;
	a = unit(state);
	b = unit(state);
	v[6] = a < 0.3 ? NAN : b;
	v[7] = unit(state) < 0.05 ? 1 : 0;
	v[8] = unit(state);
}

static inline double
draw_target(uint64 *state, const double *v, TargetRule rule)
{
	static const double word3[6] = {0.8, -0.3, 0.1, 0, -0.6, 1.1};
	static const double word4[3] = {0.5, 0, -0.4};
	bool		straight = rule == TARGET_STRAIGHT;
	double		y = straight ? v[0] : 1.5 * fabs(v[0] - 1.5);
	double		a;
	double		b;

	y += isnan(v[1]) ? 0.7 : straight ? 0.3 * v[1] : 0.25 * (v[1] - 2) * (v[1] - 2);
	y += 0.3 * v[2] + word3[(int) v[3]] + (isnan(v[4]) ? -0.5 : word4[(int) v[4]]);
	y += 0.2 * v[8] + 0.5 * v[7];
	a = unit(state);
	b = unit(state);
	y += 1.5 * (a + b - 1);
	if (rule == TARGET_TOGETHER || rule == TARGET_TWO_TOGETHER)
	{
		y += 2 * (v[0] - 1.5) * (v[2] - 1.2) + (v[3] == 1 ? 3 * v[8] : 0);
		return rule == TARGET_TOGETHER ? y : y > 2.2 ? 7 : 2;
	}
	if (rule == TARGET_NOTHING)
		return unit(state);
	return rule == TARGET_TWO ? (y > 1.9 ? 7 : 2) : y;
}

static inline uint32
count_attributes(const Menu *from)
{
	return from->n + (from->column.kind != COLUMN_CATEGORIES) + from->column.null;
}

/* The value that a number is read as where it is NULL, and summed from. */
static inline double
middle_knot(const Menu *from)
{
	return from->column.kind != COLUMN_CATEGORIES && from->n > 0 ? from->knot[(from->n - 1) / 2] : 0;
}

/* The attributes of a value; false: the look found nothing. */
static inline bool
read_column(const Menu *from, double v, double *x)
{
	uint32		a = count_attributes(from);

	memset(x, 0, a * sizeof(double));
	if (isnan(v))
	{
		if (!from->column.null)
			return false;
		x[a - 1] = 1;
	}
	if (from->column.kind == COLUMN_CATEGORIES)
	{
		if (!isnan(v) && v < from->n)
			x[(int) v] = 1;
		return true;
	}
	if (isnan(v))
		v = middle_knot(from);
	x[0] = v;
	for (uint32 k = 0; k < from->n; k++)
		x[k + 1] = Max(v - from->knot[k], 0);
	return true;
}

/* Which of so many columns a row is looked at in. */
static inline void
draw_looks(uint64 *state, uint32 columns, uint32 budget, bool *look)
{
	uint32		order[MOST_COLUMNS];

	for (uint32 l = 0; l < columns; l++)
	{
		order[l] = l;
		look[l] = budget == columns;
	}
	for (uint32 k = 0; budget < columns && k < budget; k++)
	{
		uint32		j = k + (uint32) (unit(state) * (columns - k));
		uint32		taken = order[j];

		order[j] = order[k];
		order[k] = taken;
		look[taken] = true;
	}
}

/* Moments of some of the columns, and the options of their fits. */
typedef struct Table
{
	const int  *from;			/* which of the menu they are */
	bool		array;			/* numbers alone, in common units, NULL being 0 */
	Column		column[MOST_COLUMNS];
	uint32		first[MOST_COLUMNS + 1];
	int64		cost[MOST_COLUMNS];
	double		shift[MOST_ATTRIBUTES];
	Columns		columns;
	Prices		prices;
	FitOptions	options;
	Moments		moments;
} Table;

static inline const Menu *
table_menu(const Table *table, uint32 l)
{
	static const Menu plain = {.n = 0};

	return table->array ? &plain : &menu[table->from[l]];
}

/* Options of a fit, with the columns of others. */
static inline FitOptions
with_columns(FitOptions options, const FitOptions *columns)
{
	options.columns = columns->columns;
	options.prices = columns->prices;
	options.bends = columns->bends;
	options.pair = columns->pair;
	return options;
}

static inline void
table_start(Table *table, const int *from, uint32 columns, bool array, bool complete)
{
	uint32		d = 0;

	table->from = from;
	table->array = array;
	memset(table->shift, 0, sizeof(table->shift));
	for (uint32 l = 0; l < columns; l++)
	{
		table->column[l] = table_menu(table, l)->column;
		table->first[l] = d;
		table->shift[d] = middle_knot(table_menu(table, l));
		table->cost[l] = 1000;
		d += count_attributes(table_menu(table, l));
	}
	table->first[columns] = d;
	table->columns = (Columns) {{columns, columns, d, table->first, NULL}, table->column, false};
	table->prices = (Prices) {columns, 0, table->cost, NULL, NULL};
	table->options = (FitOptions)
	{
		.lambda = NAN,.radius = INFINITY,.columns = &table->columns,.prices = &table->prices
	};
	state_new(&table->moments, d, 5, complete, table->shift);
}

/* The attributes of the looks that are known; those that found nothing are not known afterwards. */
static inline uint32
table_row(const Table *table, const double *v, bool *known, uint32 *attribute, double *value)
{
	uint32		n = 0;

	for (uint32 l = 0; l < table->prices.looks; l++)
	{
		double		x = v[table->from[l]];

		if (table->array && isnan(x))
			x = 0;
		known[l] = known[l] && read_column(table_menu(table, l), x, value + n);
		for (uint32 i = table->first[l]; known[l] && i < table->first[l + 1]; i++)
			attribute[n++] = i;
	}
	return n;
}

#endif							/* TEST_MENU_ROWS_H */
