--
-- Equality of models, moments and judgments: their stored forms, byte by byte
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;

CREATE TEMP TABLE v AS
	SELECT i, ARRAY[i % 7, i % 5, i % 3]::float8[] AS x, (i % 7 - i % 3)::float8 AS y FROM generate_series(1, 60) i;
CREATE TEMP TABLE j AS
	SELECT o, aer_judgments(a, (o * a + k) % 5 ORDER BY a, k) AS numbered, aer_judgments('n' || a, (o * a + k) % 5 ORDER BY a DESC, k) AS named
	FROM generate_series(1, 20) o, generate_series(1, 6) a, generate_series(1, 3) k GROUP BY o;

-- Two of each that are the same, one that is not, and NULL.
CREATE TEMP TABLE models (id int, v aer_model);
INSERT INTO models
	SELECT id, (SELECT aer_train(x, y, aer_lasso(budget => 2, seed => id / 3) ORDER BY i) FROM v) FROM generate_series(1, 3) id
	UNION ALL SELECT 4, NULL;
CREATE TEMP TABLE moments (id int, v aer_moments);
INSERT INTO moments
	SELECT id, (SELECT aer_moments(x, y, aer_design(budget => 2, sampling => 'uniform', seed => id / 3), i ORDER BY i) FROM v) FROM generate_series(1, 3) id
	UNION ALL SELECT 4, NULL;
CREATE TEMP TABLE judged (id int, v aer_judgment_moments);
INSERT INTO judged
	SELECT id, (SELECT aer_judgment_moments(numbered, o + id / 3, 6 ORDER BY o) FROM j) FROM generate_series(1, 3) id
	UNION ALL SELECT 4, NULL;
CREATE TEMP TABLE judgments (id int, v aer_judgments);
INSERT INTO judgments
	SELECT id, (SELECT aer_judgments('a' || a, a / (1 + id / 3) ORDER BY a) FROM generate_series(1, 9) a) FROM generate_series(1, 3) id
	UNION ALL SELECT 4, NULL;

