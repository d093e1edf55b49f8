/*
 * buffer.c
 *		Out of memory is the end.
 */
#include "buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
room_for(Buffer *buffer, size_t n)
{
	if (buffer->len + n < buffer->room)
		return;
	buffer->room = 2 * (buffer->len + n) + 256;
	buffer->data = realloc(buffer->data, buffer->room);
	if (buffer->data == NULL)
		abort();
}

Buffer *
buffer_new(void)
{
	Buffer	   *buffer = calloc(1, sizeof(Buffer));

	room_for(buffer, 1);
	buffer_clear(buffer);
	return buffer;
}

void
buffer_clear(Buffer *buffer)
{
	buffer->len = 0;
	buffer->data[0] = '\0';
}

void
buffer_free(Buffer *buffer)
{
	free(buffer->data);
	free(buffer);
}

void
add_bytes(Buffer *buffer, const char *bytes, size_t n)
{
	room_for(buffer, n);
	memcpy(buffer->data + buffer->len, bytes, n);
	buffer->len += n;
	buffer->data[buffer->len] = '\0';
}

void
add_text(Buffer *buffer, const char *text)
{
	add_bytes(buffer, text, strlen(text));
}

void
add_char(Buffer *buffer, char c)
{
	add_bytes(buffer, &c, 1);
}

void
add(Buffer *buffer, const char *format,...)
{
	va_list		args;
	int			n;

	va_start(args, format);
	n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	room_for(buffer, n);
	va_start(args, format);
	vsnprintf(buffer->data + buffer->len, n + 1, format, args);
	va_end(args);
	buffer->len += n;
}
