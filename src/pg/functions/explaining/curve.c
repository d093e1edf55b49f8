/*
 * curve.c
 *		aer_curve: what a column adds to the prediction, value by value, or two columns
 *		together.
 */
#include "pg/functions/explaining/told.h"

#include "pg/kernel_call.h"
#include "pg/options/attribute_name.h"
#include "pg/rows/column_look.h"
#include "utils/builtins.h"
#include "utils/float.h"

PG_FUNCTION_INFO_V1(aer_curve);

/*
 * Points between the ends: of a curve, which has points at knots too, and of a grid; and how
 * many deviations from the mean the ends are.
 */
#define POINTS_BETWEEN 20
#define POINTS_BETWEEN_OF_GRID 10
#define DEVIATIONS 2

/* A value of a column. */
typedef struct Point
{
	const char *text;			/* or NULL */
	double		number;			/* NaN: it is none */
	double	   *value;			/* [n of the axis] what its attributes are there */
} Point;

/* A column, and the values at which something is told. */
typedef struct Axis
{
	const ModelParts *parts;
	uint32		look;
	uint32		first;			/* its first attribute */
	uint32		n;
	ColumnLook	seen;			/* of a plain column it is a number without knots */
	uint32	   *attribute;		/* [n] */
	Point	   *point;			/* [points] */
	uint32		points;
} Axis;

/* Take in another point, for which there is room; returns its values, to be filled. */
static double *
add_point(Axis *axis, const char *text, double number)
{
	Point	   *point = &axis->point[axis->points++];

	*point = (Point) {text, number, palloc(sizeof(double) * axis->n)};
	return point->value;
}

static void
add_categories(Axis *axis)
{
	const Column *column = axis->seen.column;

	for (uint32 k = 0; k < column->n; k++)
		column_look_category(&axis->seen, (int) k, axis->attribute, axis->n,
							 add_point(axis, column->category[k], NAN));
}

static int
compare(const void *a, const void *b)
{
	return float8_cmp_internal(*(const double *) a, *(const double *) b);
}

/*
 * Round to a power of ten that is a thousandth of the range or less, as such
 * numbers are read better; round points in time that are days apart to days.
 */
static double
rounded(const Axis *axis, double number, double range)
{
	double		digits = 3 - floor(log10(range));
	double		power;
	double		result;

	if (axis->seen.column->kind == COLUMN_TIME && range > POINTS_BETWEEN + 1)
		digits = Min(digits, 0);
	power = pow(10, fabs(digits));
	result = digits > 0 ? rint(number * power) / power : rint(number / power) * power;
	return isfinite(result) ? result : number;
}

/* Points at the ends, so many between them, and, where they are asked for, at the knots within. */
static void
add_numbers(Axis *axis, double low, double high, uint32 points_between, bool knots)
{
	const ColumnLook *look = &axis->seen;
	uint32		n_knots = knots ? column_knots(look->column) : 0;
	double	   *number = palloc(sizeof(double) * (n_knots + points_between + 2));
	uint32		n = 0;

	number[n++] = low;
	number[n++] = high;
	for (uint32 k = 1; high > low && k <= points_between; k++)
	{
		double		share = k / (points_between + 1.0);
		double		between = rounded(axis, low * (1 - share) + high * share, high - low);

		if (between > low && between < high)
			number[n++] = between;
	}
	for (uint32 k = 0; k < n_knots; k++)
		if (look->column->knot[k] > low && look->column->knot[k] < high)
			number[n++] = look->column->knot[k];
	qsort(number, n, sizeof(double), compare);
	for (uint32 k = 0; k < n; k++)
		if (k == 0 || number[k] > number[k - 1])
			column_look_number(look, number[k], axis->attribute, axis->n,
							   add_point(axis, value_text(look->column->kind == COLUMN_TIME, number[k]), number[k]));
	pfree(number);
}

static void
add_booleans(Axis *axis)
{
	for (int is = 0; is <= 1; is++)
		*add_point(axis, is ? "true" : "false", NAN) = is;
}

/* At NULL, if it is told apart. */
static void
add_none(Axis *axis)
{
	double	   *value;

	if (!axis->seen.column->null)
		return;
	value = add_point(axis, NULL, NAN);
	(void) column_look_null(&axis->seen, axis->attribute, axis->n, value);
}

