/*
 * notice.h
 *		Notices and warnings that are said once for a statement.
 */
#ifndef AER_NOTICE_H
#define AER_NOTICE_H

#include "pg/aer.h"

/*
 * Raise a notice once for a statement, however many groups, partitions,
 * learners and workers come to it.  The leader speaks for its workers; where
 * it reads no rows itself, the first of them does.
 */
extern void notice_once(const char *message);
extern void warning_once(const char *message);

/*
 * Returns true the first time that a statement asks with this text: for notices with a
 * detail or a hint, and for those of which a statement gives only one.
 */
extern bool notice_is_new(const char *message);

#endif							/* AER_NOTICE_H */
