/*
 * fit_outputs.c
 *		From moments to a fit of one output or several.
 */
#include "kernel/fit/fit_outputs.h"

#include "kernel/high_dimensional/high_dimensional_fit.h"
#include "kernel/moments/jackknife.h"

typedef struct Fitter
{
	Work	   *work;
	Moments    *moments;
	FitOptions	options;
	const Fit  *all;			/* the fit of all folds, if one is left out; else NULL */
	uint32		omit;			/* the fold left out; folds: none */
	FoldScores	scores;			/* of the current output, if there are several */
	Fit			fit[2];			/* slots for fits with two shapes (column_shape.h) */
} Fitter;

uint32
fit_outputs_count(const Moments *moments, const FitOptions *options)
{
	return moments_classes(moments) > 2 && moments->class_reading == READS_NO_CLASS &&
		options->penalty == PENALTY_RIDGE && isinf(options->radius) ? moments_classes(moments) : 1;
}

/* Returns the looks of d attributes. */
static Looks
fitted_looks(const FitOptions *options, uint32 d)
{
	return options->columns != NULL ? options->columns->looks : lasso_looks(options->looks, d);
}

/*
 * Sets *moments to settled moments that can be fitted, and changes the options accordingly.
 * Returns their coordinates; NULL if they are moments of attributes.
 */
static InCoordinates *
prepare_moments(Work *work, Moments *from, const ColumnShape *shape, FitOptions *options,
			 Moments *moments)
{
	InCoordinates *in = NULL;

	if (options->columns != NULL)
	{
		in = in_coordinates_create(work, from, options->columns, options->prices, shape);
		options->own_units = false;
		options->classes = &in->classes;
		options->looks = &in->coordinates.looks;
	}
	/* for several outputs, a table of attributes beside that of coordinates is worth its memory */
	if (in == NULL || fit_outputs_count(from, options) > 1)
		moments_settle(from);
	*moments = in == NULL ? *from : in->moments;
	return in;
}

/*
 * Finds the standard errors of the weights of attributes, from the weights of coordinates in the
 * fits without each fold, fold_omega[folds * coordinates].  Variances are pooled over
 * coordinates, where they are similar.
 */
static void
column_errors(Work *work, const Coordinates *coordinates, uint32 folds, const double *fold_omega,
			  double *error)
{
	uint32		d = coordinates_count(coordinates);
	uint32		attributes = coordinates_attributes(coordinates);
	double		pooled = jackknife_pooled(fold_omega, folds, d, NULL);
	double	   *fold_weight = WORK_ARRAY(work, (size_t) attributes * folds, double);
	double	   *norm = WORK_ARRAY(work, attributes, double);	/* of a row of T */

	for (uint32 l = 0; l < coordinates->looks.n; l++)
		for (uint32 t = coordinates->first_term[l]; t < coordinates->first_term[l + 1]; t++)
		{
			TransformRow row = coordinates_transform(coordinates, l, t);
			uint32		i = coordinates->reported[t];

			for (uint32 k = 0; k < row.count; k++)
			{
				norm[i] = hypot(norm[i], row.t[k]);
				for (uint32 f = 0; f < folds; f++)
					fold_weight[(size_t) i * folds + f] += row.t[k] *
						fold_omega[(size_t) f * d + row.from + k];
			}
		}
	for (uint32 i = 0; i < attributes; i++)
		error[i] = jackknife_error(fold_weight + (size_t) i * folds, 1, folds, pooled * norm[i]);
}

static double *
copy(Work *work, const double *number, size_t count)
{
	double	   *copied = WORK_ARRAY(work, count, double);

	return memcpy(copied, number, count * sizeof(double));
}

