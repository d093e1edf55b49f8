/*
 * learner.h
 *		Streaming learners: plan, observe, update, one row at a time.
 *
 * A learner first plans a row: it names the attributes that it wants, before it
 * knows anything of that row.  It then gets the values of those attributes and the
 * target.  No learner function ever receives a row, so none can look beyond its
 * budget.
 *
 *		learner_create		makes a learner for rows of d attributes
 *		learner_plan		plans the next row; a second call changes nothing
 *		learner_update		learns from the values of plan.attribute[], and the target
 *		learner_weights		computes the model so far, in the user's units
 *
 * Between rows a learner remembers its LearnerState and the learner_vectors()
 * arrays of d numbers from vector[0] on.  Everything else is a pure function of
 * those and the options.  A learner that is saved, restored by learner_restore()
 * and continued gives the same bits as one that never stopped.
 *
 * Adding a learner
 * ----------------
 * The learners share this loop, the draws, the averaging and the reader of
 * options.  A new one, say "hedge", needs
 *
 * 1.	kernel/stream/hedge.c.  Its head says what is minimised and where the method
 *		was published.  It exports one LearnerMethod:
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
 *		The weights are factor * u (iterate.h).  vector[0] holds u, or the numbers
 *		that rebuild() computes u from (then .derived_u is set); vector[1] belongs to
 *		the mean iterate.  descend() gets the slope of the loss and changes the
 *		weights by iterate_set(), which keeps the mean and all trees right; a loss
 *		other than the squared one has a slope().  Everything that must be remembered between rows
 *		is in LearnerState or in a vector.  perceptron.c is the shortest example (its own slope, the
 *		descent of ridge); ridge.c has a descent of its own.
 *
 * 2.	a line in learner_list.h: LEARNER(hedge).
 *
 * 3.	a line for aer_hedge() in sql/learners.table, with its comment and the names
 *		of its options, in the order of the option table.
 *
 * Everything else follows from the option table: the parser with its ranges and
 * errors, the options written into models, aer_options(), and the table of
 * docs/reference.md (scripts/docs writes it).  An option that no learner has
 * yet needs a field of LearnerOptions (learner_options.h), too.  The hook
 * complete() checks conditions between options.
 *
 * Tests: a case in test/kernel/test_learner.c with its dense form in
 * dense_reference.h (the same mathematics on plain arrays), which also tests save
 * and restore; and the learner in the lists of test/sql/learners.sql (recovers
 * weights, keeps its budget, continues to the bit).  test/sql/options.sql compares
 * constructor and option table without further work.
 * Documentation: a paragraph and the signature in docs/reference.md, README.md,
 * CHANGELOG.md.
 */
#ifndef AER_LEARNER_H
#define AER_LEARNER_H

#include "kernel/looks.h"
#include "kernel/stream/iterate.h"
#include "kernel/stream/learner_options.h"
#include "kernel/stream/sampler.h"

/*
 * The learner's own units: location and spread of each attribute, estimated from
 * the first rows and fixed from then on.
 *
 * The learner learns nothing from these rows, the warm-up.  It reads a uniform
 * subset of the attributes of each, as many as the budget allows, so that on
 * average each attribute is read UNITS_LOOKS times or more.  From then on a value
 * enters as (x - location) / sd, clipped at +-UNITS_LEARN_LIMIT, because one outlier
 * must not undo what a thousand other values have taught.  An attribute that did not
 * vary counts as 0 from then on.
 *
 * Predictions are not clipped.  So the shrinkage is measured with values that are
 * clipped only at +-UNITS_MEASURE_LIMIT, a limit for the few that would drown all
 * others.  If a column grows with the rows, its weight is learned from clipped
 * values, and the large errors that follow must count.
 */
typedef struct Units
{
	uint64		rows;			/* length of the warm-up; 0: the user's units */
	double	   *count;			/* [d] looks in the warm-up */
	double	   *location;		/* [d] mean of those looks */
	double	   *sd;				/* [d] their standard deviation; during the warm-up
								 * the sum of squares about the mean */
} Units;

/* The warm-up has at least this many rows, and this many looks at each attribute. */
#define UNITS_ROWS 200
#define UNITS_LOOKS 20

/* Largest distance from the location, in standard deviations. */
#define UNITS_LEARN_LIMIT 4.0
#define UNITS_MEASURE_LIMIT 40.0

/* Returns the rows that a warm-up needs. */
extern uint64 units_rows(uint32 budget, uint32 d);

/*
 * Returns the standard deviation of n numbers from their mean and the sum of their
 * squares about it, or 0 if it is no larger than their rounding.
 */
