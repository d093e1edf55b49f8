/*
 * ask.c
 *		For one record: the next looks, and whether they are worth it.
 */
#include "kernel/spending/ask.h"

/* The threshold of the probability if the caller has none. */
#define EVEN_ODDS 0.5

/* z will move by a normal amount, whose variance is the part that is still to be explained. */
double
ask_confidence(const Predictor *predictor, const Search *search, double threshold,
				   const double *x)
{
	double		unexplained = search_explained(search, search->steps) -
		search_explained(search, search->known_steps);
	double		distance = fabs(predictor_score(predictor, x) -
								predictor_turning_point(predictor, threshold));

	return unexplained > 0 ? 0.5 * erfc(-distance / sqrt(2 * unexplained)) : 1;
}

uint32
ask_worth_steps(const SearchStep *step, uint32 n, double explained, double worth)
{
	uint32		worthy = 0;

	while (worthy < n)
	{
		uint32		end = worthy;
		int64		price = 0;

		for (; end < n && step[end].bundle == step[worthy].bundle; end++)
			price += step[end].price;
		if (worth * (step[end - 1].explained - explained) < (double) price)
			break;
		explained = step[end - 1].explained;
		worthy = end;
	}
	return worthy;
}

Status
ask(Predictor *predictor, Search *search, const AskOptions *options, const bool *known,
	const double *x, AskResult *result)
{
	bool		two_valued = predictor->model->head.two_valued == 1;

	for (uint32 o = 0; o < search->outputs; o++)
	{
		Status		status = predictor_solve(&predictor[o], known);

		if (status != KERNEL_OK)
			return status;
		search->factors[o] = &predictor[o].model->factors;
	}
	search_run(search, options->look_state, options->budget, search->looks->bought);
	result->first = search->known_steps;
	result->end = search->steps;
	result->stop = search->unfinished ? ASK_BUDGET : ASK_NOTHING_LEFT;
	result->confidence = NAN;
	if (search->outputs == 1 && (!isnan(options->threshold) || two_valued))
		result->confidence = ask_confidence(predictor, search, isnan(options->threshold) ?
											 EVEN_ODDS : options->threshold, x);
	if (!isnan(options->worth))
	{
		uint32		end = result->first + ask_worth_steps(search->path + result->first, result->end - result->first,
														   search_explained(search, result->first), options->worth);

		if (end < result->end)
			result->stop = ASK_WORTH;
		result->end = end;
	}
	if (!isnan(result->confidence) && !isnan(options->threshold) && search->steps > search->known_steps &&
		result->confidence >= options->confidence)
	{
		result->stop = ASK_DECIDED;
		result->end = result->first;
	}
	return KERNEL_OK;
}

Status
ask_sd(Predictor *predictor, const Search *search, uint32 steps, bool *known, double *sd)
{
	double		error = 0;

	search_attributes(search, steps, known);
	/* the search uses a smaller penalty than the weights of a set and so explains more */
	for (uint32 o = 0; o < search->outputs; o++)
	{
		Status		status = predictor_solve(&predictor[o], known);

		if (status != KERNEL_OK)
			return status;
		error += partial_model_error(predictor[o].model, predictor[o].explained, predictor[o].known);
	}
	*sd = sqrt(error);
	return KERNEL_OK;
}
