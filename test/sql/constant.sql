-- Little to learn from: a constant target, rows that are all alike, and one,
-- two or three rows.  Every learner and every fit, in both forms of features.
\set VERBOSITY terse
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
CREATE TEMP TABLE constants AS
SELECT set, g AS id, 0.1 AS y, CASE WHEN alike THEN 2 ELSE sin(g) * 1000 END AS a,
	CASE WHEN alike THEN -1 ELSE cos(g * g) END AS b, CASE WHEN alike THEN 0.5 ELSE g END AS c
FROM (VALUES ('one row', 1, true), ('two rows', 2, false), ('three rows', 3, false), ('two alike', 2, true),
	('three alike', 3, true), ('all alike', 40, true), ('constant target', 400, false)) s (set, rows, alike),
	generate_series(1, rows) g;

-- With an intercept the prediction is the constant to the last bit; from sums,
-- to the rounding of 400 additions: 1e-13.
CREATE TEMP TABLE fitted AS
SELECT set, 'stream ' || l::text AS how, false AS sums, aer_train(ARRAY[a, b, c], y, l ORDER BY id) AS model, count(*) AS rows
FROM constants, unnest(ARRAY[aer_ridge(intercept => true), aer_ridge(budget => 2, intercept => true),
	aer_ridge(budget => 3, warmup_rows => 2, sampling => 'two-phase', warmup_center => true, intercept => true),
	aer_lasso(intercept => true), aer_lasso(budget => 2, intercept => true), aer_svr(intercept => true),
	aer_svr(budget => 3, max_draws => 9, intercept => true), aer_svr(budget => 3, biased => true, intercept => true),
	aer_pegasos(intercept => true), aer_pegasos(budget => 2, intercept => true),
	aer_baseline(intercept => true), aer_baseline(budget => 2, intercept => true)]) l
GROUP BY set, l;
CREATE TEMP TABLE sums AS
SELECT set, design, aer_moments(ARRAY[a, b, c], y, design, id ORDER BY id) AS moments, count(*) AS rows
FROM constants, unnest(ARRAY[aer_design(), aer_design(budget => 2), aer_design(budget => 1), aer_design(budget => 2, units => 'standardized'),
	aer_design(budget => 2, spread => '{3,2,1}'::float8[]), aer_design(folds => 1), aer_design(missing => 'available')]) design
GROUP BY set, design
UNION ALL
SELECT set, design, aer_moments(s, 'y', design, id ORDER BY id), count(*)
FROM constants s, unnest(ARRAY[aer_design(exclude => '{id,set}'), aer_design(budget => 2, exclude => '{id}')]) design
GROUP BY set, design;
INSERT INTO fitted
SELECT set, fit || ' ' || design, true, model, rows
FROM sums, LATERAL (VALUES ('ridge', aer_fit_ridge(moments)), ('lasso', aer_fit_lasso(moments)),
	('ridge 1', aer_fit_ridge(moments, 1)), ('ridge 0', aer_fit_ridge(moments, 0)), ('lasso 0', aer_fit_lasso(moments, 0)),
	('ridge within', aer_fit_ridge(moments, radius => 1)), ('lasso within', aer_fit_lasso(moments, radius => 1)),
	('ols', CASE WHEN NOT design ? 'budget' AND NOT design ? 'missing' THEN aer_fit_ols(moments) END)) f (fit, model)
WHERE model IS NOT NULL;

SELECT set, how, w.attribute, w.weight
FROM fitted, aer_weights(model) w
WHERE CASE WHEN attribute > 0 THEN weight <> 0 WHEN sums THEN abs(weight - 0.1) > 1e-13 ELSE weight <> 0.1 END
	OR weight IS NULL ORDER BY 1, 2, 3;

-- The forecast is an error of exactly 0 if there are enough rows
-- (two for each fold), and otherwise NULL.
SELECT set, how, expected_mse, expected_se
FROM fitted, aer_summary(model) s
WHERE sums AND how !~ 'within|"folds": 1' AND
	(expected_mse, expected_se) IS DISTINCT FROM (CASE WHEN fitted.rows >= 40 THEN 0 END, CASE WHEN fitted.rows >= 40 THEN 0 END)
ORDER BY 1, 2;
SELECT set, how, expected_mse FROM fitted, aer_summary(model) s
WHERE expected_mse IS NOT NULL AND (NOT sums OR how ~ 'within|"folds": 1') ORDER BY 1, 2;

-- the paths say so too
SELECT set, design, p.* FROM sums, aer_path(moments) p WHERE coalesce(cv_mse, 0) <> 0 OR coalesce(cv_se, 0) <> 0 OR nonzero <> 0
UNION ALL
SELECT set, design, p.* FROM sums, aer_path(moments, 'lasso') p WHERE coalesce(cv_mse, 0) <> 0 OR coalesce(cv_se, 0) <> 0 OR nonzero <> 0;
SELECT DISTINCT set, count(*) FILTER (WHERE chosen) AS chosen, bool_and(cv_mse IS NULL) AS no_forecast
FROM sums, aer_path(moments) p WHERE design = aer_design(budget => 2) GROUP BY set, design ORDER BY set;

-- scores of it
SELECT set, count(*) AS wrong
FROM fitted JOIN LATERAL (SELECT (aer_evaluate(model, ARRAY[a, b, c], y)).* FROM constants WHERE constants.set = fitted.set) e ON true
WHERE how !~ 'exclude' AND NOT (e.mse < 1e-26 AND e.mae < 1e-13 AND e.r2 IS NULL AND e.rows = fitted.rows) GROUP BY set;

