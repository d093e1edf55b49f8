/*
 * sampled_column.c
 *		One column of a sample of rows: its values, in bounded memory, and what
 *		they say.
 */
#include "kernel/columns/sampled_column.h"

/* More values than these are no codes, so that a number may bend. */
#define FEW_VALUES 10

/* Groups of fewer rows, or correlations over fewer values, say nothing of the target. */
#define LEAST_GROUP 10
#define LEAST_VALUES 20
#define SAME_AS_TARGET 0.9999

/* Values of an undeclared key: so many at least, and their range at most so many times as wide as there are rows. */
#define LEAST_KEYS 100
#define DENSE 1.1

/* Squares of larger numbers are not summed. */
#define LARGEST_SQUARED 1e60

/* Values are divided into so many parts of as many values. */
#define LEVELS 200

#define SEED 0

typedef struct WordText
{
	uint32		slot;
	uint32		length;
} WordText;

typedef struct ValueOfTarget
{
	uint64		key;
	uint64		target;
} ValueOfTarget;

static uint32
slots_of(uint32 room)
{
	uint32		slots = 4;

	while (slots < room + room / 4)
		slots *= 2;
	return slots;
}

static uint32
bytes_of(uint32 room)
{
	uint64		most = (uint64) (room / 2) * (sizeof(WordText) + LONGEST_WORD);

	return (uint32) Min(most, WORD_BYTES);
}

void
sampled_column_init(Work *work, SampledColumn *column, SampledKind kind, uint32 room)
{
	*column = (SampledColumn) {.kind = kind, .room = room, .least = 2};
	column->key = WORK_ARRAY(work, room, uint64);
	column->there = WORK_ARRAY(work, room, bool);
	if (kind == SAMPLED_WORD)
	{
		column->slots = slots_of(room);
		column->bytes = bytes_of(room);
		column->word = WORK_ARRAY(work, column->slots, CountedWord);
		column->texts = WORK_ARRAY(work, column->bytes, char);
	}
}

#define SIGN_BIT (UINT64CONST(1) << 63)

static uint64
key_of_integer(int64 value)
{
	return (uint64) value ^ SIGN_BIT;
}

static int64
integer_of_key(uint64 key)
{
	return (int64) (key ^ SIGN_BIT);
}

/* NaN is one value, and the greatest; -0 is 0. */
static uint64
key_of_number(double value)
{
	union
	{
		double		number;
		uint64		bits;
	}			u = {.number = value == 0 ? 0 : value};

	if (isnan(value))
		return PG_UINT64_MAX;
	return u.bits & SIGN_BIT ? ~u.bits : u.bits | SIGN_BIT;
}

static double
number_of_key(uint64 key)
{
	union
	{
		double		number;
		uint64		bits;
	}			u = {.bits = key & SIGN_BIT ? key & ~SIGN_BIT : ~key};

	return u.number;
}

static void
add(SampledColumn *column, bool there, uint64 key)
{
	Assert(column->rows < column->room);
	column->key[column->rows] = key;
	column->there[column->rows] = there;
	column->rows++;
	column->values += there;
}

void
sampled_column_none(SampledColumn *column)
{
	add(column, false, 0);
}

void
sampled_column_number(SampledColumn *column, double value)
{
	add(column, true, key_of_number(value));
}

void
sampled_column_integer(SampledColumn *column, int64 value)
{
	add(column, true, key_of_integer(value));
}

/* Forget the texts of words that are there fewer times than "least". */
static void
forget_texts(SampledColumn *column)
{
	uint32		used = 0;
	uint32		at = 0;

	while (at < column->used)
	{
		WordText	text;
		uint32		bytes;

		memcpy(&text, column->texts + at, sizeof(text));
		bytes = sizeof(text) + text.length;
		if (column->word[text.slot].times < column->least)
			column->word[text.slot].text = 0;
		else
		{
			memmove(column->texts + used, column->texts + at, bytes);
			column->word[text.slot].text = used + 1;
			used += bytes;
		}
		at += bytes;
	}
	column->used = used;
}

static void
keep_text(SampledColumn *column, uint32 slot, const char *text, uint32 length)
{
	WordText	head = {slot, length};
	CountedWord *word = &column->word[slot];

	Assert(length <= LONGEST_WORD);
	while (column->used + sizeof(head) + length > column->bytes)
	{
		column->least++;
		forget_texts(column);
	}
	if (word->times < column->least)
		return;
	word->text = column->used + 1;
	memcpy(column->texts + column->used, &head, sizeof(head));
	memcpy(column->texts + column->used + sizeof(head), text, length);
	column->used += sizeof(head) + length;
}

