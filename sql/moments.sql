--
-- moments.sql: designs, moments of rows, and what is fitted to them
--

CREATE FUNCTION _aer_moments_merge(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_merge' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION _aer_moments_merge(aer_moments, aer_moments) IS 'internal: aer_moments';

CREATE AGGREGATE aer_moments(moments aer_moments) (
	SFUNC = _aer_moments_merge,
	STYPE = aer_moments,
	SSPACE = 45000,
	COMBINEFUNC = _aer_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_moments(aer_moments) IS
'merge stored moments of the same attributes: the moments of all their rows together';

CREATE FUNCTION aer_add(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_add(aer_moments, aer_moments) IS
'the moments of all rows of both, as aer_moments(moments) merges them: implementation of +';

CREATE FUNCTION aer_subtract(aer_moments, aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_subtract(aer_moments, aer_moments) IS
'the moments of those rows of the first that are not among the rows of the second: both keyed, of the same design. A fit of what is left is an error where rounding of what was taken back may have eaten up an attribute or the target: implementation of -';

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
	seed bigint DEFAULT NULL
) RETURNS jsonb
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_design(float8, jsonb, float8, text, "any", "any", text, text, integer, text[], text[], jsonb, jsonb, bigint) IS
'a sampling design for aer_train and aer_moments: how many attributes of each row are looked at ("budget"; NULL, or as many as there are: all), or, with "prices" (aer_prices), what money that may take. With "deep_budget" some records, chosen by their keys, may take that, and the others less, so that the mean stays. "sampling": uniform, spread (in proportion to "spread", a standard deviation for each attribute) or learned (from the rows before; not with a row key); NULL: spread where it is given, else learned for arrays in common units without a key, and uniform otherwise. "center" is subtracted from each attribute, and from a number without knots also before it is multiplied in an interaction. "interactions": pairs of columns whose products are attributes, too, the best first: [["age", "smoker"]], at most 30; they are observed where both columns are, and cost nothing. "units": common (all attributes are of one kind, as pixels are) or standardized (each in units of its standard deviation); NULL: common; of arrays alone, for named attributes are measured in coordinates of their columns. "missing": available: a NULL that is asked for is a missing value, counted and not read; or error. "folds" for choosing penalties: 1 to 100, NULL: 5; 1: no choice';

CREATE FUNCTION aer_plan(design jsonb, attributes integer, key bigint) RETURNS integer[]
	AS 'MODULE_PATHNAME', 'aer_plan_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_plan(design jsonb, names text[], key bigint) RETURNS text[]
	AS 'MODULE_PATHNAME', 'aer_plan_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_deep(design jsonb, key bigint) RETURNS boolean
	AS 'MODULE_PATHNAME', 'aer_deep' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_fold(design jsonb, key bigint) RETURNS integer
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_fold(jsonb, bigint) IS
'in which of the folds of a design, from 1, the row of that key is; element so of aer_fold_models() has not learned from it';

CREATE FUNCTION aer_design_summary(design jsonb, attributes integer,
	OUT attribute integer, OUT name text, OUT cost float8, OUT panel text, OUT reachable boolean,
	OUT never_with text[], OUT deep boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_design_summary_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

CREATE FUNCTION aer_design_summary(design jsonb, names text[],
	OUT attribute integer, OUT name text, OUT cost float8, OUT panel text, OUT reachable boolean,
	OUT never_with text[], OUT deep boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_design_summary_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_design_summary(jsonb, integer) IS
'what each look costs under a design, its panel, whether the largest budget ever reaches it (else it is never looked at), the looks that this never pays for together with it, and whether only records that are looked at deeply ("deep_budget") reach it';

COMMENT ON FUNCTION aer_design_summary(jsonb, text[]) IS
'the same by name';

COMMENT ON FUNCTION _aer_deep(jsonb, bigint) IS
'internal: is the record of that key one that a design with a "deep_budget" looks at deeply?';

COMMENT ON FUNCTION aer_plan(jsonb, integer, bigint) IS
'the attributes (1-based, ascending) that aer_moments with this design looks at in the row of that key: the same always and everywhere';

COMMENT ON FUNCTION aer_plan(jsonb, text[], bigint) IS
'the same by name; "names" are the attributes, in any order, which is that of the result';

CREATE FUNCTION _aer_moments_final(aer_moments) RETURNS aer_moments
	AS 'MODULE_PATHNAME', 'aer_moments_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_moments_final(aer_moments) IS 'internal: aer_moments';

CREATE FUNCTION aer_attributes(moments aer_moments,
	OUT attribute integer, OUT name text, OUT reads bigint, OUT missing bigint,
	OUT mean float8, OUT sd float8, OUT correlation float8, OUT unknown bigint,
	OUT cost float8, OUT spent float8, OUT interaction boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_attributes(aer_moments) IS
'what moments of rows say of each attribute: values read, those asked for that were NULL, the mean and standard deviation of the values, and their correlation with the target, NULL where too little was seen, or where it is lost to rounding next to what was taken back; and of a categorical column how many values read were none of those given, with "interactions" and without a budget also how many were NULL. What a look costs, and what all of those in the sums have: at the first attribute of a look, without fees; NULL where designs with other prices were merged. interaction: the attribute is a product of two columns'' factors ("interactions" of aer_design)';

CREATE FUNCTION aer_sums(moments aer_moments, OUT fold integer, OUT first text, OUT second text, OUT n bigint,
	OUT product float8, OUT first_sum float8, OUT second_sum float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1000;

COMMENT ON FUNCTION aer_sums(aer_moments) IS
'the sums that moments of rows hold: for each fold and each two attributes (each with itself, too) in how many rows both were seen, and over these rows the sum of their products and of each of them. Attributes are called by name, of arrays by number; the target is "(target)", of a categorical target each class is "(target)=class", 1 or 0. What was never observed together has no row. An error where rounding has left nothing of an attribute, or of the target, next to what was taken back';

CREATE FUNCTION aer_second_moments(moments aer_moments, centered boolean DEFAULT true) RETURNS float8[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_second_moments(aer_moments, boolean) IS
'the second moment of each attribute, about its mean or (not "centered") about 0: for the option "second_moments" of learners. An error where rounding has left nothing of an attribute, or of the target, next to what was taken back';

CREATE FUNCTION aer_sampling(second_moments float8[], OUT learner text, OUT share float8, OUT draws integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 2;

COMMENT ON FUNCTION aer_sampling(float8[]) IS
'what drawing by these second moments (aer_second_moments) is worth to aer_ridge and to aer_lasso: the share of the looks of uniform sampling that it needs, 1: nothing to gain; and how many draws, of 1 to d attributes for the record itself, have the guarantee of reading all of them, up to a constant factor: the inner product takes draws besides, "budget" is their sum (rho and k of Kukliansky & Shamir 2015). NULL where all moments are 0';

CREATE FUNCTION aer_fit_ridge(moments aer_moments, lambda float8 DEFAULT NULL, radius float8 DEFAULT NULL,
	curves boolean DEFAULT NULL, partial boolean DEFAULT NULL, interactions integer DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

CREATE FUNCTION aer_fit_lasso(moments aer_moments, lambda float8 DEFAULT NULL, radius float8 DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

CREATE FUNCTION aer_fit_ols(moments aer_moments) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION aer_fit_ridge(aer_moments, float8, float8, boolean, boolean, integer) IS
'ridge regression: half the mean squared error plus lambda/2 times the sum of squared weights, in the design''s units, of named attributes in coordinates (a number over its standard deviation, categories and knots so that a penalty treats them alike); exact if every attribute was read. "lambda" NULL: of the design''s sampling noise alone; if every attribute was read, chosen from the folds. The shrinkage of the weights, the link of a target that takes two values, and the model''s expected_mse, a forecast of the test error, come from the folds, at no further reads. "radius": of an l2 ball that the weights stay in; they are not judged on the folds then. "curves": are numbers with knots curves, or straight lines? NULL: curves where the folds forecast that they help, and aer_summary() says which. "partial": does the model predict from whatever is known of a row, too? NULL: from moments of named attributes yes, so that aer_predict() leaves out what is NULL and never returns NULL (not within a radius, nor wide), of arrays no; with everything known the weights are the same. "interactions": how many of the design''s interactions, from the first on, 0 to 30? NULL: none, the first 3, the first 10 or all, as the folds forecast that they help (not of fewer than 50 rows, nor within a radius); under a budget of those that were observed with every other column in 100 rows or more. A fit takes milliseconds to many seconds: store the model, in a table or a materialized view; a plain view fits again for every row that it is joined to';

CREATE FUNCTION aer_fold_models(moments aer_moments, lambda float8 DEFAULT NULL, curves boolean DEFAULT NULL, partial boolean DEFAULT NULL) RETURNS aer_model[]
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION aer_fold_models(aer_moments, float8, boolean, boolean) IS
'for each fold, in their order, the model of all rows but those of that fold, for aer_measure(): "lambda", "curves" and "partial" as in aer_fit_ridge(). Curves, interactions, coordinates, which of the penalties of aer_path(), the shrinkage, the range and the link are those of one fit of all; means, weights and that penalty are of the rows that a model has. They have no errors of their own, and no facts about columns. That of a fold without rows is the model of all. Of moments with a row key and two folds or more, 2 rows a fold or more';

CREATE FUNCTION _aer_fit_folds(moments aer_moments, quiet boolean) RETURNS aer_model[]
	AS 'MODULE_PATHNAME', 'aer_fit_folds' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION _aer_fit_folds(aer_moments, boolean) IS 'internal: what aer_fit_ridge() makes of moments, and behind it what aer_fold_models() does, from one fit; "quiet": without warnings';

COMMENT ON FUNCTION aer_fit_lasso(aer_moments, float8, float8) IS
'the lasso: half the mean squared error plus lambda times the sum of absolute weights, in the design''s units, of named attributes of the lengths of looks in coordinates: a column is used with all its attributes or not at all; exact if every attribute was read. "lambda" NULL: chosen from the folds. "radius": of an l1 ball that the weights stay in';

COMMENT ON FUNCTION aer_fit_ols(aer_moments) IS
'ordinary least squares, from moments of which every attribute of every row was read; where attributes are linearly dependent, the solution of least norm';

CREATE FUNCTION aer_path(moments aer_moments, penalty text DEFAULT 'ridge', lambdas float8[] DEFAULT NULL,
	OUT lambda float8, OUT cv_mse float8, OUT cv_se float8, OUT nonzero integer, OUT chosen boolean, OUT class text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION aer_path(aer_moments, text, float8[]) IS
'the choice of lambda that aer_fit_ridge (penalty "ridge") or aer_fit_lasso ("lasso") makes, shown: for each lambda the forecast of the test error (if every attribute was read, of ridge: of the weights before they are shrunk), its standard error, the number of weights (of named attributes: of columns) that are not 0, and whether it was chosen: of ridge under a design with a budget the default, or of the lambdas given the one nearest to it. Of three or more classes the path of each, with ridge, whose regression chooses for itself ("class", else NULL)';

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

CREATE FUNCTION _aer_value(document jsonb, name text) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION _aer_names_transition(bytea, jsonb) IS 'internal: aer_names';
COMMENT ON FUNCTION _aer_keys_transition(bytea, jsonb) IS 'internal: _aer_keys';
COMMENT ON FUNCTION _aer_keys_final(bytea) IS 'internal: _aer_keys';
COMMENT ON FUNCTION _aer_value(jsonb, text) IS 'internal: what a jsonb object has at a key, or at "a.b" at a key of an object in it; NULL: nothing, or null';
COMMENT ON FUNCTION _aer_names_combine(bytea, bytea) IS 'internal: aer_names';
COMMENT ON FUNCTION _aer_names_final(bytea) IS 'internal: aer_names';

CREATE AGGREGATE aer_names(features jsonb) (
	SFUNC = _aer_names_transition,
	STYPE = bytea,
	SSPACE = 10000,
	FINALFUNC = _aer_names_final,
	COMBINEFUNC = _aer_names_combine,
	PARALLEL = SAFE
);

CREATE AGGREGATE _aer_keys(features jsonb) (
	SFUNC = _aer_keys_transition,
	STYPE = bytea,
	SSPACE = 10000,
	FINALFUNC = _aer_keys_final,
	COMBINEFUNC = _aer_names_combine,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_names(jsonb) IS
'the keys that hold a number or a boolean in some row, also of objects in them ("a.b"), sorted by bytes, for the option "include"; at most 100,000. Reads all of every object; no rows: NULL';
COMMENT ON AGGREGATE _aer_keys(jsonb) IS
'internal: all keys, also of objects in them, and what kinds of values rows have there: integer, number, boolean, string, null, nulls (in two rows or more), array, object, time (a string that is one)';
