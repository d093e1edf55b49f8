--
-- Partitions that come and go, enums that grow, keys and columns of all kinds, in a followed table
--
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE SCHEMA kinds;
SET search_path = kinds, public;
CREATE FUNCTION sound(log regclass) RETURNS TABLE (rows bigint, followed bigint, problems bigint, detail text) LANGUAGE sql AS
	$$ SELECT rows, followed, problems, detail FROM aer_check(log, deep => true) $$;
\getenv dir PG_ABS_SRCDIR
\set says :dir '/follow/says.sql'
\ir :says

-- A partition in which no target is known adds nothing and takes nothing, whatever is done to it.
\set design 'aer_design(budget => 1, include => ''{a,b}'')'
\set same 'differs(aer_followed(''wards_log''), (SELECT aer_moments(w.*, ''y'', :design, id) FROM wards w))'
CREATE TABLE wards (id int NOT NULL, ward int NOT NULL, a float8, b float8, y float8, PRIMARY KEY (ward, id)) PARTITION BY LIST (ward);
CREATE TABLE ward_1 PARTITION OF wards FOR VALUES IN (1);
CREATE TABLE ward_2 PARTITION OF wards FOR VALUES IN (2);
INSERT INTO wards SELECT i, 1 + i % 2, i % 7, i % 5, CASE WHEN i % 2 = 0 THEN i % 3 END FROM generate_series(1, 40) i;
SELECT aer_follow('wards', 'y', :design, 'id', 'wards_log');
INSERT INTO ward_2 VALUES (100, 2, 1, 1, NULL);
UPDATE ward_2 SET a = 3, id = id + 1000 WHERE id < 20;
DELETE FROM ward_2 WHERE id < 30;
SELECT count(*) AS log, :same FROM wards_log WHERE id > 0;
TRUNCATE ward_2;
SELECT count(*) AS log, :same FROM wards_log WHERE id > 0;
INSERT INTO ward_2 VALUES (101, 2, 1, 1, NULL), (102, 2, 1, 1, 1);
UPDATE wards SET y = CASE WHEN y IS NULL THEN 5 END, ward = 3 - ward WHERE id IN (101, 102, 10, 11, 12);
SELECT * FROM sound('wards_log');
SELECT :same;
TRUNCATE ward_2;
SELECT * FROM sound('wards_log');
SELECT :same;
-- one that is made later, its own or another's statement fills it
CREATE TABLE ward_3 PARTITION OF wards FOR VALUES IN (3);
SELECT aer_followed('wards_log');
INSERT INTO wards VALUES (200, 3, 1, 2, 3);
INSERT INTO ward_3 VALUES (201, 3, 1, 2, 3);
SELECT * FROM sound('wards_log');
SELECT aer_refollow('wards_log');
SELECT :same;
INSERT INTO ward_3 VALUES (202, 3, 1, 2, 3);
TRUNCATE ward_3;
SELECT * FROM sound('wards_log');
-- attached, with rows and columns in another order
CREATE TABLE ward_4 (y float8, b float8, ward int NOT NULL, a float8, id int NOT NULL);
INSERT INTO ward_4 VALUES (1, 2, 4, 3, 300);
ALTER TABLE wards ATTACH PARTITION ward_4 FOR VALUES IN (4);
SELECT aer_followed('wards_log');
SELECT aer_refollow('wards_log');
INSERT INTO ward_4 VALUES (1, 5, 4, 7, 301), (2, 6, 4, 8, 302);
DELETE FROM ward_4 WHERE id = 300;
SELECT :same, * FROM sound('wards_log');
TRUNCATE ward_4;
SELECT :same, * FROM sound('wards_log');
INSERT INTO ward_4 VALUES (1, 5, 4, 7, 301);
-- detached: what is written to it is a problem, and so until the table is taken in anew
ALTER TABLE wards DETACH PARTITION ward_4;
SELECT aer_followed('wards_log');
INSERT INTO ward_4 VALUES (1, 5, 4, 7, 303);
SELECT added, removed, 'ERROR:  ' || problem FROM wards_log ORDER BY id DESC LIMIT 1;
ALTER TABLE wards ATTACH PARTITION ward_4 FOR VALUES IN (4);
SELECT aer_followed('wards_log');
SELECT aer_refollow('wards_log');
SELECT :same, * FROM sound('wards_log');
ALTER TABLE wards DETACH PARTITION ward_4;
SELECT aer_refollow('wards_log');
SELECT count(*) AS triggers FROM pg_trigger WHERE tgrelid = 'ward_4'::regclass AND NOT tgisinternal;
INSERT INTO ward_4 VALUES (1, 5, 4, 7, 304);
SELECT :same, * FROM sound('wards_log');
-- dropped
DROP TABLE ward_3;
SELECT aer_followed('wards_log');
SELECT aer_refollow('wards_log');
SELECT :same, * FROM sound('wards_log');
-- emptied where not all rows can be seen
BEGIN ISOLATION LEVEL REPEATABLE READ;
TRUNCATE ward_1;
SELECT 'ERROR:  ' || problem FROM wards_log ORDER BY id DESC LIMIT 1;
TRUNCATE wards;
SELECT count(*) FROM wards_log WHERE id > 0;
INSERT INTO wards VALUES (1, 1, 2, 3, 4);
SELECT :same;
COMMIT;
SELECT * FROM sound('wards_log');
-- persistence, children, another owner
ALTER TABLE ward_1 SET UNLOGGED;
SELECT aer_followed('wards_log');
ALTER TABLE ward_1 SET LOGGED;
SELECT :same;
CREATE TABLE alone (LIKE wards INCLUDING ALL);
SELECT aer_follow('alone', 'y', :design, 'id', 'alone_log');
ALTER TABLE alone DROP CONSTRAINT alone_pkey;
ALTER TABLE alone ADD PRIMARY KEY (id);
SELECT aer_follow('alone', 'y', :design, 'id', 'alone_log');
CREATE TABLE child () INHERITS (alone);
SELECT aer_followed('alone_log');
DROP TABLE child;
SELECT aer_followed('alone_log') IS NULL AS empty;

