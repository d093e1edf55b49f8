/*
 * pairs.h
 *		What is known of pairs of attributes that were seen together.
 *
 * For each pair i < j: in how many rows both were seen, and over those rows
 * the sums of x_i x_j, x_i and x_j.  These four stand side by side in memory,
 * as a row touches K (K - 1) / 2 pairs scattered over d^2 / 2.
 *
 * So rows are added to a table by the block, attribute by attribute: each touches
 * one stretch of d cells, which stays in the cache.  Each sum is taken in the order
 * of the rows, whatever the blocks.
 */
#ifndef AER_PAIRS_H
#define AER_PAIRS_H

#include "kernel/moments/rows.h"

typedef struct PairCell
{
	double		n;				/* rows in which both were seen */
	double		product;		/* sum of x_i x_j over them */
	double		first;			/* sum of x_i */
	double		second;			/* sum of x_j */
} PairCell;

/* Entries of rows by fold and attribute, in the order of the rows. */
typedef struct RowOrder
{
	uint32	   *entry;			/* [room] those of attribute i in fold f: from head[f d + i] on */
	uint32	   *head;			/* [folds * d + 2] */
	size_t		room;
} RowOrder;

/* Cells of the full table, by i, then j. */
static inline size_t
pairs_table_cells(uint32 d)
{
	return (size_t) d * (d - 1) / 2;
}

/* Where row i of the table begins, with cell (i, i + 1). */
static inline size_t
pairs_table_row(uint32 d, uint32 i)
{
	return (size_t) i * (2 * (size_t) d - i - 1) / 2;
}

/* target += sign * source */
static inline void
pair_cell_add(PairCell *target, const PairCell *source, double sign)
{
	target->n += sign * source->n;
	target->product += sign * source->product;
	target->first += sign * source->first;
	target->second += sign * source->second;
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

/* Have the order of the rows whose entries are from .. to - 1. */
extern void pairs_order(Work *work, RowOrder *order, Rows *rows, size_t from, size_t to,
						uint32 folds, uint32 d);

/* Add the pairs (i, j), j > i, of a fold's rows to row[], which starts with (i, i + 1). */
extern void pairs_add(PairCell *row, const Rows *rows, const RowOrder *order, uint32 fold,
					  uint32 d, uint32 i);

#endif							/* AER_PAIRS_H */
