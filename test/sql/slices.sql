-- Long arrays stored out of line and uncompressed, from which only the attributes
-- are fetched, as slices (test/t/040_slices.pl counts them).
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
-- The oracle: the same array, whole and in memory.
CREATE FUNCTION whole(x anyarray) RETURNS anyarray STRICT LANGUAGE sql AS $$SELECT x || '{}'$$;

-- One attribute after the other.  Of float8, every second border between chunks
-- of 1,996 bytes runs through an element.
CREATE TABLE double (id int, x float8[]);
ALTER TABLE double ALTER x SET STORAGE external;
INSERT INTO double
SELECT id, (SELECT array_agg(sin(id * 3.7 + a) ORDER BY a) FROM generate_series(1, 10000) a)
FROM generate_series(1, 3) id;
CREATE TABLE positions AS
SELECT border * 1996 AS border, (border * 1996 - 20) / 8 + shift AS attribute
FROM generate_series(1, 40) border, generate_series(0, 2) shift
UNION SELECT 0, attribute FROM unnest(ARRAY[1, 2, 5000, 9999, 10000]) attribute;
SELECT count(*) AS positions, count(DISTINCT border) FILTER (WHERE (border - 20) % 8 <> 0) AS straddled FROM positions;
CREATE FUNCTION picking(attribute int, attributes int) RETURNS aer_model LANGUAGE sql
AS $$SELECT format('{"weights": [%s], "intercept": 0, "learner": {"budget": 2, "learner": "ridge"}, "rows": 1, "draws": 1, "reads": 1, "skipped": 0, "format": 2}',
	(SELECT string_agg((a = attribute)::int::text, ',' ORDER BY a) FROM generate_series(1, attributes) a))::aer_model$$;
CREATE TABLE picked AS
SELECT attribute, id, aer_predict(m, x) AS prediction, x[attribute] AS value
FROM (SELECT attribute, picking(attribute, 10000) AS m FROM positions OFFSET 0) m, LATERAL (SELECT * FROM double ORDER BY id, attribute OFFSET 0) d;
SELECT count(*) AS picked, count(DISTINCT value) AS different, count(*) FILTER (WHERE prediction IS DISTINCT FROM value) AS wrong FROM picked;

-- every type whose elements stand at fixed places, some rows skipped
CREATE TABLE long_arrays (id int, y float8, float4 float4[], float8 float8[], int2 int2[], int4 int4[], int8 int8[], boolean boolean[]);
ALTER TABLE long_arrays ALTER float4 SET STORAGE external, ALTER float8 SET STORAGE external,
	ALTER int2 SET STORAGE external, ALTER int4 SET STORAGE external, ALTER int8 SET STORAGE external, ALTER boolean SET STORAGE external;
INSERT INTO long_arrays
SELECT id, CASE WHEN id % 7 <> 3 THEN sin(id) END, v::float4[], v, v::int2[], v::int4[], v::int8[], v::int4[]::boolean[]
FROM (SELECT id, CASE WHEN id % 11 <> 5 THEN (SELECT array_agg(3 * sin(id * 3.7 + a) ORDER BY a) FROM generate_series(1, 40000) a) END AS v
	FROM generate_series(1, 15) id OFFSET 0) s;
DO $$
DECLARE
	x text;
	call text;
	sliced text;
	whole text;
