--
-- training.sql: aer_train and what is read of models
--

CREATE FUNCTION aer_train_array_transition(internal, anyarray, anycompatiblenonarray, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_train_row_transition(internal, record, text, jsonb) RETURNS internal
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

COMMENT ON AGGREGATE aer_train(anyarray, anycompatiblenonarray, jsonb) IS
'train a learner, such as aer_ridge(budget => 5), or by the moments of a design, such as aer_design(budget => 5), looking at no more attributes of each row than its budget. Learners take the rows in the order in which they come (fix it with ORDER BY in the call); a design gives the model of aer_fit_ridge(aer_moments(features, target, design)), computed serially. Rows with NULL features or target are skipped and counted; no rows: NULL';

COMMENT ON AGGREGATE aer_train(record, text, jsonb) IS
'the same on whole rows: aer_train(p.*, ''outcome'', aer_design(budget => 5)) FROM patients p; numeric, boolean and date columns but the target are the attributes, by name';

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

CREATE PROCEDURE aer_train_chunks(source regclass, target text, learner jsonb, key text, progress text, features text DEFAULT NULL, chunk_rows bigint DEFAULT 1000000)
	AS 'MODULE_PATHNAME' LANGUAGE C;

COMMENT ON PROCEDURE aer_train_chunks(regclass, text, jsonb, text, text, text, bigint) IS
'train a learner, or by the moments of a design, on a table in the order of its key, and commit after every "chunk_rows" rows. What is done is in the table "progress", which is made if it is missing: one row for each chunk, with the rows that are done and left, and in the last one the moments and the model. Called again it goes on behind the last key there. "key": a column with a unique index, no attribute unless "include" lists it; "features": a column of arrays or jsonb, NULL: whole rows. Not inside a transaction block';

CREATE FUNCTION aer_train_jsonb_transition(internal, jsonb, float8, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_train_jsonb_transition(internal, jsonb, boolean, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_train_jsonb_transition(internal, jsonb, text, jsonb) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 500;

CREATE FUNCTION aer_train_many_jsonb_transition(internal, jsonb, float8, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

CREATE FUNCTION aer_train_many_jsonb_transition(internal, jsonb, boolean, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

CREATE FUNCTION aer_train_many_jsonb_transition(internal, jsonb, text, jsonb[]) RETURNS internal
	AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION aer_train_jsonb_transition(internal, jsonb, float8, jsonb) IS 'internal: aer_train';
COMMENT ON FUNCTION aer_train_jsonb_transition(internal, jsonb, boolean, jsonb) IS 'internal: aer_train';
COMMENT ON FUNCTION aer_train_jsonb_transition(internal, jsonb, text, jsonb) IS 'internal: aer_train';
COMMENT ON FUNCTION aer_train_many_jsonb_transition(internal, jsonb, float8, jsonb[]) IS 'internal: aer_train_many';
COMMENT ON FUNCTION aer_train_many_jsonb_transition(internal, jsonb, boolean, jsonb[]) IS 'internal: aer_train_many';
COMMENT ON FUNCTION aer_train_many_jsonb_transition(internal, jsonb, text, jsonb[]) IS 'internal: aer_train_many';

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

COMMENT ON AGGREGATE aer_train_many(jsonb, float8, jsonb[]) IS
'train several learners in one scan over jsonb objects; each lists its attributes in "include"';

COMMENT ON AGGREGATE aer_train_many(jsonb, boolean, jsonb[]) IS
'the same of a boolean target';

COMMENT ON AGGREGATE aer_train_many(jsonb, text, jsonb[]) IS
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
