-- What the fuzz harness draws from: tame tables, on which most calls succeed, wild
-- ones, and real values of every type.  Runs after ../formats/questions.sql and
-- values.sql in one session; the client reads the catalog, so a table, a column or
-- a value that is added here is used.  A column that is called like a parameter is
-- what that parameter is given most often.

CREATE SCHEMA fuzz;
SET search_path = fuzz, public, pg_temp;
SET client_min_messages = warning;

CREATE TYPE mood AS ENUM ('low', 'high', 'k=');
CREATE DOMAIN positive AS float8 CHECK (value > 0 OR value IS NULL);
CREATE TYPE pair AS (a float8, b real[]);

CREATE TABLE points AS
	SELECT i::bigint AS key, x AS features, bits, y AS target, label, (i % 3)::int AS g,
		aer_cost('{"cost": {"1": 1, "2": 2}}', ARRAY[1]) + i AS cost, 'p' || i % 2 AS panel, 1.5::float8 AS fee,
		to_jsonb(x) AS list, least(greatest(y, 0), 1) AS probability
	FROM pg_temp.points WHERE i <= 40;
ALTER TABLE points ADD PRIMARY KEY (key);

CREATE TABLE people AS
	SELECT i::bigint AS key, a, "B ""b", "ü", d, y AS target, label, CASE i % 4 WHEN 1 THEN 'k=' ELSE 'k' || i % 4 END AS kind,
		(ARRAY['low', 'high']::mood[])[1 + i % 2] AS mood
	FROM pg_temp.people WHERE i <= 40;
ALTER TABLE people ADD PRIMARY KEY (key), ADD doubled float8 GENERATED ALWAYS AS (a * 2) STORED, ADD gone int, ADD later real DEFAULT 7;
ALTER TABLE people DROP gone;

CREATE TABLE documents AS
	SELECT key, jsonb_strip_nulls(to_jsonb(p) - 'key' - 'doubled' - 'later' - CASE WHEN key % 5 = 0 THEN 'd' ELSE '' END) AS features, target, label,
		'target'::text AS name
	FROM people p;

-- Rows with groups, times and weights, and columns whose levels have effects.
CREATE TABLE visits AS
	SELECT i::bigint AS key, 'p' || i % 60 AS patient, date '2024-01-01' + i / 4 AS day, (i % 4) / 2.0::float8 AS w, i % 3 > 0 AS counts,
		nullif('town' || i % 110, 'town7') AS town, 1000 + i % 30 AS site, sin(i) AS a, cos(i * 1.7) AS d, 'k' || i % 4 AS kind,
		sin(i) + 2 * cos(i % 110 * 1.9) + 2 * sin(i % 30 * 2.3) + sin(i * 3.1) AS target, sin(i) + cos(i % 110 * 1.9) + sin(i * 3.1) > 0 AS label,
		CASE WHEN sin(i) + 2 * sin(i % 30 * 2.3) > 1 THEN 'high' WHEN sin(i * 3.1) > 0 THEN 'middle' ELSE 'low' END AS word, ARRAY[sin(i), cos(i * 1.7)] AS features
	FROM generate_series(1, 440) i;
ALTER TABLE visits ADD PRIMARY KEY (key);
CREATE TABLE visit_documents AS
	SELECT key, w, to_jsonb(v) - '{key,features,label,word}'::text[] AS features, label FROM visits v;
ALTER TABLE visit_documents ADD PRIMARY KEY (key);

CREATE TABLE judged AS
	SELECT o::bigint AS key, numbered AS judgments, named, y::float8 AS target, (1 + o % 3)::int AS attribute, (o % 5)::float8 AS value,
		'ä' || 1 + o % 3 AS name
	FROM pg_temp.judged;

-- Everything that a type can hold, and what it holds at its limits.
CREATE TABLE wild (
	key bigint,
	gone text,
	target float8,
	single real,
	exact numeric,
	small smallint,
	whole int,
	label boolean,
	words text,
	fixed char(3),
	day date,
	moment timestamptz,
	length interval,
	mood mood,
	positive positive,
	pair pair,
	features float8[],
	singles real[],
	wholes int[],
	exacts numeric[],
	flags boolean[],
	names text[],
	object jsonb,
	bytes bytea);
