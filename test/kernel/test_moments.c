/*
 * test_moments.c
 *		Sums against sums over stored rows, in every form that they are kept
 *		in; merging any split; memory that grows with what is seen.
 */
#include "test.h"

#include "moment_state.h"
#include "near.h"

#define FOLDS 3

/* Stored rows, dealt into folds; what was not seen is NaN. */
typedef struct Data
{
	uint32		d;
	uint32		rows;
	double	   *x;
	double	   *y;
	uint32	   *fold;
	double		shift[64];
} Data;

static void
data_new(Data *data, uint32 d, uint32 rows, double seen, uint64 seed)
{
	Rng			rng;

	rng_seed(&rng, seed);
	data->d = d;
	data->rows = rows;
	data->x = malloc(sizeof(double) * d * rows);
	data->y = malloc(sizeof(double) * rows);
	data->fold = malloc(sizeof(uint32) * rows);
	for (uint32 i = 0; i < d; i++)
		data->shift[i] = i;
	for (uint32 t = 0; t < rows; t++)
	{
		data->y[t] = normal(&rng);
		data->fold[t] = rng_below(&rng, FOLDS);
		for (uint32 i = 0; i < d; i++)
			data->x[t * d + i] = rng_unit(&rng) < seen ? i + normal(&rng) : NAN;
	}
}

static void
data_free(Data *data)
{
	free(data->x);
	free(data->y);
	free(data->fold);
}

/* Add rows from .. to - 1. */
static void
add_rows(Moments *m, const Data *data, uint32 from, uint32 to)
{
	uint32		plan[64];
	double		value[64];

	for (uint32 t = from; t < to; t++)
	{
		uint32		n = 0;

		for (uint32 i = 0; i < data->d; i++)
			if (!isnan(data->x[t * data->d + i]))
			{
				plan[n] = i;
				value[n++] = data->x[t * data->d + i];
			}
		state_add(m, data->fold[t], plan, value, n, data->y[t]);
	}
}

/* Every number of the state against plain loops over the rows. */
static void
check_sums(Moments *m, const Data *data)
{
	uint32		d = data->d;
	double	   *gram = calloc(d * d, sizeof(double));
	double		tolerance = 1e-12 * 30 * data->rows;

	moments_settle(m);
	for (uint32 f = 0; f < FOLDS; f++)
	{
		double		rows = 0;
		double		y = 0;
		double		yy = 0;
		FoldWalk	walk;

		fold_walk_init(m->work, &walk, d);
		fold_walk_start(&walk, m, f);
		if (m->complete)
		{
			memset(gram, 0, sizeof(double) * d * d);
			gram_add_to(&m->fold[f].gram, gram, d);
		}
		for (uint32 i = 0; i < d; i++)
		{
			AttributeSums a = {0};
			AttributeSums seen;
			TargetCell	cell = {0};
			TargetCell	seen_cell;
			const PairCell *row = m->complete || i + 1 == d ? NULL : fold_walk_row(&walk, i);

			rows = y = yy = 0;
			for (uint32 t = 0; t < data->rows; t++)
			{
				double		x = data->x[t * d + i] - data->shift[i];

				if (data->fold[t] != f)
					continue;
				rows++;
				y += data->y[t];
				yy += data->y[t] * data->y[t];
				if (isnan(x))
					continue;
				a.n++;
				a.x += x;
				a.xx += x * x;
				cell.y += data->y[t];
				cell.yy += data->y[t] * data->y[t];
				cell.xy += x * data->y[t];
			}
			seen = moments_fold_attribute(m, f, i);
			seen_cell = moments_fold_cell(m, f, i);
			assert_near(seen.n, a.n, 0);
			assert_near(seen.x, a.x, tolerance);
			assert_near(seen.xx, a.xx, tolerance);
			assert_near(seen_cell.y, cell.y, tolerance);
			assert_near(seen_cell.yy, cell.yy, tolerance);
			assert_near(seen_cell.xy, cell.xy, tolerance);
			for (uint32 j = i + 1; j < d; j++)
			{
				PairCell	c = {0};

				for (uint32 t = 0; t < data->rows; t++)
				{
					double		x = data->x[t * d + i] - data->shift[i];
					double		x2 = data->x[t * d + j] - data->shift[j];

					if (data->fold[t] != f || isnan(x) || isnan(x2))
						continue;
					c.n++;
					c.product += x * x2;
					c.first += x;
					c.second += x2;
				}
				if (m->complete)
				{
					assert_near(gram[i * d + j], c.product, tolerance);
					continue;
				}
				assert_near(row[j - i - 1].n, c.n, 0);
				assert_near(row[j - i - 1].product, c.product, tolerance);
				assert_near(row[j - i - 1].first, c.first, tolerance);
				assert_near(row[j - i - 1].second, c.second, tolerance);
			}
		}
		assert_near(m->fold[f].rows, rows, 0);
		assert_near(moments_fold_target(m, f).y, y, tolerance);
		assert_near(moments_fold_target(m, f).yy, yy, tolerance);
	}
	free(gram);
}

