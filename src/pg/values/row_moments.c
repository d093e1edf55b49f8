/*
 * row_moments.c
 *		Moments of rows as values: expanded and flat form.
 *
 * The flat form is a header, 64-bit words, and texts.  The words are
 *		centre		d numbers, if there is one
 * and for each fold
 *		rows, sum y, sum y^2
 *		n			attributes seen, then for each: its number, and its Marginal
 *		if complete: d (d + 1) / 2 sums of products by rows, unless rows is 0
 *		else		cells, then for each pair seen: (i << 32 | j), its PairCell;
 *					or TABLE, then all d (d - 1) / 2 PairCells;
 *					or ROWS, n, n values, and their attributes, two to a word
 * whichever of the first two is smaller; the last in partial states whose rows
 * make fewer pairs than the table has.
 */
#include "pg/values/row_moments.h"

#include "miscadmin.h"

/* In the place of the number of cells: all of them follow, or rows. */
#define TABLE PG_UINT64_MAX
#define ROWS (PG_UINT64_MAX - 1)

#define MARGINAL_WORDS (sizeof(Marginal) / sizeof(uint64))
#define CELL_WORDS (sizeof(PairCell) / sizeof(uint64))

static Size get_flat_size(ExpandedObjectHeader *header);
static void flatten_into(ExpandedObjectHeader *header, void *result, Size size);

static const ExpandedObjectMethods flat_methods = {
	get_flat_size,
	flatten_into
};

RowMoments *
row_moments_create(MemoryContext parent)
{
	MemoryContext context = AllocSetContextCreate(parent, "aer moments",
												  ALLOCSET_START_SMALL_SIZES);
	RowMoments *object = MemoryContextAllocZero(context, sizeof(RowMoments));

	EOH_init_header(&object->object.header, &flat_methods, context);
	object->object.kind = MOMENTS_OF_ROWS;
	return object;
}

/* The most words that the folds of such moments can take. */
static Size
most_words(uint32 d, uint32 folds, bool complete)
{
	Size		pairs = complete ? (Size) d * (d + 1) / 2 : 1 + pairs_table_cells(d) * CELL_WORDS;

	return folds * (4 + d * (1 + MARGINAL_WORDS) + pairs);
}

void
row_moments_start(RowMoments *object, uint32 d)
{
	MemoryContext context = object->object.header.eoh_context;
	Size		bytes = d > MAX_ATTRIBUTES / 16 ? SIZE_MAX :
		most_words(d, object->folds, object->complete) * sizeof(uint64);

	if (!AllocSizeIsValid(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("the moments of %u attributes in %u folds may take %zu bytes, more than a value can have",
						d, object->folds, bytes),
				 errdetail("The limit is %zu bytes.", (Size) MaxAllocSize),
				 errhint("Use fewer \"folds\", fewer attributes, or a learner that keeps no covariances: aer_train() with aer_ridge().")));
	object->d = d;
	object->cells = MemoryContextAlloc(context, sizeof(uint64) * object->folds);
	moments_init(&object->moments,
				 MemoryContextAllocHuge(context, moments_size(d, object->folds)),
				 d, object->folds, object->complete, object->center);
}

/*
 * Writing: at is NULL while words are only counted, so that one function
 * serves for the size and for the content.
 */
typedef struct WordWriter
{
	uint64	   *at;
	Size		words;
	uint64	   *cells;			/* of the fold: found when counting, then used */
	MemoryContext context;		/* for scratch memory: the current one may be unable to free it */
} WordWriter;

static void
put(WordWriter *writer, const void *source, Size words)
{
	if (writer->at && words > 0)
	{
		memcpy(writer->at, source, words * sizeof(uint64));
		writer->at += words;
	}
	writer->words += words;
}

static void
put_integer(WordWriter *writer, uint64 value)
{
	put(writer, &value, 1);
}

/* Buffered rows as they are: cheaper to send, and to add, than their pairs. */
static void
write_rows(WordWriter *writer, const Pairs *pairs)
{
	put_integer(writer, ROWS);
	put_integer(writer, pairs->used);
	put(writer, pairs->value, pairs->used);
	for (size_t e = 0; e < pairs->used; e += 2)
		put_integer(writer, (uint64) pairs->attribute[e] << 32 |
					(e + 1 < pairs->used ? pairs->attribute[e + 1] : 0));
}

