/*
 * category_reader.h
 *		Which of its values a column of words has in a row.
 */
#ifndef AER_CATEGORY_READER_H
#define AER_CATEGORY_READER_H

#include "pg/aer.h"

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

/* The number of the value that a Datum is, or one of those above. */
extern int	category_read(const CategoryReader *reader, Datum datum);

#endif							/* AER_CATEGORY_READER_H */
