/*
 * near_name.c
 *		"Did you mean ...?": finds the existing name that is nearest to a misspelt one.
 */
#include "pg/near_name.h"

#include "utils/varlena.h"

/* Names are at most NAMEDATALEN long; PostgreSQL refuses to compare longer ones. */
#define LONGEST NAMEDATALEN

/*
 * A name is near if at most half of its letters, and at most four, are wrong.  One wrong letter is
 * always allowed.
 */
void
near_name_init(NearName *near, const char *name, int length)
{
	near->name = name;
	near->length = length;
	near->nearest = NULL;
	near->distance = Max(Min(length / 2, 4), 1) + 1;
}

void
near_name_offer(NearName *near, const char *name)
{
	int			length = strlen(name);
	int			before = length - near->length;
	int			distance;

	if (length > LONGEST || near->length > LONGEST)
		return;
	/*
	 * Usual mistakes are "Age" for "age", as PostgreSQL folds names without quotes, and "crp" for the
	 * key "lab.crp" of an object in an object.
	 */
	if (before >= 0 && (before == 0 || name[before - 1] == '.') &&
		pg_strncasecmp(near->name, name + before, near->length) == 0)
		distance = before > 0;
	else
		distance = varstr_levenshtein_less_equal(near->name, near->length, name, length,
												 1, 1, 1, near->distance, true);
	if (distance < near->distance)
	{
		near->distance = distance;
		near->nearest = name;
	}
}

void
near_name_offer_columns(NearName *near, TupleDesc desc)
{
	for (int i = 0; i < desc->natts; i++)
		if (!TupleDescAttr(desc, i)->attisdropped)
			near_name_offer(near, NameStr(TupleDescAttr(desc, i)->attname));
}

int
near_name_hint(const NearName *near)
{
	return near->nearest ? errhint("Did you mean \"%s\"?", near->nearest) : 0;
}
