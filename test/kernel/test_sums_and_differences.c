/*
 * test_sums_and_differences.c
 *		Moments in every form are added and taken back in random order.
 *
 * The oracle adds what remains of the rows, one by one.  Forms cross: rows, sums of
 * rows in which everything is known and of others, as objects and as stored words; and
 * what they are added to or taken from is rows, sums, or sums and rows that are not in
 * them yet.  The target is a number, or a class: classes are numbered as they come, in each
 * moments otherwise, and those that have lost all rows are left out.
 */
#include "test.h"

#include "kernel/rng.h"
#include "moment_state.h"

#define MOST_D 9
#define ROWS 40
#define PARTS 5
#define FOLDS 2
#define CLASSES 4

typedef struct Row
{
	uint32		part;
	uint32		fold;
	uint32		n;
	uint32		attribute[MOST_D];
	double		value[MOST_D];
	double		y;
} Row;

typedef struct Trial
{
	Rng			rng;
	uint32		d;
	uint32		classes;		/* 0: the target is a number */
	uint32		number[CLASSES];	/* of each class in the sum, or NO_CLASS */
	uint32		rows;
	uint32		parts;
	Row			row[ROWS];
	bool		complete[PARTS];	/* the sums of this part */
	bool		whole;			/* complete, of all */
	bool		stays[PARTS];
} Trial;

static void
draw(Trial *trial)
{
	static const double holes[] = {0, 0.05, 0.5};
	Rng		   *rng = &trial->rng;
	double		share = holes[rng_below(rng, 3)];

	trial->d = 2 + rng_below(rng, MOST_D - 1);
	trial->rows = 2 + rng_below(rng, ROWS - 1);
	trial->parts = 1 + rng_below(rng, PARTS);
	trial->classes = rng_below(rng, 2) * (1 + rng_below(rng, CLASSES));
	for (uint32 c = 0; c < CLASSES; c++)
		trial->number[c] = NO_CLASS;
	trial->whole = rng_below(rng, 2) == 0;
	for (uint32 p = 0; p < trial->parts; p++)
	{
		trial->complete[p] = rng_below(rng, 4) > 0;
		trial->stays[p] = rng_below(rng, 2) == 0;
	}
	for (uint32 r = 0; r < trial->rows; r++)
	{
		Row		   *row = &trial->row[r];

		row->part = rng_below(rng, trial->parts);
		row->fold = rng_below(rng, FOLDS);
		row->y = trial->classes == 0 ? normal(rng) + 1 : (double) rng_below(rng, trial->classes);
		row->n = 0;
		for (uint32 i = 0; i < trial->d; i++)
			/* of some parts all rows are known, whatever others are */
			if (row->part % 2 == 1 || rng_unit(rng) >= share)
			{
				row->attribute[row->n] = i;
				row->value[row->n++] = normal(rng) * (i + 1) + 3;
			}
		if (row->n < trial->d)
			trial->complete[row->part] = false;
	}
	for (uint32 p = 0; p < trial->parts; p++)
		trial->whole = trial->whole && trial->complete[p];
}

/* A new class gets the next number. */
static uint32
number_of(uint32 *number, uint32 class)
{
	uint32		next = 0;

	for (uint32 c = 0; c < CLASSES; c++)
		next += number[c] != NO_CLASS;
	if (number[class] == NO_CLASS)
		number[class] = next;
	return number[class];
}

static void
add_rows(Moments *m, const Trial *trial, uint32 part, uint32 *number)
{
	for (uint32 r = 0; r < trial->rows; r++)
	{
		const Row  *row = &trial->row[r];

		if (row->part == part)
			state_add(m, row->fold, row->attribute, row->value, row->n,
					  trial->classes == 0 ? row->y : number_of(number, (uint32) row->y));
	}
}