-- An enum whose values are renamed and grow, in a session that has written to the table.
CREATE TYPE region AS ENUM ('north', 'south', 'west');
CREATE TABLE people (id bigint PRIMARY KEY, region region, a float8, y boolean);
\set named 'aer_design(include => ''{a,region}'', columns => ''{"region": ["north", "south", "west", "east"]}'')'
SELECT aer_follow('people', 'y', :named, 'id', 'people_log');
INSERT INTO people SELECT i, (enum_range(NULL::region))[1 + i % 3], i, i % 2 = 0 FROM generate_series(1, 12) i;
ALTER TYPE region ADD VALUE 'east' BEFORE 'south';
INSERT INTO people SELECT 20 + i, (enum_range(NULL::region))[1 + i % 4], i, i % 2 = 0 FROM generate_series(1, 12) i;
SELECT differs(aer_followed('people_log'), (SELECT aer_moments(p.*, 'y', :named, id) FROM people p));
ALTER TYPE region RENAME VALUE 'west' TO 'far';
INSERT INTO people VALUES (40, 'far', 1, true);
SELECT aer_followed('people_log');
SELECT aer_refollow('people_log');
SELECT differs(aer_followed('people_log'), (SELECT aer_moments(p.*, 'y', :named, id) FROM people p));
ALTER TYPE region RENAME VALUE 'north' TO 'up';
ALTER TYPE region RENAME VALUE 'south' TO 'north';
ALTER TYPE region RENAME VALUE 'up' TO 'south';
SELECT aer_followed('people_log');
SELECT aer_refollow('people_log');
SELECT name, reads, unknown, round(mean::numeric, 3) AS mean FROM aer_attributes(aer_followed('people_log'));