/* Fits output k, whose target the moments read, and finds the standard errors of its weights. */
static void
fit_output(Work *work, Fitter *fitter, const FitOptions *options, Moments *moments,
		   const InCoordinates *in, uint32 k, Fit *fit)
{
	Output	   *output = &fit->output[k];
	FoldScores *scores = fit->outputs > 1 ? &fitter->scores : NULL;
	double	   *weight = output->weight;

	if (in != NULL)
		output->weight = WORK_ARRAY(work, moments->d, double);
	if (fitter->all != NULL)
		fit_moments_without(work, moments, options, &fitter->all->output[k], fitter->omit,
							scores, output);
	else if (in == NULL && moments_stay_rows(moments))
		high_dimensional_fit(work, moments, options, output);
	else
		fit_moments(work, moments, options, scores, output);
	if (in != NULL)
		output->intercept += coordinates_weights(&in->coordinates, output->weight, weight);
	output->weight = weight;
	if (output->tuned && in != NULL)
		column_errors(work, &in->coordinates, moments->folds, output->fold_weight, output->error);
	else if (output->tuned)
		fit_errors(work, moments, options->own_units, output->fold_weight, output->error);
	if (output->tuned && fit->scores != NULL)
		class_scores_set(fit->scores, moments->folds, k, output->alpha, &fitter->scores);
	if (output->fold_penalty == NULL)
		output->fold_weight = NULL;
	else
	{
		output->fold_weight = copy(fitter->work, output->fold_weight,
								   (size_t) moments->folds * moments->d);
		output->fold_penalty = copy(fitter->work, output->fold_penalty, moments->folds);
		output->fold_stretch = copy(fitter->work, output->fold_stretch, moments->folds);
	}
}

/*
 * Adds the drops of output k to the mean over outputs, weighted by their variances.  An
 * interaction that the shape leaves out has no attribute, and no drop.
 */
static void
add_drops(Work *work, const Looks *looks, uint32 k, Fit *fit)
{
	Output	   *output = &fit->output[k];

	if (k == 0 && output->drop != NULL)
		fit->drop = WORK_ARRAY(work, fit->d, double);
	if (output->drop == NULL)
		fit->drop = NULL;
	for (uint32 l = 0; l < looks->n && fit->drop != NULL && fit->variance > 0; l++)
	{
		double	   *drop = &fit->drop[looks_first(looks, l)];

		if (looks_size(looks, l) == 0)
			continue;
		*drop += (output->drop[l] - *drop) * (output->variance / fit->variance);
	}
	output->drop = NULL;
}

/* Fits all outputs with one shape. */
static ShapeForecast
fit_shape(void *context, const ColumnShape *shape, int slot)
{
	Fitter	   *fitter = context;
	Fit		   *fit = &fitter->fit[slot];
	FitOptions	options = fitter->options;
	Work	   *scratch = work_begin(fitter->work);
	double		compared = 0;
	Moments		moments;
	InCoordinates *in = prepare_moments(scratch, fitter->moments, shape, &options, &moments);
	const Looks looks = fitted_looks(&fitter->options, fit->d);

	fold_scores_restart(&fitter->scores, moments.folds);
	fit->forecast = fit->forecast_se = fit->variance = 0;
	fit->drop = NULL;
	for (uint32 k = 0; k < fit->outputs; k++)
	{
		const Output *output = &fit->output[k];
		Work	   *of_output = work_begin(scratch);

		if (fit->outputs > 1)
			moments_read_class(&moments, k);
		fit_output(of_output, fitter, &options, &moments, in, k, fit);
		fit->forecast += output->forecast;
		fit->forecast_se = hypot(fit->forecast_se, output->forecast_se);
		fit->variance += output->variance;
		compared += output->compared;
		add_drops(fitter->work, &looks, k, fit);
		work_end(of_output);
	}
	work_end(scratch);
	return (ShapeForecast) {fit->forecast, compared};
}

