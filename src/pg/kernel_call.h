/*
 * kernel_call.h
 *		The way into the kernel: what its calls work in.
 */
#ifndef AER_KERNEL_CALL_H
#define AER_KERNEL_CALL_H

#include "pg/aer.h"

#include "kernel/kernel.h"

/*
 * What a kernel call works in: memory of the current context, or of the one
 * given, in which the Work itself is, too.  One array may be more than palloc()
 * gives.
 *
 * Interrupts that let the query go on (a check of the connection, a barrier, a
 * request for memory statistics) are served, and the computation goes on from
 * where it is.  Those that end it are raised through the kernel: see kernel.h
 * for why that loses nothing.
 *
 * The function that kernel_work_raising() is given raises what cannot be
 * computed, as an error that says what the caller asked for.
 */
typedef void (*KernelRaise) (Status status);

extern Work *kernel_work(void);
extern Work *kernel_work_in(MemoryContext context);
extern Work *kernel_work_raising(KernelRaise raise);

#endif							/* AER_KERNEL_CALL_H */
