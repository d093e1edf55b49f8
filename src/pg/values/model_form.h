/*
 * model_form.h
 *		The stored form of aer_model, and the table of fields that all its forms follow.
 *
 * A stored model is a header; the numbers of the fields whose parts its flags name, of 8 bytes each;
 * and then the items of its other fields: a byte for a word, strings that end with NUL, and for
 * columns and remembered rows the length of their block, a uint32, and the block (kernel/columns.h,
 * kernel/near/near_rows.h).  There are no gaps, and the order is that of model_fields[].
 *
 * Numbers are in the machine's byte order.  A learner is stored by its name in the JSON text, so no
 * number stands for it.
 */
#ifndef AER_MODEL_FORM_H
#define AER_MODEL_FORM_H

#include "pg/aer.h"

#include "lib/stringinfo.h"
#include "pg/values/model.h"

/* The parts that a model may have; fields that every model has belong to part 0. */
#define MODEL_FORECAST	0x01
#define MODEL_RANGE		0x02	/* predictions are clipped to the range of the target */
#define MODEL_LINK		0x04	/* only with MODEL_TWO_VALUES */
#define MODEL_STATE		0x08	/* the model can be continued */
#define MODEL_COLUMNS	0x10	/* it was trained on named columns */
#define MODEL_TWO_VALUES 0x20	/* the target takes only the two ends of RANGE */
#define MODEL_LOSS		0x40	/* error of predictions while training */
#define MODEL_MEASURES	0x80	/* with STATE: the learner estimates its own error */
#define MODEL_PARTIAL	0x100	/* it predicts from any known columns; not with STATE */
#define MODEL_FACTS		0x200	/* facts about attributes */
#define MODEL_ERRORS	0x400	/* with FACTS: standard errors of weights */
#define MODEL_CLASS_NAMES 0x800 /* the target is categorical */
#define MODEL_CLASSES	0x1000	/* three or more classes, with an output each; not with STATE */
#define MODEL_GAUSSIAN	0x2000	/* with CLASSES: Gaussian classes */
#define MODEL_CLASS_LINK 0x4000 /* with CLASSES: a link to their probabilities */
#define MODEL_MEASURED	0x8000	/* errors on held-out rows */
#define MODEL_FOLD		0x10000 /* it was not trained on the rows of one fold */
#define MODEL_DROPS		0x20000 /* with FACTS: drop in r2 without each look */
#define MODEL_FIT		0x40000 /* results of a fit of moments; not with STATE */
#define MODEL_SELDOM	0x80000 /* with FIT: two columns that were seldom observed together */
#define MODEL_SPREAD	0x100000	/* with MEASURED: spread of the errors of a number */

#define MODEL_LATER		0x200000	/* what later times count as; with COLUMNS */
#define MODEL_REMEMBERED 0x400000	/* rows that the model remembers; with PARTIAL */

/* The flags that this release reads. */
#define MODEL_FLAGS \
	(MODEL_FORECAST | MODEL_RANGE | MODEL_LINK | MODEL_STATE | MODEL_COLUMNS | MODEL_TWO_VALUES | \
	 MODEL_LOSS | MODEL_MEASURES | MODEL_PARTIAL | MODEL_FACTS | MODEL_ERRORS | MODEL_CLASS_NAMES | \
	 MODEL_CLASSES | MODEL_GAUSSIAN | MODEL_CLASS_LINK | MODEL_MEASURED | MODEL_FOLD | \
	 MODEL_DROPS | MODEL_FIT | MODEL_SELDOM | MODEL_SPREAD | MODEL_LATER | MODEL_REMEMBERED)

struct AerModel
{
	int32		vl_len_;
	uint32		format;			/* NEWEST_FORMAT */
	uint32		flags;
	uint32		d;				/* attributes */
	uint32		vectors;		/* of d numbers each, with STATE; numbers, with PARTIAL; else 0 */
	uint32		classes;		/* with MODEL_CLASS_NAMES; else 0 */
	uint64		number[FLEXIBLE_ARRAY_MEMBER];
};

StaticAssertDecl(offsetof(struct AerModel, number) == 24, "stored form of aer_model changed");

/* Kinds of items.  Kinds of numbers come first: they have 8 bytes in all forms but the text. */
typedef enum ModelFieldKind
{
	FIELD_COUNT,				/* uint64 that an int64 holds */
	FIELD_BITS,					/* any uint64 */
	FIELD_REAL,					/* finite double */
	FIELD_WORD,					/* enum, stored as a byte; in the text, one of the field's words */
	FIELD_STRING,				/* char * */
	FIELD_OBJECT,				/* char *, the text of a jsonb object */
	FIELD_BLOCK,				/* Block, stored as it is; in the text, in base64 */
	FIELD_COLUMNS,				/* Columns, stored as a block; in the text, without interactions */
	FIELD_INTERACTIONS,			/* not stored; in the text, the interactions of Columns */
	FIELD_FLAG					/* not stored; in the text, true if the model has the part */
} ModelFieldKind;

