--
-- Tables that cannot be followed, with the reason
--
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE SCHEMA refused;
SET search_path = refused, public;
CREATE TABLE t (id int PRIMARY KEY, other int UNIQUE, many int NOT NULL, part int NOT NULL, late int NOT NULL UNIQUE DEFERRABLE, code char(9) NOT NULL UNIQUE,
	number int NOT NULL UNIQUE, a float8, b float8, words text, tags text[], x float8[], j json, k jsonb, y float8);
CREATE UNIQUE INDEX ON t (many, part);
CREATE UNIQUE INDEX ON t (part) WHERE part > 0;
\set design 'aer_design(budget => 1, include => ''{a,b}'')'
-- arguments
SELECT aer_follow(NULL, 'y', :design, 'id', 'log');
SELECT aer_follow('t', NULL, :design, 'id', 'log');
SELECT aer_follow('t', 'y', NULL, 'id', 'log');
CREATE TABLE keyless (a float8, b float8, y float8);
CREATE TABLE dated (day date PRIMARY KEY, a float8, b float8, y float8);
SELECT aer_follow('keyless', 'y', :design);
SELECT aer_follow('dated', 'y', :design);
-- the statement in the hint, for tables of all kinds
CREATE TABLE parted (day date, "Ward" text, a float8, b float8, y float8) PARTITION BY RANGE (day, "Ward");
CREATE TABLE parted_1 PARTITION OF parted DEFAULT;
CREATE TABLE computed (id text, a float8, b float8, y float8) PARTITION BY RANGE (lower(id));
CREATE VIEW seen AS SELECT * FROM keyless;
SELECT aer_follow('parted', 'y', :design);
SELECT aer_worklist(:design, 'computed');
SELECT aer_worklist(:design, 'seen');
ALTER TABLE refused.keyless ADD id bigserial, ADD UNIQUE (id);
SELECT aer_follow('keyless', 'y', :design, key => 'id');
ALTER TABLE refused.parted ADD id bigserial, ADD UNIQUE (id, day, "Ward");
SELECT aer_follow('parted', 'y', :design, key => 'id');
ALTER TABLE refused.computed ADD row_id bigserial;
SELECT aer_worklist(:design, 'computed', key => 'row_id');
DROP TABLE keyless, dated, parted, computed, keyless_log, parted_log CASCADE;
SELECT aer_follow(1::oid, 'y', :design, 'id', 'log');
SELECT aer_followed(1::oid);
SELECT aer_follow('t', 'z', :design, 'id', 'log');
SELECT aer_follow('t', 'tags', :design, 'id', 'log');
-- an enum's cast to text may be somebody's function
CREATE TYPE mood AS ENUM ('good', 'bad');
CREATE TABLE moods (id int PRIMARY KEY, x float8[], y mood);
SELECT aer_follow('moods', 'y', aer_design(1), 'id', 'log', 'x');
ALTER TABLE moods ADD word text, ADD document jsonb, ADD price money, ADD day date;
SELECT aer_follow('moods', 'price', aer_design(1), 'id', 'log', 'x');
SELECT aer_follow('moods', 'price', aer_design(1), 'id', 'log');
SELECT aer_follow('moods', 'day', aer_design(1), 'id', 'log', 'x');
-- beside jsonb a word would be the name of a key
SELECT aer_follow('moods', 'word', aer_design(1, include => '{a}'), 'id', 'log', 'document');
SELECT aer_follow('moods', 'y', aer_design(1, include => '{a}'), 'id', 'log', 'document');
SELECT aer_follow('t', 'id', :design, 'id', 'log');
SELECT aer_follow('t', 'target_of_all', :design, 'id', 'log');
SELECT aer_follow('t', 'y', :design, 'ID', 'log');
SELECT aer_follow('t', 'y', :design, 'other', 'log');
SELECT aer_follow('t', 'y', :design, 'many', 'log');
SELECT aer_follow('t', 'y', :design, 'part', 'log');
SELECT aer_follow('t', 'y', :design, 'late', 'log');
SELECT aer_follow('t', 'y', :design, 'code', 'log');
SELECT aer_follow('t', 'y', aer_design(1, sampling => 'learned'), 'id', 'log');
SELECT aer_follow('t', 'y', aer_ridge(2), 'id', 'log');
SELECT aer_follow('t', 'y', aer_design(1, include => '{a,c}'), 'id', 'log');
SELECT aer_follow('t', 'y', aer_design(1, include => '{a,y}'), 'id', 'log');
SELECT aer_follow('t', 'y', aer_design(1, exclude => '{nothing_like_it}'), 'id', 'log');
SELECT aer_follow('t', 'y', aer_design(1, columns => '{"word": ["a", "b"]}'), 'id', 'log');
SELECT aer_follow('t', 'y', :design, 'id', 'public.log');
SELECT aer_follow('t', 'y', :design, 'id', 'a.b.log');
SELECT aer_follow('t', 'y', :design, 'id', 'refused.');
SELECT aer_follow('t', 'y', :design, 'id', '');
SELECT aer_follow('t', 'y', :design, 'id', '""');
SELECT aer_follow('t', 'y', :design, 'id', repeat('l', 44));
SELECT aer_follow('t', 'y', :design, 'id', repeat('l', 64));
BEGIN;
SELECT aer_follow('t', 'y', :design, 'id', repeat('l', 43));
SELECT aer_follow('t', 'y', :design, 'id', 'no SQL name');
SELECT aer_follow('t', 'y', :design, 'id', 'no SQL name');
INSERT INTO t VALUES (1, 1, 1, 1, 1, '1', 1, 1, 1, '1', '{}', '{1,2}', '{}', '{"a": "x"}', 1);
SELECT tgname FROM pg_trigger WHERE tgrelid = 't'::regclass AND NOT tgisinternal ORDER BY 1;
SELECT count(*) FROM "no SQL name" WHERE id > 0;
ROLLBACK;
SELECT aer_follow('t', 'y', :design, 'id', 'log', 'words');
SELECT aer_follow('t', 'y', :design, 'id', 'log', 'j');
SELECT aer_follow('t', 'y', :design, 'id', 'log', 'v');
SELECT aer_follow('t', 'y', aer_design(1), 'id', 'log', 'x');
SELECT aer_follow('t', 'y', aer_design(1), 'id', 'log', 'tags');
SELECT aer_follow('t', 'y', aer_design(1), 'id', 'log', 'k');
-- a row that moments cannot have stops the first reading
INSERT INTO t VALUES (1, 1, 1, 1, 1, '1', 1, 'NaN', 'NaN', '1', '{}', '{1,2}', '{}', '{"a": "x"}', 1);
SELECT aer_follow('t', 'y', aer_design(include => '{a,b}'), 'id', 'log');
SELECT aer_follow('t', 'y', aer_design(include => '{a,b}'), 'id', 'log', 'k');
SELECT to_regclass('log'), count(*) FROM pg_trigger WHERE tgrelid = 't'::regclass AND NOT tgisinternal;