static void
fit_init(const Fitter *fitter, Fit *fit)
{
	Work	   *work = fitter->work;
	uint32		d = fitter->moments->d;

	*fit = (Fit) {.outputs = fit_outputs_count(fitter->moments, &fitter->options),.d = d};
	fit->output = WORK_ARRAY(work, fit->outputs, Output);
	for (uint32 k = 0; k < fit->outputs; k++)
	{
		fit->output[k].weight = WORK_ARRAY(work, d, double);
		fit->output[k].error = WORK_ARRAY(work, d, double);
	}
	if (fit->outputs > 1 && fitter->all == NULL)
		fit->scores = class_scores_create(work, fitter->moments, fit->outputs);
}

/* Fits with the shape of columns that is best for all outputs together. */
static void
choose_shape(Fitter *fitter, Fit *fit)
{
	/* without columns there is nothing to choose, and all attributes are used */
	ShapeChoice choice = no_choice;
	bool		judged = isinf(fitter->options.radius) && fold_judge_possible(fitter->moments);
	int			slot = 0;

	memset(choice.shape.pair, true, sizeof(choice.shape.pair));
	for (int p = 0; p < (fitter->options.columns != NULL ? 2 : 1); p++)
		fit_init(fitter, &fitter->fit[p]);
	if (fitter->options.columns == NULL)
		(void) fit_shape(fitter, &choice.shape, slot);
	else
		slot = column_shape_choose(fitter->work, fitter->moments, &fitter->options, judged,
								   fit_shape, fitter, &choice);
	*fit = fitter->fit[slot];
	fit->choice = choice;
}

/* Sets the numbers that a fit reports for all outputs together. */
static void
finish(const Fitter *fitter, Fit *fit)
{
	const Output *first = &fit->output[0];
	const Fit  *judged = fitter->all != NULL ? fitter->all : fit;

	fit->error_rate = fit->auc = NAN;
	if (isnan(fit->forecast))
		fit->variance = NAN;
	link_init(&fit->link);
	fit->seldom.rows = -1;
	for (uint32 k = 0; k < fit->outputs && !first->tuned; k++)
		fit->output[k].error = NULL;
	if (fit->outputs > 1)
	{
		class_fit(fitter->work, fitter->moments, fitter->omit,
				  judged->output[0].tuned ? judged->scores : NULL, &fit->combiner);
		return;
	}
	fit->error_rate = first->error_rate;
	fit->auc = first->auc;
	fit->link = first->link;
}

/* Adds the part that predicts from known columns: coordinates and partial models. */
static void
fit_known(const Fitter *fitter, Fit *fit)
{
	Work	   *work = fitter->work;
	Work	   *scratch = work_begin(work);
	FitOptions	options = fitter->options;
	double	  **numbers = WORK_ARRAY(scratch, fit->outputs, double *);
	size_t	   *count = WORK_ARRAY(scratch, fit->outputs, size_t);
	double	   *shared;
	size_t		common;
	Moments		moments;
	InCoordinates *in = prepare_moments(scratch, fitter->moments, &fit->choice.shape, &options, &moments);
	size_t		at = in != NULL ? coordinates_numbers(&in->coordinates) : 0;

	fit->head = WORK_ARRAY(work, fit->outputs, PartialHead);
	shared = partial_shared(scratch, &moments, &options, fitter->omit, &common);
	fit->count = at + common;
	for (uint32 k = 0; k < fit->outputs; k++)
	{
		if (fit->outputs > 1)
			moments_read_class(&moments, k);
		numbers[k] = partial_fit(scratch, &moments, &options, fitter->omit, &fit->output[k], shared,
								 &fit->head[k], &count[k]);
		fit->count += count[k];
	}
	fit->known = WORK_ARRAY(work, fit->count, double);
	if (in != NULL)
		coordinates_store(&in->coordinates, fit->known);
	if (common > 0)
		memcpy(fit->known + at, shared, common * sizeof(double));
	at += common;
	for (uint32 k = 0; k < fit->outputs; k++)
	{
		memcpy(fit->known + at, numbers[k], count[k] * sizeof(double));
		at += count[k];
	}
	work_end(scratch);
}

