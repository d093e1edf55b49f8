--
-- Columns of words: one look of as many attributes as they have values but one
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE SCHEMA wards;
SET search_path = wards, public;
CREATE TYPE mood AS ENUM ('low', 'fair', 'high');
ALTER TYPE mood ADD VALUE 'even' BEFORE 'high';
CREATE DOMAIN code AS varchar(9) CHECK (VALUE <> 'none');
CREATE TABLE patients (id int, age int, region text, code code, grade char(4), mood mood, smoker boolean,
	"a=b" text, """q" text, outcome float8);
INSERT INTO patients SELECT i, 20 + i * 37 % 61, (ARRAY['north', 'south', 'west', 'o=e', ''])[1 + i * 7 % 11 % 5],
	(ARRAY['c1', 'c2', 'c3'])[1 + i * 5 % 7 % 3], (ARRAY['a', 'b  ', 'cc'])[1 + i % 13 % 3],
	(ARRAY['low', 'even', 'high'])[1 + i * 3 % 17 % 3]::mood, i % 3 = 0,
	(ARRAY['x', 'c'])[1 + i % 19 % 2], (ARRAY['y', '=z', 'größer'])[1 + i % 23 % 3], 0
	FROM generate_series(1, 400) i;
UPDATE patients SET outcome = age / 10.0 + CASE region WHEN 'south' THEN 2 WHEN 'o=e' THEN -1 ELSE 0 END
	+ (mood = 'high')::int + (grade = 'cc')::int * 3 - ("a=b" = 'c')::int + id * 29 % 31 / 31.0;

-- Their values: sorted by bytes, those of an enum in its own order.
CREATE TABLE found AS SELECT aer_categories(p.*, '{region,code,grade,mood,a=b,"\"q"}') AS c FROM patients p;
SELECT key, value FROM found, jsonb_each(c) ORDER BY key COLLATE "C";
SELECT aer_categories(p.*, '{region}') FROM (SELECT CASE WHEN id % 2 = 0 THEN region END AS region FROM patients) p;
SELECT aer_categories(p.*, '{region}') FROM (SELECT NULL::text AS region FROM patients) p;
SELECT aer_categories(p.*, '{region}') AS no_rows FROM patients p WHERE false;
SELECT aer_categories(p.*, '{}') AS no_columns FROM patients p;
SELECT aer_categories(r.*, '{t}') = jsonb_build_object('t', to_jsonb(ARRAY[repeat('a', 3000), repeat('b', 3000)])) AS long
FROM (SELECT repeat(chr(97 + i % 2), 3000) AS t FROM generate_series(1, 10) i) r;
SELECT jsonb_array_length(aer_categories(r.*, '{t}')->'t') FROM (SELECT (i % 100)::text AS t FROM generate_series(1, 300) i) r;
SELECT aer_categories(r.*, '{u,t}') FROM (SELECT (i % 101)::text AS t, 'a' AS u FROM generate_series(1, 300) i) r;
SELECT aer_categories(p.*, '{age}') FROM patients p;
SELECT aer_categories(p.*, '{town}') FROM patients p;
SELECT aer_categories(p.*, NULL) FROM patients p;
SELECT aer_categories(p.*, '{region,NULL}') FROM patients p;
SELECT aer_categories(p.*, CASE WHEN id > 5 THEN '{region}'::text[] ELSE '{mood}' END ORDER BY id) FROM patients p;

-- The list is checked where a design or a learner is made.
SELECT aer_design(categories => '{"region": ["north", "south"]}');
SELECT aer_ridge(budget => 2, categories => '{"region": ["north", "south"], "a": ["2", "1"]}')->'categories' AS categories;
SELECT aer_design(categories => '{}') = aer_design() AS none;
SELECT aer_design(categories => '["north", "south"]');
SELECT aer_design(categories => '3');
SELECT aer_design(categories => '{"region": "north"}');
SELECT aer_design(categories => '{"region": {"north": 1, "south": 2}}');
SELECT aer_design(categories => '{"region": ["north", 1]}');
SELECT aer_design(categories => '{"region": ["north", null]}');
SELECT aer_design(categories => '{"region": ["north"]}');
SELECT aer_design(categories => '{"region": []}');
SELECT aer_design(categories => '{"region": ["north", "south", "north"]}');
SELECT aer_design(categories => jsonb_build_object('region', (SELECT jsonb_agg(i::text) FROM generate_series(1, 101) i)));
SELECT aer_lasso(categories => '{"region": ["north", "north"]}');
SELECT length(aer_design(categories => jsonb_build_object('region', (SELECT jsonb_agg(i::text) FROM generate_series(1, 100) i)))::text) > 0 AS most;

-- What it must be in the rows.
SELECT aer_moments(p.*, 'outcome', aer_design(categories => '{"town": ["a", "b"]}')) FROM patients p;
SELECT aer_moments(p.*, 'outcome', aer_design(categories => '{"age": ["1", "2"]}')) FROM patients p;
SELECT aer_moments(p.*, 'outcome', aer_design(include => '{age,region}')) FROM patients p;
SELECT aer_moments(ARRAY[age], outcome, aer_design(categories => '{"age": ["1", "2"]}')) FROM patients;
SELECT aer_train(ARRAY[age], outcome, aer_lasso(categories => '{"age": ["1", "2"]}')) FROM patients;
SELECT aer_moments(r.*, 'outcome', aer_design(categories => '{"region": ["north", "south"]}'))
FROM (SELECT region, 1 AS "region=south", outcome FROM patients) r;
SELECT aer_moments(r.*, 'outcome', aer_design(categories => '{"region": ["north", "south"]}', include => '{"age","region=south"}')) IS NOT NULL AS not_both
FROM (SELECT age, region, 1 AS "region=south", outcome FROM patients) r;
SELECT aer_moments(r.*, 'outcome', aer_design(categories => '{"region": ["north", "south"]}'))
FROM (SELECT region, mood AS region, outcome FROM patients) r;

-- The same rows by hand.
CREATE TABLE by_hand AS SELECT id, age, (region = 'north')::int r1, (region = 'o=e')::int r2, (region = 'south')::int r3,
	(region = 'west')::int r4, (code = 'c2')::int c1, (code = 'c3')::int c2, (grade = 'b')::int g1, (grade = 'cc')::int g2,
	(mood = 'even')::int m1, (mood = 'high')::int m2, smoker, ("a=b" = 'x')::int ab1, ("""q" = 'größer')::int q1, ("""q" = 'y')::int q2, outcome
	FROM patients;
CREATE VIEW designs AS SELECT c, aer_design(exclude => '{id}', categories => c) AS everything, aer_design(exclude => '{id}', budget => 3, categories => c) AS three FROM found;

SELECT attribute, name FROM aer_weights((SELECT aer_fit_ridge(aer_moments(p.*, 'outcome', (SELECT everything FROM designs))) FROM patients p)) ORDER BY attribute;
-- to the bit where both read everything, streaming learners under a budget too
SET client_min_messages = error;	-- in one unit for all, worse than the mean
SELECT a.m::float8[] = b.m::float8[] AS ridge, c.m::float8[] = d.m::float8[] AS ols, e.m::float8[] = f.m::float8[] AS online, g.m::float8[] = h.m::float8[] AS lasso
FROM (SELECT aer_fit_ridge(aer_moments(p.*, 'outcome', (SELECT everything FROM designs) ORDER BY id)) AS m FROM patients p) a,
	(SELECT aer_fit_ridge(aer_moments(p.*, 'outcome', aer_design(exclude => '{id}') ORDER BY id)) AS m FROM by_hand p) b,
	(SELECT aer_fit_ols(aer_moments(p.*, 'outcome', (SELECT everything FROM designs) ORDER BY id)) AS m FROM patients p) c,
	(SELECT aer_fit_ols(aer_moments(p.*, 'outcome', aer_design(exclude => '{id}') ORDER BY id)) AS m FROM by_hand p) d,
	(SELECT aer_train(p.*, 'outcome', (SELECT aer_ridge(exclude => '{id}', scale => 50, categories => c) FROM found) ORDER BY id) AS m FROM patients p) e,
	(SELECT aer_train(p.*, 'outcome', aer_ridge(exclude => '{id}', scale => 50) ORDER BY id) AS m FROM by_hand p) f,
	(SELECT aer_train(p.*, 'outcome', (SELECT aer_lasso(budget => 4, exclude => '{id}', scale => 50, categories => c) FROM found) ORDER BY id) AS m FROM patients p) g,
	(SELECT aer_train(p.*, 'outcome', aer_lasso(budget => 4, exclude => '{id}', scale => 50) ORDER BY id) AS m FROM by_hand p) h;

RESET client_min_messages;
-- A column is one look: the plan names columns, and no more of a row is looked at.
SELECT aer_plan(three, '{age,region,code,grade,mood,smoker,a=b,"\"q"}'::text[], 7) FROM designs;
SELECT array_length(aer_plan(three, '{id,age,region,code,grade,mood,smoker,a=b,"\"q"}'::text[], id), 1) AS looks, count(*) FROM designs, patients GROUP BY 1;
SELECT aer_plan(three, '{age,region}'::text[], 7) FROM designs;
SELECT aer_plan(three, 8, 7) FROM designs;
CREATE FUNCTION pg_temp.hidden(p patients, seen text[]) RETURNS patients LANGUAGE sql AS $$
	SELECT jsonb_populate_record(NULL::patients, (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(p))
		WHERE key = ANY (seen || '{id,outcome}'::text[]))) $$;
