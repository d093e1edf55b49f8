-- What learning costs beside reading: times per row, each the median of runs
-- that take turns, beside SELECT sum(x[7]) over the same table.

\set QUIET on
\pset footer off
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SET max_parallel_workers_per_gather = 0;
SET jit = off;

-- 50,000 arrays of 784 numbers, stored out of line.
CREATE TABLE arrays (id int, x real[], y real);
ALTER TABLE arrays ALTER x SET STORAGE EXTERNAL;
SET seed = 0.5;
INSERT INTO arrays
WITH stream AS MATERIALIZED (SELECT ARRAY(SELECT random()::real FROM generate_series(1, 50783)) AS v)
SELECT id, v[id:id + 783], v[id] + v[id + 1] FROM stream, generate_series(1, 50000) id;

-- 50,000 rows of 50 columns.
SELECT format('CREATE TABLE wide AS SELECT %s, y FROM arrays',
	string_agg(format('x[%s] AS c%s', i, i), ', ' ORDER BY i))
FROM generate_series(1, 50) i \gexec
SELECT format('CREATE TABLE wide_numeric AS SELECT %s, y FROM arrays',
	string_agg(format('x[%s]::numeric AS c%s', i, i), ', ' ORDER BY i))
FROM generate_series(1, 50) i \gexec

-- 50,000 rows of 10 columns.
CREATE TABLE narrow AS SELECT c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, y FROM wide;

-- 2,500 groups of 20 arrays of 10 numbers.
CREATE TABLE groups AS SELECT (id - 1) / 20 AS g, x[1:10] AS x, y FROM arrays ORDER BY id;

-- 1,500 arrays of 100,000 numbers: larger than shared_buffers.
CREATE TABLE long_arrays (id int, x real[], y real);
ALTER TABLE long_arrays ALTER x SET STORAGE EXTERNAL;
INSERT INTO long_arrays
WITH stream AS MATERIALIZED (SELECT ARRAY(SELECT random()::real FROM generate_series(1, 101500)) AS v)
SELECT id, v[id:id + 99999], v[id] + v[id + 1] FROM stream, generate_series(1, 1500) id;

-- 10,000 jsonb objects of 200 keys.
CREATE TABLE documents AS
SELECT id, y, (SELECT jsonb_object_agg('key' || k, x[k]) FROM generate_series(1, 200) k) AS features FROM arrays WHERE id <= 10000;
SELECT aer_names(features) AS names FROM documents \gset
VACUUM ANALYZE arrays, wide, wide_numeric, narrow, groups, long_arrays, documents;

CREATE TABLE models AS
SELECT aer_train(x, y, aer_ridge(budget => 5, scale => 28)) AS model FROM arrays;
SELECT aer_train(x, y, aer_ridge(budget => 5, scale => 28))::text AS model FROM arrays \gset

-- Out-of-line arrays do not count in the planner's eyes.
ALTER TABLE arrays SET (parallel_workers = 1);
SET parallel_setup_cost = 0;

