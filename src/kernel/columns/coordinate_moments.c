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
	FoldWalk	walk;
} Transformer;

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
			uint32 p)
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
		const PairCell *pair = i + 1 < d ? fold_walk_row(&t->walk, i) : NULL;
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

	fold_walk_start(&t->walk, moments, fold);
	for (uint32 p = 0; p < coordinates->looks.n; p++)
	{
		uint32		first = coordinates->first[p];
		uint32		end = coordinates->first[p + 1];

		work_poll(work);
		gather_look(t, coordinates, moments, fold, p);
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

/* Sums of all folds that have rows. */
static void
transform(Work *work, const Coordinates *coordinates, const Moments *moments, Moments *target)
{
	const Columns *columns = &coordinates->columns;
	uint32		d = coordinates->looks.d;
	size_t		largest = looks_most(&columns->looks, 1);
	Work	   *scratch = work_begin(work);
	Transformer t = {
		.left = WORK_ARRAY(scratch, largest * columns->looks.d, double),
		.row = WORK_ARRAY(scratch, columns->looks.d, double),
		.n = WORK_ARRAY(scratch, columns->looks.n, double),
		.own = WORK_ARRAY(scratch, largest * columns->looks.n, double),
		.other = WORK_ARRAY(scratch, d, double)
	};
	/* of complete moments, which have none */
	Marginal   *alone = WORK_ARRAY(scratch, moments->complete ? d : 0, Marginal);

	fold_walk_init(scratch, &t.walk, columns->looks.d);
	for (uint32 f = 0; f < moments->folds; f++)
	{
		FoldSums   *to = &target->fold[f];
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
			marginal = alone;
			memset(marginal, 0, d * sizeof(Marginal));
			gram = WORK_ARRAY(work, ((size_t) d + 2) * (d + 2), double);
			to->gram.sum = gram;
		}
		else
		{
			marginal = WORK_ARRAY(work, d, Marginal);
			table = WORK_ARRAY(work, pairs_table_cells(d), PairCell);
			to->marginal = marginal;
			pairs_view_table(&to->pairs, d, table);
		}
		transform_marginals(coordinates, moments, f, marginal);
		transform_fold(work, &t, coordinates, moments, f, marginal, table, gram);
	}
	work_end(scratch);
}

InCoordinates *
in_coordinates_create(Work *work, const Moments *moments, const Columns *columns,
					  const Prices *prices, bool bends)
{
	InCoordinates *in = WORK_ARRAY(work, 1, InCoordinates);
	Coordinates *coordinates = &in->coordinates;
	uint32		d;

	coordinates_init(work, coordinates, columns);
	coordinates_find(work, coordinates, moments, bends);
	d = coordinates_count(coordinates);
	pair_classes(work, &coordinates->looks, prices, &in->classes);
	moments_init(work, &in->moments, d, moments->folds, moments->complete, NULL);
	in->moments.target = moments->target;
	transform(work, coordinates, moments, &in->moments);
	return in;
}
