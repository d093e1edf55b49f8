--
-- A log that follows a table
--
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;
SET datestyle = iso;

CREATE SCHEMA "ward ""7";
SET search_path = "ward ""7", public;

\getenv dir PG_ABS_SRCDIR
\set says :dir '/follow/says.sql'
\ir :says
SET client_min_messages = warning;

-- Whole rows, with a column of words, holes and rows without a target.
CREATE TABLE patients (id int PRIMARY KEY, note text, "Blood ""P" numeric, age int, smoker boolean, region text, outcome float8);
INSERT INTO patients SELECT i, 'n' || i, 80 + i % 40, 20 + i % 61, i % 3 = 0, (ARRAY['west', 'north', 'south', 'east'])[1 + i % 4], CASE WHEN i % 9 > 0 THEN i % 17 END FROM generate_series(1, 100) i;
UPDATE patients SET age = NULL WHERE id % 11 = 0;
\set design 'aer_design(budget => 2, exclude => ''{id,newer}'', columns => ''{"region": ["north", "south", "west"]}'')'
\set first_design 'aer_design(budget => 2, exclude => ''{id}'', columns => ''{"region": ["north", "south", "west"]}'')'
\set patients 'differs(aer_followed(''patients_log''), (SELECT aer_moments(p.*, ''outcome'', :first_design, id) FROM patients p))'
SELECT aer_follow('patients', 'outcome', :first_design, 'id', 'patients_log');
SELECT :patients;
SELECT obj_description('patients_log'::regclass);
SELECT reloptions FROM pg_class WHERE oid = 'patients_log'::regclass;
INSERT INTO patients SELECT i, 'n' || i, 80 + i % 40, 20 + i % 61, i % 3 = 0, 'north', i % 17 FROM generate_series(101, 130) i;
INSERT INTO patients VALUES (200, 'one', 100, 50, true, 'moon', 1);
INSERT INTO patients VALUES (201, 'no target', 100, 50, true, 'moon', NULL);
INSERT INTO patients SELECT * FROM patients WHERE false;
SELECT * FROM news('patients_log');
SELECT :patients;

-- An UPDATE of columns that are not read appends nothing, and neither does a row without a target.
UPDATE patients SET note = note || '!', age = age;
UPDATE patients SET "Blood ""P" = 7 WHERE id = 201;
DELETE FROM patients WHERE false;
SELECT * FROM news('patients_log');
UPDATE patients SET id = 202 WHERE id = 201;
UPDATE patients SET age = age + 1 WHERE id BETWEEN 10 AND 30;
UPDATE patients SET id = id + 1000 WHERE id < 10;
UPDATE patients SET outcome = 5 WHERE outcome IS NULL AND id < 60;
UPDATE patients SET outcome = NULL WHERE id IN (40, 41);
UPDATE patients SET region = CASE region WHEN 'moon' THEN 'sun' WHEN 'west' THEN 'mars' ELSE 'west' END WHERE id % 5 = 0;
DELETE FROM patients WHERE id IN (50, 51, 52, 1009);
DELETE FROM patients WHERE id = 202;
SELECT * FROM news('patients_log');
SELECT :patients;
-- everything goes, and comes again
BEGIN;
CREATE TEMP TABLE all_patients AS TABLE patients;
DELETE FROM patients;
SELECT attribute, reads, missing, mean FROM aer_attributes(aer_followed('patients_log'));
INSERT INTO patients TABLE all_patients;
SELECT :patients;
ROLLBACK;
SELECT :patients;
-- a log that was begun when the table was empty
CREATE TABLE empty (LIKE patients INCLUDING ALL);
SELECT aer_follow('empty', 'outcome', :first_design, 'id', 'empty_log');
INSERT INTO empty TABLE patients;
SELECT differs(aer_followed('empty_log'), aer_followed('patients_log'));
-- columns that come later change nothing; following twice neither
ALTER TABLE patients ADD newer float8 DEFAULT 3;
INSERT INTO patients VALUES (300, 'later', 100, 50, true, 'west', 1, 2);
SELECT aer_follow('patients', 'outcome', :first_design, 'id', 'patients_log');
SELECT aer_follow('patients', 'outcome', :design, 'id', 'patients_log');
SELECT * FROM news('patients_log');
SELECT count(*), differs(aer_followed('patients_log'), (SELECT aer_moments(p.*, 'outcome', :design, id) FROM patients p)) FROM aer_attributes(aer_followed('patients_log'));

