/*
 * names_aggregate.c
 *		The aggregates aer_names, the keys of jsonb objects that can be attributes, and
 *		_aer_keys, all keys with the kinds of their values; the function _aer_value: the value
 *		of a key.
 *
 * The aggregates read each object completely, with the objects in it.  The state is a bounded
 * set of names, because keys that are data, such as dates or ids, could fill the memory.  It is a
 * bytea in expanded form: parallel and distributed plans can pass on an ordinary type.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pg/arguments.h"
#include "pg/numerics.h"
#include "pg/options/json_parts.h"
#include "pg/rows/document.h"
#include "pg/state.h"
#include "port/pg_bswap.h"
#include "utils/datetime.h"

PG_FUNCTION_INFO_V1(aer_names_transition);
PG_FUNCTION_INFO_V1(aer_names_combine);
PG_FUNCTION_INFO_V1(aer_names_final);
PG_FUNCTION_INFO_V1(aer_keys_transition);
PG_FUNCTION_INFO_V1(aer_keys_final);
PG_FUNCTION_INFO_V1(aer_value);

#define MOST_NAMES 100000
#define MOST_BYTES (16 * 1024 * 1024)

/* Kinds of values of a key: a set of bits. */
#define KEY_INTEGER 1			/* an integer that a double holds exactly */
#define KEY_NUMBER 2			/* any other number */
#define KEY_BOOLEAN 4
#define KEY_STRING 8
#define KEY_NULL 16
#define KEY_NULLS 32			/* null in more than one row */
#define KEY_ARRAY 64
#define KEY_OBJECT 128
#define KEY_TIME 256			/* a string that is a date or a timestamp */

static char *const kind_name[] = {
	"integer", "number", "boolean", "string", "null", "nulls", "array", "object", "time"
};

/* Doubles do not hold all larger integers. */
#define LARGEST_INTEGER 9007199254740992.0

typedef struct KeyName
{
	const char *text;
	uint32		length;
} KeyName;

typedef struct NameEntry
{
	KeyName		name;
	uint32		hash;
	uint32		kinds;
	char		status;
} NameEntry;

#define hash_name(n) hash_bytes((const unsigned char *) (n).text, (n).length)
#define same_name(a, b) ((a).length == (b).length && memcmp((a).text, (b).text, (a).length) == 0)

#define SH_PREFIX names
#define SH_ELEMENT_TYPE NameEntry
#define SH_KEY_TYPE KeyName
#define SH_KEY name
#define SH_HASH_KEY(table, key) hash_name(key)
#define SH_EQUAL(table, a, b) same_name(a, b)
#define SH_STORE_HASH
#define SH_GET_HASH(table, entry) (entry)->hash
#define SH_SCOPE static inline
#define SH_DECLARE
#define SH_DEFINE
#include "lib/simplehash.h"

typedef struct NamesState
{
	StateObject object;			/* STATE_OF_NAMES */
	names_hash *set;
	Size		bytes;			/* total length of the names */
} NamesState;

/* Flat form: for each name its length and kinds, in network order, followed by its bytes. */
#define HEAD_BYTES (2 * sizeof(uint32))

static Size
get_flat_size(ExpandedObjectHeader *header)
{
	const NamesState *state = (const NamesState *) header;

	return VARHDRSZ + state->bytes + HEAD_BYTES * state->set->members;
}

static void
flatten_into(ExpandedObjectHeader *header, void *result, Size size)
{
	NamesState *state = (NamesState *) header;
	char	   *at = VARDATA(result);
	names_iterator iterator;
	NameEntry  *entry;

	SET_VARSIZE(result, size);
	names_start_iterate(state->set, &iterator);
	while ((entry = names_iterate(state->set, &iterator)) != NULL)
	{
		uint32		head[2] = {pg_hton32(entry->name.length), pg_hton32(entry->kinds)};

		memcpy(at, head, HEAD_BYTES);
		memcpy(at + HEAD_BYTES, entry->name.text, entry->name.length);
		at += HEAD_BYTES + entry->name.length;
	}
}

static const ExpandedObjectMethods methods = {get_flat_size, flatten_into};

static NamesState *
create_state(MemoryContext parent)
{
	MemoryContext context = AllocSetContextCreate(parent, "aer names", ALLOCSET_DEFAULT_SIZES);
	NamesState *state = MemoryContextAllocZero(context, sizeof(NamesState));

	EOH_init_header(&state->object.header, &methods, context);
	state->object.kind = STATE_OF_NAMES;
	state->set = names_create(context, 64, NULL);
	return state;
}

