/*
 * serialized.c
 *		Moments as 64-bit words, as they are stored and sent, and back.
 *
 * Cells of pairs, and a table of them, have the same form in words as in
 * memory, so that moments can look at words and be merged as they are.
 */
#include "kernel/moments/serialized.h"

StaticAssertDecl(sizeof(double) == sizeof(uint64), "a double is a word");
StaticAssertDecl(offsetof(PairCell, n) == 0 && offsetof(PairCell, product) == 8 &&
				 offsetof(PairCell, first) == 16 && offsetof(PairCell, second) == 24 &&
				 sizeof(PairCell) == 32, "words hold the sums of a pair in this order");
StaticAssertDecl(offsetof(SparseCell, at) == 0 && offsetof(SparseCell, sum) == 8 &&
				 sizeof(SparseCell) == 40, "words hold a cell so");

static bool
was_asked(const Moments *moments, uint32 i)
{
	if (moments->missing[i] > 0 || moments->largest[i] > 0 || moments->most[i] > 0)
		return true;
	for (uint32 f = 0; f < moments->folds; f++)
		if (moments->complete ? moments->fold[f].rows > 0 :
			moments->fold[f].attribute != NULL && moments->fold[f].attribute[i].n > 0)
			return true;
	return false;
}

SerializedShape
serialized_shape(const Moments *moments)
{
	SerializedShape	shape = {
		.d = moments->d,
		.folds = moments->folds,
		.complete = moments->complete,
		.center = moments->shift != NULL,
		.extremes = moments->target.low <= moments->target.high,
		.reduced = moments->turnover > 0
	};

	for (uint32 i = 0; i < moments->d; i++)
	{
		shape.missing = shape.missing || moments->missing[i] > 0;
		shape.unknown = shape.unknown || moments->unknown[i] > 0;
	}
	return shape;
}

/* Attributes seen in a fold. */
static size_t
attributes_seen(const Moments *moments, uint32 f)
{
	size_t		seen = 0;

	for (uint32 i = 0; i < moments->d && moments->fold[f].rows > 0; i++)
		seen += moments_fold_attribute(moments, f, i).n > 0;
	return seen;
}

/* How many pairs of a fold were ever seen. */
static size_t
pairs_seen(const Moments *moments, uint32 f, FoldWalk *walk)
{
	uint32		d = moments->d;
	size_t		seen = 0;

	if (moments->fold[f].table == NULL && moments->rows.used == 0)
		return 0;
	fold_walk_start(walk, moments, f);
	for (uint32 i = 0; i + 1 < d; i++)
	{
		const PairCell *row = fold_walk_row(walk, i);

		for (uint32 j = i + 1; j < d; j++)
			seen += row[j - i - 1].n > 0;
	}
	return seen;
}

/* Pairs to be written one by one, or SERIALIZED_TABLE. */
static uint64
measure_pairs(const Moments *moments, uint32 f, FoldWalk *walk)
{
	size_t		seen = pairs_seen(moments, f, walk);
	size_t		all = pairs_table_cells(moments->d) * SERIALIZED_OF_CELL;

	return seen * SERIALIZED_OF_PAIR < all || seen == 0 ? seen : SERIALIZED_TABLE;
}

SerializedStatus
serialized_measure(Work *work, const Moments *moments, size_t *words, uint64 *cells)
{
	SerializedShape shape = serialized_shape(moments);
	uint32		d = moments->d;
	size_t		sum = (shape.center ? d : 0) + serialized_of_extremes(&shape) + 1;
	Work	   *scratch;
	FoldWalk	walk;

	Assert(moments_valid(moments));
	if (!moments_finite(moments))
		return SERIALIZED_NOT_FINITE;
	scratch = work_begin(work);
	fold_walk_init(scratch, &walk, d);
	for (uint32 i = 0; i < d; i++)
		if (was_asked(moments, i))
			sum += serialized_of_attribute(&shape);
	for (uint32 f = 0; f < moments->folds; f++)
	{
		work_poll(work);
		sum += SERIALIZED_OF_FOLD;
		if (moments->complete)
			sum += moments->fold[f].rows > 0 ? serialized_of_complete(d) : 0;
		else
		{
			cells[f] = measure_pairs(moments, f, &walk);
			sum += 2 + attributes_seen(moments, f) * SERIALIZED_OF_SEEN + (cells[f] == SERIALIZED_TABLE ? pairs_table_cells(d) * SERIALIZED_OF_CELL : cells[f] * SERIALIZED_OF_PAIR);
		}
	}
	work_end(scratch);
	*words = sum;
	return SERIALIZED_OK;
}

