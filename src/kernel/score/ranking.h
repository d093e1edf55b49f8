/*
 * ranking.h
 *		Scores of rows with low and high targets, for the ROC curve and the area
 *		under it.
 *
 * A ranking is a list of scores.  When it has RANKING_MOST entries, it is reduced
 * to RANKING_BINS bins with equal numbers of rows, and more entries follow.  Every
 * row counts, but pairs within a bin become ties.  Up to RANKING_MOST rows the area
 * is exact, however the rows are ordered or split into parts.
 *
 * All numbers are doubles, so that a float8[] can hold a ranking.
 */
#ifndef AER_RANKING_H
#define AER_RANKING_H

#include "kernel/kernel.h"

#define RANKING_MOST 1000000
#define RANKING_BINS 4096

/* Rows with one score, or the rows of a bin with their mean score. */
typedef struct RankedRows
{
	double		score;
	double		low;			/* weight of the rows with a low target */
	double		high;			/* weight of the rows with a high target */
} RankedRows;

typedef struct Ranking
{
	double		room;			/* entries for which there is room */
	double		n;				/* entries */
	RankedRows	entry[FLEXIBLE_ARRAY_MEMBER];
} Ranking;

/* The number of doubles in a ranking with this room. */
#define RANKING_NUMBERS(room) (2 + 3 * (size_t) (room))

/*
 * Returns the room that a ranking needs before so many more entries are added, which
 * is its own room if that is enough.  ranking: NULL for a new one.
 */
extern size_t ranking_room_for(const Ranking *ranking, size_t more);

/* Initialises RANKING_NUMBERS(room) doubles as a copy of another ranking, or as empty for NULL. */
extern void ranking_init(Ranking *ranking, size_t room, const Ranking *from);

/* Adds a row, whose weight is above 0. */
extern void ranking_add(Ranking *ranking, double score, bool high, double weight);

/* Adds the rows of another ranking. */
extern void ranking_merge(Ranking *ranking, const Ranking *other);

/*
 * Returns the area under the ROC curve: the share of pairs of a high and a low row in
 * which the high row has the larger score; a tie counts a half.  NaN if all targets are
 * equal.  Sorts the entries.
 */
extern double ranking_area(Ranking *ranking);

/* A point of the ROC curve: the rows at or above a score. */
typedef struct RankingPoint
{
	double		score;
	double		low;
	double		high;
} RankingPoint;

/*
 * Writes at most most >= 1 points of the ROC curve to point[], from the largest score to
 * the smallest, and returns their number.  If there are more scores than that, the points
 * have about equal numbers of rows between them.  Sorts the entries.
 */
extern size_t ranking_curve(Ranking *ranking, size_t most, RankingPoint *point);

#endif							/* AER_RANKING_H */
