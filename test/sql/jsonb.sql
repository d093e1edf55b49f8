--
-- Features as jsonb objects
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SET client_min_messages = error;	-- in one unit for all, worse than the mean

-- The same numbers as columns and as keys, both in the order of their bytes; with
-- keys that are no attributes, values nested in others, and keys that begin alike.
CREATE TEMP TABLE people AS
SELECT i AS id, i % 9 - 4.5 AS "Age", (i * 7) % 11 / 3.0 AS a, (i % 3 = 0)::int AS ab, i * 0.125 AS "b c", -i % 5 AS "größe", i % 2 AS y
FROM generate_series(1, 200) i;
CREATE TEMP TABLE notes AS
SELECT id, y, (to_jsonb(p) - 'id' - 'y' - 'ab') || jsonb_build_object('ab', ab = 1, 'note', 'text', 'nested', jsonb_build_object('a', 'x', 'Age', 7), 'list', '[1, 2]'::jsonb, 'aa', 'x', 'y', y) AS features,
	jsonb_build_object('y', y, 'yes', y = 1, 'a', a) AS small
FROM people p;
\set names '{"b c",ab,a,größe,Age}'
\set ridge 'aer_ridge(budget => 3, radius => 4, center => 0, scale => 10, seed => 5, include => :\'names\')'
\set lasso 'aer_lasso(budget => 4, radius => 20, center => 0, scale => 10, include => :\'names\')'
\set design 'aer_design(budget => 3, include => :\'names\')'

-- To the bit as rows and arrays, the names as rows have them.
CREATE TEMP TABLE trained AS
SELECT * FROM (SELECT aer_train(p, 'y', :ridge ORDER BY id) AS of_rows FROM people p) r,
	(SELECT aer_train(features, y, :ridge ORDER BY id) AS of_jsonb, aer_train(features, 'y', :ridge ORDER BY id) AS named, aer_train(features, y = 1, :ridge ORDER BY id) AS of_booleans FROM notes) j,
	(SELECT aer_train(ARRAY["Age", a, ab, "b c", "größe"], y, aer_ridge(budget => 3, radius => 4, center => 0, scale => 10, seed => 5) ORDER BY id) AS of_arrays FROM people) a;
SELECT of_jsonb::text = of_rows::text AS as_rows, named = of_jsonb AS named, of_jsonb::float8[] = of_arrays::float8[] AS as_arrays,
	jsonb_path_query_array(of_jsonb::jsonb, '$.columns.name') AS names, jsonb_path_query_array(of_jsonb::jsonb, '$.columns.kind') AS types, of_jsonb::jsonb->>'target' AS target, of_booleans::jsonb->>'target' AS booleans
FROM trained;
SELECT m = r AS as_rows, m = (SELECT array_agg(aer_train) FROM (SELECT aer_train(features, 'y', l ORDER BY id) FROM notes, unnest(ARRAY[:ridge, :lasso]) WITH ORDINALITY u(l, o) GROUP BY o, l ORDER BY o) s) AS one_by_one
FROM (SELECT ARRAY[aer_train(features, y, :ridge ORDER BY id), aer_train(features, y, :lasso ORDER BY id)] AS m FROM notes) j,
	(SELECT ARRAY[aer_train(p, 'y', :ridge ORDER BY id), aer_train(p, 'y', :lasso ORDER BY id)] AS r FROM people p) p;
SELECT (SELECT aer_continue(features, y, m ORDER BY id) FROM notes WHERE id > 120) = of_jsonb AS continued,
	(SELECT aer_continue(features, 'y', m ORDER BY id) FROM notes WHERE id > 120) = of_jsonb AS named,
	(SELECT aer_continue(p, 'y', m ORDER BY id) FROM people p WHERE id > 120) = of_jsonb AS on_rows,
	(SELECT aer_continue(features, y = 1, b ORDER BY id) FROM notes WHERE id > 120) = of_booleans AS booleans
FROM trained, (SELECT aer_train(features, y, :ridge ORDER BY id) AS m, aer_train(features, y = 1, :ridge ORDER BY id) AS b FROM notes WHERE id <= 120) s;
CREATE TEMP TABLE known AS
SELECT * FROM (SELECT aer_moments(p, 'y', :design, id ORDER BY id) AS of_rows, aer_moments(p, 'y', aer_design(include => :'names') ORDER BY id) AS whole_rows FROM people p) r,
	(SELECT aer_moments(features, y, :design, id ORDER BY id) AS of_jsonb, aer_moments(features, 'y', :design, id ORDER BY id) AS named, aer_moments(features, y = 1, :design, id ORDER BY id) AS of_booleans,
		aer_moments(features, y, aer_design(include => :'names') ORDER BY id) AS whole, aer_moments(features, y, aer_design(budget => 3, include => :'names') ORDER BY id) AS unkeyed FROM notes) j;