-- Keys that stand for numbers, and domains.
SELECT aer_key('p1'), aer_key('p1'::varchar) = hashtextextended('p1' COLLATE "C", 0) AS as_said, aer_key(NULL::text), aer_key('2a1ccd0e-6b2b-4e2a-8f10-0d2e5b8c4f11'::uuid) = aer_key('2a1ccd0e-6b2b-4e2a-8f10-0d2e5b8c4f11') AS uuid;
CREATE DOMAIN code AS varchar(9) NOT NULL CHECK (VALUE <> '');
CREATE DOMAIN score AS numeric(9, 2);
CREATE DOMAIN vector AS real[];
CREATE TABLE coded (code code PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE, number uuid NOT NULL UNIQUE, small smallint NOT NULL UNIQUE, x vector, a float8, b float8, y score);
INSERT INTO coded SELECT 'c' || i, 'n\' || i, md5(i::text)::uuid, i, ARRAY[i % 3, i % 5], i % 3, i % 5, i FROM generate_series(1, 20) i;
SELECT aer_follow('coded', 'y', :design, 'code', 'code_log'), aer_follow('coded', 'y', :design, 'name', 'name_log'), aer_follow('coded', 'y', :design, 'number', 'number_log'),
	aer_follow('coded', 'y', aer_design(budget => 1), 'small', 'small_log', 'x');
UPDATE coded SET a = a + 1, x[1] = x[1] + 1 WHERE small % 3 = 0;
DELETE FROM coded WHERE small = 7;
SELECT differs(aer_followed('code_log'), (SELECT aer_moments(c.*, 'y', :design, aer_key(code::text)) FROM coded c)) AS code,
	differs(aer_followed('name_log'), (SELECT aer_moments(c.*, 'y', :design, aer_key(name)) FROM coded c)) AS name,
	differs(aer_followed('number_log'), (SELECT aer_moments(c.*, 'y', :design, aer_key(number)) FROM coded c)) AS number,
	differs(aer_followed('small_log'), (SELECT aer_moments(x::real[], y::float8, aer_design(budget => 1), small) FROM coded c)) AS small;
SELECT sound FROM aer_check('code_log', true) UNION ALL SELECT sound FROM aer_check('name_log', true) UNION ALL SELECT sound FROM aer_check('number_log', true) UNION ALL SELECT sound FROM aer_check('small_log', true);
-- a problem calls a record by its key, wherever in the statement it is
INSERT INTO coded SELECT 'd' || i, CASE i WHEN 3 THEN 'row 17 \1 %s' ELSE 'm' || i END, md5((100 + i)::text)::uuid, 100 + i, CASE WHEN i <> 2 THEN ARRAY[1, 2] END, CASE i WHEN 3 THEN 'NaN'::float8 ELSE 1 END, CASE i WHEN 3 THEN 'NaN'::float8 ELSE 1 END, CASE WHEN i > 1 THEN 1 END FROM generate_series(1, 5) i;
SELECT 'ERROR:  ' || problem FROM code_log WHERE problem IS NOT NULL UNION ALL SELECT 'ERROR:  ' || problem FROM name_log WHERE problem IS NOT NULL
	UNION ALL SELECT 'ERROR:  ' || problem FROM number_log WHERE problem IS NOT NULL;
UPDATE coded SET x = '{1,2,3}' WHERE small IN (4, 5);
SELECT 'ERROR:  ' || problem FROM small_log WHERE problem IS NOT NULL;
DROP TABLE coded CASCADE;
-- so it does of jsonb; and a name, a word or a key may say "row 5", which is no number of a record
CREATE TABLE noted (id int PRIMARY KEY, name text NOT NULL UNIQUE, f jsonb, x float8[], y float8);
INSERT INTO noted SELECT 100 + i, 'row ' || i || ' of it', jsonb_build_object('a', i % 5, 'b', i % 3, 'row 5', i, 't', i, 'day', '2024-01-02'), ARRAY[i, 1], i % 7 FROM generate_series(1, 50) i;
SELECT aer_follow('noted', 'y', aer_design(include => '{a,b,"row 5"}'), 'id', 'keys_log', 'f'), aer_follow('noted', 't', aer_design(include => '{a,b}'), 'name', 'target_log', 'f'),
	aer_follow('noted', 'y', aer_design(include => '{day}', columns => '{"day": ["2024-01-01", "2024-02-01"]}'), 'id', 'days_log', 'f'),
	aer_follow('noted', 'y', aer_design(), 'name', 'row_log', 'x'), aer_follow('noted', 'y', aer_design(missing => 'error'), 'id', 'whole_log', 'x');
