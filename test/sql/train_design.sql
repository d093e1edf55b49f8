--
-- aer_train with a design, with nothing, and with a key: the model of the moment
-- learner, to the bit
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;

CREATE FUNCTION pg_temp.noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 1048575) / 524288.0::float8 - 1';
CREATE TABLE t AS
	SELECT i AS id, i % 3 AS g, a, b, c, d, a - 2 * b + d::int + pg_temp.noise(i, 0) AS y,
		a - b + pg_temp.noise(i, 0) > 0 AS yes, ARRAY[a, b, c, d::int] AS x
	FROM (SELECT i, pg_temp.noise(i, 1) AS a, pg_temp.noise(i, 2) AS b, pg_temp.noise(i, 3) AS c, pg_temp.noise(i, 4) > 0 AS d
		  FROM generate_series(1, 600) i) s;
ANALYZE t;
CREATE VIEW r AS SELECT a, b, c, d, y FROM t ORDER BY id;

-- Arrays and rows, numbers and booleans as targets.
CREATE TEMP TABLE designs AS
SELECT n, design, (design - 'units') || '{"exclude": ["id", "g", "y", "yes"]}' AS of_rows
FROM unnest(ARRAY[aer_design(), aer_design(budget => 2), aer_design(budget => 3, sampling => 'learned', seed => 7),
	aer_design(budget => 3, units => 'standardized', folds => 2, center => 0.25),
	aer_design(budget => 2, missing => 'available', spread => ARRAY[1, 2, 3, 4])]) WITH ORDINALITY d (design, n);
SELECT n, s.*
FROM designs, LATERAL (SELECT
	aer_train(x, y, design ORDER BY id) = aer_fit_ridge(aer_moments(x, y, design ORDER BY id)) AS arrays,
	aer_train(x, yes, design ORDER BY id) = aer_fit_ridge(aer_moments(x, yes, design ORDER BY id)) AS yes,
	aer_train(t.*, 'y', of_rows ORDER BY id) = aer_fit_ridge(aer_moments(t.*, 'y', of_rows ORDER BY id)) AS rows,
	aer_train(t.*, 'yes', of_rows ORDER BY id) = aer_fit_ridge(aer_moments(t.*, 'yes', of_rows ORDER BY id)) AS rows_yes
	FROM t) s ORDER BY n;
-- With a key that names the row.
SELECT n, s.*
FROM designs, LATERAL (SELECT
	aer_train(x, y, design, id ORDER BY id) = aer_fit_ridge(aer_moments(x, y, design, id ORDER BY id)) AS arrays,
	aer_train(x, yes, design, id ORDER BY id) = aer_fit_ridge(aer_moments(x, yes, design, id ORDER BY id)) AS yes,
	aer_train(t.*, 'y', of_rows, id ORDER BY id) = aer_fit_ridge(aer_moments(t.*, 'y', of_rows, id ORDER BY id)) AS rows,
	aer_train(t.*, 'yes', of_rows, id ORDER BY id) = aer_fit_ridge(aer_moments(t.*, 'yes', of_rows, id ORDER BY id)) AS rows_yes
	FROM t) s WHERE n <> 3 ORDER BY n;
SELECT aer_train(x, y, design, id) FROM t, designs WHERE n = 3;
-- With nothing: everything is read.
SELECT aer_train(x, y ORDER BY id) = aer_fit_ridge(aer_moments(x, y ORDER BY id)) AS arrays,
	aer_train(x, yes ORDER BY id) = aer_fit_ridge(aer_moments(x, yes ORDER BY id)) AS yes,
	(SELECT aer_train(r.*, 'y') = aer_fit_ridge(aer_moments(r.*, 'y')) FROM r) AS rows FROM t;
SELECT learner, rows, reads, continuable, expected_mse > 0 AS forecast
FROM aer_summary((SELECT aer_train(x, y, aer_design(budget => 2) ORDER BY id) FROM t));
-- Attributes outside the plan of the key are not read.
SELECT aer_train(x, y, design, id ORDER BY id)
	= aer_train(ARRAY(SELECT CASE WHEN j = ANY (aer_plan(design, 4, id)) THEN x[j] END FROM generate_series(1, 4) j ORDER BY j), y, design, id ORDER BY id) AS same
