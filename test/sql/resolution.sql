--
-- Which function a call means: of every function, with features and targets of
-- every type, and the same again when a view with the call is dumped and restored
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE SCHEMA resolution;
SET search_path = resolution, public;
CREATE DOMAIN real_ AS real;
CREATE DOMAIN float8_ AS float8;
CREATE DOMAIN smallint_ AS smallint;
CREATE DOMAIN integer_ AS integer;
CREATE DOMAIN bigint_ AS bigint;
CREATE DOMAIN numeric_ AS numeric;
CREATE DOMAIN boolean_ AS boolean;
CREATE DOMAIN real_s AS real[];
CREATE DOMAIN float8_s AS float8[];
CREATE DOMAIN smallint_s AS smallint[];
CREATE DOMAIN integer_s AS integer[];
CREATE DOMAIN bigint_s AS bigint[];
CREATE DOMAIN numeric_s AS numeric[];
CREATE DOMAIN boolean_s AS boolean[];
CREATE DOMAIN jsonb_ AS jsonb;
-- A type like that of pgvector's embeddings: no array, and cast to one.
CREATE TYPE vector;
SET client_min_messages = warning;
CREATE FUNCTION vector_in(cstring) RETURNS vector AS 'textin' LANGUAGE internal IMMUTABLE STRICT;
CREATE FUNCTION vector_out(vector) RETURNS cstring AS 'textout' LANGUAGE internal IMMUTABLE STRICT;
CREATE TYPE vector (INPUT = vector_in, OUTPUT = vector_out, STORAGE = external);
RESET client_min_messages;
CREATE FUNCTION vector_to_float4(vector, integer, boolean) RETURNS real[] LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT translate(format('%s', $1), '[]', '{}')::real[] $$;
CREATE CAST (vector AS real[]) WITH FUNCTION vector_to_float4(vector, integer, boolean) AS IMPLICIT;
CREATE DOMAIN vector_ AS vector;
CREATE TABLE t (id bigint, short int, m aer_model, g jsonb, gs jsonb[], j jsonb,
	y_real real, y_float8 float8, y_smallint smallint, y_integer integer, y_bigint bigint, y_numeric numeric, y_boolean boolean,
	y_float8_ float8_, y_boolean_ boolean_, y_text text);

-- The functions of aer that a view calls.
CREATE FUNCTION called(view regclass) RETURNS text LANGUAGE sql AS $$
	SELECT string_agg(DISTINCT p.oid::regprocedure::text, ' ')
	FROM pg_rewrite r JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
		JOIN pg_proc p ON d.refclassid = 'pg_proc'::regclass AND d.refobjid = p.oid
		JOIN pg_depend e ON e.classid = 'pg_proc'::regclass AND e.objid = p.oid AND e.deptype = 'e'
	WHERE r.ev_class = view $$;

