--
-- aer_learn measures: what its models say of themselves is what their predictions did
--
SET client_min_messages = warning;
\set SHOW_CONTEXT never
CREATE EXTENSION IF NOT EXISTS aer;

CREATE TYPE ward AS ENUM ('north', 'south');
CREATE TABLE patients AS
	SELECT i AS id, sin(i * 12.9898) AS age, cos(i * 78.233) AS pressure, (ARRAY['north', 'south'])[1 + i % 2]::ward AS ward, sin(i * 12.9898) * 2 + (i % 2) + sin(i * 45.164) AS days,
		sin(i * 12.9898) + sin(i * 45.164) > 0.3 AS sick, CASE WHEN sin(i * 12.9898) + sin(i * 45.164) > 0.5 THEN 'high' WHEN i % 2 = 0 THEN 'middle' ELSE 'low' END AS stage
	FROM generate_series(1, 1500) i;
CREATE TABLE keyed AS TABLE patients;
ALTER TABLE keyed ADD PRIMARY KEY (id);
CREATE VIEW seen AS SELECT * FROM patients;
CREATE TABLE parts (LIKE patients) PARTITION BY LIST (ward);
CREATE TABLE parts_north PARTITION OF parts FOR VALUES IN ('north');
CREATE TABLE parts_south PARTITION OF parts FOR VALUES IN ('south');
INSERT INTO parts TABLE patients;

-- By a key the same, to the bit, as step by step.
CREATE FUNCTION by_hand(target text, exclude text[]) RETURNS aer_model LANGUAGE sql AS $$
	WITH design AS MATERIALIZED (SELECT aer_suggest('keyed', target, NULL, exclude) AS design),
	collected AS (SELECT aer_moments(k, target, design, k.id) AS m FROM design, (SELECT id, age, pressure, ward, days, sick, stage FROM keyed) k),
	models AS MATERIALIZED (SELECT aer_fit_ridge(m) AS model, aer_fold_models(m) AS fold_models FROM collected)
	SELECT aer_measure(model, fold_models, k, target, k.id) FROM models, keyed k
$$;
SELECT target, l = by_hand(target, exclude) AS same, measured_rows FROM (VALUES ('days', '{id,sick,stage}'::text[]), ('sick', '{id,days,stage}'), ('stage', '{id,days,sick}')) t (target, exclude),
	LATERAL (SELECT aer_learn('keyed', target, NULL, exclude)) l (l), aer_summary(l) ORDER BY target;
-- Without one, of a view, of partitions: the same within noise.
SELECT source, measured_rows, abs(measured_error_rate - 0.24) < 0.03 AS wrong, abs(measured_auc - 0.84) < 0.03 AS auc
FROM (VALUES ('keyed'), ('patients'), ('seen'), ('parts')) s (source), LATERAL aer_summary(aer_learn(source::regclass, 'sick', NULL, '{id,days,stage}')) ORDER BY source;
SELECT aer_learn('patients', 'sick', NULL, '{id,days,stage}') = aer_learn('patients', 'sick', NULL, '{id,days,stage}') AS again;
SELECT measured_rows FROM aer_summary(aer_learn('seen', 'stage=high', NULL, '{id,days,sick}', key => 'id'));

-- The measured errors are those observed on other rows.
CREATE TABLE met AS SELECT i AS id, sin(i * 12.9898) AS age, cos(i * 78.233) AS pressure, (ARRAY['north', 'south'])[1 + i % 2]::ward AS ward, sin(i * 12.9898) * 2 + (i % 2) + sin(i * 45.164) AS days,
		sin(i * 12.9898) + sin(i * 45.164) > 0.3 AS sick, CASE WHEN sin(i * 12.9898) + sin(i * 45.164) > 0.5 THEN 'high' WHEN i % 2 = 0 THEN 'middle' ELSE 'low' END AS stage
	FROM generate_series(1501, 6000) i;
SELECT target, abs(mse - measured_mse) < 3 * sqrt(measured_mse_se ^ 2 + mse_se ^ 2) AS mse, abs(error_rate - measured_error_rate) < 3 * sqrt(measured_error_rate_se ^ 2 + error_rate * (1 - error_rate) / e.rows) AS wrong, abs(log_loss - measured_log_loss) < 0.04 AS log_loss
FROM (VALUES ('days', '{id,sick,stage}'::text[]), ('sick', '{id,days,stage}'), ('stage', '{id,days,sick}')) t (target, exclude),
	LATERAL (SELECT aer_learn('keyed', target, NULL, exclude)) l (l), aer_summary(l), LATERAL aer_evaluate(l, 'met', target) e ORDER BY target;

