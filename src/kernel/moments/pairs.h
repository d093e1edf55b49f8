/*
 * pairs.h
 *		What is known of pairs of attributes that were seen together.
 *
 * For each pair i < j: in how many rows both were seen, and over those rows
 * the sums of x_i x_j, x_i and x_j.  These four stand side by side in memory,
 * as a row touches K (K - 1) / 2 pairs scattered over d^2 / 2.
 *
 * Rows are first written to a buffer, as attribute numbers and values.  While
 * rows are few the buffer grows; when it would be a quarter of the full table
 * (growing touches twice the memory), the table is made and the buffer becomes
 * a window of rows that is added to the table attribute by attribute, each of
 * them touching one stretch of d cells that stays in the cache.  Sparse cells
 * stand for pairs of states that were merged or read back while small.
 *
 * Each sum is taken in the order of the rows whatever the buffer's size, so
 * buffering does not change a bit.
 */
#ifndef AER_PAIRS_H
#define AER_PAIRS_H

#include "kernel/kernel.h"

/* Marks the last attribute of a buffered row. */
#define PAIRS_ROW_END ((uint32) 1 << 31)

typedef struct PairCell
{
	double		n;				/* rows in which both were seen */
	double		product;		/* sum of x_i x_j over them */
	double		first;			/* sum of x_i */
	double		second;			/* sum of x_j */
} PairCell;

/* As it is stored, too (serialized.h). */
typedef struct SparseCell
{
	uint64		at;				/* i << 32 | j, i < j */
	PairCell	sum;
} SparseCell;

typedef struct Pairs
{
	uint32		d;
	void	   *chunk;			/* what a grow function was last given, or NULL */
	PairCell   *table;			/* [d (d - 1) / 2], by i, then j; or NULL */
	SparseCell *cell;			/* [cells] ascending; only without table */
	size_t		cells;
	double	   *value;			/* [capacity] buffered values, row after row */
	uint32	   *attribute;		/* [capacity] theirs; a row's last is marked */
	uint32	   *order;			/* [capacity] scratch: entries by attribute */
	size_t		used;			/* entries */
	size_t		capacity;
	size_t		moved;			/* bytes of cells that merging has moved so far */
	bool		sparse;			/* never have a table: the caller's to set */
} Pairs;

/* A walk over the rows of the table, whatever form the pairs are in. */
typedef struct PairWalk
{
	const Pairs *pairs;
	uint32	   *head;			/* [d + 1] entries of attribute i: order[head[i]] .. */
	PairCell   *row;			/* [d] the current row where it must be put together */
	uint64	   *seen;			/* bits j of the current row, of pairs_walk_seen() */
	size_t		next_cell;
} PairWalk;

extern void pairs_init(Pairs *pairs, uint32 d);

/* Cells of the full table, and its bytes with the buffer. */
extern size_t pairs_table_cells(uint32 d);
extern size_t pairs_full_size(uint32 d);

/* Bytes wanted before a row of count attributes is added; 0: there is room. */
extern size_t pairs_wanted(const Pairs *pairs, uint32 count);

/*
 * Move into a chunk of pairs_wanted(pairs, count) bytes; returns the old one,
 * to be freed (or NULL).  head: [d + 1] scratch.
 */
extern void *pairs_grow(Pairs *pairs, uint32 count, void *chunk, uint32 *head);

/* Add a row: ascending attribute numbers, and their values. */
extern void pairs_add(Pairs *pairs, const uint32 *attribute, const double *value,
					  uint32 count, uint32 *head);

/* Empty the buffer into the table, if there is one: walks are faster then. */
extern void pairs_settle(Pairs *pairs, uint32 *head);

extern size_t pairs_walk_size(uint32 d);
extern void pairs_walk_start(PairWalk *walk, void *memory, const Pairs *pairs);

/*
 * The cells (i, i + 1) .. (i, d - 1); to be asked for i = 0, 1, .. in turn.
 * They may be overwritten by the next call.
 */
