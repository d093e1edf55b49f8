/*
 * exact_words.c
 *		Sums in two words as they are stored and sent, and back.
 */
#include "kernel/exact/exact_words.h"

StaticAssertDecl(offsetof(ExactSum, low) == sizeof(uint64) && sizeof(ExactSum) == 2 * sizeof(uint64),
				 "a sum is two words");

#define WORDS_OF(type) (sizeof(type) / sizeof(uint64))

StaticAssertDecl(offsetof(ExactFold, yy) == offsetof(ExactFold, y) + sizeof(ExactSum), "words hold the sums of a fold");
StaticAssertDecl(WORDS_OF(ExactMarginal) == WORDS_OF_MARGINAL - 1 + 5, "words hold the sums of an attribute");
StaticAssertDecl(WORDS_OF(ExactCell) == WORDS_OF_CELL + 3, "words hold the sums of a pair");

static bool
was_asked(const Exact *exact, uint32 i)
{
	if (exact->missing[i] > 0 || exact->unknown[i] > 0 || exact->largest[i] > 0 || exact->looks[i] > 0)
		return true;
	for (uint32 f = 0; f < exact->folds; f++)
		if (exact->complete ? exact->fold[f].rows > 0 :
			exact->fold[f].marginal != NULL && exact->fold[f].marginal[i].n > 0)
			return true;
	return false;
}

WordsShape
exact_words_shape(const Exact *exact)
{
	WordsShape	shape = {
		.d = exact->d,
		.folds = exact->folds,
		.complete = exact->complete,
		.center = exact->shift != NULL,
		.extremes = exact->target.low <= exact->target.high,
		.exact = true
	};

	for (uint32 i = 0; i < exact->d; i++)
	{
		shape.missing = shape.missing || exact->missing[i] > 0;
		shape.unknown = shape.unknown || exact->unknown[i] > 0;
	}
	return shape;
}

/* Attributes and pairs seen in a fold: of the latter WORDS_TABLE if they are many. */
static void
measure_fold(const ExactFold *sums, uint32 d, size_t *seen, uint64 *cells)
{
	size_t		pairs = 0;
	size_t		all = pairs_table_cells(d);

	*seen = 0;
	for (uint32 i = 0; i < d && sums->marginal != NULL; i++)
	{
		*seen += sums->marginal[i].n > 0;
		for (uint32 j = i + 1; j < d && sums->row[i] != NULL; j++)
			pairs += sums->row[i][j - i - 1].n > 0;
	}
	*cells = pairs * (1 + WORDS_OF(ExactCell)) < all * WORDS_OF(ExactCell) || pairs == 0 ? pairs : WORDS_TABLE;
}

size_t
exact_words_measure(const Exact *exact, uint64 *cells, Poll poll)
{
	WordsShape	shape = exact_words_shape(exact);
	uint32		d = exact->d;
	size_t		sum = (shape.center ? d : 0) + (shape.extremes ? words_of_extremes(&shape) : 0) + 1;

	for (uint32 i = 0; i < d; i++)
		if (was_asked(exact, i))
			sum += words_of_attribute(&shape);
	for (uint32 f = 0; f < exact->folds; f++)
	{
		const ExactFold *sums = &exact->fold[f];
		size_t		seen;

		poll_now(poll);
		sum += words_of_fold(&shape);
		if (exact->complete)
		{
			sum += sums->rows > 0 ? words_of_complete(d) * WORDS_OF(ExactSum) : 0;
			continue;
		}
		measure_fold(sums, d, &seen, &cells[f]);
		sum += 2 + seen * words_of_marginal(&shape);
		sum += cells[f] == WORDS_TABLE ? pairs_table_cells(d) * words_of_cell(&shape) :
			cells[f] * (1 + words_of_cell(&shape));
	}
	return sum;
}

static uint64 *
put_attributes(uint64 *at, const Exact *exact, const WordsShape *shape)
{
	uint64	   *count = at++;

	*count = 0;
	for (uint32 i = 0; i < exact->d; i++)
		if (was_asked(exact, i))
		{
			++*count;
			at = words_put_integer(at, i);
			at = words_put(at, &exact->largest[i], sizeof(double));
			if (shape->missing)
				at = words_put(at, &exact->missing[i], sizeof(double));
			if (shape->unknown)
				at = words_put(at, &exact->unknown[i], sizeof(double));
			at = words_put(at, &exact->looks[i], sizeof(double));
		}
	return at;
}

