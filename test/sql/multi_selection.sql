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
	SELECT o, y, aer_judgments(name, v) AS j FROM raw GROUP BY o, y;
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

-- Fit: with 2 x 2, by hand; the projected error is that of the objective.
SELECT bool_and(abs(w.weight - c.weight) < 1e-9) AS weights, count(*)
FROM moments, aer_weights(aer_fit_repeats(m, '{5,2,0,0}')) w
	JOIN (SELECT 'vague' AS name, (x.b * (y.s2 + y.v / 2) - y.b * c.s) / ((x.s2 + x.v / 5) * (y.s2 + y.v / 2) - c.s ^ 2) AS weight
		  FROM estimate x, estimate y, covariance c WHERE x.name = 'vague' AND y.name = 'exact' AND c.a = 'vague' AND c.b = 'exact'
		  UNION ALL SELECT 'idle', 0
		  UNION ALL SELECT '(intercept)', (SELECT avg(y) FROM judged) - sum(w.weight * e.mean)
		  FROM moments, aer_weights(aer_fit_repeats(m, '{5,2,0,0}')) w
			JOIN (SELECT name, avg(mean) AS mean FROM (SELECT o, name, avg(v) AS mean FROM raw GROUP BY o, name) s GROUP BY name) e USING (name)) c USING (name);
SELECT abs((SELECT var_pop(y) FROM judged) - pg_temp.objective('vague', 5, 'exact', 2) - expected_mse) < 1e-9 AS projected
FROM moments, aer_summary(aer_fit_repeats(m, '{5,2,0,0}'));
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
SELECT aer_predict(aer_fit_repeats(m, '{3,3,0,0}'), (SELECT aer_judgments(1, 2))) FROM moments;

-- Bad input.
SELECT * FROM moments, aer_repeats(m, 0);
SELECT * FROM moments, aer_repeats(m, -1);
SELECT * FROM moments, aer_repeats(m, 'NaN');
SELECT * FROM moments, aer_repeats(m, 'Infinity');
SELECT * FROM moments, aer_repeats(m, 0.5);
SELECT * FROM moments, aer_repeats(m, 2, 'averages');
SELECT * FROM moments, aer_repeats(m, 3, 'Full');
SELECT * FROM moments, aer_repeats(m, 3, costs => '{1,2,0,1}');
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
SELECT aer_fit_repeats(m, NULL) IS NULL AS of_null FROM moments;
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
