/*
 * test_judgments.c
 *		Judgments of objects and their moments: against sums over the stored
 *		judgments, in any split, and unbiased.
 */
#include "kernel/judgments/judgment_moments.h"

#include "test.h"

#include "kernel/rng.h"
#include "near.h"
#include "work.h"

#define D 5
#define OBJECTS 150
#define MOST 6

/* Judgments kept one by one. */
typedef struct Data
{
	int			objects;
	int			count[OBJECTS][D];
	double		value[OBJECTS][D][MOST];
	double		label[OBJECTS];
} Data;

static void
summary(const Data *data, int i, Judgments *object)
{
	int			a,
				j;

	memset(object, 0, sizeof(Judgments) * D);
	for (a = 0; a < D; a++)
		for (j = 0; j < data->count[i][a]; j++)
			judgments_add(&object[a], data->value[i][a][j]);
}

static void
fill(Data *data, int objects, double offset, uint64 seed)
{
	Rng			rng;
	int			i,
				a,
				j;

	rng_seed(&rng, seed);
	data->objects = objects;
	for (i = 0; i < objects; i++)
	{
		data->label[i] = offset + rng_unit(&rng);
		for (a = 0; a < D; a++)
		{
			data->count[i][a] = 1 + rng_below(&rng, MOST);
			for (j = 0; j < data->count[i][a]; j++)
				data->value[i][a][j] = offset + a * data->label[i] + (a + 1) * rng_unit(&rng);
		}
	}
	/* whatever was drawn, one object repeats each attribute */
	for (a = 0; a < D; a++)
	{
		data->count[0][a] = 2;
		data->value[0][a][1] = data->value[0][a][0] + 1;
	}
}

static JudgmentMoments *
make_moments(Work *work, int d)
{
	JudgmentMoments *moments = WORK_ARRAY(work, 1, JudgmentMoments);

	judgment_moments_init(work, moments, d);
	return moments;
}

static void
add_range(JudgmentMoments *moments, const Data *data, int from, int to)
{
	Judgments	object[D];
	int			i;

	for (i = from; i < to; i++)
	{
		summary(data, i, object);
		judgment_moments_add(moments, object, data->label[i]);
	}
}

/*
 * The estimates by their definitions, from stored judgments.  Offsets cost
 * digits of the values themselves, so the tolerance is relative to them.
 */
static void
check_estimates(const JudgmentMoments *moments, const Data *data, double tolerance)
{
	JudgmentEstimates e;
	Work	   *work = new_work(NULL);
	static double mean[OBJECTS][D];
	double		center[D] = {0},
				y = 0,
				m = data->objects;
	double		v[D],
				share[D];
	int			i,
				a,
				c,
				j;

	judgment_estimates_init(work, &e, D);
	assert_int_equal(judgment_estimates_compute(&e, moments), KERNEL_OK);
	assert_int_equal(e.objects, data->objects);

	for (a = 0; a < D; a++)
	{
		double		sum = 0,
					shares = 0;
		int			n = 0,
					fewest = MOST;

		for (i = 0; i < data->objects; i++)
		{
			int			k = data->count[i][a];
			double		variance = 0;

			mean[i][a] = 0;
			for (j = 0; j < k; j++)
				mean[i][a] += data->value[i][a][j] / k;
			center[a] += mean[i][a] / m;
			fewest = Min(fewest, k);
			if (k < 2)
				continue;
			for (j = 0; j < k; j++)
				variance += pow(data->value[i][a][j] - mean[i][a], 2) / (k - 1);
			sum += variance;
			shares += variance / k;
			n++;
		}
		v[a] = sum / n;
		share[a] = (shares + (m - n) * v[a]) / m;
		assert_near(e.v[a], v[a], tolerance);
		assert_near(e.share[a], share[a], tolerance);
		assert_near(e.mean[a], center[a], tolerance);
		assert_int_equal(moments->fewest[a], fewest);
		assert_int_equal(moments->repeated[a], n);
	}
	for (i = 0; i < data->objects; i++)
		y += data->label[i] / m;
	assert_near(e.label_mean, y, tolerance);
	for (a = 0; a < D; a++)
	{
		double		b = 0;

		for (i = 0; i < data->objects; i++)
			b += (mean[i][a] - center[a]) * (data->label[i] - y) / m;
		assert_near(e.b[a], b, tolerance);
		for (c = 0; c < D; c++)
		{
			double		s = a == c ? -share[a] : 0;

			for (i = 0; i < data->objects; i++)
				s += (mean[i][a] - center[a]) * (mean[i][c] - center[c]) / m;
			assert_near(e.sigma[a * D + c], s, 10 * tolerance);
		}
	}
	work_end(work);
}