static uint64 *
put_complete(uint64 *at, const ExactFold *sums, uint32 d)
{
	for (uint32 i = 0; i < d; i++)
	{
		at = words_put(at, &sums->x[i], sizeof(ExactSum));
		at = words_put(at, &sums->xy[i], sizeof(ExactSum));
	}
	return words_put(at, sums->product, (size_t) d * (d + 1) / 2 * sizeof(ExactSum));
}

static uint64 *
put_pairs(uint64 *at, const ExactFold *sums, uint32 d, uint64 cells)
{
	static const ExactCell none = {0};
	uint64	   *seen = at++;

	*seen = 0;
	for (uint32 i = 0; i < d && sums->marginal != NULL; i++)
		if (sums->marginal[i].n > 0)
		{
			++*seen;
			at = words_put(words_put_integer(at, i), &sums->marginal[i], sizeof(ExactMarginal));
		}
	at = words_put_integer(at, cells);
	for (uint32 i = 0; i + 1 < d && cells > 0; i++)
		for (uint32 j = i + 1; j < d && (sums->row[i] != NULL || cells == WORDS_TABLE); j++)
		{
			const ExactCell *cell = sums->row[i] != NULL ? &sums->row[i][j - i - 1] : &none;

			if (cells != WORDS_TABLE && cell->n == 0)
				continue;
			if (cells != WORDS_TABLE)
				at = words_put_integer(at, (uint64) i << 32 | j);
			at = words_put(at, cell, sizeof(ExactCell));
		}
	return at;
}

void
exact_words_write(const Exact *exact, uint64 *word, const uint64 *cells, Poll poll)
{
	WordsShape	shape = exact_words_shape(exact);

	if (shape.center)
		word = words_put(word, exact->shift, exact->d * sizeof(double));
	if (shape.extremes)
	{
		word = words_put(word, &exact->target.low, sizeof(double));
		word = words_put(word, &exact->target.high, sizeof(double));
		word = words_put(word, &exact->target.n_low, sizeof(double));
		word = words_put(word, &exact->target.n_high, sizeof(double));
		word = words_put(word, &exact->ever, sizeof(double));
	}
	word = put_attributes(word, exact, &shape);
	for (uint32 f = 0; f < exact->folds; f++)
	{
		const ExactFold *sums = &exact->fold[f];

		poll_now(poll);
		word = words_put(word, &sums->rows, sizeof(double));
		word = words_put(word, &sums->y, sizeof(ExactSum));
		word = words_put(word, &sums->yy, sizeof(ExactSum));
		if (!exact->complete)
			word = put_pairs(word, sums, exact->d, cells[f]);
		else if (sums->rows > 0)
			word = put_complete(word, sums, exact->d);
	}
}

const uint64 *
exact_words_common(const uint64 *word, const WordsShape *shape, Exact *target, double sign)
{
	uint64		count;

	word += shape->center ? shape->d : 0;
	if (shape->extremes)
	{
		Extremes	extremes = words_extremes(word);

		exact_add_extremes(target, &extremes, sign);
		if (sign > 0)
			target->ever += words_number(word + WORDS_OF_EXTREMES);
		word += words_of_extremes(shape);
	}
	count = *word++;
	for (; count > 0; count--, word += words_of_attribute(shape))
	{
		const uint64 *more = word + 2;
		uint32		i = (uint32) *word;

		target->largest[i] = Max(target->largest[i], words_number(word + 1));
		if (shape->missing)
			target->missing[i] += sign * words_number(more++);
		if (shape->unknown)
			target->unknown[i] += sign * words_number(more++);
		if (sign > 0)
			target->looks[i] += words_number(more);
	}
	return word;
}

const uint64 *
exact_words_fold(const uint64 *word, const WordsShape *shape, ExactFoldWords *fold)
{
	*fold = (ExactFoldWords) {.rows = words_number(word), .sums = word};
	word += words_of_fold(shape);
	if (shape->complete)
	{
		fold->complete = word;
		return word + (fold->rows > 0 ? words_of_complete(shape->d) * WORDS_OF(ExactSum) : 0);
	}
	fold->seen = *word++;
	fold->marginal = word;
	word += fold->seen * words_of_marginal(shape);
	fold->cells = *word++;
	fold->cell = word;
	return word + (fold->cells == WORDS_TABLE ? pairs_table_cells(shape->d) * words_of_cell(shape) :
				   fold->cells * (1 + words_of_cell(shape)));
}