BEGIN
	FOREACH x IN ARRAY ARRAY['float4', 'float8', 'int2', 'int4', 'int8', 'boolean'] LOOP
		FOREACH call IN ARRAY ARRAY[
			'aer_train(%s, y, aer_ridge(budget => 4, scale => 100) ORDER BY id)',
			'aer_continue(%s, y, (SELECT aer_train(%1$s, y, aer_lasso(budget => 3, scale => 300) ORDER BY id) FROM long_arrays WHERE id < 9) ORDER BY id)',
			'aer_train(%s, y, aer_pegasos(budget => 3, scale => 300) ORDER BY id)',
			'aer_evaluate((SELECT aer_train(%1$s, y, aer_ridge(budget => 2, scale => 300) ORDER BY id) FROM long_arrays WHERE id < 9), %1$s, y)',
			'aer_evaluate((SELECT aer_train(%1$s, y, aer_ridge(budget => 4, scale => 300) ORDER BY id) FROM long_arrays WHERE id < 9), %1$s, y, 3)',
			'array_agg(aer_predict((SELECT aer_train(%1$s, y, aer_ridge(budget => 2, scale => 300) ORDER BY id) FROM long_arrays WHERE id < 9), %1$s))'] LOOP
			EXECUTE format('SELECT (%s)::text FROM (SELECT * FROM long_arrays ORDER BY id) s', format(call, quote_ident(x))) INTO STRICT sliced;
			EXECUTE format('SELECT (%s)::text FROM (SELECT * FROM long_arrays ORDER BY id) s', format(call, format('whole(%I)', x))) INTO STRICT whole;
			IF sliced IS DISTINCT FROM whole OR sliced IS NULL THEN
				RAISE WARNING 'not the same for %: %', x, call;
			END IF;
		END LOOP;
	END LOOP;
END $$;

-- Arrays that have to be read whole, or must not be read, between others
CREATE TABLE odd (id int, x float4[], y float8);
ALTER TABLE odd ALTER x SET STORAGE external;
INSERT INTO odd SELECT id, float4, y FROM long_arrays WHERE id <= 4;
INSERT INTO odd SELECT 11, float4[:39999] || NULL::float4, 1 FROM long_arrays WHERE id = 1;
INSERT INTO odd SELECT 12, float4, 2 FROM long_arrays WHERE id = 2;
SELECT (SELECT aer_train(x, y, aer_ridge(budget => 3) ORDER BY id)::text FROM odd)
	= (SELECT aer_train(whole(x), y, aer_ridge(budget => 3) ORDER BY id)::text FROM odd) AS same;
CREATE TABLE numbers AS SELECT id, float4[:20000]::numeric[] AS x, y FROM long_arrays WHERE id < 5;
ALTER TABLE numbers ALTER x SET STORAGE external;
UPDATE numbers SET x = x || '{}';
SELECT (SELECT aer_train(x, y, aer_ridge(budget => 3) ORDER BY id)::text FROM numbers)
	= (SELECT aer_train(whole(x), y, aer_ridge(budget => 3) ORDER BY id)::text FROM numbers) AS same;
-- errors amid the rows, and what works after them
INSERT INTO odd SELECT 21, (SELECT array_agg(ARRAY[a, a]::float4[]) FROM generate_series(1, 20000) a), 1;
INSERT INTO odd SELECT 22, float4[:39998], 1 FROM long_arrays WHERE id = 2;
CREATE FUNCTION attempt(call text, last int) RETURNS text LANGUAGE plpgsql
AS $$
DECLARE
	same boolean;
BEGIN
	EXECUTE format('SELECT (SELECT (%s)::text FROM odd WHERE id <= 12 OR id = $1) = (SELECT (%1$s)::text FROM (SELECT id, whole(x) AS x, y FROM odd WHERE id <= 12 OR id = $1) s)', call)
		INTO STRICT same USING last;
	RETURN same;
EXCEPTION WHEN array_subscript_error THEN
	RETURN SQLERRM;
END$$;
CREATE TABLE model AS SELECT aer_train(x, y, aer_ridge(budget => 3) ORDER BY id) AS m FROM odd WHERE id <= 4;
SELECT last, attempt('aer_train(x, y, aer_ridge(budget => 3) ORDER BY id)', last) AS training,
	attempt('array_agg(aer_predict((SELECT m FROM model), x))', last) AS scoring
FROM (VALUES (1, 21), (2, 12), (3, 22), (4, 12)) v(i, last) ORDER BY i;

DROP TABLE double, positions, picked, long_arrays, odd, numbers, model;
DROP FUNCTION whole, picking, attempt;
