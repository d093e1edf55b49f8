--
-- Errors of new groups: folds of whole groups, and standard errors by group
--
SET client_min_messages = warning;
\set SHOW_CONTEXT never
CREATE EXTENSION IF NOT EXISTS aer;

CREATE FUNCTION u(i bigint, draw int) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
	SELECT (hashint8extended(i, draw) & 1048575) / 1048576.0 $$;
-- 70 patients with 1 to 29 visits each: a patient has an age, and an effect that no column explains
CREATE TABLE visits AS
SELECT row_number() OVER (ORDER BY visit, p) AS id, 'p' || p AS patient, 20 + floor(60 * u(p, 1))::int AS age,
	u(1000 * p + visit, 2) AS pressure, 9007199254740992 + p AS number, md5(p::text)::uuid AS code, date '2020-01-01' + p AS born,
	p / 7.0 AS share, u(p, 1) / 2 + u(1000 * p + visit, 2) + 2 * u(p, 3) + u(1000 * p + visit, 4) / 2 AS cost
FROM generate_series(1, 70) p, LATERAL generate_series(1, 1 + p * 11 % 29) visit;
ALTER TABLE visits ADD sick boolean, ADD stage text;
UPDATE visits SET sick = cost > 2, stage = CASE WHEN cost > 2.5 THEN 'late' WHEN cost > 1.7 THEN 'middle' ELSE 'early' END;
ALTER TABLE visits ADD PRIMARY KEY (id);
ANALYZE visits;

-- The rows of a group are in one fold, for groups of any type, and groups fill all folds.
SELECT name, max(folds) AS folds_of_a_group, count(*) AS groups, bool_and(all_folds = 5) AS all_folds
FROM unnest('{patient,number,code,born,share,sick}'::text[]) name, LATERAL (
	SELECT count(DISTINCT fold) AS folds, (SELECT count(DISTINCT aer_fold(aer_design(groups => name), w, id)) FROM visits w) AS all_folds
	FROM (SELECT to_jsonb(v) -> name AS value, aer_fold(aer_design(groups => name), v, id) AS fold FROM visits v) v GROUP BY value) g
WHERE name <> 'sick' GROUP BY name ORDER BY name;
SELECT max(folds) AS folds_of_a_group, count(*) AS groups FROM (
	SELECT count(DISTINCT aer_fold(aer_design(groups => 'patient'), to_jsonb(v), id)) AS folds FROM visits v GROUP BY patient) g;
SELECT bool_and(aer_fold(aer_design(groups => 'patient'), v, id) = aer_fold(aer_design(groups => 'patient'), to_jsonb(v), 0)) AS rows_and_documents_agree FROM visits v;
-- A row without a group is a group of its own.
SELECT count(DISTINCT aer_fold(aer_design(groups => 'patient'), r, id)) AS folds FROM (SELECT id, NULL::text AS patient FROM visits) r;
SELECT aer_fold(aer_design(groups => 'patient'), 1);

-- The column of the groups has no curve, and the error says why.
SELECT * FROM aer_curve((SELECT aer_learn('visits', 'cost', groups => 'patient')), 'patient');

-- aer_learn measures the same errors as aer_measure with fold models and as the formula.
CREATE TABLE fitted AS
SELECT target, aer_fit_ridge(moments) AS model, aer_fold_models(moments) AS fold_models, design
FROM unnest('{cost,sick,stage}'::text[]) target,
	LATERAL (SELECT aer_suggest('visits', target, groups => 'patient', levels => false) AS design OFFSET 0) d,
	LATERAL (SELECT aer_moments(v, target, design, id) AS moments FROM visits v OFFSET 0) m;
SELECT target, design -> 'include' ? 'patient' AS group_is_feature, design ->> 'groups' AS groups FROM fitted ORDER BY target;
ALTER TABLE fitted ADD learned aer_model, ADD measured aer_model;
UPDATE fitted f SET learned = aer_learn('visits', target, groups => 'patient', levels => false),
	measured = (SELECT aer_measure(model, fold_models, v, f.target, id) FROM visits v);
SELECT target, m.measured_rows = l.measured_rows AS rows, abs(m.measured_mse - l.measured_mse) < 1e-12 AS mse, abs(m.measured_mse_se - l.measured_mse_se) < 1e-12 AS se,
	measured::jsonb #>> '{measured,groups}' AS groups
FROM fitted, aer_summary(learned) l, aer_summary(measured) m ORDER BY target;