CREATE TABLE statements (number numeric, baseline numeric, name text, statement text, workers int DEFAULT 0);
INSERT INTO statements VALUES
	(1, 1, 'arrays of 784: sum(x[7])', 'SELECT sum(x[7]) FROM arrays'),
	(2, 1, 'aer_train, ridge, 5 of 784', 'SELECT aer_train(x, y, aer_ridge(budget => 5, scale => 28)) FROM arrays'),
	(3, 1, 'lasso', 'SELECT aer_train(x, y, aer_lasso(budget => 5)) FROM arrays'),
	(4, 1, 'svr', 'SELECT aer_train(x, y, aer_svr(budget => 5)) FROM arrays'),
	(5, 1, 'pegasos', 'SELECT aer_train(x, y > 1, aer_pegasos(budget => 5)) FROM arrays'),
	(6, 1, 'ridge, ORDER BY id in the call', 'SELECT aer_train(x, y, aer_ridge(budget => 5, scale => 28) ORDER BY id) FROM arrays'),
	(7, 1, 'ridge, 57 of 784', 'SELECT aer_train(x, y, aer_ridge(budget => 57, scale => 28)) FROM arrays'),
	(8, 1, 'ridge, all 784', 'SELECT aer_train(x, y, aer_ridge(scale => 28)) FROM arrays'),
	(9, 1, 'aer_predict, constant model', format('SELECT sum(aer_predict(%L, x)) FROM arrays', :'model')),
	(10, 1, 'aer_predict, model of a table', 'SELECT sum(aer_predict((SELECT model FROM models), x)) FROM arrays'),
	(11, 1, 'aer_evaluate', 'SELECT aer_evaluate((SELECT model FROM models), x, y) FROM arrays'),
	-- the value is made, and sent nowhere
	(12, 1, 'aer_moments, 5 of 784', 'SELECT pg_column_size(aer_moments(x, y, aer_design(budget => 5))) FROM arrays'),
	(13, 1, 'aer_moments, 57 of 784', 'SELECT pg_column_size(aer_moments(x, y, aer_design(budget => 57))) FROM arrays'),
	(14, 1, 'aer_moments, 57 of 784, keyed', 'SELECT pg_column_size(aer_moments(x, y, aer_design(budget => 57), id)) FROM arrays'),
	(15, 1, 'aer_moments, all 784', 'SELECT pg_column_size(aer_moments(x, y)) FROM arrays'),
	(20, 20, 'rows of 50 columns: count(w)', 'SELECT count(w) FROM wide w'),
	(21, 20, 'aer_train, ridge, 5 of 50', 'SELECT aer_train(w, ''y'', aer_ridge(budget => 5, scale => 7)) FROM wide w'),
	(22, 20, 'lasso', 'SELECT aer_train(w, ''y'', aer_lasso(budget => 5)) FROM wide w'),
	(23, 23, 'rows of 50 numeric columns: count(w)', 'SELECT count(w) FROM wide_numeric w'),
	(24, 23, 'aer_train, ridge, 5 of 50', 'SELECT aer_train(w, ''y'', aer_ridge(budget => 5, scale => 7)) FROM wide_numeric w'),
	(24.1, 24.1, 'rows of 10 columns: count(n)', 'SELECT count(n) FROM narrow n'),
	(24.2, 24.1, 'aer_moments on rows, all 10', 'SELECT pg_column_size(aer_moments(n, ''y'')) FROM narrow n'),
	(25, 25, '2,500 groups of 20 arrays of 10: sum(x[7])', 'SELECT sum(x[7]) FROM groups GROUP BY g'),
	(26, 25, 'aer_train, ridge, 5 of 10', 'SELECT aer_train(x, y, aer_ridge(budget => 5)) FROM groups GROUP BY g'),
	(27, 25, 'all rows in one group', 'SELECT aer_train(x, y, aer_ridge(budget => 5)) FROM groups'),
	(28, 28, 'jsonb of 200 keys: count(features->''key7'')', 'SELECT count(features->''key7'') FROM documents'),
	(29, 28, 'aer_moments, 5 of 200, keyed', format('SELECT aer_moments(features, y, aer_design(budget => 5, include => %L), id) FROM documents', :'names')),
	(30, 30, 'arrays of 100,000: sum(x[7])', 'SELECT sum(x[7]) FROM long_arrays'),
	(31, 30, 'aer_train, ridge, 5 of 100,000', 'SELECT aer_train(x, y, aer_ridge(budget => 5, scale => 316)) FROM long_arrays');

-- The leader and one worker, beside the same statement without the worker.
INSERT INTO statements
SELECT 40 + number, number, name || ', one worker', statement, 1 FROM statements
WHERE number IN (1, 11, 12, 13, 15);

