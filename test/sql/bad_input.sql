--
-- Rows that cannot be learned from or scored: each error names the number, the
-- attribute and what to do.
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE TEMP TABLE a (i int, x float8[], y float8);
INSERT INTO a VALUES (1, '{1,2,3}', 1), (2, '{4,5,6}', 2);
CREATE FUNCTION pg_temp.with_row(x float8[], y float8 DEFAULT 1) RETURNS TABLE(i int, x float8[], y float8)
	LANGUAGE sql AS 'SELECT * FROM a UNION ALL SELECT 3, $1, $2 ORDER BY 1';
CREATE TEMP TABLE trained AS SELECT aer_train(x, y, aer_ridge()) AS m FROM a;

-- Planned attributes; without a budget, all of them.
SELECT aer_train(x, y, aer_ridge() ORDER BY i) FROM pg_temp.with_row('{7,NULL,9}');
SELECT aer_train(x, y, aer_ridge() ORDER BY i) FROM pg_temp.with_row('{7,8,NaN}');
SELECT aer_train(x, y, aer_lasso() ORDER BY i) FROM pg_temp.with_row('{-Infinity,8,9}');
SELECT aer_train(x, y, aer_ridge(budget => 2) ORDER BY i) FROM pg_temp.with_row('{NaN,NaN,NaN}');
SELECT aer_continue(x, y, m ORDER BY i) FROM pg_temp.with_row('{7,8,NULL}'), trained;

-- Another length.
SELECT aer_train(x, y, aer_ridge() ORDER BY i) FROM pg_temp.with_row('{7,8}');
SELECT aer_train(x, y, aer_ridge(budget => 2) ORDER BY i) FROM pg_temp.with_row('{7,8,9,10}');
SELECT aer_continue(ARRAY[1, 2], 1, m) FROM trained;
SELECT aer_predict(m, '{1,2}'::float8[]) FROM trained;
SELECT aer_evaluate(m, '{1,2,3,4}'::float8[], 1) FROM trained;

-- Arrays that are none.
SELECT aer_train(x, y, aer_ridge() ORDER BY i) FROM pg_temp.with_row('{}');
SELECT aer_train(x, y, aer_ridge() ORDER BY i) FROM pg_temp.with_row('{{7,8,9},{1,2,3}}');
SELECT aer_predict(m, '{}'::float8[]) FROM trained;
SELECT aer_predict(m, '{{1,2,3}}'::float8[]) FROM trained;
SELECT aer_train('{a,b}'::text[], 1, aer_ridge());
SELECT aer_train('{1 day}'::interval[], 1, aer_ridge());
SELECT aer_predict(m, '{a,b,c}'::text[]) FROM trained;

-- Targets.
SELECT aer_train(x, y, aer_ridge() ORDER BY i) FROM pg_temp.with_row('{7,8,9}', 'NaN');
SELECT aer_train(x, y, aer_ridge() ORDER BY i) FROM pg_temp.with_row('{7,8,9}', 'Infinity');
SELECT aer_train(x, 'NaN'::numeric, aer_ridge()) FROM a;
SELECT aer_train(x, 'one'::text, aer_ridge()) FROM a;
SELECT aer_train(x, interval '1 day', aer_ridge()) FROM a;
SELECT aer_evaluate(m, '{1,2,3}'::int[], 'NaN'::float8) FROM trained;
SELECT aer_evaluate(m, '{1,2,3}'::int[], 'one'::text) FROM trained;

-- NULL rows are skipped and counted; no rows give NULL.
SELECT rows, skipped, draws
FROM aer_summary((SELECT aer_train(x, y, aer_ridge() ORDER BY i) FROM
	(SELECT * FROM a UNION ALL VALUES (0, NULL, 1), (3, '{1,2,3}', NULL), (4, NULL, NULL)) s));
SELECT aer_train(x, y, aer_ridge()) IS NULL AS none FROM a WHERE false;
SELECT aer_train(NULL::float8[], y, aer_ridge()) IS NULL AS only_skipped FROM a;
SELECT aer_continue(x, y, m) IS NULL AS none FROM a, trained WHERE false;
SELECT rows, skipped FROM aer_summary((SELECT aer_continue(NULL::int[], 1, m) FROM trained));
SELECT rows, skipped FROM aer_summary((SELECT aer_continue(x, CASE WHEN i = 1 THEN y END, m ORDER BY i) FROM a, trained));
SELECT aer_continue(x, y, NULL) FROM a;

-- One row; one attribute.
SELECT rows, attributes, reads FROM aer_summary((SELECT aer_train(x, y, aer_lasso()) FROM a WHERE i = 1));
SELECT aer_train(ARRAY[x[1]], y, aer_ridge(budget => 2)) FROM a;
SELECT rows, attributes, reads FROM aer_summary((SELECT aer_train(ARRAY[x[1]], y, aer_lasso()) FROM a));
SELECT aer_predict((SELECT aer_train(ARRAY[x[1]], y, aer_ridge() ORDER BY i) FROM a), ARRAY[2]) > 0 AS works;

