--
-- Judgments of one object, and their moments: values, input and output, odd input
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE FUNCTION pg_temp.noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 1048575) / 524288.0::float8 - 1';

-- Counts, means and sums of squares; NULL is no judgment.
SELECT aer_judgments(a, v ORDER BY a, v) FROM (VALUES (2, 1.5), (9, 0.1), (2, 2.5), (1, -3), (NULL, 1), (5, NULL)) t (a, v);
SELECT aer_judgments(a, v ORDER BY a, v) FROM (VALUES ('red', 1.5), ('a "b"', 0.1), ('red', 2.5), ('Röte', -3), ('zoo', NULL)) t (a, v);
SELECT aer_judgments(a, v) IS NULL AS of_nothing FROM (VALUES (1, NULL::float8)) t (a, v);
SELECT aer_judgments(1, 1) IS NULL AS of_no_rows WHERE false;

-- Against SQL, for many attributes in any order, by number and by name.
CREATE TEMP TABLE raw AS
	SELECT o, a, pg_temp.noise(o * 1000 + a, k) * 10 + 1e6 * (a % 2) AS v
	FROM generate_series(1, 20) o, generate_series(1, 40) a, generate_series(1, 5) k
	WHERE pg_temp.noise(o + 1000 * k, a) < 0.5;
CREATE TEMP TABLE judged AS
	SELECT o, aer_judgments(a, v) AS numbered, aer_judgments('n' || a, v ORDER BY v) AS named FROM raw GROUP BY o;
WITH given AS (
	SELECT o, (e->>0)::int AS a, (e->>1)::bigint AS n, (e->>2)::float8 AS mean, (e->>3)::float8 AS ss
	FROM judged, jsonb_array_elements(numbered::text::jsonb->'judgments') e
), named AS (
	SELECT o, substr(e->>0, 2)::int AS a, (e->>1)::bigint AS n, (e->>2)::float8 AS mean, (e->>3)::float8 AS ss
	FROM judged, jsonb_array_elements(named::text::jsonb->'judgments') e
), wanted AS (
	SELECT o, a, count(*) AS n, avg(v) AS mean, regr_sxx(v, v) AS ss FROM raw GROUP BY o, a
)
SELECT kind, count(*) = (SELECT count(*) FROM wanted) AS all_of_them,
	bool_and(g.n = w.n AND abs(g.mean - w.mean) < 1e-9 AND abs(g.ss - w.ss) < 1e-3) AS right
FROM (SELECT 'numbers' AS kind, * FROM given UNION ALL SELECT 'names', * FROM named) g JOIN wanted w USING (o, a)
GROUP BY kind ORDER BY kind;

-- Text and back, to the bit.
SELECT bool_and(numbered::text::aer_judgments::text = numbered::text AND named::text::aer_judgments::text = named::text) AS same FROM judged;
SELECT '{"judgments":[[1,3,-0,4.9e-324],[2147483647,1,-1.7976931348623157e308,0]],"format":2}'::aer_judgments;

-- Malformed text.
SELECT ''::aer_judgments;
SELECT '[]'::aer_judgments;
SELECT '{"judgments":[[1,1,0,0]]}'::aer_judgments;
SELECT '{"judgments":[[1,1,0,0]],"format":1}'::aer_judgments;
SELECT '{"judgments":[[1,1,0,0]],"format":3}'::aer_judgments;
SELECT '{"judgments":[],"format":2}'::aer_judgments;
SELECT '{"judgments":{"a":1},"format":2}'::aer_judgments;
SELECT '{"judgments":[[1,1,0]],"format":2}'::aer_judgments;
SELECT '{"judgments":[[1,"1",0,0]],"format":2}'::aer_judgments;
SELECT '{"judgments":[[true,1,0,0]],"format":2}'::aer_judgments;
SELECT '{"judgments":[[0,1,0,0]],"format":2}'::aer_judgments;
SELECT '{"judgments":[["",1,0,0]],"format":2}'::aer_judgments;
SELECT '{"judgments":[[1,0,0,0]],"format":2}'::aer_judgments;
SELECT '{"judgments":[[1,1125899906842625,0,0]],"format":2}'::aer_judgments;
SELECT '{"judgments":[[1,1,0,1]],"format":2}'::aer_judgments;
SELECT '{"judgments":[[1,2,0,-1]],"format":2}'::aer_judgments;
SELECT '{"judgments":[[1,2,1e400,1]],"format":2}'::aer_judgments;
SELECT '{"judgments":[[2,1,0,0],[1,1,0,0]],"format":2}'::aer_judgments;
SELECT '{"judgments":[["a",1,0,0],["a",1,0,0]],"format":2}'::aer_judgments;
SELECT '{"judgments":[["a",1,0,0],[1,1,0,0]],"format":2}'::aer_judgments;