/* The axis of the column that an argument names. */
static Axis
make_axis(const ModelParts *parts, const char *argument, const char *name)
{
	static const Column element = {.kind = COLUMN_NUMBER};
	const Columns *columns = &parts->columns;
	Axis		axis = {.parts = parts};

	axis.look = look_by_name(columns, argument, name);
	axis.first = looks_first(&columns->looks, axis.look);
	axis.n = looks_size(&columns->looks, axis.look);
	axis.attribute = palloc(sizeof(uint32) * axis.n);
	for (uint32 k = 0; k < axis.n; k++)
		axis.attribute[k] = axis.first + k;
	if (columns->column == NULL)
		axis.seen = (ColumnLook) {.column = &element, .first = axis.first, .n = 1};
	else
		column_look_init(&axis.seen, InvalidOid, columns, axis.look);
	/* words or knots, the ends, the points between, and NULL */
	axis.point = palloc(sizeof(Point) * (axis.n + POINTS_BETWEEN + 3));
	return axis;
}

static double
finite_end(double end, const char *argument)
{
	if (!isfinite(end))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"%s\" must be a finite number", argument)));
	return end;
}

/* An end of the range that is so far from the mean that no knot is beyond it. */
static double
range_end(const Axis *axis, double sign)
{
	const ColumnFacts *facts = &axis->parts->fit.facts;
	double		end = facts->mean[axis->first] + sign * DEVIATIONS * facts->deviation[axis->first];

	if (facts->deviation[axis->first] > 0)
		end = rounded(axis, end, 2 * DEVIATIONS * facts->deviation[axis->first]);
	for (uint32 k = 0; k < column_knots(axis->seen.column); k++)
		if (sign * (axis->seen.column->knot[k] - end) > 0)
			end = axis->seen.column->knot[k];
	return end;
}

/* All values of a column that is no number. */
static void
add_values(Axis *axis)
{
	if (axis->seen.column->kind == COLUMN_CATEGORIES)
		add_categories(axis);
	else
		add_booleans(axis);
}

/* Those of the column that is told of: from the arguments low to high, where they are given. */
static void
add_first(FunctionCallInfo fcinfo, Axis *axis, uint32 points_between, bool knots)
{
	double		low;
	double		high;

	if (!column_is_number(axis->seen.column))
	{
		add_values(axis);
		return;
	}
	low = PG_ARGISNULL(2) ? range_end(axis, -1) : finite_end(PG_GETARG_FLOAT8(2), "low");
	high = PG_ARGISNULL(3) ? range_end(axis, 1) : finite_end(PG_GETARG_FLOAT8(3), "high");
	if (low > high)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"low\" must not be above \"high\""),
				 errdetail("They are %g and %g.", low, high)));
	add_numbers(axis, low, high, points_between, knots);
}

/* What the attributes from first on add at these values, beside their means. */
static double
effect_of(const ModelParts *parts, const double *weight, uint32 first, uint32 n,
		  const double *value)
{
	double		effect = 0;

	for (uint32 k = 0; k < n; k++)
		effect += weight[first + k] * (value[k] - parts->fit.facts.mean[first + k]);
	return effect;
}

static double
effect_at(const Axis *axis, const double *weight, const Point *point)
{
	return effect_of(axis->parts, weight, axis->first, axis->n, point->value);
}

/* The interaction of two columns. */
typedef struct Joint
{
	uint32		look;
	LookPair	pair;
	LookFactors factors;		/* of all columns */
	double	   *row;			/* by attribute */
} Joint;

/* False: the model has no such pair. */
static bool
find_joint(const Axis *axis, Joint *joint)
{
	const Columns *columns = &axis->parts->columns;
	const Looks *looks = &columns->looks;
	uint32		l;

	for (l = looks->bought; l < looks->n; l++)
	{
		const LookPair *pair = &looks->pair[l - looks->bought];

		if ((pair->a == axis[0].look && pair->b == axis[1].look) ||
			(pair->a == axis[1].look && pair->b == axis[0].look))
			break;
	}
	if (l == looks->n)
		return false;
	joint->look = l;
	joint->pair = looks->pair[l - looks->bought];
	joint->factors = columns_factors(kernel_work(), columns);
	joint->row = palloc(sizeof(double) * looks_main(looks));
	return true;
}

