/*
 * blas_memory.c
 *		BLAS takes memory of its own when it is called first: is there any?
 *
 * OpenBLAS maps a work space then, of 32 to 128 MB, which it keeps.  Where it
 * cannot have it (vm.overcommit_memory = 2, ulimit -v), it tries again for ever,
 * deaf to every signal but SIGKILL.  So the linker hands us its calls
 * (--wrap in the Makefile).  Nothing is held there that an error would leave
 * behind.
 */
#include "pg/aer.h"

#include <sys/mman.h>

#define WORK_SPACE (129 * 1024 * 1024)

/* The linker's name for OpenBLAS's own; missing with another BLAS, which calls neither. */
extern void *__real_blas_memory_alloc(int place) __attribute__((weak));
extern void *__wrap_blas_memory_alloc(int place);

void *
__wrap_blas_memory_alloc(int place)
{
	static bool seen = false;

	if (!seen)
	{
		void	   *space = mmap(NULL, WORK_SPACE, PROT_READ | PROT_WRITE,
								 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (space == MAP_FAILED)
			ereport(ERROR,
					(errcode(ERRCODE_OUT_OF_MEMORY),
					 errmsg("out of memory"),
					 errdetail("The work space of linear algebra takes %d bytes in each session that needs it.", WORK_SPACE)));
		munmap(space, WORK_SPACE);
		seen = true;
	}
	return __real_blas_memory_alloc(place);
}
