--
-- streams.sql: learners of the papers, which are trained row by row; learners.table makes their
-- constructors
--

CREATE FUNCTION aer_options(OUT learner text, OUT option text, OUT type text, OUT range text,
	OUT "default" text, OUT meaning text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100 ROWS 100;

COMMENT ON FUNCTION aer_options() IS
'every option of designs (learner ''design'') and of the learners of the papers: type, range of '
	'values, default and meaning';

CREATE FUNCTION aer_start(learner jsonb, attributes "any") RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_start(jsonb, "any") IS
'an untrained model with this number of attributes, or with attributes of these names. aer_next '
	'returns its first looks, and aer_continue trains it';

CREATE FUNCTION aer_next(model aer_model, OUT attribute integer, OUT name text) RETURNS SETOF record
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 10;

COMMENT ON FUNCTION aer_next(aer_model) IS
'the attributes that a streaming model wants to read in the next training row, one in each row of '
	'the result. The model does not change';
