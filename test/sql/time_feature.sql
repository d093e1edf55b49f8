-- The time column as a feature: beyond the training rows its line is extrapolated or held constant.
-- Also: the rows by which interactions are screened, and fits of too few groups.
SET client_min_messages = warning;

-- 1000 days with two rows each.  "trend" grows by 0.05 a day; "plateau" grows until day 800 and stays there.
CREATE TABLE days AS
SELECT n, day, date '2020-01-01' + day AS date, load, noise, 0.05 * day + load + noise AS trend,
	0.05 * least(day, 800) + load + noise AS plateau
FROM (
	SELECT n, (n + 1) / 2 AS day, mod(hashint4extended(n, 1), 50) / 10.0 AS load,
		mod(hashint4extended(n, 2), 1000) / 1000.0 AS noise
	FROM generate_series(1, 2000) n) d;
CREATE TABLE models AS
SELECT 'trend' AS target, aer_learn('days', 'trend', exclude => '{noise,date,plateau}', key => 'n',
	time_column => 'day') AS model
UNION ALL
SELECT 'plateau', aer_learn('days', 'plateau', exclude => '{noise,date,trend}', key => 'n',
	time_column => 'day');

-- A cut is the last time of a block: row 800 is in the fourth and row 801 in the last.
SELECT design -> 'time_cuts' AS cuts,
	(SELECT array_agg(aer_fold(design, d, 0) ORDER BY n) FROM days d WHERE day IN (800, 801)) AS folds
FROM aer_suggest('days', 'trend', exclude => '{n,noise,date,plateau}', time_column => 'day') design;

-- A line that goes on is extrapolated, and one that does not is held.
SELECT target, model::jsonb #> '{later_times,column}' AS "column",
	model::jsonb #> '{later_times,held_at}' AS held_at, value
FROM models, aer_report(model)
WHERE item = 'later times'
ORDER BY target;

-- Predictions for later days, and the same at the last day
SELECT target, v.day, round(aer_predict(model, later)::numeric, 1) AS prediction,
	aer_predict(model, later) = aer_predict(model, last) AS as_at_the_end
FROM models, (VALUES (1000), (1001), (1100), (3000)) v (day),
	LATERAL (SELECT v.day AS day, 5.0 AS load) later,
	LATERAL (SELECT 1000 AS day, 5.0 AS load) last
ORDER BY target, v.day;

-- The curve is flat from there on.
SELECT target, number, round(effect::numeric - first_value(effect::numeric) OVER w, 3) AS beyond
FROM models, aer_curve(model, 'day', 1000, 1200)
WHERE number IN (1000, 1100, 1200)
WINDOW w AS (PARTITION BY target ORDER BY number)
ORDER BY target, number;

-- The model is stored as it is.
SELECT target, model::text::aer_model = model AS text, aer_trim(model)::jsonb ? 'later_times' AS trimmed
FROM models ORDER BY target;
SELECT replace(model::text, '"mse_of_other":', '"mse_of_other":-')::aer_model FROM models LIMIT 1;
SELECT (aer_trim(model)::jsonb - 'columns' - 'interactions')::text::aer_model FROM models LIMIT 1;

-- The error by definition: the model of the blocks before sees the last of their times at most.
CREATE FUNCTION compared(target text, OUT reported numeric, OUT held numeric, OUT extrapolated numeric)
	LANGUAGE plpgsql AS $$
DECLARE
	design jsonb := aer_suggest('days', target, time_column => 'day',
		exclude => array_remove('{n,noise,date,trend,plateau}', target));
