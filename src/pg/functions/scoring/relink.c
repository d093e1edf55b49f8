/*
 * relink.c
 *		Gives a model another link.
 */
#include "pg/functions/scoring/relink.h"

#include "pg/kernel_call.h"

/*
 * Returns the link for complete rows that the partial model of a binary target gives, even if the
 * model has no link of its own.
 */
static Link
partial_link_of_complete(const ModelParts *parts)
{
	ModelParts	linked = *parts;
	ColumnPredictor *columns;
	PartialHead head = parts->fit.head[0];
	Output		output = {.weight = WORK_ARRAY(kernel_work(), parts->fit.d, double)};
	bool	   *known;

	linked.fit.link.two_valued = true;
	linked.fit.head = &head;
	head.linked = 1;
	columns = model_predictor(&linked);
	known = WORK_ARRAY(kernel_work(), columns->coordinates.columns.looks.n, bool);
	memset(known, true, sizeof(bool) * columns->coordinates.columns.looks.n);
	column_predictor_set(columns, known, output.weight);
	if (column_predictor_solve(columns) != KERNEL_OK ||
		column_predictor_restrict(columns, &output) != KERNEL_OK)
		link_init(&output.link);
	return output.link;
}

static void
relink_partial_model(ModelParts *parts, const Link *link)
{
	PartialHead *head = &parts->fit.head[0];
	Link		old = parts->fit.link.logistic ? parts->fit.link : partial_link_of_complete(parts);
	double		slope = link->slope / old.slope;
	double		offset = link->offset - slope * old.offset;

	if (!(old.logistic && isfinite(slope) && isfinite(offset)))
	{
		model_parts_forget_known(parts);
		return;
	}
	head->linked = 1;
	head->offset = slope * head->offset + offset;
	head->slope *= slope;
}

void
relink(ModelParts *parts, const Link *link)
{
	Link		old = parts->fit.link;

	if (parts->fit.known && !(old.logistic && old.slope == link->slope && old.offset == link->offset))
		relink_partial_model(parts, link);
	parts->fit.link = *link;
}
