--
-- Tables and logs that are followed and then moved, given away or lose triggers
--
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
CREATE SCHEMA old;
CREATE SCHEMA elsewhere;
CREATE ROLE aer_moved_one;
CREATE ROLE aer_moved_other;
GRANT ALL ON SCHEMA old, elsewhere TO aer_moved_one, aer_moved_other;
SET search_path = old, elsewhere, public;
CREATE FUNCTION sound(log regclass) RETURNS TABLE (followed bigint, sound boolean, detail text) LANGUAGE sql AS
	$$ SELECT followed, sound, detail FROM aer_check(log, deep => true) $$;

-- The key is no attribute, unless "include" lists it.
CREATE TABLE t (id int NOT NULL UNIQUE, a float8, b float8, y float8);
INSERT INTO t SELECT i, i % 7, i % 5, i % 3 FROM generate_series(1, 20) i;
SELECT aer_follow('t', 'y', aer_design(), 'id', 'log'), aer_follow('t', 'y', aer_design(include => '{a,id}'), 'id', 'keyed');
SELECT string_agg(name, ' ' ORDER BY name) FROM aer_attributes(aer_followed('log'));
SELECT string_agg(name, ' ' ORDER BY name) FROM aer_attributes(aer_followed('keyed'));
SELECT aer_unfollow('keyed', true);

-- The trigger function has the log's name: where log or schema have another, the statement is an error, until the table is followed anew.
CREATE TABLE parts (id int PRIMARY KEY, a float8, b float8, y float8) PARTITION BY RANGE (id);
CREATE TABLE elsewhere.part_1 PARTITION OF parts FOR VALUES FROM (0) TO (100);
SELECT aer_follow('parts', 'y', aer_design(), 'id', 'parts_log');
INSERT INTO t VALUES (21, 1, 2, 3);
INSERT INTO parts VALUES (21, 1, 2, 3);
INSERT INTO part_1 VALUES (22, 1, 2, 3);
ALTER SCHEMA old RENAME TO new;
SET search_path = new, elsewhere, public;
INSERT INTO t VALUES (22, 1, 2, 3);
DELETE FROM parts WHERE id = 21;
SELECT aer_followed('log');
SELECT * FROM new.sound('log') UNION ALL SELECT * FROM new.sound('parts_log');
-- one that has the old name now is another
CREATE SCHEMA old;
CREATE TABLE old.log (LIKE log INCLUDING ALL);
INSERT INTO t VALUES (22, 1, 2, 3);
CREATE FUNCTION old.log_follow() RETURNS trigger LANGUAGE plpgsql AS '-- aer {
BEGIN RETURN NULL; END';
SELECT aer_refollow('log');
DROP SCHEMA old CASCADE;
SELECT aer_refollow('log'), aer_refollow('parts_log');
INSERT INTO t VALUES (22, 1, 2, 3);
DELETE FROM parts WHERE id = 21;
TRUNCATE part_1;
SELECT * FROM new.sound('log') UNION ALL SELECT * FROM new.sound('parts_log');
-- the table alone may go where it wants
ALTER TABLE t SET SCHEMA elsewhere;
INSERT INTO t VALUES (24, 1, 2, 3);
SELECT * FROM new.sound('log');
ALTER TABLE log SET SCHEMA elsewhere;
INSERT INTO t VALUES (25, 1, 2, 3);
SELECT * FROM new.sound('log');
SELECT aer_refollow('log');
SELECT DISTINCT tgfoid::regproc FROM pg_trigger WHERE tgrelid = 't'::regclass;
INSERT INTO t VALUES (25, 1, 2, 3);
SELECT * FROM new.sound('log');
TRUNCATE t;
SELECT * FROM new.sound('log');

