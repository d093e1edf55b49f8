/*
 * repeats_solution.c
 *		The regression on what a search for repeats has chosen, step by step.
 *
 * Each step changes every h by a square and every g by a product with one
 * number per candidate: O(d s + s^2) for s chosen attributes.  P itself is not
 * kept but M = L L' and Z = L^-1 S_S*: the numbers come out of them without
 * the loss that an updated inverse has where attributes nearly repeat each
 * other.  What rounding adds up to is taken out by computing all of it afresh
 * now and then.
 */
#include "kernel/repeats/repeats_solution.h"

#include <cblas.h>
#include <lapacke.h>

/*
 * Steps after which all is computed afresh, if there are not more attributes
 * chosen than this: then as many as those, so that it costs O(d s) a step.
 */
#define REFRESH_STEPS 64

/* Columns of Z that are computed between two polls. */
#define REFRESH_COLUMNS 128

double
repeats_saved(const Repeats *repeats, int a)
{
	double		r = (double) repeats->bought[a];

	return repeats->v[a] / (r * (r + 1));
}

/* x = L^-1 x, or L'^-1 x. */
static void
solve_factor(const Repeats *repeats, CBLAS_TRANSPOSE transposed, double *x)
{
	cblas_dtrsv(CblasRowMajor, CblasLower, transposed, CblasNonUnit,
				repeats->chosen, repeats->l, repeats->room, x, 1);
}

/* w = P b = L'^-1 y */
static void
update_weights(Repeats *repeats)
{
	memcpy(repeats->w, repeats->y, repeats->chosen * sizeof(double));
	solve_factor(repeats, CblasTrans, repeats->w);
}

/*
 * L and y have taken a step, which adds the square of change to what is
 * explained of each attribute, and the square of y to what is of the label: let
 * the rest follow.
 */
static void
finish_step(Repeats *repeats, double y)
{
	const double *change = repeats->change;
	int			a;

	for (a = 0; a < repeats->d; a++)
	{
		repeats->h[a] -= change[a] * change[a];
		repeats->g[a] -= change[a] * y;
	}
	repeats->objective += y * y;
	update_weights(repeats);
	repeats->since_refresh++;
}

void
repeats_choose(Repeats *repeats, int a)
{
	int			d = repeats->d;
	int			s = repeats->chosen;
	double		root = sqrt(repeats->h[a]);
	double		y = repeats->g[a] / root;
	double	   *row = repeats->l + (size_t) s * repeats->room;
	int			i;

	Assert(s < repeats->room);
	memcpy(repeats->change, repeats->sigma + (size_t) a * d, d * sizeof(double));
	for (i = 0; i < s; i++)
	{
		row[i] = repeats->z[(size_t) i * d + a];
		cblas_daxpy(d, -row[i], repeats->z + (size_t) i * d, 1, repeats->change, 1);
	}
	cblas_dscal(d, 1 / root, repeats->change, 1);

	memcpy(repeats->column, row, s * sizeof(double));
	solve_factor(repeats, CblasTrans, repeats->column);
	for (i = 0; i < s; i++)
		repeats->p[i] += repeats->column[i] * repeats->column[i] / repeats->h[a];
	repeats->p[s] = 1 / repeats->h[a];

	row[s] = root;
	repeats->y[s] = y;
	memcpy(repeats->z + (size_t) s * d, repeats->change, d * sizeof(double));
	repeats->order[s] = a;
	repeats->place[a] = s;
	repeats->chosen++;
	finish_step(repeats, y);
}

/*
 * A downdate of L by rotations (LINPACK's dchdd; Stewart 1979), in which Z and y
 * take part.  What the rotations leave over is what more is explained.
 */
