/*
 * pairs.c
 *		What is known of pairs of attributes that were seen together.
 */
#include "kernel/moments/pairs.h"

/* Bytes of one buffered entry: value, attribute and its place in order[]. */
#define ENTRY_SIZE (sizeof(double) + 2 * sizeof(uint32))

/*
 * A table up to this size stays in the cache, and a small buffer will do: of few
 * attributes smaller than the table, as there may be many such moments at a time.
 */
#define CACHED_TABLE ((size_t) 1 << 20)
#define LARGE_BUFFER 65536
#define SMALL_BUFFER 256
#define FIRST_BUFFER 32

void
pairs_init(Pairs *pairs, uint32 d)
{
	memset(pairs, 0, sizeof(Pairs));
	pairs->d = d;
}

size_t
pairs_table_cells(uint32 d)
{
	return (size_t) d * (d - 1) / 2;
}

static void
add_cell(PairCell *target, const PairCell *source, double sign)
{
	target->n += sign * source->n;
	target->product += sign * source->product;
	target->first += sign * source->first;
	target->second += sign * source->second;
}

/* Where row i of the table begins, with cell (i, i + 1). */
static size_t
table_row(uint32 d, uint32 i)
{
	return (size_t) i * (2 * (size_t) d - i - 1) / 2;
}

static PairCell *
table_cell(uint32 d, PairCell *table, uint64 at)
{
	uint32		i = (uint32) (at >> 32);

	return table + table_row(d, i) + (uint32) at - i - 1;
}

/* Entries of the buffer beside a table; at least one row fits. */
static size_t
window_capacity(uint32 d)
{
	if (pairs_table_cells(d) * sizeof(PairCell) > CACHED_TABLE)
		return Max(LARGE_BUFFER, d);
	return Max(Min(4 * d, SMALL_BUFFER), Max(FIRST_BUFFER, d));
}

/* Bytes of the table with that buffer. */
static size_t
full_size(uint32 d)
{
	return pairs_table_cells(d) * sizeof(PairCell) + window_capacity(d) * ENTRY_SIZE;
}

/* Entries of the next buffer while there is no table. */
static size_t
next_capacity(const Pairs *pairs, uint32 count)
{
	return Max(Max(2 * pairs->capacity, FIRST_BUFFER), pairs->used + count);
}

/* Is it time for the table, rather than a buffer of so many entries? */
static bool
table_pays(const Pairs *pairs, size_t capacity)
{
	return !pairs->only_rows && capacity * ENTRY_SIZE >= full_size(pairs->d) / 4;
}

/* A buffer is two numbers for each entry: its value, then its attribute and its place. */
static double *
take_buffer(Work *work, size_t capacity)
{
	return WORK_ARRAY(work, 2 * capacity, double);
}

/* Copy the entries to another buffer, and give the old one back. */
static void
move_buffer(Work *work, Pairs *pairs, double *value, size_t capacity)
{
	uint32	   *attribute = (uint32 *) (value + capacity);
	double	   *old = pairs->value;

	if (pairs->used > 0)
	{
		memcpy(value, pairs->value, pairs->used * sizeof(double));
		memcpy(attribute, pairs->attribute, pairs->used * sizeof(uint32));
	}
	pairs->value = value;
	pairs->attribute = attribute;
	pairs->order = attribute + capacity;
	pairs->capacity = capacity;
	work_release(work, old);
}

/*
 * Sort the buffered entries by attribute, in the order of the rows (counting
 * sort).  A row's last entry has no partner to its right and is left out.
 * Afterwards those of attribute i are order[head[i]] .. order[head[i + 1] - 1].
 */
static void
sort_buffer(const Pairs *pairs, uint32 *head)
{
	uint32		d = pairs->d;
	uint32		sum = 0;

	memset(head, 0, ((size_t) d + 1) * sizeof(uint32));
	for (size_t e = 0; e < pairs->used; e++)
		if (!(pairs->attribute[e] & PAIRS_ROW_END))
			head[pairs->attribute[e]]++;
	for (uint32 i = 0; i <= d; i++)
	{
		sum += head[i];
		head[i] = sum;
	}
	for (size_t e = pairs->used; e-- > 0;)
		if (!(pairs->attribute[e] & PAIRS_ROW_END))
			pairs->order[--head[pairs->attribute[e]]] = (uint32) e;
}

/* Add the buffered pairs (i, j), j > i, to row[], which starts with (i, i + 1). */
static void
add_buffered(const Pairs *pairs, const uint32 *head, uint32 i, PairCell *row)
{
	/* in locals, as the compiler must think that row may overlap *pairs */
	const double *value = pairs->value;
	const uint32 *attribute = pairs->attribute;
	const uint32 *order = pairs->order;
	uint32		end = head[i + 1];
	size_t		first = (size_t) i + 1;

	for (uint32 k = head[i]; k < end; k++)
	{
		size_t		e = order[k];
		double		x = value[e];
		uint32		j;

		/* the next row lies anywhere in the buffer: ask for it early */
		if (k + 1 < end)
		{
			__builtin_prefetch(&attribute[order[k + 1]]);
			__builtin_prefetch(&value[order[k + 1]]);
		}
		do
		{
			PairCell   *cell;
			double		y;

			e++;
			j = attribute[e];
			y = value[e];
			cell = &row[(j & ~PAIRS_ROW_END) - first];
			cell->n += 1;
			cell->product += x * y;
			cell->first += x;
			cell->second += y;
		} while (!(j & PAIRS_ROW_END));
	}
}

