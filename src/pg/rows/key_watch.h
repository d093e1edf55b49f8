/*
 * key_watch.h
 *		Keys of jsonb that a statement asks for, and none of its rows has: most are
 *		typos, of which nobody would hear, as an absent key is no error.
 *
 * What is known of them lives as long as the statement, and is said in a WARNING at
 * its end: where another key is called nearly so, or no row of many has it.  So are
 * keys that have words, where one record, or many rows, have others than those that
 * are known.  In a parallel plan nobody sees all rows, and nothing is said.
 */
#ifndef AER_KEY_WATCH_H
#define AER_KEY_WATCH_H

#include "pg/aer.h"

#include "pg/rows/word_reader.h"
#include "utils/jsonb.h"

typedef struct WatchedKey
{
	char	   *name;
	bool		expected;		/* if more than a few rows lack it there is a WARNING even if
								 * no other key is called nearly so */
	bool		found;
	int			missed;			/* rows that did not have it, up to some */
	char	   *near;			/* a key that is called nearly so, or NULL */
	bool		word_found;		/* of a key that has words: one that is known */
	bool		word_expected;	/* one that is not known is worth a WARNING, not only many rows of them */
	int			words_missed;	/* rows that had one that is not known, up to some */
	char	   *word;			/* the first of these */
	char	   *words;			/* some that are known, for the message */
	char	   *near_word;		/* one of them that is nearly the first, or NULL */
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

/* An object has a word there that is none of those known. */
extern void key_watch_word_missed(KeyWatch *watch, WatchedKey *key, const char *word, Size length,
								  const WordReader *known);

#endif							/* AER_KEY_WATCH_H */
