/*
 * told.c
 *		A model of which something is told, by look.
 */
#include "pg/functions/explaining/told.h"

#include "utils/builtins.h"

void
told_model(Datum model, const char *function, bool any, ModelParts *parts)
{
	(any ? model_unpack_any : model_unpack) (model_from_datum(model), parts);
	if (parts->facts.mean == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("%s needs a model that knows the means of its attributes", function),
				 errdetail("Models fitted to moments do, until they are averaged or restricted."),
				 errhint("Train it with a design and a key, aer_train(t.*, 'target', aer_design(5), id), or fit moments: aer_fit_ridge().")));
}

Datum
told_name(const ModelParts *parts, uint32 look)
{
	if (parts->columns.look_name)
		return CStringGetTextDatum(parts->columns.look_name[look]);
	return CStringGetTextDatum(psprintf("%u", looks_first(&parts->columns.looks, look) + 1));
}
