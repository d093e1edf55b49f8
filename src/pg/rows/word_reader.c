/*
 * word_reader.c
 *		Which of its words a column has in a row.
 *
 * Text is compared by its bytes, char(n) without the blanks at its end; the
 * labels of an enum are found once, and then it is their numbers.
 */
#include "pg/rows/word_reader.h"

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

struct WordReader
{
	Oid			type;			/* without domains */
	bool		is_enum;
	uint32		n;
	Word		word[FLEXIBLE_ARRAY_MEMBER];
};

bool
word_type(Oid type)
{
	Oid			base = getBaseType(type);

	return base == TEXTOID || base == VARCHAROID || base == BPCHAROID || base == BOOLOID ||
		type_is_enum(base);
}

static Word
make_word(const WordReader *reader, const char *text)
{
	Word		word = {text, strlen(text), InvalidOid};

	if (reader->is_enum && word.length < NAMEDATALEN)
		word.label = GetSysCacheOid2(ENUMTYPOIDNAME, Anum_pg_enum_oid,
									 ObjectIdGetDatum(reader->type), CStringGetDatum(text));
	return word;
}

WordReader *
word_reader_create(Oid type, char *const *word, uint32 n)
{
	WordReader *reader = palloc0(offsetof(WordReader, word) + sizeof(Word) * n);

	reader->type = getBaseType(type);
	reader->is_enum = type_is_enum(reader->type);
	reader->n = n;
	for (uint32 i = 0; i < n; i++)
		reader->word[i] = make_word(reader, word[i]);
	return reader;
}

int
word_read(const WordReader *reader, Datum datum)
{
	struct varlena *text;

	if (reader->is_enum)
	{
		Oid			label = DatumGetObjectId(datum);

		for (uint32 i = 0; i < reader->n; i++)
			if (reader->word[i].label == label)
				return i;
		return WORD_UNKNOWN;
	}
	if (reader->type == BOOLOID)
		return DatumGetBool(datum) ? word_read_text(reader, "true", 4) :
			word_read_text(reader, "false", 5);
	text = PG_DETOAST_DATUM_PACKED(datum);
	return word_read_text(reader, VARDATA_ANY(text), VARSIZE_ANY_EXHDR(text));
}

int
word_read_text(const WordReader *reader, const char *data, Size length)
{
	if (reader->type == BPCHAROID)
		length = bpchartruelen(unconstify(char *, data), length);
	for (uint32 i = 0; i < reader->n; i++)
		if (reader->word[i].length == length && memcmp(reader->word[i].text, data, length) == 0)
			return i;
	return WORD_UNKNOWN;
}

char	  **
word_reader_words(const WordReader *reader, uint32 *n)
{
	char	  **word = palloc(sizeof(char *) * reader->n);

	for (uint32 i = 0; i < reader->n; i++)
		word[i] = unconstify(char *, reader->word[i].text);
	*n = reader->n;
	return word;
}
