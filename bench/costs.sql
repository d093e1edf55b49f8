-- What a row costs as a function of its width d, the looks b and how attributes are
-- stored, in processor time of the session, beside reading the same rows; and
-- formulas for it, fitted by aer itself.
--
--	scripts/cluster psql -f bench/costs.sql
--
-- Reading is sum(x[1]) of arrays, count(w) of whole rows, count(x->'a1') of jsonb.
-- What aer_train (ridge, own units), aer_moments with a key and aer_predict take
-- beyond that is fitted by
--		train	a + b * looks
--		moments	a + b * looks + c * looks (looks + 1) / 2
--		predict	a + b * d
-- of each storage, widths together, by least squares.  bench/profile goes on from
-- the tables that this leaves.

\set QUIET on
\pset footer off
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SET max_parallel_workers_per_gather = 0;
SET jit = off;

CREATE TABLE stored (storage text PRIMARY KEY, place int, expression text, read text, features text);
INSERT INTO stored VALUES
	('real[]', 1, 'v::real[] AS x', 'sum(x[1])', 'x, y'),
	('float8[]', 2, 'v AS x', 'sum(x[1])', 'x, y'),
	('smallint[]', 3, 'ARRAY(SELECT (100 * u)::smallint FROM unnest(v) u) AS x', 'sum(x[1])', 'x, y'),
	('numeric[]', 4, 'ARRAY(SELECT round(u::numeric, 2) FROM unnest(v) u) AS x', 'sum(x[1])', 'x, y'),
	('float8 columns', 5, NULL, 'count(w)', 'w, ''y'''),
	('numeric columns', 6, NULL, 'count(w)', 'w, ''y'''),
	('jsonb', 7, '(SELECT jsonb_object_agg(''a'' || i, round(v[i]::numeric, 3)) FROM generate_series(1, array_length(v, 1)) i) AS x',
		'count(x->''a1'')', 'x, y');

CREATE TABLE widths AS
SELECT storage, d, format('cost_%s_%s', place, d) AS name
FROM stored, unnest(ARRAY[10, 50, 200, 784]) d WHERE d <= CASE WHEN storage LIKE '%[]' THEN 784 ELSE 200 END;

CREATE TABLE made AS
WITH stream AS MATERIALIZED (SELECT setseed(0.5), ARRAY(SELECT random() FROM generate_series(1, 10783)) AS v)
SELECT id, v[id:id + 783] AS v, v[id] + v[id + 1] AS y FROM stream, generate_series(1, 10000) id;

SELECT CASE WHEN expression IS NOT NULL THEN
		format('CREATE TABLE %I AS SELECT id, %s, y FROM (SELECT id, v[1:%s] AS v, y FROM made) m', name, expression, d)
	ELSE format('CREATE TABLE %I AS SELECT id, y, %s FROM made', name,
		(SELECT string_agg(format('v[%s]%s AS a%s', i, CASE WHEN storage LIKE 'numeric%' THEN '::numeric(12, 3)' END, i), ', ' ORDER BY i)
			FROM generate_series(1, d) i)) END
FROM widths JOIN stored USING (storage) \gexec
SELECT format('VACUUM ANALYZE %I', name) FROM widths \gexec

CREATE TABLE costs AS
SELECT storage, d, name, path, looks, NULL::float8 AS nanoseconds, format(CASE path
		WHEN 'read' THEN 'SELECT %1$s FROM %3$I w'
		WHEN 'train' THEN 'SELECT aer_train(%2$s, aer_ridge(budget => %4$s, units => ''standardized''%5$s)) FROM %3$I w'
		WHEN 'moments' THEN 'SELECT pg_column_size(aer_moments(%2$s, aer_design(budget => %4$s%5$s), id)) FROM %3$I w'
		ELSE 'SELECT sum(aer_predict((SELECT model FROM models WHERE name = ''%3$s''), %6$s)) FROM %3$I w' END,
	read, features, name, looks, CASE WHEN d = 0 THEN '' ELSE included END, split_part(features, ',', 1)) AS statement