SELECT of_jsonb = of_rows AS as_rows, named = of_rows AS named, whole = whole_rows AS all_attributes, (SELECT sum(reads) FROM aer_attributes(unkeyed)) AS reads FROM known;

SELECT t = f AS by_moments, keyed = fit AS keyed, named = fit AS named
FROM (SELECT aer_train(features, y, :design ORDER BY id) AS t, aer_train(features, y, :design, id ORDER BY id) AS keyed, aer_train(features, 'y', :design, id ORDER BY id) AS named FROM notes) n,
	(SELECT aer_fit_ridge(unkeyed) AS f, aer_fit_ridge(of_jsonb) AS fit FROM known) k;

-- Predictions and evaluations, by models of jsonb and of rows, which can be had
-- of either.  true is 1 where the rows had a number, and a number where they had a boolean.
CREATE TEMP TABLE models AS
SELECT 'jsonb' AS of, aer_fit_ridge(of_jsonb) AS m FROM known UNION ALL SELECT 'booleans', aer_fit_ridge(of_booleans) FROM known
UNION ALL SELECT 'streamed', of_jsonb FROM trained
UNION ALL SELECT 'rows with a boolean', aer_train(q, 'y', :lasso ORDER BY id) FROM (SELECT id, "Age", a, ab = 1 AS ab, "b c", "größe", y FROM people) q;
SELECT of, count(*) AS rows, bool_and(aer_predict(m, features) = aer_predict(m, x)) AS predicted, bool_and(aer_score(m, features) = aer_score(m, x)) AS scored
FROM models, notes JOIN (SELECT id, ARRAY["Age", a, ab, "b c", "größe"] AS x FROM people) p USING (id) GROUP BY of ORDER BY of;
SELECT bool_and(aer_predict(m, features) = aer_predict(m, p) AND aer_score(m, features) = aer_score(m, p) AND aer_probability(m, features) = aer_probability(m, p)) AS as_rows
FROM models, notes JOIN people p USING (id) WHERE of IN ('jsonb', 'booleans');
SELECT of, j = p AS as_rows, n = j AS named, b.budgeted = p.budgeted AS under_a_budget, (j).rows, (b.budgeted).reads < (j).reads AS fewer
FROM models,
	LATERAL (SELECT aer_evaluate(m, features, y) AS j, aer_evaluate(m, features, 'y') AS n, aer_evaluate(m, features, y, 2) AS budgeted, aer_evaluate(m, features, 'y', 2) AS named FROM (SELECT * FROM notes ORDER BY id) s) b,
	LATERAL (SELECT aer_evaluate(m, p, 'y') AS p, aer_evaluate(m, p, 'y', 2) AS budgeted FROM (SELECT * FROM people ORDER BY id) p) p
WHERE of IN ('jsonb', 'streamed') ORDER BY of;
SELECT (aer_evaluate(m, features, y = 1)).error_rate IS NOT NULL AS signs, aer_evaluate(m, features, y = 1) = aer_evaluate(m, features || jsonb_build_object('y', y = 1), 'y') AS named,
	(aer_evaluate(m, features, y = 1, 3)).mse = (aer_evaluate(m, features || jsonb_build_object('y', y = 1), 'y', 3)).mse AS under_a_budget
FROM models, (SELECT * FROM notes ORDER BY id) n WHERE of = 'booleans';

-- Queries.
CREATE TEMP VIEW folds AS SELECT learner, fold, rows, reads, mse FROM aer_cross_validate('SELECT p AS features, ''y'' AS target, id AS key FROM people p ORDER BY id', ARRAY[:ridge, :design], 4);
SELECT count(*) FROM (SELECT learner, fold, rows, reads, mse FROM aer_cross_validate('SELECT features, y AS target, id AS key FROM notes ORDER BY id', ARRAY[:ridge, :design], 4) INTERSECT TABLE folds) s;
SELECT count(*) FROM (SELECT learner, fold, rows, reads, mse FROM aer_cross_validate('SELECT features, ''y'' AS target, id AS key FROM notes ORDER BY id', ARRAY[:ridge, :design], 4) INTERSECT TABLE folds) s;
SELECT count(*) FROM (SELECT learner, rows, reads, mse FROM aer_learning_curve('SELECT features, ''y''::varchar AS target FROM notes ORDER BY id', 'SELECT features, ''y'' AS target FROM notes WHERE id > 100 ORDER BY id', ARRAY[:ridge, :lasso], '{50,150}')
	INTERSECT SELECT learner, rows, reads, mse FROM aer_learning_curve('SELECT p AS features, ''y'' AS target FROM people p ORDER BY id', 'SELECT p AS features, ''y'' AS target FROM people p WHERE id > 100 ORDER BY id', ARRAY[:ridge, :lasso], '{50,150}')) s;
