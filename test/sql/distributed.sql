--
-- A table that Citus has put into shards: sums are made where these are. In place of Citus stand a catalog
-- and a function of its names, by which the shards are tables of this database.
--
SET client_min_messages = warning;
\set SHOW_CONTEXT never
CREATE EXTENSION IF NOT EXISTS aer;
SET allow_system_table_mods = on;
CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass, partmethod "char");
CREATE TABLE pg_catalog.pg_dist_shard (logicalrelid regclass, shardid bigint);
CREATE FUNCTION pg_catalog.run_command_on_shards(table_name regclass, command text, parallel boolean DEFAULT true, OUT shardid bigint, OUT success boolean, OUT result text)
	RETURNS SETOF record LANGUAGE plpgsql AS $$
DECLARE
	relation text := (SELECT format('%I.', nspname) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = table_name);
BEGIN
	FOR shardid IN SELECT s.shardid FROM pg_dist_shard s WHERE logicalrelid = table_name ORDER BY s.shardid * coalesce(current_setting('shards.direction', true), '-1')::int LOOP
		BEGIN
			EXECUTE format(command, relation || (SELECT quote_ident(relname || '_' || shardid) FROM pg_class WHERE oid = table_name)) INTO STRICT result;
			success := true;
			result := coalesce(result, '');
		EXCEPTION WHEN OTHERS THEN
			success := false;
			result := 'ERROR:  ' || sqlerrm;
		END;
		RETURN NEXT;
	END LOOP;
END $$;
RESET allow_system_table_mods;
RESET client_min_messages;

-- The table itself holds the rows as well, as Citus would bring them, but models are trained in the shards.
CREATE SCHEMA "o'dd %s";
SET search_path = "o'dd %s", public;
CREATE TABLE whole (id text PRIMARY KEY, age int, region text, seen date, "per %" float8, said int, class text);
INSERT INTO whole SELECT 'p' || i, 20 + i * 7 % 41, (ARRAY['north', 'south', 'east'])[1 + i * i % 3], date '2020-01-01' + i * 17 % 100, NULLIF(i % 11, 3), (i * 7 % 41 > 20)::int, CASE WHEN i * 7 % 41 > 20 THEN 'it''s %s' ELSE 'bad' END FROM generate_series(1, 3000) i;
CREATE TABLE "split '" (LIKE whole INCLUDING ALL);
INSERT INTO "split '" SELECT * FROM whole;
CREATE TABLE "split '_1" AS SELECT * FROM whole WHERE hashtext(id) % 3 = 0;
CREATE TABLE "split '_2" AS SELECT * FROM whole WHERE hashtext(id) % 3 <> 0;
CREATE TABLE "split '_3" AS SELECT * FROM whole WHERE false;
INSERT INTO pg_dist_partition VALUES ('"split ''"', 'h');
INSERT INTO pg_dist_shard SELECT '"split ''"', i FROM generate_series(1, 3) i;
ANALYZE;
CREATE TABLE models AS SELECT 'whole' AS of, aer_learn('whole', 'class=it''s %s', 2) AS m UNION ALL SELECT 'split', aer_learn('"split ''"', 'class=it''s %s', 2);
SELECT of, (aer_summary(m)).rows, (aer_summary(m)).reads FROM models ORDER BY 1;
SELECT max(abs(a.weight - b.weight)) < 1e-9 AS same FROM aer_weights((SELECT m FROM models WHERE of = 'whole')) a JOIN aer_weights((SELECT m FROM models WHERE of = 'split')) b USING (name);
SELECT aer_suggest('"split ''"', 'age', 2) = aer_suggest('whole', 'age', 2) AS same_design;
-- Errors are measured in the shards, by the same rows. A model of a budget has none.
CREATE FUNCTION alike(a aer_model, b aer_model) RETURNS boolean LANGUAGE sql AS $$
	SELECT (SELECT bool_and(abs(v.weight - w.weight) < 1e-9) FROM aer_weights(a) v JOIN aer_weights(b) w USING (attribute)) AND s.rows = t.rows
		AND s.measured_rows IS NOT DISTINCT FROM t.measured_rows AND coalesce(abs(s.measured_mse - t.measured_mse) <= 1e-9 * t.measured_mse, t.measured_mse IS NULL)
		AND coalesce(abs(s.measured_mse_se - t.measured_mse_se) <= 1e-9 * t.measured_mse_se, t.measured_mse_se IS NULL)
		AND coalesce(abs(s.measured_auc - t.measured_auc) < 1e-9, t.measured_auc IS NULL) AND coalesce(abs(s.measured_log_loss - t.measured_log_loss) < 1e-9, t.measured_log_loss IS NULL)
	FROM aer_summary(a) s, aer_summary(b) t $$;
SELECT target, key, (aer_summary(split)).measured_rows, alike(split, whole) AS same_model
FROM (VALUES ('age', NULL), ('said', NULL), ('class=it''s %s', NULL), ('age', 'id')) t (target, key),
	LATERAL (SELECT aer_learn('"split ''"', target, exclude => '{region}', key => key) AS split, aer_learn('whole', target, exclude => '{region}', key => key) AS whole) m;
