/*
 * sums.c
 *		aer_sums: the sums in moments, as a relation; aer_other_sums: the sums in which two
 *		moments differ, for aer_check.
 *
 * The variables are the target, followed by the attributes.  A categorical target has a
 * variable for each class, which is 1 in rows of that class and 0 in others.  Pairs of classes
 * are left out, because their product is 0 in every row.
 */
#include "pg/aer.h"

#include "miscadmin.h"
#include "pg/kernel_call.h"
#include "pg/options/attribute_name.h"
#include "pg/result_row.h"
#include "pg/values/row_moments.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(aer_sums);
PG_FUNCTION_INFO_V1(aer_other_sums);

/* Relative difference of sums of the same rows in another order, nearly always. */
#define TOLERANCE 1e-9

typedef struct Sums
{
	const RowMoments *object;
	uint32		targets;		/* variables of the target, which precede the attributes */
	uint32		variables;
	uint32		fold;
	FoldWalk	walk;
	PairCell   *row;			/* [variables] sums of a variable with itself and with later ones */
} Sums;

static void
sums_init(Sums *sums, const RowMoments *object)
{
	Work	   *work = kernel_work();

	sums->object = object;
	sums->targets = object->moments.targets;
	sums->variables = sums->targets + object->d;
	fold_walk_init(work, &sums->walk, object->d);
	sums->row = WORK_ARRAY(work, sums->variables, PairCell);
}

/* Starts a fold, whose rows find_row() then returns in the order of the variables. */
static void
start_fold(Sums *sums, uint32 fold)
{
	sums->fold = fold;
	if (sums->object->moments.fold[fold].rows > 0)
		fold_walk_start(&sums->walk, &sums->object->moments, fold);
}

static void
find_target_row(Sums *sums, uint32 t)
{
	const RowMoments *object = sums->object;
	const FoldSums *fold = &object->moments.fold[sums->fold];
	const TargetSums *target = &fold->target[t];

	sums->row[0] = (PairCell) {fold->rows, target->yy, target->y, target->y};
	for (uint32 i = 0; i < object->d; i++)
	{
		AttributeSums m = moments_fold_attribute(&object->moments, sums->fold, i);
		TargetCell	cell = target_sums_cell(target, i);

		sums->row[sums->targets - t + i] = (PairCell) {m.n, cell.xy, cell.y, m.x};
	}
}

/* Returns the sums of variable v with itself and with each later variable. */
static const PairCell *
find_row(Sums *sums, uint32 v)
{
	const Moments *moments = &sums->object->moments;
	uint32		later = sums->variables - v - 1;
	AttributeSums m;

	CHECK_FOR_INTERRUPTS();
	memset(sums->row, 0, sizeof(PairCell) * (later + 1));
	if (moments->fold[sums->fold].rows == 0)
		return sums->row;
	if (v < sums->targets)
	{
		find_target_row(sums, v);
		return sums->row;
	}
	m = moments_fold_attribute(moments, sums->fold, v - sums->targets);
	sums->row[0] = (PairCell) {m.n, m.xx, m.x, m.x};
	if (later > 0)
		memcpy(sums->row + 1, fold_walk_row(&sums->walk, v - sums->targets), sizeof(PairCell) * later);
	return sums->row;
}

/* Returns [variables] names, as text Datums. */
static Datum *
variable_names(const Sums *sums)
{
	const RowMoments *object = sums->object;
	Datum	   *name = palloc_array(Datum, sums->variables);

	for (uint32 t = 0; t < sums->targets; t++)
		name[t] = CStringGetTextDatum(object->classes ? psprintf("(target)=%s", object->classes->name[t]) : "(target)");
	for (uint32 i = 0; i < object->d; i++)
		name[sums->targets + i] = CStringGetTextDatum(object->columns.column ? attribute_name(&object->columns, i) : psprintf("%u", i + 1));
	return name;
}

