/*
 * kernel_call.c
 *		The way into the kernel: the memory that it works in, and interrupts.
 */
#include "pg/kernel_call.h"

#include "miscadmin.h"

void
kernel_poll(void)
{
	CHECK_FOR_INTERRUPTS();
}

void *
kernel_memory(Size bytes)
{
	return MemoryContextAllocHuge(CurrentMemoryContext, Max(bytes, 1));
}
