--
-- Kinds of targets: models and moments remember whether the target was boolean
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SET client_min_messages = error;	-- of targets that nothing explains, the mean would be better

CREATE TEMP TABLE cases AS
	SELECT i, x, x[1] + x[2] > 7 AS sick, (x[1] + x[2] > 7)::int AS bit
	FROM (SELECT i, ARRAY[i % 7, i % 5, i * i % 11]::float8[] AS x FROM generate_series(1, 200) i) s;
CREATE TEMP VIEW ward AS SELECT i, x[1] AS a, x[2] AS b, x[3] AS c, sick FROM cases;
CREATE TEMP VIEW ward_bits AS SELECT i, x[1] AS a, x[2] AS b, x[3] AS c, bit AS sick FROM cases;

-- Every way to a model, from arrays and from rows, boolean and 0/1.
CREATE TEMP TABLE known AS
WITH l AS (SELECT aer_ridge(budget => 2, radius => 3, step => 0.01) AS l, aer_ridge(budget => 2, radius => 3, step => 0.01, exclude => '{i}') AS r),
arrays AS (
	SELECT 'arrays of booleans' AS data, 'boolean' AS target, aer_train(x, sick, l ORDER BY i) AS train,
		aer_moments(x, sick) AS moments,
		aer_moments(x, sick, aer_design(budget => 2), i) AS part FROM cases, l GROUP BY l
	UNION ALL
	SELECT 'arrays of bits', 'number', aer_train(x, bit, l ORDER BY i),
		aer_moments(x, bit), aer_moments(x, bit, aer_design(budget => 2), i) FROM cases, l GROUP BY l
	UNION ALL
	SELECT 'rows of booleans', 'boolean', aer_train(w, 'sick', r ORDER BY i),
		aer_moments(w, 'sick', aer_design(exclude => '{i}')), aer_moments(w, 'sick', aer_design(exclude => '{i}', budget => 2), i)
	FROM ward w, l GROUP BY r
	UNION ALL
	SELECT 'rows of bits', 'number', aer_train(w, 'sick', r ORDER BY i),
		aer_moments(w, 'sick', aer_design(exclude => '{i}')), aer_moments(w, 'sick', aer_design(exclude => '{i}', budget => 2), i)
	FROM ward_bits w, l GROUP BY r)
SELECT data, target, way, m FROM arrays, LATERAL (VALUES
	('train', train), ('fit_ridge', aer_fit_ridge(moments)), ('fit_lasso', aer_fit_lasso(moments)),
	('fit_ols', aer_fit_ols(moments)), ('fit of part', aer_fit_ridge(part)),
	('moments as text', aer_fit_ols(moments::text::aer_moments)), ('trim', aer_trim(train)),
	('merged', aer_fit_ols((SELECT aer_moments(m) FROM (VALUES (moments), (moments)) v(m))))) w(way, m);
SELECT count(*) AS models, count(*) FILTER (WHERE target = 'boolean') AS of_booleans FROM known;
SELECT data, way, m::jsonb->>'target' AS remembered FROM known WHERE m::jsonb->>'target' IS DISTINCT FROM target ORDER BY 1, 2;
SELECT data, way FROM known WHERE m::text::aer_model::text <> m::text;
\set file `echo "${PG_ABS_BUILDDIR:-/tmp}"`/results/targets.models
COPY (SELECT data, way, m FROM known) TO :'file' (FORMAT binary);
CREATE TEMP TABLE copied (data text, way text, m aer_model);
COPY copied FROM :'file' (FORMAT binary);
SELECT data, way FROM known JOIN copied c USING (data, way) WHERE known.m::text <> c.m::text;

