/*
 * sampled_column.c
 *		One column of a sample of rows: its values and facts about them.
 */
#include "kernel/columns/sampled_column.h"

/* The fewest rows of a group, and the fewest values for a correlation, that count as evidence. */
#define LEAST_GROUP 10
#define LEAST_VALUES 20
#define SAME_AS_TARGET 0.9999

/*
 * An undeclared key needs LEAST_KEYS values.  Their range is at most DENSE times the rows; or it
 * is at most SPARSE times the rows, because others have rows in between, and so many pairs of
 * values would be equal if they were drawn at random from the range.
 */
#define LEAST_KEYS 100
#define DENSE 1.1
#define SPARSE 3.3
#define EXPECTED_TIES 10

/* Larger numbers are left out of correlations, because their squares could overflow. */
#define LARGEST_SQUARED 1e60

/* Quantiles are taken at multiples of 1 / LEVELS. */
#define LEVELS 200

/* Shares, or effective rows, that differ by less are equal: the unit of weights does not matter. */
#define SAME_SHARE 1e-9
#define SAME_WEIGHT 1e-6

#define SEED 0

typedef struct CategoryText
{
	uint32		slot;
	uint32		length;
} CategoryText;

typedef struct ValueOfTarget
{
	uint64		key;
	uint64		target;
	double		through;		/* sum of the weights of the values up to this one, in effective rows */
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
	uint64		most = (uint64) (room / 2) * (sizeof(CategoryText) + LONGEST_CATEGORY);

	return (uint32) Min(most, CATEGORY_BYTES);
}

