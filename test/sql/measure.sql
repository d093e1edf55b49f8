--
-- Errors of predictions of held-out rows: aer_measure, aer_fold,
-- aer_calibration of a model, and aer_calibrate of what a model predicts from less
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
\set VERBOSITY terse

CREATE TABLE ward AS
	SELECT i AS id, x[1] AS a, x[2] AS b, x[3] AS c, 3 + 2 * x[1] - x[2] + noise AS y,
		2 * x[1] - x[2] + noise > 0.5 AS sick, CASE WHEN x[1] + noise > 1.2 THEN 'high' WHEN x[2] + noise > 0.8 THEN 'middle' ELSE 'low' END AS stage
	FROM (SELECT i, ARRAY[sin(i * 12.9898), cos(i * 78.233), sin(i * 3.7)]::float8[] AS x, sin(i * 45.164) * cos(i * 9.1) AS noise
		FROM generate_series(1, 700) i) s;
ANALYZE ward;

-- The fold of a key is the fold of the moments: sums of each.
SELECT design, bool_and(n = rows) AS same, count(*) AS folds
FROM (VALUES (aer_design(seed => 5)), (aer_design(seed => 5, folds => 3)), (aer_design(seed => -1, budget => 2))) d (design),
	LATERAL (SELECT aer_fold(design, id) AS fold, count(*) AS n FROM ward GROUP BY 1) f,
	LATERAL (SELECT max(n) FROM aer_sums((SELECT aer_moments(ARRAY[a, b], y, design - 'budget', id) FROM ward)) s WHERE s.fold = f.fold) s (rows)
GROUP BY design ORDER BY design::text;
SELECT aer_fold(NULL, 1) IS NULL, aer_fold('{}', NULL) IS NULL;

-- Models that have not learned from a fold: those of the rows of the others, with the length of the fit of all. Of rows coordinates
-- stay those of all rows, so weights are near, no more; test/kernel holds them to what they are.
CREATE TABLE models (name text, all_rows aer_model, folds aer_model[], all_at_lambda aer_model, at_lambda aer_model[], fits aer_model[]);
CREATE FUNCTION directions(aer_model) RETURNS TABLE (class text, attribute int, weight float8) LANGUAGE sql AS $$ SELECT class, attribute, weight / sqrt(sum(weight ^ 2) OVER (PARTITION BY class)) FROM aer_weights($1) WHERE attribute > 0 $$;
DO $$
DECLARE
	target text;
	features text;
	call text;
BEGIN
	FOR features, target IN VALUES ('w', 'y'), ('w', 'sick'), ('w', 'stage'), ('ARRAY[a, b, c]', 'y'), ('ARRAY[a, b, c]', 'sick'), ('ARRAY[a, b, c]', 'stage')
	LOOP
		call := format('aer_moments(%s, %s, %s, id)', features, CASE features WHEN 'w' THEN quote_literal(target) ELSE target END,
			CASE features WHEN 'w' THEN 'aer_design(include => ''{a,b,c}'', folds => 4)' ELSE 'aer_design(folds => 4)' END);
		EXECUTE format('INSERT INTO models SELECT %L, aer_fit_ridge(%2$s), aer_fold_models(%2$s), aer_fit_ridge(%2$s, 0.3), aer_fold_models(%2$s, lambda => 0.3), ARRAY[%3$s]', target || CASE features WHEN 'w' THEN ' of rows' ELSE ' of arrays' END, call,
			(SELECT string_agg(format('aer_fit_ridge(%s FILTER (WHERE aer_fold(aer_design(folds => 4), id) <> %s), lambda => 0.3)', call, f), ', ') FROM generate_series(1, 4) f)) || ' FROM ward w';
	END LOOP;
