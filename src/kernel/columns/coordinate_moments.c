/*
 * coordinate_moments.c
 *		Moments of attributes, as moments of coordinates.
 *
 * With sums over the rows in which both were seen, of attributes i and j the
 * products about a are
 *		C_ij = sum x_i x_j - a_j sum x_i - a_i sum x_j + N a_i a_j,
 * and those of the coordinates k of one look and l of another sum T_ik C_ij T_jl.
 */
#include "kernel/columns/coordinate_moments.h"

#include "kernel/spending/pair_classes.h"

/* Scratch of a fold's transformation. */
typedef struct Transformer
{
	double	   *left;			/* [largest look * attributes] T_p' C, of the look p at hand */
	double	   *row;			/* [attributes] C of the attribute at hand */
	double	   *n;				/* [looks] seen with the look at hand */
	double	   *own;			/* [largest look * looks] sums of its coordinates over these */
	double	   *other;			/* [coordinates] sums of others over these */
	Marginal   *marginal;		/* [coordinates] of complete moments, which have none */
	void	   *walk;
} Transformer;

static size_t
lay_out_transformer(Transformer *t, void *memory, const Columns *columns)
{
	Chunk		chunk = {memory, 0};
	size_t		largest = looks_most(&columns->looks, 1);

	t->left = TAKE_ARRAY(&chunk, largest * columns->looks.d, double);
	t->row = TAKE_ARRAY(&chunk, columns->looks.d, double);
	t->n = TAKE_ARRAY(&chunk, columns->looks.n, double);
	t->own = TAKE_ARRAY(&chunk, largest * columns->looks.n, double);
	t->other = TAKE_ARRAY(&chunk, columns->looks.d, double);
	t->marginal = TAKE_ARRAY(&chunk, columns->looks.d, Marginal);
	t->walk = chunk_take(&chunk, fold_walk_size(columns->looks.d));
	return chunk.taken;
}

/* Bytes of the sums of one fold of d coordinates. */
static size_t
fold_size(uint32 d, bool complete)
{
	return complete ? ARRAY_SIZE(((size_t) d + 2) * (d + 2), double) :
		ARRAY_SIZE(d, Marginal) + ARRAY_SIZE(pairs_table_cells(d), PairCell);
}

/* Looks of several, panels, what is free, and the rest. */
static uint32
most_classes(const Columns *columns, const Prices *prices)
{
	uint32		several = 0;

	for (uint32 l = 0; l < columns->looks.n; l++)
		several += looks_size(&columns->looks, l) > 1;
	return several + prices->cost_groups + 2;
}

static size_t
lay_out(InCoordinates *in, void *memory, const Moments *moments, const Columns *columns,
		const Prices *prices, void **coordinates)
{
	Chunk		chunk = {memory, 0};
	uint32		d = moments->d;
	Transformer t;

	*coordinates = chunk_take(&chunk, coordinates_size(columns));
	in->class_of = TAKE_ARRAY(&chunk, d, uint32);
	in->class_scratch = TAKE_ARRAY(&chunk, (size_t) prices->cost_groups + 2, uint32);
	in->classes.memory = chunk_take(&chunk, held_out_classes_size(d, most_classes(columns, prices)));
	in->lasso.memory = chunk_take(&chunk, lasso_looks_size(&columns->looks));
	in->sums = chunk_take(&chunk, moments_size(d, moments->folds) +
						  moments->folds * fold_size(d, moments->complete));
	in->scratch = chunk_take(&chunk, Max(coordinates_scratch(columns),
										 lay_out_transformer(&t, NULL, columns)));
	return chunk.taken;
}

size_t
in_coordinates_size(const Moments *moments, const Columns *columns, const Prices *prices)
{
	InCoordinates in;
	void	   *coordinates;

	return lay_out(&in, NULL, moments, columns, prices, &coordinates);
}

void
in_coordinates_init(InCoordinates *in, void *memory, const Moments *moments,
					const Columns *columns, const Prices *prices)
{
	void	   *coordinates;

	lay_out(in, memory, moments, columns, prices, &coordinates);
	coordinates_init(&in->coordinates, coordinates, columns);
	in->prices = prices;
	in->classes.of = in->class_of;
	in->lasso.looks = &in->coordinates.looks;
}

