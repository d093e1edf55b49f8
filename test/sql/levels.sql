-- Levels: a design lists the effects of each level of a column, for the rows of each fold and for new
-- rows.  Whatever is computed from them equals what is computed from a plain number that has the
-- effect of the row's level.
SET client_min_messages = warning;
\set SHOW_CONTEXT never
CREATE TABLE shops AS
	SELECT id::bigint, CASE WHEN id % 23 <> 0 THEN 'town ' || id * 7919 % 40 END AS town,
		CASE WHEN id % 29 <> 0 THEN id * 31 % 60 END AS branch, id * 37 % 100 / 10.0::float8 AS ads,
		(id * 7919 % 40) / 4.0 + sin(id * 31 % 60) + 0.2 * (id * 37 % 100 / 10.0) + cos(id) AS sales
	FROM generate_series(1, 600) id;
ALTER TABLE shops ADD COLUMN good boolean, ADD COLUMN grade text;
UPDATE shops SET good = sales > 6, grade = CASE WHEN sales > 8 THEN 'a' WHEN sales > 4 THEN 'b' ELSE 'c' END;

-- the effect number k of a level for the rows of a fold; fold 6 is new rows; NULL is a level of both
-- columns; towns from 35 on are unknown, and so are branches from 50 on
CREATE FUNCTION effect(level text, fold int, k int DEFAULT 1) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN level IS NULL THEN 0.25 * fold * k
		WHEN regexp_replace(level, '\D', '', 'g')::int >= CASE WHEN level ~ 'town' THEN 35 ELSE 50 END THEN 0
		ELSE round(((regexp_replace(level, '\D', '', 'g')::int + k * k * 7) % 11)::numeric / 8 +
			0.0625 * ((fold * 5 + k) % 7), 4)::float8 END $$;
CREATE FUNCTION effects(level text, classes int) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN classes < 3 THEN jsonb_agg(effect(level, fold) ORDER BY fold) ELSE (
		SELECT jsonb_agg((SELECT jsonb_agg(effect(level, fold, k) ORDER BY fold) FROM generate_series(1, 6) fold)
			ORDER BY k) FROM generate_series(1, classes - 1) k) END
	FROM generate_series(1, 6) fold $$;
CREATE FUNCTION levels(names text[], classes int) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT jsonb_build_object('levels', jsonb_object_agg(name, effects(name, classes)),
		'null_level', effects(NULL, classes)) FROM unnest(names) name $$;
CREATE FUNCTION entries(classes int DEFAULT 1) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT jsonb_build_object('ads', '[3, 5, 8]'::jsonb,
		'town', levels(ARRAY(SELECT 'town ' || n FROM generate_series(0, 34) n), classes),
		'branch', levels(ARRAY(SELECT n::text FROM generate_series(0, 49) n), classes) || '{"knots": [10, 30, 50, null]}') $$;
CREATE FUNCTION design(classes int DEFAULT 1, pairs jsonb DEFAULT NULL) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT aer_design(include => '{town,branch,ads}', columns => entries(classes), interactions => pairs) $$;
CREATE FUNCTION plain_design(pairs jsonb DEFAULT NULL, effects text[] DEFAULT '{town1,branch1}')
	RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT aer_design(include => '{branch,ads}'::text[] || effects,
		columns => '{"ads": [3, 5, 8], "branch": [10, 30, 50, null]}', interactions => pairs) $$;

-- the same rows with plain numbers, as rows of folds and as new rows
CREATE VIEW plain AS
	SELECT s.*, effect(town, fold) AS town1, effect(town, fold, 2) AS town2,
		effect(branch::text, fold) AS branch1, effect(branch::text, fold, 2) AS branch2
	FROM (SELECT *, aer_fold(aer_design(), id) AS fold FROM shops) s;
CREATE VIEW plain_new AS
	SELECT s.*, effect(town, 6) AS town1, effect(town, 6, 2) AS town2,
		effect(branch::text, 6) AS branch1, effect(branch::text, 6, 2) AS branch2
	FROM shops s;

-- the name of an attribute, in both designs
CREATE FUNCTION meaning(name text) RETURNS text LANGUAGE sql AS $$
	SELECT regexp_replace(regexp_replace(name, 'level\((\w+)\)', '\11', 'g'),
		'level\((\w+), (\d)\)', '\1\2', 'g') $$;
