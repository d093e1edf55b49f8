/*
 * design_options.h
 *		The options of a sampling design: one jsonb value, which aer_design() or the
 *		user makes.
 */
#ifndef AER_DESIGN_OPTIONS_H
#define AER_DESIGN_OPTIONS_H

#include "pg/aer.h"

#include "kernel/moments/design.h"
#include "kernel/stream/learner_options.h"
#include "pg/options/option_values.h"

#define MOST_FOLDS 100

/*
 * Blocks of time from this one on, counted from 0, are predicted by models of the blocks before.  These
 * need two blocks for their own cross-validation.
 */
#define FIRST_PREDICTED_BLOCK 2

typedef enum DesignSampling
{
	DESIGN_UNIFORM,
	DESIGN_SPREAD,
	DESIGN_LEARNED
} DesignSampling;

typedef enum DesignMissing
{
	MISSING_ERROR,
	MISSING_AVAILABLE
} DesignMissing;

typedef struct DesignOptions
{
	double		budget;			/* looks, or money if there are prices; 0: all looks */
	PriceList	prices;
	double		deep_budget;	/* budget of the deep records; 0: all records have one budget */
	int			sampling;		/* a DesignSampling, or CHOICE_OPEN */
	NumberList	spread;
	NumberList	center;
	int			units;			/* a UnitsOption, or CHOICE_OPEN */
	int			missing;		/* a DesignMissing */
	uint32		folds;
	NameList	include;
	NameList	exclude;
	ColumnList	columns;
	PairList	pairs;
	RangeList	range;
	char	   *groups;			/* column or key of the group; NULL: none */
	char	   *time_column;	/* column or key of the time; NULL: none */
	NumberList	time_cuts;		/* [folds - 1] ascending: a row after k cuts is in fold k */
	char	   *weight;			/* column or key of the weight; NULL: all rows count alike */
	uint64		seed;
} DesignOptions;

/* Returns true if the jsonb names itself a design. */
extern bool is_design(Jsonb *json);

/* Returns about how many looks at a row the budget pays for. */
extern uint32 design_options_reads(const DesignOptions *options);

/* Parses and checks options, in the current memory context; NULL gives the defaults. */
extern DesignOptions *design_options_parse(Jsonb *json);

/* Returns the text of a design that is kept with its moments: without levels, which columns have. */
extern char *design_options_text(Jsonb *json, const DesignOptions *options);

/* Returns the fold, from 0, of the row with a key. */
extern uint32 design_options_fold(const DesignOptions *options, uint64 key);

/*
 * Returns the sampling, or raises an error if it does not fit the rows.  `key`: rows
 * have a key; `own_units`: each attribute has a unit of its own.
 */
extern DesignSampling design_options_sampling(const DesignOptions *options, bool key,
											  bool own_units);

/*
 * Returns the centre of each attribute, palloc'd, or NULL if all are 0.  `otherwise`: [d]
 * centres of the attributes that the option leaves out; NULL: 0.
 */
extern double *design_options_center(const DesignOptions *options, const Columns *columns,
									 const double *otherwise);

#endif							/* AER_DESIGN_OPTIONS_H */
