/*
 * coordinate_moments.c
 *		Moments in coordinates, from moments of attributes.
 *
 * The products of attributes i and j about a, over the rows in which both were seen, are
 *		C_ij = sum x_i x_j - a_j sum x_i - a_i sum x_j + N a_i a_j.
 * Those of coordinate k of one look and l of another are sum T_ik C_ij T_jl.  All pairs of two
 * looks were seen in the same rows, so sums can be transformed in blocks.  If every row was
 * seen in full, C is a matrix, because the terms of an interaction are not adjacent.
 * Otherwise C is transformed look by look, with the counts of the rows in which both looks
 * were seen.
 */
#include "kernel/columns/coordinates.h"

#include "kernel/spending/pair_classes.h"

/* The working memory for one fold. */
typedef struct Transformer
{
	double	   *a;				/* [attributes] centres */
	double	   *square;			/* [attributes^2] C, if the moments are complete */
	double	   *left;			/* [largest look * attributes] T_p' C, p the current look */
	double	   *row;			/* [attributes] a row of C; [coordinates] a row of products */
	double	   *n;				/* [looks] rows in which each look was seen with p */
	double	   *own;			/* [largest look * looks] sums of the coordinates of p over these rows */
	double	   *other;			/* [coordinates] sums of the other coordinates over these rows */
	FoldWalk	walk;
} Transformer;

/* Finds the sums of coordinates, except their squares. */
static void
transform_attributes(const Coordinates *coordinates, const Moments *moments, uint32 fold,
					 AttributeSums *target)
{
	for (uint32 l = 0; l < coordinates->looks.n; l++)
		for (uint32 t = coordinates->first_term[l]; t < coordinates->first_term[l + 1]; t++)
		{
			TransformRow row = coordinates_transform(coordinates, l, t);
			AttributeSums m;
			double		a = coordinates->centre[t];

			if (row.count == 0)
				continue;
			m = moments_fold_attribute(moments, fold, coordinates->term[t]);
			for (uint32 k = 0; k < row.count; k++)
			{
				AttributeSums *to = &target[row.from + k];

				to->n = m.n;
				to->x += row.t[k] * (m.x - m.n * a);
			}
		}
}

/* Returns C_ij, i < j. */
static inline double
about_centres(const PairCell *cell, double a_i, double a_j)
{
	return cell->product - a_j * cell->first - a_i * cell->second + cell->n * a_i * a_j;
}

static inline double
square_about_centre(const AttributeSums *m, double a)
{
	return m->xx - 2 * a * m->x + m->n * a * a;
}

/* Finds C of complete moments, both triangles. */
static void
find_square(Work *work, Transformer *t, const Moments *moments, uint32 fold)
{
	uint32		d = moments->d;

	fold_walk_start(&t->walk, moments, fold);
	for (uint32 i = 0; i < d; i++)
	{
		AttributeSums m = moments_fold_attribute(moments, fold, i);
		const PairCell *pair = i + 1 < d ? fold_walk_row(&t->walk, i) : NULL;

		work_poll_step(work, i);
		t->square[(size_t) i * d + i] = square_about_centre(&m, t->a[i]);
		for (uint32 j = i + 1; j < d; j++)
			t->square[(size_t) i * d + j] = t->square[(size_t) j * d + i] =
				about_centres(&pair[j - i - 1], t->a[i], t->a[j]);
	}
}

/*
 * Fills left[], n[], own[] and other[] for look p and later looks, if rows are seen in part.
 * The walk goes on over the rows of p.  The terms of each look are its attributes.
 */
