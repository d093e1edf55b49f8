/*
 * class_fit.c
 *		Gaussian classes, from what the folds say of the scores of all classes.
 */
#include "kernel/fit/class_fit.h"

#include <cblas.h>

ClassScores *
class_scores_create(Work *work, const Moments *moments, uint32 classes)
{
	size_t		numbers = (size_t) moments->folds * classes * moments->d;
	ClassScores *scores = WORK_ARRAY(work, 1, ClassScores);

	scores->classes = classes;
	scores->expected = WORK_ARRAY(work, classes, double);
	scores->along = WORK_ARRAY(work, numbers, double);
	scores->linear = WORK_ARRAY(work, numbers, double);
	scores->product = WORK_ARRAY(work, numbers, double);
	return scores;
}

void
class_scores_set(ClassScores *scores, uint32 folds, uint32 c, double alpha, const FoldScores *from)
{
	uint32		u = scores->u = from->d;

	scores->expected[c] = alpha * from->expected;
	for (uint32 f = 0; f < folds; f++)
	{
		size_t		to = ((size_t) f * scores->classes + c) * u;
		size_t		of_fold = (size_t) f * u;

		memcpy(scores->linear + to, from->linear + of_fold, u * sizeof(double));
		for (uint32 i = 0; i < u; i++)
		{
			scores->along[to + i] = alpha * from->weight[of_fold + i];
			scores->product[to + i] = alpha * from->product[of_fold + i];
		}
	}
}

/*
 * Gaussian classes, from what is, over folds by rows, of the score of class a with class b,
 * as the fold that neither was fitted to says, w_a't_b, and with the score of b, w_a'Q_b w_b.
 */
static void
find_gaussian(Work *work, const Moments *moments, uint32 omit, const ClassScores *scores,
			  double rows, ClassModel *model)
{
	uint32		n = model->classes;
	uint32		u = scores->u;
	Work	   *scratch = work_begin(work);
	double	   *cross = WORK_ARRAY(scratch, (size_t) n * n, double);
	double	   *square = WORK_ARRAY(scratch, (size_t) n * n, double);

	for (uint32 f = 0; f < moments->folds; f++)
	{
		size_t		at = (size_t) f * n * u;
		double		share = moments->fold[f].rows / rows;

		if (f == omit)
			continue;
		work_poll(scratch);
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, u, share, scores->along + at,
					u, scores->linear + at, u, 1.0, cross, n);
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, u, share, scores->along + at,
					u, scores->product + at, u, 1.0, square, n);
	}
	class_gauss(work, model, cross, square, scores->expected);
	work_end(scratch);
}

void
class_fit(Work *work, const Moments *moments, uint32 omit, const ClassScores *scores,
		  ClassModel *model)
{
	uint32		n = moments_classes(moments);
	double	   *share = WORK_ARRAY(work, n, double);
	double		rows = 0;

	for (uint32 c = 0; c < n; c++)
	{
		share[c] = moments_class_rows(moments, c, moments->folds) -
			(omit < moments->folds ? moments_class_rows(moments, c, omit) : 0);
		rows += share[c];
	}
	for (uint32 c = 0; c < n; c++)
		share[c] /= rows;
	*model = (ClassModel) {.classes = n,.share = share};
	if (scores != NULL)
		find_gaussian(work, moments, omit, scores, rows, model);
}