\set SHOW_CONTEXT never
SELECT problem FROM aer_learning_curve('SELECT features, y AS target FROM notes', 'SELECT ARRAY[y] AS features, y AS target FROM notes', ARRAY[:ridge], '{50}');
SELECT aer_cross_validate('SELECT features::json, y AS target FROM notes', ARRAY[:ridge]);
SELECT aer_cross_validate('SELECT features, current_time AS target FROM notes', ARRAY[:ridge]);
SELECT aer_cross_validate('SELECT features, CASE WHEN id = 5 THEN ''a'' ELSE ''y'' END AS target FROM notes', ARRAY[:ridge]);
\set SHOW_CONTEXT errors

-- Keys outside the plan are not read, whatever they hold; planned keys are.
CREATE TEMP TABLE poisoned AS
SELECT id, y, jsonb_object_agg(k, CASE WHEN k = ANY (plan) THEN v ELSE '"poison"' END) AS features, jsonb_object_agg(k, CASE WHEN k = plan[1] THEN '{}' ELSE v END) AS poisoned
FROM notes, jsonb_each(features) e(k, v), aer_plan(:design, '{Age,a,ab,b c,größe}'::text[], id) plan GROUP BY id, y;
SELECT (SELECT aer_moments(features, y, :design, id ORDER BY id) FROM poisoned) = of_rows AS same FROM known;
SELECT aer_moments(poisoned, y, :design, id ORDER BY id) FROM poisoned WHERE id = 3;
SELECT count(aer_predict(m, features || '{"a": "poison"}')) AS not_looked_at FROM notes, (SELECT '{"weights":[2,0],"intercept":0,"columns":[{"name":"Age","kind":"number"},{"name":"a","kind":"number"}],"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}'::aer_model AS m) m;

-- An absent key and JSON null are NULL.
CREATE TEMP TABLE holes AS
SELECT id, y, "Age", nullif(a, 1) AS a, CASE WHEN id % 7 > 0 THEN ab END AS ab, "b c", "größe",
	CASE WHEN id % 7 > 0 THEN features ELSE features - 'ab' END || jsonb_build_object('a', nullif(a, 1)) AS features FROM people JOIN notes USING (id, y);
SELECT (SELECT aer_moments(features, y, aer_design(budget => 3, missing => 'available', include => :'names'), id ORDER BY id) FROM holes) =
	(SELECT aer_moments(h, 'y', aer_design(budget => 3, missing => 'available', include => :'names'), id ORDER BY id) FROM holes h) AS same;
SELECT count(aer_predict(m, features)) AS jsonb, count(aer_predict(m, h)) AS rows FROM models, holes h WHERE of = 'jsonb';
\set VERBOSITY terse
SELECT aer_train(features, y, aer_ridge(center => 0, scale => 10, include => :'names') ORDER BY id) FROM holes;
SELECT aer_train(features - 'Age', y, aer_ridge(center => 0, scale => 10, include => :'names')) FROM notes WHERE id = 1;
SELECT aer_moments(features, y, aer_design(missing => 'error', include => :'names') ORDER BY id) FROM holes;
SELECT (aer_evaluate(m, features, y)).rows FROM models, holes WHERE of = 'jsonb';
SELECT aer_evaluate(aer_trim(m), features, y ORDER BY id) FROM models, holes WHERE of = 'jsonb';
\set VERBOSITY default

