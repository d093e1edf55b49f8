--
-- moments.sql: designs, moments of rows, and what is fitted to them
--

CREATE FUNCTION _aer_moments_merge(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_merge' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

CREATE AGGREGATE aer_moments(moments aer_moments) (
	SFUNC = _aer_moments_merge,
	STYPE = aer_moments,
	SSPACE = 45000,
	COMBINEFUNC = _aer_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_moments(aer_moments) IS
'merges stored moments of the same columns: the moments of all their rows together';

CREATE FUNCTION aer_add(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_add(aer_moments, aer_moments) IS
'the moments of all rows of both: implementation of +';

CREATE FUNCTION aer_subtract(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_subtract(aer_moments, aer_moments) IS
'the moments of the rows of the first argument without the rows of the second; both need a row key '
	'and the same design. Implementation of -';

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
COMMENT ON OPERATOR - (aer_moments, aer_moments) IS
'the moments of the rows of the first without those of the second';

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
	columns jsonb DEFAULT NULL,
	interactions jsonb DEFAULT NULL,
	range jsonb DEFAULT NULL,
	groups text DEFAULT NULL,
	time_column text DEFAULT NULL,
	time_cuts "any" DEFAULT NULL,
	weight text DEFAULT NULL,
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION
	aer_design(float8, jsonb, float8, text, "any", "any", text, text, integer, text[], text[],
		jsonb, jsonb, jsonb, text, text, "any", text, bigint) IS
'a sampling design for aer_train and aer_moments: which columns of a row may be looked at, how '
	'many, and what they cost; aer_options() describes its options';

CREATE FUNCTION aer_plan(design jsonb, attributes integer, key bigint) RETURNS integer[]
	AS 'MODULE_PATHNAME', 'aer_plan_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_plan(design jsonb, names text[], key bigint) RETURNS text[]
	AS 'MODULE_PATHNAME', 'aer_plan_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- True if a design with a deep_budget looks deeply at the row with that key.
CREATE FUNCTION _aer_deep(design jsonb, key bigint) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_deep' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_fold(design jsonb, key bigint) RETURNS integer
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_fold(design jsonb, "row" record, key bigint) RETURNS integer
	AS 'MODULE_PATHNAME', 'aer_fold_row' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_fold(design jsonb, document jsonb, key bigint) RETURNS integer
	AS 'MODULE_PATHNAME', 'aer_fold_jsonb' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_fold(jsonb, record, bigint) IS
'the fold of a row under a design with groups or time; NULL if the row is left out';
COMMENT ON FUNCTION aer_fold(jsonb, jsonb, bigint) IS 'the same for a jsonb object';

COMMENT ON FUNCTION aer_fold(jsonb, bigint) IS
'the fold of a design, from 1, of the row with that key; the same element of aer_fold_models was '
	'not trained on it';

CREATE FUNCTION aer_design_summary(design jsonb, attributes integer,
	OUT attribute integer, OUT name text, OUT cost float8, OUT panel text, OUT reachable boolean,
	OUT never_with text[], OUT deep boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_design_summary_numbers'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

CREATE FUNCTION aer_design_summary(design jsonb, names text[] DEFAULT NULL,
	OUT attribute integer, OUT name text, OUT cost float8, OUT panel text, OUT reachable boolean,
	OUT never_with text[], OUT deep boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_design_summary_names'
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_design_summary(jsonb, integer) IS
'a row for each column that a design can read: its cost, its panel, whether the budget ever pays '
	'for it, and the columns that are never read together with it';

COMMENT ON FUNCTION aer_design_summary(jsonb, text[]) IS
'the same for attributes with names; without names, for the attributes that the design includes';

COMMENT ON FUNCTION aer_plan(jsonb, integer, bigint) IS
'the attributes (from 1, ascending) that a design reads in the row with this key: always the same, '
	'on every machine';

COMMENT ON FUNCTION aer_plan(jsonb, text[], bigint) IS
'the same for attributes with names; the result has the order of "names"';

CREATE FUNCTION _aer_moments_final(aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_attributes(moments aer_moments,
	OUT attribute integer, OUT name text, OUT reads bigint, OUT missing bigint,
	OUT mean float8, OUT sd float8, OUT correlation float8, OUT unknown bigint,
	OUT cost float8, OUT spent float8, OUT interaction boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_attributes(aer_moments) IS
'a row for each attribute: values read, missing values, mean, standard deviation, '
	'correlation with the target, and the cost of the looks';

CREATE FUNCTION aer_sums(moments aer_moments,
	OUT fold integer, OUT first text, OUT second text, OUT n float8,
	OUT product float8, OUT first_sum float8, OUT second_sum float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1000;

COMMENT ON FUNCTION aer_sums(aer_moments) IS
'the sums in moments: for each fold and each pair of attributes that were observed together, the '
	'number of rows, the sum of the product and the sums of both';

CREATE FUNCTION aer_second_moments(moments aer_moments, centered boolean DEFAULT true)
	RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_second_moments(aer_moments, boolean) IS
'the second moment of each attribute about its mean or, without "centered", about 0, for the '
	'option second_moments of learners';

CREATE FUNCTION aer_sampling(second_moments float8[],
	OUT learner text, OUT share float8, OUT draws integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 2;

COMMENT ON FUNCTION aer_sampling(float8[]) IS
'the gain of aer_ridge and aer_lasso from drawing attributes by second moments: the share of the '
	'reads of uniform sampling that they need, and good numbers of draws';

CREATE FUNCTION aer_fit_ridge(moments aer_moments, lambda float8 DEFAULT NULL,
	radius float8 DEFAULT NULL,
	curves boolean DEFAULT NULL, partial boolean DEFAULT NULL, interactions integer DEFAULT NULL)
	RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

CREATE FUNCTION aer_fit_lasso(moments aer_moments, lambda float8 DEFAULT NULL,
	radius float8 DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

CREATE FUNCTION aer_fit_ols(moments aer_moments) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION aer_fit_ridge(aer_moments, float8, float8, boolean, boolean, integer) IS
'ridge regression on moments; penalty, curves, interactions and the expected error come from the '
	'folds. Store the model: a fit can take seconds, and a plain view fits again for each row';

CREATE FUNCTION aer_fold_models(moments aer_moments, lambda float8 DEFAULT NULL,
	curves boolean DEFAULT NULL, partial boolean DEFAULT NULL) RETURNS aer_model[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION aer_fold_models(aer_moments, float8, boolean, boolean) IS
'for each fold the model of all rows outside of it, for aer_measure; the moments need a row key';

-- Returns the model of aer_fit_ridge followed by those of aer_fold_models, from one fit. "quiet":
-- without warnings.
CREATE FUNCTION _aer_fit_folds(moments aer_moments, quiet boolean) RETURNS aer_model[]
	AS 'MODULE_PATHNAME', 'aer_fit_folds' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION aer_fit_lasso(aer_moments, float8, float8) IS
'the lasso on moments: a column is used with all its attributes or not at all; without lambda the '
	'folds choose it, and radius bounds the l1 norm of the weights';

COMMENT ON FUNCTION aer_fit_ols(aer_moments) IS
'ordinary least squares on moments of rows that were read completely. If attributes are linearly '
	'dependent, the solution with the smallest norm';

CREATE FUNCTION aer_path(moments aer_moments, penalty text DEFAULT 'ridge',
	lambdas float8[] DEFAULT NULL,
	OUT lambda float8, OUT cv_mse float8, OUT cv_se float8, OUT nonzero integer,
	OUT chosen boolean, OUT class text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION aer_path(aer_moments, text, float8[]) IS
'a row for each lambda that aer_fit_ridge or aer_fit_lasso compares: forecast of the test error, '
	'its standard error, number of nonzero weights, and whether it is chosen';

CREATE FUNCTION _aer_names_transition(bytea, jsonb) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_names_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION _aer_names_combine(bytea, bytea) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_names_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_names_final(bytea) RETURNS text[]
	AS 'MODULE_PATHNAME', 'aer_names_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_keys_transition(bytea, jsonb) RETURNS bytea
	AS 'MODULE_PATHNAME', 'aer_keys_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION _aer_keys_final(bytea) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_keys_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

-- Returns the value of a jsonb object at a key, or at the key "b" of the object at "a" for "a.b";
-- NULL if it is missing or null.
CREATE FUNCTION _aer_value(document jsonb, name text) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE AGGREGATE aer_names(features jsonb) (
	SFUNC = _aer_names_transition,
	STYPE = bytea,
	SSPACE = 10000,
	FINALFUNC = _aer_names_final,
	COMBINEFUNC = _aer_names_combine,
	PARALLEL = SAFE
);

-- Collects all keys, also those of inner objects, and the kinds of their values: integer, number,
-- boolean, string, time, null, nulls (in two rows or more), array, object.
CREATE AGGREGATE _aer_keys(features jsonb) (
	SFUNC = _aer_keys_transition,
	STYPE = bytea,
	SSPACE = 10000,
	FINALFUNC = _aer_keys_final,
	COMBINEFUNC = _aer_names_combine,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_names(jsonb) IS
'the keys with a number or boolean in some row, for the option include; keys of nested objects are '
	'written "a.b". At most 100,000';