static uint64 *
put_double(uint64 *at, double value)
{
	return serialized_put(at, &value, sizeof(double));
}

static uint64 *
put_attributes(uint64 *at, const Moments *moments, const SerializedShape *shape)
{
	uint64	   *count = at++;

	*count = 0;
	for (uint32 i = 0; i < moments->d; i++)
		if (was_asked(moments, i))
		{
			++*count;
			at = serialized_put_integer(at, i);
			at = put_double(at, moments->largest[i]);
			if (shape->missing)
				at = put_double(at, moments->missing[i]);
			if (shape->unknown)
				at = put_double(at, moments->unknown[i]);
			if (shape->reduced)
				at = put_double(at, moments_most(moments, i));
		}
	return at;
}

/* The sums of a target in words: those of classes follow all others, and so here they are 0. */
static TargetCell
cell_in_words(const Moments *moments, uint32 f, uint32 i)
{
	return moments->of_classes ? (TargetCell) {0} : moments_fold_cell(moments, f, i);
}

static uint64 *
put_attribute(uint64 *at, uint32 i, AttributeSums attribute, TargetCell cell)
{
	at = serialized_put_integer(at, i);
	at = put_double(at, attribute.n);
	at = put_double(at, attribute.x);
	at = put_double(at, attribute.xx);
	at = put_double(at, cell.y);
	at = put_double(at, cell.yy);
	return put_double(at, cell.xy);
}

static uint64 *
put_seen(uint64 *at, const Moments *moments, uint32 f)
{
	uint64	   *seen = at++;

	*seen = 0;
	for (uint32 i = 0; i < moments->d; i++)
	{
		AttributeSums attribute = moments_fold_attribute(moments, f, i);

		if (attribute.n == 0)
			continue;
		++*seen;
		at = put_attribute(at, i, attribute, cell_in_words(moments, f, i));
	}
	return at;
}

static uint64 *
put_pairs(uint64 *at, const Moments *moments, uint32 f, uint64 cells, FoldWalk *walk)
{
	uint32		d = moments->d;

	at = serialized_put_integer(at, cells);
	if (cells == 0)
		return at;
	fold_walk_start(walk, moments, f);
	for (uint32 i = 0; i + 1 < d; i++)
		if (cells == SERIALIZED_TABLE)
			at = serialized_put(at, fold_walk_row(walk, i), (d - i - 1) * sizeof(PairCell));
		else
		{
			const PairCell *row = fold_walk_row(walk, i);

			for (uint32 j = i + 1; j < d; j++)
				if (row[j - i - 1].n > 0)
					at = serialized_put(serialized_put_integer(at, (uint64) i << 32 | j), &row[j - i - 1],
										sizeof(PairCell));
		}
	return at;
}

static uint64 *
put_complete(uint64 *at, const Moments *moments, uint32 f)
{
	const Gram *gram = &moments->fold[f].gram;
	uint32		d = gram->d;

	for (uint32 i = 0; i < d; i++)
	{
		at = put_double(at, moments_fold_attribute(moments, f, i).x);
		at = put_double(at, cell_in_words(moments, f, i).xy);
	}
	for (uint32 i = 0; i < d; i++)
		at = serialized_put(at, gram_products(gram, i), (d - i) * sizeof(double));
	return at;
}

