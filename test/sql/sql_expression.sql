-- aer_sql: the expression gives what aer_predict, aer_probability, aer_score and aer_class give of the
-- trimmed model, for every kind of column, and NULL where they raise an error for NULL.
SET client_min_messages = warning;
SET TimeZone = 'Asia/Kathmandu';

CREATE FUNCTION chance(i bigint, k integer) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
	SELECT ('x' || left(md5(i || ' ' || k), 8))::bit(32)::bigint / 4294967296.0
$$;
CREATE TYPE mood AS ENUM ('sad', 'O''Brien''s', 'back\slash');

-- every column has NULLs in the last 60 of 600 rows, outliers beyond the fences, and categories or
-- levels that the models do not list
CREATE TABLE records (
	id integer PRIMARY KEY, plain float8, "select" integer, "a ""b"" 'c'" numeric, smoker boolean,
	vip boolean, region text, code char(6), mood mood, born date, seen timestamp, paid timestamptz,
	town varchar, site bigint, grade text, y float8, high boolean, word text, class text);
INSERT INTO records
SELECT i, CASE WHEN full_row OR i % 7 > 0 THEN 10 * chance(i, 1) - 5 END,
	CASE WHEN full_row OR i % 5 > 0 THEN (100 * chance(i, 2) ^ 4)::integer + CASE WHEN i % 97 = 0 THEN 1000 ELSE 0 END END,
	CASE WHEN full_row OR i % 3 > 0 THEN round((chance(i, 3) - 0.5)::numeric, 6) END,
	CASE WHEN full_row OR i % 9 > 0 THEN chance(i, 4) > 0.5 END,
	CASE WHEN full_row OR i % 4 > 0 THEN chance(i, 5) > 0.3 END,
	CASE WHEN i % 50 = 0 THEN 'unlisted' WHEN full_row OR i % 6 > 0
		THEN (ARRAY['north', 'it''s; DROP TABLE records; --', '"east"', 'back\slash', 'five', 'six'])[1 + floor(6 * chance(i, 6))::integer] END,
	CASE WHEN full_row OR i % 8 > 0 THEN (ARRAY['a', 'b ', 'c'])[1 + i % 3] END,
	CASE WHEN full_row OR i % 10 > 0 THEN (enum_range(NULL::mood))[1 + floor(3 * chance(i, 7))::integer] END,
	CASE WHEN full_row OR i % 11 > 0 THEN date '1980-01-01' + floor(20000 * chance(i, 8))::integer END,
	CASE WHEN full_row OR i % 12 > 0 THEN timestamp '2020-01-01 12:34:56.789012' + 700 * chance(i, 9) * interval '1 day' END,
	CASE WHEN full_row OR i % 13 > 0 THEN timestamptz '2021-06-01 00:00Z' + 300 * chance(i, 10) * interval '1 day' END,
	CASE WHEN full_row OR i % 14 > 0 THEN 'town ''' || floor(12 * chance(i, 11)) END,
	CASE WHEN full_row OR i % 15 > 0 THEN floor(40 * chance(i, 12))::bigint - 10 END,
	CASE WHEN full_row OR i % 16 > 0 THEN 'grade ' || i % 7 END
FROM generate_series(1, 600) i, LATERAL (SELECT i <= 540 AS full_row) f;
UPDATE records SET y = 3 + coalesce(plain, 0) + least(coalesce("select", 20), 60) / 10.0
	+ 2 * coalesce("a ""b"" 'c'", 0) * coalesce(plain, 0) + CASE WHEN smoker THEN 1 ELSE 0 END * coalesce(plain, 1)
	+ length(coalesce(region, '')) / 5.0 + coalesce(site, 3) % 5 + chance(id, 13);
UPDATE records SET high = y > 8 + 2 * chance(id, 14) - 1, word = CASE WHEN y > 8 THEN 'it''s high' ELSE 'low' END,
	class = CASE WHEN y + 2 * chance(id, 15) > 11 THEN 'it''s high' WHEN y > 6 THEN 'middle' ELSE 'low' END;

