--
-- New partitions of a followed table: aer_refollow reads them alone if it can
--
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
CREATE SCHEMA partitions;
SET search_path = partitions, public;
RESET client_min_messages;

-- kept: the log was not emptied
CREATE FUNCTION refollowed(log regclass, OUT kept boolean, OUT sound boolean, OUT detail text) LANGUAGE plpgsql AS $$
DECLARE
	first bigint;
	now bigint;
BEGIN
	EXECUTE format('SELECT min(id) FROM %s WHERE id > 0', log) INTO first;
	PERFORM aer_refollow(log);
	EXECUTE format('SELECT min(id) FROM %s WHERE id > 0', log) INTO now;
	kept := first = now;
	SELECT c.sound, c.detail INTO sound, detail FROM aer_check(log, true) c;
END $$;

CREATE TABLE t (id int, archived boolean, a float8, y float8, PRIMARY KEY (id, archived)) PARTITION BY LIST (archived);
CREATE TABLE t_now PARTITION OF t FOR VALUES IN (false);
INSERT INTO t SELECT i, false, i % 5, i % 3 FROM generate_series(1, 20) i;
SELECT aer_follow('t', 'y', aer_design(include => '{a}'), 'id', 't_log');
UPDATE t SET a = 9 WHERE id = 4;
-- without a change it reads everything
SELECT * FROM refollowed('t_log');

-- attached in this transaction, with rows
BEGIN;
CREATE TABLE t_old (LIKE t INCLUDING ALL);
INSERT INTO t_old SELECT i, true, i % 4, i % 2 FROM generate_series(101, 110) i;
ALTER TABLE t ATTACH PARTITION t_old FOR VALUES IN (true);
SELECT * FROM refollowed('t_log');
COMMIT;
INSERT INTO t VALUES (111, true, 1, 2);
UPDATE t SET archived = true WHERE id = 5;
SELECT sound FROM aer_check('t_log', true);

-- in this transaction, but rows came through the table: they are in the log
SET client_min_messages = warning;
DROP TABLE t_old;
RESET client_min_messages;
SELECT * FROM refollowed('t_log');
BEGIN;
CREATE TABLE t_old PARTITION OF t FOR VALUES IN (true);
INSERT INTO t VALUES (112, true, 1, 2);
SELECT * FROM refollowed('t_log');
ROLLBACK;
-- or were moved, which leaves the log as it is
BEGIN;
CREATE TABLE t_old PARTITION OF t FOR VALUES IN (true);
UPDATE t SET archived = true WHERE id = 6;
SELECT * FROM refollowed('t_log');
ROLLBACK;
-- or a partition was replaced
BEGIN;
ALTER TABLE t DETACH PARTITION t_now;
CREATE TABLE t_new PARTITION OF t FOR VALUES IN (false);
SELECT * FROM refollowed('t_log');
ROLLBACK;
-- one that went, lost its triggers and came back
BEGIN;
ALTER TABLE t DETACH PARTITION t_now;
DROP TRIGGER aer_follow_insert_t_log ON t_now;
DROP TRIGGER aer_follow_update_t_log ON t_now;
DROP TRIGGER aer_follow_delete_t_log ON t_now;
DROP TRIGGER aer_follow_truncate_t_log ON t_now;
ALTER TABLE t ATTACH PARTITION t_now FOR VALUES IN (false);
SELECT * FROM refollowed('t_log');
ROLLBACK;

-- attached in another transaction, and empty
CREATE TABLE t_old PARTITION OF t FOR VALUES IN (true);
SELECT aer_followed('t_log');
SELECT * FROM refollowed('t_log');
INSERT INTO t VALUES (113, true, 1, 2);
SELECT sound FROM aer_check('t_log', true);
-- empty again after rows were written through the table and gone without it
SET client_min_messages = warning;
DROP TABLE t_old;
RESET client_min_messages;
SELECT * FROM refollowed('t_log');
CREATE TABLE t_old PARTITION OF t FOR VALUES IN (true);
INSERT INTO t VALUES (114, true, 1, 2);
TRUNCATE t_old;
SELECT * FROM refollowed('t_log');
SET client_min_messages = warning;
DROP TABLE t_old;
RESET client_min_messages;
SELECT * FROM refollowed('t_log');
CREATE TABLE t_old PARTITION OF t FOR VALUES IN (true);
INSERT INTO t VALUES (115, true, 1, 2);
DELETE FROM t_old;
VACUUM t_old;
SELECT pg_relation_size('t_old');
SELECT * FROM refollowed('t_log');
SET client_min_messages = warning;
DROP TABLE t_old;
RESET client_min_messages;
SELECT * FROM refollowed('t_log');
-- not empty
CREATE TABLE t_old PARTITION OF t FOR VALUES IN (true);
INSERT INTO t VALUES (116, true, 1, 2);
SELECT * FROM refollowed('t_log');

-- beside a problem, a change of a column, or of another partition: everything
SET client_min_messages = warning;
DROP TABLE t_old;
RESET client_min_messages;
SELECT * FROM refollowed('t_log');
UPDATE t SET a = 'NaN' WHERE id = 7;
UPDATE t SET a = 1 WHERE id = 7;
CREATE TABLE t_old PARTITION OF t FOR VALUES IN (true);
SELECT * FROM refollowed('t_log');

-- partitions of partitions, one with its columns elsewhere
CREATE TABLE u (id int NOT NULL, a float8, y float8, part int NOT NULL, PRIMARY KEY (id, part)) PARTITION BY LIST (part);
CREATE TABLE u_1 PARTITION OF u FOR VALUES IN (1);
INSERT INTO u SELECT i, i % 5, i % 3, 1 FROM generate_series(1, 20) i;
SELECT aer_follow('u', 'y', aer_design(include => '{a}'), 'id', 'u_log');
BEGIN;
CREATE TABLE u_2 (y float8, part int NOT NULL, a float8, id int NOT NULL) PARTITION BY RANGE (id);
CREATE TABLE u_21 (id int NOT NULL, part int NOT NULL, y float8, a float8);
ALTER TABLE u_2 ATTACH PARTITION u_21 FOR VALUES FROM (0) TO (1000);
INSERT INTO u_2 SELECT i % 3, 2, i % 7, i FROM generate_series(200, 210) i;
ALTER TABLE u ATTACH PARTITION u_2 FOR VALUES IN (2);
CREATE TABLE u_3 PARTITION OF u FOR VALUES IN (3);
INSERT INTO u_3 SELECT i, i, i, 3 FROM generate_series(300, 310) i;
SELECT * FROM refollowed('u_log');
-- a second time in a transaction it reads everything
CREATE TABLE u_4 PARTITION OF u FOR VALUES IN (4);
SELECT * FROM refollowed('u_log');
COMMIT;
-- below a partition that is followed already
CREATE TABLE u_22 PARTITION OF u_2 FOR VALUES FROM (1000) TO (2000);
SELECT * FROM refollowed('u_log');
INSERT INTO u VALUES (1001, 1, 2, 2);
SELECT sound FROM aer_check('u_log', true);

SET client_min_messages = warning;
DROP SCHEMA partitions CASCADE;
