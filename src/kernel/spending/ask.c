/*
 * ask.c
 *		For one record: what to look at next, and whether it is worth it.
 */
#include "kernel/spending/ask.h"

/* The decision on a two-valued target where no threshold is given. */
#define EVEN_ODDS 0.5

/* z moves on by a normal amount with the variance that is still to be explained. */
double
ask_chance_decided(const Predictor *predictor, const Search *search, double threshold,
				   const double *x)
{
	double		moves = search_explained(search, search->steps) -
		search_explained(search, search->given);
	double		from = fabs(predictor_score(predictor, x) -
							predictor_turning_point(predictor, threshold));

	return moves > 0 ? 0.5 * erfc(-from / sqrt(2 * moves)) : 1;
}

/* How many steps of the path are worth their price, bundle by bundle. */
static uint32
worth_steps(const Search *search, double worth)
{
	uint32		step = search->given;

	while (step < search->steps)
	{
		uint32		end = step;
		int64		price = 0;

		for (; end < search->steps && search->path[end].bundle == search->path[step].bundle; end++)
			price += search->path[end].price;
		if (worth * search->path[end - 1].gain < (double) price)
			break;
		step = end;
	}
	return step;
}

Status
ask(Predictor *predictor, Search *search, const AskOptions *options, const bool *known,
	const double *x, Answer *answer)
{
	bool		two_valued = predictor->model->head.two_valued == 1;

	for (uint32 o = 0; o < search->outputs; o++)
	{
		Status		status = predictor_solve(&predictor[o], known);

		if (status != KERNEL_OK)
			return status;
		search->factors[o] = &predictor[o].model->factors;
	}
	search_run(search, options->given, options->budget, search->looks->bought);
	answer->first = search->given;
	answer->end = search->steps;
	answer->stop = search->wanting ? ASK_BUDGET : ASK_NOTHING_LEFT;
	answer->decided = NAN;
	if (search->outputs == 1 && (!isnan(options->threshold) || two_valued))
		answer->decided = ask_chance_decided(predictor, search, isnan(options->threshold) ?
											 EVEN_ODDS : options->threshold, x);
	if (!isnan(options->worth))
	{
		uint32		end = worth_steps(search, options->worth);

		if (end < answer->end)
			answer->stop = ASK_WORTH;
		answer->end = end;
	}
	if (!isnan(answer->decided) && !isnan(options->threshold) && search->steps > search->given &&
		answer->decided >= options->sure)
	{
		answer->stop = ASK_DECIDED;
		answer->end = answer->first;
	}
	return KERNEL_OK;
}

Status
ask_deviation(Predictor *predictor, const Search *search, uint32 steps, bool *known, double *deviation)
{
	double		error = 0;

	search_attributes(search, steps, known);
	/* the search holds back less than the weights of a set do, and so explains more */
	for (uint32 o = 0; o < search->outputs; o++)
	{
		Status		status = predictor_solve(&predictor[o], known);

		if (status != KERNEL_OK)
			return status;
		error += partial_model_error(predictor[o].model, predictor[o].explained, predictor[o].known);
	}
	*deviation = sqrt(error);
	return KERNEL_OK;
}