static void
write_pairs(WordWriter *writer, const Pairs *pairs)
{
	uint32		d = pairs->d;
	void	   *memory = MemoryContextAllocHuge(writer->context, pairs_walk_size(d));
	bool		table;
	PairWalk	walk;

	if (writer->at == NULL)
	{
		/* where the table is about as small, or likely to be, do not count */
		Size		most = pairs_table_cells(d) * CELL_WORDS / (CELL_WORDS + 1);
		Size		seen = TABLE;

		if (pairs_seen_at_most(pairs) < 2 * most)
			seen = pairs_seen(pairs, memory);
		*writer->cells = seen >= most ? TABLE : seen;
	}
	table = *writer->cells == TABLE;
	put_integer(writer, *writer->cells);
	if (writer->at == NULL)
		writer->words += table ? pairs_table_cells(d) * CELL_WORDS :
			*writer->cells * (CELL_WORDS + 1);
	else
	{
		pairs_walk_start(&walk, memory, pairs);
		for (uint32 i = 0; i + 1 < d; i++)
		{
			const PairCell *row = pairs_walk_row(&walk, i);

			if (table)
				put(writer, row, (Size) (d - i - 1) * CELL_WORDS);
			else
				for (uint32 j = i + 1; j < d; j++)
					if (row[j - i - 1].n > 0)
					{
						put_integer(writer, (uint64) i << 32 | j);
						put(writer, &row[j - i - 1], CELL_WORDS);
					}
		}
	}
	pfree(memory);
}

