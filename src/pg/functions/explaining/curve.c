/*
 * curve.c
 *		aer_curve: what a column, or two columns together, add to the prediction at each of
 *		several values.
 */
#include "pg/functions/explaining/explanation.h"

#include "pg/kernel_call.h"
#include "pg/options/attribute_name.h"
#include "pg/options/json_parts.h"
#include "pg/rows/column_look.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/jsonb.h"

PG_FUNCTION_INFO_V1(aer_curve);

/*
 * Numbers of points between the ends of an axis: if there is one axis (a curve also has points at
 * its knots), and if there are two.
 */
#define CURVE_POINTS 20
#define GRID_POINTS 10

/*
 * The most levels with the lowest effects that an axis shows; it shows as many with the highest
 * effects.
 */
#define LEVELS_AT_END 10

/* Distance of the ends from the mean, in standard deviations. */
#define RANGE_SDS 2

/* A value of a column. */
typedef struct Point
{
	const char *text;			/* NULL for the point NULL */
	double		number;			/* NaN unless the column is a number */
	double	   *value;			/* [n of the axis] values of the column's attributes */
} Point;

/* A column and the values at which its effect is computed. */
typedef struct Axis
{
	const ModelParts *parts;
	uint32		look;
	uint32		first;			/* first attribute of the look */
	uint32		n;				/* attributes of the look */
	ColumnLook	column_look;	/* an element of arrays is a number without knots */
	uint32	   *attribute;		/* [n] */
	Point	   *point;			/* [points] */
	uint32		points;
} Axis;

/* Adds a point, for which the axis has room, and returns its values for the caller to fill in. */
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
	const Column *column = axis->column_look.column;

	for (uint32 k = 0; k < column->n; k++)
		column_look_category(&axis->column_look, (int) k, axis->attribute, axis->n,
							 add_point(axis, column->category[k], NAN));
}

static int
compare_numbers(const void *a, const void *b)
{
	return float8_cmp_internal(*(const double *) a, *(const double *) b);
}

/*
 * Rounds a number for readers: to a power of ten that is at most a thousandth of the range.  Points
 * in time that are days apart are rounded to days.
 */
static double
round_on_axis(const Axis *axis, double number, double range)
{
	double		digits = 3 - floor(log10(range));
	double		power;
	double		result;

	if (axis->column_look.column->kind == COLUMN_TIME && range > CURVE_POINTS + 1)
		digits = Min(digits, 0);
	power = pow(10, fabs(digits));
	result = digits > 0 ? rint(number * power) / power : rint(number / power) * power;
	return isfinite(result) ? result : number;
}

/* Sets the effects of levels to their means, so that a point shows what the number adds. */
static void
set_effects_to_means(const Axis *axis, double *value)
{
	for (uint32 k = column_values(axis->column_look.column); k < axis->n; k++)
		value[k] = axis->parts->fit.facts.mean[axis->first + k];
}

/* Adds points at n numbers, which are sorted. */
static void
add_points(Axis *axis, const double *number, uint32 n)
{
	const ColumnLook *look = &axis->column_look;
	double		held_at = model_parts_held_at(axis->parts, axis->look);

	for (uint32 k = 0; k < n; k++)
	{
		double	   *value;

		if (k > 0 && number[k] == number[k - 1])
			continue;
		value = add_point(axis, value_text(look->column->kind == COLUMN_TIME, number[k]), number[k]);
		column_look_number(look, Min(number[k], held_at), axis->attribute, axis->n, value);
		set_effects_to_means(axis, value);
	}
}

/* Adds points at both ends, points_between between them, and if asked at the knots between them. */
static void
add_numbers(Axis *axis, double low, double high, uint32 points_between, bool knots)
{
	const ColumnLook *look = &axis->column_look;
	uint32		n_knots = knots ? column_knots(look->column) : 0;
	double	   *number = palloc(sizeof(double) * (n_knots + points_between + 2));
	uint32		n = 0;

	number[n++] = low;
	number[n++] = high;
	for (uint32 k = 1; high > low && k <= points_between; k++)
	{
		double		share = k / (points_between + 1.0);
		double		between = round_on_axis(axis, low * (1 - share) + high * share, high - low);

		if (between > low && between < high)
			number[n++] = between;
	}
	for (uint32 k = 0; k < n_knots; k++)
		if (look->column->knot[k] > low && look->column->knot[k] < high)
			number[n++] = look->column->knot[k];
	qsort(number, n, sizeof(double), compare_numbers);
	add_points(axis, number, n);
	pfree(number);
}

