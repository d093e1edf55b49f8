/*
 * look_columns.c
 *		What looks see, by the names and types of the attributes that they are.
 */
#include "pg/values/look_columns.h"

#include "pg/kernel_call.h"

Columns
look_columns(uint32 d, char *const *name, const AttributeType *type)
{
	Looks		looks = row_looks(d, name, type);
	Column	   *column = kernel_memory(sizeof(Column) * looks.n);

	memset(column, 0, sizeof(Column) * looks.n);
	for (uint32 l = 0; name && l < looks.n; l++)
	{
		column[l].words = type[looks_first(&looks, l)] == ATTRIBUTE_WORD;
		column[l].null = type[looks_first(&looks, l + 1) - 1] == ATTRIBUTE_NONE;
	}
	return (Columns)
	{
		looks, column
	};
}
