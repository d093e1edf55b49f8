--
-- Feature multi-selection: repeats, path, fit, against the formulas in SQL
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE FUNCTION pg_temp.noise(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (hashint8extended(i, j) & 1048575) / 524288.0::float8 - 1';

-- Objects with two latent values; four attributes, of which "vague" needs many
-- judgments, "exact" one, and "idle" is of no use.  Numbers of judgments differ.
-- (No estimate of an outer variance is negative: nothing has to be raised.)
CREATE TEMP TABLE object AS
	SELECT o, pg_temp.noise(o, 1) AS z1, pg_temp.noise(o, 2) AS z2, 3 + 2 * pg_temp.noise(o, 1) - pg_temp.noise(o, 2) + pg_temp.noise(o, 3) / 2 AS y
	FROM generate_series(1, 400) o;
CREATE TEMP TABLE raw AS
	SELECT o, y, name, 100 + CASE name WHEN 'vague' THEN z1 + 2 * pg_temp.noise(o, 10 + k)
		WHEN 'exact' THEN z2 + 0.1 * pg_temp.noise(o, 20 + k)
		WHEN 'idle' THEN pg_temp.noise(o, 5) + pg_temp.noise(o, 30 + k)
		ELSE z1 + z2 + 3 * pg_temp.noise(o, 40 + k) END AS v
	FROM object, unnest('{vague,exact,idle,mixed}'::text[]) name, generate_series(1, 4) k
	WHERE k <= 2 + (o + length(name)) % 3;
CREATE TEMP TABLE judged AS
	SELECT o, y, aer_judgments(name, v) AS j FROM raw GROUP BY o, y ORDER BY o;
CREATE TEMP TABLE moments AS
	SELECT aer_judgment_moments(j, y, '{vague,exact,idle,mixed}'::text[]) AS m FROM judged;

-- b, v, s2 and the share of v in the mean judgments, by their definitions.
CREATE TEMP TABLE estimate AS
	SELECT name, covar_pop(mean, y) AS b, avg(variance) AS v, avg(variance / n) AS share, var_pop(mean) - avg(variance / n) AS s2
	FROM (SELECT o, y, name, avg(v) AS mean, var_samp(v) AS variance, count(*) AS n FROM raw GROUP BY o, y, name) s
	GROUP BY name;
CREATE TEMP TABLE covariance AS
	SELECT a.name AS a, b.name AS b, covar_pop(a.mean, b.mean) - CASE WHEN a.name = b.name THEN (SELECT share FROM estimate WHERE name = a.name) ELSE 0 END AS s
	FROM (SELECT o, name, avg(v) AS mean FROM raw GROUP BY o, name) a
		JOIN (SELECT o, name, avg(v) AS mean FROM raw GROUP BY o, name) b USING (o)
	GROUP BY a.name, b.name;

-- Scoring: the objective of its formula, and no better repeat vector.
SELECT name, repeats > 0 AS bought FROM moments, aer_repeats(m, 8, 'scoring') ORDER BY attribute;
SELECT abs(objective - (SELECT sum(b ^ 2 / (s2 + v / repeats)) FROM moments, aer_repeats(m, 8, 'scoring') JOIN estimate USING (name) WHERE repeats > 0)) < 1e-9 AS formula,
	abs(objective - (SELECT max(total) FROM (
		SELECT (SELECT sum(e.b ^ 2 / (e.s2 + e.v / r)) FROM unnest('{vague,exact,idle,mixed}'::text[], ARRAY[r1, r2, r3, 8 - r1 - r2 - r3]) t (name, r) JOIN estimate e USING (name) WHERE r > 0) AS total
		FROM generate_series(0, 8) r1, generate_series(0, 8) r2, generate_series(0, 8) r3 WHERE r1 + r2 + r3 <= 8) s)) < 1e-9 AS best
FROM moments, aer_repeat_path(m, 8, 'scoring') ORDER BY step DESC LIMIT 1;

-- Full: first steps by hand.  One attribute: b^2 / (s2 + v).  Then two
-- attributes, by the inverse of a 2 x 2 matrix, or another judgment of the same.
CREATE FUNCTION pg_temp.objective(p text, rp int, q text, rq int) RETURNS float8 LANGUAGE sql AS $$
	SELECT CASE WHEN p = q THEN x.b ^ 2 / (x.s2 + x.v / (rp + rq))
		ELSE (x.b ^ 2 * (y.s2 + y.v / rq) - 2 * x.b * y.b * c.s + y.b ^ 2 * (x.s2 + x.v / rp)) / ((x.s2 + x.v / rp) * (y.s2 + y.v / rq) - c.s ^ 2) END
	FROM estimate x, estimate y, covariance c WHERE x.name = p AND y.name = q AND c.a = p AND c.b = q $$;
WITH path AS (SELECT p.* FROM moments, aer_repeat_path(m, 2) p),
	first AS (SELECT name, b ^ 2 / (s2 + v) AS objective FROM estimate ORDER BY 2 DESC LIMIT 1),
	second AS (SELECT e.name, pg_temp.objective(f.name, 1, e.name, 1) AS objective FROM first f, estimate e ORDER BY 2 DESC LIMIT 1)
SELECT bool_and(name = wanted AND abs(objective - value) < 1e-9) AS right, count(*)
FROM path JOIN (SELECT 1 AS step, name AS wanted, objective AS value FROM first UNION ALL SELECT 2, * FROM second) s USING (step);

-- The methods: averages buys all judgments of an attribute at once (3 on
-- average here), copies no more than every object has (2).
SELECT method, array_agg(repeats ORDER BY attribute) AS repeats
FROM moments, unnest('{full,scoring,averages,copies}'::text[]) method, aer_repeats(m, 12, method)
GROUP BY method ORDER BY method;
SELECT bool_and(cost = step AND objective > before AND repeats = row_number) AS path
FROM (SELECT *, lag(objective, 1, 0) OVER (ORDER BY step) AS before, row_number() OVER (PARTITION BY attribute ORDER BY step)
	  FROM moments, aer_repeat_path(m, 30)) s;

-- Costs: the budget holds, and nothing that is affordable is left; a dear
-- attribute is bought less.
SELECT sum(repeats * cost) <= 20 AS within, bool_or(repeats = 0 AND name = 'exact') AS too_dear
FROM moments, aer_repeats(m, 20, costs => '{1,30,1,2.5}') JOIN unnest('{1,30,1,2.5}'::float8[]) WITH ORDINALITY c (cost, attribute) USING (attribute);
SELECT abs(max(cost) - 0.3) < 1e-9 AS cost, count(*) AS steps FROM moments, aer_repeat_path(m, 0.3, costs => '{0.1,0.1,0.1,0.1}');
-- the same by name, or by number where there are no names; in the fit, where
-- folds choose anew by them
CREATE TEMP TABLE unnamed AS
	SELECT aer_judgment_moments(j, y, 4) AS m FROM (SELECT o, y, aer_judgments(array_position('{vague,exact,idle,mixed}'::text[], name), v) AS j FROM raw GROUP BY o, y) s;
SELECT method, bool_and((a.attribute, a.repeats, a.cost, a.objective) = (b.attribute, b.repeats, b.cost, b.objective)) AS same, count(*) > 1 AS many
FROM moments, unnest('{full,scoring,averages,copies}'::text[]) method, aer_repeat_path(m, 20, method, '{1,30,0.7,2.5}') a
	FULL JOIN aer_repeat_path(m, 20, method, prices => '{"cost": {"mixed": 2.5, "idle": 0.7, "exact": 30, "vague": 1}}') b USING (step)
GROUP BY method ORDER BY method;
SELECT array_agg(a.repeats ORDER BY attribute) = array_agg(b.repeats ORDER BY attribute) AS same, bool_and(b.name IS NULL) AS unnamed
FROM moments, unnamed u, aer_repeats(moments.m, 20, costs => '{1,2,0.7,2.5}') a JOIN aer_repeats(u.m, 20, prices => '{"cost": {"1": 1, "2": 2, "3": 0.7, "4": 2.5}}') b USING (attribute);
SELECT (aer_summary(aer_fit_repeats(m, r, costs => '{1,5,1,2}'))).expected_mse = p.expected_mse AS same_forecast, p.learner::jsonb ->> 'chosen' AS chosen
FROM moments, (SELECT array_agg(repeats ORDER BY attribute) AS r FROM moments, aer_repeats(m, 12, costs => '{1,5,1,2}')) q,
	aer_summary(aer_fit_repeats(m, r, prices => '{"cost": {"vague": 1, "exact": 5, "idle": 1, "mixed": 2}}')) p;
-- what costs nothing comes first, as often as every object was judged (twice),
-- and the rest is bought for the whole budget; too little for anything else
SELECT method, array_agg(repeats ORDER BY attribute) AS repeats
FROM moments, unnest('{full,scoring,averages,copies}'::text[]) method, aer_repeats(m, 6, method, prices => '{"cost": {"vague": 1, "exact": 2, "idle": 3, "mixed": 0}}')
GROUP BY method ORDER BY method;
SELECT step, name, repeats, cost FROM moments, aer_repeat_path(m, 2, prices => '{"cost": {"vague": 1, "exact": 2, "idle": 3, "mixed": 0}}');
SELECT name, repeats FROM moments, aer_repeats(m, 0.5, costs => '{1,-0,3,4}') WHERE repeats > 0;
SELECT learner::jsonb ->> 'chosen' AS chosen FROM moments, aer_summary(aer_fit_repeats(m, '{0,2,0,0}', costs => '{1,0,3,4}'));

-- Fit: with 2 x 2, by hand.
SELECT bool_and(abs(w.weight - c.weight) < 1e-9) AS weights, count(*)
FROM moments, aer_weights(aer_fit_repeats(m, '{5,2,0,0}')) w
	JOIN (SELECT 'vague' AS name, (x.b * (y.s2 + y.v / 2) - y.b * c.s) / ((x.s2 + x.v / 5) * (y.s2 + y.v / 2) - c.s ^ 2) AS weight
		  FROM estimate x, estimate y, covariance c WHERE x.name = 'vague' AND y.name = 'exact' AND c.a = 'vague' AND c.b = 'exact'
		  UNION ALL SELECT 'idle', 0
		  UNION ALL SELECT '(intercept)', (SELECT avg(y) FROM judged) - sum(w.weight * e.mean)
		  FROM moments, aer_weights(aer_fit_repeats(m, '{5,2,0,0}')) w
			JOIN (SELECT name, avg(mean) AS mean FROM (SELECT o, name, avg(v) AS mean FROM raw GROUP BY o, name) s GROUP BY name) e USING (name)) c USING (name);
SELECT abs(a.weight) < abs(b.weight) AS ridge_shrinks
FROM moments, aer_weights(aer_fit_repeats(m, '{1,0,0,0}', 0.5)) a, aer_weights(aer_fit_repeats(m, '{1,0,0,0}')) b WHERE a.name = 'vague' AND b.name = 'vague';
SELECT learner, attributes, rows, skipped, continuable FROM moments, aer_summary(aer_fit_repeats(m, '{5,2,0,0}', 0.1));

-- Scores of judged objects, as means by hand; joined to them.
CREATE TEMP TABLE model AS SELECT aer_fit_repeats(m, '{3,3,0,3}') AS model FROM moments;
SELECT count(*), bool_and(abs(aer_predict(model, j) - by_hand) < 1e-9) AS same, avg((y - by_hand) ^ 2) < (SELECT var_pop(y) FROM judged) AS useful
FROM model, judged JOIN (
	SELECT o, (SELECT weight FROM model, aer_weights(model) WHERE attribute = 0) + sum(mean * weight) AS by_hand
	FROM (SELECT o, name, avg(v) AS mean FROM raw GROUP BY o, name) s JOIN (SELECT w.* FROM model, aer_weights(model) w) w USING (name)
	GROUP BY o) s USING (o);
SELECT aer_predict(model, (SELECT aer_judgments(name, v) FROM (VALUES ('vague', 100), ('new', 5)) t (name, v))) IS NULL AS not_judged,
	aer_predict(model, (SELECT aer_judgments(name, v) FROM (VALUES ('vague', 100), ('exact', 5)) t (name, v))) IS NULL AS judged
FROM (SELECT aer_fit_repeats(m, '{3,3,0,0}') AS model FROM moments) f;
-- a forecast has the error of objects that are judged as often as the repeats say
SELECT count(*), bool_and(f.prediction = aer_predict(model, j) AND f.sd = sqrt(expected_mse) AND f.probability IS NULL AND f.known = 3) AS same,
	max(abs((f.high - f.prediction) / f.sd - 1.6448536269514722)) < 1e-9 AS normal, max(abs(f.low + f.high - 2 * f.prediction)) < 1e-9 AS symmetric,
	avg((y BETWEEN f.low AND f.high)::int) BETWEEN 0.85 AND 0.95 AS covered
FROM model, judged, aer_summary(model), aer_forecast(model, j) f;
SELECT f.* FROM model, aer_forecast(model, (SELECT aer_judgments(name, v) FROM (VALUES ('vague', 100), ('new', 5)) t (name, v))) f;
SELECT count(*) FROM model, aer_forecast(model, NULL::aer_judgments);
SELECT aer_forecast(model, j, 1) FROM model, judged LIMIT 1;
-- a record may lack an attribute without judgments, but no other
SELECT aer_predict(model, record) = aer_predict(model, to_jsonb(record)) AS same, (aer_evaluate(model, record, 'y')).rows
FROM model, (SELECT 99 AS vague, 101 AS exact, 100 AS mixed, 2 AS y) record GROUP BY 1;
SELECT aer_predict(model, record) FROM model, (SELECT 99 AS vague, 101 AS exact, 100 AS idle) record;
-- the model has no means of its attributes
SELECT aer_importance(model) FROM model;
SELECT r.* FROM model, aer_report(model) r;
SELECT aer_page(model) ~ 'linear predictor on mean judgments' AS page FROM model;
SELECT aer_predict(aer_fit_repeats(m, '{3,3,0,0}'), (SELECT aer_judgments(1, 2))) FROM moments;

-- The forecast of the squared error: 40 samples of 40 objects with two judgments
-- of 12 attributes, of which the repeats are chosen; and 100 other objects of
-- each that are judged so often.  A ratio has a standard deviation of 0.3 from
-- sample to sample, so their mean a standard error of 0.05.  What the samples
-- project of themselves is far below.
CREATE TEMP TABLE many AS
	SELECT s, o, pg_temp.noise(s * 1000 + o, 1) AS z1, pg_temp.noise(s * 1000 + o, 2) AS z2, pg_temp.noise(s * 1000 + o, 3) AS z3
	FROM generate_series(1, 40) s, generate_series(1, 140) o;
CREATE FUNCTION pg_temp.ask(s int, o int, z1 float8, z2 float8, a bigint, k int) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE a % 2 WHEN 0 THEN z1 ELSE z2 END + a / 12.0 * pg_temp.noise(s * 1000 + o, 100 + a) + pg_temp.noise(s * 1000 + o, 1000 * k + a) $$;
CREATE TEMP TABLE chosen AS
	SELECT s, variance, moments, repeats, aer_fit_repeats(moments, repeats) AS model
	FROM (SELECT s, var_pop(y) AS variance, aer_judgment_moments(j, y, 12 ORDER BY o) AS moments
		  FROM (SELECT s, o, 2 * z1 - z2 + z3 AS y, aer_judgments(a::int, pg_temp.ask(s, o, z1, z2, a, k)) AS j
				FROM many, generate_series(1, 12) a, generate_series(1, 2) k WHERE o <= 40 GROUP BY s, o, z1, z2, z3) q
		  GROUP BY s) m,
		LATERAL (SELECT array_agg(repeats ORDER BY attribute) AS repeats FROM aer_repeats(moments, 12)) r;
CREATE TEMP TABLE met AS
	SELECT s, avg((aer_predict(model, j) - y) ^ 2) AS met
	FROM chosen JOIN (
		SELECT s, o, 2 * z1 - z2 + z3 AS y, aer_judgments(a::int, pg_temp.ask(s, o, z1, z2, a, k)) AS j
		FROM many JOIN chosen USING (s), unnest(repeats) WITH ORDINALITY r (r, a), generate_series(1, r) k
		WHERE o > 40 GROUP BY s, o, z1, z2, z3) q USING (s) GROUP BY s;
SELECT count(expected_mse), avg(expected_mse / met) BETWEEN 0.9 AND 1.15 AS forecast, avg(projected / met) < 0.75 AS projected_is_less,
	bool_and(learner->>'chosen' = 'full') AS chosen, avg(abs(expected_mse - met)) < 1.5 * avg(expected_se) AS error
FROM chosen JOIN met USING (s), aer_summary(model),
	LATERAL (SELECT variance - max(objective) AS projected FROM aer_repeat_path(moments, 12)) p;
-- more judgments never forecast a larger error, also if they cost differently
SELECT count(*) FILTER (WHERE mse > before) AS grows, count(before) > 150 AS many
FROM (SELECT expected_mse AS mse, lag(expected_mse) OVER (PARTITION BY s, costs ORDER BY budget) AS before
	  FROM chosen, (VALUES (NULL::float8[]), (array_fill(1, '{6}') || array_fill(2.5, '{6}'))) c (costs), unnest('{1,3,7,20}'::float8[]) budget,
		LATERAL (SELECT array_agg(repeats ORDER BY attribute) AS r FROM aer_repeats(moments, budget, costs => costs)) q,
		aer_summary(aer_fit_repeats(moments, r, costs => costs))
	  WHERE s <= 30) f;
-- repeats that were chosen are forecast with the choice: higher than if they
-- had been given
SELECT avg(c.expected_mse) > 1.1 * avg(g.expected_mse) AS higher, bool_and(g.learner->>'chosen' IS NULL) AS given
FROM chosen, aer_summary(model) c, aer_summary(aer_fit_repeats(moments, (SELECT array_agg(greatest(r, 1)) FROM unnest(repeats) r))) g;
SELECT method, learner->>'chosen' AS chosen
FROM moments, unnest('{full,scoring,averages,copies}'::text[]) method,
	aer_summary(aer_fit_repeats(m, (SELECT array_agg(repeats ORDER BY attribute) FROM aer_repeats(m, 12, method, '{1,5,1,2}')), costs => '{1,5,1,2}'));
-- parts of one object, merged, are dealt as the objects are
SELECT abs(a.expected_mse - b.expected_mse) < 1e-9 AS merged, abs(a.expected_se - b.expected_se) < 1e-9 AS error
FROM (SELECT aer_judgment_moments(j, y, '{vague,exact,idle,mixed}'::text[] ORDER BY o) AS m FROM judged) o, aer_summary(aer_fit_repeats(m, '{5,2,0,0}')) a,
	(SELECT aer_judgment_moments(m ORDER BY o) AS n FROM (SELECT o, aer_judgment_moments(j, y, '{vague,exact,idle,mixed}'::text[]) AS m FROM judged GROUP BY o) s) p,
	aer_summary(aer_fit_repeats(n, '{5,2,0,0}')) b;
-- too few objects, too few repeated judgments; no noise, nothing to forecast
SELECT n, expected_mse IS NULL AS no_forecast, expected_se IS NULL AS no_error
FROM generate_series(9, 10) n, LATERAL (SELECT aer_judgment_moments(j, y, '{vague,exact,idle,mixed}'::text[]) AS m FROM judged WHERE o <= n) s,
	aer_summary(aer_fit_repeats(m, '{5,2,0,0}'));
SELECT expected_mse, expected_se
FROM (SELECT aer_judgment_moments(j, 0.1, '{vague,exact}'::text[]) AS m FROM judged) s, aer_summary(aer_fit_repeats(m, '{5,2}'));

-- Bad input.
SELECT * FROM moments, aer_repeats(m, 0);
SELECT * FROM moments, aer_repeats(m, -1);
SELECT * FROM moments, aer_repeats(m, 'NaN');
SELECT * FROM moments, aer_repeats(m, 'Infinity');
SELECT * FROM moments, aer_repeats(m, 0.5);
SELECT * FROM moments, aer_repeats(m, 2, 'averages');
SELECT * FROM moments, aer_repeats(m, 3, 'Full');
SELECT * FROM moments, aer_repeats(m, 3, prices => '{"cost": {"vague": 1, "idle": 1}}');
SELECT aer_repeats(aer_judgment_moments(j, y, (SELECT array_agg('a' || a ORDER BY a) FROM generate_series(10, 22) a)), 3, prices => '{"cost": {"a15": 1}}')
FROM (SELECT o AS y, aer_judgments('a' || a, o * a) AS j FROM generate_series(1, 3) o, generate_series(10, 22) a, generate_series(1, 2) GROUP BY o) s;
SELECT count(*) FROM moments, aer_repeats(m, 3, prices => '{"cost": {"vague": 1, "exact": 1, "idle": 1, "mixed": 1, "more": 1}}');
SELECT * FROM moments, aer_repeats(m, 3, prices => '{"cost": {"vague": 1, "exact": 1, "idle": 1, "mixed": 1}, "panels": {"visit": {"fee": 1, "attributes": ["vague", "exact"]}}}');
SELECT * FROM moments, aer_repeats(m, 3, prices => '{"vague": 1}');
SELECT * FROM moments, aer_repeats(m, 3, prices => '{"cost": {"vague": -1, "exact": 1, "idle": 1, "mixed": 1}}');
SELECT * FROM unnamed, aer_repeats(m, 3, prices => '{"cost": {"vague": 1}}');
SELECT * FROM moments, aer_repeat_path(m, 3, costs => '{1,1,1,1}', prices => '{"cost": {"vague": 1}}');
SELECT aer_fit_repeats(m, '{1,2,3,4}', costs => '{1,1,1,1}', prices => '{"cost": {"vague": 1}}') FROM moments;
SELECT * FROM moments, aer_repeats(m, 3, costs => '{1,2,-1,1}');
SELECT * FROM moments, aer_repeats(m, 3, costs => '{1,2,Infinity,1}');
SELECT * FROM moments, aer_repeats(m, 3, costs => '{1,2,NULL,1}');
SELECT * FROM moments, aer_repeats(m, 3, costs => '{1,2}');
SELECT * FROM moments, aer_repeats(m, 3, costs => '{{1,2},{3,4}}');
SELECT count(*) FROM aer_repeats(NULL, 3);
SELECT count(*) FROM moments, aer_repeat_path(m, NULL);
SELECT aer_fit_repeats(m, '{1,2}') FROM moments;
SELECT aer_fit_repeats(m, '{1,2,3,-4}') FROM moments;
SELECT aer_fit_repeats(m, '{1,2,3,NULL}') FROM moments;
SELECT aer_fit_repeats(m, '{1,2,3,4}', -1) FROM moments;
SELECT aer_fit_repeats(m, '{1,2,3,4}', costs => '{1,2}') FROM moments;
SELECT aer_fit_repeats(m, '{1,2,3,4}', costs => '{1,-1,1,1}') FROM moments;
SELECT aer_fit_repeats(m, NULL) IS NULL AS of_null, aer_fit_repeats(NULL, '{1}') IS NULL AS of_no_moments, aer_fit_repeats(m, '{1,2,3,4}', NULL) IS NULL AS of_no_lambda FROM moments;
-- nothing bought: the mean
SELECT abs(w.weight - (SELECT avg(y) FROM judged)) < 1e-9 AS mean FROM moments, aer_weights(aer_fit_repeats(m, '{0,0,0,0}')) w WHERE attribute = 0;
-- an attribute that is judged once: an error, unless it is left out
CREATE TEMP TABLE once AS
	SELECT o, y, aer_judgments(name, v) AS j FROM (SELECT *, row_number() OVER (PARTITION BY o, name) AS k FROM raw) s WHERE name <> 'exact' OR k = 1 GROUP BY o, y;
SELECT r.* FROM (SELECT aer_judgment_moments(j, y, '{vague,exact}'::text[]) AS m FROM once) s, aer_repeats(m, 3) r;
SELECT r.* FROM (SELECT aer_judgment_moments(j, y, '{vague}'::text[]) AS m FROM once) s, aer_repeats(m, 3) r;
SELECT r.* FROM (SELECT aer_judgment_moments(NULL, y, '{vague}'::text[]) AS m FROM once) s, aer_repeats(m, 3) r;
-- constant attributes and labels: nothing is worth buying
SELECT r.* FROM (SELECT aer_judgment_moments(j, 0.1, '{vague,exact}'::text[]) AS m FROM judged) s, aer_repeats(m, 3) r;
SELECT r.* FROM (SELECT aer_judgment_moments((SELECT aer_judgments(a, 0.1) FROM (VALUES (1), (1), (2), (2)) t (a)), y, 2) AS m FROM judged) s, aer_repeats(m, 3) r;
-- fewer objects than attributes, a single object, a budget in the thousands
SELECT sum(repeats) FROM (SELECT aer_judgment_moments(j, y, '{vague,exact,idle,mixed}'::text[]) AS m FROM judged WHERE o <= 3) s, aer_repeats(m, 10) r;
SELECT sum(repeats) FROM (SELECT aer_judgment_moments(j, y, '{vague,exact,idle,mixed}'::text[]) AS m FROM judged WHERE o <= 1) s, aer_repeats(m, 10) r;
SELECT sum(repeats) FROM moments, aer_repeats(m, 5000);
