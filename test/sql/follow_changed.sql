--
-- A followed table that is changed and changed back, or becomes a part of another
--
SET client_min_messages = warning;
\set SHOW_CONTEXT never
CREATE EXTENSION IF NOT EXISTS aer;
CREATE SCHEMA changed;
SET search_path = changed, public;
RESET client_min_messages;

CREATE TYPE mood AS ENUM ('low', 'fair', 'high');
CREATE TABLE t (id int PRIMARY KEY, a float8, n int, mood mood, y float8);
INSERT INTO t SELECT i, i % 5, i % 7, (enum_range(NULL::mood))[1 + i % 3], i % 5 + i % 7 FROM generate_series(1, 30) i;
\set design 'aer_design(include => ''{a,n,mood}'', columns => ''{"mood": ["low", "high"]}'')'
SELECT aer_follow('t', 'y', :design, 'id', 't_log');
CREATE FUNCTION said(log regclass, OUT sound boolean, OUT detail text) LANGUAGE sql AS $$ SELECT c.sound, c.detail FROM aer_check(log, true) c $$;
CREATE FUNCTION anew(log regclass) RETURNS boolean LANGUAGE sql AS $$ SELECT aer_refollow(log) IS NOT NULL AND (said(log)).sound $$;

-- A plain table becomes neither child nor partition, not even if all its triggers are enabled.
CREATE TABLE parent (id int, a float8, n int, mood mood, y float8);
CREATE TABLE parts (id int, a float8, n int, mood mood, y float8) PARTITION BY RANGE (id);
ALTER TABLE t INHERIT parent;
ALTER TABLE parts ATTACH PARTITION t DEFAULT;
ALTER TABLE t ENABLE TRIGGER ALL;
DELETE FROM t WHERE id IN (1, 2);
SELECT * FROM said('t_log');

-- A label of an enum that has another name when rows are written, and its own again.
ALTER TYPE mood RENAME VALUE 'low' TO 'down';
INSERT INTO t VALUES (101, 1, 1, 'down', 2);
ALTER TYPE mood RENAME VALUE 'down' TO 'low';
SELECT problem FROM t_log WHERE problem IS NOT NULL;
SELECT aer_followed('t_log');
SELECT * FROM said('t_log');
SELECT anew('t_log');
-- one more does no harm
ALTER TYPE mood ADD VALUE 'higher' AFTER 'high';
INSERT INTO t VALUES (102, 1, 1, 'higher', 2);
SELECT * FROM said('t_log');

-- So it is with columns: two that swap their names and swap them back.
ALTER TABLE t RENAME a TO b;
ALTER TABLE t RENAME n TO a;
ALTER TABLE t RENAME b TO n;
INSERT INTO t VALUES (103, 1, 2, 'low', 2);
ALTER TABLE t RENAME n TO b;
ALTER TABLE t RENAME a TO n;
ALTER TABLE t RENAME b TO a;
SELECT problem FROM t_log WHERE problem IS NOT NULL;
SELECT anew('t_log');
-- a column of another type for a time, whose values were rounded
ALTER TABLE t ALTER a TYPE int;
ALTER TABLE t ALTER a TYPE float8 USING a / 3;
SELECT * FROM said('t_log');
SELECT anew('t_log');
-- what does no harm to any value raises no alarm
VACUUM FULL t;
ALTER TABLE t ADD other text;
ANALYZE t;
SELECT * FROM said('t_log');
-- triggers off for a time, in which nothing came that shows
ALTER TABLE t DISABLE TRIGGER ALL;
UPDATE t SET a = a + 1;
UPDATE t SET a = a - 1;
ALTER TABLE t ENABLE TRIGGER USER;
SELECT * FROM said('t_log');
SELECT anew('t_log');
-- a trigger of the user is not changed
CREATE FUNCTION mine() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER aer_follow_guard_v_log AFTER DELETE ON t FOR EACH ROW EXECUTE FUNCTION mine();
SELECT aer_follow('t', 'y', :design, 'id', 'v_log');
DROP TRIGGER aer_follow_guard_v_log ON t;
SELECT aer_unfollow('t_log', true);
SELECT count(*) AS triggers FROM pg_trigger WHERE tgrelid = 't'::regclass;

