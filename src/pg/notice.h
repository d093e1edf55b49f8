/*
 * notice.h
 *		Notices and warnings that a statement gives once.
 */
#ifndef AER_NOTICE_H
#define AER_NOTICE_H

#include "pg/aer.h"

/*
 * Gives a notice once in a statement, even if several groups, partitions, learners or workers ask
 * for it.  Workers leave it to the leader; if the leader reads no rows, the first worker gives it.
 */
extern void notice_once(const char *message);
extern void warning_once(const char *message);

/*
 * Returns true the first time that a statement passes this text.  The caller then gives a notice
 * with a detail or a hint, or the only one of several that a statement gives.
 */
extern bool notice_is_new(const char *message);

#endif							/* AER_NOTICE_H */
