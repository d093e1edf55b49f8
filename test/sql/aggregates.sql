--
-- The aggregates in queries of all kinds, and where options and models come from
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE FUNCTION pg_temp.noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 1048575) / 524288.0::float8 - 1';
CREATE TEMP TABLE v AS
	SELECT i, i % 3 AS g, ARRAY(SELECT pg_temp.noise(i, j) FROM generate_series(1, 6) j ORDER BY j) AS x,
		pg_temp.noise(i, 0) AS y
	FROM generate_series(1, 300) i;
\set l 'aer_ridge(budget => 3, radius => 2)'

-- GROUP BY, hashed and sorted; FILTER; ORDER BY; DISTINCT.
CREATE TEMP TABLE by_group AS
	SELECT k AS g, (SELECT aer_train(x, y, :l ORDER BY i) FROM v WHERE g = k)::text AS m FROM generate_series(0, 2) k;
SELECT count(*) AS groups, bool_and(s.m = b.m) AS same
FROM (SELECT g, aer_train(x, y, :l)::text AS m FROM (SELECT * FROM v ORDER BY i) v GROUP BY g) s JOIN by_group b USING (g);
SET enable_hashagg = off;
SELECT count(*) AS groups, bool_and(s.m = b.m) AS same
FROM (SELECT g, aer_train(x, y, :l ORDER BY i)::text AS m FROM v GROUP BY g) s JOIN by_group b USING (g);
RESET enable_hashagg;
SELECT (aer_train(x, y, :l ORDER BY i) FILTER (WHERE g = 1))::text = (SELECT m FROM by_group WHERE g = 1) AS filtered,
	aer_train(x, y, :l ORDER BY i) FILTER (WHERE g = 7) IS NULL AS nothing FROM v;
SELECT g, s.m = b.m AS same
FROM (SELECT g, aer_train(x, y, :l ORDER BY i)::text AS m FROM v GROUP BY GROUPING SETS ((g), ())) s LEFT JOIN by_group b USING (g) ORDER BY g;
SELECT aer_train(x, y, :l ORDER BY i)::text <> aer_train(x, y, :l ORDER BY i DESC)::text AS order_matters FROM v;
SELECT aer_train(DISTINCT x, y, :l ORDER BY x, y, :l)::text = (SELECT aer_train(x, y, :l ORDER BY x, y)::text FROM v) AS without_repeats
FROM v, generate_series(1, 3);

-- A sort flattens the states into memory of its own, where nothing can be freed
-- from PostgreSQL 17 on; a hash table that is full sends its rows to disk.
CREATE TEMP TABLE judged AS
	SELECT i, g, y, aer_judgments(a, x[a] + k * y) AS j FROM v, generate_series(1, 2) a, generate_series(1, 2) k GROUP BY i, g, y;
SELECT count(*) AS states, bool_and(s.m::text = (SELECT aer_moments(x, y, design, i ORDER BY i) FROM v WHERE g = s.g)::text) AS same
FROM (VALUES (aer_design(budget => 3)), (aer_design(budget => 2, folds => 2)), (aer_design())) d (design),
	LATERAL (SELECT g, aer_moments(x, y, design, i ORDER BY i) AS m FROM v GROUP BY g ORDER BY -g) s;
SELECT count(*) AS states, bool_and(s.m::text = (SELECT aer_judgment_moments(j, y, 2 ORDER BY i) FROM judged WHERE g = s.g)::text) AS same
FROM (SELECT g, aer_judgment_moments(j, y, 2 ORDER BY i) AS m FROM judged GROUP BY g ORDER BY -g) s;
SET work_mem = '64kB';
SELECT count(*) AS states, bool_and(s.m::text = (SELECT aer_moments(x, y)::text FROM v WHERE i = s.i)) AS same
FROM (SELECT i, aer_moments(m) AS m FROM (SELECT i, aer_moments(x, y) AS m FROM v GROUP BY i) m GROUP BY i ORDER BY -i) s;
RESET work_mem;

-- Windows: a growing model, and a moving one.
SELECT count(*) AS rows, bool_and(w.m::text = alone.m::text) AS same
FROM (SELECT i, aer_train(x, y, :l) OVER (ORDER BY i) AS m FROM v WHERE i <= 40) w,
	LATERAL (SELECT aer_train(x, y, :l ORDER BY i) AS m FROM v WHERE v.i <= w.i) alone;
