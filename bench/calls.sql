-- What calls take whose time does not go by rows: fits, choosing, asking, worklists; and
-- rows whose cost is not in costs.sql: predicted from what is known, bought by prices. Processor time of the session, medians of three turns.
--
--	scripts/cluster psql -f bench/calls.sql

\set QUIET on
\pset footer off
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;
CREATE SCHEMA calls;			-- performance.sql has tables of the same names
SET search_path = calls, public;
SET max_parallel_workers_per_gather = 0;
SET jit = off;

-- Rows are windows of one stream of numbers; in the target their weights fall.
SELECT setseed(0.5) \gset
CREATE TABLE stored_stream AS SELECT ARRAY(SELECT random() FROM generate_series(1, 120000))::real[] AS v;
CREATE VIEW stream AS WITH once AS MATERIALIZED (SELECT array_cat(v, '{}') AS v FROM stored_stream) SELECT * FROM once;	-- detoasted once, not for each row
CREATE FUNCTION moments(attributes int, looks int, rows int) RETURNS aer_moments LANGUAGE sql AS $$
	SELECT aer_moments(x, y, aer_design(budget => looks), id)
	FROM stream, generate_series(1, rows) id,
		LATERAL (SELECT v[id:id + attributes - 1] AS x, (SELECT sum(v[id + n] / (n + 1)) FROM generate_series(0, 19) n) AS y) r
$$;
CREATE TABLE sums AS
SELECT format('%s attributes, %s looks at each of %s rows', attributes, coalesce(looks::text, 'all'), rows) AS of, attributes, looks,
	moments(attributes, looks, rows) AS moments
FROM (VALUES (20, 5, 3000), (784, 5, 3000), (784, 57, 3000), (784, NULL, 3000), (2000, 5, 3000), (100000, 5, 20000)) s (attributes, looks, rows);

-- 10,000 rows of 100 numbers: all known, nothing, the same half, another half in each.
CREATE TABLE rows AS
SELECT id, x, array_fill(NULL::float8, ARRAY[100]) AS nothing, ARRAY(SELECT CASE WHEN n % 2 = 0 THEN u END FROM unnest(x) WITH ORDINALITY s (u, n)) AS same,
	ARRAY(SELECT CASE WHEN (n * id) % 101 % 2 = 0 THEN u END FROM unnest(x) WITH ORDINALITY s (u, n)) AS another
FROM (SELECT id, v[id:id + 99]::float8[] AS x FROM stream, generate_series(1, 10000) id) r;
CREATE TABLE models AS
SELECT aer_fit_ridge(m, partial => true) AS partial, aer_fit_ridge(m) AS plain FROM moments(100, 20, 5000) m;

-- 100,000 records of 20 columns, a third of which are known.
SELECT format('CREATE TABLE records AS SELECT id, %s FROM generate_series(1, 100000) id',
	string_agg(format('CASE WHEN (id + %1$s) %% 3 = 0 THEN sin(id + %1$s) END AS c%1$s', n), ', ')) FROM generate_series(1, 20) n \gexec
ALTER TABLE records ADD PRIMARY KEY (id);
CREATE TABLE designs AS
SELECT aer_design(budget => 5, include => array_agg(name)) AS alone,
	aer_design(budget => 5, include => array_agg(name), prices => aer_prices(name, 1, panel, fee)) AS panels
FROM (SELECT 'c' || n AS name, CASE WHEN n <= 4 THEN 'blood' END AS panel, CASE WHEN n <= 4 THEN 1 END AS fee FROM generate_series(1, 20) n) p;

-- 10,000 rows of 50 columns and of arrays of 784; prices are 1 and 2 in turn, 7.5 pays for 5.1 looks on average.
SELECT format('CREATE TABLE wide AS SELECT id, v[id] AS y, %s FROM stream, generate_series(1, 10000) id',
	string_agg(format('v[id + %1$s] AS c%1$s', n), ', ' ORDER BY n)) FROM generate_series(1, 50) n \gexec
CREATE TABLE arrays AS SELECT id, v[id:id + 783] AS x, v[id] AS y FROM stream, generate_series(1, 10000) id;
CREATE TABLE money AS
SELECT 'wide' AS source, aer_design(budget => 5, include => array_agg('c' || n)) AS looks,
	aer_design(budget => 7.5, include => array_agg('c' || n), prices => aer_prices('c' || n, 1 + n % 2)) AS prices,
	aer_design(budget => 7.5, include => array_agg('c' || n), prices => aer_prices('c' || n, 1 + n % 2, 'of ten ' || n / 10, 1)) AS panels
