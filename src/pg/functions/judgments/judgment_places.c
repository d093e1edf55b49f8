/*
 * judgment_places.c
 *		Sorts the judgments of an object into a list of attributes.
 */
#include "pg/functions/judgments/judgment_places.h"

static int
compare_indexes(const void *a, const void *b, void *name)
{
	return strcmp(((char **) name)[*(const int *) a], ((char **) name)[*(const int *) b]);
}

void
judgment_places_init(JudgmentPlaces *places, int d, char **name)
{
	places->d = d;
	places->name = name;
	places->sorted = NULL;
	if (name)
	{
		places->sorted = palloc(sizeof(int) * d);
		for (int a = 0; a < d; a++)
			places->sorted[a] = a;
		qsort_arg(places->sorted, d, sizeof(int), compare_indexes, name);
	}
}

void
judgment_places_fill(const JudgmentPlaces *places, const AerJudgments *judgments,
					 Judgments *object)
{
	JudgmentParts parts;
	int			next = 0;

	judgments_unpack(judgments, &parts);
	if (parts.named != (places->name != NULL))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 parts.named ? errmsg("the judgments name their attributes, but numbers are expected") :
				 errmsg("the judgments number their attributes, but names are expected")));
	memset(object, 0, sizeof(Judgments) * places->d);
	for (int i = 0; i < parts.n; i++)
	{
		const JudgmentPart *part = &parts.part[i];
		int			order = 1;

		if (!parts.named)
		{
			if (part->attribute > places->d)
				ereport(ERROR,
						(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
						 errmsg("attribute %d is judged, but there are %d attributes",
								part->attribute, places->d)));
			object[part->attribute - 1] = part->judgments;
			continue;
		}
		/* judgments and sorted[] are both in bytewise order */
		while (next < places->d &&
			   (order = strcmp(places->name[places->sorted[next]], part->name)) < 0)
			next++;
		if (next < places->d && order == 0)
			object[places->sorted[next]] = part->judgments;
	}
	pfree(parts.part);
}
