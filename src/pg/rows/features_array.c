/*
 * features_array.c
 *		Reads attributes that are elements of an array.
 *
 * Elements are read in place, without deconstruct_array.  An array of fixed-width elements is not
 * even copied out of a packed (short-header) tuple, so its parts may be unaligned and are fetched
 * with memcpy.  If a long array is stored out of line and uncompressed, and few attributes are
 * read, each is fetched as a slice of its own.
 */
#include "pg/rows/features.h"

#include "access/detoast.h"
#include "access/heaptoast.h"
#include "access/tupmacs.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "pg/numbers.h"
#include "port/pg_bitutils.h"
#include "utils/lsyscache.h"

typedef struct ArrayFeatures
{
	Features	base;
	Oid			element_type;	/* of the last array */
	NumberReader reader;
	int16		typlen;
	bool		typbyval;
	char		typalign;
	uint32		length;			/* of the opened array */
	const char *data;			/* its first element */
	const bits8 *nulls;			/* null bitmap, or NULL */
	struct varlena *sliced;		/* TOAST pointer if elements are fetched as slices, else NULL */
	uint32		reads;			/* attributes that the last read asked for */
} ArrayFeatures;

/* Offsets within an array, from the end of its length word. */
#define DIMENSIONS_AT (offsetof(ArrayType, ndim) - VARHDRSZ)
#define OFFSET_AT (offsetof(ArrayType, dataoffset) - VARHDRSZ)
#define TYPE_AT (offsetof(ArrayType, elemtype) - VARHDRSZ)
#define LENGTH_AT (sizeof(ArrayType) - VARHDRSZ)
#define BITMAP_AT (sizeof(ArrayType) + 2 * sizeof(int) - VARHDRSZ)
#define DATA_AT (ARR_OVERHEAD_NONULLS(1) - VARHDRSZ)

static int32
int_at(const char *position)
{
	int32		value;

	memcpy(&value, position, sizeof(value));
	return value;
}

static void
set_element_type(ArrayFeatures *af, Oid type)
{
	NumberReader reader = number_reader(type);

	if (reader == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("features must be an array of numbers, not of %s", format_type_be(type)),
				 errhint("Elements may be real, double precision, smallint, integer, bigint, numeric, boolean, date, timestamp or timestamptz; cast other types, for example with ::real[].")));
	af->reader = reader;
	get_typlenbyvalalign(type, &af->typlen, &af->typbyval, &af->typalign);
	af->element_type = type;
}

/* Checks the header of an array, and notes the type and number of its elements. */
static void
read_header(ArrayFeatures *af, const char *body)
{
	int			ndim = int_at(body + DIMENSIONS_AT);
	Oid			type = (Oid) int_at(body + TYPE_AT);

	if (type != af->element_type)
		set_element_type(af, type);
	if (ndim != 1)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 ndim == 0 ? errmsg("features must not be an empty array") :
				 errmsg("features must be a one-dimensional array"),
				 ndim == 0 ? 0 : errdetail("The array has %d dimensions.", ndim)));

	af->length = int_at(body + LENGTH_AT);
}

/* Opens an array that is all in memory. */
static void
open_whole(ArrayFeatures *af, struct varlena *array)
{
	const char *body = VARDATA_ANY(array);
	int32		dataoffset = int_at(body + OFFSET_AT);

	if (af->typlen < 0 && VARATT_IS_SHORT(array))
	{
		/* elements with alignment of their own need an aligned array */
		array = PG_DETOAST_DATUM(PointerGetDatum(array));
		body = VARDATA_ANY(array);
	}
	af->sliced = NULL;
	af->nulls = dataoffset ? (const bits8 *) body + BITMAP_AT : NULL;
	af->data = body + (dataoffset ? dataoffset - VARHDRSZ : DATA_AT);

	af->base.floats = NULL;
	if (af->nulls == NULL &&
		(af->element_type == FLOAT4OID || af->element_type == FLOAT8OID))
	{
		af->base.floats = af->data;
		af->base.float_width = af->typlen;
	}
}

/* Cost of a slice in chunks of a whole array, measured with arrays of 48 kB to 400 kB. */
#define CHUNKS_PER_SLICE 4

