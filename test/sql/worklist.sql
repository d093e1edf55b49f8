--
-- aer_worklist: what plans ask for and nobody has filled in
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
\set SHOW_CONTEXT never
CREATE SCHEMA "cl""inic";
SET search_path = "cl""inic", public;
CREATE TYPE mood AS ENUM ('low', 'fair', 'high');

-- Records with holes here and there; words, numbers, booleans, dates, odd names.
CREATE TABLE patients (note text, id int PRIMARY KEY, age int, gone int, smoker boolean, "Blood ""P" numeric(5,1), chol float8, fbs real,
	region text, mood mood, seen date, outcome float8);
ALTER TABLE patients DROP COLUMN gone;
CREATE FUNCTION hole(i int, j int) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT hashint8(i * 100::bigint + j) % 3 = 0 $$;
CREATE TABLE complete AS SELECT 'note ' || i AS note, i AS id, 20 + i % 61 AS age, i % 3 = 0 AS smoker, (80 + i % 40)::numeric(5,1) AS "Blood ""P",
	200 + i % 17 AS chol, 1.5 * (i % 11) AS fbs, (ARRAY['west', 'north', 'south'])[1 + abs(i) % 3] AS region, (ARRAY['high', 'low'])[1 + abs(i) % 2]::mood AS mood,
	date '2020-01-01' + i % 99 AS seen, (i % 23)::float8 AS outcome FROM generate_series(-20, 400) i;
INSERT INTO patients SELECT note, id, CASE WHEN hole(id, 1) THEN NULL ELSE age END, CASE WHEN hole(id, 2) THEN NULL ELSE smoker END,
	CASE WHEN hole(id, 3) THEN NULL ELSE "Blood ""P" END, CASE WHEN hole(id, 4) THEN NULL ELSE chol END, CASE WHEN hole(id, 5) THEN NULL ELSE fbs END,
	CASE WHEN hole(id, 6) THEN NULL ELSE region END, CASE WHEN hole(id, 7) THEN NULL ELSE mood END, CASE WHEN hole(id, 8) THEN NULL ELSE seen END, outcome
FROM complete;
CREATE VIEW samples AS SELECT id, jsonb_strip_nulls(to_jsonb(p) - '{id,note,seen,outcome}'::text[]) AS present, to_jsonb(p) AS with_nulls,
	ARRAY[age, smoker::int, "Blood ""P", chol, fbs]::float8[] AS "array"
FROM patients p;

CREATE TABLE designs AS
WITH list AS (SELECT '{age,smoker,"Blood \"P",chol,fbs,region,mood}'::text[] AS include,
	'{"region": ["north", "south", "west"], "mood": ["low", "high"]}'::jsonb AS words,
	aer_prices(name, cost, panel, fee) AS prices FROM (VALUES ('age', 0, NULL, NULL), ('smoker', 0.5, 'talk', 0), ('region', 1, 'talk', 0), ('mood', 2.25, NULL, NULL),
		('Blood "P', 1.125, NULL, NULL), ('chol', 4, 'blood', 6.5), ('fbs', 3, 'blood', 6.5)) t (name, cost, panel, fee))
SELECT name, design, coalesce(design -> 'prices', aer_design(1, prices) #- '{prices,panels}' -> 'prices') AS prices FROM list, LATERAL (VALUES
	('looks', aer_design(3, include => include, columns => words)),
	('everything', aer_design(include => include, columns => words, seed => 7)),
	('nothing', '{"learner": "design", "budget": 0.25, "include": ["chol"], "prices": {"cost": {"chol": 3}}}'),
	('excluded', aer_design(2, include => include, exclude => '{chol,region}', columns => words)),
	('spread', aer_design(2, include => include, columns => words, spread => '{"age": 9, "chol": 3}'::jsonb)),
	('deep', aer_design(2, deep_budget => 6, include => include, columns => words)),
	('money', aer_design(9, prices, include => include, columns => words)),
	('deep money', aer_design(4, prices, deep_budget => 17, include => include, columns => words, seed => 3)),
	('all money', aer_design(99, prices, include => include, columns => words))) d (name, design);
UPDATE designs SET prices = (SELECT aer_prices(name, 1) FROM jsonb_object_keys(prices -> 'cost') name) WHERE name !~ 'money';

-- The list is the plan without the values that are there.  Names are in the order of the columns, for the numbers.
CREATE FUNCTION names_of(design jsonb) RETURNS text[] LANGUAGE sql AS $$
	SELECT array_agg(name ORDER BY number) FROM (VALUES ('age', 1), ('smoker', 2), ('Blood "P', 3), ('chol', 4), ('fbs', 5), ('region', 6), ('mood', 7)) v (name, number)
	WHERE (design -> 'include') ? name AND NOT coalesce(design -> 'exclude', '[]') ? name $$;
