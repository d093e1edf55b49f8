/*
 * features_pairs.c
 *		Reads attributes of interactions: products of the attributes of two columns, and copies.
 *
 * A product needs the factors of both columns.  Each attribute of a column is read once for all
 * products that need it and for itself.
 */
#include "pg/rows/features.h"

#include "pg/kernel_call.h"

struct PairReader
{
	LookFactors factors;
	uint32	   *pair;			/* [d - main] look of each attribute of an interaction */
	uint64	   *turn;			/* [main] last turn in which the attribute was listed */
	uint64		turns;			/* lists made so far */
	uint32	   *requested;		/* [n] attributes that were requested of the last row; room for [d] */
	uint32		n;
	uint32	   *listed;			/* [listed_count] attributes of columns to read for these; room for [main] */
	uint32		listed_count;
	double	   *read;			/* [main] values of listed[] */
	bool	   *null;			/* [main] of listed[] */
	double	   *row;			/* [main] values by attribute */
	bool	   *row_null;		/* [main] by attribute */
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
	pairs->requested = palloc(sizeof(uint32) * looks->d);
	pairs->listed = palloc(sizeof(uint32) * main);
	pairs->read = palloc(sizeof(double) * main);
	pairs->null = palloc(sizeof(bool) * main);
	pairs->row = palloc(sizeof(double) * main);
	pairs->row_null = palloc(sizeof(bool) * main);
}

/*
 * Appends an attribute to a list of n, unless it is listed already; returns the length of the list.
 */
static inline uint32
list_attribute(PairReader *pairs, uint32 attribute, uint32 n)
{
	if (pairs->turn[attribute] == pairs->turns)
		return n;
	pairs->turn[attribute] = pairs->turns;
	pairs->listed[n] = attribute;
	return n + 1;
}

static uint32
list_factors(PairReader *pairs, uint32 look, uint32 n)
{
	const LookFactors *factors = &pairs->factors;

	for (uint32 k = factors->first[look]; k < factors->first[look + 1]; k++)
		n = list_attribute(pairs, factors->factor[k].attribute, n);
	return n;
}

/* Lists the attributes to read for n attributes, unless these are the same as in the last row. */
static void
list_attributes(const Features *features, const uint32 *attribute, uint32 n)
{
	PairReader *pairs = features->pairs;
	const Looks *looks = &features->columns.looks;
	uint32		main = looks_main(looks);
	uint32		listed = 0;
	uint32		last = 0;		/* interaction whose factors were listed; 0: none yet */

	Assert(n <= looks->d);
	if (n == pairs->n && (n == 0 || memcmp(attribute, pairs->requested, n * sizeof(uint32)) == 0))
		return;
	pairs->turns++;
	for (uint32 k = 0; k < n; k++)
	{
		pairs->requested[k] = attribute[k];
		if (attribute[k] < main)
			listed = list_attribute(pairs, attribute[k], listed);
	}
	for (uint32 k = 0; k < n; k++)
	{
		const LookPair *pair;
		uint32		look;
		uint32		offset;
		uint32		products;

		if (attribute[k] < main)
			continue;
		look = pairs->pair[attribute[k] - main];
		pair = &looks->pair[look - looks->bought];
		if (look != last)
		{
			listed = list_factors(pairs, pair->a, listed);
			listed = list_factors(pairs, pair->b, listed);
		}
		last = look;
		offset = attribute[k] - looks_first(looks, look);
		products = columns_products(&features->columns, look);
		if (offset >= products)
			listed = list_attribute(pairs, looks_original(looks, pair, offset - products), listed);
	}
	pairs->n = n;
	pairs->listed_count = listed;
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
	uint32		look = 0;		/* interaction whose products these are; 0: none yet */
	const LookPair *pair = NULL;
	uint32		products = 0;
	bool		unknown = false;

	list_attributes(features, attribute, n);
	features_read_columns(features, pairs->listed, pairs->listed_count, pairs->read, pairs->null);
	for (uint32 k = 0; k < pairs->listed_count; k++)
	{
		pairs->row[pairs->listed[k]] = pairs->read[k];
		pairs->row_null[pairs->listed[k]] = pairs->null[k];
	}
	for (uint32 k = 0; k < n; k++)
	{
		uint32		i = attribute[k];
		uint32		offset;

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
		offset = i - looks_first(looks, look);
		null[k] = unknown;
		value[k] = unknown ? 0 : offset < products ? product[offset] :
			pairs->row[looks_original(looks, pair, offset - products)];
	}
}
