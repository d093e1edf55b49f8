/*
 * sums.c
 *		aer_sums: the sums that moments hold, as a relation.
 *
 * Variables are the attributes and, behind them, the target.  Where the target is a word,
 * each class is a variable of its own, 1 in the rows of that class and else 0.  Of two
 * classes nothing is said: their product is 0 in every row.
 */
#include "pg/aer.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "pg/kernel_call.h"
#include "pg/values/row_moments.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(aer_sums);

typedef struct Sums
{
	const RowMoments *object;
	ReturnSetInfo *result;
	uint32		targets;
	Datum	   *name;			/* [d + targets] */
} Sums;

static void
name_variables(Sums *sums)
{
	const RowMoments *object = sums->object;
	uint32		d = object->d;

	sums->targets = object->classes ? object->class_sums.classes : 1;
	sums->name = palloc_array(Datum, d + sums->targets);
	for (uint32 i = 0; i < d; i++)
		sums->name[i] = CStringGetTextDatum(object->name ? object->name[i] : psprintf("%u", i + 1));
	for (uint32 t = 0; t < sums->targets; t++)
		sums->name[d + t] = CStringGetTextDatum(object->classes ?
												psprintf("(target)=%s", object->classes->name[t]) :
												"(target)");
}

/* A row of the result, unless the variables were never seen together. */
static void
put(const Sums *sums, uint32 fold, uint32 i, uint32 j, PairCell cell)
{
	Datum		value[7];
	bool		null[7] = {false};

	if (cell.n == 0)
		return;
	cell = moments_unshifted(&sums->object->moments, i, j, cell);
	value[0] = Int32GetDatum(fold + 1);
	value[1] = sums->name[i];
	value[2] = sums->name[j];
	value[3] = Int64GetDatum((int64) cell.n);
	value[4] = Float8GetDatum(cell.product);
	value[5] = Float8GetDatum(cell.first);
	value[6] = Float8GetDatum(cell.second);
	Assert(sums->result->setDesc->natts == lengthof(value));
	tuplestore_putvalues(sums->result->setResult, sums->result->setDesc, value, null);
}

static void
put_attribute(const Sums *sums, uint32 fold, uint32 i, FoldWalk *walk)
{
	const RowMoments *object = sums->object;
	uint32		d = object->d;
	Marginal	m = moments_fold_marginal(&object->moments, fold, i);
	const PairCell *row = i + 1 < d ? fold_walk_row(walk, i) : NULL;

	put(sums, fold, i, i, (PairCell) {m.n, m.xx, m.x, m.x});
	for (uint32 j = i + 1; j < d; j++)
		put(sums, fold, i, j, row[j - i - 1]);
	for (uint32 t = 0; t < sums->targets; t++)
	{
		ClassCell	of_class = {m.y, m.xy};

		if (object->classes)
			of_class = class_sums_cell(&object->class_sums, t, fold, i);
		put(sums, fold, i, d + t, (PairCell) {m.n, of_class.x, m.x, of_class.n});
	}
}

static void
put_targets(const Sums *sums, uint32 fold)
{
	const RowMoments *object = sums->object;
	const FoldSums *of_fold = &object->moments.fold[fold];

	for (uint32 t = 0; t < sums->targets; t++)
	{
		double		y = of_fold->y;
		double		yy = of_fold->yy;

		if (object->classes)
			y = yy = class_sums_fold_rows(&object->class_sums, t, fold);
		put(sums, fold, object->d + t, object->d + t, (PairCell) {of_fold->rows, yy, y, y});
	}
}

Datum
aer_sums(PG_FUNCTION_ARGS)
{
	Sums		sums = {.result = (ReturnSetInfo *) fcinfo->resultinfo};
	const Moments *moments;
	void	   *memory;

	InitMaterializedSRF(fcinfo, 0);
	sums.object = PG_GETARG_ROW_MOMENTS(0, "aer_sums");
	row_moments_check_precision(sums.object);
	name_variables(&sums);
	moments = &sums.object->moments;
	memory = kernel_memory(fold_walk_size(moments->d));
	for (uint32 f = 0; f < moments->folds; f++)
	{
		FoldWalk	walk;

		if (moments->fold[f].rows == 0)
			continue;
		fold_walk_start(&walk, memory, moments, f);
		for (uint32 i = 0; i < moments->d; i++)
		{
			CHECK_FOR_INTERRUPTS();
			put_attribute(&sums, f, i, &walk);
		}
		put_targets(&sums, f);
	}
	return (Datum) 0;
}
