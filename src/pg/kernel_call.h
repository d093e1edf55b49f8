/*
 * kernel_call.h
 *		The way into the kernel: what its calls work in.
 */
#ifndef AER_KERNEL_CALL_H
#define AER_KERNEL_CALL_H

#include "pg/aer.h"

#include "kernel/kernel.h"

/*
 * What a kernel call works in: the memory of the current context, in which this
 * itself is, or of that context.  Memory may be more than palloc() gives.
 *
 * Interrupts that let the query go on (a check of the connection, a barrier, a
 * request for memory statistics) are served, and the computation goes on from
 * where it is.  Those that end it are raised through the kernel: see kernel.h
 * for why that loses nothing.
 *
 * What cannot be computed is raised by the function of kernel_work_raising(),
 * which knows what the caller asked for.
 */
typedef void (*KernelRaise) (Status status);

extern Work *kernel_work(void);
extern Work *kernel_work_in(MemoryContext context);
extern Work *kernel_work_raising(KernelRaise raise);

/* Memory in the current context; it may be more than palloc() gives. */
extern void *kernel_memory(Size bytes);

#endif							/* AER_KERNEL_CALL_H */
