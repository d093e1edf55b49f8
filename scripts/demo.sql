-- A guided tour of aer: train on patients of whom 5 of 40 tests are read.  Run it by
-- "make demo"; every number is computed as you watch.

\set QUIET on
\pset pager off
\pset footer off
\pset null ''
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;

\echo
\echo '1. THE PATIENTS'
\echo
\echo 'A made-up hospital has 20,000 patients. It could do 40 tests on each of them, and wants to'
\echo 'predict how many days each patient will spend in bed next year. Every fourth test of the'
\echo 'price list:'
\echo

-- center and half_range come from the declared range of a test, not from
-- any patient.  The last three columns make the patients; nobody who learns
-- sees them: the organ whose health shows in the test, how strongly, and the
-- days that an outcome at the upper end adds to one in the middle.
CREATE TABLE tests (
	number     int PRIMARY KEY,
	name       text UNIQUE,
	unit       text,
	price      int,
	low        real,
	high       real,
	organ      int,
	share      float8,
	usefulness float8,
	center     float8 GENERATED ALWAYS AS ((low + high) / 2) STORED,
	half_range float8 GENERATED ALWAYS AS ((high - low) / 2) STORED
);

INSERT INTO tests (number, name, unit, price, low, high, organ, share, usefulness) VALUES
	( 1, 'age',                'years',    1,   20,    90, 1,  0.6,  2.5),
	( 2, 'male',               'yes/no',   1,    0,     1, 0,  0.0,  0.2),
	( 3, 'smoker',             'yes/no',   1,    0,     1, 4,  0.5,  0.6),
	( 4, 'heart_in_family',    'yes/no',   1,    0,     1, 1,  0.4,  0.2),
	( 5, 'diabetes_in_family', 'yes/no',   1,    0,     1, 2,  0.4,  0.0),
	( 6, 'body_mass',          'kg/m2',    2,   15,    45, 2,  0.6,  0.5),
	( 7, 'waist',              'cm',       2,   60,   140, 2,  0.6,  0.3),
	( 8, 'systolic',           'mmHg',     5,   90,   200, 1,  0.7,  2.0),
	( 9, 'diastolic',          'mmHg',     5,   50,   120, 1,  0.6,  0.5),
	(10, 'resting_pulse',      'bpm',      5,   40,   120, 1,  0.5,  0.8),
	(11, 'peak_pulse',         'bpm',     90,   90,   200, 1, -0.5, -0.5),
	(12, 'oxygen',             '%',        8,   88,   100, 4, -0.5, -1.0),
	(13, 'breaths',            '1/min',    3,    8,    28, 4,  0.4,  0.3),
	(14, 'temperature',        'deg C',    2, 35.5,  38.5, 4,  0.4,  0.2),
	(15, 'glucose',            'mg/dL',    6,   60,   220, 2,  0.8,  1.0),
	(16, 'hba1c',              '%',       15,    4,    11, 2,  0.8,  2.0),
	(17, 'insulin',            'uU/mL',   25,    2,    40, 2,  0.6,  0.0),
	(18, 'cholesterol',        'mg/dL',    8,  110,   330, 2,  0.5,  0.0),
	(19, 'ldl',                'mg/dL',   10,   40,   220, 2,  0.5,  0.6),
	(20, 'hdl',                'mg/dL',   10,   20,   100, 2, -0.5, -0.4),
	(21, 'triglycerides',      'mg/dL',    8,   40,   360, 2,  0.5,  0.0),
	(22, 'creatinine',         'mg/dL',    7,  0.4,   2.6, 3,  0.8,  1.5),
	(23, 'urea',               'mg/dL',    7,    8,    70, 3,  0.7,  0.4),
	(24, 'filtration',         'mL/min',  20,   20,   130, 3, -0.8, -1.5),
	(25, 'urine_albumin',      'mg/g',    18,    0,   120, 3,  0.6,  0.8),
	(26, 'sodium',             'mmol/L',   6,  130,   150, 3, -0.3,  0.0),
	(27, 'potassium',          'mmol/L',   6,  3.2,   5.6, 3,  0.4,  0.2),
	(28, 'calcium',            'mg/dL',    6,    8,    11, 0,  0.0,  0.0),
	(29, 'alt',                'U/L',      7,    5,    90, 2,  0.4,  0.0),
	(30, 'bilirubin',          'mg/dL',    7,  0.1,   2.1, 0,  0.0,  0.0),
	(31, 'crp',                'mg/L',    12,    0,    30, 4,  0.8,  1.5),
	(32, 'sedimentation',      'mm/h',     9,    0,    70, 4,  0.7,  0.3),
	(33, 'white_cells',        '10^9/L',   9,    3,    15, 4,  0.6,  0.3),
	(34, 'hemoglobin',         'g/dL',     9,    9,    18, 3, -0.5, -0.8),
	(35, 'platelets',          '10^9/L',   9,  120,   480, 0,  0.0,  0.0),
	(36, 'tsh',                'mU/L',    22,  0.2,     8, 0,  0.0,  0.0),
	(37, 'vitamin_d',          'ng/mL',   35,    5,    75, 4, -0.3,  0.0),
	(38, 'bnp',                'pg/mL',   60,    0,   600, 1,  0.8,  2.5),
	(39, 'ejection',           '%',      250,   25,    75, 1, -0.8, -2.5),
	(40, 'carotid_plaque',     'yes/no', 180,    0,     1, 1,  0.6,  1.0);

