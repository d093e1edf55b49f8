--
-- Keeping a log short, and seeing whether it is right: aer_compact, aer_check
--
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE TABLE visits (id bigint PRIMARY KEY, y float8, a float8, b float8, c float8, d float8);
INSERT INTO visits SELECT i, sqrt(i), i % 3, i % 5, i % 7, sin(i) FROM generate_series(1, 50) i;
SELECT aer_follow('visits', 'y', aer_design(budget => 2, folds => 2, include => '{a,b,c,d}'), 'id', 'visits_log');
-- what the log says, but for last bits
CREATE VIEW said AS SELECT string_agg(concat_ws(' ', attribute, reads, missing, round(mean::numeric, 9), round(correlation::numeric, 9)), ',' ORDER BY attribute)
	FROM aer_attributes(aer_followed('visits_log'));

-- Rows of like size become one, and nothing that is said changes.
INSERT INTO visits SELECT i, 2, 1, 1, NULL, 3 FROM generate_series(51, 55) i;
DO $$ BEGIN FOR i IN 1 .. 20 LOOP
	INSERT INTO visits VALUES (100 + i, i, i, NULL, i % 2, 5);
	UPDATE visits SET d = -1, y = 3 WHERE id = i;
	DELETE FROM visits WHERE id = 100 + i - 3;
END LOOP; END $$;
SELECT count(*) FROM visits_log WHERE id > 0;
CREATE TEMP TABLE before AS SELECT * FROM said;
SELECT aer_compact('visits_log') AS folded, count(*) AS rows_before FROM visits_log WHERE id > 0;
SELECT count(*), bool_and(removed IS NOT NULL) FILTER (WHERE id > 2) AS apart FROM visits_log WHERE id > 0;
SELECT count(*) = 1 AS same FROM said JOIN before USING (string_agg);
SELECT aer_compact('visits_log') AS folded;
-- All of it is one row, in which nothing is kept of what was taken away.
SELECT aer_compact('visits_log', everything => true) AS folded;
SELECT count(*), count(removed) AS removals FROM visits_log WHERE id > 0;
SELECT count(*) = 1 AS same FROM said JOIN before USING (string_agg);
SELECT aer_compact('visits_log', true) AS folded;
SELECT * FROM aer_check('visits_log', true);
-- Rows without a target are nothing to a log.
\c -
INSERT INTO visits VALUES (201, NULL, 1, 2, 3, 4), (202, NULL, 1, 2, 3, 4);
\c -
DELETE FROM visits WHERE id = 201;
\c -
INSERT INTO visits VALUES (203, NULL, 1, 2, 3, 4);
SELECT aer_compact('visits_log') AS folded, count(*) FROM visits_log WHERE id > 0;
SELECT * FROM aer_check('visits_log', true);
SELECT aer_compact('visits_log', true) AS folded, count(*) FROM visits_log WHERE id > 0;
SELECT * FROM aer_check('visits_log', true);
-- If the table becomes empty, the log still knows the attributes.
DELETE FROM visits;
SELECT aer_compact('visits_log', true) AS folded;
SELECT sum(reads), count(*) FROM aer_attributes(aer_followed('visits_log'));
INSERT INTO visits SELECT i, sqrt(i), i % 3, i % 5, i % 7, sin(i) FROM generate_series(1, 50) i;
SELECT * FROM aer_check('visits_log', true);

-- A row that could not be counted stays until someone has seen to it, and while it
-- does, nothing is taken off.
UPDATE visits SET a = 'NaN', b = 'NaN', c = 'NaN', d = 'NaN' WHERE id = 7;
SELECT * FROM aer_check('visits_log', true);
DELETE FROM visits WHERE id = 8;
SELECT aer_compact('visits_log', true) AS folded;
SELECT count(*), count(removed) AS removals, count(problem) AS problems FROM visits_log WHERE id > 0;
UPDATE visits SET a = 1, b = 1, c = 1, d = 1 WHERE id = 7;
SELECT aer_refollow('visits_log');
SELECT * FROM aer_check('visits_log', true);