static void
test_judgments(void **state)
{
	const double value[] = {3, -1, 4, 1e3, 5};
	Judgments	all = {0, 0, 0},
				left = {0, 0, 0},
				right = {0, 0, 0},
				same = {0, 0, 0};
	int			i;

	for (i = 0; i < 5; i++)
	{
		judgments_add(&all, value[i]);
		judgments_add(i < 2 ? &left : &right, value[i]);
		judgments_add(&same, 0.1);
	}
	/* sum 1011, sum of squares 1000051: ss = 1000051 - 1011^2 / 5 */
	assert_int_equal(all.count, 5);
	assert_near(all.mean, 202.2, 1e-8);
	assert_near(judgments_variance(&all), (1000051 - 1011.0 * 1011.0 / 5) / 4, 1e-5);
	judgments_merge(&left, &right);
	assert_int_equal(left.count, 5);
	assert_near(left.mean, all.mean, 1e-8);
	assert_near(left.ss, all.ss, 1e-5);
	assert_true(same.ss == 0 && same.mean == 0.1);

	memset(&left, 0, sizeof(left));
	judgments_merge(&all, &left);
	assert_int_equal(all.count, 5);
	judgments_merge(&left, &all);
	assert_true(left.count == 5 && left.mean == all.mean && left.ss == all.ss);
}

/* Numbers of objects around the block, and far from zero. */
static void
test_estimates(void **state)
{
	const int	objects[] = {3, JUDGMENT_MOMENTS_BLOCK - 1, JUDGMENT_MOMENTS_BLOCK,
	JUDGMENT_MOMENTS_BLOCK + 1, OBJECTS};
	static Data data;
	int			i;

	for (i = 0; i < 5; i++)
	{
		double		offset;

		for (offset = 0; offset <= 1e6; offset = offset * 1e3 + 1e3)
		{
			JudgmentMoments *moments = make_moments(test_work(), D);

			fill(&data, objects[i], offset, 10 + i);
			add_range(moments, &data, 0, objects[i]);
			assert_int_equal(judgment_moments_objects(moments), objects[i]);
			judgment_moments_flush(moments);
			assert_int_equal(judgment_moments_unrepeated(moments), -1);
			check_estimates(moments, &data, 1e-10 * (1 + offset));
		}
	}
}

/* Any split, with objects waiting on either side, is the whole. */
static void
test_merge(void **state)
{
	static Data data;
	int			cut;

	fill(&data, OBJECTS, 5, 3);
	for (cut = 0; cut <= OBJECTS; cut += 10)
	{
		JudgmentMoments *left = make_moments(test_work(), D),
				   *right = make_moments(test_work(), D);

		add_range(left, &data, 0, cut);
		add_range(right, &data, cut, OBJECTS);
		if (cut % 20 == 0)
			judgment_moments_flush(right);
		judgment_moments_merge(left, right);
		assert_int_equal(judgment_moments_objects(left), OBJECTS);
		assert_int_equal(judgment_moments_objects(right), OBJECTS - cut);
		judgment_moments_flush(left);
		check_estimates(left, &data, 1e-9);
	}
}

/*
 * A constant attribute and a constant label come out as exact zeros, though
 * 0.1 and 1/3 are no sums of powers of two.
 */
static void
test_constant(void **state)
{
	JudgmentMoments *moments = make_moments(test_work(), 2),
			   *other = make_moments(test_work(), 2);
	JudgmentEstimates e;
	Work	   *work = new_work(NULL);
	Rng			rng;
	int			i,
				j;

	rng_seed(&rng, 5);
	for (i = 0; i < 100; i++)
	{
		Judgments	object[2] = {{0, 0, 0}, {0, 0, 0}};

		for (j = 0; j < 3; j++)
		{
			judgments_add(&object[0], 0.1);
			judgments_add(&object[1], rng_unit(&rng));
		}
		judgment_moments_add(i % 3 ? moments : other, object, 1.0 / 3);
	}
	judgment_moments_merge(moments, other);
	judgment_moments_flush(moments);
	judgment_estimates_init(work, &e, 2);
	assert_int_equal(judgment_estimates_compute(&e, moments), KERNEL_OK);
	assert_true(e.label_variance == 0);
	for (i = 0; i < 2; i++)
		assert_true(e.b[i] == 0);
	assert_true(e.v[0] == 0 && e.sigma[0] == 0 && e.sigma[1] == 0 && e.sigma[2] == 0);
	assert_true(e.v[1] > 0);
	assert_int_equal(judgment_moments_unrepeated(moments), -1);

	/* values whose squares overflow */
	judgment_moments_clear(moments);
	for (i = 0; i < 2; i++)
	{
		Judgments	object[2] = {{0, 0, 0}, {0, 0, 0}};

		judgments_add(&object[0], i ? 1e300 : -1e300);
		judgments_add(&object[1], 1);
		judgments_add(&object[1], 2);
		judgment_moments_add(moments, object, i);
	}
	judgment_moments_flush(moments);
	assert_int_equal(judgment_moments_unrepeated(moments), 0);
	assert_int_equal(judgment_estimates_compute(&e, moments), KERNEL_DIVERGED);
	work_end(work);
}