-- Frailty (organ 0) and four organs make the findings of a patient go
-- together; chance does the rest.  Normal deviates by Box and Muller.
SET seed = 0.2;
CREATE TEMP TABLE organs AS
	SELECT patient, organ, sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()) AS damage
	FROM generate_series(1, 20000) patient, generate_series(0, 4) organ;
CREATE TEMP TABLE chances AS
	SELECT patient, number, sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()) AS chance
	FROM generate_series(1, 20000) patient, generate_series(0, 40) number;
CREATE TEMP TABLE findings AS
	SELECT c.patient, t.number, t.name, t.unit, t.usefulness, t.center, t.half_range,
		t.share * (0.8 * frailty.damage + 0.6 * o.damage) + sqrt(1 - t.share ^ 2) * c.chance AS finding
	FROM chances c
		JOIN tests t USING (number)
		JOIN organs o ON o.patient = c.patient AND o.organ = t.organ
		JOIN organs frailty ON frailty.patient = c.patient AND frailty.organ = 0;
CREATE TEMP TABLE charts AS
	SELECT patient,
		array_agg(CASE unit WHEN 'yes/no' THEN (finding > 0)::int
			ELSE round((center + half_range * greatest(-1, least(1, 0.4 * finding)))::numeric, 2) END
			ORDER BY number) AS finding,
		sum(usefulness * CASE unit WHEN 'yes/no' THEN sign(finding)
			ELSE greatest(-1, least(1, 0.4 * finding)) END ORDER BY number) AS signal
	FROM findings GROUP BY patient;

-- One named column per test.
SELECT format('CREATE TABLE patients (patient int PRIMARY KEY, %s, bed_days real)',
		string_agg(format('%I %s', name, CASE unit WHEN 'yes/no' THEN 'boolean' ELSE 'real' END),
			', ' ORDER BY number)),
	format('INSERT INTO patients SELECT patient, %s, round(greatest(0, 15 + signal + 2 * chance)::numeric, 1)
			FROM charts JOIN chances USING (patient) WHERE number = 0 ORDER BY patient',
		string_agg(format(CASE unit WHEN 'yes/no' THEN 'finding[%s] = 1' ELSE 'finding[%s]' END, number),
			', ' ORDER BY number))
FROM tests \gexec
VACUUM ANALYZE patients;

SELECT name, unit, price, low AS from, high AS to FROM tests WHERE number % 4 = 0 ORDER BY number;

