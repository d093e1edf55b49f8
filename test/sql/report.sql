-- aer_report: the lines that there are, the numbers against aer_summary and
-- aer_importance, the warnings.
SET client_min_messages = error;	-- one of the models is worse than the mean
CREATE EXTENSION IF NOT EXISTS aer;
CREATE TABLE cases AS
SELECT i, (i % 7)::float8 AS a, (i * 5 % 11)::float8 AS b, (i * 3 % 13)::float8 AS c, (i * 2 % 5)::float8 AS d, (i * 7 % 17)::float8 AS e,
	(i * 11 % 19)::float8 AS f, i % 7 > i * 5 % 11 AS won, CASE WHEN i % 50 <> 0 THEN 8 * (i % 7) - 4 * (i * 5 % 11) + 2 * (i * 3 % 13) - (i * 2 % 5) + (i * 7 % 17) / 2.0 END AS y
FROM generate_series(1, 400) i;
CREATE TABLE models AS
SELECT 1 AS n, 'all read' AS name, aer_fit_ridge(aer_moments(c.*, 'y', aer_design(exclude => '{i,won}')), 0.001) AS m FROM cases c
UNION ALL SELECT 2, 'boolean, by a link', aer_fit_ridge(aer_moments(c.*, 'won', aer_design(budget => 3, exclude => '{i,y}'), i)) FROM cases c
UNION ALL SELECT 3, 'streaming, of arrays', aer_train(ARRAY[a, b, c, d, e, f], y, aer_lasso(budget => 3, radius => 8, step => 0.001) ORDER BY i) FROM cases
UNION ALL SELECT 4, 'trimmed', aer_trim(aer_train(ARRAY[a, b], won, aer_perceptron() ORDER BY i)) FROM cases
UNION ALL SELECT 5, 'nothing explains it', aer_fit_ridge(aer_moments(ARRAY[(i * 17 % 29)::float8, (i * 23 % 31)::float8], sin(i * i), aer_design(budget => 1), i)) FROM cases
UNION ALL SELECT 9, 'bends', aer_fit_ridge(aer_moments(c.*, 'y', aer_design(columns => '{"a": [1, 3, 5], "b": [5]}', exclude => '{i,won}'))) FROM (SELECT i, a, b, won, abs(a - 3) + b / 11 AS y FROM cases) c
UNION ALL SELECT 10, 'no bends', aer_fit_ridge(aer_moments(c.*, 'y', aer_design(columns => '{"a": [1, 3, 5]}', exclude => '{i}'))) FROM (SELECT i, a, b, a + b / 3 AS y FROM cases) c
UNION ALL SELECT 11, 'bends by hand', aer_fit_ridge(aer_moments(c.*, 'y', aer_design(columns => '{"a": [1, 3, 5]}', exclude => '{i}')), curves => true) FROM (SELECT i, a, b, a + b / 3 AS y FROM cases) c
UNION ALL SELECT 12, 'negative errors', '{"weights":[1],"intercept":2,"learner":{},"rows":9,"draws":0,"reads":0,"skipped":0,"expected_mse":-1,"expected_se":1,"expected_error_rate":-1,"progressive_mse":-1,"progressive_se":1,"mse_of_mean":-1,"format":2}'
UNION ALL SELECT 13, 'a negative forecast', '{"weights":[1],"intercept":2,"learner":{},"rows":9,"draws":0,"reads":0,"skipped":0,"expected_mse":-1,"expected_se":1,"format":2}'
UNION ALL SELECT 8, 'worse than the mean', aer_train(ARRAY[a + 1000, b], y + 1000, aer_lasso() ORDER BY i) FROM cases
UNION ALL SELECT 6, 'of nothing', '{"weights":[0,0,0],"intercept":2,"learner":{},"rows":2,"draws":0,"reads":0,"skipped":1,"format":2}'
UNION ALL SELECT 7, 'of nothing', '{"weights":[1],"intercept":2,"learner":{"learner":7,"design":[3],"budget":{}},"rows":0,"draws":0,"reads":0,"skipped":0,"format":2}';

-- what is told, and of that what is not a number that may round otherwise
SELECT n, name, item, CASE WHEN item IN ('error', 'AUC', 'r2', 'read per row', 'curves', 'most important') THEN regexp_replace(value, '[0-9][0-9.e+-]*(,[0-9]{3})*', '#', 'g')
	WHEN item = 'nonzero weights' AND n = 3 THEN '#'
	ELSE value END AS value
