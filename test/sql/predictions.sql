-- The prediction of a model is the expected target. For models from moments it
-- stays in the range of the targets, and of two-valued targets it goes through a
-- link; aer_score is linear, aer_probability a probability.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;

-- A number, two values of several codings, three values, a rare class.
CREATE TEMP TABLE points AS
SELECT i, x, y, y > 0 AS yes, CASE WHEN y > 0 THEN 1 ELSE 0 END AS one, CASE WHEN y > 0 THEN -3.5 ELSE 20 END AS coded,
	CASE WHEN y > 1 THEN 2 WHEN y > 0 THEN 1 ELSE 0 END AS three, CASE WHEN y > 4.5 THEN 1 ELSE 0 END AS rare
FROM (SELECT i, x, 2 * x[1] - x[2] + x[3] + 0.5 * x[4] + noise AS y
	  FROM (SELECT i, array_agg(2 * sqrt(3) * (hashint8extended(j, i)::float8 / 2 ^ 63 / 2) ORDER BY j) AS x, hashint8extended(99, i)::float8 / 2 ^ 63 * 1.5 AS noise
			FROM generate_series(1, 1200) i, generate_series(1, 6) j GROUP BY i) r) s;
CREATE TEMP VIEW designs AS SELECT * FROM (VALUES ('budget', aer_design(budget => 3)), ('all', aer_design()), ('one fold', aer_design(budget => 3, folds => 1))) v(design, d);
CREATE TEMP TABLE fits AS
SELECT design, target, m, aer_fit_ridge(m) AS ridge, aer_fit_lasso(m) AS lasso, aer_fit_ridge(m, radius => 1) AS ball
FROM designs, LATERAL (
	SELECT 'y' AS target, aer_moments(x, y, d, i ORDER BY i) AS m FROM points
	UNION ALL SELECT 'yes', aer_moments(x, yes, d, i ORDER BY i) FROM points
	UNION ALL SELECT 'one', aer_moments(x, one, d, i ORDER BY i) FROM points
	UNION ALL SELECT 'coded', aer_moments(x, coded, d, i ORDER BY i) FROM points
	UNION ALL SELECT 'three', aer_moments(x, three, d, i ORDER BY i) FROM points
	UNION ALL SELECT 'rare', aer_moments(x, rare, d, i ORDER BY i) FROM points) t;

-- Range and link, by the targets alone: whatever their coding and the learner's
-- units. A link needs folds, ridge, and a fifth of the rows of either value.
SELECT target, target_min::numeric, target_max::numeric, m::jsonb->'two_valued' AS two_valued, string_agg(DISTINCT design || ' ' || f.fit, ', ') FILTER (WHERE link_slope IS NOT NULL) AS linked,
	bool_and((link_slope IS NULL) = (link_offset IS NULL)) AS both
FROM (SELECT design, target, 'ridge' AS fit, ridge AS m FROM fits UNION ALL SELECT design, target, 'lasso', lasso FROM fits UNION ALL SELECT design, target, 'ball', ball FROM fits) f,
	aer_summary(m)
WHERE target <> 'y' GROUP BY 1, 2, 3, 4 ORDER BY 1;
SELECT bool_and(s.target_min = t.low AND s.target_max = t.high AND s.link_slope IS NULL) AS range
FROM fits, aer_summary(ridge) s, (SELECT min(y) AS low, max(y) AS high FROM points) t WHERE target = 'y';

-- The score is what aer_weights describes, the prediction the clamp or the link of it.
CREATE TEMP TABLE said AS
SELECT design, target, i, x, aer_score(m, x) AS score, aer_predict(m, x) AS prediction, m, s.*
FROM (SELECT design, target, ridge AS m FROM fits UNION ALL SELECT design || ' lasso', target, lasso FROM fits) f, aer_summary(m) s, points WHERE i <= 400;
ANALYZE said;
SELECT max(abs(score - w)) < 1e-12 AS linear
FROM (SELECT design, target, x, score, m FROM said WHERE i <= 20) s,
	LATERAL (SELECT sum(weight * CASE attribute WHEN 0 THEN 1 ELSE x[attribute] END) AS w FROM aer_weights(m)) w;
