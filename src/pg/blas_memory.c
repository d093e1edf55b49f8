/*
 * blas_memory.c
 *		Checks that the work space of BLAS fits into memory before BLAS asks for it.
 *
 * OpenBLAS maps a work space of 32 to 128 MB at its first call and keeps it.  If it gets no memory
 * (vm.overcommit_memory = 2, ulimit -v), it tries again for ever and reacts to no signal but
 * SIGKILL.  So the linker redirects its calls to the function below (--wrap in the Makefile).  An
 * error there leaves nothing behind.
 */
#include "pg/aer.h"

#include <sys/mman.h>

#define WORK_SPACE (129 * 1024 * 1024)

/* The linker's name of OpenBLAS's own function; absent with another BLAS, which calls neither. */
extern void *__real_blas_memory_alloc(int position) __attribute__((weak));
extern void *__wrap_blas_memory_alloc(int position);

void *
__wrap_blas_memory_alloc(int position)
{
	static bool checked = false;

	if (!checked)
	{
		void	   *space = mmap(NULL, WORK_SPACE, PROT_READ | PROT_WRITE,
								 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (space == MAP_FAILED)
			ereport(ERROR,
					(errcode(ERRCODE_OUT_OF_MEMORY),
					 errmsg("out of memory"),
					 errdetail("The work space of linear algebra takes %d bytes in each session that needs it.", WORK_SPACE)));
		munmap(space, WORK_SPACE);
		checked = true;
	}
	return __real_blas_memory_alloc(position);
}
