/*
 * learner_options.h
 *		The options of learners, and the lines of option tables that several
 *		learners share.
 *
 * One structure has a field for each option of each learner.  Each learner has a
 * table of the options that it takes, in the order of its SQL constructor's
 * arguments.  Lines that several tables share are macros here; other lines are in the learner's own
 * file.
 */
#ifndef AER_LEARNER_OPTIONS_H
#define AER_LEARNER_OPTIONS_H

#include "kernel/option.h"

/* The probabilities with which attributes of the data point are drawn. */
typedef enum Sampling
{
	SAMPLING_UNIFORM,
	SAMPLING_MOMENTS,			/* by second moments from the user */
	SAMPLING_TWO_PHASE			/* by second moments of the warm-up rows */
} Sampling;

/* The treatment of a row whose planned attribute is NULL. */
typedef enum MissingValue
{
	MISSING_IS_ERROR,
	MISSING_SKIPS_ROW
} MissingValue;

/* The units of attributes, and of a learner's target; designs have this option, too. */
typedef enum UnitsOption
{
	UNITS_COMMON,				/* (x - center) / scale, and the user's target */
	UNITS_OWN					/* standard deviations in a warm-up (Units) */
} UnitsOption;

typedef enum StepRule
{
	STEP_PAPER,
	STEP_ADAPTIVE				/* from the gradients so far */
} StepRule;

typedef enum ShrinkageRule
{
	SHRINKAGE_NONE,
	SHRINKAGE_PROGRESSIVE		/* estimated on later rows (StreamShrinkage) */
} ShrinkageRule;

/* Names of the values above in options, ended by NULL. */
extern const char *const sampling_names[];
extern const char *const units_names[];
extern const char *const step_rule_names[];
extern const char *const shrinkage_names[];
extern const char *const missing_value_names[];

/*
 * The options of a learner, whose ranges the caller has checked.  Arrays belong to
 * the caller and must outlive the learner.
 */
typedef struct LearnerOptions
{
	const struct LearnerMethod *method;
	uint32		budget;			/* draws per row, 2 .. d; 0: read everything */
	uint32		inner_draws;	/* draws for the inner product, among budget */
	double		radius;			/* radius of the ball; INFINITY: none (ridge
								 * only); 0: the largest |target| so far, because
								 * the papers assume |y| <= B */
	double		step;			/* fixed step; 0: by step_rule */
	int			step_rule;		/* a StepRule; CHOICE_OPEN: by units */
	uint64		rows;			/* m in the paper's step; 0: unknown */
	bool		intercept;		/* an intercept is learned */
	NumberList	center;			/* attributes enter as (x - center) / scale */
	NumberList	scale;			/* like center, a list of 0, 1 or d numbers */
	int			units;			/* a UnitsOption; CHOICE_OPEN: by the features */
	int			shrinkage;		/* a ShrinkageRule; CHOICE_OPEN: by units */
	uint64		seed;

	/* ridge, lasso and svr under a budget */
	int			sampling;		/* a Sampling; CHOICE_OPEN only until completed */
	NumberList	second_moments; /* E (x - center)^2, for SAMPLING_MOMENTS */
	uint64		warmup_rows;	/* m_1 of SAMPLING_TWO_PHASE, or for UNITS_OWN */
	bool		smooth_moments; /* use the paper's epsilon, not 0 as in its experiments */
	bool		warmup_center;	/* subtract the means of the warm-up afterwards */

	double		lambda;			/* pegasos: regularisation; 0: the paper's */

	double		insensitivity;	/* svr: errors up to this cost nothing */
	double		smoothing;		/* svr: rho; 0: radius * (largest norm 1) +
								 * radius + insensitivity */
	uint32		max_draws;		/* svr: most draws for inner products; 0: no limit */
	bool		biased;			/* svr: slope at the mean of inner_draws draws */

	bool		averaged;		/* perceptron: use the mean iterate, not the last */
	bool		balanced;		/* winnow: add the attributes -x */
	double		rate;			/* winnow: eta; majority: beta, 0: from rows */

	/* for the reader of rows: no learner uses these */
	int			missing;		/* a MissingValue */
	NameList	include;
	NameList	exclude;
	ColumnList	columns;
} LearnerOptions;

/* The beginning of a line: an option with the name of its field. */
#define LEARNER_OPTION(field) .name = #field, .offset = offsetof(LearnerOptions, field)

#define OPTION_BUDGET \
	{LEARNER_OPTION(budget), .kind = OPTION_UINT32, .bounds = AT_LEAST, .least = 2, \
	.unset = "all attributes", \
	.text = "how many attributes are drawn in each row, repeats included, and so the most that are read; at most d", \
	.hint = "Leave \"budget\" NULL to read all attributes."}

#define LARGEST_TARGET "the largest |target| so far"
#define IN_OWN_UNITS(radius) "; in standardized units " radius

#define OPTION_RADIUS(rule) \
	{LEARNER_OPTION(radius), .kind = OPTION_DOUBLE, .bounds = ABOVE, .unset = rule, \
	.text = "size of the ball that holds the weights, in units of the scaled attributes"}

#define OPTION_STEP(rule) \
	{LEARNER_OPTION(step), .kind = OPTION_DOUBLE, .bounds = ABOVE, .unset = rule, \
	.text = "a fixed step of the descent"}

#define OPTION_STEP_RULE \
	{LEARNER_OPTION(step_rule), .kind = OPTION_CHOICE, .choice = step_rule_names, \
	.unset = "adaptive in standardized units, else the paper's", \
	.text = "the step if none is given: as published, or by the size of the gradients so far"}