-- Divergence is an error, not a model of NaN.
SELECT aer_train(ARRAY[1e200, 1e300], i, aer_ridge(step => 1e10)) FROM generate_series(1, 5) i;
SELECT aer_train(ARRAY[1e200, 1e300], 1e300, aer_ridge(budget => 2)) FROM generate_series(1, 500) i;
SELECT aer_train(ARRAY[1e300, -1e300], -1e300, aer_lasso()) FROM generate_series(1, 500) i;

-- Options and models that change from row to row.
SELECT aer_train(x, y, aer_ridge(seed => i) ORDER BY i) FROM a;
SELECT aer_train(x, y, CASE WHEN i = 1 THEN aer_ridge() END ORDER BY i) FROM a;
SELECT aer_train(x, y, (aer_ridge(radius => 5)::text || repeat(' ', i))::jsonb ORDER BY i) IS NOT NULL AS same_value FROM a;
SELECT aer_continue(x, y, CASE i WHEN 1 THEN m ELSE aer_trim(m) END ORDER BY i) FROM a, trained;
SELECT aer_train(r, CASE WHEN i = 1 THEN 'y' ELSE 'i' END, aer_ridge() ORDER BY i) FROM (SELECT i, y FROM a) r;

-- Models that cannot go on.
SELECT aer_continue(x, y, aer_trim(m)) FROM a, trained;
SELECT aer_next(aer_trim(m)) FROM trained;

-- Malformed text.  The good one is the start of all others.
CREATE FUNCTION pg_temp.good(VARIADIC change text[] DEFAULT '{}') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	t text := '{"weights":[1,-2.5],"intercept":0.5,"columns":[{"name":"a","kind":"number"},{"name":"b","kind":"boolean"}],"learner":{"learner": "ridge"},"rows":3,"draws":6,"reads":6,"skipped":0,"format":2}';
BEGIN
	IF change <> '{}' AND strpos(t, change[1]) = 0 THEN
		RAISE 'nothing to change: %', change[1];
	END IF;
	RETURN CASE WHEN change = '{}' THEN t ELSE replace(t, change[1], change[2]) END;
END $$;
SELECT pg_temp.good()::aer_model::text = pg_temp.good() AS good;
SELECT ''::aer_model;
SELECT 'ridge'::aer_model;
SELECT '5'::aer_model;
SELECT '[]'::aer_model;
SELECT '{}'::aer_model;
SELECT (pg_temp.good() || ' x')::aer_model;
SELECT pg_temp.good('"format":2', '"format":1')::aer_model;
SELECT pg_temp.good('"format":2', '"format":3')::aer_model;
SELECT pg_temp.good('"format":2', '"format":99999999999')::aer_model;
SELECT pg_temp.good(',"format":2', '')::aer_model;
SELECT pg_temp.good('"intercept":0.5,', '')::aer_model;
SELECT pg_temp.good('"rows":3,', '')::aer_model;
SELECT pg_temp.good('"rows":3', '"rows":-3')::aer_model;
SELECT pg_temp.good('"rows":3', '"rows":3.5')::aer_model;
SELECT pg_temp.good('"rows":3', '"rows":9223372036854775808')::aer_model;
SELECT pg_temp.good('"rows":3', '"rows":1e99')::aer_model;
SELECT pg_temp.good('"rows":3', '"rose":3')::aer_model;
SELECT pg_temp.good('[1,-2.5]', '[]')::aer_model;
SELECT pg_temp.good('[1,-2.5]', '[1]')::aer_model;
SELECT pg_temp.good('[1,-2.5]', '[1,1e999]')::aer_model;
SELECT pg_temp.good('[1,-2.5]', '[1,null]')::aer_model;
SELECT pg_temp.good('[1,-2.5]', '[1,"2"]')::aer_model;
SELECT pg_temp.good('[1,-2.5]', '[[1],-2.5]')::aer_model;
SELECT pg_temp.good('[1,-2.5]', '["NaN",1]')::aer_model;
\set VERBOSITY terse
SELECT pg_temp.good('[1,-2.5]', '[1,' || repeat('[', 100000) || repeat(']', 100000) || ']')::aer_model;
\set VERBOSITY default
SELECT pg_temp.good('[1,-2.5]', '{"a":1}')::aer_model;
SELECT pg_temp.good('"rows"', '"extra":[],"rows"')::aer_model;
SELECT pg_temp.good('"rows"', '"extra":{},"rows"')::aer_model;
SELECT pg_temp.good(',{"name":"b","kind":"boolean"}', '')::aer_model;
SELECT pg_temp.good('"columns"', '"interactions":[["a","b"]],"columns"')::aer_model;
SELECT pg_temp.good('"columns":[{"name":"a","kind":"number"},{"name":"b","kind":"boolean"}]', '"interactions":[]')::aer_model;
SELECT pg_temp.good('"boolean"', '"complex"')::aer_model;
SELECT pg_temp.good('"name":"b"', '"name":""')::aer_model;
SELECT pg_temp.good('"name":"b"', '"name":"a"')::aer_model;
-- Range and link.
SELECT pg_temp.good('"rows"', '"target_min":0,"target_max":1,"two_valued":true,"link":{"slope":1,"offset":0},"rows"')::aer_model IS NULL AS refused;
SELECT pg_temp.good('"rows"', '"target_min":0,"rows"')::aer_model;
SELECT pg_temp.good('"rows"', '"target_max":0,"rows"')::aer_model;
SELECT pg_temp.good('"rows"', '"target_min":1,"target_max":0,"rows"')::aer_model;
SELECT pg_temp.good('"rows"', '"target_min":1,"target_max":1,"two_valued":true,"rows"')::aer_model;
SELECT pg_temp.good('"rows"', '"two_valued":true,"rows"')::aer_model;
SELECT pg_temp.good('"rows"', '"target_min":0,"target_max":1,"two_valued":1,"rows"')::aer_model;
SELECT pg_temp.good('"rows"', '"link":{"slope":1,"offset":0},"rows"')::aer_model;
SELECT pg_temp.good('"rows"', '"target_min":0,"target_max":1,"link":{"slope":1,"offset":0},"rows"')::aer_model;
SELECT pg_temp.good('"rows"', '"target_min":0,"target_max":1,"two_valued":true,"link":{"slope":1},"rows"')::aer_model;
SELECT pg_temp.good('"rows"', '"target_min":0,"target_max":1,"two_valued":true,"link":{"slope":1,"offset":0,"shape":1},"rows"')::aer_model;
SELECT pg_temp.good('"rows"', '"target_min":0,"target_max":1,"two_valued":true,"link":2,"rows"')::aer_model;
SELECT pg_temp.good('{"learner": "ridge"}', '"ridge"')::aer_model;
SELECT pg_temp.good('{"learner": "ridge"}', '[1]')::aer_model;
SELECT pg_temp.good('"learner":{"learner": "ridge"},', '')::aer_model;
SELECT pg_temp.good('{"learner": "ridge"}', '{"learner":"ridge"},"expected_mse":null')::aer_model;