-- Squared errors: se^2 = G / (G - 1) sum_g (sum of (e - L) over the rows of g)^2 / n^2.
CREATE FUNCTION se_by_group(losses float8[], groups text[], OUT mean float8, OUT se float8) LANGUAGE sql AS $$
	WITH r AS (SELECT e, g, avg(e) OVER () AS l FROM unnest(losses, groups) u (e, g)),
		s AS (SELECT sum(e - l) AS part, count(*) AS n FROM r GROUP BY g)
	SELECT (SELECT avg(e) FROM r), sqrt(count(*) / (count(*) - 1.0) * sum(part * part)) / sum(n) FROM s $$;
SELECT abs(mean - measured_mse) < 1e-9 AS mse, abs(se - measured_mse_se) < 1e-9 AS se, measured_mse_se > 2 * s.naive AS larger_than_by_row
FROM (
	SELECT array_agg(e) AS e, array_agg(patient) AS g, stddev(e) / sqrt(count(*)) AS naive
	FROM fitted, aer_summary(model) m, visits v,
		LATERAL (SELECT (least(greatest(aer_score(fold_models[aer_fold(design, v, id)], v), target_min), target_max) - cost) ^ 2 AS e) e
	WHERE target = 'cost') s, se_by_group(e, g), fitted, aer_summary(learned) WHERE target = 'cost';
-- The area under the ROC curve (Obuchowski 1997): rows of both values are added up by group.
SELECT abs(area - measured_auc) < 1e-9 AS auc, abs(se - measured_auc_se) < 1e-9 AS se
FROM (
	WITH scored AS (
		SELECT patient, sick, aer_score(fold_models[aer_fold(design, v, id)], v) AS score FROM fitted, visits v WHERE target = 'sick'),
	component AS (
		SELECT a.patient, a.sick, avg(CASE WHEN a.score = b.score THEN 0.5 WHEN (a.score > b.score) = a.sick THEN 1 ELSE 0 END::float8) AS won, count(*) OVER (PARTITION BY a.sick) AS n
		FROM (SELECT *, row_number() OVER () AS number FROM scored) a JOIN scored b ON a.sick <> b.sick GROUP BY a.patient, a.sick, a.number),
	overall AS (SELECT avg(won) AS area FROM component WHERE sick),
	parts AS (SELECT sum((won - area) / n) AS part FROM component, overall GROUP BY patient)
	SELECT area, sqrt(count(*) / (count(*) - 1.0) * sum(part * part)) AS se FROM parts, overall GROUP BY area) o, fitted, aer_summary(learned)
WHERE target = 'sick';

