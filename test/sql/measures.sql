-- What probabilities are worth: log loss, Brier score, area under the ROC curve,
-- calibration shown (aer_calibration) and made (aer_calibrate). The oracles are
-- their definitions in SQL.
-- Quiet: aer_ridge of 0 and 1 is worse than the mean here, and says so.
SET client_min_messages = error;
CREATE EXTENSION IF NOT EXISTS aer;

CREATE TEMP TABLE points AS
SELECT i, x, y > 0 AS yes, (y > 0)::int AS one, (y > 4.5)::int AS rare, CASE WHEN y > 0 THEN 20 ELSE -3.5 END AS coded
FROM (SELECT i, x, 2 * x[1] - x[2] + x[3] + 0.5 * x[4] + noise AS y
	  FROM (SELECT i, array_agg(2 * sqrt(3) * (hashint8extended(j, i)::float8 / 2 ^ 63 / 2) ORDER BY j) AS x, hashint8extended(99, i)::float8 / 2 ^ 63 * 1.5 AS noise
			FROM generate_series(1, 1500) i, generate_series(1, 6) j GROUP BY i) r) s;
CREATE TEMP VIEW learned AS SELECT * FROM points WHERE i <= 700;
CREATE TEMP TABLE fits AS
SELECT 'yes' AS target, aer_fit_ridge(aer_moments(x, yes, aer_design(budget => 3), i)) AS m FROM learned
UNION ALL SELECT 'one', aer_fit_ridge(aer_moments(x, one, aer_design(budget => 3), i)) FROM learned
UNION ALL SELECT 'coded', aer_fit_ridge(aer_moments(x, coded, aer_design(budget => 3), i)) FROM learned
UNION ALL SELECT 'rare', aer_fit_ridge(aer_moments(x, rare, aer_design(budget => 3), i)) FROM learned
UNION ALL SELECT 'stream', aer_train(x, yes, aer_pegasos() ORDER BY i) FROM learned
UNION ALL SELECT 'stream one', aer_train(x, one, aer_ridge() ORDER BY i) FROM learned;
CREATE TEMP VIEW asked AS
SELECT target, m, i, x, yes, CASE target WHEN 'rare' THEN rare WHEN 'coded' THEN coded WHEN 'one' THEN one WHEN 'stream one' THEN one END AS y,
	CASE target WHEN 'rare' THEN rare = 1 ELSE yes END AS high
FROM fits, points WHERE i > 700;

-- Measures by their definitions.
CREATE TEMP TABLE judged AS
SELECT target, aer_evaluate(m, x, yes) FILTER (WHERE target IN ('yes', 'stream')) AS of_boolean,
	aer_evaluate(m, x, y) FILTER (WHERE target NOT IN ('yes', 'stream')) AS of_number
FROM asked GROUP BY target;
CREATE TEMP VIEW by_hand AS
SELECT target, avg(-ln(CASE WHEN high THEN p ELSE 1 - p END)) AS log_loss, avg((p - high::int) ^ 2) AS brier
FROM asked, aer_probability(m, x) p WHERE target NOT LIKE 'stream%' GROUP BY 1;
CREATE TEMP TABLE scored AS SELECT target, i, high, aer_score(m, x) AS s FROM asked;
CREATE TEMP TABLE pairs AS
SELECT a.target, avg(CASE WHEN a.s > b.s THEN 1 WHEN a.s = b.s THEN 0.5 ELSE 0 END) AS auc
FROM scored a JOIN scored b USING (target) WHERE a.high AND NOT b.high GROUP BY 1;
SELECT target, abs(e.log_loss - h.log_loss) < 1e-12 AS log_loss, abs(e.brier - h.brier) < 1e-12 AS brier, abs(e.auc - p.auc) < 1e-12 AS auc,
	abs(e.brier - e.mse / (CASE target WHEN 'yes' THEN 4 WHEN 'coded' THEN 23.5 ^ 2 ELSE 1 END)) < 1e-5 AS is_mse
