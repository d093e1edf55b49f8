-- A target that is a word: classes, their probabilities, and how good they are.
\pset null NULL
SET extra_float_digits = 0;
\set SHOW_CONTEXT never

-- Three kinds of flowers, the third between the others on one line.
CREATE TABLE flowers (id int PRIMARY KEY, species text, long float8, wide float8, soil text);
INSERT INTO flowers SELECT i, (ARRAY['setosa', 'versicolor', 'virginica'])[k + 1],
		(ARRAY[1, 5, 3])[k + 1] + (i * 37 % 101) / 60.0, k % 2 + (i * 61 % 103) / 80.0,
		CASE WHEN i % 7 > 0 THEN (ARRAY['dry', 'wet'])[1 + (i * 13 % 10 > 4 * k)::int] END
	FROM generate_series(1, 300) i, LATERAL (SELECT i % 3) kind (k);
CREATE TABLE models (name text PRIMARY KEY, model aer_model);
INSERT INTO models SELECT 'rows', aer_train(f.*, 'species', aer_design(exclude => '{id}', columns => '{"soil": ["dry", "wet", null], "long": [2, 4]}')) FROM flowers f;
INSERT INTO models SELECT 'looks', aer_train(f.*, 'species', aer_design(budget => 2, exclude => '{id}', columns => '{"soil": ["dry", "wet", null], "long": [2, 4]}'), id) FROM flowers f;
INSERT INTO models SELECT 'array', aer_train(ARRAY[long, wide], species) FROM flowers;
SELECT name, (SELECT array_agg(DISTINCT class COLLATE "C" ORDER BY class COLLATE "C") FROM aer_weights(model)) AS classes, (SELECT count(*) FROM aer_weights(model)) AS weights FROM models ORDER BY name;

-- The prediction is the likeliest class; the class between the two others is found, too.
SELECT species, aer_class(model, f) AS class, count(*) FROM flowers f, models WHERE name = 'rows' GROUP BY 1, 2 ORDER BY 1, 2;
SELECT name, (e).rows, (e).error_rate < 0.06 AS good, abs((e).mse - (e).brier) < 1e-12 AS summed, (e).r2, (e).auc
	FROM (SELECT name, aer_evaluate(model, ARRAY[long, wide], species) AS e FROM models, flowers f WHERE name = 'array' GROUP BY name UNION ALL
		SELECT name, aer_evaluate(model, f, 'species') FROM models, flowers f WHERE name <> 'array' GROUP BY name) e ORDER BY name;

-- One table of probabilities, from which all else follows.
CREATE TABLE said AS SELECT name, f.id, species, p.* FROM models, flowers f,
	LATERAL (SELECT class, probability, row_number() OVER () AS place FROM aer_probabilities(model, f)) p WHERE name <> 'array';
SELECT count(*) FILTER (WHERE abs(total - 1) > 1e-12) AS no_sum, count(*) FILTER (WHERE NOT falls) AS unsorted
	FROM (SELECT sum(probability) AS total, bool_and(before IS NULL OR probability <= before) AS falls
		FROM (SELECT *, lag(probability) OVER (PARTITION BY name, id ORDER BY place) AS before FROM said) s GROUP BY name, id) s;
SELECT count(*) FROM said s JOIN models m USING (name) JOIN flowers f USING (id)
	WHERE aer_probability(model, f, class) IS DISTINCT FROM probability OR (place = 1) <> (class = aer_class(model, f));
SELECT name, abs(avg(s.wrong) - max(e.error_rate)) < 1e-12 AS share, abs(avg(loss) - max(e.log_loss)) < 1e-12 AS log_loss, abs(avg(squared) - max(e.brier)) < 1e-12 AS brier
	FROM (SELECT name, id, bool_or(place = 1 AND class <> species)::int AS wrong, max(-ln(probability)) FILTER (WHERE class = species) AS loss,
			sum((probability - (class = species)::int) ^ 2) AS squared FROM said GROUP BY name, id) s
		JOIN (SELECT name, (aer_evaluate(model, f, 'species')).* FROM models, flowers f WHERE name <> 'array' GROUP BY name) e USING (name)
	GROUP BY name ORDER BY name;

