/*
 * listed_looks.c
 *		Attributes that an argument lists, by name or by number.
 */
#include "pg/functions/spending/listed_looks.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "pg/options/arguments.h"
#include "pg/options/near_name.h"
#include "pg/options/numbers.h"
#include "utils/builtins.h"

LookNames
look_names(uint32 d, char **name, const AttributeType *type)
{
	LookNames	names;

	names.looks = row_looks(d, name, type);
	names.look_name = row_look_names(&names.looks, name, type);
	names.name = name;
	return names;
}

/* The look of an attribute. */
static uint32
look_of(const Looks *looks, uint32 attribute)
{
	uint32		low = 0;
	uint32		high = looks->n;

	while (high - low > 1)
	{
		uint32		middle = low + (high - low) / 2;

		if (looks_first(looks, middle) <= attribute)
			low = middle;
		else
			high = middle;
	}
	return low;
}

uint32
look_by_name(const LookNames *names, const char *argument, const char *wanted)
{
	NearName	near;

	if (names->look_name == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("\"%s\" names attributes, but they have no names", argument),
				 errdetail("What was learned came as arrays."),
				 errhint("Give their numbers, from 1, as an integer[].")));
	for (uint32 l = 0; l < names->looks.n; l++)
		if (strcmp(names->look_name[l], wanted) == 0)
			return l;
	for (uint32 i = 0; i < names->looks.d; i++)
		if (strcmp(names->name[i], wanted) == 0)
			return look_of(&names->looks, i);
	near_name_init(&near, wanted, strlen(wanted));
	for (uint32 l = 0; l < names->looks.n; l++)
		near_name_offer(&near, names->look_name[l]);
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_COLUMN),
			 errmsg("there is no attribute \"%s\"", wanted),
			 errdetail("It is listed in \"%s\".", argument),
			 near_name_hint(&near)));
	return 0;					/* keep the compiler quiet */
}

uint32
look_by_number(const LookNames *names, const char *argument, int32 wanted)
{
	if (wanted < 1 || wanted > names->looks.d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("there is no attribute %d", wanted),
				 errdetail("\"%s\" lists it, and there are %u.", argument, names->looks.d)));
	return look_of(&names->looks, wanted - 1);
}

void
listed_looks(FunctionCallInfo fcinfo, int argno, const char *argument, const LookNames *names,
			 bool *listed)
{
	Oid			type = argument_type(fcinfo, argno);
	char	   *what = psprintf("\"%s\"", argument);
	Datum	   *element;
	int			n;

	memset(listed, 0, sizeof(bool) * names->looks.n);
	if (PG_ARGISNULL(argno))
		return;
	if (type != TEXTARRAYOID && type != INT4ARRAYOID)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("\"%s\" must be a text[] of names or an integer[] of numbers", argument),
				 errdetail("It is of type %s.", format_type_be(type)),
				 errhint("Cast it, for example '{age,sex}'::text[].")));
	element = array_elements(PG_GETARG_ARRAYTYPE_P(argno), what, &n);
	for (int k = 0; k < n; k++)
	{
		CHECK_FOR_INTERRUPTS();
		listed[type == TEXTARRAYOID ?
			   look_by_name(names, argument, TextDatumGetCString(element[k])) :
			   look_by_number(names, argument, DatumGetInt32(element[k]))] = true;
	}
}
