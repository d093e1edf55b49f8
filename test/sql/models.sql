--
-- Operations on models: trim, cast, store
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
