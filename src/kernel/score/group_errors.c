/*
 * group_errors.c
 *		Means over held-out rows, and their standard errors by group.
 */
#include "kernel/score/group_errors.h"

static int
compare_groups(const void *a, const void *b, void *rows)
{
	size_t		i = *(const size_t *) a;
	size_t		j = *(const size_t *) b;
	double		x = held_out_group(rows, i);
	double		y = held_out_group(rows, j);

	if (x != y)
		return x < y ? -1 : 1;
	return i < j ? -1 : i > j;
}

static size_t *
rows_by_group(Work *work, const HeldOutRows *rows)
{
	size_t	   *row = WORK_ARRAY(work, rows->n, size_t);

	for (size_t i = 0; i < rows->n; i++)
		row[i] = i;
	qsort_arg(row, rows->n, sizeof(size_t), compare_groups, unconstify(HeldOutRows *, rows));
	return row;
}

/* Returns true if the k-th row by group begins another group than the row before it. */
static bool
begins_group(const HeldOutRows *rows, const size_t *row, size_t k)
{
	return k == 0 || held_out_group(rows, row[k]) != held_out_group(rows, row[k - 1]);
}

RowGroups
row_groups(Work *work, const HeldOutRows *rows)
{
	RowGroups	groups = {.rows = rows, .row = rows_by_group(work, rows)};

	for (size_t k = 0; k < rows->n; k++)
	{
		groups.groups += begins_group(rows, groups.row, k);
		groups.weight += held_out_weight(rows, groups.row[k]);
	}
	return groups;
}

void
group_times(Work *work, HeldOutRows *rows, size_t groups)
{
	Work	   *scratch = work_begin(work);
	size_t	   *row = rows_by_group(scratch, rows);
	double	   *number = WORK_ARRAY(scratch, rows->n, double);
	size_t		made = 0;

	for (size_t k = 0; k < rows->n; k++)
	{
		if (begins_group(rows, row, k) && k >= (double) made * rows->n / groups)
			made++;
		number[k] = made;
	}
	for (size_t k = 0; k < rows->n; k++)
		held_out_scores(rows, row[k])[rows->scores + 1] = number[k];
	rows->lags = (uint32) (4 * pow(made / 100.0, 2.0 / 9));
	work_end(scratch);
}

double
group_mean(const RowGroups *groups, const double *loss)
{
	double		sum = 0;

	for (size_t i = 0; i < groups->rows->n; i++)
		sum += held_out_weight(groups->rows, i) * loss[i];
	return sum / groups->weight;
}

/*
 * Returns the standard error of a sum to which each row adds part[i], all of which add up to 0.  That of
 * slices of time is never smaller than if they were independent.
 */
static double
sum_se(Work *work, const RowGroups *groups, const double *part)
{
	uint32		lags = groups->rows->lags;
	Work	   *scratch = work_begin(work);
	double	   *sum = WORK_ARRAY(scratch, groups->groups, double);
	double		squares = 0;
	double		together = 0;
	size_t		begun = 0;

	if (groups->groups < 2)
	{
		work_end(scratch);
		return NAN;
	}
	for (size_t k = 0; k < groups->rows->n; k++)
	{
		begun += begins_group(groups->rows, groups->row, k);
		sum[begun - 1] += part[groups->row[k]];
	}
	for (size_t g = 0; g < groups->groups; g++)
	{
		squares += sum[g] * sum[g];
		for (size_t lag = 1; lag <= Min(lags, g); lag++)
			together += 2 * (1 - lag / (lags + 1.0)) * sum[g] * sum[g - lag];
	}
	work_end(scratch);
	return sqrt((squares + Max(together, 0)) * groups->groups / (groups->groups - 1));
}

double
group_mean_se(Work *work, const RowGroups *groups, const double *loss, double mean)
{
	const HeldOutRows *rows = groups->rows;
	Work	   *scratch = work_begin(work);
	double	   *part = WORK_ARRAY(scratch, rows->n, double);
	double		se;

	for (size_t i = 0; i < rows->n; i++)
		part[i] = held_out_weight(rows, i) * (loss[i] - mean) / groups->weight;
	se = sum_se(scratch, groups, part);
	work_end(scratch);
	return se;
}

double
block_error_se(const double *loss, const double *se, size_t n)
{
	double		within = 0;
	double		between = 0;

	for (size_t b = 0; b < n; b++)
		within += (se[b] / loss[b]) * (se[b] / loss[b]) / n;
	for (size_t b = 0; b + 1 < n; b++)
		between += log(loss[b + 1] / loss[b]) * log(loss[b + 1] / loss[b]) / (n - 1);
	if (n < 2 || !isfinite(within + between))
		return n > 0 ? se[n - 1] : NAN;
	return loss[n - 1] * sqrt(within + Max(between - 2 * within, 0));
}

static int
compare_order(const void *a, const void *b)
{
	double		x = ((const OrderedRow *) a)->order;
	double		y = ((const OrderedRow *) b)->order;

	return x < y ? -1 : x > y;
}

OrderedRow *
order_held_out_rows(Work *work, const double *order, size_t n)
{
	OrderedRow *ordered = WORK_ARRAY(work, n, OrderedRow);

	for (size_t i = 0; i < n; i++)
		ordered[i] = (OrderedRow) {order[i], i};
	qsort(ordered, n, sizeof(OrderedRow), compare_order);
	return ordered;
}

/* The weights of rows of the low and of the high target. */
typedef struct TwoWeights
{
	double		low;
	double		high;
} TwoWeights;

static void
add_weight(const HeldOutRows *rows, size_t i, bool high, TwoWeights *sum)
{
	if (high)
		sum->high += held_out_weight(rows, i);
	else
		sum->low += held_out_weight(rows, i);
}

double
group_area(Work *work, const RowGroups *groups, const double *order, const bool *high, double *se)
{
	const HeldOutRows *rows = groups->rows;
	Work	   *scratch = work_begin(work);
	OrderedRow *ordered = order_held_out_rows(scratch, order, rows->n);
	double	   *part = WORK_ARRAY(scratch, rows->n, double);
	TwoWeights	all = {0};
	TwoWeights	before = {0};
	size_t		highs = 0;
	double		area = 0;

	for (size_t i = 0; i < rows->n; i++)
	{
		add_weight(rows, i, high[i], &all);
		highs += high[i];
	}
	for (size_t k = 0; k < rows->n;)
	{
		TwoWeights	tied = {0};
		size_t		end = k;

		for (; end < rows->n && ordered[end].order == ordered[k].order; end++)
			add_weight(rows, ordered[end].row, high[ordered[end].row], &tied);
		for (; k < end; k++)
		{
			size_t		i = ordered[k].row;

			part[i] = high[i] ? (before.low + tied.low / 2) / all.low :
				(all.high - before.high - tied.high / 2) / all.high;
		}
		area += tied.high * (before.low + tied.low / 2);
		before.low += tied.low;
		before.high += tied.high;
	}
	area /= all.low * all.high;
	for (size_t i = 0; i < rows->n; i++)
		part[i] = held_out_weight(rows, i) * (part[i] - area) / (high[i] ? all.high : all.low);
	*se = highs < 2 || rows->n - highs < 2 ? NAN : sum_se(scratch, groups, part);
	work_end(scratch);
	return area;
}