UPDATE noted SET f = jsonb_set(f, '{a}', CASE WHEN id = 120 THEN '"7 of 10"'::jsonb ELSE '3' END);
UPDATE noted SET f = jsonb_set(f, '{a}', '3') WHERE id = 120;
UPDATE noted SET f = jsonb_set(f, '{row 5}', CASE WHEN id = 121 THEN '[1]'::jsonb ELSE '3' END) WHERE id > 110;
UPDATE noted SET f = jsonb_set(f, '{row 5}', '1e400') WHERE id = 121;
UPDATE noted SET f = jsonb_set(f, '{row 5}', CASE WHEN id = 122 THEN 'true'::jsonb ELSE '{"row 6": 1}' END) WHERE id IN (121, 122);
UPDATE noted SET f = jsonb_set(f, '{row 5}', '1') WHERE id IN (121, 122);
UPDATE noted SET f = CASE WHEN id = 123 THEN '[1]' ELSE jsonb_set(f, '{a}', '4') END WHERE id > 121;
UPDATE noted SET f = '{"a": 1, "b": 2, "row 5": 3, "t": true, "day": "2024-01-02"}' WHERE id = 123;
UPDATE noted SET f = jsonb_set(f, '{t}', CASE WHEN id = 130 THEN '"row 5"'::jsonb ELSE '1' END) WHERE id > 124;
UPDATE noted SET f = jsonb_set(f, '{day}', CASE WHEN id = 132 THEN '5'::jsonb ELSE '"2024-01-03"' END) WHERE id > 129;
UPDATE noted SET f = jsonb_set(f, '{day}', CASE WHEN id = 131 THEN '"row 5"'::jsonb ELSE '"2024-01-04"' END) WHERE id > 124 AND id <> 132;
UPDATE noted SET x = CASE WHEN id = 134 THEN '{1}'::float8[] ELSE '{1,2}' END, y = CASE WHEN id = 135 THEN 'NaN'::float8 ELSE 1 END WHERE id > 132;
UPDATE noted SET x = CASE WHEN id = 136 THEN '{NULL,1}'::float8[] ELSE '{1,4}' END, y = 1 WHERE id > 135;
UPDATE noted SET x = '{1,2,3}', f = jsonb_set(f, '{t}', 'true') WHERE id = 104;
SELECT 'ERROR:  ' || problem FROM keys_log WHERE problem IS NOT NULL ORDER BY id;
SELECT 'ERROR:  ' || problem FROM target_log WHERE problem IS NOT NULL ORDER BY id;
SELECT 'ERROR:  ' || problem FROM days_log WHERE problem IS NOT NULL ORDER BY id;
SELECT 'ERROR:  ' || problem FROM row_log WHERE problem IS NOT NULL ORDER BY id;
SELECT 'ERROR:  ' || problem FROM whole_log WHERE problem IS NOT NULL ORDER BY id;
DROP TABLE noted CASCADE;

-- Columns, tables and logs that are called like what the trigger function has.
CREATE TABLE "new_rows" ("key" bigint PRIMARY KEY, "added" float8, "removed" float8, "problem" float8, "n" float8, "s" float8, "row 5" float8, "a%1$s" float8, "it's \n" float8, "tg_op" float8, "size" float8, y float8);
INSERT INTO "new_rows" SELECT i, i % 3, i % 4, i % 5, i % 6, i % 7, i % 8, i % 9, i % 10, i % 11, i % 12, i FROM generate_series(1, 30) i;
SELECT aer_follow('new_rows', 'y', aer_design(budget => 3), 'key', '"old_rows %s \"');
INSERT INTO "new_rows" SELECT "key" + 100, "removed", "added", n, s, 1, 2, 3, 4, 5, 6, 7 FROM "new_rows";
UPDATE "new_rows" SET "row 5" = 3 WHERE "key" < 10;
SELECT * FROM sound('"old_rows %s \"');
SELECT differs(aer_followed('"old_rows %s \"'), (SELECT aer_moments(n.*, 'y', aer_design(budget => 3, exclude => '{key}'), "key") FROM "new_rows" n));
ALTER TABLE "new_rows" DROP "row 5";
INSERT INTO "new_rows" SELECT 300;
SELECT 'ERROR:  ' || problem FROM "old_rows %s \" WHERE problem IS NOT NULL;
SELECT aer_followed('"old_rows %s \"');