SELECT s.budget, looks, rows, s.problem, abs(s.mse - w.mse) < 1e-9 * w.mse AND abs(s.mse_se - w.mse_se) < 1e-9 * w.mse_se AS same_error
FROM aer_compare('"split ''"', 'age', '{1,3,NULL}'::float8[]) s JOIN aer_compare('whole', 'age', '{1,3,NULL}'::float8[]) w USING (looks, rows) ORDER BY looks;
-- Documents, and targets beside them and in them.
CREATE TABLE documents AS SELECT id, age, class, to_jsonb(w) - '{id,age,class}'::text[] AS doc, to_jsonb(w) - 'id' AS "all" FROM whole w;
ALTER TABLE documents ADD PRIMARY KEY (id);
CREATE TABLE "docs '" (LIKE documents INCLUDING ALL);
INSERT INTO "docs '" SELECT * FROM documents;
CREATE TABLE "docs '_1" AS SELECT * FROM documents WHERE hashtext(id) % 3 = 0;
CREATE TABLE "docs '_2" AS SELECT * FROM documents WHERE hashtext(id) % 3 <> 0;
INSERT INTO pg_dist_partition VALUES ('"docs ''"', 'h');
INSERT INTO pg_dist_shard SELECT '"docs ''"', i FROM generate_series(1, 2) i;
ANALYZE;
SELECT target, looks, features, aer_suggest('"docs ''"', target, looks, exclude => other, features => features) = aer_suggest('documents', target, looks, exclude => other, features => features) AS same_design,
	alike(aer_learn('"docs ''"', target, looks, exclude => other, features => features), aer_learn('documents', target, looks, exclude => other, features => features)) AS same_model
FROM (VALUES ('age', NULL::text[], 'doc'), ('class', NULL, 'doc'), ('class=it''s %s', NULL, 'doc'), ('age', '{class}', 'all'), ('region', '{class}', 'all')) t (target, other, features), unnest('{NULL,2}'::int[]) looks ORDER BY looks, features, target COLLATE "C";
-- Functions that need the rows bring them to the coordinator first, so that whole rows keep their column names.
SELECT _aer_relation('"split ''"');
CREATE VIEW seen AS SELECT * FROM "split '";
SELECT _aer_relation('seen');
SELECT aer_learn('"split ''"', 'age', keep_rows => 10);
SELECT alike(aer_learn('seen', 'age', key => 'id'), aer_learn('whole', 'age', key => 'id')) AS same_model;
DROP VIEW seen;
-- Other connections would wait for a transaction that has changed the table.
BEGIN;
ALTER TABLE "split '" ADD later int;
SELECT aer_learn('"split ''"', 'age', exclude => '{said,class}');
ROLLBACK;
-- rows that the coordinator does not have are learned from, and judged
INSERT INTO "split '_3" SELECT 'q' || id, age, region, seen, "per %", said, class FROM whole;
SELECT (aer_summary(aer_learn('"split ''"', 'age', exclude => '{said,class}'))).rows;
INSERT INTO "split '_3" SELECT 'r' || i, 30, 'east', date '2020-01-01', 1, 0, 'bad' FROM generate_series(1, 20000) i;
SELECT aer_suggest('"split ''"', 'age', exclude => '{said,class}') -> 'include' AS include;
-- Values arrive from shards unchanged, also if the last shard answers first: all types, NULL, values that are no numbers, and text that is too long; in 100 columns and more
CREATE TYPE grade AS ENUM ('good', 'it''s bad');
CREATE DOMAIN degree AS numeric(6,2);
CREATE TABLE types AS SELECT i AS y, 'w' || i % 7 AS word, (ARRAY['good', 'it''s bad'])[1 + i % 2]::grade AS grade, (i % 50)::degree AS degree, (i % 40)::real AS single, CASE WHEN i = 9 THEN 'NaN'::float8 ELSE i % 5 END AS nan, i % 3 = 0 AS truth,
	('c' || i % 4)::char(5) AS code, timestamptz '2024-01-01 00:00+00' + i % 90 * interval '25 hours' AS seen, timestamp '2024-01-01' + i % 90 * interval '1 min' AS at, date '2020-01-01' + i % 60 AS day, nullif(i % 9, 4) AS hole, repeat(md5(i::text), 40) AS story,
	9007199254740993 + i * i % 13 AS vast, (i % 12)::smallint AS small, 1e-400 * i AS nothing FROM generate_series(1, 900) i;
