--
-- streams.sql: learners that take rows in order: their constructors and what goes on from row to row
--

CREATE FUNCTION aer_ridge(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	step float8 DEFAULT NULL,
	step_rule text DEFAULT NULL,
	rows bigint DEFAULT NULL,
	sampling text DEFAULT NULL,
	second_moments "any" DEFAULT NULL,
	warmup_rows bigint DEFAULT NULL,
	warmup_center boolean DEFAULT NULL,
	smooth_moments boolean DEFAULT NULL,
	inner_draws integer DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	units text DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	length text DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_ridge(integer, float8, float8, text, bigint, text, "any", bigint, boolean, boolean, integer, boolean, text, "any", "any", text, text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): least squares within the l2 ball of radius "radius" (NULL: with a budget the largest |target| so far, else no bound), by gradient descent. "budget": attributes drawn per row, 2 to d (AERR, Hazan & Koren 2012); NULL reads all (online ridge). "units": ''own'' (the default on whole rows, where no "center", "scale" or "second_moments" is given) by a warm-up within the budget, ''common'' (on arrays) as in the papers; on these depend the defaults of "step_rule", ''adaptive'' or ''paper'', "length" of the weights, ''as seen'' (predictions are never much worse than the mean) or ''as learned'', and "radius" (own: 1, of the lasso 2). "step": fixed; NULL: by the rule, the paper''s for "rows" rows if given, else falling with 1/sqrt(t). "sampling": ''uniform''; ''moments'', by the "second_moments" E (x - center)^2 of the attributes (DDAERR, Kukliansky & Shamir 2015); ''two-phase'', by those that the first "warmup_rows" rows show (NULL: a tenth of "rows"), with "warmup_center" about their means, which are subtracted from then on, with "smooth_moments" enlarged as in the paper''s proof. "inner_draws": of the budget, for the inner product; 1 as published, half of it is better. Attributes enter as (x - center) / scale: each one number, an array, or jsonb by attribute name';

CREATE FUNCTION aer_lasso(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	step float8 DEFAULT NULL,
	step_rule text DEFAULT NULL,
	rows bigint DEFAULT NULL,
	sampling text DEFAULT NULL,
	second_moments "any" DEFAULT NULL,
	warmup_rows bigint DEFAULT NULL,
	warmup_center boolean DEFAULT NULL,
	smooth_moments boolean DEFAULT NULL,
	inner_draws integer DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	units text DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	length text DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_lasso(integer, float8, float8, text, bigint, text, "any", bigint, boolean, boolean, integer, boolean, text, "any", "any", text, text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): least squares within the l1 ball of radius "radius" (NULL: the largest |target| so far), by exponentiated gradient. "budget": attributes drawn per row, 2 to d (AELR, Hazan & Koren 2012; with "second_moments" or "warmup_rows" DDAELR, Kukliansky & Shamir 2015); NULL reads all (online lasso). Other options as for aer_ridge; an intercept is the mean of the targets';

CREATE FUNCTION aer_svr(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	step float8 DEFAULT NULL,
	step_rule text DEFAULT NULL,
	rows bigint DEFAULT NULL,
	insensitivity float8 DEFAULT NULL,
	smoothing float8 DEFAULT NULL,
	max_draws integer DEFAULT NULL,
	biased boolean DEFAULT NULL,
	sampling text DEFAULT NULL,
	second_moments "any" DEFAULT NULL,
	warmup_rows bigint DEFAULT NULL,
	warmup_center boolean DEFAULT NULL,
	smooth_moments boolean DEFAULT NULL,
	inner_draws integer DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	units text DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	length text DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_svr(integer, float8, float8, text, bigint, float8, float8, integer, boolean, text, "any", bigint, boolean, boolean, integer, boolean, text, "any", "any", text, text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): support vector regression within the l2 ball (AESVR, Hazan & Koren 2012): errors up to "insensitivity" cost nothing, the loss is rounded off over "smoothing" (NULL: 2 radius + insensitivity). Its gradient is unbiased, but useful only where "smoothing" is about as large as the largest error. The budget holds on the average; with "max_draws", the most for inner products, on every row, at some bias. "biased": the slope at the mean of "inner_draws" draws, which works with any smoothing and keeps the budget. Other options as for aer_ridge';

CREATE FUNCTION aer_pegasos(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	lambda float8 DEFAULT NULL,
	rows bigint DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_pegasos(integer, float8, float8, bigint, boolean, "any", "any", text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): regularised least squares projected onto the l1 ball after every row (AER, Cesa-Bianchi, Shalev-Shwartz, Shamir 2010), half of the budget for each part of the estimate. "lambda" NULL: the paper''s, for "rows" rows if given. An intercept is the mean of the targets';

CREATE FUNCTION aer_baseline(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_baseline(integer, float8, boolean, "any", "any", text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): least squares within the l1 ball from products of random pairs of attributes (the Baseline of Cesa-Bianchi, Shalev-Shwartz, Shamir 2010), for comparison; aer_moments does better. Its model holds d * d numbers. An intercept is the mean of the targets';

CREATE FUNCTION aer_perceptron(
	averaged boolean DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_perceptron(boolean, boolean, "any", "any", text, text[], text[], jsonb) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): the perceptron, for targets -1 and 1; reads all attributes. "averaged": the mean of all iterates instead of the last';

CREATE FUNCTION aer_winnow(
	rate float8 DEFAULT NULL,
	balanced boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_winnow(float8, boolean, "any", "any", text, text[], text[], jsonb) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): normalised winnow, for targets -1 and 1; reads all attributes, which should lie in [-1, 1]. Weights are positive and add up to 1; "balanced" doubles the attributes with their negatives. "rate" NULL: 0.1';

CREATE FUNCTION aer_majority(
	rate float8 DEFAULT NULL,
	rows bigint DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	columns jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_majority(float8, bigint, text, text[], text[], jsonb, bigint) IS
'a learner of the papers, row by row (below 2,000 rows use aer_design): randomized weighted majority over experts, whose 0/1 predictions are the attributes; targets 0 and 1. The score is the share of weight on 1. An expert''s weight is "rate" to the power of its mistakes; NULL: the best rate if the best expert makes at most "rows" of them';

CREATE FUNCTION aer_options(OUT learner text, OUT option text, OUT type text, OUT range text,
	OUT "default" text, OUT meaning text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_options() IS
'every option of designs (learner ''design'') and of every learner of the papers: the argument''s type, what values it can have, what it is where it is not given (NULL), and what it means';

CREATE FUNCTION aer_start(learner jsonb, attributes "any") RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_start(jsonb, "any") IS
'a model that has seen nothing, of so many attributes or of columns (keys of jsonb) of these names (text[]): aer_next can be asked before the first row, and aer_continue goes on from it as aer_train would have begun. It predicts nothing until it has learned from a row';

CREATE FUNCTION aer_next(model aer_model, OUT attribute integer, OUT name text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 10;

COMMENT ON FUNCTION aer_next(aer_model) IS
'what this model will look at in the next row that it is trained on, a row for each look in the order of the attributes: its number (1-based; of a column that is several attributes that of the first, as aer_design_summary has it), and of a model of rows or jsonb the name of the column or key. Trains nothing';

CREATE FUNCTION _aer_average_transition(aer_model, aer_model) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_average_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_average_transition(aer_model, aer_model) IS 'internal: aer_average';

CREATE AGGREGATE aer_average(model aer_model) (
	SFUNC = _aer_average_transition,
	STYPE = aer_model,
	COMBINEFUNC = _aer_average_transition,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_average(aer_model) IS
'the mean of models trained on parts of the rows, weighted by their rows; can be scored, not continued';

CREATE FUNCTION aer_learning_curve(train_query text, test_query text, learners jsonb[], points integer[],
	OUT learner jsonb, OUT rows bigint, OUT reads bigint,
	OUT mse float8, OUT sign_error float8, OUT mse_se float8, OUT problem text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100
	SET synchronize_seqscans = off;

COMMENT ON FUNCTION aer_learning_curve(text, text, jsonb[], integer[]) IS
'the error on the rows of test_query after learning from the first points[1], points[2], ... rows of train_query; a point beyond its end is cut to the rows that there are. Columns as for aer_cross_validate; rows: learned from';