CREATE TABLE expected AS
SELECT d.name AS design, p.id::text AS key, asked AS name, to_jsonb(p) -> asked = 'null' AS missing
FROM designs d, patients p, unnest(aer_plan(design, names_of(design), id)) asked;
CREATE TABLE listed AS
SELECT d.name AS design, w.*, row_number() OVER () AS place FROM designs d, aer_worklist(design, 'patients', 'id') w;
SELECT design, count(*) AS planned, count(*) FILTER (WHERE missing) AS missing, min(key::int) AS first, max(key::int) AS last FROM expected GROUP BY design ORDER BY design;
(SELECT design, key, name FROM expected WHERE missing EXCEPT ALL SELECT design, key, name FROM listed) UNION ALL
(SELECT design, key, name FROM listed EXCEPT ALL SELECT design, key, name FROM expected WHERE missing);
-- numbers: those of the attributes, of words the first
SELECT name, array_agg(DISTINCT attribute) AS attributes FROM listed WHERE design <> 'excluded' AND design <> 'nothing' GROUP BY name ORDER BY 2;
SELECT name, array_agg(DISTINCT attribute) AS attributes FROM listed WHERE design = 'excluded' GROUP BY name ORDER BY 2;
-- deep records are those with more looks, of designs that have any
SELECT design, count(*) FILTER (WHERE deep) > 10 AS some, count(*) FILTER (WHERE NOT deep) > 10 AS others, count(*) FILTER (WHERE deep <> (planned > 2)) AS wrong
FROM listed JOIN (SELECT design, key, count(*) AS planned FROM expected GROUP BY design, key) p USING (design, key) WHERE design = 'deep' GROUP BY design;
SELECT DISTINCT deep FROM listed WHERE design !~ 'deep';
-- records stand together, and so do panels in them
SELECT count(*) > 1000 AS many, count(*) FILTER (WHERE count <> span) AS apart FROM (SELECT count(*), max(place) - min(place) + 1 AS span FROM listed GROUP BY design, key) s;
SELECT count(*) > 100 AS many, count(*) FILTER (WHERE count <> span) AS apart FROM (SELECT count(*), max(place) - min(place) + 1 AS span FROM listed
	WHERE design ~ 'money' AND name IN ('chol', 'fbs', 'smoker', 'region') GROUP BY design, key, name IN ('chol', 'fbs')) s WHERE count > 1;
-- costs: those of the plan less those of what is there
WITH planned AS (SELECT e.design, key, aer_cost(prices, array_agg(e.name)) AS all, coalesce(aer_cost(prices, array_agg(e.name) FILTER (WHERE NOT missing)), 0) AS there
		FROM expected e JOIN designs d ON d.name = e.design GROUP BY e.design, key, prices),
	cost AS (SELECT design, key, sum(cost) AS listed FROM listed GROUP BY design, key)
SELECT count(*) > 1000 AS many, count(*) FILTER (WHERE abs(coalesce(listed, 0) - ("all" - there)) > 1e-9) AS wrong FROM planned LEFT JOIN cost USING (design, key);
SELECT name, cost, count(*) > 5 AS often FROM listed WHERE design = 'all money' GROUP BY name, cost ORDER BY name, cost;

-- The list has what moments count as missing; when all is filled in, it is empty, and its prices were those that were spent.
WITH missed AS (SELECT d.name AS design, split_part(a.name, '=', 1) AS name, max(missing) AS missing
		FROM designs d, LATERAL (SELECT aer_moments(p.*, 'outcome', design, id) AS m FROM patients p) s, aer_attributes(m) a GROUP BY 1, 2),
	counted AS (SELECT design, name, count(*) FROM listed GROUP BY design, name)
SELECT count(*) FILTER (WHERE missing > 0) AS some, count(*) FILTER (WHERE coalesce(count, 0) <> missing) AS wrong FROM missed LEFT JOIN counted USING (design, name);
-- one design's list, and what that costs
SELECT aer_spent((SELECT aer_moments(p.*, 'outcome', design, id) FROM patients p)) AS before FROM designs WHERE name = 'deep money' \gset
DO $$
DECLARE
	w record;
BEGIN
	FOR w IN SELECT key, name FROM listed WHERE design = 'deep money' LOOP
		EXECUTE format('UPDATE patients p SET %1$I = c.%1$I FROM complete c WHERE p.id = $1 AND c.id = p.id', w.name) USING w.key::int;
	END LOOP;