SELECT count(*) AS tests, sum(price) AS "price of all", round(avg(price), 1) AS "mean price"
FROM tests;

\echo 'All tests of one patient cost too much. The hospital can afford 5 of the 40.'
\echo
\echo '2. FROM A TABLE TO A MODEL'
\echo
\echo 'One call trains a model on 15,000 patients and reads 5 tests of each; the other 5,000 patients'
\echo 'are held out. The number of a patient decides which 5 tests are read, before any is.'
\echo

CREATE TABLE models (which text PRIMARY KEY, model aer_model);

\set ECHO queries
CREATE VIEW known AS SELECT * FROM patients WHERE patient <= 15000;
INSERT INTO models SELECT '5 tests', aer_learn('known', 'bed_days', 5, key => 'patient');
SELECT item, value FROM models, aer_report(model) WHERE which = '5 tests';
\set ECHO none

\echo 'The five tests that contribute most to the predictions:'
\echo

\set ECHO queries
SELECT name, round(importance::numeric, 1) AS days, round(share::numeric, 2) AS share, bar
FROM models, aer_importance(model) WHERE which = '5 tests' LIMIT 5;
\set ECHO none

\echo '3. HOW GOOD IT IS'
\echo
\echo 'The model has estimated its error from the tests that it has read. Beside it stands the error'
\echo 'observed on the 5,000 held-out patients, also for a model that read all 40 tests of every'
\echo 'patient, and for the mean:'
\echo

INSERT INTO models SELECT 'all 40 tests', aer_learn('known', 'bed_days', key => 'patient');

SELECT which AS model, round(s.reads::numeric / s.rows, 1) AS "looks at a patient",
	round(sqrt(s.expected_mse)::numeric, 2) AS "error expected",
	round(sqrt((e).mse)::numeric, 2) AS "error in days",
	round(100 * (e).r2::numeric) AS "% explained"
FROM (SELECT which, m.model, aer_evaluate(m.model, p.*, 'bed_days') AS e
		FROM models m, patients p WHERE p.patient > 15000 GROUP BY which) scored,
	aer_summary(model) s
UNION ALL
SELECT 'the mean', 0, NULL, round(sqrt(avg((p.bed_days - mean) ^ 2))::numeric, 2),
	round(100 * (1 - avg((p.bed_days - mean) ^ 2) / var_pop(p.bed_days))::numeric)
FROM patients p, (SELECT avg(bed_days) AS mean FROM known) m
WHERE p.patient > 15000
ORDER BY 4 DESC;

\echo 'About 2 days are due to chance, which no test shows.'
\echo
\echo '4. USING IT'
\echo
\echo 'Predictions are numbers in a query. The five held-out patients with the highest predictions,'
\echo 'beside their records:'
\echo

\set ECHO queries
SELECT patient, round(aer_predict(model, p.*)::numeric, 1) AS predicted, bed_days AS "came true",
	round(age) AS age, round(systolic) AS systolic, round(bnp) AS bnp, smoker
FROM patients p, models m WHERE patient > 15000 AND which = '5 tests'
ORDER BY predicted DESC LIMIT 5;
\set ECHO none

\echo '5. WHAT IS WORTH ITS MONEY'
\echo
\echo 'Which tests should be done on every patient from now on, for at most 60 a patient? The'
\echo 'answer, and the expected error, come from the tests that were read; nothing more is read.'
\echo

\set ECHO queries
CREATE TABLE clinic AS
SELECT aer_suggest('known', 'bed_days', 5, '{patient}') AS design, aer_prices(name, price) AS prices FROM tests;
SELECT step, name, cost, spent, round(sqrt(expected_mse)::numeric, 2) AS "error expected"
FROM clinic, aer_choose((SELECT aer_moments(p.*, 'bed_days', design, patient) FROM known p), 60, prices);
\set ECHO none

