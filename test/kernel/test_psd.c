/*
 * test_psd.c
 *		Nearest positive semidefinite matrix and pseudo-inverse against Jacobi
 *		rotations.
 */
#include "kernel/psd.h"

#include "test.h"

#include "jacobi.h"
#include "kernel/rng.h"
#include "work.h"

#define N 12

static double
symmetric_entry(Rng *rng)
{
	return 2 * rng_unit(rng) - 1;
}

static void
random_symmetric(Rng *rng, double *a, int n)
{
	int			i,
				j;

	for (i = 0; i < n; i++)
		for (j = 0; j <= i; j++)
			a[i * n + j] = a[j * n + i] = symmetric_entry(rng);
}

/* B'B with rank rows. */
static void
random_psd(Rng *rng, double *a, int n, int rank)
{
	double		b[N * N];
	int			i,
				j,
				k;

	for (i = 0; i < rank * n; i++)
		b[i] = symmetric_entry(rng);
	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++)
		{
			a[i * n + j] = 0;
			for (k = 0; k < rank; k++)
				a[i * n + j] += b[k * n + i] * b[k * n + j];
		}
}

static void
test_definite_is_untouched(void **state)
{
	double		a[N * N],
				copy[N * N];
	Rng			rng;

	rng_seed(&rng, 1);
	random_psd(&rng, a, N, N);
	memcpy(copy, a, sizeof(a));
	assert_int_equal(psd_make(test_work(), a, N), KERNEL_OK);
	assert_memory_equal(a, copy, sizeof(a));
}

/* Few negative eigenvalues and many: both ways of rebuilding. */
static void
test_negative_eigenvalues_become_zero(void **state)
{
	double		shift;
	int			seed = 0;

	for (shift = -3; shift <= 3; shift += 0.5)
	{
		double		a[N * N],
					e[N * N],
					u[N * N];
		Rng			rng;
		int			i,
					j,
					k;

		rng_seed(&rng, ++seed);
		random_symmetric(&rng, a, N);
		for (i = 0; i < N; i++)
			a[i * N + i] += shift;
		memcpy(e, a, sizeof(a));
		jacobi(e, N, u);
		assert_int_equal(psd_make(test_work(), a, N), KERNEL_OK);
		for (i = 0; i < N; i++)
			for (j = 0; j < N; j++)
			{
				double		expected = 0;

				for (k = 0; k < N; k++)
					expected += u[i * N + k] * u[j * N + k] * fmax(e[k * N + k], 0);
				assert_true(fabs(a[i * N + j] - expected) < 1e-12);
				assert_true(a[i * N + j] == a[j * N + i]);
			}
	}
}

/* Rank 1 to N: A+ b by definition, and b outside the range of A. */
static void
test_pseudo_inverse(void **state)
{
	int			rank;

	for (rank = 0; rank <= N; rank++)
	{
		double		a[N * N],
					b[N],
					x[N],
					expected[N];
		Rng			rng;
		int			i;

		rng_seed(&rng, 100 + rank);
		random_psd(&rng, a, N, rank);
		for (i = 0; i < N; i++)
			b[i] = symmetric_entry(&rng);
		jacobi_solve(a, N, b, expected);
		assert_int_equal(psd_solve(test_work(), a, N, b, x), KERNEL_OK);
		for (i = 0; i < N; i++)
			assert_true(fabs(x[i] - expected[i]) < 1e-8 * (1 + fabs(expected[i])));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_definite_is_untouched),
		cmocka_unit_test(test_negative_eigenvalues_become_zero),
		cmocka_unit_test(test_pseudo_inverse),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