-- Each of them is scored by what it has learned, and refuses the other.
CREATE FUNCTION pg_temp.score(m aer_model, what text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	n bigint;
BEGIN
	EXECUTE CASE what
		WHEN 'boolean' THEN 'SELECT (aer_evaluate($1, x, sick)).rows FROM cases'
		WHEN 'number' THEN 'SELECT (aer_evaluate($1, x, bit)).rows FROM cases'
		WHEN 'boolean, sampled' THEN 'SELECT (aer_evaluate($1, x, sick, 2)).rows FROM cases'
		WHEN 'number, sampled' THEN 'SELECT (aer_evaluate($1, x, bit, 2)).rows FROM cases'
		WHEN 'boolean column' THEN 'SELECT (aer_evaluate($1, w, ''sick'')).rows FROM ward w'
		WHEN 'number column' THEN 'SELECT (aer_evaluate($1, w, ''sick'')).rows FROM ward_bits w'
		WHEN 'boolean, continued' THEN 'SELECT rows - 200 FROM aer_summary((SELECT aer_continue(x, sick, $1 ORDER BY i) FROM cases))'
		WHEN 'number, continued' THEN 'SELECT rows - 200 FROM aer_summary((SELECT aer_continue(x, bit, $1 ORDER BY i) FROM cases))'
		WHEN 'boolean column, continued' THEN 'SELECT rows - 200 FROM aer_summary((SELECT aer_continue(w, ''sick'', $1 ORDER BY i) FROM ward w))'
		WHEN 'number column, continued' THEN 'SELECT rows - 200 FROM aer_summary((SELECT aer_continue(w, ''sick'', $1 ORDER BY i) FROM ward_bits w))'
		END INTO n USING m;
	RETURN n;
EXCEPTION WHEN datatype_mismatch THEN
	RETURN CASE WHEN sqlerrm LIKE 'the target is %, but was %' THEN 'refused' ELSE sqlerrm END;
END $$;
SELECT data, way, what, result FROM known,
	unnest('{boolean,number,"boolean, sampled","number, sampled",boolean column,number column}'::text[]) what,
	LATERAL (SELECT pg_temp.score(m, what) AS result) s
WHERE (data LIKE 'rows%' OR what NOT LIKE '%column')
	AND result IS DISTINCT FROM CASE WHEN what LIKE target || '%' THEN '200' ELSE 'refused' END;
SELECT data, way, what, result FROM known,
	unnest('{"boolean, continued","number, continued","boolean column, continued","number column, continued"}'::text[]) what,
	LATERAL (SELECT pg_temp.score(m, what) AS result) s
WHERE way LIKE 'train%' AND (data LIKE 'rows%') = (what LIKE '% column%')
	AND result IS DISTINCT FROM CASE WHEN what LIKE target || '%' THEN '200' ELSE 'refused' END;

-- The errors in full.
SELECT m AS of_booleans FROM known WHERE data = 'arrays of booleans' AND way = 'train' \gset
SELECT m AS of_bits FROM known WHERE data = 'arrays of bits' AND way = 'train' \gset
SELECT aer_evaluate(:'of_booleans', x, bit) FROM cases;
SELECT aer_evaluate(:'of_bits', x, sick) FROM cases;
SELECT aer_moments(m) FROM (SELECT aer_moments(x, sick) AS m FROM cases UNION ALL SELECT aer_moments(x, bit) FROM cases) s;
SELECT aer_train(CASE WHEN i = 1 THEN one::record ELSE two::record END, 'y', aer_ridge() ORDER BY i)
FROM cases, LATERAL (SELECT x[1] AS a, sick AS y) one, LATERAL (SELECT x[1] AS a, bit AS y) two;
\set SHOW_CONTEXT never
SELECT problem FROM aer_learning_curve('SELECT x AS features, sick AS target FROM cases', 'SELECT x AS features, bit AS target FROM cases', ARRAY[aer_ridge()], '{100}');
SELECT problem FROM aer_learning_curve('SELECT x AS features, bit AS target FROM cases', 'SELECT x AS features, sick AS target FROM cases', ARRAY[aer_design()], '{100}');
\set SHOW_CONTEXT errors
SELECT problem FROM aer_learning_curve('SELECT w AS features, ''sick'' AS target FROM ward w', 'SELECT w AS features, ''sick'' AS target FROM ward_bits w',
	ARRAY[aer_ridge(exclude => '{i}', step => 0.001)], '{100}');

-- Comparing: each model is scored by what it has learned.
SELECT learner->>'learner' AS learner, sum(rows) AS rows, bool_and(mse BETWEEN 0 AND 1) AS learned
FROM aer_cross_validate('SELECT x AS features, sick AS target, i AS key FROM cases', ARRAY[aer_design(budget => 2), aer_ridge(step => 0.002, intercept => true)], folds => 3)
GROUP BY 1 ORDER BY 1;
SELECT learner->>'learner' AS learner, rows, mse BETWEEN 0 AND 1 AS learned
FROM aer_learning_curve('SELECT w AS features, ''sick'' AS target, i AS key FROM ward w', 'SELECT w AS features, ''sick'' AS target FROM ward w',
	ARRAY[aer_design(exclude => '{i}'), aer_ridge(step => 0.002, intercept => true, exclude => '{i}')], '{100}') ORDER BY 1;

-- A model that does not say is scored by either, and learns it from what comes.
\set silent '{"weights":[1,1,0],"intercept":-7,"learner":{},"rows":1,"draws":2,"reads":2,"skipped":0,"format":2}'
SELECT (aer_evaluate(:'silent', x, sick)).rows AS booleans, (aer_evaluate(:'silent', x, bit)).rows AS bits FROM cases;
SELECT m::jsonb->>'target' AS learned
FROM (SELECT aer_continue(x, sick, (m::jsonb - 'target')::text::aer_model ORDER BY i) AS m FROM cases, known WHERE data = 'arrays of bits' AND way = 'train') s;
SELECT replace(:'of_bits', '"target":"number"', '"target":"word"')::aer_model;
SELECT replace(:'of_bits', '"target":"number"', '"target":1')::aer_model;