SELECT a.m = b.m AS same, (s).reads = 3 * (s).rows AS budget, (s).attributes
FROM (SELECT aer_moments(p.*, 'outcome', (SELECT three FROM designs), id ORDER BY id) AS m FROM patients p) a,
	(SELECT aer_moments(pg_temp.hidden(p, aer_plan((SELECT three FROM designs), '{age,region,code,grade,mood,smoker,a=b,"\"q"}'::text[], id)),
		'outcome', (SELECT three FROM designs), id ORDER BY id) AS m FROM patients p) b,
	LATERAL (SELECT aer_summary(aer_fit_ridge(b.m)) AS s) s;
-- streaming learners read no more than their budget either
SELECT reads <= 4 * rows AS budget FROM found, aer_summary((SELECT aer_train(p.*, 'outcome', (SELECT aer_lasso(budget => 4, exclude => '{id}', categories => c) FROM found)) FROM patients p));
-- drawing by spread and by what was learned: a column counts by the root of its variances
SELECT count(*) FILTER (WHERE 'region' = ANY (plan)) > count(*) FILTER (WHERE 'age' = ANY (plan)) AS region_first
FROM generate_series(1, 200) i, aer_plan(aer_design(budget => 1, spread => '{"age": 1, "region=b": 1, "region=c": 1, "region=d": 1}', categories => '{"region": ["a", "b", "c", "d"]}'), '{age,region}'::text[], i) plan;
SELECT reads = 2 * rows AS learned FROM aer_summary((SELECT aer_fit_ridge(aer_moments(p.*, 'outcome', (SELECT aer_design(budget => 2, sampling => 'learned', exclude => '{id}', categories => c) FROM found) ORDER BY id)) FROM patients p));