END $$;
SELECT count(*) AS left FROM designs d, aer_worklist(design, 'patients', 'id') WHERE d.name = 'deep money';
SELECT abs(aer_spent(m) - :before - (SELECT sum(cost) FROM listed WHERE design = 'deep money')) < 1e-6 AS "as said", (SELECT max(missing) FROM aer_attributes(m)) AS missing
FROM (SELECT aer_moments(p.*, 'outcome', design, id) AS m FROM designs d, patients p WHERE d.name = 'deep money') s;
UPDATE patients p SET age = CASE WHEN hole(id, 1) THEN NULL ELSE age END, smoker = CASE WHEN hole(id, 2) THEN NULL ELSE smoker END,
	"Blood ""P" = CASE WHEN hole(id, 3) THEN NULL ELSE "Blood ""P" END, chol = CASE WHEN hole(id, 4) THEN NULL ELSE chol END, fbs = CASE WHEN hole(id, 5) THEN NULL ELSE fbs END,
	region = CASE WHEN hole(id, 6) THEN NULL ELSE region END, mood = CASE WHEN hole(id, 7) THEN NULL ELSE mood END;

-- jsonb: keys that are not there and nulls are the same; arrays have numbers.
SELECT count(*) AS wrong FROM ((SELECT design, key, name, cost FROM listed EXCEPT ALL (SELECT d.name, key, w.name, cost FROM designs d, aer_worklist(design, 'samples', 'id', NULL, 'present') w))
	UNION ALL ((SELECT d.name, key, w.name, cost FROM designs d, aer_worklist(design, 'samples', 'id', features => 'with_nulls') w) EXCEPT ALL SELECT design, key, name, cost FROM listed)) s;
SELECT count(*) > 20 AS some, count(*) FILTER (WHERE name IS NOT NULL OR cost <> 1) AS wrong FROM aer_worklist(aer_design(2), 'samples', 'id', features => 'array');
WITH planned AS (SELECT id::text AS key, a AS attribute FROM samples, unnest(aer_plan(aer_design(2), 5, id)) a WHERE "array"[a] IS NULL),
	listed AS (SELECT key, attribute FROM aer_worklist(aer_design(2), 'samples', 'id', features => 'array'))
SELECT count(*) AS wrong FROM ((TABLE planned EXCEPT ALL TABLE listed) UNION ALL (TABLE listed EXCEPT ALL TABLE planned)) s;
-- nothing known at all
CREATE TABLE empty (id smallint, features jsonb, "array" float8[]);
INSERT INTO empty VALUES (1), (2), (3);
SELECT * FROM aer_worklist(aer_design(1, include => '{a,b}'), 'empty', 'id', features => 'features') ORDER BY key;
TRUNCATE empty;
SELECT * FROM aer_worklist(aer_design(1), 'empty', 'id', features => 'array');

-- Some keys; keys of any type through a column of integers.
SELECT design -> 'budget' AS budget, w.* FROM designs d, aer_worklist(design, 'patients', 'id', '{7,-3, 12 ,100000}') w WHERE d.name IN ('looks', 'all money') ORDER BY budget, key, attribute;
SELECT count(*) FROM designs, aer_worklist(design, 'patients', 'id', '{}');
SELECT count(*) FROM designs d, patients p, aer_worklist(design, 'patients', 'id', ARRAY[p.id::text]) WHERE d.name = 'money';
CREATE DOMAIN record_number AS bigint;
CREATE TABLE visits (code text, uuid uuid, number record_number, k bigint GENERATED ALWAYS AS (hashtextextended(code::text COLLATE "C", 0)) STORED,
	u bigint GENERATED ALWAYS AS (hashtextextended(uuid::text COLLATE "C", 0)) STORED, a float8, b float8, c float8, y float8 DEFAULT 1);
INSERT INTO visits (code, uuid, number) SELECT 'v-' || i, md5(i::text)::uuid, 5000000000 * i FROM generate_series(1, 9) i;
SELECT v.code, w.name FROM visits v JOIN aer_worklist(aer_design(1, include => '{a,b,c}'), 'visits', 'k') w ON w.key = v.k::text ORDER BY 1, 2;
SELECT count(*) AS wrong FROM visits v, aer_worklist(aer_design(1, include => '{a,b,c}'), 'visits', 'u', ARRAY[v.u::text]) w
WHERE ARRAY[w.name] <> aer_plan(aer_design(1), '{a,b,c}'::text[], hashtextextended(v.uuid::text COLLATE "C", 0));
SELECT w.key, w.name, w.name = (aer_plan(aer_design(1, include => '{a,b,c}'), '{a,b,c}'::text[], aer_key(w.key)))[1] AS planned FROM aer_worklist(aer_design(1, include => '{a,b,c}'), 'visits', 'code') w ORDER BY 1 LIMIT 3;
SELECT count(*) AS wrong FROM visits v JOIN aer_worklist(aer_design(1, include => '{a,b,c}'), 'visits', 'uuid') w ON w.key = v.uuid::text
	WHERE w.name <> (aer_plan(aer_design(1, include => '{a,b,c}'), '{a,b,c}'::text[], aer_key(v.uuid)))[1];
