/*
 * test_near.c
 *		Predictions from near rows, by the definitions and against the answers of another
 *		implementation.
 */
#include "test.h"

#include "kernel/near/near.h"
#include "near.h"
#include "near_table.h"

#define ANSWERED_ROWS 40
#define ANSWERED_COLUMNS 4

#define TRIALS 60
#define MOST_CLASSES 10

/* What is known of a record that equals a row in the known columns. */
typedef struct Answer
{
	uint32		row;
	bool		known[ANSWERED_COLUMNS];
	double		sum;			/* of the weights */
	double		prediction[3];	/* probabilities, or one number */
	double		gain[ANSWERED_COLUMNS];
	double		second[ANSWERED_COLUMNS];	/* of the columns that are not known */
} Answer;

/*
 * Made once by an implementation in numpy, in dense matrices with an indicator for each bin, on the rows
 * of answered_table(), and printed with 17 digits.  It found scores and bins by itself, and rounded the
 * scores to 1 / NEAR_SCORE_UNITS.  The model predicts .5, .3 and .2, or 1.25.
 */
static const Answer class_answers[] = {
	{
		0, {false, false, false, false}, 40,
		{0.37463300202649319, 0.44050990125548833, 0.18485709671801856},
		{0.25573940348825697, 0.18977821592829991, 0.18100738202794764, 0.53050452017817396},
		{0.11653971189230038, 0.17130026689328615, 0.090787461492315438, 0.099997434846089056}
	},
	{
		3, {true, false, true, false}, 2.4325415595928468,
		{0.41628104767780799, 0.34113069741224727, 0.24258825490994471},
		{0.22073900776307176, 0.25138264157021051, 0.27786306921462334, 0.66243911840782177},
		{0, 0, 0, 0}
	},
	{
		8, {false, true, false, true}, 1.0236964009640943,
		{0.45939255230144255, 0.35680523841071377, 0.18380220928784377},
		{0.31690343129284626, 0.23587361224577696, 0.15991116547698425, 0.55709146921163688},
		{0, 0, 0, 0}
	},
	{
		11, {true, true, true, false}, 2.2713238397140665,
		{0.4252578016611695, 0.40443215165653612, 0.17031004668229438},
		{0.27685858039829547, 0.37339251163553655, 0.25570203781544998, 0.52513998923242644},
		{0, 0, 0, 0}
	},
	{
		20, {false, false, false, true}, 4.0694963489041971,
		{0.44326826669673658, 0.34476533185878244, 0.21196640144448095},
		{0.48090640498165804, 0.39483434558618247, 0.2415750064600799, 0.28899294076361071},
		{0.00064754512184088712, 0.00054974140529169243, 0, 0}
	},
	{
		5, {false, true, false, false}, 9.0598440782230583,
		{0.4456651274718213, 0.34611637125755118, 0.20821850127062755},
		{0.47185286184712893, 0.059241717500974955, 0.18651353464632048, 0.72758825213608191},
		{0, 0, 0, 0.0001646217177220111}
	}
};

static const Answer number_answers[] = {
	{
		0, {false, false, false, false}, 40,
		{1.4797333664364285},
		{0.52766732719192211, -0.13339539865311739, -0.059468210254808584, 0.099903090185702537},
		{0.13334967022183924, 0.38866430612605352, 0.47390764839760802, 0.2003722706019449}
	},
	{
		3, {true, false, true, false}, 2.4325415595928463,
		{1.5041301051257252},
		{-0.061995160512576253, 0.24519822307510958, -0.001383132535803965, 0.23487059594011722},
		{0, 0.00029262841077781282, 0, 0.00049897059607075466}
	},
	{
		8, {false, true, false, true}, 1.0236964009640943,
		{1.0782765985974776},
		{0.071532556954743851, 0.028046551146540869, 0.048606982080122922, 0.064726673750989602},
		{7.6208686971117823e-18, 0, 2.8228487807604929e-07, 0}
	},
	{
		11, {true, true, true, false}, 2.271323839714066,
		{1.3084235909971909},
		{0.19578420123134865, 0.0014447278858881988, -0.00061782365204191372, 0.19502584574203907},
		{0, 0, 0, 0}
	},
	{
		20, {false, false, false, true}, 4.069496348904198,
		{1.4711049317274758},
		{0.26079115308763268, 0.23945167901690378, 0.18621266775555562, 0.00047957283015714197},
		{0.0003059802629807462, 0.0030888395493122839, 0.00031951285064322831, 0}
	},
	{
		5, {false, true, false, false}, 9.0598440782230583,
		{1.4407202025878083},
		{0.22426051052782336, -0.001631017094202443, 0.27639669398688632, 0.11096520908243834},
		{0.024637452389320448, 0, 2.1583776188701018e-06, 0.00092135271567784659}
	}
};

