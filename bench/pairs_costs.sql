-- What pairs cost, in processor time of the session: 20 numbers with three knots each, alone and
-- with 10 pairs (120 attributes for 80) or 30; and what aer_suggest takes to find them.
--
--	scripts/cluster psql -f bench/pairs_costs.sql

\set QUIET on
\pset footer off
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SET max_parallel_workers_per_gather = 0;
SET jit = off;

-- y is the sum of ten products.
SELECT setseed(0.5) \gset
SELECT format('CREATE TABLE wide AS SELECT id, y, %s FROM (SELECT id, (SELECT sum((v[2 * k - 1] - 0.5) * (v[2 * k] - 0.5)) FROM generate_series(1, 10) k) AS y, v
	FROM (SELECT id, ARRAY(SELECT random() FROM generate_series(1, 100) WHERE id > 0) AS v FROM generate_series(1, 20000) id) r) s',
	(SELECT string_agg(format('v[%1$s] AS c%1$s', i), ', ' ORDER BY i) FROM generate_series(1, 100) i)) \gexec
CREATE TABLE narrow AS SELECT id, y, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20 FROM wide;
VACUUM ANALYZE wide, narrow;

-- The pairs that y is made of come first.
CREATE TABLE designs AS
SELECT pairs, aer_design(include => ARRAY(SELECT 'c' || i FROM generate_series(1, 20) i),
	columns => (SELECT jsonb_object_agg('c' || i, '[0.25, 0.5, 0.75]'::jsonb) FROM generate_series(1, 20) i),
	interactions => (SELECT jsonb_agg(jsonb_build_array('c' || a, 'c' || b)) FROM (SELECT a, b FROM generate_series(1, 20) a, generate_series(1, 20) b WHERE a < b ORDER BY NOT (a % 2 = 1 AND b = a + 1), a, b LIMIT pairs) p)) AS design
FROM unnest(ARRAY[0, 10, 30]) pairs;
CREATE TABLE models AS SELECT pairs, design, moments, aer_fit_ridge(moments, curves => true, interactions => pairs) AS model
FROM (SELECT pairs, design, (SELECT aer_moments(n, 'y', design, id) FROM narrow n) AS moments FROM designs) s;

\ir processor.sql
CREATE TABLE turns (what text, pairs text, milliseconds float8);
DO $$
DECLARE
	c record;
	started float8;
BEGIN
	FOR turn IN 0 .. 5 LOOP
		FOR c IN
			SELECT * FROM (VALUES ('sums of 20,000 rows', 'SELECT aer_moments(n, ''y'', $1, id) FROM narrow n'), ('predictions of 20,000 rows', 'SELECT sum(aer_predict($2, n)) FROM narrow n'),
				('a fit of all, with bends', 'SELECT aer_fit_ridge($3, curves => true, interactions => $4)'), ('a fit that tries lengths, and lines or bends', 'SELECT aer_fit_ridge($3)')) v (what, statement), models
			UNION ALL
			SELECT 'aer_suggest of ' || source, format('SELECT aer_suggest(%L, ''y'', interactions => %L)', source, pairs), CASE WHEN pairs THEN 30 ELSE 0 END, NULL, NULL, NULL
			FROM unnest(ARRAY['narrow', 'wide']) source, unnest(ARRAY[false, true]) pairs
		LOOP
			started := processor();
			EXECUTE c.statement USING c.design, c.model, c.moments, c.pairs;
			IF turn > 0 THEN			-- the first turn fills the caches
				INSERT INTO turns VALUES (c.what, c.pairs, (processor() - started) / 1e6);
			END IF;
		END LOOP;
	END LOOP;
END $$;
SELECT what, pairs, round(milliseconds::numeric, 1) AS "milliseconds of processor time", round((milliseconds / first_value(milliseconds) OVER (PARTITION BY what ORDER BY pairs))::numeric, 2) AS "times without"
FROM (SELECT what, pairs::int, percentile_cont(0.5) WITHIN GROUP (ORDER BY milliseconds) AS milliseconds FROM turns GROUP BY 1, 2) m ORDER BY 1, 2;