SELECT count(*) AS rows, bool_and(w.m::text = alone.m::text) AS same
FROM (SELECT i, aer_train(x, y, :l) OVER (ORDER BY i ROWS 9 PRECEDING) AS m FROM v WHERE i <= 40) w,
	LATERAL (SELECT aer_train(x, y, :l ORDER BY i) AS m FROM v WHERE v.i BETWEEN w.i - 9 AND w.i) alone;
SELECT count(*) AS rows, bool_and((w.e).mse = (alone.e).mse) AS same
FROM (SELECT i, aer_evaluate(m, x, y) OVER (ORDER BY i ROWS 9 PRECEDING) AS e
	  FROM v, (SELECT aer_train(x, y, :l ORDER BY i) AS m FROM v) t WHERE i <= 40) w,
	LATERAL (SELECT aer_evaluate(m, x, y ORDER BY i) AS e
			 FROM v, (SELECT aer_train(x, y, :l ORDER BY i) AS m FROM v) t WHERE v.i BETWEEN w.i - 9 AND w.i) alone;

-- Learners from a table, short and long (compressed, out of line), one or many.
CREATE TEMP TABLE learners (id int, l jsonb);
INSERT INTO learners VALUES (1, :l), (2, aer_lasso(budget => 4)),
	(3, (SELECT aer_ridge(center => array_agg(j), scale => 7) FROM (SELECT pg_temp.noise(6, k) AS j FROM generate_series(1, 6) k) s));
CREATE TEMP TABLE long_learners (id int, l jsonb);
ALTER TABLE long_learners ALTER l SET STORAGE EXTERNAL;
INSERT INTO long_learners
	SELECT id, aer_ridge(budget => 3, center => c, seed => id) FROM generate_series(1, 2) id,
		(SELECT array_agg(pg_temp.noise(5, k) ORDER BY k) AS c FROM generate_series(1, 1000) k) s;
CREATE TEMP TABLE long_v AS
	SELECT i, ARRAY(SELECT pg_temp.noise(i, j)::real FROM generate_series(1, 1000) j ORDER BY j) AS x, pg_temp.noise(i, 0) AS y
	FROM generate_series(1, 60) i;
SELECT id, aer_train(x, y, l ORDER BY i)::text = (SELECT aer_train(x, y, o.l ORDER BY i) FROM v)::text AS same
FROM learners o, v GROUP BY id, l ORDER BY id;
SELECT id, pg_column_size(l) > 2000 AS long, s.m::text = t.m::text AS same, s.m::text = u.m::text AS same_unsorted
FROM long_learners o,
	LATERAL (SELECT aer_train(x, y, o.l ORDER BY i) AS m FROM long_v) s,
	LATERAL (SELECT aer_train(x, y, q.l ORDER BY i) AS m FROM long_v, long_learners q WHERE q.id = o.id) t,
	LATERAL (SELECT aer_train(x, y, (q.l::text)::jsonb) AS m FROM (SELECT * FROM long_v ORDER BY i) w, long_learners q WHERE q.id = o.id) u
ORDER BY id;
SELECT aer_train(x, y, l ORDER BY i, id) FROM long_v, long_learners;
SELECT count(*) FROM (SELECT aer_train(x, y, l) FROM long_v, long_learners GROUP BY l) s;

-- Models as constants, scalar subqueries, columns, variables: the same scores,
-- also where they change from row to row.
CREATE TEMP TABLE models AS SELECT id, aer_train(x, y, l ORDER BY i) AS m FROM learners, v GROUP BY id, l;
SELECT m AS constant FROM models WHERE id = 2 \gset
PREPARE predict(aer_model) AS SELECT sum(aer_predict($1, x) ORDER BY i)::text AS prepared FROM v;
SELECT sum(aer_predict(:'constant', x) ORDER BY i) = sum(aer_predict((SELECT m FROM models WHERE id = 2), x) ORDER BY i) AS subquery,
	sum(aer_predict(:'constant', x) ORDER BY i) = sum(aer_predict(m, x) ORDER BY i) AS column,
	sum(aer_predict(:'constant', x) ORDER BY i) = sum(aer_predict(m::text::aer_model, x) ORDER BY i) AS made_anew
