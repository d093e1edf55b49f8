-- Training by chunks beside one statement over the same rows: elapsed seconds of a session
-- without parallel query, as each chunk commits. 5,000,000 rows of 20 attributes, 5 looked at.
--
--	scripts/cluster psql -f bench/chunks.sql

\set QUIET on
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
SET max_parallel_workers_per_gather = 0;
SET jit = off;
SELECT setseed(0.5) \gset
CREATE TABLE measured AS
WITH stream AS MATERIALIZED (SELECT ARRAY(SELECT random() FROM generate_series(1, 100019))::real[] AS v)
SELECT id, v[n:n + 19] AS x, v[n] + v[n + 7] AS y FROM stream, generate_series(1, 5000000) id, LATERAL (SELECT id % 100000 + 1) s (n);
ALTER TABLE measured ADD PRIMARY KEY (id);
VACUUM ANALYZE measured;

\timing on
\echo 'design, one statement'
SELECT aer_moments(x, y, aer_design(budget => 5), id) IS NULL FROM measured \g /dev/null
SELECT aer_moments(x, y, aer_design(budget => 5), id) IS NULL FROM measured \g /dev/null
\echo 'in chunks of 1,000,000, and of 100,000'
CALL aer_train_chunks('measured', 'y', aer_design(budget => 5), 'id', 'by_million', 'x');
CALL aer_train_chunks('measured', 'y', aer_design(budget => 5), 'id', 'by_100000', 'x', 100000);
\echo 'ridge, one statement in the order of the key'
SELECT aer_train(x, y, aer_ridge(budget => 5) ORDER BY id) IS NULL FROM measured \g /dev/null
\echo 'in chunks of 1,000,000'
CALL aer_train_chunks('measured', 'y', aer_ridge(budget => 5), 'id', 'ridge_by_million', 'x');
