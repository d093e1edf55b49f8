--
-- Features as arrays: element types, layouts, NULLs
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE FUNCTION pg_temp.hash(i bigint, j bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
	AS 'SELECT hashint8extended(i, j) & 1023';
CREATE TEMP TABLE v AS
	SELECT i, ARRAY(SELECT (pg_temp.hash(i, j) - 512)::int FROM generate_series(1, 9) j ORDER BY j) AS x,
		pg_temp.hash(i, 0)::int - 512 AS y
	FROM generate_series(1, 100) i;

-- Small integers are exact in every type: the same model from all of them.
CREATE DOMAIN pg_temp.whole AS int4;
CREATE DOMAIN pg_temp.list AS float8[];
SELECT l->>'learner' AS learner, l->>'budget' AS budget,
	count(DISTINCT m::text) AS models, count(m) AS forms
FROM (VALUES (aer_ridge(scale => 500)), (aer_ridge(budget => 4, scale => 500)),
			 (aer_lasso(scale => 500)), (aer_lasso(budget => 4, scale => 500))) o(l),
	LATERAL (SELECT
		ARRAY[aer_train(x::smallint[], y::smallint, l ORDER BY i), aer_train(x, y, l ORDER BY i),
			aer_train(x::bigint[], y::bigint, l ORDER BY i), aer_train(x::real[], y::real, l ORDER BY i),
			aer_train(x::float8[], y::float8, l ORDER BY i), aer_train(x::numeric[], y::numeric, l ORDER BY i),
			aer_train(x::pg_temp.whole[]::int[], y::pg_temp.whole, l ORDER BY i),
			aer_train(x::pg_temp.list, y, l ORDER BY i),
			aer_train(('[-3:5]=' || x::text)::real[], y, l ORDER BY i),
			aer_train(x[1:3] || x[4:9], y, l ORDER BY i)] AS ms FROM v) s,
	LATERAL unnest(ms) m
GROUP BY l ORDER BY 1, 2;

-- Predictions do not depend on storage either: short and long, unaligned
-- after a "char", out of line, expanded in PL/pgSQL, with NULLs elsewhere.
CREATE TEMP TABLE wide AS
	SELECT i, 'c'::"char" AS odd, ARRAY(SELECT (pg_temp.hash(i, j) - 512)::int FROM generate_series(1, 700) j ORDER BY j) AS x
	FROM generate_series(1, 20) i;
CREATE TEMP TABLE stored (i int, odd "char", f8 float8[], f4 real[], n numeric[], s smallint[]);
INSERT INTO stored SELECT i, 'c', x, x, x, x FROM v;
INSERT INTO stored SELECT 1000 + i, 'c', x, x, x, x FROM wide;
CREATE TEMP TABLE model AS
	SELECT 9 AS d, aer_train(x, y, aer_ridge(scale => 500) ORDER BY i) AS m FROM v
	UNION ALL SELECT 700, aer_train(x, i, aer_ridge(scale => 5000) ORDER BY i) FROM wide;
SELECT d, count(*) AS rows, max(pg_column_size(f8)) > 127 AS long, min(pg_column_size(s)) < 127 AS short,
	bool_and(p = aer_predict(m, f4)) AS float4, bool_and(p = aer_predict(m, n)) AS numerics, bool_and(p = aer_predict(m, s)) AS smallint,
	bool_and(abs(p - (SELECT sum(x * w) FROM unnest(f8, m::float8[]) u(x, w))) < 1e-9) AS right
FROM (SELECT *, aer_predict(m, f8) AS p FROM model JOIN stored ON d = cardinality(f8)) s GROUP BY d ORDER BY d;
DO $$
DECLARE
	r record;
	x float8[];
	m aer_model;
BEGIN
	FOR r IN SELECT * FROM stored JOIN model ON d = cardinality(f8) WHERE i % 100 < 3 LOOP
		m := r.m;
		x := r.f8;
		x[1] := x[1] + 1;	-- makes it an expanded array
		IF abs(aer_predict(m, x) - aer_predict(r.m, r.f8) - (m::float8[])[1]) > 1e-9 THEN
			RAISE 'expanded array or model: row %', r.i;
		END IF;
	END LOOP;
END $$;

-- Booleans are 0 and 1, as targets -1 and +1.
SELECT replace(aer_train(ARRAY[y > 0, y % 2 = 0], x[1] > 0, aer_ridge() ORDER BY i)::text, '"target":"boolean"', '"target":"number"') =
	aer_train(ARRAY[(y > 0)::int, (y % 2 = 0)::int], CASE WHEN x[1] > 0 THEN 1 ELSE -1 END, aer_ridge() ORDER BY i)::text AS same
FROM v;
SELECT aer_predict(m, '{t,f}'::bool[]) = w[1] AS first, aer_predict(m, '{f,t}'::bool[]) = w[2] AS second
FROM (SELECT m, m::float8[] AS w FROM (SELECT aer_train(ARRAY[y > 0, y % 2 = 0], y, aer_ridge() ORDER BY i) AS m FROM v) a) b;

-- Numbers beyond a double are infinite, as bad as any other.
SELECT aer_train(ARRAY[1e400, 1], 1, aer_ridge());
SELECT aer_train(ARRAY['NaN'::numeric, 1], 1, aer_ridge());
SELECT aer_train(ARRAY[1, 2], 1e400, aer_ridge());
SELECT aer_train(ARRAY[1e-400, 1], 1, aer_ridge()) IS NOT NULL AS underflow_is_0;

-- A numeric becomes the nearest double, with any digits: those about where an
-- integer or a power of ten is no longer one, of every length, about zero digits.
WITH m AS (SELECT '{"weights":[1],"intercept":0,"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}'::aer_model AS m),
	digits AS (SELECT ('0' || substr(translate(md5(k::text) || md5('x' || k), 'abcdef', '123450'), 1, 1 + k % 24))::numeric AS n FROM generate_series(1, 480) k
		UNION SELECT n * 10::numeric ^ zeros FROM generate_series(0, 8) zeros, (VALUES (9007199254740991::numeric), (9007199254740992), (9007199254740993), (9007199254740995),
			(1843999999999999999.9999), (18439999999999999999), (18440000000000000000), (18446744073709551615), (18446744073709551617)) v(n)
		UNION SELECT * FROM unnest(ARRAY[0, 1, 5, 10, 9999, 10000, 99990000, 1e16, 1e20, 1.0001])),
	numerics AS (SELECT sign * n * ('1e' || power)::numeric AS n FROM digits, generate_series(-30, 30) power, unnest(ARRAY[1, -1]) sign)
SELECT count(*) > 50000 AS many, count(*) FILTER (WHERE aer_predict(m, ARRAY[n]) IS DISTINCT FROM n::float8) AS wrong, min(n) FILTER (WHERE aer_predict(m, ARRAY[n]) IS DISTINCT FROM n::float8) AS such
FROM m, numerics;
-- A scale of zeros, a stored one (with a short header), a compressed one.
CREATE TEMP TABLE numerics (n numeric);
INSERT INTO numerics VALUES (1.50000000000000000000000000000000000000000000000000), (0.00000000000000000000000000000000000000000000000), (-1e-130), (2e300), (repeat('1234', 20000)::numeric / 10::numeric ^ 79990);
SELECT count(*), count(*) FILTER (WHERE aer_predict(m, ARRAY[n]) IS DISTINCT FROM n::float8 OR aer_predict(named, s) IS DISTINCT FROM n::float8) AS wrong
FROM numerics s, (SELECT '{"weights":[1],"intercept":0,"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}'::aer_model AS m,
	'{"weights":[1],"intercept":0,"columns":[{"name":"n","kind":"number"}],"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}'::aer_model AS named) m;

-- NULL and non-finite elements matter to a prediction only at a weight.
CREATE FUNCTION pg_temp.sparse() RETURNS aer_model LANGUAGE sql AS $$
	SELECT ('{"weights":[0,2,0,3,0,0,0,0,0,1],"intercept":0.5,"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}')::aer_model
$$;
SELECT x, aer_predict(pg_temp.sparse(), x::float8[]) AS f8, aer_predict(pg_temp.sparse(), x::real[]) AS f4,
	aer_predict(pg_temp.sparse(), x::numeric[]) AS num
FROM (VALUES ('{1,1,1,1,1,1,1,1,1,1}'), ('{NULL,1,NULL,1,NULL,NULL,NULL,NULL,NULL,1}'),
			 ('{NaN,1,1,1,1,1,1,1,1,1}'), ('{1,1,Infinity,1,-Infinity,1,1,1,1,1}'),
			 ('[0:9]={1,1,1,1,1,1,1,1,NULL,1}')) s(x);
SELECT aer_predict(pg_temp.sparse(), '{1,NULL,1,1,1,1,1,1,1,1}'::float8[]);
SELECT aer_predict(pg_temp.sparse(), '{NULL,NaN,1,1,1,1,1,1,1,1}'::float8[]);
SELECT aer_predict(pg_temp.sparse(), '{1,1,1,Infinity,1,1,1,1,1,1}'::real[]);
SELECT aer_score(pg_temp.sparse(), '{1,1,1,1,1,1,1,1,1,-Infinity}'::numeric[]);
SELECT aer_score(pg_temp.sparse(), '{1,1,1,1,1,1,1,1,1,NULL}'::real[]);
SELECT aer_probability(aer_calibrate(pg_temp.sparse(), i, i > 50), '{1,1,1,1,1,1,1,1,1,NULL}'::numeric[]) FROM generate_series(1, 100) i;
SELECT aer_evaluate(pg_temp.sparse(), '{1,1,1,1,1,1,1,1,1,NULL}'::int[], 1);
SELECT aer_evaluate(pg_temp.sparse(), '{1,1,1,NaN,1,1,1,1,1,1}'::real[], 1);
SELECT (aer_evaluate(pg_temp.sparse(), '{NaN,1,NULL,1,1,1,1,1,1,1}'::real[], 1)).rows;

-- If NULLs precede an element, its place follows from the bitmap.
WITH m AS (SELECT format('{"weights":%s,"intercept":0,"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}',
		array_to_json(array_fill(0, ARRAY[29]) || '{1,100}'::int[]))::aer_model AS m)
SELECT aer_predict(m, x) AS int, aer_predict(m, x::float8[]) AS f8
FROM m, (SELECT array_agg(CASE WHEN i % 3 > 0 OR i = 30 THEN i END ORDER BY i) AS x FROM generate_series(1, 31) i) s;

-- A vector of the catalogs is an array from 0.
SELECT aer_predict(pg_temp.sparse(), '1 1 1 1 1 1 1 1 1 1'::int2vector::smallint[]);
SELECT aer_predict(pg_temp.sparse(), '1 1 1 1 1 1 1 1 1 1'::oidvector);

-- A model without weights asks for nothing.
SELECT aer_predict(m, '{1,NaN}'::float8[]) AS f8, aer_predict(m, '{1,NULL}'::int[]) AS int, (aer_evaluate(m, '{NULL,1}'::int[], 1) OVER ()).reads
FROM (SELECT '{"weights":[0,0],"intercept":0.5,"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}'::aer_model AS m) s;
