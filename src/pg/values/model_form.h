/*
 * model_form.h
 *		The stored form of aer_model, and the table of fields that all its forms follow.
 *
 * A stored model is a header, the numbers of the fields whose parts its flags name, of
 * 8 bytes each, and then the items of its other fields: a byte for a word, strings that end
 * with NUL, and for columns a uint32, the length of their block (kernel/columns.h), and the
 * block.  There are no gaps, and the order is that of model_fields[].
 *
 * Numbers are in the machine's byte order.  A learner is known by its name in the
 * JSON text; no number stands for it.
 */
#ifndef AER_MODEL_FORM_H
#define AER_MODEL_FORM_H

#include "pg/aer.h"

#include "lib/stringinfo.h"
#include "pg/values/model.h"

/* The parts that a model may have; fields that every model has are of part 0. */
#define MODEL_FORECAST	0x01
#define MODEL_RANGE		0x02	/* predictions are held to that of the target */
#define MODEL_LINK		0x04	/* only with MODEL_TWO_VALUES */
#define MODEL_STATE		0x08	/* the model can be continued */
#define MODEL_COLUMNS	0x10	/* it was trained on rows */
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
#define MODEL_FIT		0x40000 /* what a fit of moments found; not with STATE */
#define MODEL_SELDOM	0x80000 /* only with FIT: two columns that were seldom seen together */

/* The flags that this release reads. */
#define MODEL_FLAGS \
	(MODEL_FORECAST | MODEL_RANGE | MODEL_LINK | MODEL_STATE | MODEL_COLUMNS | MODEL_TWO_VALUES | \
	 MODEL_LOSS | MODEL_MEASURES | MODEL_PARTIAL | MODEL_FACTS | MODEL_ERRORS | MODEL_CLASS_NAMES | \
	 MODEL_CLASSES | MODEL_GAUSSIAN | MODEL_CLASS_LINK | MODEL_MEASURED | MODEL_FOLD | \
	 MODEL_DROPS | MODEL_FIT | MODEL_SELDOM)

struct AerModel
{
	int32		vl_len_;
	uint32		format;			/* NEWEST_FORMAT */
	uint32		flags;
	uint32		d;				/* attributes */
	uint32		vectors;		/* of d numbers each, in STATE; numbers, in PARTIAL; else 0 */
	uint32		classes;		/* in MODEL_CLASS_NAMES; else 0 */
	uint64		number[FLEXIBLE_ARRAY_MEMBER];
};

StaticAssertDecl(offsetof(struct AerModel, number) == 24, "stored form of aer_model changed");

/* The items of a field.  Numbers come first: they are 8 bytes in all forms but the text. */
typedef enum ModelFieldKind
{
	FIELD_COUNT,				/* uint64 that an int64 holds */
	FIELD_BITS,					/* any uint64 */
	FIELD_REAL,					/* finite double */
	FIELD_WORD,					/* enum, stored as a byte; in the text one of the field's words */
	FIELD_STRING,				/* char * */
	FIELD_OBJECT,				/* char *, the text of a jsonb object */
	FIELD_COLUMNS,				/* Columns, stored as a block; in the text without interactions */
	FIELD_INTERACTIONS,			/* no item: in the text those of Columns */
	FIELD_FLAG					/* no item: in the text true if the part is there */
} ModelFieldKind;

/* A dimension of a field. */
typedef enum ModelSize
{
	SIZE_ONE,
	SIZE_BINS,					/* BIN_NUMBERS */
	SIZE_OUTPUTS,				/* the text has no array of one output */
	SIZE_ATTRIBUTES,
	SIZE_VECTORS,
	SIZE_CLASSES
} ModelSize;

/* If the model has the part, may the text leave the field out? */
typedef enum ModelFieldLack
{
	LACK_NEVER,
	LACK_ZERO,					/* if it is 0, or there are no interactions */
	LACK_UNKNOWN				/* if it is NaN */
} ModelFieldLack;

typedef struct ModelField
{
	const char *object;			/* the object of the text that the key is in; NULL: the outermost */
	const char *key;
	ModelFieldKind kind;
	ModelSize	size[2];		/* an array of size[0] arrays of size[1] items */
	ModelFieldLack lack;
	uint32		part;			/* flags */
	size_t		offset;			/* within ModelParts: of the items (SIZE_ONE, SIZE_BINS) or of a pointer to
								 * them, or to structures of each output: */
	size_t		structure;		/* their size; 0: there are none */
	size_t		member;			/* offset within them of the item, or of a pointer to items */
	const char *const *word;	/* of FIELD_WORD: names of 1, 2, ..., and then NULL; word[0] is not used */
} ModelField;

