/*
 * test_options.c
 *		The list of learners and the tables of their options.
 */
#include "kernel/stream/learner.h"

#include "test.h"

/* A name's line, its method and its name are one. */
static void
test_list(void **state)
{
	static const char *const names[] = {
#define LEARNER(name) #name,
#include "kernel/stream/learner_list.h"
#undef LEARNER
	};
	size_t		n = 0;

	for (; learner_methods[n]; n++)
		assert_string_equal(learner_methods[n]->name, names[n]);
	assert_int_equal(n, lengthof(names));
}

/*
 * What a table says is sound: unset is no value that can be given, a default
 * can be, and no two options share a field.
 */
static void
test_tables(void **state)
{
	for (size_t m = 0; learner_methods[m]; m++)
	{
		const Option *table = learner_methods[m]->options;
		LearnerOptions options = {.method = learner_methods[m]};

		memset(&options, 0xA5, sizeof(options));
		options_preset(table, &options);
		for (const Option *o = table; o->name; o++)
		{
			bool		number = o->kind == OPTION_UINT32 || o->kind == OPTION_UINT64 ||
				o->kind == OPTION_DOUBLE;

			assert_non_null(o->text);
			assert_true((o->kind == OPTION_CHOICE) == (o->choice != NULL));
			assert_true(option_is_set(o, &options) == (o->unset == NULL));
			if (number && o->unset && option_in_bounds(o, 0))
				fail_msg("%s: %s", learner_methods[m]->name, o->name);
			if (o->unset == NULL && o->bounds != 0)
				assert_true(option_in_bounds(o, o->preset));
			if (o->kind == OPTION_BOOL || o->kind == OPTION_SEED)
				assert_null(o->unset);
			for (const Option *other = table; other < o; other++)
				assert_true(other->offset != o->offset && strcmp(other->name, o->name) != 0);
		}
	}
}

static void
test_bounds(void **state)
{
	Option		closed = {.bounds = AT_LEAST | AT_MOST, .least = 1, .most = 2};
	Option		open = {.bounds = ABOVE | BELOW, .least = 1, .most = 2};
	Option		any = {0};

	assert_true(option_in_bounds(&closed, 1) && option_in_bounds(&closed, 2));
	assert_false(option_in_bounds(&closed, 0.9) || option_in_bounds(&closed, 2.1));
	assert_true(option_in_bounds(&open, 1.1) && option_in_bounds(&open, 1.9));
	assert_false(option_in_bounds(&open, 1) || option_in_bounds(&open, 2));
	assert_true(option_in_bounds(&any, -1e300));
}

/* Completed twice is completed once: what a model carries means the same again. */
static void
test_complete(void **state)
{
	for (size_t m = 0; learner_methods[m]; m++)
		for (int bits = 0; bits < 64; bits++)
		{
			const LearnerMethod *method = learner_methods[m];
			static const double one = 1;
			LearnerOptions options = {0};
			LearnerOptions again;
			OptionProblem problem;

			if (method->complete == NULL)
				continue;
			options_preset(method->options, &options);
			options.method = method;
			options.budget = bits & 1 ? 4 : 0;
			options.rows = bits & 2 ? 25 : 0;
			options.warmup_rows = bits & 4 ? 3 : 0;
			options.second_moments = (NumberList)
			{
				.n = bits & 8 ? 1 : 0, .value = &one
			};
			options.biased = bits & 16;
			options.inner_draws = bits & 32 ? 3 : 0;
			problem = method->complete(&options);
			again = options;
			if (problem.problem)
			{
				assert_non_null(problem.option);
				continue;
			}
			assert_null(method->complete(&again).problem);
			assert_memory_equal(&again, &options, sizeof(options));
			assert_true(options.sampling != CHOICE_OPEN);
			assert_true(options.budget == 0 || method == &majority_method ||
						(options.inner_draws > 0 && options.inner_draws < options.budget));
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_complete)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
