/*
 * kernel_call.h
 *		The way into the kernel: a Work for its calls.
 */
#ifndef AER_KERNEL_CALL_H
#define AER_KERNEL_CALL_H

#include "pg/aer.h"

#include "kernel/kernel.h"

/* Raises an error of SQL for a result that the kernel cannot compute. */
typedef void (*KernelRaise) (Status status);

/*
 * Return a Work for calls of the kernel: its memory, and the Work itself, belong to the current
 * memory context, or to the one passed.  An array may be larger than 1 GB.
 *
 * Interrupts that let the query go on (a check of the connection, a barrier, a request for memory
 * statistics) are served while the kernel computes.  Those that end the query are raised through
 * the kernel; kernel.h says why nothing is lost.
 *
 * kernel_work_raising() takes the function that words the errors of one caller.
 */
extern Work *kernel_work(void);
extern Work *kernel_work_in(MemoryContext context);
extern Work *kernel_work_raising(KernelRaise raise);

#endif							/* AER_KERNEL_CALL_H */