/* Few rows stay rows, many make the table: both are asserted. */
static void
sums(void **state)
{
	static const uint32 widths[] = {1, 2, 7, 40};
	static const uint32 rows[] = {1, 9, 700};

	for (size_t w = 0; w < lengthof(widths); w++)
		for (size_t r = 0; r < lengthof(rows); r++)
			for (int complete = 0; complete < 2; complete++)
			{
				Data		data;
				Moments		m;

				data_new(&data, widths[w], rows[r], complete ? 2 : 0.3, 5 + r);
				state_new(&m, data.d, FOLDS, complete, data.shift);
				add_rows(&m, &data, 0, data.rows);
				check_sums(&m, &data);
				if (data.d == 40 && rows[r] == 700)
					assert_true(complete ? m.fold[0].gram.sum != NULL : m.fold[0].table != NULL);
				if (data.d == 40 && rows[r] == 9)
					assert_true(m.fold[0].table == NULL && (m.fold[0].gram.sum != NULL) == complete);
				state_free(&m);
				data_free(&data);
			}
}

/*
 * Whole = merge of any split, into an empty state, a small and a large one,
 * and adding goes on after merging.
 */
static void
merging(void **state)
{
	static const uint32 cuts[][3] = {{0, 0, 500}, {5, 12, 500}, {10, 480, 490}, {250, 255, 260},
	{0, 500, 500}};

	for (size_t c = 0; c < lengthof(cuts); c++)
		for (int complete = 0; complete < 2; complete++)
		{
			Data		data;
			Moments		m[4];

			data_new(&data, 30, 520, complete ? 2 : 0.2, 77);
			for (int k = 0; k < 4; k++)
				state_new(&m[k], data.d, FOLDS, complete, data.shift);
			for (int k = 0; k < 3; k++)
				add_rows(&m[k], &data, k == 0 ? 0 : cuts[c][k - 1], cuts[c][k]);
			state_merge(&m[3], &m[1]);
			state_merge(&m[3], &m[0]);
			state_merge(&m[3], &m[2]);
			add_rows(&m[3], &data, cuts[c][2], 520);
			check_sums(&m[3], &data);
			for (int k = 0; k < 4; k++)
				state_free(&m[k]);
			data_free(&data);
		}
}

/*
 * Complete moments, of few rows or of many, merged into others that lack
 * something, before these have rows, while they are few, and beside a table.
 */
static void
complete_into_others(void **state)
{
	static const uint32 widths[] = {1, 2, 7, 40};
	static const uint32 of_complete[] = {1, 9, 600};
	static const uint32 of_others[] = {0, 3, 200};

	for (size_t w = 0; w < lengthof(widths); w++)
		for (size_t c = 0; c < lengthof(of_complete); c++)
			for (size_t o = 0; o < lengthof(of_others); o++)
			{
				uint32		from = of_complete[c];
				uint32		to = from + of_others[o];
				Data		data;
				Moments		complete;
				Moments		before;
				Moments		after;
				Rng			rng;

				data_new(&data, widths[w], to + 5, 2, 31);
				rng_seed(&rng, 32);
				for (size_t k = (size_t) from * data.d; k < (size_t) data.rows * data.d; k++)
					if (rng_unit(&rng) < 0.3)
						data.x[k] = NAN;
				state_new(&complete, data.d, FOLDS, true, data.shift);
				state_new(&before, data.d, FOLDS, false, data.shift);
				state_new(&after, data.d, FOLDS, false, data.shift);
				add_rows(&complete, &data, 0, from);
				add_rows(&before, &data, from, to);
				state_merge(&before, &complete);
				add_rows(&before, &data, to, data.rows);
				check_sums(&before, &data);
				state_merge(&after, &complete);
				add_rows(&after, &data, from, data.rows);
				check_sums(&after, &data);
				assert_true(after.fold[0].table != NULL);
				state_free(&complete);
				state_free(&before);
				state_free(&after);
				data_free(&data);
			}
}