-- effects of levels, for five folds and for new rows
CREATE FUNCTION levels(names text[], classes integer) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT jsonb_object_agg(name, CASE WHEN classes = 1 THEN (
			SELECT jsonb_agg(round(3 * chance(hashtext(name), f)::numeric, 4)) FROM generate_series(1, 6) f)
		ELSE (
			SELECT jsonb_agg(effects)
			FROM generate_series(1, classes) c, LATERAL (
				SELECT jsonb_agg(round(3 * chance(hashtext(name), f + 10 * c)::numeric, 4)) AS effects
				FROM generate_series(1, 6) f) e)
		END)
	FROM unnest(names) name
$$;
CREATE FUNCTION listed(effects integer) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT jsonb_build_object(
		'plain', '[-3, -1, 0, 2, "open", null]'::jsonb, 'select', '[0, 3, 20, null]'::jsonb,
		'vip', '["true", "false", null]'::jsonb,
		'region', '["north", "it''s; DROP TABLE records; --", "\"east\"", "back\\slash", "five", "six", null]'::jsonb,
		'code', '["a", "b", "c"]'::jsonb, 'mood', '["sad", "O''Brien''s", "back\\slash", null]'::jsonb,
		'born', '["1990-01-01", "2010-01-01", null]'::jsonb,
		'seen', '["2020-06-01 06:00", "2021-01-01"]'::jsonb, 'paid', '["2021-08-01 12:00+02", "2022-01-01", null]'::jsonb,
		'town', jsonb_build_object('levels', levels(ARRAY(SELECT 'town ''' || i FROM generate_series(0, 9) i), effects)),
		'grade', jsonb_build_object('levels', levels(ARRAY(SELECT 'grade ' || i FROM generate_series(0, 5) i), effects),
			'null_level', levels('{none}', effects) -> 'none'),
		'site', jsonb_build_object('levels', levels(ARRAY(SELECT i::text FROM generate_series(-9, 20) i), effects),
			'null_level', levels('{none}', effects) -> 'none', 'knots', '[0, 10, null]'::jsonb))
$$;
CREATE TABLE models (place serial, name text PRIMARY KEY, model aer_model, target text);
CREATE FUNCTION design(target text, effects integer DEFAULT 1, budget integer DEFAULT NULL) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT aer_design(budget => budget, columns => listed(effects), include => ARRAY['plain', 'select', 'a "b" ''c''', 'smoker', 'vip',
		'region', 'code', 'mood', 'born', 'seen', 'paid', 'town', 'site', 'grade'],
		interactions => '[["plain", "smoker"], ["select", "region"], ["a \"b\" ''c''", "plain"],
			["site", "vip"], ["town", "born"], ["region", "mood"], ["grade", "a \"b\" ''c''"]]')
$$;
INSERT INTO models (name, model, target)
SELECT 'number', aer_fit_ridge(aer_moments(r.*, 'y', design('y'), id), interactions => 7), 'y' FROM records r;
INSERT INTO models (name, model, target)
SELECT 'boolean', aer_fit_ridge(aer_moments(r.*, 'high', design('high'), id), interactions => 7), 'high' FROM records r;
INSERT INTO models (name, model, target)
SELECT 'word', aer_train(r.*, 'word', design('word'), id), 'word' FROM records r;
INSERT INTO models (name, model, target)
SELECT 'classes', aer_train(r.*, 'class', design('class', 2), id), 'class' FROM records r;
INSERT INTO models (name, model, target)
SELECT 'budget', aer_train(r.*, 'y', aer_design(budget => 3, columns => '{"select": [0, 3, 20], "region": ["north", "five", "six"]}',
	include => '{plain,select,smoker,region}', interactions => '[["plain", "smoker"]]'), id), 'y' FROM records r;
INSERT INTO models (name, model, target)
SELECT 'budget of classes', aer_train(r.*, 'class', aer_design(budget => 3, include => '{plain,select,smoker}'), id), 'class' FROM records r;
INSERT INTO models (name, model, target)
SELECT 'restricted', aer_restrict(model, '{plain,region}'), 'y' FROM models WHERE name = 'budget';
INSERT INTO models (name, model, target)
SELECT 'restricted classes', aer_restrict(model, '{plain,smoker}'), 'class' FROM models WHERE name = 'budget of classes';
INSERT INTO models (name, model, target)
SELECT 'stream', aer_train(r.*, 'y', aer_ridge(budget => 3, include => '{plain,select,smoker,region}', missing => 'skip',
	columns => '{"select": [0, 3, 20, null], "region": ["north", "five", "six", null]}') ORDER BY id), 'y' FROM records r;
