/*
 * known_part.h
 *		The part of a model that predicts from whatever is known of a row.
 */
#ifndef AER_KNOWN_PART_H
#define AER_KNOWN_PART_H

#include "pg/functions/moments/acquisition_costs.h"
#include "pg/values/model.h"

/*
 * To parts, which are those of a model fitted to these moments: of named attributes
 * in coordinates, with bends or without; of arrays in the design's units.  lambda NaN: the
 * default.  KERNEL_SINGULAR: the moments make no such part.
 */
extern Status known_part_fit(RowMoments *object, const AcquisitionCosts *costs, bool bends,
							 double lambda, ModelParts *parts);

#endif							/* AER_KNOWN_PART_H */
