/*
 * faults.c
 *		Makes the n-th allocation within functions of aer fail, or cancels the
 *		query at their n-th look for interrupts.
 *
 *		faults_arm(kind text, n int)	'allocation', 'poll' or 'map'; n = 0 only counts
 *		faults_seen() returns int		how many there were; disarms
 *		faults.in_workers				a setting: the n-th allocation in every parallel
 *										worker; 0: none
 *
 * aer itself knows nothing of this, so what is tested is what is installed.
 * Allocations: those of every memory context of the usual kind, whoever asks,
 * while a function of aer is being executed (PostgreSQL's hook of function calls
 * tells when): the table of such a context's methods gets ours.  Looks for
 * interrupts, new contexts, malloc, and maps (mmap, which BLAS calls): aer.so calls
 * them through its table of addresses, which gets ours.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "postgres.h"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include "access/htup_details.h"
#include "access/parallel.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(faults_arm);
PG_FUNCTION_INFO_V1(faults_seen);

void		_PG_init(void);

typedef enum Kind
{
	NOTHING,
	ALLOCATION,
	POLL,
	MAP
} Kind;

static Kind armed = NOTHING;
static int	when;				/* the n-th */
static int	seen;
static int	depth;				/* functions of aer being executed */

/*
 * Is this the one?  BeginInternalSubTransaction() of PostgreSQL 17 and later ends
 * the session where an allocation fails.
 */
static bool
fires(Kind kind)
{
	if (armed != kind || depth == 0 || CritSectionCount > 0 || ExitOnAnyError)
		return false;
	if (++seen != when)
		return false;
	armed = NOTHING;
	return true;
}

static void
allocation(void)
{
	if (fires(ALLOCATION))
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory"),
				 errdetail("Allocation %d was made to fail.", seen)));
}

/* Functions of aer: their calls go through the hook. */

static bool
is_ours(Oid function)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	const char *name;
	bool		ours;

	if (!HeapTupleIsValid(tuple))
		return false;
	/* those that nobody calls by hand are _aer_ */
	name = NameStr(((Form_pg_proc) GETSTRUCT(tuple))->proname);
	ours = ((Form_pg_proc) GETSTRUCT(tuple))->prolang == ClanguageId &&
		strncmp(name + (*name == '_'), "aer_", 4) == 0;
	ReleaseSysCache(tuple);
	return ours;
}

static void
called(FmgrHookEventType event, FmgrInfo *function, Datum *private)
{
	depth += event == FHET_START ? 1 : -1;
}

/* Memory contexts.  The space of messages is kept ready and never grows. */

#if PG_VERSION_NUM >= 170000
#define FLAGS_DECLARED , int flags
#define FLAGS , flags
#else
#define FLAGS_DECLARED
#define FLAGS
#endif
#if PG_VERSION_NUM >= 160000
#define CONTEXT_DECLARED
#define CONTEXT
#else
#define CONTEXT_DECLARED MemoryContext context,
#define CONTEXT context,
#endif

static MemoryContextMethods usual;

static void *
faulty_alloc(MemoryContext context, Size size FLAGS_DECLARED)
{
	if (context != ErrorContext)
		allocation();
	return usual.alloc(context, size FLAGS);
}

static void *
faulty_realloc(CONTEXT_DECLARED void *pointer, Size size FLAGS_DECLARED)
{
	if (GetMemoryChunkContext(pointer) != ErrorContext)
		allocation();
	return usual.realloc(CONTEXT pointer, size FLAGS);
}

static void
make_writable(const void *start, Size size)
{
	Size		page = sysconf(_SC_PAGESIZE);
	char	   *first = (char *) TYPEALIGN_DOWN(page, (uintptr_t) start);

	if (mprotect(first, (const char *) start + size - first, PROT_READ | PROT_WRITE) != 0)
		elog(ERROR, "mprotect: %m");
}

/* What aer.so calls. */

static volatile sig_atomic_t always = true;

static void
faulty_interrupts(void)
{
	if (fires(POLL))
	{
		QueryCancelPending = true;
		InterruptPending = true;
	}
	CHECK_FOR_INTERRUPTS();
}