-- NULL features and targets are skipped and counted; so is a row without its target's key.
SELECT rows, skipped FROM aer_summary((SELECT aer_train(CASE WHEN id % 3 > 0 THEN features END, y, :ridge ORDER BY id) FROM notes));
SELECT rows, skipped FROM aer_summary((SELECT aer_train(features, nullif(y, 1), :ridge ORDER BY id) FROM notes));
SELECT rows, skipped FROM aer_summary((SELECT aer_train(CASE id % 4 WHEN 0 THEN features - 'y' WHEN 1 THEN features || '{"y": null}' ELSE features END, 'y', :ridge ORDER BY id) FROM notes));
SELECT (aer_evaluate(m, CASE id % 4 WHEN 0 THEN features - 'y' WHEN 1 THEN NULL ELSE features END, 'y')).skipped, count(aer_predict(m, CASE WHEN id % 4 > 0 THEN features END)) FROM models, notes WHERE of = 'jsonb';
SELECT aer_train(features, 'y', :ridge) IS NULL AS no_rows FROM notes WHERE false;

-- A value that is not a number is an error, which names the key and the row.
SELECT aer_train(features, y, aer_ridge(include => '{a,note}', center => 0, scale => 10)) FROM notes;
SELECT aer_train(features, y, aer_ridge(include => '{a,nested}', center => 0, scale => 10)) FROM notes;
SELECT aer_moments(CASE WHEN id = 4 THEN features || '{"a": [1]}' ELSE features END, y, aer_design(include => '{a,Age}') ORDER BY id) FROM notes;
SELECT aer_moments(CASE WHEN id = 4 THEN features || '{"a": 1e400}' ELSE features END, y, aer_design(include => '{a,Age}') ORDER BY id) FROM notes;
SELECT aer_moments(CASE WHEN id = 4 THEN '[]' ELSE features END, y, aer_design(include => '{a,Age}') ORDER BY id) FROM notes;
SELECT aer_predict(m, '7'::jsonb) FROM models WHERE of = 'jsonb';
SELECT aer_predict(m, features || '{"b c": "7"}') FROM models, notes WHERE of = 'jsonb' AND id = 1;
SELECT aer_evaluate(m, features || '{"b c": "7"}', y) FROM models, notes WHERE of = 'jsonb' AND id = 1;
SELECT aer_train(features, 'note', :ridge) FROM notes;
SELECT aer_train(features, 'y', aer_ridge(center => 0, scale => 10, include => '{a}') ORDER BY id) FROM (SELECT id, CASE WHEN id = 5 THEN features || '{"y": 1e999}' ELSE features END AS features FROM notes) s;
SELECT aer_train(features, 'y', aer_ridge(center => 0, scale => 10, include => '{a}') ORDER BY id) FROM (SELECT id, CASE WHEN id = 5 THEN features || '{"y": true}' ELSE features END AS features FROM notes) s;
SELECT aer_evaluate(m, small, 'yes') FROM models, (SELECT small || features AS small FROM notes) s WHERE of = 'jsonb';

-- The attributes must be listed; each name is there once, and not the target.
SELECT aer_train(features, y, aer_ridge()) FROM notes;
SELECT aer_train(features, 'y') FROM notes;
SELECT aer_moments(features, y) FROM notes;
SELECT aer_moments(features, 'y', aer_design(budget => 3), id) FROM notes;
SELECT aer_moments(features, 'y', aer_design(include => '{a,y}')) FROM notes;
SELECT jsonb_path_query_array(aer_train(features, 'y', aer_ridge(include => '{a,y,a,Age}', exclude => '{y}', center => 0, scale => 10))::jsonb, '$.columns.name') AS names FROM notes;
SELECT jsonb_path_query_array(aer_train(features, 'y', aer_ridge(include => '{a,Age}', exclude => '{y,a}', center => 0, scale => 10))::jsonb, '$.columns.name') AS names FROM notes;
SELECT aer_train(features, 'y', aer_ridge(include => '{a,Age}', exclude => '{height}')) FROM notes;
SELECT aer_train(features, 'y', aer_ridge(include => '{a,Age}', exclude => '{a,Age}')) FROM notes;
SELECT aer_train(features, 'y', aer_ridge(include => ARRAY['a', ''])) FROM notes;
SELECT aer_train(features, NULL, :ridge) FROM notes;
SELECT aer_train(features, CASE WHEN id = 3 THEN 'a' ELSE 'y' END, :ridge ORDER BY id) FROM notes;
SELECT aer_moments(features, CASE WHEN id = 3 THEN 'a' ELSE 'y' END, :design ORDER BY id) FROM notes;
SELECT aer_predict(of_arrays, features) FROM trained, notes;
SELECT aer_continue(features, y, of_arrays) FROM trained, notes;

