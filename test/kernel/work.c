/*
 * work.c
 *		What kernel calls of a test or a benchmark work in: memory of malloc.
 */
#include "work.h"

#include <stdio.h>
#include <stdlib.h>

/* Before each array that was taken: those taken before and after it. */
typedef struct Taken
{
	struct Taken *before;
	struct Taken *after;
	size_t		bytes;
	double		aligned;
} Taken;

typedef struct TestWork
{
	Work		work;
	struct TestWork *parent;
	struct TestWork *child;		/* the youngest that has not ended */
	struct TestWork *older;		/* of the same parent */
	Taken	   *last;
	size_t		held;
	bool		awaited;		/* somebody asked for what it raises */
	jmp_buf		raised;
	Status		status;
} TestWork;

static TestWork *make_work(void (*poll) (Work *work), TestWork *parent);

static void *
allocate(Work *work, size_t bytes)
{
	TestWork   *of = (TestWork *) work;
	Taken	   *taken = bytes <= SIZE_MAX - sizeof(Taken) ? calloc(1, sizeof(Taken) + bytes) : NULL;

	if (taken == NULL)
	{
		fprintf(stderr, "no memory of %zu bytes\n", bytes);
		abort();
	}
	taken->bytes = bytes;
	of->held += bytes;
	taken->before = of->last;
	if (of->last != NULL)
		of->last->after = taken;
	of->last = taken;
	return taken + 1;
}

static void
release(Work *work, void *array)
{
	TestWork   *of = (TestWork *) work;
	Taken	   *taken = (Taken *) array - 1;

	of->held -= taken->bytes;
	if (taken->before != NULL)
		taken->before->after = taken->after;
	*(taken->after != NULL ? &taken->after->before : &of->last) = taken->before;
	free(taken);
}

static Work *
begin(Work *parent)
{
	return &make_work(parent->poll, (TestWork *) parent)->work;
}

static void
end(Work *work)
{
	TestWork   *of = (TestWork *) work;

	while (of->child != NULL)
		end(&of->child->work);
	while (of->last != NULL)
	{
		Taken	   *last = of->last;

		of->last = last->before;
		free(last);
	}
	if (of->parent != NULL)
	{
		TestWork  **at = &of->parent->child;

		while (*at != of)
			at = &(*at)->older;
		*at = of->older;
	}
	free(of);
}

static void
poll_nobody(Work *work)
{
}

static void
raise(Work *work, Status status)
{
	TestWork   *of = (TestWork *) work;

	while (!of->awaited && of->parent != NULL)
		of = of->parent;
	if (!of->awaited)
	{
		fprintf(stderr, "status %d was raised\n", (int) status);
		abort();
	}
	of->awaited = false;
	of->status = status;
	longjmp(of->raised, 1);
}

static TestWork *
make_work(void (*poll) (Work *work), TestWork *parent)
{
	TestWork   *made = calloc(1, sizeof(TestWork));

	made->work = (Work) {allocate, release, begin, end, poll != NULL ? poll : poll_nobody, raise};
	made->parent = parent;
	if (parent != NULL)
	{
		made->older = parent->child;
		parent->child = made;
	}
	return made;
}

Work *
new_work(void (*poll) (Work *work))
{
	return &make_work(poll, NULL)->work;
}

Work *
test_work(void)
{
	static Work *whole;

	if (whole == NULL)
		whole = new_work(NULL);
	return whole;
}

size_t
work_held(const Work *work)
{
	return ((const TestWork *) work)->held;
}

jmp_buf *
work_raised(Work *work)
{
	((TestWork *) work)->awaited = true;
	return &((TestWork *) work)->raised;
}

Status
work_status(const Work *work)
{
	return ((const TestWork *) work)->status;
}
