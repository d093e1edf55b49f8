/*
 * shared_features.c
 *		The features that several readers of the same rows have in common.
 */
#include "pg/rows/shared_features.h"

#include "nodes/pg_list.h"

/* What a reader wants: an array, or columns. */
typedef struct Member
{
	Features   *features;
	ColumnChoice choice;
} Member;

struct SharedFeatures
{
	MemoryContext context;
	List	   *members;
	int			rows;			/* that are being read */
};

SharedFeatures *
shared_features_create(MemoryContext context)
{
	SharedFeatures *shared = MemoryContextAllocZero(context, sizeof(SharedFeatures));

	shared->context = context;
	return shared;
}

static bool
same_strings(char *const *a, char *const *b, Size n)
{
	for (Size i = 0; i < n; i++)
		if (strcmp(a[i], b[i]) != 0)
			return false;
	return true;
}

static bool
same_names(const NameList *a, const NameList *b)
{
	return a->n == b->n && same_strings(a->name, b->name, a->n);
}

static bool
same_values(const ColumnList *a, const ColumnList *b)
{
	if (a->n != b->n)
		return false;
	for (int i = 0; i < a->n; i++)
	{
		const NamedColumn *left = &a->values[i];
		const NamedColumn *right = &b->values[i];

		if (strcmp(left->name, right->name) != 0 || left->n != right->n ||
			left->none != right->none || left->open != right->open || (left->word == NULL) != (right->word == NULL))
			return false;
		if (left->word ? !same_strings(left->word, right->word, left->n) :
			memcmp(left->knot, right->knot, sizeof(double) * left->n) != 0)
			return false;
	}
	return true;
}

static bool
same_pairs(const PairList *a, const PairList *b)
{
	if (a->n != b->n)
		return false;
	for (int p = 0; p < a->n; p++)
		if (strcmp(a->pair[p].a, b->pair[p].a) != 0 || strcmp(a->pair[p].b, b->pair[p].b) != 0)
			return false;
	return true;
}

static bool
same_numbers(const NumberList *a, const NumberList *b)
{
	return a->n == b->n && (a->name == NULL) == (b->name == NULL) &&
		(a->name == NULL || same_strings(a->name, b->name, a->n)) &&
		(a->n == 0 || memcmp(a->value, b->value, sizeof(double) * a->n) == 0);
}

static bool
same_member(const Member *a, const Member *b)
{
	return same_names(&a->choice.include, &b->choice.include) &&
		same_names(&a->choice.exclude, &b->choice.exclude) &&
		same_values(&a->choice.values, &b->choice.values) &&
		same_pairs(&a->choice.pairs, &b->choice.pairs) && a->choice.copies == b->choice.copies &&
		same_numbers(&a->choice.center, &b->choice.center);
}

static Features *
find(const SharedFeatures *shared, const Member *wanted)
{
	ListCell   *cell;

	foreach(cell, shared->members)
	{
		const Member *member = lfirst(cell);

		if (same_member(member, wanted))
			return member->features;
	}
	return NULL;
}

static Features *
add(SharedFeatures *shared, const Member *wanted, Features *features)
{
	MemoryContext old = MemoryContextSwitchTo(shared->context);
	Member	   *member = palloc(sizeof(Member));

	*member = *wanted;
	member->features = features;
	shared->members = lappend(shared->members, member);
	MemoryContextSwitchTo(old);
	features_keep(features, shared->rows);
	return features;
}

Features *
shared_features_array(SharedFeatures *shared)
{
	Member		wanted = {0};
	Features   *features = find(shared, &wanted);

	return features ? features :
		add(shared, &wanted, features_create_array(shared->context, READS_UNKNOWN));
}

Features *
shared_features_listed(SharedFeatures *shared, FeaturesKind kind, const ColumnChoice *choice)
{
	Member		wanted = {.choice = *choice};
	Features   *features = find(shared, &wanted);

	return features ? features :
		add(shared, &wanted, features_create_listed(shared->context, kind, choice));
}

void
shared_features_keep(SharedFeatures *shared, int n)
{
	ListCell   *cell;

	shared->rows = n;
	foreach(cell, shared->members)
		features_keep(((Member *) lfirst(cell))->features, n);
}
