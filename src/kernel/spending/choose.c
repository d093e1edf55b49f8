/*
 * choose.c
 *		The looks to buy for predictions, and the error to expect.
 */
#include "kernel/spending/choose.h"

/* A pair expected at least so often, but not seen, counts as never seen together. */
#define EXPECTED_PAIRS 10

typedef struct Chooser
{
	uint32		targets;
	NestedCV   *nested;			/* [targets] */
	double	   *y_mean;			/* [targets] over all folds */
	bool	  **found;			/* [targets][looks + 1] the step has a score */
	double	   *explained;		/* [looks + 1] summed over targets, by the fit to all folds */
	Search		search;
	const ChooseOptions *options;
	uint32	   *attribute;		/* [d] live ones, in the order of the path */
	bool	   *known;			/* [looks] on the path so far */
	double	   *partners;		/* [d] times seen together with any other attribute */
} Chooser;

/* Estimates from all folds but one (fold = folds: from all) and searches for a path. */
static void
search_path(Chooser *chooser, uint32 fold)
{
	for (uint32 o = 0; o < chooser->targets; o++)
		nested_cv_fold(&chooser->nested[o], fold);
	search_run(&chooser->search, chooser->options->look_state, chooser->options->budget,
			   chooser->options->most);
}

/*
 * Appends the attributes that step k of the path brings and that are live for target o to the
 * first s.  Returns their new number.  Must be called for k = 0, 1, .. in turn.
 */
static uint32
add_step(Chooser *chooser, uint32 o, uint32 k, uint32 s)
{
	const Looks *looks = chooser->options->fit.looks;
	uint32		look = chooser->search.path[k].look;
	uint32		before = s;
	uint32		count;

	if (k == 0)
		memset(chooser->known, 0, looks->bought * sizeof(bool));
	count = looks_brought(looks, look, chooser->known, chooser->attribute + s);
	chooser->known[look] = true;
	for (uint32 a = before; a < before + count; a++)
		if (factors_live(&chooser->nested[o].factors, chooser->attribute[a]))
			chooser->attribute[s++] = chooser->attribute[a];
	return s;
}

/* Counts the partners of all attributes, of all classes. */
static void
count_partners(Chooser *chooser, const HeldOut *held_out)
{
	memset(chooser->partners, 0, held_out->d * sizeof(double));
	for (uint32 i = 0; i < held_out->d; i++)
		for (uint32 q = 0; q < held_out->classes; q++)
			chooser->partners[i] += held_out->partners[(size_t) i * held_out->classes + q];
}

/*
 * Returns true if a pair was never seen together, although it was expected or because it could not
 * be.  If one of both was never seen with the class of the other, the class expects no such pair:
 * the only member of a panel may never fit the budget beside an attribute, but beside cheaper ones
 * of the same class.  Then the pair is expected by the partners of all classes.
 */
static bool
never_together(const Chooser *chooser, const HeldOut *held_out, uint32 i, uint32 j)
{
	double		expected;

	if (held_out_together(held_out, i, j) > 0)
		return false;
	if (held_out_never(held_out, i, j))
		return true;
	expected = held_out_expected_pairs(held_out, i, j);
	if (expected == 0 && held_out->all_pairs > 0)
		expected = chooser->partners[i] * chooser->partners[j] / held_out->all_pairs;
	return expected >= EXPECTED_PAIRS;
}

/*
 * Returns how much of the explained variance of target o may rest on pairs never seen together:
 *		sum |w_i w_j| sqrt(v_i v_j) / 2 over ordered pairs,
 * half of what their covariances can change at most.
 */
static double
unseen(const Chooser *chooser, uint32 o, uint32 s)
{
	const NestedCV *nested = &chooser->nested[o];
	const Estimate *estimate = nested->judge.estimate;
	const HeldOut *held_out = &nested->judge.held_out;
	double		sum = 0;

	for (uint32 a = 0; a < s; a++)
	{
		uint32		i = chooser->attribute[a];
		double		part = fabs(nested->some[a]) * estimate->unit[i] * sqrt(estimate->variance[i]);

		work_poll_step(nested->judge.work, a);
		for (uint32 b = 0; b < a; b++)
		{
			uint32		j = chooser->attribute[b];

			if (never_together(chooser, held_out, i, j))
				sum += part * fabs(nested->some[b]) * estimate->unit[j] *
					sqrt(estimate->variance[j]);
		}
	}
	return sum;
}

/* Follows the path of all folds for target o: which steps have a score, explained, unseen. */
static void
follow_path(Chooser *chooser, uint32 o, ChooseStep *step)
{
	NestedCV   *nested = &chooser->nested[o];
	FoldJudge  *judge = &nested->judge;
	uint32		s = 0;

	count_partners(chooser, &judge->held_out);
	for (uint32 k = 0; k < chooser->search.steps; k++)
	{
		double		q;

		work_poll(judge->work);
		s = add_step(chooser, o, k, s);
		q = nested_cv_weights(nested, chooser->attribute, s, judge->weight);
		chooser->found[o][k + 1] = score_stretch(judge->estimate, judge->weight) > 0;
		step[k + 1].unseen += unseen(chooser, o, s);
		chooser->explained[k + 1] += factors_explained(&nested->factors, q);
	}
}