FROM models, LATERAL aer_report(m) WITH ORDINALITY r (item, value, place) ORDER BY n, place;

-- the numbers
SELECT n, abs((split_part(value, ' ', 1)::float8) - reads::float8 / rows) <= 0.005 * reads / rows AS looks, split_part(value, ' ', 3)::int = columns AS columns
FROM models, LATERAL aer_report(m), aer_summary(m) WHERE item = 'read per row' ORDER BY n;
SELECT n, abs((regexp_match(value, 'RMSE ([^, ]*)'))[1]::float8 - sqrt(expected_mse)) <= 0.005 * sqrt(expected_mse) AS error,
	abs((regexp_match(value, 'standard error ([^)]*)'))[1]::float8 - expected_se / 2 / sqrt(expected_mse)) <= 0.05 * expected_se / 2 / sqrt(expected_mse) AS se,
	abs((regexp_match(value, '^([0-9.]+) %'))[1]::float8 / 100 - expected_error_rate) <= 0.005 * expected_error_rate AS wrong, abs(area - expected_auc) <= 0.005 AS auc
FROM models, LATERAL aer_report(m), aer_summary(m), LATERAL (SELECT max(split_part(value, ',', 1)::float8) AS area FROM aer_report(m) WHERE item = 'AUC') a
WHERE item = 'error' AND value ~ 'estimated' AND n < 12 ORDER BY n;
-- of those of the rows learned from no more are wrong, nor out of order: a score of two columns is hardly believed to be normal
SELECT wrong <= expected_error_rate AND expected_error_rate < least(won, 1 - won) AS wrong, auc BETWEEN expected_auc AND 1 AND expected_auc > 0.9 AS auc
FROM models, aer_summary(m), LATERAL (SELECT avg(((aer_predict(m, k) > 0) <> won)::int) AS wrong, (aer_evaluate(m, k, 'won')).auc, avg(won::int) AS won FROM cases k) e WHERE n = 2;
SELECT n, abs(split_part(value, ',', 1)::float8 - (1 - expected_mse / CASE n WHEN 1 THEN y WHEN 2 THEN won WHEN 5 THEN chance END)) <= 0.005 AS r2
FROM models, LATERAL aer_report(m), aer_summary(m),
	(SELECT var_pop(y) FILTER (WHERE y IS NOT NULL) AS y, var_pop(CASE WHEN won THEN 1 ELSE -1 END) AS won, var_pop(sin(i * i)) AS chance FROM cases) v
WHERE item = 'r2' AND value ~ 'estimated' AND n IN (1, 2, 5) ORDER BY n;
-- about 0 without a sign
SELECT value FROM aer_report((SELECT aer_train(ARRAY[i % 2], i / 2 % 2) FROM generate_series(1, 4000) i)) WHERE item = 'r2';
-- curves and lines, each with its error
SELECT n, abs((regexp_match(value, 'RMSE is ([^ ]*)'))[1]::float8 ^ 2 - expected_mse) <= 0.02 * expected_mse AS error,
	abs((regexp_match(value, '\((?:with|without) [a-z ]*: ([0-9.e+-]+)'))[1]::float8 ^ 2 - (m::jsonb -> 'fit' ->> CASE WHEN curves THEN 'mse_of_lines' ELSE 'mse_of_curves' END)::float8) <= 0.02 * (m::jsonb -> 'fit' ->> CASE WHEN curves THEN 'mse_of_lines' ELSE 'mse_of_curves' END)::float8 AS other
