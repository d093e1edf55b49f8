/*
 * features_pairs.c
 *		Reads products of pairs of columns, and copies, from the attributes of a row.
 *
 * A product needs the factors of both its columns.  Each attribute of a row is read once,
 * for all products that need it and for itself.
 */
#include "pg/rows/features.h"

#include "pg/kernel_call.h"

struct PairReader
{
	LookFactors factors;
	uint32	   *pair;			/* [d - main] of each attribute of a pair its look */
	uint64	   *turn;			/* [main] when the attribute was asked for last */
	uint64		turns;
	uint32	   *wanted;			/* [n] the attributes wanted of the last row; room for [d] */
	uint32		n;
	uint32	   *asked;			/* [asked_count] attributes to be read for these; room for [main] */
	uint32		asked_count;
	double	   *read;			/* [main] the values of these */
	bool	   *null;
	double	   *row;			/* [main] the same by attribute */
	bool	   *row_null;
};

void
features_map_pairs(Features *features)
{
	const Looks *looks = &features->columns.looks;
	uint32		main = looks_main(looks);
	PairReader *pairs;

	if (looks->pair == NULL)
		return;
	features->pairs = pairs = palloc0(sizeof(PairReader));
	pairs->factors = columns_factors(kernel_work(), &features->columns);
	pairs->pair = palloc(sizeof(uint32) * (looks->d - main));
	for (uint32 look = looks->bought; look < looks->n; look++)
		for (uint32 i = looks_first(looks, look); i < looks_first(looks, look + 1); i++)
			pairs->pair[i - main] = look;
	pairs->turn = palloc0(sizeof(uint64) * main);
	pairs->wanted = palloc(sizeof(uint32) * looks->d);
	pairs->asked = palloc(sizeof(uint32) * main);
	pairs->read = palloc(sizeof(double) * main);
	pairs->null = palloc(sizeof(bool) * main);
	pairs->row = palloc(sizeof(double) * main);
	pairs->row_null = palloc(sizeof(bool) * main);
}

/* Ask for an attribute, once. */
static inline uint32
ask(PairReader *pairs, uint32 attribute, uint32 n)
{
	if (pairs->turn[attribute] == pairs->turns)
		return n;
	pairs->turn[attribute] = pairs->turns;
	pairs->asked[n] = attribute;
	return n + 1;
}

static uint32
ask_factors(PairReader *pairs, uint32 look, uint32 n)
{
	const LookFactors *factors = &pairs->factors;

	for (uint32 k = factors->first[look]; k < factors->first[look + 1]; k++)
		n = ask(pairs, factors->factor[k].attribute, n);
	return n;
}

/* List what is to be read for n attributes, those of columns first, unless they are the last row's. */
static void
list_asked(const Features *features, const uint32 *attribute, uint32 n)
{
	PairReader *pairs = features->pairs;
	const Looks *looks = &features->columns.looks;
	uint32		main = looks_main(looks);
	uint32		asked = 0;
	uint32		last = 0;		/* pair whose factors were asked for; 0: none yet */

	Assert(n <= looks->d);
	if (n == pairs->n && (n == 0 || memcmp(attribute, pairs->wanted, n * sizeof(uint32)) == 0))
		return;
	pairs->turns++;
	for (uint32 k = 0; k < n; k++)
	{
		pairs->wanted[k] = attribute[k];
		if (attribute[k] < main)
			asked = ask(pairs, attribute[k], asked);
	}
	for (uint32 k = 0; k < n; k++)
	{
		const LookPair *pair;
		uint32		look;
		uint32		place;
		uint32		products;

		if (attribute[k] < main)
			continue;
		look = pairs->pair[attribute[k] - main];
		pair = &looks->pair[look - looks->bought];
		if (look != last)
		{
			asked = ask_factors(pairs, pair->a, asked);
			asked = ask_factors(pairs, pair->b, asked);
		}
		last = look;
		place = attribute[k] - looks_first(looks, look);
		products = columns_products(&features->columns, look);
		if (place >= products)
			asked = ask(pairs, looks_original(looks, pair, place - products), asked);
	}
	pairs->n = n;
	pairs->asked_count = asked;
}

static bool
is_null(const PairReader *pairs, uint32 look)
{
	const LookFactors *factors = &pairs->factors;

	return pairs->row_null[factors->factor[factors->first[look]].attribute];
}

void
features_pairs_read(Features *features, const uint32 *attribute, uint32 n, double *value, bool *null)
{
	const Looks *looks = &features->columns.looks;
	PairReader *pairs = features->pairs;
	uint32		main = looks_main(looks);
	double		product[MOST_FACTORS * MOST_FACTORS];
	uint32		look = 0;		/* whose products these are; 0: there are none yet */
	const LookPair *pair = NULL;
	uint32		products = 0;
	bool		unknown = false;

	list_asked(features, attribute, n);
	features->methods->read(features, pairs->asked, pairs->asked_count, pairs->read, pairs->null);
	for (uint32 k = 0; k < pairs->asked_count; k++)
	{
		pairs->row[pairs->asked[k]] = pairs->read[k];
		pairs->row_null[pairs->asked[k]] = pairs->null[k];
	}
	for (uint32 k = 0; k < n; k++)
	{
		uint32		i = attribute[k];
		uint32		place;

		if (i < main)
		{
			value[k] = pairs->row[i];
			null[k] = pairs->row_null[i];
			continue;
		}
		if (look != pairs->pair[i - main])
		{
			look = pairs->pair[i - main];
			pair = &looks->pair[look - looks->bought];
			products = pair_products(&pairs->factors, pair->a, pair->b, pairs->row, product);
			unknown = is_null(pairs, pair->a) || is_null(pairs, pair->b);
		}
		place = i - looks_first(looks, look);
		null[k] = unknown;
		value[k] = unknown ? 0 : place < products ? product[place] :
			pairs->row[looks_original(looks, pair, place - products)];
	}
}