-- a log that exists
DELETE FROM t;
CREATE TABLE log (x int);
SELECT aer_follow('t', 'y', :design, 'id', 'log');
SELECT aer_follow('t', 'y', :design, 'id', 't_pkey');
SELECT aer_follow('t', 'y', :design, 'id', 'the_log');
SELECT aer_follow('t', 'y', :design, 'id', 'refused.the_log');
SELECT aer_follow('t', 'y', aer_design(2, include => '{a,b}'), 'id', 'the_log');
SELECT aer_follow('t', 'y', :design, 'number', 'the_log');
CREATE TABLE another (id int PRIMARY KEY, d float8, y float8);
SELECT aer_follow('another', 'y', :design, 'id', 'the_log');
SELECT count(*) FROM the_log WHERE id > 0;
-- tables that are not logs
SELECT aer_followed('log');
SELECT aer_refollow('log');
SELECT aer_refollow(NULL);
SELECT aer_unfollow('log');
CREATE TABLE looks_like_one (LIKE the_log);
SELECT aer_followed('looks_like_one');
SELECT aer_refollow('looks_like_one');
SELECT aer_unfollow('looks_like_one');
-- columns of a log may be added and dropped, but for its own
ALTER TABLE the_log ADD note text;
SELECT aer_followed('the_log') IS NOT NULL AS read;
ALTER TABLE the_log DROP note;
SELECT aer_refollow('the_log');
ALTER TABLE looks_like_one DROP problem;
SELECT aer_followed('looks_like_one');
ALTER TABLE looks_like_one ADD problem int;
SELECT aer_followed('looks_like_one');
ALTER TABLE looks_like_one DROP problem, ADD problem text;
-- names that nothing has
ALTER TABLE t RENAME a TO aa;
SELECT aer_refollow('the_log');
ALTER TABLE t RENAME aa TO a;
SELECT aer_refollow('the_log', '{"c": "d"}');
SELECT aer_refollow('the_log', '["c"]');
SELECT aer_refollow('the_log', '{"a": 1}');