static double
unit(uint64 *state)
{
	*state = *state * UINT64CONST(6364136223846793005) + UINT64CONST(1442695040888963407);
	return (double) (*state >> 40) / 16777216.0;
}

/* Two numbers and two categorical columns; NULL in .15 of the second and the last. */
static NearTable
answered_table(Work *work, uint32 classes)
{
	static const uint32 categories[] = {0, 0, 6, 30};
	double	   *value = WORK_ARRAY(work, ANSWERED_COLUMNS * ANSWERED_ROWS, double);
	double	   *target = WORK_ARRAY(work, ANSWERED_ROWS, double);
	uint64		state = 20261128;

	for (uint32 i = 0; i < ANSWERED_ROWS; i++)
	{
		double		u = unit(&state);
		double		v[ANSWERED_COLUMNS];
		double		a;

		v[0] = floor(20 * (u + unit(&state))) / 4;
		a = unit(&state);
		v[1] = a < 0.4 ? 0 : floor(8 * a);
		v[2] = floor(4 * unit(&state) * (u + 0.5));
		v[3] = floor(30 * unit(&state));
		for (uint32 j = 0; j < ANSWERED_COLUMNS; j++)
			value[j * ANSWERED_ROWS + i] = unit(&state) < 0.15 && j % 2 == 1 ? NAN : v[j];
		a = floor(3 * (u + 0.6 * unit(&state)) / 1.6);
		target[i] = classes > 0 ? a : 0;
		a = 4 * u + unit(&state) - v[2] / 2;
		target[i] += classes > 0 ? 0 : a;
	}
	return (NearTable) {ANSWERED_ROWS, ANSWERED_COLUMNS, categories, value, classes, target, NULL};
}

static void
expect_answer(Near *near, const Answer *answer, const double *model)
{
	const NearRows *rows = near->rows;
	NearValue	record[ANSWERED_COLUMNS] = {{false}};
	double		price[ANSWERED_COLUMNS] = {0};
	bool		open[ANSWERED_COLUMNS];
	double		prediction[3];
	NearSecond	second[ANSWERED_COLUMNS];

	for (uint32 j = 0; j < ANSWERED_COLUMNS; j++)
	{
		open[j] = !answer->known[j];
		if (!open[j])
			record[j] = near_row_value(rows, answer->row, j);
	}
	near_weigh(near, record, NULL, 0);
	assert_near(near->sum, answer->sum, 1e-11 * answer->sum);
	if (rows->classes > 0)
		near_probabilities(near, model, prediction);
	else
		prediction[0] = near_number(near, model[0], 0).prediction;
	for (uint32 c = 0; c < Max(rows->classes, 1); c++)
		assert_near(prediction[c], answer->prediction[c], 1e-12);
	near_second(near, open, price, second);
	for (uint32 j = 0; j < ANSWERED_COLUMNS; j++)
	{
		assert_near(near_gain(near, model, j).gain, answer->gain[j], 1e-12);
		assert_near(second[j].gain, answer->second[j], 1e-12);
	}
}

static void
known_answers(void **state)
{
	static const double probability[] = {0.5, 0.3, 0.2};
	static const double number[] = {1.25};

	for (uint32 classes = 0; classes <= 3; classes += 3)
	{
		NearTable	table = answered_table(test_work(), classes);
		NearRows	rows = near_rows_create(test_work(), &table);
		Near		near;

		near_init(test_work(), &near, &rows);
		for (size_t k = 0; k < lengthof(class_answers); k++)
			expect_answer(&near, classes > 0 ? &class_answers[k] : &number_answers[k],
						  classes > 0 ? probability : number);
	}
}

/* A record, its weights by the definition, and what a model says. */
typedef struct Trial
{
	Work	   *work;
	Rng			rng;
	NearRows	rows;
	Near		near;
	NearValue  *record;
	double	   *w;
	double		sum;
	double		model[MOST_CLASSES];
} Trial;

