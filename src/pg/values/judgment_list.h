/*
 * judgment_list.h
 *		The type aer_judgments: judgments of one object.
 *
 * A value has one entry for each judged attribute, in ascending order of numbers or of the bytes of
 * names.  Every way in (aggregate, text, binary) fills JudgmentParts, which judgments_pack() checks
 * and makes a value of.
 */
#ifndef AER_JUDGMENT_LIST_H
#define AER_JUDGMENT_LIST_H

#include "pg/aer.h"
#include "kernel/judgments/judgments.h"

typedef struct AerJudgments AerJudgments;

typedef struct JudgmentPart
{
	int32		attribute;		/* number from 1; 0: the attribute has a name */
	const char *name;			/* NULL: the attribute has a number */
	Judgments	judgments;
} JudgmentPart;

typedef struct JudgmentParts
{
	bool		named;			/* all attributes have names; else all have numbers */
	int			n;
	JudgmentPart *part;
} JudgmentParts;

/* Checks everything and makes the value.  sqlstate: of the error if parts are malformed. */
extern AerJudgments *judgments_pack(const JudgmentParts *parts, int sqlstate);

/* Returns true if attributes have names, false if they have numbers. */
extern bool judgments_named(const AerJudgments *value);

/* Takes a value apart; names point into it. */
extern void judgments_unpack(const AerJudgments *value, JudgmentParts *parts);

/*
 * Adds a judgment to a state, which is NULL at the beginning.  Changes the state in place if it has
 * room; otherwise returns a new one in the current memory context.
 */
extern AerJudgments *judgments_put(AerJudgments *value, int32 attribute, const char *name,
								   double judgment);

/* Returns the stored form of a value that may be the state of an aggregate. */
extern AerJudgments *judgments_close(AerJudgments *value);

/* Detoasts a value and checks its size; the result is aligned. */
extern AerJudgments *judgments_from_datum(Datum value);

#define PG_GETARG_JUDGMENTS(n) judgments_from_datum(PG_GETARG_DATUM(n))

#endif							/* AER_JUDGMENT_LIST_H */