-- Targets of rows are all that aer_learn takes: points in time are in no session's time zone or style, classes of an enum may come later.
CREATE TYPE size AS ENUM ('small', 'large');
CREATE DOMAIN sized AS size;
CREATE TABLE stays (id int PRIMARY KEY, a float8, b int, size size, sized sized, day date, at timestamp, till timestamptz) PARTITION BY RANGE (id);
CREATE TABLE stays_1 PARTITION OF stays FOR VALUES FROM (0) TO (100);
CREATE TABLE stays_2 (till timestamptz, at timestamp, day date, sized sized, size size, b int, a float8, id int NOT NULL);
ALTER TABLE stays ATTACH PARTITION stays_2 FOR VALUES FROM (100) TO (1000);
CREATE FUNCTION come(first int, last int) RETURNS void LANGUAGE sql AS $$
	INSERT INTO stays SELECT i, i % 7, i % 5, s, s, '2024-02-20'::date + i % 30, '2024-02-20 12:00'::timestamp + i * interval '7 hours', '2024-02-20 12:00+00'::timestamptz + i * interval '7 hours'
	FROM generate_series(first, last) i, LATERAL (SELECT (enum_range(NULL::size))[1 + (i % 3 + i % 5) % cardinality(enum_range(NULL::size))]) e (s) $$;
SELECT come(1, 150);
\set targets '{size,sized,day,at,till,size=large}'
CREATE VIEW stays_differ AS SELECT target, differs(aer_followed(log), moments) AS differs, rows, followed, problems, sound, detail
	FROM unnest(:'targets'::text[]) WITH ORDINALITY t (target, n), LATERAL (SELECT ('stays_' || n + 2)::regclass) l (log), aer_check(log, true),
		LATERAL (SELECT aer_moments(s.*, 'size', :design, id) FROM stays s WHERE n = 1 UNION ALL SELECT aer_moments(s.*, 'sized', :design, id) FROM stays s WHERE n = 2
			UNION ALL SELECT aer_moments(s.*, 'day', :design, id) FROM stays s WHERE n = 3 UNION ALL SELECT aer_moments(s.*, 'at', :design, id) FROM stays s WHERE n = 4
			UNION ALL SELECT aer_moments(s.*, 'till', :design, id) FROM stays s WHERE n = 5 UNION ALL SELECT aer_moments(s.*, 'size=large', :design, id) FROM stays s WHERE n = 6) m (moments)
	WHERE moments IS NOT NULL ORDER BY n;
