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
 * learner_vectors() arrays of d numbers from vector[0] on; everything else is a
 * pure function of those and the options.  Saved, restored by
 * learner_restore() and continued, a learner gives the same bits as if it had
 * never stopped.
 *
 * The learners share this loop, the drawing, the averaging and the options.  A
 * new one is a LearnerMethod in a file of its own.
 */
#ifndef AER_LEARNER_H
#define AER_LEARNER_H

#include "kernel/stream/iterate.h"
#include "kernel/stream/sampler.h"

typedef enum LearnerKind
{
	LEARNER_RIDGE,
	LEARNER_LASSO,
	LEARNER_SVR,
	LEARNER_PEGASOS,
	LEARNER_PERCEPTRON,
	LEARNER_WINNOW,
	LEARNER_MAJORITY,
	LEARNER_BASELINE
} LearnerKind;

#define LEARNER_KINDS (LEARNER_BASELINE + 1)

/* Two of the method's, three of a warm-up; a matrix stands after them. */
#define LEARNER_NAMED_VECTORS 5

/* How the attributes of the data point are drawn. */
typedef enum Sampling
{
	SAMPLING_UNIFORM,
	SAMPLING_MOMENTS,			/* by second moments that the user gives */
	SAMPLING_TWO_PHASE			/* by those that the warm-up rows show */
} Sampling;

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

	/* ridge, lasso and svr under a budget */
	Sampling	sampling;
	const double *second_moments;	/* [d] E (x - center)^2, for SAMPLING_MOMENTS */
	uint64		warmup_rows;	/* m_1 of SAMPLING_TWO_PHASE */
	bool		smooth_moments; /* the paper's epsilon, else 0 as in its experiments */
	bool		warmup_center;	/* after the warm-up, subtract its means */

	double		lambda;			/* pegasos: regularisation; 0: the paper's */

	double		insensitivity;	/* svr: errors up to it cost nothing */
	double		smoothing;		/* svr: rho; 0: radius * (largest norm 1) +
								 * radius + insensitivity */
	uint32		max_draws;		/* svr: most draws for inner products; 0: no limit */
	bool		biased;			/* svr: slope at the mean of inner_draws draws */

	bool		averaged;		/* perceptron: the mean iterate, not the last */
	bool		balanced;		/* winnow: attributes doubled with -x */
	double		rate;			/* winnow: eta; majority: beta, 0: from rows */
} LearnerOptions;

/* What a learner remembers besides its vectors. */
typedef struct LearnerState
{
	Rng			rng;
	uint64		rows;			/* rows learned from */
	uint64		draws;			/* attributes drawn, repeats included; 0: not
								 * counted */
	uint64		reads;			/* distinct attributes read, summed over rows */
	uint64		unsettled;		/* Iterate: rows since the last settle */
	double		factor;			/* Iterate */
	double		factor_sum;		/* Iterate */
	double		settled_factor; /* Iterate */
	double		offset;			/* lasso: u = sinh(vector[0]) / e^offset */
	double		intercept;		/* present weight of the constant attribute, if
								 * learned */
	double		intercept_sum;	/* summed over rows */
	double		target_mean;	/* of the rows learned from */
	double		target_max;		/* largest |target| */
	double		threshold;		/* Iterate */
	double		threshold_sum;	/* Iterate */
	uint64		mistakes;		/* of the mistake-driven learners */
} LearnerState;

typedef struct Learner Learner;

/* Which targets a method is made for. */
typedef enum Labels
{
	LABELS_ANY,
	LABELS_SIGNS,				/* -1 and +1 */
	LABELS_BITS					/* 0 and 1; the attributes also; -1 counts as 0 */
} Labels;

