/*
 * model_partial.h
 *		The part of a model that predicts from any known attributes.
 *
 * In ModelParts it is the words of a PartialModel.  Of its head those numbers are
 * stored that nothing else in the model says.
 */
#ifndef AER_MODEL_PARTIAL_H
#define AER_MODEL_PARTIAL_H

#include "pg/values/model.h"
#include "kernel/spending/partial_model.h"

/* One number of PartialHead, to be written and read by name. */
typedef struct PartialField
{
	const char *name;
	size_t		offset;			/* within PartialHead */
} PartialField;

/* In the order of ModelPartialForm. */
extern const PartialField model_partial_fields[];
extern const int model_partial_field_count;

/* Vectors of d numbers each that a model has beside its head. */
extern uint32 model_partial_vectors(const ModelParts *parts);

/*
 * Give parts, of which everything else is there, a partial model of so many
 * vectors (sqlstate: of the error if that cannot be).  The fields of its head are
 * 0, and what is returned, vectors * d numbers, is to be filled.
 */
extern double *model_partial_make(ModelParts *parts, uint32 vectors, int sqlstate);

/* The head's fields to, and all of it from, its stored form, which is aligned. */
extern void model_partial_put(const ModelParts *parts, double *form);
extern void model_partial_get(ModelParts *parts, uint32 vectors, const double *form);

/* A field of the head of parts->partial, and the numbers of its vectors. */
extern double *model_partial_field(const ModelParts *parts, int field);
extern const double *model_partial_numbers(const ModelParts *parts);

/* An error of that sqlstate unless the words are a model of so many attributes. */
extern void model_partial_check(const ModelParts *parts, int sqlstate);

/* View the partial model of parts that were checked before they were stored. */
extern void model_partial_view(const ModelParts *parts, PartialModel *model);

#endif							/* AER_MODEL_PARTIAL_H */