extern double units_sd(double n, double mean, double squares);

static inline double
units_standardize(const Units *units, uint32 i, double x)
{
	double		sd = units->sd[i];

	return sd > 0 ? (x - units->location[i]) / sd : 0;
}

static inline double
units_clip(double value, double limit)
{
	return Max(Min(value, limit), -limit);
}

/*
 * The shrinkage of a learner's weights, and the error of its predictions.  Both are
 * estimated on each row before it is learned from, by the looks that the learner
 * takes anyway.
 *
 * Let w be the mean weights, which are those of the model so far.  The looks at a
 * row give two independent estimates of <w, x>: u1 from the draws for the inner
 * product, u2 from the draws for the data point.  With r the target less the model's
 * constant,
 *		l = mean of r (u1 + u2) / 2  and  q = mean of u1 u2
 * are unbiased for E r <w, x> and E <w, x>^2.  So a model with weights a w has the
 * squared error  mean r^2 - 2 a l + a^2 q.  This gives the best factor a, and
 * compares the model with the mean target.
 *
 * Only later rows count, because earlier weights were others: those since the
 * number of rows was a power of two, and the block before that.
 */

/* Sums over a block of rows. */
typedef struct StreamShrinkageSums
{
	double		rows;
	double		square;			/* r^2 */
	double		linear;			/* r (u1 + u2) / 2 */
	double		linear_square;
	double		product;		/* u1 u2 */
	double		product_square;
	double		diagonal;		/* sum over attributes of (w x)^2, estimated */
	double		mean_square;	/* squared error of the mean of earlier targets */
	double		excess;			/* squared error of the model less mean_square,
								 * estimated */
	double		excess_square;
} StreamShrinkageSums;

typedef struct StreamShrinkage
{
	StreamShrinkageSums now;	/* the present block */
	StreamShrinkageSums before; /* the block before it */
} StreamShrinkage;

/* Estimates from one row. */
typedef struct StreamShrinkageRow
{
	double		residual;		/* r */
	double		from_mean;		/* target less the mean of earlier targets */
	double		prediction;		/* (u1 + u2) / 2 */
	double		product;		/* u1 u2 */
	double		diagonal;		/* as in StreamShrinkageSums */
} StreamShrinkageRow;

/* Squared error of predictions for each row, made before the learner was trained on it. */
typedef struct LearnerLoss
{
	double		mse;			/* of the model; NaN: all three are unknown */
	double		mean_mse;		/* of the mean of earlier targets */
	double		se;				/* standard error of the difference */
} LearnerLoss;

/* Adds a row; `factor`: the shrinkage of the weights when the row came. */
extern void stream_shrinkage_add(StreamShrinkage *shrinkage, const StreamShrinkageRow *row,
								 double factor);

/* Returns the factor of the weights, or 0 as long as no rows speak for them. */
extern double stream_shrinkage_factor(const StreamShrinkage *shrinkage);

/* Returns the loss in the user's units, of which `unit` are one of the learner's. */
extern LearnerLoss stream_shrinkage_loss(const StreamShrinkage *shrinkage, double unit);

/* Returns true if the model's error exceeds that of the mean by three standard errors. */
extern bool loss_is_worse(const LearnerLoss *loss);

/* Two vectors of the method and three of a warm-up have names; a matrix follows them. */
#define LEARNER_NAMED_VECTORS 5

/* The state of a learner between rows, beside its vectors. */
typedef struct LearnerState
{
	Rng			rng;
	uint64		rows;			/* rows that it was trained on */
	uint64		draws;			/* attributes drawn, repeats included; 0: not
								 * counted */
	uint64		reads;			/* distinct looks at each row, summed over rows */
	uint64		unsettled;		/* as in Iterate */
	double		factor;			/* as in Iterate */
	double		factor_sum;		/* as in Iterate */
	double		settled_factor; /* as in Iterate */
	double		offset;			/* lasso: u = sinh(vector[0]) / e^offset */
	double		intercept;		/* present weight of the constant attribute; 0
								 * unless it is learned */
	double		intercept_sum;	/* intercept, summed over rows */
	double		target_mean;	/* mean target of all rows */
	double		target_max;		/* largest |target| */
	double		threshold;		/* as in Iterate */
	double		threshold_sum;	/* as in Iterate */
	uint64		mistakes;		/* wrong predictions; mistake-driven learners only */
	double		target_low;		/* smallest target, if the learner is measured */
	double		target_high;	/* largest target, likewise */
	double		target_unit;	/* own units: standard deviation of the targets;
								 * during the warm-up the sum of their squares
								 * about the mean */
	double		gradients;		/* sum of squared gradients, for the adaptive step */
	StreamShrinkage shrinkage;	/* kept if the learner is measured */
} LearnerState;

