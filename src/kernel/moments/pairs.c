/*
 * pairs.c
 *		What is known of pairs of attributes that were seen together.
 */
#include "kernel/moments/pairs.h"

/*
 * A counting sort.  What has nothing behind it in its row is in no pair that begins
 * with it, and is left out.
 */
void
pairs_order(Work *work, RowOrder *order, Rows *rows, size_t from, size_t to, uint32 folds, uint32 d)
{
	size_t		keys = (size_t) folds * d;
	size_t		base = 0;
	const uint32 *label = rows->label;
	uint32	   *next;

	if (order->head == NULL)
		order->head = WORK_ARRAY(work, keys + 2, uint32);
	if (order->room < to - from)
	{
		uint32	   *entry = WORK_ARRAY(work, to - from, uint32);

		work_release(work, order->entry);
		order->entry = entry;
		order->room = to - from;
	}
	memset(order->head, 0, (keys + 2) * sizeof(uint32));
	rows_end(rows);
	next = order->head + 2;
	for (size_t e = from; e < to; e++)
		if (label[e] & ROW_START)
			base = (size_t) (label[e] & ROW_LABEL) * d;
		else if (!(label[e] & ROW_MISSING) && !(label[e + 1] & ROW_START))
			next[base + (label[e] & ROW_LABEL)]++;
	for (size_t key = 1; key < keys; key++)
		next[key] += next[key - 1];
	next = order->head + 1;
	for (size_t e = from; e < to; e++)
		if (label[e] & ROW_START)
			base = (size_t) (label[e] & ROW_LABEL) * d;
		else if (!(label[e] & ROW_MISSING) && !(label[e + 1] & ROW_START))
			order->entry[next[base + (label[e] & ROW_LABEL)]++] = (uint32) e;
}

void
pairs_add(PairCell *row, const Rows *rows, const RowOrder *order, uint32 fold, uint32 d, uint32 i)
{
	/* in locals, as the compiler must think that row may overlap them */
	const double *value = rows->value;
	const uint32 *label = rows->label;
	const uint32 *entry = order->entry;
	size_t		key = (size_t) fold * d + i;
	uint32		end = order->head[key + 1];
	size_t		first = (size_t) i + 1;

	for (uint32 k = order->head[key]; k < end; k++)
	{
		size_t		e = entry[k];
		double		x = value[e];
		uint32		j;

		/* the next row lies anywhere among them: ask for it early */
		if (k + 1 < end)
		{
			__builtin_prefetch(&label[entry[k + 1]]);
			__builtin_prefetch(&value[entry[k + 1]]);
		}
		while (!((j = label[++e]) & ROW_START))
		{
			PairCell   *cell;
			double		y = value[e];

			if (j & ROW_MISSING)
				continue;
			cell = &row[(j & ROW_LABEL) - first];
			cell->n += 1;
			cell->product += x * y;
			cell->first += x;
			cell->second += y;
		}
	}
}
