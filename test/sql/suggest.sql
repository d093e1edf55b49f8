--
-- A first design from the table itself
--
SET client_min_messages = warning;
\set SHOW_CONTEXT never
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE SCHEMA "cl""inic";
SET search_path = "cl""inic", public;
CREATE TYPE mood AS ENUM ('low', 'fair', 'high');
CREATE DOMAIN code AS varchar(9);
CREATE TABLE patients (id bigint PRIMARY KEY, insured text UNIQUE, age int, "Blood ""P" numeric(5,1), gone int, smoker boolean,
	born date, seen timestamptz, region text, code code, grade char(3), mood mood, note text, hospital text, ward int,
	empty float8, blank text, odd float8, tags text[], features jsonb, outcome float8);
ALTER TABLE patients DROP COLUMN gone;
INSERT INTO patients SELECT i, 'p' || i, 20 + i % 61, 80 + i % 40, i % 3 = 0, date '1950-01-01' + i, timestamptz '2020-01-01' + i * interval '1 h',
	(ARRAY['west', 'north', 'south'])[1 + i % 3], 'c' || i % 100, (ARRAY['a', 'b'])[1 + i % 2], (ARRAY['high', 'low'])[1 + i % 2]::mood, 'n' || i % 101,
	'one', CASE WHEN i % 2 = 0 THEN 7 END, NULL, NULL, CASE WHEN i = 30 THEN 'NaN'::float8 ELSE i END, '{}', '{}', CASE WHEN i <= 400 THEN i % 17 END
	FROM generate_series(1, 401) i;
-- of rows without a target nothing is learned, nor asked
UPDATE patients SET region = 'nowhere', hospital = 'two', ward = 3 WHERE outcome IS NULL;