-- a table that a statement is at work with
INSERT INTO t VALUES (1, 1, 1, 1, 1, '1', 1, 1, 1, '1', '{}', '{1,2}', '{}', '{}', 1) RETURNING aer_follow('t', 'y', aer_design(), 'id', 'no_log');
SELECT aer_refollow('the_log') FROM t;
INSERT INTO t VALUES (1, 1, 1, 1, 1, '1', 1, 1, 1, '1', '{}', '{1,2}', '{}', '{}', 1);
DELETE FROM t RETURNING aer_refollow('the_log');
DELETE FROM t;

-- kinds of tables
CREATE VIEW a_view AS SELECT * FROM t;
CREATE MATERIALIZED VIEW a_matview AS SELECT * FROM t;
CREATE SEQUENCE a_sequence;
CREATE TABLE parent (id int PRIMARY KEY, a float8, b float8, y float8);
CREATE TABLE child () INHERITS (parent);
ALTER TABLE child ADD PRIMARY KEY (id);
CREATE TABLE parts (id int PRIMARY KEY, a float8, b float8, y float8) PARTITION BY RANGE (id);
CREATE TABLE part_1 PARTITION OF parts FOR VALUES FROM (0) TO (10);
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
CREATE FOREIGN TABLE foreign_table (id int NOT NULL, a float8, b float8, y float8) SERVER nowhere;
CREATE TEMP TABLE brief (id int PRIMARY KEY, a float8, b float8, y float8);
SELECT aer_follow('brief', 'y', :design, 'id', 'no_log');
SELECT aer_follow('a_view', 'y', :design, 'id', 'no_log');
SELECT aer_follow('a_matview', 'y', :design, 'id', 'no_log');
SELECT aer_follow('a_sequence', 'y', :design, 'id', 'no_log');
SELECT aer_follow('parent', 'y', :design, 'id', 'no_log');
SELECT aer_follow('child', 'y', :design, 'id', 'no_log');
SELECT aer_follow('part_1', 'y', :design, 'id', 'no_log');
INSERT INTO part_1 VALUES (1, 1, 1, 1) RETURNING aer_follow('parts', 'y', :design, 'id', 'no_log');
CREATE TABLE by_day (id int NOT NULL, other int, "day ""1" date, a float8, b float8, y float8) PARTITION BY RANGE ("day ""1");
CREATE UNIQUE INDEX ON by_day ("day ""1", other, id);
CREATE UNIQUE INDEX ON by_day ("day ""1");
SELECT aer_follow('by_day', 'y', :design, 'id', 'no_log');
SELECT aer_follow('foreign_table', 'y', :design, 'id', 'no_log');
CREATE UNLOGGED TABLE part_2 PARTITION OF parts FOR VALUES FROM (10) TO (20);
SELECT aer_follow('parts', 'y', :design, 'id', 'no_log');
DROP TABLE part_2;
ALTER TABLE parts DROP CONSTRAINT parts_pkey;
CREATE FOREIGN TABLE part_2 PARTITION OF parts FOR VALUES FROM (10) TO (20) SERVER nowhere;
ALTER TABLE parts ALTER id SET NOT NULL;
CREATE UNIQUE INDEX ON ONLY parts (id);
SELECT aer_follow('parts', 'y', :design, 'id', 'no_log');
DROP FOREIGN TABLE part_2;
SELECT aer_follow('parts', 'y', :design, 'id', 'no_log');

-- isolation
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT aer_follow('t', 'y', :design, 'id', 'no_log');
ROLLBACK;
BEGIN ISOLATION LEVEL SERIALIZABLE;
SELECT aer_refollow('the_log');
ROLLBACK;

-- rights
CREATE ROLE aer_follow_stranger;
CREATE ROLE aer_follow_owner;
GRANT USAGE ON SCHEMA refused TO PUBLIC;
GRANT CREATE ON SCHEMA refused TO aer_follow_owner;
GRANT ALL ON t TO aer_follow_stranger;
SET ROLE aer_follow_stranger;
SELECT aer_follow('t', 'y', :design, 'id', 'no_log');
SELECT aer_followed('the_log');
SELECT aer_refollow('the_log');
SELECT aer_unfollow('the_log');
RESET ROLE;
GRANT SELECT ON the_log TO aer_follow_stranger;
SET ROLE aer_follow_stranger;
SELECT aer_refollow('the_log');
SELECT aer_unfollow('the_log');
SELECT aer_followed('the_log') IS NOT NULL AS read;
RESET ROLE;
ALTER TABLE part_1 OWNER TO aer_follow_owner;
ALTER TABLE parts ADD PRIMARY KEY (id);
SELECT aer_follow('parts', 'y', :design, 'id', 'no_log');
ALTER TABLE parts OWNER TO aer_follow_owner;
ALTER TABLE part_1 ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
SELECT aer_follow('parts', 'y', :design, 'id', 'no_log');
ALTER TABLE part_1 DISABLE ROW LEVEL SECURITY;
ALTER TABLE parts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
SELECT aer_follow('parts', 'y', :design, 'id', 'no_log');
ALTER TABLE parts NO FORCE ROW LEVEL SECURITY;
SELECT aer_follow('parts', 'y', :design, 'id', 'parts_log');
SELECT relname, relowner::regrole FROM pg_class WHERE relname ~ '^parts_log' ORDER BY 1;
ALTER TABLE parts_log OWNER TO aer_follow_stranger;
SELECT aer_refollow('parts_log');

