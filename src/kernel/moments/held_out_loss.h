/*
 * held_out_loss.h
 *		What the sums of a fold left out say of weights fitted to the others.
 *
 * The squared error of y_mean + w'(x - a) needs two numbers,
 *		lin = E w'(x - a)(y - y_mean) and square = E (w'(x - a))^2,
 * and both are sums over attributes and pairs that can be estimated without
 * bias from K looks at each row, whatever the training covariance M was, by
 * adding what the fold's pairs say against M, weighted by the inverse of how
 * often a pair was to be seen.  Complete moments give both exactly, unless they
 * were made into factors.
 *
 * How often a pair was to be seen is told by the product of how often each was
 * seen with any other.  Where looks are bought in panels that holds between two
 * classes of attributes only: the members of a panel, those that are always
 * looked at, the indicators of one column, and the rest.
 */
#ifndef AER_HELD_OUT_LOSS_H
#define AER_HELD_OUT_LOSS_H

#include "kernel/moments/estimate.h"

/* Classes of pairs. */
typedef struct PairClasses
{
	uint32		n;
	const uint32 *of;			/* [d] below n */
} PairClasses;

typedef struct HeldOut
{
	uint32		d;
	uint32		folds;
	double		reads;			/* of all folds */
	double		all_pairs;		/* twice the pairs seen, in all folds */
	uint32		classes;
	const uint32 *class_of;		/* [d] below classes; NULL: all in one.  Borrowed */
	double	   *partners;		/* [d * classes] times seen with those of a class */
	double	   *possible;		/* [classes * classes] what their products add up to */
	bool		apart;			/* several classes were read, and no two attributes of different ones
								 * were seen together */
	double	   *pairs;			/* [folds] twice the pairs seen */
	double	   *together;		/* [d (d - 1) / 2] N over all folds, by i, then j > i */
	double		variance;		/* of the target in the fold at hand */
	double	   *linear;			/* [d] of the fold at hand */
	double	   *explained;		/* [d] scratch */
	double	   *product;		/* [at most HELD_OUT_PRODUCTS * d] Q w of the last ones judged */
} HeldOut;

/* Weights whose products are formed between two looks for interrupts. */
#define HELD_OUT_PRODUCTS 32

/* One series of weights on one fold: the weights' numbers, and the fold's. */
typedef struct HeldOutLoss
{
	double	   *lin;			/* [count] */
	double	   *square;			/* [count] */
	double	   *reduced;		/* [count] w'Rw, R the training covariance (held_out_loss.c) */
	double		variance;		/* of the target, about the training mean */
} HeldOutLoss;

/* To judge so many weights at a time at most; classes of pairs, or NULL: one. */
extern void held_out_init(Work *work, HeldOut *held_out, uint32 d, uint32 folds, uint32 most,
						  const PairClasses *classes);

/* The same only to tell how often pairs were to be seen. */
extern void held_out_init_alone(Work *work, HeldOut *held_out, uint32 d, uint32 folds,
								const PairClasses *classes);

/* Count reads and pairs; the estimate lends its scratch. */
extern void held_out_count(Work *work, HeldOut *held_out, const Moments *moments, Estimate *estimate);

/* Were no two attributes of their classes ever seen together? */
static inline bool
held_out_never(const HeldOut *held_out, uint32 i, uint32 j)
{
	uint32		p = held_out->class_of != NULL ? held_out->class_of[i] : 0;
	uint32		q = held_out->class_of != NULL ? held_out->class_of[j] : 0;

	return held_out->possible[(size_t) p * held_out->classes + q] == 0;
}

/* How often two attributes were to be seen together, in all folds. */
static inline double
held_out_expected_pairs(const HeldOut *held_out, uint32 i, uint32 j)
{
	uint32		p = held_out->class_of != NULL ? held_out->class_of[i] : 0;
	uint32		q = held_out->class_of != NULL ? held_out->class_of[j] : 0;
	double		possible = held_out->possible[(size_t) p * held_out->classes + q];

	return possible > 0 ? held_out->partners[(size_t) i * held_out->classes + q] *
		held_out->partners[(size_t) j * held_out->classes + p] * (held_out->all_pairs / possible) : 0;
}

/* N over all folds, i != j */
static inline double
held_out_together(const HeldOut *held_out, uint32 i, uint32 j)
{
	size_t		low = Min(i, j);

	return held_out->together[low * (2 * (size_t) held_out->d - low - 1) / 2 + (Max(i, j) - low - 1)];
}

/*
 * Judge weight[count * d] on a fold, by the estimate from the others (whose
 * scratch it takes), in two steps, the second as often as wanted: until then the
 * estimate must keep square[], and held_out has what tells of the fold at hand.
 * prior: what the model's slopes are shrunk by, as rows in which an attribute was
 * seen and did nothing; 0: not at all.
 */
extern void held_out_start(Work *work, HeldOut *held_out, const Moments *moments, Estimate *estimate,
						   uint32 fold, double prior);
extern void held_out_weights(Work *work, HeldOut *held_out, Estimate *estimate, const double *weight,
							 uint32 count, HeldOutLoss *judged);

/* From partners[] and all_pairs to possible[] and apart. */
extern void held_out_count_possible(HeldOut *held_out, const Moments *moments);

/* gamma (estimate.h), of the estimate from the other folds */
static inline double
held_out_sparsity(const HeldOut *held_out, const Estimate *estimate)
{
	if (estimate->complete)
		return 1;
	return held_out->apart ? ESTIMATE_SPARSITY_NO_PAIRS : estimate->sparsity;
}

#endif							/* AER_HELD_OUT_LOSS_H */
