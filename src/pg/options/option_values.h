/*
 * option_values.h
 *		Options as jsonb: read into a structure, checked, and written.
 *
 * Whoever takes options has a table of them (kernel/option.h): learners
 * (options.c) and sampling designs (design_options.c).
 *
 * null in jsonb is what NULL is in SQL: the option is not given.  Where a table
 * has no default value but a rule, that is what null stands for; it is written
 * so, models hold it, and so it means that rule for ever.  Every other default
 * is written as the value it is.
 */
#ifndef AER_OPTION_VALUES_H
#define AER_OPTION_VALUES_H

#include "pg/aer.h"

#include "kernel/option.h"

/* The options of designs; those of learners are in kernel/stream/learner_list.h. */
extern const Option design_option_table[];

/* The key of the jsonb value that says which learner it is for. */
#define LEARNER_KEY "learner"

/*
 * Read every key of a jsonb object into a structure that holds the defaults.
 * owner: what to call it in the error of an unknown key.  LEARNER_KEY is no option.
 */
extern void option_values_read(const Option *table, const char *owner, Jsonb *json, void *options);

/* Raise the error of options that do not go together, if there is a problem. */
extern void option_values_check(const Option *table, const OptionProblem *problem,
								const void *options);

/* Write every option into a jsonb object that has been begun. */
extern void option_values_write(const Option *table, const void *options,
								JsonbParseState **state);

/* What values it can have: "a whole number of at least 2". */
extern const char *option_range_text(const Option *option);

#endif							/* AER_OPTION_VALUES_H */
