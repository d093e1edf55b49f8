/*
 * options.h
 *		The options of a learner: one jsonb value, made by a constructor such as
 *		aer_ridge() or by hand, checked the same way.
 *
 * One table in options.c says which options there are, which learners take
 * them, and their ranges.  A new option is one line there and one argument of
 * the SQL constructor.
 */
#ifndef AER_OPTIONS_H
#define AER_OPTIONS_H

#include "kernel/stream/learner.h"
#include "pg/options/option_values.h"

typedef struct Options
{
	LearnerOptions learner;		/* arrays only after options_resolve() */
	int			sampling;		/* a Sampling, as it was given */
	NumberList	second_moments;
	NumberList	center;
	NumberList	scale;
	NameList	include;
	NameList	exclude;
} Options;

/*
 * Parse and check; raises an error that names the option and its range.  The
 * result and what it points to are allocated in the current memory context.
 */
extern Options *options_parse(Jsonb *json);

/*
 * Check against the number of attributes, which is known from the first row
 * on, and complete options->learner.  names: of the attributes, or NULL.
 */
extern void options_resolve(Options *options, uint32 d, char *const *names);

/*
 * The elements of a jsonb[] of learners, none of them NULL.  purpose ends the
 * message for an empty one: "there are no learners to ...".
 */
extern Jsonb **learner_list(ArrayType *array, const char *purpose, int *n);

#endif							/* AER_OPTIONS_H */