SELECT string_agg(key, ' ' ORDER BY key) FROM aer_worklist(aer_design(1, include => '{a}'), 'visits', 'code', '{v-3,v-9,v-10}');
SELECT string_agg(key, ' ' ORDER BY key) FROM aer_worklist(aer_design(1, include => '{a}'), 'visits', 'number', '{5000000000,45000000000}');

-- Partitioned tables and views.
CREATE TABLE parts (id int, a float8, b float8) PARTITION BY RANGE (id);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (3);
CREATE TABLE parts_2 (b float8, id int, a float8);
ALTER TABLE parts ATTACH PARTITION parts_2 FOR VALUES FROM (3) TO (9);
INSERT INTO parts SELECT i, 1, NULL FROM generate_series(1, 4) i;
CREATE MATERIALIZED VIEW odd AS SELECT id AS "id ""1", b AS "b ""1", a FROM parts;
SELECT * FROM aer_worklist(aer_design(include => '{a,b}'), 'parts', 'id') ORDER BY key;
SELECT * FROM aer_worklist(aer_design(include => '{a,b}'), 'parts_2', 'id') ORDER BY key;
SELECT * FROM aer_worklist(aer_design(include => '{a,"b \"1"}'), 'odd', 'id "1') ORDER BY key;

-- With the caller's rights, row by row; nothing of the caller's search_path is called.
CREATE ROLE aer_worklist_nurse;
GRANT USAGE ON SCHEMA "cl""inic" TO aer_worklist_nurse;
GRANT SELECT (id, b) ON parts TO aer_worklist_nurse;
GRANT SELECT ON visits TO aer_worklist_nurse;
CREATE POLICY own ON visits USING (code IN ('v-1', 'v-2'));
ALTER TABLE visits ENABLE ROW LEVEL SECURITY;
SET ROLE aer_worklist_nurse;
SELECT * FROM aer_worklist(aer_design(include => '{b}'), 'parts', 'id', '{2}');
SELECT * FROM aer_worklist(aer_design(include => '{a,b}'), 'parts', 'id', '{2}');
SELECT count(*) FROM aer_worklist(aer_design(include => '{a}'), 'visits', 'k');
RESET ROLE;
CREATE SCHEMA hostile;
CREATE FUNCTION hostile.equal(int, bigint) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE 'called'; END $$;
CREATE OPERATOR hostile.= (LEFTARG = int, RIGHTARG = bigint, FUNCTION = hostile.equal);
CREATE TABLE hostile.parts (id int, b float8);
SELECT oid::regclass::oid AS parts FROM pg_class WHERE oid = 'parts'::regclass \gset
SET search_path = hostile, pg_catalog, public;
SELECT * FROM aer_worklist(aer_design(include => '{b}'), :parts, 'id', '{2}');
SET search_path = "cl""inic", public;