SELECT target, max(abs(prediction - CASE WHEN link_slope IS NULL THEN least(greatest(score, target_min), target_max)
		ELSE target_min + (target_max - target_min) / (1 + exp(-(link_offset + link_slope * score))) END)) < 1e-12 AS as_said,
	bool_and(prediction BETWEEN target_min AND target_max) AS within, bool_or(score NOT BETWEEN target_min AND target_max) AS score_beyond
FROM said GROUP BY 1 ORDER BY 1;
-- Codings do not matter: +-1, 0 and 1, 20 and -3.5 (the other way round).
SELECT a.design, max(abs((a.prediction + 1) / 2 - b.prediction)) < 1e-9 AS zero_one, max(abs((20 - c.prediction) / 23.5 - b.prediction)) < 1e-9 AS coded
FROM said a JOIN said b USING (design, i) JOIN said c USING (design, i)
WHERE a.target = 'yes' AND b.target = 'one' AND c.target = 'coded' GROUP BY 1 ORDER BY 1;

-- Probabilities: of the higher value, never quite sure.
SELECT design, target, max(abs(p - greatest(least((prediction - target_min) / (target_max - target_min), 1 - 1 / (rows + 2.0)), 1 / (rows + 2.0)))) < 1e-12 AS as_said,
	min(p) >= 1 / 1202.0 AND max(p) <= 1201 / 1202.0 AS unsure
FROM said, aer_probability(m, x) p WHERE target IN ('yes', 'one', 'coded', 'rare') AND i <= 100 GROUP BY 1, 2 ORDER BY 1, 2;
-- With a link they are calibrated: in each of five parts the share is the predicted one.
SELECT target, design, max(abs(said - was)) < 0.12 AS honest
FROM (SELECT target, design, fifth, avg(p) AS said, avg((one = CASE target WHEN 'coded' THEN 0 ELSE 1 END)::int) AS was
	  FROM (SELECT s.*, one, p, ntile(5) OVER (PARTITION BY target, design ORDER BY p) AS fifth
			FROM said s JOIN points USING (i), aer_probability(m, s.x) p WHERE s.target IN ('one', 'coded') AND design IN ('budget', 'all')) q
	  GROUP BY 1, 2, 3) f GROUP BY 1, 2 ORDER BY 1, 2;
SELECT aer_probability(ridge, x) FROM fits, points WHERE target = 'three' AND i = 1 LIMIT 1;
SELECT aer_probability(ridge, x) FROM fits, points WHERE target = 'y' AND i = 1 LIMIT 1;
SELECT aer_probability((SELECT aer_train(x, yes, aer_ridge() ORDER BY i) FROM points), '{1,2,3,4,5,6}'::float8[]);
-- Large features predict an end of the range; NaN and infinity are errors.
SELECT target, aer_predict(ridge, large) = s.target_max OR aer_predict(ridge, large) = s.target_min AS ends
FROM fits, aer_summary(ridge) s, (SELECT ARRAY[1e300,0,0,0,0,0] AS large) v
WHERE design = 'budget' AND target IN ('y', 'yes') ORDER BY 1;

SELECT aer_predict(ridge, ARRAY['NaN',1,1,1,1,1]::float8[]) FROM fits WHERE design = 'budget' AND target = 'y';
SELECT aer_score(ridge, ARRAY[1,'Infinity',1,1,1,1]::float4[]) FROM fits WHERE design = 'budget' AND target = 'y';
SELECT aer_probability(ridge, ARRAY['NaN',1,1,1,1,1]::float8[]) FROM fits WHERE design = 'budget' AND target = 'yes';
SELECT aer_probability(ridge, ARRAY[1,'-Infinity',1,1,1,1]::float8[]) FROM fits WHERE design = 'budget' AND target = 'yes';
SELECT aer_probability(ridge, ARRAY[1e308,-1e308,1e308,1,1,1]::float8[]) BETWEEN 0 AND 1 AS large FROM fits WHERE design = 'budget' AND target = 'yes';

