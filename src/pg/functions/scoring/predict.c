/*
 * predict.c
 *		aer_predict, aer_score, aer_probability, aer_class, aer_probabilities: predictions for
 *		one row.
 */
#include "pg/functions/scoring/near_record.h"
#include "pg/result_row.h"

#include "utils/builtins.h"

typedef double (*ScoreFunction) (Scorer *scorer, int64 row_number);

static Datum
score_row(FunctionCallInfo fcinfo, FeaturesKind kind, ScoreFunction score)
{
	Scorer	   *scorer = scorer_get(fcinfo, 0, kind, NULL);

	scorer_open(scorer, PG_GETARG_DATUM(1));
	PG_RETURN_FLOAT8(score(scorer, 0));
}

FUNCTIONS_OF_KINDS(aer_predict, score_row(fcinfo, kind, scorer_predict))
FUNCTIONS_OF_KINDS(aer_score, score_row(fcinfo, kind, scorer_score))
FUNCTIONS_OF_KINDS(aer_probability, score_row(fcinfo, kind, scorer_probability))

/* Returns the probability of the class that the third argument names. */
static Datum
class_probability(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	Scorer	   *scorer = scorer_get(fcinfo, 0, kind, NULL);
	char	   *name = text_to_cstring(PG_GETARG_TEXT_PP(2));
	uint32		n;
	char	   *const *names = scorer_class_names(scorer, &n);
	uint32		class = class_names_find(names, n, name);

	scorer_open(scorer, PG_GETARG_DATUM(1));
	PG_RETURN_FLOAT8(scorer_probabilities(scorer, 0)[class]);
}

static Datum
most_probable_class(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	Scorer	   *scorer = scorer_get(fcinfo, 0, kind, NULL);

	scorer_open(scorer, PG_GETARG_DATUM(1));
	PG_RETURN_TEXT_P(cstring_to_text(scorer_class(scorer, 0)));
}

/* Returns the most probable class that is not marked yet, the first if several are. */
static uint32
next_class(const double *probability, const bool *marked, uint32 n)
{
	uint32		best = n;

	for (uint32 c = 0; c < n; c++)
		if (!marked[c] && (best == n || probability[c] > probability[best]))
			best = c;
	return best;
}

/* Returns a row for each class, the most probable first. */
static Datum
probabilities(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	ResultRow	row;
	bool		marked[MOST_CLASS_NAMES] = {false};
	Scorer	   *scorer;
	char	   *const *names;
	double		probability[MOST_CLASS_NAMES];
	NearRecord *record;
	uint32		n;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		return (Datum) 0;
	scorer = scorer_get(fcinfo, 0, kind, NULL);
	names = scorer_class_names(scorer, &n);
	record = near_record_of(scorer, near_argument(fcinfo, 2));
	scorer_open(scorer, PG_GETARG_DATUM(1));
	if (record)
	{
		near_record_read(record);
		near_probabilities(&record->near, record->model, probability);
	}
	else
		memcpy(probability, scorer_probabilities(scorer, 0), sizeof(double) * n);
	for (uint32 k = 0; k < n; k++)
	{
		uint32		c = next_class(probability, marked, n);

		marked[c] = true;
		result_text(&row, names[c]);
		result_number(&row, probability[c]);
		result_put(&row);
	}
	return (Datum) 0;
}

FUNCTIONS_OF_KINDS(aer_class_probability, class_probability(fcinfo, kind))
FUNCTIONS_OF_KINDS(aer_class, most_probable_class(fcinfo, kind))
FUNCTIONS_OF_KINDS(aer_probabilities, probabilities(fcinfo, kind))
