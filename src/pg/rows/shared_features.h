/*
 * shared_features.h
 *		The features that several readers of the same rows have in common: those
 *		who want the same attributes share one, so that what one of them has
 *		read of a row is there for the others.
 */
#ifndef AER_SHARED_FEATURES_H
#define AER_SHARED_FEATURES_H

#include "pg/rows/features.h"

typedef struct SharedFeatures SharedFeatures;

extern SharedFeatures *shared_features_create(MemoryContext context);

/*
 * As the functions of features.h, but made only if there are none such yet.  All of
 * them are of one kind and have one target.  What they are given must live as long.
 */
extern Features *shared_features_array(SharedFeatures *shared);
extern Features *shared_features_listed(SharedFeatures *shared, FeaturesKind kind,
										const ColumnChoice *choice);

/* features_keep() of all of them, and of those that are made while these rows are read. */
extern void shared_features_keep(SharedFeatures *shared, int n);

#endif							/* AER_SHARED_FEATURES_H */