static void
begin_trial(Trial *trial, uint64 seed)
{
	uint32		classes = seed % 3 == 0 ? 0 : seed % 3 == 1 ? 2 : MOST_CLASSES;
	double	   *group;
	double		left_out;
	NearTable	table;

	print_message("# seed " UINT64_FORMAT "\n", seed);
	trial->work = new_work(NULL);
	rng_seed(&trial->rng, seed);
	table = random_table(trial->work, &trial->rng, 1 + rng_below(&trial->rng, 150),
						 1 + rng_below(&trial->rng, 12), classes, seed % 2);
	trial->rows = near_rows_create(trial->work, &table);
	near_init(trial->work, &trial->near, &trial->rows);
	trial->record = random_record(trial->work, &trial->rng, &trial->rows, seed % 5 / 5.0);
	trial->w = WORK_ARRAY(trial->work, table.n, double);
	random_model(&trial->rng, classes, trial->model);
	group = WORK_ARRAY(trial->work, table.n, double);
	for (uint32 i = 0; i < table.n; i++)
		group[i] = rng_below(&trial->rng, 1 + seed % 4);
	left_out = rng_below(&trial->rng, 4);
	if (seed % 7 == 0)
		group = NULL;
	/* what the record before left behind does not matter */
	near_weigh(&trial->near, random_record(trial->work, &trial->rng, &trial->rows, 0.5), NULL, 0);
	near_weigh(&trial->near, trial->record, group, left_out);
	weigh_by_definition(&trial->rows, trial->record, group, left_out, trial->w);
	trial->sum = sum_of(&trial->rows, trial->w, -1, 0, -1);
}

static double
x_log_x(double x)
{
	return x > 0 ? x * log(x) : 0;
}

/* Returns the mean of the target over the weighted rows, of one bin of a column if bin >= 0. */
static double
mean_of(const NearRows *rows, const double *w, uint32 j, int bin)
{
	double		sum = 0;
	double		mean = 0;

	for (uint32 i = 0; i < rows->n; i++)
		if (bin < 0 || near_row_value(rows, i, j).bin == bin)
		{
			sum += w[i];
			mean += w[i] * rows->target[i];
		}
	return sum > 0 ? mean / sum : 0;
}

static double
variance_of(const NearRows *rows, const double *w)
{
	double		mean = mean_of(rows, w, 0, -1);
	double		sum = 0;
	double		squares = 0;

	for (uint32 i = 0; i < rows->n; i++)
	{
		sum += w[i];
		squares += w[i] * (rows->target[i] - mean) * (rows->target[i] - mean);
	}
	return sum > 0 ? squares / sum : 0;
}

static void
weights_by_definition(void **state)
{
	for (uint64 seed = 1; seed <= TRIALS; seed++)
	{
		Trial		trial = {0};
		double		squares = 0;

		begin_trial(&trial, seed);
		assert_near(trial.near.sum, trial.sum, 1e-11 * trial.sum);
		for (uint32 i = 0; i < trial.rows.n; i++)
		{
			assert_near(trial.near.w[i], trial.w[i], 1e-12 * trial.w[i] + 1e-16);
			squares += trial.w[i] * trial.w[i];
		}
		assert_near(trial.near.squares, squares, 1e-11 * squares);
		for (uint32 c = 0; c < trial.rows.classes; c++)
			assert_near(trial.near.mass[c], sum_of(&trial.rows, trial.w, c, 0, -1), 1e-11 * trial.sum);
		if (trial.rows.classes == 0)
		{
			assert_near(trial.near.mean, mean_of(&trial.rows, trial.w, 0, -1), 1e-11);
			assert_near(trial.near.variance, variance_of(&trial.rows, trial.w), 1e-11);
		}
		work_end(trial.work);
	}
}

/* Returns P(bin | class), with one more row of the uniform distribution. */
static double
share_of(const NearRows *rows, uint32 c, uint32 j, uint32 bin)
{
	double		in_class = 0;
	double		in_bin = 0;

	for (uint32 i = 0; i < rows->n; i++)
		if (rows->class[i] == c)
		{
			in_class += its_weight(rows, i);
			in_bin += near_row_value(rows, i, j).bin == bin ? its_weight(rows, i) : 0;
		}
	return (in_bin + 1.0 / rows->column[j].bins) / (in_class + 1);
}