static void
write_gram(WordWriter *writer, const Gram *gram)
{
	uint32		d = gram->d;
	double	   *sum;

	if (writer->at == NULL)
	{
		writer->words += (Size) d * (d + 1) / 2;
		return;
	}
	sum = MemoryContextAllocExtended(writer->context, (Size) d * d * sizeof(double),
									 MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
	gram_add_to(gram, sum, d);
	for (uint32 i = 0; i < d; i++)
		put(writer, sum + (Size) i * d + i, d - i);
	pfree(sum);
}

/*
 * What is written must be finite, so that it can be read in again.  Sums over
 * pairs are no larger than the sums of squares.
 */
static void
check_overflow(const double *sum, Size n)
{
	for (Size i = 0; i < n; i++)
		if (!isfinite(sum[i]))
			ereport(ERROR,
					(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					 errmsg("attributes or targets are so large that their squares are infinite"),
					 errhint("Divide them by a constant.")));
}

static void
write_fold(WordWriter *writer, const RowMoments *object, uint32 fold)
{
	const Moments *moments = &object->moments;
	const FoldSums *sums = &moments->fold[fold];
	uint64		seen = 0;

	check_overflow(&sums->y, 1);
	check_overflow(&sums->yy, 1);
	put(writer, &sums->rows, 1);
	put(writer, &sums->y, 1);
	put(writer, &sums->yy, 1);
	for (uint32 i = 0; i < moments->d; i++)
		seen += moments_fold_marginal(moments, fold, i).n > 0;
	put_integer(writer, seen);
	for (uint32 i = 0; i < moments->d; i++)
	{
		Marginal	marginal = moments_fold_marginal(moments, fold, i);

		if (marginal.n > 0)
		{
			check_overflow((const double *) &marginal, MARGINAL_WORDS);
			put_integer(writer, i);
			put(writer, &marginal, MARGINAL_WORDS);
		}
	}
	if (moments->complete)
	{
		if (sums->rows > 0)
			write_gram(writer, &sums->gram);
	}
	else if (object->partial && pairs_only_rows(&sums->pairs) &&
			 pairs_seen_at_most(&sums->pairs) <= pairs_table_cells(moments->d))
		write_rows(writer, &sums->pairs);
	else
		write_pairs(writer, &sums->pairs);
}

static Size
write_words(const RowMoments *object, uint64 *at)
{
	WordWriter	writer = {at, 0, object->cells, object->object.header.eoh_context};

	if (object->d == 0)
		return 0;
	if (object->center)
		put(&writer, object->center, object->d);
	for (uint32 f = 0; f < object->folds; f++, writer.cells++)
	{
		CHECK_FOR_INTERRUPTS();
		write_fold(&writer, object, f);
	}
	return writer.words;
}

static Size
names_size(const RowMoments *object)
{
	Size		bytes = 0;

	if (object->name)
		for (uint32 i = 0; i < object->d; i++)
			bytes += 1 + strlen(object->name[i]) + 1;
	return bytes;
}

static Size
get_flat_size(ExpandedObjectHeader *header)
{
	RowMoments *object = (RowMoments *) header;

	Assert(object->object.kind == MOMENTS_OF_ROWS);
	return offsetof(FlatRowMoments, word) + write_words(object, NULL) * sizeof(uint64) +
		strlen(object->design) + 1 + names_size(object);
}

static void
flatten_into(ExpandedObjectHeader *header, void *result, Size size)
{
	RowMoments *object = (RowMoments *) header;
	FlatRowMoments *flat = result;
	Size		names = names_size(object);
	char	   *at;

	memset(flat, 0, offsetof(FlatRowMoments, word));
	SET_VARSIZE(flat, size);
	flat->start.format = ROW_MOMENTS_FORMAT;
	flat->start.kind = MOMENTS_OF_ROWS;
	flat->d = object->d;
	flat->folds = object->folds;
	flat->flags = (object->complete ? FLAT_COMPLETE : 0) |
		(object->own_units ? FLAT_OWN_UNITS : 0) | (object->center ? FLAT_CENTER : 0) |
		object->target << FLAT_TARGET_SHIFT;
	flat->design_bytes = strlen(object->design) + 1;
	flat->names_bytes = names;
	flat->skipped = object->skipped;
	flat->words = write_words(object, flat->word);

	at = (char *) (flat->word + flat->words);
	memcpy(at, object->design, flat->design_bytes);
	at += flat->design_bytes;
	if (names > 0)
	{
		for (uint32 i = 0; i < object->d; i++)
			*at++ = (char) object->type[i];
		for (uint32 i = 0; i < object->d; i++)
		{
			strcpy(at, object->name[i]);
			at += strlen(at) + 1;
		}
	}
	Assert(at == (char *) result + size);
}

void
row_moments_malformed(int sqlstate, const char *detail)
{
	ereport(ERROR,
			(errcode(sqlstate),
			 errmsg("malformed aer_moments"),
			 errdetail("%s", detail)));
}

/* Reading words, never beyond their end. */
typedef struct WordReader
{
	const uint64 *at;
	Size		left;
	int			sqlstate;
} WordReader;

static const uint64 *
take_words(WordReader *reader, Size words)
{
	const uint64 *at = reader->at;

	if (words > reader->left)
		row_moments_malformed(reader->sqlstate, "It ends too early.");
	reader->at += words;
	reader->left -= words;
	return at;
}

/* Take numbers, all finite. */
static void
take_doubles(WordReader *reader, double *target, Size n)
{
	memcpy(target, take_words(reader, n), n * sizeof(double));
	for (Size i = 0; i < n; i++)
		if (!isfinite(target[i]))
			row_moments_malformed(reader->sqlstate, "A sum is NaN or infinite.");
}

static uint64
take_integer(WordReader *reader)
{
	return *take_words(reader, 1);
}

/* Counts are whole numbers, and no more than the rows. */
static void
check_count(const WordReader *reader, double n, double least, double most)
{
	if (!(n >= least && n <= most) || n != floor(n))
		row_moments_malformed(reader->sqlstate, "A count is impossible.");
}

/* target += read, which is given up. */
static void
add_pairs(Pairs *target, Pairs *read, MemoryContext context)
{
	Size		walk = pairs_walk_size(target->d);
	char	   *scratch;
	Size		size;
	void	   *old;

	if (target->chunk == NULL)
	{
		*target = *read;
		return;
	}
	scratch = MemoryContextAllocHuge(CurrentMemoryContext, 2 * walk);
	size = pairs_merge_size(target, read, scratch, scratch + walk);
	old = pairs_merge(target, read, size, size > 0 ? MemoryContextAllocHuge(context, size) : NULL,
					  scratch, scratch + walk);
	if (old)
		pfree(old);
	pfree(read->chunk);
	pfree(scratch);
}

/* All pairs, straight into the table. */
static void
read_table(WordReader *reader, Pairs *pairs, double rows, MemoryContext context, uint32 *head)
{
	uint32		d = pairs->d;
	PairCell   *cell;

	if (reader->left / CELL_WORDS < pairs_table_cells(d))
		row_moments_malformed(reader->sqlstate, "It ends too early.");
	if (pairs->table == NULL)
	{
		void	   *chunk = MemoryContextAllocHuge(context, pairs_full_size(d));
		void	   *old = pairs_make_table(pairs, chunk, head);

		if (old)
			pfree(old);
	}
	cell = palloc(d * sizeof(PairCell));
	for (uint32 i = 0; i + 1 < d; i++)
	{
		take_doubles(reader, (double *) cell, (Size) (d - i - 1) * CELL_WORDS);
		for (uint32 j = 0; j < d - i - 1; j++)
			check_count(reader, cell[j].n, 0, rows);
		pairs_add_cells(pairs, i, cell);
	}
	pfree(cell);
}

/* Rows as they were seen. */
static void
read_rows(WordReader *reader, Pairs *pairs, double rows, MemoryContext context)
{
	uint64		n = take_integer(reader);
	Pairs		read;
	uint32		next = 0;

	if (n > reader->left)
		row_moments_malformed(reader->sqlstate, "It ends too early.");
	if (n == 0)
		return;
	pairs_init(&read, pairs->d);
	pairs_load_rows(&read, n, MemoryContextAllocHuge(context, pairs_load_rows_size(n)));
	take_doubles(reader, read.value, n);
	for (uint64 e = 0; e < n; e += 2)
	{
		uint64		two = take_integer(reader);

		read.attribute[e] = (uint32) (two >> 32);
		if (e + 1 < n)
			read.attribute[e + 1] = (uint32) two;
	}
	for (uint64 e = 0; e < n; e++)
	{
		uint32		i = read.attribute[e] & ~PAIRS_ROW_END;

		if (i < next || i >= pairs->d)
			row_moments_malformed(reader->sqlstate, "The attributes of a row are not in order.");
		next = i + 1;
		if (read.attribute[e] & PAIRS_ROW_END)
		{
			next = 0;
			rows--;
		}
	}
	if (next != 0 || rows < 0)
		row_moments_malformed(reader->sqlstate, "Its rows are impossible.");
	add_pairs(pairs, &read, context);
}

/* The pairs that were seen. */
static void
read_cells(WordReader *reader, uint64 cells, Pairs *pairs, double rows, MemoryContext context)
{
	uint32		d = pairs->d;
	uint64		before = 0;
	Pairs		read;

	if (cells > reader->left / CELL_WORDS || cells > pairs_table_cells(d))
		row_moments_malformed(reader->sqlstate, "It ends too early.");
	if (cells == 0)
		return;
	pairs_init(&read, d);
	pairs_load(&read, cells, MemoryContextAllocHuge(context, pairs_load_size(d, cells)));
	for (; cells > 0; cells--)
	{
		uint64		at = take_integer(reader);
		uint32		i = at >> 32;
		uint32		j = (uint32) at;
		PairCell	cell;

		if (i >= j || j >= d || at <= before)
			row_moments_malformed(reader->sqlstate, "The pairs are not in order.");
		before = at;
		take_doubles(reader, (double *) &cell, CELL_WORDS);
		check_count(reader, cell.n, 1, rows);
		pairs_load_cell(&read, i, j, &cell);
	}
	add_pairs(pairs, &read, context);
}

static void
have_sums(Gram *gram, MemoryContext context)
{
	void	   *old;

	if (gram->sum != NULL)
		return;
	old = gram_grow_full(gram, MemoryContextAllocHuge(context, gram_full_size(gram->d)));
	if (old)
		pfree(old);
}

static void
read_gram(WordReader *reader, Gram *gram)
{
	uint32		d = gram->d;
	double	   *row = palloc(d * sizeof(double));

	for (uint32 i = 0; i < d; i++)
	{
		double	   *sum = gram->sum + (Size) i * gram->order + i;

		take_doubles(reader, row, d - i);
		for (uint32 k = 0; k < d - i; k++)
			sum[k] += row[k];
	}
	pfree(row);
}

static void
read_fold(WordReader *reader, Moments *moments, uint32 fold, MemoryContext context)
{
	FoldSums   *sums = &moments->fold[fold];
	double		of_rows[3];		/* rows, sum y, sum y^2 */
	double		rows;
	uint64		seen;
	uint64		next = 0;

	take_doubles(reader, of_rows, lengthof(of_rows));
	rows = of_rows[0];
	check_count(reader, rows, 0, (double) MOST_ROWS);
	sums->rows += rows;
	sums->y += of_rows[1];
	sums->yy += of_rows[2];
	seen = take_integer(reader);
	if (seen > moments->d || (moments->complete && rows > 0 && seen != moments->d))
		row_moments_malformed(reader->sqlstate, "The number of attributes seen is impossible.");
	if (moments->complete && rows > 0)
		have_sums(&sums->gram, context);
	for (; seen > 0; seen--)
	{
		uint64		i = take_integer(reader);
		Marginal	marginal;

		if (i < next || i >= moments->d)
			row_moments_malformed(reader->sqlstate, "The attributes are not in order.");
		next = i + 1;
		take_doubles(reader, (double *) &marginal, MARGINAL_WORDS);
		check_count(reader, marginal.n, moments->complete ? rows : 1, rows);
		if (!moments->complete)
			moments_add_marginal(&sums->marginal[i], &marginal);
		else if (rows > 0)
			gram_add_marginal(&sums->gram, i, marginal.x, marginal.xy);
	}
	if (!moments->complete)
	{
		uint64		form = take_integer(reader);

		if (form == TABLE)
			read_table(reader, &sums->pairs, rows, context, moments->head);
		else if (form == ROWS)
			read_rows(reader, &sums->pairs, rows, context);
		else
			read_cells(reader, form, &sums->pairs, rows, context);
	}
	else if (rows > 0)
		read_gram(reader, &sums->gram);
}

/* Types and names of the attributes, which fill the rest of the value. */
static void
read_names(RowMoments *object, const char *at, const char *end, int sqlstate)
{
	if ((Size) (end - at) < object->d)
		row_moments_malformed(sqlstate, "It ends too early.");
	object->type = palloc(sizeof(AttributeType) * object->d);
	object->name = palloc(sizeof(char *) * object->d);
	for (uint32 i = 0; i < object->d; i++)
	{
		object->type[i] = (AttributeType) *at++;
		if (object->type[i] != ATTRIBUTE_NUMBER && object->type[i] != ATTRIBUTE_BOOLEAN)
			row_moments_malformed(sqlstate, "The type of an attribute is unknown.");
	}
	for (uint32 i = 0; i < object->d; i++)
	{
		Size		length = strnlen(at, end - at);

		if (at + length == end || length == 0)
			row_moments_malformed(sqlstate, "The name of an attribute is missing.");
		object->name[i] = pstrdup(at);
		at += length + 1;
	}
	if (at != end)
		row_moments_malformed(sqlstate, "Something follows the names.");
}

/* Sizes first: nothing may be read beyond the value. */
static void
check_sizes(const FlatRowMoments *flat, int sqlstate)
{
	Size		header = offsetof(FlatRowMoments, word);
	Size		size = VARSIZE(flat);

	if (size < header || flat->words > (size - header) / sizeof(uint64) ||
		size != header + flat->words * sizeof(uint64) + flat->design_bytes + flat->names_bytes ||
		flat->design_bytes == 0)
		row_moments_malformed(sqlstate, "Its size is wrong.");
	if ((flat->flags & ~FLAT_FLAGS) != 0 ||
		flat->flags >> FLAT_TARGET_SHIFT > TARGET_BOOLEAN || flat->folds == 0 || flat->skipped > MOST_ROWS)
		row_moments_malformed(sqlstate, "Its header is wrong.");
}

/* An object with what is the same for all rows. */
static RowMoments *
create_with(MemoryContext parent, uint32 folds, bool complete, bool own_units)
{
	RowMoments *object = row_moments_create(parent);

	object->folds = folds;
	object->complete = complete;
	object->own_units = own_units;
	return object;
}

RowMoments *
row_moments_create_like(const RowMoments *model, MemoryContext parent)
{
	RowMoments *object = create_with(parent, model->folds, model->complete, model->own_units);
	MemoryContext old = MemoryContextSwitchTo(object->object.header.eoh_context);

	object->target = model->target;
	object->design = pstrdup(model->design);
	if (model->center)
	{
		object->center = palloc(sizeof(double) * model->d);
		memcpy(object->center, model->center, sizeof(double) * model->d);
	}
	if (model->name)
	{
		object->type = palloc(sizeof(AttributeType) * model->d);
		memcpy(object->type, model->type, sizeof(AttributeType) * model->d);
		object->name = palloc(sizeof(char *) * model->d);
		for (uint32 i = 0; i < model->d; i++)
			object->name[i] = pstrdup(model->name[i]);
	}
	if (model->d > 0)
		row_moments_start(object, model->d);
	MemoryContextSwitchTo(old);
	return object;
}

/* Words of the centre, which come before those of the sums. */
static Size
center_words(const FlatRowMoments *flat)
{
	return (flat->flags & FLAT_CENTER) != 0 ? flat->d : 0;
}

RowMoments *
row_moments_load_header(const FlatRowMoments *flat, MemoryContext parent, int sqlstate)
{
	RowMoments *object;
	MemoryContext old;
	WordReader	reader = {flat->word, flat->words, sqlstate};
	const char *text;

	check_sizes(flat, sqlstate);
	object = create_with(parent, flat->folds, (flat->flags & FLAT_COMPLETE) != 0,
						 (flat->flags & FLAT_OWN_UNITS) != 0);
	old = MemoryContextSwitchTo(object->object.header.eoh_context);
	object->d = flat->d;
	object->skipped = flat->skipped;
	object->target = (TargetType) (flat->flags >> FLAT_TARGET_SHIFT);
	if (center_words(flat) > 0)
	{
		if (flat->d > flat->words)
			row_moments_malformed(sqlstate, "It ends too early.");
		object->center = palloc(sizeof(double) * flat->d);
		take_doubles(&reader, object->center, flat->d);
	}
	text = (const char *) (flat->word + flat->words);
	if (strnlen(text, flat->design_bytes) != flat->design_bytes - 1)
		row_moments_malformed(sqlstate, "The design is no text.");
	object->design = pstrdup(text);
	if (flat->names_bytes > 0)
		read_names(object, text + flat->design_bytes, (const char *) flat + VARSIZE(flat),
				   sqlstate);
	MemoryContextSwitchTo(old);
	return object;
}

void
row_moments_add_sums(RowMoments *object, const FlatRowMoments *flat, int sqlstate)
{
	WordReader	reader = {flat->word, flat->words, sqlstate};

	(void) take_words(&reader, center_words(flat));
	if (flat->d > 0)
		for (uint32 f = 0; f < object->folds; f++)
		{
			CHECK_FOR_INTERRUPTS();
			read_fold(&reader, &object->moments, f, object->object.header.eoh_context);
		}
	if (object->d > 0)
		check_count(&reader, moments_rows(&object->moments), 0, (double) MOST_ROWS);
	if (reader.left > 0)
		row_moments_malformed(sqlstate, "Something follows the sums.");
}

RowMoments *
row_moments_load(const FlatRowMoments *flat, MemoryContext parent, int sqlstate)
{
	RowMoments *object = row_moments_load_header(flat, parent, sqlstate);

	if (flat->d > 0)
		row_moments_start(object, flat->d);
	row_moments_add_sums(object, flat, sqlstate);
	return object;
}

Datum
row_moments_datum(RowMoments *moments)
{
	return EOHPGetRWDatum(&moments->object.header);
}

RowMoments *
row_moments_writable(Datum value)
{
	if (!VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value)))
		return NULL;
	return (RowMoments *) DatumGetEOHP(value);
}

RowMoments *
row_moments_from_datum(Datum value, MemoryContext parent, const char *function)
{
	AerMoments *flat;
	RowMoments *object;

	moments_require(value, MOMENTS_OF_ROWS, function);
	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		return (RowMoments *) DatumGetEOHP(value);
	flat = moments_from_datum(value);
	object = row_moments_load((FlatRowMoments *) flat, parent, ERRCODE_DATA_CORRUPTED);
	if ((Pointer) flat != DatumGetPointer(value))
		pfree(flat);
	return object;
}