-- Changes that triggers have not seen are found by counts, or by a deep check.
ALTER TABLE visits DISABLE TRIGGER USER;
SELECT * FROM aer_check('visits_log');
INSERT INTO visits VALUES (60, 1, 2, 3, 4, 5);
ALTER TABLE visits ENABLE TRIGGER USER;
SELECT * FROM aer_check('visits_log');
DELETE FROM visits WHERE id = 60;
ALTER TABLE visits DISABLE TRIGGER USER;
DELETE FROM visits WHERE id = 60;
SELECT aer_refollow('visits_log');
ALTER TABLE visits DISABLE TRIGGER USER;
UPDATE visits SET y = 100 WHERE id = 1;
ALTER TABLE visits ENABLE TRIGGER USER;
SELECT rows, followed, problems, sound, detail FROM aer_check('visits_log');
SELECT sound, regexp_replace(detail, '[0-9.]+', '#', 'g') AS detail FROM aer_check('visits_log', true);
SELECT aer_refollow('visits_log');
SELECT sound FROM aer_check('visits_log', true);
-- More is taken away than was there.
DELETE FROM visits_log WHERE id > 0;
SELECT * FROM aer_check('visits_log');
UPDATE visits SET y = 7 WHERE id IN (1, 2);
UPDATE visits SET y = 8 WHERE id IN (1, 2);
SELECT aer_compact('visits_log', true);
SELECT * FROM aer_check('visits_log');
SELECT aer_refollow('visits_log');
DELETE FROM visits_log WHERE id > 0;
INSERT INTO visits_log (at, added) SELECT now(), aer_moments(visits, 'y', aer_design(budget => 2, folds => 2, include => '{a,b,c,d}'), id) FROM visits WHERE id > 2;
DELETE FROM visits WHERE id < 5;
SELECT * FROM aer_check('visits_log');
SELECT aer_compact('visits_log', true);
SELECT aer_followed('visits_log');
DELETE FROM visits_log WHERE added IS NOT NULL;
SELECT aer_followed('visits_log');
SELECT aer_refollow('visits_log');

-- A log that has lost its first row, as in a dump without data: statements go on, and nothing is said of the table.
CREATE TABLE lost (id int PRIMARY KEY, a float8, y float8);
INSERT INTO lost SELECT i, i % 3, i % 5 FROM generate_series(1, 20) i;
SELECT aer_follow('lost', 'y');
TRUNCATE lost_log;
UPDATE lost SET a = 7 WHERE id = 3;
SELECT 'ERROR:  ' || problem FROM lost_log;
SELECT aer_followed('lost_log');
SELECT aer_refollow('lost_log');
SELECT * FROM aer_check('lost_log');
SELECT aer_follow('lost', 'y');
SELECT aer_unfollow('lost_log');
SELECT aer_follow('lost', 'y', log => 'found_log');
DELETE FROM lost;
TRUNCATE lost;
SELECT rows, followed, sound FROM aer_check('found_log', true);
DROP TABLE lost, lost_log, found_log;

-- Partitions, of which one came later.
CREATE TABLE days (id int PRIMARY KEY, y boolean, x real[]) PARTITION BY RANGE (id);
CREATE TABLE days_1 PARTITION OF days FOR VALUES FROM (0) TO (100);
INSERT INTO days SELECT i, i % 2 = 0, ARRAY[i, i % 3, i % 4] FROM generate_series(1, 40) i;
SELECT aer_follow('days', 'y', aer_design(), 'id', 'days_log', 'x');
SELECT * FROM aer_check('days_log', true);
CREATE TABLE days_2 PARTITION OF days FOR VALUES FROM (100) TO (200);
INSERT INTO days VALUES (100, true, '{1,2,3}');
SELECT * FROM aer_check('days_log', true);
SELECT aer_refollow('days_log');
SELECT * FROM aer_check('days_log', true);
SELECT aer_compact('days_log') AS folded;

-- Large sums stay where they are: the small rows become one, which soon is small no more.
CREATE TABLE wide (id int PRIMARY KEY, y float8, x float8[]);
INSERT INTO wide SELECT i, i % 5, array_agg(sin(i * j) ORDER BY j) FROM generate_series(1, 200) i, generate_series(1, 60) j GROUP BY i;
SELECT aer_follow('wide', 'y', aer_design(folds => 1), 'id', 'wide_log', 'x');
DO $$ BEGIN FOR i IN 201 .. 220 LOOP INSERT INTO wide SELECT i, 1, x FROM wide WHERE id = i - 200; END LOOP; END $$;
SELECT aer_compact('wide_log') AS folded, count(*) FROM wide_log WHERE id > 0;
SELECT id FROM wide_log WHERE id > 0 ORDER BY id;
DO $$ BEGIN FOR i IN 221 .. 225 LOOP INSERT INTO wide SELECT i, 1, x FROM wide WHERE id = i - 200; END LOOP; END $$;
SELECT aer_compact('wide_log') AS folded, count(*) FROM wide_log WHERE id > 0;
SELECT * FROM aer_check('wide_log', true);

-- Nothing counts yet: no target is known.
CREATE TABLE early (id int PRIMARY KEY, y float8, a float8, b float8);
INSERT INTO early SELECT i, NULL, i, i % 3 FROM generate_series(1, 5) i;
SELECT aer_follow('early', 'y', aer_design(budget => 1, include => '{a,b}'), 'id', 'early_log');
DELETE FROM early WHERE id = 1;
SELECT aer_compact('early_log', true) AS folded;
SELECT * FROM aer_check('early_log', true);
UPDATE early SET y = id;
SELECT * FROM aer_check('early_log', true);

