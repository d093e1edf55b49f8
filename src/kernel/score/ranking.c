/*
 * ranking.c
 *		Scores of rows with low and high targets, for the ROC curve and the area
 *		under it.
 */
#include "kernel/score/ranking.h"

/* The least room of a ranking. */
#define LEAST_ROOM 64

/* Larger scores count as equal to it, so that the mean of a bin does not overflow. */
#define LARGEST_SCORE 1e300

size_t
ranking_room_for(const Ranking *ranking, size_t more)
{
	size_t		room = ranking ? (size_t) ranking->room : 0;
	size_t		n = (ranking ? (size_t) ranking->n : 0) + more;

	if (n <= room || room >= RANKING_MOST)
		return room;
	return Min(RANKING_MOST, Max(Max(2 * room, n), LEAST_ROOM));
}

void
ranking_init(Ranking *ranking, size_t room, const Ranking *from)
{
	ranking->n = 0;
	if (from != NULL)
		memcpy(ranking, from, RANKING_NUMBERS(from->n) * sizeof(double));
	ranking->room = room;
}

static int
compare_scores(const void *a, const void *b)
{
	double		x = ((const RankedRows *) a)->score;
	double		y = ((const RankedRows *) b)->score;

	return x < y ? -1 : x > y;
}

static void
sort(Ranking *ranking)
{
	qsort(ranking->entry, (size_t) ranking->n, sizeof(RankedRows), compare_scores);
}

/*
 * Reduces the entries to bins with equal shares of the rows.  There are at most
 * RANKING_BINS bins, even if the numbers come from a forged state.
 */
static void
make_bins(Ranking *ranking)
{
	RankedRows *bins = ranking->entry;	/* in place: no bin is ahead of its rows */
	double		total = 0;
	double		before = 0;
	size_t		full = 0;		/* bins, the last of which is open */

	sort(ranking);
	for (size_t i = 0; i < ranking->n; i++)
		total += ranking->entry[i].low + ranking->entry[i].high;
	for (size_t i = 0; i < ranking->n; i++)
	{
		RankedRows	next = ranking->entry[i];
		double		rows = next.low + next.high;

		if (full == 0 || (full < RANKING_BINS && before >= full * total / RANKING_BINS))
			bins[full++] = next;
		else
		{
			RankedRows *open = &bins[full - 1];

			open->low += next.low;
			open->high += next.high;
			open->score += (next.score - open->score) * rows / (open->low + open->high);
		}
		before += rows;
	}
	ranking->n = full;
}

static void
add_rows(Ranking *ranking, const RankedRows *rows)
{
	if (ranking->n >= ranking->room)
		make_bins(ranking);
	ranking->entry[(size_t) ranking->n++] = *rows;
}

void
ranking_add(Ranking *ranking, double score, bool high, double weight)
{
	RankedRows	row = {
		.score = fmax(fmin(score, LARGEST_SCORE), -LARGEST_SCORE),
		.low = high ? 0 : weight,
		.high = high ? weight : 0
	};

	add_rows(ranking, &row);
}

void
ranking_merge(Ranking *ranking, const Ranking *other)
{
	for (size_t i = 0; i < other->n; i++)
		add_rows(ranking, &other->entry[i]);
}

/* Sums the rows that tie with entry i of a sorted ranking; returns the entry after them. */
static size_t
sum_ties(const Ranking *ranking, size_t i, double *low, double *high)
{
	double		score = ranking->entry[i].score;

	*low = *high = 0;
	do
	{
		*low += ranking->entry[i].low;
		*high += ranking->entry[i].high;
	} while (++i < ranking->n && ranking->entry[i].score == score);
	return i;
}

double
ranking_area(Ranking *ranking)
{
	double		low = 0;
	double		high = 0;
	double		pairs = 0;

	sort(ranking);
	for (size_t i = 0; i < ranking->n;)
	{
		double		tied_low;
		double		tied_high;

		i = sum_ties(ranking, i, &tied_low, &tied_high);
		pairs += tied_high * (low + tied_low / 2);
		low += tied_low;
		high += tied_high;
	}
	return pairs / (low * high);
}

size_t
ranking_curve(Ranking *ranking, size_t most, RankingPoint *point)
{
	size_t		n = (size_t) ranking->n;
	size_t		scores = 0;
	size_t		points = 0;
	double		total = 0;
	RankingPoint sum = {0, 0, 0};

	sort(ranking);
	for (size_t i = 0; i < n; i++)
	{
		total += ranking->entry[i].low + ranking->entry[i].high;
		scores += i == 0 || ranking->entry[i].score != ranking->entry[i - 1].score;
	}
	for (size_t i = n; i-- > 0;)
	{
		sum.score = ranking->entry[i].score;
		sum.low += ranking->entry[i].low;
		sum.high += ranking->entry[i].high;
		if (i > 0 && ranking->entry[i - 1].score == sum.score)
			continue;
		if (scores <= most || i == 0 || sum.low + sum.high >= (points + 1) * total / most)
			point[points++] = sum;
	}
	return points;
}
