/*
 * option_values.h
 *		Options as jsonb: read into a structure, checked, and written.
 *
 * Each learner, and sampling designs (design_options.c), have a table of their
 * options (kernel/option.h).
 *
 * null in jsonb means, like NULL in SQL, that the option is not set.  If the table has
 * a rule in place of a default value, the option is written as null.  Models store
 * this null, so it must always stand for the same rule.  Every other default is
 * written as its value.
 */
#ifndef AER_OPTION_VALUES_H
#define AER_OPTION_VALUES_H

#include "pg/aer.h"

#include "kernel/option.h"

/* The options of designs; each LearnerMethod has the options of a learner. */
extern const Option design_option_table[];

/* The key whose value is the name of the learner, or "design". */
#define LEARNER_KEY "learner"

/*
 * Reads every key of a jsonb object but LEARNER_KEY into a structure that has the
 * defaults.  `owner`: name of the learner or design in the error of an unknown key.
 */
extern void option_values_read(const Option *table, const char *owner, Jsonb *json, void *options);

/* Raises an error if there is a problem. */
extern void option_values_check(const Option *table, const OptionProblem *problem,
								const void *options);

/* Writes every option into a jsonb object that has been begun. */
extern void option_values_write(const Option *table, const void *options,
								JsonbParseState **state);

/* Returns the range of an option as text: "a whole number of at least 2". */
extern const char *option_range_text(const Option *option);

#endif							/* AER_OPTION_VALUES_H */
