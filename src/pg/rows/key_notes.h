/*
 * key_notes.h
 *		Keys of jsonb that are asked for, and whether rows have them.
 *
 * An absent key is no error, so a misspelt one would go unnoticed.  An aggregate notes in
 * its state which keys its rows have, and at its end a WARNING names those that no row
 * had, if another key is called nearly so or there were many rows.  The same goes for keys
 * with words, of which rows had none that is known.  A function of one row knows no end:
 * it warns of a row that has none of the keys that it asks for, and of one that somebody
 * has written it names what it does not know.
 */
#ifndef AER_KEY_NOTES_H
#define AER_KEY_NOTES_H

#include "pg/aer.h"

#include "nodes/pg_list.h"
#include "kernel/option.h"
#include "pg/rows/features.h"
#include "utils/jsonb.h"

/* What rows have told of a key. */
typedef struct KeyNote
{
	const char *name;
	bool		is_target;
	bool		found;
	int			missed;			/* rows that did not have it, up to some */
	char	   *near;			/* a key that is called nearly so, or NULL */
	const NamedColumn *column;	/* what is known of it */
	bool		word_found;		/* one of them */
	int			words_missed;	/* rows that had another one, up to some */
	char	   *word;			/* the first of these */
} KeyNote;

typedef struct KeyNotes
{
	MemoryContext context;		/* of all of this */
	uint32		n;
	KeyNote    *note;			/* [n] */
	char	  **sorted;			/* [n] the names; NULL: nobody has asked for one yet */
} KeyNotes;

/* A row, which is an object, does not have the key. */
extern void key_note_missed(KeyNotes *notes, KeyNote *note, JsonbContainer *object);

/* A row has a word there that is none of those known. */
extern void key_note_word_missed(KeyNotes *notes, KeyNote *note, const Cell *word);

/*
 * The rows have ended: warn of keys, and words, that none had.  holes: keys of attributes may
 * well be missing, and are named only where another one is called nearly so.
 */
extern void key_notes_say(const KeyNotes *notes, bool holes);

/* Where nobody tells of the end of rows: warn of a key that the first rows do not have. */
extern void key_note_say_early(const KeyNote *note);

/*
 * Warn of an object that has none of the keys, and of what one that was written has and
 * nobody asks for.  unknown: notes of those of its keys at which it has a word that is not known.
 */
extern void key_notes_say_unknown(KeyNotes *notes, JsonbContainer *object, Written written,
								  List *unknown);

#endif							/* AER_KEY_NOTES_H */