/* From rows to words, and back. */
static void
store_rows(Moments *m)
{
	Words		words = {.shape = serialized_shape(m), .of_classes = m->of_classes};

	/* rows do not tell of how many classes they are */
	for (size_t e = 0; e < m->rows.used && m->of_classes; e++)
		if (m->rows.label[e] & ROW_START)
			words.shape.classes = Max(words.shape.classes, (uint32) m->rows.value[e] + 1);
	assert_int_equal(serialized_measure(m, &words.n), SERIALIZED_OK);
	assert_int_equal(words.n, serialized_row_words(m->rows.used));
	words.word = malloc(words.n * sizeof(uint64) + 1);
	(void) serialized_write(m, words.word);
	assert_int_equal(state_read(m->work, m, &words), SERIALIZED_OK);
	free(words.word);
}

/* target += sign times that part: rows, sums, and both of them as words */
static void
merge_part(Moments *target, Trial *trial, uint32 part, double sign)
{
	Moments		source;
	Work	   *work;
	uint32		number[CLASSES] = {NO_CLASS, NO_CLASS, NO_CLASS, NO_CLASS};
	uint32		in_target[CLASSES];

	state_new(&source, trial->d, FOLDS, trial->complete[part], NULL);
	source.of_classes = trial->classes > 0;
	add_rows(&source, trial, part, number);
	for (uint32 c = 0; c < trial->classes; c++)
		if (number[c] != NO_CLASS)
			in_target[number[c]] = number_of(trial->number, c);
	work = source.work;
	if (rng_below(&trial->rng, 2) == 0 && !source.summed)
		store_rows(&source);
	switch (rng_below(&trial->rng, 3))
	{
		case 0:
			if (sign < 0 || source.summed)
				moments_settle(&source);
			moments_merge(target, &source, sign, in_target);
			break;
		case 1:
			moments_sum(&source);
			moments_merge(target, &source, sign, in_target);
			break;
		default:
			{
				Words		words = state_write(&source);

				state_add_words(target, &words, sign, in_target);
				free(words.word);
			}
	}
	work_end(work);
}

/* Classes that have lost all rows are left out, and the others numbered anew. */
static void
drop_classes(Moments *m, Trial *trial)
{
	uint32		number[CLASSES];
	uint32		left = 0;

	for (uint32 n = 0; n < m->targets; n++)
		number[n] = moments_class_rows(m, n, m->folds) > 0 ? left++ : NO_CLASS;
	for (uint32 c = 0; c < trial->classes; c++)
		if (trial->number[c] != NO_CLASS)
			trial->number[c] = number[trial->number[c]];
	moments_renumber_classes(m, number, left);
}

/* Each part is added, at its time; some are taken back, at a later one. */
static void
add_and_take(Moments *m, Trial *trial)
{
	bool		added[PARTS] = {false};
	bool		taken[PARTS] = {false};

	for (uint32 left = trial->parts; left > 0;)
	{
		uint32		p = rng_below(&trial->rng, trial->parts);

		if (!added[p])
		{
			if (rng_below(&trial->rng, 2) == 0)
				add_rows(m, trial, p, trial->number);
			else
				merge_part(m, trial, p, 1);
			added[p] = true;
			left -= trial->stays[p];
		}
		else if (rng_below(&trial->rng, 4) == 0)
			moments_sum(m);
		else if (rng_below(&trial->rng, 4) == 0)
			moments_settle(m);
		else if (rng_below(&trial->rng, 4) == 0)
			moments_sort(m);
		else if (!trial->stays[p] && !taken[p])
		{
			merge_part(m, trial, p, -1);
			assert_int_equal(moments_close(m), SUBTRACT_SOUND);
			if (trial->classes > 0)
				drop_classes(m, trial);
			taken[p] = true;
			left--;
		}
	}
}

static void
compare(const char *what, uint64 seed, uint32 i, uint32 j, double got, double want, double tolerance)
{
	if (!(fabs(got - want) <= tolerance))
		fail_msg("seed " UINT64_FORMAT ": %s %u %u is %.17g, not %.17g", seed, what, i, j, got, want);
}

static double
value_of(const Row *row, uint32 i, bool *known)
{
	for (uint32 k = 0; k < row->n; k++)
		if (row->attribute[k] == i)
			return row->value[k];
	*known = false;
	return 0;
}

/* The target of a row, or 1 if it is of that class. */
static double
target_of(const Trial *trial, const Row *row, uint32 class)
{
	return trial->classes == 0 ? row->y : row->y == class;
}