/*
 * Returns true if the array is stored out of line and uncompressed, and fetching the
 * header and this many attributes as slices is cheaper than fetching all of it.
 */
static bool
slices_pay(const struct varlena *array, uint32 attributes)
{
	struct varatt_external pointer;

	if (!VARATT_IS_EXTERNAL_ONDISK(array))
		return false;
	VARATT_EXTERNAL_GET_POINTER(pointer, array);
	return !VARATT_EXTERNAL_IS_COMPRESSED(pointer) &&
		VARATT_EXTERNAL_GET_EXTSIZE(pointer) / TOAST_MAX_CHUNK_SIZE > CHUNKS_PER_SLICE * ((uint64) attributes + 1);
}

/* Copies bytes from an offset after the array's length word. */
static void
read_slice(struct varlena *array, uint64 offset, int32 length, char *to)
{
	struct varlena *slice = NULL;

	if (offset + length <= MaxAllocSize)
		slice = detoast_attr_slice(array, (int32) offset, length);
	if (slice == NULL || VARSIZE_ANY_EXHDR(slice) != length)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg_internal("array is shorter than its header says")));
	memcpy(to, VARDATA_ANY(slice), length);
	pfree(slice);
}

/* Opens an array by its header alone; returns false if elements are not at fixed offsets. */
static bool
open_sliced(ArrayFeatures *af, struct varlena *array)
{
	char		header[DATA_AT];

	read_slice(array, 0, sizeof(header), header);
	read_header(af, header);
	if (af->typlen < 0 || int_at(header + OFFSET_AT) != 0)
		return false;
	af->sliced = array;
	af->nulls = NULL;
	af->data = NULL;
	af->base.floats = NULL;
	return true;
}

static uint32
array_open(Features *features, Datum value)
{
	ArrayFeatures *af = (ArrayFeatures *) features;
	struct varlena *array = (struct varlena *) DatumGetPointer(value);

	if (slices_pay(array, af->reads) && open_sliced(af, array))
		return af->length;
	array = PG_DETOAST_DATUM_PACKED(value);
	read_header(af, VARDATA_ANY(array));
	open_whole(af, array);
	return af->length;
}

/* Reads a fixed-width element, which may be unaligned. */
static double
read_fixed(const ArrayFeatures *af, const char *position)
{
	Datum		aligned = 0;

	memcpy(&aligned, position, af->typlen);
	return af->reader(fetch_att(&aligned, af->typbyval, af->typlen));
}

/* Reads many elements of a type of C without a call for each. */
#define READ_EACH(type) \
	for (uint32 i = 0; i < n; i++) \
	{ \
		type		element; \
\
		memcpy(&element, data + (Size) attribute[i] * sizeof(type), sizeof(type)); \
		value[i] = (double) element; \
	}

static void
read_each(const ArrayFeatures *af, const char *data, const uint32 *attribute, uint32 n,
		  double *value)
{
	switch (af->element_type)
	{
		case FLOAT8OID:
			READ_EACH(float8);
			break;
		case FLOAT4OID:
			READ_EACH(float4);
			break;
		case INT2OID:
			READ_EACH(int16);
			break;
		case INT4OID:
			READ_EACH(int32);
			break;
		case INT8OID:
			READ_EACH(int64);
			break;
		default:
			for (uint32 i = 0; i < n; i++)
				value[i] = read_fixed(af, data + (Size) attribute[i] * af->typlen);
	}
}

static int
compare_by_attribute(const void *a, const void *b)
{
	uint64		left = *(const uint64 *) a;
	uint64		right = *(const uint64 *) b;

	return left < right ? -1 : left > right;
}

static bool
element_is_null(const ArrayFeatures *af, uint32 i)
{
	return af->nulls != NULL && (af->nulls[i / 8] & (1 << (i % 8))) == 0;
}

/* Returns how many of the elements from .. to - 1 are not NULL, and therefore stored. */
static uint32
count_stored(const ArrayFeatures *af, uint32 from, uint32 to)
{
	uint32		count = 0;

	if (af->nulls == NULL)
		return to - from;
	while (from < to && from % 8 != 0)
		count += !element_is_null(af, from++);
	while (from + 8 <= to)
	{
		count += pg_number_of_ones[af->nulls[from / 8]];
		from += 8;
	}
	while (from < to)
		count += !element_is_null(af, from++);
	return count;
}

