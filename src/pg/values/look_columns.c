/*
 * look_columns.c
 *		What looks see, as the kernel takes it, of columns.
 */
#include "pg/values/look_columns.h"

#include "pg/kernel_call.h"

Columns
look_columns(const RowColumns *columns)
{
	uint32		n = columns->looks.bought;
	Column	   *column = WORK_ARRAY(kernel_work(), n, Column);

	for (uint32 l = 0; columns->name && l < n; l++)
		column[l] = (Column)
	{
		columns->type[looks_first(&columns->looks, l)] == ATTRIBUTE_WORD, columns->column[l].none
	};
	return (Columns)
	{
		.looks = columns->looks,.column = column,.copies = columns->copies
	};
}
