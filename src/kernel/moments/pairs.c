/*
 * pairs.c
 *		What is known of pairs of attributes that were seen together.
 */
#include "kernel/moments/pairs.h"

/* Bytes of one buffered entry: value, attribute and its place in order[]. */
#define ENTRY_SIZE (sizeof(double) + 2 * sizeof(uint32))

/* A table up to this size stays in the cache, and a small buffer will do. */
#define CACHED_TABLE ((size_t) 1 << 20)
#define LARGE_BUFFER 65536
#define SMALL_BUFFER 256
#define FIRST_BUFFER 64

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
add_cell(PairCell *target, const PairCell *source)
{
	target->n += source->n;
	target->product += source->product;
	target->first += source->first;
	target->second += source->second;
}

/* Where row i of the table begins, with cell (i, i + 1). */
static size_t
table_row(uint32 d, uint32 i)
{
	return (size_t) i * (2 * (size_t) d - i - 1) / 2;
}

/* Entries of the buffer beside a table; at least one row fits. */
static size_t
window_capacity(uint32 d)
{
	size_t		least = pairs_table_cells(d) * sizeof(PairCell) > CACHED_TABLE ?
		LARGE_BUFFER : SMALL_BUFFER;

	return Max(least, d);
}

size_t
pairs_full_size(uint32 d)
{
	return pairs_table_cells(d) * sizeof(PairCell) + window_capacity(d) * ENTRY_SIZE;
}

/* Entries of the next buffer while there is no table. */
static size_t
next_capacity(const Pairs *pairs, uint32 count)
{
	return Max(Max(2 * pairs->capacity, FIRST_BUFFER), pairs->used + count);
}

static size_t
sparse_size(size_t cells, size_t capacity)
{
	return cells * sizeof(SparseCell) + ((capacity + 1) & ~(size_t) 1) * ENTRY_SIZE;
}

/* Is it time for the table, rather than a store of so many bytes? */
static bool
table_pays(uint32 d, size_t size)
{
	return size >= pairs_full_size(d) / 4;
}

size_t
pairs_wanted(const Pairs *pairs, uint32 count)
{
	size_t		size;

	if (count < 2 || pairs->table != NULL || pairs->used + count <= pairs->capacity)
		return 0;
	size = sparse_size(pairs->cells, next_capacity(pairs, count));
	return table_pays(pairs->d, size) ? pairs_full_size(pairs->d) : size;
}