void
sampled_column_word(SampledColumn *column, uint64 hash, const char *text, uint32 length)
{
	uint32		slot = (uint32) hash & (column->slots - 1);
	CountedWord *word;

	add(column, true, hash);
	if (text == NULL)
		return;
	while ((word = &column->word[slot])->times > 0 && word->hash != hash)
		slot = (slot + 1) & (column->slots - 1);
	word->hash = hash;
	word->times++;
	if (word->text == 0 && word->times >= column->least)
		keep_text(column, slot, text, length);
}

/* Is the one listed before the other? */
static bool
comes_before(const ListedWord *a, const ListedWord *b)
{
	int			order;

	if (a->times != b->times)
		return a->times > b->times;
	order = memcmp(a->text, b->text, Min(a->length, b->length));
	return order != 0 ? order < 0 : a->length < b->length;
}

uint32
sampled_column_words(const SampledColumn *column, ListedWord *list, bool *repeated)
{
	uint32		n = 0;

	*repeated = false;
	for (uint32 slot = 0; slot < column->slots; slot++)
	{
		const CountedWord *word = &column->word[slot];
		WordText	head;
		ListedWord	listed;
		uint32		place;

		*repeated |= word->times > 1;
		if (word->text == 0 || word->times < column->least)
			continue;
		memcpy(&head, column->texts + word->text - 1, sizeof(head));
		listed = (ListedWord) {column->texts + word->text - 1 + sizeof(head), head.length, word->times};
		for (place = n; place > 0 && comes_before(&listed, &list[place - 1]); place--)
			if (place < LISTED_WORDS)
				list[place] = list[place - 1];
		if (place == LISTED_WORDS)
			continue;
		list[place] = listed;
		if (n < LISTED_WORDS)
			n++;
	}
	return n;
}

static int
compare_keys(const void *a, const void *b)
{
	uint64		x = ((const ValueOfTarget *) a)->key;
	uint64		y = ((const ValueOfTarget *) b)->key;

	return x < y ? -1 : x > y;
}

/* Rows of one value: is the target the same in all of them? */
typedef struct Group
{
	uint32		rows;
	uint64		target;			/* of the first */
	bool		mixed;
} Group;

static void
group_add(Group *group, uint64 target)
{
	if (group->rows++ == 0)
		group->target = target;
	else
		group->mixed |= target != group->target;
}

/* Is the target a function of the value, and not only because most values are there once? */
typedef struct Dependence
{
	bool		mixed;
	uint32		in_groups;		/* rows of values that are often there, */
	uint64		target;			/* the target of the first of these, */
	bool		varies;			/* and is another one another? */
} Dependence;

static void
dependence_add(Dependence *dependence, const Group *group)
{
	dependence->mixed |= group->mixed;
	if (group->rows < LEAST_GROUP)
		return;
	if (dependence->in_groups == 0)
		dependence->target = group->target;
	else
		dependence->varies |= group->target != dependence->target;
	dependence->in_groups += group->rows;
}

/* value: sorted by key. */
static bool
says_target(const SampledColumn *column, const SampledColumn *target, const ValueOfTarget *value)
{
	Group		none = {0};
	Group		some = {0};
	Dependence	dependence = {0};

	for (uint32 i = 0; i < column->rows; i++)
		group_add(column->there[i] ? &some : &none, target->key[i]);
	/* whether it is there says it */
	if (some.rows >= LEAST_GROUP && none.rows >= LEAST_GROUP && !some.mixed && !none.mixed)
		return some.target != none.target;
	if (none.mixed)
		return false;
	if (none.rows > 0)
		dependence_add(&dependence, &none);
	for (uint32 i = 0; i < column->values && !dependence.mixed;)
	{
		Group		group = {0};
		uint64		key = value[i].key;

		for (; i < column->values && value[i].key == key; i++)
			group_add(&group, value[i].target);
		dependence_add(&dependence, &group);
	}
	return !dependence.mixed && dependence.varies &&
		10 * (uint64) dependence.in_groups >= 9 * (uint64) column->rows;
}