\echo 'Three facts are known about one patient. Which tests should be done next, for at most 60?'
\echo

\set ECHO queries
SELECT name, cost, round(expected_sd::numeric, 2) AS "error expected", stop
FROM models, clinic, aer_ask(model, '{"age": 71, "male": true, "smoker": true}'::jsonb, prices, 60)
WHERE which = '5 tests';
\set ECHO none

\echo '6. A STUDY THAT GOES ON'
\echo
\echo 'From now on a log follows the table: each statement changes its sums, and no row is read again.'
\echo 'A test is entered ten times too large and corrected, a patient withdraws, and another one gets'
\echo 'a new number:'
\echo

\set ECHO queries
SELECT aer_follow('patients', 'bed_days', design, 'patient', 'patients_log') AS log FROM clinic;
UPDATE patients SET systolic = systolic * 10 WHERE patient <= 50;
UPDATE patients SET systolic = systolic / 10 WHERE patient <= 50;
DELETE FROM patients WHERE patient = 77;
UPDATE patients SET patient = 20077 WHERE patient = 78;

SELECT rows, round(sqrt(expected_mse)::numeric, 2) AS "error expected", (SELECT count(*) FROM patients_log) AS "rows of the log"
FROM aer_summary(aer_fit_ridge(aer_followed('patients_log')));
SELECT * FROM aer_check('patients_log', deep => true);
\set ECHO none

\echo '7. PATIENT BY PATIENT, AS IN THE PAPERS'
\echo
\echo 'A stream learns row by row, and names the tests that it wants to see next. aer_ridge reads'
\echo '5 tests of each patient, too. From the price list it gets the middle of the range of each test'
\echo 'and half the range, so that mmHg and mg/dL become comparable. After 1,000 patients it asks for'
\echo 'these tests of patient 1001 (it draws them one by one, and may draw a test twice):'
\echo

\set ECHO queries
INSERT INTO models
SELECT 'after 1000', aer_train(p.*, 'bed_days',
	(SELECT aer_ridge(budget => 5, radius => 7, step => 0.001,
				intercept => true, exclude => '{patient}',
				center => jsonb_object_agg(name, center),
				scale => jsonb_object_agg(name, half_range)) FROM tests)
	ORDER BY p.patient)
FROM patients p WHERE p.patient <= 1000;
SELECT t.name, to_jsonb(p) ->> t.name AS finding, t.unit, t.price
FROM models m, aer_next(m.model) n JOIN tests t USING (name), patients p
WHERE which = 'after 1000' AND p.patient = 1001
ORDER BY n.attribute;
\set ECHO none

\echo 'Does it read nothing else? It learns from patient 1001 twice, once with all other tests erased.'
\echo 'Both models are the same to the last bit:'
\echo

WITH erased AS (
	SELECT r.* FROM models m, patients p,
		jsonb_populate_record(NULL::patients,
			(SELECT jsonb_object_agg(name, to_jsonb(p) -> name)
			 FROM aer_next(m.model))
			|| jsonb_build_object('bed_days', p.bed_days)) r
	WHERE which = 'after 1000' AND p.patient = 1001)
SELECT (SELECT aer_continue(p.*, 'bed_days', m.model)::text FROM patients p WHERE p.patient = 1001)
	= (SELECT aer_continue(e.*, 'bed_days', m.model)::text FROM erased e) AS "same model"
FROM models m WHERE which = 'after 1000';

\echo 'So tests can be ordered patient by patient: ask the model which tests it wants, do them, continue'
\echo 'the training, and ask again. The bill for patients 1001 to 15,000:'
\echo

CREATE TABLE looked_at (patient int, number int);

DO $$
DECLARE
	model aer_model := (SELECT m.model FROM models m WHERE which = 'after 1000');
	chart patients;
BEGIN
	FOR chart IN SELECT * FROM patients WHERE patient BETWEEN 1001 AND 15000 ORDER BY patient
	LOOP
		INSERT INTO looked_at SELECT chart.patient, attribute FROM aer_next(model);
		model := aer_continue(chart, 'bed_days', model);
	END LOOP;
	INSERT INTO models VALUES ('patient by patient', model);