/* A dimension of a field. */
typedef enum ModelSize
{
	SIZE_ONE,
	SIZE_BINS,					/* BIN_NUMBERS */
	SIZE_SPREAD,				/* SPREAD_NUMBERS */
	SIZE_OUTPUTS,				/* in the text, no array if there is one output */
	SIZE_ATTRIBUTES,
	SIZE_VECTORS,
	SIZE_CLASSES
} ModelSize;

/* When the text of a model that has the part may leave the field out. */
typedef enum ModelFieldLack
{
	LACK_NEVER,
	LACK_ZERO,					/* if the item is 0, or there are no interactions */
	LACK_UNKNOWN				/* if the item is NaN */
} ModelFieldLack;

typedef struct ModelField
{
	const char *object;			/* key of the object in the text; NULL: the outermost object */
	const char *key;
	ModelFieldKind kind;
	ModelSize	size[2];		/* an array of size[0] arrays of size[1] items */
	ModelFieldLack lack;
	uint32		part;			/* flags of the parts that the field belongs to */
	size_t		offset;			/* within ModelParts: of the items (up to SIZE_SPREAD), or of a pointer to
								 * items or to an array of structures, one for each output */
	size_t		structure;		/* size of such a structure; 0: there are none */
	size_t		member;			/* offset of the item, or of a pointer to items, within a structure */
	const char *const *word;	/* for FIELD_WORD: words for 1, 2, ..., then NULL; word[0] is not used */
} ModelField;

/* All fields, in the order of the text.  Other forms have the numbers first, then the other fields. */
extern const ModelField model_fields[];
extern const int model_field_count;

/* The lengths of SIZE_BINS and SIZE_SPREAD. */
#define BIN_NUMBERS (MEASURED_BINS * sizeof(MeasuredBin) / sizeof(double))
#define SPREAD_NUMBERS (sizeof(ErrorSpread) / sizeof(double))

static inline bool
field_is_number(const ModelField *field)
{
	return field->kind <= FIELD_REAL;
}

/* Returns true for fields whose items follow the numbers one by one. */
static inline bool
field_is_text(const ModelField *field)
{
	return field->kind >= FIELD_WORD && field->kind <= FIELD_COLUMNS;
}

/*
 * Returns the number of numbers of a model with that header.  Raises an error of that sqlstate if the
 * header contradicts itself.
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
		case SIZE_SPREAD:
			return SPREAD_NUMBERS;
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

/* Returns true if ModelParts has a pointer for the field, not the items themselves. */
static inline bool
field_has_pointer(const ModelField *field)
{
	return Max(field->size[0], field->size[1]) > SIZE_SPREAD;
}

/* Returns true if each output has one item, in its structure. */
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

/* Returns item i of a field with that first item. */
static inline void *
field_item(const ModelField *field, const void *first, Size i)
{
	return (char *) first + i * field_stride(field);
}

/*
 * Make parts in steps: model_start_parts() takes the header; model_make_items() returns the first
 * item of a field, with memory for all, for the caller to fill.
 */
extern void model_start_parts(ModelParts *parts, const AerModel *header);
extern void *model_make_items(ModelParts *parts, const AerModel *header, const ModelField *field);

/*
 * Makes parts of a header and the stored numbers of a model, without copying arrays.  Returns the end
 * of the numbers.
 */
extern const uint64 *model_point_to_numbers(ModelParts *parts, const AerModel *header, const uint64 *number);

/*
 * Columns in the text (model_columns.c):
 *
 *		"columns": [{"name": "age", "kind": "number", "knots": [30, 45, 60], "null": true},
 *					{"name": "region", "kind": "categories", "categories": ["north", "south"]},
 *					{"name": "year", "kind": "number", "center": 2018}]
 *		"interactions": [["age", "region"]]
 *
 * Kinds are number, boolean, categories and time, whose knots are days from 2000-01-01 UTC.
 * Keys without information are left out; "null" and "open" can only be true.
 */
extern void model_put_columns(StringInfo out, const Columns *columns);
extern void model_put_interactions(StringInfo out, const Columns *columns);

/*
 * Read the columns, then the interactions, if there are any, and check both.  Raise an error if the
 * text is malformed.
 */
extern void model_read_columns(const JsonbValue *list, Columns *columns);
extern void model_read_interactions(const JsonbValue *list, Columns *columns);
extern void model_check_columns(Columns *columns);

#endif							/* AER_MODEL_FORM_H */