void
pairs_settle(Pairs *pairs, uint32 *head)
{
	if (pairs->table == NULL || pairs->used == 0)
		return;
	sort_buffer(pairs, head);
	for (uint32 i = 0; i + 1 < pairs->d; i++)
		add_buffered(pairs, head, i, pairs->table + table_row(pairs->d, i));
	pairs->used = 0;
}

void
pairs_have_table(Work *work, Pairs *pairs, uint32 *head)
{
	if (pairs->table == NULL)
	{
		size_t		capacity = window_capacity(pairs->d);
		PairCell   *table = WORK_ARRAY(work, pairs_table_cells(pairs->d), PairCell);
		double	   *window = take_buffer(work, capacity);

		pairs->table = table;
		pairs_settle(pairs, head);
		move_buffer(work, pairs, window, capacity);
	}
	pairs_settle(pairs, head);
}

void
pairs_make_room(Work *work, Pairs *pairs, uint32 count, uint32 *head)
{
	size_t		capacity;

	if (count < 2 || pairs->table != NULL || pairs->used + count <= pairs->capacity)
		return;
	capacity = next_capacity(pairs, count);
	if (table_pays(pairs, capacity))
		pairs_have_table(work, pairs, head);
	else
		move_buffer(work, pairs, take_buffer(work, capacity), capacity);
}

void
pairs_add(Pairs *pairs, const uint32 *attribute, const double *value, uint32 count,
		  uint32 *head)
{
	if (count < 2)
		return;
	if (pairs->used + count > pairs->capacity)
		pairs_settle(pairs, head);
	memcpy(pairs->value + pairs->used, value, count * sizeof(double));
	memcpy(pairs->attribute + pairs->used, attribute, count * sizeof(uint32));
	pairs->used += count;
	pairs->attribute[pairs->used - 1] |= PAIRS_ROW_END;
}

void
pairs_walk_init(Work *work, PairWalk *walk, uint32 d)
{
	walk->row = WORK_ARRAY(work, d, PairCell);
	walk->head = WORK_ARRAY(work, (size_t) d + 1, uint32);
}

void
pairs_walk_release(Work *work, PairWalk *walk)
{
	work_release(work, walk->row);
	work_release(work, walk->head);
}

void
pairs_walk_start(PairWalk *walk, const Pairs *pairs)
{
	walk->pairs = pairs;
	walk->next_cell = 0;
	sort_buffer(pairs, walk->head);
}

const PairCell *
pairs_walk_row(PairWalk *walk, uint32 i)
{
	const Pairs *pairs = walk->pairs;
	size_t		bytes = (size_t) (pairs->d - i - 1) * sizeof(PairCell);

	if (pairs->table != NULL && walk->head[i] == walk->head[i + 1])
		return pairs->table + table_row(pairs->d, i);

	if (pairs->table != NULL)
		memcpy(walk->row, pairs->table + table_row(pairs->d, i), bytes);
	else
		memset(walk->row, 0, bytes);
	for (; walk->next_cell < pairs->cells && pairs->cell[walk->next_cell].at >> 32 == i; walk->next_cell++)
		walk->row[(uint32) pairs->cell[walk->next_cell].at - i - 1] = pairs->cell[walk->next_cell].sum;
	add_buffered(pairs, walk->head, i, walk->row);
	return walk->row;
}

size_t
pairs_seen(const Pairs *pairs, PairWalk *walk)
{
	size_t		seen = 0;

	if (pairs->table == NULL && pairs->used == 0)
		return 0;
	pairs_walk_start(walk, pairs);
	for (uint32 i = 0; i + 1 < pairs->d; i++)
	{
		const PairCell *row = pairs_walk_row(walk, i);

		for (uint32 j = i + 1; j < pairs->d; j++)
			seen += row[j - i - 1].n > 0;
	}
	return seen;
}

/* Are there rows, or nothing? */
static bool
only_rows(const Pairs *pairs)
{
	return pairs->table == NULL && pairs->cells == 0;
}

/* Are there buffered rows that can be added as such? */
static bool
adds_rows(const Pairs *source, double sign)
{
	return only_rows(source) && (source->used == 0 || sign > 0);
}

void
pairs_prepare_merge(Work *work, Pairs *target, const Pairs *source, double sign, uint32 *head)
{
	if (adds_rows(source, sign))
		pairs_make_room(work, target, (uint32) source->used, head);
	else
		pairs_have_table(work, target, head);
}

/* target += the buffered rows of source */
static void
add_rows(Pairs *target, const Pairs *source, uint32 *head)
{
	size_t		start = 0;

	for (size_t e = 0; e < source->used; e++)
		if (source->attribute[e] & PAIRS_ROW_END)
		{
			pairs_add(target, source->attribute + start, source->value + start,
					  (uint32) (e + 1 - start), head);
			start = e + 1;
		}
}

void
pairs_merge(Pairs *target, const Pairs *source, double sign, uint32 *head, PairWalk *walk)
{
	uint32		d = target->d;
	PairCell   *cell = target->table;

	if (adds_rows(source, sign))
	{
		add_rows(target, source, head);
		return;
	}
	for (size_t k = 0; k < source->cells; k++)
		add_cell(table_cell(d, cell, source->cell[k].at), &source->cell[k].sum, sign);
	if (source->cells > 0)
		return;
	pairs_walk_start(walk, source);
	for (uint32 i = 0; i + 1 < d; i++)
	{
		const PairCell *row = pairs_walk_row(walk, i);

		for (uint32 j = i + 1; j < d; j++)
			add_cell(cell++, &row[j - i - 1], sign);
	}
}
