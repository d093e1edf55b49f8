/*
 * attempt.h
 *		Work that may fail while the statement goes on.
 */
#ifndef AER_ATTEMPT_H
#define AER_ATTEMPT_H

#include "pg/aer.h"

/*
 * Do work(arg) in a subtransaction.  NULL if it was done, else what was wrong, in the
 * memory context of the caller: its message, detail and hint in one line.  Errors that
 * are nobody's fault, such as an interrupt or too little memory, are passed on.
 */
extern char *attempt(void (*work) (void *arg), void *arg);

#endif							/* AER_ATTEMPT_H */
