/*
 * curve.c
 *		aer_curve: what a column adds to the prediction, value by value.
 */
#include "pg/functions/explaining/told.h"

#include "catalog/pg_type.h"
#include "common/shortest_dec.h"
#include "funcapi.h"
#include "pg/rows/column_look.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/float.h"
#include "utils/json.h"
#include "utils/timestamp.h"

PG_FUNCTION_INFO_V1(aer_curve);

/* Points between the ends, and how many deviations from the mean these are. */
#define POINTS_BETWEEN 20
#define DEVIATIONS 2

typedef struct Curve
{
	ReturnSetInfo *result;
	const ModelParts *parts;
	const double *weight;		/* [d] of the model, or of the class that is told of */
	uint32		look;
	uint32		first;			/* its first attribute */
	uint32		n;
	bool		time;			/* the number is a point in time, in days */
	uint32	   *attribute;		/* [n] */
	double	   *value;			/* [n] their values */
} Curve;

/* A number as an analyst would write it: points in time as ISO 8601 has them. */
static Datum
number_text(const Curve *curve, double number)
{
	char		text[Max(MAXDATELEN, DOUBLE_SHORTEST_DECIMAL_LEN) + 1];
	double		microseconds = rint(number * USECS_PER_DAY);

	if (curve->time && microseconds >= MIN_TIMESTAMP && microseconds < END_TIMESTAMP)
	{
		Timestamp	time = (Timestamp) microseconds;
		bool		midnight = time % USECS_PER_DAY == 0;

		JsonEncodeDateTime(text, midnight ? DateADTGetDatum((DateADT) (time / USECS_PER_DAY)) :
						   TimestampGetDatum(time), midnight ? DATEOID : TIMESTAMPOID, NULL);
	}
	else
		double_to_shortest_decimal_buf(number, text);
	return CStringGetTextDatum(text);
}

/* One row: text (0: NULL), number (NaN: NULL), and what the values of the attributes add. */
static void
put_point(const Curve *curve, Datum text, double number)
{
	Datum		column[3];
	bool		null[3] = {text == 0, isnan(number), false};
	double		effect = 0;

	for (uint32 k = 0; k < curve->n; k++)
		effect += curve->weight[curve->first + k] *
			(curve->value[k] - curve->parts->facts.mean[curve->first + k]);
	column[0] = text;
	column[1] = Float8GetDatum(number);
	column[2] = Float8GetDatum(effect);
	tuplestore_putvalues(curve->result->setResult, curve->result->setDesc, column, null);
}

