-- Errors that teach: near names, whose option it is, what to give instead; and
-- those that no other test raises (test/t/016_errors.pl).
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
CREATE TABLE people AS
SELECT i AS id, i % 17 AS age, (i * 7) % 11 AS weight_kg, i % 3 = 0 AS smoker, (i * 5) % 13 AS days
FROM generate_series(1, 60) i;

--
-- Names of learners and options that are nearly right
--
SELECT aer_train(p, 'days', '{"learner": "rigde"}') FROM people p;
SELECT aer_train(p, 'days', '{"learner": "Lasso"}') FROM people p;
SELECT aer_train(p, 'days', '{"learner": "forest"}') FROM people p;
SELECT aer_train(p, 'days', '{"learner": 5}') FROM people p;
SELECT aer_train(p, 'days', '{"learner": "ridge", "bugdet": 3}') FROM people p;
SELECT aer_train(p, 'days', '{"learner": "ridge", "": 3}') FROM people p;
SELECT aer_train(p, 'days', ('{"learner": "ridge", "' || repeat('budget', 20) || '": 3}')::jsonb) FROM people p;
-- an option of others
SELECT aer_train(p, 'days', '{"learner": "winnow", "budget": 3}') FROM people p;
SELECT aer_moments(p, 'days', '{"learner": "design", "lambda": 3}') FROM people p;
SELECT aer_train(p, 'days', '{"learner": "ridge", "missing": "available", "spread": 3}') FROM people p;

--
-- Columns that are nearly right
--
SELECT aer_train(p, 'day', aer_ridge()) FROM people p;
SELECT aer_train(p, 'Days', aer_ridge()) FROM people p;
SELECT aer_train(p, 'survival', aer_ridge()) FROM people p;
SELECT aer_train(p, 'days', aer_ridge(include => '{age,weight}')) FROM people p;
SELECT aer_train(p, 'days', aer_ridge(include => '{age,weight_gk}')) FROM people p;
SELECT aer_moments(p, 'days', aer_design(exclude => '{ID}')) FROM people p;
SELECT aer_train(p, 'days', aer_ridge(center => '{"aged": 3}')) FROM people p;
SELECT aer_plan(aer_design(budget => 1, include => '{agee}'), '{id,age}'::text[], 7);
SELECT aer_predict(m, q) FROM (SELECT aer_fit_ridge(aer_moments(p, 'days')) AS m FROM people p) f, (SELECT id, age, weight_kg AS "weight kg", smoker FROM people LIMIT 1) q;
-- a row without a column of the model, which a document may lack, but not if the model needs all columns
CREATE TABLE known AS
SELECT aer_train(p, 'days', aer_design(exclude => '{id}')) AS number,
	aer_train(p, 'smoker', aer_design(exclude => '{id}')) AS label FROM people p;
CREATE VIEW young AS SELECT id, weight_kg, smoker, days FROM people WHERE id = 1;
SELECT aer_predict(number, y) FROM known, young y;
SELECT aer_score(number, y.*) FROM known, young y;
SELECT f.* FROM known, young y, aer_forecast(number, y) f;
SELECT aer_class(label, y) FROM known, young y;
SELECT aer_probability(label, y) FROM known, young y;
SELECT p.* FROM known, young y, aer_probabilities(label, y) p;
SELECT a.* FROM known, young y, aer_ask(number, y) a;
\set SHOW_CONTEXT never
SELECT e.* FROM known, young y, aer_explain(number, y) e;
\set SHOW_CONTEXT errors
SELECT aer_predict(aer_trim(number), y) FROM known, young y;
SELECT aer_evaluate(number, y, 'days') FROM known, young y;
SELECT aer_predict(number, to_jsonb(y)) = prediction AS predicts, known, stop
FROM known, young y, aer_forecast(number, to_jsonb(y)) f, LATERAL (SELECT stop FROM aer_ask(number, to_jsonb(y), budget => 0) WHERE stop IS NOT NULL) a;
DROP VIEW young;
DROP TABLE known;

--
-- A target that the model predicts from
--
SELECT aer_evaluate(m, p, 'age') FROM (SELECT aer_train(p, 'days') AS m FROM people p) f, people p;
SELECT aer_continue(p, 'age', m) FROM (SELECT aer_train(p, 'days', aer_ridge()) AS m FROM people p) f, people p;
SELECT aer_evaluate(m, to_jsonb(p), 'age') FROM (SELECT aer_train(p, 'days') AS m FROM people p) f, people p;

--
-- Squares that are infinite
--
SELECT aer_train(ARRAY[1e300, i], i) FROM generate_series(1, 3) i;
SELECT aer_train(ARRAY[1e150 * i * sin(i), 1e153 * cos(i)], i * 1e-153, aer_design(units => 'common'), i) FROM generate_series(1, 30) i;