/* The sums of coordinates alone, but for their squares. */
static void
transform_marginals(const Coordinates *coordinates, const Moments *moments, uint32 fold,
					Marginal *target)
{
	const Looks *looks = &coordinates->columns.looks;

	for (uint32 l = 0; l < looks->n; l++)
		for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
		{
			Marginal	m = moments_fold_marginal(moments, fold, i);
			TransformRow row = coordinates_transform(coordinates, l, i);
			double		a = coordinates->centre[i];

			for (uint32 k = 0; k < row.count; k++)
			{
				Marginal   *to = &target[row.from + k];

				to->n = m.n;
				to->x += row.t[k] * (m.x - m.n * a);
				to->y = m.y;
				to->yy = m.yy;
				to->xy += row.t[k] * (m.xy - a * m.y);
			}
		}
}

/*
 * What the attributes of look p say of those of p and of later looks, to left[],
 * n[], own[] and other[]; the walk goes on over its rows.
 */
static void
gather_look(Transformer *t, const Coordinates *coordinates, const Moments *moments, uint32 fold,
			FoldWalk *walk, uint32 p)
{
	const Looks *looks = &coordinates->columns.looks;
	const double *a = coordinates->centre;
	uint32		d = looks->d;
	uint32		start = looks_first(looks, p);
	uint32		end = looks_first(looks, p + 1);
	uint32		first = coordinates->first[p];
	uint32		count = coordinates->first[p + 1] - first;

	memset(t->left, 0, (size_t) count * d * sizeof(double));
	memset(t->own, 0, (size_t) count * looks->n * sizeof(double));
	for (uint32 i = start; i < end; i++)
	{
		const PairCell *pair = i + 1 < d ? fold_walk_row(walk, i) : NULL;
		TransformRow row = coordinates_transform(coordinates, p, i);
		Marginal	m = moments_fold_marginal(moments, fold, i);

		if (count == 0)
			continue;
		t->row[i] = m.xx - 2 * a[i] * m.x + m.n * a[i] * a[i];
		for (uint32 j = i + 1; j < d; j++)
		{
			const PairCell *cell = &pair[j - i - 1];

			t->row[j] = cell->product - a[j] * cell->first - a[i] * cell->second +
				cell->n * a[i] * a[j];
		}
		for (uint32 k = 0; k < row.count; k++)
		{
			double	   *left = t->left + (size_t) (row.from - first + k) * d;

			for (uint32 j = i; j < d; j++)
				left[j] += row.t[k] * t->row[j];
		}

		/* within the look below the diagonal, too */
		for (uint32 j = i + 1; j < end; j++)
		{
			TransformRow below = coordinates_transform(coordinates, p, j);

			for (uint32 k = 0; k < below.count; k++)
				t->left[(size_t) (below.from - first + k) * d + i] += below.t[k] * t->row[j];
		}

		for (uint32 q = p + 1; q < looks->n; q++)
		{
			const PairCell *with = &pair[looks_first(looks, q) - i - 1];

			t->n[q] = with->n;
			for (uint32 k = 0; k < row.count; k++)
				t->own[(size_t) (row.from - first + k) * looks->n + q] +=
					row.t[k] * (with->first - with->n * a[i]);
		}
		for (uint32 k = coordinates->first[p + 1]; i == start && k < coordinates->looks.d; k++)
			t->other[k] = 0;
		for (uint32 q = p + 1; i == start && q < looks->n; q++)
			for (uint32 j = looks_first(looks, q); j < looks_first(looks, q + 1); j++)
			{
				const PairCell *cell = &pair[j - i - 1];
				TransformRow column = coordinates_transform(coordinates, q, j);

				for (uint32 k = 0; k < column.count; k++)
					t->other[column.from + k] += column.t[k] * (cell->second - cell->n * a[j]);
			}
	}
}

