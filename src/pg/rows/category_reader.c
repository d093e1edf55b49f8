/*
 * category_reader.c
 *		Which of its values a column of words has in a row.
 *
 * Text is compared by its bytes, char(n) without the blanks at its end; the
 * labels of an enum are found once, and then it is their numbers.
 */
#include "pg/rows/category_reader.h"

#include "catalog/pg_enum.h"
#include "catalog/pg_type.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

typedef struct Word
{
	const char *text;
	Size		length;
	Oid			label;			/* of an enum; InvalidOid: it has none such */
} Word;

struct CategoryReader
{
	Oid			type;			/* without domains */
	bool		is_enum;
	bool		knows_first;
	Word		first;
	int			n;
	Word		word[FLEXIBLE_ARRAY_MEMBER];
};

bool
category_type(Oid type)
{
	Oid			base = getBaseType(type);

	return base == TEXTOID || base == VARCHAROID || base == BPCHAROID || type_is_enum(base);
}

static Word
make_word(const CategoryReader *reader, const char *text)
{
	Word		word = {text, strlen(text), InvalidOid};

	if (reader->is_enum && word.length < NAMEDATALEN)
		word.label = GetSysCacheOid2(ENUMTYPOIDNAME, Anum_pg_enum_oid,
									 ObjectIdGetDatum(reader->type), CStringGetDatum(text));
	return word;
}

CategoryReader *
category_reader_create(Oid type, const char *first, int most)
{
	CategoryReader *reader = palloc0(offsetof(CategoryReader, word) + sizeof(Word) * most);

	reader->type = getBaseType(type);
	reader->is_enum = type_is_enum(reader->type);
	reader->knows_first = first != NULL;
	if (first)
		reader->first = make_word(reader, first);
	return reader;
}

void
category_reader_add(CategoryReader *reader, const char *value)
{
	reader->word[reader->n++] = make_word(reader, value);
}

int
category_read(const CategoryReader *reader, Datum datum)
{
	struct varlena *text;

	if (reader->is_enum)
	{
		Oid			label = DatumGetObjectId(datum);

		for (int i = 0; i < reader->n; i++)
			if (reader->word[i].label == label)
				return i;
		return reader->knows_first && reader->first.label != label ? CATEGORY_UNKNOWN : CATEGORY_FIRST;
	}
	text = PG_DETOAST_DATUM_PACKED(datum);
	return category_read_text(reader, VARDATA_ANY(text), VARSIZE_ANY_EXHDR(text));
}

int
category_read_text(const CategoryReader *reader, const char *data, Size length)
{
	if (reader->type == BPCHAROID)
		length = bpchartruelen(unconstify(char *, data), length);
	for (int i = 0; i < reader->n; i++)
		if (reader->word[i].length == length && memcmp(reader->word[i].text, data, length) == 0)
			return i;
	return reader->knows_first &&
		!(reader->first.length == length && memcmp(reader->first.text, data, length) == 0) ?
		CATEGORY_UNKNOWN : CATEGORY_FIRST;
}

CategoryLook *
category_look_create(Oid type, const char *column, const CategoryList *known, uint32 first,
					 uint32 d, char *const *name, const AttributeType *type_of)
{
	CategoryLook *look = palloc0(sizeof(CategoryLook));
	const Category *category = category_of(known, column);
	const char *value;
	char	   *other;

	look->reader = category_reader_create(type, category ? category->value[0] : NULL,
										  Min(d - first, MOST_CATEGORIES));
	look->first = first;
	for (uint32 i = first; i < d && look->n < MOST_CATEGORIES; i++)
	{
		if (type_of[i] != ATTRIBUTE_CATEGORY || !category_split(name[i], &other, &value) ||
			strcmp(other, column) != 0)
			break;
		category_reader_add(look->reader, value);
		look->n++;
	}
	return look;
}
