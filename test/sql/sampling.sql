--
-- Second moments, and what drawing by them saves
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

-- Attributes 0 or 1, whose means fall as i^alpha, scaled into the unit ball; weights of -1 and 1.
CREATE FUNCTION pg_temp.simulate(rows int, alpha float8, attributes int, seed float8) RETURNS TABLE (id int, features int[], target float8) LANGUAGE plpgsql AS $$
DECLARE
	mean float8[] := ARRAY(SELECT i ^ alpha / sqrt(sum(i ^ (2 * alpha)) OVER ()) FROM generate_series(1, attributes) i ORDER BY i);
BEGIN
	PERFORM setseed(seed);
	FOR id IN 1 .. rows LOOP
		features := ARRAY(SELECT (random() < m)::int FROM unnest(mean) WITH ORDINALITY u(m, i) ORDER BY i);
		target := (SELECT sum(CASE i % 3 WHEN 0 THEN -x ELSE x END) FROM unnest(features) WITH ORDINALITY u(x, i));
		RETURN QUERY SELECT id, features, target;
	END LOOP;
END $$;

-- The shares that the paper states for d = 500; draws that are as good as reading
-- everything, by their definition: the paper's norms over the mean square of a row and of
-- the largest attribute, whatever the unit.
SELECT alpha, learner, round(share::numeric, 4) AS share, draws,
	draws = round(CASE learner WHEN 'ridge' THEN roots * roots / total ELSE total / largest END) AS by_definition
FROM (VALUES (0), (-0.5), (-1), (-2)) a(alpha),
	LATERAL (SELECT sum(sqrt(7 * i ^ alpha)), sum(7 * i ^ alpha), max(7 * i ^ alpha), array_agg(7 * i ^ alpha) FROM generate_series(1, 500) i) t(roots, total, largest, moments),
	aer_sampling(moments) ORDER BY alpha DESC, learner DESC;

-- Second moments from moments: about the mean, or about 0; from a few looks
-- nearly.
CREATE TEMP TABLE simulated AS SELECT * FROM pg_temp.simulate(3000, -1, 40, 0.1);
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

-- The purpose: the lower the share, the more is gained by drawing by second moments.
-- Errors of the uniform learner divided by those of the other, means of 4 data sets.
CREATE TEMP TABLE trials AS
SELECT alpha, seed, s.* FROM (VALUES (0), (-2)) a(alpha), generate_series(1, 4) seed, pg_temp.simulate(3500, alpha, 200, seed / 8.0) s;
SET client_min_messages = error;	-- the uniform learner may be worse than the mean
CREATE TEMP TABLE gains AS
SELECT alpha, avg((aer_evaluate_uniform).mse / (aer_evaluate_moments).mse) AS gain
FROM (SELECT alpha, seed, aer_evaluate(m[1], features, target), aer_evaluate(m[2], features, target)
	  FROM (SELECT alpha, seed, ARRAY[
			aer_train(features, target, aer_ridge(budget => 5, radius => 15, rows => 3000) ORDER BY id),
			aer_train(features, target, aer_ridge(budget => 5, radius => 15, rows => 3000, second_moments => ARRAY(SELECT i ^ alpha::float8 FROM generate_series(1, 200) i ORDER BY i)) ORDER BY id)] AS m
			FROM trials WHERE id <= 3000 GROUP BY alpha, seed) t JOIN trials USING (alpha, seed) WHERE id > 3000
	  GROUP BY alpha, seed) s(alpha, seed, aer_evaluate_uniform, aer_evaluate_moments)
GROUP BY alpha;
RESET client_min_messages;
SELECT l.gain > 1.2 AS gained, l.gain > h.gain AS grows FROM gains l, gains h WHERE l.alpha = -2 AND h.alpha = 0;

-- Refused.
SELECT * FROM aer_sampling('{}');
SELECT * FROM aer_sampling('{{1,2},{3,4}}');
SELECT * FROM aer_sampling('{1,NULL}');
SELECT * FROM aer_sampling('{1,-1}');
SELECT * FROM aer_sampling('{1,Infinity}');
SELECT * FROM aer_sampling('{0,0}');
SELECT * FROM aer_sampling('{1e308,1e308,1e-320,0}');
SELECT * FROM aer_sampling(NULL);
SELECT aer_second_moments(NULL);