END $$;
SELECT name, cardinality(folds) AS folds, count(*) FILTER (WHERE (f::jsonb #>> '{fold,number}')::int = place AND (f::jsonb #>> '{fold,of}')::int = 4) AS marked,
	count(*) FILTER (WHERE s.rows = (SELECT count(*) FROM ward WHERE aer_fold(aer_design(folds => 4), id) <> place)) AS rows,
	bool_and((SELECT max(abs(a.weight - b.weight)) FROM directions(at_lambda[place]) a JOIN directions(fits[place]) b ON a.attribute = b.attribute AND a.class IS NOT DISTINCT FROM b.class) < CASE WHEN name ~ 'arrays' THEN 1e-9 ELSE 1e-2 END) AS weights,
	bool_and(s.expected_mse IS NULL AND NOT f::jsonb ? 'facts') AS untold,
	bool_and(s.link_slope IS NOT DISTINCT FROM o.link_slope AND s.link_offset IS NOT DISTINCT FROM o.link_offset) AS link, bool_and(s.target_min IS NULL OR s.target_min = o.target_min AND s.target_max = o.target_max) AS range
FROM models, aer_summary(all_rows) o, unnest(folds) WITH ORDINALITY u (f, place), aer_summary(f) s GROUP BY name, folds ORDER BY name;
-- The length of a score: it rises by one with each one of the target, times alpha of the fit of all.
SELECT max(abs(f.weight - w.weight * alpha / (w.w[1] * ba + w.w[2] * bb + w.w[3] * bc))) < 1e-9 AS weights
FROM models m, generate_series(1, 4) place, LATERAL (SELECT (all_at_lambda::jsonb #>> '{fit,shrinkage}')::float8) a (alpha), aer_weights(at_lambda[place]) f,
	LATERAL (SELECT attribute, weight, fits[place]::float8[] AS w FROM aer_weights(fits[place])) w,
	LATERAL (SELECT regr_slope(a, y), regr_slope(b, y), regr_slope(c, y) FROM ward WHERE aer_fold(aer_design(folds => 4), id) <> place) s (ba, bb, bc)
WHERE m.name = 'y of arrays' AND w.attribute = f.attribute AND f.attribute > 0;
CREATE TABLE measured AS
	SELECT m.name, aer_measure(m.all_rows, m.folds, w, 'y', w.id) AS model FROM ward w, models m WHERE m.name = 'y of rows' GROUP BY m.name
	UNION ALL SELECT m.name, aer_measure(m.all_rows, m.folds, w, 'sick', w.id) FROM ward w, models m WHERE m.name = 'sick of rows' GROUP BY m.name
	UNION ALL SELECT m.name, aer_measure(m.all_rows, m.folds, w, 'stage', w.id) FROM ward w, models m WHERE m.name = 'stage of rows' GROUP BY m.name
	UNION ALL SELECT m.name, aer_measure(m.all_rows, m.folds, ARRAY[a, b, c], y, w.id) FROM ward w, models m WHERE m.name = 'y of arrays' GROUP BY m.name
	UNION ALL SELECT m.name, aer_measure(m.all_rows, m.folds, ARRAY[a, b, c], sick, w.id) FROM ward w, models m WHERE m.name = 'sick of arrays' GROUP BY m.name
	UNION ALL SELECT m.name, aer_measure(m.all_rows, m.folds, ARRAY[a, b, c], stage, w.id) FROM ward w, models m WHERE m.name = 'stage of arrays' GROUP BY m.name;
SELECT name, measured_rows, round(measured_mse::numeric, 4) AS mse, round(measured_mse_se::numeric, 4) AS se, round(measured_error_rate::numeric, 4) AS wrong,
	round(measured_error_rate_se::numeric, 4) AS wrong_se, round(measured_auc::numeric, 4) AS auc, round(measured_auc_se::numeric, 4) AS auc_se, round(measured_log_loss::numeric, 4) AS log_loss
FROM measured, aer_summary(model) ORDER BY 1;

-- By their definitions, from scores of the fold models one by one.
CREATE TABLE scores AS
	SELECT m.name, w.id, w.y, w.sick, w.stage, s.target_min, s.target_max, aer_score(m.folds[aer_fold(aer_design(folds => 4), w.id)], w) AS score
	FROM ward w, models m, aer_summary(m.all_rows) s WHERE m.name IN ('y of rows', 'sick of rows');
SELECT abs(m.measured_mse / avg((least(greatest(score, s.target_min), s.target_max) - y) ^ 2) - 1) < 1e-12 AS mse,
	abs(m.measured_mse_se / stddev_samp((least(greatest(score, s.target_min), s.target_max) - y) ^ 2) * sqrt(count(*)) - 1) < 1e-12 AS se
FROM scores s JOIN measured d USING (name), aer_summary(d.model) m WHERE name = 'y of rows' GROUP BY m.measured_mse, m.measured_mse_se;
SELECT abs(m.link_slope / c.link_slope - 1) < 1e-9 AS slope, abs(m.link_offset - c.link_offset) < 1e-9 AS "offset"
FROM (SELECT name, aer_calibrate(all_rows, score, sick) AS calibrated FROM scores JOIN models USING (name) WHERE name = 'sick of rows' GROUP BY name) s
	JOIN measured d USING (name), aer_summary(d.model) m, aer_summary(calibrated) c;
WITH told AS (SELECT s.sick, 1 / (1 + exp(-(m.link_offset + m.link_slope * score))) AS p, m.* FROM scores s JOIN measured d USING (name), aer_summary(d.model) m WHERE name = 'sick of rows'),
held AS (SELECT *, least(greatest(p, 1 / (rows + 2.0)), 1 - 1 / (rows + 2.0)) AS q FROM told)
SELECT abs(max(measured_mse) / avg((2 * p - 1 - CASE WHEN sick THEN 1 ELSE -1 END) ^ 2) - 1) < 1e-9 AS mse,
	abs(max(measured_log_loss) / avg(-ln(CASE WHEN sick THEN q ELSE 1 - q END)) - 1) < 1e-9 AS log_loss,
	abs(max(measured_error_rate) - avg(((p > 0.5) <> sick)::int)::float8) < 1e-12 AS wrong,
	abs(max(measured_auc) - (SELECT avg(CASE WHEN a.p > b.p THEN 1 WHEN a.p = b.p THEN 0.5 ELSE 0 END) FROM told a, told b WHERE a.sick AND NOT b.sick)::float8) < 1e-9 AS auc
FROM held;
-- With classes, the link follows the Gaussian classes.
WITH linked AS (
	SELECT name, w.id, w.stage, p.class, (n ->> 'temperature')::float8 * ln(p.probability) + (n -> 'offsets' ->> (o.place::int - 1))::float8 AS l
	FROM models JOIN measured USING (name), LATERAL (SELECT model::jsonb -> 'probabilities') c (n), ward w,
		LATERAL aer_probabilities(folds[aer_fold(aer_design(folds => 4), w.id)], ARRAY[a, b, c]) p
		JOIN jsonb_array_elements_text(model::jsonb -> 'classes') WITH ORDINALITY o (class, place) USING (class)
	WHERE name = 'stage of arrays'),
told AS (SELECT *, exp(l) / sum(exp(l)) OVER (PARTITION BY id) AS p, rank() OVER (PARTITION BY id ORDER BY l DESC) AS rank FROM linked)
SELECT abs(measured_error_rate - (SELECT avg((stage <> class)::int) FROM told WHERE rank = 1)::float8) < 1e-12 AS wrong,
	abs(measured_log_loss / (SELECT avg(-ln(least(greatest(p, 1 / 702.0), 1 - 1 / 702.0))) FROM told WHERE stage = class) - 1) < 1e-9 AS log_loss,
	abs(measured_mse / (SELECT sum((p - (stage = class)::int) ^ 2) / 700 FROM told) - 1) < 1e-9 AS mse
FROM measured, aer_summary(model) WHERE name = 'stage of arrays';
-- A model of classes predicts by its link, and from less too.
SELECT name, count(*) FILTER (WHERE abs(total - 1) > 1e-12) AS off, sum(abs(p - q)) > 1 AS linked
FROM (SELECT m.name, w.id, sum(p.probability) AS total, max(p.probability) AS p, max(o.probability) AS q
	FROM measured d JOIN models m USING (name), ward w, LATERAL aer_probabilities(d.model, CASE id % 3 WHEN 0 THEN jsonb_build_object('a', a) ELSE to_jsonb(w) END) p
		JOIN LATERAL aer_probabilities(m.all_rows, CASE id % 3 WHEN 0 THEN jsonb_build_object('a', a) ELSE to_jsonb(w) END) o USING (class)
	WHERE m.name = 'stage of rows' GROUP BY 1, 2) s GROUP BY 1;

-- Predicted and observed values, in ten groups of as many rows, for probabilities of as much expected variance: each differs by the
-- variance of at most one row, a quarter.
SELECT name, count(*) AS groups, sum(rows) AS rows, min(rows) AS least, max(rows) AS most, bool_and(low <= predicted AND predicted <= high) AS "between",
	bool_and(abs(predicted - observed) < 4 * se) AS calibrated, max((rows * se) ^ 2) - min((rows * se) ^ 2) <= 0.5 OR name LIKE 'y %' AS as_much
FROM measured, aer_calibration(model) GROUP BY 1 ORDER BY 1;
SELECT count(*) FROM models, aer_calibration(all_rows);

-- The same bits in any order, in parts that are merged, and measured again.
CREATE FUNCTION in_parts(model aer_model, folds aer_model[]) RETURNS aer_model LANGUAGE plpgsql SET parallel_setup_cost = 0 SET parallel_tuple_cost = 0
	SET min_parallel_table_scan_size = 0 SET max_parallel_workers_per_gather = 3 SET parallel_leader_participation = off AS $$
DECLARE
	result aer_model;
BEGIN
	EXECUTE 'SELECT aer_measure($1, $2, w, ''sick'', w.id) FROM ward w' INTO result USING model, folds;
	RETURN result;
END $$;
ALTER TABLE ward SET (parallel_workers = 3);
SELECT (SELECT aer_measure(m.all_rows, m.folds, w, 'sick', w.id ORDER BY md5(w.id::text)) FROM ward w) = d.model AS any_order,
	in_parts(m.all_rows, m.folds) = d.model AS in_parts, (SELECT aer_measure(d.model, m.folds, w, 'sick', w.id) FROM ward w) = d.model AS again
FROM models m JOIN measured d USING (name) WHERE name = 'sick of rows';

-- It goes through text, jsonb and aer_trim, and stays; what makes another model drops it.
SELECT bool_and(model::text::aer_model = model) AS text, bool_and(t.measured_mse = s.measured_mse AND t.measured_rows = 700) AS trimmed
FROM measured, aer_summary(model) s, aer_summary(aer_trim(model)) t;
SELECT bool_and(measured_rows IS NULL AND measured_mse IS NULL) AS dropped FROM measured, aer_summary(aer_restrict(model, ARRAY['a'])) WHERE name IN ('y of rows', 'sick of rows');
SELECT measured_rows FROM (SELECT aer_calibrate(model, aer_score(model, w), sick) AS m FROM measured, ward w WHERE name = 'sick of rows' GROUP BY model) s, aer_summary(m);

-- A row that lacks a column is no error afterwards, and its log-odds go through a line of their own.
WITH m AS (SELECT m.all_rows AS before, d.model AS measured, (SELECT aer_calibrate(m.all_rows, aer_score(m.all_rows, w), sick) FROM ward w) AS calibrated
	FROM models m JOIN measured d USING (name) WHERE name = 'sick of rows'),
told AS (SELECT id, part, ln(b / (1 - b)) AS before, ln(d / (1 - d)) AS measured, ln(c / (1 - c)) AS calibrated
	FROM m, (SELECT id, k.part, CASE WHEN k.part THEN jsonb_build_object('a', a) ELSE to_jsonb(w) END AS row FROM ward w, (VALUES (true), (false)) k (part) WHERE abs(a) < 0.5 AND id < 200) w,
		LATERAL (SELECT aer_probability(m.before, row), aer_probability(m.measured, row), aer_probability(m.calibrated, row)) p (b, d, c))
SELECT part, abs(regr_r2(measured, before) - 1) < 1e-9 AS line, abs(regr_r2(calibrated, before) - 1) < 1e-9 AS of_calibrate, count(*) FROM told GROUP BY part ORDER BY part;

-- Holes are left out of predictions of fold models as of any.
UPDATE ward SET b = NULL WHERE id % 5 = 0;
SELECT measured_rows, measured_auc BETWEEN 0.8 AND d.auc AS less FROM (SELECT aer_measure(all_rows, folds, w, 'sick', w.id) AS m FROM models, ward w WHERE name = 'sick of rows') s, aer_summary(m),
	LATERAL (SELECT measured_auc FROM measured, aer_summary(model) WHERE name = 'sick of rows') d (auc);
UPDATE ward SET sick = NULL WHERE id > 100;
SELECT measured_rows FROM (SELECT aer_measure(all_rows, folds, w, 'sick', w.id) AS m FROM models, ward w WHERE name = 'sick of rows') s, aer_summary(m);
-- No rows, and rows without a target: what there is to say is nothing.
SELECT aer_measure(all_rows, folds, w, 'sick', w.id) IS NULL FROM models, ward w WHERE false;
SELECT aer_measure(all_rows, folds, w, 'sick', w.id) = min(all_rows::text)::aer_model FROM models, ward w WHERE name = 'sick of rows' AND id > 100 GROUP BY name;

-- Fewer than 50 rows: the link stays as it was.
SELECT s.measured_rows, s.link_slope = o.link_slope AND s.link_offset = o.link_offset AS as_it_was
FROM (SELECT aer_measure(all_rows, folds, w, 'sick', w.id) AS m FROM models, ward w WHERE name = 'sick of rows' AND id < 40) t, aer_summary(m) s, models, aer_summary(all_rows) o WHERE name = 'sick of rows';

-- A class that one fold alone has: the model without that fold has not seen it, and is wrong there.
CREATE TABLE odd AS SELECT id, ARRAY[a, c] AS x, CASE WHEN id IN (SELECT id FROM ward WHERE aer_fold(aer_design(folds => 4), id) = 2 ORDER BY id LIMIT 4) THEN 'odd' WHEN a > 0 THEN 'plus' ELSE 'minus' END AS three FROM ward;
WITH moments AS (
	SELECT aer_moments(x, three, aer_design(folds => 4), id) AS of_three, aer_moments(x, CASE three WHEN 'odd' THEN 'odd' ELSE 'even' END, aer_design(folds => 4), id) AS of_two FROM odd),
fits AS (SELECT aer_fit_ridge(of_three) AS of_three, aer_fit_ridge(of_two) AS of_two FROM moments),
folds AS (SELECT aer_fold_models(of_three) AS three, aer_fold_models(of_two) AS two FROM moments),
measured AS (
	SELECT (SELECT aer_measure(of_three, folds.three, x, o.three, id) FROM odd o) AS three, (SELECT aer_measure(of_two, folds.two, x, CASE o.three WHEN 'odd' THEN 'odd' ELSE 'even' END, id) FROM odd o) AS two FROM fits, folds)
SELECT (SELECT jsonb_agg(f::jsonb -> 'classes') FROM unnest(folds.two) f) AS seen, t.measured_rows, t.measured_error_rate BETWEEN 4 / 700.0 AND 0.1 AS three, t.measured_log_loss > 4 / 700.0 * ln(700) AS log_loss,
	abs(u.measured_error_rate - 4 / 700.0) < 1e-12 AS two FROM folds, measured m, aer_summary(m.three) t, aer_summary(m.two) u;

-- A fold without rows has the model of all; designs with bends, a budget, a penalty; one value in a fold; one of two values in one fold alone.
SELECT (SELECT count(*) FROM unnest(folds) f WHERE f::jsonb - 'fold' = model::jsonb) AS of_all, (SELECT count(*) FROM unnest(folds) f WHERE (f::jsonb #>> '{rows}')::int < 12) AS others
FROM (SELECT aer_fit_ridge(m) AS model, aer_fold_models(m) AS folds FROM (SELECT aer_moments(ARRAY[a, c], y, aer_design(), id) AS m FROM (SELECT * FROM ward WHERE aer_fold(aer_design(), id) <> 3 ORDER BY id LIMIT 12) w) s OFFSET 0) s;
SELECT count(DISTINCT f::jsonb #>> '{fit,shape}') AS bends, min(f::jsonb #>> '{fit,shape}') = ((model::jsonb) #>> '{fit,shape}') AS as_all, bool_and(f::jsonb ? 'partial') AS partial
FROM (SELECT aer_fit_ridge(m) AS model, aer_fold_models(m) AS folds FROM (SELECT aer_moments(w, 'y', aer_design(budget => 2, include => '{a,c,stage}', columns => '{"a": [-0.5, 0, 0.5], "stage": ["high", "low"]}'), id) AS m FROM ward w) s OFFSET 0) s, unnest(folds) f GROUP BY model::jsonb;
SELECT bool_and((f::jsonb #>> '{fit,lambda}')::float8 = 0.5) AS lambda, bool_and(f::jsonb #>> '{fit,shape}' = 'curves') AS bends, bool_or(f::jsonb ? 'partial') AS partial
FROM (SELECT aer_fold_models(aer_moments(w, 'y', aer_design(include => '{a,c}', columns => '{"a": [-0.5, 0, 0.5]}'), id), lambda => 0.5, curves => true, partial => false) AS folds FROM ward w) s, unnest(folds) f;
WITH one AS (SELECT id, ARRAY[a, c] AS x, aer_fold(aer_design(), id) = 2 AND a > 0 AS y FROM ward), m AS (SELECT aer_moments(x, y, aer_design(), id) AS m FROM one)
SELECT (SELECT jsonb_agg(jsonb_build_array(s.target_min, s.target_max) ORDER BY place) FROM unnest(aer_fold_models(m)) WITH ORDINALITY f (f, place), aer_summary(f) s) AS ranges,
	(SELECT measured_error_rate > 0.05 FROM aer_summary((SELECT aer_measure(aer_fit_ridge(m), aer_fold_models(m), x, y, id) FROM one))) AS measured FROM m;
SELECT aer_fold_models(NULL) IS NULL;

-- What is chosen is chosen once: the point of the grid of penalties, bends and pairs are those of the fit of all. With these by hand
-- the fit of the other rows has the same direction, nearly so in coordinates of its own.
CREATE TABLE products AS SELECT id, a, b, c, CASE WHEN id % 2 = 0 THEN 'odd' ELSE 'even' END AS d, a * b + 0.4 * abs(c) + 0.5 * sin(id * 45.164) * cos(id * 9.1) AS y FROM (SELECT id, a, cos(id * 78.233) AS b, c FROM ward) w;
CREATE TABLE chosen AS
	SELECT m.*, aer_fit_ridge(of_all) AS model, aer_fold_models(of_all) AS folds FROM (
		SELECT 'arrays' AS name, aer_moments(ARRAY[a, b, c], y, aer_design(folds => 4), id) AS of_all, ARRAY(SELECT aer_moments(ARRAY[a, b, c], y, aer_design(folds => 4), id) FROM products, generate_series(1, 4) f WHERE aer_fold(aer_design(folds => 4), id) <> f GROUP BY f ORDER BY f) AS others FROM products
		UNION ALL SELECT 'pairs and bends', aer_moments(p, 'y', design, id), ARRAY(SELECT aer_moments(q, 'y', design, q.id) FROM products q, generate_series(1, 4) f WHERE aer_fold(design, q.id) <> f GROUP BY f ORDER BY f)
			FROM products p, (SELECT aer_design(folds => 4, include => '{a,b,c,d}', columns => '{"c": [-0.5, 0, 0.5], "d": ["odd", "even"]}', interactions => '[["a", "b"], ["a", "c"], ["a", "d"], ["b", "d"]]')) s (design) GROUP BY design) m OFFSET 0;
SELECT name, model::jsonb #>> '{fit,shape}' AS bends, model::jsonb #>> '{fit,interactions}' AS pairs, count(*) FILTER (WHERE f::jsonb #> '{fit,shape}' IS NOT DISTINCT FROM model::jsonb #> '{fit,shape}'
		AND f::jsonb #> '{fit,interactions}' IS NOT DISTINCT FROM model::jsonb #> '{fit,interactions}') AS as_all,
	bool_and((SELECT max(abs(a.weight - b.weight)) FROM directions(f) a JOIN directions(by_hand) b USING (attribute)) < CASE name WHEN 'arrays' THEN 1e-9 ELSE 0.1 END) AS weights
FROM chosen, unnest(folds, others) u (f, m), LATERAL (SELECT CASE name WHEN 'arrays' THEN aer_fit_ridge(m, (f::jsonb #>> '{fit,lambda}')::float8)
	ELSE aer_fit_ridge(m, (f::jsonb #>> '{fit,lambda}')::float8, curves => model::jsonb #>> '{fit,shape}' = 'curves', interactions => (model::jsonb #>> '{fit,interactions}')::int) END) h (by_hand) GROUP BY name, model::jsonb ORDER BY name;
CREATE FUNCTION place(aer_moments, lambda float8) RETURNS bigint LANGUAGE sql AS $$ SELECT place FROM aer_path($1) WITH ORDINALITY p (lambda, cv_mse, cv_se, nonzero, chosen, class, place) ORDER BY abs(ln(p.lambda / $2)) LIMIT 1 $$;
SELECT count(DISTINCT place(m, (f::jsonb #>> '{fit,lambda}')::float8)) AS points, min(place(m, (f::jsonb #>> '{fit,lambda}')::float8)) = max(place(of_all, (model::jsonb #>> '{fit,lambda}')::float8)) AS of_all,
	count(DISTINCT f::jsonb #>> '{fit,lambda}') AS lambdas
FROM chosen, unnest(folds, others) u (f, m) WHERE name = 'arrays';

-- Errors say what to do.
CREATE FUNCTION error_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	hint text;
	code text;
BEGIN
	EXECUTE query;
	RETURN 'none';
EXCEPTION WHEN others THEN
	GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT, code = RETURNED_SQLSTATE;
	RETURN concat_ws(E'\n', code || ' ERROR:  ' || SQLERRM, nullif(hint, ''));
END $$;
\pset format unaligned
\pset tuples_only on
SELECT error_of(format('SELECT aer_measure(%s, %s, w, %L, %s) FROM models, ward w WHERE name = ''sick of rows'' AND w.id <= 60', model, folds, target, key))
FROM (VALUES ('all_rows', 'folds[1:3]', 'sick', 'id'), ('all_rows', 'ARRAY[folds[1], folds[3], folds[2], folds[4]]', 'sick', 'id'),
	('all_rows', 'ARRAY[all_rows, all_rows, all_rows, all_rows]', 'sick', 'id'), ('all_rows', 'folds', 'sick', 'NULL'),
	('all_rows', '(SELECT folds FROM models WHERE name = ''y of rows'')', 'sick', 'id'), ('all_rows', 'folds || NULL::aer_model', 'sick', 'id'),
	('(SELECT aer_train(ARRAY[a, c], y, aer_ridge(budget => 2)) FROM ward)', 'folds', 'sick', 'id'), ('CASE w.id WHEN 30 THEN folds[1] ELSE all_rows END', 'folds', 'sick', 'id'),
	('all_rows', 'folds', 'nothing', 'id')) c (model, folds, target, key);
SELECT error_of(format('SELECT aer_fold_models(%s) FROM ward', m)) FROM (VALUES ('aer_moments(ARRAY[a, c], y)'), ('aer_moments(ARRAY[a, c], y, aer_design(folds => 1), id)'), ('aer_moments(ARRAY[a, c], y, aer_design(), id) FILTER (WHERE id < 10)'),
	('aer_moments(ARRAY[a, c], y, aer_design(), id) FILTER (WHERE id < 0)'), ('aer_moments(ARRAY[a, c], y, aer_design(), 7)'), ('aer_moments(ARRAY[a, c], y, aer_design(), id), lambda => -1'), ('aer_moments(ARRAY[a, c], y, aer_design(), id), curves => true')) v (m);
SELECT error_of('SELECT aer_measure(all_rows, folds, ARRAY[a, 1, c], ''x'' || id, id) FROM models, ward WHERE name = ''stage of arrays''');
SELECT error_of('SELECT aer_measure(all_rows, folds, ARRAY[a, 1, c], y, id) FROM models, ward WHERE name = ''sick of arrays''');
SELECT error_of('SELECT aer_measure(all_rows, folds, ARRAY[0.1, 1, 0.2], 1e200, id) FROM models, generate_series(1, 9) id WHERE name = $$y of arrays$$');
SELECT error_of('SELECT aer_measure(all_rows, folds, ARRAY[0.1, 1, 0.2], true, id) FROM models, generate_series(1, 1000001) id WHERE name = $$sick of arrays$$');
SELECT error_of(format('SELECT _aer_measure_combine(%L::bytea, %L)', s, s)) FROM (VALUES ('\x00'), ('\x' || repeat('00', 100))) v (s);
SELECT error_of(replace('CREATE AGGREGATE made_up(bytea) (SFUNC = _aer_measure_combine, STYPE = bytea, FINALFUNC = _aer_measure_final); SELECT made_up(v::bytea) FROM (VALUES (%L)) v (v)', '%L', quote_literal('\x' || repeat('00', 100))));
-- More rows than can be counted were never measured.
SELECT replace(model::text, '"measured":{"rows":', '"measured":{"rows":1e')::aer_model IS NULL FROM measured WHERE name = 'sick of rows';