/* The value of a row as a number whose square can be summed; false: it has none. */
static bool
measured(const SampledColumn *column, uint32 row, double *number)
{
	if (!column->there[row])
		return false;
	if (column->kind == SAMPLED_NUMBER)
	{
		*number = number_of_key(column->key[row]);
		return fabs(*number) <= LARGEST_SQUARED;
	}
	*number = (double) integer_of_key(column->key[row]);
	return column->kind != SAMPLED_TIME || (column->key[row] != 0 && column->key[row] != PG_UINT64_MAX);
}

/*
 * value, sorted by key: are all rows of one value of the target below all of its other one, ten
 * at least of each, at three values of the column or more?
 */
static bool
has_threshold(const SampledColumn *column, const ValueOfTarget *value, uint32 different)
{
	uint32		n = column->values;
	uint32		below = 0;

	if (column->kind == SAMPLED_WORD || column->values < column->rows || different < 3)
		return false;
	while (below < n && value[below].target == value[0].target)
		below++;
	for (uint32 i = below; i < n; i++)
		if (value[i].target != value[below].target)
			return false;
	return below >= LEAST_GROUP && n - below >= LEAST_GROUP && value[below - 1].key != value[below].key;
}

/* The size of the correlation; 0 where there are few values, or none that can be measured. */
static double
correlation(const SampledColumn *column, const SampledColumn *target)
{
	double		mean_x = 0;
	double		mean_y = 0;
	double		xx = 0;
	double		yy = 0;
	double		xy = 0;
	uint32		n = 0;
	double		x;
	double		y;

	if (column->values < LEAST_VALUES || column->kind == SAMPLED_WORD || target->kind == SAMPLED_WORD)
		return 0;
	for (uint32 i = 0; i < column->rows; i++)
		if (measured(column, i, &x) && measured(target, i, &y))
		{
			n++;
			mean_x += (x - mean_x) / n;
			mean_y += (y - mean_y) / n;
		}
	for (uint32 i = 0; i < column->rows; i++)
		if (measured(column, i, &x) && measured(target, i, &y))
		{
			xx += (x - mean_x) * (x - mean_x);
			yy += (y - mean_y) * (y - mean_y);
			xy += (x - mean_x) * (y - mean_y);
		}
	return xx > 0 && yy > 0 ? fabs(xy) / (sqrt(xx) * sqrt(yy)) : 0;
}

/*
 * Does an integer number the rows, as a key does that nobody declared?  In a range not
 * much wider than there are rows each is larger than the one before, but once: the
 * table may have been filled from the middle of another one.  Or, in whatever order,
 * every row has another one in a range that has hardly more numbers than there are rows.
 */
static bool
numbers_rows(const SampledColumn *column, double source_rows, const ValueOfTarget *value, uint32 different)
{
	uint32		n = column->values;
	uint64		range;
	uint64		before = 0;
	uint32		falls = 0;

	if (column->kind != SAMPLED_INTEGER || n < LEAST_VALUES)
		return false;
	range = value[n - 1].key - value[0].key;
	if (range < n / 2 - 1 || (double) range >= 10.0 * source_rows / column->rows * n)
		return false;
	if (n >= LEAST_KEYS && n == column->rows && different == n && (double) range < DENSE * source_rows)
		return true;
	for (uint32 i = 0; i < column->rows; i++)
		if (column->there[i])
		{
			falls += column->key[i] <= before;
			before = column->key[i];
		}
	return falls <= 1;
}

static SampledPoint
point(SampledKind kind, uint64 key)
{
	SampledPoint at;

	if (kind == SAMPLED_NUMBER)
		at.number = number_of_key(key);
	else if (kind == SAMPLED_INTEGER)
		at.number = (double) integer_of_key(key);
	else
		at.time = integer_of_key(key);
	return at;
}

static bool
less(SampledKind kind, SampledPoint a, SampledPoint b)
{
	return kind == SAMPLED_TIME ? a.time < b.time : a.number < b.number;
}

/* What i of LEVELS values are below: of numbers in between two, as continuous percentiles of SQL are. */
static SampledPoint
level(const SampledColumn *column, const ValueOfTarget *value, uint32 i)
{
	double		share = (double) i / LEVELS;
	uint32		n = column->values;
	SampledPoint low;

	if (column->kind == SAMPLED_TIME)
		return point(column->kind, value[Max((uint32) ceil(share * n), 1) - 1].key);
	else
	{
		double		place = share * (n - 1);
		double		whole = floor(place);
		SampledPoint high = point(column->kind, value[(uint32) ceil(place)].key);

		low = point(column->kind, value[(uint32) whole].key);
		if (whole < place)
			low.number += (place - whole) * (high.number - low.number);
	}
	return low;
}