FROM models, LATERAL aer_report(m), aer_summary(m) WHERE item = 'curves' AND n IN (9, 10) ORDER BY n;
-- the most important, in order, with the drop in r2 without them and their shares; those that others can replace
SELECT n, value = concat_ws('; ', 'r2 falls by ' || falling, CASE WHEN falling IS NULL THEN 'r2 falls ' ELSE '' END || 'by less than 0.001 without ' || others) AS right
FROM models, LATERAL aer_report(m), LATERAL (
	SELECT string_agg(format('%s without %s', fall, words), ', ' ORDER BY n) FILTER (WHERE fall > 0 AND n <= 5) AS falling,
		string_agg(words, ', ' ORDER BY n) FILTER (WHERE fall <= 0 AND n <= 3 AND share >= 0.05) AS others
	FROM (SELECT *, format(CASE WHEN round(100 * share::numeric) = 0 THEN '%s' WHEN n = 1 AND (fall > 0 OR NOT any_fall) THEN '%s (%s %% of the effects)' ELSE '%s (%s %%)' END,
				CASE WHEN m::jsonb ? 'columns' THEN '"' || name || '"' ELSE 'attribute ' || name END, round(100 * share::numeric)) AS words
		FROM (SELECT *, row_number() OVER (PARTITION BY fall > 0 ORDER BY CASE WHEN fall > 0 THEN drop_r2 END DESC, share DESC) AS n, bool_or(fall > 0) OVER () AS any_fall
			FROM aer_importance(m), LATERAL (SELECT round(drop_r2::numeric, 3)) f (fall)) i) i) i
WHERE item = 'most important' ORDER BY 1;
-- without drops, the shares rank them
SELECT regexp_replace(value, '[0-9.]+ %', '# %', 'g') AS value
FROM aer_report((SELECT aer_fit_lasso(aer_moments(ARRAY[i % 7, i % 11], i % 7 + i % 11 / 4.0, aer_design(), i ORDER BY i)) FROM generate_series(1, 300) i)) WHERE item = 'most important';
SELECT count(*) FROM aer_report(NULL);
DROP TABLE cases, models;

-- The report reads the weights of a model of classes once, not once a class; attributes of arrays have numbers.
CREATE TABLE of_classes AS SELECT aer_train(ARRAY[i % 3, i % 5, i % 3 * (i % 2), i % 7], (i % 3)::text, aer_design()) AS model FROM generate_series(1, 300) i;
SELECT r.* FROM of_classes, aer_report(model) r;
-- A rare class is not none, and no mistake of 300 rows does not say that there will be none: 0.05 = (1 - 0.0099)^300.
SELECT value FROM (SELECT aer_train(ARRAY[i], CASE WHEN i > 1997 THEN 'rare' ELSE (i % 2)::text END, aer_design()) AS model FROM generate_series(1, 2000) i) m, aer_report(model) WHERE item = 'target';
CREATE TABLE apart AS SELECT i AS id, i % 2 * 5 + i * 37 % 101 AS x, i % 2 * 5 - i * 37 % 101 AS z, i % 2 = 1 AS y FROM generate_series(1, 300) i;
SELECT value FROM aer_report(aer_learn('apart', 'y', exclude => '{id}')) WHERE item = 'error';
DROP TABLE apart;
BEGIN;
SET LOCAL track_functions = 'all';
SELECT count(*) FROM of_classes, aer_report(model);
SELECT calls FROM pg_stat_xact_user_functions WHERE funcname = 'aer_weights';
COMMIT;

-- Numbers as one writes them, to so many digits; with an exponent only from ten millions on and below 0.0001.
SELECT number, _aer_digits(number, 3) AS three, _aer_digits(number, 6) AS six
FROM unnest(ARRAY[0, 0.000012345, 0.00012345, 999.4, 999.9, 1234.5678, -33412.3, 123456.7, 9994999, 9995000, 12345678]) number;
SELECT value FROM aer_report((SELECT aer_train(ARRAY[i % 7], 100000 * (i % 7) + i % 3 * 40000) FROM generate_series(1, 300) i)) WHERE item IN ('error', 'range of the target');
-- the value that a probability is about
SELECT t.name, r.value FROM (SELECT 'boolean' AS name, aer_train(ARRAY[i % 7], i % 7 + i % 4 > 5) AS model FROM generate_series(1, 300) i
	UNION ALL SELECT 'number', aer_train(ARRAY[i % 7], 3 + (i % 7 + i % 4 > 5)::int / 2.0) FROM generate_series(1, 300) i
	UNION ALL SELECT 'word', aer_train(ARRAY[i % 7], CASE WHEN i % 7 + i % 4 > 5 THEN 'won''t' ELSE 'will' END) FROM generate_series(1, 300) i) t,
	aer_report(t.model) r WHERE r.item = 'predictions' ORDER BY 1;