-- Several studies of one table.
-- the primary key, and a log called like the table, are what is followed by where nothing else is said
SELECT aer_follow('patients', 'outcome', :first_design);
SELECT aer_follow('patients', 'smoker', aer_design(include => '{age,outcome}'), 'id', 'smokers_log');
UPDATE patients SET smoker = NOT smoker WHERE id < 20;
INSERT INTO patients VALUES (301, 'more', 100, 50, true, 'west', 1, 2);
SELECT * FROM news('patients_log');
SELECT * FROM news('smokers_log');
SELECT differs(aer_followed('smokers_log'), (SELECT aer_moments(p.*, 'smoker', aer_design(include => '{age,outcome}'), id) FROM patients p));
SELECT aer_unfollow('patients_log');
SELECT tgname FROM pg_trigger WHERE tgrelid = 'patients'::regclass ORDER BY 1;
SELECT count(*) > 0 AS kept FROM patients_log WHERE id > 0;
DROP TABLE patients_log;
SELECT to_regclass('patients_log');

-- Arrays and jsonb; a bulk of rows becomes sums.
CREATE TABLE samples (x float4[], y boolean, k jsonb, id bigint NOT NULL UNIQUE);
INSERT INTO samples SELECT ARRAY[i % 3, i % 5, i % 7, i % 11], i % 2 = 0, jsonb_build_object('a', i % 4, 'b', i % 6, 'c', 'w' || i % 3, 'y', i % 2) - CASE WHEN i % 8 = 0 THEN 'b' ELSE '' END, i FROM generate_series(1, 50) i;
\set keys 'aer_design(2, include => ''{a,b,c}'', columns => ''{"c": ["w0","w1"]}'')'
SELECT aer_follow('samples', 'y', aer_design(2, units => 'standardized'), 'id', 'array_log', 'x'), aer_follow('samples', 'y', :keys, 'id', 'jsonb_log', 'k');
CREATE VIEW samples_differ AS SELECT differs(aer_followed('array_log'), (SELECT aer_moments(x, y, aer_design(2, units => 'standardized'), id) FROM samples)) AS array,
	differs(aer_followed('jsonb_log'), (SELECT aer_moments(k, y, :keys, id) FROM samples)) AS jsonb;
-- (their transition tables in files)
SET work_mem = '64kB';
INSERT INTO samples SELECT ARRAY[i % 3, i % 5, i % 7, i % 11], i % 2 = 0, jsonb_build_object('a', i % 4, 'b', i % 6, 'c', 'w' || i % 3), i FROM generate_series(51, 3000) i;
SELECT * FROM samples_differ;
UPDATE samples SET x = x || '{}' WHERE id % 2 = 0;
UPDATE samples SET k = k || '{"a": 9}', x[2] = 17.5 WHERE id % 3 = 0;
DELETE FROM samples WHERE id % 5 = 0 OR id > 2000;
SELECT * FROM samples_differ;
SELECT * FROM news('array_log');
-- the target is a key, the key a smallint, and long arrays are stored out of line
CREATE TABLE wide (id smallint PRIMARY KEY, x float8[] NOT NULL, k jsonb, y numeric);
ALTER TABLE wide ALTER x SET STORAGE EXTERNAL;
INSERT INTO wide SELECT i, ARRAY(SELECT (i * j) % 17 FROM generate_series(1, 784) j), jsonb_build_object('y', i, 'a', i % 7, 'target', i % 2 = 0), i FROM generate_series(1, 20) i;
SELECT aer_follow('wide', 'y', aer_design(5), 'id', 'wide_log', 'x'), aer_follow('wide', 'target', aer_design(include => '{a}'), 'id', 'key_log', 'k');
INSERT INTO wide SELECT 100 + id, x, k || '{"a": 2}', 5 FROM wide;
DELETE FROM wide WHERE id < 5;
UPDATE wide SET x = ARRAY(SELECT 99.5 FROM generate_series(1, 784));
SELECT * FROM news('wide_log') UNION ALL SELECT * FROM news('key_log');
SELECT differs(aer_followed('key_log'), (SELECT aer_moments(k, 'target'::text, aer_design(include => '{a}'), id) FROM wide)) AS key,
	differs(aer_followed('wide_log'), (SELECT aer_moments(x, y, aer_design(5), id) FROM wide)) AS wide;
INSERT INTO wide SELECT 200, x, '{"a": 1, "target": 1}', 1 FROM wide LIMIT 1;
SELECT * FROM news('key_log');

