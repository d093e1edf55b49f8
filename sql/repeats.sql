--
-- repeats.sql: noisy judgments, and how many of each attribute to buy (feature multi-selection)
--

CREATE FUNCTION _aer_judgments_number_transition(aer_judgments, integer, float8)
	RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_number_transition'
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_judgments_name_transition(aer_judgments, text, float8) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_name_transition'
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_judgments_combine(aer_judgments, aer_judgments) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_combine' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION _aer_judgments_final(aer_judgments) RETURNS aer_judgments
	AS 'MODULE_PATHNAME', 'aer_judgments_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE AGGREGATE aer_judgments(attribute integer, value float8) (
	SFUNC = _aer_judgments_number_transition,
	STYPE = aer_judgments,
	SSPACE = 500,
	FINALFUNC = _aer_judgments_final,
	COMBINEFUNC = _aer_judgments_combine,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_judgments(attribute text, value float8) (
	SFUNC = _aer_judgments_name_transition,
	STYPE = aer_judgments,
	SSPACE = 500,
	FINALFUNC = _aer_judgments_final,
	COMBINEFUNC = _aer_judgments_combine,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_judgments(integer, float8) IS
'the judgments of one object (GROUP BY object), by attribute number from 1; NULL is no judgment';

COMMENT ON AGGREGATE aer_judgments(text, float8) IS
'the judgments of one object (GROUP BY object), by attribute name; NULL is no judgment';

CREATE FUNCTION _aer_judgment_moments_merge(aer_judgment_moments, aer_judgment_moments)
	RETURNS aer_judgment_moments
	AS 'MODULE_PATHNAME', 'aer_judgment_moments_merge'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

CREATE AGGREGATE aer_judgment_moments(moments aer_judgment_moments) (
	SFUNC = _aer_judgment_moments_merge,
	STYPE = aer_judgment_moments,
	SSPACE = 50000,
	COMBINEFUNC = _aer_judgment_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_judgment_moments(aer_judgment_moments) IS
'merges stored moments of judgments of the same attributes: the moments of all their objects '
	'together';

CREATE FUNCTION _aer_judgment_moments_number_transition(aer_judgment_moments, aer_judgments, float8,
	integer)
	RETURNS aer_judgment_moments
	AS 'MODULE_PATHNAME', 'aer_judgment_moments_number_transition'
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

CREATE FUNCTION _aer_judgment_moments_name_transition(aer_judgment_moments, aer_judgments, float8,
	text[])
	RETURNS aer_judgment_moments
	AS 'MODULE_PATHNAME', 'aer_judgment_moments_name_transition'
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

CREATE AGGREGATE aer_judgment_moments(judgments aer_judgments, target float8, attributes integer) (
	SFUNC = _aer_judgment_moments_number_transition,
	STYPE = aer_judgment_moments,
	SSPACE = 50000,
	COMBINEFUNC = _aer_judgment_moments_merge,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_judgment_moments(judgments aer_judgments, target float8, names text[]) (
	SFUNC = _aer_judgment_moments_name_transition,
	STYPE = aer_judgment_moments,
	SSPACE = 50000,
	COMBINEFUNC = _aer_judgment_moments_merge,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_judgment_moments(aer_judgments, float8, integer) IS
'moments of judged objects for aer_repeats, with attributes 1 to "attributes". Every object needs '
	'a judgment of each';

COMMENT ON AGGREGATE aer_judgment_moments(aer_judgments, float8, text[]) IS
'the same for attributes with names; judgments of attributes that are not listed are left out';

CREATE FUNCTION aer_repeats(moments aer_judgment_moments, budget float8, method text DEFAULT 'full',
	costs float8[] DEFAULT NULL, prices jsonb DEFAULT NULL,
	OUT attribute integer, OUT name text, OUT repeats integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 100;

COMMENT ON FUNCTION aer_repeats(aer_judgment_moments, float8, text, float8[], jsonb) IS
'the number of judgments of each attribute to buy for an object within a budget (Sabato and Kalai '
	'2013), at costs by number or prices by name';

CREATE FUNCTION aer_repeat_path(moments aer_judgment_moments, budget float8,
	method text DEFAULT 'full',
	costs float8[] DEFAULT NULL, prices jsonb DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT repeats integer,
	OUT cost float8, OUT objective float8) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000 ROWS 100;

COMMENT ON FUNCTION aer_repeat_path(aer_judgment_moments, float8, text, float8[], jsonb) IS
'the steps of the search of aer_repeats: the attribute bought, its repeats, the cost so far, and '
	'the projected gain over the mean target';

CREATE FUNCTION aer_fit_repeats(moments aer_judgment_moments, repeats integer[],
	lambda float8 DEFAULT 0,
	costs float8[] DEFAULT NULL, prices jsonb DEFAULT NULL) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100000;

COMMENT ON FUNCTION aer_fit_repeats(aer_judgment_moments, integer[], float8, float8[], jsonb) IS
'the linear model on the means of repeats[a] judgments of attribute a; lambda is added to the '
	'variances, and cross-validation forecasts the squared error on new objects';

CREATE FUNCTION aer_predict(model aer_model, judgments aer_judgments) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_predict_judgments'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_predict(aer_model, aer_judgments) IS
'the prediction for one object from its mean judgments; NULL if an attribute with a weight was not '
	'judged';

CREATE FUNCTION aer_forecast(model aer_model, judgments aer_judgments, coverage float8 DEFAULT 0.9,
	OUT prediction float8, OUT sd float8, OUT low float8, OUT high float8,
	OUT probability float8, OUT known integer) RETURNS SETOF record
	AS 'MODULE_PATHNAME', 'aer_forecast_judgments'
	LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 1;

COMMENT ON FUNCTION aer_forecast(aer_model, aer_judgments, float8) IS
'the prediction for one object that was judged as often as the repeats of the model say, its '
	'standard deviation, and an interval that holds the share "coverage" of targets';
