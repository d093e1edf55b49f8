/*
 * key_notes.c
 *		Keys of jsonb that are asked for, and whether rows have them.
 */
#include "pg/rows/key_notes.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "pg/near_name.h"
#include "pg/notice.h"
#include "pg/rows/class_names.h"
#include "pg/rows/document.h"

/*
 * In so many rows a key that is called nearly so is looked for; so few may well lack
 * what is to be filled in later.
 */
#define FEW_ROWS 10

/* So many are named in the WARNING. */
#define MOST_NAMED 10

/* A WARNING of some keys, in the singular and the plural. */
typedef struct Saying
{
	const char *one;
	const char *many;
	const char *detail;			/* what that means */
	const char *has;			/* what stands in the hint between what was missed and what is near */
	bool		of_words;		/* at keys, not of keys themselves */
} Saying;

static const Saying of_rows = {
	"no row has the key %s", "no row has the keys %s",
	"What a model or a design asks for and a row does not have counts as not looked at.", "a row has", false
};
static const Saying of_first_rows = {
	"none of the first rows has the key %s", "none of the first rows has the keys %s",
	"A row without it counts as one without a target.", "a row has", false
};
static const Saying of_a_row = {
	"a row does not have the key %s", "a row has none of the keys %s",
	"What a model asks for and a row does not have counts as not looked at.", "it has", false
};
static const Saying of_a_record = {
	"the model does not know the key %s", "the model does not know the keys %s",
	"What a record has there is not used.", "it knows", false
};
static const Saying words_of_rows = {
	"no row has a known word at the key %s", "no row has a known word at the keys %s",
	"A model takes any other for not looked at, a design for none of these.", "it may be", true
};
static const Saying words_of_a_row = {
	"a row has no known word at the key %s", "a row has no known word at the keys %s",
	"A model takes any other for not looked at.", "it may be", true
};

/* The message of a WARNING, with the names of keys in quotes; NULL: it was given. */
static const char *
message_of(const Saying *saying, const List *notes)
{
	int			n = list_length(notes);
	StringInfoData names;
	const char *message;

	if (n == 0)
		return NULL;
	initStringInfo(&names);
	for (int i = 0; i < Min(n, MOST_NAMED); i++)
		appendStringInfo(&names, "%s\"%s\"", names.len ? ", " : "", ((const KeyNote *) list_nth(notes, i))->name);
	if (n > MOST_NAMED)
		appendStringInfo(&names, " and %d more", n - MOST_NAMED);
	message = psprintf(n == 1 ? saying->one : saying->many, names.data);
	return notice_is_new(message) ? message : NULL;
}

/* The known word that is nearest to the one that a row has; NULL: none is near. */
static const char *
near_word(const KeyNote *note)
{
	NearName	known;

	near_name_init(&known, note->word, strlen(note->word));
	for (int k = 0; k < note->column->n; k++)
		near_name_offer(&known, note->column->word[k]);
	return known.nearest;
}

static void
say(const Saying *saying, const List *notes)
{
	const char *message = message_of(saying, notes);
	bool		of_target = notes != NIL && ((const KeyNote *) linitial(notes))->is_target;
	StringInfoData words;
	StringInfoData near;

	if (message == NULL)
		return;
	initStringInfo(&words);
	initStringInfo(&near);
	for (int i = 0; i < Min(list_length(notes), MOST_NAMED); i++)
	{
		const KeyNote *note = list_nth(notes, i);
		const char *nearest = saying->of_words ? near_word(note) : note->near;

		if (saying->of_words)
			appendStringInfo(&words, "At \"%s\" a row has \"%s\"; known are %s.  ", note->name, note->word,
							 class_names_list(note->column->word, note->column->n));
		if (nearest)
			appendStringInfo(&near, "%s\"%s\" %s \"%s\"", near.len ? ", instead of " : "",
							 saying->of_words ? note->word : note->name, saying->has, nearest);
	}
	ereport(WARNING,
			(errmsg_internal("%s", message),
			 errdetail("%s%s", words.data, saying->detail),
			 near.len ? errhint("Instead of %s.", near.data) :
			 of_target ? errhint(WORDS_BESIDE_JSONB) : 0));
}

/* Which of some names is nearest to a name; NULL: none is near. */
static char *
nearest(const char *name, const List *names)
{
	NearName	near;
	ListCell   *cell;

	near_name_init(&near, name, strlen(name));
	foreach(cell, names)
		near_name_offer(&near, lfirst(cell));
	return unconstify(char *, near.nearest);
}

/* Is a name that was missed the one that stands for another, to which it is near?  One alone can: the nearest. */
static bool
is_meant(const char *near, const char *name, const List *missed)
{
	const char *nearest_missed = nearest(near, missed);

	return nearest_missed == NULL || strcmp(nearest_missed, name) == 0;
}