/* Returns what n attributes from first on add at these values, compared with their means. */
static double
effect_of(const ModelParts *parts, const double *weight, uint32 first, uint32 n,
		  const double *value)
{
	double		effect = 0;

	for (uint32 k = 0; k < n; k++)
		effect += weight[first + k] * (value[k] - parts->fit.facts.mean[first + k]);
	return effect;
}

/* A level of a column, and what it adds. */
typedef struct LevelPoint
{
	double		effect;
	uint32		level;
} LevelPoint;

static int
compare_level_points(const void *a, const void *b)
{
	const LevelPoint *one = a;
	const LevelPoint *other = b;
	int			order = float8_cmp_internal(one->effect, other->effect);

	return order != 0 ? order : one->level < other->level ? -1 : one->level > other->level;
}

/* Sets the values of a level: its effects, beside those of the number that is its name. */
static void
set_level(const Axis *axis, uint32 level, double *value)
{
	const ColumnLook *look = &axis->column_look;
	double		held_at = model_parts_held_at(axis->parts, axis->look);

	if (column_is_number(look->column))
		column_look_number(look, Min(strtod(look->column->levels->name[level], NULL), held_at),
						   axis->attribute, axis->n, value);
	column_look_effects(look, level, 0, axis->attribute, axis->n, value);
}

/* Adds the levels that add the least and the most, ascending. */
static void
add_levels(Axis *axis, const double *weight)
{
	const Levels *levels = axis->column_look.column->levels;
	LevelPoint *sorted = palloc(sizeof(LevelPoint) * levels->n);
	double	   *value = palloc(sizeof(double) * axis->n);

	for (uint32 k = 0; k < levels->n; k++)
	{
		set_level(axis, k, value);
		sorted[k] = (LevelPoint) {effect_of(axis->parts, weight, axis->first, axis->n, value), k};
	}
	qsort(sorted, levels->n, sizeof(LevelPoint), compare_level_points);
	for (uint32 k = 0; k < levels->n; k++)
		if (k < LEVELS_AT_END || k + LEVELS_AT_END >= levels->n)
			set_level(axis, sorted[k].level, add_point(axis, levels->name[sorted[k].level], NAN));
	pfree(value);
	pfree(sorted);
}

static void
add_booleans(Axis *axis)
{
	for (int value = 0; value <= 1; value++)
		*add_point(axis, value ? "true" : "false", NAN) = value;
}

/* Adds a point for NULL if NULL is its own category or level. */
static void
add_null(Axis *axis)
{
	const ColumnLook *look = &axis->column_look;
	const Column *column = look->column;
	bool		null_level = column->levels && column->levels->null;
	double	   *value;

	if (!column->null && !null_level)
		return;
	value = add_point(axis, NULL, NAN);
	if (column->null)
		(void) column_look_null(look, axis->attribute, axis->n, value);
	if (null_level)
		column_look_effects(look, column->levels->n, 0, axis->attribute, axis->n, value);
}

/* Raises an error if a name is that of the groups, which are no attribute of a model. */
static void
check_no_groups(const ModelParts *parts, const char *name)
{
	Jsonb	   *learner = json_from_text(parts->learner);
	JsonbValue	design;
	JsonbValue	groups;

	if (json_find(&learner->root, "design", &design) && design.type == jbvBinary &&
		json_find(design.val.binary.data, "groups", &groups) && groups.type == jbvString &&
		(size_t) groups.val.string.len == strlen(name) &&
		strncmp(groups.val.string.val, name, groups.val.string.len) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" gave the groups of the model and has no curve", name),
				 errdetail("The model is for groups that it has not seen, so it has learned nothing about single groups."),
				 errhint("To see what each value adds, train a second model without groups => %s.", quote_literal_cstr(name))));
}

/* Returns the axis, without points, of the column that an argument names. */
static Axis
make_axis(const ModelParts *parts, const char *argument, const char *name)
{
	static const Column element = {.kind = COLUMN_NUMBER};
	const Columns *columns = &parts->columns;
	Axis		axis = {.parts = parts};

	check_no_groups(parts, name);
	axis.look = look_by_name(columns, argument, name);
	axis.first = looks_first(&columns->looks, axis.look);
	axis.n = looks_size(&columns->looks, axis.look);
	axis.attribute = palloc(sizeof(uint32) * axis.n);
	for (uint32 k = 0; k < axis.n; k++)
		axis.attribute[k] = axis.first + k;
	if (columns->column == NULL)
		axis.column_look = (ColumnLook) {.column = &element, .first = axis.first, .n = 1};
	else
		column_look_init(&axis.column_look, InvalidOid, columns, axis.look);
	/* room for categories or knots, the ends, the points between or levels, and NULL */
	axis.point = palloc(sizeof(Point) * (axis.n + CURVE_POINTS + 3));
	return axis;
}