uint32
exact_words_touched(const WordsShape *shape, const ExactFoldWords *fold, uint32 *attribute)
{
	uint32		n = 0;

	if (fold->complete != NULL || fold->cells == WORDS_TABLE)
	{
		for (; n < shape->d; n++)
			attribute[n] = n;
		return n;
	}
	for (uint64 k = 0; k < fold->cells; k++)
	{
		uint32		i = (uint32) (fold->cell[k * (1 + words_of_cell(shape))] >> 32);

		if (n == 0 || attribute[n - 1] != i)
			attribute[n++] = i;
	}
	return n;
}

/* So many words of sums, which follow each other in both. */
static void
merge_sums(ExactSum *target, const uint64 *word, size_t n, double sign)
{
	for (size_t k = 0; k < n; k++)
	{
		ExactSum	sum = {words_number(word + 2 * k), words_number(word + 2 * k + 1)};

		exact_sum_merge(&target[k], &sum, sign);
	}
}

static void
merge_cell(ExactCell *cell, const uint64 *word, double sign)
{
	cell->n += sign * words_number(word);
	merge_sums(&cell->product, word + 1, 3, sign);
}

static void
merge_pairs(ExactFold *sums, const WordsShape *shape, const ExactFoldWords *fold, double sign)
{
	const uint64 *word = fold->cell;
	uint32		d = shape->d;

	for (uint64 k = 0; k < fold->seen; k++)
	{
		const uint64 *of = fold->marginal + k * words_of_marginal(shape);
		ExactMarginal *marginal = &sums->marginal[*of];

		marginal->n += sign * words_number(of + 1);
		merge_sums(&marginal->x, of + 2, 5, sign);
	}
	if (fold->cells == WORDS_TABLE)
	{
		for (uint32 i = 0; i + 1 < d; i++)
			for (uint32 j = i + 1; j < d; j++, word += words_of_cell(shape))
				merge_cell(&sums->row[i][j - i - 1], word, sign);
		return;
	}
	for (uint64 k = 0; k < fold->cells; k++, word += 1 + words_of_cell(shape))
	{
		uint32		i = (uint32) (*word >> 32);

		merge_cell(&sums->row[i][(uint32) *word - i - 1], word + 1, sign);
	}
}

/* Complete sums, to a fold that may have broken into pairs. */
static void
merge_complete(Exact *target, ExactFold *sums, const ExactFoldWords *fold, double sign)
{
	const uint64 *product = fold->complete + 2 * WORDS_OF(ExactSum) * (size_t) target->d;
	uint32		d = target->d;

	for (uint32 i = 0; i < d; i++)
	{
		const uint64 *x = fold->complete + 2 * WORDS_OF(ExactSum) * (size_t) i;
		size_t		after = d - i - 1;

		if (target->complete)
		{
			merge_sums(&sums->x[i], x, 1, sign);
			merge_sums(&sums->xy[i], x + 2, 1, sign);
			merge_sums(exact_products(sums, d, i), product, after + 1, sign);
			product += WORDS_OF(ExactSum) * (after + 1);
			continue;
		}
		sums->marginal[i].n += sign * fold->rows;
		merge_sums(&sums->marginal[i].x, x, 1, sign);
		merge_sums(&sums->marginal[i].xx, product, 1, sign);
		merge_sums(&sums->marginal[i].y, fold->sums + 1, 2, sign);
		merge_sums(&sums->marginal[i].xy, x + 2, 1, sign);
		product += WORDS_OF(ExactSum);
		for (size_t k = 0; k < after; k++, product += WORDS_OF(ExactSum))
		{
			ExactCell  *cell = &sums->row[i][k];

			cell->n += sign * fold->rows;
			merge_sums(&cell->product, product, 1, sign);
			merge_sums(&cell->first, x, 1, sign);
			merge_sums(&cell->second, x + 2 * WORDS_OF(ExactSum) * (k + 1), 1, sign);
		}
	}
}

void
exact_words_merge(Exact *target, uint32 f, const WordsShape *shape, const ExactFoldWords *fold,
				  double sign)
{
	ExactFold  *sums = &target->fold[f];

	sums->rows += sign * fold->rows;
	merge_sums(&sums->y, fold->sums + 1, 2, sign);
	if (fold->rows == 0)
		return;
	if (fold->complete != NULL)
		merge_complete(target, sums, fold, sign);
	else
		merge_pairs(sums, shape, fold, sign);
}
