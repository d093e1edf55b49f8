--
-- Models that remember rows: gains, probabilities and predictions by their definitions, in SQL, of columns
-- that are all categorical; which columns are known; what a model with rows says, keeps and refuses
--

\set SHOW_CONTEXT never
SELECT setseed(0.27) IS NOT NULL AS seed;

-- the class and the number depend on c where a is 'u', and otherwise on b
CREATE TABLE visits AS
SELECT id, a, b, c, CASE WHEN random() < 0.2 THEN 'x' WHEN a = 'u' THEN coalesce(c, 'x') ELSE b END AS class,
	CASE WHEN a = 'u' THEN length(c) ELSE length(b) END + random() AS number, coalesce(a = 'u' AND c = 'p', false) AS coin,
	1 + id % 3 AS weight, id / 4 AS household
FROM (
	SELECT id, (ARRAY['u', 'v', 'w'])[1 + floor(random() * 3)::int] AS a,
		(ARRAY['1', '22', '333', '4444'])[1 + floor(random() * 4)::int] AS b,
		CASE WHEN id % 9 > 0 THEN (ARRAY['p', 'qqqqq'])[1 + floor(random() * 2)::int] END AS c
	FROM generate_series(1, 500) id
	OFFSET 0) drawn;
UPDATE visits SET number = 3 WHERE number IS NULL;

CREATE VIEW extreme AS SELECT id, a, b, c, number, class, coin, CASE WHEN id % 2 = 0 THEN 1e150 ELSE 1e-300 END AS weight FROM visits;

CREATE TABLE models AS
SELECT target, aer_learn('visits', target, key => 'id', keep_rows => 20000, interactions => false, measure => false,
	exclude => array_remove('{class,number,coin,weight,household}'::text[], target)) AS model
FROM unnest('{class,number,coin}'::text[]) target;

-- the weight of each row for a record
CREATE FUNCTION weights(record jsonb) RETURNS TABLE (id int, w float8) LANGUAGE sql STABLE AS $$
	SELECT id, exp(-(distance - min(distance) OVER ()) / (2 * 0.4 ^ 2))
	FROM (
		SELECT id, (SELECT coalesce(2 * count(*) FILTER (WHERE value IS DISTINCT FROM coalesce(to_jsonb(v) -> key, 'null')), 0)
			FROM jsonb_each(record)) AS distance
		FROM visits v) d $$;

-- J_cb of a column: the bins are its categories, one for others, and NULL
CREATE FUNCTION joint(record jsonb, target text, name text) RETURNS TABLE (class text, bin text, j float8)
	LANGUAGE sql STABLE AS $$
	WITH rows AS MATERIALIZED (
		SELECT to_jsonb(v) ->> target AS class, coalesce(to_jsonb(v) ->> name, 'NULL') AS bin, w
		FROM visits v JOIN weights(record) USING (id)),
	model AS MATERIALIZED (
		SELECT p.class, probability FROM models m, aer_probabilities(m.model, record, near => false) p
		WHERE m.target = joint.target),
	bins AS MATERIALIZED (
		SELECT bin, count(*) OVER () AS n
		FROM (SELECT bin FROM rows UNION SELECT 'NULL' UNION SELECT 'others') b),
	cells AS MATERIALIZED (SELECT class, bin, count(*) AS rows, sum(w) AS w FROM rows GROUP BY class, bin)
	SELECT class, bin, (coalesce(cells.w, 0) + 5 * probability * (coalesce(cells.rows, 0) + 1.0 / n)
			/ ((SELECT sum(c.rows) FROM cells c WHERE c.class = m.class) + 1))
		/ ((SELECT sum(w) FROM rows) + 5)
	FROM model m CROSS JOIN bins b LEFT JOIN cells USING (class, bin) $$;