-- The same questions to each type.
CREATE FUNCTION pg_temp.ask(type text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	question text;
	answer text;
BEGIN
	FOREACH question IN ARRAY ARRAY[
		'SELECT string_agg(a.id || ''='' || b.id, '' '' ORDER BY a.id, b.id) FROM % a JOIN % b ON a.v = b.v',
		'SELECT string_agg(a.id || ''<>'' || b.id, '' '' ORDER BY a.id, b.id) FROM % a JOIN % b ON a.v <> b.v AND a.id < b.id',
		'SELECT count(*) FROM (SELECT DISTINCT v FROM %) s',
		'SELECT count(*) FROM (SELECT v FROM % UNION SELECT v FROM %) s',
		'SELECT count(*) FROM (SELECT v FROM % EXCEPT SELECT v FROM % WHERE id > 2) s',
		'SELECT string_agg(ids, '' '' ORDER BY ids COLLATE "C") FROM (SELECT min(id) || ''-'' || max(id) AS ids FROM % GROUP BY v) s',
		'SELECT string_agg(a.id || '' '' || b.id, '', '' ORDER BY a.id, b.id) FROM % a, % b WHERE a.id < b.id AND a.v IS DISTINCT FROM b.v',
		'SELECT count(*) FROM % WHERE v IN (SELECT v FROM % WHERE id = 2)',
		'SELECT count(*) FROM % a JOIN % b USING (v) WHERE (a.v = b.v) IS NOT TRUE OR a.v <> b.v',
		-- what sorts cannot be done
		'SELECT count(DISTINCT v) FROM %',
		'SELECT string_agg(id::text, '','' ORDER BY id) FROM % GROUP BY v',
		'SELECT v FROM % ORDER BY v']
	LOOP
		BEGIN
			EXECUTE replace(question, '%', type) INTO answer;
			RETURN NEXT coalesce(answer, 'NULL');
		EXCEPTION WHEN undefined_function OR feature_not_supported THEN
			RETURN NEXT sqlerrm;
		END;
	END LOOP;
END $$;
SELECT pg_temp.ask('models');
SELECT pg_temp.ask('moments');
SELECT pg_temp.ask('judgments');
SELECT pg_temp.ask('judged');

-- The plans hash: no sort is among them.
CREATE FUNCTION pg_temp.nodes(query text, node text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	line text;
	n int := 0;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS off) ' || query LOOP
		n := n + (line ~ node)::int;
	END LOOP;
	RETURN n;
END $$;
SET enable_nestloop = off;
SELECT type, pg_temp.nodes(format('SELECT DISTINCT v FROM %s', type), 'HashAggregate') AS aggregates,
	pg_temp.nodes(format('SELECT FROM %s a JOIN %1$s b USING (v)', type), 'Hash Join') AS joins
FROM unnest('{models,moments,judgments,judged}'::text[]) type;
RESET enable_nestloop;

-- Equality does not depend on how a value was made or stored: text, toast, a short header, expanded.
SELECT bool_and(v = v::text::aer_model) AS text FROM models;
SELECT bool_and(v = v::text::aer_moments) AS text FROM moments;
SELECT bool_and(v = v::text::aer_judgments) AS text FROM judgments;
SELECT bool_and(v = v::text::aer_judgment_moments) AS text FROM judged;
SELECT bool_and(numbered = numbered::text::aer_judgments AND named = named::text::aer_judgments) AS text FROM j;
CREATE TEMP TABLE compressed (a aer_model, b aer_moments, c aer_judgments);
ALTER TABLE compressed ALTER a SET STORAGE main, ALTER b SET STORAGE main, ALTER c SET STORAGE main;
INSERT INTO compressed
	SELECT aer_train(array_fill(0, ARRAY[500]), 0, aer_ridge()), aer_moments(array_fill(0, ARRAY[60]), 0),
		(SELECT aer_judgments(a, 1) FROM generate_series(1, 500) a) FROM generate_series(1, 2);
SELECT pg_column_size(a) < 4000 AS a, pg_column_size(b) < 4000 AS b, pg_column_size(c) < 4000 AS c,
	a = a::text::aer_model AS same_a, b = b::text::aer_moments AS same_b, c = c::text::aer_judgments AS same_c,
	_aer_model_hash(a) = _aer_model_hash(a::text::aer_model) AS hash_a, _aer_moments_hash(b) = _aer_moments_hash(b::text::aer_moments) AS hash_b,
	_aer_judgments_hash(c) = _aer_judgments_hash(c::text::aer_judgments) AS hash_c
FROM compressed LIMIT 1;
SELECT aer_moments(v) = (SELECT v FROM moments WHERE id = 1) AS expanded FROM moments WHERE id = 1;
SELECT aer_judgment_moments(v) = (SELECT v FROM judged WHERE id = 1) AS expanded FROM judged WHERE id = 1;
-- Names are stored in one order, whatever the order of judgments, also across workers.
SELECT aer_judgments(a, 1 ORDER BY a) = aer_judgments(a, 1 ORDER BY a DESC) AS any_order FROM unnest('{x,y,z}'::text[]) a;

-- The last bit counts, but a model stores 0 for -0.
CREATE FUNCTION pg_temp.m(weight text) RETURNS aer_model LANGUAGE sql
	AS $$SELECT format('{"weights":[%s],"intercept":0,"learner":{},"rows":1,"draws":0,"reads":0,"skipped":0,"format":2}', weight)::aer_model$$;
SELECT pg_temp.m('1') = pg_temp.m('1.0') AS same, pg_temp.m('1') = pg_temp.m('1.0000000000000002') AS bit, pg_temp.m('0') = pg_temp.m('-0') AS sign;
SELECT m = m::text::aer_model AS state, m::text LIKE '%:-0,%' AS minus
FROM (SELECT regexp_replace(m::text, '"now_linear":[^,]*', '"now_linear":-0')::aer_model AS m
	FROM (SELECT aer_train(ARRAY[i % 3, i % 5], i % 7, aer_ridge(budget => 2) ORDER BY i) AS m FROM generate_series(1, 20) i) t) s;

-- Hash indexes.
CREATE INDEX ON models USING hash (v);
SET enable_seqscan = off;
SELECT string_agg(id::text, ' ' ORDER BY id) AS found FROM models WHERE v = (SELECT v FROM models WHERE id = 2);
RESET enable_seqscan;

-- A trigger that fires only where something has changed.
CREATE FUNCTION pg_temp.tell() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE NOTICE 'model % changed', NEW.id; RETURN NEW; END$$;
CREATE TRIGGER changed AFTER UPDATE ON models FOR EACH ROW WHEN (OLD.v IS DISTINCT FROM NEW.v) EXECUTE FUNCTION pg_temp.tell();
UPDATE models SET v = v::text::aer_model WHERE id < 3;
UPDATE models SET v = aer_trim(v) WHERE id = 1;
