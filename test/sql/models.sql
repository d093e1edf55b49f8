--
-- What can be done with models: average, trim, cast, store
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE FUNCTION pg_temp.noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 1048575) / 524288.0::float8 - 1';
CREATE TEMP TABLE v AS
	SELECT i, ARRAY(SELECT pg_temp.noise(i, j) FROM generate_series(1, 6) j ORDER BY j) AS x, pg_temp.noise(i, 0) AS y
	FROM generate_series(1, 300) i;
CREATE TEMP TABLE parts AS
	SELECT part, aer_train(x, CASE WHEN i % 10 > 0 THEN y END, aer_ridge(budget => 3, intercept => true, radius => 2) ORDER BY i) AS m
	FROM (SELECT *, width_bucket(i, '{1,20,150,160}'::int[]) AS part FROM v) s GROUP BY part;

-- The mean, weighted by rows, against SQL; the ledger adds up.
SELECT count(*) AS numbers, bool_and(abs(a.weight - b.weight) < 1e-12) AS same
FROM aer_weights((SELECT aer_average(m ORDER BY part) FROM parts)) a
	JOIN (SELECT attribute, sum(weight * rows) / sum(rows) AS weight
		  FROM parts, aer_weights(m), LATERAL (SELECT s.rows FROM aer_summary(m) s) r GROUP BY attribute) b USING (attribute);
SELECT a.rows = b.rows AND a.skipped = b.skipped AND a.draws = b.draws AND a.reads = b.reads AS adds_up, a.continuable
FROM aer_summary((SELECT aer_average(m) FROM parts)) a,
	(SELECT sum(rows) AS rows, sum(skipped) AS skipped, sum(draws) AS draws, sum(reads) AS reads FROM parts, aer_summary(m)) b;
SELECT abs(aer_predict(all_of_them, '{1,2,3,4,5,6}'::int[]) - of_two) < 1e-12 AS mean_of_means
FROM (SELECT aer_average(m ORDER BY part) AS all_of_them FROM parts) s,
	(SELECT aer_predict(aer_average(half), '{1,2,3,4,5,6}'::int[]) AS of_two
	 FROM (SELECT aer_average(m) AS half FROM parts GROUP BY part % 2) h) t;
SELECT aer_average(m)::text = aer_trim((SELECT m FROM parts WHERE part = 1))::text AS of_one FROM parts WHERE part = 1;
SELECT aer_average(CASE WHEN part = 1 THEN m END)::text = aer_trim((SELECT m FROM parts WHERE part = 1))::text AS nulls_are_ignored FROM parts;
SELECT aer_average(m) IS NULL AS of_none FROM parts WHERE false;
SELECT aer_average(NULL::aer_model) IS NULL AS of_nulls FROM parts;
SELECT aer_average(m) FROM (SELECT m FROM parts UNION ALL SELECT aer_train('{1,2}'::int[], 1, aer_ridge())) s;
SELECT aer_average(m ORDER BY o) FROM (SELECT 1 AS o, aer_train(r, 'y', aer_ridge()) AS m FROM (SELECT 1 AS a, 2 AS b, 3 AS y) r
	UNION ALL SELECT 2, aer_train(r, 'y', aer_ridge()) FROM (SELECT 1 AS a, 2 AS c, 3 AS y) r) s;
SELECT aer_average(m ORDER BY o) FROM (SELECT 1 AS o, aer_train(r, 'y', aer_ridge()) AS m FROM (SELECT 1 AS a, 2 AS b, 3 AS y) r
	UNION ALL SELECT 2, aer_train('{1,2}'::int[], 3, aer_ridge())) s;

-- Every counter adds up, mistakes too.
CREATE TEMP TABLE of_parts AS
SELECT aer_train(x, sign(y)::float8, aer_perceptron() ORDER BY i) AS m FROM v GROUP BY i % 3;
SELECT mistakes = (SELECT sum(mistakes) FROM of_parts, aer_summary(m)) AS adds_up, mistakes > (SELECT max(mistakes) FROM of_parts, aer_summary(m)) AS of_both
FROM (SELECT aer_average(m) AS mean FROM of_parts) a, aer_summary(mean);
-- Options that suit a part may differ, if given at all; those that say what is
-- learned, in which units, may not.
CREATE TEMP TABLE of_options AS
SELECT name, aer_train(x, y, learner ORDER BY i) AS m
FROM v, (VALUES ('plain', aer_ridge(radius => 2)), ('null', aer_ridge(radius => 2) || '{"intercept": null}'), ('2.0', aer_ridge() || '{"radius": 2.0}'),
	('own', aer_ridge(radius => 2, budget => 3, seed => 7, step => 0.1, second_moments => ARRAY[1, 2, 3, 4, 5, 6], sampling => 'moments')),
	('lasso', aer_lasso(radius => 2)), ('radius', aer_ridge(radius => 3)), ('intercept', aer_ridge(radius => 2, intercept => true)),
	('scale', aer_ridge(radius => 2, scale => ARRAY[1, 2, 3, 4, 5, 6])), ('center', aer_ridge(radius => 2, center => 0.5))) o (name, learner)