static double
check_finite_end(double end, const char *argument)
{
	if (!isfinite(end))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"%s\" must be a finite number", argument)));
	return end;
}

/*
 * Returns the lower (sign -1) or upper (1) end of a curve: that of the column's range, or the fence
 * if it is nearer, since what lies beyond counts as the fence.  Without a range: RANGE_SDS standard
 * deviations from the mean, or the outermost knot if it lies beyond.
 */
static double
range_end(const Axis *axis, double sign)
{
	const ColumnFacts *facts = &axis->parts->fit.facts;
	const ColumnLook *look = &axis->column_look;
	const Column *column = look->column;
	double		reach = RANGE_SDS * facts->sd[axis->first];
	double		end = facts->mean[axis->first] + sign * reach;

	if (column->range)
	{
		end = column->range->value[sign < 0 ? 0 : column->range->n - 1];
		return look->fenced ? Min(Max(end, look->low), look->high) : end;
	}
	if (facts->sd[axis->first] > 0)
		end = round_on_axis(axis, end, 2 * reach);
	for (uint32 k = 0; k < column_knots(column); k++)
		if (sign * (column->knot[k] - end) > 0)
			end = column->knot[k];
	return end;
}

/* Adds all values, or the most different levels, of a column that is not a number. */
static void
add_values(Axis *axis, const double *weight)
{
	if (axis->column_look.column->kind == COLUMN_CATEGORIES)
		add_categories(axis);
	else if (axis->column_look.column->kind == COLUMN_LEVELS)
		add_levels(axis, weight);
	else
		add_booleans(axis);
}

/* Adds points at all values of a number that has few, or between the ends of its range. */
static void
add_range(Axis *axis, uint32 points_between, bool knots)
{
	const ColumnRange *range = axis->column_look.column->range;

	if (range && range->all)
		add_points(axis, range->value, range->n);
	else
		add_numbers(axis, range_end(axis, -1), range_end(axis, 1), points_between, knots);
}

/* Adds the points of the first column; those of a number lie between the arguments low and high. */
static void
add_first_column(FunctionCallInfo fcinfo, Axis *axis, const double *weight, uint32 points_between, bool knots)
{
	double		low;
	double		high;

	if (!column_is_number(axis->column_look.column))
	{
		add_values(axis, weight);
		return;
	}
	if (PG_ARGISNULL(2) && PG_ARGISNULL(3))
	{
		add_range(axis, points_between, knots);
		return;
	}
	low = PG_ARGISNULL(2) ? range_end(axis, -1) : check_finite_end(PG_GETARG_FLOAT8(2), "low");
	high = PG_ARGISNULL(3) ? range_end(axis, 1) : check_finite_end(PG_GETARG_FLOAT8(3), "high");
	if (low > high)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"low\" must not be above \"high\""),
				 errdetail("They are %g and %g.", low, high)));
	add_numbers(axis, low, high, points_between, knots);
}

static double
effect_at(const Axis *axis, const double *weight, const Point *point)
{
	return effect_of(axis->parts, weight, axis->first, axis->n, point->value);
}

/* The interaction of both axes. */
typedef struct AxesInteraction
{
	uint32		look;
	LookPair	pair;
	LookFactors factors;		/* factors of all columns in products */
	double	   *row;			/* scratch: [looks_main()] values of attributes */
} AxesInteraction;

/* Returns false if the model has no interaction of axis[0] and axis[1]. */
static bool
find_interaction(const Axis *axis, AxesInteraction *interaction)
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
	interaction->look = l;
	interaction->pair = looks->pair[l - looks->bought];
	interaction->factors = columns_factors(kernel_work(), columns);
	interaction->row = palloc(sizeof(double) * looks_main(looks));
	return true;
}

