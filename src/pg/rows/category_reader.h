/*
 * category_reader.h
 *		Which of its values a column of words has in a row.
 */
#ifndef AER_CATEGORY_READER_H
#define AER_CATEGORY_READER_H

#include "pg/aer.h"

#include "pg/rows/row_attributes.h"

typedef struct CategoryReader CategoryReader;

/* The column has none of the values that are attributes, ... */
#define CATEGORY_FIRST (-1)		/* but the first one, or any where that is not known */
#define CATEGORY_UNKNOWN (-2)	/* nor the first one */

/* Can columns of that type be read so? */
extern bool category_type(Oid type);

/*
 * For a column of such a type; first: its first value, NULL if it is not known.
 * Values are added in order, and numbered from 0.  The strings must live as long.
 */
extern CategoryReader *category_reader_create(Oid type, const char *first, int most);
extern void category_reader_add(CategoryReader *reader, const char *value);

/* The number of the value that a Datum or a string is, or one of those above. */
extern int	category_read(const CategoryReader *reader, Datum datum);
extern int	category_read_text(const CategoryReader *reader, const char *data, Size length);

/* A column of words, or such a key of jsonb, in the row that was read last. */
typedef struct CategoryLook
{
	CategoryReader *reader;
	uint32		first;			/* its first attribute */
	uint32		n;				/* how many there are */
	uint64		row;			/* the row that was looked at last */
	int			value;			/* what it has there: its number, or as said above */
} CategoryLook;

/* NULL */
#define CATEGORY_NULL (-3)

/*
 * That of the attributes from a first one on, of d, which belong to a column of
 * that type; known: the lists of values, where they are.
 */
extern CategoryLook *category_look_create(Oid type, const char *column, const CategoryList *known,
										  uint32 first, uint32 d, char *const *name,
										  const AttributeType *type_of);

/* Does it have this attribute's value? */
static inline double
category_look_value(const CategoryLook *look, uint32 attribute, bool *null)
{
	*null = look->value == CATEGORY_NULL;
	return look->value == (int) (attribute - look->first) ? 1 : 0;
}

#endif							/* AER_CATEGORY_READER_H */
