/*
 * model_form.h
 *		The stored form of aer_model, and the table of fields that all its forms follow.
 *
 * Stored, a model is a header, the numbers of the fields that its flags say, of 8
 * bytes each, without gaps, in the order of model_fields[], and then texts:
 *		char		learner[learner_bytes], JSON text that ends with NUL
 *		NAMES		uint8 type[d] (AttributeType), d strings, each ending with NUL
 *		CLASS_NAMES	uint8 how many, and so many strings, each ending with NUL
 *
 * Numbers are in the machine's byte order.  What a learner is, its name in the
 * JSON text says; no number stands for it.
 */
#ifndef AER_MODEL_FORM_H
#define AER_MODEL_FORM_H

#include "pg/values/model.h"

/* The parts that a model may have; fields that every model has are of part 0. */
#define MODEL_FORECAST	0x01
#define MODEL_RANGE		0x02	/* predictions are held to that of the target */
#define MODEL_LINK		0x04	/* only with TWO_VALUES */
#define MODEL_STATE		0x08	/* the model can be continued */
#define MODEL_NAMES		0x10	/* it was trained on rows */
#define MODEL_TWO_VALUES 0x20	/* the target takes the ends of RANGE only */
#define MODEL_LOSS		0x40
#define MODEL_MEASURES	0x80	/* only with STATE */
#define MODEL_PARTIAL	0x100	/* it predicts from whatever is known; not with STATE */
#define MODEL_FACTS		0x200	/* what is told of attributes */
#define MODEL_ERRORS	0x400	/* only with FACTS */
#define MODEL_CLASS_NAMES 0x800 /* the target is a word */
#define MODEL_CLASSES	0x1000	/* it has several outputs, one for each class; not with STATE */
#define MODEL_GAUSSIAN	0x2000	/* only with CLASSES: Gaussian classes */
#define MODEL_CLASS_LINK 0x4000 /* only with CLASSES: a link of their probabilities */
#define MODEL_MEASURED	0x8000	/* what predictions of rows that were held out were worth */
#define MODEL_FOLD		0x10000 /* it has not learned from the rows of one fold */
#define MODEL_DROPS		0x20000 /* only with FACTS */

/* The flags that this release reads. */
#define MODEL_FLAGS \
	(MODEL_FORECAST | MODEL_RANGE | MODEL_LINK | MODEL_STATE | MODEL_NAMES | MODEL_TWO_VALUES | \
	 MODEL_LOSS | MODEL_MEASURES | MODEL_PARTIAL | MODEL_FACTS | MODEL_ERRORS | MODEL_CLASS_NAMES | \
	 MODEL_CLASSES | MODEL_GAUSSIAN | MODEL_CLASS_LINK | MODEL_MEASURED | MODEL_FOLD | \
	 MODEL_DROPS)

struct AerModel
{
	int32		vl_len_;
	uint16		format;			/* NEWEST_FORMAT */
	uint16		kind;			/* 0 */
	uint32		flags;
	uint32		d;				/* attributes */
	uint32		vectors;		/* of d numbers each, in STATE; numbers, in PARTIAL; else 0 */
	uint16		target;			/* TargetType */
	uint16		outputs;		/* 1, or in CLASSES how many of them there are */
	uint32		learner_bytes;	/* with its NUL */
	uint32		names_bytes;	/* of all of NAMES and CLASS_NAMES */
	uint64		number[FLEXIBLE_ARRAY_MEMBER];
};

StaticAssertDecl(offsetof(struct AerModel, number) == 32, "stored form of aer_model changed");

/* What a field is; those from the learner on are no numbers. */
typedef enum ModelFieldKind
{
	FIELD_COUNT,				/* uint64 that an int64 holds */
	FIELD_BITS,					/* any uint64 */
	FIELD_REAL,					/* finite double */
	FIELD_OUTPUTS,				/* double [outputs], as text of one a number */
	FIELD_WEIGHTS,				/* double [outputs * d], as text of several an array for each output */
	FIELD_PAIRS,				/* double [outputs * outputs], as text an array for each output */
	FIELD_ATTRIBUTES,			/* double [d] */
	FIELD_VECTORS,				/* double [vectors * d], as text an array for each vector */
	FIELD_NUMBERS,				/* double [vectors] */
	FIELD_BINS,					/* MeasuredBin [MEASURED_BINS], as text an array of their numbers */
	FIELD_LEARNER,				/* a JSON object that is kept as it is */
	FIELD_NAMES,				/* [d] strings */
	FIELD_TYPES,				/* [d] words for AttributeType */
	FIELD_CLASS_NAMES,			/* strings */
	FIELD_TARGET,				/* a word for TargetType */
	FIELD_TWO_VALUES,			/* true or false */
	FIELD_FORMAT
} ModelFieldKind;

/* Where its part is there, may a field be left out of the text? */
typedef enum ModelFieldLack
{
	LACK_NEVER,
	LACK_ZERO,					/* where it is 0 */
	LACK_UNKNOWN				/* where it is NaN, or the target's type is unknown */
} ModelFieldLack;

typedef struct ModelField
{
	const char *object;			/* within this one of the text's objects; NULL: outermost */
	const char *key;
	ModelFieldKind kind;
	ModelFieldLack lack;
	uint32		part;			/* flags */
	size_t		offset;			/* within ModelParts: of the number, or of a pointer to them */
} ModelField;

/* In the order of all forms. */
extern const ModelField model_fields[];
extern const int model_field_count;

/*
 * How many numbers a model of this header has before its texts.
 * An error of that sqlstate if the header contradicts itself.
 */
extern Size model_numbers(const AerModel *header, int sqlstate);

/* The numbers of FIELD_BINS. */
#define BIN_NUMBERS (MEASURED_BINS * sizeof(MeasuredBin) / sizeof(double))

/* Are the parts' own numbers elsewhere, and how many of them is the header's matter? */
static inline bool
field_is_many(const ModelField *field)
{
	return field->kind >= FIELD_OUTPUTS && field->kind <= FIELD_NUMBERS;
}

/* Where those of a field are. */
extern const uint64 *model_field_at(const ModelParts *parts, const ModelField *field);

/* Fill empty parts, but for texts, from a header and numbers, which they point to. */
extern void model_take_numbers(ModelParts *parts, const AerModel *header, const uint64 *number);

/* The same from the names and types of their d attributes; an error if they do not go together. */
extern void model_take_columns(ModelParts *parts, char **name, const AttributeType *type, int sqlstate);

#endif							/* AER_MODEL_FORM_H */
