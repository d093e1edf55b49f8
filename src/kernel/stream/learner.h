/*
 * learner.h
 *		Streaming learners: plan, observe, update, one row at a time.
 *
 * A learner is asked for a plan (the attributes of the next row that it wants)
 * before it knows anything of that row, and is then given the values at those
 * attributes and the target, nothing else.  No learner function ever receives
 * a row, so none can look beyond its budget.
 *
 *		learner_create		a learner of these options for rows of d attributes
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
 * Adding a learner
 * ----------------
 * The learners share this loop, the drawing, the averaging and the reading of
 * options.  A new one, say "hedge", is
 *
 * 1.	kernel/stream/hedge.c, which says at its head what is minimised and where
 *		it was published, and exports one LearnerMethod:
 *
 *			static const Option hedge_options[] = {
 *				OPTION_BUDGET, ..., {0}
 *			};
 *
 *			const LearnerMethod hedge_method = {
 *				.name = "hedge",
 *				.options = hedge_options,
 *				.vectors = 2, ...
 *			};
 *
 *		The weights are factor * u (iterate.h); vector[0] holds u, or what u is
 *		computed from by rebuild() (then .derived_u), vector[1] belongs to the
 *		mean iterate.  descend() is given the slope of the loss and changes the
 *		weights by iterate_set(), which keeps the mean right, and all trees; for
 *		a loss other than the squared one there is slope().  What has to be
 *		remembered between rows must be in LearnerState or in a vector.
 *		perceptron.c is the shortest example (an own slope, the descent of
 *		ridge), ridge.c that of an own descent.
 *
 * 2.	a line in learner_list.h: LEARNER(hedge).
 *
 * 3.	in sql/learners.table a line for aer_hedge() and what is said of it: the
 *		options of the table, of the same names, in the same order.
 *
 * Everything else follows from the table: the parser with its ranges and
 * errors, the options written into models, aer_options(), and the table of
 * docs/reference.md (scripts/docs writes it).  An option that no learner has
 * yet is also a field of LearnerOptions (learner_options.h).  Conditions
 * between options are the hook complete().
 *
 * Tests: a case in test/kernel/test_learner.c with its dense form in
 * dense_reference.h (the same mathematics on plain arrays; save and restore
 * are tested by the same case), and the learner in the lists of
 * test/sql/learners.sql (recovers weights, keeps its budget, continues to the
 * bit).  test/sql/options.sql holds constructor and table together by itself.
 * Documentation: a paragraph and the signature in docs/reference.md, README.md,
 * CHANGELOG.md.
 */
#ifndef AER_LEARNER_H
#define AER_LEARNER_H

#include "kernel/looks.h"
#include "kernel/stream/iterate.h"
#include "kernel/stream/learner_options.h"
#include "kernel/stream/stream_shrinkage.h"
#include "kernel/stream/sampler.h"
#include "kernel/stream/units.h"

/* Two of the method's, three of a warm-up; a matrix stands after them. */
#define LEARNER_NAMED_VECTORS 5

/* What a learner remembers besides its vectors. */
typedef struct LearnerState
{
	Rng			rng;
	uint64		rows;			/* rows learned from */
	uint64		draws;			/* attributes drawn, repeats included; 0: not
								 * counted */
	uint64		reads;			/* looks taken, each once a row, summed over rows */
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
	double		target_low;		/* smallest target, of a measured learner */
	double		target_high;	/* largest */
	double		target_unit;	/* own units: the targets' deviation; in the
								 * warm-up, their squares about the mean */
	double		gradients;		/* sum of their squares, for an adaptive step */
	StreamShrinkage length;		/* what the predictions are worth */
} LearnerState;

typedef struct Learner Learner;

/* Which targets a method is made for. */
typedef enum Labels
{
	LABELS_ANY,
	LABELS_SIGNS,				/* -1 and +1 */
	LABELS_BITS					/* 0 and 1; the attributes also; see signs */
} Labels;

/* One learning method: the hooks that the shared loop calls. */
typedef struct LearnerMethod
{
	const char *name;			/* as in learner_list.h */
	const Option *options;		/* those that it takes, into LearnerOptions */
	int			vectors;		/* arrays of d numbers to be remembered */
	bool		square;			/* and d more of them, a matrix */
	bool		derived_u;		/* u is computed from vector[0], not stored */
	bool		one_tree;		/* p is proportional to the norm's own leaves */
	bool		always_trees;	/* also where everything is read */
	bool		center_target;	/* with an intercept, targets enter less their mean */
	bool		learn_constant; /* and a constant attribute is learned by steps */
	bool		mean_after;		/* iterates count after their row's update */
	bool		last_iterate;	/* the model is the last one, unless averaged */
	bool		even_split;		/* half of the budget is for the inner product */
	double		fixed_radius;	/* of the ball; 0: the user's */
	bool		root_weighted;	/* q ~ sqrt(E x^2), not E x^2 */
	bool		l1_ball;		/* it holds the weights, not that of l2 */
	bool		measured;		/* a StreamShrinkage is kept */
	Labels		labels;			/* targets that it takes */

	/*
	 * Complete what was not given and say what does not go together; completing
	 * twice changes nothing.  NULL: nothing to do.
	 */
	OptionProblem (*complete) (LearnerOptions *options);

	/* what learner->private is; NULL: nothing */
	void	   *(*create_private) (Work *work, uint32 d);

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

	/*
	 * does the plan say nothing of the inner product, so that slope() alone
	 * knows what was drawn for it?  NULL: it does say
	 */
	bool		(*hides_product) (const Learner *learner);

	/* write u, factor and tree leaves from vector[] and state, then build */
	void		(*rebuild) (Learner *learner);

	/* change weights against slope * data point; x is in the learner's units */
	void		(*descend) (Learner *learner, const double *x, double slope);

	/* choose the representation anew, leaving every weight as it is */
	void		(*settle) (Learner *learner);

	/*
	 * find the weights, in the learner's units, at the end; NULL: they are those
	 * of the iterates
	 */
	Status		(*solve) (Work *work, const Learner *learner, double *weight);
} LearnerMethod;