-- Each class has the weights of a regression on whether it is that, and their errors.
SELECT w.class, max(abs(w.weight - r.weight)) < 1e-9 AS same, max(abs(w.se - r.se)) < 1e-9 AND count(w.se) = 2 AS errors
	FROM models, aer_weights(model) w (attribute, name, weight, se, class),
		LATERAL (SELECT r.* FROM (SELECT aer_train(ARRAY[long, wide], (species = w.class)::int::float8) AS m FROM flowers) one, aer_weights(m) r) r (attribute, name, weight, se, no_class)
	WHERE models.name = 'array' AND w.attribute = r.attribute GROUP BY w.class ORDER BY w.class;

-- Two words are as a boolean, but that the model knows them.
SELECT max(abs(aer_predict(words, x) - aer_predict(truth, x))) AS predict, max(abs(aer_probability(words, x) - aer_probability(truth, x, 'true'))) AS probability,
		bool_and(aer_class(words, x) = CASE aer_class(truth, x) WHEN 'true' THEN 'versicolor' ELSE 'setosa' END) AS class
	FROM (SELECT ARRAY[long, wide] AS x FROM flowers) f,
		(SELECT aer_train(ARRAY[long, wide], species, aer_design(budget => 1), id) AS words, aer_train(ARRAY[long, wide], species = 'versicolor', aer_design(budget => 1), id) AS truth FROM flowers WHERE species < 'virginica') m;
SELECT (e.*) IS NOT NULL AS all_known, abs(e.mse - b.mse) < 1e-12 AS mse, abs(e.log_loss - b.log_loss) < 1e-12 AS log_loss, e.auc = b.auc AS auc, e.error_rate = b.error_rate AS wrong
	FROM (SELECT (aer_evaluate(m, ARRAY[long, wide], species)).* FROM flowers, (SELECT aer_train(ARRAY[long, wide], species) AS m FROM flowers WHERE species < 'virginica') m WHERE species < 'virginica') e,
		(SELECT (aer_evaluate(m, ARRAY[long, wide], species = 'versicolor')).* FROM flowers, (SELECT aer_train(ARRAY[long, wide], species = 'versicolor') AS m FROM flowers WHERE species < 'virginica') m WHERE species < 'virginica') b;
SELECT p.* FROM (SELECT aer_train(ARRAY[long], CASE WHEN id % 3 = 0 THEN 2 ELSE 5.5 END) AS m FROM flowers) m, aer_probabilities(m, ARRAY[1]) p ORDER BY class;

-- One class; and one that the model has not seen, which is wrong.
SELECT aer_class(m, ARRAY[9, 9]), aer_predict(m, ARRAY[9, 9]), aer_probability(m, ARRAY[9, 9], 'setosa'), (SELECT array_agg(p) FROM aer_probabilities(m, ARRAY[9, 9]) p)
	FROM (SELECT aer_train(ARRAY[long, wide], species) AS m FROM flowers WHERE species = 'setosa') m;
SELECT (e).rows, (e).error_rate, abs((e).log_loss + ln(1e-6)) < 1e-12 AS log_loss, (e).brier > 1 AS brier FROM (SELECT aer_evaluate(model, ARRAY[long, wide], 'rose ' || id % 2) AS e FROM models, flowers WHERE name = 'array') e;
SELECT (e).rows, (e).error_rate, abs((e).log_loss + ln(1e-6)) < 1e-12 AS log_loss, (e).brier, (e).auc
	FROM (SELECT aer_evaluate(m, ARRAY[long, wide], species) AS e FROM flowers, (SELECT aer_train(ARRAY[long, wide], species) AS m FROM flowers WHERE species < 'virginica') m WHERE species = 'virginica') e;

-- One class against the rest, in all that takes the name of a target.
SELECT max(abs(aer_score(a, f) - aer_score(b, g))) AS difference
	FROM flowers f JOIN (SELECT species = 'virginica' AS is, id, long, wide FROM flowers) g USING (id),
		(SELECT aer_train(f.*, 'species=virginica', aer_design(include => '{long,wide}')) AS a FROM flowers f) a,
		(SELECT aer_train(g.*, 'is', aer_design(include => '{long,wide}')) AS b FROM (SELECT species = 'virginica' AS is, id, long, wide FROM flowers) g) b;
