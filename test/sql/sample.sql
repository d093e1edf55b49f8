--
-- The rows that aer_suggest judges: of any source, from all over it, and always the same
--
SET client_min_messages = warning;
\set SHOW_CONTEXT never
CREATE EXTENSION IF NOT EXISTS aer;
CREATE SCHEMA sample;
SET search_path = sample, public;

-- "place" says where a row stands, from 0 to 1; "late" is 0 in the first half, and what the target goes by. Of the largest
-- table, and what is below it, not all pages are read.
CREATE UNLOGGED TABLE ordered (place float8, late int, half text, other int, y float8) WITH (fillfactor = 50, autovacuum_enabled = off);
INSERT INTO ordered SELECT place, late, CASE WHEN place > 0.5 THEN 'late' ELSE 'early' END, i % 89, late * 2 + sin(i * 1.7) * 20
	FROM generate_series(1, 300000) i, LATERAL (SELECT i / 300000.0::float8 AS place, CASE WHEN i > 150000 THEN i % 97 ELSE 0 END AS late) p;
CREATE VIEW seen AS SELECT * FROM ordered;
CREATE VIEW sorted AS SELECT * FROM ordered ORDER BY place;
CREATE VIEW joined AS SELECT o.* FROM ordered o JOIN generate_series(0, 30) n ON n = other;
CREATE TABLE large_parts (LIKE ordered) PARTITION BY RANGE (place);
CREATE UNLOGGED TABLE large_1 PARTITION OF large_parts FOR VALUES FROM (0) TO (0.5) WITH (fillfactor = 50, autovacuum_enabled = off);
CREATE TABLE large_2 PARTITION OF large_parts FOR VALUES FROM (0.5) TO (2) PARTITION BY LIST (other);
CREATE UNLOGGED TABLE large_3 PARTITION OF large_2 DEFAULT WITH (fillfactor = 50, autovacuum_enabled = off);
INSERT INTO large_parts SELECT * FROM ordered;
CREATE UNLOGGED TABLE parent (LIKE ordered) WITH (fillfactor = 50, autovacuum_enabled = off);
CREATE UNLOGGED TABLE child () INHERITS (parent) WITH (fillfactor = 50, autovacuum_enabled = off);
INSERT INTO parent SELECT * FROM ordered WHERE place < 0.5;
INSERT INTO child SELECT * FROM ordered WHERE place >= 0.5;
-- Partitions of few pages, of which the same would be read everywhere; one is on another server, or as good as that.
CREATE TABLE small_parts (LIKE ordered) PARTITION BY RANGE (place);
CREATE TABLE mixed_parts (LIKE ordered) PARTITION BY RANGE (place);
DO $$
BEGIN
	FOR n IN 0 .. 240 LOOP
		EXECUTE format('CREATE UNLOGGED TABLE small_%s PARTITION OF small_parts FOR VALUES FROM (%s) TO (%s) WITH (fillfactor = 50, autovacuum_enabled = off)', n, n / 240.0, (n + 1) / 240.0);
	END LOOP;
END $$;
INSERT INTO small_parts SELECT * FROM ordered;
CREATE EXTENSION IF NOT EXISTS file_fdw;
CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
\set rows 'awk ''BEGIN { for (i = 1; i <= 60000; i++) { l = i > 30000 ? i % 97 : 0; print i / 60000 "," l "," (i > 30000 ? "late" : "early") "," i % 89 "," l * 2 + sin(i * 1.7) * 20 } }'''
CREATE FOREIGN TABLE distant (place float8, late int, half text, other int, y float8) SERVER files OPTIONS (program :'rows', format 'csv');
\set rows :rows ' | sed -n 45000,60000p'
CREATE FOREIGN TABLE mixed_1 PARTITION OF mixed_parts FOR VALUES FROM (0.75) TO (2) SERVER files OPTIONS (program :'rows', format 'csv');
CREATE TABLE mixed_2 PARTITION OF mixed_parts FOR VALUES FROM (0) TO (0.75);
INSERT INTO mixed_parts SELECT * FROM distant WHERE place < 0.75;
-- An access method of another name stands for those that cannot be sampled by pages, as columnar ones.
CREATE ACCESS METHOD aer_no_heap TYPE TABLE HANDLER heap_tableam_handler;
CREATE TABLE columnar USING aer_no_heap AS SELECT * FROM ordered WHERE other < 30;

