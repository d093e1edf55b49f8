/*
 * coverage.c
 *		How often a target lies within two deviations of its prediction, as CSV.
 *
 *		coverage [DIR]
 *
 * Of generated data always, and of the real data below DIR, as far as they are
 * there (datasets.h), all with targets without a link: numbers.  For each split of
 * the rows moments are learned from everything or from few looks a row; their
 * partial model predicts the rows that were put aside, from a random half of the
 * attributes, anew for each row, and from all.  "ratio" is the mean of the squared
 * error over the squared deviation: 1 if that is right.
 */
#include "datasets.h"
#include "learning.h"

/* What splits say of one share of the attributes known. */
typedef struct Coverage
{
	double		within;			/* share of rows */
	double		ratio;
} Coverage;

/* A random half of the attributes, or all. */
static void
draw_known(bool *known, uint32 d, bool half, Rng *rng)
{
	uint32		left = half ? d / 2 : d;

	for (uint32 i = 0; i < d; i++)
	{
		known[i] = rng_below(rng, d - i) < left;
		left -= known[i];
	}
}

static Coverage
cover(const QualityData *data, Learned *learned, bool half, const uint32 *order, uint32 tested,
	  Rng *rng)
{
	bool	   *known = malloc(sizeof(bool) * data->d);
	Coverage	coverage = {0, 0};

	for (uint32 t = 0; t < tested; t++)
	{
		PartialPrediction prediction;
		double		miss;

		draw_known(known, data->d, half, rng);
		prediction = learned_predict(learned, known, data->x + (size_t) order[t] * data->d);
		miss = (prediction.prediction - data->y[order[t]]) / prediction.sd;
		coverage.within += (fabs(miss) <= 2) / (double) tested;
		coverage.ratio += miss * miss / tested;
	}
	free(known);
	return coverage;
}

static void
print(const char *first, const Coverage *coverage, int stride, int splits)
{
	Coverage	mean = {0, 0};
	Coverage	square = {0, 0};

	for (int split = 0; split < splits; split++)
	{
		const Coverage *c = &coverage[split * stride];

		mean.within += c->within / splits;
		mean.ratio += c->ratio / splits;
		square.within += c->within * c->within / splits;
		square.ratio += c->ratio * c->ratio / splits;
	}
	printf("%s,%.3f,%.3f,%.3f,%.3f\n", first, mean.within,
		   sqrt(Max(square.within - mean.within * mean.within, 0) / (splits - 1)), mean.ratio,
		   sqrt(Max(square.ratio - mean.ratio * mean.ratio, 0) / (splits - 1)));
}

static void
answer(const QualityData *data, uint32 looks, uint32 rows, int splits)
{
	Learning	learning = {data, one_each(data->d), 1000 * (int64) looks, false};
	uint32		tested = Min(Max(data->rows / 10, 60), QUALITY_MOST_TESTED);
	int		   *order = malloc(sizeof(int) * data->rows);
	double	   *spread = malloc(sizeof(double) * data->d);
	Coverage   *coverage = malloc(sizeof(Coverage) * 2 * splits);

	known_spread(data, spread);
	rows = Min(rows, data->rows - tested);
	for (int split = 0; split < splits; split++)
	{
		Moments		m;
		Learned		learned;
		Rng			rng;

		rng_seed(&rng, 1000 + split);
		mnist_shuffle(order, data->rows, &rng);
		collect(&learning, spread, (uint32 *) order + tested, rows, split + 1, &m);
		learned_new(&learned, &m, &learning);
		for (int half = 0; half < 2; half++)
			coverage[2 * split + half] = cover(data, &learned, half, (uint32 *) order, tested, &rng);
		learned_free(&learned);
		state_free(&m);
	}
	for (int half = 1; half >= 0; half--)
	{
		char		first[200];

		snprintf(first, sizeof(first), "%s,%u,%u,%d,%u", data->name, looks, rows, splits,
				 half ? data->d / 2 : data->d);
		print(first, coverage + half, 2, splits);
	}
	fflush(stdout);
	free(order);
	free(spread);
	free(coverage);
}

/* From everything, and from a quarter of it. */
static void
answer_twice(QualityData *data, uint32 rows, int splits)
{
	answer(data, data->d, rows, splits);
	answer(data, data->d / 4, rows, splits);
	quality_free(data);
}

/* Predict an attribute from the others. */
static void
make_target(QualityData *data, uint32 target, const char *name)
{
	uint32		d = data->d - 1;

	data->name = name;
	for (uint32 t = 0; t < data->rows; t++)
	{
		const double *from = data->x + (size_t) t * (d + 1);
		double	   *to = data->x + (size_t) t * d;

		data->y[t] = from[target];
		for (uint32 i = 0; i < d; i++)
			to[i] = from[i < target ? i : i + 1];
	}
	data->d = d;
}

int
main(int argc, char **argv)
{
	QualityData data;

	printf("data,looks,rows,splits,known,within,within_se,ratio,ratio_se\n");
	quality_generate(&data, "factors", 3000, 1);
	answer_twice(&data, 1000, 40);
	quality_generate(&data, "independent", 4000, 1);
	answer_twice(&data, 2000, 40);
	if (argc > 1 && is_there(argv[1], DIABETES))
	{
		read_table(&data, argv[1], DIABETES, "\t", 1, 10, 1000);
		data.name = "diabetes";
		answer_twice(&data, 1000, 100);
	}
	if (argc > 1 && is_there(argv[1], HEART))
	{
		read_heart(&data, argv[1]);
		make_target(&data, 7, "heart: highest rate");
		answer_twice(&data, 1000, 100);
	}
	if (argc > 1 && is_there(argv[1], COVERTYPE))
	{
		read_covertype(&data, argv[1]);
		make_target(&data, 0, "Covertype: elevation");
		answer_twice(&data, 2000, 20);
	}
	return 0;
}
