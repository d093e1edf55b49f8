/*
 * buffer.h
 *		Text, or bytes, that grow.
 */
#ifndef FUZZ_BUFFER_H
#define FUZZ_BUFFER_H

#include <stddef.h>

typedef struct Buffer
{
	char	   *data;			/* a 0 follows */
	size_t		len;
	size_t		room;
} Buffer;

extern Buffer *buffer_new(void);
extern void buffer_clear(Buffer *buffer);
extern void buffer_free(Buffer *buffer);

extern void add_bytes(Buffer *buffer, const char *bytes, size_t n);
extern void add_text(Buffer *buffer, const char *text);
extern void add_char(Buffer *buffer, char c);
extern void add(Buffer *buffer, const char *format,...) __attribute__((format(printf, 2, 3)));

#endif							/* FUZZ_BUFFER_H */