void
repeats_repeat(Repeats *repeats, int a)
{
	int			d = repeats->d;
	int			s = repeats->chosen;
	int			from = repeats->place[a];
	double	   *sine = repeats->column;
	double	   *cosine = repeats->other;
	double	   *change = repeats->change;
	double		y = 0;
	double		rest,
				alpha;
	int			i,
				j;

	memset(sine, 0, s * sizeof(double));
	sine[from] = sqrt(repeats_saved(repeats, a));
	solve_factor(repeats, CblasNoTrans, sine);
	rest = 1 - cblas_ddot(s, sine, 1, sine, 1);

	memcpy(repeats->other, sine, s * sizeof(double));
	solve_factor(repeats, CblasTrans, repeats->other);
	for (i = 0; i < s; i++)
		repeats->p[i] += repeats->other[i] * repeats->other[i] / rest;

	alpha = sqrt(rest);
	for (i = s - 1; i >= from; i--)
	{
		double		norm = hypot(alpha, sine[i]);

		cosine[i] = alpha / norm;
		sine[i] /= norm;
		alpha = norm;
	}

	for (j = from; j < s; j++)
	{
		double	   *row = repeats->l + (size_t) j * repeats->room;
		double		over = 0;

		for (i = j; i >= from; i--)
		{
			double		t = cosine[i] * over + sine[i] * row[i];

			row[i] = cosine[i] * row[i] - sine[i] * over;
			over = t;
		}
	}
	memset(change, 0, d * sizeof(double));
	for (i = from; i < s; i++)
	{
		double	   *row = repeats->z + (size_t) i * d;

		cblas_daxpy(d, -sine[i], change, 1, row, 1);
		cblas_dscal(d, 1 / cosine[i], row, 1);
		cblas_dscal(d, cosine[i], change, 1);
		cblas_daxpy(d, -sine[i], row, 1, change, 1);
		repeats->y[i] = (repeats->y[i] - sine[i] * y) / cosine[i];
		y = cosine[i] * y - sine[i] * repeats->y[i];
	}
	finish_step(repeats, y);
}

/* L, Z, y, P, g, h and the objective from M itself. */
static void
solve_afresh(Repeats *repeats, Poll poll)
{
	int			d = repeats->d;
	int			s = repeats->chosen;
	int			room = repeats->room;
	int			from,
				i,
				j,
				a;

	for (i = 0; i < s; i++)
	{
		const double *row = repeats->sigma + (size_t) repeats->order[i] * d;

		for (j = 0; j <= i; j++)
			repeats->factor[(size_t) i * room + j] = row[repeats->order[j]];
		a = repeats->order[i];
		repeats->factor[(size_t) i * room + i] += repeats->v[a] / (double) repeats->bought[a];
	}
	/* so near to singular that the updates know it better */
	if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', s, repeats->factor, room) != 0)
		return;
	for (i = 0; i < s; i++)
		memcpy(repeats->l + (size_t) i * room, repeats->factor + (size_t) i * room,
			   (i + 1) * sizeof(double));

	for (i = 0; i < s; i++)
		repeats->y[i] = repeats->b[repeats->order[i]];
	solve_factor(repeats, CblasNoTrans, repeats->y);
	repeats->objective = cblas_ddot(s, repeats->y, 1, repeats->y, 1);

	for (from = 0; from < d; from += REFRESH_COLUMNS)
	{
		int			n = Min(REFRESH_COLUMNS, d - from);

		poll_now(poll);
		for (i = 0; i < s; i++)
			memcpy(repeats->z + (size_t) i * d + from,
				   repeats->sigma + (size_t) repeats->order[i] * d + from, n * sizeof(double));
		cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit,
					s, n, 1.0, repeats->l, room, repeats->z + from, d);
	}
	for (a = 0; a < d; a++)
	{
		repeats->h[a] = repeats->sigma[(size_t) a * d + a] + repeats->v[a];
		repeats->g[a] = repeats->b[a];
	}
	for (i = 0; i < s; i++)
	{
		const double *row = repeats->z + (size_t) i * d;

		for (a = 0; a < d; a++)
			repeats->h[a] -= row[a] * row[a];
		cblas_daxpy(d, -repeats->y[i], row, 1, repeats->g, 1);
	}

	poll_now(poll);
	/* the diagonal of P: squared columns of L^-1 */
	LAPACKE_dtrtri_work(LAPACK_COL_MAJOR, 'U', 'N', s, repeats->factor, room);
	memset(repeats->p, 0, s * sizeof(double));
	for (i = 0; i < s; i++)
		for (j = 0; j <= i; j++)
		{
			double		x = repeats->factor[(size_t) i * room + j];

			repeats->p[j] += x * x;
		}
}

void
repeats_refresh(Repeats *repeats, Poll poll)
{
	if (repeats->since_refresh < Max(REFRESH_STEPS, repeats->chosen))
		return;
	solve_afresh(repeats, poll);
	update_weights(repeats);
	repeats->since_refresh = 0;
}
