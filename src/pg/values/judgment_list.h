/*
 * judgment_list.h
 *		The type aer_judgments: what the judgments of one object say.
 *
 * One entry for each attribute that was judged, in rising order of number or
 * (bytewise) name.  Stored, it is one flat varlena (judgments_form.h); taken
 * apart, it is JudgmentParts, which every way in fills and judgments_pack()
 * checks.
 */
#ifndef AER_JUDGMENT_LIST_H
#define AER_JUDGMENT_LIST_H

#include "pg/aer.h"
#include "kernel/judgments/judgments.h"

typedef struct AerJudgments AerJudgments;

typedef struct JudgmentPart
{
	int32		attribute;		/* 1-based number; 0: it has a name */
	const char *name;			/* NULL: it has a number */
	Judgments	judgments;
} JudgmentPart;

typedef struct JudgmentParts
{
	bool		named;			/* all have names, else all have numbers */
	int			n;
	JudgmentPart *part;
} JudgmentParts;

/*
 * Check everything and make the value; sqlstate is that of the error that
 * malformed parts raise.
 */
extern AerJudgments *judgments_pack(const JudgmentParts *parts, int sqlstate);

/* Have its attributes names?  Else they have numbers. */
extern bool judgments_named(const AerJudgments *value);

/* Names are pointers into the value. */
extern void judgments_unpack(const AerJudgments *value, JudgmentParts *parts);

/*
 * Take in a judgment; value NULL: begin.  In place where there is room;
 * otherwise the result is a new value in the present memory context.
 */
extern AerJudgments *judgments_put(AerJudgments *value, int32 attribute, const char *name,
								   double judgment);

/* The value as it is stored, of one that may be the state of an aggregate. */
extern AerJudgments *judgments_close(AerJudgments *value);

/* Detoasts; the result is aligned. */
extern AerJudgments *judgments_from_datum(Datum value);

#define PG_GETARG_JUDGMENTS(n) judgments_from_datum(PG_GETARG_DATUM(n))

#endif							/* AER_JUDGMENT_LIST_H */