-- With a budget nothing more is read unless "measure" is true; a budget for everything is none; measure => false does not measure.
SELECT budget, measure, measured_rows, learner #>> '{design,budget}' AS design
FROM (VALUES (1, NULL), (1, true), (3, NULL), (9, NULL), (9, false), (NULL, NULL), (NULL, false)) b (budget, measure),
	LATERAL aer_summary(aer_learn('patients', 'sick', budget, '{id,days,stage}', measure => measure)) ORDER BY 1, 2;
-- With a budget the errors are those of aer_compare; prices only change what is read.
SELECT c.mse = s.measured_mse AS compared FROM aer_compare('keyed', 'sick', 2, '{days,stage}') c,
	aer_summary(aer_learn('keyed', 'sick', 2, '{days,stage}', measure => true, interactions => false)) s;
SELECT abs(measured_error_rate - 0.24) < 0.05 AS wrong, measured_rows, reads / rows::float8 <= 2 AS within
FROM aer_summary(aer_learn('keyed', 'sick', 2, '{days,stage}', measure => true, prices => '{"cost": {"age": 1, "pressure": 2, "ward": 1}}'));
-- The report does not show an estimate that is only the share of the rarer value.
CREATE VIEW seldom AS SELECT id, age, pressure, age + pressure > 1.7 AND days > 1 AS seldom FROM keyed;
SELECT abs(expected_error_rate - rare) < 1e-12 AS same, regexp_replace(value, '[0-9.]+ %', '# %') AS error
FROM aer_learn('seldom', 'seldom', 1, '{id}') model, aer_summary(model), aer_report(model), (SELECT avg(seldom::int) AS rare FROM seldom) r WHERE item = 'error';
SELECT aer_learn('keyed', 'days', NULL, '{id,sick,stage}', measure => false) = aer_train(k, 'days', (SELECT aer_suggest('keyed', 'days', NULL, '{id,sick,stage}')), k.id) AS as_before FROM (SELECT id, age, pressure, ward, days FROM keyed) k;

-- At most 50,000 rows are measured.
CREATE TABLE many AS SELECT i AS id, sin(i) AS x, sin(i) + cos(i * 7) AS y FROM generate_series(1, 120000) i;
ALTER TABLE many ADD PRIMARY KEY (id);
SELECT rows, abs(measured_rows - 40000) < 1000 AS a_third FROM aer_summary(aer_learn('many', 'y'));

-- Why it was not.
SET client_min_messages = notice;
CREATE VIEW random AS SELECT age, pressure, sick, random() AS luck FROM patients;
SELECT measured_rows FROM aer_summary(aer_learn('random', 'sick', exclude => '{pressure}'));
CREATE VIEW same AS SELECT id % 9 AS nine, id % 4 AS four, sick FROM patients;
SELECT measured_rows FROM aer_summary(aer_learn('same', 'sick'));
CREATE VIEW few AS SELECT age, pressure, sick FROM patients WHERE id < 100;
SELECT measured_rows FROM aer_summary(aer_learn('few', 'sick'));
RESET client_min_messages;

-- A NULL that is no category of its own is predicted from the other columns, under interactions, too.
CREATE TABLE products AS SELECT id, age, sick, pressure, age * sick::int + pressure AS cost FROM keyed;
ALTER TABLE products ADD PRIMARY KEY (id);
CREATE FUNCTION measured_products(OUT rows bigint, OUT small boolean, OUT by_hand boolean) LANGUAGE sql AS $$
	WITH design AS MATERIALIZED (SELECT aer_suggest('products', 'cost') AS design),
	collected AS (SELECT aer_moments(p, 'cost', design, id) AS m FROM design, products p),
	models AS MATERIALIZED (SELECT aer_fit_ridge(m) AS model, aer_fold_models(m) AS fold_models FROM collected)
	SELECT measured_rows, measured_mse < 0.001, l = (SELECT aer_measure(model, fold_models, p, 'cost', p.id) FROM models, products p)
	FROM (SELECT aer_learn('products', 'cost')) l (l), aer_summary(l)
$$;
UPDATE products SET sick = NULL WHERE id = 700;
SELECT * FROM measured_products();
DROP TABLE products;