FROM generate_series(1, 50) n
UNION ALL
SELECT 'arrays', aer_design(budget => 5), aer_design(budget => 7.5, prices => aer_prices(n, 1 + n % 2)),
	aer_design(budget => 7.5, prices => aer_prices(n, 1 + n % 2, 'of ten ' || n / 10, 1))
FROM generate_series(1, 784) n;
VACUUM ANALYZE rows, records, wide, arrays;

CREATE TABLE statements (place int GENERATED ALWAYS AS IDENTITY, what text, times int, statement text);
INSERT INTO statements (what, times, statement)
SELECT 'aer_fit_ridge: ' || of, 1, format('SELECT aer_fit_ridge(moments) FROM sums WHERE of = %L', of) FROM sums ORDER BY attributes, looks;
INSERT INTO statements (what, times, statement)
SELECT format('aer_choose, %s: %s', coalesce(steps || ' steps', 'to the end'), of), 1, format('SELECT count(*) FROM sums, aer_choose(moments, %L) WHERE of = %L', steps, of)
FROM sums, unnest(ARRAY[50, NULL]) steps WHERE attributes = 784 AND looks = 57 OR attributes = 784 AND looks = 5 AND steps = 50 ORDER BY steps, looks;
INSERT INTO statements (what, times, statement)
SELECT 'aer_enough: ' || of, 1, format('SELECT count(*) FROM sums, aer_enough(moments) WHERE of = %L', of) FROM sums WHERE attributes < 2000 ORDER BY attributes, looks;
INSERT INTO statements (what, times, statement) VALUES
	('aer_ask, 100 attributes, none known', 100, 'SELECT count(*) FROM rows, models, aer_ask(partial, nothing) WHERE id <= 100'),
	('the same half known', 100, 'SELECT count(*) FROM rows, models, aer_ask(partial, same) WHERE id <= 100'),
	('none known, a budget of 20', 100, 'SELECT count(*) FROM rows, models, aer_ask(partial, nothing, budget => 20) WHERE id <= 100'),
	('aer_predict, 100 attributes, by a plain model', 10000, 'SELECT sum(aer_predict((SELECT plain FROM models), x)) FROM rows'),
	('by one that predicts from what is known', 10000, 'SELECT sum(aer_predict((SELECT partial FROM models), x)) FROM rows'),
	('the same half known', 10000, 'SELECT sum(aer_predict((SELECT partial FROM models), same)) FROM rows'),
	('another half in each row', 10000, 'SELECT sum(aer_predict((SELECT partial FROM models), another)) FROM rows'),
	('aer_worklist, 100,000 records of 20 columns', 1, 'SELECT count(*) FROM designs, aer_worklist(alone, ''records'', ''id'')'),
	('with a panel', 1, 'SELECT count(*) FROM designs, aer_worklist(panels, ''records'', ''id'')'),
	('of one record', 1, 'SELECT count(*) FROM designs, aer_worklist(alone, ''records'', ''id'', ''{77}'')'),
	('count(w) of 50 columns', 10000, 'SELECT count(w) FROM wide w');
INSERT INTO statements (what, times, statement)
SELECT 'aer_moments of them, ' || bought, 10000, format('SELECT pg_column_size(aer_moments(w, ''y'', (SELECT %s FROM money WHERE source = ''wide''), id)) FROM wide w', bought)
FROM unnest('{looks,prices,panels}'::text[]) bought;
INSERT INTO statements (what, times, statement) VALUES ('sum(x[7]) of arrays of 784', 10000, 'SELECT sum(x[7]) FROM arrays');
INSERT INTO statements (what, times, statement)
SELECT 'aer_moments of them, ' || bought, 10000, format('SELECT pg_column_size(aer_moments(x, y, (SELECT %s FROM money WHERE source = ''arrays''), id)) FROM arrays', bought)
FROM unnest('{looks,prices,panels}'::text[]) bought;

\ir processor.sql
CREATE TABLE turns (place int, milliseconds float8);
DO $$
DECLARE
	s statements;
	started float8;
BEGIN
	FOR turn IN 1 .. 3 LOOP
		FOR s IN SELECT * FROM statements ORDER BY place LOOP
			started := processor();
			EXECUTE s.statement;
			INSERT INTO turns VALUES (s.place, (processor() - started) / 1e6 / s.times);
		END LOOP;
	END LOOP;
END $$;

\echo
\echo 'Milliseconds of processor time a call or a row, medians of three turns'
SELECT what, round(m::numeric, CASE WHEN m < 0.1 THEN 4 WHEN m < 10 THEN 2 ELSE 0 END) AS milliseconds
FROM (SELECT place, what, percentile_cont(0.5) WITHIN GROUP (ORDER BY milliseconds) AS m FROM statements JOIN turns USING (place) GROUP BY place, what) s
ORDER BY place;
