--
-- Logs that follow partitioned tables, and statements of all kinds
--
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;
SET datestyle = iso;

CREATE SCHEMA "wing ""8";
SET search_path = "wing ""8", public;

\getenv dir PG_ABS_SRCDIR
\set says :dir '/follow/says.sql'
\ir :says
SET client_min_messages = warning;

-- A partitioned table whose partitions have other columns in another order, and partitions of their own.
CREATE TABLE readings (id int NOT NULL, gone int, a float8, b int, word text, y float8) PARTITION BY RANGE (id);
ALTER TABLE readings DROP gone;
CREATE TABLE readings_1 (word text, y float8, b int, id int NOT NULL, a float8);
ALTER TABLE readings ATTACH PARTITION readings_1 FOR VALUES FROM (-10) TO (100);
CREATE TABLE readings_2 PARTITION OF readings FOR VALUES FROM (100) TO (200) PARTITION BY RANGE (id);
CREATE TABLE readings_21 PARTITION OF readings_2 FOR VALUES FROM (100) TO (150);
CREATE TABLE readings_22 PARTITION OF readings_2 DEFAULT;
ALTER TABLE readings ADD PRIMARY KEY (id);
\set design 'aer_design(2, include => ''{b,word,a}'', columns => ''{"word": ["no","yes","so"]}'')'
\set same 'differs(aer_followed(''readings_log''), (SELECT aer_moments(r.*, ''y'', :design, id) FROM readings r))'
INSERT INTO readings SELECT i, i % 7, i % 5, (ARRAY['no', 'yes', 'so', 'else'])[1 + i % 4], i % 3 FROM generate_series(0, 195, 5) i;
SELECT aer_follow('readings', 'y', :design, 'id', 'readings_log');
SELECT tgrelid::regclass AS table, count(*) FROM pg_trigger WHERE tgname ~ 'readings_log' GROUP BY 1 ORDER BY 1;
SELECT :same, count(*) FROM readings;
-- a statement on the table, on a partition, and on one between
INSERT INTO readings SELECT i, i % 7, i % 5, 'so', i % 3 FROM generate_series(1, 196, 5) i;
INSERT INTO readings_1 (id, y, a, b, word) SELECT i, i % 7, i % 5, i % 4, 'yes' FROM generate_series(2, 97, 5) i;
INSERT INTO readings_2 SELECT i, i % 7, i % 5, 'no', i % 2 FROM generate_series(102, 197, 5) i;
UPDATE readings_2 SET b = b + 1, word = 'yes' WHERE id % 2 = 0;
UPDATE readings_1 SET a = 100 WHERE id % 3 = 0;
DELETE FROM readings_21 WHERE id % 7 = 0;
SELECT * FROM news('readings_log');
SELECT :same, count(*) FROM readings;
-- rows that move from one to another; a trigger that stops some of them
UPDATE readings SET id = CASE WHEN id % 5 = 0 THEN id + 103 ELSE id END WHERE id < 90;
UPDATE readings_2 SET id = CASE WHEN id < 150 THEN id + 52 ELSE id - 48 END WHERE id % 5 = 2;
SELECT * FROM news('readings_log');
SELECT :same, count(*) FROM readings;
CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN CASE WHEN NEW.id % 2 = 0 THEN NEW END; END';
CREATE TRIGGER stop BEFORE INSERT ON readings_1 FOR EACH ROW EXECUTE FUNCTION stop();
UPDATE readings SET id = id - 97, a = a + 1 WHERE id >= 100 AND id NOT IN (SELECT id + 97 FROM readings);
DROP TRIGGER stop ON readings_1;
SELECT :same, count(*) FROM readings;
-- TRUNCATE of a partition, of one between, and of all
TRUNCATE readings_21;
SELECT :same, count(*) FROM readings;
TRUNCATE readings_2;
SELECT :same, count(*) FROM readings;
SELECT * FROM news('readings_log');
BEGIN;
TRUNCATE readings;
SELECT sum(reads), (SELECT count(*) FROM readings_log WHERE id > 0) AS log FROM aer_attributes(aer_followed('readings_log'));
ROLLBACK;
SELECT :same, count(*) FROM readings;
-- partitions that are attached or detached are not seen until the table is read again
CREATE TABLE readings_3 (LIKE readings);
INSERT INTO readings_3 SELECT i, i % 7, i % 5, 'so', i % 3 FROM generate_series(200, 220) i;
ALTER TABLE readings ATTACH PARTITION readings_3 FOR VALUES FROM (200) TO (300);
ALTER TABLE readings DETACH PARTITION readings_2;
SELECT :same > 0 AS differs;
SELECT aer_refollow('readings_log');
SELECT :same, count(*) FROM readings;
SELECT tgrelid::regclass AS table, count(*) FROM pg_trigger WHERE tgname ~ 'readings_log' GROUP BY 1 ORDER BY 1;
DELETE FROM readings_3 WHERE id > 210;
INSERT INTO readings_2 SELECT i, i % 7, i % 5, 'no', i % 2 FROM generate_series(102, 110) i;
SELECT :same, count(*) FROM readings;
-- a trigger that is disabled or missing is created again
ALTER TABLE readings DISABLE TRIGGER USER;
DROP TRIGGER aer_follow_insert_readings_log ON readings_3;
INSERT INTO readings VALUES (-1, 1, 2, 'so', 3);
SELECT aer_refollow('readings_log');
SELECT tgenabled, count(*) FROM pg_trigger WHERE tgname ~ 'readings_log' GROUP BY 1;
INSERT INTO readings VALUES (-2, 1, 2, 'so', 3);
UPDATE readings SET b = 0;
SELECT :same, count(*) FROM readings;