-- Pairs: how many of the design's are used, which first, and the error with and without.
CREATE TABLE couples AS SELECT i AS id, 20 + i * 37 % 61 AS age, i % 3 = 0 AS smoker, i * 11 % 40 AS dose, i * 7 % 23 AS weight, i * 5 % 19 AS height, i * 29 % 31 / 31.0 AS chance FROM generate_series(1, 400) i;
\set some '[["age", "smoker"], ["weight", "height"], ["dose", "weight"], ["dose", "height"], ["smoker", "height"]]'
CREATE TABLE paired AS
SELECT n, aer_moments(c.*, 'y', aer_design(include => '{age,smoker,dose,weight,height}', interactions => pairs), id) AS m
FROM (VALUES (1, :'some'::jsonb), (2, :'some'), (3, :'some'), (4, '[]')) v (n, pairs), LATERAL (SELECT c.*, CASE n WHEN 1 THEN CASE WHEN smoker THEN age ELSE 50 END + (weight - 11) * (height - 9) / 5.0 + dose WHEN 2 THEN dose + (dose - 20) * (height - 9) / 5.0 + (smoker::int - 0.3) * height + (weight - 11) * (height - 9) / 5.0 + CASE WHEN smoker THEN age ELSE 50 END ELSE dose END + chance AS y FROM couples c) c GROUP BY n;
CREATE TABLE reported AS SELECT n, how, model, r.value FROM paired, LATERAL (VALUES ('by folds', aer_fit_ridge(m)), ('by hand', aer_fit_ridge(m, interactions => CASE n WHEN 4 THEN 0 ELSE 2 END)), ('none', aer_fit_ridge(m, interactions => 0)), ('lasso', aer_fit_lasso(m, 0.01))) f (how, model)
	LEFT JOIN LATERAL aer_report(model) r ON r.item = 'interactions';