-- A state that the learner cannot go on from.
CREATE FUNCTION pg_temp.state(pattern text, by_what text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	t text := m FROM trained;
BEGIN
	IF t !~ pattern THEN
		RAISE 'nothing to change: %', pattern;
	END IF;
	RETURN regexp_replace(t, pattern, by_what);
END $$;
SELECT pg_temp.state('"generator_0":\d+,"generator_1":\d+', '"generator_0":0,"generator_1":0')::aer_model;
SELECT pg_temp.state('"generator_0":\d+', '"generator_0":99999999999999999999999')::aer_model;
SELECT pg_temp.state('"factor":1', '"factor":-1')::aer_model;
SELECT pg_temp.state('"factor":1,', '')::aer_model;
SELECT pg_temp.state('"vectors":\[\[[^]]*\],', '"vectors":[')::aer_model;
SELECT pg_temp.state('"vectors":\[\[[^]]*\],', '"vectors":[[1],')::aer_model;
SELECT pg_temp.state('"vectors":\[', '"vectors":[[1,2,3],')::aer_model;
\set VERBOSITY terse
SELECT pg_temp.state('"learner":\{[^}]*\}', '"learner":{"learner":"tree"}')::aer_model;
\set VERBOSITY default
SELECT pg_temp.state('"learner":\{[^}]*\}', '"learner":{"learner":"ridge","budget":7}')::aer_model;

-- Support functions are of no use to users.
SELECT _aer_evaluate_combine('{1,2}', '{1,2}');
SELECT _aer_evaluate_final('{1,2}');
SELECT _aer_evaluate_array_transition('{1,2}', m, '{1,2,3}'::float8[], 1) FROM trained;
SELECT _aer_evaluate_row_transition(NULL, m, a, 'y') FROM trained, a;
CREATE AGGREGATE pg_temp.broken(model aer_model, x float8[], y float8)
	(SFUNC = _aer_evaluate_array_transition, STYPE = float8[], INITCOND = '{1,2}');
SELECT pg_temp.broken(m, x, y) FROM trained, a;
CREATE AGGREGATE pg_temp.broken_null(model aer_model, x float8[], y float8)
	(SFUNC = _aer_evaluate_array_transition, STYPE = float8[], INITCOND = '{1,2,3,4,5,6,7,8,NULL}', FINALFUNC = _aer_evaluate_final);
SELECT pg_temp.broken_null(m, x, y) FROM trained, a;