/* The gain is the mutual information of the class and the bin; the error follows from the same table. */
static NearGain
class_gain(const Trial *trial, uint32 j)
{
	const NearRows *rows = &trial->rows;
	double		of_class[MOST_CLASSES] = {0};
	NearGain	result = {0, 1};

	for (uint32 b = 0; b < rows->column[j].bins; b++)
		for (uint32 c = 0; c < rows->classes; c++)
			of_class[c] += (sum_of(rows, trial->w, c, j, b) +
							5 * trial->model[c] * share_of(rows, c, j, b)) / (trial->sum + 5);
	for (uint32 b = 0; b < rows->column[j].bins; b++)
	{
		double		together[MOST_CLASSES];
		double		of_bin = 0;

		for (uint32 c = 0; c < rows->classes; c++)
		{
			together[c] = (sum_of(rows, trial->w, c, j, b) +
						   5 * trial->model[c] * share_of(rows, c, j, b)) / (trial->sum + 5);
			of_bin += together[c];
		}
		for (uint32 c = 0; c < rows->classes; c++)
		{
			result.gain += together[c] * log(together[c] / of_bin / of_class[c]);
			result.error -= of_bin * pow(together[c] / of_bin, 2);
		}
	}
	return result;
}

static NearGain
number_gain(const Trial *trial, uint32 j)
{
	const NearRows *rows = &trial->rows;
	double		mean = mean_of(rows, trial->w, 0, -1);
	double		explained = 0;
	double		noise = 0;

	if (trial->sum == 0)
		return (NearGain) {0, NAN};
	for (uint32 b = 0; b < rows->column[j].bins; b++)
	{
		double		sum = sum_of(rows, trial->w, -1, j, b);

		explained += sum / trial->sum * pow(mean_of(rows, trial->w, j, b) - mean, 2);
		for (uint32 i = 0; i < rows->n; i++)
			if (sum > 0 && near_row_value(rows, i, j).bin == b)
				noise += trial->w[i] * trial->w[i] / (sum * trial->sum);
	}
	for (uint32 i = 0; i < rows->n; i++)
		noise -= pow(trial->w[i] / trial->sum, 2);
	return (NearGain) {explained - noise * variance_of(rows, trial->w), NAN};
}

static void
gains_by_definition(void **state)
{
	for (uint64 seed = 1; seed <= TRIALS; seed++)
	{
		Trial		trial = {0};
		double		error = 1;

		begin_trial(&trial, seed);
		for (uint32 j = 0; j < trial.rows.columns; j++)
		{
			NearGain	got = near_gain(&trial.near, trial.model, j);
			NearGain	want = trial.rows.classes > 0 ? class_gain(&trial, j) : number_gain(&trial, j);

			assert_near(got.gain, want.gain, 1e-10);
			if (trial.rows.classes > 0)
				assert_near(got.error, want.error, 1e-12);
			else
				assert_true(isnan(got.error));
		}
		for (uint32 c = 0; c < trial.rows.classes; c++)
			error -= pow((sum_of(&trial.rows, trial.w, c, 0, -1) + 5 * trial.model[c]) / (trial.sum + 5), 2);
		if (trial.rows.classes > 0)
			assert_near(near_error(&trial.near, trial.model), error, 1e-12);
		work_end(trial.work);
	}
}

/* Returns the share of the rows and the model, whose error has deviation sd, at or below x. */
static double
share_below(const Trial *trial, double sd, double x)
{
	double		z = (x - trial->model[0]) / sd;
	double		below = 5 * (sd == 0 ? x >= trial->model[0] : 0.5 * erfc(-z / M_SQRT2));

	for (uint32 i = 0; i < trial->rows.n; i++)
		below += trial->rows.target[i] <= x ? trial->w[i] : 0;
	return below / (trial->sum + 5);
}

static void
expect_number(const Trial *trial, double sd)
{
	NearNumber	number = near_number(&trial->near, trial->model[0], sd);
	double		squares = 5 * (sd * sd + pow(trial->model[0] - number.prediction, 2));
	double		last = -INFINITY;

	for (uint32 i = 0; i < trial->rows.n; i++)
		squares += trial->w[i] * pow(trial->rows.target[i] - number.prediction, 2);
	assert_near(number.sd, sqrt(squares / (trial->sum + 5)), 1e-11);
	for (double p = 0.01; p < 1; p += 0.07)
	{
		double		quantile = near_quantile(&trial->near, trial->model[0], sd, p);

		assert_true(share_below(trial, sd, quantile + 1e-10) >= p - 1e-12);
		assert_true(share_below(trial, sd, quantile - 1e-10) <= p + 1e-12);
		assert_true(quantile >= last);
		last = quantile;
	}
}

