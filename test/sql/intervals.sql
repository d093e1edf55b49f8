--
-- Intervals of aer_forecast: their width follows the errors on held-out rows
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
\set VERBOSITY terse

CREATE FUNCTION chance(i int, k int) RETURNS float8 IMMUTABLE
RETURN ('x' || left(md5(i || ' ' || k), 8))::bit(32)::bigint / 4294967296.0;
-- The errors are larger, the larger x is.
CREATE TABLE made_up AS
SELECT i AS id, chance(i, 1) AS x, chance(i, 2) AS z,
	3 * chance(i, 1) + chance(i, 2) ^ 2 + (site * 37 % 11 - 5) / 5.0
		+ (chance(i, 6) + chance(i, 7) + chance(i, 8) + chance(i, 9) - 2) * (0.5 + chance(i, 1)) AS y
FROM generate_series(1, 1500) i, LATERAL (SELECT floor(60 * chance(i, 3) ^ 2)::int) s (site);
CREATE TABLE fits AS
SELECT aer_fit_ridge(moments) AS model, aer_fold_models(moments) AS fold_models
FROM (SELECT aer_moments(m, 'y', aer_design(exclude => '{id}'), id) FROM made_up m) s (moments);
CREATE TABLE measured AS
SELECT aer_measure(model, fold_models, m, 'y', id) AS model FROM fits, made_up m;

-- The same by its definition: tenths of the held-out predictions, and their squared errors ...
CREATE TABLE held_out AS
SELECT p, y, (row_number() OVER (ORDER BY p) - 1) * 10 / 1500 AS tenth,
	(row_number() OVER (ORDER BY p) - 1) * 5 / 1500 AS fifth
FROM fits, made_up m,
	LATERAL aer_predict(fold_models[aer_fold(aer_design(exclude => '{id}'), id)], m) p;
CREATE FUNCTION between_points(x float8, at float8[], y float8[]) RETURNS float8 LANGUAGE sql AS $$
	SELECT CASE
		WHEN i IS NULL THEN y[1]
		WHEN i = cardinality(at) THEN y[i]
		ELSE y[i] + (y[i + 1] - y[i]) * (x - at[i]) / (at[i + 1] - at[i])
	END
	FROM (SELECT max(place) FROM unnest(at) WITH ORDINALITY u (point, place) WHERE point <= x) s (i)
$$;
CREATE TABLE variances AS
SELECT array_agg(at ORDER BY tenth) AS at, array_agg(variance ORDER BY tenth) AS variance
FROM (SELECT tenth, avg(p) AS at, avg((y - p) ^ 2) AS variance FROM held_out GROUP BY tenth) s;
CREATE FUNCTION sd(p float8) RETURNS float8 LANGUAGE sql AS $$
	SELECT sqrt(between_points(p, at, variance)) FROM variances
$$;
-- ... and quantiles of errors over standard deviations in fifths, linear between probabilities.
CREATE TABLE quantiles AS
SELECT share, array_agg(at ORDER BY fifth) AS at, array_agg(quantile ORDER BY fifth) AS quantile
FROM (SELECT fifth, avg(p) AS at,
		percentile_cont('{0.005,0.01,0.025,0.05,0.1,0.25,0.5,0.75,0.9,0.95,0.975,0.99,0.995}'::float8[])
			WITHIN GROUP (ORDER BY (y - p) / sd(p)) AS quantiles
	FROM held_out GROUP BY fifth) s,
	unnest('{0.005,0.01,0.025,0.05,0.1,0.25,0.5,0.75,0.9,0.95,0.975,0.99,0.995}'::float8[], quantiles)
		u (share, quantile)
GROUP BY share;
CREATE FUNCTION quantile_of_error(p float8, below float8) RETURNS float8 LANGUAGE sql AS $$
	SELECT between_points(below, array_agg(share ORDER BY share),
		array_agg(between_points(p, at, quantile) ORDER BY share))
	FROM quantiles
$$;
CREATE FUNCTION bound(p float8, below float8) RETURNS float8 LANGUAGE sql AS $$
	SELECT least(greatest(p + quantile_of_error(p, below) * sd(p), min(y)), max(y)) FROM made_up