-- Calls that are errors.
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT aer_compact('visits_log');
ROLLBACK;
BEGIN ISOLATION LEVEL SERIALIZABLE;
SELECT aer_compact('visits_log');
ROLLBACK;
SELECT aer_compact('visits');
SELECT * FROM aer_check('visits');
-- A log's owner may hang triggers of his own on it: they do not run.
CREATE ROLE upkeep_owner;
CREATE ROLE upkeep_other;
GRANT CREATE ON SCHEMA public TO upkeep_owner;
SET ROLE upkeep_owner;
CREATE TABLE owned (id int PRIMARY KEY, a float8, y float8);
SELECT aer_follow('owned', 'y', aer_design(folds => 2, include => '{a}'), 'id', 'owned_log');
INSERT INTO owned SELECT i, i % 5, i FROM generate_series(1, 10) i;
CREATE TABLE ran_as (who name);
CREATE FUNCTION note_who() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO public.ran_as VALUES (current_user); RETURN NEW; END';
CREATE TRIGGER mine BEFORE INSERT ON owned_log FOR EACH ROW EXECUTE FUNCTION note_who();
RESET ROLE;
SELECT aer_compact('owned_log', true) AS folded;
SELECT * FROM ran_as;
DROP TRIGGER mine ON owned_log;
GRANT SELECT, INSERT ON owned_log TO upkeep_other;
SET ROLE upkeep_other;
-- only its owner keeps it up; who may read it may read it
SELECT aer_compact('owned_log', true);
SELECT aer_check('owned_log');
SELECT aer_followed('owned_log') IS NOT NULL AS read;
RESET ROLE;
GRANT DELETE ON owned_log TO upkeep_other;
GRANT upkeep_owner TO upkeep_other;
SET ROLE upkeep_other;
SELECT aer_compact('owned_log', true) AS folded;
RESET ROLE;
REVOKE upkeep_owner FROM upkeep_other;
SET ROLE upkeep_other;
SELECT aer_unfollow('owned_log', true);
RESET ROLE;
SELECT aer_unfollow('owned_log', true);
DROP TABLE owned, ran_as;
DROP FUNCTION note_who;
REVOKE CREATE ON SCHEMA public FROM upkeep_owner;
DROP ROLE upkeep_owner, upkeep_other;

SELECT aer_compact(NULL), aer_compact('visits_log', NULL);
SELECT * FROM aer_check(NULL);
SELECT aer_unfollow('visits_log');
SELECT * FROM aer_check('visits_log');
SET client_min_messages = warning;
DROP TABLE visits, visits_log, days, days_log, wide, wide_log, early, early_log CASCADE;

-- The logs that one may read.
CREATE TABLE wards (id int PRIMARY KEY, a float8, y float8);
INSERT INTO wards SELECT i, i % 3, i FROM generate_series(1, 10) i;
SELECT aer_follow('wards', 'y', aer_design(), 'id'), aer_follow('wards', 'y', aer_design(), 'id', 'other_log');
INSERT INTO wards VALUES (11, 'NaN', 1);
UPDATE wards SET a = 4 WHERE id = 3;
SELECT "table", log, rows, bytes = pg_total_relation_size(log) AS bytes, problems FROM aer_logs() WHERE "table" = 'wards'::regclass;
CREATE ROLE aer_logs_reader;
GRANT SELECT ON other_log TO aer_logs_reader;
SET ROLE aer_logs_reader;
SELECT "table", log, rows, problems FROM aer_logs();
RESET ROLE;
ALTER TABLE other_log ENABLE ROW LEVEL SECURITY;
SET ROLE aer_logs_reader;
SELECT "table", log, rows, problems FROM aer_logs();
RESET ROLE;
-- that of a table that is gone, one whose owner may not read it, and one that says nonsense of itself
ALTER TABLE other_log DISABLE ROW LEVEL SECURITY;
DROP TABLE wards;
CREATE TABLE other_wards (id int PRIMARY KEY, a float8, y float8);
GRANT CREATE ON SCHEMA public TO aer_logs_reader;
ALTER TABLE other_wards OWNER TO aer_logs_reader;
SET ROLE aer_logs_reader;
SELECT aer_follow('other_wards', 'y', aer_design(include => '{a}'));
REVOKE SELECT ON other_wards_log FROM aer_logs_reader;
RESET ROLE;
UPDATE wards_log SET study = study || '{"source": "wards"}' WHERE id = 0;
SELECT "table", log, rows, problems FROM aer_logs() WHERE log IN ('other_log'::regclass, 'wards_log'::regclass, 'other_wards_log'::regclass);
DROP TABLE other_wards, other_wards_log, other_log, wards_log CASCADE;
DROP OWNED BY aer_logs_reader;
DROP ROLE aer_logs_reader;
