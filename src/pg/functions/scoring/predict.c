/*
 * predict.c
 *		aer_predict, aer_score, aer_probability, aer_class, aer_probabilities: what a
 *		model says of one row.
 */
#include "pg/functions/scoring/scorer.h"
#include "pg/result_row.h"

#include "utils/builtins.h"

/* What the scorer is asked for. */
typedef double (*Answer) (Scorer *scorer, int64 row_number);

static Datum
answer(FunctionCallInfo fcinfo, FeaturesKind kind, Answer ask)
{
	Scorer	   *scorer = scorer_get(fcinfo, 0, kind, NULL);

	scorer_open(scorer, PG_GETARG_DATUM(1));
	PG_RETURN_FLOAT8(ask(scorer, 0));
}

FUNCTIONS_OF_KINDS(aer_predict, answer(fcinfo, kind, scorer_predict))
FUNCTIONS_OF_KINDS(aer_score, answer(fcinfo, kind, scorer_score))
FUNCTIONS_OF_KINDS(aer_probability, answer(fcinfo, kind, scorer_probability))

/* The probability of the class that the third argument names. */
static Datum
class_probability(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	Scorer	   *scorer = scorer_get(fcinfo, 0, kind, NULL);
	char	   *name = text_to_cstring(PG_GETARG_TEXT_PP(2));
	uint32		n;
	char	   *const *names = scorer_class_names(scorer, &n);
	uint32		place = class_names_find(names, n, name);

	scorer_open(scorer, PG_GETARG_DATUM(1));
	PG_RETURN_FLOAT8(scorer_probabilities(scorer, 0)[place]);
}

/* The class that has the largest probability; of equals the first. */
static Datum
likeliest(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	Scorer	   *scorer = scorer_get(fcinfo, 0, kind, NULL);
	uint32		n;
	char	   *const *names = scorer_class_names(scorer, &n);
	const double *probability;
	uint32		best = 0;

	scorer_open(scorer, PG_GETARG_DATUM(1));
	probability = scorer_probabilities(scorer, 0);
	for (uint32 c = 1; c < n; c++)
		if (probability[c] > probability[best])
			best = c;
	PG_RETURN_TEXT_P(cstring_to_text(names[best]));
}

/* The most probable class after those that were shown; of equals the first. */
static uint32
next_likeliest(const double *probability, const bool *shown, uint32 n)
{
	uint32		best = n;

	for (uint32 c = 0; c < n; c++)
		if (!shown[c] && (best == n || probability[c] > probability[best]))
			best = c;
	return best;
}

static Datum
probabilities(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	ResultRow	row;
	bool		shown[MOST_CLASS_NAMES] = {false};
	Scorer	   *scorer;
	char	   *const *names;
	const double *probability;
	uint32		n;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		return (Datum) 0;
	scorer = scorer_get(fcinfo, 0, kind, NULL);
	names = scorer_class_names(scorer, &n);
	scorer_open(scorer, PG_GETARG_DATUM(1));
	probability = scorer_probabilities(scorer, 0);
	for (uint32 k = 0; k < n; k++)
	{
		uint32		c = next_likeliest(probability, shown, n);

		shown[c] = true;
		result_text(&row, names[c]);
		result_number(&row, probability[c]);
		result_put(&row);
	}
	return (Datum) 0;
}

FUNCTIONS_OF_KINDS(aer_class_probability, class_probability(fcinfo, kind))
FUNCTIONS_OF_KINDS(aer_class, likeliest(fcinfo, kind))
FUNCTIONS_OF_KINDS(aer_probabilities, probabilities(fcinfo, kind))