static void
gather_look(Transformer *t, const Coordinates *coordinates, const Moments *moments, uint32 fold,
			uint32 p)
{
	const Looks *looks = &coordinates->columns.looks;
	const double *a = t->a;
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
		AttributeSums m;

		if (count == 0)
			continue;
		m = moments_fold_attribute(moments, fold, i);
		t->row[i] = square_about_centre(&m, a[i]);
		for (uint32 j = i + 1; j < d; j++)
			t->row[j] = about_centres(&pair[j - i - 1], a[i], a[j]);
		for (uint32 k = 0; k < row.count; k++)
		{
			double	   *left = t->left + (size_t) (row.from - first + k) * d;

			for (uint32 j = i; j < d; j++)
				left[j] += row.t[k] * t->row[j];
		}

		/* below the diagonal, too, within the look */
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

/* Fills left[] for look p, from complete moments. */
static void
gather_terms(const Transformer *t, const Coordinates *coordinates, uint32 p)
{
	uint32		d = coordinates_attributes(coordinates);
	uint32		first = coordinates->first[p];

	memset(t->left, 0, (size_t) (coordinates->first[p + 1] - first) * d * sizeof(double));
	for (uint32 term = coordinates->first_term[p]; term < coordinates->first_term[p + 1]; term++)
	{
		TransformRow row = coordinates_transform(coordinates, p, term);
		const double *square = t->square + (size_t) coordinates->term[term] * d;

		for (uint32 k = 0; k < row.count; k++)
		{
			double	   *left = t->left + (size_t) (row.from - first + k) * d;

			for (uint32 j = 0; j < d; j++)
				left[j] += row.t[k] * square[j];
		}
	}
}

/* Finds the products of coordinate k of look p with those of p and of later looks. */
static void
multiply(const Transformer *t, const Coordinates *coordinates, uint32 p, uint32 k, double *product)
{
	const double *left = t->left +
		(size_t) (k - coordinates->first[p]) * coordinates_attributes(coordinates);

	for (uint32 l = coordinates->first[p]; l < coordinates->looks.d; l++)
		product[l] = 0;
	for (uint32 q = p; q < coordinates->looks.n; q++)
		for (uint32 term = coordinates->first_term[q]; term < coordinates->first_term[q + 1]; term++)
		{
			TransformRow column = coordinates_transform(coordinates, q, term);

			for (uint32 l = 0; l < column.count; l++)
				product[column.from + l] += left[coordinates->term[term]] * column.t[l];
		}
}

/* Transforms the squares and products of one fold of complete moments. */
static void
transform_complete(Work *work, Transformer *t, const Coordinates *coordinates,
				   const Moments *moments, uint32 fold, AttributeSums *attribute, double *gram)
{
	uint32		d = coordinates->looks.d;

	find_square(work, t, moments, fold);
	for (uint32 p = 0; p < coordinates->looks.n; p++)
	{
		work_poll(work);
		gather_terms(t, coordinates, p);
		for (uint32 k = coordinates->first[p]; k < coordinates->first[p + 1]; k++)
		{
			double	   *row = gram + (size_t) k * (d + 1);

			multiply(t, coordinates, p, k, t->row);
			memcpy(row + k, t->row + k, (d - k) * sizeof(double));
			row[d] = attribute[k].x;
		}
	}
}

/* Transforms the squares and products of one fold of rows seen in part. */
static void
transform_in_part(Work *work, Transformer *t, const Coordinates *coordinates,
				  const Moments *moments, uint32 fold, AttributeSums *attribute, PairCell *table)
{
	uint32		d = coordinates->looks.d;

	fold_walk_start(&t->walk, moments, fold);
	for (uint32 p = 0; p < coordinates->looks.n; p++)
	{
		uint32		first = coordinates->first[p];

		work_poll(work);
		gather_look(t, coordinates, moments, fold, p);
		for (uint32 k = first; k < coordinates->first[p + 1]; k++)
		{
			double	   *product = t->row;
			uint32		q = p;

			multiply(t, coordinates, p, k, product);
			attribute[k].xx = product[k];
			for (uint32 l = k + 1; l < d; l++, table++)
			{
				while (coordinates->first[q + 1] <= l)
					q++;
				if (q == p)
					*table = (PairCell) {attribute[k].n, product[l], attribute[k].x, attribute[l].x};
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

static uint32
largest_look(const Coordinates *coordinates)
{
	uint32		most = 0;

	for (uint32 l = 0; l < coordinates->looks.n; l++)
		most = Max(most, looks_size(&coordinates->looks, l));
	return most;
}

/* Transforms the sums of a target with the attributes: T'(sum x y - a sum y). */
static void
transform_target(Work *work, const Coordinates *coordinates, const TargetSums *from, TargetSums *to)
{
	bool		complete = from->xy != NULL;

	to->y = from->y;
	to->yy = from->yy;
	if (!complete && from->cell == NULL)
		return;
	target_sums_start(work, to, coordinates->looks.d, complete);
	for (uint32 l = 0; l < coordinates->looks.n; l++)
		for (uint32 t = coordinates->first_term[l]; t < coordinates->first_term[l + 1]; t++)
		{
			TargetCell	cell = target_sums_cell(from, coordinates->term[t]);
			TransformRow row = coordinates_transform(coordinates, l, t);
			double		xy = cell.xy - coordinates->centre[t] * cell.y;

			for (uint32 k = 0; k < row.count && complete; k++)
				to->xy[row.from + k] += row.t[k] * xy;
			for (uint32 k = 0; k < row.count && !complete; k++)
			{
				to->cell[row.from + k].y = cell.y;
				to->cell[row.from + k].yy = cell.yy;
				to->cell[row.from + k].xy += row.t[k] * xy;
			}
		}
}

/* Transforms the sums of all folds. */
static void
transform(Work *work, const Coordinates *coordinates, const Moments *moments, Moments *target)
{
	uint32		attributes = coordinates_attributes(coordinates);
	uint32		looks = coordinates->looks.n;
	uint32		d = coordinates->looks.d;
	size_t		largest = largest_look(coordinates);
	Work	   *scratch = work_begin(work);
	Transformer t = {
		.a = WORK_ARRAY(scratch, attributes, double),
		.square = WORK_ARRAY(scratch, moments->complete ? (size_t) attributes * attributes : 0, double),
		.left = WORK_ARRAY(scratch, largest * attributes, double),
		.row = WORK_ARRAY(scratch, Max(attributes, d), double),
		.n = WORK_ARRAY(scratch, looks, double),
		.own = WORK_ARRAY(scratch, largest * looks, double),
		.other = WORK_ARRAY(scratch, d, double)
	};
	/* complete moments have no such array */
	AttributeSums *attribute = WORK_ARRAY(scratch, moments->complete ? d : 0, AttributeSums);

	for (uint32 term = 0; term < coordinates->first_term[looks]; term++)
		t.a[coordinates->term[term]] = coordinates->centre[term];
	fold_walk_init(scratch, &t.walk, attributes);
	for (uint32 f = 0; f < moments->folds; f++)
	{
		FoldSums   *to = &target->fold[f];

		to->rows = moments->fold[f].rows;
		if (to->rows == 0)
			continue;
		for (uint32 c = 0; c < moments->targets; c++)
			transform_target(work, coordinates, &moments->fold[f].target[c], &to->target[c]);
		if (moments->complete)
		{
			memset(attribute, 0, d * sizeof(AttributeSums));
			to->gram.sum = WORK_ARRAY(work, ((size_t) d + 1) * (d + 1), double);
			transform_attributes(coordinates, moments, f, attribute);
			transform_complete(work, &t, coordinates, moments, f, attribute, to->gram.sum);
		}
		else
		{
			PairCell   *table = WORK_ARRAY(work, pairs_table_cells(d), PairCell);

			to->attribute = WORK_ARRAY(work, d, AttributeSums);
			to->table = table;
			transform_attributes(coordinates, moments, f, to->attribute);
			transform_in_part(work, &t, coordinates, moments, f, to->attribute, table);
		}
	}
	work_end(scratch);
}

InCoordinates *
in_coordinates_create(Work *work, const Moments *moments, const Columns *columns,
					  const Prices *prices, const ColumnShape *shape)
{
	InCoordinates *in = WORK_ARRAY(work, 1, InCoordinates);
	Coordinates *coordinates = &in->coordinates;
	uint32		d;

	coordinates_init(work, coordinates, columns);
	coordinates_find(work, coordinates, moments, shape);
	d = coordinates_count(coordinates);
	pair_classes(work, &coordinates->looks, prices, &in->classes);
	moments_init(work, &in->moments, d, moments->folds, moments->complete, NULL);
	in->moments.target = moments->target;
	in->moments.summed = true;
	in->moments.of_classes = moments->of_classes;
	in->moments.class_read = moments->class_read;
	in->moments.class_reading = moments->class_reading;
	moments_start_sums(&in->moments);
	moments_add_targets(&in->moments, moments->targets);
	transform(work, coordinates, moments, &in->moments);
	return in;
}