static void
put_words(Curve *curve, const ColumnLook *look)
{
	const NamedColumn *column = &curve->parts->columns.column[curve->look];

	for (int k = 0; k < column->n; k++)
	{
		column_look_word(look, k, curve->attribute, curve->n, curve->value);
		put_point(curve, CStringGetTextDatum(column->word[k]), NAN);
	}
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
rounded(const Curve *curve, double number, double range)
{
	double		digits = 3 - floor(log10(range));
	double		power;
	double		result;

	if (curve->time && range > POINTS_BETWEEN + 1)
		digits = Min(digits, 0);
	power = pow(10, fabs(digits));
	result = digits > 0 ? rint(number * power) / power : rint(number / power) * power;
	return isfinite(result) ? result : number;
}

/* Put points at the ends, between them, and at the knots within. */
static void
put_numbers(Curve *curve, const ColumnLook *look, double low, double high)
{
	double	   *number = palloc(sizeof(double) * (look->knots + POINTS_BETWEEN + 2));
	uint32		n = 0;

	number[n++] = low;
	number[n++] = high;
	for (uint32 k = 1; high > low && k <= POINTS_BETWEEN; k++)
	{
		double		share = k / (POINTS_BETWEEN + 1.0);
		double		between = rounded(curve, low * (1 - share) + high * share, high - low);

		if (between > low && between < high)
			number[n++] = between;
	}
	for (uint32 k = 0; k < look->knots; k++)
		if (look->knot[k] > low && look->knot[k] < high)
			number[n++] = look->knot[k];
	qsort(number, n, sizeof(double), compare);
	for (uint32 k = 0; k < n; k++)
		if (k == 0 || number[k] > number[k - 1])
		{
			column_look_number(look, number[k], curve->attribute, curve->n, curve->value);
			put_point(curve, number_text(curve, number[k]), number[k]);
		}
	pfree(number);
}

static void
put_booleans(Curve *curve)
{
	for (int is = 0; is <= 1; is++)
	{
		curve->value[0] = is;
		put_point(curve, CStringGetTextDatum(is ? "true" : "false"), NAN);
	}
}

/*
 * Find what one look at the column sees.  A plain number is one without
 * knots.  Knots that are points in time are counted in days whichever of their
 * types the column has (numbers.c), and one without a time zone is in UTC.
 */
static void
find_look(Curve *curve, ColumnLook *look)
{
	const RowColumns *columns = &curve->parts->columns;

	if (columns->name == NULL || columns->column[curve->look].n == 0)
		*look = (ColumnLook) {.first = curve->first, .n = 1};
	else
		column_look_init(look, InvalidOid, columns, curve->look);
	curve->time = look->times;
}

/* An end of the range: the one given; else one so far from the mean that no knot is beyond it. */
static double
range_end(FunctionCallInfo fcinfo, int argno, const char *name, const Curve *curve,
		  const ColumnLook *look, double sign)
{
	const ModelFacts *facts = &curve->parts->facts;
	double		end;

	if (!PG_ARGISNULL(argno))
	{
		end = PG_GETARG_FLOAT8(argno);
		if (!isfinite(end))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("\"%s\" must be a finite number", name)));
		return end;
	}
	end = facts->mean[curve->first] + sign * DEVIATIONS * facts->deviation[curve->first];
	if (facts->deviation[curve->first] > 0)
		end = rounded(curve, end, 2 * DEVIATIONS * facts->deviation[curve->first]);
	for (uint32 k = 0; k < look->knots; k++)
		if (sign * (look->knot[k] - end) > 0)
			end = look->knot[k];
	return end;
}

Datum
aer_curve(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	ModelParts	parts;
	ColumnLook	found;
	Curve		curve = {.result = result,.parts = &parts};
	char	   *column;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		return (Datum) 0;
	told_model(PG_GETARG_DATUM(0), "aer_curve", &parts);
	curve.weight = parts.weight + (Size) told_class(fcinfo, 4, "aer_curve", &parts) * parts.d;
	column = text_to_cstring(PG_GETARG_TEXT_PP(1));
	curve.look = parts.columns.look_name ? look_by_name(&parts.columns, "column", column) :
		look_by_number(&parts.columns, "column", pg_strtoint32(column));
	curve.first = looks_first(&parts.columns.looks, curve.look);
	curve.n = looks_size(&parts.columns.looks, curve.look);
	curve.attribute = palloc(sizeof(uint32) * curve.n);
	curve.value = palloc(sizeof(double) * curve.n);
	for (uint32 k = 0; k < curve.n; k++)
		curve.attribute[k] = curve.first + k;
	find_look(&curve, &found);

	if (found.words)
		put_words(&curve, &found);
	else if (parts.columns.type && parts.columns.type[curve.first] == ATTRIBUTE_BOOLEAN)
		put_booleans(&curve);
	else
	{
		double		low = range_end(fcinfo, 2, "low", &curve, &found, -1);
		double		high = range_end(fcinfo, 3, "high", &curve, &found, 1);

		if (low > high)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("\"low\" must not be above \"high\""),
					 errdetail("They are %g and %g.", low, high)));
		put_numbers(&curve, &found, low, high);
	}
	if (found.none && column_look_none(&found, curve.attribute, curve.n, curve.value))
		put_point(&curve, 0, NAN);
	return (Datum) 0;
}
