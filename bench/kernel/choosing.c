/*
 * choosing.c
 *		What aer_choose promises, against the error of new rows, as CSV.
 *
 *		choosing [DIR]
 *
 * Of generated data always; and of the real data below DIR, as far as they are
 * there (quality.c says which).  For each split of the rows moments are learned
 * within a budget, looks are chosen from them to another, and the partial model
 * of these predicts the rows that were put aside.  A budget for everything
 * chooses nothing: all is known.  Errors are over the target's variance;
 * "promised" is what the model itself believes.
 */
#include "kernel/priced_draw.h"
#include "kernel/spending/choose.h"
#include "kernel/spending/pair_classes.h"
#include "kernel/spending/partial_fit.h"

#include "mnist.h"
#include "tables.h"

#define MOST_BUDGETS 6

/* Learned and predicted from; budgets in thousandths. */
typedef struct Question
{
	const QualityData *data;
	Prices		prices;
	uint32		rows;
	int64		learning;
	int			budgets;
	int64		budget[MOST_BUDGETS];
	bool		blind;			/* looks are drawn as if all cost the same */
} Question;

/* Prices of 1 to 10, anew for each split; or those of the question. */
typedef void (*Reprice) (int64 *cost, uint32 d, Rng *rng);

/* The deviation of each attribute over all rows: a design that knows it. */
static void
known_spread(const QualityData *data, double *spread)
{
	for (uint32 i = 0; i < data->d; i++)
	{
		double		sum = 0;
		double		square = 0;

		for (uint32 t = 0; t < data->rows; t++)
		{
			double		x = data->x[(size_t) t * data->d + i];

			sum += x / data->rows;
			square += x * x / data->rows;
		}
		spread[i] = sqrt(Max(square - sum * sum, 0));
	}
}

/* Learn from rows order[0 .. n - 1]. */
static void
collect(const Question *question, const double *spread, const uint32 *order, uint32 n,
		uint64 seed, Moments *m)
{
	const QualityData *data = question->data;
	uint32		d = data->d;
	uint32	   *plan = malloc(sizeof(uint32) * 2 * (d + 1));
	double	   *value = malloc(sizeof(double) * d);
	double	   *drawn = malloc(sizeof(double) * d);
	void	   *memory;
	void	   *scratch = NULL;
	int64		cost;
	bool		alike = prices_alike(&question->prices, &cost);
	bool		complete = question->learning >= prices_of_all(&question->prices);
	Design		design;
	PricedDraw	draw;

	if (alike)
	{
		memory = malloc(design_size(d));
		design_init(&design, memory, d, (uint32) (question->learning / cost), QUALITY_FOLDS, seed);
		design_set_spread(&design, spread);
	}
	else
	{
		memory = malloc(priced_draw_size(d, question->prices.panels));
		scratch = malloc(priced_draw_scratch(d, question->prices.panels));
		for (uint32 i = 0; i < d; i++)
			drawn[i] = spread[i] * (question->blind ? sqrt((double) prices_alone(&question->prices, i)) : 1);
		priced_draw_init(&draw, memory, &question->prices, drawn);
	}
	state_new(m, d, QUALITY_FOLDS, complete, NULL);
	for (uint32 t = 0; t < n; t++)
	{
		const double *x = data->x + (size_t) order[t] * d;
		uint32		count;

		if (alike)
		{
			design_plan_key(&design, t, plan, plan + d + 1);
			count = design.budget;
		}
		else
			count = priced_draw_plan_key(&draw, seed, t, question->learning, plan, scratch);
		for (uint32 k = 0; k < count; k++)
			value[k] = x[plan[k]];
		state_add(m, t % QUALITY_FOLDS, plan, value, count, data->y[order[t]]);
	}
	free(memory);
	free(scratch);
	free(plan);
	free(value);
	free(drawn);
}

/* What one split says of one budget. */
typedef struct Answer
{
	double		error;
	double		error_se;		/* of the sample that it is of */
	double		forecast;
	double		forecast_se;
	double		promised;
	double		unseen;
} Answer;

/* The error of the partial model of a set on rows order[0 .. n - 1]. */
static void
test(const QualityData *data, Predictor *predictor, const bool *known, const uint32 *order,
	 uint32 n, double variance, Answer *answer)
{
	double		square = 0;
	double		fourth = 0;

	for (uint32 t = 0; t < n; t++)
	{
		PartialPrediction prediction;
		double		miss;

		if (predictor_predict(predictor, known, data->x + (size_t) order[t] * data->d,
							  &prediction) != KERNEL_OK)
			abort();
		miss = prediction.prediction - data->y[order[t]];
		square += miss * miss / n;
		fourth += miss * miss * miss * miss / n;
	}
	answer->error = square / variance;
	answer->error_se = sqrt((fourth - square * square) / n) / variance;
}

