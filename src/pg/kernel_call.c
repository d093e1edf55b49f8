/*
 * kernel_call.c
 *		The way into the kernel: a Work for its calls.
 */
#include "pg/kernel_call.h"

#include "miscadmin.h"
#include "utils/memutils.h"

typedef struct KernelWork
{
	Work		work;
	MemoryContext context;
	KernelRaise raise;
#ifdef __SANITIZE_ADDRESS__
	struct GuardedArray *spare;	/* list of arrays that were released */
#endif
} KernelWork;

static Work *make_work(MemoryContext context, KernelRaise raise);

#ifdef __SANITIZE_ADDRESS__

/*
 * An array with memory of its own, because AddressSanitizer does not notice accesses beyond an
 * array that shares a block of its context with others.
 */
typedef struct GuardedArray
{
	MemoryContextCallback callback;
	struct GuardedArray **block;	/* this pointer, then the array; NULL: released */
	void	   *counted;		/* memory of the same size in the context, whose statistics are then
								 * right; for a spare, the next one */
} GuardedArray;

static void
free_block(void *arg)
{
	free(((GuardedArray *) arg)->block);
}

static void *
allocate(Work *work, size_t bytes)
{
	KernelWork *kernel = (KernelWork *) work;
	GuardedArray *guarded = kernel->spare;

	if (guarded != NULL)
		kernel->spare = guarded->counted;
	else
	{
		guarded = MemoryContextAllocZero(kernel->context, sizeof(GuardedArray));
		guarded->callback = (MemoryContextCallback) {free_block, guarded, NULL};
		MemoryContextRegisterResetCallback(kernel->context, &guarded->callback);
	}
	guarded->counted = MemoryContextAllocExtended(kernel->context, Max(bytes, 1), MCXT_ALLOC_HUGE);
	guarded->block = calloc(1, sizeof(GuardedArray *) + bytes);
	if (guarded->block == NULL)
		ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	*guarded->block = guarded;
	return guarded->block + 1;
}

static void
release(Work *work, void *array)
{
	KernelWork *kernel = (KernelWork *) work;
	GuardedArray **block = (GuardedArray **) array - 1;
	GuardedArray *guarded = *block;

	Assert(GetMemoryChunkContext(guarded) == kernel->context);
	guarded->block = NULL;
	pfree(guarded->counted);
	free(block);
	guarded->counted = kernel->spare;
	kernel->spare = guarded;
}

#else

static void *
allocate(Work *work, size_t bytes)
{
	return MemoryContextAllocExtended(((KernelWork *) work)->context, Max(bytes, 1),
									  MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
}

static void
release(Work *work, void *array)
{
	pfree(array);
}

#endif

static Work *
begin(Work *parent)
{
	KernelWork *kernel = (KernelWork *) parent;

	return make_work(AllocSetContextCreate(kernel->context, "aer kernel call", ALLOCSET_DEFAULT_SIZES),
					 kernel->raise);
}

/* Deletes the context, with the Work in it. */
static void
end(Work *work)
{
	MemoryContextDelete(((KernelWork *) work)->context);
}

static void
poll(Work *work)
{
	CHECK_FOR_INTERRUPTS();
}

static void
raise_status(Work *work, Status status)
{
	((KernelWork *) work)->raise(status);
	elog(ERROR, "status %d of the kernel", (int) status);
}

static void
raise_nothing(Status status)
{
}

static Work *
make_work(MemoryContext context, KernelRaise raise)
{
	KernelWork *work = MemoryContextAllocZero(context, sizeof(KernelWork));

	work->work = (Work) {allocate, release, begin, end, poll, raise_status};
	work->context = context;
	work->raise = raise;
	return &work->work;
}

Work *
kernel_work(void)
{
	return kernel_work_in(CurrentMemoryContext);
}

Work *
kernel_work_in(MemoryContext context)
{
	return make_work(context, raise_nothing);
}

Work *
kernel_work_raising(KernelRaise raise)
{
	return make_work(CurrentMemoryContext, raise);
}
