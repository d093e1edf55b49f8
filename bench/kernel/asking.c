/*
 * asking.c
 *		How often decisions by aer_ask are wrong, and what they cost, as CSV.
 *
 *		asking DIR
 *
 * Of the real data below DIR, as far as they are there (datasets.h).  For each
 * split of the rows moments are learned within a budget.  Each row that was put
 * aside is asked one look at a time until its decision, at a probability of one
 * half, stands as surely as is wished, or nothing is left.  Beside it stands the
 * set that aer_choose chooses for the same price, the mean over the split's rows
 * rounded up to a whole look, for all rows alike; and all looks.
 */
#include "kernel/spending/ask.h"

#include "datasets.h"
#include "learning.h"
#include "work.h"

#define MOST_SURE 12
#define THRESHOLD 0.5

typedef struct Question
{
	Learning	learning;
	uint32		rows;			/* learned from */
	int			splits;
	int64		budget;			/* of asking: at most this for a row */
	int			levels;
	double		sure[MOST_SURE];	/* ascending */
} Question;

/*
 * What is asked next does not depend on the values known, so all rows share one
 * sequence of looks, and differ in where they stop.
 */
typedef struct Trail
{
	uint32		steps;			/* the last of which asks nothing more */
	int64	   *spent;			/* [d + 1] before the step */
	bool	   *wrong;			/* [d + 1][tested] if decided at this step */
	double	   *decided;		/* [d + 1][tested] chance that the decision stands */
} Trail;

/* Thousandths spent for a row, and the share that is wrong. */
typedef struct Outcome
{
	double		spent;
	double		wrong;
} Outcome;

static bool
is_wrong(Learned *learned, const bool *known, const double *x, double y)
{
	PartialPrediction prediction = learned_predict(learned, known, x);

	return (prediction.probability >= THRESHOLD) != (y == learned->model.head.high);
}

static const double *
row(const QualityData *data, uint32 t)
{
	return data->x + (size_t) t * data->d;
}

static void
follow(const Question *question, Learned *learned, const uint32 *order, uint32 tested, Trail *trail)
{
	const QualityData *data = question->learning.data;
	uint32		d = data->d;
	bool	   *known = calloc(d, sizeof(bool));
	uint8	   *given = calloc(d, 1);
	Work	   *work = new_work(NULL);
	int64		spent = 0;
	Search		search;
	AskResult	answer;

	search_init(work, &search, 1, learned->looks.d, &learned->looks, &learned->prices);
	trail->steps = 0;
	do
	{
		/* a certainty that is never reached: rows stop afterwards */
		AskOptions	options = {given, question->budget == NO_BUDGET ? NO_BUDGET : question->budget - spent,
		THRESHOLD, INFINITY, NAN};
		size_t		at = (size_t) trail->steps * tested;

		learned_row(learned, known, row(data, order[0]));
		if (ask(&learned->predictor, &search, &options, learned->known, learned->x, &answer) != KERNEL_OK)
			abort();
		for (uint32 t = 0; t < tested; t++)
		{
			const double *x = row(data, order[t]);

			trail->wrong[at + t] = is_wrong(learned, known, x, data->y[order[t]]);
			trail->decided[at + t] = ask_confidence(&learned->predictor, &search, THRESHOLD, learned->x);
		}
		trail->spent[trail->steps++] = spent;
		if (answer.first < answer.end)
		{
			const SearchStep *next = &search.path[answer.first];

			known[next->look] = true;
			given[next->look] = LOOK_KNOWN;
			spent += next->price;
		}
	} while (answer.first < answer.end);
	free(known);
	free(given);
	work_end(work);
}

static Outcome
stop_when(const Trail *trail, uint32 tested, double sure)
{
	Outcome		outcome = {0, 0};

	for (uint32 t = 0; t < tested; t++)
	{
		uint32		k = 0;

		while (k + 1 < trail->steps && trail->decided[(size_t) k * tested + t] < sure)
			k++;
		outcome.spent += (double) trail->spent[k] / tested;
		outcome.wrong += (double) trail->wrong[(size_t) k * tested + t] / tested;
	}
	return outcome;
}

/* The steps of a choice that a budget pays, for every row. */
static Outcome
fixed_set(const QualityData *data, Learned *learned, uint32 steps, double budget,
		  const uint32 *order, uint32 tested)
{
	bool	   *known = calloc(data->d, sizeof(bool));
	Outcome		outcome = {0, 0};

	for (uint32 k = 1; k < steps && learned->step[k].step.spent <= budget; k++)
	{
		known[learned->step[k].step.look] = true;
		outcome.spent = learned->step[k].step.spent;
	}
	for (uint32 t = 0; t < tested; t++)
		outcome.wrong += (double) is_wrong(learned, known, row(data, order[t]), data->y[order[t]]) / tested;
	free(known);
	return outcome;
}

