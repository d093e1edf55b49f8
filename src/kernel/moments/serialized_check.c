/*
 * serialized_check.c
 *		Words that come from outside: are they what serialized.h says?
 */
#include "kernel/moments/serialized.h"

/* The words that are left. */
typedef struct Reader
{
	const uint64 *at;
	size_t		left;
} Reader;

/* The next n words, or NULL if there are fewer. */
static const uint64 *
take(Reader *reader, size_t n)
{
	const uint64 *at = reader->at;

	if (n > reader->left)
		return NULL;
	reader->at += n;
	reader->left -= n;
	return at;
}

static bool
all_finite(const uint64 *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(serialized_number(word + i)))
			return false;
	return true;
}

static SerializedStatus
check_extremes(Reader *reader, const SerializedShape *shape)
{
	const uint64 *word = take(reader, serialized_of_extremes(shape));
	Extremes	target;

	if (word == NULL)
		return SERIALIZED_SHORT;
	if (!all_finite(word, serialized_of_extremes(shape)))
		return SERIALIZED_NOT_FINITE;
	if (shape->reduced && (!count_valid(serialized_number(word + SERIALIZED_OF_EXTREMES), INFINITY) ||
						   serialized_number(word + SERIALIZED_OF_EXTREMES) == 0))
		return SERIALIZED_BAD_COUNT;
	if (shape->reduced && serialized_number(word + SERIALIZED_OF_EXTREMES + 1) < 0)
		return SERIALIZED_BAD_SUM;
	target = serialized_extremes(word);
	return extremes_valid(&target, MOST_ROWS) ? SERIALIZED_OK : SERIALIZED_BAD_EXTREMES;
}

/* The list of attributes, which *list is set to, with their number before it. */
static SerializedStatus
check_attributes(Reader *reader, const SerializedShape *shape, const uint64 **list)
{
	size_t		words = serialized_of_attribute(shape);
	uint64		next = 0;
	uint64		count;

	*list = take(reader, 1);
	if (*list == NULL)
		return SERIALIZED_SHORT;
	count = **list;
	if (count > shape->d)
		return SERIALIZED_BAD_SEEN;
	for (; count > 0; count--)
	{
		const uint64 *word = take(reader, words);

		if (word == NULL)
			return SERIALIZED_SHORT;
		if (*word < next || *word >= shape->d)
			return SERIALIZED_BAD_ATTRIBUTE;
		next = *word + 1;
		if (!all_finite(word + 1, words - 1))
			return SERIALIZED_NOT_FINITE;
		if (serialized_number(word + 1) < 0 || (shape->reduced && serialized_number(word + words - 1) < 0))
			return SERIALIZED_BAD_SUM;
		for (size_t k = 2; k < words - shape->reduced; k++)
			if (!count_valid(serialized_number(word + k), MOST_ROWS))
				return SERIALIZED_BAD_COUNT;
	}
	return SERIALIZED_OK;
}

/* The attributes seen in a fold, all of which stand in the list. */
static SerializedStatus
check_seen(Reader *reader, const SerializedShape *shape, double rows, const uint64 *list)
{
	const uint64 *count = take(reader, 1);
	uint64		listed = *list++;
	uint64		next = 0;

	if (count == NULL)
		return SERIALIZED_SHORT;
	if (*count > shape->d)
		return SERIALIZED_BAD_SEEN;
	for (uint64 k = 0; k < *count; k++)
	{
		const uint64 *word = take(reader, SERIALIZED_OF_SEEN);
		double		n;

		if (word == NULL)
			return SERIALIZED_SHORT;
		for (; listed > 0 && *list < *word; listed--)
			list += serialized_of_attribute(shape);
		if (*word < next || listed == 0 || *list != *word)
			return SERIALIZED_BAD_ATTRIBUTE;
		next = *word + 1;
		if (!all_finite(word + 1, SERIALIZED_OF_SEEN - 1))
			return SERIALIZED_NOT_FINITE;
		n = serialized_attribute(word).n;
		if (!count_valid(n, rows) || n < 1)
			return SERIALIZED_BAD_COUNT;
		if (serialized_attribute(word).xx < 0 || serialized_cell(word).yy < 0)
			return SERIALIZED_BAD_SUM;
	}
	return SERIALIZED_OK;
}

/* least: times that a pair must have been seen at least. */
static SerializedStatus
check_cell(const uint64 *word, double rows, double least)
{
	double		n = serialized_number(word);

	if (!all_finite(word, SERIALIZED_OF_CELL))
		return SERIALIZED_NOT_FINITE;
	return count_valid(n, rows) && n >= least ? SERIALIZED_OK : SERIALIZED_BAD_COUNT;
}

