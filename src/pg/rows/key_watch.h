/*
 * key_watch.h
 *		Keys of jsonb that a statement asks for, and none of its rows has: most are
 *		typos, of which nobody would hear, as an absent key is no error.
 *
 * What is known of them lives as long as the statement, and is said in a WARNING at
 * its end: where another key is called nearly so, or no row of many has it.  In a
 * parallel plan nobody sees all rows, and nothing is said.
 */
#ifndef AER_KEY_WATCH_H
#define AER_KEY_WATCH_H

#include "pg/aer.h"

#include "utils/jsonb.h"

typedef struct WatchedKey
{
	char	   *name;
	bool		expected;		/* if more than a few rows lack it there is a WARNING even if
								 * no other key is called nearly so */
	bool		found;
	int			missed;			/* rows that did not have it, up to some */
	char	   *near;			/* a key that is called nearly so, or NULL */
	struct WatchedKey *next;
} WatchedKey;

typedef struct KeyWatch KeyWatch;

/* The one of the running statement; NULL: nothing is watched. */
extern KeyWatch *key_watch_now(void);

/* Tells watches apart, also one that is gone. */
extern uint64 key_watch_number(const KeyWatch *watch);

/* A key that is asked for, which lives as long as the watch. */
extern WatchedKey *key_watch_key(KeyWatch *watch, const char *name);

/* An object does not have it. */
extern void key_watch_missed(KeyWatch *watch, WatchedKey *key, JsonbContainer *object);

#endif							/* AER_KEY_WATCH_H */
