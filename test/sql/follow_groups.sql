--
-- A log that follows a table by a design with groups
--
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
\getenv dir PG_ABS_SRCDIR
\set says :dir '/follow/says.sql'
\ir :says

-- Visits of patients, of whom each is in one fold.
CREATE TABLE visits (id int PRIMARY KEY, patient text, age int, pulse int, days float8);
INSERT INTO visits SELECT i, nullif('p' || i % 25, 'p7'), 20 + i % 25, 60 + i % 31, i % 17 FROM generate_series(1, 200) i;
\set design 'aer_design(groups => ''patient'')'
\set same 'differs(aer_followed(''visits_log''), (SELECT aer_moments(v.*, ''days'', aer_design(groups => ''patient'', include => ''{age,pulse}''), id) FROM visits v))'
SELECT aer_follow('visits', 'days', :design);
SELECT :same;
INSERT INTO visits SELECT i, 'p' || i % 30, 20 + i % 30, 60 + i % 31, i % 17 FROM generate_series(201, 300) i;
UPDATE visits SET patient = 'p1' WHERE patient = 'p2';
UPDATE visits SET patient = NULL WHERE id = 10;
UPDATE visits SET pulse = pulse + 1 WHERE patient = 'p3';
DELETE FROM visits WHERE patient = 'p4';
SELECT :same;
-- the folds are the same, too
SELECT count(*), bool_and(near((aer_summary(f)).expected_mse, (aer_summary(m)).expected_mse)) FROM aer_fit_ridge(aer_followed('visits_log')) f,
	aer_fit_ridge((SELECT aer_moments(v.*, 'days', aer_design(groups => 'patient', include => '{age,pulse}'), id) FROM visits v)) m;
-- visits of one patient are in one fold
SELECT max(folds) FROM (SELECT count(DISTINCT aer_fold(:design, v.*::record, id)) AS folds FROM visits v WHERE patient IS NOT NULL GROUP BY patient) p;
-- a column that has another name
ALTER TABLE visits RENAME patient TO person;
SELECT aer_refollow('visits_log', rename => '{"patient": "person"}');
SELECT differs(aer_followed('visits_log'), (SELECT aer_moments(v.*, 'days', aer_design(groups => 'person', include => '{age,pulse}'), id) FROM visits v));
-- the type of the groups changes
ALTER TABLE visits ALTER person TYPE varchar(10);
SELECT aer_followed('visits_log') IS NULL;
SELECT aer_unfollow('visits_log', drop => true);

-- Documents: the group is a column of the table, or a key.
CREATE TABLE documents AS SELECT id, person, days, jsonb_build_object('age', age, 'pulse', pulse, 'ward', id % 12) AS visit FROM visits;
ALTER TABLE documents ADD PRIMARY KEY (id);
SELECT aer_follow('documents', 'days', aer_design(groups => 'person', include => '{age,pulse}'), features => 'visit');
SELECT aer_follow('documents', 'days', aer_design(groups => 'ward', include => '{age,pulse}'), features => 'visit', log => 'by_ward');
UPDATE documents SET person = 'p9' WHERE id % 9 = 0;
UPDATE documents SET visit = visit || '{"ward": "new"}' WHERE id % 7 = 0;
SELECT differs(aer_followed('documents_log'), (SELECT aer_moments(visit || jsonb_build_object('person', person), days, aer_design(groups => 'person', include => '{age,pulse}'), id) FROM documents)),
	differs(aer_followed('by_ward'), (SELECT aer_moments(visit, days, aer_design(groups => 'ward', include => '{age,pulse}'), id) FROM documents));

-- Designs that a log cannot follow.
ALTER TABLE visits ADD at date, ADD cost numeric, ADD stay interval, ADD x float8[];
SELECT aer_follow('visits', 'days', aer_design(groups => 'nobody'));
SELECT aer_follow('visits', 'days', aer_design(groups => 'stay', include => '{age}'));
SELECT aer_follow('visits', 'days', '{"learner": "design", "time_column": "at", "time_cuts": [1, 2, 3, 4]}');
SELECT aer_follow('visits', 'days', aer_design(weight => 'cost'));
SELECT aer_follow('visits', 'days', aer_design(groups => 'person'), features => 'x');