FROM t, designs WHERE n = 2;

-- Groups, hashed and sorted; FILTER; windows; two aggregates with one state; rows
-- without target.
SET enable_sort = off;
SELECT count(*) AS groups, bool_and(m = alone AND of_all = alone_of_all AND keyed = alone_keyed) AS same
FROM (SELECT g, aer_train(x, y, design) AS m, aer_train(x, y) AS of_all, aer_train(x, y, design, id) AS keyed
	FROM (SELECT * FROM t, designs WHERE n = 2 ORDER BY id) s GROUP BY g) s,
	LATERAL (SELECT aer_fit_ridge(aer_moments(x, y, design ORDER BY id)) AS alone, aer_fit_ridge(aer_moments(x, y ORDER BY id)) AS alone_of_all,
		aer_fit_ridge(aer_moments(x, y, design, id ORDER BY id)) AS alone_keyed FROM t, designs WHERE n = 2 AND g = s.g) a;
RESET enable_sort;
SET enable_hashagg = off;
SELECT count(*) AS groups, bool_and(m = alone) AS same
FROM (SELECT g, n, aer_train(x, y, design ORDER BY id) AS m FROM t, designs GROUP BY n, g) s,
	LATERAL (SELECT aer_fit_ridge(aer_moments(x, y, design ORDER BY id)) AS alone FROM t, designs WHERE g = s.g AND n = s.n) a;
RESET enable_hashagg;
SELECT aer_train(x, y, design ORDER BY id) FILTER (WHERE g = 1) = (SELECT aer_train(x, y, design ORDER BY id) FROM t, designs WHERE n = 2 AND g = 1) AS filtered,
	aer_train(x, y, design) FILTER (WHERE g = 7) IS NULL AND aer_train(x, y) FILTER (WHERE g = 7) IS NULL AS nothing,
	aer_train(x, NULL::float8, design) IS NULL AND aer_train(x, NULL::float8) IS NULL AS no_target FROM t, designs WHERE n = 2;
SELECT count(*) AS rows, bool_and(w.m = alone.m) AS same, bool_and(w.of_all = alone.of_all) AS same_of_all
FROM (SELECT id, aer_train(x, y, aer_design(budget => 2)) OVER w AS m, aer_train(x, y) OVER w AS of_all FROM t WHERE id <= 100 WINDOW w AS (ORDER BY id)) w,
	LATERAL (SELECT aer_train(x, y, aer_design(budget => 2) ORDER BY id) AS m, aer_train(x, y ORDER BY id) AS of_all FROM t WHERE t.id <= w.id) alone;
SELECT aer_fit_ridge(aer_moments(x, y)) = aer_train(x, y) AS shared FROM (SELECT * FROM t ORDER BY id) s;
SELECT n, rows, skipped
FROM designs, LATERAL (SELECT aer_train(x, CASE WHEN id % 4 > 0 THEN y END, design ORDER BY id) AS m FROM t) s, aer_summary(m) WHERE n < 3 ORDER BY n;