/*
 * Objects have outer values z1, z2 = z1 / 2 + other, inner standard deviations
 * that differ from object to object, and 1 to 4 judgments.  The mean of v over
 * many samples must be the population's; so must sigma be, after the
 * correction for the estimated means: centring with divisor m makes
 * E(sigma + share) = (1 - 1/m) (Sigma + Share).
 *
 * A bias of DETECTED standard errors fails, and the test asserts that this is
 * less than 2 %, so that an estimate times 1.05 fails.
 */
#define SAMPLES 100000
#define SAMPLE_OBJECTS 12
#define DETECTED 4.5

static void
test_unbiased(void **state)
{
	JudgmentMoments *moments = make_moments(test_work(), 2);
	JudgmentEstimates e;
	Work	   *work = new_work(NULL);
	const double m = SAMPLE_OBJECTS;
	double		sum[6] = {0},
				squares[6] = {0};

	/*
	 * Uniform on [-1/2, 1/2] has variance 1/12.  Inner scales are 1 or 3 with
	 * even chances: mean square 5.  Outer scale 4.
	 */
	const double truth[6] = {5.0 / 12, 5.0 / 12, 16.0 / 12, 20.0 / 12, 8.0 / 12, 16.0 / 12};
	Rng			rng;
	int			t,
				i,
				a,
				j;

	rng_seed(&rng, 77);
	judgment_estimates_init(work, &e, 2);
	for (t = 0; t < SAMPLES; t++)
	{
		double		x[6];

		judgment_moments_clear(moments);
		for (i = 0; i < SAMPLE_OBJECTS; i++)
		{
			Judgments	object[2] = {{0, 0, 0}, {0, 0, 0}};
			double		z[2];

			z[0] = 4 * (rng_unit(&rng) - 0.5);
			z[1] = z[0] / 2 + 4 * (rng_unit(&rng) - 0.5);
			for (a = 0; a < 2; a++)
			{
				double		scale = rng_below(&rng, 2) ? 3 : 1;
				int			k = 1 + rng_below(&rng, 4);

				/* the sample as a whole must repeat each attribute */
				if (i == 0)
					k = 2;
				for (j = 0; j < k; j++)
					judgments_add(&object[a], z[a] + scale * (rng_unit(&rng) - 0.5));
			}
			judgment_moments_add(moments, object, z[0]);
		}
		judgment_moments_flush(moments);
		assert_int_equal(judgment_estimates_compute(&e, moments), KERNEL_OK);
		x[0] = e.v[0];
		x[1] = e.v[1];
		x[2] = (e.sigma[0] + e.share[0]) * m / (m - 1) - e.share[0];
		x[3] = (e.sigma[3] + e.share[1]) * m / (m - 1) - e.share[1];
		x[4] = e.sigma[1] * m / (m - 1);
		x[5] = e.b[0] * m / (m - 1);
		for (i = 0; i < 6; i++)
		{
			sum[i] += x[i];
			squares[i] += x[i] * x[i];
		}
	}
	for (i = 0; i < 6; i++)
	{
		double		mean = sum[i] / SAMPLES;
		double		se = sqrt((squares[i] / SAMPLES - mean * mean) / SAMPLES);

		print_message("estimate %d: %.4f for %.4f, smallest bias detected %.1f %%\n",
					  i, mean, truth[i], 100 * DETECTED * se / truth[i]);
		assert_true(DETECTED * se < 0.02 * truth[i]);
		if (fabs(mean - truth[i]) > DETECTED * se)
			fail_msg("seed 77: %g for %g, standard error %g", mean, truth[i], se);
		assert_true(fabs(1.05 * mean - truth[i]) > DETECTED * se);
	}
	work_end(work);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_judgments),
		cmocka_unit_test(test_estimates),
		cmocka_unit_test(test_merge),
		cmocka_unit_test(test_constant),
		cmocka_unit_test(test_unbiased),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
