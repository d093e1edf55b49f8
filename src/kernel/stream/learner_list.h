/*
 * learner_list.h
 *		All learners, by name; each has a NAME_method.
 *
 * Each file that includes this defines the macro LEARNER(name) first.  There is no
 * include guard, because a file may need the list more than once.  Lists shown to the
 * user have this order; nothing else depends on it, and it is not stored.
 */
LEARNER(ridge)
LEARNER(lasso)
LEARNER(svr)
LEARNER(pegasos)
LEARNER(perceptron)
LEARNER(winnow)
LEARNER(majority)
LEARNER(baseline)