-- the largest difference between weights of attributes with the same meaning, and between forecasts
CREATE FUNCTION weights_differ(a aer_model, b aer_model) RETURNS float8 LANGUAGE sql AS $$
	SELECT max(coalesce(abs(x.weight - y.weight), 'infinity')) + coalesce(abs(
		(a::text::jsonb->>'expected_mse')::float8 - (b::text::jsonb->>'expected_mse')::float8), 0)
	FROM (SELECT *, meaning(name) FROM aer_weights(a)) x
		FULL JOIN (SELECT *, meaning(name) FROM aer_weights(b)) y
		ON y.meaning = x.meaning AND coalesce(y.class, '') = coalesce(x.class, '') $$;

CREATE TABLE models (target text, model aer_model, plain aer_model, folds aer_model[], plain_folds aer_model[]);
INSERT INTO models
	SELECT target, aer_fit_ridge(m), aer_fit_ridge(p), aer_fold_models(m), aer_fold_models(p)
	FROM (
		SELECT 'sales' AS target, (SELECT aer_moments(s.*, 'sales', design(), id) FROM shops s) AS m,
			(SELECT aer_moments(s.*, 'sales', plain_design(), id) FROM plain s) AS p
		UNION ALL SELECT 'good', (SELECT aer_moments(s.*, 'good', design(), id) FROM shops s),
			(SELECT aer_moments(s.*, 'good', plain_design(), id) FROM plain s)
		UNION ALL SELECT 'grade', (SELECT aer_moments(s.*, 'grade', design(3), id) FROM shops s),
			(SELECT aer_moments(s.*, 'grade', plain_design(NULL, '{town1,town2,branch1,branch2}'), id)
			FROM plain s)
		UNION ALL SELECT 'pairs', (SELECT aer_moments(s.*, 'sales', design(1, '[["town", "ads"]]'), id)
			FROM shops s),
			(SELECT aer_moments(s.*, 'sales', plain_design('[["town1", "ads"]]'), id) FROM plain s)) m;
SELECT name, round(weight::numeric, 4) AS weight FROM models, aer_weights(model) WHERE target = 'sales';
SELECT name FROM models, aer_weights(model) WHERE target = 'grade' AND class = 'a';
SELECT target, weights_differ(model, plain) < 1e-9 AS same, (
		SELECT bool_and(weights_differ(folds[f], plain_folds[f]) < 1e-9) FROM generate_series(1, 5) f) AS same_folds
FROM models ORDER BY target;
SELECT aer_fit_ridge(m, interactions => 1) AS model, aer_fit_ridge(p, interactions => 1) AS plain
FROM (SELECT aer_moments(s.*, 'sales', design(1, '[["town", "ads"]]'), id) AS m FROM shops s) s,
	(SELECT aer_moments(s.*, 'sales', plain_design('[["town1", "ads"]]'), id) AS p FROM plain s) p \gset pair_
SELECT name FROM aer_weights(:'pair_model') WHERE interaction;
SELECT weights_differ(:'pair_model', :'pair_plain') < 1e-9 AS same;

-- lines and curves; the lasso, which takes or leaves a column as a whole
SELECT weights_differ(aer_fit_ridge(m, curves => false), aer_fit_ridge(p, curves => false)) < 1e-9 AS lines,
	weights_differ(aer_fit_ridge(m, curves => true), aer_fit_ridge(p, curves => true)) < 1e-9 AS curves
FROM (SELECT aer_moments(s.*, 'sales', design(), id) AS m FROM shops s) s,
	(SELECT aer_moments(s.*, 'sales', plain_design(), id) AS p FROM plain s) p;
SELECT weights_differ(aer_fit_lasso(m, 1), aer_fit_lasso(p, 1)) < 1e-6 AS lasso
FROM (SELECT aer_moments(s.*, 'sales', aer_design(include => '{town,ads}', columns => entries() - 'branch'), id) AS m
		FROM shops s) s,
	(SELECT aer_moments(s.*, 'sales', aer_design(include => '{town1,ads}', columns => '{"ads": [3, 5, 8]}'), id) AS p
		FROM plain s) p;

-- measuring: rows of a fold have the effects of that fold
SELECT aer_measure(model, folds, s.*, 'sales', id)::text::jsonb->'measured'->>'r2' AS r2 FROM shops s, models WHERE target = 'sales' \gset
SELECT abs(:r2 - (aer_measure(plain, plain_folds, s.*, 'sales', id)::text::jsonb->'measured'->>'r2')::float8) < 1e-9 AS same,
	:r2 BETWEEN 0.1 AND 0.9 AS plausible
FROM plain s, models WHERE target = 'sales';