SELECT (aer_evaluate(m, f, 'species=virginica')).error_rate IS NOT NULL AS evaluated FROM flowers f, (SELECT aer_train(f.*, 'species=virginica', aer_design(include => '{long,wide}')) AS m FROM flowers f) m;
SELECT aer_train(f.*, 'species=virginica', aer_ridge(include => '{long,wide}', budget => 2) ORDER BY id) IS NOT NULL AS streamed FROM flowers f;
SELECT count(*) AS attributes FROM aer_weights((SELECT aer_train(f.*, 'species=virginica', aer_design(columns => '{"soil": ["dry", "wet"]}')) FROM flowers f)) w WHERE name ~ 'species';
CREATE TABLE odd ("a=b" int, a text, "c=d" text, "c=d=e" text, x float8);
INSERT INTO odd SELECT i % 2, CASE WHEN i % 3 = 0 THEN 'b' ELSE 'c' END, CASE WHEN i % 5 = 0 THEN 'e' ELSE 'f' END, CASE WHEN i % 7 = 0 THEN 'g' ELSE 'h' END, i % 11 FROM generate_series(1, 70) i;
-- the column of that name; the column before an equals sign; the longest such
SELECT kind, target_min, target_max, round(mean::numeric, 1) AS mean FROM (VALUES (1, 'a=b'), (2, 'a=c'), (3, 'c=d=e'), (4, 'c=d=f'), (5, 'c=d=e=g'), (6, 'x=3')) t (n, name),
	LATERAL (SELECT m::jsonb ->> 'target' AS kind, s.target_min, s.target_max, (SELECT avg(aer_predict(m, o)) FROM odd o) AS mean
		FROM (SELECT aer_train(o.*, t.name, aer_design(include => CASE t.name WHEN 'x=3' THEN '{"a=b"}' ELSE '{x}' END::text[])) AS m FROM odd o) m, aer_summary(m) s) s ORDER BY n;

-- Parts are merged by name, and taken back; a class may be in one of them only.
CREATE FUNCTION pg_temp.parts(a aer_moments, b aer_moments) RETURNS float8 LANGUAGE sql AS
'SELECT max(abs(x.weight - y.weight)) + count(*) FILTER (WHERE x.weight IS NULL OR y.weight IS NULL)
	FROM aer_weights(aer_fit_ridge(a)) x FULL JOIN aer_weights(aer_fit_ridge(b)) y ON x.class = y.class AND x.attribute = y.attribute';
CREATE TABLE parts AS SELECT aer_moments(ARRAY[long, wide], species, d, id) AS whole,
		aer_moments(ARRAY[long, wide], species, d, id) FILTER (WHERE species = 'virginica') AS one,
		aer_moments(ARRAY[long, wide], species, d, id) FILTER (WHERE species <> 'virginica' AND id > 9) AS others,
		aer_moments(ARRAY[long, wide], species, d, id) FILTER (WHERE species <> 'virginica' AND id <= 9) AS few,
		aer_moments(ARRAY[long, wide], species, d, id) FILTER (WHERE species = 'virginica' AND id <= 9) AS fewer
	FROM flowers, aer_design(budget => 1) d;
SELECT pg_temp.parts(one + others + few, whole) < 1e-10 AS merged, pg_temp.parts(few + others + one, whole) < 1e-10 AS otherwise,
		(few + fewer)::text = (fewer + few)::text AS same, pg_temp.parts(whole - few, others + one) < 1e-9 AS taken
	FROM parts;
SELECT array_agg(DISTINCT class ORDER BY class) FROM parts, LATERAL (SELECT aer_fit_ridge(whole - others) AS m) m, aer_weights(m);
SELECT aer_class(aer_fit_ridge(whole - others - few), ARRAY[1, 1]) FROM parts;
SELECT (whole::text::aer_moments)::text = whole::text AS text, (few::text::aer_moments)::text = few::text AS rows FROM parts;
SELECT name, (model::text::aer_model)::text = model::text AS text, length(aer_trim(model)::text) < length(model::text) AS trimmed, aer_class(aer_trim(model), f) = aer_class(model, f) AS class
	FROM models, flowers f WHERE id = 1 AND name <> 'array' ORDER BY name;