/* One learning method: the hooks that the shared loop calls. */
typedef struct LearnerMethod
{
	int			vectors;		/* arrays of d numbers to be remembered */
	bool		square;			/* and d more of them, a matrix */
	bool		derived_u;		/* u is computed from vector[0], not stored */
	bool		one_tree;		/* p is proportional to the norm's own leaves */
	bool		always_trees;	/* also where everything is read */
	bool		center_target;	/* with an intercept, targets enter less their mean */
	bool		learn_constant; /* and a constant attribute is learned beside */
	bool		mean_after;		/* iterates count after their row's update */
	bool		last_iterate;	/* the model is the last one, unless averaged */
	bool		even_split;		/* half of the budget is for the inner product */
	double		fixed_radius;	/* of the ball; 0: the user's */
	bool		root_weighted;	/* q ~ sqrt(E x^2), not E x^2 */
	Labels		labels;			/* targets that it takes */

	/* bytes of private memory; NULL: none */
	size_t		(*private_size) (uint32 d);

	/* c of the paper's step c / sqrt(m); NULL: the step is 1 or its own */
	double		(*step_constant) (const Learner *learner);

	/* what the paper's step may be at most on this row; NULL: anything */
	double		(*step_limit) (const Learner *learner);

	/* the least t in c / sqrt(t) when anytime; NULL: 1 */
	double		(*step_first_row) (const Learner *learner);

	/* plan the coming row; NULL: the general gradient estimate */
	void		(*plan) (Learner *learner, Rng *rng);

	/* the most distinct attributes under a budget; NULL: the budget */
	uint32		(*capacity) (const LearnerOptions *options, uint32 d);

	/*
	 * derivative of the loss in <w,x>, from x and y in the learner's units;
	 * NULL: that of the squared loss
	 */
	double		(*slope) (Learner *learner, const double *x, double y);

	/* write u, factor and tree leaves from vector[] and state, then build */
	void		(*rebuild) (Learner *learner);

	/* change weights against slope * data point; x is in the learner's units */
	void		(*descend) (Learner *learner, const double *x, double slope);

	/* choose the representation anew, leaving every weight as it is */
	void		(*settle) (Learner *learner);

	/*
	 * find the weights, in the learner's units, at the end; work: solve_size()
	 * bytes.  NULL: they are those of the iterates.
	 */
	size_t		(*solve_size) (uint32 d);
	Status		(*solve) (const Learner *learner, double *weight, void *work);
} LearnerMethod;

struct Learner
{
	LearnerOptions options;
	const LearnerMethod *method;
	Poll		poll;			/* NULL after learner_init(); the caller's to set */
	uint32		d;
	uint32		outer;			/* k: draws for the data point */
	uint32		inner;			/* k': draws for the inner product */
	LearnerState state;			/* as of the last save, but for the counters */
	Iterate		iterate;
	Sampler		sampler;
	ReadPlan	plan;
	bool		planned;		/* plan is for the coming row */
	Rng			inner_rng;		/* the generator before the inner product's draws */
	Rng			next_rng;		/* the generator after the planned draws */
	double		radius;			/* B, as it stands */
	double		step_constant;
	double		step_first_row;
	double		step;			/* of the present row */
	double	   *value;			/* [capacity] values in the learner's units */
	double	   *vector[LEARNER_NAMED_VECTORS];	/* [d] each, one after another */
	Warmup		warmup;			/* the vectors after the method's own */
	void	   *private;		/* the method's, of private_size() bytes */
};

/*
 * How many arrays of d numbers a learner of these options remembers; they stand
 * one after another from vector[0] on.
 */
extern uint32 learner_vectors(const LearnerOptions *options, uint32 d);

extern size_t learner_size(const LearnerOptions *options, uint32 d);
extern void learner_init(Learner *learner, void *memory,
						 const LearnerOptions *options, uint32 d);

extern const ReadPlan *learner_plan(Learner *learner);

/*
 * x[i] is the value of plan.attribute[i], in the user's units; finite.  After
 * KERNEL_BAD_TARGET or KERNEL_BAD_VALUE the learner is as it was.
 */
extern Status learner_update(Learner *learner, const double *x, double y);

/*
 * The model: weights and intercept in the user's units.  work:
 * learner_work_size() bytes, which is 0 unless they are solved for only now.
 */
extern size_t learner_work_size(const Learner *learner);
extern Status learner_weights(const Learner *learner, double *weight, double *intercept,
							  void *work);

/* Bring learner->state up to date, to be stored with vector[]. */
extern void learner_save(Learner *learner);

/* Go on from learner->state and vector[], which the caller has filled. */
extern void learner_restore(Learner *learner);

/* Methods. */
extern const LearnerMethod ridge_method;
extern const LearnerMethod lasso_method;
extern const LearnerMethod svr_method;
extern const LearnerMethod pegasos_method;
extern const LearnerMethod perceptron_method;
extern const LearnerMethod winnow_method;
extern const LearnerMethod majority_method;
extern const LearnerMethod baseline_method;

/* Shared between methods. */

/* What is added to the product of weights and attributes at present. */
static inline double
learner_constant(const Learner *learner)
{
	bool		centered = learner->options.intercept && learner->method->center_target;

	return learner->state.intercept + (centered ? learner->state.target_mean : 0);
}

extern double ridge_step_constant(const Learner *learner);
extern void ridge_rebuild(Learner *learner);
extern void ridge_descend(Learner *learner, const double *x, double slope);
extern void ridge_settle(Learner *learner);
extern void lasso_rebuild(Learner *learner);
extern void lasso_settle(Learner *learner);
extern double perceptron_slope(Learner *learner, const double *x, double y);

/* The chance of predicting 1 when that share of the weight says so. */
extern double majority_probability(double share, double beta);

#endif							/* AER_LEARNER_H */