-- predictions of new rows, also where ads or branch are missing
SELECT max(abs(aer_predict(model, s.*) - aer_predict(plain, p.*))) < 1e-9 AS rows,
	max(abs(aer_predict(model, to_jsonb(s)) - aer_predict(plain, p.*))) < 1e-9 AS documents,
	max(abs(aer_predict(aer_trim(model), s.*) - aer_predict(plain, p.*))) < 1e-9 AS trimmed,
	max(abs(aer_predict(model::text::aer_model, s.*) - aer_predict(model, s.*))) = 0 AS as_text
FROM shops s JOIN plain_new p USING (id), models WHERE target = 'sales';
SELECT max(abs(aer_probability(model, s.*) - aer_probability(plain, p.*))) < 1e-9 AS rows
FROM shops s JOIN plain_new p USING (id), models WHERE target = 'good';
SELECT max(abs(a - b)) < 1e-9 AS rows
FROM (SELECT (aer_probabilities(model, s.*)).probability AS a, (aer_probabilities(plain, p.*)).probability AS b
	FROM shops s JOIN plain_new p USING (id), models WHERE target = 'grade') s;
SELECT max(abs(aer_predict(:'pair_model', s.*) - aer_predict(:'pair_plain', p.*))) < 1e-9 AS interactions
FROM shops s JOIN plain_new p USING (id);
SELECT max(abs(aer_predict(model, jsonb_build_object('town', town, 'branch', branch)) -
	aer_predict(plain, jsonb_build_object('town1', effect(town, 6), 'branch', branch,
		'branch1', effect(branch::text, 6))))) < 1e-9 AS without_ads
FROM shops, models WHERE target = 'sales';
SELECT aer_predict(model, jsonb_build_object('town', NULL, 'branch', NULL, 'ads', 4)) =
		aer_predict(model, jsonb_build_object('ads', 4, 'branch', NULL)) AS absent_as_null,
	aer_predict(model, '{"town": "nowhere", "branch": 7, "ads": 4}') =
		aer_predict(model, '{"town": "town 38", "branch": 7.0, "ads": 4}') AS unknown
FROM models WHERE target = 'sales';
SELECT weights_differ(aer_restrict(model, ARRAY['town', 'ads']), aer_restrict(plain, ARRAY['town1', 'ads'])) < 1e-9 AS same,
	max(abs(aer_predict(aer_restrict(model, ARRAY['town', 'ads']), s.*) -
		aer_predict(aer_restrict(plain, ARRAY['town1', 'ads']), p.*))) < 1e-9 AS restricted
FROM shops s JOIN plain_new p USING (id), models WHERE target = 'sales' GROUP BY model, plain;

-- models have one number for each level and effect, and their design has none
SELECT c->'kind' AS kind, (SELECT count(*) FROM jsonb_object_keys(c->'levels')) AS levels, c->'levels'->l AS one,
	c->'null_level' AS null_level, effect(l, 6), effect(l, 6, 2)
FROM models, jsonb_array_elements(model::text::jsonb->'columns') c,
	LATERAL (SELECT CASE c->>'name' WHEN 'town' THEN 'town 3' ELSE '3' END) n (l)
WHERE c ? 'levels' AND target IN ('sales', 'grade') ORDER BY target, c->>'name';
SELECT f, folds[f]::text::jsonb->'columns'->0->'null_level' AS null_level FROM models, generate_series(1, 5) f
WHERE target = 'sales';
SELECT model::text::jsonb->'learner'->'design'->'columns' AS columns FROM models WHERE target = 'sales';

-- what columns are for
SELECT name, "column" FROM models, aer_importance(model) WHERE target = 'sales' ORDER BY importance DESC;
SELECT value, number, round(effect::numeric, 3) AS effect, round(se::numeric, 3) AS se
FROM models, aer_curve(model, 'town') WHERE target = 'sales';
SELECT count(*), bool_and(number IS NOT NULL OR value IS NULL) AS numbers
FROM models, aer_curve(model, 'branch', high => 49) WHERE target = 'sales';
-- a number shows its levels, those with the lowest and the highest scores
SELECT count(*) AS levels, count(number) AS numbers, count(*) FILTER (WHERE place BETWEEN 11 AND 40) AS middle,
	max(effect - score) - min(effect - score) < 1e-9 AS scores
FROM (
	SELECT n::text AS value, aer_score(model, to_jsonb(s) || jsonb_build_object('branch', n)) AS score,
		row_number() OVER (ORDER BY aer_score(model, to_jsonb(s) || jsonb_build_object('branch', n))) AS place
	FROM models, shops s, generate_series(0, 49) n WHERE target = 'sales' AND id = 5) scores
