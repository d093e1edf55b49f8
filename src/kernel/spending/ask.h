/*
 * ask.h
 *		For one record with some known columns: the next looks, and whether they are worth it.
 *
 * The best next look does not depend on the known values; when to stop does.  A decision stands
 * if the remaining looks could hardly turn it.  The score z would still move by about
 * sqrt(E_end - E_now), where E_end - E_now is the variance that all looks within the budget
 * would explain in addition.
 *
 * With several outputs the errors of all of them are added up, and there is no decision.
 */
#ifndef AER_ASK_H
#define AER_ASK_H

#include "kernel/spending/partial_model.h"
#include "kernel/spending/search.h"

typedef struct AskOptions
{
	const uint8 *look_state;	/* [looks] of LookState */
	int64		budget;			/* or NO_BUDGET */
	double		threshold;		/* of the probability or the prediction; NaN: no decision */
	double		confidence;		/* purchases end once the decision stands with this probability */
	double		worth;			/* thousandths of money per squared error; NaN: any gain is worth it */
} AskOptions;

typedef enum AskStop
{
	ASK_DECIDED,
	ASK_WORTH,					/* the next purchase costs more than it is worth */
	ASK_BUDGET,					/* no look with a gain fits into the budget */
	ASK_NOTHING_LEFT
} AskStop;

typedef struct AskResult
{
	uint32		first;			/* the purchases are search->path[first .. end - 1] */
	uint32		end;
	AskStop		stop;			/* the reason to stop after these steps */
	double		confidence;		/* probability that the decision stands; NaN: none */
} AskResult;

/*
 * Finds the next purchases.
 *
 * predictor: [outputs] over the attributes of the search.
 * known: [d] the attributes that look_state makes known; x: [d] their values.
 */
extern Status ask(Predictor *predictor, Search *search, const AskOptions *options,
				  const bool *known, const double *x, AskResult *result);

/*
 * Returns how many of the first steps of step[n] are worth their price, bundle by bundle.
 *
 * explained: the explained variance before them; worth: as in AskOptions.
 */
extern uint32 ask_worth_steps(const SearchStep *step, uint32 n, double explained, double worth);

/*
 * Returns the probability that buying the whole path of the last search leaves the decision on
 * x[d] as it is.  Rows with the same known columns can share a search.
 */
extern double ask_confidence(const Predictor *predictor, const Search *search,
							 double threshold, const double *x);

/*
 * Finds the standard deviation of the error, over all outputs and without links, that is
 * expected after the first steps of the path; predictor_predict() reports it then.
 *
 * known: [d] known attributes of the record; those of the steps are added.
 */
extern Status ask_sd(Predictor *predictor, const Search *search, uint32 steps, bool *known,
					 double *sd);

#endif							/* AER_ASK_H */