-- A trigger is missing: any of the others tells what is followed.
DROP TRIGGER aer_follow_truncate_log ON t;
SELECT * FROM new.sound('log');
SELECT aer_refollow('log');
SELECT * FROM new.sound('log');
DROP TRIGGER aer_follow_truncate_log ON t;
DROP TRIGGER aer_follow_insert_log ON t;
SELECT aer_unfollow('log');
SELECT count(*) FROM pg_trigger WHERE tgrelid = 't'::regclass;
INSERT INTO t VALUES (30, 1, 2, 3);
-- none
SELECT * FROM new.sound('log');
SELECT aer_refollow('log');
SELECT aer_unfollow('log');
SELECT aer_unfollow('log', true);
SELECT to_regclass('log') IS NULL AS dropped;
-- of a partition only
DROP TRIGGER aer_follow_insert_parts_log ON parts;
DROP TRIGGER aer_follow_update_parts_log ON parts;
DROP TRIGGER aer_follow_delete_parts_log ON parts;
DROP TRIGGER aer_follow_truncate_parts_log ON parts;
SELECT * FROM new.sound('parts_log');
SELECT aer_refollow('parts_log');
SELECT * FROM new.sound('parts_log');
-- of two tables
ALTER TABLE parts DETACH PARTITION part_1;
DROP TRIGGER aer_follow_insert_parts_log ON parts;
DROP TRIGGER aer_follow_update_parts_log ON parts;
DROP TRIGGER aer_follow_delete_parts_log ON parts;
DROP TRIGGER aer_follow_truncate_parts_log ON parts;
CREATE TABLE part_2 (LIKE part_1);
CREATE TRIGGER two AFTER INSERT ON part_2 REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION parts_log_follow('part');
ALTER TABLE part_1 SET SCHEMA new;
SELECT * FROM new.sound('parts_log');
SELECT aer_refollow('parts_log');
SELECT aer_unfollow('parts_log', true);
SELECT count(*) FROM pg_trigger WHERE tgrelid IN ('parts'::regclass, 'part_1'::regclass);
-- the log has another name
SELECT aer_follow('t', 'y', aer_design(), 'id', 'log');
ALTER TABLE log RENAME TO renamed;
SELECT aer_unfollow('renamed', true);
ALTER TABLE renamed RENAME TO log;

-- The table is given away: and so log and trigger function must be.
ALTER TABLE t OWNER TO aer_moved_one;
INSERT INTO t VALUES (31, 1, 2, 3);
ALTER TABLE log OWNER TO aer_moved_one;
INSERT INTO t VALUES (31, 1, 2, 3);
SELECT sound, detail FROM aer_check('log');
SELECT aer_followed('log');
SELECT aer_refollow('log');
SELECT aer_follow('t', 'y', aer_design(), 'id', 'log');
SELECT aer_unfollow('log');
SELECT aer_compact('log');
ALTER FUNCTION log_follow() OWNER TO aer_moved_one;
INSERT INTO t VALUES (31, 1, 2, 3);
SELECT * FROM new.sound('log');
ALTER TABLE t OWNER TO aer_moved_other;
INSERT INTO t VALUES (32, 1, 2, 3);
SELECT * FROM new.sound('log');
SET ROLE aer_moved_other;
SELECT aer_unfollow('log', true);
-- of a log whose table has another owner its owner can do this, and nothing else
SET ROLE aer_moved_one;
SELECT aer_compact('log');
SELECT sound, detail FROM aer_check('log');
BEGIN;
SELECT aer_unfollow('log', true);
SELECT count(*) AS triggers FROM pg_trigger WHERE tgname ~ '^aer_follow';
ROLLBACK;
RESET ROLE;
-- to another at once
REASSIGN OWNED BY aer_moved_one TO aer_moved_other;
INSERT INTO t VALUES (32, 1, 2, 3);
SELECT * FROM new.sound('log');
SET ROLE aer_moved_other;
SELECT aer_unfollow('log', true);
RESET ROLE;
SELECT count(*) FROM pg_trigger WHERE tgrelid = 't'::regclass;
INSERT INTO t VALUES (33, 1, 2, 3);