CREATE FUNCTION information(record jsonb, target text, name text) RETURNS float8 LANGUAGE sql STABLE AS $$
	WITH joint AS MATERIALIZED (SELECT * FROM joint(record, target, name))
	SELECT (SELECT sum(j * ln(j)) FROM joint)
		- (SELECT sum(p * ln(p)) FROM (SELECT sum(j) FROM joint GROUP BY class) c (p))
		- (SELECT sum(p * ln(p)) FROM (SELECT sum(j) FROM joint GROUP BY bin) b (p)) $$;

CREATE FUNCTION variance(record jsonb, name text) RETURNS float8 LANGUAGE sql STABLE AS $$
	WITH rows AS (
		SELECT number, coalesce(to_jsonb(v) ->> name, 'NULL') AS bin, w FROM visits v JOIN weights(record) USING (id)),
	all_rows AS (
		SELECT sum(w) AS w, sum(w * w) AS squares, sum(w * number) / sum(w) AS mean,
			sum(w * number ^ 2) / sum(w) - (sum(w * number) / sum(w)) ^ 2 AS variance
		FROM rows),
	bins AS (
		SELECT sum(rows.w) AS w, sum(rows.w ^ 2) AS squares, sum(rows.w * (number - mean)) AS product
		FROM rows, all_rows GROUP BY bin)
	SELECT sum(b.product ^ 2 / b.w) / a.w - a.variance * (sum(b.squares / b.w) / a.w - a.squares / a.w ^ 2)
	FROM bins b, all_rows a GROUP BY a.w, a.variance, a.squares $$;

CREATE TABLE records AS
SELECT * FROM unnest(ARRAY['{}', '{"a": "u"}', '{"b": "22", "c": null}', '{"a": "never seen"}', '{"c": "p", "b": "1"}']::jsonb[])
	WITH ORDINALITY r (record, number);

-- gains
SELECT target, record, string_agg(name || CASE WHEN abs(gain / expected - 1) < 1e-9 THEN ' agrees' ELSE
	format(': %s, not %s', gain, expected) END, ', ' ORDER BY name)
FROM models, records, LATERAL (
	SELECT name, gain, CASE target WHEN 'number' THEN variance(record, name) ELSE information(record, target, name) END AS expected
	FROM aer_ask(model, record, near => true)
	WHERE name IS NOT NULL) asked
GROUP BY target, record, records.number
ORDER BY target, records.number;

-- probabilities: of the rows and the model together, and then the geometric mean with the model's
SELECT target, record, max(abs(p.probability - expected)) < 1e-12 AS agree
FROM models, records, aer_probabilities(model, record, near => true) p JOIN LATERAL (
	SELECT class, sqrt(together * alone) / sum(sqrt(together * alone)) OVER () AS expected
	FROM (SELECT class, sum(j) AS together FROM joint(record, target, 'a') GROUP BY class) rows
		JOIN (SELECT class, probability AS alone FROM aer_probabilities(model, record, near => false)) m USING (class)) e
	USING (class)
WHERE target <> 'number'
GROUP BY target, record, records.number
ORDER BY target, records.number;

-- a number: the mean of the weighted rows and five rows of the model
SELECT record, abs(near.prediction - expected) < 1e-12 AS prediction, abs(near.sd - sqrt(second - expected ^ 2)) < 1e-9 AS sd,
	near.low < near.prediction AND near.prediction < near.high AS interval
FROM models, records, aer_forecast(model, record, near => true) near, aer_forecast(model, record, near => false) alone,
	LATERAL (
		SELECT (sum(w * v.number) + 5 * alone.prediction) / (sum(w) + 5) AS expected,
			(sum(w * v.number ^ 2) + 5 * (alone.sd ^ 2 + alone.prediction ^ 2)) / (sum(w) + 5) AS second
		FROM visits v JOIN weights(record) USING (id)) expectation
WHERE target = 'number'
ORDER BY records.number;

-- the interval has the share of the weighted rows and the model that it should have
SELECT coverage, round((within / total)::numeric, 2) AS share
FROM models, unnest('{0.5, 0.9}'::float8[]) coverage, aer_forecast(model, '{"a": "u"}'::jsonb, coverage, near => true) f,
	aer_forecast(model, '{"a": "u"}'::jsonb, near => false) alone,
	LATERAL (SELECT sum(w) FILTER (WHERE number BETWEEN f.low AND f.high) AS within, sum(w) AS total
		FROM visits JOIN weights('{"a": "u"}') USING (id)) rows
