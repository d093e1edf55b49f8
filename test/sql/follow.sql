--
-- A log that follows a table
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;
SET datestyle = iso;

CREATE SCHEMA "ward ""7";
SET search_path = "ward ""7", public;

-- What a log says of a table is what aer_moments says of its rows: each number within 1e-9 of the larger.
CREATE FUNCTION near(a float8, b float8) RETURNS boolean LANGUAGE sql AS
	$$ SELECT a IS NOT DISTINCT FROM b OR abs(a - b) <= 1e-9 * greatest(abs(a), abs(b), 1) $$;
CREATE FUNCTION differs(followed aer_moments, moments aer_moments) RETURNS bigint LANGUAGE sql AS $$
	SELECT count(*) FROM aer_attributes(followed) f FULL JOIN aer_attributes(moments) m USING (attribute)
	WHERE (f.name, f.reads, f.missing, f.unknown) IS DISTINCT FROM (m.name, m.reads, m.missing, m.unknown)
		OR NOT near(f.mean, m.mean) OR NOT near(f.deviation, m.deviation) OR NOT near(f.correlation, m.correlation) $$;
-- The rows of a log: what they have, without bytes.
CREATE FUNCTION log_rows(log regclass) RETURNS TABLE (place bigint, added boolean, removed boolean, problem text) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT row_number() OVER (ORDER BY id), added IS NOT NULL, removed IS NOT NULL, problem FROM %s ORDER BY id', log);
END $$;

CREATE TABLE patients (id int PRIMARY KEY, note text, "Blood ""P" numeric, age int, smoker boolean, region text, outcome float8);
INSERT INTO patients SELECT i, 'n' || i, 80 + i % 40, 20 + i % 61, i % 3 = 0, (ARRAY['west', 'north', 'south', 'east'])[1 + i % 4], CASE WHEN i % 9 > 0 THEN i % 17 END FROM generate_series(1, 100) i;
UPDATE patients SET age = NULL WHERE id % 11 = 0;
\set design 'aer_design(budget => 2, exclude => ''{id}'', categories => ''{"region": ["north", "south", "west"]}'')'
SELECT aer_follow('patients', 'outcome', :design, 'id', 'patients_log');
SELECT differs(aer_followed('patients_log'), (SELECT aer_moments(p.*, 'outcome', :design, id) FROM patients p));
INSERT INTO patients SELECT i, 'n' || i, 80 + i % 40, 20 + i % 61, i % 3 = 0, 'north', i % 17 FROM generate_series(101, 130) i;
INSERT INTO patients VALUES (200, 'one', 100, 50, true, 'moon', 1);
INSERT INTO patients VALUES (201, 'no target', 100, 50, true, 'moon', NULL);
INSERT INTO patients SELECT * FROM patients WHERE false;
SELECT differs(aer_followed('patients_log'), (SELECT aer_moments(p.*, 'outcome', :design, id) FROM patients p));
SELECT skipped FROM aer_summary(aer_fit_ridge(aer_followed('patients_log')));
SELECT * FROM log_rows('patients_log');
SELECT obj_description('patients_log'::regclass);
SELECT aer_unfollow('patients_log');
SELECT count(*) FROM pg_trigger WHERE tgrelid = 'patients'::regclass;
SELECT count(*) > 0 AS kept FROM patients_log;
SELECT aer_unfollow('patients_log', true);
SELECT to_regclass('patients_log');

RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA "ward ""7" CASCADE;