FROM v, models WHERE id = 2;
SELECT sum(aer_predict(:'constant', x) ORDER BY i)::text AS expected FROM v \gset
SET plan_cache_mode = force_generic_plan;
EXECUTE predict(:'constant') \gset
SELECT :'expected' = :'prepared' AS prepared;
SELECT m AS constant FROM models WHERE id = 1 \gset
EXECUTE predict(:'constant') \gset
SELECT :'expected' <> :'prepared' AS another;
RESET plan_cache_mode;
SELECT count(*) AS scores, bool_and(abs(p - by_hand) < 1e-12) AS right
FROM (SELECT aer_predict(m, x) AS p,
		(SELECT sum(weight * coalesce(x[attribute], 1)) FROM aer_weights(m)) AS by_hand
	  FROM (SELECT * FROM v, models ORDER BY i, id) s) t;
-- Neighbouring models of the same size in the same place.
SELECT bool_and(aer_predict(format('{"weights":[%s,1],"intercept":0,"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}', i)::aer_model, '{1,0}'::int[]) = i) AS each_its_own
FROM generate_series(1, 2000) i;
-- A model that differs from the one before it in one thing, the same bytes in all:
-- weights, intercept, range, names and link count, what only continuing needs does not.
WITH base AS MATERIALIZED (
	SELECT aer_train(ARRAY[i % 7, i % 5, i % 3], i % 7 + i % 5, aer_ridge(budget => 3, units => 'standardized') ORDER BY i)::text::jsonb AS j
	FROM generate_series(1, 400) i),
