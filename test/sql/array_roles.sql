--
-- Arrays beside columns of groups and time
--
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SET extra_float_digits = -3;

-- Patients differ, and so do their visits.
CREATE TABLE visits AS
	SELECT id, 'p' || id % 40 AS patient, date '2026-01-01' + id / 10 AS day, 1 + id % 3 AS times, ARRAY[age, pulse, crp] AS x, age, pulse, crp, age + 2 * pulse + patient + e AS days
	FROM (SELECT id, hashint4(id)::float8 / 2^31 AS age, hashint4(id + 10000)::float8 / 2^31 AS pulse, hashint4(id + 20000)::float8 / 2^31 AS crp, hashint4(id % 40 + 77)::float8 / 2^31 AS patient, hashint4(id + 30000)::float8 / 2^32 AS e FROM generate_series(1, 2000) id) v;
ALTER TABLE visits ADD PRIMARY KEY (id);
SELECT aer_suggest('visits', 'days', features => 'x', groups => 'patient', weight => 'times');
SELECT aer_suggest('visits', 'days', features => 'x', time_column => 'day');

-- The same folds, and nearly the same errors, as of the columns: those have units of their own.
CREATE VIEW columns AS SELECT id, patient, day, times, age, pulse, crp, days FROM visits;
CREATE FUNCTION errors(model aer_model) RETURNS TABLE (rows bigint, mse numeric, mse_se numeric) LANGUAGE sql AS
	$$ SELECT measured_rows, round(measured_mse::numeric, 4), round(measured_mse_se::numeric, 4) FROM aer_summary(model) $$;
SELECT * FROM errors(aer_learn('visits', 'days', features => 'x'));
SELECT * FROM errors(aer_learn('visits', 'days', features => 'x', groups => 'patient'));
SELECT * FROM errors(aer_learn('columns', 'days', key => 'id', groups => 'patient', exclude => '{day,times}', curves => false, interactions => false));
SELECT * FROM errors(aer_learn('visits', 'days', features => 'x', time_column => 'day'));
SELECT * FROM errors(aer_learn('columns', 'days', key => 'id', time_column => 'day', exclude => '{day,patient,times}', curves => false, interactions => false));
SELECT * FROM errors(aer_learn('visits', 'days', features => 'x', groups => 'patient', weight => 'times'));
SELECT * FROM errors(aer_learn('columns', 'days', key => 'id', groups => 'patient', weight => 'times', exclude => '{day}', curves => false, interactions => false));
-- without a key, and with a budget
CREATE VIEW keyless AS SELECT patient, x, days FROM visits;
SELECT * FROM errors(aer_learn('keyless', 'days', features => 'x', groups => 'patient'));
SELECT rows, reads, learner -> 'design' FROM aer_summary(aer_learn('visits', 'days', 2, features => 'x', groups => 'patient'));
SELECT rows, reads FROM aer_summary(aer_learn('keyless', 'days', 2, features => 'x', groups => 'patient'));
SELECT budget, looks, round(mse::numeric, 3) AS mse, rows FROM aer_compare('visits', 'days', ARRAY[1, 2, NULL]::float8[], features => 'x', groups => 'patient');
SELECT step, attribute, round(expected_mse::numeric, 2) AS mse FROM aer_choose('visits', 'days', 2, features => 'x', groups => 'patient');
SELECT step, attribute, round(expected_mse::numeric, 2) AS mse FROM aer_choose('keyless', 'days', 2, features => 'x', groups => 'patient');

-- A row without time is left out.
UPDATE visits SET day = NULL WHERE id <= 10;
SELECT rows, skipped FROM aer_summary(aer_learn('visits', 'days', features => 'x', time_column => 'day'));

SELECT aer_learn('visits', 'days', features => 'x', groups => 'nobody');
SELECT aer_learn('visits', 'days', features => 'x', groups => 'days');
SELECT aer_learn('visits', 'days', features => 'x', groups => 'patient', time_column => 'day');
SELECT aer_moments(x, days, aer_design(groups => 'patient'), id) FROM visits;
