-- What the planner is told of a group's memory is within a factor of two of what
-- a group takes, of 20 attributes and a hundred rows (docs/performance.md, "Memory").
SET client_min_messages = error;
SET jit = off;
SET max_parallel_workers_per_gather = 0;
SET work_mem = '1GB';
SET enable_sort = off;
CREATE TABLE group_rows AS
	SELECT i, i % 500 AS of_100, i % 2500 AS of_20, x, i % 7 AS y, i % 20 + 1 AS attribute, (i / 500 % 9)::text AS t
	FROM (SELECT i, (SELECT array_agg(i * k % 101) FROM generate_series(1, 20) k)::float4[] AS x FROM generate_series(1, 50000) i) s;
CREATE TABLE group_judgments AS
	SELECT i, i % 250 AS of_20, aer_judgments(a, i * a % 5) AS j, i % 7 AS y FROM generate_series(1, 5000) i, generate_series(1, 20) a GROUP BY i ORDER BY i;
CREATE TABLE group_moments AS
	SELECT i, i % 250 AS of_4, m FROM (SELECT aer_moments(x, y) AS m FROM group_rows WHERE i <= 100) s, generate_series(1, 1000) i;
ANALYZE group_rows, group_judgments, group_moments;

-- A look at all memory contexts, at one row of the query.
CREATE TABLE held (bytes bigint);
CREATE FUNCTION look() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
	INSERT INTO held SELECT sum(total_bytes) FROM pg_backend_memory_contexts;
	RETURN true;
END $$;

-- Bytes of a group, hashed with all others, in units of the planner's estimate.
CREATE FUNCTION of_estimate(aggregate regprocedure, call text, source text, grouped text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
	ratio numeric;
	groups bigint;
BEGIN
	TRUNCATE held;
	EXECUTE format('SELECT count(m) FROM (SELECT %1$s AS m FROM %2$I r
		WHERE i NOT IN (1, (SELECT max(i) FROM %2$I)) OR look() GROUP BY %3$I) q', call, source, grouped) INTO groups;
	SELECT (max(bytes) - min(bytes))::numeric / groups / aggtransspace INTO ratio FROM held, pg_aggregate
		WHERE aggfnoid = aggregate GROUP BY aggtransspace;
	RETURN ratio;
END $$;
SELECT call, CASE WHEN ratio > 0.5 AND ratio < 2 THEN 'within a factor of two' ELSE round(ratio, 2)::text END AS estimate
FROM (VALUES
	('aer_train(anyarray, anycompatiblenonarray, jsonb)', 'aer_train(x, y, aer_ridge(budget => 5, scale => 100))', 'group_rows', 'of_20'),
	('aer_train(record, text, jsonb)', $$aer_train(r, 'y', aer_ridge(scale => 100000))$$, 'group_rows', 'of_20'),
	('aer_continue(anyarray, anycompatiblenonarray, aer_model)', 'aer_continue(x, y, (SELECT aer_train(x, y, aer_ridge(budget => 5, scale => 100)) FROM group_rows))', 'group_rows', 'of_20'),
	('aer_moments(anyarray, anycompatiblenonarray)', 'aer_moments(x, y)', 'group_rows', 'of_100'),
	('aer_moments(anyarray, anycompatiblenonarray, jsonb)', 'aer_moments(x, y, aer_design(budget => 5))', 'group_rows', 'of_100'),
	('aer_moments(anyarray, anycompatiblenonarray, jsonb, bigint)', 'aer_moments(x, y, aer_design(budget => 5), i)', 'group_rows', 'of_100'),
	('aer_train(anyarray, anycompatiblenonarray, jsonb, bigint)', 'aer_train(x, y, aer_design(budget => 5), i)', 'group_rows', 'of_100'),
	('aer_moments(aer_moments)', 'aer_moments(m)', 'group_moments', 'of_4'),
	('aer_names(jsonb)', $$aer_names(jsonb_build_object('a' || i / 500 % 50, 1))$$, 'group_rows', 'of_20'),
	('aer_judgments(integer, float8)', 'aer_judgments(attribute, y)', 'group_rows', 'of_20'),
	('aer_judgment_moments(aer_judgments, float8, integer)', 'aer_judgment_moments(j, y, 20)', 'group_judgments', 'of_20')
) c (aggregate, call, source, grouped), of_estimate(aggregate::regprocedure, call, source, grouped) ratio;
DROP TABLE group_rows, group_judgments, group_moments, held;