FROM judged LEFT JOIN by_hand h USING (target) LEFT JOIN pairs p USING (target), LATERAL (SELECT (coalesce(of_boolean, of_number)).*) e ORDER BY 1;
-- Two values that the model does not know: no area if the target is not -1 or +1.
SELECT target, e.log_loss IS NULL AND e.brier IS NULL AS no_probability, e.auc IS NULL AS no_area
FROM judged, LATERAL (SELECT (coalesce(of_boolean, of_number)).*) e WHERE target LIKE 'stream%' ORDER BY 1;
-- One kind of rows, a target of other values, a budget: what is known, and no more.
SELECT (e).log_loss > 0 AS log_loss, (e).auc FROM (SELECT aer_evaluate(m, x, yes) AS e FROM asked WHERE target = 'yes' AND yes) s;
SELECT (e).log_loss, (e).brier, (e).auc FROM (SELECT aer_evaluate(m, x, y + (i = 800)::int) AS e FROM asked WHERE target = 'one') s;
SELECT (e).log_loss, (e).brier, (e).auc FROM (SELECT aer_evaluate(m, x, yes, 3) AS e FROM asked WHERE target = 'yes') s;
SELECT (e).auc = (SELECT (of_boolean).auc FROM judged WHERE target = 'yes') AS budget_of_all FROM (SELECT aer_evaluate(m, x, yes, 6) AS e FROM asked WHERE target = 'yes') s;
-- Ties count a half.
SELECT (aer_evaluate(m, ARRAY[i / 2, 0, 0, 0, 0, 0]::float8[], i IN (3, 5))).auc FROM fits, generate_series(1, 6) i WHERE target = 'yes';
-- In groups, empty, and in a window frame, where it is asked again and again.
SELECT count(*) FROM (SELECT aer_evaluate(m, x, yes) AS e FROM asked WHERE target = 'yes' GROUP BY i % 100) s WHERE (e).auc BETWEEN 0 AND 1;
SELECT aer_evaluate(m, x, yes) FROM asked WHERE false;
SELECT count(DISTINCT (e).auc) > 20 AS running, max((e).auc) <= 1 AS right FROM (SELECT aer_evaluate(m, x, yes) OVER (ORDER BY i) AS e FROM asked WHERE target = 'yes' LIMIT 60) s;
-- Beyond a million rows: from bins, near what a small part says exactly.
SELECT (e).rows, abs((e).auc - p.auc) < 1e-4 AS near
FROM (SELECT aer_evaluate(m, x, yes) AS e FROM asked, generate_series(1, 1300) WHERE target = 'yes') s, pairs p WHERE target = 'yes';

-- States that somebody made up: refused, or a number, never a crash.
CREATE AGGREGATE pg_temp.too_many(aer_model, anyarray, anycompatiblenonarray)
	(SFUNC = _aer_evaluate_array_transition, STYPE = float8[], INITCOND = '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1000000,0.5,1,0}', FINALFUNC = _aer_evaluate_final);
SELECT pg_temp.too_many(m, x, yes) FROM asked WHERE target = 'yes';
CREATE AGGREGATE pg_temp.other_room(aer_model, anyarray, anycompatiblenonarray)
	(SFUNC = _aer_evaluate_array_transition, STYPE = float8[], INITCOND = '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,7,1,0.5,1,0}', FINALFUNC = _aer_evaluate_final);
SELECT pg_temp.other_room(m, x, yes) FROM asked WHERE target = 'yes';
CREATE AGGREGATE pg_temp.not_a_number(aer_model, anyarray, anycompatiblenonarray)
	(SFUNC = _aer_evaluate_array_transition, STYPE = float8[], INITCOND = '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,NaN,NaN,-Infinity}', FINALFUNC = _aer_evaluate_final);
SELECT (e).rows FROM (SELECT pg_temp.not_a_number(m, x, yes) AS e FROM asked WHERE target = 'yes') s;

-- All folds' rows together, of every learner.
SELECT learner->>'learner' AS learner, auc > 0.9 AND auc < 1 AS good
FROM aer_compare('SELECT x AS features, yes AS target, i AS key FROM points', ARRAY[aer_design(budget => 3), aer_pegasos()], folds => 3) ORDER BY 1;
SELECT learner->>'learner' AS learner, auc IS NULL AS unknown
FROM aer_compare('SELECT x AS features, x[1] AS target, i AS key FROM points', ARRAY[aer_design(budget => 3), aer_ridge()], folds => 3) ORDER BY 1;

-- Predicted against observed.
CREATE TEMP TABLE said AS SELECT i, yes, aer_probability(m, x) AS p FROM asked WHERE target = 'yes';
SELECT count(*) AS bins, bool_and(b.rows = h.n AND abs(b.predicted - h.predicted) < 1e-12 AND abs(b.observed - h.observed) < 1e-12 AND abs(b.se - h.se) < 1e-12
	AND b.low = h.bin / 10.0::float8 AND abs(b.high - b.low - 0.1) < 1e-12) AS as_by_hand
FROM (SELECT aer_calibration(p, yes) AS c FROM said) s, unnest(c) b
	JOIN (SELECT least(floor(p * 10), 9) AS bin, count(*) AS n, avg(p) AS predicted, avg(yes::int) AS observed, sqrt(sum(p * (1 - p))) / count(*) AS se FROM said GROUP BY 1) h
	ON abs(b.low - h.bin / 10) < 1e-9;