/* Lay the buffer out in memory and copy the entries there. */
static void
move_buffer(Pairs *pairs, void *memory, size_t capacity)
{
	double	   *value = memory;
	uint32	   *attribute = (uint32 *) (value + capacity);

	if (pairs->used > 0)
	{
		memcpy(value, pairs->value, pairs->used * sizeof(double));
		memcpy(attribute, pairs->attribute, pairs->used * sizeof(uint32));
	}
	pairs->value = value;
	pairs->attribute = attribute;
	pairs->order = attribute + capacity;
	pairs->capacity = capacity;
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

/* Empty the buffer into the table. */
static void
flush(Pairs *pairs, uint32 *head)
{
	sort_buffer(pairs, head);
	for (uint32 i = 0; i + 1 < pairs->d; i++)
		add_buffered(pairs, head, i, pairs->table + table_row(pairs->d, i));
	pairs->used = 0;
}

void *
pairs_make_table(Pairs *pairs, void *chunk, uint32 *head)
{
	void	   *old = pairs->chunk;
	PairCell   *table = chunk;
	size_t		cells = pairs_table_cells(pairs->d);

	memset(table, 0, cells * sizeof(PairCell));
	for (size_t k = 0; k < pairs->cells; k++)
		table[table_row(pairs->d, pairs->cell[k].i) +
			  pairs->cell[k].j - pairs->cell[k].i - 1] = pairs->cell[k].sum;
	pairs->table = table;
	flush(pairs, head);
	pairs->cell = NULL;
	pairs->cells = 0;
	pairs->chunk = chunk;
	move_buffer(pairs, table + cells, window_capacity(pairs->d));
	return old;
}

void
pairs_add_cells(Pairs *pairs, uint32 i, const PairCell *cell)
{
	PairCell   *row = pairs->table + table_row(pairs->d, i);

	for (uint32 j = 0; j < pairs->d - i - 1; j++)
		add_cell(&row[j], &cell[j]);
}

void *
pairs_grow(Pairs *pairs, uint32 count, void *chunk, uint32 *head)
{
	void	   *old = pairs->chunk;
	size_t		capacity = next_capacity(pairs, count);

	if (table_pays(pairs->d, sparse_size(pairs->cells, capacity)))
		return pairs_make_table(pairs, chunk, head);
	if (pairs->cells > 0)
		memcpy(chunk, pairs->cell, pairs->cells * sizeof(SparseCell));
	pairs->cell = chunk;
	pairs->chunk = chunk;
	move_buffer(pairs, pairs->cell + pairs->cells, capacity);
	return old;
}

void
pairs_add(Pairs *pairs, const uint32 *attribute, const double *value, uint32 count,
		  uint32 *head)
{
	if (count < 2)
		return;
	if (pairs->used + count > pairs->capacity)
		flush(pairs, head);
	memcpy(pairs->value + pairs->used, value, count * sizeof(double));
	memcpy(pairs->attribute + pairs->used, attribute, count * sizeof(uint32));
	pairs->used += count;
	pairs->attribute[pairs->used - 1] |= PAIRS_ROW_END;
}

size_t
pairs_walk_size(uint32 d)
{
	return ARRAY_SIZE((size_t) d + 1, uint32) + ARRAY_SIZE(d, PairCell);
}

void
pairs_walk_start(PairWalk *walk, void *memory, const Pairs *pairs)
{
	walk->pairs = pairs;
	walk->row = memory;
	walk->head = (uint32 *) (walk->row + pairs->d);
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
	for (; walk->next_cell < pairs->cells && pairs->cell[walk->next_cell].i == i;
		 walk->next_cell++)
		walk->row[pairs->cell[walk->next_cell].j - i - 1] = pairs->cell[walk->next_cell].sum;
	add_buffered(pairs, walk->head, i, walk->row);
	return walk->row;
}

size_t
pairs_seen_at_most(const Pairs *pairs)
{
	size_t		most = pairs->cells;
	size_t		row = 0;

	if (pairs->table != NULL)
		return SIZE_MAX;
	for (size_t e = 0; e < pairs->used; e++)
	{
		most += row++;
		if (pairs->attribute[e] & PAIRS_ROW_END)
			row = 0;
	}
	return most;
}

size_t
pairs_seen(const Pairs *pairs, void *walk_memory)
{
	PairWalk	walk;
	size_t		seen = 0;

	pairs_walk_start(&walk, walk_memory, pairs);
	for (uint32 i = 0; i + 1 < pairs->d; i++)
	{
		const PairCell *row = pairs_walk_row(&walk, i);

		for (uint32 j = 0; j < pairs->d - i - 1; j++)
			seen += row[j].n > 0;
	}
	return seen;
}

size_t
pairs_load_size(uint32 d, size_t cells)
{
	return Min(sparse_size(cells, 0), pairs_full_size(d));
}

void
pairs_load(Pairs *pairs, size_t cells, void *chunk)
{
	pairs->chunk = chunk;
	if (sparse_size(cells, 0) < pairs_full_size(pairs->d))
	{
		pairs->cell = chunk;
		move_buffer(pairs, pairs->cell + cells, 0);
	}
	else
	{
		pairs->table = chunk;
		memset(pairs->table, 0, pairs_table_cells(pairs->d) * sizeof(PairCell));
		move_buffer(pairs, pairs->table + pairs_table_cells(pairs->d),
					window_capacity(pairs->d));
	}
}

void
pairs_load_cell(Pairs *pairs, uint32 i, uint32 j, const PairCell *sum)
{
	if (pairs->table != NULL)
		pairs->table[table_row(pairs->d, i) + j - i - 1] = *sum;
	else
	{
		SparseCell *cell = &pairs->cell[pairs->cells++];

		cell->i = i;
		cell->j = j;
		cell->sum = *sum;
	}
}

size_t
pairs_load_rows_size(size_t entries)
{
	return sparse_size(0, entries);
}

void
pairs_load_rows(Pairs *pairs, size_t entries, void *chunk)
{
	pairs->chunk = chunk;
	move_buffer(pairs, chunk, entries);
	pairs->used = entries;
}

/* Pairs seen in either; both are walked once. */
static size_t
union_seen(const Pairs *a, const Pairs *b, void *memory_a, void *memory_b)
{
	PairWalk	walk_a;
	PairWalk	walk_b;
	size_t		seen = 0;

	pairs_walk_start(&walk_a, memory_a, a);
	pairs_walk_start(&walk_b, memory_b, b);
	for (uint32 i = 0; i + 1 < a->d; i++)
	{
		const PairCell *row_a = pairs_walk_row(&walk_a, i);
		const PairCell *row_b = pairs_walk_row(&walk_b, i);

		for (uint32 j = 0; j < a->d - i - 1; j++)
			seen += row_a[j].n > 0 || row_b[j].n > 0;
	}
	return seen;
}

size_t
pairs_merge_size(const Pairs *target, const Pairs *source,
				 void *walk_memory, void *walk_memory2)
{
	if (target->table != NULL)
		return 0;
	if (pairs_only_rows(source))
		return source->used > 0 ? pairs_wanted(target, (uint32) source->used) : 0;
	if (source->table != NULL)
		return pairs_full_size(target->d);
	return pairs_load_size(target->d, union_seen(target, source, walk_memory, walk_memory2));
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

void *
pairs_merge(Pairs *target, const Pairs *source, size_t size, void *chunk,
			void *walk_memory, void *walk_memory2)
{
	uint32		d = target->d;
	PairWalk	walk;
	PairWalk	walk_source;
	Pairs		merged;
	void	   *old = NULL;

	if (pairs_only_rows(source))
	{
		if (size > 0)
			old = pairs_grow(target, (uint32) source->used, chunk, walk_memory);
		add_rows(target, source, walk_memory);
		return old;
	}

	pairs_walk_start(&walk_source, walk_memory2, source);
	if (target->table != NULL || source->table != NULL)
	{
		if (target->table == NULL)
			old = pairs_make_table(target, chunk, walk_memory);
		flush(target, walk_memory);
		for (uint32 i = 0; i + 1 < d; i++)
			pairs_add_cells(target, i, pairs_walk_row(&walk_source, i));
		return old;
	}

	/* the size tells the number of cells, unless it is the table's */
	pairs_init(&merged, d);
	pairs_load(&merged, size < pairs_full_size(d) ? size / sizeof(SparseCell) :
			   pairs_table_cells(d), chunk);
	pairs_walk_start(&walk, walk_memory, target);
	for (uint32 i = 0; i + 1 < d; i++)
	{
		const PairCell *row = pairs_walk_row(&walk, i);
		const PairCell *row_source = pairs_walk_row(&walk_source, i);

		for (uint32 j = 0; j < d - i - 1; j++)
		{
			PairCell	sum = row[j];

			add_cell(&sum, &row_source[j]);
			if (sum.n > 0)
				pairs_load_cell(&merged, i, i + j + 1, &sum);
		}
	}
	old = target->chunk;
	*target = merged;
	return old;
}