-- By workers, of which each has seen some.
CREATE TABLE much AS SELECT i, (ARRAY['first', 'second', 'third'])[1 + (i > 2000)::int + (i > 9990)::int] AS word, ARRAY[i % 7, i % 11 + i / 5000, i % 13] AS x FROM generate_series(1, 10000) i;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT pg_temp.parts(aer_moments(x, word, d, i), (SELECT aer_moments(m ORDER BY p) FROM (SELECT i % 3 AS p, aer_moments(x, word, d, i ORDER BY i) AS m FROM much GROUP BY 1) m)) < 1e-9 AS same FROM much, aer_design(budget => 2) d GROUP BY d;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
SELECT (aer_summary(aer_calibrate(m, aer_score(m, ARRAY[long, wide]), species = 'versicolor'))).link_slope > 0 AS calibrated FROM flowers, (SELECT aer_train(ARRAY[long, wide], species) AS m FROM flowers WHERE species < 'virginica') m WHERE species < 'virginica';

-- Words of all types and kinds, and none: left out and counted.
CREATE TYPE mood AS ENUM ('sad', 'ok');
ALTER TYPE mood ADD VALUE 'happy' BEFORE 'ok';
CREATE DOMAIN word AS varchar(20);
CREATE TABLE kinds AS SELECT i, (ARRAY['sad', 'ok', 'happy']::mood[])[1 + i % 3] AS m, (ARRAY['it''s', '', '"x", \y'])[1 + i % 3]::word AS w, (ARRAY['a', 'b ', 'ab'])[1 + i % 3]::char(5) AS c,
	CASE WHEN i % 10 > 0 THEN (ARRAY['ä', 'z', 'Z'])[1 + i % 3] END AS t, ARRAY[i % 3 + i % 7 / 10.0, i % 5] AS x FROM generate_series(1, 90) i;
SELECT target, array_agg(class ORDER BY n) AS classes, max(skipped) AS skipped, bool_and(back) AS back FROM (VALUES ('m'), ('w'), ('c'), ('t')) n (target),
	LATERAL (SELECT CASE target WHEN 'm' THEN aer_train(x, m) WHEN 'w' THEN aer_train(x, w) WHEN 'c' THEN aer_train(x, c) ELSE aer_train(x, t) END AS m FROM kinds) m,
	LATERAL (SELECT class, n FROM jsonb_array_elements_text(m::jsonb -> 'classes') WITH ORDINALITY c (class, n)) c,
	LATERAL (SELECT skipped FROM aer_summary(m)) s, LATERAL (SELECT (m::text::aer_model)::text = m::text AS back) b GROUP BY target ORDER BY target;
SELECT bool_and(aer_class(m, j) = aer_class(r, k)) AS jsonb, bool_and(aer_probability(m, j, 'ok') = aer_probability(r, k, 'ok')) AS probability,
		bool_and((SELECT array_agg(p) FROM aer_probabilities(m, j) p) = (SELECT array_agg(p) FROM aer_probabilities(r, k) p)) AS all
	FROM (SELECT k, to_jsonb(k) AS j FROM (SELECT i, m, x[1] AS a, x[2] AS b FROM kinds) k) k,
		(SELECT aer_train(to_jsonb(k), 'm', aer_design(include => '{a,b}'), i) AS m, aer_train(k, 'm', aer_design(include => '{a,b}'), i) AS r FROM (SELECT i, m, x[1] AS a, x[2] AS b FROM kinds) k) m;
SELECT count(*) AS classes FROM aer_weights((SELECT aer_train(ARRAY[i % 7, i % 11, i % 13], 'class ' || i % 100) FROM generate_series(1, 1000) i)) WHERE attribute = 0;

-- In comparisons, and what else takes a query.
SELECT looks, error_rate < 0.3 AS good, auc, rows, problem FROM aer_compare('SELECT f AS features, ''species'' AS target, id AS key FROM flowers f',
	ARRAY[aer_design(budget => 1, include => '{long,wide}'), aer_design(include => '{long,wide}')]) ORDER BY looks;
SELECT count(*), bool_and(error_rate < 0.3) AS good FROM aer_cross_validate('SELECT ARRAY[long, wide] AS features, species AS target, id AS key FROM flowers', ARRAY[aer_design()], 3);
SELECT rows, error_rate < 0.4 AS good FROM aer_learning_curve('SELECT ARRAY[long, wide] AS features, species AS target, id AS key FROM flowers WHERE id <= 200', 'SELECT ARRAY[long, wide] AS features, species AS target FROM flowers WHERE id > 200', ARRAY[aer_design()], '{100,200}');
SELECT item, value FROM aer_report((SELECT model FROM models WHERE name = 'array')) WHERE item IN ('learner', 'target', 'predictions');
SELECT species, aer_class(m, f) AS class, count(*) FROM flowers f, (SELECT aer_learn('flowers', 'species') AS m OFFSET 0) m GROUP BY 1, 2 ORDER BY 1, 2;