END $$;

WITH bill AS (
	SELECT 'what was looked at' AS what, patient, count(*) AS tests, sum(price) AS price
	FROM looked_at JOIN tests USING (number) GROUP BY patient
	UNION ALL
	SELECT 'all 40 tests', patient, count(*), sum(price)
	FROM patients, tests WHERE patient BETWEEN 1001 AND 15000 GROUP BY patient)
SELECT what, max(tests) AS "most tests", sum(tests) AS tests, sum(price) AS price,
	round(avg(price)) AS "per patient",
	round(100 * sum(price) / max(sum(price)) OVER (), 1) AS "% of all"
FROM bill GROUP BY what ORDER BY price;

\echo 'Such a model is seldom the better one. The errors on the 5,000 held-out patients, beside the'
\echo 'model of section 2:'
\echo

SELECT which AS model, round(sqrt((e).mse)::numeric, 2) AS "error in days"
FROM (SELECT which, aer_evaluate(m.model, p.*, 'bed_days') AS e
		FROM models m, patients p WHERE p.patient > 15000 AND which IN ('5 tests', 'patient by patient') GROUP BY which) scored
ORDER BY 2;


\echo '8. WHAT TO ASK A CROWD'
\echo
\echo 'Answers can be noisy. Paid workers have judged 400 photos of people twice: three yes/no questions,'
\echo 'and an estimate of the height in cm, which costs four times as much. Some of the answers go'
\echo 'together with the height, others hardly do:'
\echo

SET client_min_messages = warning;
CREATE TABLE photos AS
SELECT photo, male, 164 + 13 * male + 13 * (random() + random() - 1) AS height
FROM (SELECT photo, (random() < 0.5)::int AS male FROM generate_series(1, 400) photo) p;
CREATE TABLE prices (attribute text, price float8);
INSERT INTO prices VALUES ('male', 1), ('tall', 1), ('happy', 1), ('estimate', 4);
CREATE FUNCTION ask(attribute text, photo photos) RETURNS float8 LANGUAGE sql VOLATILE AS $$
	SELECT CASE attribute
		WHEN 'male' THEN (random() < 0.03 + 0.94 * photo.male)::int
		WHEN 'tall' THEN (random() < greatest(0, least(1, (photo.height - 145) / 50)))::int
		WHEN 'happy' THEN (random() < 0.6)::int
		ELSE round((photo.height + 16 * (random() - 0.5))::numeric) END $$;
CREATE TABLE answers AS
SELECT photo, attribute, ask(attribute, p) AS answer FROM photos p, prices, generate_series(1, 2);

SELECT attribute, price, count(*) AS answers,
	round(corr(answer, height)::numeric, 2) AS "correlation with height"
FROM answers JOIN photos USING (photo) JOIN prices USING (attribute)
GROUP BY attribute, price ORDER BY attribute;

\set ECHO queries
CREATE TABLE crowd AS
SELECT aer_judgment_moments(j, height, '{male,tall,happy,estimate}'::text[]) AS moments
FROM (SELECT photo, aer_judgments(attribute, answer) AS j FROM answers GROUP BY photo) q
	JOIN photos USING (photo);

SELECT step, name AS "ask for", repeats AS "times", cost, round(objective::numeric, 1) AS "squared error avoided"
FROM crowd, aer_repeat_path(moments, 14, costs => '{1,1,1,4}');
\set ECHO none

\echo 'The list says how best to spend 14 on a photo. A query returns the answers that each photo still'
\echo 'lacks; those of the first two photos:'
\echo

\set ECHO queries
SELECT photo, name AS attribute, repeats - 2 AS "still to buy"
FROM crowd, aer_repeats(moments, 14, costs => '{1,1,1,4}'), photos
WHERE repeats > 2 AND photo <= 2 ORDER BY photo, attribute;
\set ECHO none

