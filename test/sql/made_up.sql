--
-- From aer_suggest to predictions of new rows, on simulated tables whose answer is known
--
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS aer;

-- Pure functions of their arguments, so that the tables are the same everywhere.
CREATE FUNCTION pg_temp.share(id int, j int) RETURNS float8 IMMUTABLE
RETURN (hashint8extended(id::bigint * 1000 + j, 5) & 1048575) / 1048576.0 + 0.5 / 1048576;
CREATE FUNCTION pg_temp.noise(id int, j int) RETURNS float8 IMMUTABLE
RETURN sqrt(-2 * ln(pg_temp.share(id, j))) * cos(6.283185307179586 * pg_temp.share(id, j + 500));
CREATE TEMP TABLE base AS
SELECT id, pg_temp.noise(id, 1) AS a, pg_temp.noise(id, 2) AS b, pg_temp.noise(id, 3) AS c, pg_temp.noise(id, 4) AS d, pg_temp.noise(id, 9) AS noise,
	pg_temp.share(id, 5) AS u, pg_temp.share(id, 6) AS v, pg_temp.share(id, 7) AS w
FROM generate_series(1, 3000) id;

CREATE TABLE v AS SELECT id, a, b, c, d, abs(a) + 0.1 * noise AS y FROM base;
CREATE TABLE stair AS SELECT id, a, b, c, d, CASE WHEN a < -0.7 THEN 0 WHEN a < 0.5 THEN 1 ELSE 0.2 END + 0.1 * noise AS y FROM base;
CREATE TABLE one_bends AS SELECT id, a, b, c, d, abs(a) + 0.6 * b + 0.1 * noise AS y FROM base;
CREATE TABLE straight AS SELECT id, a, b, c, d, a - 0.7 * b + 0.5 * noise AS y FROM base;
CREATE TABLE nothing AS SELECT id, a, b, c, d, noise AS y FROM base;
-- of 40 words three matter
CREATE TABLE forty_words AS
SELECT id, 'w' || floor(40 * u) AS word, 'w' || floor(40 * v) AS other, a, b, CASE floor(40 * u) WHEN 3 THEN 4 WHEN 7 THEN -4 WHEN 11 THEN 3 ELSE 0 END + 0.3 * noise AS y FROM base;
-- NULL means something, or nothing; all that varies is whether something is written there
CREATE TABLE null_means AS
SELECT id, CASE WHEN u > 0.3 THEN a END AS a, CASE WHEN v > 0.3 THEN b END AS b, c, d, CASE WHEN u > 0.3 THEN 0.5 * a ELSE 2 END + 0.3 * noise AS y FROM base;
CREATE TABLE accident AS
SELECT id, CASE WHEN u > 0.2 THEN a END AS a, CASE WHEN v > 0.2 THEN b END AS b, CASE WHEN w > 0.2 THEN c END AS c, d, a + b + 0.5 * c + 0.5 * noise AS y FROM base;
CREATE TABLE constant_or_null AS SELECT id, CASE WHEN u > 0.4 THEN 7 END AS a, b, c, d, (u > 0.4)::int + 0.2 * noise AS y FROM base;
-- counts that are mostly 0: how many there are matters less and less
CREATE TABLE counts AS
SELECT id, floor(greatest(0, exp(2 * a) - 4))::int AS a, floor(greatest(0, exp(2 * b) - 4))::int AS b, c, d, ln(1 + greatest(0, exp(2 * a) - 4)) + 0.3 * noise AS y FROM base;

CREATE FUNCTION pg_temp.learned(source regclass, looks float8, curves boolean, missing boolean) RETURNS aer_model LANGUAGE plpgsql AS $$
DECLARE
	m aer_model;
BEGIN
	EXECUTE format('SELECT aer_train(t.*, ''y'', %L, id) FROM %s t WHERE id <= 2000', aer_suggest(source, 'y', looks, curves => curves, null_categories => missing), source) INTO m;
	RETURN m;
END $$;
CREATE FUNCTION pg_temp.r2(source regclass, m aer_model) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
	r2 float8;
BEGIN
	EXECUTE format('SELECT (aer_evaluate($1, t.*, ''y'')).r2 FROM %s t WHERE id > 2000', source) INTO r2 USING m;
	RETURN r2;
END $$;

-- At least and at most, of new rows: what noise leaves and three knots can say; lines beside it.
SELECT w.source, w.looks, r2 >= least AS learned, CASE WHEN lines > most THEN format('lines have %s', round(lines::numeric, 3)) END AS too_good, (SELECT bends FROM aer_summary(m)) = bends AS chosen,
	CASE WHEN r2 < least THEN round(r2::numeric, 3) END AS less
FROM (VALUES ('v', NULL::float8, 0.95, 0.1, true), ('v', 3, 0.9, 0.1, true), ('stair', NULL, 0.6, 0.1, true), ('stair', 3, 0.6, 0.1, true), ('one_bends', NULL, 0.95, 0.6, true), ('one_bends', 3, 0.93, 0.6, true),
		('straight', NULL, 0.83, 1, false), ('straight', 3, 0.82, 1, false), ('nothing', NULL, -0.01, 0, false), ('nothing', 3, -0.01, 0, false), ('forty_words', NULL, 0.9, 1, false), ('forty_words', 2, 0.85, 1, false),
		('null_means', NULL, 0.9, 0.5, false), ('null_means', 3, 0.88, 0.5, false), ('accident', NULL, 0.6, 1, false), ('constant_or_null', NULL, 0.84, 0.01, NULL), ('constant_or_null', 2, 0.8, 0.01, NULL),
		('counts', NULL, 0.85, 0.7, true), ('counts', 3, 0.8, 0.7, true)) w (source, looks, least, most, bends),
	LATERAL (SELECT pg_temp.learned(source::regclass, looks, true, true) AS m, pg_temp.learned(source::regclass, looks, false, false) AS straight) l,
	LATERAL (SELECT pg_temp.r2(source::regclass, m) AS r2, pg_temp.r2(source::regclass, straight) AS lines) r;
-- a category for NULLs that mean nothing costs little
SELECT pg_temp.r2('accident', pg_temp.learned('accident', NULL, false, true)) > pg_temp.r2('accident', pg_temp.learned('accident', NULL, false, false)) - 0.01 AS little;
-- the words that matter, and no others
SELECT name, round(weight::numeric) AS weight FROM aer_weights(pg_temp.learned('forty_words', NULL, true, true)) WHERE name LIKE '%=%' AND abs(weight) > 0.3 ORDER BY name;
SELECT name, round(weight::numeric, 1) AS weight FROM aer_weights(pg_temp.learned('constant_or_null', NULL, true, true)) WHERE name LIKE 'a%';