-- Nothing, or a key, is computed in parts; a design alone, which draws as rows
-- come, in one piece, which is the same wherever that runs.
ALTER TABLE t SET (parallel_workers = 2);
CREATE FUNCTION pg_temp.parts(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	line text;
	n bigint := 0;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		n := n + (line ~ 'Partial Aggregate')::int;
	END LOOP;
	RETURN n;
END $$;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT call, pg_temp.parts('SELECT ' || call || ' FROM t') AS parts
FROM unnest('{"aer_train(x, y)","aer_train(x, y, aer_design(budget => 2), id)","aer_train(t.*, ''y'')","aer_train(t.*, ''y'', aer_design(budget => 2), id)","aer_train(x, y, aer_design(budget => 2))","aer_train(x, y, aer_ridge(budget => 2))"}'::text[]) call;
-- sums add up in another order: 600 terms of size 1, rounded at 1e-16 each
SELECT name, a.rows = b.rows AND a.reads = b.reads AS same_reads,
	(SELECT bool_and(abs(v.weight - w.weight) < 1e-9) FROM aer_weights(parts) v JOIN aer_weights(whole) w USING (attribute)) AS same
FROM (SELECT 'all' AS name, (SELECT aer_train(x, y) FROM t) AS parts, (SELECT aer_train(x, y ORDER BY id) FROM t) AS whole
	UNION ALL SELECT 'key', (SELECT aer_train(x, y, aer_design(budget => 2), id) FROM t), (SELECT aer_train(x, y, aer_design(budget => 2), id ORDER BY id) FROM t)) s,
	aer_summary(parts) a, aer_summary(whole) b ORDER BY name;
RESET max_parallel_workers_per_gather;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
CREATE TEMP TABLE led AS SELECT aer_train(x, y, aer_design(budget => 2) ORDER BY id) AS m FROM t;
SELECT set_config(name, 'on', false) AS worker FROM pg_settings WHERE name IN ('force_parallel_mode', 'debug_parallel_query');
SELECT aer_train(x, y, aer_design(budget => 2) ORDER BY id) AS worked FROM t \gset
SELECT set_config(name, 'off', false) AS worker FROM pg_settings WHERE name IN ('force_parallel_mode', 'debug_parallel_query');
SELECT m = :'worked'::aer_model AS same FROM led;

-- Designs beside learners.  Several learners of one scan, in groups or in several calls, train
-- what each of them trains alone.
CREATE TEMP TABLE many AS
SELECT n, learner, of_rows FROM unnest(ARRAY[aer_ridge(budget => 2), aer_design(budget => 2), aer_lasso(), aer_design()]) WITH ORDINALITY l (learner, n),
	LATERAL (SELECT learner || '{"exclude": ["id", "g", "y", "yes"]}' AS of_rows) r;
SELECT n, together.array = alone.array AS arrays, together.row = alone.row AS rows, together.null = alone.null AS nulls
FROM (SELECT n, aer_train(x, y, learner ORDER BY id) AS array, aer_train(t.*, 'yes', of_rows ORDER BY id) AS row,
		aer_train(x, CASE WHEN id % 4 > 0 THEN y END, learner ORDER BY id) AS null
	FROM t, many GROUP BY n, learner, of_rows) together JOIN many USING (n),
	LATERAL (SELECT aer_train(x, y, learner ORDER BY id) AS array, aer_train(t.*, 'yes', of_rows ORDER BY id) AS row,
		aer_train(x, CASE WHEN id % 4 > 0 THEN y END, learner ORDER BY id) AS null FROM t) alone ORDER BY n;
SELECT n, models[n] = (SELECT aer_train(x, y, learner ORDER BY id) FROM t) AS calls
FROM (SELECT ARRAY[aer_train(x, y, aer_ridge(budget => 2) ORDER BY id), aer_train(x, y, aer_design(budget => 2) ORDER BY id),
		aer_train(x, y, aer_lasso() ORDER BY id), aer_train(x, y, aer_design() ORDER BY id)] AS models FROM t) together, many ORDER BY n;
SELECT many.n, count(*) AS points, bool_and(c.mse = (SELECT (aer_evaluate(aer.m, x, y ORDER BY id)).mse FROM t WHERE id > 500)) AS same, bool_and(c.reads = aer.reads) AS same_reads
FROM many, aer_learning_curve('SELECT x AS features, y AS target FROM t WHERE id <= 500 ORDER BY id', 'SELECT x AS features, y AS target FROM t WHERE id > 500 ORDER BY id',
		(SELECT array_agg(learner ORDER BY n) FROM many), '{20,100,500}') c,
	LATERAL (SELECT m, s.reads FROM (SELECT aer_train(x, y, many.learner ORDER BY id) AS m FROM t WHERE id <= c.rows) w, aer_summary(m) s) aer
WHERE many.learner = c.learner GROUP BY many.n ORDER BY many.n;
SELECT many.n, count(*) AS folds, sum(rows) AS scored, bool_and(mse > 0) AS errors, max(reads) <= 2 * 600 * CASE WHEN many.learner ? 'budget' THEN 1 ELSE 2 END AS within_budget
FROM many JOIN aer_cross_validate('SELECT x AS features, y AS target, id AS key FROM t', (SELECT array_agg(learner ORDER BY n) FROM many), 4) c ON many.learner = c.learner
GROUP BY many.n, many.learner ORDER BY many.n;

-- ORDER BY comes after the last argument.
SELECT aer_train(x, y ORDER BY id, aer_design(budget => 2)) FROM t;
SELECT aer_train(t.*, 'y' ORDER BY id, aer_ridge(budget => 2)) FROM t;
SELECT aer_train(x, y ORDER BY id, design) FROM t, designs WHERE n = 2;
SELECT aer_train(x, y ORDER BY id, aer_design(budget => 2), id) FROM t;
SELECT aer_train(x, y, design ORDER BY id, 5) FROM t, designs WHERE n = 2;
SELECT aer_train(x, y, aer_ridge(budget => 2) ORDER BY id, design) FROM t, designs WHERE n = 2;
SELECT g, aer_train(t.*, 'y', aer_design(), id ORDER BY id, aer_design(budget => 2)) FROM t GROUP BY g;
SELECT aer_train(x, y, design ORDER BY design, y, id) IS NOT NULL AS sorted_by_an_argument FROM t, designs WHERE n = 2;

-- Calls that do not accept a design.
SELECT aer_continue(x, y, m) FROM t, led;
SELECT aer_next(m) FROM led;
SELECT aer_continue(x, y, (SELECT aer_fit_ols(aer_moments(x, y)) FROM t)) FROM t;
SELECT aer_moments(x, y, aer_ridge(budget => 2)) FROM t;
SELECT aer_train(x, y, aer_ridge(budget => 2), id) FROM t;
SELECT aer_train(x, y, NULL::jsonb, id) FROM t;
SELECT aer_train(x, y, design, NULL) FROM t, designs WHERE n = 2;
SELECT aer_train(x, y, '{"learner": "moment ridge"}') FROM t;
SELECT aer_train(x, y, '{"budget": 2}') FROM t;
SELECT aer_train(x, y, aer_design(budget => 2)), aer_train(x, y, '{"learner": "design", "bugdet": 2}') FROM t;
SELECT aer_train(array_replace(x, x[1], NULL), y, aer_design(budget => 4, missing => 'error') ORDER BY id) FROM t;
SELECT _aer_train_moments_final((SELECT aer_moments(x, y) FROM t));

-- An alias is not always the row: here tables have a column of their own name.
CREATE TYPE place AS (latitude float8, longitude float8);
CREATE TEMP TABLE p (p place, a int, y int);
CREATE TEMP TABLE h (h float8[], a int, y int);
CREATE TEMP TABLE q (q float8, a int, y int);
INSERT INTO p SELECT ROW(i, i)::place, i % 3, i % 5 FROM generate_series(1, 20) i;
INSERT INTO h SELECT ARRAY[i, i], i % 3, i % 5 FROM generate_series(1, 20) i;
INSERT INTO q SELECT i, i % 3, i % 5 FROM generate_series(1, 20) i;
SELECT aer_train(p, 'y', aer_design()) FROM p;
SELECT aer_train(h, 'y') FROM h;
SELECT aer_train(q, 'y') FROM q;
SELECT (SELECT attributes FROM p, aer_summary((SELECT aer_train(p.*, 'y', aer_design()) FROM p)) LIMIT 1) AS p,
	(SELECT attributes FROM aer_summary((SELECT aer_train(h.*, 'y') FROM h))) AS h, (SELECT attributes FROM aer_summary((SELECT aer_train(q.*, 'y') FROM q))) AS q;
DROP TYPE place CASCADE;
DROP TABLE t CASCADE;
