/*
 * progress.h
 *		Long work shows that it lives: notices under the setting aer.progress.
 *
 * For functions that run queries or fits of their own, which PostgreSQL cannot
 * see from outside.
 */
#ifndef AER_PROGRESS_H
#define AER_PROGRESS_H

#include "pg/aer.h"

#include "datatype/timestamp.h"

typedef struct Progress
{
	const char *function;
	const char *doing;			/* the present phase */
	const char *unit;			/* what it counts */
	double		total;			/* of them; 0: not known */
	TimestampTz begun;			/* the phase */
	TimestampTz told;			/* the last notice, or the call's begin */
} Progress;

/* Define the setting; when the library is loaded. */
extern void progress_define_setting(void);

extern bool progress_is_on(void);

/* The function begins; later each of its phases does. */
extern void progress_begin(Progress *progress, const char *function);
extern void progress_phase(Progress *progress, const char *doing, const char *unit, double total);

/* Note that so many are done: a notice, if the last one is old enough. */
extern void progress_tell(Progress *progress, double done);

#endif							/* AER_PROGRESS_H */
