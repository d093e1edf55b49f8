/*
 * design_options.h
 *		The options of a sampling design: one jsonb value, made by aer_design()
 *		or by hand.
 */
#ifndef AER_DESIGN_OPTIONS_H
#define AER_DESIGN_OPTIONS_H

#include "pg/aer.h"

#include "kernel/moments/design.h"
#include "pg/options/option_values.h"

typedef enum DesignSampling
{
	DESIGN_UNIFORM,
	DESIGN_SPREAD,
	DESIGN_LEARNED
} DesignSampling;

typedef enum DesignUnits
{
	UNITS_COMMON,
	UNITS_OWN
} DesignUnits;

typedef enum DesignMissing
{
	MISSING_ERROR,
	MISSING_AVAILABLE
} DesignMissing;

typedef struct DesignOptions
{
	double		budget;			/* looks, or money where there are prices; 0: all */
	PriceList	prices;
	double		deep_budget;	/* 0: none */
	int			sampling;		/* DesignSampling or CHOICE_OPEN */
	NumberList	spread;
	NumberList	center;
	int			units;			/* DesignUnits or CHOICE_OPEN */
	int			missing;		/* DesignMissing */
	uint32		folds;
	NameList	include;
	NameList	exclude;
	ColumnList	columns;
	PairList	pairs;
	uint64		seed;
} DesignOptions;

/* Is it a design, or else perhaps a learner? */
extern bool is_design(Jsonb *json);

/* About how many looks at a row its budget pays for. */
extern uint32 design_options_reads(const DesignOptions *options);

/* A WARNING if the budget buys nothing, a NOTICE of what it can never buy. */
extern void design_options_warn(const DesignOptions *options);

/* Parse and check, in the current memory context; NULL gives the defaults. */
extern DesignOptions *design_options_parse(Jsonb *json);

/* The fold of the row of that key, from 0. */
extern uint32 design_options_fold(const DesignOptions *options, uint64 key);

/*
 * Which sampling it is, by whether rows have a key, and whether attributes
 * are in units of their own or in a common one.
 */
extern DesignSampling design_options_sampling(const DesignOptions *options, bool key,
											  bool own_units);

/*
 * Returns the centre of each attribute, palloc'd, or NULL.  otherwise: of those that the option
 * does not give, NULL: 0.
 */
extern double *design_options_center(const DesignOptions *options, const Columns *columns,
									 const double *otherwise);

#endif							/* AER_DESIGN_OPTIONS_H */