/*
 * Reads elements that are not at fixed offsets, because of NULLs or of varying lengths: goes through
 * the array once, in the order of the attributes.
 */
static void
read_walking(const ArrayFeatures *af, const uint32 *attribute, uint32 n,
			 double *value, bool *null)
{
	uint64	   *order = palloc(n * sizeof(uint64));
	const char *position = af->data;
	uint32		at = 0;

	for (uint32 i = 0; i < n; i++)
		order[i] = (uint64) attribute[i] << 32 | i;
	qsort(order, n, sizeof(uint64), compare_by_attribute);

	for (uint32 i = 0; i < n; i++)
	{
		uint32		index = (uint32) (order[i] >> 32);
		uint32		slot = (uint32) order[i];

		CHECK_FOR_INTERRUPTS();
		if (af->typlen > 0)
			position += (Size) af->typlen * count_stored(af, at, index);
		else
		{
			for (uint32 j = at; j < index; j++)
			{
				if (element_is_null(af, j))
					continue;
				position = att_addlength_pointer(position, af->typlen, position);
				position = (const char *) att_align_nominal(position, af->typalign);
			}
		}
		at = index;
		value[slot] = 0;
		null[slot] = element_is_null(af, index);
		if (!null[slot])
			value[slot] = af->typlen > 0 ? read_fixed(af, position) :
				af->reader(PointerGetDatum(position));
	}
	pfree(order);
}

/*
 * Reads float8 elements of an array with NULLs, if the attributes ascend, as those of models that
 * predict from the known columns do; returns false if they do not.
 */
static bool
read_float8_with_nulls(const ArrayFeatures *af, const uint32 *attribute, uint32 n,
					   double *value, bool *null)
{
	const char *position = af->data;
	uint32		at = 0;

	for (uint32 i = 0; i < n; i++)
	{
		uint32		index = attribute[i];

		if (index < at)
			return false;
		for (; at < index; at++)
			position += element_is_null(af, at) ? 0 : sizeof(float8);
		null[i] = element_is_null(af, at);
		value[i] = 0;
		if (!null[i])
			memcpy(&value[i], position, sizeof(float8));
	}
	return true;
}

static void
read_sliced(const ArrayFeatures *af, const uint32 *attribute, uint32 n,
			double *value, bool *null)
{
	for (uint32 i = 0; i < n; i++)
	{
		char		element[sizeof(Datum)];

		CHECK_FOR_INTERRUPTS();
		read_slice(af->sliced, DATA_AT + (uint64) attribute[i] * af->typlen, af->typlen, element);
		value[i] = read_fixed(af, element);
		null[i] = false;
	}
}

static void
array_read(Features *features, const uint32 *attribute, uint32 n,
		   double *value, bool *null)
{
	ArrayFeatures *af = (ArrayFeatures *) features;

	af->reads = n;
	if (features->floats)
	{
		read_each(af, features->floats, attribute, n, value);
		memset(null, false, n);
		return;
	}
	if (af->sliced && slices_pay(af->sliced, n))
	{
		read_sliced(af, attribute, n, value, null);
		return;
	}
	if (af->sliced)
		open_whole(af, PG_DETOAST_DATUM_PACKED(PointerGetDatum(af->sliced)));
	if (af->nulls != NULL && af->element_type == FLOAT8OID &&
		read_float8_with_nulls(af, attribute, n, value, null))
		return;
	if (af->nulls != NULL || af->typlen < 0)
	{
		read_walking(af, attribute, n, value, null);
		return;
	}
	read_each(af, af->data, attribute, n, value);
	memset(null, false, n);
}

static const FeaturesMethods array_methods = {
	.open = array_open,
	.read = array_read
};

Features *
features_create_array(MemoryContext context, uint32 reads)
{
	ArrayFeatures *af = MemoryContextAllocZero(context, sizeof(ArrayFeatures));

	af->base.methods = &array_methods;
	af->base.context = context;
	af->reads = reads;
	return &af->base;
}