-- Rows, by name.
CREATE TEMP TABLE people AS SELECT i AS id, x[1] AS a, x[2] AS b, x[3] AS c, yes AS ill FROM points;
SELECT max(abs(aer_predict(m, p) - (2 * aer_probability(m, p) - 1))) < 0.002 AS probability, bool_or(abs(aer_score(m, p)) > 1) AS score
FROM (SELECT aer_fit_ridge(aer_moments(p, 'ill', aer_design(budget => 2, exclude => '{id}'), id)) AS m FROM people p) f, people p;

-- Evaluation, and the choice among learners, take predictions; an evaluation on a
-- budget the score.
SELECT target, abs((aer_evaluate(m, s.x, t)).mse - avg((prediction - t) ^ 2)) < 1e-12 AS predictions,
	abs((aer_evaluate(m, s.x, t, 4)).mse / avg((score - t) ^ 2) - 1) < 0.2 AS scores, avg((score - t) ^ 2) > 1.2 * avg((prediction - t) ^ 2) AS gain
FROM said s JOIN points USING (i), LATERAL (VALUES (CASE target WHEN 'one' THEN one::float8 WHEN 'coded' THEN coded END)) v(t)
WHERE design = 'budget' AND target IN ('one', 'coded') GROUP BY target ORDER BY 1;
SELECT count(*) AS folds, avg(mse) < 0.13 AS linked
FROM aer_cross_validate('SELECT x AS features, one AS target, i AS key FROM points', ARRAY[aer_design(budget => 3)]);

-- Forecast and truth agree, on rows that no model has seen.
SELECT design, target, abs(avg((p - t) ^ 2) - max(s.expected_mse)) < 2.5 * max(s.expected_se) + 0.1 * max(s.expected_mse) AS right
FROM (SELECT v.design, target, aer_fit_ridge(aer_moments(x, CASE target WHEN 'y' THEN y ELSE one END, v.d, i)) AS fit
	  FROM points, (VALUES ('budget', aer_design(budget => 3)), ('all', aer_design())) v(design, d), (VALUES ('y'), ('one')) t(target)
	  WHERE i > 400 GROUP BY 1, 2, v.d) f, aer_summary(fit) s, points, aer_predict(fit, x) p, LATERAL (VALUES (CASE target WHEN 'y' THEN y ELSE one END)) v(t)
WHERE i <= 400 GROUP BY 1, 2 ORDER BY 1, 2;

-- Models carry it everywhere.
CREATE TEMP TABLE kept AS SELECT design, target, ridge FROM fits WHERE target IN ('y', 'one', 'rare');
SELECT bool_and(ridge::text::aer_model = ridge AND aer_trim(ridge) = ridge AND (aer_trim(ridge)::jsonb->>'target_min') = ridge::jsonb->>'target_min') AS carried FROM kept;
SELECT jsonb_object_agg(key, jsonb_typeof(value) ORDER BY key) FROM kept, jsonb_each(ridge::jsonb) WHERE key IN ('target_min', 'target_max', 'two_valued', 'link') AND target = 'one' AND design = 'budget';

-- One value only; little data; huge and tiny targets.
SELECT n, s.target_min, s.target_max, aer_predict(m, '{1,2,3,4,5,6}'::float8[]) AS prediction, s.link_slope IS NULL AS no_link, s.expected_mse
FROM (SELECT 'constant' AS n, aer_fit_ridge(aer_moments(x, 7, aer_design(budget => 3), i)) AS m FROM points
	  UNION ALL SELECT 'one row', aer_fit_ridge(aer_moments(x, y::int, aer_design(budget => 3), i)) FROM points WHERE i = 1
	  UNION ALL SELECT 'vanishing', aer_fit_ridge(aer_moments(x, 0, aer_design(budget => 3), i)) FROM points) a, aer_summary(m) s ORDER BY 1;