-- aer_names: keys with a number or a boolean in some row, by bytes, in any plan.
SELECT aer_names(features) AS names, aer_names(features - 'y') = '{Age,a,ab,b c,größe,nested.Age}' AS as_sorted FROM notes;
SELECT aer_names(f) AS names FROM unnest('{"{}","{\"a\": null, \"b\": \"x\", \"\": 1}",NULL,"{\"b\": 2, \"B\": false, \"bb\": {\"c\": 1}}"}'::jsonb[]) f;
SELECT aer_names('{}') = '{}' AS none, aer_names(NULL) = '{}' AS only_null, (SELECT aer_names(features) FROM notes WHERE false) IS NULL AS no_rows;
SELECT aer_names('[1]');
SELECT cardinality(aer_names(f)) AS names FROM (SELECT jsonb_object_agg('key' || k, k) AS f FROM generate_series(1, 100000) k GROUP BY k % 10) s;
SELECT aer_names(f) FROM (SELECT jsonb_object_agg('key' || k, k) AS f FROM generate_series(1, 100001) k GROUP BY k % 10) s;
SELECT aer_names(jsonb_build_object(k || repeat('long', 1000000), 1)) FROM generate_series(1, 5) k;
CREATE TABLE many AS SELECT i, jsonb_build_object('k' || i % 300, 1, 'k' || i % 7, true, 'note', 'x') AS f FROM generate_series(1, 3000) i;
ANALYZE many;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET parallel_leader_participation = off;
EXPLAIN (COSTS OFF) SELECT aer_names(f) FROM many;
SELECT aer_names(f) = (SELECT array_agg(DISTINCT ('k' || i % 300) COLLATE "C") FROM many) AS same, cardinality(aer_names(f)) AS n FROM many;
SELECT aer_names(f) IS NULL AS no_rows FROM many WHERE i < 0;
SELECT count(*) AS rows, max(cardinality(n)) AS most FROM (SELECT aer_names(f) OVER (ORDER BY i ROWS 20 PRECEDING) AS n FROM many) s;
SELECT aer_moments(f, i, aer_design(missing => 'available', include => '{k1,k2,k3}'), i) IS NOT NULL AS moments FROM many;
DROP TABLE many;
-- A state that was not made by it.
CREATE AGGREGATE pg_temp.forged(bytea) (SFUNC = _aer_names_combine, STYPE = bytea, FINALFUNC = _aer_names_final);
SELECT pg_temp.forged(b) FROM unnest('{"\\x00000001000000026200000003000000ffc3a461","\\x000000010000000262"}'::bytea[]) b;
SELECT pg_temp.forged(b) FROM unnest('{"\\x000000010000000262","\\x0000000100000002ff"}'::bytea[]) b;
CREATE FUNCTION pg_temp.refuses(b bytea) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_temp.forged(v) FROM unnest(ARRAY['', b]) v;
	RETURN false;
EXCEPTION WHEN invalid_parameter_value THEN RETURN true;
END $$;
SELECT count(*) AS refused FROM unnest('{"\\x01","\\x0000000162","\\x000000050000000262","\\xffffffff0000000262","\\x0000000100000002ff","\\x000000010000000200"}'::bytea[]) b, LATERAL (SELECT pg_temp.refuses(b)) r WHERE refuses;

