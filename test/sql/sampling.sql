--
-- Second moments, what drawing by them saves, and simulated data to show it
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

-- Any part of the data can be made again; other seeds give other data.
SELECT count(*) AS same FROM aer_simulate(50, -1, 20) a JOIN aer_simulate(80, -1, 20) b USING (id, features, target);
SELECT count(*) < 50 AS other FROM aer_simulate(50, -1, 20) a JOIN aer_simulate(50, -1, 20, seed => 2) b USING (id, features, target);

-- Means i^alpha in the unit ball, weights of size 1 that the targets tell.
SELECT count(*) AS off FROM (
	SELECT j, avg(v) AS mean, j ^ -0.5 / sqrt((SELECT sum(1.0::float8 / k) FROM generate_series(1, 30) k)) AS expected
	FROM aer_simulate(4000, -0.5, 30), unnest(features) WITH ORDINALITY u(v, j) GROUP BY j) s
WHERE abs(mean - expected) > 4.5 * sqrt(expected * (1 - expected) / 4000);
WITH m AS (SELECT aer_fit_ols(aer_moments(features, target)) AS model FROM aer_simulate(500, -0.5, 12))
SELECT count(*) FILTER (WHERE abs(abs(weight) - 1) < 1e-6) AS plus_minus_one, count(DISTINCT round(weight)) AS signs
FROM m, aer_weights(model) WHERE attribute > 0;
WITH m AS (SELECT aer_fit_ols(aer_moments(features, target)) AS model FROM aer_simulate(3000, -0.3, 60, sparse => true))
SELECT count(*) FILTER (WHERE abs(weight - round(weight)) < 1e-6) AS whole,
	count(*) FILTER (WHERE abs(weight) < 1e-6) BETWEEN 30 AND 54 AS mostly_zero
FROM m, aer_weights(model) WHERE attribute > 1;

-- The shares that the paper states for d = 500.
SELECT alpha, round(g.ridge::numeric, 2) AS ridge, round(l.lasso::numeric, 4) AS lasso
FROM (VALUES (0), (-0.5), (-1), (-2)) a(alpha),
	aer_sampling_gain(ARRAY(SELECT i ^ alpha FROM generate_series(1, 500) i)) g,
	aer_sampling_gain(ARRAY(SELECT i ^ alpha FROM generate_series(1, 500) i)) l ORDER BY alpha DESC;

-- Draws that are as good as reading everything, by their definition: the
-- paper's norms over the mean square of a row and of the largest attribute,
-- whatever the unit.
SELECT alpha, s.*, s.ridge = round(roots * roots / total) AND s.lasso = round(total / largest) AS by_definition
FROM (VALUES (0), (-0.5), (-1), (-2)) a(alpha),
	LATERAL (SELECT sum(sqrt(7 * i ^ alpha)), sum(7 * i ^ alpha), max(7 * i ^ alpha), array_agg(7 * i ^ alpha) FROM generate_series(1, 500) i) t(roots, total, largest, moments),
	aer_sampling_draws(moments) s ORDER BY alpha DESC;

-- Second moments from moments: about the mean, or about 0; from a few looks
-- nearly.
CREATE TEMP TABLE simulated AS SELECT * FROM aer_simulate(3000, -1, 40);
-- (The variance has the divisor n - 1.)
SELECT max(abs(centered - (mean - mean * mean) * 3000 / 2999)) < 1e-12 AS centered,
	max(abs(plain - mean)) < 1e-4 AS plain
FROM (SELECT aer_second_moments(m) AS c, aer_second_moments(m, centered => false) AS p
	  FROM (SELECT aer_moments(features, target) AS m FROM simulated) s) s,
	unnest(c, p) WITH ORDINALITY u(centered, plain, j)
	JOIN (SELECT j, avg(v)::float8 AS mean FROM simulated, unnest(features) WITH ORDINALITY u(v, j) GROUP BY j) t USING (j);
SELECT count(*) AS off FROM (
	SELECT aer_second_moments(aer_moments(features, target, aer_design(budget => 5), id), false) AS few FROM simulated) s,
	unnest(few) WITH ORDINALITY u(v, j)
	JOIN (SELECT j, avg(v)::float8 AS mean FROM simulated, unnest(features) WITH ORDINALITY u(v, j) GROUP BY j) t USING (j)
-- each was seen in about 1 row of 8
WHERE abs(v - mean) > 5 * sqrt(mean / 300);

-- What it is for: the lower the share, the more is gained by drawing by them.
-- Errors of the uniform learner over those of the other, mean of 4 data sets.
CREATE TEMP TABLE gains AS
SELECT alpha, avg((aer_evaluate_uniform).mse / (aer_evaluate_moments).mse) AS gain
FROM (SELECT alpha, seed, aer_evaluate(m[1], features, target), aer_evaluate(m[2], features, target)
	  FROM (VALUES (0), (-2)) a(alpha), generate_series(1, 4) seed,
		LATERAL (SELECT array_agg(i ^ alpha::float8 ORDER BY i) AS moments FROM generate_series(1, 200) i) z,
		LATERAL (SELECT aer_train_many(features, target, ARRAY[
			aer_ridge(budget => 5, radius => 15, rows => 3000),
			aer_ridge(budget => 5, radius => 15, rows => 3000, second_moments => moments)] ORDER BY id) AS m
			FROM aer_simulate(3000, alpha, 200, seed => seed)) t,
		aer_simulate(3500, alpha, 200, seed => seed) WHERE id > 3000
	  GROUP BY alpha, seed) s(alpha, seed, aer_evaluate_uniform, aer_evaluate_moments)
GROUP BY alpha;
SELECT l.gain > 1.2 AS gained, l.gain > h.gain AS grows FROM gains l, gains h WHERE l.alpha = -2 AND h.alpha = 0;

-- Refused.
SELECT * FROM aer_simulate(-1);
SELECT * FROM aer_simulate(5, 0.5);
SELECT * FROM aer_simulate(5, 'NaN');
SELECT * FROM aer_simulate(5, attributes => 0);
SELECT * FROM aer_simulate(NULL);
SELECT * FROM aer_sampling_gain('{}');
SELECT * FROM aer_sampling_gain('{{1,2},{3,4}}');
SELECT * FROM aer_sampling_gain('{1,NULL}');
SELECT * FROM aer_sampling_gain('{1,-1}');
SELECT * FROM aer_sampling_gain('{1,Infinity}');
SELECT * FROM aer_sampling_gain('{0,0}');
SELECT * FROM aer_sampling_draws('{}');
SELECT * FROM aer_sampling_draws('{1,-1}');
SELECT * FROM aer_sampling_draws('{0,0}');
SELECT * FROM aer_sampling_draws('{1e308,1e308,1e-320,0}');
SELECT * FROM aer_sampling_draws(NULL);
SELECT aer_second_moments(NULL);