struct Learner
{
	LearnerOptions options;
	const LearnerMethod *method;
	Work	   *work;			/* has all of the learner, and is polled */
	LookCounter *looks;			/* the caller's to set; NULL: each attribute is a look */
	bool		signs;			/* so too: bits come, and are predicted, as -1 and 1 */
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
	double		target_unit;	/* targets enter divided by it */
	double	   *value;			/* [capacity] values in the learner's units */
	double	   *vector[LEARNER_NAMED_VECTORS];	/* [d] each, one after another */
	Warmup		warmup;			/* the vectors after the method's own; or */
	Units		units;			/* the same */
	void	   *private;		/* the method's */
};

/*
 * How many arrays of d numbers a learner of these options remembers; they stand
 * one after another from vector[0] on.
 */
extern uint32 learner_vectors(const LearnerOptions *options, uint32 d);

/* It lives in this Work, as long as that. */
extern Learner *learner_create(Work *work, const LearnerOptions *options, uint32 d);

extern const ReadPlan *learner_plan(Learner *learner);

/*
 * x[i] is the value of plan.attribute[i], in the user's units; finite.  After
 * KERNEL_BAD_TARGET or KERNEL_BAD_VALUE the learner is as it was.
 */
extern Status learner_update(Learner *learner, const double *x, double y);

/*
 * The model: weights and intercept in the user's units.  It fails where they are
 * solved for only now and cannot be found.
 */
extern Status learner_weights(Work *work, const Learner *learner, double *weight,
							  double *intercept);

/* Of a learner that is measured: how good its predictions were. */
extern LearnerLoss learner_loss(const Learner *learner);

/* Bring learner->state up to date, to be stored with vector[]. */
extern void learner_save(Learner *learner);

/* Go on from learner->state and vector[], which the caller has filled. */
extern void learner_restore(Learner *learner);

/* All methods, ended by NULL. */
extern const LearnerMethod *const learner_methods[];

#define LEARNER(name) extern const LearnerMethod name##_method;
#include "kernel/stream/learner_list.h"
#undef LEARNER

/* What methods share, and the parts of the loop. */

/* The constant that is added to the product of weights and attributes at present. */
static inline double
learner_constant(const Learner *learner)
{
	bool		centered = learner->options.intercept && learner->method->center_target;

	return learner->state.intercept +
		(centered ? learner->state.target_mean / learner->target_unit : 0);
}

/* Still in the first phase of a two-phase learner? */
static inline bool
learner_warming_up(const Learner *learner)
{
	return learner->warmup.count != NULL && !learner->sampler.weighted;
}

/*
 * Is a constant learned by steps?  In own units attributes are centred, and
 * the mean of the targets is enough.
 */
static inline bool
learner_learns_constant(const Learner *learner)
{
	return learner->options.intercept && learner->method->learn_constant &&
		learner->units.rows == 0;
}

/* In the warm-up for the learner's own units? */
static inline bool
learner_seeks_units(const Learner *learner)
{
	return learner->state.rows < learner->units.rows;
}

/* The rows that were learned from: all but those of a warm-up for units. */
static inline double
learner_rows(const Learner *learner)
{
	return learner->state.rows - Min(learner->state.rows, learner->units.rows);
}

/* The general gradient estimate under a budget (gradient.c). */

/* Draw the data point's and the inner product's attributes into the plan. */
extern void gradient_plan(Learner *learner, Rng *rng);

/* The first half of that: the data point's alone. */
extern void gradient_plan_data(Learner *learner, Rng *rng);

/*
 * Draw an attribute j from p; worth is w_j / p_j.  The weights must not all be
 * 0.
 */
extern uint32 gradient_draw_inner(const Learner *learner, Rng *rng, double *worth);

/* The estimate of <w, x> from the values planned; x in the learner's units. */
extern double gradient_product(const Learner *learner, const double *x);

/*
 * Find what the mean weights, the present ones counted, say of a row beside a
 * constant: value, product and diagonal of the row.  False: the looks give one
 * estimate only.
 */
extern bool gradient_means(const Learner *learner, const double *x, double constant,
						   StreamShrinkageRow *row);

/* Hooks of some methods that other methods use, too. */
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