-- A column that has another name: its rows keep their plans.
CREATE TABLE plans AS SELECT id, aer_plan(:design, '{b,word,a}'::text[], id) AS plan FROM readings;
ALTER TABLE readings RENAME word TO speech;
ALTER TABLE readings RENAME a TO z;
ALTER TABLE readings RENAME y TO outcome;
INSERT INTO readings VALUES (-3, 1, 2, 'so', 3);
SELECT * FROM news('readings_log');
SELECT aer_refollow('readings_log');
SELECT aer_refollow('readings_log', '{"word": "speech", "a": "z", "y": "outcome"}');
\set renamed 'aer_design(2, include => ''{b,speech,z}'', columns => ''{"speech": ["no","yes","so"]}'')'
SELECT differs(aer_followed('readings_log'), (SELECT aer_moments(r.*, 'outcome', :renamed, id) FROM readings r));
SELECT count(*) FROM plans WHERE plan IS DISTINCT FROM (SELECT array_agg(CASE n WHEN 'speech' THEN 'word' WHEN 'z' THEN 'a' ELSE n END) FROM unnest(aer_plan(:renamed, '{b,speech,z}'::text[], id)) n);
INSERT INTO readings VALUES (-4, 1, 2, 'so', 3);
SELECT differs(aer_followed('readings_log'), (SELECT aer_moments(r.*, 'outcome', :renamed, id) FROM readings r));
-- keys of jsonb, everywhere that a design names them
CREATE TABLE objects (id int PRIMARY KEY, k jsonb, y float8);
INSERT INTO objects SELECT i, jsonb_build_object('a', i % 3, 'b', i % 4, 'c', i % 5), i FROM generate_series(1, 40) i;
\set prices '''{"cost": {"a": 1, "b": 1, "c": 2}, "panels": {"a": {"fee": 1, "attributes": ["a", "c"]}}}'''
SELECT aer_follow('objects', 'y', aer_design(3, prices => :prices, spread => '{"a": 1, "b": 2, "c": 3}'::jsonb, center => '{"a": 1, "b": 2, "c": 1}'::jsonb, include => '{c,a,b,n}', exclude => '{n}', interactions => '[["b", "a"]]'), 'id', 'objects_log', 'k');
UPDATE objects SET k = (k - 'a') || jsonb_build_object('x', k['a']);
ALTER TABLE objects RENAME k TO k2;
ALTER TABLE objects RENAME id TO id2;
SELECT aer_refollow('objects_log', '{"a": "x", "k": "k2", "id": "id2"}');
SELECT differs(aer_followed('objects_log'), (SELECT aer_moments(k2, y, aer_design(3, prices => replace(replace(:prices, '"a": 1', '"x": 1'), '["a"', '["x"')::jsonb,
	spread => '{"x": 1, "b": 2, "c": 3}'::jsonb, center => '{"x": 1, "b": 2, "c": 1}'::jsonb, include => '{c,x,b}', interactions => '[["b", "x"]]'), id2) FROM objects));