-- Models find column and value in any row.
CREATE TABLE saved AS SELECT aer_fit_ridge(aer_moments(p.*, 'outcome', (SELECT everything FROM designs) ORDER BY id)) AS m,
	(SELECT aer_train(p.*, 'outcome', (SELECT aer_ridge(exclude => '{id}', scale => 50, categories => c) FROM found) ORDER BY id) FROM patients p) AS s FROM patients p;
SELECT bool_and(aer_predict(m, p) = aer_predict(m, q)) AS any_order, bool_and(aer_predict(m, p) = aer_predict(m::text::aer_model, p)) AS text,
	bool_and(abs(aer_score(m, p) - by_hand) < 1e-9) AS by_hand
FROM saved, patients p, LATERAL (SELECT p."a=b"::varchar, p."""q", p.mood::text, p.grade::varchar AS grade, p.code::text, p.region::varchar(5), p.smoker, p.age::float8) q,
	LATERAL (SELECT sum(weight * CASE name WHEN '(intercept)' THEN 1 WHEN 'age' THEN p.age WHEN 'smoker' THEN p.smoker::int WHEN 'region=north' THEN (p.region = 'north')::int
		WHEN 'region=o=e' THEN (p.region = 'o=e')::int WHEN 'region=south' THEN (p.region = 'south')::int WHEN 'region=west' THEN (p.region = 'west')::int
		WHEN 'code=c2' THEN (p.code = 'c2')::int WHEN 'code=c3' THEN (p.code = 'c3')::int WHEN 'grade=b' THEN (p.grade = 'b')::int WHEN 'grade=cc' THEN (p.grade = 'cc')::int
		WHEN 'mood=even' THEN (p.mood = 'even')::int WHEN 'mood=high' THEN (p.mood = 'high')::int WHEN '"a=b"=x' THEN (p."a=b" = 'x')::int
		WHEN '"""q"=größer' THEN (p."""q" = 'größer')::int WHEN '"""q"=y' THEN (p."""q" = 'y')::int END) AS by_hand FROM aer_weights(m)) h;
SELECT (e).reads / (e).rows AS looks FROM (SELECT aer_evaluate(m, p, 'outcome') AS e FROM saved, patients p) e;
SELECT aer_predict(m, r) = aer_predict(m, q) AS unknown_is_first, aer_predict(m, n) IS NULL AS hole
FROM saved, (SELECT * FROM patients WHERE id = 1) p,
	LATERAL (SELECT p.age, 'nowhere' AS region, 'c1' AS code, 'a' AS grade, 'low' AS mood, p.smoker, 'c' AS "a=b", '=z' AS """q") r,
	LATERAL (SELECT p.age, '' AS region, 'c1' AS code, 'a' AS grade, 'low' AS mood, p.smoker, 'c' AS "a=b", '=z' AS """q") q,
	LATERAL (SELECT p.age, NULL AS region, 'c1' AS code, 'a' AS grade, 'low' AS mood, p.smoker, 'c' AS "a=b", '=z' AS """q") n;
SELECT aer_predict(m, r) FROM saved, (SELECT age, 7 AS region, code, grade, mood, smoker, "a=b", """q" FROM patients LIMIT 1) r;
SELECT aer_predict(m, r) FROM saved, (SELECT age, code, grade, mood, smoker, "a=b", """q" FROM patients LIMIT 1) r;
SELECT (SELECT aer_continue(p.*, 'outcome', t ORDER BY id) FROM patients p WHERE id > 200) = s AS continued
FROM saved, (SELECT aer_train(p.*, 'outcome', (SELECT aer_ridge(exclude => '{id}', scale => 50, categories => c) FROM found) ORDER BY id) AS t FROM patients p WHERE id <= 200) t;
SELECT aer_train(r.*, 'outcome', aer_lasso(categories => '{"region": ["north", "south"]}')) FROM (SELECT NULL::text AS region, 1 AS outcome) r;

-- Values that are not listed are counted, holes are not looks.
SELECT name, reads, unknown FROM aer_attributes((SELECT aer_moments(p.*, 'outcome', aer_design(missing => 'available', include => '{age,region,mood}',
	categories => '{"region": ["north", "south", "east"], "mood": ["low", "sad"]}')) FROM (SELECT age, CASE WHEN id % 2 = 0 THEN region END AS region, mood, outcome FROM patients) p));
SELECT region IN ('north', 'south', 'east') AS known, mood = 'low' AS low, id % 2 = 0 AS seen, count(*) FROM patients GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
-- as sums, as rows, merged, stored, from one or more scans
CREATE TABLE parts AS SELECT id / 7 AS part, aer_moments(p.*, 'outcome', aer_design(budget => 2, include => '{age,region,mood}',
	categories => '{"region": ["north", "south", "east"], "mood": ["low", "sad"]}'), id ORDER BY id) AS m FROM patients p GROUP BY 1;
SELECT array_agg(a.unknown ORDER BY a.attribute) = array_agg(w.unknown ORDER BY a.attribute) AS merged,
	array_agg(a.reads ORDER BY a.attribute) = array_agg(w.reads ORDER BY a.attribute) AS reads, sum(w.unknown) > 0 AS counted
FROM (SELECT (aer_attributes(m)).* FROM (SELECT aer_moments(m) AS m FROM parts) s) a
	JOIN (SELECT (aer_attributes(m::text::aer_moments)).* FROM (SELECT aer_moments(p.*, 'outcome', aer_design(budget => 2, include => '{age,region,mood}',
		categories => '{"region": ["north", "south", "east"], "mood": ["low", "sad"]}'), id ORDER BY id) AS m FROM patients p) s) w USING (attribute);
SELECT aer_moments(m) FROM (VALUES ((SELECT aer_moments(p.*, 'outcome', aer_design(include => '{age,region}', categories => '{"region": ["north", "south"]}')) FROM patients p)),
	((SELECT aer_moments(p.*, 'outcome', aer_design(include => '{age,region}', categories => '{"region": ["north", "west"]}')) FROM patients p))) v (m);

-- Strings of jsonb are the same; keys are attributes where they are included.
CREATE TABLE notes AS SELECT id, jsonb_build_object('age', age, 'region', region, 'mood', mood, 'a=b', "a=b", 'text', id) AS f, outcome FROM patients;
CREATE VIEW in_rows AS SELECT id, "a=b", age, mood::text, region, outcome FROM patients;
CREATE TABLE words AS SELECT aer_categories(f, '{region,mood,a=b}') AS c FROM notes;
SELECT c, c = (SELECT aer_categories(r.*, '{region,mood,a=b}') FROM in_rows r) AS same FROM words;
SELECT aer_categories(f, '{nowhere}') FROM (SELECT f FROM notes UNION ALL VALUES (NULL::jsonb), ('[1]')) n;
SELECT aer_categories(f, '{region,age}') FROM notes;
SELECT aer_categories(jsonb_build_object('t', id::text), '{t}') FROM patients;
SET client_min_messages = error;
SELECT a.m::float8[] = b.m::float8[] AS ridge, c.m::float8[] = d.m::float8[] AS lasso, abs(aer_predict(a.m, f) - aer_predict(b.m, r.*)) = 0 AS prediction, (s).reads = 2 * (s).rows AS budget
FROM (SELECT aer_fit_ridge(aer_moments(f, outcome, (SELECT aer_design(budget => 2, include => '{age,region,mood,a=b}', categories => c) FROM words), id ORDER BY id)) AS m FROM notes) a,
	(SELECT aer_fit_ridge(aer_moments(r.*, 'outcome', (SELECT aer_design(budget => 2, include => '{age,region,mood,a=b}', categories => c) FROM words), id ORDER BY id)) AS m FROM in_rows r) b,
	(SELECT aer_train(f, outcome, (SELECT aer_lasso(budget => 3, scale => 50, include => '{age,region,mood,a=b}', categories => c) FROM words) ORDER BY id) AS m FROM notes) c,
	(SELECT aer_train(r.*, 'outcome', (SELECT aer_lasso(budget => 3, scale => 50, include => '{age,region,mood,a=b}', categories => c) FROM words) ORDER BY id) AS m FROM in_rows r) d,
	LATERAL (SELECT aer_summary(a.m) AS s) s, notes n JOIN in_rows r USING (id) WHERE id = 17;
RESET client_min_messages;
SELECT name, reads, unknown FROM aer_attributes((SELECT aer_moments(f - CASE WHEN id % 2 = 0 THEN '' ELSE 'region' END, outcome,
	aer_design(missing => 'available', include => '{age,region,mood}', categories => '{"region": ["north", "south", "east"], "mood": ["low", "sad"]}')) FROM notes));
SELECT aer_moments(f, outcome, aer_design(include => '{age,region}', categories => '{"age": ["north", "south"]}') ORDER BY id) FROM notes;
SELECT aer_moments(f, outcome, aer_design(include => '{age,region}', categories => '{"region": ["north", "south"], "mood": ["low", "sad"]}')) FROM notes;
SELECT aer_moments(f, outcome, aer_design(include => '{age,region}')) FROM notes;
SELECT aer_moments(f, outcome, aer_design(include => '{region=south,region}', categories => '{"region": ["north", "south"]}')) FROM notes;

-- A type that is told to be one of a value must have one.
SELECT '{"weights":[1],"intercept":0,"names":["region"],"types":["category"],"learner":{},"rows":1,"draws":1,"reads":1,"skipped":0,"format":2}'::aer_model;
SELECT '{"weights":[1],"intercept":0,"names":["\"a=b=c"],"types":["category"],"learner":{},"rows":1,"draws":1,"reads":1,"skipped":0,"format":2}'::aer_model;

SET client_min_messages = warning;
DROP SCHEMA wards CASCADE;