models AS (
	SELECT path, g, jsonb_set(j, path, CASE g WHEN 1 THEN j #> path ELSE value END) AS j
	FROM base, generate_series(1, 3) g, (VALUES ('{weights,0}'::text[], '0.25'::jsonb), ('{weights,2}', '0.5'), ('{intercept}', '-1'), ('{target_min}', '6'), ('{target_max}', '7'),
		('{state,vectors,0,0}', '0.125'), ('{state,target_unit}', '3'), ('{rows}', '500')) c(path, value))
SELECT path, bool_and(abs(p - greatest((j->>'target_min')::float8, least((j->>'target_max')::float8, by_hand))) < 1e-12) AS each_its_own, count(DISTINCT p) AS predictions
FROM (SELECT path, j, aer_predict(j::text::aer_model, x) AS p,
		(SELECT (j->>'intercept')::float8 + sum((j->'weights'->>(k - 1))::float8 * x[k]) FROM generate_series(1, 3) k) AS by_hand
	FROM models, (VALUES ('{0,1,2}'::int[]), ('{6,4,0}')) v(x)) s
GROUP BY path ORDER BY path;
SELECT string_agg(aer_predict(format('{"weights":[1,2],"intercept":0,"columns":[{"name":"%s","kind":"number"},{"name":"%s","kind":"number"}],"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}',
		substr('abab', g, 1), substr('baba', g, 1))::aer_model, '{"a": 1, "b": 10}'::jsonb)::text, ' ' ORDER BY g) AS by_name,
	string_agg(round(aer_probability(format('{"weights":[1],"intercept":0,"target_min":0,"target_max":1,"two_valued":true,"link":{"slope":1,"offset":%s},"learner":{},"rows":1000000,"draws":0,"reads":0,"skipped":0,"format":2}',
		g % 2)::aer_model, ARRAY[1])::numeric, 2)::text, ' ' ORDER BY g) AS by_link
FROM generate_series(1, 4) g;
SELECT s.id, (s.e).mse = (t.e).mse AS same, (s.e).rows
FROM (SELECT id, aer_evaluate(m, x, y ORDER BY i) AS e FROM v, models GROUP BY id) s,
	LATERAL (SELECT aer_evaluate(m, x, y ORDER BY i) AS e FROM v, models WHERE id = s.id) t ORDER BY id;

-- ORDER BY comes after the last argument.  Elsewhere, an optional argument is
-- only sorted by, and would be as if it had not been given.
SELECT aer_moments(x, y ORDER BY i, aer_design(budget => 2)) FROM v;
SELECT aer_moments(x, y ORDER BY i, design) FROM v, (SELECT aer_design(budget => 1 + g) AS design FROM generate_series(1, 1) g) d;
SELECT aer_moments(x, y ORDER BY i, aer_design(budget => 2), i) FROM v GROUP BY i % 3;
SELECT aer_moments(v, 'y' ORDER BY i, aer_design(budget => 2)) FROM v;
SELECT aer_moments(x, y, aer_design(budget => 2) ORDER BY i, 7) FROM v;
SELECT aer_evaluate(m, x, y ORDER BY i, 2) FROM v, models;
SELECT aer_evaluate(m, x, y ORDER BY i, aer_design(budget => 2)) FROM v, models;
SELECT aer_evaluate(m, x, y ORDER BY i, m) FROM v, models;
SELECT aer_train(x, y ORDER BY i, aer_ridge()) FROM v;
SELECT sum(reads) AS reads
FROM aer_attributes((SELECT aer_moments(x, y, aer_design(budget => 2) ORDER BY i) FROM v));
SELECT aer_moments(x, y, design ORDER BY design, y, i DESC) IS NOT NULL AS sorted_by_an_argument
FROM v, (SELECT aer_design(budget => 1 + g) AS design FROM generate_series(1, 1) g) d;

-- Designs are compared as values when moments merge: 0.5 is 0.50.
CREATE TEMP TABLE designs AS
	SELECT d, aer_moments(x, y, d::jsonb, i) AS m FROM v,
		unnest(ARRAY['{"learner": "design", "center": 0.5, "spread": [1, 2, 3, 4, 5, 6], "budget": 2}', '{"learner": "design", "budget": 2.0, "center": 0.50, "spread": [1.0, 2e0, 3, 4, 5, 6]}',
			'{"learner": "design", "center": 0.5, "spread": [1, 2, 3, 4, 5, 7], "budget": 2}']) d GROUP BY d;
SELECT aer_fit_ridge(aer_moments(m))::jsonb->'learner'->'design' <> 'null' AS one_design FROM designs WHERE d NOT LIKE '%7%';
SELECT aer_fit_ridge(aer_moments(m))::jsonb->'learner'->'design' <> 'null' AS one_design FROM designs WHERE d NOT LIKE '%2.0%';

-- Folds without rows travel between workers too.
CREATE TABLE few AS SELECT i, x, y FROM v WHERE i <= 3;
ALTER TABLE few SET (parallel_workers = 2);
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT sum(reads) AS reads FROM aer_attributes((SELECT aer_moments(x, y, aer_design(budget => 2), i) FROM few));
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
DROP TABLE few;

-- A partial state of skipped rows only adds to the number of skipped rows.
CREATE TEMP TABLE parts (part int, x float8[], y float8) PARTITION BY LIST (part);
CREATE TEMP TABLE part_1 PARTITION OF parts FOR VALUES IN (1);
CREATE TEMP TABLE part_2 PARTITION OF parts FOR VALUES IN (2);
INSERT INTO parts SELECT CASE WHEN i <= 4 THEN 1 ELSE 2 END, x, CASE WHEN i > 4 THEN y END FROM v WHERE i <= 1000;
ANALYZE parts;
SET enable_partitionwise_aggregate = on;
SET cpu_tuple_cost = 10;
SELECT rows, skipped FROM aer_summary(aer_fit_ridge((SELECT aer_moments(x, y) FROM parts)));
RESET enable_partitionwise_aggregate;
RESET cpu_tuple_cost;

-- A budget for all attributes evaluates in full; a smaller one draws again
-- for each row: the same attribute twice in some of them, two in others.
SELECT (aer_evaluate(m, x, y, 6)).mae IS NOT NULL AS in_full, (aer_evaluate(m, x, y, 5)).mae IS NULL AS sampled,
	(aer_evaluate(m, x, y, 2)).reads BETWEEN 301 AND 599 AS drawn_for_each
FROM v, (VALUES ('{"weights":[1,1,1,1,1,1],"intercept":0,"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}'::aer_model)) s(m);

-- The learner has lambda if it was given, the fit has that which it used.
SELECT aer_fit_ridge(m)::jsonb->'learner' ? 'lambda' AS chosen, (aer_fit_ridge(m)::jsonb->'fit'->>'lambda')::float8 <> 1 AS found,
	aer_fit_ridge(m, lambda => 1)::jsonb->'learner'->'lambda' AS given, aer_fit_ridge(m, lambda => 1)::jsonb->'fit'->'lambda' AS used
FROM (SELECT aer_moments(x, y, aer_design(budget => 3) ORDER BY i) AS m FROM v) s;
