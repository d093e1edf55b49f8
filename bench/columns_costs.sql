-- What bends cost, in processor time of the session: rows of 50 columns read with three
-- knots in each and without, and a fit of those 200 attributes beside one of 200 columns.
--
--	scripts/cluster psql -f bench/columns_costs.sql

\set QUIET on
\pset footer off
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SET max_parallel_workers_per_gather = 0;
SET jit = off;

-- y bends in every tenth column.
SELECT setseed(0.5) \gset
SELECT format('CREATE TABLE wide AS SELECT id, y, %s FROM (SELECT id, (SELECT sum(abs(v[10 * k] - 0.5)) FROM generate_series(1, 20) k) AS y, v
	FROM (SELECT id, ARRAY(SELECT random() FROM generate_series(1, 200) WHERE id > 0) AS v FROM generate_series(1, 10000) id) r) s',
	(SELECT string_agg(format('v[%1$s] AS c%1$s', i), ', ' ORDER BY i) FROM generate_series(1, 200) i)) \gexec
VACUUM ANALYZE wide;

CREATE TABLE designs AS
SELECT attributes, bends, looks, aer_design(budget => looks, include => ARRAY(SELECT 'c' || i FROM generate_series(1, columns) i),
	columns => CASE WHEN bends THEN (SELECT jsonb_object_agg('c' || i, '[0.25, 0.5, 0.75]'::jsonb) FROM generate_series(1, columns) i) END) AS design
FROM (VALUES (200, 50, true, 5), (50, 50, false, 5), (200, 50, true, 50), (50, 50, false, 50), (200, 200, false, 20), (200, 200, false, 200)) v (attributes, columns, bends, looks);
CREATE TABLE sums AS SELECT d.*, (SELECT aer_moments(w, 'y', design, id) FROM wide w) AS moments FROM designs d;
CREATE TABLE models AS SELECT s.*, aer_fit_ridge(moments) AS model FROM sums s;

\ir processor.sql
CREATE TABLE turns (what text, attributes int, bends boolean, looks int, milliseconds float8);
DO $$
DECLARE
	c record;
	started float8;
BEGIN
	FOR turn IN 0 .. 5 LOOP
		FOR c IN SELECT * FROM models, (VALUES ('sums of 10,000 rows', 'SELECT aer_moments(w, ''y'', $1, id) FROM wide w'),
				('predictions of 10,000 rows', 'SELECT sum(aer_predict($2, w)) FROM wide w'), ('a fit', 'SELECT aer_fit_ridge($3)')) v (what, statement) LOOP
			started := processor();
			EXECUTE c.statement USING c.design, c.model, c.moments;
			IF turn > 0 THEN			-- the first turn fills the caches
				INSERT INTO turns VALUES (c.what, c.attributes, c.bends, c.looks, (processor() - started) / 1e6);
			END IF;
		END LOOP;
	END LOOP;
END $$;
SELECT what, attributes, bends, looks, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY milliseconds)::numeric, 1) AS "milliseconds of processor time"
FROM turns GROUP BY 1, 2, 3, 4 ORDER BY 1, 4, 2, 3;