\echo 'The workers are asked again, as the list says. The error of the heights that are predicted from'
\echo 'the new answers, and the error of the mean:'
\echo

CREATE TABLE plan AS
SELECT name AS attribute, repeats FROM crowd, aer_repeats(moments, 14, costs => '{1,1,1,4}');
SELECT round(sqrt(s.expected_mse)::numeric, 1) AS "error expected",
	round(sqrt(avg((aer_predict(model, j) - height) ^ 2))::numeric, 1) AS "error in cm",
	round(stddev_pop(height)::numeric, 1) AS "the mean"
FROM (SELECT aer_fit_repeats(moments, ARRAY(SELECT repeats FROM aer_repeats(moments, 14, costs => '{1,1,1,4}') ORDER BY attribute)) AS model FROM crowd) f,
	aer_summary(model) s,
	(SELECT photo, height, aer_judgments(attribute, ask(attribute, p)) AS j
		FROM photos p, plan, generate_series(1, repeats) GROUP BY photo, height) asked
GROUP BY 1;

\echo '9. COLUMNS THAT ACT TOGETHER'
\echo
\echo 'The discount of a shop counts for members only, and two opposite quarters of the town are'
\echo 'expensive. No column shows that by itself. aer_learn finds the two interactions, and an'
\echo 'interaction costs no look:'
\echo

SET seed = 0.4;
CREATE TABLE customers AS
SELECT id, random() < 0.4 AS member, floor(31 * random()) AS discount, 52.4 + 0.2 * random() AS lat, 13.2 + 0.4 * random() AS long
FROM generate_series(1, 4000) id;
ALTER TABLE customers ADD spent float8;
UPDATE customers SET spent = 40 + CASE WHEN member THEN 1.5 * discount ELSE 0 END + 2000 * (lat - 52.5) * (long - 13.4) + 10 * random();

\set ECHO queries
INSERT INTO models SELECT 'customers', aer_learn('customers', 'spent', exclude => '{id}');
SELECT item, value FROM models, aer_report(model) WHERE which = 'customers' AND item = 'interactions';
SELECT value AS discount, value2 AS member, round(effect::numeric) AS effect
FROM models, aer_curve(model, 'discount', 0, 30, column2 => 'member') WHERE which = 'customers' AND number IN (0, 30);
\set ECHO none

\echo '10. PATIENTS WHO COME AGAIN, AND TOWNS'
\echo
\echo 'Visits of one patient are alike. If the visits of a patient are held out together, the error is'
\echo 'that of new patients. Each of 150 towns has an effect, to which the predicted visit does not'
\echo 'contribute:'
\echo

CREATE TABLE clinic_visits AS
SELECT visit, patient, 'town ' || patient % 150 AS town, 20 + patient % 60 AS age,
	round((200 + 2 * (patient % 60) + 60 * sin(patient % 150) + 30 * sin(7.1 * patient) + 20 * sin(visit ^ 1.7))::numeric) AS cost
FROM (SELECT visit, (1 + 600 * abs(sin(visit * 1.3)))::integer AS patient FROM generate_series(1, 4000) visit) v;
ALTER TABLE clinic_visits ADD PRIMARY KEY (visit);

\set ECHO queries
INSERT INTO models SELECT 'further visits', aer_learn('clinic_visits', 'cost', exclude => '{patient}');
INSERT INTO models SELECT 'new patients', aer_learn('clinic_visits', 'cost', groups => 'patient');
SELECT which, value AS error FROM models, aer_report(model) WHERE which IN ('further visits', 'new patients') AND item = 'error';
SELECT value AS town, round(effect::numeric) AS effect FROM models, aer_curve(model, 'town')
WHERE which = 'new patients' AND abs(effect) > 56;
\set ECHO none

\echo 'README.md goes on from here; scripts/cluster opens psql, to try it.'
\echo
