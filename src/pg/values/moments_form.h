/*
 * moments_form.h
 *		The stored form of aer_moments.
 *
 * A value is a header, 64-bit words and a text, all in the machine's byte order:
 *
 *	offset	size
 *	0		4	length of the value, PostgreSQL's
 *	4		2	format: 2
 *	6		2	0
 *	8		4	flags, below; those that are not named are 0
 *	12		4	d, the number of attributes; 0: no row was seen yet
 *	16		4	folds, 1 to 65535
 *	20		4	bytes of the text
 *	24		8	rows left out because features or target were NULL
 *	32		8 n	words: the sums, or the rows, as kernel/moments/serialized.h has them
 *				(after visits of panels, as panel_visits.h has them, and after the
 *				centre, d doubles, where there are any)
 *	then		text: the design as JSON (empty: given none; of merged designs what
 *				they have in common, their prices) and a NUL; then, where the target is
 *				a word, a byte, how many classes there are, and each with a NUL,
 *				sorted by bytes; then, of named attributes, their columns as a
 *				block (kernel/columns.h)
 *
 * Where the target is a word, the y of rows is the number of their class, and the sums of
 * classes follow the others, as kernel/moments/serialized.h has them.
 *
 * The number of words follows from the length.
 *
 * FORM_ROWS has the rows as they were read in the place of sums: while they take
 * less, and for good where sums of all pairs would have no room.  FORM_REDUCED is of
 * sums from which something was taken back.
 *
 * Binary form: int32 format, flags, d, folds, bytes of the text, int64 rows left
 * out; the text; int64 number of words, and the words as int64, all in network byte
 * order.  Text: "aer_moments 1 " and the binary form in hexadecimal digits.
 *
 * Format 1 was of development snapshots and is read no more.  A flag that this
 * release does not know is refused.
 */
#ifndef AER_MOMENTS_FORM_H
#define AER_MOMENTS_FORM_H

#include "pg/aer.h"

#define FORM_COMPLETE	(1 << 0)	/* every attribute of every row was seen */
#define FORM_OWN_UNITS	(1 << 1)	/* how fits measure attributes by default */
#define FORM_KEYED		(1 << 2)	/* plan and fold follow from each row's key */
#define FORM_TARGET		(3 << FORM_TARGET_SHIFT)	/* TargetType */
#define FORM_TARGET_SHIFT 3
#define FORM_ROWS		(1 << 5)	/* rows in place of sums */

/* Which of the words are there. */
#define FORM_CENTER		(1 << 8)	/* the sums are of x - centre */
#define FORM_EXTREMES	(1 << 9)	/* there are rows: of sums only */
#define FORM_MISSING	(1 << 10)	/* something that was asked for was NULL */
#define FORM_REDUCED	(1 << 12)	/* something was taken back; with FORM_EXTREMES */
#define FORM_UNKNOWN	(1 << 13)	/* some column of words had none of them */
#define FORM_VISITS		(1 << 14)	/* of panels: before all other words (panel_visits.h) */

#define FORM_FLAGS (FORM_COMPLETE | FORM_OWN_UNITS | FORM_KEYED | FORM_TARGET | FORM_ROWS | \
					FORM_CENTER | FORM_EXTREMES | FORM_MISSING | FORM_REDUCED | FORM_UNKNOWN | \
					FORM_VISITS)

typedef struct RowMomentsForm
{
	int32		vl_len_;
	uint16		format;			/* NEWEST_FORMAT */
	uint16		reserved;		/* 0 */
	uint32		flags;			/* FORM_... */
	uint32		d;
	uint32		folds;
	uint32		text_bytes;
	uint64		skipped;
	uint64		word[FLEXIBLE_ARRAY_MEMBER];
} RowMomentsForm;

#define AT(field, where) \
	StaticAssertDecl(offsetof(RowMomentsForm, field) == (where), "stored form of moments changed")

AT(format, 4);
AT(reserved, 6);
AT(flags, 8);
AT(d, 12);
AT(folds, 16);
AT(text_bytes, 20);
AT(skipped, 24);
AT(word, 32);
#undef AT
#endif							/* AER_MOMENTS_FORM_H */
