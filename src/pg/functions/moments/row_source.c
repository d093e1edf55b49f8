/*
 * row_source.c
 *		Reads rows into moments, by the looks that a design plans.
 */
#include "pg/functions/moments/row_source.h"

/* Returns true if fits measure each attribute by its own standard deviation. */
static bool
uses_own_units(const DesignOptions *options, FeaturesKind kind)
{
	if (kind == FEATURES_ARRAY)
		return options->units == UNITS_OWN;
	if (options->units != CHOICE_OPEN)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"units\" of a design needs arrays"),
				 errdetail("Named attributes are scaled by their columns: a number by its standard deviation, categories as one."),
				 errhint("Leave it out.")));
	return true;
}

void
row_source_init(RowSource *source, RowMoments *object, DesignOptions *options,
				Jsonb *json, FeaturesKind kind, const char *target_name, bool keyed)
{
	ColumnChoice choice = DESIGN_CHOICE(options);

	object->source = source;
	source->options = options;
	source->design = json ? design_options_text(json, options) : "";
	source->own_units = uses_own_units(options, kind);
	source->keyed = keyed;
	source->learned = design_options_sampling(options, keyed, source->own_units) == DESIGN_LEARNED;
	if (kind != FEATURES_ARRAY)
	{
		choice.target = target_name;
		source->features = features_create_listed(CurrentMemoryContext, kind, &choice);
	}
	else
	{
		check_no_columns_chosen(&choice);
		source->features = features_create_array(CurrentMemoryContext, options->budget > 0 ?
												 design_options_reads(options) : READS_UNKNOWN);
	}
	source->features->null_hint =
		"With missing => 'available', the default, a design counts missing values and trains on the others.";
}

/* Finds the attributes of the planned looks. */
static void
plan_attributes(RowSource *source)
{
	const LookPlanner *planner = source->planner;

	source->n = source->looks.first == NULL ? planner->n :
		looks_attributes(&source->looks, planner->look, planner->n, source->plan);
}

/* Starts to count the visits of the design's panels, if it has any. */
static void
start_visits(PanelVisits *visits, const RowSource *source)
{
	const LookPlanner *planner = source->planner;
	const Looks *looks = &source->looks;
	uint32	   *panel;

	if (planner->prices == NULL || planner->prices->panels == 0)
		return;
	panel = palloc_extended(sizeof(uint32) * looks->d, MCXT_ALLOC_HUGE);
	for (uint32 place = 0; place < looks->bought; place++)
	{
		uint32		look = planner->order ? planner->order[place] : place;

		for (uint32 i = looks_first(looks, look); i < looks_first(looks, look + 1); i++)
			panel[i] = planner->prices->panel[place];
	}
	for (uint32 i = looks_main(looks); i < looks->d; i++)
		panel[i] = NO_PANEL;
	panel_visits_init(visits, looks->d, planner->prices->panels, panel);
	pfree(panel);
}

double *
row_center(const DesignOptions *options, const Columns *columns)
{
	double	   *middle = NULL;

	for (uint32 l = 0; columns->column && l < columns->looks.bought; l++)
	{
		const Column *column = &columns->column[l];

		if (column_knots(column) == 0)
			continue;
		if (middle == NULL)
			middle = palloc0(sizeof(double) * columns->looks.d);
		middle[looks_first(&columns->looks, l)] = column->knot[column_middle(column)];
	}
	return design_options_center(options, columns, middle);
}

/* Gives the copies of attributes in interactions the centres of their originals. */
static void
set_centers_of_copies(const Columns *columns, double *center)
{
	const Looks *looks = &columns->looks;

	for (uint32 look = looks->bought; center && look < looks->n; look++)
	{
		const LookPair *pair = &looks->pair[look - looks->bought];
		uint32		to = looks_first(looks, look) + columns_products(columns, look);

		for (uint32 k = 0; to + k < looks_first(looks, look + 1); k++)
			center[to + k] = center[looks_original(looks, pair, k)];
	}
}

