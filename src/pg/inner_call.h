/*
 * inner_call.h
 *		A function whose work another one does, written in PL/pgSQL.
 */
#ifndef AER_INNER_CALL_H
#define AER_INNER_CALL_H

#include "pg/aer.h"

/*
 * Call the function of the same arguments whose name has one "_" more in
 * front, and return what it returns; sets of rows too, as PL/pgSQL makes
 * them.  Its errors come without their CONTEXT: lines of functions and pages
 * of statements that the caller has not written.
 */
extern Datum inner_call(FunctionCallInfo fcinfo);

#endif							/* AER_INNER_CALL_H */
