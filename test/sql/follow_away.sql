--
-- A followed table that is changed, and changed back
--
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
CREATE SCHEMA away;
SET search_path = away, public;

-- what aer_followed says; where it says moments, whether these are those of the table
CREATE FUNCTION says(log regclass) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	detail text;
BEGIN
	PERFORM aer_followed(log);
	RETURN (SELECT CASE WHEN sound THEN 'right' ELSE concat('WRONG: ', c.detail) END FROM aer_check(log, true) c);
EXCEPTION WHEN object_not_in_prerequisite_state THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
	RETURN detail;
END $$;
-- and once more when it was taken in anew
CREATE FUNCTION mended(log regclass, OUT says text, OUT afterwards text) LANGUAGE plpgsql AS $$ BEGIN
	says := away.says(log);
	PERFORM aer_refollow(log);
	afterwards := away.says(log);
END $$;

CREATE TYPE mood AS ENUM ('good', 'bad');
CREATE TABLE t (gone int, id int PRIMARY KEY, a int, m mood, v varchar(5), z int, y float8);
ALTER TABLE t DROP gone;
INSERT INTO t SELECT i, i % 5, 'good', 'x', 4, i FROM generate_series(1, 20) i;
SELECT aer_follow('t', 'y', aer_design(include => '{a,m,v}', columns => '{"m": ["good","bad"], "v": ["x","y"]}'), 'id', 't_log');
SELECT says('t_log');

-- a plain table becomes no child and no partition, whose rows other statements would change
CREATE TABLE parent (id int NOT NULL, a int, m mood, v varchar(5), z int, y float8);
ALTER TABLE t INHERIT parent;
CREATE TABLE whole (LIKE parent) PARTITION BY RANGE (id);
ALTER TABLE whole ATTACH PARTITION t DEFAULT;
-- but for who drops the trigger that stands for that, which shows even when it was a child for a time
DROP TRIGGER aer_follow_guard_t_log ON t;
ALTER TABLE t INHERIT parent;
INSERT INTO t VALUES (30, 2, 'bad', 'y', 4, 5);
UPDATE parent SET y = 0;
SELECT says('t_log');
ALTER TABLE t NO INHERIT parent;
SELECT * FROM mended('t_log');
ALTER TABLE t INHERIT parent;
-- it never fires, and if it does it does nothing
SELECT tgenabled, tgtype & 1 AS row FROM pg_trigger WHERE tgname = 'aer_follow_guard_t_log';
ALTER TABLE t ENABLE TRIGGER ALL;
DELETE FROM t WHERE id < 4;
SELECT says('t_log');

-- triggers are off for a time
ALTER TABLE t DISABLE TRIGGER USER;
UPDATE t SET y = 17 WHERE id = 4;
ALTER TABLE t ENABLE TRIGGER USER;
SELECT * FROM mended('t_log');

-- columns have other names for a time, or each other's
ALTER TABLE t RENAME a TO b;
INSERT INTO t VALUES (31, 2, 'bad', 'y', 4, 5);
ALTER TABLE t RENAME b TO a;
SELECT * FROM mended('t_log');
ALTER TABLE t RENAME a TO b;
ALTER TABLE t RENAME z TO a;
INSERT INTO t VALUES (32, 2, 'bad', 'y', 4, 5);
ALTER TABLE t RENAME a TO z;
ALTER TABLE t RENAME b TO a;
SELECT * FROM mended('t_log');
-- so have values of an enum
ALTER TYPE mood RENAME VALUE 'bad' TO 'worse';
INSERT INTO t VALUES (33, 2, 'worse', 'y', 4, 5);
ALTER TYPE mood RENAME VALUE 'worse' TO 'bad';
SELECT * FROM mended('t_log');
ALTER TYPE mood RENAME VALUE 'bad' TO 'x';
ALTER TYPE mood RENAME VALUE 'good' TO 'bad';
ALTER TYPE mood RENAME VALUE 'x' TO 'good';
INSERT INTO t VALUES (34, 2, 'bad', 'y', 4, 5);
ALTER TYPE mood RENAME VALUE 'bad' TO 'x';
ALTER TYPE mood RENAME VALUE 'good' TO 'bad';
ALTER TYPE mood RENAME VALUE 'x' TO 'good';
SELECT * FROM mended('t_log');
-- another type: with statements and without, and the same
ALTER TABLE t ALTER v TYPE varchar(1);
INSERT INTO t VALUES (35, 2, 'bad', 'y', 4, 5);
ALTER TABLE t ALTER v TYPE varchar(5);
SELECT * FROM mended('t_log');
UPDATE t SET y = y + 0.3;
ALTER TABLE t ALTER y TYPE int;
ALTER TABLE t ALTER y TYPE float8;
SELECT * FROM mended('t_log');
ALTER TABLE t ALTER y TYPE float8 USING 2 * y;
SELECT * FROM mended('t_log');

