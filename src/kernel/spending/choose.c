/*
 * choose.c
 *		Which looks to buy when predicting, and what error to expect.
 */
#include "kernel/spending/choose.h"

#include "kernel/moments/lambda_search.h"

/* A pair that was expected so often and never seen is never seen together. */
#define EXPECTED_PAIRS 10

typedef struct Chooser
{
	NestedCV	nested;
	Search		search;
	const ChooseOptions *options;
	uint32	   *attribute;		/* [d] live ones, as the path has them */
	uint32	   *upto;			/* [looks + 1] */
	uint32	   *at;				/* [looks + 2] */
} Chooser;

/* Search by the factors at hand. */
static void
search_path(Chooser *chooser)
{
	search_run(&chooser->search, chooser->options->given, chooser->options->budget,
			   chooser->options->most);
}

/* Add the live attributes of step k of the path to the first s. */
static uint32
add_step(Chooser *chooser, uint32 k, uint32 s)
{
	const Looks *looks = chooser->options->looks;
	uint32		look = chooser->search.path[k].look;

	for (uint32 i = looks_first(looks, look); i < looks_first(looks, look + 1); i++)
		if (factors_live(&chooser->nested.factors, i))
			chooser->attribute[s++] = i;
	return s;
}

/*
 * How much of what s weights explain rests on pairs that were never seen
 * together, though that was to be expected, or could not be at all:
 *		sum |w_i w_j| sqrt(v_i v_j) / (2 E) over ordered pairs.
 */
static double
unseen(const Chooser *chooser, uint32 s, double explained)
{
	const NestedCV *nested = &chooser->nested;
	const Estimate *estimate = nested->estimate;
	const HeldOut *held_out = &nested->held_out;
	double		sum = 0;

	for (uint32 a = 0; a < s; a++)
	{
		uint32		i = chooser->attribute[a];
		double		part = fabs(nested->some[a]) * estimate->unit[i] * sqrt(estimate->variance[i]);

		work_poll_step(nested->work, a);
		for (uint32 b = 0; b < a; b++)
		{
			uint32		j = chooser->attribute[b];

			if (held_out_together(held_out, i, j) == 0 &&
				(held_out_never(held_out, i, j) || held_out_expected_pairs(held_out, i, j) >= EXPECTED_PAIRS))
				sum += part * fabs(nested->some[b]) * estimate->unit[j] *
					sqrt(estimate->variance[j]);
		}
	}
	return explained > 0 ? sum / explained : 0;
}

/*
 * The path of the fit to all folds, and what is known of it without the folds;
 * returns how many steps.
 */
static uint32
choose_path(Chooser *chooser, ChooseStep *step)
{
	NestedCV   *nested = &chooser->nested;
	Search	   *search = &chooser->search;
	uint32		s = 0;

	step[0] = (ChooseStep) {.step = {.look = NO_COST_GROUP}, .forecast = NAN, .forecast_se = NAN};
	for (uint32 k = 0; k < search->steps; k++)
	{
		ChooseStep *to = &step[k + 1];
		double		q;

		work_poll(nested->work);
		s = add_step(chooser, k, s);
		q = nested_cv_weights(nested, chooser->attribute, s, nested->weight);
		to->step = search->path[k];
		to->forecast = to->forecast_se = NAN;
		to->found = lambda_search_stretch(nested->estimate, nested->weight) > 0;
		to->unseen = unseen(chooser, s, factors_explained(&nested->factors, q));
	}
	return search->steps + 1;
}

/*
 * The fold's own path for the same money.  To each step of the path of all folds
 * belongs the last step of the fold's own that costs no more; what is known
 * beforehand is the same in both.
 */
static void
match_path(Chooser *chooser, const ChooseStep *step, uint32 count, NestedCVPath *path)
{
	const Search *search = &chooser->search;
	uint32		u = 0;
	uint32		s = 0;

	path->count = 0;
	path->upto = chooser->upto;
	path->at = chooser->at;
	path->attribute = chooser->attribute;
	for (uint32 t = 1; t < count; t++)
	{
		uint32		before = u;

		while (u < search->steps &&
			   (u < search->given ? u < t : t > search->given &&
				search->path[u].spent <= step[t].step.spent))
		{
			s = add_step(chooser, u, s);
			u++;
		}
		if (u > before)
		{
			chooser->at[path->count] = t;
			chooser->upto[path->count++] = s;
		}
	}
	chooser->at[path->count] = count;
}

uint32
choose_looks(Work *work, Moments *moments, const ChooseOptions *options, ChooseStep *step)
{
	uint32		d = moments->d;
	uint32		looks = options->looks->n;
	uint32		count;
	double		y_mean;
	Work	   *scratch = work_begin(work);
	Chooser		chooser;
	NestedCV   *nested = &chooser.nested;

	chooser.options = options;
	chooser.attribute = WORK_ARRAY(scratch, d, uint32);
	chooser.upto = WORK_ARRAY(scratch, (size_t) looks + 1, uint32);
	chooser.at = WORK_ARRAY(scratch, (size_t) looks + 2, uint32);
	nested_cv_init(scratch, nested, moments, looks + 1, &options->spending);
	search_init(scratch, &chooser.search, 1, d, options->looks, options->prices);
	chooser.search.factors[0] = &nested->factors;
	nested_cv_fold(nested, nested->folds);
	search_path(&chooser);
	y_mean = nested->estimate->y_mean;
	count = choose_path(&chooser, step);

	for (uint32 f = 0; f < nested->folds && nested->possible; f++)
	{
		NestedCVPath path;

		nested_cv_fold(nested, f);
		search_path(&chooser);
		match_path(&chooser, step, count, &path);
		nested_cv_held_out(nested, f, &path);
	}
	for (uint32 t = 0; t < count && nested->possible; t++)
	{
		Shrinkage	shrinkage;

		work_poll(work);
		nested_cv_scale(nested, t, y_mean, step[t].found, &shrinkage);
		step[t].forecast = shrinkage.forecast;
		step[t].forecast_se = shrinkage.forecast_se;
	}
	work_end(scratch);
	return count;
}