BEGIN
	EXECUTE format('
		WITH collected AS (SELECT aer_moments(d, %1$L, $1, n) AS moments FROM days d),
			fitted AS MATERIALIZED (
				SELECT aer_fit_ridge(moments) AS model, aer_fold_models(moments) AS fold_models
				FROM collected),
			measured AS (
				SELECT aer_measure(model, fold_models, d, %1$L, n) AS model FROM fitted, days d)
		SELECT (SELECT measured_mse FROM measured, aer_summary(model)),
			avg((%1$I - aer_predict(fold_models[5], ROW(800, load)::days_of_model)) ^ 2),
			avg((%1$I - aer_score(fold_models[5], ROW(day, load)::days_of_model)) ^ 2)
		FROM fitted, days WHERE day > 800', target)
	INTO reported, held, extrapolated USING design;
END $$;
CREATE TYPE days_of_model AS (day integer, load numeric);
SELECT target, round(reported, 6) AS reported, round(held, 6) AS held, round(extrapolated, 6) AS extrapolated
FROM (VALUES ('plateau'), ('trend')) t (target), compared(target) ORDER BY target;

-- Dates, keys of documents, two values and three classes do the same.
CREATE TABLE kinds AS
SELECT n, day, date, load, plateau, load > 0.004 * least(day, 800) AS high,
	CASE WHEN load > 0.004 * least(day, 800) THEN 'high' WHEN noise > 0.5 THEN 'middle' ELSE 'low' END AS class,
	jsonb_build_object('date', date, 'load', load) AS features
FROM days;
SELECT 'date' AS kind, model::jsonb -> 'later_times' ->> 'held_at' AS held_at,
	(SELECT count(DISTINCT aer_predict(model, later))
	FROM (SELECT date '2022-09-27' + k * 100 AS date, 5.0 AS load FROM generate_series(0, 3) k) later) AS predictions
FROM aer_learn('kinds', 'plateau', exclude => '{n,day,high,class,features}', time_column => 'date') model
UNION ALL
SELECT 'document', model::jsonb -> 'later_times' ->> 'held_at',
	(SELECT count(DISTINCT aer_predict(model, jsonb_build_object('date', date '2022-09-27' + k * 100, 'load', 5)))
	FROM generate_series(0, 3) k)
FROM aer_learn('kinds', 'plateau', features => 'features', time_column => 'date') model
UNION ALL
SELECT 'two values', model::jsonb -> 'later_times' ->> 'held_at',
	(SELECT count(DISTINCT aer_probability(model, later))
	FROM (SELECT 1000 + k * 100 AS day, 5.0 AS load FROM generate_series(0, 3) k) later)
FROM aer_learn('kinds', 'high', exclude => '{n,date,plateau,class,features}', time_column => 'day') model
UNION ALL
SELECT 'classes', model::jsonb -> 'later_times' ->> 'held_at',
	(SELECT count(DISTINCT aer_probability(model, later, 'high'))
	FROM (SELECT 1000 + k * 100 AS day, 5.0 AS load FROM generate_series(0, 3) k) later)
FROM aer_learn('kinds', 'class', exclude => '{n,date,plateau,high,features}', time_column => 'day') model;

-- A line that went on in the last block, but not always, is held: this one grows until day 400 and falls from day 500 on.
CREATE VIEW turning AS
SELECT n, day, load, load + noise + 0.5 * least(day, 400) - 0.1 * greatest(day - 500, 0) AS y
FROM days;
SELECT model::jsonb #> '{later_times,held_at}' AS held_at, (model::jsonb #>> '{later_times,mse_of_other}')::float8 < (model::jsonb #>> '{measured,mse}')::float8 AS smaller,
	regexp_replace(value, '[0-9]+ %', 'P %') AS value
FROM aer_learn('turning', 'y', exclude => '{n}', key => 'n', time_column => 'day') model, aer_report(model)
WHERE item = 'later times';

-- Interactions hold the time, too.
CREATE VIEW growing AS
SELECT day, load - 2.5 AS side, (load - 2.5) * 0.01 * least(day, 800) + noise AS y FROM days;
SELECT model::jsonb -> 'interactions' AS interactions, model::jsonb #> '{later_times,held_at}' AS held_at,
	(SELECT count(DISTINCT aer_predict(model, later))
	FROM (SELECT 1000 + k * 100 AS day, 3.0 AS side FROM generate_series(0, 3) k) later) AS predictions
FROM aer_learn('growing', 'y', time_column => 'day') model;

-- A time column that is no feature has no later times, nor has a model that is not measured.
SELECT (SELECT model::jsonb ? 'later_times' FROM aer_learn('days', 'trend', exclude => '{n,noise,plateau,date,day}', time_column => 'date') model) AS no_feature,
	(SELECT model::jsonb ? 'later_times' FROM aer_learn('days', 'trend', exclude => '{n,noise,plateau,date}', time_column => 'day', measure => false) model) AS not_measured;

-- Interactions are screened by the rows that count: here y = a + b, but a b in rows of weight 0.
CREATE TABLE weighted AS
SELECT a, b, weight, CASE WHEN weight > 0 THEN a + b ELSE 10 * a * b END + noise AS y
FROM (
	SELECT mod(hashint4extended(n, 3), 50) / 10.0 AS a, mod(hashint4extended(n, 4), 50) / 10.0 AS b,
		mod(n, 2) AS weight, mod(hashint4extended(n, 5), 1000) / 1000.0 AS noise
	FROM generate_series(1, 2000) n) w;
SELECT aer_suggest('weighted', 'y', exclude => '{weight}') -> 'interactions' AS all_rows,
	aer_suggest('weighted', 'y', weight => 'weight') -> 'interactions' AS weighted_rows;

-- Cross-validation by groups needs rows in three folds.
SELECT aer_fit_ridge(aer_moments(d, 'trend', aer_design(include => '{load}', groups => 'half')))
FROM (SELECT load, trend, day > 500 AS half FROM days) d;
SELECT aer_train(d, 'trend', aer_design(include => '{load}', groups => 'half'), day)
FROM (SELECT day, load, trend, day > 500 AS half FROM days) d;
SELECT aer_fit_ridge(aer_moments(d, 'trend', aer_design(include => '{load}', groups => 'part'))) IS NOT NULL AS fits
FROM (SELECT load, trend, day % 20 AS part FROM days) d;
