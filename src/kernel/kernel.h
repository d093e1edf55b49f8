/*
 * kernel.h
 *		What every kernel file shares: integer types, statuses, the Work.
 *
 * The kernel is numbers only.  It keeps no state of its own: random state is
 * handed in, and so is a Work.  A call takes its memory from the Work, asks it
 * whether to go on, and has it raise what cannot be computed.
 *
 * Attribute numbers are 0-based here and 1-based in SQL.
 */
#ifndef AER_KERNEL_H
#define AER_KERNEL_H

#include "c.h"
#include "common/pg_prng.h"

#include <math.h>

/*
 * Outcome of what may fail.  It is returned where the caller has another way,
 * and given to Work's raise where nobody has.  (c.h has taken the prefix
 * STATUS_.)
 */
typedef enum Status
{
	KERNEL_OK = 0,
	KERNEL_DIVERGED,			/* a weight became infinite or NaN */
	KERNEL_SINGULAR,			/* LAPACK could not factor the matrix */
	KERNEL_NOT_CONVERGED,		/* an iteration reached its limit */
	KERNEL_BAD_TARGET,			/* the target is no label of this learner */
	KERNEL_BAD_VALUE			/* an attribute has no value that it takes */
} Status;

/*
 * What a kernel call works in.  NULL where a call takes no memory and cannot
 * fail: then nobody asks whether it goes on.
 *
 * A call may be left by longjmp wherever it takes memory, polls or raises, and
 * nothing is lost: all memory is the Work's, and neither LAPACK nor BLAS is ever
 * on the stack.  What it was computing is unfinished; so what changes something
 * that outlives the call takes its memory first and changes then.
 */
typedef struct Work Work;

struct Work
{
	/*
	 * Zeroed memory, aligned to 8, which is there until the Work ends; where there
	 * is none, it leaves by longjmp.
	 */
	void	   *(*allocate) (Work *work, size_t bytes);

	/* Give an array back before that, as what grows does with its smaller one. */
	void		(*release) (Work *work, void *array);

	/* A Work whose memory goes at its end, or with the parent's. */
	Work	   *(*begin) (Work *parent);
	void		(*end) (Work *work);

	/*
	 * Asked every tenth of a second or so, and between calls of LAPACK, which
	 * cannot be interrupted: it returns, and the call goes on; or it leaves by
	 * longjmp.
	 */
	void		(*poll) (Work *work);

	/* Does not return. */
	void		(*raise) (Work *work, Status status);
};

/* Room for n numbers or structures of that type, all zero; n * size is checked. */
#define WORK_ARRAY(work, n, type) ((type *) work_take(work, (size_t) (n), sizeof(type)))

static inline void *
work_take(Work *work, size_t n, size_t size)
{
	/* More than the machine can address is asked for as that. */
	return work->allocate(work, n <= SIZE_MAX / size ? n * size : SIZE_MAX);
}

/* NULL: there was none. */
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

/* The same from a loop of short steps: every WORK_STEPS of them. */
#define WORK_STEPS 4096

static inline void
work_poll_step(Work *work, size_t step)
{
	if (step % WORK_STEPS == WORK_STEPS - 1)
		work_poll(work);
}

/* Go on only if that went well. */
static inline void
work_check(Work *work, Status status)
{
	if (status != KERNEL_OK)
		work->raise(work, status);
}

/* For qsort() and bsearch(), ascending. */
static inline int
compare_uint32(const void *a, const void *b)
{
	uint32		left = *(const uint32 *) a;
	uint32		right = *(const uint32 *) b;

	return left < right ? -1 : left > right;
}

#endif							/* AER_KERNEL_H */
