/*
 * inner_call.h
 *		A function in C that calls the one in PL/pgSQL of which it is the public face.
 */
#ifndef AER_INNER_CALL_H
#define AER_INNER_CALL_H

#include "pg/aer.h"

/*
 * Calls the function of the same arguments whose name has one "_" more in
 * front, and returns its result, which may be a set of rows.
 */
extern Datum inner_call(FunctionCallInfo fcinfo);

#endif							/* AER_INNER_CALL_H */
