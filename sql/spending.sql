--
-- spending.sql: what looks cost and what they are worth
--

CREATE FUNCTION aer_restrict(model aer_model, attributes "any") RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_restrict(aer_model, "any") IS
'the linear model of some columns, from a model that predicts from any of its columns. It predicts '
	'like that model if exactly these columns are known';

CREATE FUNCTION _aer_prices_transition(internal, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_transition(internal, text, float8, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_transition(internal, integer, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_number_transition'
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_transition(internal, integer, float8, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_number_transition'
	LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_final(internal) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_prices_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE AGGREGATE aer_prices(attribute text, cost float8) (
	SFUNC = _aer_prices_transition,
	STYPE = internal,
	FINALFUNC = _aer_prices_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_prices(attribute text, cost float8, panel text, fee float8) (
	SFUNC = _aer_prices_transition,
	STYPE = internal,
	FINALFUNC = _aer_prices_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_prices(attribute integer, cost float8) (
	SFUNC = _aer_prices_transition,
	STYPE = internal,
	FINALFUNC = _aer_prices_final,
	PARALLEL = SAFE
);

CREATE AGGREGATE aer_prices(attribute integer, cost float8, panel text, fee float8) (
	SFUNC = _aer_prices_transition,
	STYPE = internal,
	FINALFUNC = _aer_prices_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE aer_prices(text, float8) IS
'prices from a table with a row for each column: the cost of a look, with at most three decimals';

COMMENT ON AGGREGATE aer_prices(text, float8, text, float8) IS
'prices with panels: a record pays the fee of a panel once, with the first look at one of its '
	'columns. NULL: the column is in no panel';

COMMENT ON AGGREGATE aer_prices(integer, float8) IS 'prices of the elements of arrays, by number';

COMMENT ON AGGREGATE aer_prices(integer, float8, text, float8) IS
'prices of the elements of arrays, by number, with panels';

CREATE FUNCTION aer_cost(prices jsonb, attributes text[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_cost_names' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION aer_cost(prices jsonb, attributes integer[]) RETURNS float8
	AS 'MODULE_PATHNAME', 'aer_cost_numbers' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_cost(jsonb, text[]) IS
'the cost of looking at these columns of one record: each column once, and the fee of each panel '
	'once';

COMMENT ON FUNCTION aer_cost(jsonb, integer[]) IS
'the cost of looking at these elements of one array, by number';

CREATE FUNCTION aer_spent(moments aer_moments, prices jsonb DEFAULT NULL) RETURNS float8
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_spent(aer_moments, jsonb) IS
'the cost of the looks that went into moments, with the fees of panels, at these prices or else '
	'those of the design. Without any prices a look costs 1';

CREATE FUNCTION aer_choose(moments aer_moments, budget float8 DEFAULT NULL,
	prices jsonb DEFAULT NULL,
	known text[] DEFAULT NULL, lambda float8 DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT gain float8, OUT unseen float8,
	OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION aer_choose(aer_moments, float8, jsonb, text[], float8) IS
'the columns to look at when predicting, step by step within a budget, with their cost and the '
	'squared error to expect; it stops when no later step would lower the error';

-- aer_choose of a table that the caller's search_path has found.
CREATE FUNCTION _aer_choose(source regclass, target text, budget float8, prices jsonb,
	exclude text[], known text[], features text, groups text, time_column text, weight text,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT gain float8, OUT unseen float8,
	OUT chosen boolean) RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 1000000 ROWS 20
	SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	design jsonb := @extschema@._aer_suggest(source, target, NULL::float8, exclude, prices,
		true, true, true, features, groups, time_column, weight, false, NULL::text);
	row_key text := coalesce(@extschema@._aer_row_key(source, NULL::text, 's'::text),
		CASE WHEN @extschema@._aer_has_role_columns(design)
			THEN @extschema@._aer_fallback_row_key(source, design,
				(@extschema@._aer_features(
					source, features, target, '{}'::text[])).expression) END);
	collected record := @extschema@._aer_design_moments(source,
		@extschema@._aer_source(source, target, design, row_key, features), ARRAY[design],
		row_key IS NOT NULL);
BEGIN
	RETURN QUERY
	SELECT choice.*
	FROM @extschema@.aer_choose(collected.moments[1], budget, known => known) choice;
END $$;

CREATE FUNCTION aer_choose(source text, target text, budget float8 DEFAULT NULL,
	prices jsonb DEFAULT NULL, exclude text[] DEFAULT NULL, known text[] DEFAULT NULL,
	features text DEFAULT NULL, groups text DEFAULT NULL, time_column text DEFAULT NULL,
	weight text DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT gain float8, OUT unseen float8,
	OUT chosen boolean) RETURNS SETOF record
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 1000000 ROWS 20 AS $$
	SELECT * FROM @extschema@._aer_choose(
		@extschema@._aer_table($1), $2, $3, $4, $5, $6, $7, $8, $9, $10)
$$;

COMMENT ON FUNCTION aer_choose(
	text, text, float8, jsonb, text[], text[], text, text, text, text) IS
'the same from all rows and columns of a table or view, by the design of aer_suggest, with the '
	'caller''s rights';

CREATE FUNCTION aer_enough(moments aer_moments, mse float8 DEFAULT NULL,
	error_rate float8 DEFAULT NULL,
	OUT rows bigint, OUT expected_mse float8, OUT expected_se float8, OUT rows_needed bigint,
	OUT expected_error_rate float8)
	RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 7;

COMMENT ON FUNCTION aer_enough(aer_moments, float8, float8) IS
'the expected squared error of aer_fit_ridge, and the error rate of classes, with up to 4 times '
	'the rows; rows_needed: the rows at which they fall to "mse" and "error_rate"';