static double
effect_of_joint(const Axis *axis, Joint *joint, const double *weight, const Point *one,
				const Point *other)
{
	double		product[MOST_FACTORS * MOST_FACTORS];
	uint32		n;

	memcpy(joint->row + axis[0].first, one->value, sizeof(double) * axis[0].n);
	memcpy(joint->row + axis[1].first, other->value, sizeof(double) * axis[1].n);
	n = pair_products(&joint->factors, joint->pair.a, joint->pair.b, joint->row, product);
	return effect_of(axis->parts, weight, looks_first(&axis->parts->columns.looks, joint->look), n,
					 product);
}

/*
 * The standard error of what a column adds, where the weight of one of its attributes varies at
 * most: how those of several vary together no model tells.  Else NaN.
 */
static double
error_at(const Axis *axis, const double *error, const Point *point)
{
	double		result = 0;
	uint32		varying = 0;

	for (uint32 k = 0; k < axis->n; k++)
		if (error[axis->first + k] > 0)
		{
			result = error[axis->first + k] *
				fabs(point->value[k] - axis->parts->fit.facts.mean[axis->first + k]);
			varying++;
		}
	return varying > 1 ? NAN : result;
}

/* One row; error: NaN if it is not known; other: the value of another column, NULL: there is none. */
static void
put_point(ResultRow *row, const Point *point, double effect, double error, const Point *other,
		  const BarScale *scale)
{
	result_text(row, point->text);
	result_number(row, point->number);
	result_number(row, effect);
	result_number(row, error);
	result_text(row, other ? other->text : NULL);
	result_number(row, other ? other->number : NAN);
	result_text(row, told_bar(scale, effect));
	result_put(row);
}

/*
 * A row for each value of the one column, and, if there is another, of these for each of the other.
 * error: of the weights, NULL if it is not known.
 */
static void
put_points(ResultRow *row, const Axis *axis, bool another, const double *weight,
		   const double *error)
{
	Joint		joint;
	bool		is_pair = another && find_joint(axis, &joint);
	uint32		n = axis[0].points;
	uint32		others = another ? axis[1].points : 1;
	double	   *effect = palloc(sizeof(double) * n * others);
	BarScale	scale = {0};

	for (uint32 i = 0; i < n * others; i++)
	{
		const Point *one = &axis[0].point[i / others];
		const Point *other = another ? &axis[1].point[i % others] : NULL;

		effect[i] = effect_at(&axis[0], weight, one);
		if (other)
			effect[i] += effect_at(&axis[1], weight, other);
		if (is_pair)
			effect[i] += effect_of_joint(axis, &joint, weight, one, other);
		bar_scale_take(&scale, effect[i]);
	}
	for (uint32 i = 0; i < n * others; i++)
	{
		const Point *one = &axis[0].point[i / others];

		put_point(row, one, effect[i],
				  another || error == NULL ? NAN : error_at(&axis[0], error, one),
				  another ? &axis[1].point[i % others] : NULL, &scale);
	}
}

Datum
aer_curve(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	ModelParts	parts;
	Axis		axis[2];
	const Output *output;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		return (Datum) 0;
	told_model(PG_GETARG_DATUM(0), "aer_curve", &parts);
	output = &parts.fit.output[told_class(fcinfo, 5, "aer_curve", &parts)];
	axis[0] = make_axis(&parts, "column", text_to_cstring(PG_GETARG_TEXT_PP(1)));
	if (PG_ARGISNULL(4))
	{
		add_first(fcinfo, &axis[0], POINTS_BETWEEN, true);
		add_none(&axis[0]);
		put_points(&row, axis, false, output->weight, output->error);
		return (Datum) 0;
	}
	axis[1] = make_axis(&parts, "column2", text_to_cstring(PG_GETARG_TEXT_PP(4)));
	if (axis[0].look == axis[1].look)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"column2\" must be another column than \"column\"")));
	add_first(fcinfo, &axis[0], POINTS_BETWEEN_OF_GRID, false);
	if (column_is_number(axis[1].seen.column))
		add_numbers(&axis[1], range_end(&axis[1], -1), range_end(&axis[1], 1),
					POINTS_BETWEEN_OF_GRID, false);
	else
		add_values(&axis[1]);
	put_points(&row, axis, true, output->weight, output->error);
	return (Datum) 0;
}
