/*
 * kernel.h
 *		Definitions that all kernel files share: integer types, statuses, the Work.
 *
 * The kernel only computes.  It has no global state: the caller passes random
 * states and a Work.  A call allocates memory from the Work, polls it for
 * interrupts, and raises errors through it.
 *
 * Attribute numbers are 0-based here and 1-based in SQL.
 */
#ifndef AER_KERNEL_H
#define AER_KERNEL_H

#include "c.h"
#include "common/pg_prng.h"

#include <math.h>

/*
 * Outcome of a computation that may fail.  A function returns it if the caller
 * can react to a failure; otherwise it goes to Work's raise.  (c.h uses the
 * prefix STATUS_.)
 */
typedef enum Status
{
	KERNEL_OK = 0,
	KERNEL_DIVERGED,			/* a weight became infinite or NaN */
	KERNEL_SINGULAR,			/* LAPACK could not factor the matrix */
	KERNEL_NOT_CONVERGED,		/* an iteration reached its limit */
	KERNEL_BAD_TARGET,			/* the learner does not accept this target */
	KERNEL_BAD_VALUE			/* the value of an attribute is not allowed */
} Status;

/*
 * The environment of a kernel call: memory, interrupts and errors.  It may be
 * NULL for a call that neither allocates nor fails; such a call is not polled.
 *
 * A call may end by longjmp wherever it allocates, polls or raises.  Nothing
 * leaks: the Work owns all memory, and neither LAPACK nor BLAS is ever on the
 * stack.  The computation is unfinished then, so a function that changes an
 * object which outlives the call allocates first and changes afterwards.
 */
typedef struct Work Work;

struct Work
{
	/*
	 * Returns zeroed memory, aligned to 8 bytes, which lives until the Work ends.
	 * Leaves by longjmp if there is no memory.
	 */
	void	   *(*allocate) (Work *work, size_t bytes);

	/* Frees an array early, for example the old one after an array has grown. */
	void		(*release) (Work *work, void *array);

	/* Begins a Work whose memory is freed when it or its parent ends. */
	Work	   *(*begin) (Work *parent);
	void		(*end) (Work *work);

	/*
	 * Returns if the call may go on, or leaves by longjmp.  Called about every
	 * tenth of a second, and between calls of LAPACK, which cannot be interrupted.
	 */
	void		(*poll) (Work *work);

	/* Raises an error by longjmp. */
	void		(*raise) (Work *work, Status status);
};

/* Allocates a zeroed array of n elements of a type; n * size is checked for overflow. */
#define WORK_ARRAY(work, n, type) ((type *) work_take(work, (size_t) (n), sizeof(type)))

static inline void *
work_take(Work *work, size_t n, size_t size)
{
	/* An overflow becomes a request that no allocator can meet. */
	return work->allocate(work, n <= SIZE_MAX / size ? n * size : SIZE_MAX);
}

/* Frees an array, or does nothing if it is NULL. */
static inline void
work_release(Work *work, void *array)
{
	if (array != NULL)
		work->release(work, array);
}

static inline Work *
work_begin(Work *parent)
{
	return parent->begin(parent);
}

static inline void
work_end(Work *work)
{
	work->end(work);
}

static inline void
work_poll(Work *work)
{
	if (work != NULL)
		work->poll(work);
}

/* Polls once in WORK_STEPS steps, for loops whose steps are short. */
#define WORK_STEPS 4096

static inline void
work_poll_step(Work *work, size_t step)
{
	if (step % WORK_STEPS == WORK_STEPS - 1)
		work_poll(work);
}

/* Raises an error unless the status is KERNEL_OK. */
static inline void
work_check(Work *work, Status status)
{
	if (status != KERNEL_OK)
		work->raise(work, status);
}

/* Compares for qsort() and bsearch(), ascending. */
static inline int
compare_uint32(const void *a, const void *b)
{
	uint32		left = *(const uint32 *) a;
	uint32		right = *(const uint32 *) b;

	return left < right ? -1 : left > right;
}

#endif							/* AER_KERNEL_H */