DROP TABLE parts;

-- a log that does not take its row: of this statement nothing may be lost in silence
CREATE TABLE kept (id int PRIMARY KEY, a float8, b float8, y float8);
SELECT aer_follow('kept', 'y', :design, 'id', 'kept_log');
CREATE RULE elsewhere AS ON INSERT TO kept_log DO INSTEAD NOTHING;
INSERT INTO kept VALUES (1, 2, 3, 4);
DROP RULE elsewhere ON kept_log;
CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER nothing BEFORE INSERT ON kept_log FOR EACH ROW EXECUTE FUNCTION nothing();
INSERT INTO kept VALUES (1, 2, 3, 4);
DROP TRIGGER nothing ON kept_log;
INSERT INTO kept VALUES (1, 2, 3, 4);
SELECT count(*) AS rows FROM kept_log WHERE added IS NOT NULL;

-- what is computed for each row of a log is, as its owner, whoever writes (t/084)
ALTER TABLE kept_log ADD CHECK (id >= 0), ALTER problem SET DEFAULT 'none', ADD twice bigint GENERATED ALWAYS AS (2 * id) STORED, ADD word text DEFAULT 'none';
CREATE INDEX computed ON kept_log ((id + 1)) WHERE id > 7;
INSERT INTO kept VALUES (5, 2, 3, 4);
SELECT aer_compact('kept_log') >= 0 AS compacted, (aer_check('kept_log', true)).sound;
ALTER TABLE kept_log DROP twice, DROP word, ALTER problem DROP DEFAULT, DROP CONSTRAINT kept_log_id_check;
DROP INDEX computed;
CREATE TABLE child_log () INHERITS (kept_log);
SELECT aer_refollow('kept_log');
DROP TABLE child_log;
CREATE INDEX ordinary ON kept_log (at);
INSERT INTO kept VALUES (2, 2, 3, 4);
SELECT sound FROM aer_check('kept_log', true);

-- a trigger of the user with a name of aer_follow() stays; that of another study is replaced
CREATE TRIGGER aer_follow_delete_other_log AFTER DELETE ON kept FOR EACH ROW EXECUTE FUNCTION nothing();
SELECT aer_follow('kept', 'y', :design, 'id', 'other_log');
SELECT tgname, tgfoid::regproc FROM pg_trigger WHERE tgrelid = 'kept'::regclass AND tgname ~ 'other_log';
ALTER TRIGGER aer_follow_delete_other_log ON kept RENAME TO mine;
SELECT aer_follow('kept', 'y', :design, 'id', 'other_log');
SELECT count(*) FROM pg_trigger WHERE tgrelid = 'kept'::regclass AND tgname ~ 'other_log';
CREATE FUNCTION third_log_follow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
SELECT aer_follow('kept', 'y', :design, 'id', 'third_log');

-- a log that hides rows
ALTER TABLE the_log ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON the_log TO aer_follow_stranger;
SELECT aer_followed('the_log') IS NOT NULL AS all_of_it;
SET ROLE aer_follow_stranger;
SELECT aer_followed('the_log');
RESET ROLE;

-- a view of rows that others may not see is no log, and a table of others is not locked
CREATE VIEW hidden WITH (security_invoker) AS SELECT id, NULL::text AS problem FROM kept;
GRANT SELECT ON hidden TO aer_follow_stranger;
BEGIN;
SET LOCAL ROLE aer_follow_stranger;
SELECT rows, problems FROM _aer_log_size('hidden');
SELECT _aer_reuse_space('the_log');
SELECT count(*) FROM pg_locks WHERE relation = 'the_log'::regclass AND mode = 'RowExclusiveLock';
COMMIT;

-- a table that is gone
SELECT _aer_log_fault('refused.the_log', 10, false, NULL);

RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA refused CASCADE;
DROP SERVER nowhere CASCADE;
DROP FOREIGN DATA WRAPPER nowhere;
DROP ROLE aer_follow_stranger, aer_follow_owner;