-- A table that is followed.
SELECT aer_follow('flowers', 'species', aer_design(budget => 2, include => '{long,wide}'), 'id', 'flowers_log');
INSERT INTO flowers VALUES (1001, 'rose', 9, 9, NULL), (1002, 'rose', 9.5, 9, NULL), (1003, NULL, 1, 1, NULL);
UPDATE flowers SET species = 'virginica' WHERE id < 20;
DELETE FROM flowers WHERE species = 'setosa';
SELECT array_agg(DISTINCT class ORDER BY class) AS classes, pg_temp.parts(aer_followed('flowers_log'), (SELECT aer_moments(f.*, 'species', aer_design(budget => 2, include => '{long,wide}'), id) FROM flowers f)) < 1e-9 AS same
	FROM aer_weights(aer_fit_ridge(aer_followed('flowers_log')));
SELECT * FROM aer_check('flowers_log', deep => true);
-- what a deep look finds: two labels that have changed places, another word, fewer
SELECT n, _aer_moments_difference(aer_moments(x, kind, d, id), aer_moments(x, other, d, id)) AS difference
	FROM (SELECT n, id, ARRAY[long, wide] AS x, species AS kind, CASE WHEN n = 1 THEN species WHEN n = 2 THEN CASE WHEN id = 299 THEN 'rose' ELSE species END
			WHEN n = 3 THEN replace(species, 'rose', 'tulip') ELSE replace(species, 'rose', 'virginica') END AS other FROM flowers, generate_series(1, 4) n WHERE species IS NOT NULL) f, aer_design(budget => 1) d
	GROUP BY n ORDER BY n;

-- Each class has a path, of which the model's regressions are; what they are expected to miss adds up, with all rows but those of a fold, too.
CREATE TABLE paths AS SELECT 'array' AS name, (SELECT aer_moments(ARRAY[long, wide], species, aer_design(budget => 1), id) FROM flowers) AS m UNION ALL SELECT 'looks', (SELECT aer_moments(f.*, 'species', aer_design(budget => 2, exclude => '{id}', columns => '{"soil": ["dry", "wet", null], "long": [2, 4]}'), id) FROM flowers f)
	UNION ALL SELECT 'all', (SELECT aer_moments(ARRAY[long, wide], species, aer_design(), id) FROM flowers);
SELECT name, class, count(*) > 5 AS points, count(*) FILTER (WHERE chosen) AS chosen FROM paths, aer_path(m) GROUP BY 1, 2 ORDER BY 1, 2;
SELECT name, abs(sum(cv_mse) / max(expected_mse) - 1) < 1e-12 AS mse, abs(sqrt(sum(cv_se ^ 2)) / max(expected_se) - 1) < 1e-12 AS se
	FROM paths, aer_path(m), aer_summary(aer_fit_ridge(m)) s WHERE chosen AND name <> 'all' GROUP BY 1 ORDER BY 1;
SELECT name, class, max(abs(p.lambda / r.lambda - 1)) < 1e-9 AS lambda, max(abs(p.cv_mse / r.cv_mse - 1)) < 1e-9 AS mse, bool_and(p.chosen = r.chosen AND p.nonzero = r.nonzero) AS same
	FROM paths, (SELECT *, row_number() OVER (PARTITION BY class ORDER BY lambda) AS place FROM (SELECT p.* FROM paths, aer_path(m) p WHERE name = 'all') p) p
		JOIN (SELECT k.class, r.*, row_number() OVER (PARTITION BY k.class ORDER BY lambda) AS place FROM (SELECT class, aer_moments(ARRAY[long, wide], (species = class)::int::float8, aer_design(), id) AS m FROM flowers, unnest('{rose,versicolor,virginica}'::text[]) class GROUP BY class) k, aer_path(k.m) r (lambda, cv_mse, cv_se, nonzero, chosen, no_class)) r USING (class, place)
	WHERE name = 'all' GROUP BY 1, 2 ORDER BY 2;