--
-- Errors of PostgreSQL itself
--
\set VERBOSITY sqlstate
SELECT aer_predict(m, '{1,2,3}') FROM (SELECT aer_train(ARRAY[age, id, weight_kg], days) AS m FROM people) f;
SELECT aer_train(p, days) FROM people p;
SELECT aer_design(bugdet => 3);
\set VERBOSITY default

--
-- A plan by names, each once; those that are no attributes do not matter
--
SELECT aer_plan(aer_design(budget => 1), '{id,age,age}'::text[], 7);
SELECT cardinality(aer_plan(aer_design(budget => 2, exclude => '{age}'), '{id,age,bp,age}'::text[], 7));
SELECT cardinality(aer_plan(aer_design(budget => 2, exclude => '{}'), '{id,age,bp}'::text[], 7));

--
-- Lists of columns that are empty
--
SELECT aer_train(p, 'days', aer_ridge(exclude => '{}') ORDER BY id)::text = aer_train(p, 'days', aer_ridge() ORDER BY id)::text AS nothing_excluded FROM people p;
SELECT aer_design(include => '{}');
SELECT aer_ridge(include => '{}');

--
-- Errors name the option that was given
--
SELECT aer_ridge(second_moments => 2);
SELECT aer_ridge(warmup_rows => 20);
SELECT aer_ridge(sampling => 'two-phase', rows => 100);

--
-- A model of rows and an array, a model of arrays and rows
--
SET client_min_messages = error;	-- models that are worse than the mean
SELECT aer_predict((SELECT aer_train(p, 'days', aer_ridge()) FROM people p), ARRAY[1, 2]);
SELECT aer_predict((SELECT aer_train(ARRAY[age], days, aer_ridge()) FROM people), p) FROM people p;
SELECT aer_predict((SELECT aer_train(ARRAY[age], days, aer_ridge()) FROM people), ARRAY[1, 2]);

RESET client_min_messages;
--
-- A boolean target and 0/1
--
SELECT aer_evaluate((SELECT aer_train(ARRAY[age], smoker, aer_ridge()) FROM people), ARRAY[age], smoker::int) FROM people;
SELECT aer_evaluate((SELECT aer_train(ARRAY[age], smoker::int, aer_ridge()) FROM people), ARRAY[age], smoker) FROM people;
SELECT aer_evaluate((SELECT aer_train(p, 'smoker', aer_ridge()) FROM people p), q, 'smoker') FROM (SELECT id, age, weight_kg, days, smoker::int AS smoker FROM people) q;

--
-- Queries of the comparing functions
--
\set SHOW_CONTEXT never
SELECT aer_compare('SELECT p AS features, days AS target FROM people p', ARRAY[aer_ridge()]);
SELECT aer_compare('SELECT p AS features, CASE WHEN id < 9 THEN ''days'' ELSE ''age'' END AS target FROM people p ORDER BY id', ARRAY[aer_ridge()]);
SELECT aer_compare('SELECT p AS features, NULL::text AS target FROM people p', ARRAY[aer_ridge()]);
SELECT problem FROM aer_learning_curve('SELECT p AS features, ''days''::text AS target FROM people p', 'SELECT ARRAY[age] AS features, days AS target FROM people', ARRAY[aer_ridge()], '{5}');
\set SHOW_CONTEXT errors

--
-- Moments and judgments that do not go together, or say nothing
--
CREATE AGGREGATE pg_temp.unfinished(anyarray, anycompatiblenonarray) (SFUNC = _aer_moments_array_transition, STYPE = aer_moments);
SELECT aer_fit_ridge(m) FROM (SELECT pg_temp.unfinished(ARRAY[1.0], NULL::int)) s (m);
CREATE AGGREGATE pg_temp.more_judgments(integer, float8) (SFUNC = _aer_judgments_number_transition, STYPE = aer_judgments, INITCOND = '{"judgments":[["a",1,2,0]],"format":2}');
SELECT pg_temp.more_judgments(1, 2);
SELECT aer_judgment_moments(m) FROM (SELECT aer_judgment_moments(j, 1, '{a}'::text[]) FROM (SELECT aer_judgments('a', 2.5)) s (j)
	UNION ALL SELECT aer_judgment_moments(j, 1, 1) FROM (SELECT aer_judgments(1, 2.5)) s (j)) v (m);

--
-- Searches that do not end
--
SELECT aer_fit_lasso(m, 1e-14) FROM (SELECT aer_moments(ARRAY(SELECT (i / 1000.0::float8) ^ k FROM generate_series(1, 40) k), sin(i / 50.0)) FROM generate_series(1, 1000) i) s (m);
SELECT aer_train(ARRAY(SELECT (i / 100.0::float8) ^ k FROM generate_series(1, 10) k), sin(i), aer_baseline(radius => 1e9)) FROM generate_series(1, 100) i;