static void
add_key(NamesState *state, const char *text, uint32 length, uint32 kinds)
{
	KeyName		name = {text, length};
	NameEntry  *entry = names_lookup(state->set, name);
	bool		found;
	char	   *copy;

	if (entry)
	{
		entry->kinds |= kinds | (entry->kinds & kinds & KEY_NULL ? KEY_NULLS : 0);
		return;
	}
	if (state->set->members >= MOST_NAMES || state->bytes + length > MOST_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("the features have too many keys"),
				 errdetail("At most %d keys of together %d bytes can be listed.", MOST_NAMES, MOST_BYTES),
				 errhint("Keys that are data, such as dates or ids, are not attributes: remove them, or write the list yourself.")));
	copy = MemoryContextAlloc(state->set->ctx, length);
	memcpy(copy, text, length);
	name.text = copy;
	entry = names_insert(state->set, name, &found);
	entry->name = name;
	entry->kinds = kinds;
	state->bytes += length;
}

/* Adds the names of a flat state, which is checked because users can pass any bytea. */
static void
add_flat(NamesState *state, struct varlena *flat)
{
	const char *at = VARDATA_ANY(flat);
	const char *end = at + VARSIZE_ANY_EXHDR(flat);

	while (at < end)
	{
		bool		whole = end - at >= HEAD_BYTES;
		uint32		head[2] = {0, 0};
		uint32		length;

		CHECK_FOR_INTERRUPTS();
		if (whole)
			memcpy(head, at, HEAD_BYTES);
		length = pg_ntoh32(head[0]);
		at += HEAD_BYTES;
		if (!whole || length > end - at || !pg_verifymbstr(at, length, true))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("this is not a state of aer_names")));
		add_key(state, at, length, pg_ntoh32(head[1]));
		at += length;
	}
}

static void
add_state(NamesState *state, Datum value)
{
	names_iterator iterator;
	NameEntry  *entry;
	names_hash *set;

	if (!VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
	{
		add_flat(state, PG_DETOAST_DATUM_PACKED(value));
		return;
	}
	set = ((NamesState *) state_object(value, STATE_OF_NAMES))->set;
	names_start_iterate(set, &iterator);
	while ((entry = names_iterate(set, &iterator)) != NULL)
		add_key(state, entry->name.text, entry->name.length, entry->kinds);
}

/* Returns the state of argument 0, or an expanded copy of a flat or missing one, to be changed. */
static NamesState *
writable_state(FunctionCallInfo fcinfo)
{
	MemoryContext context = aggregate_context(fcinfo);
	NamesState *state;

	if (!PG_ARGISNULL(0) && VARATT_IS_EXTERNAL_EXPANDED_RW(PG_GETARG_POINTER(0)))
		return state_object(PG_GETARG_DATUM(0), STATE_OF_NAMES);
	state = create_state(context);
	if (!PG_ARGISNULL(0))
		add_state(state, PG_GETARG_DATUM(0));
	return state;
}

/* Reads a number of n digits and moves *at past it.  Returns false if it is not within bounds. */
static bool
read_digits(const char **at, int n, int low, int high, int *number)
{
	*number = 0;
	for (; n > 0; n--, (*at)++)
	{
		if (**at < '0' || **at > '9')
			return false;
		*number = *number * 10 + (**at - '0');
	}
	return *number >= low && *number <= high;
}

/* Returns true for a valid date of ISO 8601, alone or with a time of day and a time zone. */
static bool
is_time(const char *text, int length)
{
	char		copy[MAXDATELEN + 1];
	const char *at = copy;
	int			year;
	int			month;
	int			part;

	if (length > MAXDATELEN)
		return false;
	memcpy(copy, text, length);
	copy[length] = '\0';
	if (!read_digits(&at, 4, 1, 9999, &year) || *at++ != '-' || !read_digits(&at, 2, 1, 12, &month) ||
		*at++ != '-' || !read_digits(&at, 2, 1, day_tab[isleap(year)][month - 1], &part))
		return false;
	if (*at == '\0')
		return true;
	if ((*at != 'T' && *at != ' ') || (at++, !read_digits(&at, 2, 0, 23, &part)) ||
		*at++ != ':' || !read_digits(&at, 2, 0, 59, &part))
		return false;
	if (*at == ':')
	{
		at++;
		if (!read_digits(&at, 2, 0, 59, &part))
			return false;
		if (*at == '.')
			at += 1 + strspn(at + 1, "0123456789");
	}
	if (*at == 'Z')
		at++;
	else if (*at == '+' || *at == '-')
	{
		at++;
		if (!read_digits(&at, 2, 0, 14, &part) || (*at == ':' && (at++, !read_digits(&at, 2, 0, 59, &part))))
			return false;
	}
	return *at == '\0';
}

/* exactly: distinguish integers from other numbers, and points in time from other strings. */
static uint32
key_kind(const JsonbValue *value, bool exactly)
{
	double		number;

	switch (value->type)
	{
		case jbvNull:
			return KEY_NULL;
		case jbvNumeric:
			if (!exactly)
				return KEY_NUMBER;
			number = numeric_to_double(NumericGetDatum(value->val.numeric));
			return number == rint(number) && fabs(number) < LARGEST_INTEGER ? KEY_INTEGER : KEY_NUMBER;
		case jbvBool:
			return KEY_BOOLEAN;
		case jbvString:
			return exactly && is_time(value->val.string.val, value->val.string.len) ? KEY_TIME : KEY_STRING;
		default:
			return document_is_object(value) ? KEY_OBJECT : KEY_ARRAY;
	}
}

/* Adds the name of a number or boolean. */
static bool
visit_attribute(void *state, const char *name, int length, const JsonbValue *value)
{
	uint32		kind = key_kind(value, false);

	if ((kind == KEY_NUMBER || kind == KEY_BOOLEAN) && length > 0)
		add_key(state, name, length, kind);
	return true;
}

static bool
visit_all(void *state, const char *name, int length, const JsonbValue *value)
{
	if (length > 0)
		add_key(state, name, length, key_kind(value, true));
	return true;
}

static Datum
names_transition(FunctionCallInfo fcinfo, DocumentVisitor visit)
{
	NamesState *state = writable_state(fcinfo);

	if (!PG_ARGISNULL(1))
	{
		Jsonb	   *json = PG_GETARG_JSONB_P(1);

		if (!JB_ROOT_IS_OBJECT(json))
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("the features are not a JSON object"),
					 errhint("Pass an object whose keys are the names of the attributes: {\"age\": 63, \"smoker\": true}.")));
		document_walk(&json->root, visit, state);
	}
	PG_RETURN_DATUM(EOHPGetRWDatum(&state->object.header));
}