/* Products of coordinate k of look p with its own and those of later looks, to product[]. */
static void
multiply(const Transformer *t, const Coordinates *coordinates, uint32 p, uint32 k, double *product)
{
	const Looks *looks = &coordinates->columns.looks;
	const double *left = t->left + (size_t) (k - coordinates->first[p]) * looks->d;

	for (uint32 l = coordinates->first[p]; l < coordinates->looks.d; l++)
		product[l] = 0;
	for (uint32 q = p; q < looks->n; q++)
		for (uint32 j = looks_first(looks, q); j < looks_first(looks, q + 1); j++)
		{
			TransformRow column = coordinates_transform(coordinates, q, j);

			for (uint32 l = 0; l < column.count; l++)
				product[column.from + l] += left[j] * column.t[l];
		}
}

/*
 * The squares and products of a fold: to its marginals and its table of pairs,
 * or to the sums of complete moments.
 */
static void
transform_fold(Work *work, Transformer *t, const Coordinates *coordinates, const Moments *moments,
			   uint32 fold, Marginal *marginal, PairCell *table, double *gram)
{
	uint32		d = coordinates->looks.d;
	FoldWalk	walk;

	fold_walk_start(&walk, t->walk, moments, fold);
	for (uint32 p = 0; p < coordinates->looks.n; p++)
	{
		uint32		first = coordinates->first[p];
		uint32		end = coordinates->first[p + 1];

		work_poll(work);
		gather_look(t, coordinates, moments, fold, &walk, p);
		for (uint32 k = first; k < end; k++)
		{
			double	   *product = t->row;
			uint32		q = p;

			multiply(t, coordinates, p, k, product);
			marginal[k].xx = product[k];
			if (gram != NULL)
			{
				double	   *row = gram + (size_t) k * (d + 2);

				memcpy(row + k, product + k, (d - k) * sizeof(double));
				row[d] = marginal[k].x;
				row[d + 1] = marginal[k].xy;
				continue;
			}
			for (uint32 l = k + 1; l < d; l++, table++)
			{
				while (coordinates->first[q + 1] <= l)
					q++;
				if (q == p)
					*table = (PairCell) {marginal[k].n, product[l], marginal[k].x, marginal[l].x};
				else
					*table = (PairCell)
				{
					t->n[q], product[l], t->own[(size_t) (k - first) * coordinates->looks.n + q],
						t->other[l]
				};
			}
		}
	}
}

Status
in_coordinates_find(Work *work, InCoordinates *in, const Moments *moments, bool bends)
{
	Coordinates *coordinates = &in->coordinates;
	Transformer t;
	Chunk		chunk;
	uint32		d;
	Status		status = coordinates_find(work, coordinates, moments, bends, in->scratch);

	if (status != KERNEL_OK)
		return status;
	d = coordinates->looks.d;
	lay_out_transformer(&t, in->scratch, &coordinates->columns);
	in->classes.n = pair_classes(&coordinates->looks, in->prices, in->class_of, in->class_scratch);
	Assert(in->classes.n <= most_classes(&coordinates->columns, in->prices));
	moments_init(&in->moments, in->sums, d, moments->folds, moments->complete, NULL);
	in->moments.target = moments->target;
	chunk = (Chunk) {in->sums, moments_size(d, moments->folds)};
	for (uint32 f = 0; f < moments->folds; f++)
	{
		FoldSums   *to = &in->moments.fold[f];
		Marginal   *marginal;
		PairCell   *table = NULL;
		double	   *gram = NULL;

		to->rows = moments->fold[f].rows;
		to->y = moments->fold[f].y;
		to->yy = moments->fold[f].yy;
		if (to->rows == 0)
			continue;
		if (moments->complete)
		{
			marginal = t.marginal;
			gram = TAKE_ARRAY(&chunk, ((size_t) d + 2) * (d + 2), double);
			memset(gram, 0, ((size_t) d + 2) * (d + 2) * sizeof(double));
			to->gram.sum = gram;
		}
		else
		{
			marginal = TAKE_ARRAY(&chunk, d, Marginal);
			table = TAKE_ARRAY(&chunk, pairs_table_cells(d), PairCell);
			to->marginal = marginal;
			pairs_view_table(&to->pairs, d, table);
		}
		memset(marginal, 0, d * sizeof(Marginal));
		transform_marginals(coordinates, moments, f, marginal);
		transform_fold(work, &t, coordinates, moments, f, marginal, table, gram);
	}
	return KERNEL_OK;
}
