/*
 * options.h
 *		The options of a learner: one jsonb value, made by a constructor such as
 *		aer_ridge() or by hand, checked the same way.
 */
#ifndef AER_OPTIONS_H
#define AER_OPTIONS_H

#include "pg/aer.h"

#include "kernel/stream/learner_options.h"
#include "pg/options/option_values.h"

/* Returns true if the jsonb names a learner. */
extern bool is_learner(Jsonb *json);

/*
 * Parses, completes and checks options, in the current memory context.  An error
 * names the option and its range.
 */
extern LearnerOptions *options_parse(Jsonb *json);

/*
 * Settles the options that depend on whether attributes are named columns
 * (learner_units_settle).  Must be called before the options are used.
 */
extern void options_settle(LearnerOptions *options, bool named);

/*
 * Returns the options as a model stores them: JSON text with every option of the
 * learner.  Defaults are written out (option_values.h says how), so that a later
 * release reads the same.  Must be called before options_resolve().
 */
extern char *options_text(const LearnerOptions *options);

/*
 * Checks the options against the attributes, which the first row shows, and turns
 * lists of numbers by name into lists of one number for each attribute.
 */
extern void options_resolve(LearnerOptions *options, const Columns *columns);

#endif							/* AER_OPTIONS_H */
