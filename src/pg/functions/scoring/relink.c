/*
 * relink.c
 *		Another link for a model, and for what it predicts from less.
 */
#include "pg/functions/scoring/relink.h"

#include "pg/kernel_call.h"

/*
 * The link that a two-valued model's part which predicts from less gives where all is
 * known, also where the model has none of its own.
 */
static Link
link_of_all_known(const ModelParts *parts)
{
	ModelParts	linked = *parts;
	ColumnPredictor *columns;
	double	   *weight = WORK_ARRAY(kernel_work(), parts->d, double);
	bool	   *known;
	const double one = 1;
	double		intercept;
	Link		link;

	linked.link.two_valued = true;
	linked.partial_heads.linked = &one;
	columns = model_predictor(&linked);
	known = WORK_ARRAY(kernel_work(), columns->coordinates.columns.looks.n, bool);
	memset(known, true, sizeof(bool) * columns->coordinates.columns.looks.n);
	column_predictor_set(columns, known, weight);
	if (column_predictor_solve(columns) != KERNEL_OK ||
		column_predictor_restrict(columns, weight, &intercept, &link) != KERNEL_OK)
		link_init(&link);
	return link;
}

static void
relink_known_part(ModelParts *parts, const Link *link)
{
	PartialHeads *heads = &parts->partial_heads;
	double	   *number = WORK_ARRAY(kernel_work(), 3, double);
	Link		old = parts->link.logistic ? parts->link : link_of_all_known(parts);
	double		slope = link->slope / old.slope;
	double		offset = link->offset - slope * old.offset;

	if (!(old.logistic && isfinite(slope) && isfinite(offset)))
	{
		parts->partial = NULL;
		return;
	}
	number[0] = 1;
	number[1] = slope * *heads->slope;
	number[2] = slope * *heads->offset + offset;
	heads->linked = &number[0];
	heads->slope = &number[1];
	heads->offset = &number[2];
}

void
relink(ModelParts *parts, const Link *link)
{
	Link		old = parts->link;

	if (parts->partial && !(old.logistic && old.slope == link->slope && old.offset == link->offset))
		relink_known_part(parts, link);
	parts->link = *link;
}
