/*
 * search.h
 *		Forward search for the looks that explain most of the target.
 *
 * The looks bought so far explain a variance that is a function of q (factors.h).  Another look
 * adds to q the squared partial correlations of its attributes.  One search takes the look with
 * the largest gain per money, a second one the look with the largest gain at any price, and the
 * path with the better end is kept.  With several outputs the explained variances are added up.
 *
 * A look brings its own attributes, and those of its interactions with known looks.  Two kinds of
 * bundles are bought at once: the best members of a panel whose fee is not yet paid, and both
 * looks of an interaction.
 *
 * The search does not depend on the values of a row.
 */
#ifndef AER_SEARCH_H
#define AER_SEARCH_H

#include "kernel/looks.h"
#include "kernel/prices.h"
#include "kernel/spending/factors.h"

/* The state of a look before the search. */
typedef enum LookState
{
	LOOK_OPEN,					/* may be bought */
	LOOK_KNOWN,					/* known, at no cost */
	LOOK_UNAVAILABLE			/* made, but the value was missing; the fee of its panel is paid */
} LookState;

/* One look of a path. */
typedef struct SearchStep
{
	uint32		look;
	uint32		bundle;			/* from 0; the same for looks bought together */
	int64		price;			/* includes the fee at the first look of a panel */
	int64		spent;			/* sum of the prices up to this step */
	double		gain;			/* explained variance that the bundle has added up to this step */
	double		explained;		/* explained variance up to this step */
} SearchStep;

/* The unexplained part of one output when some attributes are known. */
typedef struct SearchState
{
	double		q;
	double	   *inverse;		/* [rank * rank] P^-1, lower; during search_run() only */
	double	  **basis;			/* [learned] rows of t / sqrt(h), [d], in place of P^-1 if the covariance is
								 * exact; some may belong to another state */
	double	  **own;			/* [d] memory of the rows that are this state's own, as far as it was needed */
	uint32		learned;		/* rows of basis */
	double	   *cross;			/* [d] r: remaining covariance with the target, in the metric */
	double	   *variance;		/* [d] h: remaining variance, with the penalty */
} SearchState;

typedef struct Search
{
	uint32		outputs;
	const Factors **factors;	/* [outputs] set by the caller before each search */
	const Looks *looks;
	const Prices *prices;
	double		variance;		/* of the targets, summed over outputs */
	SearchState *state;			/* [outputs] with the looks bought so far */
	SearchState *bundle;		/* [outputs] with the members of a bundle that is tried */
	SearchState *trial;			/* [outputs] with one more look that is tried */
	double	   *added;			/* [outputs] addition to q by the looks that are tried */
	double	   *before;			/* [outputs] q before the current purchase */
	double	   *start;			/* [outputs * d] h before any look */
	double	   *direction;		/* [d] scratch */
	double	   *row;			/* [rank] scratch */
	double	   *along;			/* [rank] scratch */
	bool	   *taken;			/* [looks] known or unavailable */
	bool	   *known;			/* [looks] */
	bool	   *opened;			/* [panels] the fee is paid */
	uint32	   *member;			/* [looks] by panel */
	uint32	   *member_start;	/* [panels + 1] */
	uint32	   *best;			/* [looks] the next purchase */
	uint32	   *tried;			/* [looks] members of the bundle that is tried */
	uint32	   *list;			/* [d] attributes of this bundle */
	uint32	   *of_look;		/* [d] attributes that one look brings */
	SearchStep *path;			/* [looks] */
	uint32		steps;
	uint32		known_steps;	/* looks known before the search; the path begins with them */
	bool		unfinished;		/* a look with a gain was left at the end */
	SearchStep *other;			/* [looks] the path of the first of two searches */
	Work	   *work;
	Work	   *run_work;		/* during search_run() */
} Search;

/* Allocates a search.  looks and prices must have the same number of looks. */
extern void search_init(Work *work, Search *search, uint32 outputs, uint32 d, const Looks *looks,
						const Prices *prices);

/*
 * Finds a path for the current factors.  It begins with the known looks.
 *
 * look_state: [looks] of LookState; NULL: all open.
 * budget: the most to spend; NO_BUDGET: buy as long as there is a gain.
 * most: looks bought, at most.
 */
extern void search_run(Search *search, const uint8 *look_state, int64 budget, uint32 most);

/* Sets known[d] to true for the attributes that the first steps of the path bring. */
extern void search_attributes(const Search *search, uint32 steps, bool *known);

/* Returns the variance that the first steps of the path explain. */
static inline double
search_explained(const Search *search, uint32 steps)
{
	return steps > 0 ? search->path[steps - 1].explained : 0;
}

#endif							/* AER_SEARCH_H */