JOIN (SELECT c.* FROM models, aer_curve(model, 'branch') c WHERE target = 'sales') curve USING (value);
SELECT value, round(effect::numeric, 3) AS effect FROM models, aer_curve(model, 'town', class => 'b')
WHERE target = 'grade' LIMIT 3;
SELECT value, value2 FROM aer_curve(:'pair_model', 'town', column2 => 'ads') LIMIT 2;
SELECT name, value, round(effect::numeric, 3) AS effect FROM models, shops s, aer_explain(model, s.*)
WHERE target = 'sales' AND id = 5;

-- documents are read as rows are, and an integer as its digits
SELECT weights_differ(aer_fit_ridge(aer_moments(to_jsonb(s), 'sales', design(), id)), model) < 1e-9 AS documents
FROM shops s, models WHERE target = 'sales' GROUP BY model;
SELECT weights_differ(aer_fit_ridge(aer_moments(jsonb_build_object('town', substr(town, 6)::int, 'ads', ads, 'sales', sales),
		'sales', aer_design(include => '{town,ads}', columns => jsonb_build_object('town', t)), id)),
	aer_fit_ridge(aer_moments(s.*, 'sales', aer_design(include => '{town,ads}',
		columns => entries() - 'ads' - 'branch'), id))) < 1e-9 AS numbers
FROM shops s, LATERAL (SELECT jsonb_build_object('null_level', entries()->'town'->'null_level',
	'levels', (SELECT jsonb_object_agg(substr(key, 6), value) FROM jsonb_each(entries()->'town'->'levels')))) t (t);

-- types: enums, uuid, char, bigint beyond the precision of double
CREATE TYPE hue AS ENUM ('red', 'green');
CREATE TABLE typed AS SELECT id, (ARRAY['red', 'green'])[1 + id % 2]::hue AS hue,
	('00000000-0000-0000-0000-00000000000' || id % 3)::uuid AS code, (id % 3)::text::char(5) AS short,
	9007199254740992 + id % 3 AS long, id::float8 AS y FROM generate_series(1, 30) id;
