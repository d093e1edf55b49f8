/*
 * inner_call.h
 *		A function whose work another one does, written in PL/pgSQL.
 */
#ifndef AER_INNER_CALL_H
#define AER_INNER_CALL_H

#include "pg/aer.h"

/*
 * What the function of the same arguments whose name has one "_" more in front returns;
 * sets of rows too, as PL/pgSQL makes them.  Of its errors the CONTEXT is left out: lines
 * of functions and pages of statements that the caller has not written.
 */
extern Datum inner_call(FunctionCallInfo fcinfo);

#endif							/* AER_INNER_CALL_H */