WHERE target = 'number';

-- which looks are known, with rows and without: NULL of a row and JSON null only if NULL is a category
-- of the column, as in c; a missing key never
SELECT near, form, string_agg(name, ', ' ORDER BY name)
FROM models, (SELECT 'v'::text AS a, NULL::text AS b, NULL::text AS c) empty, unnest(ARRAY[true, false]) near,
	LATERAL (
		SELECT 'row' AS form, name FROM aer_ask(model, empty, near => near)
		UNION ALL SELECT 'null', name FROM aer_ask(model, to_jsonb(empty), near => near)
		UNION ALL SELECT 'missing', name FROM aer_ask(model, '{"a": "v"}'::jsonb, near => near)) asked
WHERE target = 'class' GROUP BY near, form ORDER BY near DESC, form;
SELECT target, near, count(*) AS forms, count(DISTINCT answer) AS answers
FROM models, (SELECT 'v'::text AS a, NULL::text AS b, NULL::text AS c) empty, unnest(ARRAY[true, false]) near,
	LATERAL (
		SELECT array_agg(f::text)::text FROM aer_forecast(model, empty, near => near) f
		UNION ALL SELECT array_agg(f::text)::text FROM aer_forecast(model, to_jsonb(empty), near => near) f
		UNION ALL SELECT array_agg(f::text)::text FROM aer_forecast(model, '{"a": "v", "c": null}'::jsonb, near => near) f) forms (answer)
GROUP BY target, near ORDER BY target, near;
SELECT target, near, count(*) AS forms, count(DISTINCT answer) AS answers
FROM models, (SELECT 'v'::text AS a, NULL::text AS b, NULL::text AS c) empty, unnest(ARRAY[true, false]) near,
	LATERAL (
		SELECT array_agg(p::text)::text FROM aer_probabilities(model, empty, near => near) p
		UNION ALL SELECT array_agg(p::text)::text FROM aer_probabilities(model, to_jsonb(empty), near => near) p
		UNION ALL SELECT array_agg(p::text)::text FROM aer_probabilities(model, '{"a": "v", "c": null}'::jsonb, near => near) p) forms (answer)
WHERE target <> 'number' GROUP BY target, near ORDER BY target, near;

-- in another order than without rows: b does not matter where a is 'u'
SELECT near, string_agg(name, ', ' ORDER BY bundle)
FROM models, unnest(ARRAY[true, false]) near, aer_ask(model, '{"a": "u"}'::jsonb, near => near)
WHERE target = 'class' GROUP BY near ORDER BY near;

-- prices, panels, budgets, worth, two looks ahead
SELECT bundle, name, cost, gain > 0 AS gains, stop
FROM models, aer_ask(model, '{}'::jsonb, prices => '{"cost": {"a": 1, "b": 3, "c": 1}, "panels": {"visit": {"fee": 2, "attributes": ["a", "c"]}}}',
	budget => 5, ahead => true)
WHERE target = 'class';
-- ahead => true uses the rows, even if the model alone predicts better
CREATE TABLE lines AS SELECT id, n[1] AS a, n[2] AS b, n[3] AS c, n[1] + n[2] + n[3] + n[4] + n[5] + n[6] AS y
FROM generate_series(1, 400) id, LATERAL (SELECT array_agg((hashint8extended(id, k) & 1023) / 1024.0) AS n FROM generate_series(1, 6) k) s;
ALTER TABLE lines ADD PRIMARY KEY (id);
CREATE TABLE line AS SELECT aer_learn('lines', 'y', keep_rows => 400) AS model;
CREATE FUNCTION answer(near boolean, ahead boolean) RETURNS text LANGUAGE sql
	AS $$SELECT string_agg(a::text, ' ') FROM line, aer_ask(model, '{"a": 0.5}'::jsonb, near => near, ahead => ahead) a$$;
