/*
 * choosing.c
 *		What aer_choose promises, against the error of new rows, as CSV.
 *
 *		choosing [DIR]
 *
 * Of generated data always; and of the real data below DIR, as far as they are
 * there (datasets.h).  For each split of the rows moments are learned within a
 * budget, looks are chosen from them to another, and the partial model of these
 * predicts the rows that were put aside.  A budget for everything chooses
 * nothing: all is known.  Errors are over the target's variance; "promised" is
 * what the model itself believes.
 */
#include "datasets.h"
#include "learning.h"

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
	bool		blind;			/* see Learning */
} Question;

/* Prices of 1 to 10, anew for each split; or those of the question. */
typedef void (*Reprice) (int64 *cost, uint32 d, Rng *rng);

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
test(const QualityData *data, Learned *learned, const bool *known, const uint32 *order,
	 uint32 n, double variance, Answer *answer)
{
	double		square = 0;
	double		fourth = 0;

	for (uint32 t = 0; t < n; t++)
	{
		double		miss = learned_predict(learned, known, data->x + (size_t) order[t] * data->d).prediction -
			data->y[order[t]];

		square += miss * miss / n;
		fourth += miss * miss * miss * miss / n;
	}
	answer->error = square / variance;
	answer->error_se = sqrt((fourth - square * square) / n) / variance;
}

/* All budgets of a question, from one split's moments. */
static void
answer_all(const Question *question, Moments *m, const uint32 *order, uint32 tested,
		   Answer *answer)
{
	const QualityData *data = question->data;
	uint32		d = data->d;
	bool	   *known = malloc(sizeof(bool) * d);
	double		variance = variance_of(data, order, tested);
	int64		cost;
	bool		alike = prices_alike(&question->prices, &cost);
	uint32		count = 0;
	Learned		learned;

	learned_new(&learned, m, &(Learning) {data, question->prices, question->learning, question->blind});
	for (int b = 0; b < question->budgets; b++)
	{
		uint32		last = 0;

		if (question->budget[b] >= prices_of_all(&question->prices))
		{
			memset(known, true, sizeof(bool) * d);
			test(data, &learned, known, order, tested, variance, &answer[b]);
			answer[b].forecast = learned.model.head.forecast / variance;
			answer[b].forecast_se = learned.model.head.forecast_se / variance;
			answer[b].promised = 1 - learned.predictor.explained / learned.model.head.y_variance;
			answer[b].unseen = NAN;
			continue;
		}
		/* one path for all budgets where prices are alike */
		if (b == 0 || !alike)
			count = learned_choose(&learned, question->budget[alike ? question->budgets - 1 : b]);
		memset(known, 0, sizeof(bool) * d);
		for (uint32 k = 1; k < count && learned.step[k].step.spent <= question->budget[b]; k++)
		{
			known[learned.step[k].step.look] = true;
			last = k;
		}
		test(data, &learned, known, order, tested, variance, &answer[b]);
		answer[b].forecast = learned.step[last].forecast / variance;
		answer[b].forecast_se = learned.step[last].forecast_se / variance;
		answer[b].promised = 1 - learned.step[last].step.explained / learned.model.head.y_variance;
		answer[b].unseen = learned.step[last].unseen;
	}
	free(known);
	learned_free(&learned);
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
		collect(&(Learning) {data, question.prices, question.learning, question.blind}, spread,
				(uint32 *) order + tested, question.rows, split + 1, &m);
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

static void
ask_heart(const char *folder)
{
	static const int64 learning[] = {60000, 120000, 250000, 400000};
	static const int64 bill[] = {120000, 160000, 250000};
	Prices		prices = heart_prices();
	QualityData data;

	read_heart(&data, folder);
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

	read_covertype(&data, folder);
	ask((Question) {&data, one_each(54), 20000, 27000, 4, {10000, 20000, 40000, 80000}, false}, 10,
		one_to_ten);
	ask((Question) {&data, one_each(54), 2000, 27000, 4, {10000, 20000, 40000, 80000}, false}, 100,
		one_to_ten);
	quality_free(&data);
}

static void
ask_mnist(const char *folder)
{
	QualityData data;

	read_mnist(&data, folder);
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
	if (argc > 1 && is_there(argv[1], HEART))
		ask_heart(argv[1]);
	if (argc > 1 && is_there(argv[1], COVERTYPE))
		ask_covertype(argv[1]);
	if (argc > 1 && is_there(argv[1], MNIST))
		ask_mnist(argv[1]);
	return 0;
}