static double
variance_of(const QualityData *data, const uint32 *order, uint32 n)
{
	double		sum = 0;
	double		square = 0;

	for (uint32 t = 0; t < n; t++)
	{
		sum += data->y[order[t]] / n;
		square += data->y[order[t]] * data->y[order[t]] / n;
	}
	return square - sum * sum;
}

/* All budgets of a question, from one split's moments. */
static void
answer_all(const Question *question, Moments *m, const uint32 *order, uint32 tested,
		   Answer *answer)
{
	const QualityData *data = question->data;
	uint32		d = data->d;
	Looks		looks = {d, d, NULL};
	uint32	   *class_of = malloc(sizeof(uint32) * d);
	uint32	   *class_scratch = malloc(sizeof(uint32) * (question->prices.panels + 2));
	PairClasses classes = {pair_classes(&looks, &question->prices, class_of, class_scratch), class_of,
	malloc(judge_classes_size(d, question->prices.panels + 2))};
	ChooseOptions options = {{data->own_units, NAN, &classes}, &looks, &question->prices, NULL, 0,
	PG_UINT32_MAX};
	double	   *words = malloc(sizeof(double) * partial_fit_words(d));
	void	   *scratch = malloc(Max(partial_fit_scratch(d, QUALITY_FOLDS),
									 choose_scratch(d, QUALITY_FOLDS, &options)));
	ChooseStep *step = malloc(sizeof(ChooseStep) * (d + 1));
	bool	   *known = malloc(sizeof(bool) * d);
	double		variance = variance_of(data, order, tested);
	int64		cost;
	bool		alike = prices_alike(&question->prices, &cost);
	uint32		count = 0;
	size_t		words_count;
	PartialModel model;
	Predictor	predictor;
	void	   *predictor_memory;

	if (partial_fit(m, &options.spending, scratch, words, &words_count, NULL) != KERNEL_OK ||
		!partial_model_view(&model, words, words_count))
		abort();
	predictor_memory = malloc(predictor_size(&model));
	predictor_init(&predictor, predictor_memory, &model);
	for (int b = 0; b < question->budgets; b++)
	{
		uint32		last = 0;

		if (question->budget[b] >= prices_of_all(&question->prices))
		{
			memset(known, true, sizeof(bool) * d);
			test(data, &predictor, known, order, tested, variance, &answer[b]);
			answer[b].forecast = model.head.forecast / variance;
			answer[b].forecast_se = model.head.forecast_se / variance;
			answer[b].promised = 1 - predictor.explained / model.head.y_variance;
			answer[b].unseen = NAN;
			continue;
		}
		/* one path for all budgets where prices are alike */
		options.budget = alike ? question->budget[question->budgets - 1] : question->budget[b];
		if ((b == 0 || !alike) &&
			choose_looks(m, &options, scratch, step, &count, NULL) != KERNEL_OK)
			abort();
		memset(known, 0, sizeof(bool) * d);
		for (uint32 k = 1; k < count && step[k].step.spent <= question->budget[b]; k++)
		{
			known[step[k].step.look] = true;
			last = k;
		}
		test(data, &predictor, known, order, tested, variance, &answer[b]);
		answer[b].forecast = step[last].forecast / variance;
		answer[b].forecast_se = step[last].forecast_se / variance;
		answer[b].promised = 1 - step[last].step.explained / model.head.y_variance;
		answer[b].unseen = step[last].unseen;
	}
	free(class_of);
	free(class_scratch);
	free(classes.memory);
	free(words);
	free(scratch);
	free(step);
	free(known);
	free(predictor_memory);
}