Datum
aer_names_transition(PG_FUNCTION_ARGS)
{
	return names_transition(fcinfo, visit_attribute);
}

Datum
aer_keys_transition(PG_FUNCTION_ARGS)
{
	return names_transition(fcinfo, visit_all);
}

Datum
aer_names_combine(PG_FUNCTION_ARGS)
{
	NamesState *state = writable_state(fcinfo);

	add_state(state, PG_GETARG_DATUM(1));
	PG_RETURN_DATUM(EOHPGetRWDatum(&state->object.header));
}

/* Sorts names by bytes, as "include" and aer_plan do. */
static int
compare_keys(const void *a, const void *b)
{
	const KeyName *left = a;
	const KeyName *right = b;
	int			order = memcmp(left->text, right->text, Min(left->length, right->length));

	if (order != 0)
		return order;
	return left->length < right->length ? -1 : left->length > right->length;
}

Datum
aer_names_final(PG_FUNCTION_ARGS)
{
	names_iterator iterator;
	NamesState *state;
	NameEntry  *entry;
	KeyName    *name;
	Datum	   *element;
	int			n = 0;

	(void) aggregate_context(fcinfo);
	state = create_state(CurrentMemoryContext);
	add_state(state, PG_GETARG_DATUM(0));
	name = palloc(sizeof(KeyName) * Max(state->set->members, 1));
	element = palloc(sizeof(Datum) * Max(state->set->members, 1));
	names_start_iterate(state->set, &iterator);
	while ((entry = names_iterate(state->set, &iterator)) != NULL)
		name[n++] = entry->name;
	qsort(name, n, sizeof(KeyName), compare_keys);
	for (int i = 0; i < n; i++)
		element[i] = PointerGetDatum(cstring_to_text_with_len(name[i].text, name[i].length));
	PG_RETURN_ARRAYTYPE_P(construct_array(element, n, TEXTOID, -1, false, TYPALIGN_INT));
}

/* Returns an object that lists the kinds of values of each key. */
Datum
aer_keys_final(PG_FUNCTION_ARGS)
{
	JsonbParseState *json = NULL;
	names_iterator iterator;
	NamesState *state;
	NameEntry  *entry;

	(void) aggregate_context(fcinfo);
	state = create_state(CurrentMemoryContext);
	add_state(state, PG_GETARG_DATUM(0));
	pushJsonbValue(&json, WJB_BEGIN_OBJECT, NULL);
	names_start_iterate(state->set, &iterator);
	while ((entry = names_iterate(state->set, &iterator)) != NULL)
	{
		JsonbValue	name = {.type = jbvString, .val.string = {.val = unconstify(char *, entry->name.text), .len = entry->name.length}};
		char	   *kind[lengthof(kind_name)];
		int			n = 0;

		CHECK_FOR_INTERRUPTS();
		pushJsonbValue(&json, WJB_KEY, &name);
		for (int k = 0; k < lengthof(kind_name); k++)
			if (entry->kinds & (1U << k))
				kind[n++] = kind_name[k];
		json_push_strings(&json, kind, n);
	}
	PG_RETURN_JSONB_P(JsonbValueToJsonb(pushJsonbValue(&json, WJB_END_OBJECT, NULL)));
}

/* Returns the value of a key in an object; NULL if the key is missing or null. */
Datum
aer_value(PG_FUNCTION_ARGS)
{
	Jsonb	   *json = PG_GETARG_JSONB_P(0);
	text	   *name = PG_GETARG_TEXT_PP(1);
	JsonbValue	room;
	JsonbValue *value = JB_ROOT_IS_OBJECT(json) ?
		document_find(&json->root, VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name), &room) : NULL;

	if (value == NULL || value->type == jbvNull)
		PG_RETURN_NULL();
	PG_RETURN_JSONB_P(JsonbValueToJsonb(value));
}
