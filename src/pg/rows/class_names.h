/*
 * class_names.h
 *		Names of classes: the values of a categorical target, numbered in the order in which rows
 *		come.
 */
#ifndef AER_CLASS_NAMES_H
#define AER_CLASS_NAMES_H

#include "pg/aer.h"

#define MOST_CLASS_NAMES 100

typedef struct ClassNames
{
	MemoryContext context;		/* of the names */
	uint32		n;
	char	   *name[MOST_CLASS_NAMES];
} ClassNames;

/* Returns an empty list, in the memory context. */
extern ClassNames *class_names_create(MemoryContext context);

/*
 * Returns the number of a class, from 0, and adds it if it is new.  Raises an error if there are
 * more than MOST_CLASS_NAMES.  name: [length], not ended by NUL.
 */
extern uint32 class_names_add(ClassNames *names, const char *name, Size length);

/* Returns the number of a class among n, or n if it is not there. */
extern uint32 class_names_search(char *const *names, uint32 n, const char *name);

/* Does the same, but raises an error, which lists the names, if it is not there. */
extern uint32 class_names_find(char *const *names, uint32 n, const char *name);

/* Returns the first of n names in quotes, for a message; palloc'd. */
extern char *class_names_list(char *const *name, uint32 n);

/*
 * Splits a target that may be "column=value", which is true in rows with that value: returns the
 * longest name before an equals sign that ends before *end, palloc'd, and moves *end to the sign;
 * NULL if there is none.  *end is strlen(target) before the first call.
 */
extern char *target_before_equals(const char *target, Size *end);

#endif							/* AER_CLASS_NAMES_H */