-- Targets that vary over rows all alike, or one row that differs: finite, and
-- the mean where there is nothing to tell rows apart by.
SELECT how, count(*) FILTER (WHERE NOT (abs(intercept - 3) < 1e-12 AND weight = '{0,0,0}')) AS wrong_alike
FROM (SELECT aer_moments(ARRAY[2, -1, 0.5]::float8[], g % 5 + 1, d, g ORDER BY g) AS m, d::text AS how
	FROM generate_series(1, 40) g, unnest(ARRAY[aer_design(), aer_design(budget => 2), aer_design(budget => 2, units => 'standardized')]) d GROUP BY d) s,
	LATERAL (VALUES (aer_fit_ridge(m)), (aer_fit_lasso(m)), (aer_fit_ridge(m, 0)), (aer_fit_lasso(m, 0))) f (model),
	LATERAL (SELECT model::float8[] AS weight, aer_predict(model, '{0,0,0}'::int[]) AS intercept) p
GROUP BY how ORDER BY how;
SELECT how, bool_and(s.expected_mse >= 0 AND s.expected_mse < 1 AND s.expected_se >= 0) AS finite
FROM (SELECT aer_moments(ARRAY[sin(g), cos(g), g % 7], (g = 17)::int, d, g ORDER BY g) AS m, d::text AS how
	FROM generate_series(1, 200) g, unnest(ARRAY[aer_design(), aer_design(budget => 2), aer_design(budget => 1)]) d GROUP BY d) t,
	LATERAL (VALUES (aer_fit_ridge(m)), (aer_fit_lasso(m))) f (model), aer_summary(model) s
GROUP BY how ORDER BY how;

-- Judgments: objects whose target is the same.
SELECT objects, alike, round(intercept::numeric, 12) AS intercept, weights
FROM (SELECT objects, alike, aer_judgment_moments(j, 0.1, 2) AS m
	FROM (SELECT objects, alike, o, aer_judgments(a, CASE WHEN alike THEN 1 ELSE sin(o * a + k) END) AS j
		FROM unnest('{2,3,50}'::int[]) objects, unnest('{t,f}'::bool[]) alike, generate_series(1, objects) o,
			generate_series(1, 2) a, generate_series(1, 3) k GROUP BY objects, alike, o) g
	GROUP BY objects, alike) s, aer_fit_repeats(m, '{1,2}') model,
	LATERAL (SELECT model::float8[] AS weights, (SELECT weight FROM aer_weights(model) WHERE attribute = 0) AS intercept) w
ORDER BY objects, alike;

-- A number that varies by a millionth of its size is constant in sums of squares: a WARNING
-- names it, once for each fit.  There is no WARNING for constants, whatever the rounding of their
-- sums, for two-valued columns, however rare one value is, and for columns that were never read.
\set VERBOSITY default
RESET client_min_messages;
CREATE TEMP TABLE clock AS
SELECT i AS id, 1.7e9 + i % 600 AS at, 0.1::float8 AS tenth, -1e6 - 1e-3 * (i % 7) AS depth, (i % 3 = 0)::int AS third,
	(i = 77)::int AS one_in_1000, 1e15 / 3 AS large, 0 AS zero, i % 600 / 100.0 + i % 2 AS y
FROM generate_series(1, 1000) i;
CREATE TEMP TABLE of_clock AS
SELECT name, moments FROM (VALUES ('all', aer_design(exclude => '{id}')), ('some', aer_design(4, exclude => '{id}')),
	('centered', aer_design(center => '{"at": 1.7e9, "depth": -1e6}'::jsonb, exclude => '{id}'))) d (name, design),
	LATERAL (SELECT aer_moments(c, 'y', design, id) AS moments FROM clock c) m;
SELECT name, aer_fit_ridge(moments) IS NULL AS ridge FROM of_clock WHERE name = 'all';
SELECT name, aer_fit_lasso(moments) IS NULL AS lasso FROM of_clock WHERE name = 'some';
SELECT name, aer_fit_ols(moments) IS NULL AS ols FROM of_clock WHERE name = 'all';
SELECT name, aer_fit_ridge(moments, partial => true) IS NULL AS partial FROM of_clock WHERE name = 'some';
SELECT aer_train(c, 'y') IS NULL AS train FROM (SELECT at, third, y FROM clock) c;
SELECT name, aer_fit_ridge(moments) IS NULL AS ridge, aer_fit_lasso(moments) IS NULL AS lasso, aer_fit_ols(moments) IS NULL AS ols FROM of_clock WHERE name = 'centered';
SELECT aer_fit_ridge(aer_moments(ARRAY[1e9 + i % 2, 1e9 - i % 2, 1e9 + i % 3, 1e9, 1e9 + i % 5, 1e9 + i % 7, 1e9 + i % 11], i % 4)) IS NULL AS named FROM generate_series(1, 100) i;
-- a bound of subtracted rows remains, which does not mean that values differ
SELECT aer_fit_ridge(a.m - b.m) IS NULL AS taken_back
FROM (SELECT aer_moments(ARRAY[CASE WHEN i > 90 THEN 1000 ELSE 5 END, i], i % 4, aer_design(), i) AS m FROM generate_series(1, 100) i) a,
	(SELECT aer_moments(ARRAY[1000, i], i % 4, aer_design(), i) AS m FROM generate_series(91, 100) i) b;
