/*
 * listed_looks.c
 *		Reads arguments that list looks by name or by number.
 */
#include "pg/functions/spending/listed_looks.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "pg/arguments.h"
#include "pg/near_name.h"
#include "pg/numbers.h"
#include "pg/options/attribute_name.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"

static uint32
look_by_number(const Columns *columns, const char *argument, int32 number)
{
	if (number < 1 || number > looks_main(&columns->looks))
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("there is no attribute %d", number),
				 errdetail("\"%s\" lists it, but there are only %u attributes.", argument, looks_main(&columns->looks))));
	return looks_of(&columns->looks, number - 1);
}

uint32
look_by_name(const Columns *columns, const char *argument, const char *name)
{
	NearName	near;

	if (columns->column == NULL && name[strspn(name, "0123456789")] != '\0')
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("\"%s\" lists names, but the attributes have no names", argument),
				 errdetail("The features were arrays in training."),
				 errhint("List their numbers, from 1.")));
	if (columns->column == NULL)
		return look_by_number(columns, argument, pg_strtoint32(name));
	for (uint32 l = 0; l < columns->looks.bought; l++)
		if (strcmp(columns->column[l].name, name) == 0)
			return l;
	for (uint32 i = 0; i < looks_main(&columns->looks); i++)
		if (strcmp(attribute_name(columns, i), name) == 0)
			return looks_of(&columns->looks, i);
	near_name_init(&near, name, strlen(name));
	for (uint32 l = 0; l < columns->looks.bought; l++)
		near_name_offer(&near, columns->column[l].name);
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("there is no attribute \"%s\"", name),
			 errdetail("It is listed in \"%s\".", argument),
			 near_name_hint(&near)));
	return 0;					/* keep the compiler quiet */
}

void
listed_looks(FunctionCallInfo fcinfo, int argno, const char *argument, const Columns *columns,
			 bool *listed)
{
	Oid			type = argument_type(fcinfo, argno);
	Datum		array;
	Datum	   *element;
	int			n;

	memset(listed, 0, sizeof(bool) * columns->looks.n);
	if (PG_ARGISNULL(argno))
		return;
	array = PG_GETARG_DATUM(argno);
	if (type == UNKNOWNOID)		/* a literal, '{age,sex}' */
	{
		array = OidInputFunctionCall(F_ARRAY_IN, DatumGetCString(array), TEXTOID, -1);
		type = TEXTARRAYOID;
	}
	if (type != TEXTARRAYOID && type != INT4ARRAYOID)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("\"%s\" must be a text[] of names or an integer[] of numbers", argument),
				 errdetail("It is of type %s.", format_type_be(type)),
				 errhint("Cast it, for example '{age,sex}'::text[].")));
	element = array_elements(DatumGetArrayTypeP(array), psprintf("\"%s\"", argument), &n);
	for (int k = 0; k < n; k++)
	{
		CHECK_FOR_INTERRUPTS();
		listed[type == TEXTARRAYOID ?
			   look_by_name(columns, argument, TextDatumGetCString(element[k])) :
			   look_by_number(columns, argument, DatumGetInt32(element[k]))] = true;
	}
	for (uint32 l = columns->looks.bought; l < columns->looks.n; l++)
	{
		const LookPair *pair = &columns->looks.pair[l - columns->looks.bought];

		listed[l] = listed[pair->a] && listed[pair->b];
	}
}
