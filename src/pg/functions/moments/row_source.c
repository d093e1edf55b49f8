/*
 * row_source.c
 *		Rows on their way into moments: what a design looks at of each of them.
 */
#include "pg/functions/moments/row_source.h"

void
row_source_init(RowSource *source, RowMoments *object, DesignOptions *options,
				Jsonb *json, FeaturesKind kind, const char *target, bool keyed)
{
	RowColumns	columns = {0};

	object->source = source;
	object->design = json ? JsonbToCString(NULL, &json->root, VARSIZE(json)) : pstrdup("");
	object->folds = options->folds;
	object->keyed = keyed;
	object->own_units = options->units == CHOICE_OPEN ? kind != FEATURES_ARRAY :
		options->units == UNITS_OWN;
	source->options = options;
	source->keyed = keyed;
	source->learned = design_options_sampling(options, keyed, object->own_units) == DESIGN_LEARNED;
	if (kind != FEATURES_ARRAY)
	{
		columns.target = target;
		columns.include = options->include;
		columns.exclude = options->exclude;
		columns.categories = options->categories;
		source->features = features_create_listed(CurrentMemoryContext, kind, &columns);
	}
	else
	{
		check_no_columns_listed(&options->include, &options->exclude, &options->categories);
		source->features = features_create_array(CurrentMemoryContext, options->budget > 0 ?
												 options->budget : READS_UNKNOWN);
	}
	source->features->null_hint =
		"With \"missing\" left at 'available', a design counts such holes and learns from what is there.";
}

/* From the looks that are planned to their attributes. */
static void
plan_attributes(RowSource *source)
{
	source->n = source->looks.first == NULL ? source->design->budget :
		looks_attributes(&source->looks, source->look, source->design->budget, source->plan);
}

/* The number of attributes is known: make the design and the sums. */
static void
start(RowMoments *object, uint32 d)
{
	RowSource  *source = object->source;
	MemoryContext old = MemoryContextSwitchTo(object->object.header.eoh_context);
	uint32		budget;
	uint32		most;

	object->name = source->features->name;
	object->type = source->features->type;
	object->target = source->features->target;
	object->center = design_options_center(source->options, d, object->name);
	source->looks = row_looks(d, object->name, object->type);
	source->design = design_options_start(source->options, &source->looks, object->name);
	object->complete = design_reads_all(source->design);
	row_moments_start(object, d);

	budget = source->design->budget;
	most = looks_most(&source->looks, budget);
	source->learned = source->learned && budget < source->looks.n;
	source->refresh = Max(source->looks.n / budget, 1);
	rng_seed_key(&source->rng, source->options->seed, source->stream);
	source->look = palloc(sizeof(uint32) * budget);
	source->plan = source->looks.first == NULL ? source->look : palloc(sizeof(uint32) * most);
	source->scratch = palloc(sizeof(uint32) * design_scratch(source->design));
	source->present = palloc(sizeof(uint32) * most);
	source->value = palloc(sizeof(double) * most);
	if (source->learned)
		source->spread = palloc(sizeof(double) * d);
	if (design_reads_all(source->design))
	{
		design_plan(source->design, &source->rng, source->look, source->scratch);
		plan_attributes(source);
	}
	MemoryContextSwitchTo(old);
}

/* Plan the row, before anything of it is known, and choose its fold. */
static uint32
plan_row(RowMoments *object, uint64 key)
{
	RowSource  *source = object->source;

	if (design_reads_all(source->design))	/* the plan is always the same */
		return source->keyed ? design_fold_key(source->design, key) :
			design_fold_row(source->design, source->rows);
	if (source->keyed)
	{
		design_plan_key(source->design, key, source->look, source->scratch);
		plan_attributes(source);
		return design_fold_key(source->design, key);
	}
	if (source->learned && source->rows > 0 && source->rows % source->refresh == 0)
	{
		row_moments_sum(object);
		moments_spread(&object->moments, source->spread);
		looks_spread(&source->looks, source->spread);
		design_set_spread(source->design, source->spread);
	}
	design_plan(source->design, &source->rng, source->look, source->scratch);
	plan_attributes(source);
	return design_fold_row(source->design, source->rows);
}

void
row_source_add(RowMoments *object, uint32 d, double target, uint64 key)
{
	RowSource  *source = object->source;
	uint32		fold;
	uint32		n;
	uint32		m;
	const uint32 *present;

	if (source->design == NULL)
		start(object, d);
	if (d != object->d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("row " INT64_FORMAT " has %u attributes, the rows before it have %u",
						source->row, d, object->d)));

	fold = plan_row(object, key);
	n = source->n;
	m = n;
	present = source->plan;
	if (source->options->missing == MISSING_AVAILABLE)
	{
		m = features_read_present(source->features, source->plan, n, source->present,
								  source->value, source->row);
		present = source->present;
	}
	else
		(void) features_read(source->features, present, n, source->value, BAD_VALUE_ERROR,
							 source->row);
	row_moments_add(object, fold, target, source->plan, n, present, source->value, m);
	if (source->features->unknowns > 0)
		row_moments_add_unknown(object, source->features->unknown, source->features->unknowns);
	source->rows++;
}
