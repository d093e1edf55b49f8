/*
 * follow_rename.h
 *		A study after its columns were renamed.
 */
#ifndef AER_FOLLOW_RENAME_H
#define AER_FOLLOW_RENAME_H

#include "pg/functions/studies/study.h"

/*
 * The study with other names, {"old": "new"}.  Places in "include", by which
 * looks are drawn, stay as they are, and so does what is looked at in each row.
 */
extern Study follow_rename(const Study *study, Jsonb *names);

#endif							/* AER_FOLLOW_RENAME_H */