SELECT b.low, b.high, b.rows, b.predicted, b.observed, round(b.se::numeric, 3) AS se FROM (SELECT aer_calibration(p, y, 4) AS c FROM (VALUES (0, false), (0.1, true), (0.25, true), (1, true), (NULL, true), (0.5, NULL)) v(p, y)) s, unnest(c) b;
SELECT aer_calibration(p, y) FROM (VALUES (0.5, NULL::boolean)) v(p, y);
SELECT aer_calibration(1.5, true);
SELECT aer_calibration('NaN', true);
SELECT aer_calibration(0.5, true, 0);
SELECT aer_calibration(0.5, true, NULL);
SELECT aer_calibration(p, yes, (2 + i % 2)::int) FROM said;
SELECT aer_calibration(p, yes ORDER BY i, 5) FROM said;
SELECT _aer_calibration_final('{1,2,3}');
SELECT _aer_calibration_final('{1,2,3,NULL}');
SET client_min_messages = notice;
CREATE AGGREGATE pg_temp.odd_calibration(float8, boolean) (SFUNC = _aer_calibration_transition, STYPE = float8[], INITCOND = '{1,2,3}');
SELECT pg_temp.odd_calibration(p, yes) FROM said;
CREATE AGGREGATE pg_temp.of_states(float8[]) (SFUNC = _aer_calibration_combine, STYPE = float8[]);
SELECT pg_temp.of_states(s) FROM (VALUES ('{1,2,3,4}'::float8[]), ('{1,2,3,4,5,6,7,8}')) v(s);
SET client_min_messages = error;

-- A link fitted: no line near it has a smaller loss (Platt's, with targets held off
-- 0 and 1), whatever the coding and the kind of model.
CREATE TEMP TABLE calibrated AS
SELECT target, aer_calibrate(m, aer_score(m, x), high) AS m FROM asked WHERE target <> 'stream one' AND i <= 1100 GROUP BY target, m
UNION ALL SELECT target, aer_calibrate(m, aer_score(m, x), y) FROM asked WHERE target = 'stream one' AND i <= 1100 GROUP BY target, m;
CREATE TEMP TABLE losses AS
SELECT target, ds, dz, sum(CASE WHEN high THEN -t * lp - (1 - t) * lq ELSE -u * lp - (1 - u) * lq END) AS loss
FROM (SELECT target, ds, dz, a.high, -ln(1 + exp(-z)) AS lp, -ln(1 + exp(z)) AS lq, (n1 + 1.0) / (n1 + 2) AS t, 1.0 / (n - n1 + 2) AS u
	  FROM scored a JOIN (SELECT target, s.* FROM calibrated, aer_summary(m) s) c USING (target)
		JOIN (SELECT target, count(*) AS n, sum(high::int) AS n1 FROM scored WHERE i <= 1100 GROUP BY 1) k USING (target),
		generate_series(-1, 1) ds, generate_series(-1, 1) dz, LATERAL (SELECT link_offset + 0.02 * dz + link_slope * (1 + 0.02 * ds) * s AS z) l
	  WHERE i <= 1100) q GROUP BY 1, 2, 3;
SELECT target, bool_and(loss > least) AS least
FROM losses JOIN (SELECT target, loss AS least FROM losses WHERE ds = 0 AND dz = 0) l USING (target) WHERE ds <> 0 OR dz <> 0 GROUP BY 1 ORDER BY 1;
SELECT target, s.target_min, s.target_max, m::jsonb->'two_valued' AS two_valued, s.expected_mse, s.continuable, m::text::aer_model = m AS carried FROM calibrated, aer_summary(m) s ORDER BY 1;
-- On rows that were not used: probabilities now exist, are right within three errors, and
-- those of the rare class lose less than before.
SELECT target, bool_and(abs(b.observed - b.predicted) < 3.5 * b.se) AS right
FROM (SELECT target, aer_calibration(aer_probability(c.m, x), high, 4) AS bins FROM calibrated c JOIN asked a USING (target) WHERE i > 1100 GROUP BY 1) s, unnest(bins) b
WHERE b.rows > 20 GROUP BY 1 ORDER BY 1;
SELECT target, sum((e).log_loss * s) < 0 AS better
FROM (SELECT target, aer_evaluate(a.m, x, y) AS e, -1 AS s FROM asked a WHERE i > 1100 AND target = 'rare' GROUP BY 1
	  UNION ALL SELECT target, aer_evaluate(c.m, x, y), 1 FROM calibrated c JOIN asked a USING (target) WHERE i > 1100 AND target = 'rare' GROUP BY 1) q GROUP BY 1;