-- Keys of text: a generated column.
CREATE TABLE people (code text PRIMARY KEY, a float8, y float8, key bigint GENERATED ALWAYS AS (hashtextextended(code COLLATE "C", 0)) STORED NOT NULL UNIQUE);
INSERT INTO people SELECT 'p' || i, i % 7, i % 3 FROM generate_series(1, 20) i;
SELECT aer_follow('people', 'y', aer_design(include => '{a}'), 'key', 'people_log');
UPDATE people SET code = code || 'x' WHERE a = 3;
SELECT differs(aer_followed('people_log'), (SELECT aer_moments(p.*, 'y', aer_design(include => '{a}'), key) FROM people p));

-- Statements of all kinds.
CREATE TABLE wards (ward int PRIMARY KEY);
CREATE TABLE visits (id int PRIMARY KEY, ward int REFERENCES wards ON DELETE CASCADE ON UPDATE CASCADE, a float8, b int DEFAULT 3, y float8, UNIQUE (a, id));
INSERT INTO wards SELECT generate_series(1, 5);
\set design 'aer_design(2, include => ''{a,b,ward}'')'
SELECT aer_follow('visits', 'y', :design, 'id', 'visits_log');
CREATE VIEW same AS SELECT differs(aer_followed('visits_log'), (SELECT aer_moments(v.*, 'y', :design, id) FROM visits v)) AS differs, (SELECT count(*) FROM visits);
COPY visits FROM stdin;
1	1	1.5	1	1
2	1	2.5	\N	2
3	2	3.5	3	0
4	\N	4.5	4	1
5	3	5.5	5	2
\.
SELECT * FROM same;
DELETE FROM wards WHERE ward = 1;
UPDATE wards SET ward = 12 WHERE ward = 2;
SELECT * FROM news('visits_log');
SELECT * FROM same;
INSERT INTO visits VALUES (4, 3, 1, 1, 1), (6, 3, 6.5, 6, 1), (7, 4, 7, 7, 0) ON CONFLICT (id) DO UPDATE SET a = excluded.a + 100, y = visits.y + 1;
INSERT INTO visits VALUES (4, 3, 1, 1, 1), (8, 3, 6.5, 6, 1) ON CONFLICT DO NOTHING;
SELECT * FROM news('visits_log');
MERGE INTO visits v USING (SELECT generate_series(5, 10) AS id) s ON v.id = s.id
	WHEN MATCHED AND v.id = 5 THEN DELETE WHEN MATCHED THEN UPDATE SET b = -v.b WHEN NOT MATCHED THEN INSERT (id, a, y) VALUES (s.id, 0.5, 1);
SELECT * FROM news('visits_log');
SELECT * FROM same;
WITH gone AS (DELETE FROM visits WHERE id = 6 RETURNING *), more AS (INSERT INTO visits SELECT id + 10, ward, a, b, y FROM gone RETURNING *)
UPDATE visits SET b = 77 WHERE id IN (7, 8);
SELECT * FROM same;
BEGIN;
SAVEPOINT one;
DELETE FROM visits;
ROLLBACK TO one;
SAVEPOINT two;
INSERT INTO visits SELECT i, 5, i, i, i FROM generate_series(100, 120) i;
RELEASE two;
SELECT * FROM same;
DO $$ BEGIN
	DELETE FROM visits WHERE id > 110;
	BEGIN DELETE FROM visits; RAISE EXCEPTION 'back'; EXCEPTION WHEN raise_exception THEN NULL; END;