SELECT name, abs(e.expected_mse / s.expected_mse - 1) < 1e-12 AS mse, abs(e.expected_se / s.expected_se - 1) < 1e-12 AS se FROM paths, aer_enough(m) WITH ORDINALITY e (rows, expected_mse, expected_se, rows_needed, error_rate, place), aer_summary(aer_fit_ridge(m)) s WHERE place = 4 ORDER BY 1;

-- Targets that are not classes.
SELECT aer_train(ARRAY[i], 'c' || i) FROM generate_series(1, 101) i;
SELECT aer_train(ARRAY[long, wide], 'species'::text) FROM flowers;
SELECT aer_train(ARRAY[long, wide], species, aer_ridge()) FROM flowers;
SELECT aer_train(f.*, 'species', aer_ridge(include => '{long,wide}')) FROM flowers f;
SELECT aer_predict(model, ARRAY[1, 1]) FROM models WHERE name = 'array';
SELECT aer_probability(model, ARRAY[1, 1]) FROM models WHERE name = 'array';
SELECT aer_probability(model, ARRAY[1, 1], 'rose') FROM models WHERE name = 'array';
SELECT aer_class(m, ARRAY[1, 1]) FROM (SELECT aer_train(ARRAY[long, wide], long) AS m FROM flowers) m;
SELECT aer_evaluate(model, ARRAY[long, wide], long) FROM models, flowers WHERE name = 'array';
SELECT aer_evaluate(m, ARRAY[long, wide, long], species, 2) FROM flowers, (SELECT aer_train(ARRAY[long, wide, id], species) AS m FROM flowers) m;
SELECT aer_evaluate(m, ARRAY[long, wide, wide], species, 2) FROM flowers, (SELECT aer_train(ARRAY[long, wide, id], species) AS m FROM flowers WHERE species <> 'rose') m;
SELECT aer_evaluate('{"weights":[1,2],"intercept":0,"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}', ARRAY[long, wide], species) FROM flowers;
SELECT aer_evaluate('{"weights":[1,2],"intercept":0,"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}', ARRAY[long, wide], species, 2) FROM flowers;
SELECT aer_fit_lasso(whole) FROM parts;
SELECT aer_fit_ridge(whole, radius => 1) FROM parts;
SELECT * FROM parts, aer_path(whole, 'lasso');
SELECT whole + (SELECT aer_moments(ARRAY[long, wide], long, aer_design(budget => 1), id) FROM flowers) FROM parts;
SELECT few - whole FROM parts;
SELECT aer_calibrate(model, 0.5, long > 2) FROM models, flowers WHERE name = 'array';
SELECT aer_moments(f, 'kind=1', d, i)::text = aer_moments(f, i % 2 = 1, d, i)::text AS number_as_word, aer_moments(f, 'kind=1.0', d, i)::text = aer_moments(f, false, d, i)::text AS as_it_is_written
FROM generate_series(1, 20) i, LATERAL (SELECT jsonb_build_object('kind', i % 2, 'a', i % 3) AS f) f, aer_design(include => '{a}') d;
SELECT aer_train('{"kind": [1], "a": 1}'::jsonb, 'kind=1', aer_design(include => '{a}'));
SELECT aer_train('{"kind": "b", "a": 1}'::jsonb, 'kind=1', aer_design(include => '{a,kind}'));
SELECT aer_train(to_jsonb(f), CASE WHEN id < 9 THEN 'species' ELSE 'wide' END, aer_design(include => '{long}')) FROM flowers f;

-- One class of a table that is followed against the rest, and its column renamed.
SELECT aer_follow('flowers', 'species=virginica', aer_design(budget => 1, include => '{long,wide}'), 'id', 'one_log');
UPDATE flowers SET species = 'virginica' WHERE species = 'rose';
INSERT INTO flowers SELECT 2000 + id, 'setosa', wide, long FROM flowers WHERE id < 40;
SELECT max(abs(a.weight - b.weight)) < 1e-9 AS same FROM aer_weights(aer_fit_ridge(aer_followed('one_log'))) a
	JOIN aer_weights((SELECT aer_train(f.*, 'species=virginica', aer_design(budget => 1, include => '{long,wide}'), id) FROM flowers f)) b USING (attribute);
ALTER TABLE flowers RENAME species TO kind;
SELECT aer_refollow('one_log', '{"species": "kind"}');
SELECT followed, sound, detail FROM aer_check('one_log', deep => true);
SELECT aer_follow('flowers', 'wide=1', aer_design(include => '{long}'), 'id', 'no_log');
SELECT aer_follow('flowers', 'rose=1', aer_design(include => '{long}'), 'id', 'no_log');

