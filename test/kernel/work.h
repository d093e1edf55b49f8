/*
 * work.h
 *		What kernel calls of a test or a benchmark work in: memory of malloc.
 */
#ifndef TEST_WORK_H
#define TEST_WORK_H

#include "kernel/kernel.h"

#include <setjmp.h>

/* work_end() frees it, with all that was taken from it.  poll: or NULL. */
extern Work *new_work(void (*poll) (Work *work));

/* One for the whole program, for calls that leave nothing or little in it. */
extern Work *test_work(void);

/* Bytes that were taken and not given back, without its children's. */
extern size_t work_held(const Work *work);

/* Where a call in this Work or in a child of it lands that raises a status. */
extern jmp_buf *work_raised(Work *work);
extern Status work_status(const Work *work);

/* The status that the call raises, KERNEL_OK where it comes to its end. */
#define STATUS_OF(work, call) \
	(setjmp(*work_raised(work)) == 0 ? ((void) (call), KERNEL_OK) : work_status(work))

#endif							/* TEST_WORK_H */
