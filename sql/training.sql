--
-- training.sql: aer_train and what is read of models
--

CREATE FUNCTION _aer_train_many_final(internal) RETURNS aer_model[]
	AS 'MODULE_PATHNAME', 'aer_train_many_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

CREATE FUNCTION _aer_train_final(internal) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_train_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION _aer_train_many_final(internal) IS 'internal: aer_train_many';
COMMENT ON FUNCTION _aer_train_final(internal) IS 'internal: aer_train and aer_continue';

CREATE FUNCTION aer_trim(model aer_model) RETURNS aer_model
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION aer_trim(aer_model) IS
'the model without what is needed to go on training: smaller, can be scored, not continued';

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

CREATE FUNCTION _aer_train_moments_final(aer_moments) RETURNS aer_model
	AS 'MODULE_PATHNAME', 'aer_train_moments_final' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000000;

COMMENT ON FUNCTION _aer_train_moments_final(aer_moments) IS 'internal: aer_train';

CREATE PROCEDURE aer_train_chunks(source regclass, target text, learner jsonb, key text, progress text, features text DEFAULT NULL, chunk_rows bigint DEFAULT 1000000)
	AS 'MODULE_PATHNAME' LANGUAGE C;

COMMENT ON PROCEDURE aer_train_chunks(regclass, text, jsonb, text, text, text, bigint) IS
'train a learner, or by the moments of a design, on a table in the order of its key, and commit after every "chunk_rows" rows. What is done is in the table "progress", which is made if it is missing: one row for each chunk, with the rows that are done and left, and in the last one the moments and the model. Called again it goes on behind the last key there. "key": a column with a unique index, no attribute unless "include" lists it; "features": a column of arrays or jsonb, NULL: whole rows. Not inside a transaction block';
