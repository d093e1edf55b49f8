/*
 * block.h
 *		Writes and reads blocks of bytes that are the same on every machine.
 *
 * Integers and the bits of numbers have the most significant byte first; texts end with NUL.
 */
#ifndef AER_BLOCK_H
#define AER_BLOCK_H

#include "kernel/kernel.h"

/* Write to to[*at], unless to is NULL, and move *at past it. */
extern void block_put_bytes(char *to, size_t *at, const void *from, size_t bytes);
extern void block_put_integer(char *to, size_t *at, uint64 number, int bytes);
extern void block_put_text(char *to, size_t *at, const char *text);
extern void block_put_number(char *to, size_t *at, double number);

/* The rest of a block; at becomes NULL if the block is malformed. */
typedef struct BlockReader
{
	Work	   *work;
	const char *at;
	size_t		left;
} BlockReader;

/* Returns true if at least this number of bytes is left. */
extern bool block_has(BlockReader *reader, size_t bytes);

extern void block_skip(BlockReader *reader, size_t bytes);

/* Reads an integer, or returns 0 if the block ends before it. */
extern uint64 block_get_integer(BlockReader *reader, int bytes);

/* Returns a text, which lies in the block. */
extern const char *block_get_text(BlockReader *reader);

/* Reads a number, which must be finite and not -0. */
extern double block_get_number(BlockReader *reader);

#endif							/* AER_BLOCK_H */