-- So few rows that no fold can judge a forecast: of named attributes, too, where some are not known.
CREATE TABLE few_flowers AS SELECT few, aer_fit_ridge(aer_moments(r.*, 'species', aer_design(include => '{long,soil}', columns => '{"soil": ["dry", "wet", null]}'))) AS m
	FROM (VALUES (3), (7), (9)) n (few), LATERAL (SELECT i * 7 % 5 AS long, CASE WHEN i <> 2 THEN 'wet' END AS soil, 'kind ' || i % 3 AS species FROM generate_series(1, few) i) r GROUP BY few;
SELECT few, abs(sum(probability) - 1) < 1e-12 AS sums, m::text::aer_model::text = m::text AS text
	FROM few_flowers, (VALUES ('{}'::jsonb), ('{"long": 3}'), ('{"soil": "wet"}'), ('{"long": 2, "soil": null}')) f (features), aer_probabilities(m, features) GROUP BY few, features, m::text ORDER BY 1, 2, 3;
-- One class against the rest is that in jsonb, too.
SELECT (j).rows, (j).target_min, (j).target_max, r = m AS as_rows FROM (SELECT aer_train(jsonb_build_object('a', i % 7, 'kind', 'kind ' || i % 3), 'kind=kind 1', aer_design(include => '{a}'), i) AS m FROM generate_series(1, 60) i) m,
	(SELECT aer_train(r, 'kind=kind 1', aer_design(include => '{a}'), i) AS r FROM generate_series(1, 60) i, LATERAL (SELECT i % 7 AS a, 'kind ' || i % 3 AS kind) r) r, aer_summary(m) j;
-- Another encoding; and bytes that are no text of this one.
SELECT replace(aer_moments(x, t, aer_design(), i)::text, 'c3a4', 'c328')::aer_moments FROM kinds;
SELECT encode(convert_to(m::text, 'UTF8'), 'hex') AS model FROM (SELECT aer_train(x, t, aer_design(), i) AS m FROM kinds) m \gset
CREATE DATABASE word_targets_latin1 ENCODING LATIN1 LOCALE 'C' TEMPLATE template0;
\set here :DBNAME
\c word_targets_latin1
SET client_min_messages = warning;
CREATE EXTENSION aer;
SET client_encoding = 'UTF8';
CREATE TABLE kinds AS SELECT i, CASE WHEN i % 10 > 0 THEN (ARRAY['ä', 'z', 'Z'])[1 + i % 3] END AS t, ARRAY[i % 3 + i % 7 / 10.0, i % 5] AS x FROM generate_series(1, 90) i;
SELECT m::jsonb -> 'classes' AS classes, bool_and(aer_class(m, x) = t) AS right, bool_and(aer_probability(m, x, 'ä') = aer_probability(other, x, 'ä')) AS same, m::text = other::text AS text
	FROM kinds, (SELECT aer_train(x, t, aer_design(), i) AS m FROM kinds) m, (SELECT convert_from(decode(:'model', 'hex'), 'UTF8')::aer_model AS other) o GROUP BY m::text, other::text, m, other;
\c :here
DROP DATABASE word_targets_latin1;

-- With a budget, too, aer_evaluate counts a class as the -1 or 1 of the model.
SELECT abs((w).r2 - (n).r2) < 1e-12 AS same, abs((w).mse - (n).mse) < 1e-12 AS error
FROM (SELECT aer_train(ARRAY[i % 7, i % 5, i % 3, i % 2], i % 7 > 3) AS b, aer_train(ARRAY[i % 7, i % 5, i % 3, i % 2], CASE WHEN i % 7 > 3 THEN 'won' ELSE 'lost' END) AS m FROM generate_series(1, 200) i) t,
	LATERAL (SELECT aer_evaluate(m, ARRAY[i % 7, i % 5, i % 3, i % 2], CASE WHEN i % 7 > 3 THEN 'won' ELSE 'lost' END, 2 ORDER BY i) AS w,
		aer_evaluate(b, ARRAY[i % 7, i % 5, i % 3, i % 2], i % 7 > 3, 2 ORDER BY i) AS n FROM generate_series(1, 200) i) e;