/* Asked for and not there is not the same as never asked for. */
static void
asked_for(void **state)
{
	static const uint32 both[2] = {0, 1};
	static const double x[2] = {1, 2};
	Moments		m;

	state_new(&m, 2, 2, false, NULL);
	state_add(&m, 0, both, x, 2, 1);
	state_add(&m, 1, both + 1, x, 1, 1);
	moments_settle(&m);
	assert_false(moments_asked_all(&m));
	state_free(&m);
	state_new(&m, 2, 2, false, NULL);
	state_add(&m, 0, both, x, 2, 1);
	moments_add(&m, 1, 1, both, 2, both + 1, x, 1);
	moments_settle(&m);
	assert_true(moments_asked_all(&m));
	state_free(&m);
	state_new(&m, 2, 2, true, NULL);
	state_add(&m, 1, both, x, 2, 1);
	moments_settle(&m);
	assert_true(moments_asked_all(&m));
	m.missing[1] = 1;
	assert_false(moments_valid(&m));
	state_free(&m);
}

/*
 * Rows that are merged lack what they lacked, and become sums once these are shorter; a fold
 * without rows has none; moments that come to lack something keep rows as long as others do that
 * may lack it, and their classes.
 */
static void
rows_or_sums(void **state)
{
	static const uint32 both[2] = {0, 1};
	static const double x[2] = {1, 2};
	Moments		whole;
	Moments		holes;
	Moments		m;

	state_new(&m, 2, 2, false, NULL);
	state_new(&holes, 2, 2, false, NULL);
	state_add(&m, 1, both, x, 2, 1);
	moments_add(&holes, 1, 1, both, 2, both + 1, x, 1);
	state_merge(&m, &holes);
	assert_true(m.rows.used == 6 && m.rows.missing && !m.summed);
	for (int k = 0; k < 100; k++)
		state_merge(&m, &holes);
	assert_true(m.summed);
	moments_settle(&m);
	assert_true(moments_rows(&m) == 102 && m.missing[0] == 101);
	assert_true(m.fold[1].table != NULL && m.fold[0].table == NULL && m.fold[0].attribute == NULL);
	state_free(&m);

	state_new(&m, 2, 2, true, NULL);
	state_new(&whole, 2, 2, true, NULL);
	state_add(&m, 0, both, x, 2, 1);
	moments_break_complete(&m);
	assert_true(m.fold_words == holes.fold_words && m.fold_words > whole.fold_words);
	state_free(&m);

	/* with the classes of rows that are summed */
	whole.of_classes = true;
	for (int t = 0; t < 50; t++)
		state_add(&whole, t % 2, both, x, 2, t % 5 == 0);
	moments_settle(&whole);
	moments_break_complete(&whole);
	assert_true(whole.summed && !whole.complete && whole.of_classes && whole.targets == 2);
	assert_true(moments_class_rows(&whole, 1, whole.folds) == 10);
	assert_true(whole.fold[0].target[1].cell[1].xy == 10);
	state_free(&whole);
	state_free(&holes);
}

/*
 * Rows of 5 looks at 784 attributes take 12 bytes a number, with room for as many again,
 * until that is what their sums take; then there is a limit.
 */
