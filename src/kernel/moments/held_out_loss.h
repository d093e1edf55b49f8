/*
 * held_out_loss.h
 *		The loss of weights on a fold that they were not fitted to, by the fold's sums.
 *
 * The squared error of y_mean + w'(x - a) follows from two numbers,
 *		lin = E w'(x - a)(y - y_mean) and square = E (w'(x - a))^2.
 * Both are sums over attributes and pairs.  They can be estimated without bias from K looks at
 * each row, whatever the training covariance M was: the difference between the fold's pairs and M
 * is added to M, weighted by the inverse of how often each pair was expected.  Complete moments
 * give both numbers exactly, unless they were made into factors.
 *
 * The expected count of a pair is proportional to the product of how often each of its attributes
 * was seen with any other.  If looks are bought in panels, this holds only between two classes of
 * attributes: the members of a panel, those that are always read, the indicators of one column,
 * and the rest.
 */
#ifndef AER_HELD_OUT_LOSS_H
#define AER_HELD_OUT_LOSS_H

#include "kernel/moments/estimate.h"

/* Classes of attributes, which define classes of pairs. */
typedef struct PairClasses
{
	uint32		n;
	const uint32 *class_of;		/* [d] each below n */
} PairClasses;

typedef struct HeldOut
{
	uint32		d;
	uint32		folds;
	double		reads;			/* values read in all folds */
	double		all_pairs;		/* twice the pairs seen in all folds */
	uint32		classes;
	const uint32 *class_of;		/* [d] each below classes; NULL: one class.  Borrowed */
	double	   *partners;		/* [d * classes] times seen together with attributes of a class */
	double	   *possible;		/* [classes * classes] sum of the products of partners[], scaled */
	bool		apart;			/* several classes were read, but no two attributes of different classes
								 * were seen together */
	double	   *pairs;			/* [folds] twice the pairs seen */
	double	   *together;		/* [d (d - 1) / 2] rows with both, over all folds, by i, then j > i */
	double		variance;		/* of the target in the fold at hand */
	double	   *linear;			/* [d] t of the fold at hand (held_out_loss.c) */
	double	   *explained;		/* [d] scratch */
	double	   *product;		/* [at most HELD_OUT_PRODUCTS * d] Q w of the weights judged last */
} HeldOut;

/* Weight vectors that are multiplied between two checks for interrupts. */
#define HELD_OUT_PRODUCTS 32

/* The loss of count weight vectors on one fold. */
typedef struct HeldOutLoss
{
	double	   *lin;			/* [count] E w'(x - a)(y - y_mean) */
	double	   *square;			/* [count] E (w'(x - a))^2 */
	double	   *reduced;		/* [count] w'Rw, R the training covariance less what the target explains */
	double		variance;		/* of the target about the training mean */
} HeldOutLoss;

/* Initializes for at most this many weight vectors at a time.  classes: NULL: one class. */
extern void held_out_init(Work *work, HeldOut *held_out, uint32 d, uint32 folds, uint32 most,
						  const PairClasses *classes);

/* Initializes for expected counts of pairs only. */
extern void held_out_init_counts(Work *work, HeldOut *held_out, uint32 d, uint32 folds,
								const PairClasses *classes);

/* Counts reads and pairs, with the scratch of the estimate. */
extern void held_out_count(Work *work, HeldOut *held_out, const Moments *moments, Estimate *estimate);

/* Returns the class of an attribute. */
static inline uint32
held_out_class(const HeldOut *held_out, uint32 i)
{
	return held_out->class_of != NULL ? held_out->class_of[i] : 0;
}

/* Returns true if attributes of their two classes were never seen together. */
static inline bool
held_out_never(const HeldOut *held_out, uint32 i, uint32 j)
{
	uint32		p = held_out_class(held_out, i);
	uint32		q = held_out_class(held_out, j);

	return held_out->possible[(size_t) p * held_out->classes + q] == 0;
}

/* Returns how often two attributes were expected to be seen together, in all folds. */
static inline double
held_out_expected_pairs(const HeldOut *held_out, uint32 i, uint32 j)
{
	uint32		p = held_out_class(held_out, i);
	uint32		q = held_out_class(held_out, j);
	double		possible = held_out->possible[(size_t) p * held_out->classes + q];

	return possible > 0 ? held_out->partners[(size_t) i * held_out->classes + q] *
		held_out->partners[(size_t) j * held_out->classes + p] * (held_out->all_pairs / possible) : 0;
}

/* Returns the rows of all folds in which i and j, i != j, were seen together. */
static inline double
held_out_together(const HeldOut *held_out, uint32 i, uint32 j)
{
	size_t		low = Min(i, j);

	return held_out->together[low * (2 * (size_t) held_out->d - low - 1) / 2 + (Max(i, j) - low - 1)];
}

/*
 * Prepares to judge weights on a fold, by the estimate from the other folds, whose square[] must
 * not change until the last weights are judged.  prior: shrinks the model's slopes as if each
 * attribute had been seen in "prior" more rows without effect; 0 does not shrink them.
 */
extern void held_out_start(Work *work, HeldOut *held_out, const Moments *moments, Estimate *estimate,
						   uint32 fold, double prior);

/* Gives the loss of weight[count * d] on the prepared fold. */
extern void held_out_weights(Work *work, HeldOut *held_out, Estimate *estimate, const double *weight,
							 uint32 count, HeldOutLoss *loss);

/* Computes possible[] and apart from partners[] and all_pairs. */
extern void held_out_count_possible(HeldOut *held_out, const Moments *moments);

/* Returns gamma (estimate.h) of the estimate from the other folds. */
static inline double
held_out_sparsity(const HeldOut *held_out, const Estimate *estimate)
{
	if (estimate->complete)
		return 1;
	return held_out->apart ? ESTIMATE_SPARSITY_NO_PAIRS : estimate->sparsity;
}

#endif							/* AER_HELD_OUT_LOSS_H */