static void
print(const Question *question, int splits, int b, const Answer *answer)
{
	double		error = 0;
	double		square = 0;
	double		bias = 0;
	double		rms = 0;
	double		within = 0;
	double		se = 0;
	double		promised = 0;
	double		unseen = 0;

	for (int split = 0; split < splits; split++)
	{
		const Answer *a = &answer[split * MOST_BUDGETS + b];
		double		miss = a->forecast - a->error;

		error += a->error / splits;
		square += a->error * a->error / splits;
		bias += miss / splits;
		rms += miss * miss / splits;
		se += a->forecast_se / splits;
		within += (fabs(miss) <= 2 * hypot(a->forecast_se, a->error_se)) / (double) splits;
		promised += a->promised / splits;
		unseen += a->unseen / splits;
	}
	printf("%s%s,%g,%u,%d,%g,%.4f,%.4f,%.4f,%.4f,%.4f,%.2f,%.4f,", question->data->name,
		   question->blind ? " (blind)" : "", question->learning / 1000.0, question->rows, splits, question->budget[b] / 1000.0, error,
		   sqrt(Max(square - error * error, 0) / (splits - 1)), bias, sqrt(rms), se, within,
		   promised);
	if (isnan(unseen))
		printf("\n");
	else
		printf("%.2f\n", unseen);
	fflush(stdout);
}

static void
ask(Question question, int splits, Reprice reprice)
{
	const QualityData *data = question.data;
	uint32		tested = Min(Max(data->rows / 10, 60), QUALITY_MOST_TESTED);
	int		   *order = malloc(sizeof(int) * data->rows);
	double	   *spread = malloc(sizeof(double) * data->d);
	int64	   *cost = malloc(sizeof(int64) * data->d);
	Answer	   *answer = malloc(sizeof(Answer) * splits * MOST_BUDGETS);

	for (uint32 i = 0; i < data->d; i++)
		spread[i] = 1;
	if (!data->own_units)
		known_spread(data, spread);
	question.rows = Min(question.rows, data->rows - tested);
	for (int split = 0; split < splits; split++)
	{
		Moments		m;
		Rng			rng;

		rng_seed(&rng, 1000 + split);
		mnist_shuffle(order, data->rows, &rng);
		if (reprice != NULL)
		{
			reprice(cost, data->d, &rng);
			question.prices.cost = cost;
		}
		collect(&question, spread, (uint32 *) order + tested, question.rows, split + 1, &m);
		answer_all(&question, &m, (uint32 *) order, tested, &answer[split * MOST_BUDGETS]);
		state_free(&m);
	}
	for (int b = 0; b < question.budgets; b++)
		print(&question, splits, b, answer);
	free(order);
	free(spread);
	free(cost);
	free(answer);
}

/* One a look; a static array is enough for all. */
static Prices
one_each(uint32 d)
{
	static int64 cost[MNIST_PIXELS];

	for (uint32 i = 0; i < d; i++)
		cost[i] = 1000;
	return (Prices) {d, 0, cost, NULL, NULL};
}

static void
one_to_ten(int64 *cost, uint32 d, Rng *rng)
{
	for (uint32 i = 0; i < d; i++)
		cost[i] = 1000 * (1 + (int64) rng_below(rng, 10));
}

/* Dearer and dearer by threes, and two panels with a fee. */
static Prices
generated_prices(uint32 d)
{
	static int64 cost[60];
	static uint32 panel[60];
	static int64 fee[] = {5000, 8000};

	for (uint32 i = 0; i < d; i++)
	{
		cost[i] = 1000 * (1 + i % 3);
		panel[i] = i < 4 ? 0 : i >= 10 && i < 14 ? 1 : NO_PANEL;
	}
	return (Prices) {d, 2, cost, panel, fee};
}

static void
ask_generated(void)
{
	QualityData data;

	quality_generate(&data, "factors", 3000, 1);
	ask((Question) {&data, one_each(20), 1000, 3000, 3, {2000, 4000, 8000}, false}, 100, NULL);
	ask((Question) {&data, generated_prices(20), 1000, 16000, 3, {5000, 10000, 20000}, false}, 100, NULL);
	quality_free(&data);
	quality_generate(&data, "classes", 3000, 1);
	ask((Question) {&data, one_each(20), 400, 3000, 3, {2000, 4000, 8000}, false}, 100, NULL);
	ask((Question) {&data, generated_prices(20), 400, 16000, 3, {5000, 10000, 20000}, false}, 100, NULL);
	quality_free(&data);
	quality_generate(&data, "nothing", 3000, 1);
	ask((Question) {&data, one_each(20), 400, 3000, 2, {2000, 8000}, false}, 100, NULL);
	quality_free(&data);
	quality_generate(&data, "independent", 4000, 1);
	ask((Question) {&data, one_each(60), 2000, 5000, 3, {3000, 10000, 30000}, false}, 100, NULL);
	quality_free(&data);
}

