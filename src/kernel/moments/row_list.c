/*
 * row_list.c
 *		Rows as they were read, before anything is made of them.
 */
#include "kernel/moments/row_list.h"

/* Entries that there is room for at first. */
#define FIRST_CAPACITY 16

/* Values, and labels behind them. */
static double *
take_entries(Work *work, size_t entries)
{
	return WORK_ARRAY(work, entries + (entries + 1) / 2, double);
}

void
row_list_make_room(Work *work, RowList *list, size_t entries)
{
	size_t		capacity = Max(Max(2 * list->capacity, FIRST_CAPACITY), list->used + entries);
	double	   *value;
	uint32	   *label;

	if (list->used + entries <= list->capacity)
		return;
	value = take_entries(work, capacity);
	label = (uint32 *) (value + capacity);
	if (list->used > 0)
	{
		memcpy(value, list->value, list->used * sizeof(double));
		memcpy(label, list->label, list->used * sizeof(uint32));
	}
	work_release(work, list->value);
	list->value = value;
	list->label = label;
	list->capacity = capacity;
}

void
row_list_clear(Work *work, RowList *list)
{
	work_release(work, list->value);
	memset(list, 0, sizeof(RowList));
}

static void
add_entry(RowList *list, double value, uint32 label)
{
	list->value[list->used] = value;
	list->label[list->used++] = label;
}

void
row_list_add(Work *work, RowList *list, uint32 fold, double y, const uint32 *plan, uint32 n,
			 const uint32 *present, const double *value, uint32 m)
{
	row_list_make_room(work, list, (size_t) n + 1);
	add_entry(list, y, fold | ROW_START);
	for (uint32 p = 0, k = 0; p < n; p++)
		if (k < m && present[k] == plan[p])
			add_entry(list, value[k++], plan[p]);
		else
		{
			add_entry(list, 0, plan[p] | ROW_MISSING);
			list->missing = true;
		}
	list->rows++;
}

void
row_list_mark_unknown(RowList *list, const uint32 *attribute, uint32 n)
{
	size_t		e = list->used;

	list->unknown = list->unknown || n > 0;
	while (n > 0)
	{
		Assert(e > 0 && !(list->label[e - 1] & ROW_START));
		if ((list->label[--e] & ROW_LABEL) != attribute[n - 1])
			continue;
		list->label[e] |= ROW_UNKNOWN;
		n--;
	}
}

void
row_list_append(Work *work, RowList *target, const RowList *source)
{
	if (source->used == 0)
		return;
	row_list_make_room(work, target, source->used);
	memcpy(target->value + target->used, source->value, source->used * sizeof(double));
	memcpy(target->label + target->used, source->label, source->used * sizeof(uint32));
	target->used += source->used;
	target->rows += source->rows;
	target->missing = target->missing || source->missing;
	target->unknown = target->unknown || source->unknown;
}

bool
row_list_next(const RowList *list, size_t *at, ListedRow *row)
{
	size_t		end = *at + 1;

	if (*at >= list->used)
		return false;
	while (end < list->used && !(list->label[end] & ROW_START))
		end++;
	row->fold = list->label[*at] & ROW_LABEL;
	row->y = list->value[*at];
	row->n = (uint32) (end - *at - 1);
	row->label = list->label + *at + 1;
	row->value = list->value + *at + 1;
	*at = end;
	return true;
}

bool
row_list_finite(const RowList *list)
{
	double		squares = 0;

	for (size_t e = 0; e < list->used; e++)
		squares += list->value[e] * list->value[e];
	return isfinite(squares);
}

/* An entry before the others tells fold and target. */
static int
compare_rows(const void *a, const void *b)
{
	const ListedRow *left = a;
	const ListedRow *right = b;
	int			order;

	if (left->n != right->n)
		return left->n < right->n ? -1 : 1;
	order = memcmp(left->label - 1, right->label - 1, ((size_t) left->n + 1) * sizeof(uint32));
	return order != 0 ? order :
		memcmp(left->value - 1, right->value - 1, ((size_t) left->n + 1) * sizeof(double));
}

void
row_list_sort(Work *work, RowList *list)
{
	ListedRow  *row = WORK_ARRAY(work, (size_t) list->rows + 1, ListedRow);
	double	   *value = take_entries(work, list->used);
	uint32	   *label = (uint32 *) (value + list->used);
	size_t		rows = 0;
	size_t		at = 0;

	while (row_list_next(list, &at, &row[rows]))
		rows++;
	qsort(row, rows, sizeof(ListedRow), compare_rows);
	at = 0;
	for (size_t r = 0; r < rows; r++)
	{
		size_t		entries = (size_t) row[r].n + 1;

		memcpy(value + at, row[r].value - 1, entries * sizeof(double));
		memcpy(label + at, row[r].label - 1, entries * sizeof(uint32));
		at += entries;
	}
	memcpy(list->value, value, list->used * sizeof(double));
	memcpy(list->label, label, list->used * sizeof(uint32));
	work_release(work, value);
	work_release(work, row);
}

uint32
listed_row_split(const ListedRow *row, uint32 *plan, uint32 *present, double *value)
{
	uint32		m = 0;

	for (uint32 k = 0; k < row->n; k++)
	{
		plan[k] = row->label[k] & ROW_LABEL;
		if (row->label[k] & ROW_MISSING)
			continue;
		present[m] = plan[k];
		value[m++] = row->value[k];
	}
	return m;
}

uint32
listed_row_unknown(const ListedRow *row, uint32 *first)
{
	uint32		n = 0;

	for (uint32 k = 0; k < row->n; k++)
		if (row->label[k] & ROW_UNKNOWN)
			first[n++] = row->label[k] & ROW_LABEL;
	return n;
}
