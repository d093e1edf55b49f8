/*
 * ask.h
 *		For one record, of which something is known: what to look at next, and
 *		whether it is worth it.
 *
 * Of several outputs, which are targets of the same attributes, what is left of all
 * together counts, and there is no decision.
 *
 * What is best next does not depend on the values known; when to stop does.  A
 * decision stands where what is left could hardly turn it: the score z would
 * still move by about sqrt(E_end - E_now), what looking at all that the budget
 * allows would explain besides.
 */
#ifndef AER_ASK_H
#define AER_ASK_H

#include "kernel/spending/partial_model.h"
#include "kernel/spending/search.h"

typedef struct AskOptions
{
	const uint8 *given;			/* [looks] of Given */
	int64		budget;			/* or NO_BUDGET */
	double		threshold;		/* of probability, or prediction; NaN: none */
	double		sure;			/* a decision stands with this probability */
	double		worth;			/* thousandths of money per squared error; NaN: none */
} AskOptions;

typedef enum AskStop
{
	ASK_DECIDED,
	ASK_WORTH,					/* the next purchase costs more than it brings */
	ASK_BUDGET,					/* nothing that gains still fits */
	ASK_NOTHING_LEFT
} AskStop;

typedef struct Answer
{
	uint32		first;			/* the purchases are search->path[first] .. */
	uint32		end;			/* .. [end - 1] */
	AskStop		stop;			/* why there are no more */
	double		decided;		/* probability that the decision stands; NaN: none */
} Answer;

/*
 * Ask, with a predictor for each output of a search over their attributes; known[d]
 * must be what given says, and x[d] has the values.
 */
extern Status ask(Predictor *predictor, Search *search, const AskOptions *options,
				  const bool *known, const double *x, Answer *answer);

/*
 * The chance that looking at everything on the path of the last search leaves
 * the decision on x[d] as it is.  Rows of which the same is known share a search.
 */
extern double ask_chance_decided(const Predictor *predictor, const Search *search,
								 double threshold, const double *x);

/*
 * The deviation of the error of all outputs that is expected (as if without a link) when the
 * first so many steps of the path are known: what predictor_predict() says
 * then.  known[d] are the attributes of the record that are known, and those
 * of the steps are added.
 */
extern Status ask_deviation(Predictor *predictor, const Search *search, uint32 steps, bool *known,
							double *deviation);

#endif							/* AER_ASK_H */