/* One split: levels of asking, of fixed sets as dear, and all. */
static void
answer_split(const Question *question, Moments *m, const uint32 *order, uint32 tested,
			 Outcome *asked, Outcome *fixed, Outcome *all)
{
	const QualityData *data = question->learning.data;
	size_t		cells = (size_t) (data->d + 1) * tested;
	Trail		trail = {0, malloc(sizeof(int64) * (data->d + 1)), malloc(sizeof(bool) * cells),
	malloc(sizeof(double) * cells)};
	uint32		steps = 0;
	int64		cost;
	bool		alike = prices_alike(&question->learning.prices, &cost);
	Learned		learned;

	learned_new(&learned, m, &question->learning);
	follow(question, &learned, order, tested, &trail);
	/* from the dearest on: where prices are alike, its path has all */
	for (int k = question->levels - 1; k >= 0; k--)
	{
		double		budget;

		asked[k] = stop_when(&trail, tested, question->sure[k]);
		budget = 1000 * ceil(asked[k].spent / 1000);
		if (steps == 0 || !alike)
			steps = learned_choose(&learned, (int64) budget);
		fixed[k] = fixed_set(data, &learned, steps, budget, order, tested);
	}
	*all = stop_when(&trail, tested, INFINITY);
	learned_free(&learned);
	free(trail.spent);
	free(trail.wrong);
	free(trail.decided);
}

/* Spent, per cent wrong, and the standard error of that over splits. */
static void
print_mean(const Outcome *outcome, int stride, int splits)
{
	double		spent = 0;
	double		wrong = 0;
	double		square = 0;

	for (int split = 0; split < splits; split++)
	{
		const Outcome *o = &outcome[split * stride];

		spent += o->spent / splits;
		wrong += o->wrong / splits;
		square += o->wrong * o->wrong / splits;
	}
	printf(",%.1f,%.2f,%.2f", spent / 1000, 100 * wrong,
		   100 * sqrt(Max(square - wrong * wrong, 0) / (splits - 1)));
}

static void
answer_question(Question question)
{
	const QualityData *data = question.learning.data;
	uint32		tested = Max(data->rows / 10, 60);
	int		   *order = malloc(sizeof(int) * data->rows);
	double	   *spread = malloc(sizeof(double) * data->d);
	Outcome    *asked = malloc(sizeof(Outcome) * question.splits * MOST_SURE);
	Outcome    *fixed = malloc(sizeof(Outcome) * question.splits * MOST_SURE);
	Outcome    *all = malloc(sizeof(Outcome) * question.splits);

	known_spread(data, spread);
	question.rows = Min(question.rows, data->rows - tested);
	for (int split = 0; split < question.splits; split++)
	{
		Moments		m;
		Rng			rng;

		rng_seed(&rng, 1000 + split);
		mnist_shuffle(order, data->rows, &rng);
		collect(&question.learning, spread, (uint32 *) order + tested, question.rows, split + 1, &m);
		answer_split(&question, &m, (uint32 *) order, tested, &asked[split * MOST_SURE],
					 &fixed[split * MOST_SURE], &all[split]);
		state_free(&m);
	}
	for (int k = 0; k < question.levels; k++)
	{
		printf("%s,%g,%u,%d,%g", data->name, question.learning.budget / 1000.0, question.rows,
			   question.splits, question.sure[k]);
		print_mean(asked + k, MOST_SURE, question.splits);
		print_mean(fixed + k, MOST_SURE, question.splits);
		print_mean(all, 1, question.splits);
		printf("\n");
	}
	fflush(stdout);
	free(order);
	free(spread);
	free(asked);
	free(fixed);
	free(all);
}

int
main(int argc, char **argv)
{
	QualityData data;

	printf("data,learning,rows,splits,sure,asked_spent,asked_wrong,asked_se,fixed_spent,fixed_wrong,fixed_se,all_spent,all_wrong,all_se\n");
	if (argc > 1 && is_there(argv[1], HEART))
	{
		static const int64 learning[] = {120000, 400000};

		read_heart(&data, argv[1]);
		for (size_t k = 0; k < lengthof(learning); k++)
			answer_question((Question) {{&data, heart_prices(), learning[k], false}, 1000, 100, NO_BUDGET,
			10, {0.6, 0.7, 0.75, 0.78, 0.8, 0.85, 0.88, 0.9, 0.95, 0.98}});
		quality_free(&data);
	}
	if (argc > 1 && is_there(argv[1], MNIST))
	{
		read_mnist(&data, argv[1]);
		answer_question((Question) {{&data, one_each(MNIST_PIXELS), 57000, false}, 20000, 6, 100000,
		3, {0.9, 0.95, 0.98}});
		answer_question((Question) {{&data, one_each(MNIST_PIXELS), 5000, false}, 20000, 20, 100000,
		3, {0.9, 0.95, 0.98}});
		quality_free(&data);
	}
	return 0;
}