WHERE i <= 20 GROUP BY name, learner;
SELECT rows, learner FROM (SELECT aer_average(m ORDER BY name DESC) AS mean FROM of_options WHERE name IN ('plain', 'null', '2.0', 'own')) a, aer_summary(mean);
CREATE FUNCTION pg_temp.average(a text, b text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	detail text;
BEGIN
	PERFORM aer_average(m ORDER BY name = a DESC) FROM of_options WHERE name IN (a, b);
	RETURN 'averaged';
EXCEPTION WHEN invalid_parameter_value THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
	RETURN SQLERRM || ': ' || detail;
END $$;
SELECT pg_temp.average('plain', name), pg_temp.average(name, 'plain') FROM of_options WHERE name NOT IN ('plain', 'null', '2.0', 'own') ORDER BY name;
SELECT aer_average(m ORDER BY name DESC) FROM of_options WHERE name IN ('plain', 'lasso');
-- that the learners are different comes before options that only one of them has
SELECT aer_average(m ORDER BY o) FROM (SELECT 1 AS o, m FROM of_options WHERE name = 'plain' UNION ALL SELECT 2, aer_fit_ridge(aer_moments(x, y)) FROM v) s;
-- the learner is the same, a column is not of the same type
SELECT aer_average(m ORDER BY o) FROM (SELECT 1 AS o, aer_train(r, 'y', aer_ridge()) AS m FROM (SELECT 1 AS a, 3 AS y) r
	UNION ALL SELECT 2, aer_train(r, 'y', aer_ridge()) FROM (SELECT true AS a, 3 AS y) r) s;
-- fits of parts choose their own penalties
SELECT rows FROM (SELECT aer_average(fit) AS mean FROM (SELECT aer_fit_ridge(aer_moments(x, y)) AS fit FROM v GROUP BY i % 3) f) a, aer_summary(mean);

-- Trimmed: the same scores, weights and ledger, less room.
SELECT bool_and(aer_predict(m, x) = aer_predict(aer_trim(m), x)) AS scores FROM v, parts WHERE part = 3;
SELECT pg_column_size(aer_trim(m)) < pg_column_size(m) AS smaller, aer_trim(aer_trim(m))::text = aer_trim(m)::text AS once_is_enough,
	m::float8[] = aer_trim(m)::float8[] AS weights,
	(SELECT (rows, skipped, draws, reads) FROM aer_summary(m)) = (SELECT (rows, skipped, draws, reads) FROM aer_summary(aer_trim(m))) AS ledger,
	(SELECT continuable FROM aer_summary(aer_trim(m))) AS continuable
FROM parts WHERE part = 3;

-- Casts are explicit.
SELECT (m::jsonb)->'weights' = to_jsonb(m::float8[]) AS jsonb, (m::jsonb)::text::aer_model::float8[] = m::float8[] AS and_back,
	m::float8[] = (SELECT array_agg(weight ORDER BY attribute) FROM aer_weights(m) WHERE attribute > 0) AS array
FROM parts WHERE part = 3;
SELECT array_length(m, 1) FROM parts;
SELECT m->'weights' FROM parts;
SELECT castcontext, castmethod, casttarget::regtype FROM pg_cast WHERE castsource = 'aer_model'::regtype ORDER BY 3;

-- A column of models: out of line, in arrays, in composites, updated.
CREATE TABLE kept (id int PRIMARY KEY, m aer_model, more aer_model[]);
INSERT INTO kept SELECT 1, (SELECT aer_train(array_fill(i, ARRAY[5000]), i, aer_lasso(budget => 9) ORDER BY i) FROM generate_series(1, 5) i);
UPDATE kept SET more = ARRAY[m, NULL, aer_trim(m)];
SELECT pg_column_size(m) > 100000 AS large, more[1]::text = m::text AS first, more[2] IS NULL AS second,
	(more::text)::aer_model[]::text = more::text AS as_text,
	aer_predict(more[3], array_fill(1, ARRAY[5000])) = aer_predict(m, array_fill(1, ARRAY[5000])) AS third
FROM kept;
SELECT attstorage, typstorage = attstorage AS as_type FROM pg_attribute JOIN pg_type t ON t.oid = atttypid WHERE attrelid = 'kept'::regclass AND attname = 'm';
UPDATE kept SET m = (SELECT aer_continue(array_fill(i, ARRAY[5000]), i, m ORDER BY i) FROM generate_series(6, 9) i);
SELECT m::text = (SELECT aer_train(array_fill(i, ARRAY[5000]), i, aer_lasso(budget => 9) ORDER BY i) FROM generate_series(1, 9) i)::text AS continued FROM kept;
DROP TABLE kept;
