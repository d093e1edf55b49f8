/*
 * options.h
 *		The options of a learner: one jsonb value, made by a constructor such as
 *		aer_ridge() or by hand, checked the same way.
 */
#ifndef AER_OPTIONS_H
#define AER_OPTIONS_H

#include "pg/aer.h"

#include "kernel/stream/learner.h"
#include "pg/options/option_values.h"

/* Is there a learner of the name that it gives? */
extern bool is_learner(Jsonb *json);

/*
 * Parse, complete and check; raises an error that names the option and its
 * range.  The result and what it points to are allocated in the current memory
 * context.
 */
extern LearnerOptions *options_parse(Jsonb *json);

/*
 * Settle what is open until the attributes are known to be named columns or not
 * (learner_units_settle), before anything else is made of them.
 */
extern void options_settle(LearnerOptions *options, bool named);

/*
 * The options as a model carries them: JSON text with every option of the
 * learner, the defaults of today written out (option_values.h says how), so
 * that it means the same to a later release.  Before options_resolve().
 */
extern char *options_text(const LearnerOptions *options);

/*
 * Checks against the attributes, which are known from the first row on, and makes a list of
 * numbers by name one of a number for each.
 */
extern void options_resolve(LearnerOptions *options, const Columns *columns);

#endif							/* AER_OPTIONS_H */
