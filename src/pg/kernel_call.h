/*
 * kernel_call.h
 *		The way into the kernel: the memory that it works in, and interrupts.
 */
#ifndef AER_KERNEL_CALL_H
#define AER_KERNEL_CALL_H

#include "pg/aer.h"

#include "kernel/kernel.h"

/*
 * The Poll of every kernel call.  Interrupts that let the query go on (a check
 * of the connection, a barrier, a request for memory statistics) are served,
 * and the computation goes on from where it is.  Those that end it are raised
 * through the kernel: see kernel.h for why that loses nothing.
 */
extern void kernel_poll(void);

/* Memory in the current context; it may be more than palloc() gives. */
extern void *kernel_memory(Size bytes);

#endif							/* AER_KERNEL_CALL_H */
