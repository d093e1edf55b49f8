--
-- Pairs: products of two columns as attributes
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE SCHEMA couples;
SET search_path = couples, public;
CREATE TABLE people (id int PRIMARY KEY, age float8, smoker boolean, region text, year int, day date, note text, y float8);
INSERT INTO people SELECT i, 20 + i * 37 % 61 + i % 3 / 4.0, i % 3 = 0, (ARRAY['north', 'south', 'west', 'east', 'mars', 'moon'])[1 + i * 7 % 11 % 6], 2015 + i * 5 % 8,
	date '2023-12-25' + i * 11 % 40, 'n', 0 FROM generate_series(1, 300) i;
UPDATE people SET y = CASE WHEN region = 'north' THEN age / 10 ELSE 3 END + CASE WHEN smoker THEN year - 2018 ELSE 0 END + id * 29 % 31 / 31.0;

-- The list is checked where a design is made.
\set SHOW_CONTEXT never
CREATE FUNCTION pg_temp.refused(what text) RETURNS TABLE (message text, detail text, hint text, state text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE what;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT, state = RETURNED_SQLSTATE;
	message := 'ERROR:  ' || message;
	RETURN NEXT;
END $$;
SELECT aer_design(interactions => '[["age", "smoker"], ["region", "age"]]');
SELECT aer_design(interactions => '[]') - 'interactions' = aer_design() AS none;
\x on
SELECT pairs, r.* FROM (VALUES ('3'), ('{"age": "smoker"}'), ('["age", "smoker"]'), ('[["age"]]'), ('[["age", "smoker", "region"]]'), ('[["age", 3]]'), ('[["age", null]]'), ('[["age", ["b"]]]'),
	('[["age", "age"]]'), ('[["a", "b"], ["a", "b"]]'), ('[["a", "b"], ["c", "b"], ["b", "a"]]')) v (pairs), pg_temp.refused(format('SELECT aer_design(interactions => %L)', pairs)) r;
SELECT r.* FROM pg_temp.refused('SELECT aer_design(interactions => (SELECT jsonb_agg(jsonb_build_array(i::text, ''x'')) FROM generate_series(1, 31) i))') r;

-- Both columns must be attributes; of arrays, and of learners, there are no pairs.
SELECT what, r.* FROM (VALUES ('aer_design(interactions => ''[["age", "smokes"]]'')'), ('aer_design(interactions => ''[["age", "y"]]'')'), ('aer_design(interactions => ''[["region", "age"]]'')'),
	('aer_design(interactions => ''[["age", "smoker"]]'', exclude => ''{smoker}'')'), ('aer_design(interactions => ''[["age", "id"]]'')')) v (what),
	pg_temp.refused(format('SELECT aer_moments(p.*, ''y'', %s) FROM couples.people p', what)) r;
SELECT r.* FROM pg_temp.refused('SELECT aer_moments(ARRAY[age, year], y, aer_design(interactions => ''[["1", "2"]]'')) FROM couples.people') r;
SELECT r.* FROM pg_temp.refused('SELECT aer_train(p.*, ''y'', ''{"learner": "ridge", "interactions": [["age", "smoker"]]}'') FROM couples.people p') r;
SELECT r.* FROM pg_temp.refused('SELECT aer_moments(to_jsonb(p), ''y'', aer_design(include => ''{age,year}'', interactions => ''[["age", "smoker"]]'')) FROM couples.people p') r;
\x off

-- A pair is all products of the factors of both, behind all columns, in the order in which it is written.
\set list '[["age", "smoker"], ["region", "age"], ["smoker", "year"], ["year", "region"], ["day", "age"], ["dull", "smoker"]]'
\set columns '{"age": [30, 41.5, 50, 60], "region": ["north", "south", "west", "east", "mars"], "day": ["2023-12-31", "2024-01-10", "2024-01-20"]}'
\set design 'aer_design(exclude => ''{id,note}'', center => ''{"year": 2018, "dull": -0.5}'', columns => :''columns'', interactions => :''list'')'
CREATE VIEW rows AS SELECT *, (id % 7)::float8 AS dull FROM people;
CREATE TABLE sums AS SELECT aer_moments(r.*, 'y', :design, id) AS m FROM rows r;
SELECT attribute, name, reads, missing, unknown FROM sums, aer_attributes(m) WHERE interaction;
SELECT count(*) AS attributes, count(DISTINCT name) AS names, bool_and(interaction = (attribute > 17)) AS behind, sum(spent) = 6 * 300 AS spent FROM sums, aer_attributes(m);

-- The sums equal those of columns that were multiplied by hand.
CREATE VIEW mains AS SELECT *, greatest(age - 41.5, 0) AS above, day - date '2024-01-10' AS days, greatest(day - date '2024-01-10', 0) AS days_above, smoker::int AS s FROM rows;
CREATE VIEW by_hand AS SELECT id, (age - 41.5) * s AS "age*smoker", above * s AS "age>41.5*smoker",
	(region = 'north')::int * (age - 41.5) AS "region=north*age", (region = 'north')::int * above AS "region=north*age>41.5",
	(region = 'south')::int * (age - 41.5) AS "region=south*age", (region = 'south')::int * above AS "region=south*age>41.5",
	(region = 'west')::int * (age - 41.5) AS "region=west*age", (region = 'west')::int * above AS "region=west*age>41.5",
	(region = 'east')::int * (age - 41.5) AS "region=east*age", (region = 'east')::int * above AS "region=east*age>41.5",
	s * (year - 2018) AS "smoker*(year-2018)",
	(year - 2018) * (region = 'north')::int AS "(year-2018)*region=north", (year - 2018) * (region = 'south')::int AS "(year-2018)*region=south",
	(year - 2018) * (region = 'west')::int AS "(year-2018)*region=west", (year - 2018) * (region = 'east')::int AS "(year-2018)*region=east",
	days * (age - 41.5) AS "day*age", days * above AS "day*age>41.5", days_above * (age - 41.5) AS "day>2024-01-10*age", days_above * above AS "day>2024-01-10*age>41.5",
	(dull + 0.5) * s AS "(dull+0.5)*smoker", y FROM mains;
CREATE TABLE hand AS SELECT aer_moments(h.*, 'y', aer_design(exclude => '{id}'), id) AS m FROM by_hand h;
CREATE FUNCTION near(a float8, b float8) RETURNS boolean LANGUAGE sql AS $$ SELECT a IS NOT DISTINCT FROM b OR abs(a - b) <= 1e-9 * greatest(abs(a), abs(b), 1) $$;
SELECT count(*) AS sums, count(*) FILTER (WHERE a.n IS DISTINCT FROM b.n OR NOT near(a.product, b.product) OR NOT near(a.first_sum, b.first_sum) OR NOT near(a.second_sum, b.second_sum)) AS differ
	FROM (SELECT s.* FROM hand, aer_sums(m) s) b LEFT JOIN (SELECT s.* FROM sums, aer_sums(m) s) a USING (fold, first, second);

-- The same for jsonb; merged, subtracted, stored and read again.
SELECT count(*) AS sums, count(*) FILTER (WHERE (a.n, a.product, a.first_sum, a.second_sum) IS DISTINCT FROM (b.n, b.product, b.first_sum, b.second_sum)) AS differ
	FROM (SELECT s.* FROM sums, aer_sums(m) s) b LEFT JOIN
	(SELECT s.* FROM (SELECT aer_moments(to_jsonb(r), 'y', aer_design(include => '{age,smoker,region,year,day,dull}', center => '{"year": 2018, "dull": -0.5}', columns => :'columns', interactions => :'list'), id) AS m FROM rows r) j, aer_sums(m) s) a
	USING (fold, first, second) WHERE b.first LIKE '%*%' AND b.second LIKE '%*%';
SELECT m = m::text::aer_moments AS text FROM sums;
CREATE TEMP TABLE copied (m aer_moments);
\copy sums TO 'pairs.binary' WITH (FORMAT binary)
\copy copied FROM 'pairs.binary' WITH (FORMAT binary)
\! rm -f pairs.binary
SELECT s.m = c.m AS binary FROM sums s, copied c;
CREATE FUNCTION differs(a aer_moments, b aer_moments) RETURNS bigint LANGUAGE sql AS $$
	SELECT count(*) FROM aer_sums(a) a FULL JOIN aer_sums(b) b USING (fold, first, second)
	WHERE a.n IS DISTINCT FROM b.n OR NOT near(a.product, b.product) OR NOT near(a.first_sum, b.first_sum) OR NOT near(a.second_sum, b.second_sum) $$;
CREATE TABLE parts AS SELECT id % 3 AS part, aer_moments(r.*, 'y', :design, id) AS m FROM rows r GROUP BY 1;
SELECT differs((SELECT aer_moments(m) FROM parts), (SELECT m FROM sums)) AS merged;
SELECT differs((SELECT s.m - p.m FROM sums s, parts p WHERE part = 1), (SELECT aer_moments(r.*, 'y', :design, id) FROM rows r WHERE id % 3 <> 1)) AS taken_back;
\x on
SELECT r.* FROM pg_temp.refused('SELECT aer_moments(m) FROM (SELECT m FROM couples.sums UNION ALL SELECT aer_moments(r.*, ''y'', aer_design(exclude => ''{id,note,region,day}'', interactions => ''[["age", "smoker"]]''), id) FROM couples.rows r) s') r;
\x off

-- A model predicts from rows, from jsonb, and from the known columns.
CREATE TABLE models AS SELECT aer_fit_ridge(m, interactions => 30) AS model FROM sums;
SELECT model = model::text::aer_model AS text, model = aer_fit_ridge(m, interactions => 30) AS same FROM models, sums;
SELECT count(*) AS predictions, count(*) FILTER (WHERE NOT near(aer_predict(model, r.*), aer_predict(model, to_jsonb(r)))) AS differ FROM models, rows r;
SELECT aer_predict(model, '{"age": 50}'::jsonb) IS NOT NULL AS one, aer_predict(model, '{"age": 50, "region": "moon"}'::jsonb) = aer_predict(model, '{"age": 50}'::jsonb) AS unknown_word,
	aer_predict(model, '{"age": 50, "region": "north"}'::jsonb) IS NOT NULL AS two FROM models;
SELECT columns, attributes, reads FROM models, aer_summary(model);
SELECT (aer_evaluate(model, r.*, 'y')).reads FROM models, rows r;
SELECT (aer_evaluate(model, to_jsonb(r) - '{day,region}'::text[], 'y')).reads FROM models, rows r;
SELECT count(*) AS pairs, min(name) AS first FROM models, aer_weights(model) WHERE interaction;
SELECT name FROM models, aer_weights(aer_restrict(model, '{year,smoker,dull}'::text[]));
SELECT count(*) FILTER (WHERE NOT near(aer_predict(aer_restrict(model, '{year,smoker,dull}'::text[]), r.*), aer_predict(model, jsonb_build_object('year', year, 'smoker', smoker, 'dull', dull)))) AS differ FROM models, rows r WHERE id <= 20;
SELECT name, importance >= 0 AS known FROM models, aer_importance(model) ORDER BY name COLLATE "C";

-- A model that somebody has written must have interactions of its columns, and weights for all of their products.
SELECT change, new, r.message, r.detail FROM models, (VALUES (1, '["age","smoker"]', '["age","smokes"]'), (2, '["age","smoker"]', '["age","age"]'), (3, '["age","smoker"]', '["smoker","age"]'), (4, '["age","smoker"],', ''),
	(5, '["age","smoker"]', '["age"]'), (6, '["age","smoker"]', '["age","smoker","day"]'), (7, '["age","smoker"]', '["age",7]'), (8, '["age","smoker"]', '"age*smoker"'),
	(9, '"center":2018', '"center":"2018"'), (10, '"center":2018', '"center":1e999'), (11, '"center":2018', '"center":0')) v (change, old, new),
	pg_temp.refused(format('SELECT %L::aer_model', replace(model::text, old, new))) r ORDER BY change;
SELECT name FROM models, aer_weights(replace(model::text, ',"center":-0.5', '')::aer_model) WHERE name LIKE '%dull%smoker%';

-- The folds, or the argument, decide how many interactions a model uses; it contains no others.
SELECT w.pairs, l.fit -> 'interactions' AS told, l.fit ? 'mse_of_interactions' AS tried, (SELECT count(*) FROM aer_weights(model) WHERE interaction) AS products
	FROM sums, (VALUES (NULL), (0), (1), (6), (30)) w (pairs), LATERAL (SELECT aer_fit_ridge(m, interactions => w.pairs) AS model) f, LATERAL (SELECT model::jsonb -> 'fit' AS fit) l;
\x on
SELECT pairs, r.* FROM (VALUES (-1), (31)) v (pairs), pg_temp.refused(format('SELECT aer_fit_ridge(m, interactions => %s) FROM couples.sums', pairs)) r;
SELECT r.* FROM pg_temp.refused('SELECT aer_fit_ridge(aer_moments(ARRAY[age], y), interactions => 1) FROM couples.people') r;
\x off

-- NULL that is not told apart: without a budget all attributes are as if nothing were there, and the look is unknown.
CREATE VIEW holes AS SELECT id, CASE WHEN id % 50 > 0 THEN age END AS age, CASE WHEN id % 60 > 0 THEN smoker END AS smoker, CASE WHEN id % 70 > 0 THEN region END AS region,
	CASE WHEN id % 80 > 0 THEN year END AS year, day, note, y FROM people;
\set holed 'exclude => ''{id,note,day}'', center => ''{"year": 2018}'', columns => ''{"age": [30, 41.5, 60], "region": ["north", "south"]}'', interactions => ''[["age", "smoker"], ["region", "year"]]'''
CREATE TABLE holed AS SELECT aer_moments(h.*, 'y', aer_design(:holed), id) AS m FROM holes h;
SELECT attribute, name, reads, missing, unknown, round(mean::numeric, 4) AS mean FROM holed, aer_attributes(m);
SELECT (SELECT round(avg(coalesce(age, 41.5))::numeric, 4) FROM holes) AS age, (SELECT round(avg(coalesce(greatest(age - 30, 0), 0))::numeric, 4) FROM holes) AS above,
	(SELECT round(avg(coalesce(year, 2018))::numeric, 4) FROM holes) AS year, (SELECT round(avg(coalesce((age - 41.5) * smoker::int, 0))::numeric, 4) FROM holes) AS "age*smoker",
	(SELECT round(avg(coalesce((region = 'north')::int * (year - 2018), 0))::numeric, 4) FROM holes) AS "region=north*(year-2018)";
SELECT sum(missing) AS missing, min(reads) AS least FROM (SELECT aer_moments(to_jsonb(h) - CASE WHEN id % 2 = 0 THEN 'age' ELSE '' END, 'y', aer_design(:holed, include => '{age,smoker,region,year,id,note,day}'), id) AS m FROM holes h) s, aer_attributes(m);
SELECT r.message FROM pg_temp.refused('SELECT aer_moments(h.*, ''y'', aer_design(exclude => ''{id,note,day}'', missing => ''error'', interactions => ''[["age", "smoker"]]''), id) FROM couples.holes h') r;
SELECT sum(unknown) AS unknown, sum(missing) > 0 AS missing FROM (SELECT aer_moments(h.*, 'y', aer_design(exclude => '{id,note,day,region}'), id) AS m FROM holes h) s, aer_attributes(m);

-- With a budget a pair is seen where both columns are, and costs nothing.
CREATE TABLE planned AS SELECT aer_moments(h.*, 'y', aer_design(2, :holed), id) AS m FROM holes h;
SELECT a.name, a.reads = (SELECT count(*) FROM holes h WHERE aer_plan(aer_design(2, exclude => '{id,note,day}'), '{age,smoker,region,year}'::text[], id) @> ARRAY[c.one, c.two]
		AND CASE c.one WHEN 'age' THEN age IS NOT NULL AND smoker IS NOT NULL ELSE region IS NOT NULL AND year IS NOT NULL END) AS seen_together, a.unknown, a.cost
	FROM planned, aer_attributes(m) a, LATERAL (SELECT CASE WHEN a.name LIKE 'age%' THEN 'age' ELSE 'region' END, CASE WHEN a.name LIKE 'age%' THEN 'smoker' ELSE 'year' END) c (one, two) WHERE a.name LIKE '%*%';
SELECT attribute, name, interaction FROM planned, aer_attributes(m) WHERE attribute > 8;
-- Behind the products stand copies of the attributes of both, of the same rows.
SELECT a.name, a.reads = b.reads AS reads, near(a.mean, b.mean) AS mean FROM planned, aer_attributes(m) a JOIN
	(SELECT v.name, count(v.value) AS reads, avg(v.value) AS mean FROM holes h, LATERAL (VALUES ('age with smoker', age), ('age>30 with smoker', greatest(age - 30, 0)), ('age>41.5 with smoker', greatest(age - 41.5, 0)), ('age>60 with smoker', greatest(age - 60, 0)),
		('smoker with age', smoker::int)) v (name, value) WHERE aer_plan(aer_design(2, exclude => '{id,note,day}'), '{age,smoker,region,year}'::text[], id) @> '{age,smoker}' AND age IS NOT NULL AND smoker IS NOT NULL GROUP BY 1) b USING (name) ORDER BY 1;
SELECT count(*) AS folds, count(*) FILTER (WHERE NOT (s.n = t.n AND near(s.product, t.product) AND near(s.first_sum, t.first_sum) AND near(s.second_sum, t.second_sum))) AS differ FROM planned, aer_sums(m) s JOIN planned p ON true, LATERAL (SELECT t.* FROM aer_sums(p.m) t WHERE t.first = 'age' AND t.second = 'smoker' AND t.fold = s.fold) t
	WHERE s.first = 'age with smoker' AND s.second = 'smoker with age';
SELECT aer_spent(m) = (SELECT sum(reads) FROM aer_attributes(m) WHERE cost IS NOT NULL) AS spent FROM planned;
SELECT m = m::text::aer_moments AS text FROM planned;
\set prices 'prices => ''{"cost": {"age": 1, "smoker": 2, "region": 3, "year": 0.5}, "panels": {"desk": {"fee": 1.5, "attributes": ["age", "year"]}}}'''
SELECT aer_spent(m) = aer_spent(n) AS spent, m = m::text::aer_moments AS text FROM (SELECT aer_moments(h.*, 'y', aer_design(4, :prices, :holed), id), aer_moments(h.*, 'y', aer_design(4, :prices, exclude => '{id,note,day}', columns => '{"age": [30, 41.5, 60], "region": ["north", "south"]}'), id) FROM holes h) s (m, n);

-- Numbers with two knots or more are held to fences, six ranges of their knots wide and one more, in training and in prediction, unless they are open.
CREATE TABLE tails (id int, x float8, z float8, y float8);
INSERT INTO tails SELECT i, i % 10, i * 7 % 10, i % 10 * (i * 7 % 10) FROM generate_series(1, 100) i;
UPDATE tails SET x = 1e6, z = -1e6 WHERE id = 50;
\set tailed '(SELECT aer_moments(t.*, ''y'', aer_design(exclude => ''{id}'', columns => c, interactions => ''[["x", "z"]]''), id) FROM tails t)'
SELECT c, a.name, round((a.mean * 100)::numeric, 6) - (SELECT CASE a.name WHEN 'x' THEN sum(x) ELSE sum(z) END FROM tails WHERE id <> 50) AS of_the_one
	FROM (VALUES ('{"x": [3, 5], "z": [2, 4, 8]}'::jsonb), ('{"x": [3, 5, "open"], "z": ["open", 2, 4, 8]}'), ('{"x": [3], "z": [4]}')) v (c), LATERAL (SELECT :tailed AS m) s, aer_attributes(m) a WHERE a.name IN ('x', 'z');
CREATE TABLE fenced AS SELECT c, aer_fit_ridge(:tailed, interactions => 30) AS model FROM (VALUES ('{"x": [3, 5], "z": [2, 4, 8]}'::jsonb), ('{"x": [3, 5, "open"], "z": ["open", 2, 4, 8]}')) v (c);
SELECT c, aer_score(model, '{"x": 12, "z": 5}'::jsonb) = aer_score(model, '{"x": 11, "z": 5}'::jsonb) AS above, aer_score(model, '{"x": -4, "z": 5}'::jsonb) = aer_score(model, '{"x": -3, "z": 5}'::jsonb) AS below,
	aer_score(model, '{"x": 11, "z": 5}'::jsonb) = aer_score(model, '{"x": 10.9, "z": 5}'::jsonb) AS within, model = model::text::aer_model AS text FROM fenced;
SELECT c, count(DISTINCT effect) = 1 AS flat, count(*) > 20 AS points FROM fenced, aer_curve(model, 'x', 12, 40) GROUP BY c ORDER BY c;
SELECT c, model::jsonb -> 'columns' AS columns FROM fenced;
SELECT r.message, r.detail FROM pg_temp.refused('SELECT m + n FROM (SELECT aer_moments(t.*, ''y'', aer_design(exclude => ''{id}'', columns => ''{"x": [3, 5]}''), id), aer_moments(t.*, ''y'', aer_design(exclude => ''{id}'', columns => ''{"x": [3, 5, "open"]}''), id) FROM couples.tails t) s (m, n)') r;
\x on
SELECT c, r.* FROM (VALUES ('{"x": ["open"]}'), ('{"x": [1, "open", "open"]}'), ('{"x": [1, "shut"]}'), ('{"x": ["open", "x", 1]}')) v (c), pg_temp.refused(format('SELECT aer_moments(t.*, ''y'', aer_design(columns => %L)) FROM couples.tails t', c)) r;
SELECT c, r.* FROM (VALUES ('{"day": ["open"]}')) v (c), pg_temp.refused(format('SELECT aer_moments(p.*, ''y'', aer_design(columns => %L)) FROM couples.people p', c)) r;
\x off
SELECT c, aer_score(model, '{"day": "2034-01-01"}'::jsonb) = aer_score(model, '{"day": "2035-01-01"}'::jsonb) AS held FROM (VALUES ('{"day": ["2023-12-31", "2024-01-20"]}'::jsonb), ('{"day": ["2023-12-31", "open", "2024-01-20"]}')) v (c),
	LATERAL (SELECT aer_fit_ridge(aer_moments(p.*, 'y', aer_design(include => '{day}', columns => c), id), lambda => 1e-9, curves => true) AS model FROM people p) m;
SELECT a.name FROM (SELECT aer_moments(p.*, 'y', aer_design(include => '{region}', columns => '{"region": ["open", "north"]}'), id) AS m FROM people p) s, aer_attributes(m) a;

-- Names that are made to be mistaken.
CREATE TABLE hostile (id int, "a*b" float8, c float8, "a" float8, "b*c" float8, "x=y" text, """q" float8, "(p" float8, "m-1e" float8, m float8, "u>1" float8, y float8);
INSERT INTO hostile SELECT i, i % 7, i % 5, i % 3, i % 11, (ARRAY['*', 'z*a', '"', 'b>1'])[1 + i % 4], i % 13, i % 6, i % 17, i % 19, i % 23, i % 9 FROM generate_series(1, 60) i;
\set hostile 'aer_design(exclude => ''{id}'', center => ''{"m": 1e-10, "m-1e": 10, "(p": -2}'', columns => ''{"x=y": ["*", "z*a", "\\"", "b>1"], "a": [1, 2]}'', interactions => ''[["a*b", "c"], ["a", "b*c"], ["x=y", "a*b"], ["\\"q", "x=y"], ["(p", "c"], ["m-1e", "m"], ["u>1", "m"], ["a", "c"]]'')'
CREATE TABLE mistaken AS SELECT aer_moments(h.*, 'y', :hostile, id) AS m FROM hostile h;
SELECT name FROM mistaken, aer_attributes(m) WHERE interaction;
SELECT m = m::text::aer_moments AS text, aer_fit_ridge(m, interactions => 30) = aer_fit_ridge(m, interactions => 30)::text::aer_model AS model FROM mistaken;
SELECT count(*) FILTER (WHERE NOT near(aer_predict(f.model, h.*), aer_predict(f.model, to_jsonb(h)))) AS differ FROM hostile h, (SELECT aer_fit_ridge(m, interactions => 30) AS model FROM mistaken) f;
CREATE TABLE named (id int, a float8, b float8, "a*b" float8, y float8);
INSERT INTO named SELECT i, i, i % 3, i % 5, i FROM generate_series(1, 20) i;
\x on
SELECT r.* FROM pg_temp.refused('SELECT aer_moments(n.*, ''y'', aer_design(exclude => ''{id}'', interactions => ''[["a", "b"]]'')) FROM couples.named n') r;
\x off

-- Thirty pairs at most, and 200 products: the list ends where there would be more.
CREATE TABLE wide AS SELECT i AS id, (SELECT jsonb_object_agg('c' || j, i * j % 17) FROM generate_series(1, 9) j) AS f, (i % 10)::float8 AS y FROM generate_series(1, 40) i;
\set names '(SELECT array_agg(''c'' || j) FROM generate_series(1, 9) j)'
\set thirty '(SELECT jsonb_agg(jsonb_build_array(''c'' || a, ''c'' || b)) FROM (SELECT a, b FROM generate_series(1, 9) a, generate_series(1, 9) b WHERE a < b ORDER BY a, b LIMIT 30) p)'
SELECT count(*) FILTER (WHERE interaction) AS products FROM (SELECT aer_moments(f, y, aer_design(include => :names, interactions => :thirty), id) AS m FROM wide) s, aer_attributes(m);
CREATE TABLE words (id int, a text, b text, c float8, y float8);
INSERT INTO words SELECT i, 'a' || i % 9, 'b' || i % 7, i, i FROM generate_series(1, 60) i;
SELECT count(*) FILTER (WHERE interaction) AS products FROM (SELECT aer_moments(g, y, aer_design(include => :names, interactions => :thirty, columns => (SELECT jsonb_object_agg('c' || j, '["0", "1", "2", "3", "4"]'::jsonb) FROM generate_series(1, 9) j)), id) AS m
	FROM (SELECT id, (SELECT jsonb_object_agg(key, value) FROM jsonb_each_text(f)) AS g, y FROM wide) w) s, aer_attributes(m);
\set words 'aer_design(exclude => ''{id}'', columns => ''{"a": ["a0", "a1", "a2", "a3", "a4", "a5"], "b": ["b0", "b1", "b2", "b3", "b4"], "c": [3, 9]}'', interactions => ''[["a", "b"], ["b", "c"]]'')'
SELECT name FROM (SELECT aer_moments(w.*, 'y', :words, id) AS m FROM words w) s, aer_attributes(m) WHERE interaction;
-- With a budget copies count, and a pair that would be more than 60 attributes is left out.
SELECT count(*) FILTER (WHERE interaction) AS of_pairs, count(*) FILTER (WHERE name LIKE '%*%') AS products FROM (SELECT aer_moments(w.*, 'y', aer_design(2, exclude => '{id}', interactions => '[["a", "c"], ["b", "c"]]', columns => jsonb_build_object('b', '["b0", "b1"]'::jsonb, 'c', '[3]'::jsonb,
	'a', (SELECT jsonb_agg('a' || i) FROM generate_series(0, 55) i))), id) AS m FROM words w) s, aer_attributes(m);
-- The deviations that aer_attributes() knows of are the option "spread", of pairs, too.
SELECT aer_plan(aer_design(1, spread => jsonb_object_agg(name, sd), :holed), '{age,smoker,region,year}'::text[], 7) = aer_plan(aer_design(1, spread => jsonb_object_agg(name, sd) FILTER (WHERE NOT interaction), :holed), '{age,smoker,region,year}'::text[], 7) AS same
	FROM planned, aer_attributes(m);

-- A product that is too large for a number is the largest one: scores and forecasts are those of large numbers.
CREATE TABLE small AS SELECT (i * 13) % 7 AS a, (i * 29) % 5 AS b, (i * 13 % 7 - 3) * (i * 29 % 5 - 2) AS y FROM generate_series(1, 70) i;
CREATE TABLE large (a float8, b float8);
INSERT INTO large VALUES (1e200, 1e200), (-1e300, 1e300);
SELECT l.*, aer_predict(model, l.*), f.prediction, round(f.sd::numeric, 2) AS deviation FROM (SELECT aer_fit_ridge(aer_moments(s.*, 'y', aer_design(interactions => '[["a", "b"]]')), interactions => 1) AS model FROM small s) s, large l, LATERAL aer_forecast(model, l.*) f;

-- A log that follows a table has them, too.
SET client_min_messages = warning;
SELECT aer_follow('people', 'y', aer_design(exclude => '{note}', center => '{"year": 2018}', columns => '{"age": [30, 41.5, 60], "region": ["north", "south"]}', interactions => '[["age", "smoker"], ["region", "year"]]'), 'id', 'people_log') IS NOT NULL AS followed;
UPDATE people SET age = age + 1, region = 'north' WHERE id % 7 = 0;
DELETE FROM people WHERE id % 11 = 0;
INSERT INTO people VALUES (1000, 33, true, 'moon', 2020, '2024-01-01', 'n', 4), (1001, NULL, true, 'north', 2020, '2024-01-01', 'n', 4);
SELECT differs(aer_followed('people_log'), (SELECT aer_moments(p.*, 'y', aer_design(exclude => '{note}', center => '{"year": 2018}', columns => '{"age": [30, 41.5, 60], "region": ["north", "south"]}', interactions => '[["age", "smoker"], ["region", "year"]]'), id) FROM people p));

DROP SCHEMA couples CASCADE;
