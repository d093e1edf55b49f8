/*
 * option.c
 *		Options as tables: defaults and ranges.
 */
#include "kernel/option.h"

void
options_preset(const Option *table, void *options)
{
	for (const Option *option = table; option->name; option++)
	{
		void	   *field = (char *) options + option->offset;
		double		preset = option->unset ? 0 : option->preset;

		switch (option->kind)
		{
			case OPTION_UINT32:
				*(uint32 *) field = preset;
				break;
			case OPTION_UINT64:
			case OPTION_SEED:
				*(uint64 *) field = preset;
				break;
			case OPTION_DOUBLE:
				*(double *) field = preset;
				break;
			case OPTION_BOOL:
				*(bool *) field = preset != 0;
				break;
			case OPTION_NAME:
				*(char **) field = NULL;
				break;
			case OPTION_NUMBERS:
				*(NumberList *) field = (NumberList)
				{
					option->unset ? 0 : 1, &option->preset, NULL
				};
				break;
			case OPTION_NAMES:
				memset(field, 0, sizeof(NameList));
				break;
			case OPTION_COLUMNS:
				memset(field, 0, sizeof(ColumnList));
				break;
			case OPTION_RANGES:
				memset(field, 0, sizeof(RangeList));
				break;
			case OPTION_PAIRS:
				memset(field, 0, sizeof(PairList));
				break;
			case OPTION_PRICES:
				memset(field, 0, sizeof(PriceList));
				break;
			case OPTION_CHOICE:
				*(int *) field = option->unset ? CHOICE_OPEN : (int) preset;
				break;
		}
	}
}

bool
option_in_bounds(const Option *option, double value)
{
	int			bounds = option->bounds;

	return !((bounds & AT_LEAST) && value < option->least) &&
		!((bounds & ABOVE) && value <= option->least) &&
		!((bounds & AT_MOST) && value > option->most) &&
		!((bounds & BELOW) && value >= option->most);
}

bool
option_is_set(const Option *option, const void *options)
{
	const void *field = (const char *) options + option->offset;

	if (option->unset == NULL)
		return true;
	switch (option->kind)
	{
		case OPTION_UINT32:
			return *(const uint32 *) field != 0;
		case OPTION_UINT64:
			return *(const uint64 *) field != 0;
		case OPTION_DOUBLE:
			return *(const double *) field != 0 && isfinite(*(const double *) field);
		case OPTION_NAME:
			return *(char *const *) field != NULL;
		case OPTION_NUMBERS:
			return ((const NumberList *) field)->n > 0;
		case OPTION_NAMES:
			return ((const NameList *) field)->n > 0;
		case OPTION_COLUMNS:
			return ((const ColumnList *) field)->n > 0;
		case OPTION_RANGES:
			return ((const RangeList *) field)->n > 0;
		case OPTION_PAIRS:
			return ((const PairList *) field)->n > 0;
		case OPTION_PRICES:
			return ((const PriceList *) field)->n > 0;
		case OPTION_CHOICE:
			return *(const int *) field != CHOICE_OPEN;
		case OPTION_SEED:
		case OPTION_BOOL:
			break;
	}
	return true;
}
