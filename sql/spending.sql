--
-- spending.sql: prices, choice, asking: what looks cost and are worth
--

CREATE FUNCTION aer_restrict(model aer_model, attributes "any") RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_restrict(aer_model, "any") IS
'of a model that predicts from whatever is known the plain linear one of some attributes, a text[] of columns or an integer[] of numbers: it predicts what the partial one does where these are known and no others. Its expected_mse is NULL, for nobody knows how they were chosen';

CREATE FUNCTION _aer_prices_transition(internal, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_transition(internal, text, float8, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_name_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_transition(internal, integer, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_transition(internal, integer, float8, text, float8) RETURNS internal
	AS 'MODULE_PATHNAME', 'aer_prices_number_transition' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_prices_final(internal) RETURNS jsonb
	AS 'MODULE_PATHNAME', 'aer_prices_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_prices_transition(internal, text, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION _aer_prices_transition(internal, text, float8, text, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION _aer_prices_transition(internal, integer, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION _aer_prices_transition(internal, integer, float8, text, float8) IS 'internal: aer_prices';
COMMENT ON FUNCTION _aer_prices_final(internal) IS 'internal: aer_prices';

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

CREATE FUNCTION aer_spent(moments aer_moments, prices jsonb DEFAULT NULL) RETURNS float8
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_spent(aer_moments, jsonb) IS
'what the looks cost that are in the sums: prices times values found, and the fee of a panel for each record with something found in it. "prices": NULL: those of the design, else 1 a look; it adds up where moments are merged, and falls where rows are taken back';

CREATE FUNCTION aer_choose(moments aer_moments, budget float8 DEFAULT NULL, prices jsonb DEFAULT NULL,
	known text[] DEFAULT NULL, lambda float8 DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT gain float8, OUT unseen float8, OUT chosen boolean) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 20;

COMMENT ON FUNCTION aer_choose(aer_moments, float8, jsonb, text[], float8) IS
'which attributes to look at when predicting, step by step within a budget (NULL: none), with what each costs, the squared error to expect of a partial model that knows those so far, and "gain", by how much that fell with the step. It stops where nothing more is gained: no later step would bring the error below that of the last one. Prices: those given, those of the design, else 1 a look. "known": what is known anyway, of arrays by number. Of three or more classes one set serves all, and the error is of all together. "unseen": how much of what is explained rests on attributes that were never observed together. "chosen": all but step 0, which knows nothing';

CREATE FUNCTION _aer_choose(source regclass, target text, budget float8, prices jsonb, exclude text[], known text[], features text,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT gain float8, OUT unseen float8, OUT chosen boolean) RETURNS SETOF record
	LANGUAGE plpgsql STABLE PARALLEL UNSAFE COST 1000000 ROWS 20 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY SELECT c.* FROM @extschema@.aer_choose(@extschema@._aer_table_moments(source, target,
		@extschema@._aer_suggest(source, target, NULL::float8, exclude, prices, true, true, true, features), NULL::text, features), budget, known => known) c;
END $$;

COMMENT ON FUNCTION _aer_choose(regclass, text, float8, jsonb, text[], text[], text) IS 'internal: aer_choose of a table, which the caller''s search_path finds';

CREATE FUNCTION aer_choose(source text, target text, budget float8 DEFAULT NULL, prices jsonb DEFAULT NULL, exclude text[] DEFAULT NULL, known text[] DEFAULT NULL, features text DEFAULT NULL,
	OUT step integer, OUT attribute integer, OUT name text, OUT cost float8, OUT spent float8,
	OUT expected_mse float8, OUT expected_se float8, OUT gain float8, OUT unseen float8, OUT chosen boolean) RETURNS SETOF record
	LANGUAGE sql STABLE PARALLEL UNSAFE COST 1000000 ROWS 20 AS $$ SELECT * FROM @extschema@._aer_choose(@extschema@._aer_table($1), $2, $3, $4, $5, $6, $7) $$;

COMMENT ON FUNCTION aer_choose(text, text, float8, jsonb, text[], text[], text) IS
'the same of the sums of all rows of a table or view, by the design of aer_suggest(source, target, exclude => exclude, prices => prices): all its columns are read, to say which to look at of records to come. "features": a column that all attributes stand in, as of aer_learn. It reads with the caller''s rights';

CREATE FUNCTION aer_enough(moments aer_moments, mse float8 DEFAULT NULL,
	OUT rows bigint, OUT expected_mse float8, OUT expected_se float8, OUT rows_needed bigint) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000000 ROWS 7;

COMMENT ON FUNCTION aer_enough(aer_moments, float8) IS
'how the squared error of aer_fit_ridge() on a new row falls with the rows that it is fitted to, so that a study can stop: for parts of the folds, judged in the others; for all rows; and for 2 and 4 times as many, by a curve through these. "error": one that would do; then "rows_needed", in every row the same, is the rows after which the curve is down to it: no more than there are if it has been reached, NULL if that is never, or beyond 100 times as many. Of three or more classes the squared errors of all classes add up';