-- Odd judgments.
SELECT aer_judgments(1, 'NaN');
SELECT aer_judgments('a', '-Infinity');
SELECT aer_judgments(0, 1);
SELECT aer_judgments('', 1);
SELECT aer_judgments(1, v) FROM (VALUES (1e300), (-1e300)) t (v);

-- Support functions do not run by themselves.
SELECT _aer_judgments_number_transition(NULL, 1, 1);
SELECT _aer_judgments_name_transition(NULL, 'a', 1);
SELECT _aer_judgments_combine(numbered, numbered) FROM judged LIMIT 1;
SELECT _aer_judgments_final(numbered) FROM judged LIMIT 1;
SELECT _aer_judgment_moments_number_transition(NULL, numbered, 1, 40) FROM judged LIMIT 1;
SELECT _aer_judgment_moments_name_transition(NULL, named, 1, '{a}') FROM judged LIMIT 1;
SELECT _aer_judgment_moments_merge(m, m) FROM (SELECT aer_judgment_moments(numbered, 1, 40) FROM judged) s (m);

-- Moments: merged in any way they are the same, up to rounding.
CREATE TEMP TABLE objects AS
	SELECT o, y, aer_judgments(a, v) AS numbered, aer_judgments('n' || a, v) AS named
	FROM (SELECT o, a, pg_temp.noise(o, 0) AS y, pg_temp.noise(o, a) + pg_temp.noise(o * 100 + k, a) AS v
		  FROM generate_series(1, 100) o, generate_series(1, 5) a, generate_series(1, 2 + o % 3) k) s
	GROUP BY o, y;
CREATE TEMP TABLE moments AS
	SELECT aer_judgment_moments(numbered, y, 5 ORDER BY o) AS numbered,
		aer_judgment_moments(named, y, '{n5,n1,n3}'::text[] ORDER BY o) AS named
	FROM objects;
CREATE FUNCTION pg_temp.same(a aer_judgment_moments, b aer_judgment_moments) RETURNS boolean LANGUAGE sql AS
	'SELECT count(*) > 3 AND bool_and(p.attribute = q.attribute AND abs(p.objective - q.objective) < 1e-12)
	 FROM aer_repeat_path(a, 12) p FULL JOIN aer_repeat_path(b, 12) q USING (step)';
SELECT pg_temp.same(m.numbered, p.m) AS of_days, pg_temp.same(m.named, p.n) AS by_name
FROM moments m, (SELECT aer_judgment_moments(m) AS m, aer_judgment_moments(n) AS n
	FROM (SELECT aer_judgment_moments(numbered, y, 5) AS m, aer_judgment_moments(named, y, '{n5,n1,n3}'::text[]) AS n
		  FROM objects GROUP BY o % 7) s) p;
SELECT pg_temp.same(numbered, numbered::text::aer_judgment_moments) AS through_text,
	numbered::text::aer_judgment_moments::text = numbered::text AS numbers, named::text::aer_judgment_moments::text = named::text AS names
