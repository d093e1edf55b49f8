/*
 * sums_form.h
 *		The stored form of aer_moments and of aer_judgment_moments.
 *
 * A value is a header, 64-bit words and a text, in the machine's byte order.  The number of
 * words follows from the length of the value.
 *
 * aer_moments: the words are visits of panels (panel_visits.c), then the centre of each
 * attribute, then sums or rows (kernel/moments/serialized.h).  Flags say which of these there are.
 * The text is the design as JSON (empty without a design; merged designs leave the prices that
 * they share) with a NUL; for a categorical target a byte, the number of classes, and the classes,
 * sorted by their bytes, each with a NUL; then the block of named columns (kernel/columns.h).
 *
 * aer_judgment_moments: the words are the number of objects in each of the JUDGMENT_FOLDS folds;
 * then for each fold with objects, as JudgmentMoments has them (the label is attribute d + 1),
 *		double mean[d + 1], inner[d], inner_share[d]
 *		double gram, (d + 1)(d + 2) / 2 numbers: the lower triangle, by rows
 *		int64 judgments[d], repeated[d], fewest[d]
 * The text is the names of the attributes, each with a NUL.
 *
 * Binary form, in network byte order: int32 format, flags, d, folds, bytes of the text; int64
 * skipped; the text; int64 number of words; the words as int64.  The text form is the name of the
 * type, 1, and the binary form in hexadecimal digits.
 */
#ifndef AER_SUMS_FORM_H
#define AER_SUMS_FORM_H

#include "pg/aer.h"

/* Flags of aer_moments. */
#define MOMENTS_COMPLETE (1 << 0)	/* every attribute of every row was observed */
#define MOMENTS_OWN_UNITS (1 << 1)	/* fits standardize attributes by default */
#define MOMENTS_KEYED	(1 << 2)	/* plan and fold follow from each row's key */
#define MOMENTS_TARGET	(3 << MOMENTS_TARGET_SHIFT) /* TargetType */
#define MOMENTS_TARGET_SHIFT 3
#define MOMENTS_ROWS	(1 << 5)	/* rows in place of sums */
#define MOMENTS_CENTER	(1 << 8)	/* values are stored less a centre */
#define MOMENTS_EXTREMES (1 << 9)	/* of sums: there are rows, or were */
#define MOMENTS_MISSING	(1 << 10)	/* some value that was asked for was NULL */
#define MOMENTS_REDUCED	(1 << 12)	/* something was subtracted; with MOMENTS_EXTREMES */
#define MOMENTS_UNKNOWN	(1 << 13)	/* a categorical value was none of its column's categories */
#define MOMENTS_VISITS	(1 << 14)	/* visits of panels were counted */
#define MOMENTS_WEIGHTED (1 << 15)	/* rows have weights */

#define MOMENTS_FLAGS \
	(MOMENTS_COMPLETE | MOMENTS_OWN_UNITS | MOMENTS_KEYED | MOMENTS_TARGET | MOMENTS_ROWS | \
	 MOMENTS_CENTER | MOMENTS_EXTREMES | MOMENTS_MISSING | MOMENTS_REDUCED | MOMENTS_UNKNOWN | \
	 MOMENTS_VISITS | MOMENTS_WEIGHTED)

/* Flags of aer_judgment_moments. */
#define JUDGMENT_MOMENTS_NAMES 0x01 /* attributes have names, else numbers */

#define JUDGMENT_MOMENTS_FLAGS JUDGMENT_MOMENTS_NAMES

typedef struct SumsForm
{
	int32		vl_len_;
	uint32		format;			/* NEWEST_FORMAT */
	uint32		flags;
	uint32		d;				/* attributes; 0: no row was seen yet */
	uint32		folds;
	uint32		text_bytes;
	uint64		skipped;		/* rows or objects that were left out */
	uint64		word[FLEXIBLE_ARRAY_MEMBER];
} SumsForm;

#define AT(field, where) \
	StaticAssertDecl(offsetof(SumsForm, field) == (where), "stored form of sums changed")

AT(format, 4);
AT(flags, 8);
AT(d, 12);
AT(folds, 16);
AT(text_bytes, 20);
AT(skipped, 24);
AT(word, 32);
#undef AT

/* A type whose values have this form. */
typedef struct SumsType
{
	const char *name;
	uint32		flags;			/* that this release knows */
	/* Raises an error of that sqlstate if a value of the right size is malformed. */
	void		(*check) (const SumsForm *value, int sqlstate);
} SumsType;

/* Raises an error if the size or the flags of a value are wrong, so that nothing is read beyond it. */
extern void sums_check_size(const SumsType *type, const SumsForm *value, int sqlstate);

/* Returns the number of words of a value whose size was checked. */
static inline Size
sums_words(const SumsForm *value)
{
	return (VARSIZE(value) - offsetof(SumsForm, word) - value->text_bytes) / sizeof(uint64);
}

static inline const char *
sums_text(const SumsForm *value)
{
	return (const char *) value + VARSIZE(value) - value->text_bytes;
}

/* The four functions of such a type: bodies of functions in SQL. */
extern Datum sums_send(const SumsType *type, FunctionCallInfo fcinfo);
extern Datum sums_recv(const SumsType *type, FunctionCallInfo fcinfo);
extern Datum sums_out(const SumsType *type, FunctionCallInfo fcinfo);
extern Datum sums_in(const SumsType *type, FunctionCallInfo fcinfo);

#endif							/* AER_SUMS_FORM_H */
