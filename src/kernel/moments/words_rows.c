/*
 * words_rows.c
 *		Rows as they were read, as words and back.
 */
#include "kernel/moments/words.h"

/* A word for each value, and half a one for its label. */
size_t
words_of_rows(size_t entries)
{
	return entries + (entries + 1) / 2;
}

size_t
words_row_entries(size_t words)
{
	return words / 3 * 2 + (words % 3 == 2);
}

void
words_write_rows(const RowList *list, uint64 *word)
{
	if (list->used == 0)
		return;
	memcpy(word, list->value, list->used * sizeof(double));
	word += list->used;
	for (size_t e = 0; e < list->used; e += 2)
		*word++ = (uint64) list->label[e] << 32 |
			(e + 1 < list->used ? list->label[e + 1] : 0);
}

/* What the label of an entry may be, next the least number of an attribute. */
static bool
label_valid(const WordsShape *shape, const RowList *list, size_t e, uint32 *next)
{
	uint32		label = list->label[e];
	uint32		number = label & ROW_LABEL;

	if (label & ROW_START)
	{
		*next = 0;
		return (label & (ROW_MISSING | ROW_UNKNOWN | ROW_KNOWN)) == 0 && number < shape->folds;
	}
	if (e == 0 || number < *next || number >= shape->d)
		return false;
	*next = number + 1;
	if ((label & ROW_KNOWN) && !shape->looks)
		return false;
	switch (label & (ROW_MISSING | ROW_UNKNOWN))
	{
		case 0:
			return true;
		case ROW_MISSING:
			return shape->missing && list->value[e] == 0 && !(label & ROW_KNOWN);
		case ROW_UNKNOWN:
			return shape->unknown && list->value[e] == 0;
		default:
			return false;
	}
}

WordsStatus
words_read_rows(const uint64 *word, size_t words, const WordsShape *shape, RowList *list)
{
	size_t		entries = words_row_entries(words);
	uint32		next = 0;
	size_t		start = 0;

	if (words_of_rows(entries) != words)
		return WORDS_SHORT;
	if (entries == 0)
		return WORDS_OK;
	memcpy(list->value, word, entries * sizeof(double));
	word += entries;
	for (size_t e = 0; e < entries; e += 2, word++)
	{
		list->label[e] = (uint32) (*word >> 32);
		if (e + 1 < entries)
			list->label[e + 1] = (uint32) *word;
		else if ((uint32) *word != 0)
			return WORDS_LONG;
	}
	for (size_t e = 0; e < entries; e++)
	{
		if (!isfinite(list->value[e]))
			return WORDS_NOT_FINITE;
		if (!label_valid(shape, list, e, &next))
			return WORDS_BAD_ROW;
		if (list->label[e] & ROW_START)
		{
			if (shape->complete && e > 0 && e - start != shape->d + 1)
				return WORDS_BAD_ROW;
			start = e;
			list->rows++;
		}
		list->missing = list->missing || (list->label[e] & ROW_MISSING) != 0;
		list->unknown = list->unknown || (list->label[e] & ROW_UNKNOWN) != 0;
		list->known = list->known || (list->label[e] & ROW_KNOWN) != 0;
	}
	if (shape->complete && (entries - start != shape->d + 1 || list->missing))
		return WORDS_BAD_ROW;
	list->used = entries;
	return list->missing == shape->missing && list->unknown == shape->unknown &&
		list->known == shape->looks ? WORDS_OK : WORDS_BAD_ROW;
}