static SerializedStatus
check_pairs(Work *work, Reader *reader, const SerializedShape *shape, double rows)
{
	const uint64 *count = take(reader, 1);
	uint32		d = shape->d;
	SerializedStatus status = SERIALIZED_OK;
	uint64		before = 0;

	if (count == NULL)
		return SERIALIZED_SHORT;
	if (*count == SERIALIZED_TABLE)
	{
		size_t		cells = pairs_table_cells(d);
		const uint64 *word = take(reader, cells * SERIALIZED_OF_CELL);

		if (word == NULL)
			return SERIALIZED_SHORT;
		for (size_t k = 0; k < cells && status == SERIALIZED_OK; k++)
		{
			work_poll_step(work, k);
			status = check_cell(word + k * SERIALIZED_OF_CELL, rows, 0);
		}
		return status;
	}
	if (*count > reader->left / SERIALIZED_OF_PAIR)
		return SERIALIZED_SHORT;
	for (uint64 k = 0; k < *count && status == SERIALIZED_OK; k++)
	{
		const uint64 *word = take(reader, SERIALIZED_OF_PAIR);
		uint64		i = *word >> 32;
		uint64		j = *word & PG_UINT32_MAX;

		work_poll_step(work, k);
		if (i >= j || j >= d || *word <= before)
			return SERIALIZED_BAD_PAIR;
		before = *word;
		status = check_cell(word + 1, rows, 1);
	}
	return status;
}

/* All sums of a complete fold, squares of attributes the first of each row. */
static SerializedStatus
check_complete(Reader *reader, const SerializedShape *shape)
{
	uint32		d = shape->d;
	size_t		sums = serialized_of_complete(d);
	const uint64 *word = take(reader, sums);

	if (word == NULL)
		return SERIALIZED_SHORT;
	if (!all_finite(word, sums))
		return SERIALIZED_NOT_FINITE;
	word += 2 * (size_t) d;
	for (uint32 i = 0; i < d; word += d - i, i++)
		if (serialized_number(word) < 0)
			return SERIALIZED_BAD_SUM;
	return SERIALIZED_OK;
}

/* Adds the fold's rows to *rows. */
static SerializedStatus
check_fold(Work *work, Reader *reader, const SerializedShape *shape, const uint64 *list, double *rows)
{
	const uint64 *word = take(reader, SERIALIZED_OF_FOLD);
	double		of_fold;
	SerializedStatus status;

	if (word == NULL)
		return SERIALIZED_SHORT;
	if (!all_finite(word, SERIALIZED_OF_FOLD))
		return SERIALIZED_NOT_FINITE;
	of_fold = serialized_number(word);
	if (!count_valid(of_fold, MOST_ROWS))
		return SERIALIZED_BAD_COUNT;
	if (serialized_number(word + 2) < 0)
		return SERIALIZED_BAD_SUM;
	*rows += of_fold;
	if (shape->complete)
	{
		/* then all attributes are in the list */
		if (of_fold > 0 && *list != shape->d)
			return SERIALIZED_BAD_SEEN;
		return of_fold > 0 ? check_complete(reader, shape) : SERIALIZED_OK;
	}
	status = check_seen(reader, shape, of_fold, list);
	return status == SERIALIZED_OK ? check_pairs(work, reader, shape, of_fold) : status;
}

SerializedStatus
serialized_check(Work *work, const uint64 *word, size_t words, const SerializedShape *shape)
{
	Reader		reader = {word, words};
	const uint64 *extremes;
	const uint64 *list = NULL;
	double		rows = 0;
	SerializedStatus status = SERIALIZED_OK;

	if (shape->center && (word = take(&reader, shape->d)) == NULL)
		return SERIALIZED_SHORT;
	if (shape->center && !all_finite(word, shape->d))
		return SERIALIZED_NOT_FINITE;
	extremes = reader.at;
	if (shape->complete && shape->missing)
		return SERIALIZED_BAD_COUNT;
	if (shape->reduced && !shape->extremes)
		return SERIALIZED_BAD_EXTREMES;
	if (shape->extremes)
		status = check_extremes(&reader, shape);
	if (status == SERIALIZED_OK)
		status = check_attributes(&reader, shape, &list);
	for (uint32 f = 0; f < shape->folds && status == SERIALIZED_OK; f++)
	{
		work_poll(work);
		status = check_fold(work, &reader, shape, list, &rows);
	}
	if (status != SERIALIZED_OK)
		return status;
	if (reader.left > 0)
		return SERIALIZED_LONG;
	if (rows > MOST_ROWS)
		return SERIALIZED_BAD_COUNT;
	/* bounds stay when all rows are taken back */
	if (shape->extremes ? rows == 0 && !shape->reduced : rows > 0)
		return SERIALIZED_BAD_EXTREMES;
	if (shape->extremes)
	{
		Extremes	target = serialized_extremes(extremes);

		if (!extremes_valid(&target, rows))
			return SERIALIZED_BAD_EXTREMES;
	}
	return SERIALIZED_OK;
}