/* Returns what the interaction adds at a point of each axis. */
static double
effect_of_interaction(const Axis *axis, AxesInteraction *interaction, const double *weight,
					  const Point *one, const Point *other)
{
	double		product[MOST_FACTORS * MOST_FACTORS];
	uint32		n;

	memcpy(interaction->row + axis[0].first, one->value, sizeof(double) * axis[0].n);
	memcpy(interaction->row + axis[1].first, other->value, sizeof(double) * axis[1].n);
	n = pair_products(&interaction->factors, interaction->pair.a, interaction->pair.b,
					  interaction->row, product);
	return effect_of(axis->parts, weight, looks_first(&axis->parts->columns.looks, interaction->look),
					 n, product);
}

/*
 * Returns the standard error of what a column adds.  NaN if several of its weights have an error,
 * because models do not store the covariance of weights.
 */
static double
error_at(const Axis *axis, const double *error, const Point *point)
{
	double		result = 0;
	uint32		varying = 0;

	for (uint32 k = 0; k < axis->n; k++)
	{
		double		from_mean = fabs(point->value[k] - axis->parts->fit.facts.mean[axis->first + k]);

		/* the effects of levels are at their means beside a number */
		if (error[axis->first + k] > 0 && (from_mean > 0 || k < column_values(axis->column_look.column)))
		{
			result = error[axis->first + k] * from_mean;
			varying++;
		}
	}
	return varying > 1 ? NAN : result;
}

/* error: NaN if unknown.  other: the point of the second column; NULL if there is one column. */
static void
put_curve_point(ResultRow *row, const Point *point, double effect, double error, const Point *other,
		  const BarScale *scale)
{
	result_text(row, point->text);
	result_number(row, point->number);
	result_number(row, effect);
	result_number(row, error);
	result_text(row, other ? other->text : NULL);
	result_number(row, other ? other->number : NAN);
	result_text(row, bar_text(scale, effect));
	result_put(row);
}

/*
 * Returns a row for each point of the first axis, or with two columns for each pair of points.
 * error: [d] standard errors of the weights; NULL if unknown.
 */
static void
put_points(ResultRow *row, const Axis *axis, bool two_columns, const double *weight,
		   const double *error)
{
	AxesInteraction interaction;
	bool		interacts = two_columns && find_interaction(axis, &interaction);
	uint32		n = axis[0].points;
	uint32		others = two_columns ? axis[1].points : 1;
	double	   *effect = palloc(sizeof(double) * n * others);
	BarScale	scale = {0};

	for (uint32 i = 0; i < n * others; i++)
	{
		const Point *one = &axis[0].point[i / others];
		const Point *other = two_columns ? &axis[1].point[i % others] : NULL;

		effect[i] = effect_at(&axis[0], weight, one);
		if (other)
			effect[i] += effect_at(&axis[1], weight, other);
		if (interacts)
			effect[i] += effect_of_interaction(axis, &interaction, weight, one, other);
		bar_scale_extend(&scale, effect[i]);
	}
	for (uint32 i = 0; i < n * others; i++)
	{
		const Point *one = &axis[0].point[i / others];

		put_curve_point(row, one, effect[i],
						two_columns || error == NULL ? NAN : error_at(&axis[0], error, one),
						two_columns ? &axis[1].point[i % others] : NULL, &scale);
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
	explanation_model(PG_GETARG_DATUM(0), "aer_curve", &parts);
	output = &parts.fit.output[explanation_class(fcinfo, 5, "aer_curve", &parts)];
	axis[0] = make_axis(&parts, "column", text_to_cstring(PG_GETARG_TEXT_PP(1)));
	if (PG_ARGISNULL(4))
	{
		if (axis[0].column_look.column->levels && PG_ARGISNULL(2) && PG_ARGISNULL(3))
			add_levels(&axis[0], output->weight);
		else
			add_first_column(fcinfo, &axis[0], output->weight, CURVE_POINTS, true);
		add_null(&axis[0]);
		put_points(&row, axis, false, output->weight, output->error);
		return (Datum) 0;
	}
	axis[1] = make_axis(&parts, "column2", text_to_cstring(PG_GETARG_TEXT_PP(4)));
	if (axis[0].look == axis[1].look)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"column2\" must differ from \"column\"")));
	add_first_column(fcinfo, &axis[0], output->weight, GRID_POINTS, false);
	if (column_is_number(axis[1].column_look.column))
		add_range(&axis[1], GRID_POINTS, false);
	else
		add_values(&axis[1], output->weight);
	put_points(&row, axis, true, output->weight, output->error);
	return (Datum) 0;
}