/* In the order of the text.  Other forms have the numbers first, then the other fields. */
extern const ModelField model_fields[];
extern const int model_field_count;

/* The numbers of SIZE_BINS. */
#define BIN_NUMBERS (MEASURED_BINS * sizeof(MeasuredBin) / sizeof(double))

static inline bool
field_is_number(const ModelField *field)
{
	return field->kind <= FIELD_REAL;
}

/* Of items that are stored one by one after the numbers. */
static inline bool
field_is_text(const ModelField *field)
{
	return field->kind >= FIELD_WORD && field->kind <= FIELD_COLUMNS;
}

/*
 * Returns how many numbers a model of this header has.
 * An error of that sqlstate if the header contradicts itself.
 */
extern Size model_numbers(const AerModel *header, int sqlstate);

/* Returns the length of a dimension. */
static inline uint32
model_size(const AerModel *header, ModelSize size)
{
	switch (size)
	{
		case SIZE_BINS:
			return BIN_NUMBERS;
		case SIZE_OUTPUTS:
			return (header->flags & MODEL_CLASSES) ? header->classes : 1;
		case SIZE_ATTRIBUTES:
			return header->d;
		case SIZE_VECTORS:
			return header->vectors;
		case SIZE_CLASSES:
			return header->classes;
		default:
			return 1;
	}
}

/* Returns the number of items of a field; 0 if the model does not have its part. */
static inline Size
model_items(const AerModel *header, const ModelField *field)
{
	if ((field->part & ~header->flags) != 0)
		return 0;
	if (field->size[0] == SIZE_ONE && field->size[1] == SIZE_ONE)
		return 1;
	return (Size) model_size(header, field->size[0]) * model_size(header, field->size[1]);
}

/* Do the parts point to items elsewhere? */
static inline bool
field_has_pointer(const ModelField *field)
{
	return Max(field->size[0], field->size[1]) > SIZE_BINS;
}

/* Has each output an item in its structure? */
static inline bool
field_in_structures(const ModelField *field)
{
	return field->structure > 0 && field->size[1] == SIZE_ONE;
}

/* Returns the first item of a field. */
static inline const void *
model_field_at(const ModelParts *parts, const ModelField *field)
{
	const char *at = (const char *) parts + field->offset;

	if (field_has_pointer(field))
		at = *(const char *const *) at;
	if (field->structure == 0 || at == NULL)
		return at;
	at += field->member;
	return field_in_structures(field) ? at : *(const void *const *) at;
}

/* Returns the bytes from an item of a field to the next. */
static inline Size
field_stride(const ModelField *field)
{
	return field_in_structures(field) ? field->structure :
		field->kind == FIELD_WORD ? sizeof(uint32) : sizeof(uint64);
}

/* Returns item i of a field whose first item is this. */
static inline void *
field_item(const ModelField *field, const void *first, Size i)
{
	return (char *) first + i * field_stride(field);
}

/*
 * Make parts of a header: model_start_parts(), then fill the items from model_make_items() on of
 * each field that is there.
 */
extern void model_start_parts(ModelParts *parts, const AerModel *header);
extern void *model_make_items(ModelParts *parts, const AerModel *header, const ModelField *field);

/*
 * Make parts of a header and of all numbers of a model, as they are stored; arrays are not copied.
 * Returns the end of the numbers.
 */
extern const uint64 *model_take_numbers(ModelParts *parts, const AerModel *header, const uint64 *number);

/*
 * Columns in the text (model_columns.c):
 *
 *		"columns": [{"name": "age", "kind": "number", "knots": [30, 45, 60], "null": true},
 *					{"name": "region", "kind": "categories", "categories": ["north", "south"]},
 *					{"name": "year", "kind": "number", "center": 2018}]
 *		"interactions": [["age", "region"]]
 *
 * Kinds are number, boolean, categories and time, whose knots are days from 2000-01-01 UTC.
 * Keys are left out if they say nothing; "null" and "open" are true.
 */
extern void model_put_columns(StringInfo out, const Columns *columns);
extern void model_put_interactions(StringInfo out, const Columns *columns);

/*
 * Read the one list and then the other, if it is there, and check what both say.  They raise an
 * error of malformed text.
 */
extern void model_read_columns(const JsonbValue *list, Columns *columns);
extern void model_read_interactions(const JsonbValue *list, Columns *columns);
extern void model_check_columns(Columns *columns);

#endif							/* AER_MODEL_FORM_H */
