/*
 * kernel_call.c
 *		The way into the kernel: what its calls work in.
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
	struct Alone *spare;		/* those of arrays that were given back */
#endif
} KernelWork;

static Work *make_work(MemoryContext context, KernelRaise raise);

#ifdef __SANITIZE_ADDRESS__

/*
 * AddressSanitizer sees what is read or written beside an array only where that stands
 * in memory alone, and not among others in a block of its context.
 */
typedef struct Alone
{
	MemoryContextCallback callback;
	struct Alone **block;		/* this, and behind it the array; NULL: given back */
	void	   *counted;		/* as much of the context, so that it says what is held; of a spare
								 * one the next */
} Alone;

static void
free_block(void *arg)
{
	free(((Alone *) arg)->block);
}

static void *
allocate(Work *work, size_t bytes)
{
	KernelWork *of = (KernelWork *) work;
	Alone	   *alone = of->spare;

	if (alone != NULL)
		of->spare = alone->counted;
	else
	{
		alone = MemoryContextAllocZero(of->context, sizeof(Alone));
		alone->callback = (MemoryContextCallback) {free_block, alone, NULL};
		MemoryContextRegisterResetCallback(of->context, &alone->callback);
	}
	alone->counted = MemoryContextAllocExtended(of->context, Max(bytes, 1), MCXT_ALLOC_HUGE);
	alone->block = calloc(1, sizeof(Alone *) + bytes);
	if (alone->block == NULL)
		ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	*alone->block = alone;
	return alone->block + 1;
}

static void
release(Work *work, void *array)
{
	KernelWork *of = (KernelWork *) work;
	Alone	  **block = (Alone **) array - 1;
	Alone	   *alone = *block;

	Assert(GetMemoryChunkContext(alone) == of->context);
	alone->block = NULL;
	pfree(alone->counted);
	free(block);
	alone->counted = of->spare;
	of->spare = alone;
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
	KernelWork *of = (KernelWork *) parent;

	return make_work(AllocSetContextCreate(of->context, "aer kernel call", ALLOCSET_DEFAULT_SIZES),
					 of->raise);
}

/* The Work is in the context that goes. */
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
no_answer(Status status)
{
}

static Work *
make_work(MemoryContext context, KernelRaise raises)
{
	KernelWork *made = MemoryContextAllocZero(context, sizeof(KernelWork));

	made->work = (Work) {allocate, release, begin, end, poll, raise_status};
	made->context = context;
	made->raise = raises;
	return &made->work;
}

Work *
kernel_work(void)
{
	return kernel_work_in(CurrentMemoryContext);
}

Work *
kernel_work_in(MemoryContext context)
{
	return make_work(context, no_answer);
}

Work *
kernel_work_raising(KernelRaise raise)
{
	return make_work(CurrentMemoryContext, raise);
}
