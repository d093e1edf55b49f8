/*
 * fold_scorers.h
 *		A model with its fold models, each of which scores the rows that it was not trained on.
 */
#ifndef AER_FOLD_SCORERS_H
#define AER_FOLD_SCORERS_H

#include "pg/functions/scoring/scorer.h"

typedef struct FoldScorers
{
	CachedArgument model;		/* argument 1 */
	CachedArgument fold_models;	/* argument fold_models_argno */
	int			fold_models_argno;	/* 0: there are none, and the model itself scores its rows */
	int			features_argno; /* followed by the target and the key */
	char	   *target_name;	/* column or key of the target; NULL: the argument is the target */
	ModelParts	parts;			/* the model's parts */
	RoleReader	roles;
	int			folds;			/* 1 if there are no fold models */
	Scorer	  **scorer;			/* [folds] */
} FoldScorers;

/*
 * Takes the models of a call, checks that they belong together, and makes their scorers, in the current
 * memory context, which is the one passed.
 *
 * target_name: NULL if the argument is the target.
 * fold_models_argno: 0: there are none.
 * roles_argno: the argument that has the columns with roles; 0: the features have them.
 */
extern void fold_scorers_init(FoldScorers *scorers, MemoryContext context, FunctionCallInfo fcinfo,
							  FeaturesKind kind, const char *target_name, int fold_models_argno,
							  int roles_argno);

/* Returns true if this call has the same models and target. */
extern bool fold_scorers_serve(const FoldScorers *scorers, FunctionCallInfo fcinfo, const char *target_name);

/* Returns the scorer of the rows of a fold. */
static inline Scorer *
fold_scorers_of(const FoldScorers *scorers, uint32 fold)
{
	return scorers->scorer[scorers->fold_models_argno ? fold : 0];
}

/* Returns the design of the moments that a model was fitted to; NULL if it has none. */
extern Jsonb *fold_scorers_design(const ModelParts *parts);

/*
 * Returns the target as the model takes it: a number, -1 or 1 for one of at most two classes, or the
 * position of one of several classes.  Raises an error if the model was not trained on such a
 * target.
 */
extern double fold_scorers_target(const FoldScorers *scorers, const Observation *observation);

#endif							/* AER_FOLD_SCORERS_H */