/* Creates planner and sums at the first row, which has the number of attributes. */
static void
start_moments(RowMoments *object, uint32 d)
{
	RowSource  *source = object->source;
	MemoryContext old = MemoryContextSwitchTo(object->object.header.eoh_context);
	Columns		columns = source->features->columns.column ? source->features->columns : columns_of_array(d);
	double	   *center = row_center(source->options, &columns);
	LookPlanner *planner;
	RowMoments	header = {
		.d = d,
		.folds = source->options->folds,
		.own_units = source->own_units,
		.keyed = source->keyed,
		.design = source->design,
		.columns = columns,
		.target = source->features->target,
		.moments.shift = center,
		.moments.rows.weighted = source->options->weight != NULL
	};
	uint32		most;

	set_centers_of_copies(&columns, center);
	source->looks = columns.looks;
	planner = look_planner_create(source->options, &columns);
	source->planner = planner;
	start_visits(&header.visits, source);
	header.moments.complete = planner->all;
	row_moments_begin(object, &header);

	most = Max(looks_most(&source->looks, planner->most), 1);
	source->learned = source->learned && !planner->all;
	source->refresh = Max(source->looks.bought / Max(planner->expected, 1), 1);
	rng_seed_key(&source->rng, source->options->seed, source->stream);
	source->plan = source->looks.first == NULL ? planner->look : palloc(sizeof(uint32) * most);
	source->present = palloc(sizeof(uint32) * most);
	source->value = palloc(sizeof(double) * most);
	/* otherwise a few NULLs in each row would leave hardly a row with all products */
	source->fills = columns.looks.pair != NULL && source->options->budget == 0;
	if (source->fills)
		source->unknown = palloc(sizeof(uint32) * source->looks.bought);
	if (source->learned)
		source->spread = palloc(sizeof(double) * d);
	if (planner->all)
	{
		look_planner_next(planner, &source->rng);
		plan_attributes(source);
	}
	MemoryContextSwitchTo(old);
}

/* Plans the attributes to read, before any of them is known. */
static void
plan_row(RowMoments *object, uint64 key)
{
	RowSource  *source = object->source;

	if (source->planner->all)	/* start_moments() has made the plan */
		return;
	if (source->keyed)
		look_planner_key(source->planner, key);
	else
	{
		if (source->learned && source->rows > 0 && source->rows % source->refresh == 0)
		{
			moments_spread(&object->moments, source->spread);
			looks_spread(&source->looks, source->spread);
			look_planner_spread(source->planner, source->spread);
		}
		look_planner_next(source->planner, &source->rng);
	}
	plan_attributes(source);
}

/* Replaces each NULL by the centre of its attribute, so that the whole plan has values. */
static void
fill_missing(const RowMoments *object)
{
	RowSource  *source = object->source;
	uint32		m = source->m;

	for (uint32 k = source->n; k-- > 0;)
	{
		uint32		i = source->plan[k];

		if (m > 0 && source->present[m - 1] == i)
			source->value[k] = source->value[--m];
		else
			source->value[k] = moments_shift(&object->moments, i);
	}
	for (uint32 look = 0; look < source->looks.bought; look++)
	{
		uint32		first = looks_first(&source->looks, look);

		while (m < source->m && source->present[m] < first)
			m++;
		if (m == source->m || source->present[m] != first)
			source->unknown[source->unknowns++] = first;
	}
	source->m = source->n;
	source->found = source->plan;
}

/* Plans and reads a row; sets plan, found and value of the source. */
static void
read_row(RowMoments *object, const Observation *observation)
{
	RowSource  *source = object->source;
	uint32		d = observation->attributes;

	if (source->planner == NULL)
		start_moments(object, d);
	if (d != object->d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("row " INT64_FORMAT " has %u attributes, the rows before it have %u",
						observation->row, d, object->d)));

	plan_row(object, observation->key);
	source->m = source->n;
	source->found = source->plan;
	if (source->options->missing == MISSING_AVAILABLE)
	{
		source->m = features_read_present(source->features, source->plan, source->n,
										  source->present, source->value, observation->row);
		source->found = source->present;
		source->unknowns = 0;
		if (source->fills && source->m < source->n)
			fill_missing(object);
	}
	else
		(void) features_read(source->features, source->plan, source->n, source->value,
							 BAD_VALUE_ERROR, observation->row);
}

void
row_source_add(RowMoments *object, const Observation *observation)
{
	RowSource  *source = object->source;
	double		target = observation->target;

	read_row(object, observation);
	if (object->classes)
		target = row_moments_class(object, observation_class(observation));
	row_moments_add(object, observation->fold, observation->weight, target, source->plan, source->n,
					source->found, source->value, source->m);
	if (source->features->unknowns > 0)
		moments_add_unknown(&object->moments, source->features->unknown, source->features->unknowns);
	if (source->unknowns > 0)
		moments_add_unknown(&object->moments, source->unknown, source->unknowns);
	source->rows++;
}

void
row_source_end(FunctionCallInfo fcinfo, const RowMoments *object)
{
	if (object->source)
		features_end(fcinfo, object->source->features);
	if (object->source && object->source->roles)
		features_end(fcinfo, object->source->roles);
}
