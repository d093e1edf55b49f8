-- What it takes to bring partial states together, as the coordinator of a distributed
-- table does: what a row costs where it is, the bytes of a state and of its text, in
-- which states travel, and the time to write the text, to read it and to add a state.
-- Processor time, median of five turns.
--
--	scripts/cluster psql -qXf bench/distributed.sql
SET client_min_messages = warning;
CREATE EXTENSION aer;
SET jit = off;
SET max_parallel_workers_per_gather = 0;

\ir processor.sql
-- Microseconds of processor time that a query takes for each of so many.
CREATE FUNCTION microseconds(query text, per int) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
	began float8;
	times float8[];
BEGIN
	FOR i IN 1 .. 5 LOOP
		began := processor();
		EXECUTE query;
		times := times || (processor() - began) / 1000 / per;
	END LOOP;
	RETURN round((SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY t) FROM unnest(times) t)::numeric, 1);
END $$;

CREATE TABLE measured (attributes int, looks text, row numeric, state bigint, text bigint, written numeric, read numeric, added numeric);
DO $$
DECLARE
	d int;
	b int;
	copies int;
	times int;
	moments text;
BEGIN
	-- so many rows that nearly all pairs of attributes have been seen, and states are sums
	FOR d, b, copies IN VALUES (100, 5, 50), (100, NULL, 5), (784, 57, 200), (784, NULL, 5), (2000, NULL, 10) LOOP
		times := greatest(1, 200000 / d / d);
		moments := format('aer_moments(x, y, aer_design(budget => %s), i * 1000 + copy)', coalesce(b::text, 'NULL'));
		DROP TABLE IF EXISTS points, states, texts;
		EXECUTE format('CREATE TABLE points AS SELECT i, x, x[1] + x[2] AS y FROM generate_series(1, 400) i,
			LATERAL (SELECT array_agg((hashint8extended(i, a) & 1048575) / 1048576::real) AS x FROM generate_series(1, %s) a) s', d);
		EXECUTE format('CREATE TABLE states AS SELECT m FROM (SELECT %s AS m FROM points, generate_series(1, %s) copy) s, generate_series(1, 3)', moments, copies);
		CREATE TABLE texts (t text);
		ALTER TABLE texts ALTER t SET STORAGE external;
		INSERT INTO texts SELECT m::text FROM states;
		INSERT INTO measured SELECT d, coalesce(b::text, 'all'),
			microseconds(format('SELECT %s IS NULL FROM points, generate_series(1, %s) copy', moments, copies), 400 * copies),
			max(pg_column_size(m)), max(length(m::text)),
			microseconds(format('SELECT sum(length(m::text)) FROM states, generate_series(1, %s)', times), 3 * times),
			microseconds(format('SELECT count(t::aer_moments) FROM texts, generate_series(1, %s)', times), 3 * times),
			microseconds(format('SELECT aer_moments(m) IS NULL FROM states, generate_series(1, %s)', times), 3 * times)
		FROM states;
		RAISE WARNING '%', (SELECT m FROM measured m ORDER BY ctid DESC LIMIT 1);
	END LOOP;
END $$;
SELECT attributes, looks, row AS "row, us", state AS "state, bytes", text AS "text, bytes",
	round(written / 1000, 2) AS "write, ms", round(read / 1000, 2) AS "read, ms", round(added / 1000, 2) AS "add, ms" FROM measured;
