/*
 * word_reader.h
 *		Which of its words a column has in a row.
 */
#ifndef AER_WORD_READER_H
#define AER_WORD_READER_H

#include "pg/aer.h"

typedef struct WordReader WordReader;

/* None of them. */
#define WORD_UNKNOWN (-1)

/*
 * Can columns of that type have words?  text, varchar, char(n), enums, and boolean,
 * whose words are "true" and "false".
 */
extern bool word_type(Oid type);

/* For a column of such a type and n words, which must live as long. */
extern WordReader *word_reader_create(Oid type, char *const *word, uint32 n);

/* The number of the word, from 0, that a Datum or a string is, or WORD_UNKNOWN. */
extern int	word_read(const WordReader *reader, Datum datum);
extern int	word_read_text(const WordReader *reader, const char *data, Size length);

/* The words, in an array that is palloc'd. */
extern char **word_reader_words(const WordReader *reader, uint32 *n);

#endif							/* AER_WORD_READER_H */