-- A partitioned table: a partition that goes away, is changed and comes back.
CREATE TABLE part_1 PARTITION OF parts FOR VALUES FROM (0) TO (100);
ALTER TABLE parts ALTER id SET NOT NULL, ADD PRIMARY KEY (id);
INSERT INTO parts SELECT i, i % 5, i % 7, 'low', i FROM generate_series(1, 40) i;
SELECT aer_follow('parts', 'y', :design, 'id', 'parts_log');
ALTER TABLE parts DETACH PARTITION part_1;
ALTER TABLE part_1 DISABLE TRIGGER ALL;
UPDATE part_1 SET a = 2 * a;
ALTER TABLE part_1 ENABLE TRIGGER ALL;
ALTER TABLE parts ATTACH PARTITION part_1 FOR VALUES FROM (0) TO (100);
SELECT aer_followed('parts_log');
SELECT anew('parts_log');
ALTER TABLE parts DETACH PARTITION part_1;
ALTER TABLE parts ATTACH PARTITION part_1 FOR VALUES FROM (0) TO (100);
SELECT * FROM said('parts_log');
SELECT anew('parts_log');
-- and that becomes a partition itself, of which statements on the other table are not seen
CREATE TABLE whole (LIKE parts) PARTITION BY RANGE (id);
ALTER TABLE whole ATTACH PARTITION parts FOR VALUES FROM (0) TO (1000);
INSERT INTO whole VALUES (50, 1, 1, 'low', 1);
SELECT * FROM said('parts_log');
INSERT INTO parts VALUES (51, 1, 1, 'low', 1);
ALTER TABLE whole DETACH PARTITION parts;
SELECT * FROM said('parts_log');
SELECT anew('parts_log');

-- A column that is read was dropped: the call in the hint goes on with the options of the design,
-- and views of the log stay.
CREATE TABLE stays (id int PRIMARY KEY, age float8, crp float8, bmi float8, ward text, days float8);
INSERT INTO stays SELECT i, 40 + i % 7, i % 5, 20 + i % 4, 'w' || i % 2, i % 3 FROM generate_series(1, 30) i;
SELECT aer_follow('stays', 'days', aer_design(budget => 4, seed => 7, exclude => '{id,ward}',
	interactions => '[["age", "crp"], ["age", "bmi"]]', center => '{"age": 43, "crp": 2}',
	prices => '{"cost": {"age": 1, "crp": 2, "bmi": 2}, "panels": {"lab": {"fee": 1, "attributes": ["crp", "bmi"]}}}'));
CREATE VIEW stay_model AS SELECT aer_fit_ridge(aer_followed('stays_log')) AS model;
ALTER TABLE stays DROP crp;
UPDATE stays SET age = 50 WHERE id = 3;
SELECT aer_followed('stays_log');
SELECT aer_refollow('stays_log');
SELECT aer_refollow('changed.stays_log', rename => '{"crp": null}');
SELECT followed = fresh AS same FROM (
	SELECT aer_followed('stays_log') AS followed, aer_moments(stays, 'days', aer_design(budget => 4, seed => 7,
		include => '{age,bmi}', interactions => '[["age", "bmi"]]', center => '{"age": 43}',
		prices => '{"cost": {"age": 1, "bmi": 2}, "panels": {"lab": {"fee": 1, "attributes": ["bmi"]}}}'), id) AS fresh
	FROM stays) m;
UPDATE stays SET age = 51 WHERE id = 3;
SELECT * FROM said('stays_log');
SELECT model IS NOT NULL AS fitted FROM stay_model;
-- the last member of a panel, beside a column that was renamed
ALTER TABLE stays DROP bmi;
ALTER TABLE stays RENAME age TO years;
SELECT aer_refollow('stays_log');
SELECT aer_refollow('changed.stays_log', rename => '{"age": "years", "bmi": null}');
SELECT * FROM said('stays_log');
ALTER TABLE stays RENAME years TO age;
SELECT aer_refollow('stays_log');
SELECT aer_refollow('stays_log', rename => '{"years": 5}');
SELECT aer_refollow('changed.stays_log', rename => '{"years": "age"}');
-- the target, or the key: the log ends, and the view stays
ALTER TABLE stays DROP days;
SELECT aer_refollow('stays_log');
SELECT aer_refollow('stays_log', rename => '{"days": null}');
SELECT aer_unfollow('changed.stays_log');
ALTER TABLE stays ADD days float8;
SELECT aer_follow('stays', 'days', aer_design(include => '{age}'), log => 'other_log');
ALTER TABLE stays DROP id;
SELECT aer_refollow('other_log');
SELECT aer_unfollow('changed.other_log');

SET client_min_messages = warning;
DROP SCHEMA changed CASCADE;
