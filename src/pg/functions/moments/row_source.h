/*
 * row_source.h
 *		Rows on their way into moments: what a design looks at of each of them.
 */
#ifndef AER_ROW_SOURCE_H
#define AER_ROW_SOURCE_H

#include "pg/options/look_planner.h"
#include "pg/rows/observation.h"
#include "pg/values/row_moments.h"

struct RowSource
{
	Features   *features;
	DesignOptions *options;
	const char *design;			/* JSON text; empty: none */
	bool		own_units;		/* how fits measure attributes by default */
	LookPlanner *planner;		/* NULL before the first row */
	bool		keyed;			/* a row key decides what is looked at */
	bool		learned;
	Rng			rng;			/* of a design without key */
	uint64		stream;			/* of rng: where several sources share the rows, each has another */
	uint64		rows;			/* rows that were added */
	uint32		refresh;		/* rows between two looks at the spread */
	double	   *spread;			/* [d] scratch, if learned */
	Looks		looks;
	uint32	   *plan;			/* [n] the attributes of the looks planned */
	uint32		n;
	const uint32 *found;		/* [m] those of the plan that the row has */
	double	   *value;			/* [m] their values */
	uint32		m;
	uint32	   *present;		/* [n] room for found */
	bool		fills;			/* a NULL is read as the centre, and its look counts as unknown */
	uint32	   *unknown;		/* [unknowns] the first attributes of such looks, ascending */
	uint32		unknowns;
};

/*
 * Begin a source of rows for an empty object, by the options of a design and their JSON
 * (NULL: read everything), for features of a kind.  target: the name of its column or
 * key, or NULL.  Options and JSON live in the object's memory context, which is the
 * current one.
 */
extern void row_source_init(RowSource *source, RowMoments *object, DesignOptions *options,
							Jsonb *json, FeaturesKind kind, const char *target, bool keyed);

/*
 * The centre of each attribute, palloc'd, or NULL where all are 0: sums are of values less
 * the centre.  That of a number with knots is the middle knot, since sums of values far
 * from 0 lose its bends.  A row must have been opened.
 */
extern double *row_center(const DesignOptions *options, const Columns *columns);

/* Plans the looks at the row, reads them and adds them to the sums. */
extern void row_source_add(RowMoments *object, const Observation *observation);

/* An aggregate of moments ends: features_end() of their source, if they have one. */
extern void row_source_end(FunctionCallInfo fcinfo, const RowMoments *object);

#endif							/* AER_ROW_SOURCE_H */
