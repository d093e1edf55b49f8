/*
 * block.c
 *		Writes and reads blocks of bytes.
 */
#include "kernel/block.h"

void
block_put_bytes(char *to, size_t *at, const void *from, size_t bytes)
{
	if (to != NULL)
		memcpy(to + *at, from, bytes);
	*at += bytes;
}

void
block_put_integer(char *to, size_t *at, uint64 number, int bytes)
{
	for (int k = bytes - 1; k >= 0; k--)
	{
		char		byte = (char) (number >> (8 * k));

		block_put_bytes(to, at, &byte, 1);
	}
}

void
block_put_text(char *to, size_t *at, const char *text)
{
	block_put_bytes(to, at, text, strlen(text) + 1);
}

void
block_put_number(char *to, size_t *at, double number)
{
	uint64		bits;

	memcpy(&bits, &number, sizeof(bits));
	block_put_integer(to, at, bits, sizeof(bits));
}

bool
block_has(BlockReader *reader, size_t bytes)
{
	if (reader->at != NULL && bytes > reader->left)
		reader->at = NULL;
	return reader->at != NULL;
}

void
block_skip(BlockReader *reader, size_t bytes)
{
	reader->at += bytes;
	reader->left -= bytes;
}

uint64
block_get_integer(BlockReader *reader, int bytes)
{
	uint64		number = 0;

	if (!block_has(reader, bytes))
		return 0;
	for (int k = 0; k < bytes; k++)
		number = number << 8 | (uint8) reader->at[k];
	block_skip(reader, bytes);
	return number;
}

const char *
block_get_text(BlockReader *reader)
{
	const char *text = reader->at;
	const char *end = text == NULL ? NULL : memchr(text, '\0', reader->left);

	if (end == NULL)
		reader->at = NULL;
	else
		block_skip(reader, end + 1 - text);
	return text;
}

double
block_get_number(BlockReader *reader)
{
	uint64		bits = block_get_integer(reader, sizeof(bits));
	double		number;

	memcpy(&number, &bits, sizeof(bits));
	if (!isfinite(number) || (number == 0 && bits != 0))
		reader->at = NULL;
	return number;
}
