/*
 * learner.h
 *		Streaming learners: plan, observe, update, one row at a time.
 *
 * A learner is asked for a plan (the attributes of the next row that it wants)
 * before it knows anything of that row, and is then given the values at those
 * attributes and the target, nothing else.  No learner function ever receives
 * a row, so none can look beyond its budget.
 *
 *		learner_init		memory of learner_size() bytes, options, d
 *		learner_plan		plan the next row; calling it again changes nothing
 *		learner_update		the values at plan.attribute[], and the target
 *		learner_weights		the model so far, in the user's units
 *
 * What a learner has to remember between rows is its LearnerState and the
 * first method->vectors arrays of d numbers in vector[]; everything else is a
 * pure function of those and the options.  Saved, restored by
 * learner_restore() and continued, a learner gives the same bits as if it had
 * never stopped.
 *
 * The learners share this loop, the drawing, the averaging and the options.  A
 * new one is a LearnerMethod in a file of its own.
 */
#ifndef AER_LEARNER_H
#define AER_LEARNER_H

#include "alias.h"
#include "iterate.h"
#include "plan.h"

typedef enum LearnerKind
{
	LEARNER_RIDGE,
	LEARNER_LASSO
} LearnerKind;

#define LEARNER_KINDS (LEARNER_LASSO + 1)
#define LEARNER_MAX_VECTORS 2

/*
 * What the user asked for.  The caller has checked the ranges; arrays stay the
 * caller's and must outlive the learner.
 */
typedef struct LearnerOptions
{
	LearnerKind kind;
	uint32		budget;			/* draws per row, 2 .. d; 0: read everything */
	uint32		inner_draws;	/* of these, for the inner product */
	double		radius;			/* of the ball; INFINITY: none (ridge only);
								 * 0: the largest |target| so far, as the
								 * papers assume |y| <= B */
	double		step;			/* fixed step; 0: the paper's */
	uint64		rows;			/* m in the paper's step; 0: anytime */
	bool		intercept;		/* learn one */
	uint32		ncenter;		/* numbers in center: 0 (none), 1 (for all), d */
	const double *center;		/* attributes enter as (x - center) / scale */
	uint32		nscale;			/* numbers in scale: 0 (none), 1 (for all), d */
	const double *scale;		/* positive */
	uint64		seed;
} LearnerOptions;

/* What a learner remembers besides its vectors. */
typedef struct LearnerState
{
	Rng			rng;
	uint64		rows;			/* rows learned from */
	uint64		draws;			/* attributes drawn, repeats included */
	uint64		reads;			/* distinct attributes read, summed over rows */
	uint64		unsettled;		/* Iterate: rows since the last settle */
	double		factor;			/* Iterate */
	double		factor_sum;		/* Iterate */
	double		settled_factor; /* Iterate */
	double		offset;			/* lasso: u = sinh(vector[0]) / e^offset */
	double		intercept;		/* present weight of the constant attribute */
	double		intercept_sum;	/* summed over rows */
	double		target_sum;		/* summed over rows */
	double		target_max;		/* largest |target| */
} LearnerState;

typedef struct Learner Learner;

/* One learning method: the hooks that the shared loop calls. */
typedef struct LearnerMethod
{
	int			vectors;		/* arrays of d numbers to be remembered */
	bool		derived_u;		/* u is computed from vector[0], not stored */
	bool		one_tree;		/* p is proportional to the norm's own leaves */
	bool		center_target;	/* an intercept is the mean of the targets */

	/* c of the paper's step c / sqrt(m) */
	double		(*step_constant) (const Learner *learner);

	/* the least t in c / sqrt(t) when anytime; NULL: 1 */
	double		(*step_first_row) (const Learner *learner);

	/* write u, factor and tree leaves from vector[] and state, then build */
	void		(*rebuild) (Learner *learner);

	/* change weights against slope * data point; x is in the learner's units */
	void		(*descend) (Learner *learner, const double *x, double slope, double step);

	/* choose the representation anew, leaving every weight as it is */
	void		(*settle) (Learner *learner);
} LearnerMethod;

struct Learner
{
	LearnerOptions options;
	const LearnerMethod *method;
	uint32		d;
	uint32		outer;			/* k: draws for the data point */
	uint32		inner;			/* k': draws for the inner product */
	LearnerState state;			/* as of the last save, but for the counters */
	Iterate		iterate;
	ReadPlan		plan;
	bool		planned;		/* plan is for the coming row */
	Rng			next_rng;		/* the generator after the planned draws */
	double		radius;			/* B, as it stands */
	double		step_constant;
	double		step_first_row;
	double	   *value;			/* [capacity] values in the learner's units */
	double	   *vector[LEARNER_MAX_VECTORS];	/* [d] each */
};

/* How many arrays of d numbers a learner of these options remembers. */
extern int	learner_vectors(const LearnerOptions *options);

extern size_t learner_size(const LearnerOptions *options, uint32 d);
extern void learner_init(Learner *learner, void *memory,
						 const LearnerOptions *options, uint32 d);

extern const ReadPlan *learner_plan(Learner *learner);

/* x[i] is the value of plan.attribute[i], in the user's units; finite. */
extern Status learner_update(Learner *learner, const double *x, double y);

/* The mean iterate as weights and intercept in the user's units. */
extern void learner_weights(const Learner *learner, double *weight, double *intercept);

/* Bring learner->state up to date, to be stored with vector[]. */
extern void learner_save(Learner *learner);

/* Go on from learner->state and vector[], which the caller has filled. */
extern void learner_restore(Learner *learner);

/* Methods. */
extern const LearnerMethod ridge_method;
extern const LearnerMethod lasso_method;

#endif							/* AER_LEARNER_H */
