/*
 * mutate.h
 *		Values that were real ones, until something happened to them.
 */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include "buffer.h"
#include "catalog.h"

/* The binary form of a value of a kind, changed in a few places. */
extern void mutate_binary(const Kind *kind, Buffer *out);

/* The text form. */
extern void mutate_text(const Kind *kind, Buffer *out);

/* Any text. */
extern void mutate_words(const char *text, Buffer *out);

#endif							/* FUZZ_MUTATE_H */