ALTER TABLE wild DROP gone;
INSERT INTO wild
SELECT (ARRAY[0, 1, -1, 9223372036854775807, -9223372036854775808, i, NULL])[1 + i % 7],
	n, n::real, CASE WHEN n::text <> 'Infinity' THEN n::numeric END,
	(ARRAY[0, 32767, -32768, NULL])[1 + i % 4], (ARRAY[0, 2147483647, -2147483648, 1, NULL])[1 + i % 5],
	(ARRAY[true, false, NULL])[1 + i % 3], (ARRAY['', 'k0', repeat('long ', 500), 'ä"''\', NULL])[1 + i % 5], 'k' || i % 3,
	(ARRAY['infinity', '-infinity', '2000-01-01', '4713-01-01 BC', '5874897-12-31', NULL])[1 + i % 6]::date,
	(ARRAY['infinity', '-infinity', '2000-01-01', '4713-01-01 BC', '294276-12-31', NULL])[1 + i % 6]::timestamptz,
	(ARRAY['1 day', '-178000000 years', NULL])[1 + i % 3]::interval,
	(ARRAY['low', 'high', 'k=', NULL])[1 + i % 4]::mood, CASE WHEN n > 0 THEN n END,
	CASE WHEN i % 4 > 0 THEN ROW(n, ARRAY[n, 1])::pair END,
	a::float8[], CASE WHEN i % 3 > 0 THEN a END::real[], (ARRAY['{}', '{1,2,3,4}', '{NULL}', '[-3:0]={1,0,1,0}', NULL])[1 + i % 5]::int[],
	(ARRAY['{}', '{1,2,NaN,4}', '{1e300,0.000001,1,1}', '{{1,2},{3,4}}'])[1 + i % 4]::numeric[],
	(ARRAY['{t,f,t,f}', '{}', '{NULL,t,f,t}', NULL])[1 + i % 4]::boolean[],
	(ARRAY['{a,"B \"b",ü,d}', '{}', '{a,a}', '{NULL}', '{{a,b},{c,d}}', '{""}'])[1 + i % 6]::text[],
	o::jsonb, (ARRAY['', '\x00', '\xffffffff7f', NULL])[1 + i % 4]::bytea
FROM unnest(ARRAY['NaN', 'Infinity', '-Infinity', '-0', '0', '1e-40', '1e-30', '1e38', '-3e38', '1', '2', 'NaN', '0.1', NULL, '1e30', '16777217']::float8[])
		WITH ORDINALITY u(n, i)
	JOIN unnest(ARRAY['{}', '{0,0,0,0}', '{1,-0,5e-30,1e30}', '{NaN,1,1,1}', '{Infinity,1,1,1}', '{NULL,1,2,3}', '[0:3]={1,2,3,4}', '{{1,2},{3,4}}',
			'{1}', '{1,2,3,4,5}', '{1e37,1e37,1e37,1e37}', '{-1e38,1e38,1,1}', NULL, '[5:8]={1,2,3,4}', '{1,2,3,4}', '{NULL,NULL,NULL,NULL}'])
		WITH ORDINALITY v(a, k) ON k = i
	JOIN unnest(ARRAY['{}', '[]', 'null', '1', '"a"', '{"a": 1, "d": 2}', '{"a": null}', '{"a": [1]}', '{"a": {"a": {"a": 1}}}', '{"a": 1e308, "d": 1e400}',
			'{"a": true}', '{"kind": "k1", "a": "x"}', NULL, '{"": 1}', '[[[[[[1]]]]]]', '{"a": 0.1, "B \"b": 1, "ü": true, "d": 3}'])
		WITH ORDINALITY w(o, l) ON l = i;
INSERT INTO wild (target, features) VALUES (5e-324, '{5e-324,2.2250738585072014e-308,-5e-324,1}'), (1.7976931348623157e308, '{1e308,-1e308,1.7976931348623157e308,1}');

CREATE TABLE nothing ();
CREATE TABLE empty (LIKE people);
CREATE TABLE wide AS SELECT i AS key, array_agg(((i * 7919 + k * 104729) % 1000) / 512.0 - 1 ORDER BY k)::float8[] AS features,
	(i % 7)::float8 AS target, array_agg('w' || k ORDER BY k) AS names FROM generate_series(1, 20) i, generate_series(1, 60) k GROUP BY i;
-- out of line, uncompressed
CREATE TABLE long (key bigint PRIMARY KEY, features real[], target float8);
ALTER TABLE long ALTER features SET STORAGE EXTERNAL;
INSERT INTO long SELECT i, array_agg(((i * 7919 + k * 104729) % 1000) / 512.0 - 1 ORDER BY k), i % 7 FROM generate_series(1, 12) i, generate_series(1, 1000) k GROUP BY i;
CREATE TABLE parts (key bigint NOT NULL PRIMARY KEY, a float8, b float8, target float8) PARTITION BY RANGE (key);
CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (MINVALUE) TO (10);
CREATE TABLE parts_high (target float8, gone int, b float8, key bigint NOT NULL, a float8);
ALTER TABLE parts_high DROP gone;
ALTER TABLE parts ATTACH PARTITION parts_high FOR VALUES FROM (10) TO (MAXVALUE);
INSERT INTO parts SELECT i, i % 3, i % 5, i % 7 FROM generate_series(1, 20) i;
CREATE VIEW seen AS SELECT key, a, d, target FROM people WHERE key < 20;
CREATE MATERIALIZED VIEW kept AS SELECT key, features, target FROM points WHERE key < 9;

-- Followed tables: what changes them writes to the logs.
SELECT aer_follow('people', 'target', aer_design(budget => 2, exclude => '{doubled,key,label}', columns => '{"kind": ["k0", "k=", "k2"]}'), 'key', 'log_1');
SELECT aer_follow('parts', 'target', aer_design(budget => 1, exclude => '{key}'), 'key', 'log_2');
SELECT aer_follow('points', 'label', aer_design(budget => 3), 'key', 'log_3', 'features');
UPDATE people SET a = a + 1, kind = NULL WHERE key IN (3, 4);
DELETE FROM people WHERE key = 40;
DELETE FROM points WHERE key > 38;

-- Forms that formats/values.sql has not: of roles and levels, of remembered rows, of pairs of columns, of logs, and rows in place of sums.
-- one with many towns, as changes of long values say less
CREATE TEMP TABLE with_roles AS
SELECT format('%s by %s', target, role) AS name, target, excluded,
	aer_suggest('visits', target, exclude => excluded, key => 'key', groups => groups, time_column => time_column, weight => weight) AS design, groups, time_column, weight
FROM unnest('{target,label,word}'::text[]) target,
	(VALUES ('key', NULL, NULL, NULL), ('groups', 'patient', NULL, NULL), ('time', NULL, 'day', NULL), ('weight', NULL, NULL, 'w')) v (role, groups, time_column, weight),
	LATERAL (SELECT array_remove('{features,label,word,target}'::text[], target) || CASE WHEN (target, role) <> ('target', 'key') THEN array_remove('{town,patient}'::text[], groups) END AS excluded) e;
INSERT INTO pg_temp.made (type, name, value)
SELECT 'aer_moments', 'sums, ' || name, (SELECT aer_moments(v.*, r.target, r.design, key)::text FROM visits v WHERE key < 60) FROM pg_temp.with_roles r WHERE target <> 'label'
UNION ALL SELECT 'aer_model', name, aer_learn('visits', target, exclude => excluded, key => 'key', groups => groups, time_column => time_column, weight => weight)::text FROM pg_temp.with_roles
UNION ALL SELECT 'aer_model', 'documents with levels', aer_learn('visit_documents', 'target', features => 'features', exclude => '{town,patient}', weight => 'w')::text
UNION ALL SELECT 'aer_model', 'rows, ' || target, aer_learn('visits', target, exclude => array_remove('{features,label,word,target,town,patient}'::text[], target), key => 'key', weight => 'w', keep_rows => 20)::text
FROM unnest('{target,label,word}'::text[]) target
UNION ALL SELECT 'aer_model', 'rows of arrays', aer_remember(model, features, target, key)::text
FROM visits, (SELECT aer_fit_ridge(aer_moments(features, target, aer_design(), key), partial => true) AS model FROM visits) m WHERE key < 20;
CREATE TEMP TABLE paired AS
	SELECT 'complete' AS name, aer_moments(p.*, 'target', aer_design(include => '{a,d,kind}', columns => '{"kind": ["k1", "k2"], "d": [0, 1, 2]}', interactions => '[["a", "kind"], ["d", "a"]]'), key) AS m FROM people p
	UNION ALL SELECT 'copies', aer_moments(p.*, 'target', aer_design(2, include => '{a,d,kind}', columns => '{"kind": ["k1", "k2"], "d": [0, 1, 2]}', interactions => '[["a", "kind"], ["d", "a"]]'), key) FROM people p
	UNION ALL SELECT 'classes', aer_moments(p.*, 'kind', aer_design(include => '{a,d}', interactions => '[["a", "d"]]'), key) FROM people p;
INSERT INTO pg_temp.made (type, name, value)
SELECT 'aer_moments', 'sums of pairs, ' || name, m::text FROM pg_temp.paired
UNION ALL SELECT 'aer_model', 'pairs, ' || name, aer_fit_ridge(m, interactions => 2)::text FROM pg_temp.paired;
INSERT INTO pg_temp.made (type, name, value)
SELECT 'aer_moments', log || ' ' || n || ' ' || what, value::text
FROM (SELECT 'log_1' AS log, id, added, removed FROM log_1 UNION ALL SELECT 'log_3', id, added, removed FROM log_3) l,
	LATERAL (VALUES (id, 'added', added), (id, 'removed', removed)) v(n, what, value) WHERE value IS NOT NULL
UNION ALL SELECT 'aer_moments', 'rows', aer_moments(features, target, aer_design(budget => 3), key)::text FROM wide WHERE key < 4;

-- Real values: a table for each type, whose column is called like the parameters of it.
DO $$
DECLARE
	t record;
BEGIN
	FOR t IN SELECT DISTINCT type, regexp_replace(type, '^aer_', '') AS name FROM pg_temp.made LOOP
		EXECUTE format('CREATE TABLE %I AS SELECT (row_number() OVER (ORDER BY name))::int AS n, name, value::%s AS %I
			FROM pg_temp.made WHERE type = %L', 'values_' || t.name, t.type, t.name, t.type);
	END LOOP;
END $$;

-- States of aggregates that SQL can hold: the same aggregates without their last step.
DO $$
DECLARE
	a record;
BEGIN
	FOR a IN SELECT row_number() OVER (ORDER BY aggfnoid::oid) AS n, aggtransfn, aggcombinefn, aggtranstype::regtype AS state,
			pg_get_function_arguments(aggfnoid) AS arguments, agginitval
		FROM pg_aggregate JOIN pg_depend ON objid = aggfnoid AND deptype = 'e' AND classid = 'pg_proc'::regclass
		WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'aer') AND aggtranstype <> 'internal'::regtype
	LOOP
		EXECUTE format('CREATE AGGREGATE %I(%s) (SFUNC = %s, STYPE = %s%s%s)', 'state_' || a.n, a.arguments, a.aggtransfn, a.state,
			', INITCOND = ' || quote_literal(a.agginitval),
			CASE WHEN a.aggcombinefn <> 0 THEN ', PARALLEL = SAFE, COMBINEFUNC = ' || a.aggcombinefn END);
	END LOOP;
END $$;

ANALYZE;