uint64 *
serialized_write(Work *work, const Moments *moments, uint64 *word, const uint64 *cells)
{
	SerializedShape shape = serialized_shape(moments);
	Work	   *scratch = work_begin(work);
	FoldWalk	walk;

	fold_walk_init(scratch, &walk, moments->d);
	if (shape.center)
		word = serialized_put(word, moments->shift, moments->d * sizeof(double));
	if (shape.extremes)
	{
		word = put_double(word, moments->target.low);
		word = put_double(word, moments->target.high);
		word = put_double(word, moments->target.n_low);
		word = put_double(word, moments->target.n_high);
	}
	if (shape.reduced)
	{
		word = put_double(word, moments->turnover);
		word = put_double(word, moments_most_target(moments));
	}
	word = put_attributes(word, moments, &shape);
	for (uint32 f = 0; f < moments->folds; f++)
	{
		const FoldSums *sums = &moments->fold[f];

		work_poll(work);
		word = put_double(word, sums->rows);
		word = put_double(word, moments->of_classes ? 0 : sums->target->y);
		word = put_double(word, moments->of_classes ? 0 : sums->target->yy);
		if (moments->complete)
		{
			if (sums->rows > 0)
				word = put_complete(word, moments, f);
			continue;
		}
		word = put_seen(word, moments, f);
		word = put_pairs(word, moments, f, cells[f], &walk);
	}
	work_end(scratch);
	return word;
}

static const uint64 *
view_common(Moments *view, const uint64 *word, const SerializedShape *shape)
{
	uint64		count;

	if (shape->extremes)
		view->target = serialized_extremes(word);
	if (shape->reduced)
	{
		view->turnover = serialized_number(word + SERIALIZED_OF_EXTREMES);
		view->most_yy = serialized_number(word + SERIALIZED_OF_EXTREMES + 1);
	}
	word += serialized_of_extremes(shape);
	count = *word++;
	for (; count > 0; count--, word += serialized_of_attribute(shape))
	{
		uint64		i = *word;
		const uint64 *next = word + 2;

		view->largest[i] = serialized_number(word + 1);
		if (shape->missing)
			view->missing[i] = serialized_number(next++);
		if (shape->unknown)
			view->unknown[i] = serialized_number(next++);
		if (shape->reduced)
			view->most[i] = serialized_number(next);
	}
	return word;
}

static const uint64 *
view_fold(Work *work, FoldSums *fold, const uint64 *word, const SerializedShape *shape)
{
	TargetSums *target = &fold->target[0];
	uint64		count;

	fold->rows = serialized_number(word);
	target_sums_start(work, target, shape->d, shape->complete);
	target->y = serialized_number(word + 1);
	target->yy = serialized_number(word + 2);
	word += SERIALIZED_OF_FOLD;
	if (shape->complete)
	{
		if (fold->rows == 0)
			return word;
		gram_view(&fold->gram, shape->d, (const double *) word);
		for (uint32 i = 0; i < shape->d; i++)
			target->xy[i] = serialized_number(word + 2 * i + 1);
		return word + serialized_of_complete(shape->d);
	}
	for (count = *word++; count > 0; count--, word += SERIALIZED_OF_SEEN)
	{
		fold->attribute[*word] = serialized_attribute(word);
		target->cell[*word] = serialized_cell(word);
	}
	count = *word++;
	if (count == SERIALIZED_TABLE)
	{
		fold->table = (PairCell *) unconstify(uint64 *, word);
		return word + pairs_table_cells(shape->d) * SERIALIZED_OF_CELL;
	}
	fold->cell = (const SparseCell *) word;
	fold->cells = count;
	return word + count * SERIALIZED_OF_PAIR;
}

void
serialized_view(Work *work, Moments *view, const uint64 *word, const SerializedShape *shape)
{
	moments_init(work, view, shape->d, shape->folds, shape->complete,
				 shape->center ? (const double *) word : NULL);
	view->summed = true;
	moments_start_sums(view);
	word = view_common(view, word + (shape->center ? shape->d : 0), shape);
	for (uint32 f = 0; f < shape->folds; f++)
	{
		if (!shape->complete)
			moments_start(view, f);
		word = view_fold(work, &view->fold[f], word, shape);
	}
}

size_t
serialized_of_classes(uint32 d, uint32 folds, uint32 classes)
{
	return (size_t) classes * folds * (1 + 2 * (size_t) d);
}

void
serialized_write_classes(const Moments *moments, uint64 *word)
{
	for (uint32 c = 0; c < moments->targets; c++)
		for (uint32 f = 0; f < moments->folds; f++)
			word = put_double(word, moments->fold[f].target[c].y);
	for (uint32 c = 0; c < moments->targets; c++)
		for (uint32 f = 0; f < moments->folds; f++)
			for (uint32 i = 0; i < moments->d; i++)
			{
				TargetCell	cell = target_sums_cell(&moments->fold[f].target[c], i);

				word = put_double(put_double(word, cell.y), cell.xy);
			}
}