extern const PairCell *pairs_walk_row(PairWalk *walk, uint32 i);

/*
 * The same of pairs without a table, in time of what was seen: false where
 * nothing was.  walk->row[j - i - 1] is set for those j alone whose bit is set:
 *
 *		for (j = pairs_next_seen(walk, i + 1); j < d; j = pairs_next_seen(walk, j + 1))
 */
extern bool pairs_walk_seen(PairWalk *walk, uint32 i);

/* The first j from there on whose bit is set, or d. */
static inline uint32
pairs_next_seen(const PairWalk *walk, uint32 from)
{
	uint32		d = walk->pairs->d;
	uint64		bits;

	if (from >= d)
		return d;
	bits = walk->seen[from / 64] >> (from % 64) << (from % 64);
	for (uint32 k = from / 64;; bits = walk->seen[k])
	{
		if (bits != 0)
			return k * 64 + (uint32) __builtin_ctzll(bits);
		if (++k > (d - 1) / 64)
			return d;
	}
}

/* How many pairs were ever seen. */
extern size_t pairs_seen(const Pairs *pairs, void *walk_memory);

/*
 * Have a table that holds all that was added, for who writes to it: where there is
 * none yet, in a chunk of pairs_full_size(); returns the old chunk, or NULL.
 */
extern void *pairs_settled_table(Pairs *pairs, void *chunk, uint32 *head);

/*
 * Be the cells, or the table, that stand somewhere else; only to be read, and
 * to be merged into others.
 */
static inline void
pairs_view_cells(Pairs *pairs, uint32 d, const SparseCell *cell, size_t cells)
{
	pairs_init(pairs, d);
	pairs->cell = (SparseCell *) cell;
	pairs->cells = cells;
}

static inline void
pairs_view_table(Pairs *pairs, uint32 d, const PairCell *table)
{
	pairs_init(pairs, d);
	pairs->table = (PairCell *) table;
}

/*
 * Rows more in which both attributes of these cells (i, j), j > i, were seen:
 * their number, the sums of x_i and of each x_j, and apart from these products,
 * each a factor times a number of that cell.
 */
static inline void
pair_cells_add_rows(PairCell *cell, uint32 n, double rows, double x, const double *x2)
{
	for (uint32 k = 0; k < n; k++)
	{
		cell[k].n += rows;
		cell[k].first += x;
		cell[k].second += x2[k];
	}
}

static inline void
pair_cells_add_products(PairCell *cell, uint32 n, double factor, const double *value)
{
	for (uint32 k = 0; k < n; k++)
		cell[k].product += factor * value[k];
}

/* Is there nothing but cells? */
static inline bool
pairs_only_cells(const Pairs *pairs)
{
	return pairs->table == NULL && pairs->used == 0;
}

/* Is there nothing but buffered rows? */
static inline bool
pairs_only_rows(const Pairs *pairs)
{
	return pairs->table == NULL && pairs->cells == 0;
}

/* Where the buffered row ends whose entries begin with e, or go on there. */
static inline size_t
pairs_row_end(const Pairs *pairs, size_t e)
{
	while (!(pairs->attribute[e++] & PAIRS_ROW_END))
		;
	return e;
}

/*
 * Merging: bytes that pairs_merge() needs (0: none), then target += sign * source,
 * where sign is 1 or -1.  Rows are added as rows.  Returns the old chunk
 * where a new one was needed.  Both walk memories are pairs_walk_size().
 * Without a table the cells of both are moved; when that has come to a table's
 * size the table is made, after which merging costs the cells of source alone.
 */
extern size_t pairs_merge_size(const Pairs *target, const Pairs *source, double sign,
							   void *walk_memory, void *walk_memory2);
extern void *pairs_merge(Pairs *target, const Pairs *source, double sign, size_t size,
						 void *chunk, void *walk_memory, void *walk_memory2);

#endif							/* AER_PAIRS_H */
