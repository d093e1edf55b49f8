/*
 * rows_speed.c
 *		What adding a row to moments costs: 5 of 784 attributes, 57 of 784, 5 of 10,
 *		and 10 of 10, each in ten folds.
 *
 * Prints microseconds a row.  With the name of one of them only that, whose instructions
 * valgrind --tool=callgrind counts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/moments/moments.h"
#include "kernel/rng.h"
#include "seconds.h"
#include "work.h"

#define FOLDS 10

typedef struct Case
{
	const char *name;
	uint32		d;
	uint32		budget;
	uint32		rows;
} Case;

static const Case cases[] = {
	{"5 of 784", 784, 5, 2000000},
	{"57 of 784", 784, 57, 300000},
	{"5 of 10", 10, 5, 200000},
	{"10 of 10", 10, 10, 200000}
};

static void
run(const Case *what)
{
	Work	   *work = new_work(NULL);
	bool		complete = what->budget == what->d;
	double	   *value = WORK_ARRAY(work, what->d, double);
	uint32	   *plan = WORK_ARRAY(work, what->d, uint32);
	Moments		moments;
	Design		design;
	double		start = seconds();

	design_init(work, &design, what->d, what->budget, FOLDS, 1);
	for (uint32 i = 0; i < what->d; i++)
	{
		value[i] = i % 7;
		plan[i] = i;
	}
	moments_init(work, &moments, what->d, FOLDS, complete, NULL);
	for (uint64 key = 0; key < what->rows; key++)
	{
		if (!complete)
			design_plan_key(&design, key, plan);
		moments_add(&moments, design_fold_key(&design, key), 1, plan, what->budget, plan, value, what->budget);
	}
	moments_settle(&moments);
	printf("%s: %.2f microseconds a row\n", what->name, 1e6 * (seconds() - start) / what->rows);
	work_end(work);
}

int
main(int argc, char **argv)
{
	for (size_t c = 0; c < lengthof(cases); c++)
		if (argc < 2 || strcmp(argv[1], cases[c].name) == 0)
			run(&cases[c]);
	return 0;
}
