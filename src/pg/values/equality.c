/*
 * equality.c
 *		Equality and hashes of models, moments and judgments.
 *
 * Two values are equal if their stored forms are, byte for byte, in the newest
 * format.  That is what DISTINCT, GROUP BY, triggers and replication ask: has
 * anything changed?  There is no order.
 */
#include "pg/aer.h"

#include "common/hashfn.h"
#include "pg/values/judgment_list.h"
#include "pg/values/model.h"
#include "pg/values/moments_value.h"

/* A value as it is stored, in one piece. */
typedef const struct varlena *(*StoredForm) (Datum value);

static const struct varlena *
model_form(Datum value)
{
	return (const struct varlena *) model_from_datum(value);
}

static const struct varlena *
moments_form(Datum value)
{
	return (const struct varlena *) moments_from_datum(value);
}

static const struct varlena *
judgments_form(Datum value)
{
	return (const struct varlena *) judgments_close(judgments_from_datum(value));
}

static void
release(const struct varlena *form, Datum value)
{
	if ((Pointer) form != DatumGetPointer(value))
		pfree((void *) form);
}

static bool
forms_equal(FunctionCallInfo fcinfo, StoredForm stored_form)
{
	const struct varlena *a = stored_form(PG_GETARG_DATUM(0));
	const struct varlena *b = stored_form(PG_GETARG_DATUM(1));
	bool		result = VARSIZE(a) == VARSIZE(b) && memcmp(a, b, VARSIZE(a)) == 0;

	/* an index or a sort may call this for ever in one context */
	release(a, PG_GETARG_DATUM(0));
	release(b, PG_GETARG_DATUM(1));
	return result;
}

static uint64
form_hash(FunctionCallInfo fcinfo, StoredForm stored_form, uint64 seed)
{
	const struct varlena *form = stored_form(PG_GETARG_DATUM(0));
	uint64		result = hash_bytes_extended((const unsigned char *) VARDATA(form),
											 VARSIZE(form) - VARHDRSZ, seed);

	release(form, PG_GETARG_DATUM(0));
	return result;
}

#define EQUALITY(type) \
	PG_FUNCTION_INFO_V1(aer_##type##_eq); \
	PG_FUNCTION_INFO_V1(aer_##type##_ne); \
	PG_FUNCTION_INFO_V1(aer_##type##_hash); \
	PG_FUNCTION_INFO_V1(aer_##type##_hash_extended); \
	Datum aer_##type##_eq(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(forms_equal(fcinfo, type##_form)); } \
	Datum aer_##type##_ne(PG_FUNCTION_ARGS) { PG_RETURN_BOOL(!forms_equal(fcinfo, type##_form)); } \
	Datum aer_##type##_hash(PG_FUNCTION_ARGS) \
		{ PG_RETURN_INT32((int32) form_hash(fcinfo, type##_form, 0)); } \
	Datum aer_##type##_hash_extended(PG_FUNCTION_ARGS) \
		{ PG_RETURN_INT64((int64) form_hash(fcinfo, type##_form, PG_GETARG_INT64(1))); }

EQUALITY(model)
EQUALITY(moments)
EQUALITY(judgments)
