--
-- Streaming learners on raw rows: own units, steps that adapt, the length seen,
-- and the truth about models that are worse than the mean
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

-- Nearly normal numbers of mean 0 and deviation 1, the same everywhere.
CREATE FUNCTION pg_temp.z(i bigint, j bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
	AS 'SELECT (((h & 65535) + ((h >> 16) & 65535) + ((h >> 32) & 65535) + ((h >> 48) & 65535)) / 65536.0::float8 - 2) * sqrt(3)
		FROM hashint8extended(i, j) h';
CREATE TABLE raw AS
	SELECT i, z1 + 1e6 AS far, 1e6 * z2 AS large, 1e-6 * z3 AS small, exp(10 + 2 * z4) AS dollars, z5 ^ 3 AS heavy,
		z1 + 1e6 AS copy, 7 AS same, z6 > 0 AS flag, 1e9 + 50 * (z1 + z2 + z3 + z4 + z7) AS y, z8 AS noise, 3.5 AS constant
	FROM (SELECT i, pg_temp.z(i, 1) AS z1, pg_temp.z(i, 2) AS z2, pg_temp.z(i, 3) AS z3, pg_temp.z(i, 4) AS z4,
		pg_temp.z(i, 5) AS z5, pg_temp.z(i, 6) AS z6, pg_temp.z(i, 7) AS z7, pg_temp.z(i, 8) AS z8
		FROM generate_series(1, 6000) i) s;
CREATE TABLE learners(name text, learner jsonb);
INSERT INTO learners SELECT name || ' ' || target, learner || jsonb_build_object('seed', s, 'exclude', array_remove('{i,y,noise,constant}'::text[], target))
FROM (VALUES ('ridge', aer_ridge(budget => 3)), ('lasso', aer_lasso(budget => 3)), ('svr', aer_svr(budget => 4))) l(name, learner),
	generate_series(1, 5) s, unnest('{y,noise,constant}'::text[]) target;

-- By default never worse than the mean: what is explained is, and what is not
-- costs next to nothing.  No model is called worse; predictions stay in range.
CREATE TABLE models AS
SELECT name, target, m, s.* FROM (
	SELECT name, 'y' AS target, aer_train(r, 'y', learner ORDER BY i) AS m FROM raw r, learners WHERE i <= 4000 AND name LIKE '% y' GROUP BY name, learner
	UNION ALL SELECT name, 'noise', aer_train(r, 'noise', learner ORDER BY i) FROM raw r, learners WHERE i <= 4000 AND name LIKE '% noise' GROUP BY name, learner
	UNION ALL SELECT name, 'constant', aer_train(r, 'constant', learner ORDER BY i) FROM raw r, learners WHERE i <= 4000 AND name LIKE '% constant' GROUP BY name, learner) t,
	aer_summary(m) s;
SELECT name, count(*) AS models, CASE target
		WHEN 'y' THEN avg(r2) > CASE WHEN name LIKE 'svr%' THEN -0.02 ELSE 0.15 END
		WHEN 'noise' THEN avg(r2) > -0.02
		ELSE avg(mse) < 1e-20 END AS as_good, bool_or(worse_than_mean) AS worse,
	bool_and(reads <= 4000 * CASE WHEN name LIKE 'svr%' THEN 5 ELSE 3 END) AS within_budget
FROM models, LATERAL (
	SELECT 1 - avg((p - t) ^ 2) / nullif(var_pop(t), 0) AS r2, avg((p - t) ^ 2) AS mse
	FROM (SELECT aer_predict(m, r) AS p, CASE target WHEN 'y' THEN y WHEN 'noise' THEN noise ELSE constant END AS t
		FROM raw r WHERE i > 4000) e) e
GROUP BY name, target ORDER BY name;
SELECT bool_and(target_min = (SELECT min(y) FROM raw WHERE i <= 4000) AND target_max = (SELECT max(y) FROM raw WHERE i <= 4000)) AS range,
	bool_and(aer_predict(m, v) IN (target_min, target_max)) AS held, bool_or(aer_score(m, v) NOT BETWEEN target_min AND target_max) AS score_is_not
FROM models, (SELECT far * 1e3 AS far, large * 1e9 AS large, small, dollars, heavy, copy, same, flag FROM raw WHERE i = 1) v
WHERE name LIKE 'lasso y';

-- The progressive error is about that of the test, and stays in trimmed models.
SELECT bool_and(abs(s.progressive_mse - mse) < 5 * s.progressive_se + 0.1 * s.mse_of_mean) AS honest,
	bool_and(abs(s.mse_of_mean / v - 1) < 0.1) AS of_mean, bool_and(t.progressive_mse = s.progressive_mse) AS trimmed
FROM models s, aer_summary(aer_trim(m)) t, (SELECT var_pop(y) AS v FROM raw WHERE i > 4000) v, LATERAL (
	SELECT avg((aer_predict(m, r) - y) ^ 2) AS mse FROM raw r WHERE i > 4000) e
WHERE name = 'lasso y';

-- Text and binary keep every number.
SELECT bool_and(m::text::aer_model::text = m::text) AS text FROM models;


-- On arrays a learner is the papers', as if all of that was said.
CREATE TEMP TABLE arrays AS
	SELECT i, ARRAY[pg_temp.z(i, 1) / 4, pg_temp.z(i, 2) / 4, pg_temp.z(i, 3) / 4, pg_temp.z(i, 4) / 4] AS x, pg_temp.z(i, 1) / 4 AS y
	FROM generate_series(1, 1000) i;
SELECT l->>'learner' AS learner, aer_train(x, y, l ORDER BY i)::text =
	aer_train(x, y, l || '{"units": "common", "step_rule": "paper", "shrinkage": "none"}' ORDER BY i)::text AS papers,
	aer_train(x, y, l ORDER BY i)::text = aer_train(x, y, l || '{"units": "standardized"}' ORDER BY i)::text AS own,
	NOT aer_train(x, y, l ORDER BY i)::jsonb ? 'target_min' AS no_range
FROM arrays, unnest(ARRAY[aer_ridge(budget => 3), aer_ridge(), aer_lasso(budget => 3), aer_svr(budget => 4, radius => 1)]) l
GROUP BY l ORDER BY l;

-- In own units an array and a row say the same; two-phase sampling, which would
-- find that all second moments are 1, is uniform.
CREATE TEMP TABLE few AS SELECT i, far, large, small, heavy, y FROM raw WHERE i <= 900;
SELECT l->>'learner' AS learner, s.learner->>'sampling' AS sampling, s.learner->>'warmup_rows' AS warmup_rows,
	of_arrays::float8[] = of_rows::float8[] AS same
FROM (SELECT l, aer_train(r, 'y', l || '{"exclude": ["i"]}' ORDER BY i) AS of_rows,
		aer_train(ARRAY[far, large, small, heavy], y, l || '{"units": "standardized"}' ORDER BY i) AS of_arrays
	FROM few r, unnest(ARRAY[aer_ridge(budget => 3), aer_lasso(budget => 2),
		aer_ridge(budget => 3, sampling => 'two-phase', rows => 900, warmup_center => true)]) l GROUP BY l) t,
	aer_summary(of_rows) s ORDER BY l;

-- Going on within, at the end of and after the warm-up of 200 rows: to the bit.
CREATE TEMP TABLE some_learners AS SELECT l FROM unnest(ARRAY[aer_ridge(budget => 3, exclude => '{i}'),
	aer_lasso(budget => 2, exclude => '{i}'), aer_svr(budget => 4, exclude => '{i}'), aer_ridge(exclude => '{i}')]) l;
CREATE TEMP TABLE whole AS SELECT l, aer_train(r, 'y', l ORDER BY i) AS m FROM few r, some_learners GROUP BY l;
CREATE TEMP TABLE parts AS SELECT l, n, aer_train(r, 'y', l ORDER BY i) AS m
	FROM few r, some_learners, unnest('{1,100,199,200,201,250,500}'::int[]) n WHERE i <= n GROUP BY l, n;
SELECT count(*) AS splits, count(*) FILTER (WHERE whole.m::text <> rest.m::text) AS different
FROM parts JOIN whole USING (l), LATERAL (SELECT parts.m::text::aer_model AS m OFFSET 0) again,
	LATERAL (SELECT aer_continue(r, 'y', again.m ORDER BY i) AS m FROM few r WHERE i > n) rest;

-- The warm-up is announced, and within the budget: nothing else is looked at.
CREATE FUNCTION pg_temp.announced(l jsonb, OUT largest int, OUT model aer_model) LANGUAGE plpgsql AS $$
DECLARE
	r record;
	plan int[];
BEGIN
	largest := 0;
	FOR r IN SELECT i, ARRAY[far, large, small, heavy] AS x, y FROM few WHERE i <= 260 ORDER BY i LOOP
		IF model IS NULL THEN
			SELECT aer_train(r.x, r.y, l) INTO model;
		ELSE
			plan := ARRAY(SELECT attribute FROM aer_next(model));
			largest := greatest(largest, cardinality(plan));
			SELECT aer_continue(ARRAY(SELECT CASE WHEN j = ANY (plan) THEN r.x[j] END FROM generate_series(1, 4) j ORDER BY j), r.y, model) INTO model;
		END IF;
	END LOOP;
END $$;
SELECT l->>'learner' AS learner, largest, model::text = (SELECT aer_train(ARRAY[far, large, small, heavy], y, l ORDER BY i)::text FROM few WHERE i <= 260) AS same
FROM unnest(ARRAY[aer_ridge(budget => 2, units => 'standardized'), aer_lasso(budget => 3, units => 'standardized')]) l, pg_temp.announced(l);

-- Fewer rows than the warm-up: the mean.
SELECT n, m::float8[] = '{0,0,0,0}' AS no_weights, abs(aer_predict(m, ARRAY[1, 2, 3, 4]) / mean - 1) < 1e-12 AS mean
FROM (SELECT n, aer_train(ARRAY[far, large, small, heavy], y, aer_lasso(budget => 2, units => 'standardized') ORDER BY i) AS m, avg(y) AS mean
	FROM few, unnest('{1,2,20,200}'::int[]) n WHERE i <= n GROUP BY n) s ORDER BY n;

-- Options.
SELECT aer_ridge(units => 'standardized', scale => 2);
SELECT aer_lasso(units => 'standardized', center => '{"a": 1}'::jsonb);
SELECT aer_ridge(units => 'standardized', budget => 2, second_moments => ARRAY[1, 2]);
SELECT aer_ridge(units => 'mine');
SELECT aer_ridge(step_rule => 'fast');
SELECT aer_ridge(shrinkage => 'long');
SELECT aer_pegasos(units => 'standardized');
SELECT s.learner->>'units' AS units, s.learner->>'step_rule' AS step_rule, s.learner->>'shrinkage' AS shrinkage, s.learner->>'biased' AS biased
FROM unnest(ARRAY[aer_ridge(), aer_ridge(scale => 3), aer_ridge(units => 'common', shrinkage => 'progressive'),
	aer_lasso(step_rule => 'paper', shrinkage => 'none'), aer_svr(budget => 3)]) WITH ORDINALITY l(l, n),
	LATERAL (SELECT aer_train(r, 'y', l ORDER BY i) AS m FROM few r WHERE i <= 20) t, aer_summary(m) s ORDER BY n;

-- The WARNING: once for each call in a statement, however many groups; never in
-- windows or from comparisons.  The model keeps it.
\set VERBOSITY terse
CREATE TEMP TABLE bad AS
	SELECT g, aer_train(ARRAY[far, large], y, aer_ridge(budget => 2) ORDER BY i) AS m FROM few, generate_series(1, 3) g GROUP BY g;
SELECT bool_and(s.worse_than_mean) AS worse, bool_and(t.worse_than_mean) AS trimmed FROM bad, aer_summary(m) s, aer_summary(aer_trim(m)) t;
SELECT a IS NOT NULL AS a, b IS NOT NULL AS b FROM (SELECT aer_train(ARRAY[far], y, aer_lasso() ORDER BY i) AS a, aer_train(ARRAY[large], y, aer_lasso() ORDER BY i) AS b FROM few) s;
SELECT count(m) FROM (SELECT aer_train(ARRAY[far, large], y, aer_ridge(budget => 2)) OVER (ORDER BY i) AS m FROM few) s;
SELECT count(*) FROM aer_cross_validate('SELECT ARRAY[far, large] AS features, y AS target, i AS key FROM few', ARRAY[aer_ridge(budget => 2)], folds => 2);
SELECT m IS NOT NULL AS continued FROM (SELECT aer_continue(ARRAY[far, large], y, m ORDER BY i) AS m FROM few, bad WHERE g = 1) s;
\set VERBOSITY default
SELECT aer_train(ARRAY[i % 7, 1000 + i % 11], i % 2, aer_ridge(budget => 2, units => 'standardized', shrinkage => 'none', radius => 50, step => 3) ORDER BY i) IS NOT NULL AS trained FROM generate_series(1, 1000) i;
DROP TABLE raw, learners, models;