-- what does no harm
VACUUM FULL t;
ALTER TABLE t ADD more int DEFAULT 4, ALTER more SET STATISTICS 50;
CREATE INDEX ON t (a);
CREATE TRIGGER mine BEFORE DELETE ON t EXECUTE FUNCTION suppress_redundant_updates_trigger();
DROP TRIGGER mine ON t;
ALTER TABLE t RENAME TO renamed;
ALTER TABLE renamed SET SCHEMA public;
ALTER TABLE public.renamed SET SCHEMA away;
ALTER TABLE renamed RENAME TO t;
ALTER TYPE mood ADD VALUE 'soso' BEFORE 'bad';
SET quote_all_identifiers = on;
INSERT INTO t VALUES (36, 2, 'bad', 'y', 4, 5);
SELECT says('t_log');
RESET quote_all_identifiers;
TRUNCATE t;
INSERT INTO t VALUES (37, 2, 'bad', 'y', 4, 5);
SELECT says('t_log');

-- log and function have another name: each statement is counted once
ALTER TABLE t_log RENAME TO u_log;
ALTER FUNCTION t_log_follow() RENAME TO u_log_follow;
SELECT aer_refollow('u_log');
INSERT INTO t VALUES (38, 2, 'bad', 'y', 4, 5);
SELECT says('u_log');
SELECT tgname FROM pg_trigger WHERE tgrelid = 't'::regclass ORDER BY 1;
-- without its log the table is as any
DROP TABLE u_log CASCADE;
SELECT count(*) FROM pg_trigger WHERE tgrelid = 't'::regclass;
ALTER TABLE t DROP more;
ALTER TABLE t INHERIT parent;

-- partitions, in which columns stand elsewhere
CREATE TABLE r (gone int, id int PRIMARY KEY, a int, y float8) PARTITION BY RANGE (id);
CREATE TABLE r_1 PARTITION OF r FOR VALUES FROM (0) TO (100);
CREATE TABLE r_2 (y float8, a int, id int PRIMARY KEY, gone int);
ALTER TABLE r ATTACH PARTITION r_2 FOR VALUES FROM (100) TO (200);
ALTER TABLE r DROP gone;
INSERT INTO r SELECT i * 9, i, i FROM generate_series(1, 20) i;
SELECT aer_follow('r', 'y', aer_design(include => '{a}'), 'id', 'r_log');
INSERT INTO r_2 VALUES (1, 2, 199);
INSERT INTO r_1 VALUES (98, 1, 1);
TRUNCATE r_1;
SELECT says('r_log');
-- one is a table of its own for a time, or another's
ALTER TABLE r DETACH PARTITION r_1;
CREATE TABLE other (LIKE r) PARTITION BY RANGE (id);
ALTER TABLE other ATTACH PARTITION r_1 FOR VALUES FROM (0) TO (100);
INSERT INTO other VALUES (50, 2, 3);
ALTER TABLE other DETACH PARTITION r_1;
ALTER TABLE r ATTACH PARTITION r_1 FOR VALUES FROM (0) TO (100);
SELECT * FROM mended('r_log');
-- the whole is a partition for a time
CREATE TABLE top (LIKE r) PARTITION BY RANGE (id);
ALTER TABLE top ATTACH PARTITION r FOR VALUES FROM (0) TO (200);
INSERT INTO top VALUES (60, 1, 1);
INSERT INTO r VALUES (61, 1, 1);
SELECT says('r_log');
ALTER TABLE top DETACH PARTITION r;
SELECT * FROM mended('r_log');
ALTER TABLE r ALTER y TYPE int;
ALTER TABLE r ALTER y TYPE float8;
SELECT * FROM mended('r_log');
-- a partition is emptied while a column has another name
ALTER TABLE r RENAME a TO b;
TRUNCATE r_1;
ALTER TABLE r RENAME b TO a;
SELECT problem FROM r_log WHERE problem IS NOT NULL;
SELECT * FROM mended('r_log');


RESET search_path;
DROP SCHEMA away CASCADE;