-- A value that cannot be counted is a problem in the log; the statement does not fail.
CREATE TABLE trouble (id int PRIMARY KEY, a float8, b int, x float8[], y float8);
INSERT INTO trouble SELECT i, i, i, ARRAY[i, i], i FROM generate_series(1, 9) i;
SELECT aer_follow('trouble', 'y', aer_design(include => '{a,b}'), 'id', 'trouble_log'), aer_follow('trouble', 'y', aer_design(), 'id', 'trouble_x', 'x');
SELECT * FROM news('trouble_log') UNION ALL SELECT * FROM news('trouble_x');
INSERT INTO trouble VALUES (10, 'NaN', 1, '{1,2}', 1);
UPDATE trouble SET a = 5 WHERE id = 10;
INSERT INTO trouble VALUES (11, 1, 1, '{1,2,3}', 1);
UPDATE trouble SET y = 'infinity' WHERE id = 11;
UPDATE trouble SET y = 1, a = -1e200 WHERE id = 11;
UPDATE trouble SET y = 1e154, a = 1 WHERE id = 11;
DELETE FROM trouble WHERE id >= 10;
ALTER TABLE trouble RENAME b TO c;
INSERT INTO trouble VALUES (12, 1, 1, '{1,2}', 1);
ALTER TABLE trouble RENAME c TO b;
ALTER TABLE trouble ALTER b TYPE boolean USING b > 4;
INSERT INTO trouble VALUES (13, 1, true, '{1,2}', 1);
ALTER TABLE trouble ALTER b TYPE text;
INSERT INTO trouble VALUES (14, 1, 'one', '{1,2}', 1);
ALTER TABLE trouble DROP b, ALTER y TYPE boolean USING y > 4, ALTER x TYPE text USING x::text;
INSERT INTO trouble VALUES (15, 1, '{1,2}', true);
ALTER TABLE trouble ALTER x TYPE float8[] USING x::float8[], ALTER y TYPE text;
INSERT INTO trouble VALUES (16, 1, '{1,2}', true);
ALTER TABLE trouble DROP CONSTRAINT trouble_pkey, ALTER id DROP NOT NULL;
INSERT INTO trouble VALUES (NULL, 1, '{1,2}', true);
ALTER TABLE trouble ALTER id TYPE text;
INSERT INTO trouble VALUES ('17', 1, '{1,2}', true);
SELECT * FROM news('trouble_log');
SELECT * FROM news('trouble_x');
UPDATE trouble_log SET at = '2001-02-03 04:05:06+00';
SET timezone = 'UTC';
SELECT aer_followed('trouble_log');
SELECT aer_followed('trouble_x');
SELECT aer_refollow('trouble_log');

-- TRUNCATE empties the log.
SELECT aer_follow('samples', 'y', aer_design(4, include => '{a,b}'), 'id', 'money_log', 'k');
TRUNCATE samples;
SELECT count(*) FROM money_log WHERE id > 0;
SELECT aer_followed('money_log') IS NULL AS nothing;
INSERT INTO samples VALUES ('{1,2,3,4}', true, '{"a": 1, "b": 2}', 1);
SELECT sum(reads) AS reads FROM aer_attributes(aer_followed('money_log'));
SELECT * FROM samples_differ;

-- A renamed log is an error; it is not dropped by mistake; aer_follow creates another one.
ALTER TABLE money_log RENAME TO money_gone;
INSERT INTO samples VALUES ('{1,2,3,4}', true, '{"a": 1, "b": 2}', 2);
TRUNCATE samples;
ALTER TABLE money_gone RENAME TO money_log;
INSERT INTO samples VALUES ('{1,2,3,4}', true, '{"a": 1, "b": 2}', 2);
DROP TABLE money_log;
DROP TABLE money_log CASCADE;
INSERT INTO samples VALUES ('{1,2,3,4}', true, '{"a": 1, "b": 2}', 3);
SELECT aer_follow('samples', 'y', aer_design(include => '{a,b}'), 'id', 'money_log', 'k');
DELETE FROM samples WHERE id = 2;
SELECT * FROM news('money_log');
SELECT aer_unfollow('money_log', true);

-- Unlogged tables have such logs.
CREATE UNLOGGED TABLE fast (id int PRIMARY KEY, a float8, y float8);
SELECT aer_follow('fast', 'y', aer_design(), 'id', 'fast_log');
SELECT relname, relpersistence FROM pg_class WHERE oid IN ('fast_log'::regclass, pg_get_serial_sequence('fast_log', 'id')::regclass) ORDER BY 1;
INSERT INTO fast SELECT i, i, i FROM generate_series(1, 9) i;
SELECT reads, mean FROM aer_attributes(aer_followed('fast_log'));
ALTER TABLE fast SET LOGGED;
SELECT aer_followed('fast_log');
ALTER TABLE fast_log SET LOGGED;
SELECT aer_followed('fast_log') IS NOT NULL AS right;

