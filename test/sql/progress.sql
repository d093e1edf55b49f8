--
-- Notices of aer_learn, aer_compare and aer_suggest between the scans of a large table
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
RESET client_min_messages;
\set SHOW_CONTEXT never

-- More than five million values are many, in few rows, too: 6,500 arrays of 800.
CREATE TABLE wide AS SELECT i AS id, ARRAY[sin(i), cos(i)] || array_fill(i % 3 + 0.0::float8, ARRAY[798]) AS x, sin(i) + i % 3 AS y FROM generate_series(1, 6500) i;
ALTER TABLE wide ADD PRIMARY KEY (id);
SELECT aer_learn('wide', 'y', features => 'x') IS NOT NULL AS learned;
SELECT aer_learn('wide', 'y', 3, features => 'x') IS NOT NULL AS learned;
SELECT budget, rows FROM aer_compare('wide', 'y', '{2,3}'::float8[], features => 'x') ORDER BY 1;
-- Fewer are read in silence.
CREATE VIEW few AS SELECT * FROM wide WHERE id <= 6000;
SELECT aer_learn('few', 'y', 3, key => 'id', features => 'x') IS NOT NULL AS learned;

-- Sums of arrays are said to be large above 500 MB: 5 * 8 * 3536^2 bytes in rows enough, or 12 bytes for each value.
SELECT _aer_notice_sums(1e9, 3535, NULL, true), _aer_notice_sums(1e9, 3536, NULL, true);
SELECT _aer_notice_sums(1e9, 2499, 10, true), _aer_notice_sums(1e9, 2501, 10, true);
SELECT _aer_notice_sums(8000, 5000, NULL, true), _aer_notice_sums(9000, 5000, NULL, true);
SELECT _aer_notice_sums(1e9, 5000, NULL, false), _aer_notice_sums(NULL, NULL, NULL, true);
SELECT _aer_progress(5e6, 1, 'silent'), _aer_progress(5000001, 1, 'said'), _aer_progress(NULL, 1, 'silent');