-- Who may read some columns of a table without a key has no ctid either, and a view of words and enums is read by what it shows.
CREATE ROLE aer_measured_nurse;
GRANT SELECT (age, pressure, sick, ward) ON patients TO aer_measured_nurse;
SET ROLE aer_measured_nurse;
SELECT measured_rows FROM aer_summary(aer_learn('patients', 'sick', exclude => '{id,days,stage}'));
RESET ROLE;
DROP OWNED BY aer_measured_nurse;
DROP ROLE aer_measured_nurse;

-- A notice says so.
SET client_min_messages = warning;
SELECT target, item, regexp_replace(value, '[0-9.]+', '#', 'g') AS value
FROM (VALUES ('days', '{id,sick,stage}'::text[]), ('sick', '{id,days,stage}'), ('stage', '{id,days,sick}')) t (target, exclude),
	LATERAL aer_report(aer_learn('keyed', target, NULL, exclude)) WITH ORDINALITY r (item, value, place) WHERE item ~ 'error|AUC|loss|r2' ORDER BY target, place;

SELECT count(*) AS groups FROM aer_calibration(aer_learn('keyed', 'sick', NULL, '{id,days,stage}'));

-- A target that a column tells apart for sure has a finite link; of noise nothing is told, and the probabilities are the shares; a value that
-- one row in a hundred has is told with no more loss than the shares have.
CREATE TABLE odd AS SELECT i AS id, sin(i * 12.9898) AS a, cos(i * 78.233) AS b, sin(i * 12.9898) > 0.2 AS apart, i * 7919 % 1009 < 500 AS noise, i * 7919 % 1009 < 8 AND i % 2 = 0 OR sin(i * 12.9898) > 0.9997 AS rare FROM generate_series(1, 1500) i;
ALTER TABLE odd ADD PRIMARY KEY (id);
SELECT target, link_slope BETWEEN 0 AND 1000 AS finite, link_slope = 0 AS flat, measured_error_rate < 0.01 AS few_wrong, measured_auc > 0.99 AS sure, measured_auc = 0.5 AS unsure,
	measured_log_loss <= -share * ln(share) - (1 - share) * ln(1 - share) + 1e-3 AS no_more_loss
FROM (SELECT 'apart', avg(apart::int)::float8 FROM odd UNION ALL SELECT 'noise', avg(noise::int) FROM odd UNION ALL SELECT 'rare', avg(rare::int) FROM odd) t (target, share),
	LATERAL aer_summary(aer_learn('odd', target, NULL, array_remove('{apart,noise,rare}', target))) ORDER BY target;
-- The model of noise predicts the share of each value for every row.
SELECT count(DISTINCT p) AS predictions, abs(min(p) - (sum(noise::int) + 1) / (count(*) + 2.0)) < 1e-12 AS share FROM odd o, (SELECT aer_learn('odd', 'noise', NULL, '{apart,rare}') AS m OFFSET 0) m, LATERAL aer_probability(m, o) p;

-- Rows without a target are neither learned from nor measured; a SAVEPOINT that is rolled back leaves nothing behind.
CREATE TABLE gone AS SELECT id, a, b, CASE WHEN id % 3 <> 0 THEN apart END AS apart FROM odd;
ALTER TABLE gone ADD PRIMARY KEY (id);
SELECT rows, skipped, measured_rows FROM aer_summary(aer_learn('gone', 'apart'));
BEGIN;
CREATE TEMP TABLE first AS SELECT aer_learn('gone', 'apart') AS m;
SAVEPOINT before;
DELETE FROM gone WHERE id < 1000;
SELECT aer_learn('gone', 'apart') = m AS same FROM first;
ROLLBACK TO before;
SELECT aer_learn('gone', 'apart') = m AS same FROM first;
COMMIT;

-- one row alone has its value: the folds without it have learned from one value only
CREATE TABLE alone AS SELECT i AS id, i % 7 AS a, i = 50 AS y, CASE i WHEN 50 THEN 'x' ELSE 'z' END AS word FROM generate_series(1, 200) i;
ALTER TABLE alone ADD PRIMARY KEY (id);
SELECT measured_rows, measured_error_rate, link_slope FROM aer_summary(aer_learn('alone', 'y', exclude => '{word}'));
SELECT budget, error_rate, problem FROM aer_compare('alone', 'word', exclude => '{y}');
-- and when it goes, all that is left
SELECT aer_follow('alone', 'y', aer_design(include => '{a}'));
DELETE FROM alone WHERE y;
SELECT prediction, sd, round(1 / probability::numeric) AS one_in, known FROM aer_forecast(aer_fit_ridge(aer_followed('alone_log')), '{"a": 3}'::jsonb);
DROP TABLE alone_log, alone;