SELECT count(*) AS fits, bool_and(p BETWEEN target_min AND target_max) AS finite
FROM generate_series(1, 15) rows, LATERAL (SELECT aer_fit_ridge(aer_moments(x, y, d, i)) AS m, d FROM points, designs WHERE i <= rows GROUP BY d) f, aer_summary(m), aer_predict(m, '{1,2,3,4,5,6}'::float8[]) p;
SELECT unit, abs(aer_predict(m, x) / unit / o.p - 1) < 1e-9 AS same
FROM unnest(ARRAY[1e150, 1e-150]::float8[]) unit, LATERAL (SELECT aer_fit_ridge(aer_moments(x, y * unit, aer_design(budget => 3), i)) AS m FROM points) f,
	LATERAL (SELECT x, aer_predict(ridge, x) AS p FROM fits, points WHERE design = 'budget' AND target = 'y' AND i = 5) o ORDER BY 1;
SELECT aer_fit_ridge(aer_moments(x, y * 1e300, aer_design(budget => 3), i)) FROM points;
SET max_parallel_workers_per_gather = 0;
SELECT aer_fit_ridge(aer_moments(x, y * 1e300, aer_design(budget => 3), i)) FROM points;
SELECT aer_fit_ols(aer_moments(x, y * 1e300)) FROM points;
RESET max_parallel_workers_per_gather;

-- With units of their own attributes are drawn evenly unless otherwise said;
-- with a common unit by what was seen.
SELECT units, sampling, max(reads) < 1.5 * min(reads) AS evenly
FROM (VALUES ('common', NULL), ('standardized', NULL), ('standardized', 'learned'), ('common', 'uniform')) v(units, sampling),
	LATERAL (SELECT aer_moments(ARRAY[10 * x[1], x[2], x[3], x[4]], y, aer_design(budget => 1, units => v.units, sampling => v.sampling) ORDER BY i) AS m FROM points) s, aer_attributes(m)
GROUP BY 1, 2 ORDER BY 1, 2;
SELECT max(reads) < 1.3 * min(reads) AS evenly FROM (SELECT aer_moments(p, 'ill', aer_design(budget => 1, exclude => '{id}') ORDER BY id) AS m FROM (SELECT id, 100 * a AS a, b, c, ill FROM people) p) s, aer_attributes(m);

-- Numbers that are none, in rows and JSON, of two classes and of three: no class, no probability, no prediction.
CREATE TYPE two_numbers AS (a float8, b float8);
CREATE TEMP TABLE of_rows AS SELECT aer_train(p, 'ill', aer_design(include => '{a,b}')) AS two,
	aer_train(p, 'third', aer_design(include => '{a,b}', columns => '{"a": [0]}')) AS three
FROM (SELECT a, b, ill, 'c' || id % 3 AS third FROM people) p;
DO $$
DECLARE
	call text;
	value text;
	answer text;
BEGIN
	FOREACH call IN ARRAY ARRAY['aer_predict(two, %s)', 'aer_score(two, %s)', '(SELECT max(effect) FROM aer_explain(two, %s))', '(SELECT max(effect) FROM aer_explain(three, %s, class => ''c1''))', 'aer_probability(two, %s)', 'aer_class(two, %s)', 'aer_class(three, %s)', 'aer_probability(three, %s, ''c1'')',
			'(SELECT max(probability) FROM aer_probabilities(three, %s))', 'aer_forecast(two, %s)'] LOOP
		FOREACH value IN ARRAY ARRAY['ROW(''NaN''::float8, 1)::two_numbers', 'ROW(''Infinity''::float8, 1)::two_numbers', 'ROW(''-Infinity''::float8, 1)::two_numbers',
				'jsonb_build_object(''a'', 1e400, ''b'', 1)'] LOOP
			BEGIN
				EXECUTE format('SELECT ' || call || ' FROM of_rows', value) INTO answer;
				RAISE WARNING '% of %: %', call, value, answer;
			EXCEPTION WHEN numeric_value_out_of_range THEN
				RAISE WARNING '%', SQLERRM;
			END;
		END LOOP;
	END LOOP;
END $$;
