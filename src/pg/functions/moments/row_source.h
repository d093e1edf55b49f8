/*
 * row_source.h
 *		Reads rows into moments, by the looks that a design plans.
 */
#ifndef AER_ROW_SOURCE_H
#define AER_ROW_SOURCE_H

#include "pg/options/look_planner.h"
#include "pg/rows/observation.h"
#include "pg/values/row_moments.h"

struct RowSource
{
	Features   *features;
	Features   *roles;			/* reads groups, time and weight apart from them; or NULL */
	DesignOptions *options;
	const char *design;			/* JSON text; empty: none */
	bool		own_units;		/* fits measure each attribute by its own standard deviation */
	LookPlanner *planner;		/* NULL before the first row */
	bool		keyed;			/* the key of a row decides its looks */
	bool		learned;		/* looks are drawn by the spread of the rows so far */
	Rng			rng;			/* draws looks of rows without key */
	uint64		stream;			/* seed of rng, different for each parallel worker */
	uint64		rows;			/* rows added */
	uint32		refresh;		/* rows between updates of the spread */
	double	   *spread;			/* [d] scratch; NULL unless learned */
	Looks		looks;
	uint32	   *plan;			/* [n] attributes of the planned looks */
	uint32		n;
	const uint32 *found;		/* [m] planned attributes that have a value */
	double	   *value;			/* [m] */
	uint32		m;
	uint32	   *present;		/* [n] scratch for found */
	bool		fills;			/* NULL is read as the centre, and its look counts as unknown */
	uint32	   *unknown;		/* [unknowns] first attributes of unknown looks, ascending */
	uint32		unknowns;
};

/*
 * Initializes the source of an empty object, in the current memory context, which is the object's.
 * options: of the design, or the defaults; not copied.
 * json: the design; NULL: every attribute is read.
 * target_name: the column or key of the target; NULL if it has no name.
 */
extern void row_source_init(RowSource *source, RowMoments *object, DesignOptions *options,
							Jsonb *json, FeaturesKind kind, const char *target_name, bool keyed);

/*
 * Returns the centre [d] of each attribute, palloc'd; NULL if all are 0.  Sums subtract it from the
 * values.  A number with knots has its middle knot as centre, because sums of values far from 0 are
 * too imprecise for its curve.  The columns are known once a row was opened.
 */
extern double *row_center(const DesignOptions *options, const Columns *columns);

/* Plans the looks at an opened row, reads them and adds them to the sums. */
extern void row_source_add(RowMoments *object, const Observation *observation);

/* Calls features_end() at the end of an aggregate; moments without a source have none. */
extern void row_source_end(FunctionCallInfo fcinfo, const RowMoments *object);

#endif							/* AER_ROW_SOURCE_H */