#define OPTION_ROWS(meaning) \
	{LEARNER_OPTION(rows), .kind = OPTION_UINT64, .bounds = AT_LEAST, .least = 1, \
	.unset = "unknown", .text = meaning}

#define ROWS_FOR_STEP \
	"number of rows to come, for the paper's step; unknown: the step falls with 1/sqrt(t)"

/* Options of the draws.  sampling_complete() checks the combination. */
#define OPTIONS_SAMPLING(inner_rule) \
	{LEARNER_OPTION(sampling), .kind = OPTION_CHOICE, .choice = sampling_names, \
	.unset = "by the next two options", \
	.text = "which attributes are drawn to estimate the record"}, \
	{LEARNER_OPTION(second_moments), .kind = OPTION_NUMBERS, .bounds = AT_LEAST, .unset = "none", \
	.text = "'moments': E (x - center)^2 per attribute, in the user's units; attributes that vary more are drawn more often"}, \
	{LEARNER_OPTION(warmup_rows), .kind = OPTION_UINT64, .bounds = AT_LEAST, .least = 1, \
	.unset = "a tenth of rows; in standardized units 200, or more until each attribute was read about 20 times", \
	.text = "how many of the first rows are drawn evenly, to estimate these moments ('two-phase'), or the mean and standard deviation of each attribute (standardized units)"}, \
	{LEARNER_OPTION(warmup_center), .kind = OPTION_BOOL, \
	.text = "'two-phase': estimate the means too, and subtract them from then on"}, \
	{LEARNER_OPTION(smooth_moments), .kind = OPTION_BOOL, \
	.text = "'two-phase': enlarge the estimates as in the paper's proof"}, \
	{LEARNER_OPTION(inner_draws), .kind = OPTION_UINT32, .bounds = AT_LEAST, .least = 1, \
	.unset = inner_rule, \
	.text = "number of draws, below budget, that estimate the prediction; the others estimate the record"}

#define OPTION_INTERCEPT(meaning) \
	{LEARNER_OPTION(intercept), .kind = OPTION_BOOL, .text = meaning}

/* depends on center_target and learn_constant of the method */
#define IMPLIED_BY_UNITS "; standardized units always have one"
#define INTERCEPT_MEAN "add a constant, the mean of the targets; it costs no reads"
#define INTERCEPT_LEARNED "learn a constant too; it costs no reads"
#define INTERCEPT_BOTH \
	"learn a constant too, the mean of the targets corrected for attributes whose mean is not 0; it costs no reads"

#define OPTIONS_UNITS \
	{LEARNER_OPTION(center), .kind = OPTION_NUMBERS, .preset = 0, \
	.text = "attributes enter as (x - center) / scale"}, \
	{LEARNER_OPTION(scale), .kind = OPTION_NUMBERS, .bounds = ABOVE, .preset = 1, \
	.text = "the same"}

/* The same for learners that have own units, too.  sampling_complete() checks them. */
#define OPTIONS_OWN_UNITS \
	{LEARNER_OPTION(units), .kind = OPTION_CHOICE, .choice = units_names, \
	.unset = "standardized on rows, unless center, scale or second_moments are given; common on arrays", \
	.text = "common: by the next two options; standardized: attributes and target in standard deviations from the mean, as estimated from the first rows"}, \
	OPTIONS_UNITS

#define OPTION_SHRINKAGE \
	{LEARNER_OPTION(shrinkage), .kind = OPTION_CHOICE, .choice = shrinkage_names, \
	.unset = "progressive in standardized units, else none", \
	.text = "progressive: the weights are multiplied by the factor from 0 to 1.5 with which they best predict later rows; none: they stay as they are"}

#define COLUMNS_MEANING \
	"for each column, or key of jsonb: its categories, or the knots of its curve, and null if NULL is its own category; aer_suggest() writes them"

/* Options of the columns that are read. */
#define OPTIONS_COLUMNS \
	{LEARNER_OPTION(missing), .kind = OPTION_CHOICE, .choice = missing_value_names, \
	.preset = MISSING_IS_ERROR, \
	.text = "if a value to be read is NULL: raise an error, or leave out its row and count it as skipped"}, \
	{LEARNER_OPTION(include), .kind = OPTION_NAMES, .bounds = AT_LEAST, .least = 1, .unset = "all", \
	.text = "whole rows: train on these columns only; jsonb: on these keys", \
	.hint = "Leave \"include\" NULL to train on all columns."}, \
	{LEARNER_OPTION(exclude), .kind = OPTION_NAMES, .unset = "none", \
	.text = "whole rows and jsonb: do not train on these"}, \
	{LEARNER_OPTION(columns), .kind = OPTION_COLUMNS, .unset = "none", \
	.text = COLUMNS_MEANING}

#define OPTION_SEED_OF_DRAWS \
	{LEARNER_OPTION(seed), .kind = OPTION_SEED, .preset = 1, .text = "the seed of the random draws"}

/*
 * Settles the options of OPTIONS_SAMPLING: the sampling, from the options that are
 * set, and inner_draws under a budget if they are not set.  Returns the first conflict
 * between these options or with the units.
 */
extern OptionProblem sampling_complete(LearnerOptions *options, uint32 inner_draws);

/*
 * Settles the units if they are open, and the options that depend on them.  `named`:
 * the attributes are named columns, whose units somebody chose one by one.  The
 * caller then calls the learner's complete() once more.
 */
extern void learner_units_settle(LearnerOptions *options, bool named);

#endif							/* AER_LEARNER_OPTIONS_H */
