--
-- Evaluations of a table by groups and weights
--
\set SHOW_CONTEXT never
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SET extra_float_digits = -3;

-- Visits of patients; "often" has each visit as many times as its weight says, which one visit's copies have in common.
CREATE TABLE visits AS
	SELECT id, nullif('p' || id % 37, 'p5') AS patient, id % 4 AS times, age, pulse, age + e > 0 AS again, (age + e > 0)::int + 2 AS number,
		CASE WHEN age + e > 0 THEN 'yes' ELSE 'no' END AS word, CASE WHEN age + e > .5 THEN 'north' WHEN age + e < -.5 THEN 'south' ELSE 'west' END AS ward,
		jsonb_build_object('age', age, 'pulse', pulse, 'again', age + e > 0, 'patient', nullif('p' || id % 37, 'p5'), 'times', id % 4) AS visit, ARRAY[age, pulse] AS x
	FROM (SELECT id, hashint4(id)::float8 / 2^31 AS age, hashint4(id + 10000)::float8 / 2^31 AS pulse, hashint4(id % 37 + 20000)::float8 / 2^31 + hashint4(id + 50000)::float8 / 2^31 AS e FROM generate_series(1, 600) id) v;
CREATE VIEW often AS SELECT visits.*, id::text AS copies FROM visits, generate_series(1, times);
CREATE TABLE models AS SELECT
	(SELECT aer_train(v.*, 'again', aer_design(include => '{age,pulse}'), id) FROM visits v) AS again,
	(SELECT aer_train(v.*, 'ward', aer_design(include => '{age,pulse}'), id) FROM visits v) AS ward,
	(SELECT aer_train(v.*, 'word', aer_design(include => '{age,pulse}'), id) FROM visits v) AS word,
	(SELECT aer_train(v.*, 'number', aer_design(include => '{age,pulse}'), id) FROM visits v) AS number,
	(SELECT aer_train(visit, 'again'::text, aer_design(include => '{age,pulse}'), id) FROM visits) AS document,
	(SELECT aer_train(x, again, aer_design(), id) FROM visits) AS array_model;

-- Without groups and weights a table has the numbers of its rows.
SELECT bool_and(e = r.e) FROM models m, aer_evaluate(m.again, 'visits', 'again') e, LATERAL (SELECT aer_evaluate(m.again, v.*, 'again') AS e FROM visits v) r;
-- Weighted rows are as repeated rows whose copies are a group.
SELECT e.mse, e.mse_se, e.mae, e.r2, e.error_rate, e.log_loss, e.brier, e.auc, e.rows, e.skipped FROM models m, aer_evaluate(m.again, 'visits', 'again', weight => 'times') e;
SELECT e.mse, e.mse_se, e.mae, e.r2, e.error_rate, e.log_loss, e.brier, e.auc, e.rows FROM models m, aer_evaluate(m.again, 'often', 'again', groups => 'copies') e;
SELECT e.mse, e.mse_se, e.auc, e.rows FROM models m, aer_evaluate(m.again, 'visits', 'again', groups => 'patient', weight => 'times') e;
SELECT e.mse, e.mse_se, e.auc, e.rows FROM models m, aer_evaluate(m.document, 'visits', 'again', features => 'visit', groups => 'patient', weight => 'times') e;
SELECT e.mse, e.mse_se, e.auc, e.rows FROM models m, aer_evaluate(m.array_model, 'visits', 'again', features => 'x', groups => 'patient', weight => 'times') e;
-- The definition of the standard error, a visit without patient being a group.
SELECT abs(e.mse_se - by_hand) < 1e-12 FROM models m, aer_evaluate(m.again, 'visits', 'again', groups => 'patient', weight => 'times') e,
	LATERAL (SELECT sqrt(count(*)::float8 / (count(*) - 1) * sum(s ^ 2)) / sum(w) AS by_hand FROM (SELECT sum(times * (error - e.mse)) AS s, sum(times) AS w
		FROM (SELECT *, (aer_predict(m.again, v) - CASE WHEN again THEN 1 ELSE -1 END) ^ 2 AS error FROM visits v WHERE times > 0) v GROUP BY coalesce(patient, id::text)) g) h;

-- Confusion: shares of the actual class; weights change shares, not the numbers of rows.
SELECT c.* FROM models m, aer_confusion(m.ward, 'visits', 'ward') c;
SELECT c.* FROM models m, aer_confusion(m.ward, 'visits', 'ward', groups => 'patient', weight => 'times') c;
SELECT sum(share), bool_and(abs(share_se - sqrt(share * (1 - share) / (n - 1))) < 1e-12) FROM models m, aer_confusion(m.ward, 'visits', 'ward') c, LATERAL (SELECT count(*) AS n FROM visits WHERE ward = c.actual) n;

-- Calibration, as of the probabilities.
SELECT count(*), max(abs(c.predicted - r.predicted)) < 1e-12, max(abs(c.observed - r.observed)) < 1e-12, max(abs(c.se - r.se)) < 1e-12
FROM models m, aer_calibration(m.again, 'visits', 'again') c JOIN (SELECT (unnest(aer_calibration(aer_probability(m.again, v), v.again))).* FROM models m, visits v) r USING (low, rows);
SELECT c.* FROM models m, aer_calibration(m.again, 'visits', 'again', groups => 'patient', weight => 'times', bins => 3) c;

