-- The tables that statements.sql reads.  Small: every allocation of a statement
-- fails in a run of its own.

CREATE EXTENSION aer;
SET client_min_messages = warning;

CREATE TABLE points AS
	SELECT i, ARRAY[(i % 7) / 8.0, (i % 5) / 8.0 - 0.25, i % 2, (i % 3) / 4.0]::float8[] AS x,
		ARRAY[i % 2, i / 2 % 2, i / 3 % 2, i / 5 % 2]::float8[] AS bits,
		((i % 7) / 4.0 - (i % 3) / 4.0 + (i % 11) / 16.0)::float8 AS y, i % 7 > 2 AS label
	FROM generate_series(1, 60) i;
CREATE TABLE people AS
	SELECT i, x[1] AS a, x[2]::real AS "B ""b", x[3] = 1 AS "ü", x[4]::numeric AS d,
		(ARRAY['high', 'low', 'mid'])[1 + i % 3] AS kind, y, label FROM points;
CREATE TABLE holes AS SELECT i, CASE WHEN i % 3 > 0 THEN a END AS a, CASE WHEN i % 4 > 0 THEN d END AS d, CASE WHEN i % 5 > 0 THEN kind END AS kind FROM people WHERE i <= 20;
CREATE TABLE documents AS
	SELECT i, jsonb_build_object('a', a, 'b', "B ""b", 'kind', kind, 'y', y, 'deep', jsonb_build_object('c', d)) AS j, y FROM people;
-- Out of line and not compressed: read by slices.
CREATE TABLE wide (i int, x real[], y float8);
ALTER TABLE wide ALTER x SET STORAGE EXTERNAL;
INSERT INTO wide SELECT i, ARRAY(SELECT ((i * j) % 17) / 17.0 FROM generate_series(1, 20000) j), i % 5 FROM generate_series(1, 5) i;
CREATE TABLE judged AS
	SELECT o, (o % 7 - 2 * (2 * o % 7) + 3 * (3 * o % 7)) / 4.0 AS y,
		aer_judgments(a, (a * o % 7 + a * k % 4) / 4.0 ORDER BY a, k) AS numbered,
		aer_judgments('ä' || a, (a * o % 7 + a * k % 4) / 4.0 ORDER BY a, k) AS named
	FROM generate_series(1, 24) o, generate_series(1, 3) a, generate_series(1, 3) k GROUP BY o;
CREATE TABLE prices AS SELECT jsonb '{"cost": {"1": 1, "2": 0.5, "3": 2, "4": 1.125}, "panels": {"p": {"fee": 0.5, "attributes": ["2", "4"]}}}' AS p;

CREATE TABLE models AS
	SELECT 'ridge' AS id, aer_train(x, y, aer_ridge(budget => 2, radius => 4, seed => 7, intercept => true) ORDER BY i) AS m FROM points
	UNION ALL SELECT 'rows', aer_train(p, 'y', aer_ridge(budget => 3, exclude => '{i,label}', columns => '{"kind": ["high", "low", "mid"]}', warmup_rows => 10) ORDER BY i) FROM people p
	UNION ALL SELECT 'documents', aer_train(j, y, aer_lasso(include => '{a,b}') ORDER BY i) FROM documents
	UNION ALL SELECT 'documents of people', aer_train(to_jsonb(p), label, aer_ridge(include => '{a,d}') ORDER BY i) FROM people p
	UNION ALL SELECT 'label', aer_fit_ridge(aer_moments(x, label, aer_design(budget => 3), i ORDER BY i)) FROM points
	UNION ALL SELECT 'two values', aer_fit_ridge(aer_moments(x, label::int, aer_design(budget => 3), i ORDER BY i)) FROM points
	UNION ALL SELECT 'partial', aer_fit_ridge(aer_moments(p, 'label', aer_design(budget => 3, exclude => '{i,y}', columns => '{"kind": ["high", "low", "mid"]}'), i ORDER BY i), partial => true) FROM people p
	UNION ALL SELECT 'partial of arrays', aer_fit_ridge(aer_moments(x, y, aer_design(budget => 3), i ORDER BY i), partial => true) FROM points
	UNION ALL SELECT 'wide', aer_train(x, y, aer_ridge(budget => 3) ORDER BY i) FROM wide;
CREATE TABLE moments AS
	SELECT 'keyed' AS id, aer_moments(x, y, aer_design(budget => 3), i ORDER BY i) AS m FROM points
	UNION ALL SELECT 'complete', aer_moments(x, y ORDER BY i) FROM points
	UNION ALL SELECT 'rows', aer_moments(p, 'y', aer_design(budget => 3, exclude => '{i,label}', columns => '{"kind": ["high", "low", "mid"]}'), i ORDER BY i) FROM people p
	UNION ALL SELECT 'money', aer_moments(x, y, aer_design(2.5, p), i ORDER BY i) FROM points, prices GROUP BY p
	UNION ALL SELECT 'in two words', aer_moments(x, y, aer_design(budget => 3), i) - aer_moments(x, y, aer_design(budget => 3), i) FILTER (WHERE i <= 5) FROM points;
CREATE TABLE judgment_moments AS
	SELECT aer_judgment_moments(named, y, '{ä1,ä2,ä3}'::text[] ORDER BY o) AS m FROM judged;
-- A table that is followed, changed, and followed on.
CREATE TABLE followed (i bigint PRIMARY KEY, a float8, d numeric, y float8);
SELECT aer_follow('followed', 'y', aer_design(budget => 1, include => '{a,d}'), 'i', 'followed_log');
INSERT INTO followed SELECT i, a, d, y FROM people WHERE i <= 40;
UPDATE followed SET a = 0.5 WHERE i % 7 = 0;
DELETE FROM followed WHERE i % 5 = 0;
ALTER TABLE points SET (parallel_workers = 2);
ALTER TABLE documents SET (parallel_workers = 2);
ANALYZE;

CREATE FUNCTION in_parts(query text) RETURNS SETOF text LANGUAGE plpgsql
	SET max_parallel_workers_per_gather = 2 SET parallel_setup_cost = 0 SET parallel_tuple_cost = 0 SET min_parallel_table_scan_size = 0 AS $$
BEGIN
	RETURN QUERY EXECUTE query;
END $$;

-- A stored value of any type of aer, out in binary and in again.
CREATE FUNCTION received(value anyelement) RETURNS anyelement LANGUAGE plpgsql AS $$
DECLARE
	type text := pg_typeof(value);
	file text := format('%s/copy.%s', current_setting('data_directory'), pg_backend_pid());
BEGIN
	EXECUTE format('CREATE TEMP TABLE IF NOT EXISTS received_%s (v %I)', type, type);
	EXECUTE format('DELETE FROM received_%s', type);
	EXECUTE format('COPY (SELECT (%L::%I)) TO %L (FORMAT binary)', value, type, file);
	EXECUTE format('COPY received_%s FROM %L (FORMAT binary)', type, file);
	EXECUTE format('SELECT v FROM received_%s', type) INTO value;
	RETURN value;
END $$;