CREATE FUNCTION pg_temp.short(design jsonb) RETURNS TABLE (key text, value jsonb) LANGUAGE sql AS $$
	SELECT key, value FROM jsonb_each(design #- '{columns,code}' #- '{columns,note}') ORDER BY key $$;
SELECT * FROM pg_temp.short(aer_suggest('patients', 'outcome', 5));
SELECT jsonb_array_length(aer_suggest('patients', 'outcome') #> '{columns,code}') AS codes;

-- It is a design, and what it says is what the rows have.
SET client_min_messages = warning;
SELECT rows, skipped, reads = 5 * rows AS budget, attributes
FROM aer_summary((SELECT aer_train(p.*, 'outcome', (SELECT aer_suggest('patients', 'outcome', 5)), id) FROM patients p));
SELECT max(unknown) AS unknown FROM aer_attributes((SELECT aer_moments(p.*, 'outcome', (SELECT aer_suggest('patients', 'outcome'))) FROM patients p));
SELECT aer_suggest('patients', 'outcome') -> 'columns' -> 'region' AS frequent, aer_suggest('patients', 'outcome', curves => false) -> 'columns' -> 'age' AS straight, aer_suggest('patients', 'outcome', null_categories => false) -> 'columns' -> 'odd' AS hole;

-- Views have no keys, partitioned tables theirs; names with quotes.
CREATE VIEW "odd ""view" AS SELECT id AS "id ""1", outcome AS "out ""come", region AS "re""gion", 'x' || id AS many FROM patients;
CREATE TABLE visits (id int, visit int, "a""b" float8, y float8, PRIMARY KEY (id, visit)) PARTITION BY RANGE (visit);
CREATE TABLE visits_1 PARTITION OF visits FOR VALUES FROM (0) TO (2);
CREATE TABLE visits_2 PARTITION OF visits FOR VALUES FROM (2) TO (9);
INSERT INTO visits SELECT i / 3, i % 3, i % 7, i % 5 FROM generate_series(1, 60) i;
CREATE TABLE indexed (a int, b int, c int, d int, y int);
CREATE UNIQUE INDEX ON indexed (a) WHERE b > 5;
CREATE UNIQUE INDEX ON indexed ((b + 1));
CREATE UNIQUE INDEX ON indexed (c, d);
CREATE UNIQUE INDEX ON indexed (d) INCLUDE (c);
INSERT INTO indexed SELECT i, i, i, i, i FROM generate_series(1, 9) i;
RESET client_min_messages;
SELECT aer_suggest('"odd ""view"', 'out "come');
SELECT aer_suggest('visits', 'y', 1);
SELECT aer_suggest('visits_2', 'y');
SELECT aer_suggest('indexed', 'y');
SELECT aer_suggest('patients', 'smoker') -> 'include' ? 'outcome' AS others;

-- What numbers the rows, though no key says so: with gaps, where a target is NULL, from the
-- middle of a scan; but not what ties, is mixed, wide, no integer, falls or has few values.
CREATE TABLE numbered AS SELECT i AS id, (2 * i + i % 2)::smallint AS gaps, 1000 + (i + 7) % 40 AS joined, i / 2 AS ties, 31 * i % 40 AS mixed,
	i * i * i AS wide, i::float8 AS measured, -i AS falling, 1 AS age, CASE WHEN i < 20 THEN i END AS few, NULLIF(i % 3, 1) AS y FROM generate_series(1, 40) i;
SELECT aer_suggest('numbered', 'y');

-- The same in whatever order, in partitions and views, where each row has another one: not with a hole, or a range that is wide.
CREATE TABLE shuffled (id int, part int, ticket bigint, holes int, wide int, twice int, x int, y int) PARTITION BY LIST (part);
CREATE TABLE shuffled_0 PARTITION OF shuffled FOR VALUES IN (0);
CREATE TABLE shuffled_1 PARTITION OF shuffled FOR VALUES IN (1);
INSERT INTO shuffled SELECT i * 37 % 200, i % 2, 9000000000 - i * 73 % 200, nullif(i * 37 % 200, 7), i * 37 % 200 + i * 37 % 200 / 9, greatest(1, i * 37 % 200), i % 11, i % 7 FROM generate_series(1, 200) i;
CREATE TABLE third AS SELECT 1000 + i * 37 % 600 AS claim, 1000 + i * 37 % 1800 AS wide, i % 11 AS x, i % 7 AS y
	FROM generate_series(1, 200) i;
CREATE VIEW shuffled_view AS SELECT * FROM shuffled ORDER BY x;
SELECT aer_suggest('shuffled', 'y', interactions => false) -> 'include' AS include;
SELECT aer_suggest('shuffled_view', 'y', interactions => false) -> 'include' AS include;
SELECT aer_suggest('shuffled_1', 'y', interactions => false) -> 'include' AS include;
SELECT aer_suggest('third', 'y', interactions => false) -> 'include' AS include;

-- An integer with a foreign key is an id; a text with one is a category, and an integer that is
-- part of a longer foreign key is a number.
CREATE TABLE towns (id int PRIMARY KEY, name text UNIQUE, part int, UNIQUE (id, part));
INSERT INTO towns SELECT i, 'town ' || i, i % 4 FROM generate_series(0, 12) i;
CREATE TABLE streets (town int REFERENCES towns, called text REFERENCES towns (name), id int, part int,
	lanes int, y float8, FOREIGN KEY (id, part) REFERENCES towns (id, part));
INSERT INTO streets SELECT i % 13, 'town ' || i % 7, i % 12, i % 4, i % 5, sin(i) FROM generate_series(1, 300) i;
SELECT aer_suggest('streets', 'y', interactions => false) -> 'include' AS include;

-- What nearly says the target is asked for: a number of which it is a threshold, whichever way, or that explains it alone.
CREATE TABLE births AS SELECT 1500 + i * 37 % 3000 AS weight, -i * 37 % 3000 AS before, (i * 37 % 3000) / 900 AS coarse, i % 30 AS age, i * 37 % 3000 < 1000 AS low,
	CASE WHEN i * 37 % 3000 < 1000 THEN 'low' ELSE 'high' END AS word, i * 37 % 3000 + 100 * (i % 5) AS bill FROM generate_series(1, 600) i;
SELECT aer_suggest('births', 'low', exclude => '{word,bill}', interactions => false) -> 'include' AS include;
SELECT aer_suggest('births', 'word=low', exclude => '{low,bill}', interactions => false) -> 'include' AS include;
SELECT aer_suggest('births', 'bill', exclude => '{low,word}', interactions => false) -> 'include' AS include;
-- For a column that is not a number, the notice has an expression that is one.
CREATE TABLE measures AS SELECT i * interval '1 hour' AS stay, time '08:00' + i * interval '1 minute' AS "At", (i % 13)::money AS paid, i % 11 AS x, i % 7 AS y FROM generate_series(1, 60) i;
SELECT aer_suggest('measures', 'y', interactions => false) -> 'include' AS include;
CREATE VIEW spans AS SELECT extract(epoch FROM stay) AS stay, extract(epoch FROM "At") AS at, paid::numeric, x, y FROM measures;
SELECT aer_suggest('spans', 'y', interactions => false) -> 'include' AS include;

-- Why a column is left out is told when its row is long gone.
CREATE TABLE noted AS SELECT i % 3 AS y, md5(i::text) AS note, repeat((i % 2)::text, 4000) AS x FROM generate_series(1, 300) i;
SELECT aer_suggest('noted', 'y') -> 'include' AS include;

-- What says the target: that it is there, or the target is a function of it, NULL being a value, and nine rows of ten have
-- a value that ten rows have; or it goes with a number as that number's other name does.
CREATE TABLE said AS SELECT i % 4 AS y, i % 4 = 1 AS good, 'w' || i % 4 AS copy, CASE WHEN i % 4 > 0 THEN i % 8 END AS finer, nullif(i % 4 <> 1, true) AS if_not, i % 2 AS coarser,
	CASE WHEN i > 9 THEN 'w' || i % 4 ELSE 'rare' || i END AS but_rare, 'r' || i / 4 * 4 + i % 4 AS rare, CASE WHEN i > 1 THEN i % 4 END AS one_hole, CASE WHEN i > 1 THEN i % 4 END + (i = 2)::int AS one_wrong, 7.5 - 1e3 * (i % 4) AS other_unit,
	i % 4 + 0.01 * (i % 5) AS nearly, date '2020-01-01' + i % 4 AS day, i % 7 AS x, CASE WHEN i <= 19 THEN i % 4 END AS few,
	CASE WHEN i % 4 = 1 THEN timestamp '2024-01-01' + i * i * interval '1 minute' END AS only_then, CASE WHEN i % 4 = 1 AND i > 20 THEN 'once ' || i / 3 END AS not_always FROM generate_series(1, 200) i;
SELECT aer_suggest('said', 'y') -> 'include' AS include;
SELECT aer_suggest('said', 'good') -> 'include' AS include;
SELECT aer_suggest('said', 'copy=w1', exclude => '{good,y}') = aer_suggest('said', 'good', exclude => '{y,copy}') AS same;
-- A column of just that name comes first, and then the longest before an equals sign.
CREATE TABLE equals AS SELECT i % 2 AS "a=b", CASE WHEN i % 3 = 0 THEN 'b=c' ELSE 'c' END AS a, (ARRAY['c', 'd'])[1 + i % 2] AS "a=b=", i % 5 AS x FROM generate_series(1, 40) i;
SELECT t.target, s.include FROM unnest('{a=b,a=c,"a=b==c"}'::text[]) t (target), LATERAL (SELECT aer_suggest('equals', target) -> 'include') s (include) ORDER BY 1;
-- A value that no row has is an error; of those there are it shows ten, first what begins alike.
SELECT aer_suggest('equals', 'a=');
SELECT aer_suggest('equals', 'a=b');
CREATE TABLE valued AS SELECT i * i % 11 AS x, i % 4 = 0 AS churned, CASE WHEN i > 25 THEN 'kind ' || i % 12 WHEN i % 3 = 0 THEN 'Setosa' ELSE repeat('it''s "long" ', 9) END AS species,
	'{"a": 1}'::jsonb AS j, (i % 4 / 2.0)::numeric(3,1) AS half FROM generate_series(1, 90) i;
SELECT aer_suggest('valued', 'species=setosaa');
SELECT aer_suggest('valued', 'species=it''s');
SELECT aer_suggest('valued', 'churned=maybe');
SELECT aer_suggest('valued', 'half=1');
SELECT aer_suggest('valued', 'j={}');
SELECT target, aer_suggest('valued', target, exclude => '{j,churned,half,species}') -> 'include' AS include FROM unnest('{species=Setosa,churned=true,half=0.5}'::text[]) target;
-- A target with the same value in all rows.
SELECT aer_suggest('valued', 'j={"a": 1}', exclude => '{species,half}') -> 'include' AS include;
CREATE VIEW later AS SELECT i % 5 AS x, CASE WHEN i > 20000 THEN 'late' ELSE 'early' END AS came FROM generate_series(1, 20001) i;
SELECT aer_suggest('later', 'came=late') -> 'include' AS include;
SELECT aer_suggest('later', 'came=lately');
-- If one column holds all attributes, the hint has the call, which works.
CREATE TABLE sensors (id int PRIMARY KEY, "the x" float8[], ids uuid[], load int, state text, "j""s" jsonb);
INSERT INTO sensors SELECT i, ARRAY[i % 7, i % 5], NULL, i % 7 + i % 3, 'it''s ' || i % 2, jsonb_build_object('a', i % 7, 'b', i % 5) FROM generate_series(1, 60) i;
DO $$
DECLARE
	given record;
	hint text;
	model aer_model;
BEGIN
	FOR given IN SELECT * FROM (VALUES ('load', 6, '{state,ids}'::text[]), ('state', NULL, '{load}'), ('state=it''s 1', 2, '{load}'), ('load', 1, '{state,the x}'), ('state=it''s 1', NULL, '{load,the x}')) v (target, budget, "exclude") LOOP
		hint := NULL;
		BEGIN
			PERFORM aer_suggest('sensors', given.target, given.budget, given."exclude");
		EXCEPTION WHEN datatype_mismatch THEN
			GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
		END;
		RAISE NOTICE '%', hint;
		EXECUTE rtrim(replace(hint, 'If one column holds all attributes, name it: ', ''), ';') INTO model;
		RAISE NOTICE '% attributes, % looks', (aer_summary(model)).attributes, (aer_summary(model)).reads / (aer_summary(model)).rows;
	END LOOP;
END $$;
SELECT aer_suggest('sensors', 'load', exclude => '{state,the x,"j\"s"}');
-- words beside an object, too
SELECT aer_suggest('sensors', 'state', exclude => '{load,the x}');

SELECT aer_suggest('equals', 'b=c');
SELECT aer_suggest('said', 'y', exclude => '{x,z}');
SELECT aer_suggest('said', 'y', prices => '{"cost": {"x": -1}}');
SELECT aer_suggest('said', 'x', 6, '{y}', '{"cost": {"nearly": 3}}') -> 'prices' AS prices;

-- Every type that there is, with and without values.
SET client_min_messages = warning;
DO $$
BEGIN
	EXECUTE (SELECT format('CREATE TABLE every_type (y int, x int, w text, %s)', string_agg(format('%I %s', 'c' || oid, oid::regtype), ', '))
		FROM pg_type WHERE typtype IN ('b', 'c', 'd', 'e', 'm', 'r') AND typnamespace IN ('pg_catalog'::regnamespace, '"cl""inic"'::regnamespace)
			AND typname !~ '^_?pg_|^every_type$|patients|visits|indexed|odd' AND oid NOT IN (SELECT reltype FROM pg_class) AND oid <> 'cstring[]'::regtype);
END $$;
INSERT INTO every_type (y, x, w) SELECT i, i % 3, 'w' || i % 2 FROM generate_series(1, 20) i;
SELECT aer_suggest('every_type', 'y');
DO $$
BEGIN
	EXECUTE (SELECT format('UPDATE every_type SET (%s) = ROW(%s)', string_agg(quote_ident(attname), ', '),
			string_agg(CASE WHEN atttypid IN ('bool'::regtype, 'bit'::regtype, 'varbit'::regtype) THEN format('(y %% 2)::text::%s', atttypid::regtype)
				WHEN atttypid IN ('date'::regtype) THEN 'date ''2001-01-01'' + y % 7' WHEN atttypid::regtype::text ~ '^timestamp' THEN format('(date ''2001-01-01'' + y %% 7)::%s', atttypid::regtype)
				WHEN atttypid = 'mood'::regtype THEN '(ARRAY[''low'', ''fair''])[1 + y % 2]::mood'
				ELSE format('(y %% 4)::text::%s', atttypid::regtype) END, ', '))
		FROM pg_attribute WHERE attrelid = 'every_type'::regclass AND attname ~ '^c\d' AND
			(atttypid IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'float4'::regtype, 'float8'::regtype, 'numeric'::regtype, 'bool'::regtype, 'date'::regtype,
				'timestamp'::regtype, 'timestamptz'::regtype, 'text'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'code'::regtype, 'mood'::regtype,
				'oid'::regtype, 'money'::regtype, 'name'::regtype, 'bytea'::regtype, 'json'::regtype, 'jsonb'::regtype, 'xid'::regtype)));
END $$;
SELECT string_agg(atttypid::regtype::text, ' ' ORDER BY attnum > 3, atttypid::regtype::text COLLATE "C") AS attributes
FROM jsonb_array_elements_text(aer_suggest('every_type', 'y') -> 'include') n JOIN pg_attribute ON attname = n AND attrelid = 'every_type'::regclass;
SELECT aer_train(t.*, 'y', (SELECT aer_suggest('every_type', 'y', 3))) IS NOT NULL AS trained FROM every_type t;
RESET client_min_messages;

-- What it says of columns, against what the rows have, counted another way: words by how often they are there;
-- quartiles of numbers and of points in time, inside the range, and where one is not those of what is; null where two rows have none.
CREATE TABLE told AS SELECT i AS id, CASE WHEN i % 9 > 0 THEN 1e7 + sqrt(i) END AS far, (i % 10)::smallint AS ten, CASE WHEN i % 7 > 0 THEN i % 3 END AS three, CASE WHEN i % 2 = 0 THEN 4 END AS four,
	CASE WHEN i > 1 THEN i % 11 END AS one_hole, CASE WHEN i > 4 THEN i % 2 = 0 END AS truth, i % 5 = 0 AS whole, least(i, 30) AS bent, CASE WHEN i % 5 = 0 THEN i ELSE 0 END AS rare, CASE WHEN i % 20 > 0 THEN date '2024-01-01' ELSE date '2024-01-01' + i END AS late, 1e-300::float8 * (i % 50) AS small, 1e300::float8 * (i % 13 - 6) AS vast,
	CASE WHEN i % 8 > 0 THEN 'w' || floor(sqrt(i % 300))::int END AS word, timestamptz '2024-03-01 00:00+00' + sqrt(i) * interval '1 hour' AS zoned, timestamp '2024-03-01' + i * interval '1 ms' AS quick,
	CASE WHEN i % 4 > 0 THEN date '2024-01-01' + i % 90 END AS day, sin(i) AS y FROM generate_series(1, 400) i;
CREATE TABLE says AS SELECT aer_suggest('told', 'y') -> 'columns' AS c;
SELECT key, value FROM says, jsonb_each(c) WHERE key NOT IN ('word', 'small', 'vast') ORDER BY key;
SELECT c -> 'word' = (SELECT jsonb_agg(word ORDER BY n DESC, word COLLATE "C") FROM (SELECT word, count(*) AS n FROM told WHERE word IS NOT NULL GROUP BY 1 HAVING count(*) > 1) w) || 'null' AS words FROM says;
SELECT (SELECT array_agg(v::float8) FROM jsonb_array_elements_text(c -> 'small') v) AS small, (SELECT array_agg(v::float8) FROM jsonb_array_elements_text(c -> 'vast') v) AS vast FROM says;
SELECT key, round(avg((rare < value::float8)::int), 2) AS below FROM says, jsonb_array_elements_text(c -> 'rare') WITH ORDINALITY v (value, key), told WHERE rare > 0 GROUP BY key ORDER BY key;
SELECT key, round(avg((value::float8 > far)::int), 2) AS below FROM says, jsonb_array_elements_text(c -> 'far') WITH ORDINALITY v (value, key), told WHERE far IS NOT NULL AND value IS NOT NULL GROUP BY key ORDER BY key;
SELECT key, value FROM jsonb_each(aer_suggest('told', 'y', curves => false) -> 'columns') WHERE key <> 'word' ORDER BY key;
SELECT string_agg(key, ' ' ORDER BY key) AS curves FROM jsonb_each(aer_suggest('told', 'y', null_categories => false) -> 'columns') WHERE NOT value @> 'null';
SELECT aer_suggest('told', 'y', curves => false, null_categories => false) -> 'columns' = jsonb_build_object('word', (c -> 'word') - -1) AS words_alone FROM says;
-- and it trains: every NULL is told apart where there are two
SELECT count(*) FILTER (WHERE missing > 0) AS holes, string_agg(name, ' ') FILTER (WHERE missing > 0) AS one_hole FROM aer_attributes((SELECT aer_moments(t.*, 'y', (SELECT aer_suggest('told', 'y')) || '{"exclude": ["vast"]}') FROM told t));
SET timezone = 'America/Lima';
SELECT aer_suggest('told', 'y') -> 'columns' = c AS anywhere FROM says;
RESET timezone;

-- One typo moves no knot further than a hundredth of the distance of the outer ones, so fences hold it, and rows without it are
-- predicted as ever, whose noise is 0.3: numbers of each kind, of a long tail, counts that are mostly 0, a value that most rows have, and points in time.
CREATE TABLE bell AS SELECT i, sqrt(-2 * ln((i * 7919 % 5003 + 0.5) / 5004)) * cos(2 * pi() * (i * 3571 % 5003) / 5003) AS a, 0.3 * sqrt(2) * sin(i) AS noise, i % 10 < 8 AS most FROM generate_series(1, 5000) i;
CREATE TABLE typos (kind text, x text, y text, typo text);
INSERT INTO typos VALUES ('float8', '20 + a', 'a', '25000'), ('real', '(0.1 * a)::real', 'a', '1e6'), ('integer', '(200 + 20 * a)::integer', 'a', '2000000000'), ('numeric', 'round((20 + 2 * a)::numeric, 2)', 'a', '-1e9'),
	('bent', '20 + a', 'abs(a)', '1e5'), ('lognormal', 'exp(2 * a)', 'least(exp(2 * a), 4)', '1e12'), ('mostly 0', 'CASE WHEN most THEN 0 ELSE ceil(exp(1 + a)) END', 'CASE WHEN most THEN 0 ELSE least(ceil(exp(1 + a)), 5) END', '-1'),
	('mostly 5', 'CASE WHEN most THEN 5 ELSE 5 + a END', 'CASE WHEN most THEN 0 ELSE a END', '25000'), ('timestamp', 'timestamp ''2025-03-01 12:00'' + a * interval ''10 min''', 'a', '''2099-01-01'''),
	('timestamptz', 'timestamptz ''2025-03-01 12:00+00'' + a * interval ''1 h''', 'a', '''20250-03-01'''), ('date', 'date ''2025-03-01'' + (100 * a)::integer', 'a', '''3025-03-01''');
CREATE FUNCTION pg_temp.number(knot text) RETURNS float8 LANGUAGE sql AS $$ SELECT CASE WHEN knot ~ '^\d+-' THEN extract(epoch FROM knot::timestamp) ELSE knot::float8 END $$;
CREATE FUNCTION pg_temp.beside_typo(t typos, OUT clean jsonb, OUT moved float8, OUT error float8) LANGUAGE plpgsql AS $$ BEGIN
	EXECUTE format('CREATE TABLE clean AS SELECT %s AS x, %s + noise AS y, i FROM bell; CREATE TABLE typed AS TABLE clean; UPDATE typed SET x = %s WHERE i = 7', t.x, t.y, t.typo);
	clean := aer_suggest('clean', 'y', exclude => '{i}') #> '{columns,x}';
	moved := (SELECT CASE WHEN count(*) = jsonb_array_length(clean) THEN max(abs(pg_temp.number(c) - pg_temp.number(d))) / (pg_temp.number(clean ->> -1) - pg_temp.number(clean ->> 0)) END
		FROM jsonb_array_elements_text(clean) WITH ORDINALITY c (c, place) JOIN jsonb_array_elements_text(aer_suggest('typed', 'y', exclude => '{i}') #> '{columns,x}') WITH ORDINALITY d (d, place) USING (place));
	error := sqrt((aer_evaluate(aer_learn('typed', 'y', exclude => '{i}', measure => false), 'clean', 'y')).mse);
	DROP TABLE clean, typed;
END $$;
SELECT kind, clean AS knots, moved < 0.01 AS stayed, error < 0.315 AS as_ever FROM typos t, pg_temp.beside_typo(t);
DROP TABLE bell;

-- Free text is no list of words, though some of it is there again; a name of many is, where the frequent ones are many.
CREATE TABLE texts AS SELECT i, i % 5 + i % 3 AS y, CASE WHEN i % 10 = 0 THEN 'none' WHEN i % 13 = 0 THEN 'n.n.' ELSE md5(i::text) END AS story, CASE WHEN i % 7 < 2 THEN 'n.n.' ELSE md5(i::text) END AS often,
	'city ' || floor(exp(6.5 * (i * 7919 % 2000) / 2000.0)) AS city, 'pair ' || i / 2 AS pair FROM generate_series(1, 2000) i;
SELECT aer_suggest('texts', 'y', exclude => '{i}') -> 'include' AS include;
SELECT (SELECT count(*) FROM texts t WHERE (SELECT aer_suggest('texts', 'y', exclude => '{i}')) #> '{columns,city}' ? city) BETWEEN 500 AND 1990 AS some_cities;
DROP TABLE texts;

-- Values that no float8 can hold, or no word should.
CREATE TABLE odd (huge numeric, endless numeric, unbounded date, early timestamptz, nan float4, fine numeric, word text, story text, y int);
INSERT INTO odd SELECT 10.0 ^ (i * 40), CASE i WHEN 7 THEN 'Infinity'::numeric ELSE i END, CASE i WHEN 7 THEN 'infinity' ELSE date '2020-01-01' + i END,
	CASE i WHEN 7 THEN '-infinity' ELSE timestamptz '2020-01-01' + i * interval '1 day' END, CASE i WHEN 7 THEN 'NaN'::float4 ELSE i END, 10.0 ^ (i * 30),
	repeat(chr(96 + i), 500), (SELECT string_agg(md5(n::text), ' ') FROM generate_series(1, 40 * i % 80) n), i FROM generate_series(1, 10) i;
RESET client_min_messages;
SELECT aer_suggest('odd', 'y') -> 'include' AS include;
-- Numerics are what they are as float8; knots are of all rows, not of the first ones alone.
CREATE TABLE read AS SELECT 1.5 + i * 1e-25 AS alike, CASE WHEN i > 600 THEN i % 50 ELSE i % 5 END::numeric AS late, (i % 10)::numeric AS ten, i % 11 AS y FROM generate_series(1, 900) i;
SELECT aer_suggest('read', 'y');
DROP TABLE read;

-- Of many rows 20,000 are read (sample.sql), from which keys and categories are found; if few have a target, these are read.
CREATE TABLE many AS SELECT i AS id, i % 7 AS x, 'w' || i * 37 % 89 AS w, CASE WHEN i > 99800 THEN i % 3 END AS late, i % 5 AS y FROM generate_series(1, 100000) i;
CREATE VIEW many_seen AS SELECT x, w, y FROM many;
CREATE FUNCTION pg_temp.short(design jsonb, c text) RETURNS text LANGUAGE sql AS $$ SELECT (design -> 'include')::text || ', ' || jsonb_array_length(design #> ARRAY['columns', c]) $$;
SELECT pg_temp.short(aer_suggest('many_seen', 'y'), 'w');
SET client_min_messages = warning;
SELECT pg_temp.short(aer_suggest('many', 'late'), 'w');
ANALYZE many;
SELECT pg_temp.short(aer_suggest('many', 'y'), 'w'), aer_suggest('many', 'y') = aer_suggest('many', 'y') AS same;
SELECT pg_temp.short(aer_suggest('many', 'late'), 'w');

-- In parentheses it runs once, before the workers of a parallel plan add up the rows.
CREATE SEQUENCE reads;
CREATE VIEW counted AS SELECT nextval('reads') AS n, age, outcome FROM patients;
SELECT (aer_summary(aer_train(p.*, 'outcome', (SELECT aer_suggest('counted', 'outcome'))))).rows FROM (SELECT 1 AS n, age, outcome FROM patients) p;
SELECT last_value < 3000 AS once FROM reads;
SELECT count(DISTINCT aer_suggest(t.source, t.target, t.budget)) AS designs FROM (VALUES ('many'::regclass, 'y', 1), ('many', 'y', 2), ('many', 'y', NULL), ('patients', 'age', 1), ('patients', 'outcome', 1), ('many', 'y', 1)) t (source, target, budget);
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
ALTER TABLE patients SET (parallel_workers = 2);
CREATE FUNCTION pg_temp.plan(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
		IF line ~ 'Aggregate|Gather' THEN
			RETURN NEXT ltrim(line, ' ->');
		END IF;
	END LOOP;
END $$;
SELECT pg_temp.plan($$SELECT aer_moments(p.*, 'outcome', (SELECT aer_suggest('patients', 'outcome', 1)), id) FROM patients p$$);
RESET client_min_messages;
SELECT aer_moments(p.*, 'outcome', (SELECT aer_suggest('patients', 'outcome', 1)), id) IS NOT NULL AS together FROM patients p;
SET parallel_leader_participation = off;
SELECT aer_moments(p.*, 'outcome', (SELECT aer_suggest('patients', 'outcome', 1)), id) IS NOT NULL AS alone FROM patients p;
RESET parallel_leader_participation;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
CREATE TABLE growing (a int, b int, y int);
DO $$
BEGIN
	FOR i IN 1 .. 3 LOOP
		INSERT INTO growing VALUES (i, i / 3, i);
		IF i > 1 THEN
			RAISE NOTICE '%', aer_suggest('growing', 'y') -> 'include';
		END IF;
	END LOOP;
END $$;

-- It runs with the caller's rights, on whatever has rows.
SET client_min_messages = warning;
CREATE ROLE aer_suggest_nurse;
GRANT USAGE ON SCHEMA "cl""inic" TO aer_suggest_nurse;
GRANT SELECT (age, outcome) ON patients TO aer_suggest_nurse;
GRANT SELECT ON visits TO aer_suggest_nurse;
CREATE POLICY known ON visits USING (id < 3);
ALTER TABLE visits ENABLE ROW LEVEL SECURITY;
UPDATE visits SET "a""b" = 5 WHERE id < 3;
SET ROLE aer_suggest_nurse;
SELECT aer_suggest('patients', 'outcome');
SELECT aer_suggest('visits', 'y');
RESET ROLE;
DO $$
BEGIN
	PERFORM aer_suggest('patients_pkey', 'outcome');
EXCEPTION WHEN wrong_object_type THEN
	RAISE WARNING 'no table';
END $$;
SELECT aer_suggest('nobody', 'outcome');
SELECT aer_suggest(1::oid, 'outcome');	-- as where it is dropped at that moment
SELECT aer_suggest('patients', 'outcom');
SELECT aer_suggest('patients', 'gone');
SELECT aer_suggest('patients', 'region') ? 'columns' AS of_words;
CREATE TEMP TABLE identities (u uuid, x int, stay interval, price money, parts int[], document jsonb);
SELECT aer_suggest('identities', 'u');
SELECT aer_suggest('identities', 'stay');
SELECT aer_suggest('identities', 'price');
SELECT aer_suggest('identities', 'parts');
SELECT aer_suggest('identities', 'document');
SELECT aer_suggest('identities', '"x"');
SELECT aer_suggest('identities', '"Y"');
-- an expression is no column
SELECT aer_suggest('identities', 'x = 1');
SELECT aer_suggest('identities', 'x::text');
SELECT aer_suggest('patients', NULL);
SELECT aer_suggest(NULL, 'outcome');
SELECT aer_suggest('patients', 'empty');
SELECT aer_suggest('patients', 'outcome', 0);
SELECT aer_suggest('patients', 'outcome', 2.5);
SELECT aer_suggest('patients', 'outcome', 'NaN');
CREATE TABLE nothing (y int);
INSERT INTO nothing VALUES (1);
SELECT aer_suggest('nothing', 'y');

-- Numbers that differ in their 16th digit: numeric, which knots are rounded as, has 15.
CREATE TABLE nearly AS SELECT 1 + i % 2 * 2.220446049250313e-16::float8 AS a, i % 5 AS y FROM generate_series(1, 40) i;
SELECT aer_suggest('nearly', 'y');
-- The only value of a column is its knot, to the last digit: it says no more than NULL does.
CREATE TABLE doses AS SELECT CASE WHEN i % 3 > 0 THEN 0.1::real END AS dose, (i % 3)::float8 AS y FROM generate_series(1, 40) i;
SELECT aer_suggest('doses', 'y');
SELECT name, weight <> 0 AS has_weight FROM aer_weights((SELECT aer_learn('doses', 'y')));
-- Dates that no timestamp reaches, and a domain of an enum, which has no least value of its own.
CREATE DOMAIN feeling AS mood;
CREATE TABLE odd_types AS SELECT date '294270-01-01' + i * 99 AS late, (ARRAY['low', 'fair'])[1 + i % 2]::mood::feeling AS feeling, i % 5 AS y FROM generate_series(1, 40) i;
SELECT aer_suggest('odd_types', 'y');

DROP OWNED BY aer_suggest_nurse;
DROP ROLE aer_suggest_nurse;
DROP SCHEMA "cl""inic" CASCADE;