DO $$ BEGIN EXECUTE (SELECT format('ALTER TABLE types %s; UPDATE types SET %s', string_agg(format('ADD c%s int', c), ', '), string_agg(format('c%s = y * %s %% 37', c, c), ', ')) FROM generate_series(1, 100) c); END $$;
CREATE TABLE "types' %s" (LIKE types);
CREATE TABLE "types' %s_4" AS SELECT * FROM types WHERE y <= 200 ORDER BY y;
CREATE TABLE "types' %s_5" AS SELECT * FROM types WHERE y > 200 AND y <= 600 ORDER BY y;
CREATE TABLE "types' %s_6" AS SELECT * FROM types WHERE y > 600 ORDER BY y;
INSERT INTO pg_dist_partition VALUES ('"types'' %s"', 'h');
INSERT INTO pg_dist_shard SELECT '"types'' %s"', i FROM generate_series(4, 6) i;
SELECT aer_suggest('"types'' %s"', 'y') = aer_suggest('types', 'y') AS numbers, aer_suggest('"types'' %s"', 'grade') = aer_suggest('types', 'grade') AS words, aer_suggest('"types'' %s"', 'word=w3') = aer_suggest('types', 'word=w3') AS a_word;
-- Weights are read where the rows are, in a column, a document or beside one. There are no effects of levels, which a NOTICE says.
CREATE TABLE towns AS SELECT id, 'town' || id % 150 AS town, x, x + 3 * sin(id % 150 * 71) + sin(id * 37) AS y, 1 + id % 3 AS w, id % 4 > 0 AS counts, jsonb_build_object('x', x, 'w', 1 + id % 3) AS doc
FROM (SELECT id, cos(id * 17) AS x FROM generate_series(1, 900) id) i;
CREATE TABLE "towns' %s" (LIKE towns);
CREATE TABLE "towns' %s_9" AS SELECT * FROM towns WHERE id % 3 = 0;
CREATE TABLE "towns' %s_10" AS SELECT * FROM towns WHERE id % 3 > 0;
INSERT INTO pg_dist_partition VALUES ('"towns'' %s"', 'h');
INSERT INTO pg_dist_shard SELECT '"towns'' %s"', i FROM generate_series(9, 10) i;
SELECT aer_suggest('"towns'' %s"', 'y', key => 'id') #> '{columns,town}' ? 'levels' AS has_levels;
SET client_min_messages = warning;
SELECT weight, features, aer_suggest('"towns'' %s"', 'y', key => 'id', weight => weight, features => features)
	= aer_suggest('towns', 'y', key => 'id', weight => weight, features => features, levels => false) AS same_design,
	alike(aer_learn('"towns'' %s"', 'y', key => 'id', weight => weight, features => features), aer_learn('towns', 'y', key => 'id', weight => weight, features => features, levels => false)) AS same_model
FROM (VALUES ('w', NULL), ('counts', NULL), ('w', 'doc'), ('counts', 'doc')) v (weight, features);
RESET client_min_messages;
-- Each shard gives its part of the sample, also of late rows, and the sample does not depend on the order in which shards answer.
CREATE TABLE many (late int, w text, y float8, place float8);
CREATE TABLE many_7 AS SELECT 0 AS late, 'a' AS w, sin(i * 1.3) AS y, i / 60000.0::float8 AS place FROM generate_series(1, 40000) i;
CREATE TABLE many_8 AS SELECT i % 50 AS late, 'b' || i % 2 AS w, sin(i * 1.3) AS y, i / 60000.0::float8 AS place FROM generate_series(40001, 60000) i;
INSERT INTO pg_dist_partition VALUES ('many', 'h');
INSERT INTO pg_dist_shard SELECT 'many', i FROM generate_series(7, 8) i;
CREATE TABLE designs AS SELECT aer_suggest('many', 'y') AS d;
SELECT d -> 'include' AS include, d #> '{columns,w}' AS words, abs((d #>> '{columns,place,1}')::float8 - 0.5) < 0.01 AS middle FROM designs;
SELECT count(DISTINCT aer_suggest('many', 'y', n) - 'budget') AS designs FROM designs, unnest('{NULL,2,3}'::float8[]) n;
SET shards.direction = 1;
SELECT aer_suggest('many', 'y') = d AS same FROM designs;
SET shards.direction = -1;
-- in a name or a value, the name of a shard could end the quotes
DO $$ BEGIN EXECUTE (SELECT string_agg(format('ALTER TABLE %s ADD %I int', name, E'w\001'), ';') FROM unnest('{many,many_7,many_8}'::text[]) name); END $$;
SELECT aer_suggest('many', 'y');
DO $$ BEGIN EXECUTE (SELECT string_agg(format('ALTER TABLE %s DROP %I', name, E'w\001'), ';') FROM unnest('{many,many_7,many_8}'::text[]) name); END $$;
TRUNCATE many_7, many_8;
SELECT aer_suggest('many', 'y');
-- a shard that is gone
DROP TABLE "split '_2";
SELECT aer_learn('"split ''"', 'age');
-- a table that is on every server is one table
UPDATE pg_dist_partition SET partmethod = 'n';
SELECT (aer_summary(aer_learn('"split ''"', 'age', exclude => '{said,class}'))).rows;
SELECT aer_follow('"split ''"', 'age', aer_design(1, include => '{said}'), 'id', 'log');
-- and a table that is not distributed is one, too
DELETE FROM pg_dist_partition;
SELECT (aer_summary(aer_learn('"split ''"', 'age', exclude => '{said,class}'))).rows;

SET client_min_messages = warning;
SET allow_system_table_mods = on;
DROP TABLE pg_catalog.pg_dist_partition, pg_catalog.pg_dist_shard;
DROP FUNCTION pg_catalog.run_command_on_shards;
