/*
 * features.c
 *		What reading attributes of arrays and of rows has in common.
 */
#include "features.h"

uint32
features_open(Features *features, Datum value)
{
	return features->methods->open(features, value);
}

bool
features_target(Features *features, double *target, int64 row_number)
{
	return features->methods->target(features, target, row_number);
}

void
check_target(double target, int64 row_number)
{
	if (!isfinite(target))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("target must be a finite number"),
				 errdetail("The target of row " INT64_FORMAT " is NaN or infinite.", row_number),
				 errhint("Filter such rows, or make the target NULL to have them skipped and counted.")));
}

/* Name an attribute for an error message: by name where it has one. */
static const char *
describe_attribute(const Features *features, uint32 attribute)
{
	if (features->name == NULL)
		return psprintf("%u", attribute + 1);
	return psprintf("%u (\"%s\")", attribute + 1, features->name[attribute]);
}

bool
features_read(Features *features, const uint32 *attribute, uint32 n,
			  double *value, BadValue bad, int64 row_number)
{
	if (n > features->null_size)
	{
		if (features->null)
			pfree(features->null);
		features->null = MemoryContextAlloc(features->context, n * sizeof(bool));
		features->null_size = n;
	}
	features->methods->read(features, attribute, n, value, features->null);

	for (uint32 i = 0; i < n; i++)
	{
		if (features->null[i])
		{
			if (bad == BAD_VALUE_RETURN)
				return false;
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("attribute %s of row " INT64_FORMAT " is NULL",
							describe_attribute(features, attribute[i]), row_number),
					 errhint("Filter such rows, or fill the attribute in, for example with COALESCE.")));
		}
		if (!isfinite(value[i]) && bad == BAD_VALUE_ERROR)
			ereport(ERROR,
					(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					 errmsg("attribute %s of row " INT64_FORMAT " is NaN or infinite",
							describe_attribute(features, attribute[i]), row_number),
					 errhint("Filter such rows, or replace the value.")));
	}
	return true;
}
