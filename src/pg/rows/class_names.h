/*
 * class_names.h
 *		Words that are targets: the classes that rows are of, found as they come.
 *
 * Where a target is a word, what stands in its place as a number is its place in a
 * list of such words, which goes with it.
 */
#ifndef AER_CLASS_NAMES_H
#define AER_CLASS_NAMES_H

#include "pg/aer.h"

/* The most classes. */
#define MOST_CLASS_NAMES 100

typedef struct ClassNames
{
	MemoryContext context;		/* of the words */
	uint32		n;
	char	   *name[MOST_CLASS_NAMES];
} ClassNames;

extern ClassNames *class_names_create(MemoryContext context);

/* The place of a word, which is added if it is new; an error if there are too many. */
extern uint32 class_names_place(ClassNames *names, const char *word, Size length);

/* Returns the position of a name among n, or n if it is not there. */
extern uint32 class_names_search(char *const *names, uint32 n, const char *name);

/* Does the same, but raises an error, which lists the names, if it is not there. */
extern uint32 class_names_find(char *const *names, uint32 n, const char *name);

/* Some of n words in quotes, for a message; palloc'd. */
extern char *class_names_list(char *const *name, uint32 n);

/*
 * A target may be called by its column, or as column=word, which is true where the
 * column has that word, else false: the names of the columns before an equals sign,
 * the longest first.  Returns the name that ends before *end, and moves this on; NULL:
 * there is none.  *end is strlen(target) before the first call.
 */
extern char *target_before_equals(const char *target, Size *end);

#endif							/* AER_CLASS_NAMES_H */
