/*
 * kernel.h
 *		What every kernel file shares: integer types, the generator, statuses.
 *
 * The kernel is numbers only.  It allocates nothing, raises nothing and keeps
 * no state of its own: memory, random state and the poll are handed in, and
 * whatever can go wrong comes back as a Status.
 *
 * Memory convention: a structure Foo over n numbers has
 *		size_t foo_size(n)				bytes that it needs
 *		void foo_init(Foo *, void *, n)	lays its arrays out in those bytes
 * and the bytes must be aligned to 8.  foo_size() is a multiple of 8, so that
 * several structures can share one chunk.
 *
 * Attribute numbers are 0-based here and 1-based in SQL.
 */
#ifndef AER_KERNEL_H
#define AER_KERNEL_H

#include "c.h"
#include "common/pg_prng.h"

#include <math.h>

/*
 * Outcome of a kernel call.  pg/ turns everything but KERNEL_OK into an
 * ereport.  (c.h has taken the prefix STATUS_.)
 */
typedef enum Status
{
	KERNEL_OK = 0,
	KERNEL_DIVERGED,			/* a weight became infinite or NaN */
	KERNEL_SINGULAR,			/* LAPACK could not factor the matrix */
	KERNEL_NOT_CONVERGED,		/* an iteration reached its limit */
	KERNEL_BAD_TARGET,			/* the target is no label of this learner */
	KERNEL_BAD_VALUE			/* nor is an attribute what it must be */
} Status;

/*
 * Long computations call this every tenth of a second or so, and between calls
 * of LAPACK, which cannot be interrupted.  It returns, and they go on from
 * where they are; or, to end them, it leaves by longjmp.  Then nothing is lost:
 * the kernel holds nothing but the caller's memory, and neither LAPACK nor BLAS
 * is ever on the stack when it calls.  What was being computed is unfinished.
 * NULL: nobody asks.
 */
typedef void (*Poll) (void);

static inline void
poll_now(Poll poll)
{
	if (poll != NULL)
		poll();
}

/* The same from a loop of short steps: every POLL_STEPS of them. */
#define POLL_STEPS 4096

static inline void
poll_step(Poll poll, size_t step)
{
	if (step % POLL_STEPS == POLL_STEPS - 1)
		poll_now(poll);
}

/* Bytes of an array, rounded up so that the next one is aligned. */
#define ARRAY_SIZE(n, type) ((((size_t) (n)) * sizeof(type) + 7) & ~(size_t) 7)

/*
 * Many arrays are laid out by one function for both: it takes one after the
 * other from a chunk, which without memory (NULL) only counts the bytes.
 */
typedef struct Chunk
{
	char	   *memory;
	size_t		taken;
} Chunk;

static inline void *
chunk_take(Chunk *chunk, size_t bytes)
{
	void	   *array = chunk->memory ? chunk->memory + chunk->taken : NULL;

	chunk->taken += bytes;
	return array;
}

#define TAKE_ARRAY(chunk, n, type) ((type *) chunk_take(chunk, ARRAY_SIZE(n, type)))

#endif							/* AER_KERNEL_H */
