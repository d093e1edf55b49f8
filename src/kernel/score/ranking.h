/*
 * ranking.h
 *		Scores of low and of high targets, kept for the chance that a high one
 *		has the larger score.
 *
 * A list of scores.  One that has RANKING_MOST entries is put into RANKING_BINS
 * bins, each of as many rows, and goes on with what comes: every row is counted,
 * and only pairs within a bin are ties that were none.  So up to RANKING_MOST
 * rows the area is exact, in whatever parts and order they came.
 *
 * All of it is doubles, so that a float8[] can hold it.
 */
#ifndef AER_RANKING_H
#define AER_RANKING_H

#include "kernel/kernel.h"

#define RANKING_MOST 1000000
#define RANKING_BINS 4096

/* Rows that have a score, or of a bin their mean score. */
typedef struct RankedRows
{
	double		score;
	double		low;			/* how many rows of a low target */
	double		high;
} RankedRows;

typedef struct Ranking
{
	double		room;			/* for so many entries */
	double		n;
	RankedRows	entry[FLEXIBLE_ARRAY_MEMBER];
} Ranking;

/* How many doubles one with that room is. */
#define RANKING_NUMBERS(room) (2 + 3 * (size_t) (room))

/*
 * The room that a ranking must have before so many entries more come; the
 * room that it has if that is enough.  NULL: a first one.
 */
extern size_t ranking_wanted(const Ranking *ranking, size_t more);

/* Start one of RANKING_NUMBERS(room) doubles with what is in another one, or NULL. */
extern void ranking_init(Ranking *ranking, size_t room, const Ranking *from);

extern void ranking_add(Ranking *ranking, double score, bool high);
extern void ranking_merge(Ranking *ranking, const Ranking *other);

/*
 * The area under the ROC curve: the share of pairs of a high and a low row in
 * which the high one has the larger score, ties being worth a half.  NaN if
 * there is one kind of rows only.  Sorts the entries.
 */
extern double ranking_area(Ranking *ranking);

/*
 * The standard error of the area that ranking_area() has found just now (DeLong, DeLong
 * and Clarke-Pearson 1988); NaN unless there are two rows of each kind.
 */
extern double ranking_area_se(const Ranking *ranking, double area);

/* Rows at or above a score. */
typedef struct RankingPoint
{
	double		score;
	double		low;
	double		high;
} RankingPoint;

/*
 * From the largest score to the smallest at most so many points (one or more), all of
 * them if there are not more scores, else those that have as many rows between them; how
 * many.  Sorts the entries.
 */
extern size_t ranking_curve(Ranking *ranking, size_t most, RankingPoint *point);

#endif							/* AER_RANKING_H */