RESET search_path;
DROP SCHEMA new, elsewhere CASCADE;
DROP OWNED BY aer_moved_one, aer_moved_other;
DROP ROLE aer_moved_one, aer_moved_other;

-- Without aer, followed tables can be written to as before, and the log is a plain table.
CREATE TABLE plain (id int PRIMARY KEY, a int, y float8);
CREATE TABLE parted (LIKE plain, PRIMARY KEY (id)) PARTITION BY RANGE (id);
CREATE TABLE part_1 PARTITION OF parted FOR VALUES FROM (0) TO (50);
CREATE TABLE part_2 PARTITION OF parted FOR VALUES FROM (50) TO (200) PARTITION BY RANGE (id);
CREATE TABLE part_21 PARTITION OF part_2 FOR VALUES FROM (50) TO (200);
INSERT INTO plain SELECT i, i % 7, i % 5 FROM generate_series(1, 100) i;
INSERT INTO parted SELECT * FROM plain;
SELECT aer_follow('plain', 'y'), aer_follow('plain', 'y', log => 'again'), aer_follow('parted', 'y'), aer_follow('parted', 'y', log => 'gone');
SELECT aer_refollow('again'), aer_refollow('parted_log');
SELECT aer_compact('again', true);
-- with its log the function stays for the next of that name
DROP TABLE gone CASCADE;
CREATE VIEW depending AS SELECT proname, d.deptype, e.extname FROM pg_proc p LEFT JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'x'
	LEFT JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid WHERE proname ~ '_follow$|^gone' AND prosrc LIKE '-- aer_follow: %';
SELECT * FROM depending ORDER BY 1;
\set VERBOSITY terse
DROP EXTENSION aer;
\set VERBOSITY default
UPDATE plain SET a = 3 WHERE id = 1;
INSERT INTO parted VALUES (101, 1, 1);
SELECT followed, sound FROM aer_check('plain_log', true) UNION ALL SELECT followed, sound FROM aer_check('again', true) UNION ALL SELECT followed, sound FROM aer_check('parted_log', true);
DROP EXTENSION aer CASCADE;
SELECT * FROM depending;
SELECT count(*) AS triggers FROM pg_trigger WHERE tgname ~ 'aer';
INSERT INTO plain VALUES (102, 1, 1);
UPDATE plain SET a = 4 WHERE id < 10;
DELETE FROM plain WHERE id < 5;
TRUNCATE plain;
INSERT INTO parted VALUES (102, 1, 1), (0, 1, 1);
UPDATE parted SET a = 4 WHERE id < 10;
UPDATE part_1 SET a = 5 WHERE id < 10;
UPDATE parted SET id = id + 120 WHERE id = 20;
DELETE FROM parted WHERE id < 5;
DELETE FROM part_21 WHERE id > 100;
TRUNCATE part_1;
TRUNCATE parted;
SELECT attrelid::regclass AS log, string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum) AS columns
	FROM pg_attribute WHERE attrelid IN ('plain_log'::regclass, 'again'::regclass, 'parted_log'::regclass) AND attnum > 0 AND NOT attisdropped GROUP BY 1 ORDER BY 1;
INSERT INTO plain_log (at) VALUES ('2026-01-01');
DELETE FROM plain_log;
DROP TABLE plain_log, parted_log;
-- after aer is installed again, the table can be followed
CREATE EXTENSION aer;
INSERT INTO plain SELECT i, i % 7, i % 5 FROM generate_series(1, 100) i;
SELECT aer_follow('plain', 'y');
SELECT aer_follow('plain', 'y', log => 'again');
DELETE FROM plain WHERE id = 7;
SELECT rows, followed, sound FROM aer_check('plain_log', true);
DROP VIEW depending;
DROP TABLE plain, parted, plain_log, again;