-- Rows without a group count as groups.
CREATE VIEW grouped AS SELECT id, CASE WHEN id % 3 > 0 THEN patient END AS patient, age, pressure, cost FROM visits;
SELECT (aer_learn('grouped', 'cost', groups => 'patient', key => 'id')::jsonb #>> '{measured,groups}')::int
	= (SELECT count(DISTINCT patient) + count(*) FILTER (WHERE patient IS NULL) FROM grouped) AS own_groups;
-- Documents, with the group at a key or in a column of the table.
CREATE TABLE documents AS SELECT id, patient, to_jsonb(v) - 'id' - 'number' - 'code' - 'sick' - 'stage' - 'patient' AS document,
	jsonb_build_object('who', patient, 'age', age, 'pressure', pressure, 'cost', cost) AS with_group FROM visits v;
ALTER TABLE documents ADD PRIMARY KEY (id);
SELECT a::jsonb #>> '{measured,groups}' AS groups, abs(x.measured_mse - y.measured_mse) < 1e-12 AS same
FROM (SELECT aer_learn('documents', 'cost', features => 'document', exclude => '{born,share}', groups => 'patient', levels => false) AS a,
	aer_learn('documents', 'cost', features => 'with_group', groups => 'who', levels => false) AS b) m, aer_summary(a) x, aer_summary(b) y;

-- A parallel plan gives the same model and the same errors.
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
ALTER TABLE visits SET (parallel_workers = 2);
SELECT target, (SELECT abs(measured_mse - m.measured_mse) + abs(measured_mse_se - m.measured_mse_se) FROM aer_summary((SELECT aer_measure(model, fold_models, v, f.target, id) FROM visits v))) < 1e-12 AS parallel
FROM fitted f, aer_summary(measured) m ORDER BY target;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;

-- The report.
SELECT regexp_replace(value, '[0-9.]+ \+/- [0-9.]+', 'E +/- S') AS value FROM fitted, aer_report(learned) WHERE target = 'cost' AND item IN ('error', 'horizon', 'warning');
SELECT strpos(aer_page(learned), 'in folds of whole groups of patient (70 groups)') > 0 AS on_page FROM fitted WHERE target = 'cost';
CREATE VIEW few AS SELECT 'g' || (substr(patient, 2)::int % 12) AS ward, age, pressure, born, cost FROM visits;
SELECT item, regexp_replace(value, '[0-9.]+ \+/- [0-9.]+', 'E +/- S') AS value FROM aer_report(aer_learn('few', 'cost', groups => 'ward')) WHERE item IN ('error', 'horizon') OR value ~ 'groups';

-- Roles that columns cannot have.
CREATE VIEW two AS SELECT 'g' || (substr(patient, 2)::int % 2) AS ward, age, pressure, born, cost FROM visits;
SELECT aer_learn('two', 'cost', groups => 'ward');
SELECT aer_learn('visits', 'cost', groups => 'cost');
SELECT aer_learn('visits', 'cost', groups => 'nobody');
SELECT aer_learn('visits', 'cost', groups => 'patient', time_column => 'born');
SELECT aer_learn('visits', 'cost', groups => 'patient', weight => 'patient');
SELECT aer_learn('documents', 'cost', features => 'with_group', groups => 'nobody');
SELECT aer_learn('documents', 'cost', features => 'with_group', groups => 'whom');
SELECT aer_suggest('documents', 'cost', features => 'with_group', time_column => 'Age');
SELECT aer_suggest('documents', 'cost', features => 'with_group', weight => 'presure');
SELECT aer_suggest('documents', 'cost', features => 'with_group', exclude => '{presure}');
SELECT aer_compare('documents', 'cost', features => 'with_group', groups => 'whom');
SELECT aer_evaluate(aer_learn('documents', 'cost', features => 'with_group', exclude => '{who}'), 'documents', 'cost', 'with_group', groups => 'whom');
SELECT aer_train(ARRAY[age, pressure], cost, aer_design(groups => 'patient'), id) FROM visits;

-- Without groups, a column whose rows are alike is named in a notice: the one that is most alike.
SET client_min_messages = notice;
CREATE TABLE patients AS SELECT DISTINCT number AS id FROM visits;
ALTER TABLE patients ADD PRIMARY KEY (id);
ALTER TABLE visits ADD FOREIGN KEY (number) REFERENCES patients;
SELECT aer_suggest('visits', 'cost', exclude => '{patient,code,born,share,sick,stage}') -> 'groups' AS groups;
SELECT aer_suggest('visits', 'cost', exclude => '{number,code,born,share,sick,stage}', groups => 'patient') ->> 'groups' AS groups;
-- Also if the column is excluded: its rows belong together all the same, and it is no attribute. A measurement with as many values,
-- such as the target in other units, is no group.
ALTER TABLE visits ADD cents int;
UPDATE visits SET cents = round(cost * 10);
SELECT design -> 'include' ?| '{patient,number,cents}' AS included FROM aer_suggest('visits', 'cost', exclude => '{patient,number,code,born,share,sick,stage,cents}') design;
SELECT design -> 'include' ? 'cents' AS included FROM aer_suggest('visits', 'cost', exclude => '{patient,number,code,born,share,sick,stage,cents}', groups => 'patient') design;
CREATE VIEW no_groups AS SELECT id, age, pressure, cost, cents FROM visits;
SELECT aer_suggest('no_groups', 'cost', exclude => '{cents,id}') -> 'include' AS include;
DROP VIEW no_groups;
ALTER TABLE visits DROP cents;
SELECT aer_suggest('visits', 'pressure', exclude => '{cost,sick,stage,born,share}') ? 'groups' AS nothing_is_alike;
-- Internal functions, and rows that cannot count.
SELECT _aer_level_statistics('{a}', '{{1}}'::float8[], 1, 1, '{x}', '{f}', NULL);
SELECT _aer_level_statistics('{a}', '{1}', 0, 1, '{x}', '{f}', NULL);
SELECT _aer_level_statistics('{a}', '{1}', 1, 1, '{x,y}', '{f}', NULL);
SELECT (_aer_level_statistics('{a}', '{1}', 1, 1, '{x}', '{f}', effects))[1].rows FROM unnest('{"[\"x=a\", 2]",7,"{\"x=a\": true}"}'::jsonb[]) effects GROUP BY effects;
SELECT aer_train(v, 'cost', aer_design(weight => 'share', include => '{age}'), id) FROM (SELECT id, age, cost, -share AS share FROM visits WHERE id = 1) v;
SELECT aer_design(groups => 'patient', time_column => 'born', time_cuts => '{1}', folds => 2);
