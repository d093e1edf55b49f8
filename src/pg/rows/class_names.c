/*
 * class_names.c
 *		Names of classes.
 */
#include "pg/rows/class_names.h"

#include "lib/stringinfo.h"

/* Names that a message lists. */
#define MOST_LISTED 10

ClassNames *
class_names_create(MemoryContext context)
{
	ClassNames *names = MemoryContextAllocZero(context, sizeof(ClassNames));

	names->context = context;
	return names;
}

static void
too_many(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("the target has more than %d classes", MOST_CLASS_NAMES),
			 errdetail("Each distinct value of the target is a class."),
			 errhint("Predict one class against the rest, with 'column=class' or a boolean as the target, or merge rare classes.")));
}

uint32
class_names_add(ClassNames *names, const char *name, Size length)
{
	for (uint32 i = 0; i < names->n; i++)
		if (strncmp(names->name[i], name, length) == 0 && names->name[i][length] == '\0')
			return i;
	if (names->n == MOST_CLASS_NAMES)
		too_many();
	names->name[names->n] = MemoryContextAlloc(names->context, length + 1);
	memcpy(names->name[names->n], name, length);
	names->name[names->n][length] = '\0';
	return names->n++;
}

char *
class_names_list(char *const *name, uint32 n)
{
	StringInfoData text;

	initStringInfo(&text);
	for (uint32 i = 0; i < n && i < MOST_LISTED; i++)
		appendStringInfo(&text, "%s\"%s\"", i > 0 ? ", " : "", name[i]);
	if (n > MOST_LISTED)
		appendStringInfo(&text, " and %u more", n - MOST_LISTED);
	return text.data;
}

char *
target_before_equals(const char *target, Size *end)
{
	while (*end > 0)
		if (target[--*end] == '=' && *end > 0)
			return pnstrdup(target, *end);
	return NULL;
}

uint32
class_names_search(char *const *names, uint32 n, const char *name)
{
	uint32		class = 0;

	while (class < n && strcmp(names[class], name) != 0)
		class++;
	return class;
}

/*
 * Gives ereport() a hint for targets of aer_learn that are no classes: "column=class", or a value that
 * was learned as a boolean.
 */
static int
hint_class(char *const *names, uint32 n, const char *name)
{
	for (const char *sign = strchr(name, '='); sign; sign = strchr(sign + 1, '='))
		if (class_names_search(names, n, sign + 1) < n)
			return errhint("Pass the class without its column: '%s'.", sign + 1);
	if (n == 2 && strcmp(names[0], "false") == 0 && strcmp(names[1], "true") == 0)
		return errhint("A target 'column=value' is learned as a boolean: 'true' is the value.");
	return 0;
}

uint32
class_names_find(char *const *names, uint32 n, const char *name)
{
	uint32		class = class_names_search(names, n, name);

	if (class == n)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the model has no class \"%s\"", name),
				 errdetail("Its classes are %s.", class_names_list(names, n)),
				 hint_class(names, n, name)));
	return class;
}