/* With the prices and panels of Turney. */
static void
ask_heart(const char *folder)
{
	static const int64 cost[] = {1000, 1000, 1000, 1000, 5170, 3100, 15500, 1000, 1000, 1000, 1000,
	100900, 1000};
	static const uint32 panel[] = {NO_PANEL, NO_PANEL, NO_PANEL, NO_PANEL, 0, 0, NO_PANEL, 1, 2, 2, 2,
	NO_PANEL, 1};
	static const int64 fee[] = {2100, 101900, 86300};
	static const int64 learning[] = {60000, 120000, 250000, 400000};
	static const int64 bill[] = {120000, 160000, 250000};
	Prices		prices = {13, 3, cost, panel, fee};
	QualityData data;

	read_table(&data, folder, "medical_costs/heart/processed.cleveland.data", ",", 0, 13, 1000);
	data.name = "heart";
	for (uint32 t = 0; t < data.rows; t++)
		data.y[t] = data.y[t] > 0 ? 1 : 0;
	for (size_t k = 0; k < lengthof(learning); k++)
		ask((Question) {&data, prices, 1000, learning[k], 5, {20000, 40000, 120000, 250000, 400000}, false}, 100,
			NULL);
	for (size_t k = 0; k < lengthof(bill); k++)
	{
		/* for the same bill: little of all records, and all of fewer */
		ask((Question) {&data, prices, 1000, bill[k], 1, {400000}, false}, 100, NULL);
		ask((Question) {&data, prices, 1000, bill[k], 1, {400000}, true}, 100, NULL);
		ask((Question) {&data, prices, (uint32) (237 * bill[k] / prices_of_all(&prices)), 400000, 1,
		{400000}, false}, 100, NULL);
	}
	ask((Question) {&data, one_each(13), 1000, 5000, 3, {2000, 4000, 8000}, false}, 100, NULL);
	quality_free(&data);
}

static void
ask_covertype(const char *folder)
{
	QualityData data;

	read_table(&data, folder, "covertype/covtype_sample_92962.csv.gz", ",", 1, 54, 100000);
	data.name = "Covertype 2";
	for (uint32 t = 0; t < data.rows; t++)
		data.y[t] = data.y[t] == 2 ? 1 : 0;
	ask((Question) {&data, one_each(54), 20000, 27000, 4, {10000, 20000, 40000, 80000}, false}, 10,
		one_to_ten);
	ask((Question) {&data, one_each(54), 2000, 27000, 4, {10000, 20000, 40000, 80000}, false}, 100,
		one_to_ten);
	quality_free(&data);
}

static void
ask_mnist(const char *folder)
{
	char		path[4096];
	QualityData data = {"MNIST 3 vs 5", MNIST_PIXELS, 0, NULL, NULL, false};
	Mnist		mnist;

	snprintf(path, sizeof(path), "%s/mnist", folder);
	mnist = mnist_load(path, 3, 5);
	data.rows = mnist.rows;
	data.x = mnist.pixel;
	data.y = mnist.label;
	for (size_t k = 0; k < (size_t) data.rows * data.d; k++)
		data.x[k] /= 255;
	ask((Question) {&data, one_each(MNIST_PIXELS), 20000, 5000, 3, {10000, 20000, 50000}, false}, 40, NULL);
	ask((Question) {&data, one_each(MNIST_PIXELS), 20000, 57000, 3, {10000, 20000, 50000}, false}, 4, NULL);
	for (int blind = 0; blind < 2; blind++)
	{
		ask((Question) {&data, one_each(MNIST_PIXELS), 20000, 27000, 1, {10000000}, blind}, 6, one_to_ten);
		ask((Question) {&data, one_each(MNIST_PIXELS), 20000, 110000, 1, {10000000}, blind}, 6, one_to_ten);
	}
	quality_free(&data);
}

int
main(int argc, char **argv)
{
	printf("data,learning,rows,splits,predicting,error,error_se,forecast_bias,forecast_rms,forecast_se,forecast_within,promised,unseen\n");
	ask_generated();
	if (argc > 1 && is_there(argv[1], "medical_costs/heart/processed.cleveland.data"))
		ask_heart(argv[1]);
	if (argc > 1 && is_there(argv[1], "covertype/covtype_sample_92962.csv.gz"))
		ask_covertype(argv[1]);
	if (argc > 1 && is_there(argv[1], "mnist/train-images-idx3-ubyte.gz"))
		ask_mnist(argv[1]);
	return 0;
}