typedef struct Learner Learner;

/* The targets that a method takes. */
typedef enum Labels
{
	LABELS_ANY,
	LABELS_SIGNS,				/* -1 and +1 */
	LABELS_BITS					/* 0 and 1, as are the attributes; see Learner.signs */
} Labels;

/* One learning method: the traits and hooks that the shared loop uses. */
typedef struct LearnerMethod
{
	const char *name;			/* as in learner_list.h */
	const Option *options;		/* options of the method, in LearnerOptions */
	int			vectors;		/* arrays of d numbers to be remembered */
	bool		square;			/* d further arrays, a matrix, are remembered */
	bool		derived_u;		/* u is computed from vector[0], not stored */
	bool		one_tree;		/* p is proportional to the norm's own leaves */
	bool		always_trees;	/* trees are kept even if everything is read */
	bool		center_target;	/* with an intercept, the mean of the targets is
								 * subtracted from them */
	bool		learn_constant; /* with an intercept, steps change the weight of a
								 * constant attribute */
	bool		mean_after;		/* an iterate counts after its row's update, not before */
	bool		last_iterate;	/* the model is the last iterate, unless averaged */
	bool		even_split;		/* half of the budget is for the inner product */
	double		fixed_radius;	/* radius of the ball; 0: the user's */
	bool		root_weighted;	/* q ~ sqrt(E x^2), not E x^2 */
	bool		l1_ball;		/* the weights are in the l1 ball, not the l2 ball */
	bool		measured;		/* a StreamShrinkage is kept */
	Labels		labels;

	/*
	 * Completes options that are not set, and returns the first conflict between
	 * options.  A second call changes nothing.  NULL: nothing to do.
	 */
	OptionProblem (*complete) (LearnerOptions *options);

	/* Creates learner->private; NULL: the method has none. */
	void	   *(*create_private) (Work *work, uint32 d);

	/* Returns c of the paper's step c / sqrt(m); NULL: the step is 1, or the method's own. */
	double		(*step_constant) (const Learner *learner);

	/* Returns the largest value of the paper's step on this row; NULL: no limit. */
	double		(*step_limit) (const Learner *learner);

	/* Returns the least t in c / sqrt(t) if the number of rows is unknown; NULL: 1. */
	double		(*step_first_row) (const Learner *learner);

	/* Plans the coming row; NULL: gradient_plan(). */
	void		(*plan) (Learner *learner, Rng *rng);

	/* Returns the most distinct attributes of a plan under a budget; NULL: the budget. */
	uint32		(*capacity) (const LearnerOptions *options, uint32 d);

	/*
	 * Returns the derivative of the loss in <w,x>, for x and y in the learner's
	 * units; NULL: that of the squared loss.
	 */
	double		(*slope) (Learner *learner, const double *x, double y);

	/*
	 * Returns true if only slope() knows the draws for the inner product, because the
	 * plan has no weights for them; NULL: the plan always has.
	 */
	bool		(*hides_product) (const Learner *learner);

	/* Computes u, factor and tree leaves from vector[] and state, and builds the trees. */
	void		(*rebuild) (Learner *learner);

	/* Moves the weights against slope * data point; x is in the learner's units. */
	void		(*descend) (Learner *learner, const double *x, double slope);

	/* Chooses the representation anew, and leaves every weight as it is. */
	void		(*settle) (Learner *learner);

	/*
	 * Solves for the final weights, in the learner's units; NULL: they are those of
	 * the iterates.
	 */
	Status		(*solve) (Work *work, const Learner *learner, double *weight);
} LearnerMethod;

struct Learner
{
	LearnerOptions options;
	const LearnerMethod *method;
	Work	   *work;			/* owns the learner's memory, and is polled */
	LookCounter *looks;			/* set by the caller; NULL: each attribute is a look */
	bool		signs;			/* set by the caller: labels 0 and 1 come, and are
								 * predicted, as -1 and 1 */
	uint32		d;
	uint32		outer;			/* k: draws for the data point */
	uint32		inner;			/* k': draws for the inner product */
	LearnerState state;			/* fields of Iterate are as of the last save */
	Iterate		iterate;
	Sampler		sampler;
	ReadPlan	plan;
	bool		planned;		/* the plan is for the coming row */
	Rng			inner_rng;		/* the generator before the inner product's draws */
	Rng			next_rng;		/* the generator after the planned draws */
	double		radius;			/* B, at present */
	double		step_constant;
	double		step_first_row;
	double		step;			/* step of the present row */
	double		target_unit;	/* targets are divided by it */
	double	   *value;			/* [capacity] values in the learner's units */
	double	   *vector[LEARNER_NAMED_VECTORS];	/* [d] each, one after another */
	Warmup		warmup;			/* two-phase: vectors after the method's own */
	Units		units;			/* own units: the same vectors */
	void	   *private;		/* memory of the method */
};