static void
predictions_by_definition(void **state)
{
	for (uint64 seed = 1; seed <= TRIALS; seed++)
	{
		Trial		trial = {0};
		double		got[MOST_CLASSES];
		double		want[MOST_CLASSES];

		begin_trial(&trial, seed);
		predict_by_definition(&trial.rows, trial.w, trial.model, want);
		if (trial.rows.classes > 0)
			near_probabilities(&trial.near, trial.model, got);
		else
			got[0] = near_number(&trial.near, trial.model[0], 1).prediction;
		for (uint32 c = 0; c < Max(trial.rows.classes, 1); c++)
			assert_near(got[c], want[c], 1e-12);
		if (trial.rows.classes == 0)
		{
			expect_number(&trial, 0.7);
			expect_number(&trial, 0);
		}
		work_end(trial.work);
	}
}

/* A probability of 0 is possible; a class without rows and without probability stays unlikely. */
static void
certain_model(void **state)
{
	static const double value[] = {1, 2, 3, 4};
	static const double target[] = {0, 1, 0, 1};
	static const uint32 categories[] = {0};
	static const double model[] = {1, 0, 0};
	NearTable	table = {4, 1, categories, value, 3, target, NULL};
	NearRows	rows = near_rows_create(test_work(), &table);
	NearValue	record = {false};
	double		probability[3];
	Near		near;

	near_init(test_work(), &near, &rows);
	near_weigh(&near, &record, NULL, 0);
	near_probabilities(&near, model, probability);
	assert_true(probability[0] > 0.999 && probability[1] > probability[2] && probability[2] > 0);
	assert_near(probability[0] + probability[1] + probability[2], 1, 1e-15);
	assert_true(near_gain(&near, model, 0).gain > 0);
}

/* Returns what column j tells of the rows with these weights, less (bins - 1) parts of pure noise. */
static double
gain_among(const NearRows *rows, const double *w, uint32 j)
{
	double		sum = sum_of(rows, w, -1, 0, -1);
	double		squares = 0;
	double		mean = rows->classes > 0 ? 0 : mean_of(rows, w, 0, -1);
	double		counted = 0;
	double		gain = 0;

	for (uint32 c = 0; c < rows->classes; c++)
		gain -= x_log_x(sum_of(rows, w, c, 0, -1) / sum);
	for (uint32 b = 0; b < rows->column[j].bins; b++)
	{
		double		of_bin = sum_of(rows, w, -1, j, b);

		counted += of_bin > 1e-6 * sum;
		for (uint32 c = 0; c < rows->classes && of_bin > 0; c++)
			gain += of_bin / sum * x_log_x(sum_of(rows, w, c, j, b) / of_bin);
		if (rows->classes == 0 && of_bin > 0)
			gain += of_bin / sum * pow(mean_of(rows, w, j, b) - mean, 2);
	}
	for (uint32 i = 0; i < rows->n; i++)
		squares += w[i] * w[i];
	if (rows->classes > 0)
		return gain - (fmin(rows->classes, 8) - 1) * (counted - 1) / 2 * squares / sum / sum;
	return gain - (counted - 1) * variance_of(rows, w) * squares / sum / sum;
}

static NearSecond
second_by_definition(const Trial *trial, uint32 i, const bool *open, const double *price)
{
	const NearRows *rows = &trial->rows;
	double	   *w = WORK_ARRAY(trial->work, rows->n, double);
	NearSecond	result = {0, 0};
	double		all = 0;

	for (uint32 row = 0; row < rows->n; row++)
		all += trial->w[row] > 1e-3 ? trial->w[row] : 0;
	for (uint32 b = 0; b < rows->column[i].bins; b++)
	{
		double		least = 1e-12 * (rows->classes > 0 ? 1 : trial->near.variance);
		NearSecond	best = {0, 0};
		double		sum;

		for (uint32 row = 0; row < rows->n; row++)
			w[row] = near_row_value(rows, row, i).bin == b && trial->w[row] > 1e-3 ? trial->w[row] : 0;
		sum = sum_of(rows, w, -1, 0, -1);
		for (uint32 j = 0; j < rows->columns && sum > 0; j++)
		{
			double		gain = open[j] && j != i ? gain_among(rows, w, j) : 0;

			if (gain > best.gain + least || (gain > best.gain - least && price[j] < best.price))
				best = (NearSecond) {gain, price[j]};
		}
		result.gain += best.gain * sum / (all > 0 ? all : 1);
		result.price += best.price * sum / (all > 0 ? all : 1);
	}
	return result;
}