SELECT used, answer(NULL, false) = answer(false, false) AS by_model, answer(NULL, true) = answer(true, true) AS by_rows,
	answer(true, true) <> answer(false, true) AS differ
FROM line, _aer_remembered(model);
SELECT name, stop FROM models, aer_ask(model, '{}'::jsonb, worth => 0.1) WHERE target = 'class';
SELECT name, stop FROM models, aer_ask(model, '{"a": "v"}'::jsonb, threshold => 0.5, confidence => 0.6) WHERE target = 'coin';
SELECT name, stop FROM models, aer_ask(model, '{}'::jsonb, unavailable => '{a,b}') WHERE target = 'class';

-- a model with rows says so; aer_trim removes them; text and binary forms bring them back
SELECT target, regexp_replace(value, '\d?\.\d+', 'x', 'g') AS value FROM models, aer_report(model) WHERE item = 'remembered rows'
ORDER BY target;
SELECT target, count(r) FROM models, aer_report(aer_trim(model)) r WHERE item = 'remembered rows' GROUP BY target;
SELECT target, model::text::aer_model::text = model::text AS text,
	pg_column_size(model) - pg_column_size(aer_trim(model)) > 500 * 4 AS bytes
FROM models ORDER BY target;
SELECT aer_predict(models.model, '{"a": "u"}'::jsonb) = aer_predict(without.model, '{"a": "u"}'::jsonb) AS tables_are_scored_without
FROM models, (SELECT aer_learn('visits', 'number', key => 'id', interactions => false, measure => false,
	exclude => '{class,coin,weight,household}') AS model) without
WHERE target = 'number';

-- rows are drawn by their key, in any order; fewer rows than there are; groups and weights
CREATE TABLE designed AS
SELECT name, design, aer_fit_ridge(aer_moments(v, 'class', design, id)) AS model, aer_fold_models(aer_moments(v, 'class', design, id)) AS folds
FROM (VALUES ('plain', '{}'::jsonb), ('groups', '{"groups": "household"}'), ('weight', '{"weight": "weight"}')) d (name, roles),
	LATERAL (SELECT aer_design(include => '{a,b,c}',
		columns => '{"a": ["u", "v"], "b": ["1", "22", "333"], "c": ["p", null]}') || roles AS design) o, visits v
GROUP BY name, design;
SELECT name, count(DISTINCT r.model::text)
FROM designed d, LATERAL (
	SELECT aer_remember(d.model, v, 'class', id ORDER BY place) AS model
	FROM visits v, LATERAL (VALUES (id), (-id)) p (place)
	GROUP BY place > 0) r
GROUP BY name ORDER BY name;
SELECT name, rows, used, loss IS NULL AS not_compared
FROM designed d, LATERAL (SELECT aer_remember(d.model, v, 'class', id) AS model FROM visits v) r, _aer_remembered(r.model)
ORDER BY name;
SELECT name, rows, loss > 0 AS loss, loss_of_model > 0 AS of_model
FROM designed d, LATERAL (SELECT _aer_remember(d.model, folds, v, 'class', id, 400) AS model FROM visits v) r, _aer_remembered(r.model)
ORDER BY name;
-- the model of a fold may use more or fewer interactions than the model; those of few rows use fewer
CREATE TABLE interacting AS
SELECT n, aer_fit_ridge(m, interactions => n) AS model, folds
FROM generate_series(0, 3, 3) n, (
	SELECT aer_moments(v, 'class', design, id) AS m, ARRAY[
		aer_fold_models(aer_moments(v, 'class', design, id))::text,
		aer_fold_models(aer_moments(v, 'class', design, id) FILTER (WHERE id <= 30))::text] AS each
	FROM visits v, aer_design(include => '{a,b,c}', columns => '{"a": ["u", "v"], "b": ["1", "22", "333"], "c": ["p", null]}',
		interactions => '[["a", "b"], ["a", "c"], ["b", "c"]]') design) s, unnest(each) f (written), LATERAL (SELECT written::aer_model[]) l (folds);