void
sampled_column_init(Work *work, SampledColumn *column, SampledKind kind, uint32 room)
{
	*column = (SampledColumn) {.kind = kind, .room = room, .least = 2};
	column->key = WORK_ARRAY(work, room, uint64);
	column->there = WORK_ARRAY(work, room, bool);
	if (kind == SAMPLED_CATEGORY)
	{
		column->slots = slots_of(room);
		column->bytes = bytes_of(room);
		column->category = WORK_ARRAY(work, column->slots, CountedCategory);
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

/* All NaN are one value, the greatest; -0 is 0. */
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
sampled_column_null(SampledColumn *column)
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

/* Drops the texts of categories that were seen fewer than "least" times. */
static void
forget_texts(SampledColumn *column)
{
	uint32		used = 0;
	uint32		at = 0;

	while (at < column->used)
	{
		CategoryText	text;
		uint32		bytes;

		memcpy(&text, column->texts + at, sizeof(text));
		bytes = sizeof(text) + text.length;
		if (column->category[text.slot].times < column->least)
			column->category[text.slot].text = 0;
		else
		{
			memmove(column->texts + used, column->texts + at, bytes);
			column->category[text.slot].text = used + 1;
			used += bytes;
		}
		at += bytes;
	}
	column->used = used;
}

static void
keep_text(SampledColumn *column, uint32 slot, const char *text, uint32 length)
{
	CategoryText	head = {slot, length};
	CountedCategory *category = &column->category[slot];

	Assert(length <= LONGEST_CATEGORY);
	while (column->used + sizeof(head) + length > column->bytes)
	{
		column->least++;
		forget_texts(column);
	}
	if (category->times < column->least)
		return;
	category->text = column->used + 1;
	memcpy(column->texts + column->used, &head, sizeof(head));
	memcpy(column->texts + column->used + sizeof(head), text, length);
	column->used += sizeof(head) + length;
}

void
sampled_column_category(SampledColumn *column, uint64 hash, const char *text, uint32 length)
{
	uint32		slot = (uint32) hash & (column->slots - 1);
	CountedCategory *category;

	add(column, true, hash);
	if (text == NULL)
		return;
	while ((category = &column->category[slot])->times > 0 && category->hash != hash)
		slot = (slot + 1) & (column->slots - 1);
	category->hash = hash;
	category->times++;
	if (category->text == 0 && category->times >= column->least)
		keep_text(column, slot, text, length);
}

/* Returns true if a is listed before b. */
static bool
comes_before(const ListedCategory *a, const ListedCategory *b)
{
	int			order;

	if (fabs(a->share - b->share) > SAME_SHARE)
		return a->share > b->share;
	order = memcmp(a->text, b->text, Min(a->length, b->length));
	return order != 0 ? order < 0 : a->length < b->length;
}

/* Returns the sums of the weights of each category, [slots], as shares of all values. */
static double *
find_shares(Work *work, const SampledColumn *column, const double *weight)
{
	double	   *share = WORK_ARRAY(work, column->slots, double);
	double		all = 0;

	memset(share, 0, sizeof(double) * column->slots);
	for (uint32 i = 0; i < column->rows; i++)
	{
		uint32		slot = (uint32) column->key[i] & (column->slots - 1);

		if (!column->there[i])
			continue;
		all += weight[i];
		while (column->category[slot].times > 0 && column->category[slot].hash != column->key[i])
			slot = (slot + 1) & (column->slots - 1);
		share[slot] += weight[i];
	}
	for (uint32 slot = 0; slot < column->slots; slot++)
		share[slot] /= all;
	return share;
}

uint32
sampled_column_categories(Work *work, const SampledColumn *column, const double *weight,
						  ListedCategory *list, bool *repeated)
{
	Work	   *scratch = work_begin(work);
	const double *share = find_shares(scratch, column, weight);
	uint32		n = 0;

	*repeated = false;
	for (uint32 slot = 0; slot < column->slots; slot++)
	{
		const CountedCategory *category = &column->category[slot];
		CategoryText	head;
		ListedCategory	listed;
		uint32		place;

		*repeated |= category->times > 1;
		if (category->text == 0 || category->times < column->least)
			continue;
		memcpy(&head, column->texts + category->text - 1, sizeof(head));
		listed = (ListedCategory) {column->texts + category->text - 1 + sizeof(head), head.length,
			share[slot]};
		for (place = n; place > 0 && comes_before(&listed, &list[place - 1]); place--)
			if (place < LISTED_CATEGORIES)
				list[place] = list[place - 1];
		if (place == LISTED_CATEGORIES)
			continue;
		list[place] = listed;
		if (n < LISTED_CATEGORIES)
			n++;
	}
	work_end(scratch);
	return n;
}

uint32 *
sampled_column_places(Work *work, const SampledColumn *column, const ListedCategory *list, uint32 n)
{
	uint32	   *place = WORK_ARRAY(work, column->rows, uint32);
	Work	   *scratch = work_begin(work);
	uint32	   *of_slot = WORK_ARRAY(scratch, column->slots, uint32);

	for (uint32 k = 0; k < n; k++)
	{
		CategoryText	head;

		memcpy(&head, list[k].text - sizeof(head), sizeof(head));
		of_slot[head.slot] = k + 1;
	}
	for (uint32 i = 0; i < column->rows; i++)
	{
		uint32		slot = (uint32) column->key[i] & (column->slots - 1);

		while (column->category[slot].times > 0 && column->category[slot].hash != column->key[i])
			slot = (slot + 1) & (column->slots - 1);
		place[i] = column->there[i] ? of_slot[slot] : 0;
	}
	work_end(scratch);
	return place;
}

static int
compare_keys(const void *a, const void *b)
{
	uint64		x = ((const ValueOfTarget *) a)->key;
	uint64		y = ((const ValueOfTarget *) b)->key;

	return x < y ? -1 : x > y;
}

/* The target in the rows of one value. */
typedef struct Group
{
	uint32		rows;
	uint64		target;			/* of the first row */
	bool		mixed;			/* the rows have different targets */
} Group;

static void
group_add(Group *group, uint64 target)
{
	if (group->rows++ == 0)
		group->target = target;
	else
		group->mixed |= target != group->target;
}

/* Evidence that the target is a function of the value, beyond values that were seen only once. */
typedef struct Dependence
{
	bool		mixed;			/* a value has different targets */
	uint32		in_groups;		/* rows of frequent values */
	uint64		target;			/* of the first frequent value */
	bool		varies;			/* another frequent value has another target */
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

/* Returns true if the value determines the target.  value: sorted by key. */
static bool
determines_target(const SampledColumn *column, const SampledColumn *target, const ValueOfTarget *value)
{
	Group		none = {0};
	Group		some = {0};
	Dependence	dependence = {0};

	for (uint32 i = 0; i < column->rows; i++)
		group_add(column->there[i] ? &some : &none, target->key[i]);
	/* whether the value is NULL determines the target */
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

bool
sampled_column_measured(const SampledColumn *column, uint32 row, double *number)
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
 * Returns true if a threshold of the column separates two values of the target, with at least
 * LEAST_GROUP rows on each side and three distinct values.  value: sorted by key.
 */
static bool
has_threshold(const SampledColumn *column, const ValueOfTarget *value, uint32 distinct)
{
	uint32		n = column->values;
	uint32		below = 0;

	if (column->kind == SAMPLED_CATEGORY || column->values < column->rows || distinct < 3)
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
correlation(const SampledColumn *column, const SampledColumn *target, const double *weight)
{
	double		mean_x = 0;
	double		mean_y = 0;
	double		xx = 0;
	double		yy = 0;
	double		xy = 0;
	double		weights = 0;
	double		x;
	double		y;

	if (column->values < LEAST_VALUES || column->kind == SAMPLED_CATEGORY || target->kind == SAMPLED_CATEGORY)
		return 0;
	for (uint32 i = 0; i < column->rows; i++)
		if (sampled_column_measured(column, i, &x) && sampled_column_measured(target, i, &y))
		{
			weights += weight[i];
			mean_x += (x - mean_x) * weight[i] / weights;
			mean_y += (y - mean_y) * weight[i] / weights;
		}
	for (uint32 i = 0; i < column->rows; i++)
		if (sampled_column_measured(column, i, &x) && sampled_column_measured(target, i, &y))
		{
			xx += weight[i] * (x - mean_x) * (x - mean_x);
			yy += weight[i] * (y - mean_y) * (y - mean_y);
			xy += weight[i] * (x - mean_x) * (y - mean_y);
		}
	return xx > 0 && yy > 0 ? fabs(xy) / (sqrt(xx) * sqrt(yy)) : 0;
}

/*
 * Returns true if an integer numbers the rows, like an undeclared key.  Either its range is not
 * much wider than the number of rows, and it rises from row to row with at most one exception,
 * because the table may have been filled from the middle of another one.  Or all values are
 * distinct, in any order, and would repeat in their range if they were drawn at random.
 */
static bool
numbers_rows(const SampledColumn *column, double source_rows, const ValueOfTarget *value, uint32 distinct)
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
	if (n >= LEAST_KEYS && n == column->rows && distinct == n &&
		((double) range < DENSE * source_rows ||
		 ((double) range < SPARSE * source_rows && (double) n * n > 2.0 * EXPECTED_TIES * range)))
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

/* Returns the first value with more than "rows" effective rows up to it. */
static SampledPoint
value_beyond(const SampledColumn *column, const ValueOfTarget *value, double rows)
{
	uint32		low = 0;
	uint32		high = column->values - 1;

	while (low < high)
	{
		uint32		middle = low + (high - low) / 2;

		if (value[middle].through > rows)
			high = middle;
		else
			low = middle + 1;
	}
	return point(column->kind, value[low].key);
}

/*
 * Returns the quantile at i / LEVELS; of numbers it is interpolated, as by percentile_cont over
 * effective rows.
 */
static SampledPoint
level(const SampledColumn *column, const ValueOfTarget *value, uint32 i)
{
	double		share = (double) i / LEVELS;
	double		n = value[column->values - 1].through;
	SampledPoint low;

	if (column->kind == SAMPLED_TIME)
		return value_beyond(column, value, share * n - SAME_WEIGHT);
	else
	{
		double		place = share * Max(n - 1, 0);
		double		whole = floor(place);
		SampledPoint high = value_beyond(column, value, ceil(place) + SAME_WEIGHT);

		low = value_beyond(column, value, whole + SAME_WEIGHT);
		if (whole < place)
			low.number += (place - whole) * (high.number - low.number);
	}
	return low;
}

/*
 * Finds the quartiles.  If one of them is the smallest or largest value, as with counts that are
 * mostly 0, or all are equal, the quartiles of the other quantiles are taken.  Returns false if
 * there are none.
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
count_distinct(const SampledColumn *column, const ValueOfTarget *value)
{
	uint32		distinct = 1;

	for (uint32 i = 1; i < column->values; i++)
		distinct += value[i].key != value[i - 1].key;
	return distinct;
}

/* Lists the distinct values unless one row alone has a value between the smallest and the largest. */
static void
list_values(const SampledColumn *column, const ValueOfTarget *value, SampledFacts *facts)
{
	uint32		n = column->values;

	for (uint32 i = 0; i < n; i++)
	{
		uint64		key = value[i].key;
		bool		repeated = (i > 0 && value[i - 1].key == key) || (i + 1 < n && value[i + 1].key == key);

		if (!repeated && key != value[0].key && key != value[n - 1].key)
		{
			facts->listed = 0;
			return;
		}
		if (i == 0 || value[i - 1].key != key)
			facts->value[facts->listed++] = point(column->kind, key);
	}
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

/*
 * Writes the values to value[values], sorted by key, and adds up their weights in effective rows:
 * sum w / sum w^2 of all rows times the weight.
 */
static void
sort_values(const SampledColumn *column, const SampledColumn *target, const double *weight,
			ValueOfTarget *value)
{
	double		sum = 0;
	double		squares = 0;
	double		through = 0;
	uint32		n = 0;

	for (uint32 i = 0; i < column->rows; i++)
	{
		sum += weight[i];
		squares += weight[i] * weight[i];
		if (column->there[i])
			value[n++] = (ValueOfTarget) {column->key[i], target->key[i], weight[i]};
	}
	qsort(value, n, sizeof(ValueOfTarget), compare_keys);
	for (uint32 i = 0; i < n; i++)
		value[i].through = through += value[i].through * (sum / squares);
}

/* value: scratch for all rows. */
static void
find_facts(const SampledColumn *column, const SampledColumn *target, const double *weight,
		   double source_rows, ValueOfTarget *value, SampledFacts *facts)
{
	uint32		n = column->values;

	if (n == 0)
		return;
	sort_values(column, target, weight, value);
	facts->distinct = count_distinct(column, value);
	facts->finite = is_finite(column, value);
	facts->correlation = correlation(column, target, weight);
	facts->determines_target = determines_target(column, target, value) || facts->correlation >= SAME_AS_TARGET;
	facts->threshold = has_threshold(column, value, facts->distinct);
	facts->numbers_rows = numbers_rows(column, source_rows, value, facts->distinct);
	if (column->kind == SAMPLED_BOOLEAN || column->kind == SAMPLED_CATEGORY || !facts->finite)
		return;
	facts->low = point(column->kind, value[0].key);
	facts->high = point(column->kind, value[n - 1].key);
	facts->median = level(column, value, LEVELS / 2);
	facts->curved = facts->distinct > MOST_LISTED_VALUES && quartiles(column, value, facts);
	if (facts->distinct <= MOST_LISTED_VALUES)
		list_values(column, value, facts);
}

void
sampled_column_facts(Work *work, const SampledColumn *column, const SampledColumn *target,
					 const double *weight, double source_rows, SampledFacts *facts)
{
	Work	   *scratch = work_begin(work);

	memset(facts, 0, sizeof(*facts));
	find_facts(column, target, weight, source_rows, WORK_ARRAY(scratch, column->rows, ValueOfTarget), facts);
	work_end(scratch);
}

void
sampled_rows_init(SampledRows *sample, uint64 size, uint64 rows)
{
	rng_seed(&sample->rng, SEED);
	sample->left = rows;
	sample->wanted = size;
}

bool
sampled_rows_next(SampledRows *sample)
{
	bool		taken;

	if (sample->left == 0)
		return false;
	taken = rng_below_wide(&sample->rng, sample->left) < sample->wanted;
	sample->left--;
	sample->wanted -= taken;
	return taken;
}