/* Adds the columns n, product, first_sum and second_sum. */
static void
put_cell(ResultRow *result, PairCell cell)
{
	result_number(result, cell.n);
	result_number(result, cell.product);
	result_number(result, cell.first);
	result_number(result, cell.second);
}

static double
variable_center(const Sums *sums, uint32 v)
{
	return v >= sums->targets ? moments_shift(&sums->object->moments, v - sums->targets) : 0;
}

Datum
aer_sums(PG_FUNCTION_ARGS)
{
	ResultRow	result;
	const RowMoments *object = PG_GETARG_ROW_MOMENTS(0);
	Sums		sums;
	Datum	   *name;

	result_begin(&result, fcinfo);
	row_moments_check_precision(object);
	sums_init(&sums, object);
	name = variable_names(&sums);
	for (uint32 fold = 0; fold < object->folds; fold++)
	{
		start_fold(&sums, fold);
		for (uint32 v = 0; v < sums.variables; v++)
		{
			const PairCell *row = find_row(&sums, v);

			for (uint32 w = v; w < sums.variables; w++)
			{
				if (row[w - v].n == 0)	/* never seen together */
					continue;
				result_int32(&result, fold + 1);
				result_datum(&result, name[v]);
				result_datum(&result, name[w]);
				put_cell(&result, pair_cell_shifted(row[w - v], variable_center(&sums, v), variable_center(&sums, w)));
				result_put(&result);
			}
		}
	}
	return (Datum) 0;
}

static bool
is_near(double one, double other)
{
	return fabs(one - other) <= TOLERANCE * fabs(one);
}

/* Returns the largest sum of squares that a variable ever had; rows of a class add 1. */
static double
largest_squares(const Sums *sums, uint32 v)
{
	const Moments *moments = &sums->object->moments;

	if (v >= sums->targets)
		return moments_peak_xx(moments, v - sums->targets);
	return sums->object->classes ? moments->turnover : moments_peak_yy(moments);
}

/*
 * Returns the sums of each variable with itself in both moments, and other sums that differ.  Each
 * row has the largest sum of squares that its first variable ever had, and the number of rows that
 * were added and subtracted.  Moments of different designs, attributes or classes give no row:
 * aer_moments_unlike() says how they differ.
 */
Datum
aer_other_sums(PG_FUNCTION_ARGS)
{
	ResultRow	result;
	Sums		sums[2];
	Datum	   *name;
	double		turnover;

	result_begin(&result, fcinfo);
	sums_init(&sums[0], PG_GETARG_ROW_MOMENTS(0));
	sums_init(&sums[1], PG_GETARG_ROW_MOMENTS(1));
	if (sums[0].object->d != sums[1].object->d || sums[0].object->folds != sums[1].object->folds ||
		sums[0].targets != sums[1].targets)
		return (Datum) 0;
	name = variable_names(&sums[0]);
	turnover = Max(sums[0].object->moments.turnover, sums[1].object->moments.turnover);
	for (uint32 fold = 0; fold < sums[0].object->folds; fold++)
	{
		start_fold(&sums[0], fold);
		start_fold(&sums[1], fold);
		for (uint32 v = 0; v < sums[0].variables; v++)
		{
			const PairCell *row = find_row(&sums[0], v);
			const PairCell *other = find_row(&sums[1], v);
			double		most = Max(largest_squares(&sums[0], v), largest_squares(&sums[1], v));

			for (uint32 w = v; w < sums[0].variables; w++, row++, other++)
			{
				if (v != w && row->n == other->n && is_near(row->product, other->product) &&
					is_near(row->first, other->first) && is_near(row->second, other->second))
					continue;
				result_int32(&result, fold + 1);
				result_datum(&result, name[v]);
				result_datum(&result, name[w]);
				put_cell(&result, *row);
				put_cell(&result, *other);
				result_number(&result, most);
				result_number(&result, turnover);
				result_put(&result);
			}
		}
	}
	return (Datum) 0;
}