SELECT n, ARRAY(SELECT DISTINCT coalesce(jsonb_array_length(f::jsonb -> 'interactions'), 0) FROM unnest(folds) f ORDER BY 1) AS of_folds,
	rows, loss > 0 AS loss, loss_of_model > 0 AS of_model
FROM interacting, LATERAL (SELECT _aer_remember(interacting.model, folds, v, 'class', id, 400) AS model FROM visits v) r, _aer_remembered(r.model)
ORDER BY n, of_folds;
-- weights of any size
SELECT rows, loss > 0 AS loss FROM (SELECT aer_learn('extreme', 'number', exclude => '{class,coin}', key => 'id', weight => 'weight', keep_rows => 50) AS model) m, _aer_remembered(model);
-- 'w' is no category of the design: it is unlisted, and differs from everything
SELECT name, count(*), bool_and(probability > 0)
FROM designed d, LATERAL (SELECT aer_remember(d.model, v, 'class', id) AS model FROM visits v) r, aer_probabilities(r.model, '{"a": "w", "b": "4444"}'::jsonb)
GROUP BY name ORDER BY name;

-- errors
SELECT * FROM designed d, aer_ask(model, '{}'::jsonb, ahead => true) WHERE d.name = 'plain';
SELECT aer_learn('visits', 'class', keep_rows => 0);
SELECT aer_learn('visits', 'class', 2, keep_rows => 100);
SELECT _aer_remember(model, folds, v, 'class', id, -1) FROM designed d, visits v WHERE name = 'plain' GROUP BY model, folds;
SELECT a FROM aer_ask(aer_fit_ridge((SELECT aer_moments(ARRAY[weight, id % 7]::float8[], number) FROM visits), partial => true), ARRAY[1, NULL]::float8[], near => true) a;
SELECT aer_remember(aer_trim(model), v, 'class', id) FROM designed d, visits v WHERE name = 'plain' GROUP BY model;
SELECT aer_remember(d.model, v, 'class', id) FROM designed d, visits v;
SELECT aer_remember(model, v, NULL, id) IS NULL AS without_target, aer_remember(NULL, v, 'class', id) IS NULL AS without_model FROM designed d, visits v WHERE name = 'plain' GROUP BY model;
SELECT aer_remember(model, v, 'number', id) FROM designed d, visits v WHERE name = 'plain' GROUP BY model;
SELECT (replace(model::text, '"remembered":"AA', '"remembered":"//'))::aer_model FROM models WHERE target = 'coin';
SELECT (regexp_replace(model::text, '"remembered":"[^"]*"', '"remembered":"*"'))::aer_model FROM models WHERE target = 'coin';
SELECT (regexp_replace(model::text, '"remembered":"[^"]*"', '"remembered":"AAAA"'))::aer_model FROM models WHERE target = 'coin';
-- of arrays, whose elements have no categories, and fold models of more columns
SELECT (regexp_replace(model::text, '"remembered":"[^"]*"', format('"remembered":"%s"', encode(
	'\x00000001000000020001020000000100020000000100000000003ff0000000000000', 'base64'))))::aer_model
FROM (
	SELECT aer_remember(model, ARRAY[weight, id % 7]::float8[], number, id) AS model
	FROM visits, (SELECT aer_fit_ridge(aer_moments(ARRAY[weight, id % 7]::float8[], number, aer_design(), id), partial => true) AS model FROM visits) m) r;
CREATE TABLE narrow AS SELECT id, weight, number FROM visits;
CREATE TABLE wide AS SELECT id, weight, sin(id) AS s, cos(id) AS c, sin(2 * id) AS ss, cos(2 * id) AS cc, number FROM visits;
SELECT _aer_remember(model, folds, w, 'number', id, 400)
FROM wide w, (SELECT aer_fit_ridge(aer_moments(n, 'number', aer_design(exclude => '{id}'), id)) AS model FROM narrow n) m,
	(SELECT aer_fold_models(aer_moments(w, 'number', aer_design(exclude => '{id}'), id)) AS folds FROM wide w) f;