/*
 * Quartiles; where one is the least value or the largest, as with counts that are mostly
 * 0, or all are the same value, those of the levels beside it.  False: there are none.
 */
static bool
quartiles(const SampledColumn *column, const ValueOfTarget *value, SampledFacts *facts)
{
	SampledKind kind = column->kind;
	SampledPoint *quartile = facts->quartile;
	SampledPoint beside[LEVELS];
	bool		inside;
	bool		apart;
	uint32		n = 0;

	for (uint32 q = 0; q < 3; q++)
		quartile[q] = level(column, value, (q + 1) * LEVELS / 4);
	inside = less(kind, facts->low, quartile[0]) && less(kind, quartile[2], facts->high);
	apart = less(kind, quartile[0], quartile[2]);
	if (inside && apart)
		return true;
	for (uint32 i = 1; i < LEVELS; i++)
	{
		SampledPoint at = level(column, value, i);

		if (less(kind, facts->low, at) && less(kind, at, facts->high) &&
			(apart || less(kind, at, quartile[1]) || less(kind, quartile[1], at)))
			beside[n++] = at;
	}
	for (uint32 q = 0; q < 3 && n > 0; q++)
		quartile[q] = beside[(uint32) ceil((q + 1) / 4.0 * n) - 1];
	return inside || n > 0;
}

static uint32
count_different(const SampledColumn *column, const ValueOfTarget *value)
{
	uint32		different = 1;

	for (uint32 i = 1; i < column->values; i++)
		different += value[i].key != value[i - 1].key;
	return different;
}

static bool
is_finite(const SampledColumn *column, const ValueOfTarget *value)
{
	uint64		low = value[0].key;
	uint64		high = value[column->values - 1].key;

	if (column->kind == SAMPLED_TIME)
		return low != 0 && high != PG_UINT64_MAX;
	if (column->kind == SAMPLED_NUMBER)
		return isfinite(number_of_key(low)) && isfinite(number_of_key(high));
	return true;
}

/* value: with room for all rows. */
static void
find_facts(const SampledColumn *column, const SampledColumn *target, double source_rows,
		   ValueOfTarget *value, SampledFacts *facts)
{
	uint32		n = 0;

	for (uint32 i = 0; i < column->rows; i++)
		if (column->there[i])
			value[n++] = (ValueOfTarget) {column->key[i], target->key[i]};
	if (n == 0)
		return;
	qsort(value, n, sizeof(ValueOfTarget), compare_keys);
	facts->different = count_different(column, value);
	facts->finite = is_finite(column, value);
	facts->correlation = correlation(column, target);
	facts->says = says_target(column, target, value) || facts->correlation >= SAME_AS_TARGET;
	facts->threshold = has_threshold(column, value, facts->different);
	facts->numbers = numbers_rows(column, source_rows, value, facts->different);
	if (column->kind == SAMPLED_TRUTH || column->kind == SAMPLED_WORD || !facts->finite)
		return;
	facts->low = point(column->kind, value[0].key);
	facts->high = point(column->kind, value[n - 1].key);
	facts->median = level(column, value, LEVELS / 2);
	facts->bends = facts->different > FEW_VALUES && quartiles(column, value, facts);
}

void
sampled_column_facts(Work *work, const SampledColumn *column, const SampledColumn *target,
					 double source_rows, SampledFacts *facts)
{
	Work	   *scratch = work_begin(work);

	memset(facts, 0, sizeof(*facts));
	find_facts(column, target, source_rows, WORK_ARRAY(scratch, column->rows, ValueOfTarget), facts);
	work_end(scratch);
}

void
sampled_rows_init(SampledRows *sample, uint64 wanted, uint64 rows)
{
	rng_seed(&sample->rng, SEED);
	sample->left = rows;
	sample->wanted = wanted;
}

bool
sampled_rows_take(SampledRows *sample)
{
	bool		taken;

	if (sample->left == 0)
		return false;
	taken = rng_below_wide(&sample->rng, sample->left) < sample->wanted;
	sample->left--;
	sample->wanted -= taken;
	return taken;
}