/* Writes the path of the fit to all folds, without forecasts.  Returns the number of steps. */
static uint32
choose_path(Chooser *chooser, ChooseStep *step)
{
	const Search *search = &chooser->search;

	step[0] = (ChooseStep) {.step = {.look = NO_LOOK}, .forecast = NAN, .forecast_se = NAN};
	for (uint32 k = 1; k <= search->steps; k++)
		step[k] = (ChooseStep) {.step = search->path[k - 1], .forecast = NAN, .forecast_se = NAN};
	for (uint32 o = 0; o < chooser->targets; o++)
	{
		chooser->y_mean[o] = chooser->nested[o].judge.estimate->y_mean;
		follow_path(chooser, o, step);
	}
	for (uint32 k = 1; k <= search->steps; k++)
		step[k].unseen = chooser->explained[k] > 0 ? step[k].unseen / chooser->explained[k] : 0;
	return search->steps + 1;
}

/*
 * Gives the judge the weights of target o along the path of the current fold.  Returns how many
 * there are.  Each step of the path of all folds is matched with the last step of the fold's
 * path that costs no more.  Looks known beforehand are the same in both.
 */
static uint32
match_path(Chooser *chooser, uint32 o, const ChooseStep *step, uint32 count)
{
	const Search *search = &chooser->search;
	NestedCV   *nested = &chooser->nested[o];
	FoldJudge  *judge = &nested->judge;
	uint32		u = 0;
	uint32		s = 0;
	uint32		weights = 0;

	for (uint32 t = 0; t < judge->count; t++)
	{
		uint32		before = u;

		while (t > 0 && t < count && u < search->steps &&
			   (u < search->known_steps ? u < t : t > search->known_steps &&
				search->path[u].spent <= step[t].step.spent))
		{
			s = add_step(chooser, o, u, s);
			u++;
		}
		if (u > before)
		{
			work_poll(judge->work);
			(void) nested_cv_weights(nested, chooser->attribute, s,
									 judge->weight + (size_t) weights * judge->d);
			weights++;
		}
		judge->source[t] = weights > 0 ? weights - 1 : FOLD_JUDGE_MEAN;
	}
	return weights;
}

/* Forecasts step t, summed over targets. */
static void
forecast_step(Chooser *chooser, uint32 t, ChooseStep *step)
{
	step->forecast = step->forecast_se = 0;
	for (uint32 o = 0; o < chooser->targets; o++)
	{
		Shrinkage	shrinkage;

		fold_judge_shrinkage(&chooser->nested[o].judge, t, chooser->y_mean[o],
							 chooser->found[o][t], &shrinkage);
		step->forecast += shrinkage.forecast;
		step->forecast_se = hypot(step->forecast_se, shrinkage.forecast_se);
	}
}

uint32
choose_looks(Work *work, Moments *const *target, uint32 targets, const ChooseOptions *options,
			 ChooseStep *step)
{
	uint32		d = target[0]->d;
	uint32		folds = target[0]->folds;
	uint32		looks = options->fit.looks->bought;
	uint32		count;
	bool		possible;
	Work	   *scratch = work_begin(work);
	Chooser		chooser = {
		.targets = targets,
		.nested = WORK_ARRAY(scratch, targets, NestedCV),
		.y_mean = WORK_ARRAY(scratch, targets, double),
		.found = WORK_ARRAY(scratch, targets, bool *),
		.explained = WORK_ARRAY(scratch, (size_t) looks + 1, double),
		.options = options,
		.attribute = WORK_ARRAY(scratch, d, uint32),
		.known = WORK_ARRAY(scratch, looks, bool),
		.partners = WORK_ARRAY(scratch, d, double)
	};

	search_init(scratch, &chooser.search, targets, d, options->fit.looks, options->prices);
	for (uint32 o = 0; o < targets; o++)
	{
		chooser.found[o] = WORK_ARRAY(scratch, (size_t) looks + 1, bool);
		nested_cv_init(scratch, &chooser.nested[o], target[o], looks + 1, &options->fit);
		chooser.nested[o].judge.looks = options->fit.looks;
		chooser.search.factors[o] = &chooser.nested[o].factors;
	}
	possible = chooser.nested[0].possible;
	search_path(&chooser, folds);
	count = choose_path(&chooser, step);

	for (uint32 f = 0; f < folds && possible; f++)
	{
		search_path(&chooser, f);
		for (uint32 o = 0; o < targets; o++)
			fold_judge_weights(&chooser.nested[o].judge, f, match_path(&chooser, o, step, count));
	}
	for (uint32 o = 0; o < targets && possible; o++)
		fold_judge_finish(&chooser.nested[o].judge);
	for (uint32 t = 0; t < count && possible; t++)
	{
		work_poll(work);
		forecast_step(&chooser, t, &step[t]);
	}
	work_end(scratch);
	return count;
}

uint32
choose_gaining(const ChooseStep *step, uint32 count, const uint8 *look_state)
{
	uint32		last = 0;

	if (isnan(step[0].forecast))
		return count;
	for (uint32 k = 1; k < count; k++)
		if ((look_state != NULL && look_state[step[k].step.look] == LOOK_KNOWN) ||
			step[k].forecast < step[last].forecast)
			last = k;
	return last + 1;
}