-- Errors
SELECT * FROM aer_worklist(aer_design(2, sampling => 'learned', include => '{a}'), 'parts', 'id');
SELECT * FROM aer_worklist(aer_design(2), 'parts', 'id');
SELECT * FROM aer_worklist(aer_design(2, exclude => '{id}'), 'parts', 'id');
SELECT * FROM aer_worklist(aer_ridge(2, include => '{a}'), 'parts', 'id');
SELECT * FROM aer_worklist(NULL::jsonb, 'parts', 'id');
SELECT * FROM aer_worklist(aer_design(include => '{a}'), NULL, 'id');
SELECT * FROM aer_worklist(aer_design(include => '{a}'), 'parts', NULL);
SELECT * FROM aer_worklist(aer_design(include => '{a}'), 'nowhere', 'id');
SELECT * FROM aer_worklist(aer_design(include => '{a}'), 'parts', 'it');
SELECT * FROM aer_worklist(aer_design(include => '{ag}'), 'patients', 'id');
SELECT * FROM aer_worklist(aer_design(include => '{age,region}'), 'patients', 'id');
SELECT * FROM aer_worklist(aer_design(include => '{a}'), 'visits', 'a');
SELECT * FROM aer_worklist(aer_design(include => '{a}'), 'parts', 'id', '{1,two}');
SELECT * FROM aer_worklist(aer_design(include => '{a}'), 'parts', 'id', '{1,NULL}');
SELECT * FROM aer_worklist(aer_design(include => '{a}'), 'parts', 'id', features => 'a');
SELECT * FROM aer_worklist(aer_design(include => '{a}'), 'samples', 'id', features => 'array');
SELECT * FROM aer_worklist(aer_design(2), 'samples', 'id', features => 'present');
SELECT * FROM aer_worklist(aer_design(2), 'samples', 'id', features => 'presents');
INSERT INTO empty VALUES (1, '{"a": "x"}'), (2, '[]'), (3, '{"b": 1}'), (4, '{"b": "x", "a": "y"}');
SELECT * FROM aer_worklist(aer_design(include => '{a,b}'), 'empty', 'id', '{1}', features => 'features');
SELECT * FROM aer_worklist(aer_design(include => '{a,b}'), 'empty', 'id', '{2}', features => 'features');
SELECT * FROM aer_worklist(aer_design(include => '{a,b}', columns => '{"b": ["x", "y"]}'), 'empty', 'id', '{3}', features => 'features');
SELECT * FROM aer_worklist(aer_design(include => '{a,b}', columns => '{"a": ["y", "z"], "b": ["x", "y"]}'), 'empty', 'id', '{4}', features => 'features');
SELECT * FROM aer_worklist(aer_design(2), 'empty', 'id', features => 'array');
UPDATE empty SET "array" = array_fill(NULL::float8, ARRAY[3 + id]);
SELECT * FROM aer_worklist(aer_design(2), 'empty', 'id', features => 'array');
UPDATE empty SET "array" = array_fill(NULL::float8, CASE id WHEN 3 THEN ARRAY[2, 2] ELSE ARRAY[4] END);
SELECT * FROM aer_worklist(aer_design(2), 'empty', 'id', features => 'array');
UPDATE empty SET "array" = array_fill(NULL::float8, ARRAY[4], ARRAY[id - 3]);
SELECT key, count(*) FROM aer_worklist(aer_design(2), 'empty', 'id', features => 'array') GROUP BY key ORDER BY key;
INSERT INTO visits (number) VALUES (NULL);
SELECT * FROM aer_worklist(aer_design(include => '{a}'), 'visits', 'number');

-- by the primary key, and by the design that is suggested
SELECT count(*) AS wrong FROM ((SELECT w.* FROM designs d, aer_worklist(design, 'patients') w WHERE d.name = 'money') EXCEPT ALL
	(SELECT w.* FROM designs d, aer_worklist(design, 'patients', 'id') w WHERE d.name = 'money')) s;
SET client_min_messages = warning;
SELECT count(*) > 10 AS some, count(*) FILTER (WHERE t.key IS NULL) AS wrong
FROM aer_worklist('patients', 'outcome', 2, '{"age": 0, "smoker": 1, "Blood \"P": 1, "chol": 2, "fbs": 0.5, "region": 1, "mood": 1, "seen": 1, "note": 1}', keys => '{1,2,3,4,5,6,7,8,9,10,101,102}') s
	FULL JOIN aer_worklist(aer_suggest('patients', 'outcome', 2, prices => '{"age": 0, "smoker": 1, "Blood \"P": 1, "chol": 2, "fbs": 0.5, "region": 1, "mood": 1, "seen": 1, "note": 1}', null_categories => false),
		'patients', 'id', '{1,2,3,4,5,6,7,8,9,10,101,102}') t USING (key, attribute, name, cost);
SELECT count(*) > 0 AS some, bool_or(name = 'id') AS key_asked FROM aer_worklist('patients', 'outcome', 2, key => 'id');
RESET client_min_messages;
SELECT * FROM aer_worklist(aer_design(include => '{age}'), 'samples');
-- A study that begins has no target yet from which the second form could make its design.
CREATE TABLE fresh (id int PRIMARY KEY, age int, risk float8);
SELECT * FROM aer_worklist('fresh', 'risk', 1);
INSERT INTO fresh VALUES (1);
SELECT * FROM aer_worklist('fresh', 'risk', 1);
SELECT * FROM aer_worklist(aer_design(1, include => '{age}'), 'fresh');

DROP OWNED BY aer_worklist_nurse;
DROP ROLE aer_worklist_nurse;
DROP SCHEMA hostile CASCADE;
DROP SCHEMA "cl""inic" CASCADE;