void
serialized_read_classes(Work *work, Moments *view, const uint64 *word, uint32 classes)
{
	const uint64 *cell = word + (size_t) classes * view->folds;

	view->of_classes = true;
	moments_add_targets(view, classes);
	view->targets = classes;
	for (uint32 c = 0; c < classes; c++)
		for (uint32 f = 0; f < view->folds; f++)
		{
			TargetSums *sums = &view->fold[f].target[c];

			target_sums_start(work, sums, view->d, view->complete);
			sums->y = sums->yy = serialized_number(word++);
			for (uint32 i = 0; i < view->d; i++, cell += 2)
				if (view->complete)
					sums->xy[i] = serialized_number(cell + 1);
				else
					sums->cell[i] = (TargetCell) {serialized_number(cell), serialized_number(cell), serialized_number(cell + 1)};
		}
}

/* A word for each value, and half a one for its label. */
size_t
serialized_of_rows(size_t entries)
{
	return entries + (entries + 1) / 2;
}

void
serialized_write_rows(const Rows *list, uint64 *word)
{
	if (list->used == 0)
		return;
	memcpy(word, list->value, list->used * sizeof(double));
	word += list->used;
	for (size_t e = 0; e < list->used; e += 2)
		*word++ = (uint64) list->label[e] << 32 |
			(e + 1 < list->used ? list->label[e + 1] : 0);
}

/* What the label of an entry may be, next the least number of an attribute. */
static bool
label_valid(const SerializedShape *shape, const double *center, const Rows *list, size_t e,
			uint32 *next)
{
	uint32		label = list->label[e];
	uint32		number = label & ROW_LABEL;

	if (label & ROW_START)
	{
		*next = 0;
		return (label & (ROW_MISSING | ROW_UNKNOWN)) == 0 && number < shape->folds;
	}
	if (e == 0 || number < *next || number >= shape->d)
		return false;
	*next = number + 1;
	switch (label & (ROW_MISSING | ROW_UNKNOWN))
	{
		case 0:
			return true;
		case ROW_MISSING:
			return shape->missing && list->value[e] == 0;
		case ROW_UNKNOWN:
			return shape->unknown && (list->value[e] == 0 || (center != NULL && list->value[e] == -center[number]));
		default:
			return false;
	}
}

SerializedStatus
serialized_read_rows(Work *work, const uint64 *word, size_t words, const SerializedShape *shape,
					 const double *center, Rows *list)
{
	size_t		entries = words / 3 * 2 + (words % 3 == 2);
	uint32		next = 0;
	size_t		start = 0;

	if (serialized_of_rows(entries) != words)
		return SERIALIZED_SHORT;
	if (entries == 0)
		return SERIALIZED_OK;
	rows_make_room(work, list, entries);
	memcpy(list->value, word, entries * sizeof(double));
	word += entries;
	for (size_t e = 0; e < entries; e += 2, word++)
	{
		list->label[e] = (uint32) (*word >> 32);
		if (e + 1 < entries)
			list->label[e + 1] = (uint32) *word;
		else if ((uint32) *word != 0)
			return SERIALIZED_LONG;
	}
	for (size_t e = 0; e < entries; e++)
	{
		if (!isfinite(list->value[e]))
			return SERIALIZED_NOT_FINITE;
		if (!label_valid(shape, center, list, e, &next))
			return SERIALIZED_BAD_ROW;
		if (list->label[e] & ROW_START)
		{
			if (shape->complete && e > 0 && e - start != shape->d + 1)
				return SERIALIZED_BAD_ROW;
			start = e;
			list->rows++;
		}
		list->missing = list->missing || (list->label[e] & ROW_MISSING) != 0;
		list->unknown = list->unknown || (list->label[e] & ROW_UNKNOWN) != 0;
	}
	if (shape->complete && (entries - start != shape->d + 1 || list->missing))
		return SERIALIZED_BAD_ROW;
	list->used = entries;
	return list->missing == shape->missing && list->unknown == shape->unknown ? SERIALIZED_OK : SERIALIZED_BAD_ROW;
}