-- What a query calls, or the SQLSTATE if that is nothing.  Nothing is left of the views.
CREATE FUNCTION resolved(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	first text;
	definition text;
BEGIN
	EXECUTE 'CREATE VIEW v AS ' || query;
	first := called('v');
	definition := pg_get_viewdef('v'::regclass);
	BEGIN
		EXECUTE 'CREATE VIEW w AS ' || definition;
		IF first <> called('w') OR definition <> pg_get_viewdef('w'::regclass) THEN
			first := first || ', restored ' || called('w');
		END IF;
	EXCEPTION WHEN OTHERS THEN
		first := first || ', restored ' || SQLSTATE;
	END;
	RAISE EXCEPTION USING ERRCODE = 'ZZ000', MESSAGE = first;
EXCEPTION WHEN OTHERS THEN
	RETURN CASE SQLSTATE WHEN 'ZZ000' THEN SQLERRM WHEN '42725' THEN 'ambiguous' WHEN '42883' THEN 'none'
		WHEN '22P02' THEN 'bad literal' ELSE SQLSTATE END;
END $$;

-- Features: their name in the answer, as SQL, the type of their elements, and whether
-- they are tried with functions that have no aggregate for each type, too.
CREATE TABLE numbers AS SELECT ordinality AS n, name FROM unnest('{real,float8,smallint,integer,bigint,numeric,boolean}'::text[]) WITH ORDINALITY u(name);
CREATE TABLE features AS
	SELECT 10 + n AS n, name || '[]' AS name, format('NULL::%s[]', name) AS features, name AS element, true AS often FROM numbers
	UNION ALL SELECT 20 + n, 'domain of ' || name || '[]', format('NULL::%s_s', name), name, n = 1 FROM numbers
	UNION ALL SELECT 30 + n, 'array of a domain of ' || name, format('NULL::%s_[]', name), name, n = 1 FROM numbers
	UNION ALL VALUES (41, 'numeric(5,2)[]', 'NULL::numeric(5,2)[]', 'numeric', true), (42, 'ARRAY[1, 2]', 'ARRAY[1, 2]', 'integer', true),
		(43, 'ARRAY[1, 2.5]', 'ARRAY[1, 2.5]', 'numeric', true), (44, 'int2vector', 'NULL::int2vector', 'smallint', true), (45, 'text[]', 'NULL::text[]', NULL, true),
		(46, 'vector', 'NULL::vector', 'real', true), (47, 'domain of vector', 'NULL::vector_', 'real', true), (48, '''[1,2]''::vector', '''[1,2]''::vector', 'real', true),
		(51, 'jsonb', 'j', NULL, true), (52, 'domain of jsonb', 'NULL::jsonb_', NULL, true), (53, 'row', 't', NULL, true), (54, 'ROW()', 'ROW(1, 2)', NULL, true),
		(61, 'NULL', 'NULL', NULL, true), (62, '''{1,2}''', '''{1,2}''', NULL, true), (63, '''{"a": 1}''', '''{"a": 1}''', NULL, true), (64, 'text', 'y_text', NULL, true);
CREATE TABLE targets AS
	SELECT n, name, 'y_' || name AS target FROM numbers
	UNION ALL VALUES (8, 'domain of float8', 'y_float8_'), (9, 'domain of boolean', 'y_boolean_'), (10, '1.5', '1.5'),
		(11, '''1''', '''1'''), (12, 'NULL', 'NULL'), (13, 'text', 'y_text');

-- Every call.  A short key and an untyped design are converted.
CREATE TABLE calls AS
	SELECT shape, f.n AS f, f.name AS features, y.n AS y, y.name AS target, element,
		resolved(format('SELECT %s IS NULL AS c FROM t', format(shape, f.features, y.target))) AS resolved
	FROM unnest('{"aer_moments(%s, %s, g, id)","aer_evaluate(m, %s, %s)","aer_moments(%s, %s, ''{}'', short)","aer_moments(%s, %s)","aer_moments(%s, %s, g)",
			"aer_train(%s, %s)","aer_train(%s, %s, g)","aer_train(%s, %s, g, id)","aer_continue(%s, %s, m)",
			"aer_evaluate(m, %s, %s, 2)"}'::text[]) WITH ORDINALITY s(shape, n), features f, targets y
	WHERE s.n <= 2 OR f.often AND y.name IN ('float8', 'boolean', 'NULL')
	UNION ALL
	SELECT shape, f.n, f.name, 0, '', element, resolved(format('SELECT 1 AS c FROM t, %s', format(shape, f.features)))
	FROM unnest('{"aer_predict(m, %s)","aer_score(m, %s)","aer_probability(m, %s)","aer_forecast(m, %s)","aer_ask(m, %s)",
			"aer_class(m, %s)","aer_probability(m, %s, y_text)","aer_probabilities(m, %s)","aer_explain(m, %s)"}'::text[]) shape, features f WHERE often;
SELECT count(*) > 1000 AS many FROM calls;

-- Restored, every call means what it meant.
SELECT * FROM calls WHERE resolved ~ 'restored';

-- What calls mean.  Arrays with a target that is a number, boolean or text mean the aggregate
-- of their own type and of the target's where there is one, and so do calls that score a row; those of other
-- targets mean the polymorphic one ("any").  A target without a type is text to PostgreSQL.  Not so arrays
-- whose elements are of a domain, which PostgreSQL converts to more than one of these types
-- and therefore calls ambiguous, as it does what has no type at all, but of calls that score a row,
-- to which that is a JSON object as text.
\pset format unaligned
\pset fieldsep ' | '
WITH means AS (
	SELECT shape, f, features, y, target, CASE
		WHEN target = '' AND resolved ~ format('\(aer_model,%s\[\]', element::regtype) THEN 'own'
		WHEN resolved LIKE format('%%%s[],%s%%', element::regtype, CASE WHEN target ~ 'boolean' THEN 'boolean' WHEN target IN ('text', '''1''', 'NULL') THEN 'text' ELSE 'double precision' END) THEN 'own'
		ELSE coalesce((regexp_match(resolved, '\((?:aer_model,)?(any|record|jsonb|text)'))[1], resolved) END AS meaning FROM calls),
targets AS (SELECT shape, f, features, meaning || coalesce(': ' || nullif(string_agg(target, ', ' ORDER BY y), ''), '') AS meaning, min(y) AS y
	FROM means GROUP BY shape, f, features, means.meaning),
each AS (SELECT shape, f, features, string_agg(meaning, '; ' ORDER BY y) AS meaning FROM targets GROUP BY shape, f, features),
shapes AS (SELECT f, features, meaning, string_agg(replace(shape, '%s', '_'), ' ' ORDER BY shape COLLATE "C") AS shapes FROM each GROUP BY f, features, meaning)
SELECT shapes, string_agg(features, ', ' ORDER BY f) AS features, meaning
FROM shapes GROUP BY shapes, meaning ORDER BY shapes COLLATE "C", min(f);

-- Every function with arguments of the declared types means itself, but for these.
-- (A procedure cannot stand in a view.)
SELECT f::regprocedure AS function, resolved(format(CASE prokind WHEN 'a' THEN 'SELECT %I(%s) IS NULL AS c FROM t' ELSE 'SELECT 1 AS c FROM t, %I(%s)' END, proname, arguments)) AS means
INTO TEMP declared
FROM (SELECT p.oid AS f, prokind, proname, (SELECT string_agg('NULL::' || CASE format_type(a, NULL) WHEN '"any"' THEN 'text' WHEN 'anyarray' THEN 'float8[]'
		WHEN 'anycompatiblenonarray' THEN 'numeric' WHEN 'record' THEN 't' ELSE format_type(a, NULL) END, ', ' ORDER BY i)
		FROM unnest(proargtypes::oid[]) WITH ORDINALITY u(a, i)) AS arguments
	FROM pg_proc p JOIN pg_depend e ON e.classid = 'pg_proc'::regclass AND e.objid = p.oid AND e.deptype = 'e'
	WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'aer') AND proname !~ '_(in|out|recv|send|transition)$'
		AND 'internal'::regtype <> ALL (proargtypes::oid[]) AND prorettype <> 'trigger'::regtype
		AND (prorettype <> 'record'::regtype OR proargmodes IS NOT NULL)) s;		-- a record of no type cannot stand in FROM
SELECT count(*) > 100 AS many FROM declared;
SELECT * FROM declared WHERE function::text <> means ORDER BY function::text COLLATE "C";
\pset format aligned

-- The aggregates of one type do what the polymorphic ones do.
CREATE AGGREGATE moments(anyarray, anycompatiblenonarray, jsonb, bigint) (SFUNC = _aer_moments_array_transition, STYPE = aer_moments,
	FINALFUNC = _aer_moments_final, COMBINEFUNC = _aer_moments_merge, PARALLEL = SAFE);
CREATE AGGREGATE evaluate(aer_model, anyarray, anycompatiblenonarray) (SFUNC = _aer_evaluate_array_transition, STYPE = float8[],
	FINALFUNC = _aer_evaluate_final, COMBINEFUNC = _aer_evaluate_combine, PARALLEL = SAFE);
CREATE TABLE numbered AS SELECT i, ARRAY[i % 2, i * i % 3 % 2, i / 7 % 2] AS x, CASE WHEN i % 9 > 0 THEN i % 5 END AS y FROM generate_series(1, 100) i;
SELECT name, (xpath('//same/text()', query_to_xml(format($$
	WITH typed AS (SELECT i, y, ARRAY[x[1], x[2], CASE WHEN i %% 7 > 0 THEN x[3] END]::%s[] AS x FROM numbered),
		models AS (SELECT aer_train(x, y, aer_design(missing => 'available')) AS m FROM typed)
	SELECT aer_moments(x, y, design, i) = moments(x, y, design, i) AND
		(SELECT (aer_evaluate(m, x, y))::text = (evaluate(m, x, y))::text FROM models, typed WHERE i %% 7 > 0) AS same
	FROM typed, aer_design(budget => 2) design$$, CASE name WHEN 'boolean' THEN 'integer[]::boolean' ELSE name END), false, true, '')))[1] AS same
FROM numbers ORDER BY n;

SET client_min_messages = warning;
DROP SCHEMA resolution CASCADE;

-- Numbers whose squares are no numbers: a WARNING that names the scale, of the target first.
CREATE TEMP TABLE tiny AS SELECT i % 7 AS a, i % 5 AS b, (i % 7 + i % 3) * 1e-300 AS y, (i % 7)::float8 * 1e-160 AS t, i % 7 + i % 3 AS z FROM generate_series(1, 60) i;
SELECT (aer_summary(aer_train(s, 'y', aer_design(include => '{a,b}')))).expected_mse FROM tiny s;
SELECT round(1e300 * w.weight) AS scaled FROM aer_weights((SELECT aer_train(s, 'y', aer_design(include => '{a,b}')) FROM tiny s)) w WHERE name = 'b';
SELECT aer_train(ARRAY[t, b], z) IS NULL AS attribute FROM tiny;
SELECT aer_train(ARRAY[a, b], z * 1e-140) IS NULL AS small_enough, aer_train(ARRAY[a, b], z * 0) IS NULL AS zeros FROM tiny;
