/*
 * inner_call.h
 *		Calls the PL/pgSQL function behind a public function in C.
 */
#ifndef AER_INNER_CALL_H
#define AER_INNER_CALL_H

#include "pg/aer.h"

/*
 * Calls the function whose name is "_" followed by the name of the running one, with the same
 * arguments.  Returns its result, which may be a set of rows.
 */
extern Datum inner_call(FunctionCallInfo fcinfo);

/*
 * The same if the first argument of the inner function is a table.  The running function may take its
 * name as text: the caller's search_path finds it.
 */
extern Datum inner_call_of_table(FunctionCallInfo fcinfo);

#endif							/* AER_INNER_CALL_H */
