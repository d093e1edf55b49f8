/*
 * numbers.c
 *		Converts SQL numbers to doubles and back, and reads and makes arrays of numbers.
 */
#include "pg/numbers.h"

#include "catalog/pg_type.h"
#include "common/shortest_dec.h"
#include "miscadmin.h"
#include "pg/numerics.h"
#include "utils/date.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"

static double
read_bool(Datum value)
{
	return DatumGetBool(value) ? 1 : 0;
}

static double
read_int2(Datum value)
{
	return DatumGetInt16(value);
}

static double
read_int4(Datum value)
{
	return DatumGetInt32(value);
}

static double
read_int8(Datum value)
{
	return (double) DatumGetInt64(value);
}

static double
read_float4(Datum value)
{
	return DatumGetFloat4(value);
}

static double
read_float8(Datum value)
{
	return DatumGetFloat8(value);
}

/*
 * Points in time count days from 2000-01-01.  Those with a time zone are taken in UTC, so that the
 * time zone of the session does not matter.
 */
static double
read_date(Datum value)
{
	DateADT		date = DatumGetDateADT(value);

	if (DATE_NOT_FINITE(date))
		return DATE_IS_NOBEGIN(date) ? -INFINITY : INFINITY;
	return date;
}

static double
read_timestamp(Datum value)
{
	Timestamp	time = DatumGetTimestamp(value);

	if (TIMESTAMP_NOT_FINITE(time))
		return TIMESTAMP_IS_NOBEGIN(time) ? -INFINITY : INFINITY;
	return (double) time / USECS_PER_DAY;
}

NumberReader
number_reader(Oid type)
{
	Oid			base;

	switch (type)
	{
		case BOOLOID:
			return read_bool;
		case INT2OID:
			return read_int2;
		case INT4OID:
			return read_int4;
		case INT8OID:
			return read_int8;
		case FLOAT4OID:
			return read_float4;
		case FLOAT8OID:
			return read_float8;
		case NUMERICOID:
			return numeric_to_double;
		case DATEOID:
			return read_date;
		case TIMESTAMPOID:
		case TIMESTAMPTZOID:
			return read_timestamp;
		default:
			/* only domains cost a look-up */
			base = getBaseType(type);
			return base == type ? NULL : number_reader(base);
	}
}

static int64
integer_of_int2(Datum value)
{
	return DatumGetInt16(value);
}

static int64
integer_of_int4(Datum value)
{
	return DatumGetInt32(value);
}

static int64
integer_of_int8(Datum value)
{
	return DatumGetInt64(value);
}

IntegerReader
integer_reader(Oid type)
{
	switch (getBaseType(type))
	{
		case INT2OID:
			return integer_of_int2;
		case INT4OID:
			return integer_of_int4;
		case INT8OID:
			return integer_of_int8;
		default:
			return NULL;
	}
}

Datum
exact_numeric(double value)
{
	char		text[DOUBLE_SHORTEST_DECIMAL_LEN];

	/* the float8 to numeric cast would keep 15 digits only */
	double_to_shortest_decimal_buf(value, text);
	return DirectFunctionCall3(numeric_in, CStringGetDatum(text),
							   ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1));
}

ArrayType *
make_float8_array(const double *value, int n)
{
	ArrayType  *array;
	Size		bytes = ARR_OVERHEAD_NONULLS(1) + (Size) n * sizeof(float8);

	if (n == 0)
		return construct_empty_array(FLOAT8OID);
	array = palloc0(bytes);
	SET_VARSIZE(array, bytes);
	array->ndim = 1;
	array->elemtype = FLOAT8OID;
	ARR_DIMS(array)[0] = n;
	ARR_LBOUND(array)[0] = 1;
	memcpy(ARR_DATA_PTR(array), value, (Size) n * sizeof(float8));
	return array;
}

Datum *
array_elements(ArrayType *array, const char *name, int *n)
{
	Oid			type = ARR_ELEMTYPE(array);
	int16		typlen;
	bool		typbyval;
	char		typalign;
	Datum	   *element;
	bool	   *null;

	if (ARR_NDIM(array) > 1)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("%s must be a one-dimensional array", name)));
	get_typlenbyvalalign(type, &typlen, &typbyval, &typalign);
	deconstruct_array(array, type, typlen, typbyval, typalign, &element, &null, n);
	for (int i = 0; i < *n; i++)
		if (null[i])
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("%s must not contain NULL", name),
					 errdetail("Element %d is NULL.", i + 1)));
	return element;
}

char **
text_array_strings(ArrayType *array, const char *name, int *n)
{
	Datum	   *element = array_elements(array, name, n);
	char	  **string = palloc(sizeof(char *) * Max(*n, 1));

	for (int i = 0; i < *n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		string[i] = TextDatumGetCString(element[i]);
	}
	return string;
}

ArrayType *
attribute_numbers(const uint32 *attribute, uint32 n)
{
	Size		size = ARR_OVERHEAD_NONULLS(1) + (Size) n * sizeof(int32);
	ArrayType  *array;
	int32	   *number;

	if (n == 0)
		return construct_empty_array(INT4OID);

	/* by hand, because construct_array() of 100 million elements cannot be cancelled */
	array = palloc(size);
	SET_VARSIZE(array, size);
	array->ndim = 1;
	array->dataoffset = 0;
	array->elemtype = INT4OID;
	*ARR_DIMS(array) = n;
	*ARR_LBOUND(array) = 1;
	number = (int32 *) ARR_DATA_PTR(array);
	for (uint32 i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		number[i] = (int32) attribute[i] + 1;
	}
	return array;
}