$$;
SELECT coverage, count(*) AS rows,
	max(abs(low - bound(prediction, (1 - coverage) / 2))) < 1e-9 AS low,
	max(abs(high - bound(prediction, (1 + coverage) / 2))) < 1e-9 AS high
FROM measured, made_up m, unnest('{0.3,0.8,0.9,0.95,0.99}'::float8[]) coverage,
	LATERAL aer_forecast(model, m, coverage)
WHERE id % 10 = 0 GROUP BY coverage ORDER BY coverage;
-- At the ends of the range they are cut off, beyond the predictions the ends stay as they are.
SELECT x, bool_and(low >= target_min AND high <= target_max) AS within, bool_or(high = target_max) AS cut_off
FROM measured, aer_summary(model), (VALUES (0.5), (1), (9)) u (x),
	aer_forecast(model, jsonb_build_object('x', x, 'z', x), 0.99) GROUP BY x ORDER BY x;

-- If some columns are not known, intervals are those of all columns, times the ratio of the standard deviations.
SELECT row, known,
	abs(low - prediction - quantile_of_error(prediction, 0.1) * factor) < 1e-9 AS low,
	abs(high - prediction - quantile_of_error(prediction, 0.9) * factor) < 1e-9 AS high
FROM measured, aer_summary(model), (VALUES ('{"x": 0.5}'::jsonb), ('{"z": 0.9}'), ('{}')) u (row),
	aer_forecast(model, row, coverage => 0.8),
	LATERAL (SELECT sd(prediction) * sd / sqrt(measured_mse)) f (factor);

-- 0.9 is the default, and all forms of features give the same.
SELECT f = aer_forecast(model, r, 0.9) AS "default", f = aer_forecast(model, ARRAY[x, z]) AS arrays,
	f = aer_forecast(model, ARRAY[x, z]::real[], coverage => 0.9) AS real,
	f = aer_forecast(model, ARRAY[x, z]::numeric[], coverage => 0.9) AS numeric,
	f = aer_forecast(model, to_jsonb(r)) AS jsonb, t = aer_forecast(model, '{"x": 0.5}'::jsonb) AS text,
	f = aer_forecast(model::text::aer_model, r) AS stored
FROM measured, (SELECT 0.5::float8 AS x, 0.25::float8 AS z) r, aer_forecast(model, r) f,
	aer_forecast(model, '{"x": 0.5}') t;
SELECT aer_forecast(model, '{"x": 0.5}', 0) FROM measured;
SELECT aer_forecast(model, '{"x": 0.5}', 0.991) FROM measured;
SELECT aer_forecast(model, '{"x": 0.5}', 'NaN') FROM measured;
SELECT count(*) FROM measured, aer_forecast(model, '{"x": 0.5}', NULL);
-- A model without what missing values need forecasts complete rows, as aer_predict does.
SELECT f.prediction = aer_predict(model, r) AS prediction, abs(f.sd ^ 2 - measured_mse) < 1e-12 AS sd,
	f.low = g.low AND f.high = g.high AS interval, f.known
FROM measured, made_up r, aer_summary(model), aer_forecast(aer_trim(model), r) f, aer_forecast(model, r) g WHERE id = 1;
SELECT aer_forecast(aer_trim(model), '{"x": 0.5}') FROM measured;

-- A model that was not measured has normal errors. Restriction and calibration forget the spread.
SELECT abs((prediction - low) / sd - 1.6448536269514722) < 1e-9 AS low,
	abs((high - prediction) / sd - 1.6448536269514722) < 1e-9 AS high
FROM fits, aer_forecast(model, '{"x": 0.5, "z": 0.5}');
SELECT abs((high - low) / sd / 2 - 1.2815515655446004) < 1e-9 AS under_a_budget
FROM (SELECT aer_learn('made_up', 'y', 1, exclude => '{id}')) m (model),
	aer_forecast(model, '{"x": 0.5, "z": 0.5}', 0.8);
SELECT aer_restrict(model, '{x}'::text[])::jsonb ? 'measured' AS restricted FROM measured;