SELECT name, round(mean::numeric, 4) AS mean
FROM (SELECT aer_moments(typed, 'y', aer_design(include => '{hue,code,short,long}', folds => 1, columns => '{
	"hue": {"levels": {"red": [1, 0]}},
	"code": {"levels": {"00000000-0000-0000-0000-000000000002": [1, 0]}},
	"short": {"levels": {"2": [1, 0]}},
	"long": {"knots": [], "levels": {"9007199254740994": [1, 0], "9007199254740992": [0, 0]}}}'), id) AS m FROM typed) s,
	aer_attributes(m);

-- moments come back from text, and can be added if their levels are the same
CREATE TABLE halves AS
	SELECT id % 2 AS half, aer_moments(s.*, 'sales', design(), id) AS m FROM shops s GROUP BY 1;
SELECT weights_differ(aer_fit_ridge(a.m + b.m), model) < 1e-9 AS added, (a.m + b.m)::text::aer_moments = a.m + b.m AS text,
	weights_differ(aer_fit_ridge((a.m + b.m) - b.m), aer_fit_ridge(a.m)) < 1e-9 AS subtracted
FROM halves a, halves b, models WHERE a.half = 0 AND b.half = 1 AND target = 'sales';
CREATE FUNCTION add_changed(path text, value jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	other aer_moments;
	detail text;
BEGIN
	SELECT aer_moments(s.*, 'sales', aer_design(include => '{town,branch,ads}',
		columns => CASE WHEN value IS NULL THEN entries() #- path::text[] ELSE jsonb_set(entries(), path::text[], value) END), id)
	FROM shops s INTO other;
	PERFORM m + other FROM halves WHERE half = 0;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
	RAISE WARNING '%: %', SQLERRM, detail;
END $$;
SELECT add_changed('{town,levels,town 3,2}', '0.7');
SELECT add_changed('{town,levels,town 3}', NULL);
SELECT add_changed('{town,levels}', (entries()->'town'->'levels') - 'town 3' || '{"town x": [1, 2, 3, 4, 5, 6]}');
SELECT add_changed('{town,null_level}', NULL);
SELECT add_changed('{branch}', '[10, 30, 50, null]');

-- errors
CREATE FUNCTION try(entry text, options text DEFAULT '') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	detail text;
	hint text;
BEGIN
	EXECUTE format('SELECT aer_moments(s.*, ''sales'', aer_design(
		include => ARRAY(SELECT jsonb_object_keys($1)), columns => $1 %s), id) FROM shops s', options)
		USING entry::jsonb;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	RAISE WARNING E'%\nDETAIL: %\nHINT: %', SQLERRM, detail, hint;
END $$;
SELECT try('{"town": {"levels": {"town 1": [1, 2, 3, 4, 5, 6]}}}', ', budget => 2');
SELECT try('{"town": {"levels": {"town 1": [1, 2, 3, 4, 5, 6]}}}', ', folds => 4');
SELECT try('{"town": {"levels": {}}}');
SELECT try('{"town": {"levels": []}}');
SELECT try('{"town": {"levels": {"town 1": 3}}}');
SELECT try('{"town": {"levels": {"town 1": []}}}');
SELECT try('{"town": {"levels": {"town 1": [1, 2, 3, 4, 5, 6], "town 2": [1, 2, 3, 4, 5]}}}');
SELECT try('{"town": {"levels": {"town 1": [1, 2, 3, 4, 5, "6"]}}}');
SELECT try('{"town": {"levels": {"town 1": [1, 2, 3, 4, 5, 1e400]}}}');
SELECT try('{"town": {"levels": {"town 1": [[1, 2, 3, 4, 5, 6], [1]]}}}');
SELECT try('{"town": {"levels": {"town 1": [1, 2, 3, 4, 5, 6]}, "null_level": 3}}');
SELECT try('{"town": {"levels": {"town 1": [1, 2, 3, 4, 5, 6]}, "kind": 3}}');
SELECT try('{"town": {"knots": [3]}}');
SELECT try('{"town": {"levels": {"town 1": [1, 2, 3, 4, 5, 6]}, "knots": [3]}}');
SELECT try('{"town": {"levels": {"town 1": [1, 2, 3, 4, 5, 6]}, "knots": ["a"]}}');
SELECT try('{"ads": {"levels": {"1": [1, 2, 3, 4, 5, 6]}}}');
SELECT try('{"branch": {"levels": {"1": [1, 2, 3, 4, 5, 6]}, "null_level": [1, 2, 3, 4, 5, 6]}}');
SELECT try('{"branch": {"levels": {"1": [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]]}}, "town": {"levels": {"1": [1, 2, 3, 4, 5, 6]}}}');
SELECT try(jsonb_build_object('town', jsonb_build_object('levels',
	(SELECT jsonb_object_agg(n, '[1, 2, 3, 4, 5, 6]'::jsonb) FROM generate_series(1, 10001) n)))::text);
SELECT try((SELECT jsonb_object_agg(c, jsonb_build_object('levels',
	(SELECT jsonb_object_agg(n, '[1, 2, 3, 4, 5, 6]'::jsonb) FROM generate_series(1, 7000) n)))
	FROM unnest('{town,branch,ads}'::text[]) c)::text);
SELECT aer_train(s.*, 'sales', aer_ridge(columns => entries())) FROM shops s;
ALTER TABLE shops ADD PRIMARY KEY (id);
SELECT aer_follow('shops', 'sales', design(), 'id');
SELECT aer_predict(model, '{"town": true, "branch": 3, "ads": 1}') FROM models WHERE target = 'sales';
SELECT aer_predict(model, '{"town": "a", "branch": "3", "ads": 1}') FROM models WHERE target = 'sales';
SELECT aer_predict(model, s.*) FROM models, (SELECT town, branch::numeric, ads FROM shops LIMIT 1) s WHERE target = 'sales';
SELECT aer_predict(model, s.*) FROM models, (SELECT now() AS town, branch, ads FROM shops LIMIT 1) s WHERE target = 'sales';

-- a model whose levels are malformed
CREATE FUNCTION malformed(path text, value jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	detail text;
BEGIN
	PERFORM jsonb_set(model::text::jsonb, path::text[], value)::text::aer_model FROM models WHERE target = 'sales';
	RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
	RETURN SQLERRM || ': ' || detail;
END $$;
SELECT malformed('{columns,0,levels}', '{}');
SELECT malformed('{columns,0,levels}', '{"a": [1, 2]}');
SELECT malformed('{columns,0,levels}', '{"a": [[1]]}');
SELECT malformed('{columns,0,levels}', '{"a": "1"}');
SELECT malformed('{columns,0,levels}', '{"a": 1, "b": [2, 3]}');
SELECT malformed('{columns,0,null_level}', '"1"');
SELECT malformed('{columns,0,kind}', '"number"');
SELECT malformed('{columns,1,kind}', '"levels"');
SELECT malformed('{columns,2,kind}', '"levels"');
SELECT malformed('{columns,2,null_level}', '1');
