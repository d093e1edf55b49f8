/*
 * moments_form.h
 *		The stored form of moments of rows.
 *
 * A value is a header, 64-bit words and a text, all in the machine's byte order:
 *
 *	offset	size
 *	0		4	length of the value, PostgreSQL's
 *	4		2	format: 2
 *	6		2	kind: 1, moments of rows
 *	8		4	flags, below; those that are not named are 0
 *	12		4	d, the number of attributes; 0: no row was seen yet
 *	16		4	folds, 1 to 65535
 *	20		4	bytes of the text
 *	24		8	fingerprint of design, names, types and centre
 *	32		8	rows left out because features or target were NULL
 *	40		8 n	words: the sums, or the rows, as kernel/moments/words.h has them
 *				(after visits of panels, as panel_visits.h has them, and after the
 *				centre, d doubles, where there are any)
 *	then		text: the design as JSON (empty: given none; of merged designs what
 *				they have in common, their prices) and a NUL; then, of moments of whole rows, for each
 *				attribute a byte, its type (AttributeType), and for each
 *				its name and a NUL
 *
 * The number of words follows from the length.
 *
 * The sums are the ordinary form.  FORM_ROWS has the rows as they were read in
 * their place: between the processes of a parallel plan, where they take less, and
 * for good where sums of all pairs would have no room (row_moments_exact.c).
 * FORM_LEAN has besides neither text nor centre; what it is of is told by the
 * fingerprint.  It adds up, and one value in full with the same fingerprint
 * makes sums in two words of it: five looks at a row are 112 bytes.  FORM_DOUBLE
 * are sums in two words, from which rows can be taken back.
 *
 * Binary form: int32 format, kind, flags, d, folds, bytes of the text, int64
 * fingerprint, rows left out; the text; int64 number of words, and the words as
 * int64, all in network byte order.  Text: "aer_moments 1 " and the binary form
 * in hexadecimal digits.
 *
 * Format 1 was of development snapshots and is read no more.  A flag that this
 * release does not know, or that is for a later one, is refused.
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
#define FORM_LEAN		(1 << 6)	/* no text, no centre; with FORM_ROWS */
#define FORM_ROUNDED	(1 << 7)	/* with FORM_DOUBLE: plain sums have entered */

/* Which of the words are there. */
#define FORM_CENTER		(1 << 8)	/* the sums are of x - centre */
#define FORM_EXTREMES	(1 << 9)	/* there are rows: of sums only */
#define FORM_MISSING	(1 << 10)	/* something that was asked for was NULL */
#define FORM_LOOKS		(1 << 12)	/* with FORM_DOUBLE; of rows: some values were known before */
#define FORM_UNKNOWN	(1 << 13)	/* some column of words had none of them */
#define FORM_VISITS		(1 << 14)	/* of panels: before all other words (panel_visits.h) */
#define FORM_DOUBLE		(1 << 15)	/* every sum is followed by what it rounds off */

/*
 * The words are a note of where the value is: between the processes of a parallel
 * plan, never in a table.  Only what merges reads it (row_moments_travel.c).  A
 * worker may be of another release than the leader, where one is installed
 * meanwhile: a note with other fields is another flag, which is refused by name.
 */
#define FORM_NOTE		(1 << 16)

/*
 * For later releases, with the words that it will bring: the centre of the
 * target (a double, after that of the attributes).
 */
#define FORM_TARGET_CENTER	(1 << 11)

#define FORM_FLAGS (FORM_COMPLETE | FORM_OWN_UNITS | FORM_KEYED | FORM_TARGET | FORM_ROWS | \
					FORM_LEAN | FORM_CENTER | FORM_EXTREMES | FORM_MISSING | FORM_UNKNOWN | \
					FORM_VISITS | FORM_LOOKS | FORM_DOUBLE | FORM_ROUNDED)

typedef struct RowMomentsForm
{
	int32		vl_len_;
	uint16		format;			/* NEWEST_FORMAT */
	uint16		kind;			/* MOMENTS_OF_ROWS */
	uint32		flags;			/* FORM_... */
	uint32		d;
	uint32		folds;
	uint32		text_bytes;
	uint64		fingerprint;
	uint64		skipped;
	uint64		word[FLEXIBLE_ARRAY_MEMBER];
} RowMomentsForm;

#define AT(field, where) \
	StaticAssertDecl(offsetof(RowMomentsForm, field) == (where), "stored form of moments changed")

AT(format, 4);
AT(kind, 6);
AT(flags, 8);
AT(d, 12);
AT(folds, 16);
AT(text_bytes, 20);
AT(fingerprint, 24);
AT(skipped, 32);
AT(word, 40);
#undef AT
#endif							/* AER_MOMENTS_FORM_H */