-- Targets of two values and of classes have none.
CREATE TABLE words AS SELECT id, x, z, y > 1 AS is_high, width_bucket(y, 0, 4, 2)::text AS class FROM made_up;
SELECT target, low, high, sd > 0 AS sd, prediction IS NULL AS no_prediction,
	model::jsonb -> 'measured' ? 'spread' AS spread, measured_rows
FROM (SELECT 'boolean', aer_learn('words', 'is_high', exclude => '{id,class}')
	UNION ALL SELECT 'class', aer_learn('words', 'class', exclude => '{id,is_high}')) m (target, model),
	aer_summary(model), aer_forecast(model, '{"x": 0.5}') ORDER BY target;

-- aer_learn measures, tables with arrays as well. Coverage of new rows in each fifth of the
-- predictions: 0.9 of 400 rows has a standard error of 0.015, and so have the quantiles, which are
-- of as many rows; the tolerance is three times both. Normal intervals are too wide or too narrow.
CREATE TABLE uneven AS
SELECT i AS id, chance(i, 11) AS x, chance(i, 12) AS z, ARRAY[chance(i, 11), chance(i, 12)] AS features,
	10 + 5 * chance(i, 11) + chance(i, 12)
		+ (chance(i, 13) + chance(i, 14) + chance(i, 15) + chance(i, 16) - 2) * 3 * chance(i, 11) ^ 2 AS y
FROM generate_series(1, 4000) i;
CREATE VIEW first_rows AS SELECT * FROM uneven WHERE id <= 2000;
CREATE TABLE learned (kind text, model aer_model);
INSERT INTO learned VALUES
	('columns', aer_learn('first_rows', 'y', exclude => '{id,features}')),
	('arrays', aer_learn('first_rows', 'y', features => 'features'));
INSERT INTO learned
SELECT 'not measured', aer_train(u, 'y', aer_design(exclude => '{id,features}', columns => '{"x": [0.25, 0.5, 0.75]}'))
FROM first_rows u;
SELECT kind, array_agg(round(covered, 2) ORDER BY fifth) FILTER (WHERE abs(covered - 0.9) > 0.065) AS outside,
	round((max(width) / min(width))::numeric, -1) AS widest_over_narrowest
FROM (SELECT kind, fifth, avg((y BETWEEN low AND high)::int) AS covered, avg(high - low) AS width
	FROM (SELECT kind, y, low, high, ntile(5) OVER (PARTITION BY kind ORDER BY prediction) AS fifth
		FROM learned, uneven u, aer_forecast(model, u.features) WHERE id > 2000 AND kind = 'arrays'
		UNION ALL SELECT kind, y, low, high, ntile(5) OVER (PARTITION BY kind ORDER BY prediction) AS fifth
		FROM learned, uneven u, aer_forecast(model, u) WHERE id > 2000 AND kind <> 'arrays') s
	GROUP BY kind, fifth) s
GROUP BY kind ORDER BY kind;

-- The report says so, unless errors are much the same everywhere.
SELECT kind, item, value FROM learned, aer_report(model) WHERE item = 'error by prediction' ORDER BY kind;
SELECT count(*) AS lines FROM measured, aer_report(model) WHERE item = 'error by prediction';

-- Values that are no spread are not read.
CREATE FUNCTION read_spread(place int, number float8) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	RETURN (SELECT jsonb_set(model::jsonb, ARRAY['measured', 'spread', place::text], to_jsonb(number))::text::aer_model IS NOT NULL
		FROM measured);
EXCEPTION WHEN invalid_text_representation THEN
	RETURN SQLERRM;
END $$;
SELECT place, number, read_spread(place, number)
FROM (VALUES (0, 11), (0, 2.5), (0, -1), (1, 0), (1, 6), (2, 9), (12, 0), (12, 0.25), (22, 9), (27, 9)) v (place, number);
SELECT (model::jsonb #- '{measured,spread,0}')::text::aer_model FROM measured;
SELECT jsonb_set(m.model::jsonb, '{measured,spread}', s.model::jsonb #> '{measured,spread}')::text::aer_model
FROM measured s, (SELECT aer_learn('words', 'is_high', exclude => '{id,class}')) m (model);
SELECT (model::jsonb #- '{measured,spread}')::text::aer_model::jsonb #> '{measured}' ? 'spread' AS spread FROM measured;
