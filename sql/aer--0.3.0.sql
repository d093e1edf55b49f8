/* aer--0.3.0.sql: everything that CREATE EXTENSION aer makes */

-- complain if script is sourced in psql, rather than via CREATE EXTENSION
\echo Use "CREATE EXTENSION aer" to load this file. \quit

--
-- aer_model: a trained model as a value
--

CREATE TYPE aer_model;

CREATE FUNCTION aer_model_in(cstring) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION aer_model_out(aer_model) RETURNS cstring
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION aer_model_recv(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION aer_model_send(aer_model) RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE aer_model (
	INPUT = aer_model_in,
	OUTPUT = aer_model_out,
	RECEIVE = aer_model_recv,
	SEND = aer_model_send,
	INTERNALLENGTH = VARIABLE,
	ALIGNMENT = double,
	STORAGE = external
);

COMMENT ON TYPE aer_model IS 'a trained linear model: weights, intercept, attribute names, whether the target was boolean, the learner''s options, the count of what was read, and (unless trimmed) what is needed to go on training';
COMMENT ON FUNCTION aer_model_in(cstring) IS 'I/O: one JSON object, numbers as shortest exact text';
COMMENT ON FUNCTION aer_model_out(aer_model) IS 'I/O: one JSON object, numbers as shortest exact text';
COMMENT ON FUNCTION aer_model_recv(internal) IS 'I/O: binary, network byte order';
COMMENT ON FUNCTION aer_model_send(aer_model) IS 'I/O: binary, network byte order';

CREATE FUNCTION aer_model_eq(aer_model, aer_model) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_model_ne(aer_model, aer_model) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_model_hash(aer_model) RETURNS integer
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_model_hash_extended(aer_model, bigint) RETURNS bigint
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE OPERATOR = (
	LEFTARG = aer_model,
	RIGHTARG = aer_model,
	FUNCTION = aer_model_eq,
	COMMUTATOR = =,
	NEGATOR = <>,
	RESTRICT = eqsel,
	JOIN = eqjoinsel,
	HASHES
);

CREATE OPERATOR <> (
	LEFTARG = aer_model,
	RIGHTARG = aer_model,
	FUNCTION = aer_model_ne,
	COMMUTATOR = <>,
	NEGATOR = =,
	RESTRICT = neqsel,
	JOIN = neqjoinsel
);

CREATE OPERATOR CLASS aer_model_ops DEFAULT FOR TYPE aer_model USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 aer_model_hash(aer_model),
	FUNCTION 2 aer_model_hash_extended(aer_model, bigint);

COMMENT ON FUNCTION aer_model_eq(aer_model, aer_model) IS 'implementation of =';
COMMENT ON FUNCTION aer_model_ne(aer_model, aer_model) IS 'implementation of <>';
COMMENT ON FUNCTION aer_model_hash(aer_model) IS 'hash of the stored form';
COMMENT ON FUNCTION aer_model_hash_extended(aer_model, bigint) IS 'hash of the stored form, with a seed';
COMMENT ON OPERATOR = (aer_model, aer_model) IS 'are these the same models, to the last bit?';
COMMENT ON OPERATOR <> (aer_model, aer_model) IS 'do these models differ?';
COMMENT ON OPERATOR CLASS aer_model_ops USING hash IS 'equality of models; there is no order';
COMMENT ON OPERATOR FAMILY aer_model_ops USING hash IS 'equality of models; there is no order';

CREATE FUNCTION aer_model_to_jsonb(aer_model) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

CREATE FUNCTION aer_model_to_float8_array(aer_model) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_model_to_jsonb(aer_model) IS 'the model''s JSON text as jsonb; use the cast model::jsonb';
COMMENT ON FUNCTION aer_model_to_float8_array(aer_model) IS 'the weights, in attribute order, without the intercept; use the cast model::float8[]';

CREATE CAST (aer_model AS jsonb) WITH FUNCTION aer_model_to_jsonb(aer_model);
CREATE CAST (aer_model AS float8[]) WITH FUNCTION aer_model_to_float8_array(aer_model);

COMMENT ON CAST (aer_model AS jsonb) IS 'the model''s JSON text';
COMMENT ON CAST (aer_model AS float8[]) IS 'the weights, without the intercept';

--
-- Learner constructors
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
	categories jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_ridge(integer, float8, float8, text, bigint, text, "any", bigint, boolean, boolean, integer, boolean, text, "any", "any", text, text, text[], text[], jsonb, bigint) IS
'learner: least squares within the l2 ball of radius "radius" (NULL: with a budget the largest |target| so far, else no bound), by gradient descent. "budget": attributes drawn per row, 2 to d (AERR, Hazan & Koren 2012); NULL reads all (online ridge). "units": ''own'' (the default on whole rows, where no "center", "scale" or "second_moments" is given) by a warm-up within the budget, ''common'' (on arrays) as in the papers; on these depend the defaults of "step_rule", ''adaptive'' or ''paper'', "length" of the weights, ''as seen'' (predictions are never much worse than the mean) or ''as learned'', and "radius" (own: 1, of the lasso 2). "step": fixed; NULL: by the rule, the paper''s for "rows" rows if given, else falling with 1/sqrt(t). "sampling": ''uniform''; ''moments'', by the "second_moments" E (x - center)^2 of the attributes (DDAERR, Kukliansky & Shamir 2015); ''two-phase'', by those that the first "warmup_rows" rows show (NULL: a tenth of "rows"), with "warmup_center" about their means, which are subtracted from then on, with "smooth_moments" enlarged as in the paper''s proof. "inner_draws": of the budget, for the inner product; 1 as published, half of it is better. Attributes enter as (x - center) / scale: each one number, an array, or jsonb by attribute name';

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
	categories jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_lasso(integer, float8, float8, text, bigint, text, "any", bigint, boolean, boolean, integer, boolean, text, "any", "any", text, text, text[], text[], jsonb, bigint) IS
'learner: least squares within the l1 ball of radius "radius" (NULL: the largest |target| so far), by exponentiated gradient. "budget": attributes drawn per row, 2 to d (AELR, Hazan & Koren 2012; with "second_moments" or "warmup_rows" DDAELR, Kukliansky & Shamir 2015); NULL reads all (online lasso). Other options as for aer_ridge; an intercept is the mean of the targets';

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
	categories jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_svr(integer, float8, float8, text, bigint, float8, float8, integer, boolean, text, "any", bigint, boolean, boolean, integer, boolean, text, "any", "any", text, text, text[], text[], jsonb, bigint) IS
'learner: support vector regression within the l2 ball (AESVR, Hazan & Koren 2012): errors up to "insensitivity" cost nothing, the loss is rounded off over "smoothing" (NULL: 2 radius + insensitivity). Its gradient is unbiased, but useful only where "smoothing" is about as large as the largest error. The budget holds on the average; with "max_draws", the most for inner products, on every row, at some bias. "biased": the slope at the mean of "inner_draws" draws, which works with any smoothing and keeps the budget. Other options as for aer_ridge';

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
	categories jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_pegasos(integer, float8, float8, bigint, boolean, "any", "any", text, text[], text[], jsonb, bigint) IS
'learner: regularised least squares projected onto the l1 ball after every row (AER, Cesa-Bianchi, Shalev-Shwartz, Shamir 2010), half of the budget for each part of the estimate. "lambda" NULL: the paper''s, for "rows" rows if given. An intercept is the mean of the targets';

CREATE FUNCTION aer_baseline(
	budget integer DEFAULT NULL,
	radius float8 DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	categories jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_baseline(integer, float8, boolean, "any", "any", text, text[], text[], jsonb, bigint) IS
'learner: least squares within the l1 ball from products of random pairs of attributes (the Baseline of Cesa-Bianchi, Shalev-Shwartz, Shamir 2010), for comparison; aer_moments does better. Its model holds d * d numbers. An intercept is the mean of the targets';

CREATE FUNCTION aer_perceptron(
	averaged boolean DEFAULT NULL,
	intercept boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	categories jsonb DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_perceptron(boolean, boolean, "any", "any", text, text[], text[], jsonb) IS
'learner: the perceptron, for targets -1 and 1; reads all attributes. "averaged": the mean of all iterates instead of the last';

CREATE FUNCTION aer_winnow(
	rate float8 DEFAULT NULL,
	balanced boolean DEFAULT NULL,
	center "any" DEFAULT NULL,
	scale "any" DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	categories jsonb DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_winnow(float8, boolean, "any", "any", text, text[], text[], jsonb) IS
'learner: normalised winnow, for targets -1 and 1; reads all attributes, which should lie in [-1, 1]. Weights are positive and add up to 1; "balanced" doubles the attributes with their negatives. "rate" NULL: 0.1';

CREATE FUNCTION aer_majority(
	rate float8 DEFAULT NULL,
	rows bigint DEFAULT NULL,
	missing text DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	categories jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_majority(float8, bigint, text, text[], text[], jsonb, bigint) IS
'learner: randomized weighted majority over experts, whose 0/1 predictions are the attributes; targets 0 and 1. The score is the share of weight on 1. An expert''s weight is "rate" to the power of its mistakes; NULL: the best rate if the best expert makes at most "rows" of them';

CREATE FUNCTION aer_options(OUT learner text, OUT option text, OUT type text, OUT range text,
	OUT "default" text, OUT meaning text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_options() IS
'every option of every learner and of sampling designs (learner ''design''): the argument''s type, what values it can have, what it is where it is not given (NULL), and what it means';

--
-- Training
--

CREATE FUNCTION aer_train_array_transition(internal, anyarray, anycompatiblenonarray, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_train_row_transition(internal, record, text, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_continue_array_transition(internal, anyarray, anycompatiblenonarray, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_continue_row_transition(internal, record, text, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_train_many_array_transition(internal, anyarray, anycompatiblenonarray, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

CREATE FUNCTION aer_train_many_row_transition(internal, record, text, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE COST 1000;

CREATE FUNCTION aer_train_many_final(internal) RETURNS aer_model[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_train_final(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_train_array_transition(internal, anyarray, anycompatiblenonarray, jsonb) IS 'internal: aer_train';
COMMENT ON FUNCTION aer_train_row_transition(internal, record, text, jsonb) IS 'internal: aer_train';
COMMENT ON FUNCTION aer_continue_array_transition(internal, anyarray, anycompatiblenonarray, aer_model) IS 'internal: aer_continue';
COMMENT ON FUNCTION aer_continue_row_transition(internal, record, text, aer_model) IS 'internal: aer_continue';
COMMENT ON FUNCTION aer_train_many_array_transition(internal, anyarray, anycompatiblenonarray, jsonb[]) IS 'internal: aer_train_many';
COMMENT ON FUNCTION aer_train_many_row_transition(internal, record, text, jsonb[]) IS 'internal: aer_train_many';
COMMENT ON FUNCTION aer_train_many_final(internal) IS 'internal: aer_train_many';
COMMENT ON FUNCTION aer_train_final(internal) IS 'internal: aer_train and aer_continue';

CREATE AGGREGATE aer_train(features anyarray, target anycompatiblenonarray, learner jsonb) (
	SFUNC = aer_train_array_transition,
	STYPE = internal,
	SSPACE = 8000,
	FINALFUNC = aer_train_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train(features record, target text, learner jsonb) (
	SFUNC = aer_train_row_transition,
	STYPE = internal,
	SSPACE = 8000,
	FINALFUNC = aer_train_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_continue(features anyarray, target anycompatiblenonarray, model aer_model) (
	SFUNC = aer_continue_array_transition,
	STYPE = internal,
	SSPACE = 20000,
	FINALFUNC = aer_train_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_continue(features record, target text, model aer_model) (
	SFUNC = aer_continue_row_transition,
	STYPE = internal,
	SSPACE = 20000,
	FINALFUNC = aer_train_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_train(anyarray, anycompatiblenonarray, jsonb) IS
'train a learner, such as aer_ridge(budget => 5), or by the moments of a design, such as aer_design(budget => 5), looking at no more attributes of each row than its budget. Learners take the rows in the order in which they come (fix it with ORDER BY in the call); a design gives the model of aer_fit_ridge(aer_moments(features, target, design)), computed serially. Rows with NULL features or target are skipped and counted; no rows: NULL';
COMMENT ON AGGREGATE aer_train(record, text, jsonb) IS
'the same on whole rows: aer_train(p.*, ''outcome'', aer_design(budget => 5)) FROM patients p; numeric, boolean and date columns but the target are the attributes, by name';
COMMENT ON AGGREGATE aer_continue(anyarray, anycompatiblenonarray, aer_model) IS
'go on training a model: to the bit as if these rows had followed those that it was trained on';
COMMENT ON AGGREGATE aer_continue(record, text, aer_model) IS
'the same on whole rows, whose columns are found by name';

CREATE AGGREGATE aer_train_many(features anyarray, target anycompatiblenonarray, learners jsonb[]) (
	SFUNC = aer_train_many_array_transition,
	STYPE = internal,
	SSPACE = 50000,
	FINALFUNC = aer_train_many_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train_many(features record, target text, learners jsonb[]) (
	SFUNC = aer_train_many_row_transition,
	STYPE = internal,
	SSPACE = 50000,
	FINALFUNC = aer_train_many_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_train_many(anyarray, anycompatiblenonarray, jsonb[]) IS
'train several learners, designs among them, in one scan, each within its own budget: the models in the order of the learners, each as aer_train would have made it';
COMMENT ON AGGREGATE aer_train_many(record, text, jsonb[]) IS
'the same on whole rows; the target is given as the name of its column';

CREATE FUNCTION aer_start(learner jsonb, attributes "any") RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_start(jsonb, "any") IS
'a model that has seen nothing, of so many attributes or of columns (keys of jsonb) of these names (text[]): aer_next can be asked before the first row, and aer_continue goes on from it as aer_train would have begun. It predicts nothing until it has learned from a row';

CREATE FUNCTION aer_next(model aer_model) RETURNS integer[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_next(aer_model) IS
'the attributes (1-based, ascending) that this model will look at in the next row that it is trained on; trains nothing';

CREATE FUNCTION aer_next_names(model aer_model) RETURNS text[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_next_names(aer_model) IS
'the same by name, of a model of rows or jsonb: the columns or keys, each once, in the order of the attributes';

--
-- What to do with models
--

CREATE FUNCTION aer_average_transition(aer_model, aer_model) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_average_transition(aer_model, aer_model) IS 'internal: aer_average';

CREATE AGGREGATE aer_average(model aer_model) (
	SFUNC = aer_average_transition,
	STYPE = aer_model,
	COMBINEFUNC = aer_average_transition,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_average(aer_model) IS
'the mean of models trained on parts of the rows, weighted by their rows; can be scored, not continued';

CREATE FUNCTION aer_trim(model aer_model) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_trim(aer_model) IS
'the model without what is needed to go on training: smaller, can be scored, not continued';

CREATE FUNCTION aer_predict(model aer_model, features anyarray) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_predict(model aer_model, features record) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300;

COMMENT ON FUNCTION aer_predict(aer_model, anyarray) IS
'the expected target: <weights, features> + intercept, held to the range of the targets that the model learned from where it knows that, or by its link where the target takes two values; NULL where an attribute with a weight is NULL (attributes of weight 0 are not looked at)';
COMMENT ON FUNCTION aer_predict(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_score(model aer_model, features anyarray) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_score(model aer_model, features record) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300;

COMMENT ON FUNCTION aer_score(aer_model, anyarray) IS
'the linear prediction <weights, features> + intercept, neither held to a range nor taken through a link; NULL where an attribute with a weight is NULL';
COMMENT ON FUNCTION aer_score(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_probability(model aer_model, features anyarray) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_probability(model aer_model, features record) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300;

COMMENT ON FUNCTION aer_probability(aer_model, anyarray) IS
'the probability of the higher one of the two values that the target takes (true, 1, +1), by the model''s link, else by where between them the prediction lies; from 1/(rows + 2) to 1 - 1/(rows + 2)';
COMMENT ON FUNCTION aer_probability(aer_model, record) IS
'the same for a whole row, whose columns are found by name';

CREATE FUNCTION aer_forecast(model aer_model, features anyarray,
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_array' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 1;

CREATE FUNCTION aer_forecast(model aer_model, features record,
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 300 ROWS 1;

CREATE FUNCTION aer_forecast(model aer_model, features jsonb,
	OUT prediction float8, OUT deviation float8, OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300 ROWS 1;

COMMENT ON FUNCTION aer_forecast(aer_model, anyarray) IS
'what a model of aer_fit_partial() expects of a row from those attributes that are not NULL: the prediction, the deviation of its error given what is known, the probability of the higher value of a target that takes two (else NULL), and how many looks are known';
COMMENT ON FUNCTION aer_forecast(aer_model, record) IS
'the same for a whole row, whose columns are found by name';
COMMENT ON FUNCTION aer_forecast(aer_model, jsonb) IS
'the same for a jsonb object; a key that is not there is not known';

CREATE FUNCTION aer_ask(model aer_model, features anyarray, prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL,
	threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable "any" DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8,
	OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_array' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10;

CREATE FUNCTION aer_ask(model aer_model, features record, prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL,
	threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable "any" DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8,
	OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_row' LANGUAGE C STABLE PARALLEL SAFE COST 100000 ROWS 10;

CREATE FUNCTION aer_ask(model aer_model, features jsonb, prices jsonb DEFAULT NULL, budget float8 DEFAULT NULL,
	threshold float8 DEFAULT NULL, sure float8 DEFAULT 0.95, worth float8 DEFAULT NULL, unavailable "any" DEFAULT NULL,
	OUT bundle integer, OUT attribute integer, OUT name text, OUT cost float8, OUT gain float8,
	OUT expected_deviation float8, OUT decided float8, OUT stop text) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_ask_jsonb' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 10;

COMMENT ON FUNCTION aer_ask(aer_model, anyarray, jsonb, float8, float8, float8, float8, "any") IS
'for a row of which some attributes are known (not NULL), what to look at next by a model of aer_fit_partial(), in order of purchase within a budget, and a last row that says why to stop. Prices: those given, those of the design, else 1 a look. "threshold", a probability or a prediction at which one acts: stop when nothing left could turn the decision with more than 1 - "sure". "worth", money per unit of squared error: stop when a purchase costs more than it brings. "unavailable": looks that found nothing';
COMMENT ON FUNCTION aer_ask(aer_model, record, jsonb, float8, float8, float8, float8, "any") IS
'the same for a whole row, whose columns are found by name';
COMMENT ON FUNCTION aer_ask(aer_model, jsonb, jsonb, float8, float8, float8, float8, "any") IS
'the same for a jsonb object; a key that is not there is not known';

CREATE FUNCTION aer_restrict(model aer_model, attributes "any") RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_restrict(aer_model, "any") IS
'of a model of aer_fit_partial() the plain linear one of some attributes, a text[] of columns or an integer[] of numbers: it predicts what the partial one does where these are known and no others. Its expected_mse is NULL, for nobody knows how they were chosen';

CREATE FUNCTION aer_weights(model aer_model, names text[] DEFAULT NULL,
	OUT attribute integer, OUT name text, OUT weight float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_weights(aer_model, text[]) IS
'the weights as a relation, in the user''s units; the intercept is attribute 0. "names" names the attributes of models trained on arrays';

CREATE FUNCTION aer_summary(model aer_model,
	OUT learner jsonb, OUT attributes integer, OUT rows bigint, OUT skipped bigint,
	OUT draws bigint, OUT reads bigint, OUT continuable boolean,
	OUT expected_mse float8, OUT expected_se float8, OUT mistakes bigint,
	OUT low float8, OUT high float8, OUT link_slope float8, OUT link_offset float8,
	OUT progressive_mse float8, OUT progressive_se float8, OUT mean_mse float8, OUT worse_than_mean boolean)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1;

COMMENT ON FUNCTION aer_summary(aer_model) IS
'one row: the learner and its options, attributes, rows learned from, rows skipped for NULL features or target, attributes drawn (repeats included), attribute values read, whether aer_continue can go on, the forecast of the test error where the learner makes one, the mistakes of learners that learn from them, the range that predictions are held to, and the link of a target that takes two values: P(high) = 1 / (1 + exp(-(link_offset + link_slope * score))). Of ridge, lasso and svr also the progressive error: on each of the later rows, before it was learned from, estimated from the looks taken anyway; beside it that of the mean of the targets before, the standard error of the difference, and whether the model is worse by three of them';

CREATE FUNCTION aer_report(model aer_model, OUT item text, OUT value text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 10;

COMMENT ON FUNCTION aer_report(aer_model) IS
'what one would read aloud of a model: learner, rows, looks per row, expected error, the five heaviest weights (in the attributes'' units), the target and its range, what predictions are, warnings';

--
-- Evaluation
--

CREATE TYPE aer_evaluation AS (
	rows bigint,
	mse float8,
	mae float8,
	r2 float8,
	sign_error float8,
	mse_se float8,
	skipped bigint,
	reads bigint,
	log_loss float8,
	brier float8,
	auc float8
);

COMMENT ON TYPE aer_evaluation IS 'how good a model''s predictions are on some rows';
COMMENT ON COLUMN aer_evaluation.rows IS 'rows scored';
COMMENT ON COLUMN aer_evaluation.mse IS 'mean squared error';
COMMENT ON COLUMN aer_evaluation.mae IS 'mean absolute error; NULL with a budget';
COMMENT ON COLUMN aer_evaluation.r2 IS '1 - mse / variance of the target; NULL where that is 0';
COMMENT ON COLUMN aer_evaluation.sign_error IS 'share of predictions whose sign is not the target''s; NULL unless every target is -1 or +1 (boolean targets are), and with a budget';
COMMENT ON COLUMN aer_evaluation.mse_se IS 'standard error of mse';
COMMENT ON COLUMN aer_evaluation.skipped IS 'rows left out because model, features or target were NULL';
COMMENT ON COLUMN aer_evaluation.log_loss IS 'mean of -ln of the probability (aer_probability) that the model gave to what came; NULL unless it gives probabilities and every target is one of its two values, and with a budget';
COMMENT ON COLUMN aer_evaluation.brier IS 'mean of the squared difference between probability and 0 or 1; NULL as log_loss';
COMMENT ON COLUMN aer_evaluation.auc IS 'area under the ROC curve: the chance that a row of the higher target has a larger score than one of the lower, ties counting a half; exact up to a million rows, beyond from 4,096 bins. NULL as log_loss, but known without probabilities too where every target is -1 or +1';
COMMENT ON COLUMN aer_evaluation.reads IS 'attribute values read';

CREATE FUNCTION aer_evaluate_array_transition(float8[], aer_model, anyarray, anycompatiblenonarray) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;

CREATE FUNCTION aer_evaluate_array_transition(float8[], aer_model, anyarray, float8) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;

CREATE FUNCTION aer_evaluate_row_transition(float8[], aer_model, record, text) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE COST 300;

CREATE FUNCTION aer_evaluate_array_transition(float8[], aer_model, anyarray, anycompatiblenonarray, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;

CREATE FUNCTION aer_evaluate_row_transition(float8[], aer_model, record, text, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;

CREATE FUNCTION aer_evaluate_combine(float8[], float8[]) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION aer_evaluate_final(float8[]) RETURNS aer_evaluation
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION aer_evaluate_array_transition(float8[], aer_model, anyarray, anycompatiblenonarray) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION aer_evaluate_array_transition(float8[], aer_model, anyarray, float8) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION aer_evaluate_row_transition(float8[], aer_model, record, text) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION aer_evaluate_array_transition(float8[], aer_model, anyarray, anycompatiblenonarray, integer) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION aer_evaluate_row_transition(float8[], aer_model, record, text, integer) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION aer_evaluate_combine(float8[], float8[]) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION aer_evaluate_final(float8[]) IS 'internal: aer_evaluate';

CREATE AGGREGATE aer_evaluate(model aer_model, features anyarray, target anycompatiblenonarray) (
	SFUNC = aer_evaluate_array_transition,
	STYPE = float8[],
	COMBINEFUNC = aer_evaluate_combine,
	FINALFUNC = aer_evaluate_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features record, target text) (
	SFUNC = aer_evaluate_row_transition,
	STYPE = float8[],
	COMBINEFUNC = aer_evaluate_combine,
	FINALFUNC = aer_evaluate_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features anyarray, target anycompatiblenonarray, budget integer) (
	SFUNC = aer_evaluate_array_transition,
	STYPE = float8[],
	COMBINEFUNC = aer_evaluate_combine,
	FINALFUNC = aer_evaluate_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features record, target text, budget integer) (
	SFUNC = aer_evaluate_row_transition,
	STYPE = float8[],
	COMBINEFUNC = aer_evaluate_combine,
	FINALFUNC = aer_evaluate_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_evaluate(aer_model, anyarray, anycompatiblenonarray, integer) IS
'an unbiased estimate of the mean squared error (mse, with its standard error mse_se, and r2) from at most "budget" attributes of each row (2 or more; NULL: all), drawn in proportion to the size of their weights. It is the error of the linear prediction, aer_score: where predictions are held to a range or go through a link, no few attributes can tell theirs';
COMMENT ON AGGREGATE aer_evaluate(aer_model, record, text, integer) IS
'the same for whole rows; the target is given as the name of its column';
COMMENT ON AGGREGATE aer_evaluate(aer_model, anyarray, anycompatiblenonarray) IS
'score the rows with a model and say how far off it is: rows, mse, mae, r2, sign_error, mse_se, skipped, reads, log_loss, brier, auc. Reads every attribute that has a weight. Of two-valued targets it keeps 24 bytes a row, at most 24 MB';
COMMENT ON AGGREGATE aer_evaluate(aer_model, record, text) IS
'the same for whole rows; the target is given as the name of its column';

-- The same once more for each type of elements, as for aer_moments with a key.

CREATE AGGREGATE aer_evaluate(model aer_model, features real[], target float8) (
	SFUNC = aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = aer_evaluate_final, COMBINEFUNC = aer_evaluate_combine, PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features float8[], target float8) (
	SFUNC = aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = aer_evaluate_final, COMBINEFUNC = aer_evaluate_combine, PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features smallint[], target float8) (
	SFUNC = aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = aer_evaluate_final, COMBINEFUNC = aer_evaluate_combine, PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features integer[], target float8) (
	SFUNC = aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = aer_evaluate_final, COMBINEFUNC = aer_evaluate_combine, PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features bigint[], target float8) (
	SFUNC = aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = aer_evaluate_final, COMBINEFUNC = aer_evaluate_combine, PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features numeric[], target float8) (
	SFUNC = aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = aer_evaluate_final, COMBINEFUNC = aer_evaluate_combine, PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features boolean[], target float8) (
	SFUNC = aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = aer_evaluate_final, COMBINEFUNC = aer_evaluate_combine, PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_evaluate(aer_model, real[], float8) IS 'the same of arrays of real, which distributed engines can send to their workers';
COMMENT ON AGGREGATE aer_evaluate(aer_model, float8[], float8) IS 'the same of arrays of float8, which distributed engines can send to their workers';
COMMENT ON AGGREGATE aer_evaluate(aer_model, smallint[], float8) IS 'the same of arrays of smallint, which distributed engines can send to their workers';
COMMENT ON AGGREGATE aer_evaluate(aer_model, integer[], float8) IS 'the same of arrays of integer, which distributed engines can send to their workers';
COMMENT ON AGGREGATE aer_evaluate(aer_model, bigint[], float8) IS 'the same of arrays of bigint, which distributed engines can send to their workers';
COMMENT ON AGGREGATE aer_evaluate(aer_model, numeric[], float8) IS 'the same of arrays of numeric, which distributed engines can send to their workers';
COMMENT ON AGGREGATE aer_evaluate(aer_model, boolean[], float8) IS 'the same of arrays of boolean, which distributed engines can send to their workers';

--
-- Probabilities against what came
--

CREATE TYPE aer_calibration_bin AS (
	low float8,
	high float8,
	rows bigint,
	predicted float8,
	observed float8,
	se float8
);

COMMENT ON TYPE aer_calibration_bin IS 'rows whose predicted probability lies in one interval';
COMMENT ON COLUMN aer_calibration_bin.low IS 'where the interval begins';
COMMENT ON COLUMN aer_calibration_bin.high IS 'where it ends';
COMMENT ON COLUMN aer_calibration_bin.rows IS 'rows in it';
COMMENT ON COLUMN aer_calibration_bin.predicted IS 'their mean probability';
COMMENT ON COLUMN aer_calibration_bin.observed IS 'the share of them whose target was true';
COMMENT ON COLUMN aer_calibration_bin.se IS 'standard error of observed, if what was predicted is right';

CREATE FUNCTION aer_calibration_transition(float8[], float8, boolean) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION aer_calibration_transition(float8[], float8, boolean, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION aer_calibration_combine(float8[], float8[]) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION aer_calibration_final(float8[]) RETURNS aer_calibration_bin[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION aer_calibration_transition(float8[], float8, boolean) IS 'internal: aer_calibration';
COMMENT ON FUNCTION aer_calibration_transition(float8[], float8, boolean, integer) IS 'internal: aer_calibration';
COMMENT ON FUNCTION aer_calibration_combine(float8[], float8[]) IS 'internal: aer_calibration';
COMMENT ON FUNCTION aer_calibration_final(float8[]) IS 'internal: aer_calibration';

CREATE AGGREGATE aer_calibration(probability float8, target boolean) (
	SFUNC = aer_calibration_transition,
	STYPE = float8[],
	COMBINEFUNC = aer_calibration_combine,
	FINALFUNC = aer_calibration_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_calibration(probability float8, target boolean, bins integer) (
	SFUNC = aer_calibration_transition,
	STYPE = float8[],
	COMBINEFUNC = aer_calibration_combine,
	FINALFUNC = aer_calibration_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_calibration(float8, boolean) IS
'probabilities against what came, in ten intervals: SELECT b.* FROM (SELECT aer_calibration(aer_probability(model, x), y) AS c FROM ...) s, unnest(c) b. Rows in which one is NULL are left out, as are intervals without rows';
COMMENT ON AGGREGATE aer_calibration(float8, boolean, integer) IS
'the same in so many intervals, 1 to 1000';

CREATE FUNCTION aer_calibrate_boolean_transition(internal, aer_model, float8, boolean) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION aer_calibrate_number_transition(internal, aer_model, float8, float8) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION aer_calibrate_final(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_calibrate_boolean_transition(internal, aer_model, float8, boolean) IS 'internal: aer_calibrate';
COMMENT ON FUNCTION aer_calibrate_number_transition(internal, aer_model, float8, float8) IS 'internal: aer_calibrate';
COMMENT ON FUNCTION aer_calibrate_final(internal) IS 'internal: aer_calibrate';

CREATE AGGREGATE aer_calibrate(model aer_model, score float8, target boolean) (
	SFUNC = aer_calibrate_boolean_transition,
	STYPE = internal,
	SSPACE = 10000,
	FINALFUNC = aer_calibrate_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_calibrate(model aer_model, score float8, target float8) (
	SFUNC = aer_calibrate_number_transition,
	STYPE = internal,
	SSPACE = 10000,
	FINALFUNC = aer_calibrate_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_calibrate(aer_model, float8, boolean) IS
'the model with a link, by which aer_probability and aer_predict speak: slope and offset fitted (Platt) to scores (aer_score) and outcomes of 50 rows or more that the model has not learned from; better from about 200. Of models of two-valued targets, streaming ones too. true is the higher value. Rows in which one is NULL are left out; 16 bytes a row';
COMMENT ON AGGREGATE aer_calibrate(aer_model, float8, float8) IS
'the same where the target is a number that takes two values';

--
-- Choosing and comparing
--

CREATE FUNCTION aer_cross_validate(query text, learners jsonb[], folds integer DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT fold integer, OUT rows bigint, OUT reads bigint,
	OUT mse float8, OUT sign_error float8, OUT mse_se float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100
	SET synchronize_seqscans = off;

COMMENT ON FUNCTION aer_cross_validate(text, jsonb[], integer, bigint) IS
'cross-validation of learners on the rows of a query that returns features, target and (better) key; or a whole row as features, its target''s name as target. One scan trains every learner on the rows outside each fold, one scores. rows: scored; reads: attribute values read in training; mse is infinite where the learner diverged; mse_se: its standard error. Rows in which an attribute that has a weight is NULL are not scored, for all learners, and a NOTICE counts them';

CREATE FUNCTION aer_compare(query text, learners jsonb[], folds integer DEFAULT 10, seed bigint DEFAULT 1,
	OUT learner jsonb, OUT looks float8, OUT mse float8, OUT mse_se float8,
	OUT r2 float8, OUT sign_error float8, OUT auc float8, OUT rows bigint, OUT left_out bigint) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 10
	SET synchronize_seqscans = off;

COMMENT ON FUNCTION aer_compare(text, jsonb[], integer, bigint) IS
'which learner is best? aer_cross_validate with all folds put together, one row for each learner, the best first. looks: attribute values read per row learned from; mse_se: the standard error of mse; auc: area under the ROC curve, as in aer_evaluation; rows: scored; left_out: rows that are scored for no learner, because an attribute that has a weight in one of the models is NULL there. mse is infinite where the learner diverged in a fold';

CREATE FUNCTION aer_learning_curve(train_query text, test_query text, learners jsonb[], points integer[],
	OUT learner jsonb, OUT rows bigint, OUT reads bigint,
	OUT mse float8, OUT sign_error float8, OUT mse_se float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 100
	SET synchronize_seqscans = off;

COMMENT ON FUNCTION aer_learning_curve(text, text, jsonb[], integer[]) IS
'the error on the rows of test_query after learning from the first points[1], points[2], ... rows of train_query; a point beyond its end is cut to the rows that there are. Columns as for aer_cross_validate; rows: learned from';

--
-- aer_moments: sufficient statistics as a value
--

CREATE TYPE aer_moments;

CREATE FUNCTION aer_moments_in(cstring) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION aer_moments_out(aer_moments) RETURNS cstring
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION aer_moments_recv(internal) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION aer_moments_send(aer_moments) RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE aer_moments (
	INPUT = aer_moments_in,
	OUTPUT = aer_moments_out,
	RECEIVE = aer_moments_recv,
	SEND = aer_moments_send,
	INTERNALLENGTH = VARIABLE,
	ALIGNMENT = double,
	STORAGE = external
);

COMMENT ON TYPE aer_moments IS 'sufficient statistics that add up: moments of rows (aer_moments) or of judgments (aer_judgment_moments)';
COMMENT ON FUNCTION aer_moments_in(cstring) IS 'I/O: a tag and the binary form in hexadecimal digits';
COMMENT ON FUNCTION aer_moments_out(aer_moments) IS 'I/O: a tag and the binary form in hexadecimal digits';
COMMENT ON FUNCTION aer_moments_recv(internal) IS 'I/O: binary, network byte order';
COMMENT ON FUNCTION aer_moments_send(aer_moments) IS 'I/O: binary, network byte order';

CREATE FUNCTION aer_moments_eq(aer_moments, aer_moments) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_moments_ne(aer_moments, aer_moments) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_moments_hash(aer_moments) RETURNS integer
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_moments_hash_extended(aer_moments, bigint) RETURNS bigint
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE OPERATOR = (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = aer_moments_eq,
	COMMUTATOR = =,
	NEGATOR = <>,
	RESTRICT = eqsel,
	JOIN = eqjoinsel,
	HASHES
);

CREATE OPERATOR <> (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = aer_moments_ne,
	COMMUTATOR = <>,
	NEGATOR = =,
	RESTRICT = neqsel,
	JOIN = neqjoinsel
);

CREATE OPERATOR CLASS aer_moments_ops DEFAULT FOR TYPE aer_moments USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 aer_moments_hash(aer_moments),
	FUNCTION 2 aer_moments_hash_extended(aer_moments, bigint);

COMMENT ON FUNCTION aer_moments_eq(aer_moments, aer_moments) IS 'implementation of =';
COMMENT ON FUNCTION aer_moments_ne(aer_moments, aer_moments) IS 'implementation of <>';
COMMENT ON FUNCTION aer_moments_hash(aer_moments) IS 'hash of the stored form';
COMMENT ON FUNCTION aer_moments_hash_extended(aer_moments, bigint) IS 'hash of the stored form, with a seed';
COMMENT ON OPERATOR = (aer_moments, aer_moments) IS 'are these the same moments, to the last bit?';
COMMENT ON OPERATOR <> (aer_moments, aer_moments) IS 'do these moments differ?';
COMMENT ON OPERATOR CLASS aer_moments_ops USING hash IS 'equality of moments; there is no order';
COMMENT ON OPERATOR FAMILY aer_moments_ops USING hash IS 'equality of moments; there is no order';

CREATE FUNCTION aer_moments_merge(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_moments_merge(aer_moments, aer_moments) IS 'internal: aer_moments, aer_judgment_moments';

CREATE AGGREGATE aer_moments(moments aer_moments) (
	SFUNC = aer_moments_merge,
	STYPE = aer_moments,
	SSPACE = 45000,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_moments(aer_moments) IS
'merge stored moments of one kind and the same attributes: the moments of all their rows or objects together';

CREATE FUNCTION aer_add(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_add(aer_moments, aer_moments) IS
'the moments of all rows (or objects) of both, as aer_moments(moments) merges them: implementation of +';

CREATE FUNCTION aer_subtract(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_subtract(aer_moments, aer_moments) IS
'the moments of those rows of the first that are not among the rows of the second: both keyed, of the same design; sums keep a second word from then on, and looks that were paid for stay: implementation of -';

CREATE OPERATOR + (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = aer_add
);

CREATE OPERATOR - (
	LEFTARG = aer_moments,
	RIGHTARG = aer_moments,
	FUNCTION = aer_subtract
);

COMMENT ON OPERATOR + (aer_moments, aer_moments) IS 'the moments of all rows of both';
COMMENT ON OPERATOR - (aer_moments, aer_moments) IS 'the moments of the rows of the first without those of the second';

--
-- Prices
--

CREATE FUNCTION aer_prices_transition(internal, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION aer_prices_transition(internal, text, float8, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION aer_prices_transition(internal, integer, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION aer_prices_transition(internal, integer, float8, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION aer_prices_final(internal) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_prices_transition(internal, text, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION aer_prices_transition(internal, text, float8, text, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION aer_prices_transition(internal, integer, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION aer_prices_transition(internal, integer, float8, text, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION aer_prices_final(internal) IS 'internal: aer_prices';

CREATE AGGREGATE aer_prices(attribute text, cost float8) (
	SFUNC = aer_prices_transition,
	STYPE = internal,
	FINALFUNC = aer_prices_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_prices(attribute text, cost float8, panel text, fee float8) (
	SFUNC = aer_prices_transition,
	STYPE = internal,
	FINALFUNC = aer_prices_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_prices(attribute integer, cost float8) (
	SFUNC = aer_prices_transition,
	STYPE = internal,
	FINALFUNC = aer_prices_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_prices(attribute integer, cost float8, panel text, fee float8) (
	SFUNC = aer_prices_transition,
	STYPE = internal,
	FINALFUNC = aer_prices_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_prices(text, float8) IS
'prices from a table of one row for each attribute: what a look at it costs. Prices have at most three decimals; no rows: NULL';
COMMENT ON AGGREGATE aer_prices(text, float8, text, float8) IS
'the same with panels: "fee" is paid once per record, with the first look at an attribute of that panel; NULL: no panel';
COMMENT ON AGGREGATE aer_prices(integer, float8) IS
'the same for arrays, whose attributes have numbers';
COMMENT ON AGGREGATE aer_prices(integer, float8, text, float8) IS
'the same for arrays, with panels';

CREATE FUNCTION aer_cost(prices jsonb, attributes text[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_cost_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_cost(prices jsonb, attributes integer[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_cost_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_cost(jsonb, text[]) IS
'what looking at these attributes of one record costs: each once, and the fee of each panel once';
COMMENT ON FUNCTION aer_cost(jsonb, integer[]) IS
'the same by number';

--
-- Sampling designs
--

CREATE FUNCTION aer_design(
	budget float8 DEFAULT NULL,
	prices jsonb DEFAULT NULL,
	deep_budget float8 DEFAULT NULL,
	sampling text DEFAULT NULL,
	spread "any" DEFAULT NULL,
	center "any" DEFAULT NULL,
	units text DEFAULT NULL,
	missing text DEFAULT NULL,
	folds integer DEFAULT NULL,
	include text[] DEFAULT NULL,
	exclude text[] DEFAULT NULL,
	categories jsonb DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_design(float8, jsonb, float8, text, "any", "any", text, text, integer, text[], text[], jsonb, bigint) IS
'a sampling design for aer_train and aer_moments: how many attributes of each row are looked at ("budget"; NULL, or as many as there are: all), or, with "prices" (aer_prices), what money that may take. With "deep_budget" some records, chosen by their keys, may take that, and the others less, so that the mean stays. "sampling": uniform, spread (in proportion to "spread", a deviation for each attribute) or learned (from the rows before; not with a row key); NULL: spread where it is given, else uniform with a key or units of their own, and learned otherwise. "center" is taken off each attribute. "units": common (all attributes are of one kind, as pixels are) or own (each is measured by its deviation); NULL: common for arrays, own for whole rows. "missing": available: a NULL that is asked for is a hole, counted and not read; or error. "folds" for choosing penalties: 1 to 100, NULL: 5; 1: no choice';

CREATE FUNCTION aer_categories_transition(internal, record, text[]) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE COST 100;

CREATE FUNCTION aer_categories_jsonb_transition(internal, jsonb, text[]) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION aer_categories_final(internal) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_categories_transition(internal, record, text[]) IS 'internal: aer_categories';
COMMENT ON FUNCTION aer_categories_jsonb_transition(internal, jsonb, text[]) IS 'internal: aer_categories';
COMMENT ON FUNCTION aer_categories_final(internal) IS 'internal: aer_categories';

CREATE AGGREGATE aer_categories(features record, columns text[]) (
	SFUNC = aer_categories_transition,
	STYPE = internal,
	SSPACE = 3000,
	FINALFUNC = aer_categories_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_categories(features jsonb, columns text[]) (
	SFUNC = aer_categories_jsonb_transition,
	STYPE = internal,
	SSPACE = 3000,
	FINALFUNC = aer_categories_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_categories(jsonb, text[]) IS 'the same of jsonb objects: the strings that they have at those keys';
COMMENT ON AGGREGATE aer_categories(record, text[]) IS
'the values of columns of words (text, varchar, char(n), enums), for the option "categories" of designs and learners: sorted by their bytes, those of an enum in its own order. A column of more than 100 values is an error; no rows: NULL';

CREATE FUNCTION aer_suggest(source regclass, target text, budget float8 DEFAULT NULL) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100000;

COMMENT ON FUNCTION aer_suggest(regclass, text, float8) IS
'a first design for a table or view: "include" written out (numbers, booleans, dates and times, words of at most 100 values) and "categories" filled in. A NOTICE says which columns are left out and why: keys, constants, too many values, nothing but NULL, NaN, types that are no numbers. It reads the table once in full, with the caller''s rights';

CREATE FUNCTION aer_plan(design jsonb, attributes integer, key bigint) RETURNS integer[]
	AS 'MODULE_PATHNAME', 'aer_plan_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_plan(design jsonb, names text[], key bigint) RETURNS text[]
	AS 'MODULE_PATHNAME', 'aer_plan_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_deep(design jsonb, key bigint) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_worklist(design jsonb, source regclass, key text, keys text[] DEFAULT NULL, features text DEFAULT NULL,
	OUT key text, OUT attribute integer, OUT name text, OUT cost float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100000 ROWS 1000;

COMMENT ON FUNCTION aer_worklist(jsonb, regclass, text, text[], text) IS
'what the plan (aer_plan) of each record of a table or view asks for and is NULL there: the members of a panel together, the first of them with the fee unless another one is known, so that costs add up to what finishing the record costs. "key" is a column of integers, "keys" some of its values; "features" an array or jsonb column, else the attributes are columns. It reads with the caller''s rights';

CREATE FUNCTION aer_design_summary(design jsonb, attributes integer,
	OUT attribute integer, OUT name text, OUT cost float8, OUT panel text, OUT reachable boolean,
	OUT never_with text[]) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_design_summary_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

CREATE FUNCTION aer_design_summary(design jsonb, names text[],
	OUT attribute integer, OUT name text, OUT cost float8, OUT panel text, OUT reachable boolean,
	OUT never_with text[]) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_design_summary_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_design_summary(jsonb, integer) IS
'what each look costs under a design, its panel, whether the largest budget ever reaches it (else it is never looked at), and the looks that this never pays for together with it';
COMMENT ON FUNCTION aer_design_summary(jsonb, text[]) IS
'the same by name';
COMMENT ON FUNCTION aer_deep(jsonb, bigint) IS
'is the record of that key one that a design with a "deep_budget" looks at deeply?';
COMMENT ON FUNCTION aer_plan(jsonb, integer, bigint) IS
'the attributes (1-based, ascending) that aer_moments with this design looks at in the row of that key: the same always and everywhere';
COMMENT ON FUNCTION aer_plan(jsonb, text[], bigint) IS
'the same by name; "names" are the attributes, in any order, which is that of the result';

--
-- Moments of rows
--

CREATE FUNCTION aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_array_transition(aer_moments, anyarray, float8, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_row_transition(aer_moments, record, text) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_row_transition(aer_moments, record, text, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_row_transition(aer_moments, record, text, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_final(aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray, jsonb) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_array_transition(aer_moments, anyarray, anycompatiblenonarray, jsonb, bigint) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_array_transition(aer_moments, anyarray, float8, jsonb, bigint) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_row_transition(aer_moments, record, text) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_row_transition(aer_moments, record, text, jsonb) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_row_transition(aer_moments, record, text, jsonb, bigint) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_final(aer_moments) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(features anyarray, target anycompatiblenonarray) (
	SFUNC = aer_moments_array_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features anyarray, target anycompatiblenonarray, design jsonb) (
	SFUNC = aer_moments_array_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features anyarray, target anycompatiblenonarray, design jsonb, key bigint) (
	SFUNC = aer_moments_array_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features record, target text) (
	SFUNC = aer_moments_row_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features record, target text, design jsonb) (
	SFUNC = aer_moments_row_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features record, target text, design jsonb, key bigint) (
	SFUNC = aer_moments_row_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_moments(anyarray, anycompatiblenonarray) IS
'sufficient statistics of all attributes of every row, for aer_fit_ols, aer_fit_ridge and aer_fit_lasso. Rows with NULL features or target are skipped and counted; no rows: NULL';
COMMENT ON AGGREGATE aer_moments(anyarray, anycompatiblenonarray, jsonb) IS
'sufficient statistics of the attributes that a design looks at, drawn as rows come: aer_moments(x, y, aer_design(budget => 5))';
COMMENT ON AGGREGATE aer_moments(anyarray, anycompatiblenonarray, jsonb, bigint) IS
'the same, where a key that names the row decides what is looked at (aer_plan): any split of the rows over workers, partitions or days gives the same statistics';
COMMENT ON AGGREGATE aer_moments(record, text) IS
'the same on whole rows: aer_moments(p, ''outcome'') FROM patients p; numeric, boolean and date columns but the target are the attributes, by name';
COMMENT ON AGGREGATE aer_moments(record, text, jsonb) IS
'the same on whole rows, under a design drawn as rows come';
COMMENT ON AGGREGATE aer_moments(record, text, jsonb, bigint) IS
'the same on whole rows, under a design with a key that names the row';

-- The same once more for each type of elements: distributed engines send to their
-- workers only aggregates whose arguments are of the declared types.

CREATE AGGREGATE aer_moments(features real[], target float8, design jsonb, key bigint) (
	SFUNC = aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = aer_moments_final, COMBINEFUNC = aer_moments_merge, PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features float8[], target float8, design jsonb, key bigint) (
	SFUNC = aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = aer_moments_final, COMBINEFUNC = aer_moments_merge, PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features smallint[], target float8, design jsonb, key bigint) (
	SFUNC = aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = aer_moments_final, COMBINEFUNC = aer_moments_merge, PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features integer[], target float8, design jsonb, key bigint) (
	SFUNC = aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = aer_moments_final, COMBINEFUNC = aer_moments_merge, PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features bigint[], target float8, design jsonb, key bigint) (
	SFUNC = aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = aer_moments_final, COMBINEFUNC = aer_moments_merge, PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features numeric[], target float8, design jsonb, key bigint) (
	SFUNC = aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = aer_moments_final, COMBINEFUNC = aer_moments_merge, PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features boolean[], target float8, design jsonb, key bigint) (
	SFUNC = aer_moments_array_transition, STYPE = aer_moments, SSPACE = 45000,
	FINALFUNC = aer_moments_final, COMBINEFUNC = aer_moments_merge, PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_moments(real[], float8, jsonb, bigint) IS 'the same, by a key, of arrays of real, which distributed engines can send to their workers';
COMMENT ON AGGREGATE aer_moments(float8[], float8, jsonb, bigint) IS 'the same, by a key, of arrays of float8, which distributed engines can send to their workers';
COMMENT ON AGGREGATE aer_moments(smallint[], float8, jsonb, bigint) IS 'the same, by a key, of arrays of smallint, which distributed engines can send to their workers';
COMMENT ON AGGREGATE aer_moments(integer[], float8, jsonb, bigint) IS 'the same, by a key, of arrays of integer, which distributed engines can send to their workers';
COMMENT ON AGGREGATE aer_moments(bigint[], float8, jsonb, bigint) IS 'the same, by a key, of arrays of bigint, which distributed engines can send to their workers';
COMMENT ON AGGREGATE aer_moments(numeric[], float8, jsonb, bigint) IS 'the same, by a key, of arrays of numeric, which distributed engines can send to their workers';
COMMENT ON AGGREGATE aer_moments(boolean[], float8, jsonb, bigint) IS 'the same, by a key, of arrays of boolean, which distributed engines can send to their workers';

--
-- aer_train in parts: the state of aer_moments, solved by ridge
--

CREATE FUNCTION aer_train_moments_final(aer_moments) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION aer_train_moments_final(aer_moments) IS 'internal: aer_train';

CREATE AGGREGATE aer_train(features anyarray, target anycompatiblenonarray) (
	SFUNC = aer_moments_array_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_train_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train(features anyarray, target anycompatiblenonarray, design jsonb, key bigint) (
	SFUNC = aer_moments_array_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_train_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train(features record, target text) (
	SFUNC = aer_moments_row_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_train_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train(features record, target text, design jsonb, key bigint) (
	SFUNC = aer_moments_row_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_train_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_train(anyarray, anycompatiblenonarray) IS
'the model of all attributes of every row, nothing to choose: that of aer_fit_ridge(aer_moments(features, target)), in parallel too';
COMMENT ON AGGREGATE aer_train(anyarray, anycompatiblenonarray, jsonb, bigint) IS
'by the moments of a design, where a key that names the row decides what is looked at: the model of aer_fit_ridge(aer_moments(features, target, design, key)), in parallel too. Learners, which go by the order of rows, take no key';
COMMENT ON AGGREGATE aer_train(record, text) IS
'the same on whole rows: aer_train(p.*, ''outcome'') FROM patients p; all numeric, boolean and date columns but the target are attributes, by name';
COMMENT ON AGGREGATE aer_train(record, text, jsonb, bigint) IS
'the same on whole rows: aer_train(p.*, ''outcome'', aer_design(budget => 5), p.id) FROM patients p';

CREATE FUNCTION aer_attributes(moments aer_moments,
	OUT attribute integer, OUT name text, OUT reads bigint, OUT missing bigint,
	OUT mean float8, OUT deviation float8, OUT correlation float8, OUT unknown bigint,
	OUT looks bigint, OUT cost float8, OUT spent float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_attributes(aer_moments) IS
'what moments of rows say of each attribute: values read, those asked for that were NULL, the mean and standard deviation of the values, and their correlation with the target, NULL where too little was seen; and of a categorical column how many values read were none of those given. Looks, those values too that were taken back since or corrected; what a look costs, and what all of them have: at the first attribute of a look, without fees; NULL where designs with other prices were merged';

CREATE FUNCTION aer_spent(moments aer_moments, prices jsonb DEFAULT NULL) RETURNS float8
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_spent(aer_moments, jsonb) IS
'what was spent on the looks that moments are of, those too that were taken back since: prices times values found, and the fee of a panel for each record with something found in it. "prices": NULL: those of the design, else 1 a look; it adds up where moments are merged';

CREATE FUNCTION aer_second_moments(moments aer_moments, centered boolean DEFAULT true) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_second_moments(aer_moments, boolean) IS
'the second moment of each attribute, about its mean or (not "centered") about 0: for the option "second_moments" of learners';

CREATE FUNCTION aer_sampling_gain(second_moments float8[], OUT ridge float8, OUT lasso float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1;

COMMENT ON FUNCTION aer_sampling_gain(float8[]) IS
'what share of the looks of uniform sampling a learner needs that draws by these second moments, for aer_ridge and for aer_lasso; 1: nothing to gain (rho of Kukliansky & Shamir 2015)';

CREATE FUNCTION aer_sampling_draws(second_moments float8[], OUT ridge integer, OUT lasso integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1;

COMMENT ON FUNCTION aer_sampling_draws(float8[]) IS
'how many draws by these second moments, of 1 to d attributes for the record itself, give aer_ridge and aer_lasso the guarantee of reading all of them, up to a constant factor; the inner product takes draws besides: "budget" is their sum (k of Kukliansky & Shamir 2015)';

CREATE FUNCTION aer_simulate(rows bigint, alpha float8 DEFAULT 0, attributes integer DEFAULT 500,
	sparse boolean DEFAULT false, seed bigint DEFAULT 1,
	OUT id bigint, OUT features real[], OUT target float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 1000;

COMMENT ON FUNCTION aer_simulate(bigint, float8, integer, boolean, bigint) IS
'generated rows: attributes 0 or 1 with means that fall as i^alpha, and a target that is their sum with weights -1 and 1, or with "sparse" -1, 0 and 1 (Kukliansky & Shamir 2015). The more negative alpha, the more is gained by drawing by second moments';

--
-- Training by chunks: a transaction for each range of a key
--

CREATE PROCEDURE aer_train_chunks(source regclass, target text, learner jsonb, key text, progress text, features text DEFAULT NULL, chunk_rows bigint DEFAULT 1000000)
	AS 'MODULE_PATHNAME' LANGUAGE C;

COMMENT ON PROCEDURE aer_train_chunks(regclass, text, jsonb, text, text, text, bigint) IS
'train a learner, or by the moments of a design, on a table in the order of its key, and commit after every "chunk_rows" rows. What is done is in the table "progress", which is made if it is missing: one row for each chunk, with the rows that are done and left, and in the last one the moments and the model. Called again it goes on behind the last key there. "key": a column with a unique index, no attribute unless "include" lists it; "features": a column of arrays or jsonb, NULL: whole rows. Not inside a transaction block';

--
-- Studies: moments that follow a table
--

CREATE FUNCTION aer_follow_change() RETURNS trigger
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_follow_truncate() RETURNS trigger
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_follow(source regclass, target text, design jsonb, key text, log text, features text DEFAULT NULL) RETURNS regclass
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_followed(log regclass) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_refollow(log regclass, rename jsonb DEFAULT NULL) RETURNS regclass
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_unfollow(log regclass, drop boolean DEFAULT false) RETURNS void
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_compact(log regclass, everything boolean DEFAULT false) RETURNS bigint
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

CREATE FUNCTION aer_check(log regclass, deep boolean DEFAULT false,
	OUT rows bigint, OUT followed bigint, OUT problems bigint, OUT sound boolean, OUT detail text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 1
	SET row_security = off;

COMMENT ON FUNCTION aer_follow_change() IS 'internal: the trigger by which a log follows INSERT, UPDATE and DELETE';
COMMENT ON FUNCTION aer_follow_truncate() IS 'internal: the trigger by which a log follows TRUNCATE';
COMMENT ON FUNCTION aer_follow(regclass, text, jsonb, text, text, text) IS
'follow a table: make a log beside it, an ordinary table, take in the rows that are there, and make triggers that write to the log what each statement changes, for aer_followed. "key": a column, not NULL and unique, of integers, which is an attribute only if "include" lists it; "features": a column of arrays or jsonb, NULL: whole rows. Only the owner can; the table is locked against writing while it is read. Doing it twice changes nothing';
COMMENT ON FUNCTION aer_followed(regclass) IS
'the moments of the rows that a followed table has: what its log says was added less what was removed, in the caller''s snapshot and with the caller''s rights. An error if something could not be counted';
COMMENT ON FUNCTION aer_refollow(regclass, jsonb) IS
'empty a log and take in its table anew, with the triggers that are missing: after ATTACH or DETACH of a partition, a problem, ALTER TABLE. "rename" {"old": "new"}: columns have other names now; the same is looked at';
COMMENT ON FUNCTION aer_unfollow(regclass, boolean) IS
'drop the triggers by which a log follows its table and, if "drop", the log. An error if there are none';
COMMENT ON FUNCTION aer_compact(regclass, boolean) IS
'fold rows of a log into one, and say how many they were: those of like size or, if "everything", all, and then of what was removed nothing is kept but bounds. For a job that runs now and then, in READ COMMITTED; nobody waits for it or fails because of it. Rows with problems stay';
COMMENT ON FUNCTION aer_check(regclass, boolean) IS
'does a log say what its table does? Rows, problems and triggers are counted; "deep": the table is read and all sums are compared. "detail" says what is wrong: aer_refollow is the remedy';

--
-- Models from moments
--

CREATE FUNCTION aer_fit_ridge(moments aer_moments, lambda float8 DEFAULT NULL, radius float8 DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

CREATE FUNCTION aer_fit_lasso(moments aer_moments, lambda float8 DEFAULT NULL, radius float8 DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

CREATE FUNCTION aer_fit_ols(moments aer_moments) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

CREATE FUNCTION aer_fit_partial(moments aer_moments, lambda float8 DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION aer_fit_ridge(aer_moments, float8, float8) IS
'ridge regression: half the mean squared error plus lambda/2 times the sum of squared weights, in the design''s units; exact if every attribute was read. "lambda" NULL: of the design''s sampling noise alone; if every attribute was read, chosen from the folds. The length of the weights, the link of a target that takes two values, and the model''s expected_mse, a forecast of the test error, come from the folds, at no further reads. "radius": of an l2 ball that the weights stay in; they are not judged on the folds then. A fit takes milliseconds to many seconds: store the model, in a table or a materialized view; a plain view fits again for every row that it is joined to';
COMMENT ON FUNCTION aer_fit_lasso(aer_moments, float8, float8) IS
'the lasso: half the mean squared error plus lambda times the sum of absolute weights, in the design''s units; exact if every attribute was read. "lambda" NULL: chosen from the folds. "radius": of an l1 ball that the weights stay in';
COMMENT ON FUNCTION aer_fit_ols(aer_moments) IS
'ordinary least squares, from moments of which every attribute of every row was read; where attributes are linearly dependent, the solution of least norm';

COMMENT ON FUNCTION aer_fit_partial(aer_moments, float8) IS
'one model that predicts from whatever attributes of a row are known: aer_predict() leaves out what is NULL, and never returns NULL. With everything known it is aer_fit_ridge() under a design with a budget. "lambda" NULL: of the design''s sampling noise; a set of few attributes takes a share of it';

CREATE FUNCTION aer_ridge_path(moments aer_moments, lambdas float8[] DEFAULT NULL,
	OUT lambda float8, OUT cv_mse float8, OUT cv_se float8, OUT nonzero integer, OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

CREATE FUNCTION aer_lasso_path(moments aer_moments, lambdas float8[] DEFAULT NULL,
	OUT lambda float8, OUT cv_mse float8, OUT cv_se float8, OUT nonzero integer, OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION aer_ridge_path(aer_moments, float8[]) IS
'the choice of lambda that aer_fit_ridge makes, shown: for each lambda the forecast of the test error (if every attribute was read: of the weights before their length is chosen), its standard error, the number of weights that are not 0, and whether it was chosen: under a design with a budget the default, or of the lambdas given the one nearest to it';
COMMENT ON FUNCTION aer_lasso_path(aer_moments, float8[]) IS
'the choice of lambda that aer_fit_lasso makes, shown';

--
-- What to look at when predicting
--

CREATE FUNCTION aer_choose(moments aer_moments, budget float8 DEFAULT NULL, prices jsonb DEFAULT NULL,
	known "any" DEFAULT NULL, lambda float8 DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT unseen float8, OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION aer_choose(aer_moments, float8, jsonb, "any", float8) IS
'which attributes to look at when predicting, step by step within a budget (NULL: all that tell), with what each costs and the squared error to expect of a partial model that knows those so far. Prices: those given, those of the design, else 1 a look. "known", text[] or integer[]: what is known anyway. "unseen": how much of what is explained rests on attributes never seen together. "chosen": all but step 0, which knows nothing';

--
-- How many rows are enough
--

CREATE FUNCTION aer_enough(moments aer_moments, error float8 DEFAULT NULL,
	OUT rows bigint, OUT expected_mse float8, OUT expected_se float8, OUT rows_needed bigint) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 7;

COMMENT ON FUNCTION aer_enough(aer_moments, float8) IS
'how the squared error of aer_fit_ridge() on a new row falls with the rows that it is fitted to, so that a study can stop: for parts of the folds, judged in the others; for all rows; and for 2 and 4 times as many, by a curve through these. "error": one that would do; then "rows_needed", in every row the same, is the rows after which the curve is down to it: no more than there are if it has been reached, NULL if that is never, or beyond 100 times as many';

--
-- Features as jsonb objects: keys are attributes.  A target that is text is the
-- name of its key.
--

CREATE FUNCTION aer_train_jsonb_transition(internal, jsonb, float8, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_train_jsonb_transition(internal, jsonb, boolean, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_train_jsonb_transition(internal, jsonb, text, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_continue_jsonb_transition(internal, jsonb, float8, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_continue_jsonb_transition(internal, jsonb, boolean, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_continue_jsonb_transition(internal, jsonb, text, aer_model) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_train_many_jsonb_transition(internal, jsonb, float8, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

CREATE FUNCTION aer_train_many_jsonb_transition(internal, jsonb, boolean, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

CREATE FUNCTION aer_train_many_jsonb_transition(internal, jsonb, text, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

CREATE FUNCTION aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, float8) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;

CREATE FUNCTION aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, boolean) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;

CREATE FUNCTION aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, text) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 300;

CREATE FUNCTION aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, float8, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;

CREATE FUNCTION aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, boolean, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;

CREATE FUNCTION aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, text, integer) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE COST 300;

CREATE FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, float8) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, boolean) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, text) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, float8, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, boolean, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, text, jsonb) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, float8, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, boolean, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, text, jsonb, bigint) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

COMMENT ON FUNCTION aer_train_jsonb_transition(internal, jsonb, float8, jsonb) IS 'internal: aer_train';
COMMENT ON FUNCTION aer_train_jsonb_transition(internal, jsonb, boolean, jsonb) IS 'internal: aer_train';
COMMENT ON FUNCTION aer_train_jsonb_transition(internal, jsonb, text, jsonb) IS 'internal: aer_train';
COMMENT ON FUNCTION aer_continue_jsonb_transition(internal, jsonb, float8, aer_model) IS 'internal: aer_continue';
COMMENT ON FUNCTION aer_continue_jsonb_transition(internal, jsonb, boolean, aer_model) IS 'internal: aer_continue';
COMMENT ON FUNCTION aer_continue_jsonb_transition(internal, jsonb, text, aer_model) IS 'internal: aer_continue';
COMMENT ON FUNCTION aer_train_many_jsonb_transition(internal, jsonb, float8, jsonb[]) IS 'internal: aer_train_many';
COMMENT ON FUNCTION aer_train_many_jsonb_transition(internal, jsonb, boolean, jsonb[]) IS 'internal: aer_train_many';
COMMENT ON FUNCTION aer_train_many_jsonb_transition(internal, jsonb, text, jsonb[]) IS 'internal: aer_train_many';
COMMENT ON FUNCTION aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, float8) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, boolean) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, text) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, float8, integer) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, boolean, integer) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION aer_evaluate_jsonb_transition(float8[], aer_model, jsonb, text, integer) IS 'internal: aer_evaluate';
COMMENT ON FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, float8) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, boolean) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, text) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, float8, jsonb) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, boolean, jsonb) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, text, jsonb) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, float8, jsonb, bigint) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, boolean, jsonb, bigint) IS 'internal: aer_moments';
COMMENT ON FUNCTION aer_moments_jsonb_transition(aer_moments, jsonb, text, jsonb, bigint) IS 'internal: aer_moments';

CREATE AGGREGATE aer_train(features jsonb, target float8, learner jsonb) (
	SFUNC = aer_train_jsonb_transition,
	STYPE = internal,
	SSPACE = 8000,
	FINALFUNC = aer_train_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train(features jsonb, target boolean, learner jsonb) (
	SFUNC = aer_train_jsonb_transition,
	STYPE = internal,
	SSPACE = 8000,
	FINALFUNC = aer_train_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train(features jsonb, target text, learner jsonb) (
	SFUNC = aer_train_jsonb_transition,
	STYPE = internal,
	SSPACE = 8000,
	FINALFUNC = aer_train_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_continue(features jsonb, target float8, model aer_model) (
	SFUNC = aer_continue_jsonb_transition,
	STYPE = internal,
	SSPACE = 20000,
	FINALFUNC = aer_train_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_continue(features jsonb, target boolean, model aer_model) (
	SFUNC = aer_continue_jsonb_transition,
	STYPE = internal,
	SSPACE = 20000,
	FINALFUNC = aer_train_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_continue(features jsonb, target text, model aer_model) (
	SFUNC = aer_continue_jsonb_transition,
	STYPE = internal,
	SSPACE = 20000,
	FINALFUNC = aer_train_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train_many(features jsonb, target float8, learners jsonb[]) (
	SFUNC = aer_train_many_jsonb_transition,
	STYPE = internal,
	SSPACE = 50000,
	FINALFUNC = aer_train_many_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train_many(features jsonb, target boolean, learners jsonb[]) (
	SFUNC = aer_train_many_jsonb_transition,
	STYPE = internal,
	SSPACE = 50000,
	FINALFUNC = aer_train_many_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train_many(features jsonb, target text, learners jsonb[]) (
	SFUNC = aer_train_many_jsonb_transition,
	STYPE = internal,
	SSPACE = 50000,
	FINALFUNC = aer_train_many_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target float8) (
	SFUNC = aer_evaluate_jsonb_transition,
	STYPE = float8[],
	COMBINEFUNC = aer_evaluate_combine,
	FINALFUNC = aer_evaluate_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target boolean) (
	SFUNC = aer_evaluate_jsonb_transition,
	STYPE = float8[],
	COMBINEFUNC = aer_evaluate_combine,
	FINALFUNC = aer_evaluate_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target text) (
	SFUNC = aer_evaluate_jsonb_transition,
	STYPE = float8[],
	COMBINEFUNC = aer_evaluate_combine,
	FINALFUNC = aer_evaluate_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target float8, budget integer) (
	SFUNC = aer_evaluate_jsonb_transition,
	STYPE = float8[],
	COMBINEFUNC = aer_evaluate_combine,
	FINALFUNC = aer_evaluate_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target boolean, budget integer) (
	SFUNC = aer_evaluate_jsonb_transition,
	STYPE = float8[],
	COMBINEFUNC = aer_evaluate_combine,
	FINALFUNC = aer_evaluate_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_evaluate(model aer_model, features jsonb, target text, budget integer) (
	SFUNC = aer_evaluate_jsonb_transition,
	STYPE = float8[],
	COMBINEFUNC = aer_evaluate_combine,
	FINALFUNC = aer_evaluate_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features jsonb, target float8) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features jsonb, target boolean) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features jsonb, target text) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features jsonb, target float8, design jsonb) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features jsonb, target boolean, design jsonb) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features jsonb, target text, design jsonb) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features jsonb, target float8, design jsonb, key bigint) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features jsonb, target boolean, design jsonb, key bigint) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_moments(features jsonb, target text, design jsonb, key bigint) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train(features jsonb, target float8) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_train_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train(features jsonb, target boolean) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_train_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train(features jsonb, target text) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_train_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train(features jsonb, target float8, design jsonb, key bigint) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_train_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train(features jsonb, target boolean, design jsonb, key bigint) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_train_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_train(features jsonb, target text, design jsonb, key bigint) (
	SFUNC = aer_moments_jsonb_transition,
	STYPE = aer_moments,
	SSPACE = 45000,
	FINALFUNC = aer_train_moments_final,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_train(jsonb, float8, jsonb) IS
'train a learner, or by the moments of a design, on jsonb objects: aer_train(features, outcome, aer_design(budget => 5, include => (SELECT aer_names(features) FROM patients))); the keys that "include" lists are the attributes, numbers or booleans; a key that is not there, or null, is NULL';
COMMENT ON AGGREGATE aer_train(jsonb, boolean, jsonb) IS
'the same of a boolean target';
COMMENT ON AGGREGATE aer_train(jsonb, text, jsonb) IS
'the same, the target given as the name of its key';
COMMENT ON AGGREGATE aer_continue(jsonb, float8, aer_model) IS
'go on training a model on jsonb objects, whose keys are found by name';
COMMENT ON AGGREGATE aer_continue(jsonb, boolean, aer_model) IS
'the same of a boolean target';
COMMENT ON AGGREGATE aer_continue(jsonb, text, aer_model) IS
'the same, the target given as the name of its key';
COMMENT ON AGGREGATE aer_train_many(jsonb, float8, jsonb[]) IS
'train several learners in one scan over jsonb objects; each lists its attributes in "include"';
COMMENT ON AGGREGATE aer_train_many(jsonb, boolean, jsonb[]) IS
'the same of a boolean target';
COMMENT ON AGGREGATE aer_train_many(jsonb, text, jsonb[]) IS
'the same, the target given as the name of its key';
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, float8) IS
'score jsonb objects with a model and say how far off it is; keys are found by name';
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, boolean) IS
'the same of a boolean target';
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, text) IS
'the same, the target given as the name of its key';
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, float8, integer) IS
'an unbiased estimate of the mean squared error from at most "budget" keys of each jsonb object';
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, boolean, integer) IS
'the same of a boolean target';
COMMENT ON AGGREGATE aer_evaluate(aer_model, jsonb, text, integer) IS
'the same, the target given as the name of its key';
COMMENT ON AGGREGATE aer_moments(jsonb, float8) IS
'an error, which shows how to list the attributes: rows of jsonb need not have the same keys';
COMMENT ON AGGREGATE aer_moments(jsonb, boolean) IS
'the same of a boolean target';
COMMENT ON AGGREGATE aer_moments(jsonb, text) IS
'the same, the target given as the name of its key';
COMMENT ON AGGREGATE aer_moments(jsonb, float8, jsonb) IS
'sufficient statistics of the keys that a design looks at, of those that it lists in "include": aer_moments(features, outcome, aer_design(budget => 5, include => ...))';
COMMENT ON AGGREGATE aer_moments(jsonb, boolean, jsonb) IS
'the same of a boolean target';
COMMENT ON AGGREGATE aer_moments(jsonb, text, jsonb) IS
'the same, the target given as the name of its key';
COMMENT ON AGGREGATE aer_moments(jsonb, float8, jsonb, bigint) IS
'the same, where a key that names the row decides what is looked at';
COMMENT ON AGGREGATE aer_moments(jsonb, boolean, jsonb, bigint) IS
'the same of a boolean target';
COMMENT ON AGGREGATE aer_moments(jsonb, text, jsonb, bigint) IS
'the same, the target given as the name of its key';
COMMENT ON AGGREGATE aer_train(jsonb, float8) IS
'an error, which shows how to list the attributes: rows of jsonb need not have the same keys';
COMMENT ON AGGREGATE aer_train(jsonb, boolean) IS
'the same of a boolean target';
COMMENT ON AGGREGATE aer_train(jsonb, text) IS
'the same, the target given as the name of its key';
COMMENT ON AGGREGATE aer_train(jsonb, float8, jsonb, bigint) IS
'by the moments of a design, where a key that names the row decides what is looked at: the model of aer_fit_ridge(aer_moments(features, target, design, key)), in parallel too';
COMMENT ON AGGREGATE aer_train(jsonb, boolean, jsonb, bigint) IS
'the same of a boolean target';
COMMENT ON AGGREGATE aer_train(jsonb, text, jsonb, bigint) IS
'the same, the target given as the name of its key';

CREATE FUNCTION aer_predict(model aer_model, features jsonb) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_score(model aer_model, features jsonb) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_score_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

CREATE FUNCTION aer_probability(model aer_model, features jsonb) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_probability_jsonb' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 300;

COMMENT ON FUNCTION aer_predict(aer_model, jsonb) IS
'the expected target, of a jsonb object, whose keys are found by name';
COMMENT ON FUNCTION aer_score(aer_model, jsonb) IS
'the linear prediction, of a jsonb object, whose keys are found by name';
COMMENT ON FUNCTION aer_probability(aer_model, jsonb) IS
'the probability of the higher one of the two values that the target takes, of a jsonb object, whose keys are found by name';

CREATE FUNCTION aer_names_transition(bytea, jsonb) RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_names_combine(bytea, bytea) RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_names_final(bytea) RETURNS text[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_names_transition(bytea, jsonb) IS 'internal: aer_names';
COMMENT ON FUNCTION aer_names_combine(bytea, bytea) IS 'internal: aer_names';
COMMENT ON FUNCTION aer_names_final(bytea) IS 'internal: aer_names';

CREATE AGGREGATE aer_names(features jsonb) (
	SFUNC = aer_names_transition,
	STYPE = bytea,
	SSPACE = 10000,
	FINALFUNC = aer_names_final,
	COMBINEFUNC = aer_names_combine,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_names(jsonb) IS
'the keys that hold a number or a boolean in some row, sorted by bytes, for the option "include"; at most 100,000. Reads all of every object; no rows: NULL';

--
-- Feature multi-selection: judgments
--

CREATE TYPE aer_judgments;

CREATE FUNCTION aer_judgments_in(cstring) RETURNS aer_judgments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION aer_judgments_out(aer_judgments) RETURNS cstring
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION aer_judgments_recv(internal) RETURNS aer_judgments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION aer_judgments_send(aer_judgments) RETURNS bytea
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE TYPE aer_judgments (
	INPUT = aer_judgments_in,
	OUTPUT = aer_judgments_out,
	RECEIVE = aer_judgments_recv,
	SEND = aer_judgments_send,
	INTERNALLENGTH = VARIABLE,
	ALIGNMENT = double,
	STORAGE = external
);

COMMENT ON TYPE aer_judgments IS 'the judgments of one object: for each attribute their number, mean and sum of squares about the mean';
COMMENT ON FUNCTION aer_judgments_in(cstring) IS 'I/O: one JSON object, numbers as shortest exact text';
COMMENT ON FUNCTION aer_judgments_out(aer_judgments) IS 'I/O: one JSON object, numbers as shortest exact text';
COMMENT ON FUNCTION aer_judgments_recv(internal) IS 'I/O: binary, network byte order';
COMMENT ON FUNCTION aer_judgments_send(aer_judgments) IS 'I/O: binary, network byte order';

CREATE FUNCTION aer_judgments_eq(aer_judgments, aer_judgments) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_judgments_ne(aer_judgments, aer_judgments) RETURNS boolean
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_judgments_hash(aer_judgments) RETURNS integer
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_judgments_hash_extended(aer_judgments, bigint) RETURNS bigint
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE OPERATOR = (
	LEFTARG = aer_judgments,
	RIGHTARG = aer_judgments,
	FUNCTION = aer_judgments_eq,
	COMMUTATOR = =,
	NEGATOR = <>,
	RESTRICT = eqsel,
	JOIN = eqjoinsel,
	HASHES
);

CREATE OPERATOR <> (
	LEFTARG = aer_judgments,
	RIGHTARG = aer_judgments,
	FUNCTION = aer_judgments_ne,
	COMMUTATOR = <>,
	NEGATOR = =,
	RESTRICT = neqsel,
	JOIN = neqjoinsel
);

CREATE OPERATOR CLASS aer_judgments_ops DEFAULT FOR TYPE aer_judgments USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 aer_judgments_hash(aer_judgments),
	FUNCTION 2 aer_judgments_hash_extended(aer_judgments, bigint);

COMMENT ON FUNCTION aer_judgments_eq(aer_judgments, aer_judgments) IS 'implementation of =';
COMMENT ON FUNCTION aer_judgments_ne(aer_judgments, aer_judgments) IS 'implementation of <>';
COMMENT ON FUNCTION aer_judgments_hash(aer_judgments) IS 'hash of the stored form';
COMMENT ON FUNCTION aer_judgments_hash_extended(aer_judgments, bigint) IS 'hash of the stored form, with a seed';
COMMENT ON OPERATOR = (aer_judgments, aer_judgments) IS 'are these the same judgments, to the last bit?';
COMMENT ON OPERATOR <> (aer_judgments, aer_judgments) IS 'do these judgments differ?';
COMMENT ON OPERATOR CLASS aer_judgments_ops USING hash IS 'equality of judgments; there is no order';
COMMENT ON OPERATOR FAMILY aer_judgments_ops USING hash IS 'equality of judgments; there is no order';

CREATE FUNCTION aer_judgments_number_transition(aer_judgments, integer, float8) RETURNS aer_judgments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION aer_judgments_name_transition(aer_judgments, text, float8) RETURNS aer_judgments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION aer_judgments_combine(aer_judgments, aer_judgments) RETURNS aer_judgments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION aer_judgments_final(aer_judgments) RETURNS aer_judgments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION aer_judgments_number_transition(aer_judgments, integer, float8) IS 'internal: aer_judgments';
COMMENT ON FUNCTION aer_judgments_name_transition(aer_judgments, text, float8) IS 'internal: aer_judgments';
COMMENT ON FUNCTION aer_judgments_combine(aer_judgments, aer_judgments) IS 'internal: aer_judgments';
COMMENT ON FUNCTION aer_judgments_final(aer_judgments) IS 'internal: aer_judgments';

CREATE AGGREGATE aer_judgments(attribute integer, value float8) (
	SFUNC = aer_judgments_number_transition,
	STYPE = aer_judgments,
	SSPACE = 500,
	FINALFUNC = aer_judgments_final,
	COMBINEFUNC = aer_judgments_combine,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_judgments(attribute text, value float8) (
	SFUNC = aer_judgments_name_transition,
	STYPE = aer_judgments,
	SSPACE = 500,
	FINALFUNC = aer_judgments_final,
	COMBINEFUNC = aer_judgments_combine,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_judgments(integer, float8) IS
'the judgments of one object (GROUP BY object), attributes by number from 1; a NULL attribute or value is no judgment';
COMMENT ON AGGREGATE aer_judgments(text, float8) IS
'the judgments of one object (GROUP BY object), attributes by name; a NULL attribute or value is no judgment';

CREATE FUNCTION aer_judgment_moments_number_transition(aer_moments, aer_judgments, float8, integer) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

CREATE FUNCTION aer_judgment_moments_name_transition(aer_moments, aer_judgments, float8, text[]) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_judgment_moments_number_transition(aer_moments, aer_judgments, float8, integer) IS 'internal: aer_judgment_moments';
COMMENT ON FUNCTION aer_judgment_moments_name_transition(aer_moments, aer_judgments, float8, text[]) IS 'internal: aer_judgment_moments';

CREATE AGGREGATE aer_judgment_moments(judgments aer_judgments, target float8, attributes integer) (
	SFUNC = aer_judgment_moments_number_transition,
	STYPE = aer_moments,
	SSPACE = 30000,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_judgment_moments(judgments aer_judgments, target float8, names text[]) (
	SFUNC = aer_judgment_moments_name_transition,
	STYPE = aer_moments,
	SSPACE = 30000,
	COMBINEFUNC = aer_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_judgment_moments(aer_judgments, float8, integer) IS
'moments of judged objects for aer_repeats, of attributes 1 to "attributes", each judged at least once per object. Objects with NULL judgments or target are skipped and counted; no rows: NULL. Objects are dealt into five folds in turn, for the forecast of aer_fit_repeats';
COMMENT ON AGGREGATE aer_judgment_moments(aer_judgments, float8, text[]) IS
'the same for attributes with names: attribute 1 is the first listed; judgments of attributes that are not listed are left out';

--
-- Feature multi-selection: choice of repeats
--

CREATE FUNCTION aer_repeats(moments aer_moments, budget float8, method text DEFAULT 'full', costs float8[] DEFAULT NULL,
	prices jsonb DEFAULT NULL,
	OUT attribute integer, OUT name text, OUT repeats integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 100;

COMMENT ON FUNCTION aer_repeats(aer_moments, float8, text, float8[], jsonb) IS
'the repeat vector: how many judgments of each attribute to buy for an object so that the sum of costs stays within the budget: "costs" by number or "prices" by name, without panels; neither: 1 each. What costs 0 comes first, at most as often as every object was judged. "method": full, scoring, averages or copies (Sabato & Kalai 2013)';

CREATE FUNCTION aer_repeat_path(moments aer_moments, budget float8, method text DEFAULT 'full', costs float8[] DEFAULT NULL,
	prices jsonb DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT repeats integer,
	OUT cost float8, OUT objective float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 100;

COMMENT ON FUNCTION aer_repeat_path(aer_moments, float8, text, float8[], jsonb) IS
'the steps of the search behind aer_repeats: the attribute bought, its repeats then, the cost so far, and by how much the squared error is projected to fall below that of the mean target';

CREATE FUNCTION aer_fit_repeats(moments aer_moments, repeats integer[], lambda float8 DEFAULT 0, costs float8[] DEFAULT NULL,
	prices jsonb DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000;

COMMENT ON FUNCTION aer_fit_repeats(aer_moments, integer[], float8, float8[], jsonb) IS
'the linear predictor on the means of repeats[a] judgments of attribute a, from the projected moments; lambda is added to the variances. The model''s expected_mse is a forecast: of the squared error on new objects, by folds of the objects, in each of which repeats that aer_repeats chose from these moments ("costs" or "prices" as there) are chosen anew; NULL where there are too few objects';

CREATE FUNCTION aer_predict(model aer_model, judgments aer_judgments) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_judgments' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_predict(aer_model, aer_judgments) IS
'the prediction for one object from its mean judgments; NULL where an attribute with a weight was not judged';