void
key_notes_say(const KeyNotes *notes, bool holes)
{
	List	   *keys = NIL;
	List	   *words = NIL;
	List	   *missed = NIL;

	for (uint32 i = 0; i < notes->n; i++)
		if (!notes->note[i].found)
			missed = lappend(missed, unconstify(char *, notes->note[i].name));
	for (uint32 i = 0; i < notes->n; i++)
	{
		KeyNote    *note = &notes->note[i];

		CHECK_FOR_INTERRUPTS();
		if (!note->found && note->near && !is_meant(note->near, note->name, missed))
			note->near = NULL;
		if (!note->found && (note->near || (note->missed == FEW_ROWS && (note->is_target || !holes))))
			keys = lappend(keys, note);
		if (!note->word_found && note->words_missed == FEW_ROWS)
			words = lappend(words, note);
	}
	say(&of_rows, keys);
	say(&words_of_rows, words);
}

void
key_note_say_early(const KeyNote *note)
{
	if (!note->found && note->missed == FEW_ROWS)
		say(&of_first_rows, list_make1(unconstify(KeyNote *, note)));
}

/* Is it the name of a key that is asked for? */
static bool
is_asked(KeyNotes *notes, const char *name)
{
	if (notes->sorted == NULL)
	{
		char	  **sorted = MemoryContextAllocHuge(notes->context, sizeof(char *) * notes->n);

		for (uint32 i = 0; i < notes->n; i++)
			sorted[i] = unconstify(char *, notes->note[i].name);
		qsort(sorted, notes->n, sizeof(char *), pg_qsort_strcmp);
		notes->sorted = sorted;
	}
	return bsearch(&name, notes->sorted, notes->n, sizeof(char *), pg_qsort_strcmp) != NULL;
}

/* Is a name of something in the object of that name asked for? */
static bool
is_asked_within(const KeyNotes *notes, const char *name)
{
	Size		length = strlen(name);

	for (uint32 i = 0; i < notes->n; i++)
		if (strncmp(notes->note[i].name, name, length) == 0 && notes->note[i].name[length] == '.')
			return true;
	return false;
}

typedef struct KeysWanted
{
	KeyNotes   *notes;
	bool		asked;
	List	   *keys;
} KeysWanted;

static bool
want_key(void *context, const char *name, int length, const JsonbValue *value)
{
	KeysWanted *wanted = context;
	char	   *copy = pnstrdup(name, length);
	bool		asked = is_asked(wanted->notes, copy);

	if (!asked && document_is_object(value) && is_asked_within(wanted->notes, copy))
		return true;
	if (asked == wanted->asked)
		wanted->keys = lappend(wanted->keys, copy);
	else
		pfree(copy);
	return false;
}

/*
 * The names in an object that are asked for, or those that are not; an object of which
 * nothing is asked for is one of these.
 */
static List *
keys_of(KeyNotes *notes, JsonbContainer *object, bool asked)
{
	KeysWanted	wanted = {.notes = notes, .asked = asked};

	document_walk(object, want_key, &wanted);
	return wanted.keys;
}

void
key_note_missed(KeyNotes *notes, KeyNote *note, JsonbContainer *object)
{
	if (note->missed < FEW_ROWS && note->near == NULL)
	{
		List	   *others = keys_of(notes, object, false); /* one that is asked for is what it is */
		char	   *near = nearest(note->name, others);

		note->near = near ? MemoryContextStrdup(notes->context, near) : NULL;
		list_free_deep(others);
	}
	note->missed = Min(note->missed + 1, FEW_ROWS);
}

void
key_note_word_missed(KeyNotes *notes, KeyNote *note, const Cell *word)
{
	if (note->words_missed == 0)
		note->word = MemoryContextStrdup(notes->context, cell_string(word));
	note->words_missed = Min(note->words_missed + 1, FEW_ROWS);
}

/* Notes of names, and what of others is near each; near_only: of those alone that have such. */
static List *
notes_of(const List *names, const List *others, bool near_only)
{
	List	   *notes = NIL;
	ListCell   *cell;

	foreach(cell, names)
	{
		KeyNote    *note = palloc0(sizeof(KeyNote));

		CHECK_FOR_INTERRUPTS();
		note->name = lfirst(cell);
		note->near = nearest(note->name, others);
		if (note->near && !is_meant(note->near, note->name, names))
			note->near = NULL;
		if (note->near || !near_only)
			notes = lappend(notes, note);
	}
	return notes;
}

/* The names of the keys that are asked for and that an object does not have. */
static List *
absent_keys(const KeyNotes *notes, const List *present)
{
	List	   *absent = NIL;

	for (uint32 i = 0; i < notes->n; i++)
	{
		bool		found = false;
		ListCell   *cell;

		foreach(cell, present)
			found = found || strcmp(lfirst(cell), notes->note[i].name) == 0;
		if (!found)
			absent = lappend(absent, unconstify(char *, notes->note[i].name));
	}
	return absent;
}

void
key_notes_say_unknown(KeyNotes *notes, JsonbContainer *object, Written written, List *unknown)
{
	List	   *known = keys_of(notes, object, true);
	List	   *others = keys_of(notes, object, false);

	if (written != WRITTEN_RECORD && known == NIL && others != NIL)
		say(&of_a_row, notes_of(absent_keys(notes, known), others, false));
	else if (written != NOT_WRITTEN)
		say(&of_a_record, notes_of(others, absent_keys(notes, known), written == WRITTEN_ROW));
	if (written != NOT_WRITTEN || list_length(unknown) == list_length(known))
		say(&words_of_a_row, unknown);
}