FROM moments;
SELECT aer_judgment_moments(m) IS NULL AS of_nulls FROM (VALUES (NULL::aer_judgment_moments)) t (m);
SELECT bool_and(pg_temp.same(m, numbered)) AS as_window FROM (
	SELECT o, aer_judgment_moments(numbered, y, 5) OVER (ORDER BY o) AS m FROM objects) s, moments WHERE o = 100;
SELECT left(numbered::text, 23) FROM moments;

-- Skipped objects are counted.
SELECT s.rows, s.skipped, s.reads
FROM (SELECT aer_judgment_moments(CASE WHEN o <> 3 THEN numbered END, CASE WHEN o <> 4 THEN y END, 5) AS m FROM objects) m,
	aer_summary(aer_fit_repeats(m, '{1,1,1,1,1}')) s;

-- Malformed moments.
SELECT ''::aer_judgment_moments;
SELECT 'aer_judgment_moments 1 '::aer_judgment_moments;
SELECT 'aer_judgment_moments 1 0'::aer_judgment_moments;
SELECT 'aer_judgment_moments 1 00000002000000007fffffff'::aer_judgment_moments;
SELECT (numbered::text || '00')::aer_judgment_moments FROM moments;
SELECT left(numbered::text, 409)::aer_judgment_moments FROM moments;
-- the last number: attribute 5's smallest count
SELECT (left(numbered::text, -4) || '0000')::aer_judgment_moments FROM moments;

-- Odd input.
SELECT aer_judgment_moments(numbered, y, 5) IS NULL AS of_no_rows FROM objects WHERE false;
SELECT aer_judgment_moments(numbered, y, NULL::int) FROM objects;
SELECT aer_judgment_moments(named, y, NULL::text[]) FROM objects;
SELECT aer_judgment_moments(numbered, y, 0) FROM objects;
SELECT aer_judgment_moments(named, y, '{}'::text[]) FROM objects;
SELECT aer_judgment_moments(named, y, '{n1,NULL}'::text[]) FROM objects;
SELECT aer_judgment_moments(named, y, '{n1,n2,n1}'::text[]) FROM objects;
SELECT aer_judgment_moments(numbered, y, 4 ORDER BY o) FROM objects;
SELECT aer_judgment_moments(numbered, y, 6 ORDER BY o) FROM objects;
SELECT aer_judgment_moments(named, y, '{n1,n7}'::text[] ORDER BY o) FROM objects;
SELECT aer_judgment_moments(named, y, 5) FROM objects;
SELECT aer_judgment_moments(numbered, y, '{n1}'::text[]) FROM objects;
SELECT aer_judgment_moments(numbered, 'NaN', 5 ORDER BY o) FROM objects;
SELECT aer_judgment_moments(numbered, y * 1e200, 5 ORDER BY o)::text FROM objects;
SELECT aer_judgment_moments(numbered, y, CASE o WHEN 7 THEN 6 ELSE 5 END ORDER BY o) FROM objects;
SELECT aer_judgment_moments(named, y, CASE o WHEN 7 THEN '{n1,n2}'::text[] ELSE '{n2,n1}' END ORDER BY o) FROM objects;
SELECT count(*) FROM (SELECT aer_judgment_moments(named, y, names) FROM objects, (VALUES ('{n1,n2}'::text[]), ('{n3}')) t (names) GROUP BY names) s;
SELECT aer_judgment_moments(m) FROM (SELECT numbered AS m FROM moments UNION ALL SELECT named FROM moments) s;
SELECT aer_judgment_moments(numbered, y, 200000) FROM objects;

-- Counts at their limit, 2^50, do not overflow when they are added.
CREATE TEMP TABLE many AS SELECT '{"judgments":[[1,1125899906842624,0,0]],"format":2}'::aer_judgments AS j;
SELECT aer_judgment_moments(j, 1, 1) IS NOT NULL AS one FROM many;
SELECT aer_judgment_moments(m) FROM (SELECT aer_judgment_moments(j, 1, 1) AS m FROM many, generate_series(1, 6) i GROUP BY i) s;
