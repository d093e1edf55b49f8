/*
 * judgments_form.h
 *		The stored form of aer_judgments.
 *
 * Numbers are in the machine's byte order, strings end with NUL.
 */
#ifndef AER_JUDGMENTS_FORM_H
#define AER_JUDGMENTS_FORM_H

#include "pg/aer.h"

/*
 * A value is a header, an entry for each judged attribute, in ascending order of numbers or of the
 * bytes of names, and then the names, that of the first attribute last.
 */
#define JUDGMENTS_NAMES 0x01	/* attributes have names, else numbers */

/*
 * Marks the state of an aggregate, which is never stored in a table.  It has room between the
 * entries, which grow upwards, and the names, which grow downwards from the end, in the order in
 * which they came.
 */
#define JUDGMENTS_OPEN 0x02

#define JUDGMENTS_FLAGS (JUDGMENTS_NAMES | JUDGMENTS_OPEN)

/* The largest count: it is exact as a double, and int64 holds sums of a few. */
#define MOST_JUDGMENTS (INT64CONST(1) << 50)

typedef struct JudgmentForm
{
	int64		count;			/* judgments, from 1 to MOST_JUDGMENTS */
	double		mean;
	double		ss;				/* sum of squares about the mean */
	int32		attribute;		/* number from 1; 0: the attribute has a name */
	uint32		name;			/* bytes from the value's end back to the name; 0: the attribute has a
								 * number */
} JudgmentForm;

struct AerJudgments
{
	int32		vl_len_;
	uint32		format;			/* NEWEST_FORMAT */
	uint32		flags;
	int32		n;				/* entries */
	uint32		names_bytes;
	uint32		reserved;		/* 0 */
	JudgmentForm entry[FLEXIBLE_ARRAY_MEMBER];
};

#define AT(type, field, where) \
	StaticAssertDecl(offsetof(type, field) == (where), "stored form of judgments changed")

AT(struct AerJudgments, format, 4);
AT(struct AerJudgments, flags, 8);
AT(struct AerJudgments, n, 12);
AT(struct AerJudgments, names_bytes, 16);
AT(struct AerJudgments, reserved, 20);
AT(struct AerJudgments, entry, 24);
AT(JudgmentForm, count, 0);
AT(JudgmentForm, mean, 8);
AT(JudgmentForm, ss, 16);
AT(JudgmentForm, attribute, 24);
AT(JudgmentForm, name, 28);
StaticAssertDecl(sizeof(JudgmentForm) == 32, "stored form of judgments changed");
#undef AT

#endif							/* AER_JUDGMENTS_FORM_H */