SELECT target, abs((aer_evaluate(a.m, x, yes)).auc - (aer_evaluate(c.m, x, yes)).auc) < 1e-12 AS same_order FROM calibrated c JOIN asked a USING (target) WHERE target IN ('yes', 'stream') GROUP BY 1 ORDER BY 1;
-- aer_predict is the expected target now; going on to learn drops the link.
SELECT target, max(abs(aer_predict(m, x) - (target_min + (target_max - target_min) / (1 + exp(-link_offset - link_slope * aer_score(m, x)))))) < 1e-9 AS expected
FROM calibrated, aer_summary(m) s, learned GROUP BY 1 ORDER BY 1;
SELECT s.rows, s.link_slope, s.target_min FROM (SELECT aer_continue(x, yes, m ORDER BY i) AS m FROM calibrated, learned WHERE target = 'stream') c, aer_summary(m) s;
-- Rows that lack a score or a target are left out.
SELECT aer_calibrate(m, CASE WHEN i % 3 > 0 THEN s END, CASE WHEN i % 3 < 2 THEN yes END) = aer_calibrate(m, s, yes) FILTER (WHERE i % 3 = 1) AS left_out
FROM (SELECT m, i, yes, aer_score(m, x) AS s FROM asked WHERE target = 'yes') a GROUP BY m;
-- Scores that say nothing give the share.
SELECT round(aer_probability(m, '{1,2,3,4,5,6}'::float8[])::numeric, 2) FROM (SELECT aer_calibrate(m, 0, i % 4 = 0) AS m FROM fits, generate_series(1, 1000) i WHERE target = 'yes' GROUP BY m) c;

-- Refused.
SELECT aer_calibrate(m, aer_score(m, x), yes) FROM asked WHERE target = 'yes' AND i < 750 GROUP BY m;
SELECT aer_calibrate(m, aer_score(m, x), yes) IS NOT NULL AS enough FROM asked WHERE target = 'yes' AND i <= 750 GROUP BY m;
SELECT aer_calibrate(m, aer_score(m, x), true) FROM asked WHERE target = 'yes' GROUP BY m;
SELECT aer_calibrate(m, aer_score(m, x), i % 3) FROM asked WHERE target = 'stream one' GROUP BY m;
SELECT aer_calibrate(m, aer_score(m, x), one + 1) FROM asked JOIN (SELECT i, one FROM points) p USING (i) WHERE target = 'yes' GROUP BY m;
SELECT aer_calibrate(m, aer_score(m, x), yes) FROM asked WHERE target = 'stream one' GROUP BY m;
SELECT aer_calibrate(m, aer_score(m, x), 2 * yes::int - 1) FROM asked WHERE target = 'stream' GROUP BY m;
SELECT aer_calibrate(m, 'Infinity', yes) FROM asked WHERE target = 'yes' GROUP BY m;
SELECT aer_calibrate(m, 1, 'NaN'::float8) FROM asked WHERE target = 'yes' GROUP BY m;
SELECT aer_calibrate(m, (i % 7 - 3) * 1e300, yes) FROM asked WHERE target = 'yes' GROUP BY m;
SELECT aer_calibrate(NULL, 1, yes) FROM asked;
SELECT aer_calibrate(f.m, 1, yes) FROM fits f, learned WHERE target IN ('yes', 'one');
SELECT aer_calibrate(m, aer_score(m, x), yes) FROM learned, (SELECT aer_fit_ridge(aer_moments(x, x[1], aer_design(budget => 3), i)) AS m FROM points) f GROUP BY m;
SELECT aer_calibrate(m, 1, yes) FROM asked WHERE false;

-- exactly in the middle: the lower value, as aer_class says
CREATE TABLE halves AS SELECT i AS id, i % 2 = 0 AS yes, i % 2 AS number, CASE i % 2 WHEN 0 THEN 'p' ELSE 'q' END AS word, i / 2 % 3 AS a FROM generate_series(1, 240) i;
SELECT (aer_evaluate(of_yes, h, 'yes')).error_rate AS yes, (aer_evaluate(of_number, h, 'number')).error_rate AS number, (aer_evaluate(of_word, h, 'word')).error_rate AS word, aer_confusion(of_word, h, 'word')
FROM halves h, (SELECT aer_train(h, 'yes', aer_design(include => '{a}'), id) AS of_yes, aer_train(h, 'number', aer_design(include => '{a}'), id) AS of_number, aer_train(h, 'word', aer_design(include => '{a}'), id) AS of_word FROM halves h) m;
DROP TABLE halves;