INSERT INTO models (name, model, target)
SELECT 'learned', aer_learn('records', 'y', exclude => '{high,word,class}'), 'y';
INSERT INTO models (name, model, target)
SELECT 'learned classes', aer_learn('records', 'class', exclude => '{high,word,y}'), 'class';
INSERT INTO models (name, model, target)
SELECT 'calibrated', aer_calibrate(model, aer_score(model, r), high), 'high'
FROM models, records r WHERE name = 'boolean' AND id <= 540 AND region <> 'unlisted' GROUP BY model;
INSERT INTO models (name, model, target)
SELECT 'without knots', aer_fit_ridge(aer_moments(r.*, 'y', aer_design(include => '{plain,born,seen,paid}',
	center => '{"born": -1000}', interactions => '[["plain", "born"], ["paid", "born"]]'), id), interactions => 2), 'y' FROM records r;
-- remembered rows are left out
INSERT INTO models (name, model, target)
SELECT 'remembered', aer_remember(model, r, 'y', id), 'y' FROM models, records r WHERE name = 'learned' GROUP BY model;
-- every rule by which scores become probabilities
INSERT INTO models (name, model, target)
SELECT v.name, (model::jsonb || jsonb_build_object('probabilities', (model::jsonb -> 'probabilities') - less || more) || fold)::text::aer_model, 'class'
FROM models, (VALUES ('calibrated classes', '{}'::text[], '{"temperature": 1.3, "offsets": [0.1, -0.2, 0.3]}'::jsonb, '{}'::jsonb),
	('one against the rest', '{directions,constants}', '{}', '{}'),
	('the same, calibrated', '{directions,constants}', '{"temperature": 0.7, "offsets": [0.1, -0.2, 0.3]}', '{}'),
	('a class without rows', '{}', '{"shares": [0.6, 0.4, 0]}', '{"fold": {"number": 1, "of": 5}}')) v (name, less, more, fold)
WHERE models.name = 'classes';
SELECT name, model::jsonb -> 'link' IS NOT NULL AS link,
	jsonb_array_length(model::jsonb -> 'interactions') AS interactions,
	(SELECT count(DISTINCT c -> 'kind') FROM jsonb_array_elements(model::jsonb -> 'columns') c) AS kinds
FROM models ORDER BY place;