static void
fit_all(Fitter *fitter, Fit *fit)
{
	Work	   *scratch = work_begin(fitter->work);

	if (fitter->options.penalty != PENALTY_RIDGE)
		fitter->options.pair = no_pairs;
	if (fit_outputs_count(fitter->moments, &fitter->options) > 1)
		fold_scores_init(scratch, &fitter->scores, fitter->moments);
	choose_shape(fitter, fit);
	finish(fitter, fit);
	if (fitter->options.known_part)
		fit_known(fitter, fit);
	work_end(scratch);
}

void
fit_outputs(Work *work, Moments *moments, const FitOptions *options, Fit *fit)
{
	Fitter		fitter = {
		.work = work,.moments = moments,.options = *options,.omit = moments->folds
	};

	fit_all(&fitter, fit);
}

void
fit_outputs_without(Work *work, Moments *moments, const FitOptions *options, const Fit *all,
					uint32 fold, Fit *fit)
{
	Fitter		fitter = {
		.work = work,.moments = moments,.options = *options,.all = all,.omit = fold
	};

	fitter.options.bends = all->choice.shape.curves ? BENDS_ALWAYS : BENDS_NEVER;
	fitter.options.pair = all->choice.shape.pair;
	fit_all(&fitter, fit);
	fit->fold = fold + 1;
	fit->folds = moments->folds;
}

void
fit_outputs_before(Work *work, Moments *moments, const FitOptions *options, uint32 fold, Fit *fit)
{
	Moments		before;

	moments_first_folds(&before, moments, fold);
	fit_outputs(work, &before, options, fit);
	fit->fold = fold + 1;
	fit->folds = moments->folds;
}

void
fit_facts(Work *work, const Moments *moments, const FitOptions *options, Fit *fit)
{
	const Looks looks = fitted_looks(options, fit->d);
	ColumnFacts *facts = &fit->facts;
	double	   *part = WORK_ARRAY(work, fit->d, double);

	facts->mean = WORK_ARRAY(work, fit->d, double);
	facts->sd = WORK_ARRAY(work, fit->d, double);
	facts->part = WORK_ARRAY(work, fit->d, double);
	for (uint32 k = 0; k < fit->outputs; k++)
	{
		column_facts(work, moments, &looks, fit->output[k].weight, facts);
		for (uint32 i = 0; i < fit->d; i++)
			part[i] = hypot(part[i], facts->part[i]);
	}
	facts->part = part;
	if (moments_stay_rows(moments) ||
		!column_facts_seldom(work, moments, &looks, part, fit->forecast, &fit->seldom))
		fit->seldom.rows = -1;
}

/* Returns the shape of columns that fit_outputs() chooses. */
static ColumnShape
chosen_shape(Work *work, Moments *moments, const FitOptions *options)
{
	FitOptions	plain = *options;
	Work	   *scratch;
	Fit			fit;

	if (options->columns == NULL || !column_shapes_differ(options->columns))
		return column_shape_plain(false);
	scratch = work_begin(work);
	plain.known_part = false;
	fit_outputs(scratch, moments, &plain, &fit);
	work_end(scratch);
	return fit.choice.shape;
}

Moments **
fit_targets(Work *work, Moments *moments, FitOptions *options)
{
	uint32		outputs = fit_outputs_count(moments, options);
	const ColumnShape shape = chosen_shape(work, moments, options);
	Moments   **target = WORK_ARRAY(work, outputs, Moments *);
	Moments		first;

	(void) prepare_moments(work, moments, &shape, options, &first);
	for (uint32 k = 0; k < outputs; k++)
	{
		target[k] = WORK_ARRAY(work, 1, Moments);
		*target[k] = first;
		if (outputs > 1)
			moments_read_class(target[k], k);
	}
	options->columns = NULL;
	return target;
}