-- A call means the function of the features' type, for any target.
-- (An untyped NULL in the place of the features may be a row, jsonb or an array of seven types; a name in
-- quotes beside an array is text, the same word in every row, which is an error of the first one.)
CREATE TEMP TABLE things (x real[], a int, y float8, j jsonb, m aer_model, b aer_judgments);
CREATE FUNCTION pg_temp.resolve(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE answer text;
BEGIN
	EXECUTE format('CREATE TEMP VIEW resolved AS SELECT %s AS r FROM things', call);
	SELECT string_agg(refobjid::regprocedure::text, ' ') INTO answer
	FROM pg_depend d JOIN pg_rewrite w ON classid = 'pg_rewrite'::regclass AND objid = w.oid JOIN pg_proc f ON refclassid = 'pg_proc'::regclass AND refobjid = f.oid
	WHERE ev_class = 'resolved'::regclass AND proname = split_part(call, '(', 1);
	DROP VIEW resolved;
	RETURN answer;
EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE;
END $$;
CREATE TEMP TABLE meant AS
WITH features(given, type) AS (VALUES ('x', 'anyarray'), ('things.*', 'record'), ('ROW(a, y)', 'record'), ('j', 'jsonb'), ('NULL', NULL)),
	target(given, type) AS (VALUES ('a', 'double precision'), ('1.5', 'double precision'), ('y > 1', 'boolean'), ('''y''', 'text'), ('''y''::text', 'text'), ('NULL', 'text'), ('current_date', NULL)),
	function(name, before, after) AS (VALUES ('aer_train', '', ', aer_ridge()'), ('aer_train', '', ''), ('aer_train', '', ', aer_design(), a'), ('aer_continue', '', ', m'), ('aer_evaluate', 'm, ', ''), ('aer_evaluate', 'm, ', ', 2'),
		('aer_moments', '', ''), ('aer_moments', '', ', aer_design()'), ('aer_moments', '', ', aer_design(), a'), ('aer_moments', '', ', NULL, NULL'))
SELECT f.type AS features, t.type AS target, format('%s(%s%s, %s%s)', name, before, f.given, t.given, after) AS call FROM features f, target t, function
UNION ALL SELECT f.type, NULL, format('%s(m, %s)', name, f.given) FROM features f, unnest(ARRAY['aer_predict', 'aer_score', 'aer_probability']) name;
ALTER TABLE meant ADD COLUMN answer text;
UPDATE meant SET answer = pg_temp.resolve(call);
SELECT features, CASE WHEN features = 'jsonb' THEN target END AS target, count(*) AS calls, count(*) FILTER (WHERE answer ~ (CASE features WHEN 'anyarray' THEN '(anyarray|real\[\])' ELSE features END || CASE WHEN features = 'jsonb' AND target IS NOT NULL THEN ',' || target ELSE '' END)) AS resolved,
	count(*) FILTER (WHERE answer = '42725') AS ambiguous FROM meant GROUP BY 1, 2 ORDER BY 1, 2;
SELECT pg_temp.resolve('aer_predict(m, b)') AS judged;

-- Keys that are searched for and keys that one pass finds, among keys of many
-- lengths that are no attributes, some missing, some null: the same as columns.
CREATE TEMP TABLE gaps AS
SELECT id, id % 7 AS y, (SELECT jsonb_object_agg(CASE WHEN k % 3 = 0 THEN repeat('z', k) ELSE 'k' || k END, CASE WHEN hashint8extended(id, k) % 11 <> 0 THEN hashint8extended(k, id) % 100 END)
	FROM generate_series(1, 120) k WHERE hashint8extended(id, k) % 7 <> 0) AS features
FROM generate_series(1, 300) id;
SELECT array_agg('k' || k ORDER BY ('k' || k) COLLATE "C") AS keys, string_agg(format('(features->>%L)::int AS %I', 'k' || k, 'k' || k), ', ' ORDER BY ('k' || k) COLLATE "C") AS columns
FROM generate_series(1, 120) k WHERE k % 3 <> 0 \gset
CREATE TEMP TABLE gap_columns AS SELECT id, y, :columns FROM gaps;
SELECT looks, j = c AS as_columns, (SELECT sum(reads) FROM aer_attributes(j)) > 0 AS reads, (SELECT sum(missing) FROM aer_attributes(j)) > 0 AS missing
FROM unnest(ARRAY[1, 5, 40, 80]) looks,
	LATERAL (SELECT aer_moments(features, y, aer_design(budget => looks, include => :'keys'), id) AS j FROM gaps) g,
	LATERAL (SELECT aer_moments(p, 'y', aer_design(budget => looks, include => :'keys'), id) AS c FROM gap_columns p) p;

-- Keys of objects in an object are named with dots: the same as if these names were keys. A key of just that name
-- comes first, then the longer key.
CREATE TEMP TABLE nested AS
SELECT i AS id, i % 10 AS y, jsonb_build_object('a', i % 7, 'in', jsonb_build_object('b', i % 3, 'deep', jsonb_build_object('c', i % 5, 'd', i % 2 = 0))) AS deep,
	jsonb_build_object('a', i % 7, 'in.b', i % 3, 'in.deep.c', i % 5, 'in.deep.d', i % 2 = 0) AS flat
FROM generate_series(1, 200) i;
SELECT aer_names(deep) AS names, aer_names(deep) = aer_names(flat) AS as_flat FROM nested;
SELECT budget, aer_moments(deep, y, design, id) = aer_moments(flat, y, design, id) AS as_flat
FROM nested, unnest('{1,2,4}'::int[]) budget, LATERAL (SELECT aer_design(budget, include => '{a,in.b,in.deep.c,in.deep.d}') AS design OFFSET 0) d GROUP BY budget ORDER BY budget;
SELECT count(*) AS rows, count(*) FILTER (WHERE aer_predict(model, deep) = aer_predict(model, flat)) AS same
FROM nested, (SELECT aer_train(deep, y, aer_design(include => '{a,in.b,in.deep.c,in.deep.d}')) AS model FROM nested) m;
SELECT aer_moments(j - 'in', 'in.y', aer_design(include => '{a}')) = aer_moments(j, 'in.y', aer_design(include => '{a}')) AS target_inside
FROM (SELECT jsonb_build_object('a', i % 3, 'in', jsonb_build_object('y', i % 4), 'in.y', i % 5) AS j FROM generate_series(1, 20) i) r;
SELECT name, _aer_value('{"b": {"c": 1, "e": {"f": 2}, "l": [1], "n": null}, "b.c": 3, "b.e": {"f": 4}, "s": "x"}', name) AS value
FROM unnest('{b.c,b.e.f,b.e.g,b.l,b.n,s,s.t,b.,.b,""}'::text[]) name;
SELECT _aer_value('[{"a": 1}]', 'a') AS of_a_list;
-- One pass finds a name at the key at which a search for the name finds it, and the target, too.
\set names '{a.b.c,a.b.d,a.x,a.y,b}'
CREATE TEMP TABLE paths AS
SELECT id, jsonb_strip_nulls(jsonb_build_object(
	'a', CASE WHEN id & 1 = 1 THEN jsonb_build_object('x', id % 7, 'y', id % 3, 'b', jsonb_build_object('c', 1, 'd', 2),
		'b.c', CASE WHEN id & 2 = 2 THEN 3 END) END,
	'a.b', CASE WHEN id & 4 = 4 THEN jsonb_build_object('c', 4) WHEN id & 8 = 8 THEN to_jsonb(1) END,
	'a.b.c', CASE WHEN id & 16 = 16 THEN 5 END, 'b', 6, 'a.', '{"y": 7}'::jsonb)) AS deep
FROM generate_series(0, 63) id;
SELECT count(*) AS rows, aer_moments(deep, 'a.y', design) = aer_moments(flat, 'a.y', design) AS as_searched
FROM paths, aer_design(include => '{a.b.c,a.b.d,a.x,b}') design,
	LATERAL (SELECT jsonb_object_agg(name, value) AS flat
		FROM unnest(:'names'::text[]) name, _aer_value(deep, name) value WHERE value IS NOT NULL) f;
SELECT _aer_keys(j) FROM unnest(ARRAY['{"a": 1, "b": {"c": 2.5, "d": "x", "e": {"f": true}}, "l": [1], "n": null, "m": null}', '{"a": 1e20, "n": null, "b": null, "": 1}']::jsonb[]) j;
SELECT _aer_keys('[1]');
SET client_min_messages = warning;
-- At the end of an aggregate one WARNING names the keys that ten rows or more lacked and no row had.
CREATE TEMP TABLE typed AS SELECT i AS id, jsonb_build_object('age', i % 50, 'weight', i % 7, 'x y', i % 3, 'y', i % 50 + i % 7) AS f FROM generate_series(1, 300) i;
SET max_parallel_workers_per_gather = 0;
SELECT aer_train(f, 'y', aer_design(include => '{age,weigth,x_y,nowhere}')) IS NOT NULL AS trained FROM typed;
SELECT aer_moments(f, 'y', aer_design(include => ARRAY(SELECT 'nowhere' || chr(64 + i) FROM generate_series(1, 12) i)), id) IS NOT NULL AS twelve FROM typed;
-- once a statement: of groups, of learners, of a loop
SELECT id % 3 AS part, aer_train(f, 'yy', aer_ridge(include => '{age,weight}')) IS NULL AS nothing FROM typed GROUP BY 1 ORDER BY 1;
SELECT count(m) AS six_groups_lack_it FROM (SELECT id / 30 AS part, aer_train(f - CASE WHEN id < 200 THEN 'age' ELSE '' END, 'y', aer_ridge(include => '{age,weight}', missing => 'skip') ORDER BY id) AS m FROM typed GROUP BY 1) s;
SELECT aer_train(f, 'y', aer_ridge(include => '{age,wait}', missing => 'skip')) IS NULL AS ridge, aer_train(f, 'y', aer_design(include => '{agee,weight}')) IS NULL AS design FROM typed;
DO $$ BEGIN
	FOR i IN 1 .. 3 LOOP
		PERFORM aer_moments(f, 'y', aer_design(include => '{age,agee}')) FROM typed;
	END LOOP;
END $$;
-- it is silent about a key that some rows have, few rows, windows, keys that no plan reached, unknown categories, and in predictions
SELECT aer_train(f - CASE WHEN id < 200 THEN 'age' ELSE '' END, 'y', aer_ridge(include => '{age,weight}', missing => 'skip') ORDER BY id) IS NOT NULL AS the_last_have_it FROM typed;
SELECT aer_moments(f, 'y', aer_design(include => '{agee,weight}')) IS NOT NULL AS few FROM typed WHERE id < 10;
SELECT count(m) AS in_a_window FROM (SELECT aer_moments(f, 'y', aer_design(include => '{agee,weight}')) OVER (ORDER BY id) AS m FROM typed WHERE id < 20) w;
SELECT aer_moments(f, 'y', aer_design(1, '{"cost": {"age": 1, "nowhere": 2}}', include => '{age,nowhere}'), id) IS NOT NULL AS too_dear FROM typed;
SELECT aer_moments(f || '{"size": "s"}', 'y', aer_design(include => '{size}', columns => '{"size": ["l", "m"]}')) IS NOT NULL AS other_categories FROM typed;
SELECT count(aer_predict(m, jsonb_build_object('Age', id))) AS predicted FROM typed, (SELECT aer_train(f, 'y', aer_design(include => '{age,weight}')) AS m FROM typed) t;
-- nor in a parallel plan, even if no worker starts
CREATE TABLE typed_too AS SELECT f FROM typed;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SET max_parallel_workers = 0;
EXPLAIN (COSTS off) SELECT aer_moments(f, 'y', aer_design(include => '{age,weigth}')) IS NOT NULL AS parallel FROM typed_too;
SELECT aer_moments(f, 'y', aer_design(include => '{age,weigth}')) IS NOT NULL AS parallel FROM typed_too;
RESET max_parallel_workers;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
SET max_parallel_workers_per_gather = 0;
CREATE TEMP TABLE asked AS SELECT aer_trim(aer_train(f, 'y', aer_design(include => '{age,weight,x y}'))) AS m,
	aer_fit_ridge(aer_moments(f, 'y', aer_design(2, include => '{age,weight,x y}'))) AS p FROM typed;
RESET max_parallel_workers_per_gather;
-- a literal without a type is a JSON object
SELECT aer_predict(p, '{"age": 3}') = aer_predict(p, '{"age": 3}'::jsonb) AS predict, aer_score(p, '{"age": 3}') = aer_score(p, '{"age": 3}'::jsonb) AS score,
	(SELECT f FROM aer_forecast(p, '{"age": 3}') f) = (SELECT f FROM aer_forecast(p, '{"age": 3}'::jsonb) f) AS forecast,
	ARRAY(SELECT a FROM aer_ask(p, '{"age": 3}', '{"weight": 2, "age": 1, "x y": 3}', 4, unavailable => '{x y}'::text[]) a) = ARRAY(SELECT a FROM aer_ask(p, '{"age": 3}'::jsonb, '{"weight": 2, "age": 1, "x y": 3}', 4, unavailable => '{x y}'::text[]) a) AS ask,
	ARRAY(SELECT e FROM aer_explain(p, '{"age": 3}') e) = ARRAY(SELECT e FROM aer_explain(p, '{"age": 3}'::jsonb) e) AS explain FROM asked;
CREATE TEMP TABLE classed AS SELECT aer_train(f, k, aer_design(include => '{age,weight}')) AS m FROM typed, LATERAL (SELECT (ARRAY['a', 'b', 'c'])[1 + ((f ->> 'y')::numeric::int % 3 + 3) % 3] AS k) k;
SELECT aer_class(m, '{"age": 3, "weight": 1}') = aer_class(m, '{"age": 3, "weight": 1}'::jsonb) AS class,
	aer_probability(m, '{"age": 3, "weight": 1}', 'b') = aer_probability(m, '{"age": 3, "weight": 1}'::jsonb, 'b') AS probability,
	ARRAY(SELECT p FROM aer_probabilities(m, '{"age": 3, "weight": 1}') p) = ARRAY(SELECT p FROM aer_probabilities(m, '{"age": 3, "weight": 1}'::jsonb) p) AS probabilities FROM classed;
SELECT aer_predict(p, '{1,2}') FROM asked;
SELECT aer_predict(p, '[1,2]') FROM asked;
SELECT aer_predict(p, NULL) IS NULL AS nothing FROM asked;