FROM widths JOIN stored USING (storage),
	LATERAL (SELECT CASE WHEN storage LIKE '%[]' THEN '' ELSE
		format(', include => %L', ARRAY(SELECT 'a' || i FROM generate_series(1, d) i)) END AS included) i,
	LATERAL (SELECT 'read' AS path, 0 AS looks UNION ALL SELECT 'predict', d
		UNION ALL SELECT p, l FROM unnest('{train,moments}'::text[]) p, unnest('{2,5,20,60}'::int[]) l WHERE l < d) p;

CREATE TABLE models AS SELECT ''::text AS name, NULL::aer_model AS model WHERE false;
SELECT format('INSERT INTO models SELECT %L, aer_train(%s, aer_ridge(%s)) FROM %I w', name, features,
	CASE WHEN storage LIKE '%[]' THEN '' ELSE
		format('include => %L', ARRAY(SELECT 'a' || i FROM generate_series(1, d) i)) END, name)
FROM widths JOIN stored USING (storage) \gexec

\ir processor.sql

CREATE TABLE turns (name text, path text, looks int, nanoseconds float8);
DO $$
DECLARE
	c costs;
	started float8;
BEGIN
	FOR turn IN 0 .. 5 LOOP
		FOR c IN SELECT * FROM costs ORDER BY name, path, looks LOOP
			started := processor();
			EXECUTE c.statement;
			IF turn > 0 THEN			-- the first turn fills the caches
				INSERT INTO turns VALUES (c.name, c.path, c.looks, (processor() - started) / 10000);
			END IF;
		END LOOP;
	END LOOP;
END $$;
UPDATE costs SET nanoseconds = median FROM (
	SELECT name, path, looks, percentile_cont(0.5) WITHIN GROUP (ORDER BY nanoseconds) AS median
	FROM turns GROUP BY name, path, looks) m
WHERE (m.name, m.path, m.looks) = (costs.name, costs.path, costs.looks);

\echo
\echo 'Nanoseconds of processor time a row, medians of 5 turns'
SELECT storage, d, max(nanoseconds) FILTER (WHERE path = 'read')::int AS read,
	max(nanoseconds) FILTER (WHERE path = 'train' AND looks = 5)::int AS "train, 5",
	max(nanoseconds) FILTER (WHERE path = 'train' AND looks = 20)::int AS "20",
	max(nanoseconds) FILTER (WHERE path = 'train' AND looks = 60)::int AS "60",
	max(nanoseconds) FILTER (WHERE path = 'moments' AND looks = 5)::int AS "moments, 5",
	max(nanoseconds) FILTER (WHERE path = 'moments' AND looks = 20)::int AS "20 ",
	max(nanoseconds) FILTER (WHERE path = 'moments' AND looks = 60)::int AS "60 ",
	max(nanoseconds) FILTER (WHERE path = 'predict')::int AS predict
FROM costs JOIN stored USING (storage) GROUP BY storage, place, d ORDER BY place, d;

-- The formulas: terms that a path has not are 0 in all its rows.
CREATE TABLE beyond AS
SELECT c.storage, c.path, c.nanoseconds - r.nanoseconds AS y, c.nanoseconds,
	ARRAY[c.looks, CASE WHEN c.path = 'moments' THEN c.looks * (c.looks + 1) / 2 ELSE 0 END]::float8[] AS x
FROM costs c JOIN costs r USING (name) WHERE c.path <> 'read' AND r.path = 'read';
CREATE TABLE formulas AS SELECT storage, path, aer_fit_ols(aer_moments(x, y)) AS model FROM beyond GROUP BY storage, path;

\echo
\echo 'Nanoseconds beyond reading, and how far the formula is off, median of what the statement takes'
SELECT storage, path, w[1]::int AS a, round(w[2]::numeric, 1) AS b, CASE WHEN path = 'moments' THEN round(w[3]::numeric, 2) END AS c,
	(SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY abs(y - aer_predict(model, x)) / nanoseconds)
		FROM beyond WHERE (beyond.storage, beyond.path) = (formulas.storage, formulas.path))::numeric(4, 2) AS off
FROM formulas JOIN stored USING (storage),
	LATERAL (SELECT array_agg(weight ORDER BY attribute) AS w FROM aer_weights(model)) weights
ORDER BY path, place;