static void
second_looks_by_definition(void **state)
{
	uint32		positive = 0;

	for (uint64 seed = 1; seed <= TRIALS; seed++)
	{
		Trial		trial = {0};
		bool		open[12];
		double		price[12];
		NearSecond	second[12];

		begin_trial(&trial, seed);
		for (uint32 j = 0; j < trial.rows.columns; j++)
		{
			open[j] = !trial.record[j].known && rng_unit(&trial.rng) < 0.9;
			price[j] = 3 + rng_below(&trial.rng, 20);
		}
		near_second(&trial.near, open, price, second);
		for (uint32 i = 0; i < trial.rows.columns; i++)
		{
			NearSecond	want = {0, 0};

			if (open[i])
				want = second_by_definition(&trial, i, open, price);
			assert_near(second[i].gain, want.gain, 1e-11);
			assert_near(second[i].price, want.price, 1e-9);
			positive += want.gain > 1e-9;
		}
		work_end(trial.work);
	}
	assert_true(positive > 50);
}

/* Of 5,000 rows 2,000 are considered, which are spread evenly. */
static void
second_looks_of_many_rows(void **state)
{
	for (uint32 classes = 0; classes <= 3; classes += 3)
	{
		Work	   *work = new_work(NULL);
		bool		open[] = {true, true, true};
		double		price[] = {1, 1, 1};
		double	   *group;			/* 0: not considered */
		NearTable	table;
		NearRows	rows;
		Near		near;
		NearValue	record[3] = {{false}};
		NearSecond	of_many[3];
		NearSecond	of_some[3];
		Rng			rng;

		rng_seed(&rng, 5);
		table = random_table(work, &rng, 5000, 3, classes, false);
		rows = near_rows_create(work, &table);
		near_init(work, &near, &rows);
		near_weigh(&near, record, NULL, 0);
		near_second(&near, open, price, of_many);
		group = WORK_ARRAY(work, 5000, double);
		for (uint32 k = 0; k < 2000; k++)
			group[k * 5000 / 2000] = 1;
		near_weigh(&near, record, group, 0);
		assert_int_equal(near.count, 2000);
		near_second(&near, open, price, of_some);
		for (uint32 j = 0; j < 3; j++)
			assert_near(of_many[j].gain, of_some[j].gain, 1e-12);
		work_end(work);
	}
}

/* If all rows are left out, the model alone predicts. */
static void
no_rows(void **state)
{
	for (uint32 classes = 0; classes <= 3; classes += 3)
	{
		Work	   *work = new_work(NULL);
		double		group[20] = {0};
		bool		open[9];
		double		price[9] = {0};
		NearSecond	second[9];
		double		model[3];
		double		got[3];
		NearTable	table;
		NearRows	rows;
		Near		near;
		Rng			rng;

		rng_seed(&rng, 8);
		table = random_table(work, &rng, 20, 9, classes, true);
		rows = near_rows_create(work, &table);
		random_model(&rng, classes, model);
		near_init(work, &near, &rows);
		near_weigh(&near, random_record(work, &rng, &rows, 0.5), group, 0);
		assert_true(near.sum == 0 && near.count == 0);
		if (classes > 0)
			near_probabilities(&near, model, got);
		else
			got[0] = near_number(&near, model[0], 2).prediction;
		for (uint32 c = 0; c < Max(classes, 1); c++)
			assert_near(got[c], model[c], 1e-15);
		for (uint32 j = 0; j < 9; j++)
		{
			assert_true(isfinite(near_gain(&near, model, j).gain));
			open[j] = true;
		}
		near_second(&near, open, price, second);
		for (uint32 j = 0; j < 9; j++)
			assert_true(second[j].gain == 0 && second[j].price == 0);
		if (classes == 0)
		{
			assert_near(near_number(&near, model[0], 2).sd, 2, 1e-15);
			assert_near(near_quantile(&near, model[0], 2, 0.975), model[0] + 2 * 1.9599639845400545, 1e-12);
		}
		work_end(work);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_answers),
		cmocka_unit_test(weights_by_definition),
		cmocka_unit_test(predictions_by_definition),
		cmocka_unit_test(gains_by_definition),
		cmocka_unit_test(second_looks_by_definition),
		cmocka_unit_test(second_looks_of_many_rows),
		cmocka_unit_test(certain_model),
		cmocka_unit_test(no_rows)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
