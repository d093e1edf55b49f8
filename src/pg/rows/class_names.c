/*
 * class_names.c
 *		Words that are targets.
 */
#include "pg/rows/class_names.h"

#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"

/* Words that a message lists. */
#define MOST_LISTED 10

ClassNames *
class_names_create(MemoryContext context)
{
	ClassNames *names = MemoryContextAllocZero(context, sizeof(ClassNames));

	names->context = context;
	return names;
}

bool
class_name_type(Oid type)
{
	Oid			base = getBaseType(type);

	return base == TEXTOID || base == VARCHAROID || base == BPCHAROID || type_is_enum(base);
}

static void
too_many(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("the target has more than %d classes", MOST_CLASS_NAMES),
			 errdetail("Each word that it takes is a class."),
			 errhint("Name one class against the rest, as 'column=word' or a boolean, or join rare ones into one word.")));
}

uint32
class_names_place(ClassNames *names, const char *word, Size length)
{
	for (uint32 i = 0; i < names->n; i++)
		if (strncmp(names->name[i], word, length) == 0 && names->name[i][length] == '\0')
			return i;
	if (names->n == MOST_CLASS_NAMES)
		too_many();
	names->name[names->n] = MemoryContextAlloc(names->context, length + 1);
	memcpy(names->name[names->n], word, length);
	names->name[names->n][length] = '\0';
	names->label[names->n] = InvalidOid;
	return names->n++;
}

/* The word that a label of an enum is. */
static char *
enum_text(Oid label)
{
	return DatumGetCString(DirectFunctionCall1(enum_out, ObjectIdGetDatum(label)));
}

static uint32
read_enum(ClassNames *names, Oid label)
{
	char	   *text;
	uint32		place;

	for (uint32 i = 0; i < names->n; i++)
		if (names->label[i] == label)
			return i;
	text = enum_text(label);
	place = class_names_place(names, text, strlen(text));
	names->label[place] = label;
	pfree(text);
	return place;
}

/* Bytes of a text, those of char(n) without the blanks at its end. */
static Size
text_length(Oid base, struct varlena *text)
{
	return base == BPCHAROID ? bpchartruelen(VARDATA_ANY(text), VARSIZE_ANY_EXHDR(text)) :
		VARSIZE_ANY_EXHDR(text);
}

uint32
class_names_read(ClassNames *names, Oid type, Datum value)
{
	Oid			base = getBaseType(type);
	struct varlena *text;
	uint32		place;

	if (type_is_enum(base))
		return read_enum(names, DatumGetObjectId(value));
	text = PG_DETOAST_DATUM_PACKED(value);
	place = class_names_place(names, VARDATA_ANY(text), text_length(base, text));
	if ((Pointer) text != DatumGetPointer(value))
		pfree(text);
	return place;
}

char *
class_name_text(Oid type, Datum value)
{
	Oid			base = getBaseType(type);
	struct varlena *text;

	if (base == BOOLOID)
		return pstrdup(DatumGetBool(value) ? "true" : "false");
	if (!class_name_type(base))
	{
		Oid			output;
		bool		varlena;

		getTypeOutputInfo(base, &output, &varlena);
		return OidOutputFunctionCall(output, value);
	}
	if (type_is_enum(base))
		return enum_text(DatumGetObjectId(value));
	text = PG_DETOAST_DATUM_PACKED(value);
	return pnstrdup(VARDATA_ANY(text), text_length(base, text));
}

char *
class_names_list(char *const *name, uint32 n)
{
	StringInfoData text;

	initStringInfo(&text);
	for (uint32 i = 0; i < n && i < MOST_LISTED; i++)
		appendStringInfo(&text, "%s\"%s\"", i > 0 ? ", " : "", name[i]);
	if (n > MOST_LISTED)
		appendStringInfo(&text, " and %u more", n - MOST_LISTED);
	return text.data;
}

char *
target_before_equals(const char *target, Size *end)
{
	while (*end > 0)
		if (target[--*end] == '=' && *end > 0)
			return pnstrdup(target, *end);
	return NULL;
}