--
-- More than a value can have
--
SELECT aer_train(array_fill(true, ARRAY[50000000]), 1, aer_ridge());

--
-- A query or an expression where a name is wanted: the statement to paste
--
\set SHOW_CONTEXT never
SELECT aer_learn('SELECT * FROM people;', 'days');
SELECT aer_learn(' (SELECT id, ''x'' AS x FROM people WHERE age > 5) p', 'days');
SELECT aer_suggest('(SELECT * FROM people)', 'days');
SELECT aer_learn('people', 'ln(days)');
SELECT * FROM aer_compare('people', ' age > weight_kg');
SELECT aer_evaluate(aer_learn('people', 'days', exclude => '{id}'), 'people', 'days^2');
CREATE VIEW training_rows AS SELECT *, days + 1 AS target, id AS "the id" FROM people;
SELECT aer_learn('training_rows', 'target', exclude => '{days,id,"the id"}') IS NOT NULL AS learned;
SELECT aer_learn('training_rows', '"the id" / target');
SELECT aer_learn('VALUES (1)', 'column1');
SELECT aer_learn('people', 'days = 5');
SELECT aer_learn('people', 'ln(price)');
DROP VIEW training_rows;
-- instead of a row
CREATE TABLE people_models AS SELECT (SELECT aer_learn('people', 'days', exclude => '{id}')) AS model;
SELECT aer_predict(model, 'people') FROM people_models;
SELECT aer_class(model, 'public."people"') FROM people_models;
SELECT * FROM people_models, aer_forecast(model, 'SELECT * FROM people; ');
SELECT aer_explain(model, 'no table') FROM people_models;

--
-- The column of the features of a model of arrays is found if there is one
--
CREATE TABLE vectors AS SELECT id, ARRAY[age, weight_kg]::real[] AS x, age + 2 * weight_kg AS y, age > 8 AS old FROM people;
CREATE TABLE vector_models AS SELECT (SELECT aer_learn('vectors', 'y', features => 'x')) AS y, (SELECT aer_learn('vectors', 'old', features => 'x')) AS old;
SELECT n.* = f.* AS found, n.rows FROM vector_models, aer_evaluate(y, 'vectors', 'y') n, aer_evaluate(y, 'vectors', 'y', features => 'x') f;
SELECT (SELECT array_agg(c) FROM aer_confusion(old, 'vectors', 'old') c) = (SELECT array_agg(c) FROM aer_confusion(old, 'vectors', 'old', 'x') c) AS confusion,
	(SELECT array_agg(c) FROM aer_roc(old, 'vectors', 'old') c) = (SELECT array_agg(c) FROM aer_roc(old, 'vectors', 'old', 'x') c) AS roc,
	(SELECT array_agg(c) FROM aer_calibration(old, 'vectors', 'old') c) = (SELECT array_agg(c) FROM aer_calibration(old, 'vectors', 'old', 'x') c) AS calibration
FROM vector_models;
ALTER TABLE vectors ADD "tags 2" integer[];
SELECT aer_evaluate(y, 'vectors', 'y') FROM vector_models;
SELECT count(*) FROM vector_models, aer_roc(old, 'vectors', 'old');
SELECT aer_evaluate(y, 'people', 'days') FROM vector_models;
DROP TABLE vectors, vector_models, people_models;
\set SHOW_CONTEXT errors

DROP TABLE people;
--
-- A set and a composite value that are declared with other columns than the library has
--
CREATE FUNCTION pg_temp.narrow(moments aer_moments, OUT attribute integer, OUT name text) RETURNS SETOF record
	AS '$libdir/aer', 'aer_attributes' LANGUAGE C;
SELECT * FROM pg_temp.narrow((SELECT aer_moments(ARRAY[i, 2], i) FROM generate_series(1, 5) i));
CREATE TYPE pg_temp.short AS (rows bigint, mse float8);
CREATE FUNCTION pg_temp.evaluation(state float8[]) RETURNS pg_temp.short AS '$libdir/aer', 'aer_evaluate_final' LANGUAGE C;
CREATE AGGREGATE pg_temp.evaluate(model aer_model, x float8[], y float8)
	(SFUNC = _aer_evaluate_array_transition, STYPE = float8[], FINALFUNC = pg_temp.evaluation);
SELECT pg_temp.evaluate(m, ARRAY[1, 2]::float8[], 1.0::float8) FROM (SELECT aer_fit_ridge(aer_moments(ARRAY[i, i % 3]::float8[], i)) AS m FROM generate_series(1, 20) i) f;