END $$;
SELECT * FROM same;
COMMIT;
SELECT * FROM same;
BEGIN;
DECLARE c CURSOR FOR SELECT * FROM visits WHERE id > 100 ORDER BY id FOR UPDATE;
FETCH 3 FROM c;
UPDATE visits SET y = 50 WHERE CURRENT OF c;
DELETE FROM visits WHERE CURRENT OF c;
SELECT * FROM same;
COMMIT;
-- a function with another user's rights, and a log that is read before the statement
CREATE ROLE aer_follow_writer;
GRANT USAGE ON SCHEMA "wing ""8" TO aer_follow_writer;
GRANT INSERT, UPDATE, DELETE, SELECT ON visits, wards TO aer_follow_writer;
CREATE FUNCTION add(i int) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_temp AS $$ INSERT INTO "wing ""8".visits VALUES (i, NULL, i, i, i) $$;
ALTER FUNCTION add(int) OWNER TO aer_follow_writer;
SELECT add(500);
SET ROLE aer_follow_writer;
CREATE TEMP TABLE visits_log (id int);
SET search_path = pg_temp;
INSERT INTO "wing ""8".visits VALUES (501, NULL, 1, 1, 1);
DELETE FROM "wing ""8".wards WHERE ward = 4;
SELECT count(*) FROM "wing ""8".visits_log WHERE id > 0;
DROP TABLE pg_temp.visits_log;
RESET ROLE;
SET search_path = "wing ""8", public;
SELECT * FROM same;
-- SERIALIZABLE and REPEATABLE READ
BEGIN ISOLATION LEVEL SERIALIZABLE;
UPDATE visits SET b = 1;
SELECT * FROM same;
COMMIT;
-- a trigger of the log that writes to the table again is none of a log's
CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF pg_trigger_depth() < 4 THEN UPDATE visits SET a = a + 1 WHERE id = 501; END IF; RETURN NULL; END $$;
CREATE TRIGGER again AFTER INSERT ON visits_log FOR EACH STATEMENT EXECUTE FUNCTION again();
ALTER FUNCTION again() SET search_path = "wing ""8";
UPDATE visits SET b = 2;
DROP TRIGGER again ON visits_log;
SELECT * FROM same;
-- more triggers than a session remembers
SELECT count(aer_follow('visits', 'y', :design, 'id', 'log_' || i)) FROM generate_series(1, 70) i;
UPDATE visits SET a = 9 WHERE id = 501;
UPDATE visits SET a = 10 WHERE id = 501;
SELECT count(differs(aer_followed(c.oid::regclass), aer_followed('visits_log')) = 0 OR NULL) FROM pg_class c WHERE relname ~ '^log_\d+$';

-- partitions by date, whose primary key has the day: records of the same id share their plan
CREATE TABLE daily (id int, day date, a float8, b float8, c float8, y float8, PRIMARY KEY (day, id)) PARTITION BY RANGE (day);
CREATE TABLE daily_1 PARTITION OF daily FOR VALUES FROM ('2026-01-01') TO ('2026-01-15');
CREATE TABLE daily_2 PARTITION OF daily DEFAULT;
SELECT aer_follow('daily', 'y', aer_design(1, include => '{a,b,c}'), 'id', 'daily_log');
INSERT INTO daily SELECT i % 10, date '2026-01-01' + i / 10, i % 7, i % 5, i % 3, i FROM generate_series(0, 299) i;
DELETE FROM daily_2 WHERE id IN (3, 5);
UPDATE daily SET day = day + 20, a = a + 1 WHERE id = 3 AND day < '2026-01-10';
TRUNCATE daily_1;
SELECT rows, sound, detail FROM aer_check('daily_log', true);
SELECT differs(aer_followed('daily_log'), (SELECT aer_moments(d.*, 'y', aer_design(1, include => '{a,b,c}'), id) FROM daily d));
-- another id for one of two records of an id
UPDATE daily SET id = 77 WHERE id = 4 AND day = '2026-01-16';
SELECT rows, sound, detail FROM aer_check('daily_log', true);
-- MERGE that updates after it inserted, which many releases of PostgreSQL show wrong: the log is right or says so
SET enable_hashjoin = off;
SET enable_mergejoin = off;
MERGE INTO daily d USING (VALUES (8, '2026-01-02'::date, -1.5), (8, '2026-01-17', 2.5), (9, '2026-01-17', 3.5)) v (id, day, y) ON d.id = v.id AND d.day = v.day
	WHEN MATCHED THEN UPDATE SET y = v.y, a = 100 WHEN NOT MATCHED THEN INSERT (id, day, y) VALUES (v.id, v.day, v.y);
RESET enable_hashjoin;
RESET enable_mergejoin;
SELECT followed, sound OR problems = 1 AND detail LIKE '%record 8 was updated, but its trigger sees another row%' AS right_or_said FROM aer_check('daily_log', true);
SELECT aer_refollow('daily_log');
SELECT rows, sound, detail FROM aer_check('daily_log', true);

RESET search_path;
DROP OWNED BY aer_follow_writer;
DROP ROLE aer_follow_writer;
DROP SCHEMA "wing ""8" CASCADE;