SELECT n, how, replace(regexp_replace(value, '(RMSE is|interactions:) [0-9.e+-]+', '\1 #', 'g'), chr(215), '*') AS value FROM reported ORDER BY n, how;
SELECT n, abs((regexp_match(value, 'RMSE is ([0-9.e+-]+)'))[1]::float8 / sqrt(expected_mse) - 1) < 0.005 AS error, abs((regexp_match(value, 'interactions: ([0-9.e+-]+)'))[1]::float8 / sqrt(other) - 1) < 0.005 AS other
FROM reported, aer_summary(model) s, LATERAL (SELECT (model::jsonb #>> CASE WHEN n < 3 THEN '{fit,mse_of_lines}' ELSE '{fit,mse_of_interactions}' END::text[])::float8 AS other) t WHERE how = 'by folds' ORDER BY n;
-- Restricted to columns of which no two are a pair, and of which there are fewer than looks were made at.
SELECT r.* FROM reported, aer_report(aer_restrict(model, '{age,weight}'::text[])) r WHERE n = 1 AND how = 'by hand' AND r.item IN ('read per row', 'interactions');
-- In words that somebody has written.
SELECT l.list, f.fit, r.value FROM unnest('{3,"\"x\"","{}","[1]","[1, 2, 3]"}'::jsonb[]) l (list),
	unnest(ARRAY['{}', '{"interactions": 0}', '{"interactions": 2, "mse_of_interactions": 3}', '{"interactions": 2, "mse_of_interactions": 3, "shape": "lines", "mse_of_lines": 4}', '{"interactions": 0, "mse_of_interactions": 3, "shape": "curves", "mse_of_lines": 5, "mse_of_curves": 0}']::jsonb[]) f (fit)
	LEFT JOIN LATERAL aer_report(format('{"weights":[1],"intercept":2,"learner":{"design":{"interactions":%s}},"fit":%s,"rows":9,"draws":0,"reads":0,"skipped":0,"format":2}', list, fit || '{"lambda": 1, "shrinkage": 1}')::aer_model) r ON r.item = 'interactions';
DROP TABLE couples, paired, reported;

-- Where the error was measured no other is told: of bends and pairs by how much more is expected without them, or with them, and
-- whether the model is better than the mean as it was measured. Small tables, in which forecasts and what was measured are not the same.
CREATE TABLE small (seed integer, model aer_model);
DO $$
DECLARE
	seed integer;
BEGIN
	FOREACH seed IN ARRAY '{5,8,12,71,100,156}'::int[] LOOP
		CREATE TABLE survived AS
		SELECT id, u[2] AS a, u[3] AS b, u[4] AS c, u[5] AS d, u[6] AS e, u[7] AS f, u[8] AS g, u[9] AS h, u[10] AS i, u[11] AS j, -ln(1 - u[1]) * exp(2 * u[2] - 4 * (u[3] - 0.5) ^ 2) AS days
		FROM generate_series(1, 150) id, LATERAL (SELECT array_agg(((hashint8extended(id, 100 * seed + k) & 1023) + 0.5) / 1024 ORDER BY k) AS u FROM generate_series(1, 11) k) c;
		ALTER TABLE survived ADD PRIMARY KEY (id);
		INSERT INTO small SELECT seed, aer_learn('survived', 'days');
		DROP TABLE survived;
	END LOOP;
END $$;
-- the measured error decides, whatever was expected
INSERT INTO small SELECT -seed, jsonb_set(model::jsonb, '{measured,r2}', CASE seed WHEN 12 THEN '0.02'::jsonb ELSE '-0.02' END)::text::aer_model FROM small WHERE seed IN (8, 12);
INSERT INTO small SELECT -seed, jsonb_set(model::jsonb, '{fit,mse_of_interactions}', to_jsonb(1.5 * (s.expected_mse + s.measured_mse)))::text::aer_model FROM small, aer_summary(model) s WHERE seed = 71;
SELECT seed, item, CASE WHEN item IN ('curves', 'interactions') THEN replace(regexp_replace(value, '[0-9.]+ %', '# %'), chr(215), '*') ELSE regexp_replace(value, '[0-9]\.[0-9]+', '#', 'g') END AS value
FROM small, aer_report(model) WITH ORDINALITY r (item, value, place) WHERE item IN ('error', 'curves', 'interactions', 'warning') ORDER BY seed, place;
-- by how much, from what the folds forecast
SELECT seed, item FROM small, aer_report(model) r, aer_summary(model) s,
	LATERAL (SELECT model::jsonb -> 'fit' AS fit) m, LATERAL (SELECT fit ->> CASE WHEN (item = 'interactions') = s.curves THEN 'mse_of_curves' ELSE 'mse_of_lines' END AS without) o,
	LATERAL (SELECT without::float8 AS other, (fit ->> CASE WHEN item = 'interactions' AND fit ->> 'interactions' <> '0' THEN 'mse_of_interactions' WHEN s.curves THEN 'mse_of_curves' ELSE 'mse_of_lines' END)::float8 AS used) f
WHERE abs((regexp_match(value, 'would be ([0-9.]+) %'))[1]::float8 - 100 * (sqrt(other / used) - 1)) > 0.5 AND value !~ 'with interactions' ORDER BY 1, 2;
-- in words that somebody has written, the largest and the least of numbers
SELECT v.used, v.other, _aer_error_comparison(true, v.used, 'with curves', v.other) AS measured, _aer_error_comparison(false, v.used, 'with curves', v.other) AS forecast
FROM (VALUES (5e-324::float8, 1.7e308::float8), (1.7e308, 5e-324), (0, 1), (0, 0), (1, 1.03), (1, NULL)) v (used, other);
-- the least number that there is, wherever an error stands, and what is divided by it
SELECT measured, array_to_string(path, '.') AS small, item, regexp_replace(value, CASE item WHEN 'r2' THEN '[0-9.]+' ELSE '\m[0-9]+\.[0-9]+\M' END, '#', 'g') AS value
FROM (SELECT measured, path, CASE WHEN measured THEN jsonb_set(model::jsonb, path, '5e-324') ELSE jsonb_set(model::jsonb - 'measured', path, '5e-324') END::text::aer_model AS model
	FROM small, (VALUES (true, '{measured,mse}'::text[]), (true, '{measured,mse_se}'), (false, '{expected_mse}'), (false, '{expected_se}'), (false, '{fit,target_variance}')) v (measured, path) WHERE seed = 8) m,
	aer_report(model) WITH ORDINALITY r (item, value, place)
WHERE item IN ('error', 'r2') ORDER BY 1, 2, place;
SELECT v.*, round(_aer_quotient(v.a, v.b)::numeric, 3)::float8 AS quotient FROM (VALUES (5e-324::float8, 2::float8), (5e-324, 1e-323), (-1.7e308, 0.5), (3, 4), (-3, 5e-324), (0, 1), (1, 0), (NULL, 1)) v (a, b);
DROP TABLE small;

-- Two columns on which the error rests, and which no row has seen both of, or few; not where deep records have, nor where the error
-- is large beside what they add. Of arrays by number. Told from the sums, so that pairs of rows are counted by aer_sums.
CREATE TABLE apart AS SELECT id, "a ""1""", b, c, 2 * "a ""1""" + 2 * b + c + noise AS y, c + 20 * noise AS noisy FROM (SELECT id, ((hashint8extended(id, 1) & 1023) - 512) / 300.0 AS "a ""1""", ((hashint8extended(id, 2) & 1023) - 512) / 300.0 AS b,
	((hashint8extended(id, 3) & 1023) - 512) / 300.0 AS c, ((hashint8extended(id, 4) & 1023) - 512) / 300.0 AS noise FROM generate_series(1, 400) id) r;
CREATE TABLE designs AS SELECT n, aer_design(budget, '{"cost": {"a \"1\"": 3, "b": 3, "c": 0}}', deep, include => '{"a \"1\"",b,c}') AS design FROM (VALUES (1, 3, NULL), (2, 3.1, 6), (3, 4, 6)) v (n, budget, deep);
SELECT n, target, model::jsonb -> 'seldom_together' AS seldom, (SELECT sum(s.n) FROM aer_sums(moments) s WHERE s.first = 'a "1"' AND s.second = 'b') AS together
FROM (SELECT n, 'y' AS target, aer_moments(a, 'y', design, id) AS moments FROM apart a, designs GROUP BY n UNION ALL SELECT n, 'noisy', aer_moments(a, 'noisy', design, id) FROM apart a, designs GROUP BY n) s, aer_fit_ridge(moments) model ORDER BY 1, 2;
SELECT n, value FROM (SELECT n, aer_fit_ridge(aer_moments(a, 'y', design, id)) AS model FROM apart a, designs GROUP BY n
	UNION ALL SELECT 4, aer_fit_ridge(aer_moments(ARRAY["a ""1""", c, b], y, aer_design(3, '{"cost": {"1": 3, "3": 3, "2": 0}}'), id)) FROM apart) m, aer_report(model) WHERE item = 'warning' ORDER BY 1;
-- holes keep columns apart, too
SELECT left(value, 50) FROM aer_report((SELECT aer_fit_ridge(aer_moments(h, 'y', aer_design(exclude => '{id}'), id)) FROM (SELECT id, CASE WHEN id <= 207 THEN "a ""1""" END AS a, CASE WHEN id > 200 THEN b END AS b, c, y FROM apart) h)) WHERE item = 'warning';
DROP TABLE apart, designs;

-- Beside the error rate, that of always predicting the more frequent value: counted. Of a rare value there is no link before it is
-- measured or calibrated, and what a probability is worth then is a warning.
CREATE TABLE rare AS SELECT id, x, z, x + y > cut AS won, CASE WHEN x + y > cut THEN 3.5 ELSE -1e6 END AS number, CASE WHEN x + y > cut THEN 'a' WHEN x < 0.5 THEN 'b' ELSE 'c' END AS word
FROM (SELECT id, ((hashint8extended(id, 1) & 1023)) / 1024.0 AS x, ((hashint8extended(id, 2) & 1023)) / 1024.0 AS y, ((hashint8extended(id, 3) & 1023)) / 1024.0 AS z, 1.5 AS cut FROM generate_series(1, 2000) id) r;
CREATE TABLE told AS SELECT 1 AS n, 'sums' AS name, aer_fit_ridge(aer_moments(r, 'won', aer_design(1, include => '{x,z}'), id)) AS model FROM rare r
	UNION ALL SELECT 2, 'a number', aer_fit_ridge(aer_moments(r, 'number', aer_design(include => '{x,z}'), id)) FROM rare r
	UNION ALL SELECT 3, 'measured', aer_learn('rare', 'won', exclude => '{number,word,id}')
	UNION ALL SELECT 5, 'classes', aer_learn('rare', 'word', exclude => '{number,won,id}')
	UNION ALL SELECT 6, 'classes from sums', aer_train(r, 'word', aer_design(1, include => '{x,z}'), id) FROM rare r
	UNION ALL SELECT 7, 'common', aer_fit_ridge(aer_moments(r, 'above', aer_design(include => '{x,z}'), id)) FROM (SELECT id, x, z, x + z > 0.8 AS above FROM rare) r
	UNION ALL SELECT 8, 'no weights', aer_fit_ridge(aer_moments(r, 'won', aer_design(include => '{nil,z}'), id)) FROM (SELECT id, 0 AS nil, 0 AS z, won FROM rare) r;
INSERT INTO told SELECT 4, 'calibrated', aer_calibrate(model, aer_score(model, r), won) FROM told, rare r WHERE n = 1 GROUP BY model;
SELECT n, name, item, CASE item WHEN 'warning' THEN left(value, 40) ELSE substring(value, 'of the scores of all classes|always .* wrong') END AS value,
	abs(substring(value, 'would be wrong in ([0-9.]+) %')::numeric - (SELECT CASE n WHEN 5 THEN 100 - max(k) / 20.0 WHEN 7 THEN (SELECT count(*) FILTER (WHERE x + z <= 0.8) / 20.0 FROM rare) ELSE min(k) / 20.0 END FROM (SELECT count(*) AS k FROM rare GROUP BY CASE WHEN n = 5 THEN word ELSE won::text END) k)) <= 0.0501 AS "right"
FROM told, aer_report(model) WITH ORDINALITY r (item, value, place) WHERE item IN ('error', 'warning') ORDER BY n, place;
-- what the shares alone, the mean, and no order would give: counted
SELECT n, item, abs(substring(value, '\(predicting the share of each (?:value|class): (.*)\)')::float8 - (SELECT -sum(k / 2000.0 * ln(k / 2000.0))
	FROM (SELECT count(*) AS k FROM rare GROUP BY CASE WHEN n = 5 THEN word ELSE won::text END) k)) < 0.0005 AS right,
	value ~ 'predicting the mean: 0\)$' AS mean, value ~ 'in random order: 0.5\)$' AS order
FROM told, aer_report(model) WITH ORDINALITY r (item, value, place) WHERE item IN ('log loss', 'r2', 'AUC') AND n IN (3, 5) ORDER BY n, place;
SELECT name, abs(substring(value, 'predicting the mean: ([^;]*)')::float8 / deviation - 1) < 0.005 AS right
FROM (SELECT stddev_pop(z) AS deviation, aer_fit_ridge(aer_moments(ARRAY[x], z)) AS sums, aer_train(ARRAY[x], z, aer_ridge() ORDER BY id) AS stream FROM rare) r,
	LATERAL (VALUES ('sums', sums), ('stream', stream), ('measured', (SELECT aer_learn('rare', 'z', exclude => '{number,word,id}')))) m (name, model), aer_report(model)
WHERE item = 'error';
-- For a rare value, the report also says how well the likeliest rows are found.
CREATE VIEW rare_boolean AS SELECT id, x, z, won FROM rare;
CREATE VIEW rare_false AS SELECT id, x, z, NOT won AS kept FROM rare;
CREATE VIEW rare_word AS SELECT id, x, z, CASE WHEN won THEN 'yes' ELSE 'no' END AS word FROM rare;
CREATE VIEW rare_few AS SELECT id, x, z, won FROM rare WHERE id <= 600;
CREATE TABLE found AS
	SELECT n, aer_learn(source::regclass, target, key => 'id') AS model
	FROM (VALUES (1, 'rare_boolean', 'won'), (2, 'rare_false', 'kept'), (3, 'rare_word', 'word'),
		(4, 'rare_few', 'won')) v (n, source, target);
SELECT n, item, value FROM found, aer_report(model) WITH ORDINALITY r (item, value, place)
WHERE item IN ('top 1 %', 'average precision', 'AUC', 'log loss', 'r2', 'error') ORDER BY n, place;
SELECT bool_and(model::jsonb -> 'measured' @> jsonb_build_object('average_precision',
	(SELECT f.model::jsonb #> '{measured,average_precision}' FROM found f WHERE n = 1))) AS same
FROM found WHERE n < 4;
DROP VIEW rare_boolean, rare_false, rare_word, rare_few;
DROP TABLE rare, told, found;

-- always predicting the most frequent class would be wrong less often
CREATE TABLE coins AS SELECT i AS id, sin(i * i) AS x, CASE WHEN i <= 3 THEN 'rare' || i ELSE (ARRAY['a', 'b'])[1 + i * 7919 % 101 % 2] END AS side FROM generate_series(1, 300) i;
ALTER TABLE coins ADD PRIMARY KEY (id);
SELECT value FROM aer_report((SELECT aer_learn('coins', 'side'))) WHERE item IN ('error', 'warning');
DROP TABLE coins;