/*
 * The sums of one pair, or of one attribute (i = j), over the rows that stay in a fold; *target
 * those of a number, or of a class.
 */
static PairCell
remaining(const Trial *trial, uint32 fold, uint32 i, uint32 j, uint32 class, TargetCell *target)
{
	PairCell	sum = {0};

	*target = (TargetCell) {0};
	for (uint32 r = 0; r < trial->rows; r++)
	{
		const Row  *row = &trial->row[r];
		bool		known = trial->stays[row->part] && row->fold == fold;
		double		first = value_of(row, i, &known);
		double		second = value_of(row, j, &known);

		if (!known)
			continue;
		sum.n++;
		sum.product += first * second;
		sum.first += first;
		sum.second += second;
		target_cell_add(target, (TargetCell) {target_of(trial, row, class),
							target_of(trial, row, class) * target_of(trial, row, class),
							first * target_of(trial, row, class)}, 1);
	}
	return sum;
}

/* The sums of attribute i with the number, or with each class that has rows left. */
static void
check_targets(const Moments *m, const Trial *trial, uint64 seed, uint32 f, uint32 i, double tolerance)
{
	for (uint32 c = 0; c < Max(trial->classes, 1); c++)
	{
		Moments		read = *m;
		TargetCell	got = {0};
		TargetCell	want;

		(void) remaining(trial, f, i, i, c, &want);
		if (trial->classes > 0 && trial->number[c] != NO_CLASS)
			moments_read_class(&read, trial->number[c]);
		if (trial->classes == 0 || trial->number[c] != NO_CLASS)
			got = moments_fold_cell(&read, f, i);
		compare("sum of the target", seed, f, i, got.y, want.y, trial->classes > 0 ? 0 : tolerance);
		compare("square of the target", seed, f, i, got.yy, want.yy, trial->classes > 0 ? 0 : tolerance);
		compare("product with the target", seed, f, i, got.xy, want.xy, tolerance);
	}
}

static void
check_sums(Moments *m, const Trial *trial, uint64 seed)
{
	/* each of at most 80 sums rounds once, none is larger than the squares of all rows */
	double		tolerance = 80 * 2e-16 * ROWS * Max(pow(9.0 * MOST_D + 3, 2), 1);

	moments_settle(m);
	for (uint32 f = 0; f < FOLDS; f++)
	{
		FoldWalk	walk;

		fold_walk_init(m->work, &walk, trial->d);
		fold_walk_start(&walk, m, f);
		for (uint32 i = 0; i < trial->d; i++)
		{
			const PairCell *cell = fold_walk_row(&walk, i);
			AttributeSums attribute = moments_fold_attribute(m, f, i);
			TargetCell	target;
			PairCell	want = remaining(trial, f, i, i, 0, &target);

			compare("count", seed, f, i, attribute.n, want.n, 0);
			compare("sum", seed, f, i, attribute.x, want.first, tolerance);
			compare("square", seed, f, i, attribute.xx, want.product, tolerance);
			check_targets(m, trial, seed, f, i, tolerance);
			for (uint32 j = i + 1; j < trial->d; j++)
			{
				const PairCell *got = &cell[j - i - 1];

				want = remaining(trial, f, i, j, 0, &target);
				compare("count of pair", seed, i, j, got->n, want.n, 0);
				compare("product", seed, i, j, got->product, want.product, tolerance);
				compare("first", seed, i, j, got->first, want.first, tolerance);
				compare("second", seed, i, j, got->second, want.second, tolerance);
			}
		}
	}
}

static void
sums_and_differences(void **unused)
{
	uint64		trials = getenv("AER_QUICK") ? 300 : 10000;

	for (uint64 seed = 1; seed <= trials; seed++)
	{
		Trial		trial;
		Moments		m;

		rng_seed(&trial.rng, seed);
		draw(&trial);
		state_new(&m, trial.d, FOLDS, trial.whole, NULL);
		m.of_classes = trial.classes > 0;
		add_and_take(&m, &trial);
		check_sums(&m, &trial, seed);
		state_free(&m);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_and_differences)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
