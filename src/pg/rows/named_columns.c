/*
 * named_columns.c
 *		The attributes of rows that nobody has seen, by the names of their columns.
 */
#include "pg/rows/named_columns.h"

#include "miscadmin.h"
#include "pg/options/near_name.h"
#include "pg/rows/column_look.h"

static void
no_such_name(const char *wanted, const char *option, char *const *name, int n)
{
	NearName	near;

	near_name_init(&near, wanted, strlen(wanted));
	for (int i = 0; i < n; i++)
		near_name_offer(&near, name[i]);
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("there is no column \"%s\" among the names", wanted),
			 errdetail("It is listed in \"%s\".", option),
			 near_name_hint(&near)));
}

static void
check_name(const RowColumns *columns, const char *wanted, const char *option, char *const *sorted,
		   int n)
{
	CHECK_FOR_INTERRUPTS();
	if (bsearch(&wanted, sorted, n, sizeof(char *), pg_qsort_strcmp) == NULL &&
		column_is_chosen(columns, wanted))
		no_such_name(wanted, option, sorted, n);
}

/*
 * The names of a row's columns become those of its looks, in place, as they do
 * where rows are read.
 */
static int
choose_columns(const RowColumns *columns, char **name, int n)
{
	char	  **sorted = palloc(sizeof(char *) * Max(n, 1));
	int			d = 0;

	memcpy(sorted, name, sizeof(char *) * n);
	qsort(sorted, n, sizeof(char *), pg_qsort_strcmp);
	for (int k = 0; k < columns->include.n; k++)
		check_name(columns, columns->include.name[k], "include", sorted, n);
	for (int k = 0; k < columns->values.n; k++)
		check_name(columns, columns->values.values[k].column, "columns", sorted, n);
	for (int i = 1; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (strcmp(sorted[i], sorted[i - 1]) == 0 && column_is_chosen(columns, sorted[i]))
			ereport(ERROR,
					(errcode(ERRCODE_AMBIGUOUS_COLUMN),
					 errmsg("ambiguous column \"%s\" among the names", sorted[i]),
					 errdetail("It stands there more than once."),
					 errhint("Give each column that is an attribute once, in the order of the rows' columns.")));
	}
	for (int i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (column_is_chosen(columns, name[i]))
			name[d++] = name[i];
	}
	pfree(sorted);
	return d;
}

RowAttributes
named_attributes(const RowColumns *columns, char **name, int n)
{
	RowAttributes attributes;

	n = choose_columns(columns, name, n);
	row_attributes_init(&attributes, n);
	for (int i = 0; i < n; i++)
	{
		const ColumnValues *values = column_list_find(&columns->values, name[i]);

		CHECK_FOR_INTERRUPTS();
		if (values)
			column_look_attributes(&attributes, values, InvalidOid);
		else
			row_attributes_add(&attributes, name[i], ATTRIBUTE_NUMBER);
	}
	row_attributes_check(&attributes);
	return attributes;
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
