--
-- streams.sql: what learners of the papers, which take rows in order, go on with from row to row;
-- their constructors are made of learners.table
--

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