-- Five deviations of the median of 20,000 are 1.8 %, and so of a share of a half.
CREATE TABLE sources AS SELECT source, aer_suggest(source, 'y') AS design
FROM unnest('{ordered,seen,sorted,joined,large_parts,parent,small_parts,mixed_parts,columnar,distant}'::regclass[]) source;
SELECT source, design -> 'include' AS include, abs((design #>> '{columns,place,1}')::float8 - 0.5) < 0.01 AS middle, design #> '{columns,half}' ?& '{early,late}' AS both,
	(design #>> '{columns,late,1}')::float8 BETWEEN 44 AND 52 AS between_0_and_96 FROM sources;

-- It says how many of how many.
RESET client_min_messages;
SELECT aer_suggest(source, 'y') IS NULL AS none FROM unnest('{joined,small_parts,distant}'::regclass[]) source;
SET client_min_messages = warning;

-- The same whatever the planner knows and does.
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
ANALYZE ordered, small_parts, large_parts, parent, columnar;
SELECT source FROM sources WHERE aer_suggest(source, 'y') <> design;
UPDATE pg_class SET reltuples = 1e9 WHERE oid = 'ordered'::regclass;
SET max_parallel_workers_per_gather = 0;
SET enable_hashjoin = off;
SELECT source FROM sources WHERE source IN ('ordered'::regclass, 'seen'::regclass, 'sorted'::regclass) AND aer_suggest(source, 'y') <> design;
RESET enable_hashjoin;
RESET max_parallel_workers_per_gather;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;

-- A model by it knows what comes late.
SELECT source, 1 - s.expected_mse / (m::jsonb #>> '{fit,target_variance}')::float8 > 0.9 AS r2
FROM (SELECT source, aer_learn(source, 'y', exclude => '{place,half}') AS m FROM unnest('{ordered,sorted,small_parts}'::regclass[]) source) l, aer_summary(m) s ORDER BY source;

-- Rows that have a target stand together: they are looked for in more pages, at last in all.
ALTER TABLE ordered ADD rare int;
UPDATE ordered SET rare = other % 7 WHERE place BETWEEN 0.7 AND 0.701;
SELECT aer_suggest('ordered', 'rare', exclude => '{half,y,other}') -> 'include' AS include;

-- Memory goes by rows that are judged and columns that are judged at a time: what contexts hold while
-- rows of a view come, 100 columns of 30,000 rows; some 64 MB are the attributes that pairs are looked for in.
CREATE SEQUENCE held;
CREATE FUNCTION look() RETURNS int LANGUAGE sql VOLATILE AS
	'SELECT setval(''sample.held'', greatest((SELECT last_value FROM sample.held), (SELECT sum(total_bytes)::bigint FROM pg_backend_memory_contexts)))::int * 0';
DO $$
BEGIN
	EXECUTE (SELECT format('CREATE VIEW wide AS SELECT CASE WHEN i %% 5000 = 0 THEN sample.look() ELSE 0 END + sin(i * 0.7) AS y, %s FROM generate_series(1, 30000) i', string_agg(format('sin(i * %s::float8) AS c%s', c, c), ', ')) FROM generate_series(1, 100) c);
	EXECUTE (SELECT format('CREATE VIEW worded AS SELECT CASE WHEN i %% 5000 = 0 THEN sample.look() ELSE 0 END + sin(i * 0.7) AS y, %s FROM generate_series(1, 30000) i', string_agg(format('''%s '' || i %% 150 AS c%s', c, c), ', ')) FROM generate_series(1, 100) c);
END $$;
SELECT jsonb_array_length(aer_suggest('wide', 'y') -> 'include') AS columns;
SELECT last_value < 100e6 AS little, setval('held', 1) FROM held;
SELECT jsonb_array_length(aer_suggest('worded', 'y') -> 'include') AS columns;
SELECT last_value < 110e6 AS little FROM held;

-- Numerics beyond every float8, and next to 0.
CREATE TABLE numerics AS SELECT CASE WHEN i = 7 THEN 1e-400 ELSE i * 1e-3 END AS tiny, i * 1e-400 AS nothing, CASE WHEN i = 7 THEN 1e400 ELSE i % 7 END AS huge, i % 11 AS y FROM generate_series(1, 40) i;
RESET client_min_messages;
SELECT aer_suggest('numerics', 'y') -> 'include' AS include;
-- A view may have more rows in the sample than when they were counted.
SELECT (_aer_column_decisions(2, 2, true, false, false, NULL, 1, ROW(y, tiny)))[1].rows FROM numerics;
SELECT _aer_column_decisions(0, 2, true, false, false, NULL, 1, ROW(y, tiny)) FROM numerics;
SELECT _aer_column_decisions(9, 2, true, false, false, NULL, 1, ROW(y, point(y, y))) FROM numerics;
SELECT _aer_column_decisions(9, 2, true, false, false, NULL, 1, r) FROM (VALUES (NULL::record)) v (r);
SELECT _aer_column_decisions(9, 2, true, false, false, NULL, 1, CASE i WHEN 1 THEN ROW(1) ELSE ROW(true) END) FROM generate_series(1, 2) i;
SELECT _aer_column_decisions(9, 2, true, false, false, NULL, 1, ROW()) FROM generate_series(1, 2) i;
SELECT _aer_column_decisions(9, 2, true, false, false, NULL, 1, n) FROM numerics n;
SELECT count(*) FROM generate_series(1, 1000) WHERE _aer_in_sample(300, 1000);
SET client_min_messages = warning;
DROP SCHEMA sample CASCADE;
DROP ACCESS METHOD aer_no_heap;
