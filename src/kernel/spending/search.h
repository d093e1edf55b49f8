/*
 * search.h
 *		What to look at next: a forward search by what looks explain.
 *
 * The looks bought so far explain what q says (factors.h).  One more adds
 * to q the sum of its attributes' partial correlations, and the search takes
 * what gains most: per money in one search, whatever it costs in another, and
 * keeps the one that ends better.  Of several outputs, which are targets of the same
 * attributes, it is what is explained of all together.  A look brings its own attributes
 * and those of its pairs whose other look is known.  The panels that are closed are
 * tried as bundles: a few of their members, best first, bought at once; so are both looks
 * of a pair.
 *
 * Nothing here depends on the values of a row.
 */
#ifndef AER_SEARCH_H
#define AER_SEARCH_H

#include "kernel/looks.h"
#include "kernel/prices.h"
#include "kernel/spending/factors.h"

/* What is given of a look beforehand. */
typedef enum Given
{
	LOOK_OPEN,					/* may be bought */
	LOOK_KNOWN,					/* known: at no cost */
	LOOK_UNAVAILABLE			/* was asked for and not there; its panel is open */
} Given;

/* One look of a path. */
typedef struct SearchStep
{
	uint32		look;
	uint32		bundle;			/* the same number for looks bought together, from 0 */
	int64		price;			/* with the fee, for the first look of a panel */
	int64		spent;			/* spent so far, this one included */
	double		gain;			/* in explained variance, of the whole bundle so far */
	double		explained;		/* so far */
} SearchStep;

/* What is known of the rest when some attributes are known, of one output. */
typedef struct SearchState
{
	double		q;
	double	   *inverse;		/* [rank * rank] P^-1, lower; during search_run() only */
	double	   *cross;			/* [d] r: covariance left, in the metric */
	double	   *variance;		/* [d] h: variance left, penalty included */
} SearchState;

typedef struct Search
{
	uint32		outputs;
	const Factors **factors;	/* [outputs] the caller's, to be set before a search */
	const Looks *looks;
	const Prices *prices;
	double		variance;		/* of all outputs */
	SearchState *state;			/* [outputs] */
	SearchState *bundle;		/* [outputs] as if the members so far had been bought */
	SearchState *trial;			/* [outputs] as if one look more had been */
	double	   *added;			/* [outputs] what that would add to q */
	double	   *before;			/* [outputs] q before what is being bought */
	double	   *start;			/* [outputs * d] variance at the start */
	double	   *direction;		/* [d] scratch */
	double	   *row;			/* [rank] scratch */
	double	   *along;			/* [rank] scratch */
	bool	   *taken;			/* [looks] known, or not to be had */
	bool	   *known;			/* [looks] */
	bool	   *opened;			/* [panels] */
	uint32	   *member;			/* [looks] by panel */
	uint32	   *member_start;	/* [panels + 1] */
	uint32	   *best;			/* [looks] the bundle to be bought */
	uint32	   *tried;			/* [looks] the bundle that is tried */
	uint32	   *list;			/* [d] attributes of the bundle that is tried */
	uint32	   *of_look;		/* [d] attributes that a look brings */
	SearchStep *path;			/* [looks] */
	uint32		steps;
	uint32		given;			/* of these: known beforehand */
	bool		wanting;		/* something that gains was left at the end */
	SearchStep *other;			/* [looks] scratch */
	Work	   *work;
} Search;

/* looks and prices must agree in their number of looks. */
extern void search_init(Work *work, Search *search, uint32 outputs, uint32 d, const Looks *looks,
						const Prices *prices);

/*
 * Search by the factors at hand to a budget (NO_BUDGET: as long as anything gains) and to so many looks
 * bought.  given: [looks] of Given, or NULL.  Leaves the path, the known looks
 * first.
 */
extern void search_run(Search *search, const uint8 *given, int64 budget, uint32 most);

/* Add to known[d] the attributes that the first steps of the path bring. */
extern void search_attributes(const Search *search, uint32 steps, bool *known);

/* What the first steps of the path explain. */
static inline double
search_explained(const Search *search, uint32 steps)
{
	return steps > 0 ? search->path[steps - 1].explained : 0;
}

#endif							/* AER_SEARCH_H */
