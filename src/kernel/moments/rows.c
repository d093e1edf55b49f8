/*
 * rows.c
 *		Rows as they were read, as a list of values.
 */
#include "kernel/moments/rows.h"

/* The first capacity, in entries. */
#define FIRST_CAPACITY 16

/* Allocates values, followed by a label for each and one more (rows_end()). */
static double *
allocate_entries(Work *work, size_t entries)
{
	return WORK_ARRAY(work, entries + entries / 2 + 1, double);
}

void
rows_make_room(Work *work, Rows *rows, size_t entries)
{
	size_t		capacity = Max(Max(2 * rows->capacity, FIRST_CAPACITY), rows->used + entries);
	double	   *value;
	uint32	   *label;

	if (rows->used + entries <= rows->capacity)
		return;
	value = allocate_entries(work, capacity);
	label = (uint32 *) (value + capacity);
	if (rows->used > 0)
	{
		memcpy(value, rows->value, rows->used * sizeof(double));
		memcpy(label, rows->label, rows->used * sizeof(uint32));
	}
	work_release(work, rows->value);
	rows->value = value;
	rows->label = label;
	rows->capacity = capacity;
}

void
rows_clear(Work *work, Rows *rows)
{
	work_release(work, rows->value);
	*rows = (Rows) {.weighted = rows->weighted};
}

void
rows_add(Rows *rows, uint32 fold, double weight, double y, const uint32 *plan, uint32 n,
		 const uint32 *present, const double *value, uint32 m, const double *shift)
{
	/* in locals: for all the compiler knows, *rows overlaps the arrays that are written */
	double	   *to = rows->value + rows->used;
	uint32	   *label = rows->label + rows->used;

	Assert(rows->used + n + rows_head(rows) <= rows->capacity);
	*to++ = y;
	*label++ = fold | ROW_START;
	if (rows->weighted)
	{
		*to++ = weight;
		*label++ = ROW_WEIGHT;
	}
	memcpy(label, plan, n * sizeof(uint32));
	if (m == n)
		memcpy(to, value, n * sizeof(double));
	else
		for (uint32 p = 0, k = 0; p < n; p++)
			if (k < m && present[k] == plan[p])
				to[p] = value[k++];
			else
			{
				to[p] = 0;
				label[p] |= ROW_MISSING;
			}
	for (uint32 p = 0; shift != NULL && p < n; p++)
		if (!(label[p] & ROW_MISSING))
			to[p] -= shift[plan[p]];
	rows->missing = rows->missing || m < n;
	rows->sorted = false;
	rows->used += (size_t) n + rows_head(rows);
	rows->rows++;
}

void
rows_mark_unknown(Rows *rows, const uint32 *attribute, uint32 n)
{
	size_t		e = rows->used;

	rows->unknown = rows->unknown || n > 0;
	while (n > 0)
	{
		Assert(e > 0 && !(rows->label[e - 1] & ROW_START));
		if ((rows->label[--e] & ROW_LABEL) != attribute[n - 1])
			continue;
		rows->label[e] |= ROW_UNKNOWN;
		n--;
	}
}

void
rows_renumber_classes(Rows *rows, size_t from, const uint32 *number)
{
	for (size_t e = from; e < rows->used; e++)
		if (rows->label[e] & ROW_START)
			rows->value[e] = number[(uint32) rows->value[e]];
	rows->sorted = false;
}

void
rows_append(Rows *target, const Rows *source, const uint32 *number)
{
	size_t		from = target->used;

	if (source->used == 0)
		return;
	Assert(target->used + source->used <= target->capacity);
	memcpy(target->value + from, source->value, source->used * sizeof(double));
	memcpy(target->label + from, source->label, source->used * sizeof(uint32));
	target->used += source->used;
	target->rows += source->rows;
	target->missing = target->missing || source->missing;
	target->unknown = target->unknown || source->unknown;
	target->sorted = false;
	if (number != NULL)
		rows_renumber_classes(target, from, number);
}

void
rows_scale(Rows *rows, double factor)
{
	Assert(rows->weighted);
	for (size_t e = 0; e < rows->used; e++)
		if (rows->label[e] == ROW_WEIGHT)
			rows->value[e] *= factor;
	rows->sorted = false;
}

bool
rows_finite(const Rows *rows)
{
	double		squares = 0;
	double		weight = 1;

	for (size_t e = 0; e < rows->used; e++)
	{
		if (rows->weighted && (rows->label[e] & ROW_START))
			weight = rows->value[e + 1];
		squares += weight * rows->value[e] * rows->value[e];
	}
	return isfinite(squares);
}

/* Compares rows from their first entry, which has fold and target. */
static int
compare_kept_rows(const void *a, const void *b)
{
	const KeptRow *left = a;
	const KeptRow *right = b;
	int			order;

	if (left->n != right->n)
		return left->n < right->n ? -1 : 1;
	order = memcmp(left->label - left->head, right->label - right->head,
				   ((size_t) left->n + left->head) * sizeof(uint32));
	return order != 0 ? order :
		memcmp(left->value - left->head, right->value - right->head,
			   ((size_t) left->n + left->head) * sizeof(double));
}

void
rows_sort(Work *work, Rows *rows)
{
	KeptRow    *row;
	double	   *value;
	uint32	   *label;
	size_t		count = 0;
	size_t		at = 0;

	/* without entries there are no arrays to copy */
	if (rows->sorted || rows->used == 0)
		return;
	row = WORK_ARRAY(work, (size_t) rows->rows + 1, KeptRow);
	value = allocate_entries(work, rows->used);
	label = (uint32 *) (value + rows->used);
	while (rows_next(rows, &at, &row[count]))
		count++;
	qsort(row, count, sizeof(KeptRow), compare_kept_rows);
	at = 0;
	for (size_t r = 0; r < count; r++)
	{
		size_t		entries = (size_t) row[r].n + row[r].head;

		memcpy(value + at, row[r].value - row[r].head, entries * sizeof(double));
		memcpy(label + at, row[r].label - row[r].head, entries * sizeof(uint32));
		at += entries;
	}
	memcpy(rows->value, value, rows->used * sizeof(double));
	memcpy(rows->label, label, rows->used * sizeof(uint32));
	rows->sorted = true;
	work_release(work, value);
	work_release(work, row);
}