CREATE TABLE times (number numeric, seconds float8);
DO $$
DECLARE
	s statements;
	started timestamptz;
BEGIN
	FOR turn IN 0 .. 7 LOOP
		FOR s IN SELECT * FROM statements ORDER BY number LOOP
			PERFORM set_config('max_parallel_workers_per_gather', s.workers::text, false);
			started := clock_timestamp();
			EXECUTE s.statement;
			IF turn > 0 THEN			-- the first turn fills the caches
				INSERT INTO times VALUES (s.number, extract(epoch FROM clock_timestamp() - started));
			END IF;
		END LOOP;
	END LOOP;
END $$;

\echo
\echo 'Time per row, median of 7 turns; the ratio is to the yardstick above it'
WITH medians AS (
	SELECT number, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) / CASE WHEN number IN (28, 29) THEN 10000 WHEN number IN (30, 31) THEN 1500 ELSE 50000 END * 1e6 AS microseconds
	FROM times GROUP BY number)
SELECT name AS what, round(m.microseconds::numeric, 2) AS microseconds,
	round((m.microseconds / b.microseconds)::numeric, 2) AS ratio
FROM statements s JOIN medians m USING (number) JOIN medians b ON b.number = s.baseline
ORDER BY s.number;

-- Twenty learners in five and ten folds: 100 and 200 models.
SET max_parallel_workers_per_gather = 0;
CREATE TABLE fold_times (folds int, seconds float8);
DO $$
DECLARE
	started timestamptz;
BEGIN
	FOR turn IN 1 .. 3 LOOP
		FOR folds IN 5 .. 10 BY 5 LOOP
			started := clock_timestamp();
			PERFORM * FROM aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM arrays',
				(SELECT array_agg(aer_ridge(budget => 5, scale => 28, step => 0.001 * s)) FROM generate_series(1, 20) s), folds);
			INSERT INTO fold_times VALUES (folds, extract(epoch FROM clock_timestamp() - started));
		END LOOP;
	END LOOP;
END $$;
\echo
\echo 'aer_cross_validate, 20 learners with 5 of 784, median of 3'
WITH medians AS (SELECT folds, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS seconds FROM fold_times GROUP BY folds)
SELECT folds, round((seconds / 50000 * 1e6)::numeric, 1) AS "microseconds a row",
	round((seconds / (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FROM times WHERE number = 1))::numeric, 1) AS ratio
FROM medians ORDER BY folds;

-- A model of 100,000 attributes, as text and back.
CREATE TABLE big AS
SELECT aer_train(ARRAY(SELECT random() FROM generate_series(1, 100000) WHERE id > 0), id, aer_ridge(step => 1e-6)) AS model
FROM generate_series(1, 10) id;
CREATE TABLE big_text (model text);
ALTER TABLE big_text ALTER model SET STORAGE EXTERNAL;
CREATE TABLE text_times (what text, seconds float8);
DO $$
DECLARE
	started timestamptz;
BEGIN
	FOR turn IN 1 .. 5 LOOP
		TRUNCATE big_text;
		started := clock_timestamp();
		INSERT INTO big_text SELECT model::text FROM big;
		INSERT INTO text_times VALUES ('model to text', extract(epoch FROM clock_timestamp() - started));
		started := clock_timestamp();
		PERFORM pg_column_size(model::aer_model) FROM big_text;
		INSERT INTO text_times VALUES ('text to model', extract(epoch FROM clock_timestamp() - started));
	END LOOP;
END $$;

\echo 'A model of 100,000 attributes, median of 5'
SELECT what, round((1000 * percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds))::numeric, 1) AS milliseconds,
	round(((SELECT octet_length(model::text) FROM big) / 1e6)::numeric, 1) AS "text, MB",
	round(((SELECT pg_column_size(model) FROM big) / 1e6)::numeric, 1) AS "value, MB"
FROM text_times GROUP BY what ORDER BY what;
