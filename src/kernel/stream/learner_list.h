/*
 * learner_list.h
 *		All learners, by name; each has a NAME_method.
 *
 * Read with the macro LEARNER(name) defined, as often as needed, and so without
 * a guard against being read twice.  The order is that of lists shown to the
 * user; nothing depends on it, and no number of it is stored.
 */
LEARNER(ridge)
LEARNER(lasso)
LEARNER(svr)
LEARNER(pegasos)
LEARNER(perceptron)
LEARNER(winnow)
LEARNER(majority)
LEARNER(baseline)
