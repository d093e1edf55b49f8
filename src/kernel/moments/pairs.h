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
 * them touching one stretch of d cells that stays in the cache.
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

/* One of a table that is stored without its empty cells (serialized.h); only views have them. */
typedef struct SparseCell
{
	uint64		at;				/* i << 32 | j, i < j */
	PairCell	sum;
} SparseCell;

typedef struct Pairs
{
	uint32		d;
	PairCell   *table;			/* [d (d - 1) / 2], by i, then j; or NULL */
	const SparseCell *cell;		/* [cells] ascending, of a view */
	size_t		cells;
	double	   *value;			/* [capacity] buffered values, row after row; those below behind them */
	uint32	   *attribute;		/* [capacity] theirs; a row's last is marked */
	uint32	   *order;			/* [capacity] scratch: entries by attribute */
	size_t		used;			/* entries */
	size_t		capacity;
	bool		only_rows;		/* never have a table: the caller's to set */
} Pairs;

/* A walk over the rows of the table, whatever form the pairs are in. */
typedef struct PairWalk
{
	const Pairs *pairs;
	uint32	   *head;			/* [d + 1] entries of attribute i: order[head[i]] .. */
	PairCell   *row;			/* [d] the current row where it must be put together */
	size_t		next_cell;
} PairWalk;

extern void pairs_init(Pairs *pairs, uint32 d);

/* Cells of the full table. */
extern size_t pairs_table_cells(uint32 d);

/*
 * Have room for a row of count attributes, or for so many rows together, in the
 * Work in which the pairs live.  head: [d + 1] scratch.
 */
extern void pairs_make_room(Work *work, Pairs *pairs, uint32 count, uint32 *head);

/* Add a row for which there is room: ascending attribute numbers, and their values. */
extern void pairs_add(Pairs *pairs, const uint32 *attribute, const double *value,
					  uint32 count, uint32 *head);

/* Empty the buffer into the table, if there is one: walks are faster then. */
extern void pairs_settle(Pairs *pairs, uint32 *head);

/* A walk of so many attributes, and the beginning of one over these pairs. */
extern void pairs_walk_init(Work *work, PairWalk *walk, uint32 d);
extern void pairs_walk_release(Work *work, PairWalk *walk);
extern void pairs_walk_start(PairWalk *walk, const Pairs *pairs);

/*
 * The cells (i, i + 1) .. (i, d - 1); to be asked for i = 0, 1, .. in turn.
 * They may be overwritten by the next call.
 */
extern const PairCell *pairs_walk_row(PairWalk *walk, uint32 i);

/* How many pairs were ever seen. */
extern size_t pairs_seen(const Pairs *pairs, PairWalk *walk);

/* Have a table that holds all that was added, for who writes to it. */
extern void pairs_have_table(Work *work, Pairs *pairs, uint32 *head);

/* Be the table, or its cells, that stand somewhere else; only to be read, and to be merged into others. */
static inline void
pairs_view_table(Pairs *pairs, uint32 d, const PairCell *table)
{
	pairs_init(pairs, d);
	pairs->table = (PairCell *) table;
}

static inline void
pairs_view_cells(Pairs *pairs, uint32 d, const SparseCell *cell, size_t cells)
{
	pairs_init(pairs, d);
	pairs->cell = cell;
	pairs->cells = cells;
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

/* The sums of x_i + first and x_j + second. */
static inline PairCell
pair_cell_shifted(PairCell cell, double first, double second)
{
	cell.product += second * cell.first + first * (cell.second + cell.n * second);
	cell.first += cell.n * first;
	cell.second += cell.n * second;
	return cell;
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
 * Merging: what target needs for it, then target += sign * source, where sign is 1 or
 * -1.  Rows are added as rows; all else makes a table.  head: [d + 1] scratch.
 */
extern void pairs_prepare_merge(Work *work, Pairs *target, const Pairs *source, double sign,
								uint32 *head);
extern void pairs_merge(Pairs *target, const Pairs *source, double sign, uint32 *head,
						PairWalk *walk);

#endif							/* AER_PAIRS_H */
