/*
 * key_watch.c
 *		Keys of jsonb that a statement asks for, and none of its rows has.
 *
 * A function of one row does not know when the statement ends.  But the memory of the
 * statement's portal is freed at its end, and a callback is called before: that gives
 * the WARNING.  Functions that are called by the statement belong to it, whatever they
 * run.
 */
#include "pg/rows/key_watch.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "common/hashfn.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "pg/options/near_name.h"
#include "pg/rows/class_names.h"
#include "utils/memutils.h"

/*
 * In so many rows a key that is called nearly so is looked for; so few may well lack
 * what is to be filled in later.
 */
#define FEW_ROWS 10

/* So many are named in the WARNING. */
#define MOST_NAMED 10

typedef struct KeyPlace
{
	const char *name;
	uint32		status;
	WatchedKey *key;
} KeyPlace;

#define SH_PREFIX keys
#define SH_ELEMENT_TYPE KeyPlace
#define SH_KEY_TYPE const char *
#define SH_KEY name
#define SH_HASH_KEY(table, key) string_hash(key, strlen(key) + 1)
#define SH_EQUAL(table, a, b) (strcmp(a, b) == 0)
#define SH_SCOPE static inline
#define SH_DECLARE
#define SH_DEFINE
#include "lib/simplehash.h"

struct KeyWatch
{
	MemoryContext portal;		/* of the statement */
	MemoryContext context;		/* of all of this */
	MemoryContextCallback callback;
	uint64		number;
	keys_hash  *places;
	WatchedKey *first;			/* in the order in which they were asked for */
	WatchedKey **last;
	struct KeyWatch *other;		/* of another portal: a cursor, or a function's query */
};

static KeyWatch *watches = NULL;

static bool
worth_saying(const WatchedKey *key)
{
	return !key->found && (key->near || (key->expected && key->missed == FEW_ROWS));
}

static bool
word_worth_saying(const WatchedKey *key)
{
	return key->word && !key->word_found && (key->word_expected || key->words_missed == FEW_ROWS);
}

static void
say_words(const KeyWatch *watch)
{
	StringInfoData names;
	StringInfoData words;
	StringInfoData near;
	int			n = 0;

	initStringInfo(&names);
	initStringInfo(&words);
	initStringInfo(&near);
	for (const WatchedKey *key = watch->first; key; key = key->next)
	{
		if (!word_worth_saying(key) || n++ >= MOST_NAMED)
			continue;
		appendStringInfo(&names, "%s\"%s\"", names.len ? ", " : "", key->name);
		appendStringInfo(&words, "At \"%s\" a row has \"%s\"; known are %s.  ", key->name, key->word, key->words);
		if (key->near_word)
			appendStringInfo(&near, "%s\"%s\" it may be \"%s\"", near.len ? ", instead of " : "", key->word, key->near_word);
	}
	if (n > MOST_NAMED)
		appendStringInfo(&names, " and %d more", n - MOST_NAMED);
	if (n > 0)
		ereport(WARNING,
				(errmsg_plural("no row has a known word at the key %s", "no row has a known word at the keys %s", n, names.data),
				 errdetail("%sA model takes any other for not looked at, a design for none of these.", words.data),
				 near.len ? errhint("Instead of %s.", near.data) : 0));
}

static void
say(const KeyWatch *watch)
{
	StringInfoData names;
	StringInfoData near;
	int			n = 0;

	initStringInfo(&names);
	initStringInfo(&near);
	for (const WatchedKey *key = watch->first; key; key = key->next)
	{
		if (!worth_saying(key))
			continue;
		if (n++ >= MOST_NAMED)
			continue;
		appendStringInfo(&names, "%s\"%s\"", names.len ? ", " : "", key->name);
		if (key->near)
			appendStringInfo(&near, "%s\"%s\" a row has \"%s\"", near.len ? ", instead of " : "", key->name, key->near);
	}
	if (n > MOST_NAMED)
		appendStringInfo(&names, " and %d more", n - MOST_NAMED);
	if (n > 0)
		ereport(WARNING,
				(errmsg_plural("no row has the key %s", "no row has the keys %s", n, names.data),
				 errdetail("What a model or a design asks for and a row does not have counts as not looked at."),
				 near.len ? errhint("Instead of %s.", near.data) : 0));
}