static void
memory_grows(void **state)
{
	Moments		m;
	Design		design;
	double	   *row = calloc(784, sizeof(double));
	size_t		held;

	design_init(test_work(), &design, 784, 5, 1, 1);
	state_new(&m, 784, 1, false, NULL);
	held = work_held(m.work);
	for (uint64 key = 0; key < 100000; key++)
	{
		state_add_planned(&m, &design, key, row, 1);
		assert_true(work_held(m.work) <= held + Max(2 * (key + 1) * 6, 16) * 12 + 8);
	}
	assert_false(m.summed);
	held += 784 * (5 * sizeof(double) + sizeof(AttributeSums) + sizeof(TargetCell)) + sizeof(FoldSums) + sizeof(TargetSums) + (784 + 2) * 4 + pairs_table_cells(784) * sizeof(PairCell) +
		65536 * 16 + 8;
	for (uint64 key = 100000; key < 200000; key++)
	{
		state_add_planned(&m, &design, key, row, 1);
		assert_true(!m.summed || work_held(m.work) <= held);
	}
	moments_settle(&m);
	assert_true(work_held(m.work) <= held);
	assert_true(m.fold[0].table != NULL);
	assert_true(moments_reads(&m) == 1000000 && moments_rows(&m) == 200000);
	state_free(&m);
	free(row);
}

/* Running deviations: the formula, on sums worked out by hand. */
static void
spread(void **state)
{
	static const uint32 first = 0;
	static const uint32 second = 1;
	static const double one = 1;
	static const double three = 3;
	static const double nine = 9;
	double		got[3];
	Moments		m;

	state_new(&m, 3, 2, false, NULL);
	moments_spread(&m, got);
	assert_true(got[0] == 0 && got[2] == 0);
	state_add(&m, 0, &first, &one, 1, 0);
	state_add(&m, 1, &first, &three, 1, 0);
	state_add(&m, 1, &second, &nine, 1, 0);
	moments_spread(&m, got);

	/* SS = 2, 0, 0; v = 2/3; half of it is 1/3 */
	assert_near(got[0], sqrt((2 + 1 / 3.0) / 1.5), 1e-12);
	assert_near(got[1], sqrt((1 / 3.0) / 0.5), 1e-12);
	assert_near(got[2], sqrt((1 / 3.0) / 0.5), 1e-12);
	state_free(&m);
}

/* Mean, deviation and correlation, on sums worked out by hand. */
static void
attribute(void **state)
{
	static const uint32 both[2] = {0, 1};
	static const double x[4][2] = {{1, 2}, {2, 0}, {3, 2}, {6, 0}};
	static const double y[4] = {-1, -2, -3, -6};
	double		mean,
				deviation,
				correlation;
	Moments		m;

	state_new(&m, 3, 2, false, NULL);
	for (int t = 0; t < 4; t++)
		state_add(&m, t % 2, both, x[t], 2, y[t]);
	moments_settle(&m);
	moments_describe(&m, 0, &mean, &deviation, &correlation);
	assert_true(mean == 3 && correlation == -1);
	assert_true(fabs(deviation - sqrt(14 / 3.0)) < 1e-15);
	moments_describe(&m, 1, &mean, &deviation, &correlation);
	/* S_xy = 4 in S_xx = 4 and S_yy = 14 */
	assert_true(mean == 1 && fabs(correlation - 4 / sqrt(4 * 14.0)) < 1e-15);
	state_free(&m);
}

/* Adds rows of weight[t], or each row weight[t] times. */
static void
add_weighted(Moments *m, const Data *data, const double *weight, bool repeat)
{
	for (uint32 t = 0; t < data->rows; t++)
	{
		uint32		plan[64];
		double		value[64];
		uint32		n = 0;

		for (uint32 i = 0; i < data->d; i++)
			if (!isnan(data->x[t * data->d + i]))
			{
				plan[n] = i;
				value[n++] = data->x[t * data->d + i];
			}
		for (int k = 0; k < (repeat ? weight[t] : 1); k++)
			moments_add_weighted(m, data->fold[t], repeat ? 1 : weight[t], data->y[t], plan, n, plan, value, n);
	}
	moments_settle(m);
	assert_true(moments_valid(m));
}

static void
expect_near(double a, double b)
{
	if (!(fabs(a - b) <= 1e-12 * Max(1, fabs(b))))
		fail_msg("%.17g, not %.17g", a, b);
}