-- A row of missing values only, which an UPDATE does not change.
CREATE TABLE holes (id int PRIMARY KEY, a float8, y float8);
INSERT INTO holes VALUES (1, NULL, 1), (2, 2, 1);
SELECT aer_follow('holes', 'y', aer_design(exclude => '{id}'), 'id', 'holes_log');
UPDATE holes SET a = a;
SELECT count(*) FROM holes_log WHERE id > 0;

-- Without a design all columns are followed, as aer_suggest() sees them; twice, and when the table says otherwise, by the first.
CREATE TABLE suggested AS SELECT i AS id, (i * 7919) % 101 AS age, CASE WHEN i % 3 = 0 THEN 'mild' ELSE 'severe' END AS pain, i % 5 + (i * 7919) % 101 AS y FROM generate_series(1, 200) i;
ALTER TABLE suggested ADD PRIMARY KEY (id);
SELECT aer_suggest('suggested', 'y') AS whole \gset
SELECT aer_follow('suggested', 'y');
UPDATE suggested SET pain = 'none' WHERE id % 2 = 0;
SELECT aer_follow('suggested', 'y');
SELECT differs(aer_followed('suggested_log'), (SELECT aer_moments(s.*, 'y', :'whole'::jsonb, id) FROM suggested s));
SELECT aer_follow('suggested', 'y', aer_design(1));

-- No value of the table is in the catalogs, which everybody can read: neither categories and knots of the design nor the class that
-- is the target. (A whole number: that of the cluster, in the function, may hold such digits.) Columns may have the names of
-- variables of the function.
CREATE TABLE secrets (id int PRIMARY KEY, design text, study text, target float8, aer float8, added float8, diagnosis text);
INSERT INTO secrets SELECT i, 'secret' || i % 4, 'secret' || i % 5, 4321 + i % 9, i % 7, i % 6, 'secret' || 5 + i % 3 FROM generate_series(1, 60) i;
SELECT aer_follow('secrets', 'diagnosis=secret7', aer_design(columns => '{"design": ["secret1", "secret2"], "study": ["secret3"], "target": [4325, 4327]}', exclude => '{id,diagnosis}'));
UPDATE secrets SET design = 'secret1', target = 4324, diagnosis = 'secret7' WHERE id IN (2, 3, 4);
DELETE FROM secrets WHERE id < 3;
SELECT sound, detail FROM aer_check('secrets_log', true);
SELECT (SELECT count(*) FROM pg_proc WHERE prosrc ~ 'secret[0-9]|\m432[1-9]\M') AS functions,
	(SELECT count(*) FROM pg_trigger t WHERE pg_get_triggerdef(t.oid) ~ 'secret[0-9]|\m432[1-9]\M') AS triggers,
	(SELECT count(*) FROM pg_description WHERE description ~ 'secret[0-9]|\m432[1-9]\M') AS comments;
CREATE ROLE aer_follow_reader;
GRANT USAGE ON SCHEMA "ward ""7" TO aer_follow_reader;
SET ROLE aer_follow_reader;
SELECT _aer_log_study('secrets_log'::regclass, true), _aer_log_study('secrets_log'::regclass, false);
SELECT study FROM secrets_log;
RESET ROLE;
GRANT SELECT ON secrets_log TO aer_follow_reader;
ALTER TABLE secrets_log ENABLE ROW LEVEL SECURITY;
SET ROLE aer_follow_reader;
SELECT _aer_log_study('secrets_log'::regclass, true) IS NULL AS hidden;
RESET ROLE;
ALTER TABLE secrets_log DISABLE ROW LEVEL SECURITY;
SET ROLE aer_follow_reader;
SELECT _aer_log_study('secrets_log'::regclass, true) ->> 'target' AS target;
RESET ROLE;
-- a primary key on another column is no index of the row
ALTER TABLE secrets_log DROP CONSTRAINT secrets_log_pkey, ADD PRIMARY KEY (at, id);
UPDATE secrets SET target = 4326 WHERE id = 7;
SELECT sound, detail FROM aer_check('secrets_log', true);
ALTER TABLE secrets_log DROP CONSTRAINT secrets_log_pkey;
UPDATE secrets SET target = 4327 WHERE id = 7;
SELECT sound, detail FROM aer_check('secrets_log', true);
-- nor is any other relation a log
SELECT _aer_log_study('secrets'::regclass, true) IS NULL AND _aer_log_study('pg_class'::regclass, true) IS NULL AND _aer_log_study(0, true) IS NULL AS none;

RESET search_path;
DROP SCHEMA "ward ""7" CASCADE;
DROP ROLE aer_follow_reader;