-- ROC, as of the probabilities; rates of independent rows are binomial.
SELECT count(*), count(*) FILTER (WHERE (c.rows, c.threshold, c."precision") = (r.rows, r.threshold, r."precision") AND abs(c.true_positive_rate - r.true_positive_rate) + abs(c.false_positive_rate - r.false_positive_rate) < 1e-12)
FROM models m, aer_roc(m.again, 'visits', 'again') c LEFT JOIN (SELECT (unnest(aer_roc(aer_probability(m.again, v), v.again))).* FROM models m, visits v) r USING (threshold, rows);
SELECT max(abs(true_positive_rate_se - sqrt(true_positive_rate * (1 - true_positive_rate) / (positives - 1)))) < 1e-12, max(abs(false_positive_rate_se - sqrt(false_positive_rate * (1 - false_positive_rate) / (negatives - 1)))) < 1e-12
FROM models m, aer_roc(m.again, 'visits', 'again') c, (SELECT count(*) FILTER (WHERE again) AS positives, count(*) FILTER (WHERE NOT again) AS negatives FROM visits) n;
-- by group and weight, by the definition
SELECT count(*), max(abs(c.true_positive_rate_se - se)) < 1e-12 FROM models m, aer_roc(m.again, 'visits', 'again', groups => 'patient', weight => 'times') c,
	LATERAL (SELECT sqrt(count(*)::float8 / (count(*) - 1) * sum((above - c.true_positive_rate * w) ^ 2)) / sum(w) AS se
		FROM (SELECT sum(times) AS w, coalesce(sum(times) FILTER (WHERE p >= c.threshold), 0) AS above FROM (SELECT *, aer_probability(m.again, v) AS p FROM visits v WHERE times > 0 AND again) v GROUP BY coalesce(patient, id::text)) g) d
WHERE c.rows % 10 = 0;
-- every kind of target, and features in one column
SELECT count(*), min(c.true_positive_rate) FROM models m, aer_roc(m.word, 'visits', 'word', groups => 'patient') c;
SELECT count(*), min(c.true_positive_rate) FROM models m, aer_roc(m.number, 'visits', 'number', groups => 'patient') c;
SELECT count(*), min(c.true_positive_rate) FROM models m, aer_roc(m.ward, 'visits', 'ward=north', groups => 'patient') c;
SELECT count(*), min(c.true_positive_rate) FROM models m, aer_roc(m.document, 'visits', 'again', features => 'visit', weight => 'times') c;
SELECT count(*), min(c.true_positive_rate) FROM models m, aer_roc(m.array_model, 'visits', 'again', features => 'x', weight => 'times') c;
-- at most 1000 points
CREATE TABLE many AS SELECT age + i / 1000.0 AS age, pulse, again FROM visits, generate_series(1, 5) i;
SELECT count(*), max(rows), max(true_positive_rate) FROM models m, aer_roc(m.again, 'many', 'again') c;

-- Errors, and nothing.
SELECT c.* FROM models m, aer_roc(m.ward, 'visits', 'ward') c;
SELECT e.* FROM models m, aer_evaluate(m.again, 'visits', 'again', groups => 'nobody') e;
SELECT e.* FROM models m, aer_evaluate(m.again, 'visits', 'again', groups => 'again') e;
SELECT e.* FROM models m, aer_evaluate(m.again, 'visits', 'again', weight => 'word') e;
SELECT e.* FROM models m, aer_evaluate(m.again, 'visits', 'again', weight => 'pulse') e;
-- a model of one class against the rest: the target is named as in training, and the class is true
CREATE TABLE against AS SELECT aer_train(v.*, 'ward=north', aer_design(include => '{age,pulse}'), id) AS model FROM visits v;
SELECT e.rows, (SELECT sum(c.rows) FROM aer_confusion(model, 'visits', 'ward=north') c) AS confused, (SELECT sum(c.rows) FROM aer_calibration(model, 'visits', 'ward=north') c) AS calibrated,
	(SELECT max(c.rows) FROM aer_roc(model, 'visits', 'ward=north') c) AS ranked FROM against, aer_evaluate(model, 'visits', 'ward=north') e;
SELECT c.* FROM against, aer_roc(model, 'visits', 'ward') c;
SELECT c.* FROM against, aer_calibration(model, 'visits', 'number') c;
SELECT e.* FROM against, aer_evaluate(model, 'visits', 'ward') e;
SELECT aer_probability(model, v.*, 'ward=north') FROM against, visits v;
SELECT aer_sql(model, 'probability', 'north') FROM against;
-- a model of words: a target with a value that is no class, and a class with its column
SELECT c.* FROM models m, aer_roc(m.word, 'visits', 'word=maybe') c;
SELECT c.* FROM models m, aer_roc(m.number, 'visits', 'number=2') c;
SELECT aer_probability(m.ward, v.*, 'ward=north') FROM models m, visits v;
-- a model of a number has no probabilities, which is said before the rows are read; nor has a learner that does not know its targets
CREATE TABLE of_numbers AS SELECT (SELECT aer_train(v.*, 'age', aer_design(include => '{pulse}'), id) FROM visits v) AS design, (SELECT aer_train(x, age, aer_ridge()) FROM visits) AS stream;
SELECT c.* FROM of_numbers, aer_calibration(design, 'visits', 'age') c;
SELECT c.* FROM of_numbers, aer_roc(stream, 'visits', 'age', features => 'x') c;
SELECT c.* FROM of_numbers, aer_roc(stream, 'visits', 'again', features => 'x') c;
SELECT e IS NULL FROM aer_evaluate(NULL, 'visits', 'again') e;
SELECT count(*) FROM aer_roc(NULL, 'visits', 'again');
SELECT count(*) FROM aer_calibration(NULL::aer_model, 'visits', 'again');