static void
expect_near_cells(AttributeSums a, AttributeSums b, TargetCell c, TargetCell d)
{
	expect_near(a.n, b.n);
	expect_near(a.x, b.x);
	expect_near(a.xx, b.xx);
	expect_near(c.y, d.y);
	expect_near(c.yy, d.yy);
	expect_near(c.xy, d.xy);
}

/* Fails unless all sums are the same to 1e-12. */
static void
expect_same_sums(const Moments *a, const Moments *b)
{
	Work	   *work = new_work(NULL);
	FoldWalk	walk[2];

	fold_walk_init(work, &walk[0], a->d);
	fold_walk_init(work, &walk[1], a->d);
	for (uint32 f = 0; f < FOLDS; f++)
	{
		expect_near(a->fold[f].rows, b->fold[f].rows);
		if (a->fold[f].rows == 0)
			continue;
		fold_walk_start(&walk[0], a, f);
		fold_walk_start(&walk[1], b, f);
		for (uint32 i = 0; i < a->d; i++)
		{
			const double *one = i + 1 < a->d ? &fold_walk_row(&walk[0], i)->n : NULL;
			const double *other = i + 1 < a->d ? &fold_walk_row(&walk[1], i)->n : NULL;

			expect_near_cells(moments_fold_attribute(a, f, i), moments_fold_attribute(b, f, i),
							  moments_fold_cell(a, f, i), moments_fold_cell(b, f, i));
			for (uint32 k = 0; one != NULL && k < 4 * (a->d - i - 1); k++)
				expect_near(one[k], other[k]);
		}
	}
	work_end(work);
}

/*
 * Whole weights give the sums of repeated rows, and counts of rows beside them.  Effective rows are
 * (sum w)^2 / sum w^2 in any unit of the weights, and stored sums are read back.
 */
static void
weighted(void **state)
{
	for (int round = 0; round < 4; round++)
	{
		bool		complete = round % 2 == 0;
		Data		data;
		Moments		m[3];
		Moments		effective[2];
		Moments		read;
		Words		words;
		double		weight[400];
		double		larger[400];
		double		sum = 0;
		double		squares = 0;

		data_new(&data, 5, round < 2 ? 4 : 400, complete ? 1 : 0.6, 40 + round);
		for (uint32 t = 0; t < data.rows; t++)
		{
			weight[t] = 1 + t % 3;
			larger[t] = 7.3 * weight[t];
			sum += weight[t];
			squares += weight[t] * weight[t];
		}
		for (int k = 0; k < 3; k++)
		{
			state_new(&m[k], data.d, FOLDS, complete, data.shift);
			if (k > 0)
				moments_have_weights(&m[k]);
		}
		add_weighted(&m[0], &data, weight, true);
		add_weighted(&m[1], &data, weight, false);
		add_weighted(&m[2], &data, larger, false);
		expect_same_sums(&m[1], &m[0]);
		assert_true(moments_count_rows(&m[1], FOLDS) == data.rows);
		for (int k = 0; k < 2; k++)
		{
			moments_effective(new_work(NULL), &effective[k], &m[1 + k]);
			expect_near(moments_rows(&effective[k]), sum * sum / squares);
			assert_true(moments_count_rows(&effective[k], FOLDS) == data.rows);
		}
		expect_same_sums(&effective[0], &effective[1]);
		words = state_write(&m[2]);
		assert_true(words.shape.weighted);
		moments_init(new_work(NULL), &read, data.d, FOLDS, complete, NULL);
		moments_have_weights(&read);
		assert_int_equal(serialized_read(&read, words.word, words.n, &words.shape), SERIALIZED_OK);
		expect_same_sums(&read, &m[2]);
		free(words.word);
		state_free(&read);
		for (int k = 0; k < 3; k++)
			state_free(&m[k]);
		state_free(&effective[0]);
		state_free(&effective[1]);
		data_free(&data);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums),
		cmocka_unit_test(weighted),
		cmocka_unit_test(merging),
		cmocka_unit_test(complete_into_others),
		cmocka_unit_test(asked_for),
		cmocka_unit_test(rows_or_sums),
		cmocka_unit_test(memory_grows),
		cmocka_unit_test(spread),
		cmocka_unit_test(attribute),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