/* The statement ends, or was ended. */
static void
end(void *arg)
{
	KeyWatch   *watch = arg;
	KeyWatch  **link = &watches;
	MemoryContext old;

	while (*link != watch)
		link = &(*link)->other;
	*link = watch->other;
	if (!IsTransactionState())
		return;					/* by an error */
	/* nothing may be thrown from here */
	HOLD_INTERRUPTS();
	old = MemoryContextSwitchTo(watch->context);
	say(watch);
	say_words(watch);
	MemoryContextSwitchTo(old);
	RESUME_INTERRUPTS();
}

KeyWatch *
key_watch_now(void)
{
	static uint64 number = 0;
	MemoryContext context;
	KeyWatch   *watch;

	if (PortalContext == NULL || IsInParallelMode())
		return NULL;
	for (watch = watches; watch; watch = watch->other)
		if (watch->portal == PortalContext)
			return watch;
	context = AllocSetContextCreate(PortalContext, "aer keys", ALLOCSET_SMALL_SIZES);
	watch = MemoryContextAllocZero(context, sizeof(KeyWatch));
	watch->portal = PortalContext;
	watch->context = context;
	watch->number = ++number;
	watch->places = keys_create(context, 32, NULL);
	watch->last = &watch->first;
	watch->other = watches;
	watch->callback = (MemoryContextCallback) {.func = end, .arg = watch};
	MemoryContextRegisterResetCallback(context, &watch->callback);
	watches = watch;
	return watch;
}

uint64
key_watch_number(const KeyWatch *watch)
{
	return watch ? watch->number : 0;
}

WatchedKey *
key_watch_key(KeyWatch *watch, const char *name)
{
	KeyPlace   *place = keys_lookup(watch->places, name);
	WatchedKey *key;
	bool		found;

	if (place)
		return place->key;
	key = MemoryContextAllocZero(watch->context, sizeof(WatchedKey));
	key->name = MemoryContextStrdup(watch->context, name);
	place = keys_insert(watch->places, key->name, &found);
	place->key = key;
	*watch->last = key;
	watch->last = &key->next;
	return key;
}

void
key_watch_missed(KeyWatch *watch, WatchedKey *key, JsonbContainer *object)
{
	JsonbIterator *iterator;
	JsonbIteratorToken token;
	JsonbValue	value;
	NearName	near;

	if (key->missed >= FEW_ROWS || key->near)
		return;
	key->missed++;
	near_name_init(&near, key->name, strlen(key->name));
	iterator = JsonbIteratorInit(object);
	while ((token = JsonbIteratorNext(&iterator, &value, true)) != WJB_DONE)
	{
		char	   *name;

		CHECK_FOR_INTERRUPTS();
		if (token != WJB_KEY)
			continue;
		name = pnstrdup(value.val.string.val, value.val.string.len);
		/* one that is asked for, too, is what it is */
		if (keys_lookup(watch->places, name) == NULL)
			near_name_offer(&near, name);
	}
	if (near.nearest)
		key->near = MemoryContextStrdup(watch->context, near.nearest);
}

void
key_watch_word_missed(KeyWatch *watch, WatchedKey *key, const char *word, Size length,
					  const WordReader *known)
{
	MemoryContext old;
	NearName	near;
	char	  **name;
	uint32		n;

	if (key->words_missed >= FEW_ROWS || key->words_missed++ > 0)
		return;
	old = MemoryContextSwitchTo(watch->context);
	key->word = pnstrdup(word, length);
	name = word_reader_words(known, &n);
	key->words = class_names_list(name, n);
	near_name_init(&near, key->word, length);
	for (uint32 i = 0; i < n; i++)
		near_name_offer(&near, name[i]);
	if (near.nearest)
		key->near_word = pstrdup(near.nearest);
	pfree(name);
	MemoryContextSwitchTo(old);
}
