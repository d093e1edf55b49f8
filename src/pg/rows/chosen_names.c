/*
 * chosen_names.c
 *		Describes columns by names alone, without rows.
 */
#include "pg/rows/chosen_names.h"

#include "miscadmin.h"
#include "pg/near_name.h"

static void
no_such_name(const char *listed, const char *option, char *const *name, int n)
{
	NearName	near;

	near_name_init(&near, listed, strlen(listed));
	for (int i = 0; i < n; i++)
		near_name_offer(&near, name[i]);
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("there is no column \"%s\" among the names", listed),
			 errdetail("It is listed in \"%s\".", option),
			 near_name_hint(&near)));
}

static void
check_name(const ColumnChoice *choice, const char *listed, const char *option, char *const *sorted,
		   int n)
{
	CHECK_FOR_INTERRUPTS();
	if (bsearch(&listed, sorted, n, sizeof(char *), pg_qsort_strcmp) == NULL &&
		column_is_chosen(choice, listed))
		no_such_name(listed, option, sorted, n);
}

/* Moves the names of chosen columns to the front; returns their number. */
static int
keep_chosen(const ColumnChoice *choice, char **name, int n)
{
	char	  **sorted = palloc(sizeof(char *) * Max(n, 1));
	int			d = 0;

	memcpy(sorted, name, sizeof(char *) * n);
	qsort(sorted, n, sizeof(char *), pg_qsort_strcmp);
	for (int k = 0; k < choice->include.n; k++)
		check_name(choice, choice->include.name[k], "include", sorted, n);
	for (int k = 0; k < choice->values.n; k++)
		check_name(choice, choice->values.column[k].name, "columns", sorted, n);
	for (int i = 1; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (strcmp(sorted[i], sorted[i - 1]) == 0 && column_is_chosen(choice, sorted[i]))
			ereport(ERROR,
					(errcode(ERRCODE_AMBIGUOUS_COLUMN),
					 errmsg("ambiguous column \"%s\" among the names", sorted[i]),
					 errdetail("The name is listed more than once."),
					 errhint("List each attribute once, in the order of the columns of the rows.")));
	}
	for (int i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (column_is_chosen(choice, name[i]))
			name[d++] = name[i];
	}
	pfree(sorted);
	return d;
}

Columns
choose_names(const ColumnChoice *choice, char **name, int n)
{
	Column	   *column;

	n = keep_chosen(choice, name, n);
	column = palloc_extended(sizeof(Column) * Max(n, 1), MCXT_ALLOC_HUGE);
	for (int i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		column[i] = named_column(choice, name[i]);
	}
	return choose_interactions(column, n, choice);
}

void
check_attribute_count(int64 d)
{
	if (d < 1 || d > MAX_ATTRIBUTES)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the number of attributes must be from 1 to %u", MAX_ATTRIBUTES),
				 errdetail("It is " INT64_FORMAT ".", d)));
}