static MemoryContext
faulty_context(MemoryContext parent, const char *name, Size min, Size initial, Size max)
{
	allocation();
	return AllocSetContextCreateInternal(parent, name, min, initial, max);
}

static void *
faulty_malloc(size_t size)
{
	return fires(ALLOCATION) ? NULL : malloc(size);
}

static void *
faulty_mmap(void *start, size_t size, int protection, int flags, int file, off_t offset)
{
	if (!fires(MAP))
		return mmap(start, size, protection, flags, file, offset);
	errno = ENOMEM;
	return MAP_FAILED;
}

static const struct
{
	const char *symbol;
	const void *ours;
}			replaced[] = {
	{"InterruptPending", (void *) &always},
	{"ProcessInterrupts", faulty_interrupts},
	{"AllocSetContextCreateInternal", faulty_context},
	{"malloc", faulty_malloc},
	{"mmap", faulty_mmap},
};

static void
replace(ElfW(Addr) base, const ElfW(Rela) *entry, Size bytes, const ElfW(Sym) *symbols, const char *names)
{
	for (Size i = 0; i < bytes / sizeof(*entry); i++)
		for (int r = 0; r < lengthof(replaced); r++)
			if (strcmp(names + symbols[ELF64_R_SYM(entry[i].r_info)].st_name, replaced[r].symbol) == 0)
			{
				const void **slot = (const void **) (base + entry[i].r_offset);

				make_writable(slot, sizeof(*slot));
				*slot = replaced[r].ours;
			}
}

static int
replace_in_library(struct dl_phdr_info *info, size_t size, void *found)
{
	ElfW(Addr) value[DT_NUM] = {0};

	if (strstr(info->dlpi_name, "/aer.so") == NULL)
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			for (const ElfW(Dyn) *entry = (const ElfW(Dyn) *) (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
				 entry->d_tag != DT_NULL; entry++)
				if (entry->d_tag > 0 && entry->d_tag < DT_NUM)
					value[entry->d_tag] = entry->d_un.d_ptr;
	replace(info->dlpi_addr, (const ElfW(Rela) *) value[DT_RELA], value[DT_RELASZ],
			(const ElfW(Sym) *) value[DT_SYMTAB], (const char *) value[DT_STRTAB]);
	replace(info->dlpi_addr, (const ElfW(Rela) *) value[DT_JMPREL], value[DT_PLTRELSZ],
			(const ElfW(Sym) *) value[DT_SYMTAB], (const char *) value[DT_STRTAB]);
	*(bool *) found = true;
	return 1;
}

/* Workers load what the leader has loaded, and then get its settings. */
static void
arm_worker(int n, void *extra)
{
	if (IsParallelWorker())
	{
		armed = n > 0 ? ALLOCATION : NOTHING;
		when = n;
	}
}

void
_PG_init(void)
{
	static int	in_workers = 0;
	MemoryContextMethods *methods = (MemoryContextMethods *) TopMemoryContext->methods;
	bool		found = false;

	load_file("$libdir/aer", false);
	dl_iterate_phdr(replace_in_library, &found);
	if (!found)
		elog(ERROR, "aer.so is not loaded");
	make_writable(methods, sizeof(*methods));
	usual = *methods;
	methods->alloc = faulty_alloc;
	methods->realloc = faulty_realloc;
	needs_fmgr_hook = is_ours;
	fmgr_hook = called;
	DefineCustomIntVariable("faults.in_workers", "The n-th allocation in a worker fails.", NULL,
							&in_workers, 0, 0, INT_MAX, PGC_USERSET, 0, NULL, arm_worker, NULL);
}

Datum
faults_arm(PG_FUNCTION_ARGS)
{
	char	   *kind = text_to_cstring(PG_GETARG_TEXT_PP(0));

	armed = strcmp(kind, "poll") == 0 ? POLL : strcmp(kind, "map") == 0 ? MAP : ALLOCATION;
	when = PG_GETARG_INT32(1);
	seen = 0;
	depth = 0;
	PG_RETURN_VOID();
}

Datum
faults_seen(PG_FUNCTION_ARGS)
{
	armed = NOTHING;
	PG_RETURN_INT32(seen);
}
