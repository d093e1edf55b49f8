/*
 * row_source.c
 *		Rows on their way into moments: what a design looks at of each of them.
 */
#include "pg/functions/moments/row_source.h"

void
row_source_init(RowSource *source, RowMoments *object, DesignOptions *options,
				Jsonb *json, bool rows, const char *target, bool keyed)
{
	RowColumns	columns = {0};

	object->source = source;
	object->design = json ? JsonbToCString(NULL, &json->root, VARSIZE(json)) : pstrdup("");
	object->folds = options->folds;
	object->keyed = keyed;
	object->own_units = options->units == CHOICE_OPEN ? rows : options->units == UNITS_OWN;
	source->options = options;
	source->keyed = keyed;
	source->learned = design_options_sampling(options, keyed, object->own_units) == DESIGN_LEARNED;
	if (!rows)
	{
		check_no_columns_listed(options->include.n, options->exclude.n);
		source->features = features_create_array(CurrentMemoryContext, options->budget > 0 ?
												 options->budget : READS_UNKNOWN);
		return;
	}
	columns.target = target;
	columns.include = options->include;
	columns.exclude = options->exclude;
	source->features = features_create_row(CurrentMemoryContext, &columns);
}

/* The number of attributes is known: make the design and the sums. */
static void
start(RowMoments *object, uint32 d)
{
	RowSource  *source = object->source;
	MemoryContext old = MemoryContextSwitchTo(object->object.header.eoh_context);
	uint32		budget;

	object->name = source->features->name;
	object->type = source->features->type;
	object->target = source->features->target;
	object->center = design_options_center(source->options, d, object->name);
	source->design = design_options_start(source->options, d, object->name);
	object->complete = design_reads_all(source->design) &&
		source->options->missing == MISSING_ERROR;
	row_moments_start(object, d);

	budget = source->design->budget;
	source->learned = source->learned && budget < d;
	source->refresh = Max(d / budget, 1);
	rng_seed_key(&source->rng, source->options->seed, source->stream);
	source->plan = palloc(sizeof(uint32) * budget);
	source->scratch = palloc(sizeof(uint32) * design_scratch(source->design));
	source->present = palloc(sizeof(uint32) * budget);
	source->value = palloc(sizeof(double) * budget);
	if (source->learned)
		source->spread = palloc(sizeof(double) * d);
	if (design_reads_all(source->design))
		design_plan(source->design, &source->rng, source->plan, source->scratch);
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
		design_plan_key(source->design, key, source->plan, source->scratch);
		return design_fold_key(source->design, key);
	}
	if (source->learned && source->rows > 0 && source->rows % source->refresh == 0)
	{
		row_moments_sum(object);
		moments_spread(&object->moments, source->spread);
		design_set_spread(source->design, source->spread);
	}
	design_plan(source->design, &source->rng, source->plan, source->scratch);
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
	n = source->design->budget;
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
	source->rows++;
}
