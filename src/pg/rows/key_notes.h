/*
 * key_notes.h
 *		Keys of jsonb that are asked for, and whether rows have them: most of those
 *		that none has are typos, of which nobody would hear, as an absent key is no
 *		error.
 *
 * An aggregate notes what its rows have, and at its end says in a WARNING what none of
 * them had: where another key is called nearly so, or no row of many has it; so too of
 * keys that have words, where rows have others than those that are known.  A function
 * of one row knows no end: it speaks of a row that has nothing of what it asks for, and
 * of one record that somebody has written it says whatever it does not know.
 */
#ifndef AER_KEY_NOTES_H
#define AER_KEY_NOTES_H

#include "pg/aer.h"

#include "nodes/pg_list.h"
#include "kernel/option.h"
#include "pg/rows/cell.h"
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
 * The rows have ended: say which keys, and words, none had.  holes: keys of attributes may
 * well be missing, and are named only where another is called nearly so.
 */
extern void key_notes_say(const KeyNotes *notes, bool holes);

/* Rows may go on, and nobody tells of their end: say so of a key that many did not have. */
extern void key_note_say_early(const KeyNote *note);

/*
 * Say that nothing of an object is known, if that is so; of a record that somebody has
 * written, whatever is not known of it.  unknown: notes of its keys that have words, with
 * a word that is not known.
 */
extern void key_notes_say_unknown(KeyNotes *notes, JsonbContainer *object, bool record,
								  List *unknown);

#endif							/* AER_KEY_NOTES_H */