-- Returns a prediction, or NULL if a value is missing.
CREATE FUNCTION expected(model aer_model, r records, what text, class text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	RETURN CASE
		WHEN what = 'score' AND class IS NULL THEN aer_score(model, r)::text
		WHEN what = 'prediction' AND class IS NULL THEN aer_predict(model, r)::text
		WHEN what = 'prediction' THEN aer_class(model, r)
		WHEN class IS NULL THEN aer_probability(model, r)::text
		ELSE aer_probability(model, r, class)::text
	END;
EXCEPTION WHEN null_value_not_allowed THEN
	RETURN NULL;
END $$;
CREATE FUNCTION computed(expression text) RETURNS TABLE (id integer, value text) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT id, (%s)::text FROM public.records', expression);
END $$;
CREATE FUNCTION differs(a text, b text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN a IS NULL OR b IS NULL OR a !~ '^[-0-9]' OR b !~ '^[-0-9]' THEN a IS DISTINCT FROM b
		ELSE abs(a::float8 - b::float8) > 1e-9 * abs(a::float8) + 1e-13 END
$$;
CREATE FUNCTION compared(name text, model aer_model, what text, class text DEFAULT NULL, named text DEFAULT NULL,
	OUT rows bigint, OUT nulls bigint, OUT "distinct" boolean, OUT wrong bigint) LANGUAGE sql AS $$
	WITH trimmed AS MATERIALIZED (SELECT aer_trim(model) AS model)
	SELECT count(*), count(*) - count(c.value), count(DISTINCT c.value) > 2, count(*) FILTER (WHERE differs(e.value, c.value))
	FROM trimmed, computed(aer_sql(compared.model, what, named)) c JOIN records USING (id), LATERAL (
		SELECT expected(trimmed.model, records, what, compared.class) AS value OFFSET 0) e
$$;
-- predictions and scores
SELECT name, what, c.*
FROM models, unnest('{prediction,score}'::text[]) what, compared(name, model, what) c
WHERE target <> 'class' ORDER BY place, what;
SELECT name, class, c.*
FROM models, (VALUES ('high', 'true'), ('high', 'false'), ('high', NULL), ('word', 'low'), ('word', 'it''s high'),
	('class', 'low'), ('class', 'middle'), ('class', 'it''s high')) v (of, class),
	compared(name, model, 'probability', class, class) c
WHERE target = of ORDER BY place, class;
SELECT name, c.*
FROM models, compared(name, model, 'prediction', 'any') c
WHERE target = 'class' ORDER BY place;

-- a class's score is what aer_explain explains
SELECT count(*) AS rows, count(*) FILTER (WHERE differs(value, explained::text)) AS wrong
FROM models, computed(aer_sql(model, 'score', 'middle')) JOIN records USING (id),
	LATERAL (SELECT sum(effect) AS explained FROM aer_explain(model, records, 'middle')) e
WHERE name = 'classes' AND value IS NOT NULL;
-- one class
SELECT aer_sql(aer_train(r.*, 'class', aer_design(include => '{plain}')), 'probability') AS one FROM records r WHERE class = 'low';

-- names of columns and classes that need quotes
CREATE TABLE odd AS
SELECT id, plain AS "Größe", "select" AS "upper CASE", smoker AS "new
line", region AS "日本 ""x""", born AS "t`s1`", site AS "m", y,
	class || E' ''\n" \\ ü' AS "Class" FROM records WHERE id <= 540;
SELECT aer_learn('odd', 'y', exclude => '{id,Class}') AS y, aer_learn('odd', 'Class', exclude => '{id,y}') AS class \gset odd_
SELECT aer_sql(:'odd_y') AS y, aer_sql(:'odd_class') AS class,
	aer_sql(:'odd_class', 'probability', E'low ''\n" \\ ü') AS low \gset sql_
SELECT count(y) AS rows, count(*) FILTER (WHERE differs(aer_predict(:'odd_y', odd)::text, y::text)) AS wrong,
	count(*) FILTER (WHERE class IS DISTINCT FROM aer_class(:'odd_class', odd)) AS wrong_class,
	count(*) FILTER (WHERE differs(aer_probability(:'odd_class', odd, E'low ''\n" \\ ü')::text, low::text)) AS wrong_low
FROM (SELECT odd, :sql_y AS y, :sql_class AS class, :sql_low AS low FROM odd) e;

-- 26 classes
CREATE TABLE letters AS
SELECT i AS id, chr(65 + i % 26) AS letter, i % 26 + chance(i, 1) AS a, i % 26 % 5 + chance(i, 2) AS b,
	i % 26 % 3 + chance(i, 3) AS c
FROM generate_series(1, 1300) i;
SELECT aer_learn('letters', 'letter', exclude => '{id}') AS model \gset letters_
SELECT aer_sql(:'letters_model') AS class, aer_sql(:'letters_model', 'probability', 'C') AS c \gset letters_
SELECT length(:'letters_class') < 200000 AS short, count(DISTINCT class) > 20 AS "distinct",
	count(*) FILTER (WHERE class IS DISTINCT FROM aer_class(:'letters_model', letters)) AS wrong_class,
	count(*) FILTER (WHERE differs(aer_probability(:'letters_model', letters, 'C')::text, c::text)) AS wrong_c
FROM (SELECT letters, :letters_class AS class, :letters_c AS c FROM letters WHERE id % 5 = 0) e;

-- arrays, and another name for them
CREATE TABLE arrays AS
SELECT i AS id, ARRAY[chance(i, 1), CASE WHEN i % 9 > 0 THEN chance(i, 2) END, i % 5]::real[] AS x, i % 5 + chance(i, 3) AS y
FROM generate_series(1, 200) i;
SELECT aer_sql(aer_train(ARRAY[x[1], 0, x[3]], 3 * x[1] + x[3])) ~ '^CASE WHEN x\[1\] IS NOT NULL AND x\[3\] IS NOT NULL THEN LEAST\(GREATEST\(CAST' AS plain FROM arrays;
CREATE FUNCTION of_arrays(model aer_model, OUT rows bigint, OUT wrong bigint) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SELECT count(value), count(*) FILTER (WHERE differs(aer_predict($1, x)::text, value::text))
		FROM (SELECT x, %s AS value FROM (SELECT x, x AS "X y" FROM arrays WHERE x[2] IS NOT NULL) a) v',
		aer_sql(model, array_name => 'X y')) USING model INTO rows, wrong;
END $$;
SELECT learner, a.* FROM (
	SELECT 'fit' AS learner, aer_train(x, y) AS model FROM arrays WHERE x[2] IS NOT NULL
	UNION ALL
	SELECT 'partial', aer_fit_ridge(aer_moments(x, y), partial => true) FROM arrays WHERE x[2] IS NOT NULL
	UNION ALL
	SELECT 'ridge', aer_train(x, y, aer_ridge(budget => 2) ORDER BY id) FROM arrays WHERE x[2] IS NOT NULL
	UNION ALL
	SELECT 'perceptron', aer_train(x, y > 2, aer_perceptron() ORDER BY id) FROM arrays WHERE x[2] IS NOT NULL) m,
	of_arrays(model) a;
-- with more columns than an expression may be deep
SELECT expression LIKE 'CASE WHEN ((x[1] IS NOT NULL AND % x[3000] %' AS grouped
FROM (SELECT aer_sql(aer_train(x, y > 2, aer_perceptron())) AS expression
	FROM (
		SELECT ARRAY(SELECT chance(i, k) FROM generate_series(1, 3000) k) AS x, i AS y
		FROM generate_series(1, 5) i) r
	OFFSET 0) m;

-- later times held constant
CREATE TABLE days AS
SELECT n AS id, (n + 1) / 2 AS day, chance(n, 1) AS load, 0.05 * least(n / 2, 800) + chance(n, 2) AS y
FROM generate_series(1, 2000) n;
SELECT model::jsonb #> '{later_times,held_at}' AS held_at, aer_sql(model) AS expression
FROM (SELECT aer_learn('days', 'y', key => 'id', time_column => 'day') AS model) m \gset
SELECT :held_at AS held_at, count(DISTINCT value) AS values
FROM (SELECT :expression AS value FROM (SELECT day, 0.5 AS load FROM generate_series(1000, 3000, 500) day) d) v;

-- ten thousand levels
CREATE TABLE places AS
SELECT i AS id, 'place ' || i AS place, i + 1000 * chance(i, 1) AS y FROM generate_series(1, 10000) i;
SELECT aer_fit_ridge(aer_moments(r, 'y', design, id)) AS model
FROM places r, (
	SELECT aer_design(include => '{place}', columns => jsonb_build_object('place', jsonb_build_object('levels',
		jsonb_object_agg(place, jsonb_build_array(id, id, id, id, id, id + 0.5))))) AS design
	FROM places
	OFFSET 0) d \gset many_
SELECT aer_sql(:'many_model') AS expression \gset
SELECT count(*) AS rows, count(DISTINCT value) > 2 AS "distinct",
	count(*) FILTER (WHERE differs(aer_predict(:'many_model', r)::text, value::text)) AS wrong
FROM (SELECT r, :expression AS value FROM places r WHERE id % 100 = 99) e;

-- what there is no expression of
\set VERBOSITY default
SELECT aer_sql(model, 'class') FROM models WHERE name = 'number';
SELECT aer_sql(model, dialect => 'mysql') FROM models WHERE name = 'number';
SELECT aer_sql(model, class => 'low') FROM models WHERE name = 'classes';
SELECT aer_sql(model, 'score', 'low') FROM models WHERE name = 'word';
SELECT aer_sql(model, 'probability') FROM models WHERE name = 'classes';
SELECT aer_sql(model, 'probability', 'none') FROM models WHERE name = 'word';
SELECT aer_sql(model, 'probability') FROM models WHERE name = 'number';
SELECT aer_sql(jsonb_set(model::jsonb, '{weights}', (SELECT jsonb_agg(1e308) FROM jsonb_array_elements(model::jsonb -> 'weights')))::text::aer_model)
FROM models WHERE name = 'number';
SELECT aer_sql(aer_train(x, y), dialect => 'sqlite') FROM arrays WHERE x[2] IS NOT NULL;
SELECT aer_sql(aer_start(aer_ridge(budget => 2), 3));
SELECT aer_sql(NULL), aer_sql(model, NULL), aer_sql(model, dialect => NULL), aer_sql(model, array_name => NULL) FROM models WHERE name = 'number';