/*
 * Returns the number of arrays of d numbers that a learner remembers.  They follow
 * one another from vector[0] on.
 */
extern uint32 learner_vectors(const LearnerOptions *options, uint32 d);

/* Creates a learner, which lives as long as the Work. */
extern Learner *learner_create(Work *work, const LearnerOptions *options, uint32 d);

/* Returns the plan of the coming row, which is valid until learner_update(). */
extern const ReadPlan *learner_plan(Learner *learner);

/*
 * Learns from a row.  x[i] is the finite value of plan.attribute[i], in the user's
 * units.  After KERNEL_BAD_TARGET or KERNEL_BAD_VALUE the learner is unchanged.
 */
extern Status learner_update(Learner *learner, const double *x, double y);

/*
 * Computes the model, weights [d] and intercept, in the user's units.  Fails if a
 * method that solves for its weights only now cannot find them.
 */
extern Status learner_weights(Work *work, const Learner *learner, double *weight,
							  double *intercept);

/* Returns the loss of a learner that is measured. */
extern LearnerLoss learner_loss(const Learner *learner);

/* Brings learner->state up to date, to be stored with vector[]. */
extern void learner_save(Learner *learner);

/* Continues from learner->state and vector[], which the caller has filled. */
extern void learner_restore(Learner *learner);

/* All methods, ended by NULL. */
extern const LearnerMethod *const learner_methods[];

#define LEARNER(name) extern const LearnerMethod name##_method;
#include "kernel/stream/learner_list.h"
#undef LEARNER

/* Functions that the methods and the loop share. */

/* Returns the constant that is added to <w, x> at present. */
static inline double
learner_constant(const Learner *learner)
{
	bool		centered = learner->options.intercept && learner->method->center_target;

	return learner->state.intercept +
		(centered ? learner->state.target_mean / learner->target_unit : 0);
}

/* Returns true in the first phase of a two-phase learner. */
static inline bool
learner_estimates_moments(const Learner *learner)
{
	return learner->warmup.count != NULL && !learner->sampler.weighted;
}

/*
 * Returns true if steps change the weight of a constant attribute.  In own units
 * attributes are centred, and the mean of the targets is enough.
 */
static inline bool
learner_learns_constant(const Learner *learner)
{
	return learner->options.intercept && learner->method->learn_constant &&
		learner->units.rows == 0;
}

/* Returns true in the warm-up for the learner's own units. */
static inline bool
learner_estimates_units(const Learner *learner)
{
	return learner->state.rows < learner->units.rows;
}

/* Returns the rows that the learner was trained on: all but those of a warm-up for units. */
static inline double
learner_rows(const Learner *learner)
{
	return learner->state.rows - Min(learner->state.rows, learner->units.rows);
}

/* The general gradient estimate under a budget (gradient.c). */

/* Plans draws for the data point and for the inner product. */
extern void gradient_plan(Learner *learner, Rng *rng);

/* Plans the draws for the data point alone. */
extern void gradient_plan_data(Learner *learner, Rng *rng);

/*
 * Draws an attribute j from p, and sets `ratio` to w_j / p_j.  At least one weight
 * must not be 0.
 */
extern uint32 gradient_draw_inner(const Learner *learner, Rng *rng, double *ratio);

/* Returns the estimate of <w, x> from the planned values x, in the learner's units. */
extern double gradient_product(const Learner *learner, const double *x);

/*
 * Estimates the prediction of a row by the mean weights, the present ones included,
 * and a constant: sets prediction and product of the row, and adds to its diagonal.
 * Returns false if the looks give only one estimate.
 */
extern bool gradient_estimate_mean(const Learner *learner, const double *x, double constant,
								   StreamShrinkageRow *row);

/* Hooks that several methods use. */
extern double ridge_step_constant(const Learner *learner);
extern void ridge_rebuild(Learner *learner);
extern void ridge_descend(Learner *learner, const double *x, double slope);
extern void ridge_settle(Learner *learner);
extern void lasso_rebuild(Learner *learner);
extern void lasso_settle(Learner *learner);
extern double perceptron_slope(Learner *learner, const double *x, double y);

/* Returns the probability of predicting 1 if that share of the weight says 1. */
extern double majority_probability(double share, double beta);

#endif							/* AER_LEARNER_H */