SELECT aer_follow('stays', target, :design, log => 'stays_' || n + 2) FROM unnest(:'targets'::text[]) WITH ORDINALITY t (target, n);
SET datestyle = 'SQL, DMY';
SET timezone = 'Asia/Tokyo';
SELECT come(151, 300);
UPDATE stays SET size = 'large', sized = NULL, day = day + 1, at = NULL, till = till - interval '1 month', b = b + 1 WHERE id % 3 = 0;
RESET datestyle;
ALTER TYPE size ADD VALUE 'middle' BEFORE 'large';
SET timezone = 'America/New_York';
SELECT come(301, 400);
UPDATE stays SET size = 'middle', sized = 'middle', day = NULL, at = '2024-03-10 02:30', till = '2024-03-10 02:30' WHERE id % 7 = 0;
UPDATE stays SET id = id + 400 WHERE id < 30;
DELETE FROM stays WHERE id % 5 = 0;
SELECT * FROM stays_differ;
TRUNCATE stays_1;
SELECT sum(aer_compact(log, true)) > 0 AS compacted FROM unnest('{stays_3,stays_4,stays_5,stays_6,stays_7,stays_8}'::regclass[]) log;
SELECT * FROM stays_differ;
-- the ends of time are no targets, and an enum whose values are renamed is another
UPDATE stays SET day = 'infinity', at = '-infinity' WHERE id = 202;
ALTER TYPE size RENAME VALUE 'small' TO 'little';
UPDATE stays SET b = 1 WHERE id = 203;
SELECT 'ERROR:  ' || problem FROM stays_3 WHERE problem IS NOT NULL UNION ALL SELECT 'ERROR:  ' || problem FROM stays_5 WHERE problem IS NOT NULL UNION ALL SELECT 'ERROR:  ' || problem FROM stays_6 WHERE problem IS NOT NULL;
SELECT sound, detail FROM aer_check('stays_4');
UPDATE stays SET day = NULL, at = NULL WHERE id = 202;
SELECT aer_refollow(log) FROM unnest('{stays_3,stays_4,stays_5,stays_6,stays_8}'::regclass[]) log;
SELECT * FROM stays_differ;
RESET timezone;

-- A price list that is costs alone, of columns that are called like its parts.
CREATE TABLE priced (id int PRIMARY KEY, cost float8, x float8, y float8);
INSERT INTO priced SELECT i, i % 3, i % 5, i FROM generate_series(1, 30) i;
SELECT aer_follow('priced', 'y', aer_design(3, include => '{cost,x}', prices => '{"cost": 1, "x": 2}'));
ALTER TABLE priced RENAME cost TO money;
ALTER TABLE priced RENAME x TO panels;
SELECT aer_refollow('priced_log', '{"cost": "money", "x": "panels"}');
SELECT name, cost FROM aer_attributes(aer_followed('priced_log'));
ALTER TABLE priced RENAME money TO cost;
ALTER TABLE priced RENAME panels TO x;
SELECT aer_refollow('priced_log', '{"money": "cost", "panels": "x"}');
SELECT name, cost FROM aer_attributes(aer_followed('priced_log'));
SELECT aer_follow('priced', 'y', aer_design(3, include => '{cost,x}', prices => '{"cost": {"cost": 1, "x": 2}, "panels": null}'), log => 'priced_log2');
ALTER TABLE priced RENAME x TO z;
SELECT aer_refollow('priced_log2', '{"x": "z"}');
SELECT name, cost FROM aer_attributes(aer_followed('priced_log2'));

-- Other columns with the same names.
CREATE TABLE swapped (id int PRIMARY KEY, a float8, b float8, y float8);
INSERT INTO swapped SELECT i, i, -i, i FROM generate_series(1, 9) i;
SELECT aer_follow('swapped', 'y', aer_design(), 'id', 'swapped_log');
ALTER TABLE swapped RENAME a TO c;
ALTER TABLE swapped RENAME b TO a;
ALTER TABLE swapped RENAME c TO b;
SELECT aer_followed('swapped_log');
SELECT aer_refollow('swapped_log');
ALTER TABLE swapped DROP b, ADD b float8;
SELECT aer_followed('swapped_log');
SELECT aer_refollow('swapped_log');
ALTER TABLE swapped DROP b, ADD b float8;
SELECT aer_followed('swapped_log');
SELECT aer_refollow('swapped_log');
ALTER TABLE swapped ALTER a TYPE numeric(9, 3);
SELECT aer_followed('swapped_log');
-- the table itself is dropped: the log is its last
DROP TABLE swapped;
SELECT aer_followed('swapped_log');
SELECT detail FROM aer_check('swapped_log');
SELECT aer_refollow('swapped_log');
SELECT aer_unfollow('swapped_log', drop => true);
SELECT to_regproc('swapped_log_follow'), to_regclass('swapped_log');
RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA kinds CASCADE;
